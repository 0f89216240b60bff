/*
 * audit_functions.c
 *		SQL-callable functions that prove a finished memo, or compare two: memo_verify,
 *		memo_replay, memo_diff.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "audit/audit.h"
#include "engine/engine.h"

PG_FUNCTION_INFO_V1(memo_verify);
PG_FUNCTION_INFO_V1(memo_replay);
PG_FUNCTION_INFO_V1(memo_diff);

Datum
memo_verify(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	Rows		rows = open_rows(fcinfo);
	VerifyRule *rules;
	int			count;

	rows.level = store_open();
	verify_stored(store_load_revision(deal_id, revision, READ_EDITS), &rules, &count);
	for (int i = 0; i < count; i++)
	{
		put_text(&rows, rules[i].rule);
		put_bool(&rows, rules[i].ok);
		put_text(&rows, rules[i].detail);
		end_row(&rows);
	}
	return close_rows(&rows);
}

/*
 * The inputs of today are loaded with the policy and the day that the revision was made with.
 * When their hash is the stored one, the engine runs as in a dry run, and what it would save
 * is laid beside what was saved.
 */
Datum
memo_replay(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	Recorded	recorded;
	Memo	   *memo;
	JsonSink   *report;
	bool		is_equal;
	int			level;

	level = store_open();
	recorded = store_recorded(deal_id, revision);
	memo = store_load_with(deal_id, recorded.as_of, &recorded.policy);
	if (memcmp(memo->input_sha256, recorded.input_sha256, 32) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the inputs of deal " INT64_FORMAT " have changed since revision %d",
						deal_id, recorded.revision),
				 errdetail("Changed: %s. The revision was made by version %s, this is %s.",
						   store_differences(deal_id, recorded.revision), recorded.version,
						   MEMOCITE_VERSION),
				 errhint("SELECT memo_finalize(deal_id) makes a revision of the inputs as they are "
						 "now.")));
	store_restore_call(memo, recorded.revision);
	engine_run(memo);
	/* but for what only the call knew: ids, timings */
	report = jsonb_sink(CurrentMemoryContext);
	sink_object(report);
	report_write(memo, report);
	sink_end_object(report);
	is_equal = strcmp(memo_status(memo), recorded.status) == 0 &&
		store_is_recorded(memo, recorded.revision, jsonb_sink_datum(report));
	store_close(level);
	PG_RETURN_BOOL(is_equal);
}

Datum
memo_diff(PG_FUNCTION_ARGS)
{
	int			from_revision = revision_argument(fcinfo, 1, "the latest, or the one before");
	int			to_revision = revision_argument(fcinfo, 2, "the latest, or the one before");
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_rows(fcinfo);
	StoredMemo *to;
	StoredOutcome *outcomes;
	DiffRow    *diff;
	int			count;

	rows.level = store_open();
	to = store_load_revision(deal_id, to_revision, READ_TEXT);
	if (from_revision == 0)
		from_revision = store_revision_before(deal_id, to->revision);
	count = store_outcomes(deal_id, from_revision, to->revision, &outcomes);
	for (int i = 0; i < count; i++)
	{
		for (int j = 0; j < 5; j++)
			put_text(&rows, j == 0 ? outcomes[i].kind : NULL);
		put_text(&rows, outcomes[i].name);
		put_text(&rows, outcomes[i].from);
		put_text(&rows, outcomes[i].to);
		end_row(&rows);
	}
	count = memo_differences(store_load_revision(deal_id, from_revision, READ_TEXT), to, &diff);
	for (int i = 0; i < count; i++)
	{
		put_text(&rows, diff[i].kind);
		put_text(&rows, diff[i].note_key);
		put_int(&rows, diff[i].from_number, 1);
		put_int(&rows, diff[i].to_number, 1);
		put_text(&rows, diff[i].section_key);
		put_text(&rows, diff[i].detail);
		put_text(&rows, diff[i].from_text);
		put_text(&rows, diff[i].to_text);
		end_row(&rows);
	}
	return close_rows(&rows);
}
