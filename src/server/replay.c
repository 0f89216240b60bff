/*
 * replay.c
 *		Makes a stored revision again and compares, byte for byte.
 *
 * The inputs of today are loaded with the policy and the day that the revision
 * was made with.  When their hash is the stored one, the engine runs as in a
 * dry run, and what it would save is laid beside what was saved: sections with
 * their edit scripts, the tail, every array of revision_detail and the report
 * but for its timings.  Nothing is written.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "render/render.h"
#include "stages/stages.h"
#include "store/store.h"

#include <math.h>

#include "utils/builtins.h"
#include "utils/date.h"

/* What a revision was made with. */
typedef struct Recorded
{
	int			revision;
	DateADT		as_of;
	uint8		input_sha256[32];
	Policy		policy;
	char	   *status;
	char	   *version;
} Recorded;

static Recorded
read_recorded(int64 deal_id, int revision)
{
	Datum		key[] = {Int64GetDatum(deal_id), Int32GetDatum(revision)};
	Recorded	recorded = {0};
	bool		is_null;
	Datum		policy;

	if (statement_query(&stmt_read_recorded, key) == 0)
		no_revision(deal_id, revision);
	recorded.revision = (int) int_column(0, 1, 0);
	recorded.as_of = DatumGetDateADT(column(0, 2, &is_null));
	hash_column(0, 3, recorded.input_sha256);
	recorded.status = text_column(0, 4);
	recorded.version = text_column(0, 5);
	policy = column(0, 6, &is_null);
	policy_init(&recorded.policy);
	store_apply_policy(&recorded.policy, policy);
	return recorded;
}

static void
check_inputs(const Memo *memo, const Recorded *recorded)
{
	if (memcmp(memo->input_sha256, recorded->input_sha256, 32) == 0)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the inputs of deal " INT64_FORMAT " have changed since revision %d", memo->deal_id, recorded->revision),
			 errdetail("Their hash is not the stored one; the revision was made by version %s, this is %s.",
					   recorded->version, MEMOCITE_VERSION),
			 errhint("SELECT memo_finalize(deal_id) makes a revision of the inputs as they are now.")));
}

static bool
same_text(int row, int number, const char *text, int len)
{
	return slice_equal(slice_column(row, number), (Slice) {text, len});
}

/*
 * What is no input, and so not in the hash, comes from the revision itself:
 * which stored sections stayed although the call had others, and the agents'
 * scores, which only the report shows.
 */
static void
restore_call(Memo *memo, Datum *key)
{
	bool		recomputed = false;
	int			count = statement_query(&stmt_read_call_events, key);

	memo->stage = "load";
	for (int i = 0; i < count; i++)
	{
		if (same_text(i, 1, "scores_recomputed", 17))
			recomputed = true;
		else
			tell_shorter_section(memo, &(ShorterSection) {text_column(i, 2), (int) int_column(i, 3, 0), (int) int_column(i, 4, 0),
				same_text(i, 1, "stored_section_kept", 19)});
	}
	count = statement_query(&stmt_read_scores, key);
	for (int i = 0; i < memo->nsections && i < count; i++)
	{
		bool		is_null;
		Datum		score = column(i, 1, &is_null);

		memo->sections[i].score = recomputed ? 0 : is_null ? NAN : DatumGetFloat8(score);
	}
}

/* ------------------------------------------------------------- comparison */

static bool
same_sections(const Memo *memo, Datum *key)
{
	if (statement_query(&stmt_read_written_sections, key) != memo->nsections)
		return false;
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];
		StringInfoData edits;
		bool		same;

		CHECK_FOR_INTERRUPTS();
		initStringInfo(&edits);
		changes_json(section, &edits);
		same = same_text(i, 1, section->section_key, (int) strlen(section->section_key)) &&
			same_text(i, 2, section->title, (int) strlen(section->title)) &&
			same_text(i, 3, section->rendered.data, section->rendered.len) &&
			same_text(i, 4, edits.data, edits.len) &&
			same_text(i, 5, (const char *) section->rendered_sha256, 32) &&
			same_text(i, 6, (const char *) section->body_sha256, 32);
		pfree(edits.data);
		if (!same)
			return false;
	}
	return true;
}

/* An array as it was made, and as it was stored. */
static bool
same_array(Datum made, Datum stored)
{
	struct varlena *a = PG_DETOAST_DATUM(made);
	struct varlena *b = PG_DETOAST_DATUM(stored);

	return VARSIZE(a) == VARSIZE(b) && memcmp(VARDATA(a), VARDATA(b), VARSIZE(a) - VARHDRSZ) == 0;
}

static bool
same_detail(const Memo *memo, Datum *key)
{
	Datum		values[NDETAILS];
	char		nulls[NDETAILS];

	detail_columns(memo, values, nulls);
	if (statement_query(&stmt_read_detail, key) != 1 ||
		!same_text(0, 1, memo->tail.data, memo->tail.len))
		return false;
	for (int i = 0; i < NDETAILS; i++)
	{
		bool		is_null;
		Datum		stored = column(0, i + 2, &is_null);

		if (is_null != (nulls[i] == 'n') || (!is_null && !same_array(values[i], stored)))
			return false;
	}
	return true;
}

/* The report but for what only the call knew: ids, timings. */
static bool
same_report(const Memo *memo, Datum *key)
{
	JsonSink   *sink = jsonb_sink();
	Datum		values[3] = {key[0], key[1]};

	sink_object(sink);
	build_report(memo, sink);
	sink_end_object(sink);
	values[2] = jsonb_sink_datum(sink);
	return statement_query(&stmt_compare_report, values) == 1 && bool_column(0, 1);
}

bool
store_replay(int64 deal_id, int revision)
{
	Recorded	recorded = read_recorded(deal_id, revision);
	Datum		key[] = {Int64GetDatum(deal_id), Int32GetDatum(recorded.revision)};
	Memo	   *memo = store_load_with(deal_id, recorded.as_of, &recorded.policy);

	check_inputs(memo, &recorded);
	restore_call(memo, key);
	pipeline_run(memo);
	return strcmp(memo_status(memo), recorded.status) == 0 && same_sections(memo, key) &&
		same_detail(memo, key) && same_report(memo, key);
}
