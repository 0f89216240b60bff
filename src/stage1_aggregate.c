/*
 * stage1_aggregate.c
 *		Stage 1: what agents wrote about sources leaves the text and becomes
 *		evidence; bodies are made fit to stand in one memo.
 *
 * An agent's definition "[^a]: Rent Roll, p. 3" names a document, so each
 * "[^a]" becomes a citation of it.  "[^b]: [SRC:4]" is only a marker, so each
 * "[^b]" becomes that marker.  "[^c]: Sponsor call, 3 May." is neither and
 * stays as a note of kind agent.  Markers inside a definition move to where
 * the definition is first referred to.
 */
#include "memocite.h"

/* ------------------------------------------------------------ definitions */

typedef enum DefinitionKind
{
	DEFINITION_DOCUMENT,
	DEFINITION_MARKERS,
	DEFINITION_NOTE
} DefinitionKind;

typedef struct Definition
{
	const NoteDef *source;
	char	   *label;			/* folded */
	bool		is_duplicate;
	DefinitionKind kind;
	Identity	identity;
	Note	   *note;
	char	   *text;			/* flattened, markers left out */
	int			first_citation; /* of the markers inside, -1 = none */
	int			last_citation;
	int			reference;		/* first citation that refers to it, -1 = none */
	int			nreferences;
	bool		is_visited;		/* anchor is being looked for, or found */
	int			anchor;			/* where it is referred to, -1 = nowhere */
} Definition;

typedef struct Aggregate
{
	Memo	   *memo;
	Section    *section;
	NameIndex  *names;
	Definition *definitions;	/* by label */
	Definition **by_source;		/* by index of their NoteDef */
	int			count;
} Aggregate;

/* Lines that leave from before "---" or "===" must not let it underline the
 * paragraph above: a blank line stays. */
static const char *
keeps_apart(const Prose *prose, int pos)
{
	int			run = 0;

	while (pos + run < prose->len && strchr("-= \t", prose->text[pos + run]) != NULL)
		run++;
	return run > 0 && (pos + run == prose->len || prose->text[pos + run] == '\n') ? "\n" : "";
}

static char *
fold_label(Slice label)
{
	char	   *folded = slice_copy(label);

	for (char *c = folded; *c; c++)
		*c = pg_ascii_tolower((unsigned char) *c);
	return folded;
}

static int
compare_definitions(const void *a, const void *b)
{
	const Definition *x = a;
	const Definition *y = b;
	int			order = strcmp(x->label, y->label);

	return order != 0 ? order : x->source->start - y->source->start;
}

/* The first definition of a label, NULL when the section has none. */
static Definition *
find_definition(const Aggregate *work, Slice label)
{
	char	   *folded = fold_label(label);
	int			low = 0;
	int			high = work->count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (strcmp(work->definitions[middle].label, folded) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < work->count && strcmp(work->definitions[low].label, folded) == 0
		? &work->definitions[low] : NULL;
}

char *
text_without_markers(const Section *section, int from, int to, int first_marker, int nmarkers, int *words)
{
	const Marker *marker = section->prose->markers.items + first_marker;
	const Marker *last = marker + nmarkers;
	StringInfoData out;
	char	   *text;
	bool		in_word = false;

	initStringInfo(&out);
	*words = 0;
	for (int pos = from; pos < to;)
	{
		char		c = section->body.data[pos];

		while (marker < last && marker->start < pos)
			marker++;
		if (marker < last && marker->start == pos && marker->leaves)
		{
			pos += marker->len;
			if (pos < to && strchr(".,;:!?)", section->body.data[pos]) != NULL)
				while (out.len > 0 && out.data[out.len - 1] == ' ')
					out.data[--out.len] = '\0';
			continue;
		}
		if (c == '\n' || c == '\t' || c == '\r')
			c = ' ';
		if (c != ' ' || (out.len > 0 && out.data[out.len - 1] != ' '))
		{
			bool		is_solid = isalnum((unsigned char) c) || (unsigned char) c >= 0x80;

			if (c == ' ')
				in_word = false;
			*words += is_solid && !in_word;
			in_word |= is_solid;
			appendStringInfoChar(&out, c);
		}
		pos++;
	}
	while (out.len > 0 && out.data[out.len - 1] == ' ')
		out.data[--out.len] = '\0';
	text = pnstrdup(out.data, out.len);
	pfree(out.data);				/* a text has thousands of definitions at times */
	return text;
}

/* Markers that stand in the blocks [first, first + count). */
static void
block_markers(const Prose *prose, int first, int count, int *first_marker, int *nmarkers)
{
	*first_marker = 0;
	*nmarkers = 0;
	for (int i = first; i < first + count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (block->nmarkers == 0)
			continue;
		if (*nmarkers == 0)
			*first_marker = block->first_marker;
		*nmarkers = block->first_marker + block->nmarkers - *first_marker;
	}
}

void
citations_of_markers(const Memo *memo, const Section *section, int first_marker, int nmarkers,
					 int *first, int *last)
{
	int			low = section->first_citation;
	int			high = low + section->ncitations;
	int			end = high;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (memo->citations.items[middle].marker < first_marker)
			low = middle + 1;
		else
			high = middle;
	}
	*first = low;
	*last = low - 1;
	while (*last + 1 < end && memo->citations.items[*last + 1].marker < first_marker + nmarkers)
		(*last)++;
	if (*last < *first || nmarkers == 0)
		*first = *last = -1;
}

static void
read_definition(Aggregate *work, Definition *definition)
{
	Section    *section = work->section;
	const NoteDef *source = definition->source;
	int			first_marker;
	int			nmarkers;
	int			words;
	int			page;
	Document   *doc;

	block_markers(section->prose, source->first_block, source->nblocks, &first_marker, &nmarkers);
	citations_of_markers(work->memo, section, first_marker, nmarkers,
						 &definition->first_citation, &definition->last_citation);
	definition->text = text_without_markers(section, source->content, source->end, first_marker, nmarkers, &words);
	if (work->names == NULL)
		work->names = name_index(work->memo);
	doc = name_find(work->names, slice_of(definition->text), &page);
	definition->kind = doc != NULL ? DEFINITION_DOCUMENT
		: definition->first_citation >= 0 && words <= 4 ? DEFINITION_MARKERS : DEFINITION_NOTE;
	definition->identity = (Identity) {doc, page, NULL};
}

/* Collects the section's definitions by label; their lines leave the text. */
static void
collect_definitions(Aggregate *work)
{
	Prose	   *prose = work->section->prose;

	work->count = prose->note_defs.count;
	work->definitions = palloc0(sizeof(Definition) * Max(work->count, 1));
	for (int i = 0; i < work->count; i++)
	{
		Definition *definition = &work->definitions[i];

		definition->source = &prose->note_defs.items[i];
		definition->label = fold_label(definition->source->label);
		definition->reference = -1;
		section_edit(work->memo, work->section, definition->source->start,
					 definition->source->end - definition->source->start,
					 keeps_apart(prose, definition->source->end), true);
	}
	qsort(work->definitions, work->count, sizeof(Definition), compare_definitions);
	work->by_source = palloc(sizeof(Definition *) * Max(work->count, 1));
	for (int i = 0; i < work->count; i++)
	{
		Definition *definition = &work->definitions[i];

		CHECK_FOR_INTERRUPTS();
		work->by_source[definition->source - prose->note_defs.items] = definition;
		read_definition(work, definition);
		definition->is_duplicate = i > 0 && strcmp(definition[-1].label, definition->label) == 0;
		if (definition->is_duplicate)
			memo_event(work->memo, EVENT_duplicate_definition, work->section->index,
					   definition->source->label, NULL);
	}
}

/* The definition in which a citation's marker stands, NULL when in the text. */
static Definition *
enclosing_definition(const Aggregate *work, const Citation *citation)
{
	const Marker *marker = citation_marker(work->memo, citation);
	int			index;

	if (marker == NULL || work->count == 0)
		return NULL;
	index = work->section->prose->blocks.items[marker->block].note_def;
	return index < 0 ? NULL : work->by_source[index];
}

/* Gives each definition its first reference, in the order of the text. */
static void
collect_references(Aggregate *work)
{
	Memo	   *memo = work->memo;
	Section    *section = work->section;

	for (int i = 0; i < section->ncitations; i++)
	{
		Citation   *citation = &memo->citations.items[section->first_citation + i];
		Marker	   *marker = citation_marker(memo, citation);
		Definition *definition;

		CHECK_FOR_INTERRUPTS();
		if (marker->kind != MARKER_NOTE_REF || citation->is_removed)
			continue;
		definition = find_definition(work, marker->value);
		if (definition == NULL)
			continue;
		definition->nreferences++;
		if (definition->reference < 0)
			definition->reference = section->first_citation + i;
	}
}

/*
 * Where the first reference to a definition stands in the text, through the
 * definitions that refer to it; -1 when only itself or nothing does.  The
 * whole chain gets the answer, so that long chains stay linear.
 */
static int
definition_anchor(Aggregate *work, Definition *definition)
{
	VEC(Definition *) chain = {NULL, 0, 0};
	int			anchor = -1;

	while (definition != NULL)
	{
		Definition *outer;

		if (definition->is_visited)
		{
			anchor = definition->anchor;
			break;
		}
		definition->is_visited = true;
		definition->anchor = -1;
		*VEC_PUSH(&chain) = definition;
		if (definition->reference < 0 || definition->is_duplicate)
			break;
		outer = enclosing_definition(work, &work->memo->citations.items[definition->reference]);
		if (outer == NULL)
			anchor = work->memo->citations.items[definition->reference].anchor;
		definition = outer;
	}
	for (int i = 0; i < chain.count; i++)
		chain.items[i]->anchor = anchor;
	return anchor;
}

/* Markers inside a definition go where it is referred to, or out. */
static void
move_inner_markers(Aggregate *work)
{
	for (int i = 0; i < work->count; i++)
	{
		Definition *definition = &work->definitions[i];
		int			anchor = definition_anchor(work, definition);

		CHECK_FOR_INTERRUPTS();
		if (anchor < 0 && !definition->is_duplicate)
			memo_event(work->memo, EVENT_orphan_definition, work->section->index,
					   definition->source->label, NULL);
		for (int j = definition->first_citation; j >= 0 && j <= definition->last_citation; j++)
		{
			Citation   *citation = &work->memo->citations.items[j];

			citation->anchor = anchor;
			if (anchor < 0)
				citation_remove(work->memo, citation,
								definition->is_duplicate ? "duplicate_definition" : "orphan_definition");
		}
	}
}

void
repeat_citations(Memo *memo, int section, const char *origin, int first, int last, int anchor)
{
	for (int i = first; i <= last; i++)
	{
		Citation   *copy = citation_add(memo, section, origin, anchor);
		Citation   *inner = &memo->citations.items[i];

		copy->src_id = inner->src_id;
		copy->global_id = inner->global_id;
		if (inner->is_resolved)
			citation_set_source(copy, &inner->identity, inner->claim);
		else if (inner->src_id < 0)
			citation_remove(memo, copy, "unresolved");
	}
}

static void
resolve_reference(Aggregate *work, int index, Definition *definition)
{
	Memo	   *memo = work->memo;
	Citation   *citation = &memo->citations.items[index];

	switch (definition->kind)
	{
		case DEFINITION_DOCUMENT:
			citation_set_source(citation, &definition->identity, NULL);
			break;
		case DEFINITION_MARKERS:
			citation_remove(memo, citation, "replaced_by_definition");
			/* a later "[^b]" of a definition that is only markers repeats them */
			if (index != definition->reference)
				repeat_citations(memo, work->section->index, "note_ref", definition->first_citation,
								 definition->last_citation, citation->anchor);
			break;
		case DEFINITION_NOTE:
			if (strcmp(memo->policy.agent_notes, "strip") == 0 || definition->text[0] == '\0')
			{
				citation_remove(memo, citation, "agent_note_stripped");
				break;
			}
			if (definition->note == NULL)
				definition->note = note_create_agent(memo, work->section->index, definition->text);
			citation->is_resolved = true;
			citation->note = definition->note;
			citation->stage = memo->stage;
			break;
	}
}

static void
resolve_references(Aggregate *work)
{
	Memo	   *memo = work->memo;
	Section    *section = work->section;

	for (int i = 0; i < section->ncitations; i++)
	{
		int			index = section->first_citation + i;
		Citation   *citation = &memo->citations.items[index];
		Marker	   *marker = citation_marker(memo, citation);
		Definition *definition;

		CHECK_FOR_INTERRUPTS();
		if (marker->kind != MARKER_NOTE_REF || citation->is_removed)
			continue;
		definition = find_definition(work, marker->value);
		if (definition != NULL)
			resolve_reference(work, index, definition);
	}
	for (int i = 0; i < work->count; i++)
	{
		Definition *definition = &work->definitions[i];

		if (definition->kind != DEFINITION_NOTE || definition->nreferences == 0)
			continue;
		memo_event(memo, definition->note != NULL ? EVENT_agent_note_kept : EVENT_agent_note_stripped,
				   section->index, definition->source->label, NULL);
	}
}

/* ------------------------------------------------------------ source lines */

static void
add_candidate(Aggregate *work, int64 id, Slice text)
{
	Candidate  *candidate;
	Document   *doc;
	int			page;

	if (work->names == NULL)
		work->names = name_index(work->memo);
	doc = name_find(work->names, text, &page);
	if (doc == NULL)
		return;
	candidate = VEC_PUSH(&work->memo->candidates);
	candidate->section = work->section->index;
	candidate->src_id = id;
	candidate->identity = (Identity) {doc, page, NULL};
}

/* Removes the citations of markers in a block that leaves the text. */
static void
remove_block_citations(Aggregate *work, const TextBlock *block, const char *how)
{
	int			first;
	int			last;

	citations_of_markers(work->memo, work->section, block->first_marker, block->nmarkers, &first, &last);
	for (int i = first; i >= 0 && i <= last; i++)
		if (!work->memo->citations.items[i].is_removed)
			citation_remove(work->memo, &work->memo->citations.items[i], how);
}

/* "[SRC:3]: Rent Roll, p. 4" says what 3 is, when it names one document. */
static void
take_source_lines(Aggregate *work)
{
	Prose	   *prose = work->section->prose;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		Marker	   *marker;
		int			from;

		if (block->kind != BLOCK_SOURCE_LINE || block->note_def >= 0 || block->nmarkers == 0)
			continue;
		marker = &prose->markers.items[block->first_marker];
		from = marker->start + marker->len + 1;
		add_candidate(work, marker->id, (Slice) {prose->text + from, Max(0, block->end - from)});
		remove_block_citations(work, block, "source_line");
		section_edit(work->memo, work->section, block->start, block->end - block->start,
					 keeps_apart(prose, block->end), true);
	}
}

/* ------------------------------------------------------------ source block */

/* "- [SRC:2] Rent Roll, p. 4": an entry of the list says what 2 is. */
static void
read_entries(Aggregate *work, const TextBlock *block)
{
	Prose	   *prose = work->section->prose;

	for (int i = 0; i < block->nmarkers; i++)
	{
		Marker	   *marker = &prose->markers.items[block->first_marker + i];
		int			from = marker->start + marker->len;
		int			to = prose->lines.items[marker->line].end;

		if (marker->kind != MARKER_SRC || (i > 0 && marker[-1].line == marker->line))
			continue;
		add_candidate(work, marker->id, (Slice) {prose->text + from, Max(0, to - from)});
	}
}

static void
take_source_block(Aggregate *work)
{
	Prose	   *prose = work->section->prose;
	int			first = work->section->source_block;
	int			start;

	if (first == INT_MAX)
		return;
	start = prose->blocks.items[first].start;
	for (int i = first; i < prose->blocks.count; i++)
	{
		if (prose->blocks.items[i].note_def >= 0 || prose->blocks.items[i].kind == BLOCK_SOURCE_LINE)
			continue;
		read_entries(work, &prose->blocks.items[i]);
		remove_block_citations(work, &prose->blocks.items[i], "source_block");
	}
	section_edit(work->memo, work->section, start, prose->len - start, "", true);
	memo_event(work->memo, EVENT_agent_sources_removed, work->section->index,
			   (Slice) {NULL, 0}, "{\"bytes\":%d}", prose->len - start);
}

static int
compare_candidates(const void *a, const void *b)
{
	const Candidate *x = a;
	const Candidate *y = b;

	if (x->section != y->section)
		return x->section - y->section;
	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	return x->identity.doc->index - y->identity.doc->index;
}

/* Stage 1: aggregate. */
void
stage1_aggregate(Memo *memo)
{
	Aggregate	work = {.memo = memo};

	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		work.section = &memo->sections[i];
		take_source_lines(&work);
		take_source_block(&work);
		if (work.section->prose->note_defs.count == 0)
			continue;
		collect_definitions(&work);
		collect_references(&work);
		move_inner_markers(&work);
		resolve_references(&work);
	}
	if (memo->candidates.count > 0)
		qsort(memo->candidates.items, memo->candidates.count, sizeof(Candidate), compare_candidates);
	structure_sections(memo);
}
