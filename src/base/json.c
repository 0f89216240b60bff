/*
 * json.c
 *		jsonb -> a tree of Json, and back to text.  The only reader of jsonb's
 *		inside.
 *
 * A jsonb is iterated, not recursed into, so that depth is checked before
 * anything grows with it.  Numbers are numerics, which may stand for 131,000
 * digits in ten bytes: what a double cannot hold is told apart by comparing,
 * never by writing it out, and a long one is written as its double.
 */
#include "base/base.h"

#ifndef FRONTEND
#include "access/detoast.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

#define LONG_NUMBER		40		/* digits; longer ones are written as a double */
#define MOST_DECIMALS	1000

static Datum
numeric_of(const char *text)
{
	return DirectFunctionCall3(numeric_in, CStringGetDatum(text), ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
}

/* Is a number between the two? */
static bool
is_between(Datum number, const char *least, const char *most)
{
	return DatumGetBool(DirectFunctionCall2(numeric_ge, number, numeric_of(least))) &&
		DatumGetBool(DirectFunctionCall2(numeric_le, number, numeric_of(most)));
}

static void
read_number(Json *value, Numeric numeric)
{
	Datum		number = NumericGetDatum(numeric);
	int			decimals;
	char	   *text;

	if (!is_between(number, "-1e300", "1e300"))
		return;
	decimals = DatumGetInt32(DirectFunctionCall1(numeric_scale, number));
	if (decimals > MOST_DECIMALS)
		return;
	value->is_finite = true;
	text = DatumGetCString(DirectFunctionCall1(numeric_out, number));
	value->number = strtod(text, NULL);
	if (strlen(text) > LONG_NUMBER)
	{
		pfree(text);
		text = DatumGetCString(DirectFunctionCall1(float8out, Float8GetDatum(value->number)));
	}
	value->text = slice_of(text);
}

static void
read_scalar(Json *value, const JsonbValue *stored)
{
	switch (stored->type)
	{
		case jbvBool:
			value->kind = J_BOOL;
			value->truth = stored->val.boolean;
			break;
		case jbvNumeric:
			value->kind = J_NUMBER;
			read_number(value, stored->val.numeric);
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

/* An array or object that is being read, and its last child so far. */
typedef struct OpenJson
{
	Json	   *value;
	Json	   *last;
} OpenJson;

static Json *
add_child(OpenJson *parent, Slice key)
{
	Json	   *child = palloc0(sizeof(Json));

	child->key = key;
	if (parent->last == NULL)
		parent->value->first = child;
	else
		parent->last->next = child;
	parent->last = child;
	parent->value->count++;
	return child;
}

/* The whole tree below *root; false when it is too deep. */
static bool
read_tree(Jsonb *jsonb, OpenJson *open, int max_depth)
{
	JsonbIterator *iterator = JsonbIteratorInit(&jsonb->root);
	JsonbValue	stored;
	JsonbIteratorToken token;
	int			depth = 0;		/* open[0] only holds the root */
	Slice		key = {NULL, 0};

	while ((token = JsonbIteratorNext(&iterator, &stored, false)) != WJB_DONE)
	{
		Json	   *value;

		CHECK_FOR_INTERRUPTS();
		switch (token)
		{
			case WJB_KEY:
				key = (Slice) {stored.val.string.val, stored.val.string.len};
				break;
			case WJB_BEGIN_ARRAY:
			case WJB_BEGIN_OBJECT:
				if (token == WJB_BEGIN_ARRAY && stored.val.array.rawScalar)
					break;
				if (depth == max_depth)
					return false;
				value = add_child(&open[depth], key);
				value->kind = token == WJB_BEGIN_ARRAY ? J_ARRAY : J_OBJECT;
				open[++depth] = (OpenJson) {value, NULL};
				key = (Slice) {NULL, 0};
				break;
			case WJB_VALUE:
			case WJB_ELEM:
				read_scalar(add_child(&open[depth], key), &stored);
				key = (Slice) {NULL, 0};
				break;
			case WJB_END_ARRAY:
			case WJB_END_OBJECT:
				depth -= depth > 0;
				break;
			default:
				break;
		}
	}
	return true;
}

Json *
json_read(Datum jsonb, int max_bytes, int max_depth, char **problem)
{
	Size		size = toast_raw_datum_size(jsonb) - VARHDRSZ;
	Json		root = {0};
	OpenJson   *open = palloc0(sizeof(OpenJson) * (max_depth + 1));

	*problem = NULL;
	if (size > (Size) max_bytes)
	{
		*problem = psprintf("has %zu bytes, more than %d", size, max_bytes);
		return NULL;
	}
	open[0].value = &root;
	if (!read_tree(DatumGetJsonbP(jsonb), open, max_depth))
	{
		*problem = psprintf("is more than %d levels deep", max_depth);
		return NULL;
	}
	pfree(open);
	return root.first;
}

Slice
json_peek(Datum jsonb, const char *key, int max_bytes)
{
	Jsonb	   *stored;
	JsonbValue *value;

	if (toast_raw_datum_size(jsonb) - VARHDRSZ > (Size) max_bytes)
		return (Slice) {NULL, 0};
	stored = DatumGetJsonbP(jsonb);
	value = JB_ROOT_IS_OBJECT(stored)
		? getKeyJsonValueFromContainer(&stored->root, key, (int) strlen(key), NULL) : NULL;
	if (value == NULL || value->type != jbvString)
		return (Slice) {NULL, 0};
	return json_trim((Slice) {value->val.string.val, value->val.string.len});
}
#endif							/* FRONTEND */

const Json *
json_member(const Json *value, const char *key)
{
	Slice		wanted = slice_of(key);

	if (value == NULL || value->kind != J_OBJECT)
		return NULL;
	for (const Json *member = value->first; member != NULL; member = member->next)
		if (slice_equal(member->key, wanted))
			return member;
	return NULL;
}

Slice
json_text(const Json *value, const char *key)
{
	const Json *member = json_member(value, key);

	if (member == NULL || member->kind != J_STRING || json_trim(member->text).len == 0)
		return (Slice) {NULL, 0};
	return json_trim(member->text);
}

/*
 * The white space of ECMAScript, which is what JSON Schema's \s means: ASCII,
 * U+00A0, U+1680, U+2000..200A, U+2028, 2029, 202F, 205F, U+3000 and U+FEFF.
 */
int
json_blank(Slice text, int pos)
{
	const unsigned char *c = (const unsigned char *) text.data + pos;
	int			rest = text.len - pos;
	int			code;

	if (rest < 1)
		return 0;
	if (c[0] == ' ' || (c[0] >= '\t' && c[0] <= '\r'))
		return 1;
	if (rest >= 2 && c[0] == 0xC2)
		return c[1] == 0xA0 ? 2 : 0;
	if (rest < 3 || (c[0] & 0xF0) != 0xE0)
		return 0;
	code = (c[0] & 15) << 12 | (c[1] & 63) << 6 | (c[2] & 63);
	return code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
		code == 0x202F || code == 0x205F || code == 0x3000 || code == 0xFEFF ? 3 : 0;
}

Slice
json_trim(Slice text)
{
	int			len;

	while ((len = json_blank(text, 0)) > 0)
		text.data += len, text.len -= len;
	for (len = 1; len <= 3 && len <= text.len; len++)
		if (json_blank(text, text.len - len) == len)
		{
			text.len -= len;
			len = 0;
		}
	return text;
}

void
json_append(StringInfo out, const Json *value)
{
	CHECK_FOR_INTERRUPTS();
	switch (value->kind)
	{
		case J_NULL:
			appendStringInfoString(out, "null");
			return;
		case J_BOOL:
			appendStringInfoString(out, value->truth ? "true" : "false");
			return;
		case J_NUMBER:
			appendBinaryStringInfo(out, value->text.data, value->text.len);
			return;
		case J_STRING:
			append_json_string(out, value->text.data, value->text.len);
			return;
		case J_ARRAY:
		case J_OBJECT:
			break;
	}
	appendStringInfoChar(out, value->kind == J_ARRAY ? '[' : '{');
	for (const Json *child = value->first; child != NULL; child = child->next)
	{
		if (child != value->first)
			appendStringInfoChar(out, ',');
		if (value->kind == J_OBJECT)
		{
			append_json_string(out, child->key.data, child->key.len);
			appendStringInfoChar(out, ':');
		}
		json_append(out, child);
	}
	appendStringInfoChar(out, value->kind == J_ARRAY ? ']' : '}');
}
