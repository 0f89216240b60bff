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
 */
#include "metric_internal.h"

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

static bool
is_breached(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(breaches, "breach", "breaches", "breaching", "breached", "trip", "trips", "tripping", "violate", "violates", "violating");
	int			index = Min(to->from, group->first) - 1;

	return token_is_any(reading, index, &breaches) || (index > 0 && token_is(reading, index, "the") && token_is_any(reading, index - 1, &breaches));
}

#define NEAR_OPEN	24			/* tokens */

/* In parentheses behind what says that limits follow. */
static bool
is_among_limits(const Reading *reading, const Group *group)
{
	for (int i = group->first - 1; i > 0 && i > group->first - NEAR_OPEN; i--)
	{
		if (token_at(reading, i)->kind == TOKEN_CLOSE)
			return false;
		if (token_at(reading, i)->kind == TOKEN_OPEN)
			return has_words(token_at(reading, i - 1), W_LIMIT) && has_words(token_at(reading, i - 1), W_BOUND);
	}
	return false;
}

/* "to achieve a 13% IRR," with nobody before who is to */
static bool
is_solved_for(const Reading *reading, const Group *group)
{
	WORD_LIST(verbs, "achieve", "reach", "hit", "attain", "earn", "clear", "meet", "deliver", "generate", "get");
	WORD_LIST(needs, "order", "required", "needed", "necessary", "must");
	int			index = before_number(reading, group);

	if (!token_is_any(reading, index, &verbs) || !token_is(reading, index - 1, "to"))
		return false;
	return index < 2 || token_at(reading, index - 2)->kind == TOKEN_COMMA || token_at(reading, index - 2)->kind == TOKEN_OPEN ||
		token_is_any(reading, index - 2, &needs);
}

/* "the value at which IRR = 0%", "At what NOI does DSCR hit 1.00x?" */
static bool
is_level_sought(const Reading *reading, const Group *group, const Mention *to)
{
	int			last = Min(group->first, to->first);

	for (int i = Max(0, last - NEAR_OPEN); i + 1 < last; i++)
		if (token_is(reading, i, "at") && (token_is(reading, i + 1, "what") || token_is(reading, i + 1, "which")))
			return true;
	return false;
}

/* "Breakeven rate (DSCR = 1.00x)" */
static bool
tells_breakeven(const Reading *reading, const Group *group, const Mention *to)
{
	int			open = Min(group->first, to->first) - 1;

	if (token_at(reading, open)->kind != TOKEN_OPEN || token_at(reading, Max(group->last, to->last) + 1)->kind != TOKEN_CLOSE)
		return false;
	for (int i = open - 1; i >= 0 && i > open - 5; i--)
		if (token_is(reading, i, "breakeven"))
			return true;
	return false;
}

/* "breakeven exit cap for 0% IRR", "max rate at 1.0x DSCR", "DSCR 1.0x breakeven" */
static bool
breaks_even(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(evens, "breakeven", "break", "max", "maximum", "supportable");
	WORD_LIST(breakeven, "breakeven", "break");
	int			index = before_number(reading, group);

	if (token_is_any(reading, Max(to->last, group->last) + 1, &breakeven))
		return true;
	if (!has_words(token_at(reading, index), W_AT) && !token_is(reading, index, "for") && !token_is(reading, index, "to"))
		return false;
	for (int i = index - 1; i >= 0 && i > index - 6; i--)
	{
		if (token_at(reading, i)->kind != TOKEN_WORD)
			return false;
		if (token_is_any(reading, i, &evens))
			return true;
	}
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

/* "80/20 split to a 12% IRR, then 70/30 to a 15% IRR" */
static bool
is_tier(const Reading *reading, const Group *group, const Mention *to)
{
	WORD_LIST(waterfalls, "split", "splits", "promote", "promotes", "waterfall", "carry", "hurdle", "hurdles", "tier", "tiers", "tiered", "pref", "preferred");
	WORD_LIST(ends, "to", "until", "above", "over", "through", "beyond", "after");
	int			index = before_number(reading, group);

	if (group->shape == GROUP_MOVEMENT)	/* "20% to 15% IRR" of a promote */
		index = group->last - 1;
	if (strcmp(to->kind->key, "irr") != 0 && strcmp(to->kind->key, "equity_multiple") != 0)
		return false;
	if (!token_is_any(reading, index, &ends))
		return false;
	for (int i = Max(0, index - NEAR_OPEN); i < index; i++)
		if (token_is_any(reading, i, &waterfalls))
			return true;
	return false;
}

bool
is_limit_there(const Reading *reading, const Group *group, const Mention *to)
{
	return is_wanted(reading, group, to) || is_breached(reading, group, to) || is_among_limits(reading, group) ||
		is_solved_for(reading, group) || breaks_even(reading, group, to) || is_tier(reading, group, to) ||
		is_preferred(reading, group, to) || is_level_sought(reading, group, to) || tells_breakeven(reading, group, to);
}
