/*
 * markdown_internal.h
 *		What the files of the Markdown parse share: markdown.c (md4c and its
 *		events), markdown_table.c (rows of tables), markdown_url.c (bare URLs),
 *		markdown_tilde.c (struck text), markdown_indent.c (indented lines).
 */
#ifndef MARKDOWN_INTERNAL_H
#define MARKDOWN_INTERNAL_H

#include "markdown.h"

/* Finds the bars of tables, and takes for text what would go over them, in the
 * copy that md4c sees. */
extern void markdown_mask_tables(Markdown *markdown, char *masked);

/* Does a block of HTML that can interrupt a paragraph begin with that line, without
 * what is before it?  And the text that ends it, NULL = an empty line. */
extern bool markdown_begins_html(Slice text, Line row);
extern const char *markdown_html_end(Slice text, Line row);

/* A byte that is in no text, for a blank that keeps an indented line from opening
 * a fence or HTML. */
#define MASKED_INDENT	'\xF9'

/* Finds code directly behind HTML, and takes for text what would open a fence or
 * HTML in a paragraph, in the copy that md4c sees. */
extern void markdown_mask_indents(Markdown *markdown, char *masked);

/* Takes what is in bare URLs for text, in the copy that md4c sees. */
extern void markdown_mask_urls(Slice text, char *masked);

/* A byte that is in no text, for a tilde in a destination: what md4c copies is
 * searched for it. */
#define MASKED_TILDE	'\xF8'

/* Takes tildes that strike nothing for text, in the copy that md4c sees. */
extern void markdown_mask_tildes(Slice text, char *masked);

/* Makes links of bare URLs in the texts of a parse that keeps attributes. */
extern void markdown_link_urls(Markdown *markdown);

#endif							/* MARKDOWN_INTERNAL_H */
