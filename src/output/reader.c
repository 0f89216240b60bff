/*
 * reader.c
 *		A finished text as events, for writers of other formats.
 *
 * Markdown knows neither footnotes nor charts.  So its events (walk.c) become others
 * as they come: of "NOI rose.[^1] <br>" they are
 *
 *		paragraph, TEXT "NOI rose.[^1] ", TEXT html "<br>"
 *
 * and what comes out is
 *
 *		paragraph, TEXT "NOI rose.", REFERENCE 1, TEXT " ", hard break
 *
 * A reference is where audit/verify_reading.c finds one: not in code, HTML, images and
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

struct ReaderText
{
	Slice		text;
	char	   *made;			/* the same, where reader_open_line() made it */
	int			nnotes;
	MarkdownSink *sink;
	void	   *data;			/* of it, */
	MemoryContext context;		/* and where it is called */
				VEC(MarkdownEvent) held;	/* a paragraph of nothing so far */
	int			text_end;		/* of the text event before, -1 = there is none */
	bool		is_line;		/* LINE_START is still to come */
	int			opaque;			/* open images and autolinks */
	bool		in_cell;
	bool		in_comment;
	bool		in_chart;		/* the rest of its block is skipped */
	int			html_end;		/* offset behind the HTML block, 0 = outside of one */
	bool		is_unclosed;	/* no comment ends any more in it */
	bool		has_html_text;	/* there was some in the block, */
	bool		needs_break;	/* and a line's end behind it */
};

static void read_event(void *data, const MarkdownEvent *event);

/* ------------------------------------------------------------------ entry */

ReaderText *
reader_open(Slice text, int nnotes)
{
	ReaderText *reader = palloc0(sizeof(ReaderText));

	reader->text = text;
	reader->nnotes = nnotes;
	reader->text_end = -1;
	return reader;
}

ReaderText *
reader_open_line(Slice line, ReaderLinks *links)
{
	ReaderText *reader;
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfoString(&text, LINE_START);
	for (int i = 0; i < line.len; i++)
		appendStringInfoCharMacro(&text, strchr("\r\n", line.data[i]) != NULL ? ' ' : line.data[i]);
	if (links != NULL)
		reader_append_links(&text, links, line);
	reader = reader_open((Slice) {text.data, text.len}, 0);
	reader->made = text.data;
	reader->is_line = true;
	return reader;
}

void
reader_walk(ReaderText *reader, MarkdownSink *sink, void *data)
{
	MemoryContext context =
		AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);

	reader->sink = sink;
	reader->data = data;
	reader->context = MemoryContextSwitchTo(context);
	markdown_walk(reader->text, READER_FLAGS, read_event, reader);
	MemoryContextSwitchTo(reader->context);
	MemoryContextDelete(context);
	if (reader->made != NULL)
		pfree(reader->made);
	pfree(reader);
}

/* ------------------------------------------------------------------- text */

static void
hand_on(ReaderText *reader, const MarkdownEvent *event)
{
	MemoryContext before = MemoryContextSwitchTo(reader->context);

	reader->sink(reader->data, event);
	MemoryContextSwitchTo(before);
}

/* What a paragraph begins with is held back until something in it shows. */
static void
push(ReaderText *reader, MarkdownEvent event)
{
	bool		is_break = event.kind == MARKDOWN_TEXT &&
		(event.type == MARKDOWN_SOFT_BREAK || event.type == MARKDOWN_HARD_BREAK);

	reader->has_html_text = true;
	if (is_break && reader->held.count > 0)
	{
		*VEC_PUSH(&reader->held) = event;
		return;
	}
	for (int i = 0; i < reader->held.count; i++)
		hand_on(reader, &reader->held.items[i]);
	reader->held.count = 0;
	hand_on(reader, &event);
}

static void
enter_paragraph(ReaderText *reader)
{
	*VEC_PUSH(&reader->held) = (MarkdownEvent) {
		.kind = MARKDOWN_ENTER_BLOCK, .type = MARKDOWN_PARAGRAPH, .start = -1};
	reader->has_html_text = false;
}

/* A paragraph that ends and has no text is none. */
static void
leave_paragraph(ReaderText *reader)
{
	if (reader->held.count == 0)
		push(reader, (MarkdownEvent) {
			.kind = MARKDOWN_LEAVE_BLOCK, .type = MARKDOWN_PARAGRAPH, .start = -1});
	reader->held.count = 0;
}

/* A run of an event's bytes; start -1 stays. */
static void
push_run(ReaderText *reader, const MarkdownEvent *source, int from, int to, MarkdownText type)
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
push_break(ReaderText *reader, MarkdownText type)
{
	push(reader, (MarkdownEvent) {
		.kind = MARKDOWN_TEXT, .type = type, .start = -1, .len = 1, .data = "\n"});
}

static void
read_normal(ReaderText *reader, const MarkdownEvent *event)
{
	Slice		text = {event->data, event->len};
	int			done = 0;

	for (int pos = 0; reader->opaque == 0 && pos < text.len; pos++)
	{
		const char *bracket = memchr(text.data + pos, '[', text.len - pos);
		int			number;
		int			end;

		CHECK_FOR_INTERRUPTS();
		if (bracket == NULL)
			break;
		pos = (int) (bracket - text.data);
		/* a backslash that is no text itself stands before the event? */
		if ((pos == 0 && event->start > 0 && event->data[-1] == '\\' &&
			 reader->text_end != event->start) ||
			!read_label(text, pos, &number, &end) || number > reader->nnotes)
			continue;
		push_run(reader, event, done, pos, MARKDOWN_NORMAL);
		push(reader, (MarkdownEvent) {.kind = READER_REFERENCE, .number = number, .start = -1,
			.data = text.data + pos, .len = end - pos});
		done = end;
		pos = end - 1;
	}
	push_run(reader, event, done, text.len, MARKDOWN_NORMAL);
}

/* Code; in a cell a backslash that only keeps a bar from ending it is none. */
static void
read_code(ReaderText *reader, const MarkdownEvent *event)
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
push_html_text(ReaderText *reader, const MarkdownEvent *event, int from, int to)
{
	if (to > from && reader->needs_break)
		push_break(reader, MARKDOWN_SOFT_BREAK);
	reader->needs_break &= to <= from;
	push_run(reader, event, from, to, MARKDOWN_NORMAL);
}

/* Does the comment that begins at event->data[pos] end?  In a block it may not:
 * what stands behind it is text like the rest. */
static bool
is_closed_comment(ReaderText *reader, const MarkdownEvent *event, int pos)
{
	int			rest = reader->html_end - event->start - pos - 2;	/* "<!-->" is a whole one */

	if (reader->html_end == 0)
		return true;
	if (!reader->is_unclosed && (rest <= 0 || memmem(event->data + pos + 2, rest, COMMENT_END,
													 strlen(COMMENT_END)) == NULL))
		reader->is_unclosed = true;
	return !reader->is_unclosed;
}

/* HTML becomes text, comments nothing. */
static void
read_html(ReaderText *reader, const MarkdownEvent *event)
{
	int			done = 0;

	for (int pos = 0; pos < event->len;)
	{
		Slice		rest = {event->data + pos, event->len - pos};
		const char *next = reader->in_comment
			? memmem(rest.data, rest.len, COMMENT_END, strlen(COMMENT_END))
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
		else if (rest.len >= (int) strlen(COMMENT_START) &&
				 memcmp(rest.data, COMMENT_START, strlen(COMMENT_START)) == 0 &&
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

/* A block of HTML, or a chart, whose node is one on a line. */
static void
read_html_block(ReaderText *reader, const MarkdownEvent *block, bool is_enter)
{
	Slice		line = slice_trim((Slice) {block->data, is_enter ? block->len : 0});
	MarkdownEvent chart = {
		.kind = READER_CHART, .data = line.data, .len = line.len, .start = block->start};

	if (is_enter && memchr(line.data, '\n', line.len) == NULL &&
		memchr(line.data, '\r', line.len) == NULL &&
		chart_read_node(line, &chart.target, &chart.title))
	{
		push(reader, chart);
		reader->in_chart = true;
		return;
	}
	if (is_enter)
		enter_paragraph(reader);
	else if (!reader->in_chart)
		leave_paragraph(reader);
	reader->needs_break = reader->is_unclosed = reader->in_chart = false;
	reader->in_comment &= is_enter;
	reader->html_end = is_enter ? block->start + block->len : 0;
}

/* Text of a block; indentation and line ends are made. */
static void
read_html_line(ReaderText *reader, const MarkdownEvent *event)
{
	if (reader->in_chart)
		return;
	if (event->start >= 0)
		read_html(reader, event);
	else if (event->data[0] == '\n' && !reader->in_comment)
		reader->needs_break = reader->has_html_text;
}

/* ------------------------------------------------------------------ events */

static void
read_text_event(ReaderText *reader, const MarkdownEvent *event)
{
	switch ((MarkdownText) event->type)
	{
		case MARKDOWN_NORMAL:
			read_normal(reader, event);
			break;
		case MARKDOWN_CODE:
			read_code(reader, event);
			break;
		case MARKDOWN_HTML:
			if (reader->html_end > 0 || reader->in_chart)
				read_html_line(reader, event);
			else if (event->start < 0 && !reader->in_comment)
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
read_block(ReaderText *reader, const MarkdownEvent *event)
{
	bool		is_enter = event->kind == MARKDOWN_ENTER_BLOCK;

	switch ((MarkdownBlock) event->type)
	{
		case MARKDOWN_HTML_BLOCK:
			read_html_block(reader, event, is_enter);
			return;
		case MARKDOWN_PARAGRAPH:
			if (is_enter)
				enter_paragraph(reader);
			else
				leave_paragraph(reader);
			return;
		case MARKDOWN_CELL:
		case MARKDOWN_HEADER_CELL:
			reader->in_cell = is_enter;
			break;
		default:
			break;
	}
	push(reader, *event);
}

static void
read_event(void *data, const MarkdownEvent *event)
{
	ReaderText *reader = data;
	MarkdownEvent text = *event;

	if (event->kind == MARKDOWN_TEXT)
	{
		if (reader->is_line && text.start == (int) strlen(LINE_START) - 1)
		{
			reader->is_line = false;
			text.start++, text.data++, text.len--;
		}
		read_text_event(reader, &text);
		reader->text_end = text.start >= 0 ? text.start + text.len : -1;
		return;
	}
	reader->text_end = -1;
	if (event->kind == MARKDOWN_ENTER_BLOCK || event->kind == MARKDOWN_LEAVE_BLOCK)
	{
		read_block(reader, event);
		return;
	}
	/* references in an image or autolink are only text */
	if (event->kind == MARKDOWN_ENTER_SPAN &&
		(reader->opaque > 0 || event->type == MARKDOWN_IMAGE ||
		 (event->type == MARKDOWN_LINK && event->is_autolink)))
		reader->opaque++;
	else if (event->kind == MARKDOWN_LEAVE_SPAN && reader->opaque > 0)
		reader->opaque--;
	push(reader, *event);
}
