/*
 * keymap.c
 *		Numbers by 64-bit key: the one hash table of what is indexed by hash.
 *
 *		number = keymap_at(&map, key);
 *		if (*number == 0)
 *			*number = ++count;		-- a new key
 *
 * Nothing is ever taken out.
 */
#include "base/base.h"

#define LEAST_ENTRIES	64

static void
grow(KeyMap *map)
{
	KeyMap		old = *map;
	uint32		size = old.entries == NULL ? 0 : old.mask + 1;
	uint32		room = Max(size * 2, LEAST_ENTRIES);

	map->mask = room - 1;
	map->entries = palloc_array_huge(room, sizeof(KeyMapEntry));
	memset(map->entries, 0, sizeof(KeyMapEntry) * room);
	for (uint32 i = 0; i < size; i++)
		if (old.entries[i].number != 0)
			*keymap_find(map, old.entries[i].key) = old.entries[i];
	keymap_free(&old);
}

KeyMapEntry *
keymap_find(const KeyMap *map, uint64 key)
{
	uint32		slot = (uint32) ((key * UINT64CONST(0x9E3779B97F4A7C15)) >> 32) & map->mask;

	while (map->entries[slot].number != 0 && map->entries[slot].key != key)
		slot = (slot + 1) & map->mask;
	return &map->entries[slot];
}

int
keymap_get(const KeyMap *map, uint64 key)
{
	return map->entries == NULL ? 0 : keymap_find(map, key)->number;
}

int *
keymap_at(KeyMap *map, uint64 key)
{
	KeyMapEntry *entry;

	if (map->entries == NULL || map->count * 2 > map->mask)
		grow(map);
	entry = keymap_find(map, key);
	map->count += entry->number == 0;
	entry->key = key;
	return &entry->number;
}

uint64
keymap_nth(KeyMap *met, uint64 key)
{
	return key == 0 ? 0
		: key + UINT64CONST(0xD1B54A32D192ED03) * (uint64) (*keymap_at(met, key))++;
}

void
keymap_free(KeyMap *map)
{
	if (map->entries != NULL)
		pfree(map->entries);
}
