/*
 * chart_position.c
 *		Where in its section each candidate chart would stand.
 *
 * At its "[CHART:id]" line; else behind block after_paragraph,
 *
 *		Rents rose by 3%.			1
 *
 *		- NOI of $4.2M				2	a list is one block
 *		- Cap rate of 5.1%
 *		## Exit						headings, code and rules do not count
 *		We sell in year five.		3
 *
 * else at the section's end.
 */
#include "charts/charts_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

/* The body's blocks as after_paragraph counts them. */
typedef struct Layout
{
	int		   *ends;			/* byte behind counted block n, [0] = the body's start */
	int		   *end_words;		/* words before that */
	int			count;
	int		   *outer_end;		/* of each block: where the list or quote around it ends */
	int		   *words;			/* before each block */
	int			total_words;
} Layout;

/* What a container begins with: '>', '-', '*', '+', or '1' for any number. */
static int
container_mark(const Prose *prose, const TextBlock *block, int *indent)
{
	int			pos = block->start;

	while (pos < block->end && (prose->text[pos] == ' ' || prose->text[pos] == '\t'))
		pos++;
	*indent = pos - block->start;
	if (pos == block->end || strchr(">-*+0123456789", prose->text[pos]) == NULL)
		return 0;
	return isdigit((unsigned char) prose->text[pos]) ? '1' : prose->text[pos];
}

/* The last block of the list or quote that begins at block first. */
static int
last_of_container(const Prose *prose, int first)
{
	int			indent;
	int			mark = container_mark(prose, &prose->blocks.items[first], &indent);
	int			last = first;

	while (last + 1 < prose->blocks.count && prose->blocks.items[last + 1].depth > 0)
	{
		int			next_indent;
		int			next_mark = container_mark(prose, &prose->blocks.items[last + 1], &next_indent);

		if (next_mark != 0 && next_mark != mark && next_indent <= indent)
			break;				/* "- a" and then "> b": another one */
		last++;
	}
	return last;
}

/* Counts blocks and words once a section, so that many charts stay linear. */
static Layout
layout_of(const Section *section)
{
	const Prose *prose = section->prose;
	int			nblocks = prose->blocks.count;
	Layout		layout = {
		.ends = palloc_array_huge(nblocks + 1, sizeof(int)),
		.end_words = palloc_array_huge(nblocks + 1, sizeof(int)),
		.outer_end = palloc_array_huge(nblocks + 1, sizeof(int)),
		.words = palloc_array_huge(nblocks + 1, sizeof(int)),
	};

	layout.ends[0] = layout.end_words[0] = 0;
	for (int first = 0, last; first < nblocks; first = last + 1)
	{
		CHECK_FOR_INTERRUPTS();
		last = prose->blocks.items[first].depth > 0 ? last_of_container(prose, first) : first;
		for (int i = first; i <= last; i++)
		{
			layout.outer_end[i] = prose->blocks.items[last].end;
			layout.words[i] = layout.total_words;
			layout.total_words += prose_block_words(prose, &prose->blocks.items[i]);
		}
		if (prose->blocks.items[first].note_def >= 0 || prose->blocks.items[first].is_listed ||
			(prose->blocks.items[first].depth == 0 &&
			 prose->blocks.items[first].kind != BLOCK_PARAGRAPH &&
			 prose->blocks.items[first].kind != BLOCK_TABLE))
			continue;			/* it leaves the text, or is no prose */
		layout.ends[++layout.count] = layout.outer_end[first];
		layout.end_words[layout.count] = layout.total_words;
	}
	return layout;
}

Chart *
chart_named(const Memo *memo, const Section *section, Slice id)
{
	Chart	   *charts = &memo->charts[section->charts.first];
	int			low;

	LOWER_BOUND(low, section->charts.count, i, slice_compare(slice_of(charts[i].chart_id), id) < 0);
	return low < section->charts.count && slice_equal(slice_of(charts[low].chart_id), id)
		? &charts[low] : NULL;
}

bool
chart_is_line_anchor(const Section *section, const Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];

	return marker->kind == MARKER_CHART_ANCHOR && block->kind == BLOCK_CHART_ANCHOR &&
		block->note_def < 0 && !block->is_listed;
}

int
charts_locate(Memo *memo, Section *section, Chart **charts, int count)
{
	const Prose *prose = section->prose;
	int			words_each = STRETCH_WORDS;
	Layout		layout;

	if (count == 0)
		return 0;
	layout = layout_of(section);
	for (int i = 0; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];
		Chart	   *chart = !chart_is_line_anchor(section, marker) ? NULL
			: chart_named(memo, section, marker->value);

		if (chart != NULL && chart->anchor < 0)	/* its first anchor line */
			chart->anchor = i;
	}
	for (int i = 0; i < count; i++)
	{
		Chart	   *chart = charts[i];
		int			words = layout.total_words;

		chart->at = section->body.len;
		if (chart->anchor >= 0)
		{
			int			block = prose->markers.items[chart->anchor].block;

			chart->at = prose->blocks.items[block].depth > 0 ? layout.outer_end[block]
															 : prose->blocks.items[block].start;
			words = layout.words[block];
		}
		else if (chart->after_paragraph >= 0 && chart->after_paragraph <= layout.count)
		{
			chart->at = layout.ends[chart->after_paragraph];
			words = layout.end_words[chart->after_paragraph];
		}
		chart->stretch = words / words_each;
	}
	return layout.total_words / words_each + 1;
}
