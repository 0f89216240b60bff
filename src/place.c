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
#include "memocite.h"

typedef struct Cluster
{
	Section    *section;
	TextBlock  *block;
	Line	   *line;
	int			first;			/* markers of the section, both included */
	int			last;
	int			start;			/* bytes of the body */
	int			end;
	bool		follows_start;	/* only clusters stand before it on its line */
} Cluster;

/* ------------------------------------------------------------ characters */

/* Decodes the character at text[pos]; the body is valid UTF-8. */
static uint32
decode(const char *text, int pos)
{
	const unsigned char *p = (const unsigned char *) text + pos;

	if (p[0] < 0x80)
		return p[0];
	if (p[0] < 0xE0)
		return (p[0] & 0x1F) << 6 | (p[1] & 0x3F);
	if (p[0] < 0xF0)
		return (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F);
	return (p[0] & 0x07) << 18 | (p[1] & 0x3F) << 12 | (p[2] & 0x3F) << 6 | (p[3] & 0x3F);
}

static inline int
char_length(char c)
{
	unsigned char b = c;

	return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

static int
char_before(const char *text, int pos)
{
	pos--;
	while (pos > 0 && ((unsigned char) text[pos] & 0xC0) == 0x80)
		pos--;
	return pos;
}

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

/* The closing punctuation that a reference goes behind. */
static bool
is_closing(uint32 c)
{
	static const uint32 closing[] = {
		'.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'',
		0x00BB, 0x2019, 0x201D, 0x2026, 0x203A,
		0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017,
		0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF61,
	};

	for (int i = 0; i < (int) lengthof(closing); i++)
		if (closing[i] == c)
			return true;
	return false;
}

static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Length of the blank that ends at pos, NBSP included; 0 = none. */
static int
blank_before(const char *text, int start, int pos)
{
	if (pos > start && is_blank(text[pos - 1]))
		return 1;
	if (pos - 1 > start && (unsigned char) text[pos - 1] == 0xA0 && (unsigned char) text[pos - 2] == 0xC2)
		return 2;
	return 0;
}

static int
skip_blanks_back(const char *text, int start, int pos)
{
	int			width;

	while ((width = blank_before(text, start, pos)) > 0)
		pos -= width;
	return pos;
}

/* -------------------------------------------------------------- clusters */

static bool
only_blanks(const char *text, int from, int to)
{
	return skip_blanks_back(text, from, to) == from;
}

/* Does the marker stand in what leaves the text: an agent's definition, source
 * line or source list? */
static bool
is_definition_part(const Section *section, const Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];

	return block->note_def >= 0 || block->kind == BLOCK_SOURCE_LINE || marker->block >= section->source_block;
}

static Cluster
cluster_from(Section *section, int first)
{
	Prose	   *prose = section->prose;
	Marker	   *marker = &prose->markers.items[first];
	Cluster		cluster = {section, &prose->blocks.items[marker->block],
		&prose->lines.items[marker->line], first, first, marker->start, marker->start + marker->len, false};

	for (int i = first + 1; i < prose->markers.count; i++)
	{
		marker = &prose->markers.items[i];
		if (!marker->leaves || marker->line != prose->markers.items[first].line ||
			!only_blanks(section->body.data, cluster.end, marker->start))
			break;
		cluster.last = i;
		cluster.end = marker->start + marker->len;
	}
	return cluster;
}

/* ---------------------------------------------------------- prose blocks */

/* Has the block a byte that is no blank, marker or emphasis mark? */
static bool
find_prose(const Section *section, const TextBlock *block)
{
	const Prose *prose = section->prose;
	int			next = block->first_marker;
	int			last = next + block->nmarkers;

	if (!block_takes_notes(block))
		return false;
	for (int i = 0; i < block->nlines; i++)
	{
		const Line *line = &prose->lines.items[block->first_line + i];

		if (prose_leaves(prose, line->start))
			continue;
		for (int pos = line->start; pos < line->end;)
		{
			const Marker *marker = next < last ? &prose->markers.items[next] : NULL;

			if (marker != NULL && pos >= marker->start)
			{
				if (marker->leaves)
					pos = Max(pos, marker->start + marker->len);
				next++;
				continue;
			}
			if (strchr(" \t\r*_~|:-.,;()[]", section->body.data[pos]) != NULL)
				pos++;
			else if (strncmp(section->body.data + pos, "\xC2\xA0", 2) == 0)
				pos += 2;		/* NBSP */
			else
				return true;
		}
	}
	return false;
}

/* The same, looked for once a block: every cluster of a block asks. */
static bool
block_has_prose(const Section *section, TextBlock *block)
{
	if (!block->is_measured)
		block->has_prose = block - section->prose->blocks.items < section->source_block &&
			find_prose(section, block);
	block->is_measured = true;
	return block->has_prose;
}

/* near_prose[2 * i] and [2 * i + 1]: the blocks with prose before and after
 * block i, -1 when there is none. */
static int
near_prose(Section *section, const TextBlock *block, bool after)
{
	int			count = section->prose->blocks.count;
	int			index = (int) (block - section->prose->blocks.items);

	if (section->near_prose == NULL)
	{
		int			before = -1;
		int			behind = -1;

		section->near_prose = palloc(sizeof(int) * 2 * Max(count, 1));
		for (int i = 0; i < count; i++)
		{
			section->near_prose[2 * i] = before;
			section->near_prose[2 * i + 1] =
				block_has_prose(section, &section->prose->blocks.items[i]);
			if (section->near_prose[2 * i + 1])
				before = i;
		}
		for (int i = count - 1; i >= 0; i--)
		{
			bool		has_prose = section->near_prose[2 * i + 1] != 0;

			section->near_prose[2 * i + 1] = behind;
			if (has_prose)
				behind = i;
		}
	}
	return section->near_prose[2 * index + (after ? 1 : 0)];
}

/* The leaving marker that ends at pos, NULL when none does. */
static const Marker *
marker_ending_at(const Prose *prose, int pos)
{
	int			low = 0;
	int			high = prose->markers.count;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (marker_cut_end(&prose->markers.items[middle]) < pos)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == prose->markers.count || !prose->markers.items[low].leaves ||
		marker_cut_end(&prose->markers.items[low]) != pos)
		return NULL;
	return &prose->markers.items[low];
}

int
sentence_anchor(const Section *section, const Sentence *sentence)
{
	const char *text = section->body.data;
	int			pos = sentence->end;

	for (;;)
	{
		int			before = pos;
		const Marker *marker;

		while (pos > sentence->start && (is_blank(text[pos - 1]) || text[pos - 1] == '\n'))
			pos--;
		marker = marker_ending_at(section->prose, pos);
		if (marker != NULL && marker_cut_start(marker) > sentence->start)
			pos = marker_cut_start(marker);
		else
			pos = skip_blanks_back(text, sentence->start, pos);
		if (pos == before)
			return pos;
	}
}

/* Not at a line of markers alone that has no cell border, nor unseen. */
static bool
takes_reference(Section *section, const TextBlock *block, const Sentence *sentence)
{
	const Marker *marker = marker_ending_at(section->prose, sentence_anchor(section, sentence));

	return sentence_is_shown(section, block, sentence) &&
		(marker == NULL || marker_cut_start(marker) > sentence->start ||
		 (sentence->start > 0 && section->body.data[sentence->start - 1] == '|'));
}

/* End of a block's first or last sentence; in a table the first body cell. */
static int
block_anchor(Section *section, int index, bool last)
{
	TextBlock  *block = &section->prose->blocks.items[index];
	Sentence   *sentences = prose_sentences(section->prose, block);
	int			chosen = last ? block->nsentences - 1 : 0;

	if (block->nsentences <= 0)
		return -1;
	while (last && chosen > 0 && !takes_reference(section, block, &sentences[chosen]))
		chosen--;
	if (block->kind == BLOCK_TABLE && !last && block->nlines > 2)
	{
		int			body = section->prose->lines.items[block->first_line + 2].start;

		while (chosen < block->nsentences - 1 && sentences[chosen].start < body)
			chosen++;
	}
	while (!last && chosen < block->nsentences - 1 && !takes_reference(section, block, &sentences[chosen]))
		chosen++;
	return takes_reference(section, block, &sentences[chosen]) ? sentence_anchor(section, &sentences[chosen]) : -1;
}

int
place_at_end(Section *section)
{
	Prose	   *prose = section->prose;

	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		int			anchor;

		if (!block_has_prose(section, &prose->blocks.items[i]))
			continue;
		anchor = block_anchor(section, i, true);
		if (anchor >= 0)
			return anchor;
	}
	return -1;
}

/* ---------------------------------------------------------------- places */

/* A cluster whose block cannot carry it: a heading, or nothing but markers. */
static int
place_elsewhere(const Cluster *cluster)
{
	bool		is_heading = cluster->block->kind == BLOCK_HEADING;
	int			index = near_prose(cluster->section, cluster->block, is_heading);

	if (index >= 0)
		return block_anchor(cluster->section, index, !is_heading);
	if (is_heading)
		return -1;
	index = near_prose(cluster->section, cluster->block, true);
	return index >= 0 ? block_anchor(cluster->section, index, false) : -1;
}

/* Do the characters around the cluster belong to one word or number?  As in
 * "4.[SRC:1]2M", "$[SRC:1]82M", "12[SRC:1]%", "cap[SRC:1]rate",
 * "in-[SRC:1]place", "Sponsor[SRC:1]'s". */
static bool
splits_word(const char *text, int start, int before, int pos, int end)
{
	uint32		left = decode(text, before);
	uint32		right = decode(text, pos);
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
		return left_of >= 0 && is_word_char(decode(text, left_of));
	if (next >= end || !is_word_char(left) || !is_word_char(decode(text, next)))
		return false;
	if (right == '.' || right == ',')
		return digit_left && isdigit((unsigned char) text[next]);
	return right == '\'' || right == 0x2019 || right == '-';
}

/* The end of the word that the cluster splits, -1 when it stands between words. */
static int
end_of_word(const Cluster *cluster)
{
	const char *text = cluster->section->body.data;
	int			end = cluster->line->end;
	int			pos = cluster->end;

	if (cluster->start == cluster->line->start || pos >= end ||
		!splits_word(text, cluster->line->start, char_before(text, cluster->start), pos, end))
		return -1;
	while (pos < end)
	{
		int			next = pos + char_length(text[pos]);
		bool		joins = strchr(".,-'", text[pos]) != NULL && next < end &&
			(strchr(".,", text[pos]) != NULL ? isdigit((unsigned char) text[next])
			 : is_word_char(decode(text, next)));

		if (!joins && text[pos] != '%' && decode(text, pos) != 0x2019 && !is_word_char(decode(text, pos)))
			break;
		pos = next;
	}
	return pos;
}

/* The run of closing punctuation behind pos; it stops at the next marker. */
static int
skip_closing(const Cluster *cluster, int pos)
{
	const Prose *prose = cluster->section->prose;
	const char *text = prose->text;
	int			end = cluster->line->end;

	if (cluster->last + 1 < prose->markers.count)
		end = Min(end, Max(pos, prose->markers.items[cluster->last + 1].start));
	while (pos < end && is_closing(decode(text, pos)) &&
		   !(text[pos] == '!' && pos + 1 < end && text[pos + 1] == '['))	/* an image */
		pos += char_length(text[pos]);
	return pos;
}

/* Where the text of a line begins: behind the box of a task item. */
int
line_text_start(const char *text, const TextBlock *block, const Line *line)
{
	const char *box = text + line->start;

	if (!block->starts_item || line->end - line->start < 4 || box[0] != '[' || box[2] != ']' ||
		strchr(" xX", box[1]) == NULL || !is_blank(box[3]))
		return line->start;
	return line->start + 4;
}

/* Is there nothing but blanks before the cluster on its line or in its cell? */
static bool
starts_line(const Cluster *cluster)
{
	int			start = line_text_start(cluster->section->body.data, cluster->block, cluster->line);
	int			pos = cluster->start;

	if (cluster->follows_start)
		return true;
	while (pos > start && (blank_before(cluster->section->body.data, start, pos) > 0 ||
						   strchr("*_~", cluster->section->body.data[pos - 1]) != NULL))
		pos--;
	return pos == start ||
		(cluster->block->kind == BLOCK_TABLE && cluster->section->body.data[pos - 1] == '|');
}

/* At a line's start: the end of the sentence that ended before, else of the
 * one that the line continues or begins. */
static int
place_at_line_start(const Cluster *cluster)
{
	Section    *section = cluster->section;
	Sentence   *sentences = prose_sentences(section->prose, cluster->block);
	int			count = cluster->block->nsentences;
	int			low = 0;
	int			high = count;

	while (low < high)			/* the first sentence that ends behind the cluster */
	{
		int			middle = (low + high) / 2;

		if (sentences[middle].end <= cluster->end)
			low = middle + 1;
		else
			high = middle;
	}
	if (cluster->block->kind == BLOCK_TABLE)
	{
		int			border = low < count ? low : count - 1;
		bool		same_cell = low < count &&
			sentence_anchor(section, &sentences[low]) > cluster->end &&
			memchr(section->body.data + cluster->end, '|',
				   Max(0, sentences[low].start - cluster->end)) == NULL;

		if (same_cell)
			return sentence_anchor(section, &sentences[border]);
		if (cluster->start > cluster->line->start)
			return cluster->start;	/* a cell of markers alone carries them */
		while (border >= 0 && (sentences[border].end > cluster->start || !sentence_is_shown(section, cluster->block, &sentences[border])))
			border--;
		if (border < 0 && low < count)
			border = low;
		return border >= 0 ? sentence_anchor(section, &sentences[border]) : -1;
	}
	if (low > 0 && sentences[low - 1].end <= cluster->start &&
		(low == count || sentences[low].start >= cluster->end))
		return sentence_anchor(section, &sentences[low - 1]);
	if (low < count)
		return sentence_anchor(section, &sentences[low]);
	return count > 0 ? sentence_anchor(section, &sentences[count - 1]) : -1;
}

/* "([SRC:1])": a parenthesis of markers alone keeps its reference inside. */
static bool
is_parenthesized(const Cluster *cluster)
{
	const char *text = cluster->section->body.data;

	return cluster->start > cluster->line->start && cluster->end < cluster->line->end &&
		text[cluster->start - 1] == '(' && text[cluster->end] == ')' &&
		skip_blanks_back(text, cluster->line->start, cluster->start - 1) > cluster->line->start;
}

/* A comma or semicolon between pos and an end of another leaving marker? */
static bool
only_separator(const char *text, int from, int to)
{
	int			separators = 0;

	for (int i = from; i < to; i++)
	{
		if (text[i] == ',' || text[i] == ';')
			separators++;
		else if (!is_blank(text[i]))
			return false;
	}
	return separators == 1;
}

/* "[SRC:1], [SRC:2]": the comma lists markers and closes no clause, so that
 * references stay where they are, on both sides of it. */
static bool
is_listed(const Cluster *cluster)
{
	const Prose *prose = cluster->section->prose;
	const Marker *before = cluster->first > 0 ? &prose->markers.items[cluster->first - 1] : NULL;
	const Marker *after = cluster->last + 1 < prose->markers.count ? &prose->markers.items[cluster->last + 1] : NULL;

	if (before != NULL && before->leaves && before->line == prose->markers.items[cluster->first].line &&
		only_separator(prose->text, before->start + before->len, cluster->start))
		return true;
	return after != NULL && after->leaves && after->start < cluster->line->end &&
		only_separator(prose->text, cluster->end, after->start);
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
	if (starts_line(cluster))
		return place_at_line_start(cluster);
	if (is_parenthesized(cluster))
		return cluster->start;
	if (is_listed(cluster))
		return skip_blanks_back(text, cluster->line->start, cluster->start);
	if ((pos = end_of_word(cluster)) >= 0)
		return skip_closing(cluster, pos);
	pos = skip_closing(cluster, cluster->end);
	if (pos > cluster->end)
		return pos;
	return skip_blanks_back(text, cluster->line->start, cluster->start);
}

/* "**[SRC:1]**", "[[SRC:1]]": marks around markers alone are part of them. */
static void
take_wrapping(Cluster *cluster)
{
	const char *text = cluster->section->body.data;
	Marker	   *markers = cluster->section->prose->markers.items;
	int			width = 0;

	while (cluster->start - width > cluster->line->start && cluster->end + width < cluster->line->end &&
		   strchr("*_~", text[cluster->start - width - 1]) != NULL &&
		   text[cluster->start - width - 1] == text[cluster->end + width])
		width++;
	if (width == 0 && cluster->start > cluster->line->start && cluster->end < cluster->line->end &&
		text[cluster->start - 1] == '[' && text[cluster->end] == ']' &&
		(cluster->end + 1 == cluster->line->end || strchr("([:", text[cluster->end + 1]) == NULL))
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
	int			line_chain = -1;	/* end of the last cluster that began its line */

	for (int i = 0; i < section->prose->markers.count; i++)
	{
		Marker	   *marker = &section->prose->markers.items[i];
		Cluster		cluster;
		int			anchor;

		CHECK_FOR_INTERRUPTS();
		if (!marker->leaves || is_definition_part(section, marker))
			continue;
		cluster = cluster_from(section, i);
		take_wrapping(&cluster);
		cluster.follows_start = line_chain > cluster.line->start && line_chain <= cluster.start &&
			only_blanks(section->body.data, line_chain, cluster.start);
		anchor = place_cluster(&cluster);
		if (starts_line(&cluster))
			line_chain = cluster.end;
		moved += anchor >= 0 && (anchor < cluster.start - 8 || anchor > cluster.end + 8);
		while (next < section->ncitations && citations[next].marker < i)
			next++;
		for (; next < section->ncitations && citations[next].marker <= cluster.last; next++)
		{
			Citation   *citation = &citations[next];
			Citation   *before = next > 0 ? citation - 1 : NULL;

			citation->anchor = anchor;
			if (anchor < 0)
				citation_remove(memo, citation, "no_prose");
			else if (before != NULL && before->marker >= i && before->src_id == citation->src_id &&
					 citation->src_id >= 0)
				citation_remove(memo, citation, "duplicate");
		}
		i = cluster.last;
	}
	if (moved > 0)
		memo_event(memo, EVENT_marker_moved, section->index, (Slice) {NULL, 0}, "{\"clusters\":%d}", moved);
}

/* Two anchors in one text: is there anything but blanks, commas and leaving
 * markers between them? */
bool
place_adjacent(const Section *section, int from, int to, bool *same_cell)
{
	const Prose *prose = section->prose;
	int			low = 0;
	int			high = prose->markers.count;

	*same_cell = true;
	while (low < high)			/* the first marker that ends behind from */
	{
		int			middle = (low + high) / 2;

		if (marker_cut_end(&prose->markers.items[middle]) <= from)
			low = middle + 1;
		else
			high = middle;
	}
	for (int pos = from; pos < to;)
	{
		const Marker *marker = low < prose->markers.count ? &prose->markers.items[low] : NULL;

		if (marker != NULL && pos >= marker_cut_start(marker) && marker->leaves)
		{
			pos = Max(pos, marker_cut_end(marker));
			low++;
			continue;
		}
		if (marker != NULL && pos >= marker_cut_start(marker))
			low++;
		if (prose->text[pos] == '|' || prose->text[pos] == '\n')
			*same_cell = false;
		if (!is_blank(prose->text[pos]) && prose->text[pos] != ',')
		{
			if (!*same_cell)
				return false;
			/* prose between: look on for a cell border only */
			*same_cell = memchr(prose->text + pos, '|', to - pos) == NULL &&
				memchr(prose->text + pos, '\n', to - pos) == NULL;
			return false;
		}
		pos++;
	}
	return *same_cell;
}
