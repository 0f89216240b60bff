/*
 * verify_marker.c
 *		Markers that were left behind: the grammar, written down a second time.
 *
 * Closed: a bracket in the text, on no more than one paragraph and in one cell, is an
 * evidence marker when what it contains, blanks and digits in ASCII, is of these forms.
 */
#include "audit/audit_internal.h"
#include "markers/markers.h"

#define MOST_INNER		4000	/* bytes between brackets */

/* What a form does not allow. */
#define NARROW			1		/* full-width brackets */
#define ONE_LINE		2
#define NO_LINK			4		/* "[CoStar](url)" */
#define SHORT			8		/* more than 300 bytes */
#define HYPHEN			16		/* a dash in its place */

#define SRC				"(?:SRC_?|[Ss][Rr][Cc](?: *[:#-] *| +))[0-9]{1,12}+"
#define SOURCE			"SOURCE-[0-9A-Za-z]{1,64}+"
#define PLACE_WORD \
	"(?i:pages?|pp\\.?|pg|p\\.?|tab(?:le)?|sec(?:tion)?\\.?|exhibit|sheet|appendix|figure|\xC2\xA7)"
#define PLACES	"(?: *+[,:;-]? *+\\(?" PLACE_WORD " *+[0-9A-Za-z.-]++\\)?)*+"
#define BETWEEN			" *+(?:, *+and |[,;&/+-]|(?:and|to|through|thru) ) *+"
#define NEXT_SOURCE		" *+[,;] *+" SOURCE

#define NEXT			"(?:" BETWEEN "(?:[0-9]{1,12}+|" SRC ")|" NEXT_SOURCE ")"
#define LIST			PLACES "(?>" NEXT PLACES ")*+ *+,? *+$"

static const struct
{
	const char *pattern;
	int			limits;
}			forms[] = {
	{"\\^ *[^ ]{1,999} *$", ONE_LINE | NARROW},	/* a footnote's label */
	{" *+" SRC LIST, SHORT | ONE_LINE},	/* SRC:12, src-1/2 and 3, p. 4 */
	{SOURCE PLACES "(?>" NEXT_SOURCE PLACES ")*+(?: *+,? *+$| *+[,;] *+" SRC LIST ")",
	SHORT | ONE_LINE | NARROW},
	{"SRC: *[0-9][^ ]{0,39}$", ONE_LINE},
	{"SRC: *[^ ]{1,40}$|CITATION NEEDED$", SHORT | ONE_LINE | NARROW},
	{"(?:SRC|SOURCE|REF|CITE|CITATION|DOC|CHUNK|EVIDENCE)[:#-] *(?=[^ ]*[0-9])[^ ]{1,40}$",
	SHORT | ONE_LINE | NARROW | HYPHEN},
	{"(?:CoStar|Excel)$", SHORT | NARROW | NO_LINK},
	{"CANONICAL:", SHORT | ONE_LINE | NARROW},
};

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
		Slice		next = {from.data + 1, from.len - 1};
		Slice		wide = from;
		char		c = is_space(from.data[0]) ? ' ' : from.data[0];

		for (int i = 0; i < (int) lengthof(folds) && (from.data[0] & 0x80); i++)
			if (slice_take(&from, folds[i].bytes))
			{
				c = folds[i].c;
				next = from;
				break;
			}
		if (slice_take(&wide, "\xEF\xBC") && wide.len > 0 &&
			(unsigned char) wide.data[0] >= 0x90 && (unsigned char) wide.data[0] <= 0x9A)
		{
			c = '0' + ((unsigned char) wide.data[0] - 0x90);
			next = (Slice) {wide.data + 1, wide.len - 1};
		}
		*to++ = c;
		from = next;
	}
	*to = '\0';
	return folded;
}

/* Is that between brackets of a form that these limits do not forbid? */
static bool
is_evidence(Slice text, int limits)
{
	static Regex *regexes[lengthof(forms)];
	char	   *inner = fold_inner(text);
	bool		is_found = false;

	for (int i = 0; i < (int) lengthof(forms) && !is_found; i++)
	{
		const char *mark;

		if (regexes[i] == NULL)
			regexes[i] = regex_compile(forms[i].pattern);
		is_found = !(forms[i].limits & limits) &&
			regex_match_at(regexes[i], inner, (int) strlen(inner), 0, &mark, NULL, 0) > 0;
	}
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
	int			limits;
	Slice		inner;

	/* Nothing in the grammar has a bracket inside, and nothing spans cells or leaves a heading. */
	for (; end < text.len && end < start + MOST_INNER && bracket_len(text, end, false) == 0 &&
		 !(reading->bytes[end] & BYTE_BAR) && class_at(reading, end) <= BYTE_TEXT; end++)
	{
		if (class_at(reading, end) == BYTE_TEXT &&
			((reading->bytes[end] ^ reading->bytes[pos]) & BYTE_HEADING) != 0)
			break;
		close = bracket_len(text, end, true);
		if (close > 0 || (text.data[end] == '\n' && ends_empty_line(text, start, end)))
			break;
	}
	if (close == 0)
		return 0;
	inner = (Slice) {text.data + start, end - start};
	if (memmem(inner.data, inner.len, INERT, strlen(INERT)) != NULL)
		return 0;				/* the renderer's, where a cut would have made one */
	limits = (open > 1 || close > 1 ? NARROW : 0) | (inner.len > 300 ? SHORT : 0) |
		(memchr(inner.data, '\n', inner.len) != NULL ||
		 memchr(inner.data, '\r', inner.len) != NULL ? ONE_LINE : 0) |
		(memmem(inner.data, inner.len, "\xE2\x80\x93", 3) != NULL ? HYPHEN : 0) |
		(class_at(reading, pos) == BYTE_SYNTAX ? NO_LINK : 0);
	return is_evidence(inner, limits) ? end + close - pos : 0;
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
