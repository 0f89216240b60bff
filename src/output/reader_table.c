/*
 * reader_table.c
 *		Tables and indented code of a finished text in a form in which md4c 0.4.8
 *		sees those that GitHub and the pipeline (document.c) see.
 *
 * To md4c a delimiter row needs three characters a cell, a table begins its
 * paragraph, and its rows go on to an empty line; and a delimiter row with fewer
 * cells than its header makes a table whose other cells it drops, references and
 * all.  So what document.c takes for tables is spelled out, the rest escaped:
 *
 *		Rents:					Rents:
 *
 *		| a | b |				| a | b |
 *		|-|-|			is		|---|---|
 *		# More
 *								# More
 *
 * An empty cell without a blank, "||", md4c leaves out: it is spelled "| |".  And
 * GFM takes the backslash before a bar away before it reads a cell: "\\|" is
 * spelled "\|", which says the same to md4c.  (In code reader.c leaves it out.)
 *
 * Indented code directly behind HTML, or behind a fence that its quote's end closes, is
 * text to md4c: it gets an empty line before it; behind an empty item, a comment.
 */
#include "output/output_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"

#define LEAST_CELL	3			/* characters of a delimiter row's cell */

typedef struct Speller
{
	const Prose *prose;
	StringInfoData out;
	int			pos;			/* copied so far */
} Speller;

static void
copy_to(Speller *speller, int to)
{
	if (to > speller->pos)
		appendBinaryStringInfo(&speller->out, speller->prose->text + speller->pos, to - speller->pos);
	speller->pos = Max(speller->pos, to);
}

/* An empty line in the containers of a block that begins on a line of its own. */
static void
insert_empty_line(Speller *speller, int at, const TextBlock *block)
{
	const Prose *prose = speller->prose;
	int			content = prose->lines.items[block->first_line].start;

	copy_to(speller, at);
	for (int i = block->start; i < content && strchr(" \t>", prose->text[i]) != NULL; i++)
		appendStringInfoChar(&speller->out, prose->text[i]);
	appendStringInfoChar(&speller->out, '\n');
}

/* "|-|:-|" -> "|---|:--|" */
static void
widen_delimiters(Speller *speller, const Line *row)
{
	const char *text = speller->prose->text;
	int			len = 0;

	for (int i = row->start; i <= row->end; i++)
	{
		bool		is_part = i < row->end && strchr("-:", text[i]) != NULL;

		if (!is_part && len > 0 && len < LEAST_CELL)
		{
			/* behind its last dash: a colon may follow */
			int			dash = text[i - 1] == '-' ? i : i - 1;

			copy_to(speller, dash);
			appendStringInfoString(&speller->out, len == 1 ? "--" : "-");
		}
		len = is_part ? len + 1 : 0;
	}
}

/* Fills cells, and takes a backslash from before a bar where it is escaped, too. */
static void
spell_row(Speller *speller, const TextBlock *block, const Line *row)
{
	const char *text = speller->prose->text;
	int			backslashes = 0;

	for (int i = row->start; i < row->end; i++)
	{
		if (text[i] == '|' && i > row->start && text[i - 1] == '|' && (i - 1 == row->start || text[i - 2] != '\\'))
		{
			copy_to(speller, i);
			appendStringInfoChar(&speller->out, ' ');
		}
		if (text[i] == '|' && backslashes > 1 && backslashes % 2 == 0 &&
			prose_zone_at(speller->prose, block, i) != ZONE_CODE_SPAN)
		{
			copy_to(speller, i - 1);
			speller->pos = i;
		}
		backslashes = text[i] == '\\' ? backslashes + 1 : 0;
	}
}

static void
spell_table(Speller *speller, int index)
{
	const Prose *prose = speller->prose;
	const TextBlock *block = &prose->blocks.items[index];
	const TextBlock *before = index > 0 ? block - 1 : NULL;
	const TextBlock *after = index + 1 < prose->blocks.count ? block + 1 : NULL;

	if (before != NULL && before->kind == BLOCK_PARAGRAPH && before->end == block->start)
		insert_empty_line(speller, block->start, block);
	for (int i = 0; i < block->nlines; i++)
	{
		const Line *row = &prose->lines.items[block->first_line + i];

		CHECK_FOR_INTERRUPTS();
		if (i == 1)
			widen_delimiters(speller, row);
		else
			spell_row(speller, block, row);
	}
	if (after != NULL && after->start == block->end)
		insert_empty_line(speller, block->end, block);
}

/* Delimiter rows that make no table. */
static void
escape_delimiters(Speller *speller, const TextBlock *block)
{
	const Prose *prose = speller->prose;

	for (int i = 1; i < block->nlines; i++)
	{
		const Line *line = &prose->lines.items[block->first_line + i];
		const char *dash;

		CHECK_FOR_INTERRUPTS();
		if (line->end == line->start || syntax_delimiter_row(prose->text, *line) == 0)
			continue;
		dash = memchr(prose->text + line->start, '-', line->end - line->start);
		if (dash == NULL)
			continue;
		copy_to(speller, (int) (dash - prose->text));
		appendStringInfoChar(&speller->out, '\\');
	}
}

/* Is the line before the block an item's mark alone, empty lines aside? */
static bool
is_behind_mark(const Prose *prose, const TextBlock *block)
{
	int			pos = block->start;

	while (pos > 0 && strchr(" \t\r\n", prose->text[pos - 1]) != NULL)
		pos--;
	if (pos == 0 || strchr("-+*.)", prose->text[pos - 1]) == NULL)
		return false;
	for (pos--; pos > 0 && is_digit(prose->text[pos - 1]); pos--)
		;
	while (pos > 0 && strchr(" \t>", prose->text[pos - 1]) != NULL)
		pos--;
	return pos == 0 || prose->text[pos - 1] == '\n';
}

static void
spell_code(Speller *speller, int index)
{
	const Prose *prose = speller->prose;
	const TextBlock *block = &prose->blocks.items[index];
	const TextBlock *before = index > 0 ? block - 1 : NULL;

	if (before != NULL && before->end == block->start &&
		(before->kind == BLOCK_HTML || (before->kind == BLOCK_CODE && before->depth > block->depth)))
		insert_empty_line(speller, block->start, block);
	else if (block->depth == 0 && block->note_def < 0 && is_behind_mark(prose, block))
	{
		copy_to(speller, block->start);
		appendStringInfoString(&speller->out, "<!-- -->\n\n");
	}
}

Slice
reader_spell(Slice text)
{
	Speller		speller = {0};

	if (text.len == 0 ||
		(memchr(text.data, '|', text.len) == NULL && memchr(text.data, '\t', text.len) == NULL &&
		 memmem(text.data, text.len, "    ", CODE_INDENT) == NULL))
		return text;
	speller.prose = prose_parse(text.data, text.len, &marker_extension);
	initStringInfo(&speller.out);
	for (int i = 0; i < speller.prose->blocks.count; i++)
	{
		const TextBlock *block = &speller.prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (block->kind == BLOCK_TABLE)
			spell_table(&speller, i);
		else if (block->kind == BLOCK_PARAGRAPH)
			escape_delimiters(&speller, block);
		else if (block->kind == BLOCK_CODE)
			spell_code(&speller, i);
	}
	copy_to(&speller, text.len);
	return (Slice) {speller.out.data, speller.out.len};
}
