/*
 * metric_plain.c
 *		Is a number a plain assertion of this deal's headline?
 *
 * Only such a number may be rewritten, and only a sentence that gives positive
 * evidence is plain: each of its words is known to be harmless (metricplain.h)
 * and each of its numbers belongs to a metric.  A word that is not of the list,
 * a condition, a date, another party or another quantity leaves the number for
 * review:
 *
 *		The levered IRR is 14.2%.				plain
 *		At a 6% exit cap the levered IRR is 14.2%.	"at", and what follows it
 *		Fannie's quote came at 1.25x DSCR.		words that are not of the list
 *
 * A sentence is read in statements, cut at semicolons and at "while" and "but";
 * what follows a statement that is not plain is not plain either.  How one may end
 * is metric_tail.c's.
 */
#include "metrics/metrics_internal.h"

bool
is_plain_word(const Reading *reading, int index)
{
	return (token_at(reading, index)->word->lists & LIST_PLAIN) != 0;
}

bool
is_linked(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);

	return token->group >= 0 && reading->groups.items[token->group].mention >= 0;
}

#define MOST_ARTICLES	4			/* in a row: each word of a long row asks for those behind it */

int
skip_articles(const Reading *reading, int index)
{
	WORD_LIST(articles, "a", "an", "the", "our");
	int			stop = index + MOST_ARTICLES;

	while (index < stop && token_is_any(reading, index, &articles))
		index++;
	return index;
}

/* The last token of a modifier that stands beside a metric or number of its
 * own; -1 when none does. */
static int
modifier_end(const Reading *reading, int index)
{
	int			last;
	int			end;
	const Token *next;

	if (modifier_at(reading, index, &last) == NULL)
		return -1;
	/* "levered net IRR": those that a metric can have, no more */
	for (int i = 0; i < 3 && modifier_at(reading, last + 1, &end) != NULL; i++)
		last = end;
	next = token_at(reading, last + 1);
	if (next->inside >= 0 || next->kind == TOKEN_CLOSE || token_is(reading, last + 1, "basis") || is_linked(reading, index - 1))
		return last;
	return has_words(next, W_AND) || next->kind == TOKEN_SLASH ? last : -1;
}

/* "at 14.2%" behind the metric that has it. */
bool
links_value(const Reading *reading, int index)
{
	int			number = skip_fill(reading, index + 1);

	return is_linked(reading, number) &&
		reading->mentions.items[reading->groups.items[token_at(reading, number)->group].mention].last < index;
}

/* Mathematics: a dollar sign before no amount, or a command of TeX. */
static bool
has_formula(const Reading *reading)
{
	const char *text = reading->prose->text;

	for (int i = reading->start; i < reading->end; i++)
	{
		unsigned char next = i + 1 < reading->end ? (unsigned char) text[i + 1] : ' ';

		if ((text[i] == '$' && !isdigit(next)) || (text[i] == '\\' && (isalpha(next) || next == '(' || next == '[')))
			return true;
	}
	return false;
}

/* "five-year levered IRR": the last token of a period that a metric follows, else
 * -1. */
static int
attribute_end(const Reading *reading, int index)
{
	int			last = hold_end(reading, index);
	int			unused;

	if (last != index + 1 || !token_at(reading, last)->is_joined)
		return -1;
	return token_at(reading, last + 1)->inside >= 0 || modifier_at(reading, last + 1, &unused) != NULL ? last : -1;
}

/* "The LTV of 75% is high.", not "75% (high)" and "IRR (low): 12%", the ends of a
 * range. */
static bool
ends_judging(const Reading *reading, int index)
{
	int			before = index - 1;

	while (token_is(reading, before, "very") || token_is(reading, before, "too"))
		before--;
	return index + 1 == reading->tokens.count && has_words(token_at(reading, before), W_BE);
}

/* "reflects a five-year hold": the last token of the usual one, else -1. */
static int
own_hold_end(const Reading *reading, int index)
{
	int			last = hold_end(reading, index);

	return last >= 0 && token_is(reading, index - 1, "a") && token_is(reading, index - 2, "reflects") ? last : -1;
}

/* "IRR -1.5%": by how much a metric changes, not "IRR: -1.5%". */
static bool
is_difference(const Reading *reading, int index)
{
	return index > 0 && token_at(reading, index)->value.digits < 0 && token_at(reading, index - 1)->inside >= 0;
}

/* "is –5.0%", "is (5.0%)", "\\-5.0%": may the number be a negative one?  Not "IRR – 12.0%",
 * "the IRR (12.0%)". */
bool
may_be_negative(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	const Token *before = token_at(reading, index - 1);
	bool		is_named = token_at(reading, index - 2)->inside >= 0;
	int			end = index + 1 + (token_at(reading, index + 1)->kind == TOKEN_PERCENT);

	if (before->kind == TOKEN_DASH)
		return before->end == token->start || !is_named;
	if (before->kind == TOKEN_OPEN)
		return !is_named && token_at(reading, end)->kind == TOKEN_CLOSE;
	return token->is_signed && token->start > reading->start && reading->prose->text[token->start - 1] == '\\';
}

/* "negative 3.2%" */
static bool
says_sign(const Reading *reading, const Token *token)
{
	return token->is_signed && isalpha((unsigned char) reading->prose->text[token->start]);
}

/* The last token of what at index may stand in a plain statement, else -1. */
static int
plain_end(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	int			last;

	if (token->inside >= 0)
		return index;
	switch (token->kind)
	{
		case TOKEN_NUMBER:
			if (token->has_note || says_sign(reading, token) || number_has_mark(reading, token) || is_difference(reading, index) || (is_linked(reading, index) && may_be_negative(reading, index)))
				return -1;
			return is_linked(reading, index) ? index : Max(attribute_end(reading, index), own_hold_end(reading, index));
		case TOKEN_CURRENCY:
			return own_amount_end(reading, index);
		case TOKEN_PERCENT:
		case TOKEN_COMMA:
		case TOKEN_COLON:
		case TOKEN_DASH:
		case TOKEN_SLASH:
		case TOKEN_OPEN:
		case TOKEN_CLOSE:
			return index;
		case TOKEN_STOP:
			return index + 1 == reading->tokens.count && reading->prose->text[token->start] == '!' ? index : -1;
		case TOKEN_WORD:
			/* "12% of total return": a share */
			if (token_is(reading, index, "of") && is_linked(reading, index - 1) && token_at(reading, index + 1)->inside < 0)
				return -1;
			if ((last = modifier_end(reading, index)) >= 0 || (last = phrase_end(reading, index)) >= 0 ||
				(last = saying_end(reading, index)) >= 0 || (last = attribute_end(reading, index)) >= 0 || (last = own_hold_end(reading, index)) >= 0)
				return last;
			if ((last = deal_name_at(reading, index)) > 0)
				return index + last - 1;
			if (token_is(reading, index, "a") && token_at(reading, index + 1)->kind == TOKEN_CLOSE)
				return -1;		/* the first of a list: "(a) IRR is 9%" */
			if (token_is(reading, index, "case"))
				return token_is(reading, index - 1, "base") ? index : -1;
			if (is_letter_name(reading, index) || is_past_view(reading, index) || tells_case(reading, index))
				return -1;
			if (token_is(reading, index, "here"))
				return index > 0 && index + 1 == reading->tokens.count ? index : -1;
			if (token_is(reading, index, "low") || token_is(reading, index, "high"))
				return ends_judging(reading, index) ? index : -1;
			return is_plain_word(reading, index) && !is_others_view(reading, index) ? index : -1;
		default:
			return -1;
	}
}

/* Does the token end a statement? */
static bool
ends_statement(const Reading *reading, int index)
{
	WORD_LIST(contrasts, "while", "whereas", "but");

	return token_at(reading, index)->kind == TOKEN_SEMICOLON || token_is_any(reading, index, &contrasts);
}

/* Is there anything but plain words in the sentence? */
bool
reading_is_plain(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if ((i = plain_end(reading, i)) < 0)
			return false;
	return !has_formula(reading);
}

/* Is what stands around the sentence known to be another case? */
static bool
is_of_scene(const Reading *reading)
{
	if (!reading->scene.is_other || reading->scene.context == CONTEXT_HEADLINE || says_base_case(reading))
		return false;
	return reading->scene.cue >= CUE_CASE || (reading->scene.cue > CUE_NONE && ground_of(reading) < GROUND_DEAL);
}

/* The numbers that are not plain and have no context yet get their clause's, or that of
 * what stands around their sentence unless the clause says that it is this deal's. */
static void
set_departures(const Reading *reading, const bool *plain, MetricContext *contexts)
{
	/* "We target an 18.5% IRR. The DSCR is 1.10x.": a target of the IRR alone */
	bool		is_other = is_of_scene(reading) && (!reading->scene.is_target || reading->scene.is_limit);

	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];

		if (!plain[i] && group->mention >= 0 && contexts[i] == CONTEXT_HEADLINE && group->shape == GROUP_SINGLE)
			contexts[i] = is_other && !(reading->scene.cue < CUE_CASE && speaks_for_us(reading, group)) ? reading->scene.context : number_departure(reading, group);
	}
}

/* A modifier that stands apart, in the sentence or in what sets its scene, tells
 * which cousin the number is, but not for sure: such a number is not plain. */
static void
apply_modifier(Reading *reading, const char *variant, bool is_own, bool *plain)
{
	for (int i = 0; i < reading->groups.count; i++)
	{
		Group	   *group = &reading->groups.items[i];

		if (!plain[i] || group->mention < 0 || !variant_concerns(reading->check->memo, reading->mentions.items[group->mention].kind, variant))
			continue;
		if (group_variant(reading, group)[0] == '\0')
		{
			/* "In-place NOI is $4.4 million. The DSCR is 1.20x.": where there is no
			 * such value, it may still contradict the plain one */
			if (is_own || metric_has_variant(reading->check->memo, reading->mentions.items[group->mention].kind, variant))
				group->variant = variant;
			plain[i] = false;
		}
		else if ((is_own || is_party_variant(variant)) && strstr(group_variant(reading, group), variant) == NULL)
			plain[i] = false;
	}
}

#define MAX_STRAY	8			/* modifiers of a sentence; no plain one has more */

static void
apply_modifiers(Reading *reading, bool *plain)
{
	int			count = 0;

	/* "compares favorably with alternatives of the fund": no modifier of the number */
	for (int i = 0, last; i < reading->tokens.count && count < MAX_STRAY && (i == 0 || !ends_comparing(reading, i, reading->tokens.count)); i++)
	{
		const Token *token = token_at(reading, i);
		const char *variant = token->inside >= 0 || token->is_claimed ? NULL : stray_modifier(reading, i, &last);

		if (variant == NULL)
			continue;
		apply_modifier(reading, variant, true, plain);
		i = last;
		count++;
	}
	for (int i = 0; i < reading->groups.count && count == MAX_STRAY; i++)
		plain[i] = false;
	for (int i = 0; i < reading->scene.nvariants; i++)
		apply_modifier(reading, reading->scene.variants[i], false, plain);
	if (reading->scene.basis != NULL)
		apply_modifier(reading, reading->scene.basis, false, plain);
}

/* Does a statement without a metric speak of the one before: "; 14%", "; this
 * assumes", "; downside"?  Not "; the loan is fixed". */
static bool
goes_on(const Reading *reading, int from, int to)
{
	WORD_LIST(back, "this", "that", "which", "it", "assuming");
	bool		has_number = false;
	bool		has_word = false;
	int			unknown = 0;

	if (token_is_any(reading, from, &back))
		return true;
	for (int i = from; i < to; i++)
		if (is_linked(reading, i) || token_at(reading, i)->inside >= 0)
			return false;
	for (int i = from; i < to; i++)
	{
		has_number |= token_at(reading, i)->kind == TOKEN_NUMBER;
		has_word |= token_at(reading, i)->kind == TOKEN_WORD;
		unknown += token_at(reading, i)->kind == TOKEN_WORD && !is_scene_word(reading, i) && plain_end(reading, i) < 0;
	}
	return unknown > (to - from) / 8 || (has_number && !has_word);
}

/* May a statement end with these tokens, though not all of them are plain? */
static bool
ends_plainly(const Reading *reading, int index, int to, bool is_grounded)
{
	return named_context(reading, index) == CONTEXT_HEADLINE &&
		(ends_comparing(reading, index, to) || is_harmless_tail(reading, index, to) || (is_grounded && is_grounded_tail(reading, index, to)));
}

/* Marks the groups of each statement whose words are all plain. */
static void
find_plain(const Reading *reading, bool *plain)
{
	bool		is_grounded = ground_of(reading) >= GROUND_DEAL;

	for (int from = 0, to, stop; from < reading->tokens.count; from = to + 1)
	{
		int			clause = from == 0 ? main_clause(reading) : -1;
		bool		has_group = false;

		CHECK_FOR_INTERRUPTS();
		for (to = from; to < reading->tokens.count && !ends_statement(reading, to); to++)
			;
		if (from > 0 && goes_on(reading, from, to))
			memset(plain, 0, sizeof(bool) * reading->groups.count);
		stop = from;
		for (int last; stop < to && stop != clause && !(has_group && ends_plainly(reading, stop, to, is_grounded)); stop = last + 1)
		{
			if ((last = plain_end(reading, stop)) < 0 || (has_group && named_context(reading, stop) != CONTEXT_HEADLINE))
				return;
			has_group |= is_linked(reading, stop);
		}
		for (int i = from; i < stop; i++)
			if (token_at(reading, i)->group >= 0)
				plain[token_at(reading, i)->group] = reading->groups.items[token_at(reading, i)->group].shape == GROUP_SINGLE;
	}
}

/* "..., as of last year": a date of all that stands before it. */
static bool
dates_back(const Reading *reading, int index)
{
	WORD_LIST(dates, "last", "past", "prior", "previous", "q1", "q2", "q3", "q4");

	return token_is(reading, index, "as") && token_is(reading, index + 1, "of") && token_is_any(reading, skip_articles(reading, index + 2), &dates);
}

#define MOST_DEPARTING	24			/* tokens behind a number */
#define REACH_OURS		6			/* tokens from "below" to "our base case" */

/* ", below our base case", ", 230 bps short of plan", ", slightly under the model", ",
 * lower than underwritten": is the number before index held against what we underwrite? */
bool
departs_from_ours(const Reading *reading, int index)
{
	WORD_LIST(departs, "below", "above", "beneath", "short", "than", "beats", "misses", "trails", "lags", "differs", "deviates", "ahead", "behind", "exceeds", "exceed", "exceeded", "exceeding");
	WORD_LIST(places, "under", "over");
	WORD_LIST(ours, "base", "underwriting", "underwritten", "plan", "planned", "case", "model", "modeled", "modelled", "budget", "budgeted", "ours", "headline",
		"expected", "projected", "forecast", "expectations");
	int			reach = 0;

	for (int i = index; i < reading->tokens.count && i < index + MOST_DEPARTING; i++)
	{
		const Token *token = token_at(reading, i);

		/* "slightly under plan", not "12% under our base case" */
		if (token_is_any(reading, i, &departs) || (i > index && token_is_any(reading, i, &places) && token_at(reading, i - 1)->kind == TOKEN_WORD))
			reach = REACH_OURS;
		else if (token->kind == TOKEN_COMMA || has_words(token, W_AND | W_LIMIT))
			reach = 0;			/* "above our 15% hurdle" */
		else if (reach > 0 && (token_is_any(reading, i, &ours) || (reach == REACH_OURS && token_is(reading, i, "that"))))
			return true;
		else
			reach--;
	}
	return false;
}

/* "LTV is 71% and exceeds the limit", "the DSCR of 1.20x breaches its covenant", "the IRR
 * of 20% exceeds our underwriting": would another value make it false? */
static bool
would_belie(const Reading *reading, const Group *group)
{
	const Mention *mention = &reading->mentions.items[group->mention];
	int			index = Max(group->last, mention->last) + 1;

	if (departs_from_ours(reading, index))
		return true;
	index += has_words(token_at(reading, index), W_AND);
	return is_breaching(reading, index) || (is_exceeding(reading, index) && strcmp(mention->kind->key, "ltv") == 0);
}

/* A number without its sign, or below zero where none may be: what else the sentence says
 * is as little understood. */
static bool
is_odd(const Reading *reading, const Group *group)
{
	return group->mention >= 0 &&
		((group->unit == NUMBER_BARE && reading->mentions.items[group->mention].is_guess) ||
		 (group->unit == NUMBER_MULTIPLE && token_at(reading, group->first)->is_signed));
}

/* Marks what is plain by the words of the sentence itself. */
static void
find_plain_groups(const Reading *reading, bool *plain)
{
	if (reading->is_set_aside || sentence_has_note(reading) || has_formula(reading) || is_generic(reading) || is_goal(reading) ||
		is_question(reading) || is_left_open(reading) || pairs_case(reading))
		return;
	for (int i = 0; i < reading->tokens.count; i++)
		if (has_words(token_at(reading, i), W_IF) || dates_back(reading, i))
			return;
	for (int i = 0; i < reading->groups.count; i++)
		if (is_odd(reading, &reading->groups.items[i]))
			return;
	find_plain(reading, plain);
	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];

		plain[i] &= group->mention >= 0 && !reading->mentions.items[group->mention].is_guess && !group->is_elliptical && !group->is_torn && !is_plural(reading, group) && !is_of_party(reading, group) &&
			!is_beside_party(reading, i) && !is_beside_canonical(reading, i) && !is_said_right(reading, group) &&
			!would_belie(reading, group);
	}
}

bool
reading_may_be_plain(Reading *reading)
{
	bool		any = false;

	reading->plain = palloc0(sizeof(bool) * (reading->groups.count + 1));
	find_plain_groups(reading, reading->plain);
	for (int i = 0; i < reading->groups.count; i++)
		any |= reading->plain[i];
	return any;
}

/* For each linked group: is it asserted plainly?  What is not gets the context
 * that suits its sentence, unless it has one. */
void
reading_plain(Reading *reading, bool *plain, MetricContext *contexts, const MetricContext *nearest)
{
	bool	   *several = palloc0(sizeof(bool) * (reading->groups.count + 1));

	if (!reading->scene.is_other && reading->plain != NULL)
		memcpy(plain, reading->plain, sizeof(bool) * reading->groups.count);
	else if (!reading->scene.is_other)
		find_plain_groups(reading, plain);
	apply_modifiers(reading, plain);
	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];

		if (group->mention >= 0 && reading->scene.is_market && !is_return(reading->mentions.items[group->mention].kind))
		{
			plain[i] = false;
			contexts[i] = contexts[i] == CONTEXT_HEADLINE ? CONTEXT_MARKET : contexts[i];
		}
		plain[i] &= !group->is_foreign;
	}
	for (int i = 0; i < reading->groups.count; i++)
		several[i] = plain[i] && is_one_of_several(reading, plain, i);
	for (int i = 0; i < reading->groups.count; i++)
		plain[i] &= !several[i];
	pfree(several);
	/* what a clause behind may make of a number is told by its own, but never rewritten */
	for (int i = 0; i < reading->groups.count; i++)
		if (contexts[i] != nearest[i] && reading->groups.items[i].shape == GROUP_SINGLE)
		{
			plain[i] = false;
			contexts[i] = nearest[i];
		}
	set_departures(reading, plain, contexts);
}
