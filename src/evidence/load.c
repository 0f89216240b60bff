/*
 * load.c
 *		The passages that a memo's evidence stands in: each is fetched once in a finalize,
 *		and its numbers are read once.
 *
 * Callers say what they want and then load it: the quote of a claim wants passage "p1", a
 * figure cited as page 12 of "om" wants what is stored of that page.  What was wanted before
 * is not fetched again.  A memo without passages fetches nothing.
 */
#include "evidence/evidence_internal.h"
#include "memo/memo.h"

#define MEGABYTE	(INT64CONST(1) << 20)

/* Is something wanted for the first time? */
static bool
is_new(Memo *memo, Slice key, int kind)
{
	int		   *asked = keymap_at(&memo->contents.asked, slice_hash(key, kind));

	return *asked == 0 && (*asked = 1) == 1;
}

void
want_passage(Memo *memo, const char *passage_id)
{
	if (is_new(memo, slice_of(passage_id), 1))
		*VEC_PUSH(&memo->contents.wants.ids) = passage_id;
}

void
want_page(Memo *memo, const Identity *identity)
{
	int			key[2] = {identity->doc->index, identity->page};

	if (!identity->doc->is_fetched && is_new(memo, (Slice) {(char *) key, sizeof(key)}, 2))
		*VEC_PUSH(&memo->contents.wants.pages) = *identity;
}

/* By id, and one whose figures are read before the same one fetched again. */
static int
compare_contents(const void *a, const void *b)
{
	const Passage *x = a;
	const Passage *y = b;
	int			order = strcmp(x->passage_id, y->passage_id);

	return order != 0 ? order : (x->figures == NULL) - (y->figures == NULL);
}

/* Adds what was fetched to what is there, by id, each passage once. */
static void
merge(PassageStore *store, const Passage *found, int nfound)
{
	int			nall = store->count + nfound;
	Passage    *all = palloc_array_huge(nall + 1, sizeof(Passage));

	if (store->count > 0)
		memcpy(all, store->items, sizeof(Passage) * store->count);
	if (nfound > 0)
		memcpy(all + store->count, found, sizeof(Passage) * nfound);
	qsort(all, nall, sizeof(Passage), compare_contents);
	store->items = all;
	store->by_page = NULL;
	store->count = 0;
	for (int i = 0; i < nall; i++)
	{
		if (store->count > 0 &&
			strcmp(all[store->count - 1].passage_id, all[i].passage_id) == 0)
			continue;
		all[i].identity.doc->has_passages = true;
		all[i].identity.page = Max(all[i].identity.page, 0);
		all[store->count++] = all[i];
	}
}

void
load_wanted(Memo *memo)
{
	PassageWants *wants = &memo->contents.wants;
	Passage    *found;
	int			nfound;

	if (wants->ids.count + wants->pages.count + wants->documents.count == 0)
		return;
	if (memo->has_passages && memo->fetch_passages != NULL)
	{
		memo->fetch_passages(memo, wants, &found, &nfound);
		merge(&memo->contents, found, nfound);
	}
	memset(wants, 0, sizeof(*wants));
}

void
need_passages(Memo *memo, const bool *wanted)
{
	for (int i = 0; i < memo->ndocuments; i++)
		if ((wanted == NULL || wanted[i]) && !memo->documents[i].is_fetched)
		{
			memo->documents[i].is_fetched = true;
			*VEC_PUSH(&memo->contents.wants.documents) = &memo->documents[i];
		}
	load_wanted(memo);
}

Passage *
memo_passage(const Memo *memo, const char *passage_id)
{
	Passage    *items = memo->contents.items;
	int			low;

	LOWER_BOUND(low, memo->contents.count, i, strcmp(items[i].passage_id, passage_id) < 0);
	return low < memo->contents.count && strcmp(items[low].passage_id, passage_id) == 0
		? &items[low] : NULL;
}

/* -------------------------------------------------------------------- by page */

static int
compare_pages(const Identity *x, const Identity *y)
{
	if (x->doc != y->doc)
		return x->doc->index < y->doc->index ? -1 : 1;
	return x->page < y->page ? -1 : x->page > y->page;
}

static int
compare_by_page(const void *a, const void *b)
{
	const Passage *x = *(Passage *const *) a;
	const Passage *y = *(Passage *const *) b;
	int			order = compare_pages(&x->identity, &y->identity);

	return order != 0 ? order : x < y ? -1 : x > y;
}

Passage **
page_passages(Memo *memo, const Identity *identity, int *count)
{
	PassageStore *store = &memo->contents;
	int			first;
	int			end;

	if (store->by_page == NULL)
	{
		store->by_page = palloc_array_huge(store->count + 1, sizeof(Passage *));
		for (int i = 0; i < store->count; i++)
			store->by_page[i] = &store->items[i];
		qsort(store->by_page, store->count, sizeof(Passage *), compare_by_page);
	}
	LOWER_BOUND(first, store->count, i,
				compare_pages(&store->by_page[i]->identity, identity) < 0);
	for (end = first; end < store->count &&
		 compare_pages(&store->by_page[end]->identity, identity) == 0;)
		end++;
	*count = end - first;
	return store->by_page + first;
}

const FigureSource *
passage_figures(Memo *memo, Passage *passage)
{
	PassageStore *store = &memo->contents;

	if (passage->figures != NULL || passage->content.len == 0)
		return passage->figures;
	if (store->bytes_read + passage->content.len > memo->policy.evidence_mb * MEGABYTE)
	{
		if (!store->is_cut)
			memo_event(memo, EVENT_evidence_cut, -1, slice_of(passage->passage_id), "{\"mb\":%d}",
					   memo->policy.evidence_mb);
		store->is_cut = true;
		return NULL;
	}
	store->bytes_read += passage->content.len;
	return passage->figures = figure_source(passage->content);
}
