/*
 * table.c
 *		Rule 5: a number in a cell is of the metric that its row's label names, else of that
 *		in the column's header.
 *
 *		| Metric      | Base case | Downside |
 *		| Levered IRR | 18.5%     | 9.0%     |
 *
 * Columns and rows of weights, scores, changes and notes are left out.  Where a header is ours
 * the other columns are not, and below a header with metrics neither are the other rows:
 *
 *		| Property           | Cap rate |
 *		| Birch Run          | 5.2%     |
 *		| Maple Court (ours) | 6.1%     |
 */
#include "metrics/metrics_internal.h"

#define MOST_COLUMNS	64

typedef struct Column
{
	Item		name;			/* the only metric that the header names */
	bool		has_name;
	bool		is_skipped;
	bool		is_percent;		/* "(%)" */
	MetricContext context;
	bool		is_ours;		/* "Base case" */
} Column;

typedef struct Table
{
	MetricCheck *check;
	const char *text;
	int			block;
	Around	   *around;
	Column		columns[MOST_COLUMNS];
	int			ncolumns;
	bool		has_ours;		/* a column is ours: the others are not */
	bool		has_our_row;	/* the same of rows */
} Table;

/* The row at hand. */
typedef struct Row
{
	Line		line;
	Item		label;
	bool		has_label;
	bool		is_skipped;
	bool		is_percent;
	bool		is_ours;		/* "Subject", "Maple Court" */
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

/* Does a label say that it is of this deal: "Our base case", "Maple Court (subject)"? */
static bool
is_our_label(const Reading *reading, const Around *around)
{
	int			named = 0;

	for (int i = 0; i < reading->count; i++)
		named += item_has(reading, i, TAG(CLASS_deal));
	return any_has(reading, TAG(CLASS_own)) || (named > 0 && named >= Min(around->ndeal, 2));
}

static bool
has_percent_sign(const char *text, Line cell)
{
	return memchr(text + cell.start, '%', cell.end - cell.start) != NULL;
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
		column->has_name = reading.names == 1;
		if (column->has_name)
			column->name = reading.items[first_name(&reading)];
		column->is_skipped = reading.names == 0 &&
			any_has(&reading, TAG(CLASS_skip) | TAG(CLASS_foreign));
		column->is_percent = has_percent_sign(table->text, cell);
		column->context = context_told(&reading);
		column->is_ours = any_has(&reading, TAG(CLASS_own) | TAG(CLASS_deal));
		table->has_ours |= column->is_ours;
	}
}

/* Below a header with metrics: is a row ours? */
static void
find_our_row(Table *table, const TextBlock *block)
{
	const Prose *prose = table->check->prose;
	bool		has_name = false;

	for (int i = 1; i < table->ncolumns; i++)
		has_name |= table->columns[i].has_name;
	for (int i = 2; i < block->nlines && has_name && !table->has_our_row; i++)
	{
		Reading		reading = {0};
		int			pos = -1;
		Line		cell;

		if (!syntax_row_cell(prose->text, prose->lines.items[block->first_line + i], &pos, &cell))
			continue;
		(void) read_named(&reading, table->check, table->text, cell.start, cell.end, table->around);
		table->has_our_row = is_our_label(&reading, table->around);
	}
}

/* What a column, row and the text around say of a number's context. */
static Around
around_cell(const Table *table, const Row *row, const Column *column)
{
	Around		around = *table->around;
	MetricContext *told[] = {&around.lead, &around.heading, &around.title};

	for (int i = 0; i < (int) lengthof(told) && row->is_ours; i++)
		if (*told[i] == CONTEXT_COMPARISON || *told[i] == CONTEXT_MARKET)
			*told[i] = CONTEXT_HEADLINE;
	if (column != NULL && column->context != CONTEXT_HEADLINE)
		around.lead = column->context;
	else if (row->context != CONTEXT_HEADLINE)
		around.lead = row->context;
	else if (column != NULL && ((table->has_ours && !column->is_ours) ||
		(table->has_our_row && !row->is_ours && !row->has_label)) &&
		around.lead == CONTEXT_HEADLINE && around.heading == CONTEXT_HEADLINE)
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

	if (name == NULL || row->is_skipped || (column != NULL && column->is_skipped && row->has_label))
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

/* Is there a number that may be a value, as in "IRR (5-yr)" there is none? */
static bool
has_figure(const Reading *reading)
{
	for (int i = 0; i < reading->count; i++)
		if (reading->items[i].kind == ITEM_NUMBER &&
			reading->items[i].number.unit != NUMBER_OTHER &&
			reading->items[i].number.unit != NUMBER_COUNT &&
			reading->items[i].number.unit != NUMBER_YEAR)
			return true;
	return false;
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
		row->is_skipped = any_has(&reading, TAG(CLASS_skip));
		row->is_ours = is_our_label(&reading, table->around);
	}
	if (reading.names > 0 && !has_figure(&reading) && !row->has_label && index < 2)
	{
		row->has_label = reading.names == 1;
		row->label = reading.items[first_name(&reading)];
	}
	if (!has_finding && reading.numbers > 0 && (reading.names == 0 || row->has_label))
		check_number_cell(table, row, column, &reading);
}

/* A value of a table: how often a metric and variant is a headline there. */
typedef struct TableValue
{
	const MetricKind *kind;
	const char *variant;
	int			finding;
	int			count;
} TableValue;

/* The only headline point of its metric and variant in the table is its row's value: that of
 * the base case beside a downside, of this deal beside a limit. */
static void
find_only_values(MetricCheck *check, int first)
{
	VEC(TableValue) values = {NULL, 0, 0};

	for (int i = first; i < check->findings.count; i++)
	{
		const MetricFinding *finding = &check->findings.items[i];
		int			at = 0;

		if (finding->role != ROLE_POINT || finding->context != CONTEXT_HEADLINE)
			continue;
		while (at < values.count && (values.items[at].kind != finding->kind ||
			strcmp(values.items[at].variant, finding->variant) != 0))
			at++;
		if (at == values.count)
			*VEC_PUSH(&values) = (TableValue) {finding->kind, finding->variant, i, 0};
		values.items[at].count++;
	}
	for (int i = 0; i < values.count; i++)
		if (values.items[i].count == 1)
			check->findings.items[values.items[i].finding].is_row_value = true;
}

void
check_table(MetricCheck *check, const char *text, int block, Around *around)
{
	const TextBlock *table_block = &check->prose->blocks.items[block];
	Table	   *table = palloc0(sizeof(Table));
	int			first = check->findings.count;

	table->check = check;
	table->text = text;
	table->block = block;
	table->around = around;
	read_header(table, &check->prose->lines.items[table_block->first_line]);
	find_our_row(table, table_block);
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
	find_only_values(check, first);
}
