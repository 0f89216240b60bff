/*
 * language_internal.h
 *		What the files of language/ share with nobody else: the abbreviations and scripts behind sentences.
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
