/*
 * verify_marker.c
 *		Markers that were left behind: the grammar, written down a second time.
 *
 * Closed: a bracket in the text, on no more than one paragraph and in one cell, is an
 * evidence marker when it says one of
 *		SRC:12, src-1/2 and so on	"src", a separator, and only numbers, tags, joints, pages
 *		SOURCE-A						likewise
 *		SRC:1 whatever				any line that begins so
 *		DOC-7a, CITATION NEEDED		a word of the list and one token with a digit
 *		CoStar, Excel, ^label, CANONICAL: x
 */
#include "audit/audit_internal.h"
#include "markers/markers.h"

#define MOST_SRC		300		/* bytes between brackets */
#define MOST_NOTE		4000	/* of a footnote, and of whatever else is a marker */
#define MOST_LABEL		999		/* characters of a footnote's */

static const char *
skip_blanks(const char *p)
{
	return p + strspn(p, " ");
}

/* Byte after a word, or NULL. */
static const char *
skip_word(const char *p, const char *word)
{
	size_t		len = strlen(word);

	return strncmp(p, word, len) == 0 ? p + len : NULL;
}

/* Byte of the number after "src" in any case and its separator, "SRC1", "SRC_2"; else NULL. */
static const char *
skip_src(const char *p)
{
	const char *at = p + 3;

	if (pg_strncasecmp(p, "src", 3) != 0)
		return NULL;
	if (is_digit(at[*at == '_']))
		return memcmp(p, "SRC", 3) == 0 ? at + (*at == '_') : NULL;
	at = skip_blanks(at);
	if (*at != '\0' && strchr(":-#", *at) != NULL)
		at = skip_blanks(at + 1);
	return at > p + 3 && is_digit(*at) ? at : NULL;
}

/* Byte after "SRC:1" or "SOURCE-A"; NULL when neither is there. */
static const char *
skip_named(const char *p)
{
	static const char alphanumeric[] =
		"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *tag = skip_word(p, "SOURCE-");
	const char *number = skip_src(p);

	if (tag != NULL)
		return strspn(tag, alphanumeric) > 0 ? tag + strspn(tag, alphanumeric) : NULL;
	return number != NULL ? number + strspn(number, "0123456789") : NULL;
}

/* Byte after a number, a joint or a word for a page; NULL when none is there. */
static const char *
skip_item(const char *p)
{
	static const char *const words[] = {"and ", "pages", "page", "pp.", "pp", "pg", "p.", "p"};

	if (is_digit(*p))
		return p + strspn(p, "0123456789");
	for (int i = 0; i < (int) lengthof(words); i++)
		if (skip_word(p, words[i]) != NULL)
			return skip_word(p, words[i]);
	return *p != '\0' && strchr(",;-&/+", *p) != NULL ? p + 1 : NULL;
}

/* src, src_variant, source_tag: "SRC:1, p. 4", "SRC:1 and 2", "SOURCE-A, SRC:1". */
static bool
is_list(const char *p)
{
	const char *next = skip_named(skip_blanks(p));

	while (next != NULL && *skip_blanks(next) != '\0')
	{
		p = skip_blanks(next);
		next = skip_named(p);
		if (next == NULL)
			next = skip_item(p);
	}
	return next != NULL;
}

/* unrecognized: SRC:abc, DOC-7a, REF#12. */
static bool
is_unrecognized(const char *inner)
{
	static const char *const words[] = {"SRC", "SOURCE", "REF", "CITE",
										"CITATION", "DOC", "CHUNK", "EVIDENCE"};
	int			len = strcspn(inner, ":-#");
	const char *token = inner[len] != '\0' ? skip_blanks(inner + len + 1) : "";
	int			rest = strcspn(token, " ");

	if (strcmp(inner, "CITATION NEEDED") == 0)
		return true;
	if (rest == 0 || rest > 40 || token[rest] != '\0')
		return false;
	for (int i = 0; i < (int) lengthof(words); i++)
		if (len == (int) strlen(words[i]) && strncmp(inner, words[i], len) == 0)
			return strpbrk(token, "0123456789") != NULL || strncmp(inner, "SRC:", 4) == 0;
	return false;
}

/* Full-width digits and colon, blanks, signs without width and the dash as ASCII has them. */
static char *
fold_inner(Slice from)
{
	static const struct
	{
		const char *bytes;
		char		c;
	}			folds[] = {{"\xC2\xA0", ' '}, {"\xE2\x80\x8B", ' '}, {"\xE2\x80\x8C", ' '},
						   {"\xE2\x80\x8D", ' '}, {"\xE2\x81\xA0", ' '}, {"\xEF\xBB\xBF", ' '},
						   {"\xE2\x80\x93", '-'}};
	char	   *folded = palloc(from.len + 1);
	char	   *to = folded;

	while (from.len > 0)
	{
		unsigned char digit = from.len > 2 && slice_take(&from, "\xEF\xBC") ? from.data[0] : 0;
		char		c = '\0';

		for (int i = 0; i < (int) lengthof(folds) && digit == 0 && c == '\0'; i++)
			if (slice_take(&from, folds[i].bytes))
				c = folds[i].c;
		if (c == '\0')
		{
			c = digit >= 0x90 && digit <= 0x9A ? '0' + (digit - 0x90) : from.data[0];
			from = (Slice) {from.data + 1, from.len - 1};
		}
		*to++ = is_space(c) ? ' ' : c;
	}
	*to = '\0';
	return folded;
}

/* A footnote's label, blanks around it or not. */
static bool
is_label(const char *p)
{
	int			len;

	p = skip_blanks(p);
	len = (int) strcspn(p, " ");
	return len > 0 && *skip_blanks(p + len) == '\0' && utf8_length(p, len) <= MOST_LABEL;
}

/* Is that between brackets an evidence marker?  is_wide: the brackets are; is_syntax: they
 * make a link of it, "[CoStar](url)". */
static bool
is_evidence(Slice text, bool is_wide, bool is_syntax)
{
	char	   *inner = fold_inner(text);
	const char *number = skip_word(inner, "SRC:");
	bool		is_line = memchr(text.data, '\n', text.len) == NULL;
	bool		is_found;

	if (inner[0] == '^')
		is_found = !is_wide && is_label(inner + 1);
	else if (text.len > MOST_SRC)
		is_found = false;
	else
		is_found = (is_list(inner) && (is_line || skip_word(inner, "SOURCE-") == NULL) &&
					!(is_wide && skip_word(inner, "SOURCE-") != NULL)) ||
			(is_line && number != NULL && is_digit(*skip_blanks(number))) ||
			(!is_wide && is_unrecognized(inner)) ||
			(!is_wide && !is_syntax &&
			 (strcmp(inner, "CoStar") == 0 || strcmp(inner, "Excel") == 0)) ||
			(is_line && skip_word(inner, "CANONICAL:") != NULL);
	pfree(inner);
	return is_found;
}

/* Bytes of an opening (or closing) bracket at pos; 0 = none. */
static int
bracket_len(Slice text, int pos, bool closing)
{
	Slice		rest = {text.data + pos, text.len - pos};

	if (rest.data[0] == (closing ? ']' : '['))
		return 1;
	return slice_take(&rest, closing ? "\xE3\x80\x91" : "\xE3\x80\x90") ||
		slice_take(&rest, closing ? "\xEF\xBC\xBD" : "\xEF\xBC\xBB") ? 3 : 0;
}

/* Does a line of nothing end at the line break at pos? */
static bool
ends_empty_line(Slice text, int start, int pos)
{
	while (pos > start && is_space(text.data[pos - 1]) && text.data[pos - 1] != '\n')
		pos--;
	return pos > start && text.data[pos - 1] == '\n';
}

/* Length of the evidence marker at text[pos], 0 when there is none. */
static int
open_marker_len(const Reading *reading, int pos)
{
	Slice		text = reading->text;
	int			open = bracket_len(text, pos, false);
	int			start = pos + open;
	int			end = start;
	int			close = 0;

	/* Nothing in the grammar has a bracket inside, and nothing spans cells. */
	for (; end < text.len && end < start + MOST_NOTE && text.data[end] != '[' &&
		 !(reading->bytes[end] & BYTE_BAR) && class_at(reading, end) <= BYTE_TEXT; end++)
	{
		close = bracket_len(text, end, true);
		if (close > 0 || (text.data[end] == '\n' && ends_empty_line(text, start, end)))
			break;
	}
	if (close > 0 && is_evidence((Slice) {text.data + start, end - start}, open > 1 || close > 1,
								 class_at(reading, pos) == BYTE_SYNTAX))
		return end + close - pos;
	return 0;
}

int
count_markers(const Reading *reading, Slice *first)
{
	Slice		text = reading->text;
	int			count = 0;

	for (int pos = 0; pos < text.len; pos++)
	{
		int			number;
		int			end;
		int			len;

		if (text.data[pos] != '[' && (unsigned char) text.data[pos] < 0xE3)
			continue;
		CHECK_FOR_INTERRUPTS();
		if (bracket_len(text, pos, false) == 0 || !is_prose_bracket(reading, pos) ||
			read_label(text, pos, &number, &end))
			continue;
		len = open_marker_len(reading, pos);
		if (len > 0 && count++ == 0)
			*first = (Slice) {text.data + pos, len};
	}
	return count;
}
