/*
 * passage.h
 *		Quotes and passages: what fold.c, passage.c, block.c and the SQL
 *		functions on evidence share.
 */
#ifndef MEMOCITE_PASSAGE_H
#define MEMOCITE_PASSAGE_H

#include "memocite.h"

/* ----------------------------------------------------------------- fold.c */

/* How a quote may differ from its passage; each level forgives what those
 * before it do.  The names are those of policy quote_level. */
#define QUOTE_LEVELS(X) \
	X(QUOTE_EXACT, "exact") \
	X(QUOTE_SPACE, "space") \
	X(QUOTE_CASE, "case") \
	X(QUOTE_TYPOGRAPHY, "typography") \
	X(QUOTE_LINEWRAP, "linewrap")

typedef enum QuoteLevel
{
#define X(id, name) id,
	QUOTE_LEVELS(X)
#undef X
	NQUOTE_LEVELS
} QuoteLevel;

/* -1 when there is no such level. */
extern int	quote_level_of(Slice name);
extern const char *quote_level_name(QuoteLevel level);

/* A hyphen in a word, left out at level linewrap. */
typedef struct FoldHyphen
{
	int			at;				/* folded bytes before it */
	bool		is_wrap;		/* at a line's end: it may or may not be the word's own */
} FoldHyphen;

typedef struct Fold
{
	StringInfoData text;
				VEC(FoldHyphen) hyphens;
} Fold;

extern void fold_text(Slice text, QuoteLevel level, Fold *fold);
extern void fold_free(Fold *fold);

/* Where the folded bytes [from, to) come from, in characters of the text. */
extern void fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length);

/* Unicode White_Space: U+00A0 is, U+200B is not. */
extern bool is_unicode_blank(uint32 code);

/* -------------------------------------------------------------- passage.c */

/* How the ids of passages begin that an import made to hold a quote. */
#define IMPORTED_PASSAGE	"memo_import:"

/* A passage that quotes are looked for in: folded once a level. */
typedef struct PassageText
{
	Slice		text;
	Fold		folds[NQUOTE_LEVELS];
	bool		is_folded[NQUOTE_LEVELS];
} PassageText;

typedef struct QuoteMatch
{
	bool		is_found;
	QuoteLevel	level;			/* the strictest that finds it */
	int			start;			/* in characters of the passage */
	int			length;
	bool		cuts_number;	/* begins or ends inside a longer number */
} QuoteMatch;

/* Does a number go on from the byte before pos to the one at it? */
extern bool is_inside_number(const StringInfoData *text, int pos);

/* Looks for a quote at each level up to most; one of blanks is found nowhere. */
extern QuoteMatch quote_match(PassageText *passage, Slice quote, QuoteLevel most);
extern void passage_free(PassageText *passage);

/* Characters of a quote, its runs of white space as one. */
extern int	quote_length(Slice quote);

/* What is wrong with a quote, in words for its writer. */
extern char *passage_missing_error(Slice passage_id);
extern char *quote_missing_error(Slice passage_id, Slice quote);
extern char *document_quote_missing_error(Slice doc_id, Slice quote);
extern char *quote_length_error(Slice passage_id, int length, const Policy *policy);

/* The most characters of text that is to be shown in a message. */
extern Slice shown_part(Slice text);

/* --------------------------------------------------------------- search.c */

/* Quotes that are looked for in many texts at once. */
typedef struct TextSearch TextSearch;
extern TextSearch *search_create(const Slice *patterns, int count);

/* A quote ends at a byte of the text; false: it is to be told of at another place, too. */
typedef bool (*SearchFound) (void *argument, int pattern, int end);

/* Tells of each quote that stands in a text, once; empty ones stand nowhere. */
extern void search_run(TextSearch *search, Slice text, SearchFound found, void *argument);

/* ------------------------------------------------------------ diversity.c */

typedef struct DiversityItem
{
	Slice		file;			/* file path, else title */
	Slice		course;			/* len 0 = none */
} DiversityItem;

/* Chooses indexes of items, best first, into chosen; returns how many. */
extern int	diversify(const DiversityItem *items, int count, int max_per_file, int max_results, int *chosen);

/* ---------------------------------------------------------------- quote.c */

/* What was found for a claim that has a quote, where its passage or passages of its
 * document are stored. */
typedef struct QuoteCheck
{
	Claim	   *claim;			/* whose passage is the one that has the quote, when it named none */
	const char *reason;			/* NULL = found; "not_found", "no_passage", "too_large" */
	QuoteMatch	match;
} QuoteCheck;

/* Checks all such claims of a deal, by policy quote_level; in their order. */
extern QuoteCheck *quote_checks(Memo *memo, int *count);

#endif							/* MEMOCITE_PASSAGE_H */
