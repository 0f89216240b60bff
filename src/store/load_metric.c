/*
 * load_metric.c
 *		Canonical metrics, the metric catalogue and evidence: tables -> Memo.
 *
 * memo_finalize gets them with the deal's own row; the trigger of a section asks
 * for them alone.  Rows that come along with another row are an array of arrays of
 * four: {{irr,levered,18.5,percent},{ltv,,62,percent}}.
 */
#include "store/store_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "metrics/metrics.h"

#include "utils/builtins.h"

#define METRIC_WIDTH	4			/* columns of a row that comes as an array: of metric, */
#define KIND_WIDTH		6			/* of metric_kind */

/* By the key, which is in the first two columns (of a kind, in the first alone). */
static int
compare_rows(const void *a, const void *b)
{
	char	   *const *x = a;
	char	   *const *y = b;
	int			order = strcmp(x[0], y[0]);

	return order != 0 || x[1] == NULL || y[1] == NULL ? order : strcmp(x[1], y[1]);
}

/* The rows of an array as C strings, by their key.  Rows are input of the memo as they are, also
 * those that nothing knows. */
static char **
row_texts(Memo *memo, int number, int width, int *nrows)
{
	int			count;
	char	  **texts = texts_column(0, number, &count);

	*nrows = count / width;
	qsort(texts, *nrows, sizeof(char *) * width, compare_rows);
	if (*nrows > 0 && memo->metric_input.data == NULL)
		initStringInfo(&memo->metric_input);
	for (int i = 0; i < *nrows * width; i++)
		hash_text(&memo->metric_input, texts[i]);
	return texts;
}

void
load_metric_rows(Memo *memo, int number)
{
	int			count;
	char	  **row = row_texts(memo, number, METRIC_WIDTH, &count);

	for (; count > 0; count--, row += METRIC_WIDTH)
		metric_add(memo, row[0], row[1], row[2], row[3]);
}

void
load_metric_kind_rows(Memo *memo, int number)
{
	int			count;
	char	  **row = row_texts(memo, number, KIND_WIDTH, &count);

	for (; count > 0; count--, row += KIND_WIDTH)
		metric_catalog_add(memo, row[0], row[1], row[2], row[3], row[4], row[5]);
}

Memo *
store_load_metric_kinds(void)
{
	Memo	   *memo = memo_create(0);

	query_in_place(&stmt_load_metric_kinds, NULL);
	load_metric_kind_rows(memo, 1);
	apply_policy_columns(&memo->policy, 2, 0);
	return memo;
}

Datum
store_unknown_metrics(void)
{
	Memo	   *memo = memo_create(0);
	Datum	   *unknown;
	int			names;
	int			count = 0;
	bool		is_null;

	query_in_place(&stmt_load_metric_kinds, NULL);
	load_metric_kind_rows(memo, 1);
	names = query_in_place(&stmt_load_metric_names, NULL);
	unknown = palloc(sizeof(Datum) * (names + 1));
	for (int i = 0; i < names; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!metric_is_known(memo, text_column(i, 1)))
			unknown[count++] = column(i, 1, &is_null);
	}
	return text_array_datum(unknown, count);
}

Memo *
store_load_metrics(const Memo *common, int64 deal_id, bool without, bool is_likely)
{
	Datum		key[] = {Int64GetDatum(deal_id)};
	Memo	   *memo;

	if (!without && !is_likely && query_in_place(&stmt_find_metric, key) == 0)
		return NULL;
	query_in_place(&stmt_load_metrics, key);
	memo = memo_create(deal_id);
	memo->catalog = common->catalog;
	memo->policy = common->policy;
	load_metric_rows(memo, 1);
	if (!without && memo->metrics.count == 0)
		return NULL;
	memo->name = text_column(0, 3);
	apply_policy_columns(&memo->policy, 0, 2);
	return memo;
}

/* The ids that the markers of a text name, as bigint[]. */
static Datum
marker_id_array(const Prose *prose)
{
	VEC(int64)	ids = {0};

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		MarkerIds	named;

		if (marker->kind == MARKER_SRC)
			*VEC_PUSH(&ids) = marker->id;
		else if (marker->kind == MARKER_SRC_VARIANT && marker_ids(marker, &named))
			for (int j = 0; j < named.count; j++)
				if (named.ids[j] >= 0)
					*VEC_PUSH(&ids) = named.ids[j];
	}
	return int8_array_datum(ids.items, ids.count);
}

void
store_load_evidence(Memo *memo, Section *section, const Prose *prose)
{
	Datum		values[] = {Int64GetDatum(memo->deal_id), CStringGetTextDatum(section->section_key),
		BoolGetDatum(section->is_global), marker_id_array(prose)};
	int			count = query_in_place(&stmt_load_evidence, values);

	memo->claims = palloc0(sizeof(Claim) * (count + 1));
	section->nclaims = 0;
	for (int i = 0; i < count; i++)
	{
		memo->claims[i].src_id = id_column(i, 1, -1);
		memo->claims[i].quote = text_column(i, 2);
		memo->claims[i].passage = text_column(i, 3);
		section->nclaims += bool_column(i, 4);	/* its own come first */
	}
	memo->nclaims = count;
	memo->by_src_id = NULL;
	section->is_global = true;	/* what is not is not among them */
}

static int
compare_passage_ids(const void *a, const void *b)
{
	return strcmp((*(Claim *const *) a)->passage_id, (*(Claim *const *) b)->passage_id);
}

/* The callback of a Memo: what claims quote, each passage once, in one statement. */
void
fetch_quoted(Memo *memo, Claim **claims, int count, Passage **passages, int *npassages)
{
	Datum	   *ids = palloc_array_huge(count + 1, sizeof(Datum));
	Datum		values[2] = {Int64GetDatum(memo->deal_id)};
	int			nids = 0;

	qsort(claims, count, sizeof(Claim *), compare_passage_ids);
	for (int i = 0; i < count; i++)
		if (i == 0 || strcmp(claims[i]->passage_id, claims[i - 1]->passage_id) != 0)
			ids[nids++] = text_datum(claims[i]->passage_id);
	values[1] = text_array_datum(ids, nids);
	*npassages = query_in_place(&stmt_load_quoted, values);
	*passages = palloc_array_huge(*npassages + 1, sizeof(Passage));
	for (int i = 0; i < *npassages; i++)
	{
		Slice		doc_id = slice_column(i, 3);

		(*passages)[i] = (Passage) {.passage_id = text_column(i, 1), .content = slice_column(i, 2),
		.identity = {memo_document(memo, doc_id.data, doc_id.len), int_column(i, 4, 0), NULL}};
	}
}

WrittenSection *
store_load_written(const Memo *memo)
{
	int			count = query_deal(&stmt_load_written, memo->deal_id);
	WrittenSection *written = palloc0(sizeof(WrittenSection) * (Max(count, memo->nsections) + 1));

	for (int i = 0; i < count; i++)
	{
		bool		is_null;

		written[i].structured = column(i, 2, &is_null);
		written[i].has_structured = !is_null;
		written[i].is_partial = bool_column(i, 3);
		written[i].retry_reason = text_column(i, 4);
	}
	return written;
}
