/*
 * metric_spelling.c
 *		Does a short spelling name the metric where it stands?
 *
 *		at a 5.25 cap					a cap rate, not "a 3% cap on increases"
 *		1.9x coverage					of debt, where the text speaks of a DSCR
 *		16.2% IRR, 1.9x EM				not emerging markets
 *
 * metriclist.h says which rule a spelling goes by.
 */
#include "metric_internal.h"

/* A number of percent without its sign, as caps are spoken of: "a 5.25 cap" */
bool
is_bare_cap(const Token *number)
{
	return number->unit == NUMBER_BARE && decimal_compare(number->value, (Decimal) {2, 0}) > 0 && decimal_compare(number->value, (Decimal) {15, 0}) < 0;
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

/* "5.4% cap on in-place NOI", "$4.2M on a $78M price is a 5.4% cap" */
static bool
is_price_cap(const Reading *reading, int index)
{
	WORD_LIST(bases, "noi", "income", "price", "purchase");
	bool		has_base = false;

	if (token_at(reading, index - 1)->kind != TOKEN_NUMBER || token_at(reading, index - 1)->unit != NUMBER_PERCENT)
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

#define SAME_CLAUSE	24			/* tokens */

static bool
says_near(const Reading *reading, int index, WordList *list)
{
	for (int i = Max(0, index - SAME_CLAUSE); i < index + SAME_CLAUSE; i++)
		if (token_is_any(reading, i, list))
			return true;
	return false;
}

static bool
is_multiple(const Token *token)
{
	return token->kind == TOKEN_NUMBER && token->unit == NUMBER_MULTIPLE;
}

#define NEAR_NUMBER	7			/* tokens */

/* "of 1.38x", "stands at barely 1.05x": does a number of the unit follow, behind words
 * that link? */
static bool
leads_to_number(const Reading *reading, int index, NumberUnit unit)
{
	for (int i = index; i < index + NEAR_NUMBER; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_NUMBER)
			return token->unit == unit;
		if (token->kind != TOKEN_COLON && !has_words(token, W_BE | W_VERB | W_MOVE | W_OF | W_AT | W_TO | W_FROM | W_BY | W_FILL | W_BOUND | W_RANGE | W_MODAL) &&
			!is_quality(reading, i))
			return false;
	}
	return false;
}

/* "1.9x coverage", "first-year coverage of 1.20x", "is covered 1.5x", not "tenant
 * coverage" */
static bool
is_debt_cover(const Reading *reading, int index, int last)
{
	WORD_LIST(others, "interest", "tenant", "tenants", "rent", "ebitda", "ebitdar", "charge", "asset", "collateral", "media", "claims", "lease", "store", "residual", "site", "cash");
	const Token *before = token_at(reading, index - 1);

	if (token_is(reading, index, "covered"))
		return is_multiple(token_at(reading, last + 1));
	return is_multiple(before) || (!token_is_any(reading, index - 1, &others) && leads_to_number(reading, last + 1, NUMBER_MULTIPLE));
}

/* "1.9x multiple", "a base-case multiple of 1.84x", not "an EBITDA multiple of 12x" */
static bool
is_equity_multiple(const Reading *reading, int first, int last)
{
	WORD_LIST(kinds, "base", "case", "projected", "total", "overall", "our", "the", "a", "expected", "underwritten", "net", "gross", "levered", "investor", "its", "deal", "exit", "average", "required", "minimum", "equity");

	if (is_multiple(token_at(reading, first - 1)))
		return true;
	for (int i = last + 1; i < last + NEAR_NUMBER; i++)
		if (is_multiple(token_at(reading, i)) && decimal_compare(token_at(reading, i)->value, (Decimal) {10, 0}) >= 0)
			return false;
	return (first == 0 || token_is_any(reading, first - 1, &kinds) || has_words(token_at(reading, first - 1), W_AND) || token_at(reading, first - 1)->kind != TOKEN_WORD) &&
		leads_to_number(reading, last + 1, NUMBER_MULTIPLE);
}

/* "60% leverage", "leverage of 58%", "leverage is moderate at 58% of value" */
static bool
is_loan_leverage(const Reading *reading, int index)
{
	WORD_LIST(costs, "cost", "ltc");
	const Token *before = token_at(reading, index - 1);

	return !says_near(reading, index, &costs) && ((before->kind == TOKEN_NUMBER && before->unit == NUMBER_PERCENT) ||
										(!has_words(token_at(reading, index + 1), W_VERB | W_MOVE | W_BY) && leads_to_number(reading, index + 1, NUMBER_PERCENT)));
}

static bool
body_says(const Reading *reading, BodyWord word)
{
	return reading->check != NULL && check_says(reading->check, word);
}

/* "0.74x coverage" of distributions, interest or rent */
static bool
covers_other(const Reading *reading, int index)
{
	WORD_LIST(others, "distribution", "distributions", "interest", "dividend", "dividends", "payout", "rent", "affo", "acfo", "afcf", "ffo", "charge", "fixed", "land", "insurance");

	return says_near(reading, index, &others);
}

/* Does the sentence name an IRR, before or soon behind the token? */
static bool
speaks_of_irr(const Reading *reading, int index)
{
	for (int i = 0; i < reading->mentions.count; i++)
		if (strcmp(reading->mentions.items[i].kind->key, "irr") == 0)
			return true;
	for (int i = index; i < reading->tokens.count && i < index + 12; i++)
		if (token_is(reading, i, "irr"))
			return true;
	return false;
}

/* Does the spelling count here? */
bool
spelling_counts(const Reading *reading, const Spelling *spelling, int first, int last)
{
	int			unused;
	int			start;
	const char *variant;

	for (int i = first; i <= last && (spelling->rule == UPPER || spelling->rule == SAID); i++)
		if (!reading->tokens.items[i].is_upper)
			return false;
	switch (spelling->rule)
	{
		case SAID:
			return body_says(reading, SAYS_EQUITY_MULTIPLE) || speaks_of_irr(reading, last);
		case MODIFIED:
			if (!token_is(reading, first, "yield") && (is_at_a_cap(reading, first) || is_price_cap(reading, first)))
				return true;
			variant = first > 0 ? modifier_before(reading, first - 1, &unused) : NULL;
			if (token_is(reading, first, "yield"))
				return variant != NULL && strcmp(variant, "going_in") == 0 && !token_is(reading, last + 1, "on");
			return variant != NULL && !has_words(token_at(reading, last + 1), W_OTHER) &&
				strstr("going_in exit in_place stabilized trailing forward", variant) != NULL;
		case WITH_IRR:
			if (modifier_before(reading, first - 1, &start) == NULL)
				start = first;
			return (speaks_of_irr(reading, last) || body_says(reading, SAYS_EQUITY_MULTIPLE)) && is_equity_multiple(reading, start, last);
		case COVER:
			return is_debt_cover(reading, first, last) &&
				(reading->mentions.count > 0 || ((body_says(reading, SAYS_DSCR) || body_says(reading, SAYS_DEBT_SERVICE)) && !covers_other(reading, first)));
		case TIMES:
			return is_multiple(token_at(reading, first - 1));
		case LEVER:
			return is_loan_leverage(reading, first) && (body_says(reading, SAYS_LTV) || body_says(reading, SAYS_LOAN_TO_VALUE));
		default:
			return true;
	}
}
