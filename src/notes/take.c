/*
 * take.c
 *		Stage 1: what agents wrote about sources leaves the text and becomes
 *		evidence.
 *
 * "[SRC:3]: Rent Roll, p. 4" and the items of lists say what an id is, and leave as settle.c
 * has it; definitions are in definitions.c, with those of ids that are no document's.
 */
#include "notes/notes_internal.h"

/* -------------------------------------------------------------- what is said */

/* Says so when an item names another document than the claims with its id, which count, or is
 * an address that is no document's where the claim's has one. */
static void
report_contradiction(Memo *memo, const Section *section, const SourceItem *item)
{
	const Claim *claim = section_claim(memo, section, item->id);
	const Claim *end = memo->claims + section->claims.first + section->claims.count;
	const Document *named = item->said.identity.doc;
	bool		is_address = memchr(item->text.data, ' ', item->text.len) == NULL &&
		token_is_address(item->text.data, item->text.len);
	const char *theirs;

	for (const Claim *other = claim; other != NULL && other < end && other->src_id == item->id;
		 other++)
		if (other->identity.doc == named)
			return;
	if (claim == NULL || (named == NULL && !is_address))
		return;
	theirs = named != NULL ? claim->identity.doc->doc_id : claim->identity.doc->path;
	if (theirs != NULL)
		memo_event(memo, EVENT_source_list_contradicts, section->index, item->text,
				   "{\"src_id\":" INT64_FORMAT ",\"claim\":%s,\"list\":%s}", item->id,
				   json_quoted(slice_of(theirs)),
				   json_quoted(named != NULL ? slice_of(named->doc_id) : item->text));
}

/* What a source line or item says of an id is a document, which its marker may give a place; false
 * when it is none, or of a line more would be lost than a date. */
static bool
add_candidate(Memo *memo, Section *section, const SourceItem *item)
{
	bool		is_line = item->list < 0;
	bool		is_addressed = item->addressed.doc != NULL &&
		(!is_line || memchr(item->text.data, ' ', item->text.len) == NULL);
	Reference	said = is_addressed ? (Reference) {.identity = item->addressed} : item->said;
	Identity   *identity = &said.identity;

	if (identity->doc == NULL || (is_line && said.is_quoted))
		return false;
	if (identity->page == 0 && (is_addressed || identity->locator == NULL))
		identity_take_place(identity, item->page, item->place);
	else if (item->page > 0 && identity->page == 0)
		*identity = (Identity) {identity->doc, item->page,
								locator_beside_page(item->page, 0, identity->locator)};
	/* an address beats claims, where a marker says the id */
	*VEC_PUSH(&section->notes->candidates) =
		(Candidate) {item->id, item->list, is_addressed && item->nids == 1, *identity};
	if (!is_addressed)
		report_shortened(memo, section, item->text, &said, 1);
	return true;
}

/* Removes the citations of markers that leave with a line or list; those of a footnote's
 * definition in it are that one's. */
static void
remove_citations(Memo *memo, const Section *section, Line extent, const char *how)
{
	const Prose *prose = section->prose;

	for (int i = first_marker_from(prose, extent.start);
		 i < prose->markers.count && prose->markers.items[i].start < extent.end; i++)
	{
		int			first = -1;
		int			last = -1;

		if (prose->blocks.items[prose->markers.items[i].block].note_def < 0)
			citations_of_markers(memo, section, i, 1, &first, &last);
		for (int j = first; j >= 0 && j <= last; j++)
			if (!memo->citations.items[j].is_removed)
				citation_remove(memo, &memo->citations.items[j], how);
	}
}

/* "[SRC:3]: Rent Roll, p. 4" says what 3 is; what names no document is its note.  An address
 * leaves also where the id has a claim: that is told. */
static void
take_source_lines(Memo *memo, Section *section)
{
	SourceLists *lists = section->notes->lists;

	for (int i = 0; i < lists->lines.count; i++)
	{
		SourceItem *line = &lists->lines.items[i];
		Line		lines = source_item_lines(section->prose, line);

		if (!line->leaves)
			continue;
		source_item_refer(memo, line);
		report_contradiction(memo, section, line);
		if (add_candidate(memo, section, line))
			remove_citations(memo, section, lines, "source_line");
		else if (!id_is_decided(memo, section, line->id))
			line->is_said = true;
		else
			memo_event(memo, EVENT_source_line_unnamed, section->index, line->text,
					   "{\"src_id\":" INT64_FORMAT "}", line->id);
		section_edit(memo, section, lines.start, lines.end - lines.start,
					 keeps_apart(section->prose, lines.end));
	}
}

/* ---------------------------------------------------------------- the lists */

/* What items say of ids: a document, else the agent's note of one that the text cites. */
static void
take_items(Memo *memo, Section *section)
{
	SourceItem *items = section->notes->lists->items.items;
	int			count = section->notes->lists->items.count;
	KeyMap		named = {NULL, 0, 0};

	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (items[i].id <= 0)
			continue;
		report_contradiction(memo, section, &items[i]);
		if ((items[i].nids == 1 ||
			 (items[i].is_cited && !id_is_decided(memo, section, items[i].id))) &&
			add_candidate(memo, section, &items[i]))
			ids_add(&named, items[i].id);
	}
	for (int i = 0; i < count; i++)
		items[i].is_said = items[i].is_cited && section_says(section, items[i].text) &&
			!id_is_decided(memo, section, items[i].id) && !ids_have(&named, items[i].id);
	keymap_free(&named);
}

/* Takes the lines of a list out that leave, as was settled when the body was scanned, and returns
 * their text. */
static char *
cut_list(Memo *memo, Section *section, const SourceList *list)
{
	const Prose *prose = section->prose;
	Line		all = {prose->blocks.items[list->first].start,
					   prose->blocks.items[list->end - 1].end};
	StringInfoData left;
	int			low;

	initStringInfo(&left);
	LOWER_BOUND(low, prose->leaving.count, i, prose->leaving.items[i].start < all.start);
	for (; low < prose->leaving.count && prose->leaving.items[low].start < all.end; low++)
	{
		Line		line = prose->leaving.items[low];
		const char *kept = !list->leaves ? ""
			: line.end < all.end ? (line.start == all.start ? "\n" : "")
			: line.end < prose->len ? keeps_apart(prose, line.end) : "";

		section_edit(memo, section, line.start, line.end - line.start, kept);
		appendBinaryStringInfo(&left, prose->text + line.start, line.end - line.start);
		remove_citations(memo, section, line, "source_block");
	}
	return left.data;
}

static void
take_lists(Memo *memo, Section *section)
{
	const SourceLists *lists = section->notes->lists;

	take_items(memo, section);
	for (int i = 0; i < lists->lists.count; i++)
	{
		const SourceList *list = &lists->lists.items[i];
		Slice		left = slice_of(cut_list(memo, section, list));
		Slice		kept = list->unread;

		for (int j = list->first_item; j < list->first_item + list->nitems && kept.len == 0; j++)
			if (!lists->items.items[j].leaves)
				kept = source_item_text(section, &lists->items.items[j]);
		if (!list->leaves)
			memo_event(memo, EVENT_agent_sources_kept, section->index, kept, NULL);
		if (left.len > 0)
			memo_event(memo, EVENT_agent_sources_removed, section->index, slice_trim(left),
					   "{\"bytes\":%d}", left.len);
	}
	if (lists->money.len > 0)
		memo_event(memo, EVENT_agent_sources_kept, section->index, lists->money, NULL);
}

/* --------------------------------------------------------------- candidates */

static int
compare_candidates(const void *a, const void *b)
{
	const Candidate *x = a;
	const Candidate *y = b;

	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	if (x->list != y->list)
		return x->list - y->list;
	return x->identity.doc != y->identity.doc ? x->identity.doc->index - y->identity.doc->index
		: x->identity.page - y->identity.page;
}

/* Sorts what is said of ids; what is said twice stands once. */
static void
sort_candidates(SectionNotes *notes)
{
	Candidate  *items = notes->candidates.items;
	int			kept = 0;

	if (notes->candidates.count < 2)
		return;
	qsort(items, notes->candidates.count, sizeof(Candidate), compare_candidates);
	for (int i = 1; i < notes->candidates.count; i++)
		if (compare_candidates(&items[kept], &items[i]) != 0 ||
			!identity_equal(&items[kept].identity, &items[i].identity))
			items[++kept] = items[i];
		else
			items[kept].is_addressed |= items[i].is_addressed;
	notes->candidates.count = kept + 1;
}

const Candidate *
candidate_for(const Memo *memo, const Citation *citation)
{
	const SectionNotes *notes = memo->sections[citation->section].notes;
	const Marker *marker = citation_marker(memo, citation);
	const SourceList *list =
		marker == NULL ? NULL : source_list_governing(notes->lists, marker->block);
	int			governing = list == NULL ? -1 : (int) (list - notes->lists->lists.items);
	const Candidate *items = notes->candidates.items;
	int			count = notes->candidates.count;
	bool		is_governed;
	int			low;
	int			next;

	LOWER_BOUND(low, count, i, items[i].src_id < citation->src_id ||
				(items[i].src_id == citation->src_id && items[i].list < governing));
	is_governed = list != NULL && low < count && items[low].src_id == citation->src_id &&
		items[low].list == governing;
	if (!is_governed)
		LOWER_BOUND(low, count, i, items[i].src_id < citation->src_id);
	for (next = low; next < count && items[next].src_id == citation->src_id &&
		 (!is_governed || items[next].list == governing); next++)
		if (!identity_equal(&items[next].identity, &items[low].identity))
			return NULL;
	return next > low ? &items[next - 1] : NULL;
}

void
section_take_notes(Memo *memo, Section *section)
{
	SectionNotes *notes = section->notes;

	take_source_lines(memo, section);
	take_lists(memo, section);
	take_definitions(memo, section);
	cut_elements(memo, section);
	sort_candidates(notes);
}
