/*
 * digits.c
 *		The digits of a number, with thousands and decimals: what number_read() reads first.
 *
 * "4,200.5" is 4200.5, and so are "4'200.5", "4 200,5" with a blank that does not break, and
 * "4.200.000,5" is 4200000.5.  "4,2" is read as 4.2, which number_read() takes only where a unit
 * or scale follows: else it may be two numbers.
 */
#include "base/base.h"

#define MOST_DIGITS		18		/* that an int64 holds */
#define MOST_DECIMALS	9

static inline char
byte_at(const char *text, int len, int pos)
{
	return pos < len ? text[pos] : ' ';
}

static int
take_bytes(const char *text, int len, int pos, const char *bytes)
{
	int			width = (int) strlen(bytes);

	return pos + width <= len && memcmp(text + pos, bytes, width) == 0 ? width : 0;
}

/* Do just three digits stand at pos? */
static bool
is_three(const char *text, int len, int pos)
{
	return pos + 2 < len && is_digit(text[pos]) && is_digit(text[pos + 1]) &&
		is_digit(text[pos + 2]) && !is_digit(byte_at(text, len, pos + 3));
}

/* The bytes of what parts thousands at pos, 0 = nothing does: a comma, an apostrophe, a blank
 * that does not break; a stop, where another one or a decimal comma follows ("4.200.000",
 * "4.200,5"). */
static int
group_width(const char *text, int len, int pos, bool is_dotted)
{
	static const char *const parts[] = {
		",", "'", "\xE2\x80\x99", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89",
	};

	if (text[pos] == '.')
		return is_three(text, len, pos + 1) &&
			(is_dotted || (byte_at(text, len, pos + 4) == '.' && is_three(text, len, pos + 5)) ||
			 (byte_at(text, len, pos + 4) == ',' && is_digit(byte_at(text, len, pos + 5)) &&
			  !is_three(text, len, pos + 5)));
	if (text[pos] != ',' && text[pos] != '\'' && (unsigned char) text[pos] < 0xC2)
		return 0;
	for (int i = 0; i < (int) lengthof(parts); i++)
	{
		int			width = (int) strlen(parts[i]);

		if (pos + width <= len && memcmp(text + pos, parts[i], width) == 0)
			return is_three(text, len, pos + width) ? width : 0;
	}
	return 0;
}

/* The comma of "12,50,000": a pair of digits behind it, or several, then three. */
static bool
is_lakh(const char *text, int len, int pos)
{
	int			start = pos;

	while (byte_at(text, len, pos) == ',' && is_digit(byte_at(text, len, pos + 1)) &&
		is_digit(byte_at(text, len, pos + 2)) && byte_at(text, len, pos + 3) == ',')
		pos += 3;
	return pos > start && is_three(text, len, pos + 1);
}

/* What is one kind of them: blanks of any width are. */
static char
group_of(char part)
{
	return (unsigned char) part < 0x80 ? part : ' ';
}

/* "4,2": decimals behind a comma, where no thousands are parted by one; of one or two digits,
 * or behind another kind of thousands. */
static bool
is_decimal_comma(const char *text, int len, int pos, char group)
{
	int			end = pos + 1;

	if (byte_at(text, len, pos) != ',' || group == ',')
		return false;
	while (end < len && is_digit(text[end]))
		end++;
	return end > pos + 1 && (end <= pos + 3 || group != 0) && byte_at(text, len, end) != ',' &&
		!(byte_at(text, len, end) == '.' && is_digit(byte_at(text, len, end + 1)));
}

/* "5¼", "5 1/2", "5-3/8": adds the fraction at pos to the whole number before it. */
static int
read_fraction(Decimal *value, const char *text, int len, int pos)
{
	static const struct
	{
		const char *written;
		const char *sign;
		int			thousandths;
	}			fractions[] = {
		{"1/8", "\xE2\x85\x9B", 125}, {"1/4", "\xC2\xBC", 250}, {"3/8", "\xE2\x85\x9C", 375},
			{"1/2", "\xC2\xBD", 500},
		{"5/8", "\xE2\x85\x9D", 625}, {"3/4", "\xC2\xBE", 750}, {"7/8", "\xE2\x85\x9E", 875},
	};
	char		gap = byte_at(text, len, pos);
	int			start = pos + (gap == ' ' || gap == '-');

	if (value->scale > 0 || value->digits >= 1000)
		return pos;
	for (int i = 0; i < (int) lengthof(fractions); i++)
	{
		int			width = take_bytes(text, len, start, fractions[i].sign);

		if (width == 0)
		{
			width = start > pos ? take_bytes(text, len, start, fractions[i].written) : 0;
			if (width == 0 || is_digit(byte_at(text, len, start + width)) ||
				byte_at(text, len, start + width) == '/')
				continue;
		}
		*value = (Decimal) {value->digits * 1000 + fractions[i].thousandths, 3};
		for (; value->digits % 10 == 0; value->scale--)
			value->digits /= 10;
		return start + width;
	}
	return pos;
}

/* Digits with thousands and decimals: where they end, pos when there are none. */
int
number_digits(const char *text, int len, int pos, Number *number)
{
	Decimal		value = {0, 0};
	char		group = 0;
	int			width;
	int			ndigits = 0;
	int			start = pos;

	if (!is_digit(byte_at(text, len, pos)) &&
		!(byte_at(text, len, pos) == '.' && is_digit(byte_at(text, len, pos + 1)) &&
		  (pos == 0 || (!is_word_byte(text[pos - 1]) && text[pos - 1] != '.'))))
		return pos;
	for (; pos < len; pos++)
	{
		if (is_digit(text[pos]))
		{
			ndigits += ndigits > 0 || text[pos] != '0';
			if (ndigits <= MOST_DIGITS)
				value.digits = value.digits * 10 + (text[pos] - '0');
		}
		else if (pos > start && (group == 0 || group == group_of(text[pos])) &&
				 ((width = group_width(text, len, pos, group == '.')) > 0 ||
				  (width = number->unit == NUMBER_CURRENCY && is_lakh(text, len, pos)) > 0))
		{
			number->has_thousands = true;
			group = group_of(text[pos]);
			pos += width - 1;
		}
		else
			break;
	}
	number->has_comma = pos > start && is_decimal_comma(text, len, pos, group);
	if ((byte_at(text, len, pos) == '.' && group != '.' && is_digit(byte_at(text, len, pos + 1))) ||
		number->has_comma)
		for (pos++; pos < len && is_digit(text[pos]); pos++)
		{
			ndigits++;
			value.scale++;
			if (ndigits <= MOST_DIGITS && value.scale <= MOST_DECIMALS)
				value.digits = value.digits * 10 + (text[pos] - '0');
		}
	if (ndigits > MOST_DIGITS || value.scale > MOST_DECIMALS)
	{
		number->unit = NUMBER_OTHER;
		value = (Decimal) {0, 0};
	}
	else
		pos = read_fraction(&value, text, len, pos);
	/* "5,25" and "1.2.3" are no numbers that we know */
	while ((byte_at(text, len, pos) == ',' || byte_at(text, len, pos) == '.') &&
		is_digit(byte_at(text, len, pos + 1)))
	{
		number->unit = NUMBER_OTHER;
		for (pos++; is_digit(byte_at(text, len, pos));)
			pos++;
	}
	number->value = value;
	number->place = -value.scale;
	return pos;
}

