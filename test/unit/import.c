/*
 * import.c
 *		A memo's Markdown -> bodies and claims.
 */
#include "unit.h"

#include "import/import.h"

static const char deal_text[] =
"@document om|Offering Memorandum|||||\n@document rr|Rent Roll|||||\n"
"@section risk|Risk|||\nNOI rose [SRC:7]. Rents fell [SRC:8].\n@claim 7|om|3||900||||\n@claim 8|rr|||||||\n";

/* The memo of that deal, as it is stored; an analyst's note stands in it, too. */
#define BODY "NOI rose.[^1] Rents fell.[^2],[^3]"

static ImportBase
base_of(Memo *deal, bool is_named)
{
	static Change changes[] = {{8, {" [SRC:7]", 8}, {"", 0}}, {9, {"", 0}, {"[^1]", 4}},
		{24, {" [SRC:8]", 8}, {"", 0}}, {25, {"", 0}, {"[^2],[^3]", 9}}};
	static StoredSection section = {.section_key = "risk", .title = "Risk", .body = BODY,
		.changes = changes, .nchanges = 4};
	static StoredNote notes[] = {
		{.key = "00000000000000a1", .kind = "source", .definition = "Offering Memorandum, p. 3.", .doc_id = "om", .page = 3, .refs = 1},
		{.key = "00000000000000a2", .kind = "source", .definition = "Rent Roll.", .doc_id = "rr", .refs = 1},
		{.key = "00000000000000a3", .kind = "coherence", .definition = "Analyst note: sold.", .refs = 1}};
	static StoredCitation rows[] = {
		{.section_key = "risk", .origin = "marker", .marker = "[SRC:7]", .fate = "kept", .note_number = 1, .final_offset = 9, .doc_id = "om", .page = 3, .confidence = 900, .src_id = 7},
		{.section_key = "risk", .origin = "marker", .marker = "[SRC:8]", .fate = "kept", .note_number = 2, .final_offset = 25, .doc_id = "rr", .confidence = -1, .src_id = 8, .quote = "94% \"let\" in May"},
		{.section_key = "risk", .origin = "marker", .fate = "kept", .how = "merged_into", .note_number = 2, .final_offset = -1, .doc_id = "rr", .confidence = -1, .src_id = 9, .quote = "rents fell"},
		{.section_key = "risk", .origin = "coherence", .fate = "kept", .note_number = 3, .final_offset = 30, .confidence = -1, .src_id = -1}};
	static StoredMemo memo = {.revision = 3, .name = "Deal", .sections = &section, .nsections = 1, .notes = notes, .nnotes = 3,
		.citations = rows, .ncitations = 4, .quotes_per_note = 3};

	(void) deal;
	return (ImportBase) {&memo, is_named, notes, 3};
}

/* Bodies of the sections, and what is told of them: "key: body {told}" */
static const char *
imported(const char *text, bool has_base, bool is_named, int *nclaims)
{
	Memo	   *deal = unit_deal(deal_text);
	Import	   *import = import_open(deal, slice_of(text));
	ImportBase	base = has_base ? base_of(deal, is_named) : (ImportBase) {NULL};
	const ImportResult *result = import_run(import, &base, false);
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < result->sections.count; i++)
	{
		const ImportedSection *section = result->sections.items[i];

		appendStringInfo(&out, "%s%s: %s", i > 0 ? " // " : "", section->section_key, section->body.data);
		for (int j = 0; j < section->unbound.count; j++)
			appendStringInfo(&out, " {%s}", section->unbound.items[j]);
	}
	*nclaims = result->claims.count;
	return out.data;
}

#define NOTES "\n\n## Footnotes\n\n[^1]: Offering Memorandum, p. 3.\n\n[^2]: Rent Roll.\n\n[^3]: Analyst note: sold.\n"
#define AGENTS "risk: NOI rose [SRC:7]. Rents fell [SRC:8]."
#define NAMED "\n<!-- memocite {\"v\":1,\"deal\":1,\"revision\":3,\"hash\":\"x\"} -->\n"

static const struct
{
	const char *name;
	const char *text;
	const char *result;
	bool		is_named;
	int			nclaims;
}			cases[] = {
	{"the text of the base is the agent's", "# Deal\n\n## Risk\n\n" BODY NOTES, AGENTS},
	{"so it is as another tool writes it", "# Deal\n\n## Risk\n\nNOI rose.[^1] Rents\nfell\\.[^2],[^3]" NOTES, AGENTS},
	{"with other labels", "## Risk\n\nNOI rose.[^b] Rents fell.[^a],[^c]\n\n[^a]: Rent Roll.\n\n[^b]: Offering Memorandum, p. 3.\n\n[^c]: Analyst note: sold.", AGENTS},
	{"without definitions, behind the same words", "## Risk\n\n" BODY, AGENTS},
	{"in a fence", "```markdown\n# Deal\n\n## Risk\n\n" BODY NOTES "```\n", AGENTS},
	{"H1 for H2", "# Deal\n\n# Risk\n\n" BODY "\n\n# Footnotes\n\n[^1]: Offering Memorandum, p. 3.\n\n[^2]: Rent Roll.\n\n[^3]: Analyst note: sold.\n", AGENTS},
	{"one level down", "## Deal\n\n### Risk\n\n" BODY "\n\n### Footnotes\n\n[^1]: Offering Memorandum, p. 3.\n\n[^2]: Rent Roll.\n\n[^3]: Analyst note: sold.\n", AGENTS},
	{"a line before the title", "Here is the memo:\n\n# Deal\n\n## Risk\n\n" BODY NOTES, AGENTS " {\"Here is the memo:\" is in no section; it is left out}"},
	{"two of them", "Sure!\n\nHere is\nthe memo:\n\n# Deal\n\n## Risk\n\n" BODY NOTES, AGENTS " {\"Sure!\" is in no section; it is left out} {\"Here is...\" is in no section; it is left out}"},
	{"wide brackets", "## Risk\n\nNOI rose.【1】 Rents fell.【2】,【3】" NOTES, AGENTS},
	{"raised digits", "## Risk\n\nNOI rose.¹ Rents fell.²,³\n\n## Footnotes\n\n¹ Offering Memorandum, p. 3.\n\n² Rent Roll.\n\n³ Analyst note: sold.\n", AGENTS},
	{"escaped", "## Risk\n\nNOI rose.\\[^1\\] Rents fell.\\[^2\\],\\[^3\\]\n\n## Footnotes\n\n\\[^1\\]: Offering Memorandum, p. 3.\n\n\\[^2\\]: Rent Roll.\n\n\\[^3\\]: Analyst note: sold.\n", AGENTS},
	{"links of a page", "## Risk\n\nNOI rose.<sup>[1](#fn-1)</sup> Rents fell.[\\[2\\]](#ftnt2),[3](#fn3)\n\n## Footnotes\n\n1. Offering Memorandum, p. 3. [↩](#fnref-1)\n2. Rent Roll. [↩︎](#r2)\n3. Analyst note: sold.\n", AGENTS},
	{"tags of a page", "## Risk\n\nNOI rose.<sup><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup> Rents fell.<sup><a href=\"#fn-2\">[2]</a></sup>,<sup><a href=\"#fn-3\">3</a></sup>\n\n## Footnotes\n\n<div class=\"footnotes\">\n\n1.  <div id=\"fn-1\">\n\n    Offering Memorandum, p. 3. <a href=\"#fnref-1\" class=\"b\">↩︎</a> <a href=\"#fnref-1-2\" class=\"b\">↩︎<sup>2</sup></a>\n\n    </div>\n\n2.  <div id=\"fn-2\">\n\n    Rent Roll. <a href=\"#fnref-2\" class=\"b\">↩︎</a>\n\n    </div>\n\n3.  <div id=\"fn-3\">\n\n    Analyst note: sold. <a href=\"#f\">↩︎</a>\n\n    </div>\n\n</div>\n", AGENTS},
	{"numbers in brackets", "## Risk\n\nNOI rose.[1] Rents fell.[2],[3]\n\n## Footnotes\n\n[1]: Offering Memorandum, p. 3.\n\n[2]: Rent Roll.\n\n[3] Analyst note: sold.\n", AGENTS},
	{"which are none where the text has ours", "## Risk\n\nSee [1]. NOI rose.[^1]" NOTES, "risk: See [1]. NOI rose.[SRC:7]"},
	{"HTML that came is an edit", "## Risk\n\nNOI rose.[^1] Rents fell.[^2],[^3] <!-- check -->" NOTES, "risk: NOI rose.[SRC:7] Rents fell.[SRC:8] <!-- check -->"},
	{"an edited sentence", "## Risk\n\nNOI rose by 3%.[^1] Rents fell.[^2],[^3]" NOTES, "risk: NOI rose by 3%.[SRC:7] Rents fell.[SRC:8]"},
	{"in another section", "## Risk\n\nRents fell.[^2]\n\n## New\n\nNOI rose.[^1] Up.[^1]" NOTES, "risk: Rents fell.[SRC:8] // new: NOI rose.[SRC:9] Up.[SRC:9]", .nclaims = 1},
	{"a label that has no definition", "## Risk\n\nNOI rose.[^1] More.[^99]" NOTES, "risk: NOI rose.[SRC:7] More.[^99] {note 99: it has no definition}"},
	{"a definition that is missing", "## Risk\n\nNOI soared.[^1]\n", "risk: NOI soared.[^1] {note 1: it has no definition}"},
	{"is that of its number where the comment says so", "## Risk\n\nNOI soared.[^1]\n" NAMED, "risk: NOI soared.[SRC:7]", .is_named = true},
	{"another page is the editor's", "## Risk\n\nNOI rose.[^1]\n\n[^1]: Offering Memorandum, p. 4.", "risk: NOI rose.[^1]\n\n[^1]: Offering Memorandum, p. 4. {note 1: no note of the memo says this; it is a footnote of its own}"},
	{"quotes of the note's references are the note, one of them, too", "## Risk\n\nrose.[^1] fell.[^2]\n\n[^1]: Rent Roll. \"94% \"let\" in May\" (not checked) \"rents fell\"\n\n[^2]: Rent Roll. \"rents fell\"\n", "risk: rose.[SRC:8] fell.[SRC:8]"},
	{"a changed one among them is the editor's", "## Risk\n\nfell.[^2]\n\n[^2]: Rent Roll. \"rents fell\" \"95% let in May\"\n", "risk: fell.[^2]\n\n[^2]: Rent Roll. \"rents fell\" \"95% let in May\" {note 2: no note of the memo says this; it is a footnote of its own}"},
	{"and so is a longer one", "## Risk\n\nfell.[^2]\n\n[^2]: Rent Roll. \"rents fell fast\"\n", "risk: fell.[^2]\n\n[^2]: Rent Roll. \"rents fell fast\" {note 2: no note of the memo says this; it is a footnote of its own}"},
	{"so is a new note", "## Risk\n\nNOI rose.[^x] Up.[^1]" NOTES "\n[^x]: By hand.\n", "risk: NOI rose.[^x] Up.[SRC:7]\n\n[^x]: By hand."},
	{"which nothing refers to", "## Risk\n\nNOI is up.[^1]" NOTES "\n[^x]: By hand.\n", "risk: NOI is up.[SRC:7] {\"[^x]: By hand.\" is in no section; it is left out}"},
	{"text among our chapters", "## Risk\n\nNOI is up.[^1]" NOTES "\nBehind.\n", "risk: NOI is up.[SRC:7] {\"Behind.\" is in no section; it is left out}"},
};

void
unit_tests(void)
{
	int			nclaims;

	for (int i = 0; i < (int) lengthof(cases); i++)
	{
		is(cases[i].name, imported(cases[i].text, true, cases[i].is_named, &nclaims), cases[i].result);
		ok(psprintf("%s: its claims", cases[i].name), nclaims == cases[i].nclaims);
	}
	is("in another database definitions stay",
	   imported("# Deal\n\n## Risk\n\nrose.[^1]\n\n[^1]: Rent Roll.\n", false, false, &nclaims),
	   "risk: rose.[^1]\n\n[^1]: Rent Roll.");
	is("labels of their own are one again",
	   imported("## Risk\n\nrose.[^1] fell.[^1-2] up.[^1-3]\n\n## Footnotes\n\n[^1]: By hand.\n\n[^1-2]: By hand.\n\n[^1-3]: Call.\n", false, false, &nclaims),
	   "risk: rose.[^1] fell.[^1] up.[^1-3]\n\n[^1]: By hand.\n\n[^1-3]: Call.");
	is("what nothing defines is no reference",
	   imported("# Deal\n\n## Risk\n\nLoRA or IA³ on [8], 5 kg ha⁻¹.\n" NAMED, false, false, &nclaims),
	   "risk: LoRA or IA³ on [8], 5 kg ha⁻¹.");
	is("a general source is made again",
	   imported("## Risk\n\nrose.[^1]\n\n[^1]: Rent Roll. General source for this section; no passage was cited.\n", false, false, &nclaims),
	   "risk: rose.[CITATION NEEDED]");
}
