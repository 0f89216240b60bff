/*
 * output.h
 *		A finished memo for readers and editors: HTML page, ProseMirror document.
 *
 * Example: the reference [^1] is <sup><a role="doc-noteref" href="#memo-1-n1">.
 *
 * Owns: the text it writes.
 * Never knows: how the memo was made.
 */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "render/render.h"

/* ----------------------------------------------------- prosemirror.c */

/* The ProseMirror document, a jsonb (prosemirror.c). */
extern Datum compose_prosemirror(const FinishedMemo *memo);

/* ------------------------------------------------------------ html.c */

/* html.c: appends the page. */
extern void html_page(const MemoPage *page, StringInfo out);

/* ---------------------------------------------------------- reader.c */

/* Appends what a text event says, character references resolved. */
extern void reader_append_text(StringInfo out, const MarkdownEvent *event);

/* Reads "[^n]" at text[pos]: n and the byte after it, or false. */
extern bool read_label(Slice text, int pos, int *number, int *end);

#endif							/* OUTPUT_OUTPUT_H */
