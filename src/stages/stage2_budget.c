/*
 * stage2_budget.c
 *		Stages 2.5 and 6.8: long sections get the citations that their budget
 *		asks for, where there is evidence (shortage.c), and only there.
 *
 * A section of 1,600 words should have 6 live citations and has 4: its two best
 * supported sentences are cited, or an event says how many are missing.  A section without
 * any, of whatever length, gets up to policy rescue_evidence before it gets a general source.
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"

/* Cites evidence in the sections that have fewer live citations than their budget; returns how
 * many citations were placed. */
static int
fill_budgets(Memo *memo, const char *origin)
{
	Budgets		budgets = {.memo = memo, .origin = origin};
	Citation  **first = palloc0(sizeof(Citation *) * (memo->notes.count + 1));

	budgets.items = palloc0(sizeof(Shortage) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			budget = citation_budget(&memo->policy, section_words(section));
		int			missing;

		CHECK_FOR_INTERRUPTS();
		if (budget == 0 || section->work->misses_budget)
			continue;			/* there was no evidence in stage 2.5 either */
		missing = budget - section_lasting_sources(memo, section, budget, first);
		if (missing > 0)
			budgets.items[budgets.count++] =
				(Shortage) {.section = section, .budget = budget, .missing = missing};
	}
	fill_shortages(&budgets, false);
	for (int i = 0; i < budgets.count; i++)
	{
		Shortage   *shortage = &budgets.items[i];

		if (shortage->missing <= 0)
			continue;
		shortage->section->work->misses_budget = true;
		memo_event(memo, EVENT_budget_unmet, shortage->section->index, (Slice) {NULL, 0},
				   "{\"budget\":%d,\"citations\":%d}", shortage->budget,
				   shortage->budget - shortage->missing);
	}
	return budgets.placed;
}

/* Each section once: there is no further evidence when it is asked again. */
void
cite_uncited(Memo *memo)
{
	Budgets		budgets = {.memo = memo, .origin = "budget"};

	budgets.items = palloc0(sizeof(Shortage) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections && memo->policy.rescue_evidence > 0; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (section->work->is_searched || section_is_cited(memo, section))
			continue;
		section->work->is_searched = true;
		budgets.items[budgets.count++] =
			(Shortage) {.section = section, .missing = memo->policy.rescue_evidence};
	}
	fill_shortages(&budgets, true);
}

/* Stage 2.5: citation_budget. */
void
stage2_citation_budget(Memo *memo)
{
	cite_uncited(memo);
	fill_budgets(memo, "budget");
}

/* Stage 6.8: what the clean-up took below its budget, once. */
void
stage6_reverify_density(Memo *memo)
{
	if (fill_budgets(memo, "reinject") == 0)
		return;
	stage6_dedup_references(memo);
	stage6_cap_clusters(memo);
	stage6_mark_low_confidence(memo);
	stage6_renumber(memo);
}
