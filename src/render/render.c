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
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"


/* ------------------------------------------------------------- bare URLs */

/* The block of the body that a byte is in, the last one before it else; bytes
 * come in their order. */
static const TextBlock *
block_at(Writer *writer, int pos)
{
	const Prose *prose = writer->section->prose;

	while (writer->block + 1 < prose->blocks.count &&
		   prose->blocks.items[writer->block + 1].start <= pos)
		writer->block++;
	return &prose->blocks.items[writer->block];
}

/* What begins a URL was written: in the text, or as the target of a link? */
static void
enter_url(Writer *writer, int pos)
{
	ZoneKind zone =
		pos < 0 ? ZONE_PROSE : prose_zone_at(writer->section->prose, block_at(writer, pos), pos);

	if (zone == ZONE_PROSE || zone == ZONE_TABLE || zone == ZONE_HEADING)
		writer->in_url = true;
	else if (zone == ZONE_LINK_DEST || zone == ZONE_LINK_LABEL || zone == ZONE_IMAGE)
		writer->in_target = true;
}

/* Is there a "www." in the text? */
static bool
has_www(Slice text)
{
	const char *end = text.data + text.len;
	const char *dot = text.data;

	while (dot < end && (dot = memchr(dot, '.', end - dot)) != NULL)
	{
		if (dot - text.data >= 3 && memcmp(dot - 3, "www", 3) == 0)
			return true;
		dot++;
	}
	return false;
}

/* May what is around cuts that follow each other become one, "ww[SRC:9]w."? */
static bool
cuts_join_www(const Writer *writer)
{
	const Slice body = writer->section->body;
	int			start = 0;

	for (int i = 0; i < writer->cuts.count; i++)
	{
		const Cut  *cut = &writer->cuts.items[i];

		if (i == 0 || cut[-1].end < cut->start)
			start = cut->start;
		if (start > 0 && body.data[start - 1] == 'w' && cut->end < body.len &&
			(body.data[cut->end] == 'w' || body.data[cut->end] == '.'))
			return true;
	}
	return false;
}

/* The byte from pos on that ends what a bare URL begins with, len when none does. */
static int
url_lead(const Writer *writer, const char *text, int pos, int len)
{
	for (; pos < len; pos++)
	{
		if (!writer->has_www)
		{
			const char *slash = memchr(text + pos, '/', len - pos);

			if (slash == NULL)
				return len;
			pos = (int) (slash - text);
		}
		if ((text[pos] == '/' && pos > 1 && memcmp(text + pos - 2, "://", 3) == 0) ||
			(text[pos] == '.' && pos > 2 && memcmp(text + pos - 3, "www.", 4) == 0))
			return pos;
	}
	return len;
}

/*
 * Follows what is written; the last bytes are those of the body before end, or
 * no part of it (end = 0).  To a renderer that links bare URLs, one goes on to a
 * blank, to a '<' or, in a table, to the cell's bar: over back-ticks, brackets
 * and emphasis, for it began before them.
 */
static void
watch_urls(Writer *writer, int end)
{
	StringInfo	out = &writer->section->rendered;
	const char *text = out->data;

	if (!writer->has_urls)
		return;
	for (int pos = writer->watched; pos < out->len; pos++)
	{
		int			source;

		if (!writer->in_url && !writer->in_target)
			pos = url_lead(writer, text, pos, out->len);
		if (pos == out->len)
			break;
		source = end == 0 ? -1 : end - (out->len - pos);
		if (strchr(" \t\r\n\v\f<", text[pos]) != NULL || (text[pos] == '|' && source >= 0 &&
			text[pos - 1] != '\\' && block_at(writer, source)->kind == BLOCK_TABLE))
			writer->in_url = writer->in_target = false;
		else if (url_lead(writer, text, pos, pos + 1) == pos)
			enter_url(writer, source);
	}
	writer->watched = out->len;
}

/*
 * Would what is written so far take a reference behind it?  "\[^1]" is an
 * escape, "^[^1]" a note of pandoc's, and renderers that link bare URLs read
 * "https://example.com/a[^1]" as one.
 */
static bool
swallows_reference(const Writer *writer)
{
	const StringInfo out = &writer->section->rendered;
	char		last = out->len > 0 ? out->data[out->len - 1] : ' ';

	/* behind a link only pandoc stumbles, and only over a semicolon */
	return strchr("\\^", last) != NULL || writer->in_url || (writer->in_target && last == ';');
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
 * The text itself is in the rendered body, which may still move: see
 * point_changes(). */
static void
add_change(Writer *writer, int start, Slice removed, const char *stage)
{
	Change	   *change = VEC_PUSH(&writer->section->changes);
	int			len = writer->section->rendered.len - start;

	*change = (Change) {writer->chars, removed, {NULL, len}, stage, start};
	writer->chars += utf8_length(writer->section->rendered.data + start, len);
}

static void
point_changes(Section *section)
{
	for (int i = 0; i < section->changes.count; i++)
		section->changes.items[i].inserted.data =
			section->rendered.data + section->changes.items[i].start;
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

	for (; writer->next_citation < section->ncitations; writer->next_citation++)
	{
		Citation *citation =
			&writer->memo->citations.items[section->first_citation + writer->next_citation];
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
	if (to <= writer->pos)
		return;
	if (writer->after_reference && strchr("([:", writer->body[writer->pos]) != NULL)
	{
		appendStringInfoChar(&writer->section->rendered, ' ');
		add_change(writer, writer->section->rendered.len - 1, (Slice) {NULL, 0}, "0.5");
		watch_urls(writer, 0);
	}
	writer->after_reference = false;
	appendBinaryStringInfo(&writer->section->rendered, writer->body + writer->pos,
						   to - writer->pos);
	writer->chars += count_to(writer, to);
	writer->pos = writer->written_to = to;
	watch_urls(writer, to);
}

/* What stands between the references of two markers that a line begins with. */
static const char *
reference_separator(const Writer *writer, const Citation *before, const Citation *citation)
{
	const Marker *markers = writer->section->prose->markers.items;

	if (before->marker < 0 || citation->marker < 0 || citation->part > 1)
		return "";
	if (markers[citation->marker].separator == NULL ||
		markers[citation->marker].lead == LEAD_CELL ||
		markers[citation->marker].line != markers[before->marker].line)
		return "";
	return markers[citation->marker].separator;
}

/*
 * Writes the references of one place, references[next] and on, and takes the
 * cut there out of the body: "[^1][^2]" comes in the place of " [SRC:1][SRC:2]".
 */
static int
write_references(Writer *writer, Citation **references, int next, int count, const Cut *cut)
{
	StringInfo	out = &writer->section->rendered;
	int			start;
	const char *stage = cut != NULL ? cut->stage : "2";
	int			last = cut != NULL ? cut->end : references[next]->anchor;
	bool		has_reference = next < count && references[next]->anchor <= last;
	bool		needs_blank = has_reference && swallows_reference(writer);

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
		watch_urls(writer, 0);
		needs_blank = has_reference && swallows_reference(writer);
	}
	if (has_reference && ends_with_shortcut(writer))
		appendStringInfoString(out, "[]");
	if (needs_blank)
		appendStringInfoChar(out, ' ');
	for (int first = next; next < count && references[next]->anchor <= last; next++)
	{
		if (next > first)
			appendStringInfoString(
				out, reference_separator(writer, references[next - 1], references[next]));
		references[next]->final_offset =
			writer->chars + utf8_length(out->data + start, out->len - start);
		appendStringInfoString(out, "[^");
		append_int(out, references[next]->note->number);
		appendStringInfoChar(out, ']');
		if (references[next]->is_weak)
			appendStringInfoString(out, WEAK_MARK);
		if (references[next]->stage != NULL)
			stage = references[next]->stage;
		writer->after_reference = true;
	}
	if (cut != NULL)
	{
		if (!cut->comes_first && cut->inserted[0] != '\0')
		{
			appendStringInfoString(out, cut->inserted);
			writer->after_reference = false;
			writer->written_to = -1;
		}
		(void) count_to(writer, cut->end);
		writer->pos = cut->end;
	}
	watch_urls(writer, 0);
	add_change(writer, start, cut == NULL ? (Slice) {NULL, 0}
			   : (Slice) {writer->body + cut->start, cut->end - cut->start}, stage);
	return next;
}

static void
render_section(Memo *memo, Section *section)
{
	int			count;
	int			next = 0;
	Citation  **references = section_references(memo, section, &count);
	Writer		writer = {.memo = memo, .section = section, .body = section->body.data,
	.references = references, .nreferences = count, .left_block = -1};

	section->rendered.data = palloc(section->body.len + section->body.len / 16 + 256);
	section->rendered.maxlen = section->body.len + section->body.len / 16 + 256;
	resetStringInfo(&section->rendered);
	collect_cuts(&writer);
	writer.has_www = has_www(section->body) || cuts_join_www(&writer);
	writer.has_urls = writer.has_www || section->edits.count > 0 ||
		(section->body.len > 0 && memchr(section->body.data, '/', section->body.len) != NULL);
	for (int i = 0; i < writer.cuts.count; i++)
	{
		Cut		   *cut = &writer.cuts.items[i];

		CHECK_FOR_INTERRUPTS();
		writer.next_cut = cut->start;
		while (next < count && references[next]->anchor < cut->start)
		{
			write_prose(&writer, references[next]->anchor);
			next = write_references(&writer, references, next, count, NULL);
		}
		write_prose(&writer, cut->start);
		next = write_references(&writer, references, next, count, cut);
	}
	writer.next_cut = INT_MAX;
	while (next < count)
	{
		CHECK_FOR_INTERRUPTS();
		write_prose(&writer, references[next]->anchor);
		next = write_references(&writer, references, next, count, NULL);
	}
	write_prose(&writer, section->body.len);
	point_changes(section);
	sha256(section->rendered.data, section->rendered.len, section->rendered_sha256);
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
	for (int i = 0; i < section->changes.count; i++)
	{
		const Change *change = &section->changes.items[i];

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
