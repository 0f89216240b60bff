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
 * One walk over the events of reader.h.  What ProseMirror is strict
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

/* How text is marked. */
typedef struct Marks
{
	bool		has[NMARKS];
	Slice		href;			/* of the link, as its title */
	Slice		title;
} Marks;

typedef struct Writer
{
	JsonBuild	build;
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
	Slice		href;			/* of the open link, as its title */
	Slice		title;
	int64		link_bytes;		/* of these that may still be written */
	StringInfoData text;		/* held back */
	Marks		marks;			/* of that */
	StringInfoData scratch;
} Writer;

/* ------------------------------------------------------------------- nodes */

static void
write_pair(Writer *writer, const char *key, Slice text)
{
	build_key(&writer->build, key);
	build_string(&writer->build, text);
}

/* Begins an object of a type: a node or a mark. */
static void
begin_type(Writer *writer, const char *type)
{
	build_object(&writer->build);
	write_pair(writer, "type", slice_of(type));
}

static void
begin_attributes(Writer *writer)
{
	build_key(&writer->build, "attrs");
	build_object(&writer->build);
}

static void
end_attributes(Writer *writer)
{
	build_end_object(&writer->build);
}

/* The content of the innermost node has one more. */
static void
begin_child(Writer *writer)
{
	OpenNode   *parent = &writer->nodes.items[writer->nodes.count - 1];

	if (parent->has_content)
		return;
	build_key(&writer->build, "content");
	build_array(&writer->build);
	parent->has_content = true;
}

static void
write_empty_paragraph(Writer *writer)
{
	begin_child(writer);
	begin_type(writer, "paragraph");
	build_end_object(&writer->build);
}

/* Begins a block; its attributes follow, then open_node() or its end. */
static void
begin_block(Writer *writer, const char *type)
{
	OpenNode   *parent = &writer->nodes.items[writer->nodes.count - 1];

	if (parent->kind == NODE_ITEM && !parent->has_content && strcmp(type, "paragraph") != 0)
		write_empty_paragraph(writer);
	begin_child(writer);
	begin_type(writer, type);
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
open_heading(Writer *writer, int level)
{
	begin_block(writer, "heading");
	begin_attributes(writer);
	build_key(&writer->build, "level");
	build_int(&writer->build, level);
	end_attributes(writer);
	open_node(writer, NODE_PLAIN);
	writer->has_line = true;
}

static void
close_node(Writer *writer)
{
	OpenNode   *node = &writer->nodes.items[writer->nodes.count - 1];

	if (node->kind != NODE_PLAIN && !node->has_content)
		write_empty_paragraph(writer);
	if (node->has_content)
		build_end_array(&writer->build);
	build_end_object(&writer->build);
	writer->nodes.count--;
}

/* ------------------------------------------------------------------- marks */

/*
 * The marks of what comes next.  Tiptap's code excludes all other marks, and
 * gives way to a link here, whose destination would be lost.  Nodes in the text
 * have neither.
 */
static Marks
marks_here(const Writer *writer, bool is_text)
{
	Marks		marks = {0};

	for (int mark = 0; mark < NMARKS; mark++)
		marks.has[mark] = writer->spans[mark] > 0;
	marks.has[MARK_LINK] &= is_text && writer->link_bytes >= 0;
	marks.has[MARK_CODE] &= is_text && !marks.has[MARK_LINK];
	if (marks.has[MARK_CODE])
		marks.has[MARK_BOLD] = marks.has[MARK_ITALIC] = marks.has[MARK_STRIKE] = false;
	if (marks.has[MARK_LINK])
	{
		marks.href = writer->href;
		marks.title = writer->title;
	}
	return marks;
}

static bool
is_same(const Marks *a, const Marks *b)
{
	if (memcmp(a->has, b->has, sizeof(a->has)) != 0)
		return false;
	return !a->has[MARK_LINK] || a->href.data == b->href.data ||
		(slice_equal(a->href, b->href) && slice_equal(a->title, b->title));
}

static void
write_marks(Writer *writer, const Marks *marks)
{
	static const char *const names[NMARKS] = {"link", "bold", "code", "italic", "strike"};
	bool		is_first = true;

	for (int mark = 0; mark < NMARKS; mark++)
	{
		if (!marks->has[mark])
			continue;
		if (is_first)
		{
			build_key(&writer->build, "marks");
			build_array(&writer->build);
		}
		is_first = false;
		begin_type(writer, names[mark]);
		if (mark == MARK_LINK)
		{
			begin_attributes(writer);
			write_pair(writer, "href", marks->href);
			if (marks->title.len > 0)
				write_pair(writer, "title", marks->title);
			end_attributes(writer);
		}
		build_end_object(&writer->build);
	}
	if (!is_first)
		build_end_array(&writer->build);
}

/* Writes the text that is held back. */
static void
flush_text(Writer *writer)
{
	int			len = writer->text.len;

	if (len == 0)
		return;
	if (writer->marks.has[MARK_LINK])
		writer->link_bytes -= writer->marks.href.len + writer->marks.title.len;
	begin_child(writer);
	begin_type(writer, "text");
	write_marks(writer, &writer->marks);
	write_pair(writer, "text", (Slice) {pnstrdup(writer->text.data, len), len});
	build_end_object(&writer->build);
	resetStringInfo(&writer->text);
}

/* Text that comes next is marked as the open spans say. */
static void
set_marks(Writer *writer)
{
	Marks		marks = writer->is_code ? (Marks) {0} : marks_here(writer, true);

	if (!is_same(&marks, &writer->marks))
		flush_text(writer);
	writer->marks = marks;
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
begin_inline(Writer *writer, const char *type)
{
	Marks		marks = marks_here(writer, false);

	begin_line(writer);
	flush_text(writer);
	begin_child(writer);
	begin_type(writer, type);
	write_marks(writer, &marks);
}

/* A title on one line, blanks as one, as the memo's Markdown has it. */
static void
write_heading(Writer *writer, int level, Slice title)
{
	open_heading(writer, level);
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
	begin_inline(writer, "footnoteReference");
	begin_attributes(writer);
	write_pair(writer, "data-id", writer->memo->notes[number - 1].key);
	write_pair(writer, "referenceNumber", slice_of(psprintf("%d", number)));
	end_attributes(writer);
	build_end_object(&writer->build);
}

static void
write_text(Writer *writer, const MarkdownEvent *event)
{
	if (event->type == MARKDOWN_HARD_BREAK && writer->images == 0)
	{
		begin_inline(writer, "hardBreak");
		build_end_object(&writer->build);
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

/* A copy of a destination; blanks in it are written %20. */
static Slice
copy_target(const StringInfo target)
{
	StringInfoData copy;

	initStringInfo(&copy);
	for (int i = 0; i < target->len; i++)
	{
		if ((unsigned char) target->data[i] <= ' ')
			appendStringInfoString(&copy, "%20");
		else
			appendStringInfoCharMacro(&copy, target->data[i]);
	}
	return (Slice) {copy.data, copy.len};
}

/* The mark of a link, unless its destination is not safe. */
static void
open_link(Writer *writer, const MarkdownEvent *event)
{
	StringInfo	scratch = &writer->scratch;

	resetStringInfo(scratch);
	reader_append_attribute(scratch, writer->source, event, 0);
	writer->link_bytes -= scratch->len;
	if (!is_safe_target(scratch) || writer->link_bytes < 0)
		return;
	writer->href = copy_target(scratch);
	resetStringInfo(scratch);
	reader_append_attribute(scratch, writer->source, event, 1);
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
	reader_append_attribute(&writer->scratch, writer->source, event, 1);
	if (writer->scratch.len == 0)
		return;
	begin_attributes(writer);
	write_pair(writer, "language", (Slice) {pnstrdup(writer->scratch.data, writer->scratch.len), writer->scratch.len});
	end_attributes(writer);
}

static void
enter_cell(Writer *writer, const MarkdownEvent *event)
{
	static const char *const names[] = {
		[MARKDOWN_ALIGN_LEFT] = "left", [MARKDOWN_ALIGN_CENTER] = "center", [MARKDOWN_ALIGN_RIGHT] = "right",
	};

	begin_block(writer, event->type == MARKDOWN_CELL ? "tableCell" : "tableHeader");
	if (event->number != MARKDOWN_ALIGN_NONE)
	{
		begin_attributes(writer);
		write_pair(writer, "align", slice_of(names[event->number]));
		end_attributes(writer);
	}
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
			begin_attributes(writer);
			build_key(&writer->build, "start");
			build_int(&writer->build, event->number);
			end_attributes(writer);
			open_node(writer, NODE_PLAIN);
			break;
		case MARKDOWN_ITEM:
			open_block(writer, "listItem", NODE_ITEM);
			break;
		case MARKDOWN_RULE:
			begin_block(writer, "horizontalRule");
			build_end_object(&writer->build);
			break;
		case MARKDOWN_HEADING:
			open_heading(writer, event->number);
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

	if (config == NULL)
	{
		begin_line(writer);
		set_marks(writer);
		appendBinaryStringInfo(&writer->text, event->data, event->len);
		end_line(writer);
		return;
	}
	begin_block(writer, "chart");
	begin_attributes(writer);
	write_pair(writer, "id", (Slice) {pnstrdup(chart->id.data, chart->id.len), chart->id.len});
	build_key(&writer->build, "config");
	build_json(&writer->build, config);
	write_pair(writer, "decisionQuestion", json_text(config, "decisionQuestion"));
	write_pair(writer, "insightCaption", json_text(config, "insightCaption"));
	end_attributes(writer);
	build_end_object(&writer->build);
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
		begin_attributes(writer);
		write_pair(writer, "id", slice_of(psprintf("fn:%d", i + 1)));
		write_pair(writer, "data-id", memo->notes[i].key);
		end_attributes(writer);
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

Datum
compose_prosemirror(const FinishedMemo *memo)
{
	Writer		writer = {.memo = memo, .links = reader_links(memo), .link_bytes = link_bytes(memo)};

	initStringInfo(&writer.text);
	initStringInfo(&writer.scratch);
	begin_type(&writer, "doc");
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
	return build_datum(&writer.build);
}
