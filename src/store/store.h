/*
 * store.h
 *		The tables: all SQL text, rows -> Memo, Memo -> rows.
 *
 * Example: what memo_finalize does of it, under one snapshot:
 *
 *		level = store_open();
 *		store_lock(42);
 *		memo = store_load(42, as_of);
 *		... the engine ...
 *		store_save(memo, 7, report);
 *		store_close(level);
 *
 * Owns: SPI, and what crosses it; statements are prepared once a session, with
 * parameters only.  What is read lives until store_close().
 * Never knows: what a marker means.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "blocks/blocks.h"
#include "charts/charts.h"
#include "sources/sources.h"
#include "render/render.h"
#include "import/import.h"

/* ------------------------------------------------------------- spi.c */

/* Are there the store's tables, of whatever version? */
extern bool store_exists(void);

typedef uint32 SnapshotKey[4];	/* becomes that of the active snapshot where it is another's */
extern bool is_same_snapshot(SnapshotKey key);

/* Connects to SPI, makes sure that the store is there and of this library's version, and
 * fixes search_path; store_close takes what store_open returned, and ends that. */
extern int	store_open(void);
extern void store_close(int level);
extern void check_may_finalize(void);	/* an error for a role that may only preview */

/*
 * What our own statements run with, until AtEOXact_GUC(true, the level that this
 * returns).  Operators are pg_catalog's whatever the caller's search_path says.
 */
extern int	settings_open(void);
/* Locks the deal's row until the transaction ends; an error when there is none. */
extern void store_lock(int64 deal_id);
/* The deals that have rows in a table, in order. */
extern int64 *store_deals_of(Oid table, int *count);

/* Values for statements and results: text, text[], bigint[], an array of any element type
 * (nulls NULL = it has none).  A text that is NULL is none of them. */
extern Datum text_datum(const char *text);
extern Datum slice_text(Slice slice);
extern Slice datum_slice(Datum text);
extern Datum text_array_datum(Datum *items, int count);
extern Datum int8_array_datum(const int64 *numbers, int count);
extern Datum array_datum(Datum *items, bool *nulls, int count, Oid type);

/* ------------------------------------------------------------ load.c */
/* Loads the deal in the active snapshot; input_sha256 is that of all it read. */
extern Memo *store_load(int64 deal_id, int32 as_of_day);
/* The same with a given policy instead of the deal's; NULL = the deal's. */
extern Memo *store_load_with(int64 deal_id, int32 as_of_day, const Policy *policy);

/* What is asked of the newest revision. */
typedef struct StoredRevision
{
	int			revision;		/* 0 = none */
	uint8		input_sha256[32];
	char	   *report;			/* JSON text */
	char	   *as_of;			/* ISO date */
} StoredRevision;
extern void store_latest(int64 deal_id, StoredRevision *latest);
extern void store_load_earlier(Memo *memo);	/* words of sections that are much shorter now */

/* ----------------------------------------------------- load_policy.c */

/* The policy in force; an error when there is no such deal. */
extern void store_load_policy(int64 deal_id, Policy *policy);
/* Applies {"key": value, ...} to a policy; an error when it is not valid. */
extern void store_apply_policy(Policy *policy, Datum settings);

/* ------------------------------------------------- load.c: questions */

/* The questions in force: built-in ones, which rows override by key, then others.
 * has_rows: the catalogue's rows are read, too. */
extern int	store_questions(DecisionQuestion **questions, bool has_rows);

/* ----------------------------------------------------- load_metric.c */

/* A memo of no deal with what the metrics of all have in common: catalogue, and
 * the policy for all deals. */
extern Memo *store_load_metric_kinds(void);
/* Names in memocite.metric that nobody knows, as text[]. */
extern Datum store_unknown_metrics(void);

/* The deal's metrics, name and policy, without the rest; NULL when it has no
 * metrics, and none is wanted without.  Where it is likely to have some, they are
 * loaded at once; else it is first looked whether there are any, which is cheap.
 * has_evidence: there are claims or passages; not set for NULL. */
extern Memo *store_load_metrics(const Memo *common, int64 deal_id, bool without, bool is_likely,
								bool *has_evidence);
/* The claims of one section, and what of the deal the ids of its text name, into a Memo
 * that has only metrics. */
extern void store_load_evidence(Memo *memo, Section *section, const Prose *prose);
/* What agents wrote besides the bodies; sections in the order of store_load. */
typedef struct WrittenSection
{
	Datum		structured;		/* jsonb */
	bool		has_structured;
	bool		is_partial;
	char	   *retry_reason;	/* NULL = none */
} WrittenSection;

extern WrittenSection *store_load_written(const Memo *memo);

/* ------------------------------------------------------ block_rows.c */
/* All blocks of the passages, each passage once at least; in the order of
 * passage_ids (a text[], 0 = all), else of documents and pages. */
extern SourceBlock *store_load_passage_blocks(int64 deal_id, const char *doc_id, Datum passage_ids,
											  int *count);
/* Gives passages that have no block one of their own. */
extern void store_add_passage_blocks(int64 deal_id, SourceBlock **passages, int count);
/* Blocks with these ids, ordered by id; unknown ones are left out. */
extern SourceBlock *store_load_blocks(int64 deal_id, const int64 *ids, int nids, int *count);
/* All blocks of the documents of some blocks, ordered by id. */
extern SourceBlock *store_load_document_blocks(int64 deal_id, const SourceBlock *blocks,
											   int nblocks, int *count);
/* All blocks of the deal that have a box, or a part of one. */
extern SourceBlock *store_load_boxes(int64 deal_id, int *count);

/* ------------------------------------------------------------ save.c */

/* A section that is shorter in a call than stored, in characters. */
typedef struct ShorterSection
{
	char	   *section_key;
	int			stored;
	int			given;
	bool		is_refused;		/* the call is unscored: the stored text stays */
} ShorterSection;
/* Writes the sections of a call into the table; returns those that are much shorter. */
extern int	store_upsert_sections(int64 deal_id, Datum sections, ShorterSection **shorter);
/* Tells of one as an event of the memo. */
extern void tell_shorter_section(Memo *memo, const ShorterSection *section);
/* Saves a finished memo as the next revision. */
extern void store_save(Memo *memo, int revision, Datum report);
/* Takes the requests that were seen by store_load out of the queue. */
extern void store_dequeue(Memo *memo);
/* Puts a deal in the queue for this transaction; false when there is no such deal, or
 * it is there already. */
extern bool store_enqueue(int64 deal_id);
/* Position of a section key: catalogue, else built in, else that of an unknown key. */
extern int	store_section_position(const char *section_key);
/* What section_kind calls a section; NULL when it says nothing. */
extern char *store_section_title(const char *section_key);
/* Writes new bodies and claim ids of memo_resolve_collisions back: arrays. */
extern void store_write_back(Memo *memo, Datum keys, Datum bodies, Datum claim_ids, Datum src_ids);

/* ----------------------------------------------- stored.c, load_page.c */

/* How much of a stored revision is read. */
typedef enum ReadDepth
{
	READ_TEXT,
	READ_EDITS					/* and the edit scripts and citations */
} ReadDepth;

/* Is there a revision (0 = any)? */
extern bool store_has_revision(int64 deal_id, int revision);
/* revision 0 = the latest; an error when there is none. */
extern StoredMemo *store_load_revision(int64 deal_id, int revision, ReadDepth depth);
/* The stored revision before one; an error when there is none. */
extern int	store_revision_before(int64 deal_id, int revision);
/* What two revisions say otherwise: "status_changed", and "metric_changed" with its label. */
typedef struct StoredOutcome
{
	const char *kind;
	const char *name;
	const char *from;			/* NULL = nothing */
	const char *to;
} StoredOutcome;
extern int	store_outcomes(int64 deal_id, int from, int to, StoredOutcome **outcomes);
/* The report of a revision as JSON, 0 = the latest; an error when there is none. */
extern char *store_report(int64 deal_id, int revision);
/* The same with what the page needs besides the memo's text. */
extern MemoPage *store_load_page(int64 deal_id, int revision, bool is_author);

/* -------------------------------------------------------- recorded.c */

/* What a revision was made with. */
typedef struct Recorded
{
	int			revision;
	int32		as_of;			/* a DateADT */
	uint8		input_sha256[32];
	Policy		policy;
	char	   *status;
	char	   *version;		/* of the library */
} Recorded;
/* revision 0 = the latest; an error when there is none. */
extern Recorded store_recorded(int64 deal_id, int revision);
extern char *store_differences(int64 deal_id, int revision);	/* since then, in words */
/* Gives a memo what is no input of it and only the call knew: which stored sections
 * stayed although the call had others, and the agents' scores. */
extern void store_restore_call(Memo *memo, int revision);
/* Is all that would be saved of a finished memo, and its report (without ids and timings),
 * byte for byte what was saved? */
extern bool store_is_recorded(const Memo *memo, int revision, Datum report);

/* ----------------------------------------------------- save_import.c */

/* The revision that the text's comment names, else the latest, and the notes of all. */
extern ImportBase store_read_base(int64 deal_id, const Import *import);
/* Writes sections, claims and passages of the import into the tables. */
extern void store_write_import(const ImportResult *result, int64 deal_id);

/* -------------------------------------------------------- restore.c */

/* Has a section another text or title than in the latest revision, or is there none? */
extern bool store_has_changed(int64 deal_id);

typedef struct RestoredSection
{
	const char *section_key;
	const char *action;			/* "restored", "unchanged", "deleted" */
	Datum		unknown_ids;	/* bigint[]: ids of its text that no claim has, 0 = none */
} RestoredSection;
/* Makes the agents' sections of a revision the deal's again. */
extern RestoredSection *store_restore(int64 deal_id, int revision, int *count);

/* ----------------------------------------------------------- jsonb.c */

/* A tree of a jsonb Datum, toasted or not, whose texts it borrows.  NULL when it is larger
 * than max_bytes or nested deeper than max_depth; *problem then says so in words. */
extern Json *jsonb_read(Datum jsonb, int max_bytes, int max_depth, char **problem);

/* A jsonb of its text, an error when it is none. */
extern Datum jsonb_datum(const char *text);

/* ------------------------------------------------------ jsonb_write.c */
extern JsonSink *jsonb_sink(MemoryContext result);	/* where the jsonb is to be */
extern Datum jsonb_sink_datum(JsonSink *sink);	/* when all is closed */

#endif							/* STORE_STORE_H */
