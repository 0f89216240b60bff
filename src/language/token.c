/*
 * token.c
 *		The words and numbers of a text, as evidence is compared by.
 *
 * "Occupancy in Q3 2024 was -4.2%" has the words {occupancy} and the numbers
 * {q3, 2024, -4.2 %}.  A number is its value, sign, currency and unit: "$4.20M",
 * "4,200,000" and "4.2 million" are one, "4.2M euros" and "4.2 bps" are others.
 * A word with a digit in it names something and is as exact as a number.
 */
#include "language/language.h"

#include "common/hashfn.h"

static const char *const stop_words[] = {
#include "language/stop_words.inc"
};

#define LONGEST_STOP_WORD	7

static bool
is_stop_word(const char *word, int len)
{
	return len <= LONGEST_STOP_WORD &&
		   slice_in((Slice){word, len}, stop_words, lengthof(stop_words));
}

/* ---------------------------------------------------------------- numbers */

/* Powers of ten a unit word or letter behind a number stands for. */
static int
scale_word(const char *text, int len, int *pos)
{
	static const struct
	{
		const char *word;
		int			scale;
	}			scales[] = {
		{"thousand", 3}, {"million", 6}, {"billion", 9}, {"trillion", 12},
		{"mm", 6}, {"bn", 9}, {"k", 3}, {"m", 6}, {"b", 9},
	};
	int			at = *pos;

	if (at < len && text[at] == ' ')
		at++;
	for (int i = 0; i < (int) lengthof(scales); i++)
	{
		int			width = (int) strlen(scales[i].word);

		if (width < 3 && at != *pos)
			continue;			/* letters are glued to the number */
		if (at + width <= len && pg_strncasecmp(text + at, scales[i].word, width) == 0 &&
			(at + width == len || !is_word_byte(text[at + width])))
		{
			*pos = at + width;
			return scales[i].scale;
		}
	}
	return 0;
}

enum
{
	PERCENT = 1,
	BASIS_POINTS = 2,
	CURRENCY = 16,				/* times its index below */
	NEGATIVE = 1024
};

/* Dollars are what a number without a currency is. */
static const char *const currency_codes[] = {"usd", "eur", "gbp", "jpy", "chf", "cad", "aud"};

static int
currency_code(const char *text, int len)
{
	for (int i = 0; i < (int) lengthof(currency_codes) && len >= 3; i++)
		if (pg_strncasecmp(text, currency_codes[i], 3) == 0)
			return i;
	return -1;
}

/* What stands before a number: its sign and its currency. */
static int
number_prefix(const char *text, int pos)
{
	int			flags = 0;

	for (int step = 0; step < 2 && pos > 0; step++)
	{
		int			width;
		int			before = char_before(text, pos);
		uint32		c = utf8_decode(text, pos, before, &width);

		if (c == '-' || c == 0x2212 || c == 0x2013)
		{
			/* "5%-9%", "2019-24" and "mid-2024" are no negatives */
			if (before == 0 || strchr(" (\n\t[,;:=", text[before - 1]) != NULL)
				flags |= NEGATIVE;
			break;
		}
		if (c == 0x20AC || c == 0xA3 || c == 0xA5)
			flags |= CURRENCY * (c == 0x20AC ? 1 : c == 0xA3 ? 2 : 3);
		else if (c != '$')
			break;
		pos = before;
	}
	if (flags == 0)
	{
		int			code;

		if (pos > 3 && text[pos - 1] == ' ')
			pos--;
		code = pos >= 3 && (pos == 3 || !is_word_byte(text[pos - 4]))
				   ? currency_code(text + pos - 3, 3)
				   : 0;
		flags = CURRENCY * Max(code, 0);
	}
	return flags;
}

/* The unit or currency behind a number, which *pos moves over. */
static int
number_suffix(const char *text, int len, int *pos)
{
	static const struct
	{
		const char *word;
		int			flags;
	} units[] = {
		{"%", PERCENT},			{" percent", PERCENT},
		{" per cent", PERCENT}, {"bps", BASIS_POINTS},
		{" bps", BASIS_POINTS}, {"bp", BASIS_POINTS},
		{" bp", BASIS_POINTS},	{" basis point", BASIS_POINTS},
		{" euro", CURRENCY},	{" pounds", CURRENCY * 2},
		{" yen", CURRENCY * 3},
	};

	for (int i = 0; i < (int) lengthof(units); i++)
	{
		int			width = (int) strlen(units[i].word);

		if (*pos + width <= len && pg_strncasecmp(text + *pos, units[i].word, width) == 0)
		{
			*pos += width;
			return units[i].flags;
		}
	}
	return 0;
}

/* Is the comma one between thousands?  "4,2 million" has none. */
static bool
groups_thousands(const char *text, int len, int pos)
{
	for (int i = 1; i <= 3; i++)
		if (pos + i >= len || !isdigit((unsigned char) text[pos + i]))
			return false;
	return pos + 4 >= len || !isdigit((unsigned char) text[pos + 4]);
}

/* Folds a number to its value: digits without zeros at the end, and a power of ten. */
static void
read_number(TokenReader *tokens, EvidenceToken *token)
{
	const char *text = tokens->text;
	char		digits[24];
	int			ndigits = 0;
	int			exponent = 0;
	bool		in_fraction = false;
	int			pos = tokens->pos;
	int			flags = number_prefix(text, pos);

	for (; pos < tokens->len; pos++)
	{
		char		c = text[pos];

		if (isdigit((unsigned char) c))
		{
			if (ndigits < (int) sizeof(digits) && !(ndigits == 0 && c == '0'))
				digits[ndigits++] = c;
			exponent -= in_fraction;
		}
		else if (c == ',' && !in_fraction && groups_thousands(text, tokens->len, pos))
			continue;
		else if (c == '.' && !in_fraction && pos + 1 < tokens->len &&
				 isdigit((unsigned char) text[pos + 1]))
			in_fraction = true;
		else
			break;
	}
	exponent += scale_word(text, tokens->len, &pos);
	while (ndigits > 0 && digits[ndigits - 1] == '0')
		ndigits--, exponent++;
	flags |= number_suffix(text, tokens->len, &pos);
	token->key =
		hash_bytes_extended((unsigned char *) digits, ndigits, ndigits > 0 ? exponent + 1000 : 0) +
		flags;
	token->is_number = true;
	tokens->pos = pos;
}

/* ------------------------------------------------------------------ words */

/* False for a word that says nothing: a stop word, one of two letters. */
static bool
read_word(TokenReader *tokens, EvidenceToken *token)
{
	char		folded[64];
	int			start = tokens->pos;
	int			letters = 0;
	int			len = 0;
	int			width = 1;

	token->is_number = false;
	while (tokens->pos < tokens->len)
	{
		bool		is_wide = width > 1;

		if (!is_word_letter(utf8_decode(tokens->text, tokens->len, tokens->pos, &width)) ||
			(is_wide && isdigit((unsigned char) tokens->text[tokens->pos])))
			break;				/* scripts without blanks put numbers between words */
		if (isdigit((unsigned char) tokens->text[tokens->pos]) && letters == 3 &&
			currency_code(tokens->text + start, 3) >= 0)
			return false;		/* "EUR4.2M": the number comes next */
		token->is_number |= isdigit((unsigned char) tokens->text[tokens->pos]) ||
							(width == 3 && letters >= 0 &&
							 (unsigned char) tokens->text[tokens->pos] == 0xEF); /* full-width */
		for (int i = 0; i < width; i++)
			if (len < (int) sizeof(folded))
				folded[len++] =
					(char) pg_ascii_tolower((unsigned char) tokens->text[tokens->pos + i]);
		letters++;
		tokens->pos += width;
	}
	if (!token->is_number && (letters < 3 || is_stop_word(folded, len)))
		return false;
	token->key = hash_bytes_extended((unsigned char *) folded, len, tokens->pos - start);
	return true;
}

/* Steps over all that is neither word nor number. */
bool
next_token(TokenReader *tokens, EvidenceToken *token)
{
	while (tokens->pos < tokens->len)
	{
		int			width;
		uint32		c = utf8_decode(tokens->text, tokens->len, tokens->pos, &width);

		token->start = tokens->pos;
		if (c < 0x80 && isdigit((int) c))
		{
			read_number(tokens, token);
			return true;
		}
		if (!is_word_letter(c))
			tokens->pos += width;
		else if (read_word(tokens, token))
			return true;
	}
	return false;
}

char *
numbers_in(Slice text)
{
	TokenReader		tokens = {text.data, text.len, 0};
	EvidenceToken		token;
	StringInfoData out;

	initStringInfo(&out);
	while (next_token(&tokens, &token))
		if (token.is_number)
			appendStringInfo(&out, "%s%.*s", out.len > 0 ? ", " : "", tokens.pos - token.start,
							 text.data + token.start);
	return out.len > 0 ? out.data : NULL;
}
