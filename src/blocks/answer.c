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
 * Two forms are read, in full-width brackets, too:
 *
 *	[ID: X](BLOCK_CITE_ID_7)	or several, with commas; X is anything, SOURCE_ID as good as ID
 *	[ID: X] BLOCK_CITE_ID_7		or the block itself as X
 *
 * Where neither follows, [ID: X] names no block, and is taken out.  A block that is named in
 * any other way stays as it is, and is told of.
 */
#include "blocks/blocks_internal.h"

#define MOST_SOURCE_BYTES	64	/* of X in [ID: X] */
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

/* Takes brackets off that open here and close on their line, with none of their kind in between,
 * and gives what is in them. */
static bool
take_brackets(Slice *text, const char *const kinds[2][2], Slice *inner)
{
	for (int i = 0; i < 2; i++)
	{
		Slice		rest = *text;

		if (!slice_take(&rest, kinds[i][0]))
			continue;
		for (*inner = (Slice) {rest.data, 0}; rest.len > 0 && *rest.data != '\n';
			 rest.data++, rest.len--, inner->len++)
		{
			if (slice_take(&rest, kinds[i][0]))
				return false;
			if (!slice_take(&rest, kinds[i][1]))
				continue;
			*text = rest;
			return true;
		}
	}
	return false;
}

/* Adds the blocks that a text names, if it says nothing else but "and"; what makes them code,
 * strong or an address of a link is no matter. */
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

/* The end of a marker at pos, -1 when there is none; adds what it cites. */
static int
read_marker(Answer *answer, int pos)
{
	static const char *const label_kinds[2][2] = {{"[", "]"}, {"\xE3\x80\x90", "\xE3\x80\x91"}};
	static const char *const name_kinds[2][2] = {{"(", ")"}, {"\xEF\xBC\x88", "\xEF\xBC\x89"}};
	Slice		text = answer->text;
	Slice		rest = {text.data + pos, text.len - pos};
	Slice		label;
	Slice		names;
	AnswerCite	cite;
	int			end;

	if (!take_brackets(&rest, label_kinds, &label) || !take_id(&label) ||
		label.len > MOST_SOURCE_BYTES)
		return -1;
	end = rest.data - text.data;
	if (add_names(answer, label))
		return end;
	pos = past_blanks(text.data, text.len, end);
	rest = (Slice) {text.data + pos, text.len - pos};
	if (take_brackets(&rest, name_kinds, &names) && add_names(answer, names))
		return rest.data - text.data;
	rest = (Slice) {text.data + pos, text.len - pos};
	if (take_block_name(&rest, &cite))
		end = rest.data - text.data;
	else if (label.len == 0)
		return -1;
	else
		cite = (AnswerCite) {-1, {text.data + end, 0}};
	*VEC_PUSH(&answer->cites) = cite;
	return end;
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
		if (text.data[pos] == '[' || text.data[pos] == '\xE3')
			end = read_marker(answer, pos);
		if (end >= 0)
			*VEC_PUSH(&answer->markers) =
				(AnswerMarker) {pos, end, first, answer->cites.count - first};
		pos = Max(end, pos + 1);
	}
	return answer;
}
