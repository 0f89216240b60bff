/*
 * prose_sources.c
 *		Finds the source list that a model writes at a section's end.
 *
 * A heading or bold line that says exactly Sources, References, ... and then,
 * to the end, only list items, definitions, numbered or URL lines:
 *
 *		**Sources**
 *		- [SRC:1] Offering Memorandum
 *
 * A plain line "Sources:" will do where each entry says its id, as this one does, or its
 * number as "[1] Rent Roll".  The title may be numbered, "7. Sources".
 * "Sources and Uses" is no such heading, and a closing paragraph of prose
 * makes it none.  Of several in a row the first counts: all of them leave.
 * Sources of money are none either ("- Senior loan: $53.3M").  Whether the list leaves
 * the text is settled in source_settle.c; that it refers to an entry as "[1]" or
 * "[1, 3]" keeps it.
 */
#include "markers/markers.h"

static const char *const source_titles[] = {
	"sources", "references", "footnotes", "citations", "bibliography", "works cited", "source list",
	"参考文献",
};

/* "Sources", "**References:**": exactly one of the titles, marks aside. */
static bool
is_source_title(const char *text, int len, bool needs_bold)
{
	int			marks = 0;
	int			digits = 0;

	while (len > 0 && strchr("#*_ \t", text[0]) != NULL)
		marks += strchr("*_", text[0]) != NULL, text++, len--;
	while (digits < len && is_digit(text[digits]))
		digits++;
	if (digits > 0 && len - digits > 2 && memcmp(text + digits, ". ", 2) == 0)	/* "7. Sources" */
		text += digits + 2, len -= digits + 2;
	while (len > 0 && strchr("#*_ \t:", text[len - 1]) != NULL)
		len--;
	if (len > 3 && memcmp(text + len - 3, "：", 3) == 0)
		len -= 3;
	if (needs_bold && marks < 2)
		return false;
	for (int i = 0; i < (int) lengthof(source_titles); i++)
		if (len == (int) strlen(source_titles[i]) &&
			pg_strncasecmp(text, source_titles[i], len) == 0)
			return true;
	return false;
}

/* "SRC:2" without brackets: position of its digits; pos when there is none. */
static int
bare_id(const char *text, int pos, int end)
{
	int			digits = pos + 4;

	if (end - pos < 5 || strncmp(text + pos, "SRC", 3) != 0 ||
		strchr(":-# ", text[pos + 3]) == NULL)
		return pos;
	digits = past_blanks(text, end, digits);
	return digits < end && isdigit((unsigned char) text[digits]) ? digits : pos;
}

/* "1. ...", "[1] ...", "- ...", "https://...", "[SRC:1] ...": a list of sources. */
bool
prose_is_entry_line(const Prose *prose, const Line *line)
{
	const char *text = prose->text + line->start;
	int			len = line->end - line->start;
	int			pos = 0;

	if (bare_id(text, 0, len) > 0)
		return true;

	if (len >= 7 && (strncmp(text, "http://", 7) == 0 || strncmp(text, "https:/", 7) == 0 ||
					 strncmp(text, "<http", 5) == 0))
		return true;
	if (len > 0 && text[0] == '[')
		return true;
	if (len > 1 && strchr("-*+", text[0]) != NULL && is_line_blank(text[1]))
		return true;			/* "**Next steps**" is none */
	while (pos < len && isdigit((unsigned char) text[pos]))
		pos++;
	return pos > 0 && pos < len && strchr(".):", text[pos]) != NULL;
}

static bool
lines_are_entries(const Prose *prose, const TextBlock *block, int from)
{
	for (int i = from; i < block->nlines; i++)
	{
		const Line *line = &prose->lines.items[block->first_line + i];

		if (line->end > line->start && !prose_is_entry_line(prose, line) &&
			(i == from || prose->text[line[-1].end - 1] != ','))	/* "Rent Roll,\nMay 2026" */
			return false;
	}
	return true;
}

static bool
is_entry_block(const Prose *prose, const TextBlock *block)
{
	switch (block->kind)
	{
		case BLOCK_LINK_DEF:
		case BLOCK_SOURCE_LINE:
		case BLOCK_RULE:
			return true;
		case BLOCK_PARAGRAPH:
			return block->note_def >= 0 || block->depth > 0 || lines_are_entries(prose, block, 0);
		default:
			return block->note_def >= 0;
	}
}

/* Does each line behind a title, to the end, say the id of a source, "- **[SRC:1]** Rent Roll", or
 * a number, "[1] Rent Roll"? */
static bool
entries_say_ids(const Prose *prose, const TextBlock *title)
{
	const TextBlock *end = prose->blocks.items + prose->blocks.count;
	int			entries = 0;

	for (const TextBlock *block = title; block < end; block++)
		for (int i = block == title ? 1 : 0; i < block->nlines; i++)
		{
			const Line *line = &prose->lines.items[block->first_line + i];
			int			pos = line->start;

			while (pos < line->end && strchr("-*+_\\ \t", prose->text[pos]) != NULL)
				pos++;
			if (pos < line->end && prose->text[pos] == '[')
				pos++;
			if (line->end > line->start && bare_id(prose->text, pos, line->end) == pos &&
				(pos == line->start || prose->text[pos - 1] != '[' || !is_digit(prose->text[pos])))
				return false;
			entries += line->end > line->start;
		}
	return entries > 0;
}

bool
prose_is_source_title(const Prose *prose, const TextBlock *block)
{
	const Line *line = &prose->lines.items[block->first_line];

	if (block->note_def >= 0 || block->depth > 0 || block->nlines == 0)
		return false;
	if (block->kind == BLOCK_HEADING)
		return block->nlines == 1 &&
			is_source_title(prose->text + line->start, line->end - line->start, false);
	return block->kind == BLOCK_PARAGRAPH && lines_are_entries(prose, block, 1) &&
		   (is_source_title(prose->text + line->start, line->end - line->start, true) ||
			(is_source_title(prose->text + line->start, line->end - line->start, false) &&
			 entries_say_ids(prose, block)));
}

/* Does a line state an amount of money? */
static bool
has_amount(const char *text, int len)
{
	for (int i = 0; i + 1 < len; i++)
		if ((text[i] == '$' && isdigit((unsigned char) text[i + 1])) ||
			(i + 3 < len && strncmp(text + i, "\xE2\x82\xAC", 3) == 0 &&
			 isdigit((unsigned char) text[i + 3])))
			return true;
	return false;
}

/* Does a line say what no source of money does, an id in brackets or a page? */
static bool
says_source(const char *text, int len)
{
	int			pos = 0;

	while (pos < len && strchr("-+*_\\ \t", text[pos]) != NULL)
		pos++;
	if ((pos < len && text[pos] == '[') || bare_id(text, pos, len) > pos)
		return true;
	for (; pos + 1 < len; pos++)
		if ((pos == 0 || !is_word_byte(text[pos - 1])) && text[pos] == 'p' &&
			page_at((Slice) {text, len}, pos) > 0)
			return true;
	return false;
}

/* Do at least half of the lines behind a heading state amounts, and nothing of a source? */
static bool
lists_money(const Prose *prose, int heading)
{
	int			lines = 0;
	int			amounts = 0;

	for (int i = heading; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		for (int j = i == heading ? 1 : 0; j < block->nlines; j++)
		{
			const Line *line = &prose->lines.items[block->first_line + j];

			lines += line->end > line->start;
			amounts += has_amount(prose->text + line->start, line->end - line->start) &&
				!says_source(prose->text + line->start, line->end - line->start);
		}
	}
	return amounts > 0 && amounts * 2 >= lines;
}

/* Position after digits at pos and their number; pos when there is none so small. */
static int
read_number(const char *text, int pos, int end, int *number)
{
	int			start = pos;

	for (*number = 0; pos < end && pos - start < 5 && isdigit((unsigned char) text[pos]); pos++)
		*number = *number * 10 + (text[pos] - '0');
	return *number < MOST_NUMBERS ? pos : start;
}

/* The number of an entry "[1] Rent Roll", "- **[^1]:** Rent Roll", "1. Rent Roll" or "SRC:1: Rent
 * Roll" and where its text begins; -1 when it has none. */
static int
entry_number(const char *text, int start, int end, int *content)
{
	int			pos = start;
	int			digits;
	int			number;
	bool		has_bracket;
	bool		is_bare;

	if (end - pos > 1 && strchr("-*+", text[pos]) != NULL && is_line_blank(text[pos + 1]))
		for (pos += 2; pos < end && is_line_blank(text[pos]); pos++)
			;
	while (pos < end && strchr("*_\\", text[pos]) != NULL)
		pos++;
	has_bracket = pos < end && text[pos] == '[';
	digits = has_bracket ? pos + 1 : bare_id(text, pos, end);
	is_bare = !has_bracket && digits > pos;
	if (has_bracket && digits < end && text[digits] == '^')
		digits++;
	pos = read_number(text, digits, end, &number);
	if (has_bracket && pos < end && text[pos] == '\\')
		pos++;
	if (pos == digits || pos >= end ||
		strchr(has_bracket ? "]"
			   : is_bare   ? " \t:*_.)"
						   : ".)",
			   text[pos]) == NULL)
		return -1;
	for (pos++; pos < end && (has_bracket || is_bare) && strchr("*_:", text[pos]) != NULL; pos++)
		;
	pos = past_blanks(text, end, pos);
	*content = pos;
	return number;
}

int
prose_entry_number(const Prose *prose, const TextBlock *block, int line_no, int *content)
{
	const Line *line = &prose->lines.items[block->first_line + line_no];
	int			start = line->start;
	int			number;

	while (line_no == 0 && block->starts_item && start > 0 &&
		   strchr("\n\r", prose->text[start - 1]) == NULL)
		start--;				/* the item's own mark */
	start = past_blanks(prose->text, line->end, start);
	number = entry_number(prose->text, start, line->end, content);
	return number < 0 && start < line->start
			   ? entry_number(prose->text, line->start, line->end, content)
			   : number;
}

/* What parts an opening bracket from a number. */
static const char *const referred_openings[] = {"(SRC:", "[source:", "[citation:", "\xE3\x80\x90",
												"["};

/* "[1]", "[1, 3]", "[1-3]", "(SRC:1)", "[source:1]", "[citation:1]" or, in CJK brackets,
 * "4:0+source": notes what it refers to. */
static void
note_referred(const char *text, int pos, int end, bool *referred)
{
	int			numbers[32];
	int			count = 0;
	int			first = -1;		/* of a range */
	int			width = 0;		/* of the opening */
	bool		is_cjk = text[pos] != '[' && text[pos] != '(';

	for (int i = 0; i < (int) lengthof(referred_openings) && width == 0; i++)
	{
		int			len = (int) strlen(referred_openings[i]);

		if (end - pos > len && pg_strncasecmp(text + pos, referred_openings[i], len) == 0)
			width = len;
	}
	if (width == 0)
		return;
	pos += width;
	for (; pos < end && count < (int) lengthof(numbers); pos++)
	{
		int			number;
		int			after = read_number(text, pos, end, &number);

		if (after > pos)
		{
			for (int i = first; i > 0 && i < number && count < (int) lengthof(numbers); i++)
				numbers[count++] = i;
			if (count < (int) lengthof(numbers))
				numbers[count++] = number;
			first = -1;
			pos = after - 1;
		}
		else if (count > 0 && (text[pos] == '-' ||
							   (end - pos > 2 && memcmp(text + pos, "\xE2\x80\x93", 3) == 0)))
		{
			first = numbers[count - 1] + 1;
			pos += text[pos] == '-' ? 0 : 2;
		}
		else if (text[pos] == ']' || text[pos] == ')' || (is_cjk && count == 1 && text[pos] == ':'))
			break;
		else if (strchr(",; \\", text[pos]) == NULL)
			return;
	}
	for (int i = 0; pos < end && i < count; i++)
		referred[numbers[i]] = true;
}

/* Notes what the text up to end refers to; below "Footnotes" that may be "4,199¹". */
static void
note_all_referred(const Prose *prose, int end, bool has_footnotes, bool *referred)
{
	const char *text = prose->text;
	int			next = 0;		/* of the markers */

	for (int pos = 0; pos < end; pos++)
	{
		unsigned char c = text[pos];
		int			after;
		int64		id;

		while (next < prose->markers.count && prose->markers.items[next].start < pos)
			next++;
		if (next < prose->markers.count && prose->markers.items[next].start == pos &&
			prose->markers.items[next].kind == MARKER_NUMERIC)
			continue;			/* it is read */
		if (c == '[' || c == '(' || (c == 0xE3 && (unsigned char) text[pos + 1] == 0x80))
			note_referred(text, pos, end, referred);
		else if (has_footnotes && (c == 0xC2 || c == 0xE2) &&
				 (after = marker_superscript_end(text, end, pos, &id)) > pos)
		{
			if (id < MOST_NUMBERS)
				referred[id] = true;
			pos = after - 1;
		}
	}
}

bool *
prose_numbers_referred(const Prose *prose, int heading)
{
	const char *text = prose->text;
	const Line *title = &prose->lines.items[prose->blocks.items[heading].first_line];
	bool	   *referred = palloc0(MOST_NUMBERS * sizeof(bool));

	note_all_referred(prose, prose->blocks.items[heading].start,
					  memmem(text + title->start, title->end - title->start, "ootnotes", 8) != NULL,
					  referred);
	return referred;
}

int
prose_source_block(const Prose *prose)
{
	int			found = -1;		/* the first of a run: "## Sources ... ## References ..." */

	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (prose_is_source_title(prose, block))
		{
			if (i + 1 == prose->blocks.count && block->nlines == 1)
				return -1;		/* nothing is under it */
			found = i;
		}
		else if (!is_entry_block(prose, block))
			break;
	}
	return found >= 0 && !lists_money(prose, found) ? found : -1;
}
