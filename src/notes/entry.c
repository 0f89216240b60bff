/*
 * entry.c
 *		The entries of a section's source list, and what each says of which id.
 *
 *		- [SRC:1] Rent Roll, p. 3		1 is the Rent Roll
 *		- Rent Roll, p. 3 [SRC:1]		so it is here
 *		[SRC:1] Note; [SRC:2] Deed		two entries
 *		2. Appraisal,					number 2, which is an id where the list
 *		   p. 40						numbers those of the text
 *		- First National Bank			an entry of no id
 */
#include "notes/notes_internal.h"

/* ---------------------------------------------------------------------- ids */

int
first_marker_from(const Prose *prose, int pos)
{
	int			low;

	LOWER_BOUND(low, prose->markers.count, i, prose->markers.items[i].start < pos);
	return low;
}

bool
section_marker_ids(const Memo *memo, const Section *section, const Marker *marker, MarkerIds *ids)
{
	if (marker->kind != MARKER_SRC && marker->kind != MARKER_SRC_VARIANT &&
		marker->kind != MARKER_SOURCE_LINE)
		return false;
	if ((marker->is_escaped && !memo->policy.unescape_markers) ||
		(!isdigit((unsigned char) marker->value.data[0]) && !memo->policy.repair_markers))
		return false;
	return marker_ids(marker, ids) &&
		   (!ids->has_joint || section_expand_ranges(memo, section, ids));
}

bool
id_is_decided(const Memo *memo, const Section *section, int64 id)
{
	return section_claim(memo, section, id) != NULL || id_is_deal_wide(memo, section, id);
}

/* ------------------------------------------------------------------ entries */

/* What a marker leaves of a text at its ends: ": ", "** – ", "; **". */
static Slice
bare_text(Slice text)
{
	int			cut = 0;

	for (int i = 0; i < text.len;)
	{
		bool		is_dash = text.data[i] == '-' || dash_at(text.data + i, text.len - i);

		if (strchr(" \t\r\n:|.,;", text.data[i]) != NULL)
			cut = i + 1;
		else if (!is_dash && strchr("*_", text.data[i]) == NULL)
			break;
		i += char_length(text.data[i]);
		if (i >= text.len)
			cut = text.len;
	}
	text = (Slice) {text.data + cut, text.len - cut};
	for (int i = text.len; i > 0 && strchr(" \t\r\n;,|*_", text.data[i - 1]) != NULL; i--)
		if (strchr("*_", text.data[i - 1]) == NULL)
			text.len = i - 1;
	return text;
}

bool
section_says(const Section *section, Slice text)
{
	const Prose *prose = section->prose;
	int			start = (int) (text.data - prose->text);
	int			next = first_marker_from(prose, start);

	for (int pos = start; pos < start + text.len; pos += char_length(prose->text[pos]))
	{
		while (next < prose->markers.count && prose->markers.items[next].start < pos)
			next++;
		if (next < prose->markers.count && prose->markers.items[next].start == pos &&
			marker_cites(&prose->markers.items[next]))
			pos += prose->markers.items[next].len - 1;
		else if (word_begins(prose->text, start + text.len, pos))
			return true;
	}
	return false;
}

bool
section_cites(const Section *section, Slice text)
{
	const Prose *prose = section->prose;
	int			start = (int) (text.data - prose->text);

	for (int i = first_marker_from(prose, start);
		 i < prose->markers.count && prose->markers.items[i].start < start + text.len; i++)
		if (marker_cites(&prose->markers.items[i]) ||
			prose->markers.items[i].kind == MARKER_LEGACY_TAG ||
			prose->markers.items[i].kind == MARKER_UNRECOGNIZED)
			return true;
	return false;
}

static Slice
text_between(const Section *section, int from, int to)
{
	return bare_text((Slice) {section->prose->text + from, Max(0, to - from)});
}

static SourceEntry *
add_entry(Section *section, int from, int to, int number)
{
	SourceEntry *entry = VEC_PUSH(&section->notes->entries);

	*entry = (SourceEntry) {.id = -1, .number = number};
	entry->text = entry->whole = text_between(section, from, to);
	return entry;
}

/* Adds the entries of the lines from one byte to another: that of each marker, with the text
 * behind it, or before where only there is some at the ends; and that of a text without. */
static void
read_entries(const Memo *memo, Section *section, int from, int to, int number)
{
	const Marker *all = section->prose->markers.items;
	VEC(int) markers = {NULL, 0, 0};
	int			start = to;		/* of the first marker */
	int			end = from;		/* and of the last */
	bool		is_behind;
	MarkerIds	ids;

	for (int i = first_marker_from(section->prose, from);
		 i < section->prose->markers.count && all[i].start < to; i++)
		if (section_marker_ids(memo, section, &all[i], &ids))
		{
			*VEC_PUSH(&markers) = i;
			start = Min(start, all[i].start);
			end = all[i].start + all[i].len;
		}
	is_behind = section_says(section, text_between(section, end, to));
	if (markers.count == 0 ||
		(is_behind && section_says(section, text_between(section, from, start))))
	{
		add_entry(section, from, start, number);
		number = -1;			/* is the first one's */
	}
	for (int i = 0; i < markers.count; i++)
	{
		const Marker *marker = &all[markers.items[i]];
		const Marker *last = i > 0 ? &all[markers.items[i - 1]] : NULL;
		SourceEntry *entry = add_entry(section, from, to, number);

		section_marker_ids(memo, section, marker, &ids);
		if (is_behind)
			entry->text = text_between(section, marker->start + marker->len,
									   i + 1 < markers.count ? all[markers.items[i + 1]].start
															 : to);
		else
			entry->text = text_between(section, last != NULL ? last->start + last->len : from,
									   marker->start);
		if (ids.count == 1)		/* a group may be an id and a page */
			entry->id = ids.ids[0];
		entry->is_marked = ids.count == 1;
		entry->page = ids.pages[0];
		entry->place = ids.hints[0];
		number = -1;
	}
}

/* Does an entry begin at a line of a block? */
static bool
begins_entry(const Prose *prose, const TextBlock *block, int line_no)
{
	const Line *line = &prose->lines.items[block->first_line + line_no];
	int			unused;

	return line_no == 0 || prose_entry_number(prose, block, line_no, &unused) >= 0 ||
		   prose->text[line->start] == '[' ||
		   (block->depth == 0 && prose_is_entry_line(prose, line));
}

void
source_entries_read(const Memo *memo, Section *section, int first)
{
	const Prose *prose = section->prose;

	section->notes->entries.count = 0;
	for (int i = first; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			line = prose_is_source_title(prose, block) ? 1 : 0;

		CHECK_FOR_INTERRUPTS();
		if (block->note_def >= 0 ||
			(block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_SOURCE_LINE))
			continue;
		for (int next = line + 1; line < block->nlines; line = next++)
		{
			const Line *lines = &prose->lines.items[block->first_line];
			int			from = lines[line].start;
			int			number;

			while (next < block->nlines && !begins_entry(prose, block, next))
				next++;
			number = prose_entry_number(prose, block, line, &from);
			read_entries(memo, section, from, lines[next - 1].end, number);
		}
	}
}
