/*
 * superscripts.c
 *		Stage 1.5: superscripts in table cells become the sources that their
 *		section defines.
 *
 * Its table note says what "4,199¹" is (table_note.c), else the claim with that number does.
 * What nothing defines stays text, as units and powers do.  Citations are in reading order,
 * so this is decided while the body is scanned (superscript_is_defined); stage 1.5 then
 * gives them their source, as stage 1 does with agents' own footnotes.
 */
#include "notes/notes_internal.h"

/* --------------------------------------------------------------- while scanned */

bool
superscript_is_defined(const Memo *memo, Section *section, Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	TableNote  *note;
	int			claim;

	if (block->note_def >= 0 || block->is_listed)
		return false;
	if (!section->notes->reads_table_notes)
		table_notes_read(section);
	note = table_note_find(section, marker->block, marker->id);
	if (note != NULL)
	{
		note->is_used = true;
		marker->source = 1 + (int) (note - section->notes->table_notes.items);
		marker->id = -1;		/* the table's own number, no source id */
		return true;
	}
	claim = section_claim_position(memo, section, marker->id);
	return claim < section->claims.count &&
		   memo->claims[section->claims.first + claim].src_id == marker->id &&
		   !superscript_is_power(section->body.data, marker->start) &&
		   !section_has_other_notes(section);
}

/* ------------------------------------------------------------- 1.5: sources */

typedef struct Superscripts
{
	Memo	   *memo;
	Section    *section;
} Superscripts;

/* The source's markers and text. */
static void
read_source(Superscripts *work, TableNote *source)
{
	const Prose *prose = work->section->prose;
	const TextBlock *block = &prose->blocks.items[source->block];
	int			first = block->first_marker;
	int			count = 0;
	NoteText	text;
	Reference	said = {0};

	while (first < block->first_marker + block->nmarkers &&
		   prose->markers.items[first].start < source->content)
		first++;
	while (first + count < block->first_marker + block->nmarkers &&
		   prose->markers.items[first + count].start < source->content_end)
		count++;
	citations_of_markers(work->memo, work->section, first, count,
						 &source->first_citation, &source->last_citation);
	text = (NoteText) {work->section, source->content, source->content_end, first, count, 0};
	source->text = text_without_markers(&text);
	if (reference_list(memo_names(work->memo), slice_of(source->text), &said, 1) == 1)
		source->identity = said.identity;
	source->is_markers = source->identity.doc == NULL &&
		is_only_markers(source->text, text.words, source->first_citation);
	if (source->is_markers &&
		take_marker_page(work->memo, source->text, source->first_citation,
						 source->last_citation) && source->leaves)
		memo_event(work->memo, EVENT_reference_shortened, work->section->index,
				   slice_of(source->text), NULL);
	if (source->leaves && source->identity.doc != NULL)
		report_shortened(work->memo, work->section, slice_of(source->text), &said, 1);
	else if (source->identity.doc == NULL && !source->is_markers)
		source->text = text_for_memo(&text);
}

static void
cite_note(Superscripts *work, Citation *citation, TableNote *source)
{
	if (strcmp(work->memo->policy.agent_notes, "strip") == 0 || source->text[0] == '\0')
	{
		citation_remove(work->memo, citation, "agent_note_stripped");
		return;
	}
	if (source->note == NULL)
		source->note = note_create_agent(work->memo, work->section->index, source->text);
	citation->is_resolved = true;
	citation->note = source->note;
	citation->stage = work->memo->stage;
}

/* Markers inside a source that leaves go where it is first referred to; a source that
 * is only markers is replaced by them, everywhere. */
static void
cite_markers(Superscripts *work, int index, const TableNote *source)
{
	Memo	   *memo = work->memo;

	citation_remove(memo, &memo->citations.items[index], "replaced_by_definition");
	if (index != source->reference || !source->leaves)
		repeat_citations(memo, "superscript", source->first_citation, source->last_citation, index);
}

static void
resolve_superscript(Superscripts *work, int index)
{
	Memo	   *memo = work->memo;
	Citation   *citation = &memo->citations.items[index];
	Marker	   *marker = citation_marker(memo, citation);
	TableNote *source;
	bool		is_ambiguous;

	if (marker->source == 0)
	{
		Claim	   *claim =
			claim_for_id(memo, work->section, citation->src_id, citation, &is_ambiguous);

		if (claim != NULL)
			citation_set_source(citation, &claim->identity, claim);
		if (claim != NULL && is_ambiguous)
			memo_event(memo, EVENT_ambiguous_source, citation->section,
					   slice_of(claim->identity.doc->doc_id), "{\"src_id\":" INT64_FORMAT "}",
					   citation->src_id);
		return;
	}
	source = &work->section->notes->table_notes.items[marker->source - 1];
	if (source->reference < 0)
	{
		source->reference = index;
		source->anchor = citation->anchor;
		read_source(work, source);
	}
	if (source->identity.doc != NULL)
	{
		/* a claim with the same number may be about another page: the line decides */
		citation_set_source(citation, &source->identity, NULL);
		citation->how = "source_line";
	}
	else if (source->is_markers)
		cite_markers(work, index, source);
	else
		cite_note(work, citation, source);
}

/* ----------------------------------------------------------- 1.5: the text */

static int
compare_places(const void *a, const void *b)
{
	return (*(TableNote *const *) a)->start - (*(TableNote *const *) b)->start;
}

/* What would stand in a line that leaves goes where its superscript stands. */
static void
move_citation(Citation *citation, TableNote **leaving, int count)
{
	int			low;

	LOWER_BOUND(low, count, i, leaving[i]->end < citation->anchor);
	if (low < count && leaving[low]->start <= citation->anchor && !citation->is_removed)
		citation->anchor = leaving[low]->anchor;
}

/* The lines of sources that are referred to leave the text. */
static void
remove_sources(Superscripts *work)
{
	Memo	   *memo = work->memo;
	Section    *section = work->section;
	TableNote **leaving =
		palloc(sizeof(TableNote *) * (section->notes->table_notes.count + 1));
	int			count = 0;

	for (int i = 0; i < section->notes->table_notes.count; i++)
	{
		TableNote *source = &section->notes->table_notes.items[i];

		if (source->reference < 0)
			continue;
		if (source->identity.doc == NULL && !source->is_markers)
			memo_event(memo,
					   source->note != NULL ? EVENT_agent_note_kept : EVENT_agent_note_stripped,
					   section->index, slice_of(source->text), NULL);
		if (!source->leaves)
			continue;
		leaving[count++] = source;
		for (int j = source->first_citation; j >= 0 && j <= source->last_citation; j++)
		{
			memo->citations.items[j].anchor = source->anchor;
			memo->citations.items[j].order = source->reference;
		}
		section_edit(memo, section, source->start, source->end - source->start, "");
	}
	qsort(leaving, count, sizeof(TableNote *), compare_places);
	for (int i = 0; i < section->citations.count && count > 0; i++)
		move_citation(&memo->citations.items[section->citations.first + i], leaving, count);
	for (int i = 0; i < section->placed.count && count > 0; i++)
		move_citation(&memo->citations.items[section->placed.items[i]], leaving, count);
	pfree(leaving);
}

void
superscripts_resolve(Memo *memo)
{
	Superscripts work = {.memo = memo};

	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = work.section = &memo->sections[i];

		for (int j = 0; j < section->citations.count && section->notes->reads_table_notes; j++)
		{
			int			index = section->citations.first + j;
			Citation   *citation = &memo->citations.items[index];

			CHECK_FOR_INTERRUPTS();
			if (!citation->is_removed &&
				citation_marker(memo, citation)->kind == MARKER_SUPERSCRIPT)
				resolve_superscript(&work, index);
		}
		if (section->notes->table_notes.count > 0)
			remove_sources(&work);
	}
}
