/*
 * inline_write.c
 *		The text of a block as events: its pieces (inline_token.c), with destinations and
 *		titles as they are written.
 *
 * "a *b*" becomes TEXT "a " at 0, ENTER emphasis, TEXT "b" at 3, LEAVE emphasis.  They are
 * made as they are asked for, a queue of a few at a time: a text of one paragraph or one
 * code span may have as many as bytes.
 */
#include "markdown/markdown_internal.h"

InlineWalk *
inline_walk_begin(const Prose *prose, EventQueue *out, int flags)
{
	InlineWalk *walk = palloc0(sizeof(InlineWalk));

	walk->prose = prose;
	walk->out = out;
	walk->flags = flags;
	walk->room = (int64) prose->len * ATTRIBUTE_BYTES_RATIO + LEAST_ATTRIBUTE_BYTES;
	walk->leaves = -1;
	initStringInfo(&walk->scratch);
	return walk;
}

MarkdownEvent *
event_add(EventQueue *out, MarkdownEventKind kind, int type)
{
	MarkdownEvent *event = VEC_PUSH(&out->events);

	event->kind = kind;
	event->type = type;
	event->start = -1;
	return event;
}

static bool
is_queue_full(const InlineWalk *walk)
{
	return walk->out->events.count >= QUEUE_LENGTH;
}

static void
text_event(InlineWalk *walk, MarkdownText type, int start, int end)
{
	MarkdownEvent *event;

	if (end <= start)
		return;
	event = event_add(walk->out, MARKDOWN_TEXT, type);
	event->start = leaf_text_source(&walk->leaf, start);
	event->data = walk->prose->text + event->start;
	event->len = end - start;
}

static void
made_event(InlineWalk *walk, MarkdownText type, const char *data)
{
	MarkdownEvent *event = event_add(walk->out, MARKDOWN_TEXT, type);

	event->data = data;
	event->len = 1;
}

/* What was begun has ended. */
static void
leave_span(InlineWalk *walk)
{
	if (walk->leaves >= 0)
		event_add(walk->out, MARKDOWN_LEAVE_SPAN, walk->leaves);
	walk->leaves = -1;
	walk->is_url = false;
}

/* --------------------------------------------------------------------- code */

/* Code or HTML line by line; in code a line's end is a blank. */
static void
write_lines(InlineWalk *walk)
{
	const char *text = walk->text;
	int			end = walk->lines_end;
	int			pos = walk->lines;

	while (walk->lines < end && !is_queue_full(walk))
	{
		while (pos < end && text[pos] != '\n' && text[pos] != '\r')
			pos++;
		text_event(walk, walk->lines_type, walk->lines, pos);
		if (pos < end)
		{
			pos += 1 + (text[pos] == '\r' && pos + 1 < end && text[pos + 1] == '\n');
			made_event(walk, walk->lines_type, walk->lines_type == MARKDOWN_CODE ? " " : "\n");
			while (pos < end && is_blank(text[pos]))
				pos++;
		}
		walk->lines = pos;
	}
	if (walk->lines >= end)
		leave_span(walk);
}

/* Behind the blank, or line end with its indentation, that code begins with; else its start. */
static int
blank_end(const char *text, int start, int end)
{
	int			pos = start;

	if (pos < end && text[pos] == ' ')
		return pos + 1;
	while (pos < end && (text[pos] == '\r' || text[pos] == '\n') && pos < start + 2)
		pos++;
	while (pos > start && pos < end && is_blank(text[pos]))
		pos++;
	return pos;
}

/* Where the blank, or line end with its indentation, begins that code ends with; else its end. */
static int
blank_start(const char *text, int start, int end)
{
	int			pos = end;

	while (pos > start && is_blank(text[pos - 1]))
		pos--;
	if (pos > start && text[pos - 1] == '\n')
		return pos - 1 - (pos - 1 > start && text[pos - 2] == '\r');
	if (pos > start && text[pos - 1] == '\r')
		return pos - 1;
	return end > start && text[end - 1] == ' ' ? end - 1 : end;
}

static void
begin_lines(InlineWalk *walk, MarkdownText type, int start, int end)
{
	walk->lines_type = type;
	walk->lines = start;
	walk->lines_end = end;
}

static void
begin_code(InlineWalk *walk, int start, int end)
{
	const char *text = walk->text;
	int			first;			/* byte behind the blank or line end at the start */
	int			last;			/* start of the one at the end */

	while (text[start] == '`' && text[end - 1] == '`')
		start++, end--;
	first = blank_end(text, start, end);
	last = blank_start(text, start, end);
	if (first > start && last < end && syntax_spaces(text, end, start) < end)
	{
		start = first;
		end = last;
	}
	event_add(walk->out, MARKDOWN_ENTER_SPAN, MARKDOWN_CODE_SPAN);
	walk->leaves = MARKDOWN_CODE_SPAN;
	begin_lines(walk, MARKDOWN_CODE, start, end);
}

/* -------------------------------------------------------------------- links */

static void
begin_plain(InlineWalk *walk, int start, int end)
{
	walk->plain_start = walk->plain = start;
	walk->plain_end = end;
}

/* A link whose text is its destination. */
static void
begin_autolink(InlineWalk *walk, const InlineSpan *span)
{
	static const char *const prefixes[] = {
		[PREFIX_NONE] = "", [PREFIX_HTTP] = "http://", [PREFIX_MAILTO] = "mailto:"};
	bool		is_bare = span->kind == SPAN_BARE_LINK;
	int			start = span->start + !is_bare;
	int			end = span->end - !is_bare;
	Slice		text = {walk->text + start, end - start};
	bool		is_address = !is_bare && memchr(text.data, ':', text.len) == NULL &&
		memchr(text.data, '@', text.len) != NULL;
	MarkdownEvent *event = event_add(walk->out, MARKDOWN_ENTER_SPAN, MARKDOWN_LINK);

	event->prefix = prefixes[is_address ? PREFIX_MAILTO : span->prefix];
	event->target = text;
	event->escapes = is_bare ? ESCAPES_REFERENCES : ESCAPES_NONE;
	event->is_autolink = !is_bare;
	walk->leaves = MARKDOWN_LINK;
	if (is_bare)
	{
		walk->is_url = true;
		begin_plain(walk, start, end);
		return;
	}
	text_event(walk, MARKDOWN_NORMAL, start, end);
	leave_span(walk);
}

/* A destination without its angle brackets, and the title behind it without its quotes. */
static void
set_destination(MarkdownEvent *event, const char *text, int pos, int end)
{
	int			after = syntax_link_dest(text, end, pos);
	bool		is_angled = after > pos && text[pos] == '<';
	int			title = syntax_spaces(text, end, after);
	int			title_end = title > after ? syntax_link_title(text, end, title) : -1;

	event->target = (Slice) {text + pos + is_angled, after - pos - 2 * is_angled};
	if (title_end >= 0)
		event->title = (Slice) {text + title + 1, title_end - title - 2};
}

/* A link's or image's start; as text where the uses of definitions have become too much. */
static void
enter_link(InlineWalk *walk, InlineSpan *span)
{
	MarkdownSpan type = span->kind == SPAN_LINK ? MARKDOWN_LINK : MARKDOWN_IMAGE;
	Slice		dest = span->def < 0 ? (Slice) {NULL, 0}
		: walk->prose->link_defs.items[span->def].dest;
	MarkdownEvent *event;

	walk->room -= dest.len;
	span->is_text = walk->room < 0 && span->def >= 0;
	if (span->is_text)
	{
		text_event(walk, MARKDOWN_NORMAL, span->start, span->start + (type == MARKDOWN_IMAGE) + 1);
		return;
	}
	event = event_add(walk->out, MARKDOWN_ENTER_SPAN, type);
	if (span->def < 0)
		set_destination(event, walk->text,
						syntax_spaces(walk->text, span->end, span->label_end + 2), span->end);
	else
		set_destination(event, dest.data, 0, dest.len);
}

static void
leave_link(InlineWalk *walk, const InlineSpan *span)
{
	if (span->is_text)
		text_event(walk, MARKDOWN_NORMAL, span->label_end, span->end);
	else
		event_add(walk->out, MARKDOWN_LEAVE_SPAN,
				  span->kind == SPAN_LINK ? MARKDOWN_LINK : MARKDOWN_IMAGE);
}

/* --------------------------------------------------------------------- text */

/* The run at pos, when some of it opens or closes something. */
static const Delimiters *
run_at(InlineWalk *walk, int pos)
{
	const Delimiters *run;

	while (walk->next_run < walk->runs.count && walk->runs.items[walk->next_run].start < pos)
		walk->next_run++;
	run = &walk->runs.items[walk->next_run];
	return walk->next_run < walk->runs.count && run->start == pos &&
		run->nopening + run->nclosing > 0 ? run : NULL;
}

static void
write_delimiters(InlineWalk *walk, const Delimiters *run)
{
	for (int i = run->closes; i >= 0; i = walk->pairs.items[i].next)
	{
		CHECK_FOR_INTERRUPTS();
		event_add(walk->out, MARKDOWN_LEAVE_SPAN, walk->pairs.items[i].span);
	}
	text_event(walk, MARKDOWN_NORMAL, run->start + run->nclosing, run->end - run->nopening);
	for (int i = run->opens; i >= 0; i = walk->pairs.items[i].next)
	{
		CHECK_FOR_INTERRUPTS();
		event_add(walk->out, MARKDOWN_ENTER_SPAN, walk->pairs.items[i].span);
	}
}

/* The text up to pos, then nothing or syntax of so many bytes. */
static void
flush_plain(InlineWalk *walk, int pos, int syntax)
{
	text_event(walk, MARKDOWN_NORMAL, walk->plain_start, pos);
	walk->plain_start = walk->plain = pos + syntax;
}

/* A line's end at pos, with the blanks around it and the text before it. */
static void
write_break(InlineWalk *walk, int pos, bool is_escaped)
{
	const char *text = walk->text;
	int			end = pos;
	bool		is_hard;

	while (end > walk->plain_start && text[end - 1] == ' ')
		end--;
	is_hard = is_escaped || pos - end >= 2;
	while (end > walk->plain_start && is_blank(text[end - 1]))
		end--;
	text_event(walk, MARKDOWN_NORMAL, walk->plain_start, end);
	made_event(walk, is_hard ? MARKDOWN_HARD_BREAK : MARKDOWN_SOFT_BREAK, "\n");
	if (text[pos] == '\r' && pos + 1 < walk->end && text[pos + 1] == '\n')
		pos++;
	for (pos++; pos < walk->end && is_blank(text[pos]);)
		pos++;
	walk->plain_start = walk->plain = pos;
}

static void
write_backslash(InlineWalk *walk, int pos)
{
	int			len = escape_length(walk, pos, walk->plain_end);

	if (len > 1)
	{
		flush_plain(walk, pos, len - 1);
		walk->plain++;
	}
	else if (pos + 1 < walk->end && (walk->text[pos + 1] == '\n' || walk->text[pos + 1] == '\r'))
	{
		flush_plain(walk, pos, 1);
		write_break(walk, pos + 1, true);
	}
	else
		walk->plain++;
}

static void
write_reference(InlineWalk *walk, int pos)
{
	int			len = reference_length(&walk->scratch,
									   (Slice) {walk->text + pos, walk->plain_end - pos});

	if (len > 0)
	{
		flush_plain(walk, pos, len);
		text_event(walk, MARKDOWN_ENTITY, pos, pos + len);
	}
	else
		walk->plain++;
}

/* Text up to plain_end, where something else begins. */
static void
write_plain(InlineWalk *walk)
{
	const char *text = walk->text;

	while (walk->plain < walk->plain_end && !is_queue_full(walk))
	{
		int			pos = walk->plain;
		char		c = text[pos];
		const Delimiters *run = is_mark(c) && !walk->is_url ? run_at(walk, pos) : NULL;

		if (run != NULL)
		{
			flush_plain(walk, pos, run->end - pos);
			write_delimiters(walk, run);
		}
		else if (c == '&')
			write_reference(walk, pos);
		else if (c == '\\' && !walk->is_url)
			write_backslash(walk, pos);
		else if (c == '\n' || c == '\r')
			write_break(walk, pos, false);
		else
			walk->plain++;
		if (walk->plain >= walk->next_check)
		{
			CHECK_FOR_INTERRUPTS();
			walk->next_check = walk->plain + PROSE_CHECK_BYTES;
		}
	}
	if (walk->plain < walk->plain_end)
		return;
	flush_plain(walk, walk->plain_end, 0);
	leave_span(walk);
}

static void
begin_span(InlineWalk *walk, const InlineSpan *span)
{
	if (span->kind == SPAN_CODE)
		begin_code(walk, span->start, span->end);
	else if (span->kind == SPAN_HTML)
		begin_lines(walk, MARKDOWN_HTML, span->start, span->end);
	else
		begin_autolink(walk, span);
}

bool
inline_walk_step(InlineWalk *walk)
{
	Piece		piece;

	if (walk->lines < walk->lines_end)
		write_lines(walk);
	else if (walk->plain < walk->plain_end)
		write_plain(walk);
	else
	{
		leave_span(walk);		/* of empty code */
		piece = piece_next(walk);
		switch (piece.kind)
		{
			case PIECE_TEXT:
				begin_plain(walk, piece.start, piece.end);
				break;
			case PIECE_SPAN:
				begin_span(walk, piece.span);
				break;
			case PIECE_ENTER:
				enter_link(walk, piece.span);
				break;
			case PIECE_LEAVE:
				leave_link(walk, piece.span);
				break;
			case PIECE_END:
				return false;
		}
	}
	return true;
}

static void
walk_begin(InlineWalk *walk, int block, int start, int end)
{
	walk->text = walk->leaf.buf;
	walk->start = start;
	walk->end = end;
	inline_read(walk, block);
	walk->next_run = walk->plain = walk->plain_end = walk->lines = walk->lines_end = 0;
	walk->next_check = start + PROSE_CHECK_BYTES;
}

void
inline_walk_block(InlineWalk *walk, int block, int nlines, int skip)
{
	walk->is_cell = false;
	leaf_text_open(walk->prose, &walk->prose->blocks.items[block], nlines, &walk->leaf);
	walk_begin(walk, block, walk->leaf.start + skip, walk->leaf.end);
}

void
inline_walk_range(InlineWalk *walk, int block, int start, int end, bool is_cell)
{
	walk->is_cell = is_cell;
	leaf_text_in_place(walk->prose, &walk->leaf);
	walk_begin(walk, block, start, end);
}
