/*
 * split.c
 *		The text of a memo -> parts, each of which becomes a section.
 *
 * It is cut at its H2 headings; what stands before the first is the preamble, but a
 * title that stands there alone is dropped.  So are the last parts that have the names
 * of a memo's tail, where the text is a memo of ours:
 *
 *		# Deal 7
 *		## Returns		a part
 *		## Footnotes	of ours, dropped; what stands behind our comment is a "Postscript"
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"

static bool
is_section_heading(const TextBlock *block)
{
	return block->kind == BLOCK_HEADING && block->level == 2 && block->depth == 0 &&
		   block->note_def < 0;
}

bool
is_evidence(const Marker *marker)
{
	return marker->kind == MARKER_SRC || marker->kind == MARKER_SRC_VARIANT ||
		   marker->kind == MARKER_SOURCE_TAG || marker->kind == MARKER_LEGACY_TAG ||
		   marker->kind == MARKER_NOTE_REF || marker->kind == MARKER_UNRECOGNIZED;
}

/* A heading's text without the markers in it, which go before its section's text. */
static char *
heading_title(const Import *import, const TextBlock *block)
{
	const Prose *prose = import->prose;
	Line		line = heading_text(prose, block);
	StringInfoData title;
	int			pos = line.start;

	initStringInfo(&title);
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		if (!is_evidence(marker) || marker->start < pos || marker->start >= line.end)
			continue;
		appendBinaryStringInfo(&title, prose->text + pos, marker->start - pos);
		pos = marker->start + marker->len;
	}
	if (pos < line.end)
		appendBinaryStringInfo(&title, prose->text + pos, line.end - pos);
	for (int i = 0; i < title.len; i++)
		if (title.data[i] == '\n' || title.data[i] == '\r')
			title.data[i] = ' ';
	return markdown_unescape(slice_trim((Slice) {title.data, title.len}));
}

/* The document's own title, where nothing but it stands before the first H2. */
static bool
is_title_alone(const Import *import, int nblocks)
{
	for (int i = 0; i < nblocks; i++)
	{
		const TextBlock *block = &import->prose->blocks.items[i];

		if (block->kind != BLOCK_HEADING || block->level != 1 || block->nmarkers > 0)
			return false;
	}
	return true;
}

/* Begins a part at byte start, its text at byte text; the one before ends there. */
static Part *
add_part(Import *import, int heading, int start, int text)
{
	Part	   *part = VEC_PUSH(&import->parts);

	if (import->parts.count > 1)
		part[-1].end = start;
	part->heading = heading;
	part->begin = start;
	part->start = text;
	part->end = import->prose->len;
	part->stored = -1;
	initStringInfo(&part->section.body);
	return part;
}

void
split_parts(Import *import)
{
	const Prose *prose = import->prose;
	int			first = 0;

	while (first < prose->blocks.count && !is_section_heading(&prose->blocks.items[first]))
		first++;
	if (first > 0)
	{
		Part	   *part = add_part(import, -1, 0, 0);

		part->section.title = "Preamble";
		part->is_dropped = is_title_alone(import, first);
	}
	for (int i = first; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (is_section_heading(block))
			add_part(import, i, block->start, block->end)->section.title =
				heading_title(import, block);
	}
}

/* What an editor wrote behind our comment stays. */
static void
drop_part(Import *import, Part *part)
{
	const TextBlock *comment = import->comment_block;

	part->is_dropped = comment == NULL || part->start > comment->start ||
		slice_trim((Slice) {import->prose->text + comment->end,
							Max(0, part->end - comment->end)}).len == 0;
	if (part->is_dropped)
		return;
	part->begin = part->start = comment->end;
	part->section.title = "Postscript";
}

/* The last sections of these names are the ones that we wrote, and the title is ours. */
void
drop_tail(Import *import)
{
	static const char *const names[] = {"Footnotes", "Data Source Notes", "Sources Consulted"};
	const TextBlock *title = import->prose->blocks.items;
	int			count = import->comment_block != NULL ? import->binding->tail : 3;
	int			first = import->comment_block == NULL || import->binding->nlisted > 0 ? 0 : 1;

	for (int i = first; i < first + count && i < (int) lengthof(names); i++)
		for (int j = import->parts.count - 1; j >= 0; j--)
			if (import->parts.items[j].heading >= 0 &&
				strcmp(import->parts.items[j].section.title, names[i]) == 0)
			{
				drop_part(import, &import->parts.items[j]);
				break;
			}
	if (import->parts.count > 0 && import->parts.items[0].heading < 0 &&
		title->kind == BLOCK_HEADING && title->level == 1)
		import->parts.items[0].begin = import->parts.items[0].start = title->end;
}

int
part_at(const Import *import, int pos)
{
	int			low;

	LOWER_BOUND(low, import->parts.count, i, import->parts.items[i].end <= pos);
	return low < import->parts.count && !import->parts.items[low].is_dropped &&
		import->parts.items[low].begin <= pos ? low : -1;
}
