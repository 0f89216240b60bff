/*
 * inline.h
 *		The inline pass: the text of each leaf byte by byte, for markers, zones and spans.
 *
 * Example: "see [a](b) `c`" leaves a link span with its label and destination zones, and a
 * code span; emphasis is not its concern (emphasis.c, when events are written).
 */
#ifndef MARKDOWN_INLINE_H
#define MARKDOWN_INLINE_H

#include "markdown/markdown_internal.h"

/* As cmark: a longer run of back-ticks opens no code span. */
#define MAX_TICKS		80

typedef struct Bracket
{
	int			pos;			/* of its '[' */
	int			nzones;			/* found before it */
	int			nmarkers;
	bool		is_image;
	bool		has_bracket;	/* another one is inside: no reference label */
} Bracket;

typedef struct Inline
{
	Prose	   *prose;
	LeafText	leaf;
	const char *text;			/* leaf.buf */
	int			end;
	const uint8 *stops;			/* bytes where something can start */
	int			block;
	int			line;
	int			cell;
	int			cell_start;
	int			floor;			/* where plain text began: "!" counts from here */
	int			marker_end;		/* of the last marker */
	int			next_check;
				VEC(Bracket) brackets;
	int			inactive;		/* brackets below this index hold a link */
	int			missing;		/* HTML closers not found: see html.c */
	bool		ticks_clean;	/* ticks[] is of this leaf */
	bool		ticks_known;	/* and has the last run of each length */
	int			ticks[MAX_TICKS + 1];
	const LinkDef **defs;		/* sorted by label */
	int			ndefs;
} Inline;

/* --------------------------------------------------------- bracket.c */

/* Adds a zone, from and to positions of the leaf's text. */
extern void zone_add(Inline *in, ZoneKind kind, int start, int end);

/* Adds what md_walk() writes, in positions of the leaf's text. */
extern InlineSpan *span_add(Inline *in, InlineSpanKind kind, int start, int end);

/* Is there a marker at pos that is no part of the one before? */
extern bool inline_match(const Inline *in, int pos, Marker *marker);

/* Files a marker under its block, line and cell, in offsets of the body. */
extern void marker_push(Inline *in, const Marker *found);

/* The same with the destination that may follow it, or for each of a group; each of
 * these returns the position to go on at. */
extern int	marker_take(Inline *in, Marker *marker);
extern int	lead_byte(Inline *in, int pos);
extern int	bracket_open(Inline *in, int pos);
extern int	bracket_close(Inline *in, int pos);

/* ---------------------------------------------------- inline.c */

/* inline.c: the pass over all blocks; note_markers is as note_defs. */
extern void inline_parse(Prose *prose, const Marker *note_markers);

#endif							/* MARKDOWN_INLINE_H */
