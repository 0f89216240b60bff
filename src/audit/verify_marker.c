/*
 * verify_marker.c
 *		Markers that were left behind: the grammar, written down a second time.
 */
#include "audit/audit_internal.h"

#include "common/cryptohash.h"

#define MAX_NEAR_MISS	200		/* bytes after "SRC:" */
#define MAX_VERIFY_LABEL		999		/* characters of a footnote's */

static const char *
skip_blanks(const char *p)
{
	while (*p == ' ')
		p++;
	return p;
}

static const char *
skip_digits(const char *p)
{
	while (is_digit(*p))
		p++;
	return p;
}

/* Byte after "src" in any case and its separators; NULL when it is not there. */
static const char *
skip_src(const char *p)
{
	const char *after;

	if (pg_strncasecmp(p, "src", 3) != 0)
		return NULL;
	if (is_digit(p[p[3] == '_' ? 4 : 3]))
		return memcmp(p, "SRC", 3) == 0 ? p + (p[3] == '_' ? 4 : 3) : NULL;	/* "SRC1" */
	after = skip_blanks(p + 3);
	if (*after != '\0' && strchr(":-#", *after))
		after = skip_blanks(after + 1);
	return after > p + 3 ? after : NULL;
}

/* Byte after ", p. 4-5"; p when it is not there. */
static const char *
skip_page(const char *p)
{
	const char *at = skip_blanks(p);

	at = skip_blanks(*at == ',' ? at + 1 : at);
	if (*at != 'p')
		return p;
	if (strncmp(at, "page", 4) == 0)
		at += 4;
	else
		at += at[1] == 'p' || at[1] == 'g' ? 2 : 1;
	at = skip_blanks(*at == '.' ? at + 1 : at);
	if (!is_digit(*at) || skip_digits(at) - at > 6)
		return p;
	p = skip_digits(at);
	at = skip_blanks(p);
	if (*at == '-' && is_digit(*skip_blanks(at + 1)))
		return skip_digits(skip_blanks(at + 1));
	return p;
}

/* Byte after "SRC:1", "SOURCE-A" or a further "1"; NULL when it is not there. */
static const char *
skip_named(const char *p, bool may_be_bare)
{
	const char *number = skip_src(p);
	int			len;

	if (strncmp(p, "SOURCE-", 7) == 0)
	{
		len = strspn(p + 7, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
		return len >= 1 && len <= 64 ? p + 7 + len : NULL;
	}
	if (number == NULL && may_be_bare)
		number = p;
	return number && is_digit(*number) ? skip_digits(number) : NULL;
}

/* src, src_variant, source_tag: "SRC:1, p. 4", "SRC:1 and 2", "SRC:1/2", "SOURCE-A, SRC:1". */
static bool
is_list(const char *p)
{
	char		mark = ',';		/* before what comes */
	bool		may_be_bare = false;	/* "2" of "SRC:1, 2" */

	for (;;)
	{
		bool		is_tag = strncmp(p, "SOURCE-", 7) == 0;

		p = is_tag && strchr(",;", mark) == NULL ? NULL : skip_named(p, may_be_bare);
		if (p == NULL)
			return false;
		p = skip_blanks(skip_page(p));
		if (*p == '\0')
			return true;
		mark = *p;
		if (strchr(is_tag ? ",;" : ",;-&/+", mark))
			p++;
		else if (!is_tag && strncmp(p, "and ", 4) == 0)
			p += 4;
		else
			return false;
		p = skip_blanks(p);
		if (*p == '\0')
			return mark == ',';
		may_be_bare = !is_tag;
	}
}

/* src and src_variant: what stands between the brackets. */
static bool
is_src(const char *inner)
{
	inner = skip_blanks(inner);
	return skip_src(inner) != NULL && is_list(inner);
}

/* One token of at most 40 bytes? */
static bool
is_token(const char *p)
{
	int			len = strcspn(p, " ");

	return len >= 1 && len <= 40 && p[len] == '\0';
}

/* unrecognized: SRC:abc, DOC-7a, REF#12. */
static bool
is_unrecognized(const char *inner)
{
	static const char *const words[] = {
		"SRC", "SOURCE", "REF", "CITE", "CITATION", "DOC", "CHUNK", "EVIDENCE"
	};
	int			len = strcspn(inner, ":-#");
	const char *token = inner[len] ? skip_blanks(inner + len + 1) : "";

	if (strcmp(inner, "CITATION NEEDED") == 0)
		return true;
	if (!is_token(token))
		return false;
	if (strncmp(inner, "SRC:", 4) == 0)
		return true;
	for (int i = 0; i < (int) lengthof(words); i++)
	{
		if (len == (int) strlen(words[i]) && strncmp(inner, words[i], len) == 0)
			return strpbrk(token, "0123456789") != NULL;
	}
	return false;
}

/* unrecognized: whatever begins "SRC:1" on one line, however it goes on. */
static bool
is_near_miss(const char *from, int len)
{
	const char *number = len > 4 && len <= 4 + MAX_NEAR_MISS && memcmp(from, "SRC:", 4) == 0 &&
		memchr(from, '\n', len) == NULL ? skip_blanks(from + 4) : NULL;

	return number != NULL && number < from + len && is_digit(*number);
}

/* source_tag, or a group that begins with one. */
static bool
is_source_tag(const char *inner)
{
	return strncmp(inner, "SOURCE-", 7) == 0 && is_list(inner);
}

/* U+200B to U+200D, U+2060 or U+FEFF, which have no width, in these three bytes? */
static bool
is_zero_width(const unsigned char *p)
{
	return (p[0] == 0xE2 && ((p[1] == 0x80 && p[2] >= 0x8B && p[2] <= 0x8D) || (p[1] == 0x81 && p[2] == 0xA0))) ||
		(p[0] == 0xEF && p[1] == 0xBB && p[2] == 0xBF);
}

/*
 * Copies what is between brackets with full-width digits and colon as ASCII
 * ones, blanks, line breaks and what has no width as ' ', en dash as '-'.
 */
static void
fold_inner(const char *from, int len, char *to)
{
	const unsigned char *p = (const unsigned char *) from;

	for (int i = 0; i < len; i++)
	{
		int			left = len - i;

		if (left > 2 && p[i] == 0xEF && p[i + 1] == 0xBC &&
			p[i + 2] >= 0x90 && p[i + 2] <= 0x9A)
		{
			*to++ = '0' + (p[i + 2] - 0x90);
			i += 2;
		}
		else if (left > 1 && p[i] == 0xC2 && p[i + 1] == 0xA0)
		{
			*to++ = ' ';
			i += 1;
		}
		else if (left > 2 && is_zero_width(p + i))
		{
			*to++ = ' ';
			i += 2;
		}
		else if (left > 2 && p[i] == 0xE2 && p[i + 1] == 0x80 && p[i + 2] == 0x93)
		{
			*to++ = '-';
			i += 2;
		}
		else
			*to++ = strchr("\t\n\v\f\r", p[i]) != NULL ? ' ' : p[i];
	}
	*to = '\0';
}

/* Bytes of an opening (or closing) bracket at pos; 0 = none. */
static int
bracket_len(Slice text, int pos, bool closing)
{
	const char *left = text.data + pos;
	int			rest = text.len - pos;

	if (*left == (closing ? ']' : '['))
		return 1;
	if (rest >= 3 && (memcmp(left, closing ? "\xE3\x80\x91" : "\xE3\x80\x90", 3) == 0 ||
					  memcmp(left, closing ? "\xEF\xBC\xBD" : "\xEF\xBC\xBB", 3) == 0))
		return 3;
	return 0;
}

/* A footnote's label, blanks around it or not. */
static bool
is_label(const char *p)
{
	int			len;

	p = skip_blanks(p);
	len = (int) strcspn(p, " ");
	return len > 0 && *skip_blanks(p + len) == '\0' && utf8_length(p, len) <= MAX_VERIFY_LABEL;
}

/* Does this, between brackets, make an evidence marker?  Not "[CoStar](url)", a link's label. */
static bool
is_evidence(const char *inner, bool is_syntax)
{
	if (inner[0] == '^')
		return is_label(inner + 1);
	return is_src(inner) || is_source_tag(inner) || is_unrecognized(inner) ||
		(!is_syntax && (strcmp(inner, "CoStar") == 0 || strcmp(inner, "Excel") == 0));
}

/* Length of "[CANONICAL: ...]" on one line, without a bracket in it; 0 when there is none. */
static int
canonical_len(const Reading *reading, int pos)
{
	Slice		text = reading->text;
	int			end = pos + 11;

	if (text.len <= end || memcmp(text.data + pos, "[CANONICAL:", 11) != 0)
		return 0;
	while (end < text.len && strchr("[]\r\n", text.data[end]) == NULL && !(reading->bytes[end] & BYTE_BAR) &&
		   class_at(reading, end) <= BYTE_TEXT)
		end++;
	return end < text.len && text.data[end] == ']' ? end + 1 - pos : 0;
}

/* Is there nothing but blanks before pos on its line? */
static bool
is_blank_between(Slice text, int start, int pos)
{
	while (pos > start && strchr(" \t\r", text.data[pos - 1]) != NULL)
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
	bool		has_newline = false;
	int			most = start < text.len && text.data[start] == '^' ? MAX_NOTE : MAX_MARKER;
	char		inner[MAX_NOTE + 1];

	/* Nothing in the grammar has a bracket inside, and nothing spans cells. */
	while (end < text.len && end < start + most && !(reading->bytes[end] & BYTE_BAR) &&
		   class_at(reading, end) <= BYTE_TEXT && text.data[end] != '[' &&
		   (close = bracket_len(text, end, true)) == 0)
	{
		if (has_newline && text.data[end] == '\n' && is_blank_between(text, start, end))
			return 0;			/* an empty line ends what it stands in */
		has_newline |= text.data[end] == '\n';
		end++;
	}
	if (close == 0)
		return 0;
	fold_inner(text.data + start, end - start, inner);
	if ((open > 1 || close > 1 ? is_src(inner) : is_evidence(inner, class_at(reading, pos) == BYTE_SYNTAX) && !(has_newline && is_source_tag(inner))) || is_near_miss(text.data + start, end - start))
		return end + close - pos;
	return 0;
}

/* Counts the markers of a text; *first is the place of the first one. */
static int
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
		len = Max(canonical_len(reading, pos), open_marker_len(reading, pos));
		if (len > 0 && count++ == 0)
			*first = (Slice) {text.data + pos, len};
	}
	return count;
}

/* Is the byte of the agent's body in what an edit took out? */
static bool
is_taken_out(const SectionReading *section, int pos)
{
	const StoredSection *row = section->row;
	int			low = 0;
	int			high = row->nchanges;

	while (low < high)			/* the first edit behind the byte */
	{
		int			middle = (low + high) / 2;

		if (section->agent_at[middle] <= pos)
			low = middle + 1;
		else
			high = middle;
	}
	/* edits that only insert may stand at the same byte */
	while (low > 0 && section->agent_at[low - 1] + row->changes[low - 1].removed.len <= pos &&
		   row->changes[low - 1].removed.len == 0)
		low--;
	return low > 0 && pos < section->agent_at[low - 1] + row->changes[low - 1].removed.len;
}

/* Whether a superscript is a marker, only the ledger knows: those that have a
 * row there must have left the text. */
static void
check_superscripts(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->ncitations; i++)
	{
		const StoredCitation *citation = &audit->input->citations[i];
		SectionReading *section;
		int			pos;

		if (!slice_says(slice_of(citation->origin), "superscript") || citation->marker_offset < 0 ||
			citation->section < 0 || citation->section >= audit->input->nsections)
			continue;
		CHECK_FOR_INTERRUPTS();
		section = &audit->sections[citation->section];
		pos = section->agent == NULL ? -1 : byte_of_char(section->agent, citation->marker_offset);
		if (pos >= 0 && !is_taken_out(section, pos))
			FAULT(fault, "section \"%.*s\" still has the superscript %.*s of citation %d", KEY(section),
				  slice_of(citation->marker).len, citation->marker ? citation->marker : "", i + 1);
	}
}

void
check_markers(Audit *audit, Fault *fault)
{
	Slice		first = {0};
	int			found = 0;
	int			in_memo;

	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];
		int			count = count_markers(section->final, &first);

		if (count > 0)
			FAULT(fault, "section \"%.*s\" still has %.*s", KEY(section),
				  first.len, first.data);
		found += count;
		fault->count += Max(count - 1, 0);
	}
	check_superscripts(audit, fault);
	in_memo = count_markers(audit->memo, &first);
	if (in_memo > found)
		FAULT(fault, "the memo outside of its sections still has %d markers",
			  in_memo - found);
}
