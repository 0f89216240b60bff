/*
 * results.c
 *		Memory and results of calls.
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

/*
 * Memory of one call: a context that keeps its first block from call to call,
 * for giving a megabyte back to the system and faulting it in again costs a
 * finalize a tenth.  Emptied at the end of the call, or of the transaction
 * when it fails.
 */
#define KEPT_BYTES	(1024 * 1024)

static MemoryContext kept_contexts[NKEPT_CONTEXTS];

static void
empty_kept_contexts(XactEvent event, void *unused pg_attribute_unused())
{
	for (int i = 0; i < NKEPT_CONTEXTS && event == XACT_EVENT_ABORT; i++)
		if (kept_contexts[i] != NULL)
			MemoryContextReset(kept_contexts[i]);
}

MemoryContext
kept_context(KeptContext which)
{
	static bool is_registered = false;

	if (!is_registered)
		RegisterXactCallback(empty_kept_contexts, NULL);
	is_registered = true;
	if (kept_contexts[which] == NULL)
	{
		/* freeing a megabyte once teaches glibc not to return such blocks */
		MemoryContextDelete(AllocSetContextCreate(TopMemoryContext, "memocite",
												  KEPT_BYTES, KEPT_BYTES, 8 * KEPT_BYTES));
		kept_contexts[which] = AllocSetContextCreate(TopMemoryContext, "memocite",
													 KEPT_BYTES, KEPT_BYTES, 8 * KEPT_BYTES);
	}
	return kept_contexts[which];
}

Datum
result_datum(Datum value, MemoryContext context)
{
	MemoryContext before = MemoryContextSwitchTo(context);
	Datum		copy = PointerGetDatum(PG_DETOAST_DATUM_COPY(value));

	MemoryContextSwitchTo(before);
	return copy;
}

Datum
result_text(StringInfo text, MemoryContext context)
{
	return result_datum(PointerGetDatum(cstring_to_text_with_len(text->data, text->len)), context);
}

Datum
row_datum(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "not called where a row is expected");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}
