/*
 * definitions.c
 *		Footnote and link definitions of an imported text: which note of the base each is, and
 *		which sections use it.
 *
 *		[^2]: Appraisal, p. 12.		the note that says so, whatever its label is by now
 *		[^2]: Appraisal, p. 13.		the editor's: a wrong source is worse than none
 *		[^4]: Analyst note: sold.	the analyst's note 4 in other words
 *
 * A definition says what a note says when the visible text is the same; with a quote less or
 * alone (labels of their own), when it is the note's source and quotes of it.  A reference without
 * a definition is the base's note of its number: where the comment says that the numbers are the
 * base's, or where the base has it behind the same words.
 *
 * A section's own definition of a label serves it; where it has none, the document's first one is
 * copied to its end, with all that this one uses.  A definition that only other sections use
 * leaves its place.
 */
#include "import/import_internal.h"
#include "markers/markers.h"
#include "sources/sources.h"

/* A chain of definitions that each section uses grows with the square. */
#define MAX_COPIED_BYTES	(256 * 1024 * 1024)

#define AGENT_SUFFIX	" (agent's note, unverified)"
#define MOST_ENDS		16		/* of a source's name or a quote, which may have quotes */

/* Seeds of keys in import->said. */
enum
{
	SAID_ALL,
	SAID_SOURCE,
	SAID_QUOTE					/* and above, by note */
};

static bool
is_kind(const StoredNote *note, const char *kind)
{
	return strcmp(note->kind, kind) == 0;
}

/* ---------------------------------------------------------------- labels */

/* The key of a label, sigil "^" of a note, in a part, -1 = in the document. */
static uint64
label_key(const char *sigil, Slice label, int part)
{
	char	   *folded = label_fold(label);
	uint64		key = slice_hash(slice_of(folded), (uint64) (part + 1) * 2 + (*sigil == '^'));

	pfree(folded);
	return key;
}

static void
add_definition(Import *import, const char *sigil, Slice label, Definition definition)
{
	int			index = import->definitions.count;
	int			part = part_at(import, definition.start);
	int		   *first = keymap_at(&import->labels, label_key(sigil, label, -1));

	*first = *first == 0 ? index + 1 : *first;
	definition.first = *first - 1;
	*VEC_PUSH(&import->definitions) = definition;
	first = keymap_at(&import->labels, label_key(sigil, label, part));
	*first = *first == 0 ? index + 1 : *first;
}

void
collect_definitions(Import *import)
{
	const Prose *prose = import->prose;

	for (int i = 0; i < prose->note_defs.count; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];

		add_definition(import, "^", def->label,
					   (Definition) {.start = def->start, .end = def->end, .note = def});
	}
	for (int i = 0; i < prose->link_defs.count; i++)
	{
		const LinkDef *def = &prose->link_defs.items[i];
		const TextBlock *block = &prose->blocks.items[def->block];

		add_definition(import, "", def->label,
					   (Definition) {.start = block->start, .end = block->end, .link = def});
	}
}

Definition *
definition_of(const Import *import, int part, const char *sigil, Slice label)
{
	int			at = keymap_get(&import->labels, label_key(sigil, label, part));
	Definition *found;

	if (at == 0)
		at = keymap_get(&import->labels, label_key(sigil, label, -1));
	found = at == 0 ? NULL : &import->definitions.items[at - 1];
	return found != NULL && found->shared != NULL ? found->shared : found;
}

/* ------------------------------------------------------------- which note */

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
	for (int i = 0; base->memo != NULL && i < base->memo->ncitations; i++)
	{
		const StoredCitation *row = &base->memo->citations[i];

		if (row->quote != NULL)
			*keymap_at(&import->said, slice_hash(slice_one_line(slice_of(row->quote)),
												 SAID_QUOTE + (uint64) row->note_number)) = 1;
	}
}

/* Is a text nothing but quotes that references to a note have?  They may have marks inside. */
static bool
has_quotes(const Import *import, int number, Slice text)
{
	bool		found = true;

	while (found && (slice_take(&text, "\"") || slice_take(&text, "\xE2\x80\x9C")))
	{
		int			tries = 0;

		found = false;
		for (int len = 0; len < text.len && !found && tries < MOST_ENDS; len++)
		{
			Slice		behind = {text.data + len, text.len - len};

			if (!slice_take(&behind, "\"") && !slice_take(&behind, "\xE2\x80\x9D"))
				continue;
			tries++;
			found = keymap_get(&import->said, slice_hash((Slice) {text.data, len},
														 SAID_QUOTE + (uint64) number)) > 0;
			(void) (slice_take(&behind, UNCHECKED_MARK) || slice_take(&behind, RETURNED_MARK));
			(void) slice_take(&behind, " ");
			text = found ? behind : text;
		}
	}
	return found && text.len == 0;
}

/* The note of a source that a definition begins with, whose rest is quotes of it; 0 = none. */
static int
quoted_note(const Import *import, Slice plain)
{
	int			number = keymap_get(&import->said, slice_hash(plain, SAID_SOURCE));
	int			tries = 0;
	int			i = 0;

	while (number <= 0 && ++i + 1 < plain.len && tries < MOST_ENDS)
		if (plain.data[i] == ' ' && strchr("\"\xE2", plain.data[i + 1]) != NULL)
		{
			tries++;
			number = keymap_get(&import->said, slice_hash((Slice) {plain.data, i}, SAID_SOURCE));
		}
	return number > 0 && (i == 0 || has_quotes(import, number, (Slice) {plain.data + i + 1,
		plain.len - i - 1})) ? number : 0;
}

/* The note that a definition is, 0 = a footnote of its own. */
static int
note_of(const Import *import, const Definition *definition)
{
	int			labelled = labelled_number(import, definition->note->label);
	int			number = keymap_get(&import->said, slice_hash(definition->plain, SAID_ALL));

	if (number < 0 && labelled > 0 &&
		slice_equal(definition->plain,
					plain_text(slice_of(import->base->notes[labelled - 1].definition))))
		number = labelled;
	return number > 0 ? number : quoted_note(import, definition->plain);
}

/* The bytes of an analyst's note before its words, "Analyst note (J. Doe): ". */
static int
head_bytes(Slice plain)
{
	const char *colon = memmem(plain.data, plain.len, ": ", 2);

	return colon == NULL ? 0 : (int) (colon - plain.data) + 2;
}

/* The analyst's note that a definition without a note says in other words: that of its label,
 * else the first one that nothing else is. */
static void
bind_edited(Import *import, Definition *definition, bool *is_bound)
{
	int			nown = import->base->memo == NULL ? 0 : import->base->memo->nnotes;
	int			labelled = labelled_number(import, definition->note->label);
	Slice		new = definition->plain;
	int			head = head_bytes(new);

	for (int i = labelled > 0 ? 0 : 1; i <= nown && head > 0 && head < new.len; i++)
	{
		int			number = i == 0 ? labelled : i;
		const StoredNote *note = &import->base->notes[number - 1];
		Slice		old;

		if (is_bound[number] || (!is_kind(note, "ic_note") && !is_kind(note, "model_warning")))
			continue;
		old = plain_text(slice_of(note->definition));
		if (head_bytes(old) != head || memcmp(old.data, new.data, head) != 0)
			continue;
		for (int j = 0; j < import->deal->ninsights && definition->number == 0; j++)
		{
			const char *message = import->deal->insights[j].message;

			if (message == NULL || !slice_equal((Slice) {old.data + head, old.len - head},
												slice_one_line(slice_of(message))))
				continue;
			definition->number = number;
			is_bound[number] = true;
			*VEC_PUSH(&import->result.insights) = (EditedInsight) {
				note->kind, message, slice_copy((Slice) {new.data + head, new.len - head})};
		}
		if (definition->number > 0)
			return;
	}
}

#define GENERAL ". General source for this section; no passage was cited."

/* A general source of another database's memo: finalize makes one again, of the primary document,
 * which this becomes where the deal does not say which it is; of another it stays a footnote. */
static bool
is_general(Import *import, Slice plain)
{
	const char *general = memmem(plain.data, plain.len, GENERAL, strlen(GENERAL));
	const char *remark = memmem(plain.data, plain.len, " (ingested ", 11);
	const char **primary = &import->result.primary_doc_id;
	int			doc;

	if (general == NULL)
		return false;
	plain.len = (int) ((remark != NULL ? Min(remark, general) : general) - plain.data);
	doc = keymap_get(&import->document_names, slice_hash(plain, 0));
	if (doc == 0)
		return false;
	if (import->deal->primary_doc_id != NULL)
		primary = (const char **) &import->deal->primary_doc_id;
	else if (*primary == NULL)
		*primary = import->deal->documents[doc - 1].doc_id;
	return strcmp(*primary, import->deal->documents[doc - 1].doc_id) == 0;
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
	return original != NULL && slice_equal(definition->plain, original->plain) ? original : NULL;
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
		definition->plain =
			plain_text(slice_trim((Slice) {import->prose->text + definition->note->content,
										   Max(0, definition->end - definition->note->content)}));
		definition->number = note_of(import, definition);
		definition->is_agents = definition->number > 0 &&
			is_kind(&import->base->notes[definition->number - 1], "agent");
		import->is_ours |= definition->number > 0;
		import->is_renumbered |= definition->number > 0 &&
			labelled_number(import, definition->note->label) != definition->number;
		is_bound[definition->number] = true;
		if (definition->number == 0)
			keep_address(import, definition->note);
		if (definition->number == 0)
			definition->is_general = is_general(import, definition->plain);
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

/* ------------------------------------------------------------------- uses */

/* A line may have been broken at its blanks. */
static Slice
without_suffix(Slice text)
{
	Slice		rest = slice_trim(text);

	for (int i = (int) strlen(AGENT_SUFFIX) - 1; i >= 0; i--)
		if (AGENT_SUFFIX[i] == ' ')
			rest = slice_trim(rest);
		else if (rest.len == 0 || rest.data[--rest.len] != AGENT_SUFFIX[i])
			return slice_trim(text);
	return rest;
}

/* Takes the first run from open to close out of a text; close "" = just open. */
static Slice
without_run(Slice text, const char *open, const char *close)
{
	const char *start = memmem(text.data, text.len, open, strlen(open));
	const char *end = start == NULL ? NULL
		: memmem(start, text.data + text.len - start, close, strlen(close));

	if (end == NULL)
		return text;
	end += close[0] == '\0' ? strlen(open) : strlen(close);
	return slice_of(psprintf("%.*s%.*s", (int) (start - text.data), text.data,
							 (int) (text.data + text.len - end), end));
}

/* Of a memo of another database only the source is read, not what is remarked and quoted. */
Slice
definition_text(const Import *import, const Definition *definition)
{
	const ImportBase *base = import->base;
	Slice		text = without_suffix((Slice) {import->prose->text + definition->start,
											   definition->end - definition->start});
	const char *quotes;

	if (definition->note == NULL || !import->is_ours ||
		(base->memo != NULL && (base->is_named || import->comment.data == NULL)))
		return text;
	for (int len = 0; len != text.len;)
	{
		len = text.len;
		text = without_run(without_run(text, UNCHECKED_MARK, ""), RETURNED_MARK, "");
	}
	quotes = memmem(text.data, text.len, ". \"", 3);
	if (quotes != NULL && text.data[text.len - 1] == '"')
		text.len = (int) (quotes - text.data) + 1;
	return without_run(without_run(text, " (ingested ", " days)"), " Low confidence.", "");
}

typedef VEC(Definition *) Definitions;

void
count_copied(Import *import, int bytes)
{
	import->copied += bytes;
	if (import->copied > MAX_COPIED_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("definitions of the text are used by too many sections"),
				 errdetail("Their copies have more than %d bytes.", MAX_COPIED_BYTES)));
}

/* A part uses a definition; it goes to the others when that is new. */
static void
use(Import *import, int part, Definition *definition, Definitions *used)
{
	Part	   *home = &import->parts.items[part];
	Definition *first = definition == NULL ? NULL : &import->definitions.items[definition->first];

	if (definition == NULL || first->used_by == part + 1)
		return;
	first->used_by = part + 1;
	*VEC_PUSH(used) = definition;
	if (definition->start >= home->start && definition->start < home->end)
	{
		definition->is_home = true;
		return;
	}
	definition->is_copied = true;
	count_copied(import, definition->end - definition->start);
	*VEC_PUSH(&home->copies) = definition;
}

/* A label that stands at a byte of the text, of a footnote or a link. */
typedef struct Use
{
	int			pos;
	const char *sigil;
	Slice		label;
} Use;

typedef VEC(Use) Uses;

static int
compare_uses(const void *a, const void *b)
{
	const Use  *x = a;
	const Use  *y = b;

	return x->pos < y->pos ? -1 : x->pos > y->pos;
}

static Uses
collect_uses(const Prose *prose)
{
	Uses		uses = {NULL, 0, 0};

	for (int i = 0; i < prose->markers.count; i++)
	{
		Slice		rest = prose->markers.items[i].value;
		Slice		label;

		while (prose->markers.items[i].kind == MARKER_NOTE_REF && marker_next_label(&rest, &label))
			*VEC_PUSH(&uses) = (Use) {(int) (label.data - prose->text), "^", slice_trim(label)};
	}
	for (int i = 0; i < prose->link_uses.count; i++)
		*VEC_PUSH(&uses) =
			(Use) {prose->link_uses.items[i].end - 1, "", prose->link_uses.items[i].label};
	if (uses.count > 0)
		qsort(uses.items, uses.count, sizeof(Use), compare_uses);
	return uses;
}

/* What the text uses but bound notes, and what the definitions of that use. */
void
distribute_definitions(Import *import)
{
	const Prose *prose = import->prose;
	Uses		uses = collect_uses(prose);
	Definitions used = {NULL, 0, 0};
	int			note = 0;

	for (int i = 0; i < uses.count; i++)
	{
		const Use  *this = &uses.items[i];
		int			part = part_at(import, this->pos);
		Definition *definition;

		CHECK_FOR_INTERRUPTS();
		while (note < prose->note_defs.count && prose->note_defs.items[note].end <= this->pos)
			note++;
		if (part < 0 || (note < prose->note_defs.count &&
						 prose->note_defs.items[note].start <= this->pos))
			continue;			/* those in a definition go with it */
		definition = definition_of(import, part, this->sigil, this->label);
		if (definition == NULL || (definition->number == 0 && !definition->is_general))
			use(import, part, definition, &used);
		for (int j = 0; j < used.count; j++)
		{
			int			at;

			LOWER_BOUND(at, uses.count, k, uses.items[k].pos < used.items[j]->start);
			for (; at < uses.count && uses.items[at].pos < used.items[j]->end; at++)
				use(import, part, definition_of(import, part, uses.items[at].sigil,
												uses.items[at].label), &used);
		}
		used.count = 0;
	}
}
