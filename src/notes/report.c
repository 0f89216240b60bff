/*
 * report.c
 *		The lists of sources of a whole report, and where the text uses their entries: for an
 *		import, which cuts the report into sections.
 *
 *		# Rents
 *		## Market
 *		They rose [1][2].
 *		## Sources
 *		[1] Survey: https://x.example/survey
 *		[2] https://y.example
 *
 * has one list of two entries, and a use of each in the part of the market.
 */
#include "notes/notes_internal.h"

/* Notes that the text uses a number of the list that governs a block. */
static void
add_use(ReportSources *report, const SourceLists *lists, int block, int pos, int64 number)
{
	const SourceList *list = source_list_governing(lists, block);
	const SourceItem *item = source_item_numbered(lists, list, number);

	if (item != NULL)
		*VEC_PUSH(&report->uses) = (EntryUse) {pos, (int) (item - lists->items.items)};
}

/* "[^3]" where the text defines no such note, and "[SRC:3]". */
static void
add_marker(ReportSources *report, const SourceLists *lists, Prose *prose,
		   const Marker *marker)
{
	Slice		rest = marker->value;
	Slice		label;
	MarkerIds	ids;

	if (prose->blocks.items[marker->block].is_listed)
		return;
	if (marker->kind == MARKER_SRC)
		add_use(report, lists, marker->block, marker->start, marker->id);
	else if (marker->kind == MARKER_SRC_VARIANT && marker_ids(marker, &ids))
		for (int i = 0; i < ids.count; i++)
			add_use(report, lists, marker->block, marker->start, ids.ids[i]);
	while (marker->kind == MARKER_NOTE_REF && marker_next_label(&rest, &label))
	{
		label = slice_trim(label);
		if (label.len > 0 && label.len < 5 && !prose_defines_note(prose, &label) &&
			(int) strspn(slice_copy(label), "0123456789") == label.len)
			add_use(report, lists, marker->block, marker->start, atoi(slice_copy(label)));
	}
}

ReportSources
report_sources(const char *text, int len)
{
	Prose	   *prose = prose_parse(text, len, &marker_extension);
	SourceLists lists = {0};
	ReportSources report = {0};

	source_lists_find(prose, &lists);
	if (lists.lists.count == 0)
		return report;
	marks_find(NULL, prose, &lists);
	for (int i = 0; i < lists.lists.count; i++)
	{
		const SourceList *list = &lists.lists.items[i];
		const TextBlock *first = &prose->blocks.items[list->first];
		int			end = prose->lines.items[first->first_line].end;

		*VEC_PUSH(&report.lists) = (ReportList) {
			.start = first->start, .end = prose->blocks.items[list->end - 1].end,
			.title = {prose->text + first->start, end - first->start},
			.first_entry = list->first_item, .nentries = list->nitems,
		};
	}
	for (int i = 0; i < lists.items.count; i++)
	{
		const SourceItem *item = &lists.items.items[i];
		Line		lines = source_item_lines(prose, item);

		*VEC_PUSH(&report.entries) = (ReportEntry) {
			item->list, lines.start, lines.end,
			{prose->text + item->written.start, item->written.end - item->written.start}};
	}
	for (int i = 0; i < lists.marks.count; i++)
		for (int j = 0; j < lists.marks.items[i].count; j++)
			add_use(&report, &lists, lists.marks.items[i].block, lists.marks.items[i].start,
					lists.marks.items[i].numbers[j]);
	for (int i = 0; i < prose->markers.count; i++)
		add_marker(&report, &lists, prose, &prose->markers.items[i]);
	return report;
}
