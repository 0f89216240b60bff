/*
 * render_internal.h
 *		What the files of render/ share with nobody else: the writer of sections and the appendix.
 */
#ifndef RENDER_INTERNAL_H
#define RENDER_INTERNAL_H

#include "render/render.h"
#include "memo/memo.h"
#include "placement/placement.h"

/* --------------------------------------------------------- trailer.c */

extern void trailer_write(const MemoView *memo, StringInfo out);

/* ------------------------------------------------------ definition.c */

/* Appends a quote as definitions have it, and maybe the mark behind it (definition.c). */
extern void append_quote(StringInfo out, const ShownQuote *quote, bool marks_unchecked);

/* --------------------------------------------- sections: render.c, guard.c */

/* A run of the body that leaves, with what comes in its place. */
typedef struct Cut
{
	int			start;
	int			end;
	const char *inserted;
	const char *stage;
	bool		comes_first;	/* inserted before references of the same place */
	int			cluster;		/* of the section, -1 = an edit */
	const Edit *edit;			/* with references of its own, NULL = none */
	int			repairs;		/* how often guard.c had to keep its sides apart */
	int			out;			/* byte of the text where it left, behind references */
} Cut;

/* A run of the body that stays, and the byte of the text where it does. */
typedef struct Run
{
	int			start;
	int			end;
	int			out;
} Run;

typedef struct Writer
{
	Memo	   *memo;
	Section    *section;
	const char *body;
	Citation  **references;		/* of the section, by anchor */
	int			nreferences;
				VEC(Cut) cuts;
				VEC(Run) runs;
				VEC(int) placed;	/* bytes of the text where references are */
	int			pos;			/* byte of the body */
	int			next_cut;		/* where the cut behind it starts */
	int			chars;			/* characters written */
	int			counted;		/* byte of the body with so many characters before it: */
	int			body_chars;
	int			next_citation;	/* of the section, whose marker is not before that byte */
	int			written_to;		/* byte of the body that the last one written is before, -1 =
								 * it is none of the body's */
	int			next_use;		/* of a link's label, behind those that are written */
	int			url_to;			/* bytes written that ends_with_url() has seen, */
	bool		in_url;			/* and what it found there */
	bool		after_reference;
} Writer;

/* ----------------------------------------------------------- guard.c */

#define MOST_REPAIRS	2		/* of one cut, */
#define MOST_READINGS	5		/* and of a section */

/* Reads back what was written of a section.  Where a line means something else than in the
 * agent's body, changes the cut that did it, if it may: returns whether, for then it is to be
 * written again.  What cannot be kept so makes the memo flawed, with the line named. */
extern bool guard_section(Writer *writer, bool may_repair);

/* The byte of the body that stands at one of the text, -1 = none does. */
extern int	body_byte(const Writer *writer, int pos);

#endif							/* RENDER_INTERNAL_H */
