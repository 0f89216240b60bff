/*
 * worker.h
 *		Background workers that finalize the deals in the queue.
 *
 * Example: a commit that changes a deal wakes the launcher, which starts a worker.
 *
 * Owns: shared memory of launcher and workers.
 * Never knows: the engine; it calls memo_finalize through SQL.
 */
#ifndef WORKER_WORKER_H
#define WORKER_WORKER_H

#include "base/base.h"
#include "store/store.h"

#include "storage/latch.h"
#include "storage/spin.h"
#include "utils/timestamp.h"

/* ---------------------------------------------------------- shared.c */

extern char *worker_databases;	/* memocite.databases */
extern int	worker_count;		/* memocite.workers */
extern int	worker_debounce;	/* memocite.debounce, ms */
extern int	worker_idle_timeout;	/* memocite.idle_timeout, ms */
extern bool is_preloaded;		/* by shared_preload_libraries */

#define MAX_WORKER_DATABASES	32
#define MAX_WORKERS				8	/* of one database */

/* Before a transaction that may have to wake the worker at its end. */
extern void worker_prepare_wake(void);

/* Tells the worker of this database, if there is one, that a deal waits. */
extern void worker_wake(bool is_prepared);

/* ------------------------------------------------------------ loop.c */

/* NOTIFY memocite, when the transaction commits; a worker does it right after. */
extern void worker_notify(const char *payload);

/* ---------------------------------------------------------- shared.c */

#define LOOK_NOW				((TimestampTz) 0)
#define LOOK_NEVER				DT_NOEND
#define MAX_PROGRESS			32
#define WORKER_ERROR_SIZE		256
/* A process that may be woken; pid 0 = none. */
typedef struct WorkerProcess
{
	pid_t		pid;
	Latch	   *latch;
} WorkerProcess;

typedef struct WorkerDatabase
{
	Oid			database;		/* InvalidOid = a free entry */
	WorkerProcess launcher;		/* the one that serves it */
	WorkerProcess workers[MAX_WORKERS];
	TimestampTz look_at;		/* somebody should look into the queue then; LOOK_NEVER */
	TimestampTz next_start;		/* no worker is started before */
	bool		is_busy;		/* the first worker is at a deal: others look, too */
	bool		is_stopped;		/* by memo_worker_stop() */
	bool is_prepared; /* a prepared transaction may have requests: nobody tells of its commit */
	TimestampTz looked_at;		/* the last look into the queue; 0 = none */
	int64		finalized;		/* deals since the server started */
	int64		failed;			/* attempts that ended in an error */
	char		error[WORKER_ERROR_SIZE];	/* of the last look or start, "" = none */
} WorkerDatabase;

/* What one backend tells of a run over many deals. */
typedef struct WorkProgress
{
	pid_t		pid;			/* 0 = a free entry */
	Oid			database;
	Oid			role;
	bool		is_worker;
	int64		deals_total;	/* 0 = not known */
	int64		deals_done;
	int64		deals_failed;
	int64		deal_id;		/* the one at work; 0 = none */
	TimestampTz started_at;
} WorkProgress;

typedef struct WorkerShared
{
	slock_t		mutex;			/* guards all below; held for a few instructions */
	WorkerProcess launcher;		/* the preloaded one */
	WorkerDatabase databases[MAX_WORKER_DATABASES];
	WorkProgress progress[MAX_PROGRESS];
} WorkerShared;

/* The shared memory, attached on first use; the server has some to spare for
 * libraries that were not preloaded. */
extern WorkerShared *worker_shared(void);

/*
 * Takes the mutex, and gives it back.  The entry of a database that has none is a blank
 * one: what is written to it is lost.  In between is nothing that may fail or wait.
 */
extern WorkerShared *worker_lock_shared(void);
extern WorkerDatabase *worker_lock(Oid database);
extern void worker_unlock(void);

/* Wakes a process; with or without the mutex. */
extern void worker_set_latch(const WorkerProcess *process);

/* -------------------------------------------------------- launcher.c */

/* Starts a launcher: for one database at run time, or in _PG_init the preloaded one, for
 * database 0. */
extern bool worker_start_launcher(Oid database, pid_t *pid);

/* ---------------------------------------------------------- shared.c */

/* This backend's progress; deal_id 0 = between deals. */
extern void progress_start(bool is_worker);

extern void progress_set(int64 total, int64 done, int64 failed, int64 deal_id);
extern void progress_end(void);

#endif							/* WORKER_WORKER_H */
