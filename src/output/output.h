/*
 * output.h
 *		A finished memo for readers and editors: HTML page, ProseMirror document.
 *
 * Example: the reference [^1] is <a href="#memo-1-n1" role="doc-noteref"> in a <sup>.
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

/* Writes the ProseMirror document. */
extern void prosemirror_write(const MemoView *memo, JsonSink *sink);

/* ------------------------------------------------------------ html.c */

/* html.c: appends the page. */
extern void html_page(const MemoPage *page, StringInfo out);

/* ---------------------------------------------------------- reader.c */


#endif							/* OUTPUT_OUTPUT_H */
