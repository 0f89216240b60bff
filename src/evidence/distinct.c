/*
 * distinct.c
 *		Which one passage, of all, has what a sentence says?
 *
 * For sections that cite nothing.  Of the sentence "The 212 units were 94.2% leased in
 * 2026" the numbers 212 and 94.2% are looked for, as is every run of 8 words; 2026 is a
 * year and tells nothing.  The sentences' numbers and runs are indexed, and each passage
 * is read once: what one alone has points to it.  A second reading of those that are
 * pointed to says whether they have all of the sentence's numbers, and how many of its
 * words: a sentence with another number than its passage is not supported by it, nor by
 * one that has nothing but a number in common with it.
 */
#include "evidence/evidence.h"
#include "language/language.h"
#include "memo/memo.h"

#include "common/hashfn.h"

#define RUN_WORDS	8

enum
{
	NOWHERE = -1,
	SEVERAL = -2
};

typedef enum FeatureKind
{
	FEATURE_WORD,				/* only counts for the score; a year, too */
	FEATURE_NUMBER,
	FEATURE_RUN
} FeatureKind;

typedef struct Feature
{
	int			passage;		/* that has it, NOWHERE or SEVERAL */
	int			mark;			/* the last passage that was read and has it */
} Feature;

typedef struct FeatureUse
{
	int			feature;
	FeatureKind kind;
} FeatureUse;

typedef struct DistinctSentence
{
	int			first_use;
	int			passage;		/* that its features point to, NOWHERE or SEVERAL */
	int			next;			/* sentence of the same passage, -1 = none */
	float		score;
} DistinctSentence;

struct DistinctIndex
{
	VEC(Feature) features;
	KeyMap		numbers;		/* of features, + 1 */
				VEC(FeatureUse) uses;	/* by sentence */
				VEC(DistinctSentence) sentences;
	bool		has_distinctive;	/* one has a number or a run */
	int			passage;		/* that is read */
};

/* What becomes of a feature of a text. */
typedef void (*FeatureVisit) (DistinctIndex *index, uint64 key, FeatureKind kind);

/* ---------------------------------------------------------- numbers and runs */

/* "2026", but not "$2026". */
static bool
is_year(const char *text, int start, int end)
{
	int			year = 0;

	for (int i = start; i < end; i++)
	{
		if (!isdigit((unsigned char) text[i]) || year > 9999)
			return false;
		year = year * 10 + (text[i] - '0');
	}
	return end - start == 4 && year >= 1900 && year < 2100 &&
		   (start == 0 || text[start - 1] != '$');
}

/* A number, or a word that begins with a digit. */
static bool
is_distinctive(const char *text, const EvidenceToken *token, int end)
{
	return isdigit((unsigned char) text[token->start]) && !is_year(text, token->start, end);
}

char *
distinct_numbers(Slice text)
{
	TokenReader tokens = {text.data, text.len, 0};
	EvidenceToken token;
	StringInfoData out;

	initStringInfo(&out);
	while (next_token(&tokens, &token))
		if (is_distinctive(text.data, &token, token.end))
			appendStringInfo(&out, "%s%.*s", out.len > 0 ? ", " : "", token.end - token.start,
							 text.data + token.start);
	return out.len > 0 ? out.data : NULL;
}

/* Visits what a folded text has: words and numbers, then runs of words. */
static void
visit_features(DistinctIndex *index, Slice folded, FeatureVisit visit)
{
	TokenReader tokens = {folded.data, folded.len, 0};
	EvidenceToken token;
	uint64		words[RUN_WORDS];
	int			nwords = 0;

	while (next_token(&tokens, &token))
		visit(index, token.key,
			  is_distinctive(folded.data, &token, token.end) ? FEATURE_NUMBER : FEATURE_WORD);
	for (int pos = 0, start; pos < folded.len; pos++)
	{
		uint64		run[RUN_WORDS];

		if (!is_word_byte(folded.data[pos]))
			continue;
		for (start = pos; pos < folded.len && is_word_byte(folded.data[pos]); pos++)
			;
		words[nwords++ % RUN_WORDS] =
			hash_bytes_extended((const unsigned char *) folded.data + start, pos - start, 0);
		for (int i = 0; i < RUN_WORDS && nwords >= RUN_WORDS; i++)
			run[i] = words[(nwords + i) % RUN_WORDS];
		if (nwords >= RUN_WORDS)
			visit(index, hash_bytes_extended((const unsigned char *) run, sizeof(run), RUN_WORDS),
				  FEATURE_RUN);
	}
}

/* ------------------------------------------------------------------ sentences */

DistinctIndex *
distinct_create(void)
{
	return palloc0(sizeof(DistinctIndex));
}

/* The last sentence has a feature. */
static void
add_use(DistinctIndex *index, uint64 key, FeatureKind kind)
{
	int			sentence = index->sentences.count - 1;
	int		   *number = keymap_at(&index->numbers, key);
	Feature    *feature;

	if (*number == 0)
	{
		*VEC_PUSH(&index->features) = (Feature) {NOWHERE, NOWHERE};
		*number = index->features.count;
	}
	feature = &index->features.items[*number - 1];
	if (feature->mark == sentence)
		return;					/* the sentence says it twice */
	feature->mark = sentence;
	*VEC_PUSH(&index->uses) = (FeatureUse) {*number - 1, kind};
	index->has_distinctive |= kind != FEATURE_WORD;
}

bool
distinct_add_sentence(DistinctIndex *index, Slice folded)
{
	*VEC_PUSH(&index->sentences) = (DistinctSentence) {index->uses.count, NOWHERE, -1, 0};
	visit_features(index, folded, add_use);
	return index->has_distinctive;
}

/* ------------------------------------------------------------------- passages */

/* The passage that is read has a feature: it alone, or several. */
static void
point_to(DistinctIndex *index, uint64 key, FeatureKind kind pg_attribute_unused())
{
	int			number = keymap_get(&index->numbers, key);
	Feature    *feature = number == 0 ? NULL : &index->features.items[number - 1];

	if (feature != NULL && feature->passage != index->passage)
		feature->passage = feature->passage == NOWHERE ? index->passage : SEVERAL;
}

/* The same, to know of one passage which features it has. */
static void
mark_feature(DistinctIndex *index, uint64 key, FeatureKind kind pg_attribute_unused())
{
	int			number = keymap_get(&index->numbers, key);

	if (number > 0)
		index->features.items[number - 1].mark = index->passage;
}

static void
read_passage(DistinctIndex *index, int passage, Slice content, FeatureVisit visit)
{
	StringInfoData folded;

	CHECK_FOR_INTERRUPTS();
	initStringInfo(&folded);
	append_folded(&folded, content.data, content.len);
	index->passage = passage;
	visit_features(index, (Slice) {folded.data, folded.len}, visit);
	pfree(folded.data);
}

/* Behind the last use of a sentence. */
static int
uses_end(const DistinctIndex *index, int sentence)
{
	return sentence + 1 < index->sentences.count ? index->sentences.items[sentence + 1].first_use
												 : index->uses.count;
}

/* The one passage that a sentence's numbers and runs point to. */
static int
passage_of(const DistinctIndex *index, int sentence)
{
	int			passage = NOWHERE;

	for (int i = index->sentences.items[sentence].first_use; i < uses_end(index, sentence); i++)
	{
		int			pointed = index->features.items[index->uses.items[i].feature].passage;

		if (index->uses.items[i].kind == FEATURE_WORD || pointed < 0 || pointed == passage)
			continue;
		passage = passage == NOWHERE ? pointed : SEVERAL;
	}
	return passage;
}

/* Has the passage that was just read all numbers of the sentence?  The score is the
 * share of its words and numbers that the passage has. */
static void
score_sentence(DistinctIndex *index, int sentence, int passage)
{
	int			all = 0;
	int			shared = 0;
	int			words = 0;

	for (int i = index->sentences.items[sentence].first_use; i < uses_end(index, sentence); i++)
	{
		const FeatureUse *use = &index->uses.items[i];
		bool		is_there = index->features.items[use->feature].mark == passage;

		if (use->kind == FEATURE_NUMBER && !is_there)
			return;
		all += use->kind != FEATURE_RUN;
		shared += use->kind != FEATURE_RUN && is_there;
		words += use->kind == FEATURE_WORD && is_there;
	}
	index->sentences.items[sentence].score = words == 0 ? 0 : (float) shared / all;
}

/* Twice over the passages, the second time over those that sentences point to alone. */
void
distinct_read(DistinctIndex *index, const Passage *passages, int npassages)
{
	int		   *first = palloc_array_huge(npassages + 1, sizeof(int));

	for (int i = 0; i < npassages; i++)
	{
		first[i] = -1;
		read_passage(index, i, passages[i].content, point_to);
	}
	for (int i = 0; i < index->features.count; i++)
		index->features.items[i].mark = NOWHERE;
	for (int i = index->sentences.count - 1; i >= 0; i--)
	{
		int			passage = index->sentences.items[i].passage = passage_of(index, i);

		if (passage < 0)
			continue;
		index->sentences.items[i].next = first[passage];
		first[passage] = i;
	}
	for (int i = 0; i < npassages; i++)
	{
		if (first[i] < 0)
			continue;
		read_passage(index, i, passages[i].content, mark_feature);
		for (int sentence = first[i]; sentence >= 0;
			 sentence = index->sentences.items[sentence].next)
			score_sentence(index, sentence, i);
	}
	pfree(first);
}

int
distinct_passage(const DistinctIndex *index, int sentence, float *score)
{
	*score = index->sentences.items[sentence].score;
	return *score > 0 ? index->sentences.items[sentence].passage : -1;
}
