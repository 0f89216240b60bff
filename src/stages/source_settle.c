/*
 * source_settle.c
 *		Which lines and lists say only what an id is, and leave the text.
 *
 * Whatever opens "[SRC:n]: " is one of three (chapter 3):
 *
 *		[SRC:3]: Rent Roll, p. 4		(a) a document's closed form, or an address
 *		[SRC:4]: Call of 3 May			(b) no sentence, of an id that the text cites
 *										and nothing else defines
 *		[SRC:5]: The roof needs repair.	(c) prose, which never leaves
 *
 * A list of sources leaves as a whole: when each entry names a document, or says what an
 * id is that the text cites.  Where the reader's eye alone knows what "[1]" means, the list
 * is its key, and stays.
 *
 * This is settled while bodies are scanned, for what leaves is not parsed as what stays:
 * the body is read as if all were prose, and once more where a line leaves.
 */
#include "stages/stages_internal.h"
#include "language/language.h"

#define MOST_NOTE_WORDS	12		/* of (b) */

/* A line that opens with "[SRC:n]:", in the order of the text. */
typedef struct OpenLine
{
	int			marker;
	int64		id;
	Line		extent;			/* with the lines that go on with it */
	Slice		text;
	bool		is_listed;		/* in the source list: an entry of it */
	bool		is_reference;	/* (a), */
	bool		may_be_note;	/* (b), */
	bool		leaves;			/* and so it does */
} OpenLine;

typedef struct Settling
{
	Memo	   *memo;
	Section    *section;
				VEC(OpenLine) lines;
	int			list;			/* first block of the source list, INT_MAX = none */
				VEC(int64) cited;	/* ids of the text's markers, and numbers of its "[^1]", */
				VEC(int64) noted;	/* sorted */
				VEC(int64) named;	/* ids that a reference says, sorted */
} Settling;

/* -------------------------------------------------------------------- texts */

/* Is a text one address and no more? */
static bool
is_address(Slice text)
{
	if (text.len > 1 && text.data[0] == '<' && text.data[text.len - 1] == '>')
		text = (Slice) {text.data + 1, text.len - 2};
	for (int i = 0; i < text.len; i++)
		if (isspace((unsigned char) text.data[i]))
			return false;
	return slice_take(&text, "https://") || slice_take(&text, "http://") ||
		   slice_take(&text, "www.");
}

/* Does a text refer to one document, and say of it only where and when? */
static bool
names_document(Memo *memo, Slice text)
{
	Reference	reference;

	return reference_list(memo_names(memo), text, &reference, 1) == 1 && !reference.is_quoted;
}

/* Is it no sentence: at most 12 words, no end of one before its last character? */
static bool
is_no_sentence(Slice text)
{
	int			words = 0;
	Prose	   *prose;

	for (int i = 0; i < text.len && words <= MOST_NOTE_WORDS; i++)
		words += !isspace((unsigned char) text.data[i]) &&
				 (i == 0 || isspace((unsigned char) text.data[i - 1]));
	if (words == 0 || words > MOST_NOTE_WORDS)
		return false;
	prose = prose_parse(text.data, text.len, &marker_extension);
	if (prose->blocks.count != 1)
		return false;
	prose_sentences(prose, &prose->blocks.items[0]);
	return prose->blocks.items[0].nsentences <= 1;
}

/* -------------------------------------------------------------------- lines */

/* Does a marker open a source line's form where one may stand? */
static bool
opens_source_line(const Section *section, const Marker *marker)
{
	const Prose *prose = section->prose;
	const TextBlock *block = &prose->blocks.items[marker->block];
	Marker		read;

	if (marker->is_escaped || block->kind != BLOCK_PARAGRAPH || !marker_opens_line(prose, marker) ||
		!marker_match(prose->text, prose->len, marker->start, true, &read) ||
		read.kind != MARKER_SOURCE_LINE)
		return false;
	/* in an item, quote or definition it is prose, but for a line that only goes on lazily */
	return (block->depth == 0 && block->note_def < 0) || prose->text[marker->start - 1] == '\n';
}

/* The lines that go on with it, up to an end. */
static void
set_extent(const Prose *prose, OpenLine *line, int end)
{
	const Marker *marker = &prose->markers.items[line->marker];

	line->extent = (Line) {marker->start, end};
	line->text = (Slice){prose->text + marker->start + marker->len + 1,
						 Max(0, end - marker->start - marker->len - 1)};
	while (line->text.len > 0 && isspace((unsigned char) line->text.data[0]))
		line->text.data++, line->text.len--;
}

static void
collect_lines(Settling *settling)
{
	Section    *section = settling->section;
	const Prose *prose = section->prose;
	MarkerIds	ids;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (opens_source_line(section, marker) &&
			section_marker_ids(settling->memo, section, marker, &ids))
			*VEC_PUSH(&settling->lines) = (OpenLine){
				.marker = i, .id = marker->id, .is_listed = marker->block >= settling->list};
	}
	for (int i = 0; i < settling->lines.count; i++)
	{
		OpenLine   *line = &settling->lines.items[i];
		const Marker *marker = &prose->markers.items[line->marker];
		const Marker *next =
			i + 1 < settling->lines.count ? &prose->markers.items[line[1].marker] : NULL;
		const TextBlock *block = &prose->blocks.items[marker->block];
		int last = next != NULL && next->block == marker->block
					   ? next->line - 1
					   : block->first_line + block->nlines - 1;

		set_extent(prose, line, prose->lines.items[last].end);
	}
}

#define MOST_REFERENCE_LINES	3

/* What a line's own text makes of it.  It may be a reference alone or with lines that go on
 * with it; below that other text may go on. */
static void
read_form(Settling *settling, OpenLine *line)
{
	const Prose *prose = settling->section->prose;
	const Marker *marker = &prose->markers.items[line->marker];
	int			inner = line->marker + 1 < prose->markers.count ? marker[1].start : prose->len;
	int			end = line->extent.end;

	for (int i = MOST_REFERENCE_LINES - 1; i >= 0 && !line->is_reference; i--)
	{
		int			last = marker->line + i;

		if (last >= prose->lines.count || prose->lines.items[last].end > end ||
			prose->lines.items[last].end > inner)
			continue;
		set_extent(prose, line, prose->lines.items[last].end);
		line->is_reference =
			is_address(line->text) || names_document(settling->memo, line->text);
	}
	if (line->is_reference)
		return;
	set_extent(prose, line, end);
	line->may_be_note = is_no_sentence(line->text);
}

/* ------------------------------------------------------------- what is cited */

/* Notes the numbers of "[^1]" and "[^1, ^2]". */
static void
add_noted(Settling *settling, const Marker *marker)
{
	Slice		rest = marker->value;
	Slice		label;

	while (marker_next_label(&rest, &label))
	{
		int64		number = 0;

		for (int i = 0; i < label.len && number >= 0; i++)
			number = isdigit((unsigned char) label.data[i]) && number < 100000
						 ? number * 10 + (label.data[i] - '0')
						 : -1;
		if (number >= 0)
			*VEC_PUSH(&settling->noted) = number;
	}
}

/* Notes what the markers of the text cite, but for those that open a line which may leave. */
static void
collect_cited(Settling *settling)
{
	const Prose *prose = settling->section->prose;
	int			next = 0;		/* of the lines */
	MarkerIds	ids;

	for (int i = 0; i < prose->markers.count && prose->markers.items[i].block < settling->list; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		const OpenLine *line;

		CHECK_FOR_INTERRUPTS();
		if (marker->kind == MARKER_NOTE_REF && prose->note_defs.count == 0)
			add_noted(settling, marker);
		while (next < settling->lines.count && settling->lines.items[next].marker < i)
			next++;
		line = next < settling->lines.count && settling->lines.items[next].marker == i
				   ? &settling->lines.items[next]
				   : NULL;
		if (line != NULL && (line->is_reference || line->may_be_note))
			continue;
		if (marker->kind == MARKER_SRC && !marker->is_escaped)
			*VEC_PUSH(&settling->cited) = marker->id;	/* mostly */
		else if (section_marker_ids(settling->memo, settling->section, marker, &ids))
			for (int j = 0; j < ids.count; j++)
				if (ids.ids[j] >= 0)
					*VEC_PUSH(&settling->cited) = ids.ids[j];
	}
	sort_ids(settling->cited.items, settling->cited.count);
	sort_ids(settling->noted.items, settling->noted.count);
}

/* ------------------------------------------------------------------ the list */

#define MOST_ENTRIES	1000	/* numbers of a source list */

/* "1. Rent Roll, p. 4" says what 1 is where the list has each id of the section that is not
 * decided, and no other document for one that is; else its numbers are its own. */
static void
number_entries(Settling *settling)
{
	Section    *section = settling->section;
	Slice	   *entries = palloc0(sizeof(Slice) * (MOST_ENTRIES + 1));
	bool	   *is_named = palloc0(sizeof(bool) * (MOST_ENTRIES + 1));
	bool		are_ids = true;
	const Claim *claim;
	Identity	named;

	for (int i = 0; i < settling->lines.count; i++)
		if (settling->lines.items[i].id <= MOST_ENTRIES)
			is_named[settling->lines.items[i].id] = true;
	for (int i = 0; i < section->work->entries.count; i++)
	{
		SourceEntry *entry = &section->work->entries.items[i];

		if (entry->is_marked && entry->id <= MOST_ENTRIES)
			is_named[entry->id] = true;
		if (entry->is_marked || entry->number <= 0 || entry->number > MOST_ENTRIES)
			continue;
		are_ids &= entries[entry->number].data == NULL ||
				   slice_equal(entries[entry->number], entry->text); /* "1." of another list */
		entries[entry->number] = entry->text;
	}
	for (int i = 0; i < settling->cited.count && are_ids; i++)
	{
		int64		id = settling->cited.items[i];

		are_ids = id_is_decided(settling->memo, section, id) ||
				  (id <= MOST_ENTRIES && (is_named[id] || entries[id].data != NULL));
	}
	for (int i = 1; i <= MOST_ENTRIES && are_ids; i++)
		are_ids = entries[i].data == NULL || is_named[i] ||
				  !entry_contradicts(settling->memo, section, i, entries[i], &claim, &named);
	for (int i = 0; i < section->work->entries.count && are_ids; i++)
	{
		SourceEntry *entry = &section->work->entries.items[i];

		if (!entry->is_marked && entry->number > 0 && entry->number <= MOST_ENTRIES &&
			!is_named[entry->number])
			entry->id = entry->number;
	}
	pfree(entries);
	pfree(is_named);
}

/* Is an entry in the memo another way, when its list leaves?  *defines: as the agent's note of
 * what it is the definition of. */
static bool
is_elsewhere(Settling *settling, const SourceEntry *entry, const bool *referred, bool *defines)
{
	const Section *section = settling->section;
	int64		id = entry->id > 0 ? entry->id : entry->number;
	bool		is_noted = has_id(settling->noted.items, settling->noted.count, entry->number);
	Identity	identity;

	*defines = false;
	if (id >= 0 && id < MOST_NUMBERS && referred[id] && !entry->is_cited && !is_noted)
		return false;			/* only who reads knows what "[1]" is */
	if (!section_says(section, entry->text))
		return entry->id <= 0 || entry->is_cited;
	if (names_document(settling->memo, entry->text))
		return true;
	if (entry->is_cited && entry->id > 0)
	{
		if (section_claim(settling->memo, section, entry->id) != NULL)
			return true;		/* it counts */
		*defines = !id_is_deal_wide(settling->memo, section, entry->id) &&
				   !has_id(settling->named.items, settling->named.count, entry->id) &&
				   !section_cites(section, entry->text);
		return *defines || name_find(memo_names(settling->memo), entry->text, &identity);
	}
	*defines = is_noted;
	return is_noted;
}

/* Does the list stay as text?  It does for its first entry that is nowhere else. */
static bool
list_stays(Settling *settling)
{
	Section    *section = settling->section;
	SourceEntry **definers = palloc(sizeof(SourceEntry *) * (section->work->entries.count + 1));
	bool	   *referred = prose_numbers_referred(section->prose, settling->list);
	SourceEntry *entry;
	int			count = 0;
	bool		defines;

	for (int i = 0; i < section->work->entries.count && !section->keeps_sources; i++)
	{
		entry = &section->work->entries.items[i];

		CHECK_FOR_INTERRUPTS();
		section->keeps_sources = !is_elsewhere(settling, entry, referred, &defines);
		if (section->keeps_sources)
			section->work->kept_for = entry->text;
		if (defines)
			definers[count++] = entry;
	}
	if (!section->keeps_sources && (entry = entry_at_odds(definers, count)) != NULL)
	{
		section->keeps_sources = true;
		section->work->kept_for = entry->text;
	}
	pfree(definers);
	pfree(referred);
	return section->keeps_sources;
}

/* ---------------------------------------------------------------- all of it */

/* Notes the ids that a reference says, in a line or the list. */
static void
collect_named(Settling *settling)
{
	const Section *section = settling->section;
	Identity	identity;

	for (int i = 0; i < settling->lines.count; i++)
		if (settling->lines.items[i].is_reference && !settling->lines.items[i].is_listed)
			*VEC_PUSH(&settling->named) = settling->lines.items[i].id;
	for (int i = 0; i < section->work->entries.count; i++)
		if (section->work->entries.items[i].id > 0 &&
			name_find(memo_names(settling->memo), section->work->entries.items[i].text,
					  &identity))
			*VEC_PUSH(&settling->named) = section->work->entries.items[i].id;
	sort_ids(settling->named.items, settling->named.count);
}

static int
compare_lines(const void *a, const void *b)
{
	const OpenLine *x = *(OpenLine *const *) a;
	const OpenLine *y = *(OpenLine *const *) b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->marker - y->marker;
}

/* Settles the lines of the text: the first that may be an id's note is it, and what does not
 * leave cites its id. */
static void
settle_lines(Settling *settling)
{
	OpenLine  **notes = palloc(sizeof(OpenLine *) * (settling->lines.count + 1));
	int			count = 0;

	for (int i = 0; i < settling->lines.count; i++)
	{
		OpenLine   *line = &settling->lines.items[i];

		line->leaves = line->is_reference && !line->is_listed;
		if (line->may_be_note)
			notes[count++] = line;
	}
	if (count > 1)
		qsort(notes, count, sizeof(OpenLine *), compare_lines);
	for (int i = 0; i < count; i++)
		notes[i]->leaves = (i == 0 || notes[i - 1]->id != notes[i]->id) &&
						   !id_is_decided(settling->memo, settling->section, notes[i]->id) &&
						   has_id(settling->cited.items, settling->cited.count, notes[i]->id) &&
						   !has_id(settling->named.items, settling->named.count, notes[i]->id);
	for (int i = 0; i < count; i++)
		*(notes[i]->leaves ? VEC_PUSH(&settling->named) : VEC_PUSH(&settling->cited)) =
			notes[i]->id;
	sort_ids(settling->named.items, settling->named.count);
	sort_ids(settling->cited.items, settling->cited.count);
	pfree(notes);
}

static void
settle_list(Settling *settling)
{
	Section    *section = settling->section;

	for (int i = 0; i < section->work->entries.count; i++)
	{
		SourceEntry *entry = &section->work->entries.items[i];
		int64		id = entry->id > 0 ? entry->id : entry->number;

		entry->is_cited = has_id(settling->cited.items, settling->cited.count, id);
	}
	section->keeps_sources = list_stays(settling);
}

/* Reads the body once more, where lines leave. */
static void
read_again(Settling *settling)
{
	Section    *section = settling->section;
	VEC(Line) leaving = {NULL, 0, 0};

	for (int i = 0; i < settling->lines.count; i++)
		if (settling->lines.items[i].leaves)
			*VEC_PUSH(&leaving) = settling->lines.items[i].extent;
	if (leaving.count > 0)
		section->prose = prose_parse_lines(section->body.data, section->body.len, leaving.items,
										   leaving.count, &marker_extension);
}

void
section_settle_sources(Memo *memo, Section *section)
{
	Settling	settling = {.memo = memo, .section = section};
	bool		has_list;

	section->prose =
		prose_parse_lines(section->body.data, section->body.len, NULL, 0, &marker_extension);
	settling.list = prose_source_block(section->prose);
	has_list = settling.list >= 0;
	section->source_block = INT_MAX;
	if (!has_list)
		settling.list = INT_MAX;
	collect_lines(&settling);
	if (settling.lines.count == 0 && !has_list)
		return;
	for (int i = 0; i < settling.lines.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!settling.lines.items[i].is_listed)
			read_form(&settling, &settling.lines.items[i]);
	}
	collect_cited(&settling);
	if (has_list)
	{
		source_entries_read(memo, section, settling.list);
		number_entries(&settling);
	}
	collect_named(&settling);
	settle_lines(&settling);
	if (has_list)
		settle_list(&settling);
	read_again(&settling);
	if (has_list && (settling.list = prose_source_block(section->prose)) >= 0)
		section->source_block = settling.list;
	else if (has_list)
		section->keeps_sources = true;	/* as text that is no list any more */
}
