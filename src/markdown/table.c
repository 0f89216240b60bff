/*
 * table.c
 *		Rows of tables as GFM has them: cells, and the delimiter row.
 *
 * "| a \| b | c |" has two cells, for an escaped bar ends none.
 */
#include "markdown/markdown_internal.h"

/* A bar ends a cell unless a backslash stands before it (also in code). */
bool
syntax_row_cell(const char *text, Line row, int *pos, Line *cell)
{
	int			p = *pos;

	if (p < 0)
		p = row.start < row.end && text[row.start] == '|' ?
			row.start + 1 : row.start;
	CHECK_FOR_INTERRUPTS();
	if (p >= row.end)
		return false;
	cell->start = p;
	for (;;)
	{
		const char *bar = memchr(text + p, '|', row.end - p);

		p = bar ? bar - text : row.end;
		if (!bar || p == row.start || text[p - 1] != '\\')
			break;
		p++;
	}
	*pos = p + 1;
	cell->end = p;
	while (cell->start < cell->end && is_blank(text[cell->start]))
		cell->start++;
	while (cell->start < cell->end && is_blank(text[cell->end - 1]))
		cell->end--;
	return true;
}

/* Cells of dashes, with colons at their ends or none. */
int
syntax_delimiter_row(const char *text, Line row)
{
	int			pos = -1;
	int			count = 0;
	Line		cell;

	while (syntax_row_cell(text, row, &pos, &cell))
	{
		int			start = cell.start;
		int			end = cell.end;

		if (start < end && text[start] == ':')
			start++;
		if (start < end && text[end - 1] == ':')
			end--;
		if (start >= end)
			return 0;
		for (; start < end; start++)
			if (text[start] != '-')
				return 0;
		count++;
	}
	return count;
}
