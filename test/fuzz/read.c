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

typedef struct Events
{
	Slice		text;
	Nest		nest;
	int			end;			/* of the text events before */
	StringInfoData said;
} Events;

static void
check_event(void *data, const MarkdownEvent *event)
{
	Events	   *events = data;

	if (event->kind != MARKDOWN_TEXT)
	{
		check_nest(&events->nest, event);
		markdown_append_target(&events->said, event);
		markdown_append_title(&events->said, event);
		return;
	}
	markdown_append_text(&events->said, event);
	if (event->start < 0)
		return;
	if (event->start < events->end || event->len <= 0 ||
		event->start + event->len > events->text.len ||
		event->data != events->text.data + event->start)
		broken("events_in_text", "%d bytes at %d, the ones before end at %d", event->len,
			   event->start, events->end);
	events->end = event->start + event->len;
}

static void
check_events(Slice text, int flags)
{
	Events		events = {.text = text};

	initStringInfo(&events.said);
	markdown_walk(text, flags, check_event, &events);
	if (events.nest.depth != 0)
		broken("events_nest", "%d are open at the end", events.nest.depth);
	if (!utf8_is_valid(events.said.data, events.said.len))
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
