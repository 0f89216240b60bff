/*
 * fold.c
 *		How quotes compare: text without the differences that a level forgives.
 *
 * Each level does what those before it do; case is the contract level.
 *
 *	exact		bytes
 *	space		runs of Unicode white space are one blank, none at the ends
 *	case		simple lower case mappings of Unicode, whatever the locale
 *	typography	plain quotes, dashes and ellipsis, ligatures in letters, no soft
 *				hyphens or zero-width characters, canonical composition (NFC;
 *				not NFKC, which would make superscripts digits); emphasis and
 *				character references of Markdown as what they show
 *	linewrap	no hyphen and blanks where a line ends in the middle of a word
 *
 * Example: two blanks, "Un", a hyphen, a line end, "fit", at level linewrap
 *
 *	u n f i t		folded
 *	2 3 6 7 8		the characters they come from
 *
 * That map is not kept: fold_locate folds again and notes where the bytes come
 * from that it is asked for.  As an array it would take four times the text,
 * and a quote that is not found needs none.
 *
 * A new level needs its line in QUOTE_LEVELS (evidence.h), what it forgives in read_char()
 * here (which asks for this level or a later one, >=), its name in quote_level of
 * memo/policylist.def (test/scripts/lint_lists.pl compares) and in level_argument() of
 * server/evidence_functions.c, a case in test/unit/evidence.c (or it does not build) and in
 * test/sql/quotes.sql, its row in docs/how-to/claims-and-quotes.md, COMMENT ON FUNCTION
 * memo_quote_match in sql/, and `make docs`.
 */
#include "evidence/evidence_internal.h"
#include "markdown/markdown.h"

#include "common/unicode_norm.h"
#include "mb/pg_wchar.h"

#define MOST_MARKS		4		/* of emphasis in a row */

typedef struct Folder
{
	Slice		text;
	QuoteLevel	level;
	int			pos;			/* byte that is read next */
	int			chars;			/* characters before it */
	int			width;			/* characters that write what is read: more of "&amp;" */
	Fold	   *fold;			/* NULL: only locate */
	int			emitted;		/* bytes folded so far */
	bool		has_blank;		/* white space was read, its blank is not written */
	pg_wchar	last;			/* written last, 0 = nothing yet */

	pg_wchar	waiting;		/* a character that the next may compose with, 0 = none; */
	int			waiting_start;	/* it comes from these */
	int			waiting_end;

	int			from;			/* folded bytes to locate */
	int			to;
	int			start_char;
	int			end_char;
} Folder;

static const char *const level_names[] = {
#define X(id, name) name,
	QUOTE_LEVELS(X)
#undef X
};

const char *
quote_level_name(QuoteLevel level)
{
	return level_names[level];
}

int
quote_level_of(Slice name)
{
	for (int i = 0; i < NQUOTE_LEVELS; i++)
		if (slice_equal(slice_of(level_names[i]), name))
			return i;
	return -1;
}

/* ---------------------------------------------------------------- characters */

/* Soft hyphen, and what has no width: spaces, joiners, direction marks. */
static bool
is_invisible(pg_wchar code)
{
	return code == 0xAD || (code >= 0x200B && code <= 0x200F) ||
		   (code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x2064) ||
		   (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

/* What typesetters make of ASCII, and of pairs of letters. */
static const struct
{
	pg_wchar	first;
	pg_wchar	last;
	const char *plain;
}			typography[] = {
	{0xAB, 0xAB, "\""}, {0xBB, 0xBB, "\""},	/* angle quotes */
	{0x2010, 0x2015, "-"},		/* hyphens and dashes */
	{0x2018, 0x201B, "'"},
	{0x201C, 0x201F, "\""},
	{0x2026, 0x2026, "..."},
	{0x2032, 0x2032, "'"},		/* primes: feet and inches */
	{0x2033, 0x2033, "\""},
	{0x2039, 0x203A, "'"},
	{0x2212, 0x2212, "-"},		/* minus */
	{0xFB00, 0xFB00, "ff"},
	{0xFB01, 0xFB01, "fi"},
	{0xFB02, 0xFB02, "fl"},
	{0xFB03, 0xFB03, "ffi"},
	{0xFB04, 0xFB04, "ffl"},
	{0xFB05, 0xFB06, "st"},
};

static const char *
plain_of(pg_wchar code)
{
	if (code < 0xAB)
		return NULL;
	for (int i = 0; i < (int) lengthof(typography); i++)
		if (code >= typography[i].first && code <= typography[i].last)
			return typography[i].plain;
	return NULL;
}

static bool
is_fold_letter(pg_wchar code)
{
	return is_word_letter(code) && !(code >= '0' && code <= '9');
}

/* ASCII that is no blank, hyphen or sign of Markdown. */
static inline bool
is_plain_byte(unsigned char c)
{
	return c > ' ' && c < 0x7F && c != '&' && c != '*' && c != '-' && c != '_';
}

/* ------------------------------------------------------------------- writing */

/* Writes a byte that comes from characters [start, end) of the text. */
static inline void
write_byte(Folder *f, char byte, int start, int end)
{
	if (f->fold != NULL)
		appendStringInfoCharMacro(&f->fold->text, byte);
	if (f->emitted == f->from)
		f->start_char = start;
	if (++f->emitted == f->to)
		f->end_char = end;
}

static void
write_char(Folder *f, pg_wchar code, int start, int end)
{
	unsigned char bytes[8];

	if (f->level >= QUOTE_CASE)
		code = lower_of(code);
	/* capital sigma does not say where its word ends */
	if (code == 0x3C2 && f->level >= QUOTE_CASE)
		code = 0x3C3;
	/* U+0130 is lower case "i", and so is what it decomposes to */
	if (code == 0x307 && f->last == 'i' && !f->has_blank && f->level >= QUOTE_CASE)
	{
		if (f->to == f->emitted)
			f->end_char = end;
		return;
	}
	if (f->has_blank && f->last != 0)
		write_byte(f, ' ', start, start);
	f->has_blank = false;
	f->last = code;
	unicode_to_utf8(code, bytes);
	for (int i = 0, len = pg_utf_mblen(bytes); i < len; i++)
		write_byte(f, (char) bytes[i], start, end);
}

/* --------------------------------------------------------------- composition */

/* Writes the character that waits. */
static void
flush(Folder *f)
{
	if (f->waiting != 0)
		write_char(f, f->waiting, f->waiting_start, f->waiting_end);
	f->waiting = 0;
}

/* Lets a character wait, composed with the one that does.  All letters below U+0300 are their
 * own normal form and compose with none before them. */
static void
take_char(Folder *f, pg_wchar code)
{
	pg_wchar	pair[] = {f->waiting, code, 0};
	pg_wchar   *composed = NULL;
	const pg_wchar *next = pair + 1;
	int			start = f->chars;

	if (code >= 0x300 &&
		unicode_is_normalized_quickcheck(UNICODE_NFC, next) != UNICODE_NORM_QC_YES)
	{
		next = composed = unicode_normalize(UNICODE_NFC, f->waiting == 0 ? next : pair);
		if (f->waiting != 0 && *next == f->waiting)
			next++;
		else if (f->waiting != 0)
		{
			start = f->waiting_start;
			f->waiting = 0;
		}
	}
	for (; *next != 0; next++)
	{
		flush(f);
		f->waiting = *next;
		f->waiting_start = start;
		f->waiting_end = f->chars + f->width;
	}
	if (composed != NULL)
		pfree(composed);
}

/* ------------------------------------------------------------------ linewrap */

/* The character after a hyphen at pos and the blanks there, behind marks of emphasis; *pos and
 * *chars move behind the blanks, *wraps says whether a line ended.  0 = the text ends. */
static pg_wchar
after_hyphen(const Folder *f, int *pos, int *chars, bool *wraps)
{
	*wraps = false;
	while (*pos < f->text.len)
	{
		int			len;
		pg_wchar	code = utf8_decode(f->text.data, f->text.len, *pos, &len);

		if (!is_unicode_blank(code))
		{
			int			at = *pos;

			while (at < f->text.len && f->text.data[at] == '*')
				at++;
			return at < f->text.len ? utf8_char(f->text.data, at) : 0;
		}
		*wraps |= code == '\n' || code == '\r' || code == 0x85 || code == 0x2028;
		*pos += len;
		(*chars)++;
		if ((*chars & 0xFFFF) == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return 0;
}

/*
 * A hyphen between two letters is left out and noted: quote_match compares
 * those of quote and passage.  Next to a digit it stays, and only the blanks
 * of the line's end go.  Returns false when it is a character like others.
 */
static bool
read_hyphen(Folder *f, pg_wchar code, int len)
{
	int			pos = f->pos + len;
	int			chars = f->chars + 1;
	bool		wraps;
	pg_wchar	next = after_hyphen(f, &pos, &chars, &wraps);

	flush(f);
	if (f->has_blank || (pos > f->pos + len && !wraps) || (code == 0xAD && !wraps) ||
		!is_word_letter(f->last) || !is_word_letter(next))
		return false;
	if (is_fold_letter(f->last) && is_fold_letter(next))
	{
		if (f->fold != NULL)
			*VEC_PUSH(&f->fold->hyphens) = (FoldHyphen) {f->emitted, wraps};
	}
	else if (code != 0xAD)
		write_char(f, '-', f->chars, f->chars + 1);
	f->pos = pos;
	f->chars = chars;
	return true;
}

/* ------------------------------------------------------------------- reading */

static void
read_typography(Folder *f, pg_wchar code)
{
	const char *plain = plain_of(code);

	if (is_invisible(code))
		return;
	if (plain == NULL)
	{
		take_char(f, code);
		return;
	}
	flush(f);
	for (; *plain != '\0'; plain++)
		write_char(f, (unsigned char) *plain, f->chars, f->chars + f->width);
}

/* The marks of emphasis at the place that is read: two of "**net** income", none of "2 * 3",
 * "2*3" and "net_income". */
static int
emphasis_length(Folder *f)
{
	const char *text = f->text.data;
	int			end = f->pos;
	pg_wchar	next = ' ';
	bool		is_behind;

	while (end < f->text.len && end - f->pos < MOST_MARKS && text[end] == text[f->pos])
		end++;
	if (end < f->text.len)
		next = utf8_char(f->text.data, end);
	flush(f);
	is_behind = f->last != 0 && !f->has_blank;
	if (is_behind && is_word_letter(f->last) && is_word_letter(next) &&
		(text[f->pos] == '_' || !is_fold_letter(f->last) || !is_fold_letter(next)))
		return 0;
	return is_behind || !is_unicode_blank(next) ? end - f->pos : 0;
}

/* Reads "&amp;", "&#8217;", "&nbsp;" as what they show; false: none stands at this place. */
static bool
read_reference(Folder *f)
{
	StringInfoData shown;
	int			len;

	flush(f);
	initStringInfo(&shown);
	f->width = entity_append(&shown, (Slice) {f->text.data + f->pos, f->text.len - f->pos});
	for (int i = 0; i < shown.len && f->width > 0; i += len)
	{
		pg_wchar	code = utf8_decode(shown.data, shown.len, i, &len);

		f->has_blank |= is_unicode_blank(code);
		if (!is_unicode_blank(code))
			read_typography(f, code);
	}
	flush(f);
	pfree(shown.data);
	len = f->width;
	f->pos += len;				/* all of it is ASCII */
	f->chars += len;
	f->width = 1;
	return len > 0;
}

/* Reads a mark or a reference of Markdown; false: none stands at this place. */
static bool
read_markdown(Folder *f)
{
	char		c = f->text.data[f->pos];
	int			marks = c == '*' || c == '_' ? emphasis_length(f) : 0;

	f->pos += marks;
	f->chars += marks;
	return marks > 0 || (c == '&' && read_reference(f));
}

/* Reads plain letters, digits and signs, up to one that a mark may stand behind; false: none
 * stands at this place. */
static bool
read_plain(Folder *f)
{
	const unsigned char *text = (const unsigned char *) f->text.data;
	int			start = f->pos;

	while (f->pos < f->text.len && is_plain_byte(text[f->pos]) &&
		   (f->pos + 1 == f->text.len || text[f->pos + 1] < 0x80) &&
		   (f->fold != NULL || f->emitted <= f->to))
	{
		if (f->pos == start)
		{
			flush(f);
			write_char(f, text[f->pos], f->chars, f->chars + 1);
		}
		else
		{
			f->last = f->level >= QUOTE_CASE ? pg_ascii_tolower(text[f->pos]) : text[f->pos];
			write_byte(f, (char) f->last, f->chars, f->chars + 1);
		}
		f->pos++;
		f->chars++;
	}
	return f->pos > start;
}

static void
read_char(Folder *f)
{
	int			len;
	pg_wchar	code;

	if (read_plain(f))
		return;
	if (f->level >= QUOTE_TYPOGRAPHY && read_markdown(f))
		return;
	code = utf8_decode(f->text.data, f->text.len, f->pos, &len);
	if (is_unicode_blank(code))
	{
		flush(f);
		f->has_blank = true;
	}
	else if (f->level >= QUOTE_LINEWRAP &&
			 (code == '-' || code == 0xAD || (code >= 0x2010 && code <= 0x2015)) &&
			 read_hyphen(f, code, len))
		return;
	else if (f->level >= QUOTE_TYPOGRAPHY)
		read_typography(f, code);
	else
		write_char(f, code, f->chars, f->chars + 1);
	f->pos += len;
	f->chars++;
}

static void
folder_run(Folder *f)
{
	int			checked = 0;

	/* one more than what is located: a mark may belong to it */
	while (f->pos < f->text.len && (f->fold != NULL || f->emitted <= f->to))
	{
		if (f->pos - checked > 0xFFFF)
		{
			CHECK_FOR_INTERRUPTS();
			checked = f->pos;
		}
		read_char(f);
	}
	flush(f);
}

void
fold_text(Slice text, QuoteLevel level, Fold *fold)
{
	Folder		folder = {.text = text, .level = level, .width = 1, .fold = fold, .from = -1,
	.to = -1};

	memset(fold, 0, sizeof(*fold));
	initStringInfo(&fold->text);
	if (level == QUOTE_EXACT)
		appendBinaryStringInfo(&fold->text, text.data, text.len);
	else
		folder_run(&folder);
}

/* The bytes that are no word at the start of a quote: a mark, "...", "[...]"; 0 = none. */
static int
mark_length(const char *text, int len)
{
	if (len >= 5 && (memcmp(text, "[...]", 5) == 0 || memcmp(text, "(...)", 5) == 0))
		return 5;
	if (len >= 3 && memcmp(text, "...", 3) == 0)
		return 3;
	return len > 0 && strchr("\"' ", *text) != NULL;
}

Slice
trimmed_quote(Slice text)
{
	int			len;

	while ((len = mark_length(text.data, text.len)) > 0)
		text = (Slice) {text.data + len, text.len - len};
	while (text.len > 0)
	{
		if (text.len >= 5 && mark_length(text.data + text.len - 5, 5) == 5)
			text.len -= 5;
		else if (strchr("\"' .,;:!?-", text.data[text.len - 1]) != NULL)
			text.len--;
		else
			break;
	}
	return text;
}

void
fold_quote(Slice quote, QuoteLevel level, Fold *fold)
{
	Slice		trimmed;
	int			cut;

	fold_text(quote, level, fold);
	if (level < QUOTE_TYPOGRAPHY)
		return;
	trimmed = trimmed_quote((Slice) {fold->text.data, fold->text.len});
	cut = (int) (trimmed.data - fold->text.data);
	memmove(fold->text.data, trimmed.data, trimmed.len);
	fold->text.len = trimmed.len;
	for (int i = 0; i < fold->hyphens.count; i++)
		fold->hyphens.items[i].at -= cut;
}

void
fold_free(Fold *fold)
{
	pfree(fold->text.data);
	if (fold->hyphens.items != NULL)
		pfree(fold->hyphens.items);
}

void
fold_locate(Slice text, QuoteLevel level, int from, int to, int *start, int *length)
{
	Folder		folder = {.text = text, .level = level, .width = 1, .from = from, .to = to};

	if (level == QUOTE_EXACT)
	{
		*start = utf8_length(text.data, from);
		*length = utf8_length(text.data + from, to - from);
		return;
	}
	folder_run(&folder);
	*start = folder.start_char;
	*length = folder.end_char - folder.start_char;
}
