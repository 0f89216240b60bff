/*
 * lexicon.c
 *		What the sentence splitter knows of languages: abbreviations, words that
 *		start sentences, and the characters that end, close or open one.
 */
#include "language/language_internal.h"
#include "markdown/markdown.h"

/* Compared in lower case; sorted for bsearch. */
static const struct Abbrev
{
	const char *word;
	AbbrevKind	kind;
}			abbrevs[] = {
#include "language/abbreviations.inc"
};

/* Words that start a sentence more often than they go on with a name. */
static const char *const starters[] = {
#include "language/starters.inc"
};

/* ------------------------------------------------------------------- words */

static int
abbrev_compare(const void *a, const void *b)
{
	return strcmp((const char *) a, ((const struct Abbrev *) b)->word);
}

/* U, J.R, L.P: single letters with full stops between them. */
static bool
is_initials(const char *word, int len)
{
	for (int i = 0; i < len; i++)
		if (i % 2 == 0 ? !is_letter(word[i]) : word[i] != '.')
			return false;
	return len % 2 == 1 && (len > 1 || word[0] <= 'Z');
}

AbbrevKind
language_abbrev(const char *word, int len)
{
	char		lower[MAX_WORD + 1];
	const struct Abbrev *found;

	if (len <= 0 || len > MAX_WORD)
		return ABBREV_NONE;
	for (int i = 0; i < len; i++)
		lower[i] = ascii_lower(word[i]);
	lower[len] = '\0';
	/* "P." is an initial, "p." a page */
	found = len == 1 && word[0] <= 'Z' ? NULL :
		bsearch(lower, abbrevs, lengthof(abbrevs), sizeof(abbrevs[0]),
				abbrev_compare);
	if (found)
		return found->kind;
	return is_initials(word, len) ? ABBREV_MAYBE : ABBREV_NONE;
}

/* Does a word that usually starts a sentence stand at pos? */
bool
language_is_starter(const char *text, int end, int pos)
{
	Slice		word = {text + pos, 0};

	while (pos < end && word.len < MAX_WORD && is_letter(text[pos]))
	{
		word.len++;
		pos++;
	}
	if (pos < end && !is_space(text[pos]) && text[pos] != ',')
		return false;
	return slice_in(word, starters, lengthof(starters));
}

/*
 * Does what "Sec." announces stand at pos: 4, #4, $4, IV or B?  But "I" and "A"
 * are words.
 */
bool
language_is_number(const char *text, int end, int pos)
{
	int			after = pos;

	if (is_digit(text[pos]) || text[pos] == '#' || text[pos] == '$')
		return true;
	while (after < end && text[after] && strchr("IVXLC", text[after]))
		after++;
	if (after == pos && text[pos] >= 'B' && text[pos] <= 'Z')
		after++;
	return after > pos && (after == end || !is_letter(text[after])) &&
		(after - pos > 1 || text[pos] != 'I');
}

/* --------------------------------------------------------------- characters */

static inline bool
bytes_are(const char *text, int end, int pos, const char *bytes, int len)
{
	return end - pos >= len && memcmp(text + pos, bytes, len) == 0;
}

/* Bytes of the CJK stop at pos, 0 = none. */
int
language_cjk_stop(const char *text, int end, int pos)
{
	if (bytes_are(text, end, pos, "\xE3\x80\x82", 3) || /* ideographic . */
		bytes_are(text, end, pos, "\xEF\xBC\x81", 3) || /* full-width ! */
		bytes_are(text, end, pos, "\xEF\xBC\x9F", 3) || /* full-width ? */
		bytes_are(text, end, pos, "\xEF\xBD\xA1", 3))	/* half-width . */
		return 3;
	return 0;
}

/* Bytes of the stop at pos, 0 = none. */
int
language_stop(const char *text, int end, int pos)
{
	if (text[pos] == '.' || text[pos] == '!' || text[pos] == '?')
		return 1;
	if (bytes_are(text, end, pos, "\xE2\x80\xA6", 3))	/* ellipsis */
		return 3;
	return language_cjk_stop(text, end, pos);
}

/* Bytes of the closing quote, bracket or emphasis mark at pos, 0 = none. */
int
language_closer(const char *text, int end, int pos)
{
	static const char wide[][4] = {
		"\xE2\x80\x9D", "\xE2\x80\x99", "\xE2\x80\xBA", /* double, single, > */
		"\xE3\x80\x8D", "\xE3\x80\x8F", "\xE3\x80\x91", /* corners, lenticular */
		"\xE3\x80\x8B", "\xE3\x80\x89", /* angles */
		"\xEF\xBC\x89", "\xEF\xBC\xBD"	/* full-width ) ] */
	};

	if (text[pos] > 0)
		return is_mark(text[pos]) || text[pos] == '"' || text[pos] == '\'' || text[pos] == ')' ||
			   text[pos] == ']' || text[pos] == '}';
	if (bytes_are(text, end, pos, "\xC2\xBB", 2))	/* >> */
		return 2;
	for (int i = 0; i < (int) lengthof(wide); i++)
		if (bytes_are(text, end, pos, wide[i], 3))
			return 3;
	return 0;
}

/* Bytes of what may stand before a sentence's first letter, 0 = no more. */
int
language_opener(const char *text, int end, int pos)
{
	if (text[pos] > 0)
		return is_mark(text[pos]) || text[pos] == '"' || text[pos] == '\'' || text[pos] == '(' ||
			   text[pos] == '[' || text[pos] == '{';
	if (bytes_are(text, end, pos, "\xC2\xAB", 2))
		return 2;
	if (bytes_are(text, end, pos, "\xE2\x80\x9C", 3) ||
		bytes_are(text, end, pos, "\xE2\x80\x98", 3))
		return 3;
	return 0;
}

/* Lower case in ASCII, Latin-1, Greek and Cyrillic. */
bool
language_is_lower(const char *text, int end, int pos)
{
	unsigned char c = text[pos];
	unsigned char d = pos + 1 < end ? text[pos + 1] : 0;

	if (c < 0x80)
		return c >= 'a' && c <= 'z';
	switch (c)
	{
		case 0xC3:
			return d >= 0x9F && d != 0xB7;
		case 0xCE:
			return d >= 0xAC;
		case 0xCF:
			return d <= 0x8E;
		case 0xD0:
			return d >= 0xB0;
		case 0xD1:
			return d <= 0x9F;
		default:
			return false;
	}
}

/* Bytes of the blank at pos (as Unicode has them), 0 = none. */
int
language_blank(const char *text, int end, int pos)
{
	unsigned char c = text[pos];

	if (c < 0x80)
		return is_space(c) ? 1 : 0;
	if (c == 0xC2)
		return bytes_are(text, end, pos, "\xC2\xA0", 2) ? 2 : 0;
	if (bytes_are(text, end, pos, "\xE3\x80\x80", 3) ||
		bytes_are(text, end, pos, "\xE2\x80\xAF", 3) ||
		bytes_are(text, end, pos, "\xE2\x81\x9F", 3))
		return 3;
	if (end - pos >= 3 && c == 0xE2 && text[pos + 1] == '\x80' &&
		(unsigned char) text[pos + 2] <= 0x8A)
		return 3;
	return 0;
}
