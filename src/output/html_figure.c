/*
 * html_figure.c
 *		The deal's canonical metrics, for who reads the memo; for who makes it how well it is
 *		sourced: grades of sections, decision coverage, the waterfall of its citations, and
 *		those that were removed.
 *
 * Each figure is a table whose bars (inline SVG, for the eye only) repeat its numbers.
 */
#include "output/output_internal.h"
#include "render/render.h"

/* Citations per 250 words. */
static double
density(const Grade *grade)
{
	return grade->words > 0 ? 250.0 * grade->citations / grade->words : 0;
}

void
html_grade(HtmlWriter *writer, int section)
{
	const Grade *grade = &writer->page->memo.sections[section].grade;

	if (grade->words == 0)
		return;
	html_print(writer, "<p class=\"facts\">");
	if (grade->letter != 0)
		appendStringInfo(writer->out, "<span class=\"grade grade-%c\">Grade %c</span> ",
						 grade->letter, grade->letter);
	html_print(writer, "%d source citation%s in %d words</p>\n",
			   grade->citations, grade->citations == 1 ? "" : "s", grade->words);
}

/* Titles of columns with a bar between them; '>' before one that has numbers. */
static void
open_figure(HtmlWriter *writer, const char *title, const char *text, const char *columns)
{
	html_print(writer, "<figure class=\"small\">\n<figcaption>\n<p class=\"title\">%s</p>\n"
			   "<p class=\"insight\">%s</p>\n</figcaption>\n", title, text);
	html_open_table(writer, slice_of(title));
	html_print(writer, "<thead>\n<tr>");
	for (const char *c = columns; *c != '\0'; c += strcspn(c, "|"), c += *c == '|')
	{
		bool		is_right = *c == '>';

		html_print(writer, "<th scope=\"col\"%s>%t</th>", is_right ? " class=\"right\"" : "",
				   (Slice) {c + is_right, (int) strcspn(c, "|") - is_right});
	}
	html_print(writer, "</tr>\n</thead>\n<tbody>\n");
}

static void
close_figure(HtmlWriter *writer)
{
	html_print(writer, "</tbody>\n");
	html_close_table(writer);
	html_print(writer, "</figure>\n");
}

/* -------------------------------------------------------------------- grades */

static void
append_grades(HtmlWriter *writer)
{
	const MemoView *memo = &writer->page->memo;
	double		densest = 0;

	for (int i = 0; i < memo->nsections; i++)
		densest = Max(densest, density(&memo->sections[i].grade));
	open_figure(writer, "Citation grades",
				"Source citations of each section, and the grade that their"
				" density gives it, one lower where too many markers had no source.",
				"Section|Grade|>Per 250 words|>Citations|>Asked for|>Words");
	for (int i = 0; i < memo->nsections; i++)
	{
		const Grade *grade = &memo->sections[i].grade;
		int			bar = densest > 0 ? (int) (100 * density(grade) / densest) : 0;

		CHECK_FOR_INTERRUPTS();
		html_print(writer, "<tr><th scope=\"row\"><a href=\"#%ps%d\">", i + 1);
		html_section_title(writer, i);
		html_print(writer, "</a></th><td>");
		if (grade->letter != 0)
			appendStringInfo(writer->out, "<span class=\"grade grade-%c\">%c</span>", grade->letter,
							 grade->letter);
		appendStringInfo(writer->out, "</td><td class=\"right\">%.2f", density(grade));
		html_bar(writer->out, 0, bar, bar);
		html_print(writer,
				   "</td><td class=\"right\">%d</td><td class=\"right\">%s</td><td "
				   "class=\"right\">%d</td></tr>\n",
				   grade->citations, grade->budget > 0 ? psprintf("%d", grade->budget) : "",
				   grade->words);
	}
	close_figure(writer);
}

/* ------------------------------------------------------------------ coverage */

static void
append_answers(HtmlWriter *writer, const DecisionQuestion *question)
{
	if (question->chart_ids.count == 0)
		html_print(writer, "no chart");
	for (int i = 0; i < question->chart_ids.count; i++)
	{
		Slice		id = question->chart_ids.items[i];
		int			at = 0;			/* the figure that the text shows of it */

		while (at < writer->charts.count && !slice_equal(writer->charts.items[at], id))
			at++;
		html_print(writer, i > 0 ? ", " : "");
		if (at < writer->charts.count)
			html_print(writer, "<a href=\"#%pchart%d\">%t</a>", at + 1, id);
		else
			html_print(writer, "%t", id);
	}
}

static void
append_coverage(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	int			covered = 0;

	if (writer->charts.count == 0)
	{
		html_print(writer,
				   "<p>The memo has no charts; none answers one of the committee's %d decision "
				   "questions.</p>\n",
				   page->questions.count);
		return;
	}
	for (int i = 0; i < page->questions.count; i++)
		covered += page->questions.items[i].chart_ids.count > 0;
	open_figure(writer, "Decision coverage",
				psprintf("Charts of this memo answer %d of the committee's %d decision questions.",
						 covered, page->questions.count),
				"Question|Answered by chart");
	for (int i = 0; i < page->questions.count; i++)
	{
		const DecisionQuestion *question = &page->questions.items[i];

		CHECK_FOR_INTERRUPTS();
		html_print(writer, "<tr><th scope=\"row\">%e", question->question);
		if (question->is_critical)
			html_badge(writer->out, "critical", "critical");
		html_print(writer, "</th><td>");
		append_answers(writer, question);
		html_print(writer, "</td></tr>\n");
	}
	close_figure(writer);
}

/* ----------------------------------------------------------------- waterfall */

static void
append_waterfall(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	int			most = 1;

	for (int i = 0; i < page->checkpoints.count; i++)
		most = Max(most, page->checkpoints.items[i].live + page->checkpoints.items[i].open);
	open_figure(
		writer, "Waterfall of citations",
		page->kept == page->citations
			? psprintf("All %d citations were kept.", page->kept)
			: psprintf("%d of %d citations were kept; the ledger has the reasons of the others.",
					   page->kept, page->citations),
		"Checkpoint|>Open markers|>Live citations|>Notes");
	for (int i = 0; i < page->checkpoints.count; i++)
	{
		const Checkpoint *checkpoint = &page->checkpoints.items[i];

		char	   *name = pstrdup(checkpoint->name);	/* "after_merge" -> "After merge" */

		name[0] = pg_toupper((unsigned char) name[0]);
		for (char *c = name; (c = strchr(c, '_')) != NULL;)
			*c = ' ';
		html_print(writer, "<tr><th scope=\"row\">%e", name);
		html_bar(writer->out, 0, (int) ((int64) 100 * checkpoint->live / most),
				 (int) ((int64) 100 * (checkpoint->live + checkpoint->open) / most));
		html_print(writer,
				   "</th><td class=\"right\">%d</td><td class=\"right\">%d</td><td "
				   "class=\"right\">%d</td></tr>\n",
				   checkpoint->open, checkpoint->live, checkpoint->notes);
	}
	close_figure(writer);
}

/* ------------------------------------------------------------------- removed */

static void
append_listed(HtmlWriter *writer, const ListedCitations *list, const char *title,
			  const char *caption, const char *columns)
{
	if (list->count == 0)
		return;
	open_figure(writer, title, caption, columns);
	for (int i = 0; i < list->count; i++)
	{
		const ListedCitation *listed = &list->items[i];

		CHECK_FOR_INTERRUPTS();
		html_print(writer, "<tr><td>");
		if (listed->section >= 0)
			html_section_title(writer, listed->section);
		html_print(writer, "</td><td>%t</td><td>%t</td><td>%t</td></tr>\n", listed->marker,
				   listed->how, listed->document);
	}
	close_figure(writer);
}

/* ------------------------------------------------------------------- metrics */

/* "18.5%", "2.2x", "$4,200,000" */
static void
append_metric(StringInfo out, const PageMetric *metric)
{
	static const char *const signs[][2] = {
		{"usd", "$"}, {"eur", "\xE2\x82\xAC"}, {"gbp", "\xC2\xA3"}};
	Slice		value = metric->value;
	bool		is_amount = !slice_equal(metric->unit, slice_of("percent")) &&
		!slice_equal(metric->unit, slice_of("multiple"));
	int			digits;

	if (slice_take(&value, "-"))
		appendStringInfoString(out, "\xE2\x88\x92");
	for (int i = 0; i < (int) lengthof(signs); i++)
		if (slice_equal(metric->unit, slice_of(signs[i][0])))
			appendStringInfoString(out, signs[i][1]);
	digits = past_digits(value.data, value.len, 0);
	if (is_amount)
		append_grouped(out, value.data, digits);
	else
		appendBinaryStringInfo(out, value.data, digits);
	html_escape(out, (Slice) {value.data + digits, value.len - digits});
	if (!is_amount)
		appendStringInfoChar(out, slice_equal(metric->unit, slice_of("percent")) ? '%' : 'x');
}

void
html_metrics(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;

	if (page->metrics.count == 0)
		return;
	html_print(writer, "<dl class=\"metrics\">\n");
	for (int i = 0; i < page->metrics.count; i++)
	{
		html_print(writer, "<div><dt>%t</dt><dd>", page->metrics.items[i].label);
		append_metric(writer->out, &page->metrics.items[i]);
		html_print(writer, "</dd></div>\n");
	}
	html_print(writer, "</dl>\n");
}

void
html_figures(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;

	if (page->memo.nsections > 0)
		append_grades(writer);
	if (page->questions.count > 0)
		append_coverage(writer);
	if (page->citations > 0)
		append_waterfall(writer);
	append_listed(writer, &page->removed, "Removed citations",
				  "What the agents cited and the text cites no more.",
				  "Section|As written|Why|Document");
	append_listed(writer, &page->judged, "Judged citations",
				  "What judges say of sentences and the texts that they rest on.",
				  "Section|Sentence|Verdict|Document");
}
