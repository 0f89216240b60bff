/*
 * mark_source.c
 *		What the marks of a body mean: entries of lists, claims, documents, passages.
 *
 * A number is read by the list that governs its part, when that has each of the mark's numbers
 * once.  Where one of a list's numbers stands in the text and cannot be read ("[1]: it did"), none
 * of them is, so that list and marks stay together.  In a section without a list and without
 * "[SRC:n]" the section's claims say what the numbers of a spelling are, when each of these has
 * one.  A name is that of a document or a passage.  What is not read stays text; unread.c
 * reports it.
 */
#include "notes/notes_internal.h"
#include "evidence/evidence.h"

/* -------------------------------------------------------------------- numbers */

bool
source_list_may_say(const SourceList *list, int64 number)
{
	return keymap_get(&list->numbers, (uint64) number) != 0 ||
		   (list->numbers.count == 0 && number > 0 && number <= list->nitems);
}

/* May the list say one of the numbers, and has it each of them, once? */
static bool
list_has(const SourceLists *lists, const SourceList *list, const NumberedMark *mark, bool *has_all)
{
	bool		has_any = false;

	*has_all = true;
	for (int i = 0; i < mark->count; i++)
	{
		has_any |= source_list_may_say(list, mark->numbers[i]);
		*has_all &= source_item_numbered(lists, list, mark->numbers[i]) != NULL;
	}
	return has_any;
}

static void
note_unread(const Prose *prose, SourceList *list, const NumberedMark *mark)
{
	if (!list->has_unread)
		list->unread = (Slice) {prose->text + mark->start, mark->end - mark->start};
	list->has_unread = true;
}

/* Which lists have numbers that marks may mean and cannot be read by: of their own list, or of any
 * where that has it not, as behind the last.  Raised digits that may be anything, and numbers that
 * only the order of the list or its place says, only where they look like one. */
static void
find_unread(const Prose *prose, SourceLists *lists)
{
	KeyMap		asked = {NULL, 0, 0};	/* numbers that all lists were asked of */
	bool		has_all;

	for (int i = 0; i < lists->marks.count; i++)
	{
		const NumberedMark *mark = &lists->marks.items[i];
		SourceList *own = source_list_governing(lists, mark->block);
		Slice		numbers = {(const char *) mark->numbers, mark->count * (int) sizeof(int)};

		CHECK_FOR_INTERRUPTS();
		if (own != NULL && list_has(lists, own, mark, &has_all))
		{
			if (mark->is_doubtful ? has_all && mark->is_told
				: own->numbers.count == 0 ? mark->is_told : !mark->may_be_listed || !has_all)
				note_unread(prose, own, mark);
		}
		else if (mark->is_told &&
				 (*keymap_at(&asked, slice_hash(numbers, mark->is_doubtful)))++ == 0)
			for (int j = 0; j < lists->lists.count; j++)
				if (list_has(lists, &lists->lists.items[j], mark, &has_all) &&
					(has_all || !mark->is_doubtful))
					note_unread(prose, &lists->lists.items[j], mark);
	}
	keymap_free(&asked);
}

/* Which marks their lists say: all that may mean a list's numbers, or none of them. */
static void
settle_listed(const Prose *prose, SourceLists *lists)
{
	bool		has_all;

	find_unread(prose, lists);
	for (int i = 0; i < lists->marks.count; i++)
	{
		NumberedMark *mark = &lists->marks.items[i];
		const SourceList *list = source_list_governing(lists, mark->block);

		if (mark->is_doubtful)
			mark->is_told &= list != NULL && list_has(lists, list, mark, &has_all) && has_all;
		else if (list != NULL && list_has(lists, list, mark, &has_all))
		{
			mark->is_told = !mark->is_label;
			mark->is_listed = has_all && !list->has_unread;
		}
	}
}

/* Which marks the section's claims say: all of a spelling, or none. */
static void
settle_claimed(const Memo *memo, const Section *section, const Prose *prose, SourceLists *lists)
{
	bool		fails[MOST_SPELLINGS] = {false};

	for (int i = 0; i < prose->markers.count; i++)
		if (prose->markers.items[i].kind == MARKER_SRC ||
			prose->markers.items[i].kind == MARKER_SRC_VARIANT)
			return;
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < lists->marks.count; i++)
		{
			NumberedMark *mark = &lists->marks.items[i];

			if (pass == 1)
				mark->is_claimed = !mark->is_name && !fails[mark->spelling];
			else if (!mark->may_be_claimed)
				fails[mark->spelling] = true;
			for (int j = 0; j < mark->count && pass == 0; j++)
				fails[mark->spelling] |= section_claim(memo, section, mark->numbers[j]) == NULL;
		}
}

/* "NOI<sup>1</sup>" in a table, "<sup>1</sup> Unaudited" directly below: the table's own note,
 * which no list says.  Both stay as they are. */
static void
drop_table_notes(const Prose *prose, SourceLists *lists)
{
	const TextBlock *blocks = prose->blocks.items;
	KeyMap		own = {NULL, 0, 0};
	int			kept = 0;

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < lists->marks.count; i++)
		{
			const NumberedMark *mark = &lists->marks.items[i];
			bool		is_note = mark->block > 0 && mark->is_doubtful &&
				blocks[mark->block].kind == BLOCK_PARAGRAPH &&
				blocks[mark->block - 1].kind == BLOCK_TABLE &&
				prose->text[mark->start] == '<' &&
				mark->start == prose->lines.items[mark->line].start;
			int			left = mark->count;

			for (int j = 0; j < mark->count && pass == 0 && is_note; j++)
				*keymap_at(&own, (uint64) (mark->block - 1) << 32 | mark->numbers[j]) = 1;
			for (int j = 0; j < mark->count && prose->text[mark->start] == '<'; j++)
				left -= keymap_get(&own, (uint64) mark->block << 32 | mark->numbers[j]);
			if (pass == 1 && !is_note && (left > 0 || mark->count == 0))
				lists->marks.items[kept++] = *mark;
		}
	lists->marks.count = kept;
	keymap_free(&own);
}

/* ---------------------------------------------------------------------- names */

static bool
is_name(const char *name, Slice text)
{
	return name != NULL && (int) strlen(name) == text.len &&
		   pg_strncasecmp(name, text.data, text.len) == 0;
}

/* The document whose id, tag or file a text is, NULL = none, or several. */
static Document *
document_named(Memo *memo, Slice text)
{
	bool		is_ambiguous;
	Document   *doc = name_exact(memo, text, &is_ambiguous);

	if (doc == NULL && !is_ambiguous)
	{
		char	   *folded = folded_copy(slice_copy(text));

		if (name_at(memo_names(memo), slice_of(folded), 0, &doc) < text.len || doc == NULL ||
			(!is_name(doc->doc_id, text) && !is_name(file_name(doc->path), text)))
			doc = name_tagged(memo, text, &is_ambiguous);
		pfree(folded);
	}
	return doc;
}

/* Gives the names that no document has the passages which have them, in one look into the store. */
static void
find_passages(Memo *memo, SourceLists *lists)
{
	for (int i = 0; i < lists->marks.count; i++)
	{
		NumberedMark *mark = &lists->marks.items[i];

		if (!mark->is_name || mark->linked.doc != NULL)
			continue;
		mark->passage_id = slice_copy(mark->inner);
		want_passage(memo, mark->passage_id);
	}
	load_wanted(memo);
	for (int i = 0; i < lists->marks.count; i++)
	{
		NumberedMark *mark = &lists->marks.items[i];
		const Passage *passage =
			mark->passage_id == NULL ? NULL : memo_passage(memo, mark->passage_id);
		Slice		rest = mark->inner;

		if (passage != NULL)
			mark->linked = passage->identity;
		if (passage != NULL && slice_take(&rest, BLOCK_NAME))
			mark->block_id = atoll(slice_copy(rest));	/* it is that block's */
		mark->passage_id = passage == NULL || mark->block_id > 0 ? NULL : passage->passage_id;
	}
}

/* Gives names what they name; those of nothing are no marks. */
static void
settle_named(Memo *memo, SourceLists *lists)
{
	int			kept = 0;

	for (int i = 0; i < lists->marks.count; i++)
		if (lists->marks.items[i].is_name)
			lists->marks.items[i].linked.doc = document_named(memo, lists->marks.items[i].inner);
	find_passages(memo, lists);
	for (int i = 0; i < lists->marks.count; i++)
	{
		NumberedMark mark = lists->marks.items[i];

		mark.is_linked = mark.linked.doc != NULL;
		if (mark.is_name && !mark.is_linked)
			continue;
		if (mark.place.page > 0)
			mark.linked.page = mark.place.page;
		lists->marks.items[kept++] = mark;
	}
	lists->marks.count = kept;
}

/* -------------------------------------------------------------------- markers */

static int
compare_marks(const void *a, const void *b)
{
	return ((const NumberedMark *) a)->start - ((const NumberedMark *) b)->start;
}

/* Brings the marks into the order of the text; of two in one place that of an address counts. */
static void
sort_marks(SourceLists *lists)
{
	NumberedMark *marks = lists->marks.items;
	int			kept = 0;

	if (lists->marks.count < 2)
		return;
	qsort(marks, lists->marks.count, sizeof(NumberedMark), compare_marks);
	for (int i = 1; i < lists->marks.count; i++)
		if (marks[i].start >= marks[kept].end)
			marks[++kept] = marks[i];
		else if (marks[i].is_linked)
			marks[kept] = marks[i];
	lists->marks.count = kept + 1;
}

/* Files the marks that are read among the markers of the parse, in place of brackets that are
 * prose. */
static void
file_markers(Prose *prose, SourceLists *lists)
{
	VEC(Marker) markers = {NULL, 0, 0};
	int			next = 0;

	for (int i = 0; i < lists->marks.count; i++)
	{
		const NumberedMark *mark = &lists->marks.items[i];

		if (!mark->is_listed && !mark->is_claimed && !mark->is_linked)
			continue;
		while (next < prose->markers.count && prose->markers.items[next].start < mark->start)
			*VEC_PUSH(&markers) = prose->markers.items[next++];
		next += next < prose->markers.count && prose->markers.items[next].start == mark->start;
		*VEC_PUSH(&markers) = (Marker) {
			.kind = MARKER_NUMERIC, .start = mark->start, .len = mark->end - mark->start,
			.block = mark->block, .id = -1, .value = mark->inner, .line = mark->line,
			.cell = mark->cell, .source = i + 1};
	}
	if (markers.count == 0)
		return;
	while (next < prose->markers.count)
		*VEC_PUSH(&markers) = prose->markers.items[next++];
	prose->markers.items = markers.items;
	prose->markers.count = markers.count;
	prose->markers.room = markers.room;
	next = 0;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];

		block->first_marker = next;
		while (next < prose->markers.count && prose->markers.items[next].block <= i)
			next++;
		block->nmarkers = next - block->first_marker;
	}
}

void
source_lists_read(Memo *memo, const Section *section, Prose *prose, SourceLists *lists)
{
	source_lists_find(prose, lists);
	marks_find(memo, prose, lists);
	drop_table_notes(prose, lists);
	for (int i = 0; i < lists->marks.count && memo != NULL && !memo->policy.read_numeric; i++)
		lists->marks.items[i].may_be_listed = lists->marks.items[i].may_be_claimed = false;
	settle_listed(prose, lists);
	if (memo != NULL && lists->lists.count == 0 && section->claims.count > 0)
		settle_claimed(memo, section, prose, lists);
	if (memo != NULL && memo->ndocuments > 0)
	{
		settle_named(memo, lists);
		links_find(memo, section, prose, lists);
		sort_marks(lists);
	}
	file_markers(prose, lists);
}

Prose *
body_parse(const char *text, int len)
{
	Prose	   *prose = prose_parse(text, len, &marker_extension);
	SourceLists lists = {0};

	source_lists_read(NULL, NULL, prose, &lists);
	return prose;
}

/* --------------------------------------------------------------------- asked */

int
section_count_items(const Section *section)
{
	return section->notes->lists->items.count;
}

int
section_item_of(const Section *section, const Marker *marker)
{
	const SourceItem *item = source_item_labelled(section, marker, marker->value);

	return item == NULL ? 0 : 1 + (int) (item - section->notes->lists->items.items);
}

int
section_count_numbers(const Section *section, const Marker *marker)
{
	return section->notes->lists->marks.items[marker->source - 1].count;
}

int
section_number(const Section *section, const Marker *marker, int nth, int *item)
{
	const SourceLists *lists = section->notes->lists;
	const NumberedMark *mark = &lists->marks.items[marker->source - 1];
	const SourceList *list = source_list_governing(lists, mark->block);

	*item = !mark->is_listed ? 0
		: 1 + (int) (source_item_numbered(lists, list, mark->numbers[nth]) - lists->items.items);
	return mark->numbers[nth];
}

MarkedSource
section_link(const Section *section, const Marker *marker)
{
	const NumberedMark *mark = &section->notes->lists->marks.items[marker->source - 1];
	int			end = mark->closes > 0 ? mark->closes + (int) strlen(CLOSING_TAG) : mark->end;

	end = past_closing(section->body.data, section->body.len, end);
	return (MarkedSource) {mark->linked, mark->passage_id, mark->block_id > 0 ? mark->block_id : -1,
						   mark->stays || mark->closes > 0 ? end : -1};
}

void
cut_elements(Memo *memo, Section *section)
{
	const SourceLists *lists = section->notes->lists;

	for (int i = 0; i < lists->marks.count; i++)
	{
		const NumberedMark *mark = &lists->marks.items[i];

		if (mark->closes == 0)
			continue;
		section_edit(memo, section, mark->start, mark->end - mark->start, "");
		section_edit(memo, section, mark->closes, (int) strlen(CLOSING_TAG), "");
	}
}
