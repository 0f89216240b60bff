/*
 * stage1_aggregate.c
 *		Stage 1: what agents wrote about sources leaves the text and becomes
 *		evidence; bodies are made fit to stand in one memo.
 *
 * "[SRC:3]: Rent Roll, p. 4" and the entries of a source list at a section's
 * end say what an id is; definitions are in stage1_definition.c.
 */
#include "memocite.h"

#define MOST_ENTRIES	1000	/* numbers of a source list */

typedef struct Aggregate
{
	Memo	   *memo;
	Section    *section;
	NameIndex  *names;
} Aggregate;

const char *
keeps_apart(const Prose *prose, int pos)
{
	int			run = 0;

	while (pos + run < prose->len && strchr("-= \t", prose->text[pos + run]) != NULL)
		run++;
	return run > 0 && (pos + run == prose->len || prose->text[pos + run] == '\n') ? "\n" : "";
}

/* ------------------------------------------------------------ source lines */

static Slice
trimmed(Slice text)
{
	while (text.len > 0 && isspace((unsigned char) text.data[0]))
		text.data++, text.len--;
	while (text.len > 0 && isspace((unsigned char) text.data[text.len - 1]))
		text.len--;
	return text;
}

static bool
find_name(Aggregate *work, Slice text, Identity *identity)
{
	if (work->names == NULL)
		work->names = name_index(work->memo);
	return name_find(work->names, text, identity);
}

/* What a text says of an id, whose marker may say the place; false when it names no
 * document. */
static bool
add_candidate(Aggregate *work, int64 id, int page, Slice place, Slice text)
{
	Candidate  *candidate;
	Identity	identity;

	if (!find_name(work, text, &identity))
		return false;
	if (identity.page == 0 && identity.locator == NULL)
		identity_take_place(&identity, page, place);
	else if (page > 0 && identity.page == 0)
		identity = (Identity) {identity.doc, page, locator_beside_page(page, 0, identity.locator)};
	candidate = VEC_PUSH(&work->memo->candidates);
	candidate->section = work->section->index;
	candidate->src_id = id;
	candidate->identity = identity;
	tell_shortened(work->memo, work->section, work->names, trimmed(text), &identity, 1);
	return true;
}

/* The same; a text that names none leaves with its line, so it is told of. */
static void
take_said(Aggregate *work, int64 id, int page, Slice place, Slice text)
{
	if (!add_candidate(work, id, page, place, text))
		memo_event(work->memo, EVENT_source_line_unnamed, work->section->index, trimmed(text),
				   "{\"src_id\":" INT64_FORMAT "}", id);
}

/* Removes the citations of markers in a block that leaves the text. */
static void
remove_block_citations(Aggregate *work, const TextBlock *block, const char *how)
{
	int			first;
	int			last;

	citations_of_markers(work->memo, work->section, block->first_marker, block->nmarkers, &first, &last);
	for (int i = first; i >= 0 && i <= last; i++)
		if (!work->memo->citations.items[i].is_removed)
			citation_remove(work->memo, &work->memo->citations.items[i], how);
}

/* Takes a source line out.  A paragraph directly below stays one of its own, without
 * the indentation that would make it code. */
static void
cut_source_line(Aggregate *work, int index)
{
	Prose	   *prose = work->section->prose;
	const TextBlock *block = &prose->blocks.items[index];
	int			end = block->end;
	bool		goes_on = index + 1 < prose->blocks.count && block[1].kind == BLOCK_PARAGRAPH && block[1].start == end && block[1].nlines > 0;
	int			indent = 0;
	const char *kept;

	if (goes_on)				/* marks of lists and quotes are no indentation */
	{
		indent = prose->lines.items[block[1].first_line].start - end;
		goes_on = (int) strspn(prose->text + end, " \t") == indent;
	}
	kept = goes_on && index > 0 && block[-1].end == block->start ? "\n" : keeps_apart(prose, end);
	section_edit(work->memo, work->section, block->start, end - block->start, kept);
	if (goes_on && indent > 0)
		section_edit(work->memo, work->section, end, indent, "");
}

/* "[SRC:3]: Rent Roll, p. 4" says what 3 is, when it names one document. */
static void
take_source_lines(Aggregate *work)
{
	Prose	   *prose = work->section->prose;

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
		text = (Slice) {prose->text + from, Max(0, block->end - from)};
		take_said(work, marker->id, 0, (Slice) {NULL, 0}, text);
		remove_block_citations(work, block, "source_line");
		cut_source_line(work, i);
	}
}

/* ------------------------------------------------------------ source block */

/* Is a marker of one source, in the contract's form or repaired? */
static bool
names_one_id(const Marker *marker, MarkerIds *ids)
{
	return (marker->kind == MARKER_SRC || marker->kind == MARKER_SRC_VARIANT) && marker_ids(marker, ids) && ids->count == 1;
}

/* What an entry says of a marker of its line: what stands behind the marker up to the
 * next, or where nothing does, before it. */
static Slice
entry_text(const Prose *prose, const Marker *marker, bool is_first, const Marker *next)
{
	const Line *line = &prose->lines.items[marker->line];
	int			from = marker->start + marker->len;
	int			to = next != NULL ? next->start : line->end;
	Slice		text = trimmed((Slice) {prose->text + from, Max(0, to - from)});

	while (text.len > 0 && strchr(" ;,|", text.data[text.len - 1]) != NULL)
		text.len--;
	if (text.len == 0 && is_first && next == NULL)
		text = trimmed((Slice) {prose->text + line->start, Max(0, marker->start - line->start)});
	return text;
}

/* "- [SRC:2] Rent Roll, p. 4", "- Rent Roll, p. 4 [SRC:2]" and "[SRC:2] Rent Roll; [SRC:3] PCA": an
 * entry of the list says what 2 is. */
static void
read_entries(Aggregate *work, const TextBlock *block)
{
	Prose	   *prose = work->section->prose;

	for (int i = 0; i < block->nmarkers; i++)
	{
		Marker	   *marker = &prose->markers.items[block->first_marker + i];
		bool		is_first = i == 0 || marker[-1].line != marker->line;
		bool		is_last = i + 1 == block->nmarkers || marker[1].line != marker->line;
		MarkerIds	ids;

		if (!names_one_id(marker, &ids))
			continue;
		take_said(work, ids.ids[0], ids.pages[0], ids.hints[0], entry_text(prose, marker, is_first, is_last ? NULL : marker + 1));
	}
}

/* The number of an entry that has no marker to say its id, and its text with the lines
 * that go on with it; 0 = none begins at the line. */
static int
numbered_entry(const Prose *prose, const TextBlock *block, int line_no, Slice *text)
{
	const Line *line = &prose->lines.items[block->first_line + line_no];
	int			next = line_no + 1;
	int			content;
	int			unused;
	int			number = prose_entry_number(prose, block, line_no, &content);
	MarkerIds	ids;

	if (number <= 0)
		return 0;
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		if (marker->line == block->first_line + line_no && names_one_id(marker, &ids))
			return 0;
	}
	while (next < block->nlines && prose_entry_number(prose, block, next, &unused) < 0)
		next++;
	*text = (Slice) {prose->text + content, Max(0, line[next - line_no - 1].end - content)};
	return number;
}

/* Does a claim, or the deal, say what an id is? */
static bool
is_decided(const Memo *memo, const Section *section, int64 id)
{
	int			at = section_claim_position(memo, section, id);

	return (at < section->nclaims && memo->claims[section->first_claim + at].src_id == id) || id_is_deal_wide(memo, section, id);
}

/* Does an entry name another document than the claim with its number? */
static bool
contradicts_claim(Aggregate *work, int64 id, Slice entry)
{
	const Memo *memo = work->memo;
	int			at = work->section->first_claim + section_claim_position(memo, work->section, id);
	Identity	identity;

	return at < work->section->first_claim + work->section->nclaims && memo->claims[at].src_id == id &&
		find_name(work, entry, &identity) && identity.doc != memo->claims[at].identity.doc;
}

/* Notes the ids that markers of a list's block, or of a source line, say themselves. */
static void
note_named_ids(const Prose *prose, const TextBlock *block, bool *is_named)
{
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];
		MarkerIds	ids;
		int64		id = marker->kind == MARKER_SOURCE_LINE ? marker->id : names_one_id(marker, &ids) ? ids.ids[0] : 0;

		if (id > 0 && id <= MOST_ENTRIES)
			is_named[id] = true;
	}
}

/* "1. Rent Roll, p. 4" says what 1 is where the list has each id of the section that is
 * not decided, and no other document for one that is; else its numbers are its own. */
static void
read_numbered_entries(Aggregate *work, int first)
{
	const Memo *memo = work->memo;
	const Section *section = work->section;
	const Prose *prose = section->prose;
	Slice	   *entries = palloc0(sizeof(Slice) * (MOST_ENTRIES + 1));
	bool	   *is_named = palloc0(sizeof(bool) * (MOST_ENTRIES + 1));
	bool	   *is_cited = palloc0(sizeof(bool) * (MOST_ENTRIES + 1));
	bool		are_ids = true;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		if (i >= first || prose->blocks.items[i].kind == BLOCK_SOURCE_LINE)
			note_named_ids(prose, &prose->blocks.items[i], is_named);
		for (int j = 0; i >= first && j < prose->blocks.items[i].nlines; j++)
		{
			Slice		text;
			int			number = numbered_entry(prose, &prose->blocks.items[i], j, &text);

			if (number <= 0 || number > MOST_ENTRIES)
				continue;
			are_ids &= entries[number].data == NULL || slice_equal(entries[number], text);	/* "1." of another list */
			entries[number] = text;
		}
	}
	for (int i = 0; i < section->ncitations && are_ids; i++)
	{
		const Citation *citation = &memo->citations.items[section->first_citation + i];
		const Marker *marker = citation_marker(memo, citation);

		if (marker == NULL || marker->block >= first || citation->src_id <= 0 || marker->kind == MARKER_SUPERSCRIPT)
			continue;
		if (citation->src_id <= MOST_ENTRIES)
			is_cited[citation->src_id] = true;
		are_ids = is_decided(memo, section, citation->src_id) ||
			(citation->src_id <= MOST_ENTRIES && (is_named[citation->src_id] || entries[citation->src_id].data != NULL));
	}
	for (int i = 1; i <= MOST_ENTRIES && are_ids; i++)
		are_ids = entries[i].data == NULL || !contradicts_claim(work, i, entries[i]);
	for (int i = 1; i <= MOST_ENTRIES && are_ids; i++)
		if (entries[i].data != NULL && is_cited[i] && !is_named[i] && !is_decided(memo, section, i))
			take_said(work, i, 0, (Slice) {NULL, 0}, entries[i]);
	pfree(entries);
	pfree(is_named);
	pfree(is_cited);
}

/* Which link definitions, by index, does the text before the list or a note use? */
static bool *
used_link_defs(const Section *section, int start)
{
	const Prose *prose = section->prose;
	bool	   *is_used = palloc0(sizeof(bool) * (prose->link_defs.count + 1));
	int			next = 0;		/* note definition that may have the use */

	for (int i = 0; i < prose->link_uses.count; i++)
	{
		const LinkUse *use = &prose->link_uses.items[i];

		while (next < prose->note_defs.count && prose->note_defs.items[next].end < use->end)
			next++;
		if (use->end <= start || (next < prose->note_defs.count && prose->note_defs.items[next].start < use->end))
			is_used[use->def] = true;
	}
	return is_used;
}

/* Is there an empty line, or nothing, before the line that begins at pos? */
static bool
follows_empty_line(const char *text, int pos)
{
	int			at = pos - 1;	/* the line end before */

	while (at > 0 && strchr(" \t\r", text[at - 1]) != NULL)
		at--;
	return at <= 0 || text[at - 1] == '\n';
}

/* Takes the list out but for the link definitions that what stays uses: readers do
 * not see them, but its links lead nowhere without. */
static int
cut_source_block(Aggregate *work, int start)
{
	Section    *section = work->section;
	const Prose *prose = section->prose;
	bool	   *is_used = used_link_defs(section, start);
	int			pos = start;
	int			kept = 0;

	for (int i = 0; i < prose->link_defs.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[prose->link_defs.items[i].block];

		if (!is_used[i] || block->start < pos || block->depth > 0)
			continue;
		section_edit(work->memo, section, pos, block->start - pos,
					 kept == 0 && !follows_empty_line(prose->text, start) ? "\n" : "");
		kept += block->end - block->start;
		pos = block->end;
	}
	section_edit(work->memo, section, pos, prose->len - pos, "");
	return prose->len - start - kept;
}

static void
take_source_block(Aggregate *work)
{
	Prose	   *prose = work->section->prose;
	int			first = work->section->source_block;

	if (first == INT_MAX)
		return;
	read_numbered_entries(work, first);
	for (int i = first; i < prose->blocks.count; i++)
	{
		if (prose->blocks.items[i].note_def >= 0 || prose->blocks.items[i].kind == BLOCK_SOURCE_LINE)
			continue;
		read_entries(work, &prose->blocks.items[i]);
		remove_block_citations(work, &prose->blocks.items[i], "source_block");
	}
	memo_event(work->memo, EVENT_agent_sources_removed, work->section->index,
			   (Slice) {NULL, 0}, "{\"bytes\":%d}", cut_source_block(work, prose->blocks.items[first].start));
}

static int
compare_candidates(const void *a, const void *b)
{
	const Candidate *x = a;
	const Candidate *y = b;

	if (x->section != y->section)
		return x->section - y->section;
	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	return x->identity.doc->index - y->identity.doc->index;
}

/* Stage 1: aggregate. */
void
stage1_aggregate(Memo *memo)
{
	Aggregate	work = {.memo = memo};

	rename_link_labels(memo);	/* texts of notes use them */
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		work.section = &memo->sections[i];
		take_source_lines(&work);
		take_source_block(&work);
		take_definitions(memo, work.section, &work.names);
	}
	if (memo->candidates.count > 0)
		qsort(memo->candidates.items, memo->candidates.count, sizeof(Candidate), compare_candidates);
	structure_sections(memo);
}
