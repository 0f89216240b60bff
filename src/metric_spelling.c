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

static bool
is_multiple(const Token *token)
{
	return token->kind == TOKEN_NUMBER && token->unit == NUMBER_MULTIPLE;
}

/* "1.9x coverage", "and coverage at 1.20x", not "interest coverage" */
static bool
is_debt_cover(const Reading *reading, int index)
{
	const Token *before = token_at(reading, index - 1);

	if (is_multiple(before))
		return true;
	if (before->kind == TOKEN_WORD && !has_words(before, W_AND) && !token_is(reading, index - 1, "the") && !token_is(reading, index - 1, "with"))
		return false;
	for (int i = index + 1; i <= index + 3; i++)
		if (is_multiple(token_at(reading, i)))
			return true;
	return false;
}

/* "0.74x coverage" of distributions, interest or rent */
static bool
covers_other(const Reading *reading)
{
	WORD_LIST(others, "distribution", "distributions", "interest", "dividend", "dividends", "payout", "rent", "affo", "acfo", "afcf", "ffo", "charge", "fixed", "land", "insurance");

	return says_any(reading, &others);
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
			return (reading->check != NULL && check_says(reading->check, SAYS_EQUITY_MULTIPLE)) || speaks_of_irr(reading, last);
		case MODIFIED:
			if (is_at_a_cap(reading, first) || is_price_cap(reading, first))
				return true;
			variant = first > 0 ? modifier_before(reading, first - 1, &unused) : NULL;
			return variant != NULL && !has_words(token_at(reading, last + 1), W_OTHER) &&
				strstr("going_in exit in_place stabilized trailing forward", variant) != NULL;
		case WITH_IRR:
			if (modifier_before(reading, first - 1, &start) == NULL)
				start = first;
			return is_multiple(token_at(reading, start - 1)) && speaks_of_irr(reading, last);
		case COVER:
			return (reading->mentions.count > 0 || (reading->check != NULL && check_says(reading->check, SAYS_DSCR) && !covers_other(reading))) &&
				is_debt_cover(reading, first);
		default:
			return true;
	}
}
