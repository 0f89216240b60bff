/*
 * table.c
 *		Rule 5: a number in a cell is of the metric that its row's label names, else of that
 *		in the column's header.
 *
 *		| Metric      | Base case | Downside |
 *		| Levered IRR | 18.5%     | 9.0%     |
 *
 * Columns and rows of weights, scores, changes and notes are left out, and a header that is
 * not plain tells of another's case.
 */
#include "metrics/metrics_internal.h"

#define MOST_COLUMNS	64
#define MOST_CELL_WORDS	8		/* of a cell that is a number, not a sentence */

typedef struct Column
{
	Item		name;			/* the only metric that the header names */
	bool		has_name;
	int			names;
	Item	   *items;			/* all of them */
	bool		is_skipped;
	bool		is_percent;		/* "(%)" */
	bool		is_told;
	MetricContext context;
	bool		is_others;		/* not plain, and no metric */
} Column;

typedef struct Table
{
	MetricCheck *check;
	const char *text;
	int			block;
	Around	   *around;
	Column		columns[MOST_COLUMNS];
	int			ncolumns;
} Table;

/* The row at hand. */
typedef struct Row
{
	Line		line;
	Item		label;
	bool		has_label;
	bool		is_skipped;
	bool		is_percent;
	MetricContext context;
	int			ncells;			/* with a number */
	int			first_finding;
} Row;

static int
first_name(const Reading *reading)
{
	for (int i = 0; i < reading->count; i++)
		if (reading->items[i].kind == ITEM_NAME)
			return i;
	return -1;
}

static bool
any_has(const Reading *reading, uint64 tags)
{
	for (int i = 0; i < reading->count; i++)
		if (item_has(reading, i, tags))
			return true;
	return false;
}

static bool
has_percent_sign(const char *text, Line cell)
{
	return memchr(text + cell.start, '%', cell.end - cell.start) != NULL;
}

/* Has a header a word, year or count that may be of another case? */
static bool
tells_other(const Reading *reading)
{
	for (int i = 0; i < reading->count; i++)
		if (reading->items[i].kind == ITEM_NUMBER || (reading->items[i].kind == ITEM_WORD &&
			!item_has(reading, i, TAG(CLASS_plain) | TAG(CLASS_column) | TAG(CLASS_variant) |
				TAG(CLASS_deal))))
			return true;
	return false;
}

static void
read_header(Table *table, const Line *line)
{
	int			pos = -1;
	Line		cell;

	while (table->ncolumns < MOST_COLUMNS &&
		syntax_row_cell(table->check->prose->text, *line, &pos, &cell))
	{
		Column	   *column = &table->columns[table->ncolumns++];
		Reading		reading = {0};

		*column = (Column) {.has_name = false};
		(void) read_named(&reading, table->check, table->text, cell.start, cell.end, table->around);
		column->names = reading.names;
		column->items = reading.items;
		column->has_name = reading.names == 1;
		if (column->has_name)
			column->name = reading.items[first_name(&reading)];
		column->is_skipped = any_has(&reading, TAG(CLASS_skip_column)) && reading.names == 0;
		column->is_percent = has_percent_sign(table->text, cell);
		column->context = context_told(&reading);
		column->is_others = reading.names == 0 && tells_other(&reading);
	}
}

/* What a column, row and the text around say of a number's context. */
static Around
around_cell(const Table *table, const Row *row, const Column *column)
{
	Around		around = *table->around;

	around.paragraph = CONTEXT_HEADLINE;
	if (column != NULL && column->context != CONTEXT_HEADLINE)
		around.lead = column->context;
	else if (row->context != CONTEXT_HEADLINE)
		around.lead = row->context;
	else if (column != NULL && column->is_others && around.lead == CONTEXT_HEADLINE &&
		around.heading == CONTEXT_HEADLINE)
		around.lead = CONTEXT_COMPARISON;
	return around;
}

static void
add_cell_finding(const Table *table, const Row *row, const Column *column, const Reading *reading,
	int index)
{
	Around		around = around_cell(table, row, column);

	add_finding(reading, index, &around, row->line, table->block)->in_table = true;
}

/* A number alone in its cell, in the unit that the header or label tells. */
static bool
cell_fits(const Row *row, const Column *column, Reading *reading, int index)
{
	Item	   *item = &reading->items[index];
	const MetricKind *kind = reading->items[0].metric;

	if (item->number.unit == NUMBER_NONE)
	{
		if (kind->number_unit == NUMBER_MULTIPLE ? item->number.value.scale > 0 :
			kind->number_unit == NUMBER_PERCENT ? row->is_percent || (column != NULL &&
				column->is_percent) : false)
			item->number.unit = kind->number_unit;
	}
	return (item->number.unit == kind->number_unit || (kind->number_unit == NUMBER_CURRENCY &&
		unit_fits(reading, index, &reading->items[0], 1))) &&
		!item->is_change && !is_others(reading, index);
}

/* A cell that names no metric itself. */
static void
check_number_cell(const Table *table, Row *row, const Column *column, Reading *reading)
{
	const Item *name = row->has_label ? &row->label : column != NULL &&
		column->has_name ? &column->name : NULL;
	int			words = 0;
	int			numbers = reading->numbers;

	if (name == NULL && column != NULL && column->names > 1 && column->names == numbers)
	{							/* "| DSCR / LTV |" over "| 1.35x / 65% |" */
		int			at = 0;

		for (int i = 0; i < reading->count; i++)
			if (reading->items[i].kind == ITEM_NUMBER)
			{
				Reading		one = *reading;

				one.items = palloc(sizeof(Item) * (reading->count + 1));
				memcpy(one.items, reading->items, sizeof(Item) * reading->count);
				one.room = reading->count + 1;
				while (column->items[at].kind != ITEM_NAME)
					at++;
				prepend_item(&one, &column->items[at++]);
				one.items[i + 1].name = 0;
				if (unit_fits(&one, i + 1, &one.items[0], 0))
					add_cell_finding(table, row, column, &one, i + 1);
			}
		return;
	}
	if (name == NULL || row->is_skipped || (column != NULL && column->is_skipped && row->has_label))
		return;
	for (int i = 0; i < reading->count; i++)
	{
		words += reading->items[i].kind == ITEM_WORD;
		if (item_has(reading, i, TAG(CLASS_foreign)) && !item_has(reading, i, TAG(CLASS_link)))
			return;
	}
	if (words > MOST_CELL_WORDS)
		return;
	prepend_item(reading, name);
	find_ranges(reading);
	for (int i = 1; i < reading->count; i++)
		if (reading->items[i].kind == ITEM_NUMBER && cell_fits(row, column, reading, i))
		{
			reading->items[i].name = 0;
			reading->items[i].variant = name->variant;
			add_cell_finding(table, row, column, reading, i);
		}
}

static void
check_cell(const Table *table, Row *row, int index, Line cell)
{
	const Column *column = index < table->ncolumns ? &table->columns[index] : NULL;
	Reading		reading = {0};
	bool		has_finding = false;

	(void) read_named(&reading, table->check, table->text, cell.start, cell.end, table->around);
	row->ncells += reading.numbers > 0 && index > 0;
	if (reading.names > 0 && reading.numbers > 0)
	{
		find_links(&reading);
		for (int i = 0; i < reading.count; i++)
			if (reading.items[i].kind == ITEM_NUMBER && reading.items[i].name >= 0)
			{
				add_cell_finding(table, row, column, &reading, i);
				has_finding = true;
			}
	}
	if (index == 0)
	{
		row->context = context_told(&reading);
		row->is_percent = has_percent_sign(table->text, cell);
		row->is_skipped = any_has(&reading, TAG(CLASS_skip_row));
	}
	if (reading.names > 0 && reading.numbers == 0 && !row->has_label && index < 2)
	{
		row->has_label = reading.names == 1;
		row->label = reading.items[first_name(&reading)];
	}
	if (!has_finding && reading.numbers > 0 && (reading.names == 0 || row->has_label))
		check_number_cell(table, row, column, &reading);
}

void
check_table(MetricCheck *check, const char *text, int block, Around *around)
{
	const TextBlock *table_block = &check->prose->blocks.items[block];
	Table	   *table = palloc0(sizeof(Table));

	table->check = check;
	table->text = text;
	table->block = block;
	table->around = around;
	read_header(table, &check->prose->lines.items[table_block->first_line]);
	for (int i = 2; i < table_block->nlines; i++)
	{
		Row			row = {.line = check->prose->lines.items[table_block->first_line + i],
			.first_finding = check->findings.count};
		int			pos = -1;
		Line		cell;

		CHECK_FOR_INTERRUPTS();
		for (int column = 0; syntax_row_cell(check->prose->text, row.line, &pos, &cell); column++)
			check_cell(table, &row, column, cell);
		if (row.has_label && row.ncells == 1 && check->findings.count == row.first_finding + 1)
			check->findings.items[row.first_finding].is_row_value = true;
	}
}
