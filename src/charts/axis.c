/*
 * axis.c
 *		Axes of a drawn chart: ticks, grid, labels of bands, titles.
 *
 * Labels of bands that would not fit beside each other are turned, and of more than the
 * width has room for every second, third ... one is written.
 */
#include "charts/svg_internal.h"

#include <math.h>

#define TICK_GAP		6.0		/* between a label and the box */
#define TURNED_ROOM		130.0	/* of a turned label, along it */
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
	return (int) rint((scale->max - scale->min) / scale->step);
}

static double
tick_number(const Scale *scale, int i)
{
	double		number = scale->min + i * scale->step;

	return fabs(number) < scale->step / 1e6 ? 0 : number;
}

double
amounts_width(Svg *svg, const Scale *scale)
{
	double		widest = 0;

	for (int i = 0; i <= tick_count(scale); i++)
		widest =
			Max(widest, text_width(slice_of(number_written(&svg->drawing, tick_number(scale, i))),
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
		Slice		text = slice_of(number_written(&svg->drawing, number));
		const char *class = number == 0 ? "axis" : "grid";

		if (svg->is_flat)
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
	if (svg->is_flat)
		flat_title(svg, svg->bottom + 2.2 * LINE_HEIGHT, title);
	else if (is_right)
		turned_title(svg, svg->right + amounts_width(svg, scale) + LINE_HEIGHT,
					 (svg->top + svg->bottom) / 2, title);
	else
		turned_title(svg, svg->left - amounts_width(svg, scale) - TICK_GAP - 2,
					 (svg->top + svg->bottom) / 2, title);
}

/* ------------------------------------------------------------------- bands */

double
band_size(const Svg *svg)
{
	double		room = svg->is_flat ? svg->bottom - svg->top : svg->right - svg->left;

	return room / Max(1, svg->bands.count);
}

double
band_start(const Svg *svg, int band)
{
	return (svg->is_flat ? svg->top : svg->left) + band * band_size(svg);
}

static double
widest_band(const Svg *svg)
{
	double		widest = 0;

	for (int i = 0; i < svg->bands.count; i++)
		widest = Max(widest, text_width(svg->bands.items[i], FONT_SIZE));
	return widest;
}

static bool
is_turned(const Svg *svg)
{
	return widest_band(svg) + 6 > band_size(svg);
}

double
bands_height(Svg *svg)
{
	double		title = json_text(svg->drawing.config, "xLabel").len > 0 ? LINE_HEIGHT : 0;

	return title + LINE_HEIGHT + (is_turned(svg) ? 0.62 * Min(widest_band(svg), TURNED_ROOM) : 4);
}

double
bands_width(Svg *svg)
{
	return Min(widest_band(svg), FLAT_SHARE * svg->width) + TICK_GAP;
}

static void
turned_label(Svg *svg, double x, double y, Slice text)
{
	svg_print(svg, "<text text-anchor=\"end\" transform=\"translate(%s %s) rotate(-38)\">", px(x),
			  px(y));
	svg_escape(svg->out, text_fit(text, FONT_SIZE, TURNED_ROOM));
	svg_print(svg, "</text>\n");
}

void
axis_bands(Svg *svg)
{
	bool		turns = is_turned(svg);
	int every = svg->is_flat ? 1 : Max(1, (int) ceil((turns ? LINE_HEIGHT : 1) / band_size(svg)));

	for (int i = 0; i < svg->bands.count; i += every)
	{
		double		middle = band_start(svg, i) + band_size(svg) / 2;

		if (svg->is_flat)
			svg_text(svg, svg->left - TICK_GAP, middle + FONT_SIZE / 3, "end", NULL,
					 text_fit(svg->bands.items[i], FONT_SIZE, FLAT_SHARE * svg->width));
		else if (turns)
			turned_label(svg, middle + 4, svg->bottom + LINE_HEIGHT - 3, svg->bands.items[i]);
		else
			svg_text(svg, middle, svg->bottom + LINE_HEIGHT, "middle", NULL, svg->bands.items[i]);
	}
	if (!svg->is_flat)
		flat_title(svg, svg->bottom + bands_height(svg), json_text(svg->drawing.config, "xLabel"));
}

/* -------------------------------------------------------- numbers and days */

/* Ticks at the first of months, a quarter or a year apart so that few are written. */
static void
day_ticks(Svg *svg)
{
	static const int steps[] = {1, 2, 3, 6, 12, 24, 60, 120, 240};
	double		months = (svg->along.max - svg->along.min) / 30.44;
	int			step = 0;

	while (step + 1 < (int) lengthof(steps) && months / steps[step] > svg->width / 90)
		step++;
	for (int i = 0;; i += steps[step])
	{
		double		day = month_begin(svg->along.min, i);
		double		at = scale_at(&svg->along, day);

		CHECK_FOR_INTERRUPTS();
		if (day > svg->along.max)
			break;
		if (day < svg->along.min)
			continue;
		line(svg, "grid", at, svg->top, at, svg->bottom);
		svg_text(svg, at, svg->bottom + LINE_HEIGHT, "middle", NULL, slice_of(month_written(day)));
	}
}

void
axis_along(Svg *svg)
{
	Drawing		plain = {.unit = UNIT_PLAIN};

	if (svg->has_days)
		day_ticks(svg);
	else
		for (int i = 0; i <= tick_count(&svg->along); i++)
		{
			double		number = tick_number(&svg->along, i);
			double		at = scale_at(&svg->along, number);
			const char *text =
				svg->drawing.has_years ? psprintf("%.0f", number) : number_written(&plain, number);

			line(svg, svg->drawing.type == CHART_gantt ? "grid" : "tick", at,
				 svg->drawing.type == CHART_gantt ? svg->top : svg->bottom, at, svg->bottom + 4);
			svg_text(svg, at, svg->bottom + LINE_HEIGHT + 2, "middle", NULL, slice_of(text));
		}
	flat_title(svg, svg->bottom + 2.3 * LINE_HEIGHT, json_text(svg->drawing.config, "xLabel"));
}
