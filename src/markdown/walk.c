/*
 * walk.c
 *		A parsed document (block.c, inline.c) as events, for who writes another format.
 *
 * "- a *b*" becomes
 *		ENTER document, ENTER bullet list (tight), ENTER item,
 *		TEXT "a " at 2, ENTER emphasis, TEXT "b" at 5, LEAVE emphasis,
 *		LEAVE item, LEAVE bullet list, LEAVE document
 * and a byte that no text event covers (brackets, destinations, fences, link
 * definitions) is syntax.
 *
 * Containers are written by recursion, which MAX_DEPTH bounds.  The reader knows items, no
 * lists: neighbours of one mark are a list.  Whether it is tight must be known at its start, so
 * the children of its items are looked at twice, which is linear.  Text is inline_write.c's.
 */
#include "markdown/markdown_internal.h"

static void
enter_block(Walk *walk, MarkdownBlock type, int number)
{
	emit(walk, &(MarkdownEvent) {
		.kind = MARKDOWN_ENTER_BLOCK, .type = type, .start = -1, .number = number});
}

static void
leave_block(Walk *walk, MarkdownBlock type)
{
	emit_plain(walk, MARKDOWN_LEAVE_BLOCK, type);
}

/* ------------------------------------------------------------ code and HTML */

static void
write_verbatim(Walk *walk, MarkdownText type, int start, Slice data)
{
	if (data.len > 0)
		emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_TEXT, .type = type, .start = start,
			.data = data.data, .len = data.len});
}

/* One line of code or HTML: indentation and line end are made, the rest has its offset. */
static void
write_verbatim_line(Walk *walk, int line, MarkdownText type)
{
	const Prose *prose = walk->prose;
	int			start = prose->lines.items[line].start;
	int			end = prose->lines.items[line].end;
	int			pad = 0;
	int			pos;

	while (walk->margin < prose->margins.count && prose->margins.items[walk->margin].line < line)
		walk->margin++;
	if (walk->margin < prose->margins.count && prose->margins.items[walk->margin].line == line)
	{
		start = prose->margins.items[walk->margin].start;
		pad = prose->margins.items[walk->margin].pad;
		start += pad > 0;
	}
	end = Max(start, end);
	while (end < prose->len && is_blank(prose->text[end]))
		end++;
	for (pos = start; pos < end && is_blank(prose->text[pos]);)
		pos++;
	write_verbatim(walk, type, -1, (Slice) {"   ", pad});
	write_verbatim(walk, type, -1, (Slice) {prose->text + start, pos - start});
	write_verbatim(walk, type, pos, (Slice) {prose->text + pos, end - pos});
	write_verbatim(walk, type, -1, (Slice) {"\n", 1});
}

static void
write_code(Walk *walk, const TextBlock *block)
{
	const Prose *prose = walk->prose;
	Line		fence = prose->lines.items[block->first_line];
	MarkdownEvent event = {
		.kind = MARKDOWN_ENTER_BLOCK, .type = MARKDOWN_CODE_BLOCK, .start = -1};
	int			pos = fence.start;
	int			word;

	if (block->is_fenced)
	{
		event.number = prose->text[pos];
		while (pos < fence.end && prose->text[pos] == event.number)
			pos++;
		while (pos < fence.end && is_blank(prose->text[pos]))
			pos++;
		for (word = pos; word < fence.end && !is_blank(prose->text[word]);)
			word++;
		event.target = (Slice) {prose->text + pos, fence.end - pos};
		event.title = (Slice) {prose->text + pos, word - pos};
	}
	emit(walk, &event);
	for (int i = block->is_fenced; i < block->nlines - block->is_closed; i++)
		write_verbatim_line(walk, block->first_line + i, MARKDOWN_CODE);
	leave_block(walk, MARKDOWN_CODE_BLOCK);
}

static void
write_html(Walk *walk, const TextBlock *block)
{
	const Line *lines = &walk->prose->lines.items[block->first_line];
	int			start = lines[0].start;

	emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_ENTER_BLOCK, .type = MARKDOWN_HTML_BLOCK,
		.start = start, .data = walk->prose->text + start,
		.len = lines[block->nlines - 1].end - start});
	for (int i = 0; i < block->nlines; i++)
		write_verbatim_line(walk, block->first_line + i, MARKDOWN_HTML);
	leave_block(walk, MARKDOWN_HTML_BLOCK);
}

/* ------------------------------------------------------------------- tables */

/* A row of as many cells as the table has columns. */
static void
write_row(Walk *walk, const TextBlock *block, int number, const uint8 *aligns)
{
	const char *text = walk->prose->text;
	Line		row = walk->prose->lines.items[block->first_line + number];
	MarkdownBlock type = number == 0 ? MARKDOWN_HEADER_CELL : MARKDOWN_CELL;
	int			pos = -1;
	Line		cell;

	enter_block(walk, MARKDOWN_ROW, 0);
	for (int i = 0; i < block->columns; i++)
	{
		bool		has_cell = syntax_row_cell(text, row, &pos, &cell);

		if (!has_cell && walk->cells-- <= 0)
			break;
		enter_block(walk, type, aligns[i]);
		if (has_cell && cell.start < cell.end)
			write_range(walk, block, cell, true);
		emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_LEAVE_BLOCK, .type = type,
			.start = has_cell && pos - 1 < row.end ? pos - 1 : -1});
	}
	leave_block(walk, MARKDOWN_ROW);
}

static void
write_table(Walk *walk, const TextBlock *block)
{
	const char *text = walk->prose->text;
	uint8	   *aligns = palloc0(block->columns);
	int			pos = -1;
	Line		cell;

	for (int i = 0; i < block->columns &&
		 syntax_row_cell(text, walk->prose->lines.items[block->first_line + 1], &pos, &cell); i++)
		aligns[i] = text[cell.end - 1] != ':'
			? (text[cell.start] == ':' ? MARKDOWN_ALIGN_LEFT : MARKDOWN_ALIGN_NONE)
			: text[cell.start] == ':' ? MARKDOWN_ALIGN_CENTER : MARKDOWN_ALIGN_RIGHT;
	enter_block(walk, MARKDOWN_TABLE, block->columns);
	enter_block(walk, MARKDOWN_TABLE_HEAD, 0);
	write_row(walk, block, 0, aligns);
	leave_block(walk, MARKDOWN_TABLE_HEAD);
	if (block->nlines > 2)
	{
		enter_block(walk, MARKDOWN_TABLE_BODY, 0);
		for (int i = 2; i < block->nlines; i++)
			write_row(walk, block, i, aligns);
		leave_block(walk, MARKDOWN_TABLE_BODY);
	}
	leave_block(walk, MARKDOWN_TABLE);
	pfree(aligns);
}

/* ------------------------------------------------------------------- blocks */

static void
write_block(Walk *walk, const TextBlock *block, bool is_tight)
{
	switch (block->kind)
	{
		case BLOCK_PARAGRAPH:
		case BLOCK_SOURCE_LINE:
		case BLOCK_CHART_ANCHOR:
			if (!is_tight)		/* a tight list shows its paragraphs without a block of their own */
				enter_block(walk, MARKDOWN_PARAGRAPH, 0);
			write_lines(walk, block, block->nlines, walk->skip);
			walk->skip = 0;
			if (!is_tight)
				leave_block(walk, MARKDOWN_PARAGRAPH);
			break;
		case BLOCK_HEADING:
			enter_block(walk, MARKDOWN_HEADING, block->level);
			if (block->is_setext)
				write_lines(walk, block, block->nlines - 1, 0);
			else
				write_range(walk, block, heading_text(walk->prose, block), false);
			emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_LEAVE_BLOCK, .type = MARKDOWN_HEADING,
				.start = -1, .number = block->level});
			break;
		case BLOCK_TABLE:
			write_table(walk, block);
			break;
		case BLOCK_CODE:
			write_code(walk, block);
			break;
		case BLOCK_HTML:
			write_html(walk, block);
			break;
		case BLOCK_RULE:
			enter_block(walk, MARKDOWN_RULE, 0);
			leave_block(walk, MARKDOWN_RULE);
			break;
		case BLOCK_LINK_DEF:
			break;
	}
}

/* --------------------------------------------------------------- containers */

/* Blocks and containers that stand in a container, or in the document. */
typedef struct Children
{
	int			block;
	int			end_block;
	int			container;
	int			end_container;
} Children;

typedef struct Child
{
	const ContainerSpan *container;	/* NULL = a block */
	const TextBlock *block;
	bool		after_blank;
	char		mark;			/* of an item, else 0 */
} Child;

static Children
children_of(const Prose *prose, const ContainerSpan *container)
{
	return (Children) {container->first_block, container->end_block,
		(int) (container - prose->containers.items) + 1, container->end_container};
}

/* Takes the first of the children; false when there is none. */
static bool
child_next(const Prose *prose, Children *rest, Child *child)
{
	const ContainerSpan *container = &prose->containers.items[rest->container];

	CHECK_FOR_INTERRUPTS();
	*child = (Child) {NULL};
	if (rest->container < rest->end_container && container->first_block == rest->block)
	{
		child->container = container;
		child->after_blank = container->after_blank;
		child->mark = container->kind == CONTAINER_ITEM ? container->mark : 0;
		rest->block = container->end_block;
		rest->container = container->end_container;
	}
	else if (rest->block < rest->end_block)
	{
		child->block = &prose->blocks.items[rest->block++];
		child->after_blank = child->block->after_blank;
	}
	else
		return false;
	return true;
}

/* Does a blank line stand between the children of an item?  One between two items of a list in
 * it is that list's own. */
static bool
is_item_loose(const Prose *prose, const ContainerSpan *item)
{
	Children	rest = children_of(prose, item);
	char		mark = 0;
	bool		is_first = true;

	for (Child child; child_next(prose, &rest, &child); is_first = false)
	{
		if (!is_first && child.after_blank && (child.mark == 0 || child.mark != mark))
			return true;
		mark = child.mark;
	}
	return false;
}

/* Of the list that begins with an item; rest is what stands behind that. */
static bool
is_list_loose(const Prose *prose, const ContainerSpan *item, Children rest)
{
	char		mark = item->mark;

	while (!is_item_loose(prose, item))
	{
		Child		child;

		if (!child_next(prose, &rest, &child) || child.mark != mark)
			return false;
		if (child.after_blank)
			return true;
		item = child.container;
	}
	return true;
}

#define TASK_MARK_LEN	4

/* The mark of a task ("[x] ") at the start of an item's text, else 0. */
static int
task_mark(const Prose *prose, Children item)
{
	Child		first;
	Line		line;
	const char *text;

	if (!child_next(prose, &item, &first) || first.container != NULL ||
		first.block->kind != BLOCK_PARAGRAPH)
		return 0;
	line = prose->lines.items[first.block->first_line];
	text = prose->text + line.start;
	if (line.end - line.start < TASK_MARK_LEN || text[0] != '[' || text[2] != ']' ||
		strchr(" xX", text[1]) == NULL || !is_blank(text[3]))
		return 0;
	return text[1];
}

static void write_children(Walk *walk, Children children, bool is_tight);

static void
write_item(Walk *walk, const ContainerSpan *item, bool is_tight)
{
	Children	children = children_of(walk->prose, item);
	int			task = walk->flags & MARKDOWN_TASKS ? task_mark(walk->prose, children) : 0;

	walk->skip = task != 0 ? TASK_MARK_LEN : 0;
	enter_block(walk, MARKDOWN_ITEM, task);
	write_children(walk, children, is_tight);
	leave_block(walk, MARKDOWN_ITEM);
}

static MarkdownBlock
list_type(char mark)
{
	return mark == '.' || mark == ')' ? MARKDOWN_ORDERED_LIST : MARKDOWN_BULLET_LIST;
}

static void
write_children(Walk *walk, Children rest, bool is_tight)
{
	char		mark = 0;		/* of the open list's items, 0 = none is open */
	bool		is_list_tight = false;

	for (Child child; child_next(walk->prose, &rest, &child);)
	{
		bool		goes_on = child.mark != 0 && child.mark == mark;

		if (mark != 0 && !goes_on)
			leave_block(walk, list_type(mark));
		mark = child.mark;
		if (mark != 0 && !goes_on)
		{
			is_list_tight = !is_list_loose(walk->prose, child.container, rest);
			emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_ENTER_BLOCK, .type = list_type(mark),
				.start = -1, .number = child.container->number, .is_tight = is_list_tight});
		}
		if (mark != 0)
			write_item(walk, child.container, is_list_tight);
		else if (child.container != NULL)	/* footnote definitions show as what is in them */
		{
			bool		is_quote = child.container->kind == CONTAINER_QUOTE;

			if (is_quote)
				enter_block(walk, MARKDOWN_QUOTE, 0);
			write_children(walk, children_of(walk->prose, child.container), false);
			if (is_quote)
				leave_block(walk, MARKDOWN_QUOTE);
		}
		else
			write_block(walk, child.block, is_tight);
	}
	if (mark != 0)
		leave_block(walk, list_type(mark));
}

/* ------------------------------------------------------------------- entries */

/* Short rows are filled up with empty cells, but a wide table of many is not: they would
 * be more than all of the text. */
#define CELLS_RATIO		4
#define LEAST_CELLS		100000

/*
 * Bytes of destinations and titles for each byte of input.  Every use of a link definition
 * has its own: without a limit a megabyte of [a] and one long definition are gigabytes.
 */
#define ATTRIBUTE_BYTES_RATIO	16
#define LEAST_ATTRIBUTE_BYTES	100000

void
prose_walk(const Prose *prose, int flags, MarkdownSink *sink, void *data)
{
	Walk	   *walk = palloc0(sizeof(Walk));

	walk->prose = prose;
	walk->flags = flags;
	walk->sink = sink;
	walk->data = data;
	walk->cells = (int64) prose->len * CELLS_RATIO + LEAST_CELLS;
	walk->attributes = (int64) prose->len * ATTRIBUTE_BYTES_RATIO + LEAST_ATTRIBUTE_BYTES;
	initStringInfo(&walk->scratch);
	enter_block(walk, MARKDOWN_DOCUMENT, 0);
	write_children(walk, (Children) {0, prose->blocks.count, 0, prose->containers.count}, false);
	leave_block(walk, MARKDOWN_DOCUMENT);
}

static bool
match_nothing(const char *text pg_attribute_unused(), int end pg_attribute_unused(),
			  int pos pg_attribute_unused(), bool at_line_start pg_attribute_unused(),
			  Marker *marker pg_attribute_unused())
{
	return false;
}

/* "[^label]" */
static bool
match_label(const char *text, int end, int pos, bool at_line_start, Marker *marker)
{
	int			close = pos + 2;

	if (at_line_start || text[pos] != '[' || pos + 3 > end || text[pos + 1] != '^')
		return false;
	while (close < end && close - pos <= MAX_LABEL && !is_space(text[close]) &&
		   strchr("[]", text[close]) == NULL)
		close++;
	if (close == pos + 2 || close >= end || text[close] != ']')
		return false;
	memset(marker, 0, sizeof(*marker));
	marker->value = (Slice) {text + pos, 0};
	marker->start = pos;
	marker->len = close + 1 - pos;
	return true;
}

void
markdown_walk(Slice text, int flags, MarkdownSink *sink, void *data)
{
	static const uint16 roles[] = {ROLE_REFERENCE};
	static const MarkdownExtension plain = {.match = match_nothing};
	static const MarkdownExtension footnotes = {.match = match_label, .roles = roles};

	prose_walk(prose_parse(text.data, text.len,
						   flags & MARKDOWN_FOOTNOTES ? &footnotes : &plain), flags, sink, data);
}
