/*
 * load_page.c
 *		A stored revision -> all that its page shows: the text's parts, marks of
 *		notes, grades, checkpoints, and which questions its charts answer.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "render/render.h"


static void
read_facts(MemoPage *page, Datum *key)
{
	if (statement_query(&stmt_read_page, key) == 0)
		no_revision(page->deal_id, page->revision);
	page->status = text_column(0, 1);
	page->as_of = text_column(0, 2);
	page->stale_days = (int) int_column(0, 3, 0);
	page->citations = (int) int_column(0, 4, 0);
	page->kept = (int) int_column(0, 5, 0);
	page->documents = (int) int_column(0, 6, 0);
	page->cited = (int) int_column(0, 7, 0);
	page->is_flawed = bool_column(0, 8);
	page->is_uncited = bool_column(0, 9);
	page->notice = text_column(0, 10);
}

/* Grades are stored in the order of the sections. */
static void
read_grades(MemoPage *page, const StoredMemo *stored, Datum *key)
{
	int			count = statement_query(&stmt_read_grades, key);
	int			section = 0;

	for (int i = 0; i < count; i++)
	{
		const char *section_key = text_column(i, 1);
		const char *letter = text_column(i, 2);
		int			tries = 0;

		for (; tries < stored->nsections && strcmp(stored->sections[section].section_key, section_key) != 0; tries++)
			section = (section + 1) % stored->nsections;
		if (tries == stored->nsections)
			continue;
		page->memo.sections[section].grade = (Grade) {
			.letter = letter == NULL ? 0 : letter[0],
			.words = (int) int_column(i, 3, 0),
			.citations = (int) int_column(i, 4, 0),
			.budget = (int) int_column(i, 5, 0),
		};
	}
}

static void
read_checkpoints(MemoPage *page, Datum *key)
{
	int			count = statement_query(&stmt_read_checkpoints, key);

	for (int i = 0; i < count; i++)
		*VEC_PUSH(&page->checkpoints) = (Checkpoint) {
			.name = text_column(i, 1),
			.open = (int) int_column(i, 2, 0),
			.live = (int) int_column(i, 3, 0),
			.notes = (int) int_column(i, 4, 0),
		};
}

/* Is a quote that the note shows verified?  One of a revision before 0.3.0 is when one of
 * its references has. */
static bool
note_is_verified(const FinishedNote *note, bool has_found)
{
	if (note->shown == NULL)
		return has_found && note->nquotes > 0;
	for (int i = 0; i < note->nshown; i++)
		if (note->shown[i].text.data != NULL && note->shown[i].is_verified)
			return true;
	return false;
}

static void
read_marks(MemoPage *page, Datum *key)
{
	int			count = statement_query(&stmt_read_marks, key);

	for (int i = 0; i < count; i++)
	{
		int			number = (int) int_column(i, 1, 0);
		FinishedNote *note;

		CHECK_FOR_INTERRUPTS();
		if (number < 1 || number > page->memo.nnotes)
			continue;
		note = &page->memo.notes[number - 1];
		note->is_stale = bool_column(i, 2);
		note->is_verified = note_is_verified(note, bool_column(i, 3));
	}
}

/* The questions in force, as in view coverage. */
static void
read_questions(MemoPage *page, Datum *key)
{
	DecisionQuestion *questions;
	int			nquestions = store_questions(&questions, true);
	int			count = statement_query(&stmt_read_answers, key);

	for (int i = 0; i < nquestions; i++)
		*VEC_PUSH(&page->questions) = (DecisionQuestion) {
			.key = questions[i].key,
			.question = questions[i].question,
			.is_critical = questions[i].is_critical,
		};
	for (int i = 0, at = 0; i < count; i++)
	{
		const char *question_key = text_column(i, 1);
		int			tries = 0;

		for (; tries < nquestions && strcmp(page->questions.items[at].key, question_key) != 0; tries++)
			at = (at + 1) % nquestions;
		if (tries < nquestions)
			*VEC_PUSH(&page->questions.items[at].chart_ids) = slice_of(text_column(i, 2));
	}
}

MemoPage *
store_load_page(int64 deal_id, int revision)
{
	StoredMemo *stored = store_load_revision(deal_id, revision, READ_TEXT);
	MemoPage   *page = palloc0(sizeof(MemoPage));
	Datum		key[] = {Int64GetDatum(deal_id), Int32GetDatum(stored->revision)};

	page->memo = finished_from_store(stored);
	page->deal_id = deal_id;
	page->revision = stored->revision;
	read_facts(page, key);
	read_grades(page, stored, key);
	read_checkpoints(page, key);
	read_marks(page, key);
	read_questions(page, key);
	return page;
}
