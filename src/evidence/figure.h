/*
 * figure.h
 *		The part of evidence.h that is about passages, and what figures and quotations of the
 *		text find in them; evidence.h includes it, nobody else.
 *
 * Example: of "NOI is $4.2M [1]" the figure $4.2M is missing in "NOI of $3.9M", which is nearest.
 */
#ifndef EVIDENCE_FIGURE_H
#define EVIDENCE_FIGURE_H

/* The numbers of an evidence text, in which figures are looked for. */
typedef struct FigureSource FigureSource;

/* ------------------------------------------------------------ load.c */
/* Passages that are wanted, by id, or by document and page; load_wanted() fetches into
 * memo->contents what was not wanted before. */
extern void want_passage(Memo *memo, const char *passage_id);
extern void want_page(Memo *memo, const Identity *identity);
extern void load_wanted(Memo *memo);

/* Sees to it that memo->contents has the passages of some documents, wanted by index;
 * NULL = of all. */
extern void need_passages(Memo *memo, const bool *wanted);

/* Of memo->contents: the passage with an id, NULL = none; those of a document and page. */
extern Passage *memo_passage(const Memo *memo, const char *passage_id);
extern Passage **page_passages(Memo *memo, const Identity *identity, int *count);

/* The numbers of a passage, read once; NULL = it has no text, or policy evidence_mb is used up. */
extern const FigureSource *passage_figures(Memo *memo, Passage *passage);

/* -------------------------------------------------- figure_source.c */

/* Reads a text, which must stay; linear but for sorting. */
extern FigureSource *figure_source(Slice text);

typedef enum FigureVerdict
{
	FIGURE_SUPPORTED,
	FIGURE_COARSER,				/* rounded to the evidence's digits it is the evidence */
	FIGURE_NOT_SEEN,			/* not in what is stored of the page that is cited */
	FIGURE_MISSING,
	FIGURE_NO_TEXT				/* no reference of its cluster has an evidence text */
} FigureVerdict;

/* A reference of a text: where it stands, and its evidence; none = no text is stored. */
typedef struct FigureReference
{
	int			pos;
	const FigureSource **sources;
	int			nsources;
	bool		is_part;		/* of a page that is cited: the rest may say more */
} FigureReference;

/* A number of a text, and the words beside it that may say what it is of. */
typedef struct Mention
{
	Number		number;			/* without its sign; points and basis points are percents */
	Slice		before;			/* the last word before it that is no verb; len 0 = none */
	Slice		after[2];		/* the first two behind it: "14.2% levered IRR" */
	bool		is_name;		/* "Phase 2", "GPT-3", "(2023)", "2." of a list: no figure */
	bool		in_table;
	int			power;			/* of ten, as a table's caption or header says; 0 = nothing */
	NumberUnit	unit;			/* likewise; NUMBER_NONE = nothing */
} Mention;

/* A number of a cited sentence. */
typedef struct Figure
{
	int			start;			/* bytes of the text */
	int			end;
	Mention		mention;		/* what is compared: of a range with its unit */
	int			reference;		/* index of the one that it is counted for */
	FigureVerdict verdict;
	Slice nearest; /* what the evidence has beside the same word, "NOI of $3.9M"; len 0 =
					* nothing */
	bool		is_contradicted;	/* by what is nearest, before which that word stands in prose */
} Figure;

typedef VEC(Figure) Figures;

/* --------------------------------------------------------- mention.c */

/* "13-15%" is 13 % to 15 %, "$4-5 million" is $4 million to $5 million. */
extern void range_share_unit(Number *low, Number *high);

/* --------------------------------------------------------- figures.c */

/*
 * Adds the figures of a parsed text, whose references are ordered by place, with what
 * the evidence says of each.  Numbers in the skipped extents are none.
 */
extern void figures_read(Prose *prose, const FigureReference *references, int nreferences,
						 const Line *skipped, int nskipped, Figures *figures);

/* The same of a text that cites sources as a whole, wherever its references are said to
 * stand: each of its figures in each of them. */
extern void figures_read_text(Slice text, const FigureReference *references, int nreferences,
							  Figures *figures);

/* Has a text a figure? */
extern bool figure_is_in(const Mention *figure, const FigureSource *source);

/* "supported", "coarser", "not_seen", "missing", "no_text" */
extern const char *const figure_verdict_names[];

/* Looks up the figures of a memo, after its references have their numbers: counts of
 * citations and grades, events.  Reads no passage where none is stored. */
extern void check_figures(Memo *memo);

/* ------------------------------------------------------ prose_quote.c */

typedef enum QuotationVerdict
{
	QUOTATION_VERIFIED,
	QUOTATION_NOT_SEEN,			/* not in what is stored of the page or document that is cited */
	QUOTATION_NOT_FOUND
} QuotationVerdict;

/* Words in quotation marks, in a sentence that cites a source. */
typedef struct Quotation
{
	int			section;
	Line		extent;			/* bytes of its body, between the marks */
	Citation  **citations;		/* of its sentence: [first, end) of these */
	int			first;
	int			end;
	Citation   *citation;		/* the one that it is counted for */
	QuotationVerdict verdict;
	const Passage *passage;		/* that has it; NULL = none */
} Quotation;

typedef VEC(Quotation) Quotations;

/* Adds those of a memo of which something can be said, in reading order. */
extern void quotations_read(Memo *memo, Quotations *quotations);

/* "verified", "not_seen", "not_found" */
extern const char *const quotation_verdict_names[];

/* Looks up the quotations of a memo, after its references have their numbers: the ledger's
 * columns, events. */
extern void check_quotations(Memo *memo);

#endif							/* EVIDENCE_FIGURE_H */
