/*
 * place_text.c
 *		What the characters around a marker say of where its reference goes.
 *
 * In "rose [SRC:1]." the blank before the marker leaves with it, and the full stop is
 * closing punctuation, which the reference goes behind.
 */
#include "placement/placement_internal.h"

const BracketPair brackets[NBRACKETS] = {
	{"(", ")", false}, {"[", "]", false}, {"{", "}", false}, {"<sup>", "</sup>", false},
	{"\xEF\xBC\x88", "\xEF\xBC\x89", false}, /* full-width parentheses, brackets */
	{"\xEF\xBC\xBB", "\xEF\xBC\xBD", false}, {"\xE3\x80\x90", "\xE3\x80\x91", false},
	{"\xE2\x80\x98", "\xE2\x80\x99", true}, {"\xE2\x80\x9C", "\xE2\x80\x9D", true},
	{"\"", "\"", true}, {"\xC2\xAB", "\xC2\xBB", true},
	{"\xE3\x80\x8C", "\xE3\x80\x8D", true}, {"\xE3\x80\x8A", "\xE3\x80\x8B", true},
};

/* No-break space, narrow no-break space, thin space. */
static const char *const wide_blanks[] = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"};

int
blank_before(const char *text, int start, int pos)
{
	if (pos <= start || (text[pos - 1] & 0x80) == 0)
		return pos > start && is_line_blank(text[pos - 1]);
	for (int i = 0; i < (int) lengthof(wide_blanks); i++)
	{
		int			len = (int) strlen(wide_blanks[i]);

		if (pos - len > start - 1 && memcmp(text + pos - len, wide_blanks[i], len) == 0)
			return len;
	}
	return 0;
}

int
skip_blanks_back(const char *text, int start, int pos)
{
	int			width;

	while ((width = blank_before(text, start, pos)) > 0)
		pos -= width;
	return pos;
}

/* The closing punctuation that a reference goes behind. */
bool
place_is_closing(const char *text, int pos)
{
	static const uint32 closing[] = {
		0x00BB, 0x2019, 0x201D, 0x2026, 0x203A,
		0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017,
		0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF61,
	};
	uint32		c = utf8_char(text, pos);

	if (c < 0x80)
		return is_punctuation((char) c) || c == ')' || c == ']' || c == '}' || c == '"' ||
			   c == '\'';
	for (int i = 0; i < (int) lengthof(closing); i++)
		if (closing[i] == c)
			return true;
	return false;
}

bool
is_apostrophe(const char *text, int pos, int end)
{
	int len = text[pos] == '\''												 ? 1
			  : pos + 3 < end && strncmp(text + pos, "\xE2\x80\x99", 3) == 0 ? 3
																			 : 0;

	return len > 0 && pos + len < end && isalpha((unsigned char) text[pos + len]);
}

int
line_text_start(const char *text, const TextBlock *block, const Line *line)
{
	const char *box = text + line->start;
	int			pos = line->start;

	while (block->kind == BLOCK_HEADING && pos < line->end && text[pos] == '#')
		pos++;
	if (pos > line->start)
		return pos < line->end && strchr(" \t", text[pos]) != NULL ? pos + 1 : line->start;

	if (!block->starts_item || line->end - line->start < 4 || box[0] != '[' || box[2] != ']' ||
		strchr(" xX", box[1]) == NULL || !is_line_blank(box[3]))
		return line->start;
	return line->start + 4;
}

bool
word_in(const char *text, int start, int end, const char *const *words, int count)
{
	for (int i = 0; i < count; i++)
		if (words[i][0] == (text[start] | 0x20) && (int) strlen(words[i]) == end - start &&
			pg_strncasecmp(text + start, words[i], end - start) == 0)
			return true;
	return false;
}

int
blank_at(const char *text, int pos, int end)
{
	if (pos >= end || (text[pos] & 0x80) == 0)
		return pos < end && is_line_blank(text[pos]);
	for (int i = 0; i < (int) lengthof(wide_blanks); i++)
		if (stands_at(text, pos, end, wide_blanks[i]))
			return (int) strlen(wide_blanks[i]);
	return 0;
}

int
skip_blanks(const char *text, int pos, int end)
{
	int			len;

	while ((len = blank_at(text, pos, end)) > 0)
		pos += len;
	return pos;
}

int
skip_marks_back(const char *text, int start, int pos)
{
	while (pos > start && is_mark(text[pos - 1]))
		pos--;
	return pos;
}

bool
follows_backslash(const char *text, int start, int pos)
{
	int			at = pos;

	while (at > start && text[at - 1] == '\\')
		at--;
	return (pos - at) % 2 == 1;
}

bool
bracket_before(const char *text, int floor, int pos, Opening *opening)
{
	/* no bracket ends in a letter or digit, and nearly every word does */
	if (pos == floor || is_letter(text[pos - 1]) || is_digit(text[pos - 1]))
		return false;
	for (int i = 0; i < (int) NBRACKETS; i++)
	{
		int			start = pos - (int) strlen(brackets[i].open);

		if (start < floor || !stands_at(text, start, pos, brackets[i].open) ||
			(text[start] == '"' && start > 0 && is_word_byte(text[start - 1])))
			continue;
		opening->bracket = &brackets[i];
		opening->start = start - follows_backslash(text, floor, start);
		return true;
	}
	return false;
}
