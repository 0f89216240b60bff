/*
 * walk_block.c
 *		The blocks of a walk (walk.c) as events: code and HTML line by line, tables cell by
 *		cell, and text by inline_write.c.
 *
 * "|a|\n|-|\n|b|" is ENTER table, ENTER head, ENTER row, ENTER header cell, TEXT "a", ...,
 * each of a step of its own, for a row may be as long as the text.
 */
#include "markdown/markdown_internal.h"

static void
emit_verbatim(Markdown *walk, MarkdownText type, int start, Slice data)
{
	MarkdownEvent *event;

	if (data.len == 0)
		return;
	event = event_add(&walk->queue, MARKDOWN_TEXT, type);
	event->start = start;
	event->data = data.data;
	event->len = data.len;
}

/* One line of code or HTML: indentation and line end are made, the rest has its offset. */
static void
verbatim_line(Markdown *walk, int line, MarkdownText type)
{
	static const char blanks[] = "        ";
	const Prose *prose = walk->prose;
	int			pos = prose->lines.items[line].start;
	int			end = prose->lines.items[line].end;
	int			pad = 0;

	while (walk->margin < prose->margins.count && prose->margins.items[walk->margin].line < line)
		walk->margin++;
	if (walk->margin < prose->margins.count && prose->margins.items[walk->margin].line == line)
	{
		pos = prose->margins.items[walk->margin].start;
		pad = prose->margins.items[walk->margin].pad;
		pos += pad > 0;
	}
	end = Max(pos, end);
	while (end < prose->len && is_blank(prose->text[end]))
		end++;
	emit_verbatim(walk, type, -1, (Slice) {blanks, pad});
	for (int from = pos; pos < end && is_blank(prose->text[pos]); from = pos)
	{
		while (pos < end && is_blank(prose->text[pos]) && pos - from < (int) sizeof(blanks) - 1)
			pos++;
		emit_verbatim(walk, type, -1, (Slice) {prose->text + from, pos - from});
	}
	emit_verbatim(walk, type, pos, (Slice) {prose->text + pos, end - pos});
	emit_verbatim(walk, type, -1, (Slice) {"\n", 1});
}

/* The lines of code or HTML; false behind the last. */
static bool
verbatim_step(Markdown *walk, const TextBlock *block, MarkdownText type)
{
	int			line = walk->part - 1 + (block->kind == BLOCK_CODE && block->is_fenced);

	if (line >= block->nlines - block->is_closed)
		return false;
	verbatim_line(walk, block->first_line + line, type);
	return true;
}

static void
enter_code(Markdown *walk, const TextBlock *block)
{
	const Prose *prose = walk->prose;
	Line		fence = prose->lines.items[block->first_line];
	MarkdownEvent *event = event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_CODE_BLOCK);
	int			pos = fence.start;
	int			word;

	if (!block->is_fenced)
		return;
	event->number = prose->text[pos];
	while (pos < fence.end && prose->text[pos] == event->number)
		pos++;
	while (pos < fence.end && is_blank(prose->text[pos]))
		pos++;
	for (word = pos; word < fence.end && !is_blank(prose->text[word]);)
		word++;
	event->target = (Slice) {prose->text + pos, fence.end - pos};
	event->title = (Slice) {prose->text + pos, word - pos};
}

static void
enter_html(Markdown *walk, const TextBlock *block)
{
	MarkdownEvent *event = event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_HTML_BLOCK);
	const Line *lines = &walk->prose->lines.items[block->first_line];

	event->start = lines[0].start;
	event->data = walk->prose->text + event->start;
	event->len = lines[block->nlines - 1].end - event->start;
}

static MarkdownAlign
cell_align(const char *text, Line cell)
{
	bool		is_left = text[cell.start] == ':';

	if (text[cell.end - 1] == ':')
		return is_left ? MARKDOWN_ALIGN_CENTER : MARKDOWN_ALIGN_RIGHT;
	return is_left ? MARKDOWN_ALIGN_LEFT : MARKDOWN_ALIGN_NONE;
}

static void
enter_table(Markdown *walk, const TextBlock *block)
{
	const Prose *prose = walk->prose;
	MarkdownAlign *aligns = palloc0(sizeof(MarkdownAlign) * block->columns);
	int			pos = -1;
	Line		cell;

	for (int i = 0; i < block->columns; i++)
		if (syntax_row_cell(prose->text, prose->lines.items[block->first_line + 1], &pos, &cell))
			aligns[i] = cell_align(prose->text, cell);
	walk->table = (TableWalk) {.aligns = aligns, .column = -1};
	event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_TABLE)->number = block->columns;
	event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_TABLE_HEAD);
}

static MarkdownBlock
cell_type(const TableWalk *table)
{
	return table->row == 0 ? MARKDOWN_HEADER_CELL : MARKDOWN_CELL;
}

static void
leave_cell(Markdown *walk)
{
	walk->table.in_cell = false;
	event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, cell_type(&walk->table))->start = walk->table.bar;
}

/* Begins a cell; false when the row has no more. */
static bool
enter_cell(Markdown *walk, const TextBlock *block)
{
	TableWalk  *table = &walk->table;
	Line		row = walk->prose->lines.items[block->first_line + table->row];
	Line		cell = {0, 0};
	bool		has_cell = table->column < block->columns &&
		syntax_row_cell(walk->prose->text, row, &table->pos, &cell);

	if (!has_cell && (table->column >= block->columns || walk->room-- <= 0))
		return false;
	event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, cell_type(table))->number =
		table->aligns[table->column];
	table->column++;
	table->bar = has_cell && table->pos - 1 < row.end ? table->pos - 1 : -1;
	table->in_cell = cell.start < cell.end;
	if (table->in_cell)
		inline_walk_range(walk->text, walk->block, cell.start, cell.end, true);
	else
		leave_cell(walk);
	return true;
}

/* Some of a row of as many cells as the table has columns; false behind the last one. */
static bool
table_step(Markdown *walk, const TextBlock *block)
{
	TableWalk  *table = &walk->table;

	if (table->in_cell)
	{
		if (inline_walk_step(walk->text))
			return true;
		leave_cell(walk);
		return true;
	}
	if (table->column < 0)
	{
		if (table->row >= block->nlines)
			return false;
		event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_ROW);
		table->column = 0;
		table->pos = -1;
		return true;
	}
	if (enter_cell(walk, block))
		return true;
	event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_ROW);
	if (table->row == 0)
	{
		event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_TABLE_HEAD);
		if (block->nlines > 2)
			event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_TABLE_BODY);
	}
	table->row += table->row == 0 ? 2 : 1;	/* the second is of dashes */
	table->column = -1;
	return true;
}

static void
leave_table(Markdown *walk, const TextBlock *block)
{
	if (block->nlines > 2)
		event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_TABLE_BODY);
	event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_TABLE);
	pfree(walk->table.aligns);
}

static void
enter_heading(Markdown *walk, const TextBlock *block)
{
	Line		line = heading_text(walk->prose, block);

	event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_HEADING)->number = block->level;
	if (block->is_setext)
		inline_walk_block(walk->text, walk->block, block->nlines - 1, 0);
	else
		inline_walk_range(walk->text, walk->block, line.start, line.end, false);
}

static void
enter_paragraph(Markdown *walk, const TextBlock *block)
{
	if (!walk->is_tight)
		event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_PARAGRAPH);
	inline_walk_block(walk->text, walk->block, block->nlines, walk->skip);
	walk->skip = 0;
}

void
block_enter(Markdown *walk, const TextBlock *block)
{
	switch (block->kind)
	{
		case BLOCK_PARAGRAPH:
		case BLOCK_SOURCE_LINE:
		case BLOCK_CHART_ANCHOR:
			enter_paragraph(walk, block);
			break;
		case BLOCK_HEADING:
			enter_heading(walk, block);
			break;
		case BLOCK_TABLE:
			enter_table(walk, block);
			break;
		case BLOCK_CODE:
			enter_code(walk, block);
			break;
		case BLOCK_HTML:
			enter_html(walk, block);
			break;
		case BLOCK_RULE:
			event_add(&walk->queue, MARKDOWN_ENTER_BLOCK, MARKDOWN_RULE);
			break;
		case BLOCK_LINK_DEF:
			break;
	}
}

bool
block_step(Markdown *walk, const TextBlock *block)
{
	switch (block->kind)
	{
		case BLOCK_PARAGRAPH:
		case BLOCK_SOURCE_LINE:
		case BLOCK_CHART_ANCHOR:
		case BLOCK_HEADING:
			return inline_walk_step(walk->text);
		case BLOCK_TABLE:
			return table_step(walk, block);
		case BLOCK_CODE:
			return verbatim_step(walk, block, MARKDOWN_CODE);
		case BLOCK_HTML:
			return verbatim_step(walk, block, MARKDOWN_HTML);
		case BLOCK_RULE:
		case BLOCK_LINK_DEF:
			break;
	}
	return false;
}

void
block_leave(Markdown *walk, const TextBlock *block)
{
	switch (block->kind)
	{
		case BLOCK_PARAGRAPH:
		case BLOCK_SOURCE_LINE:
		case BLOCK_CHART_ANCHOR:
			if (!walk->is_tight)
				event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_PARAGRAPH);
			break;
		case BLOCK_HEADING:
			event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_HEADING)->number = block->level;
			break;
		case BLOCK_TABLE:
			leave_table(walk, block);
			break;
		case BLOCK_CODE:
			event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_CODE_BLOCK);
			break;
		case BLOCK_HTML:
			event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_HTML_BLOCK);
			break;
		case BLOCK_RULE:
			event_add(&walk->queue, MARKDOWN_LEAVE_BLOCK, MARKDOWN_RULE);
			break;
		case BLOCK_LINK_DEF:
			break;
	}
}
