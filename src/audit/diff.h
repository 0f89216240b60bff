/*
 * diff.h
 *		What changed between two stored memos of a deal.
 */
#ifndef DIFF_H
#define DIFF_H

#include "memocite.h"

typedef struct DiffRow
{
	const char *kind;
	const char *note_key;		/* NULL where it is about a section */
	int			from_number;	/* 0 = none */
	int			to_number;
	const char *section_key;	/* NULL where it is about a note */
	const char *detail;
} DiffRow;

/* Rows in the order sections, notes, references; returns how many. */
extern int	memo_differences(const StoredMemo *from, const StoredMemo *to, DiffRow **rows);

#endif							/* DIFF_H */
