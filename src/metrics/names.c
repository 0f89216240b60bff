/*
 * names.c
 *		The words of a metric's name as one item, with its variant.
 *
 * "levered, post-fee internal rate of return (IRR)" is IRR, variant levered; "exit cap
 * rate" has its variant in its name, "IRR (levered)" behind it.  Short names count only with
 * the right unit, and no name does beside a word that makes something else of it.
 */
#include "metrics/metrics_internal.h"

#define VETO_REACH		4		/* words beside a name */
#define WEAK_REACH		9		/* items behind a short name that may be its number */

/* Does a number stand there, or behind a colon or one of "of" and "is"? */
static bool
is_said_at_once(const Reading *reading, int index)
{
	index += item_is_sign(reading, index, ":=") || item_has(reading, index, TAG(CLASS_says));
	return item_is(reading, index, ITEM_NUMBER);
}

/* Does the name that begins at an item count there? */
static bool
name_counts(const Reading *reading, int index)
{
	const Item *item = &reading->items[index];
	const MetricKind *kind = metric_kind_at(reading->check->memo, item->name_kind);
	int			before = index - 1;
	bool		has_number;

	for (int i = Max(0, index - VETO_REACH); i < reading->count &&
		i < index + item->name_len + VETO_REACH; i++)
		if (item_has(reading, i, TAG(CLASS_veto)) && reading->items[i].metric == kind)
			return false;
	if (!item->is_weak)
		return true;
	while (before > index - 3 && item_has(reading, before, TAG(CLASS_variant)))
		before--;				/* "a 6% exit cap" */
	has_number = item_is(reading, before, ITEM_NUMBER);
	for (int i = index; i < reading->count && i < index + item->name_len + WEAK_REACH; i++)
		has_number |= reading->items[i].kind == ITEM_NUMBER;
	return has_number && (!(item->tags & TAG(CLASS_weak_said)) || item->tags & TAG(CLASS_weak) ||
						  body_says(reading->check, item->name_kind) ||
						  is_said_at_once(reading, index + item->name_len));
}

/* The variant before a name whose items were written up to count: "levered", and of
 * "net levered" both. */
static const char *
variant_before(const Reading *reading, int count)
{
	const char *found = "";

	for (int i = count - 1 - item_is_sign(reading, count - 1, "("); i >= 0 && i >= count - 6; i--)
	{
		const char *variant = reading->items[i].kind == ITEM_WORD ? reading->items[i].variant :
			NULL;

		if (variant != NULL)
		{
			if (strstr(found, variant) == NULL)
				found = found[0] == '\0' ? variant : psprintf("%s_%s", variant, found);
			continue;
		}
		if (!item_has(reading, i, TAG(CLASS_filler)) || item_has(reading, i, TAG(CLASS_article)))
			break;
	}
	return found;
}

/* "(levered):", ", net of fees,": the variant in brackets or commas behind a name. */
static const char *
variant_behind(const Reading *reading, int index)
{
	if (item_is_sign(reading, index, "(,-") && item_has(reading, index + 1, TAG(CLASS_variant)))
		return reading->items[index + 1].variant;
	return NULL;
}

static void
merge_names(Reading *reading)
{
	int			count = 0;
	int			next;

	for (int i = 0; i < reading->count; i = next)
	{
		const Item *item = &reading->items[i];
		int			start = item->start;
		bool		is_weak = item->is_weak;
		bool		is_plural = item->is_plural;
		const char *variant;
		const MetricKind *kind;
		Item	   *before = count > 1 ? &reading->items[count - 2] : NULL;

		next = i + 1;
		if (item->kind != ITEM_WORD || item->name_len == 0 || !name_counts(reading, i))
		{
			if (count != i)
				memcpy(&reading->items[count], item,
					   item->kind == ITEM_NUMBER ? sizeof(Item) : offsetof(Item, number));
			count++;
			continue;
		}
		next = i + item->name_len;
		kind = metric_kind_at(reading->check->memo, item->name_kind);
		variant = variant_before(reading, count);
		for (int j = i; j < next && variant[0] == '\0' && kind->field != NULL; j++)
			if (reading->items[j].variant != NULL)	/* "going-in yield" */
				variant = reading->items[j].variant;
		if (before != NULL && before->kind == ITEM_NAME && before->metric == kind &&
			item_is_sign(reading, count - 1, "(") && item_is_sign(reading, next, ")"))
		{
			count--;			/* "loan-to-value (LTV)" */
			before->end = reading->items[next++].end;
		}
		else
			reading->items[count++] = (Item) {.kind = ITEM_NAME, .start = start,
				.end = reading->items[next - 1].end,
				.metric = kind, .variant = variant, .is_weak = is_weak, .is_plural = is_plural,
				.name = -1};
		if (reading->items[count - 1].variant[0] == '\0' && variant_behind(reading, next) != NULL)
			reading->items[count - 1].variant = variant_behind(reading, next);
	}
	reading->count = count;
	reading->names = reading->numbers = 0;
	for (int i = 0; i < count; i++)
	{
		reading->items[i].order = i == 0 ? 0 :
			reading->items[i - 1].order + (reading->items[i].kind != ITEM_SIGN);
		reading->names += reading->items[i].kind == ITEM_NAME;
		reading->numbers += reading->items[i].kind == ITEM_NUMBER;
	}
}

/* Tags the words of the deal's name. */
static void
tag_deal(Reading *reading, const Around *around)
{
	for (int i = 0; i < reading->count; i++)
		for (int j = 0; j < around->ndeal && reading->items[i].kind == ITEM_WORD; j++)
			if (reading->items[i].key == around->deal[j])
				reading->items[i].tags |= TAG(CLASS_deal);
}

int
read_named(Reading *reading, MetricCheck *check, const char *text, int start, int end,
		   const Around *around)
{
	int			pos = read_items(reading, check, text, start, end);

	tag_items(reading);
	tag_deal(reading, around);
	merge_names(reading);
	return pos;
}
