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

/* ---------------------------------------------------- chart_repeat.c */

extern double chart_percentile(const Json *x);
/* The first series of its name, the first point where this one is drawn, or the first bar
 * on a side of a tornado, of those that were asked for; -1 = it is the first. */
extern int	chart_seen_name(KeyMap *names, const Json *series, int index);
extern int	chart_seen_point(KeyMap *seen, const ChartType *type, const Json *point, int index);
extern int	chart_seen_driver(KeyMap *seen, const Json *point, int index);

/* Where a value is: links on the stack, from the value up to the root. */
typedef struct Path
{
	const struct Path *parent;
	const char *key;			/* NULL: an element */
	Slice		name;			/* of a member whose key is data */
	int			index;
} Path;

typedef struct Checker
{
	ChartProblems *problems;
	const ChartType *type;		/* NULL: unknown */
	const char *span;			/* "number" or "day": what gantt bars begin with */
	bool		is_percent;		/* the unit is */
} Checker;

/* ----------------------------------------------------- chart_value.c */

extern const Path chart_root;
extern void chart_add_problem(Checker *checker, const char *gate, const Path *path,
							  const char *problem);
/* "\"barr\"": at most 40 bytes of a text, whole characters. */
extern const char *chart_quoted(Slice text);

extern const char *chart_kind_name(const Json *value);	/* "a number" */
/* Says that a value is missing, null or of another kind; true when it did. */
extern bool chart_is_not(Checker *checker, const Path *path, const Json *value, JsonKind wanted);

/* Does a text stand for no finite number, as JSON without NaN writes it? */
extern bool chart_is_not_finite(Slice text);

/* A number that can be drawn; one that no double holds chart_check reports. */
extern bool chart_check_number(Checker *checker, const Path *path, const Json *value);

/* A label with more than blanks, or a number. */
extern void chart_check_label(Checker *checker, const Path *path, const Json *value);

/* A member that is text, or left out. */
extern void chart_check_text(Checker *checker, const Path *parent, const Json *object,
							 const char *key);

/* One of the words of allowed: "left|right". */
extern void chart_check_choice(Checker *checker, const Path *path, const Json *value,
							   const char *allowed);

/* ---------------------------------------------------- chart_series.c */

/* chart_series.c: all series of a config. */
extern void chart_check_series(Checker *checker, const Json *config);

#endif							/* CHARTS_INTERNAL_H */
