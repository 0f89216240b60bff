/*
 * metric_number.c
 *		Numbers with their units, and numbers in words: one token each.
 *
 * First what is glued to the digits is read with them, from the text: "14.2%",
 * "1,250bps", "1.35:1".  Then, when all is tokens, units that are words: "12.0
 * percent", "5 basis points", "1.25 to 1.0", "eighteen and a half percent" become
 * one number; the words alone ("two of the") stay words.
 */
#include "metrics/metrics_internal.h"

#define MAX_DIGITS	9			/* before and after the point: what a Decimal holds */

/* ------------------------------------------------------------------ digits */

static inline char
byte_at(const char *text, int pos, int end)
{
	return pos < end ? text[pos] : ' ';
}

#define MOST_BEFORE_FRACTION	1000

/* "5¼", "5 1/2", "5-3/8": adds the fraction at start, if there is one, to the whole number
 * before it, and returns where it ends. */
int
read_fraction(Decimal *value, const char *text, int start, int end)
{
	static const struct
	{
		const char *bytes;
		const char *sign;
		int			thousandths;
	}			fractions[] = {
		{"1/8", "\xE2\x85\x9B", 125}, {"1/4", "\xC2\xBC", 250}, {"3/8", "\xE2\x85\x9C", 375}, {"1/2", "\xC2\xBD", 500},
		{"5/8", "\xE2\x85\x9D", 625}, {"3/4", "\xC2\xBE", 750}, {"7/8", "\xE2\x85\x9E", 875},
	};
	char		gap = byte_at(text, start, end);
	int			pos = start + (gap == ' ' || gap == '-');

	if (value->scale > 0 || value->digits >= MOST_BEFORE_FRACTION)
		return start;
	for (int i = 0; i < (int) lengthof(fractions); i++)
	{
		bool		is_sign = (unsigned char) byte_at(text, pos, end) >= 0x80;
		const char *bytes = is_sign ? fractions[i].sign : fractions[i].bytes;
		int			len = (int) strlen(bytes);

		if (pos + len > end || memcmp(text + pos, bytes, len) != 0)
			continue;
		if (!is_sign && (pos == start || is_digit(byte_at(text, pos + len, end)) || byte_at(text, pos + len, end) == '/'))
			continue;
		*value = (Decimal) {value->digits * 1000 + fractions[i].thousandths, 3};
		for (; value->digits % 10 == 0; value->scale--)
			value->digits /= 10;
		return pos + len;
	}
	return start;
}

/* Digits with thousands and a decimal point; false when they are no value. */
static bool
read_digits(Token *token, const char *text, int end)
{
	int			pos = token->start;
	int64		digits = 0;
	int			whole = 0;
	int			scale = 0;

	for (; pos < end; pos++)
	{
		if (is_digit(text[pos]))
			whole += !(whole == 0 && text[pos] == '0');
		else if (text[pos] == ',' && pos + 3 < end && is_digit(text[pos + 1]) && is_digit(text[pos + 2]) &&
				 is_digit(text[pos + 3]) && !is_digit(byte_at(text, pos + 4, end)))
		{
			token->has_thousands = true;
			continue;
		}
		else
			break;
		if (whole <= MAX_DIGITS)
			digits = digits * 10 + (text[pos] - '0');
	}
	if (pos + 1 < end && text[pos] == '.' && is_digit(text[pos + 1]))
		for (pos++; pos < end && is_digit(text[pos]); pos++)
			if (++scale <= MAX_DIGITS)
				digits = digits * 10 + (text[pos] - '0');
	token->end = token->unit_end = pos;
	if (whole > MAX_DIGITS || scale > MAX_DIGITS)
		return false;
	token->value = (Decimal) {digits, scale};
	pos = token->end = token->unit_end = read_fraction(&token->value, text, pos, end);
	/* "5,25" and "1.2.3" are no numbers that we know */
	return !((byte_at(text, pos, end) == ',' || byte_at(text, pos, end) == '.') && is_digit(byte_at(text, pos + 1, end)));
}

typedef struct NumberSuffix
{
	const char *bytes;
	NumberUnit	unit;
} NumberSuffix;

static const NumberSuffix letter_suffixes[] = {
	{"x", NUMBER_MULTIPLE}, {"bps", NUMBER_BPS}, {"bp", NUMBER_BPS}, {"pct", NUMBER_PERCENT},
	{"pp", NUMBER_POINTS}, {"ppt", NUMBER_POINTS}, {"ppts", NUMBER_POINTS}, {"times", NUMBER_MULTIPLE},
};

static const NumberSuffix sign_suffixes[] = {
	{"%", NUMBER_PERCENT}, {"\\%", NUMBER_PERCENT}, {"\xEF\xBC\x85", NUMBER_PERCENT}, {"\xC3\x97", NUMBER_MULTIPLE},
};

/* "x", "bps"; any others, as in "4M" and "5th", make another quantity of it. */
static void
read_letter_suffix(Token *token, const char *text, int len, int end)
{
	int			pos = token->end;

	for (int i = 0; i < (int) lengthof(letter_suffixes); i++)
		if ((int) strlen(letter_suffixes[i].bytes) == len && pg_strncasecmp(letter_suffixes[i].bytes, text + pos, len) == 0 &&
			!is_digit(byte_at(text, pos + len, end)))
		{
			token->unit = letter_suffixes[i].unit;
			token->unit_end = pos + len;
			return;
		}
	token->unit = NUMBER_OTHER;
	token->end = token->unit_end = pos + len;
}

static bool
read_sign_suffix(Token *token, const char *text, int end)
{
	int			pos = token->end;

	for (int i = 0; i < (int) lengthof(sign_suffixes); i++)
	{
		int			len = (int) strlen(sign_suffixes[i].bytes);

		if (pos + len <= end && memcmp(text + pos, sign_suffixes[i].bytes, len) == 0)
		{
			token->unit = sign_suffixes[i].unit;
			token->unit_end = pos + len;
			return true;
		}
	}
	return false;
}

/* "a 7-cap" */
static bool
is_cap_tie(const char *text, int pos, int end)
{
	return pos + 4 <= end && pg_strncasecmp(text + pos + 1, "cap", 3) == 0 && !is_letter(byte_at(text, pos + 4, end));
}

/* "8/10", "10-year", "1.35:1": what the number is, by what it is tied to. */
static void
read_tie(Token *token, const char *text, int end)
{
	int			pos = token->end;
	char		next = byte_at(text, pos + 1, end);

	switch (byte_at(text, pos, end))
	{
		case '/':
			if (is_digit(next))
				token->unit = NUMBER_OTHER;
			break;
		case '-':
			if (is_letter(next) && pg_strncasecmp(text + pos + 1, "to-", 3) != 0 && !is_cap_tie(text, pos, end))
				token->unit = NUMBER_OTHER;
			break;
		case ':':
			if (next != '1' || is_digit(byte_at(text, pos + 2, end)))
				break;
			token->unit = NUMBER_MULTIPLE;
			token->unit_end = pos + 2;
			if (byte_at(text, pos + 2, end) == '.' && byte_at(text, pos + 3, end) == '0')
				for (token->unit_end++; byte_at(text, token->unit_end, end) == '0';)
					token->unit_end++;
			break;
		default:
			break;
	}
}

/* What is glued to the digits: "%", "x", "bps", "M", "th", "/10", ":1.00". */
static void
read_suffix(Token *token, const char *text, int end)
{
	int			len = 0;

	while (token->end + len < end && is_letter(text[token->end + len]))
		len++;
	if (len > 0)
		read_letter_suffix(token, text, len, end);
	else if (!read_sign_suffix(token, text, end))
		read_tie(token, text, end);
	token->has_plus = byte_at(text, token->unit_end, end) == '+';
}

bool
number_read(Token *token, const char *text, int end)
{
	bool		is_value = read_digits(token, text, end);

	read_suffix(token, text, end);
	return is_value;
}

/* ------------------------------------------------------------------- words */

/* 0 to 90 of a number word, -1 when the token is none. */
int
number_word(const Reading *reading, int index)
{
	return token_at(reading, index)->words == 0 ? token_at(reading, index)->word->number : -1;
}

/* "sixty-five", "eighteen and a half", "one point three five": tokens from
 * index on; returns the first token after them, index when there is none. */
static int
spelled_number(const Reading *reading, int index, Decimal *value)
{
	int			number = number_word(reading, index);
	int			next = index + 1;

	if (number < 0)
		return index;
	if (number >= 20 && number_word(reading, next) > 0 && number_word(reading, next) < 10)
		number += number_word(reading, next++);
	*value = (Decimal) {number, 0};
	if (token_is(reading, next, "point") && number_word(reading, next + 1) >= 0)
	{
		for (next++; number_word(reading, next) >= 0 && number_word(reading, next) < 10 && value->scale < 4; next++)
			*value = (Decimal) {value->digits * 10 + number_word(reading, next), value->scale + 1};
	}
	else if (token_is(reading, next, "and") && (token_is(reading, next + 1, "a") || token_is(reading, next + 1, "one")) &&
			 token_is(reading, next + 2, "half"))
	{
		*value = (Decimal) {number * 10 + 5, 1};
		next += 3;
	}
	else if (token_is(reading, next, "and") && (token_is(reading, next + 1, "a") || token_is(reading, next + 1, "one")) &&
			 token_is(reading, next + 2, "quarter"))
	{
		*value = (Decimal) {number * 100 + 25, 2};
		next += 3;
	}
	else if (token_is(reading, next, "and") && token_is(reading, next + 1, "three") && token_is(reading, next + 2, "quarters"))
	{
		*value = (Decimal) {number * 100 + 75, 2};
		next += 3;
	}
	return next;
}

/* The unit that tokens from index on spell out; *after is the token behind it. */
static NumberUnit
spelled_unit(const Reading *reading, int index, int *after)
{
	const Token *tokens = reading->tokens.items;

	*after = index + 1;
	if (index >= reading->tokens.count)
		return NUMBER_BARE;
	if (tokens[index].kind == TOKEN_PERCENT)
		return NUMBER_PERCENT;
	if (token_is(reading, index, "basis") && (token_is(reading, index + 1, "points") || token_is(reading, index + 1, "point")))
	{
		*after = index + 2;
		return NUMBER_BPS;
	}
	if (token_is(reading, index, "per") && token_is(reading, index + 1, "cent"))
	{
		*after = index + 2;
		return NUMBER_PERCENT;
	}
	if (tokens[index].kind != TOKEN_WORD || !(tokens[index].words & W_UNIT))
		return NUMBER_BARE;
	if (token_is(reading, index, "percentage"))
	{
		*after = index + 2;
		return NUMBER_POINTS;
	}
	if (token_is(reading, index, "percent") || token_is(reading, index, "pct"))
		return NUMBER_PERCENT;
	if (token_is(reading, index, "times"))
		return NUMBER_MULTIPLE;
	if (token_is(reading, index, "x"))
		return index + 1 < reading->tokens.count && tokens[index + 1].kind == TOKEN_NUMBER ? NUMBER_OTHER : NUMBER_MULTIPLE;
	if (token_is(reading, index, "bps") || token_is(reading, index, "bp"))
		return NUMBER_BPS;
	return token_is(reading, index, "point") || token_is(reading, index, "cent") ? NUMBER_BARE : NUMBER_POINTS;
}

/* "1.25 to 1.0" is a multiple. */
static bool
is_to_one(const Reading *reading, int index)
{
	const Token *one;

	if (!token_is(reading, index, "to") || index + 1 >= reading->tokens.count)
		return false;
	one = &reading->tokens.items[index + 1];
	return one->kind == TOKEN_NUMBER && one->unit == NUMBER_BARE && !one->is_signed &&
		one->value.digits == (one->value.scale == 0 ? 1 : one->value.scale == 1 ? 10 : one->value.scale == 2 ? 100 : -1);
}

/* "(4.2)%": a negative number, as accountants write it. */
static bool
is_in_brackets(const Reading *reading, int index)
{
	const Token *tokens = reading->tokens.items + index;

	return index + 3 < reading->tokens.count && tokens[0].kind == TOKEN_OPEN && tokens[1].kind == TOKEN_NUMBER && tokens[1].unit == NUMBER_BARE &&
		tokens[2].kind == TOKEN_CLOSE && tokens[3].kind == TOKEN_PERCENT && tokens[0].end == tokens[1].start &&
		tokens[1].end == tokens[2].start && tokens[2].end == tokens[3].start;
}

/* "a negative 3.2% IRR", "is minus 5%", not "12% minus 2%" */
static bool
is_sign_word(const Reading *reading, int index)
{
	if (token_at(reading, index + 1)->kind != TOKEN_NUMBER || token_at(reading, index + 1)->is_signed)
		return false;
	return token_is(reading, index, "negative") || (token_is(reading, index, "minus") && has_words(token_at(reading, index - 1), W_BE | W_OF | W_AT | W_TO));
}

/* A number in words and its unit; words alone stay words. */
static int
merge_words(const Reading *reading, int index, Token *to)
{
	const Token *tokens = reading->tokens.items;
	Decimal		value;
	int			next = spelled_number(reading, index, &value);
	int			after;
	NumberUnit	unit;

	if (next == index || (unit = spelled_unit(reading, next, &after)) == NUMBER_BARE)
		return index + 1;
	after = Min(after, reading->tokens.count);
	to->kind = TOKEN_NUMBER;
	to->initial = 0;
	to->word = &unknown_word;
	to->value = value;
	to->is_spelled = true;
	to->words = 0;
	to->end = tokens[next - 1].end;
	to->unit = unit;
	to->unit_end = tokens[after - 1].end;
	return after;
}

/* Makes one token of a number and the words of its unit; writes to *to. */
int
merge_number(const Reading *reading, int index, Token *to)
{
	int			after;
	NumberUnit	unit;
	const Token *tokens = reading->tokens.items;

	*to = tokens[index];
	if (is_in_brackets(reading, index))
	{
		*to = tokens[index + 1];
		to->start = tokens[index].start;
		to->end = tokens[index + 2].end;
		to->unit_end = tokens[index + 3].end;
		to->unit = NUMBER_PERCENT;
		to->value.digits = -to->value.digits;
		to->is_signed = true;
		return index + 4;
	}
	if (to->kind == TOKEN_WORD && is_sign_word(reading, index))
	{
		after = merge_number(reading, index + 1, to);
		if (to->unit == NUMBER_PERCENT)
		{
			to->start = tokens[index].start;
			to->value.digits = -to->value.digits;
			to->is_signed = true;
			return after;
		}
		*to = tokens[index];
	}
	if (to->kind == TOKEN_WORD)
		return merge_words(reading, index, to);
	if (to->kind != TOKEN_NUMBER || to->unit != NUMBER_BARE)
		return index + 1;
	if (is_to_one(reading, index + 1) && to->value.scale > 0)
	{
		to->unit = NUMBER_MULTIPLE;
		to->unit_end = tokens[index + 2].unit_end;
		return index + 3;
	}
	unit = spelled_unit(reading, index + 1, &after);
	if (unit == NUMBER_BARE)
		return index + 1;
	after = Min(after, reading->tokens.count);
	to->unit = unit;
	to->unit_end = tokens[after - 1].unit_end;
	return after;
}
