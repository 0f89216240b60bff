/*
 * metric_gap.c
 *		The words between a metric and a number behind it: do they link the two?
 *
 *		The IRR for the project is expected to reach 14.2%.		a phrase, a verb
 *		IRR fell by 140 bps, to 12.9%.		a delta; what follows "to" is the value
 *		IRR in the base and upside cases is 15% and 19%.		a phrase with a list
 *
 * Each token changes what is known of the gap; one that begins another statement
 * or another quantity ends the link.
 */
#include "metrics/metrics_internal.h"

#define MAX_GAP		28			/* tokens between a metric and its number */
#define MAX_UNKNOWN	8			/* of these, words that we do not know */

/* What the tokens between a metric and its number say. */
typedef struct Gap
{
	int			unknown;
	int			commas;
	bool		has_fill;
	bool		is_denied;		/* "is not" */
	bool		starts_phrase;	/* a preposition stands right behind the metric */
	bool		has_other;		/* in that phrase another quantity */
	bool		is_listing;		/* behind a colon: capitalised labels may follow */
	bool		is_firm;
	bool		is_apposed;		/* between commas */
	bool		has_verb;
	bool		had_verb;		/* before words that we do not know */
	bool		has_at;
	bool		moves;
	bool		has_to;
	bool		has_by;
	bool		has_delta;		/* "by 120 bps": what follows "to" is the value */
	bool		is_bound;
	bool		has_case;		/* "(at 3.0% growth):" */
	const char *variant;
} Gap;

static bool
stands_before_number(const Reading *reading, int index)
{
	return token_at(reading, skip_fill(reading, index + 1))->kind == TOKEN_NUMBER;
}

/* A preposition: does it open a phrase about the metric, "at maturity"? */
static bool
opens_phrase(const Reading *reading, const Gap *gap, int index)
{
	return gap->unknown == 0 && !gap->has_verb && !gap->moves && !stands_before_number(reading, index);
}

static bool
gap_unknown(const Reading *reading, Gap *gap, int index)
{
	char		first = reading->prose->text[token_at(reading, index)->start];

	gap->unknown++;
	if (gap->is_listing && first >= 'A' && first <= 'Z')
		return gap->unknown <= 4;	/* "Cap rates: Class A 4.8%" */
	gap->had_verb |= gap->has_verb;
	gap->has_verb = gap->is_firm = gap->has_to = gap->has_at = gap->has_by = false;
	return gap->unknown <= MAX_UNKNOWN;
}

/* "above" and the like, a limit when a number is near: not "over the term is". */
static void
gap_bound(const Reading *reading, Gap *gap, int index)
{
	WORD_LIST(places, "over", "under", "above", "below", "beyond");

	if (token_is_any(reading, index, &places))
	{
		bool		is_near = false;

		for (int i = index + 1; i <= index + 4 && !is_near && !has_words(token_at(reading, i), W_BE | W_VERB); i++)
			is_near = token_at(reading, i)->kind == TOKEN_NUMBER || has_words(token_at(reading, i), W_BOUND | W_AND);
		if (!is_near)
		{
			gap->starts_phrase |= gap->unknown == 0 && !gap->has_verb;
			return;
		}
	}
	gap->is_bound = true;
}

/* "and": the next member of a phrase, or a verb of the same metric. */
static bool
gap_and(const Reading *reading, Gap *gap, int index)
{
	int			next = skip_fill(reading, index + 1);

	if (has_words(token_at(reading, index + 1), W_BOUND))
		return true;			/* "at or above" */
	if ((gap->has_delta || gap->has_verb || gap->had_verb) &&
		(has_words(token_at(reading, next), W_BE | W_VERB | W_MOVE) || token_is(reading, next - 1, "average")))
	{
		*gap = (Gap) {.has_verb = token_is(reading, next - 1, "average"), .has_delta = gap->has_delta};
		return true;
	}
	if (!gap->starts_phrase || gap->has_verb || gap->is_firm)
		return false;
	return ++gap->unknown <= MAX_UNKNOWN;
}

/* "covers its debt service by 1.25x" */
static bool
is_covering(const Reading *reading, const Mention *mention)
{
	const Token *token = token_at(reading, mention->first);

	return token->end - token->start >= 5 && pg_strncasecmp(reading->prose->text + token->start, "cover", 5) == 0;
}

/* Another quantity, which may stand in a phrase about the metric, or a word that
 * ends the link anywhere. */
static bool
gap_other(const Reading *reading, Gap *gap, int index)
{
	if (!has_words(token_at(reading, index), W_OTHER) || !gap->starts_phrase || gap->has_verb)
		return false;
	gap->has_other = true;
	return gap_unknown(reading, gap, index);
}

static bool
gap_of(const Reading *reading, Gap *gap, int index)
{
	if (gap->has_other || (gap->unknown > 0 && (!gap->starts_phrase || gap->unknown > 4)))
		return false;
	gap->starts_phrase |= opens_phrase(reading, gap, index);
	gap->is_firm = true;
	return true;
}

/* "to", "from", "by" or "at": of the value, or of a phrase about the metric. */
static void
gap_preposition(const Reading *reading, const Mention *mention, Gap *gap, int index, int words)
{
	if (words & (W_TO | W_FROM))
	{
		gap->starts_phrase |= gap->unknown == 0 && !gap->has_verb && !gap->moves && !gap->has_delta;
		gap->has_to = true;
		return;
	}
	gap->starts_phrase |= opens_phrase(reading, gap, index);
	if (words & W_BY)
		gap->has_by = stands_before_number(reading, index) && !is_covering(reading, mention);
	else
	{
		gap->has_at = true;
		gap->has_verb |= gap->had_verb && stands_before_number(reading, index);
	}
}

/* "cap rates for Class A average 5.2%" */
static bool
is_verb_average(const Reading *reading, const Mention *mention, int index)
{
	return token_is(reading, index, "average") && index > mention->last && token_at(reading, index + 1)->kind == TOKEN_NUMBER &&
		!token_is(reading, index - 1, "an") && !token_is(reading, index - 1, "the");
}

/* A word between; false when it ends what can be linked. */
static bool
gap_word(const Reading *reading, const Mention *mention, Gap *gap, int index)
{
	int			words = token_at(reading, index)->words;

	if (words & W_AND)
		return gap_and(reading, gap, index);
	if (words & (W_STOP | W_SCORE | W_OTHER))
		return gap_other(reading, gap, index);
	if (words & W_OF)
		return gap_of(reading, gap, index);
	if (words & (W_BE | W_VERB | W_MOVE))
	{
		gap->has_verb = true;
		gap->has_to = false;
		gap->moves = !(words & (W_BE | W_VERB));
	}
	else if (words & (W_TO | W_FROM | W_BY | W_AT))
		gap_preposition(reading, mention, gap, index, words);
	else if (words & W_RANGE)
		gap->has_verb = true;
	else if (words & W_BOUND)
		gap_bound(reading, gap, index);
	else if (words & W_DELTA)
		return false;
	else if ((words & W_PREP) && gap->unknown == 0 && !gap->has_verb)
		gap->starts_phrase = true;
	else if (is_verb_average(reading, mention, index))
		gap->has_verb = true;
	else if (words != 0)
		gap->has_fill |= (words & W_FILL) != 0;
	else
	{
		gap->starts_phrase |= gap->unknown == 0 && token_is(reading, index, "we");	/* "the IRR we underwrite is" */
		return gap_unknown(reading, gap, index);
	}
	return true;
}

/* Index after the parenthesis that opens at index, if it has no number of a
 * metric in it; index when it has. */
int
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

/* The end of a parenthesis that opens at index and tells a case, if a colon follows:
 * "Exit cap (at 3.0% growth): 5.85%"; index when none does. */
static int
case_note_end(const Reading *reading, int index)
{
	WORD_LIST(openers, "at", "with", "assuming", "assumes");

	if (!token_is_any(reading, index + 1, &openers))
		return index;
	for (int i = index + 1; i < reading->tokens.count && i < index + 12; i++)
	{
		if (token_at(reading, i)->kind == TOKEN_CLOSE)
			return token_at(reading, i + 1)->kind == TOKEN_COLON ? i : index;
		if (token_at(reading, i)->kind == TOKEN_OPEN || token_at(reading, i)->inside >= 0 || has_words(token_at(reading, i), W_LIMIT | W_BOUND))
			break;
	}
	return index;
}

/* The second mark of ", based on the appraisal, is" or "- after fees - of";
 * index when it is none. */
static int
skip_apposition(const Reading *reading, int index, int to)
{
	TokenKind	mark = token_at(reading, index)->kind;

	for (int i = index + 1; i < to && i < index + 12; i++)
	{
		const Token *token = token_at(reading, i);

		if (token->kind == mark)
			return has_words(token_at(reading, i + 1), W_BE | W_VERB | W_MOVE | W_OF | W_MODAL) ? i : index;
		if (token->kind != TOKEN_WORD || token->inside >= 0)
			break;
	}
	return index;
}

/* Is the number at index by how much the metric changes? */
bool
is_delta_at(const Reading *reading, int index)
{
	WORD_LIST(ways, "up", "down", "lost", "gained", "another");
	int			before = index - 1;

	while (before > 0 && has_words(token_at(reading, before), W_FILL) && !token_is_any(reading, before, &ways))
		before--;
	return token_is_any(reading, before, &ways) || has_words(token_at(reading, before), W_BY);
}

/* A number between: only a delta may be passed. Its last token, -1 when the link
 * ends. */
static int
gap_number(const Reading *reading, Gap *gap, int index, int to)
{
	const Token *token = token_at(reading, index);
	const Token *next = token_at(reading, index + 1);
	bool		is_distance = token->unit == NUMBER_BPS && has_words(next, W_BOUND | W_DELTA);

	if (gap->is_firm || !(is_delta_at(reading, index) || (gap->moves && !gap->has_to) || (gap->has_verb && is_distance)))
	{
		if (token->unit != NUMBER_OTHER && token->unit != NUMBER_BARE)
			return -1;
		gap->unknown++;
		gap->had_verb |= gap->has_verb;
		gap->has_verb = gap->is_firm = gap->has_to = false;
		return index;
	}
	gap->has_delta = true;
	gap->has_by = gap->has_to = gap->has_at = false;
	/* "below plan", "wider than going-in" */
	for (int i = index + 1; has_words(next, W_BOUND | W_DELTA) && i < to && i < index + 6; i++)
	{
		if (has_words(token_at(reading, i + 1), W_AT | W_TO | W_AND) || token_at(reading, i + 1)->kind == TOKEN_COMMA)
			return i;
		if (token_at(reading, i)->kind != TOKEN_WORD)
			break;
	}
	return index;
}

/* A word or metric between; its last token, -1 when the link ends. */
static int
gap_text(const Reading *reading, const Mention *mention, Gap *gap, int index, int to)
{
	WORD_LIST(regions, "region", "order", "vicinity", "area");
	WORD_LIST(degrees, "lower", "higher", "less", "more", "greater", "worse");
	WORD_LIST(times, "time", "point", "stage");
	const Token *token = token_at(reading, index);
	const char *variant;
	int			last = index;

	if (token->inside >= 0 && &reading->mentions.items[token->inside] != mention)
		return -1;
	if ((variant = modifier_at(reading, index, &last)) != NULL && last < to)
	{
		if (!gap->starts_phrase || token_is(reading, last + 1, "basis") ||
			strstr("stabilized in_place trailing forward exit going_in", variant) != NULL)
			gap->variant = variant;
		return last;
	}
	if (has_words(token, W_PREP) && token_is(reading, index + 1, "the") && token_is_any(reading, index + 2, &regions) && token_is(reading, index + 3, "of"))
		return index + 3;		/* "in the region of" */
	/* "no lower than", "at that time" */
	if ((token_is(reading, index, "no") || token_is(reading, index, "not")) && token_is_any(reading, index + 1, &degrees) && token_is(reading, index + 2, "than"))
	{
		gap->is_bound = true;
		return index + 2;
	}
	if (token_is(reading, index, "at") && token_is(reading, index + 1, "that") && token_is_any(reading, index + 2, &times))
		return index + 2;
	/* "a DSCR that stands at 1.35x" */
	if (token_is(reading, index, "that") && index == mention->last + 1 && has_words(token_at(reading, index + 1), W_BE | W_VERB))
		return index;
	if (token_is(reading, index, "not"))
		gap->is_denied = true;
	else if (mention->is_delta && has_words(token, W_DELTA))
		gap->moves = true;
	else if (!gap_word(reading, mention, gap, index))
		return -1;
	return index;
}

/* One mark between; its last token, -1 when the link ends. */
static int
gap_mark(const Reading *reading, Gap *gap, int index, int to)
{
	switch (token_at(reading, index)->kind)
	{
		case TOKEN_COLON:
			gap->is_listing = true;
			gap->is_firm = gap->unknown <= 4;
			return index;
		case TOKEN_DASH:
		case TOKEN_ARROW:
			if (skip_apposition(reading, index, to) > index)
				return skip_apposition(reading, index, to);
			gap->is_firm = true;
			return gap->unknown > 0 ? -1 : index;
		case TOKEN_COMMA:
			if (skip_apposition(reading, index, to) > index)
				return skip_apposition(reading, index, to);
			if (gap->has_verb && gap->has_fill && gap->unknown == 0 && index + 1 == to)
				return index;	/* "is thin, 1.05x" */
			/* "the debt yield, which is 8.6%" */
			if (gap->unknown == 0 && !gap->has_verb && token_is(reading, index + 1, "which") && has_words(token_at(reading, index + 2), W_BE | W_VERB))
			{
				gap->is_apposed = true;
				return index + 1;
			}
			/* "the cap rate, 5.9%, is" */
			gap->is_apposed = gap->unknown == 0 && !gap->has_verb && index + 1 == to && token_at(reading, index - 1)->inside >= 0 &&
				token_at(reading, to + 1)->kind == TOKEN_COMMA && has_words(token_at(reading, to + 2), W_BE | W_VERB | W_MOVE);
			gap->commas++;
			gap->has_fill = false;
			gap->has_verb = gap->is_firm = gap->has_to = gap->moves = false;
			return index;
		case TOKEN_BOUND:
			gap->is_bound = gap->is_firm = true;
			return index;
		case TOKEN_OPEN:
			if (skip_parenthesis(reading, index) > index)
				return skip_parenthesis(reading, index) - 1;
			if (case_note_end(reading, index) > index)
			{
				gap->has_case = true;
				return case_note_end(reading, index);
			}
			return index + 1 != to && !gap->is_bound && (gap->unknown > 0 || gap->has_verb || gap->is_firm) ? -1 : index;
		case TOKEN_CLOSE:
			return index;
		default:
			return -1;
	}
}

/* Reads the tokens [from, to) between a metric and a number; false when they do
 * not link. */
static bool
read_gap(const Reading *reading, const Mention *mention, int from, int to, Gap *gap)
{
	if (to - from > MAX_GAP)
		return false;
	for (int i = from; i < to; i++)
	{
		TokenKind	kind = token_at(reading, i)->kind;

		i = kind == TOKEN_WORD ? gap_text(reading, mention, gap, i, to)
			: kind == TOKEN_NUMBER ? gap_number(reading, gap, i, to) : gap_mark(reading, gap, i, to);
		if (i < 0)
			return false;
	}
	return true;
}

/* Does the metric follow "and", behind a verb that moves? "the IRR drops to 8%
 * and the multiple to 1.4x" */
static bool
shares_verb(const Reading *reading, const Mention *mention)
{
	int			before = mention->from - 1;

	while (before > 0 && has_words(token_at(reading, before), W_FILL))
		before--;
	if (!has_words(token_at(reading, before), W_AND) && token_at(reading, before)->kind != TOKEN_COMMA)
		return false;
	for (int i = before - 1; i >= 0 && i >= before - 14 && token_at(reading, i)->kind != TOKEN_SEMICOLON; i--)
		if (has_words(token_at(reading, i), W_MOVE | W_BOUND))
			return true;
	return false;
}

bool
sign_follows(const Reading *reading, int pos, char sign)
{
	const char *text = reading->prose->text;

	return pos + 2 < reading->prose->len && text[pos] == ' ' && text[pos + 1] == sign && text[pos + 2] == ' ';
}

/* "the return (cap rate + appreciation) exceeds 9.25%" */
static bool
is_summand(const Reading *reading, const Mention *mention)
{
	return sign_follows(reading, token_at(reading, mention->last)->end, '+');
}

/* "Entry cap - 125 bps < exit cap", not "Cap rate - 625 bps" */
static bool
is_subtracted(const Reading *reading, const Group *group)
{
	const Token *number = token_at(reading, group->first);

	return group->unit == NUMBER_BPS && token_at(reading, group->first - 1)->kind == TOKEN_DASH && decimal_compare(number->value, (Decimal) {300, 0}) < 0;
}

/* "IRR ... 14.2%": the link from a metric to a number behind it. */
Link
link_behind(const Reading *reading, const Mention *mention, const Group *group)
{
	Link		link = {LINK_NONE, false, false, NULL};
	Gap			gap = {0};

	if (mention->is_ruled_out || is_summand(reading, mention) || is_subtracted(reading, group) || !unit_fits(mention, reading, group) ||
		!read_gap(reading, mention, mention->last + 1, group->first, &gap) || gap.has_by ||
		(group->shape != GROUP_MOVEMENT && is_delta_at(reading, group->first) && !is_covering(reading, mention)))
		return link;
	link.is_bound = gap.is_bound || gap.is_denied;
	link.variant = gap.variant;
	link.moves = (gap.moves && group->shape == GROUP_SINGLE) || gap.has_case;	/* another case's */
	if (gap.has_delta && (gap.has_to || gap.has_at))
	{
		link.strength = LINK_VERB;
		link.is_bound = gap.is_denied;
		return link;
	}
	if ((mention->is_delta || gap.moves) && !gap.has_to && group->shape != GROUP_MOVEMENT && !gap.is_bound)
		return link;			/* "cap rate expansion of 50", "IRR falls 2%" */
	if ((gap.is_firm || gap.is_apposed) && mention->follows_number)
		return link;			/* "IRR at 5.0% exit cap = 20.1%" */
	if ((gap.is_firm && !gap.has_other) || gap.is_apposed)
		link.strength = LINK_FIRM;
	else if (gap.has_to && gap.unknown == 0 && !gap.has_verb &&
			 (word_before(reading, mention->first, 6, W_MOVE) || shares_verb(reading, mention)))
	{
		link.strength = LINK_VERB;	/* "reduces IRR to 14.1%" */
		link.moves = group->shape == GROUP_SINGLE;
	}
	else if (gap.has_verb && gap.commas <= 2 && (gap.unknown == 0 || gap.starts_phrase || (gap.has_at && gap.unknown == 1)))
		link.strength = LINK_VERB;
	else if (gap.unknown == 0 && (!gap.starts_phrase || gap.has_at || gap.is_bound) &&
			 (gap.commas == 0 || (gap.commas == 1 && (gap.has_at || gap.has_fill))))
		link.strength = LINK_WEAK;
	else if (gap.is_bound && gap.unknown <= 3)
		link.strength = LINK_WEAK;
	return link;
}

/* May the list of numbers at to belong to the list of metrics that ends before
 * from? */
bool
gap_links_lists(const Reading *reading, const Mention *last, int to, bool *is_bound)
{
	Gap			gap = {0};

	if (!read_gap(reading, last, last->last + 1, to, &gap) || gap.has_by || gap.moves)
		return false;
	*is_bound = gap.is_bound;
	return true;
}
