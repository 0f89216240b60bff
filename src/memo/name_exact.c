/*
 * name_exact.c
 *		Which document has exactly this tag, doc_id, path or file name?
 */
#include "memo/memo.h"
#include "markdown/markdown.h"

/* Where a name counts; what is found in an earlier one counts more. */
typedef enum NameLevel
{
	NAME_WHOLE,					/* tag or path */
	NAME_FILE,					/* last component of a path */
	NAME_TAG					/* tag in lower case, for markers of tags alone */
} NameLevel;

/* All of them, sorted: made at the first look-up. */
struct ExactName
{
	NameLevel	level;
	Slice		text;
	Document   *doc;			/* NULL: ambiguous */
};

static int
compare_exact(const void *a, const void *b)
{
	const struct ExactName *x = a;
	const struct ExactName *y = b;

	return x->level != y->level ? (int) x->level - (int) y->level : slice_compare(x->text, y->text);
}

/* One entry a text of a level; doc NULL: several documents have it.  So that a look-up
 * never walks along equal ones. */
static void
merge_exact(Memo *memo)
{
	int			kept = 0;

	for (int i = 1; i < memo->nexact; i++)
	{
		if (compare_exact(&memo->exact[kept], &memo->exact[i]) != 0)
			memo->exact[++kept] = memo->exact[i];
		else if (memo->exact[kept].doc != memo->exact[i].doc)
			memo->exact[kept].doc = NULL;
	}
	memo->nexact = Min(memo->nexact, kept + 1);
}

static void
exact_index(Memo *memo)
{
	memo->exact = palloc_array_huge(4 * memo->ndocuments + 1, sizeof(struct ExactName));
	for (int i = 0; i < memo->ndocuments; i++)
	{
		Document   *doc = &memo->documents[i];
		const char *file = file_name(doc->path);

		if (doc->tag != NULL)
		{
			memo->exact[memo->nexact++] = (struct ExactName) {NAME_WHOLE, slice_of(doc->tag), doc};
			memo->exact[memo->nexact++] = (struct ExactName) {NAME_TAG, slice_of(label_fold(slice_of(doc->tag))), doc};
		}
		if (doc->path != NULL)
			memo->exact[memo->nexact++] = (struct ExactName) {NAME_WHOLE, slice_of(doc->path), doc};
		if (file != NULL)
			memo->exact[memo->nexact++] = (struct ExactName) {NAME_FILE, slice_of(file), doc};
	}
	qsort(memo->exact, memo->nexact, sizeof(struct ExactName), compare_exact);
	merge_exact(memo);
}

static struct ExactName *
exact_find(Memo *memo, NameLevel level, Slice text)
{
	struct ExactName wanted = {level, text, NULL};

	if (memo->exact == NULL)
		exact_index(memo);
	return bsearch(&wanted, memo->exact, memo->nexact, sizeof(wanted), compare_exact);
}

Document *
name_exact(Memo *memo, Slice text, bool *is_ambiguous)
{
	Document   *doc = memo_document(memo, text.data, text.len);
	struct ExactName *found = NULL;

	if (doc == NULL)
		found = exact_find(memo, NAME_WHOLE, text);
	if (doc == NULL && found == NULL)
		found = exact_find(memo, NAME_FILE, text);
	*is_ambiguous = found != NULL && found->doc == NULL;
	return found == NULL ? doc : found->doc;
}

Document *
name_tagged(Memo *memo, Slice tag, bool *is_ambiguous)
{
	struct ExactName *found = exact_find(memo, NAME_TAG, slice_of(label_fold(tag)));

	*is_ambiguous = found != NULL && found->doc == NULL;
	if (!*is_ambiguous)
		return found == NULL ? NULL : found->doc;
	found = exact_find(memo, NAME_WHOLE, tag);
	return found == NULL || found->doc == NULL || found->doc->tag == NULL || !slice_equal(slice_of(found->doc->tag), tag)
		? NULL : found->doc;
}
