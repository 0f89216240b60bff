/*
 * chart_vega_type.c
 *		Marks and encodings of each type of chart, as Vega-Lite.
 *
 * One mark of the type's own kind stands for each point; lines, rules and
 * written values come in layers of their own.
 */
#include "charts/charts_internal.h"

#define SIZE		",\"width\":600,\"height\":320"
#define ROOMY		"\"padding\":30"	/* pixels around what lies at the edge */
#define TEXT_MARK	"{\"type\":\"text\",\"fontSize\":11,\"color\":\"#333333\""

/* ,"transform":[...]: the value of a field as text, in field "written". */
static void
append_written(StringInfo out, const Drawing *drawing, const char *field)
{
	appendStringInfoString(out, ",\"transform\":[{\"as\":\"written\",\"calculate\":\"");
	vega_number(out, drawing, field);
	appendStringInfoString(out, "\"}]");
}

/* "x":{...} where numbers may be an axis of their own: lines and areas. */
static void
append_run(StringInfo out, const Drawing *drawing, const char *scale)
{
	Slice		label = json_text(drawing->config, "xLabel");

	if (!drawing->has_numeric_x)
	{
		vega_labels(out, drawing, "x", "x", "xLabel");
		return;
	}
	appendStringInfoString(out, "\"x\":{\"field\":\"x\",\"type\":\"quantitative\",\"scale\":");
	appendStringInfo(out, "{\"zero\":false,%s},\"title\":", scale);
	if (label.len > 0)
		append_json_string(out, label.data, label.len);
	else
		appendStringInfoString(out, "null");
	appendStringInfo(out, ",\"axis\":{\"format\":\"%s\"%s}}", drawing->has_years ? "d" : ",~r",
					 drawing->has_years ? ",\"tickMinStep\":1" : "");
}

/* ------------------------------------------------------------------- bars */

static void
append_bars(StringInfo out, const Drawing *drawing)
{
	bool		is_horizontal = drawing->type == CHART_horizontal_bar;
	const char *offset = is_horizontal ? "yOffset" : "xOffset";

	if (is_horizontal)
		appendStringInfo(out, ",\"width\":520,\"height\":{\"step\":%d}", drawing->series->count > 1 ? 14 : 28);
	else
		appendStringInfoString(out, SIZE);
	if (drawing->type == CHART_comparison)
	{
		append_written(out, drawing, "datum.y");
		appendStringInfoString(out, ",\"layer\":[{\"mark\":\"bar\"},{\"mark\":" TEXT_MARK ",\"dy\":-7},"
							   "\"encoding\":{\"text\":{\"field\":\"written\"},\"color\":{\"value\":\"#333333\"}}}]");
	}
	else
		appendStringInfoString(out, ",\"mark\":\"bar\"");
	appendStringInfoString(out, ",\"encoding\":{");
	vega_labels(out, drawing, is_horizontal ? "y" : "x", "x", "xLabel");
	appendStringInfoChar(out, ',');
	vega_amounts(out, drawing, is_horizontal ? "x" : "y", "y", "yLabel", "");
	if (drawing->series->count > 1)
		appendStringInfo(out, ",\"%s\":{\"field\":\"series\",\"sort\":null}", offset);
	vega_series_color(out, drawing);
	appendStringInfoChar(out, '}');
}

static void
append_stacked_bars(StringInfo out, const Drawing *drawing)
{
	bool		is_horizontal = drawing->type == CHART_horizontal_stacked_bar;

	appendStringInfoString(out, is_horizontal ? ",\"width\":520,\"height\":{\"step\":28}" : SIZE);
	appendStringInfoString(out, ",\"mark\":\"bar\",\"encoding\":{");
	vega_labels(out, drawing, is_horizontal ? "y" : "x", "x", "xLabel");
	appendStringInfoChar(out, ',');
	vega_amounts(out, drawing, is_horizontal ? "x" : "y", "y", "yLabel", ",\"stack\":\"zero\"");
	vega_series_color(out, drawing);
	appendStringInfoString(out, ",\"order\":{\"field\":\"s\",\"type\":\"quantitative\"}}");
}

static void
append_waterfall(StringInfo out, const Drawing *drawing)
{
	appendStringInfoString(out, SIZE);
	append_written(out, drawing, "datum.y");
	appendStringInfoString(out, ",\"encoding\":{");
	vega_labels(out, drawing, "x", "x", "xLabel");
	appendStringInfoString(out, "},\"layer\":[{\"mark\":\"bar\",\"encoding\":{");
	vega_amounts(out, drawing, "y", "start", "yLabel", "");
	appendStringInfoString(out, ",\"y2\":{\"field\":\"end\"},\"color\":{\"field\":\"kind\",\"type\":\"nominal\",\"title\":null,"
						   "\"scale\":{\"domain\":[\"Increase\",\"Decrease\",\"Total\"],"
						   "\"range\":[\"#548235\",\"#a61c3c\",\"#1f4e79\"]}}}},"
						   "{\"mark\":" TEXT_MARK ",\"dy\":-7},\"encoding\":{");
	vega_amounts(out, drawing, "y", "top", "yLabel", "");
	appendStringInfoString(out, ",\"text\":{\"field\":\"written\"}}}]");
}

static void
append_tornado(StringInfo out, const Drawing *drawing)
{
	const Json *base = json_member(drawing->config, "base");

	appendStringInfo(out, ",\"width\":520,\"height\":{\"step\":32},\"layer\":[{\"mark\":{\"type\":\"bar\"%s},\"encoding\":{",
					 drawing->series->count > 1 ? ",\"opacity\":0.85" : "");
	appendStringInfoString(out, "\"y\":{\"field\":\"x\",\"type\":\"nominal\",\"title\":null,\"axis\":{\"labelLimit\":320},"
						   "\"sort\":{\"field\":\"spread\",\"op\":\"max\",\"order\":\"descending\"}},");
	vega_amounts(out, drawing, "x", "start", "yLabel", ",\"scale\":{\"zero\":false}");
	appendStringInfoString(out, ",\"x2\":{\"field\":\"end\"}");
	vega_series_color(out, drawing);
	appendStringInfoString(out, "}},{\"data\":{\"values\":[{\"base\":");
	if (base != NULL && base->kind == J_NUMBER)
		json_append(out, base);
	else
		appendStringInfoChar(out, '0');
	/* without a base, bars from low to high have none to show */
	appendStringInfo(out, "}]},\"mark\":{\"type\":\"rule\",\"strokeWidth\":1.5,\"color\":\"#333333\"%s},"
					 "\"encoding\":{\"x\":{\"field\":\"base\",\"type\":\"quantitative\"}}}]",
					 base != NULL && base->kind == J_NUMBER ? "" : ",\"opacity\":0.6");
}

static void
append_capital_stack(StringInfo out, const Drawing *drawing)
{
	const Json *data = json_member(drawing->series->first, "data");
	const Json **layers = palloc(sizeof(Json *) * (data->count + 1));
	int			count = 0;
	StringInfoData names;

	initStringInfo(&names);
	for (const Json *layer = data->first; layer != NULL; layer = layer->next)
		layers[count++] = layer;
	while (count-- > 0)			/* the top of the stack first */
	{
		const Json *x = json_member(layers[count], "x");

		if (x->kind == J_STRING)
			vega_label(&names, x->text);
		else
			json_append(&names, x);
		appendStringInfoString(&names, count > 0 ? "," : "");
	}
	pfree(layers);
	appendStringInfoString(out, ",\"width\":{\"step\":170},\"height\":360");
	append_written(out, drawing, "datum.y");
	appendStringInfoString(out, ",\"encoding\":{\"x\":{\"field\":\"series\",\"type\":\"nominal\",\"sort\":null,\"title\":null,"
						   "\"axis\":{\"labelAngle\":0,\"labelLimit\":160}},\"order\":{\"field\":\"n\",\"type\":\"quantitative\"},");
	vega_amounts(out, drawing, "y", "y", "yLabel", ",\"stack\":\"zero\"");
	appendStringInfo(out, "},\"layer\":[{\"mark\":\"bar\",\"encoding\":{\"color\":{\"field\":\"x\",\"type\":\"nominal\","
					 "\"sort\":null,\"title\":null,\"legend\":{\"orient\":\"right\",\"columns\":1%s%s%s}}}},"
					 "{\"mark\":{\"type\":\"text\",\"fontSize\":12,\"color\":\"white\"},\"encoding\":{\"y\":{\"field\":\"y\","
					 "\"type\":\"quantitative\",\"stack\":\"zero\",\"bandPosition\":0.5},\"detail\":{\"field\":\"x\"},"
					 "\"text\":{\"field\":\"written\"}}}]",
					 drawing->series->count == 1 ? ",\"values\":[" : "", drawing->series->count == 1 ? names.data : "",
					 drawing->series->count == 1 ? "]" : "");
}

/* -------------------------------------------------------- lines and areas */

static void
append_line(StringInfo out, const Drawing *drawing)
{
	appendStringInfoString(out, SIZE ",\"mark\":{\"type\":\"line\",\"point\":true},\"encoding\":{");
	append_run(out, drawing, "\"nice\":false");
	appendStringInfoChar(out, ',');
	vega_amounts(out, drawing, "y", "y", "yLabel", ",\"scale\":{\"zero\":false}");
	vega_series_color(out, drawing);
	appendStringInfoString(out, ",\"order\":{\"field\":\"n\",\"type\":\"quantitative\"}}");
}

static void
append_area(StringInfo out, const Drawing *drawing)
{
	bool		is_stacked = drawing->type == CHART_stacked_area;

	appendStringInfo(out, SIZE ",\"mark\":{\"type\":\"area\",\"point\":true,\"line\":true,\"opacity\":%s},\"encoding\":{",
					 is_stacked ? "0.75" : "0.35");
	append_run(out, drawing, "\"nice\":false");
	appendStringInfoChar(out, ',');
	vega_amounts(out, drawing, "y", "y", "yLabel", is_stacked ? ",\"stack\":\"zero\"" : ",\"stack\":null");
	vega_series_color(out, drawing);
	if (is_stacked)
		appendStringInfoString(out, ",\"order\":{\"field\":\"s\",\"type\":\"quantitative\"}");
	appendStringInfoChar(out, '}');
}

static bool
is_bar_series(const Json *series)
{
	return json_member(series, "kind")->text.data[0] == 'b';
}

static int
count_bar_series(const Drawing *drawing)
{
	int			count = 0;

	for (const Json *series = drawing->series->first; series != NULL; series = series->next)
		count += is_bar_series(series);
	return count;
}

/* "xOffset":{...}: bars of several series stand side by side.  The first layer of
 * bars says for all in which order, as the layers share the scale. */
static void
append_bar_offset(StringInfo out, const Drawing *drawing, int index)
{
	int			next = 0;
	bool		any = false;

	appendStringInfoString(out, "\"xOffset\":{\"field\":\"s\",\"type\":\"nominal\"");
	for (const Json *series = drawing->series->first; series != NULL; series = series->next, next++)
	{
		if (!is_bar_series(series))
			continue;
		if (!any && next != index)
			break;
		appendStringInfo(out, "%s%d", any ? "," : ",\"scale\":{\"domain\":[", next);
		any = true;
	}
	appendStringInfoString(out, any ? "]}}," : "},");
}

/* One series of a combo: a layer that shows only its rows. */
static void
append_combo_layer(StringInfo out, const Drawing *drawing, const Json *series, int index, bool is_right, bool has_bars)
{
	const Json *kind = json_member(series, "kind");

	appendStringInfo(out, "{\"transform\":[{\"filter\":\"datum.s === %d\"}],\"mark\":", index);
	if (kind->text.data[0] == 'b')
		appendStringInfoString(out, "{\"type\":\"bar\"}");
	else
		appendStringInfo(out, "{\"type\":\"%s\",\"point\":true%s}", kind->text.data[0] == 'l' ? "line" : "area",
						 kind->text.data[0] == 'l' ? "" : ",\"opacity\":0.35");
	appendStringInfoString(out, ",\"encoding\":{");
	if (has_bars && is_bar_series(series))
		append_bar_offset(out, drawing, index);
	appendStringInfoString(out, "\"y\":{\"field\":\"y\",\"type\":\"quantitative\",\"stack\":null,\"title\":");
	if (is_right)
		append_json_string(out, json_text(series, "name").data == NULL ? "" : json_text(series, "name").data,
						   json_text(series, "name").len);
	else
		appendStringInfoString(out, "null");
	appendStringInfo(out, ",\"axis\":{\"orient\":\"%s\"%s", is_right ? "right" : "left", is_right ? ",\"grid\":false" : "");
	if (!is_right)
	{
		appendStringInfoString(out, ",\"labelExpr\":\"");
		vega_number(out, drawing, "datum.value");
		appendStringInfoChar(out, '"');
	}
	appendStringInfoString(out, "}}}}");
}

/* The series of one axis; returns whether there is any. */
static bool
append_combo_side(StringInfo out, const Drawing *drawing, bool is_right, bool has_side_before)
{
	bool		has_bars = count_bar_series(drawing) > 1;
	int			index = 0;
	bool		any = false;

	for (const Json *series = drawing->series->first; series != NULL; series = series->next, index++)
	{
		const Json *axis = json_member(series, "axis");

		if ((axis != NULL && axis->kind == J_STRING && axis->text.data[0] == 'r') != is_right)
			continue;
		appendStringInfoString(out, any ? "," : has_side_before ? ",{\"layer\":[" : "{\"layer\":[");
		append_combo_layer(out, drawing, series, index, is_right, has_bars);
		any = true;
	}
	if (any)
		appendStringInfoString(out, "]}");
	return any;
}

static void
append_combo(StringInfo out, const Drawing *drawing)
{
	Drawing		labels = *drawing;
	bool		has_left;

	appendStringInfoString(out, SIZE ",\"encoding\":{");
	vega_labels(out, &labels, "x", "x", "xLabel");
	appendStringInfoString(out, ",\"color\":{\"field\":\"series\",\"type\":\"nominal\",\"sort\":null,\"title\":null}},\"layer\":[");
	has_left = append_combo_side(out, drawing, false, false);
	if (append_combo_side(out, drawing, true, has_left) && has_left)
		appendStringInfoString(out, "],\"resolve\":{\"scale\":{\"y\":\"independent\"}}");
	else
		appendStringInfoChar(out, ']');
}

/* ------------------------------------------------------------------ others */

static void
append_pie(StringInfo out, const Drawing *drawing)
{
	appendStringInfo(out, ",\"width\":420,\"height\":320,\"encoding\":{\"theta\":{\"field\":\"y\",\"type\":\"quantitative\",\"stack\":true},"
					 "\"order\":{\"field\":\"n\",\"type\":\"quantitative\"}},"
					 "\"layer\":[{\"mark\":{\"type\":\"arc\",\"outerRadius\":130,\"innerRadius\":%d,\"stroke\":\"white\"},"
					 "\"encoding\":{\"color\":{\"field\":\"x\",\"type\":\"nominal\",\"sort\":null,\"title\":null,"
					 "\"legend\":{\"orient\":\"right\",\"columns\":1}}}},"
					 "{\"mark\":{\"type\":\"text\",\"radius\":146,\"fontSize\":12,\"color\":\"#333333\"},"
					 "\"encoding\":{\"text\":{\"field\":\"share\"}}}]",
					 drawing->type == CHART_donut ? 75 : 0);
}

static void
append_scatter(StringInfo out, const Drawing *drawing)
{
	bool		has_size = drawing->type == CHART_bubble;

	appendStringInfoString(out, SIZE ",\"encoding\":{");
	append_run(out, drawing, ROOMY);
	appendStringInfoChar(out, ',');
	vega_amounts(out, drawing, "y", "y", "yLabel", ",\"scale\":{\"zero\":false," ROOMY "}");
	appendStringInfo(out, "},\"layer\":[{\"mark\":{\"type\":\"circle\",\"opacity\":0.7%s},\"encoding\":{\"detail\":{\"field\":\"n\"}",
					 has_size ? "" : ",\"size\":70");
	vega_series_color(out, drawing);
	if (has_size)
		appendStringInfoString(out, ",\"size\":{\"field\":\"size\",\"type\":\"quantitative\",\"title\":null,"
							   "\"scale\":{\"range\":[0,1600]},\"legend\":{\"orient\":\"right\",\"columns\":1}}");
	appendStringInfoString(out, "}}");
	if (drawing->has_labels)
		appendStringInfo(out, ",{\"transform\":[{\"filter\":\"isString(datum.label)\"}],"
						 "\"mark\":" TEXT_MARK ",\"dy\":%d},\"encoding\":{\"text\":{\"field\":\"label\"}}}",
						 has_size ? -28 : -12);
	appendStringInfoChar(out, ']');
}

static void
append_heatmap(StringInfo out, const Drawing *drawing)
{
	appendStringInfoString(out, ",\"width\":600,\"height\":{\"step\":34}");
	append_written(out, drawing, "datum.value");
	appendStringInfoString(out, ",\"encoding\":{");
	vega_labels(out, drawing, "x", "x", "xLabel");
	appendStringInfoChar(out, ',');
	vega_labels(out, drawing, "y", "y", "yLabel");
	appendStringInfo(out, "},\"layer\":[{\"mark\":{\"type\":\"rect\",\"stroke\":\"white\"},\"encoding\":{\"color\":{\"field\":\"value\","
					 "\"type\":\"quantitative\",\"title\":null,\"scale\":{\"scheme\":\"blues\",\"zero\":false},"
					 "\"legend\":null}}},{\"mark\":{\"type\":\"text\",\"fontSize\":12},\"encoding\":{\"text\":{\"field\":\"written\"},"
					 "\"color\":{\"condition\":{\"test\":\"datum.value > %.15g\",\"value\":\"white\"},\"value\":\"#222222\"}}}]",
					 drawing->least / 2 + drawing->most / 2);
}

static void
append_gantt(StringInfo out, const Drawing *drawing)
{
	const Json *point = json_member(drawing->series->first, "data")->first;
	bool		has_days = json_member(point, "start")->kind == J_STRING;

	appendStringInfoString(out, ",\"width\":520,\"height\":{\"step\":30},\"mark\":{\"type\":\"bar\",\"cornerRadius\":2},\"encoding\":{");
	vega_labels(out, drawing, "y", "x", "yLabel");
	appendStringInfo(out, ",\"x\":{\"field\":\"start\",\"type\":\"%s\",\"scale\":{%s},\"title\":",
					 has_days ? "temporal" : "quantitative", has_days ? "\"type\":\"utc\"" : "\"zero\":false");
	if (json_text(drawing->config, "xLabel").len > 0)
		append_json_string(out, json_text(drawing->config, "xLabel").data, json_text(drawing->config, "xLabel").len);
	else
		appendStringInfoString(out, "null");
	appendStringInfoString(out, "},\"x2\":{\"field\":\"end\"}");
	vega_series_color(out, drawing);
	appendStringInfoChar(out, '}');
}

static void
append_outcomes(StringInfo out, const Drawing *drawing)
{
	appendStringInfoString(out, ",\"width\":560,\"height\":{\"step\":80}");
	append_written(out, drawing, "datum.y");
	appendStringInfo(out, ",\"encoding\":{\"y\":{\"field\":\"series\",\"type\":\"nominal\",\"sort\":null,\"title\":null,\"axis\":%s},",
					 drawing->series->count > 1 ? "{\"labelLimit\":160}" : "null");
	vega_amounts(out, drawing, "x", "y", "yLabel", ",\"scale\":{\"zero\":false,\"padding\":30}");
	appendStringInfoString(out, "},\"layer\":["
						   "{\"mark\":{\"type\":\"rule\",\"strokeWidth\":8,\"color\":\"#bdd7ee\"},\"encoding\":{"
						   "\"x\":{\"aggregate\":\"min\",\"field\":\"y\",\"type\":\"quantitative\"},\"x2\":{\"aggregate\":\"max\",\"field\":\"y\"}}},"
						   "{\"mark\":{\"type\":\"circle\",\"size\":140,\"opacity\":1,\"color\":\"#1f4e79\"}},"
						   "{\"mark\":" TEXT_MARK ",\"dy\":-16,\"fontWeight\":\"bold\"},\"encoding\":{\"text\":{\"field\":\"x\"}}},"
						   "{\"mark\":" TEXT_MARK ",\"dy\":18},\"encoding\":{\"text\":{\"field\":\"written\"}}}]");
}

/* What draws a type, which may be several's. */
/* What draws a type, which may be several's: a new type without one does not compile. */
void
vega_marks(StringInfo out, const Drawing *drawing)
{
	switch (drawing->type)
	{
		case CHART_bar:
		case CHART_horizontal_bar:
		case CHART_comparison:
			return append_bars(out, drawing);
		case CHART_line:
			return append_line(out, drawing);
		case CHART_pie:
		case CHART_donut:
			return append_pie(out, drawing);
		case CHART_stacked_bar:
		case CHART_horizontal_stacked_bar:
			return append_stacked_bars(out, drawing);
		case CHART_scatter:
		case CHART_bubble:
			return append_scatter(out, drawing);
		case CHART_area:
		case CHART_stacked_area:
			return append_area(out, drawing);
		case CHART_waterfall:
			return append_waterfall(out, drawing);
		case CHART_heatmap:
			return append_heatmap(out, drawing);
		case CHART_combo:
			return append_combo(out, drawing);
		case CHART_gantt:
			return append_gantt(out, drawing);
		case CHART_tornado:
			return append_tornado(out, drawing);
		case CHART_outcome_distribution:
			return append_outcomes(out, drawing);
		case CHART_capital_stack:
			return append_capital_stack(out, drawing);
		case NCHART_TYPES:
			return;
	}
}
