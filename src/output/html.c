/*
 * html.c
 *		A finished memo -> one HTML page that needs nothing else.
 *
 *		head		title, content security policy, style sheet
 *		header		the deal, the memo's day and state
 *		contents	links to the sections
 *		sections	prose, charts, and how well each is cited
 *		sourcing	for the maker: grades, decision coverage, waterfall, removed citations
 *		tail		sources consulted, data source notes
 *		footnotes	in their order, with links back to each reference
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

/* Definitions as HTML: that of note i is the bytes from starts[i] to starts[i + 1]. */
typedef struct Definitions
{
	StringInfoData html;
	int		   *starts;
} Definitions;

/* --------------------------------------------------------------- definitions */

/* Reads each definition once, for its note and for the references to it.  What a note says
 * stands there without the quotes that stand at its references. */
static void
read_definitions(HtmlWriter *writer, Definitions *definitions)
{
	const MemoView *memo = &writer->page->memo;
	StringInfo	out = writer->out;
	ReaderLinks *links = reader_links(memo);
	StringInfoData plain;

	initStringInfo(&plain);
	initStringInfo(&definitions->html);
	definitions->starts = palloc_array_huge(memo->nnotes + 1, sizeof(int));
	definitions->starts[0] = 0;
	writer->out = &definitions->html;
	writer->plain = &plain;
	for (int i = 0; i < memo->nnotes; i++)
	{
		const NoteRow *note = &memo->notes[i];
		StringInfoData preview;
		int			len;

		CHECK_FOR_INTERRUPTS();
		resetStringInfo(&plain);
		html_text(writer,
				  reader_open_line(note->shown == NULL ? note->definition : note->source, links),
				  HTML_LINE);
		len = utf8_clip((Slice) {plain.data, plain.len}, LONGEST_PREVIEW);
		initStringInfo(&preview);	/* for its references: escaped, not too long */
		html_escape(&preview, (Slice) {plain.data, len});
		appendStringInfoString(&preview, len < plain.len ? "\xE2\x80\xA6" : "");
		writer->previews[i] = (Slice) {preview.data, preview.len};
		definitions->starts[i + 1] = definitions->html.len;
	}
	writer->plain = NULL;
	writer->out = out;
}

/* --------------------------------------------------------------------- parts */

/* As much of the name as a tab shows; HTML counts what escapes are written as. */
static void
append_tab_title(StringInfo out, Slice title)
{
	int			start = out->len;

	html_title(out, title, "");
	for (int count = LONGEST_TITLE - 1;
		 utf8_length(out->data + start, out->len - start) > LONGEST_TITLE; count--)
	{
		int			len = 0;

		for (int i = 0; i < count && len < title.len; i++)
			len += char_length(title.data[len]);
		out->data[out->len = start] = '\0';
		html_title(out, (Slice) {title.data, len}, "");
		appendStringInfoString(out, "\xE2\x80\xA6");
	}
}

static void
append_head(HtmlWriter *writer)
{
	html_print(writer, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			   "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
			   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			   "<meta name=\"color-scheme\" content=\"light dark\">\n"
			   "<meta name=\"generator\" content=\"memocite\">\n<title>");
	append_tab_title(writer->out, slice_of(writer->page->memo.title));
	html_print(writer, "</title>\n<style>\n%s%s</style>\n</head>\n", HTML_STYLE HTML_PAGE_STYLE,
			   writer->page->has_chart_tables ? "" : chart_svg_style);
}

/* For a page of another's: a style that is the article's own. */
static void
append_article(HtmlWriter *writer)
{
	html_print(writer, "<article class=\"memocite\" lang=\"en\">\n<style>\n");
	html_scoped_style(writer->out, HTML_STYLE, "memocite");
	if (!writer->page->has_chart_tables)
		html_scoped_style(writer->out, chart_svg_style, "memocite");
	html_print(writer, "</style>\n");
}

/* "2026-06-30" -> "30 June 2026" */
static void
append_day(HtmlWriter *writer, const char *day)
{
	static const char *const months[] = {"January", "February", "March", "April", "May", "June",
	"July", "August", "September", "October", "November", "December"};
	int			year;
	int			month;
	int			mday;

	if (sscanf(day, "%d-%d-%d", &year, &month, &mday) == 3 && month >= 1 && month <= 12)
		html_print(writer, "<time datetime=\"%s\">%d %s %s</time>", day, mday, months[month - 1],
				   psprintf("%04d", year));
	else
		html_print(writer, "%e", day);
}

static void
append_header(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;

	if (!page->is_fragment)
		html_print(writer,
				   "<body>\n<a class=\"skip\" href=\"#%ptext\">Skip to the text</a>\n");
	html_print(writer, "<header>\n<h1>");
	html_title(writer->out, slice_of(page->memo.title), "");
	html_print(writer, "</h1>\n<p class=\"facts\">As of ");
	append_day(writer, page->as_of);
	html_print(writer, " \xC2\xB7 revision %d \xC2\xB7 %e \xC2\xB7 %d note%s", page->revision,
			   page->status, page->memo.nnotes, page->memo.nnotes == 1 ? "" : "s");
	if (page->documents > 0)
		html_print(writer, " \xC2\xB7 %d of %d documents cited", page->cited, page->documents);
	html_print(writer, "</p>\n");
	if (page->is_flawed)
		html_print(writer, "<p class=\"warning\">This memo did not pass its own validation."
				   " Do not rely on its references before its events have been read.</p>\n");
	if (page->is_uncited)
		html_print(
			writer,
			"<p class=\"warning\">This memo cites no source for any of its statements.</p>\n");
	if (page->notice != NULL)
		html_print(writer, "<p class=\"warning\">%e.</p>\n", page->notice);
	html_metrics(writer);
	html_print(writer, "</header>\n");
}

static void
append_contents(HtmlWriter *writer)
{
	html_print(writer, "<nav aria-label=\"Contents\">\n<ol>\n");
	for (int i = 0; i < writer->page->memo.nsections; i++)
	{
		html_print(writer, "<li><a href=\"#%ps%d\">", i + 1);
		html_section_title(writer, i);
		html_print(writer, "</a></li>\n");
	}
	if (writer->page->is_author)
		html_print(writer, "<li><a href=\"#%psourcing\">How this memo is sourced</a></li>\n");
	for (int i = 0; i < writer->page->memo.ntail; i++)
		html_print(writer, "<li><a href=\"#%pt%d\">%e</a></li>\n", i + 1,
				   writer->page->memo.tail[i].title);
	if (writer->page->memo.nnotes > 0)
		html_print(writer, "<li><a href=\"#%pnotes\">Footnotes</a></li>\n");
	html_print(writer, "</ol>\n</nav>\n");
}

static void
append_sections(HtmlWriter *writer)
{
	const MemoView *memo = &writer->page->memo;

	for (int i = 0; i < memo->nsections; i++)
	{
		CHECK_FOR_INTERRUPTS();
		html_print(writer, "<section class=\"part\">\n<h2 id=\"%ps%d\">", i + 1);
		html_section_title(writer, i);
		html_print(writer, "</h2>\n");
		if (writer->page->is_author)
			html_grade(writer, i);
		writer->heading = 2;
		html_text(writer, reader_open(memo->sections[i].body, memo->nnotes), HTML_BODY);
		html_print(writer, "</section>\n");
	}
}

/* ----------------------------------------------------------------- footnotes */

static bool
is_equal_quote(ShownQuote a, ShownQuote b)
{
	return a.is_verified == b.is_verified && a.misses_figure == b.misses_figure &&
		   slice_equal(a.missing, b.missing) &&
		   (a.text.data == NULL) == (b.text.data == NULL) &&
		   (a.text.data == NULL || slice_equal(a.text, b.text));
}

/* A link back to each reference, with the quote of its place; those of one quote have it once. */
static void
append_backlinks(HtmlWriter *writer, const NoteRow *note, int number)
{
	int			uses = writer->uses[number - 1];

	for (int use = 1; use <= uses; use++)
	{
		ShownQuote	quote = html_shown_quote(note, use);
		bool		is_repeated =
			use < uses && is_equal_quote(quote, html_shown_quote(note, use + 1));

		html_print(writer, " <a href=\"#%pr%d-%d\" role=\"doc-backlink\" aria-label=\"", number,
				   use);
		if (uses == 1)
			html_print(writer, "Back to the reference to note %d\">\xE2\x86\xA9\xEF\xB8\x8E</a>",
					   number);
		else
			html_print(
				writer,
				"Back to reference %d of %d to note %d\">\xE2\x86\xA9\xEF\xB8\x8E<sup>%d</sup></a>",
				use, uses, number, use);
		if (is_repeated)
			continue;
		if (quote.text.data != NULL)
		{
			html_print(writer, " <q>%t</q>", quote.text);
			if (quote.is_verified)
				html_badge(writer->out, "verified", "quote verified");
			else if (quote.is_returned)
				html_badge(writer->out, "unchecked", "as returned by the model's API");
			else if (writer->page->memo.marks_unchecked)
				html_badge(writer->out, "unchecked", "not checked");
		}
		html_unfound(writer, " <span class=\"badge unchecked unfound\">", quote, "</span>");
	}
}

static void
append_note(HtmlWriter *writer, const Definitions *definitions, int number)
{
	const NoteRow *note = &writer->page->memo.notes[number - 1];
	StringInfo	out = writer->out;
	int			start = definitions->starts[number - 1];

	/* what leads to its evidence: keys of memo_evidence(), and where on the page */
	html_print(writer, "<li id=\"%pn%d\" value=\"%d\" data-key=\"%t", number, number, note->key);
	if (note->passage_id != NULL)
		html_print(writer, "\" data-passage=\"%e", note->passage_id);
	if (note->page > 0)
		html_print(writer, "\" data-page=\"%d", note->page);
	if (note->box != NULL)
		html_print(writer, "\" data-box=\"%s", note->box);
	appendStringInfoString(out, "\">");
	appendBinaryStringInfo(out, definitions->html.data + start,
						   definitions->starts[number] - start);
	if (note->is_verified && note->shown == NULL)
		html_badge(out, "verified", "quote verified");
	if (note->is_stale)
		html_badge(out, "stale", "stale");
	if (note_is_weak(&writer->page->memo, note))
		html_badge(out, "weak", "low confidence");
	append_backlinks(writer, note, number);
	html_print(writer, "</li>\n");
}

/* What the marks mean, where there are some. */
static void
append_legend(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	bool		is_verified = false;
	bool		is_stale = false;
	bool		is_weak = false;
	bool		is_unchecked = false;
	bool		is_unfound = false;

	for (int i = 0; i < page->memo.nnotes; i++)
	{
		const NoteRow *note = &page->memo.notes[i];

		is_verified |= note->is_verified;
		is_stale |= note->is_stale;
		is_weak |= note_is_weak(&page->memo, note);
		for (int j = 0; j < note->nshown; j++)
		{
			is_unfound |= note->shown[j].misses_figure;
			is_unchecked |= page->memo.marks_unchecked && note->shown[j].text.data != NULL &&
				!note->shown[j].is_verified;
		}
	}
	if (!is_verified && !is_stale && !is_weak && !is_unchecked && !is_unfound)
		return;
	html_print(writer, "<ul class=\"legend\">\n");
	if (is_verified)
		html_print(writer, "<li><span class=\"badge verified\">quote verified</span>"
				   " the quote was found in the source</li>\n");
	if (is_unchecked)
		html_print(writer, "<li><span class=\"badge unchecked\">not checked</span>"
				   " no passage of the source is stored</li>\n");
	if (is_unfound)
		html_print(writer, "<li><span class=\"badge unchecked unfound\">figure" UNFOUND "</span>"
				   " a number or quotation of the sentence, marked " UNFOUND_MARK " in the text,"
				   " is in none of the passages that the sentence cites</li>\n");
	if (is_stale)
		html_print(
			writer,
			"<li><span class=\"badge stale\">stale</span> the source was ingested more than %d days"
			" before the memo's date</li>\n",
			page->stale_days);
	if (is_weak)
		html_print(writer,
				   "<li><span class=\"badge weak\">low confidence</span> a citation of the note, "
				   "marked %s in the"
				   " text, has a confidence below 0.%s</li>\n",
				   WEAK_MARK, psprintf("%02d", page->memo.weak / 10));
	html_print(writer, "</ul>\n");
}

static void
append_footnotes(HtmlWriter *writer, const Definitions *definitions)
{
	const MemoView *memo = &writer->page->memo;

	html_print(writer,
			   "<section class=\"part notes\" role=\"doc-endnotes\" aria-labelledby=\"%pnotes\">\n"
			   "<h2 id=\"%pnotes\">Footnotes</h2>\n");
	append_legend(writer);
	html_print(writer, "<ol>\n");
	for (int number = 1; number <= memo->nnotes; number++)
	{
		CHECK_FOR_INTERRUPTS();
		append_note(writer, definitions, number);
	}
	html_print(writer, "</ol>\n</section>\n");
}

/* A part behind the sections; its note on corrections names the mark that readers see. */
static Slice
tail_text(const MemoPage *page, const TailPart *part)
{
	const char *found = page->is_author ? NULL : strstr(part->text, CORRECTION_SHOWN);

	if (found == NULL)
		return slice_of(part->text);
	return slice_of(psprintf("%.*s" CORRECTED_MARK "%s", (int) (found - part->text), part->text,
							 found + strlen(CORRECTION_SHOWN)));
}

static void
append_sourcing(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;

	if (!page->is_author && page->memo.ntail == 0)
		return;
	html_print(writer, "<section class=\"part sourcing\">\n");
	if (page->is_author)
	{
		html_print(writer, "<h2 id=\"%psourcing\">How this memo is sourced</h2>\n");
		html_figures(writer);
	}
	for (int i = 0; i < page->memo.ntail; i++)
	{
		html_print(writer, "<h2 id=\"%pt%d\">%e</h2>\n", i + 1, page->memo.tail[i].title);
		html_text(writer, reader_open(tail_text(page, &page->memo.tail[i]), 0), HTML_TAIL);
	}
	html_print(writer, "</section>\n");
}

void
html_page(const MemoPage *page, StringInfo out)
{
	HtmlWriter	writer = {.page = page, .out = out};
	Definitions definitions;

	snprintf(writer.prefix, sizeof(writer.prefix), "memo-" INT64_FORMAT "-", page->deal_id);
	writer.uses = palloc_array_huge(page->memo.nnotes + 1, sizeof(int));
	memset(writer.uses, 0, sizeof(int) * ((Size) page->memo.nnotes + 1));
	writer.previews = palloc_array_huge(page->memo.nnotes + 1, sizeof(Slice));
	read_definitions(&writer, &definitions);
	if (page->is_fragment)
		append_article(&writer);
	else
		append_head(&writer);
	append_header(&writer);
	if (!page->is_fragment)
		append_contents(&writer);
	html_print(&writer, page->is_fragment ? "<div id=\"%ptext\">\n" : "<main id=\"%ptext\">\n");
	append_sections(&writer);
	append_sourcing(&writer);
	if (page->memo.nnotes > 0)
		append_footnotes(&writer, &definitions);
	html_print(&writer,
			   page->is_fragment ? "</div>\n</article>\n" : "</main>\n</body>\n</html>\n");
}
