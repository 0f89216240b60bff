/*
 * html.c
 *		Raw HTML: inline tags, and where blocks of it begin and end.
 *
 * "<div>" at the start of a line begins a block of kind 6, which an empty line ends;
 * "a <!-- b --> c" has one inline comment.  Where a search for a closer may run to the
 * end in vain, the caller keeps what was missing, so that it runs there only once.
 */
#include "markdown/markdown_internal.h"

/* Bits of *missing: closers that do not occur in the rest of the leaf. */
#define MISSING_COMMENT		1
#define MISSING_INSTRUCTION	2
#define MISSING_CDATA		4
#define MISSING_DECLARATION	8

/* Tags that start an HTML block of kind 6, sorted. */
static const char *const block_tags[] = {
#include "markdown/block_tags.inc"
};

/* Tags whose content is raw: HTML blocks of kind 1. */
static const struct
{
	const char *name;
	const char *closer;
}			raw_tags[] = {
	{"script", "</script>"},
	{"pre", "</pre>"},
	{"style", "</style>"},
	{"textarea", "</textarea>"}
};

static int
tag_name(const char *text, int end, int pos)
{
	if (pos >= end || !is_letter(text[pos]))
		return -1;
	while (pos < end && (is_letter(text[pos]) || is_digit(text[pos]) ||
						 text[pos] == '-'))
		pos++;
	return pos;
}

/* name or name=value; -1 when malformed. */
static int
attribute(const char *text, int end, int pos)
{
	int			after;
	int			start;

	if (!is_letter(text[pos]) && text[pos] != '_' && text[pos] != ':')
		return -1;
	while (pos < end && (is_letter(text[pos]) || is_digit(text[pos]) ||
						 (text[pos] && strchr("_.:-", text[pos]))))
		pos++;
	after = syntax_spaces(text, end, pos);
	if (after >= end || text[after] != '=')
		return pos;
	pos = start = syntax_spaces(text, end, after + 1);
	if (pos < end && (text[pos] == '"' || text[pos] == '\''))
	{
		const char *quote = memchr(text + pos + 1, text[pos], end - pos - 1);

		return quote ? quote - text + 1 : -1;
	}
	while (pos < end && !is_space(text[pos]) && text[pos] && !strchr("\"'=<>`", text[pos]))
		pos++;
	return pos > start ? pos : -1;
}

/* An opening or closing tag. */
int
syntax_html_tag(const char *text, int end, int pos)
{
	bool		is_closing = pos + 1 < end && text[pos + 1] == '/';

	pos = tag_name(text, end, pos + 1 + is_closing);
	while (pos >= 0 && pos < end)
	{
		int			next = syntax_spaces(text, end, pos);

		if (next < end && text[next] == '>')
			return next + 1;
		if (is_closing || next >= end)
			return -1;
		if (text[next] == '/')
			return next + 1 < end && text[next + 1] == '>' ? next + 2 : -1;
		if (next == pos)
			return -1;
		pos = attribute(text, end, next);
	}
	return -1;
}

/* Position of the first needle (2 or 3 bytes) from pos on, or -1. */
static int
find_closer(const char *text, int end, int pos, const char *needle)
{
	int			len = strlen(needle);
	const char *hit;

	while (end - pos >= len &&
		   (hit = memchr(text + pos, needle[0], end - pos - len + 1)))
	{
		if (memcmp(hit, needle, len) == 0)
			return hit - text;
		pos = hit - text + 1;
	}
	return -1;
}

/* Up to and with a closer; keeps in *missing that there is none. */
static int
markup_until(const char *text, int end, int pos, const char *closer,
			 int *missing, int bit)
{
	int			hit;

	if (*missing & bit)
		return -1;
	hit = find_closer(text, end, pos, closer);
	if (hit < 0)
	{
		*missing |= bit;
		return -1;
	}
	return hit + strlen(closer);
}

static bool
starts_with(const char *text, int end, int pos, const char *prefix)
{
	int			len = strlen(prefix);

	return end - pos >= len && memcmp(text + pos, prefix, len) == 0;
}

/* Raw inline HTML: a tag, comment, instruction, declaration or CDATA. */
int
syntax_html_inline(const char *text, int end, int pos, int *missing)
{
	if (pos + 1 >= end)
		return -1;
	if (text[pos + 1] == '?')
		return markup_until(text, end, pos + 2, "?>", missing,
							MISSING_INSTRUCTION);
	if (text[pos + 1] != '!')
		return syntax_html_tag(text, end, pos);
	if (starts_with(text, end, pos, "<!-->") || starts_with(text, end, pos, "<!--->"))
		return pos + (text[pos + 4] == '>' ? 5 : 6);	/* whole ones */
	if (starts_with(text, end, pos, "<!--"))
		return markup_until(text, end, pos + 4, "-->", missing, MISSING_COMMENT);
	if (starts_with(text, end, pos, "<![CDATA["))
		return markup_until(text, end, pos + 9, "]]>", missing, MISSING_CDATA);
	if (pos + 2 < end && is_letter(text[pos + 2]))
		return markup_until(text, end, pos + 2, ">", missing,
							MISSING_DECLARATION);
	return -1;
}

/* Is text[start, end) this lower-case name, in any case? */
static bool
name_is(const char *text, int start, int end, const char *name)
{
	return (int) strlen(name) == end - start &&
		pg_strncasecmp(text + start, name, end - start) == 0;
}

/* HTML block kinds 1, 6 and 7: those that start with a tag. */
static int
tag_block(const char *text, int end, int pos, const char **closer)
{
	bool		is_closing = pos + 1 < end && text[pos + 1] == '/';
	int			name = pos + 1 + is_closing;
	int			after = tag_name(text, end, name);
	bool		is_bare;
	char		lower[16];

	if (after < 0)
		return 0;
	is_bare = after == end || is_blank(text[after]) || text[after] == '>';
	for (int i = 0; i < (int) lengthof(raw_tags) && !is_closing; i++)
	{
		if (!name_is(text, name, after, raw_tags[i].name))
			continue;
		*closer = raw_tags[i].closer;
		return is_bare ? 1 : 0;
	}
	if ((is_bare || starts_with(text, end, after, "/>")) && after - name < (int) sizeof(lower))
	{
		for (int i = name; i < after; i++)
			lower[i - name] = (char) pg_ascii_tolower((unsigned char) text[i]);
		if (slice_in((Slice) {lower, after - name}, block_tags, lengthof(block_tags)))
			return 6;
	}
	after = syntax_html_tag(text, end, pos);
	return after >= 0 && syntax_spaces(text, end, after) == end ? 7 : 0;
}

/* By its first bytes; *closer is what ends kinds 1 to 5. */
int
syntax_html_block(const char *text, int end, int pos, const char **closer)
{
	if (pos + 1 >= end || text[pos + 1] == '?')
	{
		*closer = "?>";
		return pos + 1 < end ? 3 : 0;
	}
	if (text[pos + 1] != '!')
		return tag_block(text, end, pos, closer);
	if (starts_with(text, end, pos, "<!--"))
	{
		*closer = "-->";
		return 2;
	}
	if (starts_with(text, end, pos, "<![CDATA["))
	{
		*closer = "]]>";
		return 5;
	}
	*closer = ">";
	return pos + 2 < end && is_letter(text[pos + 2]) ? 4 : 0;
}

/* Any of the closing tags of kind 1, in any case. */
static bool
raw_tag_closes(const char *text, int end, int pos)
{
	const char *hit;

	while (pos < end && (hit = memchr(text + pos, '<', end - pos)))
	{
		int			name = hit - text + 2;
		int			after;

		pos = hit - text + 1;
		if (pos >= end || text[pos] != '/' ||
			(after = tag_name(text, end, name)) < 0 ||
			after >= end || text[after] != '>')
			continue;
		for (int i = 0; i < (int) lengthof(raw_tags); i++)
			if (name_is(text, name, after, raw_tags[i].name))
				return true;
	}
	return false;
}

bool
syntax_html_block_ends(const char *text, int end, int pos, int kind)
{
	static const char *const closers[] = {NULL, NULL, "-->", "?>", ">", "]]>"};

	if (kind == 1)
		return raw_tag_closes(text, end, pos);
	return kind <= 5 && find_closer(text, end, pos, closers[kind]) >= 0;
}
