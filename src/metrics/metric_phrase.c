/*
 * metric_phrase.c
 *		Phrases that a plain statement may have, though not each of their words may
 *		stand anywhere in one.
 *
 *		In summary, the deal offers			in a case is another matter
 *		Under our base case assumptions
 *		over the five-year hold				of a return
 *		The purchase price of $62 million	a price may be another one
 *		is driven by rent growth
 *
 * Their words are in PHRASE of metricplain.h.
 */
#include "metrics/metrics_internal.h"

/* Has the sentence a metric of returns? */
static bool
tells_returns(const Reading *reading)
{
	for (int i = 0; i < reading->mentions.count; i++)
		if (is_return(reading->mentions.items[i].kind))
			return true;
	return false;
}

/* "five years", "60 months" */
bool
is_five_years(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	int			count = token->kind == TOKEN_NUMBER ? (int) token->value.digits : number_word(reading, index);

	return (token_is(reading, index + 1, "month") || token_is(reading, index + 1, "months") ? count : 12 * count) == 60;
}

/* The last token of the usual hold, "five-year", "60 months", of a return; any
 * other period, and of any other metric, may be another case's; -1 when it is not
 * one. */
int
hold_end(const Reading *reading, int index)
{
	return is_five_years(reading, index) && tells_returns(reading) ? period_end(reading, index) : -1;
}

/* 5 or "five" */
static bool
is_number(const Reading *reading, int index, int value)
{
	const Token *token = token_at(reading, index);

	return token->kind == TOKEN_NUMBER ? token->unit == NUMBER_BARE && token->value.scale == 0 && token->value.digits == value : number_word(reading, index) == value;
}

/* "is driven by rent growth": the last token of why, -1 when it is not said so. */
static int
reason_end(const Reading *reading, int index)
{
	WORD_LIST(reasons, "renovation", "renovations", "demand", "leverage");
	int			last = index + 1;

	if (!token_is(reading, index, "driven") || !token_is(reading, last, "by"))
		return -1;
	while (has_words(token_at(reading, last + 1), W_OTHER | W_AND) || token_is_any(reading, last + 1, &reasons))
		last++;
	return last > index + 1 ? last : -1;
}

/* "the $45.5 million loan", "a $40 million senior loan", "the purchase price of $62
 * million", "Senior loan: $38 million": the last token of the amount, else -1. */
int
own_amount_end(const Reading *reading, int index)
{
	WORD_LIST(whose, "the", "a", "our");
	WORD_LIST(loans, "loan", "mortgage", "senior");
	WORD_LIST(owned, "loan", "mortgage", "price");
	int			last = index + 1;

	if (token_at(reading, last)->kind != TOKEN_NUMBER)
		return -1;
	last += token_is(reading, last + 1, "million");
	if (token_is_any(reading, index - 1, &whose))
		return token_is_any(reading, last + 1, &loans) ? last : -1;
	return (token_is(reading, index - 1, "of") || token_at(reading, index - 1)->kind == TOKEN_COLON) && token_is_any(reading, index - 2, &owned) ? last : -1;
}

/* "the purchase price": the last token, -1 when it is another price or any. */
static int
own_price_end(const Reading *reading, int index)
{
	if (!token_is(reading, index, "purchase") || !token_is(reading, index + 1, "price"))
		return -1;
	return index == 0 || token_is(reading, index - 1, "the") || token_is(reading, index - 1, "our") ? index + 1 : -1;
}

/* "a levered IRR", "72% LTV": does a metric or its number follow, behind articles,
 * modifiers and qualities? */
static bool
leads_to_metric(const Reading *reading, int index)
{
	for (int i = index; i < index + 6; i++)
	{
		if (token_at(reading, i)->kind == TOKEN_CURRENCY)
			return own_amount_end(reading, i) >= 0;
		if (is_linked(reading, i) || token_at(reading, i)->inside >= 0)
			return true;
		if (skip_articles(reading, i) == i && !token_at(reading, i)->is_claimed && !is_quality(reading, i) && !has_words(token_at(reading, i), W_FILL))
			return false;
	}
	return false;
}

/* "Therefore,", "In addition,", "Finally,": words before the statement proper that
 * say nothing of it; the comma's token, else -1. */
static int
connector_end(const Reading *reading, int index)
{
	WORD_LIST(connectors, "therefore", "accordingly", "thus", "consequently", "however", "moreover", "furthermore", "importantly", "notably", "finally", "overall",
		"additionally", "specifically");

	if (index == 0 && token_is(reading, 0, "all") && token_is(reading, 1, "told") && token_at(reading, 2)->kind == TOKEN_COMMA)
		return 2;
	return index == 0 && token_is_any(reading, 0, &connectors) && token_at(reading, 1)->kind == TOKEN_COMMA ? 1 : -1;
}

/* "With a 17.8% levered IRR, the deal ...": what the deal has, not what it would take;
 * the main clause gives no other metric.  Where that begins, else -1. */
int
main_clause(const Reading *reading)
{
	int			comma = 1;

	if (!token_is(reading, 0, "with") || !leads_to_metric(reading, 1))
		return -1;
	while (comma < reading->tokens.count && (token_at(reading, comma)->kind != TOKEN_COMMA || is_linked(reading, comma + 1) || token_at(reading, comma + 1)->inside >= 0))
		comma++;
	for (int i = comma; i < reading->tokens.count; i++)
		if (is_linked(reading, i) || has_words(token_at(reading, i), W_MODAL | W_IF | W_SCENARIO | W_MOVE))
			return -1;
	return begins_with_deal(reading, comma + 1) ? comma : -1;
}

/* "We are buying the property at": the last token, else -1. */
static int
buying_end(const Reading *reading, int index)
{
	WORD_LIST(assets, "property", "asset", "building", "community", "project", "portfolio");
	int			noun = skip_articles(reading, index + 1);
	int			last = deal_name_at(reading, noun) > 0 ? noun + deal_name_at(reading, noun) - 1 : token_is_any(reading, noun, &assets) && noun > index + 1 ? noun : -1;

	if (index != 2 || !token_is(reading, 0, "we") || !has_words(token_at(reading, 1), W_BE) || last < 0)
		return -1;
	return token_is(reading, last + 1, "at") && leads_to_metric(reading, last + 2) ? last + 1 : -1;
}

/* "We anticipate", "The model uses", "The deal as structured": the last token of what
 * we do, or is done, with the deal; -1 when it is not said so. */
static int
doing_end(const Reading *reading, int index)
{
	WORD_LIST(made, "structured", "proposed", "underwritten", "presented");
	WORD_LIST(views, "underwriting", "model", "projections", "analysis", "assumptions", "case");

	if (token_is(reading, index, "assume") || token_is(reading, index, "calculate") || token_is(reading, index, "apply"))
		return token_is(reading, index - 1, "we") && index == 1 ? index : -1;
	/* "The price equates to" */
	if (token_is(reading, index, "price"))
		return index == 1 && (token_is(reading, 0, "the") || token_is(reading, 0, "our")) ? index : -1;
	if (token_is(reading, index, "structured"))
		return has_words(token_at(reading, index - 1), W_BE) && token_is(reading, index + 1, "with") ? index : -1;
	if (token_is(reading, index, "own"))
		return token_is(reading, index - 1, "our") ? index : -1;
	if (token_is(reading, index, "uses") || token_is(reading, index, "assumes"))
		return token_is_any(reading, index - 1, &views) ? index : -1;
	if (token_is(reading, index, "calls"))
		return token_is(reading, index - 1, "case") && token_is(reading, index + 1, "for") ? index + 1 : -1;
	/* "We anticipate", "We see a levered IRR of" */
	if (token_is(reading, index, "anticipate") || token_is(reading, index, "see"))
		return index == 1 && token_is(reading, 0, "we") && leads_to_metric(reading, 2) ? index : -1;
	/* "We are buying the property at" */
	if (token_is(reading, index, "acquiring") || token_is(reading, index, "buying"))
		return buying_end(reading, index);
	if (token_is(reading, index, "yield"))
		return token_is(reading, index - 1, "to") ? index : -1;
	/* "We're underwriting" */
	if (token_is(reading, index, "re"))
		return index == 1 && token_is(reading, 0, "we") ? index : -1;
	/* "The deal as structured" */
	if (token_is(reading, index, "as"))
		return token_is(reading, index - 1, "deal") && token_is_any(reading, index + 1, &made) ? index + 1 : -1;
	/* "a fixed-rate loan" */
	if (token_is(reading, index, "fixed"))
		return token_at(reading, index + 1)->is_joined && token_is(reading, index + 1, "rate") ? index + 1 : -1;
	return -1;
}

/* The last token of a few words that say the headline in a certain way. */
int
saying_end(const Reading *reading, int index)
{
	WORD_LIST(lists, "returns", "projections", "metrics");
	WORD_LIST(labels, "leverage", "debt", "financing", "returns", "return", "loan", "pricing", "coverage", "mitigant", "mitigants");
	WORD_LIST(loans, "loan", "debt", "mortgage");
	WORD_LIST(views, "underwriting", "model", "projections", "analysis", "assumptions");
	int			last;

	/* "Leverage: 65% LTV" in a list */
	if (index == 0 && token_at(reading, 1)->kind == TOKEN_COLON && token_is_any(reading, 0, &labels))
		return 1;
	if ((last = doing_end(reading, index)) >= 0)
		return last;
	if (token_is(reading, index, "day"))
		return token_is(reading, index + 1, "one") ? index + 1 : -1;
	if (token_is(reading, index, "acquired") || token_is(reading, index, "purchased"))
		return has_words(token_at(reading, index - 1), W_BE) && token_is(reading, index + 1, "at") ? index : -1;
	if (token_is(reading, index, "based"))
	{
		int			view = skip_articles(reading, index + 2);

		if (!token_is(reading, index + 1, "on") || !token_is_any(reading, view, &views))
			return -1;
		return token_is(reading, view + 1, "above") ? view + 1 : view;
	}
	if (token_is(reading, index, "some"))
		return token_at(reading, index + 1)->kind == TOKEN_NUMBER ? index : -1;
	if (token_is(reading, index, "now") || token_is(reading, index, "currently"))
		return tells_returns(reading) ? index : -1;
	if (token_is(reading, index, "leverage"))
		return index == 0 && has_words(token_at(reading, 1), W_BE) ? index : -1;
	if (token_is(reading, index, "noi") && token_at(reading, index + 1)->kind == TOKEN_SLASH)
		return token_is(reading, index + 2, "debt") && token_is(reading, index + 3, "service") ? index + 3 : -1;
	if (token_is(reading, index, "senior"))
		return token_is(reading, index + 1, "debt") ? index + 1 : token_is_any(reading, index + 1, &loans) ? index : -1;
	if (token_is(reading, index, "include") || token_is(reading, index, "includes"))
		return token_is_any(reading, index - 1, &lists) ? index : -1;
	if (token_is(reading, index, "with"))
		return (index > 0 ? leads_to_metric(reading, index + 1) || token_is(reading, index + 2, "leverage") : main_clause(reading) > 0) ? index : -1;
	if (connector_end(reading, index) >= 0)
		return connector_end(reading, index);
	if (token_is(reading, index, "purchase"))
		return own_price_end(reading, index);
	if (token_is(reading, index, "sized"))
		return token_is(reading, index + 1, "at") ? index : -1;
	if (token_is(reading, index, "that"))
		return token_is(reading, index - 1, "indicates") || token_is(reading, index - 1, "shows") ? index : -1;
	if (token_is(reading, index, "bottom"))
		return index == 0 && token_is(reading, 1, "line") ? 1 : -1;
	if (token_is(reading, index, "risk"))
		return token_is(reading, index + 1, "adjusted") ? index + 1 : -1;
	if (token_is(reading, index, "capital"))
		return token_is(reading, index + 1, "structure") ? index + 1 : -1;
	if (token_is(reading, index, "business"))
		return token_is(reading, index + 1, "plan") ? index : -1;
	if (token_is(reading, index, "cash"))
		return token_is(reading, index + 1, "flow") && token_is(reading, index + 2, "covers") ? index + 1 : -1;
	return reason_end(reading, index);
}

/* "In the base case", "Under our base case assumptions": the last token, else -1. */
static int
base_case_end(const Reading *reading, int index)
{
	WORD_LIST(openers, "in", "under", "on", "for");
	WORD_LIST(nouns, "assumptions", "scenario", "underwriting", "projections");
	int			noun = skip_articles(reading, index + 1);

	if (!token_is_any(reading, index, &openers) || !token_is(reading, noun, "base") || !token_is(reading, noun + 1, "case"))
		return -1;
	return token_is_any(reading, noun + 2, &nouns) ? noun + 2 : noun + 1;
}

/* "a sale in Year 5", "disposition in month 60", "a sale at the end of year five": the
 * usual hold; the last token, else -1. */
static int
sale_end(const Reading *reading, int index)
{
	int			unit = index + 2;
	int			last;

	if (token_is(reading, index + 1, "at") && token_is(reading, index + 2, "the") && token_is(reading, index + 3, "end") && token_is(reading, index + 4, "of"))
		unit = index + 5;
	else if (!token_is(reading, index + 1, "in"))
		return -1;
	if (!is_number(reading, unit + 1, token_is(reading, unit, "year") ? 5 : token_is(reading, unit, "month") ? 60 : -1))
		return -1;
	last = unit + 1;
	return token_is(reading, last + 1, "at") && leads_to_metric(reading, last + 2) ? last + 1 : last;
}

/* "of $5.40 million": the last token, else index - 1 */
static int
amount_end(const Reading *reading, int index)
{
	if (!token_is(reading, index, "of") || token_at(reading, index + 1)->kind != TOKEN_CURRENCY || token_at(reading, index + 2)->kind != TOKEN_NUMBER)
		return index - 1;
	return token_is(reading, index + 3, "million") ? index + 3 : index + 2;
}

/* "At the contract price of $58.4 million": the last token, else -1. */
static int
contract_price_end(const Reading *reading, int index)
{
	WORD_LIST(articles, "the", "our", "this");
	WORD_LIST(agreed, "contract", "purchase", "agreed", "acquisition");
	int			noun = index + 2;

	if (!token_is(reading, index, "at") || !token_is_any(reading, index + 1, &articles))
		return -1;
	noun += token_is_any(reading, noun, &agreed);
	if (!token_is(reading, noun, "price") || (noun == index + 2 && !token_is(reading, index + 1, "our")))
		return -1;
	return amount_end(reading, noun + 1);
}

/* "on underwritten Year 1 NOI of $5.40 million": what the headline stands on; the last
 * token, else -1. */
static int
first_income_end(const Reading *reading, int index)
{
	WORD_LIST(incomes, "noi", "income");
	int			noun = token_is(reading, index, "year") ? index : skip_articles(reading, index + 1);

	if (noun > index && !token_is(reading, index, "on") && !token_is(reading, index, "to"))
		return -1;
	noun += token_is(reading, noun, "underwritten") || token_is(reading, noun, "projected");
	if (token_is(reading, noun, "year") && is_number(reading, noun + 1, 1))
		noun += 2;
	else if (token_is(reading, noun, "first") && token_is(reading, noun + 1, "year"))
		noun += 2;
	else
		return -1;
	return token_is_any(reading, noun, &incomes) ? amount_end(reading, noun + 1) : -1;
}

/* The last token of a phrase that says nothing of a case or time; -1 when the
 * preposition at index begins another. */
int
phrase_end(const Reading *reading, int index)
{
	WORD_LIST(whom, "investors", "equity", "deal", "project", "property", "investment", "asset", "transaction", "loan");
	WORD_LIST(expecting, "pencils", "equates", "out", "comes", "expect", "underwrite", "expected", "projected", "forecast", "forecasted", "estimated", "anticipated", "underwritten", "underwrites");
	WORD_LIST(bought, "financed", "underwritten", "acquired", "purchased", "pencils", "sized", "loan", "mortgage");
	WORD_LIST(sums, "summary", "sum", "short", "conclusion", "addition");
	int			noun = skip_articles(reading, index + 1);
	int			last;

	if ((last = base_case_end(reading, index)) >= 0 || (last = contract_price_end(reading, index)) >= 0 || (last = first_income_end(reading, index)) >= 0)
		return last;
	if (index == 0 && (token_is(reading, 0, "at") || token_is(reading, 0, "for")) && deal_name_at(reading, 1) > 0)
		return deal_name_at(reading, 1);
	if (token_is(reading, index, "at"))
		return links_value(reading, index) || ((token_is_any(reading, index - 1, &bought) || (token_is(reading, 0, "leverage") && is_quality(reading, index - 1))) && is_linked(reading, noun)) ? index : token_is(reading, index + 1, "closing") ? index + 1 : -1;
	if (token_is(reading, index, "in"))
	{
		if (token_at(reading, index)->is_joined || token_is(reading, index - 1, "comes"))
			return index;
		if (index == 0 && token_is_any(reading, noun, &sums))
			return noun;
		return token_is(reading, noun, "total") && tells_returns(reading) ? noun : -1;
	}
	/* "by in-place NOI" */
	for (int i = noun; token_is(reading, index, "by") && i < noun + 4; i++)
		if (token_is(reading, i, "noi"))
			return i;
	/* "By contrast, our DSCR is" */
	if (index == 0 && token_is(reading, 0, "by") && (token_is(reading, 1, "contrast") || token_is(reading, 1, "comparison")))
		return token_is(reading, 2 + (token_at(reading, 2)->kind == TOKEN_COMMA), "our") ? 1 : -1;
	/* "a sale in Year 5 at an exit cap rate of" */
	if (token_is(reading, index, "sale") || token_is(reading, index, "disposition"))
		return sale_end(reading, index);
	if (token_is(reading, index, "over") && hold_end(reading, noun) >= 0)
		return hold_end(reading, noun);
	if (token_is(reading, index, "over") && token_is(reading, noun, "hold"))
		return token_is(reading, noun + 1, "period") ? noun + 1 : noun;
	if (token_is(reading, index, "on"))
	{
		if (modifier_at(reading, noun, &last) != NULL && token_is(reading, last + 1, "basis"))
			return last + 1;
		return modifier_at(reading, noun, &last) != NULL && token_is(reading, last + 1, "loan") ? last + 1 :
			token_is(reading, noun, "loan") ? noun : -1;
	}
	if (token_is(reading, index, "to") && token_is_any(reading, index - 1, &expecting))
		return index;
	/* "We expect the investment to produce" */
	if (token_is(reading, index, "to") && index > 2 && token_is(reading, 0, "we") && token_is_any(reading, 1, &expecting) &&
		token_is_any(reading, skip_articles(reading, 2), &whom) && skip_articles(reading, 2) == index - 1)
		return index;
	/* "The IRR for investors is": one of several parties' */
	if (token_is(reading, index, "for") && token_is(reading, noun, "investors") && token_at(reading, index - 1)->inside >= 0)
		return -1;
	if ((token_is(reading, index, "to") || token_is(reading, index, "for")) && token_is_any(reading, noun, &whom))
		return noun;
	if (token_is(reading, index, "for") && deal_name_at(reading, noun) > 0)
		return noun + deal_name_at(reading, noun) - 1;
	return -1;
}
