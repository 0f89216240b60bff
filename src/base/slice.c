/*
 * slice.c
 *		Runs of bytes and growing arrays: what every other file builds on.
 */
#include "base/base.h"

#include "common/hashfn.h"

void *
vec_grow(void *items, int count, int *room, Size size)
{
	if (count >= *room)
	{
		int			more = *room == 0 ? 8 : *room > INT_MAX / 2 ? INT_MAX : *room * 2;

		if (*room == INT_MAX)
			elog(ERROR, "array of %d elements cannot grow", count);
		items = items == NULL ? MemoryContextAllocHuge(CurrentMemoryContext, size * more)
			: repalloc_huge(items, size * more);
		*room = more;
	}
	memset((char *) items + size * count, 0, size);
	return items;
}

void *
palloc_array_huge(Size count, Size size)
{
	return MemoryContextAllocHuge(CurrentMemoryContext, count * size);
}

Slice
slice_of(const char *text)
{
	return (Slice) {text, text == NULL ? 0 : (int) strlen(text)};
}

bool
slice_equal(Slice a, Slice b)
{
	return a.len == b.len &&
		   (a.len == 0 || memcmp(a.data, b.data, a.len) == 0); /* an empty one may be NULL */
}

int
slice_compare(Slice a, Slice b)
{
	int			order = memcmp(a.data, b.data, Min(a.len, b.len));

	return order != 0 ? order : a.len - b.len;
}

uint64
slice_hash(Slice text, uint64 seed)
{
	return hash_bytes_extended((const unsigned char *) text.data, text.len, seed);
}

/* A key and where it is. */
typedef struct Keyed
{
	Slice		key;
	int			index;
} Keyed;

static int
compare_keys(const void *a, const void *b)
{
	const Keyed *x = a;
	const Keyed *y = b;
	int			order = slice_compare(x->key, y->key);

	return order != 0 ? order : x->index - y->index;
}

int *
slice_classes(const Slice *keys, int count, int *nclasses)
{
	Keyed	   *sorted = palloc_array_huge((Size) count + 1, sizeof(Keyed));
	int		   *firsts = palloc_array_huge((Size) count + 1, sizeof(int));

	for (int i = 0; i < count; i++)
		sorted[i] = (Keyed) {keys[i], i};
	qsort(sorted, count, sizeof(Keyed), compare_keys);
	for (int i = 0; i < count; i++)
		firsts[sorted[i].index] = i > 0 && slice_equal(sorted[i].key, sorted[i - 1].key)
			? firsts[sorted[i - 1].index] : sorted[i].index;
	pfree(sorted);
	*nclasses = 0;
	for (int i = 0; i < count; i++)	/* the first of a class stands before the others */
		firsts[i] = firsts[i] == i ? (*nclasses)++ : firsts[firsts[i]];
	return firsts;
}

bool
slice_take(Slice *slice, const char *expected)
{
	int			len = (int) strlen(expected);

	if (slice->len < len || memcmp(slice->data, expected, len) != 0)
		return false;
	slice->data += len;
	slice->len -= len;
	return true;
}

/* The order of a C string and a slice, as slice_compare has it, without measuring the string. */
static int
compare_string(const char *string, Slice slice)
{
	for (int i = 0; i < slice.len; i++)
		if (string[i] != slice.data[i])
			return (unsigned char) string[i] - (unsigned char) slice.data[i];
	return string[slice.len] != '\0';
}

bool
slice_in(Slice slice, const char *const *sorted, int count)
{
	int			low;

	LOWER_BOUND(low, count, i, compare_string(sorted[i], slice) < 0);
	return low < count && compare_string(sorted[low], slice) == 0;
}

/* Compares as compare does, one word after the other. */
static bool
is_among(Slice slice, const char *words, int (*compare) (const char *, const char *, size_t))
{
	for (const char *word = words; *word != '\0';)
	{
		int			len = (int) strcspn(word, "|");

		if (len == slice.len && compare(word, slice.data, len) == 0)
			return true;
		word += len + (word[len] == '|');
	}
	return false;
}

bool
slice_among(Slice slice, const char *words)
{
	return is_among(slice, words, strncmp);
}

bool
slice_is_word(Slice slice, const char *words)
{
	return is_among(slice, words, pg_strncasecmp);
}

Slice
slice_trim(Slice slice)
{
	while (slice.len > 0 && is_space(slice.data[0]))
		slice.data++, slice.len--;
	while (slice.len > 0 && is_space(slice.data[slice.len - 1]))
		slice.len--;
	return slice;
}

char *
slice_copy(Slice slice)
{
	return slice.len == 0 ? pstrdup("") : pnstrdup(slice.data, slice.len);
}

void
append_int(StringInfo out, int number)
{
	char		text[12];
	int			start = sizeof(text);
	int64		rest = number < 0 ? -(int64) number : number;

	do
		text[--start] = '0' + rest % 10;
	while ((rest /= 10) > 0);
	if (number < 0)
		text[--start] = '-';
	appendBinaryStringInfo(out, text + start, sizeof(text) - start);
}

void
append_grouped(StringInfo out, const char *digits, int count)
{
	for (int i = 0; i < count; i++)
	{
		if (i > 0 && (count - i) % 3 == 0)
			appendStringInfoChar(out, ',');
		appendStringInfoChar(out, digits[i]);
	}
}

void
strip_end(StringInfo out)
{
	while (out->len > 0 && is_blank(out->data[out->len - 1]))
		out->data[--out->len] = '\0';
}

int
past_blanks(const char *text, int end, int pos)
{
	while (pos < end && is_line_blank(text[pos]))
		pos++;
	return pos;
}

int
before_blanks(const char *text, int start, int pos)
{
	while (pos > start && is_line_blank(text[pos - 1]))
		pos--;
	return pos;
}

int
past_digits(const char *text, int end, int pos)
{
	while (pos < end && is_digit(text[pos]))
		pos++;
	return pos;
}

void
append_folded(StringInfo out, const char *text, int len)
{
	char	   *to;

	enlargeStringInfo(out, len);
	to = out->data + out->len;
	for (int i = 0; i < len; i++)
	{
		char		c = text[i];

		if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
			*to++ = ascii_lower(c);
		else if (to > out->data && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = '\0';
	out->len = (int) (to - out->data);
}

char *
folded_copy(const char *text)
{
	StringInfoData folded;

	initStringInfo(&folded);
	append_folded(&folded, text, (int) strlen(text));
	return folded.data;
}

bool
is_iso_day(Slice text)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int			year;
	int			month;
	int			day;

	if (text.len != 10 || text.data[4] != '-' || text.data[7] != '-')
		return false;
	year = (int) whole_number((Slice) {text.data, 4}, 9999);
	month = (int) whole_number((Slice) {text.data + 5, 2}, 12);
	day = (int) whole_number((Slice) {text.data + 8, 2}, 31);
	return year >= 0 && month >= 1 && day >= 1 &&
		day <= days[month - 1] +
		(month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
}

Slice
slice_one_line(Slice text)
{
	char	   *line = palloc(text.len + 1);
	int			len = 0;

	for (int i = 0; i < text.len; i++)
		if (!is_space(text.data[i]))
			line[len++] = text.data[i];
		else if (len > 0 && line[len - 1] != ' ')
			line[len++] = ' ';
	len -= len > 0 && line[len - 1] == ' ';
	line[len] = '\0';
	return (Slice) {line, len};
}
