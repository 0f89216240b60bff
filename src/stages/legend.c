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
 * Several may share a source ("¹,² Rent Roll").  A legend holds for the table before
 * it.  What else says something of a superscript is in legend_list.c, what leaves the
 * text in legend_leave.c.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "sources/sources.h"

/* ------------------------------------------------------------------- lines */

static bool
is_blank_char(char c)
{
	return c == ' ' || c == '\t';
}

int
legend_skip_marks(const char *text, int pos, int end)
{
	while (pos < end && strchr("*_", text[pos]) != NULL)
		pos++;
	return pos;
}

int
legend_superscript_end(const char *text, int end, int pos, int64 *id)
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

#define MOST_SHARED		12		/* superscripts of a source, which are as much memory */

/* Steps over what follows a superscript of several before a text, "¹, ² Rent Roll"
 * or "¹–³ Rent Roll"; false behind the last. */
static bool
next_of_several(const char *text, int end, int *pos, int64 *id, bool *is_range)
{
	int			at = *pos;
	int			after;

	*is_range = false;
	for (; at < end; at++)
	{
		if (strchr(" \t,;*_", text[at]) != NULL)
			continue;
		if (text[at] != '-' && (end - at < 3 || (memcmp(text + at, "\xE2\x80\x93", 3) != 0 && memcmp(text + at, "\xE2\x81\xBB", 3) != 0)))
			break;
		*is_range = true;
		at += text[at] == '-' ? 0 : 2;
	}
	after = legend_superscript_end(text, end, at, id);
	if (after > at)
		*pos = after;
	return after > at;
}

bool
legend_definition(const char *text, int pos, int end, SuperscriptSource *source)
{
	int			marks = legend_skip_marks(text, pos, end);
	int			at = legend_superscript_end(text, end, marks, &source->id);
	int			width = marks - pos;
	bool		is_range;
	int64		id;

	if (at == marks)
		return false;
	source->list = at;
	for (int i = 1; i < MOST_SHARED && next_of_several(text, end, &at, &id, &is_range); i++)
		;
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

int
legend_separators_start(const char *text, int low, int pos)
{
	static const char *const breaks[] = {"<br>", "<br/>", "<br />"};
	int			before;

	do
	{
		before = pos;
		while (pos > low && strchr(" \t;,", text[pos - 1]) != NULL)
			pos--;
		for (int i = 0; i < (int) lengthof(breaks); i++)
		{
			int			len = (int) strlen(breaks[i]);

			if (pos - low >= len && pg_strncasecmp(text + pos - len, breaks[i], len) == 0)
				pos -= len;
		}
	} while (pos < before);
	return pos;
}

/* The next definition behind pos on the line, one after a separator; end when there
 * is none. */
static int
next_definition(const char *text, int pos, int end)
{
	SuperscriptSource read;

	for (pos++; pos < end; pos++)
		if (strchr(" \t;,>", text[pos - 1]) != NULL && strchr(" \t;,", text[pos]) == NULL &&
			legend_definition(text, pos, end, &read) && legend_separators_start(text, Max(pos - 8, 0), pos) < pos)
			return pos;
	return end;
}

int
legend_title_end(const char *text, int start, int end, bool only_notes)
{
	static const char *const titles[] = {"notes", "note", "footnotes", "legend", "key", "sources", "source", "references"};
	int			ntitles = only_notes ? 5 : (int) lengthof(titles);
	int			pos = legend_skip_marks(text, start, end);
	int			word = pos;
	bool		has_colon = false;

	while (pos < end && isalpha((unsigned char) text[pos]))
		pos++;
	for (int i = 0;; i++)
	{
		if (i == ntitles)
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

/* The other superscripts of a definition that has several get the same source: it
 * says where the first one's is. */
static void
share_source(Section *section, SuperscriptSource source)
{
	const char *text = section->prose->text;
	int			pos = source.list;
	int64		before = source.id;
	int			room = MOST_SHARED - 1;
	int64		id;
	bool		is_range;

	source.first_id = source.id;
	source.is_shared = true;
	while (next_of_several(text, source.content, &pos, &id, &is_range))
	{
		if (!is_range || id <= before || id - before > room)
			before = id - 1;
		for (; before < id && room > 0; room--)
		{
			source.id = ++before;
			*VEC_PUSH(&section->work->superscripts) = source;
		}
	}
}

/* The definitions in [from, end) of a line; false when it begins with none. */
static bool
add_definitions(Section *section, int table, const TextBlock *block, int index, int from, int end)
{
	const Prose *prose = section->prose;
	Line		outer = outer_extent(section, table, block, &prose->lines.items[index]);
	SuperscriptSource read = {0};

	if (!legend_definition(prose->text, from, end, &read))
		return false;
	for (int pos = from, next; pos < end; pos = next)
	{
		int			stop;

		if (!legend_definition(prose->text, pos, end, &read))
			break;
		next = next_definition(prose->text, read.content, end);
		stop = next < end ? legend_separators_start(prose->text, pos, next) : next;
		if (!legend_definition(prose->text, pos, stop, &read))
			continue;
		read.table = table;
		read.block = (int) (block - prose->blocks.items);
		read.line = index;
		read.end = next;
		read.outer_start = outer.start;
		read.outer_end = outer.end;
		read.is_first = pos == from;
		read.is_last = next == end;
		if (read.is_last)
			read.content_end = trim_closing_marks(prose->text, read.content, read.content_end);
		read.reference = read.first_citation = read.last_citation = read.title_start = -1;
		*VEC_PUSH(&section->work->superscripts) = read;
		share_source(section, read);
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
	int			start = legend_skip_marks(prose->text, line->start, line->end);

	return start < line->end && isupper((unsigned char) prose->text[start]) && !is_indented(prose, line) &&
		!text_refers((Slice) {prose->text + start, line->end - start});
}

/* Does a line below a legend say something of another mark: "\\* Unlevered", a dagger,
 * "<sup>(3)</sup> Opinion", "(a) Before reserves", "Note: in thousands"? */
static bool
begins_other_note(const Prose *prose, const Line *line)
{
	static const char *const marks[] = {"\\*", "<sup>", "\xE2\x80\xA0", "\xE2\x80\xA1"};	/* daggers */
	const char *text = prose->text + line->start;
	int			len = line->end - line->start;

	for (int i = 0; i < (int) lengthof(marks); i++)
		if (len > (int) strlen(marks[i]) && pg_strncasecmp(text, marks[i], strlen(marks[i])) == 0)
			return true;
	return (len > 3 && text[0] == '(' && isalnum((unsigned char) text[1]) && text[2] == ')') ||
		legend_title_end(prose->text, line->start, line->end, true) > line->start;
}

/* Lines of a paragraph after a table that begins with a superscript or a title;
 * one without a superscript goes on with the source before, unless it begins another
 * note, which stays text with the title, or a sentence: then the legend ends there. */
static void
read_paragraph(Section *section, int table, const TextBlock *block)
{
	const Prose *prose = section->prose;
	int			before = section->work->superscripts.count;
	bool		has_title = false;
	bool		in_other = false;	/* a note of another mark */
	int			title = -1;

	if (!can_leave(prose, table, block))
		return;
	for (int i = block->first_line; i < block->first_line + block->nlines; i++)
	{
		const Line *line = &prose->lines.items[i];
		bool		is_first = i == block->first_line;
		int			from = legend_title_end(prose->text, line->start, line->end, false);
		int			count = section->work->superscripts.count;
		SuperscriptSource *last;

		if ((is_first || !is_indented(prose, line)) &&
			add_definitions(section, table, block, i, from, line->end))
		{
			if (count == before)
				section->work->superscripts.items[count].title_start = title;
			in_other = false;
			continue;
		}
		if (section->work->superscripts.count == before)
		{
			has_title |= is_first && from > line->start;
			if (!has_title)
				return;
			title = is_first && from == line->end ? outer_extent(section, table, block, line).start : -1;
			continue;
		}
		in_other |= begins_other_note(prose, line);
		if (in_other)
		{
			section->work->superscripts.items[before].title_start = -1;
			continue;
		}
		if (begins_sentence(prose, line))
			return;
		last = &section->work->superscripts.items[section->work->superscripts.count - 1];
		for (int content = last->content; last >= section->work->superscripts.items && last->content == content; last--)
		{
			last->content_end = last->end = line->end;
			last->outer_end = outer_extent(section, table, block, line).end;
		}
	}
}

Line
legend_row_text(const Prose *prose, const Line *row)
{
	Line		text = *row;
	int			pos = -1;
	Line		cell;

	if (memchr(prose->text + row->start, '|', row->end - row->start) == NULL)
		return text;
	for (int i = 0; syntax_row_cell(prose->text, *row, &pos, &cell); i++)
	{
		while (cell.start < cell.end && is_blank_char(prose->text[cell.start]))
			cell.start++;
		while (cell.end > cell.start && is_blank_char(prose->text[cell.end - 1]))
			cell.end--;
		if (i == 0)
			text = cell;
		else if (cell.end > cell.start)
			text.end = text.start;
	}
	return text;
}

/* The text of a row that is a legend. */
static bool
legend_row(const Prose *prose, const Line *row, Line *text)
{
	SuperscriptSource read;

	*text = legend_row_text(prose, row);
	text->start = legend_title_end(prose->text, text->start, text->end, false);
	return legend_definition(prose->text, text->start, text->end, &read);
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

void
legend_read(Section *section)
{
	const Prose *prose = section->prose;
	NumberedLegend numbered = {0};
	int			table = -1;

	section->work->has_superscripts = true;
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		legend_list_block(section, block);
		if (i < section->source_block || section->keeps_sources)
			legend_list_numbers(section, block, &numbered);
		if (i >= section->source_block)
			continue;
		if (block->kind == BLOCK_TABLE)
			read_rows(section, table = i);
		else if (table >= 0)
			read_paragraph(section, table, block);
	}
	if (section->work->superscripts.count > 1)
		qsort(section->work->superscripts.items, section->work->superscripts.count, sizeof(SuperscriptSource), compare_sources);
	legend_list_end(section);
}

int
legend_find(const Section *section, int table, int64 id)
{
	SuperscriptSource wanted = {.table = table, .id = id, .start = -1};
	int			low = 0;
	int			high = section->work->superscripts.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (compare_sources(&section->work->superscripts.items[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < section->work->superscripts.count && section->work->superscripts.items[low].table == table &&
		section->work->superscripts.items[low].id == id ? low : -1;
}
