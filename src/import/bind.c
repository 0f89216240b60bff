/*
 * bind.c
 *		Which note of the base a definition is, and which row of its ledger a reference is.
 *
 *		[^2]: Appraisal, p. 12.		the note that says so, whatever its label is by now
 *		[^2]: Appraisal, p. 13.		the editor's: a wrong source is worse than none
 *		[^4]: Analyst note: sold.	the analyst's note 4 in other words
 *
 * A definition says what a note says when the visible text is the same; with a quote less or
 * alone (labels of their own), when it begins with the note's source.  A reference without a
 * definition is the base's note of its number: where the comment says that the numbers are the
 * base's, or where the base has it behind the same words.
 */
#include "import/import_internal.h"
#include "markers/markers.h"
#include "sources/sources.h"

#define MOST_ENDS		16		/* of a source's name, which may have quotes */
#define CONTEXT_BYTES	24		/* letters and digits before a reference that tell it apart, */
#define LEAST_CONTEXT	6		/* at least so many */

/* Seeds of keys in import->said. */
enum
{
	SAID_ALL,
	SAID_SOURCE
};

static bool
is_kind(const StoredNote *note, const char *kind)
{
	return strcmp(note->kind, kind) == 0;
}

/* -------------------------------------------------------------- the ledger */

/* A hash of the letters and digits before a marker, over other markers, and a note. */
static uint64
context_key(const Prose *prose, const Marker *marker, int number)
{
	char		words[CONTEXT_BYTES];
	int			len = 0;
	int			pos = marker->start;
	int			start = prose->blocks.items[marker->block].start;
	const Marker *before = marker;

	while (pos > start && len < CONTEXT_BYTES)
	{
		while (before > prose->markers.items && before->start >= pos)
			before--;
		if (before->start < pos && before->start + before->len >= pos && before != marker)
			pos = before->start;
		else if (is_word_byte(prose->text[--pos]))
			words[len++] = (char) pg_ascii_tolower((uint8) prose->text[pos]);
	}
	return len < LEAST_CONTEXT ? 0 : slice_hash((Slice) {words, len}, (uint64) number);
}

/* The first row of a note in a section, "" = in all. */
static uint64
row_key(const char *section_key, int number)
{
	return slice_hash(slice_of(section_key), (uint64) number);
}

/* A row of a note in reading order, behind those of its section. */
static void
chain_row(Import *import, KeyMap *last, const char *section_key, int number, int row)
{
	uint64		key = row_key(section_key, number);
	int		   *end = keymap_at(last, key);

	if (*end > 0)
		import->next_row[*end - 1] = row;
	else
		*keymap_at(&import->note_rows, key) = row;
	*end = row;
	if (keymap_get(&import->note_rows, row_key("", number)) == 0)
		*keymap_at(&import->note_rows, row_key("", number)) = row;
}

/* The rows of a section's references, in their order and by the words before them. */
static void
read_rows(Import *import, int index, const KeyMap *places, KeyMap *last)
{
	const StoredSection *section = &import->base->memo->sections[index];
	Prose	   *prose =
		prose_parse(section->body, (int) strlen(section->body), &finished_extension);
	int			pos = 0;
	int			nchars = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		int			number = marker->kind != MARKER_NOTE_REF ? 0
			: (int) whole_number(marker->value, import->base->memo->nnotes);
		int			row;
		int		   *known;

		CHECK_FOR_INTERRUPTS();
		if (number <= 0)
			continue;
		nchars += utf8_length(section->body + pos, marker->start - pos);
		pos = marker->start;
		row = keymap_get(places, (uint64) index << 32 | (uint32) nchars);
		if (row == 0)
			continue;
		chain_row(import, last, section->section_key, number, row);
		known = keymap_at(&import->rows, context_key(prose, marker, number));
		*known = *known == 0 ? row : *known;
	}
}

static void
read_ledger(Import *import)
{
	const StoredMemo *base = import->base->memo;
	KeyMap		sections = {NULL, 0, 0};
	KeyMap		places = {NULL, 0, 0};
	KeyMap		last = {NULL, 0, 0};

	import->next_row = palloc_array_huge(base->ncitations + 1, sizeof(int));
	memset(import->next_row, 0, sizeof(int) * (base->ncitations + 1));
	for (int i = 0; i < base->nsections; i++)
		*keymap_at(&sections, slice_hash(slice_of(base->sections[i].section_key), 0)) = i + 1;
	for (int i = 0; i < base->ncitations; i++)
	{
		const StoredCitation *row = &base->citations[i];
		int			section = keymap_get(&sections, slice_hash(slice_of(row->section_key), 0));

		if (row->final_offset >= 0 && row->note_number > 0 && section > 0)
			*keymap_at(&places, (uint64) (section - 1) << 32 | (uint32) row->final_offset) = i + 1;
	}
	for (int i = 0; i < base->nsections; i++)
		read_rows(import, i, &places, &last);
}

/* ------------------------------------------------------------- definitions */

int
labelled_number(const Import *import, Slice label)
{
	int			nnotes = import->base->memo == NULL ? 0 : import->base->memo->nnotes;
	const char *dash = memchr(label.data, '-', label.len);
	Slice		number = {label.data, dash == NULL ? label.len : (int) (dash - label.data)};
	int64		value = whole_number(number, INT_MAX);

	if (value > 0)
		return value <= nnotes ? (int) value : 0;
	return keymap_get(&import->keys, slice_hash(label, 0));
}

/* A note by what it says; what two of them say is none's. */
static void
name_note(Import *import, Slice text, int seed, int number)
{
	int		   *named = keymap_at(&import->said, slice_hash(text, seed));

	*named = *named == 0 || *named == number ? number : -1;
}

static void
open_notes(Import *import)
{
	const ImportBase *base = import->base;
	int			nown = base->memo == NULL ? 0 : base->memo->nnotes;
	MemoView	view;

	if (base->memo != NULL)
		view = view_of_store(base->memo);
	for (int i = 0; i < base->nnotes; i++)
	{
		Slice		text = plain_text(slice_of(base->notes[i].definition));

		CHECK_FOR_INTERRUPTS();
		if (i >= nown && keymap_get(&import->said, slice_hash(text, SAID_ALL)) != 0)
			continue;			/* the base says it, too */
		name_note(import, text, SAID_ALL, i + 1);
		if (i >= nown)
			continue;
		*keymap_at(&import->keys, slice_hash(slice_of(base->notes[i].key), 0)) = i + 1;
		if (is_kind(&base->notes[i], "source"))
			name_note(import, plain_text(view.notes[i].source), SAID_SOURCE, i + 1);
	}
	if (base->memo != NULL)
		read_ledger(import);
}

/* Has the base a quote for a note: in its definition, or of a reference that has no room there? */
static bool
has_quote(const Import *import, int number, Slice quote)
{
	const StoredMemo *base = import->base->memo;
	Slice		text = plain_text(slice_of(import->base->notes[number - 1].definition));
	bool		found = memmem(text.data, text.len, quote.data, quote.len) != NULL;

	for (int i = 0; i < base->ncitations && !found; i++)
		if (base->citations[i].note_number == number && base->citations[i].quote != NULL)
		{
			text = one_line(slice_of(base->citations[i].quote));
			found = memmem(quote.data, quote.len, text.data, text.len) != NULL;
		}
	return found;
}

/* The note of a source that a definition begins with, whose rest is quotes. */
static int
source_of(const Import *import, Slice plain, Slice *quotes)
{
	int			tries = 0;
	int			number = keymap_get(&import->said, slice_hash(plain, SAID_SOURCE));

	*quotes = (Slice) {"", 0};
	for (int i = 1; i + 2 < plain.len && number <= 0 && tries < MOST_ENDS; i++)
		if (plain.data[i] == ' ' && strchr("\"\xE2", plain.data[i + 1]) != NULL)
		{
			tries++;
			number = keymap_get(&import->said, slice_hash((Slice) {plain.data, i}, SAID_SOURCE));
			*quotes = (Slice) {plain.data + i + 1, plain.len - i - 1};
		}
	return number;
}

static Slice
plain_definition(const Import *import, const NoteDef *def)
{
	return plain_text(slice_trim((Slice) {import->prose->text + def->content,
										  Max(0, def->end - def->content)}));
}

/* The note that a definition is, 0 = a footnote of its own. */
static int
note_of(Import *import, const NoteDef *def, bool *is_requoted)
{
	Slice		plain = plain_definition(import, def);
	Slice		quotes;
	int			labelled = labelled_number(import, def->label);
	int			number = keymap_get(&import->said, slice_hash(plain, SAID_ALL));

	if (number < 0 && labelled > 0 &&
		slice_equal(plain, plain_text(slice_of(import->base->notes[labelled - 1].definition))))
		number = labelled;
	if (number > 0)
		return number;
	number = source_of(import, plain, &quotes);
	*is_requoted = number > 0 && quotes.len > 0 && !has_quote(import, number, quotes);
	return Max(number, 0);
}

#define KIND_BYTES	10			/* of "Analyst note", "Model warning" */

/* Has a definition the head of an analyst's note, "Analyst note (J. Doe): ", and other words? */
static bool
is_edited(Import *import, Definition *definition, int number, Slice text)
{
	const StoredNote *note = &import->base->notes[number - 1];
	Slice		old;

	if (text.len < KIND_BYTES || strncmp(text.data, note->definition, KIND_BYTES) != 0)
		return false;
	old = plain_text(slice_of(note->definition));
	for (int i = 0; i < import->deal->ninsights; i++)
	{
		const char *message = import->deal->insights[i].message;
		Slice		plain = message == NULL ? (Slice) {"", 0} : one_line(slice_of(message));
		int			head = old.len - plain.len;

		if (plain.len == 0 || head < 0 || memcmp(old.data + head, plain.data, plain.len) != 0 ||
			text.len <= head || memcmp(text.data, old.data, head) != 0)
			continue;
		definition->number = number;
		*VEC_PUSH(&import->result.insights) = (EditedInsight) {
			note->kind, message, slice_copy((Slice) {text.data + head, text.len - head})};
		return true;
	}
	return false;
}

/* The analyst's note that a definition without a note says in other words: that of its label,
 * else the first one that nothing else is. */
static void
bind_edited(Import *import, Definition *definition, bool *is_bound)
{
	int			nown = import->base->memo == NULL ? 0 : import->base->memo->nnotes;
	int			labelled = labelled_number(import, definition->note->label);
	Slice		text = plain_definition(import, definition->note);

	for (int i = labelled > 0 ? 0 : 1; i <= nown; i++)
	{
		int			number = i == 0 ? labelled : i;
		const StoredNote *note = &import->base->notes[number - 1];

		if (is_bound[number] || (!is_kind(note, "ic_note") && !is_kind(note, "model_warning")) ||
			!is_edited(import, definition, number, text))
			continue;
		is_bound[number] = true;
		return;
	}
}

#define GENERAL "General source for this section; no passage was cited."

/* A general source of another database's memo: finalize makes one again, of the primary document,
 * which this becomes where the deal does not say which it is; of another it stays a footnote. */
static bool
is_general(Import *import, const NoteDef *def)
{
	Slice		plain = plain_definition(import, def);
	const char *end = memmem(plain.data, plain.len, " (ingested ", 11);
	const char *primary;
	int			doc;

	if (plain.len < (int) strlen(GENERAL) + 2 ||
		!slice_equal((Slice) {plain.data + plain.len - strlen(GENERAL), (int) strlen(GENERAL)},
					 slice_of(GENERAL)))
		return false;
	plain.len -= (int) strlen(GENERAL) + 2;	/* and ". " */
	if (end != NULL)
		plain.len = (int) (end - plain.data);
	doc = keymap_get(&import->document_names, slice_hash(plain, 0));
	if (doc == 0)
		return false;
	primary = import->deal->primary_doc_id != NULL ? import->deal->primary_doc_id
		: import->result.primary_doc_id;
	if (primary == NULL)
		primary = import->result.primary_doc_id = import->deal->documents[doc - 1].doc_id;
	return strcmp(primary, import->deal->documents[doc - 1].doc_id) == 0;
}

/* A document without an address in this deal gets that of the link which a definition of ours
 * begins with, "[Rent Roll](https://x.example/rr), p. 4". */
static void
keep_address(Import *import, const NoteDef *def)
{
	Slice		text = slice_trim((Slice) {import->prose->text + def->content,
										   Max(0, def->end - def->content)});
	const char *close = memmem(text.data, text.len, "](", 2);
	Slice		name;
	Slice		address;
	Document   *doc;
	int			pos = 0;
	int			at;

	if (!import->is_ours || close == NULL || *text.data != '[')
		return;
	name = plain_text((Slice) {text.data + 1, (int) (close - text.data) - 1});
	at = keymap_get(&import->document_names, slice_hash(name, 0));
	doc = at == 0 ? NULL : &import->deal->documents[at - 1];
	if (doc == NULL || document_url(doc) != NULL || !address_next(text, &pos, &address))
		return;
	doc->url = slice_copy(address_without_page(address));
	*VEC_PUSH(&import->result.documents) = (ImportedDocument) {doc->doc_id, "", doc->url};
}

/* The definition that "[^4-2]" copies, "[^4]" that says the same; NULL = none. */
static Definition *
copied_definition(const Import *import, const Definition *definition)
{
	Slice		label = definition->note->label;
	const char *dash = memchr(label.data, '-', label.len);
	int			len = dash == NULL ? 0 : (int) (dash - label.data);
	Definition *original;

	if (len == 0 || whole_number((Slice) {dash + 1, label.len - len - 1}, INT_MAX) <= 0)
		return NULL;
	original = definition_of(import, 0, "^", (Slice) {label.data, len});
	return original != NULL && slice_equal(plain_definition(import, definition->note),
										   plain_definition(import, original->note))
		? original : NULL;
}

void
bind_definitions(Import *import)
{
	bool	   *is_bound = palloc0(import->base->nnotes + 1);

	open_notes(import);
	for (int i = 0; i < import->definitions.count; i++)
	{
		Definition *definition = &import->definitions.items[i];

		CHECK_FOR_INTERRUPTS();
		if (definition->note == NULL)
			continue;
		definition->number = note_of(import, definition->note, &definition->is_requoted);
		definition->is_agents = definition->number > 0 &&
			is_kind(&import->base->notes[definition->number - 1], "agent");
		import->is_ours |= definition->number > 0;
		import->is_renumbered |= definition->number > 0 &&
			labelled_number(import, definition->note->label) != definition->number;
		is_bound[definition->number] = true;
		if (definition->number == 0)
			keep_address(import, definition->note);
		if (definition->number == 0)
			definition->is_general = is_general(import, definition->note);
		if (definition->is_agents)	/* it goes with its references, as it is */
			definition->number = 0;
	}
	for (int i = 0; i < import->definitions.count; i++)
	{
		Definition *definition = &import->definitions.items[i];

		if (definition->note == NULL || definition->number > 0)
			continue;
		if (!definition->is_agents)
			bind_edited(import, definition, is_bound);
		if (import->is_ours && definition->number == 0)
			definition->shared = copied_definition(import, definition);
	}
}

/* -------------------------------------------------------------- references */

/* The number that a label's definition has, else its own. */
static int
number_of(Import *import, int part, Slice label)
{
	const Definition *definition = definition_of(import, part, "^", label);

	return definition != NULL ? definition->number : labelled_number(import, label);
}

/* Gives a reference its row: that behind the same words, else (pass 1) the next of its note in
 * the section that none has. */
static void
assign_row(Import *import, int part, const Marker *marker, Slice label, int pass, bool *is_taken)
{
	const StoredSection *base = import->parts.items[part].base;
	int			number = number_of(import, part, label);
	int			at = (int) (label.data - import->prose->text);
	int			row;

	if (number == 0 || keymap_get(&import->assigned, at) > 0)
		return;
	if (pass == 0)
		row = keymap_get(&import->rows, context_key(import->prose, marker, number));
	else
	{
		row = base == NULL ? 0
			: keymap_get(&import->note_rows, row_key(base->section_key, number));
		while (row > 0 && is_taken[row] && import->next_row[row - 1] > 0)
			row = import->next_row[row - 1];
		if (row == 0)
			row = keymap_get(&import->note_rows, row_key("", number));
	}
	if (row == 0 || (pass == 0 && is_taken[row]))
		return;
	is_taken[row] = true;
	*keymap_at(&import->assigned, at) = row * 2 + (pass == 0);
}

void
assign_rows(Import *import)
{
	const Prose *prose = import->prose;
	bool	   *is_taken;

	if (import->base->memo == NULL)
		return;
	is_taken = palloc0(import->base->memo->ncitations + 1);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < prose->markers.count; i++)
		{
			const Marker *marker = &prose->markers.items[i];
			int			part = part_at(import, marker->start);
			Slice		rest = marker->value;
			Slice		label;

			CHECK_FOR_INTERRUPTS();
			while (part >= 0 && marker->kind == MARKER_NOTE_REF &&
				   prose->blocks.items[marker->block].note_def < 0 &&
				   marker_next_label(&rest, &label))
				assign_row(import, part, marker, slice_trim(label), pass, is_taken);
		}
}

bool
next_reference(Import *import, int part, Slice *rest, NoteMention *reference)
{
	int			assigned;

	if (!marker_next_label(rest, &reference->label))
		return false;
	reference->label = slice_trim(reference->label);
	reference->definition = definition_of(import, part, "^", reference->label);
	reference->number = number_of(import, part, reference->label);
	assigned = keymap_get(&import->assigned, reference->label.data - import->prose->text);
	reference->row = assigned / 2 - 1;
	if (reference->definition == NULL && assigned % 2 == 0 &&
		keymap_get(&import->keys, slice_hash(reference->label, 0)) == 0 &&
		(!import->base->is_named || import->is_renumbered))
		reference->number = 0;
	return true;
}
