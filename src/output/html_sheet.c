/*
 * html_sheet.c
 *		A chart's config -> a table of its data.
 *
 * It has the numbers as they were given, with thousands apart and their unit.  Series that have the
 *same x share its rows:
 *
 *		| Year | Underwritten | Seller     |
 *		| 2026 |   $4,200,000 | $4,390,000 |
 *
 * else each point is a row that begins with the name of its series.  A bar in
 * the cell shows how a number compares with the column's largest.  Of a heatmap columns
 * are the xs, rows the ys, and five shades say how large a value is.
 */
#include "output/output_internal.h"
#include "charts/charts.h"

#include <math.h>

#define BARS_AT_MOST	60		/* points; longer tables have numbers only */
#define HEAT_STEPS		5

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

/* What a column has of each point. */
typedef enum ColumnKind
{
	COLUMN_NONE,
	COLUMN_LABEL,				/* heads the row */
	COLUMN_NAME,				/* heads it, too: of a dot, else its number */
	COLUMN_TEXT,
	COLUMN_NUMBER,				/* of a scale of its own */
	COLUMN_AMOUNT,				/* with the chart's unit, and a bar */
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
	ChartShape	shape = chart_types[sheet->drawing.type].shape;

	return columns[shape == CATEGORY || shape == RANGE ? sheet->has_range ? RANGE : CATEGORY
													   : shape];
}

/* Every point of every series, in order: point and its series are named. */
#define FOR_EACH_POINT(sheet, series, point) \
	for (const Json *series = (sheet)->drawing.series->first; series != NULL; \
		 series = series->next) \
		for (const Json *point = json_member(series, "data")->first; point != NULL; \
			 point = point->next)

/* --------------------------------------------------------------------- cells */

static bool
is_number(const Json *value)
{
	return value != NULL && value->kind == J_NUMBER && value->is_finite;
}

/* Appends "4200000.5" as 4,200,000.5 with the chart's unit; what is no plain decimal as it is. */
static void
append_amount(const Sheet *sheet, const Json *value, bool has_unit)
{
	StringInfo	out = sheet->writer->out;
	ChartUnit	unit = has_unit ? sheet->drawing.unit : UNIT_PLAIN;
	Slice		text = value->text;
	int			digits = 0;

	if (slice_take(&text, "-"))
		appendStringInfoString(out, "\xE2\x88\x92");
	if (unit == UNIT_CURRENCY)
		appendStringInfoString(out, sheet->drawing.currency);
	while (digits < text.len && is_digit(text.data[digits]))
		digits++;
	for (int i = 0; i < digits; i++)
	{
		if (i > 0 && (digits - i) % 3 == 0)
			appendStringInfoChar(out, ',');
		appendStringInfoChar(out, text.data[i]);
	}
	appendBinaryStringInfo(out, text.data + digits, text.len - digits);
	if (unit == UNIT_PERCENT || unit == UNIT_MULTIPLE)
		appendStringInfoChar(out, unit == UNIT_PERCENT ? '%' : 'x');
}

/* A label, or a number as it is written. */
static Slice
label_of(const Json *value)
{
	return value != NULL && (value->kind == J_STRING || value->kind == J_NUMBER) ? value->text
																				 : (Slice){NULL, 0};
}

/* A number with its bar; without unit it is of another scale, and has none. */
static void
append_number_cell(Sheet *sheet, const Json *value, bool has_unit)
{
	StringInfo	out = sheet->writer->out;

	appendStringInfoString(out, "<td class=\"right\">");
	if (is_number(value))
	{
		int length =
			sheet->largest > 0 ? (int) lround(100 * fabs(value->number) / sheet->largest) : 0;

		append_amount(sheet, value, has_unit);
		if (!sheet->has_bars || !has_unit || sheet->drawing.type == CHART_waterfall)
			;
		else if (!sheet->is_signed)
			html_bar(out, 0, length, 0);
		else
			html_bar(out, value->number < 0 ? 50 - length / 2 : 50,
					 value->number < 0 ? 50 : 50 + length / 2, 0);
	}
	appendStringInfoString(out, "</td>");
}

/* A cell with the header of a column or row; instead stands for no text. */
static void
append_header(Sheet *sheet, const char *attributes, Slice text, const char *instead)
{
	html_print(sheet->writer, "<th scope=\"%s\">%t</th>", attributes,
			   text.len > 0 ? text : slice_of(instead));
}

#define COLUMN			"col"
#define RIGHT_COLUMN	"col\" class=\"right"
#define ROW				"row"

/* Of numbers that have the chart's unit. */
static void
append_unit_column(Sheet *sheet, Slice text, const char *instead)
{
	append_header(sheet, RIGHT_COLUMN,
				  vega_title(&sheet->drawing, text.len > 0 ? text : slice_of(instead)), "");
}

/* The unit is that of the left axis. */
static bool
has_unit(const Json *series)
{
	return !slice_equal(json_text(series, "axis"), slice_of("right"));
}

static void
append_series_header(Sheet *sheet, const Json *series, int index, bool is_row)
{
	Slice		name = json_text(series, "name");
	bool		is_single = sheet->drawing.series->count == 1;
	const char *instead = is_single ? "Value" : psprintf("Series %d", index + 1);

	if (name.len == 0 && is_single)
		name = json_text(sheet->drawing.config, "yLabel");
	if (!is_row && has_unit(series))
		append_unit_column(sheet, name, instead);
	else
		append_header(sheet, is_row ? ROW : RIGHT_COLUMN, name, instead);
}

/* ---------------------------------------------------------------------- rows */

static void
append_head(Sheet *sheet)
{
	const Drawing *drawing = &sheet->drawing;
	Slice		none = {NULL, 0};
	int			index = 0;

	if (!sheet->is_joined && drawing->series->count > 1)
		append_header(sheet, COLUMN, none, "Series");
	for (const Column *column = columns_of(sheet); column->kind != COLUMN_NONE; column++)
	{
		Slice		text = json_text(drawing->config, column->label);
		const char *title = column->title;

		if (strcmp(title, "Item") == 0)
			title = drawing->type == CHART_tornado ? "Driver" : sheet->has_years ? "Year" : title;
		if (column->kind == COLUMN_NUMBER)
			append_header(sheet, RIGHT_COLUMN, text, title);
		else if (column->kind < COLUMN_NUMBER)
			append_header(sheet, COLUMN, text, title);
		else if (column->kind == COLUMN_AMOUNT || !sheet->is_joined)
			append_unit_column(sheet, text, title);
	}
	if (!sheet->is_joined || sheet->has_range)
		return;
	for (const Json *series = drawing->series->first; series != NULL; series = series->next)
		append_series_header(sheet, series, index++, false);
	if (drawing->type == CHART_pie || drawing->type == CHART_donut)
		append_header(sheet, RIGHT_COLUMN, none, "Share");
	if (drawing->type == CHART_waterfall)
		append_unit_column(sheet, none, "Running total");
}

/* What a step of a waterfall begins with: a total begins again. */
static double
step_start(const Json *point, double sum)
{
	const Json *is_total = json_member(point, "total");

	return is_total != NULL && is_total->kind == J_BOOL && is_total->truth ? 0 : sum;
}

/* The sum up to a step, with a bar from what it was to what it is. */
static void
append_running(Sheet *sheet, const Json *point, double *sum)
{
	StringInfo	out = sheet->writer->out;
	Json		total = {.kind = J_NUMBER, .is_finite = true};
	double		start = step_start(point, *sum);
	double		range = sheet->highest - sheet->lowest;

	*sum = start + json_member(point, "y")->number;
	total.text = slice_of(psprintf("%.15g", *sum));
	appendStringInfoString(out, "<td class=\"right\">");
	append_amount(sheet, &total, true);
	if (sheet->has_bars && range > 0)
		html_bar(out, (int) (100 * (Min(start, *sum) - sheet->lowest) / range),
				 (int) ceil(100 * (Max(start, *sum) - sheet->lowest) / range), 0);
	appendStringInfoString(out, "</td>");
}

/* The cells of one point behind that of its series. */
static void
append_point(Sheet *sheet, const Json *point, bool with_unit, int number)
{
	for (const Column *column = columns_of(sheet); column->kind != COLUMN_NONE; column++)
	{
		const Json *value = json_member(point, column->member);

		if (column->kind == COLUMN_LABEL)
			append_header(sheet, ROW, label_of(value), "");
		else if (column->kind == COLUMN_NAME)
			append_header(sheet, ROW,
						  value != NULL && value->kind == J_STRING ? json_trim(value->text)
																   : (Slice){NULL, 0},
						  psprintf("%d", number));
		else if (column->kind == COLUMN_TEXT)
			html_print(sheet->writer, "<td>%t</td>", label_of(value));
		else if (column->kind == COLUMN_AMOUNT && !is_number(value))	/* one end of a range */
			append_number_cell(sheet, json_member(point, "y"), true);
		else
			append_number_cell(sheet, value,
							   column->kind == COLUMN_AMOUNT ||
								   (column->kind == COLUMN_VALUE && with_unit));
	}
}

/* Each point is a row. */
static void
append_long_rows(Sheet *sheet)
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
		html_print(sheet->writer, "<tr>");
		if (sheet->drawing.series->count > 1)
			append_series_header(sheet, series, index, true);
		append_point(sheet, point, has_unit(series), ++number);
		html_print(sheet->writer, "</tr>\n");
	}
}

/* Each x is a row with a number of each series; walks them side by side. */
static void
append_joined_rows(Sheet *sheet)
{
	const Json *first = sheet->drawing.series->first;
	const Json **points = palloc(sizeof(Json *) * sheet->drawing.series->count);
	ChartType	type = sheet->drawing.type;
	int			nseries = 0;
	double		sum = 0;

	for (const Json *series = first; series != NULL; series = series->next)
		points[nseries++] = json_member(series, "data")->first;
	while (points[0] != NULL)
	{
		const Json *series = first->next;

		CHECK_FOR_INTERRUPTS();
		html_print(sheet->writer, "<tr>");
		append_point(sheet, points[0], has_unit(first), 0);
		for (int i = 1; i < nseries; i++, series = series->next)
			append_number_cell(sheet, json_member(points[i], "y"), has_unit(series));
		if (type == CHART_pie || type == CHART_donut)
			appendStringInfo(
				sheet->writer->out, "<td class=\"right\">%.1f%%</td>",
				sheet->total > 0 ? 100 * json_member(points[0], "y")->number / sheet->total : 0.0);
		if (type == CHART_waterfall)
			append_running(sheet, points[0], &sum);
		html_print(sheet->writer, "</tr>\n");
		for (int i = 0; i < nseries; i++)
			points[i] = points[i]->next;
	}
	pfree(points);
}

/* What the drivers of a tornado move. */
static void
append_base(Sheet *sheet)
{
	const Json *base = json_member(sheet->drawing.config, "base");
	int			nseries = sheet->drawing.series->count;

	if (sheet->drawing.type != CHART_tornado || !is_number(base))
		return;
	html_print(sheet->writer, "<tr><th scope=\"row\"%s>Base</th><td class=\"right\"%s>",
			   !sheet->is_joined && nseries > 1 ? " colspan=\"2\"" : "",
			   sheet->has_range	  ? " colspan=\"2\""
			   : sheet->is_joined ? psprintf(" colspan=\"%d\"", nseries)
								  : "");
	append_amount(sheet, base, true);
	html_print(sheet->writer, "</td></tr>\n");
}

/* ------------------------------------------------------------------- heatmap */

/* The points of a heatmap: point i is in a column and a row, which are named. */
typedef struct Heat
{
				VEC(const Json *) values;
				VEC(Slice) xs;
				VEC(Slice) ys;
	int			ncolumns;
	int			nrows;
	const Json **cells;			/* row by row, NULL = empty */
	Slice	   *heads;			/* of columns */
	Slice	   *names;			/* of rows */
	double		least;
	double		most;
} Heat;

/* False when most of the table would be empty. */
static bool
read_heat(const Sheet *sheet, Heat *heat)
{
	int			count;
	int		   *columns;
	int		   *rows;

	FOR_EACH_POINT(sheet, series, point)
	{
		const Json *value = json_member(point, "value");

		*VEC_PUSH(&heat->values) = value;
		*VEC_PUSH(&heat->xs) = json_member(point, "x")->text;
		*VEC_PUSH(&heat->ys) = json_member(point, "y")->text;
		heat->least = Min(heat->least, value->number);
		heat->most = Max(heat->most, value->number);
	}
	count = heat->values.count;
	columns = slice_classes(heat->xs.items, count, &heat->ncolumns);
	rows = slice_classes(heat->ys.items, count, &heat->nrows);
	if ((int64) heat->ncolumns * heat->nrows > (int64) count * 4 + 100)
		return false;
	heat->cells = palloc0(sizeof(Json *) * heat->ncolumns * heat->nrows);
	heat->heads = palloc(sizeof(Slice) * heat->ncolumns);
	heat->names = palloc(sizeof(Slice) * heat->nrows);
	for (int i = count - 1; i >= 0; i--)	/* of several at one place the first */
	{
		heat->cells[rows[i] * heat->ncolumns + columns[i]] = heat->values.items[i];
		heat->heads[columns[i]] = heat->xs.items[i];
		heat->names[rows[i]] = heat->ys.items[i];
	}
	return true;
}

static void
append_heat_cell(Sheet *sheet, const Heat *heat, const Json *value)
{
	Slice		unit = sheet->drawing.other_unit;	/* no header is that of all values */
	double		range = heat->most - heat->least;

	if (value == NULL)
	{
		html_print(sheet->writer, "<td></td>");
		return;
	}
	html_print(sheet->writer, "<td class=\"right heat%d\">",
			   range > 0
				   ? Min(HEAT_STEPS, 1 + (int) (HEAT_STEPS * (value->number - heat->least) / range))
				   : 1);
	append_amount(sheet, value, true);
	html_print(sheet->writer, unit.len > 0 ? " %t</td>" : "</td>", unit);
}

/* Head and body of its table; false when it is no table. */
static bool
append_heatmap(Sheet *sheet)
{
	Heat		heat = {.least = INFINITY, .most = -INFINITY};

	if (!read_heat(sheet, &heat))
		return false;
	html_print(sheet->writer, "<thead>\n<tr>");
	append_header(sheet, COLUMN, json_text(sheet->drawing.config, "yLabel"), "Row");
	for (int i = 0; i < heat.ncolumns; i++)
		append_header(sheet, RIGHT_COLUMN, heat.heads[i], "");
	html_print(sheet->writer, "</tr>\n</thead>\n<tbody>\n");
	for (int row = 0; row < heat.nrows; row++)
	{
		CHECK_FOR_INTERRUPTS();
		html_print(sheet->writer, "<tr>");
		append_header(sheet, ROW, heat.names[row], "");
		for (int i = 0; i < heat.ncolumns; i++)
			append_heat_cell(sheet, &heat, heat.cells[row * heat.ncolumns + i]);
		html_print(sheet->writer, "</tr>\n");
	}
	html_print(sheet->writer, "</tbody>\n");
	return true;
}

/* --------------------------------------------------------------------- sheet */

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

static bool
is_year(const Json *x)
{
	return x != NULL && x->text.len == 4 && strspn(x->text.data, "0123456789") == 4;
}

/* How far the sums of a waterfall reach. */
static void
measure_running(Sheet *sheet)
{
	double		sum = 0;

	FOR_EACH_POINT(sheet, series, point)
	{
		sum = step_start(point, sum) + json_member(point, "y")->number;
		sheet->lowest = Min(sheet->lowest, sum);
		sheet->highest = Max(sheet->highest, sum);
	}
}

static void
measure(Sheet *sheet, const Json *value)
{
	if (!is_number(value))
		return;
	sheet->largest = Max(sheet->largest, fabs(value->number));
	sheet->is_signed |= value->number < 0;
}

static Sheet
sheet_of(HtmlWriter *writer, const Json *config)
{
	Drawing drawing = {
		.config = config, .series = json_member(config, "series"), .type = chart_type(config)};
	ChartShape	shape = chart_types[drawing.type].shape;
	Sheet		sheet = {.writer = writer, .drawing = drawing, .has_years = true};
	int			npoints = 0;

	vega_read_unit(&sheet.drawing);
	FOR_EACH_POINT(&sheet, series, point)
	{
		const Json *y = json_member(point, "y");

		CHECK_FOR_INTERRUPTS();
		npoints++;
		if (has_unit(series))
			measure(&sheet, y);
		measure(&sheet, json_member(point, "low"));
		measure(&sheet, json_member(point, "high"));
		measure(&sheet, json_member(point, "value"));
		sheet.has_years &= is_year(json_member(point, "x"));
		sheet.total += is_number(y) ? y->number : 0;
		sheet.has_range |= is_number(json_member(point, "low"));
	}
	if (sheet.drawing.type == CHART_waterfall)
		measure_running(&sheet);
	sheet.has_bars =
		npoints <= BARS_AT_MOST && shape != CELL && shape != NUMBERS && shape != BUBBLE;
	sheet.is_joined = (shape == CATEGORY || (shape == RANGE && !sheet.has_range)) &&
					  has_same_x(sheet.drawing.series);
	return sheet;
}

void
html_sheet(HtmlWriter *writer, const Json *config, Slice title)
{
	Sheet		sheet = sheet_of(writer, config);

	html_open_table(writer, title);
	if (sheet.drawing.type != CHART_heatmap || !append_heatmap(&sheet))
	{
		html_print(writer, "<thead>\n<tr>");
		append_head(&sheet);
		html_print(writer, "</tr>\n</thead>\n<tbody>\n");
		if (sheet.is_joined)
			append_joined_rows(&sheet);
		else
			append_long_rows(&sheet);
		append_base(&sheet);
		html_print(writer, "</tbody>\n");
	}
	html_close_table(writer);
}
