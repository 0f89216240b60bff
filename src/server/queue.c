/*
 * queue.c
 *		Triggers of the input tables: who asks for a memo.
 *
 * A deal is enqueued once a transaction, however many of its rows change: the
 * backend remembers what it enqueued, by subtransaction, so that a rolled back
 * savepoint forgets.
 *
 * Three rows of deal 42 changed in one transaction are one request; a commit with
 * requests tells the worker, a prepared transaction that there may be some.
 */
#include "server/server_internal.h"
#include "worker/worker.h"

#include "access/xact.h"
#include "commands/trigger.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(memo_enqueue);
PG_FUNCTION_INFO_V1(memo_enqueue_deal);
PG_FUNCTION_INFO_V1(memo_dequeued);

/* ------------------------------------------------------------------ memory */

typedef struct Enqueued
{
	int64		deal_id;
	SubTransactionId subid;		/* that wrote the request, or found no deal */
	bool		is_gone;		/* the deal does not exist: nothing was written */
} Enqueued;

/* Deals that this transaction enqueued, and deals that it deleted; lives in
 * TopTransactionContext. */
static HTAB *enqueued = NULL;

/* At the end of the transaction; where it wrote requests the worker is told. */
static void
forget_all(XactEvent event, void *unused pg_attribute_unused())
{
	if (event == XACT_EVENT_PRE_COMMIT || event == XACT_EVENT_PRE_PREPARE)
		return;					/* a deferred trigger may still write */
	if ((event == XACT_EVENT_COMMIT || event == XACT_EVENT_PREPARE) && enqueued != NULL &&
		hash_get_num_entries(enqueued) > 0)
		worker_wake(event == XACT_EVENT_PREPARE);
	enqueued = NULL;
}

/* A rolled back subtransaction took its requests back; a committed one's
 * belong to its parent. */
static void
end_subtransaction(SubXactEvent event, SubTransactionId subid, SubTransactionId parent,
				   void *unused pg_attribute_unused())
{
	HASH_SEQ_STATUS scan;
	Enqueued   *entry;

	if (enqueued == NULL ||
		(event != SUBXACT_EVENT_ABORT_SUB && event != SUBXACT_EVENT_COMMIT_SUB))
		return;
	hash_seq_init(&scan, enqueued);
	while ((entry = hash_seq_search(&scan)) != NULL)
	{
		if (entry->subid != subid)
			continue;
		if (event == SUBXACT_EVENT_COMMIT_SUB)
			entry->subid = parent;
		else
			hash_search(enqueued, &entry->deal_id, HASH_REMOVE, NULL);
	}
}

/* Made anew in each transaction that enqueues. */
static void
open_queue_memory(void)
{
	static bool is_registered = false;
	HASHCTL control = {
		.keysize = sizeof(int64), .entrysize = sizeof(Enqueued), .hcxt = TopTransactionContext};

	if (!is_registered)
	{
		RegisterXactCallback(forget_all, NULL);
		RegisterSubXactCallback(end_subtransaction, NULL);
		is_registered = true;
	}
	worker_prepare_wake();
	enqueued =
		hash_create("memocite deals enqueued", 64, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/* A deleted row may go with its whole deal: that is looked up once a deal.  A
 * written one shows that the deal exists, again perhaps. */
static void
enqueue(int64 deal_id, bool is_deleted)
{
	int			level;
	Enqueued   *entry;
	bool		found;
	bool		is_written;

	if (enqueued == NULL)
		open_queue_memory();
	entry = hash_search(enqueued, &deal_id, HASH_FIND, NULL);
	if (entry != NULL && (is_deleted || !entry->is_gone))
		return;
	level = store_open();
	is_written = store_enqueue(deal_id);
	store_close(level);
	entry = hash_search(enqueued, &deal_id, HASH_ENTER, &found);
	entry->subid = GetCurrentSubTransactionId();
	entry->is_gone = is_deleted && !is_written;
}

void
queue_forget(int64 deal_id)
{
	if (enqueued != NULL)
		hash_search(enqueued, &deal_id, HASH_REMOVE, NULL);
}

/* ---------------------------------------------------------------- triggers */

/* Did an update change anything?  An equal put of a store is an UPDATE too. */
static bool
is_changed(const TriggerRow *row)
{
	if (!TRIGGER_FIRED_BY_UPDATE(row->trigger->tg_event))
		return true;
	for (int i = 0; i < row->desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(row->desc, i);

		if (!attribute->attisdropped && strcmp(NameStr(attribute->attname), "updated_at") != 0 &&
			row_number_changed(row, i + 1))
			return true;
	}
	return false;
}

/* Every deal that has rows in a table which is to be truncated. */
static void
enqueue_all(Oid table)
{
	int			level = store_open();
	int			count;
	int64	   *deals = store_deals_of(table, &count);

	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		enqueue(deals[i], false);
	}
	store_close(level);
}

/* A row that goes with its whole deal needs no memo: nothing to enqueue. */
Datum
memo_enqueue(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_enqueue");
	TriggerEvent event = row.trigger->tg_event;
	bool		is_null;
	int64		deal_id;
	int64		before;

	if (TRIGGER_FIRED_BY_TRUNCATE(event))
		enqueue_all(RelationGetRelid(row.trigger->tg_relation));
	if (TRIGGER_FIRED_BY_TRUNCATE(event) || !is_changed(&row))
		return PointerGetDatum(NULL);
	deal_id = DatumGetInt64(row_value(&row, "deal_id", &is_null));
	before = DatumGetInt64(old_value(&row, "deal_id", &is_null));
	enqueue(deal_id, TRIGGER_FIRED_BY_DELETE(event));
	if (before != deal_id)
		enqueue(before, false);
	return PointerGetDatum(NULL);
}

/* A request is gone (the deal was finalized, deleted, or somebody took it out):
 * the next change needs another. */
Datum
memo_dequeued(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_dequeued");
	bool		is_null;

	if (TRIGGER_FIRED_BY_TRUNCATE(row.trigger->tg_event))
		enqueued = NULL;
	else
		queue_forget(DatumGetInt64(old_value(&row, "deal_id", &is_null)));
	return PointerGetDatum(NULL);
}

/* For memo_requeue: a request like that of a changed row. */
Datum
memo_enqueue_deal(PG_FUNCTION_ARGS)
{
	enqueue(PG_GETARG_INT64(0), false);
	PG_RETURN_VOID();
}
