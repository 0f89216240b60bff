/*
 * sources.h
 *		Which document a text names, and which claim an id means.
 *
 * Example: "Rent Roll, p. 4" names the document titled Rent Roll, at page 4; id 1 of
 * section risk means the claim that this section has for it.
 *
 * Owns: the index of names, made once a memo.
 * Never knows: where a reference will stand.
 */
#ifndef SOURCES_SOURCES_H
#define SOURCES_SOURCES_H

#include "base/base.h"
#include "memo/memo.h"

/* ----------------------------------------------------------- claim.c */

/* The claim of the section with that id: the one whose text matches the
 * marker's sentence, else the lowest page (*is_ambiguous); NULL when none.
 * citation: its marker, and the page that it names as a hint; may be NULL. */
extern Claim *claim_for_id(Memo *memo, Section *section, int64 id, const Citation *citation,
						   bool *is_ambiguous);

/* Documents by what agents call them: title, doc_id, path, file name. */
typedef struct NameIndex NameIndex;

/* ------------------------------------------------------------ name.c */

extern NameIndex *name_index(const Memo *memo);
/* ------------------------------------------------------------ name.c */

/* "Contradicted by", "Not in": does a text say that what it is beside is no source? */
extern bool text_denies_source(const char *text);

/* The one document that a text refers to, with page ("p. 12") or locator
 * ("Summary!C14", "sales comparison approach"); false when it names none or several, or
 * says more.  is_closed: also when that is no page or piece of it. */
extern bool name_find(const NameIndex *names, Slice text, bool is_closed, Identity *identity);

/* Has a text that names sources more to say than their notes will, "May 2026" or a quotation?
 * is_closed: dates and versions are no more. */
extern bool name_leaves_out(const NameIndex *names, Slice text, bool is_closed, const Identity *identities, int count);

#endif							/* SOURCES_SOURCES_H */
