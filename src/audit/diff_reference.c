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
 * removed or added.  All by sorting.
 */
#include "audit/audit_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "render/render.h"

#define SHOWN_BYTES 160			/* of a sentence, in detail */

/* A reference of a section. */
struct Ref
{
	uint64		sentence;		/* hash of its text without references */
	int			repeat;			/* of that text in the section, from 0 */
	int			place;			/* reading order in the section */
	int			number;
	const StoredNote *note;
	Slice		text;			/* of the sentence */
	bool		is_known;		/* the other memo's section has the sentence, too */
	bool		is_paired;
};

/* ----------------------------------------------------------------- reading */

static int
compare_sentences(const void *a, const void *b)
{
	const Ref  *x = a;
	const Ref  *y = b;

	if (x->sentence != y->sentence)
		return x->sentence < y->sentence ? -1 : 1;
	return x->place - y->place;
}

/* Tells sentences of the same words apart: references of one have one text. */
static void
number_repeats(RefList *list)
{
	qsort(list->items, list->count, sizeof(Ref), compare_sentences);
	for (int i = 1; i < list->count; i++)
		if (list->items[i].sentence == list->items[i - 1].sentence)
			list->items[i].repeat = list->items[i - 1].repeat +
				(list->items[i].text.data != list->items[i - 1].text.data);
}

static uint64
sentence_hash(const Prose *prose, Slice sentence, int *next, StringInfo text)
{
	int			start = (int) (sentence.data - prose->text);

	diff_plain(prose, start, start + sentence.len, next, text);
	return slice_hash((Slice) {text->data, text->len}, 0);
}

/* The sentence in which a reference stands, its block where that has none. */
static Slice
sentence_of(Prose *prose, const Marker *marker)
{
	TextBlock  *block = &prose->blocks.items[marker->block];
	int			index = prose_sentence_at(prose, block, marker->start);
	const Sentence *sentence;

	if (index < 0)
		return (Slice) {prose->text + block->start, block->end - block->start};
	sentence = &prose->sentences.items[block->first_sentence + index];
	return (Slice) {prose->text + sentence->start, sentence->end - sentence->start};
}

/* References in reading order. */
static void
collect_references(Prose *prose, const StoredMemo *memo, RefList *list)
{
	int			next = 0;
	const char *sentence_start = NULL;
	uint64		hash = 0;
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		int64		number =
			marker->kind == MARKER_NOTE_REF ? whole_number(marker->value, memo->nnotes) : 0;
		Slice		sentence;

		CHECK_FOR_INTERRUPTS();
		if (number <= 0)
			continue;
		sentence = sentence_of(prose, marker);
		if (sentence.data != sentence_start)
		{
			hash = sentence_hash(prose, sentence, &next, &text);
			sentence_start = sentence.data;
		}
		list->items[list->count] =
			(Ref){.sentence = hash,
				  .place = list->count,
				  .number = number,
				  .note = &memo->notes[number - 1],
				  .text = sentence};
		list->count++;
	}
	pfree(text.data);
}

RefList
references_read(const StoredMemo *memo, const StoredSection *section)
{
	Prose	   *prose =
		prose_parse(section->body, (int) strlen(section->body), &finished_extension);
	RefList		list = {.items = palloc_array_huge(prose->markers.count + 1, sizeof(Ref))};
	int			next = 0;
	StringInfoData text;

	initStringInfo(&text);
	diff_plain(prose, 0, prose->len, &next, &text);
	list.prose = slice_hash((Slice) {text.data, text.len}, 0);
	list.lines = lines_read(prose);
	collect_references(prose, memo, &list);
	pfree(text.data);
	number_repeats(&list);
	return list;
}

/* ----------------------------------------------------------------- pairing */

/* Marks references whose sentence the other list has, as often as needed. */
static void
mark_known(RefList *list, const RefList *other)
{
	KeyMap		known = {NULL, 0, 0};

	for (int i = 0; i < other->lines.count; i++)
		*keymap_at(&known, other->lines.items[i].hash + (uint64) other->lines.items[i].nth) = 1;
	for (int i = 0; i < list->count; i++)
		list->items[i].is_known = keymap_get(&known, list->items[i].sentence +
											 (uint64) list->items[i].repeat) > 0;
	keymap_free(&known);
}

/* What references that pair up agree in. */
typedef enum Agreement
{
	SENTENCE_AND_NOTE,
	SENTENCE,					/* the source may be another */
	NOTE,						/* of reworded sentences */
	PLACE						/* nothing: in reading order */
} Agreement;

static Agreement sort_order;

static int
compare_agreement(const Ref *a, const Ref *b)
{
	if (sort_order < NOTE && a->sentence != b->sentence)
		return a->sentence < b->sentence ? -1 : 1;
	if (sort_order < NOTE && a->repeat != b->repeat)
		return a->repeat - b->repeat;
	return sort_order == SENTENCE || sort_order == PLACE ? 0 : strcmp(a->note->key, b->note->key);
}

static int
compare_refs(const void *a, const void *b)
{
	const Ref  *x = *(Ref *const *) a;
	const Ref  *y = *(Ref *const *) b;
	int			order = compare_agreement(x, y);

	return order != 0 ? order : x->place - y->place;
}

/* References of a list that are not paired yet, and may pair up so, in order. */
static Ref **
unpaired(const RefList *list, int *count)
{
	Ref		  **refs = palloc_array_huge(list->count + 1, sizeof(Ref *));

	*count = 0;
	for (int i = 0; i < list->count; i++)
		if (!list->items[i].is_paired && !(sort_order == NOTE && list->items[i].is_known))
			refs[(*count)++] = &list->items[i];
	qsort(refs, *count, sizeof(Ref *), compare_refs);
	return refs;
}

/* A sentence or definition, short enough to read in a row. */
static const char *
shown(Slice text)
{
	int			len = utf8_clip(text, SHOWN_BYTES);

	return psprintf("%.*s%s", len, text.data, len < text.len ? "..." : "");
}

static void
add_swap(Diff *diff, const char *section_key, const Ref *from, const Ref *to)
{
	bool		same_document = from->note->doc_id != NULL && to->note->doc_id != NULL &&
		strcmp(from->note->doc_id, to->note->doc_id) == 0;
	DiffRow    *row;

	if (strcmp(from->note->key, to->note->key) == 0)
		return;
	row = diff_add_row(diff, same_document ? "place_changed" : "source_swapped", section_key,
				  diff_change(from->note->definition, to->note->definition));
	row->note_key = to->note->key;
	row->from_number = from->number;
	row->to_number = to->number;
}

/* Pairs off what agrees. */
static void
pair_off(Diff *diff, const char *section_key, RefList *from, RefList *to, Agreement agreement)
{
	int			nfrom;
	int			nto;
	Ref		  **a;
	Ref		  **b;

	sort_order = agreement;
	a = unpaired(from, &nfrom);
	b = unpaired(to, &nto);
	for (int i = 0, j = 0; i < nfrom && j < nto;)
	{
		int			order = compare_agreement(a[i], b[j]);

		if (order == 0)
		{
			a[i]->is_paired = b[j]->is_paired = true;
			if (agreement == SENTENCE)
				add_swap(diff, section_key, a[i], b[j]);
		}
		i += order <= 0;
		j += order >= 0;
	}
	pfree(a);
	pfree(b);
}

static void
add_rest(Diff *diff, const char *section_key, const RefList *list, bool is_new)
{
	int			count;
	Ref		  **refs;

	sort_order = PLACE;
	refs = unpaired(list, &count);
	for (int i = 0; i < count; i++)
	{
		DiffRow    *row = diff_add_row(diff, is_new ? "reference_added" : "reference_removed",
									   section_key, shown(refs[i]->text));

		row->note_key = refs[i]->note->key;
		*(is_new ? &row->to_number : &row->from_number) = refs[i]->number;
	}
	pfree(refs);
}

void
references_compare(Diff *diff, const char *section_key, RefList *from, RefList *to)
{
	mark_known(from, to);
	mark_known(to, from);
	for (Agreement agreement = SENTENCE_AND_NOTE; agreement <= NOTE; agreement++)
		pair_off(diff, section_key, from, to, agreement);
	add_rest(diff, section_key, from, false);
	add_rest(diff, section_key, to, true);
}
