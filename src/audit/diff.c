/*
 * diff.c
 *		What changed between two stored memos of a deal: sections and notes.
 *
 * Sections are the same when their keys are, notes likewise, whatever their
 * numbers:
 *
 *		[^3]: Rent roll, p. 4		(from)
 *		[^5]: Rent roll, p. 4		(to: the note is renumbered)
 *
 * What changed between the references of a section says diff_reference.c.
 */
#include "audit/audit_internal.h"
#include "render/render.h"

/* ------------------------------------------------------------------- notes */

typedef struct NoteEntry
{
	const StoredNote *note;
	int			number;
} NoteEntry;

static int
compare_notes(const void *a, const void *b)
{
	const NoteEntry *x = a;
	const NoteEntry *y = b;
	int			order = strcmp(x->note->key, y->note->key);

	return order != 0 ? order : x->number - y->number;
}

static NoteEntry *
sorted_notes(const StoredMemo *memo)
{
	NoteEntry  *entries = palloc_array_huge(memo->nnotes + 1, sizeof(NoteEntry));

	for (int i = 0; i < memo->nnotes; i++)
		entries[i] = (NoteEntry) {&memo->notes[i], i + 1};
	qsort(entries, memo->nnotes, sizeof(NoteEntry), compare_notes);
	return entries;
}

static void
add_note_row(Diff *diff, const char *kind, const NoteEntry *from, const NoteEntry *to,
			 const char *detail)
{
	DiffRow    *row = diff_add_row(diff, kind, NULL, detail);

	row->note_key = from != NULL ? from->note->key : to->note->key;
	row->from_number = from != NULL ? from->number : 0;
	row->to_number = to != NULL ? to->number : 0;
}

/* New notes by their number, behind those that were there. */
static int
compare_note_rows(const void *a, const void *b)
{
	const DiffRow *x = a;
	const DiffRow *y = b;
	int			m = x->from_number > 0 ? x->from_number : INT_MAX;
	int			n = y->from_number > 0 ? y->from_number : INT_MAX;

	if (m != n)
		return m < n ? -1 : 1;
	if (x->to_number != y->to_number)
		return x->to_number < y->to_number ? -1 : 1;
	return strcmp(x->kind, y->kind);
}

/* Both sorted by key, gone through side by side. */
static void
compare_all_notes(Diff *diff)
{
	NoteEntry  *from = sorted_notes(diff->from);
	NoteEntry  *to = sorted_notes(diff->to);
	int			first = diff->rows.count;
	int			i = 0;
	int			j = 0;

	while (i < diff->from->nnotes || j < diff->to->nnotes)
	{
		int			order = i == diff->from->nnotes ? 1 : j == diff->to->nnotes ? -1
			: strcmp(from[i].note->key, to[j].note->key);

		CHECK_FOR_INTERRUPTS();
		if (order < 0)
			add_note_row(diff, "note_removed", &from[i], NULL, from[i].note->definition);
		else if (order > 0)
			add_note_row(diff, "note_added", NULL, &to[j], to[j].note->definition);
		else
		{
			if (from[i].number != to[j].number)
				add_note_row(diff, "note_renumbered", &from[i], &to[j], to[j].note->definition);
			if (strcmp(from[i].note->definition, to[j].note->definition) != 0)
				add_note_row(diff, "note_changed", &from[i], &to[j],
							 diff_change(from[i].note->definition, to[j].note->definition));
		}
		i += order <= 0;
		j += order >= 0;
	}
	qsort(diff->rows.items + first, diff->rows.count - first, sizeof(DiffRow), compare_note_rows);
	pfree(from);
	pfree(to);
}

/* ---------------------------------------------------------------- sections */

typedef struct SectionEntry
{
	const StoredSection *section;
	const StoredSection *other;
} SectionEntry;

static int
compare_sections(const void *a, const void *b)
{
	return strcmp(((const SectionEntry *) a)->section->section_key,
				  ((const SectionEntry *) b)->section->section_key);
}

/* Sections of a memo in its order, with the same one of the other memo. */
static SectionEntry *
match_sections(const StoredMemo *memo, const StoredMemo *other)
{
	SectionEntry *entries = palloc(sizeof(SectionEntry) * (memo->nsections + 1));
	SectionEntry *sorted = palloc(sizeof(SectionEntry) * (other->nsections + 1));

	for (int i = 0; i < other->nsections; i++)
		sorted[i] = (SectionEntry) {&other->sections[i], NULL};
	qsort(sorted, other->nsections, sizeof(SectionEntry), compare_sections);
	for (int i = 0; i < memo->nsections; i++)
	{
		SectionEntry wanted = {&memo->sections[i], NULL};
		SectionEntry *found =
			bsearch(&wanted, sorted, other->nsections, sizeof(SectionEntry), compare_sections);

		entries[i] = (SectionEntry) {&memo->sections[i], found == NULL ? NULL : found->section};
	}
	pfree(sorted);
	return entries;
}

int
memo_differences(const StoredMemo *from, const StoredMemo *to, DiffRow **rows)
{
	Diff		diff = {.from = from, .to = to};
	SectionEntry *gone = match_sections(from, to);
	SectionEntry *sections = match_sections(to, from);
	RefList    *before = palloc0(sizeof(RefList) * (to->nsections + 1));
	RefList    *after = palloc0(sizeof(RefList) * (to->nsections + 1));
	KeptCitations from_kept = kept_citations(from);
	KeptCitations to_kept = kept_citations(to);

	for (int i = 0; i < from->nsections; i++)
		if (gone[i].other == NULL)
			diff_add_row(&diff, "section_removed", gone[i].section->section_key,
						 gone[i].section->title);
	for (int i = 0; i < to->nsections; i++)
	{
		const StoredSection *section = sections[i].section;
		const StoredSection *old = sections[i].other;

		CHECK_FOR_INTERRUPTS();
		after[i] = references_read(to, section, &to_kept);
		if (old == NULL)
		{
			diff_add_row(&diff, "section_added", section->section_key, section->title);
			continue;
		}
		before[i] = references_read(from, old, &from_kept);
		if (strcmp(old->title, section->title) != 0)
			diff_add_row(&diff, "section_renamed", section->section_key,
						 diff_change(old->title, section->title));
		if (before[i].prose != after[i].prose)
			diff_add_row(&diff, "section_changed", section->section_key, section->title);
	}
	compare_all_notes(&diff);
	for (int i = 0; i < from->nsections; i++)
		if (gone[i].other == NULL)
		{
			RefList		list = references_read(from, gone[i].section, &from_kept);

			references_add_rest(&diff, gone[i].section->section_key, &list, false);
		}
	for (int i = 0; i < to->nsections; i++)
		references_compare(&diff, sections[i].section->section_key, &before[i], &after[i]);
	*rows = diff.rows.items;
	return diff.rows.count;
}
