/*
 * import_renumber.c
 *		Which source of the comment a note's definition is: not always that of its
 *		number.
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
 *
 * What the reader sees counts: a wrong source is worse than none.
 */
#include "import_internal.h"

typedef struct SourceName
{
	Slice		name;			/* as a definition begins, without its full stop */
	int			number;			/* of its note */
} SourceName;

typedef struct Renumbering
{
	Import	   *import;
	Slice	   *named;			/* each note's source in this deal, len 0 = none */
	NoteBinding *before;		/* the comment's notes; NULL, as the rest, until one
								 * does not fit */
	SourceName *names;			/* by name */
	int			nnames;
	SourceName *written;		/* what the text's definitions begin with, likewise */
	int			nwritten;
	NameIndex  *documents;
} Renumbering;

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
	return text.len == 0 || (slice_take(&text, " \"") && text.len > 0 && text.data[text.len - 1] == '"');
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

static int
compare_names(const void *a, const void *b)
{
	const SourceName *x = a;
	const SourceName *y = b;
	int			order = memcmp(x->name.data, y->name.data, Min(x->name.len, y->name.len));

	if (order != 0)
		return order;
	return x->name.len != y->name.len ? x->name.len - y->name.len : x->number - y->number;
}

static bool
is_source(const NoteBinding *note)
{
	return strcmp(note->kind, "source") == 0 || strcmp(note->kind, "rescue") == 0;
}

/* The name of a note's source in this deal, len 0 = its document is not here. */
static Slice
name_of(const Import *import, const NoteBinding *note)
{
	StringInfoData name;
	Document   *doc = note->doc_id == NULL ? NULL : memo_document(import->deal, note->doc_id, (int) strlen(note->doc_id));
	Identity	identity = {doc, note->page, note->page > 0 ? NULL : note->locator};

	if (doc == NULL || !is_source(note))
		return (Slice) {"", 0};
	initStringInfo(&name);
	append_source_name(&name, &identity);
	if (name.len > 0 && name.data[name.len - 1] == '.')
		name.len--;
	return (Slice) {name.data, name.len};
}

/* The first number that has a name, 0 = none. */
static int
number_of(const SourceName *names, int count, Slice name)
{
	SourceName	wanted = {name, 0};
	int			low = 0;
	int			high = count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (compare_names(&names[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && slice_equal(names[low].name, name) ? names[low].number : 0;
}

/* Sorts the sources of the comment and of the text, for the first definition that
 * does not fit its number. */
static void
open_lookup(Renumbering *work)
{
	const Import *import = work->import;
	const ImportBinding *binding = import->binding;

	work->before = palloc_array_huge(binding->nnotes, sizeof(NoteBinding));
	work->names = palloc_array_huge(binding->nnotes, sizeof(SourceName));
	work->written = palloc_array_huge(import->prose->note_defs.count, sizeof(SourceName));
	memcpy(work->before, binding->notes, sizeof(NoteBinding) * binding->nnotes);
	for (int i = 0; i < binding->nnotes; i++)
		if (work->named[i].len > 0)
			work->names[work->nnames++] = (SourceName) {work->named[i], i + 1};
	qsort(work->names, work->nnames, sizeof(SourceName), compare_names);
	for (int i = 0; i < import->prose->note_defs.count; i++)
		work->written[work->nwritten++] = (SourceName) {source_part(definition_text(import->prose, &import->prose->note_defs.items[i])), i + 1};
	qsort(work->written, work->nwritten, sizeof(SourceName), compare_names);
	work->documents = name_index(import->deal);
}

/* Does the definition name another place in the deal's documents than its note? */
static bool
names_other(const Renumbering *work, const NoteBinding *note, Slice definition)
{
	Identity	identity;

	return name_find(work->documents, slice_of(import_unescape(definition)), &identity) &&
		(note->doc_id == NULL || strcmp(identity.doc->doc_id, note->doc_id) != 0 || identity.page != note->page);
}

/* Gives a number the note that its definition says. */
static void
renumber(Renumbering *work, int index)
{
	NoteBinding *note = &work->import->binding->notes[index];
	Slice		definition = note->definition;
	Slice		name = work->named[index];
	bool		is_agents = definition.data != NULL && import_without_suffix(definition).len < definition.len;
	bool		begins = definition.data != NULL && name.len > 0 && definition.len >= name.len &&
		memcmp(definition.data, name.data, name.len) == 0;
	int			number;

	if (definition.data == NULL || (is_source(note) && name.len == 0))
		return;
	if (begins && is_remainder((Slice) {definition.data + name.len, definition.len - name.len}))
		return;
	if (work->before == NULL)
		open_lookup(work);
	number = number_of(work->names, work->nnames, source_part(definition));
	if (number > 0)
		*note = work->before[number - 1];
	else if (is_source(note) && (is_agents || begins || number_of(work->written, work->nwritten, name) > 0 ||
								 names_other(work, note, definition)))
	{
		note->kind = "agent";
		note->was_source = !is_agents;
	}
	note->definition = definition;
}

void
renumber_notes(Import *import)
{
	const ImportBinding *binding = import->binding;
	Renumbering work = {.import = import};

	work.named = palloc_array_huge(binding->nnotes, sizeof(Slice));
	for (int i = 0; i < binding->nnotes; i++)
	{
		CHECK_FOR_INTERRUPTS();
		work.named[i] = name_of(import, &binding->notes[i]);
	}
	for (int i = 0; i < binding->nnotes; i++)
	{
		CHECK_FOR_INTERRUPTS();
		renumber(&work, i);
	}
}
