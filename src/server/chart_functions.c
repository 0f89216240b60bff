/*
 * chart_functions.c
 *		SQL-callable functions on charts and the committee's questions.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "charts/charts.h"
#include "drawing/drawing.h"
#include "stages/stages.h"

#include "access/detoast.h"
#include "utils/builtins.h"

#define LEAST_WIDTH		200
#define MOST_WIDTH		4000
#define WIDTH_IS		"It is pixels, from 200 to 4000; NULL is 640."

PG_FUNCTION_INFO_V1(memo_chart_problems);
PG_FUNCTION_INFO_V1(memo_chart_html);
PG_FUNCTION_INFO_V1(memo_chart_svg);
PG_FUNCTION_INFO_V1(memo_select_charts);
PG_FUNCTION_INFO_V1(memo_decision_questions);

/* A config argument and all that is wrong with it. */
static Json *
config_argument(FunctionCallInfo fcinfo, Problems *problems)
{
	char	   *unread = "is null";
	Json	   *config;

	check_encoding();
	config = PG_ARGISNULL(0) ? NULL : jsonb_read(PG_GETARG_DATUM(0), MAX_CHART_BYTES,
												 MAX_CHART_DEPTH, &unread);
	memset(problems, 0, sizeof(*problems));
	chart_check(config, unread, problems);
	return config;
}

Datum
memo_chart_problems(PG_FUNCTION_ARGS)
{
	Rows		rows = open_rows(fcinfo);
	Problems problems;

	(void) config_argument(fcinfo, &problems);
	for (int i = 0; i < problems.count; i++)
	{
		put_text(&rows, problems.items[i].gate);
		put_text(&rows, problems.items[i].path);
		put_text(&rows, problems.items[i].problem);
		end_row(&rows);
	}
	return (Datum) 0;
}

/* Says what keeps a chart from being shown, by the name its builder gave it. */
static void
warn_of_problem(FunctionCallInfo fcinfo, const Problem *problem, int count)
{
	Slice		id = {NULL, 0};

	if (!PG_ARGISNULL(0) && toast_raw_datum_size(PG_GETARG_DATUM(0)) <= 16 * MAX_CHART_BYTES)
	{
		Jsonb	   *config = PG_GETARG_JSONB_P(0);
		JsonbValue	value;

		if (JB_ROOT_IS_OBJECT(config) &&
			jsonb_member(&config->root, slice_of("suggested_id"), &value) &&
			value.type == jbvString)
			id = json_trim(jsonb_text(&value));
	}
	ereport(WARNING,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 id.len == 0
				 ? errmsg("chart without suggested_id cannot be shown: %s%s%s", problem->path,
						  problem->path[0] == '\0' ? "it " : " ", problem->problem)
				 : errmsg("chart \"%.*s\" cannot be shown: %s%s%s", id.len, id.data, problem->path,
						  problem->path[0] == '\0' ? "it " : " ", problem->problem),
			 errdetail("It failed gate %s; problems in all: %d.", problem->gate, count),
			 errhint("SELECT * FROM memo_chart_problems(config) lists them.")));
}

Datum
memo_chart_html(PG_FUNCTION_ARGS)
{
	Problems problems;
	Json	   *config = config_argument(fcinfo, &problems);
	StringInfoData out;

	initStringInfo(&out);
	if (problems.count > 0)
		warn_of_problem(fcinfo, &problems.items[0], problems.count);
	else
		chart_append_node(&out, chart_suggested_id(config), config);
	PG_RETURN_DATUM(slice_text((Slice) {out.data, out.len}));
}

/* NULL, with a warning, for what cannot be drawn. */
Datum
memo_chart_svg(PG_FUNCTION_ARGS)
{
	int			width = count_argument(fcinfo, 1, "width", LEAST_WIDTH, 640, WIDTH_IS);
	Problems problems;
	Json	   *config = config_argument(fcinfo, &problems);
	StringInfoData out;

	if (width > MOST_WIDTH)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("width is %d", width),
						errdetail("%s", WIDTH_IS)));
	for (int i = 0; i < problems.count; i++)
		if (strcmp(problems.items[i].gate, "schema") == 0)
		{
			warn_of_problem(fcinfo, &problems.items[i], problems.count);
			PG_RETURN_NULL();
		}
	initStringInfo(&out);
	chart_append_svg(&out, config, width, true);
	PG_RETURN_DATUM(slice_text((Slice) {out.data, out.len}));
}

/* ----------------------------------------------------------------- a deal's */

/* Valid ones by rank, then the others by id. */
static int
compare_ranks(const void *a, const void *b)
{
	const Chart *x = *(Chart *const *) a;
	const Chart *y = *(Chart *const *) b;

	if ((x->rank == 0) != (y->rank == 0))
		return x->rank == 0 ? 1 : -1;
	return x->rank != y->rank ? x->rank - y->rank : strcmp(x->chart_id, y->chart_id);
}

Datum
memo_select_charts(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows;
	Memo	   *memo;
	Section    *section = NULL;
	const Chart **charts;
	const char *section_key;
	int			max_charts;

	check_argument(fcinfo, 1, "section_key");
	max_charts = count_argument(fcinfo, 2, "max_charts", 0, -1,
								"It is a count of charts, or NULL for the policy's.");
	rows = open_store_rows(fcinfo);
	memo = store_load(deal_id, 0);
	section_key = text_to_cstring(PG_GETARG_TEXT_PP(1));
	for (int i = 0; i < memo->nsections; i++)
		if (strcmp(memo->sections[i].section_key, section_key) == 0)
			section = &memo->sections[i];
	if (section == NULL)
		ereport(ERROR, (errcode(ERRCODE_NO_DATA_FOUND),
						errmsg("deal " INT64_FORMAT " has no section \"%s\"", deal_id,
							   section_key)));
	scan_sections(memo);
	charts_select(memo, section, max_charts < 0 ? memo->policy.max_charts : max_charts);
	charts = palloc(sizeof(Chart *) * (section->charts.count + 1));
	for (int i = 0; i < section->charts.count; i++)
		charts[i] = &memo->charts[section->charts.first + i];
	qsort(charts, section->charts.count, sizeof(Chart *), compare_ranks);
	for (int i = 0; i < section->charts.count; i++)
	{
		put_text(&rows, charts[i]->chart_id);
		put_int(&rows, charts[i]->rank, 1);
		put_text(&rows, charts[i]->is_dropped ? "dropped" : "inserted");
		put_text(&rows, charts[i]->is_dropped ? charts[i]->gate
				 : charts[i]->is_protected ? "protected" : NULL);
		end_row(&rows);
	}
	return close_rows(&rows);
}

/* Without a store, what is built in. */
Datum
memo_decision_questions(PG_FUNCTION_ARGS)
{
	Rows		rows = open_rows(fcinfo);
	bool		has_store = store_exists();
	DecisionQuestion *questions;
	int			count;

	if (has_store)
		rows.level = store_open();
	count = has_store ? store_questions(&questions, true) : questions_built_in(&questions);
	for (int i = 0; i < count; i++)
	{
		const DecisionQuestion *question = &questions[i];
		Datum	   *ids = palloc(sizeof(Datum) * (question->chart_ids.count + 1));

		for (int j = 0; j < question->chart_ids.count; j++)
			ids[j] = slice_text(question->chart_ids.items[j]);
		put_text(&rows, question->key);
		put_text(&rows, question->question);
		put_bool(&rows, question->is_critical);
		put_datum(&rows, text_array_datum(ids, question->chart_ids.count));
		end_row(&rows);
	}
	return close_rows(&rows);
}
