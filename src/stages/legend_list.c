/*
 * legend_list.c
 *		What a section says of a superscript in a form or at a place that is not
 *		read as its source.
 *
 * It says at least that the superscript is not the number of a claim:
 *
 *		See (¹) Rent Roll		a line of prose
 *		1. ¹ Rent Roll			an item with a number
 *		(1) Our estimate		a line below the table, with ordinary digits
 *		Source: Rent Roll¹		the superscript behind its source
 *
 * A numbered list below a table says so only under a title such as "Notes:": others
 * are points of the memo.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"

/* Does a superscript at pos refer to what stands before it, as in "ft²"? */
static bool
has_host(const char *text, int start, int pos)
{
	unsigned char before;

	while (pos > start && strchr("*_", text[pos - 1]) != NULL)
		pos--;
	if (pos == start)
		return false;
	before = text[pos - 1];
	if (before < 0x80)
		return isalnum(before) || before == '%' || before == ')';
	return !(before == 0xA0 && pos - start >= 2 && (unsigned char) text[pos - 2] == 0xC2) &&
		!(pos - start >= 3 && (unsigned char) text[pos - 3] == 0xE2 && (unsigned char) text[pos - 2] == 0x80);
}

/* What of the superscripts in a text are listed. */
typedef enum ListedMarks
{
	LISTED_APART,				/* those that do not refer to what stands before them, */
	LISTED_WITH_TEXT,			/* of these, with a text: in a cell */
	LISTED_ALL					/* but units: behind a title, "Source: Rent Roll¹" */
} ListedMarks;

/* Notes the superscripts that a text lists. */
static void
list_superscripts(Section *section, int start, int end, ListedMarks which)
{
	const char *text = section->prose->text;
	SuperscriptSource read;

	for (int pos = start; pos < end; pos++)
	{
		unsigned char c = text[pos];
		int			after;

		if ((c != 0xC2 && c != 0xE2 && c != '<') || (after = legend_superscript_end(text, end, pos, &read.id)) == pos)
			continue;
		if ((which == LISTED_ALL && !superscript_is_unit(text, start, pos, read.id) && !superscript_is_power(text, pos)) ||
			(!has_host(text, start, pos) && (which == LISTED_APART || legend_definition(text, pos, end, &read))))
			*VEC_PUSH(&section->work->listed) = read.id;
		pos = after - 1;
	}
}

void
legend_list_block(Section *section, const TextBlock *block)
{
	const Prose *prose = section->prose;

	if (block->kind != BLOCK_TABLE)
	{
		list_superscripts(section, block->start, block->end, LISTED_APART);
		return;
	}
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		int			pos = -1;
		Line		cell;

		while (syntax_row_cell(prose->text, prose->lines.items[i], &pos, &cell))
			list_superscripts(section, cell.start, cell.end, LISTED_WITH_TEXT);
	}
}

/* --------------------------------------------------------- ordinary digits */

static bool
begins_with(const char *text, int pos, int end, const char *prefix)
{
	int			len = (int) strlen(prefix);

	return end - pos >= len && pg_strncasecmp(text + pos, prefix, len) == 0;
}

/* Position behind a number of at most three digits; pos when there is none. */
static int
read_number(const char *text, int pos, int end, int64 *id)
{
	int			start = pos;

	for (*id = 0; pos < end && pos - start < 4 && isdigit((unsigned char) text[pos]); pos++)
		*id = *id * 10 + (text[pos] - '0');
	return pos - start < 4 && *id > 0 ? pos : start;
}

/* "(1) ", "[1] ", "^1 ", "$^1$ ": position behind it, pos when it is none. */
static int
read_mark(const char *text, int pos, int end, int64 *id)
{
	static const char *const marks[][2] = {
		{"(", ")"}, {"[", "]"}, {"\\[", "\\]"}, {"$^{", "}$"}, {"$^", "$"}, {"^{", "}"}, {"^(", ")"}, {"^", "^"}, {"^", ""},
	};

	for (int i = 0; i < (int) lengthof(marks); i++)
	{
		int			number = pos + (int) strlen(marks[i][0]);
		int			after;

		if (!begins_with(text, pos, end, marks[i][0]) || (after = read_number(text, number, end, id)) == number ||
			!begins_with(text, after, end, marks[i][1]))
			continue;
		after += (int) strlen(marks[i][1]);
		if (after < end && strchr(" \t:.,;*_", text[after]) != NULL)
			return after;
	}
	return pos;
}

/* "Note 1: ", "1: ", and below a title "1. ": position behind it, pos when it is none. */
static int
read_list_label(const char *text, int pos, int end, bool has_title, int64 *id)
{
	static const char *const words[] = {"note ", "footnote "};
	int			start = pos;
	int			after;
	bool		has_word = false;

	for (int i = 0; i < (int) lengthof(words) && !has_word; i++)
		if (begins_with(text, pos, end, words[i]))
		{
			pos += (int) strlen(words[i]);
			has_word = true;
		}
	after = read_number(text, pos, end, id);
	if (after == pos || after == end || strchr(has_word || has_title ? ":.)" : ":", text[after]) == NULL)
		return start;
	return after + 1 < end && strchr(" \t*_", text[after + 1]) != NULL ? after + 1 : start;
}

/* "(1) Estimate; (2) Opinion": notes a number within a line, behind a separator. */
static void
list_further(Section *section, Line line, int pos, bool has_title)
{
	const char *text = section->prose->text;
	int			separators = legend_separators_start(text, Max(line.start, pos - 8), pos);
	int64		id;

	if (separators < pos &&
		(read_mark(text, pos, line.end, &id) > pos ||
		 (has_title && strchr(";<", text[separators]) != NULL && read_list_label(text, pos, line.end, true, &id) > pos)))
		*VEC_PUSH(&section->work->listed) = id;
}

/* Notes the numbers of a line that begins with one; false when it does not. */
static bool
list_numbers(Section *section, Line line, bool has_title)
{
	const char *text = section->prose->text;
	int			start = legend_skip_marks(text, line.start, line.end);
	int64		id;
	int			after = read_mark(text, start, line.end, &id);

	if (after == start)
		after = read_list_label(text, start, line.end, has_title, &id);
	if (after == start)
		return false;
	*VEC_PUSH(&section->work->listed) = id;
	for (int pos = after; pos < line.end; pos++)
		if (strchr("([\\$^", text[pos]) != NULL || isdigit((unsigned char) text[pos]))
			list_further(section, line, pos, has_title);
	return true;
}

/* Rows that Markdown makes of lines directly below a table. */
static void
list_rows(Section *section, const TextBlock *block)
{
	for (int i = block->first_line + block->nlines - 1; i > block->first_line + 1; i--)
		if (!list_numbers(section, legend_row_text(section->prose, &section->prose->lines.items[i]), false))
			return;
}

/* Is a heading "### Notes"? */
static bool
is_title_heading(const Prose *prose, const TextBlock *block)
{
	Line		line = prose->lines.items[block->first_line];

	while (line.start < line.end && strchr("# \t", prose->text[line.start]) != NULL)
		line.start++;
	return line.start < line.end && legend_title_end(prose->text, line.start, line.end, true) == line.end;
}

/* A line of the item's first, with its own number. */
static Line
with_item_number(const Prose *prose, Line line)
{
	while (line.start > 0 && strchr(" \t.)0123456789", prose->text[line.start - 1]) != NULL)
		line.start--;
	while (line.start < line.end && is_line_blank(prose->text[line.start]))
		line.start++;
	return line;
}

/* A paragraph or an item below a table; false when it is no legend. */
static bool
list_paragraph(Section *section, const TextBlock *block, NumberedLegend *legend)
{
	const Prose *prose = section->prose;
	bool		any = false;

	for (int i = 0; i < block->nlines; i++)
	{
		Line		line = prose->lines.items[block->first_line + i];
		int			title = legend_title_end(prose->text, line.start, line.end, true);
		bool		has_title = title > line.start;

		if (legend_title_end(prose->text, line.start, line.end, false) > line.start)
			list_superscripts(section, line.start, line.end, LISTED_ALL);
		if (has_title && title == line.end)
			legend->has_title = any = true;
		else if (has_title)		/* "Notes: 1. Estimate" */
			any |= list_numbers(section, (Line) {title, line.end}, true);
		else if (i == 0 && block->starts_item && legend->has_title && list_numbers(section, with_item_number(prose, line), true))
			any = true;
		else
			any |= list_numbers(section, line, legend->has_title);
	}
	return any;
}

void
legend_list_numbers(Section *section, const TextBlock *block, NumberedLegend *legend)
{
	if (block->kind == BLOCK_TABLE)
	{
		*legend = (NumberedLegend) {.is_below = true};
		list_rows(section, block);
	}
	else if (!legend->is_below || block->note_def >= 0 || block->nlines == 0)
		return;
	else if (block->kind == BLOCK_HEADING)
		legend->is_below = legend->has_title = is_title_heading(section->prose, block);
	else if (block->kind == BLOCK_PARAGRAPH && !list_paragraph(section, block, legend) && block->depth == 0)
	{
		legend->has_title = false;
		legend->is_below = !legend->has_prose;
		legend->has_prose = true;
	}
}

/* --------------------------------------------------------------------- all */

int
legend_compare_ids(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return x < y ? -1 : x > y;
}

void
legend_list_end(Section *section)
{
	if (section->work->listed.count > 1)
		qsort(section->work->listed.items, section->work->listed.count, sizeof(int64), legend_compare_ids);
}

bool
legend_lists(const Section *section, int64 id)
{
	return section->work->listed.count > 0 &&
		bsearch(&id, section->work->listed.items, section->work->listed.count, sizeof(int64), legend_compare_ids) != NULL;
}
