/*
 * fuzz.h
 *		The engine without a server: host.c (memory), input.c (a text -> a Memo),
 *		check.c (what must hold of a finished one), read.c (and of how it is read),
 *		harness.c (libFuzzer's entry),
 *		run.c (a program that reads files), sql.c (an input as SQL).
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "charts/charts.h"
#include "evidence/evidence.h"
#include "metrics/metrics.h"
#include "render/render.h"
#include "sources/sources.h"
#include "engine/engine.h"
#include "stages/stages.h"

/* ----------------------------------------------------------------- host.c */

/* What new memory is filled with: a result must not depend on it. */
extern unsigned char memory_fill;

/* What was allocated up to now stays; memory_release() frees all the rest. */
extern void memory_keep(void);
extern void memory_release(void);

/* ---------------------------------------------------------------- input.c */

#define AS_OF		"2026-06-30"

/* The Memo that a text describes, as store_load() would make it of its rows. */
extern Memo *input_memo(const char *data, Size size);

/* What of that the Memo does not keep, for sql.c. */
typedef struct InputRow
{
	const char *table;
	char	   *fields[9];		/* NULL = NULL */
} InputRow;

typedef struct InputRows
{
				VEC(InputRow) rows;
} InputRows;

extern InputRows input_rows;

extern bool utf8_is_valid(const char *text, int len);

/* ---------------------------------------------------------------- check.c */

/* The memo as it would be stored and read again. */
extern StoredMemo *stored_memo(Memo *memo);

/* Aborts, with the name of the property, when one does not hold. */
extern void check_memo(Memo *memo, StringInfo shown);
extern void broken(const char *property, const char *detail,...) pg_attribute_printf(2, 3);

/* ----------------------------------------------------------------- read.c */

/* The same of its bodies' events, and of its HTML and ProseMirror, which it appends. */
extern void check_reading(Memo *memo, StringInfo shown);

/* ------------------------------------------------------------------ sql.c */

extern void print_sql(void);
extern void print_rows(int deal_id);

/* -------------------------------------------------------------- harness.c */

extern int	LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

#endif							/* FUZZ_H */
