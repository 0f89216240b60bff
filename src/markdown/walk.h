/*
 * walk.h
 *		What a walk of a document knows (walk.c), and of its blocks (walk_block.c).
 *
 * Example: in the second cell of "|a|b|" block is the table, part > 0, table.column 2.
 */
#ifndef MARKDOWN_WALK_H
#define MARKDOWN_WALK_H

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

/* Where the walk is in a table. */
typedef struct TableWalk
{
	MarkdownAlign *aligns;
	int			row;
	int			column;			/* -1 = the row is not begun */
	int			pos;			/* see syntax_row_cell() */
	int			bar;			/* behind the cell, -1 = none */
	bool		in_cell;
} TableWalk;

struct Markdown
{
	const Prose *prose;
	EventQueue	queue;
	InlineWalk *text;
	int			flags;
	int			block;			/* the one that is written */
	int			part;			/* of it, from 1; 0 = it is not begun */
	bool		is_tight;		/* its list shows a paragraph without a block of its own */
	int			container;		/* the next one */
	int			skip;			/* bytes of a task's mark at its start */
	bool		writes;			/* else only the lists are measured */
	bool		has_ended;
				VEC(List) lists;
	int			next_list;
	int			depth;			/* open containers; their children are at levels[depth] */
	Level		levels[MAX_DEPTH + 2];
	int			margin;			/* next of prose->margins */
	int64		room;			/* empty cells that rows may still be filled up with */
	TableWalk	table;
};

/* Short rows are filled up with empty cells, but a wide table of many is not: they would
 * be more than all of the text. */
#define CELLS_RATIO		4
#define LEAST_CELLS		100000

/* ------------------------------------------------------ walk_block.c */

/* The block's start, some of what is in it (false when nothing is left), and its end. */
extern void block_enter(Markdown *walk, const TextBlock *block);
extern bool block_step(Markdown *walk, const TextBlock *block);
extern void block_leave(Markdown *walk, const TextBlock *block);

#endif							/* MARKDOWN_WALK_H */
