/*
 * finished.c
 *		What a memo's Markdown is made of, from a Memo that was just made or from
 *		a stored revision.
 */
#include "memocite.h"

/* What the comment says of a note's source and quote. */
static void
set_source(FinishedNote *finished, const char *doc_id, const char *name, int page, const char *locator)
{
	Document	doc = {.title = (char *) name, .doc_id = (char *) doc_id};
	Identity	identity = {&doc, page, locator_counts(page, locator) ? locator : NULL};

	finished->doc_id = doc_id;
	finished->page = page;
	finished->locator = identity.locator;
	if (strcmp(finished->kind, "source") == 0)
		(void) definition_quote(finished->definition, &identity, &finished->quote);
}

/* Room for the confidences of each note's references, a run for each. */
static void
set_confidences(Memo *memo, FinishedNote *notes)
{
	int			total = 0;
	int		   *confidences;

	for (int i = 0; i < memo->nnumbered; i++)
		total += memo->numbered[i]->nrefs;
	confidences = palloc_array_huge(total + 1, sizeof(int));
	for (int i = 0; i < memo->nnumbered; i++)
	{
		notes[i].confidences = confidences;
		confidences += memo->numbered[i]->nrefs;
	}
	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		Citation  **references = section_references(memo, &memo->sections[i], &count);

		for (int j = 0; j < count; j++)
		{
			FinishedNote *note = &notes[references[j]->note->number - 1];

			((int *) note->confidences)[note->nconfidences++] = references[j]->confidence;
		}
		pfree(references);
	}
}

/* The first heading of the memo of a deal whose name shows nothing. */
static const char *
memo_title(const char *name)
{
	return name_shows(name) ? name : "Memo";
}

FinishedMemo
finished_from_memo(Memo *memo)
{
	FinishedMemo finished = {
		.title = memo_title(memo->name),
		.sections = palloc(sizeof(FinishedSection) * (memo->nsections + 1)),
		.nsections = memo->nsections,
		.notes = palloc_array_huge(memo->nnumbered + 1, sizeof(FinishedNote)),
		.nnotes = memo->nnumbered,
		.tail = {memo->tail.data, memo->tail.len},
		.weak = memo->policy.low_confidence_percent * 10,
	};

	for (int i = 0; i < memo->nsections; i++)
		finished.sections[i] = (FinishedSection) {slice_of(memo->sections[i].title),
			{memo->sections[i].rendered.data, memo->sections[i].rendered.len}};
	for (int i = 0; i < memo->nnumbered; i++)
	{
		const Note *note = memo->numbered[i];

		finished.notes[i] = (FinishedNote) {
			.definition = slice_of(note->definition),
			.key = slice_of(note_key_text(note->key)),
			.kind = note_kind_name(note),
		};
		if (note->identity.doc != NULL)
			set_source(&finished.notes[i], note->identity.doc->doc_id, document_name(note->identity.doc),
					   note->identity.page, note->identity.locator);
	}
	set_confidences(memo, finished.notes);
	return finished;
}

FinishedMemo
finished_from_store(const StoredMemo *memo)
{
	FinishedMemo finished = {
		.title = memo_title(memo->name),
		.sections = palloc(sizeof(FinishedSection) * (memo->nsections + 1)),
		.nsections = memo->nsections,
		.notes = palloc_array_huge(memo->nnotes + 1, sizeof(FinishedNote)),
		.nnotes = memo->nnotes,
		.tail = slice_of(memo->tail),
		.weak = memo->weak,
	};

	for (int i = 0; i < memo->nsections; i++)
		finished.sections[i] = (FinishedSection) {slice_of(memo->sections[i].title), slice_of(memo->sections[i].body)};
	for (int i = 0; i < memo->nnotes; i++)
	{
		const StoredNote *note = &memo->notes[i];

		finished.notes[i] = (FinishedNote) {
			.definition = slice_of(note->definition),
			.key = slice_of(note->key),
			.cluster = slice_of(note->doc_name),
			.kind = note->kind != NULL ? note->kind : "",
			.confidences = note->confidences != NULL ? note->confidences : &note->confidence,
			.nconfidences = note->confidences != NULL ? note->refs : 1,
		};
		if (note->doc_id != NULL)
			set_source(&finished.notes[i], note->doc_id, note->doc_name, note->page, note->locator);
	}
	return finished;
}
