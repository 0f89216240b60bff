/*
 * api_json.c
 *		JSON arguments: reading their members, saying what is wrong with them.
 */
#include "server/server_internal.h"

#include "utils/builtins.h"
#include "utils/numeric.h"

void
check_container(Jsonb *value, bool is_object, const char *name, const char *hint)
{
	if (JB_ROOT_IS_SCALAR(value) || (is_object ? !JB_ROOT_IS_OBJECT(value) : !JB_ROOT_IS_ARRAY(value)))
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
			return slice_of(DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric))));
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
