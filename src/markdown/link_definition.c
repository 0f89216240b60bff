/*
 * link_definition.c
 *		Link reference definitions of the prose reader, and the text of a leaf.
 *
 * A definition is recognized when its paragraph closes: as many as stand at its
 * head become blocks of their own, and what is left stays the paragraph:
 *
 *		[a]: x.pdf			BLOCK_LINK_DEF
 *		[b]:				BLOCK_LINK_DEF of three lines
 *		  y.pdf
 *		  "Title"
 *		See [a] and [b].	BLOCK_PARAGRAPH; uses are resolved after all blocks
 */
#include "markdown/markdown_internal.h"

#include "mb/pg_wchar.h"

/* --------------------------------------------------------------- leaf text */

/* Copies the lines, joined with newlines. */
static void
leaf_text_copy(LeafText *leaf)
{
	const Line *lines = leaf->lines;
	int			last = leaf->nlines - 1;
	char	   *buf = palloc(lines[last].end - lines[0].start + 1);
	int			len = 0;

	leaf->offsets = palloc(sizeof(int) * leaf->nlines);
	for (int i = 0; i <= last; i++)
	{
		int			line_len = lines[i].end - lines[i].start;

		leaf->offsets[i] = len;
		memcpy(buf + len, leaf->text + lines[i].start, line_len);
		len += line_len;
		buf[len++] = '\n';
	}
	leaf->buf = buf;
	leaf->start = 0;
	leaf->end = len - 1;
}

/* The body itself, for what stands on one line. */
void
leaf_text_in_place(const Prose *prose, LeafText *leaf)
{
	memset(leaf, 0, sizeof(*leaf));
	leaf->text = leaf->buf = prose->text;
	leaf->end = prose->len;
}

/* The first nlines lines of a block; a copy lives as long as the Prose. */
void
leaf_text_open(const Prose *prose, const TextBlock *block, int nlines, LeafText *leaf)
{
	const Line *lines = &prose->lines.items[block->first_line];

	leaf_text_in_place(prose, leaf);
	leaf->lines = lines;
	leaf->nlines = nlines;
	leaf->start = lines[0].start;
	leaf->end = lines[nlines - 1].end;
	for (int i = 1; i < nlines && block->depth > 0; i++)
		if (lines[i].start - lines[i - 1].end > 1 &&
			memchr(prose->text + lines[i - 1].end, '>', lines[i].start - lines[i - 1].end))
		{
			leaf_text_copy(leaf);	/* a quote mark stands between two lines */
			break;
		}
}

/* The body's offset of a position in buf. */
int
leaf_text_source(const LeafText *leaf, int pos)
{
	int			behind;

	if (!leaf->offsets)
		return pos;
	LOWER_BOUND(behind, leaf->nlines, i, leaf->offsets[i] <= pos);
	return leaf->lines[behind - 1].start + (pos - leaf->offsets[behind - 1]);
}

/* The same for an exclusive end: it stays on the line of the byte before. */
int
leaf_text_source_end(const LeafText *leaf, int end)
{
	if (!leaf->offsets || end <= leaf->start)
		return leaf_text_source(leaf, end);
	return leaf_text_source(leaf, end - 1) + 1;
}

/* A slice of the body where the bytes lie together there, else of the copy. */
Slice
leaf_text_slice(const LeafText *leaf, int start, int end)
{
	Slice		slice = {leaf->buf + start, end - start};
	int			source = leaf_text_source(leaf, start);

	if (leaf_text_source_end(leaf, end) - source == slice.len)
		slice.data = leaf->text + source;
	return slice;
}

/* ------------------------------------------------------- link definitions */

/*
 * Reads one definition at pos of a paragraph: its end (before a line end) or
 * -1.  A title that does not end its line is none, and belongs to the text.
 */
static int
link_def_scan(const LeafText *leaf, int pos, LinkDef *def)
{
	const char *buf = leaf->buf;
	int			end = leaf->end;
	int			label = syntax_link_label(buf, end, pos);
	int			dest;
	int			after;
	int			title;

	if (label < 0 || label >= end || buf[label] != ':' ||
		syntax_spaces(buf, label, pos + 1) == label - 1)
		return -1;
	dest = syntax_spaces(buf, end, label + 1);
	after = syntax_link_dest(buf, end, dest);
	if (after <= dest)
		return -1;
	def->label = leaf_text_slice(leaf, pos + 1, label - 1);
	title = syntax_spaces(buf, end, after);
	title = title > after ? syntax_link_title(buf, end, title) : -1;
	for (;;)
	{
		int			stop = title > 0 ? title : after;
		int			line_end = stop;

		while (line_end < end && is_blank(buf[line_end]))
			line_end++;
		if (line_end == end || buf[line_end] == '\n' || buf[line_end] == '\r')
		{
			def->dest = leaf_text_slice(leaf, dest, stop);
			return line_end;
		}
		if (title < 0)
			return -1;
		title = -1;
	}
}

/*
 * Cuts the head of the last block, a paragraph, off as a link definition of
 * nlines lines.  The rest becomes a block of its own; none when it is empty.
 */
static void
link_def_cut(Reader *r, const LinkDef *def, int nlines)
{
	Prose	   *prose = r->prose;
	TextBlock		rest = *leaf_block(r);
	TextBlock  *block = leaf_block(r);
	LinkDef    *new_def = VEC_PUSH(&prose->link_defs);
	int			end;

	*new_def = *def;
	new_def->block = prose->blocks.count - 1;
	block->kind = BLOCK_LINK_DEF;
	block->nlines = nlines;
	if (nlines == rest.nlines)
		return;
	rest.first_line += nlines;
	end = prose->lines.items[rest.first_line - 1].end;
	while (end < r->len && is_blank(r->text[end]))
		end++;
	end += end < r->len && r->text[end] == '\r';
	block->end = end + (end < r->len && r->text[end] == '\n');
	rest.nlines -= nlines;
	rest.start = block->end;
	rest.starts_item = false;
	*VEC_PUSH(&prose->blocks) = rest;
}

/* Turns the definitions at a paragraph's head into blocks; is text left? */
bool
link_defs_cut(Reader *r)
{
	TextBlock  *block = leaf_block(r);
	const Line *lines = &r->prose->lines.items[block->first_line];
	int			nlines = block->nlines;
	int			line = 0;
	LeafText	leaf;
	LinkDef		def;

	if (block->kind != BLOCK_PARAGRAPH || r->text[lines[0].start] != '[')
		return true;
	leaf_text_open(r->prose, block, nlines, &leaf);
	for (int pos = leaf.start; line < nlines && leaf.buf[pos] == '[';)
	{
		int			first = line;
		Marker		marker;

		CHECK_FOR_INTERRUPTS();
		/* a marker that leaves is no label, even where a colon follows; but "[PDF]: url" */
		if ((r->prose->extension->match(leaf.buf, leaf.end, pos, false, &marker) &&
			 !marker_is(r->prose, &marker, ROLE_STAYS | ROLE_LABELS_LINK)) ||
			(pos = link_def_scan(&leaf, pos, &def)) < 0)
			break;
		pos = syntax_spaces(leaf.buf, leaf.end, pos);
		while (line < nlines &&
			   (pos >= leaf.end ||
				lines[line].start < leaf_text_source(&leaf, pos)))
			line++;
		link_def_cut(r, &def, line - first);
	}
	return line < nlines;
}

/* ------------------------------------------------------------------- labels */

/* Next character of a label folded: lower case, runs of blanks as one. */
static int
label_next(const Slice *label, int *pos)
{
	int			start = *pos;
	const unsigned char *at = (const unsigned char *) label->data + start;

	if (start >= label->len)
		return -1;
	if (!is_space(label->data[start]))
	{
		*pos += *at < 0x80 ? 1 : pg_utf_mblen(at);
		return (int) lower_of(*at < 0x80 ? *at : utf8_to_unicode(at));
	}
	*pos = syntax_spaces(label->data, label->len, start);
	return start > 0 && *pos < label->len ? ' ' : label_next(label, pos);
}

char *
label_fold(Slice label)
{
	char	   *folded = palloc(4 * label.len + 1);	/* a letter may get longer */
	int			len = 0;
	int			pos = 0;

	for (int c; (c = label_next(&label, &pos)) >= 0;)
	{
		unicode_to_utf8((pg_wchar) c, (unsigned char *) folded + len);
		len += pg_utf_mblen((unsigned char *) folded + len);
	}
	folded[len] = '\0';
	return folded;
}

/* As the folded labels compare, without making them. */
int
label_compare(const Slice *a, const Slice *b)
{
	int			i = 0;
	int			j = 0;

	for (;;)
	{
		int			c = label_next(a, &i);
		int			d = label_next(b, &j);

		if (c != d)
			return c < d ? -1 : 1;
		if (c < 0)
			return 0;
	}
}

/* By label, the first of equal ones first: it is the one that counts. */
static int
def_compare(const void *a, const void *b)
{
	const LinkDef *left = *(const LinkDef *const *) a;
	const LinkDef *right = *(const LinkDef *const *) b;
	int			order = label_compare(&left->label, &right->label);

	CHECK_FOR_INTERRUPTS();
	return order ? order : (left < right ? -1 : left > right);
}

/* The body's definitions sorted by label; NULL when there are none. */
const LinkDef **
link_defs_sorted(const Prose *prose)
{
	int			count = prose->link_defs.count;
	const LinkDef **defs;

	if (count == 0)
		return NULL;
	defs = palloc(sizeof(LinkDef *) * count);
	for (int i = 0; i < count; i++)
		defs[i] = &prose->link_defs.items[i];
	qsort(defs, count, sizeof(LinkDef *), def_compare);
	return defs;
}

const LinkDef *
link_def_find(const LinkDef **defs, int count, const Slice *label)
{
	int			low;

	LOWER_BOUND(low, count, i, label_compare(&defs[i]->label, label) < 0);
	return low < count && label_compare(&defs[low]->label, label) == 0 ? defs[low] : NULL;
}

bool
label_of_link(const Inline *in, const Marker *marker)
{
	int			pos = marker->start + marker->len;
	int			after;
	Slice		label = marker->value;

	if (!marker_is(in->prose, marker, ROLE_LABELS_LINK))
		return false;
	if (syntax_link_tail(in->text, in->end, pos) > 0)
		return true;
	after = syntax_link_label(in->text, in->end, pos);
	if (after > 0 && syntax_spaces(in->text, after, pos + 1) < after - 1)
		label = leaf_text_slice(&in->leaf, pos + 1, after - 1);
	return link_def_find(in->defs, in->ndefs, &label) != NULL;
}
