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
 * Lists are not containers of the reader, which knows items: neighbours of one mark are
 * a list.  Whether it is tight must be known at its start, so the containers are walked
 * twice: first only to see which lists are loose.  Text is emphasis.c's.
 */
#include "markdown/inline_write.h"

typedef struct List
{
	char		mark;			/* of its items */
	bool		is_loose;
} List;

typedef struct Level
{
	int			container;		/* index into prose->containers that is open here */
	int			list;			/* of items here: index into lists, -1 = none is open */
	bool		has_child;		/* something stood in the container */
} Level;

typedef struct Walk
{
	const Prose *prose;
	Markdown   *out;
	InlineWalk *text;
	int			flags;
	int			block;			/* the one that is written */
	int			skip;			/* bytes of a task's mark at its start */
	bool		writes;			/* else only the lists are measured */
				VEC(List) lists;
	int			next_list;
	int			depth;			/* open containers; their children are at levels[depth] */
	Level		levels[MAX_DEPTH + 2];
	int			margin;			/* next of prose->margins */
} Walk;

static void
emit_block(Walk *walk, MarkdownEventKind kind, MarkdownBlock type, int number)
{
	if (walk->writes)
		event_add(walk->out, kind, type)->number = number;
}

/* ------------------------------------------------------------- containers */

static MarkdownBlock
list_type(const Walk *walk, int list)
{
	return is_digit(walk->lists.items[list].mark) ||
				   strchr(".)", walk->lists.items[list].mark) != NULL
			   ? MARKDOWN_ORDERED_LIST
			   : MARKDOWN_BULLET_LIST;
}

/* Nothing of the list at the current level goes on. */
static void
list_close(Walk *walk)
{
	Level	   *level = &walk->levels[walk->depth];

	if (level->list >= 0)
		emit_block(walk, MARKDOWN_LEAVE_BLOCK, list_type(walk, level->list), 0);
	level->list = -1;
}

/* The list whose item the children of the current level stand in; NULL = none. */
static List *
list_around(Walk *walk)
{
	const Level *level = &walk->levels[walk->depth];

	if (walk->depth == 0 || walk->prose->containers.items[level->container].kind != CONTAINER_ITEM)
		return NULL;
	return &walk->lists.items[walk->levels[walk->depth - 1].list];
}

/* A block or container at the current level: a blank line before it makes a list loose. */
static void
child_begin(Walk *walk, bool after_blank)
{
	Level	   *level = &walk->levels[walk->depth];
	List	   *list = list_around(walk);

	if (list != NULL && level->has_child && after_blank)
		list->is_loose = true;
	level->has_child = true;
}

static void
list_open(Walk *walk, const ContainerSpan *item)
{
	Level	   *level = &walk->levels[walk->depth];

	if (level->list >= 0 && walk->lists.items[level->list].mark == item->mark)
	{
		walk->lists.items[level->list].is_loose |= item->after_blank;
		return;
	}
	child_begin(walk, item->after_blank);
	list_close(walk);
	level->list = walk->next_list++;
	if (level->list == walk->lists.count)
		VEC_PUSH(&walk->lists)->mark = item->mark;
	if (walk->writes)
	{
		MarkdownEvent *event =
			event_add(walk->out, MARKDOWN_ENTER_BLOCK, list_type(walk, level->list));

		event->number = item->number;
		event->is_tight = !walk->lists.items[level->list].is_loose;
	}
}

#define TASK_MARK_LEN	4

/* The mark of a task ("[x] ") at the start of an item's text, else 0. */
static int
task_mark(const Prose *prose, const TextBlock *block)
{
	Line		line = prose->lines.items[block->first_line];
	const char *text = prose->text + line.start;

	if (block->kind != BLOCK_PARAGRAPH || !block->starts_item ||
		line.end - line.start < TASK_MARK_LEN || text[0] != '[' || text[2] != ']' ||
		strchr(" xX", text[1]) == NULL || !is_blank(text[3]))
		return 0;
	return text[1];
}

static void
container_enter(Walk *walk, int index)
{
	const ContainerSpan *container = &walk->prose->containers.items[index];
	Level	   *level = &walk->levels[walk->depth];
	int			task = 0;

	if (container->kind == CONTAINER_ITEM)
	{
		list_open(walk, container);
		if ((walk->flags & MARKDOWN_TASKS) && container->first_block < container->end_block &&
			(index + 1 == walk->prose->containers.count ||
			 walk->prose->containers.items[index + 1].first_block > container->first_block))
			task = task_mark(walk->prose, &walk->prose->blocks.items[container->first_block]);
		walk->skip = task != 0 ? TASK_MARK_LEN : 0;
		emit_block(walk, MARKDOWN_ENTER_BLOCK, MARKDOWN_ITEM, task);
	}
	else
	{
		child_begin(walk, container->after_blank);
		list_close(walk);
		if (container->kind == CONTAINER_QUOTE)
			emit_block(walk, MARKDOWN_ENTER_BLOCK, MARKDOWN_QUOTE, 0);
	}
	level = &walk->levels[++walk->depth];
	*level = (Level) {.container = index, .list = -1};
}

static void
container_leave(Walk *walk)
{
	ContainerKind kind = walk->prose->containers.items[walk->levels[walk->depth].container].kind;

	list_close(walk);
	walk->depth--;
	if (kind != CONTAINER_NOTE)
		emit_block(walk, MARKDOWN_LEAVE_BLOCK,
				   kind == CONTAINER_ITEM ? MARKDOWN_ITEM : MARKDOWN_QUOTE, 0);
}

/* ------------------------------------------------------------------ blocks */

static void
emit_verbatim(Walk *walk, MarkdownText type, int start, Slice data)
{
	MarkdownEvent *event;

	if (data.len == 0)
		return;
	event = event_add(walk->out, MARKDOWN_TEXT, type);
	event->start = start;
	event->data = data.data;
	event->len = data.len;
}

/* One line of code or HTML: indentation and line end are made, the rest has its offset. */
static void
verbatim_line(Walk *walk, int line, MarkdownText type)
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

static void
verbatim_lines(Walk *walk, const TextBlock *block, int first, int last, MarkdownText type)
{
	for (int i = first; i < last; i++)
	{
		CHECK_FOR_INTERRUPTS();
		verbatim_line(walk, block->first_line + i, type);
	}
}

static void
walk_code(Walk *walk, const TextBlock *block)
{
	const Prose *prose = walk->prose;
	Line		fence = prose->lines.items[block->first_line];
	MarkdownEvent *event = event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_CODE_BLOCK);

	if (block->is_fenced)
	{
		int			pos = fence.start;
		int			word;

		event->number = prose->text[pos];
		while (pos < fence.end && prose->text[pos] == event->number)
			pos++;
		while (pos < fence.end && is_blank(prose->text[pos]))
			pos++;
		for (word = pos; word < fence.end && !is_blank(prose->text[word]);)
			word++;
		event->attribute = attribute_add(walk->out, (Slice) {prose->text + pos, fence.end - pos});
		attribute_add(walk->out, (Slice) {prose->text + pos, word - pos});
	}
	verbatim_lines(walk, block, block->is_fenced, block->nlines - block->is_closed, MARKDOWN_CODE);
	event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_CODE_BLOCK);
}

static MarkdownAlign
cell_align(const char *text, Line cell)
{
	bool		is_left = text[cell.start] == ':';

	if (text[cell.end - 1] == ':')
		return is_left ? MARKDOWN_ALIGN_CENTER : MARKDOWN_ALIGN_RIGHT;
	return is_left ? MARKDOWN_ALIGN_LEFT : MARKDOWN_ALIGN_NONE;
}

/* A row of as many cells as the table has columns. */
static void
walk_row(Walk *walk, const TextBlock *block, int row, const MarkdownAlign *aligns)
{
	const Prose *prose = walk->prose;
	Line		line = prose->lines.items[block->first_line + row];
	MarkdownBlock type = row == 0 ? MARKDOWN_HEADER_CELL : MARKDOWN_CELL;
	int			pos = -1;
	bool		has_cell = true;

	event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_ROW);
	for (int i = 0; i < block->columns; i++)
	{
		Line		cell = {line.end, line.end};

		event_add(walk->out, MARKDOWN_ENTER_BLOCK, type)->number = aligns[i];
		has_cell = has_cell && syntax_row_cell(prose->text, line, &pos, &cell);
		if (has_cell)
		{
			if (pos - 1 < line.end)
				*VEC_PUSH(&walk->out->bars) = pos - 1;
			inline_walk_range(walk->text, walk->block, cell.start, cell.end, true);
		}
		event_add(walk->out, MARKDOWN_LEAVE_BLOCK, type);
	}
	event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_ROW);
}

static void
walk_table(Walk *walk, const TextBlock *block)
{
	const Prose *prose = walk->prose;
	MarkdownAlign *aligns = palloc(sizeof(MarkdownAlign) * block->columns);
	int			pos = -1;
	Line		cell;

	for (int i = 0; i < block->columns; i++)
		if (syntax_row_cell(prose->text, prose->lines.items[block->first_line + 1], &pos, &cell))
			aligns[i] = cell_align(prose->text, cell);
	event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_TABLE)->number = block->columns;
	event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_TABLE_HEAD);
	walk_row(walk, block, 0, aligns);
	event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_TABLE_HEAD);
	if (block->nlines > 2)
		event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_TABLE_BODY);
	for (int i = 2; i < block->nlines; i++)
		walk_row(walk, block, i, aligns);
	if (block->nlines > 2)
		event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_TABLE_BODY);
	event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_TABLE);
	pfree(aligns);
}

static void
walk_heading(Walk *walk, const TextBlock *block)
{
	Line		line = heading_text(walk->prose, block);

	event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_HEADING)->number = block->level;
	if (block->is_setext)
		inline_walk_block(walk->text, walk->block, block->nlines - 1, 0);
	else
		inline_walk_range(walk->text, walk->block, line.start, line.end, false);
	event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_HEADING)->number = block->level;
}

static void
walk_paragraph(Walk *walk, const TextBlock *block)
{
	List	   *list = list_around(walk);
	bool		is_tight = list != NULL && !list->is_loose;

	if (!is_tight)
		event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_PARAGRAPH);
	inline_walk_block(walk->text, walk->block, block->nlines, walk->skip);
	walk->skip = 0;
	if (!is_tight)
		event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_PARAGRAPH);
}

static void
walk_block(Walk *walk, const TextBlock *block)
{
	switch (block->kind)
	{
		case BLOCK_PARAGRAPH:
		case BLOCK_SOURCE_LINE:
		case BLOCK_CHART_ANCHOR:
			walk_paragraph(walk, block);
			break;
		case BLOCK_HEADING:
			walk_heading(walk, block);
			break;
		case BLOCK_TABLE:
			walk_table(walk, block);
			break;
		case BLOCK_CODE:
			walk_code(walk, block);
			break;
		case BLOCK_HTML:
			event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_HTML_BLOCK);
			verbatim_lines(walk, block, 0, block->nlines, MARKDOWN_HTML);
			event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_HTML_BLOCK);
			break;
		case BLOCK_RULE:
			event_add(walk->out, MARKDOWN_ENTER_BLOCK, MARKDOWN_RULE);
			event_add(walk->out, MARKDOWN_LEAVE_BLOCK, MARKDOWN_RULE);
			break;
		case BLOCK_LINK_DEF:
			break;
	}
}

/* All containers and blocks in their order; writes, or only measures lists. */
static void
walk_all(Walk *walk, bool writes)
{
	const Prose *prose = walk->prose;
	int			next = 0;

	walk->writes = writes;
	walk->next_list = 0;
	walk->depth = 0;
	walk->levels[0] = (Level) {.container = -1, .list = -1};
	emit_block(walk, MARKDOWN_ENTER_BLOCK, MARKDOWN_DOCUMENT, 0);
	for (int i = 0; i <= prose->blocks.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		for (; next < prose->containers.count && prose->containers.items[next].first_block == i;
			 next++)
		{
			while (walk->depth > prose->containers.items[next].depth)
				container_leave(walk);
			container_enter(walk, next);
		}
		while (walk->depth > 0 &&
			   prose->containers.items[walk->levels[walk->depth].container].end_block <= i)
			container_leave(walk);
		if (i == prose->blocks.count)
			break;
		child_begin(walk, prose->blocks.items[i].after_blank);
		list_close(walk);
		walk->block = i;
		if (writes)
			walk_block(walk, &prose->blocks.items[i]);
	}
	list_close(walk);
	emit_block(walk, MARKDOWN_LEAVE_BLOCK, MARKDOWN_DOCUMENT, 0);
}

Markdown *
md_walk(const Prose *prose, int flags)
{
	Walk	   *walk = palloc0(sizeof(Walk));
	Markdown   *out = palloc0(sizeof(Markdown));

	out->text = prose->text;
	out->len = prose->len;
	walk->prose = prose;
	walk->out = out;
	walk->flags = flags;
	walk->text = inline_walk_begin(prose, out, flags);
	walk_all(walk, false);
	walk_all(walk, true);
	return out;
}

/* -------------------------------------------------------- without markers */

static bool
match_nothing(const char *text pg_attribute_unused(), int end pg_attribute_unused(),
			  int pos pg_attribute_unused(), bool at_line_start pg_attribute_unused(),
			  Marker *marker pg_attribute_unused())
{
	return false;
}

static bool
match_no_superscript(const char *text pg_attribute_unused(), int cell_start pg_attribute_unused(),
					 int cell_end pg_attribute_unused(), int behind pg_attribute_unused(),
					 int pos pg_attribute_unused(), Marker *marker pg_attribute_unused())
{
	return false;
}

static bool
is_none(const Marker *marker pg_attribute_unused())
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
	marker->kind = MARKER_NOTE_REF;
	marker->value = (Slice) {text + pos, 0};
	marker->start = pos;
	marker->len = close + 1 - pos;
	return true;
}

Markdown *
markdown_parse(const char *text, int len, int flags)
{
	static const MarkdownExtension plain = {.match = match_nothing,
											.match_superscript = match_no_superscript,
											.cites = is_none,
											.has_blank = is_none};
	static const MarkdownExtension footnotes = {.match = match_label,
												.match_superscript = match_no_superscript,
												.cites = is_none,
												.has_blank = is_none};

	return md_walk(prose_parse(text, len, flags & MARKDOWN_FOOTNOTES ? &footnotes : &plain), flags);
}

void
markdown_free(Markdown *markdown)
{
	if (markdown->events.items)
		pfree(markdown->events.items);
	if (markdown->attributes.items)
		pfree(markdown->attributes.items);
	if (markdown->parts.items)
		pfree(markdown->parts.items);
	if (markdown->bars.items)
		pfree(markdown->bars.items);
	pfree(markdown);
}
