/*
 * bind.c
 *		What each note of a memo of ours is in this deal.
 *
 * The comment says what each note cites, how confident each reference was, and
 * which quote it has: {"key": "8f0c...", "doc_id": "om", "page": 12} is page 12 of om,
 * where the deal has that document and the note's definition still begins as that source
 * does.  claims.c then makes its references markers again.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "render/render.h"

/* The text's own definitions of our notes: "3" is the note's, "3-2" one of its others. */
static void
read_definitions(Import *import)
{
	const Prose *prose = import->prose;

	for (int i = 0; i < prose->note_defs.count; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];
		int			number = own_number(import, def->label);
		NoteBinding *note = &import->binding->notes[number - 1];

		if (number == 0)
			continue;
		if (memchr(def->label.data, '-', def->label.len) != NULL)
			*VEC_PUSH(&note->others) = definition_text(prose, def);
		else if (note->definition.data == NULL)
			note->definition = definition_text(prose, def);
	}
}

/* Binds the quotes that a definition has; false when it has another one. */
static bool
bind_definition(BoundNote *note, const NoteBinding *binding, Slice definition)
{
	bool		is_known = true;
	Slice		quotes;

	(void) definition_quotes(definition, &note->identity, &quotes);
	while (quotes.len > 0)
	{
		BoundQuote	quote;
		int			number = bound_quote(binding, &quotes, &quote);

		if (number >= 0)
			note->quotes[number] = quote;
		is_known &= number >= 0;
	}
	return is_known;
}

/* The quotes of a note's definition, those that the comment has. */
static void
bind_quotes(BoundNote *note, const NoteBinding *binding)
{
	bool		is_known;
	Slice		quotes;

	if (binding->definition.data == NULL)
		return;
	if (!definition_quotes(binding->definition, &note->identity, &quotes))
		note->problem =
			"its definition does not begin as its source does; what the comment says was taken";
	if (binding->nhashes == 0 || note->problem != NULL)
		return;
	note->quotes = palloc0(sizeof(BoundQuote) * binding->nhashes);
	is_known = bind_definition(note, binding, binding->definition);
	/* that of another reference may have one for which the note had no room */
	for (int i = 0; i < binding->others.count; i++)
		(void) bind_definition(note, binding, binding->others.items[i]);
	for (int i = 0; i < binding->nhashes && binding->label.len == 0; i++)
		is_known &= note->quotes[i].text.data != NULL;
	if (!is_known)
		note->problem = "its quote was changed and is left out";
}

static void
bind_source(Import *import, BoundNote *note, const NoteBinding *binding, NoteKind kind)
{
	Document   *doc = binding->doc_id == NULL ? NULL
		: memo_document(import->deal, binding->doc_id, (int) strlen(binding->doc_id));
	Identity identity = {doc, binding->page,
						 locator_counts(binding->page, binding->locator) ? binding->locator : NULL};

	if (doc == NULL)
		note->problem = psprintf("document \"%s\" is not in the deal",
								 binding->doc_id == NULL ? "" : binding->doc_id);
	else if (strcmp(note_key_text(source_note_key(kind, &identity)), binding->key) != 0)
		note->problem = "its key is not that of its source";
	else
		note->identity = identity;
}

/* The document that uncited sections get, NULL = none. */
const char *
primary_document(const Import *import)
{
	const Memo *deal = import->deal;

	if (deal->primary_doc_id != NULL)
		return deal->primary_doc_id;
	return deal->ndocuments == 1 ? deal->documents[0].doc_id : import->primary_doc_id;
}

/* Where the deal does not say its general source, the memo does. */
static void
bind_rescue(Import *import, BoundNote *note)
{
	if (note->identity.doc != NULL && primary_document(import) == NULL)
		import->primary_doc_id = note->identity.doc->doc_id;
}

/* The greatest id that a text uses. */
static int64
greatest_id(const Prose *prose)
{
	int64		greatest = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		MarkerIds	ids;

		greatest = Max(greatest, prose->markers.items[i].id);
		if (prose->markers.items[i].kind != MARKER_SRC_VARIANT ||
			!marker_ids(&prose->markers.items[i], &ids))
			continue;
		for (int j = 0; j < ids.count; j++)
			greatest = Max(greatest, ids.ids[j]);
	}
	return greatest;
}

bool
has_weak_mark(const Import *import, int end)
{
	Slice		rest = {import->prose->text + end, import->prose->len - end};

	return slice_take(&rest, WEAK_MARK);
}

bool
is_weak_confidence(const Import *import, int confidence)
{
	return confidence >= 0 && confidence < import->binding->weak;
}

/* Is the next reference to a note, which ends at a byte of the text, not the one
 * that the comment has next?  A weak one has its mark; a mark behind a strong one
 * tells nothing, for it may be an agent's own. */
static bool
is_another(const Import *import, int number, int end)
{
	const NoteBinding *binding = &import->binding->notes[number - 1];
	int			nth = import->bound[number - 1].nrefs;

	return nth >= binding->nconfidences ||
		(is_weak_confidence(import, binding->confidences[nth]) && !has_weak_mark(import, end));
}

/* Are the references to each note those of the comment? */
static void
count_references(Import *import)
{
	const Prose *prose = import->prose;

	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		int number = marker->kind == MARKER_NOTE_REF ? own_number(import, marker->value) : 0;

		if (number == 0 || part_at(import, marker->start) < 0)
			continue;
		import->bound[number - 1].is_moved |=
			is_another(import, number, marker->start + marker->len);
		import->bound[number - 1].nrefs++;
	}
	for (int i = 0; i < import->binding->nnotes; i++)
	{
		import->bound[i].total = import->bound[i].nrefs;
		import->bound[i].is_moved |=
			import->bound[i].nrefs < import->binding->notes[i].nconfidences;
		import->bound[i].nrefs = 0;
	}
}

/* A new claim must not answer a marker that somebody else wrote. */
static void
find_last_id(Import *import)
{
	const Memo *deal = import->deal;

	import->last_id = greatest_id(import->prose);
	for (int i = 0; i < deal->nclaims; i++)
		if (deal->claims[i].src_id <= INT_MAX)	/* what no marker can say is in nobody's way */
			import->last_id = Max(import->last_id, deal->claims[i].src_id);
	for (int i = 0; i < deal->nranges; i++)
		import->last_id = Max(import->last_id, deal->ranges[i].last_id);
	for (int i = 0; i < deal->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		import->last_id = Max(import->last_id, greatest_id(prose_parse(deal->sections[i].body.data,
																	   deal->sections[i].body.len,
																	   &marker_extension)));
	}
	if (import->last_id > INT_MAX - import->binding->nnotes - import->prose->markers.count)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("deal " INT64_FORMAT " has no ids left", deal->deal_id)));
}

void
open_binding(Import *import)
{
	const ImportBinding *binding = import->binding;

	read_definitions(import);
	renumber_notes(import);
	find_last_id(import);
	import->bound = palloc_array_huge(binding->nnotes + 1, sizeof(BoundNote));
	memset(import->bound, 0, sizeof(BoundNote) * (binding->nnotes + 1));
	count_references(import);
	for (int i = 0; i < binding->nnotes; i++)
	{
		const NoteBinding *note = &binding->notes[i];

		CHECK_FOR_INTERRUPTS();
		if (strcmp(note->kind, "source") == 0)
		{
			bind_source(import, &import->bound[i], note, NOTE_SOURCE);
			if (import->bound[i].identity.doc != NULL)
				bind_quotes(&import->bound[i], note);
		}
		else if (strcmp(note->kind, "rescue") == 0)
		{
			bind_source(import, &import->bound[i], note, NOTE_RESCUE);
			bind_rescue(import, &import->bound[i]);
		}
		else if (strcmp(note->kind, "agent") != 0)
			import->bound[i].problem =
				psprintf("a note of kind %s is made from the deal's own data", note->kind);
		else if (note->definition.data == NULL)
			import->bound[i].problem = "its definition is missing";
		else if (note->is_editors)
			import->bound[i].problem =
				"its definition was changed; it is a footnote of its own now";
	}
}
