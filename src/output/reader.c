/*
 * reader.c
 *		A finished text as events, for writers of other formats.
 *
 * Markdown knows neither footnotes nor charts.  So its events (walk.c) are
 * walked once into a new list: for "NOI rose.[^1] <br>" they are
 *
 *		paragraph, TEXT "NOI rose.[^1] ", TEXT html "<br>"
 *
 * and what comes out is
 *
 *		paragraph, TEXT "NOI rose.", REFERENCE 1, TEXT " ", hard break
 *
 * A reference is where verify_read.c finds one: not in code, HTML, images and
 * autolinks.  HTML has to be parsed for that, although it is only text here.
 */
#include "output/output_internal.h"
#include "markdown/markdown.h"
#include "charts/charts.h"
#include "render/render.h"

#define COMMENT_START	"<!--"
#define COMMENT_END		"-->"

/* Before a line, so that it is a paragraph whatever it begins with: one
 * character of text, which is no part of a word, and which a URL may follow. */
#define LINE_START		"\\~"

typedef struct EventReader
{
	ReaderText *text;
	int			nnotes;
	int			opaque;			/* open images and autolinks */
	bool		in_cell;
	bool		in_comment;
	int			html_end;		/* offset behind the HTML block, 0 = outside of one */
	bool		is_unclosed;	/* no comment ends any more in it */
	bool		needs_break;	/* before the next text of an HTML block */
	int			paragraph;		/* where the last paragraph starts */
} EventReader;

static void read_event(EventReader *reader, int i);
static int	read_html_block(EventReader *reader, int i);

/* ------------------------------------------------------------------ entry */

static ReaderText *
read_events(Markdown *markdown, int nnotes)
{
	EventReader		reader = {.text = palloc0(sizeof(ReaderText)), .nnotes = nnotes};

	reader.text->markdown = markdown;
	for (int i = 0; i < markdown->events.count; i++)
	{
		const MarkdownEvent *event = &markdown->events.items[i];

		CHECK_FOR_INTERRUPTS();
		if (event->kind == MARKDOWN_ENTER_BLOCK && event->type == MARKDOWN_HTML_BLOCK)
			i = read_html_block(&reader, i);
		else
			read_event(&reader, i);
	}
	return reader.text;
}

ReaderText *
reader_read(Slice text, int nnotes)
{
	return read_events(markdown_parse(text.data, text.len, READER_FLAGS), nnotes);
}

ReaderText *
reader_read_line(Slice line, ReaderLinks *links)
{
	int			start = (int) strlen(LINE_START);
	StringInfoData text;
	ReaderText *result;

	initStringInfo(&text);
	appendStringInfoString(&text, LINE_START);
	for (int i = 0; i < line.len; i++)
		appendStringInfoCharMacro(&text, strchr("\r\n", line.data[i]) != NULL ? ' ' : line.data[i]);
	if (links != NULL)
		reader_append_links(&text, links, line);
	result = read_events(markdown_parse(text.data, text.len, READER_FLAGS), 0);
	for (int i = 0; i < result->events.count; i++)
	{
		MarkdownEvent *event = &result->events.items[i];

		if (event->kind != MARKDOWN_TEXT || event->start != start - 1)
			continue;
		event->start++;
		event->data++;
		event->len--;
		break;
	}
	return result;
}

void
reader_free(ReaderText *text)
{
	markdown_free(text->markdown);
	if (text->events.items)
		pfree(text->events.items);
	pfree(text);
}

void
reader_append_attribute(StringInfo out, const ReaderText *text, const MarkdownEvent *event, int which)
{
	const MarkdownAttribute *attribute;

	if (event->attribute < 0)
		return;
	attribute = &text->markdown->attributes.items[event->attribute + which];
	for (int i = 0; i < attribute->count; i++)
	{
		const MarkdownPart *part = &text->markdown->parts.items[attribute->first + i];

		if (!part->is_entity || entity_append(out, part->text) == 0)
			appendBinaryStringInfo(out, part->text.data, part->text.len);
	}
}

/* ------------------------------------------------------------------- text */

static MarkdownEvent *
push(EventReader *reader, MarkdownEvent event)
{
	MarkdownEvent *pushed = VEC_PUSH(&reader->text->events);

	*pushed = event;
	return pushed;
}

/* A run of an event's bytes; start -1 stays. */
static void
push_run(EventReader *reader, const MarkdownEvent *source, int from, int to, MarkdownText type)
{
	MarkdownEvent run = *source;

	if (to <= from)
		return;
	run.type = type;
	run.data += from;
	run.len = to - from;
	if (run.start >= 0)
		run.start += from;
	push(reader, run);
}

static void
push_break(EventReader *reader, MarkdownText type)
{
	push(reader, (MarkdownEvent) {.kind = MARKDOWN_TEXT, .type = type, .start = -1, .len = 1, .data = "\n", .attribute = -1});
}

/* Does a backslash that is no text itself stand before an event? */
static bool
is_escaped(const EventReader *reader, int i)
{
	const MarkdownEvent *events = reader->text->markdown->events.items;
	const MarkdownEvent *before = &events[i - 1];
	int			start = events[i].start;

	return start > 0 && reader->text->markdown->text[start - 1] == '\\' &&
		!(before->kind == MARKDOWN_TEXT && before->start >= 0 && before->start + before->len == start);
}

static void
read_normal(EventReader *reader, int i)
{
	const MarkdownEvent *event = &reader->text->markdown->events.items[i];
	Slice		text = {event->data, event->len};
	int			done = 0;

	for (int pos = 0; reader->opaque == 0 && pos < text.len; pos++)
	{
		const char *bracket = memchr(text.data + pos, '[', text.len - pos);
		MarkdownEvent *reference;
		int			number;
		int			end;

		CHECK_FOR_INTERRUPTS();
		if (bracket == NULL)
			break;
		pos = (int) (bracket - text.data);
		if ((pos == 0 && is_escaped(reader, i)) || !read_label(text, pos, &number, &end) || number > reader->nnotes)
			continue;
		push_run(reader, event, done, pos, MARKDOWN_NORMAL);
		push_run(reader, event, pos, end, MARKDOWN_NORMAL);
		reference = &reader->text->events.items[reader->text->events.count - 1];
		reference->kind = READER_REFERENCE;
		reference->number = number;
		done = end;
		pos = end - 1;
	}
	push_run(reader, event, done, text.len, MARKDOWN_NORMAL);
}

/* Is the paragraph that ends here without text? */
static bool
is_nothing(const EventReader *reader)
{
	for (int i = reader->paragraph + 1; i < reader->text->events.count; i++)
	{
		const MarkdownEvent *event = &reader->text->events.items[i];

		if (event->kind != MARKDOWN_TEXT || (event->type != MARKDOWN_SOFT_BREAK && event->type != MARKDOWN_HARD_BREAK))
			return false;
	}
	return true;
}

/* Code; in a cell a backslash that only keeps a bar from ending it is none. */
static void
read_code(EventReader *reader, const MarkdownEvent *event)
{
	int			done = 0;

	for (int pos = 1; reader->in_cell && pos < event->len; pos++)
		if (event->data[pos] == '|' && event->data[pos - 1] == '\\')
		{
			push_run(reader, event, done, pos - 1, MARKDOWN_CODE);
			done = pos;
		}
	push_run(reader, event, done, event->len, MARKDOWN_CODE);
}

/* ------------------------------------------------------------------- HTML */

/* Length of the "<br>" at the start of a text, 0 when there is none. */
static int
break_length(Slice text)
{
	int			pos = 3;

	if (text.len < 4 || pg_strncasecmp(text.data, "<br", 3) != 0)
		return 0;
	while (pos < text.len && strchr(" \t/", text.data[pos]) != NULL)
		pos++;
	return pos < text.len && text.data[pos] == '>' ? pos + 1 : 0;
}

static void
push_html_text(EventReader *reader, const MarkdownEvent *event, int from, int to)
{
	if (to > from && reader->needs_break)
		push_break(reader, MARKDOWN_SOFT_BREAK);
	reader->needs_break &= to <= from;
	push_run(reader, event, from, to, MARKDOWN_NORMAL);
}

/* Does the comment that begins at event->data[pos] end?  In a block it may not:
 * what stands behind it is text like the rest. */
static bool
is_closed_comment(EventReader *reader, const MarkdownEvent *event, int pos)
{
	int			start = event->start + pos + 2; /* "<!-->" is a whole one */

	if (reader->html_end == 0)
		return true;
	if (!reader->is_unclosed && (start >= reader->html_end ||
								 memmem(reader->text->markdown->text + start, reader->html_end - start,
										COMMENT_END, strlen(COMMENT_END)) == NULL))
		reader->is_unclosed = true;
	return !reader->is_unclosed;
}

/* HTML becomes text, comments nothing. */
static void
read_html(EventReader *reader, const MarkdownEvent *event)
{
	int			done = 0;

	for (int pos = 0; pos < event->len;)
	{
		Slice		rest = {event->data + pos, event->len - pos};
		const char *next = reader->in_comment ? memmem(rest.data, rest.len, COMMENT_END, strlen(COMMENT_END))
			: memchr(rest.data, '<', rest.len);
		int			len;

		if (next == NULL)
			break;
		pos = (int) (next - event->data);
		rest = (Slice) {next, event->len - pos};
		if (reader->in_comment)
		{
			reader->in_comment = false;
			done = pos += (int) strlen(COMMENT_END);
		}
		else if (rest.len >= (int) strlen(COMMENT_START) && memcmp(rest.data, COMMENT_START, strlen(COMMENT_START)) == 0 &&
				 is_closed_comment(reader, event, pos))
		{
			push_html_text(reader, event, done, pos);
			reader->in_comment = true;
			pos += 2;			/* "<!-->" is a whole one */
		}
		else if ((len = break_length(rest)) > 0)
		{
			push_html_text(reader, event, done, pos);
			push_break(reader, MARKDOWN_HARD_BREAK);
			done = pos += len;
		}
		else
			pos++;
	}
	if (!reader->in_comment)
		push_html_text(reader, event, done, event->len);
}

/* The chart that an HTML block consists of. */
static bool
read_chart(EventReader *reader, int first, int last)
{
	const MarkdownEvent *line = NULL;
	ReaderChart chart;

	for (int i = first; i <= last; i++)
	{
		const MarkdownEvent *event = &reader->text->markdown->events.items[i];

		if (event->start < 0)
			continue;			/* indentation and line ends */
		if (line != NULL)
			return false;
		line = event;
	}
	if (line == NULL || !chart_read_node((Slice) {line->data, line->len}, &chart.id, &chart.config))
		return false;
	push(reader, *line)->kind = READER_CHART;
	reader->text->events.items[reader->text->events.count - 1].number = reader->text->charts.count;
	*VEC_PUSH(&reader->text->charts) = chart;
	return true;
}

/* The block that event i enters; returns the event that leaves it. */
static int
read_html_block(EventReader *reader, int i)
{
	const MarkdownEvent *events = reader->text->markdown->events.items;
	MarkdownEvent paragraph = {.kind = MARKDOWN_ENTER_BLOCK, .type = MARKDOWN_PARAGRAPH, .start = -1, .attribute = -1};
	int			last = i;

	while (events[last].kind != MARKDOWN_LEAVE_BLOCK)
		last++;
	if (read_chart(reader, i + 1, last - 1))
		return last;
	reader->paragraph = reader->text->events.count;
	push(reader, paragraph);
	reader->needs_break = reader->is_unclosed = false;
	for (int line = i + 1; line < last; line++)
		if (events[line].start >= 0)
			reader->html_end = events[line].start + events[line].len;
	for (int line = i + 1; line < last; line++)
	{
		CHECK_FOR_INTERRUPTS();
		if (events[line].start >= 0)
			read_html(reader, &events[line]);
		else if (events[line].data[0] == '\n' && !reader->in_comment)
			reader->needs_break = reader->text->events.count > reader->paragraph + 1;
	}
	reader->needs_break = reader->in_comment = false;
	reader->html_end = 0;
	paragraph.kind = MARKDOWN_LEAVE_BLOCK;
	if (is_nothing(reader))
		reader->text->events.count = reader->paragraph;
	else
		push(reader, paragraph);
	return last;
}

/* ------------------------------------------------------------------ events */

/* Are references in a span only text? */
static bool
is_opaque_span(const EventReader *reader, int i)
{
	const MarkdownEvent *event = &reader->text->markdown->events.items[i];

	return event->type == MARKDOWN_IMAGE ||
		(event->type == MARKDOWN_LINK && event->is_autolink);
}

static void
read_text_event(EventReader *reader, int i)
{
	const MarkdownEvent *event = &reader->text->markdown->events.items[i];

	switch ((MarkdownText) event->type)
	{
		case MARKDOWN_NORMAL:
			read_normal(reader, i);
			break;
		case MARKDOWN_CODE:
			read_code(reader, event);
			break;
		case MARKDOWN_HTML:
			if (event->start < 0 && !reader->in_comment)
				push_break(reader, MARKDOWN_SOFT_BREAK);	/* a line's end in a tag */
			else if (event->start >= 0)
				read_html(reader, event);
			break;
		case MARKDOWN_ENTITY:
			if (event->len == (int) strlen(INERT) && memcmp(event->data, INERT, event->len) == 0)
				break;
			/* FALLTHROUGH */
		default:
			push(reader, *event);
	}
}

static void
read_event(EventReader *reader, int i)
{
	const MarkdownEvent *event = &reader->text->markdown->events.items[i];
	bool		is_paragraph = event->type == MARKDOWN_PARAGRAPH;

	if (event->kind == MARKDOWN_TEXT)
	{
		read_text_event(reader, i);
		return;
	}
	if (event->kind == MARKDOWN_ENTER_SPAN && (reader->opaque > 0 || is_opaque_span(reader, i)))
		reader->opaque++;
	else if (event->kind == MARKDOWN_LEAVE_SPAN && reader->opaque > 0)
		reader->opaque--;
	else if (event->kind == MARKDOWN_ENTER_BLOCK && is_paragraph)
		reader->paragraph = reader->text->events.count;
	else if (event->kind == MARKDOWN_LEAVE_BLOCK && is_paragraph && is_nothing(reader))
	{
		reader->text->events.count = reader->paragraph;
		return;
	}
	else if (event->kind <= MARKDOWN_LEAVE_BLOCK && (event->type == MARKDOWN_CELL || event->type == MARKDOWN_HEADER_CELL))
		reader->in_cell = event->kind == MARKDOWN_ENTER_BLOCK;
	push(reader, *event);
}
