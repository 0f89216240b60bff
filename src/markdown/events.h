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
#define MARKDOWN_AUTOLINKS	0x01	/* bare URLs and addresses are links; with
									 * MARKDOWN_ATTRIBUTES */
#define MARKDOWN_TASKS		0x02	/* [x] starts a task item */
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

/* ---------------------------------------------------------- entity.c */

/* Appends what a text event says, character references resolved. */
extern void markdown_append_text(StringInfo out, const MarkdownEvent *event);

#endif							/* MARKDOWN_EVENTS_H */
