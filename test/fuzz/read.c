/*
 * read.c
 *		What must hold of the reader: its events nest, and what they borrow is where they
 *		say; the writers of HTML and ProseMirror write UTF-8 of them.
 */
#include "fuzz.h"

#include "markdown/markdown.h"
#include "output/output.h"

#define DEEPEST		256

/* Kind and type of each block and span that is open. */
typedef struct Nest
{
	int			depth;
	int			opened[DEEPEST];
} Nest;

static void
check_nest(Nest *nest, const MarkdownEvent *event)
{
	bool		enters = event->kind == MARKDOWN_ENTER_BLOCK || event->kind == MARKDOWN_ENTER_SPAN;
	bool		is_span = event->kind == MARKDOWN_ENTER_SPAN || event->kind == MARKDOWN_LEAVE_SPAN;
	int			type = event->type + (is_span ? 100 : 0);

	if (enters && nest->depth < DEEPEST)
		nest->opened[nest->depth] = type;
	nest->depth += enters ? 1 : -1;
	if (nest->depth < 0 || (!enters && nest->depth < DEEPEST && nest->opened[nest->depth] != type))
		broken("events_nest", "type %d ends at depth %d", type, nest->depth);
}

static void
check_events(Slice text, int flags)
{
	Markdown   *markdown = markdown_parse(text.data, text.len, flags);
	Nest		nest = {0};
	int			end = 0;
	StringInfoData said;

	initStringInfo(&said);
	for (const MarkdownEvent *event; (event = md_next(markdown)) != NULL;)
	{
		if (event->kind != MARKDOWN_TEXT)
		{
			check_nest(&nest, event);
			markdown_append_target(&said, event);
			markdown_append_title(&said, event);
			continue;
		}
		markdown_append_text(&said, event);
		if (event->start < 0)
			continue;
		if (event->start < end || event->len <= 0 || event->start + event->len > text.len ||
			event->data != text.data + event->start)
			broken("events_in_text", "%d bytes at %d, the ones before end at %d", event->len,
				   event->start, end);
		end = event->start + event->len;
	}
	if (nest.depth != 0)
		broken("events_nest", "%d are open at the end", nest.depth);
	if (!utf8_is_valid(said.data, said.len))
		broken("valid_utf8", "events");
}

void
check_reading(Memo *memo, StringInfo shown)
{
	MemoPage	page = {
		.memo = view_of_memo(memo), .as_of = AS_OF, .status = "final", .deal_id = 1};
	StringInfoData nodes;

	for (int i = 0; i < memo->nsections; i++)
		for (int flags = 0; flags < 8; flags++)
			check_events(memo->sections[i].body, flags);
	html_page(&page, shown);
	if (!utf8_is_valid(shown->data, shown->len))
		broken("valid_utf8", "HTML");
	initStringInfo(&nodes);
	prosemirror_write(&page.memo, json_text_sink(&nodes));
	if (json_parse((Slice) {nodes.data, nodes.len}, 1000) == NULL)
		broken("valid_json", "ProseMirror: %.*s", Min(nodes.len, 400), nodes.data);
	appendBinaryStringInfo(shown, nodes.data, nodes.len);
}
