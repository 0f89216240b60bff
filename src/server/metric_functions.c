/*
 * metric_functions.c
 *		SQL-callable functions on canonical metrics: the schema of the structured
 *		slot and its check, the check and correction of prose, what to write again.
 */
#include "server/server_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "stages/stages.h"
#include "store/store.h"

#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

PG_FUNCTION_INFO_V1(memo_metric_schema);
PG_FUNCTION_INFO_V1(memo_check_structured);
PG_FUNCTION_INFO_V1(memo_check_prose);
PG_FUNCTION_INFO_V1(memo_correct_prose);
PG_FUNCTION_INFO_V1(memo_retries);
PG_FUNCTION_INFO_V1(memo_unknown_metrics);

/* --------------------------------------------------------------------- schema */

static void
append_field(StringInfo out, Memo *memo, const MetricKind *kind, bool has_range)
{
	const CanonicalMetric *canonical = metric_canonical(memo, kind, "");
	StringInfoData words;

	initStringInfo(&words);
	appendStringInfo(&words, "%s, %s, from %d to %d", kind->label,
					 strcmp(kind->unit, "percent") == 0 ? "in percent points (18.5 is 18.5%)" : "as a multiple (1.35 is 1.35x)",
					 kind->least, kind->most);
	if (canonical != NULL)
		appendStringInfo(&words, "; the deal's canonical value is %s", canonical->text);
	appendStringInfo(&words, "; null when not known");
	append_json_string(out, kind->field, (int) strlen(kind->field));
	appendStringInfoString(out, ": {\"type\": [\"number\", \"null\"], \"description\": ");
	append_json_string(out, words.data, words.len);
	if (has_range)
		appendStringInfo(out, ", \"minimum\": %d, \"maximum\": %d", kind->least, kind->most);
	appendStringInfoChar(out, '}');
}

/*
 * One schema cannot be strict JSON Schema and please every provider, whose
 * documentation (2025) says: all know type unions with null, description and
 * additionalProperties: false.  Numerical limits: OpenAI and Gemini have them,
 * Anthropic refuses them (its SDKs move them into the description).  OpenAI in
 * strict mode wants every property required, so that null is how a field is
 * left out; in JSON Schema an optional field is one that is not required.
 *
 * So NULL gives the full schema: six optional fields, with their ranges, and it
 * accepts exactly what memo_check_structured does not call invalid.  A provider's
 * name gives what that one takes; it accepts no object that the full one refuses,
 * but that 'anthropic' leaves the ranges, which descriptions say, to the check.
 */
static void
append_schema(StringInfo out, Memo *memo, const char *provider)
{
	bool		first = true;
	StringInfoData required;

	initStringInfo(&required);
	appendStringInfoChar(out, '{');
	if (provider == NULL)
		appendStringInfoString(out, "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", ");
	appendStringInfoString(out, "\"type\": \"object\", \"additionalProperties\": false, "
						   "\"description\": \"Canonical metrics of this section, apart from its prose\", \"properties\": {");
	for (int i = 0; metric_kind_at(memo, i) != NULL; i++)
	{
		const MetricKind *kind = metric_kind_at(memo, i);

		if (kind->field == NULL)
			continue;
		appendStringInfoString(out, first ? "" : ", ");
		append_field(out, memo, kind, provider == NULL || strcmp(provider, "anthropic") != 0);
		appendStringInfo(&required, "%s\"%s\"", first ? "" : ", ", kind->field);
		first = false;
	}
	appendStringInfoChar(out, '}');
	if (provider != NULL && strcmp(provider, "openai") == 0)
		appendStringInfo(out, ", \"required\": [%s]", required.data);
	appendStringInfoChar(out, '}');
}

Datum
memo_metric_schema(PG_FUNCTION_ARGS)
{
	MemoryContext context = CurrentMemoryContext;
	char	   *provider = PG_ARGISNULL(1) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(1));
	int			level = PG_ARGISNULL(0) ? -1 : store_open();
	Memo	   *memo;
	StringInfoData out;

	if (provider != NULL && strcmp(provider, "anthropic") != 0 && strcmp(provider, "openai") != 0 &&
		strcmp(provider, "gemini") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unknown provider \"%s\"", provider),
				 errhint("It is anthropic, openai or gemini, or NULL for a full JSON Schema.")));
	memo = level < 0 ? memo_create(0) : store_load(PG_GETARG_INT64(0), 0);
	MemoryContextSwitchTo(context);
	initStringInfo(&out);
	append_schema(&out, memo, provider);
	if (level >= 0)
		store_close(level);
	MemoryContextSwitchTo(context);
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(out.data));
}

/* ----------------------------------------------------------------- structured */

Datum
memo_check_structured(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	int			level;
	int			count;
	StructuredField *fields;

	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(1))		/* a section without one */
		return (Datum) 0;
	level = store_open();
	fields = check_structured(store_load(PG_GETARG_INT64(0), 0), PG_GETARG_DATUM(1), &count);
	for (int i = 0; i < count; i++)
	{
		Datum		values[5];
		bool		nulls[5] = {false};

		nulls[0] = fields[i].metric == NULL;
		values[0] = nulls[0] ? 0 : text_datum(fields[i].metric);
		nulls[1] = !fields[i].has_structured;
		values[1] = fields[i].structured;
		nulls[2] = fields[i].canonical == NULL;
		values[2] = nulls[2] ? 0 : numeric_datum(fields[i].canonical->text);
		nulls[3] = !fields[i].has_delta;
		values[3] = fields[i].has_delta ? DirectFunctionCall2(numeric_div, fields[i].distance, fields[i].size) : (Datum) 0;
		values[4] = text_datum(fields[i].verdict);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	store_close(level);
	return (Datum) 0;
}

/* ---------------------------------------------------------------------- prose */

/* The deal's section with this very body, whose claims are then the evidence;
 * NULL when there is none. */
static const Section *
section_of_body(const Memo *memo, Slice body)
{
	for (int i = 0; i < memo->nsections; i++)
		if (slice_equal(memo->sections[i].body, body))
			return &memo->sections[i];
	return NULL;
}

static void
check_body(Memo *memo, Slice body, const Section *section, MetricCheck *check)
{
	int			sources;

	memset(check, 0, sizeof(*check));
	check->memo = memo;
	check->section = section;
	check->prose = prose_parse(body.data, body.len, &marker_extension);
	sources = prose_source_block(check->prose);
	check->end_block = sources < 0 ? INT_MAX : sources;
	metric_check(check);
}

/* A sentence may be a whole body; its rows must not be that squared. */
#define MOST_SENTENCE	4000

static void
return_finding(ReturnSetInfo *result, const Prose *prose, const MetricFinding *finding, int start)
{
	Datum		values[13];
	bool		nulls[13] = {false};
	Slice		sentence = finding_sentence(prose, finding, MOST_SENTENCE);

	values[0] = text_datum(finding->kind->key);
	values[1] = text_datum(finding->variant);
	values[2] = text_datum(metric_role_name(finding->role));
	values[3] = numeric_datum(decimal_text(finding->found));
	values[4] = text_datum(finding->unit);
	nulls[5] = finding->canonical == NULL;
	values[5] = nulls[5] ? 0 : numeric_datum(finding->canonical->text);
	values[6] = Int32GetDatum(start);
	values[7] = Int32GetDatum(utf8_length(prose->text + finding->start, finding->end - finding->start));
	values[8] = PointerGetDatum(cstring_to_text_with_len(sentence.data, sentence.len));
	values[9] = BoolGetDatum(finding->anchored);
	values[10] = text_datum(metric_context_name(finding->context));
	values[11] = text_datum(metric_verdict_name(finding->verdict));
	values[12] = BoolGetDatum(finding->is_rewritable);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

Datum
memo_check_prose(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Slice		body;
	int			level;
	int			pos = 0;
	int			chars = 0;
	Memo	   *memo;
	MetricCheck check;

	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(1))
		return (Datum) 0;
	body = body_argument(fcinfo, 1);
	level = store_open();
	memo = store_load(PG_GETARG_INT64(0), 0);
	check_body(memo, body, section_of_body(memo, body), &check);
	for (int i = 0; i < check.findings.count; i++)
	{
		const MetricFinding *finding = &check.findings.items[i];

		CHECK_FOR_INTERRUPTS();
		if (finding->start < pos)
			pos = chars = 0;	/* cannot be, but a wrong offset would be worse */
		chars += utf8_length(body.data + pos, finding->start - pos);
		pos = finding->start;
		return_finding(result, check.prose, finding, chars);
	}
	store_close(level);
	return (Datum) 0;
}

/* The body with those of its violations corrected that may be rewritten. */
static char *
corrected_body(const MetricCheck *check, int *len)
{
	StringInfoData out;
	int			pos = 0;

	initStringInfo(&out);
	for (int i = 0; i < check->findings.count; i++)
	{
		const MetricFinding *finding = &check->findings.items[i];
		Correction	correction;

		if (!finding->is_rewritable || finding->start < pos)
			continue;
		metric_correction(check->prose, finding, &correction);
		appendBinaryStringInfo(&out, check->prose->text + pos, correction.start - pos);
		appendStringInfoString(&out, correction.replacement);
		appendBinaryStringInfo(&out, check->prose->text + correction.end, correction.note_at - correction.end);
		appendStringInfoString(&out, correction.note);
		pos = correction.note_at;
	}
	appendBinaryStringInfo(&out, check->prose->text + pos, check->prose->len - pos);
	*len = out.len;
	return out.data;
}

Datum
memo_correct_prose(PG_FUNCTION_ARGS)
{
	MemoryContext context = CurrentMemoryContext;
	Slice		body;
	int			level;
	Memo	   *memo;
	MetricCheck check;
	text	   *result;
	char	   *corrected;
	int			len;

	check_argument(fcinfo, 0, "deal_id");
	if (PG_ARGISNULL(1))
		PG_RETURN_NULL();
	body = body_argument(fcinfo, 1);
	level = store_open();
	memo = store_load(PG_GETARG_INT64(0), 0);
	check_body(memo, body, section_of_body(memo, body), &check);
	corrected = corrected_body(&check, &len);
	MemoryContextSwitchTo(context);
	result = cstring_to_text_with_len(corrected, len);
	store_close(level);
	PG_RETURN_TEXT_P(result);
}

/* --------------------------------------------------------------------- retries */

/* Sections as they are now against the metrics and claims as they are now;
 * what callers marked as partial themselves, too. */
Datum
memo_retries(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	int			level;
	Memo	   *memo;
	WrittenSection *written;

	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	memo = store_load(PG_GETARG_INT64(0), 0);
	written = store_load_written(memo);
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		MetricCheck check;
		Datum		values[2];
		bool		nulls[2] = {false};
		char	   *reason = "";
		char	   *own = written[i].is_partial ? own_retry_reason(written[i].retry_reason) : NULL;

		CHECK_FOR_INTERRUPTS();
		if (strcmp(memo->policy.enforce_metrics, "off") != 0)
		{
			/* without metrics no prose diverges, but a structured output may be invalid */
			check = (MetricCheck) {.memo = memo};
			if (memo->metrics.count > 0)
				check_body(memo, section->body, section, &check);
			reason = metric_retry_reason(&check, written[i].has_structured ? &written[i].structured : NULL, written[i].retry_reason, true).asks;
		}
		if (written[i].is_partial && own == NULL && written[i].retry_reason == NULL)
			own = "marked as partial, without a reason";
		if (reason[0] == '\0' && own == NULL)
			continue;
		values[0] = text_datum(section->section_key);
		values[1] = text_datum(own == NULL ? reason : reason[0] == '\0' ? own : psprintf("%s\n%s", own, reason));
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	store_close(level);
	return (Datum) 0;
}

Datum
memo_unknown_metrics(PG_FUNCTION_ARGS)
{
	MemoryContext context = CurrentMemoryContext;
	int			level = store_open();
	Datum		names;

	(void) fcinfo;
	MemoryContextSwitchTo(context);
	names = store_unknown_metrics();
	store_close(level);
	PG_RETURN_DATUM(names);
}
