/*
 * api_audit.c
 *		SQL-callable functions that prove a finished memo or take one in again:
 *		memo_replay.
 */
#include "memocite.h"

#include "fmgr.h"

PG_FUNCTION_INFO_V1(memo_replay);

Datum
memo_replay(PG_FUNCTION_ARGS)
{
	int			level;
	int			revision = revision_argument(fcinfo);
	bool		is_equal;

	check_encoding();
	level = store_open();
	is_equal = store_replay(PG_GETARG_INT64(0), revision);
	store_close(level);
	PG_RETURN_BOOL(is_equal);
}
