/*
 * language_internal.h
 *		What the files of language/ share with nobody else: the abbreviations and scripts behind
 *sentences.
 */
#ifndef LANGUAGE_INTERNAL_H
#define LANGUAGE_INTERNAL_H

#include "language/language.h"
#include "markdown/markdown.h"

/* Words longer than this, in bytes, are no abbreviations. */
#define MAX_WORD		16

/* What an abbreviation's full stop does before a word in upper case. */
typedef enum AbbrevKind
{
	ABBREV_NONE,				/* no abbreviation */
	ABBREV_NEVER,				/* ends no sentence: a name or case follows */
	ABBREV_NUMBER,				/* ends none when a number follows */
	ABBREV_MAYBE				/* ends one only before a sentence starter */
} AbbrevKind;

typedef struct Splitter
{
	Prose	   *prose;
	const char *text;
	const Line *lines;
	int			nlines;
	int			line;			/* of the position at hand */
	int			zone;			/* first zone that may lie ahead */
	int			nzones;
	int			marker;			/* first marker that may lie ahead */
	int			nmarkers;
	int			start;			/* of the open sentence, -1 = none */
	bool		has_text;		/* more than markers in it */
	int			nsentences;
	Needles		stops;			/* that may end a sentence */
} Splitter;

/* -------------------------------------------------------- sentence.c */

/* At the start of a block of the document. */
extern Splitter splitter_of(const Prose *prose, const TextBlock *block);

/* The opaque zone or marker at or after pos: where it starts and ends. */
extern Line obstacle_next(Splitter *s, int pos, bool *is_marker);

/* -------------------------------------------------- lexicon.c */

extern AbbrevKind language_abbrev(const char *word, int len);
/* Does a word that usually starts a sentence stand at pos? */
extern bool language_is_starter(const char *text, int end, int pos);

/* Does a number, Roman numeral or capital that names a part stand at pos? */
extern bool language_is_number(const char *text, int end, int pos);

/* Bytes of such a character at pos, 0 when it is none. */
extern int	language_stop(const char *text, int end, int pos);

extern int	language_cjk_stop(const char *text, int end, int pos);
extern int	language_closer(const char *text, int end, int pos);
extern int	language_opener(const char *text, int end, int pos);
extern int	language_blank(const char *text, int end, int pos);
extern bool language_is_lower(const char *text, int end, int pos);

#endif							/* LANGUAGE_INTERNAL_H */
