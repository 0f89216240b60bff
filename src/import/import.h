/*
 * import.h
 *		The Markdown of a memo, edited or not, back as sections and claims.
 *
 * Example: "rose.[^1]", where note 1 of the stored revision is the rent roll, is "rose.[SRC:4]"
 * again, as its ledger has it; a section that nobody edited is the agent's text again.
 *
 * Owns: the sections that it returns.
 * Never knows: SQL; the store reads the revision, and writes what was found.
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

/* A document that the text gives an address. */
typedef struct ImportedDocument
{
	const char *doc_id;
	const char *title;			/* "" = none, or the deal has it already */
	const char *url;
} ImportedDocument;

/* An analyst's note or warning in other words. */
typedef struct EditedInsight
{
	const char *kind;
	const char *old_message;
	const char *message;
} EditedInsight;

/* What a text is compared with: the revision that its comment names, else the latest. */
typedef struct ImportBase
{
	const StoredMemo *memo;		/* NULL = the deal has none */
	bool		is_named;		/* by the comment */
	StoredNote *notes;			/* its notes, and those of other revisions behind them, */
	int			nnotes;			/* of which only definition, kind and source are known */
} ImportBase;

typedef struct Import Import;

/* ----------------------------------------------------- prosemirror.c */

/* The Markdown of a ProseMirror document; NULL when it is none. */
extern char *import_prosemirror(const Json *doc);

/* ---------------------------------------------------------- import.c */

/* Reads the text; the deal has its documents, sections and claims. */
extern Import *import_open(const Memo *deal, Slice text);

/* The revision of this deal that the text's comment names, 0 = none, and its hash. */
extern int	import_revision(const Import *import, const char **hash);

/* Makes sections and claims, and documents of the entries of lists that have an address. */
extern void import_run(Import *import, const ImportBase *base, bool makes_documents);

/* Why the text is to be refused: nothing in it was bound; NULL = it is not. */
extern const char *import_refusal(const Import *import);

/* What came out, in the order of the text; returns how many. */
extern int	import_sections(const Import *import, const ImportedSection ***sections);

extern const ImportedClaim *import_claims(const Import *import, int *count);
extern const ImportedDocument *import_documents(const Import *import, int *count);
extern const EditedInsight *import_insights(const Import *import, int *count);
/* The document that general sources are, when the deal does not say it; NULL = none. */
extern const char *import_primary(const Import *import);

#endif							/* IMPORT_IMPORT_H */
