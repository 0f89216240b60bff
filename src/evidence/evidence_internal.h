/*
 * evidence_internal.h
 *		What the files of evidence/ share with nobody else.
 */
#ifndef EVIDENCE_INTERNAL_H
#define EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"

/* ----------------------------------------------------------- index.c */

/* Adds all texts of another index as one. */
extern void token_index_add_all(TokenIndex *index, const TokenIndex *texts);

/* Reads the query, a folded text; then lookup_start() looks for texts with all of its
 * numbers and so many of its words. */
extern void lookup_read(Lookup *lookup, TokenIndex *index, Slice folded);
extern void lookup_start(Lookup *lookup, int least);

/* -------------------------------------------------------- contrast.c */
/* "tenant b" */
typedef struct Thing
{
	Slice		noun;
	Slice		id;
} Thing;

struct Contrast
{
	bool		denies;
				VEC(Thing) things;	/* that it names by letter or number */
};

/* Does one speak of another tenant, building or phase?  Whether they deny is not compared. */
extern bool contrasts_differ(const Contrast *one, const Contrast *other);

/* ------------------------------------------------------------ fold.c */

extern void fold_free(Fold *fold);

/* Takes quotation marks, stops, commas and ellipses off the ends of a folded quote. */
extern void fold_trim(Fold *fold);

/* A hyphen in a word, left out at level linewrap. */
typedef struct FoldHyphen
{
	int			at;				/* folded bytes before it */
	bool		is_wrap;		/* at a line's end: it may or may not be the word's own */
} FoldHyphen;

/* Where the folded bytes [from, to) come from, in characters of the text. */
extern void fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length);

typedef VEC(Mention) Mentions;

/* What goes on from one piece of a text to the next. */
typedef struct MentionReader
{
	const char *text;
	int			len;
	Mentions   *out;
	Slice		head;			/* the last word that may say what a number is of */
	Slice		word;			/* the last token, if it is a word that begins no sentence */
	int			pending;		/* 1 + index of the number that waits for a word behind it */
	uint32		sign;			/* the last token, if it is a sign */
	bool		in_brackets;
	bool		goes_on;		/* a sentence has begun */
} MentionReader;

/* --------------------------------------------------------- mention.c */

/* Adds the numbers of the bytes [start, end) of the reader's text; takes its next token. */
extern void mentions_read(MentionReader *reader, int start, int end);
extern void mention_take(MentionReader *reader, const Token *token);

/* A number times a power of ten: no year then. */
extern Number number_scaled(Number number, int power);

/* A word as it compares: lower case, without the s of a plural; 0 = none. */
extern uint64 head_key(Slice word);

/* ----------------------------------------------------------- cited.c */

/* Fetches what citations rest on and no quote asked for: passages, else pages. */
extern void load_cited_passages(Memo *memo);

/* The citations of a section that say what it rests on, by place. */
extern Citation **evidence_citations(Memo *memo, const Section *section, int *count);

/* The passages of a citation; the caller's.  Are they all that it cites, not a part of a page? */
extern Passage **cited_passages(Memo *memo, const Citation *citation, int *count);
extern bool names_passage(const Memo *memo, const Citation *citation);

/* ----------------------------------------------------------- table.c */
#define MOST_COLUMNS	64		/* that have a scale and a unit of their own */
#define MOST_LABEL		6		/* words of a row's label that say what its numbers are */

#define MOST_HEAD		3		/* of a column's header */

/* What is said of numbers at one place: the power of ten, the unit; 0 = nothing. */
typedef struct Said
{
	int			power;
	NumberUnit	unit;
} Said;

/* A text while its tables are read. */
typedef struct TableReader
{
	const char *text;
	Said		caption;		/* of all numbers from here on */
	Said		columns[MOST_COLUMNS];
	Said		cells[MOST_COLUMNS];	/* of the line that is read */
	Said		row;			/* of the line, in its first cell */
	int			column;			/* bars of the line so far */
	bool		has_numbers;	/* the line has some that are no years */
	bool		has_said;		/* some of cells are set, */
	bool		has_columns;	/* and of columns */
	bool		leads;			/* a scale may follow: "(", "in", "$" */
	bool		is_currency;	/* and the last token was a currency */
	int			short_power;	/* the last word was a short scale: "(M EUR)" */
	int			last;			/* 1 + the mention that the last token was; 0 = it was none */
	int			before_bar;		/* 1 + the mention before the bar that it was: "3 | %" */
	Slice		label[MOST_LABEL];	/* words of the line's first cell */
	int			nlabel;
	Slice		heads[MOST_COLUMNS][MOST_HEAD];	/* words of each column's header, */
	Slice		words[MOST_COLUMNS][MOST_HEAD];	/* of each cell of the line, */
	int			nheads;			/* how many of these have some, */
	bool		has_heads;		/* and of the line before may have */
} TableReader;

/* The power of ten that a word is, 0 = none. */
extern int	scale_of(Slice word);

/* The text with bars for what parts the fields of its lines, where it has tabs or is CSV: a
 * copy, or the text itself. */
extern Slice table_fields(Slice text);

/* Takes the next token behind the mentions that it made, the last of which gets what the
 * table says of it. */
extern void table_take(TableReader *table, const Token *token, Mentions *mentions);

/* ---------------------------------------------------- figure_source.c */

/* Has the text this number?  FIGURE_SUPPORTED, _COARSER or _MISSING. */
extern FigureVerdict source_verdict(const FigureSource *source, const Mention *figure);

/* Looks for the number of the same kind beside the same word, where the figure has none yet. */
extern void source_nearest(const FigureSource *source, Figure *figure);

/* --------------------------------------------------------- passage.c */

/* Does a number go on from the byte before pos to the one at it? */
extern bool is_inside_number(const StringInfoData *text, int pos);

/* ---------------------------------------------------------- search.c */
/* Quotes that are looked for in many texts at once. */
typedef struct TextSearch TextSearch;
extern TextSearch *search_create(const Slice *patterns, int count);
/* A quote ends at a byte of the text; false: it is to be told of at another place, too. */
typedef bool (*SearchFound) (void *argument, int pattern, int end);

/* ------------------------------------------------------------ quote.c */
/* Where search_passages() is: callers' arguments begin with it. */
typedef struct PassageSearch
{
	const Passage *passage;
	const StringInfoData *text; /* folded */
} PassageSearch;

/* Looks for folded quotes in the loaded passages of wanted documents, each folded once. */
extern void search_passages(Memo *memo, PassageSearch *at, const Slice *quotes, int count,
							const bool *is_wanted, SearchFound found);

/* ----------------------------------------------------------- search.c */
/* Tells of each quote that stands in a text, once; empty ones stand nowhere. */
extern void search_run(TextSearch *search, Slice text, SearchFound found, void *argument);

#endif							/* EVIDENCE_INTERNAL_H */
