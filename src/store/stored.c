/*
 * stored.c
 *		Stored revisions, read back: sections, notes, what each reference says besides
 *		its note, and as deep as is asked edit scripts and citations.
 *
 * A note that is referred to twice may show another quote or confidence each time: its
 * nth reference, in the order of sections and offsets, has confidences[n] and shown[n].
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "render/render.h"

/* agent_body is what the agent's section says today, NULL when it is gone. */
static void
read_section_rows(StoredMemo *memo, int64 deal_id)
{
	memo->nsections = query_revision(&stmt_read_sections, deal_id, memo->revision);
	memo->sections = palloc0(sizeof(StoredSection) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections; i++)
	{
		StoredSection *section = &memo->sections[i];

		section->section_key = text_column(i, 1);
		section->title = text_column(i, 2);
		section->body = text_column(i, 3);
		section->agent_body = text_column(i, 4);
		hash_column(i, 5, section->body_sha256);
		hash_column(i, 6, section->agent_sha256);
		section->agent_title = text_column(i, 7);
		section->position = int_column(i, 8, INT_MIN);
	}
}

/* The edit scripts of all sections, by section and place. */
static void
read_edit_rows(StoredMemo *memo, int64 deal_id)
{
	int			count = query_revision(&stmt_read_edits, deal_id, memo->revision);
	Change	   *changes = palloc_array_huge(count + 1, sizeof(Change));

	for (int i = 0; i < count; i++)
	{
		StoredSection *section = &memo->sections[int_column(i, 1, 0)];

		if (section->nchanges++ == 0)
			section->changes = &changes[i];
		changes[i].offset = int_column(i, 2, 0);
		changes[i].removed = slice_column(i, 3);
		changes[i].inserted = slice_column(i, 4);
		changes[i].stage = text_column(i, 5);
	}
}

/* By number: the nth row is note n. */
static void
read_note_rows(StoredMemo *memo, int64 deal_id)
{
	memo->nnotes = query_revision(&stmt_read_notes, deal_id, memo->revision);
	memo->notes = palloc0(sizeof(StoredNote) * (memo->nnotes + 1));
	for (int i = 0; i < memo->nnotes; i++)
	{
		StoredNote *note = &memo->notes[i];

		note->key = text_column(i, 1);
		note->kind = text_column(i, 2);
		note->definition = text_column(i, 3);
		note->refs = int_column(i, 4, 0);
		note->doc_name = text_column(i, 5);
		note->doc_id = text_column(i, 6);
		note->page = int_column(i, 7, 0);
		note->locator = text_column(i, 8);
		note->confidence = int_column(i, 9, -1);
	}
}

/* A reference of a stored memo, to be put in reading order. */
typedef struct StoredReference
{
	int			section;
	int			offset;
	int			note;
	int			confidence;
	ShownQuote	shown;
} StoredReference;

/* By section and offset. */
static int
compare_references(const void *a, const void *b)
{
	const StoredReference *x = a;
	const StoredReference *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* References of all notes in reading order. */
static StoredReference *
read_references(const StoredMemo *memo, int64 deal_id, int *count)
{
	KeyIndex   *sections = index_keys(&memo->sections->section_key, memo->nsections,
									  sizeof(StoredSection));
	int			rows = query_revision(&stmt_read_references, deal_id, memo->revision);
	StoredReference *references = palloc_array_huge(rows + 1, sizeof(StoredReference));

	*count = 0;
	for (int i = 0; i < rows; i++)
	{
		int			section = key_at(sections, text_column(i, 1));
		int			note = int_column(i, 2, 0);

		CHECK_FOR_INTERRUPTS();
		if (section >= 0 && note >= 1 && note <= memo->nnotes)
			references[(*count)++] = (StoredReference) {section, int_column(i, 3, 0), note,
				int_column(i, 4, -1), {
					.text = slice_of(text_column(i, 5)), .is_verified = bool_column(i, 6),
					.is_returned = bool_column(i, 9) && !bool_column(i, 6),
					.misses_figure = bool_column(i, 7), .missing = slice_of(text_column(i, 8))}};
	}
	qsort(references, *count, sizeof(StoredReference), compare_references);
	return references;
}

/* The confidence of each reference, where it may differ from the note's, its quote, and
 * whether it misses a figure. */
static void
read_reference_rows(StoredMemo *memo, int64 deal_id, bool is_needed)
{
	StoredReference *references;
	int		   *seen;
	int			count;

	for (int i = 0; i < memo->nnotes; i++)
		is_needed |= memo->notes[i].confidence >= 0 && memo->notes[i].refs > 1;
	if (!is_needed)
		return;
	references = read_references(memo, deal_id, &count);
	seen = zeroed_array(memo->nnotes + 1, sizeof(int));
	for (int i = 0; i < count; i++)
	{
		StoredNote *note = &memo->notes[references[i].note - 1];
		int			nth = seen[references[i].note - 1]++;

		if (note->confidences == NULL)
		{
			note->confidences = palloc0(sizeof(int) * Max(note->refs, 1));
			note->shown = palloc0(sizeof(ShownQuote) * Max(note->refs, 1));
		}
		if (nth >= note->refs)
			continue;
		note->confidences[nth] = references[i].confidence;
		note->shown[nth] = references[i].shown;
	}
	pfree(seen);
	pfree(references);
}

/* The ledger. */
static void
read_citation_rows(StoredMemo *memo, int64 deal_id)
{
	memo->ncitations = query_revision(&stmt_read_citations, deal_id, memo->revision);
	memo->citations = palloc_array_huge(memo->ncitations + 1, sizeof(StoredCitation));
	for (int i = 0; i < memo->ncitations; i++)
	{
		StoredCitation *citation = &memo->citations[i];

		citation->section_key = text_column(i, 1);
		citation->origin = text_column(i, 2);
		citation->marker = text_column(i, 3);
		citation->fate = text_column(i, 4);
		citation->how = text_column(i, 5);
		citation->marker_offset = int_column(i, 6, -1);
		citation->note_number = int_column(i, 7, 0);
		citation->final_offset = int_column(i, 8, -1);
		citation->doc_id = text_column(i, 9);
		citation->page = int_column(i, 10, 0);
		citation->confidence = int_column(i, 11, -1);
		citation->src_id = id_column(i, 12, -1);
		citation->quote = text_column(i, 13);
		citation->passage_id = text_column(i, 14);
	}
}

bool
store_has_revision(int64 deal_id, int revision)
{
	return query_revision(&stmt_read_revision, deal_id, revision) > 0;
}

void
no_revision(int64 deal_id, int revision)
{
	if (query_deal(&stmt_load_deal, deal_id) == 0)
		no_deal(deal_id);
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 revision == 0 ? errmsg("deal " INT64_FORMAT " has no finished memo", deal_id)
						   : errmsg("deal " INT64_FORMAT " has no revision %d", deal_id, revision),
			 revision == 0 ? errhint("SELECT memo_finalize(deal_id) makes one.")
						   : errhint("NULL is the latest; memocite.revision has all that policy "
									 "keep_revisions left.")));
}

char *
store_report(int64 deal_id, int revision)
{
	if (query_revision(&stmt_read_report, deal_id, revision) == 0)
		no_revision(deal_id, revision);
	return json_column(0, 1);
}

StoredMemo *
store_load_revision(int64 deal_id, int revision, ReadDepth depth)
{
	StoredMemo *memo = palloc0(sizeof(StoredMemo));
	char	  **titles;
	char	  **texts;
	int			ntexts;
	bool		has_shown;		/* some reference has a quote, or misses a figure */

	if (query_revision(&stmt_read_revision, deal_id, revision) == 0)
		no_revision(deal_id, revision);
	memo->deal_id = deal_id;
	memo->revision = int_column(0, 1, 0);
	memo->name = text_column(0, 2);
	memo->weak = int_column(0, 3, 0);
	has_shown = bool_column(0, 4);
	memo->quotes_per_note = int_column(0, 5, 0);
	titles = texts_column(0, 6, &memo->ntail);
	texts = texts_column(0, 7, &ntexts);
	memo->tail = palloc(sizeof(TailPart) * (memo->ntail + 1));
	for (int i = 0; i < memo->ntail; i++)
		memo->tail[i] = (TailPart) {titles[i] != NULL ? titles[i] : "",
			i < ntexts && texts[i] != NULL ? texts[i] : ""};
	read_section_rows(memo, deal_id);
	read_note_rows(memo, deal_id);
	read_reference_rows(memo, deal_id, has_shown);
	if (depth == READ_EDITS)
	{
		read_edit_rows(memo, deal_id);
		read_citation_rows(memo, deal_id);
	}
	return memo;
}

int
store_outcomes(int64 deal_id, int from, int to, StoredOutcome **outcomes)
{
	int			count = QUERY(stmt_compare_outcomes, Int64GetDatum(deal_id), Int32GetDatum(from),
							  Int32GetDatum(to));

	*outcomes = palloc0(sizeof(StoredOutcome) * (count + 1));
	for (int i = 0; i < count; i++)
		(*outcomes)[i] = (StoredOutcome) {text_column(i, 1), text_column(i, 2), text_column(i, 3),
			text_column(i, 4)};
	return count;
}

int
store_revision_before(int64 deal_id, int revision)
{
	if (query_revision(&stmt_find_revision_before, deal_id, revision) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_NO_DATA_FOUND),
				 errmsg("deal " INT64_FORMAT " has no revision before %d", deal_id, revision)));
	return int_column(0, 1, 0);
}
