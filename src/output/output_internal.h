/*
 * output_internal.h
 *		What the files of output/ share with nobody else: HTML and ProseMirror writers.
 */
#ifndef OUTPUT_INTERNAL_H
#define OUTPUT_INTERNAL_H

#include "output/output.h"
#include "markdown/markdown.h"
#include "charts/charts.h"
#include "render/render.h"

/* ------------------------------------------------------------ html.c */

/* html.c: the quote that the nth reference to a note shows, from 1; data NULL = none. */
#define UNFOUND_FIGURE	"figure not found in source"
#define UNFOUND_MARK	"?"		/* of its reference */

extern ShownQuote html_shown_quote(const FinishedNote *note, int nth);

/* html.c: a section's title, never empty. */
extern void html_section_title(StringInfo out, const MemoPage *page, int section);

/* A chart of the text that has been written. */
typedef struct WrittenChart
{
	Slice		id;
	int			number;			/* its figure's, from 1 */
} WrittenChart;

typedef struct HtmlWriter
{
	const MemoPage *page;
	StringInfo	out;
	char		prefix[32];		/* of all ids, "memo-42-" */
	int		   *uses;			/* by note: references written so far */
	Slice	   *previews;		/* by note: its source as plain text, escaped */
	int			heading;		/* level of the last heading */
	int			ntables;
	int			nheadings;		/* of the tail */
				VEC(WrittenChart) charts;
} HtmlWriter;

/* html_escape.c */

/* ----------------------------------------------------- html_escape.c */

/* Appends text for an element or an attribute in double quotes. */
extern void html_escape(StringInfo out, Slice text);

extern void html_escape_string(StringInfo out, const char *text);
/* A small label behind a text: kind is its class. */
extern void html_badge(StringInfo out, const char *kind, const char *text);

/* html_text.c */

/* A chart's node. */
typedef struct ReaderChart
{
	Slice		id;
	Slice		config;			/* JSON text */
} ReaderChart;

/*
 * A text of ours: a section's body, a definition or the tail.  Raw HTML is text
 * here (but "<br>" is a hard break and a comment nothing), the zero-width space
 * that rendering left in a marker's place is nothing, and a paragraph of nothing
 * is none: there is no event of MARKDOWN_HTML or MARKDOWN_HTML_BLOCK.
 */
typedef struct ReaderText
{
	Markdown   *markdown;		/* its attributes and parts are those of the events */
				VEC(MarkdownEvent) events;
				VEC(ReaderChart) charts;
} ReaderText;

/* ------------------------------------------------------- html_text.c */

/* Appends blocks; in_tail: the memo's own tables and lists, not an agent's. */
extern void html_blocks(HtmlWriter *writer, const ReaderText *text, bool in_tail);

/* Appends the contents of a line's paragraph. */
extern void html_line(HtmlWriter *writer, const ReaderText *line);

/* Opens a table in a frame that scrolls, and closes it; title may be empty. */
extern void html_open_table(HtmlWriter *writer, Slice title);

extern void html_close_table(HtmlWriter *writer);
/* ------------------------------------------------------ html_chart.c */

/* html_chart.c: appends a chart's figure; false when its config draws nothing. */
extern bool html_chart(HtmlWriter *writer, const ReaderChart *chart);

/* html_figure.c */

/* ----------------------------------------------------- html_figure.c */

/* Appends grades, coverage and waterfall. */
extern void html_figures(HtmlWriter *writer);

extern void html_grade(HtmlWriter *writer, int section);
/* Appends a bar of up to two parts, in hundredths of its width. */
extern void html_bar(StringInfo out, int from, int to, int then);

typedef struct Sheet
{
	HtmlWriter *writer;
	Drawing		drawing;		/* only config, series, type and unit */
	bool		is_joined;		/* all series have the same x: they share its rows */
	bool		has_range;		/* some point has low and high */
	bool		has_years;		/* each x is one */
	bool		has_bars;
	double		largest;		/* absolute, of what bars show */
	bool		is_signed;		/* some of it is below 0 */
	double		lowest;			/* of a waterfall's sums */
	double		highest;
	double		total;			/* of a pie */
} Sheet;

/* ------------------------------------------------------ html_chart.c */

/* Appends a number with thousands apart and its unit. */
extern void sheet_amount(StringInfo out, const Drawing *drawing, const Json *value);

/* Appends a header cell; class is "" or an attribute, instead stands for no text. */
extern void sheet_header(StringInfo out, const char *scope, const char *class, Slice text, const char *instead);

/* ------------------------------------------------------- html_heat.c */

/* Appends head and body of a heatmap's table; false when most of it would be
 * empty. */
extern bool sheet_heatmap(Sheet *sheet);

typedef enum NodeKind
{
	NODE_PLAIN,					/* may be empty */
	NODE_BLOCKS,				/* is never empty */
	NODE_ITEM					/* and begins with a paragraph */
} NodeKind;

typedef struct OpenNode
{
	NodeKind	kind;
	bool		has_content;
} OpenNode;

/* The marks of text, in the order of StarterKit's schema. */
typedef enum MarkKind
{
	MARK_LINK,
	MARK_BOLD,
	MARK_CODE,
	MARK_ITALIC,
	MARK_STRIKE,
	NMARKS
} MarkKind;

/* How text is marked. */
typedef struct Marks
{
	bool		has[NMARKS];
	Slice		href;			/* of the link, as its title */
	Slice		title;
} Marks;

/* The link definitions of a memo's sections (reader_link.c). */
typedef struct ReaderLinks ReaderLinks;

typedef struct Writer
{
	JsonSink   *sink;
	const FinishedMemo *memo;
	ReaderLinks *links;
	const ReaderText *source;	/* what is being written */
				VEC(OpenNode) nodes;	/* from the document to the innermost */
	bool		has_line;		/* the innermost takes text */
	bool		is_code;		/* and is a code block */
	int			nesting;		/* open quotes and lists that are written */
	int			skipped;		/* open quotes, lists and items that are too deep */
	int			images;			/* open images, of which only the text is left */
	int			spans[NMARKS];	/* open spans of each mark */
	Slice		href;			/* of the open link, as its title */
	Slice		title;
	int64		link_bytes;		/* of these that may still be written */
	StringInfoData text;		/* held back */
	Marks		marks;			/* of that */
	StringInfoData scratch;
} Writer;

/* ------------------------------------------------ prosemirror_node.c */

/* An object of a type, node or mark; sink->end_object() ends it. */
extern void node_begin_type(Writer *writer, const char *type);

extern void node_begin_attributes(Writer *writer);
extern void node_end_attributes(Writer *writer);
/* A member that is a string; the text is borrowed. */
extern void node_write_pair(Writer *writer, const char *key, Slice text);

/* Begins a block; its attributes follow, then node_open() or its end. */
extern void node_begin_block(Writer *writer, const char *type);

extern void node_open(Writer *writer, NodeKind kind);
extern void node_open_block(Writer *writer, const char *type, NodeKind kind);
extern void node_open_heading(Writer *writer, int level);
extern void node_close(Writer *writer);
/* Opens a paragraph where nothing is open that takes text. */
extern void node_begin_line(Writer *writer);

extern void node_end_line(Writer *writer);
/* Begins a node in the text. */
extern void node_begin_inline(Writer *writer, const char *type);

/* What is appended to writer->text next is marked as the open spans say. */
extern void node_set_marks(Writer *writer);

/* Events that md4c does not know; they are in no span or block of their own. */
typedef enum ReaderEventKind
{
	READER_REFERENCE = MARKDOWN_TEXT + 1,	/* [^n], number = n; data and len as written */
	READER_CHART				/* a block: number = index into charts */
} ReaderEventKind;

/* How md4c reads a finished text. */
#define READER_FLAGS	(MARKDOWN_FOOTNOTES | MARKDOWN_ATTRIBUTES | MARKDOWN_AUTOLINKS)

/* ----------------------------------------------------- reader_link.c */

extern ReaderLinks *reader_links(const FinishedMemo *memo);
/* Appends those that a line uses, to be put behind it. */
extern void reader_append_links(StringInfo out, ReaderLinks *links, Slice line);

/* ---------------------------------------------------------- reader.c */

/* Reads blocks; references have numbers from 1 to nnotes, others are text. */
extern ReaderText *reader_read(Slice text, int nnotes);

/* Reads one line without blocks, such as a definition: the events of a document
 * with one paragraph, and no references.  Links may be NULL. */
extern ReaderText *reader_read_line(Slice line, ReaderLinks *links);

/* Gives back the memory of a result before its context does. */
extern void reader_free(ReaderText *text);

/* Appends the target (which = 0) or title (1) of a link or image, the info string
 * or language of a code block. */
extern void reader_append_attribute(StringInfo out, const ReaderText *text, const MarkdownEvent *event, int which);

/* ---------------------------------------------------- reader_table.c */

/* reader_table.c: the text with its tables and code as md4c needs them; the text
 * itself when it has none. */
extern Slice reader_spell(Slice text);

#endif							/* OUTPUT_INTERNAL_H */
