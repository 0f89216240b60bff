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

/* The kinds of the grammar; the names are what memo_markers() prints.  A new kind or
 * prefix needs its pattern in markers/marker.c, audit/verify_marker.c's own reading of it,
 * and a case in test/unit/markers.c and audit.c: else `make unit` does not build, or
 * test/scripts/lint_lists.pl refuses it. */
#define MARKER_KINDS(X) \
	X(MARKER_SRC, "src") \
	X(MARKER_SRC_VARIANT, "src_variant") \
	X(MARKER_SOURCE_TAG, "source_tag") \
	X(MARKER_TABLE_TAG, "table_tag") \
	X(MARKER_LEGACY_TAG, "legacy_tag") \
	X(MARKER_CANONICAL, "canonical") \
	X(MARKER_VERIFIED, "verified") \
	X(MARKER_NOTE_REF, "note_ref") \
	X(MARKER_NOTE_DEF, "note_def") \
	X(MARKER_SOURCE_LINE, "source_line") \
	X(MARKER_SUPERSCRIPT, "superscript") \
	X(MARKER_CHART_ANCHOR, "chart_anchor") \
	X(MARKER_UNRECOGNIZED, "unrecognized") \
	X(MARKER_BRACKET, "bracket")

typedef enum MarkerKind
{
#define X(id, name) id,
	MARKER_KINDS(X)
#undef X
	MARKER_NKINDS
} MarkerKind;

/*
 * One token of the grammar.  The scanner fills the first part (what it is),
 * prose_parse the second (where it stands).
 */
/* Does a marker begin its line or cell? */
typedef enum MarkerLead
{
	LEAD_NONE,
	LEAD_LINE,					/* yes: its reference goes to a sentence's end */
	LEAD_JOINED,				/* and the line before goes on behind it */
	LEAD_CELL					/* it fills its cell: its reference stays there */
} MarkerLead;

typedef struct Marker
{
	MarkerKind	kind;
	int			start;
	int			len;			/* bytes, with a link destination that follows */
	int			block;			/* index into prose->blocks */
	int64		id;				/* src, table_tag, superscript; -1 = none */
	Slice		value;			/* what is between prefix and bracket: "12", "A", label */
	int			line;			/* index into prose->lines */
	int			cell;			/* table cell in its row, 0-based; -1 outside tables */
	int			link_end;		/* byte after the link whose label it stands in; 0 = none */
	int			source;			/* superscript: 1 + index into section->superscripts, else 0 */

	bool		is_escaped;		/* \[SRC:12\], \[SRC:1, 2\], \[SOURCE-A\], \[CoStar\] */
	bool		leaves;			/* a citation or stripped: it is cut from the text */
	bool		is_label;		/* a lead that says where the rest is from: "[SRC:1]: Rents rose" */
	bool		opens_sentence;	/* that is not the first: once prose_sentences() was asked */
	bool		cites_own;		/* a lead whose reference went to the sentence that it begins */
	MarkerLead	lead;			/* see place_lead.c, as separator: what stood before it */
	const char *separator;		/* in a lead, NULL = none */
	int			wrap_before;	/* bytes of emphasis or brackets around markers alone, */
	int			wrap_after;		/* which are cut along: "**[SRC:1]**" */
} Marker;

/* What is cut with a marker. */
static inline int
marker_cut_start(const Marker *marker)
{
	return marker->start - marker->wrap_before;
}

static inline int
marker_cut_end(const Marker *marker)
{
	return marker->start + marker->len + marker->wrap_after;
}

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

typedef enum ContainerKind
{
	CONTAINER_QUOTE,
	CONTAINER_ITEM,
	CONTAINER_NOTE
} ContainerKind;

/* A quote, list item or footnote definition: prose->blocks[first_block .. end_block). */
typedef struct ContainerSpan
{
	ContainerKind kind;
	char		mark;			/* item: '-', '+', '*', '.' or ')' */
	bool		after_blank;
	int			number;			/* item of an ordered list */
	int			depth;			/* open containers around it */
	int			first_block;
	int			end_block;
} ContainerSpan;

/* A line of code or HTML whose content begins before lines[line].start, or in a tab. */
typedef struct Margin
{
	int			line;
	int			start;
	int			pad;			/* columns of the tab at start that are content */
} Margin;

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

typedef struct InlineSpan
{
	InlineSpanKind kind;
	bool		is_text;		/* link: of a definition that was used too often */
	int			block;
	int			start;
	int			end;
	int			label_end;		/* link, image: where its text ends */
	int			def;			/* the definition it refers to, -1 = inline */
	const char *prefix;			/* bare link: of its destination */
} InlineSpan;

typedef struct Sentence
{
	int			start;			/* first byte that is no blank */
	int			end;			/* after its closing punctuation, quotes, brackets */
} Sentence;

/*
 * What markers are: the reader of blocks and zones knows none itself.  A caller of
 * prose_parse() passes it, and it stays with the document for who splits its sentences.
 */
struct Prose;
typedef struct MarkdownExtension
{
	/* See marker_match() and marker_match_superscript(). */
	bool		(*match) (const char *text, int end, int pos, bool at_line_start, Marker *marker);
	bool		(*match_superscript) (const char *text, int cell_start, int cell_end, int behind,
									  int pos, Marker *marker);
	bool		(*cites) (const Marker *marker);
	bool		(*opens_line) (const struct Prose *prose, const Marker *marker);
	bool		(*has_blank) (const Marker *marker);
	bool		(*next_label) (Slice *rest, Slice *label);
	bool		(*refers) (Slice text); /* to a source, and says nothing more */
} MarkdownExtension;

typedef struct Prose
{
	const MarkdownExtension *extension;
	const char *text;
	int			len;
	bool		is_ascii;
				VEC(TextBlock) blocks;
				VEC(Line) lines;
				VEC(Zone) zones;
				VEC(InlineSpan) spans;	/* by block, and there as they end */
				VEC(ContainerSpan) containers;	/* as they open */
				VEC(Margin) margins;	/* by line */
				VEC(Marker) markers;	/* in the order of the text */
	int			near_marker;	/* the one that place_gap() found last */
				VEC(NoteDef) note_defs;
	Slice	   *note_labels;	/* of these, sorted, once one was looked for */
				VEC(LinkDef) link_defs;
				VEC(LinkUse) link_uses;
				VEC(Sentence) sentences;
				VEC(Line) leaving;	/* sources of superscripts: they leave the text */
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

#define MOST_NUMBERS	10000	/* of entries: four digits */
/* ---------------------------------------------------------- entity.c */

/* A text of Markdown without its escapes and character references: "T\_12 &amp; T&amp;I". */
extern char *markdown_unescape(Slice text);

/* Tables, strikethrough and raw HTML are on; these change that. */
#define MARKDOWN_AUTOLINKS	0x01	/* bare URLs and addresses are links; with
									 * MARKDOWN_ATTRIBUTES */

#define MARKDOWN_ATTRIBUTES 0x08	/* keep destinations, titles, info strings */
#define MARKDOWN_FOOTNOTES	0x10	/* [^label] is text, never (part of) a link */
typedef enum MarkdownEventKind
{
	MARKDOWN_ENTER_BLOCK,
	MARKDOWN_LEAVE_BLOCK,
	MARKDOWN_ENTER_SPAN,
	MARKDOWN_LEAVE_SPAN,
	MARKDOWN_TEXT
} MarkdownEventKind;

/* Types of a block event. */
typedef enum MarkdownBlock
{
	MARKDOWN_DOCUMENT,
	MARKDOWN_QUOTE,
	MARKDOWN_BULLET_LIST,		/* is_tight */
	MARKDOWN_ORDERED_LIST,		/* is_tight, number = the first item's */
	MARKDOWN_ITEM,				/* number = 'x', 'X' or ' ' of a task, else 0 */
	MARKDOWN_RULE,
	MARKDOWN_HEADING,			/* number = level */
	MARKDOWN_CODE_BLOCK,		/* number = fence character, 0 if indented;
								 * target = info string, title = language */
	MARKDOWN_HTML_BLOCK,
	MARKDOWN_PARAGRAPH,
	MARKDOWN_TABLE,				/* number = columns */
	MARKDOWN_TABLE_HEAD,
	MARKDOWN_TABLE_BODY,
	MARKDOWN_ROW,
	MARKDOWN_HEADER_CELL,		/* number = MarkdownAlign, as for a cell */
	MARKDOWN_CELL
} MarkdownBlock;

typedef enum MarkdownAlign
{
	MARKDOWN_ALIGN_NONE,
	MARKDOWN_ALIGN_LEFT,
	MARKDOWN_ALIGN_CENTER,
	MARKDOWN_ALIGN_RIGHT
} MarkdownAlign;

/* Types of a span event. */
typedef enum MarkdownSpan
{
	MARKDOWN_EMPHASIS,
	MARKDOWN_STRONG,
	MARKDOWN_LINK,				/* is_autolink, target, title */
	MARKDOWN_IMAGE,				/* target, title; its text is the alt text */
	MARKDOWN_CODE_SPAN,
	MARKDOWN_STRIKE
} MarkdownSpan;

/* Types of a text event. */
typedef enum MarkdownText
{
	MARKDOWN_NORMAL,
	MARKDOWN_HARD_BREAK,
	MARKDOWN_SOFT_BREAK,
	MARKDOWN_ENTITY,			/* as written: "&amp;", "&#8364;" */
	MARKDOWN_CODE,
	MARKDOWN_HTML
} MarkdownText;

/* A destination or title: parts first .. first + count of Markdown.parts. */
typedef struct MarkdownAttribute
{
	int			first;
	int			count;
} MarkdownAttribute;

typedef struct MarkdownPart
{
	Slice		text;			/* backslash escapes are resolved */
	bool		is_entity;
} MarkdownPart;

typedef struct MarkdownEvent
{
	uint8		kind;			/* MarkdownEventKind */
	uint8		type;			/* MarkdownBlock, MarkdownSpan or MarkdownText */
	bool		is_tight;
	bool		is_autolink;	/* <https://...>, no bare URL */
	int			number;			/* see the block types */
	int			start;			/* text: offset in the input; -1 = made */
	int			len;
	const char *data;			/* text: borrowed from the input, or static */
	int			attribute;		/* target in Markdown.attributes, the title
								 * follows; -1 = none */
} MarkdownEvent;

typedef struct Markdown
{
	const char *text;
	int			len;
				VEC(MarkdownEvent) events;
				VEC(MarkdownAttribute) attributes;
				VEC(MarkdownPart) parts;
				VEC(int) bars;	/* offsets of the borders of tables' cells */
} Markdown;

/* -------------------------------------------------------- walk.c */

/* Events of a whole text without markers but (MARKDOWN_FOOTNOTES) "[^label]"; they borrow from it.
 */
extern Markdown *markdown_parse(const char *text, int len, int flags);

/* A parsed document as events, which borrow from its text. */
extern Markdown *md_walk(const Prose *prose, int flags);

/* Gives back the memory of a result before its context does. */
extern void markdown_free(Markdown *markdown);

/* CommonMark: a link label has at most 999 characters; counted in bytes. */
#define MAX_LABEL			999

static inline char
to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* ------------------------------------------------------ link_definition.c */

extern const LinkDef **link_defs_sorted(const Prose *prose);
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

/* Appends what a text event says, character references resolved. */
extern void markdown_append_text(StringInfo out, const MarkdownEvent *event);

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
