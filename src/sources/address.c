/*
 * address.c
 *		Addresses in a text, and whether two are the same.
 *
 *		Retrieved from https://www.X.example/om.pdf?utm_source=a&id=3#page=12.
 *
 * has one, which is "x.example/om.pdf?id=3", page 12.
 */
#include "sources/sources.h"

static Slice
cut_at(Slice text, char c)
{
	const char *at = memchr(text.data, c, text.len);

	return at == NULL ? text : (Slice) {text.data, (int) (at - text.data)};
}

/* Appends the parameters behind "?" that say more than where a reader came from. */
static void
append_parameters(StringInfo out, Slice rest)
{
	static const char *const tracking[] = {"utm_", "gclid=", "fbclid=", "msclkid=", "mc_cid=",
										   "mc_eid="};
	char		joint = '?';

	while (rest.len > 0)
	{
		Slice		parameter = cut_at(rest, '&');
		bool		counts = parameter.len > 0;
		int			len = Min(parameter.len + 1, rest.len);

		for (int i = 0; i < (int) lengthof(tracking); i++)
			counts &= !slice_take(&(Slice) {parameter.data, parameter.len}, tracking[i]);
		if (counts)
		{
			appendStringInfo(out, "%c%.*s", joint, parameter.len, parameter.data);
			joint = '&';
		}
		rest = (Slice) {rest.data + len, rest.len - len};
	}
}

/* The scheme's bytes, 0 = there is none. */
static int
scheme_length(Slice text)
{
	return text.len > 8 && pg_strncasecmp(text.data, "https://", 8) == 0	? 8
		   : text.len > 7 && pg_strncasecmp(text.data, "http://", 7) == 0 ? 7
																		  : 0;
}

Slice
address_normal(Slice address)
{
	int			scheme = scheme_length(address);
	StringInfoData out;
	Slice		path;
	int			host;

	if (memchr(address.data, '#', address.len) != NULL)
		address = cut_at(address, '#');
	address = (Slice) {address.data + scheme, address.len - scheme};
	if (address.len > 4 && pg_strncasecmp(address.data, "www.", 4) == 0)
		address = (Slice) {address.data + 4, address.len - 4}, scheme = 1;
	path = cut_at(address, '?');
	host = scheme > 0 ? cut_at(path, '/').len : 0;
	initStringInfo(&out);
	for (int i = 0; i < path.len; i++)
		appendStringInfoChar(&out, i < host ? pg_ascii_tolower((unsigned char) path.data[i])
									   : path.data[i]);
	while (out.len > 1 && out.data[out.len - 1] == '/')
		out.data[--out.len] = '\0';
	if (path.len < address.len)
		append_parameters(&out, (Slice) {address.data + path.len + 1, address.len - path.len - 1});
	return (Slice) {out.data, out.len};
}

int
address_page(Slice address)
{
	Slice		fragment = cut_at(address, '#');

	fragment = (Slice) {address.data + fragment.len, address.len - fragment.len};
	if (!slice_take(&fragment, "#page="))
		return 0;
	fragment.len = past_digits(fragment.data, fragment.len, 0);
	return Max(0, (int) whole_number(fragment, 999999));
}

bool
address_ends(Slice text, Slice *address)
{
	int			end = -1;
	Slice		next;

	for (int pos = 0; address_next(text, &pos, &next);)
	{
		end = (int) (next.data - text.data) + next.len;
		*address = next;
	}
	while (end >= 0 && end < text.len && strchr(".)>] \n", text.data[end]) != NULL)
		end++;
	return end == text.len;
}

Slice
address_without_page(Slice address)
{
	const char *page = memmem(address.data, address.len, "#page=", 6);

	return page == NULL ? address : (Slice) {address.data, (int) (page - address.data)};
}

/* Is "://" or "www." in the text?  Most paragraphs have neither. */
static bool
may_have_address(Slice text)
{
	const char *end = text.data + text.len;

	for (const char *at = text.data; at < end && (at = memchr(at, ':', end - at)) != NULL; at++)
		if (end - at > 2 && at[1] == '/' && at[2] == '/')
			return true;
	for (const char *at = text.data; at < end && (at = memchr(at, '.', end - at)) != NULL; at++)
		if (at - text.data >= 3 && pg_strncasecmp(at - 3, "www", 3) == 0)
			return true;
	return false;
}

bool
address_next(Slice text, int *pos, Slice *address)
{
	static const uint8 firsts[256] = {['h'] = 1, ['H'] = 1, ['w'] = 1, ['W'] = 1};

	if (!may_have_address((Slice) {text.data + *pos, text.len - *pos}))
		return false;

	for (; *pos < text.len; (*pos)++)
	{
		Slice		rest = {text.data + *pos, text.len - *pos};
		int			depth = 0;
		int			end;

		if (!firsts[(unsigned char) rest.data[0]] || word_ends(text.data, *pos))
			continue;
		end = scheme_length(rest);
		if (end == 0 && (rest.len < 5 || pg_strncasecmp(rest.data, "www.", end = 4) != 0))
			continue;
		for (; end < rest.len && strchr(" \t\r\n<>\"`|[]", rest.data[end]) == NULL; end++)
		{
			depth += rest.data[end] == '(' ? 1 : rest.data[end] == ')' ? -1 : 0;
			if (depth < 0)
				break;
		}
		while (end > 0 && strchr(".,;:!?'*_", rest.data[end - 1]) != NULL)
			end--;
		*address = (Slice) {rest.data, end};
		*pos += Max(end, 1);
		return true;
	}
	return false;
}
