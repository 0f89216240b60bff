/*
 * diff.c
 *		What changed between two stored memos of a deal.
 *
 * Notes are the same when their keys are, whatever their numbers.  References
 * are looked at section by section: those of a sentence that both memos have,
 *
 *		NOI rose to $4.2M.[^3]		(from: note 3 is the rent roll)
 *		NOI rose to $4.2M.[^5]		(to:   note 5 is the appraisal)
 *
 * pair up in order, which makes this one a swapped source; then those of
 * sentences that only one has by note (they are reworded), then by the marker
 * that they came from (swapped); what is left was removed or added.  All by
 * sorting.
 */
#include "diff.h"

#include "common/hashfn.h"

#define SHOWN_BYTES 160			/* of a sentence, in detail */

/* A reference of a section. */
typedef struct Ref
{
	uint64		sentence;		/* hash of its text without references */
	int			repeat;			/* of that text in the section, from 0 */
	int			place;			/* reading order in the section */
	int			number;
	const StoredNote *note;
	const char *marker;			/* as the agent wrote it; "" = placed by a stage */
	Slice		text;			/* of the sentence */
	bool		is_known;		/* the other memo's section has the sentence, too */
	bool		is_paired;
} Ref;

typedef struct RefList
{
	Ref		   *items;
	int			count;
				VEC(uint64) sentences;	/* hashes of all sentences of the section */
	uint64		prose;			/* hash of the section's text without references */
} RefList;

typedef struct Diff
{
	const StoredMemo *from;
	const StoredMemo *to;
				VEC(DiffRow) rows;
} Diff;

static DiffRow *
add_row(Diff *diff, const char *kind, const char *section_key, const char *detail)
{
	DiffRow    *row = VEC_PUSH(&diff->rows);

	row->kind = kind;
	row->section_key = section_key;
	row->detail = detail;
	return row;
}

static const char *
change_text(const char *from, const char *to)
{
	return psprintf("%s -> %s", from, to);
}

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
add_note_row(Diff *diff, const char *kind, const NoteEntry *from, const NoteEntry *to, const char *detail)
{
	DiffRow    *row = add_row(diff, kind, NULL, detail);

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
							 change_text(from[i].note->definition, to[j].note->definition));
		}
		i += order <= 0;
		j += order >= 0;
	}
	qsort(diff->rows.items + first, diff->rows.count - first, sizeof(DiffRow), compare_note_rows);
	pfree(from);
	pfree(to);
}

/* -------------------------------------------------------------- references */

/* A run of a body without its references and their marks, blanks as one. */
static void
plain_text(const Prose *prose, int start, int end, int *next, StringInfo out)
{
	resetStringInfo(out);
	for (int pos = start; pos < end;)
	{
		const Marker *marker;

		while (*next < prose->markers.count && prose->markers.items[*next].start < pos)
			(*next)++;
		marker = *next < prose->markers.count ? &prose->markers.items[*next] : NULL;
		if (marker != NULL && marker->start == pos && marker->kind == MARKER_NOTE_REF)
		{
			pos += marker->len;
			if (end - pos >= 3 && memcmp(prose->text + pos, WEAK_MARK, 3) == 0)
				pos += 3;
			continue;
		}
		if (strchr(" \t\r\n", prose->text[pos]) == NULL)
			appendStringInfoChar(out, prose->text[pos]);
		else if (out->len > 0 && out->data[out->len - 1] != ' ')
			appendStringInfoChar(out, ' ');
		pos++;
	}
	while (out->len > 0 && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
}

static int
compare_offsets(const void *a, const void *b)
{
	const StoredCitation *x = *(const StoredCitation *const *) a;
	const StoredCitation *y = *(const StoredCitation *const *) b;

	return x->final_offset < y->final_offset ? -1 : x->final_offset > y->final_offset;
}

static int
compare_citation_keys(const void *a, const void *b)
{
	const StoredCitation *x = *(const StoredCitation *const *) a;
	const StoredCitation *y = *(const StoredCitation *const *) b;
	int			order = strcmp(x->section_key, y->section_key);

	return order != 0 ? order : compare_offsets(a, b);
}

/* Kept citations by section and place: their markers tell references apart. */
static const StoredCitation **
kept_citations(const StoredMemo *memo, int *count)
{
	const StoredCitation **kept = palloc_array_huge(memo->ncitations + 1, sizeof(StoredCitation *));

	*count = 0;
	for (int i = 0; i < memo->ncitations; i++)
		if (strcmp(memo->citations[i].fate, "kept") == 0)
			kept[(*count)++] = &memo->citations[i];
	qsort(kept, *count, sizeof(StoredCitation *), compare_citation_keys);
	return kept;
}

static int
first_kept(const StoredCitation **kept, int count, const char *section_key)
{
	int			low = 0;
	int			high = count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (strcmp(kept[middle]->section_key, section_key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

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

/* The number in a reference's label, 0 when it is none of ours. */
static int
label_number(Slice label, int nnotes)
{
	int64		number = 0;

	for (int i = 0; i < label.len && number <= nnotes; i++)
		number = isdigit((unsigned char) label.data[i]) ? number * 10 + (label.data[i] - '0') : (int64) nnotes + 1;
	return label.len > 0 && number <= nnotes ? (int) number : 0;
}

static int
compare_hashes(const void *a, const void *b)
{
	uint64		x = *(const uint64 *) a;
	uint64		y = *(const uint64 *) b;

	return x < y ? -1 : x > y;
}

static uint64
sentence_hash(const Prose *prose, Slice sentence, int *next, StringInfo text)
{
	int			start = (int) (sentence.data - prose->text);

	plain_text(prose, start, start + sentence.len, next, text);
	return hash_bytes_extended((unsigned char *) text->data, text->len, 0);
}

static void
collect_sentences(Prose *prose, RefList *list, StringInfo text)
{
	int			next = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		Sentence   *sentences;

		CHECK_FOR_INTERRUPTS();
		if (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_TABLE)
			continue;
		sentences = prose_sentences(prose, block);
		for (int j = 0; j < block->nsentences; j++)
		{
			CHECK_FOR_INTERRUPTS();
			*VEC_PUSH(&list->sentences) = sentence_hash(prose, (Slice) {prose->text + sentences[j].start,
				sentences[j].end - sentences[j].start}, &next, text);
		}
	}
	if (list->sentences.count > 1)
		qsort(list->sentences.items, list->sentences.count, sizeof(uint64), compare_hashes);
}

/* Marks references whose sentence the other list has, as often as needed. */
static void
mark_known(RefList *list, const RefList *other)
{
	for (int i = 0; i < list->count; i++)
	{
		Ref		   *ref = &list->items[i];
		int			low = 0;
		int			high = other->sentences.count;

		while (low < high)
		{
			int			middle = (low + high) / 2;

			if (other->sentences.items[middle] < ref->sentence)
				low = middle + 1;
			else
				high = middle;
		}
		ref->is_known = low + ref->repeat < other->sentences.count &&
			other->sentences.items[low + ref->repeat] == ref->sentence;
	}
}

static RefList
read_references(const StoredMemo *memo, const StoredSection *section, const StoredCitation **kept, int nkept)
{
	Prose	   *prose = prose_parse(section->body, (int) strlen(section->body));
	RefList		list = {.items = palloc_array_huge(prose->markers.count + 1, sizeof(Ref))};
	int			citation = first_kept(kept, nkept, section->section_key);
	int			next = 0;
	const char *sentence_start = NULL;
	StringInfoData text;
	uint64		hash = 0;

	initStringInfo(&text);
	plain_text(prose, 0, prose->len, &next, &text);
	list.prose = hash_bytes_extended((unsigned char *) text.data, text.len, 0);
	collect_sentences(prose, &list, &text);
	next = 0;
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		TextBlock  *block = &prose->blocks.items[marker->block];
		int			number = marker->kind == MARKER_NOTE_REF ? label_number(marker->value, memo->nnotes) : 0;
		int			index;
		Slice		sentence = {prose->text + block->start, block->end - block->start};
		Ref		   *ref;

		CHECK_FOR_INTERRUPTS();
		if (number == 0)
			continue;
		index = prose_sentence_at(prose, block, marker->start);
		if (index >= 0)
		{
			const Sentence *found = &prose->sentences.items[block->first_sentence + index];

			sentence = (Slice) {prose->text + found->start, found->end - found->start};
		}
		if (sentence.data != sentence_start)
		{
			hash = sentence_hash(prose, sentence, &next, &text);
			sentence_start = sentence.data;
		}
		ref = &list.items[list.count];
		*ref = (Ref) {.sentence = hash, .place = list.count++, .number = number, .note = &memo->notes[number - 1],
			.marker = "", .text = sentence};
		if (citation < nkept && strcmp(kept[citation]->section_key, section->section_key) == 0 &&
			kept[citation]->note_number == number)
		{
			if (kept[citation]->marker != NULL)
				ref->marker = kept[citation]->marker;
			citation++;
		}
	}
	pfree(text.data);
	number_repeats(&list);
	return list;
}

/* ----------------------------------------------------------------- pairing */

/* Order in which references pair up: by key, then by place. */
typedef int (*RefOrder) (const Ref *a, const Ref *b);

static int
by_sentence(const Ref *a, const Ref *b)
{
	if (a->sentence != b->sentence)
		return a->sentence < b->sentence ? -1 : 1;
	return a->repeat - b->repeat;
}

static int
by_note(const Ref *a, const Ref *b)
{
	return strcmp(a->note->key, b->note->key);
}

static int
by_sentence_and_note(const Ref *a, const Ref *b)
{
	int			order = by_sentence(a, b);

	return order != 0 ? order : by_note(a, b);
}

static int
by_marker(const Ref *a, const Ref *b)
{
	return strcmp(a->marker, b->marker);
}

static RefOrder sort_order;

static int
compare_refs(const void *a, const void *b)
{
	const Ref  *x = *(Ref *const *) a;
	const Ref  *y = *(Ref *const *) b;
	int			order = sort_order(x, y);

	return order != 0 ? order : x->place - y->place;
}

/* References of a list that are not paired yet, in an order; of all or only of
 * changed sentences. */
static Ref **
unpaired(const RefList *list, RefOrder order, bool is_changed, int *count)
{
	Ref		  **refs = palloc_array_huge(list->count + 1, sizeof(Ref *));

	*count = 0;
	for (int i = 0; i < list->count; i++)
		if (!list->items[i].is_paired && !(is_changed && list->items[i].is_known))
			refs[(*count)++] = &list->items[i];
	sort_order = order;
	qsort(refs, *count, sizeof(Ref *), compare_refs);
	return refs;
}

/* A sentence or definition, short enough to read in a row. */
static const char *
shown(Slice text)
{
	int			len = Min(text.len, SHOWN_BYTES);

	while (len < text.len && len > 0 && ((unsigned char) text.data[len] & 0xC0) == 0x80)
		len--;
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
	row = add_row(diff, same_document ? "place_changed" : "source_swapped", section_key,
				  change_text(from->note->definition, to->note->definition));
	row->note_key = to->note->key;
	row->from_number = from->number;
	row->to_number = to->number;
}

/* Pairs off what is equal in an order; is_swap: the sources may differ. */
static void
pair_off(Diff *diff, const char *section_key, RefList *from, RefList *to, RefOrder order, bool is_swap)
{
	int			nfrom;
	int			nto;
	bool		is_changed = order == by_note || order == by_marker;
	Ref		  **a = unpaired(from, order, is_changed, &nfrom);
	Ref		  **b = unpaired(to, order, is_changed, &nto);

	for (int i = 0, j = 0; i < nfrom && j < nto;)
	{
		int			compared = order(a[i], b[j]);

		if (compared == 0 && (order != by_marker || a[i]->marker[0] != '\0'))
		{
			a[i]->is_paired = b[j]->is_paired = true;
			if (is_swap)
				add_swap(diff, section_key, a[i], b[j]);
		}
		i += compared <= 0;
		j += compared >= 0;
	}
	pfree(a);
	pfree(b);
}

static int
by_place(const Ref *a, const Ref *b)
{
	return a->place - b->place;
}

static void
add_rest(Diff *diff, const char *section_key, const RefList *list, bool is_new)
{
	int			count;
	Ref		  **refs = unpaired(list, by_place, false, &count);

	for (int i = 0; i < count; i++)
	{
		DiffRow    *row = add_row(diff, is_new ? "reference_added" : "reference_removed", section_key, shown(refs[i]->text));

		row->note_key = refs[i]->note->key;
		*(is_new ? &row->to_number : &row->from_number) = refs[i]->number;
	}
	pfree(refs);
}

static void
compare_references_of(Diff *diff, const char *section_key, RefList *from, RefList *to)
{
	mark_known(from, to);
	mark_known(to, from);
	pair_off(diff, section_key, from, to, by_sentence_and_note, false);
	pair_off(diff, section_key, from, to, by_sentence, true);
	pair_off(diff, section_key, from, to, by_note, false);
	pair_off(diff, section_key, from, to, by_marker, true);
	add_rest(diff, section_key, from, false);
	add_rest(diff, section_key, to, true);
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
	return strcmp(((const SectionEntry *) a)->section->section_key, ((const SectionEntry *) b)->section->section_key);
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
		SectionEntry *found = bsearch(&wanted, sorted, other->nsections, sizeof(SectionEntry), compare_sections);

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
	int			nfrom;
	int			nto;
	const StoredCitation **from_kept = kept_citations(from, &nfrom);
	const StoredCitation **to_kept = kept_citations(to, &nto);

	for (int i = 0; i < from->nsections; i++)
		if (gone[i].other == NULL)
			add_row(&diff, "section_removed", gone[i].section->section_key, gone[i].section->title);
	for (int i = 0; i < to->nsections; i++)
	{
		const StoredSection *section = sections[i].section;
		const StoredSection *old = sections[i].other;

		CHECK_FOR_INTERRUPTS();
		after[i] = read_references(to, section, to_kept, nto);
		if (old == NULL)
		{
			add_row(&diff, "section_added", section->section_key, section->title);
			continue;
		}
		before[i] = read_references(from, old, from_kept, nfrom);
		if (strcmp(old->title, section->title) != 0)
			add_row(&diff, "section_renamed", section->section_key, change_text(old->title, section->title));
		if (before[i].prose != after[i].prose)
			add_row(&diff, "section_changed", section->section_key, section->title);
	}
	compare_all_notes(&diff);
	for (int i = 0; i < from->nsections; i++)
		if (gone[i].other == NULL)
		{
			RefList		list = read_references(from, gone[i].section, from_kept, nfrom);

			add_rest(&diff, gone[i].section->section_key, &list, false);
		}
	for (int i = 0; i < to->nsections; i++)
		compare_references_of(&diff, sections[i].section->section_key, &before[i], &after[i]);
	*rows = diff.rows.items;
	return diff.rows.count;
}
