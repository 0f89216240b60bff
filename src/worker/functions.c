/*
 * functions.c
 *		SQL functions about the worker of this database, and progress.
 */
#include "store/store.h"
#include "worker/worker.h"

#include <signal.h>

#include "access/xact.h"
#include "access/xlog.h"
#include "funcapi.h"
#include "pgstat.h"
#include "storage/proc.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "catalog/pg_authid.h"

PG_FUNCTION_INFO_V1(memo_worker_start);
PG_FUNCTION_INFO_V1(memo_worker_stop);
PG_FUNCTION_INFO_V1(memo_worker_restart);
PG_FUNCTION_INFO_V1(memo_worker_wake);
PG_FUNCTION_INFO_V1(memo_worker_status);
PG_FUNCTION_INFO_V1(memo_progress);
PG_FUNCTION_INFO_V1(memo_set_progress);
PG_FUNCTION_INFO_V1(memo_library);

#define STOP_SECONDS	10		/* a worker in the middle of a deal ends within one */

static WorkerDatabase
own_entry(void)
{
	WorkerDatabase copy = *worker_lock(MyDatabaseId);

	worker_unlock();
	return copy;
}

/* Sets is_stopped; the launcher's pid, 0 when there is none. */
static pid_t
set_stopped(bool is_stopped)
{
	WorkerDatabase *entry = worker_lock(MyDatabaseId);
	WorkerProcess launcher = entry->launcher;

	entry->is_stopped = is_stopped;
	entry->look_at = LOOK_NOW;
	entry->next_start = 0;		/* whatever was wrong before */
	worker_unlock();
	worker_set_latch(&launcher);
	return launcher.pid;
}

static void
wait_a_little(void)
{
	(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, 10,
					 PG_WAIT_EXTENSION);
	ResetLatch(MyLatch);
	CHECK_FOR_INTERRUPTS();
}

/* The launcher's pid; waits until it can be stopped and woken. */
Datum
memo_worker_start(PG_FUNCTION_ARGS)
{
	pid_t		pid;

	if (RecoveryInProgress())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("a standby has no worker"),
				 errhint("The worker of the primary finalizes; here memos are read.")));
	pid = set_stopped(false);
	if (pid != 0)
		PG_RETURN_INT32((int32) pid);
	if (!worker_start_launcher(MyDatabaseId, &pid))
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("could not start the worker"),
				 errhint("Raise max_worker_processes; the server's log may say more.")));
	for (int tries = 0; tries < STOP_SECONDS * 100 && own_entry().launcher.pid == 0; tries++)
		wait_a_little();
	pid = own_entry().launcher.pid;
	if (pid == 0)
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("could not start the worker"),
				 errdetail("At most %d databases have one.", MAX_WORKER_DATABASES)));
	PG_RETURN_INT32((int32) pid);
}

/* Ends the workers of this database, and a launcher that serves it alone. */
Datum
memo_worker_stop(PG_FUNCTION_ARGS)
{
	bool		was_running = set_stopped(true) != 0;

	for (int tries = 0; tries < STOP_SECONDS * 100; tries++)
	{
		WorkerDatabase entry = own_entry();
		bool is_gone =
			entry.launcher.pid == 0 || entry.launcher.pid == worker_shared()->launcher.pid;

		for (int i = 0; i < MAX_WORKERS; i++)
			if (entry.workers[i].pid != 0)
			{
				(void) kill(entry.workers[i].pid, SIGTERM);
				is_gone = false;
			}
		if (is_gone)
			PG_RETURN_BOOL(was_running);
		wait_a_little();
	}
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_IN_USE),
			 errmsg("the worker did not end within %d seconds", STOP_SECONDS)));
}

Datum
memo_worker_restart(PG_FUNCTION_ARGS)
{
	(void) memo_worker_stop(fcinfo);
	return memo_worker_start(fcinfo);
}

Datum
memo_worker_wake(PG_FUNCTION_ARGS)
{
	WorkerDatabase entry;

	worker_prepare_wake();
	worker_wake(false);
	entry = own_entry();
	PG_RETURN_BOOL(entry.launcher.pid != 0 && !entry.is_stopped);
}

/* A row of the type that the called function returns. */
static Datum
row_datum(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(desc, values, nulls)));
}

Datum
memo_worker_status(PG_FUNCTION_ARGS)
{
	WorkerDatabase entry = own_entry();
	Datum		values[] = {
		BoolGetDatum(is_preloaded), Int32GetDatum((int32) entry.launcher.pid), Int32GetDatum(0),
		BoolGetDatum(entry.is_stopped), TimestampTzGetDatum(entry.looked_at),
			Int64GetDatum(entry.finalized),
		Int64GetDatum(entry.failed), CStringGetTextDatum(entry.error)
	};
	bool nulls[lengthof(values)] = {
		[1] = entry.launcher.pid == 0, [4] = entry.looked_at == 0, [7] = entry.error[0] == '\0'};

	for (int i = 0; i < MAX_WORKERS; i++)
		values[2] += entry.workers[i].pid != 0;
	return row_datum(fcinfo, values, nulls);
}

/* ---------------------------------------------------------------- progress */

Datum
memo_progress(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rows = (ReturnSetInfo *) fcinfo->resultinfo;
	WorkProgress copies[MAX_PROGRESS];

	InitMaterializedSRF(fcinfo, 0);
	memcpy(copies, worker_lock_shared()->progress, sizeof(copies));
	worker_unlock();
	for (int i = 0; i < MAX_PROGRESS; i++)
	{
		const WorkProgress *progress = &copies[i];
		bool		is_hidden = !has_privs_of_role(GetUserId(), ROLE_PG_READ_ALL_STATS) &&
			!has_privs_of_role(GetUserId(), progress->role);
		bool		nulls[7] = {false};
		Datum		values[] = {
			Int32GetDatum((int32) progress->pid),
			CStringGetTextDatum(progress->is_worker ? "worker" : "memo_finalize_all"),
			Int64GetDatum(progress->deals_total),
			Int64GetDatum(progress->deals_done),
			Int64GetDatum(progress->deals_failed),
			Int64GetDatum(progress->deal_id),
			TimestampTzGetDatum(progress->started_at),
		};

		if (progress->pid == 0 || progress->database != MyDatabaseId)
			continue;
		for (int j = 2; j < 7; j++)
			nulls[j] = is_hidden;
		nulls[2] |= progress->deals_total == 0;
		nulls[5] |= progress->deal_id == 0;
		tuplestore_putvalues(rows->setResult, rows->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* Arguments total, done, failed, deal_id; total NULL = the run is over. */
Datum
memo_set_progress(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(0))
	{
		progress_end();
		PG_RETURN_VOID();
	}
	if (PG_ARGISNULL(3) && PG_GETARG_INT64(1) == 0)
	{
		/* else the procedure's first COMMIT would be an error that does not say why */
		if (IsTransactionBlock())
			ereport(ERROR, (errcode(ERRCODE_ACTIVE_SQL_TRANSACTION),
							errmsg("memo_finalize_all cannot run in a transaction block"),
							errdetail("It commits each deal."),
							errhint("CALL it by itself, with autocommit; in a transaction use "
									"memo_work() or memo_finalize(deal_id).")));
		progress_start(false);
	}
	progress_set(PG_GETARG_INT64(0), PG_GETARG_INT64(1), PG_GETARG_INT64(2),
				 PG_ARGISNULL(3) ? 0 : PG_GETARG_INT64(3));
	PG_RETURN_VOID();
}

/* Version of the library, the store's layout that it needs, whether patterns
 * are compiled to machine code. */
Datum
memo_library(PG_FUNCTION_ARGS)
{
	Datum values[] = {CStringGetTextDatum(MEMOCITE_VERSION), Int32GetDatum(STORE_VERSION),
					  BoolGetDatum(regex_has_jit())};
	bool		nulls[lengthof(values)] = {false};

	return row_datum(fcinfo, values, nulls);
}
