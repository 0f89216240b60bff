/*
 * markdown_table.c
 *		Where GFM sees the cells of a table, for md4c, which sees them elsewhere.
 *
 * GFM cuts a row at every bar without a backslash before it, and then reads each
 * cell.  md4c reads the row first, and what code, a link or HTML goes over is no
 * border to it:
 *
 *		| rent `|` | area |		three cells, "rent `", "`" and "area"; to md4c two
 *
 * So what has no counterpart in its own cell is masked (see markdown.c), for it
 * is text there: back-ticks, brackets, '<', the '(' behind a label; and bars with
 * a backslash.  Tables are looked for with no more than lines: a row of
 * delimiters below a line of as many cells, and the lines up to an empty one or
 * another block.  document.c is not asked: memo_verify does not trust it.
 */
#include "markdown/markdown_internal.h"

#define LONGEST_TICKS	32		/* of a code span, to md4c */

/* A line of the text without the marks of quotes and lists before it. */
typedef Line Row;

/* What ends a table without an empty line; to md4c it is one more row. */
typedef enum Behind
{
	BEHIND_NOTHING,
	BEHIND_CODE,				/* indented */
	BEHIND_FENCE,
	BEHIND_HTML,
	BEHIND_TEXT					/* a paragraph behind one of these */
} Behind;

typedef struct TableScan
{
	Slice		text;
	char	   *masked;
	Markdown   *markdown;		/* gets the bars */
	Row			before;			/* the line before, empty = none */
	bool		in_table;
	bool		at_margin;		/* the table is not indented */
	Behind		behind;			/* what goes on behind its rows */
	const char *html_end;		/* text that ends its HTML, NULL = an empty line */
	bool		html_ended;		/* on the line before */
	int			columns;		/* of the table */
	char		fence;			/* the open one's character, or 0 */
	int			fence_len;
				VEC(int) open;	/* brackets of the cell */
} TableScan;

static bool
is_cell_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* ------------------------------------------------------------------- a cell */

static int
run_end(const TableScan *scan, int pos, int end)
{
	int			start = pos;

	while (pos < end && scan->text.data[pos] == scan->text.data[start])
		pos++;
	return pos;
}

/* The last run of each length of back-ticks in a cell. */
static void
find_ticks(const TableScan *scan, Row cell, int *last)
{
	for (int i = 0; i <= LONGEST_TICKS; i++)
		last[i] = -1;
	for (int pos = cell.start; pos < cell.end; pos++)
	{
		int			start = pos;

		if (scan->text.data[pos] != '`')
			continue;
		pos = run_end(scan, pos, cell.end);
		if (pos - start <= LONGEST_TICKS)
			last[pos - start] = start;
	}
}

/* A code span's end, or that of the back-ticks, masked, that begin none. */
static int
skip_code(TableScan *scan, int pos, int end, const int *last)
{
	int			after = run_end(scan, pos, end);
	int			len = after - pos;

	if (len > LONGEST_TICKS || last[len] < after)
	{
		memset(scan->masked + pos, '\'', len);
		return after;
	}
	for (int i = after;;)
	{
		int			run = i;

		if (scan->text.data[i] != '`')
		{
			i++;
			continue;
		}
		i = run_end(scan, i, end);
		if (i - run == len)
			return i;
	}
}

/* Masks what a cell leaves open or closes. */
static void
mask_cell(TableScan *scan, Row cell)
{
	const char *text = scan->text.data;
	const char *close = memrchr(text + cell.start, ')', cell.end - cell.start);
	const char *angle = memrchr(text + cell.start, '>', cell.end - cell.start);
	int			last[LONGEST_TICKS + 1];

	if (memchr(text + cell.start, '`', cell.end - cell.start) != NULL)
		find_ticks(scan, cell, last);
	scan->open.count = 0;
	for (int pos = cell.start; pos < cell.end; pos++)
	{
		char		c = scan->masked[pos];

		if (c == '\\')
			pos++;
		else if (c == '`')
			pos = skip_code(scan, pos, cell.end, last) - 1;
		else if (c == '<' && (angle == NULL || angle < text + pos))
			scan->masked[pos] = '{';
		else if (c == '[')
			*VEC_PUSH(&scan->open) = pos;
		else if (c == ']' && scan->open.count == 0)
			scan->masked[pos] = '}';
		else if (c == ']')
		{
			scan->open.count--;
			if (pos + 1 < cell.end && text[pos + 1] == '(' && (close == NULL || close < text + pos))
				scan->masked[pos + 1] = '{';
		}
	}
	for (int i = 0; i < scan->open.count; i++)
		scan->masked[scan->open.items[i]] = '{';
}

/* A cell that GFM drops, for the header has no column for it.  md4c, which counts
 * no empty cell, may show it: it has no code or HTML in any case. */
static void
mask_dropped(TableScan *scan, Row cell)
{
	for (int pos = cell.start; pos < cell.end; pos++)
		if (scan->masked[pos] == '`' || scan->masked[pos] == '<')
			scan->masked[pos] = '{';
}

/* Cell by cell; a bar is a border unless a backslash stands before it. */
static void
mask_row(TableScan *scan, Row row)
{
	const char *text = scan->text.data;
	Row			cell = row;
	int			ncells = text[row.start] == '|' ? -1 : 0;

	for (int pos = row.start; pos <= row.end; pos++)
	{
		if (pos < row.end && text[pos] != '|')
			continue;
		if (pos < row.end && pos > row.start && text[pos - 1] == '\\')
		{
			scan->masked[pos] = '{';
			continue;
		}
		CHECK_FOR_INTERRUPTS();
		if (pos < row.end)
			*VEC_PUSH(&scan->markdown->bars) = pos;
		cell.end = pos;
		if (ncells++ < scan->columns)
			mask_cell(scan, cell);
		else
			mask_dropped(scan, cell);
		cell.start = pos + 1;
	}
}

/* ------------------------------------------------------------------- a line */

static int
count_cells(Slice text, Row row)
{
	int			count = 1;

	while (row.end > row.start && is_cell_blank(text.data[row.end - 1]))
		row.end--;
	if (row.start < row.end && text.data[row.start] == '|')
		row.start++;
	for (int i = row.start; i + 1 < row.end; i++)
		count += text.data[i] == '|' && (i == row.start || text.data[i - 1] != '\\');
	return count;
}

/* Dashes, colons and at least one bar, in each cell a dash. */
static bool
is_delimiter_row(Slice text, Row row)
{
	bool		has_dash = false;
	bool		has_bar = false;

	if (row.end - row.start > 1 && text.data[row.start] == '-' && is_cell_blank(text.data[row.start + 1]))
		return false;			/* begins a list */
	for (int i = row.start; i < row.end; i++)
	{
		char		c = text.data[i];

		if (c != '|' && c != '-' && c != ':' && !is_cell_blank(c))
			return false;
		if (c == '|' && i > row.start && !has_dash)
			return false;
		has_dash = c == '-' || (c != '|' && has_dash);
		has_bar |= c == '|';
	}
	return has_bar;
}

/* The line without quote marks and, for what may begin a block, list markers. */
static Row
strip_containers(Slice text, Row line, bool lists)
{
	for (;;)
	{
		int			pos = line.start;

		while (pos < line.end && (is_cell_blank(text.data[pos]) || text.data[pos] == '>'))
			pos++;
		line.start = pos;
		while (pos < line.end && isdigit((unsigned char) text.data[pos]))
			pos++;
		if (!lists || pos + 1 >= line.end || !is_cell_blank(text.data[pos + 1]) ||
			strchr(pos > line.start ? ".)" : "-*+", text.data[pos]) == NULL)
			return line;
		line.start = pos + 1;
	}
}

/* Does a line of a fence begin here, or another block that ends a table? */
static bool
is_fence(const TableScan *scan, Row row)
{
	char		c = row.start < row.end ? scan->text.data[row.start] : '\0';

	if (row.start > 0 && scan->masked[row.start - 1] == MASKED_INDENT)
		return false;
	return (c == '`' || c == '~') && run_end(scan, row.start, row.end) - row.start >= 3;
}

static void
read_fence(TableScan *scan, Row row)
{
	int			len = run_end(scan, row.start, row.end) - row.start;

	if (scan->fence == '\0')
	{
		scan->fence = scan->text.data[row.start];
		scan->fence_len = len;
	}
	else if (scan->text.data[row.start] == scan->fence && len >= scan->fence_len)
		scan->fence = '\0';
}

/* md4c makes a table of as many cells as the delimiters have, whatever the line
 * above has: GFM then makes none. */
static void
mask_delimiters(TableScan *scan, Row row)
{
	char	   *dash = memrchr(scan->masked + row.start, '-', row.end - row.start);

	if (dash != NULL)
		*dash = '.';
}

/* The bytes of a line if it is made of one character and blanks, else 0. */
static int
count_of_rule(Slice text, Row row)
{
	int			count = 0;

	for (int i = row.start; i < row.end; i++)
	{
		if (is_cell_blank(text.data[i]))
			continue;
		if (text.data[i] != text.data[row.start] || strchr("-=*_", text.data[i]) == NULL)
			return 0;
		count++;
	}
	return count;
}

/* "---" behind a row is a rule, "===" one more row.  To md4c, which sees no table
 * where the delimiters have less than three characters a cell, both would make a
 * heading of it. */
static void
read_rule(TableScan *scan, Row row)
{
	bool		is_rule = scan->text.data[row.start] != '=' && count_of_rule(scan->text, row) >= 3;

	for (int i = row.start; i < row.end; i++)
		if (!is_cell_blank(scan->text.data[i]))
			scan->masked[i] = is_rule ? '*' : '.';
	scan->in_table = !is_rule;
}

/* Four columns of blanks, and no mark of a quote or list. */
static bool
is_indented(const TableScan *scan, Row line, Row row)
{
	int			columns = 0;

	for (int i = line.start; i < row.start; i++)
	{
		if (scan->text.data[i] == '>')
			return false;
		columns += scan->text.data[i] == '\t' ? 4 : 1;
	}
	return columns >= 4 && row.start < row.end;
}

/* Does a block of HTML begin that ends a table?  "<b>bold</b>" is a cell. */
bool
markdown_begins_html(Slice text, Line row)
{
	static const char *const tags[] = {
		"address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup", "dd", "details",
		"dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4",
		"h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol",
		"optgroup", "option", "p", "param", "pre", "script", "search", "section", "source", "style", "summary", "table", "tbody", "td",
		"textarea", "tfoot", "th", "thead", "title", "tr", "track", "ul",
	};
	int			start = row.start + 1;
	int			end;

	if (row.end - row.start < 2 || text.data[row.start] != '<')
		return false;
	if (strchr("!?", text.data[start]) != NULL)
		return markdown_html_end(text, row) != NULL;
	start += text.data[start] == '/';
	for (end = start; end < row.end && isalnum((unsigned char) text.data[end]); end++)
		;
	for (int i = 0; i < (int) lengthof(tags); i++)
		if (end - start == (int) strlen(tags[i]) && pg_strncasecmp(text.data + start, tags[i], end - start) == 0)
			return true;
	return false;
}

/* What ends a block of HTML that begins with that row. */
const char *
markdown_html_end(Slice text, Line row)
{
	static const char *const ends[][2] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};

	for (int i = 0; i < (int) lengthof(ends); i++)
		if (row.end - row.start >= (int) strlen(ends[i][0]) &&
			memcmp(text.data + row.start, ends[i][0], strlen(ends[i][0])) == 0)
			return ends[i][1][1] != '\0' || (row.end - row.start > 2 && isalpha((unsigned char) text.data[row.start + 2])) ? ends[i][1] : NULL;
	return NULL;
}

static Behind
begins_behind(const TableScan *scan, Row line, Row row)
{
	if (scan->behind != BEHIND_TEXT && scan->at_margin && is_indented(scan, line, row))
		return BEHIND_CODE;
	if (is_fence(scan, row))
		return BEHIND_FENCE;
	if (markdown_begins_html(scan->text, row))
		return BEHIND_HTML;
	return scan->in_table ? BEHIND_NOTHING : BEHIND_TEXT;
}

static bool
goes_on(const TableScan *scan, Row line, Row row)
{
	switch (scan->behind)
	{
		case BEHIND_CODE:
			return is_indented(scan, line, row);
		case BEHIND_FENCE:
			return scan->fence != '\0';
		default:
			return scan->behind == BEHIND_HTML && !scan->html_ended;
	}
}

/* Does the line begin a heading, or a block of HTML? */
static bool
begins_other(Slice text, Row row)
{
	int			level = 0;

	while (row.start + level < row.end && text.data[row.start + level] == '#')
		level++;
	if (level > 0)
		return level <= 6 && (row.start + level == row.end || strchr(" \t", text.data[row.start + level]) != NULL);
	return markdown_begins_html(text, row);
}

/* Does a quote or an item of a list begin on the line? */
static bool
opens_container(Slice text, Row line)
{
	Row			row = strip_containers(text, line, true);

	for (int pos = line.start; pos < row.start; pos++)
		if (!is_cell_blank(text.data[pos]))
			return true;
	return false;
}

static void
read_line(TableScan *scan, Row line)
{
	Row			row = strip_containers(scan->text, line, false);
	Row			before = scan->before;

	scan->before = (Row) {0, 0};
	if (scan->in_table && scan->at_margin && !is_indented(scan, line, row) && opens_container(scan->text, line))
		scan->in_table = false;
	if (row.start == row.end)
		scan->behind = BEHIND_NOTHING;	/* md4c sees no more rows from here on */
	else if (scan->in_table || (scan->behind != BEHIND_NOTHING && !goes_on(scan, line, row)))
	{
		scan->behind = begins_behind(scan, line, row);
		scan->html_end = markdown_html_end(scan->text, row);
	}
	scan->html_ended = scan->html_end != NULL && row.start < row.end &&
		memmem(scan->text.data + row.start, row.end - row.start, scan->html_end, strlen(scan->html_end)) != NULL;
	if (scan->behind == BEHIND_HTML)
		*VEC_PUSH(&scan->markdown->html_lines) = row;
	else if (scan->behind == BEHIND_CODE || scan->behind == BEHIND_FENCE)
		*VEC_PUSH(&scan->markdown->code_lines) = row;
	if (scan->behind != BEHIND_NOTHING)
		scan->in_table = false;
	if (scan->behind == BEHIND_CODE || scan->behind == BEHIND_HTML)
		return;
	if (is_fence(scan, row))
	{
		scan->in_table = false;
		read_fence(scan, row);
	}
	else if (scan->fence != '\0')
		return;
	else if (row.start == row.end || begins_other(scan->text, row))
		scan->in_table = false;
	else if (scan->in_table && count_of_rule(scan->text, row) > 0)
		read_rule(scan, row);
	else if (scan->in_table)
		mask_row(scan, row);
	else if (before.start < before.end && is_delimiter_row(scan->text, row))
	{
		scan->columns = count_cells(scan->text, row);
		scan->in_table = count_cells(scan->text, before) == scan->columns;
		scan->at_margin = row.start == line.start;
		if (scan->in_table)
			mask_row(scan, before);
		else
			mask_delimiters(scan, row);
	}
	else
		scan->before = strip_containers(scan->text, line, true);
}

void
markdown_mask_tables(Markdown *markdown, char *masked)
{
	TableScan	scan = {.text = {markdown->text, markdown->len}, .masked = masked, .markdown = markdown};

	if (markdown->len == 0 || memchr(markdown->text, '|', markdown->len) == NULL)
		return;
	for (int start = 0; start < markdown->len;)
	{
		const char *newline = memchr(markdown->text + start, '\n', markdown->len - start);
		int			end = newline ? (int) (newline - markdown->text) : markdown->len;

		CHECK_FOR_INTERRUPTS();
		read_line(&scan, (Row) {start, end});
		start = end + 1;
	}
	if (scan.open.items)
		pfree(scan.open.items);
}
