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

/* Is there a lower-case letter of Latin script at a byte of a text? */
extern bool is_lower_latin(const char *text, int pos);

/* ----------------------------------------------------------- words.c */

/* Words of a block after markers, zones and link destinations are left out;
 * 0 for code, tables, headings, definitions. */
extern int	prose_block_words(const Prose *prose, const TextBlock *block);

/* Words of a body but for its lists of sources, if it was looked for those (chapter 3). */
extern int	prose_words(const Prose *prose);

/* --------------------------------------------------------- needles.c */

/* Where a text has one of a few strings: the first at or behind a byte, text.len = none.  Asked
 * for ascending bytes, it reads the text once for each of the strings. */
#define MOST_NEEDLES	20
typedef struct Needles
{
	Slice		text;
	Slice		strings[MOST_NEEDLES];
	int			count;
	int			next[MOST_NEEDLES];	/* + 1, 0 = not looked for yet */
} Needles;
extern void needle_add(Needles *needles, const char *string, int len);
extern int	needles_next(Needles *needles, int pos);

/* ----------------------------------------------------------- token.c */

typedef enum TokenKind
{
	TOKEN_WORD,
	TOKEN_NUMBER,
	TOKEN_SIGN					/* a character of punctuation, or a line end */
} TokenKind;

/* A word, number or sign of a text. */
typedef struct Token
{
	TokenKind	kind;
	int start; /* bytes of the text; of a number with its sign, currency and unit */
	int			end;
	uint64		key;			/* equal for equal words (whatever their case) and numbers */
	uint32		sign;			/* of TOKEN_SIGN; dashes are '-', quotation marks '"' or '\'' */
	bool		has_digit;		/* a word that names something: "Q3" */
	bool		is_tied;		/* a number behind a letter and a hyphen: "T-12", "mid-2024" */
	Number		number;			/* of TOKEN_NUMBER only */
} Token;

typedef struct TokenReader
{
	const char *text;
	int			len;
	int			pos;
} TokenReader;

/*
 * The next word, number or sign; false at the end.  Blanks, control characters, a hyphen
 * between letters and the "'s" behind a word are no tokens.  Linear.
 */
extern bool token_next(TokenReader *reader, Token *token);

/* Is a word no stop word, and of 3 letters or more? */
extern bool token_is_content(const char *text, const Token *token);

/* The next word alone, with its key: numbers and signs are passed over. */
extern bool word_next(TokenReader *reader, Token *token);

/* The key of a word's token; and of that without its last s, 0 when it has none or is short. */
extern uint64 word_key(const char *word, int len);
extern uint64 token_stem(const char *text, const Token *token);

/*
 * The first words of phrases, so that a text can be passed over where none of them stands.
 * What a phrase begins with is added with its plural and its singular; words_start() steps to
 * the next word that may be one, and says too much rather than too little.
 */
typedef struct WordStarts
{
	uint32		pairs[32];		/* by first letter: the second ones that follow */
	uint64		words[64];		/* by the letters of a word */
	bool		is_any;			/* a phrase begins with no ASCII letter: every word may be one */
} WordStarts;

extern void word_starts_add(WordStarts *starts, const char *phrase);
extern bool word_starts_next(const WordStarts *starts, TokenReader *reader);

/* What evidence is compared by. */
typedef struct EvidenceToken
{
	uint64		key;
	int			start;			/* of a number's digits */
	int			end;
	bool		is_number;		/* or a word with a digit in it */
	bool		is_year;
} EvidenceToken;

/* The next content word (3 letters or more, no stop word) or number. */
extern bool next_token(TokenReader *tokens, EvidenceToken *token);

/* The numbers of a text as it writes them: "4.2 million, 12%"; NULL = none. */
extern char *numbers_in(Slice text);

/* ------------------------------------------------------- quotation.c */

typedef struct QuotationReader
{
	Slice		text;
	int			pos;
	int			unclosed;		/* bits of the marks that nothing closes from pos on */
} QuotationReader;

/* The next quotation: what stands between its marks; false at the end.  Linear. */
extern bool quotation_next(QuotationReader *reader, Line *inside);

#endif							/* LANGUAGE_LANGUAGE_H */
