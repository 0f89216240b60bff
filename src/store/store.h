/*
 * store.h
 *		The tables: all SQL text, rows -> Memo, Memo -> rows.
 *
 * Example: store_load(memo) reads a deal in one snapshot; statements are prepared once a
 * session, with parameters only.
 *
 * Owns: SPI, and what crosses it.
 * Never knows: what a marker means.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "blocks/blocks.h"
#include "render/render.h"
#include "import/import.h"

/* -------------------------------------------------------- settings.c */

extern bool is_restoring;		/* rows are as they were stored (memocite.c) */
/* The columns of revision_detail, in the order of detaillist.h. */
typedef enum DetailColumn
{
#define DETAIL(name, type) DETAIL_##name,
#include "store/detaillist.def"
#undef DETAIL
	NDETAILS
} DetailColumn;

/* --------------------------------------------------------- columns.c */

/* Fills values and nulls (' ' or 'n') of all columns from a finished Memo. */
extern void detail_columns(const Memo *memo, Datum *values, char *nulls);

extern Datum text_datum(const char *text);
extern Datum text_array_datum(Datum *items, int count);	/* text[] */
/* ---------------------------------------------------- insight_json.c */

/* What is wrong with the detail of an insight of that kind, with the path of
 * it, in words for the user; NULL when nothing is. */
extern char *insight_detail_problem(InsightKind kind, Datum detail);

/* The same for what memo_load_context takes. */
extern char *insight_context_problem(Datum context);

/* Does a detail name its metric? */
extern bool insight_has_label(Datum detail);

/* The kind of a name such as "ic_note"; NINSIGHT_KINDS when there is none. */
extern InsightKind insight_kind(const char *name);

/* ----------------------------------------------------------- store.c */

/* Connects to SPI, makes sure that the store is there and fixes search_path;
 * store_close takes what store_open returned, and ends that. */
extern int	store_open(void);

extern void store_close(int level);
/* ------------------------------------------------------------ load.c */

/* An error unless the store has this library's version. */
extern void store_check_version(void);

/* ----------------------------------------------------------- store.c */

/* Locks the deal's row until the transaction ends; an error when there is none. */
extern void store_lock(int64 deal_id);

/* ----------------------------------------------------- load_metric.c */

/* A memo of no deal with what the metrics of all have in common: catalogue, and
 * the policy for all deals. */
extern Memo *store_load_metric_kinds(void);

/* Names in memocite.metric that nobody knows, as text[]. */
extern Datum store_unknown_metrics(void);

/* The deal's metrics, name and policy, without the rest; NULL when it has no
 * metrics, and none is wanted without.  Where it is likely to have some, they are
 * loaded at once; else it is first looked whether there are any, which is cheap. */
extern Memo *store_load_metrics(const Memo *common, int64 deal_id, bool without, bool is_likely);

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
/* Checks a structured output; the fields that it has in the catalogue's order,
 * then unknown ones. */
typedef struct StructuredField
{
	const char *metric;
	Datum		structured;		/* numeric */
	bool		has_structured;
	const CanonicalMetric *canonical;
	Datum		distance;		/* numeric, from the canonical value; the delta is a share of its size */
	Datum		size;
	bool		has_delta;
	const char *verdict;		/* "ok", "retry", "not_comparable", "invalid" */
	const char *field;
} StructuredField;

/* What a section must be written again for, and what of it was asked once and is not
 * asked again; "" when nothing. */
typedef struct RetryReason
{
	char	   *asks;
	char	   *kept;
	bool		has_structured; /* the structured output is among what is asked */
} RetryReason;

/* A section that is shorter in a call than stored, in characters. */
typedef struct ShorterSection
{
	char	   *section_key;
	int			stored;
	int			given;
	bool		is_refused;		/* the call is unscored: the stored text stays */
} ShorterSection;

/* ------------------------------------------------------------ save.c */

/* Writes the sections of a call into the table; returns those that are much shorter. */
extern int	store_upsert_sections(int64 deal_id, Datum sections, ShorterSection **shorter);

extern void tell_shorter_section(Memo *memo, const ShorterSection *section);
/* ------------------------------------------------------------ load.c */

/* Loads the deal in the active snapshot; input_sha256 is that of all it read. */
extern Memo *store_load(int64 deal_id, int32 as_of_day);

/* The same with a given policy instead of the deal's; NULL = the deal's. */
extern Memo *store_load_with(int64 deal_id, int32 as_of_day, const Policy *policy);

extern void store_latest(int64 deal_id, StoredRevision *latest);
/* The policy in force; an error when there is no such deal. */
extern void store_load_policy(int64 deal_id, Policy *policy);

/* ------------------------------------------------------------ save.c */

/* The report of a revision as JSON, 0 = the latest; an error when there is none. */
extern char *store_report(int64 deal_id, int revision);

/* ------------------------------------------------------ load_chart.c */

/* The questions in force; has_rows: the catalogue's rows are read, too. */
extern int	store_questions(DecisionQuestion **questions, bool has_rows);

/* ------------------------------------------------------------ save.c */

/* Saves a finished memo as the next revision. */
extern void store_save(Memo *memo, int revision, Datum report);

/* Takes the requests that were seen by store_load out of the queue. */
extern void store_dequeue(Memo *memo);

/* Puts a deal in the queue for this transaction. */
extern bool store_enqueue(int64 deal_id);

/* Position of a section key: catalogue, else built in, else 1000. */
extern int	store_section_position(const char *section_key);

/* What section_kind calls a section; NULL when it says nothing. */
extern char *store_section_title(const char *section_key);

/* ------------------------------------------------------------ load.c */

/* Applies {"key": value, ...} to a policy; an error when it is not valid. */
extern void store_apply_policy(Policy *policy, Datum settings);

/* How much of a stored revision is read. */
typedef enum ReadDepth
{
	READ_TEXT,
	READ_LEDGER,				/* and the citations */
	READ_EDITS					/* and the edit scripts */
} ReadDepth;

/* ------------------------------------------------------------ save.c */

/* revision 0 = the latest; an error when there is none. */
extern StoredMemo *store_load_revision(int64 deal_id, int revision, ReadDepth depth);

/* The stored revision before one; an error when there is none. */
extern int	store_revision_before(int64 deal_id, int revision);

/* Writes new bodies and claim ids of memo_resolve_collisions back. */
extern void store_write_back(Memo *memo, Datum keys, Datum bodies, Datum claim_ids, Datum src_ids);

/* -------------------------------------------------------- settings.c */

extern bool notify_enabled;		/* memocite.notify */
extern char *worker_databases;	/* memocite.databases */
extern int	worker_count;		/* memocite.workers */
extern int	worker_debounce;	/* memocite.debounce, ms */
extern int	worker_idle_timeout;	/* memocite.idle_timeout, ms */
extern bool is_preloaded;		/* by shared_preload_libraries */
/*
 * What our own statements run with, until AtEOXact_GUC(true, the level that this
 * returns).  Operators are pg_catalog's whatever the caller's search_path says.
 * Plans are kept, so each goes by an index, also when it is made while the tables
 * are small: they grow.  (A catalogue that is read whole looks so dear then that
 * the server would compile the plan.)  A function's SET would cost a trigger 3 us
 * a row.
 */
extern int	settings_open(void);

#define MAX_WORKER_DATABASES	32
#define MAX_WORKERS				8	/* of one database */

/* Defines them, once a process. */
extern void settings_define(void);

/* ----------------------------------------------------- store_block.c */

/* All blocks of the passages, each passage once at least; in the order of
 * passage_ids (a text[], 0 = all), else of documents and pages. */
extern SourceBlock *store_load_passage_blocks(int64 deal_id, const char *doc_id, Datum passage_ids, int *count);

/* Gives passages that have no block one of their own. */
extern void store_add_passage_blocks(int64 deal_id, SourceBlock **passages, int count);

/* Blocks with these ids, ordered by id; unknown ones are left out. */
extern SourceBlock *store_load_blocks(int64 deal_id, const int64 *ids, int nids, int *count);

/* All blocks of the documents of some blocks, ordered by id. */
extern SourceBlock *store_load_document_blocks(int64 deal_id, const SourceBlock *blocks, int nblocks, int *count);

/* All blocks of the deal that have a box, or a part of one. */
extern SourceBlock *store_load_boxes(int64 deal_id, int *count);

/* ------------------------------------------------------- load_page.c */

/* load_page.c: reads what the page needs besides the memo's text. */
extern MemoPage *store_load_page(int64 deal_id, int revision);

/* ----------------------------------------------------- save_import.c */

/* What the JSON of our comment says; an error when it is damaged. */
extern ImportBinding *store_read_binding(Slice json);

/* Writes sections, claims and passages of the import into the tables. */
extern void store_write_import(const Import *import, int64 deal_id);

/* ------------------------------------------------------ json_build.c */

/*
 * A jsonb that is built value by value (json_build.c).  Texts are borrowed until
 * it is done; the caller keeps objects, keys and values in order.
 */
typedef struct JsonBuild
{
	JsonSink	sink;			/* the functions below, see build_sink() */
	struct JsonbParseState *state;
	struct JsonbValue *root;	/* when all is closed */
	int64		bytes;			/* so far, at least */
} JsonBuild;

/* The same as a sink, for who writes JSON without knowing of jsonb. */
extern JsonSink *build_sink(JsonBuild *build);

extern void build_object(JsonBuild *build);
extern void build_end_object(JsonBuild *build);
extern void build_array(JsonBuild *build);
extern void build_end_array(JsonBuild *build);
extern void build_key(JsonBuild *build, const char *key);
extern void build_string(JsonBuild *build, Slice text);
extern void build_int(JsonBuild *build, int64 number);
extern void build_json(JsonBuild *build, const Json *value);
/* A key and its value; a number is rounded to three decimals. */
extern void build_member_int(JsonBuild *build, const char *key, int64 number);

extern void build_member_thousandths(JsonBuild *build, const char *key, double number);
extern void build_member_text(JsonBuild *build, const char *key, const char *text);
extern void build_member_bool(JsonBuild *build, const char *key, bool truth);
extern void build_member_null(JsonBuild *build, const char *key);
/* ------------------------------------------------------ json_datum.c */

/* The finished jsonb, made in a loop that can be cancelled (json_datum.c). */
extern Datum build_datum(const JsonBuild *build);

/* A jsonb of its text. */
extern Datum jsonb_datum(const char *text);

#define MAX_ARGS	96
typedef struct Statement
{
	const char *sql;
	int			nargs;
	Oid			types[MAX_ARGS];
	struct _SPI_plan *plan;		/* made at its first run, kept for the session */
} Statement;

/* ----------------------------------------------------------- store.c */

extern Statement stmt_read_recorded;
extern Statement stmt_read_call_events;
extern Statement stmt_read_scores;
extern Statement stmt_read_written_sections;
extern Statement stmt_read_detail;
extern Statement stmt_compare_report;
/* The same for one that only reads, in the active snapshot. */
extern int	statement_query(Statement *statement, Datum *values);

extern char *text_column(int row, int number);	/* NULL when NULL */
extern Slice slice_column(int row, int number); /* never NULL */
extern int64 int_column(int row, int number, int64 when_null);
extern bool bool_column(int row, int number);
extern bool hash_column(int row, int number, uint8 *hash);
/* ------------------------------------------------------------ save.c */

extern void no_revision(int64 deal_id, int revision);

/* A column of a row that the last statement read; number from 1. */
extern Datum column(int row, int number, bool *is_null);

#endif							/* STORE_STORE_H */
