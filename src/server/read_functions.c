/*
 * read_functions.c
 *		SQL-callable functions that read a finished memo.
 */
#include "server/server_internal.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "render/render.h"
#include "output/output.h"
#include "stages/stages.h"
#include "store/store.h"

#include "access/xact.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_type.h"
#include "commands/async.h"
#include "commands/extension.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "portability/instr_time.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/uuid.h"

PG_FUNCTION_INFO_V1(memo_markdown);
PG_FUNCTION_INFO_V1(memo_prosemirror);
PG_FUNCTION_INFO_V1(memo_check_store);
PG_FUNCTION_INFO_V1(memo_lock_extension);
PG_FUNCTION_INFO_V1(memo_report);
PG_FUNCTION_INFO_V1(memo_policy);

Datum
memo_markdown(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	bool		is_clustered = choice_argument(fcinfo, 2, "layout", "plain", "clustered");
	bool		has_unique_labels = choice_argument(fcinfo, 3, "labels", "shared", "unique");
	FinishedMemo finished;
	StringInfoData out;
	Datum		result;

	check_encoding();
	level = store_open();
	finished = finished_from_store(store_load_revision(PG_GETARG_INT64(0), revision, READ_TEXT));
	finished.is_clustered = is_clustered;
	finished.has_unique_labels = has_unique_labels;
	initStringInfo(&out);
	compose_markdown(&finished, &out);
	result = result_text(&out, context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

Datum
memo_prosemirror(PG_FUNCTION_ARGS)
{
	JsonSink   *sink = jsonb_sink();
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	FinishedMemo finished;
	Datum		result;

	check_encoding();
	level = store_open();
	finished = finished_from_store(store_load_revision(PG_GETARG_INT64(0), revision, READ_TEXT));
	compose_prosemirror(&finished, sink);
	result = result_datum(jsonb_sink_datum(sink), context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

Datum
memo_check_store(PG_FUNCTION_ARGS)
{
	int			level = store_open();

	store_check_version();
	store_close(level);
	PG_RETURN_VOID();
}

/* A lock that only this function and DROP EXTENSION wait for, to the transaction's end. */
Datum
memo_lock_extension(PG_FUNCTION_ARGS)
{
	PreventCommandDuringRecovery("memo_init()");
	LockDatabaseObject(ExtensionRelationId, get_extension_oid("memocite", false), 0, ShareUpdateExclusiveLock);
	PG_RETURN_VOID();
}

Datum
memo_report(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	Datum		result;

	level = store_open();
	result = result_datum(jsonb_datum(store_report(PG_GETARG_INT64(0), revision)), context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

Datum
memo_policy(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	Policy		policy;
	StringInfoData out;
	Datum		result;

	check_argument(fcinfo, 0, "deal_id");
	level = store_open();
	initStringInfo(&out);
	store_load_policy(PG_GETARG_INT64(0), &policy);
	policy_json(&policy, &out);
	result = result_datum(jsonb_datum(out.data), context);
	store_close(level);
	PG_RETURN_DATUM(result);
}
