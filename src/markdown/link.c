/*
 * link.c
 *		The syntax of links: labels, destinations, titles and autolinks of CommonMark 0.30.
 *
 * As html.c, they are functions of (text, end, pos) without state, which
 * return the position after the construct or -1: of "[a](b 'c') d", syntax_link_tail()
 * at the parenthesis returns that of " d".
 */
#include "markdown/markdown_internal.h"

/* cmark's limit, which keeps "[a](" repeated linear. */
#define MAX_PARENS		32

/* Position after blanks and line ends. */
int
syntax_spaces(const char *text, int end, int pos)
{
	while (pos < end && is_space(text[pos]))
		pos++;
	return pos;
}

/* A link label with its brackets, "[]" too. */
int
syntax_link_label(const char *text, int end, int pos)
{
	int			stop;

	if (pos >= end || text[pos] != '[')
		return -1;
	stop = Min(end, pos + MAX_LABEL + 2);
	for (pos++; pos < stop; pos++)
	{
		if (text[pos] == ']')
			return pos + 1;
		if (text[pos] == '[')
			return -1;
		if (text[pos] == '\\' && pos + 1 < stop && is_punct(text[pos + 1]))
			pos++;
	}
	return -1;
}

/* <destination>: no line end and no '<' in it. */
static int
angle_dest(const char *text, int end, int pos)
{
	for (pos++; pos < end; pos++)
	{
		char		c = text[pos];

		if (c == '>')
			return pos + 1;
		if (c == '<' || c == '\n' || c == '\r')
			return -1;
		if (c == '\\' && pos + 1 < end && is_punct(text[pos + 1]))
			pos++;
	}
	return -1;
}

/* A link destination, which may be empty unless in a definition. */
int
syntax_link_dest(const char *text, int end, int pos)
{
	int			parens = 0;

	if (pos < end && text[pos] == '<')
		return angle_dest(text, end, pos);
	for (; pos < end; pos++)
	{
		char		c = text[pos];

		if (c == '\\' && pos + 1 < end && is_punct(text[pos + 1]))
			pos++;
		else if (c == '(' && ++parens > MAX_PARENS)
			return -1;
		else if (c == ')' && --parens < 0)
			return pos;
		else if ((unsigned char) c <= ' ' || c == 0x7F)
			break;
	}
	return parens <= 0 ? pos : -1;
}

/* A title in "", '' or (). */
int
syntax_link_title(const char *text, int end, int pos)
{
	char		open;
	char		close;

	if (pos >= end)
		return -1;
	open = text[pos];
	if (open != '"' && open != '\'' && open != '(')
		return -1;
	close = open == '(' ? ')' : open;
	for (pos++; pos < end; pos++)
	{
		char		c = text[pos];

		if (c == close)
			return pos + 1;
		if (c == open)
			return -1;
		if (c == '\\' && pos + 1 < end && is_punct(text[pos + 1]))
			pos++;
	}
	return -1;
}

/* The "(destination "title")" of an inline link. */
int
syntax_link_tail(const char *text, int end, int pos)
{
	int			blank;
	int			title;

	if (pos >= end || text[pos] != '(')
		return -1;
	pos = syntax_link_dest(text, end, syntax_spaces(text, end, pos + 1));
	if (pos < 0)
		return -1;
	blank = syntax_spaces(text, end, pos);
	if (blank > pos)
	{
		title = syntax_link_title(text, end, blank);
		pos = title < 0 ? blank : syntax_spaces(text, end, title);
	}
	return pos < end && text[pos] == ')' ? pos + 1 : -1;
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
		{
			if (pos - start < 2 || pos - start > 32)
				return -1;
			while (++pos < end && text[pos] != '>' && text[pos] != '<' &&
				   (unsigned char) text[pos] > ' ')
				;
			return pos < end && text[pos] == '>' ? pos + 1 : -1;
		}
		pos = start;
	}
	while (pos < end && (is_letter(text[pos]) || is_digit(text[pos]) ||
						 (text[pos] && strchr(".!#$%&'*+/=?^_`{|}~-", text[pos]))))
		pos++;
	if (pos == start || pos >= end || text[pos] != '@')
		return -1;
	return host_rest(text, end, pos);
}
