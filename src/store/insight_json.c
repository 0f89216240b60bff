/*
 * insight_json.c
 *		The JSON of insights: which shape detail has by kind, and reading it.
 *
 * Shapes are tables of fields; whatever else an object has is left alone.  What
 * is wrong is said with its path: "assumptions[0].influence is no number".
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include <math.h>

#include "utils/builtins.h"
#include "utils/datetime.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

typedef enum FieldType
{
	FIELD_TEXT,
	FIELD_SCALAR,				/* text, number or boolean */
	FIELD_COUNT,				/* whole number from 0 */
	FIELD_SHARE,				/* 0 to 1 */
	FIELD_DATE,					/* "2026-06-30", a time may follow */
	FIELD_LIST					/* of objects */
} FieldType;

typedef struct Field
{
	const char *name;			/* NULL ends a shape */
	FieldType	type;
	const char *or_name;		/* required, unless this one is there; NULL = optional */
	const struct Field *elements;
	int			least;			/* elements of a list */
	const char *const *allowed; /* texts, ends with NULL; NULL = any */
} Field;

#define OPTIONAL(name, type) {name, type, NULL, NULL, 0, NULL}
#define REQUIRED(name, type) {name, type, name, NULL, 0, NULL}
#define END_OF_SHAPE {NULL, FIELD_TEXT, NULL, NULL, 0, NULL}

static const char *const severities[] = {"critical", "high", "medium", "low", "info", NULL};
static const char *const types[] = {"user", "excel", "costar", "pdf", "web", "other", NULL};

static const Field value_shape[] = {
	REQUIRED("value", FIELD_SCALAR),
	OPTIONAL("unit", FIELD_TEXT),
	{"source_type", FIELD_TEXT, "doc_id", NULL, 0, types},
	OPTIONAL("doc_id", FIELD_TEXT),
	OPTIONAL("ingested_on", FIELD_DATE),
	END_OF_SHAPE
};

static const Field assumption_shape[] = {
	{"label", FIELD_TEXT, "cell", NULL, 0, NULL},
	OPTIONAL("cell", FIELD_TEXT),
	OPTIONAL("value", FIELD_SCALAR),
	OPTIONAL("distance", FIELD_COUNT),
	OPTIONAL("influence", FIELD_SHARE),
	OPTIONAL("influence_proxy", FIELD_SHARE),
	END_OF_SHAPE
};

/* The parts that detail and the items of a context have in common. */
#define IC_NOTE_FIELDS \
	OPTIONAL("author", FIELD_TEXT), \
	OPTIONAL("date", FIELD_DATE)
#define MODEL_WARNING_FIELDS \
	{"severity", FIELD_TEXT, NULL, NULL, 0, severities}, \
	OPTIONAL("cell", FIELD_TEXT), \
	OPTIONAL("location", FIELD_TEXT)
#define SOURCE_CONFLICT_FIELDS \
	{"values", FIELD_LIST, "values", value_shape, 2, NULL}
#define LINEAGE_FIELDS \
	OPTIONAL("label", FIELD_TEXT), \
	OPTIONAL("workbook", FIELD_TEXT), \
	OPTIONAL("cell", FIELD_TEXT), \
	OPTIONAL("formula", FIELD_TEXT), \
	OPTIONAL("depth", FIELD_COUNT), \
	OPTIONAL("n_assumptions", FIELD_COUNT), \
	{"assumptions", FIELD_LIST, NULL, assumption_shape, 0, NULL}
#define COLUMN_FIELDS \
	OPTIONAL("section_key", FIELD_TEXT), \
	OPTIONAL("anchor", FIELD_TEXT), \
	OPTIONAL("metric", FIELD_TEXT)

static const Field detail_shapes[NINSIGHT_KINDS][9] = {
	[INSIGHT_IC_NOTE] = {IC_NOTE_FIELDS, END_OF_SHAPE},
	[INSIGHT_MODEL_WARNING] = {MODEL_WARNING_FIELDS, END_OF_SHAPE},
	[INSIGHT_SOURCE_CONFLICT] = {SOURCE_CONFLICT_FIELDS, END_OF_SHAPE},
	[INSIGHT_LINEAGE] = {LINEAGE_FIELDS, END_OF_SHAPE},
};

static const Field item_shapes[NINSIGHT_KINDS][16] = {
	[INSIGHT_IC_NOTE] = {COLUMN_FIELDS, REQUIRED("message", FIELD_TEXT), IC_NOTE_FIELDS, END_OF_SHAPE},
	[INSIGHT_MODEL_WARNING] = {COLUMN_FIELDS, REQUIRED("message", FIELD_TEXT), MODEL_WARNING_FIELDS, END_OF_SHAPE},
	[INSIGHT_SOURCE_CONFLICT] = {COLUMN_FIELDS, OPTIONAL("message", FIELD_TEXT), SOURCE_CONFLICT_FIELDS, END_OF_SHAPE},
	[INSIGHT_LINEAGE] = {COLUMN_FIELDS, OPTIONAL("message", FIELD_TEXT), OPTIONAL("metric_tag", FIELD_TEXT),
		OPTIONAL("metric_label", FIELD_TEXT), OPTIONAL("influence", FIELD_SHARE), LINEAGE_FIELDS, END_OF_SHAPE},
};

static const char *const context_keys[NINSIGHT_KINDS] = {
	[INSIGHT_IC_NOTE] = "ic_notes",
	[INSIGHT_MODEL_WARNING] = "red_flags",
	[INSIGHT_SOURCE_CONFLICT] = "source_conflicts",
	[INSIGHT_LINEAGE] = "metric_lineage",
};

InsightKind
insight_kind(const char *name)
{
	InsightKind kind = 0;

	while (kind < NINSIGHT_KINDS && strcmp(insight_kind_name(kind), name) != 0)
		kind++;
	return kind;
}

/* ---------------------------------------------------------------- reading */

/* A member that is there and not null; an object that is none has none. */
static bool
get_member(JsonbContainer *object, const char *name, JsonbValue *value)
{
	return object != NULL &&
		getKeyJsonValueFromContainer(object, name, (int) strlen(name), value) != NULL &&
		value->type != jbvNull;
}

static char *
number_text(const JsonbValue *value)
{
	return DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric)));
}

/* Text of a scalar, blanks around it left out; NULL when there is nothing. */
static char *
scalar_text(const JsonbValue *value)
{
	Slice		text;

	if (value->type == jbvNumeric)
		return number_text(value);
	if (value->type == jbvBool)
		return pstrdup(value->val.boolean ? "true" : "false");
	if (value->type != jbvString)
		return NULL;
	text = (Slice) {value->val.string.val, value->val.string.len};
	while (text.len > 0 && isspace((unsigned char) text.data[text.len - 1]))
		text.len--;
	while (text.len > 0 && isspace((unsigned char) text.data[0]))
		text.data++, text.len--;
	return text.len == 0 ? NULL : slice_copy(text);
}

static char *
member_text(JsonbContainer *object, const char *name)
{
	JsonbValue	value;

	return get_member(object, name, &value) ? scalar_text(&value) : NULL;
}

/* A name as spreadsheets write it, "Levered IRR:". */
static char *
label_text(JsonbContainer *object, const char *name)
{
	char	   *text = member_text(object, name);
	int			len = text == NULL ? 0 : (int) strlen(text);

	while (len > 0 && strchr(": \t", text[len - 1]) != NULL)
		text[--len] = '\0';
	return len == 0 ? NULL : text;
}

static double
member_number(JsonbContainer *object, const char *name, double when_none)
{
	JsonbValue	value;

	if (!get_member(object, name, &value) || value.type != jbvNumeric)
		return when_none;
	return strtod(number_text(&value), NULL);
}

/* A member's list of objects; count 0 when it has none. */
static JsonbContainer *
member_list(JsonbContainer *object, const char *name, int *count)
{
	JsonbValue	value;

	*count = 0;
	if (!get_member(object, name, &value) || value.type != jbvBinary ||
		!JsonContainerIsArray(value.val.binary.data))
		return NULL;
	*count = JsonContainerSize(value.val.binary.data);
	return value.val.binary.data;
}

/* The day of a date, whatever time follows; NULL when it has none. */
static char *
member_date(JsonbContainer *object, const char *name)
{
	char	   *text = member_text(object, name);

	if (text != NULL && strlen(text) > 10)
		text[10] = '\0';
	return text;
}

static JsonbContainer *
list_object(JsonbContainer *list, int index)
{
	JsonbValue *value = getIthJsonbValueFromContainer(list, index);

	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data)
		? value->val.binary.data : NULL;
}

/* --------------------------------------------------------------- checking */

static char *
whole_day(const char *text, int len)
{
	int			year;
	int			month;
	int			day;
	int			check[3];

	if (len < 10 || (len > 10 && strchr("T ", text[10]) == NULL) ||
		strspn(text, "0123456789") != 4 || text[4] != '-' || strspn(text + 5, "0123456789") != 2 ||
		text[7] != '-' || strspn(text + 8, "0123456789") < 2)
		return "is no date such as 2026-06-30";
	year = atoi(text);
	month = atoi(text + 5);
	day = (text[8] - '0') * 10 + text[9] - '0';
	if (year < 1 || month < 1 || month > 12)
		return "is no date such as 2026-06-30";
	j2date(date2j(year, month, day), &check[0], &check[1], &check[2]);
	return check[0] == year && check[1] == month && check[2] == day ? NULL : "is no date such as 2026-06-30";
}

static char *
check_text(const Field *field, const JsonbValue *value)
{
	char	   *text;

	if (value->type != jbvString)
		return field->type == FIELD_DATE ? "is no date such as 2026-06-30" : "is no text";
	text = pnstrdup(value->val.string.val, value->val.string.len);
	if (field->type == FIELD_DATE)
		return whole_day(text, value->val.string.len);
	for (const char *const *allowed = field->allowed; allowed != NULL; allowed++)
	{
		if (*allowed == NULL)
			return psprintf("is \"%s\"; allowed: %s", text,
							field->allowed == types ? "user, excel, costar, pdf, web, other"
							: "critical, high, medium, low, info");
		if (strcmp(*allowed, text) == 0)
			break;
	}
	return NULL;
}

static char *
check_number(const Field *field, const JsonbValue *value)
{
	double		number;

	if (value->type != jbvNumeric)
		return "is no number";
	number = strtod(number_text(value), NULL);
	if (field->type == FIELD_SHARE)
		return number < 0 || number > 1 ? "is not from 0 to 1" : NULL;
	return number < 0 || number > 1000000000 || number != floor(number) ? "is no whole number from 0" : NULL;
}

static char *check_object(const Field *shape, JsonbContainer *object, StringInfo path);

static char *
check_list(const Field *field, const JsonbValue *value, StringInfo path)
{
	int			here = path->len;
	int			count;

	if (value->type != jbvBinary || !JsonContainerIsArray(value->val.binary.data))
		return "is no array";
	count = JsonContainerSize(value->val.binary.data);
	if (count < field->least)
		return psprintf("has %d element%s; it needs %d", count, count == 1 ? "" : "s", field->least);
	for (int i = 0; i < count; i++)
	{
		JsonbContainer *object = list_object(value->val.binary.data, i);
		char	   *problem;

		CHECK_FOR_INTERRUPTS();
		appendStringInfo(path, "[%d]", i);
		problem = object == NULL ? "is no object" : check_object(field->elements, object, path);
		if (problem != NULL)
			return problem;
		path->data[path->len = here] = '\0';
	}
	return NULL;
}

/* Path is that of the object, and of what is wrong when something is. */
static char *
check_object(const Field *shape, JsonbContainer *object, StringInfo path)
{
	for (const Field *field = shape; field->name != NULL; field++)
	{
		int			here = path->len;
		JsonbValue	value;
		bool		is_there = get_member(object, field->name, &value);
		char	   *problem = NULL;

		appendStringInfo(path, "%s%s", path->len > 0 ? "." : "", field->name);
		if (!is_there)
		{
			JsonbValue	other;

			if (field->or_name != NULL && !get_member(object, field->or_name, &other))
				problem = "is missing";
		}
		else if (field->type == FIELD_LIST)
			problem = check_list(field, &value, path);
		else if (field->type == FIELD_COUNT || field->type == FIELD_SHARE)
			problem = check_number(field, &value);
		else if (field->type != FIELD_SCALAR)
			problem = check_text(field, &value);
		else if (value.type == jbvBinary)
			problem = "is no number or text";
		if (problem == NULL && field->or_name == field->name && value.type == jbvString &&
			scalar_text(&value) == NULL)
			problem = "is empty";
		if (problem != NULL)
			return problem;
		path->data[path->len = here] = '\0';
	}
	return NULL;
}

static char *
with_path(StringInfo path, const char *problem)
{
	return problem == NULL ? NULL : psprintf("%s %s", path->data, problem);
}

char *
insight_detail_problem(InsightKind kind, Datum detail)
{
	Jsonb	   *json = DatumGetJsonbP(detail);
	StringInfoData path;

	initStringInfo(&path);
	appendStringInfoString(&path, "detail");
	if (!JB_ROOT_IS_OBJECT(json))
		return with_path(&path, "is no object");
	return with_path(&path, check_object(detail_shapes[kind], &json->root, &path));
}

/* ---------------------------------------------------------------- context */

/* An item of metric_lineage; one that stands under its metric's key needs none. */
static char *
check_item(InsightKind kind, JsonbContainer *item, bool has_key, StringInfo path)
{
	char	   *problem;
	JsonbValue	value;

	if (item == NULL)
		return "is no object";
	problem = check_object(item_shapes[kind], item, path);
	if (problem != NULL || kind != INSIGHT_LINEAGE || has_key)
		return problem;
	if (get_member(item, "metric", &value) || get_member(item, "metric_tag", &value))
		return NULL;
	appendStringInfoString(path, ".metric");
	return "is missing";
}

static char *
check_items(InsightKind kind, JsonbContainer *items, StringInfo path)
{
	int			here = path->len;
	char	   *problem = NULL;
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	value;
	int			index = 0;

	if (JsonContainerIsArray(items))
	{
		for (; index < (int) JsonContainerSize(items) && problem == NULL; index++)
		{
			CHECK_FOR_INTERRUPTS();
			path->data[path->len = here] = '\0';
			appendStringInfo(path, "[%d]", index);
			problem = check_item(kind, list_object(items, index), false, path);
		}
		return problem;
	}
	iterator = JsonbIteratorInit(items);
	(void) JsonbIteratorNext(&iterator, &value, true);
	while (problem == NULL && (token = JsonbIteratorNext(&iterator, &value, true)) == WJB_KEY)
	{
		CHECK_FOR_INTERRUPTS();
		path->data[path->len = here] = '\0';
		appendStringInfo(path, ".%.*s", value.val.string.len, value.val.string.val);
		(void) JsonbIteratorNext(&iterator, &value, true);
		problem = check_item(kind, value.type == jbvBinary && JsonContainerIsObject(value.val.binary.data)
							 ? value.val.binary.data : NULL, true, path);
	}
	return problem;
}

char *
insight_context_problem(Datum context)
{
	Jsonb	   *json = DatumGetJsonbP(context);

	if (!JB_ROOT_IS_OBJECT(json))
		return "context is no object";
	for (InsightKind kind = 0; kind < NINSIGHT_KINDS; kind++)
	{
		bool		takes_object = kind == INSIGHT_LINEAGE;
		char	   *problem;
		StringInfoData path;
		JsonbValue	items;

		if (!get_member(&json->root, context_keys[kind], &items))
			continue;
		initStringInfo(&path);
		appendStringInfoString(&path, context_keys[kind]);
		if (items.type != jbvBinary || (!takes_object && JsonContainerIsObject(items.val.binary.data)))
			return with_path(&path, takes_object ? "is no array or object" : "is no array");
		problem = check_items(kind, items.val.binary.data, &path);
		if (problem != NULL)
			return with_path(&path, problem);
	}
	return NULL;
}

/* ----------------------------------------------------------------- detail */

/* Rows that were written past the trigger are read as far as they go. */
static void
read_values(Insight *insight, JsonbContainer *detail)
{
	JsonbContainer *list = member_list(detail, "values", &insight->nvalues);

	insight->values = palloc0(sizeof(ConflictValue) * (insight->nvalues + 1));
	for (int i = 0; i < insight->nvalues; i++)
	{
		JsonbContainer *object = list_object(list, i);
		ConflictValue *value = &insight->values[i];
		JsonbValue	scalar;

		value->is_number = get_member(object, "value", &scalar) && scalar.type == jbvNumeric;
		value->value = member_text(object, "value");
		if (value->value == NULL)
			value->value = "";
		value->unit = member_text(object, "unit");
		value->source_type = member_text(object, "source_type");
		value->doc_id = member_text(object, "doc_id");
		value->ingested_on = member_date(object, "ingested_on");
		value->index = i;
	}
}

static void
read_assumptions(Insight *insight, JsonbContainer *detail)
{
	JsonbContainer *list = member_list(detail, "assumptions", &insight->nassumptions);

	insight->assumptions = palloc0(sizeof(Assumption) * (insight->nassumptions + 1));
	for (int i = 0; i < insight->nassumptions; i++)
	{
		JsonbContainer *object = list_object(list, i);
		Assumption *assumption = &insight->assumptions[i];
		double		proxy = member_number(object, "influence_proxy", NAN);

		assumption->label = label_text(object, "label");
		assumption->cell = member_text(object, "cell");
		assumption->value = member_text(object, "value");
		assumption->influence = member_number(object, "influence", proxy);
		assumption->index = i;
	}
}

/* An insight without an influence of its own has that of its assumptions. */
static void
complete_influence(Insight *insight)
{
	bool		has_own = !isnan(insight->influence);

	for (int i = 0; i < insight->nassumptions && !has_own; i++)
		if (!isnan(insight->assumptions[i].influence) &&
			!(insight->influence >= insight->assumptions[i].influence))
			insight->influence = insight->assumptions[i].influence;
}

bool
insight_has_label(Datum detail)
{
	Jsonb	   *json = DatumGetJsonbP(detail);

	return JB_ROOT_IS_OBJECT(json) && label_text(&json->root, "label") != NULL;
}

void
insight_read_detail(Insight *insight, Datum datum)
{
	Jsonb	   *json = DatumGetJsonbP(datum);
	JsonbContainer *detail = JB_ROOT_IS_OBJECT(json) ? &json->root : NULL;
	char	   *location = member_text(detail, "location");

	insight->cell = member_text(detail, "cell");
	if (insight->cell == NULL)
		insight->cell = location;
	insight->author = member_text(detail, "author");
	insight->date = member_date(detail, "date");
	insight->severity = member_text(detail, "severity");
	insight->label = label_text(detail, "label");
	insight->depth = (int) member_number(detail, "depth", -1);
	insight->total = (int) member_number(detail, "n_assumptions", 0);
	read_values(insight, detail);
	read_assumptions(insight, detail);
	complete_influence(insight);
}
