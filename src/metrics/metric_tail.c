/*
 * metric_tail.c
 *		What a statement may end with, though its words are not all plain.
 *
 *		An IRR of 16.4%, well above our 15% hurdle		a limit
 *		a DSCR of 1.26x (minimum 1.20x)
 *		LTV of 63% leaves room under the covenant of 70%
 *		a cap rate of 5.1%, in line with the market		what it is held against
 *		a cap rate of 5.1%, which we view as fair		harmless
 */
#include "metrics/metrics_internal.h"

/* "leaves", "compares": does it turn to what numbers are held against? */
bool
is_turn(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);

	return token->kind == TOKEN_WORD && turns_to_compare(reading->prose->text + token->start, token->end - token->start);
}

/* "the sponsor", "the fund": another party? */
static bool
is_party(const Reading *reading, int index)
{
	WORD_LIST(parties, "sponsor", "borrower", "partner", "partners", "appraiser", "investor", "investors", "manager", "management", "team", "developer", "owner", "owners",
		"operator", "guarantor", "tenant", "tenants", "agency", "committee", "fund", "mezzanine", "mezz", "preferred", "subordinate", "lp", "lps", "gp");

	return token_is_any(reading, index, &parties);
}

/* A condition, another time, what is taken off, or a source. */
static bool
is_qualifier(const Reading *reading, int index)
{
	WORD_LIST(conditions, "after", "before", "without", "excluding", "including", "includes", "excludes", "gross", "fee", "fees", "promote", "assuming",
		"until", "upon", "once", "when", "where", "provided", "instead", "rather", "even", "only", "following", "during", "depending", "subject", "plus", "minus",
		"then", "later", "other", "another", "future", "eventually", "initially", "phase", "option", "alternative", "combined", "blended", "total", "trended", "implied",
		"replacement", "proposed", "existing", "earlier", "first", "second", "third", "partially", "fully", "or", "either", "not", "no", "nor", "never", "maximum", "new", "additional");
	WORD_LIST(months, "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december");
	WORD_LIST(units, "square", "sf", "unit", "key", "bed", "foot", "annum", "year");	/* "per unit" */
	WORD_LIST(sources, "according", "per", "source", "sourced", "report", "reported", "reports", "draft", "email", "quote", "quotes", "offer", "offering", "memorandum",
		"says", "said", "states", "stated", "claim", "claims", "claimed", "believes", "thinks", "om", "version", "letter", "deck", "teaser", "pitch", "advertised");

	if (token_is_any(reading, index, &conditions) ||
		(token_is_any(reading, index, &sources) && !token_is_any(reading, index + 1, &units)) ||
		(token_is_any(reading, index, &months) && is_capitalised(reading, index)))
		return true;
	return is_denial(reading, index) || names_other(reading, index) || is_letter_name(reading, index) ||
		has_words(token_at(reading, index), W_SCENARIO | W_PAST | W_IF | W_MODAL) || token_at(reading, index)->kind == TOKEN_STOP;
}

#define LONGEST_TAIL	24			/* tokens */

/* "The debt yield of 8.4% exceeds the 8.0% market threshold": the other number that
 * the metric before index is held against? */
static bool
is_held_against(const Reading *reading, int index, int number)
{
	const Mention *mention = &reading->mentions.items[reading->groups.items[token_at(reading, number)->group].mention];

	return mention->last < index && (begins_comparison(reading, index) || is_turn(reading, index) ||
										token_at(reading, index)->kind == TOKEN_COMMA || has_words(token_at(reading, index - 1), W_CONTRAST));
}

/* "which we view as fair", "supported by rent growth", "modest leverage": does a remark
 * begin, not an attribute of the number, as in ", untrended", ", post-renovation"? */
static bool
opens_remark(const Reading *reading, int index)
{
	WORD_LIST(openers, "which", "so", "and", "a", "an", "the");
	const Token *token = token_at(reading, index);
	bool		is_participle = token->end - token->start > 5 && pg_strncasecmp(reading->prose->text + token->end - 3, "ing", 3) == 0;

	return token_is_any(reading, index, &openers) || token_is(reading, index + 1, "by") ||
		(token_at(reading, index + 1)->kind == TOKEN_WORD && (is_participle || is_quality(reading, index)));
}

/* ", reflecting its better rent roll", ", which we view as fair": words behind a
 * statement, none of which makes it another's. */
bool
is_harmless_tail(const Reading *reading, int index, int to)
{
	WORD_LIST(others, "from", "to", "by", "in", "at", "on", "than", "their", "they", "its", "some", "net", "unlevered", "based", "model", "models", "figure", "figures", "number",
		"numbers", "estimate", "estimates", "shown", "shows", "although", "though", "despite", "while", "assumes", "assume", "vacant");
	bool		has_verb = false;

	if (to - index > LONGEST_TAIL || token_at(reading, index)->kind != TOKEN_COMMA || !opens_remark(reading, index + 1))
		return false;
	for (int i = index + 1; i < to; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_NUMBER || token->kind == TOKEN_CURRENCY || token->kind == TOKEN_OPEN || token->inside >= 0 || is_qualifier(reading, i))
			return false;
		if (token->kind != TOKEN_WORD)
			continue;
		if (token_is_any(reading, i, &others) || is_party(reading, i) || is_departure(reading, i) || sets_scene(reading, i) || is_capitalised(reading, i) ||
			has_words(token, W_CONTRAST | W_DELTA | W_LIMIT | W_MARKET | W_COMPARE | W_MOVE))
			return false;
		has_verb |= has_words(token, W_BE | W_VERB);
	}
	return !has_verb || token_is(reading, index + 1, "which") || token_is(reading, index + 1, "reflecting");
}

/* Does what a number is held against set another case, or give a metric of its own? */
static bool
has_condition(const Reading *reading, int index, int to)
{
	WORD_LIST(conditions, "after", "before", "without", "excluding", "net", "assuming", "until", "upon", "once", "unlevered");

	for (int i = index; i < to; i++)
		if (token_is_any(reading, i, &conditions) || (is_linked(reading, i) && !is_held_against(reading, index, i)) ||
			has_words(token_at(reading, i), W_SCENARIO | W_PAST | W_IF | W_MODAL) || (has_words(token_at(reading, i), W_CONTRAST) && !is_turn(reading, i)))
			return true;
	return false;
}

/* "DSCR: 1.26x (minimum 1.20x)": does the statement end so? */
static bool
is_limit_aside(const Reading *reading, int index, int to)
{
	WORD_LIST(limits, "minimum", "min", "maximum", "max", "covenant", "limit", "floor", "cap", "required", "vs", "versus", "target", "hurdle");
	int			number = index + 2;

	number += token_is_any(reading, number, &limits) || token_at(reading, number)->kind == TOKEN_COLON;
	return token_at(reading, index)->kind == TOKEN_OPEN && token_is_any(reading, index + 1, &limits) && token_at(reading, number)->kind == TOKEN_NUMBER &&
		token_at(reading, number + 1)->kind == TOKEN_CLOSE && number + 2 >= to;
}

/* ", compared with the fund's hurdle of 12.0%", ", versus a 1.20x covenant": what the
 * number is held against? */
static bool
compares(const Reading *reading, int index, int to)
{
	WORD_LIST(openers, "compared", "versus", "vs", "against", "relative");
	int			opener = index + (token_at(reading, index)->kind == TOKEN_COMMA);

	return (opener > index || token_is(reading, index, "relative")) && token_is_any(reading, opener, &openers) && !has_condition(reading, opener + 1, to);
}

/* "The cap rate of 6.9% looks fair", "A debt yield of 9.4% supports the financing": is
 * the number said before the verb, and nothing behind it makes it another's? */
static bool
says_of(const Reading *reading, int index, int to)
{
	const Token *token = token_at(reading, index);
	int			number = index - 1;
	bool		is_held = false;

	while (number > 0 && (token_at(reading, number)->kind == TOKEN_PERCENT || token_at(reading, number)->kind == TOKEN_CLOSE))
		number--;
	if (token->kind != TOKEN_WORD || !(has_words(token, W_BE) || says_of_number(reading->prose->text + token->start, token->end - token->start)) || !is_linked(reading, number) || !token_is(reading, number - 1, "of"))
		return false;
	for (int i = index; i < to; i++)
	{
		token = token_at(reading, i);
		is_held |= is_turn(reading, i) || begins_comparison(reading, i);
		if (is_qualifier(reading, i) || is_departure(reading, i) || sets_scene(reading, i) || (is_linked(reading, i) && !is_held))
			return false;
		if (token->kind == TOKEN_WORD && !is_held &&
			(is_party(reading, i) || is_capitalised(reading, i) || has_words(token, W_LIMIT | W_MARKET | W_COMPARE | W_CONTRAST | W_DELTA)))
			return false;
	}
	return true;
}

/* ", well above our 15% hurdle", "exceeds the 1.20x covenant": does a statement end
 * with what its number is held against? */
bool
ends_comparing(const Reading *reading, int index, int to)
{
	WORD_LIST(openers, "which", "well", "comfortably", "above", "below", "exceeding", "ahead", "clearing");
	WORD_LIST(limits, "hurdle", "covenant", "minimum", "maximum", "threshold", "requirement", "target");
	WORD_LIST(places, "under", "over", "within", "below", "above", "beyond", "past");
	bool		has_limit = false;
	int			turn;

	if (to - index > LONGEST_TAIL)
		return false;
	if (is_limit_aside(reading, index, to))
		return true;
	if (says_of(reading, index, to) || compares(reading, index, to))
		return true;
	turn = index + (token_is(reading, index, "in") && token_is(reading, index + 1, "line"));
	if (is_turn(reading, turn))
		return (turn > index) == token_is(reading, turn, "line") && !has_condition(reading, index, to);
	if (!begins_comparison(reading, index) &&
		(token_at(reading, index)->kind != TOKEN_COMMA || !token_is_any(reading, index + 1, &openers)))
		return false;
	for (int i = index; i < to; i++)
		has_limit |= token_is_any(reading, i, &limits);
	/* "12% under slower absorption", "1.62x over time" */
	return (has_limit || token_at(reading, index)->kind == TOKEN_COMMA || !token_is_any(reading, index, &places)) && !has_condition(reading, index, to);
}

/* ", supported by strong rent growth": what stands behind the clause of a sentence that
 * says whose its numbers are (ground_of()) may have words that are not known, but none
 * that supposes, takes off or names a source. */
bool
is_grounded_tail(const Reading *reading, int index, int to)
{
	if (to - index > LONGEST_TAIL || token_at(reading, index)->kind != TOKEN_COMMA || !opens_remark(reading, index + 1))
		return false;
	for (int i = index + 1; i < to; i++)
		if (is_qualifier(reading, i) || is_departure(reading, i) || sets_scene(reading, i) || (is_linked(reading, i) && !is_held_against(reading, index, i)))
			return false;
	return true;
}
