/*
 * inline_token.c
 *		The text of a block as pieces: what inline.c found (code, HTML, links, images), and
 *		the text between it, with its delimiters.
 *
 * "a **b [c](d)**" is
 *		TEXT "a **b ", ENTER link, TEXT "c", LEAVE link, TEXT "**"
 * Delimiters are paired (emphasis.c) as a link's text ends, among themselves, and at the end.
 */
#include "markdown/markdown_internal.h"

/* Ranges of the characters beyond ASCII that are punctuation: made by test/scripts/punctuation.pl.
 */
static const struct
{
	uint32		first;
	uint32		last;
}			punctuation_ranges[] = {
#include "markdown/punctuation.inc"
};

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
	if (is_unicode_blank(c) && c != 0x85 && c != 0x2028 && c != 0x2029)
		return SIDE_BLANK;
	LOWER_BOUND(low, (int) lengthof(punctuation_ranges), i, punctuation_ranges[i].last < c);
	return low < (int) lengthof(punctuation_ranges) && punctuation_ranges[low].first <= c
		? SIDE_PUNCTUATION : SIDE_OTHER;
}

/* A run of '*', '_' or '~', which ends before stop. */
static int
delimiters_add(Walk *walk, int pos, int stop)
{
	char		c = walk->text[pos];
	int			end = pos;
	int			width;
	Side		before = SIDE_BLANK;
	Side		after = SIDE_BLANK;
	bool		is_left;
	bool		is_right;
	Delimiters	run = {.start = pos, .closes = -1, .opens = -1, .last_close = -1, .behind = -1};

	CHECK_FOR_INTERRUPTS();
	while (end < stop && walk->text[end] == c)
		end++;
	if (c == '~' && end - pos > 2)
		return end;
	if (pos > walk->start)
		before = side_of(utf8_decode(walk->text, walk->end, char_before(walk->text, pos), &width));
	if (end < walk->end)
		after = side_of(utf8_decode(walk->text, walk->end, end, &width));
	is_left = after == SIDE_OTHER || (after == SIDE_PUNCTUATION && before != SIDE_OTHER);
	is_right = before == SIDE_OTHER || (before == SIDE_PUNCTUATION && after != SIDE_OTHER);
	run.can_open = is_left && (c != '_' || !is_right || before == SIDE_PUNCTUATION);
	run.can_close = is_right && (c != '_' || !is_left || after == SIDE_PUNCTUATION);
	if (run.can_open || run.can_close)
	{
		run.end = end;
		run.before = walk->last;
		if (walk->last >= 0)
			walk->runs.items[walk->last].behind = walk->runs.count;
		walk->last = walk->runs.count;
		*VEC_PUSH(&walk->runs) = run;
	}
	return end;
}

int
escape_length(const Walk *walk, int pos, int stop)
{
	const char *text = walk->text;

	if (text[pos] != '\\')
		return 1;
	/* before a cell is read, GFM takes the backslash before a bar away */
	if (walk->is_cell && pos + 2 < stop && text[pos + 1] == '\\' && text[pos + 2] == '|')
		return 3;
	return pos + 1 < stop && is_punct(text[pos + 1]) ? 2 : 1;
}

/* ------------------------------------------------------------------- spans */

/* The spans of the text, and the bare URLs between them. */
static void
collect_spans(Walk *walk, int block)
{
	const Prose *prose = walk->prose;
	int			pos = walk->start;

	walk->found.count = 0;
	while (walk->next_span < prose->spans.count &&
		   (prose->spans.items[walk->next_span].block < block ||
			(prose->spans.items[walk->next_span].block == block &&
			 prose->spans.items[walk->next_span].start < walk->start)))
		walk->next_span++;
	for (;;)
	{
		const InlineSpan *span =
			walk->next_span < prose->spans.count ? &prose->spans.items[walk->next_span] : NULL;
		int			stop;
		InlineSpan	link;

		CHECK_FOR_INTERRUPTS();
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

Piece
piece_next(Walk *walk)
{
	InlineSpan *found = walk->found.items;
	InlineSpan *around =
		walk->open.count == 0 ? NULL : &found[walk->open.items[walk->open.count - 1]];
	InlineSpan *span = walk->next < walk->found.count ? &found[walk->next] : NULL;
	int			limit = around != NULL ? around->label_end : walk->end;
	int			stop = span != NULL && span->start < limit ? span->start : limit;
	Piece		piece = {PIECE_TEXT, walk->pos, stop, span};

	if (walk->pos < stop)
	{
		walk->pos = stop;
		return piece;
	}
	if (stop < limit)
	{
		piece.kind = span->kind == SPAN_LINK || span->kind == SPAN_IMAGE ? PIECE_ENTER : PIECE_SPAN;
		walk->pos = piece.kind == PIECE_SPAN ? span->end
											 : span->start + 1 + (span->kind == SPAN_IMAGE);
		if (piece.kind == PIECE_ENTER)
			*VEC_PUSH(&walk->open) = walk->next;
		walk->next++;
		return piece;
	}
	if (around == NULL)
		return (Piece) {PIECE_END, stop, stop, NULL};
	while (walk->next < walk->found.count && found[walk->next].start < around->end)
		walk->next++;
	walk->pos = around->end;
	walk->open.count--;
	return (Piece) {PIECE_LEAVE, stop, stop, around};
}

static void
piece_first(Walk *walk)
{
	walk->pos = walk->start;
	walk->next = walk->open.count = 0;
}

void
inline_read(Walk *walk, int block)
{
	collect_spans(walk, block);
	walk->runs.count = walk->pairs.count = walk->bottoms.count = 0;
	walk->last = -1;
	piece_first(walk);
	for (;;)
	{
		Piece		piece = piece_next(walk);

		CHECK_FOR_INTERRUPTS();
		for (int pos = piece.start; piece.kind == PIECE_TEXT && pos < piece.end;)
			pos = is_mark(walk->text[pos]) ? delimiters_add(walk, pos, piece.end)
				: pos + escape_length(walk, pos, piece.end);
		if (piece.kind == PIECE_ENTER)
			*VEC_PUSH(&walk->bottoms) = walk->last;
		else if (piece.kind == PIECE_LEAVE)
			process_emphasis(walk, walk->bottoms.items[--walk->bottoms.count]);
		else if (piece.kind == PIECE_END)
			break;
	}
	process_emphasis(walk, -1);
	piece_first(walk);
}
