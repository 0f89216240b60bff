/*
 * inline_token.c
 *		The text of a block as tokens: what inline.c found (code, HTML, links, images), and
 *		between it delimiters, escapes, character references and line breaks.
 *
 * "a **b [c](d)**" is
 *		TEXT "a ", DELIMITERS "**", TEXT "b ", ENTER link, TEXT "c", LEAVE link, DELIMITERS "**"
 * Delimiters are paired (emphasis.c) as a link's text ends, among themselves, and at the end.
 */
#include "markdown/inline_write.h"

/* Ranges of the characters beyond ASCII that are punctuation: made by test/scripts/punctuation.pl.
 */
static const struct
{
	uint32		first;
	uint32		last;
}			punctuation_ranges[] = {
#include "markdown/punctuation.inc"
};

int
reference_length(StringInfo scratch, Slice text)
{
	resetStringInfo(scratch);
	return entity_append(scratch, text);
}

static Token *
token_add(InlineWalk *walk, TokenKind kind, int start, int end)
{
	Token	   *token = VEC_PUSH(&walk->tokens);

	token->kind = kind;
	token->start = start;
	token->end = end;
	token->before = token->behind = token->closes = token->opens = token->last_close = -1;
	return token;
}

static void
text_token(InlineWalk *walk, int start, int end)
{
	if (end > start)
		token_add(walk, TOKEN_TEXT, start, end);
}

typedef enum Side
{
	SIDE_BLANK,
	SIDE_PUNCTUATION,
	SIDE_OTHER
} Side;

/* Unicode's blanks (Zs, and control characters) and punctuation (P and S). */
static Side
side_of(uint32 c)
{
	int			low;

	if (c < 0x80)
		return c <= ' ' || c == 0x7F ? SIDE_BLANK
			   : is_punct((char) c)	 ? SIDE_PUNCTUATION
									 : SIDE_OTHER;
	if (c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
		c == 0x3000)
		return SIDE_BLANK;
	LOWER_BOUND(low, (int) lengthof(punctuation_ranges), i, punctuation_ranges[i].last < c);
	return low < (int) lengthof(punctuation_ranges) && punctuation_ranges[low].first <= c
		? SIDE_PUNCTUATION : SIDE_OTHER;
}

static Side
side_before(const InlineWalk *walk, int pos)
{
	int			width;

	if (pos <= walk->start)
		return SIDE_BLANK;
	return side_of(utf8_decode(walk->text, walk->end, char_before(walk->text, pos), &width));
}

static Side
side_at(const InlineWalk *walk, int pos)
{
	int			width;

	return pos >= walk->end ? SIDE_BLANK : side_of(utf8_decode(walk->text, walk->end, pos, &width));
}

/* A run of '*', '_' or '~', which ends before stop. */
static int
delimiter_token(InlineWalk *walk, int pos, int stop)
{
	char		c = walk->text[pos];
	int			end = pos;
	Side	before;
	Side	after;
	bool		is_left;
	bool		is_right;
	Token	   *token;

	while (end < stop && walk->text[end] == c)
		end++;
	if (c == '~' && end - pos > 2)
	{
		text_token(walk, pos, end);
		return end;
	}
	before = side_before(walk, pos);
	after = side_at(walk, end);
	is_left = after == SIDE_OTHER || (after == SIDE_PUNCTUATION && before != SIDE_OTHER);
	is_right = before == SIDE_OTHER || (before == SIDE_PUNCTUATION && after != SIDE_OTHER);
	token = token_add(walk, TOKEN_DELIMITERS, pos, end);
	token->can_open = is_left && (c != '_' || !is_right || before == SIDE_PUNCTUATION);
	token->can_close = is_right && (c != '_' || !is_left || after == SIDE_PUNCTUATION);
	if (token->can_open || token->can_close)
	{
		token->before = walk->last;
		if (walk->last >= 0)
			walk->tokens.items[walk->last].behind = walk->tokens.count - 1;
		walk->last = walk->tokens.count - 1;
	}
	return end;
}

/* A line's end, with the blanks around it and the text before it. */
static int
break_token(InlineWalk *walk, int text_start, int pos)
{
	int			end = pos;
	bool		is_hard;

	while (end > text_start && walk->text[end - 1] == ' ')
		end--;
	is_hard = pos - end >= 2;
	while (end > text_start && is_blank(walk->text[end - 1]))
		end--;
	text_token(walk, text_start, end);
	token_add(walk, is_hard ? TOKEN_HARD_BREAK : TOKEN_SOFT_BREAK, pos, pos + 1);
	if (walk->text[pos] == '\r' && pos + 1 < walk->end && walk->text[pos + 1] == '\n')
		pos++;
	for (pos++; pos < walk->end && is_blank(walk->text[pos]);)
		pos++;
	return pos;
}

/* Text from pos to stop, where something else begins. */
static void
read_plain(InlineWalk *walk, int pos, int stop)
{
	const char *text = walk->text;
	int			start = pos;

	while (pos < stop)
	{
		int			len;

		switch (text[pos])
		{
			case '*':
			case '_':
			case '~':
				text_token(walk, start, pos);
				start = pos = delimiter_token(walk, pos, stop);
				break;
			case '\\':
				/* before a cell is read, GFM takes the backslash before a bar away */
				if (walk->is_cell && pos + 2 < stop && text[pos + 1] == '\\' &&
					text[pos + 2] == '|')
				{
					text_token(walk, start, pos);
					start = pos + 2;
					pos += 3;
				}
				else if (pos + 1 < stop && is_punct(text[pos + 1]))
				{
					text_token(walk, start, pos);
					start = pos + 1;
					pos += 2;
				}
				else if (pos + 1 < walk->end && (text[pos + 1] == '\n' || text[pos + 1] == '\r'))
				{
					text_token(walk, start, pos);
					start = pos = break_token(walk, pos + 1, pos + 1);
					walk->tokens.items[walk->tokens.count - 1].kind = TOKEN_HARD_BREAK;
				}
				else
					pos++;
				break;
			case '&':
				len = reference_length(&walk->scratch, (Slice) {text + pos, stop - pos});
				if (len > 0)
				{
					text_token(walk, start, pos);
					token_add(walk, TOKEN_REFERENCE, pos, pos + len);
					start = pos + len;
				}
				pos += Max(1, len);
				break;
			case '\n':
			case '\r':
				start = pos = break_token(walk, start, pos);
				break;
			default:
				pos++;
		}
		if (pos >= walk->next_check)
		{
			CHECK_FOR_INTERRUPTS();
			walk->next_check = pos + PROSE_CHECK_BYTES;
		}
	}
	text_token(walk, start, Min(pos, stop));
}

/* ------------------------------------------------------------------- spans */

/* The spans of the text, and the bare URLs between them. */
void
collect_spans(InlineWalk *walk, int block)
{
	int			pos = walk->start;

	walk->found.count = 0;
	while (walk->next_span < walk->spans.count &&
		   (walk->spans.items[walk->next_span].block < block ||
			(walk->spans.items[walk->next_span].block == block &&
			 walk->spans.items[walk->next_span].start < walk->start)))
		walk->next_span++;
	for (;;)
	{
		InlineSpan *span =
			walk->next_span < walk->spans.count ? &walk->spans.items[walk->next_span] : NULL;
		int			stop;
		InlineSpan	link;

		if (span != NULL && (span->block != block || span->start >= walk->end))
			span = NULL;
		stop = span != NULL ? span->start : walk->end;
		while (pos < stop && (walk->flags & MARKDOWN_AUTOLINKS) &&
			   autolink_find((Slice) {walk->text, stop}, walk->start, &pos, &link))
			*VEC_PUSH(&walk->found) = link;
		if (span == NULL)
			return;
		*VEC_PUSH(&walk->found) = *span;
		pos = Max(pos, span->end);
		walk->next_span++;
	}
}

static bool
has_text(const InlineSpan *span)
{
	return span->kind == SPAN_LINK || span->kind == SPAN_IMAGE;
}

static void
span_close(InlineWalk *walk)
{
	int			index = walk->open.items[--walk->open.count];

	process_emphasis(walk, walk->bottoms.items[--walk->bottoms.count]);
	token_add(walk, TOKEN_LEAVE, 0, 0)->span = index;
}

void
read_tokens(InlineWalk *walk)
{
	int			pos = walk->start;
	int			next = 0;

	walk->tokens.count = walk->pairs.count = walk->open.count = walk->bottoms.count = 0;
	walk->last = -1;
	walk->next_check = pos + PROSE_CHECK_BYTES;
	for (;;)
	{
		const InlineSpan *around = walk->open.count == 0 ? NULL
			: &walk->found.items[walk->open.items[walk->open.count - 1]];
		const InlineSpan *span = next < walk->found.count ? &walk->found.items[next] : NULL;
		int			limit = around != NULL ? around->label_end : walk->end;
		int			stop = span != NULL && span->start < limit ? span->start : limit;

		if (pos < stop)
			read_plain(walk, pos, stop);
		if (stop < limit)
		{
			if (has_text(span))
			{
				token_add(walk, TOKEN_ENTER, 0, 0)->span = next;
				*VEC_PUSH(&walk->open) = next;
				*VEC_PUSH(&walk->bottoms) = walk->last;
				pos = span->start + 1 + (span->kind == SPAN_IMAGE);
			}
			else
			{
				token_add(walk, TOKEN_SPAN, span->start, span->end)->span = next;
				pos = span->end;
			}
			next++;
		}
		else if (around == NULL)
			break;
		else
		{
			while (next < walk->found.count && walk->found.items[next].start < around->end)
				next++;
			pos = around->end;
			span_close(walk);
		}
	}
	process_emphasis(walk, -1);
}

