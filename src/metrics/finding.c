/*
 * finding.c
 *		What one number says of a metric, and what findings are called.
 *
 * Of "18% (9% unlevered)" the second has the variant that stands behind it, of "Unlevered,
 * the IRR is 9%" the one that stands apart.
 */
#include "metrics/metrics_internal.h"

#define X(id, name) name,
const char *const metric_role_names[] = {METRIC_ROLES(X)};
const char *const metric_context_names[] = {METRIC_CONTEXTS(X)};
const char *const metric_verdict_names[] = {METRIC_VERDICTS(X)};
#undef X

/* "going-in Cap Rate" */
static char *
name_of(const MetricKind *kind, const char *variant)
{
	char	   *words = pstrdup(variant);

	for (char *c = words; *c; c++)
		if (*c == '_')
			*c = strcmp(variant, "going_in") == 0 ? '-' : ' ';
	return psprintf("%s%s%s", words, words[0] != '\0' ? " " : "", kind->label);
}

char *
metric_name(const MetricFinding *finding)
{
	return name_of(finding->kind, finding->variant);
}

char *
canonical_name(const CanonicalMetric *canonical)
{
	return name_of(canonical->kind, canonical->variant);
}

#define ASIDE_REACH		8		/* items to a variant that stands apart */

/* "18% (9% unlevered)": the variant that stands right behind a number. */
static const char *
own_variant(const Reading *reading, int index)
{
	const Item *item = &reading->items[index];
	int			behind = index + 1 + item_is_sign(reading, index + 1, "(");

	if (item_is(reading, behind, ITEM_WORD) && item_has(reading, behind, TAG(CLASS_variant)) &&
		!item_is(reading, behind + 1, ITEM_NAME) && !item_is(reading, behind + 2, ITEM_NAME) &&
		(behind > index + 1 || item->name < index))
		return reading->items[behind].variant;
	if (item->variant != NULL && item->variant[0] != '\0')
		return item->variant;
	behind = index - 1;			/* "we exit at a 5.5% cap rate" */
	while (item->name > index && behind > index - 6 && !is_word(reading, behind, CLASS_variant) &&
		item_has(reading, behind, TAG(CLASS_article) | TAG(CLASS_link)))
		behind--;
	if (behind < index - 1 && is_word(reading, behind, CLASS_variant))
		return reading->items[behind].variant;
	for (int i = Max(0, index - ASIDE_REACH); i < reading->count && i < index + ASIDE_REACH; i++)
		if (item_has(reading, i, TAG(CLASS_aside)) &&
			!item_has(reading, i + 1, TAG(CLASS_variant)) && !item_is(reading, i + 1, ITEM_NAME))
			return reading->items[i].variant;
	return item->variant;
}

/* "about 18%", "~18%", "c. 18%" */
static bool
is_approximate(const Reading *reading, int index)
{
	for (int i = index - 1; i >= 0 && i >= index - 3; i--)
	{
		if (item_has(reading, i, TAG(CLASS_approximate)) || item_is_sign(reading, i, "~") ||
			reading->items[i].sign == 0x2248)
			return true;
		if (!item_has(reading, i, TAG(CLASS_filler)) && !item_is_sign(reading, i, "."))
			break;
	}
	return false;
}

MetricFinding *
add_finding(const Reading *reading, int index, const Around *around, Line sentence, int block)
{
	const Item *item = &reading->items[index];
	const Item *name = &reading->items[item->name];
	Said		said = context_of(reading, around, index);
	MetricFinding *finding = VEC_PUSH(&reading->check->findings);

	*finding = (MetricFinding){.kind = name->metric,
							   .variant = own_variant(reading, index),
							   .role = item->role,
							   .number = item->number,
							   .found = item->number.value,
							   .place = item->number.place,
							   .unit = name->metric->unit,
							   .start = item->start,
							   .end = item->end,
							   .sentence = sentence,
							   .block = block,
							   .context = said.context,
							   .is_bracketed = item_is_sign(reading, index - 1, "(-"),
							   .is_target = said.is_target,
							   .is_doubtful = said.is_doubtful,
							   .is_approximate = is_approximate(reading, index)};
	if (finding->role == ROLE_POINT && is_bound(reading, index))
	{
		finding->role = ROLE_BOUND;
		finding->context = CONTEXT_THRESHOLD;
	}
	if (finding->variant == NULL)
		finding->variant = "";
	if (item->number.unit == NUMBER_BPS)
	{
		finding->found = decimal_shift(finding->found, -2);
		finding->place -= 2;
	}
	if (item->number.unit == NUMBER_NONE && name->metric->number_unit == NUMBER_PERCENT &&
		decimal_compare(item->number.value, (Decimal) {1, 0}) < 0 &&
			decimal_compare(item->number.value, (Decimal) {-1, 0}) > 0)
		finding->unit = "fraction";
	if (finding->role == ROLE_PRIOR && finding->context == CONTEXT_HEADLINE)
		finding->context = CONTEXT_HISTORICAL;
	return finding;
}

void
tag_deal(Reading *reading, const Around *around)
{
	for (int i = 0; i < reading->count; i++)
		for (int j = 0; j < around->ndeal && reading->items[i].kind == ITEM_WORD; j++)
			if (reading->items[i].key == around->deal[j])
				reading->items[i].tags |= TAG(CLASS_deal);
}
