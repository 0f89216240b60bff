/*
 * metric_context.c
 *		What kind of assertion a linked number is: this deal's headline, or a
 *		scenario, a comparison, a market figure, a limit, a past value.
 *
 * A sentence is cut into clauses at commas, dashes, parentheses and contrasts,
 * and those into segments at contrasts and semicolons.  A cue counts for the
 * numbers of its clause; in a clause without numbers of its own, or in one that
 * opens the segment as a condition, for the whole segment:
 *
 *		If rents fall, the IRR is 9%, while the base case IRR is 18.5%.
 *		|--- if ----|  |- scenario -|  |------- headline ----------|
 */
#include "metrics/metrics_internal.h"

typedef struct Clause
{
	int			first;			/* tokens */
	int			last;
	int			cues;			/* W_SCENARIO and the like */
	int			near_cues;		/* without what those behind it only hold it against */
	int			limit;			/* first token that speaks of targets, covenants, hurdles; -1 = none */
	int			first_group;	/* first token of a linked number, -1 = none */
	int			modal;			/* first token whose "would" makes a scenario of what follows */
	bool		has_group;
	bool		opens;			/* a segment */
	bool		is_parenthesis;
	bool		is_condition;	/* begins with "if", "in", "under" and the like */
	bool		is_source;		/* "per the market survey" */
} Clause;

#define CUES	(W_SCENARIO | W_COMPARE | W_MARKET | W_PAST | W_BASE)

/* "the market averages", "market cap rate": not "market rent". */
static bool
is_market_cue(const Reading *reading, int index)
{
	WORD_LIST(nouns, "market", "markets", "submarket", "submarkets");
	WORD_LIST(followers, "average", "averages", "averaged", "median", "is", "are", "was", "were", "trades", "ranges", "yields", "level", "levels",
		"pricing", "data", "participants", "standard", "standards", "norm", "norms", "stands", "sits", "evidence", "range",
		"consensus", "benchmark", "benchmarks", "comps", "comparables", "expectations", "for", "of", "at", "currently");

	if (!token_is_any(reading, index, &nouns))
		return false;
	return token_is_any(reading, index + 1, &followers) || token_at(reading, index + 1)->mention >= 0 ||
		token_is(reading, index - 1, "broader") || token_is(reading, index - 1, "overall") ||
		token_is(reading, index - 1, "wider");
}

/* "worst case", "Case A", "base case": the cue of the word "case". */
static int
case_cue(const Reading *reading, int index)
{
	WORD_LIST(other, "worst", "best", "bear", "bull", "downside", "upside", "low", "high", "stress", "stressed", "severe", "lender",
		"conservative", "aggressive", "optimistic", "pessimistic", "recession", "bank");

	if (token_is(reading, index - 1, "base") || token_is(reading, index - 1, "sponsor") || token_is(reading, index - 1, "underwriting"))
		return W_BASE;
	if (token_is_any(reading, index - 1, &other))
		return W_SCENARIO;
	return token_at(reading, index + 1)->kind == TOKEN_WORD && token_at(reading, index + 1)->is_upper &&
		token_at(reading, index + 1)->end - token_at(reading, index + 1)->start == 1 ? W_SCENARIO : 0;
}

/* The cues that token index gives. */
static int
token_cues(const Reading *reading, int index)
{
	WORD_LIST(periods, "year", "quarter", "month", "cycle");
	WORD_LIST(deals, "acquired", "purchased", "bought", "originated", "refinanced", "closed");
	WORD_LIST(quarters, "q1", "q2", "q3", "q4");
	const Token *token = token_at(reading, index);

	if (token->kind != TOKEN_WORD)
		return 0;
	if (token_is(reading, index, "case") || token_is(reading, index, "cases"))
		return case_cue(reading, index);
	if (is_market_cue(reading, index))
		return W_MARKET;
	if ((token_is(reading, index, "each") || token_is(reading, index, "every")) && token_at(reading, index + 1)->kind == TOKEN_NUMBER)
		return W_SCENARIO;
	if ((token_is(reading, index, "last") || token_is(reading, index, "past")) && token_is_any(reading, index + 1, &periods))
		return W_PAST;
	if (token_is_any(reading, index, &quarters) && token_at(reading, index + 1)->kind == TOKEN_NUMBER)
		return W_PAST;			/* "stood at 61.5% in Q3 2022" */
	if (token_is_any(reading, index, &deals) && token_is(reading, index + 1, "in") && token_at(reading, index + 2)->kind == TOKEN_NUMBER)
		return W_PAST;			/* "acquired in 2019" */
	if (token_is(reading, index, "e") && token_is(reading, index + 1, "g"))
		return W_SCENARIO;
	if ((token_is(reading, index, "break") && token_is(reading, index + 1, "even")) ||
		(token_is(reading, index, "what") && token_is(reading, index + 1, "if")))
		return W_SCENARIO;
	if (token_is(reading, index, "fund") && token_at(reading, index + 1)->kind == TOKEN_WORD && token_at(reading, index + 1)->is_upper)
		return W_COMPARE;		/* "Fund II generated" */
	if (token->words & W_MODAL)
		for (int i = index + 1; i <= index + 4; i++)
			if (has_words(token_at(reading, i), W_MOVE | W_BE | W_BOUND))
				return W_MODAL;
	return token->words & CUES;
}

static bool
is_assumption(const Reading *reading, const Clause *clause, int index)
{
	for (int i = index + 1; i <= clause->last; i++)
		if (has_words(token_at(reading, i), W_MOVE | W_DELTA))
			return true;
	return false;
}

/* Words that make limits of numbers that do not stand beside them. */
static bool
is_limit_cue(const Reading *reading, int index)
{
	WORD_LIST(words, "target", "targets", "targeted", "targeting", "sized", "sizing", "lesser", "covenant", "covenants", "hurdle", "hurdles",
		"requirement", "requirements", "until", "aim", "aims", "aiming", "limited", "capped", "constraint", "constraints", "lowest", "ceiling", "thresholds", "must", "requires", "require", "maintain", "promote", "waterfall", "tier", "tiers");

	return has_words(token_at(reading, index), W_LIMIT | W_VERB) && token_is_any(reading, index, &words);
}

static void
read_cues(const Reading *reading, Clause *clause)
{
	WORD_LIST(sources, "per", "typical", "according", "as", "by");
	bool		has_average = false;
	bool		has_market = false;

	for (int i = clause->first; i <= clause->last; i++)
	{
		const Token *token = token_at(reading, i);
		int			cues = token_cues(reading, i);

		if (has_words(token, W_IF) && !token_is(reading, i, "if") && !token_is(reading, i, "unless"))
			cues = is_assumption(reading, clause, i) ? W_SCENARIO : 0;
		if (has_words(token, W_PAST) && has_words(token_at(reading, i - 1), W_FROM))
			cues = 0;			/* "up from the prior 61.9%": the link says it */
		if (has_words(token, W_CONTRAST) && i == clause->first)
			cues &= ~W_COMPARE;	/* the comparison is what follows a number */
		if ((cues & W_MODAL) && clause->modal < 0)
			clause->modal = i;
		clause->cues |= cues;
		has_average |= token_is(reading, i, "average") || token_is(reading, i, "averages") || token_is(reading, i, "median");
		has_market |= token_is(reading, i, "market") || token_is(reading, i, "submarket");
		if (clause->limit < 0 && is_limit_cue(reading, i))
			clause->limit = i;
		if (token->group >= 0 && reading->groups.items[token->group].mention >= 0 && clause->first_group < 0)
			clause->first_group = i;
	}
	clause->has_group = clause->first_group >= 0;
	if (has_average && has_market)
		clause->cues |= W_MARKET;
	clause->is_source = token_is_any(reading, clause->first, &sources);
	clause->is_condition = has_words(token_at(reading, clause->first), W_IF | W_PREP | W_AT | W_BOUND) ||
		token_is(reading, clause->first, "assuming");
}

/* "is slightly below the market average": what a number is held against. */
bool
begins_comparison(const Reading *reading, int index)
{
	if (!has_words(token_at(reading, index), W_BOUND) || has_words(token_at(reading, index), W_LIMIT) || token_at(reading, index)->inside >= 0)
		return false;
	for (int i = index - 1; i >= 0 && i >= index - 8; i--)
	{
		if (token_at(reading, i)->group >= 0)
			return reading->groups.items[token_at(reading, i)->group].mention >= 0 ||
				token_at(reading, i)->unit == NUMBER_BPS;
		if (token_at(reading, i)->kind == TOKEN_COMMA || token_at(reading, i)->kind == TOKEN_SEMICOLON)
			return false;
	}
	return false;
}

/* Does a new clause begin at the token? */
static bool
begins_clause(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	const Token *next = token_at(reading, index + 1);

	if (token->inside >= 0 || token->group >= 0)
		return false;
	switch (token->kind)
	{
		case TOKEN_COMMA:
		case TOKEN_SEMICOLON:
		case TOKEN_STOP:
			return true;
		case TOKEN_OPEN:
		case TOKEN_CLOSE:
			return true;
		case TOKEN_DASH:
			return !(token_at(reading, index - 1)->group >= 0 && token_at(reading, index - 1)->group == next->group);
		case TOKEN_WORD:
			if ((token->words & W_CONTRAST) || begins_comparison(reading, index))
				return true;
			return (token->words & W_AND) && has_words(next, W_MOVE | W_MODAL | W_CONTRAST);
		default:
			return false;
	}
}

static Clause *
split_clauses(Reading *reading)
{
	Clause	   *clauses = palloc0(sizeof(Clause) * (reading->tokens.count + 1));
	int			count = 0;
	bool		opens = true;
	bool		in_parenthesis = false;

	for (int i = 0; i < reading->tokens.count; i++)
	{
		Token	   *token = &reading->tokens.items[i];

		if (i == 0 || begins_clause(reading, i))
		{
			opens |= token->kind == TOKEN_SEMICOLON || token->kind == TOKEN_STOP || has_words(token, W_CONTRAST) ||
				begins_comparison(reading, i);
			in_parenthesis = token->kind == TOKEN_OPEN || (in_parenthesis && token->kind != TOKEN_CLOSE);
			clauses[count] = (Clause) {.first = i, .last = i, .opens = opens, .is_parenthesis = in_parenthesis,
				.modal = -1, .limit = -1, .first_group = -1};
			/* the comma itself is no word that begins the clause */
			if (token->kind != TOKEN_WORD && i + 1 < reading->tokens.count)
				clauses[count].first = i + 1;
			opens = false;
			count++;
		}
		clauses[count - 1].last = i;
		token->clause = count - 1;
	}
	reading->nclauses = count;
	for (int i = 0; i < count; i++)
		read_cues(reading, &clauses[i]);
	return clauses;
}

/* "The DSCR is 1.29x and NOI can fall by a tenth, which is below the market": what a case or
 * time behind a number makes of it counts, not what it is only held against. */
static void
spread_near_cues(Clause *clauses, int from, int to)
{
	int			before = 0;
	int			behind = 0;

	for (int i = from; i < to; i++)
	{
		Clause	   *clause = &clauses[i];

		clause->near_cues |= clause->cues & W_BASE ? clause->cues : clause->cues | before;
		if (clause->is_parenthesis)
		{
			for (int beside = i - 1; beside <= i + 1 && !clause->has_group; beside += 2)
				if (beside >= from && beside < to)
					clauses[beside].near_cues |= clause->cues;
		}
		else if (!clause->has_group || (i == from && clause->is_condition))
			before |= clause->cues & W_MODAL ? clause->cues | W_SCENARIO : clause->cues & ~W_BASE;
	}
	for (int i = to - 1; i >= from; i--)
	{
		if (!(clauses[i].cues & W_BASE))
			clauses[i].near_cues |= behind;
		if (!clauses[i].has_group && !clauses[i].is_parenthesis)
			behind |= clauses[i].cues & (clauses[i].is_source ? ~W_BASE : W_SCENARIO | W_PAST);
	}
}

/* Hands the cues of clauses without numbers, and of conditions, to the others
 * of their segment [from, to). */
static void
spread_cues(Clause *clauses, int from, int to)
{
	int			shared = 0;
	int			headline = 0;
	bool		is_limited = clauses[from].limit >= 0 &&
		(clauses[from].first_group < 0 || clauses[from].limit < clauses[from].first_group);

	for (int i = from; i < to; i++)
	{
		headline |= clauses[i].cues & W_BASE;
		if (clauses[i].is_parenthesis)
		{
			if (!clauses[i].has_group && i > from)
				clauses[i - 1].cues |= clauses[i].cues;
			if (!clauses[i].has_group && i + 1 < to)
				clauses[i + 1].cues |= clauses[i].cues;
		}
		else if (!clauses[i].has_group || (i == from && clauses[i].is_condition))
			shared |= clauses[i].cues & W_MODAL && !headline ? clauses[i].cues | W_SCENARIO : clauses[i].cues & ~W_BASE;
	}
	for (int i = from; i < to; i++)
	{
		if (!(clauses[i].cues & W_BASE))
			clauses[i].cues |= shared;
		if (is_limited && clauses[i].limit < 0)
			clauses[i].limit = 0;
		if (headline)
			clauses[i].modal = -1;
	}
}

static MetricContext
context_of(int cues)
{
	if (cues & W_SCENARIO)
		return CONTEXT_SCENARIO;
	if (cues & W_COMPARE)
		return CONTEXT_COMPARISON;
	if (cues & W_MARKET)
		return CONTEXT_MARKET;
	return cues & W_PAST ? CONTEXT_HISTORICAL : CONTEXT_HEADLINE;
}

/* The context of a group in its clause, by these of its cues. */
static MetricContext
group_context(const Reading *reading, const Group *group, const Clause *clause, int cues)
{
	MetricContext told = context_of(cues);

	if (told == CONTEXT_HEADLINE && clause->modal >= 0 && clause->modal < group->first)
		told = CONTEXT_SCENARIO;
	if (told == CONTEXT_HEADLINE)
		told = group->context;
	if (told == CONTEXT_HEADLINE && (group->is_bound || (clause->limit >= 0 && clause->limit < group->first) || reading->tokens.items[group->last].has_plus))
		told = CONTEXT_THRESHOLD;
	return told;
}

/* Contexts of all groups, for each of which there is room: in doubt another one than the
 * headline, and the nearest. */
void
reading_contexts(Reading *reading, MetricContext *contexts, MetricContext *nearest)
{
	Clause	   *clauses = split_clauses(reading);

	for (int from = 0, to; from < reading->nclauses; from = to)
	{
		for (to = from + 1; to < reading->nclauses && !clauses[to].opens; to++)
			;
		spread_near_cues(clauses, from, to);
		spread_cues(clauses, from, to);
	}
	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];
		const Clause *clause;

		if (group->mention < 0)
			continue;
		clause = &clauses[reading->tokens.items[group->last].clause];
		contexts[i] = group_context(reading, group, clause, clause->cues);
		nearest[i] = group_context(reading, group, clause, clause->near_cues);
	}
	pfree(clauses);
}

/* The context that the words of a table's header give. */
MetricContext
words_context(const Reading *reading, int first, int last)
{
	int			cues = 0;

	for (int i = first; i <= last; i++)
	{
		cues |= token_cues(reading, i);
		if (token_is(reading, i, "market") || token_is(reading, i, "submarket"))
			cues |= W_MARKET;
		if (has_words(token_at(reading, i), W_LIMIT) &&
			(!token_is(reading, i, "limited") || has_words(token_at(reading, i + 1), W_TO | W_BY)))
			cues |= W_LIMIT;
	}
	if (context_of(cues) != CONTEXT_HEADLINE)
		return context_of(cues);
	return cues & W_LIMIT ? CONTEXT_THRESHOLD : CONTEXT_HEADLINE;
}
