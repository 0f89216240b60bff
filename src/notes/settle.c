/*
 * settle.c
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
#include "notes/notes_internal.h"
#include "language/language.h"

#define MOST_NOTE_WORDS	12		/* of (b) */

/* A line that opens with "[SRC:n]:", in the order of the text. */
typedef struct OpenLine
{
	int			marker;
	int64		id;
	Line		extent;
	Slice		text;
	bool		is_reference;	/* (a), */
	bool		may_be_note;	/* (b), */
	bool		leaves;			/* and so it does */
} OpenLine;

typedef struct Settling
{
	Memo	   *memo;
	Section    *section;
				VEC(OpenLine) lines;	/* of the text, none of the list */
	int			list;			/* first block of the source list, INT_MAX = none */
	KeyMap		cited;			/* ids of the text's markers; */
	KeyMap		noted;			/* numbers of its "[^1]" and "[1]"; */
	bool		has_numeric;	/* are there of the latter? */
	KeyMap		named;			/* and ids that a reference or an entry says */
} Settling;

/* -------------------------------------------------------------------- texts */

/* Is a text one address and no more? */
static bool
is_address(Slice text)
{
	if (text.len > 1 && text.data[0] == '<' && text.data[text.len - 1] == '>')
		text = (Slice) {text.data + 1, text.len - 2};
	for (int i = 0; i < text.len; i++)
		if (is_space(text.data[i]))
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

/* Is a block of a footnote's definition, and the next one, too? */
static bool
definition_goes_on(const Prose *prose, const TextBlock *block)
{
	return block->note_def >= 0 && block + 1 < prose->blocks.items + prose->blocks.count &&
		   block[1].note_def == block->note_def;
}

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
	return (block->depth == 0 && block->note_def < 0) ||
		   (prose->text[marker->start - 1] == '\n' && !definition_goes_on(prose, block));
}

#define MOST_REFERENCE_LINES	3

/* What the text from a byte up to a line makes of it.  It may be a reference alone or with
 * lines that go on with it; below that other text may go on. */
static void
read_form(Settling *settling, OpenLine *line, int from, int behind)
{
	const Prose *prose = settling->section->prose;
	int			first = prose->markers.items[line->marker].line;
	int			inner = line->marker + 1 < prose->markers.count
						? prose->markers.items[line->marker + 1].start : prose->len;

	for (int last = behind - 1; last >= first && !line->is_reference; last--)
	{
		int			end = prose->lines.items[last].end;

		line->extent = (Line) {prose->markers.items[line->marker].start, end};
		line->text = slice_trim((Slice) {prose->text + from, Max(0, end - from)});
		if (last == behind - 1)
			line->may_be_note = is_no_sentence(line->text);
		if (last < first + MOST_REFERENCE_LINES && end <= inner)
			line->is_reference =
				is_address(line->text) || names_document(settling->memo, line->text);
	}
	if (line->is_reference)
		line->may_be_note = false;
	else
		line->extent.end = prose->lines.items[behind - 1].end;
}

/* Does a marker begin at a byte? */
static bool
marker_begins(const Prose *prose, int pos)
{
	int			next = first_marker_from(prose, pos);

	return next < prose->markers.count && prose->markers.items[next].start == pos;
}

static void
collect_lines(Settling *settling)
{
	Section    *section = settling->section;
	const Prose *prose = section->prose;
	MarkerIds	ids;

	for (int i = 0; i < prose->markers.count && prose->markers.items[i].block < settling->list; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		const TextBlock *block = &prose->blocks.items[marker->block];
		OpenLine   *line;
		int			text = marker->start + marker->len + 1;
		int			next = marker->line + 1;

		CHECK_FOR_INTERRUPTS();
		if (!opens_source_line(section, marker) ||
			!section_marker_ids(settling->memo, section, marker, &ids))
			continue;
		line = VEC_PUSH(&settling->lines);
		line->marker = i;
		line->id = marker->id;
		while (next < block->first_line + block->nlines &&
			   !marker_begins(prose, prose->lines.items[next].start))
			next++;
		read_form(settling, line, text, next);
	}
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
			number = is_digit(label.data[i]) && number < 100000
						 ? number * 10 + (label.data[i] - '0')
						 : -1;
		if (number >= 0)
			ids_add(&settling->noted, number);
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
		const OpenLine *line = NULL;

		CHECK_FOR_INTERRUPTS();
		if ((marker->kind == MARKER_NOTE_REF || marker->kind == MARKER_NUMERIC) &&
			prose->note_defs.count == 0)
			add_noted(settling, marker);
		settling->has_numeric |= marker->kind == MARKER_NUMERIC;
		if (next < settling->lines.count && settling->lines.items[next].marker == i)
			line = &settling->lines.items[next++];
		if (line != NULL && (line->is_reference || line->may_be_note))
			continue;
		if (marker->kind == MARKER_SRC && !marker->is_escaped)
			ids_add(&settling->cited, marker->id);	/* mostly */
		else if (section_marker_ids(settling->memo, settling->section, marker, &ids))
			for (int j = 0; j < ids.count; j++)
				if (ids.ids[j] >= 0)
					ids_add(&settling->cited, ids.ids[j]);
	}
}

/* ------------------------------------------------------------------ the list */

/* "1. Rent Roll, p. 4" says what 1 is where the list has each cited id that nothing else
 * decides, and no other document for one that is; else its numbers are its own. */
static void
number_entries(Settling *settling)
{
	Section    *section = settling->section;
	SourceEntry *entries = section->notes->entries.items;
	KeyMap		marked = {NULL, 0, 0};
	KeyMap		numbers = {NULL, 0, 0};
	Identity	named;

	for (int i = 0; i < section->notes->entries.count; i++)
		ids_add(entries[i].is_marked ? &marked : &numbers,
				entries[i].is_marked ? entries[i].id : entries[i].number);
	for (int i = 0; i < settling->lines.count; i++)
		ids_add(&marked, settling->lines.items[i].id);
	for (uint32 i = 0; settling->cited.count > 0 && i <= settling->cited.mask; i++)
	{
		int64		id = (int64) settling->cited.entries[i].key;

		if (settling->cited.entries[i].number != 0 && !ids_have(&marked, id) &&
			!ids_have(&numbers, id) && !id_is_decided(settling->memo, section, id))
			return;
	}
	for (int i = 0; i < section->notes->entries.count; i++)
		if (!entries[i].is_marked && !ids_have(&marked, entries[i].number) &&
			claim_contradicted(settling->memo, section, entries[i].number, entries[i].text,
							   &named) != NULL)
			return;
	for (int i = 0; i < section->notes->entries.count; i++)
		if (!entries[i].is_marked && entries[i].number > 0 && !ids_have(&marked, entries[i].number))
			entries[i].id = entries[i].number;
}

/* Is an entry in the memo another way, when its list leaves?  *defines: as the agent's note of
 * what it is the definition of. */
static bool
is_elsewhere(Settling *settling, const SourceEntry *entry, const bool *referred, bool *defines)
{
	const Section *section = settling->section;
	int64		id = entry->id > 0 ? entry->id : entry->number;
	bool		is_noted = ids_have(&settling->noted, entry->number);
	Identity	identity;

	*defines = false;
	if (id >= 0 && id < MOST_NUMBERS && referred[id] &&
		(settling->has_numeric || (!entry->is_cited && !is_noted)))
		return false;			/* only who reads knows what "[1-3]" is */
	if (!section_says(section, entry->text))
		return entry->id <= 0 || entry->is_cited;
	if (names_document(settling->memo, entry->text))
		return true;
	if (entry->is_cited && entry->id > 0)
	{
		if (section_claim(settling->memo, section, entry->id) != NULL)
			return true;		/* it counts */
		*defines = !id_is_deal_wide(settling->memo, section, entry->id) &&
				   !ids_have(&settling->named, entry->id) &&
				   !section_cites(section, entry->text);
		return *defines || name_find(memo_names(settling->memo), entry->text, &identity);
	}
	*defines = is_noted;
	return is_noted;
}

/* The list stays as text for its first entry that is nowhere else, or that says another thing
 * of an id, or number, than one before. */
static void
settle_list(Settling *settling)
{
	Section    *section = settling->section;
	bool	   *referred = prose_numbers_referred(section->prose, settling->list);
	KeyMap		defined = {NULL, 0, 0};	/* index + 1 of entries */

	for (int i = 0; i < section->notes->entries.count; i++)
	{
		SourceEntry *entry = &section->notes->entries.items[i];
		int64		key = entry->id > 0 ? entry->id << 32 : entry->number;
		bool		defines;

		CHECK_FOR_INTERRUPTS();
		entry->is_cited = ids_have(&settling->cited, entry->id > 0 ? entry->id : entry->number);
		if (section->keeps_sources)
			continue;
		section->keeps_sources = !is_elsewhere(settling, entry, referred, &defines);
		if (defines)
		{
			int		   *first = keymap_at(&defined, (uint64) key);

			section->keeps_sources =
				*first > 0 &&
				!slice_equal(section->notes->entries.items[*first - 1].text, entry->text);
			*first = i + 1;
		}
		if (section->keeps_sources)
			section->notes->kept_for = entry->text;
	}
	keymap_free(&defined);
	pfree(referred);
}

/* ---------------------------------------------------------------- all of it */

/* Notes the ids that a reference says, in a line or the list. */
static void
collect_named(Settling *settling)
{
	const Section *section = settling->section;
	Identity	identity;

	for (int i = 0; i < settling->lines.count; i++)
		if (settling->lines.items[i].is_reference)
			ids_add(&settling->named, settling->lines.items[i].id);
	for (int i = 0; i < section->notes->entries.count; i++)
		if (section->notes->entries.items[i].id > 0 &&
			name_find(memo_names(settling->memo), section->notes->entries.items[i].text,
					  &identity))
			ids_add(&settling->named, section->notes->entries.items[i].id);
}

/* Settles the lines of the text: the first that may be an id's note is it, and what does not
 * leave cites its id. */
static void
settle_lines(Settling *settling)
{
	for (int i = 0; i < settling->lines.count; i++)
	{
		OpenLine   *line = &settling->lines.items[i];

		line->leaves = line->is_reference ||
					   (line->may_be_note &&
						!id_is_decided(settling->memo, settling->section, line->id) &&
						ids_have(&settling->cited, line->id) &&
						!ids_have(&settling->named, line->id));
		if (line->leaves)
			ids_add(&settling->named, line->id);
	}
	for (int i = 0; i < settling->lines.count; i++)
		if (!settling->lines.items[i].leaves)
			ids_add(&settling->cited, settling->lines.items[i].id);
}

/* Reads the body; just the lines of these extents are source lines. */
static void
read_body(const Memo *memo, Section *section, const Line *lines, int count)
{
	section->prose = prose_parse_lines(section->body.data, section->body.len, lines, count,
									   &marker_extension);
	if (memo->policy.read_numeric)
		prose_read_numeric(section->prose);
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
		read_body(settling->memo, section, leaving.items, leaving.count);
}

void
section_settle_sources(Memo *memo, Section *section)
{
	Settling	settling = {.memo = memo, .section = section};
	bool		has_list;

	read_body(memo, section, NULL, 0);
	settling.list = prose_source_block(section->prose);
	has_list = settling.list >= 0;
	section->source_block = INT_MAX;
	if (!has_list)
		settling.list = INT_MAX;
	collect_lines(&settling);
	if (settling.lines.count == 0 && !has_list)
		return;
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
