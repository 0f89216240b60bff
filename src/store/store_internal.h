/*
 * store_internal.h
 *		What the files of store/ share with nobody else: statements and rows.
 */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store/store.h"
#include "memo/memo.h"

/* ---------------------------------------------------- insight_json.c */

/* Fills the members of an insight that come from its detail. */
extern void insight_read_detail(Insight *insight, Datum detail);

/* ------------------------------------------------------------ load.c */

/* Text of the two statements on revision_detail, which is made of detaillist.def. */
extern void complete_statement(Statement *statement);

/* "2026-06-30" of a DateADT. */
extern char *iso_date(int32 day);

#define STATEMENT(name, count, ...) Statement name = {.nargs = count, .types = {__VA_ARGS__}, .sql =
#define END , .plan = NULL}
/* ----------------------------------------------------------- store.c */

extern Statement stmt_lock_deal;
extern Statement stmt_load_deal;
extern Statement stmt_load_passage_blocks;
extern Statement stmt_load_named_blocks;
extern Statement stmt_load_blocks;
extern Statement stmt_load_document_blocks;
extern Statement stmt_load_boxes;
extern Statement stmt_find_unknown;
extern Statement stmt_add_passage_blocks;
extern Statement stmt_load_policy;
extern Statement stmt_load_version;
extern Statement stmt_load_sections;
extern Statement stmt_load_titles;
extern Statement stmt_load_documents;
extern Statement stmt_load_claims;
extern Statement stmt_load_passages;
extern Statement stmt_load_contents;
extern Statement stmt_load_places;
extern Statement stmt_load_quoted;
extern Statement stmt_find_metric;
extern Statement stmt_load_metric_kinds;
extern Statement stmt_load_metric_names;
extern Statement stmt_load_metrics;
extern Statement stmt_load_evidence;
extern Statement stmt_load_written;
extern Statement stmt_load_ranges;
extern Statement stmt_load_insights;
extern Statement stmt_load_charts;
extern Statement stmt_load_questions;
extern Statement stmt_load_latest;
extern Statement stmt_load_stored_hashes;
extern Statement stmt_policy_pairs;
extern Statement stmt_insert_revision;
extern Statement stmt_read_report;
extern Statement stmt_insert_sections;
extern Statement stmt_insert_detail;
extern Statement stmt_prune_revisions;
extern Statement stmt_delete_requests;
extern Statement stmt_insert_request;
extern Statement stmt_find_section_kind;
extern Statement stmt_find_bad_section;
extern Statement stmt_find_longer_sections;
extern Statement stmt_upsert_sections;
extern Statement stmt_read_revision;
extern Statement stmt_read_sections;
extern Statement stmt_read_edits;
extern Statement stmt_read_notes;
extern Statement stmt_read_references;
extern Statement stmt_read_shown;
extern Statement stmt_read_citations;
extern Statement stmt_read_page;
extern Statement stmt_read_grades;
extern Statement stmt_read_checkpoints;
extern Statement stmt_read_marks;
extern Statement stmt_read_answers;
extern Statement stmt_find_revision_before;
extern Statement stmt_read_comment;
extern Statement stmt_read_binding;
extern Statement stmt_import_sections;
extern Statement stmt_import_passages;
extern Statement stmt_import_claims;
extern Statement stmt_set_primary;
extern Statement stmt_update_bodies;
extern Statement stmt_update_claims;
/* Runs a statement that writes; nulls as in SPI, NULL = none are.  Returns the
 * number of rows. */
extern int	statement_run(Statement *statement, Datum *values, const char *nulls);

extern int	query_in_place(Statement *statement, Datum *values);

extern char *json_column(int row, int number);	/* jsonb as text */
/* ---------------------------------------------------- load_insight.c */

/* The deal's insights, after its sections (load_insight.c). */
extern void store_load_insights(Memo *memo, Datum *key);

/* ----------------------------------------------------- load_metric.c */

/* load_metric.c: rows that come as an array of arrays, into the Memo. */
extern void load_metric_rows(Memo *memo, Datum rows, bool is_null);

extern void load_metric_kind_rows(Memo *memo, Datum rows, bool is_null);
extern void fetch_quoted(Memo *memo, Claim **claims, int count, Passage **passages, int *npassages);
/* ------------------------------------------------------------ load.c */

/* The input hash of all that was read. */
extern void hash_input(Memo *memo);

extern void check_version(int64 version);
extern void apply_policies(Memo *memo, Datum policies, bool is_null, Datum own, bool own_is_null);
/* ---------------------------------------------------- load_section.c */

/* The sections, in reading order (load_section.c). */
extern void load_section_rows(Memo *memo, Datum *key);

/* Where a section is, to be looked up by its key. */
typedef struct SectionKey
{
	const char *key;
	int			index;
} SectionKey;

extern int	compare_section_keys(const void *a, const void *b);
/* ------------------------------------------------------ load_claim.c */

/* The claims, after sections and documents (load_claim.c). */
extern void load_claim_rows(Memo *memo, Datum *key);

/* ------------------------------------------------------------ load.c */

/* A page as it is loaded: 0 = none, below 0 = not valid, which check_page() tells of. */
extern int	page_column(int row, int number);

/* ------------------------------------------------------ load_chart.c */

/* The candidate charts of a deal that has some (load_chart.c). */
extern void load_charts(Memo *memo, Datum *key);

/* ----------------------------------------------------------- store.c */

/* An error; does not return. */
extern void no_deal(int64 deal_id);

#endif							/* STORE_INTERNAL_H */
