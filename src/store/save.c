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

/* ------------------------------------------------------------ reading back */

static void
read_section_rows(StoredMemo *memo, Datum *key)
{
	memo->nsections = statement_query(&stmt_read_sections, key);
	memo->sections = palloc0(sizeof(StoredSection) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections; i++)
	{
		StoredSection *section = &memo->sections[i];

		section->section_key = text_column(i, 1);
		section->title = text_column(i, 2);
		section->body = text_column(i, 3);
		section->agent_body = text_column(i, 4);
		hash_column(i, 5, section->body_sha256);
		hash_column(i, 6, section->agent_sha256);
	}
}

/* The edit scripts of all sections, by section and place. */
static void
read_edit_rows(StoredMemo *memo, Datum *key)
{
	int			count = statement_query(&stmt_read_edits, key);
	Change	   *changes = palloc_array_huge(count + 1, sizeof(Change));

	for (int i = 0; i < count; i++)
	{
		StoredSection *section = &memo->sections[int_column(i, 1, 0)];

		if (section->nchanges++ == 0)
			section->changes = &changes[i];
		changes[i].offset = (int) int_column(i, 2, 0);
		changes[i].removed = slice_column(i, 3);
		changes[i].inserted = slice_column(i, 4);
		changes[i].stage = text_column(i, 5);
	}
}

/* A day as text, NULL when there is none. */
static char *
day_column(int row, int number, int32 *day)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);

	*day = is_null ? 0 : DatumGetDateADT(value);
	return is_null || DATE_NOT_FINITE(*day) ? NULL : iso_date(*day);
}

static void
read_note_rows(StoredMemo *memo, Datum *key)
{
	memo->nnotes = statement_query(&stmt_read_notes, key);
	memo->notes = palloc0(sizeof(StoredNote) * (memo->nnotes + 1));
	for (int i = 0; i < memo->nnotes; i++)
	{
		StoredNote *note = &memo->notes[i];

		note->key = text_column(i, 1);
		note->kind = text_column(i, 2);
		note->definition = text_column(i, 3);
		note->refs = (int) int_column(i, 4, 0);
		note->doc_name = text_column(i, 5);
		note->doc_id = text_column(i, 6);
		note->page = (int) int_column(i, 7, 0);
		note->locator = text_column(i, 8);
		note->confidence = (int) int_column(i, 9, -1);
		note->source_type = text_column(i, 10);
		note->ingested = day_column(i, 11, &note->ingested_day);
		note->stale_since = bool_column(i, 12) ? note->ingested : NULL;
	}
}

/* A reference of a stored memo, to be put in reading order. */
typedef struct StoredReference
{
	int			section;
	int			offset;
	int			note;
	int			confidence;
	ShownQuote	shown;
} StoredReference;

static int
compare_references(const void *a, const void *b)
{
	const StoredReference *x = a;
	const StoredReference *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* References of all notes in reading order. */
static StoredReference *
read_references(const StoredMemo *memo, Datum *key, int *count)
{
	SectionKey *order = palloc(sizeof(SectionKey) * (memo->nsections + 1));
	StoredReference *references;
	int			rows = statement_query(&stmt_read_references, key);

	for (int i = 0; i < memo->nsections; i++)
		order[i] = (SectionKey) {memo->sections[i].section_key, i};
	qsort(order, memo->nsections, sizeof(SectionKey), compare_section_keys);
	references = palloc_array_huge(rows + 1, sizeof(StoredReference));
	*count = 0;
	for (int i = 0; i < rows; i++)
	{
		SectionKey	wanted = {text_column(i, 1), 0};
		SectionKey *found = bsearch(&wanted, order, memo->nsections, sizeof(SectionKey), compare_section_keys);
		int			note = (int) int_column(i, 2, 0);

		CHECK_FOR_INTERRUPTS();
		if (found != NULL && note >= 1 && note <= memo->nnotes)
			references[(*count)++] = (StoredReference) {found->index, (int) int_column(i, 3, 0), note,
				(int) int_column(i, 4, -1), {slice_of(text_column(i, 5)), bool_column(i, 6)}};
	}
	qsort(references, *count, sizeof(StoredReference), compare_references);
	return references;
}

/* The confidence of each reference, where it may differ from the note's, and its quote. */
static void
read_reference_rows(StoredMemo *memo, Datum *key)
{
	StoredReference *references;
	int		   *seen;
	int			count;
	bool		is_needed = false;

	for (int i = 0; i < memo->nnotes; i++)
		is_needed |= (memo->notes[i].confidence >= 0 && memo->notes[i].refs > 1) ||
			(memo->notes[i].doc_id != NULL && strchr(memo->notes[i].definition, '"') != NULL);
	if (!is_needed)
		return;
	references = read_references(memo, key, &count);
	seen = palloc_array_huge(memo->nnotes + 1, sizeof(int));
	memset(seen, 0, sizeof(int) * (memo->nnotes + 1));
	for (int i = 0; i < count; i++)
	{
		StoredNote *note = &memo->notes[references[i].note - 1];
		int			nth = seen[references[i].note - 1]++;

		if (note->confidences == NULL)
		{
			note->confidences = palloc0(sizeof(int) * Max(note->refs, 1));
			note->shown = palloc0(sizeof(ShownQuote) * Max(note->refs, 1));
		}
		if (nth >= note->refs)
			continue;
		note->confidences[nth] = references[i].confidence;
		note->shown[nth] = references[i].shown;
	}
	pfree(seen);
	pfree(references);
}

static void
read_citation_rows(StoredMemo *memo, Datum *key)
{
	int			count;

	memo->ncitations = statement_query(&stmt_read_citations, key);
	memo->citations = palloc_array_huge(memo->ncitations + 1, sizeof(StoredCitation));
	for (int i = 0; i < memo->ncitations; i++)
	{
		StoredCitation *citation = &memo->citations[i];

		citation->section_key = text_column(i, 1);
		citation->origin = text_column(i, 2);
		citation->marker = text_column(i, 3);
		citation->fate = text_column(i, 4);
		citation->how = text_column(i, 5);
		citation->marker_offset = (int) int_column(i, 6, -1);
		citation->note_number = (int) int_column(i, 7, 0);
		citation->final_offset = (int) int_column(i, 8, -1);
		citation->doc_id = text_column(i, 9);
		citation->page = (int) int_column(i, 10, 0);
		citation->locator = text_column(i, 11);
		citation->quote = text_column(i, 12);
		citation->confidence = (int) int_column(i, 13, -1);
		citation->shows_quote = citation->is_unchecked = false;
	}
	count = statement_query(&stmt_read_shown, key);
	for (int i = 0; i < Min(count, memo->ncitations); i++)
	{
		bool		is_null;
		bool		is_verified = DatumGetBool(column(i, 1, &is_null));

		memo->citations[i].shows_quote = !is_null;
		memo->citations[i].is_unchecked = !is_null && !is_verified;
	}
}

void
no_revision(int64 deal_id, int revision)
{
	Datum		key[] = {Int64GetDatum(deal_id)};

	if (statement_query(&stmt_load_deal, key) == 0)
		no_deal(deal_id);
	ereport(ERROR,
			(errcode(ERRCODE_NO_DATA_FOUND),
			 revision == 0 ? errmsg("deal " INT64_FORMAT " has no finished memo", deal_id)
			 : errmsg("deal " INT64_FORMAT " has no revision %d", deal_id, revision),
			 revision == 0 ? errhint("SELECT memo_finalize(deal_id) makes one.")
			 : errhint("NULL is the latest; memocite.revision has all that policy keep_revisions left.")));
}

char *
store_report(int64 deal_id, int revision)
{
	Datum		key[] = {Int64GetDatum(deal_id), Int32GetDatum(revision)};

	if (statement_query(&stmt_read_report, key) == 0)
		no_revision(deal_id, revision);
	return json_column(0, 1);
}

StoredMemo *
store_load_revision(int64 deal_id, int revision, ReadDepth depth)
{
	StoredMemo *memo = palloc0(sizeof(StoredMemo));
	Datum		key[] = {Int64GetDatum(deal_id), Int32GetDatum(revision)};

	if (statement_query(&stmt_read_revision, key) == 0)
		no_revision(deal_id, revision);
	memo->revision = (int) int_column(0, 1, 0);
	memo->name = text_column(0, 2);
	memo->tail = text_column(0, 3);
	memo->weak = (int) int_column(0, 4, 0);
	memo->quotes_per_note = (int) int_column(0, 5, 1);
	key[1] = Int32GetDatum(memo->revision);
	read_section_rows(memo, key);
	read_note_rows(memo, key);
	read_reference_rows(memo, key);
	if (depth >= READ_EDITS)
		read_edit_rows(memo, key);
	if (depth >= READ_LEDGER)
		read_citation_rows(memo, key);
	return memo;
}

int
store_revision_before(int64 deal_id, int revision)
{
	Datum		key[] = {Int64GetDatum(deal_id), Int32GetDatum(revision)};

	if (statement_query(&stmt_find_revision_before, key) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_NO_DATA_FOUND),
				 errmsg("deal " INT64_FORMAT " has no revision before %d", deal_id, revision)));
	return (int) int_column(0, 1, 0);
}
