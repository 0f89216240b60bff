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
 * An item of a list of sources leaves when each of its entries names a document, or says what an
 * id or number is that the text cites.  What the text does not use stays below the list's title.
 * Where the reader's eye alone knows what "[1]" means, the list is its key, and all of it stays.
 *
 * This is settled while bodies are scanned; what leaves is in prose->leaving, as whole lines.
 */
#include "notes/notes_internal.h"
#include "language/language.h"

#define MOST_NOTE_WORDS	12		/* of (b) */

typedef struct Settling
{
	Memo	   *memo;
	Section    *section;
	KeyMap		cited;			/* ids of the text's markers, */
	KeyMap		named;			/* and ids that a reference or an item says */
} Settling;

/* -------------------------------------------------------------------- texts */

/* Is a text one address and no more? */
static bool
is_address(Slice text)
{
	Slice		address;
	int			pos = 0;

	if (text.len > 1 && text.data[0] == '<' && text.data[text.len - 1] == '>')
		text = (Slice) {text.data + 1, text.len - 2};
	return address_next(text, &pos, &address) && address.data == text.data &&
		   memchr(text.data, ' ', text.len) == NULL;
}

/* Does an item refer to one document, and say of it only where and when? */
static bool
names_document(const SourceItem *item)
{
	return item->said.identity.doc != NULL && !item->said.is_quoted;
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
opens_source_line(const Settling *settling, const Marker *marker)
{
	const Prose *prose = settling->section->prose;
	const TextBlock *block = &prose->blocks.items[marker->block];
	MarkerIds	ids;

	if (block->is_listed || block->kind != BLOCK_PARAGRAPH || marker->is_escaped ||
		!marker_opens_line(prose, marker) ||
		!section_marker_ids(settling->memo, settling->section, marker, &ids) || ids.count != 1 ||
		ids.hints[0].len > 0)
		return false;
	/* in an item, quote or definition it is prose, but for a line that only goes on lazily */
	return (block->depth == 0 && block->note_def < 0) ||
		   (prose->text[marker->start - 1] == '\n' &&
			(block->note_def < 0 || marker->block + 1 == prose->blocks.count ||
			 block[1].note_def != block->note_def));
}

/* Would a line be another thing at the start of a paragraph, a link's definition or code?  A marker
 * is no label of a link. */
static bool
may_change(const Prose *prose, int line_no)
{
	Line		line = prose->lines.items[line_no];
	const char *close = memchr(prose->text + line.start, ']', line.end - line.start);
	int			marker = first_marker_from(prose, line.start);
	int			start = line.start;

	while (start > 0 && prose->text[start - 1] != '\n')
		start--;
	return line.start - start > 3 ||
		   (close != NULL && close + 1 < prose->text + line.end && close[1] == ':' &&
			(marker == prose->markers.count || prose->markers.items[marker].start > line.start));
}

#define MOST_REFERENCE_LINES	3

/* What a line that opens with a marker is, with those that go on with it up to another line: a
 * reference alone or with some of these, or what may be an id's note. */
static void
read_line(Settling *settling, SourceItem *line, int marker, int behind)
{
	const Prose *prose = settling->section->prose;
	const Marker *markers = prose->markers.items;
	int			from = markers[marker].start + markers[marker].len + 1;
	int			inner = marker + 1 < prose->markers.count ? markers[marker + 1].start : prose->len;
	SourceItem	all;

	for (int last = behind - 1; last >= line->first_line && !line->is_reference; last--)
	{
		int			end = prose->lines.items[last].end;
		Slice		text = slice_trim((Slice) {prose->text + from, Max(0, end - from)});

		line->text = text;
		line->nlines = last + 1 - line->first_line;
		if (last == behind - 1)
			all = *line;
		if (last >= line->first_line + MOST_REFERENCE_LINES || end > inner)
			continue;
		source_item_refer(settling->memo, line);
		line->is_reference = is_address(text) || names_document(line);
	}
	if (line->is_reference)
		return;
	*line = all;
	line->may_be_note = is_no_sentence(line->text);
}

/* Collects the lines of the text that open with a marker, of no list. */
static void
collect_lines(Settling *settling)
{
	const Prose *prose = settling->section->prose;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		const TextBlock *block = &prose->blocks.items[marker->block];
		int			next = marker->line + 1;
		int			other = i + 1;	/* marker */
		SourceItem *line;

		CHECK_FOR_INTERRUPTS();
		if (!opens_source_line(settling, marker))
			continue;
		for (; next < block->first_line + block->nlines; next++)
		{
			int			start = prose->lines.items[next].start;

			while (other < prose->markers.count && prose->markers.items[other].start < start)
				other++;
			if (other < prose->markers.count && prose->markers.items[other].start == start)
				break;
		}
		line = VEC_PUSH(&settling->section->notes->lists->lines);
		*line = (SourceItem) {.list = -1, .block = marker->block, .first_line = marker->line,
							  .nids = 1, .id = marker->id, .marker = i};
		read_line(settling, line, i, next);
		next = line->first_line + line->nlines;
		if (next < block->first_line + block->nlines && may_change(prose, next))
			line->is_reference = line->may_be_note = false;
	}
}

/* ------------------------------------------------------------- what is cited */

/* Notes which items the numbers of "[1, 3]" and of "[^1]", where nothing defines that, mean. */
static void
use_items(const Settling *settling, const Marker *marker)
{
	SourceLists *lists = settling->section->notes->lists;
	Slice		rest = marker->value;
	Slice		label;

	if (marker->kind == MARKER_NUMERIC && lists->marks.items[marker->source - 1].is_listed)
		for (int i = 0; i < lists->marks.items[marker->source - 1].count; i++)
			source_item_numbered(lists, source_list_governing(lists, marker->block),
								 lists->marks.items[marker->source - 1].numbers[i])
				->is_used = true;
	while (marker->kind == MARKER_NOTE_REF && marker_next_label(&rest, &label))
	{
		SourceItem *item = source_item_labelled(settling->section, marker, label);

		if (item != NULL)
			item->is_used = true;
	}
}

/* Notes what the markers of the text cite, but for those that open a line which may leave. */
static void
collect_cited(Settling *settling)
{
	const Prose *prose = settling->section->prose;
	const SourceLists *lists = settling->section->notes->lists;
	int			next = 0;		/* of the lines */
	MarkerIds	ids;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		const SourceItem *line = NULL;

		CHECK_FOR_INTERRUPTS();
		if (prose->blocks.items[marker->block].is_listed)
			continue;
		if (next < lists->lines.count && lists->lines.items[next].marker == i)
			line = &lists->lines.items[next++];
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

/* ----------------------------------------------------------------- the lists */

/* "3. Rent Roll, p. 4" says what [SRC:3] is, where no marker in a line or list does. */
static void
number_items(Settling *settling)
{
	const SourceLists *lists = settling->section->notes->lists;
	KeyMap		marked = {NULL, 0, 0};

	for (int i = 0; i < lists->items.count; i++)
		if (lists->items.items[i].nids == 1)
			ids_add(&marked, lists->items.items[i].id);
	for (int i = 0; i < lists->lines.count; i++)
		ids_add(&marked, lists->lines.items[i].id);
	for (int i = 0; i < lists->items.count; i++)
	{
		SourceItem *item = &lists->items.items[i];

		if (item->nids == 0 && item->number > 0 && !ids_have(&marked, item->number) &&
			ids_have(&settling->cited, item->number))
			item->id = item->number;
		item->is_cited = item->id > 0 && ids_have(&settling->cited, item->id);
	}
	keymap_free(&marked);
}

/* Is an item in the memo another way, when it leaves?  *defines: as the agent's note of the id that
 * it is the definition of. */
static bool
is_elsewhere(Settling *settling, const SourceItem *item, bool *defines)
{
	const Section *section = settling->section;

	*defines = false;
	if (item->nids > 1)
		return false;
	if (!section_says(section, item->text))
		return item->id <= 0 || item->is_cited;
	if (item->addressed.doc != NULL || names_document(item))
		return true;
	if (item->is_cited)
	{
		if (section_claim(settling->memo, section, item->id) != NULL)
			return true;		/* it counts */
		*defines = !id_is_deal_wide(settling->memo, section, item->id) &&
				   !ids_have(&settling->named, item->id) && !section_cites(section, item->text);
		return *defines || item->said.identity.doc != NULL;
	}
	return item->is_used && item->number >= 0;
}

/* Can some items of a list leave, and the others stay what they are? */
static bool
is_simple(const Prose *prose, const SourceLists *lists, const SourceList *list)
{
	for (int i = list->first_item; i < list->first_item + list->nitems; i++)
	{
		const SourceItem *item = &lists->items.items[i];
		const TextBlock *block = &prose->blocks.items[item->block];

		if (block->in_quote || block->depth > 1 ||
			(block->depth > 0 && (!item->begins_block || !block->starts_item)) ||
			(!item->begins_block && may_change(prose, item->first_line)))
			return false;
	}
	return true;
}

/* Settles which items of a list leave: those that are elsewhere.  Where a mark of its numbers is
 * not read, an item that a mark means would stay, or two say different things of an id, none
 * does. */
static void
settle_list(Settling *settling, SourceList *list)
{
	SourceItem *items = settling->section->notes->lists->items.items + list->first_item;
	KeyMap		defined = {NULL, 0, 0};	/* index + 1 of items */
	bool		stays = list->has_unread;
	int			nleaving = 0;

	for (int i = 0; i < list->nitems; i++)
	{
		bool		defines;
		int		   *first;

		CHECK_FOR_INTERRUPTS();
		items[i].leaves = is_elsewhere(settling, &items[i], &defines);
		stays |= !items[i].leaves && (items[i].is_cited || items[i].is_used);
		if (!defines)
			continue;
		first = keymap_at(&defined, (uint64) items[i].id);
		stays |= *first > 0 && !slice_equal(items[*first - 1].text, items[i].text);
		*first = i + 1;
	}
	for (int i = 1; i < list->nitems; i++)	/* what shares its lines leaves with it */
		items[i].leaves &= items[i].first_line != items[i - 1].first_line || items[i - 1].leaves;
	for (int i = list->nitems - 1; i >= 0; i--)
	{
		if (i + 1 < list->nitems && items[i].first_line == items[i + 1].first_line)
			items[i].leaves &= items[i + 1].leaves;
		nleaving += items[i].leaves;
	}
	list->leaves = !stays && nleaving == list->nitems;
	if (!list->leaves && (stays || !is_simple(settling->section->prose,
											  settling->section->notes->lists, list)))
		for (int i = 0; i < list->nitems; i++)
			items[i].leaves = false;
	keymap_free(&defined);
}

/* Tells the body which of its lines and blocks leave with lists.  Link definitions stay: readers do
 * not see them, but links of what stays may lead nowhere without. */
static void
mark_leaving(Section *section)
{
	Prose	   *prose = section->prose;
	const SourceLists *lists = section->notes->lists;

	for (int i = 0; i < lists->lists.count; i++)
	{
		const SourceList *list = &lists->lists.items[i];
		int			pos = prose->blocks.items[list->first].start;

		for (int j = list->first; j < list->end && list->leaves; j++)
		{
			TextBlock  *block = &prose->blocks.items[j];

			block->leaves = true;
			if (block->kind == BLOCK_LINK_DEF && block->depth == 0 && block->note_def < 0)
			{
				if (block->start > pos)
					*VEC_PUSH(&prose->leaving) = (Line) {pos, block->start};
				pos = block->end;
			}
			else if (j + 1 == list->end)
				*VEC_PUSH(&prose->leaving) = (Line) {pos, block->end};
		}
		for (int j = list->first_item; j < list->first_item + list->nitems && !list->leaves; j++)
			if (lists->items.items[j].leaves &&
				(j == list->first_item || lists->items.items[j - 1].first_line !=
				 lists->items.items[j].first_line))
				*VEC_PUSH(&prose->leaving) = source_item_lines(prose, &lists->items.items[j]);
	}
}

/* ---------------------------------------------------------------- all of it */

/* Notes the ids that a reference says, in a line or a list. */
static void
collect_named(Settling *settling)
{
	const SourceLists *lists = settling->section->notes->lists;

	for (int i = 0; i < lists->lines.count; i++)
		if (lists->lines.items[i].is_reference)
			ids_add(&settling->named, lists->lines.items[i].id);
	for (int i = 0; i < lists->items.count; i++)
		if (lists->items.items[i].id > 0 && lists->items.items[i].said.identity.doc != NULL)
			ids_add(&settling->named, lists->items.items[i].id);
}

/* Settles the lines of the text: the first that may be an id's note is it, and what does not
 * leave cites its id. */
static void
settle_lines(Settling *settling)
{
	SourceLists *lists = settling->section->notes->lists;

	for (int i = 0; i < lists->lines.count; i++)
	{
		SourceItem *line = &lists->lines.items[i];

		line->leaves = line->is_reference ||
					   (line->may_be_note &&
						!id_is_decided(settling->memo, settling->section, line->id) &&
						ids_have(&settling->cited, line->id) &&
						!ids_have(&settling->named, line->id));
		if (line->leaves)
			ids_add(&settling->named, line->id);
	}
	for (int i = 0; i < lists->lines.count; i++)
		if (!lists->lines.items[i].leaves)
			ids_add(&settling->cited, lists->lines.items[i].id);
}

/* Tells the body which source lines leave, and sorts all that does. */
static void
mark_lines(Section *section)
{
	Prose	   *prose = section->prose;
	const SourceLists *lists = section->notes->lists;

	for (int i = 0; i < lists->lines.count; i++)
	{
		const SourceItem *line = &lists->lines.items[i];
		TextBlock  *block = &prose->blocks.items[line->block];

		if (!line->leaves)
			continue;
		prose->markers.items[line->marker].kind = MARKER_SOURCE_LINE;
		*VEC_PUSH(&prose->leaving) = source_item_lines(prose, line);
		if (line->nlines == block->nlines)
			block->leaves = block->is_listed = true;
	}
	lines_sort(prose->leaving.items, prose->leaving.count);
}

void
section_settle_sources(Memo *memo, Section *section)
{
	Settling	settling = {.memo = memo, .section = section};
	Prose	   *prose;
	SourceLists *lists;

	prose = section->prose = prose_parse_as_prose(section->body.data, section->body.len,
												  &marker_extension);
	lists = section->notes->lists = palloc0(sizeof(SourceLists));
	source_lists_read(memo, section, prose, lists);
	source_items_read(memo, section);
	collect_lines(&settling);
	if (lists->lines.count == 0 && lists->lists.count == 0)
		return;
	collect_cited(&settling);
	number_items(&settling);
	collect_named(&settling);
	settle_lines(&settling);
	for (int i = 0; i < prose->markers.count; i++)
		if (!prose->blocks.items[prose->markers.items[i].block].is_listed)
			use_items(&settling, &prose->markers.items[i]);
	number_items(&settling);
	for (int i = 0; i < lists->lists.count; i++)
		settle_list(&settling, &lists->lists.items[i]);
	mark_leaving(section);
	mark_lines(section);
}
