/*
 * spi.c
 *		SPI.
 */
#include "store/store_internal.h"

#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/guc.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* The row of the current result that was read last, taken apart once. */
#define MAX_COLUMNS 96
static struct
{
	HeapTuple	tuple;
	Datum		values[MAX_COLUMNS];
	bool		nulls[MAX_COLUMNS];
}			current;

static int
execute(Statement *statement, Datum *values, const char *nulls, bool read_only)
{
	int			result;

	if (statement->sql == NULL)
		complete_statement(statement);
	if (statement->plan == NULL)
	{
		/* one plan for all deals: planning each call costs a tenth of it */
		SPIPlanPtr	plan = SPI_prepare_cursor(statement->sql, statement->nargs, statement->types,
											  CURSOR_OPT_GENERIC_PLAN);

		if (plan == NULL || SPI_keepplan(plan) != 0)
			elog(ERROR, "could not prepare a statement: %s", SPI_result_code_string(SPI_result));
		statement->plan = plan;
	}
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

/* As statement_query, but what follows allocates where the caller does: SPI
 * leaves its own context as the current one, which ends with store_close. */
int
query_in_place(Statement *statement, Datum *values)
{
	MemoryContext context = CurrentMemoryContext;
	int			count = statement_query(statement, values);

	MemoryContextSwitchTo(context);
	return count;
}

/* A column of the current result; values live until store_close. */
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
slice_column(int row, int number)
{
	bool		is_null;
	text	   *value = DatumGetTextPP(column(row, number, &is_null));

	return (Slice) {VARDATA_ANY(value), (int) VARSIZE_ANY_EXHDR(value)};
}

int64
int_column(int row, int number, int64 when_null)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	if (is_null)
		return when_null;
	return TupleDescAttr(SPI_tuptable->tupdesc, number - 1)->atttypid == INT8OID
		? DatumGetInt64(value) : DatumGetInt32(value);
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

int
store_open(void)
{
	Oid			schema = get_namespace_oid("memocite", true);

	if (!OidIsValid(schema) || !OidIsValid(get_relname_relid("store_version", schema)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the store of memocite does not exist in this database"),
				 errhint("SELECT memo_init() creates it.")));
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "could not connect to SPI");
	return settings_open();
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
	Datum		values[] = {Int64GetDatum(deal_id)};

	if (statement_run(&stmt_lock_deal, values, NULL) == 0)
		no_deal(deal_id);
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

/* A page as it is loaded: 0 = none, below 0 = not valid (INT_MIN is a 0). */
int
page_column(int row, int number)
{
	int64		page = int_column(row, number, PG_INT64_MIN);

	return page == PG_INT64_MIN ? 0 : page == 0 ? INT_MIN : (int) page;
}
