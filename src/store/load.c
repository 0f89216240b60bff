/*
 * load.c
 *		The tables of a deal -> a Memo: the deal's row, documents, ranges.
 *
 * Each table is one statement.  What a deal need not have (passages, insights,
 * charts, questions of its own) is read where the deal's row says that it has some.
 * Sections, claims, passages, insights, charts and metrics have a load_*.c each.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include "utils/array.h"
#include "utils/date.h"

/* policy NULL = the deal's; a replay brings the one of its revision. */
static void
load_deal_row(Memo *memo, const Policy *policy)
{
	bool		is_null;

	if (query_deal(&stmt_load_deal, memo->deal_id) == 0)
		no_deal(memo->deal_id);
	memo->name = text_column(0, 1);
	memo->primary_doc_id = text_column(0, 2);
	memo->queue_requests = column(0, 5, &is_null);
	memo->has_requests = ARR_NDIM(DatumGetArrayTypeP(memo->queue_requests)) > 0;
	memo->has_passages = hash_column(0, 6, memo->passages_sha256);
	memo->has_insights = bool_column(0, 7);
	memo->has_charts = bool_column(0, 10);
	memo->has_own_questions = bool_column(0, 11);
	load_metric_kind_rows(memo, 9);
	load_metric_rows(memo, 8);
	if (policy == NULL)
		apply_policy_columns(&memo->policy, 4, 3);
	else
		memo->policy = *policy;
}

/* Stale is a document at the memo's date, by the policy. */
static void
load_document_row(Memo *memo, Document *doc, int row)
{
	doc->doc_id = text_column(row, 2);
	doc->doc_id_len = (int) strlen(doc->doc_id);
	doc->title = text_column(row, 3);
	doc->path = text_column(row, 4);
	doc->source_type = text_column(row, 5);
	doc->tag = text_column(row, 6);
	doc->ingested_on = day_column(row, 7, &doc->ingested_day);
	doc->src_id = id_column(row, 8, -1);
	if (doc->ingested_on == NULL)
		doc->ingested_day = 0;
	else
		doc->is_stale = (int64) memo->as_of_day - doc->ingested_day > memo->policy.stale_days;
}

static void
load_document_rows(Memo *memo)
{
	memo->ndocuments = query_deal(&stmt_load_documents, memo->deal_id);
	memo->documents = palloc0(sizeof(Document) * (memo->ndocuments + 1));
	for (int i = 0; i < memo->ndocuments; i++)
		load_document_row(memo, &memo->documents[i], i);
	order_documents(memo);
}

/* ------------------------------------------------------------------ ranges */

/* Ranges of ids that mean the same in all sections. */
static void
load_range_rows(Memo *memo)
{
	memo->nranges = query_deal(&stmt_load_ranges, memo->deal_id);
	memo->ranges = palloc0(sizeof(SrcRange) * (memo->nranges + 1));
	for (int i = 0; i < memo->nranges; i++)
		memo->ranges[i] = (SrcRange) {id_column(i, 1, 0), id_column(i, 2, 0)};
}

/* ------------------------------------------------------------------- deals */

Memo *
store_load(int64 deal_id, int32 as_of_day)
{
	return store_load_with(deal_id, as_of_day, NULL);
}

Memo *
store_load_with(int64 deal_id, int32 as_of_day, const Policy *policy)
{
	Memo	   *memo = memo_create(deal_id);

	memo->as_of_day = as_of_day;
	strlcpy(memo->as_of, iso_date(as_of_day), sizeof(memo->as_of));
	load_deal_row(memo, policy);
	load_section_rows(memo);
	load_document_rows(memo);
	load_claim_rows(memo);
	if (memo->has_passages)
		load_passage_rows(memo);
	memo->fetch_passages = fetch_passages;
	memo->fetch_quoted = fetch_quoted;
	load_range_rows(memo);
	if (memo->has_insights)
		load_insight_rows(memo);
	if (memo->has_charts)
		load_chart_rows(memo);
	memo->nquestions = store_questions(&memo->questions, memo->has_own_questions);
	hash_input(memo);
	return memo;
}

void
store_latest(int64 deal_id, StoredRevision *latest)
{
	int32		day;

	memset(latest, 0, sizeof(*latest));
	if (query_deal(&stmt_load_latest, deal_id) == 0)
		return;
	latest->revision = int_column(0, 1, 0);
	hash_column(0, 2, latest->input_sha256);
	latest->report = json_column(0, 3);
	latest->as_of = day_column(0, 4, &day);
}
