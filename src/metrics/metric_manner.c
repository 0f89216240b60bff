/*
 * metric_manner.c
 *		What is said in plain words and is yet no assertion of this deal's headline.
 *
 *		The conservative plan delivers a 12% IRR.	one of several cases
 *		The model projected a 12% IRR.				told of the past
 *		Investors expect a 20% IRR.					another party's view
 *		60% LTV is conservative.					any deal's
 *		- Achieve a 20% IRR							what is wanted
 *		Are we underwriting a 20% IRR				asked
 *		IRR: [12.0%]								to be filled in
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"

WORD_LIST(qualities, "attractive", "comfortable", "compelling", "conservative", "excellent", "fine", "good", "healthy", "moderate",
	"modest", "poor", "respectable", "robust", "solid", "strong", "thin", "tight", "weak");

/* Does the word say how good a thing is? */
bool
is_quality(const Reading *reading, int index)
{
	return token_is_any(reading, index, &qualities);
}

/* "the conservative plan", "Good:", "the healthy LTV": a quality that tells a case
 * from others, not "is conservative", "an attractive 14.2% IRR". */
bool
tells_case(const Reading *reading, int index)
{
	WORD_LIST(openers, "a", "an", "very", "and");
	WORD_LIST(deals, "opportunity", "investment", "deal", "transaction");
	WORD_LIST(returns, "returns", "risk");
	const Token *next = token_at(reading, index + 1);
	int			before = index - 1;
	int			last;

	if (!is_quality(reading, index) || is_quality(reading, index + 1) || (has_words(next, W_AND) && is_quality(reading, index + 2)))
		return false;
	while (is_quality(reading, before) || token_is(reading, before, "very") || token_is(reading, before, "and"))
		before--;
	if (next->kind == TOKEN_NUMBER || next->inside >= 0 || modifier_at(reading, index + 1, &last) != NULL)
		return !token_is_any(reading, before, &openers) && !(before >= 0 && next->kind == TOKEN_NUMBER);
	if (token_is_any(reading, index + 1, &returns))
		return token_is(reading, before, "the");	/* "risk-adjusted", too */
	if (token_is_any(reading, index + 1, &deals))
		return !token_is_any(reading, before, &openers);
	return !has_words(token_at(reading, before), W_BE | W_VERB) || (next->kind == TOKEN_WORD && !has_words(next, W_PREP | W_OF | W_AND | W_AT | W_CONTRAST));
}

/* "Investors expect", "equity models": another party's view. */
bool
is_others_view(const Reading *reading, int index)
{
	WORD_LIST(parties, "investor", "investors", "equity");
	WORD_LIST(views, "expect", "expects", "model", "models", "underwrite", "underwrites", "project", "projects", "forecast", "forecasts");

	return token_is_any(reading, index, &parties) && token_is_any(reading, index + 1, &views);
}

/* "A good deal has an IRR of 20%", "60% LTV is conservative": of any deal. */
bool
is_generic(const Reading *reading)
{
	WORD_LIST(ours, "expected", "projected", "forecast", "estimated", "anticipated", "underwritten", "modeled", "modelled");
	WORD_LIST(verbs, "is", "are", "has", "have", "represents", "remains");
	WORD_LIST(deals, "deal", "investment", "transaction", "project", "property", "loan", "plan");
	bool		has_verb = false;
	bool		is_view = token_is(reading, 0, "we") && has_words(token_at(reading, 1), W_BE) && is_quality(reading, 2);
	int			of = token_at(reading, 0)->inside < 0 ? -1 : reading->mentions.items[token_at(reading, 0)->inside].last + 1;

	/* "We are comfortable with a 70% LTV" */
	if (is_view)
		return true;
	/* "LTV of 60% is conservative" */
	if (of > 0 && token_is(reading, of, "of") && token_at(reading, of + 1)->kind == TOKEN_NUMBER)
	{
		of += 1 + (token_at(reading, of + 2)->kind == TOKEN_PERCENT);
		return token_is_any(reading, of + 1, &verbs);
	}
	if (!token_is(reading, 0, "a") && !token_is(reading, 0, "an") && token_at(reading, 0)->kind != TOKEN_NUMBER)
		return false;
	for (int i = 1; i < reading->tokens.count; i++)
	{
		if (token_is_any(reading, i, &ours))
			return false;
		has_verb |= token_is_any(reading, i, &verbs) || (i < 4 && token_at(reading, i)->inside < 0 && token_is_any(reading, i, &deals));
	}
	return has_verb;
}

/* "Are we underwriting a 20% IRR", also without its mark. */
bool
is_question(const Reading *reading)
{
	WORD_LIST(verbs, "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should");
	WORD_LIST(subjects, "we", "the", "this", "that", "it", "our", "they", "there");

	return token_is_any(reading, 0, &verbs) && token_is_any(reading, 1, &subjects);
}

/* "IRR: [12.0%]", "{12.0%}", "[ ] IRR: 12.0%": to be filled in, or to be done; not
 * the text of a link. */
bool
is_left_open(const Reading *reading)
{
	const Prose *prose = reading->prose;
	int			first = reading->start;

	while (first < reading->end && isspace((unsigned char) prose->text[first]))
		first++;
	if (reading->end - first > 3 && strncmp(prose->text + first, "[ ]", 3) == 0)
		return true;
	for (int i = 0; i < reading->tokens.count; i++)
	{
		int			start = token_at(reading, i)->start;
		const char *close;

		if (!is_linked(reading, i) || start == reading->start || strchr("[{", prose->text[start - 1]) == NULL)
			continue;
		close = memchr(prose->text + start, ']', reading->end - start);
		if (close == NULL || close + 1 == prose->text + prose->len || strchr("([", close[1]) == NULL)
			return true;
	}
	return false;
}

/* "Achieve a 20% IRR": what is wanted. */
bool
is_goal(const Reading *reading)
{
	WORD_LIST(verbs, "achieve", "deliver", "generate", "produce", "provide", "offer", "have", "earn", "receive", "return", "reach", "obtain",
		"secure", "maintain", "keep", "expect", "model", "underwrite", "project", "forecast");

	return token_is_any(reading, 0, &verbs) && (skip_articles(reading, 1) > 1 || token_at(reading, 1)->kind == TOKEN_NUMBER);
}

/* "The model projected a 12% IRR": told of the past, not "is projected", "the
 * projected IRR". */
bool
is_past_view(const Reading *reading, int index)
{
	WORD_LIST(views, "projected", "expected", "estimated", "anticipated", "forecasted", "modeled", "modelled", "calculated", "underwritten", "computed");
	WORD_LIST(articles, "a", "an", "the", "our", "this", "its", "and", "or", "annual", "overall", "total");
	const Token *before = token_at(reading, index - 1);

	if (index == 0 || !token_is_any(reading, index, &views) || before->kind != TOKEN_WORD || before->inside >= 0)
		return false;
	return !has_words(before, W_BE) && !token_is_any(reading, index - 1, &articles) && !is_quality(reading, index - 1) &&
		strchr("'\342", reading->prose->text[before->end]) == NULL;
}
