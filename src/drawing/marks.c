/*
 * marks.c
 *		The marks of charts that are no bars: lines, areas, dots, slices, cells, spans.
 *
 * Each mark carries its point as its title, "2027: 4.2%", for who points at it.
 */
#include "drawing/drawing_internal.h"

#include <math.h>

#define MOST_DOTS		60		/* of a line: with more only the line is drawn */
#define DOT				3.2
#define MOST_NAMES		100		/* of dots */

/* --------------------------------------------------------- lines and areas */

static double
mark_x(const Svg *svg, const Mark *mark)
{
	return svg->has_numeric_x && !has_trait(svg, KIND_PER_SERIES)
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
				  has_trait(svg, STACKED) ? "layer" : "area");
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

/* Series by series; of a combo those of one axis and kind. */
void
draw_runs(Svg *svg)
{
	int			count;

	for (int first = 0; first < svg->marks.count; first += count)
	{
		int			series = svg->marks.items[first].series;
		bool		is_combo = has_trait(svg, KIND_PER_SERIES);
		char		kind = is_combo ? svg->kinds[series] : has_trait(svg, AFLOAT) ? 'l' : 'a';

		CHECK_FOR_INTERRUPTS();
		for (count = 1;
			 first + count < svg->marks.count && svg->marks.items[first + count].series == series;)
			count++;
		if (!is_combo ||
			(kind == svg->draws_kind && svg->is_right[series] == svg->draws_right))
			draw_run(svg, first, count, kind == 'a');
	}
}

/* ------------------------------------------------------------------ others */

/* The radius of a dot; bubbles are as large as their size says. */
static double
dot_radius(const Svg *svg, const Mark *mark, double most)
{
	if (svg->type->shape != BUBBLE)
		return 4.5;
	return most > 0 ? 3 + 21 * sqrt(mark->size / most) : 3;
}

typedef struct Box
{
	double		left;
	double		right;
	double		top;
	double		bottom;
} Box;

/* Where names of dots are written. */
typedef struct Names
{
	Box			boxes[MOST_NAMES];
	int			count;
} Names;

static bool
boxes_meet(const Box *one, const Box *other)
{
	return one->left < other->right && other->left < one->right && one->top < other->bottom &&
		   other->top < one->bottom;
}

/* The name of a dot above or below it, where it meets neither another nor a dot; where neither is
 * free it has only its title. */
static void
dot_name(Svg *svg, Names *names, const Mark *mark, double most)
{
	double		width = text_width(mark->name, FONT_SIZE);
	double		radius = dot_radius(svg, mark, most);
	double		y = scale_at(&svg->amounts, mark->y);
	double		x = mark_x(svg, mark);

	if (mark->name.len == 0 || names->count == MOST_NAMES)
		return;
	x = Min(Max(x, svg->left + width / 2), svg->right - width / 2);
	for (int side = 0; side < 2; side++)
	{
		double		base = side == 0 ? y - radius - 4 : y + radius + FONT_SIZE;
		Box			box = {x - width / 2, x + width / 2, base - FONT_SIZE + 2, base + 1};
		bool		is_free = true;

		for (int i = 0; i < names->count && is_free; i++)
			is_free = !boxes_meet(&box, &names->boxes[i]);
		for (int i = 0; i < svg->marks.count && is_free; i++)
		{
			const Mark *other = &svg->marks.items[i];
			double		at = mark_x(svg, other);
			double		level = scale_at(&svg->amounts, other->y);
			double		size = dot_radius(svg, other, most);

			is_free = !boxes_meet(&box, &(Box) {at - size, at + size, level - size, level + size});
		}
		if (!is_free)
			continue;
		names->boxes[names->count++] = box;
		svg_text(svg, x, base, "middle", "value", mark->name);
		return;
	}
}

void
draw_dots(Svg *svg)
{
	Names		names = {.count = 0};
	double		most = 0;

	for (int i = 0; i < svg->marks.count; i++)
		most = Max(most, svg->marks.items[i].size);
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		CHECK_FOR_INTERRUPTS();
		dot(svg, psprintf("c%d over", color_of(mark->series)), mark_x(svg, mark),
			scale_at(&svg->amounts, mark->y), dot_radius(svg, mark, most));
		mark_title(svg, mark, mark->y);
		svg_print(svg, "</circle>\n");
	}
	for (int i = 0; i < svg->marks.count; i++)
		dot_name(svg, &names, &svg->marks.items[i], most);
}

/* A cell's value, with the unit that no number is written with. */
static Slice
cell_text(const Svg *svg, const Mark *mark, bool has_unit)
{
	const char *written = value_written(svg, mark, mark->y);
	Slice		unit = svg->unit.other;

	return slice_of(has_unit ? psprintf("%s %.*s", written, unit.len, unit.data) : written);
}

void
draw_heatmap(Svg *svg)
{
	bool		has_unit = svg->unit.other.len > 0; /* where it fits into each */
	bool		writes = values_width(svg) <= band_size(svg) - 2;
	double		width = band_size(svg);
	double		height = (svg->bottom - svg->top) / Max(1, svg->rows.count);
	double		least = INFINITY;
	double		most = -INFINITY;

	for (int i = 0; i < svg->marks.count; i++)
	{
		least = Min(least, svg->marks.items[i].y);
		most = Max(most, svg->marks.items[i].y);
	}
	for (int i = 0; i < svg->marks.count && has_unit; i++)
		has_unit = text_width(cell_text(svg, &svg->marks.items[i], true), FONT_SIZE) <= width - 4;
	for (int i = 0; i < svg->rows.count; i++)
		svg_text(svg, svg->left - 6, svg->top + (i + 0.5) * height + FONT_SIZE / 3, "end", NULL,
				 text_fit(svg->rows.items[i], FONT_SIZE, rows_width(svg)));
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		int			shade = most > least ? (int) rint((mark->y - least) / (most - least) * 6) : 3;
		double		x = band_start(svg, mark->band);
		double		y = svg->top + mark->row * height;
		Slice		text = cell_text(svg, mark, has_unit);

		CHECK_FOR_INTERRUPTS();
		svg_print(svg, "<rect class=\"heat%d\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\">",
				  shade, px(x + 0.5), px(y + 0.5), px(width - 1), px(height - 1));
		svg_print(svg, "<title>");
		svg_escape(svg->out, svg->rows.items[mark->row]);
		svg_print(svg, ", ");
		svg_escape(svg->out, mark->label);
		svg_print(svg, ": %s</title></rect>\n", value_written(svg, mark, mark->y));
		if (writes)
			svg_text(svg, x + width / 2, y + height / 2 + FONT_SIZE / 3, "middle",
					 shade > 3 ? "on" : "value", text);
	}
}

/* A bar from start to end; one below the other where a task has several series. */
void
draw_gantt(Svg *svg)
{
	bool		has_lanes = false;	/* a task has spans of several series */
	int		   *first = palloc0(sizeof(int) * (svg->bands.count + 1));	/* of each band, from 1 */
	double		thickness;

	for (int i = 0; i < svg->marks.count; i++)
	{
		int		   *series = &first[svg->marks.items[i].band];

		has_lanes |= *series != 0 && *series != svg->marks.items[i].series + 1;
		*series = svg->marks.items[i].series + 1;
	}
	pfree(first);
	thickness = BAR_SHARE * band_size(svg) / (has_lanes ? svg->nseries : 1);
	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];
		double		lane = has_lanes ? mark->series - (svg->nseries - 1) / 2.0 : 0;
		double		start = scale_at(&svg->along, mark->low);
		double		end = scale_at(&svg->along, mark->high);

		svg_print(
			svg,
			"<rect class=\"c%d\" rx=\"2\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>",
			color_of(mark->series), px(Min(start, end)),
			px(band_start(svg, mark->band) + (band_size(svg) - thickness) / 2 + lane * thickness),
			px(Max(2, fabs(end - start))), px(thickness));
		if (svg->nseries > 1)
		{
			svg_escape(svg->out, svg->series[mark->series]);
			svg_print(svg, ", ");
		}
		svg_escape(svg->out, mark->label);
		if (svg->has_days)		/* "15 Jan 2026 to 1 May 2026" */
			svg_print(svg, ": %s %s to %s %s</title></rect>\n", day_written(mark->low, 0),
					  day_written(mark->low, 12), day_written(mark->high, 0),
					  day_written(mark->high, 12));
		else
			svg_print(svg, ": %s to %s</title></rect>\n", value_written(svg, mark, mark->low),
					  value_written(svg, mark, mark->high));
	}
}

/* A band from the least to the most of each series, with a dot at each percentile. */
void
draw_outcomes(Svg *svg)
{
	double		size = (svg->bottom - svg->top) / svg->nseries;

	for (int first = 0, count; first < svg->marks.count; first += count)
	{
		const Mark *marks = &svg->marks.items[first];
		double		free_x[2] = {0};	/* where what is written near the line ends, and apart */
		double		y = svg->top + (marks->series + 0.5) * size;

		for (count = 1; first + count < svg->marks.count && marks[count].series == marks->series;)
			count++;
		if (svg->nseries > 1)
			svg_text(svg, svg->left - 6, y + FONT_SIZE / 3, "end", NULL,
					 text_fit(svg->series[marks->series], FONT_SIZE, rows_width(svg)));
		svg_print(svg, "<path class=\"band\" d=\"M%s %sH%s\"/>\n",
				  px(scale_at(&svg->amounts, marks[0].y)), px(y),
				  px(scale_at(&svg->amounts, marks[count - 1].y)));
		for (int i = 0; i < count; i++)
		{
			double		x = scale_at(&svg->amounts, marks[i].y);
			Slice		value = slice_of(value_written(svg, &marks[i], marks[i].y));
			double		width = Max(text_width(marks[i].label, FONT_SIZE),
									text_width(value, FONT_SIZE)) + 4;

			bool is_apart = x - width / 2 < free_x[0] && free_x[1] < free_x[0];

			free_x[is_apart] = x + width / 2;
			dot(svg, "c0", x, y, 6);
			mark_title(svg, &marks[i], marks[i].y);
			svg_print(svg, "</circle>\n");
			svg_text(svg, x, y - (is_apart ? 24 : 11), "middle", "strong", marks[i].label);
			svg_text(svg, x, y + (is_apart ? 33 : 20), "middle", "value", value);
		}
	}
}

/* One slice from an angle to another, in turns from the top. */
static void
draw_slice(Svg *svg, const Mark *mark, double from, double to, double x, double y, double radius)
{
	double		hole = has_trait(svg, HOLE) ? 0.58 * radius : 0;
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

void
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

/* Areas, then bars, then lines, of both axes. */
void
draw_combo(Svg *svg)
{
	Scale		left = svg->amounts;

	for (const char *kind = "abl"; *kind != '\0'; kind++)
		for (int side = 0; side < 2; side++)
		{
			svg->draws_kind = *kind;
			svg->draws_right = side == 1;
			svg->amounts = svg->draws_right ? svg->right_amounts : left;
			if (*kind == 'b')
				draw_bars(svg);
			else
				draw_runs(svg);
		}
	svg->amounts = left;
}
