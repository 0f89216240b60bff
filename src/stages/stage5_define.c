/*
 * stage5_define.c
 *		Stages 5 to 5.8: what definitions and appendix say.
 *
 * These stages only decide; write_appendix() (engine.c) writes after the last stage,
 * from the notes as they are then, so that no definition or table can be stale.
 */
#include "stages/stages_internal.h"
#include "memo/memo.h"

/* Stage 5: each note gets its definition. */
void
stage5_definitions(Memo *memo)
{
	memo->work->appendix |= 1 << APPENDIX_DEFINITIONS;
}

/* Stage 5.2: data source notes close the memo's prose. */
void
stage5_data_source_notes(Memo *memo)
{
	memo->work->appendix |= 1 << APPENDIX_DATA_NOTES;
}

/* Stage 5.4: definitions stand together and last, which the order of AppendixPart says. */
void
stage5_consolidate_definitions(Memo *memo)
{
	(void) memo;
}

/* Stage 5.6: the table of cited documents. */
void
stage5_sources_consulted(Memo *memo)
{
	memo->work->appendix |= 1 << APPENDIX_SOURCES;
}

/* Stage 5.8: definitions can be read by document; note_clusters() of render/ sorts them then. */
void
stage5_cluster_by_source(Memo *memo)
{
	(void) memo;
}
