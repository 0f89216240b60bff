/*
 * inline_write.c
 *		The text of a block as events: its pieces (inline_token.c), with destinations and
 *		titles as they are written.
 *
 * "a *b*" becomes TEXT "a " at 0, ENTER emphasis, TEXT "b" at 3, LEAVE emphasis.
 */
#include "markdown/markdown_internal.h"

static void
text_event(Walk *walk, MarkdownText type, int start, int end)
{
	int			source;

	if (end <= start)
		return;
	source = leaf_text_source(&walk->leaf, start);
	emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_TEXT, .type = type, .start = source,
		.data = walk->prose->text + source, .len = end - start});
}

static void
made_event(Walk *walk, MarkdownText type, const char *data)
{
	emit(walk, &(MarkdownEvent) {
		.kind = MARKDOWN_TEXT, .type = type, .start = -1, .data = data, .len = 1});
}

/* --------------------------------------------------------------------- code */

/* Code or HTML line by line; in code a line's end is a blank. */
static void
write_raw(Walk *walk, MarkdownText type, int start, int end)
{
	const char *text = walk->text;

	for (int pos = start; start < end; start = pos)
	{
		while (pos < end && text[pos] != '\n' && text[pos] != '\r')
			pos++;
		text_event(walk, type, start, pos);
		if (pos == end)
			return;
		pos += 1 + (text[pos] == '\r' && pos + 1 < end && text[pos + 1] == '\n');
		made_event(walk, type, type == MARKDOWN_CODE ? " " : "\n");
		while (pos < end && is_blank(text[pos]))
			pos++;
	}
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
write_code(Walk *walk, int start, int end)
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
	emit_plain(walk, MARKDOWN_ENTER_SPAN, MARKDOWN_CODE_SPAN);
	write_raw(walk, MARKDOWN_CODE, start, end);
	emit_plain(walk, MARKDOWN_LEAVE_SPAN, MARKDOWN_CODE_SPAN);
}

/* --------------------------------------------------------------------- text */

/* The run at pos, when some of it opens or closes something. */
static const Delimiters *
run_at(Walk *walk, int pos)
{
	const Delimiters *run;

	while (walk->next_run < walk->runs.count && walk->runs.items[walk->next_run].start < pos)
		walk->next_run++;
	run = &walk->runs.items[walk->next_run];
	return walk->next_run < walk->runs.count && run->start == pos &&
		run->nopening + run->nclosing > 0 ? run : NULL;
}

/* A line's end at pos, with the blanks around it and the text before it; the byte behind it. */
static int
write_break(Walk *walk, int start, int pos, bool is_escaped)
{
	const char *text = walk->text;
	int			end = pos;
	bool		is_hard;

	while (end > start && text[end - 1] == ' ')
		end--;
	is_hard = is_escaped || pos - end >= 2;
	while (end > start && is_blank(text[end - 1]))
		end--;
	text_event(walk, MARKDOWN_NORMAL, start, end);
	made_event(walk, is_hard ? MARKDOWN_HARD_BREAK : MARKDOWN_SOFT_BREAK, "\n");
	if (text[pos] == '\r' && pos + 1 < walk->end && text[pos + 1] == '\n')
		pos++;
	for (pos++; pos < walk->end && is_blank(text[pos]);)
		pos++;
	return pos;
}

/* What stands at pos, behind plain text from start on, is no plain text: both are written.
 * The byte behind it; pos when it is plain.  In a URL there are only references. */
static int
write_syntax(Walk *walk, int start, int pos, int end, bool is_url)
{
	const char *text = walk->text;
	char		c = text[pos];
	int			len;
	const Delimiters *run = is_mark(c) && !is_url ? run_at(walk, pos) : NULL;

	if (run != NULL)
	{
		text_event(walk, MARKDOWN_NORMAL, start, pos);
		for (int i = run->closes; i >= 0; i = walk->pairs.items[i].next)
			emit_plain(walk, MARKDOWN_LEAVE_SPAN, walk->pairs.items[i].span);
		text_event(walk, MARKDOWN_NORMAL, run->start + run->nclosing, run->end - run->nopening);
		for (int i = run->opens; i >= 0; i = walk->pairs.items[i].next)
			emit_plain(walk, MARKDOWN_ENTER_SPAN, walk->pairs.items[i].span);
		return run->end;
	}
	resetStringInfo(&walk->scratch);
	if (c == '&' && (len = entity_append(&walk->scratch, (Slice) {text + pos, end - pos})) > 0)
	{
		text_event(walk, MARKDOWN_NORMAL, start, pos);
		text_event(walk, MARKDOWN_ENTITY, pos, pos + len);
		return pos + len;
	}
	if (c == '\n' || c == '\r')
		return write_break(walk, start, pos, false);
	if (c == '\\' && pos + 1 < walk->end && (text[pos + 1] == '\n' || text[pos + 1] == '\r'))
	{
		text_event(walk, MARKDOWN_NORMAL, start, pos);
		return write_break(walk, pos + 1, pos + 1, true);
	}
	return pos;
}

/* Text without spans. */
static void
write_plain(Walk *walk, int start, int end, bool is_url)
{
	for (int pos = start; pos < end;)
	{
		int			escape = is_url ? 1 : escape_length(walk, pos, end);
		int			behind;

		if (escape > 1)
		{
			text_event(walk, MARKDOWN_NORMAL, start, pos);
			start = pos + escape - 1;
			pos += escape;
			continue;
		}
		behind = write_syntax(walk, start, pos, end, is_url);
		start = behind > pos ? behind : start;
		pos = Max(behind, pos + 1);
	}
	text_event(walk, MARKDOWN_NORMAL, start, end);
}

/* -------------------------------------------------------------------- links */

/* A link whose text is its destination. */
static void
write_autolink(Walk *walk, const InlineSpan *span)
{
	static const char *const prefixes[] = {
		[PREFIX_NONE] = "", [PREFIX_HTTP] = "http://", [PREFIX_MAILTO] = "mailto:"};
	bool		is_bare = span->kind == SPAN_BARE_LINK;
	int			start = span->start + !is_bare;
	int			end = span->end - !is_bare;
	Slice		text = {walk->text + start, end - start};
	bool		is_address = !is_bare && memchr(text.data, ':', text.len) == NULL &&
		memchr(text.data, '@', text.len) != NULL;

	emit(walk, &(MarkdownEvent) {.kind = MARKDOWN_ENTER_SPAN, .type = MARKDOWN_LINK, .start = -1,
		.prefix = prefixes[is_address ? PREFIX_MAILTO : span->prefix], .target = text,
		.escapes = is_bare ? ESCAPES_REFERENCES : ESCAPES_NONE, .is_autolink = !is_bare});
	if (is_bare)
		write_plain(walk, start, end, true);
	else
		text_event(walk, MARKDOWN_NORMAL, start, end);
	emit_plain(walk, MARKDOWN_LEAVE_SPAN, MARKDOWN_LINK);
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
enter_link(Walk *walk, InlineSpan *span)
{
	bool		is_image = span->kind == SPAN_IMAGE;
	Slice		dest = span->def < 0 ? (Slice) {NULL, 0}
		: walk->prose->link_defs.items[span->def].dest;
	MarkdownEvent event = {.kind = MARKDOWN_ENTER_SPAN,
		.type = is_image ? MARKDOWN_IMAGE : MARKDOWN_LINK, .start = -1};

	walk->attributes -= dest.len;
	span->is_text = walk->attributes < 0 && span->def >= 0;
	if (span->is_text)
	{
		text_event(walk, MARKDOWN_NORMAL, span->start, span->start + is_image + 1);
		return;
	}
	if (span->def < 0)
		set_destination(&event, walk->text,
						syntax_spaces(walk->text, span->end, span->label_end + 2), span->end);
	else
		set_destination(&event, dest.data, 0, dest.len);
	emit(walk, &event);
}

/* ------------------------------------------------------------------- blocks */

static void
write_text(Walk *walk, const TextBlock *block, int start, int end)
{
	walk->text = walk->leaf.buf;
	walk->start = start;
	walk->end = end;
	inline_read(walk, (int) (block - walk->prose->blocks.items));
	walk->next_run = 0;
	for (Piece piece; (piece = piece_next(walk)).kind != PIECE_END;)
		switch (piece.kind)
		{
			case PIECE_TEXT:
				write_plain(walk, piece.start, piece.end, false);
				break;
			case PIECE_SPAN:
				if (piece.span->kind == SPAN_CODE)
					write_code(walk, piece.span->start, piece.span->end);
				else if (piece.span->kind == SPAN_HTML)
					write_raw(walk, MARKDOWN_HTML, piece.span->start, piece.span->end);
				else
					write_autolink(walk, piece.span);
				break;
			case PIECE_ENTER:
				enter_link(walk, piece.span);
				break;
			case PIECE_LEAVE:
				if (piece.span->is_text)
					text_event(walk, MARKDOWN_NORMAL, piece.span->label_end, piece.span->end);
				else
					emit_plain(walk, MARKDOWN_LEAVE_SPAN,
							   piece.span->kind == SPAN_LINK ? MARKDOWN_LINK : MARKDOWN_IMAGE);
				break;
			case PIECE_END:
				break;
		}
}

void
write_lines(Walk *walk, const TextBlock *block, int nlines, int skip)
{
	walk->is_cell = false;
	leaf_text_open(walk->prose, block, nlines, &walk->leaf);
	write_text(walk, block, walk->leaf.start + skip, walk->leaf.end);
}

void
write_range(Walk *walk, const TextBlock *block, Line range, bool is_cell)
{
	walk->is_cell = is_cell;
	leaf_text_in_place(walk->prose, &walk->leaf);
	write_text(walk, block, range.start, range.end);
}
