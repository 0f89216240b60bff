/*
 * pipeline.c
 *		Runs the 36 stages in the order of stagelist.def and takes the nine
 *		counts between them.
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "charts/charts.h"
#include "metrics/metrics.h"
#include "render/render.h"

const Stage stages[NSTAGES] = {
#define STAGE(label, name, function, needs, checkpoint, description) \
	{label, name, function, needs, checkpoint, description},
#include "stages/stagelist.def"
#undef STAGE
};

enum
{
#define STAGE(label, name, function, needs, checkpoint, description) COUNT_##function,
#include "stages/stagelist.def"
#undef STAGE
	STAGE_COUNT
};
StaticAssertDecl(STAGE_COUNT == NSTAGES, "there are 36 stages");

/* "normalization" for 0x, ...: the groups of the label's first digit. */
const char *
stage_group(const Stage *stage)
{
	static const char *const groups[] = {
		"normalization", "aggregation", "injection", "headers", "fallback and quality",
		"definitions", "cleanup", "validation",
	};

	return groups[stage->label[0] - '0'];
}

/* Is there anything that the stage works on? */
static bool
has_context(const Memo *memo, const char *needs)
{
	if (needs == NULL)
		return true;
	if (strcmp(needs, "documents") == 0)
		return memo->ndocuments > 0;
	if (strcmp(needs, "claims") == 0)
		return memo->nclaims > 0;
	if (strcmp(needs, "insights") == 0)
		return memo->ninsights > 0;
	if (strcmp(needs, "metrics") == 0)
		return memo->metrics.count > 0 || strcmp(memo->policy.coherence, "all") == 0;
	return true;
}

static void
take_checkpoint(Memo *memo, const char *name)
{
	Checkpoint *checkpoint = &memo->checkpoints[memo->ncheckpoints++];

	checkpoint->name = name;
	checkpoint->stage = memo->stage;
	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		CHECK_FOR_INTERRUPTS();
		if (citation->is_removed)
			continue;
		if (citation->note == NULL)
		{
			checkpoint->open++;
			continue;
		}
		checkpoint->live++;
		if (citation->note->counted_at != memo->ncheckpoints)
		{
			checkpoint->notes++;
			checkpoint->insights += citation->note->kind == NOTE_INSIGHT;
		}
		citation->note->counted_at = memo->ncheckpoints;
	}
}

/* Writes what stages 4.95 to 5.8 decided to say, from the final notes. */
static void
write_appendix(Memo *memo)
{
	static void (*const writers[]) (Memo *memo) = {
		[APPENDIX_GRADES] = compute_grades,
		[APPENDIX_CLUSTERS] = render_clusters,
		[APPENDIX_DEFINITIONS] = render_definitions,
		[APPENDIX_SOURCES] = render_sources_consulted,
		[APPENDIX_DATA_NOTES] = render_data_source_notes,
	};

	StaticAssertStmt(lengthof(writers) == NAPPENDIX_PARTS, "each part has a writer");
	for (int i = 0; i < NAPPENDIX_PARTS; i++)
		if (memo->appendix[i])
			writers[i] (memo);
}

void
pipeline_run(Memo *memo)
{
	memo->stage = "load";
	if (memo->nquoted > 0)
		verify_quotes(memo);
	memo_scan(memo);
	correct_metrics(memo);
	memo->stage = "pre_pipeline";
	score_sections(memo);
	take_checkpoint(memo, "pre_pipeline");
	for (int i = 0; i < NSTAGES; i++)
	{
		CHECK_FOR_INTERRUPTS();
		memo->stage = stages[i].label;
		if (has_context(memo, stages[i].needs))
			stages[i].run(memo);
		else
			memo_event(memo, EVENT_noop, -1, (Slice) {NULL, 0}, "{\"needs\":\"%s\"}", stages[i].needs);
		if (stages[i].checkpoint != NULL)
			take_checkpoint(memo, stages[i].checkpoint);
	}
	take_checkpoint(memo, "final");
	memo->stage = "figures";
	check_figures(memo);
	place_charts(memo);
	render_sections(memo);
	check_rendered(memo);
	check_charts(memo);
	write_appendix(memo);
	memo_set_status(memo);
}
