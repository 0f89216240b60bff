/*
 * inline_write.h
 *		Text of leaves as events: spans of the inline pass, and between them tokens.
 *
 * Example: "**a** `b`" is the tokens DELIMITERS, TEXT, DELIMITERS, TEXT, SPAN, of which the
 * delimiters are paired to one strong.
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

typedef enum TokenKind
{
	TOKEN_TEXT,
	TOKEN_REFERENCE,			/* of a character: "&amp;" */
	TOKEN_SOFT_BREAK,
	TOKEN_HARD_BREAK,
	TOKEN_DELIMITERS,			/* a run of '*', '_' or '~' */
	TOKEN_SPAN,					/* code, HTML, an autolink: as a whole */
	TOKEN_ENTER,				/* a link or image, whose text follows */
	TOKEN_LEAVE
} TokenKind;

typedef struct Token
{
	TokenKind	kind;
	int			start;			/* in the leaf's text */
	int			end;
	int			span;			/* index into spans */
	bool		can_open;
	bool		can_close;
	int			before;			/* the delimiters before it that are not paired yet, */
	int			behind;			/* and behind it: indexes into tokens, -1 = none */
	int			nclosing;		/* bytes of the run that close, from its start */
	int			nopening;		/* bytes that open, from its end */
	int			closes;			/* first of its pairs, in the order they are written, */
	int			opens;			/* indexes into pairs, -1 = none */
	int			last_close;
} Token;

typedef struct Pair
{
	MarkdownSpan span;
	int			next;
} Pair;

typedef struct InlineWalk
{
	const Prose *prose;
	Markdown   *out;
	int			flags;
	int64		room;			/* bytes that uses of link definitions may still expand to */
	int		   *def_attributes; /* of each link definition, once it was used; 0 = not yet */
				VEC(InlineSpan) spans;	/* of the whole text, by block and start */
	int			next_span;
	LeafText	leaf;
	const char *text;			/* leaf.buf */
	int			start;			/* of the text walked now */
	int			end;
	bool		is_cell;		/* of a table */
				VEC(InlineSpan) found;	/* its spans */
				VEC(Token) tokens;
				VEC(Pair) pairs;
				VEC(int) open;	/* links and images whose text is read: indexes into found */
				VEC(int) bottoms;	/* for each, the last delimiters before it */
	int			last;			/* the last delimiters of the text, -1 = none */
	int			next_check;
	StringInfoData scratch;
} InlineWalk;

/* ---------------------------------------------------- inline_token.c */

/* Length of the character reference at the start of a text, 0 when there is none. */
extern int	reference_length(StringInfo scratch, Slice text);

/* walk->found: the spans of the text from walk->start to walk->end of a block, and the bare
 * URLs between them. */
extern void collect_spans(InlineWalk *walk, int block);

/* walk->tokens, their delimiters paired. */
extern void read_tokens(InlineWalk *walk);

/* -------------------------------------------------------- emphasis.c */

/* Pairs the delimiters behind the token at bottom (-1 = all), and forgets them. */
extern void process_emphasis(InlineWalk *walk, int bottom);

/* ---------------------------------------------------- inline_write.c */

/* Writes the text of blocks as events of out; calls come in the order of the document. */
extern InlineWalk *inline_walk_begin(const Prose *prose, Markdown *out, int flags);

/* The first nlines of a block, without so many bytes at their start. */
extern void inline_walk_block(InlineWalk *walk, int block, int nlines, int skip);

/* Bytes of one line: a heading's text, a cell. */
extern void inline_walk_range(InlineWalk *walk, int block, int start, int end, bool is_cell);

/* A destination, title or info string as parts of out, escapes resolved; its index. */
extern int	attribute_add(Markdown *out, Slice text);

/* Appends an event of a kind and type, without text or target. */
extern MarkdownEvent *event_add(Markdown *out, MarkdownEventKind kind, int type);

#endif							/* MARKDOWN_INLINE_WRITE_H */
