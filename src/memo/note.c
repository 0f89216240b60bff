/*
 * note.c
 *		What a reference leads to: one note for each source identity or text of ours.
 *
 * Two markers with the claims {Rent Roll, p. 4} have one note; its key, a hash of what it
 * cites, is the same in the next revision, whatever its number is then.
 */
#include "memo/memo.h"

bool
identity_equal(const Identity *a, const Identity *b)
{
	if (a->doc != b->doc || a->page != b->page)
		return false;
	return a->locator == b->locator ||
		   (a->locator != NULL && b->locator != NULL && strcmp(a->locator, b->locator) == 0);
}

static uint64
hash_text(uint64 seed, const char *text)
{
	return text == NULL ? seed * 31 + 1 : slice_hash(slice_of(text), seed);
}

uint64
identity_hash(const Identity *identity)
{
	uint64		key = hash_text(identity->page, identity->doc->doc_id);

	return identity->page == 0 || identity->locator != NULL ? hash_text(key, identity->locator)
															: key;
}

/* A key that depends on what the note cites, never on numbers or order. */
static uint64
note_key(const Memo *memo, const Note *note)
{
	uint64		key = 0x6d656d6f + note->kind;

	if (note->identity.doc != NULL)
		key = key * 31 + identity_hash(&note->identity);
	if (note->kind == NOTE_AGENT)
	{
		key = hash_text(key, memo->sections[note->section].section_key);
		key = hash_text(key, note->agent_text);
	}
	if (note->kind == NOTE_INSIGHT)
		key = hash_text(hash_text(key, note->origin), note->text);
	return key;
}

const char *
note_kind_name(const Note *note)
{
	static const char *const names[] = {
		[NOTE_SOURCE] = "source",[NOTE_AGENT] = "agent",[NOTE_RESCUE] = "rescue",
	};

	return note->kind == NOTE_INSIGHT ? note->origin : names[note->kind];
}

uint64
source_note_key(NoteKind kind, const Identity *identity)
{
	Note		note = {.kind = kind, .identity = *identity};

	return note_key(NULL, &note);
}

uint64
text_note_key(const char *origin, const char *text)
{
	Note		note = {.kind = NOTE_INSIGHT, .origin = origin, .text = (char *) text};

	return note_key(NULL, &note);
}

/* 16 hexadecimal digits. */
char *
note_key_text(uint64 key)
{
	char	   *text = palloc(17);

	for (int i = 15; i >= 0; i--, key >>= 4)
		text[i] = "0123456789abcdef"[key & 15];
	text[16] = '\0';
	return text;
}

Note *
note_create(Memo *memo, NoteKind kind, const Identity *identity)
{
	Note	   *note = palloc0(sizeof(Note));

	note->kind = kind;
	note->index = memo->notes.count;
	note->confidence = -1;
	note->section = -1;
	note->first_section = -1;
	if (identity != NULL)
	{
		note->identity = *identity;
		note->key = note_key(memo, note);
	}
	*VEC_PUSH(&memo->notes) = note;
	return note;
}

Note *
note_create_agent(Memo *memo, int section, char *text)
{
	Note	   *note = note_create(memo, NOTE_AGENT, NULL);

	note->section = section;
	note->agent_text = text;
	note->key = note_key(memo, note);
	return note;
}

Note *
note_enter(Memo *memo, Note *note)
{
	int		   *number = keymap_at(&memo->note_map, note->key);

	if (*number == 0)
		*number = note->index + 1;
	return memo->notes.items[*number - 1];
}

static Note *
find_note(const Memo *memo, uint64 key)
{
	int			number = keymap_get(&memo->note_map, key);

	return number == 0 ? NULL : memo->notes.items[number - 1];
}

Note *
note_for(Memo *memo, NoteKind kind, const Identity *identity)
{
	Note	   *note = find_note(memo, source_note_key(kind, identity));

	return note != NULL ? note : note_enter(memo, note_create(memo, kind, identity));
}

Note *
note_for_text(Memo *memo, const char *origin, const char *text)
{
	Note	   *note = find_note(memo, text_note_key(origin, text));

	if (note != NULL)
		return note;
	note = note_create(memo, NOTE_INSIGHT, NULL);
	note->origin = origin;
	note->text = pstrdup(text);
	note->key = note_key(memo, note);
	return note_enter(memo, note);
}

Note *
note_resolve(Note *note)
{
	while (note != NULL && note->merged_into != NULL)
		note = note->merged_into;
	return note;
}
