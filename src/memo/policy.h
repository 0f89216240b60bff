/*
 * policy.h
 *		What changes a memo, as data; memo.h includes it.
 *
 * Example: {"warn_lost_percent": 20} of a deal is policy_set(&policy, "warn_lost_percent",
 * "number", "20"), and who asks reads policy.warn_lost_percent.
 */
#ifndef MEMO_POLICY_H
#define MEMO_POLICY_H

#include "base/base.h"

/* What changes a memo, as data: the keys of policylist.def. */
typedef struct Policy
{
#define POLICY_BOOL(key, preset, meaning) bool key;
#define POLICY_INT(key, preset, least, most, meaning) int key;
#define POLICY_CHOICE(key, preset, allowed, meaning) const char *key;
#define POLICY_SET(key, preset, allowed, meaning) const char *key;
#include "memo/policylist.def"
#undef POLICY_BOOL
#undef POLICY_INT
#undef POLICY_CHOICE
#undef POLICY_SET
} Policy;

/* ---------------------------------------------------------- policy.c */

extern void policy_init(Policy *policy);

/* Is a word among those of a set, "violations|lost_citations"? */
extern bool policy_has(const char *set, const char *word);

/* The words of such a set as a sentence has them: "a, b or c". */
extern char *words_sentence(const char *words);

/* Sets one key from its JSON type ("number", "boolean", "string", "array") and text.  Returns
 * NULL, else what is wrong, in words for the user. */
extern char *policy_set(Policy *policy, const char *key, const char *type, const char *value);

/* Appends it as a JSON object, keys in the order of the list. */
extern void policy_json(const Policy *policy, StringInfo out);

#endif							/* MEMO_POLICY_H */
