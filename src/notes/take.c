/*
 * take.c
 *		Stage 1: what agents wrote about sources leaves the text and becomes
 *		evidence.
 *
 * "[SRC:3]: Rent Roll, p. 4" and the entries of a source list at a section's
 * end say what an id is, and leave as settle.c has it; definitions are in
 * definitions.c, with those of ids that are no document's.
 */
#include "notes/notes_internal.h"

/* -------------------------------------------------------------- what is said */

/* What a text says of an id, whose marker may say the place; false when it names no
 * document, or is_whole and more would be lost than a date. */
static bool
add_candidate(Memo *memo, const Section *section, int64 id, int page, Slice place, Slice text,
			  bool is_whole)
{
	Reference	reference;
	Identity	identity;

	if (reference_list(memo_names(memo), text, &reference, 1) != 1 ||
		(is_whole && reference.is_quoted))
		return false;
	identity = reference.identity;
	if (identity.page == 0 && identity.locator == NULL)
		identity_take_place(&identity, page, place);
	else if (page > 0 && identity.page == 0)
		identity = (Identity) {identity.doc, page, locator_beside_page(page, 0, identity.locator)};
	*VEC_PUSH(&section->notes->candidates) = (Candidate) {id, -1, false, identity};
	report_shortened(memo, section, text, &reference, 1);
	return true;
}

const Claim *
claim_contradicted(Memo *memo, const Section *section, int64 id, Slice text, Identity *named)
{
	const Claim *claim = section_claim(memo, section, id);
	const Claim *end = memo->claims + section->claims.first + section->claims.count;

	if (claim == NULL || !name_find(memo_names(memo), text, named))
		return NULL;
	for (const Claim *other = claim; other < end && other->src_id == id; other++)
		if (other->identity.doc == named->doc)
			return NULL;
	return claim;
}

/* Says so when a text names another document than the claims with its id, which count, or is
 * an address that is no document's where the claim's has one. */
static void
report_contradiction(Memo *memo, const Section *section, int64 id, Slice text)
{
	Identity	named = {NULL};
	const Claim *claim = claim_contradicted(memo, section, id, text, &named);
	Slice		theirs;
	Slice		said;

	if (claim != NULL)
	{
		theirs = slice_of(claim->identity.doc->doc_id);
		said = slice_of(named.doc->doc_id);
	}
	else
	{
		claim = section_claim(memo, section, id);
		if (claim == NULL || claim->identity.doc->path == NULL || named.doc != NULL ||
			!token_is_address(text.data, text.len) || memchr(text.data, ' ', text.len) != NULL)
			return;
		theirs = slice_of(claim->identity.doc->path);
		said = text;
	}
	memo_event(memo, EVENT_source_list_contradicts, section->index, text,
			   "{\"src_id\":" INT64_FORMAT ",\"claim\":%s,\"list\":%s}", id, json_quoted(theirs),
			   json_quoted(said));
}

/* ------------------------------------------------------------ source lines */

/* Removes the citations of markers in a block that leaves the text. */
static void
remove_block_citations(Memo *memo, const Section *section, const TextBlock *block, const char *how)
{
	int			first;
	int			last;

	citations_of_markers(memo, section, block->first_marker, block->nmarkers, &first, &last);
	for (int i = first; i >= 0 && i <= last; i++)
		if (!memo->citations.items[i].is_removed)
			citation_remove(memo, &memo->citations.items[i], how);
}

/* The same of those in lines of a block that leave. */
static void
remove_leaving_citations(Memo *memo, const Section *section, const TextBlock *block)
{
	for (int i = block->first_marker; i < block->first_marker + block->nmarkers; i++)
	{
		int			first;
		int			last;

		if (!prose_leaves(section->prose, section->prose->markers.items[i].start))
			continue;
		citations_of_markers(memo, section, i, 1, &first, &last);
		for (int j = first; j >= 0 && j <= last; j++)
			if (!memo->citations.items[j].is_removed)
				citation_remove(memo, &memo->citations.items[j], "source_block");
	}
}

/* Takes a source line out.  A paragraph directly below stays one of its own, without
 * the indentation that would make it code. */
static void
cut_source_line(Memo *memo, Section *section, int index)
{
	Prose	   *prose = section->prose;
	const TextBlock *block = &prose->blocks.items[index];
	int			end = block->end;
	bool goes_on = index + 1 < prose->blocks.count && block[1].kind == BLOCK_PARAGRAPH &&
				   block[1].start == end && block[1].nlines > 0;
	int			indent = 0;
	const char *kept;

	if (goes_on)				/* marks of lists and quotes are no indentation */
	{
		indent = prose->lines.items[block[1].first_line].start - end;
		goes_on = (int) strspn(prose->text + end, " \t") == indent;
	}
	kept = goes_on && index > 0 && block[-1].end == block->start ? "\n" : keeps_apart(prose, end);
	section_edit(memo, section, block->start, end - block->start, kept);
	if (goes_on && indent > 0)
		section_edit(memo, section, end, indent, "");
}

/* "[SRC:3]: Rent Roll, p. 4" says what 3 is; what names no document is its note.  An address
 * leaves also where the id has a claim: that is told. */
static void
take_source_lines(Memo *memo, Section *section)
{
	Prose	   *prose = section->prose;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		Marker	   *marker;
		int			from;
		Slice		text;
		Identity	addressed;
		bool		is_source = true;

		if (block->kind != BLOCK_SOURCE_LINE || block->note_def >= 0 || block->nmarkers == 0)
			continue;
		marker = &prose->markers.items[block->first_marker];
		from = marker->start + marker->len + 1;
		text = slice_trim((Slice) {prose->text + from, Max(0, block->end - from)});
		report_contradiction(memo, section, marker->id, text);
		addressed = name_in_addresses(memo, text);
		if (addressed.doc != NULL && memchr(text.data, ' ', text.len) == NULL)
			*VEC_PUSH(&section->notes->candidates) = (Candidate) {marker->id, -1, true, addressed};
		else
			is_source =
				add_candidate(memo, section, marker->id, 0, (Slice) {NULL, 0}, text, true);
		if (is_source)
			remove_block_citations(memo, section, block, "source_line");
		else if (!id_is_decided(memo, section, marker->id))
			*VEC_PUSH(&section->notes->said) = (SaidId) {marker->id, text, -1};
		else
			memo_event(memo, EVENT_source_line_unnamed, section->index, text,
					   "{\"src_id\":" INT64_FORMAT "}", marker->id);
		cut_source_line(memo, section, i);
	}
}

/* ---------------------------------------------------------------- the lists */

/* Is an entry's document what its id is, whatever claims say?  An address beats them, where
 * a marker says the id. */
static bool
beats_claims(const SourceEntry *entry)
{
	return entry->is_marked && entry->addressed.doc != NULL;
}

/* What an entry says of its id: a document. */
static bool
take_entry(Memo *memo, Section *section, const SourceEntry *entry)
{
	Candidate  *candidate;

	if (entry->addressed.doc != NULL)
	{
		*VEC_PUSH(&section->notes->candidates) =
			(Candidate) {.src_id = entry->id, .identity = entry->addressed};
		candidate = &section->notes->candidates.items[section->notes->candidates.count - 1];
		if (candidate->identity.page == 0)
			identity_take_place(&candidate->identity, entry->page, entry->place);
	}
	else if (!add_candidate(memo, section, entry->id, entry->page, entry->place, entry->text,
							false))
		return false;
	candidate = &section->notes->candidates.items[section->notes->candidates.count - 1];
	candidate->list = section->notes->lists->items.items[entry->item].list;
	candidate->is_addressed = beats_claims(entry);
	return true;
}

/* What entries say of ids: a document, else the agent's note of one that the text cites. */
static void
take_entries(Memo *memo, Section *section)
{
	KeyMap		named = {NULL, 0, 0};
	const SourceEntry *entries = section->notes->entries.items;

	for (int i = 0; i < section->notes->entries.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (entries[i].id > 0)
			report_contradiction(memo, section, entries[i].id, entries[i].text);
		if (entries[i].id > 0 &&
			(entries[i].is_marked ||
			 (entries[i].is_cited && !id_is_decided(memo, section, entries[i].id))) &&
			take_entry(memo, section, &entries[i]))
			ids_add(&named, entries[i].id);
	}
	for (int i = 0; i < section->notes->entries.count; i++)
		if (entries[i].id > 0 && entries[i].is_cited && section_says(section, entries[i].text) &&
			!id_is_decided(memo, section, entries[i].id) && !ids_have(&named, entries[i].id))
			*VEC_PUSH(&section->notes->said) =
				(SaidId) {entries[i].id, entries[i].text,
						  section->notes->lists->items.items[entries[i].item].list};
	keymap_free(&named);
}

/* Takes a list out but for link definitions: readers do not see them, but links of what
 * stays may lead nowhere without. */
static void
cut_list(Memo *memo, Section *section, const SourceList *list, StringInfo left)
{
	const Prose *prose = section->prose;
	int			start = prose->blocks.items[list->first].start;
	int			end = prose->blocks.items[list->end - 1].end;
	int			pos = start;

	for (int i = 0; i < prose->link_defs.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[prose->link_defs.items[i].block];

		if (block->start < pos || block->start >= end || block->depth > 0)
			continue;
		section_edit(memo, section, pos, block->start - pos, pos == start ? "\n" : "");
		appendBinaryStringInfo(left, prose->text + pos, block->start - pos);
		pos = block->end;
	}
	section_edit(memo, section, pos, end - pos, end < prose->len ? keeps_apart(prose, end) : "");
	appendBinaryStringInfo(left, prose->text + pos, end - pos);
}

/* Takes out the items of a list that leave; the first that stays is told of. */
static void
cut_items(Memo *memo, Section *section, const SourceList *list, StringInfo left)
{
	const SourceItem *items = section->notes->lists->items.items;
	Slice		kept = list->unread;

	for (int i = list->first_item; i < list->first_item + list->nitems; i++)
		if (items[i].leaves)
		{
			Line		lines = source_item_lines(section->prose, &items[i]);

			section_edit(memo, section, lines.start, lines.end - lines.start, "");
			appendBinaryStringInfo(left, section->prose->text + lines.start,
								   lines.end - lines.start);
		}
		else if (kept.len == 0)
			kept = source_item_text(section, &items[i]);
	memo_event(memo, EVENT_agent_sources_kept, section->index, kept, NULL);
}

/* The lists leave the text, or stay, as was settled when the body was scanned. */
static void
take_lists(Memo *memo, Section *section)
{
	const SourceLists *lists = section->notes->lists;
	StringInfoData left;

	take_entries(memo, section);
	initStringInfo(&left);
	for (int i = 0; i < lists->lists.count; i++)
	{
		const SourceList *list = &lists->lists.items[i];

		resetStringInfo(&left);
		if (list->leaves)
			cut_list(memo, section, list, &left);
		else
			cut_items(memo, section, list, &left);
		if (left.len > 0)
			memo_event(memo, EVENT_agent_sources_removed, section->index,
					   slice_trim((Slice) {left.data, left.len}), "{\"bytes\":%d}", left.len);
		for (int j = list->first; j < list->end; j++)
			if (section->prose->blocks.items[j].note_def < 0)
				remove_leaving_citations(memo, section, &section->prose->blocks.items[j]);
	}
	if (lists->money.len > 0)
		memo_event(memo, EVENT_agent_sources_kept, section->index, lists->money, NULL);
	pfree(left.data);
}

/* --------------------------------------------------------------- candidates */

static int
compare_candidates(const void *a, const void *b)
{
	const Candidate *x = a;
	const Candidate *y = b;

	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	return x->list != y->list ? x->list - y->list : x->identity.doc->index - y->identity.doc->index;
}

const Candidate *
candidate_for(const Memo *memo, const Citation *citation)
{
	const Section *section = &memo->sections[citation->section];
	const SectionNotes *notes = section->notes;
	const Marker *marker = citation_marker(memo, citation);
	const SourceList *list =
		marker == NULL ? NULL : source_list_governing(notes->lists, marker->block);
	const Candidate *items = notes->candidates.items;
	const Candidate *found = NULL;
	bool		is_governed = false;
	int			low;

	LOWER_BOUND(low, notes->candidates.count, i, items[i].src_id < citation->src_id);
	for (int pass = 0; pass < 2 && !is_governed; pass++)
		for (int i = low; i < notes->candidates.count && items[i].src_id == citation->src_id; i++)
		{
			bool		governs = list != NULL && items[i].list == list - notes->lists->lists.items;

			if (pass == 0 && !governs)
				continue;
			is_governed |= governs && pass == 0;
			if (found != NULL && !identity_equal(&items[i].identity, &found->identity))
				return NULL;
			found = &items[i];
		}
	return found;
}

void
section_take_notes(Memo *memo, Section *section)
{
	SectionNotes *notes = section->notes;

	take_source_lines(memo, section);
	take_lists(memo, section);
	take_definitions(memo, section);
	cut_elements(memo, section);
	if (notes->candidates.count > 1)
		qsort(notes->candidates.items, notes->candidates.count, sizeof(Candidate),
			  compare_candidates);
}
