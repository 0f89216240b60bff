/*
 * chart_vega.h
 *		What the files of Vega-Lite specs share: chart_vega.c (data, axes, titles),
 *		chart_vega_type.c (marks and encodings of each type).
 */
#ifndef CHART_VEGA_H
#define CHART_VEGA_H

#include "chart.h"

typedef enum ChartUnit
{
	UNIT_PLAIN,
	UNIT_PERCENT,
	UNIT_MULTIPLE,
	UNIT_CURRENCY
} ChartUnit;

/* What a spec is made from. */
typedef struct Drawing
{
	const Json *config;
	const Json *series;
	ChartType	type;
	ChartUnit	unit;
	const char *currency;		/* sign of UNIT_CURRENCY */
	Slice		other_unit;		/* of UNIT_PLAIN, to stand at the axis */
	bool		has_numeric_x;	/* all x are numbers */
	bool		has_years;		/* ... that are years */
	bool		has_labels;		/* some point has a label of its own */
	int			nlabels;		/* most points of a series */
	int			longest_label;	/* characters of x */
	double		least;			/* of heatmap values */
	double		most;
} Drawing;

/* The title of an axis or column with the unit that its numbers are not written with:
 * "Spread (bps)". */
extern Slice vega_title(const Drawing *drawing, Slice text);

/* Fills unit, currency and other_unit from the config. */
extern void vega_read_unit(Drawing *drawing);

/* Appends an expression that writes a number as readers expect it. */
extern void vega_number(StringInfo out, const Drawing *drawing, const char *value);

/* Appends a text by which Vega may group. */
extern void vega_label(StringInfo out, Slice text);

/* "x":{...}: labels in the order of the data, along a channel. */
extern void vega_labels(StringInfo out, const Drawing *drawing, const char *channel, const char *field, const char *label);

/* "y":{...}: a number's axis; more is appended inside, "" or ",...". */
extern void vega_amounts(StringInfo out, const Drawing *drawing, const char *channel, const char *field,
						 const char *label, const char *more);

/* ,"color":{...} by series where there are several; else nothing. */
extern void vega_series_color(StringInfo out, const Drawing *drawing);

/* Appends the marks and encodings of the type: members of the spec. */
extern void vega_marks(StringInfo out, const Drawing *drawing);

#endif							/* CHART_VEGA_H */
