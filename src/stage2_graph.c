/*
 * stage2_graph.c
 *		Stages 2.5, 4.6, 4.7 and 6.8: budgets and coherence.
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
stage2_citation_budget(Memo *memo)
{
	not_built(memo);
}

void
stage4_collect_coherence(Memo *memo)
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
