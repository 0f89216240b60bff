/*
 * stage5_define.c
 *		Stages 5 to 5.8: what definitions and rollups say.
 *
 * These stages only decide; render.c writes after the last stage, from the
 * notes as they are then, so that no definition or table can be stale.
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"
#include "render/render.h"

/* Stage 5: each note gets its definition. */
void
stage5_definitions(Memo *memo)
{
	*VEC_PUSH(&memo->rollups) = render_definitions;
}

/* Stage 5.2: data source notes close the memo's prose. */
void
stage5_data_source_notes(Memo *memo)
{
	*VEC_PUSH(&memo->rollups) = render_data_source_notes;
}

static int
compare_rollups(MemoRollup a, MemoRollup b)
{
	static const MemoRollup order[] = {
		compute_grades, render_clusters, render_definitions, render_sources_consulted,
		render_data_source_notes,
	};
	int			x = 0;
	int			y = 0;

	while (order[x] != a)
		x++;
	while (order[y] != b)
		y++;
	return x - y;
}

/* Stage 5.4: definitions stand together and last: rollups in reading order. */
void
stage5_consolidate_definitions(Memo *memo)
{
	memo->order_rollups = compare_rollups;
}

/* Stage 5.6: the table of cited documents. */
void
stage5_sources_consulted(Memo *memo)
{
	*VEC_PUSH(&memo->rollups) = render_sources_consulted;
}

/* Stage 5.8: each definition knows its document's cluster. */
void
stage5_cluster_by_source(Memo *memo)
{
	*VEC_PUSH(&memo->rollups) = render_clusters;
}
