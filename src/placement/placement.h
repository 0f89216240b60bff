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

/* Does the marker stand in what leaves the text: an agent's definition, source
 * line or source list? */
extern bool is_definition_part(const Section *section, const Marker *marker);

/* Is the character there closing punctuation, which references go behind? */
extern bool place_is_closing(const char *text, int pos);

/* Where the text of a line begins: behind the box of a task item or the number
 * signs of a heading. */
extern int	line_text_start(const char *text, const TextBlock *block, const Line *line);

/* ----------------------------------------------------------- place.c */

/* Decides where the references of a section's markers will stand: sets each
 * citation's anchor, removes those that no prose can carry. */
extern void place_markers(Memo *memo, Section *section);

/* The first byte from one anchor to another that is no blank, comma or leaving
 * marker; the other when there is none, and both are one reference cluster. */
extern int	place_gap(const Section *section, int from, int to);

typedef struct BracketPair
{
	const char *open;
	const char *close;
} BracketPair;

/* ------------------------------------------------------ place_lead.c */

/* Is there nothing but what lists markers, "," or " and ", and blanks? */
extern bool only_separators(const char *text, int from, int to);

/* Does a backslash from start on escape what is at pos? */
extern bool follows_backslash(const char *text, int start, int pos);

/* The bracket that opens before pos and blanks there, at *open, with the backslash
 * that escapes it; NULL = none. */
extern const BracketPair *pair_before(const char *text, int start, int pos, int *open);

/* Behind the bracket that closes it at pos, or behind blanks; -1 = none. */
extern int	pair_close(const BracketPair *bracket, const char *text, int pos, int end);

#endif							/* PLACEMENT_PLACEMENT_H */
