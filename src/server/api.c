/*
 * api.c
 *		SQL-callable functions on a deal: finalize, read, collisions.
 *
 * Each unpacks its arguments, calls the engine once and packs the answer.
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

PG_FUNCTION_INFO_V1(memo_finalize);
PG_FUNCTION_INFO_V1(memo_markdown);
PG_FUNCTION_INFO_V1(memo_prosemirror);
PG_FUNCTION_INFO_V1(memo_check_store);
PG_FUNCTION_INFO_V1(memo_lock_extension);
PG_FUNCTION_INFO_V1(memo_report);
PG_FUNCTION_INFO_V1(memo_policy);
PG_FUNCTION_INFO_V1(memo_collisions);
PG_FUNCTION_INFO_V1(memo_resolve_collisions);

/* Text is matched without checking it again, so it must be UTF-8. */
void
check_encoding(void)
{
	if (GetDatabaseEncoding() != PG_UTF8)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("memocite needs a database with encoding UTF8"),
				 errdetail("This one has %s.", GetDatabaseEncodingName())));
}

void
check_argument(FunctionCallInfo fcinfo, int number, const char *name)
{
	if (PG_ARGISNULL(number))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("%s is null", name)));
}

/*
 * Memory of one call: a context that keeps its first block from call to call,
 * for giving a megabyte back to the system and faulting it in again costs a
 * finalize a tenth.  Emptied at the end of the call, or of the transaction
 * when it fails.
 */
#define KEPT_BYTES	(1024 * 1024)

static MemoryContext kept_contexts[NKEPT_CONTEXTS];

static void
empty_kept_contexts(XactEvent event, void *unused pg_attribute_unused())
{
	for (int i = 0; i < NKEPT_CONTEXTS && event == XACT_EVENT_ABORT; i++)
		if (kept_contexts[i] != NULL)
			MemoryContextReset(kept_contexts[i]);
}

MemoryContext
kept_context(KeptContext which)
{
	static bool is_registered = false;

	if (!is_registered)
		RegisterXactCallback(empty_kept_contexts, NULL);
	is_registered = true;
	if (kept_contexts[which] == NULL)
	{
		/* freeing a megabyte once teaches glibc not to return such blocks */
		MemoryContextDelete(AllocSetContextCreate(TopMemoryContext, "memocite",
												  KEPT_BYTES, KEPT_BYTES, 8 * KEPT_BYTES));
		kept_contexts[which] = AllocSetContextCreate(TopMemoryContext, "memocite",
													 KEPT_BYTES, KEPT_BYTES, 8 * KEPT_BYTES);
	}
	return kept_contexts[which];
}

Datum
result_datum(Datum value, MemoryContext context)
{
	MemoryContext before = MemoryContextSwitchTo(context);
	Datum		copy = PointerGetDatum(PG_DETOAST_DATUM_COPY(value));

	MemoryContextSwitchTo(before);
	return copy;
}

Datum
result_text(StringInfo text, MemoryContext context)
{
	return result_datum(PointerGetDatum(cstring_to_text_with_len(text->data, text->len)), context);
}

/* ---------------------------------------------------------------- finalize */

typedef struct FinalizeCall
{
	int64		deal_id;
	DateADT		as_of;
	bool		has_sections;
	Datum		sections;		/* jsonb */
	bool		dry_run;
	instr_time	started;
	instr_time	loaded;
} FinalizeCall;

static double
milliseconds(instr_time from, instr_time to)
{
	INSTR_TIME_SUBTRACT(to, from);
	return INSTR_TIME_GET_MILLISEC(to);
}

#define MOST_NAMED	200			/* bytes of members that are named */

/* Names a member that is not read, once each: a misspelt one, or claims. */
static void
note_member(StringInfo unknown, const JsonbValue *key)
{
	static const char *const known[] = {"agent", "body", "id_scope", "position", "score", "section_key", "structured", "title"};
	Slice		name = {key->val.string.val, key->val.string.len};
	char	   *quoted;

	if (slice_in(name, known, lengthof(known)) || unknown->len >= MOST_NAMED)
		return;
	quoted = psprintf("\"%.*s\"", pg_mbcliplen(name.data, name.len, MOST_NAMED), name.data);
	if (strstr(unknown->data, quoted) == NULL)
		appendStringInfo(unknown, "%s%s", unknown->len > 0 ? ", " : "", quoted);
	pfree(quoted);
}

static void
warn_of_members(Jsonb *sections)
{
	JsonbIterator *elements = JsonbIteratorInit(&sections->root);
	JsonbIteratorToken token;
	JsonbValue	value;
	StringInfoData unknown;

	initStringInfo(&unknown);
	(void) JsonbIteratorNext(&elements, &value, true);	/* the array begins */
	while ((token = JsonbIteratorNext(&elements, &value, true)) != WJB_DONE)
	{
		JsonbIterator *members;

		if (token != WJB_ELEM || value.type != jbvBinary || !JsonContainerIsObject(value.val.binary.data))
			continue;
		members = JsonbIteratorInit(value.val.binary.data);
		while ((token = JsonbIteratorNext(&members, &value, true)) != WJB_DONE)
			if (token == WJB_KEY)
				note_member(&unknown, &value);
	}
	if (unknown.len > 0)
		ereport(WARNING,
				(errmsg("members of sections that are not read: %s", unknown.data),
				 errhint("A section has section_key, title, body, score, agent, position, structured, id_scope; claims go to memocite.claim.")));
	pfree(unknown.data);
}

static void
check_sections_argument(const FinalizeCall *call)
{
	Jsonb	   *sections = call->has_sections ? DatumGetJsonbP(call->sections) : NULL;

	if (sections != NULL && (!JB_ROOT_IS_ARRAY(sections) || JB_ROOT_IS_SCALAR(sections)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("sections is no JSON array"),
				 errhint("Pass [{\"section_key\": ..., \"body\": ...}, ...], or NULL for the stored sections.")));
	if (sections != NULL)
		warn_of_members(sections);
}

/* The report, with the memo's text when it is not saved. */
static Datum
make_report(Memo *memo, const FinalizeCall *call, int revision)
{
	JsonBuild	build = {0};
	instr_time	now;

	INSTR_TIME_SET_CURRENT(now);
	build_object(&build);
	build_member_int(&build, "deal_id", call->deal_id);
	if (call->dry_run)
	{
		build_member_null(&build, "revision");
		build_member_bool(&build, "dry_run", true);
	}
	else
	{
		build_member_int(&build, "revision", revision);
		build_member_bool(&build, "unchanged", false);
	}
	build_report(memo, &build);
	build_key(&build, "timings_ms");
	build_object(&build);
	build_member_thousandths(&build, "load", milliseconds(call->started, call->loaded));
	build_member_thousandths(&build, "pipeline", milliseconds(call->loaded, now));
	build_end_object(&build);
	if (call->dry_run)
	{
		FinishedMemo finished = finished_from_memo(memo);
		StringInfoData body;

		initStringInfo(&body);
		compose_markdown(&finished, &body);
		build_member_text(&build, "body", body.data);
	}
	build_end_object(&build);
	return build_datum(&build);
}

/* The stored report of a memo whose inputs did not change: on the day asked for, too,
 * it says what it says.  Of members of one name jsonb takes the last. */
static char *
unchanged_report(const StoredRevision *latest, const char *as_of)
{
	int			len = (int) strlen(latest->report);
	const char *own = strcmp(as_of, latest->as_of) == 0 ? ""
		: psprintf(", \"revision_as_of\": \"%s\"", latest->as_of);

	return psprintf("%.*s, \"as_of\": \"%s\"%s, \"unchanged\": true}", len - 1, latest->report, as_of, own);
}

static void
notify_finalized(const FinalizeCall *call, int revision)
{
	if (notify_enabled)
		Async_Notify("memocite",
					 psprintf("{\"v\":1,\"event\":\"memo.finalized\",\"deal_id\":" INT64_FORMAT ",\"revision\":%d}",
							  call->deal_id, revision));
}

/* Load, run and save under one snapshot taken after the lock. */
static Datum
finalize_locked(FinalizeCall *call, const ShorterSection *shorter, int nshorter)
{
	Memo	   *memo;
	StoredRevision latest;
	Datum		report;

	PushActiveSnapshot(GetTransactionSnapshot());
	memo = store_load(call->deal_id, call->as_of);
	store_latest(call->deal_id, &latest);
	INSTR_TIME_SET_CURRENT(call->loaded);
	memo->stage = "load";
	for (int i = 0; i < nshorter; i++)
		tell_shorter_section(memo, &shorter[i]);
	if (memo->nsections == 0)
		report = jsonb_datum(psprintf("{\"deal_id\":" INT64_FORMAT ",\"revision\":null,\"status\":\"no_sections\"}",
									  call->deal_id));
	else if (!call->dry_run && latest.revision > 0 &&
			 memcmp(latest.input_sha256, memo->input_sha256, 32) == 0)
	{
		report = jsonb_datum(unchanged_report(&latest, memo->as_of));
		store_dequeue(memo);
		queue_forget(memo->deal_id);
	}
	else
	{
		pipeline_run(memo);
		report = make_report(memo, call, latest.revision + 1);
		if (!call->dry_run)
		{
			store_save(memo, latest.revision + 1, report);
			queue_forget(memo->deal_id);
			notify_finalized(call, latest.revision + 1);
		}
		warn_of_memo(memo, call->dry_run ? 0 : latest.revision + 1);
	}
	PopActiveSnapshot();
	return report;
}

static Datum
finalize(FinalizeCall *call)
{
	ShorterSection *shorter = NULL;
	int			nshorter = 0;

	if (call->has_sections || !call->dry_run)
		store_lock(call->deal_id);
	if (call->has_sections)
	{
		nshorter = store_upsert_sections(call->deal_id, call->sections, &shorter);
		CommandCounterIncrement();
	}
	return finalize_locked(call, shorter, nshorter);
}

/* A dry run with sections writes them, and takes that back, also where it fails: a
 * subtransaction that stays open would swallow what the session commits next. */
static Datum
finalize_undone(FinalizeCall *call)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;
	volatile	Datum report = 0;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		report = finalize(call);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
	}
	PG_END_TRY();
	RollbackAndReleaseCurrentSubTransaction();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	if (error != NULL)
		ReThrowError(error);
	return report;
}

Datum
memo_finalize(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	FinalizeCall call = {0};
	Datum		result;
	Datum		report;

	check_encoding();
	check_argument(fcinfo, 0, "deal_id");
	if (PG_ARGISNULL(1) || DATE_NOT_FINITE(PG_GETARG_DATEADT(1)))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("as_of is no day"),
						errhint("Pass a date, or leave it out for today.")));
	call.deal_id = PG_GETARG_INT64(0);
	call.as_of = PG_GETARG_DATEADT(1);
	call.has_sections = !PG_ARGISNULL(2);
	call.sections = call.has_sections ? PG_GETARG_DATUM(2) : 0;
	call.dry_run = !PG_ARGISNULL(3) && PG_GETARG_BOOL(3);
	check_sections_argument(&call);
	INSTR_TIME_SET_CURRENT(call.started);
	level = store_open();
	MemoryContextSwitchTo(kept_context(KEPT_FINALIZE));
	report = call.dry_run && call.has_sections ? finalize_undone(&call) : finalize(&call);
	result = result_datum(report, context);
	MemoryContextSwitchTo(context);
	MemoryContextReset(kept_context(KEPT_FINALIZE));
	store_close(level);
	PG_RETURN_DATUM(result);
}

/* ---------------------------------------------------------------- reading */

int
revision_argument(FunctionCallInfo fcinfo)
{
	check_argument(fcinfo, 0, "deal_id");
	if (PG_ARGISNULL(1))
		return 0;
	if (PG_GETARG_INT32(1) < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("revision is %d", PG_GETARG_INT32(1)),
						errdetail("Revisions count from 1; NULL is the latest.")));
	return PG_GETARG_INT32(1);
}

bool
choice_argument(FunctionCallInfo fcinfo, int number, const char *name, const char *usual, const char *other)
{
	char	   *value = PG_ARGISNULL(number) ? "null" : text_to_cstring(PG_GETARG_TEXT_PP(number));

	if (strcmp(value, usual) != 0 && strcmp(value, other) != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s is \"%s\"", name, value),
						errdetail("It is \"%s\" or \"%s\".", usual, other)));
	return strcmp(value, other) == 0;
}

Datum
memo_markdown(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	bool		is_clustered = choice_argument(fcinfo, 2, "layout", "plain", "clustered");
	bool		has_unique_labels = choice_argument(fcinfo, 3, "labels", "shared", "unique");
	FinishedMemo finished;
	StringInfoData out;
	Datum		result;

	check_encoding();
	level = store_open();
	finished = finished_from_store(store_load_revision(PG_GETARG_INT64(0), revision, READ_TEXT));
	finished.is_clustered = is_clustered;
	finished.has_unique_labels = has_unique_labels;
	initStringInfo(&out);
	compose_markdown(&finished, &out);
	result = result_text(&out, context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

Datum
memo_prosemirror(PG_FUNCTION_ARGS)
{
	JsonBuild	build = {0};
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	FinishedMemo finished;
	Datum		result;

	check_encoding();
	level = store_open();
	finished = finished_from_store(store_load_revision(PG_GETARG_INT64(0), revision, READ_TEXT));
	compose_prosemirror(&finished, build_sink(&build));
	result = result_datum(build_datum(&build), context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

Datum
memo_check_store(PG_FUNCTION_ARGS)
{
	int			level = store_open();

	store_check_version();
	store_close(level);
	PG_RETURN_VOID();
}

/* A lock that only this function and DROP EXTENSION wait for, to the transaction's end. */
Datum
memo_lock_extension(PG_FUNCTION_ARGS)
{
	PreventCommandDuringRecovery("memo_init()");
	LockDatabaseObject(ExtensionRelationId, get_extension_oid("memocite", false), 0, ShareUpdateExclusiveLock);
	PG_RETURN_VOID();
}

Datum
memo_report(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	Datum		result;

	level = store_open();
	result = result_datum(jsonb_datum(store_report(PG_GETARG_INT64(0), revision)), context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

Datum
memo_policy(PG_FUNCTION_ARGS)
{
	int			level;
	MemoryContext context = CurrentMemoryContext;
	Policy		policy;
	StringInfoData out;
	Datum		result;

	check_argument(fcinfo, 0, "deal_id");
	level = store_open();
	initStringInfo(&out);
	store_load_policy(PG_GETARG_INT64(0), &policy);
	policy_json(&policy, &out);
	result = result_datum(jsonb_datum(out.data), context);
	store_close(level);
	PG_RETURN_DATUM(result);
}

/* -------------------------------------------------------------- collisions */

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
