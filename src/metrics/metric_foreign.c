/*
 * metric_foreign.c
 *		Text that is not the memo's own word, whose numbers are never rewritten.
 *
 * That is what stands in quotation marks or is struck through, in block quotes,
 * in HTML that quotes, deletes or shows code, and front matter:
 *
 *		The seller says "the IRR is 12.0%". ~~The IRR is 12%.~~
 *
 * A mark that nothing closes reaches to the end of its block.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"

/* +1 for a tag that opens a quotation, deletion or code, -1 for its end. */
static int
foreign_tag(const char *text, int len)
{
	static const char *const names[] = {"q", "s", "del", "strike", "code", "pre", "kbd", "samp", "blockquote", "cite", NULL};
	bool		closes = len > 1 && text[1] == '/';
	const char *name = text + 1 + closes;
	int			most = len - 1 - closes;

	for (int i = 0; names[i] != NULL; i++)
	{
		int			width = (int) strlen(names[i]);

		if (most > width && pg_strncasecmp(name, names[i], width) == 0 && strchr("> \t\r\n/", name[width]) != NULL)
			return closes ? -1 : 1;
	}
	return 0;
}

static void
pass_tags(const Prose *prose, Marks *marks, int to)
{
	const char *tag;

	while (marks->tag_pos < to && (tag = memchr(prose->text + marks->tag_pos, '<', to - marks->tag_pos)) != NULL)
	{
		marks->tags = Max(0, marks->tags + foreign_tag(tag, (int) Min(prose->text + prose->len - tag, 16)));
		marks->tag_pos = (int) (tag - prose->text) + 1;
	}
	marks->tag_pos = Max(marks->tag_pos, to);
}

static inline bool
is_letter_at(const Prose *prose, int pos)
{
	return pos >= 0 && pos < prose->len && (isalnum((unsigned char) prose->text[pos]) || (unsigned char) prose->text[pos] >= 0x80);
}

/* A quotation mark of three bytes: those of U+2018 to U+201F, and "‹", "›". */
static void
pass_curly(const Prose *prose, Marks *marks, int pos)
{
	switch ((unsigned char) prose->text[pos + 2])
	{
		case 0x9C:				/* closes what a low mark opened */
			marks->is_low ? (marks->is_low = false, marks->doubles = 0) : (marks->doubles++, 0);
			break;
		case 0x9D:
			marks->doubles = Max(0, marks->doubles - 1);
			break;
		case 0x9E:
			marks->is_low = true;
			marks->doubles++;
			break;
		case 0xB9:
			marks->doubles++;
			break;
		case 0xBA:
			marks->doubles = Max(0, marks->doubles - 1);
			break;
		case 0x98:
			marks->singles = true;
			break;
		case 0x99:
			if (!is_letter_at(prose, pos + 3))
				marks->singles = false;
			break;
		default:
			break;
	}
}

/* Is the byte within a quotation or deletion?  Asked in the order of the text. */
bool
is_foreign_at(const Prose *prose, const TextBlock *block, Marks *marks, int to)
{
	const char *text = prose->text;

	if (marks->block != block)
		*marks = (Marks) {.block = block, .pos = block->start, .tags = marks->tags, .tag_pos = marks->tag_pos};
	pass_tags(prose, marks, to);
	for (; marks->pos < to; marks->pos++)
	{
		int			pos = marks->pos;

		if (text[pos] == '"')
			marks->straight = !marks->straight;
		else if (text[pos] == '~' && pos + 1 < prose->len && text[pos + 1] == '~')
		{
			marks->strikes = !marks->strikes;
			marks->pos++;
		}
		else if ((text[pos] == '`' || text[pos] == '\'') && pos + 1 < prose->len && text[pos + 1] == text[pos])
		{						/* ``so'' */
			marks->doubles = Max(0, marks->doubles + (text[pos] == '`' ? 1 : -1));
			marks->pos++;
		}
		else if (text[pos] == '\'' && !is_letter_at(prose, pos - 1) && is_letter_at(prose, pos + 1))
			marks->straight_single = true;
		else if (text[pos] == '\'' && !is_letter_at(prose, pos + 1))
			marks->straight_single = false;
		else if (pos + 2 < prose->len && (unsigned char) text[pos] == 0xE2 && (unsigned char) text[pos + 1] == 0x80)
			pass_curly(prose, marks, pos);
		else if (pos + 1 < prose->len && (unsigned char) text[pos] == 0xC2 && ((unsigned char) text[pos + 1] | 0x10) == 0xBB)
			marks->doubles = Max(0, marks->doubles + ((unsigned char) text[pos + 1] == 0xAB ? 1 : -1));
	}
	return block->in_quote || marks->tags > 0 || marks->straight || marks->strikes || marks->straight_single || marks->singles ||
		marks->doubles > 0;
}

/* The byte behind "---\nkey: value\n---" at the start of a body, 0 when it does
 * not begin so. */
int
front_matter_end(const Prose *prose)
{
	const char *text = prose->text;
	int			pos = prose->len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	bool		has_key = false;

	for (int line = 0; pos < prose->len; line++)
	{
		const char *newline = memchr(text + pos, '\n', prose->len - pos);
		int			next = newline == NULL ? prose->len : (int) (newline - text) + 1;
		int			end = next;

		while (end > pos && isspace((unsigned char) text[end - 1]))
			end--;
		if (end - pos == 3 && (memcmp(text + pos, "---", 3) == 0 || (line > 0 && memcmp(text + pos, "...", 3) == 0)))
		{
			if (line > 0)
				return has_key ? next : 0;
		}
		else if (line == 0)
			return 0;
		else if (end > pos && !isspace((unsigned char) text[pos]) && text[pos] != '-' && text[pos] != '#')
		{
			int			key = pos;

			while (key < end && (isalnum((unsigned char) text[key]) || strchr("_-. ", text[key]) != NULL))
				key++;
			if (key == pos || key == end || text[key] != ':')
				return 0;
			has_key = true;
		}
		pos = next;
	}
	return 0;
}
