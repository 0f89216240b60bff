/*
 * bare_link.c
 *		Bare URLs and mail addresses become links: GFM's extended autolinks.
 *
 * Example: of "see https://a.b/?c=1&amp;d=2." the bytes 4 to 27 are a link to themselves.
 *
 * The rules are those of cmark-gfm, which links http:// and https:// behind whatever is no
 * letter, and www. behind a blank or one of "*_~(" only.  A footnote's reference ends a URL,
 * and so do a blank of Unicode, code, and a link.  What looks like one in code, links,
 * images and HTML is left alone.
 */
#include "markdown/markdown_internal.h"

#define LONGEST_DOMAIN	255		/* bytes, as in DNS; bounds the work of a URL */

/* A URL or an address that was found. */
typedef struct Url
{
	int			start;
	int			domain;
	int			end;			/* of the domain, and at last of all of it */
	bool		is_address;
	LinkPrefix	prefix;
} Url;

/* ----------------------------------------------------- the shape of a URL */

static bool
starts(Slice text, int pos, const char *what)
{
	int			len = (int) strlen(what);

	return len <= text.len - pos && memcmp(text.data + pos, what, len) == 0;
}

/* Byte behind the domain at pos, 0 when it is none: no underscore in the last
 * two of its parts. */
static int
domain_end(Slice text, int pos)
{
	int			limit = Min(text.len, pos + LONGEST_DOMAIN + 1);
	int			underscores = 0;
	int			underscores_before = 0;
	int			i;

	for (i = pos; i < limit; i++)
	{
		char		c = text.data[i];

		if (c == '.' && i > pos)
		{
			underscores_before = underscores;
			underscores = 0;
		}
		else if (c == '_' && i > pos)
			underscores++;
		else if (!is_alnum(c) && (c != '-' || i == pos) && (unsigned char) c < 0x80)
			break;
	}
	return i == pos || i > pos + LONGEST_DOMAIN || underscores + underscores_before > 0 ? 0 : i;
}

/* Where a URL ends that goes on at pos: before a blank (of Unicode, too), '<' or reference. */
static int
path_end(Slice text, int pos)
{
	int			width;

	for (; pos < text.len; pos += width)
	{
		uint32		code = utf8_decode(text.data, text.len, pos, &width);

		if (pos % PROSE_CHECK_BYTES == 0)
			CHECK_FOR_INTERRUPTS();
		if (code <= ' ' || code == 0x7F || code == '<' || code == 0x200B || code == 0xFEFF ||
			is_unicode_blank(code) ||
			(code == '[' && pos + 2 < text.len && text.data[pos + 1] == '^' &&
			 is_digit(text.data[pos + 2])))
			break;
	}
	return pos;
}

/* Length of the character reference that ends at end ("&amp;"), 0 when none does. */
static int
reference_before(Slice text, int start, int end)
{
	int			pos = end - 1;

	while (pos > start && end - pos < 33 && is_alnum(text.data[pos - 1]))
		pos--;
	return pos > start && pos < end - 1 && text.data[pos - 1] == '&' ? end - pos + 1 : 0;
}

/* Without the punctuation that ends the sentence instead, brackets that are not open, and
 * character references.  Square brackets are no such ones in GFM; but "[https://a.b/c]" is
 * how reports cite, and a link with the bracket in it leads nowhere. */
static int
trim_end(Slice text, int start, int end)
{
	int			counts[128] = {0};

	for (int i = start; i < end; i++)
	{
		counts[(unsigned char) text.data[i] & 0x7F] += (unsigned char) text.data[i] < 0x80;
		if (i % PROSE_CHECK_BYTES == 0)
			CHECK_FOR_INTERRUPTS();
	}
	while (end > start)
	{
		char		c = text.data[end - 1];

		if (end % PROSE_CHECK_BYTES == 0)
			CHECK_FOR_INTERRUPTS();
		if (c == ';')
			end -= Max(1, reference_before(text, start, end));
		else if (c == ')' || c == ']')
		{
			if (counts[(int) c] <= counts[c == ')' ? '(' : '['])
				break;			/* it closes one that opens in it */
			counts[(int) c]--;
			end--;
		}
		else if (strchr("?!.,:*_~'\"", c) != NULL)
			end--;
		else
			break;
	}
	return end;
}

/* Start of the "http", "https" or "ftp" before the colon at pos, not before floor; -1
 * when there is none. */
static int
scheme_start(Slice text, int floor, int pos)
{
	static const char *const schemes[] = {"http", "https", "ftp"};
	int			start = pos;

	while (start > floor && pos - start < 6 && is_letter(text.data[start - 1]))
		start--;
	for (int i = 0; i < (int) lengthof(schemes); i++)
		if (pos - start == (int) strlen(schemes[i]) &&
			pg_strncasecmp(text.data + start, schemes[i], pos - start) == 0)
			return start;
	return -1;
}

/* "https://example.com", its colon at pos */
static bool
read_url(Slice text, int floor, int pos, Url *url)
{
	if (!starts(text, pos, "://"))
		return false;
	url->prefix = PREFIX_NONE;
	url->is_address = false;
	url->start = scheme_start(text, floor, pos);
	url->domain = pos + 3;
	url->end = url->start < 0 ? 0 : domain_end(text, url->domain);
	return url->end > 0;
}

/* "www.example.com" at pos, behind a byte */
static bool
read_www(Slice text, int pos, char before, Url *url)
{
	if (!starts(text, pos, "www.") || (!is_space(before) && strchr("*_~(", before) == NULL))
		return false;
	url->prefix = PREFIX_HTTP;
	url->is_address = false;
	url->start = pos;
	url->domain = pos + 4;
	url->end = domain_end(text, url->domain) == 0 ? 0 : domain_end(text, pos);
	return url->end > 0;
}

/* "name@example.com", its '@' at pos; with "mailto:" before it, or not */
static bool
read_address(Slice text, int floor, int pos, Url *url)
{
	int			start = pos;
	int			end = pos + 1;
	int			ndots = 0;

	while (start > floor &&
		   (is_alnum(text.data[start - 1]) || strchr(".+-_", text.data[start - 1]) != NULL))
		start--;
	for (; end < text.len; end++)
	{
		char		c = text.data[end];

		if (c == '.' && end + 1 < text.len && is_alnum(text.data[end + 1]))
			ndots++;
		else if (!is_alnum(c) && c != '-' && c != '_')
			break;
	}
	if (start == pos || ndots == 0 || !is_letter(text.data[end - 1]))
		return false;
	url->prefix =
		start - floor >= 7 && memcmp(text.data + start - 7, "mailto:", 7) == 0
					  ? PREFIX_NONE
					  : PREFIX_MAILTO;
	url->start = url->prefix == PREFIX_NONE ? start - 7 : start;
	url->domain = pos + 1;
	url->end = end;
	url->is_address = true;
	return true;
}

/* -------------------------------------------------------------------- search */

bool
autolink_find(Slice text, int start, int *pos, InlineSpan *link)
{
	int			floor = *pos;
	Url			url;

	for (int i = floor; i < text.len; i++)
	{
		char		c = text.data[i];

		if (i % PROSE_CHECK_BYTES == 0)
			CHECK_FOR_INTERRUPTS();
		if (c == '\\' && i + 1 < text.len && is_punct(text.data[i + 1]))
			i++;
		if (!(c == ':' && read_url(text, floor, i, &url)) &&
			!(c == 'w' && read_www(text, i, i > start ? text.data[i - 1] : '\n', &url)) &&
			!(c == '@' && read_address(text, floor, i, &url)))
			continue;
		if (!url.is_address)
			url.end = trim_end(text, url.start, path_end(text, url.end));
		*link = (InlineSpan) {.kind = SPAN_BARE_LINK, .start = url.start, .label_end = url.end,
			.end = url.end, .def = -1, .prefix = url.prefix};
		*pos = url.end;
		return true;
	}
	*pos = text.len;
	return false;
}
