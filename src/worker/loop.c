/*
 * loop.c
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
#include "worker/worker_internal.h"
#include "store/store.h"

#include "access/xact.h"
#include "catalog/pg_type.h"
#include "commands/async.h"
#include "commands/dbcommands.h"
#include "mb/pg_wchar.h"
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
#define LOCKED_SECONDS 1 /* until the next look when others have what is due, or prepared it */
#define LONGEST_DEBOUNCE	2000	/* ms that a worker stays connected for */

typedef struct Look
{
	bool		has_store;
	int			count;
	int64		deals[DEALS_A_LOOK];	/* due now, in order */
	double		due_in;			/* seconds until the next one, < 0 = none waits */
} Look;

static WorkerArgument argument;
static WorkerDatabase *entry;	/* of this worker's database */
static bool is_in_round = false; /* has looked, and is not through with what is due */
static bool took_none = false;	/* in the last round, of those that were due */
static char *notice = NULL;		/* of the deal that is being finalized */
static char database_name[NAMEDATALEN];

static Step find_prepared = {.text = "SELECT FROM pg_catalog.pg_prepared_xacts WHERE database = "
									 "pg_catalog.current_database() LIMIT 1"};
static Step find_due = {.text = "SELECT deal_id, due_in FROM "
								"memocite_internal.memo_due_here($1, $2)",
						.nargs = 2,
						.types = {FLOAT8OID, INT4OID}};
static Step release = {.text = "SELECT memocite_internal.memo_release()"};
static Step take = {
	.text = "SELECT memocite_internal.memo_take($1)", .nargs = 1, .types = {INT8OID}};
static Step finish = {
	.text = "SELECT memocite_internal.memo_finish($1, $2)",
	.nargs = 2,
	.types = {INT8OID, INT8ARRAYOID}};
static Step fail = {.text = "SELECT memocite_internal.memo_fail($1, $2, $3)",
					.nargs = 3,
					.types = {INT8OID, INT8ARRAYOID, TEXTOID}};

/* --------------------------------------------------------------------- steps */

/* Is a transaction prepared that may have requests?  To be asked before the queue
 * is read: what is committed in between is seen there. */
static bool
awaits_prepared(void)
{
	bool		is_prepared;

	worker_lock_shared();
	is_prepared = entry->is_prepared;
	entry->is_prepared = false;
	worker_unlock();
	if (!is_prepared || work_query(&find_prepared, NULL) == 0)
		return false;
	worker_lock_shared();
	entry->is_prepared = true;
	worker_unlock();
	return true;
}

/* What is due now, and when the next is.  The first look also releases what a crashed
 * worker had taken. */
static Look
look_into_queue(bool is_first)
{
	Look		look = {.due_in = -1};
	Datum		values[] = {Float8GetDatum(worker_debounce / 1000.0), Int32GetDatum(DEALS_A_LOOK)};
	bool		is_null;
	int			count;

	if (!work_begin())
		return look;
	look.has_store = true;
	if (entry->looked_at == 0 || is_first)
		work_query(&release, NULL);
	if (awaits_prepared())
		look.due_in = LOCKED_SECONDS;
	count = work_query(&find_due, values);
	for (int i = 0; i < count; i++)
	{
		double		due_in = DatumGetFloat8(work_result(i, 2, &is_null));

		if (due_in <= 0)
			look.deals[look.count++] = DatumGetInt64(work_result(i, 1, &is_null));
		else if (look.due_in < 0 || due_in < look.due_in)
			look.due_in = due_in;
	}
	work_end();
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

	if (!work_begin())
		return NULL;
	work_query(&take, values);
	requests = work_result(0, 1, &is_null);
	if (!is_null)
	{
		MemoryContext before = MemoryContextSwitchTo(TopMemoryContext);

		taken = DatumGetArrayTypePCopy(requests);
		MemoryContextSwitchTo(before);
	}
	work_end();
	return taken;
}

void
worker_notify(const char *payload)
{
	if (entry == NULL || notice != NULL)	/* no worker, or a second memo in its transaction */
		notify_at_commit("memocite", payload);
	else
		notice = MemoryContextStrdup(TopMemoryContext, payload);
}

/* In a transaction of its own, whose commit waits for no disk: commits that notify wait for each
 * other, and so would workers for all that a memo's commit waits for. */
static void
send_notice(void)
{
	StartTransactionCommand();
	(void) set_config_option("synchronous_commit", "off", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_LOCAL, true, 0, false);
	Async_Notify("memocite", notice);
	CommitTransactionCommand();
}

/* Writes down why a deal failed, and says so in the log. */
static void
fail_deal(int64 deal_id, ArrayType *requests, const ErrorData *error)
{
	Datum values[] = {Int64GetDatum(deal_id), PointerGetDatum(requests),
					  CStringGetTextDatum(error->message)};

	ereport(LOG, (errcode(error->sqlerrcode),
				  errmsg("memocite could not finalize deal " INT64_FORMAT " of database \"%s\": %s",
						 deal_id, database_name, error->message),
				  error->detail != NULL ? errdetail_internal("%s", error->detail) : 0,
				  error->context != NULL ? errcontext("%s", error->context) : 0));
	if (!work_begin())
		return;
	work_query(&fail, values);
	work_end();
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

/* --------------------------------------------------------------------- loop */

static const ErrorData no_store = {
	.sqlerrcode = ERRCODE_UNDEFINED_TABLE,
	.message = "there is no store, or it has no triggers: memo_init() makes both"};

/* When somebody should look again, at the latest; with the mutex held. */
static void
look_again_at(TimestampTz now, double seconds)
{
	if (seconds >= 0)
		entry->look_at = Min(entry->look_at, TimestampTzPlusMilliseconds(now, seconds * 1000 + 1));
}

/* Tells the launcher what this worker cannot do alone: what is due beside the deal
 * that it is at, and what will be before it is through. */
static void
tell_of_look(const Look *look)
{
	WorkerProcess launcher;
	TimestampTz now = GetCurrentTimestamp();

	worker_lock_shared();
	entry->looked_at = now;
	if (look->has_store)
		entry->next_start = 0;	/* it can work: others need not wait for this round's end */
	look_again_at(now, look->due_in);
	if (argument.number == 0)
	{
		entry->is_busy = look->count > 0;
		if (look->count > 1 && worker_count > 1 && !took_none)
			entry->look_at = LOOK_NOW;
	}
	launcher = entry->launcher;
	worker_unlock();
	if (look->count > 0)
		worker_set_latch(&launcher);
}

/* Keeps what went wrong in a look or in taking a deal (no rights, an older
 * store), for memo_doctor; "" = nothing.  Logs it once. */
static void
set_problem(const ErrorData *error)
{
	char		message[WORKER_ERROR_SIZE] = "";
	bool		is_new;

	if (error != NULL)
		memcpy(message, error->message,
			   pg_mbcliplen(error->message, (int) strlen(error->message), WORKER_ERROR_SIZE - 1));
	worker_lock_shared();
	is_new = strcmp(entry->error, message) != 0;
	memcpy(entry->error, message, WORKER_ERROR_SIZE);
	entry->next_start = error == NULL ? 0
									  : TimestampTzPlusMilliseconds(entry->looked_at,
																	WORKER_RESTART_SECONDS * 1000);
	worker_unlock();
	if (is_new && error != NULL)
		ereport(LOG, (errcode(error->sqlerrcode),
					  errmsg("memocite cannot work on the queue of database \"%s\": %s",
							 database_name, error->message),
					  error->hint != NULL ? errhint("%s", error->hint) : 0));
}

/* Takes and finalizes a deal; false when somebody else has it, or it cannot be taken.  Of one
 * that was taken an error is its own. */
static bool
try_deal(int64 deal_id, bool *has_problem)
{
	MemoryContext before = CurrentMemoryContext;
	ArrayType  *volatile requests = NULL;
	ErrorData  *volatile error = NULL;

	notice = NULL;
	PG_TRY();
	{
		requests = take_deal(deal_id);
		if (requests != NULL && work_begin())
		{
			Datum		values[] = {Int64GetDatum(deal_id), PointerGetDatum(requests)};

			pgstat_report_activity(STATE_RUNNING,
								   psprintf("finalizes deal " INT64_FORMAT, deal_id));
			progress_set(0, entry->finalized, entry->failed, deal_id);
			work_query(&finish, values);
			work_end();
		}
	}
	PG_CATCH();
	{
		error = catch_error();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(before);
	if (requests == NULL)
	{
		*has_problem |= error != NULL;
		if (error != NULL)
			set_problem(error);
		return false;
	}
	if (error != NULL)
		fail_deal(deal_id, requests, error);
	else if (notice != NULL)
		send_notice();
	worker_lock_shared();
	entry->finalized += error == NULL;
	entry->failed += error != NULL;
	worker_unlock();
	progress_set(0, entry->finalized, entry->failed, 0);
	pfree(requests);
	if (notice != NULL)
		pfree(notice);
	return true;
}

/* One look, and what is due; how many deals it finalized is counted in taken. */
static Look
work_once(bool is_first, int *taken, bool *has_problem)
{
	MemoryContext before = CurrentMemoryContext;
	Look		look;
	int			missed = 0;		/* in a row */

	worker_lock_shared();
	entry->look_at = LOOK_NEVER;
	worker_unlock();
	is_in_round = true;
	pgstat_report_activity(STATE_RUNNING, "looks into the queue");
	look = look_into_queue(is_first);
	MemoryContextSwitchTo(before);
	tell_of_look(&look);
	/* where others are through with the rest, a new look is less than to try each */
	for (int i = 0; i < look.count && !ConfigReloadPending && (missed < 10 || *taken == 0); i++)
	{
		bool		is_done;

		CHECK_FOR_INTERRUPTS();
		/* workers of a database see the same deals: each begins elsewhere */
		is_done = try_deal(
			look.deals[(i + argument.number * look.count / Max(worker_count, argument.number + 1)) %
					   look.count],
			has_problem);
		*taken += is_done;
		missed = is_done ? 0 : missed + 1;
		MemoryContextSwitchTo(before);
	}
	return look;
}

/* The same, with errors caught.  Where deals are due that somebody else has
 * (a finalize in another session), the next look is in a while. */
static Look
try_to_work(bool is_first, int *taken)
{
	Look		look = {.due_in = -1};
	bool		has_problem = false;

	*taken = 0;
	PG_TRY();
	{
		look = work_once(is_first, taken, &has_problem);
		if (!has_problem)
			set_problem(look.has_store ? NULL : &no_store);
	}
	PG_CATCH();
	{
		set_problem(catch_error());
		has_problem = true;
	}
	PG_END_TRY();
	if (has_problem)
		look.due_in = WORKER_RESTART_SECONDS;
	else if (look.count > *taken && (look.due_in < 0 || look.due_in > LOCKED_SECONDS))
		look.due_in = LOCKED_SECONDS;
	took_none = look.count > 0 && *taken == 0;
	is_in_round = false;
	worker_lock_shared();
	look_again_at(entry->looked_at, look.due_in);	/* should this worker leave */
	entry->is_busy &= argument.number > 0;
	worker_unlock();
	return look;
}

/* Gives the entry back, unless somebody woke this worker meanwhile. */
static bool
leave_database(bool is_final)
{
	TimestampTz now = GetCurrentTimestamp();
	bool		leaves;

	worker_lock_shared();
	leaves = is_final || argument.number > 0 || entry->is_stopped || entry->look_at > now;
	if (leaves && entry->workers[argument.number].pid == MyProcPid)
		entry->workers[argument.number].pid = 0;
	if (leaves)
		entry->is_busy &= argument.number > 0;
	if (is_in_round)			/* ended in the middle: its back-off is a second at least */
		look_again_at(now, 1);
	worker_unlock();
	return leaves;
}

static void
leave_on_exit(int code pg_attribute_unused(), Datum unused pg_attribute_unused())
{
	(void) leave_database(true);
}

/* Settings of the database or of the server must not end a long finalize. */
static void
override_settings(void)
{
	static const char *const settings[][2] = {
		{"statement_timeout", "0"},
		{"lock_timeout", "0"},
		{"idle_in_transaction_session_timeout", "0"},
		{"default_transaction_isolation", "read committed"},
		{"default_transaction_read_only", "off"},
		{"session_replication_role", "origin"},
		{"transaction_timeout", "0"},
	};

	for (int i = 0; i < (int) lengthof(settings); i++)
	{
		/* some came with a later server */
		if (GetConfigOption(settings[i][0], true, false) != NULL)
			SetConfigOption(settings[i][0], settings[i][1], PGC_SUSET, PGC_S_OVERRIDE);
	}
}

/* Milliseconds to wait after a look: until a deal is due, if that is soon (the
 * launcher knows when to start a worker again), or what is left of
 * memocite.idle_timeout; 0 = leave. */
static long
waiting_time(const Look *look, TimestampTz idle_since)
{
	double		due_in = look->due_in * 1000 + 1;

	if (look->due_in >= 0 &&
		due_in < Max(worker_idle_timeout, Min(worker_debounce, LONGEST_DEBOUNCE) + 1000))
		return (long) due_in;
	return TimestampDifferenceMilliseconds(
		GetCurrentTimestamp(), TimestampTzPlusMilliseconds(idle_since, worker_idle_timeout));
}

/* Connects to the database and takes the worker's place there; ends it where that is taken. */
static void
join_database(void)
{
	bool		joins;

	memcpy(&argument, MyBgworkerEntry->bgw_extra, sizeof(argument));
	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, die);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnectionByOid(argument.database, InvalidOid, 0);
	entry = worker_lock(argument.database);
	joins = entry->database == argument.database && entry->workers[argument.number].pid == 0 &&
		!entry->is_stopped;
	if (joins)
		entry->workers[argument.number] = (WorkerProcess) {MyProcPid, MyLatch};
	worker_unlock();
	if (!joins)
		proc_exit(0);			/* its place is taken, or work is stopped */
	before_shmem_exit(leave_on_exit, (Datum) 0);
	pgstat_report_appname("memocite worker");
	StartTransactionCommand();
	strlcpy(database_name, get_database_name(MyDatabaseId), sizeof(database_name));
	CommitTransactionCommand();
	override_settings();
	progress_start(true);
}

void
memo_worker_main(Datum unused pg_attribute_unused())
{
	TimestampTz idle_since = 0;
	bool		is_first = true;

	join_database();
	for (;;)
	{
		MemoryContext round =
			AllocSetContextCreate(TopMemoryContext, "memocite round", ALLOCSET_DEFAULT_SIZES);
		Look		look;
		int			taken;
		long		wait;

		MemoryContextSwitchTo(round);
		ResetLatch(MyLatch);
		CHECK_FOR_INTERRUPTS();
		if (ConfigReloadPending)
		{
			ConfigReloadPending = false;
			ProcessConfigFile(PGC_SIGHUP);
		}
		if (argument.number >= worker_count)
			proc_exit(0);
		look = try_to_work(is_first, &taken);
		is_first = false;
		MemoryContextSwitchTo(TopMemoryContext);
		MemoryContextDelete(round);
		if (taken > 0)
		{
			idle_since = GetCurrentTimestamp();
			continue;
		}
		pgstat_report_activity(STATE_IDLE,
							   look.due_in < 0 ? "has no work" : "waits until a deal is due");
		wait = waiting_time(&look, idle_since);
		if (wait <= 0 || argument.number > 0 || entry->is_stopped)
		{
			if (leave_database(false))
				proc_exit(0);
			continue;
		}
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, wait,
						 PG_WAIT_EXTENSION);
	}
}
