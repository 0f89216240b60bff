/*
 * load_passage.c
 *		Passages: what markers can name at once, what they say only when it is asked for.
 *
 * For example, a claim that quotes without a passage has fetch_passages() read those of its
 * document, and one that names "p7" has fetch_quoted() read that alone.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "sources/sources.h"

/* The columns that both statements begin with; false when the document is
 * hidden from the caller. */
static bool
load_passage_row(Memo *memo, Passage *passage, int row)
{
	Slice		doc_id = slice_column(row, 3);

	memset(passage, 0, sizeof(*passage));
	passage->passage_id = text_column(row, 1);
	passage->src_id = id_column(row, 2, -1);
	passage->identity.doc = memo_document(memo, doc_id.data, doc_id.len);
	passage->identity.page = page_column(row, 4);
	return passage->identity.doc != NULL;
}

/* Passages that markers can name. */
void
load_passage_rows(Memo *memo)
{
	int			count = query_deal(&stmt_load_passages, memo->deal_id);

	memo->passages = palloc_array_huge(count + 1, sizeof(Passage));
	for (int i = 0; i < count; i++)
	{
		if (!load_passage_row(memo, &memo->passages[memo->npassages], i))
			continue;
		check_page(memo, &memo->passages[memo->npassages].identity, -1);
		memo->npassages++;
	}
}

/* What the passages of documents say; read only when quotes are looked for in them, or
 * a section lacks citations: a callback of a Memo. */
void
fetch_passages(Memo *memo, const bool *wanted, Passage **passages, int *npassages)
{
	Datum	   *names = palloc(sizeof(Datum) * (memo->ndocuments + 1));
	Datum		values[2] = {Int64GetDatum(memo->deal_id)};
	int			count = 0;

	for (int i = 0; i < memo->ndocuments; i++)
		if (wanted[i])
			names[count++] = text_datum(memo->documents[i].doc_id);
	values[1] = text_array_datum(names, count);
	count = query_in_place(&stmt_load_contents, values);
	*passages = palloc_array_huge(count + 1, sizeof(Passage));
	*npassages = 0;
	for (int i = 0; i < count; i++)
	{
		Passage    *passage = &(*passages)[*npassages];

		if (!load_passage_row(memo, passage, i))
			continue;
		passage->identity.page = Max(passage->identity.page, 0);
		passage->content = slice_column(i, 5);
		(*npassages)++;
	}
}

static int
compare_passage_ids(const void *a, const void *b)
{
	return strcmp((*(Claim *const *) a)->passage_id, (*(Claim *const *) b)->passage_id);
}

/* The callback of a Memo: what claims quote, each passage once, in one statement. */
void
fetch_quoted(Memo *memo, Claim **claims, int count, Passage **passages, int *npassages)
{
	Datum	   *ids = palloc_array_huge(count + 1, sizeof(Datum));
	Datum		values[2] = {Int64GetDatum(memo->deal_id)};
	int			nids = 0;

	qsort(claims, count, sizeof(Claim *), compare_passage_ids);
	for (int i = 0; i < count; i++)
		if (i == 0 || strcmp(claims[i]->passage_id, claims[i - 1]->passage_id) != 0)
			ids[nids++] = text_datum(claims[i]->passage_id);
	values[1] = text_array_datum(ids, nids);
	*npassages = query_in_place(&stmt_load_quoted, values);
	*passages = palloc_array_huge(*npassages + 1, sizeof(Passage));
	for (int i = 0; i < *npassages; i++)
	{
		Slice		doc_id = slice_column(i, 3);

		(*passages)[i] = (Passage) {.passage_id = text_column(i, 1), .content = slice_column(i, 2),
		.identity = {memo_document(memo, doc_id.data, doc_id.len), int_column(i, 4, 0), NULL}};
	}
}
