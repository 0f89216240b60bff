/*
 * verify.h
 *		The independent re-reader: stored rows in, one row per rule out.
 *
 * Offsets here are characters, as they are stored; -1 = none.  Slices with
 * data NULL are SQL NULLs.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "memocite.h"
#include "common/sha2.h"

/*
 * A section's edit script: at offset[i] of the rendered body stands
 * inserted[i], where the agent's body has removed[i].  Ascending, never
 * overlapping; edits at one offset are in the order of the text.  Markers and
 * the references that took their place are edits like any other.
 */
typedef struct VerifyEdits
{
	int			count;
	const int  *offset;
	const Slice *removed;
	const Slice *inserted;
	const Slice *stage;
} VerifyEdits;

typedef struct VerifySection
{
	Slice		key;
	Slice		title;
	Slice		body;			/* rendered, as stored */
	Slice		agent_body;		/* NULL: changed since, or gone */
	uint8		agent_sha256[PG_SHA256_DIGEST_LENGTH];
	uint8		body_sha256[PG_SHA256_DIGEST_LENGTH];
	VerifyEdits edits;
} VerifySection;

/* A row of the ledger. */
typedef struct VerifyCitation
{
	int			section;		/* index into sections; -1 = none */
	Slice		origin;
	Slice		fate;			/* kept, removed */
	Slice		how;
	Slice		marker;
	int			marker_offset;	/* in the agent's body */
	int			note_number;	/* 0 = none */
	int			final_offset;	/* in the rendered body */
	Slice		doc_id;
	int			page;			/* 0 = none */
	Slice		locator;
	Slice		quote;
	bool		shows_quote;	/* its note has it, or would if there were room */
	bool		is_unchecked;	/* and it was not checked */
	int			confidence;		/* 0 .. 1000, -1 = none */
} VerifyCitation;

/* A footnote; its number is its place in the array, from 1. */
typedef struct VerifyNote
{
	Slice		definition;
	Slice		kind;
	int			refs;
	Slice		doc_id;
	Slice		doc_name;		/* at that time */
	Slice		source_type;
	Slice		ingested;		/* YYYY-MM-DD; data NULL = not known */
	int			ingested_day;	/* the same, to be compared */
	int			page;			/* 0 = none */
	Slice		locator;
	Slice		stale_since;	/* YYYY-MM-DD; data NULL = its document is not stale */
} VerifyNote;

typedef struct VerifyInput
{
	Slice		markdown;		/* memo_markdown() in layout plain */
	Slice		tail;			/* its Sources Consulted and Data Source Notes */
	int			nsections;		/* in reading order */
	const VerifySection *sections;
	int			ncitations;
	const VerifyCitation *citations;
	int			nnotes;
	const VerifyNote *notes;
	int			weak;			/* confidence below which a reference is weak */
	int			quotes_per_note;
} VerifyInput;

typedef struct VerifyRule
{
	const char *rule;
	bool		ok;
	char	   *detail;			/* NULL, or the first offending place and the count */
} VerifyRule;

/* Checks every rule; *rules has one element a rule, always in one order. */
extern void verify_memo(const VerifyInput *input, VerifyRule **rules, int *nrules);

/* The same for a stored revision, READ_EDITS deep (verify_stored.c). */
extern void verify_stored(const StoredMemo *memo, VerifyRule **rules, int *nrules);

#endif							/* VERIFY_H */
