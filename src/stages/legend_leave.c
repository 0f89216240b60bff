/*
 * legend_leave.c
 *		Which sources of superscripts leave the text: those that are referred to,
 *		unless something that stays text shows their superscript; a line whose sources
 *		all leave goes as a whole.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"

/* Where the last sources of a line leave but others before them stay, what
 * separated them leaves, too: of "¹ Rent Roll; ² Model" no "; " is left. */
static void
trim_lists(Section *section)
{
	int		   *kept = palloc0(section->prose->lines.count * sizeof(int));	/* 1 + start of the last */
	SuperscriptSource **first = palloc0(section->prose->lines.count * sizeof(SuperscriptSource *));

	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->work->superscripts.items[i];

		if (!source->leaves)
			kept[source->line] = Max(kept[source->line], source->start + 1);
	}
	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->work->superscripts.items[i];

		if (!source->is_shared && kept[source->line] > 0 && source->start >= kept[source->line] &&
			(first[source->line] == NULL || source->start < first[source->line]->start))
			first[source->line] = source;
	}
	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->work->superscripts.items[i];

		if (first[source->line] == source)
			source->start = legend_separators_start(section->prose->text, 0, source->start);
	}
	pfree(kept);
	pfree(first);
}

static void
widen_lines(Section *section)
{
	bool	   *keeps_line;
	bool	   *keeps_block;

	if (section->work->superscripts.count == 0)
		return;
	keeps_line = palloc0(section->prose->lines.count);
	keeps_block = palloc0(section->prose->blocks.count);
	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->work->superscripts.items[i];

		keeps_line[source->line] |= !source->leaves;
		keeps_block[source->block] |= !source->leaves;
	}
	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->work->superscripts.items[i];

		if (keeps_line[source->line])
			continue;
		if (source->is_first)
			source->start = source->title_start >= 0 && !keeps_block[source->block] ? source->title_start
				: source->outer_start;
		if (source->is_last)
			source->end = source->outer_end;
	}
	pfree(keeps_line);
	pfree(keeps_block);
	trim_lists(section);
}

static int
compare_starts(const void *a, const void *b)
{
	return ((const Line *) a)->start - ((const Line *) b)->start;
}

/* Numbers of superscripts that stay text ("Rents¹ grew" below the table), sorted; not
 * of those that a source begins with. */
static int64 *
shown_ids(const Section *section, int *count)
{
	const Prose *prose = section->prose;
	const char *text = section->body.data;
	int			nsources = section->work->superscripts.count;
	Line	   *own = palloc(sizeof(Line) * (nsources + 1));
	VEC(int64) ids = {NULL, 0, 0};
	int			next = 0;
	int			marker = 0;

	for (int i = 0; i < nsources; i++)
		own[i] = (Line) {section->work->superscripts.items[i].start, section->work->superscripts.items[i].content};
	qsort(own, nsources, sizeof(Line), compare_starts);
	for (int pos = 0, end; pos < section->body.len; pos = Max(end, pos + 1))
	{
		unsigned char c = text[pos];
		int64		id;

		end = pos;
		if ((c != 0xC2 && c != 0xE2 && c != '<') || (end = legend_superscript_end(text, section->body.len, pos, &id)) == pos)
			continue;
		while (next < nsources && own[next].end <= pos)
			next++;
		while (marker < prose->markers.count && prose->markers.items[marker].start < pos)
			marker++;
		if ((next < nsources && own[next].start <= pos) || superscript_is_unit(text, 0, pos, id) || superscript_is_power(text, pos) ||
			(marker < prose->markers.count && prose->markers.items[marker].start == pos && prose->markers.items[marker].leaves))
			continue;
		*VEC_PUSH(&ids) = id;
	}
	pfree(own);
	if (ids.count > 1)
		qsort(ids.items, ids.count, sizeof(int64), legend_compare_ids);
	*count = ids.count;
	return ids.items;
}

/* Of superscripts that share a source all leave or none does. */
static void
keep_shared(Section *section)
{
	bool	   *keeps = palloc0(section->body.len + 1);	/* by where the source's text begins */

	for (int i = 0; i < section->work->superscripts.count; i++)
		keeps[section->work->superscripts.items[i].content] |= !section->work->superscripts.items[i].leaves;
	for (int i = 0; i < section->work->superscripts.count; i++)
		section->work->superscripts.items[i].leaves &= !keeps[section->work->superscripts.items[i].content];
	pfree(keeps);
}

/* What is referred to leaves, unless the reader still needs it. */
static void
find_leaving(Section *section)
{
	bool		any = false;
	int64	   *shown;
	int			count;

	for (int i = 0; i < section->work->superscripts.count; i++)
		any |= section->work->superscripts.items[i].is_used;
	if (!any)
		return;
	shown = shown_ids(section, &count);
	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->work->superscripts.items[i];

		source->leaves = source->is_used &&
			(count == 0 || bsearch(&source->id, shown, count, sizeof(int64), legend_compare_ids) == NULL);
	}
	keep_shared(section);
}

void
legend_settle(Section *section)
{
	Prose	   *prose = section->prose;

	find_leaving(section);
	widen_lines(section);
	for (int i = 0; i < section->work->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->work->superscripts.items[i];

		if (source->leaves && !source->is_shared)
			*VEC_PUSH(&prose->leaving) = (Line) {source->start, source->end};
	}
	if (prose->leaving.count > 1)
		qsort(prose->leaving.items, prose->leaving.count, sizeof(Line), compare_starts);
}
