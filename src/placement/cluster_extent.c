/*
 * cluster_extent.c
 *		What leaves with the markers of a cluster (cluster.c) around them.
 *
 * What is punctuation of nothing goes along: blanks before markers amid a line, a comma
 * before a stop and a second stop there; what follows markers that a line or cell begins
 * with, as in "[SRC:1]: Rents rose."; a line or a list item that has nothing else.
 */
#include "placement/placement_internal.h"
#include "markers/markers.h"

static const char *const attributions[] = {
#include "placement/attributions.inc"
};

bool
cluster_begins(const Section *section, const TextBlock *block, int start, const Cluster *before,
			int pos)
{
	const char *text = section->body.data;

	for (;;)
	{
		Opening		opening;
		int			at = skip_marks_back(text, start, skip_blanks_back(text, start, pos));

		if (at > start && bracket_before(text, start, at, &opening))
			at = opening.start;
		else if (at > start && text[at - 1] == '"')
			at--;
		if (before != NULL && at <= before->end)
			return before->begins;
		if (at == pos)
			break;
		pos = at;
	}
	return pos <= start || (block->kind == BLOCK_TABLE && text[pos - 1] == '|' &&
							!follows_backslash(text, start, pos - 1));
}

void
cluster_find_subject(const Section *section, const TextBlock *block, Cluster *cluster, bool goes_on)
{
	const Prose *prose = section->prose;
	const Cluster *before = cluster > section->places.clusters.items ? cluster - 1 : NULL;
	const Marker *marker = &prose->markers.items[cluster->first];

	if (!goes_on || (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_TABLE))
		cluster->is_subject = false;
	else if (cluster->begins)
		cluster->is_subject |= marker->line == block->first_line &&
			block->kind == BLOCK_PARAGRAPH && block->note_def < 0;
	else if (before != NULL && before->joins_subject)
	{
		cluster->is_subject = true;
		cluster->start = before->mark_end;	/* without a reference "and" goes along */
	}
}

/* The end of punctuation that makes no sense without the markers before pos; pos when
 * there is none.  Not of ".5%", nor of an image. */
static int
skip_stray(const char *text, int pos, int end)
{
	static const char *const dashes[] = {"--", "-", "/", "\xE2\x80\x93", "\xE2\x80\x94"};
	int			start = skip_blanks(text, pos, end);
	int			at = start;

	while (at < end && strchr("()[]{}\"'", text[at]) == NULL && place_is_closing(text, at) &&
		   !(text[at] == '!' && at + 1 < end && text[at + 1] == '[') &&
		   !stands_at(text, at, end, "\xE2\x80\x99"))
		at += char_length(text[at]);
	if (at > start && at < end && is_digit(text[at]) && strchr(".,", text[at - 1]) != NULL)
		return pos;
	for (int i = 0; i < (int) lengthof(dashes) && at == start; i++)
	{
		int			len = (int) strlen(dashes[i]);

		if (stands_at(text, at, end, dashes[i]) &&
			(at + len == end || is_line_blank(text[at + len])))
			at += len;
	}
	return at > start ? at : pos;
}

/* Does the line before a paragraph's line end amid a sentence?  Its break then leaves, too. */
static bool
continues_sentence(const Prose *prose, const TextBlock *block, const Line *line,
				   const Cluster *before)
{
	const char *text = prose->text;
	int			end;

	if (block->kind != BLOCK_PARAGRAPH || line == &prose->lines.items[block->first_line] ||
		prose_leaves(prose, line[-1].start) || strncmp(text + line[-1].end, "  ", 2) == 0)
		return false;
	end = line[-1].end;
	if (before != NULL && before->end >= end)
		end = before->start;
	end = skip_marks_back(text, line[-1].start, skip_blanks_back(text, line[-1].start, end));
	if ((int) strspn(text + line[-1].start, "0123456789") >= end - line[-1].start)
		return false;			/* a number would open a list; also when nothing is left */
	return is_alnum(text[end - 1]) || strchr("%)", text[end - 1]) != NULL ||
		((unsigned char) text[end - 1] >= 0x80 && !place_is_closing(text, char_before(text, end)));
}

/* Has the cluster's line nothing else?  Its lines are a block's, then the block leaves. */
static void
take_line(const Section *section, const TextBlock *block, int line_no, Cluster *cluster)
{
	const Prose *prose = section->prose;
	const Line *line = &prose->lines.items[line_no];
	int			nth = line_no - block->first_line;
	Cluster    *before = cluster > section->places.clusters.items ? cluster - 1 : NULL;
	bool		follows = before != NULL && nth > 0 && before->nlines > 0 &&
		prose->markers.items[before->last].line == line_no - 1;

	cluster->nlines = 1;
	if (follows)				/* not "?:", where GCC 14 reads it in either case */
		cluster->nlines += before->nlines;
	cluster->start = line->start;
	cluster->end = line->end;
	if (block->kind == BLOCK_HEADING && block->nlines == 1 + block->is_setext)
		cluster->end = line[block->is_setext].end;
	else if (nth + 1 < block->nlines)
		cluster->end = line[1].start;
	else if (cluster->nlines < block->nlines)
		cluster->start = line[-1].end;
	else if (block->depth > 0 &&
			 (block->starts_item || block == prose->blocks.items ||
			  block[-1].depth < block->depth) &&
			 (block + 1 == prose->blocks.items + prose->blocks.count ||
			  block[1].depth < block->depth || block[1].starts_item))
	{							/* it is all that its item or quote has */
		cluster[1 - block->nlines].start = block->start;
		cluster->end = block->end;
	}
}

/* Does what follows a marker that leaves let the blanks before it go, too? */
static bool
closes_gap(const char *text, int pos, int end, bool is_subject)
{
	if (pos >= end || is_line_blank(text[pos]) || strchr(")]}\"|", text[pos]) != NULL ||
		stands_at(text, pos, end, "\xC2\xA0"))
		return true;
	if (is_mark(text[pos]))
	{
		char		mark = text[pos];

		while (pos < end && text[pos] == mark)
			pos++;
		return !word_begins(text, end, pos);
	}
	if (is_subject && is_apostrophe(text, pos, end))
		return false;
	/* general and CJK punctuation */
	return place_is_closing(text, pos) ||
		(end - pos > 2 && (memcmp(text + pos, "\xE2\x80", 2) == 0 ||
						   memcmp(text + pos, "\xE3\x80", 2) == 0));
}

/* What leaves with a cluster amid its line: blanks before it, a comma before a stop, a
 * second stop. */
static void
take_around(const Section *section, int floor, Cluster *cluster, int end)
{
	const char *text = section->body.data;
	const Cluster *before = cluster > section->places.clusters.items ? cluster - 1 : NULL;
	int			left = skip_blanks_back(text, floor, cluster->start);
	int			behind;
	int			from;
	char		next;
	char		last;
	Opening		opening;

	cluster->left = before != NULL && left <= before->end && left > 0 ? before->left : left;
	while (cluster->is_announced && left > floor && strchr(",;-", text[left - 1]) != NULL)
		cluster->left = left = skip_blanks_back(text, floor, left - 1);
	behind = skip_blanks(text, cluster->end, end);	/* "rose [SRC:1] ." */
	if (behind < end && strchr(".,;:!?", text[behind]) != NULL &&
		(behind + 1 == end || is_line_blank(text[behind + 1])))
		cluster->end = behind;
	next = cluster->end < end ? text[cluster->end] : '\n';
	last = cluster->left > 0 ? text[cluster->left - 1] : ' ';
	/* the word before it, of letters and full stops */
	behind = skip_marks_back(text, 0, cluster->left);
	behind -= behind > 0 && text[behind - 1] == ':';
	for (from = behind; from > 0 && behind - from < 12 &&
		 (is_letter(text[from - 1]) || text[from - 1] == '.');)
		from--;
	cluster->is_object = (from < behind && !word_ends(text, from) &&
						  word_in(text, from, behind, attributions, lengthof(attributions))) ||
		(bracket_before(text, 0, cluster->left, &opening) && !opening.bracket->is_quote);
	if (next == '.' && strchr(".!?", last) != NULL &&
		(cluster->end + 1 == end || is_line_blank(text[cluster->end + 1])))
		next = ++cluster->end < end ? text[cluster->end] : '\n';
	else if (strchr(",;", last) != NULL && left == cluster->left && left > floor + 1 &&
			 (is_punctuation(next) || strchr(")|", next) != NULL ||
			  (next == ' ' && cluster->end + 1 < end && text[cluster->end + 1] == '|')))
		left = skip_blanks_back(text, floor, left - 1);
	if (closes_gap(text, cluster->end, end,
				   section->prose->markers.items[cluster->first].opens_sentence) &&
		!follows_backslash(text, floor, left))	/* which would escape what follows */
		cluster->start = left;
}

void
cluster_extend(Section *section, const TextBlock *block, int floor, Cluster *cluster, int end)
{
	const char *text = section->body.data;
	const Marker *first = &section->prose->markers.items[cluster->first];
	const Line *line = &section->prose->lines.items[first->line];
	const Cluster *before = cluster > section->places.clusters.items ? cluster - 1 : NULL;
	int			stray = skip_stray(text, cluster->end, end);
	int			behind = skip_blanks(text, stray, end);

	if (!cluster->begins)
	{
		take_around(section, floor, cluster, end);
		return;
	}
	cluster->left = cluster->start;
	if (block->kind == BLOCK_TABLE && (behind == end || text[behind] == '|'))
	{
		cluster->fills_cell = true;
		if (behind == end && cluster->start == line->start && first->line > block->first_line + 1)
		{
			cluster->start = line[-1].end;	/* the row */
			cluster->end = end;
		}
		return;
	}
	if (stray > cluster->end && cluster->start == line->start &&
		!marker_opens_line(section->prose, first) &&
		continues_sentence(section->prose, block, line, before))
	{
		cluster->begins = false;
		cluster->start = Max(skip_blanks_back(text, line[-1].start, line[-1].end),
							 before != NULL ? before->end : 0);
		stray = skip_blanks(text, cluster->end, end);
		if (place_is_closing(text, stray))
			cluster->end = stray;
		cluster->left = cluster->start;
		return;
	}
	cluster->is_label = false;	/* a colon or dash between them and their line's text */
	for (int i = cluster->end; i < stray && behind < end; i++)
		cluster->is_label |= strchr(":-", text[i]) != NULL ||
			stands_at(text, i, stray, "\xEF\xBC\x9A") ||
			stands_at(text, i, stray, "\xE2\x80\x93") || stands_at(text, i, stray, "\xE2\x80\x94");
	if (behind == end && cluster->start <= line_text_start(text, block, line) &&
		(cluster->start == line->start || block->nlines == 1 + block->is_setext))
		take_line(section, block, first->line, cluster);
	else
		cluster->end = behind;
}
