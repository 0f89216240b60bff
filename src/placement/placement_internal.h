/*
 * placement_internal.h
 *		What the files of placement/ share with nobody else: clusters and brackets.
 */
#ifndef PLACEMENT_INTERNAL_H
#define PLACEMENT_INTERNAL_H

#include "placement/placement.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

/* ------------------------------------------------------ place_text.c */

typedef struct BracketPair
{
	const char *open;
	const char *close;
	bool		is_quote;		/* may open in one language and close in another */
} BracketPair;

#define NBRACKETS	13
extern const BracketPair brackets[NBRACKETS];

/* A bracket or a run of emphasis marks that opens. */
typedef struct Opening
{
	int			start;
	const BracketPair *bracket; /* NULL = emphasis: */
	char		mark;
	int			width;
} Opening;

/* Does a word stand there, in any case but of its first letter? */
static inline bool
stands_at(const char *text, int pos, int end, const char *word)
{
	int			len;

	if (pos >= end || text[pos] != word[0])
		return false;
	len = (int) strlen(word);
	return end - pos >= len && pg_strncasecmp(text + pos, word, len) == 0;
}

/* Is a word of the text one of a list, in any case? */
extern bool word_in(const char *text, int start, int end, const char *const *words, int count);

/* Length of the blank at pos, NBSP included, 0 = none; and the byte behind all there. */
extern int	blank_at(const char *text, int pos, int end);
extern int	skip_blanks(const char *text, int pos, int end);

/* pos before the marks of emphasis that end there. */
extern int	skip_marks_back(const char *text, int start, int pos);

/* Does an odd number of backslashes end at pos? */
extern bool follows_backslash(const char *text, int start, int pos);

/* The bracket that ends at pos, with a backslash before it. */
extern bool bracket_before(const char *text, int floor, int pos, Opening *opening);

/* Length of the blank that ends at pos, NBSP included; 0 = none. */
extern int	blank_before(const char *text, int start, int pos);

/* pos before the blanks that end there, NBSP included, but not before start. */
extern int	skip_blanks_back(const char *text, int start, int pos);

/* "CoStar [SRC:1]'s estimate": a quotation mark before a letter closes nothing. */
extern bool is_apostrophe(const char *text, int pos, int end);

/* ----------------------------------------------------- place_block.c */

/* The nearest block with prose behind or before one, -1 when there is none. */
extern int	block_near(Section *section, const TextBlock *block, bool behind);

/* Does a heading part a block from the prose before it, and none from that behind? */
extern bool block_is_headed(Section *section, const TextBlock *block);

/* End of a block's first or last sentence, in a table of the first body cell;
 * -1 when no reference can stand there. */
extern int	block_anchor(Section *section, int index, bool last);

/* A reference behind "[label]:", which begins at start, would be a link's definition: where it
 * goes instead, before the colon. */
extern int	before_definition(const char *text, int start, int pos);

/* The first sentence that can carry a reference, from one on, forwards or
 * (step -1) backwards; nsentences or -1 when none can. */
extern int	nearest_sentence(Section *section, TextBlock *block, int index, int step);

/* ---------------------------------------------------------- cluster.c */

/* Length of the sign or word at pos that joins markers to a run, 0 = none. */
extern int	joint_at(const char *text, int pos, int end);

/* -------------------------------------------------- cluster_extent.c */

/* Does nothing but what opens stand before pos on its line, or in its cell?  start is where
 * the line's text begins, before the cluster before it there, NULL = none. */
extern bool cluster_begins(const Section *section, const TextBlock *block, int start,
						   const Cluster *before, int pos);

/* Is the cluster the subject of what goes on behind it, a paragraph's or item's first, or behind
 * the word that joins it to the one before? */
extern void cluster_find_subject(const Section *section, const TextBlock *block, Cluster *cluster,
								 bool goes_on);

/* Adds to a cluster of which the markers are known all that leaves with it, not before byte
 * floor nor behind the end of its line. */
extern void cluster_extend(Section *section, const TextBlock *block, int floor, Cluster *cluster,
						   int end);

#endif							/* PLACEMENT_INTERNAL_H */
