/*
 * view.c
 *		What a memo's Markdown is made of, from a Memo that was just made or from
 *		a stored revision.
 */
#include "render/render_internal.h"
#include "memo/memo.h"

/* What the definitions show of the references' quotes, and what is before it. */
static void
set_quotes(MemoView *memo, int most)
{
	StringInfoData quotes;

	for (int i = 0; i < memo->nnotes; i++)
		for (int j = 0; j < memo->notes[i].nshown; j++)
		{
			NoteRow    *note = &memo->notes[i];
			const ShownQuote *shown = &note->shown[j];
			int			same = 0;	/* the note has it */

			memo->marks_unchecked |= shown->is_verified;
			if (shown->text.data == NULL)
				continue;
			while (same < note->nquotes && !slice_equal(note->quotes[same]->text, shown->text))
				same++;
			if (same < note->nquotes || note->nquotes == most)
				continue;
			if (note->quotes == NULL)
				note->quotes = palloc(sizeof(ShownQuote *) * most);
			note->quotes[note->nquotes++] = shown;
		}
	initStringInfo(&quotes);
	for (int i = 0; i < memo->nnotes; i++)
	{
		NoteRow    *note = &memo->notes[i];

		resetStringInfo(&quotes);
		for (int j = 0; j < note->nquotes; j++)
			append_quote(&quotes, note->quotes[j], memo->marks_unchecked);
		note->source = note->definition;
		note->source.len -= Min(quotes.len, note->source.len);
	}
	pfree(quotes.data);
}

bool
note_is_weak(const MemoView *memo, const NoteRow *note)
{
	for (int i = 0; i < note->nconfidences; i++)
		if (note->confidences[i] >= 0 && note->confidences[i] < memo->weak)
			return true;
	return false;
}

/* The quotes of each note's references, a run for each, in reading order. */
static void
set_references(Memo *memo, NoteRow *notes)
{
	int			total = 0;
	ShownQuote *shown;

	for (int i = 0; i < memo->numbered.count; i++)
		total += memo->numbered.items[i]->nrefs;
	shown = palloc_array_huge(total + 1, sizeof(ShownQuote));
	for (int i = 0; i < memo->numbered.count; i++)
	{
		notes[i].shown = shown;
		shown += memo->numbered.items[i]->nrefs;
	}
	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		Citation  **references = section_all_references(memo, &memo->sections[i], &count);

		for (int j = 0; j < count; j++)
		{
			NoteRow *note = &notes[references[j]->note->number - 1];

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
		.deal_id = memo->deal_id,
		.sections = palloc(sizeof(SectionView) * (memo->nsections + 1)),
		.nsections = memo->nsections,
		.notes = palloc_array_huge(memo->numbered.count + 1, sizeof(NoteRow)),
		.nnotes = memo->numbered.count,
		.tail = memo->tail.items,
		.ntail = memo->tail.count,
	};

	for (int i = 0; i < memo->nsections; i++)
		finished.sections[i] = (SectionView) {
			.title = slice_of(memo->sections[i].title),
			.body = {memo->sections[i].rendered.text.data, memo->sections[i].rendered.text.len},
		};
	for (int i = 0; i < memo->numbered.count; i++)
	{
		const Note *note = memo->numbered.items[i];

		finished.notes[i] = (NoteRow) {
			.definition = slice_of(note->definition),
			.key = slice_of(note_key_text(note->key)),
			.kind = note_kind_name(note),
		};
	}
	set_references(memo, finished.notes);
	set_quotes(&finished, memo->policy.quotes_per_note);
	return finished;
}

MemoView
view_of_store(const StoredMemo *memo)
{
	MemoView finished = {
		.revision = memo->revision,
		.title = memo_title(memo->name),
		.deal_id = memo->deal_id,
		.sections = palloc(sizeof(SectionView) * (memo->nsections + 1)),
		.nsections = memo->nsections,
		.notes = palloc_array_huge(memo->nnotes + 1, sizeof(NoteRow)),
		.nnotes = memo->nnotes,
		.tail = memo->tail,
		.ntail = memo->ntail,
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
			.cluster = slice_of(note->doc_name),
			.kind = note->kind != NULL ? note->kind : "",
			.confidences = note->confidences != NULL ? note->confidences : &note->confidence,
			.nconfidences = note->confidences != NULL ? note->refs : 1,
			.shown = note->shown,
			.nshown = note->shown != NULL ? note->refs : 0,
		};
		if (note->doc_id != NULL)
			finished.notes[i].page = note->page;
	}
	set_quotes(&finished, memo->quotes_per_note);
	return finished;
}
