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

Slice
source_item_text(const Section *section, const SourceItem *item)
{
	return bare_text((Slice) {section->prose->text + item->text.start,
							  item->text.end - item->text.start});
}

static Slice
text_between(const Section *section, int from, int to)
{
	return bare_text((Slice) {section->prose->text + from, Max(0, to - from)});
}

static SourceEntry *
add_entry(Section *section, int item, int from, int to)
{
	SourceEntry *entry = VEC_PUSH(&section->notes->entries);

	*entry = (SourceEntry) {.item = item, .id = -1, .number = -1};
	entry->text = text_between(section, from, to);
	return entry;
}

/* Adds the entries of an item: that of each marker, with the text behind it, or before where only
 * there is some at the ends; and that of a text without. */
static void
read_item(const Memo *memo, Section *section, int index)
{
	const SourceItem *item = &section->notes->lists->items.items[index];
	const Marker *all = section->prose->markers.items;
	VEC(int) markers = {NULL, 0, 0};
	int			from = item->text.start;
	int			to = item->text.end;
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
		add_entry(section, index, from, start);
	for (int i = 0; i < markers.count; i++)
	{
		const Marker *marker = &all[markers.items[i]];
		const Marker *last = i > 0 ? &all[markers.items[i - 1]] : NULL;
		SourceEntry *entry = add_entry(section, index, from, to);

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
	}
}

void
source_entries_read(Memo *memo, Section *section)
{
	SectionNotes *notes = section->notes;

	notes->entries.count = 0;
	for (int i = 0; i < notes->lists->items.count; i++)
	{
		int			first = notes->entries.count;

		CHECK_FOR_INTERRUPTS();
		read_item(memo, section, i);
		notes->entries.items[first].number = notes->lists->items.items[i].number;
		for (int j = first; j < notes->entries.count; j++)
			notes->entries.items[j].addressed =
				name_in_addresses(memo, notes->entries.items[j].text);
	}
}
