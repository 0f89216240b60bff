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

/* "Source:[^7],[^8]", and nothing else? */
static bool
is_chart_source(const Prose *prose, const TextBlock *block)
{
	Slice		text = slice_trim((Slice) {prose->text + block->start, block->end - block->start});

	if (block->kind != BLOCK_PARAGRAPH || block->depth > 0 ||
		!(slice_take(&text, CHART_SOURCE) || slice_take(&text, CHART_NOTE)))
		return false;
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		while (text.data < prose->text + marker->start && (slice_take(&text, ",") ||
			slice_take(&text, " ") || slice_take(&text, WEAK_MARK)))
			;
		if (marker->kind != MARKER_NOTE_REF || text.data != prose->text + marker->start)
			return false;
		text = (Slice) {text.data + marker->len, text.len - marker->len};
	}
	(void) slice_take(&text, WEAK_MARK);
	return block->nmarkers > 0 && text.len == 0;
}

/* A chart's node gives way to its anchor, and the references of its sources go: finalize makes
 * them again, of the deal's own.  Returns whether it went. */
static bool
cut_chart(Import *import, Cuts *cuts, const TextBlock *block, Slice node)
{
	const Memo *deal = import->deal;
	int			part = part_at(import, block->start);
	int			section = part < 0 ? -1 : import->parts.items[part].stored;
	const char *inserted = "";
	bool		is_known = false;
	Slice		id = {"", 0};
	Slice		config;

	(void) chart_read_node(node, &id, &config);
	for (int i = 0; i < deal->ncharts && inserted[0] == '\0'; i++)
		if (slice_equal(id, slice_of(deal->charts[i].chart_id)))
		{
			is_known = true;
			if (deal->charts[i].section == section)
				inserted = psprintf("[CHART:%.*s]\n\n", id.len, id.data);
		}
	if (!is_known && !import->is_ours)
		return false;
	cut_block(import, cuts, block->start, block->end, inserted, false);
	if (part >= 0 && !is_known)
		*VEC_PUSH(&import->parts.items[part].section.unbound) =
			psprintf("chart \"%.*s\" is not in the deal; it is left out", id.len, id.data);
	return true;
}

/* The editor's footnote in our list of them that nothing refers to has no section. */
static void
tell_unused(Import *import, const Definition *definition)
{
	int			part = 0;

	if (definition->note == NULL || definition->is_home || definition->is_copied ||
		part_at(import, definition->start) >= 0)
		return;
	while (part < import->parts.count - 1 && import->parts.items[part].is_dropped)
		part++;
	*VEC_PUSH(&import->parts.items[part].section.unbound) =
		psprintf("note %.*s: nothing refers to it; it is left out", definition->note->label.len,
				 definition->note->label.data);
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

static void
collect_cuts(Import *import, Cuts *cuts)
{
	const Prose *prose = import->prose;
	const TextBlock *chart = NULL;	/* the last that went */
	int			last_end = 0;

	for (int i = 0; i < import->definitions.count; i++)
	{
		const Definition *definition = &import->definitions.items[i];

		if (definition->number == 0)
			tell_unused(import, definition);
		if (definition->number > 0 || (definition->is_copied && !definition->is_home))
			cut_block(import, cuts, definition->start, definition->end, "", true);
	}
	for (int i = 0; i < import->cuts.count; i++)
		cut_block(import, cuts, import->cuts.items[i].start, import->cuts.items[i].end, "", true);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Slice text = slice_trim((Slice){prose->text + block->start, block->end - block->start});

		CHECK_FOR_INTERRUPTS();
		if (block == import->comment_block)
			cut_block(import, cuts, block->start, block->end, "", false);
		else if (block->kind == BLOCK_HTML && block->depth == 0 &&
				 slice_take(&(Slice) {text.data, text.len}, CHART_NODE) &&
				 cut_chart(import, cuts, block, text))
			chart = block;
		if (chart != NULL && block == chart + 1 && is_chart_source(prose, block))
		{
			cut_block(import, cuts, block->start, block->end, "", false);
			continue;
		}
		for (int j = 0; j < block->nmarkers && block->note_def < 0; j++)
		{
			const Marker *marker = &prose->markers.items[block->first_marker + j];
			int			part = part_at(import, marker->start);
			Cut			cut = {marker->start, 0, NULL, false};

			CHECK_FOR_INTERRUPTS();
			if (part >= 0 && marker->kind == MARKER_NOTE_REF)
				cut.inserted = bind_marker(import, part, marker, &cut.end);
			if (cut.inserted != NULL && cut.inserted[0] == '\0')
				take_separator(prose, &cut, last_end);
			if (cut.inserted != NULL)
				*VEC_PUSH(cuts) = cut;
			last_end = cut.inserted != NULL ? cut.end : marker->start + marker->len;
		}
	}
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

/* Copies of definitions, behind the text. */
static void
append_definitions(const Import *import, Part *part)
{
	StringInfo	out = &part->section.body;

	for (int i = 0; i < part->copies.count; i++)
	{
		const Definition *copy = part->copies.items[i];
		bool		has_suffix;
		Slice		text = definition_text(import, copy, &has_suffix);

		appendStringInfoString(out, "\n\n");
		if (copy->link == NULL)
			appendBinaryStringInfo(out, text.data, text.len);
		else
			appendStringInfo(out, "[%.*s]: %.*s", copy->link->label.len, copy->link->label.data,
							 copy->link->dest.len, copy->link->dest.data);
	}
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

/* A section that had nothing but definitions is gone when they are. */
void
write_bodies(Import *import)
{
	Cuts		cuts = {NULL, 0, 0};
	int			next = 0;

	collect_cuts(import, &cuts);
	for (int i = 0; i < import->parts.count; i++)
	{
		Part	   *part = &import->parts.items[i];
		StringInfo	body = &part->section.body;
		bool		had_definition;

		CHECK_FOR_INTERRUPTS();
		if (part->is_dropped)
			continue;
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

/* Counts words and references of a section as it will be read. */
static void
measure(ImportedSection *section)
{
	Prose	   *prose = body_parse(section->body.data, section->body.len);

	section->words = prose_words(prose);
	for (int i = 0; i < prose->markers.count; i++)
		section->refs += (is_evidence(&prose->markers.items[i]) ||
						  prose->markers.items[i].kind == MARKER_NUMERIC) &&
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
		measure(&part->section);
		MemoryContextSwitchTo(before);
		MemoryContextDelete(context);
	}
}
