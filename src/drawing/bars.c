/*
 * bars.c
 *		Charts of bars: where each bar begins and ends, and what is written at it.
 *
 * Bars know only bands and amounts; whether they stand or lie is said once, in bar().
 */
#include "drawing/drawing_internal.h"

#include <math.h>

#define WIDEST_BAR		90.0

/* ------------------------------------------------------------------ helpers */

int
color_of(int index)
{
	return index % NCOLORS;
}

void
mark_title(Svg *svg, const Mark *mark, double value)
{
	svg_print(svg, "<title>");
	if (svg->nseries > 1)
	{
		svg_escape(svg->out, svg->series[mark->series]);
		svg_print(svg, ", ");
	}
	svg_escape(svg->out, mark->name.len > 0 ? mark->name : mark->label);
	svg_print(svg, ": %s</title>", value_written(svg, mark, value));
}

/* A rectangle from one amount to another, across a stretch of the bands' axis. */
static void
bar(Svg *svg, const char *class, double at, double thickness, double from, double to)
{
	double		first = scale_at(&svg->amounts, from);
	double		last = scale_at(&svg->amounts, to);
	double		start = Min(first, last);
	double		length = fabs(last - first);
	bool		is_flat = has_trait(svg, FLAT);

	svg_print(svg, "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">", class,
			  px(is_flat ? start : at), px(is_flat ? at : start), px(is_flat ? length : thickness),
			  px(is_flat ? thickness : length));
}

/* A value at the end of a bar, beyond it. */
static void
value_text(Svg *svg, const Mark *mark, double at, double thickness, double end)
{
	double		tip = scale_at(&svg->amounts, end);
	Slice		text = slice_of(value_written(svg, mark, mark->y));

	if (has_trait(svg, FLAT))
		svg_text(svg, tip + 4, at + thickness / 2 + FONT_SIZE / 3, "start", "value", text);
	else
		svg_text(svg, at + thickness / 2,
				 tip + (mark->y < 0 && end == mark->y ? FONT_SIZE + 2 : -4),
				 "middle", "value", text);
}

/* ------------------------------------------------------------- the extent */

/* Sets the low and high of each mark that begins where others end: stacked ones of a band, below
 * zero downward; the layers of a capital stack, whose columns are its series; a chain's steps. */
static void
stack_marks(Svg *svg)
{
	double	   *up = palloc0(sizeof(double) * (svg->bands.count + 1));
	double	   *down = palloc0(sizeof(double) * (svg->bands.count + 1));
	double		last = 0;

	for (int i = 0; i < svg->marks.count; i++)
	{
		Mark	   *mark = &svg->marks.items[i];
		double	   *sum = !has_trait(svg, STACKED) ? &last
			: mark->y < 0 ? &down[mark->band] : &up[mark->band];

		if (has_trait(svg, LAYERS) ? i == 0 || mark->series != mark[-1].series
			: has_trait(svg, CHAIN) && mark->is_total)
			*sum = 0;
		mark->low = *sum;
		mark->high = *sum += mark->y;
	}
	pfree(up);
	pfree(down);
}

void
marks_extent(Svg *svg, double *least, double *most)
{
	bool		from_zero = !has_trait(svg, AFLOAT) &&
		(svg->type->shape != RANGE || json_member(svg->config, "base") == NULL);
	bool		has_dots = svg->type->shape == BUBBLE || svg->type->shape == NUMBERS;

	if (has_trait(svg, STACKED | LAYERS | CHAIN))
		stack_marks(svg);
	*least = from_zero ? 0 : INFINITY;
	*most = from_zero ? 0 : -INFINITY;
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		*least = Min(*least, Min(mark->low, mark->high));
		*most = Max(*most, Max(mark->low, mark->high));
	}
	if (has_dots)
	{
		/* the largest stay in the box, with what is written above them */
		double		room = (*most - *least) / (svg->type->shape == BUBBLE ? 8 : 20);

		*least -= *least >= 0 && *least < room ? *least : room;
		*most += room;
	}
}

/* -------------------------------------------------------------------- bars */

/* Bars side by side; those of a combo only where their series has bars. */
void
draw_bars(Svg *svg)
{
	bool		is_combo = has_trait(svg, KIND_PER_SERIES);
	bool		writes = !is_combo;
	int		   *slots = palloc(sizeof(int) * svg->nseries);
	int			nslots = 0;
	double		thickness;

	for (int i = 0; i < svg->nseries; i++)
		slots[i] = svg->kinds[i] == 'b' || !is_combo ? nslots++ : -1;
	thickness = Min(BAR_SHARE * band_size(svg) / Max(1, nslots), WIDEST_BAR);
	if (has_trait(svg, FLAT))
		writes &= thickness >= 0.7 * LINE_HEIGHT;
	else
		writes &= values_width(svg) <= (nslots > 1 ? thickness : band_size(svg)) + 2;
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double		at = band_start(svg, mark->band) + (band_size(svg) - nslots * thickness) / 2 +
			(slots[mark->series] + 0.03) * thickness;

		CHECK_FOR_INTERRUPTS();
		if (slots[mark->series] < 0 || svg->is_right[mark->series] != svg->draws_right)
			continue;
		bar(svg, psprintf("c%d", color_of(svg->nseries > 1 ? mark->series : 0)), at,
			thickness * 0.94, 0, mark->y);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</rect>\n");
		if (writes)
			value_text(svg, mark, at, thickness * 0.94,
					   has_trait(svg, FLAT) ? Max(0, mark->y) : mark->y);
	}
	pfree(slots);
}

void
draw_stacked_bars(Svg *svg)
{
	double		thickness = Min(BAR_SHARE * band_size(svg), 1.5 * WIDEST_BAR);

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		CHECK_FOR_INTERRUPTS();
		bar(svg, psprintf("c%d", color_of(mark->series)),
			band_start(svg, mark->band) + (band_size(svg) - thickness) / 2, thickness, mark->low,
			mark->high);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</rect>\n");
	}
}

/* Each step hangs where the one before ended, which a thin rule shows. */
void
draw_waterfall(Svg *svg)
{
	double		thickness = BAR_SHARE * band_size(svg);
	bool		writes = values_width(svg) <= band_size(svg) + 2;

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double		at = band_start(svg, i) + (band_size(svg) - thickness) / 2;
		double		end = scale_at(&svg->amounts, mark->high);

		CHECK_FOR_INTERRUPTS();
		bar(svg,
			mark->is_total ? "c0"
			: mark->y < 0  ? "down"
						   : "up",
			at, thickness, mark->low, mark->high);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</rect>\n");
		if (i + 1 < svg->marks.count)
			svg_print(svg, "<path class=\"rule\" d=\"M%s %sH%s\"/>\n", px(at + thickness), px(end),
					  px(at + band_size(svg)));
		if (writes)
			value_text(svg, mark, at, thickness, Max(mark->low, mark->high));
	}
}

static int
compare_spread(const void *a, const void *b)
{
	const Mark *left = a;
	const Mark *right = b;
	double		one = fabs(left->high - left->low);
	double		other = fabs(right->high - right->low);

	if (one != other)
		return one > other ? -1 : 1;
	return left->band != right->band ? (left->band < right->band ? -1 : 1)
									 : left->series - right->series;
}

/* The widest bar on top, around a rule at the base. */
void
draw_tornado(Svg *svg)
{
	const Json *base = json_member(svg->config, "base");
	double at = scale_at(&svg->amounts, base != NULL && base->kind == J_NUMBER ? base->number : 0);
	double		thickness = BAR_SHARE * band_size(svg);
	int		   *places = palloc(sizeof(int) * (svg->bands.count + 1));
	Labels		sorted = {NULL, 0, 0};

	memset(places, -1, sizeof(int) * (svg->bands.count + 1));
	qsort(svg->marks.items, svg->marks.count, sizeof(Mark), compare_spread);
	for (int i = 0; i < svg->marks.count; i++)
	{
		int			band = svg->marks.items[i].band;

		if (places[band] >= 0)
			continue;
		places[band] = sorted.count;
		*VEC_PUSH(&sorted) = svg->bands.items[band];
	}
	svg->bands = sorted;
	for (int i = 0; i < svg->marks.count; i++)
	{
		Mark	   *mark = &svg->marks.items[i];

		mark->band = places[mark->band];
		bar(svg, psprintf("c%d over", color_of(svg->nseries > 1 ? mark->series : 0)),
			band_start(svg, mark->band) + (band_size(svg) - thickness) / 2, thickness, mark->low,
			mark->high);
		svg_print(svg, "<title>");
		svg_escape(svg->out, mark->label);
		svg_print(svg, ": %s to %s</title></rect>\n", value_written(svg, mark, mark->low),
				  value_written(svg, mark, mark->high));
	}
	svg_print(svg, "<path class=\"base\" d=\"M%s %sV%s\"/>\n", px(at), px(svg->top),
			  px(svg->bottom));
	pfree(places);
}

/* Of a layer: "Senior loan $65M". */
static Slice
layer_text(const Svg *svg, const Mark *mark)
{
	return slice_of(psprintf("%.*s %s", mark->label.len, mark->label.data,
							 value_written(svg, mark, mark->y)));
}

static bool
is_thin(const Svg *svg, const Mark *mark)
{
	return scale_at(&svg->amounts, mark->low) - scale_at(&svg->amounts, mark->high) < LINE_HEIGHT;
}

/* A layer's bar, and what it is: in it, or beside it above free_y where it is thin. */
static void
draw_layer(Svg *svg, const Mark *mark, double at, double thickness, double *free_y)
{
	double		y = (scale_at(&svg->amounts, mark->low) + scale_at(&svg->amounts, mark->high)) / 2 +
		FONT_SIZE / 3;

	bar(svg, psprintf("c%d edge", color_of(mark->band)), at, thickness, mark->low, mark->high);
	mark_title(svg, mark, mark->y);
	svg_print(svg, "</rect>\n");
	if (!is_thin(svg, mark))
		svg_text(svg, at + thickness / 2, y, "middle", psprintf("on c%dt", color_of(mark->band)),
				 svg->names_bands ? slice_of(value_written(svg, mark, mark->y))
								  : layer_text(svg, mark));
	else if (!svg->names_bands)
	{
		y = Min(y, *free_y);
		*free_y = y - LINE_HEIGHT + 2;
		svg_text(svg, at + thickness + 5, y, "start", "value", layer_text(svg, mark));
	}
}

/* Layers from the bottom up, a column a series.  The legend names them where not all names
 * have room at the layers. */
void
draw_capital_stack(Svg *svg)
{
	double		size = (svg->right - svg->left) / svg->nseries;
	double		thickness = Min((svg->nseries > 1 ? 0.6 : 0.5) * size, 240);
	double		beside = Min(size - thickness, (size - thickness) / 2 + svg->width - svg->right);
	double		free_y = 0;

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		svg->names_bands |= text_width(layer_text(svg, mark), FONT_SIZE) >
			(is_thin(svg, mark) ? beside : thickness) - 8;
	}
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		if (i == 0 || mark->series != mark[-1].series)
			free_y = svg->bottom;
		draw_layer(svg, mark, svg->left + mark->series * size + (size - thickness) / 2, thickness,
				   &free_y);
	}
	for (int i = 0; i < svg->nseries && svg->nseries > 1; i++)
		svg_text(svg, svg->left + (i + 0.5) * size, svg->bottom + LINE_HEIGHT, "middle", NULL,
				 text_fit(svg->series[i], FONT_SIZE, size - 6));
}
