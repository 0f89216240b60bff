/*
 * json_text.c
 *		JSON text -> a tree of Json.
 *
 * For JSON that stands in a memo, where an agent may have written anything:
 * what jsonb would refuse, with an error that would end the call, is NULL here.
 * "{"x": [1, null]}" becomes an object with the member x, an array of two.
 */
#include "json.h"

#include "mb/pg_wchar.h"

#define LONGEST_NUMBER	1100	/* bytes; json.c writes at most 1000 decimals */
#define LARGEST_EXPONENT	400

typedef struct JsonReader
{
	const char *pos;
	const char *end;
	int			depth;			/* levels that may still open */
} JsonReader;

static bool read_value(JsonReader *reader, Json *value);

static void
skip_blanks(JsonReader *reader)
{
	while (reader->pos < reader->end && strchr(" \t\r\n", *reader->pos) != NULL && *reader->pos != '\0')
		reader->pos++;
}

/* Takes one byte when it is the next. */
static bool
take(JsonReader *reader, char expected)
{
	if (reader->pos >= reader->end || *reader->pos != expected)
		return false;
	reader->pos++;
	return true;
}

static bool
take_word(JsonReader *reader, const char *word)
{
	int			len = (int) strlen(word);

	if (reader->end - reader->pos < len || memcmp(reader->pos, word, len) != 0)
		return false;
	reader->pos += len;
	return true;
}

/* ---------------------------------------------------------------- strings */

/* Four hexadecimal digits, -1 when there are none. */
static int
take_code_unit(JsonReader *reader)
{
	int			code = 0;

	if (reader->end - reader->pos < 4)
		return -1;
	for (int i = 0; i < 4; i++)
	{
		char		c = *reader->pos++;

		if (!isxdigit((unsigned char) c))
			return -1;
		code = code * 16 + (isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return code;
}

/* The character behind "\u"; -1 for half of a pair and for U+0000. */
static int
take_character(JsonReader *reader)
{
	int			first = take_code_unit(reader);
	int			second;

	if (first <= 0 || (first >= 0xDC00 && first <= 0xDFFF))
		return -1;
	if (first < 0xD800 || first > 0xDBFF)
		return first;
	if (!take_word(reader, "\\u"))
		return -1;
	second = take_code_unit(reader);
	return second < 0xDC00 || second > 0xDFFF ? -1 : 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

static bool
read_escape(JsonReader *reader, StringInfo out)
{
	static const char names[] = "\"\\/bfnrt";
	static const char values[] = "\"\\/\b\f\n\r\t";
	const char *name;
	unsigned char bytes[8];
	int			character;

	if (reader->pos >= reader->end)
		return false;
	if (*reader->pos != 'u')
	{
		name = *reader->pos == '\0' ? NULL : strchr(names, *reader->pos);
		if (name == NULL)
			return false;
		appendStringInfoChar(out, values[name - names]);
		reader->pos++;
		return true;
	}
	reader->pos++;
	character = take_character(reader);
	if (character < 0)
		return false;
	unicode_to_utf8(character, bytes);
	appendBinaryStringInfo(out, (char *) bytes, pg_utf_mblen(bytes));
	return true;
}

/* A string without escapes borrows from the text. */
static bool
read_string(JsonReader *reader, Slice *string)
{
	const char *start = ++reader->pos;
	StringInfoData decoded = {0};

	for (;;)
	{
		const char *run = reader->pos;

		while (reader->pos < reader->end && *reader->pos != '"' && *reader->pos != '\\' &&
			   (unsigned char) *reader->pos >= ' ')
			reader->pos++;
		if (reader->pos >= reader->end || (unsigned char) *reader->pos < ' ')
			return false;
		if (*reader->pos == '"' && decoded.data == NULL)
			break;
		if (decoded.data == NULL)
			initStringInfo(&decoded);
		appendBinaryStringInfo(&decoded, run, reader->pos - run);
		if (*reader->pos == '"')
			break;
		reader->pos++;
		if (!read_escape(reader, &decoded))
			return false;
	}
	*string = decoded.data != NULL ? (Slice) {decoded.data, decoded.len}
		: (Slice) {start, (int) (reader->pos - start)};
	reader->pos++;
	return true;
}

/* ---------------------------------------------------------------- numbers */

static int
take_digits(JsonReader *reader)
{
	const char *start = reader->pos;

	while (reader->pos < reader->end && isdigit((unsigned char) *reader->pos))
		reader->pos++;
	return (int) (reader->pos - start);
}

/* Of an exponent beyond that of any double only that it is too large is known. */
static bool
read_exponent(JsonReader *reader)
{
	int			exponent = 0;
	const char *start;

	if (!take(reader, '+'))
		(void) take(reader, '-');
	start = reader->pos;
	if (take_digits(reader) == 0)
		return false;
	for (const char *c = start; c < reader->pos && exponent <= LARGEST_EXPONENT; c++)
		exponent = exponent * 10 + (*c - '0');
	return exponent <= LARGEST_EXPONENT;
}

static bool
read_number(JsonReader *reader, Json *value)
{
	const char *start = reader->pos;
	char		copy[LONGEST_NUMBER + 1];

	(void) take(reader, '-');
	if (!take(reader, '0') && take_digits(reader) == 0)
		return false;
	if (take(reader, '.') && take_digits(reader) == 0)
		return false;
	if ((take(reader, 'e') || take(reader, 'E')) && !read_exponent(reader))
		return false;
	if (reader->pos - start > LONGEST_NUMBER)
		return false;
	value->kind = J_NUMBER;
	value->text = (Slice) {start, (int) (reader->pos - start)};
	memcpy(copy, start, value->text.len);
	copy[value->text.len] = '\0';
	value->number = strtod(copy, NULL);
	value->is_finite = value->number >= -1e300 && value->number <= 1e300;
	return value->is_finite;
}

/* ----------------------------------------------------- arrays and objects */

static bool
read_key(JsonReader *reader, Slice *key)
{
	skip_blanks(reader);
	if (reader->pos >= reader->end || *reader->pos != '"' || !read_string(reader, key))
		return false;
	skip_blanks(reader);
	return take(reader, ':');
}

/* Elements or members up to the closing bracket. */
static bool
read_children(JsonReader *reader, Json *value)
{
	char		closing = value->kind == J_ARRAY ? ']' : '}';
	Json	   *last = NULL;

	skip_blanks(reader);
	if (take(reader, closing))
		return true;
	do
	{
		Json	   *child = palloc0(sizeof(Json));

		CHECK_FOR_INTERRUPTS();
		if (value->kind == J_OBJECT && !read_key(reader, &child->key))
			return false;
		if (!read_value(reader, child))
			return false;
		if (last == NULL)
			value->first = child;
		else
			last->next = child;
		last = child;
		value->count++;
		skip_blanks(reader);
	} while (take(reader, ','));
	return take(reader, closing);
}

static bool
read_container(JsonReader *reader, Json *value)
{
	bool		is_read;

	if (reader->depth == 0)
		return false;
	value->kind = *reader->pos++ == '[' ? J_ARRAY : J_OBJECT;
	reader->depth--;
	is_read = read_children(reader, value);
	reader->depth++;
	return is_read;
}

static bool
read_value(JsonReader *reader, Json *value)
{
	skip_blanks(reader);
	if (reader->pos >= reader->end)
		return false;
	switch (*reader->pos)
	{
		case '{':
		case '[':
			return read_container(reader, value);
		case '"':
			value->kind = J_STRING;
			return read_string(reader, &value->text);
		case 't':
		case 'f':
			value->kind = J_BOOL;
			value->truth = *reader->pos == 't';
			return take_word(reader, value->truth ? "true" : "false");
		case 'n':
			value->kind = J_NULL;
			return take_word(reader, "null");
		default:
			return read_number(reader, value);
	}
}

Json *
json_parse(Slice text, int max_depth)
{
	JsonReader	reader = {text.data, text.data + text.len, max_depth};
	Json	   *value = palloc0(sizeof(Json));

	if (!read_value(&reader, value))
		return NULL;
	skip_blanks(&reader);
	return reader.pos == reader.end ? value : NULL;
}
