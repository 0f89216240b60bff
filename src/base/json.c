/*
 * json.c
 *		JSON text -> a tree of Json, by jansson; what a tree has.
 *
 * jansson reads numbers as int64 and double, which keep no digits: 1.10 would come back
 * as 1.1, and 1e400 not at all.  So what it is given has, in place of each number, the
 * byte at which that number begins in the text:
 *
 *		{"y": [1.10, "20 %"], "n": -3}   ->   {"y": [7, "20 %"], "n": 25}
 *
 * A number that JSON does not have (01, 1., +1) stays, and jansson refuses it.
 *
 * The only file that may call jansson.  Its json_object() is the name of a function of the
 * server, too, to which a call would go: never call it, nor include utils/builtins.h here.
 */
#include "base/base.h"

#include "common/shortest_dec.h"

#include <jansson.h>
#include <math.h>

#define MAX_JSON_BYTES	(16 * 1024 * 1024)	/* jansson cannot be cancelled */
#define LARGEST_NUMBER	1e300
#define LONG_NUMBER		40		/* bytes; longer ones are written as a double */
#define NUMBER_PATTERN	"-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"

/* ----------------------------------------------------------------- reading */

/* The end of what is written as a number at a byte. */
static int
number_end(Slice text, int pos)
{
	while (pos < text.len && text.data[pos] != '\0' &&
		   strchr("+-.0123456789eE", text.data[pos]) != NULL)
		pos++;
	return pos;
}

/* The end of a string's text, from its opening quotation mark on. */
static int
string_end(Slice text, int pos)
{
	for (pos++; pos < text.len && text.data[pos] != '"'; pos++)
		pos += text.data[pos] == '\\';
	return Min(pos + 1, text.len);
}

/* The text with bytes for numbers, as above. */
static void
append_numbered(StringInfo out, Slice text)
{
	static Regex *number = NULL;
	const char *mark;
	int			end;

	if (number == NULL)
		number = regex_compile(NUMBER_PATTERN);
	for (int pos = 0; pos < text.len; pos = end)
	{
		char		c = text.data[pos];

		end = c == '"'					? string_end(text, pos)
			  : c == '-' || is_digit(c) ? number_end(text, pos)
										: pos + 1;
		if ((c == '-' || is_digit(c)) &&
			regex_match_at(number, text.data, end, pos, &mark, NULL, 0) == end)
			append_int(out, pos);
		else
			appendBinaryStringInfo(out, text.data + pos, end - pos);
	}
}

void
json_set_number(Json *value, Slice text)
{
	char	   *digits = slice_copy(text);

	value->kind = J_NUMBER;
	value->number = strtod(digits, NULL);
	value->is_finite = fabs(value->number) <= LARGEST_NUMBER;
	value->text = text;
	if (value->is_finite && text.len > LONG_NUMBER)
		value->text = slice_of(double_to_shortest_decimal(value->number));
	pfree(digits);
}

/* The tree of what jansson read, whose strings it borrows; NULL when it is deeper. */
static Json *
tree_of(json_t *read, Slice text, int max_depth)
{
	Json	   *value = palloc0(sizeof(Json));
	Json	  **next = &value->first;
	const char *key;
	json_t	   *child;
	size_t		index;

	CHECK_FOR_INTERRUPTS();
	switch (json_typeof(read))
	{
		case JSON_OBJECT:
		case JSON_ARRAY:
			value->kind = json_is_object(read) ? J_OBJECT : J_ARRAY;
			if (max_depth == 0)
				return NULL;
			break;
		case JSON_STRING:
			value->kind = J_STRING;
			value->text = (Slice) {json_string_value(read), (int) json_string_length(read)};
			return value;
		case JSON_INTEGER:
			index = json_integer_value(read);
			json_set_number(value,
							(Slice){text.data + index, number_end(text, index) - (int) index});
			return value;
		default:
			value->kind = json_is_boolean(read) ? J_BOOL : J_NULL;
			value->truth = json_is_true(read);
			return value;
	}
	json_array_foreach(read, index, child)
	{
		if ((*next = tree_of(child, text, max_depth - 1)) == NULL)
			return NULL;
		next = &(*next)->next, value->count++;
	}
	json_object_foreach(read, key, child)
	{
		if ((*next = tree_of(child, text, max_depth - 1)) == NULL)
			return NULL;
		(*next)->key = slice_of(key);
		next = &(*next)->next, value->count++;
	}
	return value;
}

Json *
json_parse(Slice text, int max_depth)
{
	StringInfoData numbered;
	json_malloc_t other_malloc;
	json_free_t other_free;
	json_t	   *volatile read = NULL;

	if (text.len > MAX_JSON_BYTES)
		return NULL;
	initStringInfo(&numbered);
	append_numbered(&numbered, text);
	/* whose memory it takes is a setting of the process, in which others may use jansson */
	json_get_alloc_funcs(&other_malloc, &other_free);
	json_set_alloc_funcs(palloc, pfree);
	PG_TRY();
	{
		read =
			json_loadb(numbered.data, numbered.len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
	}
	PG_FINALLY();
	{
		json_set_alloc_funcs(other_malloc, other_free);
	}
	PG_END_TRY();
	return read == NULL ? NULL : tree_of(read, text, max_depth);
}

/* ------------------------------------------------------------------ asking */

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

const Json *
json_optional(const Json *value, const char *key)
{
	const Json *member = json_member(value, key);

	return member == NULL || member->kind == J_NULL ? NULL : member;
}

Slice
json_text(const Json *value, const char *key)
{
	const Json *member = json_member(value, key);

	if (member == NULL || member->kind != J_STRING || json_trim(member->text).len == 0)
		return (Slice) {NULL, 0};
	return json_trim(member->text);
}

int
json_blank(Slice text, int pos)
{
	int			width = 0;
	uint32		code = pos < text.len ? utf8_decode(text.data, text.len, pos, &width) : 0;

	return code == 0xFEFF || (code != 0x85 && is_unicode_blank(code)) ? width : 0;
}

Slice
json_trim(Slice text)
{
	int			len;

	while ((len = json_blank(text, 0)) > 0)
		text.data += len, text.len -= len;
	while (text.len > 0 && (len = char_before(text.data, text.len), json_blank(text, len) > 0))
		text.len = len;
	return text;
}
