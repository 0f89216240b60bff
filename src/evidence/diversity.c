/*
 * diversity.c
 *		Which of many passages a model is shown: not all of one file, and of as
 *		many courses as there are.
 *
 * Example, two a file: files a a a b, courses X X X Y give 1 (new file, new
 * course), 4 (the same), and in the second pass 2; 3 has no room in its file.
 */
#include "evidence/evidence.h"

typedef struct Keyed
{
	Slice		key;
	int			item;
} Keyed;

static int
compare_keyed(const void *a, const void *b)
{
	const Keyed *x = a;
	const Keyed *y = b;
	int			order = slice_compare(x->key, y->key);

	return order != 0 ? order : x->item - y->item;
}

/* Numbers equal keys alike: groups[item] is from 0, and below count. */
static int *
group_keys(Keyed *keys, int count)
{
	int		   *groups = palloc_array_huge(count + 1, sizeof(int));

	qsort(keys, count, sizeof(Keyed), compare_keyed);
	for (int i = 0; i < count; i++)
		groups[keys[i].item] =
			i > 0 && slice_equal(keys[i].key, keys[i - 1].key) ? groups[keys[i - 1].item] : i;
	return groups;
}

int
diversify(const DiversityItem *items, int count, int max_per_file, int max_results, int *chosen)
{
	Keyed	   *keys = palloc_array_huge(count + 1, sizeof(Keyed));
	int		   *in_file = palloc_array_huge(count + 1, sizeof(int));
	bool	   *is_seen = palloc_array_huge(count + 1, sizeof(bool));
	bool	   *is_chosen = palloc_array_huge(count + 1, sizeof(bool));
	int		   *files;
	int		   *courses;
	int			nchosen = 0;

	memset(in_file, 0, sizeof(int) * count);
	memset(is_seen, 0, sizeof(bool) * count);
	memset(is_chosen, 0, sizeof(bool) * count);
	for (int i = 0; i < count; i++)
		keys[i] = (Keyed) {items[i].file, i};
	files = group_keys(keys, count);
	for (int i = 0; i < count; i++)
		keys[i] = (Keyed) {items[i].course, i};
	courses = group_keys(keys, count);
	for (int i = 0; i < count && nchosen < max_results; i++)
	{
		if (items[i].course.len == 0 || in_file[files[i]] > 0 || is_seen[courses[i]])
			continue;
		in_file[files[i]]++;
		is_seen[courses[i]] = is_chosen[i] = true;
		chosen[nchosen++] = i;
	}
	for (int i = 0; i < count && nchosen < max_results; i++)
	{
		if (is_chosen[i] || in_file[files[i]] >= max_per_file)
			continue;
		in_file[files[i]]++;
		chosen[nchosen++] = i;
	}
	return nchosen;
}
