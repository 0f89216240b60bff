/*
 * render.c
 *		Body -> finished text, its edit script, definitions, the memo.
 */
#include "unit.h"

static const char deal[] =
"@document om|Offering Memorandum|||||\n"
"@document rr|Rent Roll|||||\n"
"@section a||||\n";

#define LTV	"@document om|Offering Memorandum|||||\n@metric ltv||65|percent\n@section a||||\nThe LTV is 65%.\n"
#define CHART	"@chart c|0|{\"type\":\"bar\",\"decisionQuestion\":\"Is it so?\",\"insightCaption\":\"It is as it is\"," \
	"\"series\":[{\"data\":[{\"x\":\"a\",\"y\":1}]}],\"sources\":[\"Offering Memorandum, p. 3\"]}"
#define NODE	"<div data-type=\"chart\" data-chart-id=\"c\" data-config=\"{&quot;type&quot;:&quot;bar&quot;," \
	"&quot;decisionQuestion&quot;:&quot;Is it so?&quot;,&quot;insightCaption&quot;:&quot;It is as it is&quot;," \
	"&quot;series&quot;:&#91;{&quot;data&quot;:&#91;{&quot;x&quot;:&quot;a&quot;,&quot;y&quot;:1}]}]," \
	"&quot;sources&quot;:&#91;&quot;Offering Memorandum, p. 3&quot;]}\"></div>"
#define CONFLICT	"This deal's model: LTV 65%. | conflict -> "

/* What was written of a section has the agent's headings, blocks and list levels. */
static const MemoCase guarded[] = {
	{"a chart's anchor that would go on with an item leaves the list as it is",
		"# Plan\n\n1. Step one\n[CHART:2]\n   - sub step\n\n## Next\n\nMore words.",
		"### Plan\n\n1. Step one\n\n   - sub step\n\n#### Next\n\nMore words.",
		"chart_anchor_removed | heading_shifted"},
	{"and its chart stands behind that", "1. One\n[CHART:c]\n   - sub\n\nMore.\n" CHART,
		"1. One\n\n   - sub\n\n" NODE "\n\nSource:[^1]\n\nMore.",
		"1 = Offering Memorandum, p. 3. | chart -> 1"},
	{"a note never stands in a heading, but at the first sentence below",
		LTV "@section b||||\n## LTV: 72%\n\nSome prose. More.",
		"The LTV is 65%. // ### LTV: 72%\n\nSome prose.[^1] More.",
		"1 = " CONFLICT "1 | heading_shifted | metric_incoherent | metric_violation"},
	{"nor in one that is not shifted", LTV "@section b||||\n### LTV: 72%\n\nSome prose.",
		"The LTV is 65%. // ### LTV: 72%\n\nSome prose.[^1]",
		"1 = " CONFLICT "1 | metric_incoherent | metric_violation"},
	{"nor in an underlined one", LTV "@section b||||\nLTV: 72%\n---\n\n- Some prose.",
		"The LTV is 65%. // ### LTV: 72%\n\n- Some prose.[^1]",
		"1 = " CONFLICT "1 | heading_shifted | metric_incoherent | metric_violation"},
	{"nor in one of a quote", LTV "@section b||||\n> ### LTV: 72%\n\nSome prose.",
		"The LTV is 65%. // > ### LTV: 72%\n\nSome prose.[^1]",
		"1 = " CONFLICT "1 | metric_incoherent | metric_violation"},
	{"a chart with sources before such a heading is a block of its own",
		LTV "@section b||||\n### LTV: 72%\n\nSome prose.\n" CHART,
		"The LTV is 65%. // " NODE "\n\nSource:[^1]\n\n### LTV: 72%\n\nSome prose.[^2]",
		"1 = Offering Memorandum, p. 3. | 2 = This deal's model: LTV 65%. | chart -> 1 | conflict -> 2"
		" | metric_incoherent | metric_violation"},
	{"a heading over a definition that leaves stays, but for one of sources",
		"NOI rose[^1].\n\n## Alpha\n\n[^1]: Rent Roll, p. 3\n\n## Notes\n\n[^2]: OM",
		"NOI rose.[^1]\n\n### Alpha",
		"1 = Rent Roll, p. 3. | [^1] -> 1 | heading_shifted | leftover_dropped | orphan_definition"},
};

void
unit_tests(void)
{
	/* the example of render.h: cuts and references in one buffer, and the way back */
	Memo	   *memo = unit_finished("NOI rose [SRC:1].");
	StringInfoData edits;
	StringInfoData markdown;
	MemoView finished = view_of_memo(memo);
	StringInfoData shown;

	is("the body", memo->sections[0].rendered.text.data, "NOI rose.[^1]");
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
	   unit_finished("@document a|A*b*|||||\n@section s||||\nx [SRC:1].\n@claim 1|a|||||\n")->numbered.items[0]->definition, "A\\*b\\*.");
	is("what a cut would make a heading is kept text", unit_body("x\n\n[SRC:1]# y"), "x\n\n&#8203;# y[^1]");
	memo_cases(deal, guarded, lengthof(guarded));
}
