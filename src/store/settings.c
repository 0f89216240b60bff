/*
 * settings.c
 *		The settings of the server (GUCs memocite.*): operations only, for what
 *		changes a memo is data.
 */
#include "store/store.h"

#include "utils/guc.h"
#include "utils/varlena.h"

bool		notify_enabled = true;
char	   *worker_databases = NULL;
int			worker_count = 1;
int			worker_debounce = 2000;
int			worker_idle_timeout = 1000;
bool		is_preloaded = false;
bool		is_restoring = false;

static bool
check_databases(char **value, void **extra pg_attribute_unused(), GucSource source pg_attribute_unused())
{
	char	   *copy = pstrdup(*value);
	List	   *names;
	bool		is_list = SplitIdentifierString(copy, ',', &names);

	if (is_list && list_length(names) > MAX_WORKER_DATABASES)
		GUC_check_errdetail("It names %d databases; at most %d have workers.", list_length(names), MAX_WORKER_DATABASES);
	else if (!is_list)
		GUC_check_errdetail("It is no list of database names.");
	is_list = is_list && list_length(names) <= MAX_WORKER_DATABASES;
	list_free(names);
	pfree(copy);
	return is_list;
}

void
settings_define(void)
{
	DefineCustomBoolVariable("memocite.notify",
							 "Notify channel \"memocite\" when a memo is finalized.",
							 "Notifying commits wait for each other; turn it off where nobody listens.",
							 &notify_enabled, true, PGC_USERSET, 0, NULL, NULL, NULL);
	DefineCustomStringVariable("memocite.databases",
							   "Databases whose queues background workers drain.",
							   "A list of names; empty: none. Counts only where memocite is in shared_preload_libraries.",
							   &worker_databases, "postgres", PGC_SIGHUP, GUC_LIST_INPUT, check_databases, NULL, NULL);
	DefineCustomIntVariable("memocite.workers",
							"Background workers at most in one database.",
							"0 pauses them.",
							&worker_count, 1, 0, MAX_WORKERS, PGC_SIGHUP, 0, NULL, NULL, NULL);
	DefineCustomIntVariable("memocite.debounce",
							"Time that a deal must have been left alone before a worker finalizes it.",
							"Agents that write at once make one memo. A deal that changes all the time waits at most 30 times as long.",
							&worker_debounce, 2000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
	DefineCustomIntVariable("memocite.idle_timeout",
							"Time after which an idle worker leaves its database.",
							"A database with a connected worker cannot be dropped; the worker comes back when there is work.",
							&worker_idle_timeout, 1000, 0, 3600 * 1000, PGC_SIGHUP, GUC_UNIT_MS, NULL, NULL, NULL);
	/* for functions of ours that write rows as they were stored, which may be older than a check */
	DefineCustomBoolVariable("memocite.restoring",
							 "Takes rows of metric and metric_kind as they are.",
							 NULL, &is_restoring, false, PGC_USERSET, GUC_NO_SHOW_ALL | GUC_NO_RESET_ALL | GUC_NOT_IN_SAMPLE | GUC_DISALLOW_IN_FILE,
							 NULL, NULL, NULL);
	MarkGUCPrefixReserved("memocite");
}

int
settings_open(void)
{
	static const struct
	{
		const char *name;
		const char *value;
	}			settings[] = {{"search_path", "pg_catalog, pg_temp"}, {"enable_seqscan", "off"}, {"jit", "off"}};
	int			level = NewGUCNestLevel();

	for (int i = 0; i < (int) lengthof(settings); i++)
		(void) set_config_option(settings[i].name, settings[i].value, PGC_USERSET, PGC_S_SESSION,
								 GUC_ACTION_SAVE, true, 0, false);
	return level;
}
