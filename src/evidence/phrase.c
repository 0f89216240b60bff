/*
 * phrase.c
 *		Where names stand: all phrases in one walk over the memo.
 *
 * A phrase is a run of words; what stands between them, case and a plural's s
 * do not count, so "Cap Rate" is found in "cap-rates".  Its key is a hash made
 * word by word.  At each word of a sentence the keys of the runs of 1, 2, ...
 * words from there are looked up: the work is the same however many phrases
 * there are.  Some phrases own their words: where "Exit Cap Rate" does, "exit
 * cap rates" is no place of "Cap Rate".
 */
#include "evidence/evidence.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

#include "common/hashfn.h"

#define MAX_WORDS	8			/* of a phrase */

struct PhraseIndex
{
	Phrase	  **table;			/* open addressing by key, grown at half load */
	uint32		mask;
	int			count;
	int			longest;		/* words of the longest phrase */
};

/* ------------------------------------------------------------------ words */

typedef VEC(uint64) Words;

/* The words of a text by hash, added to those of before. */
static void
read_words(const char *text, int len, Words *words)
{
	for (int pos = 0; pos < len;)
	{
		char		folded[64];
		int			start = pos;
		int			width = 0;

		while (pos < len && is_word_byte((unsigned char) text[pos]))
		{
			if (width < (int) sizeof(folded))
				folded[width++] = (char) pg_ascii_tolower((unsigned char) text[pos]);
			pos++;
		}
		if (width == 0)
		{
			pos++;
			continue;
		}
		if (width > 3 && pos - start == width && folded[width - 1] == 's' && folded[width - 2] != 's')
			width--;
		*VEC_PUSH(words) = hash_bytes_extended((unsigned char *) folded, width, 0);
	}
}

static inline uint64
extend_key(uint64 key, uint64 word)
{
	return hash_combine64(key, word);
}

bool
phrase_equal(const char *a, const char *b)
{
	Words		x = {NULL, 0, 0};
	Words		y = {NULL, 0, 0};

	read_words(a, (int) strlen(a), &x);
	read_words(b, (int) strlen(b), &y);
	return x.count == y.count &&
		(x.count == 0 || memcmp(x.items, y.items, sizeof(uint64) * x.count) == 0);
}

/* ---------------------------------------------------------------- phrases */

PhraseIndex *
phrase_index(void)
{
	PhraseIndex *index = palloc0(sizeof(PhraseIndex));

	index->mask = 63;
	index->table = palloc0(sizeof(Phrase *) * 64);
	return index;
}

static Phrase **
find_slot(const PhraseIndex *index, uint64 key)
{
	uint32		slot = (uint32) key & index->mask;

	while (index->table[slot] != NULL && index->table[slot]->key != key)
		slot = (slot + 1) & index->mask;
	return &index->table[slot];
}

static void
grow(PhraseIndex *index)
{
	Phrase	  **old = index->table;
	uint32		size = index->mask + 1;

	index->mask = size * 2 - 1;
	index->table = palloc0(sizeof(Phrase *) * size * 2);
	for (uint32 i = 0; i < size; i++)
		if (old[i] != NULL)
			*find_slot(index, old[i]->key) = old[i];
}

Phrase *
phrase_add(PhraseIndex *index, const char *text, bool owns_words)
{
	Words		words = {NULL, 0, 0};
	uint64		key = 0;
	Phrase	  **slot;

	read_words(text, (int) strlen(text), &words);
	if (words.count == 0 || words.count > MAX_WORDS)
		return NULL;
	for (int i = 0; i < words.count; i++)
		key = extend_key(key, words.items[i]);
	if (index->count * 2 > (int) index->mask)
		grow(index);
	slot = find_slot(index, key);
	if (*slot == NULL)
	{
		*slot = palloc0(sizeof(Phrase));
		(*slot)->key = key;
		index->count++;
	}
	(*slot)->owns_words |= owns_words;
	index->longest = Max(index->longest, words.count);
	return *slot;
}

/* ----------------------------------------------------------------- search */

/* The sentence's words; what markers say is no word of it. */
static void
sentence_words(const Section *section, const TextBlock *block, const Sentence *sentence, Words *words)
{
	const Marker *markers = section->prose->markers.items + block->first_marker;
	int			low;
	int			pos = sentence->start;

	LOWER_BOUND(low, block->nmarkers, i, markers[i].start < sentence->start);
	words->count = 0;
	for (; low < block->nmarkers && markers[low].start < sentence->end; low++)
	{
		if (markers[low].start < pos)
			continue;
		read_words(section->body.data + pos, markers[low].start - pos, words);
		pos = markers[low].start + markers[low].len;
	}
	if (pos < sentence->end)
		read_words(section->body.data + pos, sentence->end - pos, words);
}

static void
add_place(Phrase *phrase, const PhrasePlace *place)
{
	PhrasePlace *last = phrase->places.count == 0 ? NULL : &phrase->places.items[phrase->places.count - 1];

	if (last == NULL || memcmp(last, place, sizeof(*place)) != 0)
		*VEC_PUSH(&phrase->places) = *place;
}

static void
search_sentence(const PhraseIndex *index, const Words *words, const PhrasePlace *place)
{
	int			owned = 0;		/* words up to here belong to a phrase that began before */

	for (int i = 0; i < words->count; i++)
	{
		Phrase	   *found[MAX_WORDS];
		uint64		key = 0;
		int			own = 0;

		for (int n = 0; n < index->longest && i + n < words->count; n++)
		{
			key = extend_key(key, words->items[i + n]);
			found[n] = *find_slot(index, key);
			if (found[n] != NULL && found[n]->owns_words)
				own = n + 1;
		}
		for (int n = 0; n < index->longest && i + n < words->count; n++)
			if (found[n] != NULL && n + 1 >= own && i + n + 1 > owned)
				add_place(found[n], place);
		owned = Max(owned, i + own);
	}
}

void
phrase_search(PhraseIndex *index, Memo *memo)
{
	Words		words = {NULL, 0, 0};

	for (int i = 0; i < memo->nsections && index->count > 0; i++)
	{
		Section    *section = &memo->sections[i];

		for (int j = 0; j < section->prose->blocks.count && j < section->source_block; j++)
		{
			TextBlock  *block = &section->prose->blocks.items[j];
			Sentence   *sentences;

			CHECK_FOR_INTERRUPTS();
			if (!block_takes_notes(block))
				continue;
			sentences = prose_sentences(section->prose, block);
			for (int k = 0; k < block->nsentences; k++)
			{
				if (!sentence_is_shown(section, block, &sentences[k]))
					continue;
				sentence_words(section, block, &sentences[k], &words);
				search_sentence(index, &words, &(PhrasePlace) {i, j, k});
			}
		}
	}
}
