/*
 * links.c
 *		Links to the address of a document of the deal: citations of it.
 *
 *		NOI rose [[1]](https://x.example/om), see [the deck](https://x.example/om#page=12).
 *		Rents fell ([Rent Roll](https://x.example/rr)). Costs <https://x.example/om> rose.
 *
 * has four.  The first and third leave: their labels are a number and, alone in brackets, the
 * document's title.  The others stay as they are, with a reference behind them.  A list or
 * heading of links is navigation.
 */
#include "notes/notes_internal.h"

/* ------------------------------------------------------------- where a link is */

#define MOST_NESTED_ZONES	1000	/* in a label */

/* The destination that a byte is in, NULL = none; nothing is nested in one. */
static const Zone *
destination_at(const Prose *prose, int pos)
{
	int			last = zone_after(prose, pos) - 1;
	const Zone *zone = last < 0 ? NULL : &prose->zones.items[last];

	return zone != NULL && zone->kind == ZONE_LINK_DEST && pos < zone->end ? zone : NULL;
}

/* "[SRC:3]: https://..." is a source line's form. */
static bool
opens_behind_label(const char *text, int start, int pos)
{
	pos = before_blanks(text, start, pos);
	return pos - start > 1 && text[pos - 1] == ':' && text[pos - 2] == ']';
}

/* Fills what of the text is the link at an address, and its label; false when it is none, as in
 * code or an image. */
static bool
link_extent(const Prose *prose, const TextBlock *block, Slice address, NumberedMark *mark)
{
	int			pos = (int) (address.data - prose->text);
	const Zone *dest = destination_at(prose, pos);
	const Zone *label = NULL;
	int			first;

	if (dest == NULL)
	{
		ZoneKind	zone = prose_zone_at(prose, block, pos);

		mark->start = pos;
		mark->end = pos + address.len;
		mark->inner = address;
		if (pos > block->start && prose->text[pos - 1] == '<')
			mark->start--, mark->end++;
		else if (opens_behind_label(prose->text, block->start, pos))
			return false;
		return zone == ZONE_PROSE || zone == ZONE_TABLE || zone == ZONE_AUTOLINK;
	}
	first = Max(0, (int) (dest - prose->zones.items) - MOST_NESTED_ZONES);
	for (int i = (int) (dest - prose->zones.items) - 1; i >= first && label == NULL; i--)
		if (prose->zones.items[i].kind == ZONE_LINK_LABEL &&
			prose->zones.items[i].end + 1 == dest->start)
			label = &prose->zones.items[i];
	if (label == NULL)
		return false;
	mark->start = label->start - 1;
	mark->end = dest->end;
	mark->inner = (Slice) {prose->text + label->start, label->end - label->start};
	return true;
}

/* ----------------------------------------------------------- whether it leaves */

static bool
is_number(Slice text)
{
	while (text.len > 1 && text.data[0] == '[' && text.data[text.len - 1] == ']')
		text = (Slice) {text.data + 1, text.len - 2};
	for (int i = 0; i < text.len; i++)
		if (!is_digit(text.data[i]))
			return false;
	return text.len > 0 && text.len < 4;
}

/* Does a sentence end before a byte of a line? */
static bool
is_behind_sentence(const char *text, int start, int pos)
{
	pos = before_blanks(text, start, pos);
	return pos > start && strchr(".!?", text[pos - 1]) != NULL;
}

/* Does the link say nothing but where its document is? */
static bool
link_leaves(const Prose *prose, const TextBlock *block, Slice address, const NumberedMark *mark)
{
	const char *text = prose->text;
	char		before = mark->start > block->start ? text[mark->start - 1] : ' ';
	char		behind = mark->end < block->end ? text[mark->end] : ' ';
	bool		is_alone = (before == '(' && behind == ')') || (before == '[' && behind == ']');
	Slice		host = address_normal(address);
	const char *slash = memchr(host.data, '/', host.len);

	if (mark->inner.data == address.data)
		return is_alone || is_behind_sentence(text, block->start, mark->start);
	host.len = slash == NULL ? host.len : (int) (slash - host.data);
	return is_number(mark->inner) || slice_equal(address_normal(mark->inner), host) ||
		   (is_alone && name_is_title(mark->linked.doc,
									  slice_of(folded_copy(name_plain(mark->inner)))));
}

/* --------------------------------------------------------------------- finding */

/* Has a block any word outside of its links? */
static bool
has_words(const Prose *prose, const TextBlock *block)
{
	const Line *first = &prose->lines.items[block->first_line];

	for (int pos = first->start; pos < block->end; pos++)
		if (is_word_byte(prose->text[pos]))
		{
			ZoneKind	zone = prose_zone_at(prose, block, pos);

			if (zone != ZONE_LINK_LABEL && zone != ZONE_LINK_DEST && zone != ZONE_AUTOLINK)
				return true;
		}
	return false;
}

int
past_closing(const char *text, int len, int pos)
{
	while (pos < len &&
		   (strchr(".,;:!?)\"'", text[pos]) != NULL ||
			(text[pos] == ' ' && pos + 1 < len && strchr(".,;:!?", text[pos + 1]) != NULL)))
		pos++;
	return pos;
}

#define MOST_LOOKED_AT	1000	/* definitions of a text, at a link */

/* Does a marker cite a document: by its claim, or its definition, which has the address? */
static bool
cites_document(Memo *memo, const Section *section, const Prose *prose, const Marker *marker,
			   const Document *doc)
{
	const Claim *claim =
		marker->kind == MARKER_SRC ? section_claim(memo, section, marker->id) : NULL;

	for (int i = 0; marker->kind == MARKER_NOTE_REF && i < prose->note_defs.count &&
		 i < MOST_LOOKED_AT; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];

		if (slice_equal(def->label, marker->value))
			return name_in_addresses(memo, (Slice) {prose->text + def->content,
													def->end - def->content}).doc == doc;
	}
	return claim != NULL && claim->identity.doc == doc;
}

/* Does a marker right behind the link cite its document, as in a memo that comes back? */
static bool
is_cited_behind(Memo *memo, const Section *section, const Prose *prose, const NumberedMark *mark)
{
	int			first = past_closing(prose->text, prose->len, mark->end);
	int			end = first;

	for (int i = first_marker_from(prose, end); i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (marker->start != end &&
			(marker->start != end + 1 || prose->text[end] != (end == first ? ' ' : ',')))
			return false;
		if (cites_document(memo, section, prose, marker, mark->linked.doc))
			return true;
		end = marker->start + marker->len;
	}
	return false;
}

static void
find_in_block(Memo *memo, const Section *section, const Prose *prose, int index, SourceLists *lists)
{
	const TextBlock *block = &prose->blocks.items[index];
	Slice		text = {prose->text, block->end};
	Slice		address;
	int			nmarks = lists->marks.count;

	for (int pos = block->start; address_next(text, &pos, &address);)
	{
		NumberedMark mark = {.block = index, .cell = -1, .is_linked = true};
		int			line = block->first_line;

		mark.linked = (Identity) {name_addressed(memo, address), address_page(address), NULL};
		if (mark.linked.doc == NULL || !link_extent(prose, block, address, &mark) ||
			is_cited_behind(memo, section, prose, &mark))
			continue;
		if (lists->marks.count == nmarks && !has_words(prose, block))
			return;				/* links alone are navigation */
		while (line + 1 < block->first_line + block->nlines &&
			   prose->lines.items[line + 1].start <= mark.start)
			line++;
		mark.line = line;
		mark.cell = table_cell_at(prose, block, line, mark.start);
		mark.stays = !link_leaves(prose, block, address, &mark);
		*VEC_PUSH(&lists->marks) = mark;
	}
}

void
links_find(Memo *memo, const Section *section, const Prose *prose, SourceLists *lists)
{
	for (int i = 0; i < prose->blocks.count && memo->ndocuments > 0; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (!block->is_listed && block_takes_notes(block))
			find_in_block(memo, section, prose, i, lists);
	}
}
