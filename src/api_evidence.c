/*
 * api_evidence.c
 *		SQL-callable functions on evidence: quotes, diversity.
 */
#include "passage.h"

#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(memo_quote_match);

static Slice
text_slice(text *value)
{
	return (Slice) {VARDATA_ANY(value), (int) VARSIZE_ANY_EXHDR(value)};
}

/* An error when a text is larger than a section may be. */
static Slice
checked_size(Slice text, const char *name)
{
	if (text.len > MAX_SECTION_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("%s is too large", name),
				 errdetail("It has %d bytes; the limit is %d.", text.len, MAX_SECTION_BYTES)));
	return text;
}

static QuoteLevel
level_argument(Slice name)
{
	int			level = quote_level_of(name);

	if (level < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("level is \"%.*s\"", name.len, name.data),
				 errdetail("It is \"exact\", \"space\", \"case\", \"typography\" or \"linewrap\".")));
	return level;
}

/* A row of a result whose type is the called function's. */
static Datum
row_datum(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "not called where a row is expected");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

/* matched, level, start, length, cuts_number */
static void
match_columns(const QuoteMatch *match, Datum *values, bool *nulls)
{
	memset(nulls, !match->is_found, 5);
	nulls[0] = false;
	values[0] = BoolGetDatum(match->is_found);
	values[1] = match->is_found ? text_datum(quote_level_name(match->level)) : 0;
	values[2] = Int32GetDatum(match->start);
	values[3] = Int32GetDatum(match->length);
	values[4] = BoolGetDatum(match->cuts_number);
}

Datum
memo_quote_match(PG_FUNCTION_ARGS)
{
	Slice		quote = checked_size(text_slice(PG_GETARG_TEXT_PP(0)), "quote");
	PassageText passage = {.text = checked_size(text_slice(PG_GETARG_TEXT_PP(1)), "passage")};
	QuoteLevel	level = level_argument(text_slice(PG_GETARG_TEXT_PP(2)));
	Datum		values[5];
	bool		nulls[5];
	QuoteMatch	match;

	check_encoding();
	match = quote_match(&passage, quote, level);
	match_columns(&match, values, nulls);
	PG_RETURN_DATUM(row_datum(fcinfo, values, nulls));
}
