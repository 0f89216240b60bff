/*
 * decimal.c
 *		Exact decimals: text, rounding, comparison.
 *
 * 18.5 is 185 / 10^1.  At most 18 digits, of which 9 decimals, so that products with a power
 * of ten fit into 128 bits.
 */
#include "base/base.h"

#define MOST_DIGITS		18		/* that an int64 holds */
#define MOST_DECIMALS	9

int64
power_of_ten(int exponent)
{
	int64		power = 1;

	while (exponent-- > 0)
		power *= 10;
	return power;
}

int64
whole_number(Slice text, int64 most)
{
	int64		number = 0;

	for (int i = 0; i < text.len; i++)
	{
		int			digit = text.data[i] - '0';

		if (!is_digit(text.data[i]) || digit > most || number > (most - digit) / 10)
			return -1;
		number = number * 10 + digit;
	}
	return text.len > 0 ? number : -1;
}

bool
decimal_parse(const char *text, Decimal *value)
{
	bool		is_negative = *text == '-';
	int			whole = 0;

	*value = (Decimal) {0, 0};
	text += is_negative;
	if (!is_digit(*text))
		return false;			/* NaN, Infinity */
	for (; is_digit(*text); text++)
	{
		whole += whole > 0 || *text != '0';
		if (whole > MOST_DIGITS)
			return false;
		value->digits = value->digits * 10 + (*text - '0');
	}
	if (*text == '.')
		for (text++; is_digit(*text) && value->scale < MOST_DECIMALS &&
			whole + value->scale < MOST_DIGITS; text++, value->scale++)
			value->digits = value->digits * 10 + (*text - '0');
	if (is_negative)
		value->digits = -value->digits;
	return true;
}

char *
decimal_text(Decimal value)
{
	char		digits[32];
	int			len;
	int			whole;

	snprintf(digits, sizeof(digits), "%0*lld", value.scale + 1,
			 (long long) (value.digits < 0 ? -value.digits : value.digits));
	len = (int) strlen(digits);
	whole = len - value.scale;
	return psprintf("%s%.*s%s%s", value.digits < 0 ? "-" : "", whole, digits,
					value.scale > 0 ? "." : "", digits + whole);
}

Decimal
decimal_shift(Decimal value, int power)
{
	int			scale = value.scale - power;

	if (scale >= 0)
		return (Decimal) {value.digits, scale};
	return (Decimal) {value.digits * power_of_ten(-scale), 0};
}

Decimal
decimal_round(Decimal value, int scale)
{
	int64		unit;
	int64		size;

	if (scale >= value.scale)
		return (Decimal) {value.digits * power_of_ten(scale - value.scale), scale};
	if (value.scale - scale > MOST_DIGITS)
		return (Decimal) {0, Max(scale, 0)};
	unit = power_of_ten(value.scale - scale);
	size = value.digits < 0 ? -value.digits : value.digits;
	size = size / unit + (size % unit >= unit - unit / 2);
	if (scale < 0)
		size *= power_of_ten(-scale);
	return (Decimal) {value.digits < 0 ? -size : size, Max(scale, 0)};
}

int
decimal_compare(Decimal a, Decimal b)
{
	int			scale = Max(a.scale, b.scale);
	int128		x = (int128) a.digits * power_of_ten(scale - a.scale);
	int128		y = (int128) b.digits * power_of_ten(scale - b.scale);

	return x < y ? -1 : x > y;
}

bool
number_agrees(const Number *a, const Number *b)
{
	Decimal		x = a->value;
	Decimal		y = b->value;
	int			x_place = a->place;
	int			y_place = b->place;
	int			place;
	int128		distance;
	int			scale;

	if (a->unit == NUMBER_BPS && b->unit != NUMBER_BPS)
		x = decimal_shift(x, -2), x_place -= 2;
	if (b->unit == NUMBER_BPS && a->unit != NUMBER_BPS)
		y = decimal_shift(y, -2), y_place -= 2;
	if (a->unit != b->unit && !(a->unit == NUMBER_BPS && (b->unit == NUMBER_PERCENT ||
		b->unit == NUMBER_POINTS)) &&
		!(b->unit == NUMBER_BPS && (a->unit == NUMBER_PERCENT || a->unit == NUMBER_POINTS)))
		return false;
	if (a->unit == NUMBER_OTHER || (a->unit == NUMBER_CURRENCY && a->currency != b->currency))
		return false;
	place = Max(x_place, y_place);
	scale = Max(Max(x.scale, y.scale), -place);
	distance = (int128) x.digits * power_of_ten(scale - x.scale) -
			   (int128) y.digits * power_of_ten(scale - y.scale);
	if (distance < 0)
		distance = -distance;
	return 2 * distance <= power_of_ten(Min(place + scale, MOST_DIGITS));
}
