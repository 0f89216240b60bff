/*
 * utf8.c
 *		Characters of valid UTF-8: their width, blanks, letters, lower case.
 *
 * Lower case is the simple one-to-one mapping of Unicode, by a table that is
 * made from its data (lowercase.inc), so that no locale of a database tells.
 */
#include "base/base.h"


const uint8 char_classes[256] = {
	['A' ... 'Z'] = CHAR_LETTER,['a' ... 'z'] = CHAR_LETTER,['0' ... '9'] = CHAR_DIGIT,
	[' '] = CHAR_BLANK,['\t'] = CHAR_BLANK,['\r'] = CHAR_RETURN,
	['\n'] = CHAR_BREAK,['\v'] = CHAR_BREAK,['\f'] = CHAR_BREAK,
	['*'] = CHAR_MARK,['_'] = CHAR_MARK,['~'] = CHAR_MARK,
	['.'] = CHAR_PUNCTUATION,[','] = CHAR_PUNCTUATION,[';'] = CHAR_PUNCTUATION,
	[':'] = CHAR_PUNCTUATION,['!'] = CHAR_PUNCTUATION,['?'] = CHAR_PUNCTUATION,
	[0x80 ... 0xFF] = CHAR_WIDE,
};

/* Characters in eight bytes: a byte that continues one has the top bits 10. */
static inline int
eight_length(uint64 bytes)
{
	uint64		continues = (bytes >> 7) & (~bytes >> 6) & EACH_BYTE;

	return 8 - (int) ((continues * EACH_BYTE) >> 56);
}

int
utf8_length(const char *text, int len)
{
	int			count = 0;
	int			i = 0;

	for (; i + 16 <= len; i += 16)
	{
		uint64		bytes = eight_bytes(text + i);
		uint64		next = eight_bytes(text + i + 8);

		count += are_ascii(bytes | next) ? 16 : eight_length(bytes) + eight_length(next);
	}
	for (; i < len; i++)
		count += (text[i] & 0xC0) != 0x80;
	return count;
}

int
char_before(const char *text, int pos)
{
	pos--;
	while (pos > 0 && ((unsigned char) text[pos] & 0xC0) == 0x80)
		pos--;
	return pos;
}

int
utf8_clip(Slice text, int most)
{
	int			len = Min(text.len, most);

	while (len > 0 && len < text.len && ((unsigned char) text.data[len] & 0xC0) == 0x80)
		len--;
	return len;
}

uint32
utf8_decode(const char *text, int len, int pos, int *width)
{
	const unsigned char *p = (const unsigned char *) text + pos;
	int			wanted = p[0] < 0x80 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;

	*width = Min(wanted, len - pos);
	if (wanted > *width || wanted == 1)
		return p[0];
	if (wanted == 2)
		return (p[0] & 0x1F) << 6 | (p[1] & 0x3F);
	if (wanted == 3)
		return (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F);
	return (p[0] & 0x07) << 18 | (p[1] & 0x3F) << 12 | (p[2] & 0x3F) << 6 | (p[3] & 0x3F);
}

uint32
utf8_char(const char *text, int pos)
{
	int			width;

	return utf8_decode(text, pos + 4, pos, &width);
}

bool
is_word_letter(uint32 c)
{
	if (c < 0x80)
		return isalnum((int) c);
	if (c < 0xC0)
		return c == 0xAA || c == 0xB5 || c == 0xBA;
	return c != 0xD7 && c != 0xF7 && !(c >= 0x2000 && c <= 0x2BFF) &&
		   !(c >= 0x3000 && c <= 0x3020 && c != 0x3005) && !(c >= 0xFE10 && c <= 0xFE6F) &&
		   !(c >= 0xFF00 && c <= 0xFF0F) && !(c >= 0xFF1A && c <= 0xFF20) &&
		   !(c >= 0xFF3B && c <= 0xFF40) && !(c >= 0xFF5B && c <= 0xFF65) &&
		   !(c >= 0xFFE0 && c <= 0xFFFF);
}

bool
word_begins(const char *text, int len, int pos)
{
	int			width;

	return pos < len && is_word_letter(utf8_decode(text, len, pos, &width));
}

bool
word_ends(const char *text, int pos)
{
	return pos > 0 && is_word_letter(utf8_char(text, char_before(text, pos)));
}

bool
is_unicode_blank(uint32 code)
{
	if (code < 0x80)
		return code == ' ' || (code >= '\t' && code <= '\r');
	return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
		code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

static const struct
{
	uint32	first;
	uint32	last;
	int			difference;
	int			step;
}			lower_cases[] = {
#define LOWER(first, last, difference, step) {first, last, difference, step},
#include "base/lowercase.inc"
#undef LOWER
};

uint32
lower_of(uint32 code)
{
	int			low;

	if (code < 0x80)
		return pg_ascii_tolower((unsigned char) code);
	LOWER_BOUND(low, lengthof(lower_cases) - 1, i, lower_cases[i].last < code);
	if (code < lower_cases[low].first || code > lower_cases[low].last ||
		(code - lower_cases[low].first) % lower_cases[low].step != 0)
		return code;
	return code + lower_cases[low].difference;
}
