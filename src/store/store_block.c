/*
 * store_block.c
 *		The tables passage and block -> blocks for prompts and citations.
 */
#include "store/store_internal.h"
#include "blocks/blocks.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* ------------------------------------------------------------- statements */

/*
 * The columns that block_rows reads.  A block of kind passage stands for all of
 * its passage: text, page and box are the passage's, as it is now.  The box of a
 * passage is metadata.bbox, of which sides that are numbers count; whether it says
 * anything at all is the last column.
 */
#define BBOX_SIDE(side) \
	" CASE WHEN pg_catalog.jsonb_typeof(p.metadata -> 'bbox' -> '" side "') = 'number' THEN" \
	"  CASE WHEN (p.metadata -> 'bbox' ->> '" side "')::numeric BETWEEN -1000000 AND 1000000" \
	"   THEN (p.metadata -> 'bbox' ->> '" side "')::float8 END END"
#define BOX_SIDE(side) \
	" CASE WHEN b.kind = 'passage' THEN" BBOX_SIDE(side) " ELSE b.box_" side " END"
#define BLOCK_COLUMNS \
	" b.block_id, p.passage_id, p.doc_id, coalesce(nullif(d.title, ''), nullif(d.path, ''), d.doc_id)," \
	" CASE WHEN b.kind = 'passage' THEN p.page ELSE coalesce(b.page, p.page) END," \
	BOX_SIDE("left") "," BOX_SIDE("top") "," BOX_SIDE("width") "," BOX_SIDE("height") ", b.kind," \
	" (b.confidence * 1000)::int4, CASE WHEN b.kind = 'passage' THEN p.content ELSE b.content END, p.content," \
	" b.kind = 'passage' AND pg_catalog.jsonb_strip_nulls(p.metadata -> 'bbox') NOT IN ('null', '{}')"

/* One look in the index for each row, as PASSAGE_OF in store.c. */
#define PASSAGE_OF(relation) \
	" LATERAL (SELECT i.passage_id, i.doc_id, i.page, i.content, i.metadata FROM memocite.passage i" \
	"  WHERE i.deal_id = $1 AND i.passage_id = " relation ".passage_id OFFSET 0) p"
#define DOCUMENT_OF_PASSAGE \
	" LATERAL (SELECT i.title, i.path, i.doc_id FROM memocite.document i" \
	"  WHERE i.deal_id = $1 AND i.doc_id = p.doc_id OFFSET 0) d"
#define BLOCKS_OF_PASSAGE \
	" LEFT JOIN LATERAL (SELECT * FROM memocite.block i" \
	"  WHERE i.deal_id = $1 AND i.passage_id = p.passage_id OFFSET 0) b ON true" \
	" WHERE ($2 IS NULL OR p.doc_id = $2)"

static STATEMENT(stmt_load_passage_blocks, 2, INT8OID, TEXTOID)
"SELECT" BLOCK_COLUMNS " FROM memocite.passage p," DOCUMENT_OF_PASSAGE BLOCKS_OF_PASSAGE " AND p.deal_id = $1"
" ORDER BY p.doc_id COLLATE \"C\", p.page, p.passage_id COLLATE \"C\", b.block_no, b.block_id" END;

static STATEMENT(stmt_load_named_blocks, 3, INT8OID, TEXTOID, TEXTARRAYOID)
"SELECT" BLOCK_COLUMNS
" FROM (SELECT u.passage_id, min(u.ord) AS ord"
"  FROM unnest($3) WITH ORDINALITY AS u(passage_id, ord) GROUP BY u.passage_id) w,"
PASSAGE_OF("w") "," DOCUMENT_OF_PASSAGE BLOCKS_OF_PASSAGE
" ORDER BY w.ord, b.block_no, b.block_id" END;

static STATEMENT(stmt_load_blocks, 2, INT8OID, INT8ARRAYOID)
"SELECT" BLOCK_COLUMNS
" FROM unnest($2) AS u(block_id),"
" LATERAL (SELECT * FROM memocite.block i WHERE i.deal_id = $1 AND i.block_id = u.block_id OFFSET 0) b,"
PASSAGE_OF("b") "," DOCUMENT_OF_PASSAGE
" ORDER BY b.block_id" END;

static STATEMENT(stmt_load_boxes, 1, INT8OID)
"SELECT" BLOCK_COLUMNS
" FROM memocite.block b," PASSAGE_OF("b") "," DOCUMENT_OF_PASSAGE
" WHERE b.deal_id = $1 AND (b.kind = 'passage' OR b.box_left IS NOT NULL OR b.box_top IS NOT NULL"
"  OR b.box_width IS NOT NULL OR b.box_height IS NOT NULL) ORDER BY b.block_id" END;

static STATEMENT(stmt_find_unknown, 3, INT8OID, TEXTOID, TEXTARRAYOID)
"SELECT u.kind, u.id FROM ("
" SELECT 'document' AS kind, $2 AS id, 0 AS ord WHERE $2 IS NOT NULL AND NOT EXISTS"
"  (SELECT FROM memocite.document d WHERE d.deal_id = $1 AND d.doc_id = $2)"
" UNION ALL SELECT 'passage', w.id, w.ord FROM unnest($3) WITH ORDINALITY AS w(id, ord) WHERE"
"  (SELECT true FROM memocite.passage p WHERE p.deal_id = $1 AND p.passage_id = w.id) IS NULL) AS u"
" ORDER BY u.ord LIMIT 1" END;

/* No copy of what is the passage's: it could grow old.  No id that a deleted
 * block had: an answer may still cite it.  (As a column of JSON: a store of
 * version 1 does not have it.) */
static STATEMENT(stmt_add_passage_blocks, 2, INT8OID, TEXTARRAYOID)
"INSERT INTO memocite.block(deal_id, block_id, passage_id, block_no, content, kind)"
" SELECT $1, greatest((SELECT max(m.block_id) FROM memocite.block m WHERE m.deal_id = $1), 0,"
"   (SELECT (pg_catalog.to_jsonb(a) ->> 'next_block_id')::int8 - 1 FROM memocite.allocator a WHERE a.deal_id = $1))"
"  + row_number() OVER (ORDER BY n.ord), n.passage_id, 0, '', 'passage'"
" FROM unnest($2) WITH ORDINALITY AS n(passage_id, ord)"
" WHERE (SELECT count(*) FROM memocite.block b"
"  WHERE b.deal_id = $1 AND b.passage_id = n.passage_id AND b.kind = 'passage') = 0" END;

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
store_load_boxes(int64 deal_id, int *count)
{
	Datum		key = Int64GetDatum(deal_id);

	*count = statement_query(&stmt_load_boxes, &key);
	return block_rows(*count);
}
