/*
 * ledger.c
 *		References to notes of the base -> what stands for them in a section's body.
 *
 *		[^1] of a source			[SRC:1] or [SOURCE-A], as its row of the ledger has it
 *		[^2] a general source		[CITATION NEEDED]: finalize looks for one again
 *		[^3] an analyst's note		nothing: finalize adds it again
 *		[^4] an agent's note,
 *		[^x] the editor's own		as it is; its definition goes with it
 *
 * The row of a reference is that of its note behind the same words, else the nth of its note in
 * the section, where it is the nth there, too; else the first of its note there or in all.  The id
 * of the row stays where it means the same in its section now; else one of a claim there that says
 * what the row says takes its place, or that of a new claim.  New ids are above all that deal and
 * text use, so that no new claim answers somebody else's marker.
 */
#include "import/import_internal.h"
#include "markers/markers.h"
#include "sources/sources.h"

#define AGAIN			"[CITATION NEEDED]"
#define CONTEXT_BYTES	24		/* letters and digits before a reference that tell it apart, */
#define LEAST_CONTEXT	6		/* at least so many */

/* -------------------------------------------------------------------- rows */

/* A hash of the letters and digits of the block before a reference, over others, and of its note;
 * 0 = they are too few. */
static uint64
context_key(const char *text, int pos, int number)
{
	char		words[CONTEXT_BYTES];
	int			len = 0;

	while (pos > 0 && len < CONTEXT_BYTES)
	{
		int			open = --pos;

		while (text[pos] == ']' && open > 0 && pos - open < MAX_LABEL && text[open] != '[')
			open--;
		if (text[open] == '[' && text[open + 1] == '^')
			pos = open;
		else if (text[pos] == '\n' && !is_word_byte(text[pos + 1]))
			break;				/* a sign begins a block, a word may go on with one */
		else if (is_word_byte(text[pos]))
			words[len++] = (char) pg_ascii_tolower((uint8) text[pos]);
	}
	return len < LEAST_CONTEXT ? 0 : slice_hash((Slice) {words, len}, (uint64) number);
}

/* A note in a section, NULL = in all. */
static uint64
row_key(const StoredSection *section, int number)
{
	return slice_hash(slice_of(section == NULL ? "" : section->section_key), (uint64) number);
}

static void
name_row(Import *import, uint64 key, int row)
{
	if (key != 0 && keymap_get(&import->rows, key) == 0)
		*keymap_at(&import->rows, key) = row;
}

static void
read_ledger(Import *import)
{
	const StoredMemo *base = import->base->memo;
	KeyMap		places = {NULL, 0, 0};
	KeyMap		met = {NULL, 0, 0};

	for (int i = 0; base != NULL && i < base->ncitations; i++)
		if (base->citations[i].final_offset >= 0 && base->citations[i].section_key != NULL)
			*keymap_at(&places, slice_hash(slice_of(base->citations[i].section_key),
										   (uint64) base->citations[i].final_offset)) = i + 1;
	for (int i = 0; base != NULL && i < base->nsections; i++)
	{
		const StoredSection *section = &base->sections[i];
		Slice		body = slice_of(section->body);
		int			nchars = 0;
		int			number;
		int			end;

		for (int pos = 0; pos < body.len; nchars++, pos += char_length(body.data[pos]))
		{
			int			row;

			CHECK_FOR_INTERRUPTS();
			if (body.data[pos] != '[' || !read_label(body, pos, &number, &end))
				continue;
			row = keymap_get(&places, slice_hash(slice_of(section->section_key), (uint64) nchars));
			if (row == 0)
				continue;
			name_row(import, keymap_nth(&met, context_key(body.data, pos, number)), row);
			name_row(import, keymap_nth(&met, row_key(section, number)), row);
			name_row(import, row_key(NULL, number), row);
		}
	}
}

/* The number that a label's definition has, else its own. */
static int
number_of(const Import *import, int part, Slice label)
{
	const Definition *definition = definition_of(import, part, "^", label);

	return definition != NULL ? definition->number : labelled_number(import, label);
}

/* The row of a reference, and whether it stands behind the same words. */
static int
row_of(Import *import, int part, int pos, int number, bool *same_words)
{
	const StoredSection *base = import->parts.items[part].base;
	uint64		words = keymap_nth(&import->met, context_key(import->prose->text, pos, number));
	uint64		nth = keymap_nth(&import->met, row_key(base, number));
	int			row = keymap_get(&import->rows, words);

	*same_words = row > 0;
	if (row == 0)
		row = keymap_get(&import->rows, nth);
	if (row == 0)
		row = keymap_get(&import->rows, row_key(base, number));
	return row > 0 ? row : keymap_get(&import->rows, row_key(NULL, number));
}

void
assign_rows(Import *import)
{
	const Prose *prose = import->prose;

	read_ledger(import);
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		int			part = part_at(import, marker->start);
		Slice		rest = marker->value;
		Slice		label;

		CHECK_FOR_INTERRUPTS();
		while (part >= 0 && marker->kind == MARKER_NOTE_REF &&
			   prose->blocks.items[marker->block].note_def < 0 && marker_next_label(&rest, &label))
		{
			bool		same_words;
			int			number = number_of(import, part, slice_trim(label));
			int			row = number == 0 ? 0
				: row_of(import, part, marker->start, number, &same_words);

			if (row > 0)
				*keymap_at(&import->assigned, slice_trim(label).data - prose->text) =
					row * 2 + same_words;
		}
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
	reference->row = assigned == 0 ? NULL : &import->base->memo->citations[assigned / 2 - 1];
	if (reference->definition == NULL && assigned % 2 == 0 &&
		keymap_get(&import->keys, slice_hash(reference->label, 0)) == 0 &&
		(!import->base->is_named || import->is_renumbered))
		reference->number = 0;
	return true;
}

/* ------------------------------------------------------------------ claims */

/* What a claim of a section, or of a part that is a new one, says: its source, and of confidence
 * and quote as much as is known. */
static uint64
claim_key(int section, const Identity *identity, const int *confidence, const char *quote)
{
	uint64		key = identity_hash(identity) * 31 + (uint64) section;

	if (confidence != NULL)
		key = key * 31 + (uint64) *confidence + 2;
	return slice_of(quote).len == 0 ? key : slice_hash(slice_of(quote), key);
}

/* That of one with an id. */
static uint64
id_key(uint64 key, int64 id)
{
	return slice_hash((Slice) {(const char *) &id, sizeof(id)}, key);
}

static void
name_claim(Import *import, uint64 key, int64 id)
{
	if (keymap_get(&import->ids, key) == 0)
		*keymap_at(&import->ids, key) = (int) id;
}

/* The claims whose id means one source in their section, and can be written. */
static void
name_claims(Import *import)
{
	const Memo *deal = import->deal;

	for (int i = 0; i < deal->nclaims; i++)
	{
		const Claim *claim = &deal->claims[i];
		const Identity *identity = &claim->identity;
		bool		is_shared = false;
		uint64		key;

		CHECK_FOR_INTERRUPTS();
		for (int j = Max(0, i - 1); j <= Min(i + 1, deal->nclaims - 1); j++)
			is_shared |= j != i && deal->claims[j].section == claim->section &&
				deal->claims[j].src_id == claim->src_id;
		if (claim->src_id <= INT_MAX)	/* what no marker can say is in nobody's way */
			import->last_id = Max(import->last_id, claim->src_id);
		if (claim->src_id <= 0 || claim->src_id > INT_MAX || is_shared)
			continue;
		key = claim_key(claim->section, identity, &claim->confidence, NULL);
		name_claim(import, id_key(key, claim->src_id), claim->src_id);
		if (!claim->is_whole && identity->page == 0 && identity->locator == NULL)
			continue;
		name_claim(import, claim_key(claim->section, identity, NULL, NULL), claim->src_id);
		name_claim(import, key, claim->src_id);
		name_claim(import, claim_key(claim->section, identity, &claim->confidence, claim->quote),
				   claim->src_id);
	}
}

/* The id of a claim of a part that says what a row does, NULL = the source alone. */
static int64
claimed_id(Import *import, int part, const Identity *identity, const StoredCitation *row)
{
	int			stored = import->parts.items[part].stored;
	int			section = stored >= 0 ? stored : import->deal->nsections + part;
	uint64		key = claim_key(section, identity, row == NULL ? NULL : &row->confidence, NULL);
	uint64		said = row == NULL ? key
		: claim_key(section, identity, &row->confidence, row->quote);
	ImportedClaim *claim;

	if (row != NULL && stored >= 0 && row->section_key != NULL &&
		strcmp(row->section_key, import->deal->sections[stored].section_key) == 0 &&
		keymap_get(&import->ids, id_key(key, row->src_id)) > 0)
		return row->src_id;
	if (keymap_get(&import->ids, said) > 0)
		return keymap_get(&import->ids, said);
	claim = VEC_PUSH(&import->result.claims);
	claim->part = part;
	claim->src_id = import->last_id + import->result.claims.count;
	claim->doc_id = identity->doc->doc_id;
	claim->page = identity->page;
	/* a note without page or locator stays one, whatever its sentence cites */
	claim->locator = identity->page == 0 && identity->locator == NULL ? "" : identity->locator;
	claim->confidence = row == NULL ? -1 : row->confidence;
	claim->quote = row == NULL ? NULL : row->quote;
	claim->passage_id = row == NULL ? NULL : row->passage_id;
	name_claim(import, said, claim->src_id);
	return claim->src_id;
}

/* Was the row a tag that names the document, and it alone? */
static bool
is_tag(const Import *import, const Identity *identity, const StoredCitation *row)
{
	Slice		tag = slice_of(identity->doc->tag);
	bool		is_shared = false;

	return row != NULL && identity->page == 0 && identity->locator == NULL &&
		row->marker != NULL && strncmp(row->marker, "[SOURCE-", 8) == 0 &&
		strpbrk(row->marker, ",;") == NULL && tag.len > 0 &&
		name_tagged((Memo *) import->deal, tag, &is_shared) == identity->doc && !is_shared;
}

/* The marker with which a part cites the source of a reference; NULL = the deal lacks it. */
static const char *
source_marker(Import *import, int part, const NoteMention *reference)
{
	const StoredNote *note = &import->base->notes[reference->number - 1];
	Identity	identity = {.page = note->page};

	if (note->doc_id != NULL)
		identity.doc = memo_document(import->deal, note->doc_id, (int) strlen(note->doc_id));
	if (identity.doc == NULL)
		return NULL;
	if (locator_counts(note->page, note->locator))
		identity.locator = note->locator;
	if (is_tag(import, &identity, reference->row))
		return reference->row->marker;
	return psprintf("[SRC:" INT64_FORMAT "]", claimed_id(import, part, &identity, reference->row));
}

/* The greatest id that a text uses: no new claim is to answer a number of another spelling. */
static int64
greatest_id(const Prose *prose)
{
	int64		greatest = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		MarkerIds	ids;

		greatest = Max(greatest, prose->markers.items[i].id);
		if (prose->markers.items[i].kind == MARKER_SRC_VARIANT &&
			marker_ids(&prose->markers.items[i], &ids))
			for (int j = 0; j < ids.count; j++)
				greatest = Max(greatest, ids.ids[j]);
	}
	return greatest;
}

void
open_claims(Import *import)
{
	const Memo *deal = import->deal;

	import->last_id = greatest_id(import->prose);
	name_claims(import);
	for (int i = 0; i < deal->ranges.count; i++)
		import->last_id = Max(import->last_id, deal->ranges.items[i].last_id);
	for (int i = 0; i < deal->nsections; i++)
	{
		MemoryContext scratch =
			AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
		MemoryContext before = MemoryContextSwitchTo(scratch);
		Slice		body = deal->sections[i].body;

		CHECK_FOR_INTERRUPTS();
		import->last_id = Max(import->last_id,
							  greatest_id(prose_parse(body.data, body.len, &marker_extension)));
		MemoryContextSwitchTo(before);
		MemoryContextDelete(scratch);
	}
	if (import->last_id > INT_MAX - import->prose->markers.count)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("deal " INT64_FORMAT " has no ids left", deal->deal_id)));
}

/* -------------------------------------------------------------- references */

int
marker_end(const Prose *prose, const Marker *marker)
{
	int			end = marker->start + marker->len;

	return slice_take(&(Slice){prose->text + end, prose->len - end}, WEAK_MARK)
		? end + (int) strlen(WEAK_MARK) : end;
}

static void
tell_reference(Import *import, int part, const NoteMention *reference, const char *problem)
{
	tell_part(import, part, psprintf("note %.*s: %s", reference->label.len, reference->label.data,
									 problem));
}

/* A footnote that no note of ours says: it has its definition, or is told of. */
static void
keep_reference(Import *import, int part, const NoteMention *reference, StringInfo out)
{
	Definition *definition = reference->definition;
	Slice		label = definition == NULL ? reference->label : definition->note->label;

	appendStringInfo(out, "[^%.*s]", label.len, label.data);
	if (definition == NULL)
	{
		import->nunbound++;
		tell_reference(import, part, reference, "it has no definition");
		return;
	}
	import->nbound++;
	if (definition->is_agents || definition->told_in == part + 1 ||
		labelled_number(import, reference->label) == 0)
		return;
	definition->told_in = part + 1;
	tell_reference(import, part, reference,
				   "no note of the memo says this; it is a footnote of its own");
}

static void
bind_reference(Import *import, int part, const NoteMention *reference, StringInfo out)
{
	const StoredNote *note = &import->base->notes[reference->number - 1];
	const char *marker = strcmp(note->kind, "agent") == 0 ? NULL : "";

	if (strcmp(note->kind, "rescue") == 0)
		marker = AGAIN;
	else if (strcmp(note->kind, "source") == 0)
		marker = source_marker(import, part, reference);
	if (marker == NULL)
	{
		if (strcmp(note->kind, "source") == 0)
			tell_reference(import, part, reference,
						   psprintf("document \"%s\" is not in the deal", note->doc_id));
		keep_reference(import, part, reference, out);
		return;
	}
	appendStringInfoString(out, marker);
	import->nbound++;
}

const char *
bind_marker(Import *import, int part, const Marker *marker, int *end)
{
	Slice		rest = marker->value;
	StringInfoData out;
	NoteMention reference;
	bool		is_bound = false;
	bool		is_weak = false;

	initStringInfo(&out);
	*end = marker->start + marker->len;
	while (next_reference(import, part, &rest, &reference))
	{
		const Definition *definition = reference.definition;
		const StoredCitation *row = reference.row;

		is_weak |= row == NULL ||
			(row->confidence >= 0 && row->confidence < import->base->memo->weak);
		is_bound |= reference.number > 0 ||
			(definition != NULL && (import->is_ours || definition->is_general));
		if (definition != NULL && definition->is_general)
		{
			appendStringInfoString(&out, AGAIN);
			import->nbound++;
		}
		else if (reference.number == 0)
			keep_reference(import, part, &reference, &out);
		else
			bind_reference(import, part, &reference, &out);
	}
	if (!is_bound)
		return NULL;
	if (is_weak)
		*end = marker_end(import->prose, marker);
	return out.data;
}
