/*
 * text_functions.c
 *		SQL-callable functions on text, and what is built in: memo_markers,
 *		memo_normalize, memo_stages, memo_context_problem, memo_verify.
 */
#include "server/server_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "audit/audit.h"
#include "stages/stages.h"
#include "store/store.h"

#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(memo_markers);
PG_FUNCTION_INFO_V1(memo_normalize);
PG_FUNCTION_INFO_V1(memo_stages);
PG_FUNCTION_INFO_V1(memo_context_problem);


static const char *const zone_names[] = {
#define X(id, name) name,
	ZONE_KINDS(X)
#undef X
};

Datum
memo_markers(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Slice		body = body_argument(fcinfo, 0);
	Prose	   *prose;
	int			pos = 0;
	int			chars = 0;

	InitMaterializedSRF(fcinfo, 0);
	prose = prose_parse(body.data, body.len, &marker_extension);
	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		TextBlock  *block = &prose->blocks.items[marker->block];
		int			sentence = prose_sentence_at(prose, block, marker->start);
		Datum		values[9];
		bool		nulls[9] = {false};

		CHECK_FOR_INTERRUPTS();
		chars += utf8_length(body.data + pos, marker->start - pos);
		pos = marker->start;
		values[0] = Int32GetDatum(i + 1);
		values[1] = CStringGetTextDatum(marker_kind_name(marker->kind));
		values[2] = PointerGetDatum(cstring_to_text_with_len(marker->value.data, marker->value.len));
		nulls[3] = marker->id < 0;
		values[3] = Int64GetDatum(marker->id);
		values[4] = Int32GetDatum(chars);
		values[5] = Int32GetDatum(utf8_length(body.data + marker->start, marker->len));
		values[6] = CStringGetTextDatum(zone_names[prose_zone_at(prose, block, marker->start)]);
		values[7] = Int32GetDatum(marker->block);
		nulls[8] = sentence < 0;
		values[8] = Int32GetDatum(sentence);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}

Datum
memo_normalize(PG_FUNCTION_ARGS)
{
	Slice		body = body_argument(fcinfo, 0);
	StringInfoData out;

	initStringInfo(&out);
	normalize_body(prose_parse(body.data, body.len, &marker_extension), &out);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

Datum
memo_stages(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < NSTAGES; i++)
	{
		const Stage *stage = &stages[i];
		Datum		values[7];
		bool		nulls[7] = {false};

		values[0] = Int32GetDatum(i + 1);
		values[1] = CStringGetTextDatum(stage->label);
		values[2] = CStringGetTextDatum(stage_group(stage));
		values[3] = CStringGetTextDatum(stage->name);
		nulls[4] = stage->needs == NULL;
		values[4] = nulls[4] ? 0 : CStringGetTextDatum(stage->needs);
		nulls[5] = stage->checkpoint == NULL;
		values[5] = nulls[5] ? 0 : CStringGetTextDatum(stage->checkpoint);
		values[6] = CStringGetTextDatum(stage->description);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}

Datum
memo_context_problem(PG_FUNCTION_ARGS)
{
	char	   *unread;
	Json	   *context = jsonb_read(PG_GETARG_DATUM(0), MAX_DETAIL_BYTES, MAX_DETAIL_DEPTH, &unread);
	char	   *problem = context == NULL ? psprintf("context %s", unread) : insight_context_problem(context);

	if (problem == NULL)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(text_datum(problem));
}
