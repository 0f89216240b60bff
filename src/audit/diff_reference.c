/*
 * diff_reference.c
 *		What changed between the references of a section of two memos.
 *
 * References are looked at section by section: those of a sentence that both memos
 * have,
 *
 *		NOI rose to $4.2M.[^3]		(from: note 3 is the rent roll)
 *		NOI rose to $4.2M.[^5]		(to:   note 5 is the appraisal)
 *
 * pair up in order, which makes this one a swapped source; then those of
 * sentences that only one has by note (they are reworded); what is left was
 * removed or added.
 */
#include "audit/audit_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "render/render.h"

#define SHOWN_BYTES 160			/* of a sentence, in detail */

/* ----------------------------------------------------------------- reading */

/* Where the sentence begins in which a reference stands, or its block, where that has none. */
static int
sentence_start(Prose *prose, const Marker *marker)
{
	TextBlock  *block = &prose->blocks.items[marker->block];
	int			index = prose_sentence_at(prose, block, marker->start);

	return index < 0 ? block->start
		: prose->sentences.items[block->first_sentence + index].start;
}

SectionText
section_read(const StoredMemo *memo, const StoredSection *section)
{
	SectionText text = {.prose = 0};
	Prose	   *prose;
	int			next = 0;
	int			line = 0;

	if (section == NULL)
		return text;
	prose = prose_parse(section->body, (int) strlen(section->body), &finished_extension);
	text.prose = slice_hash(diff_plain(prose, 0, prose->len, &next), 0);
	text.lines = lines_read(prose);
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		int64		number =
			marker->kind == MARKER_NOTE_REF ? whole_number(marker->value, memo->nnotes) : 0;
		int			start;

		CHECK_FOR_INTERRUPTS();
		if (number <= 0)
			continue;
		start = sentence_start(prose, marker);
		while (line < text.lines.count && text.lines.items[line].start < start)
			line++;
		*VEC_PUSH(&text.refs) = (Ref) {
			.line = line < text.lines.count && text.lines.items[line].start == start ? line : -1,
			.number = (int) number, .note = &memo->notes[number - 1]};
	}
	return text;
}

/* ----------------------------------------------------------------- pairing */

/* What references that pair up agree in. */
typedef enum Agreement
{
	SENTENCE_AND_NOTE,
	SENTENCE,					/* the source may be another */
	NOTE						/* of reworded sentences */
} Agreement;

/* What must be the same of two references, 0 = it pairs up with none. */
static uint64
agreement_key(const SectionText *text, const Ref *ref, bool is_new, Agreement agreement)
{
	int			partner = ref->line < 0 ? -1 : text->lines.items[ref->line].partner;
	int			line = is_new || partner < 0 ? partner : ref->line;

	if (ref->is_paired || (agreement == NOTE) != (partner < 0))
		return 0;
	return slice_hash(slice_of(agreement == SENTENCE ? "" : ref->note->key), (uint64) line + 2);
}

static void
add_swap(Diff *diff, const char *section_key, const Ref *from, const Ref *to)
{
	bool		same_document = from->note->doc_id != NULL && to->note->doc_id != NULL &&
		strcmp(from->note->doc_id, to->note->doc_id) == 0;
	DiffRow    *row = diff_add_row(diff, same_document ? "place_changed" : "source_swapped",
								   section_key, diff_change(from->note->definition,
															to->note->definition));

	row->note_key = to->note->key;
	row->from_number = from->number;
	row->to_number = to->number;
}

/* Pairs off what agrees, in order. */
static void
pair_off(Diff *diff, const char *section_key, SectionText *from, SectionText *to,
		 Agreement agreement)
{
	KeyMap		first = {NULL, 0, 0};	/* of a key, from 1; -1 = all are paired */
	int		   *next = palloc_array_huge(from->refs.count + 1, sizeof(int));

	for (int i = from->refs.count - 1; i >= 0; i--)
	{
		uint64		key = agreement_key(from, &from->refs.items[i], false, agreement);
		int			behind = keymap_get(&first, key);

		next[i] = behind > 0 ? behind : -1;
		if (key != 0)
			*keymap_at(&first, key) = i + 1;
	}
	for (int i = 0; i < to->refs.count; i++)
	{
		Ref		   *new = &to->refs.items[i];
		uint64		key = agreement_key(to, new, true, agreement);
		int			at = key == 0 ? 0 : keymap_get(&first, key);

		CHECK_FOR_INTERRUPTS();
		if (at <= 0)
			continue;
		*keymap_at(&first, key) = next[at - 1];
		from->refs.items[at - 1].is_paired = new->is_paired = true;
		if (agreement == SENTENCE)
			add_swap(diff, section_key, &from->refs.items[at - 1], new);
	}
	keymap_free(&first);
	pfree(next);
}

static void
add_rest(Diff *diff, const char *section_key, const SectionText *text, bool is_new)
{
	for (int i = 0; i < text->refs.count; i++)
	{
		const Ref  *ref = &text->refs.items[i];
		Slice		said = ref->line < 0 ? (Slice) {"", 0} : text->lines.items[ref->line].text;
		int			len = utf8_clip(said, SHOWN_BYTES);
		DiffRow    *row;

		if (ref->is_paired)
			continue;
		row = diff_add_row(diff, is_new ? "reference_added" : "reference_removed", section_key,
						   psprintf("%.*s%s", len, said.data, len < said.len ? "..." : ""));
		row->note_key = ref->note->key;
		*(is_new ? &row->to_number : &row->from_number) = ref->number;
	}
}

void
references_compare(Diff *diff, const char *section_key, SectionText *from, SectionText *to)
{
	for (Agreement agreement = SENTENCE_AND_NOTE; agreement <= NOTE; agreement++)
		pair_off(diff, section_key, from, to, agreement);
	add_rest(diff, section_key, from, false);
	add_rest(diff, section_key, to, true);
}
