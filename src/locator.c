/*
 * locator.c
 *		Where in a document: the page, cell or place that a text says beside its name.
 *
 *		Offering Memorandum, pages 3-4		page 3
 *		Rent Roll, Summary!C14				the cell
 *		Appraisal, sales comparison approach	what stands behind the name, word by word
 *		Loan Agreement (Section 3.2)		the same, in parentheses
 */
#include "memocite.h"

#include "utils/formatting.h"

#define LONGEST_PLACE	120			/* bytes behind a name */

/* ------------------------------------------------------------------- pages */

/* The number at text, when a page may have it; 0 when there is none. */
static int
page_number(const char *text)
{
	long		page = isdigit((unsigned char) *text) ? strtol(text, NULL, 10) : 0;

	return page > 0 && page < 1000000 ? (int) page : 0;
}

int
page_at(const char *text)
{
	static const char *const words[] = {"page ", "pages ", "pp. ", "pp.", "pp ", "p. ", "p.", "p ", "pg. ", "pg ", "pgs. ", "pgs ", "p",
		"seite ", "seiten ", "s. ", "página ", "páginas ", "pág. ", "págs. "};

	for (int i = 0; i < (int) lengthof(words); i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0 && page_number(text + strlen(words[i])) > 0)
			return page_number(text + strlen(words[i]));
	return 0;
}

/* Only numbers and ranges of them, "22-24, 31", of which none is a year? */
static bool
is_numbers(const char *text)
{
	for (text += strspn(text, "#"); isdigit((unsigned char) *text); text += strspn(text, " ,&"))
	{
		char	   *end;
		long		number = strtol(text, &end, 10);
		int			dash;

		if (number >= 1900 && number < 2100)
			return false;
		dash = *end == '-' ? 1 : strncmp(end, "\xE2\x80\x93", 3) == 0 ? 3 : 0;
		if (dash > 0 && isdigit((unsigned char) end[dash]))
			strtol(end + dash, &end, 10);
		if (strchr(" ,&.", *end) == NULL)	/* or the text's end */
			return false;
		text = end;
	}
	return *text == '\0' || strcmp(text, ".") == 0;
}

int
locator_page(const char *text, int behind)
{
	const char *next = text + behind + strspn(text + behind, ", (\"*");
	int			page = page_at(next);

	if (page == 0 && strncmp(next, "at ", 3) == 0 && is_numbers(next + 3))
		page = page_number(next + 3);
	for (int pos = 0; text[pos] != '\0' && page == 0; pos++)
		if (strncmp(text + pos, "#page=", 6) == 0)
			page = page_number(text + pos + 6);
		else if (strchr("ps", text[pos]) != NULL && (pos == 0 || (!is_word_byte(text[pos - 1]) && strchr("'.", text[pos - 1]) == NULL)))
			page = page_at(text + pos);
	return page;
}

/* ------------------------------------------------------------------ places */

/* The byte after the name that a text begins with, quoted or emphasized, -1 = it does not. */
static int
name_end(Slice text, Slice name)
{
	int			pos = 0;
	int			len = 0;

	while (pos < text.len && strchr("\"'*_", text.data[pos]) != NULL)
		pos++;
	for (; len < name.len && pos < text.len; len++)
	{
		if (name.data[len] != (char) pg_ascii_tolower((unsigned char) text.data[pos]))
			return -1;
		pos++;
		while (name.data[len] == ' ' && pos < text.len && is_line_blank(text.data[pos]))
			pos++;
	}
	while (pos < text.len && strchr("\"'*_", text.data[pos]) != NULL)
		pos++;
	return len == name.len ? pos : -1;
}

/* Where the sheet begins whose name ends at a byte: at an apostrophe, "'Cash Flow'!C14",
 * or behind what no name of a sheet has, or a dash or quotation mark beyond ASCII. */
static int
sheet_start(Slice text, int end)
{
	int			start = end;

	if (end > 1 && text.data[end - 1] == '\'')
	{
		const char *open = memrchr(text.data, '\'', end - 1);

		return open == NULL ? end : (int) (open - text.data);
	}
	while (start > 0 && strchr(",;:()[]*\"`<>|\n", text.data[start - 1]) == NULL &&
		   (start < 3 || memcmp(text.data + start - 3, "\xE2\x80", 2) != 0))
		start--;
	return start;
}

char *
locator_cell(Slice text, Slice name)
{
	const char *sign = memchr(text.data, '!', text.len);
	int			start;
	int			end;
	int			named;

	if (sign == NULL)
		return NULL;
	end = (int) (sign - text.data);
	start = sheet_start(text, end);
	named = name_end((Slice) {text.data + start, end - start}, name);
	if (named > 0 && start + named < end)
		start += named;			/* "Argus Model Summary!C14" */
	while (start < end && is_line_blank(text.data[start]))
		start++;
	for (end++; end < text.len && (isalnum((unsigned char) text.data[end]) || strchr("$:", text.data[end]) != NULL); end++)
		;
	if (start == sign - text.data || end == sign - text.data + 1 || !isdigit((unsigned char) text.data[end - 1]))
		return NULL;
	return slice_copy((Slice) {text.data + start, end - start});
}

/* A text from start to end as a place, without blanks around it; NULL when it is more
 * than plain words. */
static char *
plain_place(Slice text, int start, int end)
{
	while (start < end && is_line_blank(text.data[start]))
		start++;
	while (end > start && (is_line_blank(text.data[end - 1]) || text.data[end - 1] == '.'))
		end--;
	if (start == end || end - start > LONGEST_PLACE)
		return NULL;
	for (int pos = start; pos < end; pos++)
		if (strchr("*_`[]<>|\\\"\r\n", text.data[pos]) != NULL)
			return NULL;
	return slice_copy((Slice) {text.data + start, end - start});
}

char *
locator_behind(Slice text, Slice name)
{
	static const char *const dashes[] = {" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 "};
	int			pos = name_end(text, name);
	int			start = pos;

	if (pos < 0 || pos == text.len)
		return NULL;
	if (strchr(",;:", text.data[pos]) != NULL)
		start = pos + 1;
	for (int i = 0; i < (int) lengthof(dashes) && start == pos; i++)
		if (text.len - pos > (int) strlen(dashes[i]) && memcmp(text.data + pos, dashes[i], strlen(dashes[i])) == 0)
			start = pos + (int) strlen(dashes[i]);
	return start == pos ? NULL : plain_place(text, start, text.len);
}

/* What stands in parentheses behind the name that a text begins with, and ends it. */
static char *
place_in_parentheses(Slice text, Slice name)
{
	int			pos = name_end(text, name);
	int			end = text.len;

	if (pos < 0)
		return NULL;
	while (pos < end && is_line_blank(text.data[pos]))
		pos++;
	while (end > pos && (is_line_blank(text.data[end - 1]) || text.data[end - 1] == '.'))
		end--;
	if (end - pos < 2 || text.data[pos] != '(' || memchr(text.data + pos, ')', end - pos) != text.data + end - 1)
		return NULL;
	return plain_place(text, pos + 1, end - 1);
}

/* Does a place say, with its first word or any, which part of a document it is?  So do
 * numbers alone, whatever they number, and pages that are none, "p. xii". */
static bool
names_part(const char *place, bool first)
{
	static const char *const parts[] = {
		"addendum", "annex", "appendix", "art", "article", "articles", "attachment", "cell", "cells", "ch", "chapter", "chart", "clause", "col",
		"column", "columns", "ex", "exh", "exhibit", "exhibits", "fig", "figure", "footnote", "item", "line", "lines", "note", "p", "page",
		"pages", "para", "paragraph", "part", "pp", "row", "rows", "sched", "schedule", "sec", "section", "sections", "sheet", "slide",
		"slides", "tab", "table", "tables", "vol", "volume",
	};
	char	   *lower = asc_tolower(place, strlen(place));

	if (is_numbers(place))
		return true;
	for (char *word = lower; *word != '\0' && !(first && word > lower);)
	{
		int			len = (int) strspn(word, "abcdefghijklmnopqrstuvwxyz");

		if (strncmp(word, "\xC2\xA7", 2) == 0 || slice_in((Slice) {word, len}, parts, lengthof(parts)))
			return true;
		word += Max(len, 1);
	}
	return false;
}

char *
locator_part(Slice text, Slice name)
{
	char	   *place = locator_behind(text, name);
	int			pos = name_end(text, name);

	if (place == NULL)
		place = place_in_parentheses(text, name);
	if (place != NULL)
		return names_part(place, false) ? place : NULL;
	if (pos < 0 || pos == text.len || !is_line_blank(text.data[pos]))
		return NULL;
	place = plain_place(text, pos, text.len);	/* "Loan Agreement Section 3.2" */
	return place != NULL && names_part(place, true) ? place : NULL;
}
