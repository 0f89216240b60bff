/*
 * load_chart.c
 *		Candidate charts and the committee's questions -> the Memo.
 *
 * Charts are ordered by section and id, so that a section has its own from
 * first_chart on.  A config that cannot be read is no error: chart_check() tells of it
 * (gate schema), and the chart is dropped.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "charts/charts.h"

#include "access/detoast.h"

/* Reads a config; whatever it holds, reading it is no error. */
static void
load_config(Chart *chart, Datum config)
{
	Size		size = toast_raw_datum_size(config) - VARHDRSZ;

	if (size <= MAX_CHART_BYTES)
	{
		struct varlena *stored = PG_DETOAST_DATUM(config);

		sha256(VARDATA(stored), VARSIZE(stored) - VARHDRSZ, chart->sha256);
		config = PointerGetDatum(stored);
	}
	else
		sha256((const char *) &size, sizeof(size), chart->sha256);	/* all that its drop says */
	chart->config = jsonb_read(config, MAX_CHART_BYTES, MAX_CHART_DEPTH, &chart->unread);
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

void
load_chart_rows(Memo *memo)
{
	int			count = query_deal(&stmt_load_charts, memo->deal_id);
	KeyIndex   *sections = index_sections(memo);

	memo->charts = zeroed_array(count + 1, sizeof(Chart));
	for (int i = 0; i < count; i++)
	{
		Chart	   *chart = &memo->charts[memo->ncharts];
		bool		is_null;

		CHECK_FOR_INTERRUPTS();
		chart->section = key_at(sections, text_column(i, 2));
		if (chart->section < 0)
			continue;			/* hidden from the caller by row security */
		chart->chart_id = text_column(i, 1);
		chart->confidence = float_column(i, 4);
		chart->family = text_column(i, 5);
		chart->after_paragraph = int_column(i, 6, -1);
		chart->anchor = -1;
		load_config(chart, column(i, 3, &is_null));
		memo->ncharts++;
	}
	qsort(memo->charts, memo->ncharts, sizeof(Chart), compare_charts);
	for (int i = 0; i < memo->ncharts; i++)
		if (memo->sections[memo->charts[i].section].ncharts++ == 0)
			memo->sections[memo->charts[i].section].first_chart = i;
}

/* The row's ids and patterns; NULLs among them name nothing. */
static void
load_chart_ids(DecisionQuestion *question, int row)
{
	int			count;
	char	  **ids = texts_column(row, 4, &count);

	memset(&question->chart_ids, 0, sizeof(question->chart_ids));
	for (int i = 0; i < count; i++)
		if (ids[i] != NULL)
			*VEC_PUSH(&question->chart_ids) = slice_of(ids[i]);
}

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

		if (at < 0)
			at = count++;
		all[at].key = key;
		all[at].question = text_column(i, 2);
		all[at].is_critical = bool_column(i, 3);
		load_chart_ids(&all[at], i);
	}
	return count;
}
