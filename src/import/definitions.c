/*
 * definitions.c
 *		Footnote and link definitions of an imported text: which sections use them.
 *
 * A section's own definition of a label serves it; where it has none, the document's
 * first one is copied to its end, with all that this one uses.  A definition that only
 * other sections use leaves its place.
 */
#include "import/import_internal.h"
#include "markers/markers.h"

/* A chain of definitions that each section uses grows with the square. */
#define MAX_COPIED_BYTES	(256 * 1024 * 1024)

#define AGENT_SUFFIX	" (agent's note, unverified)"

/* By label, then place, so that the first of a label is the document's. */
static int
compare_definitions(const void *a, const void *b)
{
	const Definition *x = a;
	const Definition *y = b;
	int			order = strcmp(x->label, y->label);

	return order != 0 ? order : x->start < y->start ? -1 : x->start > y->start;
}

/* A line may have been broken at its blanks. */
Slice
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

void
collect_definitions(Import *import)
{
	const Prose *prose = import->prose;
	Definition *items;

	for (int i = 0; i < prose->note_defs.count; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];

		*VEC_PUSH(&import->definitions) =
			(Definition){.label = psprintf("^%s", label_fold(def->label)),
						 .start = def->start, .end = def->end, .note = def};
	}
	for (int i = 0; i < prose->link_defs.count; i++)
	{
		const LinkDef *def = &prose->link_defs.items[i];
		const TextBlock *block = &prose->blocks.items[def->block];

		*VEC_PUSH(&import->definitions) = (Definition){
			.label = label_fold(def->label), .start = block->start, .end = block->end, .link = def};
	}
	items = import->definitions.items;
	if (import->definitions.count > 0)
		qsort(items, import->definitions.count, sizeof(Definition), compare_definitions);
	for (int i = 0; i < import->definitions.count; i++)
		items[i].first =
			i > 0 && strcmp(items[i].label, items[i - 1].label) == 0 ? items[i - 1].first : i;
}

Definition *
definition_of(const Import *import, int part, const char *sigil, Slice label)
{
	const Part *home = &import->parts.items[part];
	Definition *items = import->definitions.items;
	char	   *folded = label_fold(label);
	char	   *wanted = psprintf("%s%s", sigil, folded);
	Definition	key = {.label = wanted, .start = home->start};
	Definition *found = NULL;
	int			at;

	LOWER_BOUND(at, import->definitions.count, i,
				compare_definitions(&items[i], &key) < 0);
	if (at < import->definitions.count && strcmp(items[at].label, wanted) == 0)
		found = items[at].start < home->end ? &items[at] : &items[items[at].first];
	else if (at > 0 && strcmp(items[at - 1].label, wanted) == 0)
		found = &items[items[at - 1].first];
	pfree(wanted);
	pfree(folded);
	return found != NULL && found->shared != NULL ? found->shared : found;
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
	Definition *first;

	if (definition == NULL)
		return;
	first = &import->definitions.items[definition->first];
	if (first->used_by == part + 1)
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

/* What a marker refers to, but for notes that are bound. */
static void
use_labels(Import *import, int part, const Marker *marker, bool is_inner, Definitions *used)
{
	Slice		rest = marker->value;
	Slice		label;

	while (marker->kind == MARKER_NOTE_REF && marker_next_label(&rest, &label))
	{
		Definition *definition = definition_of(import, part, "^", slice_trim(label));

		if (is_inner || definition == NULL ||
			(definition->number == 0 && !definition->is_general))
			use(import, part, definition, used);
	}
}

/* What definitions use themselves is needed, too. */
static void
use_inner(Import *import, int part, Definitions *used)
{
	const Prose *prose = import->prose;

	for (int i = 0; i < used->count; i++)
	{
		const NoteDef *note = used->items[i]->note;
		int			end = used->items[i]->end;
		int			at;

		for (int j = 0; note != NULL && j < note->nblocks; j++)
		{
			const TextBlock *block = &prose->blocks.items[note->first_block + j];

			for (int k = 0; k < block->nmarkers; k++)
				use_labels(import, part, &prose->markers.items[block->first_marker + k], true,
						   used);
		}
		LOWER_BOUND(at, prose->link_uses.count, j,
					prose->link_uses.items[j].end <= used->items[i]->start);
		for (; at < prose->link_uses.count && prose->link_uses.items[at].end <= end; at++)
			use(import, part, definition_of(import, part, "", prose->link_uses.items[at].label),
				used);
	}
	used->count = 0;
}

void
distribute_definitions(Import *import)
{
	const Prose *prose = import->prose;
	Definitions used = {NULL, 0, 0};
	int			marker = 0;
	int			link = 0;
	int			note = 0;

	for (int part = 0; part < import->parts.count; part++)
	{
		int			end = import->parts.items[part].end;

		for (; marker < prose->markers.count && prose->markers.items[marker].start < end; marker++)
		{
			const Marker *reference = &prose->markers.items[marker];

			CHECK_FOR_INTERRUPTS();
			if (part_at(import, reference->start) == part &&
				prose->blocks.items[reference->block].note_def < 0)
				use_labels(import, part, reference, false, &used);
			use_inner(import, part, &used);
		}
		for (; link < prose->link_uses.count && prose->link_uses.items[link].end <= end; link++)
		{
			const LinkUse *this = &prose->link_uses.items[link];

			CHECK_FOR_INTERRUPTS();
			while (note < prose->note_defs.count && prose->note_defs.items[note].end < this->end)
				note++;
			/* those in a definition go with it */
			if (part_at(import, this->end - 1) == part &&
				(note == prose->note_defs.count || prose->note_defs.items[note].start >= this->end))
				use(import, part, definition_of(import, part, "", this->label), &used);
			use_inner(import, part, &used);
		}
	}
}
