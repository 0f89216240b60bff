/*
 * chart_axis.c
 *		Axes, labels and numbers of a Vega-Lite spec, written with a chart's unit:
 *		12 of a chart in "usd" is read "$12", and "bps" stands in the axis' title.
 */
#include "charts/charts_internal.h"

/* A text by which Vega may group, for which it uses members of an object: one that
 * every object has already gets a blank of no width before it. */
void
vega_label(StringInfo out, Slice text)
{
	static const char *const taken[] = {
		"constructor",	  "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
		"toLocaleString", "toString",		"valueOf"};
	bool		is_taken = text.len > 2 && memcmp(text.data, "__", 2) == 0;
	for (int i = 0; i < (int) lengthof(taken); i++)
		is_taken |= slice_equal(text, slice_of(taken[i]));
	if (is_taken)
		text = slice_of(psprintf("\xE2\x80\x8B%.*s", text.len, text.data));
	append_json_string(out, text.data, text.len);
}

void
vega_number(StringInfo out, const Drawing *drawing, const char *value)
{
	const char *large = drawing->unit == UNIT_CURRENCY ? "10000" : "1000000";

	if (drawing->unit == UNIT_PERCENT || drawing->unit == UNIT_MULTIPLE)
	{
		appendStringInfo(out, "format(%s, ',.2~f') + '%s'", value,
						 drawing->unit == UNIT_PERCENT ? "%" : "x");
		return;
	}
	appendStringInfo(out,
					 "(%s < 0 ? '\xE2\x88\x92' : '') + '%s' + (abs(%s) >= %s ? "
					 "replace(format(abs(%s), '.3~s'), 'G', 'B')"
					 " : abs(%s) < 0.01 ? format(abs(%s), '.2~r') : format(abs(%s), ',.2~f'))",
					 value, drawing->unit == UNIT_CURRENCY ? drawing->currency : "", value, large,
					 value, value, value, value);
}

Slice
vega_title(const Drawing *drawing, Slice text)
{
	Slice		unit = drawing->other_unit;

	if (unit.len == 0 ||
		(text.len == unit.len && pg_strncasecmp(text.data, unit.data, text.len) == 0))
		return text;
	if (text.len == 0)
		return unit;
	return slice_of(psprintf("%.*s (%.*s)", text.len, text.data, unit.len, unit.data));
}

static void
append_axis_title(StringInfo out, const Drawing *drawing, const char *label, bool with_unit)
{
	Slice		title = json_text(drawing->config, label);

	if (with_unit)
		title = vega_title(drawing, title);
	appendStringInfoString(out, ",\"title\":");
	if (title.len > 0)
		append_json_string(out, title.data, title.len);
	else
		appendStringInfoString(out, "null");
}

/* "x":{...}: labels in the order of the data, along a channel. */
static void
append_labels(StringInfo out, const Drawing *drawing, const char *channel, const char *field,
			  const char *label)
{
	bool		is_crowded = drawing->longest_label * drawing->nlabels * 7 > 560;

	appendStringInfo(out, "\"%s\":{\"field\":\"%s\",\"type\":\"nominal\",\"sort\":null", channel,
					 field);
	append_axis_title(out, drawing, label, false);
	appendStringInfo(out, ",\"axis\":{\"labelLimit\":%d,\"labelOverlap\":%s",
					 channel[0] == 'x' ? 200 : 320, drawing->nlabels > 30 ? "true" : "false");
	if (channel[0] == 'x')
		appendStringInfo(out, ",\"labelAngle\":%d", is_crowded ? -40 : 0);
	appendStringInfoString(out, "}}");
}

/* "y":{...}: a number's axis; more is appended inside, "" or ",...". */
static void
append_amounts(StringInfo out, const Drawing *drawing, const char *channel, const char *field,
			   const char *more)
{
	appendStringInfo(out, "\"%s\":{\"field\":\"%s\",\"type\":\"quantitative\"%s", channel, field,
					 more);
	append_axis_title(out, drawing, "yLabel", true);
	appendStringInfoString(out, ",\"axis\":{\"labelExpr\":\"");
	vega_number(out, drawing, "datum.value");
	appendStringInfoString(out, "\"}}");
}

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
	if (!drawing->has_numeric_x)
	{
		append_labels(out, drawing, "x", "x", "xLabel");
		return;
	}
	appendStringInfo(
		out, "\"x\":{\"field\":\"x\",\"type\":\"quantitative\",\"scale\":{\"zero\":false,%s}",
		scale);
	append_axis_title(out, drawing, "xLabel", false);
	appendStringInfo(out, ",\"axis\":{\"format\":\"%s\"%s}}", drawing->has_years ? "d" : ",~r",
					 drawing->has_years ? ",\"tickMinStep\":1" : "");
}

/* Fills a hole of a template: its name and what it wants, "labels x x xLabel". */
static void
append_hole(StringInfo out, const Drawing *drawing, char *hole)
{
	const char *name = strsep(&hole, " ");
	const char *first = strsep(&hole, " ");
	const char *second = strsep(&hole, " ");

	if (strcmp(name, "labels") == 0)
		append_labels(out, drawing, first, second, hole);
	else if (strcmp(name, "amounts") == 0)
		append_amounts(out, drawing, first, second, hole == NULL ? "" : hole);
	else if (strcmp(name, "written") == 0)
		append_written(out, drawing, first);
	else if (strcmp(name, "run") == 0)
		append_run(out, drawing, first);
	else if (strcmp(name, "title") == 0)
		append_axis_title(out, drawing, first, false);
	else if (drawing->series->count > 1)	/* color */
		appendStringInfoString(
			out,
			",\"color\":{\"field\":\"series\",\"type\":\"nominal\",\"sort\":null,\"title\":null}");
}

void
vega_write(StringInfo out, const Drawing *drawing, const char *format,...)
{
	StringInfoData text;
	char	   *rest;
	int			needed;
	bool		is_hole = false;

	initStringInfo(&text);
	do
	{
		va_list		arguments;

		va_start(arguments, format);
		needed = appendStringInfoVA(&text, format, arguments);
		va_end(arguments);
		if (needed > 0)
			enlargeStringInfo(&text, needed);
	} while (needed > 0);
	for (int i = 0; i < text.len; i++)
		if (text.data[i] == '\'')
			text.data[i] = '"';
	rest = text.data;
	for (char *part; (part = strsep(&rest, "@")) != NULL; is_hole = !is_hole)
		if (is_hole)
			append_hole(out, drawing, part);
		else
			appendStringInfoString(out, part);
	pfree(text.data);
}

void
vega_read_unit(Drawing *drawing)
{
	Slice		unit = json_text(drawing->config, "unit");

	if (chart_is_percent(drawing->config))
		drawing->unit = UNIT_PERCENT;
	else if (chart_is_word(unit, "multiple|x|times"))
		drawing->unit = UNIT_MULTIPLE;
	else if (chart_is_word(unit, "usd|$|us$|dollar|dollars"))
		drawing->currency = "$";
	else if (chart_is_word(unit, "eur|\xE2\x82\xAC|euro|euros"))
		drawing->currency = "\xE2\x82\xAC";
	else if (chart_is_word(unit, "gbp|\xC2\xA3|pounds"))
		drawing->currency = "\xC2\xA3";
	else
		drawing->other_unit = unit;
	if (drawing->currency != NULL)
		drawing->unit = UNIT_CURRENCY;
}
