/*
 * marks.c
 *		Numbers and names that cite, as models write them.
 *
 *		Rents rose [2]. Vacancy fell [1, 3]. See [Source 1], rose.² and a[1]. NOI [[om-12]].
 *
 *		## Sources
 *		1. Rent Roll, p. 4
 *		2. Appraisal
 *		[3] https://example.com
 *
 * has five marks: of 2, of 1 and 3, of 1, of 2, and of om-12, where that is a passage of the
 * deal, or the id, tag or file of a document; "a[1]" is none.  The spellings are data
 * (words/numbered.txt).  What the marks mean is in mark_source.c.
 */
#include "notes/notes_internal.h"
#include "language/language.h"

#define LONGEST_SKIPPED	500		/* bytes of "..." */
#define LONGEST_NAME	100
#define LONGEST_ELEMENT	2000

static const char *const spellings[] = {
#include "notes/numbered.inc"
};

StaticAssertDecl(lengthof(spellings) < MOST_SPELLINGS, "a spelling has no room");

typedef struct MarkScan
{
	const Prose *prose;
	bool		has_names;		/* the deal has documents */
	int			marker;			/* the first one that does not end before the place */
	SourceLists *lists;
} MarkScan;

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

/* The byte behind a name at pos, pos when there is none: a letter, and a digit or sign. */
static int
read_name(Slice text, int pos, NumberedMark *mark)
{
	bool		has_letter = false;
	bool		has_sign = false;
	int			end = pos;

	for (; end < text.len && end - pos <= LONGEST_NAME &&
		 (is_alnum(text.data[end]) || strchr("-_.", text.data[end]) != NULL); end++)
	{
		has_letter |= is_letter(text.data[end]);
		has_sign |= !is_letter(text.data[end]);
	}
	mark->inner = (Slice) {text.data + pos, end - pos};
	mark->is_name = has_letter && has_sign && end - pos <= LONGEST_NAME;
	return mark->is_name ? end : pos;
}

/* Does a bracket stand before the end of what is skipped?  It is another one's, then. */
static bool
has_bracket(const char *text, const char *end)
{
	while (text < end && strchr("[]", *text) == NULL)
		text++;
	return text < end;
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
			int			width = (int) strcspn(c += 3, "NXP ");	/* of what closes it */
			const char *close = memmem(text.data + pos, Min(text.len - pos, LONGEST_SKIPPED), c,
									   width);

			if (close == NULL || (*spelling == '[' && has_bracket(text.data + pos, close)))
				return start;
			pos = (int) (close - text.data) + width;
			c += width - 1;
			continue;
		}
		if (*c == ' ')
			pos = past_blanks(text.data, text.len, pos);
		else if (*c == 'N' || *c == 'X' || *c == 'P')
		{
			pos = *c == 'N' ? read_numbers(text, pos, mark)
				: *c == 'X' ? read_name(text, pos, mark) : place_read(text, pos, &mark->place);
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
	for (int i = 0; i < (int) lengthof(spellings); i++)
	{
		int			end = spelling_end(spellings[i], text, pos, &other);

		if (end > mark->end)
		{
			*mark = other;
			mark->end = end;
			mark->spelling = i + 1;
		}
		other.count = 0;
		other.is_name = false;
		other.place.page = 0;
	}
	mark->start = pos;
	return mark->end > pos;
}

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

/* Bytes of the lower-case Latin word that ends at pos. */
static int
word_before(const char *text, int start, int pos)
{
	int			from = pos;

	while (from > start && text[from - 1] >= 'a' && text[from - 1] <= 'z')
		from--;
	return from > start && word_ends(text, from) ? 0 : pos - from;
}

/* Matches a number that was raised before it was pasted, "$4 million.1 Rents rose", or stands in
 * round brackets where one is raised, "5%(1)": it may be anything, but a list that has the number
 * has to stay. */
static bool
match_pasted(const TextBlock *block, Line line, const char *text, int pos, NumberedMark *mark)
{
	Slice		rest = {text, line.end};
	bool		is_bracketed = text[pos] == '(';
	bool		is_behind_stop = pos - line.start > 2 && strchr(".!?", text[pos - 1]) != NULL;
	int			before = pos - is_behind_stop;

	if (pos - line.start < 3 ||
		(!is_bracketed && (!is_behind_stop || block->kind == BLOCK_TABLE)) ||
		(strchr("%)", text[before - 1]) == NULL && word_before(text, line.start, before) < 4))
		return false;
	*mark = (NumberedMark) {.start = pos, .spelling = RAISED_SPELLING, .is_doubtful = true,
						   .is_told = true};
	mark->end = read_numbers(rest, pos + is_bracketed, mark);
	if (mark->end == pos + is_bracketed)
		return false;
	if (is_bracketed && (mark->end == line.end || text[mark->end++] != ')'))
		return false;
	return mark->end == line.end || is_line_blank(text[mark->end]) ||
		   (is_bracketed && strchr(".,;:|", text[mark->end]) != NULL);
}

/* ------------------------------------------------------------------- guards */

/* May a raised number refer here: behind closing punctuation or a word, beside no other sign? */
static bool
may_be_raised(const char *text, Line line, int pos, int end, int64 id)
{
	static const char *const closing[] = {"\xE2\x80\x9D", "\xE2\x80\x99", "\xC2\xBB"};
	char		before;

	if (word_begins(text, line.end, end))
		return false;
	if (text[pos] == '<')		/* "$4 million <sup>1</sup>" */
		pos = before_blanks(text, line.start, pos);
	before = pos > line.start ? text[pos - 1] : ' ';
	if (superscript_is_unit(text, line.start, pos, id) || superscript_is_power(text, pos))
		return false;			/* or beside another sign */
	for (int i = 0; i < (int) lengthof(closing); i++)
	{
		int			len = (int) strlen(closing[i]);

		if (pos - line.start > len && memcmp(text + pos - len, closing[i], len) == 0)
			return true;
	}
	if (strchr(".,)%\"'", before) != NULL)
		return pos - 1 > line.start && ((unsigned char) text[pos - 2] < 0x80 || before != ',');
	return word_before(text, line.start, pos) >= 3;
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

/* The sign behind which a mark stands, "cap: [3]", "x = [1]"; ' ' when it opens the line. */
static char
sign_before(const char *text, Line line, int pos)
{
	pos = before_blanks(text, line.start, pos);
	return pos > line.start ? text[pos - 1] : ' ';
}

/* Does a spelling of tags stand in text, and any other one outside of code and links? */
static bool
is_in_text(ZoneKind zone, char first)
{
	return zone == ZONE_PROSE || zone == ZONE_TABLE || (zone == ZONE_HTML && first == '<');
}

/* Settles what a match of numbers may be.  False when it is no mark: in code, an array's index, a
 * link. */
static bool
judge(const Prose *prose, const TextBlock *block, Line line, bool is_first, NumberedMark *mark)
{
	const char *text = prose->text;
	int			pos = mark->start;
	bool		is_raised = mark->spelling == RAISED_SPELLING ||
		strcmp(spellings[mark->spelling - 1], "<sup>N</sup>") == 0;
	ZoneKind	zone = prose_zone_at(prose, block, pos + 1);
	char		before = pos > line.start ? text[pos - 1] : ' ';
	char		behind = mark->end < line.end ? text[mark->end] : ' ';
	bool		is_link = text[mark->end - 1] == ')';
	bool		is_plain = mark->spelling != RAISED_SPELLING && text[pos] == '[' &&
						   is_digit(text[pos + 1]) && !is_link;

	if (before == '\\' || (!is_in_text(zone, text[pos]) && zone != ZONE_HEADING &&
						   zone != ZONE_LINK_LABEL))
		return false;
	if (zone == ZONE_LINK_LABEL && !is_link)
	{
		mark->is_label = true;
		return behind != '(' && before != '[';	/* "[1]" where it is the label of a link */
	}
	if ((before == '[' && behind == ']') || (is_link && block->kind == BLOCK_HEADING) ||
		(is_plain && strchr("={", sign_before(text, line, pos)) != NULL))
		return false;			/* "[[6,2,2]]", navigation, "x = [1]" */
	if (is_letter(before) && is_plain &&
		(pos - 1 == line.start || !is_word_byte(text[pos - 2])))
		return false;			/* "a[1]" */
	if (is_raised && !may_be_raised(text, line, pos, mark->end, mark->numbers[0]))
	{
		mark->is_doubtful = !superscript_is_unit(text, line.start, pos, mark->numbers[0]) &&
							!superscript_is_power(text, pos);
		mark->is_told = mark->is_doubtful && text[pos] == '<';
		return mark->is_doubtful;
	}
	mark->opens_line = opens_line(block, line, text, pos);
	mark->may_be_listed = (behind != ':' && (behind != '(' || is_link)) &&
						  (!mark->opens_line || may_open(text, line, mark, is_first));
	mark->may_be_claimed = mark->may_be_listed && !mark->opens_line && !is_link &&
						   (!is_plain ||
							(!is_alnum(before) && sign_before(text, line, pos) != ':'));
	mark->is_told = !mark->opens_line && (!is_plain || !is_alnum(before)) &&
					(!is_link || memchr(text + pos, '#', mark->end - pos) != NULL);
	return true;
}

/* Where the end tag of the element that began before pos is; 0 when another begins first. */
static int
element_end(const char *text, int pos, int limit)
{
	const char *close = memmem(text + pos, limit - pos, CLOSING_TAG, strlen(CLOSING_TAG));

	return close == NULL || memmem(text + pos, close - (text + pos), OPENING_TAG,
								   strlen(OPENING_TAG)) != NULL ? 0 : (int) (close - text);
}

/* The same of a name.  "<cite source="om-12">NOI rose</cite>" ends where its element does. */
static bool
judge_name(const Prose *prose, const TextBlock *block, NumberedMark *mark)
{
	const char *text = prose->text;
	char		before = mark->start > block->start ? text[mark->start - 1] : ' ';
	char		behind = mark->end < block->end ? text[mark->end] : ' ';

	if (before == '\\' || strchr("([:", behind) != NULL || !block_takes_notes(block) ||
		(text[mark->end - 1] != ')' &&
		 !is_in_text(prose_zone_at(prose, block, mark->start + 1), text[mark->start])))
		return false;
	mark->closes = text[mark->start] != '<' || text[mark->end - 2] == '/' ? 0
		: element_end(text, mark->end, Min(block->end, mark->end + LONGEST_ELEMENT));
	return true;
}

/* ------------------------------------------------------------------ finding */

/* The bytes that marks begin with: those of the spellings, which are sorted, and of raised digits;
 * what stands for one counts where a list has numbers. */
static Needles
mark_starts(const Prose *prose, bool has_lists)
{
	Needles		starts = {.text = {prose->text, prose->len}};

	for (int i = 0; i < (int) lengthof(spellings); i++)
		if (i == 0 || spellings[i][0] != spellings[i - 1][0])
			needle_add(&starts, spellings[i], 1);
	needle_add(&starts, "\xC2", 1);
	needle_add(&starts, "\xE2", 1);
	for (const char *first = "(123456789"; *first != '\0' && has_lists; first++)
		needle_add(&starts, first, 1);
	return starts;
}

/* The byte behind the marker that pos is in, pos when it is in none; in a bracket that is
 * prose a name may be read. */
static int
marker_end_at(MarkScan *scan, int pos, bool *is_prose)
{
	const Marker *markers = scan->prose->markers.items;
	int			count = scan->prose->markers.count;

	while (scan->marker < count &&
		   markers[scan->marker].start + markers[scan->marker].len <= pos)
		scan->marker++;
	if (scan->marker == count || markers[scan->marker].start > pos)
		return pos;
	*is_prose = markers[scan->marker].kind == MARKER_BRACKET && markers[scan->marker].start == pos;
	return markers[scan->marker].start + markers[scan->marker].len;
}

int
table_cell_at(const Prose *prose, const TextBlock *block, int line_no, int pos)
{
	int			at = -1;
	Line		cell;

	for (int i = 0; block->kind == BLOCK_TABLE &&
		 syntax_row_cell(prose->text, prose->lines.items[line_no], &at, &cell); i++)
		if (pos < cell.end)
			return i;
	return -1;
}

/* Adds the mark at a byte of a line that may begin one; the last byte that was looked at. */
static int
find_mark(MarkScan *scan, int index, int line_no, int pos)
{
	const TextBlock *block = &scan->prose->blocks.items[index];
	Line		line = scan->prose->lines.items[line_no];
	Slice		text = {scan->prose->text, line.end};
	unsigned char first = (unsigned char) text.data[pos];
	NumberedMark mark = {0};
	bool		is_prose = false;
	int			end = marker_end_at(scan, pos, &is_prose);

	CHECK_FOR_INTERRUPTS();		/* a line may have millions of "[" */
	if (end > pos && !is_prose)
		return end - 1;
	if (first == '(' || is_digit((char) first))
	{
		if (!match_pasted(block, line, text.data, pos, &mark) ||
			!is_in_text(prose_zone_at(scan->prose, block, pos), text.data[pos]))
			return pos;
	}
	else if (!(first == 0xC2 || first == 0xE2 ? match_raised(block, text, pos, &mark)
			   : match_spelling(text, pos, &mark)) ||
			 (mark.is_name ? !scan->has_names || !judge_name(scan->prose, block, &mark)
			  : is_prose || !judge(scan->prose, block, line, line_no == block->first_line, &mark)))
		return Max(end - 1, pos);
	mark.block = index;
	mark.line = line_no;
	mark.cell = table_cell_at(scan->prose, block, line_no, pos);
	*VEC_PUSH(&scan->lists->marks) = mark;
	return mark.end - 1;
}

void
marks_find(const Memo *memo, const Prose *prose, SourceLists *lists)
{
	MarkScan	scan = {.prose = prose, .lists = lists,
						.has_names = memo != NULL && memo->ndocuments > 0};
	Needles		starts = mark_starts(prose, lists->lists.count > 0);

	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (block->is_listed || (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_HEADING &&
								 block->kind != BLOCK_TABLE))
			continue;
		for (int j = block->first_line; j < block->first_line + block->nlines; j++)
		{
			int			end = prose->lines.items[j].end;

			for (int pos = prose->lines.items[j].start;
				 (pos = needles_next(&starts, pos)) < end; pos++)
				pos = find_mark(&scan, i, j, pos);
		}
	}
}
