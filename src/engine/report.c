/*
 * report.c
 *		What memo_finalize returns: counts with their denominators, the ledger's
 *		balance, warnings.
 *
 *		"citations": {"total": 76, "kept": 4, "removed": 72, "placed": 0, "markers": 76, ...
 */
#include "engine/engine.h"
#include "charts/charts.h"
#include "metrics/metrics.h"

#include <math.h>

typedef struct LedgerCount
{
	int			rows;
	int			kept;
	int			placed;			/* rows that a stage added */
} LedgerCount;

/* One row a citation. */
static LedgerCount
count_ledger(const Memo *memo)
{
	LedgerCount count = {0, 0, 0};

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		CHECK_FOR_INTERRUPTS();
		count.rows++;
		count.kept += !citation->is_removed;
		count.placed += citation->marker < 0;
	}
	return count;
}

typedef struct Count
{
	const char *name;
	int			count;
} Count;

/* "charts": {"total": 3, ...}, or without a name those members alone. */
static void
sink_counts(JsonSink *sink, const char *name, const Count *counts, int ncounts)
{
	if (name != NULL)
	{
		sink_key(sink, name);
		sink_object(sink);
	}
	for (int i = 0; i < ncounts; i++)
		sink_member_int(sink, counts[i].name, counts[i].count);
	if (name != NULL)
		sink_end_object(sink);
}

#define SINK_COUNTS(sink, name, ...) \
	sink_counts(sink, name, (const Count[]){__VA_ARGS__}, lengthof(((const Count[]){__VA_ARGS__})))

/* "removed": {"unresolved": 3, ...}, reasons in C order. */
static int
compare_how(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

static void
build_removed(const Memo *memo, JsonSink *sink)
{
	const char **how = palloc_array_huge(memo->citations.count + 1, sizeof(char *));
	int			count = 0;

	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].is_removed)
			how[count++] = memo->citations.items[i].how;
	qsort(how, count, sizeof(char *), compare_how);
	sink_key(sink, "removed_by_reason");
	sink_object(sink);
	for (int from = 0, to; from < count; from = to)
	{
		for (to = from + 1; to < count && strcmp(how[to], how[from]) == 0; to++)
			;
		sink_member_int(sink, how[from], to - from);
	}
	sink_end_object(sink);
	pfree(how);
}

/* "claims": {"total": 12, "placed_by_marker": 9, ...}: the outcomes add up to the total. */
static void
build_claims(const Memo *memo, JsonSink *sink)
{
	static const char *const outcomes[] = {"placed_by_marker", "injected", "already_cited",
										   "unplaced"};
	int			counts[lengthof(outcomes)] = {0};

	for (int i = 0; i < memo->nclaims; i++)
		for (int j = 0; memo->claims[i].outcome != NULL && j < (int) lengthof(outcomes); j++)
			if (memo->claims[i].outcome == outcomes[j] ||
				strcmp(memo->claims[i].outcome, outcomes[j]) == 0)
			{
				counts[j]++;
				break;
			}
	sink_key(sink, "claims");
	sink_object(sink);
	sink_member_int(sink, "total", memo->nclaims);
	for (int i = 0; i < (int) lengthof(outcomes); i++)
		sink_member_int(sink, outcomes[i], counts[i]);
	sink_end_object(sink);
}

/* "metrics": the canonical ones, which a page has on top. */
static void
build_metrics(const Memo *memo, JsonSink *sink)
{
	sink_key(sink, "metrics");
	sink_array(sink);
	for (int i = 0; i < memo->metrics.count; i++)
	{
		const CanonicalMetric *metric = memo->metrics.items[i];

		if (!metric->has_value)
			continue;
		sink_object(sink);
		sink_member_text(sink, "metric", metric->kind->key);
		sink_member_text(sink, "variant", metric->variant);
		sink_member_text(sink, "label", canonical_label(metric));
		sink_member_text(sink, "value", metric->text);
		sink_member_text(sink, "unit", metric->kind->unit);
		sink_end_object(sink);
	}
	sink_end_array(sink);
}

/* Events of severity WARNING and ERROR by code, in the order of eventlist.def. */
static void
build_warnings(const Memo *memo, JsonSink *sink)
{
	int			counts[NEVENTS] = {0};

	for (int i = 0; i < memo->events.count; i++)
		counts[memo->events.items[i].code] +=
			strcmp(event_severity(&memo->events.items[i]), "INFO") != 0;
	sink_key(sink, "warnings");
	sink_object(sink);
	for (int i = 0; i < NEVENTS; i++)
		if (counts[i] > 0)
			sink_member_int(sink, event_name(i), counts[i]);
	sink_end_object(sink);
}

/* "sections": one object each, in reading order: its ledger, grade and score. */
static void
build_sections(const Memo *memo, JsonSink *sink)
{
	LedgerCount *counts = palloc0(sizeof(LedgerCount) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		counts[citation->section].rows++;
		counts[citation->section].kept += !citation->is_removed;
	}
	sink_key(sink, "sections");
	sink_array(sink);
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];

		sink_object(sink);
		sink_member_text(sink, "section_key", section->section_key);
		SINK_COUNTS(sink, NULL, {"citations", counts[i].rows}, {"kept", counts[i].kept},
					{"removed", counts[i].rows - counts[i].kept});
		if (section->rendered.grade.letter != 0)
		{
			sink_key(sink, "grade");
			sink_string(sink, (Slice) {&section->rendered.grade.letter, 1});
		}
		if (!isnan(section->score))
			sink_member_thousandths(sink, "score", section->score);
		sink_end_object(sink);
	}
	sink_end_array(sink);
	pfree(counts);
}

/* Charts, and which of the committee's questions they answer. */
static void
build_charts(const Memo *memo, JsonSink *sink)
{
	int			inserted = 0;
	int			covered = 0;

	for (int i = 0; i < memo->ncharts; i++)
		inserted += memo->charts[i].position > 0;
	for (int i = 0; i < memo->nquestions; i++)
		covered += question_is_covered(memo, &memo->questions[i]);
	SINK_COUNTS(sink, "charts", {"total", memo->ncharts}, {"inserted", inserted},
				{"dropped", memo->ncharts - inserted});
	sink_key(sink, "coverage");
	sink_object(sink);
	SINK_COUNTS(sink, NULL, {"questions", memo->nquestions}, {"covered", covered});
	sink_key(sink, "missing_critical");
	sink_array(sink);
	for (int i = 0; i < memo->nquestions; i++)
	{
		const DecisionQuestion *question = &memo->questions[i];

		if (question->is_critical && !question_is_covered(memo, question))
			sink_string(sink, slice_of(question->key));
	}
	sink_end_array(sink);
	sink_end_object(sink);
}

/* The status with all that held, and what readers must be told at once. */
static void
build_status(const Memo *memo, JsonSink *sink)
{
	const char *reasons[MOST_REASONS];
	int			count = memo_reasons(memo, reasons);

	sink_member_text(sink, "status", memo_status(memo));
	sink_key(sink, "reasons");
	sink_array(sink);
	for (int i = 0; i < count; i++)
		sink_string(sink, slice_of(reasons[i]));
	sink_end_array(sink);
	sink_key(sink, "held_by");
	sink_object(sink);
	for (int i = 0; i < NHOLDS; i++)
		if (memo->outcome.holds[i] > 0)
			sink_member_int(sink, hold_name(i), memo->outcome.holds[i]);
	sink_end_object(sink);
	if (memo->outcome.notice != NULL)
		sink_member_text(sink, "notice", memo->outcome.notice);
}

void
report_write(const Memo *memo, JsonSink *sink)
{
	LedgerCount all = count_ledger(memo);
	int			cited = 0;
	int			references = 0;

	for (int i = 0; i < memo->ndocuments; i++)
		cited += memo->documents[i].nrefs > 0;
	for (int i = 0; i < memo->nsections; i++)
		references += memo->sections[i].rendered.grade.references;
	build_status(memo, sink);
	sink_member_text(sink, "as_of", memo->as_of);
	sink_key(sink, "citations");
	sink_object(sink);
	SINK_COUNTS(sink, NULL, {"total", all.rows}, {"kept", all.kept},
				{"removed", all.rows - all.kept},
				{"placed", all.placed}, {"markers", memo->outcome.nmarked},
				{"lost", memo->outcome.nlost});
	build_removed(memo, sink);
	sink_end_object(sink);
	sink_member_bool(sink, "ledger_balanced", all.kept == references);
	SINK_COUNTS(sink, NULL, {"references", references}, {"notes", memo->numbered.count});
	SINK_COUNTS(sink, "documents", {"total", memo->ndocuments}, {"cited", cited});
	build_claims(memo, sink);
	build_sections(memo, sink);
	build_charts(memo, sink);
	if (memo->metrics.count > 0)
		build_metrics(memo, sink);
	build_warnings(memo, sink);
}
