/*
 * bodies.c
 *		Parts of the text -> bodies of sections.
 *
 * What differs between the text and the bodies is a list of cuts in the order of the
 * text, each with what comes in its place: our references ("[^1]" -> "[SRC:1]"), our
 * definitions and those that went to other sections, chart nodes, our comment.  A body
 * is the part's run of the text with its cuts, and the definitions that it needs.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "placement/placement.h"
#include "charts/charts.h"
#include "render/render.h"

static Cut *
add_cut(Import *import, int start, int end, const char *inserted)
{
	Cut		   *cut;

	if (import->cuts.count > 0 && import->cuts.items[import->cuts.count - 1].end > start)
		return NULL;			/* inside of what goes anyway */
	cut = VEC_PUSH(&import->cuts);
	*cut = (Cut) {start, end, inserted, false};
	return cut;
}

/* A block that goes as a whole, with the blank lines behind it. */
static void
cut_block(Import *import, int start, int end, bool is_definition)
{
	const char *text = import->prose->text;
	int			pos = end;
	Cut		   *cut;

	while (pos < import->prose->len && strchr(" \t\r\n", text[pos]) != NULL)
	{
		if (text[pos] == '\n')
			end = pos + 1;
		pos++;
	}
	cut = add_cut(import, start, end, "");
	if (cut != NULL)
		cut->is_definition = is_definition;
}

/* "([^1])", "[^1],[^2].": does a reference that ends before closing punctuation
 * stand there by itself?  from is where its cluster starts. */
static bool
stays_before_closing(const Import *import, int from, int end)
{
	const char *text = import->prose->text;

	if (from == 0)
		return false;
	if (text[from - 1] == '(' && text[end] == ')')
		return true;
	return strchr(",;", text[from - 1]) != NULL && from - 1 == import->cluster_end;
}

/*
 * "NOI[^1], rent": a reference stands before closing punctuation where a marker
 * that was removed stood behind it.  One that will be removed again keeps it in
 * its place: behind a comma a repeat, else one that names nothing, in emphasis
 * so that it is no part of the cluster.
 */
static void
pin_before_closing(Import *import, Part *part, int end, const char *marker)
{
	const char *text = import->prose->text;
	Slice		rest = {text + end + 1, import->prose->len - end - 1};

	if (end + 1 >= part->end || !place_is_closing(text, end))
		return;
	while (rest.len > 0 && strchr(" \t", rest.data[0]) != NULL)
		rest.data++, rest.len--;
	if (strchr(",;", text[end]) != NULL && slice_take(&rest, "[^"))
		return;					/* listed as it is */
	if (stays_before_closing(import, import->cluster_start, end))
		return;
	(void) (text[end] == ',' ? add_cut(import, end + 1, end + 1, marker)
			: add_cut(import, end, end, "**[CITATION NEEDED]**"));
	part->npins++;
}

/* A reference of ours: a marker for what its note cites. */
static void
cut_reference(Import *import, const Marker *marker, int number)
{
	int			part = part_at(import, marker->start);
	int			end = marker->start + marker->len;
	bool		has_mark = has_weak_mark(import, end);
	bool		is_weak;
	const char *inserted;

	if (part < 0)
		return;
	inserted = bind_reference(import, part, number, has_mark, &is_weak);
	if (is_weak && has_mark)
		end += (int) strlen(WEAK_MARK);
	(void) add_cut(import, marker->start, end, inserted);
	if (import->last_end != marker->start)
	{
		import->cluster_end = import->last_end;
		import->cluster_start = marker->start;
	}
	import->last_end = end;
	if (inserted[0] != '\0')
		pin_before_closing(import, &import->parts.items[part], end, inserted);
}

/* Has the definition gone to the sections that use it? */
static bool
has_moved(const DefinitionTable *table, Slice label, int start)
{
	const Definition *definition =
		&table->items[definition_position(table, label_fold(label), start)];

	return definition->is_copied && !definition->is_used_at_home;
}

/* Definitions that begin before byte end, from the next ones on. */
static void
cut_definitions(Import *import, int end, int *next_note, int *next_link)
{
	const Prose *prose = import->prose;

	for (; *next_note < prose->note_defs.count && prose->note_defs.items[*next_note].start < end;
		 (*next_note)++)
	{
		const NoteDef *def = &prose->note_defs.items[*next_note];

		if (own_number(import, def->label) > 0 || has_moved(&import->notes, def->label, def->start))
			cut_block(import, def->start, def->end, true);
	}
	for (; *next_link < prose->link_defs.count; (*next_link)++)
	{
		const LinkDef *def = &prose->link_defs.items[*next_link];
		const TextBlock *block = &prose->blocks.items[def->block];

		if (block->start >= end)
			break;
		if (import->binding == NULL && block->depth == 0 && block->note_def < 0 &&
			has_moved(&import->links, def->label, block->start))
			cut_block(import, block->start, block->end, true);
	}
}

static bool
has_chart(const Memo *deal, Slice chart_id)
{
	for (int i = 0; i < deal->ncharts; i++)
		if (slice_equal(chart_id, slice_of(deal->charts[i].chart_id)))
			return true;
	return false;
}

/* The line of a chart: finalize makes it again, of the deal's own. */
static void
cut_chart(Import *import, const TextBlock *block, Slice node)
{
	int			part = part_at(import, block->start);
	Slice		id = {"", 0};
	Slice		config;

	cut_block(import, block->start, block->end, false);
	(void) chart_read_node(node, &id, &config);
	if (part >= 0 && !has_chart(import->deal, id))
		*VEC_PUSH(&import->parts.items[part].section.unbound) =
			psprintf("chart \"%.*s\" is not in the deal; it is left out", id.len, id.data);
}

/* All that differs between the text and the sections' bodies, in its order. */
static void
collect_cuts(Import *import)
{
	const Prose *prose = import->prose;
	int			next_note = 0;
	int			next_link = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Slice text = slice_trim((Slice){prose->text + block->start, block->end - block->start});

		CHECK_FOR_INTERRUPTS();
		cut_definitions(import, block->end, &next_note, &next_link);
		if (block == import->comment_block)
			cut_block(import, block->start, block->end, false);
		else if (import->binding != NULL && block->kind == BLOCK_HTML && block->depth == 0 &&
				 slice_take(&(Slice) {text.data, text.len}, CHART_NODE))
			cut_chart(import, block, text);
		for (int j = 0; j < block->nmarkers; j++)
		{
			const Marker *marker = &prose->markers.items[block->first_marker + j];
			int number = marker->kind == MARKER_NOTE_REF ? own_number(import, marker->value) : 0;

			CHECK_FOR_INTERRUPTS();
			if (number > 0)
				cut_reference(import, marker, number);
		}
	}
}

/* Appends a run of the text with its cuts; *next is the first that may be in it. */
static void
append_run(Import *import, StringInfo out, int start, int end, int *next)
{
	const char *text = import->prose->text;

	while (*next < import->cuts.count && import->cuts.items[*next].end <= start &&
		   import->cuts.items[*next].start < start)
		(*next)++;
	for (; *next < import->cuts.count && import->cuts.items[*next].start < end; (*next)++)
	{
		const Cut  *cut = &import->cuts.items[*next];

		if (cut->start > start)
			appendBinaryStringInfo(out, text + start, cut->start - start);
		appendStringInfoString(out, cut->inserted);
		start = Max(start, cut->end);
	}
	if (end > start)
		appendBinaryStringInfo(out, text + start, end - start);
}

/* The markers of a heading go before its section's text, as they were written
 * or bound. */
static void
append_heading_markers(Import *import, Part *part, int *next)
{
	const TextBlock *block = &import->prose->blocks.items[part->heading];

	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &import->prose->markers.items[block->first_marker + i];

		if (is_evidence(marker))
			append_run(import, &part->section.body, marker->start, marker->start + marker->len,
					   next);
	}
	appendStringInfoString(&part->section.body, "\n\n");
	while (part->start < part->end && strchr("\r\n", import->prose->text[part->start]) != NULL)
		part->start++;			/* blank lines below it */
}

/* What a body needs behind its text: agents' notes, and copies of definitions. */
static void
append_definitions(Import *import, Part *part)
{
	StringInfo	out = &part->section.body;

	for (int i = 0; i < part->agent_notes.count; i++)
	{
		int			number = part->agent_notes.items[i];
		Slice		text = import_without_suffix(import->binding->notes[number - 1].definition);

		appendStringInfo(out, "\n\n[^%d]: ", number);
		appendBinaryStringInfo(out, text.data, text.len);
	}
	for (int i = 0; i < part->copies.count; i++)
	{
		const Definition *copy = part->copies.items[i];
		Slice text = import_without_suffix(
			slice_trim((Slice){import->prose->text + copy->start, copy->end - copy->start}));

		appendStringInfoString(out, "\n\n");
		if (copy->link == NULL)
			appendBinaryStringInfo(out, text.data, text.len);
		else
		{
			appendStringInfoChar(out, '[');
			appendBinaryStringInfo(out, copy->link->label.data, copy->link->label.len);
			appendStringInfoString(out, "]: ");
			appendBinaryStringInfo(out, copy->link->dest.data, copy->link->dest.len);
		}
	}
}

/* Takes the blank lines around a body away, as compose does. */
static void
trim_body(StringInfo body)
{
	int			start = 0;

	while (body->len > 0 && strchr("\r\n", body->data[body->len - 1]) != NULL)
		body->len--;
	for (int i = 0; i < body->len && strchr(" \t\r\n", body->data[i]) != NULL; i++)
		if (body->data[i] == '\n')
			start = i + 1;
	memmove(body->data, body->data + start, body->len - start);
	body->len -= start;
	body->data[body->len] = '\0';
}

/* Is one of these cuts a definition that went elsewhere? */
static bool
has_definition_cut(const Import *import, int from, int to)
{
	for (int i = from; i < to; i++)
		if (import->cuts.items[i].is_definition)
			return true;
	return false;
}

/* A section that had nothing but definitions is gone when they are. */
void
write_bodies(Import *import)
{
	int			next = 0;

	collect_cuts(import);
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		int			first;

		CHECK_FOR_INTERRUPTS();
		if (part->is_dropped)
			continue;
		if (part->heading_markers > 0)
			append_heading_markers(import, part, &next);
		first = next;
		append_run(import, &part->section.body, part->start, part->end, &next);
		trim_body(&part->section.body);
		if (part->section.body.len == 0 &&
			(part->heading < 0 || has_definition_cut(import, first, next)))
		{
			part->is_dropped = true;
			continue;
		}
		append_definitions(import, part);
		trim_body(&part->section.body);
		if (part->section.body.len > MAX_SECTION_BYTES)
			ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
							errmsg("section \"%s\" is too large", part->section.title),
							errdetail("It has %d bytes; the limit is %d.", part->section.body.len,
									  MAX_SECTION_BYTES)));
	}
}

/* Counts words and references of a section without pins. */
static void
measure(ImportedSection *section, int npins)
{
	Prose	   *prose = prose_parse(section->body.data, section->body.len, &marker_extension);

	section->words = prose_words(prose, prose_source_block(prose));
	section->refs = -npins;
	for (int i = 0; i < prose->markers.count; i++)
		section->refs += is_evidence(&prose->markers.items[i]) &&
			prose->blocks.items[prose->markers.items[i].block].note_def < 0;
}

void
measure_bodies(Import *import)
{
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		MemoryContext context;
		MemoryContext before;

		if (part->is_dropped)
			continue;
		context =
			AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
		before = MemoryContextSwitchTo(context);
		measure(&part->section, part->npins);
		MemoryContextSwitchTo(before);
		MemoryContextDelete(context);
	}
}
