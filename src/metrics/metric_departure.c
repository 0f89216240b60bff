/*
 * metric_departure.c
 *		What a number is that is not asserted plainly, by the words of its text.
 *
 *		A cash sweep triggers at a DSCR of 1.10x.		a threshold
 *		In year 1, DSCR is 1.02x.						a scenario
 *		Fannie's quote came at 1.25x DSCR.				a comparison
 */
#include "metrics/metrics_internal.h"

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
bool
opens_with_condition(const Reading *reading)
{
	WORD_LIST(openers, "at", "with", "were", "under", "even", "to", "on", "should", "had");
	WORD_LIST(now, "closing", "close", "present", "day", "us", "so");	/* "on day one", "to us", "even so" */

	return token_is_any(reading, 0, &openers) && !token_is_any(reading, 1, &now);
}

/* "Lender requirements: ...", "as covenants" */
bool
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
MetricContext
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
