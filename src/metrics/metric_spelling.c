/*
 * metric_spelling.c
 *		Does a short spelling name the metric where it stands?
 *
 *		at a 5.25 cap					a cap rate, not "a 3% cap on increases"
 *		1.9x coverage					of debt, where the text speaks of a DSCR
 *		16.2% IRR, 1.9x EM				not emerging markets
 *		leverage is moderate at 58%		perhaps, where the text speaks of an LTV
 *
 * metriclist.h says which rule a spelling goes by.  What it names only perhaps is told,
 * and never rewritten.
 */
#include "metrics/metrics_internal.h"

#define SAME_CLAUSE	24			/* tokens */

static bool
says_near(const Reading *reading, int index, WordList *list)
{
	for (int i = Max(0, index - SAME_CLAUSE); i < index + SAME_CLAUSE; i++)
		if (token_is_any(reading, i, list))
			return true;
	return false;
}

/* A number of percent without its sign, as caps are spoken of: "a 5.25 cap" */
bool
is_bare_cap(const Token *number)
{
	return number->unit == NUMBER_BARE && decimal_compare(number->value, (Decimal) {2, 0}) > 0 && decimal_compare(number->value, (Decimal) {15, 0}) < 0;
}

/* As a cap rate may be. */
static bool
is_cap_percent(const Token *number)
{
	return number->kind == TOKEN_NUMBER && number->unit == NUMBER_PERCENT && decimal_compare(number->value, (Decimal) {15, 0}) < 0;
}

/* Is it a cap on something that the words around it name? */
static bool
limits_other(const Reading *reading, int index)
{
	WORD_LIST(others, "cpi", "escalator", "escalators", "bump", "bumps", "opex", "recoveries", "recovery", "reimbursement", "insurance", "hedge", "hedged", "swap", "arm", "floating",
		"coupon", "assessed", "assessment", "adjustment", "adjustments", "exposure", "concentration", "position", "seating", "lease", "leases", "increase", "increases", "growth",
		"cam", "tax", "taxes", "fee", "fees", "expense", "expenses", "escalation", "escalations", "promote", "interest", "annual", "annually", "strike", "sofr", "libor",
		"control", "loss", "liability", "large", "mid", "small", "gain", "costs", "ceiling");

	for (int i = Max(0, index - 10); i < index + 6 && !(i > index && token_at(reading, i)->kind == TOKEN_COMMA); i++)
		if (token_is_any(reading, i, &others) && token_at(reading, i)->inside < 0 &&
			!(i < index && token_at(reading, i + 1)->kind == TOKEN_COMMA))	/* "(3% growth, 5.5% cap)" */
			return true;
	return false;
}

/* "at a 6% cap", "at a 6 cap" */
static bool
is_at_a_cap(const Reading *reading, int index)
{
	const Token *number = token_at(reading, index - 1);

	return number->kind == TOKEN_NUMBER && (number->unit == NUMBER_PERCENT || is_bare_cap(number)) &&
		(token_is(reading, index - 2, "a") || token_is(reading, index - 2, "an")) &&
		(token_is(reading, index - 3, "at") || (number->unit == NUMBER_BARE && (has_words(token_at(reading, index - 3), W_TO | W_AND)))) &&
		!token_is(reading, index + 1, "on") && !token_is(reading, index + 1, "of");
}

/* "valued at 7% cap", "originated @ 4.5 cap in 2021", "(2.5% growth, 5.5% cap): IRR",
 * "a 5.5% cap buyer", not "increases at 3% cap" */
static bool
is_value_cap(const Reading *reading, int index)
{
	WORD_LIST(rents, "rent", "rents");
	WORD_LIST(nouns, "buyer", "buyers", "market", "asset", "assets", "deal", "deals", "property", "properties", "world", "pricing");
	WORD_LIST(times, "in", "today", "now", "post", "after", "upon", "vs", "versus");
	WORD_LIST(values, "noi", "value", "values", "valuation", "valued", "irr", "price", "priced", "exit", "yield", "refi", "asset", "property", "multifamily", "case");
	WORD_LIST(kinds, "market", "implied", "blended", "average", "overall");
	int			before = token_is_any(reading, index - 1, &kinds) ? index - 2 : index - 1;
	const Token *number = token_at(reading, before);
	const Token *next = token_at(reading, index + 1);
	bool		is_at = has_words(token_at(reading, before - 1), W_AT);

	if (number->unit == NUMBER_PERCENT ? !is_cap_percent(number) || decimal_compare(number->value, (Decimal) {3, 0}) <= 0
		: !is_at || number->kind != TOKEN_NUMBER || !is_bare_cap(number) || number->value.scale == 0)
		return false;
	for (int i = before - 1; i >= 0 && i > before - 8 && token_at(reading, i)->kind == TOKEN_WORD; i--)
		if (token_is_any(reading, i, &rents))
			return false;		/* "rents rise at 4% cap" */
	if (token_is_any(reading, index + 1, &nouns))
		return true;
	if (next->kind == TOKEN_WORD && !token_is_any(reading, index + 1, &times) && !(has_words(next, W_AND) && is_at))
		return false;
	return is_at || says_near(reading, index, &values);
}

/* "5.4% cap on in-place NOI", "$4.2M on a $78M price is a 5.4% cap" */
static bool
is_price_cap(const Reading *reading, int index)
{
	WORD_LIST(bases, "noi", "income", "price", "purchase", "value", "ask", "asking");
	bool		has_base = false;

	if (!is_cap_percent(token_at(reading, index - 1)))
		return false;
	if (token_is(reading, index + 1, "on") || token_is(reading, index + 1, "of"))
	{
		for (int i = index + 2; i < index + 6; i++)
			has_base |= token_is_any(reading, i, &bases);
		return has_base;
	}
	for (int i = Max(0, index - 16); i < index; i++)
		has_base |= token_is_any(reading, i, &bases);
	return has_base && token_at(reading, index + 1)->kind != TOKEN_WORD;
}

static bool
body_says(const Reading *reading, BodyWord word)
{
	return reading->check != NULL && check_says(reading->check, word);
}

static bool
is_multiple(const Token *token)
{
	return token->kind == TOKEN_NUMBER && token->unit == NUMBER_MULTIPLE;
}

#define NEAR_NUMBER	7			/* tokens */

/* "of 1.38x", "stands at barely 1.05x": the number of the unit that follows behind words
 * that link, one at least; else NULL. */
static const Token *
number_led_to(const Reading *reading, int index, NumberUnit unit)
{
	for (int i = index; i < index + NEAR_NUMBER; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_NUMBER)
			return token->unit == unit && i > index ? token : NULL;
		if (token->kind != TOKEN_COLON && !has_words(token, W_BE | W_VERB | W_MOVE | W_OF | W_AT | W_TO | W_FROM | W_BY | W_FILL | W_BOUND | W_RANGE | W_MODAL) &&
			!is_quality(reading, i))
			return NULL;
	}
	return NULL;
}

/* "0.74x coverage" of distributions, interest or rent */
static bool
covers_other(const Reading *reading, int index)
{
	WORD_LIST(others, "distribution", "distributions", "interest", "dividend", "dividends", "payout", "rent", "rental", "affo", "acfo", "afcf", "ffo", "charge", "fixed", "land",
		"insurance", "lease", "tenant", "tenants", "ebitdar", "ebitda", "liquidity", "reserve", "reserves", "parking", "tax", "collateral");

	return says_near(reading, index, &others);
}

/* "1.9x coverage", "and coverage at 1.20x" for sure; "first-year coverage of 1.20x", "debt
 * service of $2 million is covered 1.5x" perhaps; not "tenant coverage". */
static Naming
cover_names(const Reading *reading, int first, int last)
{
	WORD_LIST(kinds, "year", "one", "day", "current", "currently", "actual", "opening", "starting", "initial", "closing", "underwritten", "base", "case", "our", "its",
		"amortizing", "resulting", "projected", "of", "a", "an", "for", "leaving", "senior", "place", "only");
	WORD_LIST(services, "service", "dscr");
	WORD_LIST(loans, "loan", "loans", "debt", "mortgage", "financing");
	const Token *before = token_at(reading, first - 1);
	bool		opens = before->kind != TOKEN_WORD || has_words(before, W_AND) || token_is(reading, first - 1, "the") || token_is(reading, first - 1, "with");
	bool		is_beside = is_multiple(before);
	bool		speaks_of_debt = body_says(reading, SAYS_DSCR) || body_says(reading, SAYS_DEBT_SERVICE);

	/* "The loan covers at 1.35x." */
	if (token_is(reading, first, "covers"))
		return is_multiple(token_at(reading, skip_fill(reading, last + 1))) && !covers_other(reading, first) && (speaks_of_debt || says_near(reading, first, &loans)) ?
			NAMES_PERHAPS : NAMES_NOTHING;
	if (token_is(reading, first, "covered"))
		return is_multiple(token_at(reading, last + 1)) && says_near(reading, first, &services) && !covers_other(reading, first) ? NAMES_PERHAPS : NAMES_NOTHING;
	for (int i = first + 1; i <= first + 3 && opens; i++)
		is_beside |= is_multiple(token_at(reading, i));
	if (is_beside && first == last && (reading->mentions.count > 0 || (body_says(reading, SAYS_DSCR) && !covers_other(reading, first))))
		return NAMES_METRIC;
	if (!speaks_of_debt || covers_other(reading, first))
		return NAMES_NOTHING;
	if (reading->in_table && reading->tokens.count <= 2)
		return NAMES_PERHAPS;
	return is_multiple(before) || ((opens || token_is_any(reading, first - 1, &kinds) || is_quality(reading, first - 1)) && number_led_to(reading, last + 1, NUMBER_MULTIPLE) != NULL) ?
		NAMES_PERHAPS : NAMES_NOTHING;
}

/* Does the sentence name an IRR, before or soon behind the token? */
static bool
speaks_of_irr(const Reading *reading, int index)
{
	for (int i = Max(0, reading->mentions.count - SAME_CLAUSE); i < reading->mentions.count; i++)
		if (strcmp(reading->mentions.items[i].kind->key, "irr") == 0)
			return true;
	for (int i = index; i < reading->tokens.count && i < index + 12; i++)
		if (token_is(reading, i, "irr"))
			return true;
	return false;
}

/* "1.9x multiple" beside an IRR for sure; "a base-case multiple of 1.84x" perhaps; not "an
 * EBITDA multiple of 12x", "1.8x replacement cost". */
static Naming
multiple_names(const Reading *reading, int first, int last)
{
	WORD_LIST(kinds, "base", "case", "projected", "total", "overall", "our", "the", "a", "expected", "underwritten", "net", "gross", "levered", "investor", "its", "deal", "average",
		"required", "minimum", "equity", "cash", "investment");
	WORD_LIST(others, "ebitda", "noi", "replacement", "earnings", "rent", "rents", "revenue", "sales", "valuation", "ffo", "book", "debt");
	int			start;
	const Token *number;

	if (modifier_before(reading, first - 1, &start) == NULL)
		start = first;
	number = token_at(reading, start - 1);
	if (is_multiple(number) && speaks_of_irr(reading, last))
		return decimal_compare(number->value, (Decimal) {5, 0}) < 0 ? NAMES_METRIC : NAMES_PERHAPS;
	if ((!body_says(reading, SAYS_EQUITY_MULTIPLE) && !speaks_of_irr(reading, last)) || says_near(reading, first, &others))
		return NAMES_NOTHING;
	if (reading->in_table && reading->tokens.count == 1)
		return NAMES_PERHAPS;
	if (!is_multiple(number))
	{
		if (start > 0 && !token_is_any(reading, start - 1, &kinds) && !has_words(token_at(reading, start - 1), W_AND) && token_at(reading, start - 1)->kind == TOKEN_WORD)
			return NAMES_NOTHING;
		number = number_led_to(reading, last + 1, NUMBER_MULTIPLE);
	}
	return number != NULL && decimal_compare(number->value, (Decimal) {6, 0}) < 0 ? NAMES_PERHAPS : NAMES_NOTHING;
}

/* "1.73x their invested capital", not "NOI is 0.12x of invested equity" */
static Naming
times_names(const Reading *reading, int first, int last)
{
	WORD_LIST(others, "noi", "debt", "revenue", "liquidity", "ebitda", "loan", "financed", "borrowing", "rent");

	/* "within 0.05x on equity multiple" */
	if (token_is(reading, last + 1, "multiple") && first > 0 && decimal_compare(token_at(reading, first - 1)->value, (Decimal) {5, 1}) < 0)
		return NAMES_NOTHING;
	return is_multiple(token_at(reading, first - 1)) && !says_near(reading, first, &others) ? NAMES_PERHAPS : NAMES_NOTHING;
}

/* Is it a share that a loan may be of a value? */
static bool
is_loan_share(const Token *number)
{
	return number != NULL && number->kind == TOKEN_NUMBER && number->unit == NUMBER_PERCENT &&
		decimal_compare(number->value, (Decimal) {20, 0}) >= 0 && decimal_compare(number->value, (Decimal) {100, 0}) <= 0;
}

/* "60% leverage", "leverage of 58%", "leverage is moderate at 58% of value", not "operating
 * leverage", "we leverage" and what the loan is of the cost. */
static Naming
leverage_names(const Reading *reading, int index)
{
	WORD_LIST(costs, "cost", "costs", "budget", "ltc", "ebitda");
	WORD_LIST(kinds, "operating", "negative", "positive", "equity", "financial", "we", "to", "can", "on", "have", "has", "project");
	const Token *next = token_at(reading, index + 1);
	const Token *number;

	if (!(body_says(reading, SAYS_LTV) || body_says(reading, SAYS_LOAN_TO_VALUE)) || body_says(reading, SAYS_LOAN_TO_COST) ||
		says_near(reading, index, &costs) || token_is_any(reading, index - 1, &kinds) || next->is_joined)
		return NAMES_NOTHING;
	if (reading->in_table && reading->tokens.count == 1)
		return NAMES_PERHAPS;
	if (is_loan_share(token_at(reading, index - 1)))
		return next->kind == TOKEN_WORD && next->words == 0 ? NAMES_NOTHING : NAMES_PERHAPS;
	number = has_words(next, W_VERB | W_MOVE | W_BY) || (next->kind == TOKEN_COLON && index > 0) ? NULL : number_led_to(reading, index + 1, NUMBER_PERCENT);
	/* "Leverage: 65% LTV": the number is the LTV's */
	return is_loan_share(number) && !token_is(reading, (int) (number - reading->tokens.items) + 1, "ltv") && !token_is(reading, (int) (number - reading->tokens.items) + 1, "loan") ?
		NAMES_PERHAPS : NAMES_NOTHING;
}

/* "an exit cap of 6%", "at a 6% cap" for sure; "valued at 7% cap", "a 7-cap", "a going-in
 * yield" perhaps, not on cost. */
static Naming
modified_names(const Reading *reading, int first, int last)
{
	WORD_LIST(others, "cost", "investors", "levered", "cash", "loan", "note", "debt");
	WORD_LIST(kinds, "implied", "carrying", "sale", "blended");
	bool		is_yield = token_is(reading, first, "yield");
	int			unused;
	const char *variant;
	const Token *number;

	/* "a projected 7-cap" */
	if (!is_yield && first > 0 && token_at(reading, first)->is_joined && token_at(reading, first - 1)->kind == TOKEN_NUMBER && is_bare_cap(token_at(reading, first - 1)))
		return NAMES_PERHAPS;
	if (!is_yield && (is_at_a_cap(reading, first) || (!limits_other(reading, first) && is_price_cap(reading, first))))
		return NAMES_METRIC;
	if (!is_yield && !limits_other(reading, first) && is_value_cap(reading, first))
		return NAMES_PERHAPS;
	variant = first > 0 ? modifier_before(reading, first - 1, &unused) : NULL;
	if (variant == NULL && !is_yield && first == last && token_is_any(reading, first - 1, &kinds))
	{
		number = number_led_to(reading, last + 1, NUMBER_PERCENT);
		return number != NULL && decimal_compare(number->value, (Decimal) {3, 0}) > 0 ? NAMES_PERHAPS : NAMES_NOTHING;
	}
	if (variant == NULL || token_is(reading, first, "yields"))
		return NAMES_NOTHING;
	if (is_yield)
		return strcmp(variant, "going_in") == 0 && !says_near(reading, first, &others) ? NAMES_PERHAPS : NAMES_NOTHING;
	if (has_words(token_at(reading, last + 1), W_OTHER) || strstr("going_in exit in_place stabilized trailing forward", variant) == NULL)
		return NAMES_NOTHING;
	number = number_led_to(reading, last + 1, NUMBER_PERCENT);
	return number != NULL && decimal_compare(number->value, (Decimal) {3, 0}) <= 0 ? NAMES_PERHAPS : NAMES_METRIC;	/* "an exit cap of 1%" of the fee */
}

/* Does the spelling name its metric here? */
Naming
spelling_names(const Reading *reading, const Spelling *spelling, int first, int last)
{
	for (int i = first; i <= last && (spelling->rule == UPPER || spelling->rule == SAID); i++)
		if (!reading->tokens.items[i].is_upper)
			return NAMES_NOTHING;
	switch (spelling->rule)
	{
		case SAID:
			return body_says(reading, SAYS_EQUITY_MULTIPLE) || speaks_of_irr(reading, last) ? NAMES_METRIC : NAMES_NOTHING;
		case MODIFIED:
			return modified_names(reading, first, last);
		case WITH_IRR:
			return multiple_names(reading, first, last);
		case COVER:
			return cover_names(reading, first, last);
		case TIMES:
			return times_names(reading, first, last);
		case LEVER:
			return leverage_names(reading, first);
		default:
			return NAMES_METRIC;
	}
}
