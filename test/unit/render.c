/*
 * render.c
 *		Body -> finished text, its edit script, definitions, the memo.
 */
#include "unit.h"

void
unit_tests(void)
{
	/* the example of render.h: cuts and references in one buffer, and the way back */
	Memo	   *memo = unit_finished("NOI rose [SRC:1].");
	StringInfoData edits;
	StringInfoData markdown;
	MemoView finished = view_of_memo(memo);
	StringInfoData shown;

	is("the body", memo->sections[0].rendered.data, "NOI rose.[^1]");
	initStringInfo(&edits);
	changes_json(&memo->sections[0], &edits);
	is("its edit script", edits.data, "[[8,\" [SRC:1]\",\"\",\"2\"],[9,\"\",\"[^1]\",\"2\"]]");
	initStringInfo(&shown);
	check_memo(memo, &shown);	/* aborts, where the script does not give the body back */
	ok("gives the body back", shown.len > 0);

	initStringInfo(&markdown);
	markdown_write(&finished, &markdown);
	ok("the memo begins with its name", strncmp(markdown.data, "# Maple Court\n", 14) == 0);
	ok("has its definitions", strstr(markdown.data, "\n[^1]: Offering Memorandum, p. 3") != NULL);
	ok("and ends with what they are bound to", strstr(markdown.data, "\n" COMMENT_OPEN "{\"v\":1") != NULL);

	is("text that would be syntax is escaped",
	   unit_body("@document a|A*b*|||||\n@section s||||\nx [SRC:1].\n@claim 1|a|||||\n"), "x.[^1]");
	is("as here in a definition",
	   unit_finished("@document a|A*b*|||||\n@section s||||\nx [SRC:1].\n@claim 1|a|||||\n")->numbered[0]->definition, "A\\*b\\*.");
	is("what a cut would make a heading is kept text", unit_body("x\n\n[SRC:1]# y"), "x\n\n&#8203;# y[^1]");
}
