/*
 * definitions.c
 *		Stages 1 and 1.5: what agents' definitions say becomes citations and notes.
 *
 * An agent's definition "[^a]: Rent Roll, p. 3" names a document, so each
 * "[^a]" becomes a citation of it; "[^b]: Rent Roll; Offering Memorandum" names
 * two and becomes both.  "[^c]: [SRC:4]" is only a marker, so each "[^c]"
 * becomes that marker.  "[^d]: Sponsor call, 3 May." is neither and stays as a
 * note of kind agent.  Markers inside a definition move to where it is first
 * referred to.  Where there is none, "[^1]" means
 * entry 1 of the source list at the section's end, "1. Rent Roll, p. 3".  What
 * "[SRC:8]: Sponsor call" or a list's entry says of 8 is "[SRC:8]"'s definition.
 * A table's note "¹ Rent Roll, p. 3" is that of each "¹" in it, in stage 1.5.
 */
#include "notes/notes_internal.h"

static int
compare_definitions(const void *a, const void *b)
{
	const Definition *x = a;
	const Definition *y = b;
	int			order = strcmp(x->label, y->label);

	return order != 0 ? order : x->start - y->start;
}

/* The first definition of a label, NULL when the section has none. */
static Definition *
find_definition(const DefinitionWork *work, Slice label)
{
	char	   *folded = label_fold(label);
	int			low;

	LOWER_BOUND(low, work->nknown, i,
				strcmp(work->definitions.items[i].label, folded) < 0);
	return low < work->nknown && strcmp(work->definitions.items[low].label, folded) == 0
		? &work->definitions.items[low] : NULL;
}

static Definition *
add_definition(DefinitionWork *work, Slice label, int start, int content, int end)
{
	Definition *definition = VEC_PUSH(&work->definitions);

	definition->written_label = label;
	definition->label = label_fold(label);
	definition->start = start;
	definition->content = content;
	definition->end = end;
	definition->reference = -1;
	return definition;
}

/* What a definition says, as it is written. */
static Slice
definition_text(const DefinitionWork *work, const Definition *definition)
{
	return slice_trim((Slice) {work->section->body.data + definition->content,
							   definition->end - definition->content});
}

static void
sort_definitions(DefinitionWork *work)
{
	qsort(work->definitions.items, work->definitions.count, sizeof(Definition),
		  compare_definitions);
	work->nknown = work->definitions.count;
	for (int i = 1; i < work->nknown; i++)
	{
		Definition *definition = &work->definitions.items[i];
		bool		is_same = slice_equal(definition_text(work, &definition[-1]),
										  definition_text(work, definition));

		if (strcmp(definition[-1].label, definition->label) == 0)
			*(is_same ? &definition->is_duplicate : &definition->is_other) = true;
	}
}

static int
compare_starts(const void *a, const void *b)
{
	return (*(Definition *const *) a)->start - (*(Definition *const *) b)->start;
}

/* A definition ends where the next begins; the inner one has the rest. */
static void
end_definitions(DefinitionWork *work)
{
	int			count = 0;
	int			limit = 0;

	work->by_place = palloc(sizeof(Definition *) * Max(work->definitions.count, 1));
	for (int i = 0; i < work->definitions.count; i++)
		if (!work->definitions.items[i].is_listed)
			work->by_place[count++] = &work->definitions.items[i];
	work->nplaces = count;
	qsort(work->by_place, count, sizeof(Definition *), compare_starts);
	for (int i = 0; i < count; i++)
	{
		limit = Max(limit, work->by_place[i]->end);
		work->by_place[i]->end = i + 1 < count ? Min(limit, work->by_place[i + 1]->start) : limit;
	}
}

/* The label, which no footnote has, of what is said of an id. */
static Slice
id_label(int64 id)
{
	return slice_of(psprintf("src " INT64_FORMAT, id));
}

/* That of an item of a list, or of a table note. */
static Slice
nth_label(const char *kind, int nth)
{
	return slice_of(psprintf("%s %d", kind, nth));
}

/* Of several definitions of a label with different texts the first behind a byte, else the last. */
static Definition *
definition_behind(const DefinitionWork *work, Definition *first, int pos)
{
	Definition *last = first;
	int			count;
	int			low;

	if (first == NULL || first + 1 == work->definitions.items + work->nknown ||
		strcmp(first[1].label, first->label) != 0)
		return first;
	count = (int) (work->definitions.items + work->nknown - first);
	LOWER_BOUND(low, count, i, strcmp(first[i].label, first->label) == 0 && first[i].start <= pos);
	last = first + low;
	if (low == count || strcmp(last->label, first->label) != 0)
		last--;
	while (last->is_duplicate)
		last--;
	return last;
}

/* The definition that a citation refers to with "[^1]", or "[SRC:1]", NULL = none. */
static Definition *
definition_meant(DefinitionWork *work, const Citation *citation)
{
	const Marker *marker = citation_marker(work->memo, citation);

	if (citation->is_removed || (citation->is_resolved && citation->src_id > 0))
		return NULL;
	if (marker->kind == MARKER_SUPERSCRIPT)
		return marker->source == 0 ? NULL
			: find_definition(work, nth_label("table", marker->source - 1));
	if (citation->item > 0)
		return find_definition(work, nth_label("item", citation->item - 1));
	if (marker->kind == MARKER_NOTE_REF)
		return definition_behind(work, find_definition(work, marker->value), marker->start);
	return citation->src_id > 0
			   ? find_definition(work, id_label(citation->src_id))
			   : NULL;
}

/* Finds the definition that each citation of a marker means, NULL = none. */
static void
find_meant(DefinitionWork *work)
{
	const Section *section = work->section;

	for (int i = 0; i < section->citations.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		work->meant[i] =
			definition_meant(work, &work->memo->citations.items[section->citations.first + i]);
	}
}

/* Gives each definition its first reference, in the order of the text. */
static void
collect_references(DefinitionWork *work)
{
	find_meant(work);
	for (int i = 0; i < work->section->citations.count; i++)
	{
		Definition *definition = work->meant[i];

		if (definition == NULL)
			continue;
		if (definition->nreferences++ == 0)
			definition->reference = work->section->citations.first + i;
	}
}

/* Adds the items of lists that marks mean. */
static void
add_items(DefinitionWork *work)
{
	const SourceLists *lists = work->section->notes->lists;

	for (int i = 0; i < lists->items.count; i++)
	{
		Slice		text = lists->items.items[i].is_used
			? source_item_text(work->section, &lists->items.items[i]) : (Slice) {NULL, 0};
		int			start = (int) (text.data - work->section->body.data);
		Definition *definition;

		CHECK_FOR_INTERRUPTS();
		if (text.data == NULL)
			continue;
		definition = add_definition(work, nth_label("item", i), start, start, start + text.len);
		definition->is_listed = true;
		definition->written_label = slice_of(psprintf("%d", lists->items.items[i].number));
	}
}

/* Adds what a source line or an item says of an id. */
static void
add_said(DefinitionWork *work, const SourceItem *item)
{
	int			start = (int) (item->text.data - work->section->body.data);
	Definition *definition;

	if (!item->is_said)
		return;
	definition = add_definition(work, id_label(item->id), start, start, start + item->text.len);
	definition->written_label = slice_of(psprintf("SRC:" INT64_FORMAT, item->id));
	definition->is_listed = item->list >= 0;
	definition->said_id = item->id;
}

/* Keeps those of the list's entries that the text means, in order, and that say
 * more than a marker. */
static void
keep_entries_referred_to(DefinitionWork *work)
{
	int			kept = 0;

	for (int i = 0; i < work->definitions.count; i++)
	{
		Definition *definition = &work->definitions.items[i];

		if (definition->is_listed)
		{
			if (definition->nreferences == 0)
				continue;
			definition_read(work, definition);
			if (definition->kind == DEFINITION_MARKERS)
				continue;
			definition->first_citation = -1;	/* they are the list's */
		}
		work->definitions.items[kept++] = *definition;
	}
	work->definitions.count = work->nknown = kept;
}

/* Adds the section's own definitions; their lines leave the text. */
static void
add_own_definitions(DefinitionWork *work)
{
	Prose	   *prose = work->section->prose;

	for (int i = 0; i < prose->note_defs.count; i++)
	{
		const NoteDef *source = &prose->note_defs.items[i];
		int			end = source->end;
		int			low;			/* a source line that goes on with it is none of it */

		LOWER_BOUND(low, prose->leaving.count, j, prose->leaving.items[j].start < source->start);
		if (low < prose->leaving.count)
			end = Min(end, prose->leaving.items[low].start);
		add_definition(work, source->label, source->start, source->content, end);
		section_edit(work->memo, work->section, source->start, end - source->start,
					 keeps_apart(prose, end));
	}
}

/* Sorts the definitions by label, finds what refers to them, and reads them. */
static void
read_definitions(DefinitionWork *work)
{
	work->meant = palloc(sizeof(Definition *) * (work->section->citations.count + 1));
	sort_definitions(work);
	collect_references(work);
	keep_entries_referred_to(work);
	find_meant(work);
	end_definitions(work);
	for (int i = 0; i < work->definitions.count; i++)
	{
		Definition *definition = &work->definitions.items[i];

		CHECK_FOR_INTERRUPTS();
		if (!definition->is_listed)
			definition_read(work, definition);
		if (definition->is_other)
			memo_event(work->memo, EVENT_duplicate_definition, work->section->index,
					   definition->written_label, NULL);
	}
}

/* The definition in which a citation's marker stands, NULL when in the text. */
static Definition *
enclosing_definition(const DefinitionWork *work, const Citation *citation)
{
	const Marker *marker = citation_marker(work->memo, citation);
	const TextBlock *block =
		marker == NULL ? NULL : &work->section->prose->blocks.items[marker->block];
	int			low;			/* the first that starts behind the marker */

	if (block == NULL ||
		(block->note_def < 0 && !prose_leaves(work->section->prose, marker->start)))
		return NULL;
	LOWER_BOUND(low, work->nplaces, i, work->by_place[i]->start <= marker->start);
	return low > 0 && marker->start < work->by_place[low - 1]->end ? work->by_place[low - 1] : NULL;
}

/*
 * The first reference to a definition in the text, through the definitions that
 * refer to it; -1 when only itself or nothing does.  The
 * whole chain gets the answer, so that long chains stay linear.
 */
static int
definition_place(DefinitionWork *work, Definition *definition)
{
	VEC(Definition *) chain = {NULL, 0, 0};
	int			place = -1;

	while (definition != NULL)
	{
		Definition *outer;

		if (definition->is_visited)
		{
			place = definition->place;
			break;
		}
		definition->is_visited = true;
		definition->place = -1;
		*VEC_PUSH(&chain) = definition;
		if (definition->reference < 0 || definition->is_duplicate)
			break;
		outer = enclosing_definition(work, &work->memo->citations.items[definition->reference]);
		if (outer == NULL)
			place = definition->reference;
		definition = outer;
	}
	for (int i = 0; i < chain.count; i++)
		chain.items[i]->place = place;
	return place;
}

static const char *
origin_of(const Definition *definition)
{
	return definition->table_note != NULL ? "superscript" : "note_ref";
}

/* Is what a definition says still in the text, too? */
static bool
is_shown(const Definition *definition)
{
	return definition->table_note != NULL && !definition->table_note->leaves;
}

/* Markers inside a definition go where it is referred to, or out. */
static void
move_inner_markers(DefinitionWork *work)
{
	for (int i = 0; i < work->definitions.count; i++)
	{
		Definition *definition = &work->definitions.items[i];
		int			place = definition_place(work, definition);

		CHECK_FOR_INTERRUPTS();
		if (is_shown(definition))
			continue;
		if (place < 0 && definition->said_id > 0)
			memo_event(work->memo, EVENT_source_line_unnamed, work->section->index,
					   definition_text(work, definition), "{\"src_id\":" INT64_FORMAT "}",
					   definition->said_id);
		else if (place < 0 && !definition->is_duplicate && !definition->is_other)
			memo_event(work->memo, EVENT_orphan_definition, work->section->index,
					   definition->written_label, NULL);
		for (int j = definition->first_citation; j >= 0 && j <= definition->last_citation; j++)
		{
			Citation   *citation = &work->memo->citations.items[j];

			citation->anchor = -1;
			if (place < 0)
				citation_remove(work->memo, citation,
								definition->is_duplicate || definition->is_other
									? "duplicate_definition"
														 : "orphan_definition");
			else
				put_in_place(work->memo, citation, place);
		}
	}
}

static void
resolve_reference(DefinitionWork *work, int index, Definition *definition)
{
	Memo	   *memo = work->memo;
	Citation   *citation = &memo->citations.items[index];

	switch (definition->kind)
	{
		case DEFINITION_DOCUMENT:
			for (int i = 0; i < definition->nreferred; i++)
			{
				if (i > 0)
					citation = add_in_place(memo, origin_of(definition), index);
				citation_set_source(citation, &definition->referred[i].identity, NULL);
				if (definition->table_note != NULL)
					citation->how = "source_line";
			}
			break;
		case DEFINITION_MARKERS:
			citation_remove(memo, citation, "replaced_by_definition");
			citation->first_inner = definition->first_citation;
			citation->last_inner = definition->last_citation;
			break;
		case DEFINITION_NOTE:
			if (definition->text[0] == '\0' || strcmp(memo->policy.agent_notes, "strip") == 0)
			{
				citation_remove(memo, citation,
								definition->text[0] == '\0' ? "no_definition"
															: "agent_note_stripped");
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

/* The first "[^b]" of a definition that is only markers has them, a later one repeats
 * them: they may be references that are resolved behind it. */
static void
repeat_markers(DefinitionWork *work)
{
	for (int i = 0; i < work->section->citations.count; i++)
	{
		int			index = work->section->citations.first + i;
		const Definition *definition = work->meant[i];

		CHECK_FOR_INTERRUPTS();
		if (definition != NULL && definition->kind == DEFINITION_MARKERS &&
			(index != definition->reference || is_shown(definition)))
			repeat_citations(work->memo, origin_of(definition), definition->first_citation,
							 definition->last_citation, index);
	}
}

/* Says what of the definitions a reader of the memo does not see, and what no document says. */
static void
report_definitions(const DefinitionWork *work)
{
	for (int i = 0; i < work->definitions.count; i++)
	{
		const Definition *definition = &work->definitions.items[i];
		int			section = work->section->index;

		if (definition->nreferences == 0 || definition->is_duplicate)
			continue;
		if (definition->says_more && !is_shown(definition))
			memo_event(work->memo, EVENT_reference_shortened, section,
					   slice_of(definition->text), NULL);
		if (!is_shown(definition))
			report_shortened(work->memo, work->section, slice_of(definition->text),
							 definition->referred, definition->nreferred);
		if (definition->kind == DEFINITION_NOTE && definition->text[0] != '\0')
			memo_event(work->memo,
					   definition->note != NULL ? EVENT_agent_note_kept : EVENT_agent_note_stripped,
					   section, definition->written_label, NULL);
	}
}

static void
resolve_references(DefinitionWork *work)
{
	for (int i = 0; i < work->section->citations.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (work->meant[i] != NULL)
			resolve_reference(work, work->section->citations.first + i, work->meant[i]);
	}
	repeat_markers(work);
	report_definitions(work);
}

void
take_definitions(Memo *memo, Section *section)
{
	DefinitionWork work = {.memo = memo, .section = section};
	const SourceLists *lists = section->notes->lists;

	add_own_definitions(&work);
	add_items(&work);
	for (int i = 0; i < lists->lines.count; i++)
		add_said(&work, &lists->lines.items[i]);
	for (int i = 0; i < lists->items.count; i++)
		add_said(&work, &lists->items.items[i]);
	if (work.definitions.count == 0)
		return;
	read_definitions(&work);
	move_inner_markers(&work);
	resolve_references(&work);
}

void
take_table_notes(Memo *memo, Section *section, int *anchors)
{
	DefinitionWork work = {.memo = memo, .section = section};
	const TableNote *notes = section->notes->table_notes.items;

	for (int i = 0; i < section->notes->table_notes.count; i++)
	{
		Definition *definition;

		anchors[i] = -1;
		if (!notes[i].is_used)
			continue;
		definition = add_definition(&work, nth_label("table", i), notes[i].content,
									notes[i].content, notes[i].content_end);
		definition->table_note = &notes[i];
	}
	read_definitions(&work);
	for (int i = 0; i < work.definitions.count; i++)
	{
		Definition *definition = &work.definitions.items[i];

		definition->written_label = slice_of(definition->text);
		if (definition->reference >= 0)
			anchors[definition->table_note - notes] =
				memo->citations.items[definition->reference].anchor;
	}
	move_inner_markers(&work);
	resolve_references(&work);
}
