/*
 * place.c
 *		Where a marker's reference will stand (chapter 3, stage 0.5).
 *
 * Markers that follow each other with only blanks between are one cluster and
 * get one place, the anchor: a byte of the agent's body.  For
 *
 *		NOI of $4.2M [SRC:12][SRC: 7].
 *
 * the cluster spans both markers, its anchor is the byte after the full stop,
 * and render writes "NOI of $4.2M.[^1][^2]".
 */
#include "placement/placement_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"


typedef struct Cluster
{
	Section    *section;
	TextBlock  *block;
	Line	   *line;
	int			first;			/* markers of the section, both included */
	int			last;
	int			start;			/* bytes of the body */
	int			end;
	int			line_end;		/* of the last line that it is on */
	MarkerLead	lead;
} Cluster;

/* ------------------------------------------------------------ characters */

/* A letter or digit of a script that puts blanks between words. */
static bool
is_word_char(uint32 c)
{
	if (c < 0x80)
		return isalnum((int) c);
	if (c < 0xC0 || c == 0xD7 || c == 0xF7)
		return false;
	if (c >= 0x2000 && c <= 0x2BFF)
		return false;			/* punctuation, symbols */
	return !(c >= 0x2E80 && c <= 0x9FFF) && !(c >= 0xAC00 && c <= 0xD7AF) &&
		!(c >= 0xF900 && c <= 0xFAFF) && !(c >= 0xFE30 && c <= 0xFFEF) && c < 0x1F000;
}

/* -------------------------------------------------------------- clusters */

static bool
only_blanks(const char *text, int from, int to)
{
	return skip_blanks_back(text, from, to) == from;
}

/* The cluster that begins at a marker: all that follow on its line with blanks between. */
static Cluster
cluster_from(Section *section, int first)
{
	Prose	   *prose = section->prose;
	Marker	   *marker = &prose->markers.items[first];
	Cluster cluster = {section,
					   &prose->blocks.items[marker->block],
					   &prose->lines.items[marker->line],
					   first,
					   first,
					   marker_cut_start(marker),
					   marker_cut_end(marker),
					   0,
					   marker->lead};
	const Line *line = cluster.line;

	prose_sentences(prose, cluster.block);
	for (int i = first + 1; i < prose->markers.count; i++)
	{
		marker = &prose->markers.items[i];
		if (!marker->leaves || marker->opens_sentence ||
			marker->line != prose->markers.items[first].line ||
			!only_blanks(section->body.data, cluster.end, marker_cut_start(marker)))
			break;
		cluster.last = i;
		cluster.end = marker_cut_end(marker);
	}
	while (line->end < cluster.end &&
		   line + 1 < prose->lines.items + cluster.block->first_line + cluster.block->nlines)
		line++;					/* "[SRC:1,\np. 4]" */
	cluster.line_end = line->end;
	return cluster;
}

/* ---------------------------------------------------------------- places */

/* A cluster whose block cannot carry it: a heading, or nothing but markers, which cite
 * what is before them unless a heading parts them from that. */
static int
place_elsewhere(const Cluster *cluster)
{
	bool		is_heading = cluster->block->kind == BLOCK_HEADING;
	bool		goes_on = is_heading || block_is_headed(cluster->section, cluster->block);
	int			index = block_near(cluster->section, cluster->block, goes_on);

	if (index >= 0)
		return block_anchor(cluster->section, index, !goes_on);
	if (is_heading)
		return -1;
	index = block_near(cluster->section, cluster->block, true);
	return index >= 0 ? block_anchor(cluster->section, index, false) : -1;
}

/* Do the characters around the cluster belong to one word or number?  As in
 * "4.[SRC:1]2M", "$[SRC:1]82M", "12[SRC:1]%", "cap[SRC:1]rate",
 * "in-[SRC:1]place", "Sponsor[SRC:1]'s". */
static bool
splits_word(const char *text, int start, int before, int pos, int end)
{
	uint32		left = utf8_char(text, before);
	uint32		right = utf8_char(text, pos);
	int			next = pos + char_length(text[pos]);
	int			left_of = before > start ? char_before(text, before) : -1;
	bool		digit_left = left < 0x80 && isdigit((int) left);
	bool		digit_right = right < 0x80 && isdigit((int) right);

	if (is_word_char(left) && is_word_char(right))
		return true;
	if (digit_right && (left == '$' || left == 0xA3 || left == 0xA5 || left == 0x20AC))
		return true;
	if (digit_left && right == '%')
		return true;
	if ((left == '.' || left == ',') && digit_right)
		return left_of >= 0 && isdigit((unsigned char) text[left_of]);
	if (left == '-' && is_word_char(right))
		return left_of >= 0 && is_word_char(utf8_char(text, left_of));
	if (next >= end || !is_word_char(left) || !is_word_char(utf8_char(text, next)))
		return false;
	if (right == '.' || right == ',')
		return digit_left && isdigit((unsigned char) text[next]);
	return right == '\'' || right == 0x2019 || right == '-';
}

/* "see[SRC:1]https://a.b/c": an address is no part of the word before it. */
static bool
begins_address(const char *text, int pos, int end)
{
	int			from = pos;

	if (end - pos > 4 && pg_strncasecmp(text + pos, "www.", 4) == 0)
		return true;
	while (pos < end && pos - from < 32 &&
		   (isalnum((unsigned char) text[pos]) || strchr("+.-", text[pos]) != NULL))
		pos++;
	return end - pos > 3 && strncmp(text + pos, "://", 3) == 0;
}

/* The end of the word that the cluster splits, -1 when it stands between words. */
static int
end_of_word(const Cluster *cluster)
{
	const char *text = cluster->section->body.data;
	int			end = cluster->line_end;
	int			pos = cluster->end;

	if (cluster->start == cluster->line->start || pos >= end || begins_address(text, pos, end) ||
		!splits_word(text, cluster->line->start, char_before(text, cluster->start), pos, end))
		return -1;
	while (pos < end)
	{
		int			next = pos + char_length(text[pos]);
		bool		joins = strchr(".,-'", text[pos]) != NULL && next < end &&
			(strchr(".,", text[pos]) != NULL ? isdigit((unsigned char) text[next])
			 : is_word_char(utf8_char(text, next)));

		if (!joins && text[pos] != '%' && utf8_char(text, pos) != 0x2019 &&
			!is_word_char(utf8_char(text, pos)))
			break;
		pos = next;
	}
	return pos;
}

/* "CoStar [SRC:1]'s estimate": a quotation mark before a letter closes nothing. */
static bool
is_apostrophe(const char *text, int pos, int end)
{
	int len = text[pos] == '\''												 ? 1
			  : pos + 3 < end && strncmp(text + pos, "\xE2\x80\x99", 3) == 0 ? 3
																			 : 0;

	return len > 0 && pos + len < end && isalpha((unsigned char) text[pos + len]);
}

/* The run of closing punctuation behind pos; it stops at the next marker. */
static int
skip_closing(const Cluster *cluster, int pos)
{
	const Prose *prose = cluster->section->prose;
	const char *text = prose->text;
	int			end = cluster->line_end;

	if (cluster->last + 1 < prose->markers.count)
		end = Min(end, Max(pos, prose->markers.items[cluster->last + 1].start));
	while (pos < end && place_is_closing(text, pos) &&
		   !is_apostrophe(text, pos, cluster->line_end) &&
		   !(text[pos] == '!' && pos + 1 < end && text[pos + 1] == '[')) /* an image */
		pos += char_length(text[pos]);
	return pos;
}

/* The first sentence that ends behind the cluster. */
static int
sentence_behind(const Cluster *cluster, const Sentence *sentences)
{
	int			low;

	LOWER_BOUND(low, cluster->block->nsentences, i, sentences[i].end <= cluster->end);
	return low;
}

/* At the start of a cell or row with text: in the cell, else, for a row has no
 * place before its first cell, in the one before. */
static int
place_in_table(const Cluster *cluster)
{
	Section    *section = cluster->section;
	Sentence   *sentences = prose_sentences(section->prose, cluster->block);
	int			count = cluster->block->nsentences;
	int			behind = sentence_behind(cluster, sentences);
	int			before = behind < count ? behind : count - 1;

	if (behind < count && sentences[behind].start < cluster->line_end &&
		sentence_anchor(section, &sentences[behind]) > cluster->end &&
		memchr(section->body.data + cluster->end, '|',
			   Max(0, sentences[behind].start - cluster->end)) == NULL)
		return sentence_anchor(section, &sentences[behind]);
	if (cluster->start > cluster->line->start)
		return cluster->start;
	while (before >= 0 && sentences[before].end > cluster->start)
		before--;
	before = nearest_sentence(section, cluster->block, before, -1);
	if (before < 0)
		before = nearest_sentence(section, cluster->block, behind, 1);
	return before < count ? sentence_anchor(section, &sentences[before]) : -1;
}

/* The first marker of the line where a sentence begins, NULL when it has none. */
static const Marker *
first_marker_of_line(const Cluster *cluster, const Sentence *sentence)
{
	const Prose *prose = cluster->section->prose;
	int			line = cluster->block->first_line;
	int			high = line + cluster->block->nlines;
	int			low = 0;

	while (high - line > 1)		/* the last line that begins no later */
	{
		int			middle = (line + high) / 2;

		if (prose->lines.items[middle].start <= sentence->start)
			line = middle;
		else
			high = middle;
	}
	for (high = cluster->first; low < high;)
	{
		int			middle = (low + high) / 2;

		if (prose->markers.items[middle].start < prose->lines.items[line].start)
			low = middle + 1;
		else
			high = middle;
	}
	return low < cluster->first && prose->markers.items[low].line == line
			   ? &prose->markers.items[low]
			   : NULL;
}

/* "[SRC:1]: Rents rose." or "[SRC:1] shows" below a sentence, and "[SRC:2] Costs fell."
 * below "[SRC:1] Rents rose.": does the cluster cite what it stands before? */
static bool
cites_what_follows(const Cluster *cluster, const Sentence *before)
{
	const Marker *marker = &cluster->section->prose->markers.items[cluster->first];

	if (marker->is_label || marker->opens_sentence)
		return true;
	marker = first_marker_of_line(cluster, before);
	return marker != NULL && marker->cites_own;
}

/* At a line's start: the end of the sentence that ended before, else, and where
 * the markers stand before what they cite, of the one that the line continues or
 * begins. */
static int
place_at_line_start(const Cluster *cluster)
{
	Section    *section = cluster->section;
	Sentence   *sentences = prose_sentences(section->prose, cluster->block);
	int			count = cluster->block->nsentences;
	int			behind = sentence_behind(cluster, sentences);
	int			before = nearest_sentence(section, cluster->block, behind - 1, -1);
	int			next;
	int			anchor;

	next = nearest_sentence(section, cluster->block, behind, 1);
	if (before >= 0 && (behind == count || sentences[behind].start >= cluster->start) &&
		(next == count || !cites_what_follows(cluster, &sentences[before])))
		return sentence_anchor(section, &sentences[before]);
	if (next < count)
	{
		section->prose->markers.items[cluster->first].cites_own =
			sentences[next].start >= cluster->start;
		return sentence_anchor(section, &sentences[next]);
	}
	if (before >= 0)
		return sentence_anchor(section, &sentences[before]);
	/* brackets that stay in the text, and are no sentence of their own */
	anchor = sentence_anchor(section, &(Sentence){.start = cluster->end, .end = cluster->line_end});
	return anchor > cluster->end ? anchor : place_elsewhere(cluster);
}

/* "Rents rose. [SRC:2] shows": the end of the sentence whose subject the markers are. */
static int
place_subject(const Cluster *cluster)
{
	Sentence   *sentences = prose_sentences(cluster->section->prose, cluster->block);
	int own =
		nearest_sentence(cluster->section, cluster->block, sentence_behind(cluster, sentences), 1);

	return own < cluster->block->nsentences ? sentence_anchor(cluster->section, &sentences[own])
											: -1;
}

/* "([SRC:1])": brackets around markers alone keep their reference inside. */
static bool
is_bracketed(const Cluster *cluster)
{
	const char *text = cluster->section->body.data;
	int			open;
	const BracketPair *pair = pair_before(text, cluster->line->start, cluster->start, &open);

	return pair != NULL && pair_close(pair, text, cluster->end, cluster->line_end) >= 0 &&
		skip_blanks_back(text, cluster->line->start, open) > cluster->line->start;
}

/* "([SRC:1]; see also [SRC:2])": behind a marker that opens a parenthesis the
 * semicolon closes no clause. */
static bool
opens_brackets(const Cluster *cluster)
{
	static const uint32 separators[] = {',', ';', 0x3001, 0xFF0C, 0xFF1B};
	const char *text = cluster->section->body.data;
	int			open;
	const BracketPair *pair = pair_before(text, cluster->line->start, cluster->start, &open);

	/* a quotation mark that opens in one language closes in another */
	if (pair == NULL || (pair->open[0] != '(' && strcmp(pair->open, "\xEF\xBC\x88") != 0) ||
		cluster->end >= cluster->line_end)
		return false;
	for (int i = 0; i < (int) lengthof(separators); i++)
		if (separators[i] == utf8_char(text, cluster->end))
			return skip_blanks_back(text, cluster->line->start, open) > cluster->line->start;
	return false;
}

/* "[SRC:1], [SRC:2]": the comma lists markers and closes no clause, so that
 * references stay where they are, on both sides of it. */
static bool
is_listed(const Cluster *cluster)
{
	const Prose *prose = cluster->section->prose;
	const Marker *before = cluster->first > 0 ? &prose->markers.items[cluster->first - 1] : NULL;
	const Marker *after =
		cluster->last + 1 < prose->markers.count ? &prose->markers.items[cluster->last + 1] : NULL;

	if (before != NULL && before->leaves &&
		before->line == prose->markers.items[cluster->first].line &&
		only_separators(prose->text, before->start + before->len, cluster->start))
		return true;
	return after != NULL && after->leaves && after->start < cluster->line_end &&
		only_separators(prose->text, cluster->end, after->start);
}

/* GFM drops the cells of a row that its header has no column for: what is
 * cited there goes to the row's last cell that is shown. */
static int
last_shown_cell(const Cluster *cluster)
{
	const Marker *marker = &cluster->section->prose->markers.items[cluster->first];

	if (cluster->block->kind != BLOCK_TABLE || marker->cell < cluster->block->columns)
		return -1;
	return section_shown_end(cluster->section, cluster->block, cluster->line);
}

/* The anchor of a cluster, -1 = no prose can carry it. The first rule that fits wins. */
static int
place_cluster(const Cluster *cluster)
{
	const char *text = cluster->section->body.data;
	Marker	   *last = &cluster->section->prose->markers.items[cluster->last];
	int			pos = last_shown_cell(cluster);

	if (pos >= 0)
		return pos;
	if (cluster->block->kind == BLOCK_HEADING || !block_has_prose(cluster->section, cluster->block))
	{
		if (cluster->block->kind == BLOCK_TABLE && cluster->start > cluster->line->start)
			return cluster->start;
		return place_elsewhere(cluster);
	}
	if (last->link_end > 0)
		return skip_closing(cluster, last->link_end);
	if (cluster->lead == LEAD_CELL)
		return cluster->start;
	if (cluster->lead != LEAD_NONE)
		return cluster->block->kind == BLOCK_TABLE ? place_in_table(cluster)
												   : place_at_line_start(cluster);
	if (cluster->section->prose->markers.items[cluster->first].opens_sentence &&
		(pos = place_subject(cluster)) >= 0)
		return pos;
	if (is_bracketed(cluster) || opens_brackets(cluster))
		return skip_blanks_back(text, cluster->line->start, cluster->start);
	if (is_listed(cluster))
		return skip_blanks_back(text, cluster->line->start, cluster->start);
	if ((pos = end_of_word(cluster)) >= 0)
		return skip_closing(cluster, pos);
	pos = skip_closing(cluster, cluster->end);
	if (pos > cluster->end)
		return pos;
	return skip_blanks_back(text, cluster->line->start, cluster->start);
}

/* "**[SRC:1]**", "[[SRC:1]]": marks around markers alone are part of them, as is what
 * place_credit() took, "(Source: [SRC:1])". */
static void
take_wrapping(Cluster *cluster)
{
	const char *text = cluster->section->body.data;
	Marker	   *markers = cluster->section->prose->markers.items;
	int			width = 0;
	int floor = Max(cluster->line->start,
					cluster->first > 0 ? marker_cut_end(&markers[cluster->first - 1]) : 0);

	if (markers[cluster->first].wrap_before + markers[cluster->last].wrap_after > 0)
	{
		cluster->start = marker_cut_start(&markers[cluster->first]);
		cluster->end = marker_cut_end(&markers[cluster->last]);
		return;
	}
	while (cluster->start - width > floor && cluster->end + width < cluster->line_end &&
		   strchr("*_~", text[cluster->start - width - 1]) != NULL &&
		   text[cluster->start - width - 1] == text[cluster->end + width])
		width++;
	if (width > 0 && follows_backslash(text, floor, cluster->start - width))
		width--;				/* that one is no mark */
	if (width == 0 && cluster->start > floor && cluster->end < cluster->line_end &&
		text[cluster->start - 1] == '[' && text[cluster->end] == ']' &&
		(cluster->end + 1 == cluster->line_end || strchr("([:", text[cluster->end + 1]) == NULL))
		width = 1;
	cluster->start -= width;
	cluster->end += width;
	markers[cluster->first].wrap_before = width;
	markers[cluster->last].wrap_after = width;
}

void
place_markers(Memo *memo, Section *section)
{
	Citation   *citations = memo->citations.items + section->first_citation;
	int			next = 0;
	int			moved = 0;
	int			homeless = 0;

	place_leads(section);
	for (int i = 0; i < section->prose->markers.count; i++)
	{
		Marker	   *marker = &section->prose->markers.items[i];
		Cluster		cluster;
		int			anchor;

		CHECK_FOR_INTERRUPTS();
		if (!marker->leaves || is_definition_part(section, marker))
			continue;
		cluster = cluster_from(section, i);
		if (cluster.lead == LEAD_NONE || cluster.lead == LEAD_CELL)
			take_wrapping(&cluster);
		anchor = place_cluster(&cluster);
		moved += anchor >= 0 && (anchor < cluster.start - 8 || anchor > cluster.end + 8);
		while (next < section->ncitations && citations[next].marker < i)
			next++;
		for (; next < section->ncitations && citations[next].marker <= cluster.last; next++)
		{
			Citation   *citation = &citations[next];
			Citation   *before = next > 0 ? citation - 1 : NULL;

			citation->anchor = anchor;
			if (anchor < 0)
			{
				citation_remove(memo, citation, "no_prose");
				homeless++;
			}
			else if (before != NULL && before->marker >= i && before->src_id == citation->src_id &&
					 citation->src_id >= 0 && slice_equal(before->place, citation->place))
				citation_remove(memo, citation, "duplicate");
		}
		i = cluster.last;
	}
	if (moved > 0)
		memo_event(memo, EVENT_marker_moved, section->index, (Slice){NULL, 0}, "{\"clusters\":%d}",
				   moved);
	citations_removed(memo, section->index, "no_prose", homeless);
}

/* Is all that is cut with a marker before a byte? */
static bool
ends_before(const void *markers, int index, int pos)
{
	return marker_cut_end(&((const Marker *) markers)[index]) <= pos;
}

int
place_gap(const Section *section, int from, int to)
{
	const Prose *prose = section->prose;
	int			low;
	int			pos = from;

	if (from == to)
		return to;
	low = first_from(prose->markers.items, prose->markers.count, from, ends_before,
					 &section->prose->near_marker);
	while (pos < to)
	{
		const Marker *marker = low < prose->markers.count ? &prose->markers.items[low] : NULL;

		if (marker != NULL && pos >= marker_cut_start(marker))
		{
			low++;
			if (marker->leaves)
			{
				pos = Max(pos, marker_cut_end(marker));
				continue;
			}
		}
		if (!is_line_blank(prose->text[pos]) && prose->text[pos] != ',')
			return pos;
		pos++;
	}
	return to;
}
