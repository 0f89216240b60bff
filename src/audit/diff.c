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

/* Places of sections by their keys, from 1. */
static KeyMap
section_places(const StoredMemo *memo)
{
	KeyMap		places = {NULL, 0, 0};

	for (int i = 0; i < memo->nsections; i++)
		*keymap_at(&places, key_hash(memo->sections[i].section_key)) = i + 1;
	return places;
}

int
memo_differences(const StoredMemo *from, const StoredMemo *to, DiffRow **rows)
{
	Diff		diff = {.from = from, .to = to};
	KeyMap		old_places = section_places(from);
	KeyMap		new_places = section_places(to);
	RefList    *before = palloc0(sizeof(RefList) * (to->nsections + 1));
	RefList    *after = palloc0(sizeof(RefList) * (to->nsections + 1));
	RefList		none = {.items = NULL};

	for (int i = 0; i < from->nsections; i++)
		if (keymap_get(&new_places, key_hash(from->sections[i].section_key)) == 0)
		{
			RefList		list = references_read(from, &from->sections[i]);

			diff_add_row(&diff, "section_removed", from->sections[i].section_key,
						 from->sections[i].title);
			text_compare(&diff, from->sections[i].section_key, &list, &none);
		}
	for (int i = 0; i < to->nsections; i++)
	{
		const StoredSection *section = &to->sections[i];
		int			place = keymap_get(&old_places, key_hash(section->section_key));
		const StoredSection *old = place > 0 ? &from->sections[place - 1] : NULL;

		CHECK_FOR_INTERRUPTS();
		after[i] = references_read(to, section);
		if (old == NULL)
		{
			diff_add_row(&diff, "section_added", section->section_key, section->title);
			text_compare(&diff, section->section_key, &none, &after[i]);
			continue;
		}
		before[i] = references_read(from, old);
		if (strcmp(old->title, section->title) != 0)
			diff_add_row(&diff, "section_renamed", section->section_key,
						 diff_change(old->title, section->title));
		if (before[i].prose == after[i].prose)
			continue;
		diff_add_row(&diff, "section_changed", section->section_key, section->title);
		text_compare(&diff, section->section_key, &before[i], &after[i]);
	}
	compare_all_notes(&diff);
	for (int i = 0; i < from->nsections; i++)
		if (keymap_get(&new_places, key_hash(from->sections[i].section_key)) == 0)
		{
			RefList		list = references_read(from, &from->sections[i]);

			references_compare(&diff, from->sections[i].section_key, &list, &none);
		}
	for (int i = 0; i < to->nsections; i++)
		references_compare(&diff, to->sections[i].section_key, &before[i], &after[i]);
	*rows = diff.rows.items;
	return diff.rows.count;
}
