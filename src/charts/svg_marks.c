/*
 * svg_marks.c
 *		The marks of each type of chart: bars, lines, areas, dots, slices, cells, rules.
 *
 * Each mark carries its point as its title, "2027: 4.2%", for who points at it.  Bars know
 * only bands and amounts; whether they stand or lie is said once, in bar().
 */
#include "charts/svg_internal.h"

#include <math.h>

#define BAR_SHARE		0.72	/* of a band */
#define WIDEST_BAR		90.0
#define MOST_DOTS		60		/* of a line: with more only the line is drawn */
#define DOT				3.2

/* ------------------------------------------------------------------ helpers */

static int
color_of(int index)
{
	return index % NCOLORS;
}

/* The title of a mark: its series (of several), label and value. */
static void
mark_title(Svg *svg, const Mark *mark, double value)
{
	svg_print(svg, "<title>");
	if (svg->nseries > 1)
	{
		svg_escape(svg->out, svg->series[mark->series]);
		svg_print(svg, ", ");
	}
	svg_escape(svg->out, mark->name.len > 0 ? mark->name : mark->label);
	svg_print(svg, ": %s</title>", number_written(&svg->drawing, value));
}

/* A rectangle from one amount to another, across a stretch of the bands' axis. */
static void
bar(Svg *svg, const char *class, double at, double thickness, double from, double to)
{
	double		first = scale_at(&svg->amounts, from);
	double		last = scale_at(&svg->amounts, to);
	double		start = Min(first, last);
	double		length = fabs(last - first);

	svg_print(svg, "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">", class,
			  px(svg->is_flat ? start : at), px(svg->is_flat ? at : start),
			  px(svg->is_flat ? length : thickness), px(svg->is_flat ? thickness : length));
}

/* A value at the end of a bar, beyond it. */
static void
value_text(Svg *svg, double at, double thickness, double end, double value)
{
	double		tip = scale_at(&svg->amounts, end);
	Slice		text = slice_of(number_written(&svg->drawing, value));

	if (svg->is_flat)
		svg_text(svg, tip + 4, at + thickness / 2 + FONT_SIZE / 3, "start", "value", text);
	else if (text_width(text, FONT_SIZE) <= band_size(svg) * 1.05 || svg->bands.count < 4)
		svg_text(svg, at + thickness / 2, tip + (value < 0 && end == value ? FONT_SIZE + 2 : -4),
				 "middle", "value", text);
}

/* ------------------------------------------------------------- the extent */

/* Stacks the marks of each band, those below zero downward: low and high of each. */
static void
stack_marks(Svg *svg)
{
	double	   *up = palloc0(sizeof(double) * (svg->bands.count + 1));
	double	   *down = palloc0(sizeof(double) * (svg->bands.count + 1));

	for (int i = 0; i < svg->marks.count; i++)
	{
		Mark	   *mark = &svg->marks.items[i];
		double	   *sum = mark->y < 0 ? &down[mark->band] : &up[mark->band];

		mark->low = *sum;
		*sum += mark->y;
		mark->high = *sum;
	}
	pfree(up);
	pfree(down);
}

/* A capital stack's columns are its series. */
static void
stack_layers(Svg *svg)
{
	double		sum = 0;

	for (int i = 0; i < svg->marks.count; i++)
	{
		Mark	   *mark = &svg->marks.items[i];

		if (i == 0 || mark->series != mark[-1].series)
			sum = 0;
		mark->low = sum;
		mark->high = sum += mark->y;
	}
}

static void
chain_steps(Svg *svg)
{
	double		sum = 0;

	for (int i = 0; i < svg->marks.count; i++)
	{
		Mark	   *mark = &svg->marks.items[i];

		mark->low = mark->is_total ? 0 : sum;
		mark->high = sum = mark->low + mark->y;
	}
}

void
marks_extent(Svg *svg, double *least, double *most)
{
	bool		from_zero = true;

	switch (svg->drawing.type)
	{
		case CHART_stacked_bar:
		case CHART_horizontal_stacked_bar:
		case CHART_stacked_area:
			stack_marks(svg);
			break;
		case CHART_capital_stack:
			stack_layers(svg);
			break;
		case CHART_waterfall:
			chain_steps(svg);
			break;
		case CHART_line:
		case CHART_scatter:
		case CHART_bubble:
		case CHART_outcome_distribution:
			from_zero = false;
			break;
		case CHART_tornado:
			from_zero = json_member(svg->drawing.config, "base") == NULL;
			break;
		default:
			break;
	}
	*least = from_zero ? 0 : INFINITY;
	*most = from_zero ? 0 : -INFINITY;
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		*least = Min(*least, Min(mark->low, mark->high));
		*most = Max(*most, Max(mark->low, mark->high));
	}
	if (svg->drawing.type == CHART_bubble)
	{
		double		room = (*most - *least) / 8;	/* the largest stay in the box */

		*least -= *least >= 0 && *least < room ? *least : room;
		*most += room;
	}
}

/* -------------------------------------------------------------------- bars */

/* Bars side by side; those of a combo only where their series has bars. */
static void
draw_bars(Svg *svg)
{
	bool		is_combo = svg->drawing.type == CHART_combo;
	bool writes = svg->drawing.type == CHART_comparison ||
				  svg->drawing.type == CHART_horizontal_bar ||
				  (svg->drawing.type == CHART_bar && svg->nseries == 1 && svg->marks.count <= 12);
	int		   *slots = palloc(sizeof(int) * svg->nseries);
	int			nslots = 0;
	double		thickness;

	for (int i = 0; i < svg->nseries; i++)
		slots[i] = svg->kinds[i] == 'b' || !is_combo ? nslots++ : -1;
	thickness = Min(BAR_SHARE * band_size(svg) / Max(1, nslots), WIDEST_BAR);
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double		at = band_start(svg, mark->band) + (band_size(svg) - nslots * thickness) / 2 +
			slots[mark->series] * thickness;

		CHECK_FOR_INTERRUPTS();
		if (slots[mark->series] < 0 || svg->is_right[mark->series] != svg->draws_right)
			continue;
		bar(svg, psprintf("c%d", color_of(svg->nseries > 1 ? mark->series : 0)), at,
			thickness * 0.94, 0, mark->y);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</rect>\n");
		if (writes && thickness >= LINE_HEIGHT * (svg->is_flat ? 0.7 : 1.4))
			value_text(svg, at, thickness * 0.94, svg->is_flat ? Max(0, mark->y) : mark->y,
					   mark->y);
	}
	pfree(slots);
}

static void
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
static void
draw_waterfall(Svg *svg)
{
	double		thickness = BAR_SHARE * band_size(svg);

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
		value_text(svg, at, thickness, Max(mark->low, mark->high), mark->y);
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
static void
draw_tornado(Svg *svg)
{
	const Json *base = json_member(svg->drawing.config, "base");
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
		svg_print(svg, ": %s to %s</title></rect>\n", number_written(&svg->drawing, mark->low),
				  number_written(&svg->drawing, mark->high));
	}
	svg_print(svg, "<path class=\"base\" d=\"M%s %sV%s\"/>\n", px(at), px(svg->top),
			  px(svg->bottom));
	pfree(places);
}

/* Layers from the bottom up, a column a series, what each is written in it where it fits. */
static void
draw_capital_stack(Svg *svg)
{
	double		size = (svg->right - svg->left) / svg->nseries;
	double		thickness = Min(0.72 * size, 220);

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double		at = svg->left + mark->series * size + (size - thickness) / 2;
		double		first = scale_at(&svg->amounts, mark->low);
		double		last = scale_at(&svg->amounts, mark->high);
		Slice		text = slice_of(psprintf("%.*s %s", mark->label.len, mark->label.data,
											 number_written(&svg->drawing, mark->y)));

		bar(svg, psprintf("c%d edge", color_of(mark->band)), at, thickness, mark->low, mark->high);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</rect>\n");
		if (first - last < LINE_HEIGHT)
			svg_text(svg, at + thickness + 6, (first + last) / 2 + FONT_SIZE / 3, "start", "value",
					 text_fit(text, FONT_SIZE, Max(0, svg->right - at - thickness - 6)));
		else
			svg_text(svg, at + thickness / 2, (first + last) / 2 + FONT_SIZE / 3, "middle",
					 psprintf("on c%dt", color_of(mark->band)),
					 text_fit(text, FONT_SIZE, thickness - 8));
	}
	for (int i = 0; i < svg->nseries && svg->nseries > 1; i++)
		svg_text(svg, svg->left + (i + 0.5) * size, svg->bottom + LINE_HEIGHT, "middle", NULL,
				 text_fit(svg->series[i], FONT_SIZE, size - 6));
}

/* --------------------------------------------------------- lines and areas */

static double
mark_x(const Svg *svg, const Mark *mark)
{
	return svg->drawing.has_numeric_x && svg->drawing.type != CHART_combo
			   ? scale_at(&svg->along, mark->x)
			   : band_start(svg, mark->band) + band_size(svg) / 2;
}

/* The points of one series as a line; lows makes it go back along their low ends. */
static void
append_path(Svg *svg, int first, int count, bool lows)
{
	for (int i = 0; i < count; i++)
	{
		const Mark *mark = &svg->marks.items[first + i];

		svg_print(svg, "%s%s %s", i == 0 ? "M" : "L", px(mark_x(svg, mark)),
				  px(scale_at(&svg->amounts, mark->high)));
	}
	for (int i = count - 1; lows && i >= 0; i--)
	{
		const Mark *mark = &svg->marks.items[first + i];

		svg_print(svg, "L%s %s", px(mark_x(svg, mark)), px(scale_at(&svg->amounts, mark->low)));
	}
}

static void
dot(Svg *svg, const char *class, double x, double y, double radius)
{
	svg_print(svg, "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\">", class, px(x), px(y),
			  px(radius));
}

static void
draw_run(Svg *svg, int first, int count, bool is_area)
{
	int			color = color_of(svg->marks.items[first].series);

	if (is_area)
	{
		svg_print(svg, "<path class=\"c%d %s\" d=\"", color,
				  svg->drawing.type == CHART_stacked_area ? "layer" : "area");
		append_path(svg, first, count, true);
		svg_print(svg, "Z\"/>\n");
	}
	svg_print(svg, "<path class=\"l%d line\" d=\"", color);
	append_path(svg, first, count, false);
	svg_print(svg, "\"/>\n");
	for (int i = first; i < first + count && count <= MOST_DOTS; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		dot(svg, psprintf("c%d", color), mark_x(svg, mark), scale_at(&svg->amounts, mark->high),
			DOT);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</circle>\n");
	}
}

/* Series by series; of a combo those of one axis that have no bars. */
static void
draw_runs(Svg *svg)
{
	int			count;

	for (int first = 0; first < svg->marks.count; first += count)
	{
		int			series = svg->marks.items[first].series;
		char		kind = svg->drawing.type == CHART_combo ? svg->kinds[series]
			: svg->drawing.type == CHART_line ? 'l' : 'a';

		CHECK_FOR_INTERRUPTS();
		for (count = 1;
			 first + count < svg->marks.count && svg->marks.items[first + count].series == series;)
			count++;
		if (kind != 'b' && svg->is_right[series] == svg->draws_right)
			draw_run(svg, first, count, kind == 'a');
	}
}

/* ------------------------------------------------------------------ others */

static void
draw_dots(Svg *svg)
{
	double		most = 0;

	for (int i = 0; i < svg->marks.count; i++)
		most = Max(most, svg->marks.items[i].size);
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double radius = svg->drawing.type != CHART_bubble ? 4.5
						: most > 0						  ? 3 + 21 * sqrt(mark->size / most)
														  : 3;
		double		x = mark_x(svg, mark);
		double		y = scale_at(&svg->amounts, mark->y);

		CHECK_FOR_INTERRUPTS();
		dot(svg, psprintf("c%d over", color_of(mark->series)), x, y, radius);
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</circle>\n");
		if (mark->name.len > 0)
			svg_text(svg,
					 Min(Max(x, svg->left + text_width(mark->name, FONT_SIZE) / 2),
						 svg->right - text_width(mark->name, FONT_SIZE) / 2),
					 y - radius - 4, "middle", "value", mark->name);
	}
}

static void
draw_heatmap(Svg *svg)
{
	double		width = band_size(svg);
	double		height = (svg->bottom - svg->top) / Max(1, svg->rows.count);
	double		least = svg->drawing.least;
	double		span = svg->drawing.most - least;

	for (int i = 0; i < svg->rows.count; i++)
		svg_text(svg, svg->left - 6, svg->top + (i + 0.5) * height + FONT_SIZE / 3, "end", NULL,
				 text_fit(svg->rows.items[i], FONT_SIZE, svg->left - 10));
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		int			shade = span > 0 ? (int) rint((mark->y - least) / span * 6) : 3;
		double		x = band_start(svg, mark->band);
		double		y = svg->top + mark->row * height;
		Slice		text = slice_of(number_written(&svg->drawing, mark->y));

		CHECK_FOR_INTERRUPTS();
		svg_print(svg, "<rect class=\"heat%d\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">",
				  shade, px(x + 0.5), px(y + 0.5), px(width - 1), px(height - 1));
		svg_print(svg, "<title>");
		svg_escape(svg->out, svg->rows.items[mark->row]);
		svg_print(svg, ", ");
		svg_escape(svg->out, mark->label);
		svg_print(svg, ": %s</title></rect>\n", number_written(&svg->drawing, mark->y));
		if (text_width(text, FONT_SIZE) <= width - 4)
			svg_text(svg, x + width / 2, y + height / 2 + FONT_SIZE / 3, "middle",
					 shade > 3 ? "on" : "value", text);
	}
}

static void
draw_gantt(Svg *svg)
{
	double		thickness = BAR_SHARE * band_size(svg);

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double		start = scale_at(&svg->along, mark->low);
		double		end = scale_at(&svg->along, mark->high);

		svg_print(
			svg,
			"<rect class=\"c%d\" rx=\"2\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>",
			color_of(mark->series), px(Min(start, end)),
			px(band_start(svg, mark->band) + (band_size(svg) - thickness) / 2),
			px(Max(2, fabs(end - start))), px(thickness));
		svg_escape(svg->out, mark->label);
		svg_print(svg, "</title></rect>\n");
	}
}

/* A band from the least to the most of each series, with a dot at each percentile. */
static void
draw_outcomes(Svg *svg)
{
	double		size = (svg->bottom - svg->top) / svg->nseries;

	for (int first = 0, count; first < svg->marks.count; first += count)
	{
		const Mark *marks = &svg->marks.items[first];
		double		y = svg->top + (marks->series + 0.5) * size;

		for (count = 1; first + count < svg->marks.count && marks[count].series == marks->series;)
			count++;
		if (svg->nseries > 1)
			svg_text(svg, svg->left - 6, y + FONT_SIZE / 3, "end", NULL,
					 text_fit(svg->series[marks->series], FONT_SIZE, svg->left - 10));
		svg_print(svg, "<path class=\"band\" d=\"M%s %sH%s\"/>\n",
				  px(scale_at(&svg->amounts, marks[0].y)), px(y),
				  px(scale_at(&svg->amounts, marks[count - 1].y)));
		for (int i = 0; i < count; i++)
		{
			double		x = scale_at(&svg->amounts, marks[i].y);

			dot(svg, "c0", x, y, 6);
			mark_title(svg, &marks[i], marks[i].y);
			svg_print(svg, "</circle>\n");
			svg_text(svg, x, y - 12, "middle", "strong", marks[i].label);
			svg_text(svg, x, y + 22, "middle", "value",
					 slice_of(number_written(&svg->drawing, marks[i].y)));
		}
	}
}

/* One slice from an angle to another, in turns from the top. */
static void
draw_slice(Svg *svg, const Mark *mark, double from, double to, double x, double y, double radius)
{
	double		hole = svg->drawing.type == CHART_donut ? 0.58 * radius : 0;
	double		a = from * 2 * M_PI;
	double		b = to * 2 * M_PI;
	bool		is_whole = to - from > 0.99999;
	double		middle = (a + b) / 2;

	if (is_whole)
		b = a + M_PI;
	svg_print(svg, "<path class=\"c%d edge\" d=\"M%s %s", color_of(mark->band),
			  px(x + radius * sin(a)), px(y - radius * cos(a)));
	svg_print(svg, "A%s %s 0 %d 1 %s %s", px(radius), px(radius), !is_whole && to - from > 0.5,
			  px(x + radius * sin(b)), px(y - radius * cos(b)));
	if (is_whole)
		svg_print(svg, "A%s %s 0 0 1 %s %s", px(radius), px(radius), px(x + radius * sin(a)),
				  px(y - radius * cos(a)));
	if (hole == 0)
		svg_print(svg, "L%s %sZ\">", px(x), px(y));
	else if (is_whole)
		svg_print(svg, "M%s %sA%s %s 0 0 0 %s %sA%s %s 0 0 0 %s %sZ\">", px(x + hole * sin(a)),
				  px(y - hole * cos(a)), px(hole), px(hole), px(x + hole * sin(b)),
				  px(y - hole * cos(b)), px(hole), px(hole), px(x + hole * sin(a)),
				  px(y - hole * cos(a)));
	else
		svg_print(svg, "L%s %sA%s %s 0 %d 0 %s %sZ\">", px(x + hole * sin(b)),
				  px(y - hole * cos(b)), px(hole), px(hole), to - from > 0.5, px(x + hole * sin(a)),
				  px(y - hole * cos(a)));
	mark_title(svg, mark, mark->y);
	svg_print(svg, "</path>\n");
	if (to - from >= 0.03)
		svg_text(svg, x + (radius + 14) * sin(middle),
				 y - (radius + 14) * cos(middle) + FONT_SIZE / 3, "middle", "value",
				 slice_of(psprintf("%.0f%%", 100 * (to - from))));
}

static void
draw_pie(Svg *svg)
{
	double		radius = (svg->bottom - svg->top) / 2 - 18;
	double		x = svg->left + radius + 26;
	double		y = (svg->top + svg->bottom) / 2;
	double		total = 0;
	double		sum = 0;

	for (int i = 0; i < svg->marks.count; i++)
		total += svg->marks.items[i].y;
	for (int i = 0; i < svg->marks.count && total > 0; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (mark->y > 0)
			draw_slice(svg, mark, sum / total, (sum + mark->y) / total, x, y, radius);
		sum += mark->y;
	}
}

/* What draws a type, which may be several's: a new type without one does not compile. */
void
marks_draw(Svg *svg)
{
	switch (svg->drawing.type)
	{
		case CHART_bar:
		case CHART_horizontal_bar:
		case CHART_comparison:
			return draw_bars(svg);
		case CHART_stacked_bar:
		case CHART_horizontal_stacked_bar:
			return draw_stacked_bars(svg);
		case CHART_line:
		case CHART_area:
		case CHART_stacked_area:
			return draw_runs(svg);
		case CHART_combo:
			draw_bars(svg);
			return draw_runs(svg);
		case CHART_scatter:
		case CHART_bubble:
			return draw_dots(svg);
		case CHART_waterfall:
			return draw_waterfall(svg);
		case CHART_tornado:
			return draw_tornado(svg);
		case CHART_capital_stack:
			return draw_capital_stack(svg);
		case CHART_heatmap:
			return draw_heatmap(svg);
		case CHART_gantt:
			return draw_gantt(svg);
		case CHART_outcome_distribution:
			return draw_outcomes(svg);
		case CHART_pie:
		case CHART_donut:
			return draw_pie(svg);
		case NCHART_TYPES:
			return;
	}
}
