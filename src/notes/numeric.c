/*
 * numeric.c
 *		"[n]" where the section itself lists what n is.
 *
 *		Rents rose [2]. Vacancy fell [1, 3].
 *
 *		## Sources
 *		1. Rent Roll, p. 4
 *		2. Appraisal
 *		[3] https://example.com
 *
 * has three citations, of 2, 1 and 3.  The rule (chapter 3 of the grammar): one to three digits,
 * or several of them with commas between, each the number of an entry of the list that ends
 * the section; no "(" behind it, no "[" but that of another number; not at the start of a
 * line, where it is an entry.  A section with footnotes of its own has none, for "[1]" may be
 * one of theirs.  All else stays text, and unread.c tells of it.
 */
#include "notes/notes_internal.h"

typedef struct Numeric
{
	Prose	   *prose;
	bool	   *listed;			/* by number */
	int			next;			/* of the markers found by the parse */
				VEC(Marker) markers;	/* these and ours */
} Numeric;

/* The numbers of the list's entries; NULL when there is none. */
static bool *
listed_numbers(const Prose *prose, int list)
{
	bool	   *listed = NULL;

	for (int i = list; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			line = prose_is_source_title(prose, block) ? 1 : 0;

		if (block->kind != BLOCK_PARAGRAPH || block->note_def >= 0)
			continue;
		for (; line < block->nlines; line++)
		{
			int			unused;
			int			number = prose_entry_number(prose, block, line, &unused);

			if (number <= 0 || number > 999)
				continue;
			if (listed == NULL)
				listed = palloc0(1000 * sizeof(bool));
			listed[number] = true;
		}
	}
	return listed;
}

/* The byte after "[1]" or "[1, 3]" at pos, pos when there is none. */
static int
numbers_end(const Numeric *numeric, int pos, int end)
{
	const char *text = numeric->prose->text;
	int			at = pos + 1;

	for (;;)
	{
		int			digits = at;
		int			number = 0;

		for (; at < end && at < digits + 3 && is_digit(text[at]); at++)
			number = number * 10 + (text[at] - '0');
		if (at == digits || at >= end || !numeric->listed[number])
			return pos;
		if (text[at] == ']')
			return at + 1;
		if (text[at] != ',')
			return pos;
		at = past_blanks(text, end, at + 1);
	}
}

/* Does only what opens a line, or quotes or lists it, stand before a byte of it? */
static bool
opens_line(const TextBlock *block, const Line *line, const char *text, int pos)
{
	while (pos > line->start && strchr(" \t>*_+-", text[pos - 1]) != NULL)
		pos--;
	return pos == line->start && block->kind != BLOCK_TABLE;
}

static int
cell_at(const TextBlock *block, const Line *row, const char *text, int pos)
{
	int			at = -1;
	Line		cell;

	for (int i = 0; block->kind == BLOCK_TABLE && syntax_row_cell(text, *row, &at, &cell); i++)
		if (pos < cell.end)
			return i;
	return -1;
}

/* Files a marker for each number, as "[^1, ^3]" has one for each label. */
static void
add_numbers(Numeric *numeric, const Marker *whole)
{
	Slice		rest = {whole->value.data, whole->value.len};
	Slice		label;
	int			end = whole->start + whole->len;

	for (int start = whole->start; marker_next_label(&rest, &label);)
	{
		Marker	   *marker = VEC_PUSH(&numeric->markers);
		int			label_end;

		while (is_blank(label.data[0]))
			label.data++, label.len--;
		label_end = (int) (label.data + label.len - numeric->prose->text);
		*marker = *whole;
		marker->value = label;
		marker->start = start;
		marker->len = (rest.len == 0 ? end : label_end) - start;
		start = label_end;
	}
}

/* Reads a line; the markers that the parse found before its end go before. */
static void
read_line(Numeric *numeric, int index, int line_no)
{
	const Prose *prose = numeric->prose;
	const TextBlock *block = &prose->blocks.items[index];
	const Line *line = &prose->lines.items[line_no];
	const char *text = prose->text;

	for (int pos = line->start; pos < line->end; pos++)
	{
		const char *open = memchr(text + pos, '[', line->end - pos);
		int			end;
		ZoneKind	zone;

		if (open == NULL)
			break;
		pos = (int) (open - text);
		while (numeric->next < prose->markers.count &&
			   prose->markers.items[numeric->next].start <= pos)
			*VEC_PUSH(&numeric->markers) = prose->markers.items[numeric->next++];
		end = numbers_end(numeric, pos, line->end);
		if (end == pos || opens_line(block, line, text, pos) ||
			(pos > line->start && text[pos - 1] == '\\') ||
			(end < line->end &&
			 (text[end] == '(' || (text[end] == '[' && !is_digit(text[end + 1])))))
			continue;
		zone = prose_zone_at(prose, block, pos + 1);
		if (zone != ZONE_PROSE && zone != ZONE_HEADING && zone != ZONE_TABLE)
			continue;
		add_numbers(numeric,
					&(Marker) {.kind = MARKER_NUMERIC, .start = pos, .len = end - pos,
							   .block = index, .id = -1, .value = {text + pos + 1, end - pos - 2},
							   .line = line_no, .cell = cell_at(block, line, text, pos)});
		pos = end - 1;
	}
}

/* Tells the blocks which markers are theirs. */
static void
count_markers(Prose *prose)
{
	int			next = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];

		block->first_marker = next;
		while (next < prose->markers.count && prose->markers.items[next].block <= i)
			next++;
		block->nmarkers = next - block->first_marker;
	}
}

void
prose_read_numeric(Prose *prose)
{
	int			list = prose->note_defs.count > 0 ? -1 : prose_source_block(prose);
	Numeric		numeric = {.prose = prose};

	if (list < 0 || (numeric.listed = listed_numbers(prose, list)) == NULL)
		return;
	for (int i = 0; i < list; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING ||
			block->kind == BLOCK_TABLE)
			for (int j = 0; j < block->nlines; j++)
				read_line(&numeric, i, block->first_line + j);
	}
	while (numeric.next < prose->markers.count)
		*VEC_PUSH(&numeric.markers) = prose->markers.items[numeric.next++];
	if (numeric.markers.count > prose->markers.count)
	{
		prose->markers.items = numeric.markers.items;
		prose->markers.count = numeric.markers.count;
		prose->markers.room = numeric.markers.room;
		count_markers(prose);
	}
	pfree(numeric.listed);
}

Prose *
body_parse(const char *text, int len)
{
	Prose	   *prose = prose_parse(text, len, &marker_extension);

	prose_read_numeric(prose);
	return prose;
}
