/*
 * chart.h
 *		What the files of charts share: chart.c, chart_series.c, chart_value.c (is a
 *		config valid?), chart_node.c, chart_schema.c (the same as JSON Schema),
 *		chart_repeat.c (what stands at one place), chart_vega*.c (Vega-Lite),
 *		chart_select.c (which candidates), chart_place.c (where they stand).
 */
#ifndef CHART_H
#define CHART_H

#include "json.h"

#define MAX_CHART_BYTES		(1024 * 1024)
#define MAX_CHART_DEPTH		32
#define LEAST_CAPTION		10		/* characters */
#define LEAST_QUESTION		5

typedef enum ChartType
{
#define CHART_TYPE(name, shape, rules, point) CHART_##name,
#include "charttypelist.h"
#undef CHART_TYPE
	NCHART_TYPES
} ChartType;

typedef enum ChartShape
{
	CATEGORY,
	NUMBERS,
	BUBBLE,
	SPAN,
	CELL,
	RANGE
} ChartShape;

#define ONE_SERIES		0x01
#define EQUAL_LENGTHS	0x02
#define NOT_NEGATIVE	0x04
#define KIND_PER_SERIES 0x08
#define RISING			0x10
#define UNIQUE			0x20

typedef struct ChartTypeInfo
{
	const char *name;
	ChartShape	shape;
	int			rules;
	const char *point;			/* what a point is, for the schema */
} ChartTypeInfo;

extern const ChartTypeInfo chart_types[NCHART_TYPES];

typedef struct ChartProblem
{
	const char *gate;			/* "schema", "usefulness" */
	char	   *path;			/* JSON Pointer into the config, "" = all of it */
	char	   *problem;
} ChartProblem;

typedef VEC(ChartProblem) ChartProblems;

/* chart.c */

/* The type of a config that has a known one, NCHART_TYPES when it has not. */
extern ChartType chart_type(const Json *config);

/* What is wrong with an id, which an anchor must be able to name; NULL = nothing. */
extern const char *chart_id_problem(Slice id);

/* Are the numbers percent, by whatever name? (chart_value.c) */
extern bool chart_is_percent(const Json *config);

/* All that is wrong with a config; NULL config: unread says why it was not read. */
extern void chart_check(const Json *config, const char *unread, ChartProblems *problems);

/* chart_node.c */

#define CHART_NODE		"<div data-type=\"chart\""	/* how a node begins */

/* Appends the memo's node of a valid chart; a line without blanks around it. */
extern void chart_append_node(StringInfo out, Slice chart_id, const Json *config);

/* Takes a node apart into id and config (JSON text, of whatever it says); false
 * when the text is no such node. */
extern bool chart_read_node(Slice node, Slice *chart_id, Slice *config);

/* The id of a config that stands alone: suggested_id, else its type. */
extern Slice chart_suggested_id(const Json *config);

/* chart_schema.c, chart_vega.c: append JSON. */
extern void chart_append_schema(StringInfo out);
extern void chart_append_vega(StringInfo out, const Json *config);

/* chart_repeat.c: points, or series, that would be drawn at one place. */
typedef struct ChartSpot
{
	Slice		x;
	Slice		y;
	int			index;			/* of the point or series */
} ChartSpot;

typedef VEC(ChartSpot) ChartSpots;

extern double chart_percentile(const Json *x);
extern Slice chart_series_name(const Json *series, int index);
extern void chart_add_spot(ChartSpots *spots, ChartType type, const Json *point, int index);
extern void chart_add_name(ChartSpots *names, const Json *series, int index);
extern int	chart_repeated_spot(ChartSpots *spots, int *before);

#endif							/* CHART_H */
