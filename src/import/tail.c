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

/* Is it our table of sources: by its columns' names, or of six columns, each row of a document
 * of the deal? */
bool
is_sources_table(const Import *import, const Prose *prose, const TextBlock *block)
{
	Line		cell;
	int			known = 0;

	if (block->kind != BLOCK_TABLE || block->nlines < 3 || block->depth > 0 || block->columns != 6)
		return false;
	for (int row = 2; row < block->nlines; row++)
	{
		Slice		name;

		if (!prose_table_cell(prose, &prose->lines.items[block->first_line + row], 0, &cell))
			return false;
		name = plain_text((Slice) {prose->text + cell.start, cell.end - cell.start});
		known += keymap_get(&import->document_names, slice_hash(name, 0)) > 0;
	}
	return known == block->nlines - 2 ||
		(prose_table_cell(prose, &prose->lines.items[block->first_line], 4, &cell) &&
		 slice_is_word(slice_trim((Slice) {prose->text + cell.start, cell.end - cell.start}),
					   "references"));
}

enum
{
	TAIL_SOURCES,
	TAIL_DATA,
	TAIL_NOTES
};

/* The numbers of a text, "1 2 2026 6 30". */
static char *
numbers_of(Slice text)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < text.len; i++)
		if (is_digit(text.data[i]))
			appendStringInfoChar(&out, text.data[i]);
		else if (out.len > 0 && out.data[out.len - 1] != ' ')
			appendStringInfoChar(&out, ' ');
	while (out.len > 0 && out.data[out.len - 1] == ' ')
		out.data[--out.len] = '\0';
	return out.data;
}

/* Does the base have such a chapter, or is it not known? */
static const char *
base_tail(const Import *import, int kind, bool *may_be)
{
	const StoredMemo *base = import->base->is_named ? import->base->memo : NULL;

	*may_be = base == NULL || (kind == TAIL_NOTES && base->nnotes > 0);
	base = import->base->memo;
	for (int i = 0; base != NULL && i < base->ntail; i++)
		if (strcmp(base->tail[i].title, tail_names[kind]) == 0)
		{
			*may_be = true;
			return base->tail[i].text;
		}
	return NULL;
}

/* May a block stand in one of our chapters? */
static bool
is_of_tail(const Import *import, const TextBlock *block, int kind)
{
	const Prose *prose = import->prose;
	Slice		text = slice_trim((Slice) {prose->text + block->start, block->end - block->start});

	if (block == import->comment_block || block->note_def >= 0 || block->kind == BLOCK_RULE ||
		block->kind == BLOCK_LINK_DEF || block->kind == BLOCK_HTML)
		return true;
	if (kind == TAIL_NOTES)		/* "**Rent Roll**", of layout clustered */
		return block->kind == BLOCK_PARAGRAPH && text.len > 4 && strncmp(text.data, "**", 2) == 0 &&
			strncmp(text.data + text.len - 2, "**", 2) == 0;
	return kind == TAIL_SOURCES ? is_sources_table(import, prose, block)
		: block->kind == BLOCK_PARAGRAPH && block->depth > 0;
}

/* Is a part one of our chapters: by what it has, and where that may be an agent's, by its title
 * or numbers?  *stranger is its first block that is not ours, -1 = none. */
static bool
is_tail(const Import *import, const Part *part, int kind, int *stranger)
{
	const Prose *prose = import->prose;
	bool		is_named = pg_strcasecmp(part->section.title, tail_names[kind]) == 0;
	bool		may_be;
	const char *stored = base_tail(import, kind, &may_be);
	int			own = 0;
	int			i;

	*stranger = -1;
	if (!may_be || part->heading < 0)
		return false;
	for (i = part->heading + 1; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (block->start >= part->end)
			break;
		if (!is_of_tail(import, block, kind))
			*stranger = *stranger < 0 ? i : *stranger;
		else
			own += kind == TAIL_NOTES ? block->note_def >= 0
				: block->note_def < 0 && block->kind == (kind == TAIL_DATA ? BLOCK_PARAGRAPH
														 : BLOCK_TABLE);
	}
	if (i == part->heading + 1)
		return is_named;
	if (own == 0 || (!is_named && (*stranger >= 0 || kind == TAIL_NOTES)))
		return false;
	return kind != TAIL_DATA || is_named ||
		(stored != NULL &&
		 strcmp(numbers_of(slice_of(stored)),
				numbers_of((Slice) {prose->text + part->start, part->end - part->start})) == 0);
}

/* Our chapters leave, the last one of each kind; what an editor wrote in them is told of. */
static void
drop_chapters(Import *import)
{
	const Prose *prose = import->prose;

	for (int kind = 0; kind < NTAIL; kind++)
		for (int i = import->parts.count - 1; i >= 0; i--)
		{
			Part	   *part = &import->parts.items[i];
			int			stranger;

			if (part->is_dropped || !is_tail(import, part, kind, &stranger))
				continue;
			part->is_dropped = import->is_ours = true;
			for (; stranger >= 0 && stranger < prose->blocks.count; stranger++)
			{
				const TextBlock *block = &prose->blocks.items[stranger];

				if (block->start >= part->end)
					break;
				if (!is_of_tail(import, block, kind))
					tell_left_out(import, (Slice) {prose->text + block->start,
												   block->end - block->start});
			}
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
	for (int i = 0; i < import->nbefore; i++)
		tell_left_out(import, import->before[i]);
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
