/*
 * match.c
 *		What a text supports: evidence for citations, never a guess.
 *
 * Which sentence does a claim stand behind?  The section's sentences are
 * indexed once by content word and number.  For the claim "In-place NOI was
 * $4.2 million" the words {place, noi} and the number 4200000 are looked up,
 * sentences that share any are counted, and the best one is taken when it has
 * all the claim's numbers and enough of its words, and no other does as well.
 *
 * The same counts answer the other question, which sentences a passage
 * supports: those with no number that it lacks and enough of their words in it.
 */
#include "memocite.h"

void
append_folded(StringInfo out, const char *text, int len)
{
	for (int i = 0; i < len; i++)
	{
		char		c = text[i];

		if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
		{
			if (out->len > 0 && out->data[out->len - 1] != ' ')
				appendStringInfoChar(out, ' ');
		}
		else
			appendStringInfoChar(out, (char) pg_ascii_tolower((unsigned char) c));
	}
}

/* --------------------------------------------------------------- evidence */

typedef struct IndexedSentence
{
	int			block;
	int			sentence;
	char	   *folded;			/* its text without markers */
	int			words;			/* distinct ones */
	int			numbers;
	int			shared_words;	/* with the claim that is looked up */
	int			shared_numbers;
	int			claim;			/* the look-up that the counts are of */
} IndexedSentence;

typedef struct Posting
{
	uint64		key;
	int			sentence;
	int			next;			/* in postings, -1 = last */
} Posting;

struct Evidence
{
				VEC(IndexedSentence) sentences;
				VEC(Posting) postings;
	int		   *buckets;
	uint32		mask;
	int			claim;
};

static bool
has_posting(const Evidence *evidence, uint64 key, int sentence)
{
	for (int i = evidence->buckets[key & evidence->mask]; i >= 0; i = evidence->postings.items[i].next)
	{
		const Posting *posting = &evidence->postings.items[i];

		if (posting->key == key)
			return posting->sentence == sentence;	/* newest first */
	}
	return false;
}

static void
index_sentence(Evidence *evidence, int index, const char *text, int len)
{
	TokenReader		tokens = {text, len, 0};
	EvidenceToken		token;

	while (next_token(&tokens, &token))
	{
		Posting    *posting;
		int		   *bucket;

		if (has_posting(evidence, token.key, index))
			continue;
		bucket = &evidence->buckets[token.key & evidence->mask];
		posting = VEC_PUSH(&evidence->postings);
		posting->key = token.key;
		posting->sentence = index;
		posting->next = *bucket;
		*bucket = evidence->postings.count - 1;
		if (token.is_number)
			evidence->sentences.items[index].numbers++;
		else
			evidence->sentences.items[index].words++;
	}
}

/* The sentence's text with its markers left out. */
static void
append_sentence_text(StringInfo out, const Section *section, const TextBlock *block, const Sentence *sentence)
{
	const Marker *markers = section->prose->markers.items + block->first_marker;
	int			pos = sentence->start;

	for (int i = 0; i < block->nmarkers && markers[i].start < sentence->end; i++)
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
	uint32		size = 256;

	while (size < (uint32) prose->len / 4 && size < 1 << 22)
		size *= 2;
	evidence->mask = size - 1;
	evidence->buckets = palloc(sizeof(int) * size);
	memset(evidence->buckets, 0xFF, sizeof(int) * size);
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
			StringInfoData folded;

			if (!sentence_is_shown(section, block, &sentences[j]))
				continue;
			entry = VEC_PUSH(&evidence->sentences);
			initStringInfo(&folded);
			append_sentence_text(&folded, section, block, &sentences[j]);
			entry->block = i;
			entry->sentence = j;
			entry->folded = folded.data;
			index_sentence(evidence, evidence->sentences.count - 1, folded.data, folded.len);
		}
	}
	return evidence;
}

struct ClaimTokens
{
				VEC(EvidenceToken) items;	/* distinct */
	int			words;
	int			numbers;
};

/* Distinct tokens; slots is a hash table of their indexes, + 1. */
static void
read_claim_tokens(const char *folded, int len, ClaimTokens *claim)
{
	TokenReader		tokens = {folded, len, 0};
	EvidenceToken		token;
	uint32		mask = 63;
	int		   *slots;

	memset(claim, 0, sizeof(*claim));
	while (mask < (uint32) len)	/* a token and a blank take two bytes */
		mask = mask * 2 + 1;
	slots = palloc0(sizeof(int) * (mask + 1));
	while (next_token(&tokens, &token))
	{
		uint32		slot = token.key & mask;

		while (slots[slot] != 0 && claim->items.items[slots[slot] - 1].key != token.key)
			slot = (slot + 1) & mask;
		if (slots[slot] != 0)
			continue;
		*VEC_PUSH(&claim->items) = token;
		slots[slot] = claim->items.count;
		if (token.is_number)
			claim->numbers++;
		else
			claim->words++;
	}
	pfree(slots);
}

/* Counts, per sentence, what it shares with the claim; lists those it touched. */
static int *
count_shared(Evidence *evidence, const ClaimTokens *claim, int *ntouched)
{
	VEC(int)	touched = {NULL, 0, 0};

	evidence->claim++;
	for (int i = 0; i < claim->items.count; i++)
	{
		const EvidenceToken *token = &claim->items.items[i];

		for (int j = evidence->buckets[token->key & evidence->mask]; j >= 0;
			 j = evidence->postings.items[j].next)
		{
			IndexedSentence *entry = &evidence->sentences.items[evidence->postings.items[j].sentence];

			if (evidence->postings.items[j].key != token->key)
				continue;
			if (entry->claim != evidence->claim)
			{
				entry->claim = evidence->claim;
				entry->shared_words = entry->shared_numbers = 0;
				*VEC_PUSH(&touched) = (int) (entry - evidence->sentences.items);
			}
			if (token->is_number)
				entry->shared_numbers++;
			else
				entry->shared_words++;
		}
	}
	*ntouched = touched.count;
	return touched.items;
}

static bool
supports(const IndexedSentence *entry, const ClaimTokens *claim, const Policy *policy)
{
	if (entry->shared_numbers < claim->numbers)
		return false;
	if (entry->shared_words * 100 < claim->words * policy->match_overlap_percent)
		return false;
	return entry->shared_numbers > 0 || entry->shared_words >= policy->match_words;
}

static EvidenceMatch
match_result(const IndexedSentence *entry, float score, const char *reason)
{
	EvidenceMatch match = {-1, -1, -1, -1, reason};

	if (reason == NULL)
	{
		match.block = entry->block;
		match.sentence = entry->sentence;
		match.score = score;
	}
	return match;
}

EvidenceMatch
evidence_find(Evidence *evidence, const Memo *memo, const char *text)
{
	StringInfoData folded;
	ClaimTokens claim;
	IndexedSentence *literal = NULL;
	IndexedSentence *best = NULL;
	bool		is_tie = false;
	int			nliteral = 0;
	int			ntouched;
	int		   *touched;

	initStringInfo(&folded);
	append_folded(&folded, text, (int) strlen(text));
	while (folded.len > 0 && strchr(" .", folded.data[folded.len - 1]) != NULL)
		folded.data[--folded.len] = '\0';
	read_claim_tokens(folded.data, folded.len, &claim);
	touched = count_shared(evidence, &claim, &ntouched);
	for (int i = 0; i < ntouched; i++)
	{
		IndexedSentence *entry = &evidence->sentences.items[touched[i]];

		if (entry->shared_words == claim.words && entry->shared_numbers == claim.numbers &&
			strstr(entry->folded, folded.data) != NULL)
		{
			literal = entry;
			nliteral++;
		}
		if (!supports(entry, &claim, &memo->policy))
			continue;
		if (best == NULL || entry->shared_words > best->shared_words)
		{
			best = entry;
			is_tie = false;
		}
		else if (entry->shared_words == best->shared_words)
			is_tie = true;
	}
	pfree(folded.data);			/* thousands of texts may be looked up */
	if (touched != NULL)
		pfree(touched);
	if (claim.items.items != NULL)
		pfree(claim.items.items);
	if (nliteral == 1)
		return match_result(literal, 1.0f, NULL);
	if (nliteral > 1 || is_tie)
		return match_result(NULL, -1, "ambiguous");
	if (best == NULL)
		return match_result(NULL, -1, "not_found");
	return match_result(best, claim.words == 0 ? 1.0f : (float) best->shared_words / claim.words, NULL);
}

/* ---------------------------------------------------------- the other way */

/* Has text all the sentence's numbers and enough of its words? */
static bool
is_supported(const IndexedSentence *entry, const Policy *policy)
{
	if (entry->shared_words == 0 || (entry->numbers == 0 && entry->words < policy->budget_match_words))
		return false;			/* says too little to be matched */
	return entry->shared_numbers == entry->numbers &&
		entry->shared_words * 100 >= entry->words * policy->match_overlap_percent;
}

ClaimTokens *
evidence_tokens(Slice text)
{
	ClaimTokens *tokens = palloc(sizeof(ClaimTokens));
	StringInfoData folded;

	initStringInfo(&folded);
	append_folded(&folded, text.data, text.len);
	read_claim_tokens(folded.data, folded.len, tokens);
	pfree(folded.data);
	return tokens;
}

int
evidence_supports(Evidence *evidence, const Memo *memo, const ClaimTokens *text, EvidenceMatch **matches)
{
	int			count = 0;
	int			ntouched;
	int		   *touched = count_shared(evidence, text, &ntouched);

	*matches = palloc_array_huge(ntouched + 1, sizeof(EvidenceMatch));
	for (int i = 0; i < ntouched; i++)
	{
		const IndexedSentence *entry = &evidence->sentences.items[touched[i]];

		if (!is_supported(entry, &memo->policy))
			continue;
		(*matches)[count] = match_result(entry, (float) entry->shared_words / entry->words, NULL);
		(*matches)[count++].index = touched[i];
	}
	if (touched != NULL)
		pfree(touched);
	return count;
}

void
evidence_keys(const Evidence *evidence, void (*visit) (void *argument, uint64 key), void *argument)
{
	for (int i = 0; i < evidence->postings.count; i++)
		visit(argument, evidence->postings.items[i].key);
}

int
evidence_size(const Evidence *evidence)
{
	return evidence->sentences.count;
}

int
evidence_locate(const Evidence *evidence, int block, int sentence)
{
	int			low = 0;
	int			high = evidence->sentences.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;
		const IndexedSentence *entry = &evidence->sentences.items[middle];

		if (entry->block < block || (entry->block == block && entry->sentence < sentence))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == evidence->sentences.count || evidence->sentences.items[low].block != block ||
		evidence->sentences.items[low].sentence != sentence)
		return -1;
	return low;
}
