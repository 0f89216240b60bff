/*
 * axis.c
 *		Axes of a drawn chart: ticks, grid, labels of bands, titles.
 *
 * Labels of bands that would not fit beside each other are turned, and of more than the
 * width has room for every second, third ... one is written.
 */
#include "drawing/drawing_internal.h"

#include <math.h>

#define TICK_GAP		6.0		/* between a label and the box */
#define TURNED_ROOM		130.0	/* of a turned label, along it */
#define TURNED_BAND		17.0	/* least room of a turned label, across it */
#define MOST_UPRIGHT	60.0	/* wider labels are rather turned than left out */
#define MOST_TICKS		200
#define FLAT_SHARE		0.34	/* of the width, for the labels of lying bars */

/* ------------------------------------------------------------------ markup */

void
svg_print(Svg *svg, const char *format,...)
{
	int			needed;

	do
	{
		va_list		arguments;

		va_start(arguments, format);
		needed = appendStringInfoVA(svg->out, format, arguments);
		va_end(arguments);
		if (needed > 0)
			enlargeStringInfo(svg->out, needed);
	} while (needed > 0);
}

const char *
px(double length)
{
	return psprintf("%g", rint(length * 10) / 10 + 0.0);
}

void
svg_escape(StringInfo out, Slice text)
{
	for (int i = 0; i < text.len; i++)
	{
		unsigned char c = text.data[i];

		if (c == '&')
			appendStringInfoString(out, "&amp;");
		else if (c == '<')
			appendStringInfoString(out, "&lt;");
		else if (c == '>')
			appendStringInfoString(out, "&gt;");
		else if (c == '"')
			appendStringInfoString(out, "&quot;");
		else
			appendStringInfoChar(out, c < ' ' ? ' ' : (char) c);
	}
}

void
svg_text(Svg *svg, double x, double y, const char *anchor, const char *class, Slice text)
{
	svg_print(svg, "<text x=\"%s\" y=\"%s\"", px(x), px(y));
	if (strcmp(anchor, "start") != 0)
		svg_print(svg, " text-anchor=\"%s\"", anchor);
	if (class != NULL)
		svg_print(svg, " class=\"%s\"", class);
	svg_print(svg, ">");
	svg_escape(svg->out, text);
	svg_print(svg, "</text>\n");
}

/* What numbers of the right axis are written with: a combo's unit is that of the left one. */
static const Unit *
side_unit(const Svg *svg, bool is_right)
{
	static const Unit plain = {.kind = UNIT_PLAIN};

	return is_right ? &plain : &svg->unit;
}

const char *
value_written(const Svg *svg, const Mark *mark, double value)
{
	return number_written(side_unit(svg, svg->is_right[mark->series]), value, svg->decimals);
}

double
values_width(const Svg *svg)
{
	double		widest = 0;

	for (int i = 0; i < svg->marks.count; i++)
	{
		const Mark *mark = &svg->marks.items[i];

		widest = Max(widest, text_width(slice_of(value_written(svg, mark, mark->y)), FONT_SIZE));
	}
	return widest;
}

static void
line(Svg *svg, const char *class, double x1, double y1, double x2, double y2)
{
	svg_print(svg, "<path class=\"%s\" d=\"M%s %sL%s %s\"/>\n", class, px(x1), px(y1), px(x2),
			  px(y2));
}

void
turned_title(Svg *svg, double x, double y, Slice text)
{
	if (text.len == 0)
		return;
	svg_print(
		svg,
		"<text class=\"title\" text-anchor=\"middle\" transform=\"translate(%s %s) rotate(-90)\">",
		px(x), px(y));
	svg_escape(svg->out, text_fit(text, FONT_SIZE, svg->bottom - svg->top));
	svg_print(svg, "</text>\n");
}

static void
flat_title(Svg *svg, double y, Slice text)
{
	if (text.len > 0)
		svg_text(svg, (svg->left + svg->right) / 2, y, "middle", "title",
				 text_fit(text, FONT_SIZE, svg->right - svg->left));
}

/* ----------------------------------------------------------------- amounts */

static int
tick_count(const Scale *scale)
{
	return (int) floor((scale->max - scale->min) / scale->step + 1e-6);
}

static double
tick_number(const Scale *scale, int i)
{
	double		number = scale->min + i * scale->step;

	return fabs(number) < scale->step / 1e6 ? 0 : number;
}

double
amounts_width(Svg *svg, const Scale *scale, bool is_right)
{
	double		widest = 0;

	for (int i = 0; i <= tick_count(scale); i++)
		widest = Max(widest, text_width(slice_of(tick_written(side_unit(svg, is_right), scale,
															  tick_number(scale, i))),
										FONT_SIZE));
	return widest + TICK_GAP;
}

void
axis_amounts(Svg *svg, const Scale *scale, bool is_right, Slice title)
{
	for (int i = 0; i <= tick_count(scale); i++)
	{
		double		number = tick_number(scale, i);
		double		at = scale_at(scale, number);
		Slice		text = slice_of(tick_written(side_unit(svg, is_right), scale, number));
		const char *class = number == 0 ? "axis" : "grid";

		if (has_trait(svg, FLAT))
		{
			line(svg, class, at, svg->top, at, svg->bottom);
			svg_text(svg, at, svg->bottom + LINE_HEIGHT, "middle", NULL, text);
			continue;
		}
		if (!is_right)
			line(svg, class, svg->left, at, svg->right, at);
		svg_text(svg, is_right ? svg->right + TICK_GAP : svg->left - TICK_GAP, at + FONT_SIZE / 3,
				 is_right ? "start" : "end", NULL, text);
	}
	if (has_trait(svg, FLAT))
		flat_title(svg, svg->bottom + 2.2 * LINE_HEIGHT, title);
	else if (is_right)
		turned_title(svg, svg->right + amounts_width(svg, scale, true) + LINE_HEIGHT,
					 (svg->top + svg->bottom) / 2, title);
	else
		turned_title(svg, svg->left - amounts_width(svg, scale, false) - TICK_GAP - 2,
					 (svg->top + svg->bottom) / 2, title);
}

/* ------------------------------------------------------------------- bands */

double
band_size(const Svg *svg)
{
	double		room = has_trait(svg, FLAT) ? svg->bottom - svg->top : svg->right - svg->left;

	return room / Max(1, svg->bands.count);
}

double
band_start(const Svg *svg, int band)
{
	return (has_trait(svg, FLAT) ? svg->top : svg->left) + band * band_size(svg);
}

static double
widest_band(const Svg *svg)
{
	double		widest = 0;

	for (int i = 0; i < svg->bands.count; i++)
		widest = Max(widest, text_width(svg->bands.items[i], FONT_SIZE));
	return widest;
}

/* Every how many labels one is written: numbers that are too many stay upright. */
static int
label_step(const Svg *svg, bool *turns)
{
	double		room = widest_band(svg) + 8;
	double		size = band_size(svg);

	*turns = !has_trait(svg, FLAT) && room > size && !svg->has_numeric_x &&
			 (size >= TURNED_BAND || room > MOST_UPRIGHT);
	if (has_trait(svg, FLAT))
		return 1;
	return Max(1, (int) ceil((*turns ? TURNED_BAND : room) / size));
}

double
bands_height(Svg *svg)
{
	double		title = json_text(svg->config, "xLabel").len > 0 ? LINE_HEIGHT : 0;
	bool		turns;

	label_step(svg, &turns);
	return title + LINE_HEIGHT + (turns ? 0.62 * Min(widest_band(svg), TURNED_ROOM) : 4);
}

double
bands_width(Svg *svg)
{
	return Min(widest_band(svg), FLAT_SHARE * svg->width) + TICK_GAP;
}

double
rows_width(const Svg *svg)
{
	bool		is_grid = svg->type->shape == CELL;
	const Slice *labels = is_grid ? svg->rows.items : svg->series;
	int count = is_grid ? svg->rows.count
				: svg->nseries > 1				   ? svg->nseries
												   : 0;
	double		widest = 0;

	for (int i = 0; i < count; i++)
		widest = Max(widest, text_width(labels[i], FONT_SIZE));
	return Min(widest, 0.3 * svg->width);
}

void
axis_bands(Svg *svg)
{
	bool		turns;
	int			every = label_step(svg, &turns);

	for (int i = 0; i < svg->bands.count; i += every)
	{
		double		middle = band_start(svg, i) + band_size(svg) / 2;

		if (has_trait(svg, FLAT))
			svg_text(svg, svg->left - TICK_GAP, middle + FONT_SIZE / 3, "end", NULL,
					 text_fit(svg->bands.items[i], FONT_SIZE, FLAT_SHARE * svg->width));
		else if (turns)
		{
			double		x = middle + 4;

			svg_print(svg, "<text text-anchor=\"end\" transform=\"translate(%s %s) rotate(-38)\">",
					  px(x), px(svg->bottom + LINE_HEIGHT - 3));
			svg_escape(svg->out, text_fit(svg->bands.items[i], FONT_SIZE,
										  Min(TURNED_ROOM, x / 0.79)));
			svg_print(svg, "</text>\n");
		}
		else
			svg_text(svg, middle, svg->bottom + LINE_HEIGHT, "middle", NULL, svg->bands.items[i]);
	}
	if (!has_trait(svg, FLAT))
		flat_title(svg, svg->bottom + bands_height(svg), json_text(svg->config, "xLabel"));
}

/* -------------------------------------------------------- numbers and days */

static void
along_tick(Svg *svg, double at, const char *text)
{
	bool		is_grid = svg->type->shape == SPAN;

	line(svg, is_grid ? "grid" : "tick", at, is_grid ? svg->top : svg->bottom, at,
		 svg->bottom + 4);
	svg_text(svg, at, svg->bottom + LINE_HEIGHT + 2, "middle", NULL, slice_of(text));
}

/* Ticks at the first of months that are so far apart that few are written; of a few weeks at
 * days. */
static void
day_ticks(Svg *svg)
{
	static const int steps[] = {1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400};
	double		most = (svg->right - svg->left) / 70;
	double		days = svg->along.max - svg->along.min;
	double		step_days = Max(1, ceil(days / most));
	int			step = 0;

	while (step + 1 < (int) lengthof(steps) && days / 30.44 / steps[step] > most)
		step++;
	for (int i = 0; i < MOST_TICKS; i++)
	{
		double day = days < 62 ? ceil(svg->along.min) + i * step_days
							   : month_begin(svg->along.min, steps[step], i);

		if (day > svg->along.max)
			break;
		if (day >= svg->along.min)
			along_tick(svg, scale_at(&svg->along, day),
					   day_written(day, days < 62 ? 0 : steps[step]));
	}
}

void
axis_along(Svg *svg)
{
	Unit		plain = {.kind = UNIT_PLAIN};

	if (svg->has_days)
		day_ticks(svg);
	for (int i = 0; i <= tick_count(&svg->along) && !svg->has_days; i++)
	{
		double		number = tick_number(&svg->along, i);

		along_tick(svg, scale_at(&svg->along, number),
				   svg->has_years ? psprintf("%.0f", number)
				   : tick_written(&plain, &svg->along, number));
	}
	flat_title(svg, svg->bottom + 2.3 * LINE_HEIGHT, json_text(svg->config, "xLabel"));
}
