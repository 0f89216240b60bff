/*
 * inline_write.c
 *		The text of a block as events: its tokens (inline_token.c), with destinations and
 *		titles as attributes.
 *
 * "a *b*" becomes TEXT "a " at 0, ENTER emphasis, TEXT "b" at 3, LEAVE emphasis.
 */
#include "markdown/inline_write.h"

static int
compare_spans(const void *a, const void *b)
{
	const InlineSpan *left = a;
	const InlineSpan *right = b;

	if (left->block != right->block)
		return left->block < right->block ? -1 : 1;
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return left->end > right->end ? -1 : left->end < right->end;
}

InlineWalk *
inline_walk_begin(const Prose *prose, Markdown *out, int flags)
{
	InlineWalk *walk = palloc0(sizeof(InlineWalk));

	walk->prose = prose;
	walk->out = out;
	walk->flags = flags;
	walk->room = (int64) prose->len * ATTRIBUTE_BYTES_RATIO + LEAST_ATTRIBUTE_BYTES;
	walk->def_attributes = palloc0(sizeof(int) * (prose->link_defs.count + 1));
	for (int i = 0; i < prose->spans.count; i++)
		*VEC_PUSH(&walk->spans) = prose->spans.items[i];
	if (walk->spans.count > 1)
		qsort(walk->spans.items, walk->spans.count, sizeof(InlineSpan), compare_spans);
	initStringInfo(&walk->scratch);
	return walk;
}

/* --------------------------------------------------------------- attributes */

static void
part_add(Markdown *out, Slice text, bool is_entity)
{
	MarkdownPart *part;

	if (text.len == 0)
		return;
	part = VEC_PUSH(&out->parts);
	part->text = text;
	part->is_entity = is_entity;
	out->attributes.items[out->attributes.count - 1].count++;
}

static int
attribute_begin(Markdown *out)
{
	MarkdownAttribute *attribute = VEC_PUSH(&out->attributes);

	attribute->first = out->parts.count;
	return out->attributes.count - 1;
}

int
attribute_add(Markdown *out, Slice text)
{
	int			index = attribute_begin(out);
	int			done = 0;
	StringInfoData scratch;

	if (memchr(text.data, '\\', text.len) == NULL && memchr(text.data, '&', text.len) == NULL)
	{
		part_add(out, text, false);
		return index;
	}
	initStringInfo(&scratch);
	for (int i = 0; i < text.len; i++)
	{
		int			len;

		if (text.data[i] == '\\' && i + 1 < text.len && is_punct(text.data[i + 1]))
		{
			part_add(out, (Slice) {text.data + done, i - done}, false);
			done = ++i;
		}
		else if (text.data[i] == '&' &&
				 (len = reference_length(&scratch, (Slice) {text.data + i, text.len - i})) > 0)
		{
			part_add(out, (Slice) {text.data + done, i - done}, false);
			part_add(out, (Slice) {text.data + i, len}, true);
			done = i + len;
			i = done - 1;
		}
	}
	part_add(out, (Slice) {text.data + done, text.len - done}, false);
	pfree(scratch.data);
	return index;
}

/* A destination without its angle brackets, and the title behind it without its quotes. */
static int
destination_add(Markdown *out, const char *text, int pos, int end)
{
	int			after = syntax_link_dest(text, end, pos);
	bool		is_angled = after > pos && text[pos] == '<';
	int			title = syntax_spaces(text, end, after);
	int			title_end = title > after ? syntax_link_title(text, end, title) : -1;
	int index = attribute_add(out, (Slice){text + pos + is_angled, after - pos - 2 * is_angled});

	attribute_add(out, title_end < 0 ? (Slice){text, 0}
									 : (Slice){text + title + 1, title_end - title - 2});
	return index;
}

/* The attributes of a link or image; -1 when the uses of definitions have become too much. */
static int
link_attributes(InlineWalk *walk, const InlineSpan *span)
{
	Slice		dest;

	if (span->def < 0)
		return destination_add(walk->out, walk->text,
							   syntax_spaces(walk->text, span->end, span->label_end + 2),
							   span->end);
	dest = walk->prose->link_defs.items[span->def].dest;
	walk->room -= dest.len;
	if (walk->room < 0)
		return -1;
	if (walk->def_attributes[span->def] == 0)
		walk->def_attributes[span->def] = 1 + destination_add(walk->out, dest.data, 0, dest.len);
	return walk->def_attributes[span->def] - 1;
}

/* ----------------------------------------------------------------- writing */

MarkdownEvent *
event_add(Markdown *out, MarkdownEventKind kind, int type)
{
	MarkdownEvent *event = VEC_PUSH(&out->events);

	event->kind = kind;
	event->type = type;
	event->start = event->attribute = -1;
	return event;
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

/* Code or HTML line by line; in code a line's end is a blank. */
static void
write_lines(InlineWalk *walk, MarkdownText type, int pos, int end)
{
	const char *text = walk->text;
	int			start = pos;

	for (; pos < end; pos++)
	{
		if (text[pos] != '\n' && text[pos] != '\r')
			continue;
		text_event(walk, type, start, pos);
		if (text[pos] == '\r' && pos + 1 < end && text[pos + 1] == '\n')
			pos++;
		made_event(walk, type, type == MARKDOWN_CODE ? " " : "\n");
		while (pos + 1 < end && is_blank(text[pos + 1]))
			pos++;
		start = pos + 1;
	}
	text_event(walk, type, start, end);
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
write_code(InlineWalk *walk, int start, int end)
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
	write_lines(walk, MARKDOWN_CODE, start, end);
	event_add(walk->out, MARKDOWN_LEAVE_SPAN, MARKDOWN_CODE_SPAN);
}

/* A link whose text is its destination. */
static void
write_autolink(InlineWalk *walk, const InlineSpan *span)
{
	int			start = span->start + (span->kind == SPAN_AUTOLINK);
	int			end = span->end - (span->kind == SPAN_AUTOLINK);
	Slice		text = {walk->text + start, end - start};
	const char *prefix =
		span->kind == SPAN_BARE_LINK ? span->prefix
		: memchr(text.data, ':', text.len) == NULL && memchr(text.data, '@', text.len) != NULL
			? "mailto:"
			: "";
	int			attribute = attribute_begin(walk->out);
	MarkdownEvent *event;
	int			done = start;

	part_add(walk->out, slice_of(prefix), false);
	for (int pos = start; pos < end; pos++)
	{
		int			len = text.data[pos - start] == '&' && span->kind == SPAN_BARE_LINK
			? reference_length(&walk->scratch, (Slice) {walk->text + pos, end - pos}) : 0;

		if (len == 0)
			continue;
		part_add(walk->out, (Slice) {walk->text + done, pos - done}, false);
		part_add(walk->out, (Slice) {walk->text + pos, len}, true);
		done = pos + len;
		pos = done - 1;
	}
	part_add(walk->out, (Slice) {walk->text + done, end - done}, false);
	attribute_begin(walk->out); /* no title */
	event = event_add(walk->out, MARKDOWN_ENTER_SPAN, MARKDOWN_LINK);
	event->attribute = attribute;
	event->is_autolink = span->kind == SPAN_AUTOLINK;
	done = start;
	for (int pos = start; pos < end; pos++)
	{
		int			len = walk->text[pos] == '&' && span->kind == SPAN_BARE_LINK
			? reference_length(&walk->scratch, (Slice) {walk->text + pos, end - pos}) : 0;

		if (len == 0)
			continue;
		text_event(walk, MARKDOWN_NORMAL, done, pos);
		text_event(walk, MARKDOWN_ENTITY, pos, pos + len);
		done = pos + len;
		pos = done - 1;
	}
	text_event(walk, MARKDOWN_NORMAL, done, end);
	event_add(walk->out, MARKDOWN_LEAVE_SPAN, MARKDOWN_LINK);
}

static void
write_span(InlineWalk *walk, const InlineSpan *span)
{
	if (span->kind == SPAN_CODE)
		write_code(walk, span->start, span->end);
	else if (span->kind == SPAN_HTML)
		write_lines(walk, MARKDOWN_HTML, span->start, span->end);
	else
		write_autolink(walk, span);
}

static void
write_delimiters(InlineWalk *walk, const Token *token)
{
	for (int i = token->closes; i >= 0; i = walk->pairs.items[i].next)
		event_add(walk->out, MARKDOWN_LEAVE_SPAN, walk->pairs.items[i].span);
	text_event(walk, MARKDOWN_NORMAL, token->start + token->nclosing, token->end - token->nopening);
	for (int i = token->opens; i >= 0; i = walk->pairs.items[i].next)
		event_add(walk->out, MARKDOWN_ENTER_SPAN, walk->pairs.items[i].span);
}

/* A link's or image's start or end; as text where it may not expand. */
static void
write_link(InlineWalk *walk, InlineSpan *span, bool enters)
{
	MarkdownSpan type = span->kind == SPAN_LINK ? MARKDOWN_LINK : MARKDOWN_IMAGE;

	if (enters)
	{
		int			attribute = link_attributes(walk, span);

		span->is_text = attribute < 0;
		if (!span->is_text)
			event_add(walk->out, MARKDOWN_ENTER_SPAN, type)->attribute = attribute;
		else
			text_event(walk, MARKDOWN_NORMAL, span->start,
					   span->start + (type == MARKDOWN_IMAGE) + 1);
	}
	else if (!span->is_text)
		event_add(walk->out, MARKDOWN_LEAVE_SPAN, type);
	else
		text_event(walk, MARKDOWN_NORMAL, span->label_end, span->end);
}

static void
write_tokens(InlineWalk *walk)
{
	for (int i = 0; i < walk->tokens.count; i++)
	{
		const Token *token = &walk->tokens.items[i];

		CHECK_FOR_INTERRUPTS();
		switch (token->kind)
		{
			case TOKEN_TEXT:
				text_event(walk, MARKDOWN_NORMAL, token->start, token->end);
				break;
			case TOKEN_REFERENCE:
				text_event(walk, MARKDOWN_ENTITY, token->start, token->end);
				break;
			case TOKEN_SOFT_BREAK:
				made_event(walk, MARKDOWN_SOFT_BREAK, "\n");
				break;
			case TOKEN_HARD_BREAK:
				made_event(walk, MARKDOWN_HARD_BREAK, "\n");
				break;
			case TOKEN_DELIMITERS:
				write_delimiters(walk, token);
				break;
			case TOKEN_SPAN:
				write_span(walk, &walk->found.items[token->span]);
				break;
			case TOKEN_ENTER:
			case TOKEN_LEAVE:
				write_link(walk, &walk->found.items[token->span], token->kind == TOKEN_ENTER);
				break;
		}
	}
}

static void
walk_text(InlineWalk *walk, int block, int start, int end)
{
	walk->text = walk->leaf.buf;
	walk->start = start;
	walk->end = end;
	collect_spans(walk, block);
	read_tokens(walk);
	write_tokens(walk);
}

void
inline_walk_block(InlineWalk *walk, int block, int nlines, int skip)
{
	walk->is_cell = false;
	leaf_text_open(walk->prose, &walk->prose->blocks.items[block], nlines, &walk->leaf);
	walk_text(walk, block, walk->leaf.start + skip, walk->leaf.end);
}

void
inline_walk_range(InlineWalk *walk, int block, int start, int end, bool is_cell)
{
	walk->is_cell = is_cell;
	leaf_text_in_place(walk->prose, &walk->leaf);
	walk_text(walk, block, start, end);
}
