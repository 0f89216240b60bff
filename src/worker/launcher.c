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

void
worker_register_launcher(void)
{
	BackgroundWorker process = make_process("memo_launcher_main", "memocite launcher",
											WORKER_RESTART_SECONDS);

	process.bgw_notify_pid = 0;
	RegisterBackgroundWorker(&process);
}

bool
worker_start_launcher(Oid database, pid_t *pid)
{
	BackgroundWorker process = make_process("memo_launcher_main", "memocite launcher",
											WORKER_RESTART_SECONDS);
	BackgroundWorkerHandle *handle;

	process.bgw_main_arg = ObjectIdGetDatum(database);
	return RegisterDynamicBackgroundWorker(&process, &handle) &&
		WaitForBackgroundWorkerStartup(handle, pid) == BGWH_STARTED;
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
	WorkerDatabase *entry;
	bool		is_ours;

	worker_lock_shared();
	entry = worker_add_database(database);
	is_ours = entry != NULL && (entry->launcher.pid == 0 || entry->launcher.pid == MyProcPid);
	if (is_ours)
		entry->launcher = (WorkerProcess) {MyProcPid, MyLatch};
	worker_unlock();
	if (is_ours && find_served(database) == NULL)
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
			if (strcmp(NameStr(databases[i].datname), lfirst(cell)) == 0 &&
				databases[i].datallowconn)
				found = databases[i].oid;
		}
		if (OidIsValid(found) && nwanted < MAX_WORKER_DATABASES)
			wanted[nwanted++] = found;
		else if (is_new)
			ereport(LOG,
					(errcode(ERRCODE_UNDEFINED_DATABASE),
					 errmsg("memocite has no worker for database \"%s\"", (char *) lfirst(cell)),
					 errdetail("It does not exist or allows no connections; the launcher looks "
							   "again every minute.")));
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

/* How many workers a database should have now; sets when to look again. */
static int
workers_wanted(Oid database, TimestampTz now, TimestampTz *next)
{
	WorkerDatabase *entry;
	int			count = 0;

	entry = worker_lock(database);
	if (!entry->is_stopped)
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
	worker_unlock();
	return count;
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
						 database_name(database->database)),
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
		if (is_poll)
		{
			worker_lock(served[i].database)->is_wanted = true;
			worker_unlock();
		}
		start_workers(&served[i], workers_wanted(served[i].database, now, &next), now);
	}
	return Max(TimestampDifferenceMilliseconds(now, next), 10);
}

static bool
is_asked_to_stop(Oid only)
{
	bool		is_stopped = worker_lock(only)->is_stopped;

	worker_unlock();
	return is_stopped;
}

/* Takes the databases that this launcher is for; ends where another has the only one. */
static void
join(Oid only)
{
	before_shmem_exit(leave_all, (Datum) 0);
	if (OidIsValid(only))
	{
		if (!serve(only))
			proc_exit(0);		/* another launcher has it: no need to come back */
		return;
	}
	worker_lock_shared()->launcher = (WorkerProcess) {MyProcPid, MyLatch};
	worker_unlock();
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
		bool is_poll = TimestampDifferenceExceeds(polled_at, GetCurrentTimestamp(),
												  WORKER_POLL_SECONDS * 1000);
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
		if (OidIsValid(only) &&
			(is_asked_to_stop(only) || (is_poll && database_name(only)[0] == '\0')))
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
