/*
 * stage1_aggregate.c
 *		Stages 1 and 1.5: what agents wrote about sources (notes/) becomes evidence, and
 *		bodies are made fit to stand in one memo.
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"
#include "notes/notes.h"

/* Stage 1: aggregate. */
void
stage1_aggregate(Memo *memo)
{
	rename_link_labels(memo);	/* texts of notes use them */
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		section_take_notes(memo, &memo->sections[i]);
	}
	cite_chart_sources(memo);
	structure_sections(memo);
}

/* Stage 1.5: table_superscripts. */
void
stage1_table_superscripts(Memo *memo)
{
	superscripts_resolve(memo);
}
