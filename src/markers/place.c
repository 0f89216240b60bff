/*
 * place.c
 *		The one grammar of places in a source: of markers, footnotes, claims and lists.
 *
 *		p. 12, pages 12-14, page 12 of 40, S. 12 f.		a page, and the last of a range
 *		Table 5, § 3.2(a), lines 4-9, tab "Unit Mix"	a word of references, and which one
 *		Summary!C14, 'Cash Flow'!B2:C4					cells of a workbook
 *
 * What else says where ("sales comparison approach") is no place.  A page and pieces are
 * printed as one locator, "p. 40, Table 5" or "pp. 12–14"; pieces alone, "Table 5", are one, too.
 */
#include "markers/markers.h"

#define LONGEST_SHEET	31			/* bytes, as Excel has it */
#define LONGEST_WHICH	24			/* of "3.2(a)" */
#define LONGEST_PLACE	120			/* of the pieces of one */
#define LARGEST_PAGE	999999

/* --------------------------------------------------------------------- words */

static const struct
{
	const char *word;
	int			kinds;
} words[] = {
#include "markers/reference_words.inc"
};

int
word_length(Slice text, int pos)
{
	int			len = 0;

	while (pos + len < text.len &&
		   (is_letter(text.data[pos + len]) || is_of(text.data[pos + len], CHAR_WIDE) ||
			(text.data[pos + len] == '\'' && len > 0 && pos + len + 1 < text.len &&
			 is_letter(text.data[pos + len + 1]))))
		len++;
	return len;
}

int
word_kinds(Slice text, int pos, int len)
{
	char		lower[24];
	int			low;

	if (len <= 0 || len >= (int) sizeof(lower))
		return 0;
	for (int i = 0; i < len; i++)
		lower[i] = (char) pg_ascii_tolower((unsigned char) text.data[pos + i]);
	lower[len] = '\0';
	LOWER_BOUND(low, (int) lengthof(words), i, strcmp(words[i].word, lower) < 0);
	return low < (int) lengthof(words) && strcmp(words[low].word, lower) == 0 ? words[low].kinds
																			  : 0;
}

char *
place_words(int kind)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < (int) lengthof(words); i++)
		if ((words[i].kinds & kind) != 0 && strcmp(words[i].word, "s") != 0)
			appendStringInfo(&out, "%s%s", out.len == 0 ? "(?i:" : "|", words[i].word);
	appendStringInfoChar(&out, ')');
	return out.data;
}

/* --------------------------------------------------------------------- pages */

static bool
has_at(Slice text, int pos, const char *sign)
{
	int			len = (int) strlen(sign);

	return text.len - pos >= len && memcmp(text.data + pos, sign, len) == 0;
}

/* The byte after a number that a page may have, which goes to *number; pos when none is there. */
static int
read_number(Slice text, int pos, int *number)
{
	int			end = past_digits(text.data, text.len, pos);
	int64		read = whole_number((Slice) {text.data + pos, end - pos}, LARGEST_PAGE);

	if (read < 1)
		return pos;
	*number = (int) read;
	return end;
}

/* Bytes of a dash at pos, 0 = none. */
static int
dash_length(Slice text, int pos)
{
	return has_at(text, pos, "-") ? 1
		: has_at(text, pos, "\xE2\x80\x93") || has_at(text, pos, "\xE2\x80\x94") ? 3 : 0;
}

/* Behind what may follow a page's number: "-14", which goes to *last, " of 112", " ff.", "a". */
static int
page_end(Slice text, int pos, int first, int *last)
{
	int			at = past_blanks(text.data, text.len, pos);
	int			dash = dash_length(text, at);
	int			number;
	int			end;

	*last = 0;
	at = past_blanks(text.data, text.len, at + dash);
	if (dash > 0 && (end = read_number(text, at, &number)) > at)
	{
		*last = number > first ? number : 0;
		return end;
	}
	if (has_at(text, pos, " of ") && (end = read_number(text, pos + 4, &number)) > pos + 4)
		return end;
	if (has_at(text, pos, " f") && (pos + 2 == text.len || strchr("f., ;)", text.data[pos + 2])))
		pos += 2;
	while (pos < text.len && (is_letter(text.data[pos]) || has_at(text, pos, "\xE9\xA1\xB5")))
		pos += char_length(text.data[pos]);
	return pos;
}

/* "p. 12", "pages 3-4", "at 12", "第12页": the byte after it, pos when there is none. */
static int
read_page(Slice text, int pos, int *page, int *last)
{
	int			len = word_length(text, pos);
	bool		is_at = len == 2 && pg_strncasecmp(text.data + pos, "at", 2) == 0;
	int			at = pos + len;
	int			end;

	if (has_at(text, pos, "\xE7\xAC\xAC"))
		at = pos + 3;
	else if ((word_kinds(text, pos, len) & WORD_PAGE) == 0 && !is_at)
		return pos;
	else if (has_at(text, at, ".") && !is_at)
		at++;
	else if (len == 1 && text.data[pos] == 's')
		return pos;
	at = past_blanks(text.data, text.len, at);
	end = read_number(text, at, page);
	if (end == at)
		return pos;
	end = page_end(text, end, *page, last);
	return is_at && end < text.len && strchr(",;.)", text.data[end]) == NULL ? pos : end;
}

int
page_at(Slice text, int pos)
{
	int			page;
	int			last;

	return read_page(text, pos, &page, &last) > pos ? page : 0;
}

/* -------------------------------------------------------------------- pieces */

/* "5", "3.2(a)", "B", "IV", "4-9": the byte after it, pos when there is none. */
static int
read_which(Slice text, int pos)
{
	int			end = pos;
	int			depth = 0;
	bool		has_digit = false;

	while (end < text.len && end - pos < LONGEST_WHICH)
	{
		char		c = text.data[end];
		int			dash = dash_length(text, end);
		int			next = end + Max(dash, 1);

		if (c == '(' || c == ')')
			depth += c == '(' ? 1 : -1;
		else if ((dash > 0 || strchr(".:", c) != NULL) &&
				 (next >= text.len || !is_alnum(text.data[next])))
			break;
		else if (dash == 0 && !is_alnum(c) && strchr(".:", c) == NULL)
			break;
		if (depth < 0)
			break;
		has_digit |= is_digit(c);
		end = next;
	}
	return has_digit || (end > pos && end - pos <= 3 && isupper((unsigned char) text.data[pos]) &&
						 isupper((unsigned char) text.data[end - 1])) ? end : pos;
}

/* "Unit Mix", in quotation marks, or of a tab to the end of the part: the byte after it, pos when
 * there is none. */
static int
read_title(Slice text, int pos, bool is_tab)
{
	char		quote = pos < text.len ? text.data[pos] : '\0';
	const char *close = quote != '"' && quote != '\'' ? NULL
		: memchr(text.data + pos + 1, quote, text.len - pos - 1);
	int			end = close != NULL ? (int) (close - text.data) + 1 : pos;

	while (is_tab && close == NULL && end < text.len &&
		   strchr(",;:.()$%\"", text.data[end]) == NULL)
		end++;
	end = before_blanks(text.data, pos, end);
	return end - pos <= LONGEST_SHEET + 2 ? end : pos;
}

/* "14" or "12–14", no year, in a part of its own. */
static int
read_bare(Slice text, int pos)
{
	int			number;
	int			last;
	int			end = read_number(text, pos, &number);

	if (end == pos || end - pos > 4 || (number >= 1900 && number < 2100))
		return pos;
	end = page_end(text, end, number, &last);
	return end == text.len || strchr(",;).", text.data[end]) != NULL ? end : pos;
}

/* "Summary!C14", "'Cash Flow'!B2:C4": the byte after it, pos when there is none. */
static int
read_cell(Slice text, int pos)
{
	bool		is_quoted = has_at(text, pos, "'");
	int			end = pos + is_quoted;

	while (end < text.len && end - pos <= LONGEST_SHEET + 1 &&
		   (is_word_byte(text.data[end]) || strchr(" _.&-", text.data[end]) != NULL))
		end++;
	if (end == pos + is_quoted || (is_quoted && !has_at(text, end++, "'")) ||
		!has_at(text, end, "!"))
		return pos;
	for (end++;
		 end < text.len && (is_alnum(text.data[end]) || strchr("$:", text.data[end]) != NULL);)
		end++;
	return is_digit(text.data[end - 1]) ? end : pos;
}

/* "unit mix tab": at most three words and that one, in a part of its own. */
static int
read_tab(Slice text, int pos)
{
	int			end = pos;

	for (int words = 0, len; words < 4 && (len = word_length(text, end)) > 0; words++)
	{
		Slice		rest = {text.data + end + len, text.len - end - len};

		if (words > 0 && slice_is_word((Slice) {text.data + end, len}, "sheet|tab"))
			return rest.len == 0 || strchr(" ,;.)", rest.data[0]) != NULL ? end + len : pos;
		end = past_blanks(text.data, text.len, end + len);
	}
	return pos;
}

/* A cell, or which one of a kind of piece; *start is behind a word as "tab" before a cell. */
static int
read_piece(Slice text, int *start)
{
	int			pos = *start;
	int			len = word_length(text, pos);
	int			at = pos;
	int			end = read_cell(text, pos);
	bool		is_tab;

	while (has_at(text, at, "\xC2\xA7") || has_at(text, at, "\xC2\xB6"))
		at += 2;
	if (at == pos && (word_kinds(text, pos, len) & WORD_PIECE) != 0)
		at += len + (has_at(text, pos + len, ".") ? 1 : 0);
	if (at == pos)
		return end > pos ? end : read_tab(text, pos);
	at = past_blanks(text.data, text.len, at);
	if ((end = read_cell(text, at)) > at)
	{
		*start = at;
		return end;
	}
	is_tab = slice_is_word((Slice) {text.data + pos, len}, "sheet|tab");
	end = read_which(text, at);
	if (is_tab || end == at)
		end = Max(end, read_title(text, at, is_tab));
	return end > at ? end : pos;
}

/* -------------------------------------------------------------------- places */

/* Adds a piece to those before it, without its quotation marks. */
static void
add_piece(SourcePlace *place, Slice piece)
{
	if (place->pieces.data == NULL)
		initStringInfo(&place->pieces);
	if (place->pieces.len > 0)
		appendStringInfoString(&place->pieces, ", ");
	for (int i = 0; i < piece.len; i++)
		if (piece.data[i] != '"')
			appendStringInfoChar(&place->pieces, piece.data[i]);
}

int
place_read(Slice text, int pos, SourcePlace *place)
{
	int			start = pos;
	int			page;
	int			last;
	int			end = read_page(text, pos, &page, &last);

	if (end > pos && (place->page == 0 || (place->page == page && place->pieces.len == 0)))
	{
		place->page = page;		/* or once more, behind an address that says it */
		place->last_page = Max(last, place->last_page);
		return end;
	}
	if (end == pos)
		end = read_piece(text, &start);
	if (end == pos && place->page > 0)
		end = read_bare(text, pos);
	if (end == pos || place->pieces.len + end - start > LONGEST_PLACE)
		return pos;
	add_piece(place, (Slice) {text.data + start, end - start});
	return end;
}

char *
place_locator(const SourcePlace *place)
{
	const char *pieces = place->pieces.len == 0 ? "" : place->pieces.data;

	if (place->page > 0)
		return locator_beside_page(place->page, place->last_page, pieces);
	return pieces[0] == '\0' ? NULL : pstrdup(pieces);
}

SourcePlace
places_of(Slice text)
{
	SourcePlace	place = {0};
	char	   *line = slice_copy(text);

	for (int i = 0; i < text.len; i++)
		if (is_space(line[i]))
			line[i] = ' ';
		else if (has_at(text, i, "\xE2\x80\xA0"))
			text.len = i;		/* what tools write behind a dagger */
	text.data = line;
	for (int pos = 0, end; pos < text.len; pos = Max(end, pos + 1))
	{
		end = pos;
		if (!word_ends(text.data, pos))
			end = place_read(text, pos, &place);
	}
	return place;
}

/* ------------------------------------------------------------------ locators */

char *
locator_beside_page(int page, int last_page, const char *place)
{
	const char *comma = place[0] == '\0' ? "" : ", ";

	if (last_page > page)
		return psprintf("pp. %d\xE2\x80\x93%d%s%s", page, last_page, comma, place);
	return place[0] == '\0' ? NULL : psprintf("p. %d%s%s", page, comma, place);
}

bool
locator_counts(int page, const char *locator)
{
	Slice		rest = slice_of(locator);

	if (locator == NULL || page <= 0)
		return locator != NULL && page == 0;
	return (slice_take(&rest, psprintf("p. %d, ", page)) ||
			slice_take(&rest, psprintf("pp. %d\xE2\x80\x93", page))) && rest.len > 0;
}

char *
locator_of_page(int page, const char *text)
{
	Slice		whole = slice_of(text);
	Slice		rest;
	int			said;
	int			last;
	int			pos = read_page(whole, 0, &said, &last);

	if (pos == 0 || said != page || page <= 0)
		return NULL;
	rest = (Slice) {text + pos, whole.len - pos};
	while (rest.len > 0 && strchr(" ,;:.", rest.data[0]) != NULL)
		rest.data++, rest.len--;
	if (rest.len > 1 && rest.data[0] == '(' && rest.data[rest.len - 1] == ')')
		rest = (Slice) {rest.data + 1, rest.len - 2};	/* "p. 4 (Table 5)" */
	while (rest.len > 0 && strchr(" ,;:.", rest.data[rest.len - 1]) != NULL)
		rest.len--;
	return locator_beside_page(page, last, slice_copy(rest));
}

/* ---------------------------------------------------------------- quotations */

int
quotation_end(Slice text, int pos)
{
	static const char *const marks[][2] = {
		{"\"", "\""}, {"\xE2\x80\x9C", "\xE2\x80\x9D"}, {"\xC2\xAB", "\xC2\xBB"}};

	for (int i = 0; i < (int) lengthof(marks); i++)
	{
		int			len = (int) strlen(marks[i][0]);
		const char *close;
		Slice		rest;

		if (!has_at(text, pos, marks[i][0]))
			continue;
		close = memmem(text.data + pos + len, text.len - pos - len, marks[i][1],
					   strlen(marks[i][1]));
		if (close == NULL)
			return pos;
		close += strlen(marks[i][1]);
		rest = (Slice) {close, (int) (text.data + text.len - close)};
		(void) (slice_take(&rest, UNCHECKED_MARK) || slice_take(&rest, RETURNED_MARK));
		return (int) (rest.data - text.data);
	}
	return pos;
}

bool
token_is_address(const char *token, int len)
{
	for (int i = 1; i + 1 < len; i++)
		if (strchr("/@\\", token[i]) != NULL ||
			(token[i] == '.' && is_alnum(token[i + 1]) && is_letter(token[i - 1])))
			return true;
	return false;
}

bool
text_refers(Slice text)
{
	for (int pos = 0, len; pos < text.len; pos += len)
	{
		int			end = quotation_end(text, pos);

		len = end > pos ? end - pos : Max(1, word_length(text, pos));
		if (strchr("$%", text.data[pos]) != NULL)
			return false;		/* an amount is stated */
		if (is_letter(text.data[pos]) && !isupper((unsigned char) text.data[pos]) &&
			word_kinds(text, pos, len) == 0 && (pos == 0 || !is_digit(text.data[pos - 1])))
		{
			int			stop = pos;

			while (stop < text.len && !is_space(text.data[stop]))
				stop++;
			if (!token_is_address(text.data + pos, stop - pos))
				return false;
			len = stop - pos;
		}
	}
	return text.len > 0;
}
