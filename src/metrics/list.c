/*
 * list.c
 *		Rule 1: names and numbers in lists of one length, pair by pair.
 *
 * "DSCR, LTV and debt yield are 1.35x, 65% and 9.8%", or variants of one name: "levered and
 * unlevered IRRs of 18% and 9%".
 */
#include "metrics/metrics_internal.h"

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

/* The variants of "levered and unlevered IRRs", before one name. */
static int
variants_before(const Reading *reading, int name, const char **variants)
{
	int			count = 0;

	for (int i = Max(0, name - 6); i < name && count < 3; i++)
		if (item_is(reading, i, ITEM_WORD) && item_has(reading, i, TAG(CLASS_variant)) &&
			reading->items[i].variant != NULL &&
			(count == 0 || strcmp(variants[count - 1], reading->items[i].variant) != 0))
			variants[count++] = reading->items[i].variant;
	if (count == 1 && reading->items[name].variant[0] != '\0' &&
		strcmp(variants[0], reading->items[name].variant) != 0)
		variants[count++] = reading->items[name].variant;
	return count;
}

static bool
are_other_kinds(const Reading *reading, const int *names, int count)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (reading->items[names[i]].metric == reading->items[names[j]].metric &&
				strcmp(reading->items[names[i]].variant, reading->items[names[j]].variant) == 0)
				return false;
	return true;
}

int
link_list(Reading *reading, int index)
{
	int			names[MOST_LISTED];
	int			numbers[MOST_LISTED];
	const char *variants[4];
	int			nnames = list_of(reading, index, ITEM_NAME, names);
	int			nvariants = nnames == 1 ? variants_before(reading, index, variants) : 0;
	int			next = names[nnames - 1] + 1;
	int			at = next;
	int			nnumbers;
	bool		fits = true;

	if (nnames == 1 && nvariants != 2)
		return next;
	while (at < reading->count && at - next <= MOST_GAP && reading->items[at].kind != ITEM_NUMBER)
	{
		if (reading->items[at].kind == ITEM_NAME || item_has(reading, at, TAG(CLASS_foreign)))
			return next;
		at++;
	}
	if (!item_is(reading, at, ITEM_NUMBER))
		return next;
	nnumbers = list_of(reading, at, ITEM_NUMBER, numbers);
	if (nnumbers != (nnames == 1 ? 2 : nnames) || (nnames > 1 &&
		!are_other_kinds(reading, names, nnames)))
		return next;
	for (int i = 0; i < nnumbers; i++)
		fits &= is_free(reading, numbers[i]) && reading->items[numbers[i]].role == ROLE_POINT &&
			unit_fits(reading, numbers[i], &reading->items[names[nnames == 1 ? 0 : i]], 0);
	for (int i = 0; i < nnumbers && fits; i++)
	{
		int			name = names[nnames == 1 ? 0 : i];

		take(reading, numbers[i], name, nnames == 1 ? variants[i] : reading->items[name].variant);
	}
	return next;
}
