/*
 * results.c
 *		Memory and results of calls: rows value by value, values that outlive SPI.
 *
 *		Rows		rows = open_rows(fcinfo);
 *
 *		put_text(&rows, "debt"), put_int(&rows, 0, 1), end_row(&rows);	-> (debt,NULL)
 */
#include "server/server_internal.h"

#include "access/xact.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

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

/* ------------------------------------------------------------------- calls */

Datum
result_datum(Datum value, MemoryContext context)
{
	MemoryContext before = MemoryContextSwitchTo(context);
	Datum		copy = PointerGetDatum(PG_DETOAST_DATUM_COPY(value));

	MemoryContextSwitchTo(before);
	return copy;
}

Call
open_call(void)
{
	MemoryContext context = CurrentMemoryContext;

	return (Call) {context, store_open()};
}

Datum
end_call(const Call *call, Datum result)
{
	store_close(call->level);
	return result;
}

Datum
close_call(const Call *call, Datum result)
{
	return end_call(call, result_datum(result, call->context));
}

void
open_text(const Call *call, StringInfo text)
{
	MemoryContext before = MemoryContextSwitchTo(call->context);

	initStringInfo(text);
	appendBinaryStringInfo(text, "\0\0\0", VARHDRSZ);	/* of the length */
	MemoryContextSwitchTo(before);
}

Datum
close_call_text(const Call *call, StringInfo text)
{
	SET_VARSIZE(text->data, text->len);
	return end_call(call, PointerGetDatum(text->data));
}

Datum
close_call_json(const Call *call, StringInfo json)
{
	return close_call(call, jsonb_datum(json->data));
}

/* -------------------------------------------------------------------- rows */

Rows
open_rows(FunctionCallInfo fcinfo)
{
	InitMaterializedSRF(fcinfo, 0);
	return (Rows) {.result = (ReturnSetInfo *) fcinfo->resultinfo, .level = -1};
}

Rows
open_store_rows(FunctionCallInfo fcinfo)
{
	Rows		rows = open_rows(fcinfo);

	rows.level = store_open();
	return rows;
}

Datum
close_rows(const Rows *rows)
{
	if (rows->level >= 0)
		store_close(rows->level);
	return (Datum) 0;
}

void
put_optional(Rows *rows, bool has_value, Datum value)
{
	rows->nulls[rows->count] = !has_value;
	rows->values[rows->count++] = has_value ? value : (Datum) 0;
}

void
put_datum(Rows *rows, Datum value)
{
	put_optional(rows, true, value);
}

void
put_slice(Rows *rows, Slice text)
{
	put_optional(rows, text.data != NULL, text.data == NULL ? 0 : slice_text(text));
}

void
put_text(Rows *rows, const char *text)
{
	put_slice(rows, slice_of(text));
}

void
put_int(Rows *rows, int number, int least)
{
	put_optional(rows, number >= least, Int32GetDatum(number));
}

void
put_id(Rows *rows, int64 number, int64 least)
{
	put_optional(rows, number >= least, Int64GetDatum(number));
}

void
put_bool(Rows *rows, bool truth)
{
	put_datum(rows, BoolGetDatum(truth));
}

void
end_row(Rows *rows)
{
	CHECK_FOR_INTERRUPTS();
	tuplestore_putvalues(rows->result->setResult, rows->result->setDesc, rows->values, rows->nulls);
	rows->count = 0;
}

Datum
row_datum(FunctionCallInfo fcinfo, Rows *row)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "not called where a row is expected");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), row->values, row->nulls));
}
