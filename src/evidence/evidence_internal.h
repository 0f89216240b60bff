/*
 * evidence_internal.h
 *		What the files of evidence/ share with nobody else.
 */
#ifndef EVIDENCE_INTERNAL_H
#define EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"

/* -------------------------------------------------------- contrast.c */
/* "tenant b" */
typedef struct Thing
{
	Slice		noun;
	Slice		id;
} Thing;

struct Contrast
{
	Slice		text;			/* folded, not copied */
	bool		denies;
				VEC(Thing) things;	/* that it names by letter or number */
	uint64		sides;			/* of opposites, those said without the other */
	uint64		both;			/* those said with the other */
};

/* Does one say "rose" and the other "fell", or speak of another tenant, building or
 * phase?  Whether they deny is not compared. */
extern bool contrasts_differ(const Contrast *one, const Contrast *other);

/* ------------------------------------------------------------ fold.c */
/* A hyphen in a word, left out at level linewrap. */
typedef struct FoldHyphen
{
	int			at;				/* folded bytes before it */
	bool		is_wrap;		/* at a line's end: it may or may not be the word's own */
} FoldHyphen;

/* Where the folded bytes [from, to) come from, in characters of the text. */
extern void fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length);

/* A number of a text, and the words beside it that may say what it is of. */
typedef struct Mention
{
	Number		number;			/* without its sign; points and basis points are percents */
	Slice		before;			/* the last word before it that is no verb; len 0 = none */
	Slice		after[2];		/* the first two behind it: "14.2% levered IRR" */
	bool		is_name;		/* "Phase 2", "GPT-3", "(2023)", "2." of a list: no figure */
} Mention;

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

/* Adds the numbers of the bytes [start, end) of the reader's text. */
extern void mentions_read(MentionReader *reader, int start, int end);

/* A word as it compares: lower case, without the s of a plural; 0 = none. */
extern uint64 head_key(Slice word);

/* ---------------------------------------------------- figure_source.c */

/* Has the text this number? */
extern bool source_has(const FigureSource *source, const Number *figure);

/* The number of the same kind beside the same word, with the word; len 0 = none. */
extern Slice source_nearest(const FigureSource *source, const Mention *figure);

#endif							/* EVIDENCE_INTERNAL_H */
