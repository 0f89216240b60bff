/*
 * prose_sources.c
 *		Finds the source list that a model writes at a section's end.
 *
 * A heading or bold line that says exactly Sources, References, ... and then,
 * to the end, only list items, definitions, numbered or URL lines:
 *
 *		**Sources**
 *		- [SRC:1] Offering Memorandum
 *
 * "Sources and Uses" is no such heading, and a closing paragraph of prose
 * makes it none.  Of several in a row the first counts: all of them leave.
 */
#include "memocite.h"

static const char *const source_titles[] = {
	"sources", "references", "footnotes", "citations", "bibliography", "works cited", "source list",
};

/* "Sources", "**References:**": exactly one of the titles, marks aside. */
static bool
is_source_title(const char *text, int len, bool needs_bold)
{
	int			marks = 0;

	while (len > 0 && strchr("#*_ \t", text[0]) != NULL)
		marks += strchr("*_", text[0]) != NULL, text++, len--;
	while (len > 0 && strchr("#*_ \t:", text[len - 1]) != NULL)
		len--;
	if (needs_bold && marks < 2)
		return false;
	for (int i = 0; i < (int) lengthof(source_titles); i++)
		if (len == (int) strlen(source_titles[i]) && pg_strncasecmp(text, source_titles[i], len) == 0)
			return true;
	return false;
}

/* "1. ...", "[1] ...", "- ...", "https://...", "[SRC:1] ...": a list of sources. */
static bool
is_entry_line(const char *text, int len)
{
	int			pos = 0;

	if (len >= 7 && (strncmp(text, "http://", 7) == 0 || strncmp(text, "https:/", 7) == 0 ||
					 strncmp(text, "<http", 5) == 0))
		return true;
	if (len > 0 && strchr("-*+[", text[0]) != NULL)
		return true;
	while (pos < len && isdigit((unsigned char) text[pos]))
		pos++;
	return pos > 0 && pos < len && strchr(".):", text[pos]) != NULL;
}

static bool
lines_are_entries(const Prose *prose, const TextBlock *block, int from)
{
	for (int i = from; i < block->nlines; i++)
	{
		const Line *line = &prose->lines.items[block->first_line + i];

		if (line->end > line->start && !is_entry_line(prose->text + line->start, line->end - line->start))
			return false;
	}
	return true;
}

static bool
is_entry_block(const Prose *prose, const TextBlock *block)
{
	switch (block->kind)
	{
		case BLOCK_LINK_DEF:
		case BLOCK_SOURCE_LINE:
		case BLOCK_RULE:
			return true;
		case BLOCK_PARAGRAPH:
			return block->note_def >= 0 || block->depth > 0 || lines_are_entries(prose, block, 0);
		default:
			return block->note_def >= 0;
	}
}

static bool
is_source_heading(const Prose *prose, const TextBlock *block)
{
	const Line *line = &prose->lines.items[block->first_line];

	if (block->note_def >= 0 || block->depth > 0 || block->nlines == 0)
		return false;
	if (block->kind == BLOCK_HEADING)
		return block->nlines == 1 &&
			is_source_title(prose->text + line->start, line->end - line->start, false);
	return block->kind == BLOCK_PARAGRAPH && lines_are_entries(prose, block, 1) &&
		is_source_title(prose->text + line->start, line->end - line->start, true);
}

int
prose_source_block(const Prose *prose)
{
	int			found = -1;		/* the first of a run: "## Sources ... ## References ..." */

	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (is_source_heading(prose, block))
		{
			if (i + 1 == prose->blocks.count && block->nlines == 1)
				return -1;		/* nothing is under it */
			found = i;
		}
		else if (!is_entry_block(prose, block))
			return found;
	}
	return found;
}
