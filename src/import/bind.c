/*
 * bind.c
 *		Which note of the memo a definition is.
 *
 * The comment says by number what each note cites: note 2 is page 12 of the Appraisal.
 * Stored revisions of the deal say it by the definition's text.  A definition is
 *
 *		1. the comment's note of its label, where it says what that one says, or is
 *		   missing and nobody gave others new labels;
 *		2. else the one of the comment's notes, or of the stored ones, that says just this;
 *		3. else a footnote of the editor's own, which is told of.
 *
 *		[^2]: Appraisal, p. 12.		the comment's 2
 *		[^9]: Rent Roll, p. 3.		what the comment has as 3: who inserts a note, or writes
 *									the memo with a tool, gives the others new labels
 *		[^2]: Appraisal, p. 13.		the editor's: a wrong source is worse than none
 *
 * To say the same is to have the name of the source as this deal has it, and no quote but
 * the note's; backslashes and line breaks are a matter of the tool.  What analysts and the
 * model add is known by its key, which is that of its text.
 */
#include "import/import_internal.h"
#include "markers/markers.h"
#include "sources/sources.h"

#define MOST_ENDS	16			/* of a name or quote, which may contain what ends one */
#define GENERAL		" General source for this section; no passage was cited."

/* Seeds of keys in import->names; a key of an insight is its note's. */
enum
{
	NAME_SOURCE,
	NAME_RESCUE,
	NAME_STORED
};

static bool
is_rescue(const NoteBinding *note)
{
	return strcmp(note->kind, "rescue") == 0;
}

static bool
is_source(const NoteBinding *note)
{
	return strcmp(note->kind, "source") == 0 || is_rescue(note);
}

/* "[Rent Roll](https://x.example/rr), p. 4" as "Rent Roll, p. 4": a tool may drop the link. */
static Slice
without_link(Slice text)
{
	int			close = 1;
	int			end;

	while (text.len > 0 && *text.data == '[' && close < text.len && text.data[close] != ']')
		close += text.data[close] == '\\' ? 2 : 1;
	if (close + 1 >= text.len || memcmp(text.data + close, "](", 2) != 0)
		return text;
	for (end = close + 2; end < text.len && text.data[end] != ')';)
		end++;
	if (end == text.len)
		return text;
	return slice_of(psprintf("%.*s%.*s", close - 1, text.data + 1, text.len - end - 1,
							 text.data + end + 1));
}

/* Markdown as plain text on one line. */
static Slice
plain_text(Slice markdown)
{
	char	   *text = markdown_unescape(without_link(slice_trim(markdown)));
	int			len = 0;

	for (const char *c = text; *c != '\0'; c++)
		if (!is_space(*c))
			text[len++] = *c;
		else if (len > 0 && text[len - 1] != ' ')
			text[len++] = ' ';
	return slice_trim((Slice) {text, len});
}

static Slice
plain_definition(const Import *import, const NoteDef *def)
{
	return plain_text((Slice) {import->prose->text + def->content,
							   Max(0, def->end - def->content)});
}

/* ------------------------------------------------------------------ quotes */

static char *
escaped_quote(Slice plain, int *len)
{
	StringInfoData text;

	initStringInfo(&text);
	append_escaped(&text, plain.data, plain.len);
	*len = text.len;
	return text.data;
}

uint64
quote_key(Slice plain)
{
	int			len;
	char	   *text = escaped_quote(plain, &len);
	uint64		key = slice_hash((Slice) {text, len}, 0);

	pfree(text);
	return key;
}

/* Takes the first quote off those of a definition: which of the comment's it is, -1 = none. */
static int
take_quote(const NoteBinding *binding, Slice *quotes, BoundQuote *quote)
{
	Slice		text;
	bool		is_marked;

	for (int nth = 0; nth < MOST_ENDS; nth++)
	{
		Slice		rest = *quotes;
		char	   *escaped;
		char		hash[9];
		int			len;

		if (!quote_take(&rest, nth, &text, &is_marked))
			break;
		escaped = escaped_quote(text, &len);
		quote_hash((Slice) {escaped, len}, hash);
		pfree(escaped);
		for (int i = 0; i < binding->nhashes; i++)
		{
			bool		is_checked = binding->hashes[i][0] != '?';

			if (strcmp(binding->hashes[i] + !is_checked, hash) != 0)
				continue;
			*quotes = rest;
			*quote = (BoundQuote) {text, quote_key(text), is_checked && !is_marked};
			return i;
		}
	}
	return -1;
}

/* Takes the quotes of a stored definition, which has just these. */
static void
take_stored_quotes(BoundNote *note, Slice quotes)
{
	Slice		text;
	bool		is_marked;

	note->quotes = palloc0(sizeof(BoundQuote) * (quotes.len / 4 + 1));
	while (quote_take(&quotes, 0, &text, &is_marked))
		note->quotes[note->nquotes++] = (BoundQuote) {text, quote_key(text), false};
}

/* ------------------------------------------------------------- definitions */

/* Takes off what may stand between the name of a source and its quotes. */
static bool
take_remarks(Slice *rest, bool is_general)
{
	const char *close;

	if (slice_take(rest, " (ingested "))
	{
		close = memchr(rest->data, ')', rest->len);
		if (close == NULL)
			return false;
		*rest = (Slice) {close + 1, (int) (rest->data + rest->len - close) - 1};
	}
	(void) slice_take(rest, ".");
	(void) slice_take(rest, " Low confidence.");
	return slice_take(rest, GENERAL) == is_general;
}

static bool
ends_in_quote(Slice rest)
{
	int			mark = (int) strlen(UNCHECKED_MARK);

	if (rest.len > mark && memcmp(rest.data + rest.len - mark, UNCHECKED_MARK, mark) == 0)
		rest.len -= mark;
	return rest.len > 3 && memcmp(rest.data, " \"", 2) == 0 && rest.data[rest.len - 1] == '"';
}

/* Takes what stands behind the name of a note's source, its quotes.  With its label, or
 * that of one reference ("3-2" is use 2), they may be others; else (use 0) it has all. */
static bool
take_quotes(Import *import, int number, Slice rest, int use)
{
	const NoteBinding *binding = &import->binding->notes[number - 1];
	BoundNote  *note = &import->bound[number - 1];
	BoundQuote *quotes = palloc0(sizeof(BoundQuote) * (binding->nhashes + 1));
	int			nfound = 0;

	while (rest.len > 0)
	{
		BoundQuote	quote;
		int			at = take_quote(binding, &rest, &quote);
		const char *next;

		if (at >= 0)
		{
			nfound += quotes[at].text.data == NULL;
			quotes[at] = quote;
			continue;
		}
		if (use == 0 || !ends_in_quote(rest))
			return false;
		/* the note has no room for a fourth quote, but the label of its reference has */
		note->has_changed |= use == 1;
		next = memmem(rest.data + 1, rest.len - 1, " \"", 2);
		rest.len = next == NULL ? 0 : (int) (rest.data + rest.len - next);
		rest.data = next;
	}
	if (use == 0 && nfound < binding->nhashes)
		return false;
	if (note->quotes == NULL)
		note->quotes = palloc0(sizeof(BoundQuote) * (binding->nhashes + 1));
	note->nquotes = binding->nhashes;
	for (int i = 0; i < binding->nhashes; i++)
		if (quotes[i].text.data != NULL)
			note->quotes[i] = quotes[i];
	return true;
}

int
labelled_number(const Import *import, Slice label, int *use)
{
	int64		numbers[2] = {0, 0};
	int			part = 0;

	for (int i = 0; i < label.len; i++)
		if (label.data[i] == '-' && part == 0 && i > 0)
			part = 1;
		else if (!is_digit(label.data[i]) || numbers[part] > INT_MAX / 100)
			return 0;
		else
			numbers[part] = numbers[part] * 10 + (label.data[i] - '0');
	*use = part == 0 ? 1 : (int) numbers[1];
	return numbers[0] <= import->binding->nlisted ? (int) numbers[0] : 0;
}

/* The comment's note of a source that a definition is, first that of its label: its name
 * ends before one of these. */
static int
source_number(Import *import, Slice plain, int labelled, int use)
{
	static const char *const ends[] = {" \"", " (ingested ", " Low confidence.", GENERAL};
	bool		is_general = memmem(plain.data, plain.len, GENERAL, strlen(GENERAL)) != NULL;
	int			tries = 0;

	for (int end = 1; end <= plain.len && tries < MOST_ENDS; end++)
	{
		Slice		name = {plain.data, end};
		Slice		rest = {plain.data + end, plain.len - end};
		bool		is_end = rest.len == 0;
		int			number;

		for (int i = 0; i < (int) lengthof(ends) && !is_end; i++)
			is_end = *rest.data == ' ' && slice_take(&(Slice) {rest.data, rest.len}, ends[i]);
		if (!is_end)
			continue;
		tries++;
		if (name.data[end - 1] == '.')
			name.len--;
		number = labelled > 0 && slice_equal(import->bound[labelled - 1].name, name)
			? labelled
			: keymap_get(&import->names, slice_hash(name, is_general ? NAME_RESCUE : NAME_SOURCE));
		if (number > 0 && take_remarks(&rest, is_rescue(&import->binding->notes[number - 1])) &&
			take_quotes(import, number, rest, number == labelled ? use : 0))
			return number;
	}
	return 0;
}

/* Is it an agent's note again, with the label of its second reference, "3-2"? */
static bool
is_copy(const Import *import, int number, Slice plain)
{
	const Definition *first;

	if (strcmp(import->binding->notes[number - 1].kind, "agent") != 0)
		return false;
	first = definition_of(import, 0, "^", slice_of(psprintf("%d", number)));
	return first != NULL && slice_equal(plain_definition(import, first->note), plain);
}

/* The note that a definition is, 0 = a footnote of its own. */
static int
note_of(Import *import, const NoteDef *def)
{
	static const char *const kinds[] = {"ic_note", "model_warning", "source_conflict", "lineage",
										"coherence", "conflict"};
	Slice		plain = plain_definition(import, def);
	int			use;
	int			labelled = labelled_number(import, def->label, &use);
	int			number = labelled > 0 && use > 1 && is_copy(import, labelled, plain)
		? labelled : source_number(import, plain, labelled, use);

	for (int i = 0; i < (int) lengthof(kinds) && number <= 0; i++)
		number = keymap_get(&import->names, text_note_key(kinds[i], slice_copy(plain)));
	if (number <= 0)
		number = keymap_get(&import->names, slice_hash(plain, NAME_STORED));
	return Max(number, 0);
}

/* A note by what its definition says; what two of them say is none's. */
static void
name_note(Import *import, uint64 key, int number)
{
	int		   *named = keymap_at(&import->names, key);

	*named = *named == 0 ? number : -1;
}

static void
open_note(Import *import, int index)
{
	const NoteBinding *binding = &import->binding->notes[index];
	BoundNote  *note = &import->bound[index];
	StringInfoData name;

	if (binding->definition != NULL)
		name_note(import, slice_hash(plain_text(slice_of(binding->definition)), NAME_STORED),
				  index + 1);
	else if (!is_source(binding) && strcmp(binding->kind, "agent") != 0)
		name_note(import, strtoull(binding->key, NULL, 16), index + 1);
	if (!is_source(binding))
		return;
	if (binding->doc_id != NULL)
		note->identity.doc =
			memo_document(import->deal, binding->doc_id, (int) strlen(binding->doc_id));
	note->identity.page = binding->page;
	if (locator_counts(binding->page, binding->locator))
		note->identity.locator = binding->locator;
	if (note->identity.doc == NULL)
		return;
	initStringInfo(&name);
	append_source_name(&name, &note->identity);
	note->name = plain_text((Slice) {name.data, name.len});
	if (note->name.len > 0 && note->name.data[note->name.len - 1] == '.')
		note->name.len--;
	if (binding->definition == NULL)
		name_note(import, slice_hash(note->name, is_rescue(binding) ? NAME_RESCUE : NAME_SOURCE),
				  index + 1);
	else
	{
		Slice		rest = plain_text(slice_of(binding->definition));

		if (slice_take(&rest, slice_copy(note->name)) && take_remarks(&rest, is_rescue(binding)))
			take_stored_quotes(note, rest);
	}
}

/* Keeps the link of a definition whose document has no address in this deal. */
static void
keep_address(Import *import, const BoundNote *note, const NoteDef *def)
{
	Slice		text = {import->prose->text + def->content, def->end - def->content};
	Slice		address;
	int			pos = 0;

	if (note->identity.doc == NULL || document_url(note->identity.doc) != NULL ||
		text.len < 1 || *text.data != '[' || !address_next(text, &pos, &address))
		return;
	note->identity.doc->url = slice_copy(address_without_page(address));
	*VEC_PUSH(&import->documents) = (ImportedDocument) {
		.doc_id = note->identity.doc->doc_id, .url = note->identity.doc->url,
	};
}

void
bind_definitions(Import *import)
{
	const ImportBinding *binding = import->binding;
	int			use;

	import->bound = palloc_array_huge(binding->nnotes + 1, sizeof(BoundNote));
	memset(import->bound, 0, sizeof(BoundNote) * (binding->nnotes + 1));
	for (int i = 0; i < binding->nnotes; i++)
	{
		CHECK_FOR_INTERRUPTS();
		open_note(import, i);
	}
	for (int i = 0; i < import->definitions.count; i++)
	{
		Definition *definition = &import->definitions.items[i];

		CHECK_FOR_INTERRUPTS();
		if (definition->note == NULL)
			continue;
		definition->number = note_of(import, definition->note);
		import->is_ours |= definition->number > 0;
		if (definition->number > 0)
			keep_address(import, &import->bound[definition->number - 1], definition->note);
		import->is_renumbered |= definition->number > 0 &&
			labelled_number(import, definition->note->label, &use) != definition->number;
	}
}
