/*
 * drawing_internal.h
 *		Drawing a chart as SVG: what scale.c, axis.c, bars.c, marks.c and svg.c
 *		share.
 */
#ifndef DRAWING_INTERNAL_H
#define DRAWING_INTERNAL_H

#include "drawing/drawing.h"

#define NCOLORS			12		/* classes c0 to c11 */
#define FONT_SIZE		11.0	/* pixels, of labels and values */
#define LINE_HEIGHT		15.0

/* Numbers along a length: min is at from, max at to (which may be the smaller one). */
typedef struct Scale
{
	double		min;
	double		max;
	double		step;			/* between ticks */
	double		from;
	double		to;
} Scale;

/* One point of a config, its labels resolved. */
typedef struct Mark
{
	int			series;
	int			band;			/* which label of x */
	int			row;			/* heatmap: which label of y */
	double		x;				/* a number, or the band's */
	double		y;
	double		low;			/* where a bar begins, */
	double		high;			/* and ends */
	double		size;
	bool		is_total;
	Slice		label;			/* x, as it is written */
	Slice		name;			/* its own label, len 0 = none */
} Mark;

typedef VEC(Slice) Labels;

typedef struct Svg
{
	StringInfo	out;
	const Json *config;
	const Json *all_series;
	const ChartType *type;
	Unit		unit;			/* of the left axis */
	bool		has_numeric_x;	/* all x are numbers */
	bool		has_years;		/* ... that are years */
	double		width;			/* of the picture */
	double		left;			/* the box of the marks */
	double		top;
	double		right;
	double		bottom;
	Labels		bands;			/* distinct labels of x in their order */
	Labels		rows;			/* of y, of a heatmap */
				VEC(Mark) marks;	/* as they stand in the config */
	int			nseries;
	Slice	   *series;			/* names */
	char	   *kinds;			/* of a combo's series: 'b', 'l' or 'a'; else 0 */
	bool	   *is_right;		/* is a series of a combo written at the right axis? */
	bool		draws_right;	/* these now, else the others, */
	char		draws_kind;		/* and of those the ones of this kind */
	Scale		amounts;
	bool		has_right_side; /* a combo with a right axis, */
	Scale		right_amounts;	/* else all zero */
	Scale		along;			/* of x where it is numbers or days */
	bool		has_days;
	bool		names_bands;	/* the legend has the bands, not the series */
	int			decimals;		/* of values that are written in full */
} Svg;

#define has_trait(svg, trait) (((svg)->type->traits & (trait)) != 0)

/* ----------------------------------------------------------- scale.c */

/* Covers least to most with about so many steps of 1, 2 or 5 times a power of ten; whole
 * numbers have none below 1. */
extern void scale_fit(Scale *scale, double least, double most, int steps, bool is_whole);

/* The pixel of a number. */
extern double scale_at(const Scale *scale, double number);

/* A number as readers write it, with the chart's unit: "$4.2M", "1.35x", "12%"; what is written
 * in full has as many decimals as asked for.  A tick has as many as its scale's steps. */
extern const char *number_written(const Unit *unit, double number, int decimals);
extern const char *tick_written(const Unit *unit, const Scale *scale, double number);

/* How many decimals a number needs that is written in full: 0 to 5. */
extern int	number_decimals(const Unit *unit, double number);

/* A day as days from 1970-01-01; and written as "2 Mar", "Mar 2026" or "2026", for ticks so many
 * months apart. */
extern double day_number(Slice day);
extern const char *day_written(double day, int months);

/* Of months counted in steps from January of year 0: where the step begins that a day is in, or
 * one so many steps later. */
extern double month_begin(double day, int step, int number);

/* Pixels that a text takes, by the widths of Helvetica; and its first characters that take no
 * more than room, with an ellipsis when it is cut. */
extern double text_width(Slice text, double size);
extern Slice text_fit(Slice text, double size, double room);

/* ------------------------------------------------------------ axis.c */

/* Appends markup; %g writes a length with one decimal at most. */
extern void svg_print(Svg *svg, const char *format,...) pg_attribute_printf(2, 3);

/* A length, a tenth of a pixel exact. */
extern const char *px(double length);

/* A text at a place: anchor "start", "middle" or "end"; class NULL = a label. */
extern void svg_text(Svg *svg, double x, double y, const char *anchor, const char *class,
					 Slice text);

/* A value of a point, with its unit and the chart's decimals. */
extern const char *value_written(const Svg *svg, const Mark *mark, double value);

/* Pixels of the widest value: values are written at all marks, or at none. */
extern double values_width(const Svg *svg);

/* The text between tags, what XML gives a meaning escaped. */
extern void svg_escape(StringInfo out, Slice text);

/* A title along an axis that stands, read from below. */
extern void turned_title(Svg *svg, double x, double y, Slice text);

/* Lines, ticks and titles of the box; both leave it as it is. */
extern void axis_amounts(Svg *svg, const Scale *scale, bool is_right, Slice title);
extern void axis_bands(Svg *svg);
extern void axis_along(Svg *svg);

/* Room that the labels of the bands take below the box, and to its left where bars lie. */
extern double bands_height(Svg *svg);
extern double bands_width(Svg *svg);
extern double amounts_width(Svg *svg, const Scale *scale, bool is_right);

/* Room for the labels of rows: of a heatmap, or of several outcomes. */
extern double rows_width(const Svg *svg);

/* The pixels of a band: its start, and how much of it marks take. */
extern double band_size(const Svg *svg);
extern double band_start(const Svg *svg, int band);

/* -------------------------------------------------------- bars.c */

#define BAR_SHARE		0.72	/* of a band */

/* The class of a series or slice: "c0" to "c11", again and again. */
extern int	color_of(int index);

/* The title of a mark: its series (of several), label and value. */
extern void mark_title(Svg *svg, const Mark *mark, double value);

/* Fills least and most of what the amounts must cover. */
extern void marks_extent(Svg *svg, double *least, double *most);

/* ------------------------------------------------------- charttypelist.def */

/* Each draws the marks of its types into the box; of a combo, draw_bars and draw_runs those of
 * one kind and side. */
#define CHART_TYPE(name, shape, draw, traits) extern void draw(Svg *svg);
#include "drawing/charttypelist.def"
#undef CHART_TYPE

#endif							/* DRAWING_INTERNAL_H */
