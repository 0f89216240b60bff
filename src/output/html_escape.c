/*
 * html_escape.c
 *		Text for HTML: what could be read as markup is escaped, what a page has no
 *		place for (control characters and such) becomes U+FFFD.
 */
#include "output/output_internal.h"

/* Length of a character that a page has no place for, at a byte: controls, what is
 * no character, and the two that turn the direction of all that follows. */
static int
control_length(const char *text, int len)
{
	unsigned char c = text[0];

	if ((c < ' ' && strchr("\t\n", c) == NULL) || c == 127)
		return 1;
	if (c == 0xC2 && len > 1 && (unsigned char) text[1] < 0xA0)
		return 2;				/* U+0080 to U+009F */
	if (c == 0xE2 && len > 2 && text[1] == '\x80' && (text[2] == '\xAD' || text[2] == '\xAE'))
		return 3;				/* U+202D, U+202E */
	if (c == 0xEF && len > 2 && memcmp(text, "\xEF\xBF", 2) == 0 && (unsigned char) text[2] >= 0xBE)
		return 3;				/* U+FFFE, U+FFFF */
	if (c == 0xEF && len > 2 && text[1] == '\xB7' && (unsigned char) text[2] >= 0x90 && (unsigned char) text[2] <= 0xAF)
		return 3;				/* U+FDD0 to U+FDEF */
	if (c >= 0xF0 && len > 3 && (text[1] & 0x0F) == 0x0F && text[2] == '\xBF' && (unsigned char) text[3] >= 0xBE)
		return 4;				/* the last two of each plane */
	return 0;
}

static const char *
escaped(char c)
{
	switch (c)
	{
		case '&':
			return "&amp;";
		case '<':
			return "&lt;";
		case '>':
			return "&gt;";
		case '"':
			return "&quot;";
		case '\'':
			return "&#39;";
		default:
			return NULL;
	}
}

void
html_escape(StringInfo out, Slice text)
{
	int			copied = 0;

	for (int i = 0; i < text.len;)
	{
		unsigned char c = text.data[i];
		bool		is_plain = (c >= ' ' && c < 0xC2 && c != 127 && strchr("&<>\"'", c) == NULL) ||
			(c > 0xC2 && c < 0xEF && c != 0xE2);
		const char *instead;
		int			len = 1;

		if (is_plain)
		{
			i++;
			continue;
		}
		instead = escaped(c);
		if (instead == NULL)
		{
			len = control_length(text.data + i, text.len - i);
			instead = "\xEF\xBF\xBD";
			if (len == 0)
			{
				i++;
				continue;
			}
		}
		CHECK_FOR_INTERRUPTS();
		appendBinaryStringInfo(out, text.data + copied, i - copied);
		appendStringInfoString(out, instead);
		i += len;
		copied = i;
	}
	appendBinaryStringInfo(out, text.data + copied, text.len - copied);
}

void
html_escape_string(StringInfo out, const char *text)
{
	html_escape(out, (Slice) {text, (int) strlen(text)});
}

void
html_badge(StringInfo out, const char *kind, const char *text)
{
	appendStringInfo(out, " <span class=\"badge %s\">%s</span>", kind, text);
}
