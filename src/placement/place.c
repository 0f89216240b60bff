/*
 * place.c
 *		Where a marker's reference will stand (chapter 3, stage 0.5).
 *
 * Each cluster (cluster.c) gets one place, the anchor: a byte of the agent's body.  For
 *
 *		NOI of $4.2M [SRC:12][SRC: 7].
 *
 * the cluster is both markers, its anchor the byte after the full stop, and render writes
 * "NOI of $4.2M.[^1],[^2]".
 */
#include "placement/placement_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"


/* A cluster and where it stands. */
typedef struct Site
{
	Section    *section;
	TextBlock  *block;
	Line	   *line;			/* of its first marker */
	Cluster    *cluster;
	int			line_end;		/* of the last line that it is on */
} Site;

/* ------------------------------------------------------------ characters */

/* A letter or digit of a script that puts blanks between words. */
static bool
is_word_char(uint32 c)
{
	return is_word_letter(c) && !(c >= 0x2E80 && c <= 0x9FFF) && !(c >= 0xAC00 && c <= 0xD7AF) &&
		!(c >= 0xF900 && c <= 0xFAFF) && !(c >= 0xFE30 && c <= 0xFFEF) && c < 0x1F000;
}

/* ---------------------------------------------------------------- places */

/* A cluster whose block cannot carry it: a heading, or nothing but markers, which cite
 * what is before them unless a heading parts them from that. */
static int
place_elsewhere(const Site *site)
{
	bool		is_heading = site->block->kind == BLOCK_HEADING;
	bool		goes_on = is_heading || block_is_headed(site->section, site->block);
	int			index = block_near(site->section, site->block, goes_on);

	if (index >= 0)
		return block_anchor(site->section, index, !goes_on);
	if (is_heading)
		return -1;
	index = block_near(site->section, site->block, true);
	return index >= 0 ? block_anchor(site->section, index, false) : -1;
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
end_of_word(const Site *site)
{
	const char *text = site->section->body.data;
	int			end = site->line_end;
	int			pos = site->cluster->end;

	if (site->cluster->start == site->line->start || pos >= end || begins_address(text, pos, end) ||
		!splits_word(text, site->line->start, char_before(text, site->cluster->start), pos, end))
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

/* The run of closing punctuation behind pos; it stops at the next marker. */
static int
skip_closing(const Site *site, int pos)
{
	const Prose *prose = site->section->prose;
	const char *text = prose->text;
	int			end = site->line_end;

	if (site->cluster->last + 1 < prose->markers.count)
		end = Min(end, Max(pos, prose->markers.items[site->cluster->last + 1].start));
	while (pos < end && place_is_closing(text, pos) &&
		   !is_apostrophe(text, pos, site->line_end) &&
		   !(text[pos] == '!' && pos + 1 < end && text[pos + 1] == '[')) /* an image */
		pos += char_length(text[pos]);
	return pos;
}

/* The first sentence that ends behind the cluster. */
static int
sentence_behind(const Site *site, const Sentence *sentences)
{
	int			low;

	LOWER_BOUND(low, site->block->nsentences, i, sentences[i].end <= site->cluster->end);
	return low;
}

/* At the start of a cell or row with text: in the cell, else, for a row has no
 * place before its first cell, in the one before. */
static int
place_in_table(const Site *site)
{
	Section    *section = site->section;
	Sentence   *sentences = prose_sentences(section->prose, site->block);
	int			count = site->block->nsentences;
	int			behind = sentence_behind(site, sentences);
	int			before = behind < count ? behind : count - 1;

	if (behind < count && sentences[behind].start < site->line_end &&
		sentence_anchor(section, &sentences[behind]) > site->cluster->end &&
		memchr(section->body.data + site->cluster->end, '|',
			   Max(0, sentences[behind].start - site->cluster->end)) == NULL)
		return sentence_anchor(section, &sentences[behind]);
	if (site->cluster->start > site->line->start)
		return site->cluster->start;
	while (before >= 0 && sentences[before].end > site->cluster->start)
		before--;
	before = nearest_sentence(section, site->block, before, -1);
	if (before < 0)
		before = nearest_sentence(section, site->block, behind, 1);
	return before < count ? sentence_anchor(section, &sentences[before]) : -1;
}

/* "[SRC:1]: Rents rose." or "[SRC:1] shows" below a sentence, and "[SRC:2] Costs fell."
 * below "[SRC:1] Rents rose.": does the cluster cite what it stands before? */
static bool
cites_what_follows(const Site *site, const Sentence *before)
{
	const Section *section = site->section;
	const Line *lines = &section->prose->lines.items[site->block->first_line];
	const Cluster *first;
	int			line;

	if (site->cluster->is_label ||
		section->prose->markers.items[site->cluster->first].opens_sentence)
		return true;
	LOWER_BOUND(line, site->block->nlines, i, lines[i].start <= before->start);
	first = &section->places.clusters.items[cluster_from(section, lines[Max(line, 1) - 1].start)];
	return first < site->cluster && first->cites_own && first->start <= before->start;
}

/* At a line's start: the end of the sentence that ended before, else, and where
 * the markers stand before what they cite, of the one that the line continues or
 * begins. */
static int
place_at_line_start(const Site *site)
{
	Section    *section = site->section;
	Sentence   *sentences = prose_sentences(section->prose, site->block);
	int			count = site->block->nsentences;
	int			behind = sentence_behind(site, sentences);
	int			before = nearest_sentence(section, site->block, behind - 1, -1);
	int			next;
	int			anchor;

	next = nearest_sentence(section, site->block, behind, 1);
	if (before >= 0 && (behind == count || sentences[behind].start >= site->cluster->start) &&
		(next == count || !cites_what_follows(site, &sentences[before])))
		return sentence_anchor(section, &sentences[before]);
	if (next < count)
	{
		site->cluster->cites_own = sentences[next].start >= site->cluster->start;
		return sentence_anchor(section, &sentences[next]);
	}
	if (before >= 0)
		return sentence_anchor(section, &sentences[before]);
	/* brackets that stay in the text, and are no sentence of their own */
	anchor = sentence_anchor(section,
							 &(Sentence) {.start = site->cluster->end, .end = site->line_end});
	return anchor > site->cluster->end ? anchor : place_elsewhere(site);
}

/* The anchor of a cluster, -1 = no prose can carry it. The first rule that fits wins. */
static int
place_cluster(const Site *site)
{
	const Cluster *cluster = site->cluster;
	const char *text = site->section->body.data;
	Marker	   *markers = site->section->prose->markers.items;
	int			pos = -1;

	/* what is cited in a cell that GFM drops goes to the row's last one that is shown */
	if (site->block->kind == BLOCK_TABLE && markers[cluster->first].cell >= site->block->columns)
		pos = section_shown_end(site->section, site->block, site->line);
	if (pos >= 0)
		return pos;
	if (site->block->kind == BLOCK_HEADING || !block_has_prose(site->section, site->block))
	{
		if (site->block->kind == BLOCK_TABLE && cluster->start > site->line->start)
			return cluster->start;
		return place_elsewhere(site);
	}
	if (markers[cluster->last].link_end > 0)
		return skip_closing(site, markers[cluster->last].link_end);
	if (cluster->fills_cell && cluster->start > site->line->start)
		return cluster->start;
	if (cluster->is_subject && !cluster->begins && !markers[cluster->first].opens_sentence)
		return cluster->mark_start;
	if (cluster->joins_subject)
		return cluster->left;
	if (cluster->begins)
		return site->block->kind == BLOCK_TABLE ? place_in_table(site) : place_at_line_start(site);
	if (markers[cluster->first].opens_sentence)	/* "Rents rose. [SRC:2] shows": of that sentence */
	{
		Sentence   *sentences = prose_sentences(site->section->prose, site->block);
		int			own = nearest_sentence(site->section, site->block,
										   sentence_behind(site, sentences), 1);

		if (own < site->block->nsentences)
			return sentence_anchor(site->section, &sentences[own]);
	}
	if (cluster->is_object && !(cluster->end < site->line_end && text[cluster->end] == ':' &&
								is_letter(text[cluster->left - 1])))
		return skip_blanks_back(text, site->line->start, cluster->start);
	if ((pos = end_of_word(site)) >= 0)
		return skip_closing(site, pos);
	pos = skip_closing(site, cluster->end);
	return pos > cluster->end ? pos
		: before_definition(text, site->line->start,
							skip_blanks_back(text, Min(site->line->start, cluster->start),
											 cluster->start));
}

/* Gives a cluster's citations its anchor; one without is removed, and of neighbours that cite
 * the same one stays.  Returns how many found no place. */
static int
anchor_citations(Memo *memo, Section *section, const Cluster *cluster, int anchor, int *next)
{
	Citation   *citations = memo->citations.items + section->citations.first;
	int			homeless = 0;

	while (*next < section->citations.count && citations[*next].marker < cluster->first)
		(*next)++;
	for (; *next < section->citations.count && citations[*next].marker <= cluster->last; (*next)++)
	{
		Citation   *citation = &citations[*next];
		Citation   *before = *next > 0 ? citation - 1 : NULL;

		citation->anchor = anchor;
		if (anchor < 0)
		{
			citation_remove(memo, citation, "no_prose");
			homeless++;
		}
		else if (before != NULL && before->marker >= cluster->first &&
				 before->src_id == citation->src_id && citation->src_id >= 0 &&
				 slice_equal(before->place, citation->place))
			citation_remove(memo, citation, "duplicate");
	}
	return homeless;
}

void
place_markers(Memo *memo, Section *section)
{
	int			next = 0;
	int			moved = 0;
	int			homeless = 0;

	clusters_find(section);
	for (int i = 0; i < section->places.clusters.count; i++)
	{
		Cluster    *cluster = &section->places.clusters.items[i];
		const Marker *marker = &section->prose->markers.items[cluster->first];
		Site		site = {section, &section->prose->blocks.items[marker->block],
							&section->prose->lines.items[marker->line], cluster, 0};
		const Line *line = site.line;
		int			anchor;

		CHECK_FOR_INTERRUPTS();
		if (is_definition_part(section, marker))
			continue;
		while (line->end < cluster->mark_end && line + 1 < section->prose->lines.items +
			   site.block->first_line + site.block->nlines)
			line++;				/* "[SRC:1,\np. 4]" */
		site.line_end = line->end;
		anchor = cluster->anchor = place_cluster(&site);
		cluster->is_near = anchor >= cluster->left &&
			anchor <= skip_closing(&site, cluster->end) &&
			(!cluster->begins || cluster->fills_cell);
		moved += anchor >= 0 && !cluster->is_subject &&
			(anchor < cluster->start - 8 || anchor > cluster->end + 8);
		homeless += anchor_citations(memo, section, cluster, anchor, &next);
	}
	if (moved > 0)
		memo_event(memo, EVENT_marker_moved, section->index, (Slice){NULL, 0}, "{\"clusters\":%d}",
				   moved);
	citations_removed(memo, section->index, "no_prose", homeless);
}

int
place_gap(const Section *section, int from, int to)
{
	const char *text = section->body.data;
	int			next = from < to ? cluster_from(section, from) : 0;
	int			len;

	for (int pos = from; pos < to;)
	{
		const Cluster *cluster =
			next < section->places.clusters.count ? &section->places.clusters.items[next] : NULL;

		if (cluster != NULL && pos >= cluster->start)
		{
			pos = Max(pos, cluster->end);
			next++;
		}
		else if ((len = blank_at(text, pos, to)) > 0 || (len = joint_at(text, pos, to)) > 0)
			pos += len;
		else
			return pos;
	}
	return to;
}
