/*
 * stage4_coherence.c
 *		Stages 4.6 and 4.7: headline values that contradict each other or the model, and
 *		the notes that tell the reader.
 *
 * A headline that contradicts the model and was not corrected has the note "This deal's model:
 * levered IRR 18.5%." beside it, one a metric and section.  The rest is of one metric with
 * different headline values in two sections, which has its note at the later one.
 *
 * What counts is what will be read, after correction: numbers in prose that
 * claim to be the deal's headline and that no evidence lets diverge.  Sections
 * disagree when no value of the later one is one of the other's, at the
 * decimals that both show:
 *
 *		a: 1.20x and 1.40x		b: 1.20x		c: 1.40x
 *
 * both agree with a, but c gets a note that b says 1.20x.  A later section is
 * compared with all before it, nearest first; those that say the same are
 * compared once.
 */
#include "stages/stages_internal.h"
#include "charts/charts.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "placement/placement.h"
#include "metrics/metrics.h"

/* Two sections that say a metric differently (stage 4.6); "later" is in the
 * reading order. */
typedef struct MetricConflict
{
	const struct MetricKind *kind;
	const char *variant;
	int			other_section;	/* the nearest before that does */
	int			later_section;
	const char *other_value;	/* as it will be read: "18.5%" */
	const char *later_value;
	const struct MetricFinding *later;	/* the later section's number */
} MetricConflict;

/* A headline value of a section. */
typedef struct Headline
{
	const MetricFinding *finding;
	int			section;
	Decimal		value;			/* after correction */
} Headline;

typedef VEC(Headline) HeadlineList;

static Decimal
value_read(const Memo *memo, const MetricFinding *finding)
{
	if (metric_is_corrected(memo, finding))
		return corrected_value(finding);
	return finding->found;
}

static void
collect_headlines(Memo *memo, Section *section, HeadlineList *list)
{
	for (int i = 0; i < section->metrics->findings.count; i++)
	{
		const MetricFinding *finding = &section->metrics->findings.items[i];

		if (finding->role == ROLE_POINT && finding->context == CONTEXT_HEADLINE &&
			!finding->anchored && !finding->in_table &&
			strcmp(finding->unit, finding->kind->unit) == 0)
			*VEC_PUSH(list) = (Headline) {finding, section->index, value_read(memo, finding)};
	}
}

/* By metric and variant, then in reading order. */
static int
compare_headlines(const void *a, const void *b)
{
	const Headline *x = a;
	const Headline *y = b;
	int			order;

	if ((order = strcmp(x->finding->kind->key, y->finding->kind->key)) != 0 ||
		(order = strcmp(x->finding->variant, y->finding->variant)) != 0)
		return order;
	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->finding->start < y->finding->start ? -1 : x->finding->start > y->finding->start;
}

static bool
is_same_metric(const Headline *a, const Headline *b)
{
	return a->finding->kind == b->finding->kind &&
		   strcmp(a->finding->variant, b->finding->variant) == 0;
}

static bool
values_agree(Decimal a, Decimal b)
{
	int			scale = Min(a.scale, b.scale);

	return decimal_compare(decimal_round(a, scale), decimal_round(b, scale)) == 0;
}

#define MAX_COMPARED	32		/* values of one metric in one section */

/* The headlines [start, end) of a section, and what they say. */
typedef struct Saying
{
	int			start;
	int			end;
} Saying;

/* Has one a value that one of the other agrees with? */
static bool
sayings_agree(const Headline *list, const Saying *a, const Saying *b)
{
	for (int i = a->start; i < a->end && i < a->start + MAX_COMPARED; i++)
		for (int j = b->start; j < b->end && j < b->start + MAX_COMPARED; j++)
			if (values_agree(list[i].value, list[j].value))
				return true;
	return false;
}

/* Do both say the same values with the same decimals, in the same order? */
static bool
sayings_equal(const Headline *list, const Saying *a, const Saying *b)
{
	if (a->end - a->start != b->end - b->start)
		return false;
	for (int i = 0; i < a->end - a->start; i++)
		if (list[a->start + i].value.digits != list[b->start + i].value.digits ||
			list[a->start + i].value.scale != list[b->start + i].value.scale)
			return false;
	return true;
}

static char *
value_text(const Headline *headline)
{
	const MetricKind *kind = headline->finding->kind;

	if (headline->finding->number.unit == NUMBER_BPS)
		return psprintf("%s bps", decimal_text(decimal_shift(headline->value, 2)));
	if (kind->number_unit == NUMBER_PERCENT || kind->number_unit == NUMBER_MULTIPLE)
		return psprintf("%s%s", decimal_text(headline->value),
						kind->number_unit == NUMBER_PERCENT ? "%" : "x");
	return metric_value_text(kind, headline->value);
}

static void
record_conflict(Memo *memo, const Headline *other, const Headline *later)
{
	MetricConflict *conflict = VEC_PUSH(&memo->conflicts);
	StringInfoData key;

	conflict->kind = later->finding->kind;
	conflict->variant = later->finding->variant;
	conflict->other_section = other->section;
	conflict->later_section = later->section;
	conflict->other_value = value_text(other);
	conflict->later_value = value_text(later);
	conflict->later = later->finding;
	initStringInfo(&key);
	append_json_string(&key, memo->sections[other->section].section_key,
					   (int) strlen(memo->sections[other->section].section_key));
	memo_event(memo, EVENT_metric_incoherent, later->section, slice_of(metric_name(later->finding)),
			   "{\"value\":\"%s\",\"other_section\":%s,\"other_value\":\"%s\"}",
			   conflict->later_value, key.data, conflict->other_value);
}

/* Different sayings of a metric that are remembered, latest last; of more the
 * oldest are forgotten, but for the very first. */
#define MAX_SAYINGS		64

typedef struct Sayings
{
	Saying		items[MAX_SAYINGS];
	int			count;
} Sayings;

/* Puts a saying last; of equal ones the later counts, it is nearer. */
static void
remember_saying(Sayings *sayings, const Headline *list, const Saying *saying)
{
	int			gone = 0;

	while (gone < sayings->count && !sayings_equal(list, &sayings->items[gone], saying))
		gone++;
	if (gone == sayings->count && sayings->count == MAX_SAYINGS)
		gone = 1;
	if (gone < sayings->count)
	{
		memmove(&sayings->items[gone], &sayings->items[gone + 1],
				sizeof(Saying) * (sayings->count - gone - 1));
		sayings->count--;
	}
	sayings->items[sayings->count++] = *saying;
}

/* Compares the sections of one metric, headlines [from, to), each with those
 * before it. */
static void
compare_sections(Memo *memo, const Headline *list, int from, int to)
{
	Sayings		sayings = {.count = 0};
	Saying		saying;

	for (saying.start = from; saying.start < to; saying.start = saying.end)
	{
		saying.end = saying.start;
		while (saying.end < to && list[saying.end].section == list[saying.start].section)
			saying.end++;
		CHECK_FOR_INTERRUPTS();
		for (int i = sayings.count - 1; i >= 0; i--)
			if (!sayings_agree(list, &sayings.items[i], &saying))
			{
				record_conflict(memo, &list[sayings.items[i].start], &list[saying.start]);
				break;
			}
		remember_saying(&sayings, list, &saying);
	}
}

/* Stage 4.6: collect_coherence. */
void
stage4_collect_coherence(Memo *memo)
{
	HeadlineList list = {NULL, 0, 0};

	remove_contradicting_citations(memo);
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		collect_headlines(memo, &memo->sections[i], &list);
	}
	if (list.count > 1)
		qsort(list.items, list.count, sizeof(Headline), compare_headlines);
	for (int from = 0, to; from < list.count; from = to)
	{
		for (to = from; to < list.count && is_same_metric(&list.items[from], &list.items[to]); to++)
			;
		compare_sections(memo, list.items, from, to);
	}
}

/* "Levered IRR", and which value stands here and which there. */
static char *
conflict_text(Memo *memo, const MetricConflict *conflict)
{
	const char *key = conflict->variant[0] == '\0' ? conflict->kind->key
		: psprintf("%s_%s", conflict->variant, conflict->kind->key);

	return psprintf("Inconsistent %s: %s here, %s in section \"%s\".", metric_label(memo, key),
					conflict->later_value, conflict->other_value,
					memo->sections[conflict->other_section].title);
}

/* Is it a headline that contradicts the model and stays, in a section of this deal? */
static bool
is_noted(const Memo *memo, const Section *section, const MetricFinding *finding)
{
	return finding->verdict == VERDICT_VIOLATION && !metric_is_corrected(memo, finding) &&
		!section_is_of_others(section);
}

/* Where the note of a number stands, -1 = nowhere: in a table behind it. */
static int
anchor_of(Section *section, const MetricFinding *finding)
{
	const TextBlock *block = &section->prose->blocks.items[finding->block];
	Sentence	number = {.start = finding->start, .end = finding->end};
	Sentence	sentence = {.start = finding->sentence.start, .end = finding->sentence.end};
	int			anchor;

	if (!sentence_is_shown(section, block, &number))
		return -1;
	if (block->kind == BLOCK_TABLE)
		return finding_note_place(section->prose, finding);
	anchor = note_anchor(section, &sentence);
	return anchor >= 0 ? anchor : place_at_end(section, true);
}

static void
add_note(Memo *memo, Section *section, const MetricFinding *finding, const char *origin,
		 const char *text)
{
	int			anchor = anchor_of(section, finding);

	if (anchor >= 0)
		(void) insight_note_add(memo, section->index, anchor, origin, text);
}

/* "This deal's model: levered IRR 18.5%.", once a canonical value. */
static void
note_violations(Memo *memo, Section *section)
{
	VEC(const CanonicalMetric *) said = {NULL, 0, 0};

	for (int i = 0; i < section->metrics->findings.count; i++)
	{
		const MetricFinding *finding = &section->metrics->findings.items[i];
		int			known = 0;

		CHECK_FOR_INTERRUPTS();
		if (!is_noted(memo, section, finding))
			continue;
		while (known < said.count && said.items[known] != finding->canonical)
			known++;
		if (known < said.count)
			continue;
		*VEC_PUSH(&said) = finding->canonical;
		add_note(memo, section, finding, "conflict", canonical_sentence(finding->canonical));
	}
}

/* The same below a chart whose title or caption contradicts the model. */
static void
note_chart(Memo *memo, Chart *chart)
{
	Citation   *citation = citation_add_charted(memo, chart->section, INT_MAX);

	citation->origin = "conflict";
	citation->is_resolved = true;
	citation->note = note_for_text(memo, "conflict", chart->conflict->note);
	*VEC_PUSH(&memo->contradictions) = *chart->conflict;
	*VEC_PUSH(&chart->cited) = memo->citations.count - 1;
}

/* Stage 4.7: inject_coherence. */
void
stage4_inject_coherence(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
		note_violations(memo, &memo->sections[i]);
	for (int i = 0; i < memo->ncharts; i++)
		if (!memo->charts[i].is_dropped && memo->charts[i].conflict != NULL)
			note_chart(memo, &memo->charts[i]);
	for (int i = 0; i < memo->conflicts.count; i++)
	{
		const MetricConflict *conflict = &memo->conflicts.items[i];
		Section    *section = &memo->sections[conflict->later_section];

		CHECK_FOR_INTERRUPTS();
		if (!is_noted(memo, section, conflict->later))
			add_note(memo, section, conflict->later, "coherence", conflict_text(memo, conflict));
	}
}
