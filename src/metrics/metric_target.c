/*
 * metric_target.c
 *		A target IRR is no limit, but the deal's headline, unless it is another party's.
 *
 *		The target IRR is 15%, Target IRR: 15%, we target a 15% IRR		the headline
 *		The fund targets a 15% IRR, a minimum target IRR of 15%			a limit
 *		The target IRR is 15%. We underwrite an IRR of 18.5%.			a limit, where 18.5 is canonical
 *
 * Such a number is never rewritten.
 */
#include "metrics/metrics_internal.h"

#define NEAR_TARGET		6			/* tokens before the metric and its number, */
#define MOST_APART		32			/* and between these */

static bool
is_target_word(const Reading *reading, int index)
{
	WORD_LIST(targets, "target", "targets", "targeted", "targeting");

	return token_is_any(reading, index, &targets);
}

/* The targets of these are limits, of the deal as of any other. */
static bool
names_target_of_other(const Reading *reading)
{
	WORD_LIST(others, "lender", "lenders", "bank", "banks", "fund", "funds", "investor", "investors", "lp", "lps", "market", "markets");

	return says_any(reading, &others);
}

/* Do tokens [from, to] say a target, and no limit? */
static bool
span_says_target(const Reading *reading, int from, int to)
{
	bool		any = false;

	for (int i = Max(from, 0); i <= to; i++)
	{
		if (token_at(reading, i)->kind == TOKEN_BOUND || (has_words(token_at(reading, i), W_BOUND | W_LIMIT) && !is_target_word(reading, i)))
			return false;
		any |= is_target_word(reading, i);
	}
	return any;
}

bool
says_target(const Reading *reading)
{
	return span_says_target(reading, 0, reading->tokens.count - 1) && !names_target_of_other(reading);
}

/* Does the number's own phrase say that it is the deal's target IRR? */
static bool
is_own_target(const Reading *reading, const Group *group)
{
	const Mention *mention = &reading->mentions.items[group->mention];
	int			first = mention->first < 0 ? group->first : Min(mention->from, group->first);
	int			last = Max(mention->last, group->last);
	int			from = first;

	if (token_at(reading, group->last)->has_plus || last - first > MOST_APART)
		return false;
	for (int i = first; i <= last; i++)
		if (is_linked(reading, i) && token_at(reading, i)->group != token_at(reading, group->first)->group)
			return false;
	for (int i = first - 1; i >= 0 && i > first - NEAR_TARGET && from == first; i--)
	{
		TokenKind	kind = token_at(reading, i)->kind;

		if ((kind != TOKEN_WORD && kind != TOKEN_COLON) || token_at(reading, i)->inside >= 0)
			break;
		if (is_target_word(reading, i))
			from = i;
	}
	last += is_target_word(reading, last + 1);
	/* with what may stand before it: "exceeds the target IRR", "a minimum target IRR" */
	return span_says_target(reading, from - 2, last);
}

/* A target IRR is no threshold but the headline, by its own words or by those of what
 * stands before it. */
void
find_targets(Reading *reading, MetricContext *contexts, MetricContext *nearest)
{
	int			is_other = -1;	/* not looked yet */

	for (int i = 0; i < reading->groups.count; i++)
	{
		Group	   *group = &reading->groups.items[i];

		if (group->mention < 0 || strcmp(reading->mentions.items[group->mention].kind->key, "irr") != 0 || group->shape != GROUP_SINGLE)
			continue;
		if (contexts[i] != CONTEXT_THRESHOLD)
			group->is_target |= reading->scene.is_target && !group->is_bound;
		if (contexts[i] != CONTEXT_THRESHOLD || !is_own_target(reading, group))
			continue;
		if (is_other < 0)
			is_other = names_target_of_other(reading);
		if (is_other)
			return;
		group->is_target = true;
		group->is_bound = false;
		contexts[i] = CONTEXT_HEADLINE;
		nearest[i] = nearest[i] == CONTEXT_THRESHOLD ? CONTEXT_HEADLINE : nearest[i];
	}
}

/* What only a target made a threshold of is the headline, but never plain. */
void
keep_targets(Reading *reading, MetricContext *contexts, bool *plain)
{
	for (int i = 0; i < reading->groups.count; i++)
	{
		Group	   *group = &reading->groups.items[i];

		if (!group->is_target)
			continue;
		plain[i] = false;
		if (contexts[i] != CONTEXT_THRESHOLD || (reading->scene.is_limit && !reading->scene.is_target))
			continue;
		contexts[i] = CONTEXT_HEADLINE;
		group->is_bound = false;
	}
}

/* A target IRR is a threshold where its paragraph or table also gives the IRR's
 * canonical value. */
void
judge_targets(MetricCheck *check)
{
	MetricFinding *findings = check->findings.items;

	for (int first = 0, last; first < check->findings.count; first = last)
	{
		uint64		given = 0;		/* a bit for the number of each canonical value */

		CHECK_FOR_INTERRUPTS();
		for (last = first; last < check->findings.count && findings[last].passage == findings[first].passage; last++)
			if (findings[last].verdict == VERDICT_OK && findings[last].role == ROLE_POINT)
				given |= UINT64CONST(1) << (findings[last].canonical->number & 63);
		for (int i = first; i < last && given != 0; i++)
			if (findings[i].is_target && findings[i].verdict == VERDICT_VIOLATION && (given >> (findings[i].canonical->number & 63) & 1) != 0)
			{
				findings[i].role = ROLE_BOUND;
				findings[i].context = CONTEXT_THRESHOLD;
				findings[i].verdict = VERDICT_REVIEW;
			}
	}
}
