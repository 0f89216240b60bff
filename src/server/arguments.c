/*
 * arguments.c
 *		Arguments of calls, checked: an error says which, its value, and what it must be.
 *
 * memo_markdown(42, 0): "revision is 0", "Revisions count from 1; NULL is the latest."
 */
#include "server/server_internal.h"

#include "mb/pg_wchar.h"
#include "utils/builtins.h"
#include "utils/numeric.h"

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

int64
deal_argument(FunctionCallInfo fcinfo)
{
	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	return PG_GETARG_INT64(0);
}

int
count_argument(FunctionCallInfo fcinfo, int number, const char *name, int least, int when_null,
			   const char *detail)
{
	if (PG_ARGISNULL(number))
		return when_null;
	if (PG_GETARG_INT32(number) < least)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s is %d", name, PG_GETARG_INT32(number)),
				 errdetail("%s", detail)));
	return PG_GETARG_INT32(number);
}

int
revision_argument(FunctionCallInfo fcinfo, int number, const char *null_is)
{
	return count_argument(fcinfo, number, "revision", 1, 0,
						  psprintf("Revisions count from 1; NULL is %s.", null_is));
}

void
check_word(const char *value, const char *words, const char *name)
{
	if (!policy_has(words, value))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s is \"%s\"", name, value),
						errdetail("It is %s.", words_sentence(words))));
}

bool
choice_argument(FunctionCallInfo fcinfo, int number, const char *name, const char *first,
				const char *second)
{
	char	   *value = PG_ARGISNULL(number) ? "null" : text_to_cstring(PG_GETARG_TEXT_PP(number));

	check_word(value, psprintf("%s|%s", first, second), name);
	return strcmp(value, second) == 0;
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

Slice
sized_argument(FunctionCallInfo fcinfo, int number, const char *name)
{
	return checked_size(datum_slice(PG_GETARG_DATUM(number)), name);
}

Slice
body_argument(FunctionCallInfo fcinfo, int number)
{
	check_encoding();
	return sized_argument(fcinfo, number, "body");
}

/* -------------------------------------------------------------------- JSON */

void
check_container(Jsonb *value, bool is_object, const char *name, const char *hint)
{
	if (JB_ROOT_IS_SCALAR(value) ||
		(is_object ? !JB_ROOT_IS_OBJECT(value) : !JB_ROOT_IS_ARRAY(value)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s is no JSON %s", name, is_object ? "object" : "array"),
				 errhint("%s", hint)));
}

bool
jsonb_is_object(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data);
}

bool
jsonb_member(JsonbContainer *object, Slice name, JsonbValue *value)
{
	return getKeyJsonValueFromContainer(object, name.data, name.len, value) != NULL;
}

Slice
jsonb_text(const JsonbValue *value)
{
	switch (value->type)
	{
		case jbvString:
			return (Slice) {value->val.string.val, value->val.string.len};
		case jbvNumeric:
			return slice_of(DatumGetCString(
				DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric))));
		case jbvBool:
			return slice_of(value->val.boolean ? "true" : "false");
		default:
			return (Slice) {NULL, 0};
	}
}

const char *
jsonb_type(const JsonbValue *value)
{
	switch (value->type)
	{
		case jbvString:
			return "string";
		case jbvNumeric:
			return "number";
		case jbvBool:
			return "boolean";
		case jbvNull:
			return "null";
		default:
			return jsonb_is_object(value) ? "object" : "array";
	}
}

/* The next of one kind of token, past the others. */
static bool
next_of(JsonbIterator **at, JsonbIteratorToken wanted, JsonbValue *value)
{
	JsonbIteratorToken token;

	CHECK_FOR_INTERRUPTS();
	while ((token = JsonbIteratorNext(at, value, true)) != WJB_DONE)
		if (token == wanted)
			return true;
	return false;
}

bool
next_element(JsonbIterator **at, Jsonb *array, JsonbValue *value)
{
	if (*at == NULL)
		*at = JsonbIteratorInit(&array->root);
	return next_of(at, WJB_ELEM, value);
}

bool
next_member(JsonbIterator **at, JsonbContainer *object, JsonbValue *key, JsonbValue *value)
{
	if (*at == NULL)
		*at = JsonbIteratorInit(object);
	if (!next_of(at, WJB_KEY, key))
		return false;
	(void) JsonbIteratorNext(at, value, true);
	return true;
}
