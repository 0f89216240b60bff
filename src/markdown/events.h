/*
 * events.h
 *		A document of Markdown as events, for who writes it in another form.
 *
 * Example: "*Up* 5%" is ENTER_BLOCK paragraph, ENTER_SPAN emphasis, TEXT "Up", LEAVE_SPAN,
 * TEXT " 5%", LEAVE_BLOCK, between those of the document.  Events nest; a text event's
 * start is its offset in the input, so that a writer can find its markers there.
 */
#ifndef MARKDOWN_EVENTS_H
#define MARKDOWN_EVENTS_H

#include "markdown/markdown.h"

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

/* A text that is walked: events are made as they are asked for. */
typedef struct Markdown Markdown;

/* -------------------------------------------------------- walk.c */

/* Begins a walk of a text without markers but (MARKDOWN_FOOTNOTES) "[^label]".  All of it is
 * in the current memory context. */
extern Markdown *markdown_parse(const char *text, int len, int flags);

/* The same of a parsed document. */
extern Markdown *md_walk(const Prose *prose, int flags);

/* The next event, NULL behind the last.  It lives until the next call; what it borrows is of
 * the text or of the walk.  Linear over all calls, cancellable. */
extern const MarkdownEvent *md_next(Markdown *markdown);

/* ---------------------------------------------------------- entity.c */

/* Appends what a text event says, character references resolved. */
extern void markdown_append_text(StringInfo out, const MarkdownEvent *event);

/* The same of the target of a link or image, the info string of code, and of its title, the
 * language of code. */
extern void markdown_append_target(StringInfo out, const MarkdownEvent *event);
extern void markdown_append_title(StringInfo out, const MarkdownEvent *event);

#endif							/* MARKDOWN_EVENTS_H */
