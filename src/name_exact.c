/*
 * name_exact.c
 *		Which document has exactly this tag, doc_id or path?
 */
#include "memocite.h"

/* Tags and paths, sorted: made at the first look-up. */
struct ExactName
{
	Slice		text;
	Document   *doc;			/* NULL: ambiguous */
};

static int
compare_exact(const void *a, const void *b)
{
	return slice_compare(((const struct ExactName *) a)->text, ((const struct ExactName *) b)->text);
}

/* One entry a text; doc NULL: several documents have it.  So that a look-up
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
	memo->exact = palloc(sizeof(struct ExactName) * (2 * memo->ndocuments + 1));
	for (int i = 0; i < memo->ndocuments; i++)
	{
		Document   *doc = &memo->documents[i];

		if (doc->tag != NULL)
			memo->exact[memo->nexact++] = (struct ExactName) {slice_of(doc->tag), doc};
		if (doc->path != NULL)
			memo->exact[memo->nexact++] = (struct ExactName) {slice_of(doc->path), doc};
	}
	qsort(memo->exact, memo->nexact, sizeof(struct ExactName), compare_exact);
	merge_exact(memo);
}

Document *
name_exact(Memo *memo, Slice text, bool *is_ambiguous)
{
	struct ExactName wanted = {text, memo_document(memo, text.data, text.len)};
	struct ExactName *found;

	*is_ambiguous = false;
	if (wanted.doc != NULL)
		return wanted.doc;
	if (memo->exact == NULL)
		exact_index(memo);
	found = bsearch(&wanted, memo->exact, memo->nexact, sizeof(wanted), compare_exact);
	*is_ambiguous = found != NULL && found->doc == NULL;
	return found == NULL ? NULL : found->doc;
}
