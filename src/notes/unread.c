/*
 * unread.c
 *		What looks like a citation and is read by nobody.
 *
 * Models cite in more ways than the grammar has: "[1-3]", "(SRC:3)", "[@om]".  Such
 * text stays as it is, so that nothing is credited wrongly, and event
 * unread_citation tells of it: one a form and section, with how many there are,
 * how many different ones, and the first.
 *
 *		Rents rose [1]. Vacancy fell [2]. See `a[3]` and [4](url).
 *
 * has two of form "[1]", with the labels 1 and 2, where no list says what they are: code and
 * links are none.
 *
 * The forms are alternatives of one pattern, as the markers are in marker.c, tried
 * where a text has the first byte of one.  No piece is longer than MAX_PIECE, so
 * the scan is linear.
 */
#include "notes/notes_internal.h"
#include "language/language.h"

#define MAX_PIECE	400			/* bytes */
#define MOST_LABELS	10			/* of a form that the event lists */
#define HTML_FORM	(NFORMS - 1)

/* Name as the event has it, and what it looks like; group 1 is the label. */
static const struct
{
	const char *name;
	bool		names_document; /* only where the label does */
	const char *pattern;		/* NULL: a marker that cites, in an HTML block */
} forms[] = {
	{"(SRC:3)", false, "\\((?i:src)\\s*[:#]\\s*([0-9][^()\\[\\]\\n]{0,60})\\)"},
	{"[Source: X, p. 12]", false, "\\[(?i:sources?)\\s*:\\s*([^\\s\\[\\]][^\\[\\]\\n]{1,200})\\]"},
	{"【4:0†source】", false, "【([0-9]{1,6}(?::[0-9]{1,6})?)†[^【】\\n]{0,80}】"},
	{"[@om]", true, "\\[-?@([^\\s\\[\\],;]{1,100})(?:[\\s,;][^\\[\\]\\n]{0,200})?\\]"},
	{"<cite>", true, "(?i:<cite(?:\\s[^<>\\n]{0,100})?>)([^<\\n]{1,200})(?i:</cite>)"},
	{"[^1 broken over lines", false,
	 "\\[\\^([^\\[\\]\\s]{0,60}[ \\t]*\\r?\\n(?![ \\t]*\\r?\\n)[^\\[\\]\\n]{0,60})\\]"},
	{"marker in an HTML block", false, NULL},
};

#define NFORMS	((int) lengthof(forms))

/* What was found of a form in a section. */
typedef struct Found
{
	Slice		first;			/* as it stands in the text */
				VEC(Slice) labels;	/* one each, in the order of the text */
} Found;

typedef struct UnreadScan
{
	Memo	   *memo;
	const Section *section;
	Found	   *found;			/* by form, behind those the spellings of numbers */
	int			marker;			/* the first one that does not end before the place, */
	int			mark;			/* and of the numbered marks */
} UnreadScan;

static Regex *
forms_regex(void)
{
	static Regex *regex = NULL;

	if (regex == NULL)
	{
		StringInfoData pattern;

		initStringInfo(&pattern);
		for (int i = 0; i < NFORMS; i++)
			if (forms[i].pattern != NULL)
				appendStringInfo(&pattern, "%s%s(*MARK:%c)", i == 0 ? "(?|" : "|", forms[i].pattern,
								 'A' + i);
		appendStringInfoChar(&pattern, ')');
		regex = regex_compile(pattern.data);
		pfree(pattern.data);
	}
	return regex;
}

/* Can a form start with these bytes?  Spares most of the pattern matching. */
static bool
may_start(const char *text, int end, int pos)
{
	char		next = pos + 1 < end ? text[pos + 1] : '\0';

	if (text[pos] == '[')
		return next != '\0' && strchr("sSCc@-^", next) != NULL;
	if (text[pos] == '(')
		return next == 's' || next == 'S';
	if (text[pos] == '<')
		return next == 'c' || next == 'C';
	return end - pos >= 3 && memcmp(text + pos, "\xE3\x80\x90", 3) == 0;
}

static void
add_found(UnreadScan *scan, int form, Slice piece, Slice label)
{
	Found	   *found = &scan->found[form];

	if (found->labels.count == 0)
		found->first = piece;
	*VEC_PUSH(&found->labels) = label;
}

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

/* Does CommonMark see text where the piece at pos begins, and for a tag the tag? */
static bool
is_text(const UnreadScan *scan, const TextBlock *block, int pos)
{
	const Prose *prose = scan->section->prose;
	ZoneKind	zone;

	if (pos > 0 && prose->text[pos - 1] == '\\')
		return false;
	if (prose->text[pos] == '<')
		return prose_zone_at(prose, block, pos) == ZONE_HTML;
	zone = prose_zone_at(prose, block, pos + 1);
	return zone == ZONE_PROSE || zone == ZONE_HEADING || zone == ZONE_TABLE;
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

	while (limit < block->end && ((unsigned char) text[limit] & 0xC0) == 0x80)
		limit--;				/* never split a character */
	after = regex_match_at(forms_regex(), text, limit, pos, &mark, group, 2);
	if (after < 0 || !is_text(scan, block, pos))
		return pos;
	label = slice_trim((Slice) {text + group[2], group[3] - group[2]});
	if (forms[mark[0] - 'A'].names_document && !names_document(scan, label))
		return pos;
	add_found(scan, mark[0] - 'A', (Slice) {text + pos, after - pos}, label);
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
	return scan->marker < prose->markers.count && markers[scan->marker].start <= pos
		? markers[scan->marker].start + markers[scan->marker].len : pos;
}

#define FIRSTS	"[(<\xE3"		/* the bytes that forms begin with */
#define NFIRSTS	4

/* The next byte that a form can begin with; at has where each of them is next, -1 = not looked. */
static int
next_first(const char *text, int pos, int end, int *at)
{
	int			first = end;

	for (int i = 0; i < NFIRSTS; i++)
	{
		if (at[i] < pos)
		{
			const char *found = memchr(text + pos, FIRSTS[i], end - pos);

			at[i] = found == NULL ? end : (int) (found - text);
		}
		first = Min(first, at[i]);
	}
	return first;
}

static void
scan_text(UnreadScan *scan, const TextBlock *block)
{
	const char *text = scan->section->prose->text;
	int			at[NFIRSTS] = {-1, -1, -1, -1};

	for (int pos = block->start, next; pos < block->end; pos = Max(next, pos + 1))
	{
		pos = next = next_first(text, pos, block->end, at);
		if (pos == block->end || !may_start(text, block->end, pos))
			continue;
		CHECK_FOR_INTERRUPTS();
		next = skip_marker(scan, pos);
		if (next == pos)
			next = take_piece(scan, block, pos);
	}
}

/* Does a browser show what is in the block as text with tags? */
static bool
shows_text(Slice html)
{
	static const char *const literal[] = {"<pre", "<script", "<style", "<textarea"};

	while (html.len > 0 && (html.data[0] == ' ' || html.data[0] == '>'))
		html.data++, html.len--;
	for (int i = 0; i < (int) lengthof(literal); i++)
		if (html.len > (int) strlen(literal[i]) &&
			pg_strncasecmp(html.data, literal[i], strlen(literal[i])) == 0)
			return false;
	return html.len < 2 || strchr("!?", html.data[1]) == NULL;
}

static void
scan_html(UnreadScan *scan, const TextBlock *block)
{
	const char *text = scan->section->prose->text;
	Marker		marker;

	if (!shows_text((Slice) {text + block->start, block->end - block->start}))
		return;
	for (int pos = block->start; pos < block->end; pos++)
	{
		CHECK_FOR_INTERRUPTS();
		if (block->end - pos >= 4 && memcmp(text + pos, "<!--", 4) == 0)
		{
			const char *close = memmem(text + pos, block->end - pos, "-->", 3);

			pos = close == NULL ? block->end : (int) (close - text);
		}
		else if (marker_match(text, block->end, pos, false, &marker) && marker_cites(&marker))
		{
			add_found(scan, HTML_FORM, (Slice){text + pos, marker.len},
					  (Slice){text + pos, marker.len});
			pos += marker.len - 1;
		}
	}
}

static int
compare_labels(const void *a, const void *b)
{
	return slice_compare(*(const Slice *) a, *(const Slice *) b);
}

/* How many different labels there are; sorts them. */
static int
count_distinct(Slice *labels, int count)
{
	int			distinct = 0;

	qsort(labels, count, sizeof(Slice), compare_labels);
	for (int i = 0; i < count; i++)
		distinct += i == 0 || slice_compare(labels[i - 1], labels[i]) != 0;
	return distinct;
}

/* The first different labels as a JSON array. */
static void
append_labels(StringInfo out, const Slice *labels, int count)
{
	Slice		listed[MOST_LABELS];
	int			nlisted = 0;

	appendStringInfoChar(out, '[');
	for (int i = 0; i < count && nlisted < MOST_LABELS; i++)
	{
		bool		is_new = true;

		for (int j = 0; j < nlisted && is_new; j++)
			is_new = slice_compare(listed[j], labels[i]) != 0;
		if (!is_new)
			continue;
		if (nlisted > 0)
			appendStringInfoChar(out, ',');
		append_json_string(out, labels[i].data, labels[i].len);
		listed[nlisted++] = labels[i];
	}
	appendStringInfoChar(out, ']');
}

/* What the event calls a form; the caller's. */
static const char *
form_name(int form)
{
	char	   *name;

	if (form < NFORMS)
		return forms[form].name;
	if (form == NFORMS)
		return "\xC2\xB9";
	name = pstrdup(numbered_spellings[form - NFORMS - 1]);
	*strchr(name, 'N') = '1';
	return name;
}

static void
tell_form(UnreadScan *scan, int form)
{
	Found	   *found = &scan->found[form];
	int			count = found->labels.count;
	StringInfoData labels;
	StringInfoData first;

	if (count == 0)
		return;
	initStringInfo(&labels);
	initStringInfo(&first);
	append_labels(&labels, found->labels.items, count);
	append_json_string(&first, found->first.data, found->first.len);
	memo_event(scan->memo, EVENT_unread_citation, scan->section->index, slice_of(form_name(form)),
			   "{\"count\":%d,\"distinct\":%d,\"labels\":%s,\"first\":%s}",
			   count, count_distinct(found->labels.items, count), labels.data, first.data);
	pfree(found->labels.items);
	pfree(labels.data);
	pfree(first.data);
}

/* The numbered marks that nobody reads. */
static void
scan_marks(UnreadScan *scan)
{
	const SourceLists *lists = scan->section->notes->lists;

	for (int i = 0; i < lists->marks.count; i++)
	{
		const NumberedMark *mark = &lists->marks.items[i];

		if (!mark->is_listed && !mark->is_claimed && !mark->is_linked && mark->is_told)
			add_found(scan, NFORMS + 1 + mark->spelling,
					  (Slice) {scan->section->body.data + mark->start, mark->end - mark->start},
					  mark->inner);
	}
}

void
report_unread_citations(Memo *memo, const Section *section)
{
	const Prose *prose = section->prose;
	int			nforms = NFORMS + 1 + numbered_nspellings;
	UnreadScan	scan = {.memo = memo, .section = section,
						.found = palloc0(sizeof(Found) * nforms)};

	scan_marks(&scan);
	for (int i = 0; i < prose->blocks.count; i++)
	{
		const TextBlock *block = &prose->blocks.items[i];

		if (block->is_listed)
			continue;
		if (block->kind == BLOCK_HTML)
			scan_html(&scan, block);
		else if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING ||
				 block->kind == BLOCK_TABLE || block->kind == BLOCK_SOURCE_LINE)
			scan_text(&scan, block);
	}
	for (int i = 0; i < nforms; i++)
		tell_form(&scan, i);
	pfree(scan.found);
}
