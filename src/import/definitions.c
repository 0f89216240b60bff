/*
 * definitions.c
 *		Footnote and link definitions of an imported text: what they say, and which
 *		sections use them.
 *
 * A section's own definition of a label serves it; where it has none, the
 * document's first one is copied to its end, with all that this one uses.  A
 * definition that only other sections use leaves its place.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"

/* A chain of definitions that each section uses grows with the square. */
#define MAX_COPIED_BYTES	(256 * 1024 * 1024)

/* By label, then place, so that the first of a label is the document's. */
static int
compare_note_defs(const void *a, const void *b)
{
	const Definition *x = a;
	const Definition *y = b;
	int			order = strcmp(x->label, y->label);

	return order != 0 ? order : x->start < y->start ? -1 : x->start > y->start;
}

Slice
import_without_suffix(Slice text)
{
	Slice		rest = text;

	for (int i = (int) strlen(AGENT_SUFFIX) - 1; i >= 0; i--)
	{
		if (rest.len == 0 ||
			(AGENT_SUFFIX[i] == ' ' ? strchr(" \t\r\n", rest.data[rest.len - 1]) == NULL
									: rest.data[rest.len - 1] != AGENT_SUFFIX[i]))
			return text;
		rest.len--;
		while (AGENT_SUFFIX[i] == ' ' && rest.len > 0 &&
			   strchr(" \t\r\n", rest.data[rest.len - 1]) != NULL)
			rest.len--;			/* a line may have been broken there */
	}
	return rest;
}

Slice
definition_text(const Prose *prose, const NoteDef *def)
{
	char	   *text = pnstrdup(prose->text + def->content, Max(0, def->end - def->content));
	int			len = (int) strlen(text);
	int			to = 0;

	while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL)
		len--;
	for (int from = 0; from < len; from++)
	{
		text[to++] = text[from];
		if (text[from] != '\n' && text[from] != '\r')
			continue;
		/* a line's end and the blanks around it are one blank */
		while (to > 0 && strchr(" \t\r\n", text[to - 1]) != NULL)
			to--;
		if (to > 0)				/* it may begin on a line of its own */
			text[to++] = ' ';
		while (strchr(" \t\r\n", text[from + 1]) != NULL)
			from++;
	}
	return (Slice) {text, to};
}

#define MOST_ENDS	16			/* of a quote, which may contain what ends one */

int
bound_quote(const NoteBinding *binding, Slice *quotes, BoundQuote *quote)
{
	Slice		before = *quotes;
	Slice		text;
	bool		is_marked;

	for (int nth = 0; nth < MOST_ENDS; nth++)
	{
		Slice		rest = before;
		char		hash[9];

		if (!quote_take(&rest, nth, &text, &is_marked))
			break;
		if (nth == 0)
			*quotes = rest;		/* go on behind it, if it is none */
		quote_hash(text, hash);
		for (int i = 0; i < binding->nhashes; i++)
		{
			bool		is_checked = binding->hashes[i][0] != '?';

			if (strcmp(binding->hashes[i] + !is_checked, hash) != 0)
				continue;
			*quotes = rest;
			if (quote != NULL)
				*quote = (BoundQuote) {text, is_checked && !is_marked};
			return i;
		}
	}
	if (quotes->data == before.data)
		quotes->len = 0;
	return -1;
}

int
compare_note_names(const void *a, const void *b)
{
	const NoteName *x = a;
	const NoteName *y = b;
	int			order = slice_compare(x->name, y->name);

	return order != 0 ? order : x->number - y->number;
}

int
number_of(const NoteName *names, int count, Slice name)
{
	NoteName	wanted = {name, 0};
	int			low;

	LOWER_BOUND(low, count, i, compare_note_names(&names[i], &wanted) < 0);
	return low < count && slice_equal(names[low].name, name) ? names[low].number : 0;
}

int
definition_position(const DefinitionTable *table, const char *label, int start)
{
	Definition	wanted = {.label = label, .start = start};
	int			low;

	LOWER_BOUND(low, table->count, i, compare_note_defs(&table->items[i], &wanted) < 0);
	return low;
}

/* Sorts a table and gives each definition the first of its label. */
static void
sort_definitions(DefinitionTable *table)
{
	qsort(table->items, table->count, sizeof(Definition), compare_note_defs);
	for (int i = 0; i < table->count; i++)
		table->items[i].first =
			i > 0 && strcmp(table->items[i].label, table->items[i - 1].label) == 0
				? table->items[i - 1].first
				: i;
}

void
collect_definitions(Import *import)
{
	const Prose *prose = import->prose;

	import->notes.count = prose->note_defs.count;
	import->notes.items = palloc0(sizeof(Definition) * (import->notes.count + 1));
	for (int i = 0; i < import->notes.count; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];

		import->notes.items[i] = (Definition){.label = label_fold(def->label),
											  .start = def->start,
											  .end = def->end,
											  .first_block = def->first_block,
											  .nblocks = def->nblocks};
	}
	sort_definitions(&import->notes);
	import->links.count = prose->link_defs.count;
	import->links.items = palloc0(sizeof(Definition) * (import->links.count + 1));
	for (int i = 0; i < import->links.count; i++)
	{
		const LinkDef *def = &prose->link_defs.items[i];
		const TextBlock *block = &prose->blocks.items[def->block];

		import->links.items[i] = (Definition){
			.label = label_fold(def->label), .start = block->start, .end = block->end, .link = def};
	}
	sort_definitions(&import->links);
}

/* A section uses a label: its own definition serves, else the document's first
 * one, which is copied to it.  Returns that one when it is new here. */
static Definition *
use_label(Import *import, DefinitionTable *table, int part, Slice label)
{
	char	   *folded = label_fold(label);
	int			at = definition_position(table, folded, import->parts.items[part].start);
	Definition *first;

	if (at < table->count && strcmp(table->items[at].label, folded) == 0 &&
		table->items[at].start < import->parts.items[part].end)
	{
		Definition *own = &table->items[at];

		first = &table->items[own->first];
		if (first->used_by == part + 1)
			return NULL;
		first->used_by = part + 1;
		own->is_used_at_home = true;
		return own;
	}
	at = definition_position(table, folded, -1);
	if (at >= table->count || strcmp(table->items[at].label, folded) != 0 ||
		table->items[at].used_by == part + 1)
		return NULL;
	first = &table->items[at];
	first->used_by = part + 1;
	first->is_copied = true;
	import->copied += first->end - first->start;
	if (import->copied > MAX_COPIED_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("definitions of the text are used by too many sections"),
				 errdetail("Their copies have more than %d bytes.", MAX_COPIED_BYTES)));
	*VEC_PUSH(&import->parts.items[part].copies) = first;
	return first;
}

/* The links in a definition that a section needs. */
static void
use_inner_links(Import *import, int part, const Definition *definition)
{
	const Prose *prose = import->prose;
	int			low;

	LOWER_BOUND(low, prose->link_uses.count, i,
				prose->link_uses.items[i].end <= definition->start);
	for (; low < prose->link_uses.count && prose->link_uses.items[low].end <= definition->end;
		 low++)
		(void) use_label(import, &import->links, part, prose->link_uses.items[low].label);
}

/* Labels used in the definitions that a section needs are needed, too. */
static void
use_inner_labels(Import *import, int part, const Definition *definition)
{
	const Prose *prose = import->prose;
	VEC(const Definition *) work = {NULL, 0, 0};

	*VEC_PUSH(&work) = definition;
	for (int i = 0; i < work.count; i++)
	{
		const Definition *outer = work.items[i];

		use_inner_links(import, part, outer);
		for (int j = 0; j < outer->nblocks; j++)
		{
			const TextBlock *block = &prose->blocks.items[outer->first_block + j];

			for (int k = 0; k < block->nmarkers; k++)
			{
				const Marker *marker = &prose->markers.items[block->first_marker + k];
				const Definition *inner = marker->kind == MARKER_NOTE_REF
					? use_label(import, &import->notes, part, marker->value) : NULL;

				if (inner != NULL)
					*VEC_PUSH(&work) = inner;
			}
		}
	}
}

int
own_number(const Import *import, Slice label)
{
	int64		number = 0;
	int			i = 0;
	char	   *folded;

	if (import->binding == NULL)
		return 0;
	for (; i < label.len && isdigit((unsigned char) label.data[i]) && number < INT_MAX / 10; i++)
		number = number * 10 + (label.data[i] - '0');
	if (i > 0 && i + 1 < label.len && label.data[i] == '-')
		for (i++; i < label.len && isdigit((unsigned char) label.data[i]); i++)
			;
	if (i == label.len && label.len > 0 && number >= 1 &&
		number <= import->binding->nnotes - import->nlabels)
		return (int) number;
	if (import->nlabels == 0)
		return 0;
	folded = label_fold(label);
	i = number_of(import->labels, import->nlabels, slice_of(folded));
	pfree(folded);
	return i;
}

void
distribute_definitions(Import *import)
{
	const Prose *prose = import->prose;
	int			marker = 0;
	int			use = 0;
	int			note = 0;

	for (int part = 0; part < import->parts.count; part++)
	{
		int			end = import->parts.items[part].end;

		for (; marker < prose->markers.count && prose->markers.items[marker].start < end; marker++)
		{
			const Marker *reference = &prose->markers.items[marker];
			Definition *definition;

			CHECK_FOR_INTERRUPTS();
			if (reference->kind != MARKER_NOTE_REF || part_at(import, reference->start) != part ||
				prose->blocks.items[reference->block].note_def >= 0 ||
				own_number(import, reference->value) > 0)
				continue;
			definition = use_label(import, &import->notes, part, reference->value);
			if (definition != NULL)
				use_inner_labels(import, part, definition);
		}
		for (; use < prose->link_uses.count && prose->link_uses.items[use].end <= end; use++)
		{
			const LinkUse *link = &prose->link_uses.items[use];

			CHECK_FOR_INTERRUPTS();
			while (note < prose->note_defs.count && prose->note_defs.items[note].end < link->end)
				note++;
			/* those in a definition go with it */
			if (part_at(import, link->end - 1) == part &&
				(note == prose->note_defs.count || prose->note_defs.items[note].start >= link->end))
				(void) use_label(import, &import->links, part, link->label);
		}
	}
}
