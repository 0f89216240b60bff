/*
 * html_chart.c
 *		A chart's node -> a figure: caption, question, and a table of its data or
 *		its Vega-Lite spec.
 *
 * The table has the numbers as they were given, with thousands apart and their
 * unit.  Series that have the same x share its rows:
 *
 *		| Year | Underwritten | Seller     |
 *		| 2026 |   $4,200,000 | $4,390,000 |
 *
 * else each point is a row that begins with the name of its series.  A bar in
 * the cell shows how a number compares with the column's largest.
 */
#include "output/output_internal.h"
#include "charts/charts.h"

#include <math.h>

#define BARS_AT_MOST	60		/* points; longer tables have numbers only */

/* ------------------------------------------------------------------- numbers */

/* Appends "4200000.5" as 4,200,000.5; what is no plain decimal as it is. */
static void
append_grouped(StringInfo out, Slice text)
{
	int			digits = 0;

	while (digits < text.len && isdigit((unsigned char) text.data[digits]))
		digits++;
	for (int i = 0; i < digits; i++)
	{
		if (i > 0 && (digits - i) % 3 == 0)
			appendStringInfoChar(out, ',');
		appendStringInfoChar(out, text.data[i]);
	}
	appendBinaryStringInfo(out, text.data + digits, text.len - digits);
}

void
sheet_amount(StringInfo out, const Drawing *drawing, const Json *value)
{
	Slice		text = value->text;

	if (text.data[0] == '-')
	{
		appendStringInfoString(out, "\xE2\x88\x92");
		text.data++, text.len--;
	}
	if (drawing->unit == UNIT_CURRENCY)
		appendStringInfoString(out, drawing->currency);
	append_grouped(out, text);
	if (drawing->unit == UNIT_PERCENT || drawing->unit == UNIT_MULTIPLE)
		appendStringInfoChar(out, drawing->unit == UNIT_PERCENT ? '%' : 'x');
}

static bool
is_number(const Json *value)
{
	return value != NULL && value->kind == J_NUMBER && value->is_finite;
}

/* A label, or a number as it is written. */
static void
append_label(StringInfo out, const Json *value)
{
	if (value != NULL && (value->kind == J_STRING || value->kind == J_NUMBER))
		html_escape(out, value->text);
}

/* --------------------------------------------------------------------- cells */

void
sheet_header(StringInfo out, const char *scope, const char *class, Slice text, const char *instead)
{
	appendStringInfo(out, "<th scope=\"%s\"%s>", scope, class);
	if (text.len > 0)
		html_escape(out, text);
	else
		html_escape_string(out, instead);
	appendStringInfoString(out, "</th>");
}

static void
append_column(StringInfo out, Slice text, const char *instead)
{
	sheet_header(out, "col", " class=\"right\"", text, instead);
}

/* Of numbers that have the chart's unit. */
static void
append_unit_column(StringInfo out, const Drawing *drawing, Slice text, const char *instead)
{
	append_column(out, vega_title(drawing, text.len > 0 ? text : slice_of(instead)), "");
}

/* A number with its bar; without unit it is of another scale, and has none. */
static void
append_number_cell(Sheet *sheet, const Json *value, bool has_unit)
{
	StringInfo	out = sheet->writer->out;
	const Drawing plain = {.unit = UNIT_PLAIN};
	int			length;

	appendStringInfoString(out, "<td class=\"right\">");
	if (is_number(value))
	{
		sheet_amount(out, has_unit ? &sheet->drawing : &plain, value);
		length = sheet->largest > 0 ? (int) lround(100 * fabs(value->number) / sheet->largest) : 0;
		if (!sheet->has_bars || !has_unit || sheet->drawing.type == CHART_waterfall)
			length = -1;
		if (length >= 0 && !sheet->is_signed)
			html_bar(out, 0, length, 0);
		else if (length >= 0)
			html_bar(out, value->number < 0 ? 50 - length / 2 : 50, value->number < 0 ? 50 : 50 + length / 2, 0);
	}
	appendStringInfoString(out, "</td>");
}

static void
append_text_cell(Sheet *sheet, const Json *value)
{
	appendStringInfoString(sheet->writer->out, "<td>");
	append_label(sheet->writer->out, value);
	appendStringInfoString(sheet->writer->out, "</td>");
}

/* The unit is that of the left axis. */
static bool
has_unit(const Json *series)
{
	return !slice_equal(json_text(series, "axis"), slice_of("right"));
}

static void
append_series_header(StringInfo out, const Json *series, int index, const Drawing *drawing, bool is_row)
{
	Slice		name = json_text(series, "name");
	const char *instead = drawing->series->count > 1 ? psprintf("Series %d", index + 1) : "Value";

	if (name.len == 0 && drawing->series->count == 1)
		name = json_text(drawing->config, "yLabel");
	if (is_row)
		sheet_header(out, "row", "", name, instead);
	else if (has_unit(series))
		append_unit_column(out, drawing, name, instead);
	else
		append_column(out, name, instead);
}

/* ------------------------------------------------------------------- columns */

static Slice
x_label(const Sheet *sheet)
{
	return json_text(sheet->drawing.config, "xLabel");
}

static void
append_head(Sheet *sheet)
{
	StringInfo	out = sheet->writer->out;
	const Drawing *drawing = &sheet->drawing;
	Slice		y_label = json_text(drawing->config, "yLabel");
	Slice		none = {NULL, 0};
	int			index = 0;

	if (!sheet->is_joined && drawing->series->count > 1)
		sheet_header(out, "col", "", none, "Series");
	switch (chart_types[drawing->type].shape)
	{
		case BUBBLE:
		case NUMBERS:
			sheet_header(out, "col", "", none, "Point");
			append_column(out, x_label(sheet), "x");
			append_unit_column(out, drawing, y_label, "y");
			if (chart_types[drawing->type].shape == BUBBLE)
				append_column(out, none, "Size");
			return;
		case SPAN:
			sheet_header(out, "col", "", x_label(sheet), "Task");
			sheet_header(out, "col", "", none, "Start");
			sheet_header(out, "col", "", none, "End");
			return;
		case CELL:
			sheet_header(out, "col", "", x_label(sheet), "Column");
			sheet_header(out, "col", "", y_label, "Row");
			append_unit_column(out, drawing, none, "Value");
			return;
		default:
			break;
	}
	sheet_header(out, "col", "", x_label(sheet), drawing->type == CHART_tornado ? "Driver" : sheet->has_years ? "Year" : "Item");
	if (sheet->has_range)
	{
		append_unit_column(out, drawing, none, "Low");
		append_unit_column(out, drawing, none, "High");
		return;
	}
	if (!sheet->is_joined)
		append_unit_column(out, drawing, y_label, "Value");
	for (const Json *series = drawing->series->first; sheet->is_joined && series != NULL; series = series->next)
		append_series_header(out, series, index++, drawing, false);
	if (drawing->type == CHART_pie || drawing->type == CHART_donut)
		append_column(out, none, "Share");
	if (drawing->type == CHART_waterfall)
		append_unit_column(out, drawing, none, "Running total");
}

/* ---------------------------------------------------------------------- rows */

/* What a step of a waterfall begins with: a total begins again. */
static double
step_start(const Json *point, double sum)
{
	const Json *is_total = json_member(point, "total");

	return is_total != NULL && is_total->kind == J_BOOL && is_total->truth ? 0 : sum;
}

/* The sum up to a step, with a bar from what it was to what it is. */
static void
append_running(Sheet *sheet, const Json *point, double *sum)
{
	StringInfo	out = sheet->writer->out;
	Json		total = {.kind = J_NUMBER, .is_finite = true};
	double		start = step_start(point, *sum);
	double		range = sheet->highest - sheet->lowest;

	*sum = start + json_member(point, "y")->number;
	total.text = slice_of(psprintf("%.15g", *sum));
	appendStringInfoString(out, "<td class=\"right\">");
	sheet_amount(out, &sheet->drawing, &total);
	if (sheet->has_bars && range > 0)
		html_bar(out, (int) (100 * (Min(start, *sum) - sheet->lowest) / range),
				 (int) ceil(100 * (Max(start, *sum) - sheet->lowest) / range), 0);
	appendStringInfoString(out, "</td>");
}

static void
append_share(Sheet *sheet, const Json *y)
{
	appendStringInfo(sheet->writer->out, "<td class=\"right\">%.1f%%</td>",
					 sheet->total > 0 ? 100 * y->number / sheet->total : 0.0);
}

/* The cells of one point behind that of its series. */
static void
append_point(Sheet *sheet, const Json *point, bool with_unit, int number)
{
	StringInfo	out = sheet->writer->out;
	ChartShape	shape = chart_types[sheet->drawing.type].shape;
	const Json *label = json_member(point, "label");

	if (shape == NUMBERS || shape == BUBBLE)
	{
		sheet_header(out, "row", "", label != NULL && label->kind == J_STRING ? json_trim(label->text) : (Slice) {NULL, 0},
					  psprintf("%d", number));
		append_number_cell(sheet, json_member(point, "x"), false);
		append_number_cell(sheet, json_member(point, "y"), true);
		if (shape == BUBBLE)
			append_number_cell(sheet, json_member(point, "size"), false);
		return;
	}
	appendStringInfoString(out, "<th scope=\"row\">");
	append_label(out, json_member(point, "x"));
	appendStringInfoString(out, "</th>");
	if (shape == SPAN)
	{
		append_text_cell(sheet, json_member(point, "start"));
		append_text_cell(sheet, json_member(point, "end"));
	}
	else if (shape == CELL)
	{
		append_text_cell(sheet, json_member(point, "y"));
		append_number_cell(sheet, json_member(point, "value"), true);
	}
	else if (sheet->has_range)
	{
		append_number_cell(sheet, json_member(point, is_number(json_member(point, "low")) ? "low" : "y"), true);
		append_number_cell(sheet, json_member(point, is_number(json_member(point, "high")) ? "high" : "y"), true);
	}
	else
		append_number_cell(sheet, json_member(point, "y"), with_unit);
}

/* Each point is a row. */
static void
append_long_rows(Sheet *sheet)
{
	StringInfo	out = sheet->writer->out;
	int			index = 0;

	for (const Json *series = sheet->drawing.series->first; series != NULL; series = series->next, index++)
	{
		int			number = 0;

		for (const Json *point = json_member(series, "data")->first; point != NULL; point = point->next)
		{
			CHECK_FOR_INTERRUPTS();
			appendStringInfoString(out, "<tr>");
			if (sheet->drawing.series->count > 1)
				append_series_header(out, series, index, &sheet->drawing, true);
			append_point(sheet, point, has_unit(series), ++number);
			appendStringInfoString(out, "</tr>\n");
		}
	}
}

/* Each x is a row with a number of each series; walks them side by side. */
static void
append_joined_rows(Sheet *sheet)
{
	StringInfo	out = sheet->writer->out;
	const Json *first = sheet->drawing.series->first;
	const Json **points = palloc(sizeof(Json *) * sheet->drawing.series->count);
	ChartType	type = sheet->drawing.type;
	const Json *series;
	int			nseries = 0;
	double		sum = 0;

	for (series = first; series != NULL; series = series->next)
		points[nseries++] = json_member(series, "data")->first;
	while (points[0] != NULL)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoString(out, "<tr>");
		append_point(sheet, points[0], has_unit(first), 0);
		series = first->next;
		for (int i = 1; i < nseries; i++, series = series->next)
			append_number_cell(sheet, json_member(points[i], "y"), has_unit(series));
		if (type == CHART_pie || type == CHART_donut)
			append_share(sheet, json_member(points[0], "y"));
		if (type == CHART_waterfall)
			append_running(sheet, points[0], &sum);
		appendStringInfoString(out, "</tr>\n");
		for (int i = 0; i < nseries; i++)
			points[i] = points[i]->next;
	}
	pfree(points);
}

/* What the drivers of a tornado move. */
static void
append_base(Sheet *sheet)
{
	StringInfo	out = sheet->writer->out;
	const Json *base = json_member(sheet->drawing.config, "base");

	if (sheet->drawing.type != CHART_tornado || !is_number(base))
		return;
	appendStringInfo(out, "<tr><th scope=\"row\"%s>Base</th><td class=\"right\"%s>",
					 !sheet->is_joined && sheet->drawing.series->count > 1 ? " colspan=\"2\"" : "",
					 sheet->has_range ? " colspan=\"2\"" : sheet->is_joined ? psprintf(" colspan=\"%d\"", sheet->drawing.series->count) : "");
	sheet_amount(out, &sheet->drawing, base);
	appendStringInfoString(out, "</td></tr>\n");
}

/* -------------------------------------------------------------------- figure */

/* Have all series the same x in the same places? */
static bool
has_same_x(const Json *series)
{
	const Json *data = json_member(series->first, "data");

	for (const Json *other = series->first->next; other != NULL; other = other->next)
	{
		const Json *point = json_member(other, "data")->first;

		if (json_member(other, "data")->count != data->count)
			return false;
		for (const Json *first = data->first; first != NULL; first = first->next, point = point->next)
			if (!slice_equal(json_member(first, "x")->text, json_member(point, "x")->text))
				return false;
	}
	return true;
}

static bool
is_year(const Json *x)
{
	return x != NULL && x->text.len == 4 && strspn(x->text.data, "0123456789") == 4;
}

/* How far the sums of a waterfall reach. */
static void
measure_running(Sheet *sheet)
{
	double		sum = 0;

	for (const Json *point = json_member(sheet->drawing.series->first, "data")->first; point != NULL; point = point->next)
	{
		sum = step_start(point, sum) + json_member(point, "y")->number;
		sheet->lowest = Min(sheet->lowest, sum);
		sheet->highest = Max(sheet->highest, sum);
	}
}

static void
measure(Sheet *sheet, const Json *value)
{
	if (!is_number(value))
		return;
	sheet->largest = Max(sheet->largest, fabs(value->number));
	sheet->is_signed |= value->number < 0;
}

static Sheet
sheet_of(HtmlWriter *writer, const Json *config)
{
	Sheet		sheet = {.writer = writer, .drawing = {.config = config, .series = json_member(config, "series"), .type = chart_type(config)},
	.has_years = true};
	ChartShape	shape = chart_types[sheet.drawing.type].shape;
	int			npoints = 0;

	vega_read_unit(&sheet.drawing);
	for (const Json *series = sheet.drawing.series->first; series != NULL; series = series->next)
		for (const Json *point = json_member(series, "data")->first; point != NULL; point = point->next, npoints++)
		{
			const Json *y = json_member(point, "y");

			CHECK_FOR_INTERRUPTS();
			if (has_unit(series))
				measure(&sheet, y);
			measure(&sheet, json_member(point, "low"));
			measure(&sheet, json_member(point, "high"));
			measure(&sheet, json_member(point, "value"));
			sheet.has_years &= is_year(json_member(point, "x"));
			sheet.total += is_number(y) ? y->number : 0;
			sheet.has_range |= is_number(json_member(point, "low"));
		}
	if (sheet.drawing.type == CHART_waterfall)
		measure_running(&sheet);
	sheet.has_bars = npoints <= BARS_AT_MOST && shape != CELL && shape != NUMBERS && shape != BUBBLE;
	sheet.is_joined = (shape == CATEGORY || (shape == RANGE && !sheet.has_range)) && has_same_x(sheet.drawing.series);
	return sheet;
}

static Slice
chart_title(const Json *config)
{
	Slice		title = json_text(config, "title");

	return title.len > 0 ? title : json_text(config, "insightCaption");
}

static void
append_table(Sheet *sheet)
{
	StringInfo	out = sheet->writer->out;

	html_open_table(sheet->writer, chart_title(sheet->drawing.config));
	if (sheet->drawing.type != CHART_heatmap || !sheet_heatmap(sheet))
	{
		appendStringInfoString(out, "<thead>\n<tr>");
		append_head(sheet);
		appendStringInfoString(out, "</tr>\n</thead>\n<tbody>\n");
		if (sheet->is_joined)
			append_joined_rows(sheet);
		else
			append_long_rows(sheet);
		append_base(sheet);
		appendStringInfoString(out, "</tbody>\n");
	}
	html_close_table(sheet->writer);
}

/* The spec as data: "<" could end the element. */
static void
append_spec(StringInfo out, const Json *config)
{
	StringInfoData spec;

	initStringInfo(&spec);
	chart_append_vega(&spec, config);
	appendStringInfoString(out, "<script type=\"application/json\" class=\"vega-lite\">");
	for (int i = 0; i < spec.len; i++)
	{
		if (spec.data[i] == '<')
			appendStringInfoString(out, "\\u003c");
		else
			appendStringInfoCharMacro(out, spec.data[i]);
	}
	appendStringInfoString(out, "</script>\n");
	pfree(spec.data);
}

static void
append_caption(StringInfo out, const Json *config)
{
	Slice		title = json_text(config, "title");
	Slice		caption = json_text(config, "insightCaption");

	appendStringInfoString(out, "<figcaption>\n<p class=\"title\">");
	html_escape(out, chart_title(config));
	appendStringInfoString(out, "</p>\n");
	if (title.len > 0)
	{
		appendStringInfoString(out, "<p class=\"insight\">");
		html_escape(out, caption);
		appendStringInfoString(out, "</p>\n");
	}
	appendStringInfoString(out, "<p class=\"question\">Decision question: ");
	html_escape(out, json_text(config, "decisionQuestion"));
	appendStringInfoString(out, "</p>\n</figcaption>\n");
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

bool
html_chart(HtmlWriter *writer, const ReaderChart *chart)
{
	const Json *config = valid_config(chart->config);
	WrittenChart *written;
	Sheet		sheet;

	if (config == NULL)
		return false;
	written = VEC_PUSH(&writer->charts);
	*written = (WrittenChart) {chart->id, writer->charts.count};
	appendStringInfo(writer->out, "<figure class=\"chart\" id=\"%schart%d\">\n", writer->prefix, writer->charts.count);
	append_caption(writer->out, config);
	sheet = sheet_of(writer, config);
	if (writer->page->has_vega)
	{
		append_spec(writer->out, config);
		appendStringInfoString(writer->out, "<details>\n<summary>Data</summary>\n");
	}
	append_table(&sheet);
	appendStringInfoString(writer->out, writer->page->has_vega ? "</details>\n</figure>\n" : "</figure>\n");
	return true;
}
