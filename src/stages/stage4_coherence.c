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
 * compared with those before it, nearest first.
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

static void
collect_headlines(Memo *memo, Section *section, HeadlineList *list)
{
	for (int i = 0; i < section->metrics->findings.count; i++)
	{
		const MetricFinding *finding = &section->metrics->findings.items[i];

		if (finding->role == ROLE_POINT && finding->context == CONTEXT_HEADLINE &&
			!finding->anchored && !finding->in_table &&
			strcmp(finding->unit, finding->kind->unit) == 0)
			*VEC_PUSH(list) = (Headline) {finding, section->index,
				metric_is_corrected(memo, finding) ? corrected_value(finding) : finding->found};
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

#define MAX_COMPARED	32		/* values of one metric in one section, */
#define MAX_SECTIONS	64		/* and sections before it */

/* Has a section, headlines [start, end), a value that one of the other agrees with, at the
 * decimals that both show? */
static bool
sections_agree(const Headline *list, int start, int end, int other, int other_end)
{
	for (int i = start; i < end && i < start + MAX_COMPARED; i++)
		for (int j = other; j < other_end && j < other + MAX_COMPARED; j++)
		{
			int			scale = Min(list[i].value.scale, list[j].value.scale);

			if (decimal_compare(decimal_round(list[i].value, scale),
								decimal_round(list[j].value, scale)) == 0)
				return true;
		}
	return false;
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
	MetricConflict *conflict = VEC_PUSH(&memo->work->conflicts);
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

/* Compares the sections of one metric, headlines [from, to), each with those
 * before it. */
static void
compare_sections(Memo *memo, const Headline *list, int from, int to)
{
	for (int start = from, end; start < to; start = end)
	{
		int			other = start;

		CHECK_FOR_INTERRUPTS();
		for (end = start; end < to && list[end].section == list[start].section;)
			end++;
		for (int i = 0; i < MAX_SECTIONS && other > from; i++)
		{
			int			other_end = other;

			while (other > from && list[other - 1].section == list[other_end - 1].section)
				other--;
			if (!sections_agree(list, start, end, other, other_end))
			{
				record_conflict(memo, &list[other], &list[start]);
				break;
			}
		}
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
		const MetricFinding *first = list.items[from].finding;

		for (to = from; to < list.count && list.items[to].finding->kind == first->kind &&
			 strcmp(list.items[to].finding->variant, first->variant) == 0;)
			to++;
		compare_sections(memo, list.items, from, to);
	}
}

/* Is it a headline that contradicts the model and stays, in a section of this deal? */
static bool
is_noted(const Memo *memo, const Section *section, const MetricFinding *finding)
{
	return finding->verdict == VERDICT_VIOLATION && !metric_is_corrected(memo, finding) &&
		!section_is_of_others(section);
}

/* A note stands behind the number's sentence, in a table behind the number; where readers see it
 * at all. */
static void
add_note(Memo *memo, Section *section, const MetricFinding *finding, const char *origin,
		 const char *text)
{
	const TextBlock *block = &section->prose->blocks.items[finding->block];
	Sentence	number = {.start = finding->start, .end = finding->end};
	Sentence	sentence = {.start = finding->sentence.start, .end = finding->sentence.end};
	int			anchor = block->kind == BLOCK_TABLE ? finding_note_place(section->prose, finding)
		: note_anchor(section, &sentence);

	if (anchor < 0 && block->kind != BLOCK_TABLE)
		anchor = place_at_end(section, true);
	if (anchor >= 0 && sentence_is_shown(section, block, &number))
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

/* Stage 4.7: inject_coherence. */
void
stage4_inject_coherence(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
		note_violations(memo, &memo->sections[i]);
	for (int i = 0; i < memo->ncharts; i++)	/* whose title or caption contradicts the model */
	{
		Chart	   *chart = &memo->charts[i];
		Citation   *citation;

		if (chart->is_dropped || chart->conflict == NULL)
			continue;
		citation = citation_add_charted(memo, chart->section, INT_MAX);
		citation->origin = "conflict";
		citation->is_resolved = true;
		citation->note = note_for_text(memo, "conflict", chart->conflict->note);
		*VEC_PUSH(&memo->contradictions) = *chart->conflict;
		*VEC_PUSH(&chart->cited) = memo->citations.count - 1;
	}
	for (int i = 0; i < memo->work->conflicts.count; i++)
	{
		const MetricConflict *conflict = &memo->work->conflicts.items[i];
		Section    *section = &memo->sections[conflict->later_section];
		const char *key = conflict->variant[0] == '\0' ? conflict->kind->key
			: psprintf("%s_%s", conflict->variant, conflict->kind->key);

		CHECK_FOR_INTERRUPTS();
		if (!is_noted(memo, section, conflict->later))
			add_note(memo, section, conflict->later, "coherence",
					 psprintf("Inconsistent %s: %s here, %s in section \"%s\".",
							  metric_label(memo, key), conflict->later_value, conflict->other_value,
							  memo->sections[conflict->other_section].title));
	}
}
