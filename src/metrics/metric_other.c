/*
 * metric_other.c
 *		Is a sentence of another case, time or deal, by how it is built?
 *
 *		At $95 million the deal does not work.
 *		Our first offer is $58 million.
 *		Raise the price to $64 million and ...
 *		By then, the property is leased.
 *		The property is 100% leased in this run.
 *		The purchase price is increased to $52 million.
 *		We are co-investors in Meridian Place.
 *
 * What it tells by a single word is metric_scene.c's.
 */
#include "metrics/metrics_internal.h"

/* "At $95 million the deal does not work." */
static bool
rejects_case(const Reading *reading)
{
	WORD_LIST(works, "work", "pencil", "close", "clear", "hold", "meet", "pass");

	for (int i = 1; i < reading->tokens.count; i++)
		if (token_is_any(reading, i, &works) && is_denial(reading, i - 1))
			return true;
	return false;
}

/* "Our first offer is $58 million.", "At the asking price of $66 million the deal is
 * thin.", not "The purchase price is $82 million." */
static bool
names_other_price(const Reading *reading)
{
	WORD_LIST(offers, "offer", "offered", "offers", "list", "listed", "asking", "ask", "proposed", "propose", "recommend", "reviewed", "reduced",
		"negotiated", "bid", "first", "approved");
	WORD_LIST(liens, "mortgage", "lien", "loan", "year");
	WORD_LIST(shares, "equity", "commitment", "investment");
	bool		has_amount = false;
	bool		is_offer = token_is(reading, 0, "at") && !token_is(reading, 1, "closing");
	bool		recommends = false;

	for (int i = 0; i < reading->tokens.count; i++)
	{
		bool		is_ours = token_is(reading, i, "recommend") && token_is(reading, i - 1, "we");

		has_amount |= token_at(reading, i)->kind == TOKEN_CURRENCY;
		recommends |= is_ours;
		is_offer |= !is_ours && token_is_any(reading, i, &offers) && !(token_is(reading, i, "first") && token_is_any(reading, i + 1, &liens));
	}
	return has_amount && (is_offer || (recommends && !says_any(reading, &shares)));
}

/* "Raise the price to $64 million and ..." */
static bool
orders_change(const Reading *reading)
{
	WORD_LIST(orders, "raise", "lower", "cut", "push", "put", "take", "run", "add", "remove", "drop", "increase", "reduce", "extend", "delay", "sell");

	return token_is_any(reading, 0, &orders);
}

#define LONGEST_TERM	6			/* tokens up to the verb */

/* "By then, the property is leased.", "Afterwards, the loan amortizes." */
static bool
opens_other_time(const Reading *reading)
{
	WORD_LIST(adverbs, "thereafter", "afterwards", "afterward", "subsequently");
	WORD_LIST(times, "time", "point", "stage");

	return token_is_any(reading, 0, &adverbs) || ((token_is(reading, 0, "by") || token_is(reading, 0, "until")) && token_is(reading, 1, "then")) ||
		((token_is(reading, 0, "at") || token_is(reading, 0, "by")) && token_is(reading, 1, "that") && token_is_any(reading, 2, &times));
}

/* "The property is 100% leased in this run.", "We underwrite no growth in this case." */
static bool
names_run(const Reading *reading)
{
	WORD_LIST(runs, "run", "case", "scenario", "version", "variant", "sensitivity", "simulation", "iteration");

	for (int i = 0; i < reading->tokens.count; i++)
		if (token_is(reading, i, "in") && (token_is(reading, i + 1, "this") || token_is(reading, i + 1, "that")) && token_is_any(reading, i + 2, &runs))
			return true;
	return false;
}

/* "The purchase price is increased to $52 million.", "The loan is then extended.", "We
 * recommend a smaller loan.": terms of another deal than the one that is underwritten. */
static bool
changes_terms(const Reading *reading)
{
	WORD_LIST(terms, "price", "loan", "amount", "deal", "transaction", "debt", "leverage", "hold", "exit", "sale", "plan", "property", "equity");
	WORD_LIST(adverbs, "not", "then", "also", "instead", "further");
	WORD_LIST(changed, "increased", "decreased", "reduced", "raised", "lowered", "cut", "upsized", "downsized", "resized", "restructured", "recapitalized", "refinanced",
		"extended", "delayed", "deferred", "renegotiated", "repriced", "removed", "dropped");
	WORD_LIST(views, "recommend", "propose", "prefer", "suggest", "consider");
	WORD_LIST(kinds, "lower", "higher", "smaller", "larger", "shorter", "longer", "alternative", "different", "reduced", "revised");
	int			noun = skip_articles(reading, 2);

	if (token_is(reading, 0, "we") && token_is_any(reading, 1, &views) && token_is_any(reading, noun, &kinds))
		return true;
	for (int i = 1; i + 1 < reading->tokens.count && i < LONGEST_TERM; i++)
		if (has_words(token_at(reading, i), W_BE) && token_is_any(reading, i - 1, &terms))
			return token_is_any(reading, i + 1 + token_is_any(reading, i + 1, &adverbs), &changed);
	return false;
}

#define REACH_OBJECT	5			/* tokens: "own a 45% share of Elm Court" */

/* "We own Lake Terrace.", "We are co-investors in Meridian Place.", "We have toured Elm
 * Court.": are we told to have to do with another asset, by its name? */
static bool
holds_other(const Reading *reading)
{
	WORD_LIST(holders, "we", "our", "fund", "sponsor", "partnership", "firm", "team", "manager");
	WORD_LIST(verbs, "own", "owns", "hold", "holds", "manage", "manages", "operate", "operates", "toured", "visited", "like", "reviewed", "studied", "bought",
		"acquired", "sold", "developed", "built", "renovated", "recapitalized", "underwrote");
	WORD_LIST(relations, "interest", "interests", "stake", "stakes", "share", "shares", "investor", "investors", "co-investors", "coinvestors", "partner", "partners", "owner", "owners",
		"invest", "invests", "invested", "investing", "investment", "investments", "contract", "familiar", "position", "positions", "member", "members", "shareholders", "offer", "offers", "bid", "bidding", "believe");
	WORD_LIST(links, "in", "on", "with", "at", "of", "for");

	if (!token_is_any(reading, 0, &holders) && !token_is_any(reading, 1, &holders))
		return false;
	for (int i = 1; i < reading->tokens.count; i++)
	{
		bool		is_related = token_is_any(reading, i, &relations) && token_is_any(reading, i + 1, &links);
		int			object = i + 1 + is_related;

		if (!is_related && !token_is_any(reading, i, &verbs))
			continue;
		while (object < i + REACH_OBJECT && !has_words(token_at(reading, object), W_PREP) && !is_capitalised(reading, object))
			object++;
		if (names_at(reading, object) > 0)
			return true;
	}
	return false;
}

/* "The property is Harbor Flats." */
static bool
is_called_otherwise(const Reading *reading)
{
	for (int i = 1; i < 4; i++)
		if (has_words(token_at(reading, i), W_BE))
			return begins_with_deal(reading, 0) && !token_is(reading, 0, "we") && names_at(reading, i + 1) > 0;
	return false;
}

/* Is the text of another case, time or deal, as its construction tells? */
bool
tells_other_case(const Reading *reading)
{
	return rejects_case(reading) || names_other_price(reading) || orders_change(reading) || opens_other_time(reading) || names_run(reading) || changes_terms(reading) ||
		holds_other(reading) || is_called_otherwise(reading);
}
