/*
 * report.c
 *		What memo_finalize returns: counts with their denominators, the ledger's
 *		balance, warnings.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "charts/charts.h"
#include "stages/stages.h"
#include "store/store.h"

#include <math.h>

typedef struct LedgerCount
{
	int			rows;
	int			kept;
	int			placed;			/* rows that a stage added */
} LedgerCount;

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

/* "removed": {"unresolved": 3, ...}, reasons in C order. */
static int
compare_how(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

static void
build_removed(const Memo *memo, JsonBuild *build)
{
	const char **how = palloc_array_huge(memo->citations.count + 1, sizeof(char *));
	int			count = 0;

	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].is_removed)
			how[count++] = memo->citations.items[i].how;
	qsort(how, count, sizeof(char *), compare_how);
	build_key(build, "removed_by_reason");
	build_object(build);
	for (int from = 0, to; from < count; from = to)
	{
		for (to = from + 1; to < count && strcmp(how[to], how[from]) == 0; to++)
			;
		build_member_int(build, how[from], to - from);
	}
	build_end_object(build);
	pfree(how);
}

static void
build_claims(const Memo *memo, JsonBuild *build)
{
	static const char *const outcomes[] = {"placed_by_marker", "injected", "already_cited", "unplaced"};
	int			counts[lengthof(outcomes)] = {0};

	for (int i = 0; i < memo->nclaims; i++)
		for (int j = 0; memo->claims[i].outcome != NULL && j < (int) lengthof(outcomes); j++)
			if (memo->claims[i].outcome == outcomes[j] || strcmp(memo->claims[i].outcome, outcomes[j]) == 0)
			{
				counts[j]++;
				break;
			}
	build_key(build, "claims");
	build_object(build);
	build_member_int(build, "total", memo->nclaims);
	for (int i = 0; i < (int) lengthof(outcomes); i++)
		build_member_int(build, outcomes[i], counts[i]);
	build_end_object(build);
}

/* Events of severity WARNING and ERROR by code, in the order of eventlist.h. */
static void
build_warnings(const Memo *memo, JsonBuild *build)
{
	int			counts[NEVENTS] = {0};

	for (int i = 0; i < memo->events.count; i++)
		counts[memo->events.items[i].code] += strcmp(event_severity(&memo->events.items[i]), "INFO") != 0;
	build_key(build, "warnings");
	build_object(build);
	for (int i = 0; i < NEVENTS; i++)
		if (counts[i] > 0)
			build_member_int(build, event_name(i), counts[i]);
	build_end_object(build);
}

static void
build_sections(const Memo *memo, JsonBuild *build)
{
	LedgerCount *counts = palloc0(sizeof(LedgerCount) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		counts[citation->section].rows++;
		counts[citation->section].kept += !citation->is_removed;
	}
	build_key(build, "sections");
	build_array(build);
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];

		build_object(build);
		build_member_text(build, "section_key", section->section_key);
		build_member_int(build, "citations", counts[i].rows);
		build_member_int(build, "kept", counts[i].kept);
		build_member_int(build, "removed", counts[i].rows - counts[i].kept);
		if (section->grade.letter != 0)
		{
			build_key(build, "grade");
			build_string(build, (Slice) {&section->grade.letter, 1});
		}
		if (!isnan(section->score))
			build_member_thousandths(build, "score", section->score);
		build_end_object(build);
	}
	build_end_array(build);
	pfree(counts);
}

/* Charts, and which of the committee's questions they answer. */
static void
build_charts(const Memo *memo, JsonBuild *build)
{
	int			inserted = 0;
	int			covered = 0;

	for (int i = 0; i < memo->ncharts; i++)
		inserted += memo->charts[i].position > 0;
	for (int i = 0; i < memo->nquestions; i++)
		covered += question_is_covered(memo, &memo->questions[i]);
	build_key(build, "charts");
	build_object(build);
	build_member_int(build, "total", memo->ncharts);
	build_member_int(build, "inserted", inserted);
	build_member_int(build, "dropped", memo->ncharts - inserted);
	build_end_object(build);
	build_key(build, "coverage");
	build_object(build);
	build_member_int(build, "questions", memo->nquestions);
	build_member_int(build, "covered", covered);
	build_key(build, "missing_critical");
	build_array(build);
	for (int i = 0; i < memo->nquestions; i++)
	{
		const DecisionQuestion *question = &memo->questions[i];

		if (question->is_critical && !question_is_covered(memo, question))
			build_string(build, slice_of(question->key));
	}
	build_end_array(build);
	build_end_object(build);
}

/* The status with all that held, and what readers must be told at once. */
static void
build_status(const Memo *memo, JsonBuild *build)
{
	const char *reasons[MOST_REASONS];
	int			count = memo_reasons(memo, reasons);

	build_member_text(build, "status", memo_status(memo));
	build_key(build, "reasons");
	build_array(build);
	for (int i = 0; i < count; i++)
		build_string(build, slice_of(reasons[i]));
	build_end_array(build);
	if (memo->notice != NULL)
		build_member_text(build, "notice", memo->notice);
}

void
build_report(const Memo *memo, JsonBuild *build)
{
	LedgerCount all = count_ledger(memo);
	int			cited = 0;
	int			references = 0;

	for (int i = 0; i < memo->ndocuments; i++)
		cited += memo->documents[i].nrefs > 0;
	for (int i = 0; i < memo->nsections; i++)
		references += memo->sections[i].live;
	build_status(memo, build);
	build_member_text(build, "as_of", memo->as_of);
	build_key(build, "citations");
	build_object(build);
	build_member_int(build, "total", all.rows);
	build_member_int(build, "kept", all.kept);
	build_member_int(build, "removed", all.rows - all.kept);
	build_member_int(build, "placed", all.placed);
	build_member_int(build, "markers", memo->nmarked);
	build_member_int(build, "lost", memo->nlost);
	build_removed(memo, build);
	build_end_object(build);
	build_member_bool(build, "ledger_balanced", all.kept == references);
	build_member_int(build, "references", references);
	build_member_int(build, "notes", memo->nnumbered);
	build_key(build, "documents");
	build_object(build);
	build_member_int(build, "total", memo->ndocuments);
	build_member_int(build, "cited", cited);
	build_end_object(build);
	build_claims(memo, build);
	build_sections(memo, build);
	build_charts(memo, build);
	build_warnings(memo, build);
}

/* ---------------------------------------------------------------- warnings */

#define MOST_NAMED	10			/* charts */

/* Where to see what a warning counts.  revision 0: of a dry run; below 0 is the deal that
 * memo_retry takes back. */
static const char *
where_to_see(const Memo *memo, int revision, const char *query)
{
	if (revision == 0 || memo->deal_id < 0)
		return "The report counts them by reason; of a memo that is kept, memocite.citation and memocite.chart_decision have each.";
	return psprintf("%s AND deal_id = " INT64_FORMAT " AND revision = %d;", query, memo->deal_id, revision);
}

/* Whoever built a chart that is not shown must learn of it. */
static void
warn_of_charts(const Memo *memo, int revision)
{
	StringInfoData names;
	StringInfoData reasons;
	int			count = 0;

	initStringInfo(&names);
	initStringInfo(&reasons);
	for (int i = 0; i < memo->ncharts; i++)
	{
		const Chart *chart = &memo->charts[i];

		if (!chart->is_dropped || ++count > MOST_NAMED)
			continue;
		appendStringInfo(&names, "%s\"%s\" (%s)", count > 1 ? ", " : "", chart->chart_id,
						 chart->gate == NULL ? "no place" : chart->gate);
		appendStringInfo(&reasons, "%s\"%s\": %s.", count > 1 ? "\n" : "", chart->chart_id, chart->reason);
	}
	if (count > MOST_NAMED)
		appendStringInfo(&names, " and %d more", count - MOST_NAMED);
	if (count > 0)
		ereport(WARNING,
				(errmsg("%d of %d charts left out of the memo: %s", count, memo->ncharts, names.data),
				 errdetail("%s", reasons.data),
				 errhint("%s", where_to_see(memo, revision, "SELECT chart_id, gate, reason FROM memocite.chart_decision WHERE decision = 'dropped'"))));
}

/* Citations without a source: how many, why, and where to see them. */
static void
warn_of_lost(const Memo *memo, int revision)
{
	if (memo->notice != NULL)
		ereport(WARNING,
				(errmsg("%s", memo->notice),
				 errdetail("Removed: %s.", memo_lost_reasons(memo)),
				 errhint("%s", where_to_see(memo, revision, "SELECT section_key, marker, how FROM memocite.citation WHERE fate = 'removed'"))));
}

/* A correction says that enforcement upstream has a gap. */
static void
warn_of_corrections(const Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
		for (int j = 0; j < memo->sections[i].corrections.count; j++)
		{
			const MetricCorrection *entry = &memo->sections[i].corrections.items[j];

			ereport(WARNING,
					(errmsg("%s in section \"%s\" corrected from %s to %s", entry->name,
							memo->sections[i].section_key, entry->old_text, entry->new_text)));
		}
}

void
warn_of_memo(const Memo *memo, int revision)
{
	warn_of_charts(memo, revision);
	warn_of_lost(memo, revision);
	warn_of_corrections(memo);
}
