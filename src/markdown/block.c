/*
 * block.c
 *		What opens a block: for each container and leaf of the prose reader one
 *		function that looks at the line from nonspace on and either opens it or
 *		returns OPENED_NOTHING, and then has changed nothing.
 *
 * The order of the tries and what may interrupt a paragraph are cmark's.  Three
 * things are ours and come before link syntax: note definitions, source lines
 * and chart anchors, which may all interrupt a paragraph.
 */
#include "markdown/markdown_internal.h"

static Opened
quote_open(Reader *r)
{
	if (r->matched >= MAX_DEPTH)
		return OPENED_NOTHING;
	container_push(r, CONTAINER_QUOTE, 0);
	quote_mark_skip(r);
	return OPENED_CONTAINER;
}

static Opened
heading_open(Reader *r)
{
	int			after = line_run_end(r, r->nonspace);
	int			level = after - r->nonspace;

	if (level > 6 || (after < r->line_end && !is_blank(r->text[after])))
		return OPENED_NOTHING;
	leaf_line(r, BLOCK_HEADING)->level = level;
	return OPENED_LEAF;
}

static Opened
fence_open(Reader *r)
{
	int			after = line_run_end(r, r->nonspace);

	if (after - r->nonspace < 3 ||
		(r->text[r->nonspace] == '`' &&
		 memchr(r->text + after, '`', r->line_end - after)))
		return OPENED_NOTHING;
	r->fence_char = r->text[r->nonspace];
	r->fence_len = after - r->nonspace;
	r->fence_indent = r->indent;
	leaf_open(r, BLOCK_CODE, LEAF_FENCE)->is_fenced = true;
	leaf_add_line(r, r->nonspace);
	return OPENED_LEAF;
}

static Opened
html_open(Reader *r)
{
	int			kind = syntax_html_block(r->text, r->line_end, r->nonspace,
										 &r->html_closer);

	/* kind 7, any tag alone on its line, cannot interrupt a paragraph */
	if (kind == 0 || (kind == 7 && r->leaf == LEAF_PARAGRAPH))
		return OPENED_NOTHING;
	leaf_open(r, BLOCK_HTML, LEAF_HTML);
	verbatim_add_line(r, r->nonspace);
	r->html_kind = kind;
	if (syntax_html_block_ends(r->text, r->line_end, r->nonspace, kind))
		r->leaf = LEAF_NONE;
	return OPENED_LEAF;
}

/* Is a paragraph open in the container that this line is in? */
static inline bool
continues_paragraph(const Reader *r)
{
	return r->leaf == LEAF_PARAGRAPH && r->matched == r->depth;
}

/* An underline turns the open paragraph into a heading. */
static Opened
setext_close(Reader *r)
{
	TextBlock  *block;

	if (!continues_paragraph(r) || leaf_block(r)->kind != BLOCK_PARAGRAPH ||
		line_run_end(r, r->nonspace) != r->line_end)
		return OPENED_NOTHING;
	if (!link_defs_cut(r))
	{
		/* only definitions stand above it: it is text */
		r->leaf = LEAF_NONE;
		leaf_open(r, BLOCK_PARAGRAPH, LEAF_PARAGRAPH);
		leaf_add_line(r, r->nonspace);
		return OPENED_LEAF;
	}
	block = leaf_block(r);
	block->kind = BLOCK_HEADING;
	block->is_setext = true;
	block->level = r->text[r->nonspace] == '=' ? 1 : 2;
	leaf_add_line(r, r->nonspace);
	r->leaf = LEAF_NONE;
	return OPENED_LEAF;
}

static Opened
rule_open(Reader *r)
{
	char		c = r->text[r->nonspace];
	int			count = 0;
	int			pos = r->nonspace;

	/* "- - - ... x" is looked at once, not once for each list marker */
	if (pos < r->no_rule)
		return OPENED_NOTHING;
	while (pos < r->line_end && (r->text[pos] == c || is_blank(r->text[pos])))
		count += r->text[pos++] == c;
	if (pos < r->line_end)
		r->no_rule = pos;
	if (pos < r->line_end || count < 3)
		return OPENED_NOTHING;
	leaf_line(r, BLOCK_RULE);
	return OPENED_LEAF;
}

/* Width of a list marker at nonspace, 0 = none. */
static int
item_mark_width(const Reader *r)
{
	int			pos = past_digits(r->text, r->line_end, r->nonspace);
	int			width = pos - r->nonspace;

	if (width == 0)
		return 1;
	if (width > 9 || pos >= r->line_end || (r->text[pos] != '.' && r->text[pos] != ')') ||
		(continues_paragraph(r) && whole_number((Slice) {r->text + r->nonspace, width}, 1) != 1))
		return 0;
	return width + 1;
}

static Opened
item_open(Reader *r)
{
	int			width = item_mark_width(r);
	int			after = r->nonspace + width;
	int			indent = r->indent;
	int			blanks;
	const char *mark = r->text + r->nonspace;
	ContainerSpan *item;

	if (width == 0 || r->matched >= MAX_DEPTH ||
		(after < r->line_end && !is_blank(r->text[after])) ||
		(after == r->line_end && continues_paragraph(r)))
		return OPENED_NOTHING;
	columns_advance_to(r, after);
	line_measure(r);
	/* five blanks or more: one belongs to the mark, then code is indented */
	blanks = line_is_blank(r) || r->indent > CODE_INDENT ? 1 : r->indent;
	container_push(r, CONTAINER_ITEM, indent + width + blanks);
	item = &r->prose->containers.items[r->prose->containers.count - 1];
	item->mark = mark[width - 1];	/* what prose_walk() makes a list of */
	item->number = width > 1 ? (int) whole_number((Slice) {mark, width - 1}, INT_MAX) : 0;
	columns_advance(r, blanks);
	return OPENED_CONTAINER;
}

static Opened
note_open(Reader *r, const Marker *marker)
{
	int			pos = marker->start + marker->len;
	NoteDef    *note;

	if (r->matched >= MAX_DEPTH)
		return OPENED_NOTHING;
	if (pos < r->line_end && r->text[pos] == ':' && r->text[pos - 1] == ']')
		pos++;
	container_push(r, CONTAINER_NOTE, NOTE_INDENT)->note =
		r->prose->note_defs.count;
	*VEC_PUSH(&r->note_markers) = *marker;
	note = VEC_PUSH(&r->prose->note_defs);
	note->label = marker->value;
	note->start = r->line_start;
	note->first_block = r->prose->blocks.count;
	columns_advance_to(r, Min(pos, r->line_end));
	line_measure(r);
	columns_advance_to(r, r->nonspace);
	note->content = r->nonspace;
	r->in_note = true;
	return OPENED_CONTAINER;
}

/* Is the text from pos to the end of the line a reference and nothing more? */
static bool
refers_behind(const Reader *r, int pos)
{
	return r->prose->extension->refers(
		(Slice){r->text + Min(pos, r->line_end), Max(0, r->line_end - pos)});
}

/* Does the line below go on with "[SRC:2]:" alone, and say more than a reference? */
static bool
opens_below(const Reader *r, int pos)
{
	const char *newline = memchr(r->text + r->line_next, '\n', r->len - r->line_next);
	int			end = newline == NULL ? r->len : (int) (newline - r->text);
	int			start = r->line_next;

	while (pos < r->line_end && is_blank(r->text[pos]))
		pos++;
	while (start < end && is_blank(r->text[start]))
		start++;
	return pos >= r->line_end && start < end && r->text[start] != '\r' &&
		!r->prose->extension->refers((Slice) {r->text + start, end - start});
}

/* "[SRC:2]: Rent Roll," goes on with "May 2026, p. 4", and "[SRC:2]:" with what it is;
 * below "[SRC:2]: Rent Roll, p. 4", "Rents grew." is prose. */
bool
prose_source_continues(const Reader *r)
{
	char		first = r->text[r->nonspace];
	int			end = r->prose->lines.items[r->prose->lines.count - 1].end;

	while (is_blank(r->text[end - 1]))
		end--;
	return first != '|' &&
		   (r->indent > 0 || islower((unsigned char) first) || isdigit((unsigned char) first) ||
			first == '(' || strchr(",:", r->text[end - 1]) != NULL) &&
		   refers_behind(r, r->nonspace);
}

/* Does the line begin with a source line?  Where that is not known yet, one that says more than
 * a source is prose that opens with its citation. */
static bool
is_source_line(Reader *r, const Marker *marker)
{
	return !r->is_prose && refers_behind(r, marker->start + marker->len + 1) &&
		   !opens_below(r, marker->start + marker->len + 1);
}

/* What a marker at the start of a line opens; none inside a definition's. */
static Opened
marker_open(Reader *r)
{
	Marker		marker;

	if (!r->prose->extension->match(r->text, r->line_end, r->nonspace, true, &marker))
		return OPENED_NOTHING;
	if (marker_is(r->prose, &marker, ROLE_NOTE))
		return note_open(r, &marker);
	if (r->in_note)
		return OPENED_NOTHING;
	/* in a list item or quote it is prose */
	if (marker_is(r->prose, &marker, ROLE_SOURCE_LINE) && r->matched == 0 &&
		is_source_line(r, &marker))
	{
		if (r->leaf == LEAF_PARAGRAPH && leaf_block(r)->note_def < 0)
			r->matched = r->depth;	/* the list whose text it would go on stays open */
		leaf_open(r, BLOCK_SOURCE_LINE, LEAF_PARAGRAPH);
		leaf_add_line(r, r->nonspace);
		return OPENED_LEAF;
	}
	if (marker_is(r->prose, &marker, ROLE_CHART) &&
		marker.start + marker.len >= r->line_end)
	{
		if (r->leaf == LEAF_PARAGRAPH)
			r->matched = r->depth;	/* as above */
		leaf_line(r, BLOCK_CHART_ANCHOR);
		return OPENED_LEAF;
	}
	return OPENED_NOTHING;
}

static Opened
indented_open(Reader *r)
{
	if (r->leaf == LEAF_PARAGRAPH)
		return OPENED_NOTHING;	/* it goes on, maybe lazily */
	leaf_open(r, BLOCK_CODE, LEAF_INDENTED);
	columns_advance(r, CODE_INDENT);
	verbatim_add_line(r, r->pos);
	r->code_lines = 1;
	r->code_end = r->line_next;
	return OPENED_LEAF;
}

/* Opens what starts at nonspace; the order of the tries is cmark's. */
Opened
prose_block_open(Reader *r)
{
	Opened		opened = OPENED_NOTHING;

	if (r->indent >= CODE_INDENT)
		return indented_open(r);
	switch ((unsigned char) r->text[r->nonspace])
	{
		case '>':
			return quote_open(r);
		case '#':
			return heading_open(r);
		case '`':
		case '~':
			return fence_open(r);
		case '<':
			return html_open(r);
		case '=':
			return setext_close(r);
		case '[':
		case 0xE3:				/* of the full-width brackets */
		case 0xEF:
			return marker_open(r);
		case '_':
			return rule_open(r);
		case '-':
			opened = setext_close(r);
			/* FALLTHROUGH */
		case '*':
			if (opened == OPENED_NOTHING)
				opened = rule_open(r);
			return opened == OPENED_NOTHING ? item_open(r) : opened;
		case '+':
		case '0':
		case '1':
		case '2':
		case '3':
		case '4':
		case '5':
		case '6':
		case '7':
		case '8':
		case '9':
			return item_open(r);
		default:
			return OPENED_NOTHING;
	}
}

/* A bar ends a cell unless a backslash stands before it (also in code). */
bool
syntax_row_cell(const char *text, Line row, int *pos, Line *cell)
{
	int			p = *pos;

	if (p < 0)
		p = row.start < row.end && text[row.start] == '|' ?
			row.start + 1 : row.start;
	CHECK_FOR_INTERRUPTS();
	if (p >= row.end)
		return false;
	cell->start = p;
	for (;;)
	{
		const char *bar = memchr(text + p, '|', row.end - p);

		p = bar ? bar - text : row.end;
		if (!bar || p == row.start || text[p - 1] != '\\')
			break;
		p++;
	}
	*pos = p + 1;
	cell->end = p;
	while (cell->start < cell->end && is_blank(text[cell->start]))
		cell->start++;
	while (cell->start < cell->end && is_blank(text[cell->end - 1]))
		cell->end--;
	return true;
}

/* Columns of a delimiter row (| --- | :-: |), 0 when it is none: cells of dashes, with colons at
 * their ends or none. */
static int
syntax_delimiter_row(const char *text, Line row)
{
	int			pos = -1;
	int			count = 0;
	Line		cell;

	while (syntax_row_cell(text, row, &pos, &cell))
	{
		int			start = cell.start;
		int			end = cell.end;

		if (start < end && text[start] == ':')
			start++;
		if (start < end && text[end - 1] == ':')
			end--;
		if (start >= end)
			return 0;
		for (; start < end; start++)
			if (text[start] != '-')
				return 0;
		count++;
	}
	return count;
}

bool
prose_table_open(Reader *r)
{
	Prose	   *prose = r->prose;
	Line		row = {r->nonspace, r->line_end};
	Line		header = prose->lines.items[prose->lines.count - 1];
	int			header_start = r->leaf_start;
	char		first = r->text[r->nonspace];
	int			columns;
	int			cells = 0;
	int			pos = -1;
	Line		cell;

	if (r->indent >= CODE_INDENT ||
		(first != '|' && first != ':' && first != '-') ||
		leaf_block(r)->kind != BLOCK_PARAGRAPH ||
		(columns = syntax_delimiter_row(r->text, row)) == 0)
		return false;
	while (syntax_row_cell(r->text, header, &pos, &cell))
		cells++;
	if (columns != cells)
		return false;
	if (leaf_block(r)->nlines > 1)
	{
		/* the lines before the header stay a paragraph */
		prose->lines.count--;
		leaf_block(r)->nlines--;
		leaf_block(r)->end = header_start;
		leaf_open(r, BLOCK_TABLE, LEAF_TABLE)->start = header_start;
		*VEC_PUSH(&prose->lines) = header;
		leaf_block(r)->nlines = 1;
	}
	leaf_block(r)->kind = BLOCK_TABLE;
	leaf_block(r)->columns = columns;
	r->leaf = LEAF_TABLE;
	leaf_add_line(r, r->nonspace);
	return true;
}
