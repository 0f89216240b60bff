/*
 * prosemirror_node.c
 *		The nodes and marks of a ProseMirror document, kept valid as they come.
 *
 * What ProseMirror is strict about is kept by three rules:
 * - Text is held back until its marks change or another node comes, so that no
 *   text node is empty and no two neighbours have the same marks.
 * - A paragraph opens with its first text or reference.  So what Markdown leaves
 *   without one (a tight list item, a table cell) needs no case of its own, and
 *   a quote, item or cell that stayed empty gets one when it closes.
 * - A list item begins with a paragraph, else an empty one is put there.
 */
#include "output/output_internal.h"

/* ------------------------------------------------------------------- nodes */

void
node_write_pair(Writer *writer, const char *key, Slice text)
{
	sink_key(writer->sink, key);
	sink_string(writer->sink, text);
}

/* Begins an object of a type: a node or a mark. */
void
node_begin_type(Writer *writer, const char *type)
{
	sink_object(writer->sink);
	node_write_pair(writer, "type", slice_of(type));
}

void
node_begin_attributes(Writer *writer)
{
	sink_key(writer->sink, "attrs");
	sink_object(writer->sink);
}

void
node_end_attributes(Writer *writer)
{
	sink_end_object(writer->sink);
}

/* The content of the innermost node has one more. */
static void
begin_child(Writer *writer)
{
	OpenNode   *parent = &writer->nodes.items[writer->nodes.count - 1];

	if (parent->has_content)
		return;
	sink_key(writer->sink, "content");
	sink_array(writer->sink);
	parent->has_content = true;
}

static void
write_empty_paragraph(Writer *writer)
{
	begin_child(writer);
	node_begin_type(writer, "paragraph");
	sink_end_object(writer->sink);
}

/* Begins a block; its attributes follow, then node_open() or its end. */
void
node_begin_block(Writer *writer, const char *type)
{
	OpenNode   *parent = &writer->nodes.items[writer->nodes.count - 1];

	if (parent->kind == NODE_ITEM && !parent->has_content && strcmp(type, "paragraph") != 0)
		write_empty_paragraph(writer);
	begin_child(writer);
	node_begin_type(writer, type);
}

void
node_open(Writer *writer, NodeKind kind)
{
	*VEC_PUSH(&writer->nodes) = (OpenNode) {kind, false};
}

void
node_open_block(Writer *writer, const char *type, NodeKind kind)
{
	node_begin_block(writer, type);
	node_open(writer, kind);
}

void
node_open_heading(Writer *writer, int level)
{
	node_begin_block(writer, "heading");
	node_begin_attributes(writer);
	sink_key(writer->sink, "level");
	sink_int(writer->sink, level);
	node_end_attributes(writer);
	node_open(writer, NODE_PLAIN);
	writer->has_line = true;
}

void
node_close(Writer *writer)
{
	OpenNode   *node = &writer->nodes.items[writer->nodes.count - 1];

	if (node->kind != NODE_PLAIN && !node->has_content)
		write_empty_paragraph(writer);
	if (node->has_content)
		sink_end_array(writer->sink);
	sink_end_object(writer->sink);
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
			sink_key(writer->sink, "marks");
			sink_array(writer->sink);
		}
		is_first = false;
		node_begin_type(writer, names[mark]);
		if (mark == MARK_LINK)
		{
			node_begin_attributes(writer);
			node_write_pair(writer, "href", marks->href);
			if (marks->title.len > 0)
				node_write_pair(writer, "title", marks->title);
			node_end_attributes(writer);
		}
		sink_end_object(writer->sink);
	}
	if (!is_first)
		sink_end_array(writer->sink);
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
	node_begin_type(writer, "text");
	write_marks(writer, &writer->marks);
	node_write_pair(writer, "text", (Slice) {pnstrdup(writer->text.data, len), len});
	sink_end_object(writer->sink);
	resetStringInfo(&writer->text);
}

/* Text that comes next is marked as the open spans say. */
void
node_set_marks(Writer *writer)
{
	Marks		marks = writer->is_code ? (Marks) {0} : marks_here(writer, true);

	if (!is_same(&marks, &writer->marks))
		flush_text(writer);
	writer->marks = marks;
}

/* -------------------------------------------------------------------- text */

/* Opens a paragraph where nothing is open that takes text. */
void
node_begin_line(Writer *writer)
{
	if (!writer->has_line)
		node_open_block(writer, "paragraph", NODE_PLAIN);
	writer->has_line = true;
}

void
node_end_line(Writer *writer)
{
	if (writer->is_code && writer->text.len > 0 && writer->text.data[writer->text.len - 1] == '\n')
		writer->text.data[--writer->text.len] = '\0';
	flush_text(writer);
	if (writer->has_line)
		node_close(writer);
	writer->has_line = writer->is_code = false;
}

/* Begins a node in the text. */
void
node_begin_inline(Writer *writer, const char *type)
{
	Marks		marks = marks_here(writer, false);

	node_begin_line(writer);
	flush_text(writer);
	begin_child(writer);
	node_begin_type(writer, type);
	write_marks(writer, &marks);
}
