/*
 * named.c
 *		Names of documents and passages in brackets: citations of them.
 *
 *		NOI rose [[om-12]]. Rents fell [cite: rr.xlsx].【rr-3】 See [10-K].
 *
 * has three where om-12 and rr-3 are passages of the deal, or the ids or tags of documents, and
 * rr.xlsx is the file of one; nothing has the name 10-K.  A name has a letter, and a digit or one
 * of "-_.", so that words in brackets are none.
 */
#include "notes/notes_internal.h"
#include "evidence/evidence.h"

#define LONGEST_NAME	100		/* bytes */

/* What opens and closes a name; a longer form before one that it begins with. */
static const struct
{
	const char *open;
	const char *close;
}			forms[] = {
	{"[[", "]]"}, {"[cite:", "]"}, {"[", "]"}, {"{{SRC:", "}}"}, {"【", "】"},
};

/* --------------------------------------------------------------------- the form */

/* The byte behind a name at pos, pos when there is none. */
static int
name_end(Slice text, int pos)
{
	bool		has_letter = false;
	bool		has_sign = false;
	int			end = pos;

	for (; end < text.len && (is_alnum(text.data[end]) || strchr("-_.", text.data[end]) != NULL);
		 end++)
	{
		has_letter |= is_letter(text.data[end]);
		has_sign |= !is_letter(text.data[end]);
	}
	return has_letter && has_sign && end - pos <= LONGEST_NAME ? end : pos;
}

/* Fills what stands at pos, when it has the form of a name. */
static bool
match_name(Slice text, int pos, NumberedMark *mark)
{
	for (int i = 0; i < (int) lengthof(forms); i++)
	{
		int			open = (int) strlen(forms[i].open);
		int			close = (int) strlen(forms[i].close);
		int			from;
		int			end;

		if (text.len - pos < open + close || memcmp(text.data + pos, forms[i].open, open) != 0)
			continue;
		from = past_blanks(text.data, text.len, pos + open);
		end = name_end(text, from);
		if (end == from || text.len - end < close ||
			memcmp(text.data + end, forms[i].close, close) != 0)
			continue;
		mark->start = pos;
		mark->end = end + close;
		mark->inner = (Slice) {text.data + from, end - from};
		return mark->end == text.len || strchr("([:", text.data[mark->end]) == NULL;
	}
	return false;
}

static void
find_in_line(const Prose *prose, int index, int line_no, SourceLists *found)
{
	const TextBlock *block = &prose->blocks.items[index];
	Line		line = prose->lines.items[line_no];
	Slice		text = {prose->text, line.end};

	for (int pos = line.start; pos < line.end; pos++)
	{
		unsigned char c = (unsigned char) text.data[pos];
		NumberedMark mark;
		int			marker;
		ZoneKind	zone;

		if (c != '[' && c != '{' && c != 0xE3)
			continue;
		CHECK_FOR_INTERRUPTS();
		mark = (NumberedMark) {.block = index, .line = line_no};
		if (!match_name(text, pos, &mark) || (pos > line.start && text.data[pos - 1] == '\\'))
			continue;
		zone = prose_zone_at(prose, block, pos + 1);
		marker = first_marker_from(prose, pos);
		if ((zone != ZONE_PROSE && zone != ZONE_TABLE) ||
			(marker < prose->markers.count && prose->markers.items[marker].start < mark.end) ||
			(marker > 0 && prose->markers.items[marker - 1].start +
			 prose->markers.items[marker - 1].len > pos))
			continue;
		mark.cell = table_cell_at(prose, block, line_no, pos);
		*VEC_PUSH(&found->marks) = mark;
		pos = mark.end - 1;
	}
}

/* -------------------------------------------------------------------- the name */

static bool
is_name(const char *name, Slice text)
{
	return name != NULL && (int) strlen(name) == text.len &&
		   pg_strncasecmp(name, text.data, text.len) == 0;
}

/* The document whose id, tag or file a text is, NULL = none, or several. */
static Document *
document_named(Memo *memo, Slice text)
{
	bool		is_ambiguous;
	Document   *doc = name_exact(memo, text, &is_ambiguous);

	if (doc == NULL && !is_ambiguous)
	{
		char	   *folded = folded_copy(slice_copy(text));

		if (name_at(memo_names(memo), slice_of(folded), 0, &doc) < text.len || doc == NULL ||
			(!is_name(doc->doc_id, text) && !is_name(file_name(doc->path), text)))
			doc = name_tagged(memo, text, &is_ambiguous);
		pfree(folded);
	}
	return doc;
}

/* Gives the marks that no document has the passages of their names, in one look into the store. */
static void
find_passages(Memo *memo, SourceLists *found)
{
	const char **names = palloc(sizeof(char *) * (found->marks.count + 1));

	for (int i = 0; i < found->marks.count; i++)
	{
		names[i] = slice_copy(found->marks.items[i].inner);
		if (found->marks.items[i].linked.doc == NULL)
			want_passage(memo, names[i]);
	}
	load_wanted(memo);
	for (int i = 0; i < found->marks.count; i++)
	{
		NumberedMark *mark = &found->marks.items[i];
		const Passage *passage = mark->linked.doc == NULL ? memo_passage(memo, names[i]) : NULL;

		if (passage != NULL)
		{
			mark->linked = passage->identity;
			mark->passage_id = passage->passage_id;
		}
	}
	pfree(names);
}

void
names_find(Memo *memo, const Prose *prose, SourceLists *lists)
{
	SourceLists found = {0};

	for (int i = 0; i < prose->blocks.count && memo->ndocuments > 0; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if (!block->is_listed && block_takes_notes(block))
			for (int j = 0; j < block->nlines; j++)
				find_in_line(prose, i, block->first_line + j, &found);
	}
	if (found.marks.count == 0)
		return;
	for (int i = 0; i < found.marks.count; i++)
		found.marks.items[i].linked.doc = document_named(memo, found.marks.items[i].inner);
	find_passages(memo, &found);
	for (int i = 0; i < found.marks.count; i++)
		if (found.marks.items[i].linked.doc != NULL)
		{
			found.marks.items[i].is_linked = true;
			*VEC_PUSH(&lists->marks) = found.marks.items[i];
		}
	pfree(found.marks.items);
}
