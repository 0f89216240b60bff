/*
 * name.c
 *		Which document does a text name?
 *
 * All names of all documents (title, doc_id, path, file name) are sorted, so
 * that at each word of the text one binary search finds the names that stand
 * there.  A name that several documents have names none, and so does a text
 * that denies what it names: "No appraisal was available."
 */
#include "sources/sources.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"

typedef struct DocName
{
	char	   *folded;
	int			len;
	Document   *doc;			/* NULL: several documents have the name */
	const char *path;			/* of the document, folded, NULL = none */
} DocName;

#define LONGEST_REFERENCE	4096	/* bytes */
#define SHORTEST_NAME	2			/* bytes; those below the next are no name among other words */
#define SHORTEST_SURE	4

struct NameIndex
{
	char	   *deal;			/* its name, folded */
				VEC(DocName) names;
};

/* Signs as typesetters and other scripts write them. */
static const struct
{
	const char *sign;
	char		plain;
}			signs[] = {
	{"\xC2\xA0", ' '}, {"\xE2\x80\x89", ' '}, {"\xE2\x80\xAF", ' '}, {"\xE3\x80\x80", ' '},
	{"\xE2\x80\x90", '-'}, {"\xE2\x80\x91", '-'}, {"\xE2\x80\x93", '-'}, {"\xE2\x80\x94", '-'},
	{"\xE2\x80\x98", '\''}, {"\xE2\x80\x99", '\''}, {"\xE2\x80\x9A", '\''},
	{"\xE2\x80\x9C", '"'}, {"\xE2\x80\x9D", '"'}, {"\xE2\x80\x9E", '"'}, {"\xC2\xAB", '"'}, {"\xC2\xBB", '"'},
	{"\xE3\x80\x8A", '"'}, {"\xE3\x80\x8B", '"'}, {"\xE3\x80\x8C", '"'}, {"\xE3\x80\x8D", '"'},
	{"\xE3\x80\x8E", '"'}, {"\xE3\x80\x8F", '"'}, {"\xE3\x80\x81", ','}, {"\xEF\xBC\x8C", ','}, {"\xEF\xBC\x9A", ':'}, {"\xEF\xBC\x9B", ';'},
	{"\xEF\xBC\x88", '('}, {"\xEF\xBC\x89", ')'},
};

/* Bytes of the first of some signs that a text has at pos, 0 = none. */
static int
sign_at(Slice text, int pos, const char *const *some, int count)
{
	for (int i = 0; i < count; i++)
		if (text.len - pos >= (int) strlen(some[i]) && memcmp(text.data + pos, some[i], strlen(some[i])) == 0)
			return (int) strlen(some[i]);
	return 0;
}

static int
skip_digits(Slice text, int pos)
{
	while (pos < text.len && isdigit((unsigned char) text.data[pos]))
		pos++;
	return pos;
}

/* A page as Chinese and Japanese write it, "第12页", "12ページ", "12-14頁": the byte after
 * it, and its digits; pos when there is none.  "共12页" are twelve pages. */
static int
cjk_page_end(Slice text, int pos, Slice *digits)
{
	static const char *const ordinals[] = {"第"};
	static const char *const pages[] = {"页", "頁", "ページ"};
	static const char *const ranges[] = {"-", "–", "~", "〜", "～", "/"};
	static const char *const counts[] = {"共", "全"};
	int			before = pos;
	int			ordinal = sign_at(text, pos, ordinals, lengthof(ordinals));
	int			from = pos + ordinal;
	int			at;

	if (ordinal == 0 && (!isdigit((unsigned char) text.data[pos]) || (pos > 0 && isdigit((unsigned char) text.data[pos - 1]))))
		return pos;
	while (before > 0 && text.data[before - 1] == ' ')
		before--;
	if (ordinal == 0 && before > 0 &&
		(strchr("-~/.", text.data[before - 1]) != NULL || (before > 2 && sign_at(text, before - 3, counts, lengthof(counts)) > 0)))
		return pos;
	while (ordinal > 0 && from < text.len && text.data[from] == ' ')
		from++;
	*digits = (Slice) {text.data + from, skip_digits(text, from) - from};
	at = from + digits->len;
	at = skip_digits(text, at + sign_at(text, at, ranges, lengthof(ranges)));
	while (at < text.len && text.data[at] == ' ')
		at++;
	ordinal = sign_at(text, at, pages, lengthof(pages));
	return digits->len > 0 && ordinal > 0 ? at + ordinal : pos;
}

/* A text with ASCII's blanks, quotation marks, dashes and so on for others, and "p. 12"
 * for "第12页": "p. 12" with a no-break space and "Rent Roll" in curly quotes name the same. */
static char *
plain_copy(Slice text)
{
	StringInfoData copy;

	initStringInfo(&copy);
	for (int pos = 0, width; pos < text.len; pos += width)
	{
		Slice		digits;
		int			i = 0;

		width = cjk_page_end(text, pos, &digits) - pos;
		if (width > 0)
		{
			appendStringInfo(&copy, " p. %.*s ", digits.len, digits.data);
			continue;
		}
		width = char_length(text.data[pos]);
		while (width > 1 && i < (int) lengthof(signs) &&
			   ((int) strlen(signs[i].sign) != width || strncmp(text.data + pos, signs[i].sign, width) != 0))
			i++;
		if (width > 1 && i < (int) lengthof(signs))
			appendStringInfoChar(&copy, signs[i].plain);
		else
			appendBinaryStringInfo(&copy, text.data + pos, width);
	}
	return copy.data;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(((const DocName *) a)->folded, ((const DocName *) b)->folded);
}

static void
add_name(NameIndex *index, Document *doc, const char *path, const char *text)
{
	DocName    *name;

	if (text == NULL || strlen(text) < SHORTEST_NAME)
		return;					/* too short to mean a document for certain */
	name = VEC_PUSH(&index->names);
	name->folded = folded_copy(plain_copy(slice_of(text)));
	name->len = (int) strlen(name->folded);
	name->doc = doc;
	name->path = path;
}

/* "Purchase & Sale Agreement" for "Purchase and Sale Agreement", and the reverse; NULL
 * when a title has neither. */
static const char *
other_spelling(const char *title)
{
	const char *and = title == NULL ? NULL : strstr(title, " and ");
	const char *sign = title == NULL ? NULL : strstr(title, " & ");

	if (and == NULL && sign == NULL)
		return NULL;
	if (and == NULL)
		return psprintf("%.*s and %s", (int) (sign - title), title, sign + 3);
	return psprintf("%.*s & %s", (int) (and - title), title, and + 5);
}

NameIndex *
name_index(const Memo *memo)
{
	NameIndex  *index = palloc0(sizeof(NameIndex));

	index->deal = folded_copy(plain_copy(slice_of(memo->name == NULL ? "" : memo->name)));
	for (int i = 0; i < memo->ndocuments; i++)
	{
		Document   *doc = &memo->documents[i];
		const char *path = doc->path == NULL ? NULL : folded_copy(plain_copy(slice_of(doc->path)));

		add_name(index, doc, path, doc->title);
		add_name(index, doc, path, other_spelling(doc->title));
		add_name(index, doc, path, doc->name);
		add_name(index, doc, path, doc->doc_id);
		add_name(index, doc, path, path);
		add_name(index, doc, path, file_name(path));
	}
	qsort(index->names.items, index->names.count, sizeof(DocName), compare_names);
	for (int i = 1; i < index->names.count; i++)
	{
		DocName    *before = &index->names.items[i - 1];
		DocName    *name = &index->names.items[i];

		if (strcmp(before->folded, name->folded) == 0 && before->doc != name->doc)
			before->doc = name->doc = NULL;
	}
	return index;
}

/* The longest name that is a prefix of text and ends at a word's end. */
static const DocName *
name_at(const NameIndex *index, const char *text, int len)
{
	while (len > 0)
	{
		const DocName *name;
		int			low = 0;
		int			high = index->names.count;
		int			same = 0;

		while (low < high)
		{
			int			middle = (low + high) / 2;
			int			order;

			name = &index->names.items[middle];
			order = strncmp(name->folded, text, len);
			if (order == 0 && name->len > len)
				order = 1;
			if (order <= 0)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == 0)
			return NULL;
		name = &index->names.items[low - 1];
		while (same < len && same < name->len && name->folded[same] == text[same])
			same++;
		if (same == name->len)
		{
			if (!is_word_byte(text[same]) || !is_word_byte(text[same - 1]))
				return name;
			same--;
		}
		len = same;
	}
	return NULL;
}

/* Does a word at text say that a document is not the source? */
static bool
denies(const char *text)
{
	static const char *const words[] = {
		"no", "not", "unlike", "without", "never", "neither", "nor", "except", "excluding", "contrary", "instead",
		"absent", "lacks", "missing", "unavailable", "disagrees", "differs", "contradicts", "contradicted", "disputed", "unsupported",
	};

	for (int i = 0; i < (int) lengthof(words); i++)
	{
		int			len = (int) strlen(words[i]);

		if (strncmp(text, words[i], len) != 0 || is_word_byte(text[len]))
			continue;
		/* "No. 4" is a number */
		return len > 2 || (text[len] == ' ' && !isdigit((unsigned char) text[len + 1]));
	}
	return false;
}

bool
text_denies_source(const char *text)
{
	char	   *folded = folded_copy(text);
	bool		is_denied = false;

	for (int pos = 0; folded[pos] != '\0' && !is_denied; pos++)
		is_denied = (pos == 0 || !is_word_byte(folded[pos - 1])) && denies(folded + pos);
	pfree(folded);
	return is_denied;
}

/* Does folded text have a word? */
static bool
has_word(const char *text, const char *word, int len)
{
	for (const char *at = text; (at = memmem(at, strlen(at), word, len)) != NULL; at++)
		if ((at == text || !is_word_byte(at[-1])) && !is_word_byte(at[len]))
			return true;
	return false;
}

/* "Rent Roll (2024)" and "2024 Rent Roll" are not "Rent Roll" where there is a "Rent
 * Roll 2024", nor is "Rent Roll 2024" where there is a "Rent Roll 2025", too. */
static bool
is_other_edition(const NameIndex *index, const DocName *name, const char *text, const char *behind)
{
	const DocName *end = index->names.items + index->names.count;

	for (const DocName *next = name + 1; next < end && strncmp(next->folded, name->folded, name->len) == 0; next++)
	{
		const char *edition = next->folded + name->len + 1;

		if (next->len <= name->len + 1 || edition[-1] != ' ' || !isdigit((unsigned char) *edition))
			continue;
		if ((behind[0] == ' ' && isdigit((unsigned char) behind[1])) || has_word(text, edition, (int) strspn(edition, "0123456789")))
			return true;
	}
	return false;
}

/* Words beside a name that do not make it another document's; sorted. */
static const char *const ours[] = {
	"attached", "audited", "borrower", "broker", "certified", "company", "confidential", "current", "enclosed", "executed", "full", "internal", "latest",
	"lender", "may", "original", "owner", "property", "seller", "signed", "sponsor", "subject", "unaudited",
};

/* "Harbor Glen Rent Roll", "Mezzanine Term Sheet", "2021 Appraisal": does the word
 * before a name tell of another document?  Not that of the deal or of a party to it. */
static bool
is_qualified(const NameIndex *index, const DocName *name, const char *text, int start)
{
	int			from = start - 1;
	int			len;

	if (start < 2 || text[start - 1] != ' ' || !is_word_byte(text[start - 2]))
		return false;
	while (from > 0 && (is_word_byte(text[from - 1]) || text[from - 1] == '\''))
		from--;
	len = start - 1 - from;
	if (len > 2 && memcmp(text + from + len - 2, "'s", 2) == 0)
		len -= 2;
	return !slice_in((Slice) {text + from, len}, ours, lengthof(ours)) && !word_refers((Slice) {text + from, len}) &&
		!has_word(index->deal, text + from, len) && (name->path == NULL || !has_word(name->path, text + from, len));
}

/* Is a word of a reference, or the document's own? */
static bool
is_familiar(const NameIndex *index, const DocName *name, const char *word, int len)
{
	return len == 0 || !isalpha((unsigned char) *word) || word_refers((Slice) {word, len}) || page_at(word) > 0 ||
		slice_in((Slice) {word, len}, ours, lengthof(ours)) || has_word(index->deal, word, len) ||
		has_word(name->folded, word, len) || has_word(name->doc->doc_id, word, len) ||
		(name->path != NULL && has_word(name->path, word, len));
}

/* "Appraisal Review", "Loan Agreement (First Amendment)", "Rent Roll for Oak Street":
 * do the words right behind a name, or in parentheses there, make it another
 * document's? */
static bool
is_qualified_behind(const NameIndex *index, const DocName *name, const char *behind)
{
	static const char *const belonging[] = {"at", "for", "of"};
	bool		in_parentheses = strncmp(behind, " (", 2) == 0;
	bool		is_piece = locator_names_piece(behind + (in_parentheses ? 2 : *behind == ' '));	/* "tab Unit Mix" */
	bool		is_of = false;
	const char *ends = in_parentheses ? ");" : ",;:.()/-\"";
	const char *word = behind + (in_parentheses ? 2 : 1);

	if (*behind != ' ' || (!in_parentheses && !is_word_byte(*word)))
		return false;
	if (memchr(word, '!', strcspn(word, ends)) != NULL)
		return false;			/* a cell */
	while (*word != '\0' && strchr(ends, *word) == NULL)
	{
		int			len = 0;

		while (is_word_byte(word[len]))
			len++;
		if (len == 2 && memcmp(word, "by", 2) == 0)
			return false;		/* whoever made it */
		is_of |= len > 1 && slice_in((Slice) {word, len}, belonging, lengthof(belonging));
		if (!is_familiar(index, name, word, len) && (!is_piece || is_of))
			return true;
		word += Max(len, 1);
	}
	return false;
}

/* "Lease, acme-2024.pdf, p. 3": is a file named that is not the document's? */
static bool
names_other_file(const DocName *name, const char *text)
{
	static const char *const kinds[] = {".pdf", ".xlsx", ".xls", ".xlsm", ".csv", ".docx", ".doc", ".pptx", ".ppt", ".txt", ".md", ".html", ".htm", ".json"};
	static const char blanks[] = " ,;()[]\"*`<>";

	for (const char *token = text + strspn(text, blanks); *token != '\0'; token += strspn(token, blanks))
	{
		int			len = (int) strcspn(token, blanks);

		for (int i = 0; i < (int) lengthof(kinds); i++)
		{
			int			size = (int) strlen(kinds[i]);

			if (len > size && memcmp(token + len - size, kinds[i], size) == 0 && memmem(token, len, "://", 3) == NULL &&
				(name->path == NULL || memmem(name->path, strlen(name->path), token, len) == NULL) &&
				memmem(name->folded, name->len, token, len) == NULL)
				return true;
		}
		token += len;
	}
	return false;
}

/* A text without its quotations, which are blanked. */
static char *
unquoted(StringInfo folded)
{
	char	   *text = pnstrdup(folded->data, folded->len);

	for (int pos = 0; text[pos] != '\0'; pos++)
	{
		int			end = quotation_end((Slice) {folded->data, folded->len}, pos);

		if (end > pos)
			memset(text + pos, ' ', end - pos);
		pos = Max(pos, end - 1);
	}
	return text;
}

/* Is a part of the text, between its separators, about something else: "Zoning
 * Letter, p. 7; Rent Roll", "PCA, p. 4 and Rent Roll"? */
static bool
lists_other(const char *text, const DocName *name, int start)
{
	static const char *const separators[] = {"; ", " and ", " & ", " / "};
	int			len = (int) strlen(text);

	for (int pos = 0, next, skip; pos < len; pos = next + skip)
	{
		next = len;
		skip = 0;
		for (int i = 0; i < (int) lengthof(separators); i++)
		{
			int			from = pos;
			const char *at = NULL;

			while ((at = strstr(text + from, separators[i])) != NULL && at - text >= start && at - text < start + name->len)
				from = start + name->len;	/* "Sources and Uses" */
			if (at != NULL && at - text < next)
			{
				next = (int) (at - text);
				skip = (int) strlen(separators[i]);
			}
		}
		if (start >= pos && start < next)
			continue;
		for (int from = pos, to; from < next; from = to + 1)
		{
			to = from + (int) strcspn(text + from, " ");
			if (token_is_address(text + from, Min(to, next) - from))
				continue;
			for (to = from; to < next && is_word_byte(text[to]); to++)
				;
			if (to - from > 1 && isalpha((unsigned char) text[from]) && !word_refers((Slice) {text + from, to - from}) &&
				!has_word(name->folded, text + from, to - from))
				return true;
		}
	}
	return false;
}

/* Is there nothing but "of the" or "in" between a page and the name at start? */
static bool
is_page_of(const char *text, int page, int start)
{
	static const char *const words[] = {" of ", " of the ", " in ", " in the ", " of our ", " of this "};
	int			pos = page + (int) strcspn(text + page, "0123456789");

	pos += (int) strspn(text + pos, "0123456789-");
	for (int i = 0; i < (int) lengthof(words); i++)
		if (start - pos == (int) strlen(words[i]) && memcmp(text + pos, words[i], start - pos) == 0)
			return true;
	return false;
}

/* "Zoning Letter, p. 7, Rent Roll", "Sponsor call, May 2026. Rent Roll", "Call with
 * Jane Doe (Appraisal)": is what stands before the name a source of its own? */
static bool
follows_other(const NameIndex *index, const DocName *name, const char *text, int start)
{
	bool		is_apart = start > 1 && text[start - 1] == '(';
	bool		has_other = false;

	for (int pos = 0, len; pos < start; pos += Max(len, 1))
	{
		for (len = 0; pos + len < start && is_word_byte(text[pos + len]); len++)
			;
		if (len == 0)
			continue;
		if (page_at(text + pos) > 0)
			is_apart |= !is_page_of(text, pos, start);
		else if (len > 1 && !is_familiar(index, name, text + pos, len))
			has_other = true;
		/* a sentence ends, no abbreviation */
		is_apart |= len > 3 && pos + len + 1 < start && text[pos + len] == '.' && text[pos + len + 1] == ' ';
	}
	return has_other && is_apart;
}

/* "Lease (2024.pdf)": is a name that several have the title of this one? */
static bool
has_title(const Document *doc, const DocName *shared)
{
	return doc->title != NULL && strcmp(folded_copy(plain_copy(slice_of(doc->title))), shared->folded) == 0;
}

/* "OM, p. 12", "T12 (May 2026)", "PCA §3.2": does a short name stand for a document, as what the
 * text begins with, and with nothing but its place behind? */
static bool
is_sure(const DocName *name, const char *text, int pos)
{
	const char *behind = text + name->len;

	if (name->len >= SHORTEST_SURE)
		return true;
	if (pos > 0 || *behind != ' ')
		return pos == 0 && strchr(",;:.", *behind) != NULL;
	return behind[1] == '(' || page_at(behind + 1) > 0 || locator_names_piece(behind + 1);
}

/* The name of the one document that folded text names, NULL when it names none
 * or several, or says so much that it is no reference; and the page, 0 = none. */
static const DocName *
find_in_folded(const NameIndex *index, StringInfo folded, int *page)
{
	const DocName *found = NULL;
	const DocName *shared = NULL;	/* a name that several have */
	char	   *said = NULL;	/* without quotations, made for the first name */
	int			start = 0;
	int			first = 0;		/* where the document is named first, and */
	int			behind = 0;		/* what is behind that */

	if (folded->len > LONGEST_REFERENCE)
		return NULL;
	for (int pos = 0; pos < folded->len;)
	{
		const DocName *name = NULL;

		if (pos == 0 || !is_word_byte(folded->data[pos - 1]))
		{
			name = name_at(index, folded->data + pos, folded->len - pos);
			if (name == NULL && denies(folded->data + pos) &&
				(pos < 2 || strncmp(folded->data + pos - 2, UNCHECKED_MARK, strlen(UNCHECKED_MARK)) != 0))
				return NULL;
			if (name != NULL && !is_sure(name, folded->data + pos, pos))
				name = NULL;
		}
		if (name == NULL)
		{
			pos++;
			continue;
		}
		pos += name->len;
		if (said == NULL)
			said = unquoted(folded);
		if (name->doc == NULL)
		{
			shared = name;
			continue;
		}
		if ((found != NULL && found->doc != name->doc) || is_other_edition(index, name, said, folded->data + pos) ||
			is_qualified(index, name, folded->data, pos - name->len) || is_qualified_behind(index, name, said + pos))
			return NULL;		/* two documents, or another one: no guess */
		if (found == NULL || name->len > found->len)
			start = pos - name->len;
		if (found == NULL)
		{
			first = pos - name->len;
			behind = pos;
		}
		found = found == NULL || name->len > found->len ? name : found;
	}
	if (found == NULL || (shared != NULL && !has_title(found->doc, shared)) || lists_other(said, found, start) ||
		follows_other(index, found, said, first) || names_other_file(found, said))
		return NULL;
	*page = locator_page(said, behind);
	return found;
}

#define MOST_NAMES	6			/* of a document and the deal */

/* What a document and the deal are called, folded, with a NULL behind. */
static void
names_of(const NameIndex *index, const Document *doc, char **names)
{
	const char *const texts[] = {doc->title, doc->name, doc->doc_id, doc->path, doc->path == NULL ? NULL : file_name(doc->path), index->deal};
	int			count = 0;

	StaticAssertStmt(lengthof(texts) == MOST_NAMES, "a text more or less than names");
	for (int i = 0; i < (int) lengthof(texts); i++)
	{
		char	   *plain = texts[i] == NULL ? NULL : plain_copy(slice_of(texts[i]));

		if (plain != NULL && strlen(plain) >= SHORTEST_NAME && strspn(plain, "0123456789") < strlen(plain))
			names[count++] = folded_copy(plain);
	}
	names[count] = NULL;
}

/* What a text says of the place in a document that it refers to. */
static char *
place_said(const NameIndex *index, Slice text, Slice plain, const DocName *name, int page)
{
	Slice		known = {name->folded, name->len};
	char	   *names[MOST_NAMES + 1];
	char	   *place = locator_cell(text, known);

	if (place != NULL)
		return page > 0 ? locator_beside_page(page, 0, place) : place;
	names_of(index, name->doc, names);
	place = locator_part(text, plain, known, page, (const char *const *) names);
	for (int i = 0; names[i] != NULL; i++)
		pfree(names[i]);
	return place;
}

/* Behind the name of a document, so many words that say nothing of a place are still
 * part of the reference to a page, "p. 40, sales comparison approach", or a locator. */
#define MOST_BEHIND_PAGE	3
#define MOST_IN_LOCATOR		8

bool
name_find(const NameIndex *index, Slice text, bool is_closed, Identity *identity)
{
	Slice		plain;
	StringInfoData folded;
	const DocName *name;
	int			page = 0;

	while (text.len > 0 && isspace((unsigned char) text.data[0]))
		text.data++, text.len--;
	while (text.len > 0 && isspace((unsigned char) text.data[text.len - 1]))
		text.len--;
	text = slice_of(markdown_unescape(text));
	plain = slice_of(plain_copy(text));
	*identity = (Identity) {NULL, 0, NULL};
	initStringInfo(&folded);
	append_folded(&folded, plain.data, plain.len);
	name = find_in_folded(index, &folded, &page);
	if (name != NULL)
	{
		Slice		known = {name->folded, name->len};
		Slice		doc_id = slice_of(name->doc->doc_id);
		char	   *said;

		if (text_refers(plain, known, doc_id, page > 0 && !is_closed ? MOST_BEHIND_PAGE : 0))
			*identity = (Identity) {name->doc, page, place_said(index, text, plain, name, page)};
		else if (page == 0 && !is_closed && (said = locator_behind(text, known)) != NULL && text_refers(plain, known, doc_id, MOST_IN_LOCATOR))
			*identity = (Identity) {name->doc, 0, said};
	}
	pfree(folded.data);
	pfree((char *) plain.data);
	pfree((char *) text.data);
	return identity->doc != NULL;
}

/* What is said of sources: their names, and where in them. */
static char *
said_of(const NameIndex *index, const Identity *identities, int count)
{
	StringInfoData said;

	initStringInfo(&said);
	append_folded(&said, index->deal, (int) strlen(index->deal));
	for (int i = 0; i < count; i++)
	{
		const Document *doc = identities[i].doc;
		const char *const texts[] = {identities[i].locator, doc == NULL ? NULL : doc->title, doc == NULL ? NULL : doc->name,
			doc == NULL ? NULL : doc->doc_id, doc == NULL ? NULL : doc->path};

		for (int j = 0; j < (int) lengthof(texts); j++)
		{
			char	   *plain = texts[j] == NULL ? NULL : plain_copy(slice_of(texts[j]));

			if (plain == NULL)
				continue;
			appendStringInfoChar(&said, ' ');
			append_folded(&said, plain, (int) strlen(plain));
		}
		if (identities[i].page > 0)
			appendStringInfo(&said, " %d", identities[i].page);
	}
	return said.data;
}

bool
name_leaves_out(const NameIndex *index, Slice text, bool is_closed, const Identity *identities, int count)
{
	char	   *said = said_of(index, identities, count);
	char	   *unescaped = markdown_unescape(text);
	char	   *plain = plain_copy(slice_of(unescaped));
	char	   *folded = folded_copy(plain);
	bool		has_more = false;

	for (int pos = 0, len; folded[pos] != '\0' && !has_more; pos += Max(len, 1))
	{
		Slice		word = {folded + pos, 0};

		while (is_word_byte(folded[pos + word.len]))
			word.len++;
		len = word.len;
		has_more = len > 0 && (!word_refers(word) || (!is_closed && word_tells_version(word))) && !(is_closed && word_is_date(word)) && page_at(word.data) == 0 && !slice_in(word, ours, lengthof(ours)) &&
			!has_word(said, word.data, len);
	}
	pfree(folded);
	pfree(plain);
	pfree(unescaped);
	pfree(said);
	return has_more;
}
