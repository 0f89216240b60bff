/*
 * cluster.c
 *		Which markers leave together, and what leaves with them.
 *
 * A cluster is a run of leaving markers on one line that blanks, separators, brackets or
 * emphasis join which enclose nothing else, with words that only say that a source follows:
 * of
 *
 *		NOI rose (see [SRC:1], [SRC:2] and **[SRC:3]**). Rents fell.
 *
 * " (see [SRC:1], [SRC:2] and **[SRC:3]**)" leaves, and has one anchor, behind the full stop.
 * What goes along around it is cluster_extent.c's.
 */
#include "placement/placement_internal.h"
#include "language/language.h"

#define MAX_OPEN	8			/* brackets that nest: reading on from each stays linear */
#define LONGEST_CREDIT	24		/* bytes between a bracket and what it encloses */
#define MOST_SEPARATORS	2		/* ", and" */

static const char *const credits[] = {
#include "placement/credits.inc"
};

typedef struct Reader
{
	const Prose *prose;
	const char *text;
	int			floor;			/* nothing before it is looked at, */
	int			end;			/* nor behind the line */
	int			pos;
	int			next;			/* marker that comes next */
	bool		begins;			/* its line or cell: a full stop separates, too */
	Opening		outer[MAX_OPEN];	/* before the first marker, from it outwards, */
	int			nouter;
	int			nclosed;		/* of which so many are closed */
	Opening		inner[MAX_OPEN];	/* behind it */
	int			depth;
	Cluster    *cluster;
} Reader;

/* ------------------------------------------------------------ characters */

/* Length of what separates markers at pos, 0 = nothing does; also a full stop or colon. */
static int
separator_at(const char *text, int pos, int end, bool stops_too)
{
	static const char *const separators[] = {
		",", ";", "/", "&", "-", "and ", "or ", "\xE2\x80\x93", "\xE5\x92\x8C",
		"\xE3\x80\x81", "\xEF\xBC\x8C", "\xEF\xBC\x9B",
	};
	static const char *const stops[] = {".", ":", "\xE3\x80\x82", "\xEF\xBC\x9A"};

	for (int i = 0; i < (int) lengthof(separators); i++)
		if (stands_at(text, pos, end, separators[i]))
			return (int) strlen(separators[i]);
	for (int i = 0; i < (int) lengthof(stops) && stops_too; i++)
		if (stands_at(text, pos, end, stops[i]))
			return (int) strlen(stops[i]);
	return 0;
}

/* ---------------------------------------------------------------- opening */

/* Are the words between a bracket and a marker only such as introduce sources? */
static bool
only_credits(const char *text, int pos, int end)
{
	int			count = 0;

	for (;; count++)
	{
		int			from;

		while (pos < end && (is_line_blank(text[pos]) || is_mark(text[pos]) || text[pos] == ':'))
			pos++;
		if (pos == end)
			return count > 0;
		for (from = pos; pos < end && (is_letter(text[pos]) || text[pos] == '.'); pos++)
			;
		if (pos == from || !word_in(text, from, pos, credits, lengthof(credits)))
			return false;
	}
}

/* "(Source: " and "(**see** ": the bracket behind which such words stand up to pos. */
static bool
credit_before(const char *text, int floor, int pos, Opening *opening)
{
	int			from = Max(floor, pos - LONGEST_CREDIT);

	if (pos == floor || (!is_letter(text[pos - 1]) && strchr(".:*_", text[pos - 1]) == NULL))
		return false;
	for (int open = pos - 1; open >= from; open--)
		if (strchr("([", text[open]) != NULL)
			return (open == 0 || strchr("\\]!", text[open - 1]) == NULL) &&
				only_credits(text, open + 1, pos) &&
				bracket_before(text, floor, open + 1, opening);
	return false;
}

/* Emphasis that opens right before pos. */
static bool
marks_before(const char *text, int floor, int pos, Opening *opening)
{
	int			start = pos;

	while (start > floor && is_mark(text[start - 1]) && text[start - 1] == text[pos - 1])
		start--;
	if (start < pos && follows_backslash(text, floor, start))
		start++;				/* that one is no mark */
	if (start == pos)
		return false;
	opening->start = start;
	opening->mark = text[start];
	opening->width = pos - start;
	return true;
}

/* All that opens before the first marker. */
static void
read_outer(Reader *reader, int pos)
{
	while (reader->nouter < MAX_OPEN)
	{
		Opening		opening = {0};
		int			at = skip_blanks_back(reader->text, reader->floor, pos);

		if (!(at == pos && marks_before(reader->text, reader->floor, pos, &opening)) &&
			!bracket_before(reader->text, reader->floor, at, &opening) &&
			!credit_before(reader->text, reader->floor, at, &opening))
			return;
		if (at < pos && reader->text[opening.start] == '"')
			return;				/* it closes what is before it */
		reader->outer[reader->nouter++] = opening;
		pos = opening.start;
	}
}

/* ---------------------------------------------------------------- reading */

/* Nothing behind the first marker is open: the cluster goes up to here. */
static void
complete(Reader *reader)
{
	if (reader->depth > 0)
		return;
	reader->cluster->end = reader->pos;
	reader->cluster->last = reader->next - 1;
	if (reader->nclosed > 0)
		reader->cluster->start = reader->outer[reader->nclosed - 1].start;
}

static bool
read_marker(Reader *reader)
{
	const Prose *prose = reader->prose;
	const Marker *marker =
		reader->next < prose->markers.count ? &prose->markers.items[reader->next] : NULL;

	if (marker == NULL || marker->start != reader->pos || !marker->leaves || marker->opens_sentence)
		return false;
	reader->pos += marker->len;
	reader->next++;
	complete(reader);
	return true;
}

/* The end of what closes an opening at the reader's place, -1 = it does not. */
static int
closing_end(const Reader *reader, const Opening *opening)
{
	const char *text = reader->text;
	int			pos = reader->pos;
	int			width = 0;

	if (opening->bracket != NULL && opening->bracket->open[0] == '"' && is_blank(text[pos - 1]))
		return -1;
	if (opening->bracket == NULL)
	{
		while (pos + width < reader->end && text[pos + width] == opening->mark)
			width++;
		return width >= opening->width ? pos + opening->width : -1;
	}
	pos += text[pos] == '\\';	/* escaped, but a bracket to who reads it */
	if (!stands_at(text, pos, reader->end, opening->bracket->close))
		return -1;
	pos += (int) strlen(opening->bracket->close);
	if (opening->bracket->open[0] == '[' && pos < reader->end && strchr("([:", text[pos]) != NULL &&
		!(reader->next < reader->prose->markers.count &&
		  reader->prose->markers.items[reader->next].start == pos))
		return -1;				/* a link's label */
	return pos;
}

/* Closes what opened last, when a marker stands in it. */
static bool
read_closing(Reader *reader)
{
	bool		is_inner = reader->depth > 0;
	int			end;

	if (is_inner ? reader->inner[reader->depth - 1].next == reader->next
		: reader->nclosed == reader->nouter)
		return false;
	end = closing_end(reader, is_inner ? &reader->inner[reader->depth - 1]
					  : &reader->outer[reader->nclosed]);
	if (end < 0)
		return false;
	reader->pos = end;
	if (is_inner)
		reader->depth--;
	else
		reader->nclosed++;
	complete(reader);
	return true;
}

/* Opens a bracket or emphasis, with the words that introduce a source behind it. */
static bool
read_opening(Reader *reader)
{
	const char *text = reader->text;
	Opening		opening = {.start = reader->pos, .next = reader->next};
	int			pos = reader->pos;

	if (reader->depth == MAX_OPEN || reader->next == reader->prose->markers.count)
		return false;
	if (is_mark(text[pos]))
	{
		opening.mark = text[pos];
		while (pos < reader->end && text[pos] == opening.mark)
			pos++;
		opening.width = pos - reader->pos;
	}
	else
	{
		int			marker = Min(reader->prose->markers.items[reader->next].start, reader->end);

		pos += text[pos] == '\\';
		for (int i = 0; i < NBRACKETS && opening.bracket == NULL; i++)
			if (stands_at(text, pos, reader->end, brackets[i].open))
				opening.bracket = &brackets[i];
		if (opening.bracket == NULL)
			return false;
		pos += (int) strlen(opening.bracket->open);
		if (marker > pos && marker - pos <= LONGEST_CREDIT && only_credits(text, pos, marker))
			pos = marker;
	}
	reader->inner[reader->depth++] = opening;
	reader->pos = pos;
	return true;
}

/* From behind the first marker as far as the cluster may go. */
static void
read_on(Reader *reader)
{
	int			separators = 0;

	while (reader->pos < reader->end)
	{
		char		c = reader->text[reader->pos];
		int			len = blank_at(reader->text, reader->pos, reader->end);

		if (len > 0)
			reader->pos += len;
		else if (is_alnum(c) && c != 'a' && c != 'o')
			return;
		else if (read_marker(reader))
			separators = 0;
		else if (!read_closing(reader) && !read_opening(reader))
		{
			len = separator_at(reader->text, reader->pos, reader->end, reader->begins);
			if (len == 0 || ++separators > MOST_SEPARATORS)
				return;
			reader->pos += len;
		}
	}
}

/* --------------------------------------------------------------------- all */

/* Reads the cluster that begins with a marker. */
static void
read_cluster(Section *section, int first)
{
	const Prose *prose = section->prose;
	const Marker *marker = &prose->markers.items[first];
	const TextBlock *block = &prose->blocks.items[marker->block];
	const Line *line = &prose->lines.items[marker->line];
	const Line *last = &prose->lines.items[block->first_line + block->nlines - 1];
	int			start = Min(line_text_start(prose->text, block, line), marker->start);
	Cluster    *cluster = VEC_PUSH(&section->clusters);
	int			before = section->clusters.count > 1 ? cluster[-1].end : 0;
	Reader		reader = {.prose = prose, .text = prose->text, .cluster = cluster};

	while (line < last && line->end < marker->start + marker->len)
		line++;					/* "[SRC:1,\np. 4]" */
	reader.floor = Min(Max(start, before), marker->start);
	reader.end = Max(line->end, marker->start + marker->len);
	*cluster = (Cluster) {.first = first, .last = first, .start = marker->start};
	cluster->begins = cluster_begins(section, block, start, before > start ? cluster - 1 : NULL,
								  marker->start);
	reader.begins = cluster->begins;
	read_outer(&reader, marker->start);
	reader.pos = marker->start + marker->len;
	reader.next = first + 1;
	complete(&reader);
	read_on(&reader);
	if (reader.nclosed > 0 && !cluster->begins)
		cluster->begins = cluster_begins(section, block, start, before > start ? cluster - 1 : NULL,
									  cluster->start);
	cluster->mark_start = cluster->left = cluster->start;
	cluster->mark_end = cluster->end;
	if (block->kind == BLOCK_CODE)	/* behind its closing fence, where nothing may stay */
		cluster->start = skip_blanks_back(prose->text, reader.floor, cluster->start);
	else
		cluster_extend(section, block, reader.floor, cluster, reader.end);
}

/* May the marker be the subject of a sentence that is not the first, as in "rose. [SRC:2] shows",
 * or the label of its line?  Spares most paragraphs their sentences. */
static bool
may_open_sentence(const Prose *prose, const Marker *marker)
{
	const char *text = prose->text;
	int			before = marker->start;
	int			next = marker->start + marker->len;

	if (next < prose->len && text[next] == ':')
		return true;
	while (before > 0 && is_space(text[before - 1]))
		before--;
	if (before == 0 || ((text[before - 1] & 0x80) == 0 &&
						strchr(".!?)]}\"'*_~`>", text[before - 1]) == NULL))
		return false;
	while (next < prose->len && (is_space(text[next]) || text[next] == ',' || text[next] == ';'))
		next++;
	return next < prose->len && ((text[next] & 0x80) != 0 || strchr("'[\\", text[next]) != NULL ||
								 (text[next] >= 'a' && text[next] <= 'z'));
}

/* Reads the block's sentences where one of its markers may open one. */
static void
find_subjects(Prose *prose, TextBlock *block)
{
	bool		may_open = false;

	for (int i = 0; i < block->nmarkers && !may_open; i++)
		may_open = may_open_sentence(prose, &prose->markers.items[block->first_marker + i]);
	if (may_open)
		(void) prose_sentences(prose, block);
}

void
clusters_find(Section *section)
{
	Prose	   *prose = section->prose;
	int			block = -1;

	section->clusters.count = 0;
	for (int i = 0; i < prose->markers.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!prose->markers.items[i].leaves)
			continue;
		if (prose->markers.items[i].block != block)
			find_subjects(prose, &prose->blocks.items[block = prose->markers.items[i].block]);
		read_cluster(section, i);
		i = section->clusters.items[section->clusters.count - 1].last;
	}
}

int
cluster_from(const Section *section, int pos)
{
	int			low;

	LOWER_BOUND(low, section->clusters.count, i, section->clusters.items[i].end <= pos);
	return low;
}
