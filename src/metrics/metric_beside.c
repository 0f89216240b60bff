/*
 * metric_beside.c
 *		What else does the sentence of a number have, so that it may be none of this
 *		deal's headline?
 *
 *		IRRs of 20%									of several deals
 *		The IRR of the property is 20%.				whose?
 *		The LTV is 65% or 70%.						which?
 *		IRR: 22.0% (18.5% net)						a party's
 *		a 22.0% IRR while we have 18.5%				the canonical value, too, as it may
 *													stand in a sentence before
 *		Exit cap rate 6.00%: IRR 16.9%				a case and what comes of it
 */
#include "metrics/metrics_internal.h"

/* "IRRs of 20%": of deals, unless there is a number for each of a list. */
bool
is_plural(const Reading *reading, const Group *group)
{
	const Mention *mention = &reading->mentions.items[group->mention];
	const Token *last = token_at(reading, mention->last);

	return mention->next < 0 && mention->used < 2 && last->kind == TOKEN_WORD && last->end - last->start > 3 && (reading->prose->text[last->end - 1] | 32) == 's';
}

/* "The IRR of the property", "total LTV", "LTV (total)", "NOI debt yield", "the
 * loan's IRR": whose return, which debt?  "Overall, the LTV is 70%" is an opening,
 * and a return that says which it is, "a levered IRR of 14.2% to investors", is
 * known by that. */
bool
is_of_party(const Reading *reading, const Group *group)
{
	WORD_LIST(owners, "property", "asset", "loan", "investor", "investors");
	WORD_LIST(debts, "loan", "loans", "financing", "debt", "mortgage");
	WORD_LIST(wholes, "total", "overall", "blended");
	WORD_LIST(sums, "return", "returns");
	WORD_LIST(bases, "noi", "ncf");
	WORD_LIST(verbs, "covers", "cover");
	const Mention *mention = &reading->mentions.items[group->mention];
	bool		returns = is_return(mention->kind);
	bool		is_told = group_variant(reading, group)[0] != '\0' || token_is(reading, mention->last, "money");
	int			before = mention->from - 1;

	if (token_is(reading, before, "level"))
		before--;
	if ((returns && (token_is_any(reading, before, &owners) || token_is_any(reading, mention->first - 1, &owners))) || token_is_any(reading, before, &wholes) ||
		(token_is_any(reading, before, &bases) && !token_is_any(reading, mention->first, &verbs)))
		return true;
	for (int i = Max(0, mention->from - 16); i < reading->tokens.count && i < mention->last + 16; i++)
	{
		bool		is_whole = token_is_any(reading, i, &wholes);

		if (returns ? token_is_any(reading, i, &debts) || (is_whole && token_is_any(reading, i + 1, &sums)) || (!is_told && token_is_any(reading, i, &owners))
			: is_whole && (i > 0 || token_at(reading, 1)->kind != TOKEN_COMMA))
			return true;
	}
	return false;
}

/* Another value of the metric in the sentence: which of them is the headline? */
bool
is_one_of_several(const Reading *reading, const bool *plain, int index)
{
	const Group *group = &reading->groups.items[index];

	for (int i = Max(0, index - 16); i < reading->groups.count && i <= index + 16; i++)
	{
		const Group *other = &reading->groups.items[i];

		if (plain[i] && i != index && reading->mentions.items[other->mention].kind == reading->mentions.items[group->mention].kind &&
			strcmp(group_variant(reading, other), group_variant(reading, group)) == 0 &&
			decimal_compare(token_at(reading, other->first)->value, token_at(reading, group->first)->value) != 0)
			return true;
	}
	return false;
}

/* "IRR: 22.0% (18.5% net)": is another value of the metric some party's, so that
 * this one, too, may be? */
bool
is_beside_party(const Reading *reading, int index)
{
	const Group *group = &reading->groups.items[index];

	for (int i = Max(0, index - 16); i < reading->groups.count && i <= index + 16; i++)
	{
		const Group *other = &reading->groups.items[i];
		const char *variant = i == index || other->mention < 0 ? "" : group_variant(reading, other);
		const char *part = strrchr(variant, '_');

		/* "the fund's hurdle of 12.0%" */
		for (int j = other->first - 4; i != index && j < other->first; j++)
			if (has_words(token_at(reading, j), W_LIMIT))
				variant = "";
		if (variant[0] != '\0' && reading->mentions.items[other->mention].kind == reading->mentions.items[group->mention].kind &&
			(is_party_variant(variant) || (part != NULL && is_party_variant(part + 1))) && strcmp(group_variant(reading, group), variant) != 0)
			return true;
	}
	return false;
}

static const CanonicalMetric *
canonical_of(const Reading *reading, const Group *group)
{
	return metric_canonical(reading->check->memo, reading->mentions.items[group->mention].kind, group_variant(reading, group));
}

/* Is the linked number one of the same metric, not merely of the same value? */
static bool
is_of_same_metric(const Reading *reading, int index, const CanonicalMetric *canonical)
{
	const Group *group = &reading->groups.items[token_at(reading, index)->group];

	return canonical_of(reading, group) == canonical;
}

/* "a 22.0% IRR while we have 18.5%", "an IRR of 16.2%, below our 18.5% target": does the
 * canonical value stand in the sentence, as another number? */
bool
is_beside_canonical(const Reading *reading, int index)
{
	const Group *group = &reading->groups.items[index];
	const Token *number = token_at(reading, group->first);
	const CanonicalMetric *canonical = reading->check == NULL ? NULL : canonical_of(reading, group);

	for (int i = Max(0, group->first - 64); canonical != NULL && i < reading->tokens.count && i < group->first + 64; i++)
	{
		const Token *other = token_at(reading, i);

		if (i != group->first && other->kind == TOKEN_NUMBER && other->unit == number->unit &&
			decimal_compare(other->value, number->value) != 0 && metric_equals(canonical, other->value) &&
			(!is_linked(reading, i) || is_of_same_metric(reading, i, canonical)))
			return true;
	}
	return false;
}

/* "Exit cap rate 6.00%: IRR 16.9%", "70% LTV = 1.20x DSCR", "Exit cap rate 6.00%,
 * IRR 16.9%": a case and what comes of it? */
bool
pairs_case(const Reading *reading)
{
	for (int i = 0; i + 1 < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];
		const Group *next = group + 1;
		int			end;
		TokenKind	kind;

		if (group->mention < 0 || next->mention < 0)
			continue;
		end = Max(group->last, reading->mentions.items[group->mention].last) + 1;
		while (token_at(reading, end)->kind == TOKEN_CLOSE || token_at(reading, end)->kind == TOKEN_PERCENT)
			end++;
		kind = token_at(reading, end)->kind;
		if (Min(next->first, reading->mentions.items[next->mention].from) <= end)
			continue;
		if (kind == TOKEN_COLON || (kind == TOKEN_COMMA && reading->groups.count == 2 && strcmp(group_variant(reading, group), "exit") == 0 &&
									is_return(reading->mentions.items[next->mention].kind)))
			return true;
	}
	return false;
}

/* Of what a passage has given; beyond 64 canonical values two may share a bit. */
static uint64
right_bit(const CanonicalMetric *canonical)
{
	return UINT64CONST(1) << (canonical->number & 63);
}

/* "The IRR is 18.5%. Demand is weak. The IRR is 11.0%.": has the paragraph or list
 * given the canonical value already? */
bool
is_said_right(const Reading *reading, const Group *group)
{
	const MetricCheck *check = reading->check;
	const CanonicalMetric *canonical;

	if (check == NULL || check->right_passage != check->passage || check->right_metrics == 0)
		return false;
	canonical = canonical_of(reading, group);
	return canonical != NULL && (check->right_metrics & right_bit(canonical)) != 0;
}

/* Notes which metrics the sentence plainly gives their canonical value; others a
 * trigger may not have read. */
void
note_right(MetricCheck *check, Reading *reading)
{
	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];
		const CanonicalMetric *canonical;

		if (group->mention < 0 || group->shape != GROUP_SINGLE)
			continue;
		canonical = canonical_of(reading, group);
		if (canonical == NULL || !metric_equals(canonical, token_at(reading, group->first)->value))
			continue;
		if (reading->plain == NULL)
			(void) reading_may_be_plain(reading);
		if (!reading->plain[i])
			continue;
		if (check->right_passage != check->passage)
			check->right_metrics = 0;
		check->right_passage = check->passage;
		check->right_metrics |= right_bit(canonical);
	}
}
