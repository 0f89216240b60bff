/*
 * chart_node.c
 *		The node that stands for a chart in a memo's Markdown: one line of HTML.
 *
 *		<div data-type="chart" data-chart-id="noi" data-config="{...}"></div>
 *
 * All of the chart is in attributes, so that a reader without charts shows
 * nothing.
 */
#include "charts/charts.h"
#include "markdown/markdown.h"

#define CHART_ID		" data-chart-id=\""
#define CHART_CONFIG	" data-config=\""
#define CHART_END		"></div>"

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
	appendStringInfoString(out, CHART_NODE CHART_ID);
	append_attribute(out, chart_id.data, chart_id.len);
	appendStringInfoString(out, "\"" CHART_CONFIG);
	append_attribute(out, text.data, text.len);
	appendStringInfoString(out, "\"" CHART_END);
	pfree(text.data);
}

Slice
chart_title(const Json *config)
{
	Slice		title = json_text(config, "title");

	return title.len > 0 ? title : json_text(config, "insightCaption");
}

const Json *
chart_valid_config(Slice text)
{
	Problems	problems = {0};
	const Json *config = text.len > 4 * MAX_CHART_BYTES ? NULL : json_parse(text, MAX_CHART_DEPTH);

	if (config != NULL)
		chart_check(config, NULL, &problems);
	return problems.count == 0 ? config : NULL;
}

/* Takes an attribute's text up to its quotation mark, and that. */
static bool
take_attribute(Slice *text, Slice *value)
{
	const char *quote = text->len == 0 ? NULL : memchr(text->data, '"', text->len);
	StringInfoData decoded;

	if (quote == NULL)
		return false;
	initStringInfo(&decoded);
	entity_append_text(&decoded, (Slice) {text->data, (int) (quote - text->data)});
	*value = (Slice) {decoded.data, decoded.len};
	text->len -= (int) (quote + 1 - text->data);
	text->data = quote + 1;
	return true;
}

bool
chart_read_node(Slice node, Slice *chart_id, Slice *config)
{
	return slice_take(&node, CHART_NODE CHART_ID) && take_attribute(&node, chart_id) &&
		slice_take(&node, CHART_CONFIG) && take_attribute(&node, config) &&
		slice_take(&node, CHART_END) && json_trim(node).len == 0;
}
