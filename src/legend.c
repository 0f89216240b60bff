/*
 * legend.c
 *		What a section says of the superscripts in its tables.
 *
 * A legend is a line under a table, one of its last rows, a list item or a
 * quote that begins with a superscript; it may say several, and have a title:
 *
 *		| Net operating income | 4,199¹ | 6.7%² |
 *
 *		*Sources:* ¹ T-12 Operating Statement, p. 2; ² Rent Roll
 *
 * It holds for the table before it.  Whatever else lists a superscript, in a
 * form or at a place that is not read here, says at least that it is not the
 * number of a claim (legend_lists).
 */
#include "memocite.h"

/* ------------------------------------------------------------------- lines */

static bool
is_blank_char(char c)
{
	return c == ' ' || c == '\t';
}

/* Bytes of emphasis at pos, as in "*¹ Rent Roll*". */
static int
skip_marks(const char *text, int pos, int end)
{
	while (pos < end && strchr("*_", text[pos]) != NULL)
		pos++;
	return pos;
}

/* The byte after "¹" or "<sup>1</sup>" and its number; pos when there is none. */
static int
read_superscript(const char *text, int end, int pos, int64 *id)
{
	int			at = pos + 5;
	int			after;

	if (pos >= end || text[pos] != '<')
		return marker_superscript_end(text, end, pos, id);
	if (end - pos < 12 || pg_strncasecmp(text + pos, "<sup>", 5) != 0)
		return pos;
	after = marker_superscript_end(text, end, at, id);
	for (*id = after > at ? *id : 0; after < end && after - at < 9 && isdigit((unsigned char) text[after]); after++)
		*id = *id * 10 + (text[after] - '0');
	return after > at && end - after >= 6 && pg_strncasecmp(text + after, "</sup>", 6) == 0 ? after + 6 : pos;
}

/* Does a superscript stand at pos, and a text behind it up to end? */
static bool
read_definition(const char *text, int pos, int end, SuperscriptSource *source)
{
	int			marks = skip_marks(text, pos, end);
	int			at = read_superscript(text, end, marks, &source->id);
	int			width = marks - pos;

	if (at == marks)
		return false;
	for (;; at++)
		if (at < end && width > 0 && strchr("*_", text[at]) != NULL)
			width--;			/* "**¹** Rent Roll" */
		else if (at >= end || strchr(".:) \t", text[at]) == NULL)
			break;
	for (; width > 0 && end > at && strchr("*_", text[end - 1]) != NULL; width--)
		end--;
	source->start = pos;
	source->content = at;
	source->content_end = end;
	return at < end;
}

/* The next definition behind pos on the line, one after a blank or separator;
 * end when there is none. */
static int
next_definition(const char *text, int pos, int end)
{
	SuperscriptSource read;

	for (pos++; pos < end; pos++)
		if (strchr(" \t;,", text[pos - 1]) != NULL && strchr(" \t;,", text[pos]) == NULL &&
			read_definition(text, pos, end, &read))
			return pos;
	return end;
}

/* The byte after "*Sources:* ", start when the text does not begin so. */
static int
title_end(const char *text, int start, int end)
{
	static const char *const titles[] = {"sources", "source", "notes", "note", "footnotes", "references", "legend", "key"};
	int			pos = skip_marks(text, start, end);
	int			word = pos;
	bool		has_colon = false;

	while (pos < end && isalpha((unsigned char) text[pos]))
		pos++;
	for (int i = 0;; i++)
	{
		if (i == lengthof(titles))
			return start;
		if (pos - word == (int) strlen(titles[i]) && pg_strncasecmp(text + word, titles[i], pos - word) == 0)
			break;
	}
	for (; pos < end && strchr("*_: \t", text[pos]) != NULL; pos++)
		has_colon |= text[pos] == ':';
	if (pos < end)				/* emphasis that opens here is the superscript's */
		while (strchr("*_", text[pos - 1]) != NULL && pos > word + 1 && is_blank_char(text[pos - 2]))
			pos--;
	return has_colon || pos == end ? pos : start;
}

/* ----------------------------------------------------------------- sources */

/* The bytes that leave with all of a line: of a body's own lines all, in a
 * quote or list around the table the content only. */
static Line
outer_extent(const Section *section, int table, const TextBlock *block, const Line *line)
{
	const Prose *prose = section->prose;
	Line		outer = *line;

	if (block->depth > 0 && prose->blocks.items[table].depth > 0)
		return outer;
	while (outer.start > 0 && prose->text[outer.start - 1] != '\n')
		outer.start--;
	while (outer.end < prose->len && prose->text[outer.end - 1] != '\n')
		outer.end++;
	return outer;
}

/* "*Sources: ¹ Rent Roll*": marks at the end that close what opened before. */
static int
trim_closing_marks(const char *text, int start, int end)
{
	int			pos = end;

	while (pos > start && strchr("*_", text[pos - 1]) != NULL)
		pos--;
	for (int i = start; i < pos && pos < end; i++)
		if (text[i] == text[pos])
			return end;			/* opened here */
	return pos > start ? pos : end;
}

/* The definitions in [from, end) of a line; false when it begins with none. */
static bool
add_definitions(Section *section, int table, const TextBlock *block, int index, int from, int end)
{
	const Prose *prose = section->prose;
	Line		outer = outer_extent(section, table, block, &prose->lines.items[index]);
	SuperscriptSource read = {0};

	if (!read_definition(prose->text, from, end, &read))
		return false;
	for (int pos = from, next; pos < end; pos = next)
	{
		SuperscriptSource *source;
		int			stop;

		next = next_definition(prose->text, pos, end);
		stop = next;
		while (next < end && stop > pos && strchr(" \t;,", prose->text[stop - 1]) != NULL)
			stop--;
		if (!read_definition(prose->text, pos, stop, &read))
			continue;			/* "¹, ² Rent Roll": the first is only listed */
		source = VEC_PUSH(&section->superscripts);
		*source = read;
		source->table = table;
		source->block = (int) (block - prose->blocks.items);
		source->line = index;
		source->end = next;
		source->outer_start = outer.start;
		source->outer_end = outer.end;
		source->is_first = pos == from;
		source->is_last = next == end;
		if (source->is_last)
			source->content_end = trim_closing_marks(prose->text, source->content, source->content_end);
		source->reference = source->first_citation = source->last_citation = source->title_start = -1;
	}
	return true;
}

/* Is the line behind a block blank?  Only then the block can go without what
 * follows taking its place. */
static bool
ends_at_blank_line(const Prose *prose, const TextBlock *block)
{
	int			pos = block->end;

	while (pos < prose->len && strchr(" \t\r>", prose->text[pos]) != NULL)
		pos++;
	return pos >= prose->len || prose->text[pos] == '\n';
}

/* Is the line indented so far that it would be code, were it not for the lines
 * before it? */
static bool
is_indented(const Prose *prose, const Line *line)
{
	int			width = 0;

	while (width < 4 && width < line->start && strchr(" \t", prose->text[line->start - 1 - width]) != NULL)
		width++;
	return width == 4 || (width > 0 && prose->text[line->start - 1] == '\t');
}

/* Does nothing but these bytes stand before the line's content? */
static bool
has_prefix_of(const Prose *prose, const Line *line, const char *allowed)
{
	int			pos = line->start;

	while (pos > 0 && prose->text[pos - 1] != '\n')
		if (strchr(allowed, prose->text[--pos]) == NULL)
			return false;
	return true;
}

/* "- text", a bullet's first line. */
static bool
is_bullet(const Prose *prose, const TextBlock *block)
{
	return block->kind == BLOCK_PARAGRAPH && block->starts_item && block->depth == 1 && block->nlines > 0 &&
		has_prefix_of(prose, &prose->lines.items[block->first_line], " \t-*+");
}

/* Can lines of the paragraph leave, and nothing else change? */
static bool
can_leave(const Prose *prose, int table, const TextBlock *block)
{
	int			depth = prose->blocks.items[table].depth;
	int			next = (int) (block - prose->blocks.items) + 1;

	if (block->kind != BLOCK_PARAGRAPH || block->note_def >= 0 || block->nlines == 0)
		return false;
	if (block->starts_item)		/* of one line, which ends its item */
		return depth == 0 && block->nlines == 1 && is_bullet(prose, block) &&
			(next >= prose->blocks.count || prose->blocks.items[next].depth == 0 || is_bullet(prose, block + 1)) &&
			(ends_at_blank_line(prose, block) || (next < prose->blocks.count && is_bullet(prose, block + 1)));
	if (block->depth != depth &&
		!(depth == 0 && block->depth == 1 && has_prefix_of(prose, &prose->lines.items[block->first_line], " \t>")))
		return false;
	return ends_at_blank_line(prose, block);
}

/* Does a line below a legend begin a sentence of its own? */
static bool
begins_sentence(const Prose *prose, const Line *line)
{
	int			start = skip_marks(prose->text, line->start, line->end);

	return start < line->end && isupper((unsigned char) prose->text[start]) && !is_indented(prose, line) &&
		!text_refers((Slice) {prose->text + start, line->end - start}, (Slice) {"", 0});
}

/* Lines of a paragraph after a table that begins with a superscript or a title;
 * one without a superscript goes on with the source before, unless it begins a
 * sentence: then the legend ends there. */
static void
read_paragraph(Section *section, int table, const TextBlock *block)
{
	const Prose *prose = section->prose;
	int			before = section->superscripts.count;
	bool		has_title = false;
	int			title = -1;

	if (!can_leave(prose, table, block))
		return;
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		const Line *line = &prose->lines.items[i];
		bool		is_first = i == block->first_line;
		int			from = title_end(prose->text, line->start, line->end);
		int			count = section->superscripts.count;
		SuperscriptSource *last;

		if ((is_first || !is_indented(prose, line)) &&
			add_definitions(section, table, block, i, from, line->end))
		{
			if (count == before)
				section->superscripts.items[count].title_start = title;
			continue;
		}
		if (section->superscripts.count == before)
		{
			has_title |= is_first && from > line->start;
			if (!has_title)
				return;
			title = is_first && from == line->end ? outer_extent(section, table, block, line).start : -1;
			continue;
		}
		if (begins_sentence(prose, line))
			return;
		last = &section->superscripts.items[section->superscripts.count - 1];
		last->content_end = last->end = line->end;
		last->outer_end = outer_extent(section, table, block, line).end;
	}
}

/* The text of a row that is a legend: "¹ Rent Roll" without a border, which
 * is a row to Markdown, or in the first cell of an otherwise empty one. */
static bool
legend_row(const Prose *prose, const Line *row, Line *text)
{
	SuperscriptSource read;
	int			pos = -1;
	Line		cell;

	*text = *row;
	if (memchr(prose->text + row->start, '|', row->end - row->start) != NULL)
	{
		for (int i = 0; prose_next_cell(prose, row, &pos, &cell); i++)
		{
			while (cell.start < cell.end && is_blank_char(prose->text[cell.start]))
				cell.start++;
			while (cell.end > cell.start && is_blank_char(prose->text[cell.end - 1]))
				cell.end--;
			if (i == 0)
				*text = cell;
			else if (cell.end > cell.start)
				return false;
		}
	}
	text->start = title_end(prose->text, text->start, text->end);
	return read_definition(prose->text, text->start, text->end, &read);
}

/* The last rows of a table that are legends. */
static void
read_rows(Section *section, int table)
{
	const Prose *prose = section->prose;
	const TextBlock *block = &prose->blocks.items[table];
	int			end = block->first_line + block->nlines;
	int			first = end;
	Line		text;

	while (first > block->first_line + 2 && ends_at_blank_line(prose, block) &&
		   legend_row(prose, &prose->lines.items[first - 1], &text))
		first--;
	for (int i = first; i < end; i++)
		if (legend_row(prose, &prose->lines.items[i], &text))
			(void) add_definitions(section, table, block, i, text.start, text.end);
}

/* ----------------------------------------------------- what else lists them */

/* Does a superscript at pos refer to what stands before it, as in "ft²"? */
static bool
has_host(const char *text, int start, int pos)
{
	unsigned char before;

	while (pos > start && strchr("*_", text[pos - 1]) != NULL)
		pos--;
	if (pos == start)
		return false;
	before = text[pos - 1];
	if (before < 0x80)
		return isalnum(before) || before == '%' || before == ')';
	return !(before == 0xA0 && pos - start >= 2 && (unsigned char) text[pos - 2] == 0xC2) &&
		!(pos - start >= 3 && (unsigned char) text[pos - 3] == 0xE2 && (unsigned char) text[pos - 2] == 0x80);
}

/* Notes the superscripts that a text lists; in a cell those with a text. */
static void
list_superscripts(Section *section, int start, int end, bool is_cell)
{
	const char *text = section->prose->text;
	SuperscriptSource read;

	for (int pos = start; pos < end; pos++)
	{
		unsigned char c = text[pos];
		int			after;

		if ((c != 0xC2 && c != 0xE2 && c != '<') || (after = read_superscript(text, end, pos, &read.id)) == pos)
			continue;
		if (!has_host(text, start, pos) && (!is_cell || read_definition(text, pos, end, &read)))
			*VEC_PUSH(&section->listed) = read.id;
		pos = after - 1;
	}
}

static void
list_block(Section *section, const TextBlock *block)
{
	const Prose *prose = section->prose;

	if (block->kind != BLOCK_TABLE)
	{
		list_superscripts(section, block->start, block->end, false);
		return;
	}
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		int			pos = -1;
		Line		cell;

		while (prose_next_cell(prose, &prose->lines.items[i], &pos, &cell))
			list_superscripts(section, cell.start, cell.end, true);
	}
}

/* --------------------------------------------------------------------- all */

static int
compare_sources(const void *a, const void *b)
{
	const SuperscriptSource *x = a;
	const SuperscriptSource *y = b;

	if (x->table != y->table)
		return x->table - y->table;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->start - y->start;
}

static int
compare_ids(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return x < y ? -1 : x > y;
}

void
legend_read(Section *section)
{
	const Prose *prose = section->prose;
	int			table = -1;

	section->has_superscripts = true;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		list_block(section, block);
		if (i >= section->source_block)
			continue;
		if (block->kind == BLOCK_TABLE)
			read_rows(section, table = i);
		else if (table >= 0)
			read_paragraph(section, table, block);
	}
	if (section->superscripts.count > 1)
		qsort(section->superscripts.items, section->superscripts.count, sizeof(SuperscriptSource), compare_sources);
	if (section->listed.count > 1)
		qsort(section->listed.items, section->listed.count, sizeof(int64), compare_ids);
}

int
legend_find(const Section *section, int table, int64 id)
{
	SuperscriptSource wanted = {.table = table, .id = id, .start = -1};
	int			low = 0;
	int			high = section->superscripts.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (compare_sources(&section->superscripts.items[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < section->superscripts.count && section->superscripts.items[low].table == table &&
		section->superscripts.items[low].id == id ? low : -1;
}

bool
legend_lists(const Section *section, int64 id)
{
	return section->listed.count > 0 &&
		bsearch(&id, section->listed.items, section->listed.count, sizeof(int64), compare_ids) != NULL;
}

/* Where the last sources of a line leave but others before them stay, what
 * separated them leaves, too: of "¹ Rent Roll; ² Model" no "; " is left. */
static void
trim_lists(Section *section)
{
	int		   *kept = palloc0(section->prose->lines.count * sizeof(int));	/* 1 + start of the last */
	SuperscriptSource **first = palloc0(section->prose->lines.count * sizeof(SuperscriptSource *));

	for (int i = 0; i < section->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->superscripts.items[i];

		if (!source->leaves)
			kept[source->line] = Max(kept[source->line], source->start + 1);
	}
	for (int i = 0; i < section->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->superscripts.items[i];

		if (kept[source->line] > 0 && source->start >= kept[source->line] &&
			(first[source->line] == NULL || source->start < first[source->line]->start))
			first[source->line] = source;
	}
	for (int i = 0; i < section->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->superscripts.items[i];

		while (first[source->line] == source && strchr(" \t;,", section->prose->text[source->start - 1]) != NULL)
			source->start--;
	}
	pfree(kept);
	pfree(first);
}

static void
widen_lines(Section *section)
{
	bool	   *keeps_line;
	bool	   *keeps_block;

	if (section->superscripts.count == 0)
		return;
	keeps_line = palloc0(section->prose->lines.count);
	keeps_block = palloc0(section->prose->blocks.count);
	for (int i = 0; i < section->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->superscripts.items[i];

		keeps_line[source->line] |= !source->leaves;
		keeps_block[source->block] |= !source->leaves;
	}
	for (int i = 0; i < section->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->superscripts.items[i];

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
	int			nsources = section->superscripts.count;
	Line	   *own = palloc(sizeof(Line) * (nsources + 1));
	VEC(int64) ids = {NULL, 0, 0};
	int			next = 0;
	int			marker = 0;

	for (int i = 0; i < nsources; i++)
		own[i] = (Line) {section->superscripts.items[i].start, section->superscripts.items[i].content};
	qsort(own, nsources, sizeof(Line), compare_starts);
	for (int pos = 0, end; pos < section->body.len; pos = Max(end, pos + 1))
	{
		unsigned char c = text[pos];
		int64		id;

		end = pos;
		if ((c != 0xC2 && c != 0xE2 && c != '<') || (end = read_superscript(text, section->body.len, pos, &id)) == pos)
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
		qsort(ids.items, ids.count, sizeof(int64), compare_ids);
	*count = ids.count;
	return ids.items;
}

/* What is referred to leaves, unless the reader still needs it. */
static void
find_leaving(Section *section)
{
	bool		any = false;
	int64	   *shown;
	int			count;

	for (int i = 0; i < section->superscripts.count; i++)
		any |= section->superscripts.items[i].is_used;
	if (!any)
		return;
	shown = shown_ids(section, &count);
	for (int i = 0; i < section->superscripts.count; i++)
	{
		SuperscriptSource *source = &section->superscripts.items[i];

		source->leaves = source->is_used &&
			(count == 0 || bsearch(&source->id, shown, count, sizeof(int64), compare_ids) == NULL);
	}
}

void
legend_settle(Section *section)
{
	Prose	   *prose = section->prose;

	find_leaving(section);
	widen_lines(section);
	for (int i = 0; i < section->superscripts.count; i++)
	{
		const SuperscriptSource *source = &section->superscripts.items[i];

		if (source->leaves)
			*VEC_PUSH(&prose->leaving) = (Line) {source->start, source->end};
	}
	if (prose->leaving.count > 1)
		qsort(prose->leaving.items, prose->leaving.count, sizeof(Line), compare_starts);
}
