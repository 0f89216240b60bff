/*
 * stages.c
 *		Body -> finished body: what a group of stages does, and the list itself.
 */
#include "unit.h"

static const char *const cases[][3] = {
	/* the example of stages.h */
	{"6.6 numbers by first appearance", "a [SRC:3]. b [SRC:1]. c [SRC:3].", "a.[^1] b.[^2] c.[^1]"},

	{"0a-strip deletes canonical markers", "NOI [CANONICAL: irr=18] rose [SRC:1].", "NOI rose.[^1]"},
	{"0c reads legacy tags", "Vacancy fell [CoStar].", "Vacancy fell.[^1]"},
	{"0d reads source tags", "NOI rose [SOURCE-A].", "NOI rose.[^1]"},
	{"1 takes definitions out", "NOI rose[^x].\n\n[^x]: Rent Roll\n", "NOI rose.[^1]\n\n"},
	{"2 places a claim by its sentence", "NOI was 4.2 million in 2025. Else.", "NOI was 4.2 million in 2025.[^1] Else."},
	{"2.3 has one note a source", "a [SRC:4]. b [SRC:4].", "a.[^1] b.[^1]"},
	{"4.2 removes what has no source", "NOI rose [SRC:99], too [SRC:1].", "NOI rose, too.[^1]"},
};

void
unit_tests(void)
{
	Memo	   *memo = unit_finished("NOI rose [SRC:1].");

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], unit_body(cases[i][1]), cases[i][2]);
	for (int i = 0; i < NSTAGES; i++)
		for (int j = 0; j < i; j++)
			if (strcmp(stages[i].label, stages[j].label) == 0 || strcmp(stages[i].name, stages[j].name) == 0)
				is("stages differ in label and name", stages[i].label, "another");
	ok("nine counts", memo->ncheckpoints == NCHECKPOINTS);
	is("the first", memo->checkpoints[0].name, "pre_pipeline");
	is("the last", memo->checkpoints[memo->ncheckpoints - 1].name, "final");
}
