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

/* What came out. */
typedef struct ImportResult
{
				VEC(const ImportedSection *) sections;	/* in the order of the text */
				VEC(ImportedClaim) claims;
				VEC(ImportedDocument) documents;
				VEC(EditedInsight) insights;
	const char *primary_doc_id; /* that general sources are of, where the deal does not say it */
	const char *refusal;		/* why the text is to be refused: nothing was bound; or NULL */
} ImportResult;

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
extern const ImportResult *import_run(Import *import, const ImportBase *base,
									  bool makes_documents);

#endif							/* IMPORT_IMPORT_H */
