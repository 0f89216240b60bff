/*
 * load.c
 *		The tables of a deal -> a Memo: what is read in which order, and what is made of it.
 *
 * Each table is one statement.  What a deal need not have (passages, insights,
 * charts, questions of its own) is read where the deal's row says that it has some.
 * A claim that names a block, and no page, is of the page and the passage of the block:
 * (src_id 3, block 7) with block 7 on page 12 of passage "p1" is loaded as page 12, "p1".
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "charts/charts.h"

/* What the deal's row says that there is. */
typedef struct DealHas
{
	bool		insights;
	bool		charts;
	bool		questions;		/* rows override or extend the built-in ones */
} DealHas;

/* policy NULL = the deal's; a replay brings the one of its revision. */
static DealHas
load_deal_row(Memo *memo, const Policy *policy, StringInfo input)
{
	uint8		passages[32];
	bool	   *nulls;
	Datum	   *requests;
	int			nrequests;
	DealHas		has;

	if (query_deal(&stmt_load_deal, memo->deal_id) == 0)
		no_deal(memo->deal_id);
	memo->name = text_column(0, 1);
	memo->primary_doc_id = text_column(0, 2);
	memo->expected_sections = text_column(0, 12);
	requests = elements_column(0, 5, &nulls, &nrequests);
	for (int i = 0; i < nrequests; i++)
		*VEC_PUSH(&memo->requests) = DatumGetInt64(requests[i]);
	memo->has_passages = hash_column(0, 6, passages);
	if (memo->has_passages)
		appendBinaryStringInfo(input, (char *) passages, sizeof(passages));
	has = (DealHas) {bool_column(0, 7), bool_column(0, 10), bool_column(0, 11)};
	load_metric_kind_rows(memo, 9, input);
	load_metric_rows(memo, 8, input);
	if (policy == NULL)
		apply_policy_columns(&memo->policy, 4, 3);
	else
		memo->policy = *policy;
	return has;
}

/* A section without a title has that of its kind, or one made of its key. */
static void
load_titles(Memo *memo)
{
	Section   **untitled = palloc(sizeof(Section *) * (memo->nsections + 1));
	Datum	   *keys = palloc(sizeof(Datum) * (memo->nsections + 1));
	int			count = 0;

	for (int i = 0; i < memo->nsections; i++)
		if (!name_shows(memo->sections[i].title))
		{
			keys[count] = text_datum(memo->sections[i].section_key);
			untitled[count++] = &memo->sections[i];
		}
	if (count == 0)
		return;
	QUERY(stmt_load_titles, text_array_datum(keys, count));
	for (int i = 0; i < count; i++)
	{
		untitled[i]->title = text_column(i, 1);
		if (!name_shows(untitled[i]->title))
			untitled[i]->title = title_from_key(untitled[i]->section_key);
	}
}

/* Does a claim that gives no page leave it to the block or passage it names? */
static bool
page_is_open(const Claim *claim)
{
	return claim->identity.page == 0 && claim->locator == NULL && !claim->is_whole;
}

/* A claim of a block is one of its passage, too; and the page of either is the
 * claim's, which has none of its own and no locator. */
static void
load_places(Memo *memo)
{
	Claim	  **open = palloc_array_huge(memo->nclaims + 1, sizeof(Claim *));
	Datum	   *passage_ids = palloc_array_huge(memo->nclaims + 1, sizeof(Datum));
	int64	   *block_ids = palloc_array_huge(memo->nclaims + 1, sizeof(int64));
	int			count = 0;

	for (int i = 0; i < memo->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[i];

		if (claim->passage_id == NULL ? claim->block_id < 0 : !page_is_open(claim))
			continue;
		passage_ids[count] = text_datum(claim->passage_id == NULL ? "" : claim->passage_id);
		block_ids[count] = claim->block_id;
		open[count++] = claim;
	}
	if (count == 0)
		return;
	count = QUERY(stmt_load_places, Int64GetDatum(memo->deal_id),
				  text_array_datum(passage_ids, count),
				  int8_array_datum(block_ids, count));
	for (int row = 0; row < count; row++)
	{
		Claim	   *claim = open[id_column(row, 1, 0) - 1];

		if (!slice_equal(slice_column(row, 3), slice_of(claim->identity.doc->doc_id)))
			continue;			/* it says another document */
		if (claim->passage_id == NULL)
			claim->passage_id = text_column(row, 2);
		if (page_is_open(claim))
			claim->identity.page = Max(page_column(row, 4), 0);
	}
}

static int
compare_charts(const void *a, const void *b)
{
	const Chart *x = a;
	const Chart *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return strcmp(x->chart_id, y->chart_id);
}

/* By section, each of which then has its own from first_chart on. */
static void
order_charts(Memo *memo)
{
	qsort(memo->charts, memo->ncharts, sizeof(Chart), compare_charts);
	for (int i = 0; i < memo->ncharts; i++)
		if (memo->sections[memo->charts[i].section].charts.count++ == 0)
			memo->sections[memo->charts[i].section].charts.first = i;
}

/* --------------------------------------------------------------- questions */

int
store_questions(DecisionQuestion **questions, bool has_rows)
{
	int			nbuilt_in = questions_built_in(questions);
	int			nrows = has_rows ? statement_query(&stmt_load_questions, NULL) : 0;
	int			count = nbuilt_in;
	KeyIndex   *built_in = index_keys(&(*questions)->key, nbuilt_in, sizeof(DecisionQuestion));
	DecisionQuestion *all = palloc0(sizeof(DecisionQuestion) * (nbuilt_in + nrows + 1));

	memcpy(all, *questions, sizeof(DecisionQuestion) * nbuilt_in);
	*questions = all;
	for (int i = 0; i < nrows; i++)
	{
		const char *key = text_column(i, 1);
		int			at = key_at(built_in, key);
		int			nids;
		char	  **ids;

		if (at < 0)
			at = count++;
		all[at].key = key;
		all[at].question = text_column(i, 2);
		all[at].is_critical = bool_column(i, 3);
		ids = texts_column(i, 4, &nids);
		memset(&all[at].chart_ids, 0, sizeof(all[at].chart_ids));
		for (int j = 0; j < nids; j++)
			if (ids[j] != NULL)
				*VEC_PUSH(&all[at].chart_ids) = slice_of(ids[j]);
	}
	return count;
}

/* ------------------------------------------------------------------- deals */

/* What is not in the hash can change without a new revision. */
static void
hash_input(Memo *memo, StringInfo input, bool has_questions)
{
	hash_text(input, MEMOCITE_VERSION);
	policy_json(&memo->policy, input);
	hash_text(input, memo->name);
	hash_text(input, memo->primary_doc_id);
	if (memo->expected_sections != NULL)
		hash_text(input, memo->expected_sections);
	hash_table(memo, &section_input, input);
	hash_table(memo, &document_input, input);
	hash_table(memo, &claim_input, input);
	hash_table(memo, &range_input, input);
	hash_table(memo, &insight_input, input);
	hash_table(memo, &chart_input, input);
	for (int i = 0; i < memo->nquestions && has_questions; i++)
	{
		const DecisionQuestion *question = &memo->questions[i];

		hash_text(input, question->key);
		hash_text(input, question->question);
		appendStringInfoChar(input, question->is_critical);
		for (int j = 0; j < question->chart_ids.count; j++)
			hash_text(input, slice_copy(question->chart_ids.items[j]));
	}
	sha256(input->data, input->len, memo->input_sha256);
}

Memo *
store_load(int64 deal_id, int32 as_of_day)
{
	return store_load_with(deal_id, as_of_day, NULL);
}

Memo *
store_load_with(int64 deal_id, int32 as_of_day, const Policy *policy)
{
	Memo	   *memo = memo_create(deal_id);
	StringInfoData input;
	DealHas		has;

	initStringInfo(&input);
	memo->as_of_day = as_of_day;
	strlcpy(memo->as_of, iso_date(as_of_day), sizeof(memo->as_of));
	has = load_deal_row(memo, policy, &input);
	load_table(memo, &section_input);
	order_sections(memo);
	load_titles(memo);
	load_table(memo, &document_input);
	order_documents(memo);
	load_table(memo, &claim_input);
	load_places(memo);
	order_claims(memo);
	if (memo->has_passages)
		load_table(memo, &passage_input);
	for (int i = 0; i < memo->npassages; i++)
		check_page(memo, &memo->passages[i].identity, -1);
	memo->fetch_passages = fetch_passages;
	load_table(memo, &range_input);
	if (has.insights)
	{
		load_table(memo, &insight_input);
		order_insights(memo);
	}
	if (has.charts)
	{
		load_table(memo, &chart_input);
		order_charts(memo);
	}
	memo->nquestions = store_questions(&memo->questions, has.questions);
	hash_input(memo, &input, has.questions);
	return memo;
}

void
store_load_earlier(Memo *memo)
{
	int			count = query_deal(&stmt_load_earlier, memo->deal_id);
	KeyIndex   *sections = count == 0 ? NULL : index_sections(memo);

	for (int i = 0; i < count; i++)
	{
		Section    *section = &memo->sections[key_at(sections, text_column(i, 1))];

		section->earlier_words = Max(section->earlier_words, int_column(i, 2, 0));
	}
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
