/*
 * html_chart.h
 *		What html_chart.c and html_heat.c share: a chart's data as a table.
 */
#ifndef HTML_CHART_H
#define HTML_CHART_H

#include "chart_vega.h"
#include "html.h"

typedef struct Sheet
{
	HtmlWriter *writer;
	Drawing		drawing;		/* only config, series, type and unit */
	bool		is_joined;		/* all series have the same x: they share its rows */
	bool		has_range;		/* some point has low and high */
	bool		has_years;		/* each x is one */
	bool		has_bars;
	double		largest;		/* absolute, of what bars show */
	bool		is_signed;		/* some of it is below 0 */
	double		lowest;			/* of a waterfall's sums */
	double		highest;
	double		total;			/* of a pie */
} Sheet;

/* Appends a number with thousands apart and its unit. */
extern void sheet_amount(StringInfo out, const Drawing *drawing, const Json *value);

/* Appends a header cell; class is "" or an attribute, instead stands for no text. */
extern void sheet_header(StringInfo out, const char *scope, const char *class, Slice text, const char *instead);

/* Appends head and body of a heatmap's table; false when most of it would be
 * empty. */
extern bool sheet_heatmap(Sheet *sheet);

#endif							/* HTML_CHART_H */
