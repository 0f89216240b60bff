/*
 * stage4_coherence.c
 *		Stages 4.6 and 4.7: one metric with different headline values in two
 *		sections, and the note that tells the reader of the later one.
 *
 * What counts is what will be read, after correction: numbers in prose that
 * claim to be the deal's headline and that no evidence lets diverge.  Sections
 * disagree when no value of the later one is one of the first one's, at the
 * decimals that both show.
 */
#include "memocite.h"

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
	if (finding->verdict == VERDICT_VIOLATION && memo->policy.correct_metrics)
		return decimal_round(finding->canonical->value, finding->found.scale);
	return finding->found;
}

static void
collect_headlines(Memo *memo, Section *section, HeadlineList *list)
{
	for (int i = 0; i < section->metrics->findings.count; i++)
	{
		const MetricFinding *finding = &section->metrics->findings.items[i];

		if (finding->role == ROLE_POINT && finding->context == CONTEXT_HEADLINE && !finding->anchored &&
			!finding->in_table && strcmp(finding->unit, finding->kind->unit) == 0)
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
	return a->finding->kind == b->finding->kind && strcmp(a->finding->variant, b->finding->variant) == 0;
}

static bool
values_agree(Decimal a, Decimal b)
{
	int			scale = Min(a.scale, b.scale);

	return decimal_compare(decimal_round(a, scale), decimal_round(b, scale)) == 0;
}

#define MAX_COMPARED	32		/* values of one metric in one section */

/* Has [from, to) a value that one of [other_from, other_to) agrees with? */
static bool
any_agree(const Headline *list, int from, int to, int other_from, int other_to)
{
	for (int i = from; i < to && i < from + MAX_COMPARED; i++)
		for (int j = other_from; j < other_to && j < other_from + MAX_COMPARED; j++)
			if (values_agree(list[i].value, list[j].value))
				return true;
	return false;
}

static char *
value_text(const Headline *headline)
{
	return psprintf("%s%s", decimal_text(headline->value),
					strcmp(headline->finding->unit, "percent") == 0 ? "%" : "x");
}

static void
record_conflict(Memo *memo, const Headline *first, const Headline *later)
{
	MetricConflict *conflict = VEC_PUSH(&memo->conflicts);
	StringInfoData other;

	conflict->kind = later->finding->kind;
	conflict->variant = later->finding->variant;
	conflict->first_section = first->section;
	conflict->later_section = later->section;
	conflict->first_value = value_text(first);
	conflict->later_value = value_text(later);
	conflict->sentence = later->finding->sentence;
	initStringInfo(&other);
	append_json_string(&other, memo->sections[first->section].section_key,
					   (int) strlen(memo->sections[first->section].section_key));
	memo_event(memo, EVENT_metric_incoherent, later->section, slice_of(metric_name(later->finding)),
			   "{\"value\":\"%s\",\"other_section\":%s,\"other_value\":\"%s\"}",
			   conflict->later_value, other.data, conflict->first_value);
}

/* Compares the sections of one metric, headlines [from, to), with its first. */
static void
compare_sections(Memo *memo, const Headline *list, int from, int to)
{
	int			first_end = from;

	while (first_end < to && list[first_end].section == list[from].section)
		first_end++;
	for (int start = first_end, end; start < to; start = end)
	{
		for (end = start; end < to && list[end].section == list[start].section; end++)
			;
		if (!any_agree(list, from, first_end, start, end))
			record_conflict(memo, &list[from], &list[start]);
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
		if (memo->sections[i].metrics != NULL)
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
					conflict->later_value, conflict->first_value, memo->sections[conflict->first_section].title);
}

/* Stage 4.7: inject_coherence. */
void
stage4_inject_coherence(Memo *memo)
{
	for (int i = 0; i < memo->conflicts.count; i++)
	{
		const MetricConflict *conflict = &memo->conflicts.items[i];
		Section    *section = &memo->sections[conflict->later_section];
		Sentence	sentence = {.start = conflict->sentence.start, .end = conflict->sentence.end};

		CHECK_FOR_INTERRUPTS();
		if (!prose_leaves(section->prose, sentence.start))
			insight_note_add(memo, conflict->later_section, sentence_anchor(section, &sentence), "coherence",
							 conflict_text(memo, conflict));
	}
}
