/*
 * document.h
 *		The documents of a deal, and a place in one; memo.h includes it.
 *
 * Example: the document "om.pdf" with page 4 is the Identity of a source.
 */
#ifndef MEMO_DOCUMENT_H
#define MEMO_DOCUMENT_H

#include "base/base.h"

struct Memo;

/* A new member that comes from its row is a line of store/input.c. */
typedef struct Document
{
	char	   *doc_id;
	int			doc_id_len;
	char	   *title;			/* NULL when none; document_name() is what to show */
	char *name; /* with what tells it from others of its title; NULL = title will do */
	char	   *path;
	char	   *url;			/* http(s); NULL = the path, if that is one */
	char	   *source_type;
	char	   *tag;
	char	   *ingested_on;	/* ISO date, NULL when unknown */
	int32		ingested_day;	/* the same as a DateADT */
	bool		is_stale;		/* ingested long before the memo's date */
	int64		src_id;			/* deal-wide id, -1 = none */
	int			index;			/* in C order of doc_id */
	int			nrefs;			/* references of the finished memo */
	bool		is_fetched;		/* memo->contents has all that is stored of it; */
	bool		has_passages;	/* there are some */
} Document;

/* What makes two markers the same source; page 0 and locator NULL = none.  A locator
 * beside a page says the page, too: "p. 40, Table 5". */
typedef struct Identity
{
	Document   *doc;
	int			page;
	const char *locator;
} Identity;

typedef struct Passage
{
	char	   *passage_id;
	int64		src_id;
	Identity	identity;
	Slice		content;		/* only in memo->contents */
	const struct FigureSource *figures; /* its numbers, once asked for */
} Passage;

/* Passages to fetch. */
typedef struct PassageWants
{
				VEC(const char *) ids;
				VEC(Identity) pages;	/* page 0: those of the document without one */
				VEC(Document *) documents;	/* all of theirs */
} PassageWants;

/* A memo's passages in any order; one may come twice. */
typedef void FetchPassages(struct Memo *memo, const PassageWants *wants, Passage **passages,
						   int *npassages);

/* Those that were fetched, see evidence/load.c. */
typedef struct PassageStore
{
	Passage    *items;			/* by passage_id */
	int			count;
	Passage   **by_page;		/* the same; NULL = not sorted yet */
	PassageWants wants;
	KeyMap		asked;			/* what was wanted so far */
	int64		bytes_read;		/* for figures */
	bool		is_cut;			/* more was to be read than policy evidence_mb allows */
} PassageStore;

/* Where the quote of a claim was found, if not where the claim says. */
typedef struct QuotePlace
{
	bool		is_located;		/* the claim named no passage: it has the one of the quote now */
	bool		is_elsewhere;	/* another passage or page than it names */
	int			claimed_page;	/* where its identity has another now, that of the quote; else 0 */
} QuotePlace;

/* What was found of the quotations of a citation's sentence: the worst verdict, NULL = none. */
typedef struct QuotationFound
{
	const char *verdict;		/* "verified", "not_seen", "not_found" */
	const char *passage_id;
} QuotationFound;

/* -------------------------------------------------------- document.c */

/* What to call a document: its title, with what tells it from others; else path, address or id. */
extern const char *document_name(const Document *doc);

/* The address that readers can open, NULL = none. */
extern const char *document_url(const Document *doc);

/* The file's name of a path; NULL when there is none. */
extern const char *file_name(const char *path);

/* Types of sources as the memo calls them, in its order: "User"; which of them a document's
 * source_type is, in any case, the last for what is none. */
#define NSOURCE_TYPES	6
extern const char *const source_type_labels[NSOURCE_TYPES];
extern int	source_type_of(const char *source_type);

/* Gives documents of one title names that tell them apart. */
extern void tell_documents_apart(struct Memo *memo);

/* Has a name or title more than blanks, which the memo would not show?  NULL has not. */
extern bool name_shows(const char *name);

/* The document with an id, NULL = none. */
extern Document *memo_document(const struct Memo *memo, const char *doc_id, int len);

/* How the ids of passages begin that are quotes as a model's API returned them. */
#define RETURNED_PASSAGE	"model_api:"

#endif							/* MEMO_DOCUMENT_H */
