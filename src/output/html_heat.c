/*
 * html_heat.c
 *		The table of a heatmap: columns are the xs, rows the ys, and five shades
 *		say how large a value is.
 */
#include "output/output_internal.h"

#include <math.h>

#define HEAT_STEPS		5

typedef struct Cell
{
	const Json *x;
	const Json *y;
	const Json *value;
	int			column;
	int			row;
} Cell;

typedef struct CellLabel
{
	Slice		text;
	int			number;			/* of the first cell that has it; later its place */
} CellLabel;

static int
compare_labels(const void *a, const void *b)
{
	const CellLabel *x = a;
	const CellLabel *y = b;
	int			order = slice_compare(x->text, y->text);

	return order != 0 ? order : x->number - y->number;
}

static int
compare_numbers(const void *a, const void *b)
{
	return ((const CellLabel *) a)->number - ((const CellLabel *) b)->number;
}

/* The different labels of an axis in the order in which they come; *places has
 * that of each cell. */
static int
axis_labels(const Cell *cells, int count, bool is_x, CellLabel **labels, int *places)
{
	CellLabel  *all = palloc(sizeof(CellLabel) * (count + 1));
	CellLabel  *different = palloc(sizeof(CellLabel) * (count + 1));
	int		   *order = palloc(sizeof(int) * (count + 1));
	int			n = 0;

	for (int i = 0; i < count; i++)
		all[i] = (CellLabel) {is_x ? cells[i].x->text : cells[i].y->text, i};
	qsort(all, count, sizeof(CellLabel), compare_labels);
	for (int i = 0; i < count; i++)
	{
		if (i == 0 || !slice_equal(all[i].text, all[i - 1].text))
			different[n++] = all[i];
		places[all[i].number] = different[n - 1].number;
	}
	qsort(different, n, sizeof(CellLabel), compare_numbers);
	for (int i = 0; i < n; i++)
		order[different[i].number] = i;
	for (int i = 0; i < count; i++)
		places[i] = order[places[i]];
	*labels = different;
	pfree(all);
	pfree(order);
	return n;
}

static int
compare_cells(const void *a, const void *b)
{
	const Cell *x = a;
	const Cell *y = b;

	return x->row != y->row ? x->row - y->row : x->column - y->column;
}

static Cell *
read_cells(const Sheet *sheet, int *count)
{
	int			room = 0;
	Cell	   *cells;

	for (const Json *series = sheet->drawing.series->first; series != NULL; series = series->next)
		room += json_member(series, "data")->count;
	cells = palloc0(sizeof(Cell) * (room + 1));
	*count = 0;
	for (const Json *series = sheet->drawing.series->first; series != NULL; series = series->next)
		for (const Json *point = json_member(series, "data")->first; point != NULL; point = point->next)
			cells[(*count)++] = (Cell) {json_member(point, "x"), json_member(point, "y"), json_member(point, "value"), 0, 0};
	return cells;
}

static void
append_heat_row(Sheet *sheet, const Cell *cells, int count, int ncolumns, double least, double most)
{
	StringInfo	out = sheet->writer->out;
	int			next = 0;

	for (int column = 0; column < ncolumns; column++)
	{
		if (next == count || cells[next].column != column)
		{
			appendStringInfoString(out, "<td></td>");
			continue;
		}
		appendStringInfo(out, "<td class=\"right heat%d\">", most > least
						 ? Min(HEAT_STEPS, 1 + (int) (HEAT_STEPS * (cells[next].value->number - least) / (most - least))) : 1);
		sheet_amount(out, &sheet->drawing, cells[next].value);
		if (sheet->drawing.other_unit.len > 0)	/* no header is that of all values */
		{
			appendStringInfoChar(out, ' ');
			html_escape(out, sheet->drawing.other_unit);
		}
		appendStringInfoString(out, "</td>");
		while (next < count && cells[next].column == column)
			next++;
	}
}

/* Rows of cells that are sorted by row and column. */
static void
append_heat_rows(Sheet *sheet, const Cell *cells, int count, const CellLabel *columns, int ncolumns, const CellLabel *rows)
{
	StringInfo	out = sheet->writer->out;
	double		least = INFINITY;
	double		most = -INFINITY;

	for (int i = 0; i < count; i++)
	{
		least = Min(least, cells[i].value->number);
		most = Max(most, cells[i].value->number);
	}
	appendStringInfoString(out, "<thead>\n<tr>");
	sheet_header(out, "col", "", json_text(sheet->drawing.config, "yLabel"), "Row");
	for (int i = 0; i < ncolumns; i++)
		sheet_header(out, "col", " class=\"right\"", columns[i].text, "");
	appendStringInfoString(out, "</tr>\n</thead>\n<tbody>\n");
	for (int from = 0, to; from < count; from = to)
	{
		CHECK_FOR_INTERRUPTS();
		for (to = from; to < count && cells[to].row == cells[from].row; to++)
			;
		appendStringInfoString(out, "<tr>");
		sheet_header(out, "row", "", rows[cells[from].row].text, "");
		append_heat_row(sheet, cells + from, to - from, ncolumns, least, most);
		appendStringInfoString(out, "</tr>\n");
	}
	appendStringInfoString(out, "</tbody>\n");
}

bool
sheet_heatmap(Sheet *sheet)
{
	int			count;
	Cell	   *cells = read_cells(sheet, &count);
	int		   *places = palloc(sizeof(int) * (count + 1));
	CellLabel  *columns;
	CellLabel  *rows;
	int			ncolumns = axis_labels(cells, count, true, &columns, places);
	int			nrows;

	for (int i = 0; i < count; i++)
		cells[i].column = places[i];
	nrows = axis_labels(cells, count, false, &rows, places);
	for (int i = 0; i < count; i++)
		cells[i].row = places[i];
	if ((int64) ncolumns * nrows > (int64) count * 4 + 100)
		return false;
	qsort(cells, count, sizeof(Cell), compare_cells);
	append_heat_rows(sheet, cells, count, columns, ncolumns, rows);
	return true;
}
