/*
 * cluster.c
 *		Which markers leave together, and what leaves with them.
 *
 * A cluster is a run of leaving markers on one line, some of them in brackets or emphasis, which
 * blanks, separators or "and" part, with words that only say that a source follows: of
 *
 *		NOI rose (see [SRC:1], [SRC:2] and **[SRC:3]**). Rents fell.
 *
 * " (see [SRC:1], [SRC:2] and **[SRC:3]**)" leaves, and has one anchor, behind the full stop.
 * Outside of brackets "and" is a joint: it stays where references on both sides do (settle.c).
 * What goes along around the cluster is cluster_extent.c's.
 */
#include "placement/placement_internal.h"
#include "language/language.h"

#define MOST_NESTED		2		/* brackets and emphasis around a marker */
#define MOST_SEPARATORS	2		/* ", and" */
#define MOST_WORDS		3		/* "see also:" */
#define LONGEST_LABEL	12		/* bytes of a Latin one, and more */

typedef struct Reader
{
	const Prose *prose;
	const char *text;
	int			floor;			/* nothing before it is looked at, */
	int			end;			/* nor behind the line */
	int			next;			/* marker that comes next */
	bool		begins;			/* its line or cell: a full stop separates, too */
	Cluster    *cluster;
} Reader;

/* ------------------------------------------------------------------ labels */

typedef enum LabelKind
{
	NAME = 1,
	LOOK
} LabelKind;

static const struct
{
	const char *word;
	LabelKind	kind;
}			labels[] = {
#include "placement/labels.inc"
};

/* The kind of the label that ends at pos, 0 = none, and where it begins.  All of a Latin word
 * is it, and most differ in their first letter. */
static LabelKind
label_before(const char *text, int floor, int pos, int *start)
{
	bool		is_wide = pos > floor && (text[pos - 1] & 0x80) != 0;
	int			word = pos - (pos > floor && text[pos - 1] == '.');

	while (!is_wide && word > floor && pos - word < LONGEST_LABEL && is_letter(text[word - 1]))
		word--;
	if (pos == floor || (!is_wide && word > 0 && is_word_byte(text[word - 1])))
		return 0;
	for (int i = 0; i < (int) lengthof(labels); i++)
	{
		int			len;

		if (is_wide ? (labels[i].word[0] & 0x80) == 0 : labels[i].word[0] != (text[word] | 0x20))
			continue;
		len = (int) strlen(labels[i].word);
		if (pos - len < floor || (!is_wide && pos - len != word) ||
			pg_strncasecmp(text + pos - len, labels[i].word, len) != 0)
			continue;
		*start = pos - len;
		return labels[i].kind;
	}
	return 0;
}

/* Where the words begin that announce a source right before pos; pos when none do.
 * *is_alone: may they stand outside of brackets? */
static int
announcement_start(const char *text, int floor, int pos, bool *is_alone)
{
	static const char *const colons[] = {":", "\xEF\xBC\x9A"};
	int			start = pos;
	int			at = skip_marks_back(text, floor, skip_blanks_back(text, floor, pos));

	*is_alone = false;
	for (int i = 0; i < (int) lengthof(colons) && !*is_alone; i++)
	{
		int			len = (int) strlen(colons[i]);

		*is_alone = at - len >= floor && memcmp(text + at - len, colons[i], len) == 0;
		at -= *is_alone ? len : 0;
	}
	for (int i = 0; i < MOST_WORDS; i++)
	{
		int			end = skip_marks_back(text, floor, skip_blanks_back(text, floor, at));
		LabelKind	kind = label_before(text, floor, end, &at);

		if (kind == 0)
			break;
		*is_alone |= kind == LOOK;
		start = at;
	}
	return start < pos ? skip_marks_back(text, floor, start) : pos;
}

/* Do such words before a cluster stand at a sentence's or clause's start, and does the cluster
 * end it? */
static bool
is_announced_alone(const Reader *reader, int start, int end)
{
	static const char *const before[] = {
		".", "!", "?", ",", ";", "-", "|", "\xE2\x80\x93", "\xE2\x80\x94",
		"\xE3\x80\x82", "\xEF\xBC\x8C", "\xEF\xBC\x9B",
	};
	const char *text = reader->text;
	int			at = skip_blanks_back(text, reader->floor, start);
	int			sign = skip_marks_back(text, start,
									   skip_blanks_back(text, start, reader->cluster->start));
	/* "See [SRC:1]." alone is a sentence, "Source: [SRC:1]" is none */
	bool		begins = at == reader->floor && sign > start &&
		(text[sign - 1] == ':' || (unsigned char) text[sign - 1] == 0x9A);

	for (int i = 0; i < (int) lengthof(before) && !begins; i++)
	{
		int			len = (int) strlen(before[i]);

		begins = at - len >= reader->floor && memcmp(text + at - len, before[i], len) == 0;
	}
	end = skip_blanks(text, end, reader->end);
	return begins && (end == reader->end || text[end] == '|' ||
					  stands_at(text, end, reader->end, "\xE3\x80\x82") ||
					  (strchr(".!?", text[end]) != NULL &&
					   (end + 1 == reader->end || is_line_blank(text[end + 1]))));
}

/* --------------------------------------------------------------- separators */

/* What may stand between two markers. */
typedef enum SignKind
{
	COMMA = 1,					/* goes with the markers that it separates */
	WORD = 2,					/* stays between references which do */
	STOP = 4
} SignKind;

static const struct
{
	const char *sign;
	SignKind	kind;
}			signs[] = {
	{",", COMMA}, {"/", COMMA}, {"\xE3\x80\x81", COMMA}, {"\xEF\xBC\x8C", COMMA},
	{";", WORD}, {"&", WORD}, {"-", WORD}, {"\xE2\x80\x93", WORD}, {"\xE2\x80\x94", WORD},
	{"\xEF\xBC\x9B", WORD},
#include "placement/joints.inc"
	{".", STOP}, {":", STOP}, {"\xE3\x80\x82", STOP}, {"\xEF\xBC\x9A", STOP},
};

/* Length of a sign or word of some kinds at pos, 0 = none stands there. */
static int
sign_at(const char *text, int pos, int end, int kinds)
{
	for (int i = 0; i < (int) lengthof(signs); i++)
	{
		int			behind = pos + (int) strlen(signs[i].sign);

		if ((signs[i].kind & kinds) != 0 && stands_at(text, pos, end, signs[i].sign) &&
			!(is_letter(text[pos]) && behind < end && is_word_byte(text[behind])))
			return behind - pos;
	}
	return 0;
}

int
joint_at(const char *text, int pos, int end)
{
	return sign_at(text, pos, end, COMMA | WORD);
}

/* ------------------------------------------------------------------ reading */

/* The end of what closes an opening at pos, -1 = it does not. */
static int
closing_end(const Reader *reader, const Opening *opening, int pos)
{
	const char *text = reader->text;
	int			width = 0;

	if (reader->begins && pos < reader->end && text[pos] == ':')
		pos++;					/* "**[SRC:1]:** Rents rose" */
	if (opening->bracket == NULL)
	{
		while (pos + width < reader->end && text[pos + width] == opening->mark)
			width++;
		return width >= opening->width ? pos + opening->width : -1;
	}
	if (opening->bracket->open[0] != '"')	/* which may open what is behind a blank */
		pos = skip_blanks(text, pos, reader->end);
	pos += pos < reader->end && text[pos] == '\\';	/* escaped, but a bracket to who reads it */
	if (!stands_at(text, pos, reader->end, opening->bracket->close))
		return -1;
	pos += (int) strlen(opening->bracket->close);
	if (opening->bracket->open[0] == '[' && pos < reader->end && strchr("([:", text[pos]) != NULL &&
		!(reader->next < reader->prose->markers.count &&
		  reader->prose->markers.items[reader->next].start == pos))
		return -1;				/* a link's label, no marker as of "[1, 2]" */
	return pos;
}

/* The byte behind a bracket or emphasis that opens at pos, -1 = none does. */
static int
opening_end(const Reader *reader, int pos, Opening *opening)
{
	const char *text = reader->text;

	*opening = (Opening) {.start = pos};
	if (is_mark(text[pos]))
	{
		opening->mark = text[pos];
		while (pos < reader->end && text[pos] == opening->mark)
			pos++;
		opening->width = pos - opening->start;
		return pos;
	}
	pos += text[pos] == '\\';
	for (int i = 0; i < NBRACKETS; i++)
		if (stands_at(text, pos, reader->end, brackets[i].open))
		{
			opening->bracket = &brackets[i];
			return pos + (int) strlen(brackets[i].open);
		}
	return -1;
}

static int	read_on(Reader *reader, int end, int depth, bool has_joints);

/* A marker, or brackets around some, at pos: the byte behind, -1 = neither. */
static int
read_unit(Reader *reader, int pos, int depth)
{
	const Prose *prose = reader->prose;
	const Marker *marker =
		reader->next < prose->markers.count ? &prose->markers.items[reader->next] : NULL;
	int			next = reader->next;
	Opening		opening;
	bool		is_alone;
	int			end;

	if (marker == NULL || pos >= reader->end || marker->start >= reader->end)
		return -1;
	if (marker->start == pos)
	{
		reader->next += marker->leaves && !marker->opens_sentence;
		return reader->next > next ? pos + marker->len : -1;
	}
	if (depth == 0 || (end = opening_end(reader, pos, &opening)) < 0 || end > marker->start)
		return -1;
	if (opening.bracket != NULL &&
		announcement_start(reader->text, end, marker->start, &is_alone) <=
		skip_blanks(reader->text, end, reader->end))
		end = marker->start;
	end = read_unit(reader, skip_blanks(reader->text, end, reader->end), depth - 1);
	if (end >= 0)
		end = closing_end(reader, &opening, read_on(reader, end, depth - 1, false));
	if (end < 0)
		reader->next = next;
	return end;
}

/* Does prose go on at pos, behind a blank: a lower-case Latin word but "and" and "or", or "'s"? */
static bool
prose_goes_on(const Reader *reader, int pos)
{
	const char *text = reader->text;
	int			at = skip_blanks(text, pos, reader->end);

	if (at == pos)
		return pos < reader->end && is_apostrophe(text, pos, reader->end);
	return at < reader->end && is_lower_latin(text, at) &&
		sign_at(text, at, reader->end, WORD) == 0;
}

/* From behind a marker or bracket as far as separators join others; has_joints: words between
 * them may stay, and where prose goes on behind one, it is that prose's own. */
static int
read_on(Reader *reader, int end, int depth, bool has_joints)
{
	const char *text = reader->text;
	Cluster    *cluster = reader->cluster;
	int			kinds = COMMA | WORD | (reader->begins ? STOP : 0);

	for (;;)
	{
		int			next = reader->next;
		int			marker = next < reader->prose->markers.count
			? reader->prose->markers.items[next].start : INT_MAX;
		int			at = skip_blanks(text, end, reader->end);
		int			behind = end;
		bool		is_word = false;
		bool		is_alone;
		int			before;
		int			len;
		int			unit;

		for (int i = 0; i < MOST_SEPARATORS && at < reader->end && at != marker &&
			 (len = sign_at(text, at, reader->end, kinds)) > 0; i++)
		{
			is_word |= sign_at(text, at, reader->end, WORD) > 0;
			at = skip_blanks(text, behind = at + len, reader->end);
		}
		if (behind > end && at < marker && marker < reader->end &&
			announcement_start(text, at, marker, &is_alone) <= at)
		{
			at = marker;			/* "; see also [SRC:2]" */
			behind = skip_blanks_back(text, end, at);
			is_word = true;
		}
		unit = read_unit(reader, at, depth);
		if (unit < 0)
			return end;
		if (is_word && has_joints && prose_goes_on(reader, unit))
		{
			before = skip_blanks_back(text, reader->floor, cluster->start);
			cluster->is_subject |= before < cluster->start && before > reader->floor &&
				strchr(".!?", text[before - 1]) != NULL;
			if (!cluster->begins && !cluster->is_subject)
			{
				reader->next = next;
				cluster->joins_subject = true;
				return end;
			}
		}
		if (is_word && has_joints)
			*VEC_PUSH(&cluster->joints) = (Joint) {end, behind, at, next, false};
		end = unit;
	}
}

/* What opens right before pos: a bracket, also with words behind it that announce a source, which
 * begin at announced, or emphasis. */
static bool
opening_before(const Reader *reader, int pos, int announced, Opening *opening)
{
	const char *text = reader->text;
	int			floor = reader->floor;
	int			start = pos;

	*opening = (Opening) {0};
	while (start > floor && is_mark(text[start - 1]) && text[start - 1] == text[pos - 1])
		start--;
	if (start < pos && follows_backslash(text, floor, start))
		start++;				/* that one is no mark */
	if (start < pos)
	{
		*opening = (Opening) {.start = start, .mark = text[start], .width = pos - start};
		return true;
	}
	start = skip_blanks_back(text, floor, pos);
	if (bracket_before(text, floor, start, opening))
		return !(start < pos && text[opening->start] == '"');	/* it closes what is before it */
	start = skip_blanks_back(text, floor, announced);
	return start < pos && bracket_before(text, floor, start, opening) &&
		!opening->bracket->is_quote &&
		(opening->start == 0 || strchr("\\]!", text[opening->start - 1]) == NULL);
}

/* --------------------------------------------------------------------- all */

/* From the first marker on: the run, and the brackets and words around it. */
static void
read_run(Reader *reader)
{
	Cluster    *cluster = reader->cluster;
	int			start = cluster->start;
	int			end = read_on(reader, reader->prose->markers.items[cluster->first].start +
							  reader->prose->markers.items[cluster->first].len, MOST_NESTED, true);

	for (int i = 0; i < MOST_NESTED + 1; i++)
	{
		Opening		opening;
		bool		is_alone;
		int			announced = announcement_start(reader->text, reader->floor, start,
												   &is_alone);
		int			closing = !opening_before(reader, start, announced, &opening) ? -1
			: closing_end(reader, &opening, end);

		if (closing >= 0)
		{
			start = opening.start;
			cluster->joints.count = 0;	/* in the brackets */
			end = read_on(reader, closing, MOST_NESTED, true);
		}
		else if (announced < start && is_alone && is_announced_alone(reader, announced, end))
		{
			start = announced;
			cluster->is_announced = true;
		}
		else
			break;
	}
	cluster->start = start;
	cluster->end = end;
	cluster->last = reader->next - 1;
}

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
	Cluster    *cluster = VEC_PUSH(&section->places.clusters);
	int			before = section->places.clusters.count > 1 ? cluster[-1].end : 0;
	const Cluster *joined = before > start ? cluster - 1 : NULL;
	Reader		reader = {.prose = prose, .text = prose->text, .cluster = cluster,
		.next = first + 1};

	while (line < last && line->end < marker->start + marker->len)
		line++;					/* "[SRC:1,\np. 4]" */
	reader.floor = Min(Max(start, before), marker->start);
	reader.end = Max(line->end, marker->start + marker->len);
	*cluster = (Cluster) {.first = first, .last = first, .start = marker->start, .anchor = -1,
		.is_subject = marker->opens_sentence};
	cluster->begins = reader.begins =
		cluster_begins(section, block, start, joined, marker->start);
	read_run(&reader);
	if (cluster->start < marker->start && !cluster->begins)
		cluster->begins = cluster_begins(section, block, start, joined, cluster->start);
	cluster->mark_start = cluster->left = cluster->start;
	cluster->mark_end = cluster->end;
	cluster_find_subject(section, block, cluster, prose_goes_on(&reader, cluster->end));
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

void
clusters_find(Section *section)
{
	Prose	   *prose = section->prose;
	int			block = -1;

	section->places.clusters.count = 0;
	for (int i = 0; i < prose->markers.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!prose->markers.items[i].leaves)
			continue;
		if (prose->markers.items[i].block != block)
		{
			TextBlock  *here = &prose->blocks.items[block = prose->markers.items[i].block];

			for (int j = 0; j < here->nmarkers; j++)
				if (may_open_sentence(prose, &prose->markers.items[here->first_marker + j]))
				{
					(void) prose_sentences(prose, here);
					break;
				}
		}
		read_cluster(section, i);
		i = section->places.clusters.items[section->places.clusters.count - 1].last;
	}
}

int
cluster_from(const Section *section, int pos)
{
	int			low;

	LOWER_BOUND(low, section->places.clusters.count, i,
				section->places.clusters.items[i].end <= pos);
	return low;
}
