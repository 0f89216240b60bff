/*
 * verify_url.c
 *		References that renderers would take for the end of a bare URL.
 *
 * As cmark-gfm does it: a URL that begins in the text goes on to the next blank,
 * '<' or cell of the table, whatever stands between.
 */
#include "audit/audit_internal.h"


static bool
starts(Slice text, int pos, const char *what)
{
	int			len = (int) strlen(what);

	return pos >= 0 && len <= text.len - pos && pg_strncasecmp(text.data + pos, what, len) == 0;
}

/* May a domain begin with it? */
static bool
is_host(Slice text, int pos)
{
	return pos < text.len && (is_letter(text.data[pos]) || is_digit(text.data[pos]) || (unsigned char) text.data[pos] >= 0x80);
}

/* Is pos the colon of "https://x" in the text? */
static bool
is_scheme(const Reading *reading, int pos)
{
	static const char *const schemes[] = {"http", "https", "ftp"};
	Slice		text = reading->text;

	if (!starts(text, pos, "://") || !is_host(text, pos + 3))
		return false;
	for (int i = 0; i < (int) lengthof(schemes); i++)
	{
		int			start = pos - (int) strlen(schemes[i]);

		if (starts(text, start, schemes[i]) && (start == 0 || !is_letter(text.data[start - 1])))
			return true;
	}
	return false;
}

/* Does a URL begin at or right before a byte of text? */
static bool
starts_url(const Reading *reading, int pos)
{
	Slice		text = reading->text;

	if ((reading->bytes[pos] & (BYTE_CLASS | BYTE_LABEL)) != BYTE_TEXT)
		return false;
	if (text.data[pos] == ':')
		return is_scheme(reading, pos);
	return starts(text, pos, "www.") && is_host(text, pos + 4) && memcmp(text.data + pos, "www", 3) == 0 &&
		(pos == 0 || strchr(" \t\r\n|*_~(", text.data[pos - 1]) != NULL);
}

void
check_urls(SectionReading *section, Fault *fault)
{
	const Reading *final = section->final;
	Slice		text = final->text;
	bool		in_url = false;

	if (text.len == 0 || (memmem(text.data, text.len, "://", 3) == NULL && memmem(text.data, text.len, "www.", 4) == NULL))
		return;
	for (int pos = 0; pos < text.len; pos++)
	{
		char		c = text.data[pos];
		int			number;
		int			end;

		if (strchr(" \t\r\n\v\f<", c) != NULL || (final->bytes[pos] & BYTE_BAR))
			in_url = false;
		else if (in_url && (final->bytes[pos] & BYTE_REFERENCE) && read_label(text, pos, &number, &end))
			FAULT(fault, "section \"%.*s\": [^%d] touches a bare URL", KEY(section), number);
		else if (!in_url && (c == ':' || c == 'w'))
			in_url = starts_url(final, pos);
		if ((pos & 0xFFFF) == 0)
			CHECK_FOR_INTERRUPTS();
	}
}
