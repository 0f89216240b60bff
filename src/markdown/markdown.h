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

/* What a kind of marker is to the reader: bits of MarkdownExtension.roles. */
#define ROLE_STAYS			0x01	/* in the text: link syntax applies to it, too */
#define ROLE_TAKES_TARGET	0x02	/* a destination behind it, as of a link, is part of it */
#define ROLE_REFERENCE		0x04	/* to a footnote, or to several */
#define ROLE_LABELS_LINK	0x08	/* before a destination or label of a link it is no marker */
#define ROLE_SUPERSCRIPT	0x10
#define ROLE_NOTE			0x20	/* these open a block at the start of a line */
#define ROLE_SOURCE_LINE	0x40
#define ROLE_CHART			0x80
#define ROLE_CITES			0x100	/* refers to a source or a footnote, if nothing escapes it; */
#define ROLE_NAMES_SOURCE	0x200	/* or may, to a reader */

/*
 * One token of an extension.  Its match() fills the first part (what it is), prose_parse() the
 * second (where it stands).
 */
typedef struct Marker
{
	int			kind;			/* of the extension: MarkerKind of markers/markers.h */
	int			start;
	int			len;			/* bytes, with a link destination that follows */
	int			block;			/* index into prose->blocks */
	int64		id;				/* src, table_tag, superscript; -1 = none */
	Slice		value;			/* what is between prefix and bracket: "12", "A", label */
	int			line;			/* index into prose->lines */
	int			cell;			/* table cell in its row, 0-based; -1 outside tables */
	int			link_end;		/* byte after the link whose label it stands in; 0 = none */
	int			source;			/* superscript: 1 + index of its table note, else 0 */

	bool		is_escaped;		/* \[SRC:12\], \[SRC:1, 2\], \[SOURCE-A\], \[CoStar\] */
	bool		leaves;			/* a citation or stripped: it is cut from the text */
	bool		opens_sentence;	/* that is not the first: once prose_sentences() was asked */
} Marker;

/* What markers are: the reader of blocks and zones knows none itself.  It stays with the
 * document for who splits its sentences. */
struct Prose;
typedef struct MarkdownExtension
{
	const uint16 *roles;			/* of each kind */
	/* See marker_match() and marker_match_superscript(). */
	bool		(*match) (const char *text, int end, int pos, bool at_line_start, Marker *marker);
	bool		(*match_superscript) (const char *text, int cell_start, int cell_end, int behind,
									  int pos, Marker *marker);
	bool		(*opens_line) (const struct Prose *prose, const Marker *marker);
	bool		(*refers) (Slice text); /* to a source, and says nothing more */
	/* Is what a body's one fence has Markdown?  It is read as that; NULL = never. */
	bool		(*unwraps) (const struct Prose *inside, bool says_markdown);
} MarkdownExtension;

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
	bool		is_listed;		/* of a list of sources, see notes/; */
	bool		leaves;			/* which leaves, with this block */
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
	Line		wrapping[2];	/* of the fence that all stood in, of no block; {0, 0} = none */
				VEC(int)
				escapes; /* bytes that need a backslash before them, or a marker comes to be */
} Prose;

/* ----------------------------------------------------------- document.c */

/* Reads a body once: blocks, zones and markers.  Linear, cancellable. */
extern Prose *prose_parse(const char *text, int len, const MarkdownExtension *extension);

/* The same, but "[SRC:2]: Rent Roll" at the start of a line is prose. */
extern Prose *prose_parse_as_prose(const char *text, int len, const MarkdownExtension *extension);
extern void lines_sort(Line *lines, int count); /* by their starts */

/* ------------------------------------------------------ link_definition.c */

/* A label of a link or footnote as it compares: lower case, runs of blanks as one. */
extern char *label_fold(Slice label);
extern bool prose_defines_note(Prose *prose, const Slice *label);	/* is it a footnote's? */

/* Has the kind of a marker one of these roles? */
static inline bool
marker_is(const Prose *prose, const Marker *marker, int roles)
{
	return (prose->extension->roles[marker->kind] & roles) != 0;
}

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

/* --------------------------------------------------------- bracket.c */

/* Has the value of a marker blanks, as of "[^1, ^2]"? */
extern bool marker_has_blank(const Marker *marker);

/* Takes the next label off a group of them, "1, ^2"; false when there is none. */
extern bool marker_next_label(Slice *rest, Slice *label);

/* ---------------------------------------------------------- inline.c */

/* The text of a heading between its marks. */
extern Line heading_text(const Prose *prose, const TextBlock *block);

/* ------------------------------------------------------------ link.c */

/* The end of "(destination "title")" at pos, -1 = none stands there. */
extern int	syntax_link_tail(const char *text, int end, int pos);

/* ----------------------------------------------------------- block.c */

/* Steps through the cells of a table row: *pos is -1 at first. */
extern bool syntax_row_cell(const char *text, Line row, int *pos, Line *cell);

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

/* ------------------------------------------------------------ events */

/*
 * A document as events, for who writes it in another form.  "*Up* 5%" is ENTER_BLOCK paragraph,
 * ENTER_SPAN emphasis, TEXT "Up", LEAVE_SPAN, TEXT " 5%", LEAVE_BLOCK, between those of the
 * document.  Events nest; a text event's start is its offset in the input, so that a writer can
 * find its markers there.
 */

/* Tables, strikethrough and raw HTML are on; these change that. */
#define MARKDOWN_AUTOLINKS	0x01	/* bare URLs and addresses are links */
#define MARKDOWN_TASKS		0x02	/* [x] starts a task item */
#define MARKDOWN_FOOTNOTES	0x04	/* [^label] is text, never (part of) a link */

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
	MARKDOWN_HTML_BLOCK,		/* start, data, len: of all of it, as written */
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

/* What stands for other characters in a target. */
typedef enum MarkdownEscapes
{
	ESCAPES_ALL,				/* backslashes and character references */
	ESCAPES_REFERENCES,			/* of a bare URL */
	ESCAPES_NONE				/* of <https://...> */
} MarkdownEscapes;

typedef struct MarkdownEvent
{
	uint8		kind;			/* MarkdownEventKind */
	uint8		type;			/* MarkdownBlock, MarkdownSpan or MarkdownText */
	bool		is_tight;
	bool		is_autolink;	/* <https://...>, no bare URL */
	uint8		escapes;		/* MarkdownEscapes of the target */
	int			number;			/* see the block types */
	int			start;			/* text: offset in the input, of a cell's end: of its bar;
								 * -1 = made */
	int			len;
	const char *data;			/* text: borrowed from the input, or static */
	const char *prefix;			/* before the target: "mailto:" */
	Slice		target;			/* as written; data NULL = none */
	Slice		title;
} MarkdownEvent;

/* Takes an event, which lives until it returns; what the event borrows is of the text or in the
 * memory context of the walk. */
typedef void MarkdownSink(void *data, const MarkdownEvent *event);

/* ------------------------------------------------------------ walk.c */

/* Hands the events of a text without markers but (MARKDOWN_FOOTNOTES) "[^label]" to a sink.
 * All is in the current memory context.  Linear, cancellable; the stack stays small. */
extern void markdown_walk(Slice text, int flags, MarkdownSink *sink, void *data);

/* The same of a parsed document. */
extern void prose_walk(const Prose *prose, int flags, MarkdownSink *sink, void *data);

/* ---------------------------------------------------------- entity.c */

/* Appends what a text event says, character references resolved. */
extern void markdown_append_text(StringInfo out, const MarkdownEvent *event);

/* The same of the target of a link or image, the info string of code, and of its title, the
 * language of code. */
extern void markdown_append_target(StringInfo out, const MarkdownEvent *event);
extern void markdown_append_title(StringInfo out, const MarkdownEvent *event);

#endif							/* MARKDOWN_MARKDOWN_H */
