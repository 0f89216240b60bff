/*
 * metric_limit.c
 *		Is a number a limit by what stands around it and its metric?
 *
 *		a 10% debt yield is needed, capped at 60% LTV		wanted, allowed
 *		Loans breaching DSCR 1.25x
 *		thresholds (60-65% LTV, 1.25x DSCR)
 *		To achieve a 13% IRR, the price must fall			what something is solved for
 *		Breakeven rate for 1.25x DSCR, max loan at 1.2x
 *		At what NOI does DSCR hit 1.00x?
 *		70/30 split to a 15% IRR							a tier of the waterfall
 *		Preferred return: 8% IRR
 *		Max as-is LTV: 75%, sub-1.00 DSCR, 22%+ IRR
 */
#include "metrics/metrics_internal.h"

/* "a 10% debt yield is needed", "capped at 60% LTV", "our ceiling is 62.5% LTV",
 * "a 16% IRR or better" */
static bool
is_wanted(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(wanted, "needed", "required", "necessary", "wanted");
	int			before = group->first - 1;

	if (group->last > to->first)
		return false;
	if (has_words(token_at(reading, to->last + 1), W_BE) && token_is_any(reading, to->last + 2, &wanted))
		return true;
	if (has_words(token_at(reading, to->last + 1), W_AND) && has_words(token_at(reading, to->last + 2), W_DELTA | W_BOUND))
		return true;
	while (before > 0 && has_words(token_at(reading, before), W_FILL | W_BE | W_AT | W_TO | W_FROM))
		before--;
	return has_words(token_at(reading, before), W_LIMIT) && has_words(token_at(reading, before), W_BOUND);
}

/* The token before a number and its articles. */
static int
before_number(const Reading *reading, const Group *group)
{
	int			index = group->first - 1;

	while (token_is(reading, index, "a") || token_is(reading, index, "an") || token_is(reading, index, "the"))
		index--;
	return index;
}

/* "breaching DSCR 1.25x", "demands 1.25x DSCR" */
static bool
is_tested(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(demands, "demands", "accept", "accepts");
	WORD_LIST(lenders, "lender", "lenders", "bank", "banks", "investor", "investors", "agency", "agencies", "some", "others", "most");
	int			index = Min(to->from, group->first) - 1;

	if (is_breaching(reading, index) || (token_is(reading, index, "the") && is_breaching(reading, index - 1)))
		return strcmp(to->kind->key, "irr") != 0;
	index = before_number(reading, group);
	return token_is_any(reading, index, &demands) && (index == 0 || token_is_any(reading, index - 1, &lenders));
}

#define REACH_BACK	24			/* tokens */

/* In parentheses behind what says that limits follow. */
static bool
is_among_limits(const Reading *reading, const Group *group)
{
	WORD_LIST(limits, "thresholds", "limits", "covenants", "requirements", "minimums", "maximums", "criteria", "constraints", "threshold", "hurdle");
	WORD_LIST(passed, "within", "pass", "passes", "passed", "meet", "meets", "met", "clear", "clears", "satisfies", "inside");

	for (int i = group->first - 1; i > 0 && i > group->first - REACH_BACK; i--)
	{
		if (token_at(reading, i)->kind == TOKEN_CLOSE || has_words(token_at(reading, i), W_BE))
			return false;
		if (token_at(reading, i)->kind != TOKEN_OPEN)
			continue;
		if (!token_is_any(reading, i - 1, &limits))
			return false;
		for (int j = i - 2; j >= 0 && j > i - 8; j--)
			if (token_is_any(reading, j, &passed))
				return false;
		return true;
	}
	return false;
}

/* "to achieve a 13% IRR, the price must fall" */
static bool
is_solved_for(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(verbs, "achieve", "reach", "hit", "attain", "earn", "clear", "meet", "deliver", "generate", "get");
	WORD_LIST(needs, "order", "required", "needed", "necessary", "must");
	int			index = before_number(reading, group);

	if (!token_is_any(reading, index, &verbs) || !token_is(reading, index - 1, "to"))
		return false;
	if (index > 1 && token_is_any(reading, index - 2, &needs))
		return true;
	if (index > 1 && token_at(reading, index - 2)->kind != TOKEN_COMMA)
		return false;
	for (int i = Max(group->last, to->last) + 1; i < group->last + 12; i++)
		if (token_at(reading, i)->kind == TOKEN_COMMA)
			return !has_words(token_at(reading, i + 1), W_AND);
	return false;
}

/* "at which IRR = 0%", "At what NOI does DSCR hit 1.00x?" */
static bool
is_level_sought(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(hits, "hit", "hits", "reach", "reaches", "equal", "equals", "fall", "falls", "drop", "drops", "to");

	if (to->first > group->first || (!token_is_any(reading, before_number(reading, group), &hits) &&
		reading->prose->text[token_at(reading, group->first - 1)->start] != '='))
		return false;
	for (int i = to->first - 1; i > 0 && i > to->first - 8 && token_at(reading, i)->kind == TOKEN_WORD; i--)
		if ((token_is(reading, i, "what") || token_is(reading, i, "which")) && token_is(reading, i - 1, "at"))
			return true;
	return false;
}

static bool
is_breakeven(const Reading *reading, int index)
{
	return token_is(reading, index, "breakeven") || (token_is(reading, index, "break") && token_is(reading, index + 1, "even"));
}

/* "breakeven exit cap for 0% IRR", "max rate at 1.0x DSCR", "DSCR 1.0x breakeven",
 * "Breakeven rate (DSCR = 1.00x)" */
static bool
breaks_even(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(most, "max", "maximum", "supportable");
	int			index = before_number(reading, group);
	bool		is_cover = strcmp(to->kind->key, "dscr") == 0 || strcmp(to->kind->key, "debt_yield") == 0;
	bool		is_aside = token_at(reading, Min(group->first, to->first) - 1)->kind == TOKEN_OPEN &&
		token_at(reading, Max(group->last, to->last) + 1)->kind == TOKEN_CLOSE;

	if (is_breakeven(reading, Max(to->last, group->last) + 1))
		return true;
	if (is_aside)
		index = Min(group->first, to->first) - 1;
	else if (!has_words(token_at(reading, index), W_AT) && !token_is(reading, index, "for") && !token_is(reading, index, "to"))
		return false;
	for (int i = index - 1; i >= 0 && i > index - 6 && token_at(reading, i)->kind == TOKEN_WORD; i--)
		if (is_breakeven(reading, i) || (is_cover && !is_aside && token_is_any(reading, i, &most)))
			return true;
	return false;
}

/* "Preferred return: 8% IRR", "the hurdle (typically 8% IRR)" */
static bool
is_preferred(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(fills, "typically", "usually", "generally", "often", "a", "an", "of", "is", "at", "the", "cumulative");
	WORD_LIST(hurdles, "pref", "hurdle", "hurdles");
	int			index = group->first - 1;

	if (group->last > to->first)
		return false;
	while (index >= 0 && (token_is_any(reading, index, &fills) || token_at(reading, index)->kind == TOKEN_OPEN || token_at(reading, index)->kind == TOKEN_COLON))
		index--;
	return token_is_any(reading, index, &hurdles) || (token_is(reading, index, "return") && token_is(reading, index - 1, "preferred"));
}

/* "80/20 split to a 12% IRR, then 70/30 to a 15% IRR", "20% promote after a 12% IRR" */
static bool
is_tier(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(waterfalls, "promote", "promotes", "waterfall", "hurdle", "hurdles", "tier", "tiers", "tiered", "pref");
	WORD_LIST(splits, "split", "splits");
	WORD_LIST(ends, "to", "until", "above", "over", "through", "beyond", "after");
	int			index = before_number(reading, group);

	if (group->shape == GROUP_MOVEMENT)	/* "20% to 15% IRR" of a promote */
		index = group->last - 1;
	if ((strcmp(to->kind->key, "irr") != 0 && strcmp(to->kind->key, "equity_multiple") != 0) || !token_is_any(reading, index, &ends))
		return false;
	if (token_at(reading, index - 1)->kind == TOKEN_NUMBER && token_at(reading, index - 2)->kind == TOKEN_SLASH)
		return true;
	for (int i = index - 1; i >= 0 && i > index - REACH_BACK && token_at(reading, i)->kind != TOKEN_COMMA; i--)
		if (token_is_any(reading, i, &waterfalls) || (token_is_any(reading, i, &splits) && token_at(reading, i - 1)->kind == TOKEN_NUMBER))
			return !token_at(reading, i)->is_joined;
	return index > 1 && token_at(reading, index - 1)->kind == TOKEN_NUMBER && token_is(reading, index, "after");
}

/* "the minimum program DSCR is 1.00x", "Max As-Is LTV: 75%", "sub-1.00 DSCR" */
static bool
is_named_limit(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(limits, "max", "maximum", "min", "minimum");

	if (token_is(reading, group->first - 1, "sub") || (token_at(reading, group->first - 1)->kind == TOKEN_DASH && token_is(reading, group->first - 2, "sub")))
		return true;
	for (int i = to->from - 1; i >= 0 && i > to->from - 5 && token_at(reading, i)->kind == TOKEN_WORD; i--)
	{
		if (token_is_any(reading, i, &limits))
			return to->first < group->first;
		if ((token_at(reading, i)->words & ANY_LINK) && !token_at(reading, i)->is_joined && !token_at(reading, i + 1)->is_joined)
			return false;
	}
	return false;
}

/* "22%+ IRR: excellent" */
static bool
is_at_least(const Reading *reading, const Group *group, const Mention *to)
{
	return token_at(reading, group->last)->has_plus && to->first == group->last + 1 && strcmp(to->kind->key, "ltv") != 0;
}

bool
is_limit_there(const Reading *reading, const Group *group, const Mention *to)
{
	return is_wanted(reading, group, to) || is_tested(reading, group, to) || is_among_limits(reading, group) ||
		is_solved_for(reading, group, to) || is_level_sought(reading, group, to) || breaks_even(reading, group, to) ||
		is_preferred(reading, group, to) || is_tier(reading, group, to) || is_at_least(reading, group, to) ||
		is_named_limit(reading, group, to);
}

bool
is_breaching(const Reading *reading, int index)
{
	WORD_LIST(verbs, "breach", "breaches", "breaching", "breached", "violate", "violates", "violating", "violated");

	return token_is_any(reading, index, &verbs);
}

bool
is_exceeding(const Reading *reading, int index)
{
	WORD_LIST(verbs, "exceeds", "exceed", "exceeded", "exceeding");

	return token_is_any(reading, index, &verbs);
}
