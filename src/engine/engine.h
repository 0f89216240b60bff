/*
 * engine.h
 *		From a loaded Memo to a finished one, and what is reported of it.
 *
 * Example: engine_run(memo) turns "NOI rose [SRC:1]." into "NOI rose. [^1]" with note 1, and
 * report_write() says of it {"citations": {"total": 1, "kept": 1, ...}, ...}.
 *
 * Owns: the order of what is done.
 * Never knows: SQL, where text comes from or goes to.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/base.h"
#include "memo/memo.h"

/* Finishes a memo whose rows are loaded and in order (sources/order.c); once. */
extern void engine_run(Memo *memo);

/* ---------------------------------------------------------- status.c */

/* After the stages and the rendering: what status, report and page say. */
extern void set_status(Memo *memo);

/* "2 unrecognized, 70 unresolved" */
extern char *memo_lost_reasons(const Memo *memo);

/* ---------------------------------------------------------- report.c */

/* Writes the members of the report, into an object that is begun. */
extern void report_write(const Memo *memo, JsonSink *sink);

#endif							/* ENGINE_ENGINE_H */
