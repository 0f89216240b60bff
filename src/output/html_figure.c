/*
 * html_figure.c
 *		How well a memo is sourced, as three small figures: grades of sections,
 *		decision coverage, and the waterfall of its citations.
 *
 * Each is a table whose bars (inline SVG, for the eye only) repeat its numbers.
 */
#include "output/output_internal.h"
#include "render/render.h"

void
html_bar(StringInfo out, int from, int to, int then)
{
	appendStringInfoString(out, "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\""
						   " focusable=\"false\">");
	appendStringInfo(out, "<rect x=\"%d\" width=\"%d\" height=\"8\"/>", from, to - from);
	if (then > to)
		appendStringInfo(out, "<rect class=\"rest\" x=\"%d\" width=\"%d\" height=\"8\"/>", to, then - to);
	appendStringInfoString(out, "</svg>");
}

static int
percent_of(int part, int whole)
{
	return whole > 0 ? (int) ((int64) 100 * part / whole) : 0;
}

/* Citations per 250 words. */
static double
density(const PageGrade *grade)
{
	return grade->words > 0 ? 250.0 * grade->citations / grade->words : 0;
}

static const char *
plural(int count)
{
	return count == 1 ? "" : "s";
}

void
html_grade(HtmlWriter *writer, int section)
{
	const PageGrade *grade = &writer->page->grades[section];

	if (grade->words == 0)
		return;
	appendStringInfoString(writer->out, "<p class=\"facts\">");
	if (grade->letter != 0)
		appendStringInfo(writer->out, "<span class=\"grade grade-%c\">Grade %c</span> ", grade->letter, grade->letter);
	appendStringInfo(writer->out, "%d source citation%s in %d words</p>\n", grade->citations, plural(grade->citations), grade->words);
}

static void
open_figure(HtmlWriter *writer, const char *title, const char *text)
{
	appendStringInfo(writer->out, "<figure class=\"small\">\n<figcaption>\n<p class=\"title\">%s</p>\n"
					 "<p class=\"insight\">%s</p>\n</figcaption>\n", title, text);
	html_open_table(writer, slice_of(title));
}

static void
close_figure(HtmlWriter *writer)
{
	appendStringInfoString(writer->out, "</tbody>\n");
	html_close_table(writer);
	appendStringInfoString(writer->out, "</figure>\n");
}

/* -------------------------------------------------------------------- grades */

static void
append_grades(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;
	double		densest = 0;

	for (int i = 0; i < page->memo.nsections; i++)
		densest = Max(densest, density(&page->grades[i]));
	open_figure(writer, "Citation grades", "Source citations of each section, and the grade that their density gives it, one lower where too many markers had no source.");
	appendStringInfoString(out, "<thead>\n<tr><th scope=\"col\">Section</th><th scope=\"col\">Grade</th>"
						   "<th scope=\"col\" class=\"right\">Per 250 words</th><th scope=\"col\" class=\"right\">Citations</th>"
						   "<th scope=\"col\" class=\"right\">Asked for</th><th scope=\"col\" class=\"right\">Words</th></tr>\n</thead>\n<tbody>\n");
	for (int i = 0; i < page->memo.nsections; i++)
	{
		const PageGrade *grade = &page->grades[i];
		int			bar = densest > 0 ? (int) (100 * density(grade) / densest) : 0;

		CHECK_FOR_INTERRUPTS();
		appendStringInfo(out, "<tr><th scope=\"row\"><a href=\"#%ss%d\">", writer->prefix, i + 1);
		html_section_title(out, page, i);
		appendStringInfoString(out, "</a></th><td>");
		if (grade->letter != 0)
			appendStringInfo(out, "<span class=\"grade grade-%c\">%c</span>", grade->letter, grade->letter);
		appendStringInfo(out, "</td><td class=\"right\">%.2f", density(grade));
		html_bar(out, 0, bar, bar);
		appendStringInfo(out, "</td><td class=\"right\">%d</td><td class=\"right\">", grade->citations);
		if (grade->budget > 0)
			append_int(out, grade->budget);
		appendStringInfo(out, "</td><td class=\"right\">%d</td></tr>\n", grade->words);
	}
	close_figure(writer);
}

/* ------------------------------------------------------------------ coverage */

static int
compare_charts(const void *a, const void *b)
{
	return slice_compare(((const WrittenChart *) a)->id, ((const WrittenChart *) b)->id);
}

/* The figure of a chart that the text shows, 0 = none; charts are sorted. */
static int
chart_number(const HtmlWriter *writer, const char *id)
{
	WrittenChart wanted = {slice_of(id), 0};
	WrittenChart *found = bsearch(&wanted, writer->charts.items, writer->charts.count, sizeof(WrittenChart), compare_charts);

	return found == NULL ? 0 : found->number;
}

static int
count_covered(const MemoPage *page)
{
	int			covered = 0;

	for (int i = 0; i < page->questions.count; i++)
		covered += page->questions.items[i].chart_ids.count > 0;
	return covered;
}

static void
append_answers(HtmlWriter *writer, const PageQuestion *question)
{
	StringInfo	out = writer->out;

	if (question->chart_ids.count == 0)
		appendStringInfoString(out, question->is_critical ? "<span class=\"badge weak\">not answered</span>" : "not answered");
	for (int i = 0; i < question->chart_ids.count; i++)
	{
		int			number = chart_number(writer, question->chart_ids.items[i]);

		appendStringInfoString(out, i > 0 ? ", " : "");
		if (number > 0)
			appendStringInfo(out, "<a href=\"#%schart%d\">", writer->prefix, number);
		html_escape_string(out, question->chart_ids.items[i]);
		if (number > 0)
			appendStringInfoString(out, "</a>");
	}
}

static void
append_coverage(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;
	int			covered = count_covered(page);

	if (writer->charts.count == 0)
	{
		appendStringInfo(out, "<p>The memo has no charts; none answers one of the committee's %d decision questions.</p>\n",
						 page->questions.count);
		return;
	}
	qsort(writer->charts.items, writer->charts.count, sizeof(WrittenChart), compare_charts);
	open_figure(writer, "Decision coverage",
				psprintf("Charts of this memo answer %d of the committee's %d decision questions.", covered, page->questions.count));
	appendStringInfoString(out, "<thead>\n<tr><th scope=\"col\">Question</th><th scope=\"col\">Answered by chart</th></tr>\n"
						   "</thead>\n<tbody>\n");
	for (int i = 0; i < page->questions.count; i++)
	{
		const PageQuestion *question = &page->questions.items[i];

		CHECK_FOR_INTERRUPTS();
		appendStringInfoString(out, "<tr><th scope=\"row\">");
		html_escape_string(out, question->question);
		if (question->is_critical)
			html_badge(out, "critical", "critical");
		appendStringInfoString(out, "</th><td>");
		append_answers(writer, question);
		appendStringInfoString(out, "</td></tr>\n");
	}
	close_figure(writer);
}

/* ----------------------------------------------------------------- waterfall */

/* "after_merge" -> "After merge" */
static void
append_checkpoint_name(StringInfo out, const char *name)
{
	int			start = out->len;

	html_escape_string(out, name);
	if (out->len > start)
		out->data[start] = pg_toupper((unsigned char) out->data[start]);
	for (int i = start; i < out->len; i++)
		if (out->data[i] == '_')
			out->data[i] = ' ';
}

static void
append_waterfall(HtmlWriter *writer)
{
	const MemoPage *page = writer->page;
	StringInfo	out = writer->out;
	int			most = 0;

	for (int i = 0; i < page->checkpoints.count; i++)
		most = Max(most, page->checkpoints.items[i].live + page->checkpoints.items[i].open);
	open_figure(writer, "Waterfall of citations",
				page->kept == page->citations ? psprintf("All %d citations were kept.", page->kept)
				: psprintf("%d of %d citations were kept; the ledger has the reasons of the others.", page->kept, page->citations));
	appendStringInfoString(out, "<thead>\n<tr><th scope=\"col\">Checkpoint</th><th scope=\"col\" class=\"right\">Open markers</th>"
						   "<th scope=\"col\" class=\"right\">Live citations</th><th scope=\"col\" class=\"right\">Notes</th></tr>\n"
						   "</thead>\n<tbody>\n");
	for (int i = 0; i < page->checkpoints.count; i++)
	{
		const PageCheckpoint *checkpoint = &page->checkpoints.items[i];

		appendStringInfoString(out, "<tr><th scope=\"row\">");
		append_checkpoint_name(out, checkpoint->name);
		html_bar(out, 0, percent_of(checkpoint->live, most), percent_of(checkpoint->live + checkpoint->open, most));
		appendStringInfo(out, "</th><td class=\"right\">%d</td><td class=\"right\">%d</td><td class=\"right\">%d</td></tr>\n",
						 checkpoint->open, checkpoint->live, checkpoint->notes);
	}
	close_figure(writer);
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
}
