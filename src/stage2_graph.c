/*
 * stage2_graph.c
 *		Stages 1.5, 2.5 to 2.9, 4.7 and 6.8: evidence from tables, budgets,
 *		the model intelligence context and coherence.
 *
 * This version runs them at their place in the list, with their checkpoints,
 * and says in an event that they change nothing.
 */
#include "memocite.h"

static void
not_built(Memo *memo)
{
	memo_event(memo, EVENT_not_built, -1, (Slice) {NULL, 0}, NULL);
}

void
stage1_table_superscripts(Memo *memo)
{
	not_built(memo);
}

void
stage2_citation_budget(Memo *memo)
{
	not_built(memo);
}

void
stage2_ic_notes(Memo *memo)
{
	not_built(memo);
}

void
stage2_model_warnings(Memo *memo)
{
	not_built(memo);
}

void
stage2_source_conflicts(Memo *memo)
{
	not_built(memo);
}

void
stage2_assumption_lineage(Memo *memo)
{
	not_built(memo);
}

void
stage4_inject_coherence(Memo *memo)
{
	not_built(memo);
}

void
stage6_reverify_density(Memo *memo)
{
	not_built(memo);
}
