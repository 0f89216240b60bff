/*
 * stage6_renumber.c
 *		Stages 6 to 6.6: repeats and crowds go, weak references are marked, then
 *		numbers are given.
 */
#include "memocite.h"

/*
 * Stage 6: the same note twice in one cluster or table cell; with policy
 * dedup_scope = sentence, in one sentence.  A group is a run of references
 * that belong together; a note remembers the last group it was seen in.
 */
static bool
same_group(Memo *memo, Section *section, const Citation *a, const Citation *b)
{
	TextBlock  *block;
	bool		same_cell;

	if (a->anchor == b->anchor || place_adjacent(section, a->anchor, b->anchor, &same_cell))
		return true;
	block = section_block_at(section, a->anchor);
	if (block == NULL || block->kind == BLOCK_TABLE)
		return block != NULL && same_cell && b->anchor <= block->end;
	if (strcmp(memo->policy.dedup_scope, "sentence") != 0 || b->anchor > block->end)
		return false;
	return prose_sentence_at(section->prose, block, a->anchor) ==
		prose_sentence_at(section->prose, block, b->anchor);
}

void
stage6_dedup_references(Memo *memo)
{
	int			group = 0;

	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			count;
		Citation  **references = section_references(memo, section, &count);

		CHECK_FOR_INTERRUPTS();
		for (int j = 0; j < count; j++)
		{
			if (j == 0 || !same_group(memo, section, references[j - 1], references[j]))
				group++;
			if (references[j]->note->seen_in == group)
				citation_remove(memo, references[j], "duplicate");
			references[j]->note->seen_in = group;
		}
		pfree(references);
	}
}

/* NULL confidence counts half; of equals the leftmost comes first. */
static int
compare_confidence(const void *a, const void *b)
{
	const Citation *x = *(Citation *const *) a;
	const Citation *y = *(Citation *const *) b;
	int			cx = x->confidence < 0 ? 500 : x->confidence;
	int			cy = y->confidence < 0 ? 500 : y->confidence;

	if (cx != cy)
		return cy - cx;
	if (x->anchor != y->anchor)
		return x->anchor < y->anchor ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Only source references count; an agent's own note is no crowd. */
static void
cap_cluster(Memo *memo, Citation **references, int count)
{
	Citation  **sources;
	int			nsources = 0;

	if (count <= memo->policy.cluster_cap)
		return;
	sources = palloc(sizeof(Citation *) * count);
	for (int i = 0; i < count; i++)
		if (references[i]->note->kind == NOTE_SOURCE)
			sources[nsources++] = references[i];
	if (nsources > memo->policy.cluster_cap)
		qsort(sources, nsources, sizeof(Citation *), compare_confidence);
	for (int i = memo->policy.cluster_cap; i < nsources; i++)
		citation_remove(memo, sources[i], "capped");
	pfree(sources);
}

/* Notes of ours stand behind the sources of their cluster. */
static void
move_insights(Citation **references, int count)
{
	int			last = -1;		/* the cluster's last source reference that stays */

	for (int i = 0; i < count; i++)
		if (references[i]->note->kind != NOTE_INSIGHT && !references[i]->is_removed)
			last = i;
	for (int i = 0; i < last; i++)
		if (references[i]->note->kind == NOTE_INSIGHT)
			references[i]->anchor = references[last]->anchor;
}

/* Stage 6.2: clusters of adjacent references. */
void
stage6_cap_clusters(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			count;
		Citation  **references = section_references(memo, section, &count);

		CHECK_FOR_INTERRUPTS();
		for (int from = 0, to; from < count; from = to)
		{
			bool		same_cell;

			for (to = from + 1; to < count; to++)
				if (references[to - 1]->anchor != references[to]->anchor &&
					!place_adjacent(section, references[to - 1]->anchor, references[to]->anchor, &same_cell))
					break;
			cap_cluster(memo, references + from, to - from);
			move_insights(references + from, to - from);
		}
		pfree(references);
	}
}

/* Stage 6.4: a reference whose own citation is weak gets a dagger; NULL is not
 * weak, for nothing is known of it. */
void
stage6_mark_low_confidence(Memo *memo)
{
	int			limit = memo->policy.low_confidence_percent * 10;

	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		int			weak = 0;
		Citation  **references = section_references(memo, &memo->sections[i], &count);

		for (int j = 0; j < count; j++)
		{
			references[j]->is_weak = references[j]->confidence >= 0 && references[j]->confidence < limit;
			weak += references[j]->is_weak;
		}
		if (weak > 0)
			memo_event(memo, EVENT_low_confidence, i, (Slice) {NULL, 0}, "{\"references\":%d}", weak);
		pfree(references);
	}
}

/* A note's confidence is that of its most certain reference. */
static void
count_reference(Memo *memo, Section *section, const Citation *citation)
{
	Note	   *note = citation->note;

	if (note->number == 0)
	{
		memo->numbered[memo->nnumbered++] = note;
		note->number = memo->nnumbered;
		note->first_section = section->index;
	}
	note->nrefs++;
	note->nweak += citation->is_weak;
	note->confidence = Max(note->confidence, citation->confidence);
	if (note->identity.doc != NULL)
		note->identity.doc->nrefs++;
}

/* Stage 6.6: 1..N by first appearance; a note without a reference is gone. */
void
stage6_renumber(Memo *memo)
{
	for (int i = 0; i < memo->notes.count; i++)
	{
		memo->notes.items[i]->number = 0;
		memo->notes.items[i]->nrefs = 0;
		memo->notes.items[i]->nweak = 0;
		memo->notes.items[i]->confidence = -1;
	}
	for (int i = 0; i < memo->ndocuments; i++)
		memo->documents[i].nrefs = 0;
	memo->numbered = palloc_array_huge(memo->notes.count + 1, sizeof(Note *));
	memo->nnumbered = 0;
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			count;
		Citation  **references = section_references(memo, section, &count);

		CHECK_FOR_INTERRUPTS();
		for (int j = 0; j < count; j++)
			count_reference(memo, section, references[j]);
		section->live = count;
		pfree(references);
	}
}
