/*
 * audit.h
 *		Reads a stored memo again, independently, and compares two.
 *
 * Example: a note that no reference leads to breaks the rule definitions_match.
 *
 * Owns: its own marker scan, arithmetic and edit scripts: it shares nothing with stages.
 * Never knows: the pipeline.
 */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "base/base.h"
#include "render/render.h"

#include "common/sha2.h"

typedef struct DiffRow
{
	const char *kind;
	const char *note_key;		/* NULL where it is about a section */
	int			from_number;	/* 0 = none */
	int			to_number;
	const char *section_key;	/* NULL where it is about a note */
	const char *detail;
	const char *from_text;		/* of a sentence, its words that differ marked; NULL = none */
	const char *to_text;
} DiffRow;

/* ------------------------------------------------------------ diff.c */

/* Rows in the order sections, notes, references; returns how many. */
extern int	memo_differences(const StoredMemo *from, const StoredMemo *to, DiffRow **rows);

typedef struct VerifyRule
{
	const char *rule;
	bool		ok;
	char	   *detail;			/* NULL, or the first offending place and the count */
} VerifyRule;

/* ---------------------------------------------------------- verify.c */

/* Checks every rule on a stored revision, READ_EDITS deep; *rules has one element a rule,
 * always in one order. */
extern void verify_stored(StoredMemo *memo, VerifyRule **rules, int *nrules);

#endif							/* AUDIT_AUDIT_H */
