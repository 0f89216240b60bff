/*
 * stage7_verify.c
 *		Stages 7 and 7.1: what must hold before the memo is written.
 *
 * memo_verify() reads the written memo independently of all this (verify.c).
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

/* Open markers, and references whose note has no number: what 7.1 repairs. */
static bool
is_inconsistent(const Citation *citation)
{
	return citation_is_open(citation) ||
		(citation_is_live(citation) && (citation->note->number == 0 || citation->anchor < 0));
}

static int
count_inconsistent(const Memo *memo)
{
	int			count = 0;

	for (int i = 0; i < memo->citations.count; i++)
		count += is_inconsistent(&memo->citations.items[i]);
	return count;
}

/* Numbers run 1..N, and each numbered note has a reference. */
static int
count_bad_notes(const Memo *memo)
{
	int			count = 0;

	for (int i = 0; i < memo->numbered.count; i++)
		count += memo->numbered.items[i]->number != i + 1 || memo->numbered.items[i]->nrefs == 0;
	return count;
}

/* Kept rows of the ledger and references counted by section agree. */
static int
count_unbalanced(const Memo *memo)
{
	int			count = 0;
	int		   *live = palloc0(sizeof(int) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)
		live[memo->citations.items[i].section] += citation_is_live(&memo->citations.items[i]);
	for (int i = 0; i < memo->nsections; i++)
		count += live[i] != memo->sections[i].rendered.grade.references;
	pfree(live);
	return count;
}

/* Stage 7: validate. */
void
stage7_validate(Memo *memo)
{
	int			open = count_inconsistent(memo);
	int			bad_notes = count_bad_notes(memo);
	int			unbalanced = count_unbalanced(memo);

	if (open > 0)
		memo_event(memo, EVENT_open_marker, -1, (Slice) {NULL, 0}, "{\"citations\":%d}", open);
	if (bad_notes > 0)
		memo_event(memo, EVENT_definition_inconsistent, -1, (Slice){NULL, 0}, "{\"notes\":%d}",
				   bad_notes);
	if (unbalanced > 0)
		memo_event(memo, EVENT_ledger_unbalanced, -1, (Slice){NULL, 0}, "{\"sections\":%d}",
				   unbalanced);
}

/* Stage 7.1: citations that cannot stand go; what then still fails is a flaw. */
void
stage7_repair_orphans(Memo *memo)
{
	int			repaired = 0;

	for (int i = 0; i < memo->citations.count; i++)
	{
		Citation   *citation = &memo->citations.items[i];

		if (!is_inconsistent(citation))
			continue;
		citation_remove(memo, citation, "repaired");
		repaired++;
	}
	if (repaired > 0)
	{
		memo_event(memo, EVENT_repaired, -1, (Slice) {NULL, 0}, "{\"citations\":%d}", repaired);
		stage6_renumber(memo);
	}
	memo->outcome.is_flawed |=
		count_inconsistent(memo) + count_bad_notes(memo) + count_unbalanced(memo) > 0;
}
