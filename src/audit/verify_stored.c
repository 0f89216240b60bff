/*
 * verify_stored.c
 *		A stored revision, as it was read back, -> what verify.c reads.
 */
#include "audit/audit_internal.h"
#include "render/render.h"

static VerifyEdits
verify_edits(const StoredSection *section)
{
	int			count = section->nchanges;
	int		   *offset = palloc_array_huge(count + 1, sizeof(int));
	Slice	   *removed = palloc_array_huge(count + 1, sizeof(Slice));
	Slice	   *inserted = palloc_array_huge(count + 1, sizeof(Slice));
	Slice	   *stage = palloc_array_huge(count + 1, sizeof(Slice));

	for (int i = 0; i < count; i++)
	{
		offset[i] = section->changes[i].offset;
		removed[i] = section->changes[i].removed;
		inserted[i] = section->changes[i].inserted;
		stage[i] = slice_of(section->changes[i].stage);
	}
	return (VerifyEdits) {count, offset, removed, inserted, stage};
}

/* Today's body only where it is still the one that was finalized. */
static void
verify_section(const StoredSection *stored, VerifySection *section)
{
	uint8		today[32];

	section->key = slice_of(stored->section_key);
	section->title = slice_of(stored->title);
	section->body = slice_of(stored->body);
	memcpy(section->body_sha256, stored->body_sha256, 32);
	memcpy(section->agent_sha256, stored->agent_sha256, 32);
	section->edits = verify_edits(stored);
	if (stored->agent_body == NULL)
		return;
	sha256(stored->agent_body, strlen(stored->agent_body), today);
	if (memcmp(today, stored->agent_sha256, 32) == 0)
		section->agent_body = slice_of(stored->agent_body);
}

static VerifyCitation *
verify_citations(const StoredMemo *memo)
{
	VerifyCitation *citations = palloc_array_huge(memo->ncitations + 1, sizeof(VerifyCitation));
	int			section = 0;

	for (int i = 0; i < memo->ncitations; i++)
	{
		const StoredCitation *stored = &memo->citations[i];
		const char *key = stored->section_key == NULL ? "" : stored->section_key;
		int			tries = 0;

		/* rows are in reading order, then placed ones: start where we were */
		while (tries < memo->nsections && strcmp(memo->sections[section].section_key, key) != 0)
		{
			section = (section + 1) % memo->nsections;
			tries++;
		}
		citations[i] = (VerifyCitation) {
			.section = tries < memo->nsections ? section : -1,
			.origin = slice_of(stored->origin),
			.fate = slice_of(stored->fate),
			.how = slice_of(stored->how),
			.marker = slice_of(stored->marker),
			.marker_offset = stored->marker_offset,
			.note_number = stored->note_number,
			.final_offset = stored->final_offset,
			.doc_id = slice_of(stored->doc_id),
			.page = stored->page,
			.locator = slice_of(stored->locator),
			.quote = slice_of(stored->quote),
			.shows_quote = stored->shows_quote,
			.is_unchecked = stored->is_unchecked,
			.confidence = stored->confidence,
		};
	}
	return citations;
}

static VerifyNote
verify_note(const StoredNote *stored)
{
	return (VerifyNote) {
		.definition = slice_of(stored->definition),
		.kind = slice_of(stored->kind),
		.refs = stored->refs,
		.doc_id = slice_of(stored->doc_id),
		.doc_name = slice_of(stored->doc_name),
		.source_type = slice_of(stored->source_type),
		.ingested = slice_of(stored->ingested),
		.ingested_day = stored->ingested_day,
		.page = stored->page,
		.locator = slice_of(stored->locator),
		.stale_since = slice_of(stored->stale_since),
	};
}

void
verify_stored(const StoredMemo *memo, VerifyRule **rules, int *nrules)
{
	VerifySection *sections = palloc0(sizeof(VerifySection) * (memo->nsections + 1));
	VerifyNote *notes = palloc_array_huge(memo->nnotes + 1, sizeof(VerifyNote));
	FinishedMemo finished = finished_from_store(memo);
	StringInfoData markdown;
	VerifyInput input;

	initStringInfo(&markdown);
	compose_markdown(&finished, &markdown);
	for (int i = 0; i < memo->nsections; i++)
		verify_section(&memo->sections[i], &sections[i]);
	for (int i = 0; i < memo->nnotes; i++)
		notes[i] = verify_note(&memo->notes[i]);
	input = (VerifyInput) {
		.markdown = {markdown.data, markdown.len},
		.tail = slice_of(memo->tail),
		.nsections = memo->nsections,
		.sections = sections,
		.ncitations = memo->ncitations,
		.citations = verify_citations(memo),
		.nnotes = memo->nnotes,
		.notes = notes,
		.weak = memo->weak,
		.quotes_per_note = memo->quotes_per_note,
	};
	verify_memo(&input, rules, nrules);
}
