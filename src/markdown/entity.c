/*
 * entity.c
 *		Character references of HTML ("&amp;", "&#8212;", "&#x2014;") and escapes -> text.
 *
 * Only those with a semicolon, as in Markdown; what names no character is text
 * as it is written.
 */
#include "markdown/markdown_internal.h"

#include "mb/pg_wchar.h"

typedef struct Entity
{
	const char *name;
	const char *text;
} Entity;

static const Entity entities[] = {
#define ENTITY(name, text) {name, text},
#include "markdown/entitylist.def"
#undef ENTITY
};

#define LONGEST_ENTITY	33		/* bytes, "&CounterClockwiseContourIntegral;" */

static int
compare_entities(const void *a, const void *b)
{
	return strcmp(((const Entity *) a)->name, ((const Entity *) b)->name);
}

/* The character of "#8212" or "#x2014"; U+FFFD for what is none, -1 when it is
 * not written so. */
static int
numbered_character(const char *name)
{
	bool		is_hexadecimal = name[1] == 'x' || name[1] == 'X';
	const char *digits = name + 1 + is_hexadecimal;
	char	   *end;
	long		code;

	if (!(is_hexadecimal ? isxdigit((unsigned char) digits[0])
		  : isdigit((unsigned char) digits[0])))
		return -1;
	code = strtol(digits, &end, is_hexadecimal ? 16 : 10);
	if (*end != '\0' || end - digits > (is_hexadecimal ? 6 : 7))
		return -1;
	return code <= 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF) ? 0xFFFD : (int) code;
}

int
entity_append(StringInfo out, Slice text)
{
	const char *semicolon = memchr(text.data, ';', Min(text.len, LONGEST_ENTITY));
	int			len = semicolon == NULL ? 0 : (int) (semicolon - text.data) + 1;
	char		name[LONGEST_ENTITY];
	Entity		wanted = {name, NULL};
	const Entity *found;

	if (len < 3 || text.data[0] != '&')
		return 0;
	memcpy(name, text.data + 1, len - 2);
	name[len - 2] = '\0';
	if (name[0] == '#')
	{
		unsigned char bytes[8];
		int			code = numbered_character(name);

		if (code < 0)
			return 0;
		unicode_to_utf8(code, bytes);
		appendBinaryStringInfo(out, (char *) bytes, pg_utf_mblen(bytes));
		return len;
	}
	found = bsearch(&wanted, entities, lengthof(entities), sizeof(Entity), compare_entities);
	if (found == NULL)
		return 0;
	appendStringInfoString(out, found->text);
	return len;
}

/* Appends text with its character references, and maybe its escapes, read. */
static void
append_read(StringInfo out, Slice text, bool has_escapes)
{
	for (int i = 0; i < text.len;)
	{
		int			start = i;
		int			len;

		while (i < text.len && text.data[i] != '&' && (text.data[i] != '\\' || !has_escapes))
			i++;
		appendBinaryStringInfo(out, text.data + start, i - start);
		if (i == text.len)
			break;
		len = entity_append(out, (Slice) {text.data + i, text.len - i});
		if (len == 0)
		{
			if (text.data[i] == '\\' && i + 1 < text.len && is_punct(text.data[i + 1]))
				i++;
			appendStringInfoChar(out, text.data[i]);
			len = 1;
		}
		i += len;
	}
}

void
entity_append_text(StringInfo out, Slice text)
{
	append_read(out, text, false);
}

char *
markdown_unescape(Slice text)
{
	StringInfoData out;

	initStringInfo(&out);
	append_read(&out, text, true);
	return out.data;
}

void
markdown_append_target(StringInfo out, const MarkdownEvent *event)
{
	appendStringInfoString(out, event->prefix == NULL ? "" : event->prefix);
	if (event->escapes == ESCAPES_NONE)
		appendBinaryStringInfo(out, event->target.data, event->target.len);
	else
		append_read(out, event->target, event->escapes == ESCAPES_ALL);
}

void
markdown_append_title(StringInfo out, const MarkdownEvent *event)
{
	append_read(out, event->title, true);
}

void
markdown_append_text(StringInfo out, const MarkdownEvent *event)
{
	if (event->type == MARKDOWN_HARD_BREAK || event->type == MARKDOWN_SOFT_BREAK)
		appendStringInfoChar(out, ' ');
	else if (event->type != MARKDOWN_ENTITY ||
			 entity_append(out, (Slice) {event->data, event->len}) == 0)
		appendBinaryStringInfo(out, event->data, event->len);
}
