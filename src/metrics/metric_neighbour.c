/*
 * metric_neighbour.c
 *		Does a text speak of the one before it, or of those that follow?
 *
 *		The IRR is 12.0%. This assumes a fall in rents.		points back
 *		The IRR is 12.0%. We disagree.						takes it back
 *		The IRR is 12.0%. Sponsor's numbers, not ours.		a remark
 *		The IRR is 12.0%. Fees are not deducted.			a difference
 *		The broker's email follows.							announces
 *
 * What has a metric and its number tells of itself.
 */
#include "metrics/metrics_internal.h"

#define SHORT_NOTE	4			/* tokens: "As of last year." */

/* The context of a text by its words, but for "downside protection" and "The downside
 * is limited". */
MetricContext
neighbour_context(const Reading *reading)
{
	WORD_LIST(safety, "risk", "risks", "protection");
	WORD_LIST(safe, "protected", "limited", "mitigated", "contained", "modest");
	int			from = 0;
	MetricContext context = CONTEXT_HEADLINE;

	for (int i = 0; i <= reading->tokens.count && context == CONTEXT_HEADLINE; i++)
		if (i == reading->tokens.count || (token_is(reading, i, "downside") &&
			(token_is_any(reading, i + 1, &safety) || (has_words(token_at(reading, i + 1), W_BE) && token_is_any(reading, i + 2, &safe)))))
		{
			context = words_context(reading, from, i - 1);
			from = i + 1;
		}
	/* a past that a whole sentence tells of is its own */
	return context == CONTEXT_HISTORICAL && reading->tokens.count > SHORT_NOTE ? CONTEXT_HEADLINE : context;
}

/* Has the text a metric's number, or a condition and what comes of it, so that
 * its words are its own? */
bool
tells_of_itself(const Reading *reading)
{
	bool		has_number = false;
	bool		has_verb = false;
	bool		has_metric = reading->mentions.count > 0;

	for (int i = 0; i < reading->tokens.count; i++)
	{
		has_metric |= i < 3 && has_words(token_at(reading, i), W_OTHER);	/* "Rent growth averages 3%" */
		has_number |= token_at(reading, i)->kind == TOKEN_NUMBER;
		has_verb |= has_words(token_at(reading, i), W_BE | W_VERB | W_MOVE | W_MODAL);
	}
	return has_number && (has_metric || (has_verb && has_words(token_at(reading, 0), W_IF | W_PREP | W_AT | W_BOUND)));
}

/* "This was our first offer.", "The seller declined." */
bool
tells_of_offer(const Reading *reading)
{
	WORD_LIST(words, "offer", "asking", "declined", "rejected", "superseded", "withdrawn", "expired", "earlier", "previous", "appraised", "draft");

	return says_any(reading, &words);
}

/* "Both compare favorably with the market.": of this deal's all the more. */
bool
praises(const Reading *reading)
{
	WORD_LIST(verbs, "compare", "compares");
	WORD_LIST(manners, "favorably", "favourably", "well");

	for (int i = 0; i < reading->tokens.count; i++)
		if (token_is_any(reading, i, &verbs) && token_is_any(reading, i + 1, &manners))
			return true;
	return false;
}

/* "Comparable sales average 5.4%", "The lender's covenant is 1.20x": with a number
 * of their own, others leave what was said before them this deal's. */
bool
tells_of_yardstick(const Reading *reading)
{
	WORD_LIST(others, "comparable", "comparables", "comps", "market", "submarket", "peers", "peer");
	WORD_LIST(limits, "covenant", "hurdle", "minimum", "requirement", "threshold");
	bool		is_the = token_is(reading, 0, "the");
	bool		is_told = token_is_any(reading, 0, &others) || (is_the && token_is_any(reading, 1, &others));

	for (int i = 1; i < 4; i++)
		is_told |= token_is_any(reading, i, &limits) && (is_the || token_is(reading, 0, "our"));
	if (!is_told)
		return false;
	for (int i = 0; i < reading->tokens.count; i++)
		if (token_at(reading, i)->kind == TOKEN_NUMBER)
			return true;
	return false;
}

/* "Elm Court is a community": of what follows, too. */
bool
presents_other(const Reading *reading)
{
	int			next = 0;

	while (is_capitalised(reading, next))
		next++;
	return next > 1 && deal_name_at(reading, 0) == 0 && !is_scene_word(reading, 0) && has_words(token_at(reading, next), W_BE);
}

/* "The broker's email follows.", "We next describe the downside case.": of more
 * than one paragraph? */
bool
announces(const Reading *reading)
{
	WORD_LIST(words, "follows", "follow", "following", "next", "describe", "describes", "present", "presents", "show", "shows", "turn",
		"consider", "examine", "summarize", "summarizes", "quote", "reproduce", "excerpt", "rest", "remainder");

	return says_any(reading, &words) || token_is(reading, reading->tokens.count - 1, "below");
}

/* "Note: unaudited", "The above is", "(All figures are": does a note begin?
 * Not "Sources and uses" and "The above-market rents". */
bool
opens_note(const Reading *reading)
{
	WORD_LIST(labels, "note", "notes", "source", "sources");
	WORD_LIST(pointers, "above", "foregoing", "shown", "presented");
	WORD_LIST(figures, "figures", "numbers", "metrics", "returns", "results", "amounts", "values");
	int			first = token_at(reading, 0)->kind == TOKEN_OPEN ? 1 : 0;

	if (token_is(reading, first, "all"))
		return token_is_any(reading, first + 1, &figures);
	if (token_is_any(reading, first, &labels))
	{
		first += token_at(reading, first + 1)->kind == TOKEN_NUMBER;
		return token_at(reading, first + 1)->kind == TOKEN_COLON || token_at(reading, first + 1)->kind == TOKEN_DASH;
	}
	first += token_is(reading, first, "the");
	if (token_is_any(reading, first, &labels) && has_words(token_at(reading, first + 1), W_BE))
		return true;
	if (token_is_any(reading, first, &figures) && token_is_any(reading, first + 1, &pointers))
		return true;
	return token_is_any(reading, first, &pointers) && !token_at(reading, first + 1)->is_joined;
}

/* Where a text begins behind "However,", "But" and an opening parenthesis. */
static int
skip_opener(const Reading *reading)
{
	WORD_LIST(openers, "however", "but", "still", "yet", "though", "importantly", "notably", "again", "and");
	int			first = token_at(reading, 0)->kind == TOKEN_OPEN ? 1 : 0;

	first += token_is_any(reading, first, &openers);
	return first + (token_at(reading, first)->kind == TOKEN_COMMA);
}

/* "This assumes", "It is the seller's", "Note: unaudited", "(All figures are", but
 * not "This investment is": does the text begin by pointing back? */
bool
points_back(const Reading *reading)
{
	WORD_LIST(pointers, "this", "that", "these", "those", "it", "such", "they", "both", "all", "which");
	WORD_LIST(own, "investment", "transaction", "deal", "memo", "memorandum", "property", "asset", "acquisition", "opportunity",
		"project", "section", "chapter", "community", "plan", "report", "recommendation", "location");
	WORD_LIST(last, "this", "that", "it", "those");
	WORD_LIST(figures, "figure", "figures", "number", "numbers", "projection", "projections", "estimate", "estimates", "value", "values", "return", "returns",
		"terms", "results", "metrics", "covenants", "quote", "offer", "proposal", "loan");
	WORD_LIST(plain, "figure", "figures", "number", "numbers");
	int			first = skip_opener(reading);

	/* "The sponsor expects it.", "Acme provided this figure.", "(Sponsor model)" */
	if (token_at(reading, 0)->kind == TOKEN_OPEN || token_is_any(reading, reading->tokens.count - 1, &last))
		return true;
	for (int i = 1; i + 1 < reading->tokens.count; i++)
		if (token_is_any(reading, i, &pointers) && token_is_any(reading, i + 1, &figures))
			return true;
	if (opens_note(reading) || (token_is(reading, first, "note") && token_is(reading, first + 1, "that")))
		return true;
	/* "The figure is from May." */
	if (token_is(reading, first, "the") && token_is_any(reading, first + 1, &plain))
		return true;
	return token_is_any(reading, first, &pointers) && (token_is(reading, first, "that") || !token_is_any(reading, first + 1, &own));
}

/* "not", "don't", also with U+2019, whose last byte is 0x99 */
bool
is_denial(const Reading *reading, int index)
{
	WORD_LIST(denials, "not", "cannot", "never", "nobody");
	int			end = token_at(reading, index)->end;

	return token_is_any(reading, index, &denials) ||
		(end > 2 && reading->prose->text[end - 1] == 't' && strchr("'\231", reading->prose->text[end - 2]) != NULL);
}

/* "We disagree", "The figure is outdated", "We do not believe that": is what was
 * said taken back? */
bool
takes_back(const Reading *reading)
{
	WORD_LIST(doubts, "disagree", "disagrees", "doubt", "doubts", "dispute", "disputes", "reject", "rejected", "wrong", "incorrect", "outdated",
		"stale", "superseded", "changed", "preliminary", "error", "unrealistic");
	WORD_LIST(views, "believe", "believes", "accept", "share", "support", "trust", "agree");

	for (int i = 0; i < reading->tokens.count; i++)
		if (token_is_any(reading, i, &doubts) || (token_is(reading, i, "no") && token_is(reading, i + 1, "longer")) || (token_is_any(reading, i, &views) && (is_denial(reading, i - 1) || is_denial(reading, i - 2))))
			return true;
	return false;
}

/* "Our underwriting is lower.", "Fees are not deducted.", "The renovation adds 450
 * bps.", "It includes the earn-out.": by what does the number differ from another? */
bool
tells_difference(const Reading *reading)
{
	WORD_LIST(comparatives, "lower", "higher", "better", "worse");
	WORD_LIST(costs, "fee", "fees", "promote", "carry", "taxes", "costs");
	WORD_LIST(taken, "deducted", "excluded", "included", "ignored", "subtracted", "omitted", "reflected");
	WORD_LIST(counts, "includes", "include", "excludes", "exclude", "requires", "needs", "depends", "ignores", "omits", "presumes",
		"applies", "apply", "relates", "refers", "pertains");
	WORD_LIST(figures, "figure", "figures", "number", "numbers", "value", "return", "returns", "estimate", "projection");
	bool		has_cost = false;
	bool		is_taken = false;
	bool		has_points = false;
	int			verb = skip_opener(reading) + 1;

	verb += token_is_any(reading, verb, &figures);
	for (int i = 0; i < reading->tokens.count; i++)
	{
		if (token_is_any(reading, i, &comparatives) && has_words(token_at(reading, i - 1), W_BE))
			return true;
		has_cost |= token_is_any(reading, i, &costs);
		is_taken |= token_is_any(reading, i, &taken);
		has_points |= token_at(reading, i)->kind == TOKEN_NUMBER && token_at(reading, i)->unit == NUMBER_BPS;
	}
	return (has_cost && is_taken) || (has_points && reading->mentions.count == 0) ||
		token_is_any(reading, verb, &counts);
}

#define REACH_SUBJECT	5			/* tokens: "However, the base case" */

/* "It falls short of our underwriting.", "Our base case is 230 bps higher.", "The gap to our
 * model is due to fees.": does the number before differ from what we underwrite? */
bool
tells_departure(const Reading *reading)
{
	WORD_LIST(ours, "base", "underwriting", "underwritten", "model");
	WORD_LIST(comparatives, "lower", "higher", "better", "worse", "otherwise");
	WORD_LIST(gaps, "difference", "gap", "variance", "discrepancy", "shortfall");
	WORD_LIST(pointers, "it", "this", "that");
	int			end = reading->tokens.count;
	bool		ends_comparing = token_is_any(reading, end - 1, &comparatives);

	if (token_is_any(reading, 0, &pointers) && departs_from_ours(reading, 1))
		return true;
	for (int i = 0; i < end && i < REACH_SUBJECT; i++)
		if (token_is_any(reading, i, &gaps) ? says_any(reading, &ours) : ends_comparing && token_is_any(reading, i, &ours))
			return true;
	return false;
}

/* "This reflects a ten-year hold.", "It uses in-place income.": a remark's number is of
 * another time than the usual one. */
static bool
tells_other_time(const Reading *reading)
{
	WORD_LIST(times, "in_place", "trailing", "forward", "stabilized");
	WORD_LIST(holding, "hold", "holding", "horizon", "sale", "exit");
	int			last;

	for (int i = 0; i < reading->tokens.count; i++)
	{
		const char *variant = token_at(reading, i)->inside < 0 ? modifier_at(reading, i, &last) : NULL;

		for (const char *const *time = times.words; variant != NULL && *time != NULL; time++)
			if (strcmp(variant, *time) == 0)
				return true;
		if (period_end(reading, i) >= 0 && !is_five_years(reading, i) && says_any(reading, &holding))
			return true;
	}
	return false;
}

/* "That number is from the OM.", "It is based on the offering memorandum.", "These come from
 * CBRE.": does a remark say whose the number is, or in which document it stands? */
static bool
tells_source(const Reading *reading)
{
	WORD_LIST(documents, "memorandum", "brochure", "flyer", "teaser", "letter", "email", "article", "website", "listing", "deck", "presentation",
		"spreadsheet", "package", "appraisal", "study", "survey", "filing", "prospectus");

	if (says_any(reading, &documents))
		return true;
	for (int i = 1; i < reading->tokens.count; i++)
		if (has_words(token_at(reading, i), W_BE | W_FROM | W_BY | W_TO) || token_is(reading, i, "per"))
			if (names_at(reading, skip_articles(reading, i + 1)) > 0)
				return true;
	return false;
}

/* "That is loan to cost.", "This is only the retail portion.", "That property is in Dallas.":
 * of another measure, part or asset? */
static bool
tells_part(const Reading *reading)
{
	WORD_LIST(parts, "portion", "component", "parcel", "piece", "alone", "only");
	WORD_LIST(assets, "property", "asset", "building", "community", "trade", "sale", "comp");

	if (token_is(reading, 0, "that") && token_is_any(reading, 1, &assets))
		return true;
	for (int i = 1; i < reading->tokens.count; i++)
		if (token_is_any(reading, i, &parts) || (token_is(reading, i, "cost") && (token_is(reading, i - 1, "on") || token_is(reading, i - 1, "to"))))
			return true;
	return false;
}

/* Does a text that points back at a number say that it is of another time, source or
 * measure? */
bool
tells_basis(const Reading *reading)
{
	return tells_other_time(reading) || tells_source(reading) || tells_part(reading);
}

#define REACH_VERB	4			/* tokens: "The price per unit was" */

/* "The buyer was a REIT.", "The sale closed in May.", "The loan was made in 2019.": of a deal
 * that is done.  Not "The property was built in 1998." */
bool
tells_past_deal(const Reading *reading)
{
	WORD_LIST(subjects, "sale", "closing", "buyer", "purchaser", "seller", "transaction", "trade", "lender", "price", "loan", "investment", "asset", "property", "deal",
		"acquisition", "fund");
	WORD_LIST(pasts, "closed", "took", "occurred", "happened", "paid", "bought", "acquired", "assumed", "recorded", "settled", "foreclosed", "had", "exited");
	WORD_LIST(building, "built", "constructed", "completed", "developed", "delivered", "renovated", "upgraded", "originally", "recently");
	int			noun = token_is(reading, 0, "the") ? 1 : 0;

	noun += !token_is_any(reading, noun, &subjects);
	if (!token_is_any(reading, noun, &subjects))
		return false;
	for (int i = noun + 1; i <= noun + REACH_VERB; i++)
	{
		if (token_is(reading, i, "was") || token_is(reading, i, "were"))
			return !token_is_any(reading, i + 1, &building);
		if (token_is_any(reading, i, &pasts))
			return true;
		if (has_words(token_at(reading, i), W_BE | W_VERB | W_MODAL))
			return false;
	}
	return false;
}

/* "The property is next door.", "The asset is two miles away.": of another one. */
static bool
tells_place_of_other(const Reading *reading)
{
	WORD_LIST(assets, "property", "asset", "building", "community", "site");
	WORD_LIST(places, "away", "nearby", "adjacent");

	if (!token_is(reading, 0, "the") || !token_is_any(reading, 1, &assets) || !has_words(token_at(reading, 2), W_BE))
		return false;
	return says_any(reading, &places) || (token_is(reading, 3, "next") && token_is(reading, 4, "door"));
}

/* "*Downside case.*", "Net of fees.", "Trailing twelve months.": a note without a verb that
 * says of what the number is.  Not "*Base case.*", "Levered." */
bool
is_case_note(const Reading *reading)
{
	WORD_LIST(limits, "net", "only", "forma", "unaudited");
	bool		is_limited = neighbour_context(reading) == CONTEXT_SCENARIO || says_any(reading, &limits);

	if (reading->tokens.count > SHORT_NOTE)
		return false;
	for (int i = 0, last; i < reading->tokens.count; i++)
	{
		const char *variant = modifier_at(reading, i, &last);

		if (token_at(reading, i)->inside >= 0 || has_words(token_at(reading, i), W_BE | W_VERB | W_MOVE | W_MODAL))
			return false;
		is_limited |= (variant != NULL && strcmp(variant, "levered") != 0) || sets_scene(reading, i);
	}
	return is_limited;
}

bool
names_any_other(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if (names_other(reading, i))
			return true;
	return false;
}

/* "Another draft", "the figures before": does it speak of another than this one? */
bool
speaks_of_other(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if (token_is(reading, i, "before"))
			return true;
	return names_any_other(reading) || tells_place_of_other(reading);
}

/* "12%... 14%." */
bool
is_number_alone(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if (token_at(reading, i)->kind == TOKEN_WORD)
			return false;
	return token_at(reading, 0)->kind == TOKEN_NUMBER;
}

#define LONG_REMARK	8			/* tokens */

/* "Thus the sponsor.", "Sponsor's numbers, not ours.", "Without renovation, that is.",
 * "Too low to be believed.", "Was that so?" */
bool
is_remark(const Reading *reading)
{
	WORD_LIST(pointers, "that", "this", "it", "so", "really", "these", "those");
	WORD_LIST(says, "thus", "so", "per", "according", "says");
	const Token *last = token_at(reading, reading->tokens.count - 1);
	int			end = reading->tokens.count;
	bool		has_verb = false;
	bool		denies = false;

	if (end == 0 || end > LONG_REMARK)
		return false;
	for (int i = 0; i < end && last->kind == TOKEN_STOP && reading->prose->text[last->start] == '?'; i++)
		if (token_is_any(reading, i, &pointers))
			return true;
	for (int i = 0; i < end; i++)
	{
		has_verb |= has_words(token_at(reading, i), W_BE | W_VERB | W_MOVE | W_MODAL);
		denies |= is_denial(reading, i);
		if (token_at(reading, i)->kind == TOKEN_NUMBER || token_at(reading, i)->inside >= 0)
			return false;
	}
	return (!has_verb && (denies || token_is_any(reading, 0, &says))) || token_is(reading, 0, "too") ||
		(end > 2 && token_is(reading, end - 1, "is") && token_is(reading, end - 2, "that"));
}
