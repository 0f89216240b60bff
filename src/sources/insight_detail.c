/*
 * insight_detail.c
 *		The JSON of insights: which members the detail of each kind has, and reading it.
 *
 * Shapes are tables of fields (base/shape.c).  The first thing wrong is told, as in a context
 * {"metric_lineage": {"irr": {"depth": "3"}}}:
 *
 *		/metric_lineage/irr/depth is "3", no number
 */
#include "sources/sources.h"

#include <math.h>

static const Field value_shape[] = {
	REQUIRED("value", FIELD_SCALAR),
	OPTIONAL("unit", FIELD_TEXT),
	{"source_type", FIELD_TEXT, "doc_id", NULL, 0, "user|excel|costar|pdf|web|other"},
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
	{"severity", FIELD_TEXT, NULL, NULL, 0, "critical|high|medium|low|info"}, \
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
/* What is a column in a row of memocite.insight. */
#define COLUMN_FIELDS \
	OPTIONAL("section_key", FIELD_TEXT), \
	OPTIONAL("anchor", FIELD_TEXT), \
	OPTIONAL("metric", FIELD_TEXT)
#define MESSAGE REQUIRED("message", FIELD_TEXT)

static const struct
{
	const char *context_key;	/* of its items in a context */
	Field		detail[9];
	Field		item[16];
} shapes[NINSIGHT_KINDS] = {
	[INSIGHT_IC_NOTE] = {"ic_notes",
						 {IC_NOTE_FIELDS, END_OF_SHAPE},
						 {COLUMN_FIELDS, MESSAGE, IC_NOTE_FIELDS, END_OF_SHAPE}},
	[INSIGHT_MODEL_WARNING] = {"red_flags",
							   {MODEL_WARNING_FIELDS, END_OF_SHAPE},
							   {COLUMN_FIELDS, MESSAGE, MODEL_WARNING_FIELDS, END_OF_SHAPE}},
	[INSIGHT_SOURCE_CONFLICT] = {"source_conflicts",
								 {SOURCE_CONFLICT_FIELDS, END_OF_SHAPE},
								 {COLUMN_FIELDS, OPTIONAL("message", FIELD_TEXT),
								  SOURCE_CONFLICT_FIELDS, END_OF_SHAPE}},
	[INSIGHT_LINEAGE] = {"metric_lineage",
						 {LINEAGE_FIELDS, END_OF_SHAPE},
						 {COLUMN_FIELDS, OPTIONAL("message", FIELD_TEXT),
						  OPTIONAL("metric_tag", FIELD_TEXT), OPTIONAL("metric_label", FIELD_TEXT),
						  OPTIONAL("influence", FIELD_SHARE), LINEAGE_FIELDS, END_OF_SHAPE}},
};

InsightKind
insight_kind(const char *name)
{
	InsightKind kind = 0;

	while (kind < NINSIGHT_KINDS && strcmp(insight_kind_name(kind), name) != 0)
		kind++;
	return kind;
}

/* --------------------------------------------------------------- checking */

/* The first problem, with its place below root; NULL when there is none. */
static char *
first_problem(const Problems *problems, const char *root)
{
	const Problem *first = problems->items;

	return problems->count == 0 ? NULL : psprintf("%s%s %s", root, first->path, first->problem);
}

char *
insight_detail_problem(InsightKind kind, const Json *detail)
{
	Problems	problems = {0};

	shape_check(shapes[kind].detail, &problems, &path_root, detail);
	return first_problem(&problems, "detail");
}

/* The items of a kind: an array, of metric_lineage also an object by metric, whose items
 * need not name it. */
static void
check_items(InsightKind kind, const Json *items, Problems *problems)
{
	Path		path = PATH_MEMBER(&path_root, shapes[kind].context_key);
	bool		is_by_metric = kind == INSIGHT_LINEAGE && items->kind == J_OBJECT;
	int			index = 0;

	if (!is_by_metric && !shape_is(problems, &path, items, J_ARRAY))
		return;
	for (const Json *item = items->first; item != NULL; item = item->next)
	{
		Path		here = {&path, NULL, is_by_metric ? item->key : (Slice) {NULL, 0}, index++};

		shape_check(shapes[kind].item, problems, &here, item);
		if (kind == INSIGHT_LINEAGE && !is_by_metric && item->kind == J_OBJECT &&
			json_optional(item, "metric") == NULL && json_optional(item, "metric_tag") == NULL)
			shape_tell(problems, &PATH_MEMBER(&here, "metric"), "is missing");
	}
}

char *
insight_context_problem(const Json *context)
{
	Problems	problems = {0};

	if (!shape_is(&problems, &path_root, context, J_OBJECT))
		return first_problem(&problems, "context");
	for (InsightKind kind = 0; kind < NINSIGHT_KINDS && problems.count == 0; kind++)
	{
		const Json *items = json_optional(context, shapes[kind].context_key);

		if (items != NULL)
			check_items(kind, items, &problems);
	}
	return first_problem(&problems, "");
}

/* ---------------------------------------------------------------- reading */

/* Text of a scalar member, blanks around it left out; NULL when there is nothing. */
static char *
member_text(const Json *object, const char *name)
{
	const Json *value = json_optional(object, name);
	Slice		text = {NULL, 0};

	if (value != NULL && value->kind == J_BOOL)
		text = slice_of(value->truth ? "true" : "false");
	else if (value != NULL && (value->kind == J_STRING || value->kind == J_NUMBER))
		text = json_trim(value->text);
	return text.len == 0 ? NULL : slice_copy(text);
}

/* A name as spreadsheets write it, "Levered IRR:". */
static char *
label_text(const Json *object)
{
	char	   *text = member_text(object, "label");
	int			len = text == NULL ? 0 : (int) strlen(text);

	while (len > 0 && strchr(": \t", text[len - 1]) != NULL)
		text[--len] = '\0';
	return len == 0 ? NULL : text;
}

static double
member_number(const Json *object, const char *name, double when_none)
{
	const Json *value = json_optional(object, name);

	return value == NULL || value->kind != J_NUMBER ? when_none : value->number;
}

/* The day of a date, whatever time follows; NULL when it has none. */
static char *
member_date(const Json *object, const char *name)
{
	char	   *text = member_text(object, name);

	if (text != NULL && strlen(text) > 10)
		text[10] = '\0';
	return text;
}

/* A member's list; one without elements when it has none. */
static const Json *
member_list(const Json *object, const char *name)
{
	static const Json none = {.kind = J_ARRAY};
	const Json *list = json_optional(object, name);

	return list != NULL && list->kind == J_ARRAY ? list : &none;
}

static void
read_values(Insight *insight, const Json *list)
{
	insight->values = palloc0(sizeof(ConflictValue) * (list->count + 1));
	for (const Json *object = list->first; object != NULL; object = object->next)
	{
		ConflictValue *value = &insight->values[insight->nvalues];
		const Json *scalar = json_optional(object, "value");

		value->is_number = scalar != NULL && scalar->kind == J_NUMBER;
		value->value = member_text(object, "value");
		if (value->value == NULL)
			value->value = "";
		value->unit = member_text(object, "unit");
		value->source_type = member_text(object, "source_type");
		value->doc_id = member_text(object, "doc_id");
		value->ingested_on = member_date(object, "ingested_on");
		value->index = insight->nvalues++;
	}
}

/* An insight without an influence of its own has that of its assumptions. */
static void
read_assumptions(Insight *insight, const Json *list)
{
	bool		has_own = !isnan(insight->influence);

	insight->assumptions = palloc0(sizeof(Assumption) * (list->count + 1));
	for (const Json *object = list->first; object != NULL; object = object->next)
	{
		Assumption *assumption = &insight->assumptions[insight->nassumptions];

		assumption->label = label_text(object);
		assumption->cell = member_text(object, "cell");
		assumption->value = member_text(object, "value");
		assumption->influence =
			member_number(object, "influence", member_number(object, "influence_proxy", NAN));
		assumption->index = insight->nassumptions++;
		if (!has_own && !isnan(assumption->influence) &&
			!(insight->influence >= assumption->influence))
			insight->influence = assumption->influence;
	}
}

bool
insight_has_label(const Json *detail)
{
	return label_text(detail) != NULL;
}

/* Rows that were written past the trigger are read as far as they go. */
void
insight_read_detail(Insight *insight)
{
	const Json *detail = insight->detail == NULL ? NULL
		: json_parse(slice_of(insight->detail), MAX_DETAIL_DEPTH);

	insight->cell = member_text(detail, "cell");
	if (insight->cell == NULL)
		insight->cell = member_text(detail, "location");
	insight->author = member_text(detail, "author");
	insight->date = member_date(detail, "date");
	insight->severity = member_text(detail, "severity");
	insight->label = label_text(detail);
	insight->depth = (int) member_number(detail, "depth", -1);
	insight->total = (int) member_number(detail, "n_assumptions", 0);
	read_values(insight, member_list(detail, "values"));
	read_assumptions(insight, member_list(detail, "assumptions"));
}
