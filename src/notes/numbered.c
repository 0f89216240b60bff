/*
 * numbered.c
 *		Numbers that cite, as models write them, and the lists that say what they are.
 *
 *		Rents rose [2]. Vacancy fell [1, 3]. See [Source 1], rose.² and a[1].
 *
 *		## Sources
 *		1. Rent Roll, p. 4
 *		2. Appraisal
 *		[3] https://example.com
 *
 * has five marks: of 2, of 1 and 3, of 1, of 2; "a[1]" is none.  The spellings are data
 * (words/numbered.txt).  A mark is read by the list that governs its part, when that has each of
 * its numbers once.  Where one of a list's numbers stands in the text and cannot be read ("[1]: it
 * did"), none of them is, so that list and marks stay together.  In a section without a list and
 * without "[SRC:n]" the section's claims say what the numbers of a spelling are, when each
 * of these has one.  What is not read stays text, and unread.c reports it.
 */
#include "notes/notes_internal.h"

#define LONGEST_SKIPPED	80		/* bytes of "..." */

const char *const numbered_spellings[] = {
#include "notes/numbered.inc"
};
const int	numbered_nspellings = lengthof(numbered_spellings);

#define RAISED_SPELLING	(-1)	/* "rose.²" */

/* ----------------------------------------------------------------- matching */

/* The byte behind "1", "1, 3" or "2-4" at pos, and the numbers; pos when there is none. */
static int
read_numbers(Slice text, int pos, NumberedMark *mark)
{
	int			start = pos;
	bool		is_range = false;

	mark->count = 0;
	for (;;)
	{
		int			number = 0;
		int			digits = pos;
		int			from;

		for (; pos < text.len && pos < digits + 3 && is_digit(text.data[pos]); pos++)
			number = number * 10 + (text.data[pos] - '0');
		if (pos == digits || (pos < text.len && is_digit(text.data[pos])))
			return start;
		from = is_range ? mark->numbers[mark->count - 1] + 1 : number;
		if (from > number || number - from >= MOST_GROUPED - mark->count)
			return start;
		while (from <= number)
			mark->numbers[mark->count++] = from++;
		mark->inner = (Slice) {text.data + start, pos - start};

		digits = past_blanks(text.data, text.len, pos);
		if (digits == text.len)
			return pos;
		is_range = text.data[digits] == '-' || dash_at(text.data + digits, text.len - digits);
		if (!is_range && strchr(",;", text.data[digits]) == NULL)
			return pos;
		pos = past_blanks(text.data, text.len, digits + char_length(text.data[digits]));
	}
}

/* The byte behind a spelling at pos, pos when it is not there. */
static int
spelling_end(const char *spelling, Slice text, int pos, NumberedMark *mark)
{
	int			start = pos;

	for (const char *c = spelling; *c != '\0'; c++)
	{
		int			before = pos;

		if (strncmp(c, "...", 3) == 0)
		{
			int			width = (int) strlen(c += 3);

			while (text.len - pos >= width && memcmp(text.data + pos, c, width) != 0)
				if (pos++ - before == LONGEST_SKIPPED)
					return start;
			return text.len - pos >= width ? pos + width : start;
		}
		if (*c == ' ')
			pos = past_blanks(text.data, text.len, pos);
		else if (*c == 'N')
		{
			pos = read_numbers(text, pos, mark);
			if (pos == before)
				return start;
		}
		else if (pos < text.len &&
				 pg_ascii_tolower((unsigned char) text.data[pos]) ==
				 pg_ascii_tolower((unsigned char) *c))
			pos++;
		else
			return start;
	}
	return pos;
}

/* Fills what stands at pos: the longest of the spellings there. */
static bool
match_spelling(Slice text, int pos, NumberedMark *mark)
{
	NumberedMark other = {0};

	mark->end = pos;
	for (int i = 0; i < numbered_nspellings; i++)
	{
		int			end = spelling_end(numbered_spellings[i], text, pos, &other);

		if (end <= mark->end)
			continue;
		other.end = end;
		other.spelling = i;
		*mark = other;
	}
	mark->start = pos;
	return mark->end > pos;
}

/* ------------------------------------------------------------------- guards */

/* Bytes of the lower-case Latin word that ends at pos. */
static int
word_before(const char *text, int start, int pos)
{
	int			from = pos;

	while (from > start && text[from - 1] >= 'a' && text[from - 1] <= 'z')
		from--;
	return from > start && is_word_byte(text[from - 1]) ? 0 : pos - from;
}

/* May a raised number refer here: behind closing punctuation or a word, beside no other sign? */
static bool
may_be_raised(const char *text, Line line, int pos, int end, int64 id)
{
	static const char *const closing[] = {"\xE2\x80\x9D", "\xE2\x80\x99", "\xC2\xBB"};
	char		before = pos > line.start ? text[pos - 1] : ' ';

	if (superscript_is_unit(text, line.start, pos, id) || superscript_is_power(text, pos) ||
		(end < line.end && is_word_byte(text[end])))
		return false;			/* or beside another sign */
	for (int i = 0; i < (int) lengthof(closing); i++)
	{
		int			len = (int) strlen(closing[i]);

		if (pos - line.start > len && memcmp(text + pos - len, closing[i], len) == 0)
			return true;
	}
	if (strchr(".,)%\"'", before) != NULL)
		return pos - 1 > line.start && ((unsigned char) text[pos - 2] < 0x80 || before != ',');
	return word_before(text, line.start, pos) >= 4;
}

/* Does only what opens a line, or quotes or lists it, stand before a byte of it? */
static bool
opens_line(const TextBlock *block, Line line, const char *text, int pos)
{
	while (pos > line.start && strchr(" \t>*_+-", text[pos - 1]) != NULL)
		pos--;
	return pos == line.start && block->kind != BLOCK_TABLE;
}

/* May a mark open a line: as the subject of what follows, or behind the line before? */
static bool
may_open(const char *text, Line line, const NumberedMark *mark, bool is_first)
{
	int			next = past_blanks(text, line.end, mark->end);

	if (next > mark->end && next < line.end && text[next] >= 'a' && text[next] <= 'z')
		return true;
	return !is_first && (next == line.end || strchr(".,;[", text[mark->end]) != NULL);
}

/* Is it a value, "cap: [3]", "x = [1]"? */
static bool
is_value(const char *text, Line line, int pos)
{
	pos = before_blanks(text, line.start, pos);
	return pos > line.start && strchr(":={", text[pos - 1]) != NULL;
}

/* Settles what a match may be.  False when it is no mark: in code, an array's index, a link. */
static bool
judge(const Prose *prose, const TextBlock *block, Line line, bool is_first, NumberedMark *mark)
{
	const char *text = prose->text;
	int			pos = mark->start;
	bool		is_raised = mark->spelling == RAISED_SPELLING ||
		strcmp(numbered_spellings[mark->spelling], "<sup>N</sup>") == 0;
	ZoneKind	zone = prose_zone_at(prose, block, pos + 1);
	char		before = pos > line.start ? text[pos - 1] : ' ';
	char		behind = mark->end < line.end ? text[mark->end] : ' ';
	bool		is_link = text[mark->end - 1] == ')';
	bool		is_plain = mark->spelling != RAISED_SPELLING && text[pos] == '[' &&
						   is_digit(text[pos + 1]) && !is_link;

	if (before == '\\' || (zone != ZONE_PROSE && zone != ZONE_HEADING && zone != ZONE_TABLE &&
						   zone != ZONE_LINK_LABEL && (zone != ZONE_HTML || text[pos] != '<')))
		return false;
	if (zone == ZONE_LINK_LABEL && !is_link)
	{
		mark->is_label = true;
		return behind != '(' && before != '[';	/* "[1]" where it is the label of a link */
	}
	if (before == '[' && behind == ']')
		return false;			/* "[[6,2,2]]" */
	if (is_letter(before) && is_plain &&
		(pos - 1 == line.start || !is_word_byte(text[pos - 2])))
		return false;			/* "a[1]" */
	if (is_raised && !may_be_raised(text, line, pos, mark->end, mark->numbers[0]))
	{
		mark->is_doubtful = !superscript_is_unit(text, line.start, pos, mark->numbers[0]) &&
							!superscript_is_power(text, pos);
		return mark->is_doubtful;
	}
	mark->opens_line = opens_line(block, line, text, pos);
	mark->may_be_listed = (behind != ':' && (behind != '(' || is_link)) &&
						  (!mark->opens_line || may_open(text, line, mark, is_first));
	mark->may_be_claimed = mark->may_be_listed && !mark->opens_line && !is_link &&
						   (!is_plain || (!is_alnum(before) && !is_value(text, line, pos)));
	mark->is_told = !mark->opens_line && (!is_plain || !is_alnum(before));
	return true;
}

/* ------------------------------------------------------------------ finding */

/* Matches a raised number in prose; in tables it is a marker of its own kind. */
static bool
match_raised(const TextBlock *block, Slice text, int pos, NumberedMark *mark)
{
	int64		id;

	mark->start = pos;
	mark->end = marker_superscript_end(text.data, text.len, pos, &id);
	if (mark->end == pos || id > 999 || block->kind == BLOCK_TABLE)
		return false;
	mark->spelling = RAISED_SPELLING;
	mark->numbers[0] = (int) id;
	mark->count = 1;
	mark->inner = (Slice) {text.data + pos, mark->end - pos};
	return true;
}

static void
find_in_line(const Prose *prose, int index, int line_no, int *next, SourceLists *lists)
{
	const TextBlock *block = &prose->blocks.items[index];
	Line		line = prose->lines.items[line_no];
	Slice		text = {prose->text, line.end};

	for (int pos = line.start; pos < line.end; pos++)
	{
		unsigned char c = (unsigned char) text.data[pos];
		NumberedMark mark;

		if (c != '[' && c != '<' && c != 0xE3 && c != 0xC2 && c != 0xE2)
			continue;
		CHECK_FOR_INTERRUPTS();
		mark = (NumberedMark) {0};
		while (*next < prose->markers.count && prose->markers.items[*next].start +
			   prose->markers.items[*next].len <= pos)
			(*next)++;
		if (*next < prose->markers.count && prose->markers.items[*next].start <= pos)
		{
			pos = prose->markers.items[*next].start + prose->markers.items[*next].len - 1;
			continue;
		}
		if (!(c == 0xC2 || c == 0xE2 ? match_raised(block, text, pos, &mark)
			  : match_spelling(text, pos, &mark)) ||
			!judge(prose, block, line, line_no == block->first_line, &mark))
			continue;
		mark.block = index;
		mark.line = line_no;
		mark.cell = table_cell_at(prose, block, line_no, pos);
		*VEC_PUSH(&lists->marks) = mark;
		pos = mark.end - 1;
	}
}

static void
find_marks(const Prose *prose, SourceLists *lists)
{
	int			next = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (!block->is_listed && (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING ||
								  block->kind == BLOCK_TABLE))
			for (int j = 0; j < block->nlines; j++)
				find_in_line(prose, i, block->first_line + j, &next, lists);
	}
}

/* ----------------------------------------------------------------- settling */

/* Has the list one of the numbers, and has it each of them, once? */
static bool
list_has(const SourceLists *lists, const SourceList *list, const NumberedMark *mark, bool *has_all)
{
	bool		has_any = false;

	*has_all = true;
	for (int i = 0; i < mark->count; i++)
	{
		has_any |= keymap_get(&list->numbers, (uint64) mark->numbers[i]) != 0;
		*has_all &= source_item_numbered(lists, list, mark->numbers[i]) != NULL;
	}
	return has_any;
}

/* Which marks their lists say: all that may mean a list's numbers, or none of them. */
static void
settle_listed(const Prose *prose, SourceLists *lists)
{
	bool		has_all;

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < lists->marks.count; i++)
		{
			NumberedMark *mark = &lists->marks.items[i];
			SourceList *list = source_list_governing(lists, mark->block);

			if (list == NULL || mark->is_doubtful || !list_has(lists, list, mark, &has_all))
				continue;
			mark->is_told = !mark->is_label;
			if (pass == 1)
				mark->is_listed = !list->has_unread;
			else if (!mark->may_be_listed || !has_all)
			{
				if (!list->has_unread)
					list->unread = (Slice) {prose->text + mark->start, mark->end - mark->start};
				list->has_unread = true;
			}
		}
}

/* Files the marks that are read among the markers of the parse. */
static void
file_markers(Prose *prose, SourceLists *lists)
{
	VEC(Marker) markers = {NULL, 0, 0};
	int			next = 0;

	for (int i = 0; i < lists->marks.count; i++)
	{
		const NumberedMark *mark = &lists->marks.items[i];

		if (!mark->is_listed && !mark->is_claimed && !mark->is_linked)
			continue;
		while (next < prose->markers.count && prose->markers.items[next].start < mark->start)
			*VEC_PUSH(&markers) = prose->markers.items[next++];
		*VEC_PUSH(&markers) = (Marker) {
			.kind = MARKER_NUMERIC, .start = mark->start, .len = mark->end - mark->start,
			.block = mark->block, .id = -1, .value = mark->inner, .line = mark->line,
			.cell = mark->cell, .source = i + 1};
	}
	if (markers.count == 0)
		return;
	while (next < prose->markers.count)
		*VEC_PUSH(&markers) = prose->markers.items[next++];
	prose->markers.items = markers.items;
	prose->markers.count = markers.count;
	prose->markers.room = markers.room;
	next = 0;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];

		block->first_marker = next;
		while (next < prose->markers.count && prose->markers.items[next].block <= i)
			next++;
		block->nmarkers = next - block->first_marker;
	}
}

/* Which marks the section's claims say: all of a spelling, or none. */
static void
settle_claimed(const Memo *memo, const Section *section, const Prose *prose, SourceLists *lists)
{
	bool	   *fails = palloc0(sizeof(bool) * (numbered_nspellings + 1));	/* the last: raised */

	for (int i = 0; i < prose->markers.count; i++)
		if (prose->markers.items[i].kind == MARKER_SRC ||
			prose->markers.items[i].kind == MARKER_SRC_VARIANT)
			return;
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < lists->marks.count; i++)
		{
			NumberedMark *mark = &lists->marks.items[i];
			bool	   *failed =
				&fails[mark->spelling == RAISED_SPELLING ? numbered_nspellings : mark->spelling];

			if (pass == 1)
				mark->is_claimed = !*failed;
			else if (!mark->may_be_claimed)
				*failed = true;
			for (int j = 0; j < mark->count && pass == 0; j++)
				*failed |= section_claim(memo, section, mark->numbers[j]) == NULL;
		}
	pfree(fails);
}

static int
compare_marks(const void *a, const void *b)
{
	return ((const NumberedMark *) a)->start - ((const NumberedMark *) b)->start;
}

void
source_lists_read(Memo *memo, const Section *section, Prose *prose, SourceLists *lists)
{
	source_lists_find(prose, lists);
	find_marks(prose, lists);
	for (int i = 0; i < lists->marks.count && memo != NULL && !memo->policy.read_numeric; i++)
		lists->marks.items[i].may_be_listed = lists->marks.items[i].may_be_claimed = false;
	settle_listed(prose, lists);
	if (memo != NULL && lists->lists.count == 0 && section->nclaims > 0)
		settle_claimed(memo, section, prose, lists);
	if (memo != NULL)
	{
		int			count = lists->marks.count;

		links_find(memo, section, prose, lists);
		names_find(memo, prose, lists);
		if (lists->marks.count > count)
			qsort(lists->marks.items, lists->marks.count, sizeof(NumberedMark), compare_marks);
	}
	file_markers(prose, lists);
}

Prose *
body_parse(const char *text, int len)
{
	Prose	   *prose = prose_parse(text, len, &marker_extension);
	SourceLists lists = {0};

	source_lists_read(NULL, NULL, prose, &lists);
	return prose;
}
