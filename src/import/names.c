/*
 * names.c
 *		Titles of an imported text -> section keys.
 *
 * A title means the section of the deal that has it (trimmed, in any case), the first one
 * that is still free; else the free section at the same place; else a new one with a key
 * made from the title: "Sources & Uses" becomes sources_uses, the second of two such
 * sources_uses_2.
 */
#include "import/import_internal.h"

#include "common/hashfn.h"

#define MAX_KEY		63

void
match_titles(Import *import)
{
	const Memo *deal = import->deal;
	int			nsections = deal->nsections;
	int			nparts = import->parts.count;
	Slice	   *titles = palloc_array_huge(nsections + nparts + 1, sizeof(Slice));
	bool	   *is_taken = palloc0(nsections + 1);
	int		   *next = palloc_array_huge(nsections + 1, sizeof(int));	/* of the same title */
	int		   *first;
	int		   *classes;
	int			nclasses;
	int			place = 0;

	for (int i = 0; i < nsections; i++)
		titles[i] = slice_of(label_fold(slice_of(deal->sections[i].title)));
	for (int i = 0; i < nparts; i++)
		titles[nsections + i] =
			slice_of(label_fold(slice_of(import->parts.items[i].section.title)));
	classes = slice_classes(titles, nsections + nparts, &nclasses);
	first = palloc_array_huge(nclasses + 1, sizeof(int));
	memset(first, -1, sizeof(int) * (nclasses + 1));
	for (int i = nsections - 1; i >= 0; i--)
	{
		next[i] = first[classes[i]];
		first[classes[i]] = i;
	}
	for (int i = 0; i < nparts; i++)
	{
		Part	   *part = &import->parts.items[i];
		int		   *free = &first[classes[nsections + i]];

		if (part->is_dropped || *free < 0)
			continue;
		part->stored = *free;
		is_taken[*free] = true;
		*free = next[*free];
	}
	for (int i = 0; i < nparts; i++)
	{
		Part	   *part = &import->parts.items[i];

		if (part->is_dropped || part->heading < 0)
			continue;
		if (place < nsections && strcmp(deal->sections[place].section_key, "preamble") == 0)
			place++;
		if (part->stored < 0 && place < nsections && !is_taken[place])
		{
			part->stored = place;
			is_taken[place] = true;
		}
		place++;
	}
}

/* -------------------------------------------------------------------- keys */

/* How often a key was asked for: 0 = it is free. */
static int *
key_uses(KeyMap *keys, const char *key)
{
	return keymap_at(keys, hash_bytes_extended((const unsigned char *) key, (int) strlen(key), 0));
}

/* "Sources & Uses" -> "sources_uses"; "" when nothing of it can be in a key. */
static char *
key_from_title(const char *title)
{
	char	   *key = palloc(strlen(title) + 1);
	int			len = 0;

	for (; *title; title++)
		if (is_word_byte(*title))
			key[len++] = (char) pg_ascii_tolower((unsigned char) *title);
		else if (len > 0 && key[len - 1] != '_')
			key[len++] = '_';
	len = utf8_clip((Slice) {key, len}, MAX_KEY);
	while (len > 0 && key[len - 1] == '_')
		len--;
	key[len] = '\0';
	return key;
}

static const char *
new_key(KeyMap *keys, const char *title, int place)
{
	const char *base = key_from_title(title);
	const char *key;
	int			nth;

	if (base[0] == '\0')
		base = psprintf("section_%d", place);
	key = base;
	nth = *key_uses(keys, base);
	while (*key_uses(keys, key) > 0)
		key = psprintf("%s_%d", base, ++nth);
	*key_uses(keys, base) = Max(1, nth);
	*key_uses(keys, key) = Max(1, *key_uses(keys, key));
	return key;
}

void
name_sections(Import *import)
{
	const Memo *deal = import->deal;
	KeyMap		keys = {NULL, 0, 0};

	for (int i = 0; i < deal->nsections; i++)
		*key_uses(&keys, deal->sections[i].section_key) = 1;
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		ImportedSection *section = &part->section;

		if (part->is_dropped)
			continue;
		if (part->stored >= 0)
		{
			section->section_key = deal->sections[part->stored].section_key;
			section->position = deal->sections[part->stored].position;
			section->is_stored = true;
		}
		else
			section->section_key = new_key(&keys, section->title, i + 1);
		if (section->title[0] == '\0' && import->is_ours)
			section->title = " ";	/* a heading without words stays one */
	}
	for (int i = 0; i < import->claims.count; i++)
		import->claims.items[i].section_key =
			import->parts.items[import->claims.items[i].part].section.section_key;
}
