/*
 * render_internal.h
 *		What the files of render/ share with nobody else: the writer of sections and the appendix.
 */
#ifndef RENDER_INTERNAL_H
#define RENDER_INTERNAL_H

#include "render/render.h"
#include "memo/memo.h"

/* --------------------------------------------------------- trailer.c */

extern void trailer_write(const MemoView *memo, StringInfo out);
/* ------------------------------------------------------ definition.c */

/* Appends a quote as definitions have it, and maybe the mark behind it (definition.c). */
extern void append_quote(StringInfo out, Slice quote, bool is_marked);

/* A run of the body that leaves, with what comes in its place. */
typedef struct Cut
{
	int			start;
	int			end;
	const char *inserted;
	const char *stage;
	bool		comes_first;	/* inserted before references of the same place */
} Cut;

typedef struct Writer
{
	Memo	   *memo;
	Section    *section;
	const char *body;
	Citation  **references;		/* of the section, by anchor */
	int			nreferences;
	int			near_reference; /* what has_reference() found last */
				VEC(Cut) cuts;
	int			chain_start;	/* of the cuts that follow each other up to the last one */
	int			list_start;		/* where the list "[SRC:1], [SRC:2]" of the last marker begins */
	int			left_block;		/* the last paragraph of a quote or item that left */
	int			last_line_cut;	/* line that was cut as a whole, */
	int			nlines_cut;		/* with so many before it of its block */
	int			line_start_end; /* end of the last cut that began at a line's start */
	int			pos;			/* byte of the body */
	int			next_cut;		/* where the cut behind it starts */
	int			chars;			/* characters written */
	int			counted;		/* byte of the body with so many characters before it: */
	int			body_chars;
	int			next_citation;	/* of the section, whose marker is not before that byte */
	int written_to; /* byte of the body that the last one written is before, -1 = it is none of the
					   body's */
	int			next_use;		/* of a link's label, behind those that are written */
	bool		after_reference;
	bool		has_www;		/* there is a "www." in the body, or a cut may make one */
	bool		has_urls;		/* this, or a slash, or an edit may bring one */
	int			watched;		/* bytes written that watch_urls() has seen */
	int			block;			/* of the body, where it is */
	bool		in_url;			/* a bare URL goes on */
	bool		in_target;		/* a link does, without a blank since its target */
} Writer;

/* ------------------------------------------------------------- cut.c */

/* Start of the blanks that end at pos, not before start; NBSP is a blank. */
extern int	blanks_before(const char *text, int start, int pos);

/* Adds a cut behind the last one; what that one has already is left out. */
extern void add_cut(Writer *writer, int start, int end, const char *inserted, const char *stage);

/* ------------------------------------------------------ cut_marker.c */

/* Cuts one marker with what goes with it; returns its index, or that of the
 * last one cut along. */
extern int	cut_marker(Writer *writer, int index, const char *stage);

/* ------------------------------------------------------------- cut.c */

/* Fills writer->cuts with what leaves the section's body, by place. */
extern void collect_cuts(Writer *writer);

#endif							/* RENDER_INTERNAL_H */
