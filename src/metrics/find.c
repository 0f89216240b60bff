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
		if (i == index + 1 && item_has(reading, i, TAG(CLASS_link) | TAG(CLASS_and)))
			return false;
	}
	return false;
}

/* ------------------------------------------------------- a name and a number */

/* Do only words that fill stand between a number and the name behind it? */
static bool
fills_between(const Reading *reading, int number, int name)
{
	bool		is_money = reading->items[number].number.unit == NUMBER_CURRENCY;

	if (name - number > MOST_FILLED)
		return false;
	for (int i = number + 1; i < name; i++)
	{
		if (i == number + 1 && is_money && item_has(reading, i, TAG(CLASS_says)))
			continue;			/* "$4.8 million of NOI" */
		if (reading->items[i].kind == ITEM_WORD ? !item_has(reading, i,
			TAG(CLASS_variant) | TAG(CLASS_filler)) || item_has(reading, i, TAG(CLASS_article)) :
			!item_is_sign(reading, i, "-\"+)") && !(item_is_sign(reading, i, "(") &&
				(i == number + 1 || (i == name - 1 && item_is_sign(reading, name + 1, ")")))))
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

/* Rule 3: the number that the name at an item leads to, -1 = none. */
static int
number_behind(const Reading *reading, int name)
{
	bool		has_link = false;
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
				return (i == name + 1 && (!reading->items[name].is_weak ||
					item->number.unit != NUMBER_NONE)) || has_link ? i : -1;
			if ((item->number.unit == NUMBER_PERCENT || item->number.unit == NUMBER_MULTIPLE) &&
				!item->is_change && !is_others(reading, i))
				return -1;
			words++;
		}
		else if (item->kind == ITEM_SIGN)
		{
			brackets += item->sign == '(' ? 1 : item->sign == ')' ? -1 : 0;
			has_link |= item_is_sign(reading, i, ":=(-~><@/|") || (item->sign >= 0x80 &&
				item->sign != 0x2022) || (item->sign == ',' && i == name + 1);
		}
		else if (brackets <= 0 && (item_has(reading, i, TAG(CLASS_block)) ||
								   (item_has(reading, i, TAG(CLASS_foreign)) &&
									!item_has(reading, i, TAG(CLASS_link)))))
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

	if (name < 0 || reading->items[name].is_taken || !fills_between(reading, number, name) ||
		!unit_fits(reading, number, &reading->items[name], name - number <= 2 ? 1 : 0))
		return -1;
	if (reading->items[number].number.unit == NUMBER_NONE && number == 0 &&
		reading->items[number].number.value.scale < 2)
		return -1;				/* the number of a list's item */
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
		gap.joins |= item_has(reading, i, JOINTS) ||
			item_is_sign(reading, i, "(/,;") || item->sign == 0x2192;
		gap.ends |= (item->kind == ITEM_NAME && i != reading->items[from].name) ||
			(item->kind == ITEM_NUMBER && item->number.unit != NUMBER_YEAR) ||
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
	variant = variant_between(reading, first, second);
	/* "65% LTV, 6.50%" */
	if (before->name > first && !gap.has_to && !gap.has_versus && variant == NULL)
		return;
	take(reading, second, before->name, variant == NULL ? before->variant : variant);
	if (item->role != ROLE_POINT || before->role != ROLE_POINT)
		return;
	if (gap.has_to && (item_has(reading, second - 1, TAG(CLASS_to)) ||
		reading->items[second - 1].sign == 0x2192 || item_has(reading, first - 1, TAG(CLASS_from))))
		before->role = ROLE_PRIOR;
	else if (gap.has_versus)
		item->role = ROLE_PRIOR;
}

static void
link_onward(Reading *reading)
{
	int			last = -1;

	for (int i = 0; i < reading->count; i++)
	{
		NumberUnit	unit = item_is(reading, i, ITEM_NUMBER) ? reading->items[i].number.unit :
			NUMBER_OTHER;

		if (unit != NUMBER_PERCENT && unit != NUMBER_MULTIPLE && unit != NUMBER_CURRENCY)
			continue;
		if (last >= 0 && reading->items[last].name >= 0 && is_free(reading, i))
			go_on(reading, last, i);
		last = i;
	}
}

/* -------------------------------------------------------------------- lists */

#define MOST_GAP		6		/* items between the names and the numbers */

/* May the item stand between the members of a list? */
static bool
is_list_joint(const Reading *reading, int index)
{
	return item_is_sign(reading, index, ",/&") ||
		item_has(reading, index, TAG(CLASS_and) | TAG(CLASS_variant) | TAG(CLASS_article));
}

#define MOST_LISTED		12

/* The members of the kind that begin with the item, joined as a list: how many. */
static int
list_of(const Reading *reading, int index, ItemKind kind, int *members)
{
	int			count = 0;

	for (int i = index, last = index; i < reading->count && count < MOST_LISTED &&
		i - last <= 4; i++)
	{
		if (reading->items[i].kind == kind)
		{
			if (i == last + 1)
				break;			/* nothing joins them */
			members[count++] = i;
			last = i;
		}
		else if (!is_list_joint(reading, i))
			break;
	}
	return count;
}

/* "levered and unlevered IRRs", "going-in and exit cap rates": the variants before a name, and
 * the name for each; how many, 1 = it is no list. */
static int
list_of_variants(const Reading *reading, int name, int *names, const char **variants)
{
	int			count = 0;

	for (int i = name - 1; count < MOST_LISTED && is_word(reading, i, CLASS_variant); i--)
	{
		names[count] = name;
		variants[count++] = reading->items[i].variant;
		if (!item_is_sign(reading, --i, ",/&") && !item_has(reading, i, TAG(CLASS_and)))
			break;
	}
	for (int i = 0; i < count / 2; i++)
	{
		const char *last = variants[count - 1 - i];

		variants[count - 1 - i] = variants[i];
		variants[i] = last;
	}
	return Max(count, 1);
}

/* Rule 1, for the list of names that begins at an item; returns the item behind its last. */
static int
link_list(Reading *reading, int index)
{
	int			names[MOST_LISTED];
	int			numbers[MOST_LISTED];
	const char *variants[MOST_LISTED];
	int			nnames = list_of(reading, index, ITEM_NAME, names);
	int			next = names[nnames - 1] + 1;
	int			at = next;
	bool		fits;

	for (int i = 0; i < nnames; i++)
		variants[i] = reading->items[names[i]].variant;
	if (nnames == 1)
		nnames = list_of_variants(reading, index, names, variants);
	if (nnames == 1)
		return next;
	while (at < reading->count && at - next <= MOST_GAP && reading->items[at].kind != ITEM_NUMBER)
	{
		if (reading->items[at].kind == ITEM_NAME || item_has(reading, at, TAG(CLASS_foreign)))
			return next;
		at++;
	}
	fits = item_is(reading, at, ITEM_NUMBER) &&
		list_of(reading, at, ITEM_NUMBER, numbers) == nnames;
	for (int i = 0; i < nnames && fits; i++)
		fits = is_free(reading, numbers[i]) && reading->items[numbers[i]].role == ROLE_POINT &&
			unit_fits(reading, numbers[i], &reading->items[names[i]], 0);
	for (int i = 0; i < nnames && fits; i++)
		take(reading, numbers[i], names[i], variants[i]);
	return next;
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
			other = number_behind(reading, i);
			if (other >= 0)
				take(reading, other, i, reading->items[i].variant);
		}
	}
	link_onward(reading);
}
