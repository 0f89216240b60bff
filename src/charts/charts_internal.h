/*
 * charts_internal.h
 *		What the files of charts/ share with nobody else: checking and placing.
 */
#ifndef CHARTS_INTERNAL_H
#define CHARTS_INTERNAL_H

#include "charts/charts.h"
#include "drawing/drawing.h"

/* -------------------------------------------------- chart_position.c */

/* The candidate of the section that an anchor names, NULL when there is none. */
extern Chart *chart_named(const Memo *memo, const Section *section, Slice id);

/* Is the anchor on a line of its own, in text that stays? */
extern bool chart_is_line_anchor(const Section *section, const Marker *marker);

/* Sets at, anchor and stretch of a section's charts; returns how many
 * stretches its text has. */
extern int	charts_locate(Memo *memo, Section *section, Chart **charts, int count);

#define LEAST_CAPTION		10		/* characters */
#define LEAST_QUESTION		5

/* ----------------------------------------------------------- chart.c */

/* What is wrong with an id, which an anchor must be able to name; NULL = nothing. */
extern const char *chart_id_problem(Slice id);

typedef struct Checker
{
	Problems   *problems;
	const ChartType *type;		/* NULL: unknown */
	const char *span;			/* "number" or "day": what gantt bars begin with */
	bool		is_percent;		/* the unit is */
} Checker;

/* ---------------------------------------------------- chart_series.c */

/* All series of a config. */
extern void chart_check_series(Checker *checker, const Json *config);

#endif							/* CHARTS_INTERNAL_H */
