/*
 * cut.c
 *		What leaves a section's body, and what must stay in its place.
 *
 * Markers go with the blanks around them, edits say themselves what they take.
 * Where what leaves kept text from meaning something else (a list, a heading,
 * code), a backslash or a zero-width space stays.
 */
#include "render/render_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "charts/charts.h"

int
blanks_before(const char *text, int start, int pos)
{
	while (pos > start)
	{
		if (is_blank(text[pos - 1]))
			pos--;
		else if (pos - 1 > start && (unsigned char) text[pos - 1] == 0xA0 &&
				 (unsigned char) text[pos - 2] == 0xC2)
			pos -= 2;
		else
			break;
	}
	return pos;
}

void
add_cut(Writer *writer, int start, int end, const char *inserted, const char *stage)
{
	Cut		   *cut;

	if (writer->cuts.count > 0)
		start = Max(start, writer->cuts.items[writer->cuts.count - 1].end);
	if (end < start || (end == start && inserted[0] == '\0'))
		return;
	if (writer->cuts.count == 0 || writer->cuts.items[writer->cuts.count - 1].end < start)
		writer->chain_start = start;
	cut = VEC_PUSH(&writer->cuts);
	*cut = (Cut) {start, end, inserted, stage, false};
}

static void
add_edit(Writer *writer, const Edit *edit)
{
	int			count = writer->cuts.count;

	add_cut(writer, edit->start, edit->start + edit->removed, edit->inserted, edit->stage);
	if (writer->cuts.count > count)
		writer->cuts.items[count].comes_first = edit->comes_first;
}

static int
compare_edits(const void *a, const void *b)
{
	const Edit *x = a;
	const Edit *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if ((x->order < 0) != (y->order < 0))
		return x->order < 0 ? -1 : 1;
	if (x->removed != y->removed)
		return y->removed - x->removed; /* what contains others comes first */
	if (x->order != y->order)
		return x->order - y->order;
	return x->nth - y->nth;
}

/* Merges edits and leaving markers, in order of place, into cuts. */
static void
merge_cuts(Writer *writer)
{
	Section    *section = writer->section;
	Prose	   *prose = section->prose;
	Citation   *citation = writer->memo->citations.items + section->first_citation;
	Citation   *last = citation + section->ncitations;
	int			next = 0;

	section->needs_check = section->edits.count > 0;
	if (section->edits.count > 1)
		qsort(section->edits.items, section->edits.count, sizeof(Edit), compare_edits);
	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		const char *stage = "0a-strip";

		CHECK_FOR_INTERRUPTS();
		while (next < section->edits.count && section->edits.items[next].start <= marker_cut_start(marker))
		{
			add_edit(writer, &section->edits.items[next++]);
		}
		while (citation < last && citation->marker < i)
			citation++;
		if (marker->kind == MARKER_CHART_ANCHOR)
			stage = CHARTS;
		if (citation < last && citation->marker == i && citation->stage != NULL)
			stage = citation->stage;
		/* of what it takes along the last cut may have taken some before */
		if (marker->leaves && (writer->cuts.count == 0 ||
							   writer->cuts.items[writer->cuts.count - 1].end <= marker->start))
			i = cut_marker(writer, i, stage);
	}
	for (; next < section->edits.count; next++)
		add_edit(writer, &section->edits.items[next]);
}

static int
compare_cuts(const void *a, const void *b)
{
	const Cut  *x = a;
	const Cut  *y = b;

	return x->start != y->start ? (x->start < y->start ? -1 : 1) : x->end - y->end;
}

/* Do the first ncuts cuts leave nothing of the block but blanks? */
static bool
block_leaves(const Writer *writer, const TextBlock *block, int ncuts)
{
	int			low = 0;
	int			high = ncuts;
	int			pos = block->start;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (writer->cuts.items[middle].end <= pos)
			low = middle + 1;
		else
			high = middle;
	}
	for (;; low++)
	{
		const Cut  *cut = low < ncuts ? &writer->cuts.items[low] : NULL;
		int			end = cut != NULL && cut->start < block->end ? cut->start : block->end;

		for (; pos < end; pos++)
			if (strchr(" \t\r\n", writer->body[pos]) == NULL)
				return false;
		if (end == block->end)
			return true;
		if (cut->inserted[strspn(cut->inserted, " \n")] != '\0')
			return false;
		pos = Max(pos, cut->end);
	}
}

/* By as much as the text of an item is, at least: "- a" */
static bool
is_indented(const Writer *writer, const TextBlock *block)
{
	int			start = writer->section->prose->lines.items[block->first_line].start;

	return start - block->start >= 2 || (start > block->start && writer->body[block->start] == '\t');
}

static bool
is_indented_code(const TextBlock *block)
{
	return block->kind == BLOCK_CODE && !block->is_fenced;
}

/*
 * Where all blocks between a list or indented code and something indented leave,
 * that would be the last item's or the code's: a paragraph stays between.
 */
static void
keep_blocks_closed(Writer *writer)
{
	const Prose *prose = writer->section->prose;
	int			ncuts = writer->cuts.count;

	for (int i = 1; i < prose->blocks.count && ncuts > 0; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			before = i - 1;

		if (block->depth > 0 || block->nlines == 0 || block->note_def >= 0 || !is_indented(writer, block) ||
			block_leaves(writer, block, ncuts))
			continue;
		while (before >= 0 && block_leaves(writer, &prose->blocks.items[before], ncuts))
			before--;
		if (before >= 0 && before < i - 1 &&
			(prose->blocks.items[before].depth > 0 || (is_indented_code(block) && is_indented_code(&prose->blocks.items[before]))))
			*VEC_PUSH(&writer->cuts) = (Cut) {block->start, block->start, INERT "\n\n", "1", false};
	}
	if (writer->cuts.count > ncuts)
		qsort(writer->cuts.items, writer->cuts.count, sizeof(Cut), compare_cuts);
}

void
collect_cuts(Writer *writer)
{
	merge_cuts(writer);
	keep_blocks_closed(writer);
}
