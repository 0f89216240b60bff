/*
 * triggers.c
 *		Triggers of the input tables: what is checked and derived.
 *
 * Policies, insights, metrics and kinds of metrics are checked; sections and passages
 * get what is made of them (hash, words, position).  A section is read once for its
 * words and, in a deal that has canonical metrics, for what contradicts them: that is
 * written into retry_reason ("Canonical metrics: IRR is 19.2%, but must be 18.5%"), or
 * refused, as policy enforce_metrics says.
 */
#include "server/server_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "notes/notes.h"
#include "stages/stages.h"

#include "access/htup_details.h"
#include "access/sysattr.h"
#include "access/xact.h"
#include "commands/trigger.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(memo_check_policy);
PG_FUNCTION_INFO_V1(memo_check_insight);
PG_FUNCTION_INFO_V1(memo_check_metric);
PG_FUNCTION_INFO_V1(memo_check_metric_kind);
PG_FUNCTION_INFO_V1(memo_fill_section);
PG_FUNCTION_INFO_V1(memo_fill_passage);

/* ------------------------------------------------------------------ policy */

/* The argument of the trigger is the column. */
Datum
memo_check_policy(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_check_policy");
	bool		is_null;
	Datum		settings = row_value(&row, row.trigger->tg_trigger->tgargs[0], &is_null);
	Policy		policy;
	int			level;

	if (is_null || VARSIZE_ANY_EXHDR(DatumGetPointer(settings)) <= 4)
		return PointerGetDatum(row.row);	/* {} is what most rows have */
	policy_init(&policy);
	level = store_open();
	store_apply_policy(&policy, settings);
	store_close(level);
	return PointerGetDatum(row.row);
}

/* ---------------------------------------------------------------- insights */

Datum
memo_check_insight(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_check_insight");
	char	   *name = row_text(&row, "kind");
	InsightKind kind = name == NULL ? NINSIGHT_KINDS : insight_kind(name);
	bool		is_null;
	Datum		stored = row_value(&row, "detail", &is_null);
	Json	   *detail;
	char	   *problem;
	const char *missing = NULL;	/* what readers are to be told */

	if (kind == NINSIGHT_KINDS || is_null)
		return PointerGetDatum(row.row);	/* the table's own constraints say it better */
	detail = jsonb_read(stored, MAX_DETAIL_BYTES, MAX_DETAIL_DEPTH, &problem);
	if (row_text(&row, "message") != NULL)
		;
	else if (kind == INSIGHT_IC_NOTE || kind == INSIGHT_MODEL_WARNING)
		missing = "message";
	else if (kind == INSIGHT_LINEAGE && row_text(&row, "metric") == NULL &&
			 !insight_has_label(detail))
		missing = "metric";
	problem = missing != NULL ? psprintf("%s is missing", missing)
		: detail == NULL ? psprintf("detail %s", problem) : insight_detail_problem(kind, detail);
	if (problem != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("insight of kind %s: %s", name, problem),
				 errhint("The comment on memocite.insight.detail says what each kind has.")));
	return PointerGetDatum(row.row);
}

/* ----------------------------------------------------------------- metrics */

/* Of a plain value, rows of before there was the check of fractions are left alone until
 * what it reads changes. */
Datum
memo_check_metric(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_check_metric");
	char	   *name = row_text(&row, "metric");
	bool		is_null;
	Datum		value = row_value(&row, "value", &is_null);

	if (name != NULL && row_text(&row, "unit") != NULL && !is_restoring &&
		ROW_CHANGED(&row, "unit"))
		check_metric_unit(name, row_text(&row, "unit"));
	if (name != NULL && !is_null)
	{
		check_metric_value(name, value, row_text(&row, "unit"));
		if (!is_restoring && row_text(&row, "variant") == NULL &&
			ROW_CHANGED(&row, "value", "unit", "metric", "variant"))
			check_metric_fraction(name, value);
	}
	if (name == NULL || is_restoring || strcmp(metric_key(name), name) == 0)
		return PointerGetDatum(row.row);
	/* IRR is irr: one row for one value */
	return PointerGetDatum(row_with(&row, 1, (const char *const []) {"metric"},
									(Datum []) {text_datum(metric_key(name))}, NULL));
}

Datum
memo_check_metric_kind(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_check_metric_kind");
	char	   *name = row_text(&row, "metric");
	char	   *unit = row_text(&row, "unit");

	if (name != NULL && unit != NULL && !is_restoring && ROW_CHANGED(&row, "unit"))
		check_metric_unit(name, unit);
	return PointerGetDatum(row.row);
}

/* ---------------------------------------------------------------- sections */

/*
 * Metrics of the deal that a statement's rows belong to: read once, for as long
 * as the snapshot is the same; what all deals have in common, once a snapshot.
 */
typedef struct KnownMetrics
{
	MemoryContext context;		/* of what is common; NULL = none in this transaction */
	MemoryContext deal_context; /* of what is the deal's */
	SnapshotKey snapshot;
	Memo	   *common;			/* NULL = not read */
	bool		has_deal;		/* one's is read, of */
	int64		deal_id;
	bool		is_likely;		/* the one before it had some: the next may, too */
	bool		is_whole;		/* the memo was wanted without metrics, too */
	bool		has_evidence;	/* the deal has claims or passages */
	Memo	   *memo;			/* NULL = the deal has no metrics */
} KnownMetrics;

static KnownMetrics known_metrics;

static void
forget_metrics(XactEvent event pg_attribute_unused(), void *unused pg_attribute_unused())
{
	known_metrics.context = NULL;	/* gone with the transaction's memory */
}

static void
forget_metrics_of_subtransaction(SubXactEvent event pg_attribute_unused(),
								 SubTransactionId subid pg_attribute_unused(),
								 SubTransactionId parent pg_attribute_unused(),
								 void *unused pg_attribute_unused())
{
	known_metrics.common = NULL;
}

/* Forgets what another snapshot saw. */
static void
keep_to_snapshot(KnownMetrics *known)
{
	static bool is_registered = false;
	bool		is_same = is_same_snapshot(known->snapshot);

	if (!is_registered)
	{
		RegisterXactCallback(forget_metrics, NULL);
		RegisterSubXactCallback(forget_metrics_of_subtransaction, NULL);
		is_registered = true;
	}
	if (known->context == NULL)
		known->context = AllocSetContextCreate(TopTransactionContext, "memocite metrics",
											   ALLOCSET_DEFAULT_SIZES);
	else if (known->common != NULL && is_same)
		return;
	known->common = NULL;
	known->has_deal = false;
	MemoryContextReset(known->context);
	known->deal_context =
		AllocSetContextCreate(known->context, "memocite metrics of a deal", ALLOCSET_DEFAULT_SIZES);
}

/* NULL when the deal has no metrics; if without is true, a memo that has none. */
static Memo *
metrics_of_deal(int64 deal_id, bool without)
{
	KnownMetrics *known = &known_metrics;
	MemoryContext before;
	int			level;

	keep_to_snapshot(known);
	if (known->has_deal && known->deal_id == deal_id &&
		(known->memo != NULL || known->is_whole || !without))
		return known->memo;
	known->has_deal = false;
	MemoryContextReset(known->deal_context);
	level = store_open();
	before = MemoryContextSwitchTo(known->context);
	if (known->common == NULL)
		known->common = store_load_metric_kinds();
	MemoryContextSwitchTo(known->deal_context);
	known->memo = store_load_metrics(known->common, deal_id, without, known->is_likely,
									 &known->has_evidence);
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
	TriggerRow	row;
	Slice		body;
	bool		is_written;		/* inserted, or what the check reads changed or was asked for */
	bool		is_rewritten;	/* the statement sets the body, if only to what it was */
	char	   *asked;			/* the reason that the row had before, NULL = none */
	int			words;
	RetryReason reason;			/* what contradicts the metrics; asks is NULL = not looked at */
	bool		is_rewritable;	/* a number of the body would be rewritten */
} SectionRow;

/* A column as text, whatever blanks it has; NULL when NULL. */
static char *
whole_text(const SectionRow *section, const char *name)
{
	bool		is_null;
	Datum		value = row_value(&section->row, name, &is_null);

	return is_null ? NULL : TextDatumGetCString(value);
}

/* What an update is of, and what the row was asked for before.  The same text again
 * is an answer, too. */
static void
read_update(SectionRow *section)
{
	bool		is_null;
	Datum		stored = old_value(&section->row, "retry_reason", &is_null);
	int			body = row_column(&section->row, "body") - FirstLowInvalidHeapAttributeNumber;

	section->asked = is_null ? NULL : TextDatumGetCString(stored);
	section->is_rewritten = bms_is_member(body, section->row.trigger->tg_updatedcols);
	section->is_written = ROW_CHANGED(&section->row, "body", "structured", "title",
									  "section_key") ||
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

/* The claims of a section whose numbers contradict the metrics, perhaps with reason: an
 * upsert fires as an insert first, whose claims may be there. */
static void
judge_with_evidence(const SectionRow *section, MetricCheck *check, Section *own)
{
	int			level = known_metrics.has_evidence ? store_open() : -1;
	MemoryContext before = MemoryContextSwitchTo(kept_context(KEPT_TRIGGER));

	own->is_global = scope_is_global(check->memo, whole_text(section, "id_scope"));
	if (level >= 0)
		store_load_evidence(check->memo, own, check->prose);
	judge_findings(check);
	MemoryContextSwitchTo(before);
	if (level >= 0)
		store_close(level);
}

/* Checks body and structured output against the deal's metrics. */
static RetryReason
check_section(SectionRow *section, Memo *memo, Prose *prose)
{
	bool		is_null;
	Datum		structured = row_value(&section->row, "structured", &is_null);
	Section		own = {.section_key = whole_text(section, "section_key"),
		.title = row_text(&section->row, "title")};
	MetricCheck check = {.memo = memo,
						 .section = &own,
						 .prose = prose};
	bool		is_refused;

	memo->nclaims = 0;
	if (memo->metrics.count > 0)
	{
		if (own.title == NULL)
			own.title = kind_title(own.section_key);
		if (own.title == NULL)
			own.title = title_from_key(own.section_key);
		metric_check(&check);
	}
	if (metric_has_violation(&check, false) && prose->markers.count > 0)
		judge_with_evidence(section, &check, &own);
	memo->nclaims = 0;			/* they were this section's */
	memo->by_src_id = NULL;
	section->is_rewritable = metric_has_violation(&check, true);
	is_refused = section->is_rewritable && strcmp(memo->policy.enforce_metrics, "reject") == 0;
	return metric_retry_reason(&check, is_null ? NULL : &structured,
							   is_refused ? NULL : section->asked,
							   !section->is_rewritten);
}

/* Reads the body once, for its words and its metrics. */
static void
read_section(SectionRow *section)
{
	bool		is_null;
	bool		is_unstructured;
	int64		deal_id = DatumGetInt64(row_value(&section->row, "deal_id", &is_null));
	Memo	   *memo;
	MemoryContext context;
	Prose	   *prose;

	(void) row_value(&section->row, "structured", &is_unstructured);
	memo = section->is_written && !is_null ? metrics_of_deal(deal_id, !is_unstructured) : NULL;
	context = MemoryContextSwitchTo(kept_context(KEPT_TRIGGER));
	prose = body_parse(section->body.data, section->body.len);
	section->words = prose_words(prose);
	if (memo != NULL && strcmp(memo->policy.enforce_metrics, "off") != 0)
	{
		RetryReason reason = check_section(section, memo, prose);

		MemoryContextSwitchTo(context);
		section->reason.asks = pstrdup(reason.asks);
		section->reason.kept = pstrdup(reason.kept);
		if ((section->is_rewritable || reason.has_structured) &&
			strcmp(memo->policy.enforce_metrics, "reject") == 0)
			ereport(ERROR,
					(errcode(ERRCODE_CHECK_VIOLATION),
					 errmsg("section \"%s\" contradicts the canonical metrics",
							whole_text(section, "section_key")),
					 errdetail("%s", section->reason.asks),
					 section->is_rewritable
						 ? errhint("A number may diverge where a claim with its evidence is cited; "
								   "write the section with an empty body first, then its claims, "
								   "then the body.")
						 : errhint("Correct the field, or leave it out or null; memo_metric_schema "
								   "tells fields, types and ranges, memo_check_structured what is "
								   "wrong with each.")));
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
	char	   *before = whole_text(section, "retry_reason");
	char	   *quality = whole_text(section, "parse_quality");
	char	   *own = own_retry_reason(before);
	bool		is_asked = section->reason.asks != NULL && section->reason.asks[0] != '\0';
	bool		is_partial = is_asked || (own != NULL && quality != NULL &&
										  strcmp(quality, "partial") == 0);
	const char *ours = section->reason.asks == NULL ? "" : retry_reason_text(&section->reason);
	const char *reason = ours[0] == '\0' ? own : own == NULL ? ours : psprintf("%s\n%s", own, ours);
	bool		nulls[] = {false, reason == NULL};

	if (!section->is_written ||
		(ours[0] == '\0' && (before == NULL || (own != NULL && strcmp(own, before) == 0))))
		return section->row.row;
	return row_with(&section->row, 2, (const char *const []) {"parse_quality", "retry_reason"},
					(Datum []) {text_datum(is_partial ? "partial" : "full"),
						reason == NULL ? 0 : text_datum(reason)}, nulls);
}

static Datum
hash_datum(Slice text)
{
	uint8		hash[32];

	sha256(text.data, text.len, hash);
	return slice_text((Slice) {(char *) hash, 32});
}

Datum
memo_fill_section(PG_FUNCTION_ARGS)
{
	static const char *const names[] = {"position", "word_count", "body_sha256", "updated_at"};
	SectionRow	section = {.row = trigger_row(fcinfo, "memo_fill_section")};
	Datum		position;
	Datum		body;
	bool		is_null;

	check_encoding();
	body = row_value(&section.row, "body", &is_null);
	if (is_null)
		return PointerGetDatum(section.row.row);	/* the table's NOT NULL says it better */
	section.body = checked_size(datum_slice(body), "section body");
	position = row_value(&section.row, "position", &is_null);
	if (is_null)
	{
		int			level = store_open();

		position =
			Int32GetDatum(store_section_position(whole_text(&section, "section_key")));
		store_close(level);
	}
	section.is_written = section.is_rewritten = true;
	if (TRIGGER_FIRED_BY_UPDATE(section.row.trigger->tg_event))
		read_update(&section);
	read_section(&section);
	section.row.row = set_quality(&section);
	return PointerGetDatum(
		row_with(&section.row, lengthof(names), names,
				 (Datum[]){position, Int32GetDatum(section.words), hash_datum(section.body),
						   TimestampTzGetDatum(GetCurrentTransactionStartTimestamp())},
				 NULL));
}

/* ---------------------------------------------------------------- passages */

/* The hash tells a finalize that a passage changed without reading it. */
Datum
memo_fill_passage(PG_FUNCTION_ARGS)
{
	TriggerRow	row = trigger_row(fcinfo, "memo_fill_passage");
	bool		is_null;
	Datum		value = row_value(&row, "content", &is_null);

	if (is_null)
		return PointerGetDatum(row.row);	/* the table's NOT NULL says it better */
	return PointerGetDatum(row_with(&row, 1, (const char *const []) {"content_sha256"},
									(Datum []) {hash_datum(datum_slice(value))}, NULL));
}
