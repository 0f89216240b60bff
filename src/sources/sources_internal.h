/*
 * sources_internal.h
 *		What the files of sources/ share with nobody else: names and references.
 */
#ifndef SOURCES_INTERNAL_H
#define SOURCES_INTERNAL_H

#include "sources/sources.h"

/* ----------------------------------------------------------- refer.c */

/* Is a word, in lower case, one that references are made of: "see", "page"? */
extern bool word_refers(Slice word);

/* Is it a day's, month's or year's number in a text that goes on behind it? */
extern bool word_is_date(Slice word);

/* Is a run of non-blanks a URL, path or file name? */
extern bool token_is_address(const char *token, int len);

#endif							/* SOURCES_INTERNAL_H */
