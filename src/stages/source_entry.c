/*
 * source_entry.c
 *		The entries of a section's source list, and what each says of which id.
 *
 *		- [SRC:1] Rent Roll, p. 3		1 is the Rent Roll
 *		- Rent Roll, p. 3 [SRC:1]		so it is here
 *		[SRC:1] Note; [SRC:2] Deed		two entries
 *		2. Appraisal,					number 2, which is an id where the list
 *		   p. 40						numbers those of the text
 *		- First National Bank			an entry of no id
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "sources/sources.h"

/* Markers of an entry that have a neighbour's text, which are as much work. */
#define MOST_SHARED		32

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

void
sort_ids(int64 *ids, int count)
{
	if (count > 1)
		qsort(ids, count, sizeof(int64), legend_compare_ids);
}

bool
has_id(const int64 *ids, int count, int64 id)
{
	return count > 0 && bsearch(&id, ids, count, sizeof(int64), legend_compare_ids) != NULL;
}

bool
id_is_decided(const Memo *memo, const Section *section, int64 id)
{
	return section_claim(memo, section, id) != NULL || id_is_deal_wide(memo, section, id);
}

/* ------------------------------------------------------------------ entries */

/* The lines of an entry. */
typedef struct EntryReader
{
	const Memo *memo;
	Section    *section;
	const TextBlock *block;
	int			from;
	int			to;
	int			number;
} EntryReader;

/* What a marker leaves of a text at its ends: ": ", "** – ", "; **". */
static Slice
bare_text(Slice text)
{
	for (int before = -1; before != text.len;)
	{
		int			run = 0;

		before = text.len;
		while (text.len > 0 && strchr(" \t\r\n:|.,;", text.data[0]) != NULL)
			text.data++, text.len--;
		while (run < text.len && strchr("*_", text.data[run]) != NULL)
			run++;
		if (run == 0 && text.len > 1 && text.data[0] == '-')
			run = 1;
		if (run == 0 && text.len > 3 &&
			(memcmp(text.data, "\xE2\x80\x93", 3) == 0 ||
			 memcmp(text.data, "\xE2\x80\x94", 3) == 0))
			run = 3;
		if (run > 0 && (run == text.len || strchr(" \t\r\n:|", text.data[run]) != NULL))
			text.data += run, text.len -= run;
		while (text.len > 0 && strchr(" \t\r\n;,|", text.data[text.len - 1]) != NULL)
			text.len--;
		for (run = text.len; run > 0 && strchr("*_", text.data[run - 1]) != NULL;)
			run--;
		if (run > 0 && run < text.len && is_line_blank(text.data[run - 1]))
			text.len = run;
	}
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
text_between(const EntryReader *reader, int from, int to)
{
	return bare_text((Slice) {reader->section->prose->text + from, Max(0, to - from)});
}

static SourceEntry *
add_entry(EntryReader *reader, int64 id, Slice text)
{
	SourceEntry *entry = VEC_PUSH(&reader->section->work->entries);

	*entry = (SourceEntry){.id = id,
						   .number = reader->number,
						   .text = text,
						   .whole = text_between(reader, reader->from, reader->to)};
	reader->number = -1;		/* is the first one's */
	return entry;
}

/* The markers of a line list ids with the text before or behind each; one without a text has
 * its neighbour's. */
static void
add_marked_entries(EntryReader *reader, const int *markers, int count)
{
	const Marker *all = reader->section->prose->markers.items;
	const Marker *last = &all[markers[count - 1]];
	Slice		lead = text_between(reader, reader->from, all[markers[0]].start);
	bool		has_lead = section_says(reader->section, lead);
	bool is_behind =
		!has_lead ||
		section_says(reader->section, text_between(reader, last->start + last->len, reader->to));
	Slice	   *texts = palloc(sizeof(Slice) * count);
	int			room = MOST_SHARED;

	if (has_lead && is_behind)
		add_entry(reader, -1, lead);
	for (int i = 0; i < count; i++)
	{
		const Marker *marker = &all[markers[i]];
		const Marker *before = i > 0 ? &all[markers[i - 1]] : NULL;

		texts[i] =
			is_behind
				? text_between(reader, marker->start + marker->len,
							   i + 1 < count ? all[markers[i + 1]].start : reader->to)
				: text_between(reader, before == NULL ? reader->from : before->start + before->len,
							   marker->start);
		if (!is_behind && i > 0 && room > 0 && !section_says(reader->section, texts[i]))
		{
			texts[i] = texts[i - 1];
			room--;
		}
	}
	for (int i = count - 2; i >= 0 && is_behind && room > 0; i--)
		if (!section_says(reader->section, texts[i]))
		{
			texts[i] = texts[i + 1];
			room--;
		}
	for (int i = 0; i < count; i++)
	{
		MarkerIds	ids;
		SourceEntry *entry;

		section_marker_ids(reader->memo, reader->section, &all[markers[i]], &ids);
		entry = add_entry(reader, ids.count == 1 ? ids.ids[0] : -1, texts[i]);
		entry->is_marked = ids.count == 1;	/* a group may be an id and a page */
		entry->page = ids.pages[0];
		entry->place = ids.hints[0];
	}
	pfree(texts);
}

static void
read_entry(EntryReader *reader)
{
	const Prose *prose = reader->section->prose;
	VEC(int) markers = {NULL, 0, 0};
	MarkerIds	ids;

	for (int i = first_marker_from(prose, reader->from);
		 i < prose->markers.count && prose->markers.items[i].start < reader->to; i++)
		if (section_marker_ids(reader->memo, reader->section, &prose->markers.items[i], &ids))
			*VEC_PUSH(&markers) = i;
	if (markers.count > 0)
		add_marked_entries(reader, markers.items, markers.count);
	else
		add_entry(reader, -1, text_between(reader, reader->from, reader->to));
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
	EntryReader reader = {.memo = memo, .section = section};

	section->work->entries.count = 0;
	for (int i = first; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			line = prose_is_source_title(prose, block) ? 1 : 0;

		CHECK_FOR_INTERRUPTS();
		if (block->note_def >= 0 ||
			(block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_SOURCE_LINE))
			continue;
		reader.block = block;
		for (int next = line + 1; line < block->nlines; line = next++)
		{
			const Line *lines = &prose->lines.items[block->first_line];

			while (next < block->nlines && !begins_entry(prose, block, next))
				next++;
			reader.from = lines[line].start;
			reader.to = lines[next - 1].end;
			reader.number = prose_entry_number(prose, block, line, &reader.from);
			read_entry(&reader);
		}
	}
}

/* ----------------------------------------------------- what entries disagree on */

bool
entry_contradicts(Memo *memo, const Section *section, int64 id, Slice text, const Claim **claim,
				  Identity *named)
{
	const Claim *end = memo->claims + section->first_claim + section->nclaims;

	*claim = section_claim(memo, section, id);
	if (*claim == NULL || !name_find(memo_names(memo), text, named))
		return false;
	for (const Claim *other = *claim; other < end && other->src_id == id; other++)
		if (other->identity.doc == named->doc)
			return false;
	return true;
}

/* By id, then number, then as they stand in the list. */
static int
compare_entries(const void *a, const void *b)
{
	const SourceEntry *x = *(SourceEntry *const *) a;
	const SourceEntry *y = *(SourceEntry *const *) b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x < y ? -1 : x > y;
}

SourceEntry *
entry_at_odds(SourceEntry **entries, int count)
{
	if (count > 1)
		qsort(entries, count, sizeof(SourceEntry *), compare_entries);
	for (int i = 1; i < count; i++)
		if (entries[i - 1]->id == entries[i]->id &&
			(entries[i]->id > 0 || entries[i - 1]->number == entries[i]->number) &&
			!slice_equal(entries[i - 1]->text, entries[i]->text))
			return entries[i];
	return NULL;
}
