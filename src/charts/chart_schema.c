/*
 * chart_schema.c
 *		memo_chart_schema(): ChartConfig as JSON Schema, draft 2020-12.
 *
 * The rules of chart.c, as far as JSON Schema can say them: not that series are
 * as long as each other, that no label or name repeats, that a span does not end
 * before it begins, that percentiles rise, that a pie in percent comes to 100 and that all of a
 *gantt chart are days or all are numbers.
 */
#include "charts/charts_internal.h"

/* Words for "no finite number", which JSON only has as text. */
#define LABEL \
	"{\"anyOf\":[{\"type\":\"number\"},{\"type\":\"string\",\"pattern\":\"\\\\S\"," \
	"\"not\":{\"pattern\":\"^\\\\s*[-+]?([nN][aA][nN]|[iI][nN][fF]([iI][nN][iI][tT][yY])?)\\\\s*$" \
	"\"}}]}"
#define PERCENTILE "{\"type\":\"string\",\"pattern\":\"^[Pp](100|[0-9]{1,2})(\\\\.[0-9]*)?$\"}"
#define DAY \
	"{\"type\":\"string\",\"pattern\":\"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$\"}"
#define TEXT_OR_NULL	"{\"type\":[\"string\",\"null\"]}"

/* Neither a blank nor of no width */
#define VISIBLE	"[^\\\\s\\\\u00AD\\\\u200B-\\\\u200F\\\\u2060]"

/* A text of at least so many characters between its first and last visible one. */
static void
append_useful(StringInfo out, int least)
{
	appendStringInfo(
		out, "{\"type\":\"string\",\"pattern\":\"" VISIBLE "[\\\\s\\\\S]{%d,}" VISIBLE "\"}",
		least - 2);
}

static void
append_point(StringInfo out, const ChartType *type)
{
	const char *amount = type->traits & NOT_NEGATIVE ? "{\"type\":\"number\",\"minimum\":0}"
													: "{\"type\":\"number\"}";

	appendStringInfo(out, "{\"type\":\"object\",\"description\":\"%s\",", type->point);
	switch (type->shape)
	{
		case CATEGORY:
			appendStringInfo(out, "\"required\":[\"x\",\"y\"],\"properties\":{\"x\":%s,\"y\":%s",
							 type->traits & RISING ? PERCENTILE : LABEL, amount);
			break;
		case NUMBERS:
			appendStringInfoString(
				out, "\"required\":[\"x\",\"y\"],\"properties\":{\"x\":{\"type\":\"number\"},"
					 "\"y\":{\"type\":\"number\"}");
			break;
		case BUBBLE:
			appendStringInfoString(
				out,
				"\"required\":[\"x\",\"y\",\"size\"],\"properties\":{\"x\":{\"type\":\"number\"},"
				"\"y\":{\"type\":\"number\"},\"size\":{\"type\":\"number\",\"minimum\":0}");
			break;
		case SPAN:
			appendStringInfoString(
				out,
				"\"required\":[\"x\",\"start\",\"end\"],\"oneOf\":["
				"{\"properties\":{\"start\":{\"type\":\"number\"},\"end\":{\"type\":\"number\"}}},"
				"{\"properties\":{\"start\":" DAY ",\"end\":" DAY "}}],"
				"\"properties\":{\"x\":" LABEL);
			break;
		case CELL:
			appendStringInfoString(
				out, "\"required\":[\"x\",\"y\",\"value\"],\"properties\":{\"x\":" LABEL
					 ",\"y\":" LABEL ",\"value\":{\"type\":\"number\"}");
			break;
		case RANGE:
			appendStringInfoString(
				out,
				"\"required\":[\"x\"],\"oneOf\":["
				"{\"required\":[\"low\",\"high\"],"
				"\"properties\":{\"low\":{\"type\":\"number\"},\"high\":{\"type\":\"number\"}}},"
				"{\"required\":[\"y\"],\"properties\":{\"y\":{\"type\":\"number\"},"
				"\"low\":{\"type\":\"null\"},\"high\":{\"type\":\"null\"}}}],"
				"\"properties\":{\"x\":" LABEL);
			break;
	}
	appendStringInfoString(out, ",\"label\":" TEXT_OR_NULL
								",\"total\":{\"type\":[\"boolean\",\"null\"]}}}");
}

/* series of one type */
static void
append_series(StringInfo out, const ChartType *type)
{
	appendStringInfoString(out, "{\"type\":\"array\",\"minItems\":1,");
	if (type->traits & ONE_SERIES)
		appendStringInfoString(out, "\"maxItems\":1,");
	if (type->traits & LAYERS)
		appendStringInfoString(out, "\"contains\":{\"properties\":{\"data\":{\"contains\":{"
									"\"properties\":{\"y\":{\"exclusiveMinimum\":0}}}}}},");
	appendStringInfo(out,
					 "\"items\":{\"type\":\"object\",\"required\":[\"data\"%s],\"properties\":{"
					 "\"name\":" TEXT_OR_NULL,
					 type->traits & KIND_PER_SERIES ? ",\"kind\"" : "");
	if (type->traits & KIND_PER_SERIES)
		appendStringInfoString(out, ",\"kind\":{\"enum\":[\"bar\",\"line\",\"area\"]},"
							   "\"axis\":{\"enum\":[\"left\",\"right\",null]}");
	appendStringInfo(
		out, ",\"data\":{\"type\":\"array\",\"minItems\":1,\"items\":{\"$ref\":\"#/$defs/%s\"}",
		type->name);
	if (type->traits & SHARES)
		appendStringInfoString(out,
							   ",\"contains\":{\"properties\":{\"y\":{\"exclusiveMinimum\":0}}}");
	appendStringInfoString(out, "}}}}");
}

static void
append_members(StringInfo out)
{
	appendStringInfoString(out, "\"type\":{\"enum\":[");
	for (int i = 0; chart_types[i].name != NULL; i++)
		appendStringInfo(out, "%s\"%s\"", i == 0 ? "" : ",", chart_types[i].name);
	appendStringInfoString(
		out,
		"]},\"series\":{\"type\":\"array\",\"minItems\":1},"
		"\"title\":" TEXT_OR_NULL ",\"xLabel\":" TEXT_OR_NULL ",\"yLabel\":" TEXT_OR_NULL ","
		"\"unit\":{\"type\":[\"string\",\"null\"],"
		"\"description\":\"percent, usd and multiple are written 5.1%, $4.2M and 1.25x; others "
		"stand at the axis\"},"
		"\"base\":{\"type\":[\"number\",\"null\"],\"description\":\"tornado: the outcome that "
		"drivers move\"},"
		"\"suggested_id\":{\"type\":[\"string\",\"null\"],\"pattern\":\"^[^\\\\s\\\\[\\\\]]+$\"},"
		"\"confidence\":{\"type\":[\"number\",\"null\"],\"minimum\":0,\"maximum\":1},"
		"\"sources\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":[\"string\",\"number\"]}},"
		"\"insightCaption\":");
	append_useful(out, LEAST_CAPTION);
	appendStringInfoString(out, ",\"decisionQuestion\":");
	append_useful(out, LEAST_QUESTION);
}

void
chart_append_schema(StringInfo out)
{
	appendStringInfoString(
		out,
		"{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"title\":\"ChartConfig\","
		"\"type\":\"object\",\"required\":[\"type\",\"series\",\"insightCaption\","
		"\"decisionQuestion\"],"
		"\"properties\":{");
	append_members(out);
	appendStringInfoString(out, "},\"allOf\":[");
	for (int i = 0; chart_types[i].name != NULL; i++)
	{
		appendStringInfo(
			out,
			"%s{\"if\":{\"required\":[\"type\"],\"properties\":{\"type\":{\"const\":\"%s\"}}},"
			"\"then\":{\"properties\":{\"series\":",
			i == 0 ? "" : ",", chart_types[i].name);
		append_series(out, &chart_types[i]);
		appendStringInfoString(out, "}}}");
	}
	appendStringInfoString(out, "],\"$defs\":{");
	for (int i = 0; chart_types[i].name != NULL; i++)
	{
		appendStringInfo(out, "%s\"%s\":", i == 0 ? "" : ",", chart_types[i].name);
		append_point(out, &chart_types[i]);
	}
	appendStringInfoString(out, "}}");
}
