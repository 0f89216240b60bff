/*
 * session.c
 *		A transaction of the worker: begun as the owner of the store, and only
 *		where nobody else's code would run with the owner's rights.  The worker's
 *		only user of SPI.
 *
 * Whoever may put a trigger on a table of the store, refers to it by a foreign
 * key, or owns a table or view in its schema, has code that a finalize runs as
 * the owner.  That code, and the types and operators it uses, must belong to the
 * owner, to a role that has the owner's rights anyway, or to a superuser
 * (memo_strangers).  Asked once and again after each change of a relation,
 * function or role; the locks keep new ones away until the end of the transaction.
 */
#include "worker/worker_internal.h"
#include "store/store.h"

#include "access/xact.h"
#include "executor/spi.h"
#include "pgstat.h"
#include "storage/lmgr.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

static char *schema;			/* of the extension; quoted, for good */
static int	guc_level;

/* In which schema the extension is, and who owns the store; no row when one of
 * them is missing, or the triggers are: a restore has loaded a part of the rows. */
static Step find_store = {
	.text =
		"SELECT pg_catalog.quote_ident(n.nspname), c.relowner"
		" FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace"
		" JOIN pg_catalog.pg_class c ON c.relname = 'queue' AND c.relkind = 'r'"
		" JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace AND s.nspname = 'memocite'"
		" WHERE e.extname = 'memocite'"
		" AND EXISTS (SELECT FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class r ON r.oid = "
		"t.tgrelid"
		"  WHERE r.relnamespace = s.oid AND r.relname = 'section' AND t.tgname = 'memo_enqueue')"};
static Step find_tables = {
	.text = "SELECT t FROM memocite_internal.memo_reached_tables() AS t ORDER BY t"};
static Step find_strangers = {.text = "SELECT memocite_internal.memo_strangers()"};

/* ------------------------------------------------------------------- steps */

int
work_query(Step *step, Datum *values)
{
	int			status;

	if (step->plan == NULL || step->schema != schema)
	{
		if (step->plan != NULL)
			SPI_freeplan(step->plan);
		step->plan = SPI_prepare(psprintf(step->text, schema), step->nargs, step->types);
		if (step->plan == NULL || SPI_keepplan(step->plan) != 0)
			elog(ERROR, "could not prepare a statement of the worker: %s",
				 SPI_result_code_string(SPI_result));
		step->schema = schema;
	}
	status = SPI_execute_plan(step->plan, values, NULL, false, 0);
	if (status < 0)
		elog(ERROR, "statement of the worker: %s", SPI_result_code_string(status));
	return (int) SPI_processed;
}

Datum
work_result(int row, int number, bool *is_null)
{
	return SPI_getbinval(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, number, is_null);
}

/* --------------------------------------------------------------- strangers */

static bool is_trusted = false; /* nothing changed since strangers were looked for */
static Oid *tables = NULL;		/* of the store, and those that refer to them */
static int	ntables = 0;

static void
distrust_relation(Datum unused pg_attribute_unused(), Oid relation pg_attribute_unused())
{
	is_trusted = false;
}

static void
distrust_object(Datum unused pg_attribute_unused(), int cache pg_attribute_unused(),
				uint32 hash pg_attribute_unused())
{
	is_trusted = false;
}

/* Any change of what the strangers were looked for in ends the trust. */
static void
watch_catalogs(void)
{
	static const int caches[] = {PROCOID, OPEROID,		  TYPEOID,	   CONSTROID,
								 AUTHOID, AUTHMEMROLEMEM, NAMESPACEOID};

	CacheRegisterRelcacheCallback(distrust_relation, (Datum) 0);
	for (int i = 0; i < (int) lengthof(caches); i++)
		CacheRegisterSyscacheCallback(caches[i], distrust_object, (Datum) 0);
}

static void
lock_tables(void)
{
	for (int i = 0; i < ntables; i++)
		LockRelationOid(tables[i], RowExclusiveLock);
}

/* An error where a stranger's code would run; afterwards the tables are locked. */
static void
refuse_strangers(void)
{
	char	   *strangers;
	bool		is_null;

	if (tables == NULL)
	{
		tables = MemoryContextAlloc(TopMemoryContext, sizeof(Oid));
		watch_catalogs();
	}
	lock_tables();
	while (!is_trusted)			/* a lock may bring word of another change */
	{
		is_trusted = true;
		ntables = work_query(&find_tables, NULL);
		tables = repalloc(tables, sizeof(Oid) * (ntables + 1));
		for (int i = 0; i < ntables; i++)
			tables[i] = DatumGetObjectId(work_result(i, 1, &is_null));
		lock_tables();
		work_query(&find_strangers, NULL);
		strangers = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
		if (strangers == NULL)
			continue;
		is_trusted = false;
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("in the store of memocite, %s", strangers),
				 errdetail("The worker would run it with the rights of the store's owner."),
				 errhint("Drop it, or give it to the owner of the store.")));
	}
}

/* ------------------------------------------------------------------- frame */

bool
work_begin(void)
{
	Oid			owner;
	char	   *name;
	bool		is_null;

	SetCurrentStatementStartTimestamp();
	StartTransactionCommand();
	PushActiveSnapshot(GetTransactionSnapshot());
	SPI_connect();
	guc_level = settings_open();
	if (work_query(&find_store, NULL) == 0)
	{
		AtEOXact_GUC(false, guc_level);
		SPI_finish();
		PopActiveSnapshot();
		CommitTransactionCommand();
		return false;
	}
	/* the extension may have been dropped and made again elsewhere */
	name = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
	if (schema == NULL || strcmp(schema, name) != 0)
		schema = MemoryContextStrdup(TopMemoryContext, name);
	owner = DatumGetObjectId(work_result(0, 2, &is_null));
	refuse_strangers();
	SetUserIdAndSecContext(owner, SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
	return true;
}

void
work_end(void)
{
	AtEOXact_GUC(false, guc_level);
	SPI_finish();
	PopActiveSnapshot();
	SetUserIdAndSecContext(GetSessionUserId(), 0);
	CommitTransactionCommand();
	pgstat_report_stat(true);
}
