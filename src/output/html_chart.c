/*
 * html_chart.c
 *		A chart's node -> a figure: caption, question, its drawing, and a table of
 *		its data.
 */
#include "output/output_internal.h"
#include "charts/charts.h"

#define CHART_WIDTH	640		/* pixels that a drawing is laid out for, */
#define PHONE_WIDTH	330		/* and on a phone */

static void
append_table(HtmlWriter *writer, const Json *config)
{
	const ChartTable *table = chart_table(config);

	html_open_table(writer, chart_title(config));
	html_print(writer, "<thead>\n");
	for (int i = 0; i < table->cells.count; i++)
	{
		const ChartCell *cell = &table->cells.items[i];
		const char *place = cell->is_number ? " class=\"right\"" : "";
		const char *scope = i < table->ncolumns ? "col" : "row";

		CHECK_FOR_INTERRUPTS();
		if (i % table->ncolumns == 0)
			html_print(writer, "<tr>");
		if (cell->is_head)
			html_print(writer, "<th scope=\"%s\"%s>%t</th>", scope, place, cell->text);
		else
			html_print(writer, "<td%s>%t</td>", place, cell->text);
		if ((i + 1) % table->ncolumns == 0)
			html_print(writer, i + 1 == table->ncolumns ? "</tr>\n</thead>\n<tbody>\n" : "</tr>\n");
	}
	html_print(writer, "</tbody>\n");
	html_close_table(writer);
}

void
html_chart(HtmlWriter *writer, Slice id, Slice text)
{
	const Json *config = chart_valid_config(text);

	if (config == NULL)
		return;
	*VEC_PUSH(&writer->charts) = (Slice) {slice_copy(id), id.len};
	html_print(writer, "<figure class=\"chart\" id=\"%pchart%d\">\n", writer->charts.count);
	html_print(writer, "<figcaption>\n<p class=\"title\">%t</p>\n", chart_title(config));
	if (json_text(config, "title").len > 0)
		html_print(writer, "<p class=\"insight\">%t</p>\n", json_text(config, "insightCaption"));
	html_print(writer, "<p class=\"question\">Decision question: %t</p>\n</figcaption>\n",
			   json_text(config, "decisionQuestion"));
	if (!writer->page->has_chart_tables)
	{
		/* drawn twice, for a page and for a phone: one layout has no room for both */
		html_print(writer, "<div class=\"broad\">\n");
		chart_append_svg(writer->out, config, CHART_WIDTH, false);
		html_print(writer, "</div>\n<div class=\"narrow\">\n");
		chart_append_svg(writer->out, config, PHONE_WIDTH, false);
		html_print(writer, "</div>\n<details>\n<summary>Data</summary>\n");
	}
	append_table(writer, config);
	html_print(writer,
			   writer->page->has_chart_tables ? "</figure>\n" : "</details>\n</figure>\n");
}
