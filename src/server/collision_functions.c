/*
 * collision_functions.c
 *		SQL-callable: ids that sections use for different sources, shown and resolved.
 *
 * [SRC:3] is a claim of "debt" and another of "market": memo_resolve_collisions()
 * writes [SRC:3] of the second as [SRC:12] into its body and its claim.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "stages/stages.h"

#include "catalog/pg_type.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(memo_collisions);
PG_FUNCTION_INFO_V1(memo_resolve_collisions);

/* The deal as far as stage 0 takes it, which finds the collisions. */
static Memo *
load_collisions(int64 deal_id)
{
	Memo	   *memo = store_load(deal_id, 0);

	scan_sections(memo);
	stage0_normalize_global_ids(memo);
	return memo;
}

static void
return_collisions(Rows *rows, const Memo *memo)
{
	for (int i = 0; i < memo->work->collisions.count; i++)
	{
		const Collision *host = &memo->work->collisions.items[i];

		put_id(rows, host->src_id, PG_INT64_MIN);
		put_text(rows, memo->sections[host->section].section_key);
		put_text(rows, host->identity.doc == NULL ? NULL : host->identity.doc->doc_id);
		put_int(rows, host->identity.page, 1);
		put_text(rows, host->decision);
		put_id(rows, host->new_id, PG_INT64_MIN);
		end_row(rows);
	}
}

Datum
memo_collisions(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_store_rows(fcinfo);

	return_collisions(&rows, load_collisions(deal_id));
	return close_rows(&rows);
}

/* ------------------------------------------------------------ writing back */

typedef struct WriteBack
{
	VEC(Datum)	keys;
	VEC(Datum)	bodies;
	VEC(Datum)	claim_ids;
	VEC(int64)	src_ids;
} WriteBack;

/* A section's body and claims with the new ids, where they differ from the old. */
static void
collect_section(Memo *memo, Section *section, WriteBack *write)
{
	int			nhosts = memo->work->collisions.count;
	IdMap	   *map = palloc_array_huge(nhosts + 1, sizeof(IdMap));
	int			nmap = 0;
	StringInfoData body;

	for (int i = 0; i < nhosts; i++)	/* by id */
	{
		const Collision *host = &memo->work->collisions.items[i];

		if (host->section == section->index && host->new_id != host->src_id)
			map[nmap++] = (IdMap) {host->src_id, host->new_id};
	}
	initStringInfo(&body);
	markers_rewrite(memo, section, section->prose, map, nmap, &body);
	if (!slice_equal((Slice) {body.data, body.len}, section->body))
	{
		*VEC_PUSH(&write->keys) = text_datum(section->section_key);
		*VEC_PUSH(&write->bodies) = slice_text((Slice) {body.data, body.len});
	}
	for (int i = 0; i < section->claims.count; i++)
	{
		Claim	   *claim = &memo->claims[section->claims.first + i];
		int64		new_id = id_mapped(map, nmap, claim->src_id);

		if (new_id == claim->src_id)
			continue;
		*VEC_PUSH(&write->claim_ids) = PointerGetDatum(claim->claim_id);
		*VEC_PUSH(&write->src_ids) = new_id;
	}
	pfree(map);
	pfree(body.data);
}

Datum
memo_resolve_collisions(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_store_rows(fcinfo);
	Memo	   *memo;
	WriteBack	write = {0};

	store_lock(deal_id);
	PushActiveSnapshot(GetTransactionSnapshot());
	memo = load_collisions(deal_id);
	PopActiveSnapshot();
	for (int i = 0; i < memo->nsections; i++)
		collect_section(memo, &memo->sections[i], &write);
	store_write_back(memo,
					 text_array_datum(write.keys.items, write.keys.count),
					 text_array_datum(write.bodies.items, write.bodies.count),
					 array_datum(write.claim_ids.items, NULL, write.claim_ids.count, UUIDOID),
					 int8_array_datum(write.src_ids.items, write.src_ids.count));
	return_collisions(&rows, memo);
	return close_rows(&rows);
}
