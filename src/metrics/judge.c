/*
 * judge.c
 *		Canonical values, and the verdicts on findings.
 *
 * With IRR 18.5 as the canonical value, "18.5%", "18%" behind "about" and "17-19%" are ok;
 * a headline of 12% is a violation, but of 0.185 or 1,850% a slip of scale; a sentence that
 * gives both 12% and 18.5% compares.
 */
#include "metrics/metrics_internal.h"

/* ---------------------------------------------------------- canonical values */

bool
goes_without_saying(const MetricKind *kind, const char *variant)
{
	if (strcmp(kind->key, "irr") == 0 || strcmp(kind->key, "equity_multiple") == 0)
		return strcmp(variant, "levered") == 0;
	return strcmp(variant, "project") == 0 || strcmp(variant, "going_in") == 0 ||
		strcmp(variant, "senior") == 0;
}

const CanonicalMetric *
metric_canonical(const Memo *memo, const MetricKind *kind, const char *variant)
{
	const CanonicalMetric *only = NULL;
	const CanonicalMetric *plain = NULL;
	int			count = 0;

	for (int i = 0; i < memo->metrics.count; i++)
	{
		const CanonicalMetric *metric = memo->metrics.items[i];

		if (metric->kind != kind)
			continue;
		if (strcmp(metric->variant, variant) == 0)
			return metric->has_value ? metric : NULL;
		if (metric->variant[0] == '\0')
			plain = metric;
		only = metric;
		count++;
	}
	if (goes_without_saying(kind, variant))
		return plain != NULL && plain->has_value ? plain : NULL;
	if (variant[0] != '\0')
		return NULL;
	return count == 1 && only->has_value ? only : NULL;
}

/* ----------------------------------------------------------- what is written */

#define MOST_DECIMALS	2		/* that a value needs, if the prose shows no more */

Decimal
written_value(const MetricFinding *finding)
{
	bool		is_bps = finding->number.unit == NUMBER_BPS;
	Decimal		value = decimal_shift(finding->canonical->value,
		is_bps ? 2 : -finding->number.power);
	int			shown = finding->number.is_spelled ? 0 :
		Max(0, finding->number.power - finding->number.place);

	while (value.scale > 0 && value.digits % 10 == 0)
		value = (Decimal) {value.digits / 10, value.scale - 1};
	return decimal_round(value, Max(shown, is_bps ? 0 : Min(value.scale, MOST_DECIMALS)));
}

Decimal
corrected_value(const MetricFinding *finding)
{
	return decimal_shift(written_value(finding),
		finding->number.unit == NUMBER_BPS ? -2 : finding->number.power);
}

/* Can the number as it is written hold the canonical value, and mean it? */
static bool
can_correct(const MetricFinding *finding)
{
	Decimal		found = finding->found;
	Decimal		value = finding->canonical->value;
	NumberUnit	unit = finding->kind->number_unit;

	if (finding->number.sign != 0 || value.digits <= 0 || finding->number.unit == NUMBER_COUNT ||
		finding->number.has_comma)	/* "5,25%": values are written with a point */
		return false;
	if (finding->number.power > 0 && decimal_compare(corrected_value(finding), value) != 0)
		return false;
	/* an amount over twice or under half of it may be of another time, or a part */
	return unit == NUMBER_PERCENT || unit == NUMBER_MULTIPLE ||
		(decimal_compare((Decimal) {found.digits * 2, found.scale}, value) >= 0 &&
		 decimal_compare(found, (Decimal) {value.digits * 2, value.scale}) <= 0);
}

/* ------------------------------------------------------------------ verdicts */

/* Is the number the canonical value, rounded to the decimals that it shows? */
static bool
equals(const CanonicalMetric *canonical, Decimal found, int place)
{
	return decimal_compare(decimal_round(canonical->value, -place), found) == 0;
}

/* Is an approximate number within half a unit of its last place of the canonical value? */
static bool
is_near(const MetricFinding *finding)
{
	bool		is_bps = finding->number.unit == NUMBER_BPS;
	NumberUnit	unit = is_bps ? NUMBER_PERCENT : finding->number.unit;
	Number		a = {.value = finding->found, .place = finding->place, .unit = unit,
		.currency = finding->number.currency};
	Number		b = {.value = finding->canonical->value, .place = -9, .unit = unit,
		.currency = a.currency};

	return finding->is_approximate && number_agrees(&a, &b);
}

/* "0.2%" or "1,850%" for 18.5, at the decimals shown: one of the two may be a fraction. */
static bool
is_scale_slip(const MetricFinding *finding)
{
	Decimal		value = finding->canonical->value;
	Decimal		found = finding->found;

	if (found.digits == 0 || finding->place < -6 ||
		decimal_compare((Decimal) {llabs(value.digits), value.scale}, (Decimal) {10000000, 0}) >= 0)
		return false;
	return decimal_compare(decimal_round(decimal_shift(value, 2), -finding->place), found) == 0 ||
		(value.scale <= 7 &&
			decimal_compare(decimal_round((Decimal) {value.digits, value.scale + 2},
			-finding->place), found) == 0);
}

static bool
range_contains(const MetricFinding *low, const MetricFinding *high)
{
	Decimal		value = low->canonical->value;

	return decimal_compare(low->found, value) <= 0 && decimal_compare(value, high->found) <= 0;
}

static MetricVerdict
verdict_of(const MetricFinding *finding)
{
	if (finding->canonical == NULL)
		return VERDICT_NO_CANONICAL;
	if (strcmp(finding->unit, "fraction") == 0)
		return VERDICT_REVIEW;	/* never converted, so never compared */
	if (finding->is_bracketed && equals(finding->canonical, (Decimal) {-finding->found.digits,
		finding->found.scale}, finding->place))
		return VERDICT_OK;		/* "(5.0%)", "– 5.0%" */
	if (equals(finding->canonical, finding->found, finding->place) ||
		is_near(finding))
		return VERDICT_OK;
	if (finding->role == ROLE_RANGE_LOW && range_contains(finding, finding + 1))
		return VERDICT_OK;
	if (finding->role == ROLE_RANGE_HIGH && range_contains(finding - 1, finding))
		return VERDICT_OK;
	if (finding->role != ROLE_POINT || finding->context != CONTEXT_HEADLINE || (finding->in_table &&
		!finding->is_row_value) ||
		finding->is_scale_slip)
		return VERDICT_REVIEW;
	return VERDICT_VIOLATION;
}

#define MOST_BESIDE		16		/* findings on either side that a finding is compared with */

/* What the other findings of a finding's sentence and block say. */
typedef struct Beside
{
	bool		gives_canonical;	/* the sentence has the canonical value, too */
	bool		block_gives;	/* the block does, and not as a target */
	bool		is_limit;		/* the sentence has the same number as a limit, */
	bool		has_limit;		/* or the text around has */
} Beside;

static Beside
look_beside(const MetricCheck *check, int index)
{
	const MetricFinding *finding = &check->findings.items[index];
	Beside		beside = {false};

	for (int i = Max(0, index - MOST_BESIDE); i < check->findings.count &&
		i <= index + MOST_BESIDE; i++)
	{
		const MetricFinding *other = &check->findings.items[i];
		bool		is_same = other->sentence.start == finding->sentence.start;

		if (i == index || other->kind != finding->kind)
			continue;
		beside.has_limit |= other->context == CONTEXT_THRESHOLD &&
			decimal_compare(other->found, finding->found) == 0;
		if (other->block != finding->block)
			continue;
		beside.is_limit |= is_same && other->role == ROLE_BOUND &&
			decimal_compare(other->found, finding->found) == 0;
		if ((strcmp(other->variant, finding->variant) != 0 && (finding->canonical == NULL ||
			finding->canonical != other->canonical)) || other->verdict != VERDICT_OK ||
			other->anchored)
			continue;
		beside.block_gives |= !other->is_target;
		beside.gives_canonical |= is_same && (other->role == ROLE_POINT ||
			other->role == ROLE_PRIOR);
	}
	return beside;
}

/* Does the number equal the value of one of the metric's variants? *any: is there a value? */
static bool
equals_cousin(const Memo *memo, const MetricFinding *finding, bool *any)
{
	bool		equal = false;

	*any = false;
	for (int i = 0; i < memo->metrics.count; i++)
	{
		const CanonicalMetric *metric = memo->metrics.items[i];

		if (metric->kind != finding->kind || !metric->has_value)
			continue;
		*any = true;
		equal |= equals(metric, finding->found, finding->place);
	}
	return equal;
}

/* Does a number diverge so that an event tells of it: a violation, or a headline, maybe, that
 * may not be held against the value it differs from? */
static bool
is_told(const Memo *memo, const MetricFinding *finding)
{
	bool		has_value;
	bool		is_equal = equals_cousin(memo, finding, &has_value);

	if (finding->anchored || finding->verdict == VERDICT_OK || finding->role == ROLE_PRIOR ||
		finding->role == ROLE_BOUND || finding->role == ROLE_RANGE_HIGH)
		return false;
	if (finding->verdict == VERDICT_VIOLATION)
		return true;
	return (finding->context == CONTEXT_HEADLINE || finding->is_doubtful) &&
		(!finding->in_table || finding->is_row_value || finding->is_scale_slip) && has_value &&
		(finding->verdict == VERDICT_REVIEW || !is_equal);
}

static void
judge_beside(MetricCheck *check, int index)
{
	MetricFinding *finding = &check->findings.items[index];
	Beside		beside = look_beside(check, index);
	bool		any;

	if (finding->is_target && beside.block_gives && finding->verdict != VERDICT_OK)
	{
		finding->context = CONTEXT_THRESHOLD;
		finding->role = finding->role == ROLE_POINT ? ROLE_BOUND : finding->role;
		finding->verdict = VERDICT_REVIEW;
	}
	if (finding->role == ROLE_POINT && beside.is_limit)
	{
		finding->role = ROLE_BOUND;
		finding->context = CONTEXT_THRESHOLD;
		finding->verdict = finding->verdict == VERDICT_VIOLATION ? VERDICT_REVIEW :
			finding->verdict;
	}
	/* a sentence that has the canonical value as well compares */
	if (finding->verdict == VERDICT_VIOLATION && beside.gives_canonical)
	{
		finding->context = CONTEXT_COMPARISON;
		finding->verdict = VERDICT_REVIEW;
	}
	finding->is_correctable = finding->verdict == VERDICT_VIOLATION && can_correct(finding);
	finding->is_rewritable = finding->is_correctable && finding->is_sure && !finding->is_target &&
		!finding->in_table && !finding->is_approximate && !beside.has_limit &&
		!(finding->variant[0] == '\0' && equals_cousin(check->memo, finding, &any));
}

void
judge_findings(MetricCheck *check)
{
	Anchors		anchors = {.sentence = -1};

	for (int i = 0; i < check->findings.count; i++)
	{
		MetricFinding *finding = &check->findings.items[i];

		finding->canonical = metric_canonical(check->memo, finding->kind, finding->variant);
		finding->is_scale_slip = finding->canonical != NULL && is_scale_slip(finding);
	}
	for (int i = 0; i < check->findings.count; i++)
		check->findings.items[i].verdict = verdict_of(&check->findings.items[i]);
	for (int i = 0; i < check->findings.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		judge_beside(check, i);
		judge_anchor(check, &check->findings.items[i], &anchors,
			is_told(check->memo, &check->findings.items[i]));
		check->findings.items[i].is_rewritable &=
			check->findings.items[i].verdict == VERDICT_VIOLATION;
		check->findings.items[i].is_told = is_told(check->memo, &check->findings.items[i]);
	}
}

bool
metric_is_corrected(const Memo *memo, const MetricFinding *finding)
{
	switch (memo->policy.correct_metrics[0])
	{
		case 'a':				/* always */
			return finding->verdict == VERDICT_VIOLATION && finding->is_correctable;
		case 's':				/* sure */
			return finding->is_rewritable;
		default:
			return false;
	}
}

bool
section_is_of_others(const Section *section)
{
	static const char *const words[] = {
		"comparable", "comparables", "comps", "market", "markets", "submarket",
	};

	for (const char *word = section->section_key; *word != '\0';)
	{
		int			len = (int) strcspn(word, "_- ");

		if (slice_in((Slice) {word, len}, words, lengthof(words)))
			return true;
		word += len + (word[len] != '\0');
	}
	return false;
}

bool
metric_has_violation(const MetricCheck *check, bool only_rewritable)
{
	for (int i = 0; i < check->findings.count; i++)
		if (only_rewritable ? check->findings.items[i].is_rewritable :
			check->findings.items[i].verdict == VERDICT_VIOLATION)
			return true;
	return false;
}
