/*
 * unit.h
 *		Tests of one folder of the engine, without a server, as a TAP program.
 *
 * Each test/unit/<folder>.c has unit_tests(): tables of input -> output, the first case
 * being the example in the folder's public header.  notes.c and source_lists.c are of one
 * idea, whichever folders it is in.  Deals are written as in test/fuzz/input.c.
 */
#ifndef UNIT_H
#define UNIT_H

#include "fuzz.h"

/* Of the folder; unit.c calls it. */
extern void unit_tests(void);

/* One result: both texts are equal (NULL is only NULL). */
extern void is(const char *name, const char *got, const char *expected);

/* The same of a condition. */
extern void ok(const char *name, bool condition);

/* A text made by appending. */
extern char *text_of(StringInfo text);

/* A deal of test/fuzz/input.c: with the preset documents and claims, unless it begins
 * with @; scanned, and with all stages run. */
extern Memo *unit_deal(const char *text);
extern Memo *unit_finished(const char *text);

/* The body of its first section as it is read. */
extern const char *unit_body(const char *text);

/* The bodies of a finished memo, " // " between them; and what else became of it, as in
 *
 *		1 = Rent Roll, p. 4. | [^x] -> 1 | [SRC:9] removed unresolved @4.2 | citation_removed
 *
 * notes, rows of the ledger (with how, and the stage of what was removed), claims that no
 * marker placed, grades, and codes of events but for noop and section_headers_skipped. */
extern const char *shown_text(const Memo *memo);
extern const char *shown_rest(const Memo *memo);

/* The memo of a body that stands behind a deal's rows and has more behind it; of a deal of
 * its own when it begins with @. */
extern Memo *finished_behind(const char *deal, const char *body);

/* A rule, such a body, and both of these.  pending: what the engine does not do yet; such a
 * row fails once it passes, and with PENDING in the environment shows what is done instead. */
typedef struct MemoCase
{
	const char *rule;
	const char *body;
	const char *text;
	const char *rest;
	bool		pending;
} MemoCase;

/* One result a row. */
extern void memo_cases(const char *deal, const MemoCase *cases, int count);

#endif							/* UNIT_H */
