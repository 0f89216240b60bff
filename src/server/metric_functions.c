/*
 * metric_functions.c
 *		SQL-callable functions on canonical metrics: the schema of the structured
 *		slot and its check, the check and correction of prose, what to write again.
 */
#include "server/server_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "notes/notes.h"
#include "stages/stages.h"

#include "utils/builtins.h"
#include "utils/numeric.h"

PG_FUNCTION_INFO_V1(memo_metric_schema);
PG_FUNCTION_INFO_V1(memo_check_structured);
PG_FUNCTION_INFO_V1(memo_check_prose);
PG_FUNCTION_INFO_V1(memo_correct_prose);
PG_FUNCTION_INFO_V1(memo_retries);
PG_FUNCTION_INFO_V1(memo_unknown_metrics);

/* --------------------------------------------------------------------- schema */

/* A field's schema: {"type": ["number", "null"], "description": ..., ranges}. */
static void
append_field(StringInfo out, Memo *memo, const MetricKind *kind, bool has_range)
{
	const CanonicalMetric *canonical = metric_canonical(memo, kind, "");
	StringInfoData words;

	initStringInfo(&words);
	appendStringInfo(&words, "%s, %s, from %d to %d", kind->label,
					 strcmp(kind->unit, "percent") == 0 ? "in percent points (18.5 is 18.5%)"
														: "as a multiple (1.35 is 1.35x)",
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
		appendStringInfoString(out,
							   "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", ");
	appendStringInfoString(out, "\"type\": \"object\", \"additionalProperties\": false, "
								"\"description\": \"Canonical metrics of this section, apart from "
								"its prose\", \"properties\": {");
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

	if (provider != NULL)
		check_word(provider, "anthropic|openai|gemini", "provider");
	memo = level < 0 ? memo_create(0) : store_load(PG_GETARG_INT64(0), 0);
	MemoryContextSwitchTo(context);
	initStringInfo(&out);
	append_schema(&out, memo, provider);
	if (level >= 0)
		store_close(level);
	MemoryContextSwitchTo(context);
	PG_RETURN_DATUM(jsonb_datum(out.data));
}

/* ----------------------------------------------------------------- structured */

Datum
memo_check_structured(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_rows(fcinfo);
	StructuredField *fields;
	int			count;

	if (PG_ARGISNULL(1))		/* a section without one */
		return (Datum) 0;
	rows.level = store_open();
	fields = check_structured(store_load(deal_id, 0), PG_GETARG_DATUM(1), &count);
	for (int i = 0; i < count; i++)
	{
		const StructuredField *field = &fields[i];

		put_text(&rows, field->metric);
		put_optional(&rows, field->has_structured, field->structured);
		put_optional(&rows, field->canonical != NULL,
					 field->canonical == NULL ? 0 : numeric_datum(field->canonical->text));
		put_optional(&rows, field->has_delta,
					 field->has_delta ? DirectFunctionCall2(numeric_div, field->distance,
														  field->size) : (Datum) 0);
		put_text(&rows, field->verdict);
		put_text(&rows, field->problem);
		end_row(&rows);
	}
	return close_rows(&rows);
}

/* ---------------------------------------------------------------------- prose */

/* Checks a body; section says whose claims are the evidence, NULL = nobody's.
 * Lists of sources are not read. */
static void
check_body(Memo *memo, Slice body, const Section *section, MetricCheck *check)
{
	memset(check, 0, sizeof(*check));
	check->memo = memo;
	check->section = section;
	check->prose = body_parse(body.data, body.len);
	metric_check(check);
}

/* A sentence may be a whole body; its rows must not be that squared. */
#define MOST_SENTENCE	4000

/* The findings in a body; of the deal's section with this very body the claims are evidence. */
static void
check_body_of_deal(int64 deal_id, Slice body, MetricCheck *check)
{
	Memo	   *memo = store_load(deal_id, 0);
	int			at = 0;

	while (at < memo->nsections && !slice_equal(memo->sections[at].body, body))
		at++;
	check_body(memo, body, at < memo->nsections ? &memo->sections[at] : NULL, check);
}

Datum
memo_check_prose(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_rows(fcinfo);
	MetricCheck check;
	Slice		body;
	int			pos = 0;
	int			chars = 0;

	if (PG_ARGISNULL(1))
		return (Datum) 0;
	body = body_argument(fcinfo, 1);
	rows.level = store_open();
	check_body_of_deal(deal_id, body, &check);
	for (int i = 0; i < check.findings.count; i++)
	{
		const MetricFinding *finding = &check.findings.items[i];

		if (finding->start < pos)
			pos = chars = 0;	/* cannot be, but a wrong offset would be worse */
		chars += utf8_length(body.data + pos, finding->start - pos);
		pos = finding->start;
		put_text(&rows, finding->kind->key);
		put_text(&rows, finding->variant);
		put_text(&rows, metric_role_names[finding->role]);
		put_datum(&rows, numeric_datum(decimal_text(finding->found)));
		put_text(&rows, finding->unit);
		put_optional(&rows, finding->canonical != NULL,
					 finding->canonical == NULL ? 0 : numeric_datum(finding->canonical->text));
		put_int(&rows, chars, 0);
		put_int(&rows, utf8_length(body.data + pos, finding->end - finding->start), 0);
		put_slice(&rows, finding_sentence(check.prose, finding, MOST_SENTENCE));
		put_bool(&rows, finding->anchored);
		put_text(&rows, metric_context_names[finding->context]);
		put_text(&rows, metric_verdict_names[finding->verdict]);
		put_bool(&rows, finding->is_rewritable);
		end_row(&rows);
	}
	return close_rows(&rows);
}

/* The body with those of its violations corrected that finalize corrects. */
static void
append_corrected(const MetricCheck *check, StringInfo out)
{
	int			pos = 0;

	for (int i = 0; i < check->findings.count; i++)
	{
		const MetricFinding *finding = &check->findings.items[i];
		Correction	correction;

		if (!metric_is_corrected(check->memo, finding) || finding->start < pos)
			continue;
		metric_correction(check->prose, finding, &correction);
		appendBinaryStringInfo(out, check->prose->text + pos, correction.start - pos);
		appendStringInfoString(out, correction.replacement);
		appendBinaryStringInfo(out, check->prose->text + correction.end,
							   correction.note_at - correction.end);
		appendStringInfoString(out, correction.note);
		pos = correction.note_at;
	}
	appendBinaryStringInfo(out, check->prose->text + pos, check->prose->len - pos);
}

Datum
memo_correct_prose(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	MetricCheck check;
	Slice		body;
	Call		call;
	StringInfoData out;

	if (PG_ARGISNULL(1))
		PG_RETURN_NULL();
	body = body_argument(fcinfo, 1);
	call = open_call();
	check_body_of_deal(deal_id, body, &check);
	open_text(&call, &out);
	append_corrected(&check, &out);
	PG_RETURN_DATUM(close_call_text(&call, &out));
}

/* --------------------------------------------------------------------- retries */

/* What a section must be written again for as it is now, NULL when for nothing; what a
 * caller marked as partial itself, too. */
static const char *
retry_words(Memo *memo, const Section *section, WrittenSection *written)
{
	char	   *own = written->is_partial ? own_retry_reason(written->retry_reason) : NULL;
	char	   *reason = "";

	if (strcmp(memo->policy.enforce_metrics, "off") != 0)
	{
		MetricCheck check = {.memo = memo};

		/* without metrics no prose diverges, but a structured output may be invalid */
		if (memo->metrics.count > 0)
			check_body(memo, section->body, section, &check);
		reason = metric_retry_reason(&check, written->has_structured ? &written->structured : NULL,
									 written->retry_reason, true).asks;
	}
	if (written->is_partial && own == NULL && written->retry_reason == NULL)
		own = "marked as partial, without a reason";
	if (reason[0] == '\0')
		return own;
	return own == NULL ? reason : psprintf("%s\n%s", own, reason);
}

Datum
memo_retries(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_store_rows(fcinfo);
	Memo	   *memo;
	WrittenSection *written;

	memo = store_load(deal_id, 0);
	written = store_load_written(memo);
	for (int i = 0; i < memo->nsections; i++)
	{
		const char *words = retry_words(memo, &memo->sections[i], &written[i]);

		CHECK_FOR_INTERRUPTS();
		if (words == NULL)
			continue;
		put_text(&rows, memo->sections[i].section_key);
		put_text(&rows, words);
		end_row(&rows);
	}
	return close_rows(&rows);
}

Datum
memo_unknown_metrics(PG_FUNCTION_ARGS)
{
	Call		call = open_call();

	PG_RETURN_DATUM(close_call(&call, store_unknown_metrics()));
}
