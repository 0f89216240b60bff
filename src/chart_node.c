/*
 * chart_node.c
 *		The node that stands for a chart in a memo's Markdown: one line of HTML.
 *
 *		<div data-type="chart" data-chart-id="noi" data-config="{...}"></div>
 *
 * All of the chart is in attributes, so that a reader without charts shows
 * nothing.
 */
#include "chart.h"

/*
 * Text of an attribute.  Also escaped is what some Markdown renderer could read
 * even here: opening brackets, back-ticks, backslashes, control characters.
 */
static void
append_attribute(StringInfo out, const char *text, int len)
{
	int			copied = 0;

	for (int i = 0; i < len; i++)
	{
		unsigned char c = text[i];

		if (c >= ' ' && c != 127 && strchr("\"'&<>[`\\", c) == NULL)
			continue;
		appendBinaryStringInfo(out, text + copied, i - copied);
		copied = i + 1;
		switch (c)
		{
			case '"':
				appendStringInfoString(out, "&quot;");
				break;
			case '&':
				appendStringInfoString(out, "&amp;");
				break;
			case '<':
				appendStringInfoString(out, "&lt;");
				break;
			case '>':
				appendStringInfoString(out, "&gt;");
				break;
			default:
				appendStringInfo(out, "&#%d;", c);
				break;
		}
	}
	appendBinaryStringInfo(out, text + copied, len - copied);
}

Slice
chart_suggested_id(const Json *config)
{
	Slice		id = json_text(config, "suggested_id");

	return id.len > 0 ? id : json_text(config, "type");
}

void
chart_append_node(StringInfo out, Slice chart_id, const Json *config)
{
	StringInfoData text;

	initStringInfo(&text);
	json_append(&text, config);
	appendStringInfoString(out, "<div data-type=\"chart\" data-chart-id=\"");
	append_attribute(out, chart_id.data, chart_id.len);
	appendStringInfoString(out, "\" data-config=\"");
	append_attribute(out, text.data, text.len);
	appendStringInfoString(out, "\"></div>");
	pfree(text.data);
}
