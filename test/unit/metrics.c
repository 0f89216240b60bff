/*
 * metrics.c
 *		Sentence -> what becomes of a number that contradicts the model.
 */
#include "unit.h"

#define MODEL "@metric irr||18.5|percent\n@metric dscr||1.25|multiple\n@section risk||||\n"

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
};

static const char *
judged(const char *sentence)
{
	Memo	   *memo = unit_deal(psprintf(MODEL "%s", sentence));
	MetricCheck check = {.memo = memo, .end_block = INT_MAX};
	StringInfoData out;

	initStringInfo(&out);
	check.prose = prose_parse(sentence, strlen(sentence), &marker_extension);
	metric_check(&check);
	for (int i = 0; i < check.findings.count; i++)
		appendStringInfo(&out, "%s%s", metric_verdict_name(check.findings.items[i].verdict),
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
		is(cases[i][0], judged(cases[i][0]), cases[i][1]);
	ok("the correction and what it was", strstr(unit_body(MODEL "The IRR is 12%."), "18.5%") != NULL);
	is("a label is a metric", kind == NULL ? NULL : kind->key, "irr");
	is("and a variant", variant, "levered");
	metric_catalog_add(memo, "noi", "NOI", "usd", "net operating income", NULL, "growth");
	metric_add(memo, "NOI", "", "4200000", "usd");
	kind = metric_kind_find(memo, "net operating income", NULL);
	ok("a row's spelling is its metric's", kind != NULL && strcmp(kind->key, "noi") == 0 &&
	   kind->number_unit == NUMBER_CURRENCY);
	is("an amount as prose writes it", metric_value_text(kind, (Decimal) {4200000, 0}), "$4,200,000");
}
