/*
 * output_internal.h
 *		What the files of output/ share with nobody else: HTML and ProseMirror writers.
 */
#ifndef OUTPUT_INTERNAL_H
#define OUTPUT_INTERNAL_H

#include "output/output.h"
#include "markdown/markdown.h"
#include "charts/charts.h"
#include "drawing/drawing.h"
#include "render/render.h"

#define LONGEST_PREVIEW 320		/* bytes of a note's text at its references */
#define UNFOUND			" not in the cited passage"
#define UNFOUND_MARK	"?"		/* of its reference */
#define CORRECTED_MARK	"\xE2\x80\xA1"	/* a double dagger, behind a figure */

/* A page while it is written. */
typedef struct HtmlWriter
{
	const MemoPage *page;
	StringInfo	out;
	char		prefix[32];		/* of all ids, "memo-42-" */
	int		   *uses;			/* by note: references written so far */
	Slice	   *previews;		/* by note: its source as plain text, escaped, ends with a NUL */
	StringInfo	plain;			/* gets the text too, without marks; NULL = nothing does */
	int			heading;		/* level of the last heading */
	int			ntables;
				VEC(Slice) charts;	/* ids of those that are written; figure n is [n - 1] */
} HtmlWriter;

/*
 * A text of ours: a section's body, a definition or the tail.  Raw HTML is text
 * here (but "<br>" is a hard break and a comment nothing), the zero-width space
 * that rendering left in a marker's place is nothing, and a paragraph of nothing
 * is none: there is no event of MARKDOWN_HTML or MARKDOWN_HTML_BLOCK.
 */
typedef struct ReaderText ReaderText;

/* ---------------------------------------------------- html_element.c */

/* Destinations that are safe to show, in any case of letters; pictures are pixels in the
 * text itself: SVG is a document. */
extern bool link_is_safe(Slice url);
extern void html_target(StringInfo out, Slice url);	/* escaped; blanks as %20 */
extern bool image_is_safe(Slice url);

/* Appends text for an element or an attribute in double quotes. */
extern void html_escape(StringInfo out, Slice text);

/* Appends a format: %s text and %d a number as they are, %e (a string) and %t (a Slice) escaped,
 * %p the prefix of all ids. */
extern void html_print(HtmlWriter *writer, const char *format,...);

/* Nothing but blanks and line ends? */
extern bool html_is_blank(const char *text, int len);

/* Appends a title on one line, without blanks around it; instead when it has no text. */
extern void html_title(StringInfo out, Slice title, const char *instead);

/* A section's title, "Section 3" when it has none. */
extern void html_section_title(HtmlWriter *writer, int section);

/* A small label behind a text: kind is its class. */
extern void html_badge(StringInfo out, const char *kind, const char *text);
/* Between before and behind, which figures no evidence of a reference's sentence has, if any. */
extern void html_unfound(HtmlWriter *writer, const char *before, ShownQuote quote,
						 const char *behind);

/* Appends a bar of up to two parts, [from, to) and [to, then), in hundredths of its width. */
extern void html_bar(StringInfo out, int from, int to, int then);

/* Appends a style sheet whose rules hold within elements of a class alone. */
extern void html_scoped_style(StringInfo out, const char *css, const char *class);

/* Opens a table in a frame that scrolls, and closes it; title may be empty. */
extern void html_open_table(HtmlWriter *writer, Slice title);
extern void html_close_table(HtmlWriter *writer);

/* ------------------------------------------------------ html_chart.c */

/* Appends the figure of a chart with a config as JSON text; nothing when that draws nothing. */
extern void html_chart(HtmlWriter *writer, Slice id, Slice text);

/* ----------------------------------------------------- html_figure.c */

/* Appends the deal's canonical metrics. */
extern void html_metrics(HtmlWriter *writer);

/* Appends grades, coverage, waterfall and what was removed, once all sections are written. */
extern void html_figures(HtmlWriter *writer);

/* Appends a section's grade in a line. */
extern void html_grade(HtmlWriter *writer, int section);

/* ------------------------------------------------------- html_text.c */

/* What a text is of the page. */
typedef enum HtmlPlace
{
	HTML_BODY,
	HTML_TAIL,					/* the memo's own tables and lists, not an agent's */
	HTML_LINE					/* a definition: what is in its paragraph */
} HtmlPlace;

/* Appends a text of the memo, and closes it. */
extern void html_text(HtmlWriter *writer, ReaderText *text, HtmlPlace place);

/* The quote that the nth reference to a note shows, from 1; data NULL = none. */
extern ShownQuote html_shown_quote(const NoteRow *note, int nth);

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
	const MemoView *memo;
	ReaderLinks *links;
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

/* An object of a type, node or mark; sink_end_object() ends it. */
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

/* Events that Markdown does not know; they are in no span or block of their own. */
typedef enum ReaderEventKind
{
	READER_REFERENCE = MARKDOWN_TEXT + 1,	/* [^n], number = n; data and len as written */
	READER_CHART				/* a block: target = its id, title = its config as JSON text */
} ReaderEventKind;

/* How a finished text is read. */
#define READER_FLAGS	(MARKDOWN_FOOTNOTES | MARKDOWN_AUTOLINKS)

/* ----------------------------------------------------- reader_link.c */

extern ReaderLinks *reader_links(const MemoView *memo);
/* Appends those that a line uses, to be put behind it. */
extern void reader_append_links(StringInfo out, ReaderLinks *links, Slice line);

/* ---------------------------------------------------------- reader.c */

/* Reads blocks; references have numbers from 1 to nnotes, others are text. */
extern ReaderText *reader_open(Slice text, int nnotes);

/* Reads one line without blocks, such as a definition: the events of a document
 * with one paragraph, and no references.  Links may be NULL. */
extern ReaderText *reader_open_line(Slice line, ReaderLinks *links);

/* Hands the events of a text on to a sink, in the caller's memory context. */
extern void reader_walk(ReaderText *text, MarkdownSink *sink, void *data);

#endif							/* OUTPUT_INTERNAL_H */
