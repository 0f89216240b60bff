/*
 * markdown_indent.c
 *		Which indented lines are text, for md4c 0.4.8, which takes them for more,
 *		and which are code, where it sees text.
 *
 *		The formula is:			a paragraph of three lines with a code span in
 *		    ```					it; to md4c a fence opens here, which the line
 *		    a = b				below does not close, for that is indented, too
 *		    ```
 *
 * A line of text goes on with a paragraph when it is indented by four columns or
 * more, whatever it begins with (CommonMark, chapters 4.5 and 4.6): the blank
 * before a fence or a '<' is masked there, and taken out of md4c's texts again
 * (markdown.c).  Lines so indented directly behind HTML, or a fence that its quote's end
 * closes, or behind an empty item, are code: those are listed, as the code behind a
 * table is.
 *
 * What is a paragraph needs the quotes and lists around it: "- a" and four blanks
 * before a fence are two columns more than the item has.  So lines are read as
 * CommonMark's appendix says, in so far as that takes; document.c is not asked:
 * memo_verify does not trust it.
 */
#include "markdown/markdown_internal.h"

#define MAX_CONTAINERS	100
#define QUOTE			0		/* as the columns of an item: none has so few */

typedef enum Leaf
{
	LINE_NONE,
	LINE_PARAGRAPH,
	LINE_TABLE,
	LINE_CODE,					/* indented */
	LINE_FENCE,					/* behind these md4c sees no indented code */
	LINE_HTML,
	LINE_HTML_ENDED,			/* on the line before */
	LINE_EMPTY_ITEM,			/* ended on an empty line */
	LINE_CODE_BEHIND			/* indented, behind one of these */
} Leaf;

typedef struct IndentScan
{
	Slice		text;
	char	   *masked;
	Markdown   *markdown;		/* gets the lines of code */
	int			items[MAX_CONTAINERS];	/* columns of an item's text, or QUOTE */
	bool		has_text[MAX_CONTAINERS];
	int			depth;
	int			matched;		/* containers that the line goes on with or opened */
	Leaf		leaf;
	char		fence;
	int			fence_len;
	const char *html_end;		/* NULL = an empty line */

	/* the line: what is before pos is read */
	int			pos;
	int			column;
	int			end;
	int			nonspace;
	int			indent;			/* columns between pos and nonspace */
} IndentScan;

static void
measure(IndentScan *scan)
{
	int			column = scan->column;

	for (scan->nonspace = scan->pos; scan->nonspace < scan->end; scan->nonspace++)
	{
		char		c = scan->text.data[scan->nonspace];

		if (c != ' ' && c != '\t')
			break;
		column += c == '\t' ? 4 - column % 4 : 1;
	}
	scan->indent = column - scan->column;
}

static void
advance(IndentScan *scan, int columns)
{
	while (columns > 0 && scan->pos < scan->nonspace)
	{
		int			width = scan->text.data[scan->pos] == '\t' ? 4 - scan->column % 4 : 1;

		scan->column += Min(width, columns);
		scan->pos += width <= columns;	/* a tab's rest still counts */
		columns -= width;
	}
	measure(scan);
}

/* Goes on behind a mark at nonspace, and a blank. */
static void
skip_mark(IndentScan *scan, int len)
{
	scan->column += scan->indent + len;
	scan->pos = scan->nonspace + len;
	measure(scan);
}

static bool
is_empty(const IndentScan *scan)
{
	return scan->nonspace == scan->end;
}

static char
first_char(const IndentScan *scan)
{
	return is_empty(scan) ? '\n' : scan->text.data[scan->nonspace];
}

/* Bytes of the run of one character at nonspace. */
static int
run_length(const IndentScan *scan)
{
	int			pos = scan->nonspace;

	while (pos < scan->end && scan->text.data[pos] == first_char(scan))
		pos++;
	return pos - scan->nonspace;
}

static bool
only_blanks(const IndentScan *scan, int pos)
{
	while (pos < scan->end && strchr(" \t", scan->text.data[pos]) != NULL)
		pos++;
	return pos == scan->end;
}

/* -------------------------------------------------------------- containers */

static void
match_containers(IndentScan *scan)
{
	for (scan->matched = 0; scan->matched < scan->depth; scan->matched++)
	{
		int			columns = scan->items[scan->matched];

		if (columns == QUOTE)
		{
			if (scan->indent >= CODE_INDENT || first_char(scan) != '>')
				return;
			skip_mark(scan, 1);
			advance(scan, 1);
		}
		else if (is_empty(scan) ? !scan->has_text[scan->matched] : scan->indent < columns)
			return;
		else
			advance(scan, columns);
	}
}

/* Closes what the line does not go on with. */
static void
close_containers(IndentScan *scan, Leaf leaf)
{
	scan->depth = scan->matched;
	scan->leaf = leaf;
	for (int i = 0; i < scan->depth && leaf != LINE_NONE; i++)
		scan->has_text[i] = true;
}

/* An empty line ends an item that has been empty so far. */
static void
read_empty_line(IndentScan *scan)
{
	bool		is_behind = scan->leaf == LINE_EMPTY_ITEM;

	is_behind |= scan->matched < scan->depth && scan->items[scan->matched] != QUOTE;
	close_containers(scan, LINE_NONE);
	if (is_behind)
		scan->leaf = LINE_EMPTY_ITEM;
}

/* Bytes of a list's mark at nonspace, 0 when there is none. */
static int
item_mark(const IndentScan *scan)
{
	const char *text = scan->text.data;
	int			pos = scan->nonspace;

	while (pos < scan->end && pos - scan->nonspace < 9 && isdigit((unsigned char) text[pos]))
		pos++;
	if (pos == scan->end || strchr(pos > scan->nonspace ? ".)" : "-*+", text[pos]) == NULL)
		return 0;
	pos++;
	if (pos < scan->end && strchr(" \t", text[pos]) == NULL)
		return 0;
	if (scan->leaf == LINE_PARAGRAPH && scan->matched == scan->depth &&
		(only_blanks(scan, pos) || (isdigit((unsigned char) first_char(scan)) && (first_char(scan) != '1' || pos - scan->nonspace != 2))))
		return 0;				/* is text of the paragraph */
	return pos - scan->nonspace;
}

static bool
open_container(IndentScan *scan)
{
	bool		is_quote = first_char(scan) == '>';
	int			mark = is_quote ? 1 : item_mark(scan);
	int			columns = scan->indent + mark;

	if (mark == 0 || scan->matched == MAX_CONTAINERS)
		return false;
	close_containers(scan, LINE_NONE);
	skip_mark(scan, mark);
	if (is_quote)
		advance(scan, 1);
	else
	{
		int			blanks = is_empty(scan) || scan->indent > CODE_INDENT ? 1 : scan->indent;

		columns += blanks;
		advance(scan, blanks);
	}
	scan->items[scan->depth] = is_quote ? QUOTE : columns;
	scan->has_text[scan->depth] = is_quote;
	scan->matched = ++scan->depth;
	return true;
}

/* ------------------------------------------------------------------ leaves */

static bool
is_rule(const IndentScan *scan)
{
	int			count = 0;

	if (strchr("-*_", first_char(scan)) == NULL)
		return false;
	for (int i = scan->nonspace; i < scan->end; i++)
	{
		if (scan->text.data[i] == first_char(scan))
			count++;
		else if (strchr(" \t", scan->text.data[i]) == NULL)
			return false;
	}
	return count >= 3;
}

/* Does a heading stand here, or the line below one? */
static bool
is_heading(const IndentScan *scan)
{
	int			len = run_length(scan);
	char		c = first_char(scan);

	if (c == '#')
		return len <= 6 && (scan->nonspace + len == scan->end || strchr(" \t", scan->text.data[scan->nonspace + len]) != NULL);
	return (c == '=' || c == '-') && scan->leaf == LINE_PARAGRAPH && scan->matched == scan->depth && only_blanks(scan, scan->nonspace + len);
}

static bool
open_fence(IndentScan *scan)
{
	char		c = first_char(scan);
	int			len = run_length(scan);

	if ((c != '`' && c != '~') || len < 3 ||
		(c == '`' && memchr(scan->text.data + scan->nonspace + len, '`', scan->end - scan->nonspace - len) != NULL))
		return false;
	scan->fence = c;
	scan->fence_len = len;
	close_containers(scan, LINE_FENCE);
	return true;
}

static bool
has_html_end(const IndentScan *scan)
{
	return scan->html_end != NULL && memmem(scan->text.data + scan->pos, scan->end - scan->pos, scan->html_end, strlen(scan->html_end)) != NULL;
}

/* A tag that is a line of its own: HTML where it cannot be in a paragraph. */
static bool
is_lone_tag(const IndentScan *scan)
{
	const char *text = scan->text.data + scan->nonspace;
	int			len = scan->end - scan->nonspace;

	while (len > 0 && strchr(" \t", text[len - 1]) != NULL)
		len--;
	return len > 2 && text[len - 1] == '>' && (isalpha((unsigned char) text[1]) || text[1] == '/') &&
		memchr(text + 1, '<', len - 1) == NULL && memchr(text, '>', len - 1) == NULL && memchr(text, ':', len) == NULL;
}

/* What ends HTML that begins here, NULL = an empty line. */
static const char *
html_end(const IndentScan *scan)
{
	static const char *const raw[][2] = {{"<pre", "</pre>"}, {"<script", "</script>"}, {"<style", "</style>"}, {"<textarea", "</textarea>"}};
	const char *text = scan->text.data + scan->nonspace;
	int			len = scan->end - scan->nonspace;

	for (int i = 0; i < (int) lengthof(raw); i++)
	{
		int			name = (int) strlen(raw[i][0]);

		if (len >= name && pg_strncasecmp(text, raw[i][0], name) == 0 && (len == name || strchr("> \t", text[name]) != NULL))
			return raw[i][1];
	}
	return markdown_html_end(scan->text, (Line) {scan->nonspace, scan->end});
}

static bool
open_html(IndentScan *scan)
{
	Line		row = {scan->nonspace, scan->end};

	if (first_char(scan) != '<' ||
		(!markdown_begins_html(scan->text, row) && (scan->leaf == LINE_PARAGRAPH || !is_lone_tag(scan))))
		return false;
	scan->html_end = html_end(scan);
	close_containers(scan, has_html_end(scan) ? LINE_HTML_ENDED : LINE_HTML);
	return true;
}

/* Is the line one of an open fence or of HTML? */
static bool
continue_leaf(IndentScan *scan)
{
	if (scan->leaf == LINE_FENCE)
	{
		if (scan->indent < CODE_INDENT && first_char(scan) == scan->fence && run_length(scan) >= scan->fence_len &&
			only_blanks(scan, scan->nonspace + run_length(scan)))
			scan->leaf = LINE_NONE;
		return true;
	}
	if (scan->leaf != LINE_HTML || (scan->html_end == NULL && is_empty(scan)))
		return false;
	if (has_html_end(scan))
		scan->leaf = LINE_HTML_ENDED;
	return true;
}

/* A line of dashes and bars below text: markdown_table.c sees to the rest. */
static bool
is_delimiter_row(const IndentScan *scan)
{
	for (int i = scan->nonspace; i < scan->end; i++)
		if (strchr("|-: \t", scan->text.data[i]) == NULL)
			return false;
	return memchr(scan->text.data + scan->nonspace, '|', scan->end - scan->nonspace) != NULL;
}

/* Four columns or more: code, unless a paragraph goes on.  What md4c has read right
 * before must be a line of code or empty, else it sees no code. */
static void
read_indented(IndentScan *scan)
{
	bool		is_text = scan->leaf == LINE_PARAGRAPH;
	bool		is_behind = scan->leaf >= LINE_FENCE;

	if ((is_text || is_behind) &&
		(first_char(scan) == '<' || (strchr("`~", first_char(scan)) != NULL && run_length(scan) >= 3)))
		scan->masked[scan->nonspace - 1] = MASKED_INDENT;
	if (is_text)
		return;
	if (is_behind)
		*VEC_PUSH(&scan->markdown->code_lines) = (Line) {scan->nonspace, scan->end};
	close_containers(scan, is_behind ? LINE_CODE_BEHIND : LINE_CODE);
}

static void
read_line(IndentScan *scan)
{
	measure(scan);
	match_containers(scan);
	if (scan->matched == scan->depth && continue_leaf(scan))
		return;
	for (;;)
	{
		if (is_empty(scan))
			read_empty_line(scan);
		else if (scan->indent >= CODE_INDENT)
			read_indented(scan);
		else if (is_heading(scan) || is_rule(scan))
		{
			close_containers(scan, LINE_CODE);	/* there is a block */
			scan->leaf = LINE_NONE;
		}
		else if (open_fence(scan) || open_html(scan))
			;
		else if (open_container(scan))
			continue;
		else if (scan->leaf == LINE_PARAGRAPH && is_delimiter_row(scan))
			close_containers(scan, LINE_TABLE);
		else if (scan->leaf != LINE_PARAGRAPH && (scan->leaf != LINE_TABLE || scan->matched < scan->depth))
			close_containers(scan, LINE_PARAGRAPH);
		return;
	}
}

/* Is there a line that can be so far indented? */
static bool
has_indented_line(Slice text)
{
	return memmem(text.data, text.len, "    ", CODE_INDENT) != NULL || memchr(text.data, '\t', text.len) != NULL;
}

void
markdown_mask_indents(Markdown *markdown, char *masked)
{
	IndentScan	scan = {.text = {markdown->text, markdown->len}, .masked = masked, .markdown = markdown};

	if (markdown->len == 0 || !has_indented_line(scan.text))
		return;
	for (int start = 0; start < markdown->len;)
	{
		const char *newline = memchr(markdown->text + start, '\n', markdown->len - start);
		int			end = newline ? (int) (newline - markdown->text) : markdown->len;

		CHECK_FOR_INTERRUPTS();
		scan.pos = start;
		scan.column = 0;
		scan.end = end > start && markdown->text[end - 1] == '\r' ? end - 1 : end;
		read_line(&scan);
		start = end + 1;
	}
}
