/*
 * cut_marker.c
 *		What leaves with a marker: blanks, brackets and separators around it.
 *
 * "X ([SRC:98], [SRC:99])." without these sources is "X.", and "rose [SRC:1],
 * [SRC:99]." is "rose[^1].".  What a line or cell begins with, place_lead.c has
 * decided before.
 */
#include "render/render_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "placement/placement.h"

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
	if (c == '#')
		return run <= 6 && (pos + run == end || is_blank(text[pos + run])) ? "\\" : NULL;
	if (strchr(">=", c) != NULL)
		return "\\";
	if (c == '`' && run >= 3)	/* no fence with back-ticks behind it; a shorter run may close elsewhere */
		return memchr(text + pos + run, '`', end - pos - run) == NULL ? INERT : NULL;
	if (c == '~' && run >= 3)
		return INERT;
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

/* Does a tag's name end there: "<d", "</d"? */
static bool
ends_tag_name(const char *text, int start, int pos)
{
	int			at = pos;

	while (at > start && isalnum((unsigned char) text[at - 1]))
		at--;
	if (at == pos)
		return false;
	at -= at > start && text[at - 1] == '/';
	return at > start && text[at - 1] == '<';
}

/* Would the bytes on both sides of a cut become one code span, tag or label? */
static bool
joins_syntax(const char *text, int start, int end, int line_start, int line_end)
{
	char		before = start > line_start ? text[start - 1] : ' ';
	char		after = end < line_end ? text[end] : ' ';

	if (isalnum((unsigned char) after) && ends_tag_name(text, line_start, start))
		return true;			/* "<d[SRC:9]iv>" */
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

	if (end < line_end && is_mark(text[end]))
	{
		char		mark = text[end];

		/* a closing mark, unless a word begins behind it */
		while (end < line_end && text[end] == mark)
			end++;
		return !word_begins(text, line_end, end);
	}
	if (marker->opens_sentence && end + 3 < line_end && (text[end] == '\'' || memcmp(text + end, "\xE2\x80\x99", 3) == 0))
		return false;			/* "Rents rose. [SRC:2]'s survey" */
	if (end >= line_end || is_blank(text[end]) || is_punctuation(text[end]) || strchr(")]}\"'|\r\n", text[end]) != NULL || place_is_closing(text, end))
		return true;
	if (next < prose->markers.items + prose->markers.count && marker_cut_start(next) == end && next->leaves)
		return true;
	/* U+00A0, a blank; general and CJK punctuation */
	return strncmp(text + end, "\xC2\xA0", 2) == 0 || strncmp(text + end, "\xE2\x80", 2) == 0 || strncmp(text + end, "\xE3\x80", 2) == 0;
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

/* Are two paragraphs, one behind the other, in the same quote or item? */
static bool
are_siblings(const Writer *writer, const TextBlock *block, const TextBlock *next)
{
	const char *text = writer->body;
	const Line *line = &writer->section->prose->lines.items[next->first_line];
	bool		is_quoted = memchr(text + next->start, '>', line->start - next->start) != NULL;

	if (block->kind != BLOCK_PARAGRAPH || next->kind != BLOCK_PARAGRAPH || block->depth != next->depth ||
		next->starts_item)
		return false;
	for (int pos = block->end; is_quoted && pos < next->start;)
	{
		const char *newline = memchr(text + pos, '\n', next->start - pos);
		int			end = newline != NULL ? (int) (newline - text) + 1 : next->start;

		if (memchr(text + pos, '>', end - pos) == NULL)
			return false;		/* the quote ended */
		pos = end;
	}
	return true;
}

/* May a paragraph of markers in a quote or item leave nothing?  Not where it is
 * all there is, nor between what it keeps apart. */
static bool
leaves_nothing(Writer *writer, const TextBlock *block)
{
	Section    *section = writer->section;
	TextBlock  *first = section->prose->blocks.items;
	int			index = (int) (block - first);
	bool		may_leave = false;

	if (block->kind != BLOCK_PARAGRAPH || block->starts_item)
		return false;
	if (index > 0 && are_siblings(writer, block - 1, block))
		may_leave = writer->left_block == index - 1 || block_has_prose(section, &first[index - 1]);
	else if (index + 1 < section->prose->blocks.count && are_siblings(writer, block, block + 1))
		may_leave = block_has_prose(section, &first[index + 1]);
	if (may_leave)
		writer->left_block = index;
	return may_leave;
}

/* "[1]: [SRC:2]" would become a link definition that swallows the reference, and
 * "[[SRC:9]x]: y" without the marker in it, too. */
static void
escape_definition(Writer *writer, int start, int end, const Marker *inner, const char *stage)
{
	const char *text = writer->body;
	const char *close;
	int			from = start;

	if (end <= start || text[start] != '[')
		return;
	if (inner != NULL && inner->start > start && memchr(text + start, ']', inner->start - start) == NULL)
		from = Min(inner->start + inner->len, end);
	close = memchr(text + from, ']', end - from);
	if (close != NULL && close + 1 < text + end && close[1] == ':')
		add_cut(writer, start, start, "\\", stage);
}

static bool
stands_before(const void *references, int index, int pos)
{
	return ((Citation *const *) references)[index]->anchor < pos;
}

/* Does a reference come where the body is cut?  It keeps apart as the marker did. */
static bool
has_reference(Writer *writer, int start, int end)
{
	int			first = first_from(writer->references, writer->nreferences, start, stands_before, &writer->near_reference);

	return first < writer->nreferences && writer->references[first]->anchor <= end;
}

/* Keeps the line behind one that leaves what it was: text of a paragraph, which it
 * now begins, or which its indentation told from a block's start. */
static void
keep_next_line(Writer *writer, const Marker *next, const Line *line, bool is_first, const char *stage)
{
	const Prose *prose = writer->section->prose;
	int			indent = line->start - blanks_before(writer->body, 0, line->start);
	const char *keep;
	int			at;

	if (!is_first && indent < CODE_INDENT && memchr(writer->body + line->start - indent, '\t', indent) == NULL)
		return;
	if (next < prose->markers.items + prose->markers.count && next->leaves && marker_cut_start(next) <= line->start)
		return;					/* it decides what stands there */
	escape_definition(writer, line->start, line->end, NULL, stage);
	keep = keep_text(writer->body, line->start, line->end, &at);
	if (keep != NULL && !has_reference(writer, line[-1].start, line->start))
		add_cut(writer, at, at, keep, stage);
}

/* A line of a paragraph that was markers only goes as a line: an empty line
 * would split the paragraph.  Where all lines of it do, and it is all there is
 * in an item, a paragraph of nothing stays. */
static void
cut_line(Writer *writer, const TextBlock *block, int line_index, const Marker *last, const char *stage)
{
	int			last_end = marker_cut_end(last);
	const Line *line = &writer->section->prose->lines.items[line_index];
	int			nth = line_index - block->first_line;
	bool		is_contained = block->depth > 0 || block->kind == BLOCK_TABLE;

	writer->nlines_cut = nth == 0 ? 1 : writer->nlines_cut + (writer->last_line_cut == line_index - 1);
	writer->last_line_cut = line_index;
	if (block->kind == BLOCK_PARAGRAPH && nth + 1 < block->nlines)
	{
		add_cut(writer, line->start, line[1].start, "", stage);
		keep_next_line(writer, last + 1, &line[1], writer->nlines_cut == nth + 1, stage);
	}
	else if (block->kind == BLOCK_PARAGRAPH && nth > 0 && writer->nlines_cut <= nth)
		add_cut(writer, line[-1].end, last_end, "", stage);
	else if (is_contained && nth == 0 && leaves_nothing(writer, block))
		add_cut(writer, blanks_before(writer->body, block->start, line->start), last_end, "", stage);
	else
		add_cut(writer, line->start, last_end, is_contained ? INERT : "", stage);
}

/* Have all lines before this one of a block been cut? */
static bool
is_first_left(const Writer *writer, const TextBlock *block, int line_index)
{
	int			nth = line_index - block->first_line;

	return nth == 0 || (writer->last_line_cut == line_index - 1 && writer->nlines_cut == nth);
}

/* Is there nothing but blanks and opening emphasis before pos on its line? */
static bool
opens_line(const char *text, int start, int pos)
{
	while (pos > start && (is_blank(text[pos - 1]) || is_mark(text[pos - 1])))
		pos--;
	return pos == start;
}

/* Keeps what is behind the last cut from joining with the line before, where that
 * one's break left, too: "[sic] ([SRC:9])\n[SRC:8]: x" would be a definition. */
static void
keep_from_line_before(Writer *writer, const Line *line, const char *stage)
{
	int			start = writer->chain_start;
	int			end = writer->cuts.count > 0 ? writer->cuts.items[writer->cuts.count - 1].end : 0;

	if (start < line->start && end > line->start && joins_syntax(writer->body, start, end, 0, line->end) &&
		!has_reference(writer, start, end))
		add_cut(writer, end, end, INERT, stage);
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
		cut_line(writer, block, marker->line, &section->prose->markers.items[last], stage);
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
	if (block->kind == BLOCK_PARAGRAPH && is_first_left(writer, block, marker->line))
		escape_definition(writer, end, line->end, NULL, stage);
	keep = keep_text(writer->body, end, line->end, &at);
	if (end < line->end && marker_cut_start(marker) > line->start &&
		is_mark(writer->body[end]) && writer->body[marker_cut_start(marker) - 1] == writer->body[end])
	{
		keep = INERT;			/* "~~" and "~" would be a fence */
		at = end;
	}
	if (keep != NULL && !has_reference(writer, marker_cut_start(marker), end))
		add_cut(writer, at, at, keep, stage);
	else
		keep_from_line_before(writer, line, stage);
	return index;
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

	return (is_alnum(before) || (unsigned char) before >= 0x80 || strchr("%)].", before) != NULL) &&
		(after == ' ' || is_alnum(after) || (unsigned char) after >= 0x80 || strchr(".,;:[", after) != NULL) &&
		start - line->start > 3;
}

/*
 * What separates markers separates references: of "[SRC:1], [SRC:9], [SRC:2]."
 * without a source 9 is left "[^1],[^2].", and of "rose, [SRC:9]." the comma
 * goes, too.  blanks is where those before the marker begin; returns where the
 * cut does, or start when nothing more goes.
 */
static int
separator_start(Writer *writer, const Marker *marker, int blanks, int start, int end)
{
	const char *text = writer->body;
	const Line *line = &writer->section->prose->lines.items[marker->line];
	const Marker *before = marker > writer->section->prose->markers.items ? marker - 1 : NULL;
	bool		is_listed = before != NULL && before->leaves && before->line == marker->line;
	int			list_end = is_listed ? marker_cut_end(before) : 0;
	bool		is_live = has_reference(writer, blanks, end);
	char		previous = blanks > line->start ? text[blanks - 1] : ' ';
	int			after = end;
	bool		is_closed;

	if (is_listed && blanks == list_end)
		return start;			/* nothing between */
	is_listed = is_listed && only_separators(text, list_end, marker_cut_start(marker));
	if (!is_listed)
		writer->list_start = blanks;
	if (is_listed && is_live)
		return writer->line_start_end == list_end || has_reference(writer, writer->list_start, list_end)
			? start : list_end;
	if (is_live)
		return start;
	while (after < line->end && is_blank(text[after]))
		after++;
	is_closed = after == line->end || text[after] == '|' || (after == end && (is_punctuation(text[after]) || text[after] == ')'));
	if (is_listed)				/* a comma before a word may be one of the clause */
		return is_closed ? list_end : start;
	if (previous == ',' && after == end && after < line->end && is_punctuation(text[after]) &&
		blanks_before(text, line->start, blanks - 1) > line->start)
		return blanks_before(text, line->start, blanks - 1);
	return start;
}

/* A backslash escapes nothing that was not behind it: the blanks there stay, and
 * with an escaped character that leaves it does, too.  Before a mark, which no blank
 * may stand before to close, it is escaped itself. */
static int
start_behind_backslash(const char *text, const Line *line, int start, int end)
{
	int			blanks = end;

	if (!follows_backslash(text, line->start, start))
		return start;
	if (end < line->end && is_mark(text[end]))
		return start;
	while (blanks > start && blanks_before(text, start, blanks) != start)
		blanks--;
	return blanks == start && ispunct((unsigned char) text[start]) ? start - 1 : blanks;
}

/* Writes what the cuts leave of a line before start to head; returns its length,
 * -1 when it is more than size.  Behind many cuts nothing begins a line. */
static int
left_of_line(const Writer *writer, const Line *line, int start, char *head, int size)
{
	const Cut  *cuts = writer->cuts.items;
	int			first = writer->cuts.count;
	int			pos = line->start;
	int			len = 0;

	if (start - Max(pos, first > 0 ? cuts[first - 1].end : 0) > size)
		return -1;
	while (first > 0 && cuts[first - 1].end > line->start)
		if (writer->cuts.count - --first > size)
			return -1;
	for (int i = first;; i++)
	{
		const char *inserted = i < writer->cuts.count ? cuts[i].inserted : "";
		int			kept = Max(0, (i < writer->cuts.count ? cuts[i].start : start) - pos);
		int			added = strlen(inserted);

		if (len + kept + added > size)
			return -1;
		memcpy(head + len, writer->body + pos, kept);
		memcpy(head + len + kept, inserted, added);
		len += kept + added;
		if (i >= writer->cuts.count)
			return len;
		pos = cuts[i].end;
	}
}

/* "-[SRC:9] x" and "[SRC:9] #[SRC:9] x": does the line begin a block without what
 * is cut, which it did not before? */
static bool
makes_block(Writer *writer, const Line *line, int start, int end)
{
	const char *text = writer->body;
	char		head[20];
	int			behind = Max(0, Min(line->end - end, 4));
	int			len = left_of_line(writer, line, start, head, (int) sizeof(head) - 4);
	bool		is_whole = writer->cuts.count == 0 || writer->cuts.items[writer->cuts.count - 1].end <= line->start;
	int			from = 0;
	int			at;

	while (!is_whole && from < len && is_blank(head[from]))
		from++;
	if (from >= len || (is_whole && keep_text(text, line->start, line->end, &at) != NULL) ||
		(!is_whole && has_reference(writer, line->start, start)))
		return false;
	memcpy(head + len, text + start, Min(line->end - start, 4));
	if (!is_whole && keep_text(head, from, len + Min(line->end - start, 4), &at) != NULL)
		return false;
	memcpy(head + len, text + end, behind);
	return keep_text(head, from, len + behind, &at) != NULL;
}

/* Cuts what leaves amid a line; a zero-width space keeps the text around it
 * from becoming syntax. */
static void
cut_amid(Writer *writer, const Marker *marker, int start, int end, const char *stage)
{
	Section    *section = writer->section;
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	const Line *line = &section->prose->lines.items[marker->line];
	bool		may_make_block = block->kind == BLOCK_PARAGRAPH || (block->kind == BLOCK_TABLE && writer->body[line->start] != '|');
	const char *keep = "";

	start = start_behind_backslash(writer->body, line, start, end);
	section->needs_check |= !is_amid_prose(writer->body, start, end, line);
	if (follows_backslash(writer->body, line->start, start))
		keep = "\\";
	else if (joins_syntax(writer->body, chain_start(writer, start), end, line->start, line->end) ||
			 (end >= line->end && block->kind == BLOCK_PARAGRAPH && leaves_syntax(writer->body, line->start, start)) ||
			 (may_make_block && makes_block(writer, line, start, end)))
		keep = INERT;
	if (keep[0] != '\0' && has_reference(writer, chain_start(writer, start), end))
		keep = "";				/* it keeps apart, too */
	add_cut(writer, start, end, keep, stage);
}

/* Emphasis marks of the same kind on both sides? */
static bool
is_between_marks(const char *text, const Line *line, int start, int end)
{
	return start > line->start && end < line->end && text[start - 1] == text[end] &&
		is_mark(text[end]) && !follows_backslash(text, line->start, start - 1);
}

/* Behind the bracket that closes a list of leaving markers, from *marker to
 * the one it is moved to; -1 when there is more than markers in it. */
static int
close_of_list(const Writer *writer, const BracketPair *pair, const Marker **marker, const Line *line)
{
	const Prose *prose = writer->section->prose;
	const char *text = writer->body;
	int			close;

	while ((close = pair_close(pair, text, marker_cut_end(*marker), line->end)) < 0)
	{
		const Marker *next = *marker + 1;
		int			end = marker_cut_end(*marker);

		if (next == prose->markers.items + prose->markers.count || !next->leaves || next->start >= line->end ||
			(blanks_before(text, end, marker_cut_start(next)) != end &&
			 !only_separators(text, end, marker_cut_start(next))))
			return -1;
		*marker = next;
	}
	return close;
}

/* Moves [*open, *close) over one more pair of marks or brackets around it. */
static bool
widen_to_pair(Writer *writer, const Line *line, int *open, int *close)
{
	const char *text = writer->body;
	const BracketPair *pair;
	int			outer;
	int			after;

	if (is_between_marks(text, line, *open, *close))
	{
		(*open)--;
		(*close)++;
		return true;
	}
	pair = pair_before(text, line->start, *open, &outer);
	after = pair != NULL ? pair_close(pair, text, *close, line->end) : -1;
	if (after < 0 || has_reference(writer, outer + 1, after - 1))
		return false;
	*open = outer;
	*close = after;
	return true;
}

/*
 * Brackets around markers that all leave, "([SRC:98], [SRC:99])", leave with
 * them, as do marks and brackets around those.  Returns the last marker, -1
 * when there are no such brackets or a reference comes to stand in them.
 */
static int
cut_bracketed(Writer *writer, int index, const Line *line, const char *stage)
{
	const Marker *markers = writer->section->prose->markers.items;
	const Marker *last = &markers[index];
	int			open;
	int			close;
	const BracketPair *pair = pair_before(writer->body, line->start, marker_cut_start(last), &open);

	if (pair == NULL || (close = close_of_list(writer, pair, &last, line)) < 0 ||
		has_reference(writer, open + 1, close - 1))
		return -1;
	while (widen_to_pair(writer, line, &open, &close))
		;
	if (closes_gap(writer, last, close, line->end))
		open = blanks_before(writer->body, line->start, open);
	cut_amid(writer, last, open, close, stage);
	return (int) (last - markers);
}

/*
 * In a cell of markers alone what is between references stays with its blanks:
 * "[^1] / [^2]", but not before the first of them, nor before what leaves.
 */
static bool
cut_in_own_cell(Writer *writer, const Marker *marker, int blanks, const char *stage)
{
	const char *text = writer->body;
	int			end = marker_cut_end(marker);
	bool		is_live = has_reference(writer, marker_cut_start(marker), end);
	bool		is_first = marker == writer->section->prose->markers.items || marker[-1].line != marker->line;
	bool		begins = is_first || text[blanks - 1] == '|';	/* a row need not begin with a bar */
	int			before = begins ? blanks : marker_cut_end(marker - 1);

	if (!begins && only_separators(text, before, marker_cut_start(marker)) &&
		(!is_live || !has_reference(writer, writer->list_start, before)))
		add_cut(writer, before, end, "", stage);
	else if (is_live && (blanks == 0 || strchr(",;", text[blanks - 1]) == NULL))
		add_cut(writer, marker_cut_start(marker), end, "", stage);
	else
		return false;
	if (begins)
		writer->list_start = blanks;
	return true;
}

/* In a cell of markers alone the blanks on both sides stay. */
static bool
cut_in_cell(Writer *writer, const Marker *marker, int blanks, const Line *line, const char *stage)
{
	const char *text = writer->body;
	int			end = marker_cut_end(marker);

	if (marker->lead == LEAD_CELL && cut_in_own_cell(writer, marker, blanks, stage))
		return true;
	if ((blanks == 0 || text[blanks - 1] != '|') && marker->lead != LEAD_LINE)
		return false;
	if (end + 1 < line->end && is_blank(text[end]) && text[end + 1] != '|')
		end++;
	writer->list_start = blanks;
	add_cut(writer, marker_cut_start(marker), end, "", stage);
	return true;
}

int
cut_marker(Writer *writer, int index, const char *stage)
{
	Section    *section = writer->section;
	const char *text = writer->body;
	const Marker *marker = &section->prose->markers.items[index];
	const TextBlock *block = &section->prose->blocks.items[marker->block];
	const Line *line = &section->prose->lines.items[marker->line];
	int			end = marker_cut_end(marker);
	int			line_start = line_text_start(text, block, line);
	int			blanks = blanks_before(text, Min(line_start, marker_cut_start(marker)), marker_cut_start(marker));
	int			last;
	int			start;

	if (block->kind == BLOCK_PARAGRAPH && index == block->first_marker &&
		marker_cut_start(marker) > section->prose->lines.items[block->first_line].start)
		escape_definition(writer, section->prose->lines.items[block->first_line].start,
						  section->prose->lines.items[block->first_line].end, marker, stage);
	section->needs_check |= block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_TABLE;
	if (block->kind == BLOCK_CODE)	/* behind its closing fence, where nothing may stay */
	{
		add_cut(writer, blanks, end, "", stage);
		return index;
	}
	if (marker->lead == LEAD_JOINED)
	{
		section->needs_check = true;
		writer->list_start = blanks;
		add_cut(writer, marker_cut_start(marker), end, "", stage);
		keep_from_line_before(writer, line, stage);
		return index;
	}
	if ((marker->lead == LEAD_LINE && block->kind != BLOCK_TABLE) ||
		opens_line(text, line_start, marker_cut_start(marker)) ||
		(writer->line_start_end > line->start && writer->line_start_end >= blanks))
	{
		section->needs_check = true;
		writer->list_start = blanks;
		return cut_at_line_start(writer, index, block, line, stage);
	}
	if (block->kind == BLOCK_TABLE && cut_in_cell(writer, marker, blanks, line, stage))
		return index;
	if ((last = cut_bracketed(writer, index, line, stage)) >= 0)
		return last;
	if (blanks - 2 >= line->start && text[blanks - 1] == '(' && text[blanks - 2] == ']' &&
		!(index > 0 && marker[-1].leaves && marker_cut_end(marker - 1) == blanks - 1))
		add_cut(writer, blanks - 1, blanks - 1, " ", stage);	/* no link */
	start = closes_gap(writer, marker, end, line->end) ? blanks : marker_cut_start(marker);
	start = Min(start, separator_start(writer, marker, blanks, start, end));
	cut_amid(writer, marker, start, end, stage);
	return index;
}
