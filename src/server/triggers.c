/*
 * triggers.c
 *		Triggers of the input tables: what is checked and derived.
 */
#include "server/server_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "stages/stages.h"
#include "store/store.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/xact.h"
#include "executor/spi.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/rel.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(memo_check_policy);
PG_FUNCTION_INFO_V1(memo_check_insight);
PG_FUNCTION_INFO_V1(memo_check_metric);
PG_FUNCTION_INFO_V1(memo_check_metric_kind);
PG_FUNCTION_INFO_V1(memo_fill_section);
PG_FUNCTION_INFO_V1(memo_fill_passage);

/* ------------------------------------------------------------------ policy */

Datum
memo_check_policy(PG_FUNCTION_ARGS)
{
	int			level;
	TriggerData *trigger = trigger_data(fcinfo, "memo_check_policy");
	HeapTuple	row = new_row(trigger);
	bool		is_null;
	Datum		settings;
	Policy		policy;

	settings = heap_getattr(row, SPI_fnumber(trigger->tg_relation->rd_att, trigger->tg_trigger->tgargs[0]),
							trigger->tg_relation->rd_att, &is_null);
	if (is_null || datumGetSize(settings, false, -1) <= VARHDRSZ + 4)
		return PointerGetDatum(row);	/* {} is what most rows have */
	policy_init(&policy);
	level = store_open();
	store_apply_policy(&policy, settings);
	store_close(level);
	return PointerGetDatum(row);
}

/* ---------------------------------------------------------------- insights */

/* What readers are to be told must be there; NULL when it is. */
static char *
missing_column(InsightKind kind, const char *metric, const char *message, Datum detail)
{
	if (kind == INSIGHT_IC_NOTE || kind == INSIGHT_MODEL_WARNING)
		return message == NULL ? "message" : NULL;
	return kind == INSIGHT_LINEAGE && metric == NULL && message == NULL && !insight_has_label(detail)
		? "metric" : NULL;
}

/* A column's text, NULL when there is none to read. */
static char *
row_text(HeapTuple row, TupleDesc desc, const char *name)
{
	bool		is_null;
	Datum		value = heap_getattr(row, SPI_fnumber(desc, name), desc, &is_null);
	char	   *found = is_null ? NULL : TextDatumGetCString(value);

	return found == NULL || found[strspn(found, " \t\r\n")] == '\0' ? NULL : found;
}

Datum
memo_check_insight(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = trigger_data(fcinfo, "memo_check_insight");
	TupleDesc	desc = trigger->tg_relation->rd_att;
	HeapTuple	row = new_row(trigger);
	char	   *name = row_text(row, desc, "kind");
	InsightKind kind = name == NULL ? NINSIGHT_KINDS : insight_kind(name);
	bool		is_null;
	Datum		detail = heap_getattr(row, SPI_fnumber(desc, "detail"), desc, &is_null);
	char	   *problem;
	char	   *missing;

	if (kind == NINSIGHT_KINDS || is_null)
		return PointerGetDatum(row);	/* the table's own constraints say it better */
	missing = missing_column(kind, row_text(row, desc, "metric"), row_text(row, desc, "message"), detail);
	problem = missing != NULL ? psprintf("%s is missing", missing) : insight_detail_problem(kind, detail);
	if (problem != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("insight of kind %s: %s", name, problem),
				 errhint("The comment on memocite.insight.detail says what each kind has.")));
	return PointerGetDatum(row);
}

/* ----------------------------------------------------------------- metrics */

/* Is a column of the row new or another? */
static bool
column_changed(const TriggerData *trigger, const char *name)
{
	TupleDesc	desc = trigger->tg_relation->rd_att;
	int			number = SPI_fnumber(desc, name);
	bool		was_null;
	bool		is_null;
	Datum		before;
	Datum		now = heap_getattr(new_row(trigger), number, desc, &is_null);

	if (!TRIGGER_FIRED_BY_UPDATE(trigger->tg_event))
		return true;
	before = heap_getattr(trigger->tg_trigtuple, number, desc, &was_null);
	return was_null != is_null || (!is_null && !datum_image_eq(before, now, false, -1));
}

/* Rows of before there was the check are left alone until what it reads changes. */
static void
check_new_metric(const TriggerData *trigger, const char *name, Datum value)
{
	if (row_text(new_row(trigger), trigger->tg_relation->rd_att, "variant") == NULL &&
		(column_changed(trigger, "value") || column_changed(trigger, "unit") || column_changed(trigger, "metric") || column_changed(trigger, "variant")))
		check_metric_fraction(name, value);
}

/* IRR is irr: one row for one value. */
static HeapTuple
fold_metric(const TriggerData *trigger, const char *name)
{
	int			number = SPI_fnumber(trigger->tg_relation->rd_att, "metric");
	const char *key = metric_key(name);
	Datum		folded;
	bool		is_null = false;

	if (strcmp(key, name) == 0)
		return new_row(trigger);
	folded = CStringGetTextDatum(key);
	return heap_modify_tuple_by_cols(new_row(trigger), trigger->tg_relation->rd_att, 1, &number, &folded, &is_null);
}

Datum
memo_check_metric(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = trigger_data(fcinfo, "memo_check_metric");
	TupleDesc	desc = trigger->tg_relation->rd_att;
	HeapTuple	row = new_row(trigger);
	char	   *name = row_text(row, desc, "metric");
	bool		is_null;
	Datum		value = heap_getattr(row, SPI_fnumber(desc, "value"), desc, &is_null);

	if (name != NULL && row_text(row, desc, "unit") != NULL && !is_restoring && column_changed(trigger, "unit"))
		check_metric_unit(name, row_text(row, desc, "unit"));
	if (name != NULL && !is_null)
		check_metric_value(name, value, row_text(row, desc, "unit"));
	if (name != NULL && !is_null && !is_restoring)
		check_new_metric(trigger, name, value);
	return PointerGetDatum(name == NULL || is_restoring ? row : fold_metric(trigger, name));
}

Datum
memo_check_metric_kind(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = trigger_data(fcinfo, "memo_check_metric_kind");
	TupleDesc	desc = trigger->tg_relation->rd_att;
	HeapTuple	row = new_row(trigger);
	char	   *name = row_text(row, desc, "metric");
	char	   *unit = row_text(row, desc, "unit");

	if (name != NULL && unit != NULL && !is_restoring && column_changed(trigger, "unit"))
		check_metric_unit(name, unit);
	return PointerGetDatum(row);
}

/* ---------------------------------------------------------------- sections */

/* Of a row that has none; the catalogue is read for each such row. */
static int
section_position(Datum section_key)
{
	int			level;
	int			position;

	level = store_open();
	position = store_section_position(TextDatumGetCString(section_key));
	store_close(level);
	return position;
}

/*
 * Metrics of the deal that a statement's rows belong to: read once, for as long
 * as the snapshot is the same; what all deals have in common, once a snapshot.
 */
typedef struct KnownMetrics
{
	MemoryContext context;		/* of what is common; NULL = none in this transaction */
	MemoryContext deal_context; /* of what is the deal's */
	TransactionId xmin;			/* of the snapshot */
	TransactionId xmax;
	uint32		xcnt;
	CommandId	curcid;
	Memo	   *common;			/* NULL = not read */
	bool		has_deal;		/* one's is read, of */
	int64		deal_id;
	bool		is_likely;		/* the one before it had some: the next may, too */
	bool		is_whole;		/* the memo was wanted without metrics, too */
	Memo	   *memo;			/* NULL = the deal has no metrics */
} KnownMetrics;

static KnownMetrics known_metrics;

static void
forget_metrics(XactEvent event pg_attribute_unused(), void *unused pg_attribute_unused())
{
	known_metrics.context = NULL;	/* gone with the transaction's memory */
}

static void
forget_metrics_of_subtransaction(SubXactEvent event pg_attribute_unused(), SubTransactionId subid pg_attribute_unused(),
								 SubTransactionId parent pg_attribute_unused(), void *unused pg_attribute_unused())
{
	known_metrics.common = NULL;
}

/* Forgets what another snapshot saw. */
static void
keep_to_snapshot(KnownMetrics *known)
{
	static bool is_registered = false;
	Snapshot	snapshot = GetActiveSnapshot();

	if (!is_registered)
	{
		RegisterXactCallback(forget_metrics, NULL);
		RegisterSubXactCallback(forget_metrics_of_subtransaction, NULL);
		is_registered = true;
	}
	if (known->context == NULL)
		*known = (KnownMetrics) {.context = AllocSetContextCreate(TopTransactionContext, "memocite metrics", ALLOCSET_DEFAULT_SIZES)};
	else if (known->common != NULL && known->xmin == snapshot->xmin && known->xmax == snapshot->xmax &&
			 known->xcnt == snapshot->xcnt && known->curcid == snapshot->curcid)
		return;
	known->common = NULL;
	known->has_deal = false;
	MemoryContextReset(known->context);
	known->deal_context = AllocSetContextCreate(known->context, "memocite metrics of a deal", ALLOCSET_DEFAULT_SIZES);
	known->xmin = snapshot->xmin;
	known->xmax = snapshot->xmax;
	known->xcnt = snapshot->xcnt;
	known->curcid = snapshot->curcid;
}

/* NULL when the deal has no metrics; if without is true, a memo that has none. */
static Memo *
metrics_of_deal(int64 deal_id, bool without)
{
	KnownMetrics *known = &known_metrics;
	MemoryContext before;
	int			level;

	keep_to_snapshot(known);
	if (known->has_deal && known->deal_id == deal_id && (known->memo != NULL || known->is_whole || !without))
		return known->memo;
	known->has_deal = false;
	MemoryContextReset(known->deal_context);
	level = store_open();
	before = MemoryContextSwitchTo(known->context);
	if (known->common == NULL)
		known->common = store_load_metric_kinds();
	MemoryContextSwitchTo(known->deal_context);
	known->memo = store_load_metrics(known->common, deal_id, without, known->is_likely);
	MemoryContextSwitchTo(before);
	store_close(level);
	known->is_likely = known->memo != NULL && known->memo->metrics.count > 0;
	known->is_whole = without;
	known->deal_id = deal_id;
	known->has_deal = true;
	return known->memo;
}

/* A row of section as its trigger works on it. */
typedef struct SectionRow
{
	const TriggerData *trigger;
	HeapTuple	row;
	TupleDesc	desc;
	Slice		body;
	bool		is_written;		/* inserted, or what the check reads changed or was asked for */
	bool		is_rewritten;	/* the statement sets the body, if only to what it was */
	char	   *asked;			/* the reason that the row had before, NULL = none */
	int			words;
	RetryReason reason;			/* what contradicts the metrics; asks is NULL = not looked at */
	bool		is_rewritable;	/* a number of the body would be rewritten */
} SectionRow;

static Datum
row_value(const SectionRow *section, HeapTuple row, const char *name, bool *is_null)
{
	return heap_getattr(row, SPI_fnumber(section->desc, name), section->desc, is_null);
}

/* Does the statement set the column? */
static bool
column_set(const SectionRow *section, const char *name)
{
	return bms_is_member(SPI_fnumber(section->desc, name) - FirstLowInvalidHeapAttributeNumber, section->trigger->tg_updatedcols);
}

/* What an update is of, and what the row was asked for before.  The same text again
 * is an answer, too. */
static void
read_update(SectionRow *section)
{
	bool		is_null;
	Datum		stored = row_value(section, section->trigger->tg_trigtuple, "retry_reason", &is_null);

	section->asked = is_null ? NULL : TextDatumGetCString(stored);
	section->is_rewritten = column_set(section, "body");
	section->is_written = column_changed(section->trigger, "body") || column_changed(section->trigger, "structured") ||
		column_changed(section->trigger, "title") || column_changed(section->trigger, "section_key") ||
		(section->is_rewritten && has_metric_reason(section->asked));
}

/* As memo_finalize calls a section without a title. */
static char *
kind_title(const char *section_key)
{
	MemoryContext context = CurrentMemoryContext;
	int			level = store_open();
	char	   *title = store_section_title(section_key);

	if (title != NULL)
		title = MemoryContextStrdup(context, title);
	store_close(level);
	return title;
}

/* Checks body and structured output against the deal's metrics. */
static RetryReason
check_section(SectionRow *section, Memo *memo, Prose *prose)
{
	bool		is_null;
	bool		has_structured;
	Datum		structured = row_value(section, section->row, "structured", &has_structured);
	Section		own = {.section_key = TextDatumGetCString(row_value(section, section->row, "section_key", &is_null)),
	.title = row_text(section->row, section->desc, "title")};
	int			sources = prose_source_block(prose);
	MetricCheck check = {.memo = memo, .section = &own, .prose = prose, .end_block = sources < 0 ? INT_MAX : sources};
	bool		is_refused;

	has_structured = !has_structured;
	memo->nclaims = 0;
	if (memo->metrics.count > 0)
	{
		if (own.title == NULL)
			own.title = kind_title(own.section_key);
		if (own.title == NULL)
			own.title = title_from_key(own.section_key);
		metric_check(&check);
	}
	/* an upsert fires as an insert first, whose claims may be there */
	if (metric_has_violation(&check) && prose->markers.count > 0)
	{
		Datum		scope = row_value(section, section->row, "id_scope", &is_null);
		int			level = store_open();
		MemoryContext before = MemoryContextSwitchTo(kept_context(KEPT_TRIGGER));

		own.is_global = scope_is_global(memo, is_null ? NULL : TextDatumGetCString(scope));
		store_load_evidence(memo, &own, prose);
		judge_findings(&check);
		MemoryContextSwitchTo(before);
		store_close(level);
	}
	memo->nclaims = 0;			/* they were this section's */
	memo->by_src_id = NULL;
	section->is_rewritable = metric_has_rewritable(&check);
	is_refused = section->is_rewritable && strcmp(memo->policy.enforce_metrics, "reject") == 0;
	return metric_retry_reason(&check, has_structured ? &structured : NULL, is_refused ? NULL : section->asked, !section->is_rewritten);
}

static void
reject_section(const SectionRow *section)
{
	bool		is_null;

	ereport(ERROR,
			(errcode(ERRCODE_CHECK_VIOLATION),
			 errmsg("section \"%s\" contradicts the canonical metrics",
					TextDatumGetCString(row_value(section, section->row, "section_key", &is_null))),
			 errdetail("%s", section->reason.asks),
			 section->is_rewritable
			 ? errhint("A number may diverge where a claim with its evidence is cited; write the section with an empty body first, then its claims, then the body.")
			 : errhint("Correct the field, or leave it out or null; memo_metric_schema tells fields, types and ranges, memo_check_structured what is wrong with each.")));
}

/* Reads the body once, for its words and its metrics. */
static void
read_section(SectionRow *section)
{
	bool		is_null;
	bool		is_unstructured;
	int64		deal_id = DatumGetInt64(row_value(section, section->row, "deal_id", &is_null));
	Memo	   *memo;
	MemoryContext context;
	Prose	   *prose;

	(void) row_value(section, section->row, "structured", &is_unstructured);
	memo = section->is_written && !is_null ? metrics_of_deal(deal_id, !is_unstructured) : NULL;
	context = MemoryContextSwitchTo(kept_context(KEPT_TRIGGER));
	prose = prose_parse(section->body.data, section->body.len, &marker_extension);
	section->words = prose_words(prose, prose_source_block(prose));
	if (memo != NULL && strcmp(memo->policy.enforce_metrics, "off") != 0)
	{
		RetryReason reason = check_section(section, memo, prose);
		bool		rejects = (section->is_rewritable || reason.has_structured) && strcmp(memo->policy.enforce_metrics, "reject") == 0;

		MemoryContextSwitchTo(context);
		section->reason.asks = pstrdup(reason.asks);
		section->reason.kept = pstrdup(reason.kept);
		if (rejects)
			reject_section(section);
	}
	MemoryContextSwitchTo(context);
	MemoryContextReset(kept_context(KEPT_TRIGGER));
}

/*
 * parse_quality and retry_reason after the check.  Ours come and go with the
 * text; a reason of the caller's own stays, before ours.  What was asked once is
 * kept in the reason of a full section, too, so that it is not asked again.
 */
static HeapTuple
set_quality(const SectionRow *section)
{
	int			numbers[] = {SPI_fnumber(section->desc, "parse_quality"), SPI_fnumber(section->desc, "retry_reason")};
	bool		nulls[2] = {false};
	bool		is_null;
	bool		was_partial;
	Datum		values[2];
	Datum		stored = row_value(section, section->row, "retry_reason", &is_null);
	char	   *before = is_null ? NULL : TextDatumGetCString(stored);
	char	   *own = own_retry_reason(before);
	bool		is_asked = section->reason.asks != NULL && section->reason.asks[0] != '\0';
	const char *ours = section->reason.asks == NULL ? "" : retry_reason_text(&section->reason);

	stored = row_value(section, section->row, "parse_quality", &is_null);
	was_partial = !is_null && strcmp(TextDatumGetCString(stored), "partial") == 0;
	if (!section->is_written || (ours[0] == '\0' && (before == NULL || (own != NULL && strcmp(own, before) == 0))))
		return section->row;
	values[0] = CStringGetTextDatum(is_asked || (was_partial && own != NULL) ? "partial" : "full");
	nulls[1] = ours[0] == '\0' && own == NULL;
	if (!nulls[1])
		values[1] = CStringGetTextDatum(own == NULL ? ours : ours[0] == '\0' ? own : psprintf("%s\n%s", own, ours));
	return heap_modify_tuple_by_cols(section->row, section->desc, 2, numbers, values, nulls);
}

Datum
memo_fill_section(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = trigger_data(fcinfo, "memo_fill_section");
	TupleDesc	desc = trigger->tg_relation->rd_att;
	SectionRow	section = {.trigger = trigger, .row = new_row(trigger), .desc = desc};
	HeapTuple	row = section.row;
	const char *names[] = {"position", "word_count", "body_sha256", "updated_at"};
	int			numbers[4];
	Datum		values[4];
	bool		nulls[4] = {false};
	bool		is_null;
	text	   *body;
	uint8		hash[32];

	check_encoding();
	for (int i = 0; i < 4; i++)
		numbers[i] = SPI_fnumber(desc, names[i]);
	values[0] = heap_getattr(row, SPI_fnumber(desc, "body"), desc, &is_null);
	if (is_null)
		return PointerGetDatum(row);	/* the table's NOT NULL says it better */
	body = DatumGetTextPP(values[0]);
	if (VARSIZE_ANY_EXHDR(body) > MAX_SECTION_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("section body is too large"),
				 errdetail("It has %d bytes; the limit is %d.", (int) VARSIZE_ANY_EXHDR(body), MAX_SECTION_BYTES)));
	values[0] = heap_getattr(row, numbers[0], desc, &is_null);
	if (is_null)
		values[0] = Int32GetDatum(section_position(heap_getattr(row, SPI_fnumber(desc, "section_key"), desc, &is_null)));
	section.body = (Slice) {VARDATA_ANY(body), (int) VARSIZE_ANY_EXHDR(body)};
	section.is_written = section.is_rewritten = true;
	if (TRIGGER_FIRED_BY_UPDATE(trigger->tg_event))
		read_update(&section);
	read_section(&section);
	values[1] = Int32GetDatum(section.words);
	sha256(VARDATA_ANY(body), VARSIZE_ANY_EXHDR(body), hash);
	values[2] = PointerGetDatum(cstring_to_text_with_len((char *) hash, 32));
	values[3] = TimestampTzGetDatum(GetCurrentTransactionStartTimestamp());
	row = heap_modify_tuple_by_cols(set_quality(&section), desc, 4, numbers, values, nulls);
	return PointerGetDatum(row);
}

/* ---------------------------------------------------------------- passages */

/* The hash tells a finalize that a passage changed without reading it. */
Datum
memo_fill_passage(PG_FUNCTION_ARGS)
{
	TriggerData *trigger = trigger_data(fcinfo, "memo_fill_passage");
	TupleDesc	desc = trigger->tg_relation->rd_att;
	HeapTuple	row = new_row(trigger);
	int			number = SPI_fnumber(desc, "content_sha256");
	bool		is_null;
	Datum		value = heap_getattr(row, SPI_fnumber(desc, "content"), desc, &is_null);
	uint8		hash[32];
	text	   *content;

	if (is_null)
		return PointerGetDatum(row);	/* the table's NOT NULL says it better */
	content = DatumGetTextPP(value);
	sha256(VARDATA_ANY(content), VARSIZE_ANY_EXHDR(content), hash);
	value = PointerGetDatum(cstring_to_text_with_len((char *) hash, 32));
	return PointerGetDatum(heap_modify_tuple_by_cols(row, desc, 1, &number, &value, &is_null));
}
