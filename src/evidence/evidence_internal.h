/*
 * evidence_internal.h
 *		What the files of evidence/ share with nobody else.
 */
#ifndef EVIDENCE_INTERNAL_H
#define EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"

/* -------------------------------------------------------- contrast.c */
struct Contrast
{
	Slice		text;			/* folded, not copied */
	bool		denies;
	bool		identifies;		/* names a thing by letter or number: "tenant b" */
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

#endif							/* EVIDENCE_INTERNAL_H */
