/*
 * metric_onward.c
 *		Numbers that go on from others of the same metric, and formulas.
 *
 *		65.6% (up from 61.9%)				the second is prior
 *		from 58% at origination to 73%		so is the first
 *		1.45x in 2021, 1.38x in 2022		a list
 *		LTV = $39.0M / $60.0M = 65.0%		the last is the value
 */
#include "metrics/metrics_internal.h"

/* The last linked group before, past bare numbers such as years; NULL when
 * another quantity's number stands between. */
static Group *
linked_before(const Reading *reading, Group *group)
{
	for (Group *before = group - 1; before >= reading->groups.items && before >= group - 4; before--)
	{
		if (before->mention >= 0)
			return before;
		if (before->unit != NUMBER_BARE)
			return NULL;
	}
	return NULL;
}

/* What stands between two numbers of a metric. */
typedef struct Onward
{
	bool		has_from;
	bool		has_to;
	bool		moves;
	bool		compares;
	bool		is_listed;
	bool		in_phrase;		/* "in 2021", "on trailing NOI": until a comma or "and" */
	bool		has_arrow;
	int			unknown;
	const char *variant;
} Onward;

/* Reads a word between; false when it ends the sequence. */
static bool
onward_word(const Reading *reading, Onward *onward, int index)
{
	const Token *token = token_at(reading, index);
	char		first = reading->prose->text[token->start];

	/* ", which would fall to 12.9%" */
	if ((token->words & W_MODAL) || (token_is(reading, index, "which") && token_at(reading, index - 1)->kind == TOKEN_COMMA && has_words(token_at(reading, index + 1), W_MODAL | W_MOVE)))
		return true;
	if (token_is(reading, index, "coverage") || token_is(reading, index, "covered"))
		return false;			/* "1.35x, with rent coverage of 3.1x" */
	if (token->words & W_AND)
	{
		onward->is_listed = true;
		onward->in_phrase = false;
	}
	else if (token->words & W_FROM)
		onward->has_from = true;
	else if (token->words & (W_COMPARE | W_CONTRAST))
		onward->compares = true;
	else if (token->words & W_MOVE)
		onward->moves = true;
	else if (token->words & W_TO)
		onward->has_to = true;
	else if (token->words & (W_PREP | W_AT))
		onward->in_phrase = true;
	else if (onward->in_phrase && !(token->words & (W_BE | W_VERB | W_STOP)))
		return true;
	else if (!(token->words & (W_FILL | W_BE)))
	{
		/* "A 4.6%, B 5.2%" */
		bool		is_label = onward->is_listed && first >= 'A' && first <= 'Z' && !(token->words & ANY_LINK);

		if (!is_label && (++onward->unknown > 3 || token->words & ANY_LINK))
			return false;
	}
	return true;
}

/* Reads the tokens [from, to) between two numbers; false when they end the
 * sequence. */
static bool
read_onward(const Reading *reading, int from, int to, Onward *onward)
{
	int			last;
	const char *variant;

	for (int i = from; i < to; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_OPEN && skip_parenthesis(reading, i) > i && skip_parenthesis(reading, i) <= to)
			i = skip_parenthesis(reading, i) - 1;
		else if (token->kind == TOKEN_COMMA || token->kind == TOKEN_SLASH)
		{
			onward->is_listed = true;
			onward->in_phrase = false;
		}
		else if (token->kind == TOKEN_ARROW)
			onward->has_arrow = onward->moves = true;
		else if (token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE || token->kind == TOKEN_DASH ||
				 (token->kind == TOKEN_NUMBER && (token->unit == NUMBER_BARE || token->unit == NUMBER_OTHER) && token->value.scale == 0))
			continue;
		else if (token->kind != TOKEN_WORD || token->inside >= 0)
			return false;
		else if ((variant = modifier_at(reading, i, &last)) != NULL)
		{
			if (!token->is_claimed)
				onward->variant = variant;
			i = last;
		}
		else if (!onward_word(reading, onward, i))
			return false;
	}
	return true;
}

/* "from 58% at origination to 73%", "63% at close -> 55%": do the two numbers
 * make a movement, with a phrase between? */
static bool
is_movement(const Reading *reading, const Group *before, const Group *group)
{
	int			from = before->first - 1;
	int			to = group->first - 1;

	while (from > 0 && has_words(token_at(reading, from), W_FILL))
		from--;
	while (to > before->last && has_words(token_at(reading, to), W_FILL))
		to--;
	if (group->first - before->last > 14)
		return false;
	for (int i = before->last + 1; i < to; i++)
		if (token_at(reading, i)->kind == TOKEN_SEMICOLON || token_at(reading, i)->kind == TOKEN_STOP || token_at(reading, i)->inside >= 0 ||
			has_words(token_at(reading, i), W_CONTRAST))
			return false;
	if (token_at(reading, to)->kind == TOKEN_ARROW)
		return true;
	return has_words(token_at(reading, to), W_TO) &&
		(has_words(token_at(reading, from), W_FROM) || word_before(reading, before->first, 4, W_MOVE));
}

/* Makes the number before the prior value, and the other what it became; or both the
 * ends of a range, "range from 6.0% (luxury) to 9.0% (economy)". */
static void
set_movement(Reading *reading, Group *before, Group *group)
{
	Link		link = {LINK_VERB, false, false, NULL};

	set_link(reading, group, before->mention, &link, false);
	if (word_before(reading, before->first, 3, W_RANGE))
	{
		before->shape = GROUP_RANGE_LOW;
		group->shape = GROUP_RANGE_HIGH;
		return;
	}
	before->is_prior = true;
	before->context = CONTEXT_HISTORICAL;
}

static bool
link_movement(Reading *reading, Group *before, Group *group)
{
	if (before->is_prior || before->is_bound || before->shape != GROUP_SINGLE || !is_movement(reading, before, group))
		return false;
	set_movement(reading, before, group);
	return true;
}

/* "went from a 16.2% levered IRR to 8.7%" */
static bool
link_movement_around(Reading *reading, Group *before, const Mention *mention, Group *group)
{
	int			from = before->first - 1;

	while (from > 0 && has_words(token_at(reading, from), W_FILL))
		from--;
	if (before->is_prior || before->is_bound || before->shape != GROUP_SINGLE || !has_words(token_at(reading, from), W_FROM) ||
		group->first != mention->last + 2 || !has_words(token_at(reading, mention->last + 1), W_TO) || token_at(reading, group->last + 1)->kind == TOKEN_WORD)
		return false;
	set_movement(reading, before, group);
	return true;
}

/* "18.5% (9.0% unlevered)" */
static bool
link_variant_aside(Reading *reading, Group *before, Group *group)
{
	int			last;
	Link		link = {LINK_FIRM, false, false, NULL};

	if (group->first != before->last + 2 || token_at(reading, before->last + 1)->kind != TOKEN_OPEN ||
		modifier_at(reading, group->last + 1, &last) == NULL || token_at(reading, last + 1)->kind != TOKEN_CLOSE)
		return false;
	set_link(reading, group, before->mention, &link, false);
	group->has_own_variant = group->is_elliptical = group->variant != NULL;
	return true;
}

/* "exceeded 65% covenant ceiling at 65.6%" */
static bool
is_beyond_limit(const Reading *reading, const Group *before, const Group *group)
{
	int			last = group->first - 1;
	int			verb = before->first - 1;

	if (token_is(reading, verb, "the") || token_is(reading, verb, "a"))
		verb--;
	if (!is_exceeding(reading, verb) || (token_at(reading, group->last + 1)->kind == TOKEN_WORD && !has_words(token_at(reading, group->last + 1), W_AND)))
		return false;
	for (int i = before->last + 1; i < last; i++)
		if (!has_words(token_at(reading, i), W_LIMIT))
			return false;
	return before->is_bound && last > before->last + 1 && has_words(token_at(reading, last), W_AT);
}

/* "65.6% (up from 61.9%)", "18.5%, falling to 9%", "14.2% versus 12%", "1.25x
 * (standard), 1.20x (green)": a number of the same metric as the one before? */
bool
link_onward(Reading *reading, Group *group)
{
	Group	   *before = linked_before(reading, group);
	Onward		onward = {false};
	const Mention *mention;
	bool		is_bound = false;
	bool		is_behind;
	int			from;
	Link		link = {LINK_VERB, false, false, NULL};

	if (before == NULL || before->unit != group->unit || group->unit == NUMBER_BPS || is_delta_at(reading, group->first) ||
		!unit_fits(&reading->mentions.items[before->mention], reading, group))
		return false;
	mention = &reading->mentions.items[before->mention];
	if (mention->first < before->first && link_movement(reading, before, group))
		return true;
	is_behind = mention->first > before->last;
	if (is_behind && link_movement_around(reading, before, mention, group))
		return true;
	from = is_behind ? mention->last + 1 : before->last + 1;
	if (!is_behind && link_variant_aside(reading, before, group))
		return true;
	if (!is_behind && is_beyond_limit(reading, before, group))
	{
		set_link(reading, group, before->mention, &link, false);
		group->is_bound = false;
		group->context = CONTEXT_SCENARIO;	/* of the test, no headline */
		return true;
	}
	if (group->first - from > 12 || !read_onward(reading, from, group->first, &onward))
		return false;
	if (onward.unknown > 0 && !has_words(token_at(reading, group->first - 1), W_FROM))
		return false;
	onward.is_listed &= !is_behind;
	link.moves = onward.moves && onward.has_to;
	link.variant = onward.variant;
	if (onward.has_from || onward.compares)
		group->is_prior = true;
	else if (!link.moves && (!onward.is_listed || onward.moves || onward.has_to))
		return false;
	if (number_is_other(reading, group, &(Link) {LINK_WEAK, false, false, NULL}, &is_bound))
		return false;
	if (!group->is_prior && !link.moves && has_words(token_at(reading, group->last + 1), W_BE | W_VERB | W_MOVE | W_BOUND | W_OF))
		return false;
	set_link(reading, group, before->mention, &link, is_bound || (onward.is_listed && !group->is_prior && before->is_bound));
	claim_modifiers(reading, from, group->first);
	group->has_own_variant = group->variant != NULL;
	group->is_elliptical = link.variant != NULL;
	if (group->is_prior)
		group->context = onward.compares ? CONTEXT_COMPARISON : CONTEXT_HISTORICAL;
	return true;
}

/* ---- formulas */

/* The number behind the last equals sign of "= $39.0M / $60.0M = 65.0%", whose
 * first sign stands at index; -1 when there is no second. */
static int
formula_result(const Reading *reading, int index)
{
	int			result = -1;

	for (int i = index + 1; i < reading->tokens.count && i < index + 24; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_COMMA || token->kind == TOKEN_SEMICOLON || token->kind == TOKEN_STOP || token->inside >= 0 ||
			(token->kind == TOKEN_OPEN && token_at(reading, i - 1)->kind != TOKEN_COLON))
			break;				/* "= ($2M + $500K) / $1M = 2.5x" */
		if (token->kind == TOKEN_COLON && reading->prose->text[token->start] != ':' && token_at(reading, i + 1)->kind == TOKEN_NUMBER)
			result = i + 1;
	}
	return result;
}

#define LONGEST_TERMS	12			/* tokens of what a formula divides by what */

/* Where the first sign of "Debt yield (NOI / loan) = $2.4M / $24.5M = 9.8%" may stand. */
static int
formula_sign(const Reading *reading, int index)
{
	int			end = index;

	if (token_at(reading, index)->kind != TOKEN_OPEN)
		return skip_fill(reading, index);
	while (end < Min(reading->tokens.count, index + LONGEST_TERMS) && token_at(reading, end)->kind != TOKEN_CLOSE)
		if (token_at(reading, end++)->kind == TOKEN_NUMBER)
			return index;
	return end + 1;
}

/* The result of a formula is the metric's value, its other numbers are none. */
void
link_formulas(Reading *reading)
{
	for (int i = 0; i < reading->mentions.count; i++)
	{
		int			sign = formula_sign(reading, reading->mentions.items[i].last + 1);
		int			result = token_at(reading, sign)->kind == TOKEN_COLON ? formula_result(reading, sign) : -1;
		Group	   *group;
		Link		link = {LINK_FIRM, false, false, NULL};

		if (result < 0 || token_at(reading, result)->group < 0)
			continue;
		group = &reading->groups.items[token_at(reading, result)->group];
		if (group->mention >= 0 || reading->mentions.items[i].is_ruled_out || !unit_fits(&reading->mentions.items[i], reading, group))
			continue;
		for (int j = sign; j < result; j++)
			if (token_at(reading, j)->group >= 0)
				reading->groups.items[token_at(reading, j)->group].unit = NUMBER_OTHER;
		set_link(reading, group, i, &link, false);
	}
}
