/*
 * load_claim.c
 *		The rows of memocite.claim -> the claims of a Memo, by section.
 *
 * A claim that names a block, and no page, is of the page and the passage of the block:
 * (src_id 3, block 7) with block 7 on page 12 of passage "p1" is loaded as page 12, "p1".
 *
 * A new member needs its column, with its comment, in memo_store_tables() (sql/; then `make
 * docs`), in stmt_load_claims (statements.c) and here, its field in Claim (memo/memo.h),
 * hash_claim() in input_hash.c (else a changed one leaves an old memo), in
 * stmt_import_claims, in test/fuzz/input.c and sql.c, and tests in test/sql/claims.sql.
 * Agents that write JSON need it in memo_claim_row, memo_read_claims, memo_warn_of_members
 * and memo_put_claims (all in sql/); the ledger shows it by a line of detaillist.def.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

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

/* A claim whose document the caller cannot see has none, and is left out. */
static void
load_claim_row(Memo *memo, Claim *claim, int row)
{
	bool		is_null;
	Slice		doc_id = slice_column(row, 6);

	memcpy(claim->claim_id, DatumGetUUIDP(column(row, 2, &is_null))->data, UUID_LEN);
	claim->src_id = id_column(row, 4, -1);
	claim->text = text_column(row, 5);
	claim->identity.doc = memo_document(memo, doc_id.data, doc_id.len);
	claim->identity.page = page_column(row, 7);
	claim->passage_id = text_column(row, 8);
	claim->block_id = id_column(row, 9, -1);
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
	Datum	   *passage_ids = palloc_array_huge(memo->nclaims + 1, sizeof(Datum));
	int64	   *block_ids = palloc_array_huge(memo->nclaims + 1, sizeof(int64));
	int			count = 0;

	for (int i = 0; i < memo->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[i];

		if (claim->passage_id == NULL ? claim->block_id < 0 : !page_is_open(claim))
			continue;
		passage_ids[count] = text_datum(claim->passage_id == NULL ? "" : claim->passage_id);
		block_ids[count] = claim->block_id;
		open[count++] = claim;
	}
	if (count == 0)
		return;
	count = QUERY(stmt_load_places, Int64GetDatum(memo->deal_id),
				  text_array_datum(passage_ids, count),
				  int8_array_datum(block_ids, count));
	for (int row = 0; row < count; row++)
	{
		Claim	   *claim = open[id_column(row, 1, 0) - 1];

		if (!slice_equal(slice_column(row, 3), slice_of(claim->identity.doc->doc_id)))
			continue;			/* it says another document */
		if (claim->passage_id == NULL)
			claim->passage_id = text_column(row, 2);
		if (page_is_open(claim))
			claim->identity.page = Max(page_column(row, 4), 0);
	}
}

void
load_claim_rows(Memo *memo)
{
	int			count = query_deal(&stmt_load_claims, memo->deal_id);
	KeyIndex   *sections = index_sections(memo);

	memo->claims = zeroed_array(count + 1, sizeof(Claim));
	for (int i = 0; i < count; i++)
	{
		Claim	   *claim = &memo->claims[memo->nclaims];

		claim->section = key_at(sections, text_column(i, 3));
		if (claim->section < 0)
			continue;			/* hidden from the caller by row security */
		load_claim_row(memo, claim, i);
		if (claim->identity.doc != NULL)
			memo->nclaims++;
	}
	load_places(memo);
	order_claims(memo);
}
