/*
 * language.h
 *		Sentences and words of parsed text.
 *
 * Example: "NOI was $4.2M in No. 4. It rose." is two sentences: a full stop in an amount
 * or behind an abbreviation ends none.
 *
 * Owns: the lists of words and abbreviations; sentences are kept in the document.
 * Never knows: documents, claims, metrics.
 */
#ifndef LANGUAGE_LANGUAGE_H
#define LANGUAGE_LANGUAGE_H

#include "base/base.h"
#include "markdown/markdown.h"

/* -------------------------------------------------- sentence.c */

/* Splits a block (paragraph, heading, table) into sentences, once; returns
 * prose->sentences.items + block->first_sentence.  In a table a cell is one. */
extern Sentence *prose_sentences(Prose *prose, TextBlock *block);

/* Index of the sentence of the block that the byte belongs to; a place after
 * a full stop belongs to the sentence before. -1 when the block has none. */
extern int	prose_sentence_at(Prose *prose, TextBlock *block, int pos);

/* ----------------------------------------------------------- words.c */

/* Words of a block after markers, zones and link destinations are left out;
 * 0 for code, tables, headings, definitions. */
extern int	prose_block_words(const Prose *prose, const TextBlock *block);

/* Words of a body up to the block that begins its source list, -1 = it has none (chapter 3). */
extern int	prose_words(const Prose *prose, int sources);

typedef struct TokenReader
{
	const char *text;
	int			len;
	int			pos;
} TokenReader;

typedef struct EvidenceToken
{
	uint64		key;
	int			start;
	bool		is_number;		/* or a word with a digit in it */
} EvidenceToken;

/* ----------------------------------------------------------- token.c */

/* The next content word (3 letters or more, no stop word) or number. */
extern bool next_token(TokenReader *tokens, EvidenceToken *token);

/* The numbers of a text as it writes them: "4.2 million, 12%"; NULL = none. */
extern char *numbers_in(Slice text);

#endif							/* LANGUAGE_LANGUAGE_H */
