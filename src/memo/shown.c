/*
 * shown.c
 *		What of a section its readers will see.
 *
 * Two things they will not: lines that leave the text because they say what
 * superscripts mean (stage 1.5), and the cells of a table row that its header
 * has no column for, which GFM drops.  Nothing is looked for in either, and no
 * reference is put there.
 */
#include "memo/memo.h"
#include "markdown/markdown.h"
#include "language/language.h"

/* The row of a table that has the byte. */
static const Line *
row_at(const Prose *prose, const TextBlock *block, int pos)
{
	const Line *lines = &prose->lines.items[block->first_line];
	int			behind;

	LOWER_BOUND(behind, block->nlines, i, lines[i].start <= pos);
	return &lines[Max(behind, 1) - 1];
}

int
section_shown_end(Section *section, const TextBlock *block, const Line *row)
{
	const char *text = section->body.data;
	Line		cell;

	if (section->places.shown_row == row)
		return section->places.shown_end;	/* once a row, however often it is asked */
	section->places.shown_row = row;
	section->places.shown_end = -1;
	if (prose_table_cell(section->prose, row, block->columns - 1, &cell))
		section->places.shown_end = before_blanks(text, cell.start, cell.end);
	return section->places.shown_end;
}

bool
sentence_is_shown(Section *section, const TextBlock *block, const Sentence *sentence)
{
	int			end;

	if (prose_leaves(section->prose, sentence->start) ||
		prose_leaves(section->prose, sentence->end - 1))
		return false;
	if (block->kind != BLOCK_TABLE)
		return true;
	end = section_shown_end(section, block, row_at(section->prose, block, sentence->start));
	return end < 0 || sentence->start <= end;
}
