/*
 * bodies.c
 *		Parts of the text -> bodies of sections.
 *
 * A body is the part's run of the text without what leaves it (bound definitions, those that
 * other sections use, our comment), in which markers stand for our references ("[^1]" -> "[SRC:1]")
 * and anchors for charts (-> "[CHART:x]"); the definitions that it needs are behind it.  A part
 * that says what the base's section says is the agent's text of it again.  To find that out, keys
 * of notes and ids of charts stand in both:
 *
 *		NOI is __up__.[^4]†		(the text, where 4 is the rent roll)
 *		NOI is **up**.[^1]†		(the base, where 1 is that)
 */
#include "import/import_internal.h"
#include "language/language.h"
#include "charts/charts.h"
#include "notes/notes.h"
#include "render/render.h"

/* What no text has. */
#define TOKEN_OPEN	"\x0E"
#define TOKEN_CLOSE	"\x0F"

/* A run of a text with other text for its references and charts. */
typedef struct Run
{
	Import	   *import;
	const Prose *prose;			/* the import's, or that of a section of the base */
	int			part;			/* -1 = of the base */
	bool		is_keyed;		/* keys and ids, without definitions: to compare */
	int			pos;			/* byte up to which it is written */
	bool		lost_definition;	/* one of it left */
	StringInfoData out;
} Run;

/* Writes up to a byte, and goes on behind another. */
static void
skip(Run *run, int start, int end)
{
	if (start > run->pos)
		appendBinaryStringInfo(&run->out, run->prose->text + run->pos, start - run->pos);
	run->pos = Max(run->pos, end);
}

/* The same with the blank lines behind. */
static void
skip_block(Run *run, int start, int end)
{
	for (int pos = end; pos < run->prose->len && is_space(run->prose->text[pos]); pos++)
		if (run->prose->text[pos] == '\n')
			end = pos + 1;
	skip(run, start, end);
}

/* The keys of the notes that a marker of the text or the base refers to. */
static const char *
marker_keys(Run *run, const Marker *marker)
{
	const ImportBase *base = run->import->base;
	int64		number = run->part < 0 ? whole_number(marker->value, base->memo->nnotes) : 0;
	Slice		rest = marker->value;
	NoteMention reference;
	StringInfoData keys;

	initStringInfo(&keys);
	if (run->part < 0)
		appendStringInfo(&keys, TOKEN_OPEN "%s" TOKEN_CLOSE,
						 number > 0 ? base->notes[number - 1].key : "");
	while (run->part >= 0 && next_reference(run->import, run->part, &rest, &reference))
	{
		number = reference.number;
		if (number <= 0 && (reference.definition == NULL || reference.definition->is_agents))
			number = labelled_number(run->import, reference.label);
		if (number > 0)
			appendStringInfo(&keys, TOKEN_OPEN "%s" TOKEN_CLOSE, base->notes[number - 1].key);
		else
			appendStringInfo(&keys, TOKEN_OPEN "?%.*s" TOKEN_CLOSE, reference.label.len,
							 reference.label.data);
	}
	return keys.data;
}

/* The references of a block.  One that leaves takes the comma with it that stands between it and
 * another. */
static void
append_references(Run *run, const TextBlock *block)
{
	const Prose *prose = run->prose;
	int			last_end = 0;

	for (int j = 0; j < block->nmarkers && block->note_def < 0; j++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + j];
		int			start = marker->start;
		int			end = run->is_keyed ? marker_end(prose, marker) : start + marker->len;
		const char *text = NULL;

		CHECK_FOR_INTERRUPTS();
		if (marker->kind == MARKER_NOTE_REF && start >= run->pos)
			text = run->is_keyed ? marker_keys(run, marker)
				: bind_marker(run->import, run->part, marker, &end);
		if (text != NULL && text[0] == '\0' && last_end > 0 && last_end == start - 1 &&
			prose->text[last_end] == ',')
			start--;
		else if (text != NULL && text[0] == '\0' && last_end != start &&
				 strncmp(prose->text + end, ",[^", 3) == 0)
			end++;
		if (text != NULL)
		{
			skip(run, start, end);
			appendStringInfoString(&run->out, text);
		}
		last_end = end;
	}
}

/* A chart gives way to its anchor, and the references of its sources go: finalize makes them
 * again, of the deal's own. */
static void
append_chart(Run *run, int index, int count, Slice id)
{
	Import	   *import = run->import;
	const TextBlock *blocks = run->prose->blocks.items;
	int			chart = keymap_get(&import->charts, slice_hash(id, 0));

	skip_block(run, blocks[index].start, blocks[index + count - 1].end);
	if (run->is_keyed)
	{
		appendStringInfo(&run->out, "\n\n" TOKEN_OPEN "%.*s" TOKEN_CLOSE "\n\n", id.len, id.data);
		return;
	}
	*keymap_at(&import->standing, chart) = 1;
	if (chart == 0)
		tell_part(import, run->part, psprintf("chart \"%.*s\" is not in the deal; it is left out",
											  id.len, id.data));
	else if (import->deal->charts[chart - 1].section == import->parts.items[run->part].stored)
		appendStringInfo(&run->out, "[CHART:%.*s]\n\n", id.len, id.data);
}

static void
append_run(Run *run, int start, int end)
{
	Import	   *import = run->import;
	const TextBlock *blocks = run->prose->blocks.items;
	const Line *cuts = import->cuts.items;
	int			ncuts = run->is_keyed ? 0 : import->cuts.count;
	int			cut;
	int			count;

	initStringInfo(&run->out);
	run->pos = start;
	LOWER_BOUND(cut, ncuts, j, cuts[j].start < start);
	LOWER_BOUND(count, run->prose->blocks.count, j, blocks[j].start < start);
	for (int i = count; i < run->prose->blocks.count && blocks[i].start < end; i += Max(count, 1))
	{
		Slice		id;

		CHECK_FOR_INTERRUPTS();
		count = !import->is_ours && !run->is_keyed ? 0
			: chart_blocks(import, run->prose, i, &id);
		if (&blocks[i] == import->comment_block || (run->is_keyed && blocks[i].note_def >= 0))
			skip_block(run, blocks[i].start, blocks[i].end);
		else if (count > 0)
			append_chart(run, i, count, id);
		for (; cut < ncuts && cuts[cut].start < blocks[i].end; cut++)
		{
			skip_block(run, cuts[cut].start, cuts[cut].end);
			run->lost_definition = true;
		}
		append_references(run, &blocks[i]);
	}
	skip(run, end, end);
}

/* Tools drop HTML, so a text may lack what the base has; not the other way. */
static bool
is_unedited(Import *import, int part)
{
	const Part *this = &import->parts.items[part];
	MemoryContext scratch;
	MemoryContext before;
	Run			runs[2] = {{.import = import, .part = part, .is_keyed = true},
	{.import = import, .part = -1, .is_keyed = true}};
	bool		is_same = false;

	if (this->base == NULL)
		return false;
	scratch = AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	before = MemoryContextSwitchTo(scratch);
	runs[0].prose = import->prose;
	runs[1].prose =
		prose_parse(this->base->body, (int) strlen(this->base->body), &finished_extension);
	append_run(&runs[0], this->start, this->end);
	append_run(&runs[1], 0, runs[1].prose->len);
	for (int has_html = 1; has_html >= 0 && !is_same; has_html--)
	{
		Slice		form = plain_form((Slice) {runs[0].out.data, runs[0].out.len}, true);
		Slice		base = plain_form((Slice) {runs[1].out.data, runs[1].out.len}, has_html);

		is_same = slice_equal(form, base);
	}
	MemoryContextSwitchTo(before);
	MemoryContextDelete(scratch);
	return is_same;
}

/* -------------------------------------------------------------------- told of */

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

/* Which definitions leave; the editor's own in our list of them that nothing refers to has no
 * section. */
static void
cut_definitions(Import *import)
{
	for (int i = 0; i < import->definitions.count; i++)
	{
		const Definition *definition = &import->definitions.items[i];
		bool		is_bound = definition->number > 0 || definition->is_general ||
			definition->shared != NULL;

		if (is_bound || (definition->is_copied && !definition->is_home))
			*VEC_PUSH(&import->cuts) = (Line) {definition->start, definition->end};
		else if (definition->note != NULL && !definition->is_home && !definition->is_agents &&
				 part_at(import, definition->start) < 0)
			tell_left_out(import, (Slice) {import->prose->text + definition->start,
										   definition->end - definition->start});
	}
	lines_sort(import->cuts.items, import->cuts.count);
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

/* Copies of definitions, behind the text. */
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
	appendStringInfoString(out, rule);
	if (part->sources.data != NULL)
		appendBinaryStringInfo(out, part->sources.data, part->sources.len);
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
static void
write_body(Import *import, Part *part)
{
	StringInfo	body = &part->section.body;
	Run			run = {.import = import, .prose = import->prose,
		.part = (int) (part - import->parts.items)};
	Slice		text;

	append_run(&run, part->start, part->end);
	text = trim_lines((Slice) {run.out.data, run.out.len});
	part->is_dropped = body->len + text.len == 0 && (part->heading < 0 || run.lost_definition);
	appendBinaryStringInfo(body, text.data, text.len);
	append_definitions(import, part);
	text = trim_lines((Slice) {body->data, body->len});
	body->len = text.len;
	memmove(body->data, text.data, text.len + 1);
	if (body->len > MAX_SECTION_BYTES)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("section \"%s\" is too large", part->section.title),
						errdetail("It has %d bytes; the limit is %d.", body->len,
								  MAX_SECTION_BYTES)));
}

void
write_bodies(Import *import)
{
	cut_definitions(import);
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];

		CHECK_FOR_INTERRUPTS();
		if (part->is_dropped)
			continue;
		part->is_unedited = is_unedited(import, i);
		if (part->is_unedited)
			appendStringInfoString(&part->section.body, stored_agent_body(part->base));
		else
			write_body(import, part);
	}
	tell_first(import);
	tell_charts(import);
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
