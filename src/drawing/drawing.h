/*
 * drawing.h
 *		A chart's config, drawn as SVG or written as a table.
 *
 * Example: {"type": "bar", "series": [{"data": [{"x": "2026", "y": 4200000}]}], "unit": "usd"}
 * is a picture with one bar at whose end stands $4.2M, and a table of one row, 2026 and
 * $4,200,000.  README.md says how one comes to be.
 *
 * Owns: the list of chart types with their traits (charttypelist.def), units, the style sheet.
 * Never knows: memos, sections, Markdown; whether a config is valid (charts/ has seen to that).
 */
#ifndef DRAWING_DRAWING_H
#define DRAWING_DRAWING_H

#include "base/base.h"

/* Which members a point has: charttypelist.def. */
typedef enum ChartShape
{
	CATEGORY,
	NUMBERS,
	BUBBLE,
	SPAN,
	CELL,
	RANGE
} ChartShape;

/* What a type is like, in the words of charttypelist.def. */
enum
{
	ONE_SERIES = 0x1, EQUAL_LENGTHS = 0x2, NOT_NEGATIVE = 0x4, KIND_PER_SERIES = 0x8,
	RISING = 0x10, UNIQUE = 0x20, SHARES = 0x40, CHAIN = 0x80, LAYERS = 0x100, STACKED = 0x200,
	SIDE_BY_SIDE = 0x400, RUN = 0x800, AFLOAT = 0x1000, FLAT = 0x2000, HOLE = 0x4000
};

typedef struct ChartType
{
	const char *name;
	ChartShape	shape;
	int			traits;
} ChartType;

/* ------------------------------------------------------ chart_type.c */

/* All types, in the order of the list; the last one has no name. */
extern const ChartType chart_types[];

/* The type of a config, NULL when it has no known one. */
extern const ChartType *chart_type(const Json *config);

/* The series' name, or the one that it gets: "Series 1" of index 0. */
extern Slice chart_series_name(const Json *series, int index);

typedef enum UnitKind
{
	UNIT_PLAIN,
	UNIT_PERCENT,
	UNIT_MULTIPLE,
	UNIT_CURRENCY
} UnitKind;

/* What a chart's numbers are written with. */
typedef struct Unit
{
	UnitKind	kind;
	const char *currency;		/* sign of UNIT_CURRENCY */
	Slice		other;			/* of UNIT_PLAIN, to stand at the axis */
} Unit;

/* The unit that a config names, by any of its names. */
extern Unit unit_of(const Json *config);

/* The title of an axis or column with the unit that its numbers are not written with:
 * "Spread (bps)". */
extern Slice unit_title(const Unit *unit, Slice text);

/* ------------------------------------------------------------- svg.c */

/* Appends a valid chart drawn so many pixels wide, as one inline SVG; its colours are those of
 * the style sheet, which it has in itself, or the page has once. */
extern void chart_append_svg(StringInfo out, const Json *config, int width, bool has_style);
extern const char *const chart_svg_style;

/* ----------------------------------------------------------- table.c */

typedef struct ChartCell
{
	Slice		text;
	bool		is_head;		/* of a column, or of its row */
	bool		is_number;		/* stands right */
} ChartCell;

/* A chart's data: rows of as many cells each, the first one with the columns' titles. */
typedef struct ChartTable
{
				VEC(ChartCell) cells;
	int			ncolumns;
} ChartTable;

/* The data of a valid config; its texts are in part the config's. */
extern ChartTable *chart_table(const Json *config);

#endif							/* DRAWING_DRAWING_H */
