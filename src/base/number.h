/*
 * number.h
 *		The part of base.h that is about numbers; base.h includes it, nobody else.
 *
 * Example: of "$4.2M" number_read() makes 4200000 dollars, exact to 100,000 (place 5).
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

/* digits / 10^scale, scale from 0 to 9; at most 18 digits. */
typedef struct Decimal
{
	int64		digits;
	int			scale;
} Decimal;

typedef enum NumberUnit
{
	NUMBER_NONE,					/* "14.2", "4,200" */
	NUMBER_PERCENT,
	NUMBER_POINTS,				/* "2 percentage points", "3 ppt" */
	NUMBER_BPS,					/* value in basis points */
	NUMBER_MULTIPLE,				/* "1.35x", "1.35 times", "1.35:1" */
	NUMBER_CURRENCY,
	NUMBER_COUNT,					/* "12 units", "10-year", "24h" */
	NUMBER_YEAR,					/* 1900 to 2099, with nothing that says else */
	NUMBER_OTHER					/* no value: "3rd", "8/10", "12/31/2024", "1.2.3", 19 digits */
} NumberUnit;

/* A number as a text writes it; offsets are bytes of the text. */
typedef struct Number
{
	Decimal		value;			/* scaled and signed: "-$4.2M" is -4200000 */
	NumberUnit	unit;
	int			currency;		/* of NUMBER_CURRENCY: 0 dollars, 1 euros ... (words/numbers.txt) */
	int			place;			/* power of ten of its last digit: "14.2%" -1, "$4.2M" 5 */
	int			power;			/* of ten of its scale word: k 3, million 6, none 0 */
	char		sign;			/* as written: '+', '-'; 0 = none */
	int			start;			/* of the sign or currency, else of the digits */
	int			digits;			/* the digits alone, from here ... */
	int			digits_end;
	int			scale_end;		/* behind the scale */
	int			end;			/* behind scale and unit, before what is counted */
	Slice		counted;		/* of NUMBER_COUNT: the word */
	bool		has_thousands;
	bool		has_plus;		/* "1.25x+" */
	bool		has_comma;		/* decimals behind a comma: "4,2 Mio. EUR" */
	bool		is_spelled;		/* "fourteen percent" */
} Number;

/* --------------------------------------------------------- number.c */

/*
 * Reads the number that begins at pos, with sign, currency, scale and unit; false when
 * none does.  len is where the text ends.  Words are a number only with a unit or scale
 * behind them.  Linear: what is read is at most some ten words beyond the digits.
 */
extern bool number_read(const char *text, int len, int pos, Number *number);

/* The number in words that begins at pos, "twenty-one", and the byte after it; -1 = none does. */
extern int	number_word(const char *text, int len, int pos, int *end);

/* --------------------------------------------------------- digits.c */

/* Reads the digits at pos into value, place and has_thousands; where they end, pos = none. */
extern int	number_digits(const char *text, int len, int pos, Number *number);

/* -------------------------------------------------------- decimal.c */

/* The whole number that a text is, ASCII digits alone; -1 when it is none, or more than most. */
extern int64 whole_number(Slice text, int64 most);

extern int64 power_of_ten(int exponent);

/* Do two numbers say the same: of one kind (basis points are percents), and equal within
 * half a unit of the coarser last place? */
extern bool number_agrees(const Number *a, const Number *b);

/* "-12.50" -> the value; false for what is none, or has more than nine digits before the
 * point and no room (NaN, Infinity); decimals beyond nine are cut. */
extern bool decimal_parse(const char *text, Decimal *value);

/* "-12.50"; with its scale's decimals. */
extern char *decimal_text(Decimal value);

/* Halves away from zero, as numeric rounds; a scale below 0 rounds to tens, hundreds ... */
extern Decimal decimal_round(Decimal value, int scale);
extern int	decimal_compare(Decimal a, Decimal b);
/* value * 10^power; exact: decimals grow as they must. */
extern Decimal decimal_shift(Decimal value, int power);

#endif							/* BASE_NUMBER_H */
