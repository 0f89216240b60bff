/*
 * metric_mention.c
 *		The metrics that a sentence names, and its numbers.
 *
 * A mention is a spelling of the catalogue with what belongs to it: modifiers
 * before it ("net levered IRR"), an alias or unit in parentheses behind it
 * ("loan-to-value (LTV)", "IRR (%)"), a noun that makes changes or limits of its
 * numbers ("cap rate expansion", "DSCR covenant").  Numbers are single, or the
 * two of a range ("13-15%") or of a movement ("from 5.4% to 5.1%").
 */
#include "metrics/metrics_internal.h"

/* ----------------------------------------------------------------- mentions */

/* Index after nouns that add nothing: "DSCR ratio", "IRR projections". */
int
skip_fill(const Reading *reading, int index)
{
	while (has_words(token_at(reading, index), W_FILL) && !has_words(token_at(reading, index), W_BE | W_MODAL))
		index++;
	return index;
}

/* Does the sentence speak of a confidence interval? */
static bool
has_interval(Reading *reading)
{
	for (int i = 0; i < reading->tokens.count && reading->has_interval == 0; i++)
		if (token_is(reading, i, "ci") || (token_is(reading, i, "confidence") && token_is(reading, i + 1, "interval")))
			reading->has_interval = 1;
	if (reading->has_interval == 0)
		reading->has_interval = -1;
	return reading->has_interval > 0;
}

/* An incidence-rate ratio, a customer's lifetime value: not ours. */
static bool
is_other_field(Reading *reading, const Mention *mention)
{
	WORD_LIST(sizes, "small", "mid", "large", "micro", "mega");
	WORD_LIST(raters, "rater", "raters", "interrater", "coder", "coders", "annotators");
	const Token *next = token_at(reading, mention->last + 1);

	if (strcmp(mention->kind->key, "debt_yield") == 0)
		return token_is(reading, mention->last + 1, "to");	/* maturity, call */
	if (strcmp(mention->kind->key, "cap_rate") == 0)
		return token_at(reading, mention->first)->is_joined && token_is_any(reading, mention->first - 1, &sizes);
	if (strcmp(mention->kind->key, "irr") == 0)
	{
		for (int i = Max(0, mention->first - 12); i < mention->last + 12; i++)
			if (token_is_any(reading, i, &raters))
				return true;
		if (reading->check != NULL && check_says(reading->check, SAYS_INCIDENCE))
			return true;
		if (has_interval(reading))
			return true;
	}
	if (strcmp(mention->kind->key, "ltv") != 0)
		return false;
	return ((next->kind == TOKEN_COLON || next->kind == TOKEN_SLASH) && token_is(reading, mention->last + 2, "cac")) ||
		token_is(reading, mention->last + 1, "cac") || token_is(reading, mention->last + 2, "cac") ||
		token_is(reading, mention->first - 1, "customer") || token_is(reading, mention->first - 1, "lifetime");
}

/* "Year 1 DSCR", "year-three DSCR"; NULL when the number before is none. */
static const char *
year_variant(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	static const char *const words[] = {"one", "two", "three", "four", "five", "six", "seven", "ten"};

	if (!token_is(reading, index - 1, "year") && !token_is(reading, index - 1, "yr"))
		return NULL;
	if (token->kind == TOKEN_NUMBER && token->unit == NUMBER_BARE && token->value.scale == 0 &&
		token->value.digits > 0 && token->value.digits < 100)
		return psprintf("year_%d", (int) token->value.digits);
	for (int i = 0; i < (int) lengthof(words); i++)
		if (token_is(reading, index, words[i]))
			return psprintf("year_%d", i == 7 ? 10 : i + 1);
	return NULL;
}

/* In parentheses behind a mention, where index is behind the first: "%", "x". */
static bool
take_unit(const Reading *reading, Mention *mention, int index)
{
	if (token_at(reading, index + 1)->kind != TOKEN_CLOSE)
		return false;
	if (token_at(reading, index)->kind == TOKEN_PERCENT)
		mention->bare_unit = NUMBER_PERCENT;
	else if (token_is(reading, index, "x") || token_is(reading, index, "times"))
		mention->bare_unit = NUMBER_MULTIPLE;
	else
		return false;
	mention->last = index + 1;
	return true;
}

/* "LTV": another name of the same metric. */
static bool
take_alias(const Reading *reading, Mention *mention, int index)
{
	int			last;
	int			spelling = token_at(reading, index)->kind == TOKEN_WORD ? spelling_at(reading, index, &last) : -1;

	if (spelling < 0 || &reading->catalog->kinds[reading->catalog->spellings[spelling].kind] != mention->kind ||
		token_at(reading, last + 1)->kind != TOKEN_CLOSE)
		return false;
	mention->last = last + 1;
	return true;
}

/* "Year 1" */
static bool
take_year(const Reading *reading, Mention *mention, int index)
{
	const char *variant = year_variant(reading, index + 1);

	if (variant == NULL || token_at(reading, index + 2)->kind != TOKEN_CLOSE)
		return false;
	if (mention->variant[0] == '\0')
		mention->variant = variant;
	mention->last = index + 2;
	return true;
}

/* "levered / unlevered", "levered", "levered of fees". */
static void
take_modifiers(const Reading *reading, Mention *mention, int index)
{
	int			last;
	int			second;
	const char *variant = modifier_at(reading, index, &last);
	const char *more_variant;

	if (variant == NULL)
		return;
	if (mention->variant[0] == '\0' &&
		(token_at(reading, last + 1)->kind == TOKEN_SLASH || has_words(token_at(reading, last + 1), W_AND)) &&
		(more_variant = modifier_at(reading, last + 2, &second)) != NULL && token_at(reading, second + 1)->kind == TOKEN_CLOSE)
	{
		mention->variant = variant;
		mention->more_variant = more_variant;
		mention->last = second + 1;
		return;
	}
	if (has_words(token_at(reading, last + 1), W_OF))
		while (last + 1 < reading->tokens.count && token_at(reading, last + 1)->kind == TOKEN_WORD)
			last++;
	if (token_at(reading, last + 1)->kind != TOKEN_CLOSE)
		return;
	if (mention->variant[0] == '\0')
		mention->variant = variant;
	else if (is_party_variant(variant))	/* "Levered IRR (net)" */
		mention->variant = join_variants(mention->variant, variant);
	mention->last = last + 1;
}

/* "(LTV)", "(levered)", "(%)", "(x)" behind a mention are part of it; so is a
 * sign of percent without parentheses. */
static void
take_parenthesis(const Reading *reading, Mention *mention)
{
	int			index = mention->last + 1;

	if (token_at(reading, index)->kind == TOKEN_PERCENT)
	{
		mention->bare_unit = NUMBER_PERCENT;
		mention->last = index;
		return;
	}
	if (token_at(reading, index)->kind != TOKEN_OPEN)
		return;
	index++;
	while (token_is(reading, index, "the"))
		index++;
	if (!take_unit(reading, mention, index) && !take_alias(reading, mention, index) && !take_year(reading, mention, index))
		take_modifiers(reading, mention, index);
}

/* "IRR, unlevered, is", "Cap rate - exit: ", "IRR, levered" at the end: the
 * modifier between the marks is the mention's. */
static void
take_apposition(Reading *reading, Mention *mention)
{
	int			index = mention->last + 1;
	int			last;
	const Token *mark = token_at(reading, index);
	const Token *behind;
	const char *variant;

	if (mark->kind != TOKEN_COMMA && mark->kind != TOKEN_DASH)
		return;
	variant = modifier_at(reading, index + 1, &last);
	if (variant == NULL || mention->variant[0] != '\0')
		return;
	if (token_is(reading, last + 1, "basis"))
		last++;
	behind = token_at(reading, last + 1);
	if (behind->kind == mark->kind && !has_words(token_at(reading, last + 2), W_AND) && token_at(reading, last + 2)->kind == TOKEN_WORD &&
		modifier_at(reading, last + 2, &index) == NULL)
		last++;
	else if (behind->kind != TOKEN_COLON && behind->kind != TOKEN_NUMBER && last + 1 < reading->tokens.count && !has_words(behind, W_BE | W_VERB))
		return;
	mention->variant = variant;
	mention->last = last;
}

static void
claim_tokens(Reading *reading, int from, int to)
{
	for (int i = from; i < to; i++)
		reading->tokens.items[i].is_claimed = true;
}

/* "the share of IRR from the sale", "65% of the IRR": of the metric, not it. */
static bool
is_share(const Reading *reading, const Mention *mention)
{
	WORD_LIST(parts, "share", "portion", "part", "proportion", "fraction", "percentage", "half", "most");
	int			of = mention->from - 1;

	while (of > 0 && has_words(token_at(reading, of), W_FILL))
		of--;
	return token_is(reading, of, "of") && (token_is_any(reading, of - 1, &parts) || token_at(reading, of - 1)->unit == NUMBER_PERCENT) &&
		token_at(reading, of - 1)->kind != TOKEN_STOP;
}

/* "Scorecard: IRR 30%, DSCR 20%", "Scoring gives IRR 35%": weights. */
static bool
is_scorecard(const Reading *reading)
{
	WORD_LIST(gives, "gives", "assigns", "allots", "allocates", "puts", "are", "is");

	for (int i = 0; i < 3; i++)
		if (has_words(token_at(reading, i), W_SCORE) && (token_at(reading, i + 1)->kind == TOKEN_COLON ||
														 has_words(token_at(reading, i + 1), W_SCORE) || token_is_any(reading, i + 1, &gives)))
			return true;
	return false;
}

/* What follows the mention tells what its numbers are. */
static void
read_head_noun(Reading *reading, Mention *mention)
{
	int			index = skip_fill(reading, mention->last + 1);
	const Token *next = token_at(reading, index);

	mention->is_delta |= has_words(next, W_DELTA) && !token_is(reading, index + 1, "than") &&
		!has_words(next, W_PREP);
	mention->is_limit |= has_words(next, W_LIMIT) && has_words(next, W_BOUND) && !token_is(reading, index, "must");
	mention->is_limit |= token_is(reading, index, "preferred") || token_is(reading, index, "pref");
	mention->is_ruled_out |= token_is(reading, mention->last, "yields") && token_at(reading, mention->last + 1)->kind == TOKEN_NUMBER;	/* "the debt yields 6%" */
	mention->is_ruled_out |= has_words(next, W_SCORE) || is_share(reading, mention) || is_scorecard(reading) ||
		has_words(token_at(reading, mention->first - 1), W_SCORE) || is_other_field(reading, mention);
}

/* An article ends what can modify a metric. */
static bool
is_article(const Reading *reading, int index)
{
	return token_is(reading, index, "a") || token_is(reading, index, "an") || token_is(reading, index, "the") ||
		token_is(reading, index, "its") || token_is(reading, index, "our") || token_is(reading, index, "this");
}

/* "The project's IRR": the deal, not the modifier, where no project IRR has a value. */
static bool
is_project_of(const Reading *reading, const Mention *mention, int index)
{
	const Token *token = token_at(reading, index);
	const char *behind = reading->prose->text + token->end;

	return token_is(reading, index, "project") && (strncmp(behind, "'s", 2) == 0 || strncmp(behind, "\xE2\x80\x99s", 4) == 0) &&
		reading->check != NULL && !metric_has_variant(reading->check->memo, mention->kind, "project");
}

/* Walks back over what stands before a mention: its variant, in the order of
 * the text.  Returns the index of the first token that belongs to it. */
static int
read_modifiers(Reading *reading, Mention *mention)
{
	int			index = mention->first - 1;
	int			first = mention->first;
	bool		is_open = true;	/* no article yet */
	const char *variant;

	for (int steps = 0; steps < 6 && index >= 0; steps++)
	{
		const Token *token = token_at(reading, index);
		int			start;

		if (is_open && is_project_of(reading, mention, index))
		{
			mention->is_guess |= is_return(mention->kind);
			index--;
		}
		else if (is_open && (variant = modifier_before(reading, index, &start)) != NULL)
		{
			mention->variant = mention->variant[0] == '\0' ? variant : psprintf("%s_%s", variant, mention->variant);
			first = start;
			index = start - 1;
		}
		else if (is_open && (variant = year_variant(reading, index)) != NULL)
		{
			if (token->kind == TOKEN_NUMBER)
				reading->tokens.items[index].unit = NUMBER_OTHER;
			mention->variant = mention->variant[0] == '\0' ? variant : psprintf("%s_%s", variant, mention->variant);
			index -= 2;
			first = index + 1;
		}
		else if (is_article(reading, index))
		{
			is_open = false;
			index--;
		}
		else if (has_words(token, W_LIMIT) && has_words(token, W_BOUND | W_VERB))
		{
			mention->is_limit = true;
			index--;
		}
		else if ((has_words(token, W_FILL) && !has_words(token, W_MODAL)) || (token->kind == TOKEN_WORD && token->is_joined && token->words == 0))
			index--;
		else
			break;
	}
	return first;
}

bool
names_part(const Reading *reading, int index)
{
	WORD_LIST(parts, "section", "sections", "chapter", "table", "figure", "appendix", "exhibit", "item", "step", "version");

	return token_is_any(reading, index, &parts);
}

/* "irr: 22.5, dscr: 1.3" as data have it: a value of percent that follows its key, and
 * that another key follows or nothing. */
static bool
is_keyed_percent(const Reading *reading, int first, int last)
{
	const Token *number = token_at(reading, last + 2);
	TokenKind	next = token_at(reading, last + 3)->kind;

	if (token_at(reading, last + 1)->kind != TOKEN_COLON || number->kind != TOKEN_NUMBER || number->unit != NUMBER_BARE || number->is_signed ||
		number->value.scale == 0 || decimal_compare(number->value, (Decimal) {1, 0}) <= 0 || decimal_compare(number->value, (Decimal) {100, 0}) >= 0 ||
		names_part(reading, first - 1))
		return false;
	if (next == TOKEN_COMMA)
		return token_at(reading, last + 5)->kind == TOKEN_COLON;
	return next == TOKEN_CLOSE || next == TOKEN_SEMICOLON || last + 3 >= reading->tokens.count;
}

/* "4.5 cap rates", "a 5-cap rate" */
static bool
is_spoken_percent(const Reading *reading, int first)
{
	const Token *number = token_at(reading, first - 1);
	char		initial = reading->prose->text[token_at(reading, first)->start];

	if (first == 1 && initial >= 'A' && initial <= 'Z')
		return false;			/* "6.1 Cap Rate Analysis" */
	return is_bare_cap(number) && (number->value.scale > 0 || token_at(reading, first)->is_joined);
}

static Mention *
add_mention(Reading *reading, const Spelling *spelling, Naming naming, int first, int last)
{
	Mention    *mention = VEC_PUSH(&reading->mentions);

	*mention = (Mention) {.kind = &reading->catalog->kinds[spelling->kind], .variant = "", .from = first, .first = first, .last = last, .next = -1};
	mention->is_strict = spelling->rule != ANYWHERE;
	mention->is_guess = naming == NAMES_PERHAPS;
	if (token_is(reading, last, "pct") || (spelling->rule == MODIFIED && is_bare_cap(token_at(reading, first - 1))))
		mention->bare_unit = NUMBER_PERCENT;
	else if (unit_is(mention->kind->unit, "percent") &&
			 (is_keyed_percent(reading, first, last) || (strcmp(mention->kind->key, "cap_rate") == 0 && is_spoken_percent(reading, first))))
	{
		mention->bare_unit = NUMBER_PERCENT;
		mention->is_guess = true;	/* without its sign: told, not rewritten */
	}
	return mention;
}

/* "levered and unlevered IRR": one more mention for each modifier of the list. */
static void
add_listed_variants(Reading *reading, int index, int first)
{
	const char *variant;
	int			start;
	int			link = first - 1;

	if (reading->mentions.items[index].variant[0] == '\0')
		return;
	if (reading->mentions.items[index].more_variant != NULL)
	{
		Mention		second = reading->mentions.items[index];

		second.variant = second.more_variant;
		*VEC_PUSH(&reading->mentions) = second;
		reading->mentions.items[index].next = index + 1;
		return;
	}
	if (!has_words(token_at(reading, link), W_AND) && token_at(reading, link)->kind != TOKEN_SLASH && token_at(reading, link)->kind != TOKEN_COMMA)
		return;
	if (link == 0 || (variant = modifier_before(reading, link - 1, &start)) == NULL)
		return;
	/* "18.5% levered and 12.1% unlevered IRR" is no list of modifiers */
	if (token_at(reading, start - 1)->kind == TOKEN_NUMBER)
		return;
	{
		Mention		listed = reading->mentions.items[index];

		*VEC_PUSH(&reading->mentions) = listed;
		reading->mentions.items[index].variant = variant;
		reading->mentions.items[index].next = index + 1;
		claim_tokens(reading, start, first);
	}
}

/* "sized at 65% LTV" is its LTV, "sized to", "sized at 1.20x" a limit. */
static void
settle_sizes(Reading *reading)
{
	for (int i = 0; i + 1 < reading->tokens.count; i++)
		if (token_is(reading, i, "sized") && token_is(reading, i + 1, "at") && token_at(reading, i + 2)->unit == NUMBER_PERCENT)
			reading->tokens.items[i].words &= ~W_LIMIT;
}

void
reading_mentions(Reading *reading)
{
	settle_sizes(reading);
	for (int i = 0, last; i < reading->tokens.count; i++)
	{
		int			spelling;
		int			index;
		int			first;
		Naming		naming;

		if ((i & 1023) == 0)
			CHECK_FOR_INTERRUPTS();
		spelling = spelling_at(reading, i, &last);
		naming = spelling < 0 ? NAMES_NOTHING : spelling_names(reading, &reading->catalog->spellings[spelling], i, last);
		if (naming == NAMES_NOTHING)
			continue;
		index = reading->mentions.count;
		add_mention(reading, &reading->catalog->spellings[spelling], naming, i, last);
		first = read_modifiers(reading, &reading->mentions.items[index]);
		reading->mentions.items[index].from = first;
		claim_tokens(reading, first, i);
		take_parenthesis(reading, &reading->mentions.items[index]);
		take_apposition(reading, &reading->mentions.items[index]);
		read_head_noun(reading, &reading->mentions.items[index]);
		add_listed_variants(reading, index, first);
		last = reading->mentions.items[index].last;
		for (int j = i; j <= last; j++)
			reading->tokens.items[j].inside = index;
		reading->tokens.items[i].mention = index;
		i = last;
	}
}

/* ------------------------------------------------------------------- groups */

/* Does a word of these classes stand at most so many tokens before index, with
 * no comma or number between? */
bool
word_before(const Reading *reading, int index, int distance, int classes)
{
	for (int i = index - 1; i >= 0 && i >= index - distance; i--)
	{
		const Token *token = token_at(reading, i);

		if (has_words(token, classes))
			return true;
		if (token->kind == TOKEN_SEMICOLON || token->kind == TOKEN_STOP || token->kind == TOKEN_COMMA ||
			(token->kind == TOKEN_NUMBER && token->unit != NUMBER_BARE && token->unit != NUMBER_OTHER))
			return false;
	}
	return false;
}

static bool
units_agree(const Token *low, const Token *high)
{
	if (low->unit == NUMBER_OTHER || high->unit == NUMBER_OTHER)
		return false;
	return low->unit == high->unit || (low->unit == NUMBER_BARE && high->unit != NUMBER_BARE);
}

bool
is_year(const Token *number)
{
	return number->value.scale == 0 && number->value.digits >= 1900 && number->value.digits < 2100;
}

/* The number that makes a pair with the one at index, -1 when none does. */
static int
pair_of(const Reading *reading, int index, GroupShape *shape)
{
	WORD_LIST(periods, "year", "yr", "years", "month", "quarter", "phase");
	const Token *low = token_at(reading, index);
	const Token *link = token_at(reading, index + 1);
	const Token *high = token_at(reading, index + 2);

	if ((has_words(link, W_TO) && is_delta_at(reading, index)) || (low->unit == NUMBER_BARE && (token_is_any(reading, index - 1, &periods) || is_year(low))))
		return -1;				/* "by 0.10x to 1.45x", "in Year 1 to 1.58x" */
	if (high->kind != TOKEN_NUMBER || !units_agree(low, high) || token_at(reading, index - 1)->kind == TOKEN_SLASH)
		return -1;				/* "80/20 to 12%" */
	*shape = GROUP_RANGE;
	if (link->kind == TOKEN_COMMA)	/* "range: [5%, 7%]" */
		return token_at(reading, index - 1)->kind == TOKEN_COLON && has_words(token_at(reading, index - 2), W_RANGE) &&
			low->start > 0 && reading->prose->text[low->start - 1] == '[' && decimal_compare(low->value, high->value) < 0 ? index + 2 : -1;
	if (link->kind == TOKEN_ARROW)
		*shape = GROUP_MOVEMENT;
	else if (has_words(link, W_AND) && token_is(reading, index + 1, "and"))
		return word_before(reading, index, 3, W_RANGE) ? index + 2 : -1;
	else if (has_words(link, W_TO) && token_is(reading, index + 1, "to"))
	{
		if (word_before(reading, index, 5, W_RANGE))
			return index + 2;
		if (decimal_compare(high->value, low->value) < 0 || word_before(reading, index, 8, W_MOVE | W_DELTA) ||
			has_words(token_at(reading, index - 1), W_FROM))
			*shape = GROUP_MOVEMENT;
	}
	else if (link->kind != TOKEN_DASH || high->is_signed)
		return -1;
	return index + 2;
}

void
reading_groups(Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
	{
		Token	   *token = &reading->tokens.items[i];
		Group	   *group;
		GroupShape	shape = GROUP_SINGLE;
		int			pair;

		if (token->kind != TOKEN_NUMBER || token->unit == NUMBER_OTHER || token->unit == NUMBER_POINTS)
			continue;
		pair = pair_of(reading, i, &shape);
		group = VEC_PUSH(&reading->groups);
		group->shape = pair < 0 ? GROUP_SINGLE : shape;
		group->first = i;
		group->last = pair < 0 ? i : pair;
		group->unit = reading->tokens.items[group->last].unit;
		group->mention = -1;
		for (int j = group->first; j <= group->last; j++)
			reading->tokens.items[j].group = reading->groups.count - 1;
		i = group->last;
	}
}

/* "debt service coverage of -0.59x", "DSCR: -0.59x": cash flow is below zero; not "the
 * change in DSCR is -0.2x". */
static bool
is_negative_cover(const Reading *reading, const Mention *mention, const Group *group)
{
	WORD_LIST(changes, "change", "changes", "impact", "effect", "decline", "reduction", "drop", "increase", "delta", "variance", "sensitivity", "difference", "movement",
		"error", "gap", "cushion", "shock", "swing", "move");
	WORD_LIST(bases, "versus", "vs", "from", "compared", "relative");

	if (strcmp(mention->kind->key, "dscr") != 0 || group->first != mention->last + 2 || token_is_any(reading, group->last + 1, &bases) ||
		(token_at(reading, mention->last + 1)->kind != TOKEN_COLON && !has_words(token_at(reading, mention->last + 1), W_OF | W_BE)))
		return false;
	for (int i = mention->from - 1; i >= 0 && i > mention->from - 9; i--)
		if (token_is_any(reading, i, &changes))
			return false;
	return true;
}

/* May the group be a value of the metric, by its unit? */
bool
unit_fits(const Mention *mention, const Reading *reading, const Group *group)
{
	const Token *number = token_at(reading, group->last);
	bool		is_percent = unit_is(mention->kind->unit, "percent");
	int64		size = number->value.digits < 0 ? -number->value.digits : number->value.digits;

	if (number->is_signed && group->unit == NUMBER_BARE)
		return false;
	if (number->is_signed && (number->value.digits >= 0 || (strcmp(mention->kind->key, "irr") != 0 && !is_negative_cover(reading, mention, group))))
		return false;			/* "+2.5%" is a change, so is "-0.2x" */
	switch (group->unit)
	{
		case NUMBER_PERCENT:
			return is_percent;
		case NUMBER_MULTIPLE:
			return unit_is(mention->kind->unit, "multiple");
		case NUMBER_BPS:
			return is_percent && group->shape == GROUP_SINGLE && !number->is_signed && size >= 100 && number->value.scale <= 6;
		case NUMBER_BARE:
			if (mention->bare_unit != NUMBER_BARE)
				return (mention->bare_unit == NUMBER_PERCENT) == is_percent;
			if (mention->is_strict || group->shape != GROUP_SINGLE)
				return false;
			if (is_percent)		/* a fraction; other bare numbers are no guess of ours */
				return number->value.scale >= 2 && decimal_compare((Decimal) {size, number->value.scale}, (Decimal) {1, 0}) < 0;
			return unit_is(mention->kind->unit, "multiple") &&
				number->value.scale > 0 && number->value.scale <= 3 &&
				decimal_compare((Decimal) {size, number->value.scale}, (Decimal) {20, 0}) < 0;
		default:
			return false;
	}
}
