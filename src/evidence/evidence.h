/*
 * evidence.h
 *		Does a text support a sentence?  Quotes in passages, words and numbers in common.
 *
 * Example: the quote "in-place  NOI" is in the passage "In-place NOI of $4.2M" at level
 * case, from character 0 on.
 *
 * Of "NOI is $4.2M [1]" the figure $4.2M is looked for in the passage of [1].
 *
 * Owns: the indexes that it makes: a section's sentences, once, and texts by their words.
 * Never knows: markers' syntax, stages.
 */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "base/base.h"
#include "language/language.h"
#include "memo/memo.h"

/* ----------------------------------------------------------- index.c */
/* Texts by word and number; the first that is added is text 0.  None can be
 * added after the first look-up. */
typedef struct TokenIndex TokenIndex;
extern TokenIndex *token_index_create(void);

/* Adds a text, which is folded (append_folded) and not kept. */
extern void token_index_add(TokenIndex *index, Slice folded);

/* The texts with all numbers of a query and at least so many of its words: the
 * only look-up of its index at a time. */
typedef struct Lookup
{
	TokenIndex *index;
	int			words;			/* of the query, each once */
	int			numbers;
	bool		is_cut;			/* too many texts came into question */
} Lookup;

#define SHARE_OF_WORDS(words) (((words) * 60 + 99) / 100)	/* 60 % of them, rounded up */

/* Looks for the texts that may support a sentence, which is folded: those with that share of its
 * words.  False when it says too little: without a number, less than five words. */
extern bool lookup_support(Lookup *lookup, TokenIndex *texts, Slice folded);

/* The next text that may do, in no order, and the words that it shares; -1 = there is none,
 * it does not do, or is_cut.  From lookup_raise() on a text needs so many words. */
extern int	lookup_next(Lookup *lookup);
extern int	lookup_words(Lookup *lookup, int text);
extern void lookup_raise(Lookup *lookup, int least);

/* The one text that a sentence's numbers which are no years lead to, as no other has them; -1 =
 * there is none, or they lead to several.  lookup_words() says whether it has all numbers. */
extern int	lookup_alone(Lookup *lookup, TokenIndex *texts, Slice folded);

/* -------------------------------------------------------- contrast.c */
/* What a text says that another with its words may say otherwise: a denial, which of several
 * things.  The text is folded, and not copied. */
typedef struct Contrast Contrast;
extern Contrast *contrast_read(Slice folded);

/* ----------------------------------------------------------- match.c */
/* A sentence that readers will see, in a block that takes notes. */
typedef struct EvidenceSentence
{
	int			block;			/* index into prose->blocks */
	int			number;			/* in the block */
	Sentence	place;
	Slice		text;			/* folded, without markers, NUL behind it */
	Contrast   *contrast;		/* NULL = not asked yet */
} EvidenceSentence;

/* Sentences in reading order. */
typedef struct Evidence
{
	VEC(EvidenceSentence) sentences;
	TokenIndex *index;			/* of the same, by number; NULL = not asked yet */
} Evidence;

/* Those of a section, read once. */
extern Evidence *section_evidence(Section *section);

/* The sentence that a byte of a block belongs to; NULL when readers will see none there. */
extern EvidenceSentence *evidence_at(Section *section, int block, int pos);

/* Does a sentence say something else than the sentence of a text that shares most of its words?
 * False of long texts. */
extern bool evidence_contradicts(EvidenceSentence *sentence, Slice text);

typedef struct EvidenceMatch
{
	EvidenceSentence *sentence; /* NULL = none */
	float		score;			/* 1 = literal, else share of content words */
	const char *reason;			/* why none: "ambiguous", "not_found" */
} EvidenceMatch;

/* The one sentence of a section that a text supports. */
extern EvidenceMatch evidence_find(Section *section, const char *text);

/* ---------------------------------------------------------- phrase.c */
/* A name that is looked for in all sections at once: words, whatever stands
 * between them, in one sentence. */
typedef struct PhrasePlace
{
	int			section;
	const EvidenceSentence *sentence;
} PhrasePlace;

typedef struct Phrase
{
	VEC(PhrasePlace) places;	/* in reading order */
} Phrase;

/* Phrases to be looked for; no shorter one in the words of a phrase of owners (NULL = none). */
typedef struct PhraseIndex PhraseIndex;
extern PhraseIndex *phrase_index(const PhraseIndex *owners);

/* The phrase of a text, NULL when it has no word or too many. */
extern Phrase *phrase_add(PhraseIndex *index, const char *text);

/* Finds the places of all phrases, in one walk over the memo. */
extern void phrase_search(PhraseIndex *index, Memo *memo);

/* Do two texts have the same words? */
extern bool phrase_equal(const char *a, const char *b);

/* ------------------------------------------------------------ fold.c */
/* How a quote may differ from its passage; each level forgives what those
 * before it do.  The names are those of policy quote_level.  What a new one needs stands
 * at the head of fold.c. */
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

typedef struct Fold
{
	StringInfoData text;
				VEC(struct FoldHyphen) hyphens; /* left out at level linewrap */
} Fold;
extern void fold_text(Slice text, QuoteLevel level, Fold *fold);

/* --------------------------------------------------------- passage.c */
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

/* Looks for a quote at each level up to most; one of blanks is found nowhere. */
extern QuoteMatch quote_match(PassageText *passage, Slice quote, QuoteLevel most);
extern void passage_free(PassageText *passage);

/* Characters of a quote, its runs of white space as one; what of it a message shows. */
extern bool quote_is_empty(Slice quote);
extern int	quote_length(Slice quote);
extern Slice shown_part(Slice text);

/* ----------------------------------------------------------- quote.c */
/* What was found for a claim that has a quote, where its passage or passages of its
 * document are stored. */
typedef struct QuoteCheck
{
	Claim *claim; /* whose passage is the one that has the quote, when it named none */
	const char *reason;			/* NULL = found; "not_found", "no_passage", "too_large" */
	QuoteMatch	match;
} QuoteCheck;

/* Checks all such claims of a deal, by policy quote_level; in their order. */
extern QuoteCheck *quote_checks(Memo *memo, int *count);

/* Looks for the quotes of claims in their passages, before the stages: the
 * level that found each; an event and less confidence for those not found. */
extern void verify_quotes(Memo *memo);

/* A claim with a quote that names no passage gets the one of its document that has the quote. */
extern void locate_quotes(Memo *memo);

#include "evidence/figure.h"

#endif							/* EVIDENCE_EVIDENCE_H */
