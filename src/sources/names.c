/*
 * names.c
 *		Which document has a name?
 *
 * Sorted arrays have the names of all documents by how they count: as they are said in a
 * text (title, doc_id, path, file name; without case), as a tag in any case, and exactly (tag
 * or path, then file name).  Each is made when it is first asked for.  A name that several
 * documents have names none.  At each word of a text binary searches find the longest name
 * there: at "Rent Roll 2024, p. 3" that of "Rent Roll 2024", not "Rent Roll".
 */
#include "sources/sources.h"
#include "markers/markers.h"
#include "memo/memo.h"

typedef enum NameLevel
{
	NAME_SAID,
	NAME_TAG,					/* in lower case, for markers of tags alone */
	NAME_WHOLE,					/* tag or path, exactly */
	NAME_FILE,					/* last component of a path, exactly */
	NAME_ADDRESS,				/* a path as addresses are compared */
	NAME_LEVELS
} NameLevel;

typedef struct DocName
{
	Slice		text;
	Document   *doc;			/* NULL: several have it */
} DocName;

typedef VEC(DocName) DocNames;

#define SHORTEST_NAME	2		/* bytes */

struct NameIndex
{
	const Memo *memo;
	DocNames	levels[NAME_LEVELS];
	bool		is_made[NAME_LEVELS];
};

/* -------------------------------------------------------------- plain text */

/* Signs as typesetters and other scripts write them. */
static const struct
{
	const char *sign;
	char		plain;
}			signs[] = {
	{"\xC2\xA0", ' '}, {"\xE2\x80\x89", ' '}, {"\xE2\x80\xAF", ' '}, {"\xE3\x80\x80", ' '},
	{"\xE2\x80\x90", '-'}, {"\xE2\x80\x91", '-'}, {"\xE2\x80\x98", '\''}, {"\xE2\x80\x99", '\''},
	{"\xE2\x80\x9A", '\''}, {"\xE2\x80\x9C", '"'}, {"\xE2\x80\x9D", '"'}, {"\xE2\x80\x9E", '"'},
	{"\xC2\xAB", '"'}, {"\xC2\xBB", '"'}, {"《", '"'}, {"》", '"'}, {"「", '"'}, {"」", '"'},
	{"『", '"'}, {"』", '"'}, {"、", ','}, {"，", ','}, {"：", ':'}, {"；", ';'}, {"（", '('},
	{"）", ')'},
};

/* The byte behind a sign of Markdown at pos that is left out, "<", "**", "`", or a tag; pos
 * when there is none. */
static int
markup_end(Slice text, int pos)
{
	char		c = text.data[pos];
	char		next = pos + 1 < text.len ? text.data[pos + 1] : '\0';
	const char *close = c == '<' ? memchr(text.data + pos, '>', text.len - pos) : NULL;

	if (close != NULL && memmem(text.data + pos, close - text.data - pos, "://", 3) == NULL &&
		(is_letter(next) || next == '/'))
		return (int) (close - text.data) + 1;
	if (strchr("*`[]<>", c) != NULL || (c == '!' && next == '['))
		return pos + 1;
	return c == '_' && (pos == 0 || !is_word_byte(text.data[pos - 1]) || !is_word_byte(next))
		? pos + 1 : pos;
}

char *
name_plain(Slice text)
{
	StringInfoData copy;

	initStringInfo(&copy);
	for (int pos = 0, end; pos < text.len; pos = end)
	{
		char		c = text.data[pos];
		int			width = Min(char_length(c), text.len - pos);

		if (is_letter(c))
		{
			/* most of a name, and nothing below begins with one */
			for (end = pos + 1; end < text.len && is_letter(text.data[end]);)
				end++;
			appendBinaryStringInfo(&copy, text.data + pos, end - pos);
		}
		else if (text.len - pos > 6 && memcmp(text.data + pos, "#page=", end = 6) == 0)
		{
			appendStringInfoString(&copy, ", p. ");
			end += pos;
		}
		else if (text.len - pos > 1 && c == ']' && text.data[pos + 1] == '(')
		{
			appendStringInfoString(&copy, " (");	/* a link's destination */
			end = pos + 2;
		}
		else if ((end = markup_end(text, pos)) == pos)
		{
			int			i = 0;

			end = pos + width;
			while (i < (int) lengthof(signs) &&
				   (width == 1 || (int) strlen(signs[i].sign) != width ||
					memcmp(text.data + pos, signs[i].sign, width) != 0))
				i++;
			if (i < (int) lengthof(signs))
				c = signs[i].plain;
			if (i == (int) lengthof(signs) && !is_space(c))
				appendBinaryStringInfo(&copy, text.data + pos, width);
			else if (!is_space(c))
				appendStringInfoChar(&copy, c);
			else if (copy.len > 0 && copy.data[copy.len - 1] != ' ')
				appendStringInfoChar(&copy, ' ');
		}
	}
	return copy.data;
}

/* A name as texts are compared with it. */
static Slice
folded_name(const char *text)
{
	char	   *plain = name_plain(slice_of(text));
	Slice		folded = slice_trim(slice_of(folded_copy(plain)));

	pfree(plain);
	return folded;
}

/* -------------------------------------------------------------- the index */

static int
compare_names(const void *a, const void *b)
{
	return slice_compare(((const DocName *) a)->text, ((const DocName *) b)->text);
}

static void
add_name(DocNames *names, NameLevel level, const char *text, Document *doc)
{
	Slice		name;

	if (text == NULL)
		return;
	name = level == NAME_SAID ? folded_name(text)
		: level == NAME_ADDRESS ? address_normal(slice_of(text))
		: slice_of(level == NAME_TAG ? label_fold(slice_of(text)) : text);
	if (level != NAME_SAID || name.len >= SHORTEST_NAME)
		*VEC_PUSH(names) = (DocName) {name, doc};
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

static void
add_names(DocNames *names, NameLevel level, Document *doc)
{
	if (level == NAME_SAID)
	{
		add_name(names, level, doc->title, doc);
		add_name(names, level, other_spelling(doc->title), doc);
		add_name(names, level, doc->name, doc);
		add_name(names, level, doc->doc_id, doc);
	}
	if (level == NAME_TAG || level == NAME_WHOLE)
		add_name(names, level, doc->tag, doc);
	if (level == NAME_SAID || level == NAME_WHOLE || level == NAME_ADDRESS)
		add_name(names, level, doc->path, doc);
	if (level == NAME_SAID || level == NAME_FILE)
		add_name(names, level, file_name(doc->path), doc);
	if (level == NAME_ADDRESS)
		add_name(names, level, doc->url, doc);
}

/* One entry a text, so that a look-up never walks along equal ones. */
static void
merge_names(DocNames *list)
{
	DocName	   *names = list->items;
	int			kept = 0;

	for (int i = 1; i < list->count; i++)
	{
		if (compare_names(&names[kept], &names[i]) != 0)
			names[++kept] = names[i];
		else if (names[kept].doc != names[i].doc)
			names[kept].doc = NULL;
	}
	list->count = Min(list->count, kept + 1);
}

static const DocNames *
names_of(NameIndex *index, NameLevel level)
{
	DocNames   *names = &index->levels[level];

	for (int i = 0; i < index->memo->ndocuments && !index->is_made[level]; i++)
	{
		CHECK_FOR_INTERRUPTS();
		add_names(names, level, &index->memo->documents[i]);
	}
	if (!index->is_made[level] && names->count > 1)
	{
		qsort(names->items, names->count, sizeof(DocName), compare_names);
		merge_names(names);
	}
	index->is_made[level] = true;
	return names;
}

NameIndex *
name_index(const Memo *memo)
{
	NameIndex  *index = palloc0(sizeof(NameIndex));

	index->memo = memo;
	return index;
}

NameIndex *
memo_names(Memo *memo)
{
	if (memo->names == NULL)
		memo->names = name_index(memo);
	return memo->names;
}

/* ------------------------------------------------------------ what is said */

int
name_at(NameIndex *index, Slice folded, int pos, Document **doc)
{
	const DocNames *said = names_of(index, NAME_SAID);
	const DocName *names = said->items;
	Slice		rest = {folded.data + pos, folded.len - pos};

	*doc = NULL;
	while (rest.len > 0 && said->count > 0)
	{
		int			low;
		int			same = 0;

		LOWER_BOUND(low, said->count, i, slice_compare(names[i].text, rest) <= 0);
		if (low == 0)
			break;
		while (same < rest.len && same < names[low - 1].text.len &&
			   names[low - 1].text.data[same] == rest.data[same])
			same++;
		if (same == names[low - 1].text.len)
		{
			if (!word_begins(rest.data, rest.len, same) || !word_ends(rest.data, same))
			{
				*doc = names[low - 1].doc;
				return same;
			}
			same--;
		}
		rest.len = same;
	}
	return 0;
}

/* The document of a name on a level, *is_shared: of several, and none is returned. */
static Document *
find_name(NameIndex *index, NameLevel level, Slice text, bool *is_shared)
{
	const DocNames *names = names_of(index, level);
	DocName		wanted = {text, NULL};
	const DocName *found = names->count == 0 ? NULL
		: bsearch(&wanted, names->items, names->count, sizeof(DocName), compare_names);

	*is_shared = found != NULL && found->doc == NULL;
	return found == NULL ? NULL : found->doc;
}

bool
name_has_edition(NameIndex *index, Slice folded, Slice year, const Document *doc)
{
	Slice		stem = folded;
	Document   *other;
	bool		is_shared;

	if (stem.len > 5 && stem.data[stem.len - 5] == ' ' &&
		strspn(stem.data + stem.len - 4, "0123456789") >= 4)
		stem.len -= 5;
	other = find_name(index, NAME_SAID,
					  slice_of(psprintf("%.*s %.*s", stem.len, stem.data, year.len, year.data)),
					  &is_shared);
	return is_shared || (other != NULL && other != doc);
}

bool
name_is_title(const Document *doc, Slice folded)
{
	return doc->title != NULL && slice_equal(folded_name(doc->title), folded);
}

/* ----------------------------------------------------------------- exactly */

Document *
name_exact(Memo *memo, Slice text, bool *is_ambiguous)
{
	Document   *doc = memo_document(memo, text.data, text.len);

	*is_ambiguous = false;
	if (doc == NULL)
		doc = find_name(memo_names(memo), NAME_WHOLE, text, is_ambiguous);
	if (doc == NULL && !*is_ambiguous)
		doc = find_name(memo_names(memo), NAME_FILE, text, is_ambiguous);
	return doc;
}

Document *
name_addressed(Memo *memo, Slice address)
{
	bool		is_shared;

	return find_name(memo_names(memo), NAME_ADDRESS, address_normal(address), &is_shared);
}

Identity
name_in_addresses(Memo *memo, Slice text)
{
	Identity	found = {NULL, 0, NULL};
	Slice		address;

	for (int pos = 0; address_next(text, &pos, &address);)
	{
		Document   *doc = name_addressed(memo, address);

		if (doc != NULL && found.doc != NULL && doc != found.doc)
			return (Identity) {NULL, 0, NULL};
		if (doc != NULL && found.page == 0)
			found = (Identity) {doc, address_page(address), NULL};
	}
	return found;
}

Document *
name_tagged(Memo *memo, Slice tag, bool *is_ambiguous)
{
	Document   *doc = find_name(memo_names(memo), NAME_TAG, slice_of(label_fold(tag)),
								is_ambiguous);
	bool		is_shared;

	if (!*is_ambiguous)
		return doc;
	doc = find_name(memo_names(memo), NAME_WHOLE, tag, &is_shared);
	return doc == NULL || doc->tag == NULL || !slice_equal(slice_of(doc->tag), tag) ? NULL : doc;
}
