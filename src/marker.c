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

#define MAX_MARKER	1200		/* bytes; nothing in the grammar is longer */
#define MAX_ID		2147483647

/* What can follow a number of a near miss: the page of "[SRC:12, p. 4]". */
#define PAGE	"(?:\\s*,?\\s*(?:p|pp|pg|page)\\.?\\s*[0-9]{1,6}(?:\\s*[-\xE2\x80\x93]\\s*[0-9]{1,6})?)?"
#define DIGITS	"(?:[0-9]|\xEF\xBC[\x90-\x99])"
#define WORDS	"(?:SRC|SOURCE|REF|CITE|CITATION|DOC|CHUNK|EVIDENCE)"

typedef struct GrammarRule
{
	MarkerKind	kind;
	const char *pattern;		/* group 1 is the value */
} GrammarRule;

/* In the order tried: the contract first, the widest last. */
static const GrammarRule grammar[] = {
	{MARKER_SRC, "\\[SRC:\\s*([0-9]{1,40})\\]"},
	{MARKER_SRC_VARIANT,
		"(?:\\[|\xE3\x80\x90|\xEF\xBC\xBB)\\s*("
		"[Ss][Rr][Cc](?:\\s*(?:[:#-]|\xEF\xBC\x9A)\\s*|\\s)[0-9\xEF\xBC\x90-\xEF\xBC\x99]{1,12}" PAGE
		"(?:\\s*(?:,|;|-|\xE2\x80\x93|&|and\\s)\\s*(?:[Ss][Rr][Cc]\\s*(?:[:#-]|\xEF\xBC\x9A)?\\s*)?"
		"[0-9\xEF\xBC\x90-\xEF\xBC\x99]{1,12}){0,60}"
		")\\s*(?:\\]|\xE3\x80\x91|\xEF\xBC\xBD)"},
	{MARKER_SOURCE_TAG, "\\[(SOURCE-[A-Za-z0-9]{1,64}(?:\\s*,\\s*SOURCE-[A-Za-z0-9]{1,64}){0,20})\\]"},
	{MARKER_TABLE_TAG, "\\[TABLE-([0-9]{1,9})\\]"},
	{MARKER_LEGACY_TAG, "\\[(CoStar|Excel|PDF)\\]"},
	{MARKER_CANONICAL, "\\[CANONICAL:([^\\]]{0,300})\\]"},
	{MARKER_VERIFIED, "\\[VERIFIED: corrected from ([^\\]\\n]{1,60}) per source data\\]"},
	{MARKER_NOTE_REF, "\\[\\^([^\\s\\[\\]]{1,200})\\]"},
	{MARKER_CHART_ANCHOR, "\\[CHART:\\s*([^\\s\\[\\]]{1,200})\\]"},
	{MARKER_UNRECOGNIZED, "\\[(SRC:\\s*[^\\s\\[\\]]{1,40}|CITATION NEEDED|"
		WORDS "[:#-]\\s*(?=[^\\s\\[\\]]{0,39}[0-9])[^\\s\\[\\]]{1,40})\\]"},
	{MARKER_BRACKET, "\\[(" WORDS "(?![A-Za-z0-9_])[^\\[\\]\\n]{0,80})\\]"},
	{MARKER_NKINDS, "\\\\\\[SRC:\\s*([0-9]{1,40})\\\\\\]"},	/* escaped src */
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
		appendStringInfoChar(&pattern, ')');
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

				if (marker_ids(marker, &ids))
					marker->id = ids.ids[0];
				else
					marker->kind = MARKER_UNRECOGNIZED;
			}
			break;
		case MARKER_NOTE_REF:
			if (colon)
				marker->kind = MARKER_NOTE_DEF;
			break;
		default:
			break;
	}
}

bool
marker_match(const char *text, int end, int pos, bool at_line_start, Marker *marker)
{
	const char *mark;
	int			group[4];
	int			limit = Min(end, pos + MAX_MARKER);
	int			after;

	if (!may_start(text, end, pos))
		return false;
	while (limit < end && limit > pos && ((unsigned char) text[limit] & 0xC0) == 0x80)
		limit--;				/* never split a character */
	after = regex_match_at(grammar_regex(), text, limit, pos, &mark, group, 2);
	if (after < 0)
		return false;
	memset(marker, 0, sizeof(*marker));
	marker->kind = grammar[mark[0] - 'A'].kind;
	if (marker->kind == MARKER_NKINDS)
	{
		marker->kind = MARKER_SRC;
		marker->is_escaped = true;
	}
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

/*
 * Reads "SRC:1, SRC:2", "SRC:1-3", "SRC:12, p. 4".  A dash is a range only
 * when it follows a number; the letter p begins a page.
 */
bool
marker_ids(const Marker *marker, MarkerIds *out)
{
	const char *text = marker->value.data;
	int			len = marker->value.len;
	bool		after_number = false;
	bool		in_page = false;

	memset(out, 0, sizeof(*out));
	out->ids = palloc(sizeof(int64) * (len / 2 + 2));
	for (int pos = 0; pos < len;)
	{
		unsigned char c = text[pos];
		int			at = pos;
		int64		number;

		if (next_digit(text, len, &at) >= 0)
		{
			if (!read_number(text, len, &pos, &number))
				return false;
			if (!in_page)
				out->ids[out->count++] = number;
			else if (out->page == 0)
				out->page = (int) number;
			after_number = true;
			continue;
		}
		if (after_number && !in_page &&
			(c == '-' || (c == 0xE2 && pos + 2 < len && (unsigned char) text[pos + 2] == 0x93)))
			out->is_range = true;
		if (c == 'p' && !in_page)
		{
			in_page = true;
			out->locator.data = text + pos;
			out->locator.len = len - pos;
		}
		else if (in_page && (c == ',' || c == ';'))
			in_page = false;
		if (c != ' ')
			after_number = false;
		pos++;
	}
	return out->count > 0 && !(out->is_range && out->count != 2);
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

/* Letters directly before pos: where the word that ends there starts. */
static int
word_start(const char *text, int start, int pos)
{
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

/*
 * A source mark stands after a digit, '%', 'x' or ')', or after a word of
 * three letters or more at the cell's end; after a unit it is an exponent.
 * Emphasis around the host does not count: "**4,199**¹".
 */
static bool
superscript_has_host(const char *text, int cell_start, int pos, int cell_end, int64 id)
{
	int			host = pos;
	int			word;
	char		before;

	while (host > cell_start && strchr("*_~", text[host - 1]) != NULL)
		host--;
	before = host > cell_start ? text[host - 1] : ' ';
	if (isdigit((unsigned char) before) || before == '%' || before == ')')
		return true;
	word = word_start(text, cell_start, host);
	if (before == 'x' && host - word == 1)
		return true;
	if ((id == 2 || id == 3) && is_length_unit((Slice) {text + word, host - word}))
		return false;
	return host - word >= 3 && only_superscripts_follow(text, cell_end, pos);
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
