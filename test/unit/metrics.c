/*
 * metrics.c
 *		Sentence -> what becomes of a number that contradicts the model.
 */
#include "unit.h"

#define MODEL "@deal Maple Court|\n@metric irr||18.5|percent\n@metric irr|unlevered|9.2|percent\n" \
	"@metric dscr||1.25|multiple\n@metric ltv||65|percent\n@section risk||||\n"

static const char *const cases[][2] = {
	/* the example of metrics.h: a violation, and rewritable */
	{"The IRR is 12%.", "violation rewritable"},

	{"The IRR is 18.5%.", "ok"},
	{"The IRR is about 18%.", "ok"},
	{"DSCR is 1.40x.", "violation rewritable"},
	{"Rents rose 12%.", ""},
	{"In the downside case the IRR is 12%.", "review"},
	{"At a 6.75% exit cap, the IRR is 12%.", "no_canonicalreview"},
	{"The lender requires a DSCR of 1.40x.", "review"},
	{"DSCR, IRR of 1.40x and 12%", "violation rewritableviolation rewritable"},
	{"The IRR rose by 2% to 12%.", "violation"},
	{"IRR of 0.2%", "review"},
	{"The target IRR is 12%.", "violation"},
	{"The target IRR is 12%, the IRR 18.5%.", "reviewok"},
	{"| Metric | Value |\n|---|---|\n| IRR | 12% |", "violation"},
	{"`IRR 12%` ~~IRR 13%~~", ""},

	/* a name in brackets has the variant before them, a condition in front one of its own */
	{"We project 12% levered returns (IRR).", "violation"},
	{"On an unlevered basis, the project generates an IRR of 11.4%.", "violation"},
	{"On an unlevered basis, the project generates an IRR of 9.2%.", "ok"},
	/* a short name counts with a number at its side; a quality is no case */
	{"Leverage of 58% keeps the debt safe.", "violation"},
	{"Operating leverage of 58% helps.", ""},
	{"## A 20% Levered IRR With Downside Protection", "violation"},
	/* a year that is past tells whose a number is */
	{"LTV was 89% in 2023 and dipped to 87% in 2024.", "reviewreview"},
	{"An IRR of 12% driven by operational upside.", "violation"},
	{"In a recessionary downside the IRR is 12%.", "review"},
	/* so do years of the hold, but not of what is of all of it */
	{"The IRR is 12% with a sale in Year 5.", "violation"},
	{"The DSCR is 1.40x in Year 5.", "review"},
	/* a name in the plural is of many deals */
	{"Investors today accept IRRs of 12%.", "review"},
	{"Levered and unlevered IRRs of 12% and 9.2%.", "violationok"},
	/* below a header with metrics the row that is ours makes the others another's */
	{"| Property | LTV |\n|---|---|\n| Birch Run | 60% |\n| Maple Court | 70% |", "reviewviolation"},
	{"### Comparables\n\n| Sale | LTV |\n|---|---|\n| Oak Hall | 60% |\n| Subject | 70% |",
		"reviewviolation"},
	/* a range is of both its ends */
	{"An IRR ranging from 17% to 19%", "okok"},
	{"DSCR of 1.20x\xE2\x80\x93" "1.30x", "okok"},
	{"The IRR rose from 17% to 18.5%.", "reviewok"},
	/* a label's number is no value */
	{"| Metric | Value |\n|---|---|\n| IRR (5-yr) | 12% |", "violation"},
};

/* The same of NOI, which is $4.2 million. */
static const char *const amounts[][2] = {
	{"NOI of $4.1-4.5 million", "okok"},
	{"NOI of $4.4-$4.5 million", "reviewreview"},
};

#define IRR "@metric irr||18.5|percent\n@section risk||||\n"
#define NOTE "1 = This deal's model: IRR 18.5%. | conflict -> 1 | metric_violation"

/* What becomes of a headline that contradicts the model. */
static const MemoCase headlines[] = {
	{"a plain sentence is corrected", "The IRR is 12%.",
		"The IRR is 18.5% [VERIFIED: corrected from 12% per source data].", "metric_corrected"},
	{"any other has a note with what the model has", "We like it: the IRR is 12%.",
		"We like it: the IRR is 12%.[^1]", NOTE},
	{"one a metric and section", "Yes: an IRR of 12%. No: an IRR of 13%.",
		"Yes: an IRR of 12%.[^1] No: an IRR of 13%.",
		"1 = This deal's model: IRR 18.5%. | conflict -> 1 | metric_violation x2"},
	{"a heading's at the first sentence below", "### A 12% IRR, we think\n\nRents rose. They fell.",
		"### A 12% IRR, we think\n\nRents rose.[^1] They fell.", NOTE},
	{"in a table behind the number", "| Metric | Value |\n|---|---|\n| IRR | **12%** |",
		"| Metric | Value |\n|---|---|\n| IRR | **12%**[^1] |", NOTE},
	{"behind the sources of its sentence", "We like it: the IRR is 12% [SRC:1].\n@document om|OM|||||\n"
		"@claim 1|om|3", "We like it: the IRR is 12%.[^1],[^2]",
		"1 = OM, p. 3. | 2 = This deal's model: IRR 18.5%. | [SRC:1] -> 1 | conflict -> 2 | "
		"metric_violation"},
	{"where other deals' numbers stand, none: it is listed",
		"Rents rose.\n@section market_overview||||\nOur IRR is, we think, 12%.",
		"Our IRR is, we think, 12%. // Rents rose.", "metric_violation"},
	{"always: all are corrected", "We like it: the IRR is 12%.\n@policy correct_metrics always",
		"We like it: the IRR is 18.5% [VERIFIED: corrected from 12% per source data].",
		"metric_corrected"},
	{"never: all are noted", "The IRR is 12%.\n@policy correct_metrics never", "The IRR is 12%.[^1]",
		NOTE},
	{"the row's only headline: the base case beside a downside, this deal beside a limit",
		"| Metric | Base case | Downside | Limit |\n|---|---|---|---|\n| IRR | 12% | 9% | >= 8% |",
		"| Metric | Base case | Downside | Limit |\n|---|---|---|---|\n| IRR | 12%[^1] | 9% | >= 8% |",
		NOTE},
	{"a note that stands there already says enough",
		"The IRR is 18.5%.\n@section z||||\nWe like it: the IRR is 12%.",
		"The IRR is 18.5%. // We like it: the IRR is 12%.[^1]",
		"1 = This deal's model: IRR 18.5%. | conflict -> 1 | metric_incoherent | metric_violation"},
};

#define CHART	"@chart c|0|{\"type\":\"bar\",\"title\":\"An IRR of 12%, we think\"," \
	"\"decisionQuestion\":\"Is it so?\",\"insightCaption\":\"It is as it is\"," \
	"\"series\":[{\"data\":[{\"x\":\"a\",\"y\":1}]}]}"

/* What the page lists of contradictions. */
static const char *
listed(const char *text)
{
	Memo	   *memo = unit_finished(text);
	const char *list = memo->tail.items[memo->tail.count - 1].text;

	return strstr(list, "- Risk:");
}

static const char *
judged(Memo *memo, const char *sentence)
{
	MetricCheck check = {.memo = memo};
	StringInfoData out;

	initStringInfo(&out);
	check.prose = prose_parse(sentence, strlen(sentence), &marker_extension);
	metric_check(&check);
	for (int i = 0; i < check.findings.count; i++)
		appendStringInfo(&out, "%s%s", metric_verdict_names[check.findings.items[i].verdict],
						 check.findings.items[i].is_rewritable ? " rewritable" : "");
	return text_of(&out);
}

void
unit_tests(void)
{
	const char *variant;
	Memo	   *memo = unit_deal(MODEL "x");
	const MetricKind *kind = metric_kind_find(memo, "Levered IRR:", &variant);

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], judged(unit_deal(psprintf(MODEL "%s", cases[i][0])), cases[i][0]), cases[i][1]);
	memo_cases(IRR, headlines, lengthof(headlines));
	ok("the note of a chart stands below it",
	   strstr(unit_body(IRR "Rents rose.\n" CHART), "</div>\n\nNote:[^1]") != NULL);
	is("paper has no hover: the page lists old and new values",
	   listed(IRR "The IRR is 12%.\n\n### Yes\n\nWe like an IRR of 13%."),
	   "- Risk: IRR was corrected from 12% to 18.5%.\n"
	   "- Risk: IRR 13% contradicts this deal's model, which has 18.5%.\n"
	   "- \\[VERIFIED: corrected from N per source data\\] stands after a figure that was corrected to "
	   "its canonical value.\n");
	is("a label is a metric", kind == NULL ? NULL : kind->key, "irr");
	is("and a variant", variant, "levered");
	metric_catalog_add(memo, "noi", "NOI", "usd", "net operating income", NULL, "growth");
	metric_add(memo, "NOI", "", "4200000", "usd");
	for (int i = 0; i < (int) lengthof(amounts); i++)
		is(amounts[i][0], judged(memo, amounts[i][0]), amounts[i][1]);
	kind = metric_kind_find(memo, "net operating income", NULL);
	ok("a row's spelling is its metric's", kind != NULL && strcmp(kind->key, "noi") == 0 &&
	   kind->number_unit == NUMBER_CURRENCY);
	is("an amount as prose writes it", metric_value_text(kind, (Decimal) {4200000, 0}), "$4,200,000");
}
