/*
 * fit.c
 *		Which number fits which metric: units, bare numbers, ranges; and the number that a
 *		name has taken.
 *
 * "an IRR of 12-14%" has a range, of one unit; "DSCR: 1.35" has a bare number that fits.
 */
#include "metrics/metrics_internal.h"
#include "evidence/evidence.h"

/* "of 150 bps", "to 5%" */
static bool
says_level(const Reading *reading, int index)
{
	return item_has(reading, index, TAG(CLASS_says) | TAG(CLASS_to) | TAG(CLASS_from));
}

static bool
is_change(const Reading *reading, int index)
{
	const Number *number = &reading->items[index].number;

	if (number->unit == NUMBER_POINTS || number->sign == '+' || (number->sign == '-' &&
		number->unit == NUMBER_MULTIPLE))
		return true;
	if (is_word(reading, index + 1, CLASS_delta))
		return true;
	if (is_word(reading, index - 1, CLASS_change))
		return true;
	if ((is_word(reading, index - 1, CLASS_approximate) ||
		says_level(reading, index - 1) || is_word(reading, index - 1, CLASS_filler)) &&
		item_has(reading, index - 2, TAG(CLASS_change) | TAG(CLASS_delta)) &&
			!item_has(reading, index - 1, JOINTS))
		return true;
	return number->unit == NUMBER_BPS && !item_is_sign(reading, index - 1, ":=(") &&
		!says_level(reading, index - 1);
}

static int
compare_to(const Number *number, int64 whole)
{
	return decimal_compare(number->value, (Decimal) {whole, 0});
}

/* A number without a unit, side by side with a metric's name, or behind its colon. */
static bool
bare_fits(const Number *number, const Item *name, int side)
{
	NumberUnit	unit = name->metric->number_unit;

	if (side == 0 || name->is_weak || number->sign != 0)
		return false;
	if (unit == NUMBER_MULTIPLE)
		return number->value.scale > 0 && compare_to(number, 20) < 0;
	if (unit != NUMBER_PERCENT)
		return unit == NUMBER_CURRENCY && number->has_thousands;
	return number->value.scale > 0 || (side == 2 && compare_to(number, 2) > 0 &&
		compare_to(number, 100) < 0);
}

bool
unit_fits(const Reading *reading, int index, const Item *name, int side)
{
	const Number *number = &reading->items[index].number;
	const MetricKind *kind = name->metric;

	switch (number->unit)
	{
		case NUMBER_BPS:
			return kind->number_unit == NUMBER_PERCENT && side > 0 && number->sign == 0 &&
				compare_to(number, 100) >= 0;
		case NUMBER_NONE:
			return kind->number_unit == NUMBER_NONE || bare_fits(number, name, side);
		case NUMBER_CURRENCY:
			return kind->number_unit == NUMBER_CURRENCY && kind->currency == number->currency;
		case NUMBER_COUNT:
			return kind->number_unit == NUMBER_NONE;
		default:
			return number->unit == kind->number_unit;
	}
}

/* ------------------------------------------------------------------- ranges */

/* Two numbers with nothing but a dash or a word between them that make one range: the
 * first takes the unit of the second. */
static void
find_range(Reading *reading, int first, int second)
{
	Item	   *low = &reading->items[first];
	Item	   *high = &reading->items[second];
	bool		is_dash = second == first + 1 ? reading->text[high->start] == '-' &&
		high->start == low->end :
		second == first + 2 && item_is_sign(reading, first + 1, "-");
	bool		is_to = second == first + 2 && item_is(reading, first + 1, ITEM_WORD) &&
		item_has(reading, first + 1, TAG(CLASS_and) | TAG(CLASS_to));

	if (!is_dash && !is_to)
		return;
	/* "from 5% to 6%" goes on, "between 5% and 6%" is a range */
	if (is_to &&
		item_has(reading, first + 1, TAG(CLASS_and)) != item_has(reading, first - 1,
		TAG(CLASS_between)))
		return;
	if (is_to && (low->is_change || (item_has(reading, first - 1, TAG(CLASS_from)) &&
		!item_has(reading, first - 2, TAG(CLASS_between)))))
		return;					/* but "ranges from 5% to 6%" */
	if (low->is_change || high->is_change)
	{
		low->is_change = high->is_change = true;
		return;
	}
	if (low->number.unit == NUMBER_NONE && high->number.unit == NUMBER_CURRENCY)
		return;
	range_share_unit(&low->number, &high->number);
	if ((low->number.unit != NUMBER_NONE && low->number.unit != NUMBER_YEAR &&
		low->number.unit != high->number.unit) || high->number.unit == NUMBER_NONE)
		return;
	low->number.unit = high->number.unit;
	low->role = ROLE_RANGE_LOW;
	high->role = ROLE_RANGE_HIGH;
}

void
find_ranges(Reading *reading)
{
	int			last = -1;

	for (int i = 0; i < reading->count; i++)
		if (reading->items[i].kind == ITEM_NUMBER)
		{
			reading->items[i].is_change = is_change(reading, i);
			reading->items[i].role = ROLE_POINT;
			if (last >= 0 && i - last <= 2 && reading->items[last].role == ROLE_POINT)
				find_range(reading, last, i);
			last = i;
		}
}

void
take(Reading *reading, int index, int name, const char *variant)
{
	int			from = index;
	int			to = index;

	if (reading->items[index].role == ROLE_RANGE_LOW)
		while (reading->items[++to].kind != ITEM_NUMBER)
			;
	if (reading->items[index].role == ROLE_RANGE_HIGH)
		while (reading->items[--from].kind != ITEM_NUMBER)
			;
	for (int i = from; i <= to; i++)
		if (reading->items[i].kind == ITEM_NUMBER)
		{
			reading->items[i].name = name;
			reading->items[i].variant = variant;
		}
	reading->items[name].is_taken = true;
}
