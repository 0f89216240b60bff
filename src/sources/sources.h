/*
 * sources.h
 *		Which document a text names, and which claim an id means.
 *
 * Example: "Rent Roll, p. 4" names the document titled Rent Roll, at page 4; id 1 of
 * section risk means the claim that this section has for it.
 *
 * Owns: the index of names, made once a memo.
 * Never knows: where a reference will stand.
 */
#ifndef SOURCES_SOURCES_H
#define SOURCES_SOURCES_H

#include "base/base.h"
#include "memo/memo.h"

/* A row of the model-intelligence context; the columns of memocite.insight. */
typedef enum InsightKind
{
	INSIGHT_IC_NOTE,
	INSIGHT_MODEL_WARNING,
	INSIGHT_SOURCE_CONFLICT,
	INSIGHT_LINEAGE,
	NINSIGHT_KINDS
} InsightKind;

/* One value of a source conflict. */
typedef struct ConflictValue
{
	const char *value;
	bool		is_number;
	char	   *unit;			/* NULL = none, as are the texts below */
	char	   *source_type;
	char	   *doc_id;
	char	   *ingested_on;
	int			precedence;
	int			index;			/* as written */
} ConflictValue;

/* One assumption that a metric rests on. */
typedef struct Assumption
{
	char	   *label;
	char	   *cell;
	char	   *value;
	double		influence;		/* NaN = unknown */
	int			index;
} Assumption;

typedef struct Insight
{
	InsightKind kind;
	char	   *section_key;	/* NULL: the first section that fits */
	int			section;		/* its index, -1 = NULL or unknown */
	char	   *anchor;
	char	   *metric;
	double		influence;		/* NaN = unknown */
	char	   *message;
	char	   *detail;			/* as text, for order and hash */
	char	   *author;			/* of an analyst's note, NULL = unknown, as are these: */
	char	   *date;
	char	   *severity;
	char	   *cell;			/* where in the model */
	char	   *label;			/* the metric's name in the model */
	int			depth;			/* of the formula chain, -1 = unknown */
	int			total;			/* assumptions of the model, listed or not; 0 = unknown */
	ConflictValue *values;
	int			nvalues;
	Assumption *assumptions;
	int			nassumptions;
} Insight;

/* A set of ids. */
static inline void
ids_add(KeyMap *ids, int64 id)
{
	*keymap_at(ids, (uint64) id) = 1;
}

static inline bool
ids_have(const KeyMap *ids, int64 id)
{
	return keymap_get(ids, (uint64) id) != 0;
}

/* ----------------------------------------------------------- order.c */

/* Bring rows into the order that stages expect: documents before the rest, sections
 * before claims, whose places in the sections are settled then. */
extern void order_documents(Memo *memo);
extern void order_sections(Memo *memo);
extern void order_claims(Memo *memo);

/* A page below 1 is an event, and none. */
extern void check_page(Memo *memo, Identity *identity, int section);

/* What the locator of a claim whose page is read says: '' the whole document, beside a
 * page more of the place. */
extern void claim_read_locator(Claim *claim);

/* A passage that is a quote as a model's API returned it is none to look for it in. */
extern void claim_read_passage(Claim *claim);

/* "ic_note", ...: what rows and readers call a kind. */
extern const char *insight_kind_name(InsightKind kind);

/* Brings the insights into the order in which stages take them. */
extern void order_insights(Memo *memo);

/* ----------------------------------------------------------- claim.c */

/* The claim of the section with that id: the one whose text matches the
 * marker's sentence, else the lowest page (*is_ambiguous); NULL when none.
 * citation: its marker, and the page that it names as a hint; may be NULL. */
extern Claim *claim_for_id(Memo *memo, Section *section, int64 id, const Citation *citation,
						   bool *is_ambiguous);

/* ----------------------------------------------------------- names.c */

/* Documents by what agents call them: title, doc_id, path, file name, tag. */
typedef struct NameIndex NameIndex;

extern NameIndex *name_index(const Memo *memo);

/* That of the memo, made when it is first needed. */
extern NameIndex *memo_names(Memo *memo);

/* A text as names are compared with it, but for their case: on one line, with ASCII's quotation
 * marks for others, without Markdown's signs.  The caller's. */
extern char *name_plain(Slice text);

/* Bytes of the longest name at a byte of such a text in lower case, 0 = none is there; its
 * document, NULL where several have it. */
extern int	name_at(NameIndex *index, Slice folded, int pos, Document **doc);

/* Is there another document of a name with a year, "Rent Roll 2025" beside "Rent Roll"? */
extern bool name_has_edition(NameIndex *index, Slice folded, Slice year,
							 const Document *doc);

/* Has the document this title? */
extern bool name_is_title(const Document *doc, Slice folded);

/* The document whose tag, doc_id or path is exactly this, else the one whose path ends
 * with this file name; NULL when none or several. */
extern Document *name_exact(Memo *memo, Slice text, bool *is_ambiguous);

/* The document with this tag, in any case; *is_ambiguous: several have it, and the one
 * that has it in this case is returned, if any. */
extern Document *name_tagged(Memo *memo, Slice tag, bool *is_ambiguous);

/* The document with this address as its url or path, NULL when none or several. */
extern Document *name_addressed(Memo *memo, Slice address);

/* The one document of the deal whose address stands in a text, with its page; doc NULL when there
 * is none, or several are. */
extern Identity name_in_addresses(Memo *memo, Slice text);

/* --------------------------------------------------------- address.c */

/* The next address in a text from *pos on, "https://...", "www....", without what ends a sentence
 * behind it; *pos is then behind it.  False when there is none. */
extern bool address_next(Slice text, int *pos, Slice *address);

/* Is the last thing that a text says an address? */
extern bool address_ends(Slice text, Slice *address);

/* An address without what does not tell it from another: scheme, "www.", fragment, the last slash,
 * parameters of tracking; the host in lower case. */
extern Slice address_normal(Slice address);

/* The page that its fragment says, "#page=12", 0 = none. */
extern int	address_page(Slice address);
extern Slice address_without_page(Slice address);

/* ------------------------------------------------------- reference.c */

typedef struct Reference
{
	Identity	identity;		/* the document, and where in it */
	bool		is_dated;		/* it says a date or version, */
	bool		is_quoted;		/* a quotation or address, which its note will not */
} Reference;

/* The references of which a text is a list, at most so many; 0 when it says anything else. */
extern int	reference_list(NameIndex *names, Slice text, Reference *out, int most);

/* The one reference that a text is; false when it is none, or several. */
extern bool name_find(NameIndex *names, Slice text, Identity *identity);

/* "Contradicted by", "Not in": does a text say that what it is beside is no source? */
extern bool text_denies_source(const char *text);

/* A source without a place takes that of a marker: its page (0 = none) and locator. */
extern void identity_take_place(Identity *identity, int named, Slice place);

/* The same for a citation; an event tells when its source says another place. */
extern void citation_settle_place(Memo *memo, Citation *citation, int named);

/* -------------------------------------------------- insight_detail.c */

#define MAX_DETAIL_DEPTH	1000	/* of an insight's JSON */
#define MAX_DETAIL_BYTES	MAX_SECTION_BYTES

/* What is wrong with the detail of an insight of that kind, with the path of it, in words
 * for the user; NULL when nothing is.  The same for what memo_load_context takes. */
extern char *insight_detail_problem(InsightKind kind, const Json *detail);
extern char *insight_context_problem(const Json *context);

/* Does a detail name its metric? */
extern bool insight_has_label(const Json *detail);

/* The kind of a name such as "ic_note"; NINSIGHT_KINDS when there is none. */
extern InsightKind insight_kind(const char *name);

/* Fills the members that come from insight->detail. */
extern void insight_read_detail(Insight *insight);

#endif							/* SOURCES_SOURCES_H */
