/*
 * bracket.c
 *		Part of the inline pass: markers, links, images and what they leave behind.
 *
 * As in cmark, an opening bracket goes on a stack; only its closing bracket tells
 * whether it was a link, and what was found in between then lies in its label, or in
 * an image and is dropped.  A marker beats link syntax.
 *
 * "[^1, ^2]" and "[^1, 2]" are a marker for each label, "[^1" and ", ^2]", one behind
 * the other: what follows need not know of groups.  So are "[^1,2]" and "[^a;^b]", which
 * may be labels themselves, where these are not defined and the parts are numbers or
 * defined.
 */
#include "markdown/markdown_internal.h"

#define MAX_JOINED		128		/* bytes of a bracket that has markers in it */
#define MAX_LABELS		32		/* of a group */
/* -------------------------------------------------------- zones and markers */

void
zone_add(Inline *in, ZoneKind kind, int start, int end)
{
	Zone	   *zone = VEC_PUSH(&in->prose->zones);

	zone->kind = kind;
	zone->start = leaf_text_source(&in->leaf, start);
	zone->end = leaf_text_source_end(&in->leaf, end);
}

InlineSpan *
span_add(Inline *in, InlineSpanKind kind, int start, int end)
{
	InlineSpan *span = VEC_PUSH(&in->prose->spans);

	span->kind = kind;
	span->block = in->block;
	span->start = start;
	span->end = end;
	span->def = -1;
	return span;
}

bool
inline_match(const Inline *in, int pos, Marker *marker)
{
	return pos >= in->marker_end &&
		   in->prose->extension->match(in->text, in->end, pos, false, marker);
}

/* Files a marker under its block, line and cell, in offsets of the body. */
void
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

/* ------------------------------------------------------------------ groups */

static int
compare_labels(const void *a, const void *b)
{
	return label_compare(a, b);
}

bool
prose_defines_note(Prose *prose, const Slice *label)
{
	int			count = prose->note_defs.count;

	if (prose->note_labels == NULL)
	{
		prose->note_labels = palloc(sizeof(Slice) * (count + 1));
		for (int i = 0; i < count; i++)
			prose->note_labels[i] = prose->note_defs.items[i].label;
		qsort(prose->note_labels, count, sizeof(Slice), compare_labels);
	}
	return bsearch(label, prose->note_labels, count, sizeof(Slice), compare_labels) != NULL;
}

bool
marker_has_blank(const Marker *marker)
{
	for (int i = 0; i < marker->value.len; i++)
		if (isspace((unsigned char) marker->value.data[i]))
			return true;
	return false;
}

bool
marker_next_label(Slice *rest, Slice *label)
{
	int			len = 0;

	while (rest->len > 0 &&
		   (strchr(",;^", rest->data[0]) != NULL || isspace((unsigned char) rest->data[0])))
		rest->data++, rest->len--;
	while (len < rest->len && strchr(",;", rest->data[len]) == NULL)
		len++;
	*label = (Slice) {rest->data, len};
	rest->data += len, rest->len -= len;
	return len > 0;
}

/* Is a reference to a footnote several, "[^1, ^2]"? */
static bool
label_is_group(Prose *prose, const Marker *marker)
{
	Slice		rest = marker->value;
	Slice		label;
	int			count = 0;
	bool		is_sure = marker_has_blank(marker);

	if (memchr(rest.data, ',', rest.len) == NULL && memchr(rest.data, ';', rest.len) == NULL)
		return false;
	for (; marker_next_label(&rest, &label); count++)
		if (!is_sure && (int) strspn(label.data, "0123456789") < label.len &&
			!prose_defines_note(prose, &label))
			return false;
	return count > 0 && count <= MAX_LABELS &&
		   (is_sure || (count > 1 && !prose_defines_note(prose, &marker->value)));
}

/* Files the markers that a group is.  Kept apart: few markers are one, and its parts take room. */
static pg_noinline void
group_push(Inline *in, const Marker *marker)
{
	Marker		parts[MAX_LABELS];
	Slice		rest = marker->value;
	Slice		label;
	int			count = 0;

	for (; count < MAX_LABELS && marker_next_label(&rest, &label); count++)
	{
		Marker	   *part = &parts[count];

		*part = *marker;
		part->value = label;
		if (count > 0)			/* it begins where the label before ends */
		{
			part->start = (int) (part[-1].value.data + part[-1].value.len - in->text);
			part->len = marker->start + marker->len - part->start;
			part[-1].len = part->start - part[-1].start;
		}
	}
	for (int i = 0; i < count; i++)
		marker_push(in, &parts[i]);
}

/* Takes a marker as one token, with the destination that may follow, or a group. */
int
marker_take(Inline *in, Marker *marker)
{
	int			tail = in->text[marker->start] != '[' ||
		!marker_is(in->prose, marker, ROLE_TAKES_TARGET) ? 0
		: syntax_link_tail(in->text, in->end, marker->start + marker->len);

	if (tail > 0)
		marker->len = tail - marker->start;
	if (in->brackets.count > 0)
		in->brackets.items[in->brackets.count - 1].has_bracket = true;
	if (marker_is(in->prose, marker, ROLE_REFERENCE) && label_is_group(in->prose, marker))
		group_push(in, marker);
	else
		marker_push(in, marker);
	return marker->start + marker->len;
}

/* A full-width bracket (E3 80, EF BC); in cells superscripts (C2, E2 81). */
int
lead_byte(Inline *in, int pos)
{
	unsigned char lead = in->text[pos];
	unsigned char next = pos + 1 < in->end ? in->text[pos + 1] : 0;
	const Prose *prose = in->prose;
	int			before = -1;	/* end of the superscript that is the cell's last marker yet */
	Marker		marker;

	if ((lead == 0xE3 && next == 0x80) || (lead == 0xEF && next == 0xBC))
	{
		if (inline_match(in, pos, &marker))
			return marker_take(in, &marker);
	}
	else if ((lead == 0xC2 || (lead == 0xE2 && next == 0x81)) &&
			 prose->extension->match_superscript != NULL)
	{
		const Marker *last = prose->markers.count == 0 ? NULL :
			&prose->markers.items[prose->markers.count - 1];

		if (last != NULL && marker_is(prose, last, ROLE_SUPERSCRIPT) &&
			last->start >= in->cell_start)
			before = last->start + last->len;
		if (prose->extension->match_superscript(in->text, in->cell_start, in->end, before, pos,
												&marker))
			return marker_take(in, &marker);
	}
	return pos + 1;
}

/* ----------------------------------------------------------------- brackets */

/*
 * An opening bracket: a marker, or one for the stack.  "![SRC:1](x)" is an
 * image, but in "growth![SRC:1]" the "!" is none of the marker's business.
 */
int
bracket_open(Inline *in, int pos)
{
	bool		is_image = pos > in->floor && in->text[pos - 1] == '!';
	int			nmarkers = in->prose->markers.count;
	Bracket    *bracket;
	Marker		marker;

	if (inline_match(in, pos, &marker) &&
		!label_of_link(in, &marker))
	{
		bool		is_alt = is_image &&
			syntax_link_tail(in->text, in->end, marker.start + marker.len) > 0;

		if (!is_alt && !marker_is(in->prose, &marker, ROLE_STAYS))
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
	Marker		marker;

	if (in->ndefs == 0)
		return -1;
	/* a marker that leaves is no label: "[x][SRC:1]" */
	after = pos + 1 < in->end && in->text[pos + 1] == '[' && inline_match(in, pos + 1, &marker) &&
		!marker_is(in->prose, &marker, ROLE_STAYS | ROLE_REFERENCE) ? -1
		: syntax_link_label(in->text, in->end, pos + 1);
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
		int first = bracket->nmarkers + (memcmp(prose->text + open, "[CANONICAL:", 11) == 0);

		if ((first > bracket->nmarkers || prose->text[open + 1] == '^') &&
			first < prose->markers.count &&
			!marker_is(prose, &prose->markers.items[first], ROLE_STAYS))
			*VEC_PUSH(&in->prose->escapes) = open;
		return;
	}
	for (int i = bracket->nmarkers; i <= prose->markers.count; i++)
	{
		const Marker *inner = i < prose->markers.count ? &prose->markers.items[i] : NULL;

		if (inner != NULL && (inner->start < next || marker_is(prose, inner, ROLE_STAYS)))
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
	if (!in->prose->extension->match(joined + 1, len - 1, 0, false, &marker) ||
		marker_is(prose, &marker, ROLE_STAYS | (is_link ? ROLE_LABELS_LINK : 0)))
		return;
	*VEC_PUSH(&in->prose->escapes) = open;
	if (in->prose->extension->match(joined, len, 0, false, &marker))	/* "\[SRC:2]" is one, too */
		*VEC_PUSH(&in->prose->escapes) = end - 1;
}

/* The label and destination become zones, and its markers know where the link ends. */
static void
link_add(Inline *in, const Bracket *bracket, int close, int end)
{
	Prose	   *prose = in->prose;
	int			label_start = leaf_text_source(&in->leaf, bracket->pos + 1);

	if (bracket->pos + 1 < close)
	{
		Zone	   *zones;
		Zone		label;

		zone_add(in, ZONE_LINK_LABEL, bracket->pos + 1, close);
		zones = prose->zones.items + bracket->nzones;	/* it goes before those in it */
		label = prose->zones.items[prose->zones.count - 1];
		memmove(zones + 1, zones, (prose->zones.count - 1 - bracket->nzones) * sizeof(Zone));
		zones[0] = label;
	}
	if (end > close + 1)
		zone_add(in, ZONE_LINK_DEST, close + 1, end);
	for (int i = bracket->nmarkers; i < prose->markers.count; i++)
		if (prose->markers.items[i].start >= label_start)
			prose->markers.items[i].link_end =
				leaf_text_source_end(&in->leaf, end);
}

/* Pops the bracket: a link, an image, or text. */
int
bracket_close(Inline *in, int pos)
{
	Bracket		bracket;
	bool		is_active;
	int			end;
	int			nuses = in->prose->link_uses.count;
	InlineSpan *span;

	if (in->brackets.count == 0)
		return pos + 1;
	bracket = in->brackets.items[--in->brackets.count];
	is_active = bracket.is_image || in->brackets.count >= in->inactive;
	in->inactive = Min(in->inactive, in->brackets.count);
	end = is_active ? syntax_link_tail(in->text, in->end, pos + 1) : -1;
	if (is_active && end < 0)
		end = reference_take(in, &bracket, pos);
	if (bracket.has_bracket && !bracket.is_image && in->prose->markers.count > bracket.nmarkers)
		escape_joined(in, &bracket, pos, end > 0);
	if (end < 0)
		return pos + 1;
	span = span_add(in, bracket.is_image ? SPAN_IMAGE : SPAN_LINK, bracket.pos - bracket.is_image,
					end);
	span->label_end = pos;
	if (in->prose->link_uses.count > nuses)
		span->def = in->prose->link_uses.items[nuses].def;
	if (bracket.is_image)
	{
		if (in->text[bracket.pos + 1] == '^')	/* "![^1](x)" is a reference to some renderers */
			*VEC_PUSH(&in->prose->escapes) = leaf_text_source(&in->leaf, bracket.pos + 1);
		in->prose->zones.count = bracket.nzones;	/* what is in an image is its text only */
		in->prose->markers.count = bracket.nmarkers;
		zone_add(in, ZONE_IMAGE, bracket.pos - 1, end);
	}
	else
	{
		link_add(in, &bracket, pos, end);
		in->inactive = in->brackets.count;	/* links do not nest */
	}
	return end;
}
