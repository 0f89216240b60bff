/*
 * token.c
 *		The one tokenizer: the words, numbers and signs of a text.
 *
 * "NOI grew 4.2% to $4.2M; it's Q3." has the words noi, grew, to, it, q3, the numbers
 * "4.2%" and "$4.2M" (base/decimal.c) and the signs ; and . - evidence is compared by
 * the content words and the numbers of these: {noi, grew, 4.2 %, $4.2M, q3}.  There "4,200,000"
 * is "$4.2M", too; "4.2M euros" and "4.2 bps" are others.  A word with a digit in it names
 * something and is as exact as a number.
 */
#include "language/language.h"

static const char *const stop_words[] = {
#include "language/stop_words.inc"
};

#define LONGEST_STOP_WORD	7

/* ------------------------------------------------------------------ words */

#define EMPTY_KEY	UINT64CONST(0xCBF29CE484222325)

/* A key with one more byte (FNV-1a). */
static inline uint64
add_byte(uint64 key, char c)
{
	return (key ^ (unsigned char) c) * UINT64CONST(0x100000001B3);
}

/* Reads a word whose first letter is at reader->pos. */
static inline void
read_word(const TokenReader *reader, Token *token)
{
	const char *text = reader->text;
	int			len = reader->len;
	int			pos = reader->pos;
	int			width = 1;
	uint64		key = EMPTY_KEY;

	token->kind = TOKEN_WORD;
	token->has_digit = false;
	/* most words are of ASCII letters */
	while (pos < len && is_letter(text[pos]))
		key = add_byte(key, text[pos++] | 32);
	while (pos < len)
	{
		unsigned char c = (unsigned char) text[pos];
		bool		is_wide = width > 1;

		if (c < 0x80 ? !is_letter((char) c) && !is_digit((char) c) :
			!is_word_letter(utf8_decode(text, len, pos, &width)))
			break;
		if (c < 0x80)
			width = 1;
		if (is_digit((char) c) && is_wide)
			break;				/* scripts without blanks put numbers between words */
		token->has_digit |= is_digit((char) c) || (width == 3 && c == 0xEF);	/* full-width */
		for (int i = 0; i < width; i++)
			key = add_byte(key, ascii_lower(text[pos + i]));
		pos += width;
	}
	token->end = pos;
	token->key = key;
}

bool
word_next(TokenReader *reader, Token *token)
{
	while (reader->pos < reader->len)
	{
		unsigned char c = (unsigned char) reader->text[reader->pos];
		int			width = 1;

		if (c < 0x80 ? is_letter((char) c) :
			is_word_letter(utf8_decode(reader->text, reader->len, reader->pos, &width)))
		{
			token->start = reader->pos;
			read_word(reader, token);
			reader->pos = token->end;
			return true;
		}
		reader->pos += width;
	}
	return false;
}

uint64
word_key(const char *word, int len)
{
	TokenReader reader = {word, len, 0};
	Token		token;

	read_word(&reader, &token);
	return token.key;
}

#define PRIME_INVERSE	UINT64CONST(0xCE965057AFF6957B)	/* takes the last byte off a key */

uint64
token_stem(const char *text, const Token *token)
{
	return token->end - token->start > 3 && (text[token->end - 1] | 32) == 's' ?
		token->key * PRIME_INVERSE ^ 's' : 0;
}

/* ------------------------------------------------------------- first words */

/* A hash of the letters at a place, of 12 bits; *end is behind them. */
static inline int
letters_hash(const char *text, int pos, int len, int *end)
{
	uint32		letters = 0;

	for (; pos < len && is_letter(text[pos]); pos++)
		letters = letters * 31 + (unsigned char) (text[pos] | 32);
	*end = pos;
	return (int) (letters * 2654435761U >> 20);
}

static void
add_start(WordStarts *starts, const char *word, int len)
{
	int			hash = letters_hash(word, 0, len, &len);

	starts->words[hash / 64] |= UINT64CONST(1) << hash % 64;
}

void
word_starts_add(WordStarts *starts, const char *phrase)
{
	int			len;
	char	   *plural;

	while (*phrase != '\0' && !is_word_byte(*phrase))
		phrase++;
	(void) letters_hash(phrase, 0, (int) strlen(phrase), &len);
	starts->is_any |= len == 0;
	starts->pairs[*phrase & 31] |= len > 1 ? 1U << (phrase[1] & 31) : ~0U;
	plural = psprintf("%.*ss", len, phrase);
	add_start(starts, plural, len + 1);
	add_start(starts, plural, len);
	if (len > 3 && (plural[len - 1] | 32) == 's')
		add_start(starts, plural, len - 1);
	pfree(plural);
}

bool
word_starts_next(const WordStarts *starts, TokenReader *reader)
{
	const char *text = reader->text;
	int			len = reader->len;
	int			pos = reader->pos;
	int			end;
	int			width;
	Token		token;

	for (; pos < len && !starts->is_any; pos = end)
	{
		end = pos + 1;
		if (is_letter(text[pos]))
		{
			if (end < len && (starts->pairs[text[pos] & 31] >> (text[end] & 31) & 1) != 0)
			{
				int			hash = letters_hash(text, pos, len, &end);

				if ((starts->words[hash / 64] >> hash % 64 & 1) != 0)
					break;
			}
			else
				while (end < len && is_letter(text[end]))
					end++;
		}
		else if ((text[pos] & 0x80) != 0)
		{
			/* a word that begins otherwise is none, to its end */
			reader->pos = pos;
			if (is_word_letter(utf8_decode(text, len, pos, &width)) && word_next(reader, &token))
				end = token.end;
			else
				end = pos + width;
		}
	}
	reader->pos = pos;
	return pos < len;
}

/* ---------------------------------------------------------------- numbers */

/* By value, sign and currency, and whether it is in percent or basis points. */
static uint64
number_key(const TokenReader *reader, const Number *number)
{
	int64		size = number->value.digits < 0 ? -number->value.digits : number->value.digits;
	int			exponent = -number->value.scale;
	int			kind = number->unit == NUMBER_PERCENT ? 1 : number->unit == NUMBER_BPS ? 2 :
		number->unit == NUMBER_CURRENCY ? 16 * number->currency : 0;
	uint64		key = EMPTY_KEY;

	if (number->unit == NUMBER_OTHER && size == 0)
	{
		for (int i = number->digits; i < number->digits_end; i++)
			key = add_byte(key, reader->text[i]);
		return key;
	}
	for (; size > 0 && size % 10 == 0; exponent++)
		size /= 10;
	for (; size > 0; size >>= 8)
		key = add_byte(key, (char) size);
	key = add_byte(key, (char) exponent);
	return key + kind + (number->sign == '-' ? 1024 : 0);
}

static bool
is_tied(const TokenReader *reader, int pos)
{
	return pos >= 2 && reader->text[pos - 1] == '-' && is_letter(reader->text[pos - 2]);
}

static bool
read_number(TokenReader *reader, Token *token)
{
	if (!number_read(reader->text, reader->len, reader->pos, &token->number))
		return false;
	token->kind = TOKEN_NUMBER;
	token->end = token->number.end;
	token->key = number_key(reader, &token->number);
	token->is_tied = is_tied(reader, token->number.digits);
	return true;
}

/* ------------------------------------------------------------------ signs */

/* A sign that others are written for: dashes, quotation marks. */
static uint32
plain_sign(uint32 c)
{
	if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
		return '-';
	if (c == 0x2018 || c == 0x2019)
		return '\'';
	if (c == 0x201C || c == 0x201D || c == 0xAB || c == 0xBB)
		return '"';
	return c;
}

/* The bytes of "'s" behind a word, 0 when there are none. */
static int
possessive(const TokenReader *reader, int pos)
{
	int			width;
	uint32		c;

	if (pos >= reader->len || (reader->text[pos] != '\'' && (reader->text[pos] & 0x80) == 0))
		return 0;
	c = utf8_decode(reader->text, reader->len, pos, &width);
	if (plain_sign(c) != '\'' || pos + width >= reader->len ||
		(reader->text[pos + width] | 32) != 's' ||
		word_begins(reader->text, reader->len, pos + width + 1))
		return 0;
	return width + 1;
}

static bool
is_hyphen(const TokenReader *reader, int pos)
{
	return reader->text[pos] == '-' && pos > 0 && pos + 1 < reader->len &&
		(is_letter(reader->text[pos - 1]) || (unsigned char) reader->text[pos - 1] >= 0x80) &&
		(is_letter(reader->text[pos + 1]) || (unsigned char) reader->text[pos + 1] >= 0x80);
}

#define THREE(a, b, c)	((uint32) (a) << 16 | (uint32) (b) << 8 | (uint32) (c))

/* Has a word the first three letters of one from zero to ninety? */
static inline bool
begins_number_word(const char *text, int len)
{
	if (len < 4)
		return false;
	switch (THREE((unsigned char) text[0] | 32, (unsigned char) text[1] | 32,
				  (unsigned char) text[2] | 32))
	{
		case THREE('z', 'e', 'r'): case THREE('o', 'n', 'e'): case THREE('t', 'w', 'o'):
		case THREE('t', 'h', 'r'): case THREE('s', 'i', 'x'): case THREE('s', 'e', 'v'):
		case THREE('e', 'i', 'g'): case THREE('n', 'i', 'n'): case THREE('t', 'e', 'n'):
		case THREE('e', 'l', 'e'): case THREE('t', 'w', 'e'): case THREE('t', 'h', 'i'):
			return true;
		case THREE('f', 'o', 'u'): case THREE('f', 'i', 'v'): case THREE('f', 'i', 'f'):
		case THREE('f', 'o', 'r'):
			return is_letter(text[3]);	/* not "for" */
		default:
			return false;
	}
}

/* May a number begin here?  Cheap, as it is asked of every word: those of numbers begin
 * with one of seven letters, and digits stand behind the code of a currency. */
static bool
may_be_number(const TokenReader *reader)
{
	const char *text = reader->text + reader->pos;
	unsigned char c = (unsigned char) *text;

	switch (c)
	{
		case '.':
		case '(':
			return reader->pos + 1 < reader->len && is_digit(text[1]);
		case '\\':
			return reader->pos + 1 < reader->len && text[1] == '$';
		case 0xE2:				/* of the range of quotation marks and dashes one is a sign */
			return reader->pos + 2 < reader->len && (text[1] != '\x80' || text[2] == '\x93');
		case '$':
		case '+':
		case '-':
		case 0xC2:
			return true;
		default:
			if (!is_letter((char) c))
				return is_digit((char) c);
			break;
	}
	return begins_number_word(text, reader->len - reader->pos) ||
		(reader->pos + 4 < reader->len && (is_digit(text[3]) || (text[3] == ' ' &&
			is_digit(text[4]))));
}

bool
token_next(TokenReader *reader, Token *token)
{
	while (reader->pos < reader->len)
	{
		unsigned char first = (unsigned char) reader->text[reader->pos];
		int			width = 1;
		uint32		c = first;

		token->start = reader->pos;
		if (first != '\n' && (first <= ' ' || is_hyphen(reader, reader->pos)))
		{
			reader->pos++;
			continue;
		}
		if (may_be_number(reader) && read_number(reader, token))
		{
			reader->pos = token->end;
			return true;
		}
		if (first >= 0x80)
			c = utf8_decode(reader->text, reader->len, reader->pos, &width);
		if (is_letter((char) first) || is_word_letter(c))
		{
			read_word(reader, token);
			reader->pos = token->end + possessive(reader, token->end);
			return true;
		}
		reader->pos += width;
		if (is_unicode_blank(c) && c != '\n')
			continue;
		token->kind = TOKEN_SIGN;
		token->end = reader->pos;
		token->sign = plain_sign(c);
		token->key = 0;
		return true;
	}
	return false;
}

/* --------------------------------------------------------------- evidence */

/* Is there a stop word with that first byte and length?  Spares most look-ups. */
static bool
may_be_stop_word(char first, int len)
{
	static uint8 lengths[256];

	if (lengths[(unsigned char) stop_words[0][0]] == 0)
		for (int i = 0; i < (int) lengthof(stop_words); i++)
			lengths[(unsigned char) stop_words[i][0]] |= 1 << strlen(stop_words[i]);
	return len <= LONGEST_STOP_WORD &&
		(lengths[(unsigned char) ascii_lower(first)] >> len & 1) != 0;
}

bool
token_is_content(const char *text, const Token *token)
{
	char		word[LONGEST_STOP_WORD + 1];
	int			len = token->end - token->start;

	if (token->has_digit)
		return true;
	if (len < 3 || (len <= 8 && utf8_length(text + token->start, len) < 3))
		return false;
	if (!may_be_stop_word(text[token->start], len))
		return true;
	for (int i = 0; i < len; i++)
		word[i] = ascii_lower(text[token->start + i]);
	return !slice_in((Slice) {word, len}, stop_words, lengthof(stop_words));
}

bool
next_token(TokenReader *tokens, EvidenceToken *token)
{
	Token		next;

	while (token_next(tokens, &next))
	{
		if (next.kind == TOKEN_SIGN || (next.kind == TOKEN_WORD &&
			!token_is_content(tokens->text, &next)))
			continue;
		/* words of units that are no key's part are words */
		if (next.kind == TOKEN_NUMBER && (next.number.unit == NUMBER_MULTIPLE ||
			(next.number.unit == NUMBER_CURRENCY && next.number.currency == 0)))
			tokens->pos = next.end = next.number.scale_end;
		token->key = next.key;
		token->start = next.kind == TOKEN_NUMBER ? next.number.digits : next.start;
		token->end = next.end;
		token->is_number = next.kind == TOKEN_NUMBER || next.has_digit;
		token->is_year = next.kind == TOKEN_NUMBER && next.number.unit == NUMBER_YEAR;
		return true;
	}
	return false;
}

char *
numbers_in(Slice text)
{
	TokenReader tokens = {text.data, text.len, 0};
	EvidenceToken token;
	StringInfoData out;

	initStringInfo(&out);
	while (next_token(&tokens, &token))
		if (token.is_number)
			appendStringInfo(&out, "%s%.*s", out.len > 0 ? ", " : "", token.end - token.start,
				text.data + token.start);
	return out.len > 0 ? out.data : NULL;
}
