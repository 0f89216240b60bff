/*
 * import.c
 *		A merged memo in Markdown -> sections with bodies and claims.
 *
 * The text is read once, as a whole, and cut at its H2 headings.  Footnote and
 * link definitions go to each section that uses them, for sections are scopes.
 *
 * A memo of our own ends with a comment that says what each note cites (see
 * compose.c).  Then the title line, the tail sections, weak marks and chart
 * nodes are dropped, and the references are bound again: for
 *
 *		NOI of $4.2M[^1] rose.[^2]
 *
 * with note 1 = (om, p. 12) and note 2 = an agent's own, the body is
 *
 *		NOI of $4.2M[SRC:1] rose.[^2]
 *
 *		[^2]: Sponsor call, 3 May.
 *
 * with the claim 1 = (om, p. 12).  What cannot be bound gets a marker that no
 * claim answers, so that it is removed with that reason, and is reported.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "placement/placement.h"
#include "charts/charts.h"
#include "render/render.h"

#include <ctype.h>

/* -------------------------------------------------------------- the text */

static Slice
trim(Slice text)
{
	while (text.len > 0 && strchr(" \t\r\n", text.data[0]) != NULL)
		text.data++, text.len--;
	while (text.len > 0 && strchr(" \t\r\n", text.data[text.len - 1]) != NULL)
		text.len--;
	return text;
}

static bool
starts_with(Slice text, const char *prefix)
{
	int			len = (int) strlen(prefix);

	return text.len >= len && memcmp(text.data, prefix, len) == 0;
}

/* The last comment of ours, if it stands as one; its JSON goes to *json, to the
 * end of the text when the comment was cut off. */
static const TextBlock *
find_comment(const Prose *prose, Slice *json)
{
	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Slice		text = trim((Slice) {prose->text + block->start, block->end - block->start});
		bool		is_closed = text.len >= 3 && memcmp(text.data + text.len - 3, "-->", 3) == 0;

		if (block->kind != BLOCK_HTML || block->depth > 0 || !starts_with(text, COMMENT_OPEN) ||
			!(is_closed || block->is_open))
			continue;
		json->data = text.data + strlen(COMMENT_OPEN);
		json->len = text.len - (int) strlen(COMMENT_OPEN) - (is_closed ? 3 : 0);
		return block;
	}
	return NULL;
}

/*
 * An error for a memo of ours that is not in GFM any more: where pandoc writes its
 * own Markdown, the comment stands in a raw block, and titles ("## Risk {#risk}")
 * and tables are others, too.
 */
static void
refuse_raw_comment(const Prose *prose)
{
	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];
		const Line *lines = &prose->lines.items[block->first_line];

		if (!block->is_fenced || block->nlines < 2 ||
			memmem(prose->text + lines[0].start, lines[0].end - lines[0].start, "{=html}", 7) == NULL ||
			!starts_with((Slice) {prose->text + lines[1].start, lines[1].end - lines[1].start}, COMMENT_OPEN))
			continue;
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("the memocite comment of the text is in a raw block"),
				 errdetail("The text is not in GitHub's Markdown but in that of pandoc, whose titles and tables are others."),
				 errhint("Write it with pandoc -f gfm -t gfm, or take the comment out to import the text like any other.")));
	}
}

Slice
import_comment(const Import *import)
{
	return import->comment;
}

Import *
import_open(const Memo *deal, Slice text)
{
	Import	   *import = palloc0(sizeof(Import));

	if (text.len >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
		text = (Slice) {text.data + 3, text.len - 3};	/* an editor's byte order mark */
	import->deal = deal;
	import->prose = prose_parse(text.data, text.len, &marker_extension);
	import->comment_block = find_comment(import->prose, &import->comment);
	if (import->comment_block == NULL)
		refuse_raw_comment(import->prose);
	return import;
}

/* ------------------------------------------------------------------ parts */

static bool
is_section_heading(const TextBlock *block)
{
	return block->kind == BLOCK_HEADING && block->level == 2 && block->depth == 0 && block->note_def < 0;
}

static bool
is_evidence(const Marker *marker)
{
	return marker->kind == MARKER_SRC || marker->kind == MARKER_SRC_VARIANT || marker->kind == MARKER_SOURCE_TAG ||
		marker->kind == MARKER_LEGACY_TAG || marker->kind == MARKER_NOTE_REF || marker->kind == MARKER_UNRECOGNIZED;
}

/* A heading's text without the markers in it, which *nmarkers counts. */
static char *
heading_title(const Import *import, const TextBlock *block, int *nmarkers)
{
	const Prose *prose = import->prose;
	Line		line = heading_text(prose, block);
	StringInfoData title;
	int			pos = line.start;

	initStringInfo(&title);
	*nmarkers = 0;
	for (int i = 0; i < block->nmarkers; i++)
	{
		const Marker *marker = &prose->markers.items[block->first_marker + i];

		if (!is_evidence(marker) || marker->start < pos || marker->start >= line.end)
			continue;
		appendBinaryStringInfo(&title, prose->text + pos, marker->start - pos);
		pos = marker->start + marker->len;
		(*nmarkers)++;
	}
	if (pos < line.end)
		appendBinaryStringInfo(&title, prose->text + pos, line.end - pos);
	for (int i = 0; i < title.len; i++)
		if (title.data[i] == '\n' || title.data[i] == '\r')
			title.data[i] = ' ';
	return markdown_unescape(trim((Slice) {title.data, title.len}));
}

/* The document's own title, where nothing but it stands before the first H2. */
static bool
is_title_alone(const Import *import, int nblocks)
{
	for (int i = 0; i < nblocks; i++)
	{
		const TextBlock *block = &import->prose->blocks.items[i];

		if (block->kind != BLOCK_HEADING || block->level != 1 || block->nmarkers > 0)
			return false;
	}
	return true;
}

/* Begins a part at byte start, its text at byte text; the one before ends there. */
static Part *
add_part(Import *import, int heading, int start, int text)
{
	Part	   *part = VEC_PUSH(&import->parts);

	if (import->parts.count > 1)
		part[-1].end = start;
	part->heading = heading;
	part->begin = start;
	part->start = text;
	part->end = import->prose->len;
	part->stored = -1;
	initStringInfo(&part->section.body);
	return part;
}

/* Cuts the text at its H2 headings; what stands before is the preamble. */
static void
split_parts(Import *import)
{
	const Prose *prose = import->prose;
	int			first = 0;

	while (first < prose->blocks.count && !is_section_heading(&prose->blocks.items[first]))
		first++;
	if (first > 0)
	{
		bool		has_title = import->binding != NULL && prose->blocks.items[0].kind == BLOCK_HEADING &&
			prose->blocks.items[0].level == 1;
		Part	   *part = add_part(import, -1, has_title ? prose->blocks.items[0].end : 0,
								  has_title ? prose->blocks.items[0].end : 0);

		part->section.title = "Preamble";
		part->is_dropped = is_title_alone(import, first);
	}
	for (int i = first; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		Part	   *part;

		CHECK_FOR_INTERRUPTS();
		if (!is_section_heading(block))
			continue;
		part = add_part(import, i, block->start, block->end);
		part->section.title = heading_title(import, block, &part->heading_markers);
	}
}

/* What an editor wrote behind our comment stays. */
static void
drop_part(Import *import, Part *part)
{
	const TextBlock *comment = import->comment_block;

	if (part->start > comment->start || part->end <= comment->end ||
		trim((Slice) {import->prose->text + comment->end, part->end - comment->end}).len == 0)
		part->is_dropped = true;
	else
	{
		part->begin = part->start = comment->end;
		part->section.title = "Postscript";
	}
}

/* The last sections of these names are the ones that we wrote. */
static void
drop_tail(Import *import)
{
	static const char *const names[] = {"Footnotes", "Data Source Notes", "Sources Consulted"};
	int			first = import->binding->nnotes > 0 ? 0 : 1;

	for (int i = first; i < first + import->binding->tail && i < (int) lengthof(names); i++)
		for (int j = import->parts.count - 1; j >= 0; j--)
			if (import->parts.items[j].heading >= 0 && strcmp(import->parts.items[j].section.title, names[i]) == 0)
			{
				drop_part(import, &import->parts.items[j]);
				break;
			}
}

int
part_at(const Import *import, int pos)
{
	int			low;

	LOWER_BOUND(low, import->parts.count, i, import->parts.items[i].end <= pos);
	return low < import->parts.count && !import->parts.items[low].is_dropped &&
		import->parts.items[low].begin <= pos ? low : -1;
}

/* ------------------------------------------------------------------ bodies */

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
static Cut *
cut_block(Import *import, int start, int end)
{
	const char *text = import->prose->text;
	int			pos = end;

	while (pos < import->prose->len && strchr(" \t\r\n", text[pos]) != NULL)
	{
		if (text[pos] == '\n')
			end = pos + 1;
		pos++;
	}
	return add_cut(import, start, end, "");
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
	if (strchr(",;", text[end]) != NULL && starts_with(rest, "[^"))
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
	const Definition *definition = &table->items[definition_position(table, label_fold(label), start)];

	return definition->is_copied && !definition->is_used_at_home;
}

/* Definitions that begin before byte end, from the next ones on. */
static void
cut_definitions(Import *import, int end, int *next_note, int *next_link)
{
	const Prose *prose = import->prose;

	for (; *next_note < prose->note_defs.count && prose->note_defs.items[*next_note].start < end; (*next_note)++)
	{
		const NoteDef *def = &prose->note_defs.items[*next_note];
		Cut		   *cut = own_number(import, def->label) > 0 || has_moved(&import->notes, def->label, def->start)
			? cut_block(import, def->start, def->end) : NULL;

		if (cut != NULL)
			cut->is_definition = true;
	}
	for (; *next_link < prose->link_defs.count; (*next_link)++)
	{
		const LinkDef *def = &prose->link_defs.items[*next_link];
		const TextBlock *block = &prose->blocks.items[def->block];
		Cut		   *cut;

		if (block->start >= end)
			break;
		if (import->binding != NULL || block->depth > 0 || block->note_def >= 0 ||
			!has_moved(&import->links, def->label, block->start))
			continue;
		cut = cut_block(import, block->start, block->end);
		if (cut != NULL)
			cut->is_definition = true;
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

	(void) cut_block(import, block->start, block->end);
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
		Slice		text = trim((Slice) {prose->text + block->start, block->end - block->start});

		CHECK_FOR_INTERRUPTS();
		cut_definitions(import, block->end, &next_note, &next_link);
		if (block == import->comment_block)
			(void) cut_block(import, block->start, block->end);
		else if (import->binding != NULL && block->kind == BLOCK_HTML && block->depth == 0 && starts_with(text, CHART_NODE))
			cut_chart(import, block, text);
		for (int j = 0; j < block->nmarkers; j++)
		{
			const Marker *marker = &prose->markers.items[block->first_marker + j];
			int			number = marker->kind == MARKER_NOTE_REF ? own_number(import, marker->value) : 0;

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
			append_run(import, &part->section.body, marker->start, marker->start + marker->len, next);
	}
	appendStringInfoString(&part->section.body, "\n\n");
	while (part->start < part->end && strchr("\r\n", import->prose->text[part->start]) != NULL)
		part->start++;			/* blank lines below it */
}

Slice
import_without_suffix(Slice text)
{
	Slice		rest = text;

	for (int i = (int) strlen(AGENT_SUFFIX) - 1; i >= 0; i--)
	{
		if (rest.len == 0 || (AGENT_SUFFIX[i] == ' ' ? strchr(" \t\r\n", rest.data[rest.len - 1]) == NULL
							  : rest.data[rest.len - 1] != AGENT_SUFFIX[i]))
			return text;
		rest.len--;
		while (AGENT_SUFFIX[i] == ' ' && rest.len > 0 && strchr(" \t\r\n", rest.data[rest.len - 1]) != NULL)
			rest.len--;			/* a line may have been broken there */
	}
	return rest;
}

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
		Slice		text = import_without_suffix(trim((Slice) {import->prose->text + copy->start, copy->end - copy->start}));

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

static bool
has_definition_cut(const Import *import, int from, int to)
{
	for (int i = from; i < to; i++)
		if (import->cuts.items[i].is_definition)
			return true;
	return false;
}

/* A section that had nothing but definitions is gone when they are. */
static void
write_bodies(Import *import)
{
	int			next = 0;

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
		if (part->section.body.len == 0 && (part->heading < 0 || has_definition_cut(import, first, next)))
		{
			part->is_dropped = true;
			continue;
		}
		append_definitions(import, part);
		trim_body(&part->section.body);
		if (part->section.body.len > MAX_SECTION_BYTES)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("section \"%s\" is too large", part->section.title),
					 errdetail("It has %d bytes; the limit is %d.", part->section.body.len, MAX_SECTION_BYTES)));
		measure(&part->section, part->npins);
	}
}

void
import_run(Import *import, ImportBinding *binding)
{
	import->binding = binding;
	if (binding == NULL)
		import->comment_block = NULL;	/* text like any other */
	split_parts(import);
	if (binding != NULL)
		drop_tail(import);
	match_titles(import);
	collect_definitions(import);
	if (binding != NULL)
		open_binding(import);
	distribute_definitions(import);
	collect_cuts(import);
	write_bodies(import);
	name_sections(import);
}
