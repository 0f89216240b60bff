/*
 * replay.c
 *		Makes a stored revision again and compares, byte for byte.
 *
 * The inputs of today are loaded with the policy and the day that the revision
 * was made with.  When their hash is the stored one, the engine runs as in a
 * dry run, and what it would save is laid beside what was saved.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "engine/engine.h"
#include "store/store.h"

/* Other inputs make another memo: there is nothing to compare. */
static void
check_inputs(const Memo *memo, const Recorded *recorded)
{
	if (memcmp(memo->input_sha256, recorded->input_sha256, 32) == 0)
		return;
	ereport(
		ERROR,
		(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
		 errmsg("the inputs of deal " INT64_FORMAT " have changed since revision %d", memo->deal_id,
				recorded->revision),
		 errdetail(
			 "Their hash is not the stored one; the revision was made by version %s, this is %s.",
			 recorded->version, MEMOCITE_VERSION),
		 errhint("SELECT memo_finalize(deal_id) makes a revision of the inputs as they are now.")));
}

/* The report but for what only the call knew: ids, timings. */
static Datum
bare_report(const Memo *memo)
{
	JsonSink   *sink = jsonb_sink();

	sink_object(sink);
	report_write(memo, sink);
	sink_end_object(sink);
	return jsonb_sink_datum(sink);
}

bool
store_replay(int64 deal_id, int revision)
{
	Recorded	recorded = store_recorded(deal_id, revision);
	Memo	   *memo = store_load_with(deal_id, recorded.as_of, &recorded.policy);

	check_inputs(memo, &recorded);
	store_restore_call(memo, recorded.revision);
	engine_run(memo);
	return strcmp(memo_status(memo), recorded.status) == 0 &&
		store_is_recorded(memo, recorded.revision, bare_report(memo));
}
