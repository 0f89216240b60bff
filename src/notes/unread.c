/*
 * unread.c
 *		What looks like a citation and is read by nobody.
 *
 * Models cite in more ways than the grammar has: "(SRC:3)", "{{SRC:1}}", "[@om]".  Such text
 * stays as it is, so that nothing is credited wrongly, and event unread_citation tells of it:
 * one a section, with how many there are, how many different ones, and the first.
 *
 *		Rents rose [1]. Vacancy fell (source 2). See `a[3]` and [4](url).
 *
 * has two where no list says what 1 is: code and links are none.  A text whose number or name
 * is one of the section's claims, entries or documents is known.
 *
 * The pattern is unreadlist.def, tried where a text has what an alternative begins with.  No
 * piece is longer than MAX_PIECE, so the scan is linear.
 */
#include "notes/notes_internal.h"
#include "language/language.h"

#define MAX_PIECE	400			/* bytes */
#define MOST_TEXTS	10			/* that the event lists */

/* A word for a source, and what stands between it and its number or name. */
#define SOURCE_WORD \
	"(?i:src|sources?|refs?|references?|cite|citations?|docs?|documents?|chunks?|passages?" \
	"|evidence|quellen?|fuentes?|fontes?|s(?=[0-9]))[\\s:#_.-]{0,3}"
/* A number or name with one in it, but no year. */
#define TOKEN \
	"(?!(?:19|20)[0-9]{2}(?![A-Za-z0-9]))(?=[^\\s\\[\\](){}<>|]{0,39}[0-9])" \
	"[^\\s\\[\\](){}<>|,;\"']{1,40}"
#define PLACE \
	"(?:\\s(?:(?:and|&)\\s)?[0-9]{1,3})*+(?:(?:\\s?[,;]|(?<=[0-9]:))[^\\[\\](){}<>\\n]{0,60})?"

typedef enum UnreadWhen
{
	ALWAYS,
	NAMES
} UnreadWhen;

static const struct
{
	UnreadWhen	when;
	const char *pattern;
} forms[] = {
#define UNREAD(when, pattern) {when, pattern},
#include "notes/unreadlist.def"
#undef UNREAD
};

typedef struct UnreadScan
{
	Memo	   *memo;
	const Section *section;
	int			marker;			/* the first one that does not end before the place, */
	int			mark;			/* and of the numbered marks */
				VEC(Slice) texts;	/* in the order of the text, of each kind of block */
	int			known;			/* of these */
	Needles		starts;			/* of forms */
	bool		has_sources;	/* a title of sources, and no list that is read: */
} UnreadScan;

static Regex *
forms_regex(void)
{
	static Regex *regex = NULL;

	if (regex == NULL)
	{
		StringInfoData pattern;

		initStringInfo(&pattern);
		for (int i = 0; i < (int) lengthof(forms); i++)
			appendStringInfo(&pattern, "%s%s(*MARK:%c)", i == 0 ? "(?|" : "|", forms[i].pattern,
							 'A' + i);
		appendStringInfoChar(&pattern, ')');
		regex = regex_compile(pattern.data);
		pfree(pattern.data);
	}
	return regex;
}

static const char *const form_starts[] = {"[", "(", "{", "<", "SRC", "turn", "contentReference[",
	"\xE3\x80\x90"};

/* By title, doc_id, file name, path or tag. */
static bool
names_document(UnreadScan *scan, Slice label)
{
	Identity	identity;
	bool		is_ambiguous;

	while (label.len > 0 && strchr(".:", label.data[label.len - 1]) != NULL)
		label.len--;
	if (label.len == 0 || scan->memo->ndocuments == 0)
		return false;
	if (name_exact(scan->memo, label, &is_ambiguous) != NULL || is_ambiguous)
		return true;
	return name_find(memo_names(scan->memo), label, &identity);
}

/* Is a number in the label an id of the section's claims or a number of its lists? */
static bool
says_known_number(const UnreadScan *scan, Slice label)
{
	const SourceLists *lists = scan->section->notes->lists;

	for (int pos = 0; pos < label.len; pos++)
	{
		int64		number = 0;
		int			from = pos;

		for (; pos < label.len && pos - from < 9 && is_digit(label.data[pos]); pos++)
			number = number * 10 + (label.data[pos] - '0');
		if (pos == from)
			continue;
		if (scan->has_sources || section_claim(scan->memo, scan->section, number) != NULL)
			return true;		/* which may say any number */
		for (int i = 0; i < lists->lists.count; i++)
			if (source_list_may_say(&lists->lists.items[i], number))
				return true;
	}
	return false;
}

static void
add_text(UnreadScan *scan, Slice text, Slice label, bool is_name)
{
	*VEC_PUSH(&scan->texts) = text;
	scan->known += is_name || says_known_number(scan, label) || names_document(scan, label);
}

/* Does CommonMark see text where the piece at pos begins, and for a tag the tag ("<doc:1>" is
 * an autolink)? */
static bool
is_text(const UnreadScan *scan, const TextBlock *block, int pos, int after)
{
	const Prose *prose = scan->section->prose;
	ZoneKind	zone;

	if (pos > 0 && prose->text[pos - 1] == '\\')
		return false;
	zone = prose_zone_at(prose, block, pos);
	if (prose->text[pos] == '<' && (zone == ZONE_HTML || zone == ZONE_AUTOLINK))
		return true;
	if (prose->text[pos] == '[')
		zone = prose_zone_at(prose, block, pos + 1);
	return zone == ZONE_PROSE || zone == ZONE_HEADING || zone == ZONE_TABLE ||
		   (zone == ZONE_LINK_LABEL && prose->text[after - 1] == ')');
}

/* The byte after the piece at pos, pos itself when no form is there. */
static int
take_piece(UnreadScan *scan, const TextBlock *block, int pos)
{
	const char *text = scan->section->prose->text;
	int			limit = Min(block->end, pos + MAX_PIECE);
	const char *mark;
	int			group[4];
	int			after;
	Slice		label;
	bool		is_name;

	while (limit < block->end && ((unsigned char) text[limit] & 0xC0) == 0x80)
		limit--;				/* never split a character */
	after = regex_match_at(forms_regex(), text, limit, pos, &mark, group, 2);
	if (after < 0 || !is_text(scan, block, pos, after))
		return pos;
	label = slice_trim((Slice) {text + group[2], group[3] - group[2]});
	is_name = forms[mark[0] - 'A'].when == NAMES;
	if (is_name && !names_document(scan, label))
		return pos;
	add_text(scan, (Slice) {text + pos, after - pos}, label, is_name);
	return after;
}

/* The byte after the marker or mark that pos is in, pos when it is in none. */
static int
skip_marker(UnreadScan *scan, int pos)
{
	const SourceLists *lists = scan->section->notes->lists;
	const Prose *prose = scan->section->prose;
	const Marker *markers = prose->markers.items;

	while (scan->marker < prose->markers.count &&
		   markers[scan->marker].start + markers[scan->marker].len <= pos)
		scan->marker++;
	while (scan->mark < lists->marks.count && lists->marks.items[scan->mark].end <= pos)
		scan->mark++;
	if (scan->mark < lists->marks.count && lists->marks.items[scan->mark].start <= pos)
		return lists->marks.items[scan->mark].end;
	return scan->marker < prose->markers.count && markers[scan->marker].start <= pos &&
		   markers[scan->marker].kind != MARKER_BRACKET	/* prose, which may look like one */
		? markers[scan->marker].start + markers[scan->marker].len : pos;
}

static void
scan_text(UnreadScan *scan, const TextBlock *block)
{
	const char *text = scan->section->prose->text;
	int			next;

	for (int pos = block->start; (pos = needles_next(&scan->starts, pos)) < block->end - 1;
		 pos = Max(next, pos + 1))
	{
		next = pos;
		if (text[pos + 1] == ' ')
			continue;
		CHECK_FOR_INTERRUPTS();
		next = skip_marker(scan, pos);
		if (next == pos)
			next = take_piece(scan, block, pos);
	}
}

/* The markers of a block of HTML, but for comments, and code. */
static void
scan_html(UnreadScan *scan, int start, int end)
{
	const char *text = scan->section->prose->text;
	Slice		all = {text, end};
	Marker		marker;

	if (slice_is_word((Slice) {text + start + 1, word_length(all, start + 1)},
					  "pre|script|style|textarea"))
		return;
	for (int pos = start; pos < end; pos++)
	{
		const char *close = end - pos < 4 || memcmp(text + pos, "<!--", 4) != 0 ? NULL
			: memmem(text + pos, end - pos, "-->", 3);

		CHECK_FOR_INTERRUPTS();
		if (close != NULL)
			pos = (int) (close - text);
		else if (marker_match(text, end, pos, false, &marker) && marker_cites(&marker) &&
				 marker.kind != MARKER_NOTE_REF)
		{
			add_text(scan, (Slice) {text + pos, marker.len}, marker.value, false);
			pos += marker.len - 1;
		}
	}
}

/* The code spans that have a marker of ours and nothing else. */
static void
scan_quoted(UnreadScan *scan)
{
	const Prose *prose = scan->section->prose;
	Marker		marker;

	for (int i = 0; i < prose->zones.count; i++)
	{
		Zone		zone = prose->zones.items[i];

		while (zone.start < zone.end && strchr("` ", prose->text[zone.start]) != NULL)
			zone.start++;
		while (zone.start < zone.end && strchr("` ", prose->text[zone.end - 1]) != NULL)
			zone.end--;
		if (zone.kind == ZONE_CODE_SPAN &&
			marker_match(prose->text, zone.end, zone.start, false, &marker) &&
			marker.len == zone.end - zone.start && marker_cites(&marker) &&
			marker.kind != MARKER_NOTE_REF)
			add_text(scan, (Slice) {prose->text + zone.start, marker.len}, marker.value, false);
	}
}

/* The numbered marks that nobody reads, but for a bare number in round brackets. */
static void
scan_marks(UnreadScan *scan)
{
	const SourceLists *lists = scan->section->notes->lists;

	for (int i = 0; i < lists->marks.count; i++)
	{
		const NumberedMark *mark = &lists->marks.items[i];

		if (!mark->is_listed && !mark->is_claimed && !mark->is_linked && mark->is_told &&
			scan->section->body.data[mark->start] != '(')
			add_text(scan, (Slice) {scan->section->body.data + mark->start,
									mark->end - mark->start}, mark->inner, false);
	}
}

/* "[SRC:2]-[SRC:4]": the dash is text, and nobody cites 3. */
static void
scan_ranges(UnreadScan *scan)
{
	static const char *const dashes[] = {"-", "\xE2\x80\x93"};
	const Prose *prose = scan->section->prose;

	for (int i = 1; i < prose->markers.count; i++)
	{
		const Marker *first = &prose->markers.items[i - 1];
		const Marker *last = first + 1;
		int			end = first->start + first->len;
		Slice		between = {prose->text + end, Max(0, last->start - end)};

		if (first->kind == MARKER_SRC && last->kind == MARKER_SRC && last->id > first->id + 1 &&
			slice_in(slice_trim(between), dashes, lengthof(dashes)))
			add_text(scan, (Slice) {prose->text + first->start,
									last->start + last->len - first->start}, last->value, false);
	}
}

/* ------------------------------------------------------------------- report */

static int
compare_texts(const void *a, const void *b)
{
	return slice_compare(*(const Slice *) a, *(const Slice *) b);
}

/* Sorts the texts, and says how many different ones there are; the first of these as JSON. */
static int
list_texts(Slice *texts, int count, StringInfo list)
{
	int			distinct = 0;

	qsort(texts, count, sizeof(Slice), compare_texts);
	for (int i = 0; i < count; i++)
	{
		if (i > 0 && slice_compare(texts[i - 1], texts[i]) == 0)
			continue;
		if (distinct++ >= MOST_TEXTS)
			continue;
		appendStringInfoString(list, distinct > 1 ? "," : "");
		append_json_string(list, texts[i].data, texts[i].len);
	}
	return distinct;
}

static void
report_texts(UnreadScan *scan)
{
	Slice		first = scan->texts.items[0];
	Event	   *event;
	StringInfoData list;
	int			distinct;

	for (int i = 1; i < scan->texts.count; i++)
		if (scan->texts.items[i].data < first.data)
			first = scan->texts.items[i];
	initStringInfo(&list);
	distinct = list_texts(scan->texts.items, scan->texts.count, &list);
	event = memo_event(scan->memo, EVENT_unread_citation, scan->section->index, first,
					   "{\"count\":%d,\"distinct\":%d,\"known\":%d,\"texts\":[%s]}",
					   scan->texts.count, distinct, scan->known, list.data);
	event->holds = scan->known > 0;
	pfree(list.data);
	pfree(scan->texts.items);
}

void
report_unread_citations(Memo *memo, const Section *section)
{
	const Prose *prose = section->prose;
	UnreadScan	scan = {.memo = memo, .section = section,
		.starts.text = {prose->text, prose->len}};

	for (int i = 0; i < (int) lengthof(form_starts); i++)
		needle_add(&scan.starts, form_starts[i], (int) strlen(form_starts[i]));
	for (int i = 0; i < prose->blocks.count && section->notes->lists->money.len == 0; i++)
		scan.has_sources |= !prose->blocks.items[i].is_listed &&
							block_opens_sources(prose, &prose->blocks.items[i]);
	scan_marks(&scan);
	scan_ranges(&scan);
	scan_quoted(&scan);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (block->kind == BLOCK_HTML)
			scan_html(&scan, block->start, block->end);
		else if (!block->is_listed &&
				 (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING ||
				  block->kind == BLOCK_TABLE))
			scan_text(&scan, block);
	}
	if (scan.texts.count > 0)
		report_texts(&scan);
}
