/*
 * reader_table.c
 *		A body with its tables as md4c knows tables.
 *
 * GFM lets a table end a paragraph, a column's delimiter be one dash, and what
 * begins another block end a table.  md4c 0.4.8 asks for a block of its own and
 * three characters, and takes headings, fences and HTML for rows, so
 *
 *		Payouts:						Payouts:
 *		| Metric | Ratio |
 *		|-|-:|				becomes		| Metric | Ratio |
 *		### Rents						|---|---:|
 *
 *										### Rents
 *
 * Which lines are a table says the pipeline's own reader of Markdown (prose.c),
 * and only where a line looks like one of these.
 */
#include "reader.h"

#define LEAST_DASHES	3

static bool
is_prefix(char c)
{
	return c == ' ' || c == '\t' || c == '>';
}

/* Has a delimiter row a column with too few dashes?  -1: it is no such row. */
static int
delimiter_row(const char *line, int len)
{
	int			run = 0;
	bool		has_dash = false;
	bool		is_short = false;

	if (memchr(line, '-', len) == NULL)
		return -1;
	for (int i = 0; i <= len; i++)
	{
		if (i < len && line[i] == '-')
			run++;
		else
		{
			has_dash |= run > 0;
			is_short |= run > 0 && run < LEAST_DASHES;
			run = 0;
		}
		if (i < len && strchr(" \t\r>|:-*+", line[i]) == NULL)
			return -1;
	}
	return has_dash ? is_short : -1;
}

/* May there be a table that md4c would read in another way?  A look at each line. */
static bool
may_need_change(Slice text)
{
	bool		was_blank[2] = {true, true};	/* the lines before, the last one first */
	bool		in_table = false;

	if (text.len == 0 || memchr(text.data, '|', text.len) == NULL)
		return false;
	for (int start = 0, end; start < text.len; start = end + 1)
	{
		const char *newline = memchr(text.data + start, '\n', text.len - start);
		int			first = start;
		int			row;

		CHECK_FOR_INTERRUPTS();
		end = newline ? (int) (newline - text.data) : text.len;
		row = delimiter_row(text.data + start, end - start);
		while (first < end && (is_prefix(text.data[first]) || text.data[first] == '\r'))
			first++;
		if (row > 0 || (row == 0 && !was_blank[0] && !was_blank[1]) ||
			(in_table && first < end && strchr("#`~<", text.data[first]) != NULL))
			return true;
		in_table = first < end && (in_table || row == 0);
		was_blank[1] = was_blank[0];
		was_blank[0] = first == end;
	}
	return false;
}

/* Appends a line without text in the containers that a block is in, unless it
 * begins one. */
static void
append_blank_line(StringInfo out, const char *text, const TextBlock *block)
{
	int			content = block->start;

	if (block->starts_item)
		return;
	while (is_prefix(text[content]))
		content++;
	while (content > block->start && text[content - 1] != '>')
		content--;
	appendBinaryStringInfo(out, text + block->start, content - block->start);
	appendStringInfoChar(out, '\n');
}

static void
append_delimiters(StringInfo out, const char *text, Line row)
{
	for (int i = row.start; i < row.end;)
	{
		int			run = 0;

		while (i + run < row.end && text[i + run] == '-')
			run++;
		if (run == 0)
		{
			appendStringInfoChar(out, text[i++]);
			continue;
		}
		for (int dash = 0; dash < Max(run, LEAST_DASHES); dash++)
			appendStringInfoChar(out, '-');
		i += run;
	}
}

/* Does md4c take a block that comes right behind another for more of it? */
static bool
is_continued(const TextBlock *before, const TextBlock *block)
{
	if (before->end != block->start)
		return false;
	if (block->kind == BLOCK_TABLE)
		return before->kind == BLOCK_PARAGRAPH || before->kind == BLOCK_LINK_DEF ||
			before->kind == BLOCK_SOURCE_LINE || before->kind == BLOCK_CHART_ANCHOR;
	return before->kind == BLOCK_TABLE &&
		(block->kind == BLOCK_HEADING || block->kind == BLOCK_CODE || block->kind == BLOCK_HTML);
}

Slice
reader_tables(Slice text)
{
	StringInfoData out;
	Prose	   *prose;
	int			done = 0;

	if (!may_need_change(text))
		return text;
	prose = prose_parse(text.data, text.len);
	initStringInfo(&out);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		const Line *lines = &prose->lines.items[block->first_line];

		CHECK_FOR_INTERRUPTS();
		if (i > 0 && is_continued(&block[-1], block))
		{
			appendBinaryStringInfo(&out, text.data + done, block->start - done);
			append_blank_line(&out, text.data, block);
			done = block->start;
		}
		if (block->kind != BLOCK_TABLE || block->nlines < 2)
			continue;
		appendBinaryStringInfo(&out, text.data + done, lines[1].start - done);
		append_delimiters(&out, text.data, lines[1]);
		done = lines[1].end;
	}
	appendBinaryStringInfo(&out, text.data + done, text.len - done);
	return (Slice) {out.data, out.len};
}
