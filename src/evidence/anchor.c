/*
 * anchor.c
 *		Which sections can support an anchor, without asking each.
 *
 * match.c decides whether a sentence supports a text; asking it for each
 * section and each insight would take their product.  So the words and numbers
 * of all sections are noted once, and an anchor asks only the sections that
 * have its rarest number, for a sentence must have all of them; without a
 * number, those with one of its rarest words: of 5 words, 3 of which a sentence
 * must have, it cannot do without all of the 3 rarest.
 */
#include "evidence/evidence_internal.h"
#include "language/language.h"
#include "memo/memo.h"

typedef VEC(int) SectionList;

typedef struct Occurrence
{
	uint64		key;
	SectionList sections;		/* ascending; NULL items = a free slot */
} Occurrence;

struct AnchorIndex
{
	Occurrence *table;			/* open addressing by key, grown at half load */
	uint32		mask;
	uint32		count;
	int			section;		/* that is being noted */
};

static Occurrence *
find_slot(const AnchorIndex *index, uint64 key)
{
	uint32		slot = (uint32) key & index->mask;

	while (index->table[slot].sections.items != NULL && index->table[slot].key != key)
		slot = (slot + 1) & index->mask;
	return &index->table[slot];
}

static void
resize(AnchorIndex *index, uint32 size)
{
	Occurrence *old = index->table;
	uint32		old_size = old == NULL ? 0 : index->mask + 1;

	index->mask = size - 1;
	index->table = palloc_array_huge(size, sizeof(Occurrence));
	memset(index->table, 0, sizeof(Occurrence) * size);
	for (uint32 i = 0; i < old_size; i++)
		if (old[i].sections.items != NULL)
			*find_slot(index, old[i].key) = old[i];
	if (old != NULL)
		pfree(old);
}

static void
note_key(void *argument, uint64 key)
{
	AnchorIndex *index = argument;
	Occurrence *slot = find_slot(index, key);

	index->count += slot->sections.items == NULL;
	slot->key = key;
	if (slot->sections.count == 0 || slot->sections.items[slot->sections.count - 1] != index->section)
		*VEC_PUSH(&slot->sections) = index->section;
	if (index->count * 2 > index->mask)
		resize(index, (index->mask + 1) * 2);
}

AnchorIndex *
anchor_index(Memo *memo)
{
	AnchorIndex *index = palloc0(sizeof(AnchorIndex));

	resize(index, 1024);
	for (index->section = 0; index->section < memo->nsections; index->section++)
	{
		Section    *section = &memo->sections[index->section];

		CHECK_FOR_INTERRUPTS();
		if (section->evidence == NULL)
			section->evidence = evidence_index(section);
		evidence_keys(section->evidence, note_key, index);
	}
	return index;
}

static int
compare_keys(const void *a, const void *b)
{
	uint64		x = ((const Occurrence *) a)->key;
	uint64		y = ((const Occurrence *) b)->key;

	return x < y ? -1 : x > y;
}

static int
compare_lengths(const void *a, const void *b)
{
	return ((const Occurrence *) a)->sections.count - ((const Occurrence *) b)->sections.count;
}

static int
compare_sections(const void *a, const void *b)
{
	return *(const int *) a - *(const int *) b;
}

int
anchor_sections(const AnchorIndex *index, const Memo *memo, const char *anchor, int **sections)
{
	VEC(Occurrence) words = {NULL, 0, 0};
	VEC(int)	found = {NULL, 0, 0};
	const SectionList *rarest = NULL;
	int			nwords = 0;
	int			needed;
	int			count = 0;
	StringInfoData folded;
	TokenReader reader;
	EvidenceToken token;

	initStringInfo(&folded);
	append_folded(&folded, anchor, (int) strlen(anchor));
	reader = (TokenReader) {folded.data, folded.len, 0};
	while (next_token(&reader, &token))
	{
		const SectionList *list = &find_slot(index, token.key)->sections;

		if (!token.is_number)
			*VEC_PUSH(&words) = (Occurrence) {token.key, *list};
		else if (rarest == NULL || list->count < rarest->count)
			rarest = list;
	}
	if (words.count > 0)
		qsort(words.items, words.count, sizeof(Occurrence), compare_keys);
	for (int i = 0; i < words.count; i++)
		if (i == 0 || words.items[i].key != words.items[i - 1].key)
			words.items[nwords++] = words.items[i];
	if (nwords > 0)
		qsort(words.items, nwords, sizeof(Occurrence), compare_lengths);
	needed = nwords - nwords * memo->policy.match_overlap_percent / 100 + 1;
	for (int i = 0; i < (rarest != NULL ? 1 : Min(needed, nwords)); i++)
	{
		const SectionList *list = rarest != NULL ? rarest : &words.items[i].sections;

		for (int j = 0; j < list->count; j++)
			*VEC_PUSH(&found) = list->items[j];
	}
	if (found.count > 0)
		qsort(found.items, found.count, sizeof(int), compare_sections);
	for (int i = 0; i < found.count; i++)
		if (i == 0 || found.items[i] != found.items[i - 1])
			found.items[count++] = found.items[i];
	*sections = found.items;
	return count;
}
