/*
 * cited.c
 *		What the citations of a memo rest on: the passages that figures and quotations are
 *		looked for in.
 *
 * A claim of passage "p1" rests on p1; one of document "om", page 12, on what is stored of that
 * page, and on the passage that has its quote.  A citation that left the text as a repetition
 * counts, too: its passage may be the one.
 */
#include "evidence/evidence_internal.h"

/* Does it say what its sentence rests on?  One that left as a repetition does, too. */
static bool
is_evidence(const Citation *citation)
{
	return (citation_is_live(citation) && citation->chart == 0) ||
		(citation->is_removed && citation->marker >= 0 && citation->how != NULL &&
		 (strcmp(citation->how, "duplicate") == 0 || strcmp(citation->how, "capped") == 0));
}

/* The passage that a citation names, not one in which its quote was found. */
static const char *
named_passage(const Citation *citation)
{
	if (citation->claim != NULL && citation->claim->found.is_located)
		return NULL;
	if (citation->passage_id != NULL || citation->claim == NULL)
		return citation->passage_id;
	return citation->claim->passage_id;
}

void
load_cited_passages(Memo *memo)
{
	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];
		const char *named = named_passage(citation);

		if (!is_evidence(citation))
			continue;
		if (named != NULL)
			want_passage(memo, named);
		else if (citation->identity.doc != NULL)
			want_page(memo, &citation->identity);
	}
	load_wanted(memo);
}

static int
compare_places(const void *a, const void *b)
{
	const Citation *x = *(Citation *const *) a;
	const Citation *y = *(Citation *const *) b;

	if (x->anchor != y->anchor)
		return x->anchor < y->anchor ? -1 : 1;
	return x->order - y->order;
}

Citation **
evidence_citations(Memo *memo, const Section *section, int *count)
{
	int			room = section->citations.count + section->placed.count + 1;
	Citation  **list = palloc_array_huge(room, sizeof(Citation *));
	Citation   *first = memo->citations.items + section->citations.first;

	*count = 0;
	for (int i = 0; i < section->citations.count; i++)
		if (is_evidence(&first[i]))
			list[(*count)++] = &first[i];
	for (int i = 0; i < section->placed.count; i++)
		if (is_evidence(&memo->citations.items[section->placed.items[i]]))
			list[(*count)++] = &memo->citations.items[section->placed.items[i]];
	qsort(list, *count, sizeof(Citation *), compare_places);
	return list;
}

/* The passage that a citation names or whose text its quote is; *page gets the page that it
 * rests on besides, NULL where it names a passage. */
static Passage *
own_passage(const Memo *memo, const Citation *citation, const Identity **page)
{
	const Claim *claim = citation->claim;
	const char *named = named_passage(citation);
	Passage    *own = NULL;

	*page = NULL;
	if (named != NULL)
		return memo_passage(memo, named);
	if (claim != NULL && claim->quote_verified && claim->passage_id != NULL)
		own = memo_passage(memo, claim->passage_id);
	if (citation->identity.doc != NULL)
		*page = own != NULL && own->identity.page > 0 ? &own->identity : &citation->identity;
	return own;
}

bool
names_passage(const Memo *memo, const Citation *citation)
{
	const Identity *page;

	return own_passage(memo, citation, &page) != NULL;
}

bool
rests_on(const Memo *memo, const Citation *citation, const Passage *passage)
{
	const Identity *page;

	return own_passage(memo, citation, &page) == passage ||
		(page != NULL && page->doc == passage->identity.doc &&
		 page->page == passage->identity.page);
}

Passage **
cited_passages(Memo *memo, const Citation *citation, int *count)
{
	const Identity *identity;
	Passage    *own = own_passage(memo, citation, &identity);
	int			npage = 0;
	Passage   **page = identity == NULL ? NULL : page_passages(memo, identity, &npage);
	Passage   **list = palloc_array_huge(npage + 2, sizeof(Passage *));

	*count = 0;
	if (own != NULL)
		list[(*count)++] = own;
	for (int i = 0; i < npage; i++)
		if (page[i] != own)
			list[(*count)++] = page[i];
	return list;
}
