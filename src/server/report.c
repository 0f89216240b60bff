/*
 * report.c
 *		What the caller of memo_finalize is warned of.
 */
#include "server/server_internal.h"
#include "charts/charts.h"
#include "engine/engine.h"
#include "memo/memo.h"

#include "mb/pg_wchar.h"

#define MOST_NAMED	10			/* charts, findings */
#define MOST_SHOWN	200			/* bytes of what a finding is about */

/* Where to see what a warning counts.  revision 0: of a dry run; below 0 is the deal that
 * memo_retry takes back. */
static const char *
where_to_see(const Memo *memo, int revision, const char *query)
{
	if (revision == 0 || memo->deal_id < 0)
		return "The report counts them by reason; of a memo that is kept, memocite.citation and "
			   "memocite.chart_decision have each.";
	return psprintf("%s AND deal_id = " INT64_FORMAT " AND revision = %d;", query, memo->deal_id,
					revision);
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
		appendStringInfo(&reasons, "%s\"%s\": %s.", count > 1 ? "\n" : "", chart->chart_id,
						 chart->reason);
	}
	if (count > MOST_NAMED)
		appendStringInfo(&names, " and %d more", count - MOST_NAMED);
	if (count > 0)
		ereport(
			WARNING,
			(errmsg("%d of %d charts left out of the memo: %s", count, memo->ncharts, names.data),
			 errdetail("%s", reasons.data),
			 errhint("%s", where_to_see(memo, revision,
										"SELECT chart_id, gate, reason FROM "
										"memocite.chart_decision WHERE decision = 'dropped'"))));
}

/* The places of the first findings that hold the memo, one a line. */
static char *
held_places(const Memo *memo)
{
	StringInfoData places;
	int			count = 0;

	initStringInfo(&places);
	if (memo->outcome.holds[HOLD_lost_citations] > 0)
		appendStringInfo(&places, "Removed: %s.", memo_lost_reasons(memo));
	for (int i = 0; i < memo->events.count && count < MOST_NAMED; i++)
	{
		const Event *event = &memo->events.items[i];

		if (!event->holds)
			continue;
		appendStringInfo(&places, "%s%s", places.len > 0 ? "\n" : "", event_name(event->code));
		if (event->section >= 0)
			appendStringInfo(&places, " in section \"%s\"",
							 memo->sections[event->section].section_key);
		if (event->subject != NULL)
			appendStringInfo(&places, ": %.*s",
							 pg_mbcliplen(event->subject, (int) strlen(event->subject), MOST_SHOWN),
							 event->subject);
		count++;
	}
	return places.data;
}

/* What holds a memo: how many findings of which kind. */
static void
warn_of_holds(const Memo *memo, int revision)
{
	StringInfoData reasons;
	bool		is_kept = revision > 0 && memo->deal_id > 0;
	char	   *places = held_places(memo);

	initStringInfo(&reasons);
	for (HoldReason i = 0; i < NHOLDS; i++)
		if (memo->outcome.holds[i] > 0)
			appendStringInfo(&reasons, "%s%s (%d)", reasons.len > 0 ? ", " : "", hold_name(i),
							 memo->outcome.holds[i]);
	ereport(WARNING, (errmsg("the memo is held by %s", reasons.data),
					  places[0] != '\0' ? errdetail_internal("%s", places) : 0,
					  is_kept ? errhint("SELECT * FROM memo_holds(" INT64_FORMAT ", %d) lists it; "
										"memo_approve releases the memo.",
										memo->deal_id, revision)
						  : errhint("Of a memo that is kept, memo_holds lists it.")));
}

void
warn_of_memo(const Memo *memo, int revision)
{
	warn_of_charts(memo, revision);
	if (strcmp(memo_status(memo), "held") == 0)
		warn_of_holds(memo, revision);
	/* citations without a source: how many, why, and where to see them */
	if (memo->outcome.notice != NULL &&
		(memo->outcome.holds[HOLD_lost_citations] == 0 || strcmp(memo_status(memo), "held") != 0))
		ereport(WARNING,
				(errmsg("%s", memo->outcome.notice),
				 errdetail("Removed: %s.", memo_lost_reasons(memo)),
				 errhint("%s", where_to_see(memo, revision,
											"SELECT section_key, marker, how FROM "
											"memocite.citation WHERE fate = 'removed'"))));
	/* a correction says that enforcement upstream has a gap */
	for (int i = 0; i < memo->contradictions.count; i++)
	{
		const Contradiction *entry = &memo->contradictions.items[i];

		if (entry->note == NULL)
			ereport(WARNING,
					(errmsg("%s in section \"%s\" corrected from %s to %s", entry->name,
							memo->sections[entry->section].section_key, entry->written,
							entry->canonical)));
	}
}
