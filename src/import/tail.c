/*
 * tail.c
 *		What a memo of ours has beside the agents' sections: its title, and the chapters behind
 *		them.
 *
 *		# Deal 7				leaves
 *		## Returns				a part
 *		## Quellen				ours: a table of six columns, each row of a document of the deal
 *		## Data Source Notes	ours by its title; under another by the numbers that it has
 *		## Footnotes			ours by its title
 *
 * What an editor wrote in them is told of.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"

const char *const tail_names[NTAIL] = {"Sources Consulted", "Data Source Notes", "Footnotes"};

/* Is it our table of sources: of six columns, by their names or each row of a document of the
 * deal? */
bool
is_sources_table(const Import *import, const Prose *prose, const TextBlock *block)
{
	Line		cell;

	if (block->kind != BLOCK_TABLE || block->nlines < 3 || block->depth > 0 || block->columns != 6)
		return false;
	if (prose_table_cell(prose, &prose->lines.items[block->first_line], 4, &cell) &&
		slice_is_word(slice_trim((Slice) {prose->text + cell.start, cell.end - cell.start}),
					  "references"))
		return true;
	for (int row = 2; row < block->nlines; row++)
	{
		Slice		name;

		if (!prose_table_cell(prose, &prose->lines.items[block->first_line + row], 0, &cell))
			return false;
		name = plain_text((Slice) {prose->text + cell.start, cell.end - cell.start});
		if (keymap_get(&import->document_names, slice_hash(name, 0)) == 0)
			return false;
	}
	return true;
}

enum
{
	TAIL_SOURCES,
	TAIL_DATA,
	TAIL_NOTES
};

/* Takes the next digit of a text, 0 = it has no more. */
static char
next_digit(Slice *text)
{
	char		digit = '\0';

	for (; text->len > 0 && digit == '\0'; *text = (Slice) {text->data + 1, text->len - 1})
		if (is_digit(*text->data))
			digit = *text->data;
	return digit;
}

/* Has a text the numbers that the base's chapter has? */
static bool
has_numbers_of(const Import *import, int kind, Slice text)
{
	const StoredMemo *base = import->base->memo;

	for (int i = 0; base != NULL && i < base->ntail; i++)
		if (strcmp(base->tail[i].title, tail_names[kind]) == 0)
		{
			Slice		stored = slice_of(base->tail[i].text);
			char		digit;

			do
				digit = next_digit(&text);
			while (digit == next_digit(&stored) && digit != '\0');
			return digit == '\0' && next_digit(&stored) == '\0';
		}
	return false;
}

/* May a block stand in one of our chapters?  *is_own: an agent's chapter of its title is not
 * likely to have it. */
static bool
is_of_tail(const Import *import, const TextBlock *block, int kind, bool *is_own)
{
	const char *text = import->prose->text + block->start;

	*is_own = kind == TAIL_NOTES ? block->note_def >= 0
		: block->note_def < 0 && (kind == TAIL_SOURCES ? block->kind == BLOCK_TABLE
								  : block->kind == BLOCK_PARAGRAPH && block->depth > 0);
	return *is_own || block->note_def >= 0 || block->kind == BLOCK_RULE ||
		block->kind == BLOCK_LINK_DEF || block->kind == BLOCK_HTML ||
		block == import->comment_block ||
		(kind == TAIL_NOTES && strncmp(text, "**", 2) == 0);	/* "**Rent Roll**", of clusters */
}

/* Is a part one of our chapters: by its title and what it has, else by that alone?  What an
 * editor wrote in it is told of. */
static bool
is_tail(Import *import, const Part *part, int kind)
{
	const Prose *prose = import->prose;
	bool		is_named = pg_strcasecmp(part->section.title, tail_names[kind]) == 0;
	bool		is_known = kind == TAIL_DATA &&
		has_numbers_of(import, kind, (Slice) {prose->text + part->start, part->end - part->start});
	bool		has_own = false;
	int			first = part->heading + 1;
	int			end = first;
	bool		is_own;

	for (; end < prose->blocks.count && prose->blocks.items[end].start < part->end; end++)
	{
		bool		is_ours = is_of_tail(import, &prose->blocks.items[end], kind, &is_own);

		if (!is_ours && !is_named)
			return false;
		has_own |= is_own;
		is_known |= kind == TAIL_SOURCES &&
			is_sources_table(import, prose, &prose->blocks.items[end]);
	}
	if (part->heading < 0 || (is_named ? !has_own && end > first : !has_own || !is_known))
		return false;
	for (int i = first; i < end; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (!is_of_tail(import, block, kind, &is_own))
			tell_left_out(import, (Slice) {prose->text + block->start, block->end - block->start});
	}
	return true;
}

/* Our chapters leave, the last one of each kind. */
static void
drop_chapters(Import *import)
{
	for (int kind = 0; kind < NTAIL; kind++)
		for (int i = import->parts.count - 1; i >= 0; i--)
		{
			Part	   *part = &import->parts.items[i];

			if (part->is_dropped || !is_tail(import, part, kind))
				continue;
			part->is_dropped = import->is_ours = true;
			break;
		}
}

/* Our chapters and title leave a memo of ours. */
void
drop_tail(Import *import)
{
	const TextBlock *title = import->prose->blocks.items;
	Part	   *first = import->parts.items;
	const char *name = import->base->memo != NULL ? import->base->memo->name : import->deal->name;

	drop_chapters(import);
	if (!import->is_ours || import->parts.count == 0)
		return;
	if (first->heading < 0 && title->kind == BLOCK_HEADING && title->level == 1)
		first->begin = first->start = title->end;
	else if (first->heading == 0 && import->parts.count > 1 &&
			 slice_trim((Slice) {import->prose->text + first->start,
								 first->end - first->start}).len == 0 &&
			 title_key(first->section.title) == title_key(name))
		first->is_dropped = true;	/* it stood at the level of the sections */
}
