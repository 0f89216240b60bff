/*
 * finalize.c
 *		SQL-callable: memo_finalize.
 *
 * Straight down: lock the deal, write the sections of the call, load, and unless
 * nothing changed since the last revision run the engine, save, notify, warn.  A dry
 * run with sections does the same in a subtransaction that is taken back.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "render/render.h"
#include "engine/engine.h"
#include "worker/worker.h"

#include "access/xact.h"
#include "portability/instr_time.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(memo_finalize);

bool		notify_enabled = true;

typedef struct FinalizeCall
{
	int64		deal_id;
	DateADT		as_of;
	bool		has_sections;
	Datum		sections;		/* jsonb */
	bool		dry_run;
	bool		is_quiet;		/* nobody asked for a memo: no warnings */
	instr_time	started;
	instr_time	loaded;
} FinalizeCall;

static double
milliseconds(instr_time from, instr_time to)
{
	INSTR_TIME_SUBTRACT(to, from);
	return INSTR_TIME_GET_MILLISEC(to);
}

/* The report, with the memo's text when it is not saved. */
static Datum
make_report(Memo *memo, const FinalizeCall *call, int revision)
{
	JsonSink   *sink = jsonb_sink(CurrentMemoryContext);
	instr_time	now;

	INSTR_TIME_SET_CURRENT(now);
	sink_object(sink);
	sink_member_int(sink, "deal_id", call->deal_id);
	if (call->dry_run)
	{
		sink_key(sink, "revision");
		sink_value(sink, &(Json) {.kind = J_NULL});
		sink_member_bool(sink, "dry_run", true);
	}
	else
	{
		sink_member_int(sink, "revision", revision);
		sink_member_bool(sink, "unchanged", false);
	}
	report_write(memo, sink);
	sink_key(sink, "timings_ms");
	sink_object(sink);
	sink_member_thousandths(sink, "load", milliseconds(call->started, call->loaded));
	sink_member_thousandths(sink, "pipeline", milliseconds(call->loaded, now));
	sink_end_object(sink);
	if (call->dry_run)
	{
		MemoView finished = view_of_memo(memo);
		StringInfoData body;

		initStringInfo(&body);
		markdown_write(&finished, &body);
		sink_member_text(sink, "body", body.data);
	}
	sink_end_object(sink);
	return jsonb_sink_datum(sink);
}

/* Runs the engine and saves, or says what the memo would be. */
static Datum
make_memo(Memo *memo, const FinalizeCall *call, int revision)
{
	Datum		report;

	engine_run(memo);
	report = make_report(memo, call, revision);
	if (!call->dry_run)
	{
		store_save(memo, revision, report);
		queue_forget(memo->deal_id);
		if (notify_enabled)
			worker_notify(psprintf("{\"v\":1,\"event\":\"memo.finalized\",\"deal_id\":" INT64_FORMAT
								   ",\"revision\":%d,\"status\":\"%s\"}",
								   call->deal_id, revision, memo_status(memo)));
	}
	if (!call->is_quiet)
		warn_of_memo(memo, call->dry_run ? 0 : revision);
	return report;
}

/* Loads, runs and saves under one snapshot taken after the lock. */
static Datum
finalize_locked(FinalizeCall *call, const ShorterSection *shorter, int nshorter)
{
	Memo	   *memo;
	StoredRevision latest;
	Datum		report;

	PushActiveSnapshot(GetTransactionSnapshot());
	memo = store_load(call->deal_id, call->as_of);
	store_latest(call->deal_id, &latest);
	INSTR_TIME_SET_CURRENT(call->loaded);
	for (int i = 0; i < nshorter; i++)
		tell_shorter_section(memo, &shorter[i]);
	if (memo->nsections == 0)
		report = jsonb_datum(psprintf("{\"deal_id\":" INT64_FORMAT
									  ",\"revision\":null,\"status\":\"no_sections\"}",
									  call->deal_id));
	else if (!call->dry_run && latest.revision > 0 &&
			 memcmp(latest.input_sha256, memo->input_sha256, 32) == 0)
	{
		/* on the day asked for, too, it says what it says; of members of one name jsonb takes
		 * the last */
		report = jsonb_datum(
			psprintf("%.*s, \"as_of\": \"%s\"%s, \"unchanged\": true}",
					 (int) strlen(latest.report) - 1, latest.report, memo->as_of,
					 strcmp(memo->as_of, latest.as_of) == 0 ? ""
					 : psprintf(", \"revision_as_of\": \"%s\"", latest.as_of)));
		store_dequeue(memo);
		queue_forget(memo->deal_id);
	}
	else
	{
		if (latest.revision > 0)
			store_load_earlier(memo);
		report = make_memo(memo, call, latest.revision + 1);
	}
	PopActiveSnapshot();
	return report;
}

/* Locks and writes what the call brings; a dry run of stored sections does neither. */
static Datum
finalize(FinalizeCall *call)
{
	ShorterSection *shorter = NULL;
	int			nshorter = 0;

	if (!call->dry_run)
		check_may_finalize();
	if (call->has_sections || !call->dry_run)
		store_lock(call->deal_id);
	if (call->has_sections)
	{
		nshorter = store_upsert_sections(call->deal_id, call->sections, &shorter);
		CommandCounterIncrement();
	}
	return finalize_locked(call, shorter, nshorter);
}

/* A dry run with sections writes them, and takes that back, also where it fails: a
 * subtransaction that stays open would swallow what the session commits next. */
static Datum
finalize_undone(FinalizeCall *call)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;
	volatile	Datum report = 0;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		report = finalize(call);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	if (error != NULL)
		ReThrowError(error);
	return report;
}

void
finalize_current(int64 deal_id)
{
	FinalizeCall call = {.deal_id = deal_id, .as_of = GetSQLCurrentDate(), .is_quiet = true};

	INSTR_TIME_SET_CURRENT(call.started);
	(void) finalize(&call);
	CommandCounterIncrement();
}

Datum
memo_finalize(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	FinalizeCall call = {0};
	Datum		result;
	Datum		report;

	call.deal_id = deal_argument(fcinfo);
	if (PG_ARGISNULL(1) || DATE_NOT_FINITE(PG_GETARG_DATEADT(1)))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("as_of is no day"),
						errhint("Pass a date, or leave it out for today.")));
	call.as_of = PG_GETARG_DATEADT(1);
	call.has_sections = !PG_ARGISNULL(2);
	call.sections = call.has_sections ? PG_GETARG_DATUM(2) : 0;
	call.dry_run = !PG_ARGISNULL(3) && PG_GETARG_BOOL(3);
	if (call.has_sections)
		check_container(PG_GETARG_JSONB_P(2), false, "sections",
						"Pass [{\"section_key\": ..., \"body\": ...}, ...], or NULL for the stored "
						"sections.");
	INSTR_TIME_SET_CURRENT(call.started);
	level = store_open();
	MemoryContextSwitchTo(kept_context(KEPT_FINALIZE));
	report = call.dry_run && call.has_sections ? finalize_undone(&call) : finalize(&call);
	result = result_datum(report, context);
	MemoryContextSwitchTo(context);
	MemoryContextReset(kept_context(KEPT_FINALIZE));
	store_close(level);
	PG_RETURN_DATUM(result);
}
