/*
 * document.c
 *		Reads the structure of an agent's Markdown: blocks, then (inline.c)
 *		zones and markers.  Sentences and words are in sentence.c.
 *
 * The block pass goes line by line as CommonMark's appendix describes, but
 * builds no tree: a stack of open containers (quotes, list items, footnote
 * definitions) and at most one open leaf.  For each line:
 *
 * 1. container_continues: which open containers does the line continue?
 * 2. leaf_continue: an open fence, HTML or indented code takes the line whole.
 * 3. prose_block_open, again and again: does a new container or leaf start here?
 *	  Only now are the containers closed that the line did not continue.
 * 4. text_add: what is left is text: of the open paragraph (also lazily, when
 *	  containers were not continued), of the open table, or of a new paragraph.
 *
 * Example, with the open paragraph "a" in a quote in an item:
 *
 *		- > a
 *		b				continues no container, opens nothing: lazy text of "a"
 *		[^1]: c			opens a note definition: closes all, then paragraph "c"
 *			d			4 columns: continues the definition and its paragraph
 *
 * Link definitions are cut from the head of a paragraph when it closes.
 */
#include "markdown/markdown_internal.h"

static void line_read(Reader *r);

/* ------------------------------------------------------------------ entry */

static bool
text_is_ascii(const char *text, int len)
{
	int			i = 0;

	while (i + 8 <= len && are_ascii(eight_bytes(text + i)))
		i += 8;
	while (i < len && (unsigned char) text[i] < 0x80)
		i++;
	return i == len;
}

/* Steps to the next line: LF, CR LF and a lone CR end one. */
static bool
line_next(Reader *r)
{
	const char *hit;

	r->line_start = r->line_next;
	if (r->line_start >= r->len)
		return false;
	if (r->newline < r->line_start)
	{
		hit = memchr(r->text + r->line_start, '\n', r->len - r->line_start);
		r->newline = hit ? hit - r->text : r->len;
	}
	r->line_end = r->newline;
	r->line_next = Min(r->newline + 1, r->len);
	if (r->has_cr &&
		(hit = memchr(r->text + r->line_start, '\r', r->newline - r->line_start)))
	{
		r->line_end = hit - r->text;
		if (r->line_end + 1 < r->newline)
			r->line_next = r->line_end + 1;
	}
	for (int i = 0; i < 2; i++)
		if (r->line_start == r->wrapping[i].start && r->wrapping[i].end > 0)
			r->line_end = r->line_start;
	r->raw_end = r->line_end;
	while (r->line_end > r->line_start && is_blank(r->text[r->line_end - 1]))
		r->line_end--;
	r->pos = r->line_start;
	r->column = r->in_tab = 0;
	r->nonspace = -1;
	return true;
}

/* What the body's end leaves open: would swallow the sections after it. */
static void
leaf_leave_open(Reader *r)
{
	TextBlock  *block = &r->prose->blocks.items[r->prose->blocks.count - 1];
	char	   *closer;

	if (r->depth > 0)
		return;					/* the end of its container closes it */
	if (r->leaf == LEAF_FENCE)
	{
		closer = palloc(r->fence_len + 1);
		memset(closer, r->fence_char, r->fence_len);
		closer[r->fence_len] = '\0';
		block->closer = closer;
	}
	else if (r->leaf == LEAF_HTML && r->html_kind <= 5)
		block->closer = r->html_closer;
	block->is_open = block->closer != NULL;
}

static Prose *
read_text(Reader *r, const Prose *empty)
{
	Prose	   *prose = palloc(sizeof(Prose));
	int			next_check = 0;

	*prose = *empty;
	r->prose = prose;
	r->text = prose->text;
	r->len = prose->len;
	r->has_cr = r->len > 0 && memchr(r->text, '\r', r->len) != NULL;
	r->newline = -1;
	r->blank_depth = NO_BLANK;
	memcpy(r->wrapping, prose->wrapping, sizeof(r->wrapping));

	while (line_next(r))
	{
		if (r->line_start >= next_check)
		{
			CHECK_FOR_INTERRUPTS();
			next_check = r->line_start + PROSE_CHECK_BYTES;
		}
		line_read(r);
	}
	if (r->leaf != LEAF_NONE)
		leaf_leave_open(r);
	containers_close(r, 0);
	inline_parse(prose, r->note_markers.items);
	return prose;
}

#define LONGEST_BESIDE	200		/* bytes of a sentence */

/* Does a text consist of one fence, with a sentence before and behind it at most?  Fills the
 * lines of the fence in, and what it says it has. */
static bool
is_wrapped(const Prose *prose, Prose *inside, Slice *info)
{
	const TextBlock *blocks = prose->blocks.items;
	int			count = prose->blocks.count;
	int			fence = 0;
	const Line *lines;

	while (fence < count && blocks[fence].kind != BLOCK_CODE)
		fence++;
	if (fence > 1 || fence + 2 < count || fence >= count || !blocks[fence].is_fenced ||
		blocks[fence].nlines < 2 || blocks[fence].markers_at > 0)
		return false;
	for (int i = 0; i < count; i++)
		if (blocks[i].depth > 0 || blocks[i].note_def >= 0 ||
			(i != fence && (blocks[i].kind != BLOCK_PARAGRAPH || blocks[i].nlines > 1 ||
							blocks[i].end - blocks[i].start > LONGEST_BESIDE)))
			return false;
	lines = &prose->lines.items[blocks[fence].first_line];
	*info = (Slice) {prose->text + lines[0].start, lines[0].end - lines[0].start};
	while (info->len > 0 && (info->data[0] == '`' || info->data[0] == '~'))
		info->data++, info->len--;
	*info = slice_trim(*info);
	inside->wrapping[0] = (Line) {blocks[fence].start, lines[0].end};
	if (blocks[fence].is_closed)
	{
		Line		last = lines[blocks[fence].nlines - 1];

		while (last.start > 0 && prose->text[last.start - 1] != '\n' &&
			   prose->text[last.start - 1] != '\r')
			last.start--;
		inside->wrapping[1] = last;
	}
	return true;
}

/* Models wrap an answer in a fence: what stands in it is read as Markdown where the extension
 * finds that it is. */
static Prose *
parse(const char *text, int len, bool is_prose, const MarkdownExtension *extension)
{
	Reader		settings = {.is_prose = is_prose};
	Prose		empty = {.extension = extension, .text = text, .len = len,
		.is_ascii = text_is_ascii(text, len)};
	Reader	   *r = palloc(sizeof(Reader));
	Prose	   *prose;
	Prose	   *inside;
	Slice		info;
	bool		says_markdown;

	*r = settings;
	prose = read_text(r, &empty);
	if (extension->unwraps == NULL || !is_wrapped(prose, &empty, &info))
		return prose;
	says_markdown = (info.len == 8 && pg_strncasecmp(info.data, "markdown", 8) == 0) ||
		(info.len == 2 && pg_strncasecmp(info.data, "md", 2) == 0);
	if (info.len > 0 && !says_markdown)
		return prose;
	*r = settings;
	inside = read_text(r, &empty);
	return extension->unwraps(inside, says_markdown) ? inside : prose;
}

Prose *
prose_parse(const char *text, int len, const MarkdownExtension *extension)
{
	return parse(text, len, false, extension);
}

Prose *
prose_parse_as_prose(const char *text, int len, const MarkdownExtension *extension)
{
	return parse(text, len, true, extension);
}

static int
compare_lines(const void *a, const void *b)
{
	return ((const Line *) a)->start - ((const Line *) b)->start;
}

void
lines_sort(Line *lines, int count)
{
	if (count > 1)
		qsort(lines, count, sizeof(Line), compare_lines);
}

/* ------------------------------------------------------------- containers */

static bool
container_continues(Reader *r, const Container *container)
{
	line_measure(r);
	if (container->kind == CONTAINER_QUOTE)
	{
		if (r->indent >= CODE_INDENT || line_is_blank(r) ||
			r->text[r->nonspace] != '>')
			return false;
		quote_mark_skip(r);
		return true;
	}
	if (line_is_blank(r))
	{
		/* An item that begins with a blank line ends at a second one. */
		columns_advance(r, container->indent);
		return container->has_child;
	}
	if (r->indent < container->indent)
		return false;
	columns_advance(r, container->indent);
	return true;
}

/* ------------------------------------------------------------------- lines */

/* A line of text: of the open paragraph or table, or of a new paragraph. */
static void
text_add(Reader *r)
{
	if (r->leaf == LEAF_PARAGRAPH)
	{
		if (r->matched == r->depth && prose_table_open(r))
			return;
		if (leaf_block(r)->kind == BLOCK_SOURCE_LINE && !prose_source_continues(r))
			leaf_open(r, BLOCK_PARAGRAPH, LEAF_PARAGRAPH);
	}
	else if (r->leaf != LEAF_TABLE || r->matched < r->depth ||
			 (r->text[r->nonspace] == '|' && r->nonspace + 1 == r->line_end))
		leaf_open(r, BLOCK_PARAGRAPH, LEAF_PARAGRAPH);	/* "|" is no row */
	leaf_add_line(r, r->nonspace);
}

/* Models write "``` [SRC:3]" or "``` [^3]".  The markers leave the text, so the fence does
 * close there, although in the agent's body it would not. */
static bool
only_markers_follow(const Reader *r, int pos)
{
	const MarkdownExtension *extension = r->prose->extension;

	while (pos < r->line_end)
	{
		Marker		marker;

		if (is_blank(r->text[pos]))
			pos++;
		else if (extension->match(r->text, r->line_end, pos, false, &marker) &&
				 marker_is(r->prose, &marker, ROLE_CITES) && !marker.is_escaped)
			pos = marker.start + marker.len;
		else
			return false;
	}
	return true;
}

/* Fenced code takes each line until its closing fence. */
static void
fence_continue(Reader *r)
{
	int			after = r->nonspace;

	if (r->indent < CODE_INDENT && after < r->line_end &&
		r->text[after] == r->fence_char)
		after = line_run_end(r, after);
	if (after - r->nonspace >= r->fence_len && only_markers_follow(r, after))
	{
		if (after < r->line_end)
			leaf_block(r)->markers_at = after;
		leaf_block(r)->is_closed = true;
		r->leaf = LEAF_NONE;
	}
	else
		columns_advance(r, line_is_blank(r) ? r->fence_indent : Min(r->indent, r->fence_indent));
	verbatim_add_line(r, r->pos);
}

/* Gives the line to an open leaf whose content is no Markdown. */
static bool
leaf_continue(Reader *r)
{
	if (r->leaf == LEAF_FENCE)
		fence_continue(r);
	else if (r->leaf == LEAF_HTML && (r->html_kind < 6 || !line_is_blank(r)))
	{
		verbatim_add_line(r, r->pos);
		if (syntax_html_block_ends(r->text, r->line_end, r->pos, r->html_kind))
			r->leaf = LEAF_NONE;
	}
	else if (r->leaf == LEAF_INDENTED && (r->indent >= CODE_INDENT || line_is_blank(r)))
	{
		columns_advance(r, CODE_INDENT);
		verbatim_add_line(r, r->pos);
		if (!line_is_blank(r))
		{
			r->code_lines = leaf_block(r)->nlines;
			r->code_end = r->line_next;
		}
	}
	else
		return false;
	return true;
}

/* A line, whose containers are known. */
static void
line_take(Reader *r)
{
	if (r->matched == r->depth && leaf_continue(r))
		return;
	for (;;)
	{
		Opened		opened;

		if (line_is_blank(r))
		{
			containers_close(r, r->matched);
			if (r->in_note)		/* without text it has an empty paragraph, for its marker */
				leaf_line(r, BLOCK_PARAGRAPH);
			return;
		}
		opened = prose_block_open(r);
		if (opened == OPENED_LEAF)
			return;
		if (opened == OPENED_NOTHING)
			break;
		line_measure(r);
	}
	text_add(r);
}

/* Which containers is a blank line one to?  A quote's is none to what is around it. */
static int
blank_depth(const Reader *r)
{
	int			depth = r->matched;

	while (depth > 0 && r->containers[depth - 1].kind != CONTAINER_QUOTE)
		depth--;
	return depth;
}

static void
line_read(Reader *r)
{
	int			blank = NO_BLANK;

	for (r->matched = 0; r->matched < r->depth; r->matched++)
		if (!container_continues(r, &r->containers[r->matched]))
			break;
	r->in_note = false;
	line_measure(r);
	if (line_is_blank(r) &&
		!(r->matched == r->depth &&
		  (r->leaf == LEAF_FENCE || (r->leaf == LEAF_HTML && r->html_kind < 6))))
		blank = blank_depth(r);
	line_take(r);
	r->blank_depth = blank;
}
