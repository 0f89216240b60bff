/*
 * reader.h
 *		The block pass: a line at a time, its containers, then what its leaf takes.
 *
 * Example: of "> - NOI" the quote and the item are pushed on containers[], and "NOI" opens
 * a paragraph at depth 2; the line "> rose" behind it continues it lazily.
 */
#ifndef MARKDOWN_READER_H
#define MARKDOWN_READER_H

#include "markdown/markdown_internal.h"

#define NOTE_INDENT		4

typedef struct Container
{
	ContainerKind kind;
	int			indent;			/* columns that a continuing line gives up */
	bool		has_child;		/* a block or container is in it */
	bool		has_leaf;		/* a block is in it, at any depth */
	int			note;			/* index into note_defs */
	int			span;			/* index into prose->containers */
} Container;

typedef enum LeafKind
{
	LEAF_NONE,
	LEAF_PARAGRAPH,				/* takes lazy lines: source lines too */
	LEAF_TABLE,
	LEAF_INDENTED,
	LEAF_FENCE,
	LEAF_HTML
} LeafKind;

typedef enum Opened
{
	OPENED_NOTHING,
	OPENED_CONTAINER,
	OPENED_LEAF					/* and the line is used up */
} Opened;

#define NO_BLANK		INT_MAX		/* the line before was not blank */

typedef struct Reader
{
	Prose	   *prose;
	const char *text;
	int			len;
	bool		has_cr;
	int			newline;		/* first '\n' at or after the line's start */

	int			line_start;
	int			line_end;		/* before trailing blanks, */
	int			raw_end;		/* and behind them */
	int			line_next;
	int			pos;			/* after the container prefixes read so far */
	int			column;			/* of pos; in the middle of a tab at times: */
	int			in_tab;			/* columns of the tab at pos that are used up */
	int			nonspace;		/* first byte from pos on that is no blank */
	int			nonspace_column;
	int			indent;			/* columns between pos and nonspace */
	int			no_rule;		/* no thematic break starts before this byte */

	Container	containers[MAX_DEPTH];
	int			depth;
	int			matched;		/* containers the line continues or opened */
	bool		in_note;		/* this line opened a note definition */
	int			blank_depth;	/* the line before was blank to containers from this depth on */

	LeafKind	leaf;
	int			leaf_start;		/* start of the open leaf's last line */
	char		fence_char;
	int			fence_len;
	int			fence_indent;
	int			html_kind;
	const char *html_closer;
	int			code_lines;		/* indented code up to its last solid line */
	int			code_end;

				VEC(Marker) note_markers;

	bool		has_source_lines;	/* these are, and no others: */
	const Line *source_lines;
	int			nsource_lines;	/* not behind the line at hand */
} Reader;

/* Sets nonspace and indent for pos; looks at each blank of a line only once. */
static inline void
line_measure(Reader *r)
{
	if (r->nonspace < r->pos)
	{
		int			pos = r->pos;
		int			column = r->column;

		for (; pos < r->line_end && is_blank(r->text[pos]); pos++)
			column += r->text[pos] == '\t' ? 4 - column % 4 : 1;
		r->nonspace = pos;
		r->nonspace_column = column;
	}
	r->indent = r->nonspace_column - r->column;
}

static inline bool
line_is_blank(const Reader *r)
{
	return r->nonspace >= r->line_end;
}

static inline TextBlock *
leaf_block(const Reader *r)
{
	return &r->prose->blocks.items[r->prose->blocks.count - 1];
}

/* ------------------------------------------------------- container.c */

/* Goes on by columns; may stop within a tab, whose rest then still counts. */
extern void columns_advance(Reader *r, int count);

/* Goes on to a byte at or after nonspace that no blank precedes. */
extern void columns_advance_to(Reader *r, int pos);

/* Steps over a quote mark and the blank after it. */
extern void quote_mark_skip(Reader *r);

/* Position after a run of the byte at pos. */
extern int	line_run_end(const Reader *r, int pos);

/* Closes the open leaf and the containers above depth. */
extern void containers_close(Reader *r, int depth);

/* Opens a container, whose depth the caller has checked. */
extern Container *container_push(Reader *r, ContainerKind kind, int indent);

/* Opens a block at this line, after closing what the line did not continue. */
extern TextBlock *leaf_open(Reader *r, BlockKind kind, LeafKind leaf);

/* Adds this line, from start on, to the open leaf. */
extern void leaf_add_line(Reader *r, int start);

/* The same for a line of code or HTML: what its content begins with before start is kept. */
extern void verbatim_add_line(Reader *r, int start);

/* A block of this one line. */
extern TextBlock *leaf_line(Reader *r, BlockKind kind);

/* ----------------------------------------------------- block.c */

/* block.c: opens what starts at nonspace. */
extern Opened prose_block_open(Reader *r);

/* Is this line the delimiter row under the open paragraph's last line? */
extern bool prose_table_open(Reader *r);

/* Is this line still text of the open source line? */
extern bool prose_source_continues(const Reader *r);

/* ------------------------------------------------------ link_definition.c */

/* link_definition.c: cuts definitions off the paragraph's head; is text left? */
extern bool link_defs_cut(Reader *r);

#endif							/* MARKDOWN_READER_H */
