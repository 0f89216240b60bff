/*
 * engine.c
 *		A memo on one page: everything that becomes of it, straight down.
 *
 * "NOI was $4.2M [SRC:1]." is scanned into one citation of id 1; the stages find its source
 * and number its note; the one walk over the body writes "NOI was $4.2M. [^1]"; the
 * appendix says what 1 is, from the final notes.
 */
#include "engine/engine.h"
#include "charts/charts.h"
#include "evidence/evidence.h"
#include "metrics/metrics.h"
#include "render/render.h"
#include "stages/stages.h"

void
engine_run(Memo *memo)
{
	if (memo->nquoted > 0)
		verify_quotes(memo);	/* claims' quotes in their passages */
	memo->stage = "pre_pipeline";
	scan_sections(memo);		/* bodies -> markers, citations */
	memo->stage = "metrics";
	correct_metrics(memo);		/* the safety net, as edits */
	choose_charts(memo);
	memo->stage = "pre_pipeline";
	score_sections(memo);
	run_stages(memo);			/* stagelist.def: 36 stages, nine counts */
	memo->stage = "figures";
	check_figures(memo);		/* each cited number against its evidence, */
	check_quotations(memo);		/* and each quotation */
	memo->stage = "sections";
	check_sections(memo);		/* what must hold of any text */
	memo->stage = CHARTS;
	place_charts(memo);			/* as edits */
	render_sections(memo);		/* one walk a body, charts with it; guarded */
	check_charts(memo);
	compute_grades(memo);		/* what stages 4.95 to 5.8 say, from final rows */
	render_definitions(memo);
	render_sources_consulted(memo);
	render_data_source_notes(memo);
	set_status(memo);
}
