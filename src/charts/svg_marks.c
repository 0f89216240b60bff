/*
 * svg_marks.c
 *		The marks of charts that are no bars: lines, areas, dots, slices, cells, spans.
 *
 * Each mark carries its point as its title, "2027: 4.2%", for who points at it.
 */
#include "charts/svg_internal.h"

#include <math.h>

#define MOST_DOTS		60		/* of a line: with more only the line is drawn */
#define DOT				3.2

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
