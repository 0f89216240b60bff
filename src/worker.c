/*
 * worker.c
 *		Background process that finalizes the deals in the queue.
 *
 * A look into the queue gives the deals that are due.  Each is taken in a
 * transaction of its own (memo_take: one attempt more, so that a deal that
 * crashes the server cannot do so for ever) and finalized in the next
 * (memo_finish); an error is written to its queue row in a third (memo_fail):
 *
 *		look -> 42, 43 | take 42, finish 42 | take 43, finish 43: error, fail 43 | look ...
 *
 * The process is a superuser's, the work is not: each transaction runs as the
 * owner of the store, in a security-restricted operation.  Nothing of the store
 * is read as superuser, for its owner decides what its tables and triggers do.
 */
#include "worker_internal.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/ipc.h"
#include "storage/lmgr.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

PGDLLEXPORT void memo_worker_main(Datum argument);

#define DEALS_A_LOOK	1000

typedef struct Look
{
	bool		has_store;
	int			count;
	int64		deals[DEALS_A_LOOK];	/* due now, in order */
	double		due_in;			/* seconds until the next one, < 0 = none waits */
} Look;

static WorkerArgument argument;
static WorkerDatabase *entry;	/* of this worker's database */
static char *schema;			/* of the extension; quoted, for good */
static int	guc_level;

/* ---------------------------------------------------- one transaction's frame */

/* A statement of the worker; %s is the schema of the extension. */
typedef struct Step
{
	const char *text;
	int			nargs;
	Oid			types[3];
	SPIPlanPtr	plan;			/* kept, for one schema; NULL = to be prepared */
} Step;

/* In which schema the extension is, who owns the store and whether that is a
 * superuser; no row when one of them is missing. */
static Step find_store = {
	.text = "SELECT pg_catalog.quote_ident(n.nspname), c.relowner, r.rolsuper"
	" FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace"
	" JOIN pg_catalog.pg_class c ON c.relname = 'queue' AND c.relkind = 'r'"
	" JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace AND s.nspname = 'memocite'"
	" JOIN pg_catalog.pg_roles r ON r.oid = c.relowner"
	" WHERE e.extname = 'memocite'"
};

/* Tables of the store, and of their triggers the first whose function belongs
 * to a role that is no superuser. */
static Step find_tables = {
	.text = "SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace"
	" WHERE s.nspname = 'memocite' AND c.relkind IN ('r', 'p') ORDER BY c.oid"
};
static Step find_foreign_trigger = {
	.text = "SELECT pg_catalog.format('trigger %%I on memocite.%%I is role %%I''s', t.tgname, c.relname, r.rolname)"
	" FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid"
	" JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid"
	" JOIN pg_catalog.pg_roles r ON r.oid = p.proowner"
	" WHERE s.nspname = 'memocite' AND NOT t.tgisinternal AND NOT r.rolsuper ORDER BY c.relname, t.tgname LIMIT 1"
};

static Step find_due = {.text = "SELECT deal_id, due_in FROM %s.memo_due($1, $2)", .nargs = 2, .types = {FLOAT8OID, INT4OID}};
static Step take = {.text = "SELECT %s.memo_take($1)", .nargs = 1, .types = {INT8OID}};
static Step finish = {.text = "SELECT %s.memo_finish($1, $2)", .nargs = 2, .types = {INT8OID, INT8ARRAYOID}};
static Step fail = {.text = "SELECT %s.memo_fail($1, $2, $3)", .nargs = 3, .types = {INT8OID, INT8ARRAYOID, TEXTOID}};
static Step *const steps_of_schema[] = {&find_due, &take, &finish, &fail};

/* Runs a step; true when it gives a row. */
static bool
query(Step *step, Datum *values)
{
	int			status;

	if (step->plan == NULL)
	{
		step->plan = SPI_prepare(psprintf(step->text, schema), step->nargs, step->types);
		if (step->plan == NULL || SPI_keepplan(step->plan) != 0)
			elog(ERROR, "could not prepare a statement of the worker: %s", SPI_result_code_string(SPI_result));
	}
	status = SPI_execute_plan(step->plan, values, NULL, false, 0);
	if (status < 0)
		elog(ERROR, "statement of the worker: %s", SPI_result_code_string(status));
	return SPI_processed > 0;
}

/* The extension may have been dropped and made again elsewhere. */
static void
set_schema(const char *name)
{
	if (schema != NULL && strcmp(schema, name) == 0)
		return;
	for (int i = 0; i < (int) lengthof(steps_of_schema); i++)
	{
		if (steps_of_schema[i]->plan != NULL)
			SPI_freeplan(steps_of_schema[i]->plan);
		steps_of_schema[i]->plan = NULL;
	}
	schema = MemoryContextStrdup(TopMemoryContext, name);
}

static Datum
result(int row, int number)
{
	bool		is_null;

	return SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, number, &is_null);
}

/*
 * A superuser's store: its triggers would run as superuser, so all must be a
 * superuser's.  The locks keep new ones away until the end of the transaction.
 */
static void
refuse_foreign_triggers(void)
{
	uint64		count;

	query(&find_tables, NULL);
	count = SPI_processed;
	for (uint64 i = 0; i < count; i++)
		LockRelationOid(DatumGetObjectId(result((int) i, 1)), RowExclusiveLock);
	if (query(&find_foreign_trigger, NULL))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("the store of memocite belongs to a superuser, and %s", SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1)),
				 errdetail("The worker would run it with the owner's rights."),
				 errhint("Drop the trigger, or let an ordinary role own the store.")));
}

/* Starts a transaction as the store's owner; false = there is no store, and no
 * transaction. */
static bool
begin_work(void)
{
	Oid			owner;

	SetCurrentStatementStartTimestamp();
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	SPI_connect();
	guc_level = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	if (!query(&find_store, NULL))
	{
		AtEOXact_GUC(false, guc_level);
		SPI_finish();
		PopActiveSnapshot();
		CommitTransactionCommand();
		return false;
	}
	set_schema(SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1));
	owner = DatumGetObjectId(result(0, 2));
	if (DatumGetBool(result(0, 3)))
		refuse_foreign_triggers();
	SetUserIdAndSecContext(owner, SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
	return true;
}

static void
end_work(void)
{
	AtEOXact_GUC(false, guc_level);
	SPI_finish();
	PopActiveSnapshot();
	SetUserIdAndSecContext(GetSessionUserId(), 0);
	CommitTransactionCommand();
	pgstat_report_stat(true);
}

/* --------------------------------------------------------------------- steps */

static Look
look_into_queue(void)
{
	Look		look = {.due_in = -1};
	Datum		values[] = {Float8GetDatum(worker_debounce / 1000.0), Int32GetDatum(DEALS_A_LOOK)};

	if (!begin_work())
		return look;
	look.has_store = true;
	query(&find_due, values);
	for (uint64 i = 0; i < SPI_processed; i++)
	{
		double		due_in = DatumGetFloat8(result((int) i, 2));

		if (due_in <= 0)
			look.deals[look.count++] = DatumGetInt64(result((int) i, 1));
		else if (look.due_in < 0 || due_in < look.due_in)
			look.due_in = due_in;
	}
	end_work();
	return look;
}

/* Takes a deal; its requests in TopMemoryContext, NULL when somebody else has it. */
static ArrayType *
take_deal(int64 deal_id)
{
	Datum		values[] = {Int64GetDatum(deal_id)};
	Datum		requests;
	bool		is_null;
	ArrayType  *taken = NULL;

	if (!begin_work())
		return NULL;
	query(&take, values);
	requests = SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &is_null);
	if (!is_null)
	{
		MemoryContext before = MemoryContextSwitchTo(TopMemoryContext);

		taken = DatumGetArrayTypePCopy(requests);
		MemoryContextSwitchTo(before);
	}
	end_work();
	return taken;
}

/* Writes down why a deal failed, and says so in the log. */
static void
fail_deal(int64 deal_id, ArrayType *requests, const ErrorData *error)
{
	Datum		values[] = {Int64GetDatum(deal_id), PointerGetDatum(requests), CStringGetTextDatum(error->message)};

	ereport(LOG,
			(errcode(error->sqlerrcode),
			 errmsg("memocite could not finalize deal " INT64_FORMAT ": %s", deal_id, error->message),
			 error->detail != NULL ? errdetail_internal("%s", error->detail) : 0,
			 error->context != NULL ? errcontext("%s", error->context) : 0));
	if (!begin_work())
		return;
	query(&fail, values);
	end_work();
}

/* Ends what an error left, and returns the error, in TopMemoryContext. */
static ErrorData *
catch_error(void)
{
	ErrorData  *error;

	MemoryContextSwitchTo(TopMemoryContext);
	error = CopyErrorData();
	FlushErrorState();
	AbortCurrentTransaction();
	return error;
}

static void
count_deal(bool is_finalized)
{
	SpinLockAcquire(&worker_shared()->mutex);
	if (is_finalized)
		entry->finalized++;
	else
		entry->failed++;
	SpinLockRelease(&worker_shared()->mutex);
}

/* Finalizes a deal that was taken; the error, NULL when there was none. */
static ErrorData *
finish_deal(int64 deal_id, ArrayType *requests)
{
	Datum		values[] = {Int64GetDatum(deal_id), PointerGetDatum(requests)};
	ErrorData  *volatile error = NULL;

	PG_TRY();
	{
		if (begin_work())
		{
			query(&finish, values);
			end_work();
		}
	}
	PG_CATCH();
	{
		error = catch_error();
	}
	PG_END_TRY();
	return error;
}

static void
work_on_deal(int64 deal_id)
{
	MemoryContext before = CurrentMemoryContext;
	ArrayType  *requests = take_deal(deal_id);
	ErrorData  *error;

	if (requests == NULL)
		return;
	MemoryContextSwitchTo(before);
	pgstat_report_activity(STATE_RUNNING, psprintf("finalizes deal " INT64_FORMAT, deal_id));
	progress_set(0, entry->finalized, entry->failed, deal_id);
	error = finish_deal(deal_id, requests);
	MemoryContextSwitchTo(before);
	if (error != NULL)
		fail_deal(deal_id, requests, error);
	count_deal(error == NULL);
	progress_set(0, entry->finalized, entry->failed, 0);
	pfree(requests);
}

/* --------------------------------------------------------------------- loop */

/* Is told before a look, so that a wake during it is not lost. */
static void
begin_look(void)
{
	SpinLockAcquire(&worker_shared()->mutex);
	entry->is_wanted = false;
	entry->next_due = 0;
	SpinLockRelease(&worker_shared()->mutex);
}

static void
end_look(const Look *look, const char *error)
{
	TimestampTz now = GetCurrentTimestamp();
	WorkerProcess launcher;

	SpinLockAcquire(&worker_shared()->mutex);
	entry->looked_at = now;
	entry->next_start = error[0] == '\0' ? 0 : TimestampTzPlusMilliseconds(now, WORKER_RESTART_SECONDS * 1000);
	entry->next_due = look->due_in < 0 ? 0 : TimestampTzPlusMilliseconds(now, look->due_in * 1000 + 1);
	entry->is_busy = look->count > 1;
	entry->is_wanted |= entry->is_busy;
	strlcpy(entry->error, error, WORKER_ERROR_SIZE);
	launcher = entry->launcher;
	SpinLockRelease(&worker_shared()->mutex);
	if (look->count > 1 && worker_count > 1 && argument.number == 0)
		worker_set_latch(&launcher);	/* may start others */
}

/* A look; its error (no rights, an older store) is shown by memo_doctor and
 * logged once. */
static Look
try_to_look(char **problem)
{
	Look		look = {.due_in = -1};

	*problem = "";
	PG_TRY();
	{
		look = look_into_queue();
		if (!look.has_store)
			*problem = "there is no store: memo_init() makes it";
	}
	PG_CATCH();
	{
		ErrorData  *error = catch_error();

		*problem = error->message;
		if (strncmp(entry->error, error->message, WORKER_ERROR_SIZE - 1) != 0)
			ereport(LOG,
					(errcode(error->sqlerrcode),
					 errmsg("memocite cannot read its queue: %s", error->message),
					 error->hint != NULL ? errhint("%s", error->hint) : 0));
	}
	PG_END_TRY();
	return look;
}

/* One look, and what is due. */
static Look
work_once(void)
{
	MemoryContext before = CurrentMemoryContext;
	char	   *problem;
	Look		look;

	begin_look();
	pgstat_report_activity(STATE_RUNNING, "looks into the queue");
	look = try_to_look(&problem);
	MemoryContextSwitchTo(before);
	end_look(&look, problem);
	for (int i = 0; i < look.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		/* workers of a database see the same deals: each begins elsewhere */
		work_on_deal(look.deals[(i + argument.number * look.count / MAX_WORKERS) % look.count]);
	}
	return look;
}

/* Gives the entry back, unless somebody woke this worker meanwhile. */
static bool
leave_database(bool is_final)
{
	bool		leaves;

	SpinLockAcquire(&worker_shared()->mutex);
	leaves = is_final || argument.number > 0 || !entry->is_wanted;
	if (leaves && entry->workers[argument.number].pid == MyProcPid)
		entry->workers[argument.number].pid = 0;
	SpinLockRelease(&worker_shared()->mutex);
	return leaves;
}

static void
leave_on_exit(int code pg_attribute_unused(), Datum unused pg_attribute_unused())
{
	(void) leave_database(true);
}

static bool
join_database(void)
{
	WorkerShared *shared = worker_shared();
	bool		joins;

	SpinLockAcquire(&shared->mutex);
	entry = worker_database(argument.database);
	joins = entry != NULL && entry->workers[argument.number].pid == 0;
	if (joins)
		entry->workers[argument.number] = (WorkerProcess) {MyProcPid, MyLatch};
	SpinLockRelease(&shared->mutex);
	if (joins)
		before_shmem_exit(leave_on_exit, (Datum) 0);
	return joins;
}

/* Settings of the database or of the server must not end a long finalize. */
static void
override_settings(void)
{
	static const char *const settings[][2] = {
		{"statement_timeout", "0"}, {"lock_timeout", "0"}, {"idle_in_transaction_session_timeout", "0"},
		{"default_transaction_isolation", "read committed"}, {"default_transaction_read_only", "off"},
		{"session_replication_role", "origin"},
	};

	for (int i = 0; i < (int) lengthof(settings); i++)
		SetConfigOption(settings[i][0], settings[i][1], PGC_SUSET, PGC_S_OVERRIDE);
}

/* Milliseconds to wait after a look: until a deal is due, if that is soon, or
 * what is left of memocite.idle_timeout; 0 = leave. */
static long
waiting_time(const Look *look, TimestampTz idle_since)
{
	double		due_in = look->due_in * 1000 + 1;

	if (look->due_in >= 0 && due_in < Max(worker_idle_timeout, worker_debounce + 1000))
		return (long) due_in;
	return TimestampDifferenceMilliseconds(GetCurrentTimestamp(),
										   TimestampTzPlusMilliseconds(idle_since, worker_idle_timeout));
}

void
memo_worker_main(Datum unused pg_attribute_unused())
{
	TimestampTz idle_since = 0;

	memcpy(&argument, MyBgworkerEntry->bgw_extra, sizeof(argument));
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, die);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(argument.database, InvalidOid, 0);
	if (!join_database())
		proc_exit(0);
	pgstat_report_appname("memocite worker");
	override_settings();
	progress_start(true);
	for (;;)
	{
		MemoryContext round = AllocSetContextCreate(TopMemoryContext, "memocite round", ALLOCSET_DEFAULT_SIZES);
		Look		look;
		long		wait;

		MemoryContextSwitchTo(round);
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
		if (ConfigReloadPending)
		{
			ConfigReloadPending = false;
			ProcessConfigFile(PGC_SIGHUP);
		}
		look = work_once();
		MemoryContextSwitchTo(TopMemoryContext);
		MemoryContextDelete(round);
		if (look.count > 0)
		{
			idle_since = GetCurrentTimestamp();
			continue;
		}
		pgstat_report_activity(STATE_IDLE, look.due_in < 0 ? "has no work" : "waits until a deal is due");
		wait = waiting_time(&look, idle_since);
		if (wait <= 0 || argument.number > 0 || worker_count == 0)
		{
			if (leave_database(false))
				proc_exit(0);
			continue;
		}
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, wait, PG_WAIT_EXTENSION);
	}
}
