/*
 * locator.c
 *		Where in a document: the page, cell or place that a text says beside its name.
 *
 *		Offering Memorandum, pages 3-4		page 3
 *		Rent Roll, Summary!C14				the cell
 *		Appraisal, sales comparison approach	what stands behind the name, word by word
 */
#include "markers/markers_internal.h"

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

int
page_said_at(const char *text)
{
	const char *behind = text + 3;

	if (strncmp(text, "at ", 3) != 0 || page_number(text + 3) == 0)
		return page_at(text);
	behind += strspn(behind, "0123456789");
	if (*behind == '-')
		behind += 1 + strspn(behind + 1, "0123456789");
	return *behind == '\0' || strchr(",;)", *behind) != NULL || strcmp(behind, ".") == 0 ? page_number(text + 3) : 0;
}

int
locator_page(const char *text, int behind)
{
	const char *next = text + behind + strspn(text + behind, ", (\"*");
	int			page = page_said_at(next);

	for (int pos = 0; text[pos] != '\0' && page == 0; pos++)
		if (strncmp(text + pos, "#page=", 6) == 0)
			page = page_number(text + pos + 6);
		else if (strchr("ps", text[pos]) != NULL && (pos == 0 || (!is_word_byte(text[pos - 1]) && strchr("'.", text[pos - 1]) == NULL)))
			page = page_at(text + pos);
		else if (strncmp(text + pos, ", at ", 5) == 0)
			page = page_said_at(text + pos + 2);
	return page;
}

/* ------------------------------------------------------------------ places */

int
locator_name_end(Slice text, Slice name)
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
	named = locator_name_end((Slice) {text.data + start, end - start}, name);
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
	int			pos = locator_name_end(text, name);
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
