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
 * twice: first only to see which lists are loose.  Events are made a step at a time as they
 * are asked for; text is inline_write.c's.
 */
#include "markdown/markdown_internal.h"

static MarkdownEvent *
emit(Markdown *walk, MarkdownEventKind kind, int type)
{
	return event_add(&walk->queue, kind, type);
}

static void
emit_block(Markdown *walk, MarkdownEventKind kind, MarkdownBlock type, int number)
{
	if (walk->writes)
		emit(walk, kind, type)->number = number;
}

/* ------------------------------------------------------------- containers */

static MarkdownBlock
list_type(const Markdown *walk, int list)
{
	return is_digit(walk->lists.items[list].mark) ||
				   strchr(".)", walk->lists.items[list].mark) != NULL
			   ? MARKDOWN_ORDERED_LIST
			   : MARKDOWN_BULLET_LIST;
}

/* Nothing of the list at the current level goes on. */
static void
list_close(Markdown *walk)
{
	Level	   *level = &walk->levels[walk->depth];

	if (level->list >= 0)
		emit_block(walk, MARKDOWN_LEAVE_BLOCK, list_type(walk, level->list), 0);
	level->list = -1;
}

/* The list whose item the children of the current level stand in; NULL = none. */
static List *
list_around(const Markdown *walk)
{
	const Level *level = &walk->levels[walk->depth];

	if (walk->depth == 0 || walk->prose->containers.items[level->container].kind != CONTAINER_ITEM)
		return NULL;
	return &walk->lists.items[walk->levels[walk->depth - 1].list];
}

/* A block or container at the current level: a blank line before it makes a list loose. */
static void
child_begin(Markdown *walk, bool after_blank)
{
	Level	   *level = &walk->levels[walk->depth];
	List	   *list = list_around(walk);

	if (list != NULL && level->has_child && after_blank)
		list->is_loose = true;
	level->has_child = true;
}

static void
list_open(Markdown *walk, const ContainerSpan *item)
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
		MarkdownEvent *event = emit(walk, MARKDOWN_ENTER_BLOCK, list_type(walk, level->list));

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
container_enter(Markdown *walk, int index)
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
container_leave(Markdown *walk)
{
	ContainerKind kind = walk->prose->containers.items[walk->levels[walk->depth].container].kind;

	list_close(walk);
	walk->depth--;
	if (kind != CONTAINER_NOTE)
		emit_block(walk, MARKDOWN_LEAVE_BLOCK,
				   kind == CONTAINER_ITEM ? MARKDOWN_ITEM : MARKDOWN_QUOTE, 0);
}

/* -------------------------------------------------------------------- walk */

static void
walk_begin(Markdown *walk, bool writes)
{
	walk->writes = writes;
	walk->next_list = walk->depth = walk->block = walk->part = walk->container = walk->skip = 0;
	walk->has_ended = false;
	walk->levels[0] = (Level) {.container = -1, .list = -1};
	emit_block(walk, MARKDOWN_ENTER_BLOCK, MARKDOWN_DOCUMENT, 0);
}

/* Opens or closes containers before a block; false when none is left to. */
static bool
container_step(Markdown *walk)
{
	const Prose *prose = walk->prose;
	const ContainerSpan *next = &prose->containers.items[walk->container];

	if (walk->container < prose->containers.count && next->first_block == walk->block)
	{
		while (walk->depth > next->depth)
			container_leave(walk);
		container_enter(walk, walk->container++);
		return true;
	}
	while (walk->depth > 0 &&
		   prose->containers.items[walk->levels[walk->depth].container].end_block <= walk->block)
		container_leave(walk);
	return false;
}

/* A step in the order of the text, which writes a few events or none; false at its end. */
static bool
walk_step(Markdown *walk)
{
	const TextBlock *block = &walk->prose->blocks.items[walk->block];

	if (walk->has_ended)
		return false;
	if (walk->part > 0)
	{
		if (block_step(walk, block))
		{
			walk->part++;
			return true;
		}
		block_leave(walk, block);
		walk->part = 0;
		walk->block++;
		return true;
	}
	if (container_step(walk))
		return true;
	if (walk->block == walk->prose->blocks.count)
	{
		list_close(walk);
		emit_block(walk, MARKDOWN_LEAVE_BLOCK, MARKDOWN_DOCUMENT, 0);
		walk->has_ended = true;
		return true;
	}
	child_begin(walk, block->after_blank);
	list_close(walk);
	if (!walk->writes)
		walk->block++;
	else
	{
		const List *list = list_around(walk);

		walk->is_tight = list != NULL && !list->is_loose;
		block_enter(walk, block);
		walk->part = 1;
	}
	return true;
}

const MarkdownEvent *
md_next(Markdown *walk)
{
	EventQueue *queue = &walk->queue;

	while (queue->next == queue->events.count)
	{
		CHECK_FOR_INTERRUPTS();
		queue->next = queue->events.count = 0;
		if (!walk_step(walk))
			return NULL;
	}
	return &queue->events.items[queue->next++];
}

Markdown *
md_walk(const Prose *prose, int flags)
{
	Markdown   *walk = palloc0(sizeof(Markdown));

	walk->prose = prose;
	walk->flags = flags;
	walk->room = (int64) prose->len * CELLS_RATIO + LEAST_CELLS;
	walk->text = inline_walk_begin(prose, &walk->queue, flags);
	walk_begin(walk, false);
	while (walk_step(walk))
		CHECK_FOR_INTERRUPTS();
	walk_begin(walk, true);
	return walk;
}

/* -------------------------------------------------------- without markers */

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

Markdown *
markdown_parse(const char *text, int len, int flags)
{
	static const uint16 roles[] = {ROLE_REFERENCE};
	static const MarkdownExtension plain = {.match = match_nothing};
	static const MarkdownExtension footnotes = {.match = match_label, .roles = roles};

	return md_walk(prose_parse(text, len, flags & MARKDOWN_FOOTNOTES ? &footnotes : &plain), flags);
}
