/*
 * jsonb.c
 *		jsonb -> a tree of Json.  This file and jsonb_write.c alone know jsonb's inside.
 *
 * A jsonb is walked, not printed for the reader of texts: its numbers may stand for 131,000
 * digits in ten bytes, and a depth must be known before anything grows with it.
 */
#include "store/store_internal.h"

#include "access/detoast.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#define MOST_DECIMALS	1000

Datum
json_numeric(Slice text)
{
	return DirectFunctionCall3(numeric_in, CStringGetDatum(slice_copy(text)),
							   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
}

Datum
jsonb_datum(const char *text)
{
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(text));
}

/* ----------------------------------------------------------------- reading */

/* Is a number written in few digits?  Others are told apart by comparing. */
static bool
is_short(Datum number)
{
	Datum		most = json_numeric(slice_of("1e300"));
	Datum		least = json_numeric(slice_of("-1e300"));

	return DatumGetBool(DirectFunctionCall2(numeric_ge, number, least)) &&
		DatumGetBool(DirectFunctionCall2(numeric_le, number, most)) &&
		DatumGetInt32(DirectFunctionCall1(numeric_scale, number)) <= MOST_DECIMALS;
}

static void
read_scalar(Json *value, const JsonbValue *stored)
{
	Datum		number;

	switch (stored->type)
	{
		case jbvBool:
			value->kind = J_BOOL;
			value->truth = stored->val.boolean;
			break;
		case jbvNumeric:
			value->kind = J_NUMBER;
			number = NumericGetDatum(stored->val.numeric);
			if (is_short(number))
				json_set_number(
					value, slice_of(DatumGetCString(DirectFunctionCall1(numeric_out, number))));
			break;
		case jbvString:
			value->kind = J_STRING;
			value->text = (Slice) {stored->val.string.val, stored->val.string.len};
			break;
		default:
			value->kind = J_NULL;
			break;
	}
}

/* Fills an array or object; false when it is deeper. */
static bool
read_container(Json *value, JsonbContainer *container, int max_depth)
{
	JsonbIterator *iterator = JsonbIteratorInit(container);
	JsonbValue	stored;
	JsonbIteratorToken token;
	Json	  **next = &value->first;
	Slice		key = {NULL, 0};

	value->kind = JsonContainerIsObject(container) ? J_OBJECT : J_ARRAY;
	if (max_depth == 0)
		return false;
	while ((token = JsonbIteratorNext(&iterator, &stored, true)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		if (token == WJB_KEY)
			key = (Slice) {stored.val.string.val, stored.val.string.len};
		if (token != WJB_VALUE && token != WJB_ELEM)
			continue;
		*next = palloc0(sizeof(Json));
		(*next)->key = key;
		if (stored.type != jbvBinary)
			read_scalar(*next, &stored);
		else if (!read_container(*next, stored.val.binary.data, max_depth - 1))
			return false;
		next = &(*next)->next;
		value->count++;
	}
	return true;
}

Json *
jsonb_read(Datum jsonb, int max_bytes, int max_depth, char **problem)
{
	Size		size = toast_raw_datum_size(jsonb) - VARHDRSZ;
	Json	   *value = palloc0(sizeof(Json));
	Jsonb	   *stored;

	*problem = NULL;
	if (size > (Size) max_bytes)
	{
		*problem = psprintf("has %zu bytes, more than %d", size, max_bytes);
		return NULL;
	}
	stored = DatumGetJsonbP(jsonb);
	if (!read_container(value, &stored->root, max_depth + JB_ROOT_IS_SCALAR(stored)))
	{
		*problem = psprintf("is more than %d levels deep", max_depth);
		return NULL;
	}
	return JB_ROOT_IS_SCALAR(stored) ? value->first : value;
}
