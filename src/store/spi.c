/*
 * spi.c
 *		The one user of SPI beside worker/session.c: statements are run, rows are read.
 *
 * Plans are prepared once a session and kept.  All reads of one finalize see one
 * snapshot, the caller's active one.  Names are schema-qualified and store_open()
 * fixes search_path, so operators are pg_catalog's.
 *
 * Example: a count of rows, then columns by number from 1:
 *
 *		int			count = query_deal(&stmt_load_ranges, 42);
 *
 *		for (int i = 0; i < count; i++)
 *			first = id_column(i, 1, 0), last = id_column(i, 2, 0);
 *
 * The rows are those of the statement that ran last: what is needed of them is
 * read before another runs.
 */
#include "store/store_internal.h"

#include <math.h>

#include "catalog/namespace.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/acl.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/guc.h"
#include "utils/inval.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

/* -------------------------------------------------------------- statements */

#define MAX_COLUMNS 96

/* The row of the current result that was read last, taken apart once. */
static struct
{
	HeapTuple	tuple;
	Datum		values[MAX_COLUMNS];
	bool		nulls[MAX_COLUMNS];
}			current;

static bool is_placed = false;	/* is it known whether Citus distributes the store? */

static void
forget_place(Datum unused pg_attribute_unused(), Oid relation pg_attribute_unused())
{
	is_placed = false;
}

/* Does Citus distribute the store?  Asked of its catalogue, and again after a change of any
 * relation. */
static bool
store_is_distributed(void)
{
	static bool is_watched = false;
	static bool is_distributed = false;

	if (!is_watched)
		CacheRegisterRelcacheCallback(forget_place, (Datum) 0);
	is_watched = true;
	if (is_placed)
		return is_distributed;
	is_distributed = false;
	is_placed = true;			/* unless what follows finds a change */
	if (OidIsValid(get_relname_relid("pg_dist_partition", PG_CATALOG_NAMESPACE)))
		is_distributed =
			SPI_execute("SELECT FROM pg_catalog.pg_dist_partition p WHERE p.logicalrelid ="
						" pg_catalog.to_regclass('memocite.deal') AND p.partmethod = 'h'",
						true, 1) == SPI_OK_SELECT &&
			SPI_processed > 0;
	return is_distributed;
}

/* Prepares a statement for the session, its text made first where it is long. */
static void
prepare(Statement *statement, int options)
{
	SPIPlanPtr	plan;

	if (statement->sql == NULL)
		complete_statement(statement);
	plan = SPI_prepare_cursor(statement->sql, statement->nargs, statement->types, options);
	if (plan == NULL || SPI_keepplan(plan) != 0)
		elog(ERROR, "could not prepare a statement: %s", SPI_result_code_string(SPI_result));
	statement->plan = plan;
	statement->options = options;
}

static int
execute(Statement *statement, Datum *values, const char *nulls, bool read_only)
{
	/* one plan for all deals: planning each call costs a tenth of it; Citus finds no shard
	 * for a statement over two tables before it knows the deal */
	int			options = store_is_distributed() ? CURSOR_OPT_CUSTOM_PLAN : CURSOR_OPT_GENERIC_PLAN;
	int			result;

	if (statement->plan != NULL && statement->options != options)
	{
		SPI_freeplan(statement->plan);
		statement->plan = NULL;
	}
	if (statement->plan == NULL)
		prepare(statement, options);
	result = SPI_execute_plan(statement->plan, values, nulls, read_only, 0);
	current.tuple = NULL;
	if (result < 0)
		elog(ERROR, "could not run a statement: %s", SPI_result_code_string(result));
	return (int) SPI_processed;
}

int
statement_run(Statement *statement, Datum *values, const char *nulls)
{
	return execute(statement, values, nulls, false);
}

int
statement_query(Statement *statement, Datum *values)
{
	return execute(statement, values, NULL, true);
}

int
query_in_place(Statement *statement, Datum *values)
{
	MemoryContext context = CurrentMemoryContext;
	int			count = statement_query(statement, values);

	MemoryContextSwitchTo(context);
	return count;
}

int
query_deal(Statement *statement, int64 deal_id)
{
	return QUERY(*statement, Int64GetDatum(deal_id));
}

int
query_revision(Statement *statement, int64 deal_id, int revision)
{
	return QUERY(*statement, Int64GetDatum(deal_id), Int32GetDatum(revision));
}

int64 *
store_deals_of(Oid table, int *count)
{
	const char *name = quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)),
												  get_rel_name(table));
	char	   *sql = psprintf("SELECT DISTINCT deal_id FROM %s ORDER BY deal_id", name);
	int64	   *deals;

	if (SPI_execute(sql, false, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not read the deals of table %s", name);
	current.tuple = NULL;
	*count = (int) SPI_processed;
	deals = palloc_array_huge(*count + 1, sizeof(int64));
	for (int i = 0; i < *count; i++)
		deals[i] = id_column(i, 1, 0);
	return deals;
}

/* ----------------------------------------------------------------- columns */

Datum
column(int row, int number, bool *is_null)
{
	HeapTuple	tuple = SPI_tuptable->vals[row];

	if (current.tuple != tuple)
	{
		if (SPI_tuptable->tupdesc->natts > MAX_COLUMNS)
			elog(ERROR, "a result of %d columns", SPI_tuptable->tupdesc->natts);
		heap_deform_tuple(tuple, SPI_tuptable->tupdesc, current.values, current.nulls);
		current.tuple = tuple;
	}
	*is_null = current.nulls[number - 1];
	return current.values[number - 1];
}

char *
text_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	return is_null ? NULL : TextDatumGetCString(value);
}

Slice
datum_slice(Datum value)
{
	text	   *detoasted = DatumGetTextPP(value);

	return (Slice) {VARDATA_ANY(detoasted), (int) VARSIZE_ANY_EXHDR(detoasted)};
}

Slice
slice_column(int row, int number)
{
	bool		is_null;

	return datum_slice(column(row, number, &is_null));
}

int64
id_column(int row, int number, int64 when_null)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	if (is_null)
		return when_null;
	return TupleDescAttr(SPI_tuptable->tupdesc, number - 1)->atttypid == INT8OID
		? DatumGetInt64(value) : DatumGetInt32(value);
}

int
int_column(int row, int number, int when_null)
{
	return (int) id_column(row, number, when_null);
}

double
float_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	return is_null ? NAN : DatumGetFloat8(value);
}

bool
bool_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	return !is_null && DatumGetBool(value);
}

bool
hash_column(int row, int number, uint8 *hash)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	if (is_null || VARSIZE_ANY_EXHDR(DatumGetByteaPP(value)) != 32)
		return false;
	memcpy(hash, VARDATA_ANY(DatumGetByteaPP(value)), 32);
	return true;
}

char *
json_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	return is_null ? NULL : DatumGetCString(DirectFunctionCall1(jsonb_out, value));
}

char *
iso_date(int32 day)
{
	int			year;
	int			month;
	int			mday;

	j2date(day + POSTGRES_EPOCH_JDATE, &year, &month, &mday);
	if (year <= 0)
		return psprintf("%04d-%02d-%02d BC", 1 - year, month, mday);
	return psprintf("%04d-%02d-%02d", year, month, mday);
}

char *
day_column(int row, int number, int32 *day)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	*day = is_null ? 0 : DatumGetDateADT(value);
	return is_null || DATE_NOT_FINITE(*day) ? NULL : iso_date(*day);
}

int
page_column(int row, int number)
{
	int64		page = id_column(row, number, PG_INT64_MIN);

	return page == PG_INT64_MIN ? 0 : page == 0 ? INT_MIN : (int) page;
}

/* ------------------------------------------------------------------ arrays */

Datum *
elements_column(int row, int number, bool **nulls, int *count)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);
	Datum	   *items = NULL;
	Oid			type;
	int16		len;
	bool		by_value;
	char		align;

	*count = 0;
	*nulls = NULL;
	if (is_null)
		return NULL;
	type = ARR_ELEMTYPE(DatumGetArrayTypeP(value));
	get_typlenbyvalalign(type, &len, &by_value, &align);
	deconstruct_array(DatumGetArrayTypeP(value), type, len, by_value, align, &items, nulls, count);
	return items;
}

char **
texts_column(int row, int number, int *count)
{
	bool	   *nulls;
	Datum	   *items = elements_column(row, number, &nulls, count);
	char	  **texts = palloc_array_huge(*count + 1, sizeof(char *));

	for (int i = 0; i < *count; i++)
		texts[i] = nulls[i] ? NULL : TextDatumGetCString(items[i]);
	return texts;
}

Datum
array_datum(Datum *items, bool *nulls, int count, Oid type)
{
	int16		len;
	bool		by_value;
	char		align;
	int			low = 1;

	get_typlenbyvalalign(type, &len, &by_value, &align);
	return PointerGetDatum(construct_md_array(items, nulls, 1, &count, &low, type, len, by_value,
											  align));
}

Datum
text_array_datum(Datum *items, int count)
{
	return array_datum(items, NULL, count, TEXTOID);
}

Datum
int8_array_datum(const int64 *numbers, int count)
{
	Datum	   *items = palloc_array_huge(count + 1, sizeof(Datum));

	for (int i = 0; i < count; i++)
		items[i] = Int64GetDatum(numbers[i]);
	return array_datum(items, NULL, count, INT8OID);
}

Datum
text_datum(const char *text)
{
	return PointerGetDatum(cstring_to_text(text));
}

Datum
slice_text(Slice slice)
{
	return PointerGetDatum(cstring_to_text_with_len(slice.data, slice.len));
}

/* ------------------------------------------------------------------- frame */

bool
store_exists(void)
{
	Oid			schema = get_namespace_oid("memocite", true);

	return OidIsValid(schema) && OidIsValid(get_relname_relid("store_version", schema));
}

/*
 * Plans are kept, so each goes by an index, also when it is made while the tables
 * are small: they grow.  (A catalogue that is read whole looks so dear then that
 * the server would compile the plan.)  A function's SET would cost a trigger 3 us
 * a row.
 */
int
settings_open(void)
{
	static const struct
	{
		const char *name;
		const char *value;
	} settings[] = {
		{"search_path", "pg_catalog, pg_temp"}, {"enable_seqscan", "off"}, {"jit", "off"},
		{"citus.allow_nested_distributed_execution", "on"}}; /* where a Citus is loaded */
	static int	count = 0;
	int			level = NewGUCNestLevel();

	if (count == 0)
		count = lengthof(settings) -
			(GetConfigOption(settings[lengthof(settings) - 1].name, true, false) == NULL);
	for (int i = 0; i < count; i++)
		(void) set_config_option(settings[i].name, settings[i].value, PGC_USERSET, PGC_S_SESSION,
								 GUC_ACTION_SAVE, true, 0, false);
	return level;
}

bool
is_same_snapshot(SnapshotKey key)
{
	Snapshot	active = GetActiveSnapshot();
	SnapshotKey seen = {active->xmin, active->xmax, active->xcnt, active->curcid};
	bool		is_same = memcmp(key, seen, sizeof(seen)) == 0;

	memcpy(key, seen, sizeof(seen));
	return is_same;
}

/* An error that names the level of memo_grant which the caller needs. */
static void
check_level(bool has_right, const char *what, const char *level)
{
	char	   *role = GetUserNameFromId(GetUserId(), false);

	if (has_right)
		return;
	error_context_stack = NULL; /* none of our statements is shown */
	ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
					errmsg("role \"%s\" may not %s", role, what),
					errhint("SELECT memo_grant(%s, '%s') by the owner of the store lets it.",
							quote_literal_cstr(quote_identifier(role)), level)));
}

void
check_may_finalize(void)
{
	Oid			revisions = get_relname_relid("revision", get_namespace_oid("memocite", false));

	check_level(pg_class_aclcheck(revisions, GetUserId(), ACL_INSERT) == ACLCHECK_OK,
				"finalize memos, only preview them with dry_run", "operator");
}

/* An error unless the store has this library's version.  It is read once a snapshot: the
 * triggers of one statement's rows ask again and again. */
static void
check_version(void)
{
	static SnapshotKey checked;
	int			version;

	if (is_same_snapshot(checked))
		return;
	checked[0] = InvalidTransactionId;	/* nothing is checked if this ends with an error */
	check_level(DatumGetBool(DirectFunctionCall2(has_schema_privilege_id,
												 get_namespace_oid("memocite", false),
												 text_datum("USAGE"))),
				"read the store of memocite", "reader");
	version = statement_query(&stmt_load_version, NULL) == 0 ? 0 : int_column(0, 1, 0);
	if (version == STORE_VERSION)
	{
		(void) is_same_snapshot(checked);
		return;
	}
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the store has version %d, this library needs %d", version, STORE_VERSION),
			 version == 0 ? errdetail("Table memocite.store_version is empty.")
				 : errdetail("memocite %s made it, this is %s.", text_column(0, 2),
							 MEMOCITE_VERSION),
			 errhint("Install the version that made it; or dump the data, drop schema memocite, "
					 "and load them again after SELECT memo_init().")));
}

int
store_open(void)
{
	int			level;

	if (!store_exists())
	{
		error_context_stack = NULL;
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
						errmsg("the store of memocite does not exist in this database"),
						errhint("SELECT memo_init() creates it.")));
	}
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "could not connect to SPI");
	level = settings_open();
	check_version();
	return level;
}

void
store_close(int level)
{
	AtEOXact_GUC(true, level);
	SPI_finish();
}

void
no_deal(int64 deal_id)
{
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 errmsg("deal " INT64_FORMAT " does not exist", deal_id)));
}

void
store_lock(int64 deal_id)
{
	if (RUN(stmt_lock_deal, Int64GetDatum(deal_id)) == 0)
		no_deal(deal_id);
}
