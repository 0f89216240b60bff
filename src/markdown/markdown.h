/*
 * markdown.h
 *		Markdown as blocks, lines and inline zones, with byte offsets into the text.
 *
 * Example: of "NOI rose `[x]`." prose_parse() makes one paragraph with one code span
 * at bytes 9 to 14; nobody copies or rewrites the text.
 *
 * Owns: the parsed document (Prose), whose text is the caller's.
 * Never knows: which sources there are, what a memo is.
 */
#ifndef MARKDOWN_MARKDOWN_H
#define MARKDOWN_MARKDOWN_H

#include "base/base.h"
#include "markdown/marker.h"

typedef enum BlockKind
{
	BLOCK_PARAGRAPH,
	BLOCK_HEADING,
	BLOCK_TABLE,				/* header, delimiter and body rows: one line each */
	BLOCK_CODE,					/* fenced or indented */
	BLOCK_HTML,
	BLOCK_RULE,					/* thematic break */
	BLOCK_LINK_DEF,				/* [label]: destination "title" */
	BLOCK_SOURCE_LINE,			/* [SRC:n]: text, with its lazy lines */
	BLOCK_CHART_ANCHOR			/* [CHART:id] on a line of its own */
} BlockKind;

/*
 * The content of one line of a block: from after container prefixes (quote
 * marks, list markers, indentation) to before trailing blanks and line end.
 */
typedef struct Line
{
	int			start;
	int			end;
} Line;

#define CODE_INDENT		4			/* columns before a line that make it code */
/* A leaf block.  [start, end) covers its whole source lines, line ends too. */
typedef struct TextBlock
{
	BlockKind	kind;
	int			level;			/* heading 1..6 */
	bool		is_setext;
	bool		is_fenced;		/* code */
	bool		is_open;		/* fence, comment, <pre>... that nothing closes */
	bool		is_closed;		/* fenced: its last line is the closing fence */
	bool		after_blank;	/* a blank line of its container stands before it */
	bool		starts_item;	/* first block of a list item */
	bool		in_quote;
	int			depth;			/* open containers (quotes, items) around it */
	int			start;
	int			end;
	int			first_line;		/* prose->lines[first_line .. first_line + nlines) */
	int			nlines;
	int			first_marker;	/* prose->markers of this block */
	int			nmarkers;
	int			note_def;		/* index into prose->note_defs, -1 = none */
	int			columns;		/* table: what a row has beyond them is not shown */
	int			markers_at;		/* fenced: markers behind the closing fence, 0 = none */
	const char *closer;			/* is_open: what closes it ("```", "-->") */
	int			first_sentence;	/* prose->sentences, when nsentences > 0; */
	int			nsentences;		/* -1 = not split yet, see prose_sentences */
	bool		is_measured;	/* has_prose is known, see place.c */
	bool		has_prose;
} TextBlock;

/* Zones: where inline syntax is.  Opaque but for ZONE_LINK_LABEL. */
#define ZONE_KINDS(X) \
	X(ZONE_PROSE, "prose") \
	X(ZONE_CODE_SPAN, "code_span") \
	X(ZONE_LINK_DEST, "link_destination") \
	X(ZONE_LINK_LABEL, "link_label") \
	X(ZONE_IMAGE, "image") \
	X(ZONE_AUTOLINK, "autolink") \
	X(ZONE_HTML, "html") \
	X(ZONE_CODE_BLOCK, "code_block") \
	X(ZONE_HTML_BLOCK, "html_block") \
	X(ZONE_HEADING, "heading") \
	X(ZONE_TABLE, "table")

typedef enum ZoneKind
{
#define X(id, name) id,
	ZONE_KINDS(X)
#undef X
	ZONE_NKINDS
} ZoneKind;

/* An inline zone [start, end); sorted by start, never overlapping but that a
 * label may contain others. */
typedef struct Zone
{
	ZoneKind	kind;
	int			start;
	int			end;
} Zone;

/* An agent's footnote definition, a container of blocks. */
typedef struct NoteDef
{
	Slice		label;
	int			start;			/* first byte of its first line */
	int			end;			/* after the line end of its last block */
	int			content;		/* first byte after "[^label]:" and blanks */
	int			first_block;
	int			nblocks;
} NoteDef;

/* A link reference definition, and a use of a label ([x], [x][], [t][x]). */
typedef struct LinkDef
{
	Slice		label;
	Slice		dest;			/* destination and title, as written */
	int			block;
} LinkDef;

typedef struct LinkUse
{
	Slice		label;
	int			def;			/* which definition it means */
	bool		is_shortcut;	/* [x]: its text shows, so renaming gives [x][new] */
	int			end;			/* byte after the use's last bracket */
	int			renamed_at;		/* where its new label is written, */
	int			renamed_len;	/* in place of so many bytes; */
	const char *renamed;		/* NULL = the label stays */
} LinkUse;

typedef struct Sentence
{
	int			start;			/* first byte that is no blank */
	int			end;			/* after its closing punctuation, quotes, brackets */
} Sentence;

typedef struct InlineSpan InlineSpan;	/* of the folder: markdown_internal.h */
typedef struct ContainerSpan ContainerSpan;
typedef struct Margin Margin;

/* A document that was read; all that is in it is in the order of the text. */
typedef struct Prose
{
	const MarkdownExtension *extension;
	const char *text;
	int			len;
	bool		is_ascii;
				VEC(TextBlock) blocks;
				VEC(Line) lines;
				VEC(Zone) zones;
				VEC(InlineSpan) spans;	/* by block and start */
				VEC(ContainerSpan) containers;	/* as they open */
				VEC(Margin) margins;	/* by line */
				VEC(Marker) markers;	/* in the order of the text */
				VEC(NoteDef) note_defs;
	Slice	   *note_labels;	/* of these, sorted, once one was looked for */
				VEC(LinkDef) link_defs;
				VEC(LinkUse) link_uses;
				VEC(Sentence) sentences;
				VEC(Line) leaving;	/* table notes: they leave the text */
				VEC(int)
				escapes; /* bytes that need a backslash before them, or a marker comes to be */
} Prose;

/* ----------------------------------------------------------- document.c */

/* Reads a body once: blocks, zones and markers.  Linear, cancellable. */
extern Prose *prose_parse(const char *text, int len, const MarkdownExtension *extension);

/* The same, but just the lines of these extents, ascending, are source lines. */
extern Prose *prose_parse_lines(const char *text, int len, const Line *source_lines, int count,
								const MarkdownExtension *extension);

/* ------------------------------------------------------ link_definition.c */

/* A label of a link or footnote as it compares: lower case, runs of blanks as one. */
extern char *label_fold(Slice label);

/* Can a stage place a reference in the block: paragraph or table of the text? */
static inline bool
block_takes_notes(const TextBlock *block)
{
	return (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_TABLE) && block->note_def < 0;
}

/* ---------------------------------------------------------- entity.c */

/* A text of Markdown without its escapes and character references: "T\_12 &amp; T&amp;I". */
extern char *markdown_unescape(Slice text);

/* CommonMark: a link label has at most 999 characters; counted in bytes. */
#define MAX_LABEL			999

/* ------------------------------------------------------ link_definition.c */

/* The definitions by label, of each label the one that counts first; NULL when there are none. */
extern const LinkDef **link_defs_sorted(const Prose *prose);

/* Of these the one that counts for a label, NULL = none. */
extern const LinkDef *link_def_find(const LinkDef **defs, int count, const Slice *label);

/* ---------------------------------------------------- inline.c */

/* The text of a heading between its marks. */
extern Line heading_text(const Prose *prose, const TextBlock *block);

/* ------------------------------------------------------------ link.c */

/* The end of "(destination "title")" at pos, -1 = none stands there. */
extern int	syntax_link_tail(const char *text, int end, int pos);

/* ----------------------------------------------------------- table.c */

/* Steps through the cells of a table row: *pos is -1 at first. */
extern bool syntax_row_cell(const char *text, Line row, int *pos, Line *cell);

/* Number of columns of a delimiter row (| --- | :-: |), 0 when it is none. */
extern int	syntax_delimiter_row(const char *text, Line row);

/* ---------------------------------------------------------- entity.c */

/* Appends the character that a reference at the start of text ("&amp;") means,
 * and returns its length; 0 when there is none. */
extern int	entity_append(StringInfo out, Slice text);

/* Appends a text with all of them resolved. */
extern void entity_append_text(StringInfo out, Slice text);

/* ------------------------------------------------------ span.c */

/* Innermost zone at a byte of a block: zone name for memo_markers(). */
extern ZoneKind prose_zone_at(const Prose *prose, const TextBlock *block, int pos);

/* The cell of a table row, from 0; false when the row has fewer. */
extern bool prose_table_cell(const Prose *prose, const Line *row, int index, Line *cell);

/* Does the byte stand in a line that leaves the text? */
extern bool prose_leaves(const Prose *prose, int pos);

/* The index of the first zone that starts after a byte. */
extern int	zone_after(const Prose *prose, int pos);

#endif							/* MARKDOWN_MARKDOWN_H */
