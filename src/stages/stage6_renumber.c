/*
 * stage6_renumber.c
 *		Stages 6 to 6.6: repeats and crowds go, weak references are marked, then
 *		numbers are given.
 */
#include "stages/stages_internal.h"
#include "charts/charts.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "placement/placement.h"

/*
 * Stage 6: the same note twice in one cluster or table cell; with policy
 * dedup_scope = sentence, in one sentence.  A group is a run of references
 * that belong together.
 */
static bool
same_group(Memo *memo, Section *section, const Citation *a, const Citation *b)
{
	int			gap = place_gap(section, a->anchor, b->anchor);
	TextBlock  *block;

	if (gap == b->anchor)
		return true;
	block = section_block_at(section, a->anchor);
	if (block == NULL || block->kind == BLOCK_TABLE)
		return block != NULL && b->anchor <= block->end &&	/* in one cell */
			memchr(section->body.data + gap, '|', b->anchor - gap) == NULL &&
			memchr(section->body.data + gap, '\n', b->anchor - gap) == NULL;
	if (strcmp(memo->policy.dedup_scope, "sentence") != 0 || b->anchor > block->end)
		return false;
	return prose_sentence_at(section->prose, block, a->anchor) ==
		prose_sentence_at(section->prose, block, b->anchor);
}

/* NULL counts half. */
static int
weight(const Citation *citation)
{
	return citation->confidence < 0 ? 500 : citation->confidence;
}

/* Marks in gone the references that repeat one of their group.  first: by note, all NULL
 * before and after. */
static void
find_repeats(Memo *memo, Section *section, Citation **references, int count, Citation **first,
			 bool *gone)
{
	for (int from = 0, to; from < count; from = to)
	{
		for (to = from; to == from || (to < count && same_group(memo, section, references[to - 1],
																references[to]));
			 to++)
		{
			Citation  **seen = &first[references[to]->note->index];

			CHECK_FOR_INTERRUPTS();
			gone[to] = *seen != NULL;
			if (!gone[to])
				*seen = references[to];
			else if (weight(references[to]) > weight(*seen))
				(*seen)->confidence = references[to]->confidence;	/* it rests on both */
		}
		for (int i = from; i < to; i++)
			first[references[i]->note->index] = NULL;
	}
}

void
stage6_dedup_references(Memo *memo)
{
	Citation  **first = palloc0(sizeof(Citation *) * (memo->notes.count + 1));

	merge_chart_sources(memo, first);
	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		Citation  **references = section_references(memo, &memo->sections[i], &count);
		bool	   *gone = palloc(count + 1);

		CHECK_FOR_INTERRUPTS();
		find_repeats(memo, &memo->sections[i], references, count, first, gone);
		for (int j = 0; j < count; j++)
			if (gone[j])
				citation_remove(memo, references[j], "duplicate");
		pfree(gone);
		pfree(references);
	}
}

/* A source reference of a cluster; NULL confidence counts half. */
typedef struct Crowded
{
	int			confidence;
	int			index;			/* in the section's references */
} Crowded;

/* Of equals the leftmost comes first. */
static int
compare_confidence(const void *a, const void *b)
{
	const Crowded *x = a;
	const Crowded *y = b;

	return x->confidence != y->confidence ? y->confidence - x->confidence : x->index - y->index;
}

/* Only source references count; notes of another kind are no crowd. */
static void
find_excess(const Memo *memo, Citation **references, int from, int to, bool *gone)
{
	Crowded    *sources;
	int			nsources = 0;

	if (to - from <= memo->policy.cluster_cap)
		return;
	sources = palloc(sizeof(Crowded) * (to - from));
	for (int i = from; i < to; i++)
		if (references[i]->note->kind == NOTE_SOURCE)
			sources[nsources++] = (Crowded) {weight(references[i]), i};
	if (nsources > memo->policy.cluster_cap)
		qsort(sources, nsources, sizeof(Crowded), compare_confidence);
	for (int i = memo->policy.cluster_cap; i < nsources; i++)
		gone[sources[i].index] = true;
	pfree(sources);
}

/* The end of the cluster of adjacent references that begins at from. */
static int
cluster_end(const Section *section, Citation **references, int from, int count)
{
	int			to = from + 1;

	while (to < count && place_gap(section, references[to - 1]->anchor, references[to]->anchor) ==
							 references[to]->anchor)
		to++;
	return to;
}

/* Stage 6.2: clusters of adjacent references.  Notes of ours stand behind the sources. */
void
stage6_cap_clusters(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		int			count;
		Citation  **references = section_references(memo, &memo->sections[i], &count);
		bool	   *gone = palloc0(count + 1);

		for (int from = 0, to; from < count; from = to)
		{
			int			last = -1;	/* source that stays */

			CHECK_FOR_INTERRUPTS();
			to = cluster_end(&memo->sections[i], references, from, count);
			find_excess(memo, references, from, to, gone);
			for (int j = from; j < to; j++)
				if (gone[j])
					citation_remove(memo, references[j], "capped");
				else if (references[j]->note->kind != NOTE_INSIGHT)
					last = j;
			for (int j = from; j < last; j++)
				if (references[j]->note->kind == NOTE_INSIGHT)
					references[j]->anchor = references[last]->anchor;
		}
		pfree(gone);
		pfree(references);
	}
}

int
section_lasting_sources(Memo *memo, Section *section, int enough, Citation **first)
{
	int			count;
	int			kept = 0;
	int			sources = 0;
	int			clusters = 0;	/* with a source reference */
	Citation  **references = section_references(memo, section, &count);
	bool	   *gone;

	/* of each cluster one stays at least, unless its sentence has it already */
	for (int from = 0, to; from < count && clusters < enough &&
		 strcmp(memo->policy.dedup_scope, "cluster") == 0; from = to)
	{
		bool		has_source = false;

		to = cluster_end(section, references, from, count);
		for (int i = from; i < to && !has_source; i++)
			has_source = references[i]->note->kind == NOTE_SOURCE;
		clusters += has_source;
	}
	if (clusters == enough)
	{
		pfree(references);
		return enough;
	}
	gone = palloc(count + 1);
	find_repeats(memo, section, references, count, first, gone);
	for (int i = 0; i < count; i++)
		if (!gone[i])
			references[kept++] = references[i];
	memset(gone, 0, Max(kept, 0));
	for (int from = 0, to; from < kept; from = to)
	{
		CHECK_FOR_INTERRUPTS();
		to = cluster_end(section, references, from, kept);
		find_excess(memo, references, from, to, gone);
	}
	for (int i = 0; i < kept; i++)
		sources += !gone[i] && references[i]->note->kind == NOTE_SOURCE;
	pfree(gone);
	pfree(references);
	return sources;
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
		Citation  **references = section_all_references(memo, &memo->sections[i], &count);

		CHECK_FOR_INTERRUPTS();

		for (int j = 0; j < count; j++)
		{
			bool is_weak = references[j]->confidence >= 0 && references[j]->confidence < limit;

			weak += is_weak && !references[j]->is_weak;
			references[j]->is_weak = is_weak;
		}
		if (weak > 0)
			memo_event(memo, EVENT_low_confidence, i, (Slice){NULL, 0}, "{\"references\":%d}",
					   weak);
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
		*VEC_PUSH(&memo->numbered) = note;
		note->number = memo->numbered.count;
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
	settle_charts(memo);
	memo->numbered.count = 0;
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			count;
		Citation  **references;

		CHECK_FOR_INTERRUPTS();
		settle_places(memo, section);
		references = section_written_references(memo, section, true, &count);
		for (int j = 0; j < count; j++)
			count_reference(memo, section, references[j]);
		section->rendered.grade.references = count;
		pfree(references);
	}
}
