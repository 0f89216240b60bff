/*
 * json_text.c
 *		Strings as JSON has them.
 */
#include "base/base.h"

static void
append_json_escape(StringInfo out, unsigned char c)
{
	if (c < ' ')
		appendStringInfo(out, "\\u%04x", c);
	else
	{
		appendStringInfoChar(out, '\\');
		appendStringInfoChar(out, (char) c);
	}
}

/* There always is room for what is left: edits are thousands of short strings that
 * have nothing special, copied as they are looked at. */
void
append_json_string(StringInfo out, const char *text, int len)
{
	char	   *to;

	enlargeStringInfo(out, len + 2);
	to = out->data + out->len;
	*to++ = '"';
	for (int i = 0; i < len; i++)
	{
		unsigned char c = text[i];

		if (c >= ' ' && c != '"' && c != '\\')
		{
			*to++ = (char) c;
			continue;
		}
		out->len = (int) (to - out->data);
		append_json_escape(out, c);
		enlargeStringInfo(out, len - i);
		to = out->data + out->len;
	}
	*to++ = '"';
	*to = '\0';
	out->len = (int) (to - out->data);
}
