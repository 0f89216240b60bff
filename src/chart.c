/*
 * chart.c
 *		Is a ChartConfig valid?
 *
 * Two gates, in words for whoever built the chart: schema (can it be drawn?)
 * and usefulness (does it tell a reader something?).  All that is wrong is
 * said at once, each with the JSON Pointer of the value:
 *
 *		schema		/series/0/data/2/y	is null
 *		usefulness	/insightCaption		has 7 characters, needs 10
 *
 * chart_schema.c says the same rules as JSON Schema, as far as it can.
 */
#include "chart.h"

#include <math.h>

const ChartTypeInfo chart_types[NCHART_TYPES] = {
#define CHART_TYPE(name, shape, rules, point) {#name, shape, rules, point},
#include "charttypelist.h"
#undef CHART_TYPE
};

/* Where a value is: links on the stack, from the value up to the root. */
typedef struct Path
{
	const struct Path *parent;
	const char *key;			/* NULL: an element */
	Slice		name;			/* of a member whose key is data */
	int			index;
} Path;

typedef struct Checker
{
	ChartProblems *problems;
	ChartType	type;
	const char *span;			/* "number" or "day": what gantt bars begin with */
} Checker;

static const Path root = {NULL, "", {NULL, 0}, 0};

static void
append_path(StringInfo out, const Path *path)
{
	if (path->parent == NULL)
		return;
	append_path(out, path->parent);
	appendStringInfoChar(out, '/');
	if (path->key != NULL)
		appendStringInfoString(out, path->key);
	else if (path->name.data == NULL)
		append_int(out, path->index);
	for (int i = 0; i < path->name.len; i++)
	{
		if (path->name.data[i] == '~' || path->name.data[i] == '/')
			appendStringInfoString(out, path->name.data[i] == '~' ? "~0" : "~1");
		else
			appendStringInfoChar(out, path->name.data[i]);
	}
}

static void
add_problem(Checker *checker, const char *gate, const Path *path, const char *problem)
{
	ChartProblem *found = VEC_PUSH(checker->problems);
	StringInfoData text;

	initStringInfo(&text);
	append_path(&text, path);
	found->gate = gate;
	found->path = text.data;
	found->problem = pstrdup(problem);
}

/* "\"barr\"": at most 40 bytes of a text, whole characters. */
static const char *
quoted(Slice text)
{
	int			len = Min(text.len, 40);

	while (len < text.len && len > 0 && ((unsigned char) text.data[len] & 0xC0) == 0x80)
		len--;
	return psprintf("\"%.*s%s\"", len, text.data, len < text.len ? "..." : "");
}

static const char *
kind_name(const Json *value)
{
	static const char *const names[] = {"null", "a boolean", "a number", "text", "an array", "an object"};

	return names[value->kind];
}

/* Says that a value is missing, null or of another kind; true when it did. */
static bool
is_not(Checker *checker, const Path *path, const Json *value, JsonKind wanted)
{
	static const char *const names[] = {
		[J_BOOL] = "no boolean",[J_NUMBER] = "no number",[J_STRING] = "no text",
		[J_ARRAY] = "no array",[J_OBJECT] = "no object",
	};

	if (value != NULL && value->kind == wanted)
		return false;
	if (value == NULL)
		add_problem(checker, "schema", path, "is missing");
	else if (value->kind == J_NULL)
		add_problem(checker, "schema", path, "is null");
	else
		add_problem(checker, "schema", path,
					psprintf("is %s, %s", value->kind == J_STRING ? quoted(value->text) : kind_name(value), names[wanted]));
	return true;
}

/* ------------------------------------------------------------------ values */

/* Does a text stand for no finite number, as JSON without NaN writes it? */
static bool
is_not_finite(Slice text)
{
	static const char *const words[] = {"nan", "inf", "infinity"};

	text = json_trim(text);
	if (text.len > 0 && (text.data[0] == '-' || text.data[0] == '+'))
		text.data++, text.len--;
	for (int i = 0; i < (int) lengthof(words); i++)
		if (text.len == (int) strlen(words[i]) && pg_strncasecmp(text.data, words[i], text.len) == 0)
			return true;
	return false;
}

/* A number that can be drawn; one that no double holds check_numbers reports. */
static bool
check_number(Checker *checker, const Path *path, const Json *value)
{
	if (value != NULL && value->kind == J_STRING && is_not_finite(value->text))
	{
		add_problem(checker, "schema", path, psprintf("is %s, no finite number", quoted(value->text)));
		return false;
	}
	return !is_not(checker, path, value, J_NUMBER) && value->is_finite;
}

/* A label with more than blanks, or a number. */
static void
check_label(Checker *checker, const Path *path, const Json *value)
{
	if (value != NULL && value->kind == J_NUMBER)
		return;
	if (is_not(checker, path, value, J_STRING))
		return;
	if (json_trim(value->text).len == 0)
		add_problem(checker, "schema", path, "is blank");
	else if (is_not_finite(value->text))
		add_problem(checker, "schema", path, psprintf("is %s, no finite number", quoted(value->text)));
}

/* A member that may be left out or null. */
static const Json *
optional(const Json *object, const char *key)
{
	const Json *value = json_member(object, key);

	return value == NULL || value->kind == J_NULL ? NULL : value;
}

static void
check_optional_text(Checker *checker, const Path *parent, const Json *object, const char *key)
{
	const Json *value = optional(object, key);

	if (value != NULL)
		(void) is_not(checker, &(Path) {parent, key, {NULL, 0}, 0}, value, J_STRING);
}

static void
check_choice(Checker *checker, const Path *path, const Json *value, const char *allowed)
{
	if (is_not(checker, path, value, J_STRING))
		return;
	for (const char *word = allowed; *word != '\0'; word += strcspn(word, "|"), word += *word == '|')
		if (slice_equal(value->text, (Slice) {word, (int) strcspn(word, "|")}))
			return;
	add_problem(checker, "schema", path, psprintf("is %s, not one of %s", quoted(value->text), allowed));
}

static int
two_digits(const char *text)
{
	return (text[0] - '0') * 10 + text[1] - '0';
}

/* Is text a day of the calendar as "2026-06-30"? */
static bool
is_day(Slice text)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int			year;
	int			month;
	int			day;
	bool		is_leap;

	for (int i = 0; i < 10; i++)
		if (text.len != 10 || (i == 4 || i == 7 ? text.data[i] != '-' : !isdigit((unsigned char) text.data[i])))
			return false;
	year = two_digits(text.data) * 100 + two_digits(text.data + 2);
	month = two_digits(text.data + 5);
	day = two_digits(text.data + 8);
	is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] + (month == 2 && is_leap);
}

/* ------------------------------------------------------------------ points */

/* One end of a gantt bar; all of a chart are numbers, or all days. */
static bool
check_span_end(Checker *checker, const Path *path, const Json *value)
{
	const char *span = value != NULL && value->kind == J_STRING ? "day" : "number";

	if (value != NULL && value->kind == J_STRING && !is_not_finite(value->text))
	{
		if (!is_day(value->text))
		{
			add_problem(checker, "schema", path, psprintf("is %s, no day like 2026-06-30 and no number", quoted(value->text)));
			return false;
		}
	}
	else if (!check_number(checker, path, value))
		return false;
	if (checker->span != NULL && strcmp(checker->span, span) != 0)
	{
		add_problem(checker, "schema", path, psprintf("is a %s where others are a %s", span, checker->span));
		return false;
	}
	checker->span = span;
	return true;
}

static void
check_span(Checker *checker, const Path *path, const Json *point)
{
	const Json *start = json_member(point, "start");
	const Json *end = json_member(point, "end");
	Path		end_path = {path, "end", {NULL, 0}, 0};
	bool		has_start = check_span_end(checker, &(Path) {path, "start", {NULL, 0}, 0}, start);

	if (!check_span_end(checker, &end_path, end) || !has_start)
		return;
	if (end->kind == J_NUMBER ? end->number < start->number : memcmp(end->text.data, start->text.data, 10) < 0)
		add_problem(checker, "schema", &end_path, "is before the start");
}

static void
check_y(Checker *checker, const Path *path, const Json *point)
{
	const Json *y = json_member(point, "y");
	Path		y_path = {path, "y", {NULL, 0}, 0};

	if (check_number(checker, &y_path, y) && y->number < 0 && checker->type < NCHART_TYPES &&
		(chart_types[checker->type].rules & NOT_NEGATIVE))
		add_problem(checker, "schema", &y_path, "is negative");
}

static void
check_extras(Checker *checker, const Path *path, const Json *point)
{
	const Json *total = optional(point, "total");

	check_optional_text(checker, path, point, "label");
	if (total != NULL)
		(void) is_not(checker, &(Path) {path, "total", {NULL, 0}, 0}, total, J_BOOL);
}

static void
check_range(Checker *checker, const Path *path, const Json *point)
{
	const Json *low = optional(point, "low");
	const Json *high = optional(point, "high");
	Path		high_path = {path, "high", {NULL, 0}, 0};
	bool		has_low;

	if (low == NULL && high == NULL)
	{
		check_y(checker, path, point);
		return;
	}
	has_low = check_number(checker, &(Path) {path, "low", {NULL, 0}, 0}, low);
	if (check_number(checker, &high_path, high) && has_low && high->number < low->number)
		add_problem(checker, "schema", &high_path, "is below low");
}

static void
check_point(Checker *checker, const Path *path, const Json *point)
{
	ChartShape	shape = chart_types[checker->type].shape;
	Path		x_path = {path, "x", {NULL, 0}, 0};
	const Json *x = json_member(point, "x");

	if (is_not(checker, path, point, J_OBJECT))
		return;
	if (shape == NUMBERS || shape == BUBBLE)
		(void) check_number(checker, &x_path, x);
	else
		check_label(checker, &x_path, x);
	if (shape == CATEGORY || shape == NUMBERS || shape == BUBBLE)
		check_y(checker, path, point);
	else if (shape == CELL)
	{
		check_label(checker, &(Path) {path, "y", {NULL, 0}, 0}, json_member(point, "y"));
		(void) check_number(checker, &(Path) {path, "value", {NULL, 0}, 0}, json_member(point, "value"));
	}
	else if (shape == SPAN)
		check_span(checker, path, point);
	else
		check_range(checker, path, point);
	if (shape == BUBBLE)
	{
		const Json *size = json_member(point, "size");
		Path		size_path = {path, "size", {NULL, 0}, 0};

		if (check_number(checker, &size_path, size) && size->number < 0)
			add_problem(checker, "schema", &size_path, "is negative");
	}
	check_extras(checker, path, point);
}

/* ------------------------------------------------------------------ series */

/* A higher percentile is no lower an outcome. */
static void
check_rising(Checker *checker, const Path *path, const Json *data)
{
	const Json *before = NULL;
	int			index = 0;

	for (const Json *point = data->first; point != NULL; point = point->next, index++)
	{
		const Json *y = json_member(point, "y");
		double		rank = chart_percentile(json_member(point, "x"));
		double		rank_before = chart_percentile(json_member(before, "x"));
		Path		point_path = {path, NULL, {NULL, 0}, index};

		if (rank < 0 && json_member(point, "x") != NULL)
			add_problem(checker, "schema", &(Path) {&point_path, "x", {NULL, 0}, 0}, "is no percentile like P50");
		if (rank < 0 || y == NULL || y->kind != J_NUMBER)
			continue;
		if (before != NULL && (rank - rank_before) * (y->number - json_member(before, "y")->number) < 0)
			add_problem(checker, "schema", &(Path) {&point_path, "y", {NULL, 0}, 0},
						"does not rise with the percentiles");
		before = point;
	}
}

static void
check_pie(Checker *checker, const Path *path, const Json *data)
{
	double		sum = 0;

	for (const Json *point = data->first; point != NULL; point = point->next)
	{
		const Json *y = json_member(point, "y");

		if (y == NULL || y->kind != J_NUMBER || !y->is_finite)
			return;
		sum += fabs(y->number);
	}
	if (sum == 0)
		add_problem(checker, "schema", path, "has only zeros");
}

/* Two points at one place: one would hide the other, or look like their sum. */
static void
check_unique(Checker *checker, const Path *path, const Json *data)
{
	ChartSpots	spots = {NULL};
	int			index = 0;
	int			before;

	for (const Json *point = data->first; point != NULL; point = point->next, index++)
		if (point->kind == J_OBJECT && json_member(point, "x") != NULL)
			chart_add_spot(&spots, checker->type == CHART_tornado ? CHART_bar : checker->type, point, index);
	index = chart_repeated_spot(&spots, &before);
	if (index > 0)
	{
		Path		point_path = {path, NULL, {NULL, 0}, index};

		add_problem(checker, "schema", &(Path) {&point_path, "x", {NULL, 0}, 0},
					psprintf("repeats point %d%s", before, chart_types[checker->type].shape == CELL ? ", row and column" : ""));
	}
}

/* A bar from zero that is not what the steps before it come to. */
static void
check_totals(Checker *checker, const Path *path, const Json *data)
{
	double		sum = 0;
	int			index = 0;

	for (const Json *point = data->first; point != NULL; point = point->next, index++)
	{
		const Json *y = json_member(point, "y");
		const Json *total = json_member(point, "total");
		bool		is_total = total != NULL && total->kind == J_BOOL && total->truth;
		Path		point_path = {path, NULL, {NULL, 0}, index};

		if (y == NULL || y->kind != J_NUMBER)
			return;
		/* steps may have been rounded */
		if (is_total && index > 0 && fabs(y->number - sum) > 0.01 * Max(fabs(y->number), fabs(sum)))
			add_problem(checker, "schema", &(Path) {&point_path, "y", {NULL, 0}, 0}, psprintf("is a total where the steps come to %.15g", sum));
		sum = is_total ? y->number : sum + y->number;
	}
}

static void
check_data(Checker *checker, const Path *path, const Json *data)
{
	int			index = 0;

	if (is_not(checker, path, data, J_ARRAY))
		return;
	if (data->count == 0)
		add_problem(checker, "schema", path, "has no points");
	if (checker->type == NCHART_TYPES)
		return;
	for (const Json *point = data->first; point != NULL; point = point->next, index++)
	{
		CHECK_FOR_INTERRUPTS();
		check_point(checker, &(Path) {path, NULL, {NULL, 0}, index}, point);
	}
	if (chart_types[checker->type].rules & RISING)
		check_rising(checker, path, data);
	if (chart_types[checker->type].rules & UNIQUE)
		check_unique(checker, path, data);
	if (checker->type == CHART_waterfall)
		check_totals(checker, path, data);
	if (data->count > 0 && (checker->type == CHART_pie || checker->type == CHART_donut))
		check_pie(checker, path, data);
}

static void
check_one_series(Checker *checker, const Path *path, const Json *series, const Json *first)
{
	const Json *data = json_member(series, "data");
	const Json *first_data = json_member(first, "data");
	int			rules = checker->type < NCHART_TYPES ? chart_types[checker->type].rules : 0;
	Path		data_path = {path, "data", {NULL, 0}, 0};

	if (is_not(checker, path, series, J_OBJECT))
		return;
	check_optional_text(checker, path, series, "name");
	check_data(checker, &data_path, data);
	if ((rules & EQUAL_LENGTHS) && data != NULL && data->kind == J_ARRAY && first_data != NULL &&
		first_data->kind == J_ARRAY && data->count > 0 && data->count != first_data->count)
		add_problem(checker, "schema", &data_path,
					psprintf("has %d point%s where the first series has %d", data->count,
							 data->count == 1 ? "" : "s", first_data->count));
	if (rules & KIND_PER_SERIES)
	{
		check_choice(checker, &(Path) {path, "kind", {NULL, 0}, 0}, json_member(series, "kind"), "bar|line|area");
		if (optional(series, "axis") != NULL)
			check_choice(checker, &(Path) {path, "axis", {NULL, 0}, 0}, json_member(series, "axis"), "left|right");
	}
}

/* Two series of one name would be drawn as one. */
static void
check_names(Checker *checker, const Path *path, const Json *series)
{
	ChartSpots	names = {NULL};
	int			index = 0;
	int			before;

	for (const Json *one = series->first; one != NULL; one = one->next, index++)
		if (one->kind == J_OBJECT)
			chart_add_name(&names, one, index);
	index = chart_repeated_spot(&names, &before);
	if (index > 0)
	{
		Path		series_path = {path, NULL, {NULL, 0}, index};

		add_problem(checker, "schema", &(Path) {&series_path, "name", {NULL, 0}, 0},
					psprintf("is that of series %d, too", before));
	}
}

/* Points of two series at one place where series do not stand side by side. */
static void
check_overlap(Checker *checker, const Path *path, const Json *series)
{
	ChartSpots	spots = {NULL};
	int			index = 0;
	int			before;

	if (series->count < 2 || (checker->type != CHART_heatmap && checker->type != CHART_tornado))
		return;
	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		const Json *data = json_member(one, "data");

		for (const Json *point = data != NULL && data->kind == J_ARRAY ? data->first : NULL; point != NULL; point = point->next)
			if (point->kind == J_OBJECT && json_member(point, "x") != NULL)
				chart_add_spot(&spots, checker->type, point, index);
	}
	index = chart_repeated_spot(&spots, &before);
	if (index > 0 && index != before)
		add_problem(checker, "schema", &(Path) {path, NULL, {NULL, 0}, index}, psprintf("has a point that hides one of series %d", before));
}

static void
check_series(Checker *checker, const Json *config)
{
	const Json *series = json_member(config, "series");
	Path		path = {&root, "series", {NULL, 0}, 0};
	int			index = 0;

	if (is_not(checker, &path, series, J_ARRAY))
		return;
	if (series->count == 0)
		add_problem(checker, "schema", &path, "is empty");
	if (series->count > 1 && checker->type < NCHART_TYPES && (chart_types[checker->type].rules & ONE_SERIES))
		add_problem(checker, "schema", &path, psprintf("has %d series, the type draws one", series->count));
	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		CHECK_FOR_INTERRUPTS();
		check_one_series(checker, &(Path) {&path, NULL, {NULL, 0}, index}, one, series->first);
	}
	check_names(checker, &path, series);
	check_overlap(checker, &path, series);
}

/* ------------------------------------------------------------------ config */

/* Numbers anywhere that no double holds. */
static void
check_numbers(Checker *checker, const Path *path, const Json *value)
{
	int			index = 0;

	if (value->kind == J_NUMBER && !value->is_finite)
		add_problem(checker, "schema", path, "is beyond 1e300, or has too many decimals");
	if (value->kind != J_ARRAY && value->kind != J_OBJECT)
		return;
	CHECK_FOR_INTERRUPTS();
	for (const Json *child = value->first; child != NULL; child = child->next, index++)
		check_numbers(checker, &(Path) {path, NULL, value->kind == J_OBJECT ? child->key : (Slice) {NULL, 0}, index}, child);
}

ChartType
chart_type(const Json *config)
{
	const Json *type = json_member(config, "type");

	for (int i = 0; type != NULL && type->kind == J_STRING && i < NCHART_TYPES; i++)
		if (slice_equal(type->text, slice_of(chart_types[i].name)))
			return i;
	return NCHART_TYPES;
}

static void
check_type(Checker *checker, const Json *config)
{
	const Json *type = json_member(config, "type");
	Path		path = {&root, "type", {NULL, 0}, 0};

	checker->type = chart_type(config);
	if (checker->type == NCHART_TYPES && !is_not(checker, &path, type, J_STRING))
		add_problem(checker, "schema", &path, psprintf("is %s, no type of chart", quoted(type->text)));
}

const char *
chart_id_problem(Slice id)
{
	for (int i = 0; i < id.len; i++)
		if (json_blank(id, i) > 0)
			return "has a blank";
	return id.len == 0 ? "is empty" : NULL;
}

static void
check_id(Checker *checker, const Json *config)
{
	const Json *id = optional(config, "suggested_id");
	const char *problem = id == NULL || id->kind != J_STRING ? NULL : chart_id_problem(id->text);

	if (problem != NULL)
		add_problem(checker, "schema", &(Path) {&root, "suggested_id", {NULL, 0}, 0}, problem);
}

static void
check_members(Checker *checker, const Json *config)
{
	static const char *const texts[] = {"title", "xLabel", "yLabel", "unit", "suggested_id"};
	const Json *confidence = optional(config, "confidence");
	const Json *sources = optional(config, "sources");
	Path		path = {&root, "confidence", {NULL, 0}, 0};
	Path		sources_path = {&root, "sources", {NULL, 0}, 0};
	int			index = 0;

	for (int i = 0; i < (int) lengthof(texts); i++)
		check_optional_text(checker, &root, config, texts[i]);
	check_id(checker, config);
	if (optional(config, "base") != NULL)
		(void) check_number(checker, &(Path) {&root, "base", {NULL, 0}, 0}, json_member(config, "base"));
	if (confidence != NULL && check_number(checker, &path, confidence) &&
		(confidence->number < 0 || confidence->number > 1))
		add_problem(checker, "schema", &path, "is not from 0 to 1");
	if (sources == NULL || is_not(checker, &sources_path, sources, J_ARRAY))
		return;
	for (const Json *source = sources->first; source != NULL; source = source->next, index++)
		if (source->kind != J_STRING && source->kind != J_NUMBER)
			add_problem(checker, "schema", &(Path) {&sources_path, NULL, {NULL, 0}, index},
						psprintf("is %s, no source id or document", kind_name(source)));
}

/* A text of so many characters that a reader needs. */
static void
check_useful(Checker *checker, const Json *config, const char *key, int least)
{
	const Json *value = json_member(config, key);
	Path		path = {&root, key, {NULL, 0}, 0};
	Slice		text;
	int			length;

	if (value == NULL || value->kind != J_STRING)
	{
		add_problem(checker, "usefulness", &path,
					value == NULL ? "is missing" : psprintf("is %s, no text", kind_name(value)));
		return;
	}
	text = json_trim(value->text);
	length = utf8_length(text.data, text.len);
	if (length < least)
		add_problem(checker, "usefulness", &path, psprintf("has %d character%s, needs %d", length, length == 1 ? "" : "s", least));
}

void
chart_check(const Json *config, const char *unread, ChartProblems *problems)
{
	Checker		checker = {.problems = problems, .type = NCHART_TYPES};

	if (config == NULL || config->kind != J_OBJECT)
	{
		add_problem(&checker, "schema", &root, config == NULL ? unread : psprintf("is %s, no object", kind_name(config)));
		return;
	}
	check_type(&checker, config);
	check_members(&checker, config);
	check_series(&checker, config);
	check_numbers(&checker, &root, config);
	check_useful(&checker, config, "insightCaption", LEAST_CAPTION);
	check_useful(&checker, config, "decisionQuestion", LEAST_QUESTION);
}
