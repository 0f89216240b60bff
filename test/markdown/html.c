/*
 * html.c
 *		The reader's events as the HTML that the specifications print.
 *
 *	html [links] [tasks] [notes]
 *		texts from standard input, each ended by a NUL, to HTML ended by a NUL: with bare
 *		URLs as links, tasks in lists, and "[^label]" as text
 */
#include "unit.h"

#include "markdown/markdown.h"

static void
escaped(StringInfo out, const char *data, int len)
{
	for (int i = 0; i < len; i++)
	{
		switch (data[i])
		{
			case '&':
				appendStringInfoString(out, "&amp;");
				break;
			case '<':
				appendStringInfoString(out, "&lt;");
				break;
			case '>':
				appendStringInfoString(out, "&gt;");
				break;
			case '"':
				appendStringInfoString(out, "&quot;");
				break;
			default:
				appendStringInfoChar(out, data[i]);
		}
	}
}

static void
append_url(StringInfo out, const MarkdownEvent *event)
{
	StringInfo	url = makeStringInfo();

	markdown_append_target(url, event);
	for (int i = 0; i < url->len; i++)
	{
		unsigned char c = url->data[i];

		if (c == '&')
			appendStringInfoString(out, "&amp;");
		else if (c == '\'')
			appendStringInfoString(out, "&#x27;");
		else if (isalnum(c) || strchr("-_.+!*'(),%#@?=;:/,+&$~", c) != NULL)
			appendStringInfoChar(out, c);
		else
			appendStringInfo(out, "%%%02X", c);
	}
}

static void
append_title(StringInfo out, const MarkdownEvent *event, const char *before)
{
	StringInfo	text = makeStringInfo();

	markdown_append_title(text, event);
	if (text->len == 0)
		return;
	appendStringInfoString(out, before);
	escaped(out, text->data, text->len);
	appendStringInfoChar(out, '"');
}

static const char *const align_names[] = {"", " align=\"left\"", " align=\"center\"", " align=\"right\""};

static void
fresh_line(StringInfo out)
{
	if (out->len > 0 && out->data[out->len - 1] != '\n')
		appendStringInfoChar(out, '\n');
}

static void
enter_block(StringInfo out, const MarkdownEvent *event)
{
	switch ((MarkdownBlock) event->type)
	{
		case MARKDOWN_QUOTE:
			fresh_line(out);
			appendStringInfoString(out, "<blockquote>\n");
			break;
		case MARKDOWN_BULLET_LIST:
			fresh_line(out);
			appendStringInfoString(out, "<ul>\n");
			break;
		case MARKDOWN_ORDERED_LIST:
			fresh_line(out);
			if (event->number == 1)
				appendStringInfoString(out, "<ol>\n");
			else
				appendStringInfo(out, "<ol start=\"%d\">\n", event->number);
			break;
		case MARKDOWN_ITEM:
			fresh_line(out);
			appendStringInfoString(out, "<li>");
			if (event->number != 0)
				appendStringInfo(out, "<input %sdisabled=\"\" type=\"checkbox\"> ",
								 event->number == ' ' ? "" : "checked=\"\" ");
			break;
		case MARKDOWN_RULE:
			fresh_line(out);
			appendStringInfoString(out, "<hr />\n");
			break;
		case MARKDOWN_HEADING:
			fresh_line(out);
			appendStringInfo(out, "<h%d>", event->number);
			break;
		case MARKDOWN_CODE_BLOCK:
			fresh_line(out);
			appendStringInfoString(out, "<pre><code");
			append_title(out, event, " class=\"language-");
			appendStringInfoChar(out, '>');
			break;
		case MARKDOWN_HTML_BLOCK:
			fresh_line(out);
			break;
		case MARKDOWN_PARAGRAPH:
			fresh_line(out);
			appendStringInfoString(out, "<p>");
			break;
		case MARKDOWN_TABLE:
			fresh_line(out);
			appendStringInfoString(out, "<table>\n");
			break;
		case MARKDOWN_TABLE_HEAD:
			appendStringInfoString(out, "<thead>\n");
			break;
		case MARKDOWN_TABLE_BODY:
			appendStringInfoString(out, "<tbody>\n");
			break;
		case MARKDOWN_ROW:
			appendStringInfoString(out, "<tr>\n");
			break;
		case MARKDOWN_HEADER_CELL:
			appendStringInfo(out, "<th%s>", align_names[event->number]);
			break;
		case MARKDOWN_CELL:
			appendStringInfo(out, "<td%s>", align_names[event->number]);
			break;
		default:
			break;
	}
}

static void
leave_block(StringInfo out, const MarkdownEvent *event)
{
	static const char *const closers[] = {
		[MARKDOWN_QUOTE] = "</blockquote>\n",[MARKDOWN_BULLET_LIST] = "</ul>\n",[MARKDOWN_ORDERED_LIST] = "</ol>\n",
		[MARKDOWN_ITEM] = "</li>\n",[MARKDOWN_CODE_BLOCK] = "</code></pre>\n",[MARKDOWN_PARAGRAPH] = "</p>\n",
		[MARKDOWN_TABLE] = "</table>\n",[MARKDOWN_TABLE_HEAD] = "</thead>\n",[MARKDOWN_TABLE_BODY] = "</tbody>\n",
		[MARKDOWN_ROW] = "</tr>\n",[MARKDOWN_HEADER_CELL] = "</th>\n",[MARKDOWN_CELL] = "</td>\n",
	};

	if (event->type == MARKDOWN_HEADING)
		appendStringInfo(out, "</h%d>\n", event->number);
	else if (event->type == MARKDOWN_QUOTE)
		fresh_line(out);
	if (event->type < lengthof(closers) && closers[event->type] != NULL)
		appendStringInfoString(out, closers[event->type]);
}

static void
append_text(StringInfo out, const MarkdownEvent *event)
{
	switch ((MarkdownText) event->type)
	{
		case MARKDOWN_HARD_BREAK:
			appendStringInfoString(out, "<br />\n");
			break;
		case MARKDOWN_SOFT_BREAK:
			appendStringInfoChar(out, '\n');
			break;
		case MARKDOWN_ENTITY:
			{
				StringInfo	text = makeStringInfo();

				entity_append(text, (Slice) {event->data, event->len});
				escaped(out, text->data, text->len);
				break;
			}
		case MARKDOWN_HTML:
			appendBinaryStringInfo(out, event->data, event->len);
			break;
		default:
			escaped(out, event->data, event->len);
	}
}

static const char *const span_tags[] = {"em", "strong", NULL, NULL, "code", "del"};

typedef struct Html
{
	StringInfoData out;
	StringInfoData title;		/* of the open image */
	int			images;
	bool		in_cell;
} Html;

/* In an image only its text shows. */
static void
write_image(Html *html, const MarkdownEvent *event)
{
	if (event->kind == MARKDOWN_TEXT && (event->type == MARKDOWN_SOFT_BREAK || event->type == MARKDOWN_HARD_BREAK))
		appendStringInfoChar(&html->out, event->type == MARKDOWN_SOFT_BREAK ? '\n' : ' ');
	else if (event->kind == MARKDOWN_TEXT && event->type != MARKDOWN_HTML)
		append_text(&html->out, event);
	else if (event->kind == MARKDOWN_ENTER_SPAN && event->type == MARKDOWN_IMAGE)
		html->images++;
	else if (event->kind == MARKDOWN_LEAVE_SPAN && event->type == MARKDOWN_IMAGE && --html->images == 0)
		appendStringInfo(&html->out, "\"%s />", html->title.data);
}

static void
write_text(Html *html, const MarkdownEvent *event)
{
	if (!html->in_cell || event->type != MARKDOWN_CODE)
	{
		append_text(&html->out, event);
		return;
	}
	for (int pos = 0; pos < event->len; pos++)
	{
		MarkdownEvent piece = *event;

		if (event->data[pos] == '\\' && pos + 1 < event->len && event->data[pos + 1] == '|')
			continue;
		piece.data = event->data + pos;
		piece.len = 1;
		append_text(&html->out, &piece);
	}
}

static void
enter_span(Html *html, const MarkdownEvent *event)
{
	if (event->type == MARKDOWN_IMAGE)
	{
		appendStringInfoString(&html->out, "<img src=\"");
		append_url(&html->out, event);
		appendStringInfoString(&html->out, "\" alt=\"");
		resetStringInfo(&html->title);
		append_title(&html->title, event, " title=\"");
		html->images++;
	}
	else if (event->type == MARKDOWN_LINK)
	{
		appendStringInfoString(&html->out, "<a href=\"");
		append_url(&html->out, event);
		appendStringInfoString(&html->out, "\"");
		append_title(&html->out, event, " title=\"");
		appendStringInfoChar(&html->out, '>');
	}
	else
		appendStringInfo(&html->out, "<%s>", span_tags[event->type]);
}

static void
write_event(void *data, const MarkdownEvent *event)
{
	Html	   *html = data;

	if (event->kind <= MARKDOWN_LEAVE_BLOCK && (event->type == MARKDOWN_CELL || event->type == MARKDOWN_HEADER_CELL))
		html->in_cell = event->kind == MARKDOWN_ENTER_BLOCK;
	if (event->kind == MARKDOWN_ENTER_BLOCK)
		enter_block(&html->out, event);
	else if (event->kind == MARKDOWN_LEAVE_BLOCK)
		leave_block(&html->out, event);
	else if (html->images > 0)
		write_image(html, event);
	else if (event->kind == MARKDOWN_TEXT)
		write_text(html, event);
	else if (event->kind == MARKDOWN_ENTER_SPAN)
		enter_span(html, event);
	else
		appendStringInfo(&html->out, "</%s>", event->type == MARKDOWN_LINK ? "a" : span_tags[event->type]);
}

void
check_for_interrupts(void)
{
}

int
main(int argc, char **argv)
{
	StringInfoData input;
	int			flags = 0;
	char		buffer[65536];
	size_t		count;

	for (int i = 1; i < argc; i++)
		flags |= strcmp(argv[i], "links") == 0	 ? MARKDOWN_AUTOLINKS
				 : strcmp(argv[i], "tasks") == 0 ? MARKDOWN_TASKS
												 : MARKDOWN_FOOTNOTES;
	initStringInfo(&input);
	while ((count = fread(buffer, 1, sizeof(buffer), stdin)) > 0)
		appendBinaryStringInfo(&input, buffer, count);
	for (int pos = 0; pos < input.len;)
	{
		int			len = strlen(input.data + pos);
		Html		html = {0};

		initStringInfo(&html.out);
		initStringInfo(&html.title);
		markdown_walk((Slice) {input.data + pos, len}, flags, write_event, &html);
		fwrite(html.out.data, 1, html.out.len + 1, stdout);
		pos += len + 1;
	}
	return 0;
}
