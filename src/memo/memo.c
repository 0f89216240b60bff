/*
 * memo.c
 *		The Memo: sections, documents, claims, citations, notes, events.
 *
 * A Memo is loaded once (store/load.c), its bodies are scanned once (memo_scan),
 * and from then on stages change citations, notes and edits; the text itself
 * is never touched before render.c writes it.
 */
#include "memo/memo.h"
#include "markdown/markdown.h"
#include "language/language.h"

#include <limits.h>

#include "common/hashfn.h"

static const struct
{
	const char *name;
	const char *severity;
}			event_list[] = {
#define EVENT(code, severity, meaning) {#code, #severity},
#include "memo/eventlist.def"
#undef EVENT
};

bool
name_shows(const char *name)
{
	while (name != NULL && ((*name > 0 && *name <= ' ') || *name == 0x7F))
		name++;
	return name != NULL && *name != '\0';
}

char *
title_from_key(const char *key)
{
	char	   *title = pstrdup(key);
	bool		starts_word = true;

	for (char *c = title; *c; c++)
	{
		if (*c == '_')
			*c = ' ';
		else if (starts_word)
			*c = (char) pg_ascii_toupper((unsigned char) *c);
		starts_word = *c == ' ';
	}
	return title;
}

const char *
insight_kind_name(InsightKind kind)
{
	static const char *const names[] = {"ic_note", "model_warning", "source_conflict", "lineage"};

	return names[kind];
}

const char *
event_name(EventCode code)
{
	return event_list[code].name;
}

const char *
event_severity(const Event *event)
{
	return event->warns ? "WARNING" : event_list[event->code].severity;
}

void
memo_event(Memo *memo, EventCode code, int section, Slice subject, const char *detail,...)
{
	Event	   *event = VEC_PUSH(&memo->events);

	event->code = code;
	event->stage = memo->stage;
	event->section = section;
	event->subject = subject.data == NULL ? NULL : slice_copy(subject);
	if (detail != NULL)
	{
		StringInfoData text;
		int			needed;

		initStringInfo(&text);
		do
		{
			va_list		args;

			va_start(args, detail);
			needed = appendStringInfoVA(&text, detail, args);
			va_end(args);
			if (needed > 0)
				enlargeStringInfo(&text, needed);
		} while (needed > 0);
		event->detail = text.data;
	}
}

Memo *
memo_create(int64 deal_id)
{
	Memo	   *memo = palloc0(sizeof(Memo));

	memo->deal_id = deal_id;
	policy_init(&memo->policy);
	initStringInfo(&memo->tail);
	return memo;
}

/* -------------------------------------------------------------- documents */

/* Documents are in C order of doc_id: a binary search needs no table. */
Document *
memo_document(const Memo *memo, const char *doc_id, int len)
{
	int			low = 0;
	int			high = memo->ndocuments;

	while (low < high)
	{
		int			middle = (low + high) / 2;
		const char *id = memo->documents[middle].doc_id;
		int			id_len = memo->documents[middle].doc_id_len;
		int			order = memcmp(id, doc_id, Min(id_len, len));

		if (order == 0)
			order = id_len - len;
		if (order == 0)
			return &memo->documents[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

bool
identity_equal(const Identity *a, const Identity *b)
{
	if (a->doc != b->doc || a->page != b->page)
		return false;
	return a->locator == b->locator || (a->locator != NULL && b->locator != NULL && strcmp(a->locator, b->locator) == 0);
}

/* ------------------------------------------------------------------ notes */

static uint64
hash_text(uint64 seed, const char *text)
{
	return text == NULL ? seed * 31 + 1
		: hash_bytes_extended((const unsigned char *) text, (int) strlen(text), seed);
}

uint64
identity_hash(const Identity *identity)
{
	uint64		key = hash_text(identity->page, identity->doc->doc_id);

	return identity->page == 0 || identity->locator != NULL ? hash_text(key, identity->locator) : key;
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

static bool
is_same_note(const Note *a, const Note *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == NOTE_INSIGHT)
		return strcmp(a->origin, b->origin) == 0 && strcmp(a->text, b->text) == 0;
	return identity_equal(&a->identity, &b->identity);
}

/* Notes by kind and identity or text: open addressing, grown at half load. */
static uint32
note_slot(const Memo *memo, const Note *note)
{
	uint32		slot = (uint32) note_key(memo, note) & memo->note_mask;

	while (memo->note_table[slot] != NULL && !is_same_note(memo->note_table[slot], note))
		slot = (slot + 1) & memo->note_mask;
	return slot;
}

static void
grow_note_table(Memo *memo)
{
	Note	  **old = memo->note_table;
	uint32		size = old == NULL ? 0 : memo->note_mask + 1;

	memo->note_mask = size == 0 ? 255 : size * 2 - 1;
	memo->note_table = palloc0(sizeof(Note *) * ((Size) memo->note_mask + 1));
	for (uint32 i = 0; i < size; i++)
		if (old[i] != NULL)
			memo->note_table[note_slot(memo, old[i])] = old[i];
}

Note *
note_enter(Memo *memo, Note *note)
{
	uint32		slot;

	if (memo->note_table == NULL || memo->note_entries * 2 > (int) memo->note_mask)
		grow_note_table(memo);
	slot = note_slot(memo, note);
	if (memo->note_table[slot] == NULL)
	{
		memo->note_table[slot] = note;
		memo->note_entries++;
	}
	return memo->note_table[slot];
}

Note *
note_for(Memo *memo, NoteKind kind, const Identity *identity)
{
	if (memo->note_table != NULL)
	{
		Note		wanted = {.kind = kind, .identity = *identity};
		Note	   *note = memo->note_table[note_slot(memo, &wanted)];

		if (note != NULL)
			return note;
	}
	return note_enter(memo, note_create(memo, kind, identity));
}

Note *
note_for_text(Memo *memo, const char *origin, const char *text)
{
	Note		wanted = {.kind = NOTE_INSIGHT, .origin = origin, .text = (char *) text};
	Note	   *note = memo->note_table == NULL ? NULL : memo->note_table[note_slot(memo, &wanted)];

	if (note != NULL)
		return note;
	note = note_create(memo, NOTE_INSIGHT, NULL);
	note->origin = origin;
	note->text = pstrdup(text);
	note->key = note_key(memo, note);
	return note_enter(memo, note);
}

/* Follows the alias table; two hops and more end at the same note. */
Note *
note_resolve(Note *note)
{
	while (note != NULL && note->merged_into != NULL)
		note = note->merged_into;
	return note;
}

/* -------------------------------------------------------------- citations */

Marker *
citation_marker(const Memo *memo, const Citation *citation)
{
	if (citation->marker < 0)
		return NULL;
	return &memo->sections[citation->section].prose->markers.items[citation->marker];
}

void
citation_remove(Memo *memo, Citation *citation, const char *how)
{
	citation->is_removed = true;
	citation->how = how;
	citation->stage = memo->stage;
}

void
citation_set_source(Citation *citation, const Identity *identity, Claim *claim)
{
	citation->identity = *identity;
	citation->claim = claim;
	citation->is_resolved = true;
	if (claim != NULL)
	{
		citation->confidence = claim->confidence;
		citation->passage_id = claim->passage_id;
		citation->block_id = claim->block_id;
	}
}

void
citations_removed(Memo *memo, int section, const char *how, int count)
{
	if (count > 0)
		memo_event(memo, EVENT_citation_removed, section, slice_of(how), "{\"markers\":%d}", count);
}

Citation *
citation_create(Memo *memo, int section, const char *origin)
{
	Citation   *citation = VEC_PUSH(&memo->citations);

	citation->section = section;
	citation->origin = origin;
	citation->marker = -1;
	citation->last_inner = -1;
	citation->src_id = -1;
	citation->global_id = -1;
	citation->block_id = -1;
	citation->confidence = -1;
	citation->score = -1;
	citation->anchor = -1;
	citation->order = memo->citations.count - 1;
	citation->marker_offset = -1;
	citation->final_offset = -1;
	return citation;
}

Citation *
citation_add(Memo *memo, int section, const char *origin, int anchor)
{
	Citation   *citation = citation_create(memo, section, origin);

	citation->anchor = anchor;
	citation->stage = memo->stage;
	*VEC_PUSH(&memo->sections[section].placed) = memo->citations.count - 1;
	return citation;
}

static int
compare_anchors(const void *a, const void *b)
{
	const Citation *x = *(Citation *const *) a;
	const Citation *y = *(Citation *const *) b;

	if (x->anchor != y->anchor)
		return x->anchor < y->anchor ? -1 : 1;
	if ((x->note->kind == NOTE_INSIGHT) != (y->note->kind == NOTE_INSIGHT))
		return x->note->kind == NOTE_INSIGHT ? 1 : -1;	/* behind the sources */
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x < y ? -1 : x > y;	/* one array, in reading order */
}

Citation **
section_references(const Memo *memo, const Section *section, int *count)
{
	int			room = section->ncitations + section->placed.count;
	Citation  **list = palloc(sizeof(Citation *) * (room + 1));
	Citation   *first = memo->citations.items + section->first_citation;
	bool		in_order = true;

	*count = 0;
	for (int i = 0; i < section->ncitations; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (citation_is_live(&first[i]))
			list[(*count)++] = &first[i];
	}
	for (int i = 0; i < section->placed.count; i++)
	{
		Citation   *citation = &memo->citations.items[section->placed.items[i]];

		if (citation_is_live(citation))
			list[(*count)++] = citation;
	}
	for (int i = 1; i < *count && in_order; i++)
		in_order = list[i - 1]->anchor < list[i]->anchor || compare_anchors(&list[i - 1], &list[i]) < 0;
	if (!in_order)
		qsort(list, *count, sizeof(Citation *), compare_anchors);
	return list;
}

/* --------------------------------------------------------------- sections */

TextBlock *
section_block_at(const Section *section, int pos)
{
	int			low;

	LOWER_BOUND(low, section->prose->blocks.count, i, section->prose->blocks.items[i].end <= pos);
	/* an anchor at the very end of the last line belongs to its block */
	if (low > 0 && (low == section->prose->blocks.count ||
					section->prose->blocks.items[low].start > pos))
		low--;
	return low < section->prose->blocks.count ? &section->prose->blocks.items[low] : NULL;
}

void
section_edit(Memo *memo, Section *section, int start, int removed,
			 const char *inserted)
{
	Edit	   *edit = VEC_PUSH(&section->edits);

	edit->start = start;
	edit->removed = removed;
	edit->inserted = inserted;
	edit->stage = memo->stage;
	edit->order = 0;
	edit->nth = section->edits.count;
}

int
section_words(Section *section)
{
	const Prose *prose = section->prose;

	if (section->words >= 0)
		return section->words;
	section->words = prose_words(prose, prose_source_block(prose));
	for (int i = section->source_block; i < prose->blocks.count && section->keeps_sources; i++)
		section->words += prose_block_words(prose, &prose->blocks.items[i]);
	return section->words;
}

/* A note of ours is no evidence: it cites nothing. */
static bool
is_evidence(const Citation *citation)
{
	return !citation->is_removed && (citation->note == NULL || citation->note->kind != NOTE_INSIGHT);
}

bool
section_is_cited(const Memo *memo, const Section *section)
{
	for (int i = 0; i < section->ncitations; i++)
		if (is_evidence(&memo->citations.items[section->first_citation + i]))
			return true;
	for (int i = 0; i < section->placed.count; i++)
		if (is_evidence(&memo->citations.items[section->placed.items[i]]))
			return true;
	return false;
}
