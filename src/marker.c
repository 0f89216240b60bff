/*
 * marker.c
 *		The one grammar of markers: what an agent may write in a body.
 *
 * All bracketed forms are alternatives of a single pattern, tried at a '[',
 * '\[', or full-width bracket that the structure scanner (prose_inline.c) met
 * outside opaque zones.  The alternative that matched is told by its (*MARK).
 * For example at the '[' of "basis [SRC: 12]." the alternative "src" matches
 * "[SRC: 12]", its group 1 is "12"; at "[SRC:1, SRC:2]" the alternative
 * "src_variant" does, and marker_ids() reads 1 and 2 out of it.
 *
 * Blanks are Unicode's (models write a no-break space), digits ASCII's only.
 * There is no look-behind: a marker may be glued to a letter, a CJK character
 * or another marker.
 */
#include "memocite.h"

#define MAX_MARKER	1200		/* bytes; nothing in the grammar is longer, but labels and CANONICAL */
#define MAX_NOTE	4200		/* a footnote's label has at most 999 characters */
#define MAX_ID		2147483647

/* The parts of a near miss: "1" and what may say where in source 1, as in
 * "1, p. 4", "1 (Table B-2)", "1: Table 4"; and what stands between two of them. */
#define ID		"[0-9\xEF\xBC\x90-\xEF\xBC\x99]{1,12}"
#define DASH	"[-\xE2\x80\x93]"
#define GLUED	"SRC_?(?=[0-9])"
#define BLANKS	"[\\s\\x{200B}-\\x{200D}\\x{2060}\\x{FEFF}]*+"	/* and what has no width, as pasted text may have it */
#define PREFIX	"(?:[Ss][Rr][Cc](?:" BLANKS "(?:[:#-]|\xEF\xBC\x9A)" BLANKS "|\\s" BLANKS ")|" GLUED ")"
#define PAGE	"(?:at\\s++(?:[Pp](?:ages?|p|g)?\\.?)?|[Pp](?:ages?|p|g)?\\.?|S\\.|Seiten?\\s|\xE7\xAC\xAC)" \
	"\\s*+[0-9]{1,6}(?:\\s*+" DASH "\\s*+[0-9]{1,6})?(?:\\s*+\xE9\xA1\xB5)?"	/* also "第12页" */
#define PLACES	"(?i:table|tab|exhibit|exh|ex|figure|fig|section|sec|schedule|sch|appendix|app|annex|attachment|" \
	"chapter|ch|note|item|row|line|column|col|sheet|slide|paragraph|para|cell|clause|article|art|recital|addendum|photo)s?"
#define SHEET	"(?:[A-Za-z][A-Za-z0-9_]{0,30}|'[A-Za-z0-9_ .&-]{1,31}')"
#define CELL	SHEET "!\\$?[A-Z]{1,3}\\$?[0-9]{1,7}(?:[:-]\\$?[A-Z]{1,3}\\$?[0-9]{1,7})?(?![A-Za-z0-9])"	/* "Summary!C14" */
#define TAB		"(?i:tab|sheet|worksheet)\\s++(?:[A-Za-z][A-Za-z0-9_]{1,30}(?![!A-Za-z0-9_-])|\"[^\"\\[\\]\\n]{1,31}\"|'[^'\\[\\]\\n]{1,31}'(?!!))"
#define PLACE	"(?:" CELL "|" TAB "|(?:(?:\xC2\xA7|\xC2\xB6){1,2}\\s*+|" PLACES "\\.?\\s++)" \
	"(?:" CELL "|(?:[A-Z](?![A-Za-z])|[A-Za-z]{0,3}[-.]?[0-9]{1,6})" \
	"(?:[-.!:][A-Za-z0-9]{1,8}){0,4}(?:\\([A-Za-z0-9]{1,4}\\)){0,3}))"	/* "Section 5.3(b)" */
#define DAGGER	"\xE2\x80\xA0[A-Za-z0-9.:_-]{0,40}"	/* "1†L10-L14", "1†source" */
#define HINTS	"(?:(?!\\s*+(?:[,;&]\\s*+[0-9]|\\]))(?&hint){0,3})?"	/* mostly another id follows, or the end */
#define CJK_BETWEEN "\xE3\x80\x81|\xEF\xBC\x8C|\xEF\xBC\x9B|\xE5\x92\x8C|\xE5\x8F\x8A|\xE4\xB8\x8E"	/* 、，；和及与 */
#define SRC_AGAIN "(?:[Ss][Rr][Cc]\\s*(?:[:#-]|\xEF\xBC\x9A)|" GLUED ")"
#define BETWEEN "(?:" BLANKS "(?:,\\s*+and\\s|[,;&]|" CJK_BETWEEN "|" DASH "|and\\s|to\\s|through\\s|thru\\s)" BLANKS \
	"(?:" SRC_AGAIN "?" BLANKS ")?|\\s*+(?:/|\\\\?\\|)?\\s*+" SRC_AGAIN "\\s*)"
#define WORDS	"(?:SRC|SOURCE|REF|CITE|CITATION|DOC|CHUNK|EVIDENCE)"

/* What is between the brackets of those that an editor may escape: "\[SRC:12\]".  To call
 * a group costs half a microsecond and more: only what few markers have is called. */
#define IDS		"(?<ids>" PREFIX ID HINTS "(?:" BETWEEN ID HINTS "){0,60})"
#define DEFINED	"(?(DEFINE)(?<hint>\\s*+(?:[,:;|]|" DASH "|\xE2\x80\x94|\xEF\xBC\x8C)?\\s*+(?:" PAGE "|" PLACE "|" DAGGER ")|\\s*+\\(\\s*+(?:" PAGE "|" PLACE ")\\s*+\\)))"
#define TAGS	"SOURCE-[A-Za-z0-9]{1,64}(?:\\s*,\\s*SOURCE-[A-Za-z0-9]{1,64}){0,20}"
#define KINDS	"CoStar|Excel|PDF"
#define ESCAPED(value) "\\\\\\[" value "\\\\\\]"

typedef struct GrammarRule
{
	MarkerKind	kind;
	const char *pattern;		/* group 1 is the value */
} GrammarRule;

/* In the order tried: the contract first, the widest last. */
static const GrammarRule grammar[] = {
	{MARKER_SRC, "\\[SRC:\\s*([0-9]{1,40})\\]"},
	{MARKER_SRC_VARIANT,
		"(?:\\[|\xE3\x80\x90|\xEF\xBC\xBB)" BLANKS "(" IDS ")" BLANKS "(?:\\]|\xE3\x80\x91|\xEF\xBC\xBD)"},
	{MARKER_SOURCE_TAG, "\\[(" TAGS ")\\]"},
	{MARKER_TABLE_TAG, "\\[TABLE-([0-9]{1,9})\\]"},
	{MARKER_LEGACY_TAG, "\\[(" KINDS ")\\]"},
	{MARKER_CANONICAL, "\\[CANONICAL:([^\\[\\]\\r\\n]*+)\\]"},
	{MARKER_BRACKET, "\\[(CANONICAL:)"},
	{MARKER_VERIFIED, "\\[VERIFIED: corrected from ([^\\]\\n]{1,60}) per source data\\]"},
	{MARKER_NOTE_REF, "\\[\\^\\s*+([^\\s\\[\\]]{1,999}(?:[,;][ \\t]+\\^[^\\s\\[\\],;]{1,60}){0,20}|"
		"[0-9]{1,9}(?:[,;][ \\t]*[0-9]{1,9}){1,20})\\s*+\\]"},
	{MARKER_CHART_ANCHOR, "\\[CHART:\\s*([^\\s\\[\\]](?:[^\\r\\n\\[\\]]{0,198}[^\\s\\[\\]])?)[ \\t]*\\]"},
	{MARKER_UNRECOGNIZED, "\\[(SRC:\\s*[^\\s\\[\\]]{1,40}|SRC:\\s*[0-9][^\\[\\]\\n]{0,200}|CITATION NEEDED|"
		WORDS "[:#-]\\s*(?=[^\\s\\[\\]]{0,39}[0-9])[^\\s\\[\\]]{1,40})\\]"},
	{MARKER_UNRECOGNIZED, "(?:\\[|\xE3\x80\x90|\xEF\xBC\xBB)"
		"(SRC(?::|\xEF\xBC\x9A)\\s*[0-9][^\\[\\]\\x{3010}\\x{3011}\\x{FF3B}\\x{FF3D}\\n]{0,200})(?:\\]|\xE3\x80\x91|\xEF\xBC\xBD)"},
	{MARKER_BRACKET, "\\[(" WORDS "(?![A-Za-z0-9_])[^\\[\\]\\n]{0,80})\\]"},
	{MARKER_SRC, ESCAPED("SRC:\\s*([0-9]{1,40})")},
	{MARKER_SRC_VARIANT, ESCAPED(BLANKS "((?=[Ss])(?&ids))" BLANKS)},
	{MARKER_SOURCE_TAG, ESCAPED("(" TAGS ")")},
	{MARKER_LEGACY_TAG, ESCAPED("(" KINDS ")")},
};

static const char *const kind_names[] = {
#define X(id, name) name,
	MARKER_KINDS(X)
#undef X
};

const char *
marker_kind_name(MarkerKind kind)
{
	return kind_names[kind];
}

/* The whole grammar as one pattern: (?|rule(*MARK:A)|rule(*MARK:B)...). */
static Regex *
grammar_regex(void)
{
	static Regex *regex = NULL;

	if (regex == NULL)
	{
		StringInfoData pattern;

		initStringInfo(&pattern);
		for (int i = 0; i < (int) lengthof(grammar); i++)
			appendStringInfo(&pattern, "%s%s(*MARK:%c)", i == 0 ? "(?|" : "|",
							 grammar[i].pattern, 'A' + i);
		appendStringInfoString(&pattern, ")" DEFINED);
		regex = regex_compile(pattern.data);
		pfree(pattern.data);
	}
	return regex;
}

/* Decimal value of a run of ASCII digits, -1 when it is no valid source id. */
static int64
parse_id(const char *digits, int len)
{
	int64		id = 0;

	for (int i = 0; i < len; i++)
	{
		id = id * 10 + (digits[i] - '0');
		if (id > MAX_ID)
			return -1;
	}
	return id == 0 ? -1 : id;
}

/* Can a marker start with these bytes?  Spares most of the pattern matching. */
static bool
may_start(const char *text, int end, int pos)
{
	unsigned char c = text[pos];
	unsigned char next = pos + 1 < end ? text[pos + 1] : 0;

	if (c == '[')
		return next >= 0x80 || strchr("SsTCEPV^RD \t", next) != NULL;
	if (c == '\\')
		return next == '[';
	if (pos + 2 >= end)
		return false;
	return (c == 0xE3 && next == 0x80 && (unsigned char) text[pos + 2] == 0x90) ||
		(c == 0xEF && next == 0xBC && (unsigned char) text[pos + 2] == 0xBB);
}

static bool
rest_of_line_is_blank(const char *text, int end, int pos)
{
	while (pos < end && (text[pos] == ' ' || text[pos] == '\t' || text[pos] == '\r'))
		pos++;
	return pos >= end || text[pos] == '\n';
}

bool
marker_cites(const Marker *marker)
{
	switch (marker->kind)
	{
		case MARKER_SRC:
		case MARKER_SRC_VARIANT:
		case MARKER_SOURCE_TAG:
		case MARKER_NOTE_REF:
			return !marker->is_escaped;
		default:
			return false;
	}
}

bool
marker_has_blank(const Marker *marker)
{
	for (int i = 0; i < marker->value.len; i++)
		if (isspace((unsigned char) marker->value.data[i]))
			return true;
	return false;
}

bool
marker_next_label(Slice *rest, Slice *label)
{
	int			len = 0;

	while (rest->len > 0 && (strchr(",;^", rest->data[0]) != NULL || isspace((unsigned char) rest->data[0])))
		rest->data++, rest->len--;
	while (len < rest->len && strchr(",;", rest->data[len]) == NULL)
		len++;
	*label = (Slice) {rest->data, len};
	rest->data += len, rest->len -= len;
	return len > 0;
}

/* What a pattern cannot tell: ids out of range, and what stands at a line's start. */
static void
refine(Marker *marker, const char *text, int end, bool at_line_start)
{
	int			after = marker->start + marker->len;
	bool		colon = at_line_start && after < end && text[after] == ':';

	marker->id = -1;
	switch (marker->kind)
	{
		case MARKER_SRC:
			marker->id = parse_id(marker->value.data, marker->value.len);
			if (marker->id < 0)
				marker->kind = MARKER_UNRECOGNIZED;
			else if (colon)
				marker->kind = MARKER_SOURCE_LINE;
			break;
		case MARKER_TABLE_TAG:
			marker->id = parse_id(marker->value.data, marker->value.len);
			break;
		case MARKER_SRC_VARIANT:
			{
				MarkerIds	ids;

				if (!marker_ids(marker, &ids))
				{
					marker->kind = MARKER_UNRECOGNIZED;
					break;
				}
				marker->id = ids.ids[0];
				if (colon && ids.count == 1 && ids.hints[0].len == 0)
					marker->kind = MARKER_SOURCE_LINE;
			}
			break;
		case MARKER_NOTE_REF:
			if (colon && !marker_has_blank(marker))
				marker->kind = MARKER_NOTE_DEF;
			break;
		default:
			break;
	}
}

/* What the grammar sees of a marker at pos.  CANONICAL has a line, and no bracket in it. */
static int
reach(const char *text, int end, int pos)
{
	char		next = pos + 1 < end ? text[pos + 1] : ' ';
	int			limit = next == 'C' ? end : Min(end, pos + (next == '^' ? MAX_NOTE : MAX_MARKER));

	while (limit < end && limit > pos && ((unsigned char) text[limit] & 0xC0) == 0x80)
		limit--;				/* never split a character */
	return limit;
}

bool
marker_match(const char *text, int end, int pos, bool at_line_start, Marker *marker)
{
	const char *mark;
	int			group[4];
	int			after;

	if (!may_start(text, end, pos))
		return false;
	after = regex_match_at(grammar_regex(), text, reach(text, end, pos), pos, &mark, group, 2);
	if (after < 0)
		return false;
	memset(marker, 0, sizeof(*marker));
	marker->kind = grammar[mark[0] - 'A'].kind;
	marker->is_escaped = text[pos] == '\\';
	marker->start = pos;
	marker->len = after - pos;
	marker->value.data = text + group[2];
	marker->value.len = group[3] - group[2];
	marker->cell = -1;
	refine(marker, text, end, at_line_start);
	if (marker->is_escaped && marker->kind == MARKER_UNRECOGNIZED)
		return false;			/* "\[SRC:0\]" stays an escape */
	if (marker->kind == MARKER_CHART_ANCHOR && at_line_start)
		marker->id = rest_of_line_is_blank(text, end, after) ? 1 : -1;
	return true;
}

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
		if ((*number = *number * 10 + digit) > MAX_ID)
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
	bool		is_dash;		/* a dash or "to" */
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
	reader->is_dash = false;	/* "1 - p. 4" */
}

static bool
is_word(const char *text, int len, const char *word)
{
	return len == (int) strlen(word) && pg_strncasecmp(text, word, len) == 0;
}

static void
read_word(IdReader *reader)
{
	const char *word = reader->text + reader->pos;
	int			len = 0;

	while (reader->pos + len < reader->len && isalpha((unsigned char) word[len]))
		len++;
	if (is_word(word, len, "src") || is_word(word, len, "and"))
	{
		reader->hint = 0;
		reader->is_apart |= len == 3 && pg_ascii_tolower((unsigned char) word[0]) == 's';
	}
	else if (is_word(word, len, "to") || is_word(word, len, "through") || is_word(word, len, "thru"))
	{
		reader->hint = 0;
		reader->is_dash = true;
	}
	else if (reader->hint == 0)
		begin_hint(reader, is_word(word, len, "p") || is_word(word, len, "pp") || is_word(word, len, "pg") ||
				   is_word(word, len, "page") || is_word(word, len, "pages") || is_word(word, len, "s") ||
				   is_word(word, len, "at") || is_word(word, len, "seite") || is_word(word, len, "seiten") ? 'p' : 'l');
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
	if (reader->is_dash && out->ends_range[out->count - 1])
		return false;			/* 1-2-3 */
	out->has_range |= reader->is_dash;
	out->ends_range[out->count] = reader->is_dash;
	out->ids[out->count++] = number;
	reader->has_hint = reader->is_apart = reader->is_dash = false;
	return true;
}

/* Signs beyond ASCII and what they are read as; 'p' and 'l' begin a hint. */
static const struct
{
	const char *sign;
	char		mark;
}			wide_marks[] = {
	{"\xC2\xA7", 'l'}, {"\xC2\xB6", 'l'}, {"\xE2\x80\xA0", 'l'},	/* section, paragraph, dagger */
	{"\xE7\xAC\xAC", 'p'},		/* the ordinal prefix of a page */
	{"\xE2\x80\x93", '-'},		/* en dash */
	{"\xE3\x80\x81", ','}, {"\xEF\xBC\x8C", ','}, {"\xEF\xBC\x9B", ';'},	/* full-width punctuation */
	{"\xE5\x92\x8C", ','}, {"\xE5\x8F\x8A", ','}, {"\xE4\xB8\x8E", ','}, /* three words for "and" */
};

/* Punctuation: a dash is a range only between ids. */
static void
read_mark(IdReader *reader)
{
	const char *at = reader->text + reader->pos;
	char		mark = *at;
	int			width = 1;
	const char *close = mark == '"' || mark == '\'' ? memchr(at + 1, mark, reader->len - reader->pos - 1) : NULL;

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
	else if (mark == '-' && reader->hint == 0 && reader->out->count > 0 && !reader->is_apart)
		reader->is_dash = true;
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
	out->ends_range = palloc0(sizeof(bool) * room);
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
			out->hints[out->count - 1].len = (int) (reader.text + reader.pos - out->hints[out->count - 1].data);
	}
	for (int i = 0; i < out->count; i++)
		if (out->ends_range[i] && out->hints[i].len > 0)
			return false;		/* 1-3, p. 4 */
	return out->count > 0;
}

/* ------------------------------------------------------------ superscripts */

/* Value of the superscript digit at text[pos], -1 when none; *len its bytes. */
static int
superscript_digit(const char *text, int end, int pos, int *len)
{
	const unsigned char *p = (const unsigned char *) text + pos;

	*len = 2;
	if (pos + 1 < end && p[0] == 0xC2)
		return p[1] == 0xB9 ? 1 : p[1] == 0xB2 ? 2 : p[1] == 0xB3 ? 3 : -1;
	*len = 3;
	if (pos + 2 < end && p[0] == 0xE2 && p[1] == 0x81 &&
		(p[2] == 0xB0 || (p[2] >= 0xB4 && p[2] <= 0xB9)))
		return p[2] - 0xB0;
	return -1;
}

#define LONGEST_HOST	24			/* bytes of a word that are looked at; units are shorter */

/* Letters directly before pos: where the word that ends there starts. */
static int
word_start(const char *text, int start, int pos)
{
	start = Max(start, pos - LONGEST_HOST);
	while (pos > start && (isalpha((unsigned char) text[pos - 1]) || (unsigned char) text[pos - 1] >= 0x80))
		pos--;
	return pos;
}

/* After blanks, separators, emphasis and further superscripts: the cell's end? */
static bool
only_superscripts_follow(const char *text, int end, int pos)
{
	int			len;

	while (pos < end)
	{
		if (strchr(" \t,;*_~", text[pos]) != NULL)
			pos++;
		else if (superscript_digit(text, end, pos, &len) >= 0)
			pos += len;
		else
			return false;
	}
	return true;
}

/* "(3)¹,²": is there nothing but separators since the superscript before? */
static bool
continues_superscript(const char *text, int behind, int pos)
{
	if (behind < 0)
		return false;
	while (behind < pos && strchr(" \t,;*_~", text[behind]) != NULL)
		behind++;
	return behind == pos;
}

bool
is_length_unit(Slice word)
{
	static const char *const units[] = {
		"cm", "centimeters", "centimetres", "feet", "foot", "ft", "inch", "inches", "kilometers", "kilometres", "km", "m", "meter", "meters",
		"metre", "metres", "mi", "mile", "miles", "mm", "sqft", "sqm", "yard", "yards", "yd", "yds"};

	for (int i = 0; i < (int) lengthof(units); i++)
		if (word.len == (int) strlen(units[i]) && pg_strncasecmp(word.data, units[i], word.len) == 0)
			return true;
	return false;
}

bool
superscript_is_unit(const char *text, int start, int pos, int64 id)
{
	int			word = word_start(text, start, pos);

	return (id == 2 || id == 3) && is_length_unit((Slice) {text + word, pos - word});
}

bool
superscript_is_power(const char *text, int pos)
{
	return pos >= 2 && text[pos - 1] == '0' && text[pos - 2] == '1' &&
		(pos == 2 || (!isdigit((unsigned char) text[pos - 3]) && strchr(".,", text[pos - 3]) == NULL));
}

/* "$4.2M", "312K", "53.3MM": does the word from start to end say what its number counts?
 * "12 m²" and "12m²" do not, but "$12m²" does. */
static bool
is_magnitude(const char *text, int cell_start, int start, int end, int64 id)
{
	static const char *const words[] = {"k", "m", "mm", "mn", "b", "bn"};
	int			number = start;
	bool		is_one = false;

	for (int i = 0; i < (int) lengthof(words); i++)
		is_one |= end - start == (int) strlen(words[i]) && pg_strncasecmp(text + start, words[i], end - start) == 0;
	if (!is_one || start == cell_start || !isdigit((unsigned char) text[start - 1]))
		return false;
	while (number > cell_start && (isdigit((unsigned char) text[number - 1]) || strchr(".,", text[number - 1]) != NULL))
		number--;
	return !superscript_is_unit(text, start, end, id) ||
		(number > cell_start && (text[number - 1] == '$' || (unsigned char) text[number - 1] >= 0x80));
}

/*
 * A source mark stands after a digit, '%', 'x' or ')', or after a word at the
 * cell's end; after a unit or a letter (R²) 2 and 3 are exponents.  Emphasis
 * around the host and a blank behind it do not count: "**4,199**¹", "5.1% ¹".
 */
static bool
superscript_has_host(const char *text, int cell_start, int pos, int cell_end, int64 id)
{
	int			host = pos;
	int			word;
	char		before;

	while (host > cell_start && strchr("*_~", text[host - 1]) != NULL)
		host--;
	if (host == pos && host > cell_start && text[host - 1] == ' ')
		host--;
	before = host > cell_start ? text[host - 1] : ' ';
	if (isdigit((unsigned char) before) || before == '%' || before == ')')
		return true;
	word = word_start(text, cell_start, host);
	if (before == 'x' && host - word == 1)
		return true;
	if (is_magnitude(text, cell_start, word, host, id))
		return true;
	if (superscript_is_unit(text, cell_start, host, id))
		return false;
	return host - word >= (id == 2 || id == 3 ? 2 : 1) && only_superscripts_follow(text, cell_end, pos);
}

int
marker_superscript_end(const char *text, int end, int pos, int64 *id)
{
	int			at = pos;
	int			len;
	int			digit;

	*id = 0;
	while ((digit = superscript_digit(text, end, at, &len)) >= 0 && *id <= MAX_ID)
	{
		*id = *id * 10 + digit;
		at += len;
	}
	return *id > MAX_ID ? pos : at;
}

bool
marker_match_superscript(const char *text, int cell_start, int cell_end, int behind, int pos, Marker *marker)
{
	int64		id;
	int			end = marker_superscript_end(text, cell_end, pos, &id);

	if (end == pos ||
		(!continues_superscript(text, behind, pos) && !superscript_has_host(text, cell_start, pos, cell_end, id)))
		return false;
	memset(marker, 0, sizeof(*marker));
	marker->kind = MARKER_SUPERSCRIPT;
	marker->start = pos;
	marker->len = end - pos;
	marker->id = id;
	marker->value.data = text + pos;
	marker->value.len = end - pos;
	return true;
}

/* ----------------------------------------------------------------- in a list */

bool
joins_markers(Slice between, const char *separators)
{
	static const char *const joints[] = {"", "&", "and", "or"};	/* sorted */

	while (between.len > 0 && strchr(separators, between.data[0]) != NULL)
		between = (Slice) {between.data + 1, between.len - 1};
	while (between.len > 0 && strchr(separators, between.data[between.len - 1]) != NULL)
		between.len--;
	return slice_in(between, joints, lengthof(joints));
}
