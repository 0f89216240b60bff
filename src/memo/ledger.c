/*
 * ledger.c
 *		Citations: one row for each occurrence of evidence, from its marker to its fate.
 */
#include "memo/memo.h"

Marker *
citation_marker(const Memo *memo, const Citation *citation)
{
	if (citation->marker < 0)
		return NULL;
	return &memo->sections[citation->section].prose->markers.items[citation->marker];
}

void
citation_remove(Memo *memo, Citation *citation, const char *how)
{
	citation->is_removed = true;
	citation->how = how;
	citation->stage = memo->stage;
}

void
citation_set_source(Citation *citation, const Identity *identity, Claim *claim)
{
	citation->identity = *identity;
	citation->claim = claim;
	citation->is_resolved = true;
	if (claim != NULL)
	{
		citation->confidence = claim->confidence;
		citation->passage_id = claim->passage_id;
		citation->block_id = claim->block_id;
	}
}

void
citations_removed(Memo *memo, int section, const char *how, int count)
{
	if (count > 0)
		memo_event(memo, EVENT_citation_removed, section, slice_of(how), "{\"markers\":%d}", count);
}

Citation *
citation_create(Memo *memo, int section, const char *origin)
{
	Citation   *citation = VEC_PUSH(&memo->citations);

	citation->section = section;
	citation->origin = origin;
	citation->marker = -1;
	citation->last_inner = -1;
	citation->src_id = -1;
	citation->global_id = -1;
	citation->block_id = -1;
	citation->confidence = -1;
	citation->score = -1;
	citation->anchor = -1;
	citation->order = memo->citations.count - 1;
	citation->marker_offset = -1;
	citation->final_offset = -1;
	return citation;
}

Citation *
citation_add(Memo *memo, int section, const char *origin, int anchor)
{
	Citation   *citation = citation_create(memo, section, origin);

	citation->anchor = anchor;
	citation->stage = memo->stage;
	*VEC_PUSH(&memo->sections[section].placed) = memo->citations.count - 1;
	return citation;
}

Citation *
citation_add_charted(Memo *memo, int section, int chart)
{
	Citation   *citation = citation_add(memo, section, "chart", -1);

	citation->chart = chart;
	return citation;
}

