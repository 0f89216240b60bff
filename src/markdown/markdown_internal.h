/*
 * markdown_internal.h
 *		What the files of markdown/ share with nobody else.
 *
 * Beside it reader.h is the block pass, inline.h the inline pass, and inline_write.h what
 * writes the text of leaves as events.
 */
#ifndef MARKDOWN_INTERNAL_H
#define MARKDOWN_INTERNAL_H

#include "markdown/markdown.h"

/* Bytes of work between two checks for a cancel. */
#define PROSE_CHECK_BYTES	65536

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
	SPAN_BARE_LINK,				/* https://..., by md_walk() only */
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

/* Does the marker stay in the text, so that link syntax applies to it too? */
static inline bool
marker_stays(MarkerKind kind)
{
	return kind == MARKER_BRACKET || kind == MARKER_TABLE_TAG || kind == MARKER_VERIFIED;
}

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

/* Is a marker a tag such as [PDF] that is the label of a link: "[PDF](url)", "[PDF][ref]"? */
extern bool tag_labels_link(const LeafText *leaf, int end, const LinkDef **defs, int ndefs,
							const Marker *marker);

/* ------------------------------------------------------------ link.c */

/*
 * Scanners: each returns the position after what starts at text[pos], or -1
 * when it is not there; none sees a byte at or after end.
 */
extern int	syntax_spaces(const char *text, int end, int pos);
extern int	syntax_link_label(const char *text, int end, int pos);
extern int	syntax_link_dest(const char *text, int end, int pos);
extern int	syntax_link_title(const char *text, int end, int pos);

/* -------------------------------------------------------- autolink.c */

extern int	syntax_autolink(const char *text, int end, int pos);

/* ------------------------------------------------------------ html.c */

extern int	syntax_html_tag(const char *text, int end, int pos);

/* Bits of *missing are closers that do not occur in the rest of the leaf. */
extern int	syntax_html_inline(const char *text, int end, int pos, int *missing);

/* HTML blocks: kind 1..7 that starts at pos, 0 = none; and does it end here? */
extern int	syntax_html_block(const char *text, int end, int pos, const char **closer);
extern bool syntax_html_block_ends(const char *text, int end, int pos, int kind);

#endif							/* MARKDOWN_INTERNAL_H */
