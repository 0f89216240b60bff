/*
 * place_lead.c
 *		Markers that a line, or a cell of a table, begins with.
 *
 * They leave as a whole: brackets around markers alone, what separates the
 * markers, and punctuation that only followed them.  For
 *
 *		([SRC:1]), [SRC:2]: **[SRC:3] rents** rose.
 *
 * the pieces "([SRC:1]), [SRC:2]: " and "[SRC:3] " are cut, the marks between
 * them stay, for they close behind a word, and all references come to stand at
 * the sentence's end: "**rents** rose.[^1],[^2][^3]".  On a line that goes on
 * with a sentence, punctuation is that sentence's own, and the line's break
 * leaves instead: "last year\n([SRC:2]). Next" is "last year.[^2] Next".
 */
#include "placement/placement_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "language/language.h"
#include "memo/memo.h"

/* Nothing an agent writes nests deeper; reading again from each opening mark
 * that does not close stays linear. */
#define MAX_OPEN	8

static const BracketPair brackets[] = {
	{"(", ")"}, {"{", "}"}, {"\"", "\""}, {"[", "]"},
	{"\xEF\xBC\x88", "\xEF\xBC\x89"},	/* full-width parentheses, brackets */
	{"\xEF\xBC\xBB", "\xEF\xBC\xBD"},
	{"\xE3\x80\x88", "\xE3\x80\x89"}, {"\xE3\x80\x8A", "\xE3\x80\x8B"}, /* CJK */
	{"\xE3\x80\x8C", "\xE3\x80\x8D"}, {"\xE3\x80\x8E", "\xE3\x80\x8F"},
	{"\xE3\x80\x90", "\xE3\x80\x91"}, {"\xE3\x80\x94", "\xE3\x80\x95"},
	{"\xE3\x80\x96", "\xE3\x80\x97"},
	{"\xE2\x80\x98", "\xE2\x80\x99"}, {"\xE2\x80\x9C", "\xE2\x80\x9D"}, /* quotation marks */
	{"\xC2\xAB", "\xC2\xBB"},
};

/* A bracket or a run of emphasis marks that was read and may be closed. */
typedef struct Opening
{
	int			start;
	int			end;
	char		mark;			/* emphasis: the character, */
	int			width;			/* and how many; else bracket */
	const BracketPair *bracket;
	int			next;			/* marker that came next */
} Opening;

typedef struct LeadReader
{
	const char *text;
	Section    *section;
	const Line *line;
	int			pos;
	int			next;			/* marker that comes next */
	const char *separator;		/* since the marker before, NULL = none */
	bool		has_markers;	/* some were read on this line */
	Opening		openings[MAX_OPEN];
	int			depth;
	int			piece_end;		/* what is complete up to here, */
	int			piece_next;		/* with the markers before this one */
} LeadReader;

/* ------------------------------------------------------------ characters */

static inline bool
stands_at(const char *text, int pos, int end, const char *word)
{
	int			len;

	if (pos >= end || text[pos] != word[0])
		return false;
	len = strlen(word);
	return end - pos >= len && memcmp(text + pos, word, len) == 0;
}

/* Length of the first of the words (a list that NULL ends) at pos, 0 = none. */
static int
word_at(const char *text, int pos, int end, const char *const *words, const char **found)
{
	for (; *words != NULL; words++)
		if (stands_at(text, pos, end, *words))
		{
			*found = *words;
			return strlen(*words);
		}
	return 0;
}

/*
 * What separates markers, at pos: its length, 0 when nothing does.  *sign is
 * what separates their references, NULL where a sentence or clause ends.
 */
static int
separator_at(const char *text, int pos, int end, const char **sign)
{
	static const struct
	{
		const char *word;
		const char *sign;
	}			separators[] = {
		{".", NULL}, {",", ","}, {";", ";"}, {":", NULL}, {"/", ","}, {"&", ","}, {"-", ","},
		{"and ", ","}, {"or ", ","}, {"\xE2\x80\x93", ","}, {"\xE5\x92\x8C", ","},
		{"\xE3\x80\x81", "\xE3\x80\x81"}, {"\xE3\x80\x82", NULL},
		{"\xEF\xBC\x8C", "\xEF\xBC\x8C"}, {"\xEF\xBC\x9A", NULL}, {"\xEF\xBC\x9B", "\xEF\xBC\x9B"},
	};

	if (pos < end && (isalnum((unsigned char) text[pos]) ? strchr("ao", text[pos]) == NULL : is_line_blank(text[pos])))
		return 0;
	for (int i = 0; i < (int) lengthof(separators); i++)
		if (stands_at(text, pos, end, separators[i].word))
		{
			*sign = separators[i].sign;
			return strlen(separators[i].word);
		}
	return 0;
}

bool
only_separators(const char *text, int from, int to)
{
	int			count = 0;

	for (int at = from; at < to;)
	{
		const char *sign = NULL;
		int			len = separator_at(text, at, to, &sign);

		if ((len > 0 && (sign == NULL || ++count > 2)) || (len == 0 && !is_line_blank(text[at])))
			return false;
		at += Max(len, 1);
	}
	return count > 0;
}

bool
follows_backslash(const char *text, int start, int pos)
{
	int			at = pos;

	while (at > start && text[at - 1] == '\\')
		at--;
	return (pos - at) % 2 == 1;
}

/* The bracket that opens at pos. */
static const BracketPair *
pair_opening(const char *text, int pos, int end)
{
	for (int i = 0; i < (int) lengthof(brackets); i++)
		if (stands_at(text, pos, end, brackets[i].open))
			return &brackets[i];
	return NULL;
}

/* "[" makes links and is none; a quotation mark behind a blank ends another
 * quotation. */
const BracketPair *
pair_before(const char *text, int start, int pos, int *open)
{
	int			at = skip_blanks_back(text, start, pos);

	if (at == start || ((unsigned char) text[at - 1] < 0x80 && strchr("({\"", text[at - 1]) == NULL))
		return NULL;			/* ASCII, and none of its brackets */
	for (int i = 0; i < (int) lengthof(brackets); i++)
	{
		int			len = strlen(brackets[i].open);

		if (brackets[i].open[0] == '[' || at - len < start ||
			memcmp(text + at - len, brackets[i].open, len) != 0)
			continue;
		if (at < pos && brackets[i].open[0] == '"')
			continue;
		*open = at - len - (len == 1 && follows_backslash(text, start, at - len));
		return &brackets[i];
	}
	return NULL;
}

int
pair_close(const BracketPair *bracket, const char *text, int pos, int end)
{
	int			at = pos;

	while (at < end && is_line_blank(text[at]) && bracket->open[0] != '"')
		at++;
	if (at < end && text[at] == '\\' && bracket->close[1] == '\0')
		at++;					/* escaped, but a bracket to who reads it */
	return stands_at(text, at, end, bracket->close) ? at + (int) strlen(bracket->close) : -1;
}

/* ----------------------------------------------------------------- reading */

/* What was read is whole when nothing in it is still open. */
static void
complete(LeadReader *reader)
{
	if (reader->depth > 0)
		return;
	reader->piece_end = reader->pos;
	reader->piece_next = reader->next;
}

static bool
read_blank(LeadReader *reader)
{
	if (is_line_blank(reader->text[reader->pos]))
		reader->pos++;
	else if (stands_at(reader->text, reader->pos, reader->line->end, "\xC2\xA0"))
		reader->pos += 2;
	else
		return false;
	return true;
}

static bool
read_marker(LeadReader *reader)
{
	const Prose *prose = reader->section->prose;
	Marker	   *marker = reader->next < prose->markers.count ? &prose->markers.items[reader->next] : NULL;

	if (marker == NULL || marker->start != reader->pos || !marker->leaves || marker->link_end > 0)
		return false;
	marker->separator = reader->separator;
	reader->separator = NULL;
	reader->has_markers = true;
	reader->next++;
	reader->pos += marker->len;
	complete(reader);
	return true;
}

static int
mark_width(const char *text, int pos, int end)
{
	int			width = 0;

	while (pos + width < end && text[pos + width] == text[pos])
		width++;
	return width;
}

/* Does a bracket stand at pos that a backslash keeps from being syntax?  It is one to
 * who reads it. */
static bool
has_escaped_bracket(const LeadReader *reader)
{
	const char *next = reader->text + reader->pos + 1;

	return reader->text[reader->pos] == '\\' && next < reader->text + reader->line->end && strchr("(){}\"", *next) != NULL;
}

/* Closes what was opened last, if a marker stood in it. */
static bool
read_closing(LeadReader *reader)
{
	const char *text = reader->text;
	int			end = reader->line->end;
	Opening    *opening = reader->depth > 0 ? &reader->openings[reader->depth - 1] : NULL;
	int			close = reader->pos + has_escaped_bracket(reader);

	if (opening == NULL || opening->next == reader->next)
		return false;
	if (opening->bracket == NULL && text[reader->pos] == opening->mark &&
		mark_width(text, reader->pos, end) >= opening->width)
		close = reader->pos + opening->width;
	else if (opening->bracket != NULL && stands_at(text, close, end, opening->bracket->close))
		close += strlen(opening->bracket->close);
	else
		return false;
	if (text[reader->pos] == ']' && close < end && strchr("([:", text[close]) != NULL)
		return false;			/* a link's label */
	reader->pos = close;
	reader->depth--;
	complete(reader);
	return true;
}

static bool
read_opening(LeadReader *reader)
{
	const char *text = reader->text;
	Opening		opening = {.start = reader->pos, .next = reader->next};

	if (reader->depth == MAX_OPEN)
		return false;
	if (strchr("*_~", text[reader->pos]) != NULL)
	{
		opening.mark = text[reader->pos];
		opening.width = mark_width(text, reader->pos, reader->line->end);
		opening.end = reader->pos + opening.width;
	}
	else
	{
		opening.end = reader->pos + has_escaped_bracket(reader);
		opening.bracket = pair_opening(text, opening.end, reader->line->end);
		if (opening.bracket == NULL)
			return false;
		opening.end += strlen(opening.bracket->open);
	}
	reader->openings[reader->depth++] = opening;
	reader->pos = opening.end;
	return true;
}

/* Between markers only; what a clause begins with is not followed by one. */
static bool
read_separator(LeadReader *reader)
{
	const char *sign = NULL;
	int			len;

	if (!reader->has_markers)
		return false;
	len = separator_at(reader->text, reader->pos, reader->line->end, &sign);
	reader->pos += len;
	if (reader->separator == NULL)
		reader->separator = sign;
	return len > 0;
}

/* Reads a piece from pos on: false when there is none. */
static bool
read_piece(LeadReader *reader, int pos, int next)
{
	reader->pos = pos;
	reader->next = reader->piece_next = next;
	reader->depth = 0;
	reader->separator = NULL;
	while (reader->pos < reader->line->end &&
		   (read_blank(reader) || read_marker(reader) || read_closing(reader) ||
			read_opening(reader) || read_separator(reader)))
		;
	return reader->piece_next > next;
}

/* ------------------------------------------------------------------ pieces */

/* All bytes from start to end leave with the markers first to last. */
static void
take_piece(Section *section, int first, int last, int start, int end)
{
	Marker	   *markers = section->prose->markers.items;

	markers[first].wrap_before = markers[first].start - start;
	for (int i = first; i <= last; i++)
	{
		int			next = i < last ? markers[i + 1].start : end;

		markers[i].lead = LEAD_LINE;
		markers[i].wrap_after = next - markers[i].start - markers[i].len;
	}
}

static int
skip_blanks(const char *text, int pos, int end)
{
	while (pos < end && is_line_blank(text[pos]))
		pos++;
	return pos;
}

/* The end of punctuation that makes no sense without the markers before pos;
 * pos when there is none.  Not of ".5%", nor of an image. */
static int
skip_stray(const char *text, int pos, int end)
{
	static const char *const dashes[] = {"--", "-", "/", "\xE2\x80\x93", "\xE2\x80\x94", NULL};
	int			start = skip_blanks(text, pos, end);
	int			at = start;
	const char *dash;

	while (at < end && strchr("()[]{}\"'", text[at]) == NULL && place_is_closing(text, at) &&
		   !(text[at] == '!' && at + 1 < end && text[at + 1] == '[') &&
		   !stands_at(text, at, end, "\xE2\x80\x99"))
		at += char_length(text[at]);
	if (at > start && at < end && isdigit((unsigned char) text[at]) && strchr(".,", text[at - 1]) != NULL)
		return pos;
	if (at == start)
	{
		int			len = word_at(text, at, end, dashes, &dash);

		if (len > 0 && (at + len == end || is_line_blank(text[at + len])))
			at += len;
	}
	return at > start ? at : pos;
}

/*
 * Does the line continue a sentence of the line before, which ends in a word?
 * A hard break, a row of a table or a number that would open a list is left
 * alone.
 */
static bool
continues_sentence(const Section *section, const TextBlock *block, const Line *line, int first)
{
	const Prose *prose = section->prose;
	const char *text = prose->text;
	const Line *before = line - 1;
	const Marker *marker = first > 0 ? &prose->markers.items[first - 1] : NULL;
	int			end;

	if (block->kind != BLOCK_PARAGRAPH || line == &prose->lines.items[block->first_line] ||
		prose_leaves(prose, before->start) || strncmp(text + before->end, "  ", 2) == 0 ||
		memchr(text + before->start, '|', line->end - before->start) != NULL)
		return false;
	end = skip_blanks_back(text, before->start, before->end);
	if (marker != NULL && marker->leaves && marker_cut_end(marker) >= end)
		end = marker->lead == LEAD_NONE ? skip_blanks_back(text, before->start, marker_cut_start(marker)) : before->start;
	while (end > before->start && strchr("*_~", text[end - 1]) != NULL)
		end--;
	if (strspn(text + before->start, "0123456789") >= (size_t) (end - before->start))
		return false;			/* also when nothing is left */
	return isalnum((unsigned char) text[end - 1]) || strchr("%)", text[end - 1]) != NULL ||
		((unsigned char) text[end - 1] >= 0x80 && !place_is_closing(text, char_before(text, end)));
}

/* The break before the line leaves with its first markers, the punctuation
 * behind them stays. */
static void
join_lines(Section *section, int first, int last, const Line *line, int stray)
{
	Marker	   *markers = section->prose->markers.items;
	int			at = skip_blanks(section->prose->text, marker_cut_end(&markers[last]), stray);

	markers[first].wrap_before = markers[first].start - skip_blanks_back(section->prose->text, line[-1].start, line[-1].end);
	if (place_is_closing(section->prose->text, at))
		markers[last].wrap_after = at - markers[last].start - markers[last].len;
	for (int i = first; i <= last; i++)
		markers[i].lead = LEAD_JOINED;
}

/* Where the line or the cell begins that has nothing but blanks and opening
 * marks before its first marker, -1 when it has more. */
static int
lead_start(const Section *section, const TextBlock *block, const Marker *marker)
{
	const char *text = section->prose->text;
	const Line *line = &section->prose->lines.items[marker->line];
	int			start = line_text_start(text, block, line);
	int			pos = marker->start;

	while (pos > start)
	{
		int			open;
		int			before = skip_blanks_back(text, start, pos);

		if (before < pos)
			pos = before;
		else if (strchr("*_~[", text[pos - 1]) != NULL)
			pos--;
		else if (pair_before(text, start, pos, &open) != NULL)
			pos = open;
		else
			break;
	}
	if (pos <= start)
		return start;
	if (block->kind == BLOCK_TABLE && text[pos - 1] == '|' && (pos - 1 == start || text[pos - 2] != '\\'))
		return pos;
	return -1;
}

/* Do only the pieces up to pos stand in the cell? */
static bool
fills_cell(const TextBlock *block, const char *text, int pos, const Line *line)
{
	if (block->kind != BLOCK_TABLE)
		return false;
	while (pos < line->end && strchr(" \t*_~)]", text[pos]) != NULL)
		pos++;
	return pos == line->end || text[pos] == '|';
}

/* Forgets what was taken: in a cell of its own a cluster stays. */
static void
leave_in_cell(Section *section, int first, int last)
{
	for (int i = first; i <= last; i++)
	{
		Marker	   *marker = &section->prose->markers.items[i];

		marker->wrap_before = marker->wrap_after = 0;
		marker->lead = LEAD_CELL;
	}
}

/* What separates the last piece from an opening mark that stays goes, too. */
static void
take_separators(Section *section, int last, int opening)
{
	Marker	   *marker = &section->prose->markers.items[last];
	int			end = marker_cut_end(marker);

	if (skip_blanks(section->prose->text, end, opening) < opening)
		marker->wrap_after += opening - end;
}

/*
 * Takes piece after piece from pos on, the first with marker first.  Behind an
 * opening mark that does not close among markers the next piece begins.
 * Returns where the last piece began, *next is the marker behind it.
 */
static int
take_pieces(Section *section, const Line *line, int pos, int first, int *next)
{
	LeadReader	reader = {.text = section->prose->text, .section = section, .line = line};
	int			begin = pos;
	bool		follows_piece = false;

	for (*next = first;;)
	{
		if (read_piece(&reader, pos, *next))
		{
			begin = skip_blanks(reader.text, pos, line->end);
			take_piece(section, *next, reader.piece_next - 1, begin, reader.piece_end);
			*next = reader.piece_next;
			pos = reader.piece_end;
			follows_piece = true;
			continue;
		}
		if (reader.depth == 0 || reader.next == *next)
			return begin;
		if (follows_piece)
			take_separators(section, *next - 1, reader.openings[0].start);
		pos = reader.openings[0].end;
		follows_piece = false;
	}
}

/* Does a colon or dash between a line's first markers and its text make them a label? */
static bool
is_label(const char *text, int from, int to, const Line *line)
{
	static const char *const signs[] = {":", "\xEF\xBC\x9A", "-", "\xE2\x80\x93", "\xE2\x80\x94", NULL};
	const char *sign;

	if (skip_blanks(text, to, line->end) >= line->end)
		return false;			/* no text */
	while (from < to && word_at(text, from, to, signs, &sign) == 0)
		from++;
	return from < to;
}

/* Do a line's markers and a colon stand alone above text of their paragraph? */
static bool
labels_next_line(const Section *section, const TextBlock *block, const Line *line, int end)
{
	const Line *last = &section->prose->lines.items[block->first_line + block->nlines - 1];
	const char *text = section->prose->text;

	return block->kind == BLOCK_PARAGRAPH && line < last && end < line->end && text[end] == ':' &&
		skip_blanks(text, end + 1, line->end) >= line->end;
}

/* Takes the markers from first on that their line or cell begins with; returns
 * the last one, or first when it begins none. */
static int
take_lead(Section *section, const TextBlock *block, int first)
{
	const char *text = section->prose->text;
	Marker	   *markers = section->prose->markers.items;
	const Line *line = &section->prose->lines.items[markers[first].line];
	int			start = lead_start(section, block, &markers[first]);
	int			next;
	int			begin;
	int			end;
	int			stray;
	bool		is_heading;

	if (start < 0)
		return first;
	begin = take_pieces(section, line, start, first, &next);
	if (next == first)
		return first;
	end = marker_cut_end(&markers[next - 1]);
	stray = skip_stray(text, end, line->end);
	if (next < section->prose->markers.count && markers[next].leaves && markers[next].start < line->end &&
		only_separators(text, stray, markers[next].start))
		stray = end;			/* "[SRC:1]... and [SRC:2] so": "and" begins the text */
	is_heading = labels_next_line(section, block, line, markers[next - 1].start + markers[next - 1].len);
	if (start > line->start && fills_cell(block, text, stray, line))
		leave_in_cell(section, first, next - 1);
	else if (!is_heading && stray > end && begin == line->start && !marker_opens_line(section->prose, &markers[first]) &&
			 continues_sentence(section, block, line, first))
		join_lines(section, first, next - 1, line, stray);
	else
	{
		bool		labels = is_heading || is_label(text, markers[next - 1].start + markers[next - 1].len, stray, line);

		for (int i = first; i < next; i++)
			markers[i].is_label = labels;
		markers[next - 1].wrap_after += stray - end;
	}
	return next - 1;
}

void
place_leads(Section *section)
{
	Prose	   *prose = section->prose;

	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		const TextBlock *block = &prose->blocks.items[marker->block];
		const Marker *before = i > 0 ? marker - 1 : NULL;

		CHECK_FOR_INTERRUPTS();
		if (!marker->leaves || marker->kind == MARKER_CHART_ANCHOR || is_definition_part(section, marker))
			continue;
		if (before == NULL || before->line != marker->line || before->cell != marker->cell)
			i = take_lead(section, block, i);
		if (marker->lead == LEAD_NONE && marker->wrap_before == 0)
			i = Max(i, place_credit(section, &prose->lines.items[marker->line], (int) (marker - prose->markers.items)));
	}
}
