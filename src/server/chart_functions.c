/*
 * chart_functions.c
 *		SQL-callable functions on charts and the committee's questions.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "charts/charts.h"
#include "stages/stages.h"
#include "store/store.h"

#include "access/detoast.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"


PG_FUNCTION_INFO_V1(memo_chart_problems);
PG_FUNCTION_INFO_V1(memo_chart_html);
PG_FUNCTION_INFO_V1(memo_chart_schema);
PG_FUNCTION_INFO_V1(memo_chart_vega);
PG_FUNCTION_INFO_V1(memo_select_charts);
PG_FUNCTION_INFO_V1(memo_decision_questions);

/* A config argument and all that is wrong with it. */
static Json *
config_argument(FunctionCallInfo fcinfo, ChartProblems *problems)
{
	char	   *unread = "is null";
	Json	   *config;

	check_encoding();
	config = PG_ARGISNULL(0) ? NULL : jsonb_read(PG_GETARG_DATUM(0), MAX_CHART_BYTES, MAX_CHART_DEPTH, &unread);
	memset(problems, 0, sizeof(*problems));
	chart_check(config, unread, problems);
	return config;
}

Datum
memo_chart_problems(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ChartProblems problems;

	InitMaterializedSRF(fcinfo, 0);
	(void) config_argument(fcinfo, &problems);
	for (int i = 0; i < problems.count; i++)
	{
		Datum		values[3];
		bool		nulls[3] = {false};

		CHECK_FOR_INTERRUPTS();
		values[0] = CStringGetTextDatum(problems.items[i].gate);
		values[1] = CStringGetTextDatum(problems.items[i].path);
		values[2] = CStringGetTextDatum(problems.items[i].problem);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* Says what keeps a chart from being shown, by the name its builder gave it. */
static void
warn_of_problem(FunctionCallInfo fcinfo, const ChartProblem *problem, int count)
{
	Slice		id = {NULL, 0};

	if (!PG_ARGISNULL(0) && toast_raw_datum_size(PG_GETARG_DATUM(0)) <= 16 * MAX_CHART_BYTES)
	{
		Jsonb	   *config = PG_GETARG_JSONB_P(0);
		JsonbValue	value;

		if (JB_ROOT_IS_OBJECT(config) &&
			jsonb_member(&config->root, slice_of("suggested_id"), &value) && value.type == jbvString)
			id = json_trim(jsonb_text(&value));
	}
	ereport(WARNING,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 id.len == 0 ? errmsg("chart without suggested_id cannot be shown: %s%s%s", problem->path,
								  problem->path[0] == '\0' ? "it " : " ", problem->problem)
			 : errmsg("chart \"%.*s\" cannot be shown: %s%s%s", id.len, id.data, problem->path,
					  problem->path[0] == '\0' ? "it " : " ", problem->problem),
			 errdetail("It failed gate %s; problems in all: %d.", problem->gate, count),
			 errhint("SELECT * FROM memo_chart_problems(config) lists them.")));
}

Datum
memo_chart_html(PG_FUNCTION_ARGS)
{
	ChartProblems problems;
	Json	   *config = config_argument(fcinfo, &problems);
	StringInfoData out;

	initStringInfo(&out);
	if (problems.count > 0)
		warn_of_problem(fcinfo, &problems.items[0], problems.count);
	else
		chart_append_node(&out, chart_suggested_id(config), config);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

Datum
memo_chart_schema(PG_FUNCTION_ARGS)
{
	StringInfoData out;

	initStringInfo(&out);
	chart_append_schema(&out);
	(void) fcinfo;
	PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, CStringGetDatum(out.data)));
}

/* NULL, with a warning, for what cannot be drawn. */
Datum
memo_chart_vega(PG_FUNCTION_ARGS)
{
	ChartProblems problems;
	Json	   *config = config_argument(fcinfo, &problems);
	StringInfoData out;

	for (int i = 0; i < problems.count; i++)
		if (strcmp(problems.items[i].gate, "schema") == 0)
		{
			warn_of_problem(fcinfo, &problems.items[i], problems.count);
			PG_RETURN_NULL();
		}
	initStringInfo(&out);
	chart_append_vega(&out, config);
	PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, CStringGetDatum(out.data)));
}

/* ----------------------------------------------------------------- a deal's */

static Section *
section_with_key(const Memo *memo, const char *section_key)
{
	for (int i = 0; i < memo->nsections; i++)
		if (strcmp(memo->sections[i].section_key, section_key) == 0)
			return &memo->sections[i];
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 errmsg("deal " INT64_FORMAT " has no section \"%s\"", memo->deal_id, section_key)));
}

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

static void
return_selection(FunctionCallInfo fcinfo, const Memo *memo, const Section *section)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const Chart **charts = palloc(sizeof(Chart *) * (section->ncharts + 1));

	for (int i = 0; i < section->ncharts; i++)
		charts[i] = &memo->charts[section->first_chart + i];
	qsort(charts, section->ncharts, sizeof(Chart *), compare_ranks);
	for (int i = 0; i < section->ncharts; i++)
	{
		const char *reason = charts[i]->is_dropped ? charts[i]->gate : charts[i]->is_protected ? "protected" : NULL;
		Datum		values[4];
		bool		nulls[4] = {false};

		values[0] = CStringGetTextDatum(charts[i]->chart_id);
		nulls[1] = charts[i]->rank == 0;
		values[1] = Int32GetDatum(charts[i]->rank);
		values[2] = CStringGetTextDatum(charts[i]->is_dropped ? "dropped" : "inserted");
		nulls[3] = reason == NULL;
		values[3] = reason == NULL ? 0 : CStringGetTextDatum(reason);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
}

Datum
memo_select_charts(PG_FUNCTION_ARGS)
{
	int			level;
	Memo	   *memo;
	Section    *section;
	int			max_charts;

	check_encoding();
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("%s is null", PG_ARGISNULL(0) ? "deal_id" : "section_key")));
	if (!PG_ARGISNULL(2) && PG_GETARG_INT32(2) < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("max_charts is %d", PG_GETARG_INT32(2)),
						errdetail("It is a count of charts, or NULL for the policy's.")));
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	memo = store_load(PG_GETARG_INT64(0), 0);
	max_charts = PG_ARGISNULL(2) ? memo->policy.max_charts : PG_GETARG_INT32(2);
	section = section_with_key(memo, text_to_cstring(PG_GETARG_TEXT_PP(1)));
	memo_scan(memo);
	charts_select(memo, section, max_charts);
	return_selection(fcinfo, memo, section);
	store_close(level);
	return (Datum) 0;
}

static Datum
chart_ids_datum(const DecisionQuestion *question)
{
	Datum	   *ids = palloc(sizeof(Datum) * (question->chart_ids.count + 1));

	for (int i = 0; i < question->chart_ids.count; i++)
		ids[i] = PointerGetDatum(cstring_to_text_with_len(question->chart_ids.items[i].data,
														  question->chart_ids.items[i].len));
	return text_array_datum(ids, question->chart_ids.count);
}

/* Without a store, what is built in. */
Datum
memo_decision_questions(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Oid			schema = get_namespace_oid("memocite", true);
	bool		has_store = OidIsValid(schema) && OidIsValid(get_relname_relid("store_version", schema));
	int			level = has_store ? store_open() : 0;
	DecisionQuestion *questions;
	int			count;

	InitMaterializedSRF(fcinfo, 0);
	count = has_store ? store_questions(&questions, true) : questions_built_in(&questions);
	for (int i = 0; i < count; i++)
	{
		Datum		values[4];
		bool		nulls[4] = {false};

		values[0] = CStringGetTextDatum(questions[i].key);
		values[1] = CStringGetTextDatum(questions[i].question);
		values[2] = BoolGetDatum(questions[i].is_critical);
		values[3] = chart_ids_datum(&questions[i]);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	if (has_store)
		store_close(level);
	return (Datum) 0;
}
