/*
 * table.c
 *		A chart's config -> a table of its data, for a page or for Markdown.
 *
 * It has the numbers as they were given, with thousands apart and their unit.  Series that
 * have the same x share its rows:
 *
 *		| Year | Underwritten | Seller     |
 *		| 2026 |   $4,200,000 | $4,390,000 |
 *
 * else each point is a row that begins with the name of its series.  Of a heatmap columns
 * are the xs, rows the ys.
 */
#include "drawing/drawing_internal.h"

typedef struct Sheet
{
	ChartTable *table;
	const Json *config;
	const Json *series;
	const ChartType *type;
	Unit		unit;
	bool		is_joined;		/* all series have the same x: they share its rows */
	bool		has_range;		/* some point has low and high */
	bool		has_years;		/* each x is one */
	double		total;			/* of a pie */
} Sheet;

/* What a column has of each point. */
typedef enum ColumnKind
{
	COLUMN_NONE,
	COLUMN_LABEL,				/* heads the row */
	COLUMN_NAME,				/* heads it, too: of a dot, else its number */
	COLUMN_TEXT,
	COLUMN_NUMBER,				/* of a scale of its own */
	COLUMN_AMOUNT,				/* with the chart's unit */
	COLUMN_VALUE				/* with the unit when its series has it */
} ColumnKind;

typedef struct Column
{
	ColumnKind	kind;
	const char *member;			/* of the point */
	const char *label;			/* of the config: its title, when it says one, */
	const char *title;			/* else this */
} Column;

#define MOST_COLUMNS	4

static const Column columns[][MOST_COLUMNS + 1] = {
	[CATEGORY] = {{COLUMN_LABEL, "x", "xLabel", "Item"}, {COLUMN_VALUE, "y", "yLabel", "Value"}},
	[NUMBERS] = {{COLUMN_NAME, "label", "", "Point"}, {COLUMN_NUMBER, "x", "xLabel", "x"},
		{COLUMN_AMOUNT, "y", "yLabel", "y"}},
	[BUBBLE] = {{COLUMN_NAME, "label", "", "Point"}, {COLUMN_NUMBER, "x", "xLabel", "x"},
		{COLUMN_AMOUNT, "y", "yLabel", "y"}, {COLUMN_NUMBER, "size", "", "Size"}},
	[SPAN] = {{COLUMN_LABEL, "x", "xLabel", "Task"}, {COLUMN_TEXT, "start", "", "Start"},
		{COLUMN_TEXT, "end", "", "End"}},
	[CELL] = {{COLUMN_LABEL, "x", "xLabel", "Column"}, {COLUMN_TEXT, "y", "yLabel", "Row"},
		{COLUMN_AMOUNT, "value", "", "Value"}},
	[RANGE] = {{COLUMN_LABEL, "x", "xLabel", "Item"}, {COLUMN_AMOUNT, "low", "", "Low"},
		{COLUMN_AMOUNT, "high", "", "High"}},
};

static const Column *
columns_of(const Sheet *sheet)
{
	ChartShape	shape = sheet->type->shape;

	return columns[shape == CATEGORY || shape == RANGE ? sheet->has_range ? RANGE : CATEGORY
													   : shape];
}

/* Every point of every series, in order: point and its series are named. */
#define FOR_EACH_POINT(sheet, series, point) \
	for (const Json *series = (sheet)->series->first; series != NULL; \
		 series = series->next) \
		for (const Json *point = json_member(series, "data")->first; point != NULL; \
			 point = point->next)

/* --------------------------------------------------------------------- cells */

static void
add_cell(Sheet *sheet, Slice text, bool is_head, bool is_number)
{
	*VEC_PUSH(&sheet->table->cells) = (ChartCell) {text, is_head, is_number};
}

static void
add_head(Sheet *sheet, Slice text, const char *instead, bool is_number)
{
	add_cell(sheet, text.len > 0 ? text : slice_of(instead), true, is_number);
}

static bool
is_number(const Json *value)
{
	return value != NULL && value->kind == J_NUMBER && value->is_finite;
}

/* "4200000.5" as 4,200,000.5 with the chart's unit; what is no plain decimal as it is. */
static Slice
amount_of(const Sheet *sheet, Slice text, bool has_unit)
{
	StringInfoData out;
	UnitKind	unit = has_unit ? sheet->unit.kind : UNIT_PLAIN;
	int			digits;

	initStringInfo(&out);
	if (slice_take(&text, "-"))
		appendStringInfoString(&out, "\xE2\x88\x92");
	if (unit == UNIT_CURRENCY)
		appendStringInfoString(&out, sheet->unit.currency);
	digits = past_digits(text.data, text.len, 0);
	append_grouped(&out, text.data, digits);
	appendBinaryStringInfo(&out, text.data + digits, text.len - digits);
	if (unit == UNIT_PERCENT || unit == UNIT_MULTIPLE)
		appendStringInfoChar(&out, unit == UNIT_PERCENT ? '%' : 'x');
	return (Slice) {out.data, out.len};
}

static void
add_amount(Sheet *sheet, const Json *value, bool has_unit)
{
	Slice		none = {"", 0};

	add_cell(sheet, is_number(value) ? amount_of(sheet, value->text, has_unit) : none, false, true);
}

/* A label, or a number as it is written. */
static Slice
label_of(const Json *value)
{
	bool		is_label = value != NULL && (value->kind == J_STRING || value->kind == J_NUMBER);

	return is_label ? value->text : (Slice) {"", 0};
}

/* Of numbers that have the chart's unit. */
static void
add_unit_head(Sheet *sheet, Slice text, const char *instead)
{
	add_head(sheet, unit_title(&sheet->unit, text.len > 0 ? text : slice_of(instead)), "", true);
}

/* The unit is that of the left axis. */
static bool
has_unit(const Json *series)
{
	return !slice_equal(json_text(series, "axis"), slice_of("right"));
}

static void
add_series_head(Sheet *sheet, const Json *series, int index, bool is_row)
{
	Slice		name = json_text(series, "name");
	bool		is_single = sheet->series->count == 1;
	const char *instead = is_single ? "Value" : psprintf("Series %d", index + 1);

	if (name.len == 0 && is_single)
		name = json_text(sheet->config, "yLabel");
	if (!is_row && has_unit(series))
		add_unit_head(sheet, name, instead);
	else
		add_head(sheet, name, instead, !is_row);
}

/* ---------------------------------------------------------------------- rows */

static void
add_columns(Sheet *sheet)
{
	Slice		none = {"", 0};
	int			index = 0;

	if (!sheet->is_joined && sheet->series->count > 1)
		add_head(sheet, none, "Series", false);
	for (const Column *column = columns_of(sheet); column->kind != COLUMN_NONE; column++)
	{
		Slice		text = json_text(sheet->config, column->label);
		const char *title = column->title;

		if (strcmp(title, "Item") == 0)
			title = sheet->type->shape == RANGE ? "Driver" : sheet->has_years ? "Year" : title;
		if (column->kind <= COLUMN_NUMBER)
			add_head(sheet, text, title, column->kind == COLUMN_NUMBER);
		else if (column->kind == COLUMN_AMOUNT || !sheet->is_joined)
			add_unit_head(sheet, text, title);
	}
	for (const Json *series = sheet->series->first;
		 series != NULL && sheet->is_joined && !sheet->has_range; series = series->next)
		add_series_head(sheet, series, index++, false);
	if (sheet->is_joined && has_trait(sheet, SHARES))
		add_head(sheet, none, "Share", true);
	if (sheet->is_joined && has_trait(sheet, CHAIN))
		add_unit_head(sheet, none, "Running total");
	sheet->table->ncolumns = sheet->table->cells.count;
}

/* The cells of one point behind that of its series. */
static void
add_point(Sheet *sheet, const Json *point, bool with_unit, int number)
{
	for (const Column *column = columns_of(sheet); column->kind != COLUMN_NONE; column++)
	{
		const Json *value = json_member(point, column->member);

		if (column->kind == COLUMN_LABEL)
			add_head(sheet, label_of(value), "", false);
		else if (column->kind == COLUMN_NAME)
			add_head(sheet,
					 value != NULL && value->kind == J_STRING ? json_trim(value->text)
															  : (Slice) {"", 0},
					 psprintf("%d", number), false);
		else if (column->kind == COLUMN_TEXT)
			add_cell(sheet, label_of(value), false, false);
		else if (column->kind == COLUMN_AMOUNT && !is_number(value))	/* one end of a range */
			add_amount(sheet, json_member(point, "y"), true);
		else
			add_amount(sheet, value,
					   column->kind == COLUMN_AMOUNT ||
						   (column->kind == COLUMN_VALUE && with_unit));
	}
}

/* Each point is a row. */
static void
add_long_rows(Sheet *sheet)
{
	const Json *before = NULL;
	int			index = -1;
	int			number = 0;

	FOR_EACH_POINT(sheet, series, point)
	{
		CHECK_FOR_INTERRUPTS();
		if (series != before)
			index++, number = 0;
		before = series;
		if (sheet->series->count > 1)
			add_series_head(sheet, series, index, true);
		add_point(sheet, point, has_unit(series), ++number);
	}
}

/* Each x is a row with a number of each series; walks them side by side. */
static void
add_joined_rows(Sheet *sheet)
{
	const Json *first = sheet->series->first;
	const Json **points = palloc(sizeof(Json *) * sheet->series->count);
	int			nseries = 0;
	double		sum = 0;

	for (const Json *series = first; series != NULL; series = series->next)
		points[nseries++] = json_member(series, "data")->first;
	while (points[0] != NULL)
	{
		const Json *series = first->next;

		CHECK_FOR_INTERRUPTS();
		add_point(sheet, points[0], has_unit(first), 0);
		for (int i = 1; i < nseries; i++, series = series->next)
			add_amount(sheet, json_member(points[i], "y"), has_unit(series));
		if (has_trait(sheet, SHARES))
			add_cell(sheet,
					 slice_of(psprintf("%.1f%%", sheet->total > 0
													 ? 100 * json_member(points[0], "y")->number /
														   sheet->total
													 : 0.0)),
					 false, true);
		if (has_trait(sheet, CHAIN))	/* the sum up to a step: a total begins again */
		{
			const Json *total = json_member(points[0], "total");

			sum = (total != NULL && total->kind == J_BOOL && total->truth ? 0 : sum) +
				json_member(points[0], "y")->number;
			add_cell(sheet, amount_of(sheet, slice_of(psprintf("%.15g", sum)), true), false, true);
		}
		for (int i = 0; i < nseries; i++)
			points[i] = points[i]->next;
	}
	pfree(points);
}

/* What the drivers of a tornado move, in each column of numbers. */
static void
add_base(Sheet *sheet)
{
	const Json *base = json_member(sheet->config, "base");

	if (sheet->type->shape != RANGE || !is_number(base))
		return;
	add_head(sheet, slice_of("Base"), "", false);
	for (int i = 1; i < sheet->table->ncolumns; i++)
		if (sheet->table->cells.items[i].is_number)
			add_amount(sheet, base, true);
		else
			add_cell(sheet, (Slice) {"", 0}, false, false);
}

/* ------------------------------------------------------------------- heatmap */

/* Columns are the xs, rows the ys; false when most of the table would be empty. */
static bool
add_heatmap(Sheet *sheet)
{
	VEC(const Json *) points = {NULL, 0, 0};
	VEC(Slice) xs = {NULL, 0, 0};
	VEC(Slice) ys = {NULL, 0, 0};
	Slice		unit = sheet->unit.other;	/* no header is that of all values */
	const Json **cells;
	int		   *columns_at;
	int		   *rows_at;
	int			ncolumns;
	int			nrows;

	FOR_EACH_POINT(sheet, series, point)
	{
		*VEC_PUSH(&points) = point;
		*VEC_PUSH(&xs) = json_member(point, "x")->text;
		*VEC_PUSH(&ys) = json_member(point, "y")->text;
	}
	columns_at = slice_classes(xs.items, points.count, &ncolumns);
	rows_at = slice_classes(ys.items, points.count, &nrows);
	if ((int64) ncolumns * nrows > (int64) points.count * 4 + 100)
		return false;
	/* a row and a column more, for a point that names each */
	cells = palloc0(sizeof(Json *) * (ncolumns + 1) * (nrows + 1));
	for (int i = points.count - 1; i >= 0; i--) /* of several at one place the first */
	{
		cells[columns_at[i] + 1] = cells[(rows_at[i] + 1) * (ncolumns + 1)] = points.items[i];
		cells[(rows_at[i] + 1) * (ncolumns + 1) + columns_at[i] + 1] = points.items[i];
	}
	add_head(sheet, json_text(sheet->config, "yLabel"), "Row", false);
	for (int i = 1; i < (ncolumns + 1) * (nrows + 1); i++)
	{
		const Json *value = cells[i] == NULL ? NULL : json_member(cells[i], "value");
		Slice		amount;

		CHECK_FOR_INTERRUPTS();
		if (i == ncolumns + 1)
			sheet->table->ncolumns = sheet->table->cells.count;
		if (i <= ncolumns || i % (ncolumns + 1) == 0)
		{
			add_head(sheet, json_member(cells[i], i <= ncolumns ? "x" : "y")->text, "",
					 i <= ncolumns);
			continue;
		}
		amount = value == NULL ? (Slice) {"", 0} : amount_of(sheet, value->text, true);
		if (value != NULL && unit.len > 0)
			amount = slice_of(psprintf("%.*s %.*s", amount.len, amount.data, unit.len, unit.data));
		add_cell(sheet, amount, false, true);
	}
	return true;
}

/* --------------------------------------------------------------------- table */

/* Have all series the same x in the same places? */
static bool
has_same_x(const Json *series)
{
	const Json *data = json_member(series->first, "data");

	for (const Json *other = series->first->next; other != NULL; other = other->next)
	{
		const Json *point = json_member(other, "data")->first;

		if (json_member(other, "data")->count != data->count)
			return false;
		for (const Json *first = data->first; first != NULL;
			 first = first->next, point = point->next)
			if (!slice_equal(json_member(first, "x")->text, json_member(point, "x")->text))
				return false;
	}
	return true;
}

ChartTable *
chart_table(const Json *config)
{
	Sheet		sheet = {
		.table = palloc0(sizeof(ChartTable)), .config = config,
		.series = json_member(config, "series"), .type = chart_type(config),
		.unit = unit_of(config), .has_years = true,
	};
	ChartShape	shape = sheet.type->shape;

	FOR_EACH_POINT(&sheet, series, point)
	{
		const Json *x = json_member(point, "x");
		const Json *y = json_member(point, "y");

		CHECK_FOR_INTERRUPTS();
		sheet.has_years &= x != NULL && x->text.len == 4 &&
			strspn(x->text.data, "0123456789") == 4;
		sheet.total += is_number(y) ? y->number : 0;
		sheet.has_range |= is_number(json_member(point, "low"));
	}
	sheet.is_joined = (shape == CATEGORY || (shape == RANGE && !sheet.has_range)) &&
					  has_same_x(sheet.series);
	if (shape == CELL && add_heatmap(&sheet))
		return sheet.table;
	add_columns(&sheet);
	if (sheet.is_joined)
		add_joined_rows(&sheet);
	else
		add_long_rows(&sheet);
	add_base(&sheet);
	return sheet.table;
}
