/*
 * context.c
 *		Whose number it is: the deal's headline, or a case's, another's, a limit's; and what
 *		is a bound.
 *
 * The nearest cue of the number's clause tells, "strong" ones anywhere in it, weak ones
 * within three words of the number or its metric; then a case named before it in the
 * sentence; then the heading, the line that leads in, the title.  "Our", "the deal" and
 * its name beat the weak cues of a market or comparison:
 *
 *		In the downside case the IRR is 9%.			scenario
 *		Our 5.4% cap rate is inside the market's.	headline
 */
#include "metrics/metrics_internal.h"

#define MOST_CLAUSE		60		/* items of a clause on either side of a number */
#define NEAR			3		/* items between a weak cue and the number or its metric */
#define FRONT			100		/* items of the sentence before the clause */

static const MetricContext cue_contexts[NCONTEXT_CUES] = {
	CONTEXT_THRESHOLD, CONTEXT_SCENARIO, CONTEXT_COMPARISON, CONTEXT_MARKET, CONTEXT_HISTORICAL
};

#define STRONG_CUES		(UINT64CONST(31) << CLASS_cue_threshold)
#define WEAK_CUES		(UINT64CONST(31) << CLASS_near_threshold)

/* What the words around say of a number that is a metric's. */
typedef struct Said
{
	MetricContext context;
	bool		is_target;		/* of this deal's IRR */
	bool		is_doubtful;	/* the context is told by a weak cue */
} Said;

/* -------------------------------------------------------------------- bounds */

static bool
is_bound(const Reading *reading, int index)
{
	int			name = reading->items[index].name;
	int			before;

	if (item_has(reading, index - 1, TAG(CLASS_bound)) || item_is_sign(reading, index - 1, "<>") ||
		(index > 0 && (reading->items[index - 1].sign == 0x2264 ||
			reading->items[index - 1].sign == 0x2265)))
		return true;
	if (item_has(reading, index - 2, TAG(CLASS_bound)) &&
		(item_has(reading, index - 1, TAG(CLASS_article) | TAG(CLASS_link)) ||
			item_is_sign(reading, index - 1, ":=")))
		return true;
	if (reading->items[index].number.has_plus || item_is_sign(reading, index + 1, "+"))
		return true;
	if (item_is(reading, index + 1, ITEM_WORD) &&
		item_has(reading, index + 1, TAG(CLASS_near_threshold)) &&
		!item_has(reading, index + 1, TAG(CLASS_target)))
		return true;
	/* "above a price of $85 million" */
	before = name - 1;
	while (before > name - 4 && item_has(reading, before, TAG(CLASS_article) | TAG(CLASS_variant)))
		before--;
	if (name < index && item_has(reading, before, TAG(CLASS_bound)))
		return true;
	for (int i = name - 2; i <= name + 1 && name >= 0; i++)
		if (i != name && item_is(reading, i, ITEM_WORD) && (i < name || name < index) &&
			item_has(reading, i, TAG(CLASS_near_threshold)) &&
			!item_has(reading, i, TAG(CLASS_target)))
			return true;
	return false;
}

/* ------------------------------------------------------------------- clauses */

/* Does the clause end before (from the number on: behind) the item? */
static bool
splits(const Reading *reading, int index, int step)
{
	bool		joins = item_is_sign(reading, index, ",") ||
		item_has(reading, index, TAG(CLASS_and)) ||
		item_is_sign(reading, index, "(");

	if (item_has(reading, index, TAG(CLASS_split)) || item_is_sign(reading, index, ";|"))
		return true;
	if (!joins)
		return false;
	for (int i = 1; i <= 5; i++)
		if (item_is(reading, index + i * step, ITEM_NUMBER) || (step > 0 &&
			item_is(reading, index + i, ITEM_NAME)))
			return true;
	return false;
}

/* Does the item close the brackets that a number and its metric are in: "leverage (55% LTV) limits
 * risk"?  What is behind says nothing of them, but for "the (60% LTV) limit". */
static bool
closes_brackets(const Reading *reading, int index, int name, int at)
{
	if (at < Max(index, name) || !item_is_sign(reading, at, ")") ||
		(item_has(reading, at + 1, TAG(CLASS_near_threshold)) && reading->items[at + 1].stem == 0))
		return false;
	for (int i = Min(index, name) - 1; i >= 0 && index - i < NEAR * 2; i--)
		if (item_is_sign(reading, i, "()"))
			return item_is_sign(reading, i, "(");
	return false;
}

typedef struct Cue
{
	int			distance;
	int			which;			/* of cue_contexts, -1 = none */
	int			at;
} Cue;

/* The nearest of the cues in [from, to): of a class for each context, within reach. */
static Cue
nearest_cue(const Reading *reading, int from, int to, WordClass first, int reach, int number,
	int name)
{
	Cue			nearest = {PG_INT32_MAX, -1, -1};

	for (int i = from; i < to; i++)
	{
		int			order = reading->items[i].order;
		int			distance = Min(abs(order - reading->items[number].order),
			abs(order - reading->items[name].order));

		if (distance > reach || distance >= nearest.distance ||
			(reading->items[i].tags >> first & 31) == 0)
			continue;
		for (int which = NCONTEXT_CUES - 1; which >= 0; which--)
			if (item_has(reading, i, TAG(first + which)) && !(which == NCONTEXT_CUES - 1 &&
				first == CLASS_near_threshold && i > number && reading->items[i].kind == ITEM_WORD))
				nearest = (Cue) {distance, which, i};
	}
	return nearest;
}

/* Is a target the deal's own? */
static bool
is_own_target(const Reading *reading, const Cue *cue, int from, int to, int index)
{
	const Item *name = &reading->items[reading->items[index].name];

	if (strcmp(name->metric->key, "irr") != 0 || !item_has(reading, cue->at, TAG(CLASS_target)))
		return false;
	for (int i = from; i <= to; i++)
		if (item_has(reading, i, TAG(CLASS_party)))
			return false;
	return true;
}

/*
 * Where what a sentence begins with ends: "At a 6.75% exit cap rate the IRR is", "With
 * occupancy 5 points lower, the IRR is", "Should rents fall, the IRR is"; 0 = with none.
 */
static int
front_end(const Reading *reading)
{
	int			first = 0;
	bool		has_figure = false;

	while (first < reading->count && reading->items[first].kind == ITEM_SIGN)
		first++;
	if (!item_has(reading, first, TAG(CLASS_front)))
		return 0;
	for (int i = first + 1; i < reading->count && i < FRONT; i++)
	{
		const Item *item = &reading->items[i];

		if (item_has(reading, i, TAG(CLASS_own)))
			return 0;
		has_figure |= item->kind == ITEM_NUMBER && item->number.unit != NUMBER_CURRENCY &&
			item->number.unit != NUMBER_COUNT &&
			item->number.unit != NUMBER_OTHER;
		if (item_is_sign(reading, i, ","))
			return has_figure ? i : 0;
	}
	return 0;
}

/* Is the number one that a sentence's front makes a case's, or of that front where a
 * metric's number follows? */
static bool
is_conditional(const Reading *reading, int index)
{
	int			end = front_end(reading);

	if (end == 0)
		return false;
	if (index > end)
		return true;
	for (int i = end + 1; i < reading->count && !item_is_sign(reading, i, ",;"); i++)
		if (reading->items[i].kind == ITEM_NUMBER && reading->items[i].name >= 0)
			return true;
	return false;
}

/* Is it of the whole hold, or of its beginning or end, whatever year stands beside it? */
static bool
is_of_hold(const MetricKind *kind)
{
	static const char *const kinds[] = {"cap_rate", "equity_multiple", "irr"};

	return slice_in(slice_of(kind->key), kinds, lengthof(kinds));
}

/* Has no other number the name: are "IRRs of 7.5%" many deals' ones? */
static bool
is_alone(const Reading *reading, int index)
{
	for (int i = 0; i < reading->count; i++)
		if (i != index && reading->items[i].kind == ITEM_NUMBER &&
			reading->items[i].name == reading->items[index].name)
			return false;
	return true;
}

static Said
context_of(const Reading *reading, const Around *around, int index)
{
	int			name = reading->items[index].name;
	int			from = index;
	int			to = index;
	bool		is_own = false;
	bool		is_target = false;
	Cue			strong;
	Cue			near;
	MetricContext told = around->lead != CONTEXT_HEADLINE ? around->lead :
		around->heading != CONTEXT_HEADLINE ? around->heading : around->title;

	/* a market's section says most of its market, but not of the deal's return; a title like
	 * "Covenants" says little of the numbers below */
	if ((told == around->title && told == CONTEXT_THRESHOLD) || (told == CONTEXT_MARKET &&
		around->lead == CONTEXT_HEADLINE &&
		strcmp(reading->items[name].metric->key, "irr") == 0))
		told = CONTEXT_HEADLINE;
	while (from > 0 && index - from < MOST_CLAUSE && !splits(reading, from - 1, -1))
		from--;
	while (to + 1 < reading->count && to - index < MOST_CLAUSE && !splits(reading, to + 1, 1) &&
		   !closes_brackets(reading, index, name, to + 1))
		to++;
	for (int i = from; i <= to; i++)
		is_own |= item_has(reading, i, TAG(CLASS_own) | TAG(CLASS_deal));
	strong = nearest_cue(reading, from, to + 1, CLASS_cue_threshold, MOST_CLAUSE, index, name);
	near = nearest_cue(reading, from, to + 1, CLASS_near_threshold, NEAR, index, name);
	if (near.which >= 0 && is_own_target(reading, &near, from, to, index))
	{
		is_target = true;
		near.which = -1;
	}
	if (near.which >= 0 && item_has(reading, near.at, TAG(CLASS_near_year)) &&
		is_of_hold(reading->items[name].metric))
		near.which = -1;
	if (near.which >= 0 && is_own && (cue_contexts[near.which] == CONTEXT_MARKET ||
		cue_contexts[near.which] == CONTEXT_COMPARISON))
		near.which = -1;
	if (near.which >= 0 && strong.which < 0)
		return (Said) {cue_contexts[near.which],	/* of a time or case it may be the deal's */
			.is_doubtful = cue_contexts[near.which] == CONTEXT_SCENARIO ||
				cue_contexts[near.which] == CONTEXT_HISTORICAL};
	if (strong.which >= 0)
		return (Said) {cue_contexts[strong.which], .is_target = is_target};
	if (is_own)
		return (Said) {CONTEXT_HEADLINE, .is_target = is_target};
	if (reading->items[name].is_plural && is_alone(reading, index))
		return (Said) {CONTEXT_MARKET, .is_target = is_target};
	if (is_conditional(reading, index))
		return (Said) {CONTEXT_SCENARIO, .is_target = is_target, .is_doubtful = true};
	for (int i = Max(0, from - FRONT); i < from; i++)
		if (item_has(reading, i, TAG(CLASS_cue_scenario) | TAG(CLASS_cue_comparison)))
			return (Said) {item_has(reading, i, TAG(CLASS_cue_scenario)) ? CONTEXT_SCENARIO :
				CONTEXT_COMPARISON, .is_target = is_target};
	return (Said) {told, .is_target = is_target};
}

MetricContext
context_told(const Reading *reading)
{
	uint64		cues[2] = {STRONG_CUES, WEAK_CUES};
	WordClass	first[2] = {CLASS_cue_threshold, CLASS_near_threshold};

	if (any_has(reading, TAG(CLASS_own)))
		return CONTEXT_HEADLINE;
	for (int kind = 0; kind < 2; kind++)
		for (int i = 0; i < reading->count; i++)
			if (item_has(reading, i, cues[kind]) && !item_has(reading, i, TAG(CLASS_target)))
				for (int which = 0; which < NCONTEXT_CUES; which++)
					if (item_has(reading, i, TAG(first[kind] + which)))
						return cue_contexts[which];
	return CONTEXT_HEADLINE;
}

/* ------------------------------------------------------------------ findings */

#define ASIDE_REACH		8		/* items to a variant that stands apart, */
#define ASIDE_FRONT		4		/* or from the sentence's start */

/* "18% (9% unlevered)": the variant that stands right behind a number. */
static const char *
own_variant(const Reading *reading, int index)
{
	const Item *item = &reading->items[index];
	int			behind = index + 1 + item_is_sign(reading, index + 1, "(");

	if (item_is(reading, behind, ITEM_WORD) && item_has(reading, behind, TAG(CLASS_variant)) &&
		!item_is(reading, behind + 1, ITEM_NAME) && !item_is(reading, behind + 2, ITEM_NAME) &&
		(behind > index + 1 || item->name < index))
		return reading->items[behind].variant;
	if (item->variant != NULL && item->variant[0] != '\0')
		return item->variant;
	behind = index - 1;			/* "we exit at a 5.5% cap rate" */
	while (item->name > index && behind > index - 6 && !is_word(reading, behind, CLASS_variant) &&
		item_has(reading, behind, TAG(CLASS_article) | TAG(CLASS_link)))
		behind--;
	if (behind < index - 1 && is_word(reading, behind, CLASS_variant))
		return reading->items[behind].variant;
	for (int i = 0; i < reading->count && i < index + ASIDE_REACH; i++)
		if (item_has(reading, i, TAG(CLASS_aside)) &&
			(i < ASIDE_FRONT || i >= index - ASIDE_REACH) &&
			!item_has(reading, i + 1, TAG(CLASS_variant)) && !item_is(reading, i + 1, ITEM_NAME))
			return reading->items[i].variant;
	return item->variant;
}

/* "about 18%", "~18%", "c. 18%" */
static bool
is_approximate(const Reading *reading, int index)
{
	for (int i = index - 1; i >= 0 && i >= index - 3; i--)
	{
		if (item_has(reading, i, TAG(CLASS_approximate)) || item_is_sign(reading, i, "~") ||
			reading->items[i].sign == 0x2248)
			return true;
		if (!item_has(reading, i, TAG(CLASS_filler)) && !item_is_sign(reading, i, "."))
			break;
	}
	return false;
}

MetricFinding *
add_finding(const Reading *reading, int index, const Around *around, Line sentence, int block)
{
	const Item *item = &reading->items[index];
	const Item *name = &reading->items[item->name];
	Said		said = context_of(reading, around, index);
	MetricFinding *finding = VEC_PUSH(&reading->check->findings);

	*finding = (MetricFinding){.kind = name->metric,
							   .variant = own_variant(reading, index),
							   .role = item->role,
							   .number = item->number,
							   .found = item->number.value,
							   .place = item->number.place,
							   .unit = name->metric->unit,
							   .start = item->start,
							   .end = item->end,
							   .sentence = sentence,
							   .block = block,
							   .context = said.context,
							   .is_bracketed = item_is_sign(reading, index - 1, "(-"),
							   .is_target = said.is_target,
							   .is_doubtful = said.is_doubtful,
							   .is_approximate = is_approximate(reading, index)};
	if (finding->role == ROLE_POINT && is_bound(reading, index))
	{
		finding->role = ROLE_BOUND;
		finding->context = CONTEXT_THRESHOLD;
	}
	if (finding->variant == NULL)
		finding->variant = "";
	if (item->number.unit == NUMBER_BPS)
	{
		finding->found = decimal_shift(finding->found, -2);
		finding->place -= 2;
	}
	if (item->number.unit == NUMBER_NONE && name->metric->number_unit == NUMBER_PERCENT &&
		decimal_compare(item->number.value, (Decimal) {1, 0}) < 0 &&
			decimal_compare(item->number.value, (Decimal) {-1, 0}) > 0)
		finding->unit = "fraction";
	if (finding->role == ROLE_PRIOR && finding->context == CONTEXT_HEADLINE)
		finding->context = CONTEXT_HISTORICAL;
	return finding;
}
