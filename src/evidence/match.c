/*
 * match.c
 *		What a text supports: evidence for citations, never a guess.
 *
 * Which sentence does a claim stand behind?  The section's sentences are
 * indexed once by content word and number.  For the claim "In-place NOI was
 * $4.2 million" the words {place, noi} and the number 4200000 are looked up
 * (lookup.c), and of the sentences with all its numbers and enough of its
 * words the best one is taken, when no other does as well.
 *
 * The other way, the same sentences are looked up among texts that may support
 * them: claims without a place, passages.
 */
#include "evidence/evidence_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

/* --------------------------------------------------------------- evidence */

typedef struct IndexedSentence
{
	int			block;
	int			sentence;
	char	   *folded;			/* its text without markers */
	int			len;
	Contrast	contrast;
} IndexedSentence;

#define LONGEST_CONTRADICTION	16384	/* bytes of a text that is read for one */

struct Evidence
{
				VEC(IndexedSentence) sentences;
	TokenIndex *index;			/* of the same, by number */
};

/* Of a block's markers, the first at or behind pos. */
static int
first_marker(const Marker *markers, int count, int pos)
{
	int			low;

	LOWER_BOUND(low, count, i, markers[i].start < pos);
	return low;
}

/* The sentence's text with its markers left out. */
static void
append_sentence_text(StringInfo out, const Section *section, const TextBlock *block, const Sentence *sentence)
{
	const Marker *markers = section->prose->markers.items + block->first_marker;
	int			pos = sentence->start;

	for (int i = first_marker(markers, block->nmarkers, pos);
		 i < block->nmarkers && markers[i].start < sentence->end; i++)
	{
		if (markers[i].start < pos)
			continue;
		append_folded(out, section->body.data + pos, markers[i].start - pos);
		pos = markers[i].start + markers[i].len;
	}
	if (pos < sentence->end)
		append_folded(out, section->body.data + pos, sentence->end - pos);
}

Evidence *
evidence_index(Section *section)
{
	Evidence   *evidence = palloc0(sizeof(Evidence));
	Prose	   *prose = section->prose;
	StringInfoData folded;

	initStringInfo(&folded);
	evidence->index = token_index_create();
	for (int i = 0; i < prose->blocks.count && i < section->source_block; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		Sentence   *sentences;

		CHECK_FOR_INTERRUPTS();
		if (!block_takes_notes(block))
			continue;
		sentences = prose_sentences(prose, block);
		for (int j = 0; j < block->nsentences; j++)
		{
			IndexedSentence *entry;

			CHECK_FOR_INTERRUPTS();
			if (!sentence_is_shown(section, block, &sentences[j]))
				continue;
			entry = VEC_PUSH(&evidence->sentences);
			resetStringInfo(&folded);
			append_sentence_text(&folded, section, block, &sentences[j]);
			entry->block = i;
			entry->sentence = j;
			entry->folded = pnstrdup(folded.data, folded.len);
			entry->len = folded.len;
			entry->contrast.is_read = false;
			token_index_add(evidence->index, folded.data, folded.len);
		}
	}
	pfree(folded.data);
	return evidence;
}

static EvidenceMatch
match_result(const IndexedSentence *entry, float score, const char *reason)
{
	EvidenceMatch match = {-1, -1, -1, reason};

	if (reason == NULL)
	{
		match.block = entry->block;
		match.sentence = entry->sentence;
		match.score = score;
	}
	return match;
}

/* Content words that a sentence must have of a claim's. */
static int
words_needed(const TokenSet *claim, const Policy *policy)
{
	int			share = (claim->words * policy->match_overlap_percent + 99) / 100;

	if (claim->numbers == 0)
		share = Max(share, policy->match_words);
	return Min(share, claim->words);	/* the whole of it may stand there */
}

/* What a claim's look-up found. */
typedef struct Found
{
	const IndexedSentence *literal;
	int			nliteral;
	const IndexedSentence *best;
	int			words;			/* that best shares */
	bool		is_tie;
} Found;

/* Counts a sentence that supports the claim; then only a better one matters,
 * or as good a one as the best, unless that is known. */
static void
note_sentence(Lookup *lookup, Found *found, const IndexedSentence *entry, int words)
{
	found->is_tie = found->best != NULL && words == found->words;
	if (!found->is_tie)
		found->best = entry;
	found->words = words;
	lookup_raise(lookup, words + (found->is_tie && words < lookup->words));
}

/* Most sentences share too little with a claim to be read for what they say. */
static const Contrast *
contrast_of(IndexedSentence *entry)
{
	if (!entry->contrast.is_read)
		entry->contrast = contrast_read(entry->folded, entry->len);
	return &entry->contrast;
}

/* Two sentences that say the same settle it: no further one is looked at. */
static void
find_sentences(Evidence *evidence, Lookup *lookup, const Policy *policy, const char *folded, Found *found)
{
	Contrast	contrast = contrast_read(folded, (int) strlen(folded));
	int			index;

	while (found->nliteral < 2 && (index = lookup_next(lookup)) >= 0)
	{
		IndexedSentence *entry = &evidence->sentences.items[index];
		int			words = lookup_words(lookup, index);
		bool		is_literal = words == lookup->words && strstr(entry->folded, folded) != NULL;

		if (words < 0 || contrasts_differ(&contrast, contrast_of(entry)) ||
			(contrast.denies != entry->contrast.denies && !(is_literal && lookup->numbers > 0)))
			continue;
		if (is_literal)
		{
			found->literal = entry;
			found->nliteral++;
		}
		if (lookup->numbers > 0 || words >= policy->match_words)
			note_sentence(lookup, found, entry, words);
	}
}

EvidenceMatch
evidence_find(Evidence *evidence, const Memo *memo, const char *text)
{
	StringInfoData folded;
	TokenSet	claim;
	Lookup		lookup;
	Found		found = {0};

	initStringInfo(&folded);
	append_folded(&folded, text, (int) strlen(text));
	while (folded.len > 0 && strchr(" .", folded.data[folded.len - 1]) != NULL)
		folded.data[--folded.len] = '\0';
	claim = token_set(folded.data, folded.len);
	lookup_start(&lookup, evidence->index, &claim, words_needed(&claim, &memo->policy));
	find_sentences(evidence, &lookup, &memo->policy, folded.data, &found);
	pfree(folded.data);			/* thousands of texts may be looked up */
	token_set_free(&claim);
	if (lookup.is_cut || found.nliteral > 1)
		return match_result(NULL, -1, "ambiguous");
	if (found.nliteral == 1)
		return match_result(found.literal, 1.0f, NULL);
	if (found.is_tie)
		return match_result(NULL, -1, "ambiguous");
	if (found.best == NULL)
		return match_result(NULL, -1, "not_found");
	return match_result(found.best, lookup.words == 0 ? 1.0f : (float) found.words / lookup.words, NULL);
}

/* ---------------------------------------------------------- the other way */

void
token_index_add_text(TokenIndex *texts, Slice text)
{
	StringInfoData folded;

	initStringInfo(&folded);
	append_folded(&folded, text.data, text.len);
	token_index_add(texts, folded.data, folded.len);
	pfree(folded.data);
}

bool
evidence_lookup(const Evidence *evidence, int index, const Policy *policy, TokenIndex *texts, Lookup *lookup)
{
	const IndexedSentence *entry = &evidence->sentences.items[index];
	TokenSet	tokens = token_set(entry->folded, entry->len);
	bool		says_enough = tokens.words > 0 &&
		(tokens.numbers > 0 || tokens.words >= policy->budget_match_words);

	if (says_enough)
		lookup_start(lookup, texts, &tokens, (tokens.words * policy->match_overlap_percent + 99) / 100);
	token_set_free(&tokens);
	return says_enough;
}

/* How many of a set's words and numbers a folded text has. */
static int
count_shared(const TokenSet *set, const char *folded, int len)
{
	TokenSet	has = token_set(folded, len);
	int			count = 0;

	for (int i = 0; i < set->items.count; i++)
		for (int j = 0; j < has.items.count; j++)
			if (set->items.items[i].key == has.items.items[j].key)
			{
				count++;
				break;
			}
	token_set_free(&has);
	return count;
}

bool
evidence_contradicts(Evidence *evidence, int index, Slice text)
{
	IndexedSentence *entry = &evidence->sentences.items[index];
	bool		contradicts = false;
	int			most = 0;
	TokenSet	tokens;
	StringInfoData folded;

	if (text.len > LONGEST_CONTRADICTION)
		return false;
	initStringInfo(&folded);
	append_folded(&folded, text.data, text.len);
	tokens = token_set(entry->folded, entry->len);
	for (int start = 0, end; start < folded.len; start = end + 1)
	{
		int			shared;

		end = start;
		while (end < folded.len && !(strchr(".;?!", folded.data[end]) != NULL && (end + 1 == folded.len || folded.data[end + 1] == ' ')))
			end++;
		shared = count_shared(&tokens, folded.data + start, end - start);
		if (shared > most)
		{
			Contrast	contrast = contrast_read(folded.data + start, end - start);

			most = shared;
			contradicts = contrast.denies != contrast_of(entry)->denies || contrasts_differ(&contrast, &entry->contrast);
		}
	}
	token_set_free(&tokens);
	pfree(folded.data);
	return contradicts;
}

void
evidence_keys(const Evidence *evidence, void (*visit) (void *argument, uint64 key), void *argument)
{
	token_index_keys(evidence->index, visit, argument);
}

void
evidence_place(const Evidence *evidence, int index, int *block, int *sentence)
{
	*block = evidence->sentences.items[index].block;
	*sentence = evidence->sentences.items[index].sentence;
}

bool
evidence_differs(Evidence *evidence, int index, const Contrast *contrast)
{
	const Contrast *own = contrast_of(&evidence->sentences.items[index]);

	return own->denies != contrast->denies || contrasts_differ(own, contrast);
}

Slice
evidence_text(const Evidence *evidence, int index)
{
	return (Slice) {evidence->sentences.items[index].folded, evidence->sentences.items[index].len};
}

int
evidence_size(const Evidence *evidence)
{
	return evidence->sentences.count;
}

int
evidence_locate(const Evidence *evidence, int block, int sentence)
{
	int			low;

	LOWER_BOUND(low, evidence->sentences.count, i,
				evidence->sentences.items[i].block < block ||
				(evidence->sentences.items[i].block == block &&
				 evidence->sentences.items[i].sentence < sentence));
	if (low == evidence->sentences.count || evidence->sentences.items[low].block != block ||
		evidence->sentences.items[low].sentence != sentence)
		return -1;
	return low;
}
