/*
 * import_renumber.c
 *		Which note of the comment a definition is: not always that of its number.
 *
 * The comment says by number what each note cites.  Who inserts a note, or writes
 * the memo with a tool that counts anew, gives the others new numbers, and the
 * comment stays as it was:
 *
 *		[^2]: Rent Roll, p. 3.		the comment's 2 is page 12 of the Appraisal, its 3
 *									page 3 of the Rent Roll: 2 is 3 now
 *		[^2]: Rent Roll, p. 30.		another page of a document of the deal: the editor's
 *									own footnote
 *		[^2]: Rental list, p. 3.	perhaps the document has another title here: what the
 *									comment says is taken, and told of
 *		[^9]: Rent Roll, p. 3.		the comment has no 9, but its 3 with the same quote, or no
 *									other definition is its 3: that one, by any label
 *
 * What analysts and the model add is known by its key, which is that of its text.
 * What the reader sees counts: a wrong source is worse than none.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "sources/sources.h"
#include "render/render.h"

typedef struct Renumbering
{
	Import	   *import;
	Slice	   *named;			/* each note's source in this deal, len 0 = none */
	NoteBinding *before;		/* the comment's notes; NULL, as the rest, until one
								 * does not fit */
	NoteName   *names;			/* of sources: as a definition begins, without its full stop */
	int			nnames;
	NoteName   *keys;			/* of what analysts and the model add */
	int			nkeys;
	NoteName   *written;		/* what the text's definitions begin with, likewise */
	int			nwritten;
	NameIndex  *documents;
	bool	   *is_found;		/* by number - 1: a definition is this note */
} Renumbering;

/* A definition without the backslashes that append_escaped() does not write: tools
 * that write Markdown escape more. */
static Slice
as_ours(Slice definition)
{
	const char *from = definition.data;
	const char *end = from + definition.len;
	char	   *text;
	int			len = 0;

	if (memchr(from, '\\', definition.len) == NULL)
		return definition;
	text = palloc(definition.len);
	while (from < end)
	{
		char		next = *from == '\\' && end - from > 1 ? from[1] : '\0';
		bool		in_word = next == '_' && len > 0 && is_word_byte(text[len - 1]) && end - from > 2 && is_word_byte(from[2]);

		if (next == '\0')
			text[len++] = *from++;
		else
		{
			if (!in_word && strchr("!\"$%'(,/:;?@^{}", next) == NULL)
				text[len++] = '\\';
			text[len++] = next;
			from += 2;
		}
	}
	return (Slice) {text, len};
}

/* Is it what may follow a source in a definition, and no more? */
static bool
is_remainder(Slice text)
{
	if (slice_take(&text, " (ingested "))
	{
		const char *close = memchr(text.data, ')', text.len);

		if (close == NULL)
			return false;
		text.len -= (int) (close + 1 - text.data);
		text.data = close + 1;
	}
	(void) slice_take(&text, ".");
	(void) slice_take(&text, " Low confidence.");
	(void) slice_take(&text, " General source for this section; no passage was cited.");
	while (text.len > 0)
	{
		Slice		quote;
		bool		is_marked;

		if (!quote_take(&text, 0, &quote, &is_marked))
			return false;
	}
	return true;
}

/* The source that a definition begins with, as far as that can be told without
 * knowing it. */
static Slice
source_part(Slice definition)
{
	static const char *const ends[] = {" \"", " Low confidence.", " General source for this section", " (ingested "};

	for (int i = 0; i < (int) lengthof(ends); i++)
	{
		const char *end = memmem(definition.data, definition.len, ends[i], strlen(ends[i]));

		if (end != NULL)
			definition.len = (int) (end - definition.data);
	}
	if (definition.len > 0 && definition.data[definition.len - 1] == '.')
		definition.len--;
	return definition;
}

static bool
is_source(const NoteBinding *note)
{
	return strcmp(note->kind, "source") == 0 || strcmp(note->kind, "rescue") == 0;
}

/* Is it what analysts and the model add? */
static bool
is_insight(const NoteBinding *note)
{
	return !is_source(note) && strcmp(note->kind, "agent") != 0;
}

/* The name of a note's source in this deal, len 0 = its document is not here. */
static Slice
name_of(const Import *import, const NoteBinding *note)
{
	StringInfoData name;
	Document   *doc = note->doc_id == NULL ? NULL : memo_document(import->deal, note->doc_id, (int) strlen(note->doc_id));
	Identity	identity = {doc, note->page, locator_counts(note->page, note->locator) ? note->locator : NULL};

	if (doc == NULL || !is_source(note))
		return (Slice) {"", 0};
	initStringInfo(&name);
	append_source_name(&name, &identity);
	if (name.len > 0 && name.data[name.len - 1] == '.')
		name.len--;
	return (Slice) {name.data, name.len};
}

/* Sorts the notes of the comment and the sources of the text, for the first definition
 * that does not fit its number. */
static void
open_lookup(Renumbering *work)
{
	const Import *import = work->import;
	const ImportBinding *binding = import->binding;

	if (work->before != NULL)
		return;
	work->before = palloc_array_huge(binding->nnotes, sizeof(NoteBinding));
	work->names = palloc_array_huge(binding->nnotes, sizeof(NoteName));
	work->keys = palloc_array_huge(binding->nnotes, sizeof(NoteName));
	work->written = palloc_array_huge(import->prose->note_defs.count, sizeof(NoteName));
	memcpy(work->before, binding->notes, sizeof(NoteBinding) * binding->nnotes);
	for (int i = 0; i < binding->nnotes; i++)
		if (work->named[i].len > 0)
			work->names[work->nnames++] = (NoteName) {work->named[i], i + 1};
		else if (is_insight(&binding->notes[i]))
			work->keys[work->nkeys++] = (NoteName) {slice_of(binding->notes[i].key), i + 1};
	qsort(work->names, work->nnames, sizeof(NoteName), compare_note_names);
	qsort(work->keys, work->nkeys, sizeof(NoteName), compare_note_names);
	for (int i = 0; i < import->prose->note_defs.count; i++)
		work->written[work->nwritten++] = (NoteName) {source_part(as_ours(definition_text(import->prose, &import->prose->note_defs.items[i]))), i + 1};
	qsort(work->written, work->nwritten, sizeof(NoteName), compare_note_names);
	work->documents = name_index(import->deal);
}

/* Does the definition name another place in the deal's documents than its note? */
static bool
names_other(const Renumbering *work, const NoteBinding *note, Slice definition)
{
	const char *locator = locator_counts(note->page, note->locator) ? note->locator : "";
	Identity	identity;

	if (!name_find(work->documents, definition, false, &identity))
		return false;
	if (note->doc_id == NULL || strcmp(identity.doc->doc_id, note->doc_id) != 0 || identity.page != note->page)
		return true;
	/* a quotation behind it is none of the place */
	return name_find(work->documents, source_part(definition), false, &identity) &&
		strcmp(identity.locator == NULL ? "" : identity.locator, locator) != 0;
}

/* The comment's note that a definition is, 0 = none. */
static int
note_of(const Renumbering *work, Slice definition)
{
	static const char *const kinds[] = {"ic_note", "model_warning", "source_conflict", "lineage", "coherence"};
	Slice		name = source_part(definition);
	int			number = number_of(work->names, work->nnames, name);
	char	   *text;

	if (number > 0 || work->nkeys == 0)
		return number;
	text = markdown_unescape(definition);
	for (int i = 0; i < (int) lengthof(kinds) && number == 0; i++)
		number = number_of(work->keys, work->nkeys, slice_of(note_key_text(text_note_key(kinds[i], text))));
	return number;
}

/* Is the definition what its number's note says, or nothing that can be told? */
static bool
fits(const NoteBinding *note, Slice name, Slice definition)
{
	if (is_source(note) && name.len == 0)
		return true;
	return name.len > 0 && definition.len >= name.len && memcmp(definition.data, name.data, name.len) == 0 &&
		is_remainder((Slice) {definition.data + name.len, definition.len - name.len});
}

/* Is it a footnote of its own by now, which its number's note is not? */
static bool
is_other(const Renumbering *work, const NoteBinding *note, Slice name, Slice definition)
{
	if (!is_source(note))
		return is_insight(note);
	return import_without_suffix(definition).len < definition.len ||
		(definition.len >= name.len && memcmp(definition.data, name.data, name.len) == 0) ||
		number_of(work->written, work->nwritten, name) > 0 || names_other(work, note, definition);
}

/* Gives a number the note that its definition says. */
static void
renumber(Renumbering *work, int index)
{
	NoteBinding *note = &work->import->binding->notes[index];
	Slice		written = note->definition;
	Slice		name = work->named[index];
	Slice		definition;
	int			number = index + 1;

	if (written.data == NULL)
		return;
	definition = as_ours(written);
	if (!fits(note, name, definition))
	{
		open_lookup(work);
		number = note_of(work, definition);
		if (number > 0)
			*note = work->before[number - 1];
		else if (is_other(work, note, name, definition))
		{
			note->kind = "agent";
			note->is_editors = import_without_suffix(definition).len == definition.len;
		}
		else
			number = index + 1;
	}
	note->definition = is_source(note) ? definition : written;
	if (number > 0)
		work->is_found[number - 1] = true;
}

/* The label of a definition that is the only one of it, NULL when it is not, or
 * has a number of the comment. */
static char *
own_label(const Import *import, const NoteDef *def)
{
	const DefinitionTable *table = &import->notes;
	char	   *label;
	int			at;

	if (own_number(import, def->label) > 0)
		return NULL;
	label = label_fold(def->label);
	at = definition_position(table, label, -1);
	return table->items[at].start == def->start &&
		(at + 1 == table->count || strcmp(table->items[at + 1].label, label) != 0) ? label : NULL;
}

/* Has the definition, which fits the note, its quotes, too, or with a label of each
 * reference some of them? */
static bool
has_its_quotes(const NoteBinding *note, Slice name, Slice definition)
{
	const char *end = definition.data + definition.len;
	const char *open = memchr(definition.data + name.len, '"', definition.len - name.len);
	Slice		quotes = {open, 0};

	if (open == NULL)
		return note->nhashes == 0;
	quotes = (Slice) {open - 1, (int) (end - open) + 1};
	while (quotes.len > 0)
		if (bound_quote(note, &quotes, NULL) < 0)
			return false;
	return true;
}

/* A definition with a label that the comment does not have is the note of it that it
 * says: in every word, or where no other one is that note; else an editor's. */
static void
add_labelled(Renumbering *work, const NoteDef *def, NoteName *labels, int *nlabels)
{
	ImportBinding *binding = work->import->binding;
	char	   *label = own_label(work->import, def);
	NoteBinding *note;
	Slice		definition;
	Slice		name;
	int			number;

	if (label == NULL)
		return;
	open_lookup(work);
	definition = as_ours(definition_text(work->import->prose, def));
	number = note_of(work, definition);
	if (number == 0)
		return;
	note = &work->before[number - 1];
	name = work->named[number - 1];
	if (is_source(note) && (!fits(note, name, definition) || (work->is_found[number - 1] && !has_its_quotes(note, name, definition))))
		return;
	work->is_found[number - 1] = true;
	note = &binding->notes[binding->nnotes + *nlabels];
	*note = work->before[number - 1];
	note->definition = definition;
	note->label = def->label;
	labels[*nlabels] = (NoteName) {slice_of(label), binding->nnotes + *nlabels + 1};
	(*nlabels)++;
}

static void
add_labels(Renumbering *work)
{
	Import	   *import = work->import;
	ImportBinding *binding = import->binding;
	int			ndefs = import->prose->note_defs.count;
	NoteBinding *notes = palloc_array_huge(binding->nnotes + ndefs + 1, sizeof(NoteBinding));
	NoteName   *labels = palloc_array_huge(ndefs + 1, sizeof(NoteName));
	int			nlabels = 0;

	memcpy(notes, binding->notes, sizeof(NoteBinding) * binding->nnotes);
	binding->notes = notes;
	for (int i = 0; i < ndefs; i++)
	{
		CHECK_FOR_INTERRUPTS();
		add_labelled(work, &import->prose->note_defs.items[i], labels, &nlabels);
	}
	qsort(labels, nlabels, sizeof(NoteName), compare_note_names);
	import->labels = labels;
	import->nlabels = nlabels;
	binding->nnotes += nlabels;
}

void
renumber_notes(Import *import)
{
	const ImportBinding *binding = import->binding;
	Renumbering work = {.import = import};
	int			nnotes = binding->nnotes;

	work.named = palloc_array_huge(nnotes + 1, sizeof(Slice));
	work.is_found = palloc_array_huge(nnotes + 1, sizeof(bool));
	memset(work.is_found, 0, sizeof(bool) * (nnotes + 1));
	for (int i = 0; i < nnotes; i++)
	{
		CHECK_FOR_INTERRUPTS();
		work.named[i] = name_of(import, &binding->notes[i]);
	}
	for (int i = 0; i < nnotes; i++)
	{
		NoteBinding *note = &binding->notes[i];

		CHECK_FOR_INTERRUPTS();
		renumber(&work, i);
		for (int j = 0; j < note->others.count; j++)
			note->others.items[j] = as_ours(note->others.items[j]);
	}
	add_labels(&work);
}
