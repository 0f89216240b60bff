/*
 * load_page.c
 *		A stored revision -> all that its page shows: the text's parts, marks of
 *		notes, grades, checkpoints, and which questions its charts answer.
 *
 * Rows come in their own order and are put to sections, notes and questions by key or
 * number; one that fits none is left out.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "render/render.h"
#include "charts/charts.h"

/* What the head of the page says, from the row of the revision. */
static void
read_facts(MemoPage *page)
{
	if (query_revision(&stmt_read_page, page->deal_id, page->revision) == 0)
		no_revision(page->deal_id, page->revision);
	page->status = text_column(0, 1);
	page->as_of = text_column(0, 2);
	page->stale_days = int_column(0, 3, 0);
	page->citations = int_column(0, 4, 0);
	page->kept = int_column(0, 5, 0);
	page->documents = int_column(0, 6, 0);
	page->cited = int_column(0, 7, 0);
	page->is_flawed = bool_column(0, 8);
	page->is_uncited = bool_column(0, 9);
	page->notice = text_column(0, 10);
}

/* Grades go to the page's sections by key. */
static void
read_grades(MemoPage *page, const StoredMemo *stored)
{
	int			count = query_revision(&stmt_read_grades, page->deal_id, page->revision);
	KeyIndex   *sections = index_keys(&stored->sections->section_key, stored->nsections,
									  sizeof(StoredSection));

	for (int i = 0; i < count; i++)
	{
		int			section = key_at(sections, text_column(i, 1));
		const char *letter = text_column(i, 2);

		if (section < 0)
			continue;
		page->memo.sections[section].grade = (Grade) {
			.letter = letter == NULL ? 0 : letter[0],
			.words = int_column(i, 3, 0),
			.citations = int_column(i, 4, 0),
			.budget = int_column(i, 5, 0),
		};
	}
}

/* Whether a note is stale, whether a quote that it shows was found, and where. */
static void
read_marks(MemoPage *page)
{
	int			count = query_revision(&stmt_read_marks, page->deal_id, page->revision);

	for (int i = 0; i < count; i++)
	{
		int			number = int_column(i, 1, 0);
		NoteRow *note;

		CHECK_FOR_INTERRUPTS();
		if (number < 1 || number > page->memo.nnotes)
			continue;
		note = &page->memo.notes[number - 1];
		note->is_stale = bool_column(i, 2);
		for (int j = 0; j < note->nshown && !note->is_verified; j++)
			note->is_verified = note->shown[j].text.data != NULL && note->shown[j].is_verified;
		note->passage_id = text_column(i, 3);
		note->box = text_column(i, 4);
	}
}

/* The questions in force, as in view coverage. */
static void
read_questions(MemoPage *page)
{
	DecisionQuestion *questions;
	int			nquestions = store_questions(&questions, true);
	KeyIndex   *keys = index_keys(&questions->key, nquestions, sizeof(DecisionQuestion));
	int			count = query_revision(&stmt_read_answers, page->deal_id, page->revision);

	for (int i = 0; i < nquestions; i++)
		*VEC_PUSH(&page->questions) = (DecisionQuestion) {
			.key = questions[i].key,
			.question = questions[i].question,
			.is_critical = questions[i].is_critical,
		};
	for (int i = 0; i < count; i++)
	{
		int			at = key_at(keys, text_column(i, 1));

		if (at >= 0)
			*VEC_PUSH(&page->questions.items[at].chart_ids) = slice_of(text_column(i, 2));
	}
}

static void
read_listed(MemoPage *page, const StoredMemo *stored, Statement *statement, ListedCitations *list)
{
	int			count = query_revision(statement, page->deal_id, page->revision);
	KeyIndex   *sections = index_keys(&stored->sections->section_key, stored->nsections,
									  sizeof(StoredSection));

	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		*VEC_PUSH(list) = (ListedCitation) {
			.section = key_at(sections, text_column(i, 1)),
			.marker = slice_of(text_column(i, 2)),
			.how = slice_of(text_column(i, 3)),
			.document = slice_of(text_column(i, 4)),
		};
	}
}

MemoPage *
store_load_page(int64 deal_id, int revision, bool is_author)
{
	StoredMemo *stored = store_load_revision(deal_id, revision, READ_TEXT);
	MemoPage   *page = palloc0(sizeof(MemoPage));
	int			count;

	page->memo = view_of_store(stored);
	page->deal_id = deal_id;
	page->revision = stored->revision;
	page->is_author = is_author;
	read_facts(page);
	count = query_revision(&stmt_read_page_metrics, deal_id, page->revision);
	for (int i = 0; i < count; i++)
		*VEC_PUSH(&page->metrics) = (PageMetric) {slice_of(text_column(i, 1)),
			slice_of(text_column(i, 2)), slice_of(text_column(i, 3))};
	read_marks(page);
	if (!is_author)
		return page;
	read_grades(page, stored);
	count = query_revision(&stmt_read_checkpoints, deal_id, page->revision);
	for (int i = 0; i < count; i++)
		*VEC_PUSH(&page->checkpoints) = (Checkpoint) {
			.name = text_column(i, 1),
			.open = int_column(i, 2, 0),
			.live = int_column(i, 3, 0),
			.notes = int_column(i, 4, 0),
		};
	read_questions(page);
	read_listed(page, stored, &stmt_read_removed, &page->removed);
	read_listed(page, stored, &stmt_read_judged, &page->judged);
	return page;
}
