/*
 * save.c
 *		A finished Memo -> the tables, and stored revisions read back.
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "render/render.h"

#include "access/transam.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

/* ------------------------------------------------------------ small writes */

int
store_upsert_sections(int64 deal_id, Datum sections, ShorterSection **shorter)
{
	Datum		values[3] = {sections};
	Datum	   *keys;
	int			nkeys = 0;
	int			count;

	if (statement_query(&stmt_find_bad_section, values) > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("element " INT64_FORMAT " of sections %s", int_column(0, 2, 0), text_column(0, 1)),
				 errdetail("sections is an array of {section_key, title, body, score, agent, position, structured, id_scope}.")));
	values[0] = Int64GetDatum(deal_id);
	values[1] = sections;
	count = statement_query(&stmt_find_longer_sections, values);
	keys = palloc(sizeof(Datum) * (count + 1));
	*shorter = palloc(sizeof(ShorterSection) * (count + 1));
	for (int i = 0; i < count; i++)
	{
		(*shorter)[i] = (ShorterSection) {text_column(i, 1), (int) int_column(i, 2, 0), (int) int_column(i, 3, 0), bool_column(i, 4)};
		if ((*shorter)[i].is_refused)
			keys[nkeys++] = text_datum((*shorter)[i].section_key);
	}
	values[2] = text_array_datum(keys, nkeys);
	statement_run(&stmt_upsert_sections, values, NULL);
	return count;
}

void
tell_shorter_section(Memo *memo, const ShorterSection *section)
{
	if (section->is_refused)
		memo_event(memo, EVENT_stored_section_kept, -1, slice_of(section->section_key), NULL);
	else
		memo_event(memo, EVENT_stored_section_replaced, -1, slice_of(section->section_key),
				   "{\"stored\":%d,\"given\":%d}", section->stored, section->given);
}

bool
store_enqueue(int64 deal_id)
{
	Datum		values[] = {Int64GetDatum(deal_id),
	Int64GetDatum((int64) U64FromFullTransactionId(GetTopFullTransactionId()))};

	return statement_run(&stmt_insert_request, values, NULL) > 0;
}

void
store_dequeue(Memo *memo)
{
	Datum		values[] = {Int64GetDatum(memo->deal_id), memo->queue_requests};

	if (memo->has_requests)
		statement_run(&stmt_delete_requests, values, NULL);
}

int
store_section_position(const char *section_key)
{
	static const struct
	{
		const char *key;
		int			position;
	}			built_in[] = {
		{"executive_summary", 100}, {"transaction_overview", 150}, {"property", 200}, {"market", 300},
		{"comparables", 400}, {"tenancy", 450}, {"financial", 500}, {"debt", 550}, {"sponsor", 600},
		{"risk", 700}, {"environmental", 750}, {"exit", 900},
	};
	Datum		values[] = {text_datum(section_key)};

	if (statement_query(&stmt_find_section_kind, values) > 0)
		return (int) int_column(0, 1, 1000);
	for (int i = 0; i < (int) lengthof(built_in); i++)
		if (strcmp(built_in[i].key, section_key) == 0)
			return built_in[i].position;
	return 1000;
}

char *
store_section_title(const char *section_key)
{
	Datum		values[] = {text_datum(section_key)};

	return statement_query(&stmt_find_section_kind, values) > 0 ? text_column(0, 2) : NULL;
}

void
store_write_back(Memo *memo, Datum keys, Datum bodies, Datum claim_ids, Datum src_ids)
{
	Datum		values[] = {Int64GetDatum(memo->deal_id), keys, bodies};

	statement_run(&stmt_update_bodies, values, NULL);
	values[1] = claim_ids;
	values[2] = src_ids;
	statement_run(&stmt_update_claims, values, NULL);
}

/* ------------------------------------------------------------- a revision */

/* In which revision each section's text is stored; 0 = it must be written. */
static int *
stored_revisions(Memo *memo, int latest)
{
	Datum		values[] = {Int64GetDatum(memo->deal_id), Int32GetDatum(latest)};
	int		   *stored = palloc0(sizeof(int) * (memo->nsections + 1));
	int			count = latest == 0 ? 0 : statement_query(&stmt_load_stored_hashes, values);
	int			next = 0;

	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		for (int tries = 0; tries < count; tries++, next = (next + 1) % count)
		{
			uint8		body[32];
			uint8		agent[32];

			if (!slice_equal(slice_column(next, 1), slice_of(section->section_key)))
				continue;		/* usually the same order as last time */
			hash_column(next, 3, body);
			hash_column(next, 4, agent);
			if (memcmp(body, section->rendered_sha256, 32) == 0 &&
				memcmp(agent, section->body_sha256, 32) == 0)
				stored[i] = (int) int_column(next, 2, 0);
			next = (next + 1) % count;
			break;
		}
	}
	return stored;
}

static Datum
bytea_datum(const uint8 *hash)
{
	bytea	   *value = palloc(VARHDRSZ + 32);

	SET_VARSIZE(value, VARHDRSZ + 32);
	memcpy(VARDATA(value), hash, 32);
	return PointerGetDatum(value);
}

/* An array of texts, or of what is stored as text is: json, bytea. */
static Datum
array_datum(const Slice *items, int count, Oid type)
{
	Size		size = ARR_OVERHEAD_NONULLS(1);
	ArrayType  *array;
	char	   *at;

	for (int i = 0; i < count; i++)
		size += INTALIGN(VARHDRSZ + items[i].len);
	array = palloc(size);
	memset(array, 0, ARR_OVERHEAD_NONULLS(1));
	SET_VARSIZE(array, size);
	array->ndim = 1;
	array->elemtype = type;
	ARR_DIMS(array)[0] = count;
	ARR_LBOUND(array)[0] = 1;
	at = ARR_DATA_PTR(array);
	for (int i = 0; i < count; i++)
	{
		int			padded = INTALIGN(VARHDRSZ + items[i].len);

		memset(at + padded - sizeof(int32), 0, sizeof(int32));	/* what pads it */
		SET_VARSIZE(at, VARHDRSZ + items[i].len);
		memcpy(VARDATA(at), items[i].data, items[i].len);
		at += padded;
	}
	return PointerGetDatum(array);
}

/* Writes the sections whose text changed, in batches that stay far below the
 * size of one Datum. */
static void
save_sections(Memo *memo, int revision, const int *stored)
{
	static const Oid types[] = {TEXTOID, TEXTOID, BYTEAOID, JSONOID, BYTEAOID};

	for (int next = 0; next < memo->nsections;)
	{
		Slice	   *columns[lengthof(types)];
		Datum		values[2 + lengthof(types)] = {Int64GetDatum(memo->deal_id), Int32GetDatum(revision)};
		int			count = 0;
		int64		bytes = 0;

		for (int i = 0; i < (int) lengthof(types); i++)
			columns[i] = palloc(sizeof(Slice) * (memo->nsections - next));
		for (; next < memo->nsections && bytes < 64 * 1024 * 1024; next++)
		{
			Section    *section = &memo->sections[next];
			StringInfoData edits;

			if (stored[next] != 0)
				continue;
			initStringInfo(&edits);
			changes_json(section, &edits);
			bytes += section->rendered.len + edits.len;
			columns[0][count] = slice_of(section->section_key);
			columns[1][count] = (Slice) {section->rendered.data, section->rendered.len};
			columns[2][count] = (Slice) {(char *) section->rendered_sha256, 32};
			columns[3][count] = (Slice) {edits.data, edits.len};
			columns[4][count++] = (Slice) {(char *) section->body_sha256, 32};
		}
		for (int i = 0; i < (int) lengthof(types); i++)
			values[2 + i] = array_datum(columns[i], count, types[i]);
		if (count > 0)
			statement_run(&stmt_insert_sections, values, NULL);
	}
}

static char *
manifest_json(const Memo *memo, int revision, const int *stored)
{
	StringInfoData out;

	initStringInfo(&out);
	appendStringInfoChar(&out, '[');
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];

		appendStringInfo(&out, "%s{\"section_key\":", i == 0 ? "" : ",");
		append_json_string(&out, section->section_key, (int) strlen(section->section_key));
		appendStringInfoString(&out, ",\"title\":");
		append_json_string(&out, section->title, (int) strlen(section->title));
		appendStringInfo(&out, ",\"revision\":%d}", stored[i] != 0 ? stored[i] : revision);
	}
	appendStringInfoChar(&out, ']');
	return out.data;
}

static void
save_detail(Memo *memo, int revision)
{
	Datum		values[NDETAILS + 3];
	char		nulls[NDETAILS + 3];

	values[0] = Int64GetDatum(memo->deal_id);
	values[1] = Int32GetDatum(revision);
	values[2] = PointerGetDatum(cstring_to_text_with_len(memo->tail.data, memo->tail.len));
	memset(nulls, ' ', 3);
	detail_columns(memo, values + 3, nulls + 3);
	statement_run(&stmt_insert_detail, values, nulls);
}

/* The same from deal to deal, nearly always: kept for the session. */
static Datum
policy_datum(const Policy *policy)
{
	static char *text = NULL;
	static Jsonb *kept = NULL;
	StringInfoData out;
	Jsonb	   *jsonb;

	initStringInfo(&out);
	policy_json(policy, &out);
	if (text != NULL && strcmp(text, out.data) == 0)
		return JsonbPGetDatum(kept);
	jsonb = DatumGetJsonbP(jsonb_datum(out.data));
	if (text != NULL)
	{
		pfree(text);
		pfree(kept);
	}
	text = NULL;
	kept = memcpy(MemoryContextAlloc(TopMemoryContext, VARSIZE(jsonb)), jsonb, VARSIZE(jsonb));
	text = MemoryContextStrdup(TopMemoryContext, out.data);
	return JsonbPGetDatum(kept);
}

void
store_save(Memo *memo, int revision, Datum report)
{
	int		   *stored = stored_revisions(memo, revision - 1);
	const char *reasons[MOST_REASONS];
	int			nreasons = memo_reasons(memo, reasons);
	Datum		texts[MOST_REASONS];
	Datum		values[10];

	values[0] = Int64GetDatum(memo->deal_id);
	values[1] = Int32GetDatum(revision);
	values[2] = text_datum(memo_status(memo));
	values[3] = text_datum(manifest_json(memo, revision, stored));
	values[4] = DateADTGetDatum(memo->as_of_day);
	values[5] = bytea_datum(memo->input_sha256);
	values[6] = policy_datum(&memo->policy);
	values[7] = report;
	values[8] = text_datum(memo->name);
	for (int i = 0; i < nreasons; i++)
		texts[i] = text_datum(reasons[i]);
	values[9] = text_array_datum(texts, nreasons);
	if (statement_run(&stmt_insert_revision, values, NULL) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("could not serialize access due to a concurrent memo_finalize"),
				 errhint("The transaction might succeed if retried.")));
	save_detail(memo, revision);
	save_sections(memo, revision, stored);
	store_dequeue(memo);
	if (revision > memo->policy.keep_revisions)
	{
		values[1] = Int32GetDatum(memo->policy.keep_revisions);
		statement_run(&stmt_prune_revisions, values, NULL);
	}
}
