/*
 * pipeline.c
 *		Runs the 36 stages in the order of stagelist.def and takes the nine
 *		counts between them.
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"

const Stage stages[NSTAGES] = {
#define STAGE(label, name, function, needs, checkpoint, description) \
	{label, name, function, needs, checkpoint, description},
#include "stages/stagelist.def"
#undef STAGE
};

enum
{
	STAGE_COUNT = 0
#define STAGE(label, name, function, needs, checkpoint, description) + 1
#include "stages/stagelist.def"
#undef STAGE
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
	const struct
	{
		const char *needs;
		bool		is_there;
	}			contexts[] = {
		{"documents", memo->ndocuments > 0},
		{"insights", memo->ninsights > 0},
		{"metrics", memo->metrics.count > 0},
	};

	for (int i = 0; i < (int) lengthof(contexts) && needs != NULL; i++)
		if (strcmp(contexts[i].needs, needs) == 0)
			return contexts[i].is_there;
	return true;
}

static void
take_checkpoint(Memo *memo, const char *name)
{
	Checkpoint *checkpoint = VEC_PUSH(&memo->checkpoints);
	bool	   *is_counted = palloc0(memo->notes.count + 1);

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
		if (is_counted[citation->note->index])
			continue;
		is_counted[citation->note->index] = true;
		checkpoint->notes++;
		checkpoint->insights += citation->note->kind == NOTE_INSIGHT;
	}
	pfree(is_counted);
}

/* Stages 4.95 to 5.8: what grades, definitions and tables say is made of the rows after the last
 * stage (engine.c), so that none of them can be stale. */
void
stage5_define(Memo *memo pg_attribute_unused())
{
}

void
run_stages(Memo *memo)
{
	take_checkpoint(memo, "pre_pipeline");
	for (int i = 0; i < NSTAGES; i++)
	{
		CHECK_FOR_INTERRUPTS();
		memo->stage = stages[i].label;
		if (has_context(memo, stages[i].needs))
			stages[i].run(memo);
		else
			memo_event(memo, EVENT_noop, -1, (Slice){NULL, 0}, "{\"needs\":\"%s\"}",
					   stages[i].needs);
		if (stages[i].checkpoint != NULL)
			take_checkpoint(memo, stages[i].checkpoint);
	}
	take_checkpoint(memo, "final");
}
