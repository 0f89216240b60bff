/*
 * place_credit.c
 *		What stands around markers only to say that they are sources.
 *
 * "NOI rose (Source: [SRC:1], [SRC:2])." and "NOI rose<sup>[SRC:1]</sup>." mean what
 * "NOI rose [SRC:1]." does: amid a line the words, parentheses and tags leave with
 * their markers, as bytes that are cut along.
 */
#include "placement/placement_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

#define LONGEST_CREDIT	24		/* bytes between a marker and the parenthesis before it */

/* What closes credits that open at a byte. */
typedef struct Credit
{
	int			start;			/* -1 = none opens */
	const char *close;
} Credit;

static int
skip_marks_back(const char *text, int start, int pos)
{
	while (pos > start && strchr("*_", text[pos - 1]) != NULL)
		pos--;
	return pos;
}

/* The parenthesis before words that only say that a source follows, "(Source: " and
 * "(**see** "; -1 when there is none. */
static int
words_start(const char *text, int start, int pos)
{
	static const char *const words[] = {
		"cf.", "citation", "citations", "evidence", "per", "ref", "reference", "references", "refs", "see", "see also", "source", "sources",
	};
	int			room = Min(pos - start, LONGEST_CREDIT);
	const char *open = memrchr(text + pos - room, '(', room);
	int			begin;
	int			end;

	if (open == NULL || open - text <= start || strchr("\\]!|", open[-1]) != NULL)
		return -1;				/* mostly */
	end = skip_marks_back(text, start, skip_blanks_back(text, start, pos));
	if (end > start && text[end - 1] == ':')
		end = skip_marks_back(text, start, end - 1);
	for (begin = (int) (open - text) + 1; begin < end && strchr("*_", text[begin]) != NULL;)
		begin++;
	for (int i = 0; i < (int) lengthof(words); i++)
		if ((int) strlen(words[i]) == end - begin && pg_strncasecmp(text + begin, words[i], end - begin) == 0)
			return (int) (open - text);
	return -1;
}

/* What opens right before a marker. */
static Credit
credit_before(const char *text, int start, int pos)
{
	int			tag = (int) strlen("<sup>");

	if (pos - start >= tag && text[pos - 1] == '>' && pg_strncasecmp(text + pos - tag, "<sup>", tag) == 0)
		return (Credit) {pos - tag, "</sup>"};
	return (Credit) {words_start(text, start, pos), ")"};
}

/* Behind what closes credits at pos, or behind blanks there; -1 = none. */
static int
credit_end(const char *text, int pos, int end, const char *close)
{
	int			len = (int) strlen(close);

	while (pos < end && is_line_blank(text[pos]))
		pos++;
	return end - pos >= len && pg_strncasecmp(text + pos, close, len) == 0 ? pos + len : -1;
}

/* Does prose end there, and no marker that a line begins with? */
static bool
follows_prose(const Section *section, const Line *line, int first, int pos)
{
	const char *text = section->prose->text;
	const Marker *before = first > 0 ? &section->prose->markers.items[first - 1] : NULL;
	unsigned char c;

	if (pos - line->start < 3 || (before != NULL && before->leaves && marker_cut_end(before) >= pos))
		return false;
	c = text[pos - 1];
	return isalnum(c) || c >= 0x80 || strchr(".,;:!?%)\"'", c) != NULL;
}

int
place_credit(Section *section, const Line *line, int first)
{
	Prose	   *prose = section->prose;
	Marker	   *markers = prose->markers.items;
	Credit		credit = credit_before(prose->text, line->start, markers[first].start);
	int			last = first;
	int			end;

	if (credit.start < 0 ||
		!follows_prose(section, line, first, skip_blanks_back(prose->text, line->start, credit.start)))
		return first;
	while ((end = credit_end(prose->text, markers[last].start + markers[last].len, line->end, credit.close)) < 0)
	{
		int			behind = markers[last].start + markers[last].len;

		last++;
		if (last == prose->markers.count || !markers[last].leaves || markers[last].start >= line->end ||
			(skip_blanks_back(prose->text, behind, markers[last].start) > behind &&
			 !only_separators(prose->text, behind, markers[last].start)))
			return first;
	}
	markers[first].wrap_before = markers[first].start - credit.start;
	markers[last].wrap_after = end - markers[last].start - markers[last].len;
	return last;
}
