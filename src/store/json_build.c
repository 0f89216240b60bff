/*
 * json_build.c
 *		A jsonb, value by value.
 *
 * A document of a hundred thousand nodes is not worth writing as text that
 * jsonb_in reads again: that takes three times as long, copies each key of each
 * node, and cannot be cancelled.  The only place that knows how jsonb is built.
 */
#include "store/store.h"

#include "utils/builtins.h"
#include "utils/jsonb.h"

#define LARGEST_JSONB	JENTRY_OFFLENMASK	/* bytes of what an array holds */

/* Counts a value, without what aligns it; the server would find out last. */
static void
count_bytes(JsonBuild *build, int bytes)
{
	build->bytes += sizeof(JEntry) + bytes;
	if (build->bytes > LARGEST_JSONB)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the document does not fit into jsonb"),
				 errdetail("It has more than %d bytes.", LARGEST_JSONB)));
}

static void
push(JsonBuild *build, JsonbIteratorToken token, JsonbValue *value)
{
	build->root = pushJsonbValue(&build->state, token, value);
}

void
build_object(JsonBuild *build)
{
	count_bytes(build, sizeof(JsonbContainer));
	push(build, WJB_BEGIN_OBJECT, NULL);
}

void
build_end_object(JsonBuild *build)
{
	push(build, WJB_END_OBJECT, NULL);
}

void
build_array(JsonBuild *build)
{
	count_bytes(build, sizeof(JsonbContainer));
	push(build, WJB_BEGIN_ARRAY, NULL);
}

void
build_end_array(JsonBuild *build)
{
	push(build, WJB_END_ARRAY, NULL);
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
build_key_slice(JsonBuild *build, Slice key)
{
	JsonbValue	value = string_value(key);

	count_bytes(build, key.len);
	push(build, WJB_KEY, &value);
}

void
build_key(JsonBuild *build, const char *key)
{
	build_key_slice(build, slice_of(key));
}

/* In an array an element, in an object the value of the last key. */
static void
build_value(JsonBuild *build, JsonbValue *value)
{
	push(build, build->state->contVal.type == jbvArray ? WJB_ELEM : WJB_VALUE, value);
}

void
build_string(JsonBuild *build, Slice text)
{
	JsonbValue	value = string_value(text);

	count_bytes(build, text.len);
	build_value(build, &value);
}

static void
build_numeric(JsonBuild *build, Numeric number)
{
	JsonbValue	value = {.type = jbvNumeric};

	value.val.numeric = number;
	count_bytes(build, VARSIZE_ANY(number));
	build_value(build, &value);
}

void
build_int(JsonBuild *build, int64 number)
{
	build_numeric(build, int64_to_numeric(number));
}

static Numeric
read_numeric(char *text)
{
	return DatumGetNumeric(DirectFunctionCall3(numeric_in, CStringGetDatum(text),
											   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
}

static void
build_bool(JsonBuild *build, bool truth)
{
	JsonbValue	value = {.type = jbvBool};

	value.val.boolean = truth;
	build_value(build, &value);
}

static void
build_null(JsonBuild *build)
{
	JsonbValue	value = {.type = jbvNull};

	build_value(build, &value);
}

static void
build_scalar(JsonBuild *build, const Json *json)
{
	if (json->kind == J_BOOL)
		build_bool(build, json->truth);
	else if (json->kind == J_NUMBER)
		build_numeric(build, read_numeric(pnstrdup(json->text.data, json->text.len)));
	else
		build_null(build);
}

void
build_json(JsonBuild *build, const Json *value)
{
	CHECK_FOR_INTERRUPTS();
	if (value->kind == J_STRING)
		build_string(build, value->text);
	else if (value->kind != J_ARRAY && value->kind != J_OBJECT)
		build_scalar(build, value);
	else if (value->kind == J_ARRAY)
	{
		build_array(build);
		for (const Json *child = value->first; child != NULL; child = child->next)
			build_json(build, child);
		build_end_array(build);
	}
	else
	{
		build_object(build);
		for (const Json *child = value->first; child != NULL; child = child->next)
		{
			build_key_slice(build, child->key);
			build_json(build, child);
		}
		build_end_object(build);
	}
}

/* ------------------------------------------------------- members of objects */

void
build_member_int(JsonBuild *build, const char *key, int64 number)
{
	build_key(build, key);
	build_int(build, number);
}

void
build_member_thousandths(JsonBuild *build, const char *key, double number)
{
	build_key(build, key);
	build_numeric(build, read_numeric(psprintf("%.3f", number)));
}

void
build_member_text(JsonBuild *build, const char *key, const char *text)
{
	build_key(build, key);
	build_string(build, slice_of(text));
}

void
build_member_bool(JsonBuild *build, const char *key, bool truth)
{
	build_key(build, key);
	build_bool(build, truth);
}

void
build_member_null(JsonBuild *build, const char *key)
{
	build_key(build, key);
	build_null(build);
}

/* -------------------------------------------------------------------- sink */

#define SINK_0(name) \
	static void sink_##name(JsonSink *sink) { build_##name((JsonBuild *) sink); }
#define SINK_1(name, type, function) \
	static void sink_##name(JsonSink *sink, type value) { function((JsonBuild *) sink, value); }

SINK_0(object)
SINK_0(end_object)
SINK_0(array)
SINK_0(end_array)
SINK_1(key, const char *, build_key)
SINK_1(string, Slice, build_string)
SINK_1(integer, int64, build_int)
SINK_1(value, const Json *, build_json)

JsonSink *
build_sink(JsonBuild *build)
{
	build->sink = (JsonSink) {
		sink_object, sink_end_object, sink_array, sink_end_array,
		sink_key, sink_string, sink_integer, sink_value,
	};
	return &build->sink;
}
