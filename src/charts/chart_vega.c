/*
 * chart_vega.c
 *		memo_chart_vega(): a ChartConfig as a Vega-Lite v5 spec.
 *
 * Each point becomes one row of data.values, with what the marks need worked
 * out here (running totals of a waterfall, shares of a pie), so that the spec
 * is marks and encodings only.  Text of a config goes in as data, titles and
 * legend entries, never into an expression.
 */
#include "charts/charts_internal.h"

#include <math.h>

/* -------------------------------------------------------------------- text */

/* Appends text as a JSON array of lines of about width characters. */
static void
append_lines(StringInfo out, Slice text, int width)
{
	int			start = 0;

	appendStringInfoChar(out, '[');
	while (start < text.len)
	{
		int			end = start;
		int			blank = -1;
		int			chars = 0;

		while (end < text.len && (chars <= width || blank < 0) && text.data[end] != '\n')
		{
			if (text.data[end] == ' ')
				blank = end;
			chars += ((unsigned char) text.data[end] & 0xC0) != 0x80;
			end++;
		}
		if (end < text.len && text.data[end] != '\n')
			end = blank;
		appendStringInfoString(out, start == 0 ? "" : ",");
		append_json_string(out, text.data + start, end - start);
		start = end + 1;
	}
	appendStringInfoChar(out, ']');
}

/* Title and caption; without a title the caption is it. */
static void
append_title(StringInfo out, const Json *config)
{
	Slice		title = json_text(config, "title");
	Slice		caption = json_text(config, "insightCaption");
	Slice		question = json_text(config, "decisionQuestion");

	appendStringInfoString(out, ",\"title\":{\"text\":");
	append_lines(out, title.len > 0 ? title : caption, 62);
	if (title.len > 0 && caption.len > 0)
	{
		appendStringInfoString(out, ",\"subtitle\":");
		append_lines(out, caption, 88);
	}
	appendStringInfoChar(out, '}');
	if (question.len == 0)
		return;
	appendStringInfoString(out, ",\"description\":");
	append_json_string(out, question.data, question.len);
}

/* -------------------------------------------------------------------- data */

static void
append_member(StringInfo out, const char *name, const Json *value)
{
	if (value == NULL || value->kind == J_NULL)
		return;
	appendStringInfo(out, ",\"%s\":", name);
	if (value->kind == J_STRING)
		vega_label(out, value->text);
	else
		json_append(out, value);
}

static void
append_double(StringInfo out, const char *name, double value)
{
	appendStringInfo(out, ",\"%s\":%.15g", name, value);
}

static double
number_of(const Json *point, const char *key)
{
	const Json *value = json_member(point, key);

	return value != NULL && value->kind == J_NUMBER ? value->number : 0;
}

/* What the marks of some types need worked out; *sum is of the series so far. */
static void
append_derived(StringInfo out, const Drawing *drawing, const Json *point, double total, double *sum)
{
	const Json *is_total = json_member(point, "total");
	double		y = number_of(point, "y");

	if (drawing->type == CHART_pie || drawing->type == CHART_donut)
		appendStringInfo(out, ",\"share\":\"%s\"",
						 y / total < 0.03 ? "" : psprintf("%.0f%%", 100 * y / total));
	if (drawing->type == CHART_waterfall)
	{
		bool		from_zero = is_total != NULL && is_total->kind == J_BOOL && is_total->truth;
		double		start = from_zero ? 0 : *sum;

		*sum = start + y;
		append_double(out, "start", start);
		append_double(out, "end", *sum);
		append_double(out, "top", Max(start, *sum));
		appendStringInfo(out, ",\"kind\":\"%s\"",
						 from_zero ? "Total"
						 : y < 0   ? "Decrease"
								   : "Increase");
	}
	if (drawing->type == CHART_tornado)
	{
		bool has_range =
			json_member(point, "low") != NULL && json_member(point, "low")->kind == J_NUMBER;

		append_double(out, "start", has_range ? number_of(point, "low") : Min(y, 0));
		append_double(out, "end", has_range ? number_of(point, "high") : Max(y, 0));
		append_double(out, "spread",
					  has_range ? number_of(point, "high") - number_of(point, "low") : fabs(y));
	}
}

static void
append_point(StringInfo out, const Drawing *drawing, const Json *point)
{
	static const char *const members[] = {"x", "y", "size", "value", "label"};

	for (int i = 0; i < (int) lengthof(members); i++)
		append_member(out, members[i], json_member(point, members[i]));
	if (drawing->type == CHART_gantt)
	{
		append_member(out, "start", json_member(point, "start"));
		append_member(out, "end", json_member(point, "end"));
	}
}

static void
append_series_name(StringInfo out, const Json *series, int index)
{
	vega_label(out, chart_series_name(series, index));
}

/* A row a point: its number, its series' number and name, its members. */
static void
append_values(StringInfo out, const Drawing *drawing)
{
	int			index = 0;
	int			row = 0;

	appendStringInfoString(out, ",\"data\":{\"values\":[");
	for (const Json *series = drawing->series->first; series != NULL;
		 series = series->next, index++)
	{
		double		total = 0;
		double		sum = 0;

		for (const Json *point = json_member(series, "data")->first; point != NULL;
			 point = point->next)
			total += number_of(point, "y");
		for (const Json *point = json_member(series, "data")->first; point != NULL;
			 point = point->next, row++)
		{
			CHECK_FOR_INTERRUPTS();
			appendStringInfo(out, "%s{\"n\":%d,\"s\":%d,\"series\":", row == 0 ? "" : ",", row,
							 index);
			append_series_name(out, series, index);
			append_point(out, drawing, point);
			append_derived(out, drawing, point, total, &sum);
			appendStringInfoChar(out, '}');
		}
	}
	appendStringInfoString(out, "]}");
}

/* ----------------------------------------------------------------- drawing */

static void
read_x(Drawing *drawing, const Json *x)
{
	if (x->kind == J_NUMBER)
		drawing->has_years &=
			x->number == floor(x->number) && x->number >= 1000 && x->number <= 9999;
	else
		drawing->has_numeric_x = false;
	drawing->longest_label = Max(drawing->longest_label, utf8_length(x->text.data, x->text.len));
}

/* What marks ask of all points is counted once. */
Drawing
chart_drawing(const Json *config)
{
	Drawing		drawing = {
		.config = config, .series = json_member(config, "series"), .type = chart_type(config),
		.has_numeric_x = true, .has_years = true, .least = INFINITY, .most = -INFINITY,
	};

	vega_read_unit(&drawing);
	for (const Json *series = drawing.series->first; series != NULL; series = series->next)
	{
		const Json *data = json_member(series, "data");

		drawing.nlabels = Max(drawing.nlabels, data->count);
		for (const Json *point = data->first; point != NULL; point = point->next)
		{
			CHECK_FOR_INTERRUPTS();
			read_x(&drawing, json_member(point, "x"));
			drawing.has_labels |= json_text(point, "label").len > 0;
			drawing.least = Min(drawing.least, number_of(point, "value"));
			drawing.most = Max(drawing.most, number_of(point, "value"));
		}
	}
	drawing.has_years &= drawing.has_numeric_x;
	return drawing;
}

void
chart_append_vega(StringInfo out, const Json *config)
{
	Drawing		drawing = chart_drawing(config);

	appendStringInfoString(out, "{\"$schema\":\"https://vega.github.io/schema/vega-lite/v5.json\"");
	append_title(out, config);
	append_values(out, &drawing);
	vega_marks(out, &drawing);
	appendStringInfoString(
		out,
		",\"background\":\"white\",\"padding\":12,\"config\":{"
		"\"font\":\"Helvetica, Arial, sans-serif\",\"view\":{\"stroke\":null},"
		"\"range\":{\"category\":[\"#1f4e79\",\"#c55a11\",\"#548235\",\"#bf9000\",\"#7030a0\","
		"\"#2e9ca6\",\"#a61c3c\",\"#7f7f7f\",\"#9dc3e6\",\"#f4b183\",\"#a9d18e\",\"#ffd966\"]},"
		"\"mark\":{\"color\":\"#1f4e79\"},\"axis\":{\"labelFontSize\":12,\"titleFontSize\":12,"
		"\"titlePadding\":8,\"gridColor\":\"#e6e6e6\","
		"\"domainColor\":\"#888888\",\"tickColor\":\"#888888\"},"
		"\"legend\":{\"orient\":\"bottom\",\"labelFontSize\":12,\"labelLimit\":320,\"columns\":3},"
		"\"title\":{\"anchor\":\"start\",\"fontSize\":16,\"subtitleFontSize\":12,"
		"\"subtitleColor\":\"#555555\",\"subtitlePadding\":5,\"offset\":14,\"frame\":\"group\"}}}");
}
