/*
 * metric_clause.c
 *		What a number is that is not asserted plainly, by its own clause.
 *
 *		The plan delivers 16.8% IRR, which would fall to 12.9% ...	a headline, and a scenario
 *		The DSCR is 1.20x, which is the covenant.					a threshold
 *		At a 6% exit cap the IRR is 15.1%.							a scenario
 *		Coverage is thin, but our exit cap rate is 6.1%.			a headline
 *
 * What other clauses say of other numbers is not looked at, only what those before it
 * suppose, and what the next one calls it.
 */
#include "metrics/metrics_internal.h"

/* Does another clause begin at the token? */
static bool
is_border(const Reading *reading, int index)
{
	WORD_LIST(openers, "which", "while", "whereas", "but", "so", "because", "although", "though", "since", "where");
	TokenKind	kind = token_at(reading, index)->kind;

	return kind == TOKEN_COMMA || kind == TOKEN_SEMICOLON || kind == TOKEN_COLON || kind == TOKEN_STOP || kind == TOKEN_OPEN || kind == TOKEN_CLOSE ||
		(kind == TOKEN_DASH && !token_at(reading, index + 1)->is_joined) || token_is_any(reading, index, &openers);
}

#define REACH			40			/* tokens on either side that are looked at, */
#define NEAR_NUMBER		4			/* and those right behind, "1.20x as required" */

/* The tokens [from, to) of the clause that a number stands in; a comparison behind the
 * number is none of it. */
static void
find_clause(const Reading *reading, const Group *group, int *from, int *to)
{
	const Mention *mention = &reading->mentions.items[group->mention];
	int			first = mention->first < 0 ? group->first : Max(Min(mention->from, group->first), group->first - REACH);
	int			end = Min(Max(mention->last, group->last), group->last + REACH) + 1;

	for (*from = first; *from > 0 && *from > first - REACH && !is_border(reading, *from - 1); --*from)
		;
	for (*to = end; *to < reading->tokens.count && *to < end + REACH && !is_border(reading, *to) && !begins_comparison(reading, *to); ++*to)
		;
}

/* "so our exit cap of 6.0%", "we are paying", "the subject's cap rate", "DSCR at closing":
 * does the clause of a number say that it is this deal's? */
bool
speaks_for_us(const Reading *reading, const Group *group)
{
	WORD_LIST(ours, "our", "ours", "we", "subject", "underwritten", "underwrite", "underwriting", "closing", "base");
	int			from;
	int			to;

	find_clause(reading, group, &from, &to);
	for (int i = from; i < to; i++)
		if (token_is_any(reading, i, &ours) || deal_name_at(reading, i) > 0)
			return true;
	return false;
}

/* "At a 6% exit cap the IRR is 15.1%", "With the bridge loan in place, ...": does the
 * opening of the sentence suppose something for the number?  Not "At $84.5 million, ...",
 * "With an LTV of 60%, ...". */
static bool
is_supposed(const Reading *reading, const Group *group)
{
	bool		has_verb = false;

	if (!opens_with_condition(reading))
		return false;
	for (int i = 0; i < Min(group->first, REACH); i++)
	{
		if (token_at(reading, i)->kind == TOKEN_CURRENCY || token_is(reading, i, "our") || has_words(token_at(reading, i), W_BASE))
			return sets_scene(reading, 0);
		if (is_linked(reading, i))
			has_verb = false;
		else
			has_verb |= has_words(token_at(reading, i), W_BE | W_VERB) || token_at(reading, i)->kind == TOKEN_COMMA;
	}
	return !token_is(reading, 0, "with") || has_verb;
}

#define SHORT_TAIL		10			/* tokens */

/* ", which is the covenant", ", the peer average", ", is our target": the context that what
 * stands behind a number at index gives it by naming it. */
MetricContext
named_context(const Reading *reading, int index)
{
	WORD_LIST(names, "the", "our", "a", "an", "as", "typical", "standard", "one");
	WORD_LIST(sums, "equals", "matches", "represents", "marks");
	WORD_LIST(limits, "covenant", "maximum", "minimum", "limit", "ceiling", "floor", "hurdle", "target", "threshold", "level", "requirement", "required",
		"requires", "require", "demands", "demand", "seeks", "seek", "wants", "want", "needs", "need", "test", "trigger", "breach");
	WORD_LIST(others, "peer", "peers", "market", "industry", "comparable", "comparables", "competitors", "average", "median", "norm", "sector", "submarket");
	int			next = index + 1;

	if (token_at(reading, index)->kind != TOKEN_COMMA)
		return CONTEXT_HEADLINE;
	if (token_is(reading, next, "which") && token_is(reading, next + 1, "assumes"))
		return CONTEXT_SCENARIO;
	next += token_is(reading, next, "which");
	if (has_words(token_at(reading, next), W_BE) || token_is_any(reading, next, &sums))
		next++;
	if (token_is(reading, next, "what") || token_is(reading, next, "where"))
		return CONTEXT_THRESHOLD;
	if (!token_is_any(reading, next, &names))
		return CONTEXT_HEADLINE;
	for (int i = next; i < next + SHORT_TAIL && !is_border(reading, i) && token_at(reading, i)->inside < 0; i++)
	{
		if (token_is_any(reading, i, &limits))
			return CONTEXT_THRESHOLD;
		if (token_is_any(reading, i, &others))
			return CONTEXT_COMPARISON;
		if (has_words(token_at(reading, i), W_BOUND | W_CONTRAST))
			break;				/* "a level above the covenant" */
	}
	return CONTEXT_HEADLINE;
}

/* "Per the appraisal, ...", "According to CBRE, ...": another party's, by the words before
 * the first comma. */
static bool
cites(const Reading *reading)
{
	WORD_LIST(openers, "per", "according", "by", "for", "from", "in");

	return token_is_any(reading, 0, &openers);
}

/* The context of a number that is not asserted plainly, by the words of its own clause
 * and by what those before it suppose. */
MetricContext
number_departure(const Reading *reading, const Group *group)
{
	int			end = Min(Max(reading->mentions.items[group->mention].last, group->last), group->last + REACH) + 1;
	int			from;
	int			to;
	int			far;
	MetricContext context;
	MetricContext before;

	find_clause(reading, group, &from, &to);
	far = Max(0, from - REACH);
	if (is_goal(reading))
		return CONTEXT_THRESHOLD;
	context = named_context(reading, to);
	if (context == CONTEXT_HEADLINE)
		context = departure_between(reading, from, Min(to, end + NEAR_NUMBER));
	if (context == CONTEXT_HEADLINE && (before = departure_between(reading, end, to)) != CONTEXT_THRESHOLD && before != CONTEXT_COMPARISON)
		context = before;		/* "sits on top of the 13% hurdle": what it is held against */
	if (context != CONTEXT_HEADLINE)
		return context;
	for (int i = far; i < reading->tokens.count && i < to + REACH; i++)
		if (has_words(token_at(reading, i), W_IF) && (i < to || !token_is(reading, to + 1, "which")))
			return CONTEXT_SCENARIO;
	for (int i = far; i < from; i++)
		if (announces_limit(reading, i))
			return CONTEXT_THRESHOLD;
	before = departure_between(reading, far, from);
	if (before == CONTEXT_SCENARIO || before == CONTEXT_HISTORICAL || (before == CONTEXT_COMPARISON && (cites(reading) || token_is(reading, from - 1, "which"))))
		return before;
	context = words_context(reading, far, from - 1);
	if (from > 0 && (context == CONTEXT_SCENARIO || context == CONTEXT_HISTORICAL))
		return context;
	return is_supposed(reading, group) ? CONTEXT_SCENARIO : CONTEXT_HEADLINE;
}
