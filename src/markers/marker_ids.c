/*
 * marker_ids.c
 *		What a near miss names: ids, ranges of them and documents by their tags, each
 *		with the place in its source.
 *
 * Of "SRC:1-3, p. 4; SOURCE-A" the grammar (marker.c) has told that it is one; the
 * reader goes over its digits, words and signs once.
 */
#include "markers/markers_internal.h"
#include "markdown/markdown.h"

/* The next digit, ASCII or full-width; -1 when none is at text[*pos]. */
static int
next_digit(const char *text, int len, int *pos)
{
	const unsigned char *p = (const unsigned char *) text + *pos;

	if (*pos < len && p[0] >= '0' && p[0] <= '9')
	{
		(*pos)++;
		return p[0] - '0';
	}
	if (*pos + 2 < len && p[0] == 0xEF && p[1] == 0xBC && p[2] >= 0x90 && p[2] <= 0x99)
	{
		*pos += 3;
		return p[2] - 0x90;
	}
	return -1;
}

/* Reads a number at *pos; false when it is out of range. */
static bool
read_number(const char *text, int len, int *pos, int64 *number)
{
	int			digit;

	*number = 0;
	while ((digit = next_digit(text, len, pos)) >= 0)
		if ((*number = *number * 10 + digit) > MAX_SRC_ID)
			return false;
	return *number > 0;
}

/* Where the reader of a near miss is: "SRC:1, p. 4; SRC:2". */
typedef struct IdReader
{
	const char *text;
	int			len;
	int			pos;
	MarkerIds  *out;
	char		hint;			/* 'p' in a page, 'l' in another place, 0 */
	int			depth;			/* of parentheses in it: "Section 5.3(b)" */
	bool		has_hint;		/* the last id had one */
	bool		is_apart;		/* a semicolon or SRC stands before what comes */
	char		joint;			/* '-' for a dash or "to", '/' for that or a plus, 0 */
} IdReader;

/* What is being read says where in the last source; kind is 'p' or 'l'. */
static void
begin_hint(IdReader *reader, char kind)
{
	Slice	   *hint;

	if (reader->out->count == 0)
		return;
	hint = &reader->out->hints[reader->out->count - 1];
	if (hint->data == NULL)
		hint->data = reader->text + reader->pos;
	reader->hint = kind;
	reader->depth = 0;
	reader->has_hint = true;
	reader->joint = 0;			/* "1 - p. 4" */
}

static bool
is_word(const char *text, int len, const char *word)
{
	return len == (int) strlen(word) && pg_strncasecmp(text, word, len) == 0;
}

/* "SOURCE-A": an entry without an id. */
static void
read_tag(IdReader *reader)
{
	MarkerIds  *out = reader->out;
	Slice	   *tag = &out->tags[out->count];

	reader->pos += (int) strlen("SOURCE-");
	tag->data = reader->text + reader->pos;
	while (reader->pos < reader->len && isalnum((unsigned char) reader->text[reader->pos]))
		reader->pos++;
	tag->len = (int) (reader->text + reader->pos - tag->data);
	out->ids[out->count++] = -1;
	reader->has_hint = reader->is_apart = false;
	reader->joint = 0;
}

static void
read_word(IdReader *reader)
{
	const char *word = reader->text + reader->pos;
	int			len = 0;

	while (reader->pos + len < reader->len && isalpha((unsigned char) word[len]))
		len++;
	if (reader->hint == 0 && len == 6 && reader->pos + 7 < reader->len &&
		memcmp(word, "SOURCE-", 7) == 0)
	{
		read_tag(reader);
		return;
	}
	if (is_word(word, len, "src") || is_word(word, len, "and"))
	{
		reader->hint = 0;
		reader->joint = reader->joint == '-' ? '-' : 0; /* "SRC:1/SRC:2" lists them */
		reader->is_apart |= len == 3 && pg_ascii_tolower((unsigned char) word[0]) == 's';
	}
	else if (is_word(word, len, "to") || is_word(word, len, "through") ||
			 is_word(word, len, "thru"))
	{
		reader->hint = 0;
		reader->joint = '-';
	}
	else if (reader->hint == 0)
		begin_hint(reader, (word_kinds((Slice) {word, len}, 0, len) & WORD_PAGE) != 0 ||
								   is_word(word, len, "at") ? 'p' : 'l');
	reader->pos += len;
}

/* An id, or the number of a page; after a page only a semicolon or SRC tells
 * an id from a further page. */
static bool
read_id(IdReader *reader)
{
	MarkerIds  *out = reader->out;
	int64		number;

	if (reader->hint == 'l')
		while (next_digit(reader->text, reader->len, &reader->pos) >= 0)
			;
	if (reader->hint == 'l')
		return true;
	if (!read_number(reader->text, reader->len, &reader->pos, &number))
		return false;
	if (reader->hint == 'p')
	{
		if (out->pages[out->count - 1] == 0)
			out->pages[out->count - 1] = (int) number;
		return true;
	}
	if (reader->has_hint && !reader->is_apart)
		return false;
	if (reader->joint != 0 && (out->ids[out->count - 1] < 0 ||
							   (reader->joint == '-' && out->joints[out->count - 1] == '-')))
		return false;			/* SOURCE-A - 3, 1-2-3 */
	out->has_joint |= reader->joint != 0;
	out->joints[out->count] = reader->joint;
	out->ids[out->count++] = number;
	reader->has_hint = reader->is_apart = false;
	reader->joint = 0;
	return true;
}

/* Signs beyond ASCII and what they are read as; 'p' and 'l' begin a hint. */
static const struct
{
	const char *sign;
	char		mark;
} wide_marks[] = {
	{"\xC2\xA7", 'l'},	   {"\xC2\xB6", 'l'},
	{"\xE2\x80\xA0", 'l'}, /* section, paragraph, dagger */
	{"\xE7\xAC\xAC", 'p'}, /* the ordinal prefix of a page */
	{"\xE2\x80\x93", '-'}, /* en dash */
	{"\xE3\x80\x81", ','}, {"\xEF\xBC\x8C", ','},
	{"\xEF\xBC\x9B", ';'}, /* full-width punctuation */
	{"\xE5\x92\x8C", ','}, {"\xE5\x8F\x8A", ','},
	{"\xE4\xB8\x8E", ','}, /* three words for "and" */
};

/* Punctuation: a dash is a range only between ids. */
static void
read_mark(IdReader *reader)
{
	const char *at = reader->text + reader->pos;
	char		mark = *at;
	int			width = 1;
	const char *close =
		mark == '"' || mark == '\'' ? memchr(at + 1, mark, reader->len - reader->pos - 1) : NULL;

	if (close != NULL)			/* the name of a sheet: none of its words is ours */
	{
		if (reader->hint == 0)
			begin_hint(reader, 'l');
		reader->pos = (int) (close - reader->text) + 1;
		return;
	}
	for (int i = 0; i < (int) lengthof(wide_marks); i++)
	{
		int			len = (int) strlen(wide_marks[i].sign);

		if (len <= reader->len - reader->pos && memcmp(at, wide_marks[i].sign, len) == 0)
		{
			mark = wide_marks[i].mark;
			width = len;
		}
	}
	if (mark == 'p' || mark == 'l')
		begin_hint(reader, mark);
	else if (mark == '(' && reader->hint == 'l')
		reader->depth++;
	else if (mark == ')' && reader->hint == 'l' && reader->depth > 0)
		reader->depth--;
	else if (strchr(",;&)", mark) != NULL)
	{
		reader->hint = 0;
		reader->is_apart |= mark == ';';
	}
	else if (strchr("/+", mark) != NULL)
	{
		reader->hint = 0;
		reader->joint = '/';
	}
	else if (mark == '-' && reader->hint == 0 && reader->out->count > 0 && !reader->is_apart)
		reader->joint = '-';
	reader->pos += width;
}

/* Room for so many ids. */
void
marker_ids_init(MarkerIds *out, int room)
{
	memset(out, 0, sizeof(*out));
	out->ids = palloc(sizeof(int64) * room);
	out->pages = palloc0(sizeof(int) * room);
	out->hints = palloc0(sizeof(Slice) * room);
	out->tags = palloc0(sizeof(Slice) * room);
	out->joints = palloc0(room);
}

bool
marker_ids(const Marker *marker, MarkerIds *out)
{
	IdReader	reader = {.text = marker->value.data, .len = marker->value.len, .out = out};

	marker_ids_init(out, reader.len / 2 + 2);
	while (reader.pos < reader.len)
	{
		int			at = reader.pos;

		if (next_digit(reader.text, reader.len, &at) >= 0)
		{
			if (!read_id(&reader))
				return false;
		}
		else if (isalpha((unsigned char) reader.text[at]))
			read_word(&reader);
		else
			read_mark(&reader);
		if (reader.hint != 0 && reader.text[reader.pos - 1] != ' ')
			out->hints[out->count - 1].len =
				(int) (reader.text + reader.pos - out->hints[out->count - 1].data);
	}
	for (int i = 0; i < out->count; i++)
		if (out->joints[i] != 0 && out->hints[i].len > 0)
			return false;		/* 1-3, p. 4 */
	return out->count > 0;
}

bool
marker_names_tag(const Marker *marker)
{
	MarkerIds	ids;

	if (marker->kind == MARKER_SRC_VARIANT && marker_ids(marker, &ids))
		for (int i = 0; i < ids.count; i++)
			if (ids.tags[i].len > 0)
				return true;
	return marker->kind == MARKER_SOURCE_TAG;
}
