/*
 * cut.c
 *		What leaves a section's body, and what must stay in its place.
 *
 * Markers go with the blanks around them, edits say themselves what they take.
 * Where what leaves kept text from meaning something else (a list, a heading,
 * code), a backslash or a zero-width space stays.
 */
#include "render_internal.h"

static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Start of the blanks that end at pos, not before start; NBSP is a blank. */
static int
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

static void
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

/* Where a marker was all that kept the text around it from meaning something
 * else, a zero-width space, which every renderer takes for text, stays. */
#define INERT	"&#8203;"

/*
 * Would text that comes to stand at a line's start begin a block, or end one?
 * Returns what keeps it text, and in *at where that goes; NULL when it is safe.
 */
static const char *
keep_text(const char *text, int pos, int end, int *at)
{
	char		c = pos < end ? text[pos] : ' ';
	int			digits = 0;
	int			run = 0;

	*at = pos;
	if (strchr(" \t<|", c) != NULL)
		return INERT;			/* also the first cell of a row without a leading pipe */
	while (pos + run < end && text[pos + run] == c)
		run++;
	if (strchr(">#=", c) != NULL || (strchr("`~", c) != NULL && run >= 3))
		return "\\";
	if (strchr("-+*_", c) != NULL)
		return pos + run == end || is_blank(text[pos + run]) || run >= 3 ? "\\" : NULL;
	while (pos + digits < end && digits < 10 && isdigit((unsigned char) text[pos + digits]))
		digits++;
	*at = pos + digits;
	if (digits > 0 && digits < 10 && *at < end && strchr(".)", text[*at]) != NULL &&
		(*at + 1 == end || is_blank(text[*at + 1])))
		return "\\";
	return NULL;
}

/* Would what is left of a line, when its end is cut, be an underline or a tag? */
static bool
leaves_syntax(const char *text, int line_start, int start)
{
	int			pos = line_start;

	if (pos < start && text[pos] == '<')
		return true;
	while (pos < start && strchr("-=+* \t", text[pos]) != NULL)
		pos++;
	return pos == start;
}

/* Would the bytes on both sides of a cut become one code span, tag or label? */
static bool
joins_syntax(const char *text, int start, int end, int line_start, int line_end)
{
	char		before = start > line_start ? text[start - 1] : ' ';
	char		after = end < line_end ? text[end] : ' ';

	return (before == '`' && after == '`') || (before == ']' && strchr(":(", after) != NULL) ||
		(after == '>' && before != ' ') || (before == '<' && after != ' ');
}

/* Does what follows a removed marker let the blanks before it go too? */
static bool
closes_gap(const Writer *writer, const Marker *marker, int end, int line_end)
{
	const char *text = writer->body;
	const Marker *next = marker + 1;
	const Prose *prose = writer->section->prose;

	if (end < line_end && strchr("*_~", text[end]) != NULL)
	{
		/* a closing mark, unless a word begins behind it */
		while (end < line_end && strchr("*_~", text[end]) != NULL)
			end++;
		return end >= line_end || (!isalnum((unsigned char) text[end]) && (unsigned char) text[end] < 0x80);
	}
	if (end >= line_end || is_blank(text[end]) || strchr(".,;:!?)]}\"'|\r\n", text[end]) != NULL)
		return true;
	if (next < prose->markers.items + prose->markers.count && marker_cut_start(next) == end && next->leaves)
		return true;
	if ((unsigned char) text[end] == 0xC2 || (unsigned char) text[end] == 0xE3 ||
		(unsigned char) text[end] == 0xE2)
		return (unsigned char) text[end + 1] == 0x80 || (unsigned char) text[end + 1] == 0xBB;
	return false;
}

/* The last of the leaving markers that fill a whole line from index on, -1
 * when the line has anything else. */
static int
whole_line(const Section *section, int index, const Line *line)
{
	const Prose *prose = section->prose;
	int			pos = line->start;

	for (int i = index; i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (marker_cut_start(marker) >= line->end || !marker->leaves ||
			blanks_before(section->body.data, pos, marker_cut_start(marker)) != pos)
			break;
		pos = marker_cut_end(marker);
		if (blanks_before(section->body.data, pos, line->end) == pos)
			return i;
	}
	return -1;
}

/* A line of a paragraph that was markers only goes as a line: an empty line
 * would split the paragraph.  The only line of a list item leaves the item. */
static void
cut_line(Writer *writer, const TextBlock *block, int line_index, int last_end, const char *stage)
{
	const Line *line = &writer->section->prose->lines.items[line_index];
	int			nth = line_index - block->first_line;

	if (block->kind != BLOCK_PARAGRAPH || block->nlines == 1)
		add_cut(writer, line->start, last_end, block->depth > 0 || block->kind == BLOCK_TABLE ? INERT : "", stage);
	else if (nth + 1 < block->nlines)
		add_cut(writer, line->start, line[1].start, "", stage);
	else
		add_cut(writer, line[-1].end, last_end, "", stage);
}

/* Is there nothing but blanks and opening emphasis before pos on its line? */
static bool
opens_line(const char *text, int start, int pos)
{
	while (pos > start && (is_blank(text[pos - 1]) || strchr("*_~", text[pos - 1]) != NULL))
		pos--;
	return pos == start;
}

/* "[1]: [SRC:2]" would become a link definition that swallows the reference. */
static void
escape_definition(Writer *writer, const Line *line, const char *stage)
{
	const char *text = writer->body;
	const char *close;

	if (line->end <= line->start || text[line->start] != '[')
		return;
	close = memchr(text + line->start, ']', line->end - line->start);
	if (close != NULL && close + 1 < text + line->end && close[1] == ':')
		add_cut(writer, line->start, line->start, "\\", stage);
}

/* Does a reference come where the body is cut?  It keeps apart as the marker did. */
static bool
has_reference(const Writer *writer, int start, int end)
{
	int			low = 0;
	int			high = writer->nreferences;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (writer->references[middle]->anchor < start)
			low = middle + 1;
		else
			high = middle;
	}
	return low < writer->nreferences && writer->references[low]->anchor <= end;
}

/* Cuts a marker that begins its line, or the whole line when there is no more
 * on it; returns the index of the last marker cut along. */
static int
cut_at_line_start(Writer *writer, int index, const TextBlock *block, const Line *line, const char *stage)
{
	Section    *section = writer->section;
	const Marker *marker = &section->prose->markers.items[index];
	int			end = marker_cut_end(marker);
	int			last = whole_line(section, index, line);
	const char *keep;
	int			at;

	if (last >= 0)
	{
		const Marker *last_marker = &section->prose->markers.items[last];

		cut_line(writer, block, marker->line, marker_cut_end(last_marker), stage);
		return last;
	}
	while (end < line->end && is_blank(writer->body[end]))
		end++;
	add_cut(writer, marker_cut_start(marker), end, "", stage);
	writer->line_start_end = end;
	/* another marker behind it decides when it is cut itself */
	if (index + 1 < section->prose->markers.count && marker[1].leaves &&
		blanks_before(writer->body, end, marker_cut_start(&marker[1])) == end)
		return index;
	keep = keep_text(writer->body, end, line->end, &at);
	if (end < line->end && marker_cut_start(marker) > line->start &&
		strchr("*_~", writer->body[end]) != NULL && writer->body[marker_cut_start(marker) - 1] == writer->body[end])
	{
		keep = INERT;			/* "~~" and "~" would be a fence */
		at = end;
	}
	if (keep != NULL && !has_reference(writer, marker_cut_start(marker), end))
		add_cut(writer, at, at, keep, stage);
	return index;
}

/* Behind the number signs of a heading and the blank that belongs to them. */
static int
heading_start(const char *text, const Line *line)
{
	int			pos = line->start;

	while (pos < line->end && text[pos] == '#')
		pos++;
	return pos < line->end && pos > line->start && is_blank(text[pos]) ? pos + 1 : line->start;
}

/* Where the cuts begin that a cut at start follows without a byte between. */
static int
chain_start(const Writer *writer, int start)
{
	if (writer->cuts.count > 0 && writer->cuts.items[writer->cuts.count - 1].end == start)
		return writer->chain_start;
	return start;
}

/* Ordinary text on both sides, where a cut can change no structure. */
static bool
is_amid_prose(const char *text, int start, int end, const Line *line)
{
	char		before = start > line->start ? text[start - 1] : '`';
	char		after = end < line->end ? text[end] : '.';

	return (isalnum((unsigned char) before) || strchr("%)].", before) != NULL || (unsigned char) before >= 0x80) &&
		(isalnum((unsigned char) after) || strchr(" .,;:[", after) != NULL || (unsigned char) after >= 0x80) &&
		start - line->start > 3;
}

/*
 * What separates markers separates references: of "[SRC:1], [SRC:9], [SRC:2]."
 * without a source 9 is left "[^1],[^2].", and of "rose, [SRC:9]." the comma
 * goes, too, as do brackets around nothing.  blanks is where those before the
 * marker begin; returns where the cut does, or start when nothing more goes,
 * and moves *end over a bracket.
 */
static int
separator_start(Writer *writer, const Marker *marker, int blanks, int start, int *end)
{
	const char *text = writer->body;
	const Line *line = &writer->section->prose->lines.items[marker->line];
	const Marker *before = marker > writer->section->prose->markers.items ? marker - 1 : NULL;
	bool		is_listed = before != NULL && before->leaves && before->line == marker->line;
	int			list_end = is_listed ? marker_cut_end(before) : 0;
	bool		is_live = has_reference(writer, blanks, *end);
	char		previous = blanks > line->start ? text[blanks - 1] : ' ';
	int			after = *end;
	bool		is_closed;

	if (is_listed && blanks == list_end)
		return start;			/* nothing between */
	is_listed = is_listed && strchr(",;", previous) != NULL && blanks_before(text, list_end, blanks - 1) == list_end;
	if (!is_listed)
		writer->list_start = blanks;
	if (is_listed && is_live)
		return writer->line_start_end == list_end || has_reference(writer, writer->list_start, list_end)
			? start : list_end;
	if (is_live)
		return start;
	while (after < line->end && is_blank(text[after]))
		after++;
	is_closed = after == line->end || text[after] == '|' || (after == *end && strchr(".,;:!?)", text[after]) != NULL);
	if (is_listed)				/* a comma before a word may be one of the clause */
		return is_closed ? list_end : start;
	if (previous == ',' && after == *end && after < line->end && strchr(",.;:!?", text[after]) != NULL)
		return blanks_before(text, line->start, blanks - 1);
	if (previous == '(' && *end < line->end && text[*end] == ')')
	{
		(*end)++;
		return blanks_before(text, line->start, blanks - 1);
	}
	return start;
}

/* Cuts one marker with the blanks that go with it; returns its index, or that
 * of the last one cut along. */
static int
cut_marker(Writer *writer, int index, const char *stage)
{
	Section    *section = writer->section;
	const char *text = writer->body;
	const Marker *marker = &section->prose->markers.items[index];
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	const Line *line = &section->prose->lines.items[marker->line];
	int			end = marker_cut_end(marker);
	int			line_start = block->kind == BLOCK_HEADING ? heading_start(text, line)
		: line_text_start(text, block, line);
	int			blanks = blanks_before(text, Min(line_start, marker_cut_start(marker)), marker_cut_start(marker));
	int			start;
	int			separated;
	bool		keeps;

	if (block->kind == BLOCK_PARAGRAPH && index == block->first_marker &&
		marker_cut_start(marker) > section->prose->lines.items[block->first_line].start)
		escape_definition(writer, &section->prose->lines.items[block->first_line], stage);
	section->needs_check |= block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_TABLE;
	if (opens_line(text, line_start, marker_cut_start(marker)) ||
		(writer->line_start_end > line->start && writer->line_start_end >= blanks))
	{
		section->needs_check = true;
		writer->list_start = blanks;
		return cut_at_line_start(writer, index, block, line, stage);
	}
	if (text[blanks - 1] == '|' && block->kind == BLOCK_TABLE)
	{
		/* in a cell of markers alone the blanks on both sides stay */
		if (end + 1 < line->end && is_blank(text[end]) && text[end + 1] != '|')
			end++;
		writer->list_start = blanks;
		add_cut(writer, marker_cut_start(marker), end, "", stage);
		return index;
	}
	start = closes_gap(writer, marker, end, line->end) ? blanks : marker_cut_start(marker);
	separated = separator_start(writer, marker, blanks, start, &end);
	start = Min(start, separated);
	section->needs_check |= !is_amid_prose(text, start, end, line);
	keeps = joins_syntax(text, chain_start(writer, start), end, line->start, line->end) ||
		(end >= line->end && block->kind == BLOCK_PARAGRAPH && leaves_syntax(text, line->start, start));
	keeps = keeps && !has_reference(writer, chain_start(writer, start), end);
	add_cut(writer, start, end, keeps ? INERT : "", stage);
	return index;
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
		if (marker->leaves && (writer->cuts.count == 0 ||
							   writer->cuts.items[writer->cuts.count - 1].end <= marker_cut_start(marker)))
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

/*
 * Where all blocks between a list and something indented leave, that would be
 * the last item's, and code would become text: a paragraph stays between.
 */
static void
keep_lists_closed(Writer *writer)
{
	const Prose *prose = writer->section->prose;
	int			ncuts = writer->cuts.count;

	for (int i = 1; i < prose->blocks.count && ncuts > 0; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];
		int			before = i - 1;

		if (block->depth > 0 || block->nlines == 0 || block->note_def >= 0 ||
			prose->lines.items[block->first_line].start - block->start < 2 ||
			block_leaves(writer, block, ncuts))
			continue;
		while (before >= 0 && block_leaves(writer, &prose->blocks.items[before], ncuts))
			before--;
		if (before >= 0 && before < i - 1 && prose->blocks.items[before].depth > 0)
			*VEC_PUSH(&writer->cuts) = (Cut) {block->start, block->start, INERT "\n\n", "1", false};
	}
	if (writer->cuts.count > ncuts)
		qsort(writer->cuts.items, writer->cuts.count, sizeof(Cut), compare_cuts);
}

void
collect_cuts(Writer *writer)
{
	merge_cuts(writer);
	keep_lists_closed(writer);
}
