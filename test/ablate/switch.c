/*
 * switch.c
 *		Which function is switched off in this process, and which ones it has called.
 *		Compiled into the engine that make ablate builds (switches.pl), and only there.
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"

unsigned char ablate_reached[NFUNCTIONS];
int			ablate_number = -1;
bool		ablate_value = false;

PG_FUNCTION_INFO_V1(ablate);
PG_FUNCTION_INFO_V1(ablate_calls);

/* Switches one function off; what is a bool returns the second argument. */
Datum
ablate(PG_FUNCTION_ARGS)
{
	ablate_number = PG_GETARG_INT32(0);
	ablate_value = PG_GETARG_BOOL(1);
	PG_RETURN_VOID();
}

/* A byte for each function: 1 = it was called. */
Datum
ablate_calls(PG_FUNCTION_ARGS pg_attribute_unused())
{
	PG_RETURN_BYTEA_P(cstring_to_text_with_len((char *) ablate_reached, NFUNCTIONS));
}
