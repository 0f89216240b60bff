/*
 * sentence.c
 *		Sentences of a block, and in which of them a byte stands.
 *
 * A stop (. ! ? or an ellipsis) ends a sentence when a blank, a marker or the
 * block's end follows its closing quotes, brackets and emphasis, unless what
 * goes on begins in lower case, or the full stop belongs to an abbreviation:
 *
 *		The U.S. Treasury paid $4.2M to J. Smith (see No. 4). [SRC:3] It rose.
 *			U.S.	may end a sentence, but only before a word that often starts
 *					one ("The", "It"): "Treasury" is none
 *			4.2		nothing that separates follows
 *			J.		an initial: as U.S.
 *			No.		never ends one before a number
 *			4).		ends; the bracket is part of it, the marker comes after it
 *			[SRC:3]	belongs to the sentence before: the next starts at "It"; in
 *					"[SRC:3] shows" or "[SRC:3]'s" it would be the subject of the next,
 *					which then starts at it
 *
 * So does what "[SRC:3]:" opens at the start of a line.
 *
 * Opaque zones are part of a sentence, but no stop in them counts.
 */
#include "language/language_internal.h"
#include "markdown/markdown.h"

/* ----------------------------------------------------------------- splitting */

static int
text_end(const Splitter *s)
{
	return s->lines[s->nlines - 1].end;
}

Line
obstacle_next(Splitter *s, int pos, bool *is_marker)
{
	const Zone *zones = s->prose->zones.items;
	const Marker *markers = s->prose->markers.items;
	Line		found = {PG_INT32_MAX, PG_INT32_MAX};

	while (s->zone < s->nzones &&
		   (zones[s->zone].end <= pos || zones[s->zone].kind == ZONE_LINK_LABEL))
		s->zone++;
	while (s->marker < s->nmarkers &&
		   markers[s->marker].start + markers[s->marker].len <= pos)
		s->marker++;
	*is_marker = false;
	if (s->zone < s->nzones)
	{
		found.start = zones[s->zone].start;
		found.end = zones[s->zone].end;
	}
	if (s->marker < s->nmarkers && markers[s->marker].start < found.start)
	{
		found.start = markers[s->marker].start;
		found.end = found.start + markers[s->marker].len;
		*is_marker = true;
	}
	return found;
}

/* Ends the open sentence. */
static void
sentence_add(Splitter *s, int end)
{
	Sentence   *sentence = VEC_PUSH(&s->prose->sentences);

	sentence->start = s->start;
	sentence->end = end;
	s->start = -1;
	s->has_text = false;
	s->nsentences++;
}

/* What goes on after a stop. */
typedef struct Ahead
{
	int			pos;			/* of the next character, -1 = the block ends */
	bool		has_blank;		/* or a line end */
	bool		has_marker;
} Ahead;

/* Is [pos, end) what stands between two markers of a list, as in "[^2], [^3]"? */
static bool
is_separator(const char *text, int pos, int end)
{
	int			commas = 0;

	for (; pos < end && (is_blank(text[pos]) || text[pos] == ',' || text[pos] == ';'); pos++)
		commas += !is_blank(text[pos]);
	return pos == end && commas == 1;
}

/* Steps over blanks, line ends and markers behind a stop, and what stands between markers. */
static Ahead
look_ahead(const Splitter *s, int pos)
{
	Ahead		ahead = {-1, false, false};
	int			line = s->line;
	int			marker = s->marker;
	const Marker *markers = s->prose->markers.items;

	for (;;)
	{
		while (marker < s->nmarkers && markers[marker].start < pos)
			marker++;
		if (pos >= s->lines[line].end)
		{
			if (++line >= s->nlines)
				return ahead;
			pos = Max(pos, s->lines[line].start);
			ahead.has_blank = true;
		}
		else if (is_blank(s->text[pos]))
		{
			ahead.has_blank = true;
			pos++;
		}
		else if (marker < s->nmarkers && markers[marker].start == pos)
		{
			ahead.has_marker = true;
			pos += markers[marker].len;
		}
		else if (ahead.has_marker && marker < s->nmarkers &&
				 is_separator(s->text, pos, Min(markers[marker].start, s->lines[line].end)))
			pos = Min(markers[marker].start, s->lines[line].end);
		else
		{
			ahead.pos = pos;
			return ahead;
		}
	}
}

/* Is a marker a source to who reads it? */
static bool
names_source(const Splitter *s, const Marker *marker)
{
	return marker->is_escaped || marker_is(s->prose, marker, ROLE_CITES | ROLE_NAMES_SOURCE);
}

bool
is_lower_latin(const char *text, int pos)
{
	uint32		code = utf8_char(text, pos);

	if (code < 0x80)
		return code >= 'a' && code <= 'z';
	return ((code >= 0xDF && code < 0x250 && code != 0xF7) || (code >= 0x1E00 && code < 0x1F00)) &&
		   lower_of(code) == code;
}

/* "and [SRC:3]": does a list of markers go on at pos? */
static bool
joins_next_marker(const Splitter *s, int pos, int marker)
{
	static const char *const words[] = {"and", "or"};
	const Marker *next = marker < s->nmarkers ? &s->prose->markers.items[marker] : NULL;

	for (int i = 0; i < (int) lengthof(words) && next != NULL; i++)
	{
		int			end = pos + (int) strlen(words[i]);

		if (end >= next->start || strncmp(s->text + pos, words[i], end - pos) != 0 ||
			!is_space(s->text[end]))
			continue;
		while (end < next->start && is_space(s->text[end]))
			end++;
		return end == next->start;
	}
	return false;
}

/* The run of markers behind a sentence's end at pos, and blanks, that is the subject of
 * what follows, as in "[SRC:2] shows" and "[SRC:2]'s": its first marker, -1 = none. */
static int
subject_marker(const Splitter *s, int pos)
{
	Ahead		ahead = look_ahead(s, pos);
	const Marker *markers = s->prose->markers.items;
	int			last = text_end(s);
	int			next = s->marker;
	int			first = -1;

	if (!ahead.has_marker || !ahead.has_blank || ahead.pos < 0)
		return -1;
	while (next < s->nmarkers && markers[next].start < pos)
		next++;
	for (; next < s->nmarkers && markers[next].start < ahead.pos; next++)
	{
		if (first < 0 && markers[next].start > pos && names_source(s, &markers[next]))
			first = next;		/* what the stop is glued to belongs to it */
		pos = markers[next].start + markers[next].len;
	}
	if (first < 0)
		return -1;
	if (pos == ahead.pos)
	{
		pos += s->text[pos] == '\''												 ? 1
			   : last - pos > 3 && memcmp(s->text + pos, "\xE2\x80\x99", 3) == 0 ? 3
																				 : 0;
		return pos > ahead.pos && pos < last && s->text[pos] == 's' &&
					   (pos + 1 == last || !is_word_byte(s->text[pos + 1]))
				   ? first
				   : -1;
	}
	return is_lower_latin(s->text, ahead.pos) && !joins_next_marker(s, ahead.pos, next) ? first
																						: -1;
}

/* The next sentence starts at a marker. */
static void
start_at_marker(Splitter *s, int marker)
{
	s->prose->markers.items[marker].opens_sentence = true;
	s->start = s->prose->markers.items[marker].start;
}

/* Start of the word that ends at stop; MAX_WORD + 1 bytes back at most. */
static int
word_start(const Splitter *s, int stop)
{
	int			first = Max(s->lines[s->line].start, stop - MAX_WORD - 1);
	int			pos = stop;

	while (pos > first && (is_letter(s->text[pos - 1]) ||
						   is_digit(s->text[pos - 1]) ||
						   s->text[pos - 1] == '.'))
		pos--;
	return pos;
}

/* "1." or "a." at the very start of a sentence numbers it. */
static bool
is_enumerator(const Splitter *s, int word, int stop)
{
	if (word != s->start || stop - word > 3 || stop == word)
		return false;
	for (int i = word; i < stop; i++)
		if (!is_digit(s->text[i]))
			return stop - word == 1;
	return true;
}

/* Does the single full stop at stop end a sentence that goes on at next? */
static bool
full_stop_ends(const Splitter *s, int stop, int next)
{
	int			word;

	if (stop > s->start && s->text[stop - 1] == '\\')
		stop--;					/* "1\." is no list item, but numbers one */
	word = word_start(s, stop);
	if (is_enumerator(s, word, stop))
		return false;
	if (word > 0 && s->text[word - 1] < 0)
		return true;			/* the end of a longer word */
	if (stop - word == 1 && s->text[word] == 'c')
		return !language_is_number(s->text, text_end(s),
								   next); /* "c. 12%", not "Class C. 12 units" */
	switch (language_abbrev(s->text + word, stop - word))
	{
		case ABBREV_NEVER:
			return false;
		case ABBREV_NUMBER:
			return !language_is_number(s->text, text_end(s), next);
		case ABBREV_MAYBE:
			return language_is_starter(s->text, text_end(s), next);
		default:
			return true;
	}
}

/* A character of a script that puts no blanks between words. */
static bool
is_cjk(char c)
{
	unsigned char lead = c;

	return lead >= 0xE3 && lead <= 0xEF;
}

/* Does the run of stops [stop, after) with closers to end end a sentence? */
static bool
stop_ends(const Splitter *s, int stop, int after, int end)
{
	const char *text = s->text;
	Ahead		ahead = look_ahead(s, end);
	int			last = text_end(s);
	int			next = ahead.pos;
	int			len;

	if (next < 0 || language_cjk_stop(text, last, stop))
		return true;
	if (!ahead.has_blank && !ahead.has_marker)
		return stop > 0 && text[stop - 1] < 0 && is_cjk(text[next]) &&
			language_closer(text, last, next) == 0;
	while (next < last && (len = language_opener(text, last, next)) > 0)
		next += len;
	if (next >= last)
		return true;
	if (language_is_lower(text, last, next) && subject_marker(s, end) < 0)
		return false;
	if (!ahead.has_blank && text[ahead.pos] > 0 && !is_letter(text[ahead.pos]))
		return false;			/* 4.[SRC:1]2M */
	if (text[stop] != '.' && text[stop] > 0)
		return true;
	if (after - stop > 1)		/* an ellipsis after a blank leaves words out */
		return stop > s->start && !is_blank(text[stop - 1]);
	return full_stop_ends(s, stop, next);
}

/* Position after the closers at pos, and after a link that they close. */
static int
closers_end(Splitter *s, int pos)
{
	int			end = s->lines[s->line].end;
	int			len = 1;
	bool		is_marker;

	while (pos < end && len > 0)
	{
		Line		obstacle = obstacle_next(s, pos, &is_marker);

		if (obstacle.start == pos)
		{
			if (is_marker || s->prose->zones.items[s->zone].kind != ZONE_LINK_DEST)
				break;
			pos = obstacle.end;
		}
		else
			pos += (len = language_closer(s->text, end, pos));
	}
	return pos;
}

/* Handles the stop at pos, in plain text up to end; returns where to go on. */
static int
stop_take(Splitter *s, int pos, int end)
{
	int			stop = pos;
	int			after;
	int			len;

	CHECK_FOR_INTERRUPTS();
	while (pos < end && (len = language_stop(s->text, end, pos)) > 0)
		pos += len;
	after = pos;
	pos = closers_end(s, pos);
	if (s->start >= 0 && stop_ends(s, stop, after, pos))
	{
		int			subject = subject_marker(s, pos);

		sentence_add(s, pos);
		if (subject >= 0)
			start_at_marker(s, subject);
	}
	return pos;
}

/* Scans plain text [pos, end) of a line; returns where to go on. */
static int
plain_scan(Splitter *s, int pos, int end)
{
	const char *text = s->text;

	if (!s->has_text)
	{
		while (pos < end && is_blank(text[pos]))
			pos++;
		if (pos == end)
			return pos;
		if (s->start < 0)
			s->start = pos;
		s->has_text = true;
	}
	pos = needles_next(&s->stops, pos);
	if (pos >= end)
		return end;
	return language_stop(text, end, pos) > 0 ? stop_take(s, pos, end) : pos + 1;
}

/* Scans [pos, end) of a line; returns where to go on, past it after a zone. */
static int
line_scan(Splitter *s, int pos, int end)
{
	while (pos < end)
	{
		bool		is_marker;
		Line		obstacle = obstacle_next(s, pos, &is_marker);

		if (obstacle.start > pos)
		{
			bool		is_between = is_marker && s->start < 0 && s->nsentences > 0 &&
				is_separator(s->text, pos, Min(end, obstacle.start));

			pos = is_between ? Min(end, obstacle.start)
				: plain_scan(s, pos, Min(end, obstacle.start));
			continue;
		}
		/* a marker starts no sentence but the first */
		if (s->start < 0 && (!is_marker || s->nsentences == 0))
			s->start = obstacle.start;
		s->has_text |= !is_marker;
		pos = Max(obstacle.end, pos + 1);
	}
	return pos;
}

/* "[SRC:3]: Roof replaced 2019": a line that says itself what it cites is no part of a
 * sentence before it. */
static void
line_open(Splitter *s, int start)
{
	const Marker *marker;

	while (s->marker < s->nmarkers && s->prose->markers.items[s->marker].start < start)
		s->marker++;
	marker = s->marker < s->nmarkers ? &s->prose->markers.items[s->marker] : NULL;
	if (marker == NULL || marker->start != start ||
		!s->prose->extension->opens_line(s->prose, marker))
		return;
	if (s->start >= 0 && s->has_text)
		sentence_add(s, s->lines[s->line - 1].end);
	if (s->start < 0)
		start_at_marker(s, s->marker);
}

/* Line by line; what is open at the end is a sentence without a stop. */
static void
paragraph_split(Splitter *s)
{
	int			pos = s->lines[0].start;

	for (s->line = 0; s->line < s->nlines; s->line++)
	{
		CHECK_FOR_INTERRUPTS();
		if (s->line > 0 && pos <= s->lines[s->line].start)
			line_open(s, s->lines[s->line].start);
		pos = Max(pos, s->lines[s->line].start);
		pos = line_scan(s, pos, s->lines[s->line].end);
	}
	s->line = s->nlines - 1;
	if (s->start >= 0 && s->has_text)
		sentence_add(s, text_end(s));
}

/* Each cell with text is a sentence. */
static void
table_split(Splitter *s)
{
	for (int i = 0; i < s->nlines; i++)
	{
		int			pos = -1;
		Line		cell;

		CHECK_FOR_INTERRUPTS();
		if (i == 1)
			continue;			/* the delimiter row */
		while (syntax_row_cell(s->text, s->lines[i], &pos, &cell))
		{
			if (cell.start == cell.end)
				continue;
			s->start = cell.start;
			sentence_add(s, cell.end);
		}
	}
}

Splitter
splitter_of(const Prose *prose, const TextBlock *block)
{
	return (Splitter) {
		.prose = (Prose *) prose,
		.text = prose->text,
		.lines = &prose->lines.items[block->first_line],
		.nlines = block->nlines - block->is_setext,
		.zone = Max(zone_after(prose, block->start) - 1, 0),
		.nzones = zone_after(prose, block->end - 1),
		.marker = block->first_marker,
		.nmarkers = block->first_marker + block->nmarkers,
		.start = -1,
	};
}

/* Asked again it answers from the document. */
Sentence *
prose_sentences(Prose *prose, TextBlock *block)
{
	static const char *const stops = ".!?\xE2\xE3\xEF";	/* the last three begin one */
	Splitter	s;
	Line		heading;

	if (block->nsentences >= 0)
		return prose->sentences.items + block->first_sentence;
	s = splitter_of(prose, block);
	s.stops.text = (Slice) {prose->text, block->end};
	for (const char *stop = stops; *stop != '\0'; stop++)
		needle_add(&s.stops, stop, 1);
	block->first_sentence = prose->sentences.count;
	if (block->kind == BLOCK_HEADING && !block->is_setext)
	{
		heading = heading_text(prose, block);
		s.lines = &heading;
	}
	if (block->kind == BLOCK_TABLE)
		table_split(&s);
	else if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING)
		paragraph_split(&s);
	block->nsentences = s.nsentences;
	return prose->sentences.items + block->first_sentence;
}

int
prose_sentence_at(Prose *prose, TextBlock *block, int pos)
{
	Sentence   *sentences = prose_sentences(prose, block);
	int			low;

	if (block->nsentences == 0)
		return -1;
	LOWER_BOUND(low, block->nsentences, i, sentences[i].start <= pos);
	return Max(low - 1, 0);
}
