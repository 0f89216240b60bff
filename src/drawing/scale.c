/*
 * scale.c
 *		Numbers, days and texts as lengths, and numbers as readers write them.
 *
 * Example: 0 to 8.7 is covered by 0, 2, ... 10; in a box of 200 pixels 8.7 is at 174.
 * Text has no font to ask here: a character counts as wide as Helvetica's of its kind.
 */
#include "drawing/drawing_internal.h"

#include <math.h>

void
scale_fit(Scale *scale, double least, double most, int steps, bool is_whole)
{
	double		raw;
	double		power;

	if (!(most > least))
	{
		double		around = least == 0 ? 1 : fabs(least) / 2;

		least -= least > 0 && least < around ? 0 : around;
		most += around;
	}
	raw = (most - least) / steps;
	power = pow(10, floor(log10(raw)));
	raw /= power;
	scale->step = (raw < 1.5 ? 1 : raw < 3 ? 2 : raw < 7 ? 5 : 10) * power;
	if (is_whole)
		scale->step = Max(1, scale->step);
	scale->min = floor(least / scale->step + 1e-9) * scale->step;
	scale->max = ceil(most / scale->step - 1e-9) * scale->step;
}

double
scale_at(const Scale *scale, double number)
{
	return scale->from +
		(number - scale->min) / (scale->max - scale->min) * (scale->to - scale->from);
}

/* ----------------------------------------------------------------- numbers */

/* Digits with so many decimals, thousands parted. */
static char *
digits_written(double number, int decimals)
{
	/* what is written as a half is rounded up, though its double may be below it */
	char	   *plain = psprintf("%.*f", decimals, number * (1 + 1e-12));
	int			whole = (int) strcspn(plain, ".");
	StringInfoData out;

	initStringInfo(&out);
	append_grouped(&out, plain, whole);
	appendStringInfoString(&out, plain + whole);
	return out.data;
}

/* Takes a number down to less than a thousand; returns k, M, B or T. */
static const char *
take_thousands(double *number)
{
	static const char *const suffixes[] = {"", "k", "M", "B", "T"};
	int			i = 0;

	while (*number >= 999.5 && i + 1 < (int) lengthof(suffixes))
	{
		*number /= 1000;
		i++;
	}
	return suffixes[i];
}

/* The fewest decimals, up to most, that say a number. */
static int
decimals_of(double number, int most)
{
	for (int decimals = 0; decimals < most; decimals++, number *= 10)
		if (fabs(number - rint(number)) < 1e-6)
			return decimals;
	return most;
}

/* Are numbers up to a size written in thousands, millions ...? */
static bool
is_scaled(const Unit *unit, double size)
{
	return unit->kind != UNIT_PERCENT && unit->kind != UNIT_MULTIPLE &&
		   size >= (unit->kind == UNIT_CURRENCY ? 1e4 : 1e6);
}

#define BEYOND_T		1e15	/* sizes that are written with an exponent, */
#define LEAST_PLAIN		0.0005	/* as are smaller ones */

static const char *
with_unit(const Unit *unit, bool is_negative, const char *digits, const char *suffix)
{
	return psprintf("%s%s%s%s%s", is_negative ? "\xE2\x88\x92" : "",
					unit->kind == UNIT_CURRENCY ? unit->currency : "", digits, suffix,
					unit->kind == UNIT_PERCENT ? "%"
					: unit->kind == UNIT_MULTIPLE ? "x" : "");
}

int
number_decimals(const Unit *unit, double number)
{
	double		size = fabs(number);

	if (size == 0 || size < LEAST_PLAIN || size >= BEYOND_T || is_scaled(unit, size))
		return 0;
	return decimals_of(size, size >= 1 ? 2 : size >= 0.1 ? 3 : size >= 0.01 ? 4 : 5);
}

const char *
number_written(const Unit *unit, double number, int decimals)
{
	double		size = fabs(number);
	const char *suffix = "";
	const char *digits;

	if (size >= BEYOND_T || (size > 0 && size < LEAST_PLAIN))
		digits = psprintf("%.2g", size);
	else if (is_scaled(unit, size))
	{
		suffix = take_thousands(&size);
		decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
		digits = digits_written(size, decimals_of(rint(size * 100) / 100, decimals));
	}
	else
		digits = digits_written(size, decimals);
	return with_unit(unit, number < 0 && strspn(digits, "0.") < strlen(digits), digits, suffix);
}

const char *
tick_written(const Unit *unit, const Scale *scale, double number)
{
	double		largest = Max(fabs(scale->min), fabs(scale->max));
	double		size = fabs(number);
	double		step = scale->step;
	const char *suffix = "";
	int			decimals;

	if (number == 0)
		return with_unit(unit, false, "0", "");
	if (largest >= BEYOND_T || step < 1e-6)
		return with_unit(unit, number < 0, psprintf("%.2g", size), "");
	if (is_scaled(unit, largest))
	{
		suffix = take_thousands(&size);
		step *= size / fabs(number);
	}
	decimals = Max(0, (int) ceil(-log10(step) - 1e-9));
	return with_unit(unit, number < 0, digits_written(size, decimals), suffix);
}

/* -------------------------------------------------------------------- days */

/* Days from 1970-01-01 of the first of a month, counted from January of year 0. */
static double
month_day(int month)
{
	int			year = month / 12 - (month % 12 < 2);
	int			from_march = (month % 12 + 10) % 12;

	return 365.0 * year + year / 4 - year / 100 + year / 400 + (153 * from_march + 2) / 5 - 719468;
}

double
day_number(Slice day)
{
	int			year;
	int			month;
	int			number;

	if (day.len < 10 || sscanf(day.data, "%4d-%2d-%2d", &year, &month, &number) != 3)
		return 0;
	return month_day(year * 12 + month - 1) + number - 1;
}

/* The month that a day is in, counted from January of year 0. */
static int
month_of(double day)
{
	int			month = (int) floor((day + 719528) / 30.436875);

	while (month_day(month) > day)
		month--;
	while (month_day(month + 1) <= day)
		month++;
	return month;
}

double
month_begin(double day, int step, int number)
{
	int			month = month_of(day);

	return month_day((month / step + number) * step);
}

const char *
day_written(double day, int months)
{
	static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
		"Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	int			month = month_of(day);

	if (months >= 12)
		return psprintf("%d", month / 12);
	if (months > 0)
		return psprintf("%s %d", names[month % 12], month / 12);
	return psprintf("%d %s", (int) (day - month_day(month)) + 1, names[month % 12]);
}

/* ------------------------------------------------------------------- texts */

/* How wide a character is, in parts of the font's size. */
static double
char_width(uint32 c)
{
	if (c >= 0x1100)
		return 1;
	if (c >= 0x80)
		return 0.6;
	if (strchr("iljI.,:;'|!", (int) c) != NULL)
		return 0.26;
	if (strchr("ftr()[]-/ ", (int) c) != NULL)
		return 0.32;
	if (strchr("mwMW%@", (int) c) != NULL)
		return 0.86;
	return c >= 'A' && c <= 'Z' ? 0.69 : 0.56;
}

double
text_width(Slice text, double size)
{
	double		width = 0;
	int			bytes;

	for (int i = 0; i < text.len; i += bytes)
		width += char_width(utf8_decode(text.data, text.len, i, &bytes));
	return width * size * 1.08; /* other fonts are wider */
}

Slice
text_fit(Slice text, double size, double room)
{
	double		width = size;	/* of the ellipsis */
	int			bytes;
	int			fits = 0;

	if (text_width(text, size) <= room)
		return text;
	for (int i = 0; i < text.len; i += bytes)
	{
		width += 1.08 * size * char_width(utf8_decode(text.data, text.len, i, &bytes));
		if (width > room)
			break;
		fits = i + bytes;
	}
	while (fits > 0 && text.data[fits - 1] == ' ')
		fits--;
	return slice_of(psprintf("%.*s\xE2\x80\xA6", fits, text.data));
}
