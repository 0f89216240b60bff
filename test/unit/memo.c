/*
 * memo.c
 *		Bodies -> citations; policy keys; the spelling of markers.
 */
#include "unit.h"

/* Body -> with its markers in canonical spelling. */
static const char *const normalized[][2] = {
	{"a [src 1] b [SRC:2, 3].", "a [SRC:1] b [SRC:2][SRC:3]."},
	{"NOI [CANONICAL: irr=18] rose.", "NOI rose."},
	{"`[src 1]`", "`[src 1]`"},
};

static const char *
normalize(const char *text)
{
	StringInfoData out;

	initStringInfo(&out);
	markers_rewrite(NULL, NULL, prose_parse(text, strlen(text), &marker_extension), NULL, 0, &out);
	return text_of(&out);
}

/* Key, JSON type, value -> NULL, or what the message has. */
static const char *const policies[][4] = {
	{"cluster_cap", "number", "2", NULL},
	{"cluster_cap", "number", "0", "1"},
	{"cluster_cap", "string", "2", "number"},
	{"rescue", "boolean", "false", NULL},
	{"quote_level", "string", "linewrap", NULL},
	{"quote_level", "string", "loose", "exact"},
	{"no_such_key", "number", "1", "no_such_key"},
};

void
unit_tests(void)
{
	/* the example of memo.h */
	Memo	   *memo = unit_finished("NOI rose [SRC:1].");
	Citation   *citation = &memo->citations.items[0];
	Policy		policy;

	ok("one citation", memo->citations.count == 1 && citation->src_id == 1);
	ok("its source, note and place", strcmp(citation->identity.doc->doc_id, "om") == 0 &&
	   citation->identity.page == 3 && citation->note->number == 1 && citation->final_offset == 9);
	ok("the ledger has it as kept", citation_is_live(citation));

	memo = unit_finished("NOI rose [SRC:99] and [SRC:1].");
	ok("one without a source is removed, and says how",
	   memo->citations.count == 2 && memo->citations.items[0].is_removed && memo->citations.items[0].how != NULL);

	for (int i = 0; i < (int) lengthof(normalized); i++)
		is(normalized[i][0], normalize(normalized[i][0]), normalized[i][1]);

	policy_init(&policy);
	for (int i = 0; i < (int) lengthof(policies); i++)
	{
		char	   *problem = policy_set(&policy, policies[i][0], policies[i][1], policies[i][2]);

		ok(psprintf("policy %s = %s", policies[i][0], policies[i][2]), policies[i][3] == NULL ? problem == NULL :
		   problem != NULL && strstr(problem, policies[i][3]) != NULL);
	}
	ok("what is refused changes nothing", policy.cluster_cap == 2 && !policy.rescue && strcmp(policy.quote_level, "linewrap") == 0);
	is("a title from a key", title_from_key("executive_summary"), "Executive Summary");
}
