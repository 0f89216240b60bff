/*
 * evidence.h
 *		Does a text support a sentence?  Quotes in passages, words and numbers in common.
 *
 * Example: the quote "in-place  NOI" is in the passage "In-place NOI of $4.2M" at level
 * case, from character 0 on.
 *
 * Of "NOI is $4.2M [1]" the figure $4.2M is looked for in the passage of [1].
 *
 * Owns: the sentence and token indexes that it makes, per section.
 * Never knows: markers' syntax, stages.
 */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "base/base.h"
#include "language/language.h"
#include "memo/memo.h"

/* The distinct words and numbers of a folded text (append_folded). */
typedef struct TokenSet
{
				VEC(EvidenceToken) items;
	int			words;
	int			numbers;
} TokenSet;

/* ---------------------------------------------------------- lookup.c */

extern TokenSet token_set(const char *folded, int len);
extern void token_set_free(TokenSet *set);
/* Texts by word and number; the first that is added is text 0.  None can be
 * added after the first look-up. */
typedef struct TokenIndex TokenIndex;

extern TokenIndex *token_index_create(void);
extern void token_index_add(TokenIndex *index, const char *folded, int len);
/* The texts with all numbers of a query and at least so many of its words: the
 * only look-up of its index at a time. */
typedef struct Lookup
{
	TokenIndex *index;
	int			words;			/* of the query */
	int			numbers;
	int			least;
	int64		steps;
	bool		is_cut;			/* too many texts came into question */
	int			term;			/* of the query, whose texts are looked at; */
	int			end;			/* those before this are */
	int			at;
} Lookup;

extern void lookup_start(Lookup *lookup, TokenIndex *index, const TokenSet *query, int least);
/* From now on a text needs so many words. */
extern void lookup_raise(Lookup *lookup, int least);

/* The next text that may do, in no order; -1 = none, or is_cut. */
extern int	lookup_next(Lookup *lookup);

/* The words that it shares; -1 when it does not do, or is_cut. */
extern int	lookup_words(Lookup *lookup, int text);

/* Sentences, and the one passage of all that shares a number (but no year) or a run of 8
 * words with each of them.  Texts are folded. */
typedef struct DistinctIndex DistinctIndex;

/* -------------------------------------------------------- distinct.c */

extern DistinctIndex *distinct_create(void);
/* Sentences are numbered from 0. */
extern void distinct_add_sentence(DistinctIndex *index, Slice folded);

/* Has any of them a number or a run? */
extern bool distinct_wants_passages(const DistinctIndex *index);

extern void distinct_read(DistinctIndex *index, const Passage *passages, int npassages);
/* The passage of a sentence, which has all its numbers, and the share of its words and
 * numbers that are there; -1 = none. */
extern int	distinct_passage(const DistinctIndex *index, int sentence, float *score);

/* The numbers of a sentence that are no years, as it writes them; NULL = none. */
extern char *distinct_numbers(Slice text);

/* What a folded text says that another with its words may say otherwise. */
typedef struct Contrast
{
	const char *text;			/* folded, not copied */
	int			len;
	bool		is_read;
	bool		denies;
	bool		identifies;		/* names a thing by letter or number: "tenant b" */
	uint64		sides;			/* of opposites, those said without the other */
	uint64		both;			/* those said with the other */
} Contrast;

/* ---------------------------------------------------------- contrast.c */

extern Contrast contrast_read(const char *folded, int len);
/* Index of a claim's sentence: finds where a text is supported. */
typedef struct Evidence Evidence;

/* ----------------------------------------------------------- match.c */

extern Evidence *evidence_index(Section *section);
typedef struct EvidenceMatch
{
	int			block;			/* index into prose->blocks, -1 = none */
	int			sentence;		/* in the block */
	float		score;			/* 1 = literal, else share of content words */
	const char *reason;			/* NULL, "ambiguous", "not_found" */
} EvidenceMatch;

extern EvidenceMatch evidence_find(Evidence *evidence, const Memo *memo, const char *text);
/*
 * The other way: looks for the texts with all numbers of an indexed sentence
 * and policy match_overlap_percent of its content words.  False when it says
 * too little for that: a sentence without a number needs budget_match_words.
 */
extern void token_index_add_text(TokenIndex *texts, Slice text);

extern bool evidence_lookup(const Evidence *evidence, int index, const Policy *policy, TokenIndex *texts,
							Lookup *lookup);
/* Does the sentence of a text that shares most words deny what this one says, or differ
 * from it (contrast.c)?  False of long texts. */
extern bool evidence_contradicts(Evidence *evidence, int index, Slice text);

/* Where an indexed sentence is: its block, and which of the block's. */
extern void evidence_place(const Evidence *evidence, int index, int *block, int *sentence);

/* Does an indexed sentence say something else than a text of that contrast? */
extern bool evidence_differs(Evidence *evidence, int index, const Contrast *contrast);

/* The folded text of an indexed sentence, without markers. */
extern Slice evidence_text(const Evidence *evidence, int index);

/* How many sentences are indexed; which is sentence n of a block, -1 = none. */
extern int	evidence_size(const Evidence *evidence);

extern int	evidence_locate(const Evidence *evidence, int block, int sentence);

/* The words and numbers of all sections, by section. */
typedef struct AnchorIndex AnchorIndex;

/* ---------------------------------------------------------- anchor.c */

extern AnchorIndex *anchor_index(Memo *memo);
/* The sections, ascending, of which one may support an anchor: no other can.
 * Returns how many. */
extern int	anchor_sections(const AnchorIndex *index, const Memo *memo, const char *anchor, int **sections);

/* ----------------------------------------------------------- quote.c */

/* Looks for the quotes of claims in their passages, before the stages: the
 * level that found each; an event and less confidence for those not found. */
extern void verify_quotes(Memo *memo);

/* Sees to it that memo->contents has the passages of some documents, wanted by index. */
extern void need_passages(Memo *memo, const bool *wanted);

/* A name that is looked for in all sections at once: words, whatever stands
 * between them, in one sentence. */
typedef struct PhrasePlace
{
	int			section;
	int			block;
	int			sentence;		/* in the block */
} PhrasePlace;

typedef struct Phrase
{
	uint64		key;
	bool		owns_words;		/* no shorter phrase is looked for in it */
				VEC(PhrasePlace) places;	/* in reading order */
} Phrase;

typedef struct PhraseIndex PhraseIndex;

/* ---------------------------------------------------------- phrase.c */

extern PhraseIndex *phrase_index(void);
/* The phrase of a text, NULL when it has no word or too many. */
extern Phrase *phrase_add(PhraseIndex *index, const char *text, bool owns_words);

/* Finds the places of all phrases, in one walk over the memo. */
extern void phrase_search(PhraseIndex *index, Memo *memo);

/* Do two texts have the same words? */
extern bool phrase_equal(const char *a, const char *b);

/* How a quote may differ from its passage; each level forgives what those
 * before it do.  The names are those of policy quote_level.  A new one needs what it
 * forgives in fold.c, its name in memo/policylist.def (test/unit/memo.c holds both
 * together), and a case in test/unit/evidence.c: else `make unit` does not build. */
#define QUOTE_LEVELS(X) \
	X(QUOTE_EXACT, "exact") \
	X(QUOTE_SPACE, "space") \
	X(QUOTE_CASE, "case") \
	X(QUOTE_TYPOGRAPHY, "typography") \
	X(QUOTE_LINEWRAP, "linewrap")

typedef enum QuoteLevel
{
#define X(id, name) id,
	QUOTE_LEVELS(X)
#undef X
	NQUOTE_LEVELS
} QuoteLevel;

/* ------------------------------------------------------------ fold.c */

/* -1 when there is no such level. */
extern int	quote_level_of(Slice name);

extern const char *quote_level_name(QuoteLevel level);
/* A hyphen in a word, left out at level linewrap. */
typedef struct FoldHyphen
{
	int			at;				/* folded bytes before it */
	bool		is_wrap;		/* at a line's end: it may or may not be the word's own */
} FoldHyphen;

typedef struct Fold
{
	StringInfoData text;
				VEC(FoldHyphen) hyphens;
} Fold;

extern void fold_text(Slice text, QuoteLevel level, Fold *fold);
extern void fold_free(Fold *fold);
/* A passage that quotes are looked for in: folded once a level. */
typedef struct PassageText
{
	Slice		text;
	Fold		folds[NQUOTE_LEVELS];
	bool		is_folded[NQUOTE_LEVELS];
} PassageText;

typedef struct QuoteMatch
{
	bool		is_found;
	QuoteLevel	level;			/* the strictest that finds it */
	int			start;			/* in characters of the passage */
	int			length;
	bool		cuts_number;	/* begins or ends inside a longer number */
} QuoteMatch;

/* --------------------------------------------------------- passage.c */

/* Does a number go on from the byte before pos to the one at it? */
extern bool is_inside_number(const StringInfoData *text, int pos);

/* Looks for a quote at each level up to most; one of blanks is found nowhere. */
extern QuoteMatch quote_match(PassageText *passage, Slice quote, QuoteLevel most);

extern void passage_free(PassageText *passage);
/* Characters of a quote, its runs of white space as one. */
extern int	quote_length(Slice quote);

/* What is wrong with a quote, in words for its writer. */
extern char *passage_missing_error(Slice passage_id);

extern char *quote_missing_error(Slice passage_id, Slice quote);
extern char *document_quote_missing_error(Slice doc_id, Slice quote);
extern char *quote_length_error(Slice passage_id, int length, const Policy *policy);
/* The most characters of text that is to be shown in a message. */
extern Slice shown_part(Slice text);

/* Quotes that are looked for in many texts at once. */
typedef struct TextSearch TextSearch;

/* ---------------------------------------------------------- search.c */

extern TextSearch *search_create(const Slice *patterns, int count);
/* A quote ends at a byte of the text; false: it is to be told of at another place, too. */
typedef bool (*SearchFound) (void *argument, int pattern, int end);

/* Tells of each quote that stands in a text, once; empty ones stand nowhere. */
extern void search_run(TextSearch *search, Slice text, SearchFound found, void *argument);

typedef struct DiversityItem
{
	Slice		file;			/* file path, else title */
	Slice		course;			/* len 0 = none */
} DiversityItem;

/* ------------------------------------------------------- diversity.c */

/* Chooses indexes of items, best first, into chosen; returns how many. */
extern int	diversify(const DiversityItem *items, int count, int max_per_file, int max_results, int *chosen);

/* The numbers of an evidence text, in which figures are looked for. */
typedef struct FigureSource FigureSource;

/* -------------------------------------------------- figure_source.c */

/* Reads a text, which must stay; linear but for sorting. */
extern FigureSource *figure_source(Slice text);

typedef enum FigureVerdict
{
	FIGURE_SUPPORTED,
	FIGURE_MISSING,
	FIGURE_NO_TEXT				/* no reference of its sentence has an evidence text */
} FigureVerdict;

/* A reference of a text: where it stands, and its evidence, NULL = none is stored. */
typedef struct FigureReference
{
	int			pos;
	const FigureSource *source;
} FigureReference;

/* A number of a cited sentence. */
typedef struct Figure
{
	int			start;			/* bytes of the text */
	int			end;
	Number		number;			/* what is compared: without its sign, of a range with its unit */
	int			reference;		/* index of the one that it is counted for */
	FigureVerdict verdict;
	Slice		nearest;		/* what the evidence has beside the same word, "NOI of $3.9M"; len 0 =
								 * nothing */
} Figure;

typedef VEC(Figure) Figures;

/* --------------------------------------------------------- figures.c */

/*
 * Adds the figures of a parsed text, whose references are ordered by place, with what
 * the evidence says of each.  Numbers in the skipped extents, ascending, are none.
 */
extern void figures_read(Prose *prose, const FigureReference *references, int nreferences,
						 const Line *skipped, int nskipped, Figures *figures);

/* The same of a text that cites sources as a whole, wherever its references are said to
 * stand: each of its figures in each of them. */
extern void figures_read_text(Slice text, const FigureReference *references, int nreferences,
							  Figures *figures);

/* Has another text a figure? */
extern bool figure_is_in(const Figure *figure, const FigureSource *source);

/* "supported", "missing", "no_text" */
extern const char *figure_verdict_name(FigureVerdict verdict);

/* Looks up the figures of a memo, after its references have their numbers: counts of
 * citations and grades, events.  Reads no passage where none is stored. */
extern void check_figures(Memo *memo);

/* What was found for a claim that has a quote, where its passage or passages of its
 * document are stored. */
typedef struct QuoteCheck
{
	Claim	   *claim;			/* whose passage is the one that has the quote, when it named none */
	const char *reason;			/* NULL = found; "not_found", "no_passage", "too_large" */
	QuoteMatch	match;
} QuoteCheck;

/* ----------------------------------------------------------- quote.c */

/* Checks all such claims of a deal, by policy quote_level; in their order. */
extern QuoteCheck *quote_checks(Memo *memo, int *count);

#endif							/* EVIDENCE_EVIDENCE_H */
