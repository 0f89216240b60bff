/*
 * needles.c
 *		Where a text has one of a few strings, each looked for with memchr.
 *
 * Of "[", "(" and "turn" in "NOI rose (source 2) [1]" the first at or behind byte 0 is at 9, at
 * or behind byte 10 at 20: each string's next place is kept until it is passed.
 */
#include "language/language.h"

/* The first place of a string at or behind a byte, the text's end when there is none. */
static int
string_at(Slice text, int pos, Slice string)
{
	const char *end = text.data + text.len;

	for (const char *at = text.data + pos; at < end; at++)
	{
		at = memchr(at, string.data[0], end - at);
		if (at == NULL)
			break;
		if (string.len == 1 || (end - at >= string.len && at[1] == string.data[1] &&
								memcmp(at, string.data, string.len) == 0))
			return (int) (at - text.data);
	}
	return text.len;
}

void
needle_add(Needles *needles, const char *string, int len)
{
	if (needles->count == MOST_NEEDLES)
		elog(ERROR, "no room for %.*s among %d needles", len, string, MOST_NEEDLES);
	needles->strings[needles->count++] = (Slice) {string, len};
}

int
needles_next(Needles *needles, int pos)
{
	int			first = needles->text.len;

	for (int i = 0; i < needles->count; i++)
	{
		if (needles->next[i] <= pos)
			needles->next[i] = string_at(needles->text, pos, needles->strings[i]) + 1;
		first = Min(first, needles->next[i] - 1);
	}
	return first;
}
