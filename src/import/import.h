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

/* A document that the text gives an address. */
typedef struct ImportedDocument
{
	const char *doc_id;
	const char *title;			/* NULL = the deal has it already */
	const char *url;
} ImportedDocument;

/* What the comment at the end of a memo of ours, or a stored revision, says of a note. */
typedef struct NoteBinding
{
	char	   *key;
	const char *kind;			/* source, agent, rescue, ... */
	char	   *doc_id;			/* NULL = none */
	int			page;			/* 0 = none */
	char	   *locator;
	int		   *confidences;	/* thousandths of its references in reading order, */
	int			nconfidences;	/* -1 = NULL; a single one is that of all */
	char	  **hashes;			/* of its quotes; "?1f0c22ab" is one that was not checked */
	int			nhashes;
	int		   *quote_numbers;	/* of each reference: which quote it has, from 1; 0 = none, -1 = */
	int			nquote_numbers;	/* one that is not printed; none when there is no list */
	char	   *definition;		/* of a stored note: what it said */
} NoteBinding;

typedef struct ImportBinding
{
	NoteBinding *notes;			/* by number - 1; behind them those of stored revisions */
	int			nnotes;
	int			nlisted;		/* so many are the comment's */
	int			tail;			/* sections behind the agents' */
	int			weak;			/* confidence below which a reference has a mark */
} ImportBinding;

typedef struct Import Import;

/* ---------------------------------------------------------- import.c */

/* Reads the text; the deal has its documents, sections and claims. */
extern Import *import_open(const Memo *deal, Slice text);

/* The notes of the text's comment, if it has one, with room for stored ones behind them. */
extern ImportBinding *import_binding(const Import *import, int nstored);

/* Makes sections and claims, and documents of the entries of lists that have an address. */
extern void import_run(Import *import, ImportBinding *binding, bool makes_documents);

/* What came out, in the order of the text; returns how many. */
extern int	import_sections(const Import *import, const ImportedSection ***sections);

extern const ImportedClaim *import_claims(const Import *import, int *count);
extern const ImportedDocument *import_documents(const Import *import, int *count);

/* The document that general sources are, when the deal does not say it; NULL = none. */
extern const char *import_primary(const Import *import);

#endif							/* IMPORT_IMPORT_H */
