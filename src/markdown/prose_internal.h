/*
 * prose_internal.h
 *		What the files of the prose reader share: prose.c (blocks),
 *		prose_block.c (what opens a block), prose_link.c (link definitions),
 *		prose_inline.c (zones and markers), prose_syntax.c (small scanners of
 *		CommonMark syntax), prose_sentence.c (sentences and words),
 *		prose_language.c (abbreviations and stops).
 */
#ifndef PROSE_INTERNAL_H
#define PROSE_INTERNAL_H

#include "memocite.h"

#include "ascii.h"

/* Bytes of work between two checks for a cancel. */
#define PROSE_CHECK_BYTES	65536

/* CommonMark: a link label has at most 999 characters; counted in bytes. */
#define MAX_LABEL			999

/* ASCII punctuation: what a backslash can escape. */
static inline bool
is_punct(char c)
{
	return c > ' ' && c < 0x7F && !is_letter(c) && !is_digit(c);
}

static inline char
to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
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

extern void leaf_text_in_place(const Prose *prose, LeafText *leaf);
extern void leaf_text_open(const Prose *prose, const TextBlock *block, int nlines,
						   LeafText *leaf);
extern int	leaf_text_source(const LeafText *leaf, int pos);
extern int	leaf_text_source_end(const LeafText *leaf, int end);
extern Slice leaf_text_slice(const LeafText *leaf, int start, int end);

/* Definitions sorted by label, NULL when there are none; and look-ups: the one
 * that counts, NULL when the label has none. */
extern int	label_compare(const Slice *a, const Slice *b);
extern const LinkDef **link_defs_sorted(const Prose *prose);
extern const LinkDef *link_def_find(const LinkDef **defs, int count, const Slice *label);

/* Is a marker a tag such as [PDF] that is the label of a link: "[PDF](url)", "[PDF][ref]"? */
extern bool tag_labels_link(const LeafText *leaf, int end, const LinkDef **defs, int ndefs, const Marker *marker);

#define MAX_LABELS		32		/* of a group */

/* prose_group.c: is a reference to a footnote several, "[^1, ^2]", and which? */
extern bool label_is_group(Prose *prose, const Marker *marker);
extern int	label_group(const char *text, const Marker *marker, Marker *parts);

/* prose_inline.c: the pass over all blocks; note_markers is as note_defs. */
extern void inline_parse(Prose *prose, const Marker *note_markers);

/* Does the marker stay in the text, so that link syntax applies to it too? */
static inline bool
marker_stays(MarkerKind kind)
{
	return kind == MARKER_BRACKET || kind == MARKER_TABLE_TAG || kind == MARKER_VERIFIED;
}

/* The text of a heading between its marks. */
extern Line heading_text(const Prose *prose, const TextBlock *block);

/*
 * Scanners: each returns the position after what starts at text[pos], or -1
 * when it is not there; none sees a byte at or after end.
 */
extern int	syntax_spaces(const char *text, int end, int pos);
extern int	syntax_link_label(const char *text, int end, int pos);
extern int	syntax_link_dest(const char *text, int end, int pos);
extern int	syntax_link_title(const char *text, int end, int pos);
extern int	syntax_link_tail(const char *text, int end, int pos);
extern int	syntax_autolink(const char *text, int end, int pos);
extern int	syntax_html_tag(const char *text, int end, int pos);
extern int	syntax_html_inline(const char *text, int end, int pos, int *missing);

/* HTML blocks: kind 1..7 that starts at pos, 0 = none; and does it end here? */
extern int	syntax_html_block(const char *text, int end, int pos,
							  const char **closer);
extern bool syntax_html_block_ends(const char *text, int end, int pos, int kind);

/* Steps through the cells of a table row: *pos is -1 at first. */
extern bool syntax_row_cell(const char *text, Line row, int *pos, Line *cell);

/* Number of columns of a delimiter row (| --- | :-: |), 0 when it is none. */
extern int	syntax_delimiter_row(const char *text, Line row);

/* ------------------------------------------------------------ the block pass */

#define NOTE_INDENT		4

/* As cmark: what is nested deeper is text.  Bounds the work of a line. */
#define MAX_DEPTH		100

typedef enum ContainerKind
{
	CONTAINER_QUOTE,
	CONTAINER_ITEM,
	CONTAINER_NOTE
} ContainerKind;

typedef struct Container
{
	ContainerKind kind;
	int			indent;			/* columns that a continuing line gives up */
	bool		has_child;		/* a block or container is in it */
	bool		has_leaf;		/* a block is in it, at any depth */
	int			note;			/* index into note_defs */
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

typedef struct Reader
{
	Prose	   *prose;
	const char *text;
	int			len;
	bool		has_cr;
	int			newline;		/* first '\n' at or after the line's start */

	int			line_start;
	int			line_end;		/* before trailing blanks */
	int			line_next;
	int			pos;			/* after the container prefixes read so far */
	int			column;			/* of pos; in the middle of a tab at times */
	int			nonspace;		/* first byte from pos on that is no blank */
	int			nonspace_column;
	int			indent;			/* columns between pos and nonspace */
	int			no_rule;		/* no thematic break starts before this byte */

	Container	containers[MAX_DEPTH];
	int			depth;
	int			matched;		/* containers the line continues or opened */
	bool		in_note;		/* this line opened a note definition */

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

/* Goes on by columns; may stop within a tab, whose rest then still counts. */
extern void columns_advance(Reader *r, int count);

/* Goes on to a byte at or after nonspace that no blank precedes. */
extern void columns_advance_to(Reader *r, int pos);

/* Steps over a quote mark and the blank after it. */
extern void quote_mark_skip(Reader *r);

/* Position after a run of the byte at pos. */
extern int	line_run_end(const Reader *r, int pos);

/* Opens a container, whose depth the caller has checked. */
extern Container *container_push(Reader *r, ContainerKind kind, int indent);

/* Opens a block at this line, after closing what the line did not continue. */
extern TextBlock *leaf_open(Reader *r, BlockKind kind, LeafKind leaf);
extern void leaf_add_line(Reader *r, int start);

/* A block of this one line. */
extern TextBlock *leaf_line(Reader *r, BlockKind kind);

/* prose_block.c: opens what starts at nonspace. */
extern Opened prose_block_open(Reader *r);

/* Is this line the delimiter row under the open paragraph's last line? */
extern bool prose_table_open(Reader *r);

/* Is this line still text of the open source line? */
extern bool prose_source_continues(const Reader *r);

/* prose_link.c: cuts definitions off the paragraph's head; is text left? */
extern bool link_defs_cut(Reader *r);

/* ------------------------------------------- prose_language.c: for sentences */

/* Words longer than this, in bytes, are no abbreviations. */
#define MAX_WORD		16

/* What an abbreviation's full stop does before a word in upper case. */
typedef enum AbbrevKind
{
	ABBREV_NONE,				/* no abbreviation */
	ABBREV_NEVER,				/* ends no sentence: a name or case follows */
	ABBREV_NUMBER,				/* ends none when a number follows */
	ABBREV_MAYBE				/* ends one only before a sentence starter */
} AbbrevKind;

extern AbbrevKind language_abbrev(const char *word, int len);

/* Does a word that usually starts a sentence stand at pos? */
extern bool language_is_starter(const char *text, int end, int pos);

/* Does a number, Roman numeral or capital that names a part stand at pos? */
extern bool language_is_number(const char *text, int end, int pos);

/* Bytes of such a character at pos, 0 when it is none. */
extern int	language_stop(const char *text, int end, int pos);
extern int	language_cjk_stop(const char *text, int end, int pos);
extern int	language_closer(const char *text, int end, int pos);
extern int	language_opener(const char *text, int end, int pos);
extern int	language_blank(const char *text, int end, int pos);
extern bool language_is_lower(const char *text, int end, int pos);

/* A character of a script that puts no blanks between words. */
static inline bool
is_cjk(char c)
{
	unsigned char lead = c;

	return lead >= 0xE3 && lead <= 0xEF;
}

#endif							/* PROSE_INTERNAL_H */
