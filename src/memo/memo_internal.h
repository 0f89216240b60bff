/*
 * memo_internal.h
 *		What the files of memo/ share with nobody else: notes and their table.
 */
#ifndef MEMO_INTERNAL_H
#define MEMO_INTERNAL_H

#include "memo/memo.h"

/* -------------------------------------------------------- document.c */

/* Gives documents of one title names that tell them apart. */
extern void tell_documents_apart(Memo *memo);

#endif							/* MEMO_INTERNAL_H */
