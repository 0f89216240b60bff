/*
 * notify.c
 *		NOTIFY at commit, and none at PREPARE TRANSACTION, which it would make an error.
 *
 * What is to be sent is kept until the end of the transaction, for only that says which
 * of both it is; Citus prepares what it commits on several nodes.
 */
#include "worker/worker_internal.h"

#include "access/xact.h"
#include "commands/async.h"
#include "nodes/pg_list.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

PG_FUNCTION_INFO_V1(memo_notify);

typedef struct Notice
{
	SubTransactionId subid;		/* that asked for it */
	char	   *channel;
	char	   *payload;
} Notice;

static List *notices = NIL;		/* of this transaction, in its context */

static void
send_or_forget(XactEvent event, void *unused pg_attribute_unused())
{
	ListCell   *cell;

	if (event == XACT_EVENT_PRE_COMMIT)
		foreach(cell, notices)
			Async_Notify(((Notice *) lfirst(cell))->channel, ((Notice *) lfirst(cell))->payload);
	if (event != XACT_EVENT_PRE_PREPARE)
		notices = NIL;
}

static void
end_subtransaction(SubXactEvent event, SubTransactionId subid, SubTransactionId parent,
				   void *unused pg_attribute_unused())
{
	ListCell   *cell;

	foreach(cell, notices)
	{
		Notice	   *notice = lfirst(cell);

		if (notice->subid == subid && event == SUBXACT_EVENT_COMMIT_SUB)
			notice->subid = parent;
		else if (notice->subid == subid && event == SUBXACT_EVENT_ABORT_SUB)
			notices = foreach_delete_current(notices, cell);
	}
}

void
notify_at_commit(const char *channel, const char *payload)
{
	static bool is_registered = false;
	MemoryContext before = MemoryContextSwitchTo(TopTransactionContext);
	Notice	   *notice = palloc(sizeof(Notice));

	if (!is_registered)
	{
		RegisterXactCallback(send_or_forget, NULL);
		RegisterSubXactCallback(end_subtransaction, NULL);
		is_registered = true;
	}
	*notice = (Notice) {GetCurrentSubTransactionId(), pstrdup(channel), pstrdup(payload)};
	notices = lappend(notices, notice);
	MemoryContextSwitchTo(before);
}

Datum
memo_notify(PG_FUNCTION_ARGS)
{
	notify_at_commit(text_to_cstring(PG_GETARG_TEXT_PP(0)), text_to_cstring(PG_GETARG_TEXT_PP(1)));
	PG_RETURN_VOID();
}
