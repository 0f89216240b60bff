/*
 * worker_internal.h
 *		What the processes of the worker share: worker_loop.c, worker.c,
 *		worker_launcher.c, worker_shared.c and api_worker.c.
 *
 * A launcher is connected to no database and sleeps.  A commit that put a deal
 * in the queue marks its database as wanted and wakes the launcher, which
 * starts a worker there.  The worker finalizes what is due and, when idle,
 * leaves, so that the database can be dropped or copied.
 */
#ifndef WORKER_INTERNAL_H
#define WORKER_INTERNAL_H

#include "memocite.h"
#include "storage/latch.h"
#include "storage/spin.h"
#include "utils/timestamp.h"

#define MAX_WORKER_DATABASES	32
#define MAX_WORKERS				8	/* of one database */
#define MAX_PROGRESS			32
#define WORKER_ERROR_SIZE		256
#define WORKER_POLL_SECONDS		60	/* look for work that nobody told of */
#define WORKER_RESTART_SECONDS	10	/* after a worker that did not get to its first look */

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
	bool		is_wanted;		/* something to do, or to look for; a look clears it */
	bool		is_busy;		/* more deals are due than one worker takes at once */
	bool		is_working;		/* the first worker is at a deal */
	bool		is_stopped;		/* by memo_worker_stop() */
	bool		is_prepared;	/* a prepared transaction may have requests: nobody tells of its commit */
	TimestampTz next_start;		/* no worker is started before */
	TimestampTz next_due;		/* when a waiting deal will be due; 0 = unknown */
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

/* Argument of a worker, in bgw_extra. */
typedef struct WorkerArgument
{
	Oid			database;
	int			number;			/* from 0, below memocite.workers */
} WorkerArgument;

/* The shared memory, attached on first use; the server has some to spare for
 * libraries that were not preloaded. */
extern WorkerShared *worker_shared(void);

/* The database's entry, NULL when there is none.  Call with the mutex held. */
extern WorkerDatabase *worker_database(Oid database);

/* The same, made when missing; NULL when all entries are taken. */
extern WorkerDatabase *worker_add_database(Oid database);

/* Wakes a process; with or without the mutex. */
extern void worker_set_latch(const WorkerProcess *process);

/* Registers a launcher: in _PG_init, or for one database at run time. */
extern void worker_register_launcher(void);
extern bool worker_start_launcher(Oid database, pid_t *pid);

/* worker.c: a statement of the worker; %s in its text is the schema of the
 * extension. */
typedef struct Step
{
	const char *text;
	int			nargs;
	Oid			types[3];
	struct _SPI_plan *plan;		/* kept, for one schema; NULL = to be prepared */
	const char *schema;
} Step;

/* Starts a transaction as the store's owner; false = there is no store, and no
 * transaction.  An error where somebody else's code would run as the owner. */
extern bool work_begin(void);
extern void work_end(void);

/* Runs a step in it; returns how many rows it gives, whose columns (from 1 on)
 * are work_result's. */
extern int	work_query(Step *step, Datum *values);
extern Datum work_result(int row, int number, bool *is_null);

/* This backend's progress; deal_id 0 = between deals. */
extern void progress_start(bool is_worker);
extern void progress_set(int64 total, int64 done, int64 failed, int64 deal_id);
extern void progress_end(void);

#endif							/* WORKER_INTERNAL_H */
