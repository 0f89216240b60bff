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
#include "metric_internal.h"

#define MAX_GAP		28			/* tokens between a metric and its number */
#define MAX_UNKNOWN	8			/* of these, words that we do not know */

#define ANY_LINK	(W_BE | W_VERB | W_MOVE | W_OF | W_AT | W_TO | W_FROM | W_BY | W_PREP | W_AND | W_STOP | W_OTHER | W_DELTA | W_SCORE)

/* -------------------------------------------------------------------- links */

typedef enum Strength
{
	LINK_NONE,
	LINK_WEAK,					/* side by side: "IRR 14.2%", "IRR at 14.2%" */
	LINK_VERB,					/* "IRR for the project is 14.2%" */
	LINK_FIRM					/* "IRR of 14.2%", "IRR: 14.2%", "14.2% IRR" */
} Strength;

typedef struct Link
{
	Strength	strength;
	bool		is_bound;
	bool		moves;			/* "falls to" */
	const char *variant;		/* a modifier that stands between; NULL = none */
} Link;

/* What one token between a metric and its number does to the link. */
typedef struct Gap
{
	int			unknown;
	int			commas;
	bool		has_fill;
	bool		is_denied;		/* "is not" */
	bool		starts_phrase;	/* a preposition stands right behind the metric */
	bool		is_firm;
	bool		has_verb;
	bool		has_at;
	bool		moves;
	bool		has_to;
	bool		has_by;
	bool		is_bound;
	const char *variant;
} Gap;

/* A word between; false when it ends what can be linked. */
static bool
gap_word(Gap *gap, const Token *token)
{
	int			words = token->words;

	if (words & (W_STOP | W_AND | W_SCORE | W_OTHER))
		return false;
	if (words & W_OF)
	{
		if (gap->unknown > 0 && (!gap->starts_phrase || gap->unknown > 4))
			return false;
		gap->is_firm = true;
	}
	else if (words & (W_BE | W_VERB))
	{
		gap->has_verb = true;
		gap->has_to = gap->moves = false;
	}
	else if (words & W_MOVE)
	{
		gap->moves = gap->has_verb = true;
		gap->has_to = false;
	}
	else if (words & (W_TO | W_FROM))
	{
		gap->starts_phrase |= gap->unknown == 0 && !gap->has_verb && !gap->moves;
		gap->has_to = true;
	}
	else if (words & W_RANGE)
		gap->has_verb = true;
	else if (words & W_BY)
		gap->has_by = true;
	else if (words & W_AT)
		gap->has_at = true;
	else if (words & W_BOUND)
		gap->is_bound = true;
	else if (words & W_DELTA)
		return false;
	else if ((words & W_PREP) && gap->unknown == 0 && !gap->has_verb)
		gap->starts_phrase = true;
	else if (words != 0)
		gap->has_fill |= (words & W_FILL) != 0;
	else
	{
		gap->unknown++;
		gap->has_verb = gap->is_firm = gap->has_to = gap->has_at = gap->has_by = false;
		return gap->unknown <= MAX_UNKNOWN;
	}
	return true;
}

/* Index after the parenthesis that opens at index, if it has no number of a
 * metric in it; index when it has. */
static int
skip_parenthesis(const Reading *reading, int index)
{
	for (int i = index + 1; i < reading->tokens.count && i < index + 16; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_CLOSE)
			return i + 1;
		if (token->kind == TOKEN_OPEN || (token->kind == TOKEN_NUMBER && token->unit != NUMBER_OTHER && token->unit != NUMBER_BARE))
			break;
	}
	return index;
}

/* The second comma of ", based on the appraisal, is"; index when it is none. */
static int
skip_apposition(const Reading *reading, int index, int to)
{
	for (int i = index + 1; i < to && i < index + 12; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_COMMA)
			return has_words(token_at(reading, i + 1), W_BE | W_VERB | W_MOVE | W_OF | W_MODAL) ? i : index;
		if (token->kind != TOKEN_WORD || token->inside >= 0)
			break;
	}
	return index;
}

/* Reads the tokens [from, to) between a metric and a number. */
static bool
read_gap(const Reading *reading, const Mention *mention, int from, int to, Gap *gap)
{
	if (to - from > MAX_GAP)
		return false;
	for (int i = from; i < to; i++)
	{
		const Token *token = token_at(reading, i);
		int			last;
		const char *variant;

		switch (token->kind)
		{
			case TOKEN_COLON:
				gap->is_firm = gap->unknown <= 4;
				break;
			case TOKEN_DASH:
			case TOKEN_ARROW:
				if (gap->unknown > 0)
					return false;
				gap->is_firm = true;
				break;
			case TOKEN_COMMA:
				if (skip_apposition(reading, i, to) > i)
				{
					i = skip_apposition(reading, i, to);
					break;
				}
				gap->commas++;
				gap->has_fill = false;
				gap->has_verb = gap->is_firm = gap->has_to = gap->moves = false;
				break;
			case TOKEN_BOUND:
				gap->is_bound = gap->is_firm = true;
				break;
			case TOKEN_OPEN:
				if (skip_parenthesis(reading, i) > i)
					i = skip_parenthesis(reading, i) - 1;
				else if (i + 1 != to && !gap->is_bound && (gap->unknown > 0 || gap->has_verb || gap->is_firm))
					return false;
				break;
			case TOKEN_CLOSE:
				break;
			case TOKEN_NUMBER:
				if (gap->moves && (token->unit == NUMBER_BPS || token->unit == NUMBER_POINTS))
					break;		/* "fell 230 bps to" */
				if (token->unit != NUMBER_OTHER && token->unit != NUMBER_BARE)
					return false;
				gap->unknown++;
				gap->has_verb = gap->is_firm = gap->has_to = false;
				break;
			case TOKEN_WORD:
				if (token->inside >= 0 && &reading->mentions.items[token->inside] != mention)
					return false;
				if (has_words(token, W_AND) && has_words(token_at(reading, i + 1), W_BOUND))
					break;		/* "at or above" */
				if ((variant = modifier_at(reading, i, &last)) != NULL && last < to)
				{
					if (!gap->starts_phrase || token_is(reading, last + 1, "basis") ||
						strstr("stabilized in_place trailing forward exit going_in", variant) != NULL)
						gap->variant = variant;
					i = last;
				}
				else if (token_is(reading, i, "not"))
					gap->is_denied = true;
				else if (mention->is_delta && has_words(token, W_DELTA))
					gap->moves = true;
				else if (!gap_word(gap, token))
					return false;
				break;
			default:
				return false;
		}
	}
	return true;
}

/* "IRR ... 14.2%": the link from a metric to a number behind it. */
static Link
link_behind(const Reading *reading, const Mention *mention, const Group *group)
{
	Link		link = {LINK_NONE, false, false, NULL};
	Gap			gap = {0};

	if (mention->is_ruled_out || !unit_fits(mention, reading, group) ||
		!read_gap(reading, mention, mention->last + 1, group->first, &gap) || gap.has_by)
		return link;
	link.is_bound = gap.is_bound || gap.is_denied;
	link.variant = gap.variant;
	link.moves = gap.moves && group->shape == GROUP_SINGLE;
	if ((mention->is_delta || gap.moves) && !gap.has_to && group->shape != GROUP_MOVEMENT && !gap.is_bound)
		return link;			/* "cap rate expansion of 50", "IRR falls 2%" */
	if (gap.is_firm && mention->follows_number)
		return link;			/* "IRR at 5.0% exit cap = 20.1%" */
	if (gap.is_firm)
		link.strength = LINK_FIRM;
	else if (gap.has_to && gap.unknown == 0 && !gap.has_verb && word_before(reading, mention->first, 6, W_MOVE))
	{
		link.strength = LINK_VERB;	/* "reduces IRR to 14.1%" */
		link.moves = group->shape == GROUP_SINGLE;
	}
	else if (gap.has_verb && gap.commas <= 2 && (gap.unknown == 0 || gap.starts_phrase))
		link.strength = LINK_VERB;
	else if (gap.unknown == 0 && (!gap.starts_phrase || gap.has_at || gap.is_bound) &&
			 (gap.commas == 0 || (gap.commas == 1 && (gap.has_at || gap.has_fill))))
		link.strength = LINK_WEAK;
	else if (gap.is_bound && gap.unknown <= 3)
		link.strength = LINK_WEAK;
	return link;
}

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

/* "14.2% projected levered IRR": only adjectives between. */
static Link
link_before(const Reading *reading, const Mention *mention, const Group *group)
{
	Link		link = {LINK_NONE, false, false, NULL};
	int			unknown = 0;

	if (mention->is_ruled_out || mention->is_delta || mention->first - group->last > 8 || !unit_fits(mention, reading, group) ||
		group->unit == NUMBER_BPS || (group->unit == NUMBER_BARE && token_at(reading, group->last)->value.scale == 0))
		return link;
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
		else if (token->words & W_LIMIT)
			link.is_bound = true;
		else if (unknown > 0 && (token_is(reading, i, "a") || token_is(reading, i, "an") || token_is(reading, i, "the")))
			return link;		/* "3% supports an IRR": what stands between is a verb */
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

/* Does what follows the number say that it is a change, a weight, a limit or
 * another quantity's? */
static bool
number_is_other(const Reading *reading, const Group *group, const Link *link, bool *is_bound)
{
	int			index = group->last + 1;
	const Token *next = token_at(reading, index);
	int			last;

	if (next->kind == TOKEN_CLOSE)
		return false;
	if (has_words(next, W_AND) && has_words(token_at(reading, index + 1), W_BOUND | W_DELTA))
	{
		*is_bound = true;		/* "or higher" */
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
	if (has_words(token_at(reading, skip_fill(reading, index)), W_DELTA) && next->kind == TOKEN_WORD &&
		!has_words(token_at(reading, skip_fill(reading, index)), W_PREP))
		return true;			/* "a 17% value decline" */
	if (link->strength < LINK_FIRM && has_words(next, W_BOUND) && !has_words(next, W_LIMIT) &&
		!token_is(reading, index, "over") && !token_is(reading, index, "under"))
		return true;			/* "IRR is 2% below target" */
	if (next->kind == TOKEN_SLASH && token_at(reading, index + 1)->kind == TOKEN_WORD && has_words(token_at(reading, index + 1), W_FILL))
		return true;			/* "20%/year" */
	if (link->strength <= LINK_WEAK && next->kind == TOKEN_WORD && next->words == 0 && !link->is_bound)
		return true;			/* "LTV at 6% coupons" */
	return group->unit == NUMBER_BARE && next->kind == TOKEN_WORD && next->words == 0 && link->strength < LINK_FIRM;
}

/* A modifier behind the number: "18.5% (levered)", "12.1% unlevered",
 * "5.5% at exit", "18.5% on a levered basis". */
static const char *
variant_behind(const Reading *reading, int index)
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
	return variant;
}

static void
set_link(Reading *reading, Group *group, int mention, const Link *link, bool is_bound)
{
	Mention    *to = &reading->mentions.items[mention];
	const Token *before = token_at(reading, group->first - 1);

	while (has_words(before, W_FILL) && before > reading->tokens.items)
		before--;
	group->mention = mention;
	group->is_bound = is_bound || link->is_bound || to->is_limit || before->kind == TOKEN_BOUND ||
		(has_words(before, W_BOUND | W_LIMIT) && group->shape != GROUP_RANGE) ||
		(has_words(before, W_TO) && before > reading->tokens.items && token_is(reading, (int) (before - reading->tokens.items) - 1, "up"));
	group->variant = variant_behind(reading, group->last + 1);
	if (group->variant == NULL)
		group->variant = link->variant;
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

static int
group_run(const Reading *reading, int index)
{
	int			last = index;

	while (last + 1 < reading->groups.count &&
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
		Gap			gap = {0};
		bool		fits = true;
		Link		link = {LINK_FIRM, false, false, NULL};

		CHECK_FOR_INTERRUPTS();
		count = mention_run(reading, i);
		last = &reading->mentions.items[i + count - 1];
		while (group < reading->groups.count && reading->groups.items[group].first < last->last)
			group++;
		if (count < 2 || group == reading->groups.count || group_run(reading, group) != count ||
			!read_gap(reading, last, last->last + 1, reading->groups.items[group].first, &gap) || gap.has_by || gap.moves)
			continue;
		for (int j = 0; j < count && fits; j++)
			fits = unit_fits(&reading->mentions.items[i + j], reading, &reading->groups.items[group + j]) &&
				!reading->mentions.items[i + j].is_ruled_out && !reading->mentions.items[i + j].is_delta;
		link.is_bound = gap.is_bound;
		for (int j = 0; j < count && fits; j++)
			set_link(reading, &reading->groups.items[group + j], i + j, &link, false);
	}
}

/* ---- numbers that go on from the one before */

/* "65.6% (up from 61.9%)", "18.5%, falling to 9%", "14.2% versus 12%", "1.25x
 * (standard), 1.20x (green)": a number of the same metric as the one before? */
static bool
link_onward(Reading *reading, Group *group)
{
	Group	   *before = group > reading->groups.items ? group - 1 : NULL;
	int			from;
	bool		has_from = false;
	bool		has_to = false;
	bool		moves = false;
	bool		compares = false;
	bool		is_listed = false;
	bool		is_bound = false;
	int			unknown = 0;
	int			last;
	Link		link = {LINK_VERB, false, false, NULL};

	if (before == NULL || before->mention < 0 || before->unit != group->unit || group->unit == NUMBER_BPS ||
		!unit_fits(&reading->mentions.items[before->mention], reading, group))
		return false;
	from = before->last + 1;
	if (reading->mentions.items[before->mention].first > before->last)
		from = reading->mentions.items[before->mention].last + 1;
	if (group->first - from > 10)
		return false;
	for (int i = from; i < group->first; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == TOKEN_OPEN && skip_parenthesis(reading, i) > i && skip_parenthesis(reading, i) <= group->first)
			i = skip_parenthesis(reading, i) - 1;
		else if (token->kind == TOKEN_COMMA || token->kind == TOKEN_SLASH || has_words(token, W_AND))
			is_listed = true;
		else if (token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE || token->kind == TOKEN_DASH || token->kind == TOKEN_ARROW)
			moves |= token->kind == TOKEN_ARROW;
		else if (token->kind != TOKEN_WORD)
			return false;
		else if (modifier_at(reading, i, &last) != NULL)
			i = last;
		else if (token->words & W_FROM)
			has_from = true;
		else if (token->words & (W_COMPARE | W_CONTRAST))
			compares = true;
		else if (token->words & W_MOVE)
			moves = true;
		else if (token->words & W_TO)
			has_to = true;
		else if (!(token->words & (W_FILL | W_BE | W_PREP | W_AT)) &&
				 (++unknown > 3 || token->words & ANY_LINK))
			return false;
	}
	if (unknown > 0 && !has_words(token_at(reading, group->first - 1), W_FROM))
		return false;
	is_listed &= reading->mentions.items[before->mention].first < before->first;
	if (has_from || compares)
		group->is_prior = true;
	else if (!(moves && has_to) && (!is_listed || moves || has_to))
		return false;
	link.moves = moves && has_to;
	if (number_is_other(reading, group, &(Link) {LINK_WEAK, false, false, NULL}, &is_bound))
		return false;
	if (!group->is_prior && !link.moves && has_words(token_at(reading, group->last + 1), W_BE | W_VERB | W_MOVE | W_BOUND | W_OF))
		return false;
	set_link(reading, group, before->mention, &link, is_bound || (is_listed && !group->is_prior && before->is_bound));
	if (group->is_prior)
		group->context = compares ? CONTEXT_COMPARISON : CONTEXT_HISTORICAL;
	return true;
}

/* ---- one metric, one number */

/* Chooses between the metric before and the one after a number. */
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
	if (behind.strength != LINK_NONE && number_is_other(reading, group, &behind, &behind_bound))
		behind.strength = LINK_NONE;
	if (ahead.strength == LINK_FIRM && behind.strength == LINK_WEAK && reading->mentions.items[before].used > 0)
		behind.strength = LINK_NONE;	/* "14.2% IRR 65% LTV" */
	if (ahead.strength > behind.strength ||
		(ahead.strength == LINK_FIRM && behind.strength == LINK_FIRM && reading->mentions.items[before].used > 0))
		set_link(reading, group, after, &ahead, ahead_bound);
	else if (behind.strength != LINK_NONE)
		set_link(reading, group, before, &behind, behind_bound);
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
		link.variant = modifier_at(reading, group->last + 1, &last);
		if (link.variant == NULL || !is_list_gap(reading, last + 1, next->first) ||
			!unit_fits(&reading->mentions.items[next->mention], reading, group))
			continue;
		set_link(reading, group, next->mention, &link, false);
		group->has_own_variant = true;
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
	if (mention->first > 6 || mention->is_ruled_out || mention->is_delta || mention->is_limit)
		return false;
	for (index = 0; index < mention->first; index++)
		if (token_at(reading, index)->kind != TOKEN_WORD || has_words(token_at(reading, index), ANY_LINK))
			return false;
	index = skip_fill(reading, mention->last + 1);
	while (token_at(reading, index)->kind == TOKEN_COLON || token_at(reading, index)->kind == TOKEN_DASH)
		index++;
	return index >= reading->tokens.count;
}

void
reading_link(Reading *reading)
{
	int			before = -1;
	int			after = 0;

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
	reading->is_list_end = is_label(reading);
}
