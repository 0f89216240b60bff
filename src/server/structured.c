/*
 * structured.c
 *		Canonical metrics and structured outputs, checked; what a section must be
 *		written again for.
 *
 * {"irr": 19.2} of a deal whose canonical IRR is 18.5 is 0.7 of 18.5 off, less than a fifth:
 * verdict "ok"; {"irr": 25} is "retry", {"irr": "18.5%"} "invalid", {"irr": null} "not_comparable".
 * The reason stored with a section begins with RETRY_PREFIX, so that it is known as ours.
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

Datum
numeric_datum(const char *text)
{
	return DirectFunctionCall3(numeric_in, CStringGetDatum(text), ObjectIdGetDatum(InvalidOid),
							   Int32GetDatum(-1));
}

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
	return !numeric_less(value, numeric_of(kind->least)) &&
		   !numeric_less(numeric_of(kind->most), value);
}

/* A field's value beside the canonical one: null is not comparable, out of range invalid. */
static void
read_field(Memo *memo, const MetricKind *kind, const JsonbValue *value, StructuredField *field)
{
	Datum		canonical;

	field->kind = kind;
	field->metric = kind->key;
	field->canonical = metric_canonical(memo, kind, "");
	field->verdict = "not_comparable";
	if (value->type == jbvNull)
		return;
	field->verdict = "invalid";
	field->problem = psprintf("is the %s %s, but must be a number from %d to %d, or null",
							  jsonb_type(value), slice_copy(jsonb_text(value)), kind->least,
							  kind->most);
	if (value->type != jbvNumeric)
		return;
	field->structured = NumericGetDatum(value->val.numeric);
	field->has_structured = true;
	if (!is_in_range(kind, field->structured))
		return;
	field->problem = NULL;
	field->verdict = "not_comparable";
	if (field->canonical == NULL)
		return;
	canonical = numeric_datum(field->canonical->text);
	field->size = DirectFunctionCall1(numeric_abs, canonical);
	if (!numeric_less(numeric_of(0), field->size))
		return;
	field->distance = DirectFunctionCall1(numeric_abs,
										  DirectFunctionCall2(numeric_sub, field->structured,
															  canonical));
	field->has_delta = true;
	/* above 0.20 off is to be retried; the product is exact, the quotient may be rounded */
	field->verdict = numeric_less(field->size, DirectFunctionCall2(numeric_mul, field->distance,
																   numeric_of(5)))
		? "retry" : "ok";
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
	if (kind == NULL)
		return;
	if (unit != NULL && strcmp(unit, kind->unit) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("unit of metric \"%s\" is %s, not %s", name, kind->unit, unit)));
	if (!is_in_range(kind, value))
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("value %s of metric \"%s\" is out of range",
						DatumGetCString(DirectFunctionCall1(numeric_out, value)), name),
				 errdetail("It is %s, from %d to %d.",
						   strcmp(kind->unit, "percent") == 0 ? "in percent points" : "a multiple",
						   kind->least, kind->most)));
}

void
check_metric_fraction(const char *name, Datum value)
{
	const MetricKind *kind = metric_kind_find(memo_create(0), name, NULL);
	Datum		size = DirectFunctionCall1(numeric_abs, value);
	char	   *written;
	char	   *meant;

	if (kind == NULL || strcmp(kind->unit, "percent") != 0 || !numeric_less(numeric_of(0), size) ||
		!numeric_less(size, numeric_of(1)))
		return;
	written = DatumGetCString(DirectFunctionCall1(numeric_out, value));
	meant = DatumGetCString(DirectFunctionCall1(
		numeric_out,
		DirectFunctionCall1(numeric_trim_scale,
							DirectFunctionCall2(numeric_mul, value, numeric_of(100)))));
	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("metric \"%s\" is %s percent; for %s %% write %s", name, written, meant, meant),
			 errdetail("Percents are in percent points; a plain irr, ltv, cap_rate or debt_yield "
					   "of less than 1 is refused."),
			 errhint("Spreadsheets store percents as fractions: multiply them by 100. A value that "
					 "is less than 1 %% can be stored under its variant, such as levered.")));
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
	NumberUnit	number_unit;
	int			currency;

	if (!metric_unit(unit, &number_unit, &currency))
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("unit \"%s\" of metric \"%s\" is not read", unit, name),
				 errdetail("It is percent, multiple, number or a currency's code such as usd."),
				 errhint("A figure of another unit is neither found in prose nor checked.")));
}

/* The fields of the catalogue: "irr_pct|dscr|...". */
static char *
known_fields(Memo *memo)
{
	StringInfoData fields;

	initStringInfo(&fields);
	for (int i = 0; metric_kind_at(memo, i) != NULL; i++)
		if (metric_kind_at(memo, i)->field != NULL)
			appendStringInfo(&fields, "%s%s", fields.len > 0 ? "|" : "",
							 metric_kind_at(memo, i)->field);
	return fields.data;
}

StructuredField *
check_structured(Memo *memo, Datum structured, int *count)
{
	Jsonb	   *object = DatumGetJsonbP(structured);
	const char *known = known_fields(memo);
	StructuredField *fields;
	JsonbIterator *iterator;
	JsonbValue	value;
	JsonbIteratorToken token;

	*count = 0;
	if (!JB_ROOT_IS_OBJECT(object))
	{
		fields = palloc0(sizeof(StructuredField));
		fields[(*count)++] = (StructuredField) {.verdict = "invalid", .problem = "no JSON object"};
		return fields;
	}
	fields = palloc0(sizeof(StructuredField) * (JB_ROOT_COUNT(object) + 1));
	for (int i = 0; metric_kind_at(memo, i) != NULL; i++)
	{
		const MetricKind *kind = metric_kind_at(memo, i);
		JsonbValue *found = kind->field == NULL
								? NULL
								: getKeyJsonValueFromContainer(&object->root, kind->field,
															   (int) strlen(kind->field), NULL);

		if (found != NULL)
			read_field(memo, kind, found, &fields[(*count)++]);
	}
	iterator = JsonbIteratorInit(&object->root);
	while ((token = JsonbIteratorNext(&iterator, &value, true)) != WJB_DONE)
		if (token == WJB_KEY && !policy_has(known, slice_copy(jsonb_text(&value))))
			fields[(*count)++] = (StructuredField) {
				.metric = slice_copy(jsonb_text(&value)), .verdict = "invalid",
				.problem = psprintf("is unknown; it must be %s", words_sentence(known))};
	return fields;
}

/* ----------------------------------------------------------------- retries */

#define RETRY_PREFIX	"Canonical metrics: "

/* A metric's field that the schema refuses, or no object at all.  An unknown
 * field says nothing of the metrics. */
static bool
is_unusable(const StructuredField *field)
{
	return strcmp(field->verdict, "invalid") == 0 &&
		   (field->kind != NULL || field->metric == NULL);
}

/* "structured field irr is 19.2, but must be 18.5; ...": the fields that must be written
 * again.  JSON's null is what many drivers write where there is nothing. */
static void
append_structured_reasons(Memo *memo, Datum structured, StringInfo out)
{
	Jsonb	   *json = DatumGetJsonbP(structured);
	JsonbValue	value;
	int			count = 0;
	StructuredField *fields = JB_ROOT_IS_SCALAR(json) && JsonbExtractScalar(&json->root, &value) &&
		value.type == jbvNull ? NULL : check_structured(memo, structured, &count);

	for (int i = 0; i < count; i++)
	{
		const StructuredField *field = &fields[i];

		if (!is_unusable(field) && strcmp(field->verdict, "retry") != 0)
			continue;
		appendStringInfoString(out, out->len > 0 ? "; " : "");
		if (field->metric == NULL)
			appendStringInfoString(out, "the structured output is no object");
		else if (!field->has_structured)
			appendStringInfo(out, "structured field %s is no number", field->kind->field);
		else
			appendStringInfo(out, "structured field %s is %s, but must be ", field->kind->field,
							 DatumGetCString(DirectFunctionCall1(numeric_out, field->structured)));
		if (field->has_structured && is_unusable(field))
			appendStringInfo(out, "from %d to %d", field->kind->least, field->kind->most);
		else if (field->has_structured)
			appendStringInfoString(out, field->canonical->text);
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
	metric_reasons(check, asked == NULL ? NULL : asked + strlen(RETRY_PREFIX), is_now, &asks,
				   &kept);
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
	return psprintf("%s%s%s", reason->asks, reason->asks[0] == '\0' ? RETRY_PREFIX : "; ",
					reason->kept);
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
