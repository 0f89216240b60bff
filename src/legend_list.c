/*
 * legend_list.c
 *		What a section says of a superscript in a form or at a place that is not
 *		read as its source.
 *
 * It says at least that the superscript is not the number of a claim:
 *
 *		See (¹) Rent Roll		a line of prose
 *		1. ¹ Rent Roll			an item with a number
 */
#include "legend.h"

/* Does a superscript at pos refer to what stands before it, as in "ft²"? */
static bool
has_host(const char *text, int start, int pos)
{
	unsigned char before;

	while (pos > start && strchr("*_", text[pos - 1]) != NULL)
		pos--;
	if (pos == start)
		return false;
	before = text[pos - 1];
	if (before < 0x80)
		return isalnum(before) || before == '%' || before == ')';
	return !(before == 0xA0 && pos - start >= 2 && (unsigned char) text[pos - 2] == 0xC2) &&
		!(pos - start >= 3 && (unsigned char) text[pos - 3] == 0xE2 && (unsigned char) text[pos - 2] == 0x80);
}

/* Notes the superscripts that a text lists; in a cell those with a text. */
static void
list_superscripts(Section *section, int start, int end, bool is_cell)
{
	const char *text = section->prose->text;
	SuperscriptSource read;

	for (int pos = start; pos < end; pos++)
	{
		unsigned char c = text[pos];
		int			after;

		if ((c != 0xC2 && c != 0xE2 && c != '<') || (after = legend_superscript_end(text, end, pos, &read.id)) == pos)
			continue;
		if (!has_host(text, start, pos) && (!is_cell || legend_definition(text, pos, end, &read)))
			*VEC_PUSH(&section->listed) = read.id;
		pos = after - 1;
	}
}

void
legend_list_block(Section *section, const TextBlock *block)
{
	const Prose *prose = section->prose;

	if (block->kind != BLOCK_TABLE)
	{
		list_superscripts(section, block->start, block->end, false);
		return;
	}
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		int			pos = -1;
		Line		cell;

		while (prose_next_cell(prose, &prose->lines.items[i], &pos, &cell))
			list_superscripts(section, cell.start, cell.end, true);
	}
}

/* --------------------------------------------------------------------- all */

int
legend_compare_ids(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return x < y ? -1 : x > y;
}

void
legend_list_end(Section *section)
{
	if (section->listed.count > 1)
		qsort(section->listed.items, section->listed.count, sizeof(int64), legend_compare_ids);
}

bool
legend_lists(const Section *section, int64 id)
{
	return section->listed.count > 0 &&
		bsearch(&id, section->listed.items, section->listed.count, sizeof(int64), legend_compare_ids) != NULL;
}
