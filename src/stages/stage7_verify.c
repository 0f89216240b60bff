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

	for (int i = 0; i < memo->nnumbered; i++)
		count += memo->numbered[i]->number != i + 1 || memo->numbered[i]->nrefs == 0;
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
		count += live[i] != memo->sections[i].live;
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
	memo->is_flawed |=
		count_inconsistent(memo) + count_bad_notes(memo) + count_unbalanced(memo) > 0;
}

/*
 * Does the rendered body say what was meant?  Every reference must be read as
 * one where it was put, and nowhere else: text that only becomes Markdown when
 * a marker leaves it could swallow one.
 */
static bool
reads_back(const Section *section)
{
	Prose *prose = prose_parse(section->rendered.data, section->rendered.len, &marker_extension);
	int			references = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		const Line *line = &prose->lines.items[marker->line];

		if (marker->kind != MARKER_NOTE_REF)
			continue;
		references++;
		if (prose->blocks.items[marker->block].kind == BLOCK_HEADING ||
			marker->start == line->start)
			return false;
	}
	return references == section->live && prose->note_defs.count == 0;
}

/* The last look, at what was written: a memo that does not read back is flawed.
 * A section that lost only markers amid prose is not read again. */
void
check_rendered(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (!section->needs_check || reads_back(section))
			continue;
		memo->is_flawed = true;
		memo_event(memo, EVENT_definition_inconsistent, i, (Slice) {NULL, 0}, NULL);
	}
}
