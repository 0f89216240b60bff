/*
 * markdown_mask.c
 *		The copy of a text that md4c sees: some bytes are masked, so that it reads
 *		the text as GitHub does, and in time.
 *
 * Brackets become braces, '[' by '{' and ']' by '}': both are punctuation, so all
 * but links stays as it is.
 * - [^label] with MARKDOWN_FOOTNOTES, else md4c (which knows no footnotes) can
 *   make a link of it.
 * - All brackets in a run of more than LONG_BLOCK lines without a blank one.
 *   For each pair of brackets md4c 0.4.8 walks the lines of its block: 200,000
 *   lines "x[a] y" take 9 seconds in which nothing can cancel it.
 * A dash becomes a letter in a table's delimiter row that has not as many cells
 * as its header: to GitHub that is no table, md4c shows only as many cells as the
 * delimiter row has, and a reference in another one would be lost.
 */
#include "memocite.h"

#include "markdown.h"

#define LONG_BLOCK	4096		/* lines */

static bool
is_blank_line(const char *text, int start, int end)
{
	while (start < end && strchr(" \t\r", text[start]))
		start++;
	return start == end;
}

/* Byte after [^label], which has no blank and no bracket; 0 when it is none. */
static int
footnote_label_end(const char *text, int len, int pos)
{
	int			i = pos + 2;

	if (pos + 1 >= len || text[pos + 1] != '^')
		return 0;
	while (i < len && i < pos + 1000 && strchr(" \t\r\n[\\", text[i]) == NULL &&
		   text[i] != ']')
		i++;
	return i < len && text[i] == ']' && i > pos + 2 ? i + 1 : 0;
}

static void
mask_footnotes(const char *text, int len, char *masked)
{
	for (int i = 0; i < len; i++)
	{
		int			end;

		if (text[i] == '\\')
			i++;
		else if (text[i] == '[' && (end = footnote_label_end(text, len, i)) > 0)
		{
			masked[i] = '{';
			masked[end - 1] = '}';
			i = end - 1;
		}
	}
}

static void
mask_all(char *masked, int start, int end)
{
	for (int i = start; i < end; i++)
	{
		if (masked[i] == '[')
			masked[i] = '{';
		else if (masked[i] == ']')
			masked[i] = '}';
	}
}

static void
mask_long_blocks(const char *text, int len, char *masked)
{
	int			block_start = 0;
	int			nlines = 0;

	for (int start = 0; start < len;)
	{
		const char *newline = memchr(text + start, '\n', len - start);
		int			end = newline ? (int) (newline - text) : len;

		CHECK_FOR_INTERRUPTS();
		if (is_blank_line(text, start, end))
		{
			if (nlines > LONG_BLOCK)
				mask_all(masked, block_start, start);
			block_start = end;
			nlines = 0;
		}
		else
			nlines++;
		start = end + 1;
	}
	if (nlines > LONG_BLOCK)
		mask_all(masked, block_start, len);
}

/* --------------------------------------------------------------------- tables */

/* Bytes of quote marks, a list marker and blanks that a line begins with. */
static int
prefix_length(Slice line)
{
	int			pos = 0;
	int			digits;

	while (pos < line.len && strchr(" \t>", line.data[pos]) != NULL)
		pos++;
	for (digits = pos; digits < line.len && isdigit((unsigned char) line.data[digits]); digits++)
		;
	if (digits > pos && digits < line.len && strchr(".)", line.data[digits]) != NULL)
		pos = digits + 1;
	else if (pos + 1 < line.len && strchr("-*+", line.data[pos]) != NULL && line.data[pos + 1] == ' ')
		pos++;
	while (pos < line.len && strchr(" \t>", line.data[pos]) != NULL)
		pos++;
	return pos;
}

/* Cells of a table's row, as GFM splits it. */
static int
count_cells(Slice row)
{
	int			start = prefix_length(row);
	int			pipes = 0;
	bool		is_open = false;	/* there is text behind the last pipe */

	if (start < row.len && row.data[start] == '|')
		start++;
	for (int i = start; i < row.len; i++)
	{
		if (row.data[i] == '|')
		{
			pipes++;
			is_open = false;
		}
		else if (strchr(" \t\r", row.data[i]) == NULL)
			is_open = true;
		if (row.data[i] == '\\')
			i++;
	}
	return pipes + is_open;
}

/* Is a line "|:--|---|"?  Returns where its first dash is, -1 = no. */
static int
delimiter_dash(Slice line)
{
	int			start = 0;
	int			dash = -1;
	bool		has_pipe = false;

	while (start < line.len && strchr(" \t>", line.data[start]) != NULL)
		start++;
	for (int i = start; i < line.len; i++)
	{
		if (strchr("|:- \t\r", line.data[i]) == NULL)
			return -1;
		has_pipe |= line.data[i] == '|';
		if (line.data[i] == '-' && dash < 0)
			dash = i;
	}
	return has_pipe ? dash : -1;
}

static void
mask_tables(const char *text, int len, char *masked)
{
	Slice		before = {text, 0};

	for (int start = 0; start < len;)
	{
		const char *newline = memchr(text + start, '\n', len - start);
		int			end = newline ? (int) (newline - text) : len;
		Slice		line = {text + start, end - start};
		int			dash = delimiter_dash(line);

		CHECK_FOR_INTERRUPTS();
		if (dash >= 0 && count_cells(line) != count_cells(before))
			masked[start + dash] = 'x';
		before = line;
		start = end + 1;
	}
}

/* The copy that md4c sees. */
char *
markdown_mask(const char *text, int len, bool footnotes)
{
	char	   *masked = palloc_extended((Size) len + 1, MCXT_ALLOC_HUGE);

	if (len > 0)
		memcpy(masked, text, len);
	masked[len] = '\0';
	if (footnotes)
		mask_footnotes(text, len, masked);
	mask_long_blocks(text, len, masked);
	mask_tables(text, len, masked);
	return masked;
}
