/*
 * view.c
 *		What a memo's Markdown is made of, from a Memo that was just made or from
 *		a stored revision.
 */
#include "render/render_internal.h"
#include "markers/markers.h"
#include "memo/memo.h"

/* Takes the quotes of a definition, which are the first ones of its references, off its
 * end. */
static void
set_quotes(NoteRow *finished, Slice quotes)
{
	StringInfoData quote;

	finished->source.len -= quotes.len;
	finished->quotes = palloc(sizeof(Slice) * (finished->nshown + 1));
	initStringInfo(&quote);
	for (int i = 0; i < finished->nshown && quotes.len > 0; i++)
	{
		const char *start = quotes.data + 2;

		if (finished->shown[i].text.data == NULL)
			continue;
		resetStringInfo(&quote);
		append_quote(&quote, finished->shown[i].text, false);
		if (!slice_take(&quotes, quote.data))
			continue;
		finished->quotes[finished->nquotes++] = (Slice) {start, quote.len - 3};
		(void) slice_take(&quotes, UNCHECKED_MARK);
	}
	if (finished->nshown == 0)
		finished->shown = NULL;
	pfree(quote.data);
}

/* What the comment says of a note's source and quotes. */
static void
set_source(NoteRow *finished, const char *doc_id, const char *name, int page, const char *locator)
{
	Document	doc = {.title = (char *) name, .doc_id = (char *) doc_id};
	Identity	identity = {&doc, page, locator_counts(page, locator) ? locator : NULL};
	Slice		quotes;

	finished->doc_id = doc_id;
	finished->page = page;
	finished->locator = identity.locator;
	if (strcmp(finished->kind, "source") == 0 &&
		definition_quotes(finished->definition, &identity, &quotes))
		set_quotes(finished, quotes);
}

/* Room for what each note's references say, a run for each, in reading order. */
static void
set_references(Memo *memo, NoteRow *notes)
{
	int			total = 0;
	int		   *confidences;
	ShownQuote *shown;

	for (int i = 0; i < memo->nnumbered; i++)
		total += memo->numbered[i]->nrefs;
	confidences = palloc_array_huge(total + 1, sizeof(int));
	shown = palloc_array_huge(total + 1, sizeof(ShownQuote));
	for (int i = 0; i < memo->nnumbered; i++)
	{
		notes[i].confidences = confidences;
		confidences += memo->numbered[i]->nrefs;
		notes[i].shown = shown;
		shown += memo->numbered[i]->nrefs;
	}
	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		Citation  **references = section_all_references(memo, &memo->sections[i], &count);

		for (int j = 0; j < count; j++)
		{
			NoteRow *note = &notes[references[j]->note->number - 1];

			((int *) note->confidences)[note->nconfidences++] = references[j]->confidence;
			((ShownQuote *) note->shown)[note->nshown++] = citation_quote(references[j]);
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

MemoView
view_of_memo(Memo *memo)
{
	MemoView finished = {
		.title = memo_title(memo->name),
		.sections = palloc(sizeof(SectionView) * (memo->nsections + 1)),
		.nsections = memo->nsections,
		.notes = palloc_array_huge(memo->nnumbered + 1, sizeof(NoteRow)),
		.nnotes = memo->nnumbered,
		.tail = {memo->tail.data, memo->tail.len},
		.weak = memo->policy.low_confidence_percent * 10,
		.marks_unchecked = memo->has_verified_quotes,
	};

	for (int i = 0; i < memo->nsections; i++)
		finished.sections[i] = (SectionView) {
			.title = slice_of(memo->sections[i].title),
			.body = {memo->sections[i].rendered.data, memo->sections[i].rendered.len},
		};
	for (int i = 0; i < memo->nnumbered; i++)
	{
		const Note *note = memo->numbered[i];

		finished.notes[i] = (NoteRow) {
			.definition = slice_of(note->definition),
			.key = slice_of(note_key_text(note->key)),
			.source = slice_of(note->definition),
			.kind = note_kind_name(note),
		};
	}
	set_references(memo, finished.notes);
	for (int i = 0; i < memo->nnumbered; i++)
	{
		const Note *note = memo->numbered[i];

		if (note->identity.doc != NULL)
			set_source(&finished.notes[i], note->identity.doc->doc_id,
					   document_name(note->identity.doc), note->identity.page,
					   note->identity.locator);
	}
	return finished;
}

MemoView
view_of_store(const StoredMemo *memo)
{
	MemoView finished = {
		.title = memo_title(memo->name),
		.sections = palloc(sizeof(SectionView) * (memo->nsections + 1)),
		.nsections = memo->nsections,
		.notes = palloc_array_huge(memo->nnotes + 1, sizeof(NoteRow)),
		.nnotes = memo->nnotes,
		.tail = slice_of(memo->tail),
		.weak = memo->weak,
	};

	for (int i = 0; i < memo->nsections; i++)
		finished.sections[i] = (SectionView) {
			.title = slice_of(memo->sections[i].title),
			.body = slice_of(memo->sections[i].body),
		};
	for (int i = 0; i < memo->nnotes; i++)
	{
		const StoredNote *note = &memo->notes[i];

		finished.notes[i] = (NoteRow) {
			.definition = slice_of(note->definition),
			.key = slice_of(note->key),
			.source = slice_of(note->definition),
			.cluster = slice_of(note->doc_name),
			.kind = note->kind != NULL ? note->kind : "",
			.confidences = note->confidences != NULL ? note->confidences : &note->confidence,
			.nconfidences = note->confidences != NULL ? note->refs : 1,
			.shown = note->shown,
			.nshown = note->shown != NULL ? note->refs : 0,
		};
		for (int j = 0; j < finished.notes[i].nshown; j++)
			finished.marks_unchecked |=
				note->shown[j].text.data != NULL && note->shown[j].is_verified;
		if (note->doc_id != NULL)
			set_source(&finished.notes[i], note->doc_id, note->doc_name, note->page, note->locator);
	}
	return finished;
}
