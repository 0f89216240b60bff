/*
 * prosemirror.c
 *		The parts of a finished memo -> a ProseMirror document in jsonb, with the
 *		node names of Tiptap's StarterKit and tables and of tiptap-footnotes 3.
 *
 * "NOI **rose**[^1]" is
 *
 *		{"type":"paragraph","content":[
 *			{"type":"text","text":"NOI "},
 *			{"type":"text","marks":[{"type":"bold"}],"text":"rose"},
 *			{"type":"footnoteReference","attrs":{"data-id":"6a3b...","referenceNumber":"1"}}]}
 *
 * One walk over the events of reader.c; prosemirror_node.c keeps the nodes valid.
 * All references to a note have its number and its data-id: the document has one
 * footnote for them, numbered as in the memo.
 */
#include "output/output_internal.h"
#include "markdown/markdown.h"
#include "charts/charts.h"
#include "render/render.h"


/* Quotes and lists in each other; what is deeper stands in the innermost one.
 * Whatever reads JSON, ProseMirror's nodes or HTML recurses. */
#define DEEPEST_NESTING 100

/* Bytes of link marks that may be written for each byte that is read: every
 * piece of a link's text repeats its destination, and so does every use of a
 * reference-style link. */
#define LINK_BYTES_RATIO	16
#define LEAST_LINK_BYTES	100000

/* -------------------------------------------------------------------- text */

/* A title on one line, blanks as one, as the memo's Markdown has it. */
static void
write_heading(Writer *writer, int level, Slice title)
{
	node_open_heading(writer, level);
	node_set_marks(writer);
	for (int i = 0; i < title.len; i++)
	{
		bool		is_blank = (unsigned char) title.data[i] <= ' ' || title.data[i] == 0x7F;

		if (!is_blank)
			appendStringInfoChar(&writer->text, title.data[i]);
		else if (writer->text.len > 0 && writer->text.data[writer->text.len - 1] != ' ')
			appendStringInfoChar(&writer->text, ' ');
	}
	if (writer->text.len > 0 && writer->text.data[writer->text.len - 1] == ' ')
		writer->text.data[--writer->text.len] = '\0';
	node_end_line(writer);
}

static void
write_text(Writer *writer, const MarkdownEvent *event)
{
	if (event->type == MARKDOWN_HARD_BREAK && writer->images == 0)
	{
		node_begin_inline(writer, "hardBreak");
		sink_end_object(writer->sink);
		return;
	}
	node_begin_line(writer);
	node_set_marks(writer);
	markdown_append_text(&writer->text, event);
}

/* ------------------------------------------------------------------- spans */

/* The mark of a link, unless its destination is not safe. */
static void
open_link(Writer *writer, const MarkdownEvent *event)
{
	StringInfo	scratch = &writer->scratch;
	StringInfoData href;

	resetStringInfo(scratch);
	markdown_append_target(scratch, event);
	writer->link_bytes -= scratch->len;
	if (!link_is_safe((Slice) {scratch->data, scratch->len}) || writer->link_bytes < 0)
		return;
	initStringInfo(&href);		/* each link has a copy of just its size, blanks written %20 */
	for (int i = 0; i < scratch->len; i++)
		if ((unsigned char) scratch->data[i] > ' ')
			appendStringInfoCharMacro(&href, scratch->data[i]);
		else
			appendStringInfoString(&href, "%20");
	writer->href = (Slice) {pnstrdup(href.data, href.len), href.len};
	pfree(href.data);
	resetStringInfo(scratch);
	markdown_append_title(scratch, event);
	writer->link_bytes -= scratch->len;
	writer->title = (Slice) {pnstrdup(scratch->data, scratch->len), scratch->len};
	writer->spans[MARK_LINK] = 1;
}

/* Spans in an image only shape a text that nobody sees. */
static void
write_span(Writer *writer, const MarkdownEvent *event)
{
	static const MarkKind marks[] = {
		[MARKDOWN_EMPHASIS] = MARK_ITALIC, [MARKDOWN_STRONG] = MARK_BOLD,
		[MARKDOWN_CODE_SPAN] = MARK_CODE, [MARKDOWN_STRIKE] = MARK_STRIKE,
	};
	int			step = event->kind == MARKDOWN_ENTER_SPAN ? 1 : -1;

	if (event->type == MARKDOWN_IMAGE)
		writer->images += step;
	else if (writer->images > 0)
		return;
	else if (event->type != MARKDOWN_LINK)
		writer->spans[marks[event->type]] += step;
	else if (step > 0)
		open_link(writer, event);
	else
		writer->spans[MARK_LINK] = 0;
}

/* ------------------------------------------------------------------ blocks */

static void
write_code_attribute(Writer *writer, const MarkdownEvent *event)
{
	resetStringInfo(&writer->scratch);
	markdown_append_title(&writer->scratch, event);
	if (writer->scratch.len == 0)
		return;
	node_begin_attributes(writer);
	node_write_pair(
		writer, "language",
		(Slice){pnstrdup(writer->scratch.data, writer->scratch.len), writer->scratch.len});
	node_end_attributes(writer);
}

static void
enter_cell(Writer *writer, const MarkdownEvent *event)
{
	static const char *const names[] = {
		[MARKDOWN_ALIGN_LEFT] = "left",
		[MARKDOWN_ALIGN_CENTER] = "center",
		[MARKDOWN_ALIGN_RIGHT] = "right",
	};

	node_begin_block(writer, event->type == MARKDOWN_CELL ? "tableCell" : "tableHeader");
	if (event->number != MARKDOWN_ALIGN_NONE)
	{
		node_begin_attributes(writer);
		node_write_pair(writer, "align", slice_of(names[event->number]));
		node_end_attributes(writer);
	}
	node_open(writer, NODE_BLOCKS);
}

/* Quotes, lists and items that are too deep leave their content where it is. */
static bool
skips_container(Writer *writer, const MarkdownEvent *event)
{
	bool		enters = event->kind == MARKDOWN_ENTER_BLOCK;
	bool		is_item = event->type == MARKDOWN_ITEM;

	if (!is_item && event->type != MARKDOWN_QUOTE &&
		event->type != MARKDOWN_BULLET_LIST && event->type != MARKDOWN_ORDERED_LIST)
		return false;
	if (writer->skipped > 0 || (enters && !is_item && writer->nesting == DEEPEST_NESTING))
	{
		writer->skipped += enters ? 1 : -1;
		return true;
	}
	if (!is_item)
		writer->nesting += enters ? 1 : -1;
	return false;
}

static void
enter_block(Writer *writer, const MarkdownEvent *event)
{
	switch ((MarkdownBlock) event->type)
	{
		case MARKDOWN_QUOTE:
			node_open_block(writer, "blockquote", NODE_BLOCKS);
			break;
		case MARKDOWN_BULLET_LIST:
			node_open_block(writer, "bulletList", NODE_PLAIN);
			break;
		case MARKDOWN_ORDERED_LIST:
			node_begin_block(writer, "orderedList");
			node_begin_attributes(writer);
			sink_key(writer->sink, "start");
			sink_int(writer->sink, event->number);
			node_end_attributes(writer);
			node_open(writer, NODE_PLAIN);
			break;
		case MARKDOWN_ITEM:
			node_open_block(writer, "listItem", NODE_ITEM);
			break;
		case MARKDOWN_RULE:
			node_begin_block(writer, "horizontalRule");
			sink_end_object(writer->sink);
			break;
		case MARKDOWN_HEADING:
			node_open_heading(writer, event->number);
			break;
		case MARKDOWN_CODE_BLOCK:
			node_begin_block(writer, "codeBlock");
			write_code_attribute(writer, event);
			node_open(writer, NODE_PLAIN);
			writer->has_line = writer->is_code = true;
			break;
		case MARKDOWN_TABLE:
			node_open_block(writer, "table", NODE_PLAIN);
			break;
		case MARKDOWN_ROW:
			node_open_block(writer, "tableRow", NODE_PLAIN);
			break;
		case MARKDOWN_HEADER_CELL:
		case MARKDOWN_CELL:
			enter_cell(writer, event);
			break;
		case MARKDOWN_DOCUMENT:
		case MARKDOWN_HTML_BLOCK:
		case MARKDOWN_PARAGRAPH:
		case MARKDOWN_TABLE_HEAD:
		case MARKDOWN_TABLE_BODY:
			break;
	}
}

#define CHART_WIDTH		640		/* pixels that a drawing is laid out for */

static void
write_chart(Writer *writer, const MarkdownEvent *event)
{
	Json	   *config = event->title.len > MAX_CHART_BYTES * 2 ? NULL
		: json_parse(event->title, MAX_CHART_DEPTH);
	Problems problems = {0};
	bool		is_drawn = true;
	StringInfoData svg;

	chart_check(config, "", &problems);
	for (int i = 0; i < problems.count; i++)
		is_drawn &= strcmp(problems.items[i].gate, "schema") != 0;
	if (!is_drawn)				/* an agent wrote a node that cannot be */
	{
		node_begin_line(writer);
		node_set_marks(writer);
		appendBinaryStringInfo(&writer->text, event->data, event->len);
		node_end_line(writer);
		return;
	}
	node_begin_block(writer, "chart");
	node_begin_attributes(writer);
	node_write_pair(writer, "id", (Slice) {slice_copy(event->target), event->target.len});
	sink_key(writer->sink, "config");
	sink_value(writer->sink, config);
	initStringInfo(&svg);
	chart_append_svg(&svg, config, CHART_WIDTH, true);
	node_write_pair(writer, "svg", (Slice) {svg.data, svg.len});
	node_write_pair(writer, "decisionQuestion", json_text(config, "decisionQuestion"));
	node_write_pair(writer, "insightCaption", json_text(config, "insightCaption"));
	node_end_attributes(writer);
	sink_end_object(writer->sink);
}

static void
write_event(void *data, const MarkdownEvent *event)
{
	Writer	   *writer = data;

	switch ((int) event->kind)
	{
		case MARKDOWN_ENTER_BLOCK:
			node_end_line(writer);
			if (!skips_container(writer, event))
				enter_block(writer, event);
			break;
		case MARKDOWN_LEAVE_BLOCK:
			node_end_line(writer);
			/* others are closed by node_end_line(), or are no node */
			if (!skips_container(writer, event) &&
				(event->type == MARKDOWN_QUOTE || event->type == MARKDOWN_BULLET_LIST ||
				 event->type == MARKDOWN_ORDERED_LIST || event->type == MARKDOWN_ITEM ||
				 event->type == MARKDOWN_TABLE || event->type == MARKDOWN_ROW ||
				 event->type == MARKDOWN_HEADER_CELL || event->type == MARKDOWN_CELL))
				node_close(writer);
			break;
		case MARKDOWN_ENTER_SPAN:
		case MARKDOWN_LEAVE_SPAN:
			write_span(writer, event);
			break;
		case MARKDOWN_TEXT:
			write_text(writer, event);
			break;
		case READER_REFERENCE:
			node_begin_inline(writer, "footnoteReference");
			node_begin_attributes(writer);
			node_write_pair(writer, "data-id", writer->memo->notes[event->number - 1].key);
			node_write_pair(writer, "referenceNumber", slice_of(psprintf("%d", event->number)));
			node_end_attributes(writer);
			sink_end_object(writer->sink);
			break;
		case READER_CHART:
			node_end_line(writer);
			write_chart(writer, event);
			break;
	}
}

/* ---------------------------------------------------------------- the memo */

static void
write_source(Writer *writer, ReaderText *text)
{
	reader_walk(text, write_event, writer);
	node_end_line(writer);
}

static void
write_footnotes(Writer *writer)
{
	const MemoView *memo = writer->memo;

	if (memo->nnotes == 0)
		return;
	node_open_block(writer, "footnotes", NODE_PLAIN);
	for (int i = 0; i < memo->nnotes; i++)
	{
		node_begin_block(writer, "footnote");
		node_begin_attributes(writer);
		node_write_pair(writer, "id", slice_of(psprintf("fn:%d", i + 1)));
		node_write_pair(writer, "data-id", memo->notes[i].key);
		node_end_attributes(writer);
		node_open(writer, NODE_BLOCKS);
		write_source(writer, reader_open_line(memo->notes[i].definition, writer->links));
		node_close(writer);
	}
	node_close(writer);
}

void
prosemirror_write(const MemoView *memo, JsonSink *sink)
{
	Writer		writer = {.sink = sink, .memo = memo, .links = reader_links(memo)};
	int64		bytes = 0;

	for (int i = 0; i < memo->ntail; i++)
		bytes += (int64) strlen(memo->tail[i].text);
	for (int i = 0; i < memo->nsections; i++)
		bytes += memo->sections[i].body.len;
	for (int i = 0; i < memo->nnotes; i++)
		bytes += memo->notes[i].definition.len;
	writer.link_bytes = bytes * LINK_BYTES_RATIO + LEAST_LINK_BYTES;
	initStringInfo(&writer.text);
	initStringInfo(&writer.scratch);
	node_begin_type(&writer, "doc");
	node_open(&writer, NODE_PLAIN);
	write_heading(&writer, 1, slice_of(memo->title));
	for (int i = 0; i < memo->nsections; i++)
	{
		write_heading(&writer, 2, memo->sections[i].title);
		write_source(&writer, reader_open(memo->sections[i].body, memo->nnotes));
	}
	for (int i = 0; i < memo->ntail; i++)
	{
		write_heading(&writer, 2, slice_of(memo->tail[i].title));
		write_source(&writer, reader_open(slice_of(memo->tail[i].text), memo->nnotes));
	}
	write_footnotes(&writer);
	node_close(&writer);
}
