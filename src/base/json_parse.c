/*
 * json_parse.c
 *		JSON text -> a tree of Json.
 *
 * For text that may be anything, such as a chart's config that stands in a
 * memo: the server's own parser would raise an error for what is no JSON.
 */
#include "base/base.h"

#include "mb/pg_wchar.h"

#include <math.h>

#define LARGEST_NUMBER		1e300	/* as json_read */
#define LARGEST_EXPONENT	400
#define LONGEST_NUMBER		2000	/* bytes */

typedef struct Parser
{
	Slice		text;
	int			pos;
	int			depth;			/* levels that may still be opened */
} Parser;

static Json *parse_value(Parser *parser);

static void
skip_blanks(Parser *parser)
{
	while (parser->pos < parser->text.len && strchr(" \t\r\n", parser->text.data[parser->pos]) != NULL)
		parser->pos++;
}

/* Takes a character, after blanks. */
static bool
take(Parser *parser, char c)
{
	skip_blanks(parser);
	if (parser->pos == parser->text.len || parser->text.data[parser->pos] != c)
		return false;
	parser->pos++;
	return true;
}

static char
peek(const Parser *parser)
{
	return parser->pos < parser->text.len ? parser->text.data[parser->pos] : '\0';
}

/* ------------------------------------------------------------------- strings */

/* The four digits behind \u; -1 when they are none. */
static int
parse_unit(Parser *parser)
{
	int			unit = 0;

	for (int i = 0; i < 4; i++, parser->pos++)
	{
		char		c = peek(parser);

		if (!isxdigit((unsigned char) c))
			return -1;
		unit = unit * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return unit;
}

/* What is behind \u, with the second half of a pair; false for no character. */
static bool
parse_code(Parser *parser, StringInfo out)
{
	int			code = parse_unit(parser);
	unsigned char bytes[8];

	if (code >= 0xD800 && code <= 0xDBFF)
	{
		int			low;

		if (peek(parser) != '\\' || parser->pos + 1 >= parser->text.len || parser->text.data[parser->pos + 1] != 'u')
			return false;
		parser->pos += 2;
		low = parse_unit(parser);
		if (low < 0xDC00 || low > 0xDFFF)
			return false;
		code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
	}
	if (code <= 0 || (code >= 0xDC00 && code <= 0xDFFF))
		return false;
	unicode_to_utf8(code, bytes);
	appendBinaryStringInfo(out, (char *) bytes, pg_utf_mblen(bytes));
	return true;
}

static bool
parse_escape(Parser *parser, StringInfo out)
{
	static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
	char		c = peek(parser);

	parser->pos++;
	if (c == 'u')
		return parse_code(parser, out);
	for (int i = 0; escapes[i] != '\0'; i += 2)
		if (escapes[i] == c)
		{
			appendStringInfoChar(out, escapes[i + 1]);
			return true;
		}
	return false;
}

/* The opening quotation mark has been taken. */
static bool
parse_string(Parser *parser, Slice *string)
{
	StringInfoData out;

	initStringInfo(&out);
	while (parser->pos < parser->text.len)
	{
		unsigned char c = parser->text.data[parser->pos++];

		if (c == '"')
		{
			*string = (Slice) {out.data, out.len};
			return true;
		}
		if (c < ' ' || (c == '\\' && !parse_escape(parser, &out)))
			return false;
		if (c != '\\')
			appendStringInfoCharMacro(&out, c);
	}
	return false;
}

/* ------------------------------------------------------------------- numbers */

/* Takes digits; false when there are none. */
static bool
take_digits(Parser *parser)
{
	int			start = parser->pos;

	while (isdigit((unsigned char) peek(parser)))
		parser->pos++;
	return parser->pos > start;
}

/* Takes an exponent; false when there is none, or one beyond that of a double. */
static bool
take_exponent(Parser *parser)
{
	int			exponent = 0;

	parser->pos += peek(parser) == '-' || peek(parser) == '+';
	if (!isdigit((unsigned char) peek(parser)))
		return false;
	for (; isdigit((unsigned char) peek(parser)); parser->pos++)
		exponent = Min(exponent * 10 + (peek(parser) - '0'), LARGEST_EXPONENT + 1);
	return exponent <= LARGEST_EXPONENT;
}

/* NULL for what numeric may not hold, too: json_read never writes such numbers. */
static Json *
parse_number(Parser *parser)
{
	Json	   *value = palloc0(sizeof(Json));
	int			start = parser->pos;

	parser->pos += peek(parser) == '-';
	if (peek(parser) == '0')
		parser->pos++;			/* no digit may follow: that ends the number */
	else if (!take_digits(parser))
		return NULL;
	if (peek(parser) == '.')
	{
		parser->pos++;
		if (!take_digits(parser))
			return NULL;
	}
	if ((peek(parser) | 0x20) == 'e')
	{
		parser->pos++;
		if (!take_exponent(parser))
			return NULL;
	}
	if (parser->pos - start > LONGEST_NUMBER)
		return NULL;
	value->kind = J_NUMBER;
	value->text = slice_of(slice_copy((Slice) {parser->text.data + start, parser->pos - start}));
	value->number = strtod(value->text.data, NULL);
	value->is_finite = fabs(value->number) <= LARGEST_NUMBER;
	return value->is_finite ? value : NULL;
}

/* -------------------------------------------------------------------- values */

/* The opening bracket has been taken. */
static Json *
parse_container(Parser *parser, JsonKind kind)
{
	Json	   *value = palloc0(sizeof(Json));
	Json	  **next = &value->first;
	char		end = kind == J_ARRAY ? ']' : '}';

	value->kind = kind;
	if (parser->depth == 0 || take(parser, end))
		return parser->depth == 0 ? NULL : value;
	parser->depth--;
	do
	{
		Slice		key = {NULL, 0};

		CHECK_FOR_INTERRUPTS();
		if (kind == J_OBJECT && !(take(parser, '"') && parse_string(parser, &key) && take(parser, ':')))
			return NULL;
		*next = parse_value(parser);
		if (*next == NULL)
			return NULL;
		(*next)->key = key;
		next = &(*next)->next;
		value->count++;
	} while (take(parser, ','));
	parser->depth++;
	return take(parser, end) ? value : NULL;
}

static Json *
parse_word(Parser *parser)
{
	static const struct
	{
		const char *word;
		JsonKind	kind;
	}			words[] = {{"null", J_NULL}, {"false", J_BOOL}, {"true", J_BOOL}};

	for (int i = 0; i < (int) lengthof(words); i++)
	{
		int			len = (int) strlen(words[i].word);
		Json	   *value;

		if (parser->text.len - parser->pos < len ||
			memcmp(parser->text.data + parser->pos, words[i].word, len) != 0)
			continue;
		parser->pos += len;
		value = palloc0(sizeof(Json));
		value->kind = words[i].kind;
		value->truth = words[i].word[0] == 't';
		return value;
	}
	return NULL;
}

static Json *
parse_value(Parser *parser)
{
	Json	   *value;

	if (take(parser, '{'))
		return parse_container(parser, J_OBJECT);
	if (take(parser, '['))
		return parse_container(parser, J_ARRAY);
	if (!take(parser, '"'))
		return peek(parser) == '-' || isdigit((unsigned char) peek(parser)) ? parse_number(parser) : parse_word(parser);
	value = palloc0(sizeof(Json));
	value->kind = J_STRING;
	return parse_string(parser, &value->text) ? value : NULL;
}

Json *
json_parse(Slice text, int max_depth)
{
	Parser		parser = {.text = text, .depth = max_depth};
	Json	   *value = parse_value(&parser);

	skip_blanks(&parser);
	return parser.pos == text.len ? value : NULL;
}
