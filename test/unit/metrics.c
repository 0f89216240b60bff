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
	Decimal		value;

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], judged(cases[i][0]), cases[i][1]);
	ok("the correction and what it was", strstr(unit_body(MODEL "The IRR is 12%."), "18.5%") != NULL);
	is("a label is a metric", kind == NULL ? NULL : kind->key, "irr");
	is("and a variant", variant, "levered");
	ok("a decimal keeps its digits", decimal_parse("-12.50", &value) && value.digits == -1250 && value.scale == 2);
	is("and is rounded half away from zero", decimal_text(decimal_round((Decimal) {125, 2}, 1)), "1.3");
}
