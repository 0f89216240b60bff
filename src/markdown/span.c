/*
 * span.c
 *		What stands at a byte of parsed text: a zone, a cell, a line that leaves.
 *
 * In "| NOI | `[x]` |" the byte at "x" is in the second cell, of index 1, and in a
 * zone, a code span.
 */
#include "markdown/markdown_internal.h"

/* Labels are looked for among this many zones before a byte, to stay linear. */
#define MAX_ZONES_BACK	100

int
zone_after(const Prose *prose, int pos)
{
	int			low;

	LOWER_BOUND(low, prose->zones.count, i, prose->zones.items[i].start <= pos);
	return low;
}

/* Zones are sorted by start; only labels contain others. */
ZoneKind
prose_zone_at(const Prose *prose, const TextBlock *block, int pos)
{
	int			first = zone_after(prose, pos) - 1;

	if (block->kind == BLOCK_CODE)
		return ZONE_CODE_BLOCK;
	if (block->kind == BLOCK_HTML)
		return ZONE_HTML_BLOCK;
	if (block->kind == BLOCK_LINK_DEF)
		return ZONE_LINK_DEST;
	for (int i = first; i >= 0 && i > first - MAX_ZONES_BACK; i--)
	{
		const Zone *zone = &prose->zones.items[i];

		if (zone->start < block->start)
			break;
		if (pos < zone->end)
			return zone->kind;
		if (zone->kind == ZONE_LINK_LABEL)
			break;				/* labels do not nest */
	}
	if (block->kind == BLOCK_HEADING)
		return ZONE_HEADING;
	return block->kind == BLOCK_TABLE ? ZONE_TABLE : ZONE_PROSE;
}

bool
prose_table_cell(const Prose *prose, const Line *row, int index, Line *cell)
{
	int			pos = -1;

	for (int i = 0; i <= index; i++)
		if (!syntax_row_cell(prose->text, *row, &pos, cell))
			return false;
	return true;
}

bool
prose_leaves(const Prose *prose, int pos)
{
	int			low;

	LOWER_BOUND(low, prose->leaving.count, i, prose->leaving.items[i].end <= pos);
	return low < prose->leaving.count && prose->leaving.items[low].start <= pos;
}
