/*
 * prosemirror.c
 *		An edited ProseMirror document -> Markdown, which is taken in as any other.
 *
 *		{"type":"paragraph","content":[
 *			{"type":"text","text":"NOI "},
 *			{"type":"text","marks":[{"type":"bold"}],"text":"rose"},
 *			{"type":"footnoteReference","attrs":{"data-id":"6a3b...","referenceNumber":"1"}}]}
 *
 * is "NOI **rose**[^6a3b...]": a note's data-id is its key in the deal, and its label here.
 * The node names are those of memo_prosemirror; what a node of another name has is read, too.
 */
#include "import/import_internal.h"
#include "charts/charts.h"

typedef enum TextMark
{
	MARKED_LINK,				/* outermost first */
	MARKED_BOLD,
	MARKED_ITALIC,
	MARKED_STRIKE,
	MARKED_CODE,
	NMARKS
} TextMark;

static const char *const mark_names[NMARKS] = {"link", "bold", "italic", "strike", "code"};
static const char *const mark_signs[NMARKS] = {"[", "**", "*", "~~", "`"};

/* Blocks, without the marks of the container that they are in. */
typedef struct Target
{
	StringInfoData out;
	const Json *marks[NMARKS];	/* of the text so far; NULL = not open */
	bool		has_blank;		/* which is to come before what is next */
	bool		is_cell;
} Target;

static const Json *const no_marks[NMARKS];

static void write_blocks(Target *target, const Json *node);

static const Json *
first_of(const Json *node, const char *list)
{
	const Json *member = json_member(node, list);

	return member != NULL && member->kind == J_ARRAY ? member->first : NULL;
}

#define FOR_CHILDREN(child, node) \
	for (const Json *child = first_of(node, "content"); child != NULL; child = child->next)

static Slice
attribute_text(const Json *node, const char *name)
{
	return json_text(json_member(node, "attrs"), name);
}

/* The text of a node, with the blanks around it. */
static Slice
node_text(const Json *node)
{
	const Json *text = json_member(node, "text");

	return text != NULL && text->kind == J_STRING ? text->text : (Slice) {"", 0};
}

static int
attribute_number(const Json *node, const char *name, int otherwise)
{
	const Json *value = json_member(json_member(node, "attrs"), name);

	return value != NULL && value->kind == J_NUMBER ? (int) value->number : otherwise;
}

static bool
is_type(const Json *node, const char *types)
{
	return slice_among(json_text(node, "type"), types);
}

/* ----------------------------------------------------------------- inline */

static void
close_link(Target *target, const Json *link)
{
	Slice		href = attribute_text(link, "href");
	Slice		title = attribute_text(link, "title");
	bool		is_plain = true;

	for (int i = 0; i < href.len; i++)
		is_plain &= strchr(" ()<>", href.data[i]) == NULL;
	appendStringInfo(&target->out, is_plain ? "](%.*s" : "](<%.*s>", href.len, href.data);
	if (title.len > 0)
	{
		appendStringInfoString(&target->out, " \"");
		append_escaped(&target->out, title.data, title.len);
		appendStringInfoChar(&target->out, '"');
	}
	appendStringInfoChar(&target->out, ')');
}

/* Closes and opens what differs between the open marks and those of a text. */
static void
set_marks(Target *target, const Json *const *marks)
{
	int			same = 0;

	while (same < NMARKS && (target->marks[same] == NULL) == (marks[same] == NULL) &&
		   (same != MARKED_LINK || marks[same] == NULL ||
			slice_equal(attribute_text(target->marks[same], "href"),
						attribute_text(marks[same], "href"))))
		same++;
	for (int i = NMARKS - 1; i >= same; i--)
		if (target->marks[i] != NULL && i == MARKED_LINK)
			close_link(target, target->marks[i]);
		else if (target->marks[i] != NULL)
			appendStringInfoString(&target->out, mark_signs[i]);
	if (target->has_blank)
		appendStringInfoChar(&target->out, ' ');
	target->has_blank = false;
	for (int i = same; i < NMARKS; i++)
	{
		target->marks[i] = marks[i];
		if (marks[i] != NULL)
			appendStringInfoString(&target->out, mark_signs[i]);
	}
}

static void
write_text(Target *target, const Json *node)
{
	const Json *marks[NMARKS] = {NULL};
	Slice		text = node_text(node);
	Slice		trimmed = slice_trim(text);

	for (const Json *mark = first_of(node, "marks"); mark != NULL; mark = mark->next)
		for (int i = 0; i < NMARKS; i++)
			if (is_type(mark, mark_names[i]))
				marks[i] = mark;
	target->has_blank |= text.len > 0 && is_space(*text.data);
	if (trimmed.len == 0)
		return;
	set_marks(target, marks);
	if (marks[MARKED_CODE] != NULL)
		appendBinaryStringInfo(&target->out, trimmed.data, trimmed.len);
	else
		append_escaped(&target->out, trimmed.data, trimmed.len);
	target->has_blank = is_space(text.data[text.len - 1]);
}

static void
write_label(Target *target, const Json *node)
{
	Slice		id = attribute_text(node, "data-id");

	appendStringInfoString(&target->out, "[^");
	for (int i = 0; i < id.len; i++)
		appendStringInfoChar(&target->out, is_word_byte(id.data[i]) ? id.data[i] : '-');
	appendStringInfoChar(&target->out, ']');
}

static void
write_inline(Target *target, const Json *node)
{
	if (json_member(node, "text") != NULL)
		write_text(target, node);
	else if (is_type(node, "hardBreak"))
	{
		set_marks(target, no_marks);
		appendStringInfoString(&target->out, target->is_cell ? " " : "\\\n");
	}
	else if (is_type(node, "footnoteReference"))
	{
		target->has_blank = false;
		set_marks(target, no_marks);
		write_label(target, node);
	}
	FOR_CHILDREN(child, node)
		write_inline(target, child);
}

/* The inline content of a node between two texts. */
static void
write_line(Target *target, const char *before, const Json *node, const char *behind)
{
	appendStringInfoString(&target->out, before);
	write_inline(target, node);
	target->has_blank = false;
	set_marks(target, no_marks);
	appendStringInfoString(&target->out, behind);
}

/* ----------------------------------------------------------------- blocks */

static void
write_code(Target *target, const Json *node)
{
	Slice		language = attribute_text(node, "language");

	appendStringInfo(&target->out, "````%.*s\n", language.len, language.data);
	FOR_CHILDREN(child, node)
		appendStringInfoString(&target->out, slice_copy(node_text(child)));
	appendStringInfoString(&target->out, "\n````\n");
}

static void
write_table(Target *target, const Json *node)
{
	target->is_cell = true;
	FOR_CHILDREN(row, node)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoChar(&target->out, '|');
		FOR_CHILDREN(cell, row)
			write_line(target, " ", cell, " |");
		appendStringInfoString(&target->out, row == first_of(node, "content") ? "\n|" : "");
		if (row == first_of(node, "content"))
			FOR_CHILDREN(cell, row)
				appendStringInfoString(&target->out, " --- |");
		appendStringInfoChar(&target->out, '\n');
	}
	target->is_cell = false;
}

/* The blocks in a container, with a mark before the first line and another before the rest. */
static void
write_container(Target *target, const Json *node, const char *mark, const char *rest)
{
	Target		inner = {.is_cell = false};
	const char *end;

	initStringInfo(&inner.out);
	write_blocks(&inner, node);
	if (inner.out.len == 0)
		appendStringInfoChar(&inner.out, '\n');
	for (const char *line = inner.out.data; *line != '\0'; line = end, mark = rest)
	{
		end = strchr(line, '\n') + 1;
		appendStringInfoString(&target->out, mark);
		if (*line == '\n')
			strip_end(&target->out);
		appendBinaryStringInfo(&target->out, line, (int) (end - line));
	}
	pfree(inner.out.data);
}

static void
write_list(Target *target, const Json *node, bool is_ordered)
{
	int			number = attribute_number(node, "start", 1);

	FOR_CHILDREN(item, node)
	{
		const char *mark = is_ordered ? psprintf("%d. ", number++) : "- ";

		write_container(target, item, mark, psprintf("%*s", (int) strlen(mark), ""));
	}
}

#define LISTS	"bulletList|orderedList"
#define BLOCKS	"heading|paragraph|codeBlock|horizontalRule|table|blockquote|footnote|chart|" LISTS

static void
write_block(Target *target, const Json *node)
{
	const Json *config = json_member(json_member(node, "attrs"), "config");

	CHECK_FOR_INTERRUPTS();
	if (!is_type(node, BLOCKS))
	{
		write_blocks(target, node);
		return;
	}
	appendStringInfoString(&target->out, target->out.len > 0 ? "\n" : "");
	if (is_type(node, "heading"))
		write_line(target, psprintf("%.*s ", Max(1, Min(6, attribute_number(node, "level", 2))),
									"######"), node, "\n");
	else if (is_type(node, "paragraph"))
		write_line(target, "", node, "\n");
	else if (is_type(node, "codeBlock"))
		write_code(target, node);
	else if (is_type(node, "horizontalRule"))
		appendStringInfoString(&target->out, "---\n");
	else if (is_type(node, "table"))
		write_table(target, node);
	else if (is_type(node, "blockquote"))
		write_container(target, node, "> ", "> ");
	else if (is_type(node, "footnote"))
	{
		write_label(target, node);
		write_line(target, ": ", node, "\n");
	}
	else if (is_type(node, LISTS))
		write_list(target, node, is_type(node, "orderedList"));
	else if (config != NULL)
	{
		chart_append_node(&target->out, attribute_text(node, "id"), config);
		appendStringInfoChar(&target->out, '\n');
	}
}

static void
write_blocks(Target *target, const Json *node)
{
	FOR_CHILDREN(child, node)
		write_block(target, child);
}

char *
import_prosemirror(const Json *doc)
{
	Target		target = {.is_cell = false};

	initStringInfo(&target.out);
	if (doc == NULL || !is_type(doc, "doc"))
		return NULL;
	write_blocks(&target, doc);
	return target.out.data;
}
