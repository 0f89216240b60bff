/*
 * launcher.c
 *		Background process that starts workers where there is work.
 *
 * The preloaded launcher serves the databases of memocite.databases, one
 * started by memo_worker_start() the database it was started in.  It sleeps
 * until a commit wakes it (worker_wake), a worker ends, a waiting deal is due,
 * or a minute has passed; then every database that wants work and has no worker
 * gets one.  Connected to no database, it keeps none from being dropped.
 */
#include "worker/worker_internal.h"
#include "store/store.h"

#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/pg_database.h"
#include "miscadmin.h"
#include "pgstat.h"
#include "postmaster/bgworker.h"
#include "postmaster/interrupt.h"
#include "storage/ipc.h"
#include "storage/proc.h"
#include "tcop/tcopprot.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/varlena.h"

PGDLLEXPORT void memo_launcher_main(Datum argument);

/* What a launcher knows of one database that it serves. */
typedef struct Served
{
	Oid			database;
	BackgroundWorkerHandle *handles[MAX_WORKERS];	/* NULL = not started */
} Served;

static Served served[MAX_WORKER_DATABASES];
static int	nserved = 0;
static bool is_short_of_workers = false;	/* said so already */

/* ------------------------------------------------------------ registration */

/* A process of ours; those that differ in more set it themselves. */
static BackgroundWorker
make_process(const char *function, const char *type, int restart_time)
{
	BackgroundWorker process = {
		.bgw_flags = BGWORKER_SHMEM_ACCESS | BGWORKER_BACKEND_DATABASE_CONNECTION,
		.bgw_start_time = BgWorkerStart_RecoveryFinished,
		.bgw_restart_time = restart_time,
		.bgw_notify_pid = MyProcPid,
	};

	strlcpy(process.bgw_library_name, "memocite", sizeof(process.bgw_library_name));
	strlcpy(process.bgw_function_name, function, sizeof(process.bgw_function_name));
	strlcpy(process.bgw_name, type, sizeof(process.bgw_name));
	strlcpy(process.bgw_type, type, sizeof(process.bgw_type));
	return process;
}

/* Database 0: the preloaded one. */
bool
worker_start_launcher(Oid database, pid_t *pid)
{
	BackgroundWorker process = make_process("memo_launcher_main", "memocite launcher",
											WORKER_RESTART_SECONDS);
	BackgroundWorkerHandle *handle;

	process.bgw_main_arg = ObjectIdGetDatum(database);
	if (OidIsValid(database))
		return RegisterDynamicBackgroundWorker(&process, &handle) &&
			WaitForBackgroundWorkerStartup(handle, pid) == BGWH_STARTED;
	process.bgw_notify_pid = 0;
	RegisterBackgroundWorker(&process);
	return true;
}

/* It is never restarted: the launcher starts another when there is work. */
static bool
start_worker(Oid database, int number, BackgroundWorkerHandle **handle)
{
	BackgroundWorker process = make_process("memo_worker_main", "memocite worker",
											BGW_NEVER_RESTART);
	WorkerArgument argument = {database, number};

	snprintf(process.bgw_name, sizeof(process.bgw_name), "memocite worker %d of database %u",
			 number, database);
	memcpy(process.bgw_extra, &argument, sizeof(argument));
	return RegisterDynamicBackgroundWorker(&process, handle);
}

/* --------------------------------------------------------------- databases */

/* Puts this launcher down for a database; false when another serves it. */
static bool
serve(Oid database)
{
	WorkerDatabase *entry;
	bool		is_ours;
	int			i = 0;

	worker_lock_shared();
	entry = worker_add_database(database);
	is_ours = entry != NULL && (entry->launcher.pid == 0 || entry->launcher.pid == MyProcPid);
	if (is_ours)
		entry->launcher = (WorkerProcess) {MyProcPid, MyLatch};
	worker_unlock();
	while (i < nserved && served[i].database != database)
		i++;
	if (is_ours && i == nserved)
		served[nserved++] = (Served) {.database = database};
	return is_ours;
}

/* Ends the workers of a database and gives its entry back. */
static void
leave_database(int index)
{
	WorkerDatabase *entry;

	for (int i = 0; i < MAX_WORKERS; i++)
	{
		if (served[index].handles[i] != NULL)
			TerminateBackgroundWorker(served[index].handles[i]);
	}
	entry = worker_lock(served[index].database);
	if (entry->is_stopped)
		entry->launcher.pid = 0;	/* and no other launcher starts a worker */
	else
		entry->database = InvalidOid;
	worker_unlock();
	served[index] = served[--nserved];
}

/* At exit, also after an error: others may take the databases over. */
static void
leave_all(int code pg_attribute_unused(), Datum argument pg_attribute_unused())
{
	WorkerShared *shared = worker_lock_shared();

	if (shared->launcher.pid == MyProcPid)
		shared->launcher.pid = 0;
	for (int i = 0; i < MAX_WORKER_DATABASES; i++)
	{
		if (shared->databases[i].launcher.pid == MyProcPid)
			shared->databases[i].launcher.pid = 0;
	}
	worker_unlock();
}

/* A database by its name, or by its oid where that is NULL; all zero when there is none (any
 * more).  By a plain scan, for a process without a database may find no index in its cache. */
static FormData_pg_database
find_database(const char *name, Oid database)
{
	FormData_pg_database found = {0};
	MemoryContext before = CurrentMemoryContext;
	Relation	catalog;
	TableScanDesc scan;
	HeapTuple	row;

	StartTransactionCommand();
	(void) GetTransactionSnapshot();
	catalog = table_open(DatabaseRelationId, AccessShareLock);
	scan = table_beginscan_catalog(catalog, 0, NULL);
	while ((row = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		Form_pg_database each = (Form_pg_database) GETSTRUCT(row);

		if (name == NULL ? each->oid == database : strcmp(NameStr(each->datname), name) == 0)
			memcpy(&found, each, sizeof(found));
	}
	table_endscan(scan);
	table_close(catalog, AccessShareLock);
	CommitTransactionCommand();
	MemoryContextSwitchTo(before);
	return found;
}

/* Reads memocite.databases; a name without a database is skipped, with a word
 * in the log when the setting was read anew. */
static void
read_databases(bool is_new)
{
	Oid			wanted[MAX_WORKER_DATABASES];
	int			nwanted = 0;
	char	   *setting = pstrdup(worker_databases);
	List	   *names = NIL;
	ListCell   *cell;

	(void) SplitIdentifierString(setting, ',', &names); /* the setting's check knows it */
	foreach(cell, names)
	{
		FormData_pg_database found = find_database(lfirst(cell), InvalidOid);

		if (found.datallowconn && nwanted < MAX_WORKER_DATABASES)
			wanted[nwanted++] = found.oid;
		else if (is_new)
			ereport(LOG,
					(errcode(ERRCODE_UNDEFINED_DATABASE),
					 errmsg("memocite has no worker for database \"%s\"", (char *) lfirst(cell)),
					 errdetail("It does not exist or allows no connections; the launcher looks "
							   "again every minute.")));
	}
	for (int i = nserved - 1; i >= 0; i--)
	{
		int			at = 0;

		while (at < nwanted && wanted[at] != served[i].database)
			at++;
		if (at == nwanted)
			leave_database(i);
	}
	for (int i = 0; i < nwanted; i++)
		(void) serve(wanted[i]);
	list_free(names);
	pfree(setting);
}

/* ------------------------------------------------------------------- rounds */

/* Gives back the handle of one that ended. */
static bool
is_running(BackgroundWorkerHandle **handle)
{
	pid_t		pid;

	if (*handle == NULL)
		return false;
	if (GetBackgroundWorkerPid(*handle, &pid) != BGWH_STOPPED)
		return true;
	pfree(*handle);
	*handle = NULL;
	return false;
}

/* Says once, and keeps for memo_doctor, that there is no place for a worker. */
static void
report_no_place(const Served *database, bool is_first)
{
	WorkerDatabase *entry;
	char		message[WORKER_ERROR_SIZE];

	snprintf(message, sizeof(message),
			 "no worker can start: all %d places of max_worker_processes are taken",
			 max_worker_processes);
	entry = worker_lock(database->database);
	if (is_first)
		memcpy(entry->error, message, sizeof(message));
	worker_unlock();
	if (is_short_of_workers)
		return;
	is_short_of_workers = true;
	ereport(LOG, (errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				  errmsg("memocite could not start a worker for database \"%s\"",
						 NameStr(find_database(NULL, database->database).datname)),
				  errhint("Raise max_worker_processes; the launcher tries again.")));
}

/* Starts those of the first count numbers that do not run. */
static void
start_workers(Served *database, int count, TimestampTz now)
{
	WorkerDatabase *entry;

	for (int i = 0; i < count; i++)
	{
		if (is_running(&database->handles[i]))
			continue;
		entry = worker_lock(database->database);
		if (i == 0)
			entry->next_start = TimestampTzPlusMilliseconds(now, WORKER_RESTART_SECONDS * 1000);
		worker_unlock();
		if (start_worker(database->database, i, &database->handles[i]))
			is_short_of_workers = false;
		else
			report_no_place(database, i == 0);
	}
}

/* Starts what is wanted; returns milliseconds until the next round. */
static long
run_round(bool is_poll)
{
	TimestampTz now = GetCurrentTimestamp();
	TimestampTz next = TimestampTzPlusMilliseconds(now, WORKER_POLL_SECONDS * 1000);

	for (int i = 0; i < nserved; i++)
	{
		WorkerDatabase *entry = worker_lock(served[i].database);
		TimestampTz start_at = Max(is_poll ? LOOK_NOW : entry->look_at, entry->next_start);
		int			count = 0;

		if (is_poll)
			entry->look_at = LOOK_NOW;
		if (!entry->is_stopped && start_at <= now)
			count = entry->is_busy ? worker_count : Min(worker_count, 1);
		else if (!entry->is_stopped)
			next = Min(next, start_at);
		worker_unlock();
		start_workers(&served[i], count, now);
	}
	return Max(TimestampDifferenceMilliseconds(now, next), 10);
}

/* The argument is the one database to serve, or 0 for memocite.databases. */
void
memo_launcher_main(Datum argument)
{
	Oid			only = DatumGetObjectId(argument);
	TimestampTz polled_at;

	pqsignal(SIGHUP, SignalHandlerForConfigReload);
	pqsignal(SIGTERM, die);
	BackgroundWorkerUnblockSignals();
	BackgroundWorkerInitializeConnection(NULL, NULL, 0);
	pgstat_report_appname("memocite launcher");
	pgstat_report_activity(STATE_IDLE, "waits for work");
	before_shmem_exit(leave_all, (Datum) 0);
	if (!OidIsValid(only))
	{
		worker_lock_shared()->launcher = (WorkerProcess) {MyProcPid, MyLatch};
		worker_unlock();
		read_databases(true);
	}
	else if (!serve(only))
		proc_exit(0);			/* another launcher has it: no need to come back */
	polled_at = GetCurrentTimestamp();
	for (;;)
	{
		bool is_poll = TimestampDifferenceExceeds(polled_at, GetCurrentTimestamp(),
												  WORKER_POLL_SECONDS * 1000);
		bool		is_reloaded = ConfigReloadPending;
		bool		is_stopped;
		long		wait;

		CHECK_FOR_INTERRUPTS();
		if (is_reloaded)
		{
			ConfigReloadPending = false;
			ProcessConfigFile(PGC_SIGHUP);
		}
		if (is_poll)
			polled_at = GetCurrentTimestamp();
		if (!OidIsValid(only) && (is_poll || is_reloaded))
			read_databases(is_reloaded);
		is_stopped = worker_lock(only)->is_stopped;
		worker_unlock();
		if (OidIsValid(only) &&
			(is_stopped || (is_poll && !OidIsValid(find_database(NULL, only).oid))))
		{
			if (nserved > 0)
				leave_database(0);
			proc_exit(0);		/* for good */
		}
		wait = run_round(is_poll || is_reloaded);
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, wait,
						 PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
	}
}
