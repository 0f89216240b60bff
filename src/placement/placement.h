/*
 * placement.h
 *		Where a reference may stand, and what readers see.
 *
 * Example: the reference of "rose [SRC:1]." goes behind the full stop: "rose.[^1]".
 *
 * Owns: the anchor of each citation (a byte of the body).
 * Never knows: which note stands there, what number it has.
 */
#ifndef PLACEMENT_PLACEMENT_H
#define PLACEMENT_PLACEMENT_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

/* ----------------------------------------------------- place_block.c */

/* Has the block anything but blanks, markers and emphasis marks? */
extern bool block_has_prose(const Section *section, TextBlock *block);

/* End of the last sentence of the section's prose, tables maybe left out; -1 when it has none. */
extern int	place_at_end(Section *section, bool in_tables);

/* End of the sentence, before markers that follow it. */
extern int	sentence_anchor(const Section *section, const Sentence *sentence);

/* The same where a note may stand: of a sentence in a heading the first one below it that can
 * carry a reference; -1 when none can. */
extern int	note_anchor(Section *section, const Sentence *sentence);

/* Does the marker stand in what leaves the text: an agent's definition, source
 * line or source list? */
extern bool is_definition_part(const Section *section, const Marker *marker);

/* ------------------------------------------------------ place_text.c */

/* Is the character there closing punctuation, which references go behind? */
extern bool place_is_closing(const char *text, int pos);

/* Where the text of a line begins: behind the box of a task item or the number
 * signs of a heading. */
extern int	line_text_start(const char *text, const TextBlock *block, const Line *line);

/* ----------------------------------------------------------- place.c */

/* Decides where the references of a section's markers will stand: sets each
 * citation's anchor, removes those that no prose can carry. */
extern void place_markers(Memo *memo, Section *section);

/* The first byte from one anchor to another that is no blank, leaving marker, comma or other
 * sign or word that joins references; the other when there is none, and both are one reference
 * cluster. */
extern int	place_gap(const Section *section, int from, int to);

/* ---------------------------------------------------------- settle.c */

/* Settles where the references of a section stand, by those that it has: their place in the
 * text, and which words between markers stay. */
extern void settle_places(Memo *memo, Section *section);

/* --------------------------------------------------------- cluster.c */

/* A word or sign between two parts of a cluster, "and". */
typedef struct Joint
{
	int			start;			/* bytes of the body: with the blank before it, */
	int			end;			/* without that behind, */
	int			behind;			/* and with it */
	int			marker;			/* the first behind it */
	bool		is_kept;		/* settled: references on both sides stay */
} Joint;

/* A run of markers of a line that leave as a whole, with one anchor. */
typedef struct Cluster
{
	VEC(Joint) joints;
	int			anchor;			/* -1 = none */
	int			first;			/* markers of the section, both included */
	int			last;
	int			start;			/* bytes of the body that leave; */
	int			end;
	int			mark_start;		/* of these, the markers and what encloses them */
	int			mark_end;
	int			left;			/* where the text before it, and clusters there, ends */
	int			nlines;			/* lines of its block, up to this one, that leave as lines */
	bool		begins;			/* only what opens is before it on its line or in its cell */
	bool		fills_cell;
	bool		is_label;		/* says where the rest is from: "[SRC:1]: Rents rose" */
	bool		is_object;		/* of an attribution, or behind a bracket that opens */
	bool		cites_own;		/* begins a line, and its reference went to the sentence there */
	bool		is_subject;		/* of the text behind it, before which its reference stays */
	bool		joins_subject;	/* with the joint behind it that cluster's text begins */
	bool		is_announced;	/* outside of brackets, by "Source:" */
	bool		is_near;		/* its anchor is beside it: joints may stay */
	bool		stays;			/* settled: a subject with a reference */
} Cluster;

/* Where a joint that stays ends (settle.c). */
extern int	joint_end(const Cluster *cluster, int index);

/* Finds the clusters of a section's leaving markers, in order: section->places.clusters. */
extern void clusters_find(Section *section);

/* The first of them that ends behind a byte; their number when none does. */
extern int	cluster_from(const Section *section, int pos);

#endif							/* PLACEMENT_PLACEMENT_H */
