/*
 * metric_link.c
 *		Which number of a sentence belongs to which metric.
 *
 * A group belongs to the metric before it when only words that link stand
 * between ("IRR for the project is expected to reach 14.2%"), or to the one
 * after it when only adjectives do ("14.2% projected levered IRR"), or to the
 * one of the group before it ("65.6% (up from 61.9%)", "falling to 9%").  Lists
 * are paired in order: "IRR, DSCR and LTV of 14.2%, 1.35x and 65%".
 *
 * Deltas, weights and other quantities' numbers are linked to nothing.
 */
#include "metrics/metrics_internal.h"

/* Has the number before an unknown word a noun of its own ("growth of 3%", "the
 * pref is 8%"), or the metric behind it a number ("levered IRR of 18.5%")? */
static bool
is_taken(const Reading *reading, const Mention *mention, const Group *group)
{
	int			before = group->first - 1;
	int			behind = skip_fill(reading, mention->last + 1);

	while (before > 0 && has_words(token_at(reading, before), W_FILL))
		before--;
	if (has_words(token_at(reading, before), W_OF | W_BE | W_VERB | W_AT) && token_at(reading, before - 1)->kind == TOKEN_WORD &&
		before + 1 == group->first)
		return true;
	if (has_words(token_at(reading, behind), W_OF | W_BE | W_VERB | W_AT) || token_at(reading, behind)->kind == TOKEN_COLON)
		behind = skip_fill(reading, behind + 1);
	return token_at(reading, behind)->kind == TOKEN_NUMBER;
}

/* "At 1.33x, DSCR is adequate": the value before its metric? */
static bool
leads_sentence(const Reading *reading, const Mention *mention, const Group *group)
{
	int			at = group->first - 1;
	int			next = group->last + 1;

	while (has_words(token_at(reading, at), W_FILL))
		at--;
	if (!has_words(token_at(reading, at), W_AT) || token_at(reading, next)->kind != TOKEN_COMMA ||
		(at > 0 && token_at(reading, at - 1)->kind == TOKEN_WORD))
		return false;
	for (next++; next < mention->from; next++)
		if (!has_words(token_at(reading, next), W_FILL))
			return false;
	for (int i = group - reading->groups.items + 1; i < reading->groups.count && i < group - reading->groups.items + 3; i++)
		if (reading->groups.items[i].unit == group->unit && unit_fits(mention, reading, &reading->groups.items[i]) && !is_delta_at(reading, reading->groups.items[i].first))
			return false;		/* "At 6%, the IRR is 14%" */
	return true;
}

/* "62.5% of appraised value (LTV)" */
static bool
is_named_behind(const Reading *reading, const Mention *mention, const Group *group)
{
	if (token_at(reading, mention->first - 1)->kind != TOKEN_OPEN || token_at(reading, mention->last + 1)->kind != TOKEN_CLOSE ||
		!has_words(token_at(reading, group->last + 1), W_OF))
		return false;
	for (int i = group->last + 2; i < mention->first - 1; i++)
		if (token_at(reading, i)->kind != TOKEN_WORD || token_at(reading, i)->inside >= 0)
			return false;
	return true;
}

/* "adds 1.8% IRR", "0.05x on equity multiple": a change?  Not "a value-add 12% IRR". */
static bool
is_change(const Reading *reading, const Mention *mention, const Group *group)
{
	WORD_LIST(verbs, "add", "adds", "adding", "added", "lose", "loses", "losing", "lost", "shave", "shaves", "save", "saves", "subtract", "subtracts");
	WORD_LIST(abouts, "about", "roughly", "approximately", "another", "nearly", "almost", "around");
	Decimal		small = group->unit == NUMBER_MULTIPLE ? (Decimal) {5, 1} : (Decimal) {3, 0};
	int			before = group->first - 1;

	if (token_is(reading, group->last + 1, "on") && token_at(reading, group->last + 1)->inside < 0)
		return decimal_compare(token_at(reading, group->last)->value, small) < 0;
	if (strcmp(mention->kind->key, "irr") != 0 && strcmp(mention->kind->key, "equity_multiple") != 0)
		return false;
	while (token_is_any(reading, before, &abouts))
		before--;
	return token_is_any(reading, before, &verbs) && !token_at(reading, before)->is_joined && !token_is(reading, before - 1, "value");
}

#define MAX_TITLE		10			/* words */

/* "2.1 Debt Service Coverage Ratio (DSCR)", "7.11 DSCR Examples", "Section 7.5 (DSCR)":
 * the number of a heading?  Not "1.5 DSCR", "1.25 DSCR Minimum". */
static bool
is_section_number(const Reading *reading, const Group *group)
{
	WORD_LIST(links, "of", "and", "for", "the", "to", "by", "in", "a", "an", "or", "with", "vs");
	int			count = 0;

	if (group->unit == NUMBER_BARE && names_part(reading, group->first - 1))
		return true;
	if (group->first != 0 || group->last != 0 || group->unit != NUMBER_BARE || reading->tokens.count > MAX_TITLE ||
		(token_at(reading, 0)->value.scale != 1 && decimal_compare(token_at(reading, 0)->value, (Decimal) {3, 0}) < 0))
		return false;
	for (int i = 1; i < reading->tokens.count; i++)
	{
		const Token *token = token_at(reading, i);
		char		initial = reading->prose->text[token->start];

		if (token->kind != TOKEN_WORD || token_is_any(reading, i, &links))
			continue;
		if (initial < 'A' || initial > 'Z')
			return false;
		count++;
	}
	return count > 1;
}

/* "14.2% projected levered IRR": only adjectives between. */
static Link
link_before(const Reading *reading, const Mention *mention, const Group *group)
{
	Link		link = {LINK_NONE, false, false, NULL};
	int			unknown = 0;

	if (mention->is_ruled_out || mention->is_delta || mention->first - group->last > 8 || !unit_fits(mention, reading, group) ||
		group->unit == NUMBER_BPS || (group->unit == NUMBER_BARE && token_at(reading, group->last)->value.scale == 0 && !token_at(reading, mention->first)->is_joined) ||
		is_change(reading, mention, group) || is_section_number(reading, group))
		return link;
	if (leads_sentence(reading, mention, group) || is_named_behind(reading, mention, group))
	{
		link.strength = LINK_FIRM;
		return link;
	}
	for (int i = group->last + 1, last; i < mention->first; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_OPEN &&
			(i + 1 == mention->first || (modifier_at(reading, i + 1, &last) != NULL && last + 1 == mention->first)))
			continue;
		if (token->kind == TOKEN_NUMBER && token->unit == NUMBER_OTHER && token_at(reading, i + 1)->is_joined)
			continue;			/* "10-year" */
		if (token->kind != TOKEN_WORD)
			return link;
		if (modifier_at(reading, i, &last) != NULL)
			i = last;
		else if (token_is(reading, i, "until"))
			return link;
		else if (token->words & W_LIMIT)
			link.is_bound = true;
		else if (token_is(reading, i, "a") || token_is(reading, i, "an") || token_is(reading, i, "the"))
			return link;		/* "3% supports an IRR", "at 6.25% the IRR is" */
		else if (token->words & W_FILL || token->is_joined)
			continue;
		else if (token->words & ANY_LINK || token->words & W_CONTRAST || ++unknown > 1)
			return link;
	}
	if (unknown > 0 && is_taken(reading, mention, group))
		return link;
	link.strength = unknown > 0 ? LINK_VERB : LINK_FIRM;
	return link;
}

/* "IRR = 0.50 * base + 0.25 * upside" */
static bool
is_factor(const Reading *reading, const Group *group)
{
	const Token *before = token_at(reading, group->first - 1);

	return before->kind == TOKEN_COLON && reading->prose->text[before->start] == '=' &&
		sign_follows(reading, token_at(reading, group->last)->unit_end, '*');
}

/* "1.27x exceeds lender minimum", not "2% exceeds plan" */
static bool
exceeds_limit(const Reading *reading, int index)
{
	if (!is_exceeding(reading, index))
		return false;
	for (int i = index + 1; i < index + 5; i++)
		if (has_words(token_at(reading, i), W_LIMIT))
			return true;
	return false;
}

/* "of income", not "of value" */
static bool
is_share_of_other(const Reading *reading, int index)
{
	WORD_LIST(wholes, "income", "revenue", "revenues", "rent", "rents", "noi", "cash", "units", "tenants", "investors", "loans", "deals", "profits", "distributions", "fees", "equity");

	return has_words(token_at(reading, index), W_OF) && token_is_any(reading, skip_articles(reading, index + 1), &wholes);
}

/* Does what follows the number say that it is a change, a weight, a limit or
 * another quantity's? */
bool
number_is_other(const Reading *reading, const Group *group, const Link *link, bool *is_bound)
{
	WORD_LIST(quantities, "nav", "gav", "ffo", "affo", "ebitda", "gdp");
	int			index = group->last + 1;
	const Token *next = token_at(reading, index);
	int			last;

	if (is_factor(reading, group))
		return true;
	if (next->kind == TOKEN_CLOSE)
		return false;
	if (has_words(next, W_AND) && has_words(token_at(reading, index + 1), W_BOUND | W_DELTA) && !is_exceeding(reading, index + 1))
	{
		*is_bound = true;		/* "or higher", not "and exceeds" */
		return false;
	}
	if (has_words(next, W_BOUND) && has_words(next, W_LIMIT))
		*is_bound = true;
	if (modifier_at(reading, index, &last) != NULL || next->inside >= 0)
		return false;
	if (has_words(next, W_SCORE) || (has_words(next, W_DELTA) && !has_words(next, W_MOVE | W_PREP)))
		return true;
	if (group->unit == NUMBER_BPS && (has_words(next, W_BOUND | W_OF) || link->strength < LINK_VERB))
		return true;
	if (has_words(next, W_OTHER) && token_at(reading, index + 1)->kind != TOKEN_COLON)
		return true;
	if (link->strength < LINK_FIRM && next->kind == TOKEN_WORD && next->words == 0 && has_words(token_at(reading, index + 1), W_OTHER))
		return true;			/* "less 1.75% selling costs" */
	if (has_words(token_at(reading, skip_fill(reading, index)), W_DELTA) && next->kind == TOKEN_WORD &&
		!has_words(token_at(reading, skip_fill(reading, index)), W_PREP))
		return true;			/* "a 17% value decline" */
	if (token_is_any(reading, index, &quantities) && has_words(token_at(reading, index + 1), W_DELTA) && !has_words(token_at(reading, index + 1), W_PREP))
		return true;			/* "~10% NAV decline" */
	if (link->strength < LINK_FIRM && has_words(next, W_BOUND) && !has_words(next, W_LIMIT) && !exceeds_limit(reading, index) &&
		!token_is(reading, index, "over") && !token_is(reading, index, "under"))
		return true;			/* "IRR is 2% below target", not "DSCR 1.27x exceeds 1.25x" */
	if (next->kind == TOKEN_SLASH && token_at(reading, index + 1)->kind == TOKEN_WORD && has_words(token_at(reading, index + 1), W_FILL))
		return true;			/* "20%/year" */
	if (link->strength <= LINK_WEAK && next->kind == TOKEN_WORD && next->words == 0 && !link->is_bound)
		return true;			/* "LTV at 6% coupons" */
	if (link->strength <= LINK_WEAK && is_share_of_other(reading, index))
		return true;			/* "With 60% LTV, 60% of income is taxed" */
	return group->unit == NUMBER_BARE && next->kind == TOKEN_WORD && next->words == 0 && link->strength < LINK_FIRM;
}

void
claim_modifiers(Reading *reading, int from, int to)
{
	int			last;

	for (int i = from; i < to; i++)
		if (token_at(reading, i)->inside < 0 && modifier_at(reading, i, &last) != NULL)
			for (; i <= last; i++)
				reading->tokens.items[i].is_claimed = true;
}

/* A modifier behind the number: "18.5% (levered)", "12.1% unlevered",
 * "5.5% at exit", "18.5% on a levered basis". */
static const char *
variant_behind(Reading *reading, int index)
{
	int			last;
	const char *variant;
	bool		is_open = token_at(reading, index)->kind == TOKEN_OPEN;

	if (is_open || has_words(token_at(reading, index), W_AT | W_PREP))
		index++;
	while (token_is(reading, index, "a") || token_is(reading, index, "an"))
		index++;
	variant = modifier_at(reading, index, &last);
	if (variant == NULL || (is_open && token_at(reading, last + 1)->kind != TOKEN_CLOSE) || token_at(reading, last + 1)->inside >= 0 || has_words(token_at(reading, last + 1), W_OTHER))
		return NULL;
	claim_modifiers(reading, index, last + 1);
	return variant;
}

void
set_link(Reading *reading, Group *group, int mention, const Link *link, bool is_bound)
{
	Mention    *to = &reading->mentions.items[mention];
	const Token *before = token_at(reading, group->first - 1);
	bool		is_spread = false;	/* "25 bps over the 5.75% going-in cap" */

	while (has_words(before, W_FILL) && before > reading->tokens.items)
		before--;
	group->mention = mention;
	for (int i = (int) (before - reading->tokens.items) - 1; token_is(reading, (int) (before - reading->tokens.items), "over") && i >= 0 && i > before - reading->tokens.items - 6; i--)
		is_spread |= token_at(reading, i)->unit == NUMBER_BPS && token_at(reading, i)->kind == TOKEN_NUMBER;
	group->is_bound = is_bound || link->is_bound || to->is_limit || is_limit_there(reading, group, to) || before->kind == TOKEN_BOUND ||
		(has_words(before, W_BOUND | W_LIMIT) && !is_spread && group->shape != GROUP_RANGE) ||
		(has_words(before, W_TO) && before > reading->tokens.items && token_is(reading, (int) (before - reading->tokens.items) - 1, "up"));
	group->variant = variant_behind(reading, group->last + 1);
	/* "a levered IRR of 22% gross" */
	if (group->variant != NULL && to->variant[0] != '\0' && is_party_variant(group->variant))
	{
		group->variant = join_variants(to->variant, group->variant);
		group->has_own_variant = true;
	}
	if (group->variant == NULL && link->variant != NULL)
	{
		group->variant = link->variant;
		claim_modifiers(reading, group->last < to->first ? group->last + 1 : to->last + 1, group->last < to->first ? to->first : group->first);
	}
	if (link->moves)
		group->context = CONTEXT_SCENARIO;
	to->used++;
	to->follows_number |= group->last < to->first;
}

/* ---- lists of metrics with lists of numbers */

/* Do only separators and adjectives stand in [from, to)? */
static bool
is_list_gap(const Reading *reading, int from, int to)
{
	bool		has_separator = false;
	int			last;

	if (to - from > 8)
		return false;
	for (int i = from; i < to; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_COMMA || token->kind == TOKEN_SLASH || has_words(token, W_AND))
			has_separator = true;
		else if (modifier_at(reading, i, &last) != NULL)
			i = last;
		else if (!has_words(token, W_FILL) || has_words(token, W_BE | W_MODAL))
			return false;
	}
	return has_separator;
}

/* Mentions that follow each other as a list from index on. */
static int
mention_run(const Reading *reading, int index)
{
	int			last = index;

	while (last + 1 < reading->mentions.count)
	{
		const Mention *mention = &reading->mentions.items[last];

		if (mention->next != last + 1 &&
			!is_list_gap(reading, mention->last + 1, reading->mentions.items[last + 1].first))
			break;
		last++;
	}
	return last - index + 1;
}

/* Numbers that follow each other likewise; of more than most it is enough to know
 * that they are more. */
static int
group_run(const Reading *reading, int index, int most)
{
	int			last = index;

	while (last + 1 < reading->groups.count && last - index < most &&
		   is_list_gap(reading, skip_parenthesis(reading, reading->groups.items[last].last + 1), reading->groups.items[last + 1].first))
		last++;
	return last - index + 1;
}

static void
link_lists(Reading *reading)
{
	int			group = 0;

	for (int i = 0, count; i < reading->mentions.count; i += count)
	{
		const Mention *last;
		bool		fits = true;
		Link		link = {LINK_FIRM, false, false, NULL};

		CHECK_FOR_INTERRUPTS();
		count = mention_run(reading, i);
		last = &reading->mentions.items[i + count - 1];
		while (group < reading->groups.count && reading->groups.items[group].first < last->last)
			group++;
		if (count < 2 || group == reading->groups.count || group_run(reading, group, count) != count ||
			!gap_links_lists(reading, last, reading->groups.items[group].first, &link.is_bound))
			continue;
		for (int j = 0; j < count && fits; j++)
			fits = unit_fits(&reading->mentions.items[i + j], reading, &reading->groups.items[group + j]) &&
				!reading->mentions.items[i + j].is_ruled_out && !reading->mentions.items[i + j].is_delta;
		for (int j = 0; j < count && fits; j++)
			set_link(reading, &reading->groups.items[group + j], i + j, &link, false);
	}
}

/* ---- one metric, one number */

/* Does a line end between the tokens? */
static bool
line_ends(const Reading *reading, int from, int to)
{
	const char *text = reading->prose->text;

	for (int i = token_at(reading, from)->end; i < token_at(reading, to)->start; i++)
		if (text[i] == '\n' || (text[i] == '<' && pg_strncasecmp(text + i, "<br", 3) == 0))
			return true;
	return false;
}

/* "Debt yield is 9.1%": has the metric a number directly behind it? */
static bool
has_own_number(const Reading *reading, const Mention *mention)
{
	int			index = skip_fill(reading, mention->last + 1);
	int			end = index + 4;
	Group		group = {.shape = GROUP_SINGLE};

	for (; index < end; index++)
	{
		const Token *token = token_at(reading, index);

		if (token->kind == TOKEN_NUMBER)
		{
			group.first = group.last = index;
			group.unit = token->unit;
			return unit_fits(mention, reading, &group);
		}
		if (token->kind != TOKEN_COLON && token->kind != TOKEN_DASH && token->kind != TOKEN_OPEN &&
			!has_words(token, W_OF | W_BE | W_VERB | W_AT | W_FILL))
			return false;
	}
	return false;
}

/* "LTV is 65% Debt yield is 9.1%": is the number the one of the metric before it,
 * as the metric behind has another?  Not "IRR at 65% LTV is 18.5%". */
static bool
belongs_behind(const Reading *reading, const Group *group, int before, int after, Strength behind)
{
	const Mention *mention = &reading->mentions.items[before];

	if (behind == LINK_NONE || mention->used > 0 || !has_own_number(reading, &reading->mentions.items[after]))
		return false;
	if (behind >= LINK_VERB || (line_ends(reading, group->last, reading->mentions.items[after].first) &&
								!line_ends(reading, mention->last, group->first)))
		return true;
	for (int i = mention->last + 1; i < group->first; i++)
		if (has_words(token_at(reading, i), ANY_LINK))
			return false;
	return true;
}

/* "Leverage 65%" at the end of a line, and in the next one "Debt yield 9.1%". */
static bool
ends_own_line(const Reading *reading, const Group *group, const Mention *mention)
{
	return group->first > 0 && line_ends(reading, group->last, mention->first) &&
		!line_ends(reading, group->first - 1, group->first) && has_own_number(reading, mention);
}

#define MAX_LISTED		8			/* numbers of a list that are looked at */

/* Do only signs and words of a list stand in [from, to)? */
static bool
is_bare_list_gap(const Reading *reading, int from, int to)
{
	for (int i = from; i < to; i++)
		if (token_at(reading, i)->kind != TOKEN_COMMA && token_at(reading, i)->kind != TOKEN_SLASH && !has_words(token_at(reading, i), W_AND))
			return false;
	return to > from;
}

/* As number_is_other; "at 0%, 1%, 2% rent growth": the last number of a list tells of all. */
static bool
list_is_other(const Reading *reading, const Group *group, const Link *link, bool *is_bound)
{
	const Group *end = reading->groups.items + reading->groups.count - 1;
	const Group *last = group;

	if (number_is_other(reading, group, link, is_bound))
		return true;
	while (link->strength == LINK_WEAK && last < end && last - group < MAX_LISTED && last[1].unit == group->unit &&
		   is_bare_list_gap(reading, last->last + 1, last[1].first))
		last++;
	return last > group && number_is_other(reading, last, link, is_bound);
}

/* Chooses between the metric before and the one after a number; which one it is is
 * not sure where either could be. */
static void
link_group(Reading *reading, Group *group, int before, int after)
{
	Link		behind = {LINK_NONE, false, false, NULL};
	Link		ahead = {LINK_NONE, false, false, NULL};
	bool		behind_bound = false;
	bool		ahead_bound = false;

	if (after >= 0)
		ahead = link_before(reading, &reading->mentions.items[after], group);
	if (before >= 0)
		behind = link_behind(reading, &reading->mentions.items[before], group);
	if (behind.strength != LINK_NONE && list_is_other(reading, group, &behind, &behind_bound))
		behind.strength = LINK_NONE;
	if (ahead.strength == LINK_FIRM && behind.strength == LINK_WEAK && reading->mentions.items[before].used > 0)
		behind.strength = LINK_NONE;	/* "14.2% IRR 65% LTV" */
	if (behind.strength == LINK_WEAK && reading->mentions.items[before].follows_number &&
		(has_words(token_at(reading, reading->mentions.items[before].last + 1), W_AT) ||
		 (token_at(reading, reading->mentions.items[before].last + 1)->kind == TOKEN_CLOSE && has_words(token_at(reading, group->first - 1), W_AT))))
		behind.strength = LINK_NONE;	/* "60% LTV at 5.60%", "(65% LTV) at 6.5%": the loan's rate */
	if (ahead.strength != LINK_NONE && before >= 0 && belongs_behind(reading, group, before, after, behind.strength))
		ahead.strength = LINK_NONE;
	else if (ahead.strength != LINK_NONE && behind.strength != LINK_NONE && reading->mentions.items[before].used == 0)
		group->is_torn = reading->mentions.items[before].kind != reading->mentions.items[after].kind;
	else if (ahead.strength != LINK_NONE && ends_own_line(reading, group, &reading->mentions.items[after]))
		ahead.strength = LINK_NONE;
	if (ahead.strength > behind.strength ||
		(ahead.strength == LINK_FIRM && behind.strength == LINK_FIRM && reading->mentions.items[before].used > 0))
		set_link(reading, group, after, &ahead, ahead_bound);
	else if (behind.strength != LINK_NONE)
		set_link(reading, group, before, &behind, behind_bound);
}

/* "at 6%, 8% and 10% IRR": the numbers before one that its metric follows, three of a
 * kind at least, each greater than the one before; not "at 6.5%, 70% LTV". */
static void
link_numbers_before(Reading *reading, int index)
{
	Group	   *groups = reading->groups.items;
	Mention    *mention = &reading->mentions.items[groups[index].mention];
	Decimal		least = token_at(reading, groups[index].first)->value;
	Link		link = {LINK_FIRM, false, false, NULL};
	int			first = index;

	if (groups[index].unit == NUMBER_BARE)
		return;
	least.digits = least.digits * 20 / 7;	/* what is far from the others is of another kind */
	least.scale++;
	while (first > 0 && groups[first - 1].mention < 0 && groups[first - 1].unit == groups[index].unit && groups[first - 1].shape == GROUP_SINGLE &&
		   is_bare_list_gap(reading, groups[first - 1].last + 1, groups[first].first) && unit_fits(mention, reading, &groups[first - 1]))
	{
		first--;
		if (index - first >= MAX_LISTED || decimal_compare(token_at(reading, groups[first].first)->value, least) < 0 ||
			decimal_compare(token_at(reading, groups[first].first)->value, token_at(reading, groups[first + 1].first)->value) >= 0)
			return;
	}
	for (int i = first; i < index && index - first >= 2; i++)
		set_link(reading, &groups[i], groups[index].mention, &link, groups[index].is_bound);
}

/* "18.5% levered and 12.1% unlevered IRR": the first number's metric is named
 * behind the second. */
static void
link_shared_head(Reading *reading)
{
	for (int i = reading->groups.count - 2; i >= 0; i--)
	{
		Group	   *group = &reading->groups.items[i];
		Group	   *next = group + 1;
		int			last;
		Link		link = {LINK_FIRM, false, false, NULL};

		if (group->mention >= 0 || next->mention < 0 || group->unit != next->unit ||
			reading->mentions.items[next->mention].first < next->last)
			continue;
		if (is_bare_list_gap(reading, group->last + 1, next->first))
		{
			link_numbers_before(reading, i + 1);
			continue;
		}
		link.variant = modifier_at(reading, group->last + 1, &last);
		if (link.variant == NULL || !is_list_gap(reading, last + 1, next->first) ||
			!unit_fits(&reading->mentions.items[next->mention], reading, group))
			continue;
		set_link(reading, group, next->mention, &link, false);
		group->has_own_variant = true;
		claim_modifiers(reading, group->last + 1, next->first);
	}
}

/* Is the sentence a metric's name and nothing else, so that its value follows? */
static bool
is_label(const Reading *reading)
{
	const Mention *mention;
	int			index;

	if (reading->mentions.count != 1 || reading->groups.count > 0)
		return false;
	mention = &reading->mentions.items[0];
	if (mention->first > 6 || mention->is_ruled_out || mention->is_delta ||
		(mention->is_limit && !(strcmp(mention->kind->key, "irr") == 0 && says_target(reading))))
		return false;
	for (index = 0; index < mention->from; index++)
		if (token_at(reading, index)->kind != TOKEN_WORD || has_words(token_at(reading, index), ANY_LINK))
			return false;
	index = skip_fill(reading, mention->last + 1);
	while (token_at(reading, index)->kind == TOKEN_COLON || token_at(reading, index)->kind == TOKEN_DASH)
		index++;
	return index >= reading->tokens.count;
}

/* Behind both the number and its metric. */
static int
pair_end(const Reading *reading, const Group *group)
{
	return Max(group->last, reading->mentions.items[group->mention].last) + 1;
}

/* "Demands 1.25x DSCR, 65% LTV and 9% debt yield minimum": what stands between limits
 * of a list is one. */
static void
spread_limits(Reading *reading)
{
	for (int i = 1; i + 1 < reading->groups.count; i++)
	{
		Group	   *group = &reading->groups.items[i];

		if (group->mention >= 0 && group[-1].mention >= 0 && group[1].mention >= 0 && group[-1].is_bound && group[1].is_bound &&
			is_bare_list_gap(reading, pair_end(reading, group - 1), group->first) && is_bare_list_gap(reading, pair_end(reading, group), group[1].first))
			group->is_bound = true;
	}
}

void
reading_link(Reading *reading)
{
	int			before = -1;
	int			after = 0;

	link_formulas(reading);
	link_lists(reading);
	for (int i = 0; i < reading->groups.count; i++)
	{
		Group	   *group = &reading->groups.items[i];

		if ((i & 255) == 0)
			CHECK_FOR_INTERRUPTS();
		while (before + 1 < reading->mentions.count && reading->mentions.items[before + 1].last < group->first)
			before++;
		while (after < reading->mentions.count && reading->mentions.items[after].first < group->last)
			after++;
		if (group->mention >= 0)
			continue;
		link_group(reading, group, before, after < reading->mentions.count ? after : -1);
		if (group->mention < 0)
			link_onward(reading, group);
	}
	link_shared_head(reading);
	spread_limits(reading);
	reading->is_list_end = is_label(reading);
}
