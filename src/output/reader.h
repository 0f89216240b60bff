/*
 * reader.h
 *		A finished text as the events of markdown.h, for writers of other formats
 *		(html*.c, prosemirror*.c).
 */
#ifndef READER_H
#define READER_H

#include "markdown.h"

/* Events that md4c does not know; they are in no span or block of their own. */
typedef enum ReaderEventKind
{
	READER_REFERENCE = MARKDOWN_TEXT + 1,	/* [^n], number = n; data and len as written */
	READER_CHART				/* a block: number = index into charts */
} ReaderEventKind;

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

/* How md4c reads a finished text. */
#define READER_FLAGS	(MARKDOWN_FOOTNOTES | MARKDOWN_ATTRIBUTES | MARKDOWN_AUTOLINKS)

/* The link definitions of a memo's sections (reader_link.c). */
typedef struct ReaderLinks ReaderLinks;

extern ReaderLinks *reader_links(const FinishedMemo *memo);

/* Appends those that a line uses, to be put behind it. */
extern void reader_append_links(StringInfo out, ReaderLinks *links, Slice line);

/* Reads blocks; references have numbers from 1 to nnotes, others are text. */
extern ReaderText *reader_read(Slice text, int nnotes);

/* Reads one line without blocks, such as a definition: the events of a document
 * with one paragraph, and no references.  Links may be NULL. */
extern ReaderText *reader_read_line(Slice line, ReaderLinks *links);

/* Gives back the memory of a result before its context does. */
extern void reader_free(ReaderText *text);

/* Appends what a text event says, character references resolved. */
extern void reader_append_text(StringInfo out, const MarkdownEvent *event);

/* Appends the target (which = 0) or title (1) of a link or image, the info string
 * or language of a code block. */
extern void reader_append_attribute(StringInfo out, const ReaderText *text, const MarkdownEvent *event, int which);

/* Reads "[^n]" at text[pos]: n and the byte after it, or false. */
extern bool read_label(Slice text, int pos, int *number, int *end);

/* reader_table.c: the text with its tables and code as md4c needs them; the text
 * itself when it has none. */
extern Slice reader_spell(Slice text);

/* --------------------------------------------------------------- entity.c */

/* Appends the character that a reference at the start of text ("&amp;") means,
 * and returns its length; 0 when there is none. */
extern int	entity_append(StringInfo out, Slice text);

/* Appends a text with all of them resolved. */
extern void entity_append_text(StringInfo out, Slice text);

#endif							/* READER_H */
