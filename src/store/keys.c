/*
 * keys.c
 *		An index of things in memory by a text key: sections by section_key, for the rows
 *		that name them.
 */
#include "store/store_internal.h"

typedef struct Key
{
	const char *text;
	int			index;
} Key;

struct KeyIndex
{
	int			count;
	Key		   *last;			/* what was found last: rows of one thing come together */
	Key			keys[FLEXIBLE_ARRAY_MEMBER];	/* by text */
};

static int
compare_keys(const void *a, const void *b)
{
	return strcmp(((const Key *) a)->text, ((const Key *) b)->text);
}

KeyIndex *
index_keys(const void *first, int count, Size size)
{
	KeyIndex   *index = palloc_array_huge(1, offsetof(KeyIndex, keys) + sizeof(Key) * (count + 1));

	index->count = count;
	index->last = NULL;
	for (int i = 0; i < count; i++)
		index->keys[i] = (Key) {*(char *const *) ((const char *) first + size * i), i};
	qsort(index->keys, count, sizeof(Key), compare_keys);
	return index;
}

KeyIndex *
index_sections(const Memo *memo)
{
	return index_keys(&memo->sections->section_key, memo->nsections, sizeof(Section));
}

int
key_at(KeyIndex *index, const char *text)
{
	Key			wanted = {text, 0};

	if (text == NULL)
		return -1;
	if (index->last == NULL || strcmp(index->last->text, text) != 0)
		index->last = bsearch(&wanted, index->keys, index->count, sizeof(Key), compare_keys);
	return index->last == NULL ? -1 : index->last->index;
}
