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

#include "fmgr.h"
#include "funcapi.h"
#include "utils/jsonb.h"

/* ------------------------------------------------------- arguments.c */

/* An error unless the database's encoding is UTF8: text is matched without checking it. */
extern void check_encoding(void);

/* An error when an argument is NULL. */
extern void check_argument(FunctionCallInfo fcinfo, int number, const char *name);

/* Argument deal_id, the first one; an error when it is NULL, or the database is not UTF8. */
extern int64 deal_argument(FunctionCallInfo fcinfo);

/* A revision, 0 = the latest (or what else words say that NULL is); an error below 1. */
extern int	revision_argument(FunctionCallInfo fcinfo, int number, const char *null_is);

/* A count; an error below least, whose detail says what it is; NULL is when_null. */
extern int	count_argument(FunctionCallInfo fcinfo, int number, const char *name, int least,
						   int when_null,
						   const char *detail);

/* An error unless a value is among the words "a|b". */
extern void check_word(const char *value, const char *words, const char *name);

/* Is an argument the second of two texts?  An error that names them when it is neither. */
extern bool choice_argument(FunctionCallInfo fcinfo, int number, const char *name,
							const char *first, const char *second);

/* A text of the size that a section may have; that of body is an error of its own. */
extern Slice sized_argument(FunctionCallInfo fcinfo, int number, const char *name);
extern Slice body_argument(FunctionCallInfo fcinfo, int number);

/* An error when a text is larger than a section may be. */
extern Slice checked_size(Slice text, const char *name);

/* An error unless the value is an object, or else an array. */
extern void check_container(Jsonb *value, bool is_object, const char *name, const char *hint);

extern bool jsonb_is_object(const JsonbValue *value);
extern bool jsonb_member(JsonbContainer *object, Slice name, JsonbValue *value);

/* A string or number as text; data NULL for anything else. */
extern Slice jsonb_text(const JsonbValue *value);

/* "string", "number", "boolean", "null", "array" or "object". */
extern const char *jsonb_type(const JsonbValue *value);

/* The next element of an array, or member of an object; false at the end.  *at is NULL at first. */
extern bool next_element(JsonbIterator **at, Jsonb *array, JsonbValue *value);
extern bool next_member(JsonbIterator **at, JsonbContainer *object, JsonbValue *key,
						JsonbValue *value);

/* --------------------------------------------------------- results.c */

/* Contexts whose memory is kept from call to call; the caller empties them. */
typedef enum KeptContext
{
	KEPT_FINALIZE,
	KEPT_TRIGGER,
	NKEPT_CONTEXTS
} KeptContext;

extern MemoryContext kept_context(KeptContext which);

/* A copy of a value that goes by reference, in a context that outlives SPI. */
extern Datum result_datum(Datum value, MemoryContext context);

/* A call that reads the store: begins with store_open(), and what closes it with store_close()
 * gives its result a copy where the caller sees it.  What is large is written there: a text
 * opened with open_text(), a jsonb of jsonb_sink(call.context), which end_call() leaves. */
typedef struct Call
{
	MemoryContext context;
	int			level;
} Call;

extern Call open_call(void);
extern Datum end_call(const Call *call, Datum result);
extern Datum close_call(const Call *call, Datum result);
extern void open_text(const Call *call, StringInfo text);
extern Datum close_call_text(const Call *call, StringInfo text);
extern Datum close_call_json(const Call *call, StringInfo json);

/*
 * The rows that a function returns: values in the order of its columns, then the end of
 * the row.  A text that is NULL, a number below its least are NULL.
 */
typedef struct Rows
{
	ReturnSetInfo *result;
	int			level;			/* of store_open(), -1 = not called */
	int			count;			/* values of this row so far */
	Datum		values[16];
	bool		nulls[16];
} Rows;

extern Rows open_rows(FunctionCallInfo fcinfo);
extern Rows open_store_rows(FunctionCallInfo fcinfo);	/* with store_open() */
extern Datum close_rows(const Rows *rows);	/* the result of the function */
extern void put_datum(Rows *rows, Datum value);
extern void put_optional(Rows *rows, bool has_value, Datum value);
extern void put_text(Rows *rows, const char *text);
extern void put_slice(Rows *rows, Slice text);
extern void put_int(Rows *rows, int number, int least);
extern void put_id(Rows *rows, int64 number, int64 least);
extern void put_bool(Rows *rows, bool truth);
extern void end_row(Rows *rows);

/* One row as the result of the call; Rows of it begin as {0}. */
extern Datum row_datum(FunctionCallInfo fcinfo, Rows *row);

/* -------------------------------------------------------- report.c */

/* Warnings of a memo that was just made; revision: where it is kept, 0 = nowhere. */
extern void warn_of_memo(const Memo *memo, int revision);

/* -------------------------------------------------------- finalize.c */

/* Makes the stored sections a revision, unless they are one: what comes next replaces them. */
extern void finalize_current(int64 deal_id);

/* ------------------------------------------------------ structured.c */

/* A field of a structured output, checked. */
typedef struct StructuredField
{
	const char *metric;			/* NULL: the output is no object */
	Datum		structured;		/* numeric */
	bool		has_structured;
	const CanonicalMetric *canonical;
	Datum distance; /* numeric, from the canonical value; the delta is a share of its size */
	Datum		size;
	bool		has_delta;
	const char *verdict;		/* "ok", "retry", "not_comparable", "invalid" */
	const char *problem;		/* why it is invalid, else NULL */
	const MetricKind *kind;		/* NULL = no field of the catalogue */
} StructuredField;

/* What a section must be written again for, and what of it was asked once and is not
 * asked again; "" when nothing. */
typedef struct RetryReason
{
	char	   *asks;
	char	   *kept;
	bool		has_structured; /* the structured output is among what is asked */
} RetryReason;

/* The fields that a structured output has, in the catalogue's order, then unknown ones. */
extern StructuredField *check_structured(Memo *memo, Datum structured, int *count);

/* stored is the row's last reason, NULL when there is none: a violation that it names
 * is kept; one that it only asks for is not, if is_now, for then the row is not yet
 * written again. */
extern RetryReason metric_retry_reason(MetricCheck *check, Datum *structured, const char *stored,
									   bool is_now);

/* The words that a trigger stores: what is asked, and what is kept. */
extern char *retry_reason_text(const RetryReason *reason);

/* Has a stored reason words of metric_retry_reason?  It may be NULL. */
extern bool has_metric_reason(const char *reason);

/* Takes the words of metric_retry_reason out of a stored reason; NULL when
 * nothing of the caller's own is left. */
extern char *own_retry_reason(const char *reason);

/* An error unless a canonical value is finite and, of a built-in metric, in its
 * unit (NULL = any) and range. */
extern void check_metric_value(const char *name, Datum value, const char *unit);

/* An error where a built-in percent is so small that it is meant as a fraction. */
extern void check_metric_fraction(const char *name, Datum value);

/* An error unless numbers of a metric kind's unit are read. */
extern void check_metric_unit(const char *name, const char *unit);

/* The key of a built-in metric whose case may differ, else the name itself. */
extern const char *metric_key(const char *name);

extern Datum numeric_datum(const char *text);

/* ----------------------------------------------------- trigger_row.c */

/* A row on which a trigger works: what the event leaves behind, the old one of a delete. */
typedef struct TriggerRow
{
	const struct TriggerData *trigger;
	HeapTuple	row;
	TupleDesc	desc;
} TriggerRow;

/* An error unless the function was called as a trigger. */
extern TriggerRow trigger_row(FunctionCallInfo fcinfo, const char *name);

/* The number of a column, by its name. */
extern int	row_column(const TriggerRow *row, const char *name);

extern Datum row_value(const TriggerRow *row, const char *name, bool *is_null);

/* A column's text, NULL when there is none to read. */
extern char *row_text(const TriggerRow *row, const char *name);

/* The same columns of the row as it was before the update. */
extern Datum old_value(const TriggerRow *row, const char *name, bool *is_null);

/* Did an update change a column? */
extern bool row_number_changed(const TriggerRow *row, int number);

/* Is the row new, or one of these columns another? */
extern bool row_changed(const TriggerRow *row, int count, const char *const *names);

#define ROW_CHANGED(row, ...) \
	row_changed(row, lengthof(((const char *const[]){__VA_ARGS__})), \
				(const char *const[]){__VA_ARGS__})

/* The row with other values of some columns, none of them NULL unless nulls says so. */
extern HeapTuple row_with(const TriggerRow *row, int count, const char *const *names,
						  Datum *values, bool *nulls);

#endif							/* SERVER_INTERNAL_H */
