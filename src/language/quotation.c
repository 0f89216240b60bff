/*
 * quotation.c
 *		What stands between quotation marks, of any language.
 *
 * 'He wrote: "rents rose" and „fest“ in 『本』' has three.  A mark opens a quotation where none
 * is open; one that closes others, too ("), only where no word is before it and no blank behind
 * it, and what closes it has no blank before it.  What is quoted in a quotation is part of it.
 */
#include "language/language.h"

/* Opening mark, what closes it, and whether it does nothing but open. */
static const struct
{
	const char *open;
	const char *close;
	const char *other;
	bool		opens_only;
}			marks[] = {
	{"\xE2\x80\x9C", "\xE2\x80\x9D", NULL, true},	/* as in English, */
	{"\xE2\x80\x98", "\xE2\x80\x99", NULL, false},
	{"\xE2\x80\x9E", "\xE2\x80\x9C", "\xE2\x80\x9D", true}, /* German and Polish, */
	{"\xE2\x80\x9A", "\xE2\x80\x98", "\xE2\x80\x99", false},
	{"\xC2\xAB", "\xC2\xBB", NULL, true},	/* French, */
	{"\xC2\xBB", "\xC2\xAB", NULL, false},	/* Danish, */
	{"\xE2\x80\xB9", "\xE2\x80\xBA", NULL, true},
	{"\xE2\x80\x9D", "\xE2\x80\x9D", NULL, false},	/* Swedish, */
	{"\xE3\x80\x8C", "\xE3\x80\x8D", NULL, true},	/* Japanese */
	{"\xE3\x80\x8E", "\xE3\x80\x8F", NULL, true},
	{"\"", "\"", NULL, false},
};

StaticAssertDecl(lengthof(marks) < 32, "a bit of unclosed for each mark");

static bool
has_at(Slice text, int pos, const char *mark)
{
	int			len = mark == NULL ? 0 : (int) strlen(mark);

	return len > 0 && pos + len <= text.len && memcmp(text.data + pos, mark, len) == 0;
}

/* Does mark number i open a quotation at pos? */
static bool
opens_at(Slice text, int pos, int i)
{
	int			behind = pos + (int) strlen(marks[i].open);

	return has_at(text, pos, marks[i].open) && behind < text.len &&
		(marks[i].opens_only || (!is_space(text.data[behind]) && !word_ends(text.data, pos)));
}

/* Where what mark number i opened ends, -1 = nowhere. */
static int
closed_at(Slice text, int pos, int i)
{
	for (; pos < text.len; pos++)
	{
		int			behind;

		if (!has_at(text, pos, marks[i].close) && !has_at(text, pos, marks[i].other))
			continue;
		/* "’" is an apostrophe, too */
		behind = pos + (int) strlen(marks[i].close);
		if ((marks[i].opens_only || !is_space(text.data[pos - 1])) &&
			(i != 1 || !word_begins(text.data, text.len, behind)))
			return pos;
	}
	return -1;
}

bool
quotation_next(QuotationReader *reader, Line *inside)
{
	Slice		text = reader->text;

	for (; reader->pos < text.len; reader->pos++)
	{
		unsigned char c = (unsigned char) text.data[reader->pos];

		if (c != '"' && c != 0xC2 && c != 0xE2 && c != 0xE3)
			continue;
		for (int i = 0; i < (int) lengthof(marks); i++)
		{
			int			start = reader->pos + (int) strlen(marks[i].open);
			int			end;

			if ((reader->unclosed & (1 << i)) != 0 || !opens_at(text, reader->pos, i))
				continue;
			end = closed_at(text, start, i);
			if (end > start)
			{
				*inside = (Line) {start, end};
				reader->pos = end + (int) strlen(marks[i].close);
				return true;
			}
			if (end < 0)
				reader->unclosed |= 1 << i; /* nor is any behind it */
		}
	}
	return false;
}
