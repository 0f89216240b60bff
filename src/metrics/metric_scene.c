/*
 * metric_scene.c
 *		Does a text leave the numbers beside it this deal's headline?
 *
 * A number may only be rewritten when all that sets the scene for it is neutral
 * (metric_setting.c).  Neutral is what is made of words that are known to set no
 * other scene (metricscene.h), of metrics, numbers, places and the deal's own
 * name:
 *
 *		## Financing terms									neutral
 *		Maple Court is a 312-unit community in Austin.		neutral
 *		## Covenants										a threshold
 *		Consider Elm Court.									a comparison
 *		Vacancy is 20%.										a scenario, for all we know
 *		## Unlevered returns								whose IRR is the unlevered one
 */
#include "metrics/metrics_internal.h"
#include "memo/memo.h"

#define LINKING	(W_BE | W_OF | W_AT | W_TO | W_FROM | W_BY | W_PREP | W_AND | W_UNIT)

/* ------------------------------------------------------------------ one text */

bool
is_capitalised(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	char		c = reading->prose->text[token->start];

	return token->kind == TOKEN_WORD && c >= 'A' && c <= 'Z';
}

#define NAME_ALONE	6			/* letters */

/* "Tallgrass", of "Tallgrass Commerce Park": not "Cedar Falls", "Maple & Main" and
 * "Park". */
static bool
is_name_alone(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);

	return token->end - token->start >= NAME_ALONE && token->word->text == NULL && !is_capitalised(reading, index + 1) && !has_words(token_at(reading, index + 1), W_AND);
}

/* Tokens of the deal's name from index on, 0 when it does not stand there: all
 * its words, the first ones when there are two of them at least, or the first one
 * when it is no ordinary word. */
int
deal_name_at(const Reading *reading, int index)
{
	const char *name = reading->check == NULL ? NULL : reading->check->memo->name;
	int			count = 0;

	while (name != NULL && *name != '\0' && is_capitalised(reading, index + count))
	{
		const Token *token = token_at(reading, index + count);
		int			len = (int) strcspn(name, " ");

		if (token->end - token->start != len || pg_strncasecmp(name, reading->prose->text + token->start, len) != 0)
			break;
		count++;
		name += len;
		name += strspn(name, " ");
	}
	if (count == 1 && token_at(reading, index)->end - token_at(reading, index)->start < 4)
		return 0;
	if (count == 1 && *name != '\0' && !is_name_alone(reading, index))
		return 0;
	return count;
}

/* Tokens of a name of another asset or party from index on, 0 when none stands there:
 * capitalised words, one of them no ordinary one, or several, "Lake Terrace".  Not "the
 * Investment Committee", "Class A", "NOI". */
int
names_at(const Reading *reading, int index)
{
	int			count = 0;
	int			unknown = 0;
	int			words = 0;

	if (deal_name_at(reading, index) > 0)
		return 0;
	for (; is_capitalised(reading, index + count) && token_at(reading, index + count)->inside < 0; count++)
	{
		const Token *token = token_at(reading, index + count);

		words += token->end - token->start > 1;
		unknown += token->end - token->start > 1 && token->words == 0 && !is_scene_word(reading, index + count);
	}
	return unknown > 0 || (words > 1 && !token_is(reading, index - 1, "the")) ? count : 0;
}

/* A modifier that stands on its own, apart from such as "net operating income",
 * "real estate" and "the acquisition". */
const char *
stray_modifier(const Reading *reading, int index, int *last)
{
	WORD_LIST(amounts, "operating", "income", "cash", "revenue", "rentable", "rent", "leasable", "sale", "sales", "proceeds", "estate", "looking");
	WORD_LIST(own, "acquisition", "acquisitions", "purchase", "project", "projects");
	WORD_LIST(nouns, "basis", "return", "returns", "irr");
	WORD_LIST(loans, "loan", "debt", "mortgage", "lender", "financing");
	const char *variant = modifier_at(reading, index, last);

	if (variant == NULL || token_is_any(reading, *last + 1, &amounts))
		return NULL;
	/* "the fund's 13% hurdle" */
	for (int i = *last + 1; i <= *last + 3 && is_party_variant(variant); i++)
		if (has_words(token_at(reading, i), W_LIMIT))
			return NULL;
	if (token_is_any(reading, index, &own) && *last == index && !token_is_any(reading, index + 1, &nouns))
		return NULL;
	if (strcmp(variant, "senior") == 0 && token_is_any(reading, *last + 1, &loans))
		return NULL;
	return variant;
}

/* Does the variant tell whose return it is, or before what is taken off?  That is
 * told apart whatever else the metric is called. */
bool
is_party_variant(const char *variant)
{
	static const char *const parties[] = {"net", "gross", "sponsor", "gp", "lp", "fund", "portfolio", "combined", "after_tax", "pre_tax", "nominal",
		"real", NULL};

	for (const char *const *party = parties; *party != NULL; party++)
		if (strcmp(*party, variant) == 0)
			return true;
	return false;
}

/* Does the modifier tell the metric from a cousin?  Only returns are levered or
 * net, only the others differ by when. */
bool
variant_concerns(const Memo *memo, const MetricKind *kind, const char *variant)
{
	static const char *const of_returns[] = {"levered", "unlevered", "project", "net", "gross", "nominal", "real", "after_tax", "pre_tax", NULL};
	static const char *const of_others[] = {"going_in", "exit", "stabilized", "in_place", "trailing", "forward", NULL};
	const char *const *foreign = is_return(kind) ? of_others : of_returns;

	if (metric_has_variant(memo, kind, variant))
		return true;
	for (; *foreign != NULL; foreign++)
		if (strcmp(*foreign, variant) == 0)
			return false;
	return true;
}

bool
is_scene_word(const Reading *reading, int index)
{
	WORD_LIST(moved, "up", "down", "out", "off", "back");
	const Token *token = token_at(reading, index);

	/* "Rates are up.", not "lease-up" */
	if (index > 0 && token_is_any(reading, index, &moved) && has_words(token_at(reading, index - 1), W_BE))
		return false;
	return has_words(token, LINKING) || (token->word->lists & (LIST_SCENE | LIST_PLAIN)) != 0;
}

/* A word of a title: "after" and "before" tell of another time. */
static bool
is_title_word(const Reading *reading, int index)
{
	WORD_LIST(times, "after", "before", "upon", "during");
	WORD_LIST(numerals, "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x");

	return (index == 0 && token_is_any(reading, 0, &numerals)) || (token_is(reading, index, "bottom") && token_is(reading, index + 1, "line")) ||
		(token_is(reading, index, "line") && token_is(reading, index - 1, "bottom")) || (has_words(token_at(reading, index), LINKING) && !token_is_any(reading, index, &times)) ||
		(token_is(reading, index, "cash") && token_is(reading, index + 1, "flow")) ||
		(token_is(reading, index, "committee") && !token_is(reading, index - 1, "credit")) ||
		(token_at(reading, index)->word->lists & LIST_TITLE) != 0;
}

/* The last token of a place, "in Austin, Texas", "near Six Forks Road"; -1 when
 * none begins at the preposition. */
static int
place_end(const Reading *reading, int index)
{
	WORD_LIST(where, "in", "near", "along", "outside", "downtown", "of");
	WORD_LIST(times, "year", "years", "month", "quarter", "q1", "q2", "q3", "q4");
	int			last = index;

	if (!token_is_any(reading, index, &where) || (token_is(reading, index, "of") && !token_is(reading, index - 1, "corridor") && !token_is(reading, index - 1, "city")))
		return -1;
	while (token_is(reading, last + 1, "the"))
		last++;
	if (!is_capitalised(reading, last + 1) || token_is_any(reading, last + 1, &times))
		return -1;
	while (is_capitalised(reading, last + 1) || (token_at(reading, last + 1)->kind == TOKEN_COMMA && is_capitalised(reading, last + 2)))
		last++;
	return last;
}

/* "Year 3", "(2019)" in a title: another time. */
static bool
titles_time(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);

	return token->kind == TOKEN_NUMBER && ((token->value.digits >= 1900 && token->value.digits <= 2100) || token->unit != NUMBER_BARE);
}

/* "NOI rose by 4%": history, not "is increased". */
static bool
is_past_move(const Reading *reading, int index)
{
	WORD_LIST(past, "rose", "grew", "increased", "improved", "fell", "declined", "decreased", "dropped", "climbed");

	return token_is_any(reading, index, &past) && !has_words(token_at(reading, index - 1), W_BE | W_FILL) &&
		!has_words(token_at(reading, index - 2), W_BE);
}

/* "In 2019 the asset was refinanced": a year in which nothing was built. */
static bool
is_past_year(const Reading *reading, int index)
{
	WORD_LIST(building, "built", "completed", "constructed", "renovated", "developed", "opened", "delivered", "upgraded", "since", "vintage");
	const Token *token = token_at(reading, index);

	if (token->kind != TOKEN_NUMBER || token->unit != NUMBER_BARE || token->value.scale > 0 || token->value.digits < 1900 ||
		token->value.digits > 2100 || (!has_words(token_at(reading, index - 1), W_PREP | W_BY) && !token_is(reading, index + 1, "vintage")))
		return false;
	for (int i = index - 1; i >= 0 && i >= index - 12; i--)
		if (token_is_any(reading, i, &building))
			return false;
	return true;
}

bool
tells_past_year(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if (is_past_year(reading, i))
			return true;
	return false;
}

#define NEAR	16				/* tokens: what stands beside a number in a sentence */

/* "The interest rate is 5.85%", "The term is five years": of the loan. */
static bool
gives_term(const Reading *reading, int index)
{
	int			noun = token_is(reading, 1, "loan") ? 2 : 1;

	if (!token_is(reading, 0, "the"))
		return false;
	if (token_is(reading, noun, "interest"))
		noun++;
	return (token_is(reading, noun, "rate") || token_is(reading, noun, "term")) && has_words(token_at(reading, noun + 1), W_BE) && index == noun + 2;
}

/* "Vacancy is 20%", "Rents are 10% below budget": a number of what metrics hang
 * on, in a sentence without a metric, is supposed, for all we know.  Not "is 95%
 * leased", "a fixed rate of 5.45%", "NOI grew 4%". */
static bool
supposes_value(const Reading *reading, int index)
{
	WORD_LIST(states, "leased", "occupied", "let", "owned", "complete", "renovated");
	WORD_LIST(outcomes, "cost", "costs", "fee", "fees", "distribution", "distributions", "share", "leased", "occupied", "ownership", "stake");
	const Token *token = token_at(reading, index);
	int			before = index - 1;
	bool		any = false;

	if (token->kind != TOKEN_NUMBER || token->unit == NUMBER_BARE || token->unit == NUMBER_OTHER || reading->mentions.count > 0 ||
		token_is(reading, index - 1, "from") || token_is_any(reading, index + 1, &states) || gives_term(reading, index))
		return false;
	for (int i = Max(0, index - NEAR); i <= index + NEAR; i++)
	{
		if (is_past_move(reading, i))
			return false;
		any |= token_is(reading, i, "floating");
		any |= has_words(token_at(reading, i), W_OTHER) && !token_is_any(reading, i, &outcomes) && !token_is(reading, i - 1, "fixed");
	}
	while (has_words(token_at(reading, before), W_FILL))
		before--;
	return any || has_words(token_at(reading, before), W_BE) || token_is(reading, before, "costs");
}

/* "The hold is ten years", "Rents are flat for three years": another period, not
 * "over 30 months" and "a five-year loan". */
static bool
supposes_time(const Reading *reading, int index)
{
	WORD_LIST(holding, "sell", "sells", "sold", "sale", "hold", "holds", "holding", "rent", "rents");
	WORD_LIST(spans, "over", "within");

	if (period_end(reading, index) < 0 || gives_term(reading, index))
		return false;
	for (int i = Max(0, index - NEAR); i <= index + NEAR; i++)
		if (token_is_any(reading, i, &holding))
			return true;
	return reading->mentions.count == 0 && !token_at(reading, index + 1)->is_joined && !token_is_any(reading, index - 1, &spans);
}

/* "Before debt", "all cash returns", "at the property level": whose, and when? */
static bool
supposes_part(const Reading *reading, int index)
{
	WORD_LIST(parties, "property", "asset", "investor", "fund", "partnership", "entity");

	return token_is(reading, index, "before") || (token_is(reading, index, "cash") && token_is(reading, index - 1, "all")) ||
		(token_is(reading, index, "level") && token_is_any(reading, index - 1, &parties));
}

/* "After renovation:", before a list: another time. */
static bool
announces_time(const Reading *reading)
{
	WORD_LIST(times, "after", "before", "upon", "during", "following", "once");

	return token_is_any(reading, 0, &times) && token_at(reading, reading->tokens.count - 1)->kind == TOKEN_COLON;
}

/* A few words without a full stop, such as stand above a list: a title, too. */
static bool
is_like_title(const Reading *reading)
{
	int			end = reading->end;

	while (end > reading->start && (isspace((unsigned char) reading->prose->text[end - 1]) || strchr("*_:", reading->prose->text[end - 1]) != NULL))
		end--;
	return reading->tokens.count <= 6 && end > reading->start && strchr(".!?]", reading->prose->text[end - 1]) == NULL;
}

/* The last token of what sets no other scene, else -1. */
static int
neutral_end(const Reading *reading, int index, bool is_title)
{
	const Token *token = token_at(reading, index);
	int			last;

	if (token->inside >= 0 || token->is_claimed)
		return index;
	if (is_title ? titles_time(reading, index)
		: is_past_year(reading, index) || supposes_value(reading, index) || supposes_time(reading, index) || supposes_part(reading, index))
		return -1;
	if (is_title && token->kind == TOKEN_STOP && index + 1 == reading->tokens.count && reading->prose->text[token->start] == '?')
		return index;			/* "What is the IRR?" */
	if (token->kind == TOKEN_STOP || token->kind == TOKEN_BOUND || is_letter_name(reading, index))
		return -1;
	if (token->kind != TOKEN_WORD)
		return index;
	if ((last = deal_name_at(reading, index)) > 0)
		return index + last - 1;
	if (stray_modifier(reading, index, &last) != NULL)
		return last;
	if ((last = place_end(reading, index)) >= 0)
		return last;
	if (token_is(reading, index, "case"))
		return is_base_case(reading, index - 1) && is_own_base_case(reading, index - 1) ? index : -1;
	if (names_other(reading, index))
		return -1;
	if (is_title)
		return is_title_word(reading, index) ? index : -1;
	return is_past_move(reading, index) || is_scene_word(reading, index) ? index : -1;
}

/* Is it a word that sets another scene for sure, not one that is only unknown? */
static bool
sets_other(const Reading *reading, int index, bool is_title)
{
	WORD_LIST(others, "phase", "option", "alternative", "criteria", "guidelines", "policy", "terms", "takeout", "mezz", "track", "record", "experience",
		"hold", "bid", "bids", "prior", "case", "assume", "assumes", "assumed", "consider", "imagine", "take", "tested", "neighbor", "neighbour",
		"rival", "vendor", "borrower", "guarantor", "incumbent", "asks", "asked", "they", "their", "another", "other", "else", "elsewhere",
		"owner", "owners", "nearby", "properties", "considered", "formerly", "once", "later", "eventually", "possible", "potential", "cheaper", "proposal", "draft", "version",
		"offering", "memorandum", "letter", "valuation", "manager", "partner", "partners", "team", "portion", "separate", "half", "vacant", "closed",
		"hotel", "warehouse", "additional", "subordinate", "city", "state", "firm", "reach", "reaches");
	const Token *token = token_at(reading, index);

	return token->kind != TOKEN_WORD || token_is_any(reading, index, &others) || is_letter_name(reading, index) || supposes_part(reading, index) ||
		(!is_title && index > 0 && is_capitalised(reading, index)) || names_other(reading, index) ||
		is_departure(reading, index) ||
		has_words(token, W_SCENARIO | W_COMPARE | W_MARKET | W_LIMIT | W_PAST | W_MOVE | W_DELTA | W_IF | W_MODAL | W_OTHER);
}

/* What a text that is not neutral sets: by the word that makes it so. */
static MetricContext
scene_context(const Reading *reading, int odd, bool is_title)
{
	WORD_LIST(supposing, "assume", "assumes", "consider", "imagine", "suppose", "say", "tested", "phase", "option", "alternative", "hold");
	WORD_LIST(wanting, "criteria", "guidelines", "asks", "ask", "policy", "conditions", "limits");
	MetricContext context = words_context(reading, 0, reading->tokens.count - 1);
	bool		is_named = false;

	if (context == CONTEXT_HEADLINE)
		context = departure_context(reading, reading->tokens.count);
	for (int i = 0; i < reading->tokens.count && context == CONTEXT_HEADLINE; i++)
	{
		if (token_is_any(reading, i, &wanting))
			context = CONTEXT_THRESHOLD;
		else if (token_is_any(reading, i, &supposing) || has_words(token_at(reading, i), W_SCENARIO | W_MOVE | W_DELTA | W_MODAL))
			context = CONTEXT_SCENARIO;
		is_named |= is_capitalised(reading, i) && (is_title || i > 0) && neutral_end(reading, i, is_title) < 0;
	}
	return context == CONTEXT_HEADLINE && (is_named || (is_title && odd >= 0)) ? CONTEXT_COMPARISON : context;
}

Cue
context_cue(MetricContext context)
{
	return context == CONTEXT_HEADLINE ? CUE_NONE : context == CONTEXT_SCENARIO ? CUE_CASE : CUE_OTHER;
}

/* "May 2025" */
static bool
is_month(const Reading *reading, int index)
{
	return token_is(reading, index, "may") && is_capitalised(reading, index) && token_at(reading, index + 1)->kind == TOKEN_NUMBER;
}

/* By which words is the text of another case, party or time, if by any? */
static Cue
find_cue(const Reading *reading, MetricContext context)
{
	WORD_LIST(cues, "assume", "assumes", "consider", "imagine", "suppose", "say", "tested", "phase", "option", "alternative", "may", "might", "could", "would");
	WORD_LIST(parties, "sponsor", "seller", "broker", "lender", "buyer", "appraiser", "appraisal", "owner", "vendor", "borrower", "management");
	WORD_LIST(views, "case", "model", "view", "projection", "projections", "forma", "numbers", "underwriting", "assumptions", "plan", "estimates", "guidance");
	WORD_LIST(plans, "plan", "budget", "forecast", "underwriting", "expectations");
	WORD_LIST(trades, "own", "owns", "owned", "acquired", "bought", "sold", "offered", "quoted", "holds");
	Cue			cue = Max(context_cue(context), context_cue(departure_context(reading, reading->tokens.count)));
	bool		has_trade = false;
	bool		has_name = false;

	if (tells_other_case(reading))
		return CUE_CASE;
	for (int i = 0; i < reading->tokens.count; i++)
	{
		int			name = deal_name_at(reading, i);

		if (names_other(reading, i) || (token_is_any(reading, i, &cues) && !is_month(reading, i)) || has_words(token_at(reading, i), W_SCENARIO | W_IF))
			return CUE_CASE;
		/* "NOI comes in 10% below plan.", "Relative to our base case, NOI is 10% lower." */
		if ((has_words(token_at(reading, i), W_BOUND) && token_is_any(reading, skip_articles(reading, i + 1), &plans)) ||
			(is_base_case(reading, i) && !is_own_base_case(reading, i)))
			return CUE_CASE;
		if (has_words(token_at(reading, i), W_LIMIT))
			cue = Max(cue, CUE_OTHER);
		has_trade |= token_is_any(reading, i, &trades);
		has_name |= i > 0 && name == 0 && is_capitalised(reading, i) && token_at(reading, i)->inside < 0;
		i += Max(0, name - 1);
	}
	/* "Sponsor case", "Seller's pro forma", "the lender's base case" */
	for (int i = 0; i < reading->tokens.count; i++)
		if (token_is_any(reading, i, &parties) && (token_is_any(reading, i + 1, &views) || token_is_any(reading, i + 2, &views) || token_is_any(reading, i + 3, &views)))
			return CUE_CASE;
	/* "On the appraised value the LTV is 61%." */
	if (token_is(reading, 0, "on") && tells_of_itself(reading))
		return CUE_OTHER;
	/* "We also own Elm Court.", "A life company offered 55% LTV." */
	if ((has_trade && (has_name || reading->mentions.count > 0)) || presents_other(reading))
		return CUE_CASE;
	return cue == CUE_OTHER && (context == CONTEXT_THRESHOLD || context == CONTEXT_MARKET) && tells_of_itself(reading) ? CUE_OWN : cue;
}

static void
scene_variant(Scene *scene, const char *variant)
{
	for (int i = 0; i < scene->nvariants; i++)
		if (strcmp(scene->variants[i], variant) == 0)
			return;
	if (scene->nvariants < MAX_SCENE_VARIANTS)
		scene->variants[scene->nvariants++] = variant;
	else
		scene->is_other = true;
}

/* "c_financing", "text": a word of a section's key that says nothing. */
static bool
is_slot_name(const Reading *reading, int index)
{
	WORD_LIST(names, "body", "content", "exec", "main", "narrative", "prose", "text");
	const Token *token = token_at(reading, index);

	return token->end - token->start < 3 || token_is_any(reading, index, &names);
}

/* The first token that makes a text other than neutral, -1 when it is.  A long
 * sentence may have words that are only unknown, a key of several one. */
static int
first_odd(const Reading *reading, bool is_title, bool is_key)
{
	int			spare = is_key ? reading->tokens.count > 1 : is_title ? 0 : reading->tokens.count / 8;
	int			last;

	if (tells_other_case(reading))
		return 0;
	for (int i = 0; i < reading->tokens.count; i = Max(last, i) + 1)
	{
		if (is_key && is_slot_name(reading, i))
			last = i;
		else if (sets_scene(reading, i) || ((last = neutral_end(reading, i, is_title)) < 0 && (sets_other(reading, i, is_title) || spare-- == 0)))
			return i;
	}
	return -1;
}

#define BASIS_REACH	12			/* tokens from "returns" to what they are */

/* Variants that a text names: modifiers that stray, and in a title those of the
 * metrics that it names, "Unlevered IRR". */
static void
scene_variants(const Reading *reading, bool is_title, Scene *scene)
{
	const char *variant;
	int			last;

	for (int i = 0; i < reading->tokens.count; i++)
		if (token_at(reading, i)->inside < 0 && !token_at(reading, i)->is_claimed &&
			(variant = stray_modifier(reading, i, &last)) != NULL)
		{
			scene_variant(scene, variant);
			i = last;
		}
	for (int i = 0; is_title && i < reading->mentions.count; i++)
		if (reading->mentions.items[i].variant[0] != '\0')
			scene_variant(scene, reading->mentions.items[i].variant);
}

/* "net of fees and promote", "before taxes": the variant of a return from which that is
 * taken off, or not; else NULL. */
static const char *
deducted_variant(const Reading *reading, int index)
{
	WORD_LIST(costs, "fee", "fees", "promote", "carry", "expenses");
	WORD_LIST(taxes, "tax", "taxes");
	bool		is_net = token_is(reading, index, "after") || (token_is(reading, index, "net") && token_is(reading, index + 1, "of"));
	bool		is_gross = token_is(reading, index, "before") || (token_is(reading, index, "gross") && token_is(reading, index + 1, "of"));
	int			noun = index + 1;

	if (!is_net && !is_gross)
		return NULL;
	while (noun < index + 5 && is_scene_word(reading, noun) && !token_is_any(reading, noun, &costs) && !token_is_any(reading, noun, &taxes))
		noun++;
	if (token_is_any(reading, noun, &costs))
		return is_net ? "net" : "gross";
	return !token_is_any(reading, noun, &taxes) ? NULL : is_net ? "after_tax" : "pre_tax";
}

/* "All returns are net of fees.", "This is before promote.": does it say of the returns of
 * the text which they are, so that "Our IRR is 15%" is that, too?  Its variant,
 * else NULL. */
const char *
basis_variant(const Reading *reading)
{
	WORD_LIST(openers, "all", "the", "our", "these", "investment", "investor", "projected", "underwritten");
	WORD_LIST(returns, "returns", "figures", "numbers", "metrics", "irrs");
	WORD_LIST(pointers, "this", "that", "it", "these", "those");
	int			noun = 0;
	int			unused;

	while (token_is_any(reading, noun, &openers))
		noun++;
	if (!token_is_any(reading, noun, &returns) && token_at(reading, noun)->inside < 0 && !(token_is_any(reading, 0, &pointers) && has_words(token_at(reading, 1), W_BE)))
		return NULL;
	for (int i = noun + 1; i < reading->tokens.count && i < noun + BASIS_REACH; i++)
	{
		const char *variant = deducted_variant(reading, i);

		if (token_at(reading, i)->kind == TOKEN_NUMBER)
			return NULL;
		if (variant == NULL && token_at(reading, i)->inside < 0)
			variant = stray_modifier(reading, i, &unused);
		if (variant != NULL && (is_party_variant(variant) || strcmp(variant, "unlevered") == 0))
			return variant;
	}
	return NULL;
}

/* Reads the text of a reading as a whole: a title, a section's key or a sentence. */
void
scene_read(Reading *reading, bool is_title, bool is_key, Scene *scene)
{
	WORD_LIST(comps, "comparable", "comparables", "comps", "market");
	int			odd;

	reading_tokens(reading);
	reading_mentions(reading);
	is_title |= is_like_title(reading);
	*scene = (Scene) {.context = words_context(reading, 0, reading->tokens.count - 1), .is_comps = is_title && says_any(reading, &comps)};
	scene->basis = basis_variant(reading);
	odd = first_odd(reading, is_title, is_key);
	scene->cue = odd >= 0 ? find_cue(reading, scene->context) : CUE_NONE;
	if (odd < 0 && announces_time(reading))
	{
		odd = 0;
		scene->context = CONTEXT_SCENARIO;
	}
	for (int i = 0; i < reading->tokens.count && scene->context == CONTEXT_HISTORICAL && odd < 0; i++)
		if (is_past_move(reading, i))
			scene->context = CONTEXT_HEADLINE;	/* "NOI grew 4% last year" */
	scene->is_market = is_title && odd < 0 && scene->context == CONTEXT_MARKET;
	if (scene->is_market)
		scene->context = CONTEXT_HEADLINE;
	scene->is_other = odd >= 0 || scene->context != CONTEXT_HEADLINE;
	if (odd < 0)
		scene->cue = context_cue(scene->context);
	if (scene->is_other && scene->context == CONTEXT_HEADLINE)
		scene->context = scene_context(reading, odd, is_title);
	scene->is_target = scene->context == CONTEXT_THRESHOLD && says_target(reading);
	scene_variants(reading, is_title, scene);
}

void
scene_add(Scene *to, const Scene *from)
{
	if (from->is_other)
		to->is_comps = from->is_comps && (!to->is_other || to->is_comps);
	to->is_other |= from->is_other;
	to->cue = Max(to->cue, from->cue);
	to->is_market |= from->is_market;
	if (from->context == CONTEXT_THRESHOLD)
		to->is_target = from->is_target && (to->context != CONTEXT_THRESHOLD || to->is_target);
	to->is_limit |= from->is_limit;
	to->basis = from->basis != NULL ? from->basis : to->basis;
	if (to->context == CONTEXT_HEADLINE)
		to->context = from->context;
	for (int i = 0; i < from->nvariants; i++)
		scene_variant(to, from->variants[i]);
}
