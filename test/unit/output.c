/*
 * output.c
 *		A finished memo -> its page.
 */
#include "unit.h"

#include "output/output.h"

static const char *
page_of(const char *body)
{
	Memo	   *memo = unit_finished(body);
	MemoPage	page = {.memo = view_of_memo(memo), .deal_id = 1, .revision = 1, .status = "final", .as_of = AS_OF};
	StringInfoData out;

	initStringInfo(&out);
	html_page(&page, &out);
	return text_of(&out);
}

/* Body -> what its page has. */
static const char *const cases[][2] = {
	/* the example of output.h */
	{"NOI rose [SRC:1].", "href=\"#memo-1-n1\" role=\"doc-noteref\""},

	{"NOI **rose** & fell.", "<p>NOI <strong>rose</strong> &amp; fell.</p>"},
	{"| a | b |\n|---|--:|\n| 1 | 2 |", "<table"},
	{"`<b>`", "<code>&lt;b&gt;</code>"},
	{"~~old~~", "<del>old</del>"},
	{"- [x] done", "<li"},
};

void
unit_tests(void)
{
	for (int i = 0; i < (int) lengthof(cases); i++)
	{
		const char *page = page_of(cases[i][0]);

		ok(psprintf("%s has %s", cases[i][0], cases[i][1]), strstr(page, cases[i][1]) != NULL);
	}
	ok("HTML of an agent is text", strstr(page_of("<script>alert(1)</script>"), "<script>alert") == NULL);
	ok("and so is a link that runs", strstr(page_of("[x](javascript:alert(1))"), "href=\"javascript:") == NULL);
}
