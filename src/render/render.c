/*
 * render.c
 *		Memo -> Markdown, in one walk over each body.
 *
 * A section's markers that leave, its edits and its references are merged by
 * place.  In "NOI of $4.2M [SRC:12]. Rent" the marker with the blank before it
 * is cut, the reference stands at the anchor behind the full stop:
 *
 *		NOI of $4.2M.[^1] Rent
 *
 * Each difference from the agent's body is a Change; applied from last to
 * first to the rendered body they give the agent's body back byte for byte.
 */
#include "render/render_internal.h"
#include "charts/charts.h"
#include "markdown/markdown.h"
#include "memo/memo.h"


/* -------------------------------------------------------------------- cuts */

static void
add_cut(Writer *writer, int start, int end, Cut cut)
{
	if (writer->cuts.count > 0)
		start = Max(start, writer->cuts.items[writer->cuts.count - 1].end);
	if (end < start || (end == start && cut.inserted[0] == '\0'))
		return;
	cut.start = start;
	cut.end = end;
	*VEC_PUSH(&writer->cuts) = cut;
}

/* Adds edits from one on that start up to a byte; returns the next one. */
static int
add_edits(Writer *writer, int next, int to)
{
	for (; next < writer->section->edits.count; next++)
	{
		const Edit *edit = &writer->section->edits.items[next];

		if (edit->start > to)
			break;
		add_cut(writer, edit->start, edit->start + edit->removed,
				(Cut) {.inserted = edit->inserted, .stage = edit->stage,
					   .comes_first = edit->comes_first, .cluster = -1,
					   .edit = edit->ncited > 0 ? edit : NULL});
	}
	return next;
}

/* Cuts a cluster out, but for its joints that stay. */
static void
add_cluster(Writer *writer, int index, const char *stage)
{
	const Cluster *cluster = &writer->section->places.clusters.items[index];
	Cut			cut = {.inserted = "", .stage = stage, .cluster = index};
	int			start = cluster->stays ? cluster->mark_start : cluster->start;

	for (int i = 0; i < cluster->joints.count; i++)
		if (cluster->joints.items[i].is_kept)
		{
			add_cut(writer, start, cluster->joints.items[i].start, cut);
			start = joint_end(cluster, i);
		}
	add_cut(writer, start, cluster->stays ? cluster->mark_end : cluster->end, cut);
}

/* What decided over the first of a cluster's citations that says so. */
static const char *
cluster_stage(const Writer *writer, const Cluster *cluster, int *next)
{
	const Section *section = writer->section;
	const Citation *citations = writer->memo->citations.items + section->citations.first;
	const char *stage = NULL;

	while (*next < section->citations.count && citations[*next].marker < cluster->first)
		(*next)++;
	for (int i = *next; i < section->citations.count && citations[i].marker <= cluster->last; i++)
		if (stage == NULL)
			stage = citations[i].stage;
	if (stage != NULL)
		return stage;
	return section->prose->markers.items[cluster->first].kind == MARKER_CHART_ANCHOR ? CHARTS
		: "0a-strip";
}

static int
compare_edits(const void *a, const void *b)
{
	const Edit *x = a;
	const Edit *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if ((x->order < 0) != (y->order < 0))
		return x->order < 0 ? -1 : 1;
	if (x->removed != y->removed)
		return y->removed - x->removed; /* what contains others comes first */
	if (x->order != y->order)
		return x->order - y->order;
	return x->nth - y->nth;
}

/* Merges edits and clusters, in order of place, into cuts. */
static void
collect_cuts(Writer *writer)
{
	Section    *section = writer->section;
	int			edit = 0;
	int			citation = 0;

	if (section->edits.count > 1)
		qsort(section->edits.items, section->edits.count, sizeof(Edit), compare_edits);
	for (int i = 0; i < section->places.clusters.count; i++)
	{
		const Cluster *cluster = &section->places.clusters.items[i];
		const char *stage = cluster_stage(writer, cluster, &citation);

		CHECK_FOR_INTERRUPTS();
		edit = add_edits(writer, edit, cluster->start);
		/* of what it takes along an edit may have taken some before */
		if (writer->cuts.count == 0 ||
			writer->cuts.items[writer->cuts.count - 1].end <= cluster->mark_start)
			add_cluster(writer, i, stage);
	}
	(void) add_edits(writer, edit, INT_MAX);
}

/* ------------------------------------------------------------- references */

/*
 * Does what was written end in a bare URL?  To renderers that link those it goes on to a
 * blank, a '<' or a cell's bar, over back-ticks, brackets and emphasis, and would take a
 * reference in.  What was looked at is not looked at again.
 */
static bool
ends_with_url(Writer *writer, int anchor)
{
	const StringInfo out = &writer->section->rendered.text;
	const char *text = out->data;
	const TextBlock *block = section_block_at(writer->section, anchor);
	bool		is_row = block != NULL && block->kind == BLOCK_TABLE;
	int			at = out->len;

	while (at > writer->url_to && !is_space(text[at - 1]) && text[at - 1] != '<' &&
		   !(is_row && text[at - 1] == '|' && (at < 2 || text[at - 2] != '\\')))
		at--;
	writer->in_url &= at == writer->url_to;
	for (; at < out->len && !writer->in_url; at++)
	{
		int			pos;

		if ((out->len - at < 3 || memcmp(text + at, "://", 3) != 0) &&
			(out->len - at < 4 || memcmp(text + at, "www.", 4) != 0))
			continue;
		pos = body_byte(writer, at);	/* one of the body's, and in no code or link? */
		if (pos >= 0)
		{
			ZoneKind	zone = prose_zone_at(writer->section->prose,
											 section_block_at(writer->section, pos), pos);

			writer->in_url = zone == ZONE_PROSE || zone == ZONE_TABLE || zone == ZONE_HEADING;
		}
	}
	writer->url_to = out->len;
	return writer->in_url;
}

/* Does what is written end with a link that is a label alone, "[x]"?  A reference
 * right behind it would be read as another label, and the link be none. */
static bool
ends_with_shortcut(Writer *writer)
{
	const Prose *prose = writer->section->prose;

	while (writer->next_use < prose->link_uses.count &&
		   prose->link_uses.items[writer->next_use].end < writer->written_to)
		writer->next_use++;
	return writer->next_use < prose->link_uses.count &&
		   prose->link_uses.items[writer->next_use].end == writer->written_to &&
		   prose->link_uses.items[writer->next_use].is_shortcut;
}

/* ----------------------------------------------------------- what is written */

/* Says that what was written from byte start on stands for a run of the body.
 * The text itself is in the rendered body, which may still move. */
static void
add_change(Writer *writer, int start, Slice removed, const char *stage)
{
	Change	   *change = VEC_PUSH(&writer->section->rendered.changes);
	int			len = writer->section->rendered.text.len - start;

	*change = (Change) {writer->chars, removed, {NULL, len}, stage, start};
	writer->chars += utf8_length(writer->section->rendered.text.data + start, len);
}

static inline void
count_chars(Writer *writer, int to)
{
	writer->body_chars += writer->section->prose->is_ascii ? to - writer->counted
		: utf8_length(writer->body + writer->counted, to - writer->counted);
	writer->counted = to;
}

/* Characters of the body up to a byte, since the last call; the ledger gets the
 * place of each marker on the way. */
static int
count_to(Writer *writer, int to)
{
	Section    *section = writer->section;
	int			before = writer->body_chars;

	for (; writer->next_citation < section->citations.count; writer->next_citation++)
	{
		Citation *citation =
			&writer->memo->citations.items[section->citations.first + writer->next_citation];
		int			start = citation_marker(writer->memo, citation)->start;

		if (start > to)
			break;
		count_chars(writer, start);
		citation->marker_offset = writer->body_chars;
	}
	count_chars(writer, to);
	return writer->body_chars - before;
}

/* Copies prose up to a byte; right behind a reference nothing may come that
 * would make a link or a definition of it. */
static void
write_prose(Writer *writer, int to)
{
	StringInfo	out = &writer->section->rendered.text;

	if (to <= writer->pos)
		return;
	if (writer->after_reference && strchr("([:", writer->body[writer->pos]) != NULL)
	{
		appendStringInfoChar(out, ' ');
		add_change(writer, out->len - 1, (Slice) {NULL, 0}, "0.5");
	}
	writer->after_reference = false;
	*VEC_PUSH(&writer->runs) = (Run) {writer->pos, to, out->len};
	appendBinaryStringInfo(out, writer->body + writer->pos, to - writer->pos);
	writer->chars += count_to(writer, to);
	writer->pos = writer->written_to = to;
}

/* One reference, behind a comma when it follows another. */
static void
write_reference(Writer *writer, Citation *reference, int start)
{
	StringInfo	out = &writer->section->rendered.text;

	if (writer->after_reference && writer->memo->policy.reference_separator[0] == 'c')
		appendStringInfoChar(out, ',');
	*VEC_PUSH(&writer->placed) = out->len;
	reference->final_offset = writer->chars + utf8_length(out->data + start, out->len - start);
	appendStringInfoString(out, "[^");
	append_int(out, reference->note->number);
	appendStringInfoChar(out, ']');
	if (reference->is_weak)
		appendStringInfoString(out, WEAK_MARK);
	writer->after_reference = true;
}

/* "Source:[^7],[^8]" below a chart, "Note:[^8]" where no source is among them. */
static void
write_cited(Writer *writer, const Edit *edit, int start)
{
	StringInfo	out = &writer->section->rendered.text;

	appendStringInfo(out, "\n%s", edit->cited[0]->note->kind == NOTE_INSIGHT ? CHART_NOTE :
					 CHART_SOURCE);
	for (int i = 0; i < edit->ncited; i++)
		write_reference(writer, edit->cited[i], start);
	appendStringInfo(out, "\n%s", edit->behind);
	writer->after_reference = false;
}

/* Is there nothing on the last line?  All its text was markers, and has left. */
static bool
opens_line(const StringInfoData *out)
{
	int			pos = out->len;

	while (pos > 0 && (is_blank(out->data[pos - 1]) || out->data[pos - 1] == '>'))
		pos--;
	return pos == 0 || out->data[pos - 1] == '\n';
}

/*
 * Writes the references of one place, references[next] and on, and takes the
 * cut there out of the body: "[^1],[^2]" comes in the place of " [SRC:1][SRC:2]".
 */
static int
write_references(Writer *writer, Citation **references, int next, int count, Cut *cut)
{
	const Section *section = writer->section;
	StringInfo	out = &writer->section->rendered.text;
	int			start;
	const char *stage = cut != NULL ? cut->stage : "2";
	int			last = cut != NULL ? cut->end : references[next]->stands;
	bool		has_reference = next < count && references[next]->stands <= last;
	char		before = out->len > 0 ? out->data[out->len - 1] : ' ';

	/* "\[^1]" is an escape, "^[^1]" a note of pandoc's */
	bool		needs_blank = has_reference && !writer->after_reference &&
		(before == '\\' || before == '^' ||
		 (!is_space(before) && ends_with_url(writer, references[next]->stands)));

	/* the blank before a marker that is glued to a word serves, else one is added */
	if (needs_blank && cut == NULL && writer->pos + 1 == writer->next_cut &&
		writer->body[writer->pos] == ' ')
	{
		write_prose(writer, writer->pos + 1);
		needs_blank = false;
	}
	start = out->len;
	if (cut != NULL && cut->comes_first)
	{
		appendStringInfoString(out, cut->inserted);
		writer->written_to = -1;
	}
	if (has_reference && ends_with_shortcut(writer))
		appendStringInfoString(out, "[]");
	if (has_reference && opens_line(out) &&
		!(cut != NULL && cut->cluster >= 0 && section->places.clusters.items[cut->cluster].stays))
		appendStringInfoString(out, INERT);
	if (needs_blank)
		appendStringInfoChar(out, ' ');
	for (; next < count && references[next]->stands <= last; next++)
	{
		write_reference(writer, references[next], start);
		if (references[next]->stage != NULL)
			stage = references[next]->stage;
	}
	if (cut != NULL)
	{
		cut->out = out->len;
		if (!cut->comes_first && cut->inserted[0] != '\0')
		{
			appendStringInfoString(out, cut->inserted);
			writer->after_reference = false;
			writer->written_to = -1;
			if (cut->edit != NULL)
				write_cited(writer, cut->edit, start);
		}
		(void) count_to(writer, cut->end);
		writer->pos = cut->end;
	}
	add_change(writer, start, cut == NULL ? (Slice) {NULL, 0}
			   : (Slice) {writer->body + cut->start, cut->end - cut->start}, stage);
	return next;
}

/* All of the body, from the start. */
static void
write_section(Writer *writer)
{
	Section    *section = writer->section;
	Citation  **references = writer->references;
	int			count = writer->nreferences;
	int			next = 0;

	resetStringInfo(&section->rendered.text);
	section->rendered.changes.count = writer->runs.count = writer->placed.count = 0;
	writer->pos = writer->chars = writer->counted = writer->body_chars = 0;
	writer->next_citation = writer->next_use = writer->written_to = writer->url_to = 0;
	writer->after_reference = writer->in_url = false;
	for (int i = 0; i < writer->cuts.count; i++)
	{
		Cut		   *cut = &writer->cuts.items[i];

		CHECK_FOR_INTERRUPTS();
		writer->next_cut = cut->start;
		while (next < count && references[next]->stands < cut->start)
		{
			write_prose(writer, references[next]->stands);
			next = write_references(writer, references, next, count, NULL);
		}
		write_prose(writer, cut->start);
		next = write_references(writer, references, next, count, cut);
	}
	writer->next_cut = INT_MAX;
	while (next < count)
	{
		CHECK_FOR_INTERRUPTS();
		write_prose(writer, references[next]->stands);
		next = write_references(writer, references, next, count, NULL);
	}
	write_prose(writer, section->body.len);
}

static void
render_section(Memo *memo, Section *section)
{
	int			count;
	Citation  **references = section_written_references(memo, section, false, &count);
	int			room = section->body.len + section->body.len / 16 + 256;
	Writer		writer = {.memo = memo, .section = section, .body = section->body.data,
		.references = references, .nreferences = count};

	section->rendered.text.data = palloc(room);
	section->rendered.text.maxlen = room;
	collect_cuts(&writer);
	write_section(&writer);
	for (int i = 0; guard_section(&writer, i < MOST_READINGS); i++)
		write_section(&writer);
	for (int i = 0; i < section->rendered.changes.count; i++)	/* the text moves no more */
		section->rendered.changes.items[i].inserted.data =
			section->rendered.text.data + section->rendered.changes.items[i].start;
	sha256(section->rendered.text.data, section->rendered.text.len, section->rendered.sha256);
	pfree(references);
}

void
render_sections(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		render_section(memo, &memo->sections[i]);
	}
}

void
changes_json(const Section *section, StringInfo out)
{
	appendStringInfoChar(out, '[');
	for (int i = 0; i < section->rendered.changes.count; i++)
	{
		const Change *change = &section->rendered.changes.items[i];

		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			appendStringInfoCharMacro(out, ',');
		appendStringInfoCharMacro(out, '[');
		append_int(out, change->offset);
		appendStringInfoCharMacro(out, ',');
		append_json_string(out, change->removed.data, change->removed.len);
		appendStringInfoCharMacro(out, ',');
		append_json_string(out, change->inserted.data, change->inserted.len);
		appendStringInfoCharMacro(out, ',');
		append_json_string(out, change->stage, (int) strlen(change->stage));
		appendStringInfoCharMacro(out, ']');
	}
	appendStringInfoChar(out, ']');
}
