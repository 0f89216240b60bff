/*
 * split.c
 *		The text of a memo -> parts, each of which becomes a section.
 *
 * It is cut at its H2 headings; what stands before the first is the preamble, but a
 * title that stands there alone is dropped.
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
	if (title.len > 0 && title.data[title.len - 1] == '}' && strstr(title.data, " {#") != NULL)
		title.len = (int) (strstr(title.data, " {#") - title.data);	/* pandoc's own Markdown */
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

#define SHOWN_BYTES	80			/* of a text that is told of */

void
tell_part(Import *import, int part, const char *problem)
{
	*VEC_PUSH(&import->parts.items[part].section.unbound) = problem;
}

void
tell_left_out(Import *import, Slice text)
{
	int			len;

	text = slice_trim(text);
	len = utf8_clip(text, SHOWN_BYTES);
	for (int i = 0; i < len; i++)
		if (text.data[i] == '\n')
			len = i;
	*VEC_PUSH(&import->left_out) = psprintf("\"%.*s%s\" is in no section; it is left out", len,
											text.data, len < text.len ? "..." : "");
}

int
part_at(const Import *import, int pos)
{
	int			low;

	LOWER_BOUND(low, import->parts.count, i, import->parts.items[i].end <= pos);
	return low < import->parts.count && !import->parts.items[low].is_dropped &&
		import->parts.items[low].begin <= pos ? low : -1;
}
