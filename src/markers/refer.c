/*
 * refer.c
 *		Does a text only refer to a source, or does it say something itself?
 *
 * "Rent Roll, May 2026, p. 3" refers.  "Our estimate; the Rent Roll shows 12.0"
 * and "The lease expires in 2027 unless the tenant gives notice" say something:
 * whoever takes them for the name of a document loses what they say and credits
 * a source that does not say it.  So a text refers when none of its words speaks
 * (verbs, pronouns, conjunctions), it states no amount, and no more than a few of
 * its words in lower case are neither known to be used in references nor part of
 * the name.  Behind the name such words say where or from whom, between two commas
 * with a word for that: "Rent Roll, unit mix tab, p. 3" refers.  How many others may
 * stand there, as in "Rent Roll, two tenants behind on rent", the caller decides, who
 * knows whether they get lost.  A sentence of its own, "Rent Roll, p. 3. The roof leaks.",
 * says something.
 */
#include "markers/markers.h"

#define MOST_OTHER_WORDS	3
#define MOST_BEHIND_NAME	8			/* of a text that begins with the name */

/* Of what is said, or of another thing, in lower case. */
static const char *const speaking[] = {
	"adjacent", "adjusted", "although", "another", "applied", "applies", "apply", "approve", "approves", "are", "assume", "assumed",
	"assumes", "assuming", "be", "because", "been", "being", "believe", "believes", "budgeted", "but", "can", "cannot", "competing",
	"conflicting", "conflicts", "contested", "continues", "contradicted", "contradicts", "could", "declined", "decreased", "delinquent",
	"despite", "did", "differ", "differs", "disagree", "disagrees", "dispute", "disputed", "disputes", "do", "does", "doesn't", "dropped",
	"drops", "estimate", "estimated", "estimates", "evicted", "eviction", "evictions", "excl", "exclude", "excludes", "excluding",
	"expect", "expected", "expects", "expire", "expires", "fall", "falls", "fell", "give", "gives", "grew", "grow", "grows", "had", "has",
	"have", "he", "how", "however", "if", "implies", "imply", "improved", "improves", "includes", "inconsistent", "incorrect", "increased",
	"is", "likely", "may", "means", "might", "misstated", "must", "neighboring", "neighbouring", "only", "other", "our", "outdated",
	"overdue", "overstated", "pending", "possibly", "probably", "questionable", "questioned", "recommend", "recommended", "recommends",
	"refuses", "remain", "remains", "rise", "rises", "rising", "rose", "said", "say", "says", "she", "should", "show", "showed", "shows",
	"since", "so", "state", "stated", "states", "superseded", "than", "that", "their", "they", "though", "unconfirmed", "understated",
	"unless", "until", "unverified", "us", "vacant", "vacate", "vacates", "was", "we", "were", "what", "when", "where", "which", "while",
	"who", "will", "would", "wrong",
};

/* Of references, in lower case; where they say pages, also of other languages. */
static const char *const referring[] = {
	"a", "abridged", "accessed", "accord", "adapted", "also", "amended", "an", "and", "annotated", "annual", "appendix", "april", "as", "at", "attached",
	"attributed", "audited", "august", "base", "based", "by", "calculated", "case", "cell", "cells", "certified", "cf", "ch", "chapter", "chart",
	"cited", "col", "column", "columns", "combined", "compare", "compiled", "consolidated", "copy", "data", "database", "date", "dated",
	"december", "derived", "detailed", "document", "documents", "downloaded", "draft", "enclosed", "ended", "ending", "entitled", "excerpt",
	"executed", "exhibit", "extracted", "f", "february", "ff", "fig", "figure", "figures", "file", "final", "fixed", "footnote", "for",
	"from", "id", "in", "issued", "january", "july", "june", "levered", "line", "lines", "march", "marked", "month", "monthly", "months",
	"named", "no", "note", "notes", "november", "numbered", "obtained", "october", "of", "on", "online", "or", "p", "page", "pages", "par",
	"para", "paragraph", "paras", "part", "pdf", "per", "pg", "pgs", "photo", "photos", "pp", "prepared", "proposed", "provided", "published", "pág", "página",
	"páginas", "quarter", "quarterly", "received", "recital", "recitals", "redacted", "ref", "reference", "referenced", "related", "report", "reported",
	"reproduced", "requested", "restated", "retrieved", "revised", "row", "rows", "s", "scanned", "schedule", "sec", "section", "sections",
	"see", "seite", "seiten", "selected", "september", "shared", "sheet", "shown", "siehe", "signed", "slide", "slides", "source",
	"sourced", "sources", "stabilised", "stabilized", "submitted", "summary", "tab", "table", "tables", "tbl", "the", "through", "titled", "to",
	"trailing", "trended", "twelve", "unabridged", "unaudited", "undated", "unit", "unlevered", "up", "updated", "version", "vgl", "via", "voir",
	"vol", "volume", "véase", "with", "workbook", "xls", "xlsx", "year", "years",
};

/* Of these, what says where in a source, when or from whom. */
static const char *const placing[] = {
	"accessed", "appendix", "attached", "by", "cell", "cells", "ch", "chapter", "chart", "col", "column", "columns", "dated", "downloaded",
	"excerpt", "exhibit", "fig", "figure", "figures", "file", "footnote", "from", "issued", "line", "lines", "note", "notes", "obtained",
	"p", "page", "pages", "par", "para", "paragraph", "paras", "part", "pg", "pgs", "photo", "photos", "pp", "prepared", "provided", "published", "pág", "página",
	"páginas", "received", "recital", "recitals", "retrieved", "row", "rows", "s", "schedule", "sec", "section", "sections", "seite", "seiten", "sheet", "slide",
	"slides", "summary", "tab", "table", "tables", "tbl", "unit", "version", "via", "vol", "volume", "workbook",
};

/* What sentences begin with, and references do not. */
static const char *const openers[] = {"all", "both", "it", "no", "not", "the", "there", "these", "this", "those"};

/* Of these, what tells one version of a document from another. */
static const char *const versions[] = {
	"abridged", "adapted", "amended", "annotated", "audited", "certified", "combined", "consolidated", "copy", "draft", "excerpt", "executed", "final",
	"proposed", "redacted", "restated", "revised", "scanned", "selected", "signed", "stabilised", "stabilized", "summary", "unabridged",
	"unaudited", "updated", "version",
};

bool
word_refers(Slice word)
{
	return slice_in(word, referring, lengthof(referring));
}

bool
word_speaks(Slice word)
{
	return slice_in(word, speaking, lengthof(speaking)) && !slice_equal(word, slice_of("may"));
}

bool
word_tells_version(Slice word)
{
	return slice_in(word, versions, lengthof(versions));
}

bool
word_is_date(Slice word)
{
	const char *behind = word.data + word.len;

	if (word.len == 2 && word.data[0] == 'q' && isdigit((unsigned char) word.data[1]))
		return true;			/* "Q2" */
	if (strspn(word.data, "0123456789") < (size_t) word.len || (*behind == '.' && isdigit((unsigned char) behind[1])))
		return false;
	return word.len < 3 || (word.len == 4 && (memcmp(word.data, "19", 2) == 0 || memcmp(word.data, "20", 2) == 0));
}

/* Is the word part of the name? */
static bool
name_has(Slice name, const char *word, int len)
{
	for (int pos = 0; pos + len <= name.len; pos++)
		if ((pos == 0 || !is_word_byte(name.data[pos - 1])) && (pos + len == name.len || !is_word_byte(name.data[pos + len])) &&
			pg_strncasecmp(name.data + pos, word, len) == 0)
			return true;
	return false;
}

/* An amount is stated, not referred to, but for a place in a named source: "Rent
 * Roll, line of $186,500". */
static bool
is_amount(const char *token, int len)
{
	bool		has_digit = false;
	bool		has_sign = false;

	for (int i = 0; i < len; i++)
	{
		has_digit |= isdigit((unsigned char) token[i]) != 0;
		has_sign |= token[i] == '%' || token[i] == '$' || (i + 2 < len && strncmp(token + i, "\xE2\x82\xAC", 3) == 0);
	}
	return has_digit && has_sign;
}

bool
token_is_address(const char *token, int len)
{
	for (int i = 1; i + 1 < len; i++)
		if (strchr("/@\\", token[i]) != NULL || (token[i] == '.' && isalnum((unsigned char) token[i + 1]) && isalpha((unsigned char) token[i - 1])))
			return true;
	return false;
}

/* "confirmed", "vacated": all that references have ("dated", "executed") are listed. */
static bool
is_past_tense(Slice word)
{
	return word.len > 5 && memcmp(word.data + word.len - 2, "ed", 2) == 0;
}

/* What was read of a text. */
typedef struct RefererWords
{
	int			others;			/* words that references do not have */
	int			others_before;	/* of these, before the last comma */
	int			unplaced;		/* of these, with no word beside them that says where */
	bool		begins_sentence;	/* the next word is the first one behind a full stop */
	bool		in_sentence;	/* one that begins as sentences do: "The roof leaks" */
	bool		is_placed;		/* a word behind that comma says where */
} RefererWords;

/* Bytes of a dash, quotation mark, superscript or the like beyond ASCII, 0 = none is there. */
static int
sign_length(const char *text, int len)
{
	const unsigned char *c = (const unsigned char *) text;

	if (len > 1 && c[0] == 0xC2)
		return 2;
	return len > 2 && ((c[0] == 0xE2 && c[1] < 0xB0) || (c[0] == 0xE3 && c[1] == 0x80)) ? 3 : 0;
}

/* "p12" */
static bool
is_page(Slice word)
{
	return word.len > 1 && word.data[0] == 'p' && strspn(word.data + 1, "0123456789") >= (size_t) (word.len - 1);
}

/* Within the word that begins at start, as in "seller's", not around it. */
static bool
is_apostrophe(const char *token, int len, int start, int pos)
{
	return token[pos] == '\'' && pos > start && pos + 1 < len && is_word_byte(token[pos + 1]);
}

/* Counts the words of a token that references do not have; false when one speaks. */
static bool
read_token(const char *token, int len, Slice name, Slice doc_id, RefererWords *words)
{
	for (int pos = 0, start; pos < len;)
	{
		char		lower[24] = {0};
		Slice		word = {lower, 0};
		bool		is_first;		/* of a sentence */

		words->is_placed |= len - pos > 1 && memcmp(token + pos, "\xC2\xA7", 2) == 0;
		pos += sign_length(token + pos, len - pos);
		for (start = pos; pos < len && (is_word_byte(token[pos]) || is_apostrophe(token, len, start, pos)); pos++)
			;
		if (pos == start)
		{
			pos++;
			continue;
		}
		is_first = words->begins_sentence;
		words->begins_sentence = false;
		if (isupper((unsigned char) token[start]) && pos - start > 1 && !islower((unsigned char) token[pos - 1]))
			continue;			/* an abbreviation */
		for (; word.len < (int) sizeof(lower) - 1 && start + word.len < pos; word.len++)
			lower[word.len] = pg_ascii_tolower((unsigned char) token[start + word.len]);
		words->is_placed |= slice_in(word, placing, lengthof(placing)) || is_page(word);
		words->in_sentence |= is_first && slice_in(word, openers, lengthof(openers));
		if (name_has(name, token + start, pos - start) || name_has(doc_id, token + start, pos - start) || word_refers(word) || is_page(word))
			continue;
		if (word_speaks(word) || (is_past_tense(word) && (is_first || islower((unsigned char) token[start]))))
			return false;
		if (isupper((unsigned char) token[start]) || isdigit((unsigned char) token[start]))
			continue;
		if (words->in_sentence)
			return false;
		words->others++;
	}
	return true;
}

/* What stands between two commas, or dashes or parentheses, ends; the next such part
 * begins. */
static void
end_part(RefererWords *words)
{
	if (!words->is_placed)
		words->unplaced += words->others - words->others_before;
	words->others_before = words->others;
	words->is_placed = words->in_sentence = false;
}

/* The byte after a quotation that begins at pos, with our mark behind it; pos when none
 * does.  What a source says is no word of the one who refers to it. */
int
quotation_end(Slice text, int pos)
{
	static const char *const marks[][2] = {{"\"", "\""}, {"\xE2\x80\x9C", "\xE2\x80\x9D"}, {"\xC2\xAB", "\xC2\xBB"}};

	for (int i = 0; i < (int) lengthof(marks); i++)
	{
		int			len = (int) strlen(marks[i][0]);
		const char *close;
		Slice		rest;

		if (text.len - pos < len || memcmp(text.data + pos, marks[i][0], len) != 0)
			continue;
		close = memmem(text.data + pos + len, text.len - pos - len, marks[i][1], strlen(marks[i][1]));
		if (close == NULL)
			return pos;
		close += strlen(marks[i][1]);
		rest = (Slice) {close, (int) (text.data + text.len - close)};
		(void) slice_take(&rest, UNCHECKED_MARK);
		return (int) (rest.data - text.data);
	}
	return pos;
}

static bool
is_blank_byte(char c)
{
	return c == '\n' || is_line_blank(c);
}

/* Does a token stand apart from what follows: "Roll,", "p. 3;", "(seller)", "-", "Roll."? */
static bool
ends_part(const char *token, int len)
{
	char		last = token[len - 1];

	if (last == '.')
		return len > 4;			/* no abbreviation */
	return strchr(",;:)", last) != NULL || (len == 1 && last == '-') ||
		(len == 3 && (memcmp(token, "\xE2\x80\x93", 3) == 0 || memcmp(token, "\xE2\x80\x94", 3) == 0));
}

/* "12.", "Roll.", and no abbreviation */
static bool
ends_sentence(const char *token, int len)
{
	return token[len - 1] == '.' && (len > 4 || (len > 1 && isdigit((unsigned char) token[len - 2])));
}

bool
text_refers(Slice text, Slice name, Slice doc_id, int most_unplaced)
{
	RefererWords words = {0};
	int			from = 0;
	bool		begins;

	while (from < text.len && strchr("\"'*_(", text.data[from]) != NULL)
		from++;
	begins = text.len - from >= name.len && name.len > 0 && pg_strncasecmp(text.data + from, name.data, name.len) == 0;
	for (int pos = 0; pos < text.len;)
	{
		int			start = is_blank_byte(text.data[pos]) ? pos + 1 : quotation_end(text, pos);

		if (start > pos)
		{
			pos = start;
			continue;
		}
		if (pos > from && text.data[pos] == '(')
			end_part(&words);
		for (start = pos++; pos < text.len && !is_blank_byte(text.data[pos]); pos++)
			;
		if (!token_is_address(text.data + start, pos - start) &&
			((!begins && is_amount(text.data + start, pos - start)) || !read_token(text.data + start, pos - start, name, doc_id, &words)))
			return false;
		if (ends_part(text.data + start, pos - start))
			end_part(&words);
		words.begins_sentence = ends_sentence(text.data + start, pos - start);
	}
	end_part(&words);
	return begins ? words.unplaced <= most_unplaced && words.others <= MOST_BEHIND_NAME : words.others <= MOST_OTHER_WORDS;
}
