/*
 * guard.c
 *		Does what was written of a section mean what its agent wrote?
 *
 * Without the marker "Rents rose\n[SRC:9] ---" is a heading.  So what was written is read
 * back, and both readings are compared, line by line of what stays: the block that it stands
 * in, its level and depth, with which line before; then code spans, tags, links and images.
 * Where they differ the cut that did it gets a zero-width space, "Rents rose\n&#8203;---";
 * where that is not enough, the blanks that left with the marker stay, too.  Nothing else is
 * touched, least of all a heading: what still differs makes the memo flawed.
 *
 * A section that lost only markers amid prose, which can change nothing, is not read again.
 */
#include "render/render_internal.h"
#include "markers/markers.h"

#define LONGEST_LINE	200		/* bytes of one that an event has */

typedef struct Guard
{
	Writer	   *writer;
	const Prose *agent;			/* the body, */
	const Prose *text;			/* and what was written */
	int			shift;			/* levels that its headings went down, -1 = not met yet */
	int			fault;			/* first byte that means something else, -1 = none */
	bool		may_repair;
	bool		has_repaired;
} Guard;

/* ------------------------------------------------------------------ runs */

/* The first byte that stays of [start, end) of the body, and is no blank, as a byte of the
 * text; -1 = none. */
static int
first_kept(const Writer *writer, int start, int end)
{
	const Run  *runs = writer->runs.items;
	int			low;

	LOWER_BOUND(low, writer->runs.count, i, runs[i].end <= start);
	for (; low < writer->runs.count && runs[low].start < end; low++)
		for (int pos = Max(start, runs[low].start); pos < Min(end, runs[low].end); pos++)
			if (!is_space(writer->body[pos]))
				return runs[low].out + pos - runs[low].start;
	return -1;
}

/* The extent [*start, *end) of the body's bytes that stay of one of the body, or (is_text) of
 * the text, as bytes of the text; false when none does. */
static bool
kept_extent(const Writer *writer, bool is_text, int *start, int *end)
{
	const Run  *runs = writer->runs.items;
	int			count = writer->runs.count;
	int			first;
	int			last;

#define BEGIN(i)	(is_text ? runs[i].out : runs[i].start)
#define END(i)		(BEGIN(i) + runs[i].end - runs[i].start)
	LOWER_BOUND(first, count, i, END(i) <= *start);
	LOWER_BOUND(last, count, i, BEGIN(i) < *end);
	if (--last < first)
		return false;
	*start = runs[first].out + Max(0, *start - BEGIN(first));
	*end = runs[last].out + Min(*end, END(last)) - BEGIN(last);
#undef BEGIN
#undef END
	return *start < *end;
}

int
body_byte(const Writer *writer, int pos)
{
	const Run  *runs = writer->runs.items;
	int			low;

	LOWER_BOUND(low, writer->runs.count, i, runs[i].out + runs[i].end - runs[i].start <= pos);
	return low < writer->runs.count && runs[low].out <= pos ? runs[low].start + pos - runs[low].out
		: -1;
}

/* --------------------------------------------------------------- repairs */

/* Ordinary text on both sides, where a cut can change no structure? */
static bool
is_amid_prose(const Writer *writer, const Cut *cut)
{
	const Prose *prose = writer->section->prose;
	const char *text = writer->body;
	const Marker *marker;
	int			start;
	char		before;
	char		after;

	if (cut->cluster < 0)
		return false;
	marker = &prose->markers.items[writer->section->places.clusters.items[cut->cluster].first];
	start = prose->lines.items[marker->line].start;
	if (cut->start - start <= 3 || prose->blocks.items[marker->block].kind > BLOCK_TABLE)
		return false;
	before = text[cut->start - 1];
	after = cut->end < prose->len ? text[cut->end] : '\n';
	if ((!is_word_byte(before) && strchr("%).,", before) == NULL) ||
		(!is_word_byte(after) && strchr(" .,;:[\n", after) == NULL))
		return false;
	for (int i = cut->start - 1, closed = 0; i >= Max(start, cut->start - 40); i--)
	{
		closed |= text[i] == ']' ? 1 : text[i] == '>' ? 2 : 0;
		if ((text[i] == '[' && (closed & 1) == 0) || (text[i] == '<' && (closed & 2) == 0))
			return false;
	}
	return true;
}

/* The cut gets a zero-width space, next time its marker's blanks.  None of what an edit only adds,
 * or takes out of a heading, is a cut. */
static bool
repair_cut(Guard *guard, Cut *cut)
{
	const Writer *writer = guard->writer;
	const TextBlock *block = section_block_at(writer->section, cut->start);

	if (!guard->may_repair || cut->repairs == (cut->cluster < 0 ? 1 : MOST_REPAIRS) ||
		(cut->cluster < 0 &&
		 (cut->end == cut->start || cut->edit != NULL ||
		  (block != NULL && block->kind == BLOCK_HEADING && cut->inserted[0] != '\0'))))
		return false;
	if (cut->cluster < 0)
		cut->inserted = psprintf("%s" INERT "%s", cut->inserted,
								 writer->body[cut->end - 1] == '\n' ? "\n\n" : "");
	else if (cut->repairs == 0)
		cut->inserted = INERT;
	else
	{
		const Cluster *cluster = &writer->section->places.clusters.items[cut->cluster];

		cut->start = Max(cut->start, Min(cut->end, cluster->mark_start));
		cut->end = Max(cut->start, Min(cut->end, cluster->mark_end));
	}
	cut->repairs++;
	return guard->has_repaired = true;
}

/* A byte of the text is the first that means something else: repairs the cut right before
 * it; where there is none, the first on the next lines, else the nearest before. */
static void
repair_at(Guard *guard, int pos)
{
	const Prose *text = guard->text;
	Cut		   *cuts = guard->writer->cuts.items;
	int			count = guard->writer->cuts.count;
	int			end = pos;		/* of the third line */
	int			behind;

	if (guard->fault < 0)
		guard->fault = pos;
	for (int lines = 0; end < text->len && lines < 3; end++)
		lines += text->text[end] == '\n';
	LOWER_BOUND(behind, count, i, cuts[i].out <= pos);
	if (behind > 0)
	{
		Cut		   *cut = &cuts[behind - 1];
		int			at = cut->out + (cut->comes_first ? 0 : (int) strlen(cut->inserted));

		while (at < pos && (is_space(text->text[at]) || text->text[at] == '>'))
			at++;				/* nothing but blanks and quote marks are between */
		if (at >= pos && repair_cut(guard, cut))
			return;
	}
	for (int i = behind; i < count && cuts[i].out <= end; i++)
		if (!is_amid_prose(guard->writer, &cuts[i]) && repair_cut(guard, &cuts[i]))
			return;
	for (int i = behind - 1; i >= 0 && i > behind - 5; i--)
		if (repair_cut(guard, &cuts[i]))
			return;
}

/* -------------------------------------------------------------- comparing */

/* Is a block what it was?  What was no text of the agent's is a paragraph to who reads it, and all
 * headings of a section went down as far. */
static bool
same_block(Guard *guard, const TextBlock *agent, const TextBlock *text)
{
	BlockKind	kind = agent->kind == BLOCK_SOURCE_LINE || agent->kind == BLOCK_CHART_ANCHOR
		? BLOCK_PARAGRAPH : agent->kind;
	int			shift = text->level - agent->level;

	if (kind != (text->kind == BLOCK_SOURCE_LINE || text->kind == BLOCK_CHART_ANCHOR
				 ? BLOCK_PARAGRAPH : text->kind) ||
		agent->depth != text->depth || agent->in_quote != text->in_quote ||
		agent->columns != text->columns || agent->is_fenced != text->is_fenced)
		return false;
	if (kind != BLOCK_HEADING)
		return true;
	if (guard->shift < 0 && text->level < 6)
		guard->shift = shift;
	return text->level == 6 ? guard->shift < 0 || agent->level + guard->shift >= 6
		: shift == guard->shift && shift >= 0;
}

/* Each line of the body of which a byte stays is in such a block as it was, with the line
 * before it or not; repairs the first of those in a row that are not. */
static void
compare_lines(Guard *guard)
{
	const Prose *agent = guard->agent;
	const Prose *text = guard->text;
	const TextBlock *read = text->blocks.items;
	const TextBlock *before = NULL;
	int			before_index = -1;
	int			line = 0;
	int			index = 0;
	bool		was_same = true;

	for (int i = 0; i < agent->blocks.count; i++)
	{
		const TextBlock *block = &agent->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		for (int j = block->first_line; j < block->first_line + block->nlines; j++)
		{
			int			pos = first_kept(guard->writer, agent->lines.items[j].start,
										 agent->lines.items[j].end);
			bool		is_same;

			if (pos < 0)
				continue;
			while (line + 1 < text->lines.count && text->lines.items[line + 1].start <= pos)
				line++;
			while (index + 1 < text->blocks.count && read[index + 1].first_line <= line)
				index++;
			is_same = text->lines.count > 0 && text->lines.items[line].start <= pos &&
				pos < text->lines.items[line].end && same_block(guard, block, &read[index]) &&
				(block == before) == (index == before_index) &&
				(block->kind != BLOCK_TABLE || (text->text[text->lines.items[line].start] == '|') ==
				 (agent->text[agent->lines.items[j].start] == '|'));
			if (!is_same && guard->fault < 0)
				guard->fault = pos;
			/* the line below is what makes a heading or a table */
			if (!is_same && was_same && text->blocks.count > 0 &&
				read[index].kind != block->kind && read[index].nlines > 1 &&
				pos < read[index].end && (read[index].is_setext || read[index].kind == BLOCK_TABLE))
			{
				int			below = read[index].is_setext ? read[index].nlines - 1 : 1;

				repair_at(guard, text->lines.items[read[index].first_line + below].start);
			}
			else if (!is_same && was_same)
				repair_at(guard, pos);
			was_same = is_same;
			before = block;
			before_index = index;
		}
	}
}

/* The next zone of which a byte of the body stays, as bytes of the text. */
static bool
next_zone(const Guard *guard, bool is_text, int *next, Zone *zone)
{
	const Prose *prose = is_text ? guard->text : guard->agent;

	while (*next < prose->zones.count)
	{
		*zone = prose->zones.items[(*next)++];
		if (kept_extent(guard->writer, is_text, &zone->start, &zone->end))
			return true;
	}
	zone->start = INT_MAX;
	return false;
}

/* Code spans, tags, links and images are where they were. */
static void
compare_zones(Guard *guard)
{
	Zone		before;
	Zone		after;
	int			next_before = 0;
	int			next_after = 0;
	bool		was_same = true;

	next_zone(guard, false, &next_before, &before);
	next_zone(guard, true, &next_after, &after);
	while (before.start < INT_MAX || after.start < INT_MAX)
	{
		bool		is_same = before.kind == after.kind && before.start == after.start &&
			before.end == after.end;
		int			start = Min(before.start, after.start);

		CHECK_FOR_INTERRUPTS();
		if (!is_same && was_same)
			repair_at(guard, start);
		was_same = is_same;
		if (before.start == start)
			next_zone(guard, false, &next_before, &before);
		if (after.start == start)
			next_zone(guard, true, &next_after, &after);
	}
}

/* Does text follow the references at a byte, and its blank or apostrophe?  One that begins a line
 * is the subject of it, no definition's label. */
static bool
is_amid_text(const char *text, int pos, int len)
{
	static const char within[] = "[^0123456789],;&-" WEAK_MARK;

	while (pos < len && strchr(within, text[pos]) != NULL)
		pos++;
	return pos < len && (strchr(" \t'", text[pos]) != NULL || (text[pos] & 0x80));
}

/* Each reference is read as one where it was put, and no marker came to be: repairs the first
 * that is not. */
static void
compare_markers(Guard *guard)
{
	const Prose *text = guard->text;
	const Writer *writer = guard->writer;
	int			next = 0;		/* reference */

	for (int i = 0; i < text->markers.count; i++)
	{
		const Marker *marker = &text->markers.items[i];
		int			start = marker->start;

		if (!marker_kind_leaves(marker->kind))
			continue;
		if (next < writer->placed.count && writer->placed.items[next] == start)
		{
			next++;
			if (marker->kind == MARKER_NOTE_REF &&
				text->blocks.items[marker->block].kind != BLOCK_HEADING &&
				(start > text->lines.items[marker->line].start ||
				 is_amid_text(text->text, start, text->len)))
				continue;
		}
		else
		{
			int			at = body_byte(writer, start);	/* had the agent's body one there, too? */
			int			low;

			LOWER_BOUND(low, guard->agent->markers.count, j,
						guard->agent->markers.items[j].start < at);
			if (low < guard->agent->markers.count && guard->agent->markers.items[low].start == at)
				continue;
		}
		repair_at(guard, start);
		return;
	}
	if (next < writer->placed.count)
		repair_at(guard, writer->placed.items[next]);
	else if (text->note_defs.count > 0)
		repair_at(guard, text->note_defs.items[0].start);
}

bool
guard_section(Writer *writer, bool may_repair)
{
	Section    *section = writer->section;
	Guard		guard = {.writer = writer, .agent = section->prose, .shift = -1, .fault = -1,
		.may_repair = may_repair};
	bool		is_safe = true;

	for (int i = 0; i < writer->cuts.count && is_safe; i++)
		is_safe = is_amid_prose(writer, &writer->cuts.items[i]);
	if (is_safe)
		return false;
	guard.text = prose_parse(section->rendered.text.data, section->rendered.text.len,
							 &finished_extension);
	compare_lines(&guard);
	if (guard.fault < 0)
		compare_zones(&guard);
	if (guard.fault < 0)
		compare_markers(&guard);
	if (guard.fault >= 0 && !guard.has_repaired)
	{
		const char *text = guard.text->text;
		int			start = guard.fault;
		Slice		line;

		while (start > 0 && text[start - 1] != '\n')
			start--;
		line = (Slice) {text + start, (int) strcspn(text + start, "\n")};
		line.len = utf8_clip(line, LONGEST_LINE);
		writer->memo->outcome.is_flawed = true;
		memo_event(writer->memo, EVENT_structure_changed, section->index, line, NULL);
	}
	return guard.has_repaired;
}
