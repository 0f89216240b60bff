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

static void
fill_launcher(BackgroundWorker *worker, Oid database)
{
	memset(worker, 0, sizeof(*worker));
	worker->bgw_flags = BGWORKER_SHMEM_ACCESS | BGWORKER_BACKEND_DATABASE_CONNECTION;
	worker->bgw_start_time = BgWorkerStart_RecoveryFinished;
	worker->bgw_restart_time = WORKER_RESTART_SECONDS;
	worker->bgw_main_arg = ObjectIdGetDatum(database);
	strlcpy(worker->bgw_library_name, "memocite", sizeof(worker->bgw_library_name));
	strlcpy(worker->bgw_function_name, "memo_launcher_main", sizeof(worker->bgw_function_name));
	strlcpy(worker->bgw_name, "memocite launcher", sizeof(worker->bgw_name));
	strlcpy(worker->bgw_type, "memocite launcher", sizeof(worker->bgw_type));
}

void
worker_register_launcher(void)
{
	BackgroundWorker worker;

	fill_launcher(&worker, InvalidOid);
	RegisterBackgroundWorker(&worker);
}

bool
worker_start_launcher(Oid database, pid_t *pid)
{
	BackgroundWorker worker;
	BackgroundWorkerHandle *handle;

	fill_launcher(&worker, database);
	worker.bgw_notify_pid = MyProcPid;
	return RegisterDynamicBackgroundWorker(&worker, &handle) &&
		WaitForBackgroundWorkerStartup(handle, pid) == BGWH_STARTED;
}

static bool
start_worker(Oid database, int number, BackgroundWorkerHandle **handle)
{
	BackgroundWorker worker = {0};
	WorkerArgument argument = {database, number};

	worker.bgw_flags = BGWORKER_SHMEM_ACCESS | BGWORKER_BACKEND_DATABASE_CONNECTION;
	worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
	worker.bgw_restart_time = BGW_NEVER_RESTART;	/* the launcher does, when there is work */
	worker.bgw_notify_pid = MyProcPid;
	strlcpy(worker.bgw_library_name, "memocite", sizeof(worker.bgw_library_name));
	strlcpy(worker.bgw_function_name, "memo_worker_main", sizeof(worker.bgw_function_name));
	snprintf(worker.bgw_name, sizeof(worker.bgw_name), "memocite worker %d of database %u", number, database);
	strlcpy(worker.bgw_type, "memocite worker", sizeof(worker.bgw_type));
	memcpy(worker.bgw_extra, &argument, sizeof(argument));
	return RegisterDynamicBackgroundWorker(&worker, handle);
}

/* --------------------------------------------------------------- databases */

static Served *
find_served(Oid database)
{
	for (int i = 0; i < nserved; i++)
	{
		if (served[i].database == database)
			return &served[i];
	}
	return NULL;
}

/* Puts this launcher down for a database; false when another serves it. */
static bool
serve(Oid database)
{
	WorkerShared *shared = worker_shared();
	WorkerDatabase *entry;
	bool		is_ours = false;

	SpinLockAcquire(&shared->mutex);
	entry = worker_add_database(database);
	if (entry != NULL && (entry->launcher.pid == 0 || entry->launcher.pid == MyProcPid))
	{
		entry->launcher = (WorkerProcess) {MyProcPid, MyLatch};
		is_ours = true;
	}
	SpinLockRelease(&shared->mutex);
	if (is_ours && find_served(database) == NULL)
		served[nserved++] = (Served) {.database = database};
	return is_ours;
}

/* Ends the workers of a database and gives its entry back. */
static void
leave_database(int index)
{
	WorkerShared *shared = worker_shared();
	WorkerDatabase *entry;

	for (int i = 0; i < MAX_WORKERS; i++)
	{
		if (served[index].handles[i] != NULL)
			TerminateBackgroundWorker(served[index].handles[i]);
	}
	SpinLockAcquire(&shared->mutex);
	entry = worker_database(served[index].database);
	if (entry != NULL && entry->is_stopped)
		entry->launcher.pid = 0;	/* and no other launcher starts a worker */
	else if (entry != NULL)
		entry->database = InvalidOid;
	SpinLockRelease(&shared->mutex);
	served[index] = served[--nserved];
}

static void
leave_all(int code pg_attribute_unused(), Datum argument pg_attribute_unused())
{
	WorkerShared *shared = worker_shared();

	SpinLockAcquire(&shared->mutex);
	if (shared->launcher.pid == MyProcPid)
		shared->launcher.pid = 0;
	for (int i = 0; i < MAX_WORKER_DATABASES; i++)
	{
		if (shared->databases[i].launcher.pid == MyProcPid)
			shared->databases[i].launcher.pid = 0;
	}
	SpinLockRelease(&shared->mutex);
}

/*
 * All databases.  By a plain scan, for a process without a database may find no
 * index in its cache.
 */
static int
scan_databases(FormData_pg_database **databases)
{
	Relation	catalog;
	TableScanDesc scan;
	HeapTuple	row;
	MemoryContext before = CurrentMemoryContext;
	int			count = 0;
	int			room = 64;

	*databases = palloc(sizeof(FormData_pg_database) * room);
	StartTransactionCommand();
	(void) GetTransactionSnapshot();
	catalog = table_open(DatabaseRelationId, AccessShareLock);
	scan = table_beginscan_catalog(catalog, 0, NULL);
	while ((row = heap_getnext(scan, ForwardScanDirection)) != NULL)
	{
		if (count == room)
			*databases = repalloc(*databases, sizeof(FormData_pg_database) * (room *= 2));
		memcpy(&(*databases)[count++], GETSTRUCT(row), sizeof(FormData_pg_database));
	}
	table_endscan(scan);
	table_close(catalog, AccessShareLock);
	CommitTransactionCommand();
	MemoryContextSwitchTo(before);
	return count;
}

/* Leaves databases that are not in the list, and serves those that are. */
static void
serve_only(const Oid *wanted, int nwanted)
{
	for (int i = nserved - 1; i >= 0; i--)
	{
		bool		is_wanted = false;

		for (int j = 0; j < nwanted; j++)
			is_wanted |= wanted[j] == served[i].database;
		if (!is_wanted)
			leave_database(i);
	}
	for (int i = 0; i < nwanted; i++)
		(void) serve(wanted[i]);
}

/* Reads memocite.databases; a name without a database is skipped, with a word
 * in the log when the setting was read anew. */
static void
read_databases(bool is_new)
{
	FormData_pg_database *databases;
	int			count = scan_databases(&databases);
	Oid			wanted[MAX_WORKER_DATABASES];
	int			nwanted = 0;
	char	   *setting = pstrdup(worker_databases);
	List	   *names = NIL;
	ListCell   *cell;

	(void) SplitIdentifierString(setting, ',', &names); /* the setting's check knows it */
	foreach(cell, names)
	{
		Oid			found = InvalidOid;

		for (int i = 0; i < count; i++)
		{
			if (strcmp(NameStr(databases[i].datname), lfirst(cell)) == 0 && databases[i].datallowconn)
				found = databases[i].oid;
		}
		if (OidIsValid(found) && nwanted < MAX_WORKER_DATABASES)
			wanted[nwanted++] = found;
		else if (is_new)
			ereport(LOG,
					(errcode(ERRCODE_UNDEFINED_DATABASE),
					 errmsg("memocite has no worker for database \"%s\"", (char *) lfirst(cell)),
					 errdetail("It does not exist or allows no connections; the launcher looks again every minute.")));
	}
	serve_only(wanted, nwanted);
	list_free(names);
	pfree(setting);
	pfree(databases);
}

/* "" when there is no such database (any more). */
static const char *
database_name(Oid database)
{
	static NameData name;
	FormData_pg_database *databases;
	int			count = scan_databases(&databases);

	memset(&name, 0, sizeof(name));
	for (int i = 0; i < count; i++)
	{
		if (databases[i].oid == database)
			name = databases[i].datname;
	}
	pfree(databases);
	return NameStr(name);
}

/* ------------------------------------------------------------------- rounds */

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

/* How many workers a database should have now; sets when to look again. */
static int
workers_wanted(Oid database, TimestampTz now, TimestampTz *next)
{
	WorkerShared *shared = worker_shared();
	WorkerDatabase *entry;
	int			count = 0;

	SpinLockAcquire(&shared->mutex);
	entry = worker_database(database);
	if (entry != NULL && !entry->is_stopped)
	{
		if (entry->next_due != 0 && entry->next_due <= now)
			entry->is_wanted = true;
		if (entry->is_wanted)
			count = entry->is_busy || entry->is_working ? worker_count : Min(worker_count, 1);
		else if (entry->is_busy)
			count = worker_count;
		if (count > 0 && entry->next_start > now)
		{
			*next = Min(*next, entry->next_start);
			count = 0;
		}
		else if (entry->next_due > now)
			*next = Min(*next, entry->next_due);
	}
	SpinLockRelease(&shared->mutex);
	return count;
}

/* Says once, and keeps for memo_doctor, that there is no place for a worker. */
static void
report_no_place(const Served *database, bool is_first)
{
	WorkerShared *shared = worker_shared();
	WorkerDatabase *entry;
	char		message[WORKER_ERROR_SIZE];

	snprintf(message, sizeof(message), "no worker can start: all %d places of max_worker_processes are taken", max_worker_processes);
	SpinLockAcquire(&shared->mutex);
	entry = worker_database(database->database);
	if (entry != NULL && is_first)
		memcpy(entry->error, message, sizeof(message));
	SpinLockRelease(&shared->mutex);
	if (is_short_of_workers)
		return;
	is_short_of_workers = true;
	ereport(LOG,
			(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
			 errmsg("memocite could not start a worker for database \"%s\"", database_name(database->database)),
			 errhint("Raise max_worker_processes; the launcher tries again.")));
}

static void
start_workers(Served *database, int count, TimestampTz now)
{
	WorkerShared *shared = worker_shared();
	WorkerDatabase *entry;

	for (int i = 0; i < count; i++)
	{
		if (is_running(&database->handles[i]))
			continue;
		SpinLockAcquire(&shared->mutex);
		entry = worker_database(database->database);
		if (entry != NULL && i == 0)
			entry->next_start = TimestampTzPlusMilliseconds(now, WORKER_RESTART_SECONDS * 1000);
		SpinLockRelease(&shared->mutex);
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
	WorkerShared *shared = worker_shared();
	TimestampTz now = GetCurrentTimestamp();
	TimestampTz next = TimestampTzPlusMilliseconds(now, WORKER_POLL_SECONDS * 1000);

	for (int i = 0; i < nserved; i++)
	{
		if (is_poll)
		{
			WorkerDatabase *entry;

			SpinLockAcquire(&shared->mutex);
			entry = worker_database(served[i].database);
			if (entry != NULL)
				entry->is_wanted = true;
			SpinLockRelease(&shared->mutex);
		}
		start_workers(&served[i], workers_wanted(served[i].database, now, &next), now);
	}
	return Max(TimestampDifferenceMilliseconds(now, next), 10);
}

static bool
is_asked_to_stop(Oid only)
{
	WorkerShared *shared = worker_shared();
	WorkerDatabase *entry;
	bool		is_stopped;

	SpinLockAcquire(&shared->mutex);
	entry = worker_database(only);
	is_stopped = entry != NULL && entry->is_stopped;
	SpinLockRelease(&shared->mutex);
	return is_stopped;
}

static void
join(Oid only)
{
	WorkerShared *shared = worker_shared();

	before_shmem_exit(leave_all, (Datum) 0);
	if (OidIsValid(only))
	{
		if (!serve(only))
			proc_exit(0);		/* another launcher has it: no need to come back */
		return;
	}
	SpinLockAcquire(&shared->mutex);
	shared->launcher = (WorkerProcess) {MyProcPid, MyLatch};
	SpinLockRelease(&shared->mutex);
	read_databases(true);
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
	join(only);
	polled_at = GetCurrentTimestamp();
	for (;;)
	{
		bool		is_poll = TimestampDifferenceExceeds(polled_at, GetCurrentTimestamp(), WORKER_POLL_SECONDS * 1000);
		bool		is_reloaded = ConfigReloadPending;
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
		if (OidIsValid(only) && (is_asked_to_stop(only) || (is_poll && database_name(only)[0] == '\0')))
		{
			if (nserved > 0)
				leave_database(0);
			proc_exit(0);		/* for good */
		}
		wait = run_round(is_poll || is_reloaded);
		(void) WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH, wait, PG_WAIT_EXTENSION);
		ResetLatch(MyLatch);
	}
}
