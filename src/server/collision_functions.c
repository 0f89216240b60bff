/*
 * collision_functions.c
 *		SQL-callable: memo_collisions, memo_resolve_collisions.
 */
#include "server/server_internal.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "render/render.h"
#include "output/output.h"
#include "stages/stages.h"
#include "store/store.h"

#include "access/xact.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_type.h"
#include "commands/async.h"
#include "commands/extension.h"
#include "fmgr.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "portability/instr_time.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/snapmgr.h"
#include "utils/uuid.h"

PG_FUNCTION_INFO_V1(memo_collisions);
PG_FUNCTION_INFO_V1(memo_resolve_collisions);

static Memo *
load_collisions(int64 deal_id)
{
	Memo	   *memo = store_load(deal_id, 0);

	memo_scan(memo);
	stage0_normalize_global_ids(memo);
	return memo;
}

static void
return_collisions(FunctionCallInfo fcinfo, const Memo *memo)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	for (int i = 0; i < memo->collisions.count; i++)
	{
		const Collision *host = &memo->collisions.items[i];
		Datum		values[6];
		bool		nulls[6] = {false};

		values[0] = Int64GetDatum(host->src_id);
		values[1] = text_datum(memo->sections[host->section].section_key);
		nulls[2] = host->identity.doc == NULL;
		values[2] = nulls[2] ? 0 : text_datum(host->identity.doc->doc_id);
		nulls[3] = host->identity.page == 0;
		values[3] = Int32GetDatum(host->identity.page);
		values[4] = text_datum(host->decision);
		values[5] = Int64GetDatum(host->new_id);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
}

Datum
memo_collisions(PG_FUNCTION_ARGS)
{
	int			level;

	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	return_collisions(fcinfo, load_collisions(PG_GETARG_INT64(0)));
	store_close(level);
	return (Datum) 0;
}

typedef struct WriteBack
{
	const Collision **remapped; /* by section, then id */
	int			nremapped;
	int			next;			/* of the section that is being written */
	Datum	   *keys;
	Datum	   *bodies;
	int			nbodies;
	Datum	   *claim_ids;
	Datum	   *src_ids;
	int			nclaims;
} WriteBack;

static int
compare_hosts(const void *a, const void *b)
{
	const Collision *x = *(const Collision *const *) a;
	const Collision *y = *(const Collision *const *) b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->src_id < y->src_id ? -1 : x->src_id > y->src_id;
}

static void
collect_remapped(const Memo *memo, WriteBack *write)
{
	write->remapped = palloc_array_huge(memo->collisions.count + 1, sizeof(Collision *));
	for (int i = 0; i < memo->collisions.count; i++)
		if (memo->collisions.items[i].new_id != memo->collisions.items[i].src_id)
			write->remapped[write->nremapped++] = &memo->collisions.items[i];
	qsort(write->remapped, write->nremapped, sizeof(Collision *), compare_hosts);
}

/* The ids of the next section that get a new one; sections come in order. */
static IdMap *
section_map(WriteBack *write, int section, int *count)
{
	IdMap	   *map;

	*count = 0;
	while (write->next + *count < write->nremapped && write->remapped[write->next + *count]->section == section)
		(*count)++;
	map = palloc_array_huge(*count + 1, sizeof(IdMap));
	for (int i = 0; i < *count; i++)
		map[i] = (IdMap) {write->remapped[write->next + i]->src_id, write->remapped[write->next + i]->new_id};
	write->next += *count;
	return map;
}

static void
collect_section(Memo *memo, Section *section, WriteBack *write)
{
	StringInfoData body;
	int			nmap;
	IdMap	   *map = section_map(write, section->index, &nmap);

	initStringInfo(&body);
	renumber_body(memo, section, map, nmap, &body);
	if (body.len != section->body.len || memcmp(body.data, section->body.data, body.len) != 0)
	{
		write->keys[write->nbodies] = text_datum(section->section_key);
		write->bodies[write->nbodies++] = PointerGetDatum(cstring_to_text_with_len(body.data, body.len));
	}
	for (int i = 0; i < section->nclaims; i++)
	{
		Claim	   *claim = &memo->claims[section->first_claim + i];
		int64		new_id = id_mapped(map, nmap, claim->src_id);

		if (new_id == claim->src_id)
			continue;
		write->claim_ids[write->nclaims] = PointerGetDatum(claim->claim_id);
		write->src_ids[write->nclaims++] = Int64GetDatum(new_id);
	}
	pfree(map);
	pfree(body.data);
}

static void
write_back(Memo *memo)
{
	WriteBack	write = {
		.keys = palloc(sizeof(Datum) * (memo->nsections + 1)),
		.bodies = palloc(sizeof(Datum) * (memo->nsections + 1)),
		.claim_ids = palloc_array_huge(memo->nclaims + 1, sizeof(Datum)),
		.src_ids = palloc_array_huge(memo->nclaims + 1, sizeof(Datum)),
	};

	collect_remapped(memo, &write);
	for (int i = 0; i < memo->nsections; i++)
		collect_section(memo, &memo->sections[i], &write);
	store_write_back(memo,
					 text_array_datum(write.keys, write.nbodies),
					 text_array_datum(write.bodies, write.nbodies),
					 PointerGetDatum(construct_array(write.claim_ids, write.nclaims, UUIDOID, UUID_LEN, false, TYPALIGN_CHAR)),
					 PointerGetDatum(construct_array(write.src_ids, write.nclaims, INT8OID, 8, FLOAT8PASSBYVAL, TYPALIGN_DOUBLE)));
}

Datum
memo_resolve_collisions(PG_FUNCTION_ARGS)
{
	int			level;
	Memo	   *memo;

	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	store_lock(PG_GETARG_INT64(0));
	PushActiveSnapshot(GetTransactionSnapshot());
	memo = load_collisions(PG_GETARG_INT64(0));
	PopActiveSnapshot();
	write_back(memo);
	return_collisions(fcinfo, memo);
	store_close(level);
	return (Datum) 0;
}
