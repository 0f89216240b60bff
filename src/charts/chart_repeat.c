/*
 * chart_repeat.c
 *		The types of charts, and which points of one would be drawn at one place.
 *
 * Compared is what stands in the picture: the number 2026 and the text "2026"
 * are one label, "P5" and "P05" one percentile, and a series without a name has
 * the one that it gets in the legend.
 */
#include "charts/charts_internal.h"

const ChartTypeInfo chart_types[NCHART_TYPES] = {
#define CHART_TYPE(name, shape, rules, point) {#name, shape, rules, point},
#include "charts/charttypelist.def"
#undef CHART_TYPE
};

ChartType
chart_type(const Json *config)
{
	const Json *type = json_member(config, "type");

	for (int i = 0; type != NULL && type->kind == J_STRING && i < NCHART_TYPES; i++)
		if (slice_equal(type->text, slice_of(chart_types[i].name)))
			return i;
	return NCHART_TYPES;
}

/* "P50" -> 50; a negative number for any other label. */
double
chart_percentile(const Json *x)
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

static void
add_spot(ChartSpots *spots, Slice x, Slice y, int index)
{
	*VEC_PUSH(spots) = (ChartSpot) {x, y, index};
}

/* A bar of a tornado goes to one side, or from one to the other. */
static void
add_driver(ChartSpots *spots, const Json *point, int index)
{
	const Json *y = json_member(point, "y");
	const Json *low = json_member(point, "low");
	Slice		x = label_text(json_member(point, "x"));
	bool		is_range = low != NULL && low->kind == J_NUMBER;

	if (is_range || (y != NULL && y->kind == J_NUMBER && y->number > 0))
		add_spot(spots, x, slice_of("right"), index);
	if (is_range || (y != NULL && y->kind == J_NUMBER && y->number < 0))
		add_spot(spots, x, slice_of("left"), index);
}

/* Adds where a point of the type is drawn; index is that of the point or series. */
void
chart_add_spot(ChartSpots *spots, ChartType type, const Json *point, int index)
{
	const Json *x = json_member(point, "x");

	if (type == CHART_tornado)
		add_driver(spots, point, index);
	else if (type == CHART_outcome_distribution && chart_percentile(x) >= 0)
		add_spot(spots, slice_of(psprintf("%.15g", chart_percentile(x))), (Slice) {"", 0}, index);
	else
		add_spot(spots, label_text(x),
				 chart_types[type].shape == CELL ? label_text(json_member(point, "y"))
												 : (Slice){"", 0},
				 index);
}

/* The series' name, or the one that it gets. */
Slice
chart_series_name(const Json *series, int index)
{
	Slice		name = json_text(series, "name");

	return name.len > 0 ? name : slice_of(psprintf("Series %d", index + 1));
}

void
chart_add_name(ChartSpots *names, const Json *series, int index)
{
	add_spot(names, chart_series_name(series, index), (Slice) {"", 0}, index);
}

static int
compare_places(const ChartSpot *a, const ChartSpot *b)
{
	int			order = slice_compare(a->x, b->x);

	return order != 0 ? order : slice_compare(a->y, b->y);
}

static int
compare_spots(const void *a, const void *b)
{
	int			order = compare_places(a, b);

	return order != 0 ? order : ((const ChartSpot *) a)->index - ((const ChartSpot *) b)->index;
}

/* Index of the first in the data that repeats one of another index, which is
 * *before; 0 when none does. */
int
chart_repeated_spot(ChartSpots *spots, int *before)
{
	int			found = 0;

	if (spots->count > 0)
		qsort(spots->items, spots->count, sizeof(ChartSpot), compare_spots);
	for (int i = 1; i < spots->count; i++)
	{
		const ChartSpot *spot = &spots->items[i];

		if (spot->index != spot[-1].index && compare_places(spot - 1, spot) == 0 &&
			(found == 0 || spot->index < found))
		{
			found = spot->index;
			*before = spot[-1].index;
		}
	}
	return found;
}
