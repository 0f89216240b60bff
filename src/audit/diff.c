/*
 * diff.c
 *		What changed between two stored memos of a deal: sections and notes.
 *
 * Sections are the same when their keys are, notes likewise, whatever their numbers.  Sentences
 * that both texts of a section have pair up, the nth of the same words with the nth; of the others
 * those behind the same pair are editions of each other, in order, and what is left over was added
 * or removed:
 *
 *		NOI rose to $4.2M.[^3] Roofs are fine.	(from: note 3 is the rent roll)
 *		NOI rose to $4.3M.[^5] Roofs are fine.	(to)
 *
 * gives "NOI rose to [-$4.2M.-]" and "NOI rose to {+$4.3M.+}".  References pair up with those of
 * the same sentence and note, then of the sentence, which makes the source a swapped one, then
 * those of reworded sentences by note; what is left was removed or added.
 */
#include "audit/audit.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "render/render.h"

#define MOST_CELLS	1000000		/* of the table that compares words; more are not compared */
#define SHOWN_BYTES 160			/* of a sentence, in detail */

typedef struct Diff
{
	const StoredMemo *from;
	const StoredMemo *to;
				VEC(DiffRow) rows;
} Diff;

typedef struct TextLine
{
	Slice		text;			/* plain, without references */
	int			start;			/* byte of the body */
	uint64		key;			/* its words, and that it is the nth of them */
	int			partner;		/* index in the other text, -1 = none */
} TextLine;

typedef VEC(TextLine) TextLines;

/* A reference of a section. */
typedef struct Ref
{
	int			line;			/* its sentence, -1 = it stands in none */
	int			number;
	const StoredNote *note;
	bool		is_paired;
} Ref;

/* The text of a section. */
typedef struct SectionText
{
				VEC(Ref) refs;	/* in reading order */
	TextLines	lines;
	uint64		prose;			/* hash of the section's text without references */
} SectionText;

static DiffRow *
add_row(Diff *diff, const char *kind, const char *section_key, const char *detail)
{
	DiffRow    *row = VEC_PUSH(&diff->rows);

	row->kind = kind;
	row->section_key = section_key;
	row->detail = detail;
	return row;
}

/* "4 -> 5" */
static const char *
change(const char *from, const char *to)
{
	return psprintf("%s -> %s", from, to);
}

/* ----------------------------------------------------------------- reading */

/* A run of a body without its references and their marks; *next is the first that may be in it. */
static Slice
plain_run(const Prose *prose, int start, int end, int *next)
{
	StringInfoData out;
	Slice		line;

	initStringInfo(&out);
	for (; *next < prose->markers.count && prose->markers.items[*next].start < end; (*next)++)
	{
		const Marker *marker = &prose->markers.items[*next];

		if (marker->kind != MARKER_NOTE_REF || marker->start < start)
			continue;
		appendBinaryStringInfo(&out, prose->text + start, marker->start - start);
		start = marker->start + marker->len;
		if (end - start >= 3 && memcmp(prose->text + start, WEAK_MARK, 3) == 0)
			start += 3;
	}
	if (end > start)
		appendBinaryStringInfo(&out, prose->text + start, end - start);
	line = slice_one_line((Slice) {out.data, out.len});
	pfree(out.data);
	return line;
}

static void
add_line(const Prose *prose, int start, int end, int *next, KeyMap *met, TextLines *lines)
{
	Slice		text = plain_run(prose, start, end, next);

	if (text.len > 0)
		*VEC_PUSH(lines) = (TextLine) {text, start, keymap_nth(met, slice_hash(text, 0)), -1};
}

/* Sentences, cells, headings and blocks of code; what is HTML is no text. */
static TextLines
lines_read(Prose *prose)
{
	TextLines	lines = {NULL, 0, 0};
	KeyMap		met = {NULL, 0, 0};
	int			next = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		const Sentence *sentences = NULL;

		CHECK_FOR_INTERRUPTS();
		if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_TABLE)
			sentences = prose_sentences(prose, block);
		for (int j = 0; sentences != NULL && j < block->nsentences; j++)
			add_line(prose, sentences[j].start, sentences[j].end, &next, &met, &lines);
		if (sentences == NULL && block->kind != BLOCK_HTML)
			add_line(prose, block->start, block->end, &next, &met, &lines);
	}
	keymap_free(&met);
	return lines;
}

/* Where the sentence begins in which a reference stands, or its block, where that has none. */
static int
sentence_start(Prose *prose, const Marker *marker)
{
	TextBlock  *block = &prose->blocks.items[marker->block];
	int			index = prose_sentence_at(prose, block, marker->start);

	return index < 0 ? block->start
		: prose->sentences.items[block->first_sentence + index].start;
}

/* Reads a section, NULL = the memo has none. */
static SectionText
section_read(const StoredMemo *memo, const StoredSection *section)
{
	SectionText text = {.prose = 0};
	MemoryContext scratch;		/* of the parse, which is many times as large as the text */
	MemoryContext before;
	Prose	   *prose;
	int			next = 0;
	int			line = 0;

	if (section == NULL)
		return text;
	scratch = AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextSwitchTo(scratch);
	prose = prose_parse(section->body, (int) strlen(section->body), &finished_extension);
	text.prose = slice_hash(plain_run(prose, 0, prose->len, &next), 0);
	for (int i = 0; i < prose->blocks.count; i++)
		(void) prose_sentences(prose, &prose->blocks.items[i]);
	MemoryContextSwitchTo(before);
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
	MemoryContextDelete(scratch);
	return text;
}

/* -------------------------------------------------------------------- text */

/* Pairs sentences of the same words. */
static void
lines_pair(TextLines *from, TextLines *to)
{
	KeyMap		places = {NULL, 0, 0};

	for (int i = 0; i < from->count; i++)
		*keymap_at(&places, from->items[i].key) = i + 1;
	for (int i = 0; i < to->count; i++)
	{
		int			at = keymap_get(&places, to->items[i].key);

		if (at == 0)
			continue;
		to->items[i].partner = at - 1;
		from->items[at - 1].partner = i;
	}
	keymap_free(&places);
}

typedef VEC(Slice) Words;

static Words
words_of(Slice text)
{
	Words		words = {NULL, 0, 0};

	for (int i = 0, start = 0; i <= text.len; i++)
		if (i == text.len || text.data[i] == ' ')
		{
			if (i > start)
				*VEC_PUSH(&words) = (Slice) {text.data + start, i - start};
			start = i + 1;
		}
	return words;
}

/* Which words of both are in their longest common sequence. */
static void
mark_common(const Words *from, const Words *to, bool *old, bool *new)
{
	int			width = to->count + 1;
	int		   *longest;

	if ((int64) (from->count + 1) * width > MOST_CELLS)
		return;
	longest = palloc0(sizeof(int) * (Size) (from->count + 1) * width);
	for (int i = from->count - 1; i >= 0; i--)
		for (int j = to->count - 1; j >= 0; j--)
			longest[i * width + j] = slice_equal(from->items[i], to->items[j])
				? longest[(i + 1) * width + j + 1] + 1
				: Max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
	for (int i = 0, j = 0; i < from->count && j < to->count;)
		if (slice_equal(from->items[i], to->items[j]))
			old[i++] = new[j++] = true;
		else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1])
			i++;
		else
			j++;
	pfree(longest);
}

/* The words, with runs of those that the other has not between two marks. */
static const char *
marked_words(const Words *words, const bool *is_common, const char *open, const char *close)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < words->count; i++)
	{
		appendStringInfoString(&out, i > 0 ? " " : "");
		if (!is_common[i] && (i == 0 || is_common[i - 1]))
			appendStringInfoString(&out, open);
		appendBinaryStringInfo(&out, words->items[i].data, words->items[i].len);
		if (!is_common[i] && (i + 1 == words->count || is_common[i + 1]))
			appendStringInfoString(&out, close);
	}
	return out.data;
}

static void
add_text_row(Diff *diff, const char *section_key, const TextLine *from, const TextLine *to)
{
	Words		old = words_of(from == NULL ? (Slice) {"", 0} : from->text);
	Words		new = words_of(to == NULL ? (Slice) {"", 0} : to->text);
	bool	   *is_old = palloc0(old.count + 1);
	bool	   *is_new = palloc0(new.count + 1);
	DiffRow    *row = add_row(diff, from == NULL ? "text_added" : to == NULL ? "text_removed"
								   : "text_changed", section_key, NULL);

	mark_common(&old, &new, is_old, is_new);
	if (from != NULL)
		row->from_text = marked_words(&old, is_old, "[-", "-]");
	if (to != NULL)
		row->to_text = marked_words(&new, is_new, "{+", "+}");
}

/* The lines from i on that have no partner: how many. */
static int
run_length(const TextLines *lines, int i)
{
	int			start = i;

	while (i < lines->count && lines->items[i].partner < 0)
		i++;
	return i - start;
}

/* Adds a row for each sentence that was changed, removed or added. */
static void
lines_compare(Diff *diff, const char *section_key, const TextLines *from, const TextLines *to)
{
	for (int i = -1; i < to->count; i++)
	{
		int			partner = i < 0 ? -1 : to->items[i].partner;
		int			nnew = run_length(to, i + 1);
		int			nold = i >= 0 && partner < 0 ? 0 : run_length(from, partner + 1);

		CHECK_FOR_INTERRUPTS();
		if (i >= 0 && partner < 0)
			continue;			/* in the run behind a pair, which has it */
		for (int j = 0; j < Max(nold, nnew); j++)
			add_text_row(diff, section_key, j < nold ? &from->items[partner + 1 + j] : NULL,
					j < nnew ? &to->items[i + 1 + j] : NULL);
	}
}

/* -------------------------------------------------------------- references */

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
	DiffRow    *row = add_row(diff, same_document ? "place_changed" : "source_swapped",
								   section_key, change(from->note->definition,
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
	KeyMap		places = {NULL, 0, 0};	/* from 1 */
	KeyMap		met[2] = {{NULL, 0, 0}, {NULL, 0, 0}};

	for (int i = 0; i < from->refs.count; i++)
	{
		uint64		key = agreement_key(from, &from->refs.items[i], false, agreement);

		if (key != 0)
			*keymap_at(&places, keymap_nth(&met[0], key)) = i + 1;
	}
	for (int i = 0; i < to->refs.count; i++)
	{
		Ref		   *new = &to->refs.items[i];
		uint64		key = agreement_key(to, new, true, agreement);
		int			at = key == 0 ? 0 : keymap_get(&places, keymap_nth(&met[1], key));

		CHECK_FOR_INTERRUPTS();
		if (at == 0)
			continue;
		from->refs.items[at - 1].is_paired = new->is_paired = true;
		if (agreement == SENTENCE)
			add_swap(diff, section_key, &from->refs.items[at - 1], new);
	}
	keymap_free(&places);
	keymap_free(&met[0]);
	keymap_free(&met[1]);
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
		row = add_row(diff, is_new ? "reference_added" : "reference_removed", section_key,
						   psprintf("%.*s%s", len, said.data, len < said.len ? "..." : ""));
		row->note_key = ref->note->key;
		*(is_new ? &row->to_number : &row->from_number) = ref->number;
	}
}

/* Adds a row for each reference that was swapped, removed or added; the lines are paired. */
static void
references_compare(Diff *diff, const char *section_key, SectionText *from, SectionText *to)
{
	for (Agreement agreement = SENTENCE_AND_NOTE; agreement <= NOTE; agreement++)
		pair_off(diff, section_key, from, to, agreement);
	add_rest(diff, section_key, from, false);
	add_rest(diff, section_key, to, true);
}

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
	DiffRow    *row = add_row(diff, kind, NULL, detail);

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
						 change(from->definition, to->definition));
		if (to != NULL && number != i + 1)
			appendStringInfo(&moved, "%s%d -> %d", moved.len > 0 ? ", " : "", i + 1, number);
	}
	if (moved.len > 0)
		add_row(diff, "note_renumbered", NULL, moved.data);
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
		add_row(diff, "section_renamed", new->section_key,
					 change(old->title, new->title));
	if (old != NULL && new != NULL && from->prose == to->prose)
		return;
	add_row(diff, old == NULL ? "section_added" : new == NULL ? "section_removed"
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
