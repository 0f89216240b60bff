/*
 * evidence_internal.h
 *		What the files of evidence/ share with nobody else.
 */
#ifndef EVIDENCE_INTERNAL_H
#define EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"

/* ----------------------------------------------------------- index.c */

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

/* Folds a quote; from level typography on without quotation marks, stops, commas and ellipses
 * at its ends. */
extern void fold_quote(Slice quote, QuoteLevel level, Fold *fold);
extern Slice trimmed_quote(Slice folded);

/* A hyphen in a word, left out at level linewrap. */
typedef struct FoldHyphen
{
	int			at;				/* folded bytes before it */
	bool		is_wrap;		/* at a line's end: it may or may not be the word's own */
} FoldHyphen;

/* Where the folded bytes [from, to) come from, in characters of the text. */
extern void fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length);

/* ----------------------------------------------------------- match.c */

/* A text without its markers, which stand for no words; the caller's. */
extern Slice without_markers(const Prose *prose, Line extent);

/* --------------------------------------------------------- mention.c */
typedef VEC(Mention) Mentions;

/* What a word says of the numbers beside it: the power of ten that it is, or one of these.
 * Numbers are of no scale, LEAD or VERB. */
enum
{
	SAID_NOTHING,
	LEAD = 100,					/* a scale may follow */
	VERB,
	CURRENCY,					/* a scale may follow, and a short one */
	PERCENT,
	MULTIPLE,
	LABEL
};

/* What goes on from one piece of a text to the next. */
typedef struct MentionReader
{
	const char *text;
	int			len;
	Mentions   *out;
	Slice		head;			/* the last word that may say what a number is of */
	Slice		word;			/* the last token, if it is a word that begins no sentence */
	int			said;			/* by the last word that was read */
	int			pending;		/* 1 + index of the number that waits for a word behind it */
	uint32		sign;			/* the last token, if it is a sign */
	bool		in_brackets;
	bool		goes_on;		/* a sentence has begun */
} MentionReader;

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

/* The passages of a citation; the caller's.  Are they all that it cites, not a part of a page?
 * Is a passage one of them? */
extern Passage **cited_passages(Memo *memo, const Citation *citation, int *count);
extern bool names_passage(const Memo *memo, const Citation *citation);
extern bool rests_on(const Memo *memo, const Citation *citation, const Passage *passage);

/* ----------------------------------------------------------- table.c */
#define MOST_COLUMNS	64		/* that have a scale and a unit of their own */
#define MOST_LABEL		6		/* words of a row's label that say what its numbers are */
#define MOST_HEAD		3		/* of a column's header */

/* What a cell says of numbers: the power of ten, the unit, 0 = nothing; its words. */
typedef struct Cell
{
	int			power;
	NumberUnit	unit;
	Slice		words[MOST_HEAD];
} Cell;

/* A text while its tables are read. */
typedef struct TableReader
{
	int			scale;			/* of all numbers from here on */
	Cell		columns[MOST_COLUMNS];	/* as headers say */
	Cell		line[MOST_COLUMNS]; /* that is read */
	Cell		row;			/* what is said in its first cell */
	int			column;			/* bars of the line so far */
	bool		was_row;		/* the line before has some */
	bool		has_numbers;	/* the line has some that are no years */
	bool		leads;			/* a scale may follow: "(", "in", "$" */
	bool		is_currency;	/* and the last token was a currency */
	int			short_power;	/* the last word was a short scale: "(M EUR)" */
	int			last;			/* 1 + the mention that the last token was; 0 = it was none */
	int			before_bar;		/* 1 + the mention before the bar that it was: "3 | %" */
	Slice		label[MOST_LABEL];	/* words of the line's first cell */
	int			nlabel;
} TableReader;

/* The text with bars for what parts the fields of its lines, where it has tabs or is CSV: a
 * copy, or the text itself. */
extern Slice table_fields(Slice text);

/* Takes the next token that a reader has taken; its last mention gets what the table says. */
extern void table_take(TableReader *table, const Token *token, const MentionReader *reader);

/* ---------------------------------------------------- figure_source.c */

/* Has the text this number?  FIGURE_SUPPORTED, _COARSER or _MISSING. */
extern FigureVerdict source_verdict(const FigureSource *source, const Mention *figure);

/* Looks for the number of the same kind beside the same word, where the figure has none yet. */
extern void source_nearest(const FigureSource *source, Figure *figure);

/* --------------------------------------------------------- passage.c */

/* Does a number go on from the byte before pos to the one at it? */
extern bool is_inside_number(const StringInfoData *text, int pos);

/* ---------------------------------------------------------- search.c */
/* What place a passage is for a text that is looked for; the greater, the better. */
typedef enum SoughtPlace
{
	PLACE_NONE,
	PLACE_ELSEWHERE,			/* in its document */
	PLACE_CUT,					/* PLACE_OWN, where it begins or ends inside a number */
	PLACE_OWN
} SoughtPlace;

/* A text that is looked for in passages, and its best place so far. */
typedef struct Sought
{
	Slice		text;			/* folded; an empty one stands nowhere */
	int			of;				/* what of the caller's it is of */
	bool		takes_cut;		/* PLACE_CUT is one, too */
	SoughtPlace	place;
	const Passage *passage;		/* the first that is such a place */
	bool		is_several;		/* PLACE_ELSEWHERE on several pages */
} Sought;

/* Looks for texts in the loaded passages of wanted documents, each folded once by policy
 * quote_level. */
typedef SoughtPlace (*SoughtPlaceOf) (void *argument, const Sought *sought,
									const Passage *passage);
extern void search_passages(Memo *memo, Sought *sought, int count, const bool *is_wanted,
							SoughtPlaceOf place_of, void *argument);

#endif							/* EVIDENCE_INTERNAL_H */
