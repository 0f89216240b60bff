/*
 * markdown.c
 *		Text -> its blocks and zones with their bytes.
 */
#include "unit.h"

static const char *const block_names[] = {
	[BLOCK_PARAGRAPH] = "paragraph",[BLOCK_HEADING] = "heading",[BLOCK_TABLE] = "table",[BLOCK_CODE] = "code",
	[BLOCK_HTML] = "html",[BLOCK_RULE] = "rule",[BLOCK_LINK_DEF] = "link_def",[BLOCK_SOURCE_LINE] = "source_line",
	[BLOCK_CHART_ANCHOR] = "chart_anchor",
};

static const char *const zone_names[] = {
#define X(id, name) name,
	ZONE_KINDS(X)
#undef X
};
StaticAssertDecl(lengthof(block_names) == BLOCK_CHART_ANCHOR + 1, "each kind of block has a name");

static const char *const cases[][2] = {
	/* the example of markdown.h */
	{"NOI rose `[x]`.", "paragraph 0-15; code_span 9-14"},

	{"# Risk\n\nRents", "heading 0-7; paragraph 8-13"},
	{"Risk\n====\n", "heading 0-10"},
	{"a\n---\n***\n", "heading 0-6; rule 6-10"},
	{"| a | b |\n|---|---|\n| 1 | 2 |\n", "table 0-30"},
	{"a | b\n", "paragraph 0-6"},	/* no delimiter row */
	{"```c\n[SRC:1]\n```\nx", "code 0-17; paragraph 17-18"},
	/* a body that is one fence is no code: with a marker in it, a heading and prose, or, where it
	 * says Markdown, a heading or a list; a sentence beside it is what models say of it */
	{"```\n[SRC:1]\n```", "paragraph 4-12"},
	{"Here it is:\n\n~~~\nA [SRC:1].\n~~~\n\nBye.", "paragraph 0-12; paragraph 17-28; paragraph 33-37"},
	{"```md\n# Risk\n```", "heading 6-13"},
	{"``` Markdown\n- a\n```", "paragraph 13-17"},
	{"```md\nNOI rose.\n```", "code 0-19"},
	{"```\n# Risk\n\nThe rents of all units rose.\n```", "heading 4-11; paragraph 12-41"},
	{"```\n# make it\n\nmake install all of it now:\n```", "code 0-46"},
	{"```\n- a\n```", "code 0-11"},
	{"```sql\n# A [SRC:1].\n```", "code 0-23"},
	{"```md\n# Risk", "heading 6-12"},	/* cut off */
	{"Write it so [SRC:1]:\n```\n[SRC:2]\n```", "paragraph 0-21; code 21-36"},
	{"> ```\n> [SRC:1]\n> ```", "code 0-21"},
	{"One.\n\nTwo.\n\n```\n[SRC:1]\n```", "paragraph 0-5; paragraph 6-11; code 12-27"},
	{"```\n[SRC:1]\n```\n\n```\n[SRC:1]\n```", "code 0-16; code 17-32"},
	{"    code\n", "code 0-9"},
	{"> quoted\nlazy\n", "paragraph 0-14"},
	{"- a\n- b\n", "paragraph 0-4; paragraph 4-8"},
	{"<div>\nx\n</div>\n", "html 0-15"},
	{"[x]: /y\n", "link_def 0-8"},
	{"[SRC:1]: Rent Roll\n", "source_line 0-19"},
	{"[CHART:rents]\n", "chart_anchor 0-14"},
	{"[a](/b)", "paragraph 0-7; link_label 1-2; link_destination 3-7"},
	{"![a](/b)", "paragraph 0-8; image 0-8"},
	{"<b>x</b>", "paragraph 0-8; html 0-3; html 4-8"},
	{"\\`a\\`", "paragraph 0-5"},	/* escaped: no code */
	{"", ""},
};

static const char *
described(const char *text)
{
	Prose	   *prose = prose_parse(text, strlen(text), &marker_extension);
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < prose->blocks.count; i++)
		appendStringInfo(&out, "%s%s %d-%d", out.len > 0 ? "; " : "", block_names[prose->blocks.items[i].kind],
						 prose->blocks.items[i].start, prose->blocks.items[i].end);
	for (int i = 0; i < prose->zones.count; i++)
		appendStringInfo(&out, "; %s %d-%d", zone_names[prose->zones.items[i].kind], prose->zones.items[i].start,
						 prose->zones.items[i].end);
	return text_of(&out);
}

void
unit_tests(void)
{
	for (int i = 0; i < (int) lengthof(cases); i++)
	{
		StringInfoData name;

		initStringInfo(&name);
		append_json_string(&name, cases[i][0], strlen(cases[i][0]));
		is(name.data, described(cases[i][0]), cases[i][1]);
	}
	is("escapes and character references", markdown_unescape(slice_of("T\\_12 &amp; T&amp;I")), "T_12 & T&I");
}
