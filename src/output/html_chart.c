/*
 * html_chart.c
 *		A chart's node -> a figure: caption, question, its drawing (or its Vega-Lite
 *		spec, for a host that draws it), and a table of its data.
 */
#include "output/output_internal.h"
#include "charts/charts.h"

#define CHART_WIDTH	640		/* pixels that a drawing is laid out for */

static Slice
chart_title(const Json *config)
{
	Slice		title = json_text(config, "title");

	return title.len > 0 ? title : json_text(config, "insightCaption");
}

/* The spec as data: "<" could end the element. */
static void
append_spec(HtmlWriter *writer, const Json *config)
{
	StringInfoData spec;

	initStringInfo(&spec);
	chart_append_vega(&spec, config);
	html_print(writer, "<script type=\"application/json\" class=\"vega-lite\">");
	for (int i = 0; i < spec.len; i++)
	{
		if (spec.data[i] == '<')
			html_print(writer, "\\u003c");
		else
			appendStringInfoCharMacro(writer->out, spec.data[i]);
	}
	html_print(writer, "</script>\n");
	pfree(spec.data);
}

static void
append_caption(HtmlWriter *writer, const Json *config)
{
	html_print(writer, "<figcaption>\n<p class=\"title\">%t</p>\n", chart_title(config));
	if (json_text(config, "title").len > 0)
		html_print(writer, "<p class=\"insight\">%t</p>\n", json_text(config, "insightCaption"));
	html_print(writer, "<p class=\"question\">Decision question: %t</p>\n</figcaption>\n",
			   json_text(config, "decisionQuestion"));
}

/* A config that memo_finalize would not let in draws nothing here either; as text it
 * may be longer than it is as jsonb. */
static const Json *
valid_config(Slice text)
{
	ChartProblems problems = {NULL, 0, 0};
	const Json *config = text.len > 4 * MAX_CHART_BYTES ? NULL : json_parse(text, MAX_CHART_DEPTH);

	if (config != NULL)
		chart_check(config, NULL, &problems);
	return problems.count == 0 ? config : NULL;
}

void
html_chart(HtmlWriter *writer, const ReaderChart *chart)
{
	const Json *config = valid_config(chart->config);

	if (config == NULL)
		return;
	*VEC_PUSH(&writer->charts) = chart->id;
	html_print(writer, "<figure class=\"chart\" id=\"%pchart%d\">\n", writer->charts.count);
	append_caption(writer, config);
	if (writer->page->charts == PAGE_VEGA)
		append_spec(writer, config);
	else if (writer->page->charts == PAGE_SVG)
		chart_append_svg(writer->out, config, CHART_WIDTH, false);
	if (writer->page->charts != PAGE_TABLE)
		html_print(writer, "<details>\n<summary>Data</summary>\n");
	html_sheet(writer, config, chart_title(config));
	html_print(writer,
			   writer->page->charts == PAGE_TABLE ? "</figure>\n" : "</details>\n</figure>\n");
}
