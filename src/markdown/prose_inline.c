/*
 * prose_inline.c
 *		The inline pass of the prose reader: zones, markers and the uses of link
 *		definitions in paragraphs, headings and table cells.
 *
 * One loop skips to the next byte that can start something and hands it to its
 * function, which returns where to go on.  As in cmark, an opening bracket goes
 * on a stack; only its closing bracket tells whether it was a link, and what was
 * found in between then lies in its label, or in an image and is dropped.
 * Emphasis is of no interest here.  Example:
 *
 *		See [the *om* [SRC:3]](a.pdf) `[SRC:4]`
 *			[the		on the stack
 *			[SRC:3]		a marker, which beats link syntax
 *			]			pops: followed by a destination, so a label zone, a
 *						destination zone, and the marker gets its link_end
 *			`[SRC:4]`	a code span: nothing in it is a marker
 */
#include "markdown/markdown_internal.h"

/* As cmark: a longer run of back-ticks opens no code span. */
#define MAX_TICKS		80

#define MAX_JOINED		128		/* bytes of a bracket that has markers in it */

typedef struct Bracket
{
	int			pos;			/* of its '[' */
	int			nzones;			/* found before it */
	int			nmarkers;
	bool		is_image;
	bool		has_bracket;	/* another one is inside: no reference label */
} Bracket;

typedef struct Inline
{
	Prose	   *prose;
	LeafText	leaf;
	const char *text;			/* leaf.buf */
	int			end;
	const uint8 *stops;			/* bytes where something can start */
	int			block;
	int			line;
	int			cell;
	int			cell_start;
	int			floor;			/* where plain text began: "!" counts from here */
	int			marker_end;		/* of the last marker */
	int			next_check;
				VEC(Bracket) brackets;
	int			inactive;		/* brackets below this index hold a link */
	int			missing;		/* HTML closers not found: see prose_syntax.c */
	bool		ticks_clean;	/* ticks[] is of this leaf */
	bool		ticks_known;	/* and has the last run of each length */
	int			ticks[MAX_TICKS + 1];
	const LinkDef **defs;		/* sorted by label */
	int			ndefs;
} Inline;

static const uint8 text_stops[256] = {
	['['] = 1, [']'] = 1, ['`'] = 1, ['<'] = 1, ['\\'] = 1,
	[0xE3] = 1, [0xEF] = 1
};
static const uint8 cell_stops[256] = {
	['['] = 1, [']'] = 1, ['`'] = 1, ['<'] = 1, ['\\'] = 1,
	[0xE3] = 1, [0xEF] = 1, [0xC2] = 1, [0xE2] = 1
};

/* -------------------------------------------------------- zones and markers */

static void
zone_add(Inline *in, ZoneKind kind, int start, int end)
{
	Zone	   *zone = VEC_PUSH(&in->prose->zones);

	zone->kind = kind;
	zone->start = leaf_text_source(&in->leaf, start);
	zone->end = leaf_text_source_end(&in->leaf, end);
}

/* A label's zone goes before those that were found in it. */
static void
label_zone_add(Inline *in, const Bracket *bracket, int end)
{
	Prose	   *prose = in->prose;
	Zone	   *zones;
	Zone		label;

	if (bracket->pos + 1 == end)
		return;
	zone_add(in, ZONE_LINK_LABEL, bracket->pos + 1, end);
	zones = prose->zones.items + bracket->nzones;
	label = prose->zones.items[prose->zones.count - 1];
	memmove(zones + 1, zones,
			(prose->zones.count - 1 - bracket->nzones) * sizeof(Zone));
	zones[0] = label;
}

static bool
inline_match(const Inline *in, int pos, Marker *marker)
{
	return pos >= in->marker_end && in->prose->extension->match(in->text, in->end, pos, false, marker);
}

/* Files a marker under its block, line and cell, in offsets of the body. */
static void
marker_push(Inline *in, const Marker *found)
{
	Prose	   *prose = in->prose;
	const TextBlock *block = &prose->blocks.items[in->block];
	Marker	   *marker = VEC_PUSH(&prose->markers);
	int			last = block->first_line + block->nlines - 1;

	*marker = *found;
	if (in->leaf.offsets)
	{
		int			value = found->value.data - in->leaf.buf;

		marker->start = leaf_text_source(&in->leaf, found->start);
		marker->len = leaf_text_source_end(&in->leaf, found->start + found->len) -
			marker->start;
		if (found->value.len > 0 && value >= 0 && value <= in->leaf.end)
			marker->value = leaf_text_slice(&in->leaf, value,
											value + found->value.len);
	}
	while (in->line < last && prose->lines.items[in->line].end <= marker->start)
		in->line++;
	marker->block = in->block;
	marker->line = in->line;
	marker->cell = in->cell;
	marker->link_end = 0;
	in->marker_end = found->start + found->len;
}

/* Kinds that a destination, written as of a link, belongs to. */
static bool
marker_takes_dest(const Inline *in, const Marker *marker)
{
	return in->text[marker->start] == '[' &&
		(marker->kind == MARKER_SRC || marker->kind == MARKER_SRC_VARIANT || marker->kind == MARKER_SOURCE_TAG ||
		 marker->kind == MARKER_CHART_ANCHOR || marker->kind == MARKER_UNRECOGNIZED);
}

/* Kept apart: few markers are a group, and its parts take room. */
static pg_noinline void
group_push(Inline *in, const Marker *marker)
{
	Marker		parts[MAX_LABELS];

	for (int i = 0, count = label_group(in->prose, in->text, marker, parts); i < count; i++)
		marker_push(in, &parts[i]);
}

/* Takes a marker as one token, with the destination that may follow, or a group. */
static int
marker_take(Inline *in, Marker *marker)
{
	int			tail = marker_takes_dest(in, marker) ? syntax_link_tail(in->text, in->end, marker->start + marker->len) : 0;

	if (tail > 0)
		marker->len = tail - marker->start;
	if (in->brackets.count > 0)
		in->brackets.items[in->brackets.count - 1].has_bracket = true;
	if (marker->kind == MARKER_NOTE_REF && label_is_group(in->prose, marker))
		group_push(in, marker);
	else
		marker_push(in, marker);
	return marker->start + marker->len;
}

/* Where the superscript ends that is the cell's last marker yet, else -1. */
static int
superscript_before(const Inline *in)
{
	const Prose *prose = in->prose;
	const Marker *last = prose->markers.count == 0 ? NULL : &prose->markers.items[prose->markers.count - 1];

	return last == NULL || last->kind != MARKER_SUPERSCRIPT || last->start < in->cell_start ? -1
		: last->start + last->len;
}

/* A full-width bracket (E3 80, EF BC); in cells superscripts (C2, E2 81). */
static int
lead_byte(Inline *in, int pos)
{
	unsigned char lead = in->text[pos];
	unsigned char next = pos + 1 < in->end ? in->text[pos + 1] : 0;
	Marker		marker;

	if ((lead == 0xE3 && next == 0x80) || (lead == 0xEF && next == 0xBC))
	{
		if (inline_match(in, pos, &marker))
			return marker_take(in, &marker);
	}
	else if (lead == 0xC2 || (lead == 0xE2 && next == 0x81))
	{
		if (in->prose->extension->match_superscript(in->text, in->cell_start, in->end, superscript_before(in), pos, &marker))
			return marker_take(in, &marker);
	}
	return pos + 1;
}

/* ----------------------------------------------------------------- brackets */

/*
 * An opening bracket: a marker, or one for the stack.  "![SRC:1](x)" is an
 * image, but in "growth![SRC:1]" the "!" is none of the marker's business.
 */
static int
bracket_open(Inline *in, int pos)
{
	bool		is_image = pos > in->floor && in->text[pos - 1] == '!';
	int			nmarkers = in->prose->markers.count;
	Bracket    *bracket;
	Marker		marker;

	if (inline_match(in, pos, &marker) && !tag_labels_link(&in->leaf, in->end, in->defs, in->ndefs, &marker))
	{
		bool		is_alt = is_image &&
			syntax_link_tail(in->text, in->end, marker.start + marker.len) > 0;

		if (!is_alt && !marker_stays(marker.kind))
			return marker_take(in, &marker);
		if (!is_alt)
			marker_push(in, &marker);
	}
	if (in->brackets.count > 0)
		in->brackets.items[in->brackets.count - 1].has_bracket = true;
	bracket = VEC_PUSH(&in->brackets);
	bracket->pos = pos;
	bracket->nzones = in->prose->zones.count;
	bracket->nmarkers = nmarkers;
	bracket->is_image = is_image;
	return pos + 1;
}

/* Is there a marker that leaves, and so is no label: "[x][SRC:1]"? */
static bool
is_leaving_marker(const Inline *in, int pos)
{
	Marker		marker;

	return pos < in->end && in->text[pos] == '[' && inline_match(in, pos, &marker) &&
		!marker_stays(marker.kind) && marker.kind != MARKER_NOTE_REF;
}

/*
 * A reference to a link definition whose text ends at pos: [x][label], [x][] or
 * [x].  Returns its end or -1.
 */
static int
reference_take(Inline *in, const Bracket *bracket, int pos)
{
	int			after;
	int			end;
	Slice		label;
	const LinkDef *def;
	LinkUse    *use;

	if (in->ndefs == 0)
		return -1;
	after = is_leaving_marker(in, pos + 1) ? -1 : syntax_link_label(in->text, in->end, pos + 1);
	end = after < 0 ? pos + 1 : after;
	if (after > 0 && syntax_spaces(in->text, after, pos + 2) < after - 1)
		label = leaf_text_slice(&in->leaf, pos + 2, after - 1);
	else if (bracket->has_bracket || pos - bracket->pos - 1 > MAX_LABEL)
		return -1;
	else
		label = leaf_text_slice(&in->leaf, bracket->pos + 1, pos);
	if ((def = link_def_find(in->defs, in->ndefs, &label)) == NULL)
		return -1;
	use = VEC_PUSH(&in->prose->link_uses);
	use->def = (int) (def - in->prose->link_defs.items);
	use->label = label;
	use->is_shortcut = after < 0;
	use->end = leaf_text_source_end(&in->leaf, end);
	return end;
}

/*
 * "[^1 [SRC:2]]", "[SRC:[SRC:9]2]": would a bracket be a marker once those in it
 * have left?
 */
static void
escape_joined(Inline *in, const Bracket *bracket, int close, bool is_link)
{
	const Prose *prose = in->prose;
	int			open = leaf_text_source(&in->leaf, bracket->pos);
	int			end = leaf_text_source(&in->leaf, close) + 1;
	int			next = open;
	int			len = 1;
	char		joined[MAX_JOINED + 1] = "\\";
	Marker		marker;

	if (end - open > MAX_JOINED)
	{
		int			first = bracket->nmarkers + (memcmp(prose->text + open, "[CANONICAL:", 11) == 0);

		if ((first > bracket->nmarkers || prose->text[open + 1] == '^') && first < prose->markers.count &&
			!marker_stays(prose->markers.items[first].kind))
			*VEC_PUSH(&in->prose->escapes) = open;
		return;
	}
	for (int i = bracket->nmarkers; i <= prose->markers.count; i++)
	{
		const Marker *inner = i < prose->markers.count ? &prose->markers.items[i] : NULL;

		if (inner != NULL && (inner->start < next || marker_stays(inner->kind)))
			continue;
		while (len > 1 && next < end && is_blank(prose->text[next]))
			next++;
		while (next < (inner != NULL ? inner->start : end))
			joined[len++] = prose->text[next++];
		while (inner != NULL && len > 1 && is_blank(joined[len - 1]))
			len--;
		if (inner != NULL)
			next = inner->start + inner->len;
	}
	if (!in->prose->extension->match(joined + 1, len - 1, 0, false, &marker) || marker_stays(marker.kind) ||
		(is_link && marker.kind == MARKER_LEGACY_TAG))
		return;
	*VEC_PUSH(&in->prose->escapes) = open;
	if (in->prose->extension->match(joined, len, 0, false, &marker))	/* "\[SRC:2]" is one, too */
		*VEC_PUSH(&in->prose->escapes) = end - 1;
}

/* "[10-K](exhibit [SRC:1])": would the parentheses be a destination once the markers
 * in them have left? */
static void
escape_destination(Inline *in, int open)
{
	const char *text = in->text;
	int			end = Min(in->end, open + MAX_JOINED);
	int			len = 0;
	bool		has_marker = false;
	char		joined[MAX_JOINED];
	Marker		marker;

	for (int pos = open; pos < end; pos++)
	{
		if (text[pos] == '[' && in->prose->extension->match(text, in->end, pos, false, &marker) && !marker_stays(marker.kind))
		{
			pos += marker.len - 1;
			if (len == 1)
				return;			/* a blank keeps those apart: see cut_marker.c */
			has_marker = true;
			while (len > 1 && is_blank(joined[len - 1]))
				len--;
			continue;
		}
		joined[len++] = text[pos];
		if (text[pos] == ')')
			break;
	}
	if (has_marker && syntax_link_tail(joined, len, 0) > 0)
		*VEC_PUSH(&in->prose->escapes) = leaf_text_source(&in->leaf, open);
}

/* What was found within an image is part of its text only; "![^1](x)" is a
 * reference to some renderers. */
static void
image_add(Inline *in, const Bracket *bracket, int end)
{
	if (in->text[bracket->pos + 1] == '^')
		*VEC_PUSH(&in->prose->escapes) = leaf_text_source(&in->leaf, bracket->pos + 1);
	in->prose->zones.count = bracket->nzones;
	in->prose->markers.count = bracket->nmarkers;
	zone_add(in, ZONE_IMAGE, bracket->pos - 1, end);
}

static void
link_add(Inline *in, const Bracket *bracket, int close, int end)
{
	Prose	   *prose = in->prose;
	int			label_start = leaf_text_source(&in->leaf, bracket->pos + 1);

	label_zone_add(in, bracket, close);
	if (end > close + 1)
		zone_add(in, ZONE_LINK_DEST, close + 1, end);
	for (int i = bracket->nmarkers; i < prose->markers.count; i++)
		if (prose->markers.items[i].start >= label_start)
			prose->markers.items[i].link_end =
				leaf_text_source_end(&in->leaf, end);
}

static int
bracket_close(Inline *in, int pos)
{
	Bracket		bracket;
	bool		is_active;
	int			end;

	if (in->brackets.count == 0)
		return pos + 1;
	bracket = in->brackets.items[--in->brackets.count];
	is_active = bracket.is_image || in->brackets.count >= in->inactive;
	in->inactive = Min(in->inactive, in->brackets.count);
	end = is_active ? syntax_link_tail(in->text, in->end, pos + 1) : -1;
	if (is_active && end < 0 && pos + 1 < in->end && in->text[pos + 1] == '(')
		escape_destination(in, pos + 1);
	if (is_active && end < 0)
		end = reference_take(in, &bracket, pos);
	if (bracket.has_bracket && !bracket.is_image && in->prose->markers.count > bracket.nmarkers)
		escape_joined(in, &bracket, pos, end > 0);
	if (end < 0)
		return pos + 1;
	if (bracket.is_image)
		image_add(in, &bracket, end);
	else
	{
		link_add(in, &bracket, pos, end);
		in->inactive = in->brackets.count;	/* links do not nest */
	}
	return end;
}

/* -------------------------------------------------- code spans, angles, \ */

static int
ticks_end(const Inline *in, int pos)
{
	while (pos < in->end && in->text[pos] == '`')
		pos++;
	return pos;
}

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

		pos = ticks_end(in, start);
		if (pos - start == count)
			return start;
		if (!in->ticks_known && pos - start <= MAX_TICKS)
			in->ticks[pos - start] = start;
	}
	in->ticks_known = true;
	return -1;
}

static int
code_span(Inline *in, int pos)
{
	int			after = ticks_end(in, pos);
	int			close = ticks_find(in, after, after - pos);

	if (close < 0)
		return after;
	zone_add(in, ZONE_CODE_SPAN, pos, close + (after - pos));
	return close + (after - pos);
}

static int
angle(Inline *in, int pos)
{
	int			end = syntax_autolink(in->text, in->end, pos);

	if (end > 0)
	{
		zone_add(in, ZONE_AUTOLINK, pos, end);
		return end;
	}
	end = syntax_html_inline(in->text, in->end, pos, &in->missing);
	if (end < 0)
		return pos + 1;
	zone_add(in, ZONE_HTML, pos, end);
	return end;
}

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
		while (end - pos >= 8 && are_ascii(eight_bytes(text + pos)) && !may_stop(eight_bytes(text + pos)))
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

/* A marker of the block pass that starts a line; returns where it ends. */
static int
line_marker(Inline *in, const TextBlock *block)
{
	Line		line = in->prose->lines.items[block->first_line];
	Marker		marker;

	if (!in->prose->extension->match(in->prose->text, line.end, line.start, true, &marker))
		return line.start;
	marker_push(in, &marker);
	return marker.start + marker.len;
}

static void
block_scan(Inline *in, const TextBlock *block)
{
	Line		line;

	switch (block->kind)
	{
		case BLOCK_TABLE:
			table_scan(in, block);
			break;
		case BLOCK_CHART_ANCHOR:
			line_marker(in, block);
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
			else
				inline_scan(in, in->leaf.start, in->leaf.end);
			if (block->kind == BLOCK_SOURCE_LINE &&
				block->first_marker < in->prose->markers.count)
				in->prose->markers.items[block->first_marker].kind = MARKER_SOURCE_LINE;
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
		block->nmarkers = prose->markers.count - block->first_marker;
	}
}
