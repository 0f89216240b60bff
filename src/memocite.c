/*
 * memocite.c
 *		Library entry: magic block, registration of the worker.
 */
#include "store/store.h"
#include "worker/worker.h"

#include "fmgr.h"
#include "storage/ipc.h"
#include "storage/shmem.h"

PG_MODULE_MAGIC;

static shmem_request_hook_type next_shmem_request = NULL;

void		_PG_init(void);

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
	settings_define();
	is_preloaded = process_shared_preload_libraries_in_progress;
	/* a worker would keep pg_upgrade from its databases */
	if (!process_shared_preload_libraries_in_progress || IsBinaryUpgrade)
		return;
	next_shmem_request = shmem_request_hook;
	shmem_request_hook = request_shmem;
	worker_register_launcher();
}
