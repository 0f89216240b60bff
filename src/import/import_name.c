/*
 * import_name.c
 *		Titles of an imported text -> section keys.
 *
 * A title means the section of the deal that has it (trimmed, in any case),
 * the first one that is still free; else the free section at the same place;
 * else a new one with a key made from the title: "Sources & Uses" becomes
 * sources_uses, the second of two such sources_uses_2.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

#include <ctype.h>

#include "common/hashfn.h"

#define MAX_KEY		63

/* ------------------------------------------------------------ stored titles */

typedef struct StoredTitle
{
	char	   *title;			/* folded */
	int			section;
	int			next;			/* of a run of equal titles, kept at its first: next free one */
} StoredTitle;

static int
compare_titles(const void *a, const void *b)
{
	const StoredTitle *x = a;
	const StoredTitle *y = b;
	int			order = strcmp(x->title, y->title);

	return order != 0 ? order : x->section - y->section;
}

/* Takes the first free section with the title; -1 when there is none. */
static int
take_title(StoredTitle *titles, int count, const char *title)
{
	char	   *wanted = label_fold(slice_of(title));
	int			low = 0;
	int			high = count;
	int			taken;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (strcmp(titles[middle].title, wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == count || strcmp(titles[low].title, wanted) != 0)
		return -1;
	taken = low + titles[low].next;
	if (taken >= count || strcmp(titles[taken].title, wanted) != 0)
		return -1;
	titles[low].next++;
	return titles[taken].section;
}

void
match_titles(Import *import)
{
	const Memo *deal = import->deal;
	StoredTitle *titles = palloc0(sizeof(StoredTitle) * (deal->nsections + 1));
	bool	   *is_taken = palloc0(deal->nsections + 1);
	int			place = 0;

	for (int i = 0; i < deal->nsections; i++)
		titles[i] = (StoredTitle) {label_fold(slice_of(deal->sections[i].title)), i, 0};
	qsort(titles, deal->nsections, sizeof(StoredTitle), compare_titles);
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];

		part->stored = part->is_dropped ? -1 : take_title(titles, deal->nsections, part->section.title);
		if (part->stored >= 0)
			is_taken[part->stored] = true;
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
}

/* -------------------------------------------------------------------- keys */

typedef struct KeyEntry
{
	const char *key;
	int			repeats;
} KeyEntry;

typedef struct KeyTable
{
	KeyEntry   *entries;
	uint32		mask;
} KeyTable;

static KeyEntry *
key_entry(const KeyTable *table, const char *key)
{
	uint32		slot = hash_bytes((const unsigned char *) key, (int) strlen(key)) & table->mask;

	while (table->entries[slot].key != NULL && strcmp(table->entries[slot].key, key) != 0)
		slot = (slot + 1) & table->mask;
	return &table->entries[slot];
}

/* "Sources & Uses" -> "sources_uses"; "" when nothing of it can be in a key. */
static char *
key_from_title(const char *title)
{
	char	   *key = palloc(strlen(title) + 1);
	int			len = 0;

	for (; *title; title++)
	{
		unsigned char c = *title;

		if (isalnum(c) || c >= 0x80)
			key[len++] = (char) pg_ascii_tolower(c);
		else if (len > 0 && key[len - 1] != '_')
			key[len++] = '_';
	}
	if (len > MAX_KEY)
	{
		len = MAX_KEY;
		while (len > 0 && ((unsigned char) key[len] & 0xC0) == 0x80)
			len--;
	}
	while (len > 0 && key[len - 1] == '_')
		len--;
	key[len] = '\0';
	return key;
}

static const char *
new_key(const KeyTable *table, const char *title, int place)
{
	const char *base = key_from_title(title);
	const char *key;
	KeyEntry   *entry;

	if (base[0] == '\0')
		base = psprintf("section_%d", place);
	key = base;
	entry = key_entry(table, base);
	while (key_entry(table, key)->key != NULL)
		key = psprintf("%s_%d", base, ++entry->repeats + 1);
	key_entry(table, key)->key = key;
	return key;
}

void
name_sections(Import *import)
{
	const Memo *deal = import->deal;
	KeyTable	table = {NULL, 63};

	while (table.mask < (uint32) (deal->nsections + import->parts.count) * 2)
		table.mask = table.mask * 2 + 1;
	table.entries = palloc0(sizeof(KeyEntry) * ((Size) table.mask + 1));
	for (int i = 0; i < deal->nsections; i++)
		key_entry(&table, deal->sections[i].section_key)->key = deal->sections[i].section_key;
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
			section->section_key = new_key(&table, section->title, i + 1);
		if (section->title[0] == '\0' && import->binding != NULL)
			section->title = " ";	/* a heading without words stays one */
	}
	for (int i = 0; i < import->claims.count; i++)
		import->claims.items[i].section_key = import->parts.items[import->claims.items[i].part].section.section_key;
}

/* ------------------------------------------------------------- what came out */

int
import_sections(const Import *import, const ImportedSection ***sections)
{
	int			count = 0;

	*sections = palloc(sizeof(ImportedSection *) * (import->parts.count + 1));
	for (int i = 0; i < import->parts.count; i++)
		if (!import->parts.items[i].is_dropped)
			(*sections)[count++] = &import->parts.items[i].section;
	return count;
}

const ImportedClaim *
import_claims(const Import *import, int *count)
{
	*count = import->claims.count;
	return import->claims.items;
}

const char *
import_primary(const Import *import)
{
	return import->primary_doc_id;
}
