/*
 * diff_internal.h
 *		What the files of the comparison share: diff.c (sections and notes),
 *		diff_reference.c (the references of a section).
 */
#ifndef DIFF_INTERNAL_H
#define DIFF_INTERNAL_H

#include "diff.h"

typedef struct Diff
{
	const StoredMemo *from;
	const StoredMemo *to;
				VEC(DiffRow) rows;
} Diff;

/* diff.c */
extern DiffRow *diff_add_row(Diff *diff, const char *kind, const char *section_key, const char *detail);
extern const char *diff_change(const char *from, const char *to);	/* "4 -> 5" */

/* diff_reference.c */

/* Kept citations by section and place: their markers tell references apart. */
typedef struct KeptCitations
{
	const StoredCitation **items;
	int			count;
} KeptCitations;

extern KeptCitations kept_citations(const StoredMemo *memo);

typedef struct Ref Ref;

/* The references of a section. */
typedef struct RefList
{
	Ref		   *items;
	int			count;
				VEC(uint64) sentences;	/* hashes of all sentences of the section */
	uint64		prose;			/* hash of the section's text without references */
} RefList;

extern RefList references_read(const StoredMemo *memo, const StoredSection *section, const KeptCitations *kept);

/* Adds a row for each reference that was swapped, removed or added. */
extern void references_compare(Diff *diff, const char *section_key, RefList *from, RefList *to);

/* Adds a row for each reference that is not paired: removed ones, or new ones. */
extern void references_add_rest(Diff *diff, const char *section_key, const RefList *list, bool is_new);

#endif							/* DIFF_INTERNAL_H */
