/*
 * unit.h
 *		Tests of one folder of the engine, without a server, as a TAP program.
 *
 * Each test/unit/<folder>.c has unit_tests(): tables of input -> output, the first case
 * being the example in the folder's public header.  Deals are written as in
 * test/fuzz/input.c.
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

#endif							/* UNIT_H */
