/*
 * phrase.c
 *		Where names stand: all phrases in one walk over the memo.
 *
 * A phrase is a run of words; what stands between them, case and a plural's s
 * do not count, so "Cap Rate" is found in "cap-rates".  Its key is a hash made
 * word by word.  At each word of a sentence that may have a phrase the keys of the
 * runs of 1, 2, ... words from there are looked up, while a phrase begins so: the
 * work is the same however many phrases there are.  Some phrases own their words:
 * where "Exit Cap Rate" does, "exit cap rates" is no place of "Cap Rate".
 */
#include "evidence/evidence_internal.h"
#include "memo/memo.h"

#include "common/hashfn.h"

#define MAX_WORDS	8			/* of a phrase */

struct PhraseIndex
{
	const PhraseIndex *owners;
				VEC(Phrase *) phrases;
	KeyMap		numbers;		/* of phrases, + 1; -1 of what longer ones begin with */
	WordStarts	starts;
};

typedef VEC(uint64) Words;

/* The words and numbers of a text: "Cap-Rates" has those of "cap rate". */
static void
read_words(Slice text, Words *words)
{
	TokenReader tokens = {text.data, text.len, 0};
	Token		token;

	words->count = 0;
	while (token_next(&tokens, &token))
	{
		uint64		stem = token.kind == TOKEN_WORD ? token_stem(text.data, &token) : 0;

		if (token.kind != TOKEN_SIGN)
			*VEC_PUSH(words) = stem != 0 ? stem : token.key;
	}
}

bool
phrase_equal(const char *a, const char *b)
{
	Words		x = {NULL, 0, 0};
	Words		y = {NULL, 0, 0};

	read_words(slice_of(a), &x);
	read_words(slice_of(b), &y);
	return x.count == y.count &&
		(x.count == 0 || memcmp(x.items, y.items, sizeof(uint64) * x.count) == 0);
}

/* ---------------------------------------------------------------- phrases */

PhraseIndex *
phrase_index(const PhraseIndex *owners)
{
	PhraseIndex *index = palloc0(sizeof(PhraseIndex));

	index->owners = owners;
	return index;
}

/* Texts with the same words are one phrase. */
Phrase *
phrase_add(PhraseIndex *index, const char *text)
{
	Words		words = {NULL, 0, 0};
	uint64		key = 0;
	int		   *number = NULL;

	read_words(slice_of(text), &words);
	if (words.count == 0 || words.count > MAX_WORDS)
		return NULL;
	word_starts_add(&index->starts, text);
	for (int i = 0; i < words.count; i++)
	{
		key = hash_combine64(key, words.items[i]);
		number = keymap_at(&index->numbers, key);
		if (*number == 0)
			*number = -1;
	}
	pfree(words.items);
	if (*number < 0)
	{
		*VEC_PUSH(&index->phrases) = palloc0(sizeof(Phrase));
		*number = index->phrases.count;
	}
	return index->phrases.items[*number - 1];
}

/* Notes the sentence for each phrase that begins at one of its words: the longest that is
 * owned, and longer ones, but none that ends inside of one that began before. */
static void
search_sentence(const PhraseIndex *index, const Words *words, int section,
				const EvidenceSentence *sentence)
{
	int			owned = 0;		/* words up to here belong to a phrase that began before */

	for (int i = 0; i < words->count; i++)
	{
		int			found[MAX_WORDS];
		uint64		key = 0;
		int			own = 0;
		int			n;

		for (n = 0; i + n < words->count && n < MAX_WORDS; n++)
		{
			int			owner;

			key = hash_combine64(key, words->items[i + n]);
			found[n] = keymap_get(&index->numbers, key);
			owner = index->owners == NULL ? 0 : keymap_get(&index->owners->numbers, key);
			if (found[n] == 0 && owner == 0)
				break;
			own = owner > 0 ? n + 1 : own;
		}
		while (--n >= Max(own - 1, 0))
		{
			Phrase	   *phrase = found[n] <= 0 || i + n + 1 <= owned ? NULL
				: index->phrases.items[found[n] - 1];
			int			count = phrase == NULL ? 0 : phrase->places.count;

			if (phrase != NULL &&
				(count == 0 || phrase->places.items[count - 1].sentence != sentence))
				*VEC_PUSH(&phrase->places) = (PhrasePlace) {section, sentence};
		}
		owned = Max(owned, i + own);
	}
}

void
phrase_search(PhraseIndex *index, Memo *memo)
{
	Words		words = {NULL, 0, 0};

	for (int i = 0; i < memo->nsections && index->phrases.count > 0; i++)
	{
		const Evidence *evidence = section_evidence(&memo->sections[i]);

		for (int j = 0; j < evidence->sentences.count; j++)
		{
			Slice		text = evidence->sentences.items[j].text;

			CHECK_FOR_INTERRUPTS();
			if (!word_starts_next(&index->starts, &(TokenReader) {text.data, text.len, 0}))
				continue;
			read_words(text, &words);
			search_sentence(index, &words, i, &evidence->sentences.items[j]);
		}
	}
}
