/*
 * store_internal.h
 *		What the files of store/ share with nobody else: statements and rows.
 */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store/store.h"

#define BATCH_BYTES	(8 * 1024 * 1024)	/* of text in one statement */

/* ------------------------------------------------------ statements.c */

#define MAX_ARGS	96

/* Position of a section that has none, and of a key that is not built in: before the exit. */
#define UNPLACED	800

typedef struct Statement
{
	const char *sql;			/* NULL = not made yet */
	int			nargs;
	Oid			types[MAX_ARGS];
	struct _SPI_plan *plan;		/* made at its first run, kept for the session */
	int			options;		/* that it was made with */
} Statement;

#define STATEMENT(name, count, ...) Statement name = {.nargs = count, .types = {__VA_ARGS__}, .sql =
#define END , .plan = NULL}

/* The columns of revision_detail, in the order of detaillist.def. */
typedef enum DetailColumn
{
#define DETAIL(name, type, value) DETAIL_##name,
#include "store/detaillist.def"
#undef DETAIL
	NDETAILS
} DetailColumn;

/* Makes the text of stmt_insert_detail of detaillist.def. */
extern void complete_statement(Statement *statement);

/* a deal's rows */
extern Statement stmt_lock_deal, stmt_load_deal, stmt_load_policy, stmt_load_version,
			stmt_load_titles, stmt_load_contents, stmt_load_places,
			stmt_load_questions, stmt_policy_pairs;

/* metrics, and what the trigger of a section reads */
extern Statement stmt_find_metric, stmt_load_metric_kinds, stmt_load_metric_names,
			stmt_load_metrics, stmt_load_evidence, stmt_load_written;

/* blocks */
extern Statement stmt_load_passage_blocks, stmt_load_named_blocks, stmt_load_blocks,
	stmt_load_document_blocks,
			stmt_load_boxes, stmt_find_unknown, stmt_add_passage_blocks;

/* saving */
extern Statement stmt_load_latest, stmt_load_earlier, stmt_load_stored_hashes, stmt_insert_revision,
			stmt_insert_sections, stmt_insert_detail, stmt_save_newest, stmt_prune_revisions,
			stmt_delete_requests, stmt_insert_request, stmt_find_section_kind,
			stmt_find_bad_section, stmt_find_longer_sections, stmt_find_claims,
			stmt_find_unread_members, stmt_insert_claimed_sections, stmt_put_claims,
			stmt_upsert_sections, stmt_update_bodies, stmt_update_claims;

/* revisions read back */
extern Statement stmt_read_report, stmt_read_revision, stmt_read_sections, stmt_read_edits,
			stmt_read_notes, stmt_read_references, stmt_read_citations,
			stmt_read_page, stmt_read_grades, stmt_read_checkpoints, stmt_read_marks,
			stmt_read_answers, stmt_read_page_metrics, stmt_read_removed, stmt_read_judged,
			stmt_find_revision_before, stmt_compare_outcomes;

/* a revision made again */
extern Statement stmt_read_recorded, stmt_find_differences, stmt_read_call_events, stmt_read_scores,
			stmt_read_written_sections, stmt_read_detail, stmt_compare_report;

/* a memo taken in again */
extern Statement stmt_read_defined, stmt_import_sections,
			stmt_import_claims, stmt_import_documents, stmt_update_insight, stmt_set_primary,
			stmt_find_changed, stmt_delete_others, stmt_find_unknown_ids;

/* ------------------------------------------------------------- spi.c */

/* Runs a statement that writes; nulls as in SPI, NULL = none are.  Returns the
 * number of rows. */
extern int	statement_run(Statement *statement, Datum *values, const char *nulls);

/* The same for one that only reads, in the active snapshot. */
extern int	statement_query(Statement *statement, Datum *values);

/* With the values in place of an array. */
#define RUN(statement, ...) statement_run(&(statement), (Datum []) {__VA_ARGS__}, NULL)
#define QUERY(statement, ...) statement_query(&(statement), (Datum []) {__VA_ARGS__})

/* Of those whose values are a deal, or a deal and a revision. */
extern int	query_deal(Statement *statement, int64 deal_id);
extern int	query_revision(Statement *statement, int64 deal_id, int revision);

/* As statement_query, but what follows allocates where the caller does: SPI
 * leaves its own context as the current one, which ends with store_close. */
extern int	query_in_place(Statement *statement, Datum *values);

/* A column of a row that the last statement read; number from 1. */
extern Datum column(int row, int number, bool *is_null);
extern char *text_column(int row, int number);	/* NULL when NULL */
extern Slice slice_column(int row, int number); /* never NULL */
extern int64 id_column(int row, int number, int64 when_null);	/* bigint or int */
extern int	int_column(int row, int number, int when_null);
extern double float_column(int row, int number);	/* float8; NaN when NULL */
extern bool bool_column(int row, int number);	/* false when NULL */
extern bool hash_column(int row, int number, uint8 *hash);	/* false when it is no SHA-256 */
extern char *json_column(int row, int number);	/* jsonb as text, NULL when NULL */

/* A date as text, and as a DateADT (0 when NULL); NULL when it has no day. */
extern char *day_column(int row, int number, int32 *day);

/* "2026-06-30" of a DateADT. */
extern char *iso_date(int32 day);

/* A page as it is loaded: 0 = none, below 0 = not valid (INT_MIN is a 0), which
 * check_page() tells of. */
extern int	page_column(int row, int number);

/* The elements of an array of any type; none when NULL. */
extern Datum *elements_column(int row, int number, bool **nulls, int *count);

/* Those of text[], with room for one more. */
extern char **texts_column(int row, int number, int *count);

/* As palloc_array_huge, but zeroed. */
static inline void *
zeroed_array(Size count, Size size)
{
	return memset(palloc_array_huge(count, size), 0, count * size);
}

/* An error; does not return. */
extern void no_deal(int64 deal_id);

/* ------------------------------------------------------------ keys.c */

/* Things by their key.  first is the member of the first thing that points to its key,
 * size that of a thing; which of them has a key, -1 = none. */
typedef struct KeyIndex KeyIndex;

extern KeyIndex *index_keys(const void *first, int count, Size size);
extern KeyIndex *index_sections(const Memo *memo);
extern int	key_at(KeyIndex *index, const char *text);

/* ----------------------------------------------------- load_policy.c */

/* Applies the settings of two columns of the first row: those of all deals (jsonb[]),
 * then the deal's own (jsonb); 0 = there is no such column. */
extern void apply_policy_columns(Policy *policy, int all, int own);

/* ----------------------------------------------------------- input.c */

/* A table of a deal, column by column. */
typedef struct InputTable InputTable;

extern InputTable section_input, document_input, claim_input, passage_input, range_input,
			insight_input, chart_input;

/* Reads the rows of a deal as they come; sections first, then documents, then the others. */
extern void load_table(Memo *memo, InputTable *table);

/* Appends all that was read of a table, in its order now, in one canonical form. */
extern void hash_table(const Memo *memo, const InputTable *table, StringInfo input);

/* Appends a text, which may be NULL, so that no other looks the same. */
extern void hash_text(StringInfo input, const char *text);

/* The callbacks of a Memo: the passages of documents, and those that claims quote, each once. */
extern void fetch_passages(Memo *memo, const PassageWants *wants, Passage **passages,
						   int *npassages);

/* ----------------------------------------------------- load_metric.c */

/* Metrics and kinds of metrics that are a column of the first row; input gets them, too,
 * NULL = there is none. */
extern void load_metric_rows(Memo *memo, int number, StringInfo input);
extern void load_metric_kind_rows(Memo *memo, int number, StringInfo input);

/* -------------------------------------------------- ledger_columns.c */

/* Fills values and nulls (' ' or 'n') of all columns from a finished Memo. */
/* NULL = too few words for one. */
extern const char *grade_letter(const Grade *grade);
extern void detail_columns(const Memo *memo, Datum *values, char *nulls);

/* ----------------------------------------------------- save_import.c */

/* Writes sections in reading order. */
extern void store_write_sections(int64 deal_id, const ImportedSection **sections, int count);

/* ---------------------------------------------------------- stored.c */

/* An error; does not return.  revision 0 = the latest. */
extern void no_revision(int64 deal_id, int revision);

/* ----------------------------------------------------------- jsonb.c */

/* The numeric of a number as JSON writes it. */
extern Datum json_numeric(Slice text);

#endif							/* STORE_INTERNAL_H */
