/*
 * api_metric.c
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

static Datum
numeric_datum(const char *text)
{
	return DirectFunctionCall3(numeric_in, CStringGetDatum(text), ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
}

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

static bool
numeric_less(Datum a, Datum b)
{
	return DatumGetInt32(DirectFunctionCall2(numeric_cmp, a, b)) < 0;
}

static Datum
numeric_of(int number)
{
	return NumericGetDatum(int64_to_numeric(number));
}

static bool
is_in_range(const MetricKind *kind, Datum value)
{
	return !numeric_less(value, numeric_of(kind->least)) && !numeric_less(numeric_of(kind->most), value);
}

/* Compares a field with its canonical value: above 0.20 off is to be retried. */
static void
compare_field(StructuredField *field)
{
	Datum		canonical;
	Datum		distance;
	Datum		size;

	if (!field->has_structured || field->canonical == NULL)
		return;
	canonical = numeric_datum(field->canonical->text);
	size = DirectFunctionCall1(numeric_abs, canonical);
	if (!numeric_less(numeric_of(0), size))
		return;
	distance = DirectFunctionCall1(numeric_abs, DirectFunctionCall2(numeric_sub, field->structured, canonical));
	field->distance = distance;
	field->size = size;
	field->has_delta = true;
	/* the product is exact, the quotient may be rounded */
	field->verdict = numeric_less(size, DirectFunctionCall2(numeric_mul, distance, numeric_of(5))) ? "retry" : "ok";
}

static void
read_field(Memo *memo, const MetricKind *kind, const JsonbValue *value, StructuredField *field)
{
	field->metric = kind->key;
	field->field = kind->field;
	field->canonical = metric_canonical(memo, kind, "");
	field->verdict = "not_comparable";
	if (value->type == jbvNull)
		return;
	field->verdict = "invalid";
	if (value->type != jbvNumeric)
		return;
	field->structured = NumericGetDatum(value->val.numeric);
	field->has_structured = true;
	if (!is_in_range(kind, field->structured))
		return;
	field->verdict = "not_comparable";
	compare_field(field);
}

/* Of a built-in metric: the unit must be its own, the value in its range. */
static void
check_fits(const MetricKind *kind, const char *name, Datum value, const char *unit)
{
	if (unit != NULL && strcmp(unit, kind->unit) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("unit of metric \"%s\" is %s, not %s", name, kind->unit, unit)));
	if (!is_in_range(kind, value))
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("value %s of metric \"%s\" is out of range", DatumGetCString(DirectFunctionCall1(numeric_out, value)), name),
				 errdetail("It is %s, from %d to %d.", strcmp(kind->unit, "percent") == 0 ? "in percent points" : "a multiple",
						   kind->least, kind->most)));
}

void
check_metric_value(const char *name, Datum value, const char *unit)
{
	Numeric		number = DatumGetNumeric(value);
	const MetricKind *kind;

	if (numeric_is_nan(number) || numeric_is_inf(number))
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("value of metric \"%s\" is %s, not a finite number", name,
						DatumGetCString(DirectFunctionCall1(numeric_out, value))),
				 errhint("NULL says that it is not known.")));
	kind = metric_kind_find(memo_create(0), name, NULL);
	if (kind != NULL)
		check_fits(kind, name, value, unit);
}

void
check_metric_fraction(const char *name, Datum value)
{
	const MetricKind *kind = metric_kind_find(memo_create(0), name, NULL);
	Datum		size = DirectFunctionCall1(numeric_abs, value);
	char	   *written;
	char	   *meant;

	if (kind == NULL || strcmp(kind->unit, "percent") != 0 || !numeric_less(numeric_of(0), size) || !numeric_less(size, numeric_of(1)))
		return;
	written = DatumGetCString(DirectFunctionCall1(numeric_out, value));
	meant = DatumGetCString(DirectFunctionCall1(numeric_out, DirectFunctionCall1(numeric_trim_scale,
																				  DirectFunctionCall2(numeric_mul, value, numeric_of(100)))));
	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("metric \"%s\" is %s percent; for %s %% write %s", name, written, meant, meant),
			 errdetail("Percents are in percent points; a plain irr, ltv, cap_rate or debt_yield of less than 1 is refused."),
			 errhint("Spreadsheets store percents as fractions: multiply them by 100. A value that is less than 1 %% can be stored under its variant, such as levered.")));
}

const char *
metric_key(const char *name)
{
	Memo	   *memo = memo_create(0);

	for (int i = 0; metric_kind_at(memo, i) != NULL; i++)
		if (pg_strcasecmp(metric_kind_at(memo, i)->key, name) == 0)
			return metric_kind_at(memo, i)->key;
	return name;
}

void
check_metric_unit(const char *name, const char *unit)
{
	if (strcmp(unit, "percent") != 0 && strcmp(unit, "multiple") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("unit \"%s\" of metric kind \"%s\" is not read", unit, name),
				 errdetail("It is percent or multiple."),
				 errhint("A figure of another unit is neither found in prose nor checked.")));
}

static bool
is_known_field(Memo *memo, const char *name, int len)
{
	for (int i = 0; metric_kind_at(memo, i) != NULL; i++)
	{
		const char *field = metric_kind_at(memo, i)->field;

		if (field != NULL && (int) strlen(field) == len && memcmp(field, name, len) == 0)
			return true;
	}
	return false;
}

StructuredField *
check_structured(Memo *memo, Datum structured, int *count)
{
	Jsonb	   *object = DatumGetJsonbP(structured);
	StructuredField *fields;
	JsonbIterator *iterator;
	JsonbValue	value;
	JsonbIteratorToken token;

	*count = 0;
	if (!JB_ROOT_IS_OBJECT(object))
	{
		fields = palloc0(sizeof(StructuredField));
		fields[(*count)++].verdict = "invalid";
		return fields;
	}
	fields = palloc0(sizeof(StructuredField) * (JB_ROOT_COUNT(object) + 1));
	for (int i = 0; metric_kind_at(memo, i) != NULL; i++)
	{
		const MetricKind *kind = metric_kind_at(memo, i);
		JsonbValue *found = kind->field == NULL ? NULL
			: getKeyJsonValueFromContainer(&object->root, kind->field, (int) strlen(kind->field), NULL);

		if (found != NULL)
			read_field(memo, kind, found, &fields[(*count)++]);
	}
	iterator = JsonbIteratorInit(&object->root);
	while ((token = JsonbIteratorNext(&iterator, &value, true)) != WJB_DONE)
		if (token == WJB_KEY && !is_known_field(memo, value.val.string.val, value.val.string.len))
		{
			fields[*count].metric = pnstrdup(value.val.string.val, value.val.string.len);
			fields[(*count)++].verdict = "invalid";
		}
	return fields;
}

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
		appendBinaryStringInfo(&out, check->prose->text + finding->number_end, correction.note_at - finding->number_end);
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

#define RETRY_PREFIX	"Canonical metrics: "

static const MetricKind *
kind_of_field(Memo *memo, const StructuredField *field)
{
	int			i = 0;

	while (metric_kind_at(memo, i)->field != field->field)
		i++;
	return metric_kind_at(memo, i);
}

/* A metric's field that the schema refuses, or no object at all.  An unknown
 * field says nothing of the metrics. */
static bool
is_unusable(const StructuredField *field)
{
	return strcmp(field->verdict, "invalid") == 0 && (field->field != NULL || field->metric == NULL);
}

static void
append_unusable(Memo *memo, const StructuredField *field, StringInfo out)
{
	const MetricKind *kind;

	if (field->metric == NULL)
		appendStringInfoString(out, "the structured output is no object");
	else if (!field->has_structured)
		appendStringInfo(out, "structured field %s is no number", field->field);
	else
	{
		kind = kind_of_field(memo, field);
		appendStringInfo(out, "structured field %s is %s, but must be from %d to %d", field->field,
						 DatumGetCString(DirectFunctionCall1(numeric_out, field->structured)), kind->least, kind->most);
	}
}

/* JSON's null, which many drivers write where there is nothing. */
static bool
is_json_null(Datum structured)
{
	Jsonb	   *json = DatumGetJsonbP(structured);
	JsonbValue	value;

	return JB_ROOT_IS_SCALAR(json) && JsonbExtractScalar(&json->root, &value) && value.type == jbvNull;
}

static void
append_structured_reasons(Memo *memo, Datum structured, StringInfo out)
{
	int			count = 0;
	StructuredField *fields = is_json_null(structured) ? NULL : check_structured(memo, structured, &count);

	for (int i = 0; i < count; i++)
	{
		const StructuredField *field = &fields[i];

		if (!is_unusable(field) && strcmp(field->verdict, "retry") != 0)
			continue;
		appendStringInfoString(out, out->len > 0 ? "; " : "");
		if (is_unusable(field))
			append_unusable(memo, field, out);
		else
			appendStringInfo(out, "structured field %s is %s, but must be %s", field->field,
							 DatumGetCString(DirectFunctionCall1(numeric_out, field->structured)), field->canonical->text);
	}
}

RetryReason
metric_retry_reason(MetricCheck *check, Datum *structured, const char *stored, bool is_now)
{
	RetryReason reason = {.has_structured = false};
	const char *asked = stored == NULL ? NULL : strstr(stored, RETRY_PREFIX);
	StringInfoData asks;
	StringInfoData kept;
	int			prose;

	initStringInfo(&asks);
	initStringInfo(&kept);
	metric_reasons(check, asked == NULL ? NULL : asked + strlen(RETRY_PREFIX), is_now, &asks, &kept);
	prose = asks.len;
	if (structured != NULL)
		append_structured_reasons(check->memo, *structured, &asks);
	reason.has_structured = asks.len > prose;
	reason.asks = asks.len == 0 ? asks.data : psprintf(RETRY_PREFIX "%s", asks.data);
	reason.kept = kept.data;
	return reason;
}

char *
retry_reason_text(const RetryReason *reason)
{
	if (reason->kept[0] == '\0')
		return reason->asks;
	return psprintf("%s%s%s", reason->asks, reason->asks[0] == '\0' ? RETRY_PREFIX : "; ", reason->kept);
}

bool
has_metric_reason(const char *reason)
{
	return reason != NULL && strstr(reason, RETRY_PREFIX) != NULL;
}

char *
own_retry_reason(const char *reason)
{
	const char *ours = reason == NULL ? NULL : strstr(reason, RETRY_PREFIX);
	int			len;

	if (reason == NULL)
		return NULL;
	len = ours == NULL ? (int) strlen(reason) : (int) (ours - reason);
	while (len > 0 && reason[len - 1] == '\n')
		len--;
	return len == 0 ? NULL : pnstrdup(reason, len);
}

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
