/*
 * memocite.c
 *		Library entry: magic block, settings of the server (GUCs memocite.*, operations
 *		only: what changes a memo is data), registration of the worker.
 */
#include "server/server.h"
#include "worker/worker.h"

#include "fmgr.h"
#include "storage/ipc.h"
#include "storage/shmem.h"
#include "utils/guc.h"
#include "utils/varlena.h"

PG_MODULE_MAGIC;

static shmem_request_hook_type next_shmem_request = NULL;

void		_PG_init(void);

/* ---------------------------------------------------------------- settings */

/* A list of names, no longer than there are entries in shared memory. */
static bool
check_databases(char **value, void **extra pg_attribute_unused(),
				GucSource source pg_attribute_unused())
{
	char	   *copy = pstrdup(*value);
	List	   *names;
	bool		is_list = SplitIdentifierString(copy, ',', &names);

	if (is_list && list_length(names) > MAX_WORKER_DATABASES)
		GUC_check_errdetail("It names %d databases; at most %d have workers.", list_length(names),
							MAX_WORKER_DATABASES);
	else if (!is_list)
		GUC_check_errdetail("It is no list of database names.");
	is_list = is_list && list_length(names) <= MAX_WORKER_DATABASES;
	list_free(names);
	pfree(copy);
	return is_list;
}

static void
define_settings(void)
{
	DefineCustomBoolVariable(
		"memocite.notify", "Notify channel \"memocite\" when a memo is finalized.",
		"Notifying commits wait for each other; turn it off where nobody listens.", &notify_enabled,
		true, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomStringVariable(
		"memocite.databases", "Databases whose queues background workers drain.",
		"A list of names; empty: none. Counts only where memocite is in shared_preload_libraries.",
		&worker_databases, "postgres", PGC_SIGHUP, GUC_LIST_INPUT, check_databases, NULL, NULL);
	DefineCustomIntVariable("memocite.workers",
							"Background workers at most in one database.",
							"0 pauses them.",
							&worker_count, 1, 0, MAX_WORKERS, PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomIntVariable(
		"memocite.debounce",
		"Time that a deal must have been left alone before a worker finalizes it.",
		"Agents that write at once make one memo. A deal that changes all the time waits at most "
		"30 times as long.",
		&worker_debounce, 2000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
	DefineCustomIntVariable(
		"memocite.idle_timeout", "Time after which an idle worker leaves its database.",
		"A database with a connected worker cannot be dropped; the worker comes back when there is "
		"work.",
		&worker_idle_timeout, 1000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
	/* for functions of ours that write rows as they were stored, which may be older than a check */
	DefineCustomBoolVariable(
		"memocite.restoring", "Takes rows as they are, also those that are refused now.", NULL,
		&is_restoring, false, PGC_USERSET,
		GUC_NO_SHOW_ALL | GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE, NULL, NULL,
		NULL);
	MarkGUCPrefixReserved("memocite");
}

/* ------------------------------------------------------------------- entry */

static void
request_shmem(void)
{
	if (next_shmem_request != NULL)
		next_shmem_request();
	RequestAddinShmemSpace(MAXALIGN(sizeof(WorkerShared)));
}

void
_PG_init(void)
{
	define_settings();
	is_preloaded = process_shared_preload_libraries_in_progress;
	/* a worker would keep pg_upgrade from its databases */
	if (!process_shared_preload_libraries_in_progress || IsBinaryUpgrade)
		return;
	next_shmem_request = shmem_request_hook;
	shmem_request_hook = request_shmem;
	(void) worker_start_launcher(InvalidOid, NULL);
}
