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
#include "utils/date.h"

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
row_texts(int number, int width, StringInfo input, int *nrows)
{
	int			count;
	char	  **texts = texts_column(0, number, &count);

	*nrows = count / width;
	qsort(texts, *nrows, sizeof(char *) * width, compare_rows);
	for (int i = 0; i < *nrows * width && input != NULL; i++)
		hash_text(input, texts[i]);
	return texts;
}

void
load_metric_rows(Memo *memo, int number, StringInfo input)
{
	int			count;
	char	  **row = row_texts(number, METRIC_WIDTH, input, &count);

	for (; count > 0; count--, row += METRIC_WIDTH)
		metric_add(memo, row[0], row[1], row[2], row[3]);
}

void
load_metric_kind_rows(Memo *memo, int number, StringInfo input)
{
	int			count;
	char	  **row = row_texts(number, KIND_WIDTH, input, &count);

	for (; count > 0; count--, row += KIND_WIDTH)
		metric_catalog_add(memo, row[0], row[1], row[2], row[3], row[4], row[5]);
}

Memo *
store_load_metric_kinds(void)
{
	Memo	   *memo = memo_create(0);

	query_in_place(&stmt_load_metric_kinds, NULL);
	load_metric_kind_rows(memo, 1, NULL);
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
	load_metric_kind_rows(memo, 1, NULL);
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
store_load_metrics(const Memo *common, int64 deal_id, bool without, bool is_likely,
				   bool *has_evidence)
{
	Datum		key[] = {Int64GetDatum(deal_id)};
	Memo	   *memo;

	if (!without && !is_likely && query_in_place(&stmt_find_metric, key) == 0)
		return NULL;
	query_in_place(&stmt_load_metrics, key);
	memo = memo_create(deal_id);
	strlcpy(memo->as_of, iso_date(GetSQLCurrentDate()), sizeof(memo->as_of));
	memo->catalog = common->catalog;
	memo->policy = common->policy;
	load_metric_rows(memo, 1, NULL);
	if (!without && memo->metrics.count == 0)
		return NULL;
	memo->name = text_column(0, 3);
	*has_evidence = bool_column(0, 4);
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

static int
compare_doc_ids(const void *a, const void *b)
{
	return strcmp(((const Document *) a)->doc_id, ((const Document *) b)->doc_id);
}

/* The documents of what was read: of passages, and of quotes that name none, which may be
 * looked for in all of theirs. */
static void
load_evidence_documents(Memo *memo)
{
	int			count = 0;

	memo->documents = palloc0(sizeof(Document) * (memo->nclaims + 1));
	for (int i = 0; i < memo->nclaims; i++)
	{
		char	   *doc_id = text_column(i, 5);

		if (doc_id != NULL)
			memo->documents[count++] = (Document) {.doc_id = doc_id,
				.doc_id_len = (int) strlen(doc_id)};
	}
	qsort(memo->documents, count, sizeof(Document), compare_doc_ids);
	memo->ndocuments = 0;
	for (int i = 0; i < count; i++)
		if (i == 0 || compare_doc_ids(&memo->documents[i - 1], &memo->documents[i]) != 0)
		{
			memo->documents[memo->ndocuments] = memo->documents[i];
			memo->documents[memo->ndocuments].index = memo->ndocuments;
			memo->ndocuments++;
		}
	for (int i = 0; i < memo->nclaims; i++)
	{
		char	   *doc_id = memo->claims[i].passage_id == NULL ? text_column(i, 5) : NULL;

		if (doc_id != NULL)
			memo->claims[i].identity.doc = memo_document(memo, doc_id, (int) strlen(doc_id));
	}
}

void
store_load_evidence(Memo *memo, Section *section, const Prose *prose)
{
	Datum		values[] = {Int64GetDatum(memo->deal_id), CStringGetTextDatum(section->section_key),
		BoolGetDatum(section->is_global), marker_id_array(prose)};
	int			count = query_in_place(&stmt_load_evidence, values);

	memo->claims = palloc0(sizeof(Claim) * (count + 1));
	section->claims.count = memo->nquoted = 0;
	for (int i = 0; i < count; i++)
	{
		memo->claims[i].src_id = id_column(i, 1, -1);
		memo->claims[i].quote = text_column(i, 2);
		memo->claims[i].passage_id = text_column(i, 4);
		memo->nquoted += claim_quotes(&memo->claims[i]);
		section->claims.count += bool_column(i, 3);	/* its own come first */
	}
	memo->nclaims = count;
	load_evidence_documents(memo);
	memo->has_passages = memo->ndocuments > 0;
	memo->fetch_passages = fetch_passages;
	memo->contents = (PassageStore) {NULL};
	for (int i = 0; i < count; i++)
		if (memo->claims[i].passage_id != NULL)
			want_passage(memo, memo->claims[i].passage_id);
	load_wanted(memo);
	memo->by_src_id = NULL;
	section->is_global = true;	/* what is not is not among them */
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
