/*
 * metric_note.c
 *		Does a note of the agent's stand on a number?
 *
 * Such a note may say what the number is of, so that its number is for review and
 * never rewritten against its own note:
 *
 *		The IRR is 12.0%.[^1]		[^1]: In the downside case.
 *		The IRR is 12.0%*			* Downside case.
 *
 * A note that has only markers and addresses is a source, as a [SRC:n] is; and a
 * mark is a note's only where a line of the body begins with it, and an asterisk
 * only when it closes no emphasis.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"

#define MAX_DEFINITIONS	1000	/* that are compared with a label; beyond them it may be any */
#define MAX_SOURCE		2000	/* bytes of a note that only names sources */
#define MAX_EMPHASIS	2000	/* bytes before a mark that may open emphasis */

/* -------------------------------------------------------------------- notes */

/* Words beside the markers of a note that only names its source. */
static bool
is_source_word(Slice word)
{
	static const char *const words[] = {"source", "sources", "see", "ibid", "p", "pp", "page", "pages"};

	for (int i = 0; i < (int) lengthof(words); i++)
		if (word.len == (int) strlen(words[i]) && pg_strncasecmp(word.data, words[i], word.len) == 0)
			return true;
	return word.len > 4 && pg_strncasecmp(word.data, "http", 4) == 0;
}

/* Has a definition more than markers, pages and addresses? */
static bool
says_more(const Prose *prose, const NoteDef *def)
{
	int			marker = marker_from(prose, def->content);

	if (def->end - def->content > MAX_SOURCE)
		return true;
	for (int pos = def->content; pos < def->end;)
	{
		int			end = pos;

		while (marker < prose->markers.count && prose->markers.items[marker].start < pos)
			marker++;
		if (marker < prose->markers.count && prose->markers.items[marker].start == pos)
		{
			pos += Max(prose->markers.items[marker].len, 1);
			continue;
		}
		while (end < def->end && (is_letter(prose->text[end]) || (unsigned char) prose->text[end] >= 0x80))
			end++;
		if (end - pos >= 4 && end < def->end && prose->text[end] == ':' && pg_strncasecmp(prose->text + pos, "http", 4) == 0)
			while (end < def->end && !isspace((unsigned char) prose->text[end]))
				end++;
		if (end > pos && !is_source_word((Slice) {prose->text + pos, end - pos}))
			return true;
		pos = Max(end, pos + 1);
	}
	return false;
}

/* Is the marker a reference to a note of the body that says more than a source? */
static bool
refers_to_note(const Prose *prose, const Marker *marker)
{
	if (marker->kind != MARKER_NOTE_REF)
		return false;
	for (int i = 0; i < prose->note_defs.count; i++)
	{
		const NoteDef *def = &prose->note_defs.items[i];

		if (i == MAX_DEFINITIONS)
			return true;
		if (def->label.len != marker->value.len || pg_strncasecmp(def->label.data, marker->value.data, def->label.len) != 0)
			continue;
		return def->start != marker->start && says_more(prose, def);
	}
	return false;
}

bool
sentence_has_note(const Reading *reading)
{
	const Prose *prose = reading->prose;
	int			end = reading->end;

	if (prose->note_defs.count == 0)
		return false;
	for (int i = marker_from(prose, reading->start); i < prose->markers.count; i++)
	{
		const Marker *marker = &prose->markers.items[i];

		if (marker->start >= end && !only_closers(prose->text, end, marker->start))
			break;
		end = Max(end, marker->start + marker->len);
		if (refers_to_note(prose, marker))
			return true;
	}
	return false;
}

/* -------------------------------------------------------------------- marks */

static const char *const marks[] = {"*", "\xE2\x80\xA0", "\xE2\x80\xA1", "\xC2\xA7"};

#define MARKS_ARE_READ	0x100

/* Index of the mark that text, which ends with a zero byte, begins with; -1 = none. */
static int
mark_at(const char *text)
{
	for (int i = 0; i < (int) lengthof(marks); i++)
		if (strncmp(text, marks[i], strlen(marks[i])) == 0)
			return i;
	return -1;
}

static int
byte_of(const Prose *prose, int pos)
{
	return pos >= 0 && pos < prose->len ? (unsigned char) prose->text[pos] : '\n';
}

/* The mark at a byte of the body, which may be escaped, with its length. */
static int
mark_of_body(const Prose *prose, int pos, int *len)
{
	char		bytes[4] = {0};
	int			escape = byte_of(prose, pos) == '\\';
	int			mark;

	for (int i = 0; i < 3; i++)
		bytes[i] = (char) byte_of(prose, pos + escape + i);
	mark = mark_at(bytes);
	*len = mark < 0 ? 0 : escape + (int) strlen(marks[mark]);
	return mark;
}

/* A bit for each mark that a line of the body begins with. */
static int
marks_of_lines(MetricCheck *check)
{
	const Prose *prose = check->prose;
	int			len;
	int			mark;

	if (check->note_marks != 0)
		return check->note_marks;
	check->note_marks = MARKS_ARE_READ;
	for (int i = 0; i < prose->len; i++)
	{
		if (i > 0 && prose->text[i - 1] != '\n' && prose->text[i - 1] != '\r')
			continue;
		while (byte_of(prose, i) == ' ' || byte_of(prose, i) == '>')
			i++;
		mark = mark_of_body(prose, i, &len);
		check->note_marks |= mark < 0 ? 0 : 1 << mark;
	}
	return check->note_marks;
}

/* Asterisks that are open at a byte of the block. */
static int
open_emphasis(const Reading *reading, int pos)
{
	const Prose *prose = reading->prose;
	int			open = 0;
	int			run;

	for (int i = Max(reading->block->start, pos - MAX_EMPHASIS); i < pos; i += Max(run, 1))
	{
		for (run = 0; i + run < pos && byte_of(prose, i + run) == '*';)
			run++;
		if (run == 0 || byte_of(prose, i - 1) == '\\')
			continue;
		if (open > 0 && !isspace(byte_of(prose, i - 1)))
			open = Max(open - run, 0);
		else if (!isspace(byte_of(prose, i + run)))
			open += run;
	}
	return open;
}

/* Does a mark that a line begins with stand at a byte, behind what closes there? */
static bool
has_mark(const Reading *reading, int pos)
{
	const Prose *prose = reading->prose;
	int			len;
	int			mark;
	int			run = 0;
	int			blanks = 0;

	while (strchr("_~)\"'", byte_of(prose, pos)) != NULL)
		pos++;
	if (byte_of(prose, pos) == '#')
		return true;
	/* "12.0% *": no emphasis */
	while (byte_of(prose, pos + blanks) == ' ')
		blanks++;
	if (blanks > 0 && byte_of(prose, pos + blanks) == '*' && isspace(byte_of(prose, pos + blanks + 1)))
		return true;
	while (byte_of(prose, pos + run) == '*')
		run++;
	mark = run > 0 && run > open_emphasis(reading, pos) ? 0 : mark_of_body(prose, pos + run, &len);
	if (mark == 0 && run == 0 && byte_of(prose, pos) != '\\')
		mark = -1;
	return mark >= 0 && (marks_of_lines(reading->check) & 1 << mark) != 0;
}

/* The byte behind a sentence's stop, before marks and blanks. */
static int
stop_end(const Reading *reading)
{
	const Prose *prose = reading->prose;
	int			pos = reading->end;

	for (int i = 0; i < 16 && pos > reading->start; i++, pos--)
		if (strchr(".!?", byte_of(prose, pos - 1)) != NULL)
			return pos;
	return strchr(".!?", byte_of(prose, reading->end)) != NULL ? reading->end + 1 : reading->end;
}

bool
number_has_mark(const Reading *reading, const Token *number)
{
	return reading->check != NULL && (has_mark(reading, number->unit_end) || has_mark(reading, stop_end(reading)));
}
