/*
 * import.h
 *		The Markdown of a memo, edited or not, back as sections and claims.
 *
 * Example: "rose.[^1]" with our own definition of 1 is "rose.[SRC:1]" and its claim.
 *
 * Owns: the sections that it returns.
 * Never knows: SQL; the store writes what it found.
 */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "base/base.h"
#include "memo/memo.h"
#include "render/render.h"

typedef struct ImportedClaim
{
	int			part;
	const char *section_key;	/* filled when sections are named */
	int64		src_id;
	const char *doc_id;
	int			page;
	const char *locator;
	int			confidence;
	const char *quote;
	const char *passage_id;		/* holds the quote */
} ImportedClaim;

typedef struct ImportedSection
{
	const char *section_key;
	const char *title;
	StringInfoData body;
	bool		is_stored;		/* it replaces the text of a section of the deal, */
	int			position;		/* which has this position */
	int			words;
	int			refs;
				VEC(const char *) unbound;	/* what could not be bound, and why */
} ImportedSection;

typedef struct Import Import;

/* ---------------------------------------------------------- import.c */

/* Reads the text; the deal has its documents, sections and claims. */
extern Import *import_open(const Memo *deal, Slice text);

/* The JSON of our own comment, data NULL when the text has none. */
extern Slice import_comment(const Import *import);

/* Makes sections and claims; binding NULL = no memo of ours. */
extern void import_run(Import *import, ImportBinding *binding);

/* ----------------------------------------------------- import_name.c */

/* What came out, in the order of the text; returns how many. */
extern int	import_sections(const Import *import, const ImportedSection ***sections);

extern const ImportedClaim *import_claims(const Import *import, int *count);
/* The document that general sources are, when the deal does not say it; NULL = none. */
extern const char *import_primary(const Import *import);

#endif							/* IMPORT_IMPORT_H */
