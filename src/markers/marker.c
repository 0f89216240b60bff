/*
 * marker.c
 *		The one grammar of markers: what an agent may write in a body.
 *
 * All bracketed forms are alternatives of a single pattern, tried at a '[',
 * '\[', or full-width bracket that the structure scanner (inline.c) met
 * outside opaque zones.  The alternative that matched is told by its (*MARK).
 * For example at the '[' of "basis [SRC: 12]." the alternative "src" matches
 * "[SRC: 12]", its group 1 is "12"; at "[SRC:1, SRC:2]" the alternative
 * "src_variant" does, and marker_ids() reads 1 and 2 out of it.
 *
 * Blanks are Unicode's (models write a no-break space), digits ASCII's only.
 * There is no look-behind: a marker may be glued to a letter, a CJK character
 * or another marker.
 *
 * A new spelling needs its row in grammar[] (or in a macro above it), its first byte in
 * may_start(), and read_word() of marker_ids.c where a list may repeat it; the same in
 * audit/verify_marker.c, which reads on its own (test/scripts/lint_lists.pl refuses a
 * prefix that it does not know); cases in test/unit/markers.c, test/data/marker_variants.json
 * and test/sql/marker_variants.sql; its row in docs/explanation/markers.md, an example in
 * @markers of test/scripts/reference.pl, then `make docs`.  A new kind also needs
 * MARKER_KINDS (markers.h), scan_marker() of stages/scan.c, and what becomes of it
 * in stages/stage0_normalize.c.
 */
#include "markers/markers_internal.h"
#include "markdown/markdown.h"

#define MAX_MARKER 1200 /* bytes; nothing in the grammar is longer, but labels and CANONICAL */
#define MAX_NOTE	4200		/* a footnote's label has at most 999 characters */

/* The parts of a near miss: "1" and what may say where in source 1, as in
 * "1, p. 4", "1 (Table B-2)", "1: Table 4"; and what stands between two of them. */
#define ID		"[0-9\xEF\xBC\x90-\xEF\xBC\x99]{1,12}"
#define DASH	"[-\xE2\x80\x93]"
#define GLUED	"SRC_?(?=[0-9])"
#define BLANKS \
	"[\\s\\x{200B}-\\x{200D}\\x{2060}\\x{FEFF}]*+" /* and what has no width, as pasted text may \
													  have it */
#define COLON	"(?:[:#-]|\xEF\xBC\x9A|\xE2\x80\x93)"
#define PREFIX	"(?:[Ss][Rr][Cc](?:" BLANKS COLON BLANKS "|\\s" BLANKS ")|" GLUED ")"
#define PAGE \
	"(?:at\\s++(?:(?&page_word)\\.?)?|(?&page_word)\\.?|[Ss]\\.|\xE7\xAC\xAC)" \
	"\\s*+[0-9]{1,6}(?:\\s*+" DASH "\\s*+[0-9]{1,6})?(?:\\s*+\xE9\xA1\xB5)?" /* also "第12页" */
#define SHEET	"(?:[A-Za-z][A-Za-z0-9_]{0,30}|'[A-Za-z0-9_ .&-]{1,31}')"
/* "Summary!C14" */
#define CELL \
	SHEET "!\\$?[A-Z]{1,3}\\$?[0-9]{1,7}(?:[:-]\\$?[A-Z]{1,3}\\$?[0-9]{1,7})?(?![A-Za-z0-9])"
#define TAB \
	"(?i:tab|sheet|worksheet)\\s++(?:[A-Za-z][A-Za-z0-9_]{1,30}(?![!A-Za-z0-9_-])|\"[^\"\\[\\]" \
	"\\n]{1,31}\"|'[^'\\[\\]\\n]{1,31}'(?!!))"
#define PLACE \
	"(?:" CELL "|" TAB "|(?:(?:\xC2\xA7|\xC2\xB6){1,2}\\s*+|(?&piece_word)s?\\.?\\s++)" \
	"(?:" CELL "|(?:[A-Z](?![A-Za-z])|[A-Za-z]{0,3}[-.]?[0-9]{1,6})" \
	"(?:[-.!:][A-Za-z0-9]{1,8}){0,4}(?:\\([A-Za-z0-9]{1,4}\\)){0,3}))"	/* "Section 5.3(b)" */
#define DAGGER	"\xE2\x80\xA0[A-Za-z0-9.:_-]{0,40}"	/* "1†L10-L14", "1†source" */
/* mostly another id follows, or the end */
#define HINTS	"(?:(?!\\s*+(?:[,;&/+]\\s*+[0-9]|\\]))(?&hint){0,3})?"
/* 、，；和及与 */
#define CJK_BETWEEN "\xE3\x80\x81|\xEF\xBC\x8C|\xEF\xBC\x9B|\xE5\x92\x8C|\xE5\x8F\x8A|\xE4\xB8\x8E"
#define SRC_AGAIN "(?:[Ss][Rr][Cc]\\s*" COLON "|" GLUED ")"
#define BETWEEN \
	"(?:" BLANKS "(?:,\\s*+and\\s|[,;&/+]|" CJK_BETWEEN "|" DASH \
	"|and\\s|to\\s|through\\s|thru\\s)" BLANKS "(?:" SRC_AGAIN "?" BLANKS \
	")?|\\s*+(?:\\\\?\\|)?\\s*+" SRC_AGAIN "\\s*)"
#define WORDS	"(?:SRC|SOURCE|REF|CITE|CITATION|DOC|CHUNK|EVIDENCE)"

/* What is between the brackets of those that an editor may escape: "\[SRC:12\]".  To call
 * a group costs half a microsecond and more: only what few markers have is called. */
#define TAG		"SOURCE-[A-Za-z0-9]{1,64}"
#define NEXT_TAG "\\s*+[,;]\\s*+" TAG
#define IDS		"(?<ids>" PREFIX ID HINTS "(?:(?:" BETWEEN ID "|" NEXT_TAG ")" HINTS ")*+)"
#define COMMA	BLANKS "(?:," BLANKS ")?"	/* "[SRC:1,]" */
#define DEFINED \
	"(?(DEFINE)(?<tags>" TAG HINTS "(?:" NEXT_TAG HINTS ")*+)(?<hint>\\s*+(?:[,:;|]|" DASH \
	"|\xE2\x80\x94|\xEF\xBC\x8C)?\\s*+(?:" PAGE "|" PLACE "|" DAGGER ")|\\s*+\\(\\s*+(?:" PAGE \
	"|" PLACE ")\\s*+\\)))"
#define TAGS	"(?&tags)"
#define MIXED	"(?&tags)\\s*+[,;]\\s*+(?&ids)"	/* "[SOURCE-A, SRC:1]"; the reverse is one of IDS */
#define KINDS	"CoStar|Excel|PDF"
#define ESCAPED(value) "\\\\\\[" value "\\\\?\\]"	/* "\[SRC:12]", too, as remark does */

typedef struct GrammarRule
{
	MarkerKind	kind;
	const char *pattern;		/* group 1 is the value */
} GrammarRule;

/* In the order tried: the contract first, the widest last. */
static const GrammarRule grammar[] = {
	{MARKER_SRC, "\\[SRC:\\s*([0-9]{1,40})\\]"},
	{MARKER_SRC_VARIANT, "(?:\\[|\xE3\x80\x90|\xEF\xBC\xBB)" BLANKS "(" IDS ")" COMMA
						 "(?:\\]|\xE3\x80\x91|\xEF\xBC\xBD)"},
	{MARKER_SOURCE_TAG, "\\[(" TAGS ")" COMMA "\\]"},
	{MARKER_SRC_VARIANT, "\\[(" MIXED ")" COMMA "\\]"},
	{MARKER_TABLE_TAG, "\\[TABLE-([0-9]{1,9})\\]"},
	{MARKER_LEGACY_TAG, "\\[(" KINDS ")\\]"},
	{MARKER_CANONICAL, "\\[CANONICAL:([^\\[\\]\\r\\n]*+)\\]"},
	{MARKER_BRACKET, "\\[(CANONICAL:)"},
	{MARKER_VERIFIED, "\\[VERIFIED: corrected from ([^\\]\\n]{1,60}) per source data\\]"},
	{MARKER_NOTE_REF, "\\[\\^\\s*+([^\\s\\[\\]]{1,999}(?:[,;][ \\t]+\\^[^\\s\\[\\],;]{1,60}){0,20}|"
					  "[0-9]{1,9}(?:[,;][ \\t]*[0-9]{1,9}){1,20})\\s*+\\]"},
	{MARKER_CHART_ANCHOR,
	 "\\[CHART:\\s*([^\\s\\[\\]](?:[^\\r\\n\\[\\]]{0,198}[^\\s\\[\\]])?)[ \\t]*\\]"},
	{MARKER_UNRECOGNIZED,
	 "\\[(SRC:\\s*[^\\s\\[\\]]{1,40}|CITATION NEEDED|" WORDS
	 "[:#-]\\s*(?=[^\\s\\[\\]]{0,39}[0-9])[^\\s\\[\\]]{1,40})\\]"},
	{MARKER_UNRECOGNIZED, "(?:\\[|\xE3\x80\x90|\xEF\xBC\xBB)"
						  "(SRC(?::|\xEF\xBC\x9A)\\s*[0-9][^\\s\\[\\]\\x{3010}\\x{3011}"
						  "\\x{FF3B}\\x{FF3D}]{0,39})(?:\\]|\xE3\x80\x91|\xEF\xBC\xBD)"},
	{MARKER_BRACKET, "(?:\\[|\xE3\x80\x90|\xEF\xBC\xBB)(" WORDS "(?![A-Za-z0-9_])[^\\[\\]\\x{3010}"
					 "\\x{3011}\\x{FF3B}\\x{FF3D}\\n]{0,200})(?:\\]|\xE3\x80\x91|\xEF\xBC\xBD)"},
	{MARKER_SRC, ESCAPED("SRC:\\s*([0-9]{1,40})")},
	{MARKER_SRC_VARIANT, ESCAPED(BLANKS "((?=[Ss])(?&ids))" COMMA)},
	{MARKER_SRC_VARIANT, ESCAPED("(" MIXED ")" COMMA)},
	{MARKER_SOURCE_TAG, ESCAPED("(" TAGS ")" COMMA)},
	{MARKER_LEGACY_TAG, ESCAPED("(" KINDS ")")},
};

static const char *const kind_names[] = {
#define X(kind, name, roles) name,
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
		appendStringInfo(&pattern, ")" DEFINED "(?(DEFINE)(?<page_word>%s)(?<piece_word>%s))",
						 place_words(WORD_PAGE), place_words(WORD_PIECE));
		regex = regex_compile(pattern.data);
		pfree(pattern.data);
	}
	return regex;
}

/* Decimal value of a run of ASCII digits, -1 when it is no valid source id. */
static int64
parse_id(const char *digits, int len)
{
	int64		id = whole_number((Slice) {digits, len}, MAX_SRC_ID);

	return id > 0 ? id : -1;
}

/* Can a marker start with these bytes?  Spares most of the pattern matching. */
static bool
may_start(const char *text, int end, int pos)
{
	unsigned char c = text[pos];
	unsigned char next = pos + 1 < end ? text[pos + 1] : 0;

	if (c == '[')
		return next >= 0x80 || strchr("SsTCEPV^RD \t\n", next) != NULL;
	if (c == '\\')
		return next == '[';
	if (pos + 2 >= end)
		return false;
	return (c == 0xE3 && next == 0x80 && (unsigned char) text[pos + 2] == 0x90) ||
		(c == 0xEF && next == 0xBC && (unsigned char) text[pos + 2] == 0xBB);
}

/* What a pattern cannot tell: ids out of range, and what stands at a line's start. */
static void
refine(Marker *marker, const char *text, int end, bool at_line_start)
{
	int			after = marker->start + marker->len;
	bool		colon = at_line_start && after < end && text[after] == ':';
	MarkerIds	ids;

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
		case MARKER_SOURCE_TAG:
			if (!marker_ids(marker, &ids))
				marker->kind = MARKER_UNRECOGNIZED;	/* "[SOURCE-A, p. 0]" */
			break;
		case MARKER_TABLE_TAG:
			marker->id = parse_id(marker->value.data, marker->value.len);
			break;
		case MARKER_SRC_VARIANT:
			if (!marker_ids(marker, &ids))
			{
				marker->kind = MARKER_UNRECOGNIZED;
				break;
			}
			marker->id = ids.ids[0];
			if (colon && ids.count == 1 && ids.hints[0].len == 0)
				marker->kind = MARKER_SOURCE_LINE;
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
marker_opens_line(const Prose *prose, const Marker *marker)
{
	int			end = marker->start + marker->len;

	return (marker->kind == MARKER_SRC || marker->kind == MARKER_SRC_VARIANT ||
			marker->kind == MARKER_SOURCE_LINE) &&
		   marker->start == prose->lines.items[marker->line].start && end < prose->len &&
		   prose->text[end] == ':';
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
	{
		after = past_blanks(text, end, after);
		marker->id = after >= end || text[after] == '\n' ? 1 : -1;
	}
	return true;
}

/* ------------------------------------------------------------ superscripts */

int
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
	while (pos > start &&
		   (isalpha((unsigned char) text[pos - 1]) || (unsigned char) text[pos - 1] >= 0x80))
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
#include "markers/length_units.inc"
	};

	for (int i = 0; i < (int) lengthof(units); i++)
		if (word.len == (int) strlen(units[i]) &&
			pg_strncasecmp(word.data, units[i], word.len) == 0)
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
	if (pos >= 3 && memcmp(text + pos - 3, "\xE2\x81\xBB", 3) == 0)
		return true;			/* "kg ha⁻¹" */
	return pos >= 2 && text[pos - 1] == '0' && text[pos - 2] == '1' &&
		   (pos == 2 ||
			(!isdigit((unsigned char) text[pos - 3]) && strchr(".,", text[pos - 3]) == NULL));
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
		is_one |= end - start == (int) strlen(words[i]) &&
				  pg_strncasecmp(text + start, words[i], end - start) == 0;
	if (!is_one || start == cell_start || !isdigit((unsigned char) text[start - 1]))
		return false;
	while (number > cell_start &&
		   (isdigit((unsigned char) text[number - 1]) || strchr(".,", text[number - 1]) != NULL))
		number--;
	return !superscript_is_unit(text, start, end, id) ||
		   (number > cell_start &&
			(text[number - 1] == '$' || (unsigned char) text[number - 1] >= 0x80));
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
	if (host - cell_start > 2 && memcmp(text + host - 3, "\xE2\x81\xBB", 3) == 0)
		return false;			/* of "10⁻³" */
	if (isdigit((unsigned char) before) || before == '%' || before == ')')
		return true;
	word = word_start(text, cell_start, host);
	if (before == 'x' && host - word == 1)
		return true;
	if (is_magnitude(text, cell_start, word, host, id))
		return true;
	if (superscript_is_unit(text, cell_start, host, id))
		return false;
	return host - word >= (id == 2 || id == 3 ? 2 : 1) &&
		   only_superscripts_follow(text, cell_end, pos);
}

int
marker_superscript_end(const char *text, int end, int pos, int64 *id)
{
	int			at = pos;
	int			len;
	int			digit;

	*id = 0;
	while ((digit = superscript_digit(text, end, at, &len)) >= 0 && *id <= MAX_SRC_ID)
	{
		*id = *id * 10 + digit;
		at += len;
	}
	return *id > MAX_SRC_ID ? pos : at;
}

bool
marker_match_superscript(const char *text, int cell_start, int cell_end, int behind, int pos,
						 Marker *marker)
{
	int64		id;
	int			end = marker_superscript_end(text, cell_end, pos, &id);

	if (end == pos || (!continues_superscript(text, behind, pos) &&
					   !superscript_has_host(text, cell_start, pos, cell_end, id)))
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

bool
read_label(Slice text, int pos, int *number, int *end)
{
	int			i = pos + 2;

	if (i >= text.len || text.data[pos] != '[' || text.data[pos + 1] != '^' ||
		text.data[i] == '0')
		return false;
	i = past_digits(text.data, text.len, i);
	*number = (int) whole_number((Slice) {text.data + pos + 2, i - pos - 2}, 999999999);
	*end = i + 1;
	return *number > 0 && i < text.len && text.data[i] == ']';
}
