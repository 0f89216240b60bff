/*
 * save.c
 *		A finished Memo -> the tables; the small writes before and after.
 *
 * A section whose text is that of an earlier revision is not written again: the
 * manifest of revision 7 may say [{"section_key": "debt", ..., "revision": 3}].
 */
#include "store/store_internal.h"
#include "memo/memo.h"
#include "render/render.h"

#include "access/transam.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "utils/date.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

/* ------------------------------------------------------------ small writes */

int
store_upsert_sections(int64 deal_id, Datum sections, ShorterSection **shorter)
{
	Datum	   *keys;
	int			nkeys = 0;
	int			count;

	if (QUERY(stmt_find_bad_section, sections) > 0)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("element " INT64_FORMAT " of sections %s", id_column(0, 2, 0),
					text_column(0, 1)),
			 errdetail("sections is an array of {section_key, title, body, claims, score, agent,"
					   " position, structured, id_scope}.")));
	QUERY(stmt_find_unread_members, sections);
	if (text_column(0, 1) != NULL)
		ereport(WARNING, (errmsg("members of sections that are not read: %s", text_column(0, 1)),
						  errhint("A section has section_key, title, body, claims, score, agent, "
								  "position, structured, id_scope.")));
	count = QUERY(stmt_find_longer_sections, Int64GetDatum(deal_id), sections);
	keys = palloc(sizeof(Datum) * (count + 1));
	*shorter = palloc(sizeof(ShorterSection) * (count + 1));
	for (int i = 0; i < count; i++)
	{
		(*shorter)[i] = (ShorterSection) {text_column(i, 1), int_column(i, 2, 0),
			int_column(i, 3, 0), bool_column(i, 4)};
		if ((*shorter)[i].is_refused)
			keys[nkeys++] = text_datum((*shorter)[i].section_key);
	}
	if (QUERY(stmt_find_claims, sections) > 0)
	{
		RUN(stmt_insert_claimed_sections, Int64GetDatum(deal_id), sections);
		RUN(stmt_put_claims, Int64GetDatum(deal_id), sections, text_array_datum(keys, nkeys));
	}
	RUN(stmt_upsert_sections, Int64GetDatum(deal_id), sections, text_array_datum(keys, nkeys));
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
	return RUN(stmt_insert_request, Int64GetDatum(deal_id),
			   Int64GetDatum((int64) U64FromFullTransactionId(GetTopFullTransactionId()))) > 0;
}

void
store_dequeue(Memo *memo)
{
	if (memo->requests.count > 0)
		RUN(stmt_delete_requests, Int64GetDatum(memo->deal_id),
			int8_array_datum(memo->requests.items, memo->requests.count));
}

int
store_section_position(const char *section_key)
{
	/* what sums up stands first, what ends a memo behind all keys unknown here */
	static const struct
	{
		const char *key;
		int			position;
	} built_in[] = {
		{"executive_summary", 100},		{"summary", 110},
		{"introduction", 120},			{"recommendation", 130},
		{"transaction_overview", 150},	{"property", 200},
		{"market", 300},				{"comparables", 400},
		{"tenancy", 450},				{"financial", 500},
		{"debt", 550},					{"sponsor", 600},
		{"risk", 700},					{"environmental", 750},
		{"exit", 900},					{"returns", 910},
		{"conclusion", 950},			{"appendix", 990},
	};

	if (QUERY(stmt_find_section_kind, text_datum(section_key)) > 0)
		return int_column(0, 1, UNPLACED);
	for (int i = 0; i < (int) lengthof(built_in); i++)
		if (strcmp(built_in[i].key, section_key) == 0)
			return built_in[i].position;
	return UNPLACED;
}

char *
store_section_title(const char *section_key)
{
	return QUERY(stmt_find_section_kind, text_datum(section_key)) > 0 ? text_column(0, 2) : NULL;
}

void
store_write_back(Memo *memo, Datum keys, Datum bodies, Datum claim_ids, Datum src_ids)
{
	RUN(stmt_update_bodies, Int64GetDatum(memo->deal_id), keys, bodies);
	RUN(stmt_update_claims, Int64GetDatum(memo->deal_id), claim_ids, src_ids);
}

/* -------------------------------------------------------------- a revision */

/* In which revision each section's text is stored; 0 = it must be written. */
static int *
stored_revisions(Memo *memo, int latest)
{
	int		   *stored = palloc0(sizeof(int) * (memo->nsections + 1));
	KeyIndex   *sections = index_sections(memo);
	int			count = latest == 0 ? 0 : query_revision(&stmt_load_stored_hashes, memo->deal_id,
														 latest);

	for (int i = 0; i < count; i++)
	{
		int			at = key_at(sections, text_column(i, 1));
		uint8		body[32];
		uint8		agent[32];

		CHECK_FOR_INTERRUPTS();
		if (at >= 0 && hash_column(i, 3, body) && hash_column(i, 4, agent) &&
			memcmp(body, memo->sections[at].rendered.sha256, 32) == 0 &&
			memcmp(agent, memo->sections[at].body_sha256, 32) == 0)
			stored[at] = int_column(i, 2, 0);
	}
	return stored;
}

static Datum
hash_datum(const uint8 *hash)
{
	return slice_text((Slice) {(const char *) hash, 32});
}

/* Writes the sections whose text changed, in batches that stay far below the
 * size of one Datum. */
static void
save_sections(Memo *memo, int revision, const int *stored)
{
	static const Oid types[] = {TEXTOID, TEXTOID, BYTEAOID, JSONOID, BYTEAOID};

	for (int next = 0; next < memo->nsections;)
	{
		Datum	   *columns[lengthof(types)];
		Datum values[2 + lengthof(types)] = {Int64GetDatum(memo->deal_id), Int32GetDatum(revision)};
		int			count = 0;
		int64		bytes = 0;
		MemoryContext batch = AllocSetContextCreate(CurrentMemoryContext, "memocite sections",
													ALLOCSET_DEFAULT_SIZES);
		MemoryContext before = MemoryContextSwitchTo(batch);

		for (int i = 0; i < (int) lengthof(types); i++)
			columns[i] = palloc(sizeof(Datum) * (memo->nsections - next));
		for (; next < memo->nsections && bytes < BATCH_BYTES; next++)
		{
			Section    *section = &memo->sections[next];
			StringInfoData edits;

			if (stored[next] != 0)
				continue;
			initStringInfo(&edits);
			changes_json(section, &edits);
			bytes += section->rendered.text.len + edits.len;
			columns[0][count] = text_datum(section->section_key);
			columns[1][count] = slice_text((Slice) {section->rendered.text.data,
													section->rendered.text.len});
			columns[2][count] = hash_datum(section->rendered.sha256);
			columns[3][count] = slice_text((Slice) {edits.data, edits.len});
			columns[4][count++] = hash_datum(section->body_sha256);
		}
		for (int i = 0; i < (int) lengthof(types); i++)
			values[2 + i] = array_datum(columns[i], NULL, count, types[i]);
		if (count > 0)
			statement_run(&stmt_insert_sections, values, NULL);
		MemoryContextSwitchTo(before);
		MemoryContextDelete(batch);
	}
}

/* Which sections the revision has, in reading order, and where the text of each is. */
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

/* What is counted of a memo, under a name and labels of memocite.metrics. */
typedef struct Counted
{
	const char *format;
	const char *what;
	const char *more;
	int			count;
} Counted;

typedef struct Counts
{
				VEC(Counted) list;
} Counts;

/* The texts are constants; one that stands twice is two rows, which the view adds up. */
static void
count_one(Counts *counts, const char *format, const char *what, const char *more)
{
	for (int i = 0; i < counts->list.count; i++)
	{
		Counted    *known = &counts->list.items[i];

		if (known->format == format && known->what == what && known->more == more)
		{
			known->count++;
			return;
		}
	}
	*VEC_PUSH(&counts->list) = (Counted) {format, what, more, 1};
}

static void
save_newest(Memo *memo, int revision)
{
	Counts		counts = {0};
	Datum	   *names;
	Datum	   *numbers;
	Datum	   *days = palloc_array_huge(memo->ndocuments + 1, sizeof(Datum));
	int			ndays = 0;

	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].is_removed)
			count_one(&counts, "memocite_citations {\"fate\": \"removed\", \"how\": \"%s\"}",
					  memo->citations.items[i].how, NULL);
		else
			count_one(&counts, "memocite_citations {\"fate\": \"kept\"}", NULL, NULL);
	for (int i = 0; i < memo->events.count; i++)
		count_one(&counts, "memocite_events {\"code\": \"%s\", \"severity\": \"%s\"}",
				  event_name(memo->events.items[i].code), event_severity(&memo->events.items[i]));
	for (int i = 0; i < memo->numbered.count; i++)
		count_one(&counts, "memocite_notes {\"kind\": \"%s\"}",
				  note_kind_name(memo->numbered.items[i]), NULL);
	for (int i = 0; i < memo->nsections; i++)
	{
		const char *letter = grade_letter(&memo->sections[i].rendered.grade);

		count_one(&counts, "memocite_sections {\"grade\": \"%s\"}",
				  letter == NULL ? "none" : letter, NULL);
	}
	for (int i = 0; i < memo->ndocuments; i++)
		if (memo->documents[i].nrefs > 0 && memo->documents[i].ingested_on != NULL)
			days[ndays++] =
				DateADTGetDatum(memo->documents[i].ingested_day + memo->policy.stale_days);
	names = palloc(sizeof(Datum) * (counts.list.count + 1));
	numbers = palloc(sizeof(Datum) * (counts.list.count + 1));
	for (int i = 0; i < counts.list.count; i++)
	{
		const Counted *counted = &counts.list.items[i];

		names[i] = text_datum(psprintf(counted->format, counted->what, counted->more));
		numbers[i] = Int32GetDatum(counted->count);
	}
	RUN(stmt_save_newest, Int64GetDatum(memo->deal_id), Int32GetDatum(revision),
		text_datum(memo_status(memo)), text_array_datum(names, counts.list.count),
		array_datum(numbers, NULL, counts.list.count, INT4OID),
		array_datum(days, NULL, ndays, DATEOID));
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
	Datum		deal_id = Int64GetDatum(memo->deal_id);
	int		   *stored = stored_revisions(memo, revision - 1);
	const char *reasons[MOST_REASONS];
	int			nreasons = memo_reasons(memo, reasons);
	Datum		texts[MOST_REASONS];
	Datum		values[NDETAILS + 2] = {deal_id, Int32GetDatum(revision)};
	char		nulls[NDETAILS + 2] = "  ";

	for (int i = 0; i < nreasons; i++)
		texts[i] = text_datum(reasons[i]);
	if (RUN(stmt_insert_revision, deal_id, Int32GetDatum(revision), text_datum(memo_status(memo)),
			text_datum(manifest_json(memo, revision, stored)), DateADTGetDatum(memo->as_of_day),
			hash_datum(memo->input_sha256), policy_datum(&memo->policy), report,
			text_datum(memo->name), text_array_datum(texts, nreasons)) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_T_R_SERIALIZATION_FAILURE),
				 errmsg("could not serialize access due to a concurrent memo_finalize"),
				 errhint("The transaction might succeed if retried.")));
	detail_columns(memo, values + 2, nulls + 2);
	statement_run(&stmt_insert_detail, values, nulls);
	save_newest(memo, revision);
	save_sections(memo, revision, stored);
	store_dequeue(memo);
	if (revision > memo->policy.keep_revisions)
		RUN(stmt_prune_revisions, deal_id, Int32GetDatum(memo->policy.keep_revisions));
}
