/*
 * inline.c
 *		The inline pass: zones, markers and the uses of link definitions in
 *		paragraphs, headings and table cells.
 *
 * One loop skips to the next byte that can start something and hands it to its
 * function, which returns where to go on; brackets are bracket.c's.  Emphasis is of
 * no interest here.  Example:
 *
 *		See [the *om* [SRC:3]](a.pdf) `[SRC:4]`
 *			[the		on the stack
 *			[SRC:3]		a marker, which beats link syntax
 *			]			pops: followed by a destination, so a label zone, a
 *						destination zone, and the marker gets its link_end
 *			`[SRC:4]`	a code span: nothing in it is a marker
 */
#include "markdown/markdown_internal.h"

static const uint8 text_stops[256] = {
	['['] = 1, [']'] = 1, ['`'] = 1, ['<'] = 1, ['\\'] = 1,
	[0xE3] = 1, [0xEF] = 1
};
static const uint8 cell_stops[256] = {
	['['] = 1, [']'] = 1, ['`'] = 1, ['<'] = 1, ['\\'] = 1,
	[0xE3] = 1, [0xEF] = 1, [0xC2] = 1, [0xE2] = 1
};

/* -------------------------------------------------- code spans, angles, \ */

/*
 * Position of the next run of exactly count back-ticks, or -1.  A search in vain
 * has seen the last run of each length, so that there is only one.
 */
static int
ticks_find(Inline *in, int pos, int count)
{
	const char *hit;

	if (count > MAX_TICKS || (in->ticks_known && in->ticks[count] < pos))
		return -1;
	if (!in->ticks_clean)
		memset(in->ticks, -1, sizeof(in->ticks));
	in->ticks_clean = true;
	while (pos < in->end &&
		   (hit = memchr(in->text + pos, '`', in->end - pos)) != NULL)
	{
		int			start = hit - in->text;

		for (pos = start; pos < in->end && in->text[pos] == '`';)
			pos++;
		if (pos - start == count)
			return start;
		if (!in->ticks_known && pos - start <= MAX_TICKS)
			in->ticks[pos - start] = start;
	}
	in->ticks_known = true;
	return -1;
}

/* A run of back-ticks up to one of the same length. */
static int
code_span(Inline *in, int pos)
{
	int			count = 1;
	int			close;

	while (pos + count < in->end && in->text[pos + count] == '`')
		count++;
	close = ticks_find(in, pos + count, count);
	if (close < 0)
		return pos + count;
	zone_add(in, ZONE_CODE_SPAN, pos, close + count);
	span_add(in, SPAN_CODE, pos, close + count);
	return close + count;
}

/* "<": an autolink, a tag, or text. */
static int
angle(Inline *in, int pos)
{
	int			end = syntax_autolink(in->text, in->end, pos);

	if (end > 0)
	{
		zone_add(in, ZONE_AUTOLINK, pos, end);
		span_add(in, SPAN_AUTOLINK, pos, end);
		return end;
	}
	end = syntax_html_inline(in->text, in->end, pos, &in->missing);
	if (end < 0)
		return pos + 1;
	zone_add(in, ZONE_HTML, pos, end);
	span_add(in, SPAN_HTML, pos, end);
	return end;
}

/* An escaped bracket may be an escaped marker. */
static int
backslash(Inline *in, int pos)
{
	Marker		marker;

	if (pos + 1 >= in->end || !is_punct(in->text[pos + 1]))
		return pos + 1;
	if (in->text[pos + 1] == '[' && inline_match(in, pos, &marker))
		return marker_take(in, &marker);
	return pos + 2;
}

/* --------------------------------------------------------------------- scan */

/* Is one of eight ASCII bytes a stop?  "^" and "_" look like one: they are
 * between "[" and the back-tick. */
static inline bool
may_stop(uint64 bytes)
{
	uint64		from_bracket = bytes + (0x80 - '[') * EACH_BYTE;
	uint64		from_letter = bytes + (0x80 - 'a') * EACH_BYTE;
	uint64		not_angle = (bytes ^ '<' * EACH_BYTE) + 0x7F * EACH_BYTE;

	return (((from_bracket & ~from_letter) | ~not_angle) & 0x80 * EACH_BYTE) != 0;
}

/* Next byte at which something can start, or end; eight at a time in prose. */
static inline int
stop_next(const Inline *in, int pos)
{
	const char *text = in->text;
	int			end = in->end;

	while (pos < end)
	{
		while (end - pos >= 8 && are_ascii(eight_bytes(text + pos)) &&
			   !may_stop(eight_bytes(text + pos)))
			pos += 8;
		for (int stop = Min(pos + 8, end); pos < stop; pos++)
			if (in->stops[(unsigned char) text[pos]])
				return pos;
	}
	return end;
}

/* Scans one leaf or table cell of the leaf text. */
static void
inline_scan(Inline *in, int pos, int end)
{
	const char *text = in->text;

	in->end = end;
	in->cell_start = in->floor = pos;
	in->marker_end = in->missing = in->inactive = in->brackets.count = 0;
	in->ticks_clean = in->ticks_known = false;
	while ((pos = stop_next(in, pos)) < end)
	{
		if (pos >= in->next_check || pos < in->next_check - PROSE_CHECK_BYTES)
		{
			CHECK_FOR_INTERRUPTS();
			in->next_check = pos + PROSE_CHECK_BYTES;
		}
		switch (text[pos])
		{
			case '[':
				pos = bracket_open(in, pos);
				break;
			case ']':
				pos = bracket_close(in, pos);
				break;
			case '`':
				pos = code_span(in, pos);
				break;
			case '<':
				pos = angle(in, pos);
				break;
			case '\\':
				pos = backslash(in, pos);
				break;
			default:
				pos = lead_byte(in, pos);
		}
		in->floor = pos;
	}
}

/* An ATX heading without its number signs; of a setext one its first line. */
Line
heading_text(const Prose *prose, const TextBlock *block)
{
	const char *text = prose->text;
	Line		line = prose->lines.items[block->first_line];
	int			end = line.end;

	if (block->is_setext)
		return line;
	line.start += block->level;
	while (line.start < line.end && is_blank(text[line.start]))
		line.start++;
	while (end > line.start && text[end - 1] == '#')
		end--;
	if (end == line.start || is_blank(text[end - 1]))
		line.end = end;
	while (line.end > line.start && is_blank(text[line.end - 1]))
		line.end--;
	return line;
}

/* Rows but the delimiter row, cell by cell. */
static void
table_scan(Inline *in, const TextBlock *block)
{
	Prose	   *prose = in->prose;

	in->stops = cell_stops;
	for (int i = 0; i < block->nlines; i++)
	{
		Line		row = prose->lines.items[block->first_line + i];
		Line		cell;
		int			pos = -1;

		if (i == 1)
			continue;
		in->line = block->first_line + i;
		for (in->cell = 0; syntax_row_cell(in->text, row, &pos, &cell); in->cell++)
			inline_scan(in, cell.start, cell.end);
	}
	in->stops = text_stops;
	in->cell = -1;
}

/* The text of a block, as its kind has any. */
static void
block_scan(Inline *in, const TextBlock *block)
{
	Line		line = in->prose->lines.items[block->first_line];
	int			start = line.start;

	if (block->kind == BLOCK_CHART_ANCHOR || block->kind == BLOCK_SOURCE_LINE)
	{
		Marker		marker;		/* of the block pass */

		if (in->prose->extension->match(in->prose->text, line.end, start, true, &marker))
		{
			marker_push(in, &marker);
			start += marker.len;
		}
	}
	switch (block->kind)
	{
		case BLOCK_TABLE:
			table_scan(in, block);
			break;
		case BLOCK_HEADING:
		case BLOCK_PARAGRAPH:
		case BLOCK_SOURCE_LINE:
			leaf_text_open(in->prose, block,
						   block->nlines - block->is_setext, &in->leaf);
			in->text = in->leaf.buf;
			if (block->kind == BLOCK_HEADING && !block->is_setext)
			{
				line = heading_text(in->prose, block);
				inline_scan(in, line.start, line.end);
			}
			else if (block->kind == BLOCK_SOURCE_LINE)
				inline_scan(in, start, in->leaf.end);
			else
				inline_scan(in, in->leaf.start, in->leaf.end);
			break;
		case BLOCK_CODE:
			if (block->markers_at > 0)
			{
				in->line = block->first_line + block->nlines - 1;
				inline_scan(in, block->markers_at,
							in->prose->lines.items[in->line].end);
			}
			break;
		default:
			break;
	}
}

static int
compare_spans(const void *a, const void *b)
{
	const InlineSpan *left = a;
	const InlineSpan *right = b;

	CHECK_FOR_INTERRUPTS();
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return left->end > right->end ? -1 : left->end < right->end;
}

/* Blocks in order, so that zones and markers are sorted. */
void
inline_parse(Prose *prose, const Marker *note_markers)
{
	Inline	   *in = palloc0(sizeof(Inline));
	int			note = 0;

	in->prose = prose;
	in->stops = text_stops;
	in->cell = -1;
	in->next_check = PROSE_CHECK_BYTES;
	in->defs = link_defs_sorted(prose);
	in->ndefs = prose->link_defs.count;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		int			nspans = prose->spans.count;

		CHECK_FOR_INTERRUPTS();
		in->block = i;
		in->line = block->first_line;
		block->first_marker = prose->markers.count;
		leaf_text_in_place(prose, &in->leaf);
		in->text = prose->text;
		for (; note < prose->note_defs.count &&
			 prose->note_defs.items[note].first_block == i; note++)
			marker_push(in, &note_markers[note]);
		block_scan(in, block);
		/* they were added as they ended */
		for (int j = nspans + 1; j < prose->spans.count; j++)
			if (prose->spans.items[j].start < prose->spans.items[j - 1].start)
			{
				qsort(prose->spans.items + nspans, prose->spans.count - nspans, sizeof(InlineSpan),
					  compare_spans);
				break;
			}
		block->nmarkers = prose->markers.count - block->first_marker;
	}
}
