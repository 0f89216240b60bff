/*
 * chart_place.c
 *		Charts into the memo: the edits that insert them, the anchors that leave.
 *
 * chart_position.c says where, chart_select.c which.  Only lines are inserted,
 * and an anchor's line is replaced as a whole, so that the text around keeps its
 * meaning.
 */
#include "charts/charts_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

/* ------------------------------------------------------------------- edits */

static bool
is_replaced_line(const Section *section, const Chart *chart)
{
	return chart->anchor >= 0 &&
		section->prose->blocks.items[section->prose->markers.items[chart->anchor].block].depth == 0;
}

/* In the order of the text; at one place by rank. */
static int
compare_places(const void *a, const void *b)
{
	const Chart *x = *(Chart *const *) a;
	const Chart *y = *(Chart *const *) b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if ((x->anchor < 0) != (y->anchor < 0))
		return x->anchor < 0 ? -1 : 1;	/* what is inserted at an anchor's line comes before it */
	return x->rank - y->rank;
}

static int
compare_starts(const void *a, const void *b)
{
	return ((const Edit *) a)->start - ((const Edit *) b)->start;
}

/* A place inside of what leaves the text moves behind it. */
static void
leave_removed_text(const Section *section, Chart **charts, int count)
{
	int			nedits = section->edits.count;
	Edit	   *edits = palloc_array_huge(nedits + 1, sizeof(Edit));
	int			next = 0;
	int			removed_to = 0;

	if (nedits > 0)
		memcpy(edits, section->edits.items, sizeof(Edit) * nedits);
	qsort(edits, nedits, sizeof(Edit), compare_starts);
	for (int i = 0; i < count; i++)
	{
		int			at;

		do
		{
			at = charts[i]->at;
			for (; next < nedits && edits[next].start < at; next++)
				removed_to = Max(removed_to, edits[next].start + edits[next].removed);
			charts[i]->at = Max(at, removed_to);
		} while (charts[i]->at > at);
	}
	pfree(edits);
}

/* Is the line that ends or begins at a byte empty? */
static bool
is_blank_line(const Section *section, int at, bool before)
{
	const char *text = section->body.data;

	if (before)
	{
		at = before_blanks(text, 0, at - 1);
		return at <= 0 || text[at - 1] == '\n';
	}
	at = past_blanks(text, section->body.len, at);
	return at < section->body.len && text[at] == '\n';
}

/* A place in a body: nothing, or the anchor's line that gives way. */
typedef struct Place
{
	int			start;
	int			end;
	bool		is_unsure;		/* the empty lines around it may leave */
} Place;

/* Inserts charts at one place, between empty lines: one edit, but that each chart with
 * sources ends one, for their references follow it. */
static void
insert_nodes(Memo *memo, Section *section, Chart **charts, int count, Place place)
{
	int			start = place.start;
	int			end = place.end;
	int			len = section->body.len;
	const char *behind = end < len && (place.is_unsure || !is_blank_line(section, end, false))
		? "\n" : "";
	StringInfoData text;

	initStringInfo(&text);
	if (start > 0 && section->body.data[start - 1] != '\n')
		appendStringInfoString(&text, "\n\n");
	else if (start > 0 && (place.is_unsure || !is_blank_line(section, start, true)))
		appendStringInfoChar(&text, '\n');
	for (int i = 0; i < count; i++)
	{
		const Chart *chart = charts[i];
		int			ncited = 0;
		Citation  **cited = palloc(sizeof(Citation *) * (chart->cited.count + 1));
		bool		is_last = i + 1 == count;
		int			node;
		Edit	   *edit;

		for (int j = 0; j < chart->cited.count; j++)	/* of its sources what is live */
			if (citation_is_live(&memo->citations.items[chart->cited.items[j]]))
				cited[ncited++] = &memo->citations.items[chart->cited.items[j]];
		appendStringInfoString(&text, i == 0 ? "" : "\n");
		node = text.len;
		chart_append_node(&text, slice_of(chart->chart_id), chart->config);
		charts[i]->node = pstrdup(text.data + node);
		appendStringInfoChar(&text, '\n');
		if (!is_last && ncited == 0)
			continue;
		if (ncited == 0)
			appendStringInfoString(&text, behind);
		section_edit(memo, section, start, end - start, pstrdup(text.data));
		edit = &section->edits.items[section->edits.count - 1];
		edit->order = place.start == place.end && start < len ? -1 : 1;
		edit->cited = cited;
		edit->ncited = ncited;
		edit->behind = is_last ? behind : "";
		start = end;			/* what was there has given way */
		resetStringInfo(&text);
	}
}

/* The section's charts that are in the memo, unordered; the array is the caller's. */
static Chart **
chosen_charts(Memo *memo, const Section *section, int *count)
{
	Chart	  **charts = palloc(sizeof(Chart *) * (section->charts.count + 1));

	*count = 0;
	for (int i = 0; i < section->charts.count; i++)
		if (!memo->charts[section->charts.first + i].is_dropped)
			charts[(*count)++] = &memo->charts[section->charts.first + i];
	return charts;
}

static int
compare_positions(const void *a, const void *b)
{
	return (*(Chart *const *) a)->position - (*(Chart *const *) b)->position;
}

void
choose_charts(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (memo->sections[i].charts.count > 0)
			charts_select(memo, &memo->sections[i], memo->policy.max_charts);
	}
}

void
settle_charts(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		int			count;
		Chart	  **charts = chosen_charts(memo, section, &count);

		qsort(charts, count, sizeof(Chart *), compare_places);
		leave_removed_text(section, charts, count);
		for (int j = 0; j < count; j++)
		{
			charts[j]->position = j + 1;
			if (charts[j]->is_protected)
				charts[j]->reason = "answers a critical question";
			for (int k = 0; k < charts[j]->cited.count; k++)
			{
				Citation   *citation = &memo->citations.items[charts[j]->cited.items[k]];

				citation->anchor = citation->stands = charts[j]->at;
				citation->chart = charts[j]->position;
			}
		}
		pfree(charts);
	}
}

/* Makes edits of each place that gets charts, in reading order. */
static void
insert_charts(Memo *memo, Section *section)
{
	int			count;
	Chart	  **charts = chosen_charts(memo, section, &count);
	bool		is_unsure = false;	/* an edit may take an empty line away */

	for (int i = 0; i < section->edits.count; i++)
		is_unsure |= section->edits.items[i].removed > 0;
	qsort(charts, count, sizeof(Chart *), compare_positions);
	for (int first = 0, next; first < count; first = next)
	{
		int			at = charts[first]->at;

		CHECK_FOR_INTERRUPTS();
		next = first + 1;
		if (is_replaced_line(section, charts[first]) && section_block_at(section, at)->start == at)
		{
			insert_nodes(memo, section, charts + first, 1,
						 (Place) {at, section_block_at(section, at)->end, is_unsure});
			continue;
		}
		while (next < count && charts[next]->at == at && !is_replaced_line(section, charts[next]))
			next++;
		insert_nodes(memo, section, charts + first, next - first, (Place) {at, at, is_unsure});
	}
}

/* ----------------------------------------------------------------- anchors */

/* Every anchor leaves: at one a chart stands, the others say why not. */
static void
remove_anchors(Memo *memo, Section *section)
{
	for (int i = 0; i < section->prose->markers.count; i++)
	{
		const Marker *marker = &section->prose->markers.items[i];
		const TextBlock *block = &section->prose->blocks.items[marker->block];
		const Chart *chart;
		const char *reason;

		if (marker->kind != MARKER_CHART_ANCHOR)
			continue;
		CHECK_FOR_INTERRUPTS();
		chart = chart_named(memo, section, marker->value);
		if (chart != NULL && chart->anchor == i && !chart->is_dropped)
			continue;
		reason = !chart_is_line_anchor(section, marker) ? "mid_line"
				 : chart == NULL						? "unknown_chart"
				 : chart->is_dropped					? "dropped_chart"
														: "repeated";
		memo_event(memo, EVENT_chart_anchor_removed, section->index, marker->value,
				   "{\"reason\":\"%s\"}", reason);
		/* the line goes, not what its end kept apart */
		if (chart_is_line_anchor(section, marker) && block->depth == 0)
			section_edit(memo, section, block->start, block->end - block->start,
						 block->end < section->body.len ? "\n" : "");
	}
}

/* Tells with gate and reason of a candidate that is not in the memo. */
static void
dropped_event(Memo *memo, const Chart *chart)
{
	memo_event(memo, EVENT_chart_dropped, chart->section, slice_of(chart->chart_id),
			   "{\"gate\":%s,\"reason\":%s}",
			   chart->gate == NULL ? "null" : json_quoted(slice_of(chart->gate)),
			   json_quoted(slice_of(chart->reason)));
}

void
place_charts(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (section->charts.count > 0)
			insert_charts(memo, section);
		remove_anchors(memo, section);
	}
	for (int i = 0; i < memo->ncharts; i++)
		if (memo->charts[i].is_dropped)
			dropped_event(memo, &memo->charts[i]);
}

void
check_charts(Memo *memo)
{
	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		Chart	  **charts = palloc(sizeof(Chart *) * (section->charts.count + 1));
		const char *pos = section->rendered.text.data;
		const char *end = pos + section->rendered.text.len;
		int			count = 0;

		for (int j = 0; j < section->charts.count; j++)
			if (memo->charts[section->charts.first + j].position > 0)
				charts[count++] = &memo->charts[section->charts.first + j];
		qsort(charts, count, sizeof(Chart *), compare_positions);
		for (int j = 0; j < count; j++)	/* they stand in the text, one after the other */
		{
			Chart	   *chart = charts[j];
			const char *found = memmem(pos, end - pos, chart->node, strlen(chart->node));

			CHECK_FOR_INTERRUPTS();
			if (found != NULL)
			{
				pos = found + strlen(chart->node);
				continue;
			}
			chart->is_dropped = true;
			chart->position = 0;
			memo->outcome.is_flawed |= chart->cited.count > 0;	/* they have numbers */
			chart->reason = "the text at its place left the section";
			dropped_event(memo, chart);
		}
		pfree(charts);
	}
}

bool
question_is_covered(const Memo *memo, const DecisionQuestion *question)
{
	for (int i = 0; i < memo->ncharts; i++)
		if (memo->charts[i].position > 0 && question_has_chart(question, &memo->charts[i]))
			return true;
	return false;
}
