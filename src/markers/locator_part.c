/*
 * locator_part.c
 *		Which part of a document does a reference say, beside its page?
 *
 * What stands around the name is taken apart at commas, parentheses and the like.
 * The parts that name a piece of the document are kept, with what follows them, and with
 * a page the others, too.  What says when or from whom the document is, or names it once
 * more, is not:
 *
 *		Loan Agreement dated 3 May 2026, Section 3.2	"Section 3.2"
 *		Appraisal (May 2026), p. 40, Table 5			"p. 40, Table 5"
 *		Table 5 on p. 40 of the Appraisal				"p. 40, Table 5"
 *		Offering Memorandum, pp. 12-14, "Market"		"pp. 12–14, Market"
 *
 * A locator beside a page begins with that page: it is all that readers see of the
 * place.
 */
#include "markers/markers_internal.h"

#include "utils/formatting.h"

#define LONGEST_ABBREVIATION	4	/* letters before a full stop */
#define LONGEST_TITLE	6			/* words in quotation marks that are no quotation */

typedef struct PartReader
{
	Slice		text;			/* without marks of emphasis and links */
	char	   *lower;			/* the same in lower case */
	int			page;			/* 0 = none */
	int			last_page;		/* of a range, 0 = none */
	const char *const *names;	/* of the document and the deal */
	bool		is_behind_name; /* what is being read */
	bool		is_behind_page;
	StringInfoData parts;		/* so far, each with what sets it off */
} PartReader;

/* The byte that ends a tag, an address or the destination of a link that begins at pos,
 * "<br>", "<https://x.org>", "](x.pdf)"; pos when none does. */
static int
markup_end(Slice text, int pos)
{
	bool		is_tag = text.data[pos] == '<' && pos + 1 < text.len && (isalpha((unsigned char) text.data[pos + 1]) || text.data[pos + 1] == '/');
	bool		is_link = text.data[pos] == ']' && pos + 1 < text.len && text.data[pos + 1] == '(';
	const char *end = is_tag || is_link ? memchr(text.data + pos, is_tag ? '>' : ')', text.len - pos) : NULL;

	return end == NULL ? pos : (int) (end - text.data);
}

/* A text on one line, without tags and the marks of emphasis, code and links:
 * "[Appraisal](x.pdf), **Table 5**<br>". */
static char *
unmarked_copy(Slice text)
{
	StringInfoData copy;

	initStringInfo(&copy);
	for (int pos = 0; pos < text.len; pos++)
	{
		char		c = text.data[pos];
		char		next = pos + 1 < text.len ? text.data[pos + 1] : '\0';
		bool		in_word = pos > 0 && is_word_byte(text.data[pos - 1]) && is_word_byte(next);
		int			end = markup_end(text, pos);

		if (end > pos)
			pos = end;
		else if (isspace((unsigned char) c))
		{
			if (copy.len > 0 && copy.data[copy.len - 1] != ' ')
				appendStringInfoChar(&copy, ' ');
		}
		else if (strchr("*`[]", c) == NULL && (c != '_' || in_word) && (c != '!' || next != '['))
			appendStringInfoChar(&copy, c);
	}
	return copy.data;
}

/* The word that begins at a byte, in lower case. */
static Slice
word_at(const PartReader *reader, int pos, int end)
{
	int			len = 0;

	while (pos + len < end && is_word_byte(reader->text.data[pos + len]))
		len++;
	return (Slice) {reader->lower + pos, len};
}

/* Does a word, in lower case, name a piece of a document?  Those that markers may name are
 * PLACES in marker.c, those that say that a text refers in refer.c. */
static bool
is_piece(Slice word)
{
	static const char *const pieces[] = {
		"annex", "appendix", "art", "article", "articles", "attachment", "cell", "cells", "ch", "chapter", "chart", "clause", "col",
		"column", "columns", "ex", "exh", "exhibit", "exhibits", "fig", "figs", "figure", "figures", "footnote", "item", "line", "lines",
		"note", "p", "page", "pages", "para", "paragraph", "paragraphs", "paras", "part", "photo", "photos", "pp", "recital", "recitals", "row", "rows", "sched",
		"schedule", "sec", "section", "sections", "sects", "sheet", "slide", "slides", "tab", "table", "tables", "tbl", "unit", "vol", "volume",
	};

	/* § and ¶ are no letters, but bytes of a word */
	return slice_in(word, pieces, lengthof(pieces)) ||
		(word.len > 1 && (memcmp(word.data, "\xC2\xA7", 2) == 0 || memcmp(word.data, "\xC2\xB6", 2) == 0));
}

bool
locator_names_piece(const char *text)
{
	int			len = 0;

	while (is_word_byte(text[len]))
		len++;
	return is_piece((Slice) {text, len});
}

/* Does a part name a piece of a document? */
static bool
names_piece(const PartReader *reader, int start, int end)
{
	for (int pos = start; pos < end;)
	{
		Slice		word = word_at(reader, pos, end);

		if (is_piece(word))
			return true;
		pos += Max(word.len, 1);
	}
	return false;
}

static bool
is_number(Slice word)
{
	return word.len > 0 && strspn(word.data, "0123456789") >= (size_t) word.len;
}

/* Only numbers and ranges of them, "22-24, 31", of which none is a year? */
static bool
is_numbers(Slice text)
{
	int			pos = 0;

	while (pos < text.len && text.data[pos] == '#')
		pos++;
	while (pos < text.len && isdigit((unsigned char) text.data[pos]))
	{
		char	   *end;
		long		number = strtol(text.data + pos, &end, 10);
		int			dash = *end == '-' ? 1 : strncmp(end, "\xE2\x80\x93", 3) == 0 ? 3 : 0;

		if (number >= 1900 && number < 2100)
			return false;
		if (dash > 0 && isdigit((unsigned char) end[dash]))
			strtol(end + dash, &end, 10);
		pos = (int) (end - text.data);
		if (pos < text.len && strchr(" ,&.", *end) == NULL)
			return false;
		while (pos < text.len && strchr(" ,&", text.data[pos]) != NULL)
			pos++;
	}
	return pos >= text.len || (pos > 0 && slice_equal((Slice) {text.data + pos, text.len - pos}, slice_of(".")));
}

/* "May 2026", "accessed 3 May 2026", "prepared by CBRE": does a part say when or from
 * whom the document is? */
static bool
describes_document(const PartReader *reader, int start, int end)
{
	static const char *const firsts[] = {
		"accessed", "as", "audited", "by", "certified", "dated", "downloaded", "draft", "effective", "executed", "final", "from", "ingested",
		"issued", "obtained", "prepared", "provided", "published", "received", "retrieved", "revised", "signed", "unaudited", "updated", "version",
		"via",
	};
	static const char *const months[] = {
		"apr", "april", "aug", "august", "dec", "december", "feb", "february", "jan", "january", "jul", "july", "jun", "june", "mar", "march",
		"may", "nov", "november", "oct", "october", "sep", "sept", "september",
	};
	bool		has_date = false;

	for (int pos = start; pos < end;)
	{
		Slice		word = word_at(reader, pos, end);

		if (pos == start && (slice_in(word, firsts, lengthof(firsts)) || (word_tells_version(word) && !names_piece(reader, start, end))))
			return true;
		if (slice_in(word, months, lengthof(months)) || (word.len == 4 && is_number(word)))
			has_date = true;
		else if (word.len > 0 && !is_number(word))
			return false;
		pos += Max(word.len, 1);
	}
	return has_date;
}

/* "rent_roll.xlsx", "ID: rr", "Maple Court": does a part name the document or the deal? */
static bool
names_whole(const PartReader *reader, int start, int end)
{
	static const char *const labels[] = {"doc", "document", "file", "id"};
	Slice		word;

	while (slice_in(word = word_at(reader, start, end), labels, lengthof(labels)))
		for (start += word.len; start < end && strchr(" .:_", reader->lower[start]) != NULL;)
			start++;
	if (start == end)
		return true;			/* "ID: rr" is two parts */
	for (const char *const *name = reader->names; *name != NULL; name++)
		if ((int) strlen(*name) == end - start && pg_strncasecmp(*name, reader->lower + start, end - start) == 0)
			return true;
	return false;
}

/* "$4.2M", "5.1%": a source states it, and nobody has verified that it does. */
static bool
states_amount(const PartReader *reader, int start, int end)
{
	const char *text = reader->lower;

	for (int pos = start; pos < end; pos++)
		if ((text[pos] == '$' && pos + 1 < end && isdigit((unsigned char) text[pos + 1])) ||
			(text[pos] == '%' && pos > start && isdigit((unsigned char) text[pos - 1])))
			return true;
	return false;
}

/* Is it no title in quotation marks that names a piece, "Market overview"?  What is
 * longer, begins in lower case, has a verb, ends a sentence or states an amount is a
 * quotation, which nobody has verified here. */
static bool
is_quotation(const PartReader *reader, int start, int end)
{
	const char *quoted = memchr(reader->lower + start, '"', end - start);
	int			words = 0;
	bool		is_named = names_piece(reader, start, (int) (quoted - reader->lower));	/* tab "Units we sold" */
	bool		is_sentence = !is_named && islower((unsigned char) reader->text.data[quoted + 1 - reader->lower]);

	for (int pos = start; pos < end;)
	{
		Slice		word = word_at(reader, pos, end);

		is_sentence |= strchr("!?", reader->lower[pos]) != NULL || strncmp(reader->lower + pos, ".\"", 2) == 0 ||
			(!is_named && word_speaks(word));
		words += word.len > 0;
		pos += Max(word.len, 1);
	}
	return is_sentence || words > LONGEST_TITLE || states_amount(reader, start, end);
}

static bool
has_word(const PartReader *reader, int start, int end)
{
	while (start < end && !is_word_byte(reader->lower[start]))
		start++;
	return start < end;
}

/* Where the last word of a part begins. */
static int
last_word(const PartReader *reader, int start, int end)
{
	while (end > start && is_word_byte(reader->lower[end - 1]))
		end--;
	return end;
}

/* Takes off what joins a part to its neighbours: "see Table 5 of the". */
static void
trim_part(const PartReader *reader, int *start, int *end)
{
	static const char *const joints[] = {"also", "and", "at", "cf", "from", "in", "its", "of", "on", "our", "see", "source", "the", "this", "to"};

	for (;;)
	{
		Slice		word;
		int			last;

		while (*start < *end && strchr(" .,:;&-/)", reader->lower[*start]) != NULL)
			(*start)++;
		while (*end > *start && (strchr(" .,:;&-/(", reader->lower[*end - 1]) != NULL ||
								 (reader->lower[*end - 1] == ')' && memchr(reader->lower + *start, '(', *end - *start) == NULL)))
			(*end)--;
		word = word_at(reader, *start, *end);
		last = last_word(reader, *start, *end);
		if (reader->lower[*start + word.len] != '-' && slice_in(word, joints, lengthof(joints)))
			*start += word.len;	/* "in-place" is a word */
		else if ((last == 0 || reader->lower[last - 1] != '-') &&
				 slice_in((Slice) {reader->lower + last, *end - last}, joints, lengthof(joints)))
			*end = last;
		else
			return;
	}
}

/* "Market overview", not "CBRE" */
static bool
has_lower_case(const PartReader *reader, int start, int end)
{
	while (start < end && !islower((unsigned char) reader->text.data[start]))
		start++;
	return start < end;
}

/* Does a part say where?  Before the name only "Table 5 of the"; behind a piece or the page
 * what names no piece, too, and between name and page what is no abbreviation. */
static bool
says_where(const PartReader *reader, int start, int end, char sign)
{
	int			last = last_word(reader, start, end);

	if (describes_document(reader, start, end) || names_whole(reader, start, end) || reader->lower[start] == '#')
		return false;
	if (!reader->is_behind_name)
		return is_piece(word_at(reader, start, end)) || is_piece((Slice) {reader->lower + last, end - last});
	if (names_piece(reader, start, end) || (reader->page == 0 && is_numbers((Slice) {reader->lower + start, end - start})))
		return true;
	if (states_amount(reader, start, end))
		return false;
	if (reader->parts.len > 0 || reader->is_behind_page)
		return sign != '.';
	return reader->page > 0 && strchr(",;:-", sign) != NULL && has_lower_case(reader, start, end);
}

/* Keeps a part, set off as the text sets it off and without quotation marks, when it
 * says where. */
static void
keep_part(PartReader *reader, int start, int end, char sign)
{
	StringInfo	parts = &reader->parts;
	bool		is_first = parts->len == 0;

	trim_part(reader, &start, &end);
	if (!has_word(reader, start, end) || !says_where(reader, start, end, sign) ||
		(memchr(reader->lower + start, '"', end - start) != NULL && is_quotation(reader, start, end)))
		return;
	if (!is_first)
		appendStringInfoString(parts, sign == '(' ? " (" : sign == ';' ? "; " : sign == ':' ? ": " : sign == '-' ? " - " : ", ");
	for (int pos = start; pos < end; pos++)
		if (reader->text.data[pos] != '"')
			appendStringInfoChar(parts, reader->text.data[pos]);
	if (parts->data[parts->len - 1] == ',')	/* "Market overview," p. 12 */
		parts->data[--parts->len] = '\0';
	if (!is_first && sign == '(')
		appendStringInfoChar(parts, ')');
}

/* The byte behind the number of a page, and behind "-14" of a range or "of 112". */
static int
page_end(PartReader *reader, int pos)
{
	const char *text = reader->lower;
	int			end = pos + (int) strcspn(text + pos, "0123456789");
	int			next;

	end += (int) strspn(text + end, "0123456789");
	next = end + (int) strspn(text + end, " ");
	if (text[next] == '-' && isdigit((unsigned char) text[next + 1 + strspn(text + next + 1, " ")]))
	{
		long		last;
		char	   *behind;

		last = strtol(text + next + 1, &behind, 10);
		if (last > reader->page && last < 1000000)
			reader->last_page = (int) last;
		return (int) (behind - text);
	}
	if (strncmp(text + end, " f", 2) == 0 && (text[end + 2] == '.' || text[end + 2] == 'f' || !is_word_byte(text[end + 2])))
		return end + 2 + (int) strspn(text + end + 2, "f.");	/* and what follows it */
	if (strncmp(text + end, " of ", 4) == 0 && isdigit((unsigned char) text[end + 4]))
		return end + 4 + (int) strspn(text + end + 4, "0123456789");
	return end;
}

/* Keeps what a part says before and behind the page that it has in it. */
static void
read_part(PartReader *reader, int start, int end, char sign)
{
	for (int pos = start; pos < end && reader->page > 0 && !reader->is_behind_page; pos++)
	{
		int			behind;

		if ((pos > start && is_word_byte(reader->lower[pos - 1])) || page_said_at(reader->lower + pos) != reader->page)
			continue;
		keep_part(reader, start, pos, sign);
		for (behind = page_end(reader, pos); behind < end && is_word_byte(reader->lower[behind]);)
			behind++;			/* "p. 40a" */
		reader->is_behind_page = true;
		keep_part(reader, Min(behind, end), end, sign == '(' ? ',' : sign);
		return;
	}
	keep_part(reader, start, end, sign);
}

/* Does a full stop end a sentence, and no abbreviation? */
static bool
ends_sentence(const char *text, int pos)
{
	static const char *const abbreviations[] = {"paras", "sched", "sects"};	/* longer than most */
	int			len = 0;

	while (len < pos && is_word_byte(text[pos - len - 1]))
		len++;
	if (slice_in((Slice) {text + pos - len, len}, abbreviations, lengthof(abbreviations)))
		return false;
	return len > LONGEST_ABBREVIATION || (len > 0 && isdigit((unsigned char) text[pos - 1]));
}

/* The sign that ends a part at a byte, 0 = none does. */
static char
sign_at(const PartReader *reader, int pos, int end)
{
	const char *text = reader->lower;
	bool		is_last = pos + 1 >= end || text[pos + 1] == ' ';

	switch (text[pos])
	{
		case ',':
		case ';':
			return is_last || text[pos + 1] == '"' ? text[pos] : '\0';
		case '(':
			return pos == 0 || text[pos - 1] == ' ' ? '(' : '\0';
		case ':':
			return is_last ? ':' : '\0';
		case '-':
			if (!is_last || pos < 2 || text[pos - 1] != ' ')
				return '\0';
			return isdigit((unsigned char) text[pos - 2]) && pos + 2 < end && isdigit((unsigned char) text[pos + 2]) ? '\0' : '-';
		case '.':
			return is_last && ends_sentence(text, pos) ? '.' : '\0';
		default:
			return '\0';
	}
}

/* Reads what stands before or behind the name. */
static void
read_parts(PartReader *reader, int from, int end)
{
	char		sign = ' ';
	int			start = from;

	for (int pos = from; pos < end;)
	{
		int			quoted = quotation_end(reader->text, pos);
		char		next = sign_at(reader, pos, end);

		if (next == '\0' && reader->lower[pos] == ')' && sign == '(')
			next = ',';
		if (quoted > pos && quoted <= end)
		{
			pos = quoted;
			continue;
		}
		pos++;
		if (next == '\0')
			continue;
		read_part(reader, start, pos - 1, sign);
		sign = next;
		start = pos;
	}
	read_part(reader, start, end, sign);
}

/* Where the name stands in the text, and what ends it; false when it does not. */
static bool
find_name(const PartReader *reader, Slice name, int *start, int *end)
{
	for (int pos = 0; pos < reader->text.len; pos++)
	{
		int			len;

		if (pos > 0 && is_word_byte(reader->lower[pos - 1]))
			continue;
		len = locator_name_end((Slice) {reader->text.data + pos, reader->text.len - pos}, name);
		if (len > 0)
		{
			*start = pos;
			*end = pos + len;
			return true;
		}
	}
	return false;
}

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
	return (slice_take(&rest, psprintf("p. %d, ", page)) || slice_take(&rest, psprintf("pp. %d\xE2\x80\x93", page))) && rest.len > 0;
}

/* Behind a range's dash and its last number, which goes to *last. */
static const char *
skip_range(const char *text, int *last)
{
	const char *at = text + strspn(text, " ");
	int			dash = *at == '-' ? 1 : strncmp(at, "\xE2\x80\x93", 3) == 0 ? 3 : 0;
	long		number;
	char	   *end;

	if (dash == 0 || !isdigit((unsigned char) at[dash + strspn(at + dash, " ")]))
		return text;
	number = strtol(at + dash, &end, 10);
	*last = number < 1000000 ? (int) number : 0;
	return end;
}

char *
locator_of_page(int page, const char *text)
{
	char	   *folded = folded_copy(text);
	const char *behind = text + strcspn(text, "0123456789");
	int			last = 0;
	int			len;
	char	   *place;

	if (page <= 0 || page_at(folded) != page)
		return NULL;
	behind = skip_range(behind + strspn(behind, "0123456789"), &last);
	if (strncmp(behind, " of ", 4) == 0 && isdigit((unsigned char) behind[4]))
		behind += 4 + strspn(behind + 4, "0123456789");
	behind += strspn(behind, " ,;:.");
	if (behind[0] == '(' && behind[strcspn(behind, ")") + (strchr(behind, ')') != NULL)] == '\0')
		behind++;				/* "p. 4 (Table 5)" */
	len = (int) strlen(behind);
	while (len > 0 && (strchr(" ,;:.", behind[len - 1]) != NULL || (behind[len - 1] == ')' && behind[-1] == '(')))
		len--;
	place = pnstrdup(behind, len);
	pfree(folded);
	return locator_beside_page(page, last, place);
}

static PartReader
reader_of(char *text, int page, const char *const *names)
{
	PartReader	reader = {.text = slice_of(text), .lower = asc_tolower(text, strlen(text)), .page = page, .names = names};

	initStringInfo(&reader.parts);
	return reader;
}

static void
reader_close(PartReader *reader)
{
	pfree((char *) reader->text.data);
	pfree(reader->lower);
	pfree(reader->parts.data);
}

/* Has a text a part that is no place: "March 2026, tab Unit Mix", "tab 4, from the seller"? */
static bool
has_other_part(const PartReader *reader)
{
	int			len = reader->text.len;

	for (int from = 0, to = 0; to <= len; to++)
	{
		int			start = from;
		int			end = to;

		if (to < len && sign_at(reader, to, len) == '\0')
			continue;
		trim_part(reader, &start, &end);
		if (start < end && (describes_document(reader, start, end) || names_whole(reader, start, end)))
			return true;
		from = to + 1;
	}
	return false;
}

/* What stands behind the name as it is written, where it names a piece; so do numbers
 * alone, whatever they number. */
static char *
piece_behind(Slice text, Slice name, const char *const *names)
{
	char	   *behind = locator_behind(text, name);
	PartReader	reader;
	bool		is_named;

	if (behind == NULL)
		return NULL;
	reader = reader_of(pstrdup(behind), 0, names);
	is_named = is_numbers(slice_of(reader.lower)) || (names_piece(&reader, 0, reader.text.len) && !has_other_part(&reader));
	reader_close(&reader);
	return is_named ? behind : NULL;
}

char *
locator_part(Slice text, Slice plain, Slice name, int page, const char *const *names)
{
	char	   *place = page > 0 ? NULL : piece_behind(text, name, names);
	PartReader	reader;
	int			start;
	int			end;

	if (place != NULL)
		return place;
	reader = reader_of(unmarked_copy(plain), page, names);
	if (find_name(&reader, name, &start, &end))
	{
		read_parts(&reader, 0, start);
		reader.is_behind_name = true;
		read_parts(&reader, end, reader.text.len);
	}
	if (reader.parts.len > LONGEST_PLACE || strpbrk(reader.parts.data, "<>|\\") != NULL)
		resetStringInfo(&reader.parts);
	if (page > 0)
		place = locator_beside_page(page, reader.last_page, reader.parts.data);
	else if (reader.parts.len > 0)
		place = pstrdup(reader.parts.data);
	reader_close(&reader);
	return place;
}
