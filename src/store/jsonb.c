/*
 * jsonb.c
 *		jsonb -> a tree of Json, and a sink that makes jsonb: the only place of the store
 *		that knows jsonb's inside.
 *
 * A jsonb is walked, not printed for the reader of texts: its numbers may stand for 131,000
 * digits in ten bytes, and a depth must be known before anything grows with it.
 * The sink gives part by part to pushJsonbValue(): text that jsonb_in reads again takes three
 * times as long and copies each key of each node.
 */
#include "store/store.h"

#include "access/detoast.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

#define LARGEST_JSONB	JENTRY_OFFLENMASK	/* bytes of what an array holds */
#define MOST_DECIMALS	1000

static Datum
numeric_of(Slice text)
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
	return DatumGetBool(DirectFunctionCall2(numeric_ge, number, numeric_of(slice_of("-1e300")))) &&
		DatumGetBool(DirectFunctionCall2(numeric_le, number, numeric_of(slice_of("1e300")))) &&
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

/* ----------------------------------------------------------------- writing */

typedef struct JsonbSink
{
	JsonSink	sink;			/* first: what it is seen as */
	JsonbParseState *state;
	JsonbValue *root;			/* when all is closed */
	int64		bytes;			/* so far, without what aligns them */
} JsonbSink;

/* Takes one part; one that jsonb cannot hold is refused here, the server finds out last. */
static void
push(JsonSink *sink, JsonbIteratorToken token, JsonbValue *value, int bytes)
{
	JsonbSink  *jsonb = (JsonbSink *) sink;

	jsonb->bytes += sizeof(JEntry) + bytes;
	if (jsonb->bytes > LARGEST_JSONB)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the document does not fit into jsonb"),
				 errdetail("It has more than %d bytes.", LARGEST_JSONB)));
	jsonb->root = pushJsonbValue(&jsonb->state, token, value);
}

static void
jsonb_begin(JsonSink *sink, JsonKind kind)
{
	push(sink, kind == J_ARRAY ? WJB_BEGIN_ARRAY : WJB_BEGIN_OBJECT, NULL, sizeof(JsonbContainer));
}

static void
jsonb_end(JsonSink *sink, JsonKind kind)
{
	push(sink, kind == J_ARRAY ? WJB_END_ARRAY : WJB_END_OBJECT, NULL, 0);
}

static JsonbValue
string_value(Slice text)
{
	JsonbValue	value = {.type = jbvString};

	value.val.string.val = (char *) (text.len > 0 ? text.data : "");
	value.val.string.len = text.len;
	return value;
}

static void
jsonb_key(JsonSink *sink, Slice key)
{
	JsonbValue	value = string_value(key);

	push(sink, WJB_KEY, &value, key.len);
}

/* In an array an element, in an object the value of the last key. */
static void
jsonb_scalar(JsonSink *sink, const Json *json)
{
	bool		is_element = ((JsonbSink *) sink)->state->contVal.type == jbvArray;
	JsonbValue	value = {.type = jbvNull};
	int			bytes = 0;

	if (json->kind == J_STRING)
	{
		value = string_value(json->text);
		bytes = json->text.len;
	}
	else if (json->kind == J_NUMBER)
	{
		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(numeric_of(json->text));
		bytes = VARSIZE_ANY(value.val.numeric);
	}
	else if (json->kind == J_BOOL)
	{
		value.type = jbvBool;
		value.val.boolean = json->truth;
	}
	push(sink, is_element ? WJB_ELEM : WJB_VALUE, &value, bytes);
}

JsonSink *
jsonb_sink(void)
{
	JsonbSink  *jsonb = palloc0(sizeof(JsonbSink));

	jsonb->sink = (JsonSink) {jsonb_begin, jsonb_end, jsonb_key, jsonb_scalar};
	return &jsonb->sink;
}

Datum
jsonb_sink_datum(JsonSink *sink)
{
	return JsonbPGetDatum(JsonbValueToJsonb(((JsonbSink *) sink)->root));
}
