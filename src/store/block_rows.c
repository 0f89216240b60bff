/*
 * block_rows.c
 *		The tables passage and block -> blocks for prompts and citations.
 *
 * A block of kind passage stands for all of its passage: what it shows is the passage's
 * as it is now.  A passage that no block is of comes as one whose id is -1, until
 * store_add_passage_blocks() gives it an id.
 */
#include "store/store_internal.h"
#include "blocks/blocks.h"


/* The columns BLOCK_COLUMNS. */
static SourceBlock *
block_rows(int count)
{
	SourceBlock *blocks = palloc_array_huge(count + 1, sizeof(SourceBlock));

	for (int i = 0; i < count; i++)
	{
		SourceBlock *block = &blocks[i];

		block->block_id = id_column(i, 1, -1);
		block->passage_id = text_column(i, 2);
		block->doc_id = text_column(i, 3);
		block->title = text_column(i, 4);
		block->page = Max(int_column(i, 5, 0), 0);
		block->box = (Box) {float_column(i, 6), float_column(i, 7), float_column(i, 8),
			float_column(i, 9), bool_column(i, 14)};
		block->kind = text_column(i, 10);
		block->confidence = int_column(i, 11, -1);
		block->passage_content = slice_column(i, 13);
		block->content = block->block_id < 0 ? block->passage_content : slice_column(i, 12);
	}
	return blocks;
}

/* As statements that may write are read: a function that gives a passage its
 * block sees it. */
SourceBlock *
store_load_passage_blocks(int64 deal_id, const char *doc_id, Datum passage_ids, int *count)
{
	Datum values[3] = {Int64GetDatum(deal_id), doc_id == NULL ? 0 : text_datum(doc_id),
					   passage_ids};
	char		nulls[] = {' ', doc_id == NULL ? 'n' : ' ', passage_ids == 0 ? 'n' : ' ', '\0'};

	if (statement_run(&stmt_find_unknown, values, nulls) > 0)
	{
		char	   *id = text_column(0, 2);

		if (id == NULL)
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("passage_ids contains a null")));
		ereport(ERROR, (errcode(ERRCODE_NO_DATA_FOUND),
						errmsg("deal " INT64_FORMAT " has no %s \"%s\"", deal_id,
							   text_column(0, 1), id)));
	}
	*count = statement_run(passage_ids == 0 ? &stmt_load_passage_blocks : &stmt_load_named_blocks,
						   values, nulls);
	return block_rows(*count);
}

void
store_add_passage_blocks(int64 deal_id, SourceBlock **passages, int count)
{
	Datum	   *ids = palloc_array_huge(count + 1, sizeof(Datum));

	for (int i = 0; i < count; i++)
		ids[i] = text_datum(passages[i]->passage_id);
	store_lock(deal_id);		/* nobody else takes the same ids */
	RUN(stmt_add_passage_blocks, Int64GetDatum(deal_id), text_array_datum(ids, count));
}

SourceBlock *
store_load_blocks(int64 deal_id, const int64 *ids, int nids, int *count)
{
	*count = QUERY(stmt_load_blocks, Int64GetDatum(deal_id), int8_array_datum(ids, nids));
	return block_rows(*count);
}

SourceBlock *
store_load_document_blocks(int64 deal_id, const SourceBlock *blocks, int nblocks, int *count)
{
	Datum	   *ids = palloc_array_huge(nblocks + 1, sizeof(Datum));

	for (int i = 0; i < nblocks; i++)
		ids[i] = text_datum(blocks[i].doc_id);
	*count =
		QUERY(stmt_load_document_blocks, Int64GetDatum(deal_id), text_array_datum(ids, nblocks));
	return block_rows(*count);
}

SourceBlock *
store_load_boxes(int64 deal_id, int *count)
{
	*count = query_deal(&stmt_load_boxes, deal_id);
	return block_rows(*count);
}
