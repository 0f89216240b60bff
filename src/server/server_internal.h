/*
 * server_internal.h
 *		What the files of server/ share with nobody else: arguments and results.
 */
#ifndef SERVER_INTERNAL_H
#define SERVER_INTERNAL_H

#include "server/server.h"
#include "memo/memo.h"
#include "metrics/metrics.h"
#include "store/store.h"

#include "commands/trigger.h"
#include "fmgr.h"
#include "utils/jsonb.h"

/* ------------------------------------------------------ api_metric.c */

/* An error unless a canonical value is finite and, of a built-in metric, in its
 * unit (NULL = any) and range (api_metric.c). */
extern void check_metric_value(const char *name, Datum value, const char *unit);

/* An error where a built-in percent is so small that it is meant as a fraction. */
extern void check_metric_fraction(const char *name, Datum value);

/* An error unless numbers of a metric kind's unit are read. */
extern void check_metric_unit(const char *name, const char *unit);

/* The key of a built-in metric whose case may differ, else the name itself. */
extern const char *metric_key(const char *name);

extern Datum numeric_datum(const char *text);

/* ---------------------------------------------------------- report.c */

extern void build_report(const Memo *memo, JsonSink *sink);
/* ------------------------------------------------------ api_metric.c */

extern StructuredField *check_structured(Memo *memo, Datum structured, int *count);
/* stored is the row's last reason, NULL when there is none: a violation that it names
 * is kept; one that it only asks for is not, if is_now, for then the row is not yet
 * written again. */
extern RetryReason metric_retry_reason(MetricCheck *check, Datum *structured, const char *stored, bool is_now);

/* The words that a trigger stores: what is asked, and what is kept. */
extern char *retry_reason_text(const RetryReason *reason);

/* Has a stored reason words of metric_retry_reason?  It may be NULL. */
extern bool has_metric_reason(const char *reason);

/* Takes the words of metric_retry_reason out of a stored reason; NULL when
 * nothing of the caller's own is left. */
extern char *own_retry_reason(const char *reason);

/* ---------------------------------------------------------- replay.c */

/* Makes a revision again (0 = the latest) and says whether all is byte-equal to
 * what was stored; an error when the inputs have changed (replay.c). */
extern bool store_replay(int64 deal_id, int revision);

/* Contexts whose memory is kept from call to call; the caller empties them. */
typedef enum KeptContext
{
	KEPT_FINALIZE,
	KEPT_TRIGGER,
	NKEPT_CONTEXTS
} KeptContext;

/* ------------------------------------------------------------- api.c */

extern MemoryContext kept_context(KeptContext which);
/* -------------------------------------------------------- api_text.c */

/* A body argument, of the size that a section may have (api_text.c). */
extern Slice body_argument(FunctionCallInfo fcinfo, int number);

/* ------------------------------------------------------------- api.c */

/* An error unless the database's encoding is UTF8. */
extern void check_encoding(void);

/* An error when an argument is NULL. */
extern void check_argument(FunctionCallInfo fcinfo, int number, const char *name);

/* Arguments deal_id and revision of a reading function; 0 = the latest. */
extern int	revision_argument(FunctionCallInfo fcinfo);

/* A text argument that is one of two words; true for the second. */
extern bool choice_argument(FunctionCallInfo fcinfo, int number, const char *name, const char *usual, const char *other);

/* A copy of a result in a context that outlives SPI. */
extern Datum result_datum(Datum value, MemoryContext context);

extern Datum result_text(StringInfo text, MemoryContext context);
/* -------------------------------------------------------- api_warn.c */

/* Warnings of a memo that was just made; revision: where it is kept, 0 = nowhere. */
extern void warn_of_memo(const Memo *memo, int revision);

/* An error unless the function was called as a trigger. */
static inline TriggerData *
trigger_data(FunctionCallInfo fcinfo, const char *name)
{
	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s is a trigger function", name)));
	return (TriggerData *) fcinfo->context;
}

/* The row that the event leaves behind; the old one of a delete. */
static inline HeapTuple
new_row(const TriggerData *trigger)
{
	return TRIGGER_FIRED_BY_UPDATE(trigger->tg_event) ? trigger->tg_newtuple : trigger->tg_trigtuple;
}

/* ---------------------------------------------------- api_evidence.c */

extern Slice text_slice(const text *value);
/* An error when a text is larger than a section may be. */
extern Slice checked_size(Slice text, const char *name);

/* A row of the type that the called function returns. */
extern Datum row_datum(FunctionCallInfo fcinfo, Datum *values, bool *nulls);

/* -------------------------------------------------------- api_json.c */

extern Datum slice_text(Slice slice);
/* An error unless the value is an object, or else an array. */
extern void check_container(Jsonb *value, bool is_object, const char *name, const char *hint);

extern bool jsonb_is_object(const JsonbValue *value);
extern bool jsonb_member(JsonbContainer *object, Slice name, JsonbValue *value);
/* A string or number as text; data NULL for anything else. */
extern Slice jsonb_text(const JsonbValue *value);

/* "string", "number", "boolean", "null", "array" or "object". */
extern const char *jsonb_type(const JsonbValue *value);

#endif							/* SERVER_INTERNAL_H */
