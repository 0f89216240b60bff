/*
 * place.c
 *		The one grammar of places in a source: of markers, footnotes, claims and lists.
 *
 *		p. 12, pages 12-14, S. 12 f., p12, at 12, 第12页	a page, and the last of a range
 *		Table 5, § 3.2(a), lines 4-9, Exhibit B			a piece of a kind, and which one
 *		tab "Unit Mix", tab Unit Mix, unit mix tab		a piece by its title
 *		Summary!C14, 'Cash Flow'!B2:C4					cells of a workbook
 *		22–24											numbers alone, in a part of their own
 *
 * What else says where ("sales comparison approach") is no place.  A page and pieces are
 * printed as one locator, "p. 40, Table 5" or "pp. 12–14"; pieces alone, "Table 5", are one, too.
 */
#include "markers/markers.h"

#define LONGEST_TITLE	31			/* bytes, as Excel has it */
#define LONGEST_PLACE	120			/* bytes of the pieces of one */
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

/* --------------------------------------------------------------------- bytes */

static bool
has_at(Slice text, int pos, const char *sign)
{
	int			len = (int) strlen(sign);

	return text.len - pos >= len && memcmp(text.data + pos, sign, len) == 0;
}

static bool
is_digit_at(Slice text, int pos)
{
	return pos < text.len && is_digit(text.data[pos]);
}

static int
past_digits(Slice text, int pos)
{
	while (is_digit_at(text, pos))
		pos++;
	return pos;
}

/* The byte after a number that a page may have, which goes to *number; pos when none is there. */
static int
read_number(Slice text, int pos, int *number)
{
	int64		read = 0;
	int			end = pos;

	for (; is_digit_at(text, end) && read <= LARGEST_PAGE; end++)
		read = read * 10 + (text.data[end] - '0');
	if (read < 1 || read > LARGEST_PAGE)
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

/* --------------------------------------------------------------------- pages */

/* Behind what may follow a page's number: "-14", which goes to *last, " of 112", " ff.", "a". */
static int
page_end(Slice text, int pos, int first, int *last)
{
	int			at = past_blanks(text.data, text.len, pos);
	int			dash = dash_length(text, at);
	int			number;
	int			end;

	*last = 0;
	if (dash > 0)
	{
		at = past_blanks(text.data, text.len, at + dash);
		end = read_number(text, at, &number);
		if (end > at)
		{
			*last = number > first ? number : 0;
			return end;
		}
	}
	if (has_at(text, pos, " of ") && is_digit_at(text, pos + 4))
		return past_digits(text, pos + 4);
	if (has_at(text, pos, " f") && (pos + 2 == text.len || !is_letter(text.data[pos + 2]) ||
									text.data[pos + 2] == 'f'))
	{
		for (pos += 2; has_at(text, pos, "f") || has_at(text, pos, ".");)
			pos++;
		return pos;
	}
	while (pos < text.len && is_letter(text.data[pos]))
		pos++;
	return pos;
}

int
cjk_page_end(Slice text, int pos, Slice *digits)
{
	static const char *const signs[] = {"页", "頁", "ページ"};
	bool		is_ordinal = has_at(text, pos, "第");
	int			from = is_ordinal ? past_blanks(text.data, text.len, pos + 3) : pos;
	int			end = past_digits(text, from);
	int			before = before_blanks(text.data, 0, pos);
	int			dash = dash_length(text, end);

	if (end == from ||
		(!is_ordinal && before > 0 &&
		 (is_digit(text.data[before - 1]) || is_of(text.data[before - 1], CHAR_WIDE) ||
		  strchr("-~/.", text.data[before - 1]) != NULL)))
		return pos;				/* "共12页" are twelve pages */
	*digits = (Slice) {text.data + from, end - from};
	if (dash > 0)
		end = past_digits(text, end + dash);
	end = past_blanks(text.data, text.len, end);
	for (int i = 0; i < (int) lengthof(signs); i++)
		if (has_at(text, end, signs[i]))
			return end + (int) strlen(signs[i]);
	return pos;
}

/* "p. 12", "pages 3-4", "at 12": the byte after it, pos when there is none. */
static int
read_page(Slice text, int pos, int *page, int *last)
{
	int			len = word_length(text, pos);
	int			kinds = word_kinds(text, pos, len);
	int			at = pos + len;
	bool		is_at = len == 2 && pg_strncasecmp(text.data + pos, "at", 2) == 0;
	Slice		digits;
	int			end = cjk_page_end(text, pos, &digits);

	if (end > pos)
	{
		*last = 0;
		return read_number(digits, 0, page) > 0 ? end : pos;
	}
	if ((kinds & WORD_PAGE) == 0 && !is_at)
		return pos;
	if (has_at(text, at, ".") && !is_at)
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
	int			letters = 0;

	while (end < text.len && is_letter(text.data[end]) && letters < 8)
		end++, letters++;
	if (letters <= 3 && has_at(text, end, "-") && is_digit_at(text, end + 1))
		end++;
	if (letters <= 3 && is_digit_at(text, end))
		end = past_digits(text, end);
	else if (letters == 0 || (letters > 1 && strspn(text.data + pos, "IVXLC") < (size_t) letters &&
							  strspn(text.data + pos, "ivxlc") < (size_t) letters) ||
			 (letters == 1 && !isupper((unsigned char) text.data[pos]) &&
			  strchr("ivxlc", text.data[pos]) == NULL))
		return pos;
	for (;;)
	{
		int			next = end;
		int			dash = dash_length(text, end);

		if (end < text.len && strchr(".:", text.data[end]) != NULL)
			dash = 1;
		if (dash > 0 && end + dash < text.len && is_alnum(text.data[end + dash]))
			for (next = end + dash; next < text.len && is_alnum(text.data[next]);)
				next++;
		else if (has_at(text, end, "("))
		{
			for (next = end + 1; next < text.len && next < end + 5 && is_alnum(text.data[next]);)
				next++;
			next = next > end + 1 && has_at(text, next, ")") ? next + 1 : end;
		}
		if (next == end)
			return end < text.len &&
						   (is_word_byte(text.data[end]) || strchr("&_!", text.data[end]) != NULL)
					   ? pos
					   : end;
		end = next;
	}
}

/* "Unit Mix", in quotation marks or by its capitals, of a tab to the end of the part: the byte
 * after it, pos when there is none. */
static int
read_title(Slice text, int pos, bool is_tab)
{
	char		quote = pos < text.len ? text.data[pos] : '\0';
	const char *close = quote == '"' || quote == '\''
		? memchr(text.data + pos + 1, quote, text.len - pos - 1) : NULL;
	int			end = pos;

	if (close != NULL)
		return close - text.data - pos <= LONGEST_TITLE + 1 ? (int) (close - text.data) + 1 : pos;
	while (is_tab && end < text.len && strchr(",;:.()$%\"", text.data[end]) == NULL)
		end++;
	for (int at = pos; !is_tab && at < text.len &&
					   (isupper((unsigned char) text.data[at]) || text.data[at] == '&');)
	{
		while (at < text.len &&
			   (is_word_byte(text.data[at]) || strchr("&_-/", text.data[at]) != NULL))
			at++;
		end = at;
		at = past_blanks(text.data, text.len, at);
	}
	return end - pos <= LONGEST_TITLE ? end : pos;
}

/* "Summary!C14", "'Cash Flow'!B2:C4": the byte after it, pos when there is none. */
static int
read_cell(Slice text, int pos)
{
	int			end = pos;

	if (has_at(text, pos, "'"))
		end = read_title(text, pos, false);
	else
		while (end < text.len && end - pos <= LONGEST_TITLE &&
			   (is_word_byte(text.data[end]) || strchr(" _.&-", text.data[end]) != NULL))
			end++;
	if (end == pos || !has_at(text, end, "!"))
		return pos;
	for (end++;
		 end < text.len && (is_alnum(text.data[end]) || strchr("$:", text.data[end]) != NULL);)
		end++;
	return is_digit(text.data[end - 1]) ? end : pos;
}

/* "22–24", no year, in a part of its own. */
static int
read_bare(Slice text, int pos)
{
	int			number;
	int			last;
	int			end = read_number(text, pos, &number);

	if (end == pos || end - pos > 4 || (number >= 1900 && number < 2100))
		return pos;
	if (dash_length(text, end) > 0)
		end = page_end(text, end, number, &last);
	return end == text.len || strchr(",;)", text.data[end]) != NULL ||
		(text.data[end] == '.' && end + 1 == text.len) ? end : pos;
}

/* Is it this word, in any case? */
static bool
is_word(Slice text, int pos, int len, const char *word)
{
	return len == (int) strlen(word) && pg_strncasecmp(text.data + pos, word, len) == 0;
}

/* "unit mix tab": at most three words and that one, in a part of its own. */
static int
read_tab(Slice text, int pos)
{
	for (int words = 0, end = pos, len; words < 4; words++)
	{
		len = word_length(text, end);
		if (len == 0)
			return pos;
		if (words > 0 &&
			(is_word(text, end, len, "tab") || is_word(text, end, len, "sheet")))
			return end + len == text.len || strchr(" ,;.)", text.data[end + len]) != NULL
				? end + len : pos;
		end = past_blanks(text.data, text.len, end + len);
	}
	return pos;
}

/* Which one of a kind of piece: *start is behind a word as "tab" where a cell makes it one. */
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
	if ((end = read_which(text, at)) > at)
		return end;
	is_tab = is_word(text, pos, len, "tab") || is_word(text, pos, len, "sheet");
	return (end = read_title(text, at, is_tab)) > at ? end : pos;
}

/* -------------------------------------------------------------------- places */

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
	if (end == pos || end == start)
		end = read_bare(text, start = pos);
	if (end == pos)
		return pos;
	if (place->pieces.data == NULL)
		initStringInfo(&place->pieces);
	place->is_cut |= place->pieces.len + end - start > LONGEST_PLACE;
	if (place->is_cut)
		return end;
	if (place->pieces.len > 0)
		appendStringInfoString(&place->pieces, ", ");
	for (int i = start; i < end; i++)
		if (text.data[i] != '"')
			appendStringInfoChar(&place->pieces, text.data[i]);
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
	SourcePlace		place = {0};
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
		if (pos == 0 || !is_word_byte(text.data[pos - 1]))
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
		(void) slice_take(&rest, UNCHECKED_MARK);
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
