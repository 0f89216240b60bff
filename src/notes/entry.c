/*
 * entry.c
 *		What each item of a section's lists says, and of which id.
 *
 *		- [SRC:1] Rent Roll, p. 3		1 is the Rent Roll
 *		- Rent Roll, p. 3 [SRC:1]		so it is here
 *		2. Appraisal,					number 2, which is an id where the list
 *		   p. 40						numbers those of the text
 *		- First National Bank			of no id
 *		[SRC:1] Note; [SRC:2] Deed		two items, which leave together
 *		[SRC:1, 2] Note					of no id: nobody knows which
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

/* -------------------------------------------------------------------- texts */

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

Slice
source_item_text(const Section *section, const SourceItem *item)
{
	return text_between(section, item->written.start, item->written.end);
}

/* -------------------------------------------------------------------- items */

void
source_item_refer(Memo *memo, SourceItem *item)
{
	item->addressed = name_in_addresses(memo, item->text);
	if (reference_list(memo_names(memo), item->text, &item->said, 1) != 1)
		item->said = (Reference) {0};
}

/* The text of an item is what stands behind its marker, or before it where only there is some. */
static void
read_item(Memo *memo, Section *section, SourceItem *item)
{
	const Marker *all = section->prose->markers.items;
	int			from = item->written.start;
	int			to = item->written.end;
	int			start = from;	/* of its marker, */
	int			end = from;		/* and behind it */
	MarkerIds	ids;

	item->id = -1;
	for (int i = first_marker_from(section->prose, from);
		 i < section->prose->markers.count && all[i].start < to; i++)
		if (section_marker_ids(memo, section, &all[i], &ids))
		{
			item->id = ids.ids[0];
			item->page = ids.pages[0];
			item->place = ids.hints[0];
			item->nids += ids.count;
			start = all[i].start;
			end = start + all[i].len;
		}
	item->text = source_item_text(section, item);
	if (item->nids != 1)
		item->id = -1;			/* a group may be an id and a page */
	else if (!section_says(section, text_between(section, from, start)))
		item->text = text_between(section, end, to);
	else if (!section_says(section, text_between(section, end, to)))
		item->text = text_between(section, from, start);
	source_item_refer(memo, item);
}

void
source_items_read(Memo *memo, Section *section)
{
	for (int i = 0; i < section->notes->lists->items.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		read_item(memo, section, &section->notes->lists->items.items[i]);
	}
}
