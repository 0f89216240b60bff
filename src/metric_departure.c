/*
 * metric_departure.c
 *		What a number is that is not asserted plainly, by the words of its text.
 *
 *		A cash sweep triggers at a DSCR of 1.10x.		a threshold
 *		In year 1, DSCR is 1.02x.						a scenario
 *		Fannie's quote came at 1.25x DSCR.				a comparison
 */
#include "metric_internal.h"

/* The word as a departure; unknown_word when it is none. */
static const Word *
departure_of(const Reading *reading, int index)
{
	const Word *word = token_at(reading, index)->word;

	return word->departure_rank > 0 && !token_is(reading, index - 1, "stress") ? word : &unknown_word;	/* "stress test" */
}

bool
is_departure(const Reading *reading, int index)
{
	return departure_of(reading, index)->departure_rank > 0;
}

/* A number, in digits or as a word. */
static bool
is_count(const Reading *reading, int index)
{
	return token_at(reading, index)->kind == TOKEN_NUMBER || number_word(reading, index) >= 0;
}

/* The last token of "five-year", "60 months", "5-year hold period"; -1 when no
 * period of years or months begins at index. */
int
period_end(const Reading *reading, int index)
{
	WORD_LIST(units, "year", "years", "month", "months");
	WORD_LIST(nouns, "hold", "holding", "investment", "period", "horizon");
	const Token *token = token_at(reading, index);
	int			last = index + 1;

	if (!is_count(reading, index) || (token->kind == TOKEN_NUMBER && (token->value.scale > 0 || (token->unit != NUMBER_BARE && token->unit != NUMBER_OTHER))))
		return -1;
	if (!token_is_any(reading, last, &units))
		return -1;
	while (token_is_any(reading, last + 1, &nouns) && last < index + 3)
		last++;
	return last;
}

/* "Loan A", "class B of the fund": a capital letter that names one of several. */
bool
is_letter_name(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);

	return index > 0 && token->kind == TOKEN_WORD && token->end - token->start == 1 &&
		isupper((unsigned char) reading->prose->text[token->start]) && !token_is(reading, index - 1, "class");
}

#define NEAR_YEAR	16			/* tokens */

/* "Year 1 NOI", "the first year's income": what the headline stands on. */
static bool
is_first_year(const Reading *reading, int index)
{
	WORD_LIST(incomes, "noi", "income", "revenue");
	const Token *next = token_at(reading, index + 1);

	if (!token_is(reading, index, "year") ||
		(!token_is(reading, index - 1, "first") && !token_is(reading, index + 1, "one") &&
		 (next->kind != TOKEN_NUMBER || next->value.digits != 1 || next->value.scale != 0)))
		return false;
	for (int i = Max(0, index - NEAR_YEAR); i <= index + NEAR_YEAR; i++)
		if (token_is_any(reading, i, &incomes))
			return true;
	return false;
}

/* "The exit is modeled at the end of Year 5." */
static bool
is_usual_exit(const Reading *reading, int index)
{
	WORD_LIST(exits, "exit", "sale", "disposition");
	const Token *number = token_at(reading, index + 1);

	return token_is_any(reading, 1, &exits) && token_is(reading, 0, "the") && number->kind == TOKEN_NUMBER && number->value.scale == 0 &&
		number->value.digits == (token_is(reading, index, "month") ? 60 : 5);
}

/* "in year 4", "month one", "the first year", "by 2031", "at a 4.75% exit cap":
 * another time or price? */
bool
sets_scene(const Reading *reading, int index)
{
	WORD_LIST(periods, "year", "quarter", "month");
	WORD_LIST(ordinals, "first", "second", "third", "fourth", "fifth");
	const Token *token = token_at(reading, index);
	const Token *next = token_at(reading, index + 1);
	int			number = skip_articles(reading, index + 1);

	/* "Year 1 NOI is underwritten at $3.15 million", "Closing is expected in the third
	 * quarter": no metric is then another one */
	if (reading->mentions.count == 0 && (is_first_year(reading, index) || token_is(reading, 0, "closing") || is_usual_exit(reading, index)))
		return false;
	if (token_is_any(reading, index, &periods) && !token->is_joined && (is_count(reading, index + 1) || token_is_any(reading, index - 1, &ordinals)))
		return true;
	if (has_words(token, W_BY | W_PREP) && next->kind == TOKEN_NUMBER && next->value.scale == 0 && next->value.digits >= 2020 && next->value.digits < 2100)
		return true;
	if (token_is(reading, index, "with") && token_at(reading, number)->kind == TOKEN_NUMBER && !is_linked(reading, number) && !token_is(reading, number + 1, "leverage"))
		return true;
	return has_words(token, W_AT) && is_linked(reading, number) && !links_value(reading, index) &&
		strcmp(reading->mentions.items[reading->groups.items[token_at(reading, number)->group].mention].kind->key, "cap_rate") == 0 &&
		reading->groups.count > 1;
}

/* Words for a part, another property or another loan: "Building B", "Phase II",
 * "loan two", "the second building", "the existing loan". */
bool
names_other(const Reading *reading, int index)
{
	WORD_LIST(parts, "building", "phase", "tower", "tranche");
	WORD_LIST(wholes, "loan", "property", "asset", "plan", "model");
	WORD_LIST(sites, "community", "site", "project", "deal", "complex");
	WORD_LIST(others, "second", "third", "adjacent", "neighboring", "neighbouring", "competing", "similar", "comparable", "sister", "other", "another");
	WORD_LIST(earlier, "existing", "construction", "bridge", "maturing", "second", "other", "another");
	WORD_LIST(debts, "loan", "debt", "mortgage", "financing", "lender");
	const Token *next = token_at(reading, index + 1);

	if (token_is_any(reading, index, &parts))
		return is_count(reading, index + 1) || (next->kind == TOKEN_WORD && next->is_upper);
	if (token_is_any(reading, index, &wholes) && is_count(reading, index + 1))
		return next->kind != TOKEN_NUMBER || (next->unit == NUMBER_BARE && next->value.scale == 0);
	if (token_is_any(reading, index, &others) && (token_is_any(reading, index + 1, &parts) || token_is_any(reading, index + 1, &wholes) || token_is_any(reading, index + 1, &sites)))
		return true;
	return token_is_any(reading, index, &earlier) && token_is_any(reading, index + 1, &debts);
}

/* "With a 10-year hold, the ...", "Were the tenant to leave": the sentence opens
 * with what it supposes. */
static bool
opens_with_condition(const Reading *reading)
{
	WORD_LIST(openers, "at", "with", "were", "under", "even", "to", "on", "should", "had");
	WORD_LIST(now, "closing", "close", "present", "day", "us", "so");	/* "on day one", "to us", "even so" */

	return token_is_any(reading, 0, &openers) && !token_is_any(reading, 1, &now);
}

/* "Lender requirements: ...", "as covenants" */
static bool
announces_limit(const Reading *reading, int index)
{
	return has_words(token_at(reading, index), W_LIMIT) &&
		(token_at(reading, index + 1)->kind == TOKEN_COLON || token_is(reading, index - 1, "as"));
}

/* The first token that makes limits of the numbers behind it, "We want a 15% IRR";
 * the count of tokens when there is none. */
int
first_limit(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
	{
		const Word *departure = departure_of(reading, i);

		if (announces_limit(reading, i))
			return -1;			/* of those before it, too */
		if (departure->departure_rank > 0 && departure->departure == CONTEXT_THRESHOLD)
			return i;
	}
	return reading->tokens.count;
}

/* The context that the words of tokens [from, to) give by departing from the headline. */
static MetricContext
departure_between(const Reading *reading, int from, int to)
{
	const Word *first = &unknown_word;
	bool		is_limit = false;
	bool		is_scenario = false;
	bool		is_other = false;

	for (int i = from; i < to; i++)
	{
		if (token_at(reading, i)->inside >= 0)
			continue;
		if (token_is(reading, i, "were") && i == 0)
			continue;
		if (is_departure(reading, i) && (first->departure_rank == 0 || departure_of(reading, i)->departure_rank < first->departure_rank))
			first = departure_of(reading, i);
		is_limit |= announces_limit(reading, i);
		is_scenario |= has_words(token_at(reading, i), W_IF) || sets_scene(reading, i);
		is_other |= names_other(reading, i);
	}
	if (is_limit || (first->departure_rank > 0 && first->departure == CONTEXT_THRESHOLD))
		return CONTEXT_THRESHOLD;
	if (is_scenario)
		return CONTEXT_SCENARIO;
	if (first->departure_rank > 0)
		return (MetricContext) first->departure;
	return is_other ? CONTEXT_COMPARISON : CONTEXT_HEADLINE;
}

/* The context that a text departs to, by its first count tokens. */
MetricContext
departure_context(const Reading *reading, int count)
{
	MetricContext context = departure_between(reading, 0, count);

	if (is_goal(reading))
		return CONTEXT_THRESHOLD;
	return context != CONTEXT_THRESHOLD && opens_with_condition(reading) ? CONTEXT_SCENARIO : context;
}

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
	int			first = mention->first < 0 ? group->first : Min(mention->from, group->first);
	int			end = Max(mention->last, group->last) + 1;

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
	WORD_LIST(ours, "our", "ours", "we", "subject", "subject's", "underwritten", "underwrite", "underwriting", "closing", "base");
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
	int			end = Max(reading->mentions.items[group->mention].last, group->last) + 1;
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
