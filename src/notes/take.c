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
	*VEC_PUSH(&section->notes->candidates) = (Candidate) {id, identity};
	report_shortened(memo, section, text, &reference, 1);
	return true;
}

const Claim *
claim_contradicted(Memo *memo, const Section *section, int64 id, Slice text, Identity *named)
{
	const Claim *claim = section_claim(memo, section, id);
	const Claim *end = memo->claims + section->first_claim + section->nclaims;

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

		if (block->kind != BLOCK_SOURCE_LINE || block->note_def >= 0 || block->nmarkers == 0)
			continue;
		marker = &prose->markers.items[block->first_marker];
		from = marker->start + marker->len + 1;
		text = slice_trim((Slice) {prose->text + from, Max(0, block->end - from)});
		report_contradiction(memo, section, marker->id, text);
		if (add_candidate(memo, section, marker->id, 0, (Slice) {NULL, 0}, text, true))
			remove_block_citations(memo, section, block, "source_line");
		else if (!id_is_decided(memo, section, marker->id))
			*VEC_PUSH(&section->notes->said) = (SaidId) {marker->id, text, false};
		else
			memo_event(memo, EVENT_source_line_unnamed, section->index, text,
					   "{\"src_id\":" INT64_FORMAT "}", marker->id);
		cut_source_line(memo, section, i);
	}
}

/* ------------------------------------------------------------ source block */

/* What entries say of ids: a document, else the agent's note of one that the text cites. */
static void
take_entries(Memo *memo, Section *section)
{
	KeyMap		named = {NULL, 0, 0};

	for (int i = 0; i < section->notes->entries.count; i++)
	{
		const SourceEntry *entry = &section->notes->entries.items[i];

		CHECK_FOR_INTERRUPTS();
		if (entry->id > 0 || entry->is_cited)
			report_contradiction(memo, section, entry->id > 0 ? entry->id : entry->number,
							   entry->text);
		if (entry->id > 0 &&
			(entry->is_marked ||
			 (entry->is_cited && !id_is_decided(memo, section, entry->id))) &&
			add_candidate(memo, section, entry->id, entry->page, entry->place, entry->text, false))
			ids_add(&named, entry->id);
	}
	for (int i = 0; i < section->notes->entries.count; i++)
	{
		const SourceEntry *entry = &section->notes->entries.items[i];

		if (entry->id > 0 && entry->is_cited && section_says(section, entry->text) &&
			!id_is_decided(memo, section, entry->id) && !ids_have(&named, entry->id))
			*VEC_PUSH(&section->notes->said) = (SaidId) {entry->id, entry->text, true};
	}
}

/* Takes the list out but for link definitions: readers do not see them, but links of what
 * stays may lead nowhere without.  Returns what leaves. */
static Slice
cut_source_block(Memo *memo, Section *section, int start)
{
	const Prose *prose = section->prose;
	int			pos = start;
	StringInfoData left;

	initStringInfo(&left);
	for (int i = 0; i < prose->link_defs.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[prose->link_defs.items[i].block];

		if (block->start < pos || block->depth > 0)
			continue;
		section_edit(memo, section, pos, block->start - pos, pos == start ? "\n" : "");
		appendBinaryStringInfo(&left, prose->text + pos, block->start - pos);
		pos = block->end;
	}
	section_edit(memo, section, pos, prose->len - pos, "");
	appendBinaryStringInfo(&left, prose->text + pos, prose->len - pos);
	return (Slice) {left.data, left.len};
}

/* The list leaves the text, or stays, as was settled when the body was scanned. */
static void
take_source_block(Memo *memo, Section *section)
{
	const Prose *prose = section->prose;
	Slice		left;

	take_entries(memo, section);
	if (section->keeps_sources)
		memo_event(memo, EVENT_agent_sources_kept, section->index, section->notes->kept_for, NULL);
	if (section->keeps_sources || section->source_block == INT_MAX)
		return;
	for (int i = section->source_block; i < prose->blocks.count; i++)
		if (prose->blocks.items[i].note_def < 0)
			remove_block_citations(memo, section, &prose->blocks.items[i], "source_block");
	left = cut_source_block(memo, section, prose->blocks.items[section->source_block].start);
	memo_event(memo, EVENT_agent_sources_removed, section->index, slice_trim(left),
			   "{\"bytes\":%d}", left.len);
}

static int
compare_candidates(const void *a, const void *b)
{
	const Candidate *x = a;
	const Candidate *y = b;

	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	return x->identity.doc->index - y->identity.doc->index;
}

void
section_take_notes(Memo *memo, Section *section)
{
	SectionNotes *notes = section->notes;

	take_source_lines(memo, section);
	take_source_block(memo, section);
	take_definitions(memo, section);
	if (notes->candidates.count > 1)
		qsort(notes->candidates.items, notes->candidates.count, sizeof(Candidate),
			  compare_candidates);
}
