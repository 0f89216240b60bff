/*
 * stage2_graph.c
 *		Stages 4.6 and 4.7: coherence.
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
stage4_collect_coherence(Memo *memo)
{
	not_built(memo);
}

void
stage4_inject_coherence(Memo *memo)
{
	not_built(memo);
}
