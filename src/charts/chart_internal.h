/*
 * chart_internal.h
 *		What the files that check a ChartConfig share: chart.c (the config),
 *		chart_series.c (points and series), chart_value.c (single values).
 */
#ifndef CHART_INTERNAL_H
#define CHART_INTERNAL_H

#include "chart.h"

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
	ChartType	type;
	const char *span;			/* "number" or "day": what gantt bars begin with */
	bool		is_percent;		/* the unit is */
} Checker;

/* chart_value.c */

extern const Path chart_root;

extern void chart_add_problem(Checker *checker, const char *gate, const Path *path, const char *problem);

/* "\"barr\"": at most 40 bytes of a text, whole characters. */
extern const char *chart_quoted(Slice text);

extern const char *chart_kind_name(const Json *value);	/* "a number" */

/* A member that may be left out or null; NULL when it is. */
extern const Json *chart_optional(const Json *object, const char *key);

/* Says that a value is missing, null or of another kind; true when it did. */
extern bool chart_is_not(Checker *checker, const Path *path, const Json *value, JsonKind wanted);

/* Does a text stand for no finite number, as JSON without NaN writes it? */
extern bool chart_is_not_finite(Slice text);

/* A number that can be drawn; one that no double holds chart_check reports. */
extern bool chart_check_number(Checker *checker, const Path *path, const Json *value);

/* A label with more than blanks, or a number. */
extern void chart_check_label(Checker *checker, const Path *path, const Json *value);

/* A member that is text, or left out. */
extern void chart_check_text(Checker *checker, const Path *parent, const Json *object, const char *key);

/* One of the words of allowed: "left|right". */
extern void chart_check_choice(Checker *checker, const Path *path, const Json *value, const char *allowed);

/* chart_series.c: all series of a config. */
extern void chart_check_series(Checker *checker, const Json *config);

#endif							/* CHART_INTERNAL_H */
