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
 * A marker is brackets, full-width ones too, that contain nothing but blocks:
 *
 *	[BLOCK_CITE_ID_7]  (BLOCK_CITE_ID_7, BLOCK_CITE_ID_8)  [ID: BLOCK_CITE_ID_7]
 *
 * with a label of the model's before them, which other text than these is not:
 *
 *	[ID: X](BLOCK_CITE_ID_7)	X is anything; [SOURCE_ID: X] as prompts have it
 *	[1](BLOCK_CITE_ID_7)		or [[1]], [^1]; at most three digits: more may be a value
 *	[ID: X] BLOCK_CITE_ID_7
 *	[ID: X]						names no block: taken out
 */
#include "blocks/blocks_internal.h"

#define MOST_SOURCE_BYTES	64	/* of X in [ID: X] */
#define MOST_LABEL_DIGITS	3

typedef struct Brackets
{
	Slice		inner;
	int			end;			/* byte of the answer behind them */
	bool		is_square;
} Brackets;

bool
take_block_name(Slice *text, AnswerCite *cite)
{
	const int	prefix = sizeof(BLOCK_ID_PREFIX) - 1;
	int			end = prefix;
	int64		id = 0;

	if (text->len <= prefix || pg_strncasecmp(text->data, BLOCK_ID_PREFIX, prefix) != 0)
		return false;
	for (; end < text->len && (is_alnum(text->data[end]) || text->data[end] == '_'); end++)
		id = id < 0 || !is_digit(text->data[end]) || end - prefix >= 18
			? -1 : id * 10 + (text->data[end] - '0');
	*cite = (AnswerCite) {end == prefix ? -1 : id, {text->data, end}};
	text->data += end;
	text->len -= end;
	return true;
}

int64
block_id_of(Slice name)
{
	Slice		trimmed = json_trim(name);
	Slice		text = trimmed;
	AnswerCite	cite;

	if (!take_block_name(&text, &cite))
	{
		text = slice_of(psprintf(BLOCK_ID_PREFIX "%.*s", trimmed.len, trimmed.data));
		if (!take_block_name(&text, &cite))
			return -1;
	}
	return text.len == 0 ? cite.block_id : -1;
}

/* Reads the brackets that open at pos and close on their line, with none of their kind in
 * between. */
static bool
read_brackets(Slice text, int pos, Brackets *found)
{
	static const char *const kinds[][2] = {
		{"[[", "]]"}, {"[", "]"}, {"\xE3\x80\x90", "\xE3\x80\x91"}, {"(", ")"},
		{"\xEF\xBC\x88", "\xEF\xBC\x89"}
	};

	for (int i = 0; i < (int) lengthof(kinds); i++)
	{
		Slice		rest = {text.data + pos, text.len - pos};
		const char *start;

		if (!slice_take(&rest, kinds[i][0]))
			continue;
		for (start = rest.data; rest.len > 0 && *rest.data != '\n'; rest.data++, rest.len--)
		{
			Slice		next = rest;

			if (slice_take(&next, kinds[i][0]))
				return false;
			if (!slice_take(&next, kinds[i][1]))
				continue;
			*found = (Brackets) {{start, rest.data - start}, next.data - text.data, i < 3};
			return true;
		}
	}
	return false;
}

/* Adds the blocks that a text names, if it names some and says nothing else but "and"; what
 * makes them code, strong or an address of a link is no matter. */
static bool
add_names(Answer *answer, Slice names)
{
	int			before = answer->cites.count;

	while (names.len > 0)
	{
		AnswerCite	cite;

		if (take_block_name(&names, &cite))
			*VEC_PUSH(&answer->cites) = cite;
		else if (strchr(" \t`*<>#,;&", *names.data) != NULL)
			names = (Slice) {names.data + 1, names.len - 1};
		else if (!slice_take(&names, "and "))
		{
			answer->cites.count = before;
			return false;
		}
	}
	return answer->cites.count > before;
}

/* Takes "ID:" or "SOURCE_ID:" off. */
static bool
take_id(Slice *label)
{
	Slice		rest = slice_trim(*label);

	if (rest.len > 7 && pg_strncasecmp(rest.data, "SOURCE_", 7) == 0)
		rest = (Slice) {rest.data + 7, rest.len - 7};
	if (rest.len < 3 || pg_strncasecmp(rest.data, "ID", 2) != 0)
		return false;
	rest = slice_trim((Slice) {rest.data + 2, rest.len - 2});
	if (!slice_take(&rest, ":"))
		return false;
	*label = slice_trim(rest);
	return true;
}

/* "1" or "^1" */
static bool
is_number(Slice label)
{
	label = slice_trim(label);
	(void) slice_take(&label, "^");
	for (int i = 0; i < label.len; i++)
		if (!is_digit(label.data[i]))
			return false;
	return label.len > 0 && label.len <= MOST_LABEL_DIGITS;
}

/* The end of a marker at pos, -1 when there is none; adds what it cites. */
static int
read_marker(Answer *answer, int pos)
{
	Slice		text = answer->text;
	Slice		rest;
	Brackets	label;
	Brackets	names;
	AnswerCite	cite;
	bool		is_id;
	int			next;

	if (!read_brackets(text, pos, &label))
		return -1;
	is_id = label.is_square && take_id(&label.inner);
	if (add_names(answer, label.inner))
		return label.end;
	if (!label.is_square || (!is_id && !is_number(label.inner)) ||
		label.inner.len > MOST_SOURCE_BYTES)
		return -1;
	next = past_blanks(text.data, text.len, label.end);
	if (read_brackets(text, next, &names) && add_names(answer, names.inner))
		return names.end;
	if (!is_id)
		return -1;
	rest = (Slice) {text.data + next, text.len - next};
	if (take_block_name(&rest, &cite))
	{
		*VEC_PUSH(&answer->cites) = cite;
		return rest.data - text.data;
	}
	if (label.inner.len == 0)
		return -1;
	*VEC_PUSH(&answer->cites) = (AnswerCite) {-1, {text.data + label.end, 0}};
	return label.end;
}

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
		if (strchr("[(\xE3\xEF", text.data[pos]) != NULL)
			end = read_marker(answer, pos);
		if (end >= 0)
			*VEC_PUSH(&answer->markers) =
				(AnswerMarker) {pos, end, first, answer->cites.count - first};
		pos = Max(end, pos + 1);
	}
	return answer;
}
