/*
 * container.c
 *		Columns of a line, and the containers and leaves that are open while the
 *		reader goes from line to line (see document.c).
 *
 * For "> - a" two containers are pushed, a quote and an item that gives up two
 * columns, and a paragraph is opened in them.  What a later line does not continue is
 * closed only when something is opened, or a blank line comes: text is lazy.
 */
#include "markdown/markdown_internal.h"

/* ---------------------------------------------------------------- columns */

void
columns_advance(Reader *r, int count)
{
	while (count > 0 && r->pos < r->raw_end)
	{
		int			width = r->text[r->pos] == '\t' ? 4 - r->column % 4 : 1;

		if (width > count)
		{
			r->column += count;
			r->in_tab += count;
			return;
		}
		r->in_tab = 0;
		r->column += width;
		count -= width;
		r->pos++;
	}
}

void
columns_advance_to(Reader *r, int pos)
{
	r->column = r->nonspace_column + (pos - r->nonspace);
	r->pos = pos;
	r->in_tab = 0;
}

int
line_run_end(const Reader *r, int pos)
{
	char		c = r->text[pos];

	while (pos < r->line_end && r->text[pos] == c)
		pos++;
	return pos;
}

/* ------------------------------------------------------------- containers */

void
quote_mark_skip(Reader *r)
{
	columns_advance_to(r, r->nonspace + 1);
	if (r->pos < r->line_end && is_blank(r->text[r->pos]))
		columns_advance(r, 1);
}

static void
leaf_close(Reader *r)
{
	if (r->leaf == LEAF_PARAGRAPH)
		link_defs_cut(r);
	else if (r->leaf == LEAF_INDENTED)
	{
		/* blank lines at the end of indented code are not part of it */
		TextBlock  *block = leaf_block(r);

		block->nlines = r->code_lines;
		block->end = r->code_end;
		r->prose->lines.count = block->first_line + block->nlines;
		while (r->prose->margins.count > 0 &&
			   r->prose->margins.items[r->prose->margins.count - 1].line >= r->prose->lines.count)
			r->prose->margins.count--;
	}
	r->leaf = LEAF_NONE;
}

void
containers_close(Reader *r, int depth)
{
	leaf_close(r);
	while (r->depth > depth)
	{
		Container  *container = &r->containers[--r->depth];

		r->prose->containers.items[container->span].end_block = r->prose->blocks.count;
		r->prose->containers.items[container->span].end_container = r->prose->containers.count;
		if (container->kind == CONTAINER_NOTE)
		{
			NoteDef    *note = &r->prose->note_defs.items[container->note];

			note->nblocks = r->prose->blocks.count - note->first_block;
			note->end = r->prose->blocks.items[r->prose->blocks.count - 1].end;
		}
	}
}

Container *
container_push(Reader *r, ContainerKind kind, int indent)
{
	Container  *container;
	ContainerSpan *span;

	containers_close(r, r->matched);
	if (r->depth > 0)
		r->containers[r->depth - 1].has_child = true;
	container = &r->containers[r->depth++];
	memset(container, 0, sizeof(*container));
	container->kind = kind;
	container->indent = indent;
	container->note = -1;
	container->span = r->prose->containers.count;
	span = VEC_PUSH(&r->prose->containers);
	span->kind = kind;
	span->depth = r->depth - 1;
	span->first_block = r->prose->blocks.count;
	span->after_blank = r->blank_depth <= span->depth;
	r->matched = r->depth;
	return container;
}

/* ------------------------------------------------------------------ leaves */

TextBlock *
leaf_open(Reader *r, BlockKind kind, LeafKind leaf)
{
	TextBlock  *block;
	int			i;

	containers_close(r, r->matched);
	block = VEC_PUSH(&r->prose->blocks);
	block->kind = kind;
	block->start = r->line_start;
	block->first_line = r->prose->lines.count;
	block->note_def = -1;
	block->nsentences = -1;
	block->after_blank = r->blank_depth <= r->depth;
	for (i = r->depth - 1; i >= 0 && !r->containers[i].has_leaf; i--)
	{
		r->containers[i].has_leaf = r->containers[i].has_child = true;
		block->starts_item |= r->containers[i].kind == CONTAINER_ITEM;
	}
	if (r->depth > 0)
		r->containers[r->depth - 1].has_child = true;
	for (i = 0; i < r->depth; i++)
	{
		if (r->containers[i].kind == CONTAINER_NOTE)
			block->note_def = r->containers[i].note;
		else
			block->depth++;
		block->in_quote |= r->containers[i].kind == CONTAINER_QUOTE;
	}
	r->leaf = leaf;
	return block;
}

void
leaf_add_line(Reader *r, int start)
{
	TextBlock  *block = leaf_block(r);
	Line	   *line = VEC_PUSH(&r->prose->lines);

	line->start = Min(start, r->line_end);
	line->end = r->line_end;
	block->nlines++;
	block->end = r->line_next;
	r->leaf_start = r->line_start;
}

void
verbatim_add_line(Reader *r, int start)
{
	leaf_add_line(r, start);
	if (r->in_tab > 0 || r->pos != Min(start, r->line_end))
	{
		Margin	   *margin = VEC_PUSH(&r->prose->margins);

		margin->line = r->prose->lines.count - 1;
		margin->start = r->pos;
		margin->pad = r->in_tab > 0 ? 4 - r->column % 4 : 0;
	}
}

TextBlock *
leaf_line(Reader *r, BlockKind kind)
{
	TextBlock  *block = leaf_open(r, kind, LEAF_NONE);

	leaf_add_line(r, r->nonspace);
	return block;
}
