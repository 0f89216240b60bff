/*
 * placement_internal.h
 *		What the files of placement/ share with nobody else: clusters and brackets.
 */
#ifndef PLACEMENT_INTERNAL_H
#define PLACEMENT_INTERNAL_H

#include "placement/placement.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

/* ----------------------------------------------------- place_block.c */

/* Length of the blank that ends at pos, NBSP included; 0 = none. */
extern int	blank_before(const char *text, int start, int pos);

/* pos before the blanks that end there, NBSP included, but not before start. */
extern int	skip_blanks_back(const char *text, int start, int pos);

/* The nearest block with prose behind or before one, -1 when there is none. */
extern int	block_near(Section *section, const TextBlock *block, bool behind);

/* Does a heading part a block from the prose before it, and none from that behind? */
extern bool block_is_headed(Section *section, const TextBlock *block);

/* End of a block's first or last sentence, in a table of the first body cell;
 * -1 when no reference can stand there. */
extern int	block_anchor(Section *section, int index, bool last);

/* The first sentence that can carry a reference, from one on, forwards or
 * (step -1) backwards; nsentences or -1 when none can. */
extern int	nearest_sentence(Section *section, TextBlock *block, int index, int step);

/* ------------------------------------------------------ place_lead.c */

/* Finds the markers that lines and cells begin with, and what goes with them. */
extern void place_leads(Section *section);

/* ---------------------------------------------------- place_credit.c */

/* Takes what only credits the markers from first on, "(Source: [SRC:1])"; returns the
 * last one, or first when nothing does. */
extern int	place_credit(Section *section, const Line *line, int first);

#endif							/* PLACEMENT_INTERNAL_H */
