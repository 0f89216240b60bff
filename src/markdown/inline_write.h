/*
 * inline_write.h
 *		Text of leaves as events: its pieces, and the delimiters in them.
 *
 * Example: "**a** `b`" is the pieces TEXT "**a** " and SPAN "`b`"; its delimiters are paired
 * to one strong.
 */
#ifndef MARKDOWN_INLINE_WRITE_H
#define MARKDOWN_INLINE_WRITE_H

#include "markdown/events.h"
#include "markdown/markdown_internal.h"

/* ------------------------------------------------------ bare_link.c */

/* The next bare URL or address from *pos on, which then is its end; text.data is of the whole
 * leaf from start on. */
extern bool autolink_find(Slice text, int start, int *pos, InlineSpan *link);

/*
 * Bytes of destinations and titles for each byte of input.  Every use of a link definition
 * has its own: without a limit a megabyte of [a] and one long definition are gigabytes.
 */
#define ATTRIBUTE_BYTES_RATIO	16
#define LEAST_ATTRIBUTE_BYTES	100000

typedef enum PieceKind
{
	PIECE_TEXT,
	PIECE_SPAN,					/* code, HTML, an autolink: as a whole */
	PIECE_ENTER,				/* a link or image, whose text follows */
	PIECE_LEAVE,
	PIECE_END
} PieceKind;

typedef struct Piece
{
	PieceKind	kind;
	int			start;			/* of a text */
	int			end;
	InlineSpan *span;
} Piece;

/* A run of '*', '_' or '~' that may open or close something. */
typedef struct Delimiters
{
	int			start;			/* in the leaf's text */
	int			end;
	int			before;			/* the delimiters before it that are not paired yet, */
	int			behind;			/* and behind it: indexes, -1 = none */
	int			nclosing;		/* bytes of the run that close, from its start */
	int			nopening;		/* bytes that open, from its end */
	int			closes;			/* first of its pairs, in the order they are written, */
	int			opens;			/* indexes into pairs, -1 = none */
	int			last_close;
	bool		can_open;
	bool		can_close;
} Delimiters;

typedef struct Pair
{
	MarkdownSpan span;
	int			next;
} Pair;

/* Events that were made and are not asked for yet. */
typedef struct EventQueue
{
				VEC(MarkdownEvent) events;
	int			next;
} EventQueue;

/* So many may be made at a time: of a text of any length they are a few. */
#define QUEUE_LENGTH	64

typedef struct InlineWalk
{
	const Prose *prose;
	EventQueue *out;
	int			flags;
	int64		room;			/* bytes that uses of link definitions may still expand to */
	int			next_span;		/* of prose->spans */
	LeafText	leaf;
	const char *text;			/* leaf.buf */
	int			start;			/* of the text walked now */
	int			end;
	bool		is_cell;		/* of a table */
				VEC(InlineSpan) found;	/* its spans */
				VEC(Delimiters) runs;
				VEC(Pair) pairs;
	int			last;			/* the last run that is not paired, -1 = none */
	int			next_check;
	/* where piece_next() is */
	int			pos;
	int			next;			/* of found */
				VEC(int) open;	/* links and images whose text is read: indexes into found */
				VEC(int) bottoms;	/* for each, the last run before it */
	/* and what is written: text from plain_start on, read to plain */
	int			plain_start;
	int			plain;
	int			plain_end;
	int			next_run;
	bool		is_url;			/* no more than character references are in it */
	int			lines;			/* code or HTML: what is written of it, */
	int			lines_end;
	MarkdownText lines_type;
	int			leaves;			/* the MarkdownSpan that ends behind both, -1 = none */
	StringInfoData scratch;
} InlineWalk;

/* ---------------------------------------------------- inline_token.c */

/* Length of the character reference at the start of a text, 0 when there is none. */
extern int	reference_length(StringInfo scratch, Slice text);

/* How many bytes at a backslash are read as one character: 1 = it escapes nothing. */
extern int	escape_length(const InlineWalk *walk, int pos, int stop);

/* Finds the spans of the text from walk->start to walk->end of a block, the bare URLs between
 * them, and the delimiters, which it pairs. */
extern void inline_read(InlineWalk *walk, int block);

/* The text piece by piece: inline_read() went back to its start. */
extern Piece piece_next(InlineWalk *walk);

/* -------------------------------------------------------- emphasis.c */

/* Pairs the delimiters behind the run at bottom (-1 = all), and forgets them. */
extern void process_emphasis(InlineWalk *walk, int bottom);

/* ---------------------------------------------------- inline_write.c */

/* Writes the text of blocks as events of out; calls come in the order of the document. */
extern InlineWalk *inline_walk_begin(const Prose *prose, EventQueue *out, int flags);

/* Begins the first nlines of a block, without so many bytes at their start. */
extern void inline_walk_block(InlineWalk *walk, int block, int nlines, int skip);

/* Begins bytes of one line: a heading's text, a cell. */
extern void inline_walk_range(InlineWalk *walk, int block, int start, int end, bool is_cell);

/* Writes some of what was begun; false when nothing is left. */
extern bool inline_walk_step(InlineWalk *walk);

/* Adds an event of a kind and type, without text or target. */
extern MarkdownEvent *event_add(EventQueue *out, MarkdownEventKind kind, int type);

#endif							/* MARKDOWN_INLINE_WRITE_H */
