/*
 * render_internal.h
 *		What render.c and cut.c share.
 */
#ifndef RENDER_INTERNAL_H
#define RENDER_INTERNAL_H

#include "memocite.h"

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
				VEC(Cut) cuts;
	int			chain_start;	/* of the cuts that follow each other up to the last one */
	int			list_start;		/* where the list "[SRC:1], [SRC:2]" of the last marker begins */
	int			line_start_end; /* end of the last cut that began at a line's start */
	int			pos;			/* byte of the body */
	int			next_cut;		/* where the cut behind it starts */
	int			chars;			/* characters written */
	bool		after_reference;
} Writer;

/* Fills writer->cuts with what leaves the section's body, by place. */
extern void collect_cuts(Writer *writer);

#endif							/* RENDER_INTERNAL_H */
