/*
 * verify_read.c
 *		Reads stored texts: what each byte is, where references are, and the
 *		agent's body back from the edit script.
 */
#include "audit/audit_internal.h"
#include "markdown/events.h"

#include "common/cryptohash.h"


ByteClass
class_at(const Reading *reading, int pos)
{
	return reading->bytes[pos] & BYTE_CLASS;
}

/* What the bytes are to the reader, while its events go by. */
typedef struct Classifier
{
	int			images;			/* open images */
	bool		is_link;
	bool		is_autolink;
	bool		is_heading;
	bool		is_html_block;
	bool		joins;			/* the next code or HTML belongs to the last zone */
} Classifier;

static ByteClass
text_class(const Classifier *state, MarkdownText type)
{
	if (state->images > 0 || state->is_autolink)
		return BYTE_OPAQUE;
	if (type == MARKDOWN_CODE)
		return BYTE_CODE;
	if (type == MARKDOWN_HTML)
		return BYTE_HTML;
	return BYTE_TEXT;
}

static void
classify_text(Reading *reading, Classifier *state, const MarkdownEvent *event)
{
	ByteClass	class = text_class(state, event->type);
	bool		is_zone = class == BYTE_CODE || class == BYTE_HTML;
	OpaqueZone *zone;

	if (event->start < 0 || event->len == 0)
		return;					/* made line ends in code and HTML */
	memset(reading->bytes + event->start,
		   class | (state->is_heading ? BYTE_HEADING : 0) | (state->is_link ? BYTE_LABEL : 0), event->len);
	/* Neighbouring inline tags are zones of their own. */
	if (class == BYTE_HTML && !state->is_html_block && event->data[0] == '<')
		state->joins = false;
	if (is_zone && state->joins)
		reading->zones.items[reading->zones.count - 1].end = event->start + event->len;
	else if (is_zone)
	{
		zone = VEC_PUSH(&reading->zones);
		zone->start = event->start;
		zone->end = event->start + event->len;
		zone->class = class;
	}
	state->joins = is_zone;
}

static void
classify(Reading *reading, const Markdown *markdown)
{
	Classifier	state = {0};

	for (int i = 0; i < markdown->events.count; i++)
	{
		const MarkdownEvent *event = &markdown->events.items[i];
		bool		is_enter = event->kind == MARKDOWN_ENTER_BLOCK ||
			event->kind == MARKDOWN_ENTER_SPAN;

		CHECK_FOR_INTERRUPTS();
		if (event->kind == MARKDOWN_TEXT)
		{
			classify_text(reading, &state, event);
			continue;
		}
		state.joins = false;
		if (event->kind == MARKDOWN_ENTER_SPAN || event->kind == MARKDOWN_LEAVE_SPAN)
		{
			if (event->type == MARKDOWN_IMAGE)
				state.images += is_enter ? 1 : -1;
			else if (event->type == MARKDOWN_LINK)
			{
				state.is_link = is_enter;
				state.is_autolink = is_enter && event->is_autolink;
			}
		}
		else if (event->type == MARKDOWN_HEADING)
			state.is_heading = is_enter;
		else if (event->type == MARKDOWN_HTML_BLOCK)
			state.is_html_block = is_enter;
	}
	for (int i = 0; i < markdown->bars.count; i++)
		reading->bytes[markdown->bars.items[i]] |= BYTE_BAR;
}

/*
 * Are there only blanks before pos on its line - and, with containers, quote
 * marks and list markers?  Those are syntax; "in 2020. [^1]" is not.
 */
bool
at_line_start(const Reading *reading, int pos, bool containers)
{
	const char *text = reading->text.data;

	for (;;)
	{
		int			before = pos;

		while (pos > 0 && is_blank(text[pos - 1]))
			pos--;
		if (pos == 0 || text[pos - 1] == '\n' || text[pos - 1] == '\r')
			return containers || before - pos <= 3;
		if (!containers || class_at(reading, pos - 1) != BYTE_SYNTAX)
			return false;
		if (text[pos - 1] == '>')
			pos--;
		else if (pos < before && strchr("-*+", text[pos - 1]))
			pos--;
		else if (pos < before && strchr(".)", text[pos - 1]) &&
				 pos > 1 && is_digit(text[pos - 2]))
		{
			pos--;
			while (pos > 0 && is_digit(text[pos - 1]) &&
				   class_at(reading, pos - 1) == BYTE_SYNTAX)
				pos--;
		}
		else
			return false;
	}
}

/* Does a colon follow the bracket that closes the one at pos, on its line?
 * "[^1]" below "[label]:" is that definition's destination. */
static bool
is_defined(Slice text, int pos)
{
	while (pos < text.len && text.data[pos] != ']' && text.data[pos] != '\n')
		pos++;
	return pos + 1 < text.len && text.data[pos] == ']' && text.data[pos + 1] == ':';
}

/*
 * Can a bracket at pos open a reference or a marker?  Not in an opaque zone,
 * not escaped, not in a link destination.  The bracket of a link label is
 * syntax before text; a definition can be syntax altogether.
 */
bool
is_prose_bracket(const Reading *reading, int pos)
{
	ByteClass	class = class_at(reading, pos);

	if (class != BYTE_TEXT && class != BYTE_SYNTAX)
		return false;
	if (pos > 0 && reading->text.data[pos - 1] == '\\' &&
		class_at(reading, pos - 1) == BYTE_SYNTAX)
		return false;
	if (class == BYTE_TEXT)
		return true;
	return (pos + 1 < reading->text.len && class_at(reading, pos + 1) == BYTE_TEXT) ||
		(at_line_start(reading, pos, true) && is_defined(reading->text, pos));
}

int
line_end(Slice text, int pos)
{
	const char *newline = memchr(text.data + pos, '\n', text.len - pos);

	return newline ? (int) (newline - text.data) : text.len;
}

static void
find_references(Reading *reading)
{
	Slice		text = reading->text;

	for (int pos = 0; pos < text.len; pos++)
	{
		const char *bracket = memchr(text.data + pos, '[', text.len - pos);
		Reference	found;
		bool		is_definition;

		CHECK_FOR_INTERRUPTS();
		if (bracket == NULL)
			break;
		pos = bracket - text.data;
		found.start = pos;
		if (!read_label(text, pos, &found.number, &found.end) ||
			!is_prose_bracket(reading, pos))
			continue;
		is_definition = found.end < text.len && text.data[found.end] == ':' &&
			at_line_start(reading, pos, false);
		if (is_definition)
		{
			*VEC_PUSH(&reading->definitions) = found;
			pos = line_end(text, pos) - 1;	/* what is in it, another rule says */
			continue;
		}
		*VEC_PUSH(&reading->references) = found;
		reading->bytes[pos] |= BYTE_REFERENCE;
		pos = found.end - 1;
	}
}

static bool
is_char_start(char c)
{
	return ((unsigned char) c & 0xC0) != 0x80;
}

static void
index_chars(Reading *reading)
{
	Slice		text = reading->text;

	reading->index = palloc((Size) (text.len / INDEX_STEP + 1) * sizeof(int));
	reading->index[0] = 0;
	for (int pos = 0; pos < text.len; pos++)
	{
		if (!is_char_start(text.data[pos]))
			continue;
		if (reading->nchars % INDEX_STEP == 0)
			reading->index[reading->nchars / INDEX_STEP] = pos;
		reading->nchars++;
	}
}

/* Byte of the character at offset (nchars: the end), -1 when there is none. */
int
byte_of_char(const Reading *reading, int offset)
{
	int			pos;

	if (offset < 0 || offset > reading->nchars)
		return -1;
	if (offset == reading->nchars)
		return reading->text.len;
	pos = reading->index[offset / INDEX_STEP];
	for (int i = offset % INDEX_STEP; i > 0; i--)
	{
		pos++;
		while (!is_char_start(reading->text.data[pos]))
			pos++;
	}
	return pos;
}

/* view: the text as Markdown sees it, of the same length. */
static Reading *
read_text_as(Slice text, const char *view)
{
	Reading    *reading = palloc0(sizeof(Reading));
	Markdown   *markdown = markdown_parse(view, text.len, MARKDOWN_FOOTNOTES);

	reading->text = text;
	reading->bytes = palloc0((Size) text.len + 1);
	classify(reading, markdown);
	markdown_free(markdown);
	find_references(reading);
	index_chars(reading);
	return reading;
}

Reading *
read_text(Slice text)
{
	return read_text_as(text, text.data);
}

/* appendBinaryStringInfo, also for the NULL of an empty slice. */
static void
append_bytes(StringInfo out, const char *bytes, int len)
{
	if (len > 0)
		appendBinaryStringInfo(out, bytes, len);
}

/* Why edit i cannot be where it says, else NULL; start is the end of the one before. */
static const char *
edit_problem(const SectionReading *section, int i, int start)
{
	const StoredSection *row = section->row;
	Slice		body = section->final->text;
	Slice		inserted = row->changes[i].inserted;
	int			at = section->final_at[i];

	if (at < 0)
		return psprintf("edit %d is at character %d, outside of the body",
						i + 1, row->changes[i].offset);
	if (at < start)
		return psprintf("edit %d at character %d overlaps the one before",
						i + 1, row->changes[i].offset);
	if (inserted.len > body.len - at ||
		(inserted.len > 0 && memcmp(body.data + at, inserted.data, inserted.len) != 0))
		return psprintf("edit %d at character %d inserted text that is not there",
						i + 1, row->changes[i].offset);
	return NULL;
}

/* Markers and what is between them: "[PDF] **[SRC:1]**.", text to plain Markdown, too. */
static bool
is_marker_list(Slice removed)
{
	int			pos = 0;

	while (pos < removed.len && strchr("[(., \r\n)*_~", removed.data[pos]) != NULL)
	{
		if (removed.data[pos] == '[')
		{
			if (pos + 1 < removed.len && removed.data[pos + 1] == '^')
				return false;
			while (pos < removed.len && strchr("]\n", removed.data[pos]) == NULL)
				pos++;
			if (pos == removed.len || removed.data[pos] == '\n')
				return false;
		}
		pos++;
	}
	return pos == removed.len;
}

/*
 * Does a removed text leave no trace in the zones of what is around it?  Whole
 * lines (a definition, which plain Markdown knows nothing of, or a source list),
 * and markers behind a fence, which plain Markdown would not close there.
 */
static bool
is_apart(const StringInfo before, Slice removed)
{
	int			pos = before->len;
	int			run = 0;

	if (removed.len == 0)
		return false;
	while (pos > 0 && is_blank(before->data[pos - 1]))	/* the markers before */
		pos--;
	while (pos > 0 && strchr("`~", before->data[pos - 1]) != NULL)
		pos--, run++;
	while (pos > 0 && is_blank(before->data[pos - 1]))
		pos--;
	if (pos > 0 && before->data[pos - 1] != '\n')
		return false;
	if (run >= 3)
		return memchr(removed.data, '\n', removed.len) == NULL;
	return removed.data[removed.len - 1] == '\n' && !is_marker_list(removed);
}

/* Blanks of the same shape as a text; or a paragraph between empty lines. */
static void
append_blanked(StringInfo out, Slice text, bool is_paragraph)
{
	int			start = out->len;

	for (int i = 0; i < text.len; i++)
		appendStringInfoCharMacro(out, text.data[i] == '\n' ? '\n' : ' ');
	if (is_paragraph && text.len > 4)
		memcpy(out->data + start, "\nx\n", 3);
}

/* Would plain Markdown take a marker that was removed for the label of a link,
 * and what is behind it for the destination?  after: what comes next. */
static bool
is_label(Slice removed, Slice after)
{
	int			len = removed.len;

	while (len > 0 && is_blank(removed.data[len - 1]))
		len--;
	if (len < 2 || removed.data[0] != '[')
		return false;
	return memmem(removed.data, len, "]:", 2) != NULL ||
		(removed.data[len - 1] == ']' && len == removed.len && after.len > 0 && after.data[0] == ':');
}

/* Does an inserted text begin a block of HTML? */
static bool
inserts_block(Slice inserted)
{
	int			pos = 0;

	while (pos < inserted.len && strchr(" \n", inserted.data[pos]) != NULL)
		pos++;
	return inserted.len - pos > 5 && memcmp(inserted.data + pos, "<div ", 5) == 0;
}

/* A chart's anchor is no paragraph but a block of its own. */
static bool
is_anchor(Slice removed)
{
	static const char prefix[] = "[CHART:";
	int			pos = 0;

	while (pos < removed.len && removed.data[pos] == ' ')
		pos++;
	return removed.len - pos > (int) strlen(prefix) && memcmp(removed.data + pos, prefix, strlen(prefix)) == 0;
}

/* Did the edit before insert a block, with only blanks between? */
static bool
follows_block(const SectionReading *section, int i)
{
	const StoredSection *row = section->row;
	int			at = i == 0 ? 0 : section->final_at[i - 1] + row->changes[i - 1].inserted.len;

	if (i == 0 || !inserts_block(row->changes[i - 1].inserted))
		return false;
	while (at < section->final_at[i] && strchr(" \t\r\n", section->final->text.data[at]) != NULL)
		at++;
	return at == section->final_at[i];
}

/* Was a paragraph of nothing, or another block, put where the removed text had
 * been one, so that a list before it still ends? */
static bool
leaves_paragraph(const SectionReading *section, int i, int at)
{
	static const char filler[] = "&#8203;\n\n";
	const StoredSection *row = section->row;
	Slice		body = section->final->text;

	if (follows_block(section, i))
		return true;
	for (int next = i + 1; next < row->nchanges && next < i + 16; next++)
	{
		int			end = byte_of_char(section->final, row->changes[next].offset);

		for (; at < end; at++)
			if (strchr(" \t\r\n", body.data[at]) == NULL)
				return false;
		if (row->changes[next].removed.len == 0 && inserts_block(row->changes[next].inserted))
			return true;
		if (row->changes[next].removed.len == 0 && row->changes[next].inserted.len == (int) strlen(filler) &&
			memcmp(row->changes[next].inserted.data, filler, strlen(filler)) == 0)
			return true;
		at = Max(at, end + row->changes[next].inserted.len);
	}
	return false;
}

/*
 * Applies the edit script backwards.  In ascending order that is one pass: the
 * text between two edits is copied, each inserted text gives way to the
 * removed one.
 */
static void
restore_agent(SectionReading *section)
{
	const StoredSection *row = section->row;
	Slice		body = section->final->text;
	StringInfoData out;
	StringInfoData view;
	int			pos = 0;

	initStringInfo(&view);
	section->final_at = palloc(Max(row->nchanges, 1) * sizeof(int));
	section->agent_at = palloc(Max(row->nchanges, 1) * sizeof(int));
	initStringInfo(&out);
	for (int i = 0; i < row->nchanges; i++)
	{
		CHECK_FOR_INTERRUPTS();
		section->final_at[i] = byte_of_char(section->final, row->changes[i].offset);
		section->problem = edit_problem(section, i, pos);
		if (section->problem)
			return;
		append_bytes(&out, body.data + pos, section->final_at[i] - pos);
		append_bytes(&view, body.data + pos, section->final_at[i] - pos);
		section->agent_at[i] = out.len;
		if (is_apart(&view, row->changes[i].removed))
			append_blanked(&view, row->changes[i].removed, is_anchor(row->changes[i].removed) ||
						   leaves_paragraph(section, i, section->final_at[i] + row->changes[i].inserted.len));
		else
			append_bytes(&view, row->changes[i].removed.data, row->changes[i].removed.len);
		pos = section->final_at[i] + row->changes[i].inserted.len;
		if (is_label(row->changes[i].removed, (Slice) {body.data + pos, body.len - pos}))
			view.data[view.len - row->changes[i].removed.len] = 'x';
		append_bytes(&out, row->changes[i].removed.data, row->changes[i].removed.len);
	}
	append_bytes(&out, body.data + pos, body.len - pos);
	append_bytes(&view, body.data + pos, body.len - pos);
	section->agent = read_text_as((Slice) {out.data, out.len}, view.data);
}

void
read_section(SectionReading *section, const StoredSection *row)
{
	section->row = row;
	section->final = read_text(slice_of(row->body));
	restore_agent(section);
}
