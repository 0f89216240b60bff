/*
 * evidence.h
 *		What the SQL functions on evidence share: arguments, rows and JSON.
 */
#ifndef MEMOCITE_EVIDENCE_H
#define MEMOCITE_EVIDENCE_H

#include "passage.h"
#include "utils/jsonb.h"

/* --------------------------------------------------------- api_evidence.c */

extern Slice text_slice(const text *value);

/* An error when a text is larger than a section may be. */
extern Slice checked_size(Slice text, const char *name);

/* A row of the type that the called function returns. */
extern Datum row_datum(FunctionCallInfo fcinfo, Datum *values, bool *nulls);

/* ------------------------------------------------------------- api_json.c */

extern Datum slice_text(Slice slice);

/* An error unless the value is an object, or else an array. */
extern void check_container(Jsonb *value, bool is_object, const char *name, const char *hint);

extern bool jsonb_is_object(const JsonbValue *value);
extern bool jsonb_member(JsonbContainer *object, Slice name, JsonbValue *value);

/* A string or number as text; data NULL for anything else. */
extern Slice jsonb_text(const JsonbValue *value);

/* "string", "number", "boolean", "null", "array" or "object". */
extern const char *jsonb_type(const JsonbValue *value);

#endif							/* MEMOCITE_EVIDENCE_H */
