/*
 * arguments.c
 *		Arguments of calls, checked.
 */
#include "server/server_internal.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "render/render.h"
#include "output/output.h"
#include "stages/stages.h"
#include "store/store.h"

#include "access/xact.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_type.h"
#include "commands/async.h"
#include "commands/extension.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "portability/instr_time.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/uuid.h"

/* Text is matched without checking it again, so it must be UTF-8. */
void
check_encoding(void)
{
	if (GetDatabaseEncoding() != PG_UTF8)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("memocite needs a database with encoding UTF8"),
				 errdetail("This one has %s.", GetDatabaseEncodingName())));
}

void
check_argument(FunctionCallInfo fcinfo, int number, const char *name)
{
	if (PG_ARGISNULL(number))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s is null", name)));
}

int
revision_argument(FunctionCallInfo fcinfo)
{
	check_argument(fcinfo, 0, "deal_id");
	if (PG_ARGISNULL(1))
		return 0;
	if (PG_GETARG_INT32(1) < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("revision is %d", PG_GETARG_INT32(1)),
						errdetail("Revisions count from 1; NULL is the latest.")));
	return PG_GETARG_INT32(1);
}

bool
choice_argument(FunctionCallInfo fcinfo, int number, const char *name, const char *usual, const char *other)
{
	char	   *value = PG_ARGISNULL(number) ? "null" : text_to_cstring(PG_GETARG_TEXT_PP(number));

	if (strcmp(value, usual) != 0 && strcmp(value, other) != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s is \"%s\"", name, value),
						errdetail("It is \"%s\" or \"%s\".", usual, other)));
	return strcmp(value, other) == 0;
}

/* A body argument, of the size that a section may have. */
Slice
body_argument(FunctionCallInfo fcinfo, int number)
{
	text	   *body = PG_GETARG_TEXT_PP(number);
	Slice		slice = {VARDATA_ANY(body), (int) VARSIZE_ANY_EXHDR(body)};

	check_encoding();
	if (slice.len > MAX_SECTION_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("body is too large"),
				 errdetail("It has %d bytes; the limit is %d.", slice.len, MAX_SECTION_BYTES)));
	return slice;
}

Slice
text_slice(const text *value)
{
	return (Slice) {VARDATA_ANY(value), (int) VARSIZE_ANY_EXHDR(value)};
}

Slice
checked_size(Slice text, const char *name)
{
	if (text.len > MAX_SECTION_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("%s is too large", name),
				 errdetail("It has %d bytes; the limit is %d.", text.len, MAX_SECTION_BYTES)));
	return text;
}
