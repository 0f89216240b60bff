/*
 * metric_subject.c
 *		Is a sentence about this deal, by its subject?
 *
 * "The IRR is 12.0%" tells of whatever the sentence before it tells of.  Words
 * that set another scene are known (metric_scene.c), but nobody can list all:
 *
 *		The property is 95% leased.			this deal
 *		We recommend approval.				this deal
 *		Built in 1998, Maple Court offers ample parking.	this deal
 *		The DSCR is 1.35x.					this deal, when the rest of it is neutral
 *		NOI rose by 4%.						a fact, as good but for a cap rate
 *		An early exit is attractive.		another case
 *		Investors are active in Austin.		the market
 *
 * So only a subject that is the deal, its property, its loan or its price, and
 * nothing more than that, leaves the next sentence this deal's, or what has
 * happened; under the heading "Base case" anything that sets no other scene.
 */
#include "metrics/metrics_internal.h"

/* Has the sentence a metric with its number, or one that is to follow: "Cap rate:"?
 * A reading without groups gets them. */
static bool
tells_metric(Reading *reading)
{
	bool		is_label = true;

	if (reading->mentions.count == 0)
		return false;
	for (int i = 0; i < reading->tokens.count; i++)
		is_label &= token_at(reading, i)->inside >= 0 || token_at(reading, i)->is_claimed || token_at(reading, i)->kind == TOKEN_COLON;
	if (is_label)
		return true;
	if (reading->groups.count == 0)
	{
		reading_groups(reading);
		reading_link(reading);
	}
	for (int i = 0; i < reading->groups.count; i++)
		if (reading->groups.items[i].mention >= 0)
			return true;
	return false;
}

/* Does the token begin what a subject does, or what it has: "is", "offers", "'s IRR"? */
static bool
is_predicate(const Reading *reading, int index)
{
	WORD_LIST(building, "built", "constructed", "completed", "developed", "delivered", "originally");
	WORD_LIST(verbs, "has", "have", "balance", "bears", "benefit", "benefits", "carries", "closes", "combines", "comprises", "consists", "contains",
		"covers", "delivers", "enjoys", "features", "funds", "generates", "includes", "lies", "matures", "meets", "occupies", "offers", "presents", "produces",
		"provides", "reflects", "renovates", "represents", "requires", "returns", "serves", "supports", "amortizes", "totals", "also", "currently", "now",
		"needs", "competes", "commands", "attracts", "appeals", "exceeds", "clears", "satisfies");
	int			unused;

	/* "The property was built in 1998", not "The deal was a success" */
	if (token_is(reading, index, "was") || token_is(reading, index, "were"))
		return token_is_any(reading, index + 1, &building);
	if (token_is_any(reading, index, &verbs) || has_words(token_at(reading, index), W_BE | W_VERB | W_BASE))
		return true;
	/* "The deal's levered IRR" */
	return token_at(reading, index)->inside >= 0 || modifier_at(reading, index, &unused) != NULL;
}

/* "of $53 million" */
static int
skip_amount(const Reading *reading, int index)
{
	if (!token_is(reading, index, "of") || token_at(reading, index + 1)->kind != TOKEN_CURRENCY)
		return index;
	index += 2;
	return token_at(reading, index + 1)->inside < 0 && token_is(reading, index + 1, "million") ? index + 2 : index + 1;
}

bool
begins_with_deal(const Reading *reading, int index)
{
	WORD_LIST(views, "recommend", "like", "believe", "view", "see", "project", "expect", "anticipate", "estimate", "forecast", "plan", "intend", "acquire",
		"buy", "purchase", "own", "have", "agree", "find", "completed", "regard");
	WORD_LIST(articles, "the", "this", "our", "its");
	WORD_LIST(memos, "memo", "memorandum", "report");
	WORD_LIST(kinds, "apartment", "multifamily", "subject", "purchase", "business", "loan", "capital", "base", "senior", "interest");
	WORD_LIST(nouns, "property", "asset", "deal", "investment", "transaction", "acquisition", "opportunity", "project", "community", "building", "complex",
		"site", "loan", "price", "amount", "plan", "case", "underwriting", "structure", "stack", "location", "rate", "term", "basis", "debt", "financing", "equity", "thesis", "recommendation");
	WORD_LIST(homes, "units", "apartments", "homes");
	WORD_LIST(amounts, "returns", "leverage", "noi", "sources");
	int			name = deal_name_at(reading, index);
	int			noun;

	/* "We recommend", not "We increased the rent growth" */
	if (token_is(reading, index, "we"))
		return token_is_any(reading, index + 1, &views) || has_words(token_at(reading, index + 1), W_BE | W_BASE);
	if (name > 0)
		return is_predicate(reading, index + name);
	/* "Our levered IRR" */
	if (token_is(reading, index, "our") && (token_at(reading, index + 1)->inside >= 0 || token_at(reading, index + 1)->is_claimed))
		return true;
	/* "All 312 units are leased." */
	if (token_is(reading, index, "all") && token_at(reading, index + 1)->kind == TOKEN_NUMBER && token_is_any(reading, index + 2, &homes))
		return true;
	noun = index + token_is_any(reading, index, &articles);
	if (token_is(reading, noun, "net") && token_is(reading, noun + 1, "operating") && token_is(reading, noun + 2, "income"))
		return is_predicate(reading, noun + 3);
	if (token_is_any(reading, noun, &amounts))
		return is_predicate(reading, noun + 1) || token_is(reading, noun + 1, "and");
	if (noun == index)
		return false;
	if (token_is_any(reading, noun, &memos))
		return token_is(reading, noun + 1, "seeks") || token_is(reading, noun + 1, "recommends");
	if (token_is_any(reading, noun, &kinds) && token_is_any(reading, noun + 1, &nouns))
		noun++;
	return token_is_any(reading, noun, &nouns) && token_at(reading, noun)->inside < 0 && is_predicate(reading, skip_amount(reading, noun + 1));
}

/* The reading has its tokens and mentions. */
bool
is_about_deal(const Reading *reading)
{
	WORD_LIST(conditions, "after", "adjusted", "fully", "once", "assuming", "at", "under", "without", "including", "excluding", "as", "when", "using");
	int			first = 0;

	if (begins_with_deal(reading, first))
		return true;
	/* "At Maple Court, the" */
	if ((token_is(reading, 0, "at") || token_is(reading, 0, "for")) && deal_name_at(reading, 1) > 0)
		return token_at(reading, 1 + deal_name_at(reading, 1))->kind == TOKEN_COMMA;
	/* "With taxes reassessed, NOI is", not "With 312 units, the property is" */
	if (token_is_any(reading, 0, &conditions) || (token_is(reading, 0, "with") && token_at(reading, 1)->kind != TOKEN_NUMBER))
		return false;
	/* "In sum, the deal works.", "Summary: the deal works." */
	while (first < reading->tokens.count && token_at(reading, first)->kind != TOKEN_COMMA && token_at(reading, first)->kind != TOKEN_COLON)
		first++;
	return begins_with_deal(reading, first + 1);
}

/* "Our levered IRR", "our 5.8% going-in cap rate": does our metric stand at index? */
static bool
is_our_metric(const Reading *reading, int index)
{
	int			next = index + 1;

	if (!token_is(reading, index, "our"))
		return false;
	while (next < index + 6 && (is_linked(reading, next) || token_at(reading, next)->is_claimed || is_plain_word(reading, next)) && token_at(reading, next)->inside < 0)
		next++;
	return token_at(reading, next)->inside >= 0;
}

/* "The projected levered IRR", "Underwritten DSCR" */
static bool
is_projected_metric(const Reading *reading)
{
	WORD_LIST(views, "projected", "underwritten", "expected", "forecast", "estimated", "anticipated", "modeled", "modelled");
	int			next = skip_articles(reading, 0);

	return token_is_any(reading, next, &views) && (token_at(reading, next + 1)->inside >= 0 || token_at(reading, next + 1)->is_claimed);
}

/* How surely is the sentence this deal's by its own words?  "The deal is underwritten
 * to", "We project", "The projected levered IRR". */
Ground
ground_of(const Reading *reading)
{
	WORD_LIST(views, "project", "expect", "anticipate", "estimate", "forecast", "calculate", "apply", "assume", "use");
	WORD_LIST(ours, "underwriting", "model", "purchase", "projections", "base", "analysis", "own", "figures");
	int			name = deal_name_at(reading, 0);

	if (token_is(reading, 0, "we") && token_is(reading, 1, "underwrite"))
		return GROUND_FIRM;
	if (begins_with_deal(reading, 0) && token_is(reading, 0, "the") && has_words(token_at(reading, 2), W_BE) && token_is(reading, 3, "underwritten"))
		return GROUND_FIRM;
	if ((token_is(reading, 0, "we") && (token_is_any(reading, 1, &views) || token_is(reading, 2, "acquiring") || token_is(reading, 2, "buying"))) || (token_is(reading, 0, "our") && token_is_any(reading, 1, &ours)) ||
		is_our_metric(reading, 0) || (name > 0 && is_predicate(reading, name)))
		return GROUND_OURS;
	/* "By contrast, our DSCR is" */
	if (token_is(reading, 0, "by") && (token_is(reading, 1, "contrast") || token_is(reading, 1, "comparison")) && is_our_metric(reading, 2 + (token_at(reading, 2)->kind == TOKEN_COMMA)))
		return GROUND_OURS;
	/* "At the contract price the Year 1 NOI represents", "The debt yield at closing is" */
	if (phrase_end(reading, 0) > 1 && (token_is(reading, 0, "at") || token_is(reading, 0, "on")))
		return GROUND_OURS;
	for (int i = 0; i < 6; i++)
		if (token_is(reading, i, "at") && token_is(reading, i + 1, "closing"))
			return GROUND_OURS;
	/* "The going-in cap rate on Year 1 NOI is" */
	for (int i = 1; i < 6; i++)
		if (token_is(reading, i, "on") && phrase_end(reading, i) > i + 2)
			return GROUND_DEAL;
	return is_about_deal(reading) || is_projected_metric(reading) ? GROUND_DEAL : GROUND_NONE;
}

/* "Maple Court is a 312-unit community in suburban Raleigh that the sponsor proposes
 * to acquire.": whatever it says of the deal, it is of the deal. */
bool
presents_deal(const Reading *reading)
{
	int			name = deal_name_at(reading, 0);

	return name > 0 && token_is(reading, name, "is") && skip_articles(reading, name + 1) > name + 1 && !tells_past_year(reading) &&
		words_context(reading, 0, reading->tokens.count - 1) != CONTEXT_SCENARIO && reading->mentions.count == 0;
}

/* "Truist will provide a $37.96 million first mortgage loan.": the deal's, not what
 * a lender would provide or has offered. */
bool
provides_loan(const Reading *reading)
{
	WORD_LIST(verbs, "provide", "provides", "originate", "originates", "fund", "funds", "issued", "lend");
	WORD_LIST(loans, "loan", "mortgage", "financing");
	WORD_LIST(others, "mezzanine", "mezz", "bridge", "construction", "subordinate", "second", "other", "another", "existing", "alternative", "also", "either");
	bool		has_verb = false;
	bool		has_loan = false;

	if (!is_capitalised(reading, 0) || is_scene_word(reading, 0))
		return false;
	for (int i = 0; i < reading->tokens.count; i++)
	{
		if (token_is_any(reading, i, &others) || has_words(token_at(reading, i), W_MODAL | W_IF | W_SCENARIO) || token_at(reading, i)->inside >= 0)
			return false;
		has_verb |= i < 6 && token_is_any(reading, i, &verbs);
		has_loan |= token_is_any(reading, i, &loans);
	}
	return has_verb && has_loan;
}

/* "The exit is modeled at the end of Year 5." */
bool
plans_exit(const Reading *reading)
{
	WORD_LIST(exits, "exit", "sale", "disposition");
	WORD_LIST(views, "modeled", "modelled", "assumed", "underwritten", "projected", "planned");

	return token_is(reading, 0, "the") && token_is_any(reading, 1, &exits) && has_words(token_at(reading, 2), W_BE) && token_is_any(reading, 3, &views) &&
		words_context(reading, 0, reading->tokens.count - 1) == CONTEXT_HEADLINE && departure_context(reading, reading->tokens.count) == CONTEXT_HEADLINE;
}

/* Does the sentence tell of what the one before it does: "It is 92% leased.", "The
 * LTV is 65%."? */
bool
is_follower(Reading *reading)
{
	return token_is(reading, 0, "it") || (tells_metric(reading) && ground_of(reading) == GROUND_NONE);
}

/* "NOI rose by 4%": what has happened, not "Rents fall". */
static bool
tells_rise(const Reading *reading)
{
	WORD_LIST(subjects, "noi", "income", "revenue", "rent", "rents", "occupancy", "collections", "demand", "absorption", "population", "employment");
	WORD_LIST(rises, "rose", "grew", "increased", "improved", "climbed", "gained", "expanded", "outperformed");
	bool		is_fact = false;

	for (int i = 0; i < 4; i++)
		is_fact |= token_is_any(reading, i, &subjects);
	for (int i = 1; is_fact && i < reading->tokens.count; i++)
		if (token_is_any(reading, i, &rises) && !has_words(token_at(reading, i - 1), W_BE | W_FILL))
			return true;
	return false;
}

/* "Demand is strong.", "Market fundamentals are sound." */
static bool
tells_strength(const Reading *reading)
{
	WORD_LIST(subjects, "demand", "fundamentals", "market", "submarket", "economy", "collections");
	WORD_LIST(strengths, "strong", "solid", "robust", "healthy", "sound", "favorable", "favourable", "excellent", "attractive", "deep", "resilient", "diverse");
	int			noun = token_is(reading, 0, "the") ? 1 : 0;

	noun += token_is_any(reading, noun, &subjects) && token_is_any(reading, noun + 1, &subjects);
	return token_is_any(reading, noun, &subjects) && has_words(token_at(reading, noun + 1), W_BE | W_VERB) &&
		token_is_any(reading, reading->tokens.count - 1, &strengths);
}

#define LONG_SUBJECT	5			/* tokens */

/* "Rents are $1,745.", "Net operating income of $3.15 million covers debt service of
 * $2.33 million." */
static bool
tells_amount(const Reading *reading)
{
	WORD_LIST(subjects, "rents", "rent", "revenue", "income", "noi", "expenses", "costs", "insurance", "taxes", "occupancy", "capitalization", "equity", "service");
	WORD_LIST(kinds, "effective", "gross", "potential", "total", "annual", "net", "other");
	WORD_LIST(sums, "total", "totals", "average", "averages", "covers", "consists");
	int			noun = 0;
	bool		has_amount = false;

	while (noun < LONG_SUBJECT && !token_is_any(reading, noun, &subjects) && (token_is_any(reading, noun, &kinds) || token_at(reading, noun)->kind == TOKEN_NUMBER || is_scene_word(reading, noun)) && !has_words(token_at(reading, noun), W_BE | W_VERB | W_AT | W_PREP))
		noun++;
	if (!token_is_any(reading, noun, &subjects))
		return false;
	noun = skip_amount(reading, noun + 1);
	for (int i = noun; i < reading->tokens.count; i++)
	{
		if (has_words(token_at(reading, i), W_MODAL | W_IF | W_SCENARIO | W_COMPARE | W_LIMIT) || (is_capitalised(reading, i) && !is_scene_word(reading, i)) || token_is(reading, i, "was") || token_is(reading, i, "were"))
			return false;
		has_amount |= token_at(reading, i)->kind == TOKEN_CURRENCY;
	}
	return has_amount && (has_words(token_at(reading, noun), W_BE | W_VERB) || token_is_any(reading, noun, &sums));
}

/* What a sentence leaves the next one. */
Lead
lead_of(Reading *reading)
{
	WORD_LIST(offers, "offered", "quoted");

	if (presents_deal(reading))
		return LEAD_DEAL;
	/* "We expect Elm Court to sell soon." */
	if (tells_past_year(reading) || (token_is(reading, 0, "we") && names_at(reading, 2) > 0))
		return LEAD_ASTRAY;
	for (int i = 0; i < reading->tokens.count; i++)
		if ((is_departure(reading, i) && !has_words(token_at(reading, i), W_BE)) || token_is_any(reading, i, &offers))
			return LEAD_ASTRAY;
	/* "It is attractive.": of what the one before it tells of */
	if (is_about_deal(reading) || tells_metric(reading) || token_is(reading, 0, "it"))
		return LEAD_DEAL;
	return tells_rise(reading) || tells_strength(reading) || tells_amount(reading) ? LEAD_FACT : LEAD_ASTRAY;
}
