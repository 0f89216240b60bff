/*
 * markdown_internal.h
 *		What the files of markdown/ share with nobody else: the block pass, the inline pass,
 *		and the walk that makes events of a document.
 */
#ifndef MARKDOWN_INTERNAL_H
#define MARKDOWN_INTERNAL_H

#include "markdown/markdown.h"

/* Bytes of work between two checks for a cancel. */
#define PROSE_CHECK_BYTES	65536

#define CODE_INDENT		4		/* columns before a line that make it code */

/* As cmark: what is nested deeper is text.  Bounds the work of a line. */
#define MAX_DEPTH		100

/* ASCII punctuation: what a backslash can escape. */
static inline bool
is_punct(char c)
{
	return c > ' ' && c < 0x7F && !is_letter(c) && !is_digit(c);
}

typedef enum ContainerKind
{
	CONTAINER_QUOTE,
	CONTAINER_ITEM,
	CONTAINER_NOTE
} ContainerKind;

/* A quote, list item or footnote definition: prose->blocks[first_block .. end_block). */
struct ContainerSpan
{
	ContainerKind kind;
	char		mark;			/* item: '-', '+', '*', '.' or ')' */
	bool		after_blank;
	int			number;			/* item of an ordered list */
	int			depth;			/* open containers around it */
	int			first_block;
	int			end_block;
	int			end_container;	/* behind the last one in it */
};

/* A line of code or HTML whose content begins before lines[line].start, or in a tab. */
struct Margin
{
	int			line;
	int			start;
	int			pad;			/* columns of the tab at start that are content */
};

/* Inline syntax that has an extent, in the text of its leaf; nested, never overlapping. */
typedef enum InlineSpanKind
{
	SPAN_CODE,
	SPAN_HTML,
	SPAN_AUTOLINK,				/* <https://...>, <name@host> */
	SPAN_BARE_LINK,				/* https://..., by prose_walk() only */
	SPAN_LINK,
	SPAN_IMAGE
} InlineSpanKind;

/* Before the destination of a bare link. */
typedef enum LinkPrefix
{
	PREFIX_NONE,
	PREFIX_HTTP,
	PREFIX_MAILTO
} LinkPrefix;

struct InlineSpan
{
	uint8		kind;			/* InlineSpanKind */
	bool		is_text;		/* link: of a definition that was used too often */
	uint8		prefix;			/* bare link: LinkPrefix */
	int			block;
	int			start;
	int			end;
	int			label_end;		/* link, image: where its text ends */
	int			def;			/* the definition it refers to, -1 = inline */
};

/*
 * A leaf's text as one run of bytes.  Lines that only indentation separates are
 * read in place (buf is the body, positions are its offsets); in a block quote
 * they are copied without the quote marks and joined with newlines.
 */
typedef struct LeafText
{
	const char *text;			/* the body */
	const char *buf;
	int			start;
	int			end;
	const Line *lines;
	int			nlines;
	int		   *offsets;		/* of each line in buf; NULL when in place */
} LeafText;

/* ------------------------------------------------------ link_definition.c */

/* A leaf whose positions are offsets of the body. */
extern void leaf_text_in_place(const Prose *prose, LeafText *leaf);

/* The first nlines of a block; copied where a quote mark stands between them. */
extern void leaf_text_open(const Prose *prose, const TextBlock *block, int nlines,
						   LeafText *leaf);

/* A position of the leaf as an offset of the body, */
extern int	leaf_text_source(const LeafText *leaf, int pos);

/* as an end: of what stands before it, not on the line behind it, */
extern int	leaf_text_source_end(const LeafText *leaf, int end);

/* and what is between two, line breaks with the indentation behind them too. */
extern Slice leaf_text_slice(const LeafText *leaf, int start, int end);

/* Order of labels as label_fold() writes them, without writing them. */
extern int	label_compare(const Slice *a, const Slice *b);

/* ------------------------------------------------------------ link.c */

/*
 * Scanners: each returns the position after what starts at text[pos], or -1
 * when it is not there; none sees a byte at or after end.
 */
extern int	syntax_spaces(const char *text, int end, int pos);
extern int	syntax_link_label(const char *text, int end, int pos);
extern int	syntax_link_dest(const char *text, int end, int pos);
extern int	syntax_link_title(const char *text, int end, int pos);
extern int	syntax_autolink(const char *text, int end, int pos);	/* <https://...>, <name@host> */

/* ------------------------------------------------------------ html.c */

extern int	syntax_html_tag(const char *text, int end, int pos);

/* Bits of *missing are closers that do not occur in the rest of the leaf. */
extern int	syntax_html_inline(const char *text, int end, int pos, int *missing);

/* HTML blocks: kind 1..7 that starts at pos, 0 = none; and does it end here? */
extern int	syntax_html_block(const char *text, int end, int pos, const char **closer);
extern bool syntax_html_block_ends(const char *text, int end, int pos, int kind);

/*
 * The block pass: a line at a time, its containers, then what its leaf takes.
 *
 * Example: of "> - NOI" the quote and the item are pushed on containers[], and "NOI" opens
 * a paragraph at depth 2; the line "> rose" behind it continues it lazily.
 */
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

	Line		wrapping[2];	/* lines that are read as blank ones */
	bool		is_prose;		/* even what opens as a source line does */
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

/*
 * The inline pass: the text of each leaf byte by byte, for markers, zones and spans.
 *
 * Example: "see [a](b) `c`" leaves a link span with its label and destination zones, and a
 * code span; emphasis is not its concern (emphasis.c, when events are written).
 */
/* As cmark: a longer run of back-ticks opens no code span. */
#define MAX_TICKS		80

typedef struct Bracket
{
	int			pos;			/* of its '[' */
	int			nzones;			/* found before it */
	int			nmarkers;
	bool		is_image;
	bool		has_bracket;	/* another one is inside: no reference label */
} Bracket;

typedef struct Inline
{
	Prose	   *prose;
	LeafText	leaf;
	const char *text;			/* leaf.buf */
	int			end;
	const uint8 *stops;			/* bytes where something can start */
	int			block;
	int			line;
	int			cell;
	int			cell_start;
	int			floor;			/* where plain text began: "!" counts from here */
	int			marker_end;		/* of the last marker */
	int			next_check;
				VEC(Bracket) brackets;
	int			inactive;		/* brackets below this index hold a link */
	int			missing;		/* HTML closers not found: see html.c */
	bool		ticks_clean;	/* ticks[] is of this leaf */
	bool		ticks_known;	/* and has the last run of each length */
	int			ticks[MAX_TICKS + 1];
	const LinkDef **defs;		/* sorted by label */
	int			ndefs;
} Inline;

/* --------------------------------------------------------- bracket.c */

/* Adds a zone, from and to positions of the leaf's text. */
extern void zone_add(Inline *in, ZoneKind kind, int start, int end);

/* Adds what prose_walk() writes, in positions of the leaf's text. */
extern InlineSpan *span_add(Inline *in, InlineSpanKind kind, int start, int end);

/* Is there a marker at pos that is no part of the one before? */
extern bool inline_match(const Inline *in, int pos, Marker *marker);

/* Files a marker under its block, line and cell, in offsets of the body. */
extern void marker_push(Inline *in, const Marker *found);

/* Is a marker such as [PDF] the label of a link: "[PDF](url)", "[PDF][ref]"? */
extern bool label_of_link(const Inline *in, const Marker *marker);

/* The same with the destination that may follow it, or for each of a group; each of
 * these returns the position to go on at. */
extern int	marker_take(Inline *in, Marker *marker);
extern int	lead_byte(Inline *in, int pos);
extern int	bracket_open(Inline *in, int pos);
extern int	bracket_close(Inline *in, int pos);

/* ---------------------------------------------------- inline.c */

/* inline.c: the pass over all blocks; note_markers is as note_defs. */
extern void inline_parse(Prose *prose, const Marker *note_markers);

/*
 * The walk, which makes events of a document.  The text of a leaf is pieces, and the delimiters
 * in them: "**a** `b`" is the pieces TEXT "**a** " and SPAN "`b`"; its delimiters are paired to
 * one strong.
 */

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

typedef struct Walk
{
	const Prose *prose;
	MarkdownSink *sink;
	void	   *data;			/* of it */
	int			flags;
	int			margin;			/* next of prose->margins */
	int			skip;			/* bytes of a task's mark before the next text */
	int64		cells;			/* empty ones that rows may still be filled up with */
	int64		attributes;		/* bytes that uses of link definitions may still expand to */
	/* the text at hand */
	LeafText	leaf;
	const char *text;			/* leaf.buf */
	int			start;
	int			end;
	bool		is_cell;		/* of a table */
	int			next_span;		/* of prose->spans */
				VEC(InlineSpan) found;	/* its spans */
				VEC(Delimiters) runs;
				VEC(Pair) pairs;
	int			last;			/* the last run that is not paired, -1 = none */
	int			next_run;		/* that is written */
	StringInfoData scratch;
	/* where piece_next() is */
	int			pos;
	int			next;			/* of found */
				VEC(int) open;	/* links and images whose text is read: indexes into found */
				VEC(int) bottoms;	/* for each, the last run before it */
} Walk;

/* Hands an event on. */
static inline void
emit(Walk *walk, const MarkdownEvent *event)
{
	CHECK_FOR_INTERRUPTS();
	walk->sink(walk->data, event);
}

/* The same of one without text, target or number. */
static inline void
emit_plain(Walk *walk, MarkdownEventKind kind, int type)
{
	emit(walk, &(MarkdownEvent) {.kind = kind, .type = type, .start = -1});
}

/* ------------------------------------------------------- bare_link.c */

/* The next bare URL or address from *pos on, which then is its end; text.data is of the whole
 * leaf from start on. */
extern bool autolink_find(Slice text, int start, int *pos, InlineSpan *link);

/* ---------------------------------------------------- inline_token.c */

/* How many bytes from pos on are read as one character: 2 of "\\*". */
extern int	escape_length(const Walk *walk, int pos, int stop);

/* Finds the spans of the text from walk->start to walk->end of a block, the bare URLs between
 * them, and the delimiters, which it pairs. */
extern void inline_read(Walk *walk, int block);

/* The text piece by piece: inline_read() went back to its start. */
extern Piece piece_next(Walk *walk);

/* -------------------------------------------------------- emphasis.c */

/* Pairs the delimiters behind the run at bottom (-1 = all), and forgets them. */
extern void process_emphasis(Walk *walk, int bottom);

/* ---------------------------------------------------- inline_write.c */

/* Write text; calls come in the order of the document.  Of the first nlines of a block,
 * without so many bytes at their start; */
extern void write_lines(Walk *walk, const TextBlock *block, int nlines, int skip);

/* and of one line: a heading's, a cell's. */
extern void write_range(Walk *walk, const TextBlock *block, Line range, bool is_cell);

#endif							/* MARKDOWN_INTERNAL_H */
