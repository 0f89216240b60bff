/*
 * find.c
 *		Which number is which metric's: four rules, from left to right.
 *
 *	1.	lists: "DSCR, LTV and debt yield are 1.35x, 65% and 9.8%", "levered and
 *		unlevered IRRs of 18% and 9%"
 *	2.	a number, words that fill, a name: "a 14.2% projected levered IRR"
 *	3.	a name, up to nine words with a link, a number: "the IRR is expected to be
 *		14.2%", but not across another quantity, a word that ends the way or a name
 *	4.	what goes on from a number: "from 5.4% to 5.1%", "18% (9% unlevered)"
 *
 * A number that is a change ("+50 bps", "up by 2%") or another quantity's ("3% rent growth")
 * is no metric's.  Two with a dash or "to" between them are a range.
 */
#include "metrics/metrics_internal.h"

#define MOST_WAY		9		/* words from a name to its number */
#define MOST_FILLED		6		/* items from a number to its name */

/* ------------------------------------------------------------------ numbers */

static inline bool
is_word(const Reading *reading, int index, WordClass class)
{
	return item_is(reading, index, ITEM_WORD) && item_has(reading, index, TAG(class));
}

bool
is_change(const Reading *reading, int index)
{
	const Number *number = &reading->items[index].number;

	if (number->unit == NUMBER_POINTS || number->sign == '+' || (number->sign == '-' &&
		number->unit == NUMBER_MULTIPLE))
		return true;
	if (is_word(reading, index + 1, CLASS_delta) && (!is_word(reading, index + 1, CLASS_distance) ||
		number->unit == NUMBER_BPS))
		return true;
	if (is_word(reading, index + 1, CLASS_or_more) && is_word(reading, index + 2, CLASS_versus))
		return true;			/* "higher than" */
	if (is_word(reading, index - 1, CLASS_change))
		return true;
	if ((is_word(reading, index - 1, CLASS_approximate) ||
		is_word(reading, index - 1, CLASS_level) || is_word(reading, index - 1, CLASS_filler)) &&
		item_has(reading, index - 2, TAG(CLASS_change) | TAG(CLASS_of_change)) &&
			!is_word(reading, index - 1, CLASS_go_on))
		return true;
	return number->unit == NUMBER_BPS && !item_is_sign(reading, index - 1, ":=(") &&
		!is_word(reading, index - 1, CLASS_level);
}

/* Is the number another quantity's: "3% growth", "30% of profits"? */
bool
is_others(const Reading *reading, int index)
{
	for (int i = index + 1; i <= index + 2; i++)
	{
		if (!item_is(reading, i, ITEM_WORD))
			return false;
		if (item_has(reading, i, TAG(CLASS_foreign)))
			return true;
		if (i == index + 1 && item_has(reading, i, TAG(CLASS_stop)))
			return false;
	}
	return false;
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
		item_has(reading, first + 1, TAG(CLASS_range));

	if (!is_dash && !is_to)
		return;
	/* "from 5% to 6%" goes on, "between 5% and 6%" is a range */
	if (is_to &&
		item_has(reading, first + 1, TAG(CLASS_and)) != item_has(reading, first - 1,
		TAG(CLASS_between)))
		return;
	if (is_to && (item_has(reading, first - 1, TAG(CLASS_from)) || low->is_change))
	{
		bool		ranges = false;

		for (int i = Max(0, first - 3); i < first; i++)
			ranges |= item_has(reading, i, TAG(CLASS_ranges));
		if (!ranges)
			return;
	}
	if (low->is_change || high->is_change)
	{
		low->is_change = high->is_change = true;
		return;
	}
	if ((low->number.unit != NUMBER_NONE && low->number.unit != NUMBER_YEAR &&
		low->number.unit != high->number.unit) || high->number.unit == NUMBER_NONE)
		return;
	if (low->number.unit == NUMBER_NONE && high->number.unit == NUMBER_CURRENCY)
		return;
	low->number.unit = high->number.unit;
	if (low->number.power == 0 && high->number.power > 0 && low->number.unit == NUMBER_CURRENCY)
	{							/* "$4.2-4.5 million" */
		low->number.value = decimal_shift(low->number.value, high->number.power);
		low->number.place += high->number.power;
	}
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

/* ------------------------------------------------------- a name and a number */

/* Do only words that fill stand between a number and the name behind it? */
static bool
fills_between(const Reading *reading, int number, int name)
{
	if (name - number > MOST_FILLED)
		return false;
	for (int i = number + 1; i < name; i++)
	{
		if (reading->items[i].kind == ITEM_WORD ? !item_has(reading, i,
			TAG(CLASS_variant) | TAG(CLASS_filler)) || item_has(reading, i, TAG(CLASS_article)) :
			!item_is_sign(reading, i, "-\"+)") && !(item_is_sign(reading, i, "(") &&
				i == number + 1))
			return false;
	}
	return true;
}

static int
name_behind(const Reading *reading, int index)
{
	for (int i = index + 1; i < reading->count && i <= index + MOST_FILLED; i++)
		if (reading->items[i].kind == ITEM_NAME)
			return i;
	return -1;
}

/* Is the number said right at the name's side: at once, or behind "of", ":", "is"? */
static bool
is_at_once(const Reading *reading, int name, int number)
{
	return number == name + 1 || item_is_sign(reading, number - 1, ":=") ||
		is_word(reading, number - 1, CLASS_says);
}

/* May the name at an item have the number at another, which the way leads to? */
static bool
may_take(const Reading *reading, int name, int number, bool has_link, int words)
{
	int			side = number == name + 1 || (has_link &&
		words <= 2) ? item_is_sign(reading, number - 1, ":=") ? 2 : 1 : 0;
	int			rival;

	if (!is_free(reading, number) || !unit_fits(reading, number, &reading->items[name], side))
		return false;
	if (is_others(reading, number) && !is_at_once(reading, name, number))
		return false;
	rival = name_behind(reading, number);
	return rival < 0 || is_at_once(reading, name, number) ||
		!fills_between(reading, number, rival) ||
		!unit_fits(reading, number, &reading->items[rival], 0);
}

/* Does the word end the way from a name to its number? */
static bool
ends_way(const Reading *reading, int index, bool is_tight, bool has_money, int brackets)
{
	if (brackets > 0)
		return false;
	if (item_has(reading, index, TAG(CLASS_block)) ||
		(item_has(reading, index, TAG(CLASS_foreign)) &&
			!item_has(reading, index, TAG(CLASS_link)) && !has_money))
		return true;
	if (is_tight && !item_has(reading, index, TAG(CLASS_link) | TAG(CLASS_filler)))
		return true;
	return item_has(reading, index, TAG(CLASS_way_end));
}

/* Rule 3: the number that the name at an item leads to, -1 = none; is_tight: by links and
 * words that fill alone. */
static int
number_behind(const Reading *reading, int name, bool is_tight)
{
	bool		has_link = false;
	bool		has_money = false;
	int			words = 0;
	int			brackets = 0;

	for (int i = name + 1; i < reading->count && words <= MOST_WAY; i++)
	{
		const Item *item = &reading->items[i];

		if (item->kind == ITEM_NAME || item_is_sign(reading, i, ";!?") ||
			(item_is_sign(reading, i, ".") && !item_has(reading, i - 1, TAG(CLASS_approximate))))
			return -1;
		if (item->kind == ITEM_NUMBER)
		{
			if (may_take(reading, name, i, has_link, words))
			{
				bool		is_close = item_is(reading, i - 1, ITEM_WORD) ?
					item_has(reading, i - 1,
						TAG(CLASS_link) | TAG(CLASS_filler) | TAG(CLASS_approximate)) : true;

				return (i == name + 1 && (!reading->items[name].is_weak ||
					item->number.unit != NUMBER_NONE)) || (has_link && is_close) ? i : -1;
			}
			if ((item->number.unit == NUMBER_PERCENT || item->number.unit == NUMBER_MULTIPLE) &&
				!has_money &&
				(is_tight || (!item->is_change && !is_others(reading, i))))
				return -1;
			has_money |= item->number.unit == NUMBER_CURRENCY;
			words++;
		}
		else if (item->kind == ITEM_SIGN)
		{
			brackets += item->sign == '(' ? 1 : item->sign == ')' ? -1 : 0;
			has_link |= item_is_sign(reading, i, ":=(-~><@/|") || (item->sign >= 0x80 &&
				item->sign != 0x2022) || (item->sign == ',' && i == name + 1);
		}
		else if (ends_way(reading, i, is_tight, has_money, brackets))
			return -1;
		else if (item_has(reading, i, TAG(CLASS_link)))
			has_link = true;
		else
			words++;
	}
	return -1;
}

/* Rule 2: the name that the number at an item stands before, -1 = none. */
static int
name_of_number(const Reading *reading, int number)
{
	int			name = name_behind(reading, number);
	int			other;
	bool		has_name_before = false;

	if (name < 0 || reading->items[name].is_taken || !fills_between(reading, number, name) ||
		!unit_fits(reading, number, &reading->items[name], name - number <= 2 ? 1 : 0))
		return -1;
	if (reading->items[number].number.unit == NUMBER_NONE && number == 0 &&
		reading->items[number].number.value.scale < 2)
		return -1;				/* the number of a list's item */
	/* "DSCR 1.35x, LTV: 65%, debt yield: 9%" */
	other = number_behind(reading, name, true);
	for (int i = Max(0, number - 40); i < number; i++)
		has_name_before |= reading->items[i].kind == ITEM_NAME;
	if (other >= 0 && has_name_before && !(item_is(reading, number - 1, ITEM_NAME) &&
		reading->items[number - 1].is_taken) &&
		reading->items[other].number.unit == reading->items[number].number.unit &&
		(item_is_sign(reading, name + 1, ":=(") || is_at_once(reading, name, other)))
		return -1;
	return name;
}

/* ------------------------------------------------------------- what goes on */

/* The variant said between two numbers, or right behind the second; NULL = none. */
static const char *
variant_between(const Reading *reading, int from, int to)
{
	for (int i = from + 1; i < reading->count && i <= to + 1; i++)
		if (i != to && item_is(reading, i, ITEM_WORD) && item_has(reading, i, TAG(CLASS_variant)))
			return reading->items[i].variant;
	return NULL;
}

/* What stands between two numbers of which the second may go on from the first. */
typedef struct Gap
{
	int			words;			/* that are no variants */
	bool		has_to;
	bool		has_versus;
	bool		joins;
	bool		has_comma;
	bool		has_condition;
	bool		ends;			/* another quantity or name */
} Gap;

static Gap
read_gap(const Reading *reading, int from, int to)
{
	Gap			gap = {.words = 0};

	for (int i = from + 1; i < to; i++)
	{
		const Item *item = &reading->items[i];

		gap.words += item->kind == ITEM_WORD && !item_has(reading, i, TAG(CLASS_variant));
		gap.has_to |= item_has(reading, i, TAG(CLASS_to)) || item->sign == 0x2192;
		gap.has_versus |= item_has(reading, i, TAG(CLASS_versus) | TAG(CLASS_from));
		gap.joins |= item_has(reading, i, TAG(CLASS_go_on) | TAG(CLASS_and)) ||
			item_is_sign(reading, i, "(/,;") || item->sign == 0x2192;
		gap.has_comma |= item_is_sign(reading, i, ",");
		gap.has_condition |= item_has(reading, i, TAG(CLASS_condition));
		gap.ends |= (item->kind == ITEM_NAME && i != reading->items[from].name) ||
			item->kind == ITEM_NUMBER ||
			(item_has(reading, i, TAG(CLASS_foreign)) && !item_has(reading, i, TAG(CLASS_link)));
	}
	return gap;
}

/* Rule 4, for two numbers next to each other of which the first is a metric's. */
static void
go_on(Reading *reading, int first, int second)
{
	Item	   *before = &reading->items[first];
	Item	   *item = &reading->items[second];
	Gap			gap = read_gap(reading, first, second);
	const char *variant;

	if (gap.ends || !gap.joins || is_others(reading, second) ||
		!unit_fits(reading, second, &reading->items[before->name], 0) ||
		gap.words > (gap.has_to || gap.has_versus ? 7 : 4))
		return;
	if (gap.has_condition && !gap.has_comma && !gap.has_versus &&
		!item_is_sign(reading, first + 1, "(;"))
		return;
	/* "18%, 65% leased": what follows says what else it is */
	if (gap.has_comma && item_is(reading, second + 1, ITEM_WORD) &&
		!item_has(reading, second + 1, TAG(CLASS_stop) | TAG(CLASS_variant)))
		return;
	variant = variant_between(reading, first, second);
	take(reading, second, before->name, variant == NULL ? before->variant : variant);
	if (item->role != ROLE_POINT || before->role != ROLE_POINT)
		return;
	if (gap.has_to && (item_has(reading, second - 1, TAG(CLASS_to)) ||
		reading->items[second - 1].sign == 0x2192 || item_has(reading, first - 1, TAG(CLASS_from))))
		before->role = ROLE_PRIOR;
	else if (gap.has_versus)
		item->role = ROLE_PRIOR;
}

/* "10%, 12% and 14% IRR": numbers before one that has a name behind it. */
static void
go_back(Reading *reading, int before, int number)
{
	const Item *item = &reading->items[number];

	if (item->name < number || !is_free(reading, before) ||
		!unit_fits(reading, before, &reading->items[item->name], 0) ||
		item->role == ROLE_RANGE_HIGH)
		return;
	for (int i = before + 1; i < number; i++)
		if (!item_is_sign(reading, i, ",/") &&
			!item_has(reading, i, TAG(CLASS_and) | TAG(CLASS_variant)))
			return;
	for (int i = Max(0, before - 3); i < before; i++)
		if (item_has(reading, i, TAG(CLASS_foreign) | TAG(CLASS_change)))
			return;
	if (before + 2 == number && item_is_sign(reading, before + 1, ",") && item->name - number > 2)
		return;
	take(reading, before, item->name, variant_between(reading, before, number) == NULL ?
		item->variant : variant_between(reading, before, number));
}

static bool
may_go_on(const Reading *reading, int index)
{
	NumberUnit	unit = reading->items[index].number.unit;

	return reading->items[index].kind == ITEM_NUMBER && (unit == NUMBER_PERCENT ||
		unit == NUMBER_MULTIPLE || unit == NUMBER_CURRENCY);
}

static void
link_onward(Reading *reading)
{
	int			last = -1;

	for (int i = 0; i < reading->count; i++)
	{
		if (!may_go_on(reading, i))
			continue;
		if (last >= 0 && reading->items[last].name >= 0 && is_free(reading, i))
			go_on(reading, last, i);
		last = i;
	}
	last = -1;
	for (int i = reading->count - 1; i >= 0; i--)
	{
		if (!may_go_on(reading, i))
			continue;
		if (last >= 0 && reading->items[last].name >= 0)
			go_back(reading, i, last);
		last = i;
	}
}

void
find_links(Reading *reading)
{
	find_ranges(reading);
	for (int i = 0; i < reading->count;)
		i = reading->items[i].kind == ITEM_NAME ? link_list(reading, i) : i + 1;
	for (int i = 0; i < reading->count; i++)
	{
		int			other = -1;

		if (reading->items[i].kind == ITEM_NUMBER && is_free(reading, i))
		{
			other = name_of_number(reading, i);
			if (other >= 0)
				take(reading, i, other, reading->items[other].variant);
		}
		else if (reading->items[i].kind == ITEM_NAME && !reading->items[i].is_taken)
		{
			other = number_behind(reading, i, false);
			if (other >= 0)
				take(reading, other, i, reading->items[i].variant);
		}
	}
	link_onward(reading);
}
