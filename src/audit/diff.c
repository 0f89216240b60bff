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

static uint64
key_hash(const char *key)
{
	return slice_hash(slice_of(key), 0);
}

/* ------------------------------------------------------------------- notes */

/* Numbers of notes by their keys. */
static KeyMap
note_numbers(const StoredMemo *memo)
{
	KeyMap		numbers = {NULL, 0, 0};

	for (int i = 0; i < memo->nnotes; i++)
		*keymap_at(&numbers, key_hash(memo->notes[i].key)) = i + 1;
	return numbers;
}

static void
add_note_row(Diff *diff, const char *kind, int from, int to, const char *detail)
{
	DiffRow    *row = diff_add_row(diff, kind, NULL, detail);

	row->note_key = from > 0 ? diff->from->notes[from - 1].key : diff->to->notes[to - 1].key;
	row->from_number = from;
	row->to_number = to;
}

/* Those that were there by their number, then the new ones. */
static void
compare_all_notes(Diff *diff)
{
	KeyMap		old = note_numbers(diff->from);
	KeyMap		new = note_numbers(diff->to);
	StringInfoData moved;

	initStringInfo(&moved);
	for (int i = 0; i < diff->from->nnotes; i++)
	{
		const StoredNote *from = &diff->from->notes[i];
		int			number = keymap_get(&new, key_hash(from->key));
		const StoredNote *to = number > 0 ? &diff->to->notes[number - 1] : NULL;

		CHECK_FOR_INTERRUPTS();
		if (to == NULL)
			add_note_row(diff, "note_removed", i + 1, 0, from->definition);
		else if (strcmp(from->definition, to->definition) != 0)
			add_note_row(diff, "note_changed", i + 1, number,
						 diff_change(from->definition, to->definition));
		if (to != NULL && number != i + 1)
			appendStringInfo(&moved, "%s%d -> %d", moved.len > 0 ? ", " : "", i + 1, number);
	}
	if (moved.len > 0)
		diff_add_row(diff, "note_renumbered", NULL, moved.data);
	for (int i = 0; i < diff->to->nnotes; i++)
		if (keymap_get(&old, key_hash(diff->to->notes[i].key)) == 0)
			add_note_row(diff, "note_added", 0, i + 1, diff->to->notes[i].definition);
	keymap_free(&old);
	keymap_free(&new);
}

/* ---------------------------------------------------------------- sections */

/* Adds the rows of a section's text, which one of the memos may lack. */
static void
compare_sections(Diff *diff, const StoredSection *old, const StoredSection *new, SectionText *from,
				 SectionText *to)
{
	const StoredSection *section = new != NULL ? new : old;

	CHECK_FOR_INTERRUPTS();
	*from = section_read(diff->from, old);
	*to = section_read(diff->to, new);
	lines_pair(&from->lines, &to->lines);
	if (old != NULL && new != NULL && strcmp(old->title, new->title) != 0)
		diff_add_row(diff, "section_renamed", new->section_key,
					 diff_change(old->title, new->title));
	if (old != NULL && new != NULL && from->prose == to->prose)
		return;
	diff_add_row(diff, old == NULL ? "section_added" : new == NULL ? "section_removed"
				 : "section_changed", section->section_key, section->title);
	lines_compare(diff, section->section_key, &from->lines, &to->lines);
}

static const StoredSection *
section_of(const StoredMemo *memo, const char *key)
{
	for (int i = 0; i < memo->nsections; i++)
		if (strcmp(memo->sections[i].section_key, key) == 0)
			return &memo->sections[i];
	return NULL;
}

int
memo_differences(const StoredMemo *from, const StoredMemo *to, DiffRow **rows)
{
	Diff		diff = {.from = from, .to = to};
	int			most = from->nsections + to->nsections + 1;
	SectionText *before = palloc0(sizeof(SectionText) * most);
	SectionText *after = palloc0(sizeof(SectionText) * most);
	const char **keys = palloc(sizeof(char *) * most);
	int			count = 0;

	for (int i = 0; i < most - 1; i++)
	{
		bool		is_old = i < from->nsections;
		const StoredSection *section =
			is_old ? &from->sections[i] : &to->sections[i - from->nsections];
		const StoredSection *other = section_of(is_old ? to : from, section->section_key);

		if (is_old && other != NULL)
			continue;			/* in its place of the new memo */
		compare_sections(&diff, is_old ? section : other, is_old ? NULL : section, &before[count],
						 &after[count]);
		keys[count++] = section->section_key;
	}
	compare_all_notes(&diff);
	for (int i = 0; i < count; i++)
		references_compare(&diff, keys[i], &before[i], &after[i]);
	*rows = diff.rows.items;
	return diff.rows.count;
}
