/*
 * metric_judge.c
 *		Linked numbers -> findings, what anchors them, and the verdicts.
 *
 * A number may diverge from the canonical value when evidence for it stands in
 * its sentence: a [SOURCE-X] or [TABLE-N], or a [SRC:n] whose claim's passage, or
 * quote where no passage belies it, has that very number.  Policy prose_anchors says
 * which of these count.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"

/* ------------------------------------------------------------------ findings */

/* "about 18%", "c. 18%", "~18%" */
static bool
is_approximate(const Reading *reading, int index)
{
	WORD_LIST(words, "about", "approximately", "approx", "around", "circa", "c", "ca", "roughly", "nearly", "almost", "some", "near");
	int			start = reading->tokens.items[index].start;

	if (start > reading->start && reading->prose->text[start - 1] == '~')
		return true;
	for (int i = index - 1; i >= 0 && i >= index - 3 && has_words(token_at(reading, i), W_FILL); i--)
		if (token_is_any(reading, i, &words))
			return true;
	return false;
}

static void
add_finding(MetricCheck *check, const Reading *reading, const Group *group, int index, MetricRole role,
			MetricContext context, bool is_plain, Line sentence)
{
	const Token *number = &reading->tokens.items[index];
	const Token *last = &reading->tokens.items[group->last];
	const Mention *mention = &reading->mentions.items[group->mention];
	MetricFinding *finding = VEC_PUSH(&check->findings);

	finding->kind = mention->kind;
	finding->variant = group_variant(reading, group);
	finding->role = role;
	finding->found = number->value;
	finding->unit = mention->kind->unit;
	finding->start = number->start;
	finding->number_end = number->end;
	finding->end = number->unit_end;
	finding->sentence = sentence;
	finding->in_table = reading->in_table;
	finding->in_list = reading->block->depth > 0;
	finding->passage = check->passage;
	finding->may_be_negative = may_be_negative(reading, index) || token_at(reading, index - 1)->kind == TOKEN_DASH || token_at(reading, index - 1)->kind == TOKEN_OPEN;
	finding->is_approximate = is_approximate(reading, index);
	finding->is_spelled = number->is_spelled;
	finding->has_thousands = number->has_thousands;
	finding->is_bps = last->unit == NUMBER_BPS;
	if (finding->is_bps)
		finding->found.scale += 2;
	if (last->unit == NUMBER_BARE && unit_is(mention->kind->unit, "percent") && mention->bare_unit != NUMBER_PERCENT)
		finding->unit = "fraction";
	finding->context = context;
	finding->is_plain = is_plain;
	finding->is_target = group->is_target;
}

/* The numbers of a threshold behind the token are bounds. */
static void
mark_bounds(Reading *reading, const MetricContext *contexts, int limit)
{
	for (int i = 0; i < reading->groups.count; i++)
		reading->groups.items[i].is_bound |= contexts[i] == CONTEXT_THRESHOLD && reading->groups.items[i].first > limit;
}

static MetricRole
single_role(const Group *group)
{
	if (group->shape == GROUP_RANGE_LOW)
		return ROLE_RANGE_LOW;
	if (group->shape == GROUP_RANGE_HIGH)
		return ROLE_RANGE_HIGH;
	return group->is_prior ? ROLE_PRIOR : group->is_bound ? ROLE_BOUND : ROLE_POINT;
}

void
reading_findings(MetricCheck *check, Reading *reading, int sentence_start, int sentence_end)
{
	MetricContext *contexts;
	MetricContext *nearest;
	bool	   *plain;
	Line		sentence = {sentence_start, sentence_end};
	bool		any = false;

	for (int i = 0; i < reading->groups.count; i++)
		any |= reading->groups.items[i].mention >= 0;
	if (!any)
		return;
	contexts = palloc0(sizeof(MetricContext) * reading->groups.count);
	nearest = palloc0(sizeof(MetricContext) * reading->groups.count);
	plain = palloc0(sizeof(bool) * reading->groups.count);
	reading_contexts(reading, contexts, nearest);
	find_targets(reading, contexts, nearest);
	mark_bounds(reading, contexts, -1);
	if (!reading->in_table)
		reading_plain(reading, plain, contexts, nearest);
	/* those of a list of limits are, too; what only a neighbour says is wanted is not */
	if (reading->scene.is_limit)
		mark_bounds(reading, contexts, -1);
	else if (!reading->in_table)
		mark_bounds(reading, contexts, first_limit(reading));
	keep_targets(reading, contexts, plain);
	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];
		MetricContext context = contexts[i];

		if (group->mention < 0)
			continue;
		if (group->shape == GROUP_RANGE)
		{
			add_finding(check, reading, group, group->first, ROLE_RANGE_LOW, context, plain[i], sentence);
			add_finding(check, reading, group, group->last, ROLE_RANGE_HIGH, context, plain[i], sentence);
		}
		else if (group->shape == GROUP_MOVEMENT)
		{
			add_finding(check, reading, group, group->first, ROLE_PRIOR, context == CONTEXT_HEADLINE ? CONTEXT_HISTORICAL : context, plain[i], sentence);
			add_finding(check, reading, group, group->last, group->is_bound ? ROLE_BOUND : ROLE_POINT, context, plain[i], sentence);
		}
		else
			add_finding(check, reading, group, group->first, single_role(group), context, plain[i], sentence);
	}
	pfree(contexts);
	pfree(nearest);
	pfree(plain);
}

/* -------------------------------------------------------------------- claims */

typedef VEC(Claim *) ClaimList;

#define MAX_EVIDENCE	64		/* claims looked at for one marker, */
#define MAX_CLAIMS		512		/* and for all markers of a sentence */

/* The claims that an id means in the section; of the deal, where there is no
 * section or the id is deal-wide. */
static void
collect_claims(const MetricCheck *check, int64 id, ClaimList *list)
{
	Memo	   *memo = check->memo;
	const Section *section = check->section;
	int			low = 0;
	int			high = memo->nclaims;
	Claim	  **claims;

	if (section != NULL)
	{
		int			at = section_claim_position(memo, section, id);
		int			first = at;

		for (; at < section->nclaims && memo->claims[section->first_claim + at].src_id == id && at - first < MAX_EVIDENCE; at++)
			*VEC_PUSH(list) = &memo->claims[section->first_claim + at];
		if (at > first || !id_is_deal_wide(memo, section, id))
			return;
	}
	claims = claims_by_src_id(memo);
	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (claims[middle]->src_id < id)
			low = middle + 1;
		else
			high = middle;
	}
	for (int i = low; i < memo->nclaims && claims[i]->src_id == id && i < low + MAX_EVIDENCE; i++)
		*VEC_PUSH(list) = claims[i];
	if (low < memo->nclaims && claims[low]->src_id == id)
		return;
	/* a passage may carry the id itself */
	low = passage_position(memo, id);
	for (int i = low; i < memo->npassages && memo->passages[i].src_id == id && i < low + MAX_EVIDENCE; i++)
	{
		Claim	   *carried = palloc0(sizeof(Claim));

		carried->src_id = id;
		carried->passage_id = memo->passages[i].passage_id;
		*VEC_PUSH(list) = carried;
	}
}

/* ------------------------------------------------------------------- anchors */

/* First marker at or after the byte. */
int
marker_from(const Prose *prose, int start)
{
	int			low = 0;
	int			high = prose->markers.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (prose->markers.items[middle].start < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Is there nothing but blanks, closing marks and one line end in [from, to)? */
bool
only_closers(const char *text, int from, int to)
{
	int			lines = 0;

	for (; from < to && strchr(" \t*_~.,;)\"'\r\n", text[from]) != NULL; from++)
		lines += text[from] == '\n' || (text[from] == '\r' && text[from + 1] != '\n');
	return from >= to && lines < 2;
}

/* The claims of what a near miss means: "[SRC:1, 2]", "[SRC:1-3]".  Of a range as
 * wide as the repair takes those count that there are. */
static void
collect_variant_claims(const MetricCheck *check, const Marker *marker, ClaimList *claims)
{
	MarkerIds	ids;

	if (!marker_ids(marker, &ids))
		return;
	for (int i = 0; i < ids.count; i++)
		if (ids.joints[i] != 0 &&
			(ids.ids[i] < ids.ids[i - 1] || ids.ids[i] - ids.ids[i - 1] >= check->memo->policy.range_width))
			return;
	for (int i = 0; i < ids.count; i++)
		for (int64 id = ids.joints[i] == '-' ? ids.ids[i - 1] + 1 : ids.ids[i]; id <= ids.ids[i] && claims->count <= MAX_CLAIMS; id++)
			collect_claims(check, id, claims);
}

/* Looks at the markers of a finding's sentence, those behind its stop too:
 * does one anchor by itself?  Adds the claims behind the others to the list. */
static bool
read_markers(const MetricCheck *check, const MetricFinding *finding, ClaimList *claims)
{
	const Prose *prose = check->prose;
	const char *policy = check->memo->policy.prose_anchors;
	int			end = finding->sentence.end;

	if (strcmp(policy, "none") == 0)
		return false;
	for (int i = marker_from(prose, finding->sentence.start); i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (marker->start >= end && !only_closers(prose->text, end, marker->start))
			break;
		end = Max(end, marker->start + marker->len);
		switch (marker->kind)
		{
			case MARKER_SOURCE_TAG:
			case MARKER_TABLE_TAG:
				return true;
			case MARKER_SRC:
			case MARKER_SRC_VARIANT:
				if (strcmp(policy, "any") == 0 || marker_names_tag(marker))
					return true;
				if (strcmp(policy, "evidence") != 0)
					break;
				if (claims->count > MAX_CLAIMS)
					break;
				if (marker->kind == MARKER_SRC)
					collect_claims(check, marker->id, claims);
				else
					collect_variant_claims(check, marker, claims);
				break;
			case MARKER_NOTE_REF:
			case MARKER_LEGACY_TAG:
				if (strcmp(policy, "any") == 0)
					return true;
				break;
			default:
				break;
		}
	}
	return false;
}

static int
compare_claims_by_place(const void *a, const void *b)
{
	const Claim *x = *(Claim *const *) a;
	const Claim *y = *(Claim *const *) b;

	return x < y ? -1 : x > y;
}

/* Each claim once, however often its marker stands in the sentence. */
static void
drop_repeats(ClaimList *claims)
{
	int			count = 0;

	if (claims->count > 1)
		qsort(claims->items, claims->count, sizeof(Claim *), compare_claims_by_place);
	for (int i = 0; i < claims->count; i++)
		if (count == 0 || claims->items[count - 1] != claims->items[i])
			claims->items[count++] = claims->items[i];
	claims->count = count;
}

#define MAX_EVIDENCE_BYTES	(64 * 1024 * 1024)	/* read for the numbers of a text */

static bool
any_has_number(MetricCheck *check, const ClaimList *claims, const MetricFinding *finding)
{
	Decimal		number = finding->found;

	for (int i = 0; i < claims->count && check->evidence_bytes < MAX_EVIDENCE_BYTES; i++)
	{
		Claim	   *claim = claims->items[i];

		CHECK_FOR_INTERRUPTS();
		check->evidence_bytes += (claim->quote == NULL ? 0 : strlen(claim->quote)) + (claim->passage == NULL ? 0 : strlen(claim->passage));
		if (claim_anchors_number(check->memo, claim, number, finding->kind, finding->unit))
			return true;
	}
	return false;
}

/* Is there a quote whose passage was not looked into yet? */
static bool
has_unread_quote(const ClaimList *claims)
{
	for (int i = 0; i < claims->count; i++)
		if (claims->items[i]->quote != NULL && claims->items[i]->passage_id != NULL && claims->items[i]->quote_level == NULL && claims->items[i]->passage == NULL)
			return true;
	return false;
}

/* Asks the store for the passages of claims, which only now matter. */
void
load_claim_passages(Memo *memo, Claim **claims, int count)
{
	Claim	  **missing = palloc(sizeof(Claim *) * (count + 1));
	int			nmissing = 0;
	Passage    *passages = NULL;
	int			npassages = 0;

	for (int i = 0; i < count; i++)
		if (claims[i]->passage_id != NULL && claims[i]->passage == NULL)
			missing[nmissing++] = claims[i];
	if (nmissing > 0 && memo->fetch_quoted != NULL)
		memo->fetch_quoted(memo, missing, nmissing, &passages, &npassages);
	for (int i = 0, next = 0; i < npassages; i++)
	{
		char	   *content = slice_copy(passages[i].content);

		/* both are in the order of ids, and passages has each that is there once */
		while (next < nmissing && strcmp(missing[next]->passage_id, passages[i].passage_id) < 0)
			next++;
		for (; next < nmissing && strcmp(missing[next]->passage_id, passages[i].passage_id) == 0; next++)
			missing[next]->passage = content;
	}
	pfree(missing);
}

/* ------------------------------------------------------------------ verdicts */

/* How far an approximate number is from the canonical value: 0 = at most half a
 * unit of its last place, 1 = at most one, 2 = more, or it is not approximate. */
static int
approximate_distance(const MetricFinding *finding)
{
	int			scale = Max(finding->found.scale, finding->canonical->value.scale) + 1;
	int64		unit = decimal_round((Decimal) {1, finding->found.scale}, scale).digits;
	int64		distance = decimal_round(finding->canonical->value, scale).digits - decimal_round(finding->found, scale).digits;

	distance = distance < 0 ? -distance : distance;
	if (!finding->is_approximate || distance > unit)
		return 2;
	return 2 * distance > unit ? 1 : 0;
}

static bool
range_contains(const MetricFinding *low, const MetricFinding *high)
{
	Decimal		value = low->canonical->value;

	return decimal_compare(low->found, value) <= 0 && decimal_compare(value, high->found) <= 0;
}

/* Is an unmodified number the value of one of the metric's variants? */
static bool
equals_cousin(const Memo *memo, const MetricFinding *finding)
{
	for (int i = 0; i < memo->metrics.count && finding->variant[0] == '\0'; i++)
	{
		const CanonicalMetric *metric = memo->metrics.items[i];

		if (metric->kind == finding->kind && metric->has_value && metric_equals(metric, finding->found))
			return true;
	}
	return false;
}

/* "Going-in debt yield": a loan's, before the plan that its plain value may tell of. */
static bool
is_at_closing(const MetricKind *kind, const char *variant)
{
	return strcmp(variant, "going_in") == 0 && strcmp(kind->key, "cap_rate") != 0;
}

/* Is an unmodified number held against the only variant there is, and that is
 * not the one which goes without saying; or a loan's at closing or in its first year,
 * which may be one of lease-up, against the plain one? */
static bool
is_held_against_cousin(const MetricFinding *finding)
{
	const char *variant = finding->canonical->variant;

	if (finding->variant[0] == '\0')
		return variant[0] != '\0' && (!goes_without_saying(finding->kind, variant) || is_at_closing(finding->kind, variant));
	return variant[0] == '\0' && (strcmp(finding->variant, "year_1") == 0 || is_at_closing(finding->kind, finding->variant));
}

#define MOST_SCALED		10000000	/* whole part of a canonical value, and decimals of a number: */
#define MOST_SHOWN		6			/* a hundredfold must not overflow */

/* "0.2%" or "1,850%" for 18.5, at the decimals shown: one of the two may be a fraction. */
static bool
is_scale_slip(const MetricFinding *finding)
{
	Decimal		value = finding->canonical->value;
	Decimal		found = finding->found;
	Decimal		hundredth = {value.digits, value.scale + 2};
	Decimal		hundredfold = {value.scale < 2 ? value.digits * 100 : value.digits, value.scale < 2 ? value.scale : value.scale - 2};

	if (found.digits == 0 || found.scale > MOST_SHOWN || llabs(decimal_round(value, 0).digits) >= MOST_SCALED)
		return false;
	return decimal_compare(decimal_round(hundredth, found.scale), found) == 0 ||
		decimal_compare(decimal_round(hundredfold, found.scale), found) == 0;
}

static MetricVerdict
verdict_of(const MetricFinding *finding)
{
	if (finding->canonical == NULL)
		return VERDICT_NO_CANONICAL;
	if (unit_is(finding->unit, "fraction"))
		return VERDICT_REVIEW;	/* never converted, so never compared */
	if (metric_equals(finding->canonical, finding->found) || approximate_distance(finding) == 0 ||
		(finding->may_be_negative && metric_equals(finding->canonical, (Decimal) {-finding->found.digits, finding->found.scale})))
		return VERDICT_OK;
	if (finding->role == ROLE_RANGE_LOW && range_contains(finding, finding + 1))
		return VERDICT_OK;
	if (finding->role == ROLE_RANGE_HIGH && range_contains(finding - 1, finding))
		return VERDICT_OK;
	if (finding->role != ROLE_POINT || finding->context != CONTEXT_HEADLINE || (finding->in_table && !finding->is_row_value) ||
		finding->is_scale_slip || (finding->variant[0] != '\0' && is_held_against_cousin(finding)))
		return VERDICT_REVIEW;
	return VERDICT_VIOLATION;
}

/* May a violation be corrected, as far as it tells itself? */
static bool
may_be_rewritten(const Memo *memo, const MetricFinding *finding)
{
	return finding->verdict == VERDICT_VIOLATION && finding->is_plain && !finding->in_table &&
		approximate_distance(finding) != 1 && !equals_cousin(memo, finding) && !is_held_against_cousin(finding);
}

bool
metric_diverges(const MetricFinding *finding)
{
	return finding->verdict == VERDICT_VIOLATION ||
		(finding->verdict == VERDICT_REVIEW && finding->role == ROLE_POINT && finding->context == CONTEXT_HEADLINE &&
		 (!finding->in_table || finding->is_row_value) && !finding->is_scale_slip && !unit_is(finding->unit, "fraction"));
}

static bool
is_same_metric(const MetricFinding *a, const MetricFinding *b)
{
	return a->kind == b->kind && a->sentence.start == b->sentence.start &&
		(strcmp(a->variant, b->variant) == 0 || (a->canonical != NULL && a->canonical == b->canonical));
}

/* A sentence that has the canonical value as well compares: its other number
 * of the metric is a departure, whatever its words. */
static void
excuse_departure(MetricCheck *check, int index)
{
	MetricFinding *finding = &check->findings.items[index];

	for (int step = -1; step <= 1; step += 2)
		for (int i = index + step; i >= 0 && i < check->findings.count && i >= index - 16 && i <= index + 16; i += step)
		{
			const MetricFinding *other = &check->findings.items[i];

			if (other->sentence.start != finding->sentence.start)
				break;
			if (!is_same_metric(finding, other) || other->verdict != VERDICT_OK ||
				(other->role != ROLE_POINT && other->role != ROLE_PRIOR))
				continue;
			finding->context = other->role == ROLE_PRIOR ? CONTEXT_SCENARIO : CONTEXT_COMPARISON;
			finding->verdict = VERDICT_REVIEW;
			return;
		}
}

static bool
may_be_headline(const MetricFinding *finding)
{
	return finding->is_plain || finding->verdict == VERDICT_OK || finding->context == CONTEXT_HEADLINE;
}

/* Two values of one metric in a list are of years, cases or parties; which is the
 * headline, none can tell. */
static bool
has_rival(const MetricCheck *check, int index)
{
	const MetricFinding *finding = &check->findings.items[index];

	for (int step = -1; step <= 1 && finding->in_list; step += 2)
		for (int i = index + step; i >= 0 && i < check->findings.count && i >= index - 64 && i <= index + 64; i += step)
		{
			const MetricFinding *other = &check->findings.items[i];

			if (other->passage != finding->passage)
				break;
			if (other->kind == finding->kind && strcmp(other->variant, finding->variant) == 0 && may_be_headline(other) &&
				decimal_compare(other->found, finding->found) != 0)
				return true;
		}
	return false;
}

/* What the markers of one sentence say; its findings follow each other. */
typedef struct Anchors
{
	int			sentence;		/* its start, -1 = none read yet */
	bool		is_anchored;
	ClaimList	claims;
} Anchors;

static void
judge_anchor(MetricCheck *check, MetricFinding *finding, Anchors *anchors)
{
	if (anchors->sentence != finding->sentence.start)
	{
		anchors->sentence = finding->sentence.start;
		anchors->claims.count = 0;
		anchors->is_anchored = read_markers(check, finding, &anchors->claims);
		drop_repeats(&anchors->claims);
	}
	finding->anchored = anchors->is_anchored || any_has_number(check, &anchors->claims, finding);
	if (!finding->anchored && anchors->claims.count > 0 && (finding->verdict == VERDICT_VIOLATION || has_unread_quote(&anchors->claims)))
	{
		load_claim_passages(check->memo, anchors->claims.items, anchors->claims.count);
		finding->anchored = any_has_number(check, &anchors->claims, finding);
	}
	if (finding->anchored && finding->verdict == VERDICT_VIOLATION)
		finding->verdict = VERDICT_OK;
	if (finding->verdict == VERDICT_VIOLATION && anchors->claims.count > 0 && check->evidence_bytes >= MAX_EVIDENCE_BYTES)
		finding->verdict = VERDICT_REVIEW;	/* there may be evidence that was not read */
}

/* A sentence that has the same number as a limit means that limit again. */
static void
repeat_bound(MetricCheck *check, int index)
{
	MetricFinding *finding = &check->findings.items[index];

	for (int i = index - 1; i >= 0 && i >= index - 16 && finding->role == ROLE_POINT; i--)
	{
		const MetricFinding *other = &check->findings.items[i];

		if (other->sentence.start != finding->sentence.start)
			break;
		if (!is_same_metric(finding, other) || other->role != ROLE_BOUND || decimal_compare(other->found, finding->found) != 0)
			continue;
		finding->role = ROLE_BOUND;
		finding->context = other->context;
	}
}

/* Verdicts of all findings; may be called again when more claims are known. */
void
judge_findings(MetricCheck *check)
{
	Anchors		anchors = {.sentence = -1};

	for (int i = 0; i < check->findings.count; i++)
	{
		MetricFinding *finding = &check->findings.items[i];

		finding->canonical = metric_canonical(check->memo, finding->kind, finding->variant);
		finding->is_scale_slip = finding->canonical != NULL && is_scale_slip(finding);
		repeat_bound(check, i);
	}
	for (int i = 0; i < check->findings.count; i++)
		check->findings.items[i].verdict = verdict_of(&check->findings.items[i]);
	judge_targets(check);
	for (int i = 0; i < check->findings.count; i++)
	{
		MetricFinding *finding = &check->findings.items[i];

		CHECK_FOR_INTERRUPTS();
		if (metric_diverges(finding))
			excuse_departure(check, i);
		judge_anchor(check, finding, &anchors);
		finding->is_rewritable = may_be_rewritten(check->memo, finding) && !has_rival(check, i);
	}
	keep_cases(check);
}
