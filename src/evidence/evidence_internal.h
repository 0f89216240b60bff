/*
 * evidence_internal.h
 *		What the files of evidence/ share with nobody else.
 */
#ifndef EVIDENCE_INTERNAL_H
#define EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"

/* -------------------------------------------------------- contrast.c */

/* Does one say "rose" and the other "fell", or speak of another tenant, building or
 * phase?  Whether they deny is not compared. */
extern bool contrasts_differ(const Contrast *one, const Contrast *other);

/* ------------------------------------------------------------ fold.c */

/* Where the folded bytes [from, to) come from, in characters of the text. */
extern void fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length);

#endif							/* EVIDENCE_INTERNAL_H */
