/*
 * bodies.c
 *		Parts of the text -> bodies of sections.
 *
 * What differs between the text and the bodies is a list of cuts in the order of the
 * text, each with what comes in its place: our references ("[^1]" -> "[SRC:1]"), our
 * definitions and those that went to other sections, chart nodes (-> "[CHART:x]"), our
 * comment.  A body is the part's run of the text with its cuts, and the definitions that
 * it needs behind it.
 */
#include "import/import_internal.h"
#include "language/language.h"
#include "charts/charts.h"
#include "notes/notes.h"
#include "render/render.h"

/* A run of the text that goes, with what comes in its place. */
typedef struct Cut
{
	int			start;
	int			end;
	const char *inserted;
	bool		is_definition;
} Cut;

typedef VEC(Cut) Cuts;

static int
compare_cuts(const void *a, const void *b)
{
	const Cut  *x = a;
	const Cut  *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end > y->end ? -1 : x->end < y->end;
}

/* A block that goes as a whole, with the blank lines behind it. */
static void
cut_block(const Import *import, Cuts *cuts, int start, int end, const char *inserted,
		  bool is_definition)
{
	for (int pos = end; pos < import->prose->len && is_space(import->prose->text[pos]); pos++)
		if (import->prose->text[pos] == '\n')
			end = pos + 1;
	*VEC_PUSH(cuts) = (Cut) {start, end, inserted, is_definition};
}

/* A chart gives way to its anchor, and the references of its sources go: finalize makes them
 * again, of the deal's own. */
static void
cut_chart(Import *import, Cuts *cuts, int index, int count, Slice id)
{
	const TextBlock *blocks = import->prose->blocks.items;
	int			part = part_at(import, blocks[index].start);
	int			section = part < 0 ? -1 : import->parts.items[part].stored;
	int			chart = keymap_get(&import->charts, slice_hash(id, 0));
	bool		stands = chart > 0 && import->deal->charts[chart - 1].section == section;

	cut_block(import, cuts, blocks[index].start, blocks[index + count - 1].end,
			  stands ? psprintf("[CHART:%.*s]\n\n", id.len, id.data) : "", false);
	*keymap_at(&import->standing, chart) = 1;
	if (part >= 0 && chart == 0)
		tell_part(import, part, psprintf("chart \"%.*s\" is not in the deal; it is left out",
										 id.len, id.data));
}

/* A chart that the base has in a section and the text has not is told of: finalize makes it of
 * the deal's row. */
static void
tell_charts(Import *import)
{
	for (int i = 0; i < import->parts.count; i++)
		for (int j = 0; j < import->deal->ncharts; j++)
		{
			const Part *part = &import->parts.items[i];
			const Chart *chart = &import->deal->charts[j];

			if (part->is_dropped || part->is_unedited || part->base == NULL ||
				chart->section != part->stored || keymap_get(&import->standing, j + 1) > 0 ||
				strstr(part->base->body,
					   psprintf("data-chart-id=\"%s\"", chart->chart_id)) == NULL)
				continue;
			tell_part(import, i, psprintf("chart \"%s\" is not in the text; the deal still has it",
										  chart->chart_id));
		}
}

/* The editor's footnote in our list of them that nothing refers to has no section. */
static void
tell_unused(Import *import, const Definition *definition)
{
	if (definition->note != NULL && !definition->is_home && !definition->is_copied &&
		!definition->is_agents && definition->shared == NULL &&
		part_at(import, definition->start) < 0)
		tell_left_out(import, (Slice) {import->prose->text + definition->start,
									   definition->end - definition->start});
}

/* A reference that leaves takes the comma with it that stands between it and another, the
 * one that ends at last_end or one behind it. */
static void
take_separator(const Prose *prose, Cut *cut, int last_end)
{
	if (last_end > 0 && last_end == cut->start - 1 && prose->text[last_end] == ',')
		cut->start--;
	else if (last_end != cut->start && cut->end + 2 < prose->len &&
			 strncmp(prose->text + cut->end, ",[^", 3) == 0)
		cut->end++;
}

/* The references of a block. */
static void
cut_references(Import *import, Cuts *cuts, const TextBlock *block)
{
	const Prose *prose = import->prose;
	int			last_end = 0;

	for (int j = 0; j < block->nmarkers && block->note_def < 0; j++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + j];
		int			part = part_at(import, marker->start);
		Cut			cut = {marker->start, 0, NULL, false};

		CHECK_FOR_INTERRUPTS();
		if (part >= 0 && marker->kind == MARKER_NOTE_REF && !import->parts.items[part].is_unedited)
			cut.inserted = bind_marker(import, part, marker, &cut.end);
		if (cut.inserted != NULL && cut.inserted[0] == '\0')
			take_separator(prose, &cut, last_end);
		if (cut.inserted != NULL)
			*VEC_PUSH(cuts) = cut;
		last_end = cut.inserted != NULL ? cut.end : marker->start + marker->len;
	}
}

static void
collect_cuts(Import *import, Cuts *cuts)
{
	const Prose *prose = import->prose;

	for (int i = 0; i < import->definitions.count; i++)
	{
		const Definition *definition = &import->definitions.items[i];

		if (definition->number == 0 && !definition->is_general)
			tell_unused(import, definition);
		if (definition->number > 0 || definition->is_general || definition->shared != NULL ||
			(definition->is_copied && !definition->is_home))
			cut_block(import, cuts, definition->start, definition->end, "", true);
	}
	for (int i = 0; i < import->cuts.count; i++)
		cut_block(import, cuts, import->cuts.items[i].start, import->cuts.items[i].end, "", true);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			part = part_at(import, block->start);
		Slice		id;
		int			count = part < 0 || !import->is_ours ? 0 : chart_blocks(import, prose, i, &id);

		CHECK_FOR_INTERRUPTS();
		if (block == import->comment_block)
			cut_block(import, cuts, block->start, block->end, "", false);
		else if (count > 0 && !import->parts.items[part].is_unedited)
			cut_chart(import, cuts, i, count, id);
		else
			cut_references(import, cuts, block);
		i += Max(0, count - 1);
	}
	for (int i = 0; i < import->definitions.count; i++)
		if (import->definitions.items[i].is_requoted && import->definitions.items[i].told_in == 0)
			*VEC_PUSH(&import->left_out) = requoted_text(import->definitions.items[i].note->label);
	if (cuts->count > 0)
		qsort(cuts->items, cuts->count, sizeof(Cut), compare_cuts);
}

/* Appends a run of the text with its cuts; *next is the first that may be in it.  Is one of
 * them a definition's? */
static bool
append_run(const Import *import, const Cuts *cuts, StringInfo out, int start, int end, int *next)
{
	const char *text = import->prose->text;
	bool		has_definition = false;

	while (*next < cuts->count && cuts->items[*next].start < start)
		(*next)++;
	for (; *next < cuts->count && cuts->items[*next].start < end; (*next)++)
	{
		const Cut  *cut = &cuts->items[*next];

		if (cut->start < start)
			continue;			/* inside of what goes anyway */
		appendBinaryStringInfo(out, text + start, cut->start - start);
		appendStringInfoString(out, cut->inserted);
		start = cut->end;
		has_definition |= cut->is_definition;
	}
	if (end > start)
		appendBinaryStringInfo(out, text + start, end - start);
	return has_definition;
}

/* The markers of a heading go before its section's text, as they were written or bound. */
static void
append_heading_markers(const Import *import, const Cuts *cuts, Part *part, int *next)
{
	const TextBlock *block = &import->prose->blocks.items[part->heading];
	StringInfo	out = &part->section.body;

	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &import->prose->markers.items[block->first_marker + i];

		if (is_evidence(marker))
			(void) append_run(import, cuts, out, marker->start, marker->start + marker->len, next);
	}
	if (out->len > 0)
		appendStringInfoString(out, "\n\n");
	while (out->len > 0 && part->start < part->end &&
		   strchr("\r\n", import->prose->text[part->start]) != NULL)
		part->start++;			/* blank lines below it */
}

/* Takes the rule off that ends a body: before definitions it would be that of a list of sources. */
static char *
closing_rule(StringInfo out)
{
	int			start = out->len;
	char	   *rule;

	while (start > 0 && strchr("-*_ ", out->data[start - 1]) != NULL)
		start--;
	if (start < 2 || out->len - start < 3 || strncmp(out->data + start - 2, "\n\n", 2) != 0)
		return "";
	rule = psprintf("\n\n%s", out->data + start);
	out->len = start - 2;
	out->data[out->len] = '\0';
	return rule;
}

/* Copies of definitions, behind the text, and those that the text lacks. */
static void
append_definitions(const Import *import, Part *part)
{
	StringInfo	out = &part->section.body;
	char	   *rule = closing_rule(out);

	for (int i = 0; i < part->copies.count; i++)
	{
		const Definition *copy = part->copies.items[i];
		Slice		text = definition_text(import, copy);

		appendStringInfoString(out, "\n\n");
		if (copy->link == NULL)
			appendBinaryStringInfo(out, text.data, text.len);
		else
			appendStringInfo(out, "[%.*s]: %.*s", copy->link->label.len, copy->link->label.data,
							 copy->link->dest.len, copy->link->dest.data);
	}
	for (int i = 0; i < part->made.count; i++)
	{
		Slice		text =
			without_suffix(slice_of(import->base->notes[part->made.items[i] - 1].definition));

		appendStringInfo(out, "\n\n[^%d]: %.*s", part->made.items[i], text.len, text.data);
	}
	appendStringInfoString(out, rule);
	if (part->sources.data != NULL)
		appendBinaryStringInfo(out, part->sources.data, part->sources.len);
}

/* Takes the blank lines around a body away, as a memo's Markdown does. */
static void
trim_body(StringInfo body)
{
	int			start = 0;

	while (body->len > 0 && strchr("\r\n", body->data[body->len - 1]) != NULL)
		body->len--;
	for (int i = 0; i < body->len && is_space(body->data[i]); i++)
		if (body->data[i] == '\n')
			start = i + 1;
	memmove(body->data, body->data + start, body->len - start);
	body->len -= start;
	body->data[body->len] = '\0';
}

/* What is in none of the sections is told of with the first. */
static void
tell_first(Import *import)
{
	int			part = 0;

	while (part < import->parts.count && import->parts.items[part].is_dropped)
		part++;
	for (int i = 0; i < import->left_out.count && part < import->parts.count; i++)
		tell_part(import, part, import->left_out.items[i]);
}

/* A section that had nothing but definitions is gone when they are. */
void
write_bodies(Import *import)
{
	Cuts		cuts = {NULL, 0, 0};
	int			next = 0;

	collect_cuts(import, &cuts);
	tell_first(import);
	tell_charts(import);
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		StringInfo	body = &part->section.body;
		bool		had_definition;

		CHECK_FOR_INTERRUPTS();
		if (part->is_dropped)
			continue;
		if (part->is_unedited)
		{
			appendStringInfoString(body, stored_agent_body(part->base));
			continue;
		}
		if (part->heading >= 0 && part->begin < part->start)
			append_heading_markers(import, &cuts, part, &next);
		had_definition = append_run(import, &cuts, body, part->start, part->end, &next);
		trim_body(body);
		if (body->len == 0 && (part->heading < 0 || had_definition))
		{
			part->is_dropped = true;
			continue;
		}
		append_definitions(import, part);
		trim_body(body);
		if (body->len > MAX_SECTION_BYTES)
			ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
							errmsg("section \"%s\" is too large", part->section.title),
							errdetail("It has %d bytes; the limit is %d.", body->len,
									  MAX_SECTION_BYTES)));
	}
}

void
measure_bodies(Import *import)
{
	for (int i = 0; i < import->parts.count; i++)
	{
		ImportedSection *section = &import->parts.items[i].section;
		MemoryContext context;
		MemoryContext before;
		Prose	   *prose;

		if (import->parts.items[i].is_dropped)
			continue;
		context =
			AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
		before = MemoryContextSwitchTo(context);
		prose = body_parse(section->body.data, section->body.len);
		section->words = prose_words(prose);
		for (int j = 0; j < prose->markers.count; j++)
			section->refs += (is_evidence(&prose->markers.items[j]) ||
							  prose->markers.items[j].kind == MARKER_NUMERIC) &&
				prose->blocks.items[prose->markers.items[j].block].note_def < 0;
		MemoryContextSwitchTo(before);
		MemoryContextDelete(context);
	}
}
