/*
 * chart_series.c
 *		Are the points and series of a ChartConfig valid?
 *
 * First each point, by the shape of its type (charttypelist.def), then what the
 * points of a series are to each other, then the series:
 *
 *		/series/0/data/2/y	is negative									a point of a pie
 *		/series/0/data/2/x	repeats point 0								two slices of a name
 *		/series/1/data		has 2 points where the first series has 3	parts of stacked bars
 */
#include "charts/charts_internal.h"

#include <math.h>

/* ------------------------------------------------------------------ places */

/* Compared is what stands in the picture: the number 2026 and the text "2026" are one label, "P5"
 * and "P05" one percentile, and a series without a name has the one that it gets in the legend. */

/* "P50" -> 50; a negative number for any other label. */
static double
percentile(const Json *x)
{
	char		text[16];
	char	   *end;
	double		value;

	if (x == NULL || x->kind != J_STRING || x->text.len < 2 || x->text.len >= (int) sizeof(text) ||
		strchr("Pp", x->text.data[0]) == NULL || !isdigit((unsigned char) x->text.data[1]))
		return -1;
	memcpy(text, x->text.data, x->text.len);
	text[x->text.len] = '\0';
	value = strtod(text + 1, &end);
	return *end == '\0' && value <= 100 ? value : -1;
}

/* A label as it is drawn. */
static Slice
label_text(const Json *label)
{
	if (label != NULL && label->kind == J_NUMBER)
		return slice_of(psprintf("%.15g", label->number));
	return label != NULL && label->kind == J_STRING ? label->text : (Slice) {"", 0};
}

/* The first that stood where this one stands, -1 = none. */
static int
seen_at(KeyMap *seen, uint64 key, int index)
{
	int		   *first = keymap_at(seen, key);
	int			before = *first - 1;

	if (*first == 0)
		*first = index + 1;
	return before;
}

static int
seen_point(KeyMap *seen, const ChartType *type, const Json *point, int index)
{
	const Json *x = json_member(point, "x");
	double		rank = type->traits & RISING ? percentile(x) : -1;
	uint64		key = slice_hash(rank < 0 ? label_text(x) : slice_of(psprintf("%.15g", rank)), 0);

	if (type->shape == CELL)
		key = slice_hash(label_text(json_member(point, "y")), key);
	return seen_at(seen, key, index);
}

/* The first bar on a side of a tornado where this one is drawn. */
static int
seen_driver(KeyMap *seen, const Json *point, int index)
{
	const Json *y = json_member(point, "y");
	const Json *low = json_member(point, "low");
	uint64		key = slice_hash(label_text(json_member(point, "x")), 0);
	bool		is_range = low != NULL && low->kind == J_NUMBER;
	double		effect = y != NULL && y->kind == J_NUMBER ? y->number : 0;
	int			right = is_range || effect > 0 ? seen_at(seen, key, index) : -1;
	int			left = is_range || effect < 0 ? seen_at(seen, key + 1, index) : -1;

	return right >= 0 && right != index ? right : left;
}

/* ------------------------------------------------------------------ points */

/* One end of a gantt bar; all of a chart are numbers, or all days. */
static bool
check_span_end(Checker *checker, const Path *path, const Json *value)
{
	bool		is_day = value != NULL && value->kind == J_STRING && is_iso_day(value->text);
	const char *span = is_day ? "day" : "number";

	if (value != NULL && value->kind == J_STRING && !is_day && !json_is_not_finite(value))
	{
		shape_tell(checker->problems, path,
				   psprintf("is %s, no day like 2026-06-30 and no number", json_shown(value)));
		return false;
	}
	if (!is_day && !shape_is_number(checker->problems, path, value))
		return false;
	if (checker->span != NULL && strcmp(checker->span, span) != 0)
	{
		shape_tell(checker->problems, path,
				   psprintf("is a %s where others are a %s", span, checker->span));
		return false;
	}
	checker->span = span;
	return true;
}

/* A gantt bar: its ends are of one kind and in order. */
static void
check_span(Checker *checker, const Path *path, const Json *point)
{
	const Json *start = json_member(point, "start");
	const Json *end = json_member(point, "end");
	Path		end_path = PATH_MEMBER(path, "end");
	bool		has_start = check_span_end(checker, &PATH_MEMBER(path, "start"), start);

	if (!check_span_end(checker, &end_path, end) || !has_start)
		return;
	if (end->kind == J_NUMBER ? end->number < start->number
							  : memcmp(end->text.data, start->text.data, 10) < 0)
		shape_tell(checker->problems, &end_path, "is before the start");
}

#define X_LABEL REQUIRED("x", FIELD_LABEL)
#define X_NUMBER REQUIRED("x", FIELD_NUMBER)
#define Y_NUMBER REQUIRED("y", FIELD_NUMBER)
#define EXTRAS OPTIONAL("label", FIELD_TEXT), OPTIONAL("total", FIELD_BOOL), END_OF_SHAPE

static const Field shapes[][6] = {
	[CATEGORY] = {X_LABEL, Y_NUMBER, EXTRAS},
	[NUMBERS] = {X_NUMBER, Y_NUMBER, EXTRAS},
	[BUBBLE] = {X_NUMBER, Y_NUMBER, REQUIRED("size", FIELD_AMOUNT), EXTRAS},
	[SPAN] = {X_LABEL, EXTRAS},	/* and check_span */
	[CELL] = {X_LABEL, REQUIRED("y", FIELD_LABEL), REQUIRED("value", FIELD_NUMBER), EXTRAS},
	[RANGE] = {X_LABEL, EXTRAS},	/* and check_range */
};

/* A driver of a tornado: low and high, or the effect y. */
static void
check_range(Checker *checker, const Path *path, const Json *point)
{
	const Json *low = json_member(point, "low");
	const Json *high = json_member(point, "high");
	Path		high_path = PATH_MEMBER(path, "high");
	bool		has_low;

	if (json_optional(point, "low") == NULL && json_optional(point, "high") == NULL)
	{
		(void) shape_is_number(checker->problems, &PATH_MEMBER(path, "y"), json_member(point, "y"));
		return;
	}
	has_low = shape_is_number(checker->problems, &PATH_MEMBER(path, "low"), low);
	if (shape_is_number(checker->problems, &high_path, high) && has_low &&
		high->number < low->number)
		shape_tell(checker->problems, &high_path, "is below low");
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
		double		rank = percentile(json_member(point, "x"));
		double		rank_before = percentile(json_member(before, "x"));
		Path		point_path = PATH_ELEMENT(path, index);

		if (rank < 0 && json_member(point, "x") != NULL)
			shape_tell(checker->problems, &PATH_MEMBER(&point_path, "x"),
					   "is no percentile like P50");
		if (rank < 0 || y == NULL || y->kind != J_NUMBER)
			continue;
		if (before != NULL &&
			(rank - rank_before) * (y->number - json_member(before, "y")->number) < 0)
			shape_tell(checker->problems, &PATH_MEMBER(&point_path, "y"),
					   "does not rise with the percentiles");
		before = point;
	}
}

/* What the points of a series come to, NAN when one has no amount or there is none. */
static double
sum_of(const Json *series)
{
	const Json *data = json_member(series, "data");
	double		sum = 0;

	if (data == NULL || data->kind != J_ARRAY || data->count == 0)
		return NAN;
	for (const Json *point = data->first; point != NULL; point = point->next)
	{
		const Json *y = json_member(point, "y");

		if (y == NULL || y->kind != J_NUMBER || !y->is_finite)
			return NAN;
		sum += fabs(y->number);
	}
	return sum;
}

/* Slices are labelled with their shares: as percent they must be those. */
static void
check_pie(Checker *checker, const Path *path, const Json *series)
{
	double		sum = sum_of(series);

	if (sum == 0)
		shape_tell(checker->problems, path, "has only zeros");
	else if (checker->is_percent && fabs(sum - 100) > 1 + 1e-9)
		shape_tell(checker->problems, path,
				   psprintf("is in percent, but comes to %.15g, not 100", sum));
}

/* Columns of nothing; one of several may be. */
static void
check_stack(Checker *checker, const Path *path, const Json *series)
{
	Path		first = PATH_ELEMENT(path, 0);

	for (const Json *one = series->first; one != NULL; one = one->next)
		if (sum_of(one) != 0)
			return;
	if (series->count > 0)
		shape_tell(checker->problems, &PATH_MEMBER(&first, "data"),
				   "has only zeros");
}

/* Two points at one place: one would hide the other, or look like their sum. */
static void
check_unique(Checker *checker, const Path *path, const Json *data)
{
	KeyMap		seen = {NULL, 0, 0};
	int			index = 0;

	for (const Json *point = data->first; point != NULL; point = point->next, index++)
	{
		Path		point_path = PATH_ELEMENT(path, index);
		int			before = point->kind != J_OBJECT || json_member(point, "x") == NULL
			? -1 : seen_point(&seen, checker->type, point, index);

		if (before < 0)
			continue;
		shape_tell(
			checker->problems, &PATH_MEMBER(&point_path, "x"),
			psprintf("repeats point %d%s", before,
					 checker->type->shape == CELL ? ", row and column" : ""));
		return;
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
		Path		point_path = PATH_ELEMENT(path, index);

		if (y == NULL || y->kind != J_NUMBER)
			return;
		/* steps may have been rounded */
		if (is_total && index > 0 && fabs(y->number - sum) > 0.01 * Max(fabs(y->number), fabs(sum)))
			shape_tell(checker->problems, &PATH_MEMBER(&point_path, "y"),
					   psprintf("is a total where the steps come to %.15g", sum));
		sum = is_total ? y->number : sum + y->number;
	}
}

/* The points of a series, each and then together. */
static void
check_data(Checker *checker, const Path *path, const Json *data)
{
	int			index = 0;

	if (!shape_is(checker->problems, path, data, J_ARRAY))
		return;
	if (data->count == 0)
		shape_tell(checker->problems, path, "has no points");
	if (checker->type == NULL)
		return;
	for (const Json *point = data->first; point != NULL; point = point->next, index++)
	{
		const Json *y = json_member(point, "y");
		Path		at = PATH_ELEMENT(path, index);

		CHECK_FOR_INTERRUPTS();
		if (!shape_check(shapes[checker->type->shape], checker->problems, &at, point))
			continue;
		if ((checker->type->traits & NOT_NEGATIVE) && y != NULL && y->kind == J_NUMBER &&
			y->number < 0)
			shape_tell(checker->problems, &PATH_MEMBER(&at, "y"), "is negative");
		if (checker->type->shape == SPAN)
			check_span(checker, &at, point);
		else if (checker->type->shape == RANGE)
			check_range(checker, &at, point);
	}
	if (checker->type->traits & RISING)
		check_rising(checker, path, data);
	if (checker->type->traits & UNIQUE)
		check_unique(checker, path, data);
	if (checker->type->traits & CHAIN)
		check_totals(checker, path, data);
}

static const Field series_shape[] = {OPTIONAL("name", FIELD_TEXT), END_OF_SHAPE};
static const Field combo_shape[] = {
	{"kind", FIELD_TEXT, "kind", NULL, 0, "bar|line|area"},
	{"axis", FIELD_TEXT, NULL, NULL, 0, "left|right"},
	END_OF_SHAPE
};

/* A series: its points, then its length and kind. */
static void
check_one_series(Checker *checker, const Path *path, const Json *series, const Json *first)
{
	const Json *data = json_member(series, "data");
	const Json *first_data = json_member(first, "data");
	int			traits = checker->type != NULL ? checker->type->traits : 0;
	Path		data_path = PATH_MEMBER(path, "data");

	if (!shape_check(series_shape, checker->problems, path, series))
		return;
	check_data(checker, &data_path, data);
	if (traits & SHARES)
		check_pie(checker, &data_path, series);
	if ((traits & EQUAL_LENGTHS) && data != NULL && data->kind == J_ARRAY && first_data != NULL &&
		first_data->kind == J_ARRAY && data->count > 0 && data->count != first_data->count)
		shape_tell(checker->problems, &data_path,
				   psprintf("has %d point%s where the first series has %d", data->count,
							data->count == 1 ? "" : "s", first_data->count));
	if (traits & KIND_PER_SERIES)
		shape_check(combo_shape, checker->problems, path, series);
}

/* Two series of one name would be drawn as one. */
static void
check_names(Checker *checker, const Path *path, const Json *series)
{
	KeyMap		names = {NULL, 0, 0};
	int			index = 0;

	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		Path		series_path = PATH_ELEMENT(path, index);
		int			before = one->kind != J_OBJECT ? -1
			: seen_at(&names, slice_hash(chart_series_name(one, index), 0), index);

		if (before < 0)
			continue;
		shape_tell(checker->problems, &PATH_MEMBER(&series_path, "name"),
				   psprintf("is that of series %d, too", before));
		return;
	}
}

/* Points of two series at one place where series do not stand side by side. */
static void
check_overlap(Checker *checker, const Path *path, const Json *series)
{
	KeyMap		seen = {NULL, 0, 0};
	int			index = 0;
	bool		is_range = checker->type != NULL && checker->type->shape == RANGE;

	if (!is_range && (checker->type == NULL || checker->type->shape != CELL))
		return;
	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		const Json *data = json_member(one, "data");

		for (const Json *point = data != NULL && data->kind == J_ARRAY ? data->first : NULL;
			 point != NULL; point = point->next)
		{
			int			before = point->kind != J_OBJECT || json_member(point, "x") == NULL ? -1
				: is_range ? seen_driver(&seen, point, index)
				: seen_point(&seen, checker->type, point, index);

			if (before < 0 || before == index)
				continue;
			shape_tell(checker->problems, &PATH_ELEMENT(path, index),
					   psprintf(is_range
									? "has a bar on the side of one of series %d;"
									  " points {x, low, high} have both sides"
									: "has a point that hides one of series %d",
								before));
			return;
		}
	}
}

void
chart_check_series(Checker *checker, const Json *config)
{
	const Json *series = json_member(config, "series");
	Path		path = PATH_MEMBER(&path_root, "series");
	int			traits = checker->type != NULL ? checker->type->traits : 0;
	int			index = 0;

	if (!shape_is(checker->problems, &path, series, J_ARRAY))
		return;
	checker->is_percent = unit_of(config).kind == UNIT_PERCENT;
	if (series->count == 0)
		shape_tell(checker->problems, &path, "is empty");
	if (series->count > 1 && (traits & ONE_SERIES))
		shape_tell(checker->problems, &path,
				   psprintf("has %d series, the type draws one", series->count));
	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		CHECK_FOR_INTERRUPTS();
		check_one_series(checker, &PATH_ELEMENT(&path, index), one, series->first);
	}
	if (traits & LAYERS)
		check_stack(checker, &path, series);
	check_names(checker, &path, series);
	check_overlap(checker, &path, series);
}
