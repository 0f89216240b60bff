/*
 * blocks.h
 *		Prompts with blocks, and the citations of answers (page and box).
 *
 * Example: "NOI [ID: om](BLOCK_CITE_ID_7)" becomes "NOI [1]" and the box of block 7.
 *
 * Owns: nothing.
 * Never knows: a memo's notes: two number spaces that never mix.
 */
#ifndef BLOCKS_BLOCKS_H
#define BLOCKS_BLOCKS_H

#include "base/base.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#define BLOCK_ID_PREFIX		"BLOCK_CITE_ID_"
/* Fractions of the page's width and height; NaN = not known. */
typedef struct Box
{
	double		left;
	double		top;
	double		width;
	double		height;
	bool		is_unread;		/* there is one, in which nothing is a side */
} Box;

/* A piece of a passage, as models see it and answers cite it. */
typedef struct SourceBlock
{
	int64		block_id;		/* -1: the passage has none */
	char	   *passage_id;
	char	   *doc_id;
	char	   *title;			/* of the document, or what stands for it */
	int			page;			/* from 1; 0 = not known */
	Box			box;
	char	   *kind;			/* NULL when not known; "passage": all of its passage */
	int			confidence;		/* thousandths, -1 = NULL */
	Slice		content;
	Slice		passage_content;
} SourceBlock;

/* ----------------------------------------------------------- block.c */

/* What is wrong with a box; NULL = nothing, or there is no box. */
extern char *box_problem(const Box *box);

/* Of the blocks of one passage after the other: those that a prompt shows, in
 * their order; *need has the passages that have to get a block of their own. */
extern SourceBlock **blocks_to_show(SourceBlock *blocks, int count, int *nshown,
									SourceBlock ***need, int *nneed);

/* The text for the prompt, and the blocks in it as a JSON array. */
extern void format_blocks(SourceBlock **blocks, int count, StringInfo text, StringInfo table);

/* A citation of a block: page, box, and whether the cited text is quoted. */
typedef struct BlockCitation
{
	int			number;
	const SourceBlock *block;
	Slice		cited_text;		/* data NULL = none */
	Slice		quote;			/* of the cited text, what is checked */
	QuoteMatch	match;
	Slice		said;			/* what the marker stands for; the figures in it, */
	Figures		figures;		/* and what the block has of them */
	const SourceBlock *other;	/* of the same document, has those that it has not; NULL = none */
	int			position;		/* of the marker in the answer, in characters; -1 = none */
	int			end_position;
} BlockCitation;

extern void append_block_citation(const BlockCitation *citation, StringInfo out);
/*
 * What of a cited text a marker at pos vouches for: the part in double quotes
 * around it, else the last one in [start, pos), else the first one in
 * [pos, end); all of the text when there is none.
 */
extern Slice quotation_at(Slice cited_text, int start, int pos, int end);

/* Looks for the citation's quote in the block; a comma or period at its end may
 * be the answer's, and leaves the quote then. */
extern void citation_check(BlockCitation *citation, PassageText *content, QuoteLevel level);

/* One block that a marker of an answer names. */
typedef struct AnswerCite
{
	int64		block_id;		/* -1: it names none that could be */
	Slice		name;			/* the block's name as written; len 0 = none */
} AnswerCite;

typedef struct AnswerMarker
{
	int			start;
	int			end;
	int			first_cite;
	int			ncites;
} AnswerMarker;

typedef struct Answer
{
	Slice		text;
				VEC(AnswerMarker) markers;
				VEC(AnswerCite) cites;
} Answer;

/* ---------------------------------------------------------- answer.c */

/* Markers in order; what is none is text. */
extern Answer *answer_scan(Slice text);
/* The id in "BLOCK_CITE_ID_7" or "7", -1 when it is neither. */
extern int64 block_id_of(Slice name);

/* ---------------------------------------------------- answer_write.c */

/*
 * Writes the answer with numbers for the markers of known blocks, which are
 * ordered by block_id, and JSON arrays of citations and of what has no block or
 * names one outside of a marker.
 * Returns whether a block has not all figures of what is cited of it: these are then
 * looked for in others, the blocks of its document, ordered by block_id.
 */
extern bool answer_write(const Answer *answer, const SourceBlock *blocks, int nblocks,
						 const SourceBlock *others, int nothers, const Policy *policy,
						 StringInfo out, StringInfo citations, StringInfo unresolved);

/* Old numbers of citations, ascending, each once, and the new ones. */
typedef struct Renumbering
{
	int		   *numbers;
	int		   *renumbered;		/* 0 = not met yet */
	int			count;
	int			last;			/* new number given last */
} Renumbering;

/* ----------------------------------------------------- superscript.c */

/* Writes the answer with superscripts numbered by appearance; unresolved gets
 * a JSON array of those that are no citation's. */
extern void superscripts_renumber(Slice answer, Renumbering *numbers, StringInfo out,
								  StringInfo unresolved);

#endif							/* BLOCKS_BLOCKS_H */
