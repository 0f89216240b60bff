/*
 * placement.c
 *		Body -> where its references stand.
 */
#include "unit.h"

static const char *const cases[][2] = {
	/* the example of placement.h */
	{"rose [SRC:1].", "rose.[^1]"},

	{"NOI rose [SRC:1], rents fell [SRC:3].", "NOI rose,[^1] rents fell.[^2]"},
	{"NOI rose [SRC:1] in 2025.", "NOI rose[^1] in 2025."},
	{"NOI rose.[SRC:1]", "NOI rose.[^1]"},
	{"NOI rose [SRC:1][SRC:3].", "NOI rose.[^1],[^2]"},
	{"NOI rose (see [SRC:1], [SRC:3] and **[SRC:1]**). Rents fell.", "NOI rose.[^1],[^2] Rents fell."},
	{"According to [SRC:1], rents rose.", "According to[^1], rents rose."},
	{"NOI rose (per [SRC:1], as confirmed by [SRC:3]).", "NOI rose (per[^1], as confirmed by[^2])."},
	{"NOI rose. [SRC:1] and [SRC:3] Buyers came.", "NOI rose.[^1],[^2] Buyers came."},
	{"NOI rose. [SRC:1]. Rents fell, [SRC:98].", "NOI rose.[^1] Rents fell."},
	{"He said \"it rose [SRC:1].\"", "He said \"it rose.\"[^1]"},
	{"| NOI | 4 [SRC:1] |\n|---|---|\n| a | b [SRC:3] |\n", "| NOI | 4[^1] |\n|---|---|\n| a | b[^2] |\n"},
	{"- NOI rose [SRC:1]\n- rents fell [SRC:3]\n", "- NOI rose[^1]\n- rents fell[^2]\n"},
	{"[SRC:1] NOI rose. Rents fell.", "NOI rose.[^1] Rents fell."},
	{"**NOI rose [SRC:1]**", "**NOI rose[^1]**"},
	{"Code `[SRC:1]` stays [SRC:3].", "Code `[SRC:1]` stays.[^1]"},
};

void
unit_tests(void)
{
	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], unit_body(cases[i][0]), cases[i][1]);
}
