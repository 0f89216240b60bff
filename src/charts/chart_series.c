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

/* ------------------------------------------------------------------ points */

/* One end of a gantt bar; all of a chart are numbers, or all days. */
static bool
check_span_end(Checker *checker, const Path *path, const Json *value)
{
	const char *span = value != NULL && value->kind == J_STRING ? "day" : "number";

	if (value != NULL && value->kind == J_STRING && !chart_is_not_finite(value->text))
	{
		if (!is_iso_day(value->text))
		{
			chart_add_problem(
				checker, "schema", path,
				psprintf("is %s, no day like 2026-06-30 and no number", chart_quoted(value->text)));
			return false;
		}
	}
	else if (!chart_check_number(checker, path, value))
		return false;
	if (checker->span != NULL && strcmp(checker->span, span) != 0)
	{
		chart_add_problem(checker, "schema", path,
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
	Path		end_path = {path, "end", {NULL, 0}, 0};
	bool		has_start = check_span_end(checker, &(Path) {path, "start", {NULL, 0}, 0}, start);

	if (!check_span_end(checker, &end_path, end) || !has_start)
		return;
	if (end->kind == J_NUMBER ? end->number < start->number
							  : memcmp(end->text.data, start->text.data, 10) < 0)
		chart_add_problem(checker, "schema", &end_path, "is before the start");
}

/* The amount, which slices and layers have from zero up. */
static void
check_y(Checker *checker, const Path *path, const Json *point)
{
	const Json *y = json_member(point, "y");
	Path		y_path = {path, "y", {NULL, 0}, 0};

	if (chart_check_number(checker, &y_path, y) && y->number < 0 &&
		(checker->type->traits & NOT_NEGATIVE))
		chart_add_problem(checker, "schema", &y_path, "is negative");
}

static void
check_extras(Checker *checker, const Path *path, const Json *point)
{
	const Json *total = json_optional(point, "total");

	chart_check_text(checker, path, point, "label");
	if (total != NULL)
		(void) chart_is_not(checker, &(Path) {path, "total", {NULL, 0}, 0}, total, J_BOOL);
}

/* A driver of a tornado: low and high, or the effect y. */
static void
check_range(Checker *checker, const Path *path, const Json *point)
{
	const Json *low = json_optional(point, "low");
	const Json *high = json_optional(point, "high");
	Path		high_path = {path, "high", {NULL, 0}, 0};
	bool		has_low;

	if (low == NULL && high == NULL)
	{
		check_y(checker, path, point);
		return;
	}
	has_low = chart_check_number(checker, &(Path) {path, "low", {NULL, 0}, 0}, low);
	if (chart_check_number(checker, &high_path, high) && has_low && high->number < low->number)
		chart_add_problem(checker, "schema", &high_path, "is below low");
}

/* One point by the shape of its type; says nothing of the others. */
static void
check_point(Checker *checker, const Path *path, const Json *point)
{
	ChartShape	shape = checker->type->shape;
	Path		x_path = {path, "x", {NULL, 0}, 0};
	const Json *x = json_member(point, "x");

	if (chart_is_not(checker, path, point, J_OBJECT))
		return;
	if (shape == NUMBERS || shape == BUBBLE)
		(void) chart_check_number(checker, &x_path, x);
	else
		chart_check_label(checker, &x_path, x);
	if (shape == CATEGORY || shape == NUMBERS || shape == BUBBLE)
		check_y(checker, path, point);
	else if (shape == CELL)
	{
		chart_check_label(checker, &(Path) {path, "y", {NULL, 0}, 0}, json_member(point, "y"));
		(void) chart_check_number(checker, &(Path){path, "value", {NULL, 0}, 0},
								  json_member(point, "value"));
	}
	else if (shape == SPAN)
		check_span(checker, path, point);
	else
		check_range(checker, path, point);
	if (shape == BUBBLE)
	{
		const Json *size = json_member(point, "size");
		Path		size_path = {path, "size", {NULL, 0}, 0};

		if (chart_check_number(checker, &size_path, size) && size->number < 0)
			chart_add_problem(checker, "schema", &size_path, "is negative");
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
			chart_add_problem(checker, "schema", &(Path){&point_path, "x", {NULL, 0}, 0},
							  "is no percentile like P50");
		if (rank < 0 || y == NULL || y->kind != J_NUMBER)
			continue;
		if (before != NULL &&
			(rank - rank_before) * (y->number - json_member(before, "y")->number) < 0)
			chart_add_problem(checker, "schema", &(Path) {&point_path, "y", {NULL, 0}, 0},
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
		chart_add_problem(checker, "schema", path, "has only zeros");
	else if (checker->is_percent && fabs(sum - 100) > 1 + 1e-9)
		chart_add_problem(checker, "schema", path,
						  psprintf("is in percent, but comes to %.15g, not 100", sum));
}

/* Columns of nothing; one of several may be. */
static void
check_stack(Checker *checker, const Path *path, const Json *series)
{
	Path		first = {path, NULL, {NULL, 0}, 0};

	for (const Json *one = series->first; one != NULL; one = one->next)
		if (sum_of(one) != 0)
			return;
	if (series->count > 0)
		chart_add_problem(checker, "schema", &(Path){&first, "data", {NULL, 0}, 0},
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
		Path		point_path = {path, NULL, {NULL, 0}, index};
		int			before = point->kind != J_OBJECT || json_member(point, "x") == NULL
			? -1 : chart_seen_point(&seen, checker->type, point, index);

		if (before < 0)
			continue;
		chart_add_problem(
			checker, "schema", &(Path){&point_path, "x", {NULL, 0}, 0},
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
		Path		point_path = {path, NULL, {NULL, 0}, index};

		if (y == NULL || y->kind != J_NUMBER)
			return;
		/* steps may have been rounded */
		if (is_total && index > 0 && fabs(y->number - sum) > 0.01 * Max(fabs(y->number), fabs(sum)))
			chart_add_problem(checker, "schema", &(Path){&point_path, "y", {NULL, 0}, 0},
							  psprintf("is a total where the steps come to %.15g", sum));
		sum = is_total ? y->number : sum + y->number;
	}
}

/* The points of a series, each and then together. */
static void
check_data(Checker *checker, const Path *path, const Json *data)
{
	int			index = 0;

	if (chart_is_not(checker, path, data, J_ARRAY))
		return;
	if (data->count == 0)
		chart_add_problem(checker, "schema", path, "has no points");
	if (checker->type == NULL)
		return;
	for (const Json *point = data->first; point != NULL; point = point->next, index++)
	{
		CHECK_FOR_INTERRUPTS();
		check_point(checker, &(Path) {path, NULL, {NULL, 0}, index}, point);
	}
	if (checker->type->traits & RISING)
		check_rising(checker, path, data);
	if (checker->type->traits & UNIQUE)
		check_unique(checker, path, data);
	if (checker->type->traits & CHAIN)
		check_totals(checker, path, data);
}

/* A series: its points, then its length and kind. */
static void
check_one_series(Checker *checker, const Path *path, const Json *series, const Json *first)
{
	const Json *data = json_member(series, "data");
	const Json *first_data = json_member(first, "data");
	int			traits = checker->type != NULL ? checker->type->traits : 0;
	Path		data_path = {path, "data", {NULL, 0}, 0};

	if (chart_is_not(checker, path, series, J_OBJECT))
		return;
	chart_check_text(checker, path, series, "name");
	check_data(checker, &data_path, data);
	if (traits & SHARES)
		check_pie(checker, &data_path, series);
	if ((traits & EQUAL_LENGTHS) && data != NULL && data->kind == J_ARRAY && first_data != NULL &&
		first_data->kind == J_ARRAY && data->count > 0 && data->count != first_data->count)
		chart_add_problem(checker, "schema", &data_path,
						  psprintf("has %d point%s where the first series has %d", data->count,
								   data->count == 1 ? "" : "s", first_data->count));
	if (traits & KIND_PER_SERIES)
	{
		chart_check_choice(checker, &(Path){path, "kind", {NULL, 0}, 0},
						   json_member(series, "kind"), "bar|line|area");
		if (json_optional(series, "axis") != NULL)
			chart_check_choice(checker, &(Path){path, "axis", {NULL, 0}, 0},
							   json_member(series, "axis"), "left|right");
	}
}

/* Two series of one name would be drawn as one. */
static void
check_names(Checker *checker, const Path *path, const Json *series)
{
	KeyMap		names = {NULL, 0, 0};
	int			index = 0;

	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		Path		series_path = {path, NULL, {NULL, 0}, index};
		int			before = one->kind == J_OBJECT ? chart_seen_name(&names, one, index) : -1;

		if (before < 0)
			continue;
		chart_add_problem(checker, "schema", &(Path) {&series_path, "name", {NULL, 0}, 0},
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
				: is_range ? chart_seen_driver(&seen, point, index)
				: chart_seen_point(&seen, checker->type, point, index);

			if (before < 0 || before == index)
				continue;
			chart_add_problem(checker, "schema", &(Path){path, NULL, {NULL, 0}, index},
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
	Path		path = {&chart_root, "series", {NULL, 0}, 0};
	int			traits = checker->type != NULL ? checker->type->traits : 0;
	int			index = 0;

	if (chart_is_not(checker, &path, series, J_ARRAY))
		return;
	checker->is_percent = unit_of(config).kind == UNIT_PERCENT;
	if (series->count == 0)
		chart_add_problem(checker, "schema", &path, "is empty");
	if (series->count > 1 && (traits & ONE_SERIES))
		chart_add_problem(checker, "schema", &path,
						  psprintf("has %d series, the type draws one", series->count));
	for (const Json *one = series->first; one != NULL; one = one->next, index++)
	{
		CHECK_FOR_INTERRUPTS();
		check_one_series(checker, &(Path) {&path, NULL, {NULL, 0}, index}, one, series->first);
	}
	if (traits & LAYERS)
		check_stack(checker, &path, series);
	check_names(checker, &path, series);
	check_overlap(checker, &path, series);
}
