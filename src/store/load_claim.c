/*
 * load_claim.c
 *		The rows of memocite.claim -> the claims of a Memo, by section.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/uuid.h"

/* A number from 0 to 1 in thousandths, -1 = none: "0.875" is 875.  To read its
 * text takes a quarter of what a multiplication of numeric does. */
static int
confidence_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);
	char	   *text;
	int			thousandths = 0;
	int			unit = 1000;

	if (is_null)
		return -1;
	text = DatumGetCString(DirectFunctionCall1(numeric_out, value));
	for (const char *c = text; *c != '\0'; c++)
		if (*c != '.')
		{
			thousandths += (*c - '0') * unit;
			unit /= 10;
		}
	pfree(text);
	return thousandths;
}

static void
load_claim_row(Memo *memo, Claim *claim, int row)
{
	bool		is_null;
	Slice		doc_id = slice_column(row, 6);

	memcpy(claim->claim_id, DatumGetUUIDP(column(row, 2, &is_null))->data, UUID_LEN);
	claim->src_id = int_column(row, 4, -1);
	claim->text = text_column(row, 5);
	claim->identity.doc = memo_document(memo, doc_id.data, doc_id.len);
	claim->identity.page = page_column(row, 7);
	claim->passage_id = text_column(row, 8);
	claim->block_id = int_column(row, 9, -1);
	claim->quote = text_column(row, 10);
	claim->locator = text_column(row, 11);
	claim_read_locator(claim);
	claim->confidence = confidence_column(row, 12);
	claim->source_type = text_column(row, 13);
	claim->score = -1;
}

/* Does a claim that gives no page leave it to the block or passage it names? */
static bool
page_is_open(const Claim *claim)
{
	return claim->identity.page == 0 && claim->locator == NULL && !claim->is_whole;
}

/* A claim of a block is one of its passage, too; and the page of either is the
 * claim's, which has none of its own and no locator. */
static void
load_places(Memo *memo)
{
	Claim	  **open = palloc_array_huge(memo->nclaims + 1, sizeof(Claim *));
	Datum	   *passage_ids;
	Datum	   *block_ids;
	Datum		values[3] = {Int64GetDatum(memo->deal_id)};
	int			count = 0;

	for (int i = 0; i < memo->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[i];

		if (claim->passage_id == NULL ? claim->block_id >= 0 : page_is_open(claim))
			open[count++] = claim;
	}
	if (count == 0)
		return;
	passage_ids = palloc_array_huge(count, sizeof(Datum));
	block_ids = palloc_array_huge(count, sizeof(Datum));
	for (int i = 0; i < count; i++)
	{
		passage_ids[i] = text_datum(open[i]->passage_id == NULL ? "" : open[i]->passage_id);
		block_ids[i] = Int64GetDatum(open[i]->block_id);
	}
	values[1] = text_array_datum(passage_ids, count);
	values[2] = PointerGetDatum(construct_array(block_ids, count, INT8OID, sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
	count = statement_query(&stmt_load_places, values);
	for (int row = 0; row < count; row++)
	{
		Claim	   *claim = open[int_column(row, 1, 0) - 1];

		if (!slice_equal(slice_column(row, 3), slice_of(claim->identity.doc->doc_id)))
			continue;			/* it says another document */
		if (claim->passage_id == NULL)
			claim->passage_id = text_column(row, 2);
		if (page_is_open(claim))
			claim->identity.page = Max(page_column(row, 4), 0);
	}
}

void
load_claim_rows(Memo *memo, Datum *key)
{
	int			count = statement_query(&stmt_load_claims, key);
	SectionKey *keys = palloc(sizeof(SectionKey) * (memo->nsections + 1));
	SectionKey *found = NULL;

	for (int i = 0; i < memo->nsections; i++)
		keys[i] = (SectionKey) {memo->sections[i].section_key, i};
	qsort(keys, memo->nsections, sizeof(SectionKey), compare_section_keys);
	memo->claims = palloc_array_huge(count + 1, sizeof(Claim));
	memset(memo->claims, 0, sizeof(Claim) * (count + 1));
	for (int i = 0; i < count; i++)
	{
		SectionKey	wanted = {text_column(i, 3), 0};

		if (found == NULL || strcmp(found->key, wanted.key) != 0)
			found = bsearch(&wanted, keys, memo->nsections, sizeof(SectionKey), compare_section_keys);
		if (found == NULL)
			continue;			/* hidden from the caller by row security */
		memo->claims[memo->nclaims].section = found->index;
		load_claim_row(memo, &memo->claims[memo->nclaims], i);
		if (memo->claims[memo->nclaims].identity.doc == NULL)
			continue;
		memo->nclaims++;
	}
	load_places(memo);
	order_claims(memo);
}
