/*
 * evidence_internal.h
 *		What the files of evidence/ share with nobody else: folding and indexes.
 */
#ifndef EVIDENCE_INTERNAL_H
#define EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"

/* ---------------------------------------------------------- lookup.c */

extern void token_index_keys(const TokenIndex *index, void (*visit) (void *argument, uint64 key), void *argument);
/* ---------------------------------------------------------- contrast.c */

/* Does one say "rose" and the other "fell", or speak of another tenant, building or
 * phase?  Whether they deny is not compared. */
extern bool contrasts_differ(const Contrast *one, const Contrast *other);

/* ----------------------------------------------------------- match.c */

/* Visits the keys of all words and numbers of the indexed sentences. */
extern void evidence_keys(const Evidence *evidence, void (*visit) (void *argument, uint64 key), void *argument);

/* ------------------------------------------------------------ fold.c */

/* Where the folded bytes [from, to) come from, in characters of the text. */
extern void fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length);

#endif							/* EVIDENCE_INTERNAL_H */
