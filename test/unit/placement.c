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
	{"NOI rose. [SRC:1] and [SRC:3] Buyers came.", "NOI rose.[^1] and[^2] Buyers came."},
	{"NOI rose. [SRC:1]. Rents fell, [SRC:98].", "NOI rose.[^1] Rents fell."},
	{"He said \"it rose [SRC:1].\"", "He said \"it rose.\"[^1]"},
	{"| NOI | 4 [SRC:1] |\n|---|---|\n| a | b [SRC:3] |\n", "| NOI | 4[^1] |\n|---|---|\n| a | b[^2] |\n"},
	{"- NOI rose [SRC:1]\n- rents fell [SRC:3]\n", "- NOI rose[^1]\n- rents fell[^2]\n"},
	{"[SRC:1] NOI rose. Rents fell.", "NOI rose.[^1] Rents fell."},
	{"**NOI rose [SRC:1]**", "**NOI rose[^1]**"},
	{"Code `[SRC:1]` stays [SRC:3].", "Code `[SRC:1]` stays.[^1]"},
};

static const char deal[] =
"@document om|Offering Memorandum|||||\n"
"@document rr|Rent Roll|||||\n"
"@section a||||\n";

#define CLAIMS	"\n@claim 1|om|3\n@claim 2|rr|4\n@claim 3|om|5\n@claim 4|rr|6"

/* Words between marks: body, text. */
static const char *const words[][2] = {
	/* a blank before closing punctuation goes, of any width */
	{"NOI rose [SRC:1] .", "NOI rose.[^1]"},
	{"NOI rose\u202f[SRC:1]\u202f; rents\u2009[SRC:2] !", "NOI rose;[^1] rents![^2]"},
	{"NOI rose [SRC:1] .5%", "NOI rose[^1] .5%"},
	/* a subject stays where it stands, blank and all */
	{"Rents rose 3%. [SRC:1] shows vacancy of 5.4%.", "Rents rose 3%. [^1] shows vacancy of 5.4%."},
	{"Rents rose 3%.\n[SRC:1] shows vacancy.", "Rents rose 3%.\n[^1] shows vacancy."},
	{"[SRC:1] shows vacancy.", "[^1] shows vacancy."},
	{"- [SRC:1][SRC:2] show vacancy.", "- [^1],[^2] show vacancy."},
	{"Rents rose. [SRC:1]'s survey fell.", "Rents rose. [^1]'s survey fell."},
	{"Rents rose 3% [SRC:1] and [SRC:2] shows vacancy fell.", "Rents rose 3%[^1] and [^2] shows vacancy fell."},
	{"Rents rose [SRC:1]; [SRC:2] shows vacancy.", "Rents rose[^1]; [^2] shows vacancy."},
	{"A rose. [SRC:1] and [SRC:2] show it.", "A rose. [^1] and [^2] show it."},
	{"[SRC:1], [SRC:9], and [SRC:2] show it.", "[^1], and [^2] show it."},
	{"[SRC:1] Rents rose. B.", "Rents rose.[^1] B."},
	{"Rents rose. [SRC:9] shows vacancy.", "Rents rose. shows vacancy."},
	{"\u79df\u91d1\u4e0a\u6da8\u3002[SRC:1] \u663e\u793a", "\u79df\u91d1\u4e0a\u6da8\u3002[^1] \u663e\u793a"},
	/* between two references that both stay, the agent's word or sign does */
	{"NOI [SRC:1] and [SRC:2].", "NOI[^1] and[^2]."},
	{"NOI [SRC:1] und [SRC:2].", "NOI[^1] und[^2]."},
	{"NOI [SRC:1] sowie [SRC:2].", "NOI[^1] sowie[^2]."},
	{"NOI [SRC:1] et [SRC:2].", "NOI[^1] et[^2]."},
	{"NOI [SRC:1] en [SRC:2].", "NOI[^1] en[^2]."},
	{"NOI [SRC:1]; [SRC:2].", "NOI[^1];[^2]."},
	{"NOI [SRC:1] or [SRC:2] & [SRC:3].", "NOI[^1] or[^2] &[^3]."},
	{"NOI [SRC:1], [SRC:2], and [SRC:3].", "NOI[^1],[^2], and[^3]."},
	{"NOI [SRC:2]\u2013[SRC:4].", "NOI[^1]\u2013[^2]."},
	{"NOI ([SRC:1]) and ([SRC:2]).", "NOI[^1] and[^2]."},
	{"| NOI [SRC:1] and [SRC:2] | b |\n|---|---|\n", "| NOI[^1] and[^2] | b |\n|---|---|\n"},
	{"NOI [SRC:1]; see also [SRC:2].", "NOI[^1]; see also[^2]."},
	/* a separator without one of its markers goes, a comma always */
	{"NOI [SRC:1] and [SRC:9].", "NOI.[^1]"},
	{"NOI [SRC:9] and [SRC:1].", "NOI.[^1]"},
	{"NOI [SRC:1] and [SRC:9] or [SRC:2].", "NOI[^1] or[^2]."},
	{"NOI [SRC:1] and [SRC:1].", "NOI.[^1]"},
	{"NOI [SRC:1], [SRC:2] / [SRC:3].", "NOI.[^1],[^2],[^3]"},
	{"NOI [SRC:1], [SRC:2], [SRC:3] and [SRC:4].", "NOI.[^1],[^2],[^3]"},
	{"NOI rose [SRC:9] and fell.", "NOI rose and fell."},
	/* brackets with words that announce a source leave as a whole */
	{"NOI rose (see [SRC:1] and [SRC:2]).", "NOI rose.[^1],[^2]"},
	{"NOI rose (siehe [SRC:1]) 3% (Quelle: [SRC:2]).", "NOI rose[^1] 3%.[^2]"},
	{"NOI rose (per [SRC:1], restated).", "NOI rose (per[^1], restated)."},
	{"NOI rose\u2014per [SRC:1].", "NOI rose\u2014per[^1]."},
	/* so does what announces one at a sentence's end */
	{"NOI rose. Refs: [SRC:1].", "NOI rose.[^1]"},
	{"NOI rose. **Source:** [SRC:1], [SRC:2]", "NOI rose.[^1],[^2]"},
	{"NOI rose, siehe [SRC:1].", "NOI rose.[^1]"},
	{"NOI rose.\n\nQuelle: [SRC:1]", "NOI rose.[^1]\n\n"},
	{"\u79df\u91d1\u4e0a\u6da8\u3002\u51fa\u5178\uff1a[SRC:1]", "\u79df\u91d1\u4e0a\u6da8\u3002[^1]"},
	{"NOI rose. Source: [SRC:1], which we hold.", "NOI rose. Source:[^1], which we hold."},
	{"NOI is of one source: [SRC:1].", "NOI is of one source:[^1]."},
	{"As in [SRC:1], NOI rose.", "As in[^1], NOI rose."},
};

void
unit_tests(void)
{
	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], unit_body(cases[i][0]), cases[i][1]);
	for (int i = 0; i < (int) lengthof(words); i++)
		is(words[i][0], unit_body(psprintf("%s%s" CLAIMS, deal, words[i][0])), words[i][1]);
}
