/*
 * html.c
 *		A finished memo -> one HTML page that needs nothing else.
 *
 *		head		title, content security policy, style sheet
 *		header		the deal, the memo's day and state
 *		contents	links to the sections
 *		sections	prose, charts, and how well each is cited
 *		sourcing	grades, decision coverage, waterfall
 *		tail		sources consulted, data source notes
 *		footnotes	by document, with links back to each reference
 *
 * A reference carries its note's text in an attribute, which the style sheet
 * shows when the pointer or the focus is on it.  No script, no network: the
 * page works under the policy that it states itself.
 *
 * Every id begins with the memo's prefix, so that the article of a page may be
 * put beside others.
 */
#include "output/output_internal.h"
#include "markdown/markdown.h"
#include "render/render.h"

#include "output/html_style.inc"

#define POLICY			"default-src 'none'; style-src 'unsafe-inline'; img-src data:"
#define LONGEST_TITLE	70		/* characters of <title> */
#define LONGEST_PREVIEW 320		/* bytes of a note's text at its references */

/* Definitions as HTML: that of note i is the bytes from starts[i] to starts[i + 1]. */
typedef struct Definitions
{
	StringInfoData html;
	int		   *starts;
} Definitions;

/* -------------------------------------------------------------------- titles */

static bool
is_blank_text(Slice text)
{
	for (int i = 0; i < text.len; i++)
		if (strchr(" \t\r\n", text.data[i]) == NULL)
			return false;
	return true;
}

/* The first count characters of a text; the whole of it when it has no more. */
static Slice
first_chars(Slice text, int count)
{
	int			pos = 0;

	while (pos < text.len && count > 0)
	{
		pos++;
		while (pos < text.len && ((unsigned char) text.data[pos] & 0xC0) == 0x80)
			pos++;
		count--;
	}
	return (Slice) {text.data, pos};
}

/* On one line, without blanks around it. */
static void
append_title(StringInfo out, Slice title)
{
	int			start;

	while (title.len > 0 && strchr(" \t\r\n", title.data[0]) != NULL)
		title.data++, title.len--;
	while (title.len > 0 && strchr(" \t\r\n", title.data[title.len - 1]) != NULL)
		title.len--;
	start = out->len;
	html_escape(out, title);
	for (int i = start; i < out->len; i++)
		if (out->data[i] == '\n' || out->data[i] == '\t')
			out->data[i] = ' ';
}

void
html_section_title(StringInfo out, const MemoPage *page, int section)
{
	Slice		title = page->memo.sections[section].title;

	if (is_blank_text(title))
		appendStringInfo(out, "Section %d", section + 1);
	else
		append_title(out, title);
}

/* "2026-06-30" -> "30 June 2026" */
static void
append_day(StringInfo out, const char *day)
{
	static const char *const months[] = {"January", "February", "March", "April", "May", "June", "July", "August",
	"September", "October", "November", "December"};
	int			year;
	int			month;
	int			mday;

	if (sscanf(day, "%d-%d-%d", &year, &month, &mday) == 3 && month >= 1 && month <= 12)
		appendStringInfo(out, "<time datetime=\"%s\">%d %s %04d</time>", day, mday, months[month - 1], year);
	else
		html_escape_string(out, day);
}

/* --------------------------------------------------------------- definitions */

/* The text of a note for its references: plain, escaped, not too long. */
static Slice
preview_of(const ReaderText *line)
{
	StringInfoData plain;
	StringInfoData preview;
	int			len;

	initStringInfo(&plain);
	initStringInfo(&preview);
	for (int i = 0; i < line->events.count && plain.len <= LONGEST_PREVIEW; i++)
		if (line->events.items[i].kind == MARKDOWN_TEXT)
			markdown_append_text(&plain, &line->events.items[i]);
	len = Min(plain.len, LONGEST_PREVIEW);
	while (len > 0 && len < plain.len && ((unsigned char) plain.data[len] & 0xC0) == 0x80)
		len--;
	html_escape(&preview, (Slice) {plain.data, len});
	if (len < plain.len)
		appendStringInfoString(&preview, "\xE2\x80\xA6");
	pfree(plain.data);
	return (Slice) {preview.data, preview.len};
}

ShownQuote
html_shown_quote(const FinishedNote *note, int nth)
{
	if (note->shown == NULL || nth > note->nshown)
		return (ShownQuote) {{NULL, 0}, false, false};
	return note->shown[nth - 1];
}

/* What a note says beside the quotes that stand at its references. */
static Slice
definition_of(const FinishedNote *note)
{
	return note->shown == NULL ? note->definition : note->source;
}

/* Reads each definition once, for its note and for the references to it. */
static void
read_definitions(HtmlWriter *writer, Definitions *definitions)
{
	const FinishedMemo *memo = &writer->page->memo;
	StringInfo	out = writer->out;
	ReaderLinks *links = reader_links(memo);

	initStringInfo(&definitions->html);
	definitions->starts = palloc_array_huge(memo->nnotes + 1, sizeof(int));
	definitions->starts[0] = 0;
	writer->out = &definitions->html;
	for (int i = 0; i < memo->nnotes; i++)
	{
		ReaderText *line = reader_read_line(definition_of(&memo->notes[i]), links);

		CHECK_FOR_INTERRUPTS();
		writer->previews[i] = preview_of(line);
		html_line(writer, line);
		definitions->starts[i + 1] = definitions->html.len;
		reader_free(line);
	}
	writer->out = out;
}

/* --------------------------------------------------------------------- parts */

/* As much of the name as a tab shows; HTML counts what escapes are written as. */
static void
append_tab_title(StringInfo out, Slice title)
{
	int			start = out->len;

	append_title(out, title);
	for (int count = LONGEST_TITLE - 1; utf8_length(out->data + start, out->len - start) > LONGEST_TITLE; count--)
	{
		out->data[out->len = start] = '\0';
		append_title(out, first_chars(title, count));
		appendStringInfoString(out, "\xE2\x80\xA6");
	}
}

static void
append_head(HtmlWriter *writer)
{
	StringInfo	out = writer->out;

	appendStringInfoString(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
						   "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
						   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
						   "<meta name=\"color-scheme\" content=\"light dark\">\n"
						   "<meta name=\"generator\" content=\"memocite\">\n<title>");
	append_tab_title(out, slice_of(writer->page->memo.title));
	appendStringInfoString(out, "</title>\n<style>\n" HTML_STYLE "</style>\n</head>\n");
}

static void
append_header(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;

	appendStringInfo(out, "<body>\n<a class=\"skip\" href=\"#%stext\">Skip to the text</a>\n<header>\n<h1>", writer->prefix);
	append_title(out, slice_of(page->memo.title));
	appendStringInfoString(out, "</h1>\n<p class=\"facts\">As of ");
	append_day(out, page->as_of);
	appendStringInfo(out, " \xC2\xB7 revision %d \xC2\xB7 ", page->revision);
	html_escape_string(out, page->status);
	appendStringInfo(out, " \xC2\xB7 %d note%s", page->memo.nnotes, page->memo.nnotes == 1 ? "" : "s");
	if (page->documents > 0)
		appendStringInfo(out, " \xC2\xB7 %d of %d documents cited", page->cited, page->documents);
	appendStringInfoString(out, "</p>\n");
	if (page->is_flawed)
		appendStringInfoString(out, "<p class=\"warning\">This memo did not pass its own validation. Do not rely on its references"
							   " before its events have been read.</p>\n");
	if (page->is_uncited)
		appendStringInfoString(out, "<p class=\"warning\">This memo cites no source for any of its statements.</p>\n");
	if (page->notice != NULL)
	{
		appendStringInfoString(out, "<p class=\"warning\">");
		html_escape_string(out, page->notice);
		appendStringInfoString(out, ".</p>\n");
	}
	appendStringInfoString(out, "</header>\n");
}

/* One entry of the contents for each heading of the tail; ids as in html_text.c. */
static void
append_tail_contents(HtmlWriter *writer, const ReaderText *tail)
{
	StringInfo	out = writer->out;
	int			nheadings = 0;
	bool		in_heading = false;

	for (int i = 0; i < tail->events.count; i++)
	{
		const MarkdownEvent *event = &tail->events.items[i];
		bool		is_block = event->kind == MARKDOWN_ENTER_BLOCK || event->kind == MARKDOWN_LEAVE_BLOCK;

		if (is_block && event->type == MARKDOWN_HEADING)
		{
			in_heading = event->kind == MARKDOWN_ENTER_BLOCK;
			if (in_heading)
				appendStringInfo(out, "<li><a href=\"#%st%d\">", writer->prefix, ++nheadings);
			else
				appendStringInfoString(out, "</a></li>\n");
		}
		else if (in_heading && event->kind == MARKDOWN_TEXT)
			html_escape(out, (Slice) {event->data, event->len});
	}
}

static void
append_contents(HtmlWriter *writer, const ReaderText *tail)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;

	appendStringInfoString(out, "<nav aria-label=\"Contents\">\n<ol>\n");
	for (int i = 0; i < page->memo.nsections; i++)
	{
		appendStringInfo(out, "<li><a href=\"#%ss%d\">", writer->prefix, i + 1);
		html_section_title(out, page, i);
		appendStringInfoString(out, "</a></li>\n");
	}
	appendStringInfo(out, "<li><a href=\"#%ssourcing\">How this memo is sourced</a></li>\n", writer->prefix);
	append_tail_contents(writer, tail);
	if (page->memo.nnotes > 0)
		appendStringInfo(out, "<li><a href=\"#%snotes\">Footnotes</a></li>\n", writer->prefix);
	appendStringInfoString(out, "</ol>\n</nav>\n");
}

static void
append_sections(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;

	for (int i = 0; i < page->memo.nsections; i++)
	{
		ReaderText *body = reader_read(page->memo.sections[i].body, page->memo.nnotes);

		CHECK_FOR_INTERRUPTS();
		appendStringInfo(writer->out, "<section class=\"part\">\n<h2 id=\"%ss%d\">", writer->prefix, i + 1);
		html_section_title(writer->out, page, i);
		appendStringInfoString(writer->out, "</h2>\n");
		html_grade(writer, i);
		writer->heading = 2;
		html_blocks(writer, body, false);
		appendStringInfoString(writer->out, "</section>\n");
		reader_free(body);
	}
}

/* The sourcing, then the tail. */
static void
append_sourcing(HtmlWriter *writer, const ReaderText *tail)
{
	appendStringInfo(writer->out, "<section class=\"part sourcing\">\n<h2 id=\"%ssourcing\">How this memo is sourced</h2>\n", writer->prefix);
	html_figures(writer);
	writer->heading = 2;
	html_blocks(writer, tail, true);
	appendStringInfoString(writer->out, "</section>\n");
}

/* ----------------------------------------------------------------- footnotes */

/* The quote of a reference's place, whether it was found in the source, and whether the
 * figures of its sentence were. */
static void
append_shown_quote(HtmlWriter *writer, ShownQuote quote)
{
	if (quote.text.data != NULL)
	{
		appendStringInfoString(writer->out, " <q>");
		html_escape(writer->out, quote.text);
		appendStringInfoString(writer->out, "</q>");
		if (quote.is_verified)
			html_badge(writer->out, "verified", "quote verified");
		else if (writer->page->memo.marks_unchecked)
			html_badge(writer->out, "unchecked", "not checked");
	}
	if (quote.misses_figure)
		html_badge(writer->out, "unchecked unfound", UNFOUND_FIGURE);
}

static void
append_backlinks(HtmlWriter *writer, int number)
{
	int			uses = writer->uses[number - 1];

	for (int use = 1; use <= uses; use++)
	{
		appendStringInfo(writer->out, " <a href=\"#%sr%d-%d\" role=\"doc-backlink\" aria-label=\"", writer->prefix, number, use);
		if (uses == 1)
			appendStringInfo(writer->out, "Back to the reference to note %d\">\xE2\x86\xA9\xEF\xB8\x8E</a>", number);
		else
			appendStringInfo(writer->out, "Back to reference %d of %d to note %d\">\xE2\x86\xA9\xEF\xB8\x8E<sup>%d</sup></a>",
							 use, uses, number, use);
		append_shown_quote(writer, html_shown_quote(&writer->page->memo.notes[number - 1], use));
	}
}

static void
append_note(HtmlWriter *writer, const Definitions *definitions, int number)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;
	int			start = definitions->starts[number - 1];

	appendStringInfo(out, "<li id=\"%sn%d\" value=\"%d\">", writer->prefix, number, number);
	appendBinaryStringInfo(out, definitions->html.data + start, definitions->starts[number] - start);
	if (page->is_verified[number - 1] && page->memo.notes[number - 1].shown == NULL)
		html_badge(out, "verified", "quote verified");
	if (page->is_stale[number - 1])
		html_badge(out, "stale", "stale");
	if (note_is_weak(&page->memo, &page->memo.notes[number - 1]))
		html_badge(out, "weak", "low confidence");
	append_backlinks(writer, number);
	appendStringInfoString(out, "</li>\n");
}

static bool
misses_figure(const FinishedNote *note)
{
	for (int i = 0; i < note->nshown; i++)
		if (note->shown[i].misses_figure)
			return true;
	return false;
}

static bool
has_unchecked_quote(const FinishedMemo *memo, const FinishedNote *note)
{
	for (int i = 0; i < note->nshown && memo->marks_unchecked; i++)
		if (note->shown[i].text.data != NULL && !note->shown[i].is_verified)
			return true;
	return false;
}

/* What the marks mean, where there are some. */
static void
append_legend(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;
	bool		is_verified = false;
	bool		is_stale = false;
	bool		is_weak = false;
	bool		is_unchecked = false;
	bool		is_unfound = false;

	for (int i = 0; i < page->memo.nnotes; i++)
	{
		is_unfound |= misses_figure(&page->memo.notes[i]);
		is_verified |= page->is_verified[i];
		is_stale |= page->is_stale[i];
		is_weak |= note_is_weak(&page->memo, &page->memo.notes[i]);
		is_unchecked |= has_unchecked_quote(&page->memo, &page->memo.notes[i]);
	}
	if (!is_verified && !is_stale && !is_weak && !is_unchecked && !is_unfound)
		return;
	appendStringInfoString(out, "<ul class=\"legend\">\n");
	if (is_verified)
		appendStringInfoString(out, "<li><span class=\"badge verified\">quote verified</span> the quote was found in the source</li>\n");
	if (is_unchecked)
		appendStringInfoString(out, "<li><span class=\"badge unchecked\">not checked</span> no passage of the source is stored</li>\n");
	if (is_unfound)
		appendStringInfoString(out, "<li><span class=\"badge unchecked unfound\">" UNFOUND_FIGURE "</span>"
							   " a number of the sentence, marked " UNFOUND_MARK " in the text,"
							   " is in none of the passages that the sentence cites</li>\n");
	if (is_stale)
		appendStringInfo(out, "<li><span class=\"badge stale\">stale</span> the source was ingested more than %d days"
						 " before the memo's date</li>\n", page->stale_days);
	if (is_weak)
		appendStringInfo(out, "<li><span class=\"badge weak\">low confidence</span> a citation of the note, marked %s in the"
						 " text, has a confidence below 0.%02d</li>\n", WEAK_MARK, page->memo.weak / 10);
	appendStringInfoString(out, "</ul>\n");
}

/* Notes by document, in the order in which the text comes to the documents. */
static void
append_footnotes(HtmlWriter *writer, const Definitions *definitions)
{
	const FinishedMemo *memo = &writer->page->memo;
	ClusterEntry *entries = note_clusters(memo);
	StringInfo	out = writer->out;

	appendStringInfo(out, "<section class=\"part notes\" role=\"doc-endnotes\" aria-labelledby=\"%snotes\">\n"
					 "<h2 id=\"%snotes\">Footnotes</h2>\n", writer->prefix, writer->prefix);
	append_legend(writer);
	for (int i = 0; i < memo->nnotes; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i == 0 || entries[i].first != entries[i - 1].first || entries[i].rank != entries[i - 1].rank)
		{
			Slice		title = cluster_title(&entries[i]);

			appendStringInfoString(out, i == 0 ? "<h3>" : "</ol>\n<h3>");
			append_title(out, is_blank_text(title) ? slice_of("Document") : title);
			appendStringInfoString(out, "</h3>\n<ol>\n");
		}
		append_note(writer, definitions, entries[i].number);
	}
	appendStringInfoString(out, "</ol>\n</section>\n");
}

void
html_page(const MemoPage *page, StringInfo out)
{
	HtmlWriter	writer = {.page = page, .out = out};
	Definitions definitions;
	ReaderText *tail = reader_read(page->memo.tail, 0);

	snprintf(writer.prefix, sizeof(writer.prefix), "memo-" INT64_FORMAT "-", page->deal_id);
	writer.uses = palloc_array_huge(page->memo.nnotes + 1, sizeof(int));
	memset(writer.uses, 0, sizeof(int) * ((Size) page->memo.nnotes + 1));
	writer.previews = palloc_array_huge(page->memo.nnotes + 1, sizeof(Slice));
	read_definitions(&writer, &definitions);
	append_head(&writer);
	append_header(&writer);
	append_contents(&writer, tail);
	appendStringInfo(out, "<main id=\"%stext\">\n", writer.prefix);
	append_sections(&writer);
	append_sourcing(&writer, tail);
	if (page->memo.nnotes > 0)
		append_footnotes(&writer, &definitions);
	appendStringInfoString(out, "</main>\n</body>\n</html>\n");
}
