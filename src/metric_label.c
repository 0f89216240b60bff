/*
 * metric_label.c
 *		What readers call a metric.
 *
 * One place decides it, so that a metric never has two spellings in one memo.
 */
#include "memocite.h"

#define MAX_SPELLINGS	6

static const struct
{
	const char *metric;
	const char *spellings[MAX_SPELLINGS];	/* the label first */
}			built_in[] = {
	{"irr", {"IRR", "internal rate of return"}},
	{"levered_irr", {"Levered IRR", "leveraged IRR"}},
	{"unlevered_irr", {"Unlevered IRR", "unleveraged IRR"}},
	{"target_irr", {"Target IRR"}},
	{"dscr", {"DSCR", "debt service coverage ratio", "debt service coverage"}},
	{"ltv", {"LTV", "loan-to-value"}},
	{"cap_rate", {"Cap Rate", "capitalization rate"}},
	{"going_in_cap_rate", {"Going-In Cap Rate", "going-in capitalization rate", "entry cap rate"}},
	{"exit_cap_rate", {"Exit Cap Rate", "exit capitalization rate", "terminal cap rate"}},
	{"noi", {"NOI", "net operating income"}},
	{"debt_yield", {"Debt Yield"}},
	{"equity_multiple", {"Equity Multiple", "MOIC"}},
};

const char *const *
metric_spellings(const char *metric)
{
	const char **own;

	for (int i = 0; i < (int) lengthof(built_in); i++)
		if (pg_strcasecmp(built_in[i].metric, metric) == 0)
			return built_in[i].spellings;
	own = palloc0(sizeof(char *) * 2);
	own[0] = title_from_key(metric);
	return own;
}

const char *const *
metric_spellings_at(int nth)
{
	return nth < (int) lengthof(built_in) ? built_in[nth].spellings : NULL;
}

const char *
metric_label(const char *metric)
{
	return metric_spellings(metric)[0];
}
