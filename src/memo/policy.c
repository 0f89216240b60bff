/*
 * policy.c
 *		The policy: what changes a memo, as data.
 *
 * The keys, defaults and ranges are the lines of policylist.def; this file only
 * walks them.  Who calls decides what a bad setting means: the triggers and
 * memo_finalize raise an error with the words policy_set() returns.
 */
#include "memo/memo.h"

typedef enum PolicyType
{
	POLICY_TYPE_BOOL,
	POLICY_TYPE_INT,
	POLICY_TYPE_CHOICE,
	POLICY_TYPE_SET
} PolicyType;

typedef struct PolicyKey
{
	const char *key;
	PolicyType	type;
	Size		offset;			/* in Policy */
	int			least;
	int			most;
	const char *allowed;		/* "a|b" */
} PolicyKey;

static const PolicyKey keys[] = {
#define POLICY_BOOL(key, preset, meaning) \
	{#key, POLICY_TYPE_BOOL, offsetof(Policy, key), 0, 1, NULL},
#define POLICY_INT(key, preset, least, most, meaning) \
	{#key, POLICY_TYPE_INT, offsetof(Policy, key), least, most, NULL},
#define POLICY_CHOICE(key, preset, allowed, meaning) \
	{#key, POLICY_TYPE_CHOICE, offsetof(Policy, key), 0, 0, allowed},
#define POLICY_SET(key, preset, allowed, meaning) \
	{#key, POLICY_TYPE_SET, offsetof(Policy, key), 0, 0, allowed},
#include "memo/policylist.def"
#undef POLICY_BOOL
#undef POLICY_INT
#undef POLICY_CHOICE
#undef POLICY_SET
};

void
policy_init(Policy *policy)
{
#define POLICY_BOOL(key, preset, meaning) policy->key = preset;
#define POLICY_INT(key, preset, least, most, meaning) policy->key = preset;
#define POLICY_CHOICE(key, preset, allowed, meaning) policy->key = preset;
#define POLICY_SET(key, preset, allowed, meaning) policy->key = preset;
#include "memo/policylist.def"
#undef POLICY_BOOL
#undef POLICY_INT
#undef POLICY_CHOICE
#undef POLICY_SET
}

static const PolicyKey *
find_key(const char *name)
{
	for (int i = 0; i < (int) lengthof(keys); i++)
		if (strcmp(keys[i].key, name) == 0)
			return &keys[i];
	return NULL;
}

static char *
set_bool(bool *field, const PolicyKey *key, const char *type, const char *value, const char *shown)
{
	if (strcmp(type, "boolean") != 0)
		return psprintf("policy \"%s\" must be true or false, not %s", key->key, shown);
	*field = strcmp(value, "true") == 0;
	return NULL;
}

static char *
set_int(int *field, const PolicyKey *key, const char *type, const char *value, const char *shown)
{
	char	   *end;
	long		number;

	errno = 0;
	number = strtol(value, &end, 10);
	if (strcmp(type, "number") != 0 || *end != '\0')
		return psprintf("policy \"%s\" must be a whole number, not %s", key->key, shown);
	if (errno != 0 || number < key->least || number > key->most)
		return psprintf("policy \"%s\" is %s; it must be from %d to %d",
						key->key, value, key->least, key->most);
	*field = (int) number;
	return NULL;
}

/* A word of "a|b", in its text; NULL when it is none. */
static const char *
find_word(const char *words, const char *word, Size len)
{
	for (const char *at = words; at != NULL && *at != '\0';)
	{
		Size		width = strcspn(at, "|");

		if (width == len && memcmp(at, word, len) == 0)
			return at;
		at += width + (at[width] != '\0');
	}
	return NULL;
}

bool
policy_has(const char *set, const char *word)
{
	return find_word(set, word, strlen(word)) != NULL;
}

char *
words_sentence(const char *words)
{
	StringInfoData out;

	initStringInfo(&out);
	for (; *words != '\0'; words++)
		if (*words != '|')
			appendStringInfoChar(&out, *words);
		else
			appendStringInfoString(&out, strchr(words + 1, '|') != NULL ? ", " : " or ");
	return out.data;
}

static char *
set_choice(const char **field, const PolicyKey *key, const char *type, const char *value,
		   const char *shown)
{
	Size		len = strlen(value);
	const char *word = strcmp(type, "string") == 0 ? find_word(key->allowed, value, len) : NULL;

	if (word == NULL)
		return psprintf("policy \"%s\" is %s; it must be %s", key->key, shown,
						words_sentence(key->allowed));
	*field = pnstrdup(word, len);
	return NULL;
}

/* An array of words, which have no escapes: ["violations", "incoherent"]. */
static char *
set_set(const char **field, const PolicyKey *key, const char *type, const char *value,
		const char *shown)
{
	StringInfoData words;
	const char *at = value + strspn(value, "[ ");

	initStringInfo(&words);
	for (; strcmp(type, "array") == 0 && *at == '"'; at += strspn(at, ", "))
	{
		Size		len = strcspn(at + 1, "\"");
		const char *word = find_word(key->allowed, at + 1, len);

		if (word == NULL)
			break;
		appendStringInfo(&words, "%s%.*s", words.len > 0 ? "|" : "", (int) len, word);
		at += len + 2;
	}
	if (strcmp(type, "array") != 0 || *at != ']')
		return psprintf("policy \"%s\" is %s; it must be an array of some of %s", key->key, shown,
						words_sentence(key->allowed));
	*field = words.data;
	return NULL;
}

char *
policy_set(Policy *policy, const char *name, const char *type, const char *value)
{
	const PolicyKey *key = find_key(name);
	const char *shown = strcmp(type, "string") == 0 ? psprintf("\"%s\"", value) : value;
	char	   *field;

	if (key == NULL)
		return psprintf("unknown policy \"%s\"", name);
	field = (char *) policy + key->offset;
	switch (key->type)
	{
		case POLICY_TYPE_BOOL:
			return set_bool((bool *) field, key, type, value, shown);
		case POLICY_TYPE_INT:
			return set_int((int *) field, key, type, value, shown);
		case POLICY_TYPE_CHOICE:
			return set_choice((const char **) field, key, type, value, shown);
		case POLICY_TYPE_SET:
			return set_set((const char **) field, key, type, value, shown);
	}
	return NULL;
}

/* "a|b" as ["a","b"]. */
static void
append_words(const char *words, StringInfo out)
{
	const char *quote = *words == '\0' ? "" : "\"";

	appendStringInfo(out, "[%s", quote);
	for (; *words != '\0'; words++)
		if (*words == '|')
			appendStringInfoString(out, "\",\"");
		else
			appendStringInfoChar(out, *words);
	appendStringInfo(out, "%s]", quote);
}

void
policy_json(const Policy *policy, StringInfo out)
{
	for (int i = 0; i < (int) lengthof(keys); i++)
	{
		const char *field = (const char *) policy + keys[i].offset;

		appendStringInfoString(out, i == 0 ? "{\"" : ",\"");
		appendStringInfoString(out, keys[i].key);
		appendStringInfoString(out, "\":");
		switch (keys[i].type)
		{
			case POLICY_TYPE_BOOL:
				appendStringInfoString(out, *(const bool *) field ? "true" : "false");
				break;
			case POLICY_TYPE_INT:
				append_int(out, *(const int *) field);
				break;
			case POLICY_TYPE_CHOICE:
				appendStringInfo(out, "\"%s\"", *(const char *const *) field);
				break;
			case POLICY_TYPE_SET:
				append_words(*(const char *const *) field, out);
				break;
		}
	}
	appendStringInfoChar(out, '}');
}
