/*
 * answer.c
 *		Block citations in an answer: markers become [1], [2], ... by position.
 *
 *	value is 2,300,000 [ID: 1](BLOCK_CITE_ID_7).		the model's answer
 *	value is 2,300,000 [1].								what readers get
 *
 * and one citation for each occurrence: nothing is merged, for each number is
 * a place to show.  A marker without a block that the deal has is taken out,
 * with the blanks before it, and reported; it leaves no gap in the numbers.
 * Read as markers are
 *
 *	[ID: X](BLOCK_CITE_ID_7)	X is anything; blanks may stand between all parts,
 *	[ID: X] BLOCK_CITE_ID_7		and more than one block in the parentheses, each
 *	[SOURCE_ID: X](...)			as code or as the address of a link: `BLOCK_CITE_ID_7`
 *	[1](BLOCK_CITE_ID_7)		a number or label as models write them, which is not
 *	[[1]](...)  [Source 1](...)	the one that readers get; other text stays before its number
 *	[BLOCK_CITE_ID_7]  (BLOCK_CITE_ID_7)  [ID: BLOCK_CITE_ID_7]
 *	[ID: X]						names no block: taken out
 */
#include "blocks/blocks_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

#define MOST_SOURCE_BYTES	64	/* of X in [ID: X] */
#define MOST_LABEL_DIGITS	3	/* of 1 in [1](...): more may be a value of the text */

/* -------------------------------------------------------------------- scanning */

/* End of a block's name at pos, -1 when there is none; a name that no block can
 * have gives id -1. */
static int
read_block_name(Slice text, int pos, int64 *id)
{
	const int	prefix = sizeof(BLOCK_ID_PREFIX) - 1;
	int			end = pos + prefix;
	int64		value = 0;

	if (end >= text.len || pg_strncasecmp(text.data + pos, BLOCK_ID_PREFIX, prefix) != 0)
		return -1;
	for (; end < text.len && text.data[end] >= '0' && text.data[end] <= '9'; end++)
		value = value < 0 || end - pos - prefix >= 18 ? -1 : value * 10 + text.data[end] - '0';
	*id = end == pos + prefix ? -1 : value;
	while (end < text.len && (is_word_byte(text.data[end]) || text.data[end] == '_'))
	{
		*id = -1;
		end++;
	}
	return end;
}

/* The marker that is being read cites a block, whose name is [start, end). */
static void
add_cite(Answer *answer, int64 block_id, int start, int end)
{
	AnswerCite *cite = VEC_PUSH(&answer->cites);

	cite->marker = answer->markers.count;
	cite->block_id = block_id;
	cite->name = (Slice) {answer->text.data + start, end - start};
}

/* What stands between two names: a comma, a semicolon, "and", or nothing. */
static int
skip_separator(Slice text, int pos)
{
	if (is_at(text, pos, ',') || is_at(text, pos, ';') || is_at(text, pos, '&'))
		pos = skip_blanks(text, pos + 1);
	if (pos + 4 <= text.len && pg_strncasecmp(text.data + pos, "and ", 4) == 0)
		pos += 4;
	return pos;
}

/* Names of blocks from pos to the closing bracket, each with what makes it code,
 * strong or an address; returns the byte after it, -1 when that is not all. */
static int
read_names(Answer *answer, int pos, char closing)
{
	Slice		text = answer->text;
	int			before = answer->cites.count;

	for (;;)
	{
		int64		id;
		int			start = skip_any(text, pos, " \t`*<#");
		int			end = read_block_name(text, start, &id);

		if (end < 0)
			break;
		add_cite(answer, id, start, end);
		pos = skip_any(text, end, " \t`*>");
		if (is_at(text, pos, closing))
			return pos + 1;
		pos = skip_separator(text, pos);
	}
	answer->cites.count = before;
	return -1;
}

/* "[ID: X" from its bracket: where X begins, -1 when it is something else. */
static int
read_source(Slice text, int pos)
{
	pos = skip_blanks(text, pos + 1);
	if (pos + 7 <= text.len && pg_strncasecmp(text.data + pos, "SOURCE_", 7) == 0)
		pos += 7;				/* as the prompt writes it */
	if (pos + 2 > text.len || pg_strncasecmp(text.data + pos, "ID", 2) != 0)
		return -1;
	pos = skip_blanks(text, pos + 2);
	return is_at(text, pos, ':') ? skip_blanks(text, pos + 1) : -1;
}

/* The end of "[1]", "[^1]", "[Source 1]" or "[[1]]" at its bracket, -1 when it is
 * something else. */
static int
read_block_label(Slice text, int pos)
{
	static const char *const words[] = {"source", "reference", "ref",  "citation",
										"cite",	  "block",	   "note", "id"};
	int			brackets = is_at(text, pos + 1, '[') ? 2 : 1;
	int			word = skip_any(text, pos + brackets, " \t^#");
	int			end = word;
	int			digits;

	for (int i = 0; i < (int) lengthof(words) && end == word; i++)
	{
		int			len = (int) strlen(words[i]);

		if (word + len <= text.len && pg_strncasecmp(text.data + word, words[i], len) == 0)
			end = word + len;
	}
	digits = skip_any(text, end, " \t.:#");
	pos = skip_any(text, digits, "0123456789");
	if (pos - digits > MOST_LABEL_DIGITS || (pos == digits && end == word))
		return -1;
	pos = skip_blanks(text, pos);
	for (; brackets > 0; brackets--)
		if (!is_at(text, pos++, ']'))
			return -1;
	return pos;
}

/* Names in brackets behind what ends before byte pos; -1 when there are none. */
static int
read_linked(Answer *answer, int pos)
{
	int			next = skip_blanks(answer->text, pos);

	return is_at(answer->text, next, '(') ? read_names(answer, next + 1, ')') : -1;
}

/* The end of a marker at a bracket, -1 when there is none; adds what it cites. */
static int
read_marker(Answer *answer, int pos)
{
	Slice		text = answer->text;
	int			source;
	int			end;
	int			next;
	int			named;
	int64		id;

	if (text.data[pos] == '(')
		return read_names(answer, pos + 1, ')');
	if ((end = read_names(answer, pos + 1, ']')) >= 0)
		return end;
	if ((source = read_source(text, pos)) < 0)
		return (end = read_block_label(text, pos)) < 0 ? -1 : read_linked(answer, end);
	if ((end = read_names(answer, source, ']')) >= 0)
		return end;
	for (end = source; end < text.len && text.data[end] != ']'; end++)
		if (text.data[end] == '\n' || text.data[end] == '[' || end - source >= MOST_SOURCE_BYTES)
			return -1;
	if (end == text.len)
		return -1;
	if ((named = read_linked(answer, end + 1)) >= 0)
		return named;
	next = skip_blanks(text, end + 1);
	if ((named = read_block_name(text, next, &id)) >= 0)
	{
		add_cite(answer, id, next, named);
		return named;
	}
	if (end == source)
		return -1;
	add_cite(answer, -1, end, end);
	return end + 1;
}

/* Markers in order; what is none is text. */
Answer *
answer_scan(Slice text)
{
	Answer	   *answer = palloc0(sizeof(Answer));

	answer->text = text;
	for (int pos = 0; pos < text.len;)
	{
		int			first = answer->cites.count;
		int			end = -1;

		if ((pos & 0xFFF) == 0)
			CHECK_FOR_INTERRUPTS();
		if (text.data[pos] == '[' || text.data[pos] == '(')
			end = read_marker(answer, pos);
		if (end < 0)
		{
			pos++;
			continue;
		}
		*VEC_PUSH(&answer->markers) = (AnswerMarker) {pos, end, first, answer->cites.count - first};
		pos = end;
	}
	return answer;
}

int64
block_id_of(Slice name)
{
	int64		id = 0;

	name = json_trim(name);
	if (read_block_name(name, 0, &id) == name.len)
		return id;
	if (name.len == 0 || name.len > 18)
		return -1;
	for (int i = 0; i < name.len; i++)
	{
		if (name.data[i] < '0' || name.data[i] > '9')
			return -1;
		id = id * 10 + name.data[i] - '0';
	}
	return id;
}
