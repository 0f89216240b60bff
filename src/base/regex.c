/*
 * regex.c
 *		The only user of PCRE2: fixed patterns, matched at one place.
 *
 * Patterns are compiled once per process into a long-lived context, with JIT
 * where the machine has it.  The subject is never checked for valid UTF-8: it
 * comes from a UTF8 database, and checking it again at every match would be
 * quadratic.  Every pattern is anchored and bounded by its caller's end, so a
 * match cannot run long enough to need a cancel point.
 */
#include "base/base.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define MATCH_LIMIT		100000	/* backtracks of one match */
#define HEAP_LIMIT_KB	1024	/* PCRE2's own default is 20 GB */

struct Regex
{
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *limits;
	bool		has_jit;
};

static pcre2_general_context *allocator = NULL;

static void *
regex_alloc(PCRE2_SIZE size, void *unused pg_attribute_unused())
{
	return process_alloc(size);
}

static void
regex_free(void *memory, void *unused pg_attribute_unused())
{
	if (memory != NULL)
		process_free(memory);
}

static void *
check_created(void *object)
{
	if (object == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory while preparing a pattern")));
	return object;
}

Regex *
regex_compile(const char *pattern)
{
	Regex	   *regex = check_created(regex_alloc(sizeof(Regex), NULL));
	int			error;
	PCRE2_SIZE	error_offset;
	pcre2_compile_context *context;

	if (allocator == NULL)
		allocator = check_created(pcre2_general_context_create(regex_alloc, regex_free, NULL));
	context = check_created(pcre2_compile_context_create(allocator));
	regex->code = pcre2_compile((PCRE2_SPTR) pattern, PCRE2_ZERO_TERMINATED,
								PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED | PCRE2_NO_UTF_CHECK,
								&error, &error_offset, context);
	pcre2_compile_context_free(context);
	check_created(regex->code);
	regex->has_jit = pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE) == 0;
	regex->data = check_created(pcre2_match_data_create_from_pattern(regex->code, allocator));
	regex->limits = check_created(pcre2_match_context_create(allocator));
	pcre2_set_match_limit(regex->limits, MATCH_LIMIT);
	pcre2_set_heap_limit(regex->limits, HEAP_LIMIT_KB);
	return regex;
}

int
regex_match_at(Regex *regex, const char *text, int end, int pos,
			   const char **mark, int *group, int ngroups)
{
	PCRE2_SPTR	subject = (PCRE2_SPTR) text;
	PCRE2_SIZE *found = pcre2_get_ovector_pointer(regex->data);
	int			count;

	if (regex->has_jit)
		count = pcre2_jit_match(regex->code, subject, end, pos, 0, regex->data, regex->limits);
	else
		count = pcre2_match(regex->code, subject, end, pos, PCRE2_NO_UTF_CHECK,
							regex->data, regex->limits);
	if (count <= 0)
		return -1;
	for (int i = 0; i < 2 * ngroups; i++)
		group[i] = i < 2 * count && found[i] != PCRE2_UNSET ? (int) found[i] : -1;
	*mark = (const char *) pcre2_get_mark(regex->data);
	return (int) found[1];
}

bool
regex_has_jit(void)
{
	uint32		has_jit = 0;

	return pcre2_config(PCRE2_CONFIG_JIT, &has_jit) == 0 && has_jit != 0;
}
