/*
 * worker_internal.h
 *		What the files of worker/ share with nobody else: launcher and loop.
 */
#ifndef WORKER_INTERNAL_H
#define WORKER_INTERNAL_H

#include "worker/worker.h"

#define WORKER_POLL_SECONDS		60	/* look for work that nobody told of */
#define WORKER_RESTART_SECONDS	10	/* after a worker that did not get to its first look */
/* Argument of a worker, in bgw_extra. */
typedef struct WorkerArgument
{
	Oid			database;
	int			number;			/* from 0, below memocite.workers */
} WorkerArgument;

/* ---------------------------------------------------------- shared.c */

/* With the mutex held: the database's entry, made when missing; NULL when all are taken. */
extern WorkerDatabase *worker_add_database(Oid database);

/* A statement of the worker; %s in its text is the schema of the
 * extension. */
typedef struct Step
{
	const char *text;
	int			nargs;
	Oid			types[3];
	struct _SPI_plan *plan;		/* kept, for one schema; NULL = to be prepared */
	const char *schema;
} Step;

/* --------------------------------------------------------- session.c */

/* Starts a transaction as the store's owner; false = there is no store, and no
 * transaction.  An error where somebody else's code would run as the owner. */
extern bool work_begin(void);

extern void work_end(void);
/* Runs a step in it; returns how many rows it gives, whose columns (from 1 on)
 * are work_result's. */
extern int	work_query(Step *step, Datum *values);

extern Datum work_result(int row, int number, bool *is_null);

/* ---------------------------------------------------------- notify.c */

/* Sends it when the transaction commits, unless it is prepared or what asked is rolled back. */
extern void notify_at_commit(const char *channel, const char *payload);

#endif							/* WORKER_INTERNAL_H */
