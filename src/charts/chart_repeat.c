/*
 * chart_repeat.c
 *		Which points or series of a chart would be drawn at one place.
 *
 * Compared is what stands in the picture: the number 2026 and the text "2026"
 * are one label, "P5" and "P05" one percentile, and a series without a name has
 * the one that it gets in the legend.
 */
#include "charts/charts_internal.h"

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

int
chart_seen_name(KeyMap *names, const Json *series, int index)
{
	return seen_at(names, slice_hash(chart_series_name(series, index), 0), index);
}

int
chart_seen_point(KeyMap *seen, const ChartType *type, const Json *point, int index)
{
	const Json *x = json_member(point, "x");
	double		rank = type->traits & RISING ? chart_percentile(x) : -1;
	uint64		key = slice_hash(rank < 0 ? label_text(x) : slice_of(psprintf("%.15g", rank)), 0);

	if (type->shape == CELL)
		key = slice_hash(label_text(json_member(point, "y")), key);
	return seen_at(seen, key, index);
}

int
chart_seen_driver(KeyMap *seen, const Json *point, int index)
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
