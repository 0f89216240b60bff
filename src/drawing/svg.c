/*
 * svg.c
 *		memo_chart_svg(): a ChartConfig as one inline SVG.
 *
 * No script, no font, no id: what is drawn is the same bytes for the same config and width.
 * Colours are classes, which a style sheet (chart_svg_style) gives their values in light, in
 * dark and on paper.  The points are read once into marks, the box of the marks is what the
 * labels of the axes and the legend leave, and marks.c draws the type into it.
 */
#include "drawing/drawing_internal.h"

#include <math.h>

#define LEGEND_GAP		18.0	/* between two entries */
#define SWATCH			10.0
#define FLAT_BAND		26.0	/* height of a lying bar's band */
#define PLOT_HEIGHT		250.0
#define MARGIN			8.0

const char *const chart_svg_style =
#include "drawing/svg_style.inc"
	;

/* ------------------------------------------------------------------ points */

/* The number of a label in its list, which it is added to. */
static int
label_index(Labels *labels, KeyMap *map, Slice label)
{
	int		   *number = keymap_at(map, slice_hash(label, 0));

	if (*number == 0)
	{
		*VEC_PUSH(labels) = label;
		*number = labels->count;
	}
	return *number - 1;
}

static double
number_of(const Json *point, const char *key)
{
	const Json *value = json_member(point, key);

	return value != NULL && value->kind == J_NUMBER ? value->number : 0;
}

/* Where a gantt's bar begins or ends. */
static double
moment_of(Svg *svg, const Json *point, const char *key)
{
	const Json *value = json_member(point, key);

	if (value == NULL || value->kind != J_STRING)
		return number_of(point, key);
	svg->has_days = true;
	return day_number(value->text);
}

static void
read_mark(Svg *svg, Mark *mark, const Json *point)
{
	const Json *is_total = json_member(point, "total");
	bool has_range =
		json_member(point, "low") != NULL && json_member(point, "low")->kind == J_NUMBER;

	mark->y = number_of(point, svg->type->shape == CELL ? "value" : "y");
	mark->size = number_of(point, "size");
	mark->name = json_text(point, "label");
	mark->is_total = is_total != NULL && is_total->kind == J_BOOL && is_total->truth;
	mark->low = has_range ? number_of(point, "low") : 0;
	mark->high = has_range ? number_of(point, "high") : mark->y;
	if (has_trait(svg, AFLOAT))
		mark->low = mark->high = mark->y;
	if (svg->type->shape == SPAN)
	{
		mark->low = moment_of(svg, point, "start");
		mark->high = moment_of(svg, point, "end");
	}
}

static void
read_marks(Svg *svg)
{
	KeyMap		bands = {0};
	KeyMap		rows = {0};
	int			index = 0;
	bool		is_chain = has_trait(svg, CHAIN);
	bool		is_combo = has_trait(svg, KIND_PER_SERIES);

	svg->has_numeric_x = svg->has_years = true;
	svg->nseries = svg->all_series->count;
	svg->series = palloc(sizeof(Slice) * svg->nseries);
	svg->kinds = palloc0(svg->nseries);
	svg->is_right = palloc0(sizeof(bool) * svg->nseries);
	for (const Json *series = svg->all_series->first; series != NULL;
		 series = series->next, index++)
	{
		svg->series[index] = chart_series_name(series, index);
		svg->kinds[index] = is_combo ? json_text(series, "kind").data[0] : '\0';
		svg->is_right[index] = is_combo && json_text(series, "axis").len > 0 &&
			json_text(series, "axis").data[0] == 'r';
		for (const Json *point = json_member(series, "data")->first; point != NULL;
			 point = point->next)
		{
			const Json *x = json_member(point, "x");
			Mark	   *mark = VEC_PUSH(&svg->marks);

			CHECK_FOR_INTERRUPTS();
			svg->has_numeric_x &= x->kind == J_NUMBER;
			svg->has_years &= x->kind == J_NUMBER && x->number == floor(x->number) &&
				x->number >= 1000 && x->number <= 9999;
			mark->series = index;
			mark->label = x->text;
			mark->x = x->kind == J_NUMBER ? x->number : 0;
			if (is_chain)		/* each step has a band */
				*VEC_PUSH(&svg->bands) = x->text;
			mark->band =
				is_chain ? svg->bands.count - 1 : label_index(&svg->bands, &bands, x->text);
			if (svg->type->shape == CELL)
				mark->row = label_index(&svg->rows, &rows, json_member(point, "y")->text);
			read_mark(svg, mark, point);
		}
	}
	keymap_free(&bands);
	keymap_free(&rows);
}

/* ------------------------------------------------------------------ legend */

/* The bars of a waterfall. */
static const struct
{
	const char *name;
	const char *class;
}			steps[] = {{"Increase", "up"}, {"Decrease", "down"}, {"Total", "c0"}};

static int
legend_count(const Svg *svg)
{
	if (svg->names_bands)
		return svg->bands.count;
	if (has_trait(svg, CHAIN))
		return lengthof(steps);
	if (svg->type->shape == CELL || has_trait(svg, RISING | LAYERS))
		return 0;				/* they stand at the marks */
	return svg->nseries > 1 ? svg->nseries : 0;
}

/* The text of an entry, and its colour. */
static Slice
legend_text(const Svg *svg, int i, const char **class)
{
	*class = has_trait(svg, CHAIN) ? steps[i].class : psprintf("c%d", i % NCOLORS);
	if (has_trait(svg, CHAIN))
		return slice_of(steps[i].name);
	if (svg->names_bands)
		return svg->bands.items[i];
	return svg->is_right[i]
			   ? slice_of(psprintf("%.*s (right)", svg->series[i].len, svg->series[i].data))
			   : svg->series[i];
}

/* Does the legend of a pie stand at its side? */
static bool
is_beside(const Svg *svg)
{
	return svg->width >= 420;
}

/* Entries in lines from y on, those of a pie below each other; returns where they end. */
static double
legend(Svg *svg, double left, double y)
{
	double		x = left;
	bool		is_column = has_trait(svg, SHARES);

	for (int i = 0; i < legend_count(svg); i++)
	{
		const char *class;
		Slice		text = text_fit(legend_text(svg, i, &class), FONT_SIZE,
									svg->width - left - SWATCH - 2 * MARGIN);
		double		width = SWATCH + 5 + text_width(text, FONT_SIZE) + LEGEND_GAP;

		if (i > 0 && (is_column || x + width - LEGEND_GAP > svg->width - MARGIN))
		{
			x = left;
			y += LINE_HEIGHT;
		}
		svg_print(svg, "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"10\" height=\"10\"/>\n",
				  class, px(x), px(y));
		svg_text(svg, x + SWATCH + 5, y + 9, "start", NULL, text);
		x += width;
	}
	return legend_count(svg) > 0 ? y + LINE_HEIGHT : y;
}

/* ------------------------------------------------------------------ layout */

static bool
has_dots(const Svg *svg)
{
	return svg->type->shape == NUMBERS || svg->type->shape == BUBBLE;
}

/* What x covers where it is numbers or days. */
static void
along_extent(Svg *svg)
{
	double		least = INFINITY;
	double		most = -INFINITY;
	bool		is_gantt = svg->type->shape == SPAN;
	bool		has_sides = svg->has_days || svg->has_years;	/* ends where they do */
	bool		is_whole = !is_gantt;
	double		room;

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		is_whole &= mark->x == floor(mark->x);
		least = Min(least, is_gantt ? Min(mark->low, mark->high) : mark->x);
		most = Max(most, is_gantt ? Max(mark->low, mark->high) : mark->x);
	}
	if (!(most > least))
	{
		least--;
		most++;
	}
	room = svg->type->shape == BUBBLE ? (most - least) / 10 : 0;
	scale_fit(&svg->along, least - room, most + room, (int) Max(2, svg->width / 90), is_whole);
	if (has_sides && !has_dots(svg))
	{
		svg->along.min = least;
		svg->along.max = most;
	}
}

static double
plot_height(const Svg *svg)
{
	double		band = FLAT_BAND;

	if (svg->type->shape == CELL)
		return 30.0 * svg->rows.count;
	if (has_trait(svg, RISING))
		return 80.0 * svg->nseries;
	if (has_trait(svg, SHARES))
		return is_beside(svg) ? Max(220, LINE_HEIGHT * legend_count(svg) + 10) : 220;
	if (!has_trait(svg, FLAT))
		return PLOT_HEIGHT;
	if (has_trait(svg, SIDE_BY_SIDE))
		band = Max(band, 15.0 * svg->nseries + 8);
	return Max(60, band * svg->bands.count);
}

/* Is x of lines and dots numbers of their own? */
static bool
has_along(const Svg *svg)
{
	return svg->type->shape == SPAN || has_dots(svg) ||
		(svg->has_numeric_x && has_trait(svg, RUN));
}

/* Scales of the left axis, and of the right one that some series of a combo have. */
static void
fit_amounts(Svg *svg)
{
	double		least[2] = {0};
	double		most[2] = {0};
	int			steps = has_trait(svg, FLAT) ? (int) Max(3, svg->width / 110) : 5;

	marks_extent(svg, &least[0], &most[0]);
	if (has_trait(svg, KIND_PER_SERIES))
		least[0] = most[0] = 0;
	for (int i = 0; i < svg->marks.count && has_trait(svg, KIND_PER_SERIES); i++)
	{
		const Mark *mark = &svg->marks.items[i];
		int			side = svg->is_right[mark->series];

		least[side] = Min(least[side], mark->y);
		most[side] = Max(most[side], mark->y);
	}
	scale_fit(&svg->amounts, least[0], most[0], steps, false);
	for (int i = 0; i < svg->nseries; i++)
		svg->has_right_side |= svg->is_right[i];
	if (svg->has_right_side)
		scale_fit(&svg->right_amounts, least[1], most[1], steps, false);
}

/* The box of the marks is what the labels leave. */
static void
place_box(Svg *svg, bool has_title)
{
	Scale	   *right = &svg->right_amounts;
	double		title_room = has_title ? LINE_HEIGHT + 4 : 0;
	double		dot_room = has_dots(svg) ? 8 : 0;

	svg->top = 14;
	svg->bottom = svg->top + plot_height(svg);
	svg->left = MARGIN;
	svg->right = svg->width - (has_trait(svg, FLAT) || has_along(svg) ? 22 : 14);
	if (svg->type->shape == CELL)
		svg->left += rows_width(svg) + 6 + title_room;
	else if (has_trait(svg, RISING))
		svg->left += rows_width(svg) + LINE_HEIGHT;
	else if (has_trait(svg, FLAT))
		svg->left += bands_width(svg);
	else if (!has_trait(svg, SHARES))
		svg->left += amounts_width(svg, &svg->amounts, false) + title_room;
	if (has_trait(svg, FLAT) && has_trait(svg, SIDE_BY_SIDE))
		svg->right -= values_width(svg);
	if (right->max > right->min)
		svg->right -= amounts_width(svg, right, true);
	if (has_along(svg))
		along_extent(svg);
	svg->along.from = svg->left + dot_room;
	svg->along.to = svg->right - dot_room;
	svg->amounts.from = has_trait(svg, FLAT) ? svg->left : svg->bottom;
	svg->amounts.to = has_trait(svg, FLAT) ? svg->right : svg->top;
	right->from = svg->bottom;
	right->to = svg->top;
}

/* Room below the box that labels and titles take. */
static double
labels_height(Svg *svg, bool has_title)
{
	bool		has_label = json_text(svg->config, "xLabel").len > 0;

	if (has_trait(svg, SHARES))
		return 0;
	if (has_trait(svg, LAYERS))
		return svg->nseries > 1 ? LINE_HEIGHT + 4 : 0;
	if (has_along(svg))
		return (has_label ? 2.5 : 1.5) * LINE_HEIGHT;
	return has_trait(svg, FLAT) ? (has_title ? 2.4 : 1.3) * LINE_HEIGHT : bands_height(svg) + 4;
}

/* Axes, marks and legend. */
static void
draw(Svg *svg)
{
	static void (*const draws[]) (Svg *svg) = {
#define CHART_TYPE(name, shape, draw, traits) draw,
#include "drawing/charttypelist.def"
#undef CHART_TYPE
	};
	ChartShape	shape = svg->type->shape;
	Slice		label = json_text(svg->config, "yLabel");
	Slice		title = shape == CELL ? label : unit_title(&svg->unit, label);
	bool		is_pie = has_trait(svg, SHARES);

	fit_amounts(svg);
	place_box(svg, title.len > 0);
	if (!is_pie && shape != CELL && shape != SPAN)
		axis_amounts(svg, &svg->amounts, false, title);
	if (svg->has_right_side)
		axis_amounts(svg, &svg->right_amounts, true, (Slice) {"", 0});
	if (has_along(svg))
		axis_along(svg);
	if (shape == CELL)
		turned_title(svg, MARGIN + 6, (svg->top + svg->bottom) / 2, title);
	draws[svg->type - chart_types] (svg);
	if (!has_trait(svg, SHARES | RISING | LAYERS) && (!has_along(svg) || shape == SPAN))
		axis_bands(svg);
	if (is_pie && is_beside(svg))
		legend(svg, svg->bottom - svg->top + 40,
			   svg->top + Max(0, (svg->bottom - svg->top - LINE_HEIGHT * legend_count(svg)) / 2));
	else
		svg->bottom =
			legend(svg, svg->left, svg->bottom + labels_height(svg, title.len > 0) + 6);
}

void
chart_append_svg(StringInfo out, const Json *config, int width, bool has_style)
{
	StringInfoData body;
	Svg			svg = {.out = &body, .config = config, .all_series = json_member(config, "series"),
		.type = chart_type(config), .unit = unit_of(config), .width = width};
	Slice		title = json_text(config, "title");

	initStringInfo(&body);
	svg.names_bands = has_trait(&svg, SHARES);
	read_marks(&svg);
	for (int i = 0; i < svg.marks.count; i++)
		svg.decimals = Max(svg.decimals, number_decimals(&svg.unit, svg.marks.items[i].y));
	draw(&svg);
	appendStringInfo(out,
					 "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart-svg\" role=\"img\" "
					 "viewBox=\"0 0 %d %s\" aria-label=\"",
					 width, px(svg.bottom + MARGIN));
	svg_escape(out, title.len > 0 ? title : json_text(config, "insightCaption"));
	appendStringInfoString(out, "\">\n");
	if (has_style)
		appendStringInfo(out, "<style>%s</style>\n", chart_svg_style);
	appendStringInfoString(out, "<desc>");
	svg_escape(out, json_text(config, "insightCaption"));
	appendStringInfoString(out, "</desc>\n");
	appendBinaryStringInfo(out, body.data, body.len);
	appendStringInfoString(out, "</svg>\n");
	pfree(body.data);
}
