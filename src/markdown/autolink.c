/*
 * autolink.c
 *		<https://...> and <name@host>; bare addresses are the writers' affair.
 */
#include "markdown/markdown_internal.h"

/* The rest of <scheme:...> from its colon on. */
static int
uri_rest(const char *text, int end, int pos)
{
	for (pos++; pos < end; pos++)
	{
		if (text[pos] == '>')
			return pos + 1;
		if ((unsigned char) text[pos] <= ' ' || text[pos] == '<')
			return -1;
	}
	return -1;
}

/* The rest of <name@host> from its at sign on: labels of 1..63 bytes. */
static int
host_rest(const char *text, int end, int pos)
{
	int			label = pos + 1;

	for (pos++; pos < end; pos++)
	{
		char		c = text[pos];

		if (is_letter(c) || is_digit(c))
			continue;
		if (pos == label || pos - label > 63)
			return -1;
		if (c == '-')
			continue;
		if (text[pos - 1] == '-')
			return -1;
		if (c == '>')
			return pos + 1;
		if (c != '.')
			return -1;
		label = pos + 1;
	}
	return -1;
}

/* <scheme:rest> or <name@host>. */
int
syntax_autolink(const char *text, int end, int pos)
{
	int			start = ++pos;

	if (pos < end && is_letter(text[pos]))
	{
		while (pos < end && pos - start <= 32 &&
			   (is_letter(text[pos]) || is_digit(text[pos]) ||
				text[pos] == '+' || text[pos] == '.' || text[pos] == '-'))
			pos++;
		if (pos < end && text[pos] == ':')
			return pos - start >= 2 && pos - start <= 32 ?
				uri_rest(text, end, pos) : -1;
		pos = start;
	}
	while (pos < end && (is_letter(text[pos]) || is_digit(text[pos]) ||
						 (text[pos] && strchr(".!#$%&'*+/=?^_`{|}~-", text[pos]))))
		pos++;
	if (pos == start || pos >= end || text[pos] != '@')
		return -1;
	return host_rest(text, end, pos);
}
