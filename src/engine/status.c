/*
 * status.c
 *		What a finished memo is, said truly: its status, what holds it, and how many of
 *		the agents' citations lost their source.
 *
 * Of 76 markers 72 name ids that nothing defines: they are removed, and what is
 * left is four references.  Nobody may learn that only from the ledger, so the
 * report, the page and a WARNING say "72 of 76 citations had no source".
 */
#include "engine/engine.h"
#include "charts/charts.h"

/* How a citation is removed that had no source to name or no text to stand in, sorted.
 * Duplicates, merged and capped ones are no loss: their source is cited all the same. */
static const char *const lost_reasons[] = {
	"no_definition", "no_prose", "no_single_document", "unrecognized", "unresolved",
};

/* Was a marker's citation removed for want of a source or of prose? */
static bool
citation_lost_source(const Citation *citation)
{
	return citation->marker >= 0 && citation->is_removed && citation->how != NULL &&
		slice_in(slice_of(citation->how), lost_reasons, lengthof(lost_reasons));
}

char *
memo_lost_reasons(const Memo *memo)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; i < (int) lengthof(lost_reasons); i++)
	{
		int			count = 0;

		for (int j = 0; j < memo->citations.count; j++)
			count += citation_lost_source(&memo->citations.items[j]) &&
				strcmp(memo->citations.items[j].how, lost_reasons[i]) == 0;
		if (count > 0)
			appendStringInfo(&text, "%s%d %s", text.len > 0 ? ", " : "", count, lost_reasons[i]);
	}
	return text.data;
}

/* Is a reference left that is more than the general source of its section, or a note of ours on
 * what contradicts the model? */
static bool
has_reference(const Memo *memo)
{
	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		if (citation_is_live(citation) && citation->note->kind != NOTE_RESCUE &&
			strcmp(citation->origin, "conflict") != 0)
			return true;
	}
	return false;
}

/* Critical questions that no chart of the memo answers. */
static int
unanswered(const Memo *memo)
{
	int			count = 0;

	for (int i = 0; i < memo->nquestions; i++)
		count +=
			memo->questions[i].is_critical && !question_is_covered(memo, &memo->questions[i]);
	return count;
}

void
set_status(Memo *memo)
{
	Outcome    *outcome = &memo->outcome;

	outcome->nmarked = outcome->nlost = 0;
	for (int i = 0; i < memo->citations.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		outcome->nmarked += memo->citations.items[i].marker >= 0;
		outcome->nlost += citation_lost_source(&memo->citations.items[i]);
	}
	if ((int64) outcome->nlost * 100 > (int64) outcome->nmarked * memo->policy.warn_lost_percent)
		outcome->notice = psprintf("%d of %d citations had no source", outcome->nlost,
								   outcome->nmarked);
	outcome->is_uncited =
		(memo->ndocuments > 0 || memo->nclaims > 0 || outcome->nmarked > 0) && !has_reference(memo);
	if (memo_holds_on(memo, HOLD_lost_citations) && outcome->notice != NULL)
		outcome->holds[HOLD_lost_citations] = outcome->nlost;
	if (memo_holds_on(memo, HOLD_unanswered_critical))
		outcome->holds[HOLD_unanswered_critical] = unanswered(memo);
	count_holds(memo);
}
