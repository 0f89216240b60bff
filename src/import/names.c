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

#define MAX_KEY		63

uint64
title_key(const char *title)
{
	return slice_hash(slice_of(label_fold(slice_of(title))), 0);
}

/* The sections of the base that parts are editions of. */
static void
find_bases(Import *import)
{
	const StoredMemo *base = import->base->memo;
	KeyMap		keys = {NULL, 0, 0};

	for (int i = 0; base != NULL && i < base->nsections; i++)
		*keymap_at(&keys, slice_hash(slice_of(base->sections[i].section_key), 0)) = i + 1;
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		int			at = part->stored < 0 ? 0
			: keymap_get(&keys,
						 slice_hash(slice_of(import->deal->sections[part->stored].section_key), 0));

		part->base = at > 0 ? &base->sections[at - 1] : NULL;
	}
}

void
match_titles(Import *import)
{
	const Memo *deal = import->deal;
	KeyMap		titles = {NULL, 0, 0};	/* the first free section of a title, from 1 */
	int		   *next = palloc_array_huge(deal->nsections + 1, sizeof(int));
	bool	   *is_taken = palloc0(deal->nsections + 1);
	int			place = 0;

	for (int i = deal->nsections - 1; i >= 0; i--)
	{
		int		   *first = keymap_at(&titles, title_key(deal->sections[i].title));

		next[i] = *first;
		*first = i + 1;
	}
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		uint64		key = title_key(part->section.title);
		int			first = keymap_get(&titles, key);

		if (part->is_dropped || first <= 0)
			continue;
		part->stored = first - 1;
		is_taken[part->stored] = true;
		*keymap_at(&titles, key) = next[part->stored] > 0 ? next[part->stored] : -1;
	}
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];

		if (part->is_dropped || part->heading < 0)
			continue;
		if (place < deal->nsections && strcmp(deal->sections[place].section_key, "preamble") == 0)
			place++;
		if (part->stored < 0 && place < deal->nsections && !is_taken[place])
		{
			part->stored = place;
			is_taken[place] = true;
		}
		place++;
	}
	find_bases(import);
}

/* -------------------------------------------------------------------- keys */

/* How often a key was asked for: 0 = it is free. */
static int *
key_uses(KeyMap *keys, const char *key)
{
	return keymap_at(keys, slice_hash(slice_of(key), 0));
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
		*VEC_PUSH(&import->result.sections) = section;
	}
	for (int i = 0; i < import->result.claims.count; i++)
		import->result.claims.items[i].section_key =
			import->parts.items[import->result.claims.items[i].part].section.section_key;
}
