/*
 * shared.c
 *		Shared memory of the worker: which database wants work, who does it, and
 *		how far.
 *
 * It is a few kilobytes, so a library that was not preloaded takes them from
 * what the server keeps to spare; preloaded, it asks for them in time.
 *
 * All that a launcher waits for is look_at.  A commit that wrote a request sets it to now
 * and wakes launcher and worker; who looks into the queue sets it to never before the
 * look, so that no wake is lost, and after it to when the next deal is due:
 *
 *		commit: now -> look: never -> deal 7 is due in 2 s: then -> launcher starts a worker
 */
#include "worker/worker_internal.h"

#include "access/xact.h"
#include "storage/ipc.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"

char	   *worker_databases = NULL;
int			worker_count = 1;
int			worker_debounce = 2000;
int			worker_idle_timeout = 1000;
bool		is_preloaded = false;

static WorkerShared *shared = NULL;
static WorkProgress *progress = NULL;

/* Sessions of an older library, from before an upgrade without a restart, have
 * memory of their own: hence the size in the name. */
WorkerShared *
worker_shared(void)
{
	char		name[64];
	WorkerShared *memory;
	bool		found;

	if (shared != NULL)
		return shared;
	snprintf(name, sizeof(name), "memocite %s, %zu bytes", MEMOCITE_VERSION, sizeof(WorkerShared));
	LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
	memory = ShmemInitStruct(name, sizeof(WorkerShared), &found);
	if (!found)
	{
		memset(memory, 0, sizeof(WorkerShared));
		SpinLockInit(&memory->mutex);
	}
	LWLockRelease(AddinShmemInitLock);
	shared = memory;
	return shared;
}

WorkerShared *
worker_lock_shared(void)
{
	(void) worker_shared();
	SpinLockAcquire(&shared->mutex);
	return shared;
}

/* With the mutex held; NULL when there is none. */
static WorkerDatabase *
find_database(Oid database)
{
	for (int i = 0; i < MAX_WORKER_DATABASES; i++)
	{
		if (shared->databases[i].database == database)
			return &shared->databases[i];
	}
	return NULL;
}

WorkerDatabase *
worker_lock(Oid database)
{
	static WorkerDatabase blank;
	WorkerDatabase *entry;

	worker_lock_shared();
	entry = find_database(database);
	if (entry != NULL)
		return entry;
	memset(&blank, 0, sizeof(blank));
	return &blank;
}

void
worker_unlock(void)
{
	SpinLockRelease(&shared->mutex);
}

/* Stopped, and neither launcher nor worker is left: all that it says is that no
 * preloaded launcher should begin, which is dear only while there is room. */
static bool
is_abandoned(const WorkerDatabase *entry)
{
	for (int i = 0; i < MAX_WORKERS; i++)
	{
		if (entry->workers[i].pid != 0)
			return false;
	}
	return entry->is_stopped && entry->launcher.pid == 0;
}

WorkerDatabase *
worker_add_database(Oid database)
{
	WorkerDatabase *entry = find_database(database);

	if (entry != NULL)
		return entry;
	entry = find_database(InvalidOid);
	for (int i = 0; i < MAX_WORKER_DATABASES && entry == NULL; i++)
	{
		if (is_abandoned(&shared->databases[i]))
			entry = &shared->databases[i];
	}
	if (entry != NULL)
	{
		memset(entry, 0, sizeof(WorkerDatabase));
		entry->database = database;
		entry->look_at = LOOK_NOW;
		entry->is_prepared = true;	/* before a restart of the server, perhaps */
	}
	return entry;
}

void
worker_set_latch(const WorkerProcess *process)
{
	if (process->pid != 0)
		SetLatch(process->latch);
}

/* Called right after a commit, too: it raises no error. */
void
worker_wake(bool is_prepared)
{
	WorkerDatabase *entry;
	WorkerProcess launcher;
	WorkerProcess worker;

	if (shared == NULL)
		return;
	entry = worker_lock(MyDatabaseId);
	entry->look_at = LOOK_NOW;
	entry->is_prepared |= is_prepared;
	launcher = entry->launcher;
	worker = entry->workers[0];
	worker_unlock();
	worker_set_latch(&worker);
	worker_set_latch(&launcher);
}

/* A server without shared memory to spare has no worker to wake either, so a
 * write must not fail for it. */
void
worker_prepare_wake(void)
{
	static bool is_tried = false;
	MemoryContext before = CurrentMemoryContext;

	if (is_tried)
		return;
	is_tried = true;
	PG_TRY();
	{
		(void) worker_shared();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(before);
		FlushErrorState();
		HOLD_INTERRUPTS();		/* the error took back what the release will */
		LWLockRelease(AddinShmemInitLock);
	}
	PG_END_TRY();
}

/* ---------------------------------------------------------------- progress */

static void
leave_progress(int code pg_attribute_unused(), Datum arg pg_attribute_unused())
{
	progress_end();
}

/* An error or cancel ends a run without a word. */
static void
end_progress_of_aborted(XactEvent event, void *arg pg_attribute_unused())
{
	if (event == XACT_EVENT_ABORT && progress != NULL && !progress->is_worker)
		progress_end();
}

void
progress_start(bool is_worker)
{
	static bool is_registered = false;
	WorkerShared *memory = worker_shared();

	if (!is_registered)
	{
		before_shmem_exit(leave_progress, (Datum) 0);
		RegisterXactCallback(end_progress_of_aborted, NULL);
		is_registered = true;
	}
	progress_end();
	worker_lock_shared();
	for (int i = 0; i < MAX_PROGRESS && progress == NULL; i++)
	{
		if (memory->progress[i].pid == 0)
			progress = &memory->progress[i];
	}
	if (progress != NULL)
		*progress = (WorkProgress){.pid = MyProcPid,
								   .database = MyDatabaseId,
								   .role = GetUserId(),
								   .is_worker = is_worker};
	worker_unlock();
	if (progress != NULL)
		progress->started_at = GetCurrentTimestamp();
}

void
progress_set(int64 total, int64 done, int64 failed, int64 deal_id)
{
	if (progress == NULL)
		return;
	worker_lock_shared();
	progress->deals_total = total;
	progress->deals_done = done;
	progress->deals_failed = failed;
	progress->deal_id = deal_id;
	worker_unlock();
}

void
progress_end(void)
{
	if (progress == NULL)
		return;
	worker_lock_shared();
	progress->pid = 0;
	worker_unlock();
	progress = NULL;
}
