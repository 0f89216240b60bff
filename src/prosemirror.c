/*
 * prosemirror.c
 *		The parts of a finished memo -> a ProseMirror document in JSON, with the
 *		node names of Tiptap's StarterKit and tables and of tiptap-footnotes 3.
 *
 * "NOI **rose**[^1]" is
 *
 *		{"type":"paragraph","content":[
 *			{"type":"text","text":"NOI "},
 *			{"type":"text","marks":[{"type":"bold"}],"text":"rose"},
 *			{"type":"footnoteReference","attrs":{"data-id":"6a3b...","referenceNumber":"1"}}]}
 *
 * One walk over the events of reader.h, one buffer.  What ProseMirror is strict
 * about is kept by three rules:
 * - Text is held back until its marks change or another node comes, so that no
 *   text node is empty and no two neighbours have the same marks.
 * - A paragraph opens with its first text or reference.  So what Markdown leaves
 *   without one (a tight list item, a table cell) needs no case of its own, and
 *   a quote, item or cell that stayed empty gets one when it closes.
 * - A list item begins with a paragraph, else an empty one is put there.
 *
 * All references to a note have its number and its data-id: the document has one
 * footnote for them, numbered as in the memo.
 */
#include "memocite.h"

#include "utils/memutils.h"

#include "chart.h"
#include "reader.h"

/* Quotes and lists in each other; what is deeper stands in the innermost one.
 * Whatever reads JSON, ProseMirror's nodes or HTML recurses. */
#define DEEPEST_NESTING 100

/* Bytes of link marks that may be written for each byte that is read: every
 * piece of a link's text repeats its destination, and so does every use of a
 * reference-style link. */
#define LINK_BYTES_RATIO	16
#define LEAST_LINK_BYTES	100000

typedef enum NodeKind
{
	NODE_PLAIN,					/* may be empty */
	NODE_BLOCKS,				/* is never empty */
	NODE_ITEM					/* and begins with a paragraph */
} NodeKind;

typedef struct OpenNode
{
	NodeKind	kind;
	bool		has_content;
} OpenNode;

/* The marks of text, in the order of StarterKit's schema. */
typedef enum MarkKind
{
	MARK_LINK,
	MARK_BOLD,
	MARK_CODE,
	MARK_ITALIC,
	MARK_STRIKE,
	NMARKS
} MarkKind;

typedef struct Writer
{
	StringInfo	out;
	const FinishedMemo *memo;
	ReaderLinks *links;
	const ReaderText *source;	/* what is being written */
				VEC(OpenNode) nodes;	/* from the document to the innermost */
	bool		has_line;		/* the innermost takes text */
	bool		is_code;		/* and is a code block */
	int			nesting;		/* open quotes and lists that are written */
	int			skipped;		/* open quotes, lists and items that are too deep */
	int			images;			/* open images, of which only the text is left */
	int			spans[NMARKS];	/* open spans of each mark */
	StringInfoData link;		/* attributes of the link mark */
	int64		link_bytes;		/* of these that may still be written */
	StringInfoData text;		/* held back */
	StringInfoData marks;		/* of that */
	bool		has_marks;		/* marks is up to date */
	StringInfoData scratch;
} Writer;

/* ------------------------------------------------------------------- nodes */

/* What stands between a node and the one before it. */
static void
begin_child(Writer *writer)
{
	OpenNode   *parent = &writer->nodes.items[writer->nodes.count - 1];

	appendStringInfoString(writer->out, parent->has_content ? "," : ",\"content\":[");
	parent->has_content = true;
}

static void
write_empty_paragraph(Writer *writer)
{
	begin_child(writer);
	appendStringInfoString(writer->out, "{\"type\":\"paragraph\"}");
}

/* Begins a block; its attributes follow, then open_node() or a brace. */
static void
begin_block(Writer *writer, const char *type)
{
	OpenNode   *parent = &writer->nodes.items[writer->nodes.count - 1];

	if (parent->kind == NODE_ITEM && !parent->has_content && strcmp(type, "paragraph") != 0)
		write_empty_paragraph(writer);
	begin_child(writer);
	appendStringInfo(writer->out, "{\"type\":\"%s\"", type);
}

static void
open_node(Writer *writer, NodeKind kind)
{
	*VEC_PUSH(&writer->nodes) = (OpenNode) {kind, false};
}

static void
open_block(Writer *writer, const char *type, NodeKind kind)
{
	begin_block(writer, type);
	open_node(writer, kind);
}

static void
close_node(Writer *writer)
{
	OpenNode   *node = &writer->nodes.items[writer->nodes.count - 1];

	if (node->kind != NODE_PLAIN && !node->has_content)
		write_empty_paragraph(writer);
	appendStringInfoString(writer->out, node->has_content ? "]}" : "}");
	writer->nodes.count--;
}

/* ------------------------------------------------------------------- marks */

/*
 * Has text this mark?  Tiptap's code excludes all other marks, and gives way to
 * a link here, whose destination would be lost.  Nodes in the text have neither.
 */
static bool
is_marked(const Writer *writer, MarkKind mark, bool is_text)
{
	bool		is_link = is_text && writer->spans[MARK_LINK] > 0 && writer->link_bytes >= 0;
	bool		is_code = is_text && !is_link && writer->spans[MARK_CODE] > 0;

	if (mark == MARK_LINK)
		return is_link;
	if (mark == MARK_CODE)
		return is_code;
	return writer->spans[mark] > 0 && !is_code;
}

/* Appends what is marked so, with a comma behind; nothing without marks. */
static void
append_marks(const Writer *writer, StringInfo out, bool is_text)
{
	static const char *const names[NMARKS] = {"link", "bold", "code", "italic", "strike"};
	const char *separator = "\"marks\":[";

	for (int mark = 0; mark < NMARKS; mark++)
	{
		if (!is_marked(writer, mark, is_text))
			continue;
		appendStringInfo(out, "%s{\"type\":\"%s\"", separator, names[mark]);
		if (mark == MARK_LINK)
			appendBinaryStringInfo(out, writer->link.data, writer->link.len);
		appendStringInfoChar(out, '}');
		separator = ",";
	}
	if (separator[0] == ',')
		appendStringInfoString(out, "],");
}

/* Writes the text that is held back. */
static void
flush_text(Writer *writer)
{
	if (writer->text.len == 0)
		return;
	begin_child(writer);
	appendStringInfoChar(writer->out, '{');
	appendBinaryStringInfo(writer->out, writer->marks.data, writer->marks.len);
	appendStringInfoString(writer->out, "\"type\":\"text\",\"text\":");
	append_json_string(writer->out, writer->text.data, writer->text.len);
	appendStringInfoChar(writer->out, '}');
	resetStringInfo(&writer->text);
	writer->has_marks = false;
}

/* Text that comes next is marked as the open spans say. */
static void
set_marks(Writer *writer)
{
	if (writer->has_marks)
		return;
	if (writer->spans[MARK_LINK] > 0)
		writer->link_bytes -= writer->link.len;
	resetStringInfo(&writer->scratch);
	if (!writer->is_code)
		append_marks(writer, &writer->scratch, true);
	if (writer->scratch.len != writer->marks.len ||
		memcmp(writer->scratch.data, writer->marks.data, writer->marks.len) != 0)
	{
		flush_text(writer);
		resetStringInfo(&writer->marks);
		appendBinaryStringInfo(&writer->marks, writer->scratch.data, writer->scratch.len);
	}
	writer->has_marks = true;
}

/* -------------------------------------------------------------------- text */

/* Opens a paragraph where nothing is open that takes text. */
static void
begin_line(Writer *writer)
{
	if (!writer->has_line)
		open_block(writer, "paragraph", NODE_PLAIN);
	writer->has_line = true;
}

static void
end_line(Writer *writer)
{
	if (writer->is_code && writer->text.len > 0 && writer->text.data[writer->text.len - 1] == '\n')
		writer->text.data[--writer->text.len] = '\0';
	flush_text(writer);
	if (writer->has_line)
		close_node(writer);
	writer->has_line = writer->is_code = false;
}

/* Begins a node in the text. */
static void
begin_inline(Writer *writer)
{
	begin_line(writer);
	flush_text(writer);
	begin_child(writer);
	appendStringInfoChar(writer->out, '{');
	append_marks(writer, writer->out, false);
}

/* A title on one line, blanks as one, as the memo's Markdown has it. */
static void
write_heading(Writer *writer, int level, Slice title)
{
	begin_block(writer, "heading");
	appendStringInfo(writer->out, ",\"attrs\":{\"level\":%d}", level);
	open_node(writer, NODE_PLAIN);
	writer->has_line = true;
	set_marks(writer);
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
	end_line(writer);
}

static void
write_reference(Writer *writer, int number)
{
	Slice		key = writer->memo->notes[number - 1].key;

	begin_inline(writer);
	appendStringInfoString(writer->out, "\"type\":\"footnoteReference\",\"attrs\":{\"data-id\":");
	append_json_string(writer->out, key.data, key.len);
	appendStringInfo(writer->out, ",\"referenceNumber\":\"%d\"}}", number);
}

static void
write_text(Writer *writer, const MarkdownEvent *event)
{
	if (event->type == MARKDOWN_HARD_BREAK && writer->images == 0)
	{
		begin_inline(writer);
		appendStringInfoString(writer->out, "\"type\":\"hardBreak\"}");
		return;
	}
	begin_line(writer);
	set_marks(writer);
	reader_append_text(&writer->text, event);
}

/* ------------------------------------------------------------------- spans */

/* Destinations that are safe to show, in any case of letters. */
static bool
is_safe_target(const StringInfo target)
{
	static const char *const schemes[] = {"http://", "https://", "mailto:"};

	for (int i = 0; i < (int) lengthof(schemes); i++)
		if (pg_strncasecmp(target->data, schemes[i], strlen(schemes[i])) == 0)
			return true;
	return false;
}

/* Appends a destination as a JSON string; blanks in it are written %20. */
static void
append_target(Writer *writer, StringInfo out)
{
	StringInfo	target = &writer->scratch;
	StringInfoData encoded;

	initStringInfo(&encoded);
	for (int i = 0; i < target->len; i++)
	{
		if ((unsigned char) target->data[i] <= ' ')
			appendStringInfoString(&encoded, "%20");
		else
			appendStringInfoCharMacro(&encoded, target->data[i]);
	}
	append_json_string(out, encoded.data, encoded.len);
	pfree(encoded.data);
}

/* The mark of a link, unless its destination is not safe. */
static void
open_link(Writer *writer, const MarkdownEvent *event)
{
	resetStringInfo(&writer->scratch);
	reader_append_attribute(&writer->scratch, writer->source, event, 0);
	if (!is_safe_target(&writer->scratch))
		return;
	resetStringInfo(&writer->link);
	appendStringInfoString(&writer->link, ",\"attrs\":{\"href\":");
	append_target(writer, &writer->link);
	resetStringInfo(&writer->scratch);
	reader_append_attribute(&writer->scratch, writer->source, event, 1);
	if (writer->scratch.len > 0)
	{
		appendStringInfoString(&writer->link, ",\"title\":");
		append_json_string(&writer->link, writer->scratch.data, writer->scratch.len);
	}
	appendStringInfoChar(&writer->link, '}');
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
	writer->has_marks = false;
}

/* ------------------------------------------------------------------ blocks */

static void
write_code_attribute(Writer *writer, const MarkdownEvent *event)
{
	resetStringInfo(&writer->scratch);
	reader_append_attribute(&writer->scratch, writer->source, event, 1);
	if (writer->scratch.len == 0)
		return;
	appendStringInfoString(writer->out, ",\"attrs\":{\"language\":");
	append_json_string(writer->out, writer->scratch.data, writer->scratch.len);
	appendStringInfoChar(writer->out, '}');
}

static void
enter_cell(Writer *writer, const MarkdownEvent *event)
{
	static const char *const names[] = {
		[MARKDOWN_ALIGN_LEFT] = "left", [MARKDOWN_ALIGN_CENTER] = "center", [MARKDOWN_ALIGN_RIGHT] = "right",
	};

	begin_block(writer, event->type == MARKDOWN_CELL ? "tableCell" : "tableHeader");
	if (event->number != MARKDOWN_ALIGN_NONE)
		appendStringInfo(writer->out, ",\"attrs\":{\"align\":\"%s\"}", names[event->number]);
	open_node(writer, NODE_BLOCKS);
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
			open_block(writer, "blockquote", NODE_BLOCKS);
			break;
		case MARKDOWN_BULLET_LIST:
			open_block(writer, "bulletList", NODE_PLAIN);
			break;
		case MARKDOWN_ORDERED_LIST:
			begin_block(writer, "orderedList");
			appendStringInfo(writer->out, ",\"attrs\":{\"start\":%d}", event->number);
			open_node(writer, NODE_PLAIN);
			break;
		case MARKDOWN_ITEM:
			open_block(writer, "listItem", NODE_ITEM);
			break;
		case MARKDOWN_RULE:
			begin_block(writer, "horizontalRule");
			appendStringInfoChar(writer->out, '}');
			break;
		case MARKDOWN_HEADING:
			begin_block(writer, "heading");
			appendStringInfo(writer->out, ",\"attrs\":{\"level\":%d}", event->number);
			open_node(writer, NODE_PLAIN);
			writer->has_line = true;
			break;
		case MARKDOWN_CODE_BLOCK:
			begin_block(writer, "codeBlock");
			write_code_attribute(writer, event);
			open_node(writer, NODE_PLAIN);
			writer->has_line = writer->is_code = true;
			break;
		case MARKDOWN_TABLE:
			open_block(writer, "table", NODE_PLAIN);
			break;
		case MARKDOWN_ROW:
			open_block(writer, "tableRow", NODE_PLAIN);
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

/* Those that end_line() closes, and those that are no node, have nothing open. */
static bool
is_closed(MarkdownBlock type)
{
	return type != MARKDOWN_QUOTE && type != MARKDOWN_BULLET_LIST && type != MARKDOWN_ORDERED_LIST &&
		type != MARKDOWN_ITEM && type != MARKDOWN_TABLE && type != MARKDOWN_ROW &&
		type != MARKDOWN_HEADER_CELL && type != MARKDOWN_CELL;
}

/* The config of a chart that can be drawn; NULL when an agent wrote a node that
 * cannot. */
static Json *
chart_config(Slice text)
{
	Json	   *config = text.len > MAX_CHART_BYTES * 2 ? NULL : json_parse(text, MAX_CHART_DEPTH);
	ChartProblems problems = {0};

	chart_check(config, "", &problems);
	for (int i = 0; i < problems.count; i++)
		if (strcmp(problems.items[i].gate, "schema") == 0)
			return NULL;
	return config;
}

static void
write_chart(Writer *writer, const MarkdownEvent *event)
{
	const ReaderChart *chart = &writer->source->charts.items[event->number];
	Json	   *config = chart_config(chart->config);
	Slice		question = json_text(config, "decisionQuestion");
	Slice		caption = json_text(config, "insightCaption");

	if (config == NULL)
	{
		begin_line(writer);
		set_marks(writer);
		appendBinaryStringInfo(&writer->text, event->data, event->len);
		end_line(writer);
		return;
	}
	begin_block(writer, "chart");
	appendStringInfoString(writer->out, ",\"attrs\":{\"id\":");
	append_json_string(writer->out, chart->id.data, chart->id.len);
	appendStringInfoString(writer->out, ",\"config\":");
	json_append(writer->out, config);
	appendStringInfoString(writer->out, ",\"decisionQuestion\":");
	append_json_string(writer->out, question.data, question.len);
	appendStringInfoString(writer->out, ",\"insightCaption\":");
	append_json_string(writer->out, caption.data, caption.len);
	appendStringInfoString(writer->out, "}}");
}

static void
write_event(Writer *writer, const MarkdownEvent *event)
{
	switch ((int) event->kind)
	{
		case MARKDOWN_ENTER_BLOCK:
			end_line(writer);
			if (!skips_container(writer, event))
				enter_block(writer, event);
			break;
		case MARKDOWN_LEAVE_BLOCK:
			end_line(writer);
			if (!skips_container(writer, event) && !is_closed(event->type))
				close_node(writer);
			break;
		case MARKDOWN_ENTER_SPAN:
		case MARKDOWN_LEAVE_SPAN:
			write_span(writer, event);
			break;
		case MARKDOWN_TEXT:
			write_text(writer, event);
			break;
		case READER_REFERENCE:
			write_reference(writer, event->number);
			break;
		case READER_CHART:
			end_line(writer);
			write_chart(writer, event);
			break;
	}
}

/* ---------------------------------------------------------------- the memo */

/* Reads a text, in memory that is given back, and writes all of it. */
static void
write_source(Writer *writer, Slice text, bool is_line)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	MemoryContext before = MemoryContextSwitchTo(context);

	writer->source = is_line ? reader_read_line(text, writer->links)
		: reader_read(text, writer->memo->nnotes);
	MemoryContextSwitchTo(before);
	for (int i = 0; i < writer->source->events.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		write_event(writer, &writer->source->events.items[i]);
	}
	end_line(writer);
	writer->source = NULL;
	MemoryContextDelete(context);
}

static void
write_footnotes(Writer *writer)
{
	const FinishedMemo *memo = writer->memo;

	if (memo->nnotes == 0)
		return;
	open_block(writer, "footnotes", NODE_PLAIN);
	for (int i = 0; i < memo->nnotes; i++)
	{
		begin_block(writer, "footnote");
		appendStringInfo(writer->out, ",\"attrs\":{\"id\":\"fn:%d\",\"data-id\":", i + 1);
		append_json_string(writer->out, memo->notes[i].key.data, memo->notes[i].key.len);
		appendStringInfoChar(writer->out, '}');
		open_node(writer, NODE_BLOCKS);
		write_source(writer, memo->notes[i].definition, true);
		close_node(writer);
	}
	close_node(writer);
}

static int64
link_bytes(const FinishedMemo *memo)
{
	int64		bytes = memo->tail.len;

	for (int i = 0; i < memo->nsections; i++)
		bytes += memo->sections[i].body.len;
	for (int i = 0; i < memo->nnotes; i++)
		bytes += memo->notes[i].definition.len;
	return bytes * LINK_BYTES_RATIO + LEAST_LINK_BYTES;
}

void
compose_prosemirror(const FinishedMemo *memo, StringInfo out)
{
	Writer		writer = {.out = out, .memo = memo, .links = reader_links(memo), .link_bytes = link_bytes(memo)};

	initStringInfo(&writer.link);
	initStringInfo(&writer.text);
	initStringInfo(&writer.marks);
	initStringInfo(&writer.scratch);
	appendStringInfoString(out, "{\"type\":\"doc\"");
	open_node(&writer, NODE_PLAIN);
	write_heading(&writer, 1, (Slice) {memo->name, (int) strlen(memo->name)});
	for (int i = 0; i < memo->nsections; i++)
	{
		write_heading(&writer, 2, memo->sections[i].title);
		write_source(&writer, memo->sections[i].body, false);
	}
	write_source(&writer, memo->tail, false);
	write_footnotes(&writer);
	close_node(&writer);
}
