/*
 * block_rows.c
 *		The tables passage and block -> blocks for prompts and citations.
 */
#include "store/store_internal.h"
#include "blocks/blocks.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* ------------------------------------------------------------- statements */

/* -------------------------------------------------------------------- rows */

static double
fraction_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	return is_null ? NAN : DatumGetFloat8(value);
}

/* The columns BLOCK_COLUMNS. */
static SourceBlock *
block_rows(int count)
{
	SourceBlock *blocks = palloc_array_huge(count + 1, sizeof(SourceBlock));

	for (int i = 0; i < count; i++)
	{
		SourceBlock *block = &blocks[i];

		block->block_id = int_column(i, 1, -1);
		block->passage_id = text_column(i, 2);
		block->doc_id = text_column(i, 3);
		block->title = text_column(i, 4);
		block->page = (int) Max(int_column(i, 5, 0), 0);
		block->box = (Box) {fraction_column(i, 6), fraction_column(i, 7), fraction_column(i, 8), fraction_column(i, 9),
			bool_column(i, 14)};
		block->kind = text_column(i, 10);
		block->confidence = (int) int_column(i, 11, -1);
		block->passage_content = slice_column(i, 13);
		block->content = block->block_id < 0 ? block->passage_content : slice_column(i, 12);
	}
	return blocks;
}

/* What a call names must be there. */
static void
check_known(Datum *values, const char *nulls)
{
	if (statement_run(&stmt_find_unknown, values, nulls) > 0)
	{
		char	   *id = text_column(0, 2);

		if (id == NULL)
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("passage_ids contains a null")));
		ereport(ERROR,
				(errcode(ERRCODE_NO_DATA_FOUND),
				 errmsg("deal " INT64_FORMAT " has no %s \"%s\"", DatumGetInt64(values[0]), text_column(0, 1), id)));
	}
}

/* As statements that may write are read: a function that gives a passage its
 * block sees it. */
SourceBlock *
store_load_passage_blocks(int64 deal_id, const char *doc_id, Datum passage_ids, int *count)
{
	Datum		values[3] = {Int64GetDatum(deal_id), doc_id == NULL ? 0 : text_datum(doc_id), passage_ids};
	char		nulls[] = {' ', doc_id == NULL ? 'n' : ' ', passage_ids == 0 ? 'n' : ' ', '\0'};

	check_known(values, nulls);
	*count = statement_run(passage_ids == 0 ? &stmt_load_passage_blocks : &stmt_load_named_blocks, values, nulls);
	return block_rows(*count);
}

void
store_add_passage_blocks(int64 deal_id, SourceBlock **passages, int count)
{
	Datum	   *ids = palloc_array_huge(count + 1, sizeof(Datum));
	Datum		values[2] = {Int64GetDatum(deal_id)};

	for (int i = 0; i < count; i++)
		ids[i] = text_datum(passages[i]->passage_id);
	values[1] = text_array_datum(ids, count);
	store_lock(deal_id);		/* nobody else takes the same ids */
	statement_run(&stmt_add_passage_blocks, values, NULL);
}

SourceBlock *
store_load_blocks(int64 deal_id, const int64 *ids, int nids, int *count)
{
	Datum	   *items = palloc_array_huge(nids + 1, sizeof(Datum));
	Datum		values[2] = {Int64GetDatum(deal_id)};

	for (int i = 0; i < nids; i++)
		items[i] = Int64GetDatum(ids[i]);
	values[1] = PointerGetDatum(construct_array(items, nids, INT8OID, 8, FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
	*count = statement_query(&stmt_load_blocks, values);
	return block_rows(*count);
}

SourceBlock *
store_load_document_blocks(int64 deal_id, const SourceBlock *blocks, int nblocks, int *count)
{
	Datum	   *ids = palloc_array_huge(nblocks + 1, sizeof(Datum));
	Datum		values[2] = {Int64GetDatum(deal_id)};

	for (int i = 0; i < nblocks; i++)
		ids[i] = text_datum(blocks[i].doc_id);
	values[1] = text_array_datum(ids, nblocks);
	*count = statement_query(&stmt_load_document_blocks, values);
	return block_rows(*count);
}

SourceBlock *
store_load_boxes(int64 deal_id, int *count)
{
	Datum		key = Int64GetDatum(deal_id);

	*count = statement_query(&stmt_load_boxes, &key);
	return block_rows(*count);
}
