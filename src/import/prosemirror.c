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

/* Where a block's lines go. */
typedef struct Target
{
	StringInfo	out;
	const char *first;			/* before its first line, "- "; NULL once that is written */
	const char *rest;			/* and before the others */
	bool		is_tight;		/* no blank line before it */
	const Json *marks[NMARKS];	/* of the text so far; NULL = not open */
	bool		has_blank;		/* which is to come before what is next */
	bool		is_cell;
} Target;

static void write_blocks(Target *target, const Json *node);

static const Json *
attribute(const Json *node, const char *name)
{
	return json_member(json_member(node, "attrs"), name);
}

static Slice
attribute_text(const Json *node, const char *name)
{
	const Json *value = attribute(node, name);

	return value != NULL && value->kind == J_STRING ? value->text : (Slice) {"", 0};
}

static bool
is_type(const Json *node, const char *type)
{
	return slice_equal(json_text(node, "type"), slice_of(type));
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
	appendStringInfo(target->out, is_plain ? "](%.*s" : "](<%.*s>", href.len, href.data);
	if (title.len > 0)
	{
		appendStringInfoString(target->out, " \"");
		append_escaped(target->out, title.data, title.len);
		appendStringInfoChar(target->out, '"');
	}
	appendStringInfoChar(target->out, ')');
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
			appendStringInfoString(target->out, mark_signs[i]);
	if (target->has_blank)
		appendStringInfoChar(target->out, ' ');
	target->has_blank = false;
	for (int i = same; i < NMARKS; i++)
	{
		target->marks[i] = marks[i];
		if (marks[i] != NULL)
			appendStringInfoString(target->out, mark_signs[i]);
	}
}

static void
write_text(Target *target, const Json *node)
{
	const Json *marks[NMARKS] = {NULL};
	const Json *list = json_member(node, "marks");
	const Json *member = json_member(node, "text");
	Slice		text = member != NULL && member->kind == J_STRING ? member->text : (Slice) {"", 0};
	Slice		trimmed = slice_trim(text);

	for (list = list != NULL && list->kind == J_ARRAY ? list->first : NULL; list != NULL;
		 list = list->next)
		for (int i = 0; i < NMARKS; i++)
			if (is_type(list, mark_names[i]))
				marks[i] = list;
	target->has_blank |= text.len > 0 && is_space(*text.data);
	if (trimmed.len == 0)
		return;
	set_marks(target, marks);
	if (marks[MARKED_CODE] != NULL)
		appendBinaryStringInfo(target->out, trimmed.data, trimmed.len);
	else
		append_escaped(target->out, trimmed.data, trimmed.len);
	target->has_blank = is_space(text.data[text.len - 1]);
}

static void
write_label(Target *target, const Json *node)
{
	Slice		id = attribute_text(node, "data-id");

	appendStringInfoString(target->out, "[^");
	for (int i = 0; i < id.len; i++)
		appendStringInfoChar(target->out, is_word_byte(id.data[i]) ? id.data[i] : '-');
	appendStringInfoChar(target->out, ']');
}

static void
write_inline(Target *target, const Json *node)
{
	static const Json *const none[NMARKS] = {NULL};
	const Json *content = json_member(node, "content");

	if (json_member(node, "text") != NULL)
		write_text(target, node);
	else if (is_type(node, "hardBreak"))
	{
		set_marks(target, none);
		if (target->is_cell)
			appendStringInfoChar(target->out, ' ');
		else
			appendStringInfo(target->out, "\\\n%s", target->rest);
	}
	else if (is_type(node, "footnoteReference"))
	{
		target->has_blank = false;
		set_marks(target, none);
		write_label(target, node);
	}
	for (content = content != NULL && content->kind == J_ARRAY ? content->first : NULL;
		 content != NULL; content = content->next)
		write_inline(target, content);
}

static void
end_inline(Target *target)
{
	static const Json *const none[NMARKS] = {NULL};

	target->has_blank = false;
	set_marks(target, none);
}

/* ----------------------------------------------------------------- blocks */

/* Begins a block: a blank line, and what stands before its first line. */
static void
begin_block(Target *target)
{
	if (target->out->len > 0 && target->first == NULL)
		appendStringInfo(target->out, target->is_tight ? "%s" : "\n%s", "");
	appendStringInfoString(target->out, target->first != NULL ? target->first : target->rest);
	target->first = NULL;
}

static void
write_line(Target *target, const Json *node, const char *before)
{
	begin_block(target);
	appendStringInfoString(target->out, before);
	write_inline(target, node);
	end_inline(target);
	appendStringInfoChar(target->out, '\n');
}

static void
write_code(Target *target, const Json *node)
{
	Slice		language = attribute_text(node, "language");
	const Json *content = json_member(node, "content");

	begin_block(target);
	appendStringInfo(target->out, "````%.*s\n%s", language.len, language.data, target->rest);
	for (content = content != NULL && content->kind == J_ARRAY ? content->first : NULL;
		 content != NULL; content = content->next)
	{
		Slice		text = json_member(content, "text") != NULL ? json_member(content, "text")->text
			: (Slice) {"", 0};

		for (int i = 0; i < text.len; i++)
			if (text.data[i] == '\n')
				appendStringInfo(target->out, "\n%s", target->rest);
			else
				appendStringInfoChar(target->out, text.data[i]);
	}
	appendStringInfo(target->out, "\n%s````\n", target->rest);
}

static void
write_table(Target *target, const Json *node)
{
	const Json *row = json_member(node, "content");
	bool		is_head = true;

	begin_block(target);
	for (row = row != NULL ? row->first : NULL; row != NULL; row = row->next, is_head = false)
	{
		const Json *cell = json_member(row, "content");
		int			count = 0;

		CHECK_FOR_INTERRUPTS();
		if (!is_head)
			appendStringInfoString(target->out, target->rest);
		for (cell = cell != NULL ? cell->first : NULL; cell != NULL; cell = cell->next, count++)
		{
			appendStringInfoString(target->out, count == 0 ? "| " : " ");
			target->is_cell = true;
			write_inline(target, cell);
			end_inline(target);
			target->is_cell = false;
			appendStringInfoString(target->out, " |");
		}
		appendStringInfoChar(target->out, '\n');
		if (is_head)
			appendStringInfoString(target->out, target->rest);
		for (int i = 0; i < count && is_head; i++)
			appendStringInfoString(target->out, i == 0 ? "| --- |" : " --- |");
		appendStringInfoString(target->out, is_head ? "\n" : "");
	}
}

/* The blocks in a container, with a mark before the first line and blanks before the others. */
static void
write_container(Target *target, const Json *node, const char *first, const char *rest)
{
	Target		inner = {.out = target->out};

	begin_block(target);
	inner.first = first;
	inner.rest = psprintf("%s%s", target->rest, rest);
	write_blocks(&inner, node);
	if (inner.first != NULL)
		appendStringInfo(target->out, "%s\n", first);
}

static void
write_list(Target *target, const Json *node, bool is_ordered)
{
	const Json *item = json_member(node, "content");
	const Json *start = attribute(node, "start");
	int			number = start != NULL && start->kind == J_NUMBER ? (int) start->number : 1;

	for (item = item != NULL ? item->first : NULL; item != NULL; item = item->next)
	{
		const char *mark = is_ordered ? psprintf("%d. ", number++) : "- ";

		write_container(target, item, mark, psprintf("%*s", (int) strlen(mark), ""));
		target->is_tight = true;
	}
	target->is_tight = false;
}

static void
write_block(Target *target, const Json *node)
{
	const Json *level = attribute(node, "level");

	CHECK_FOR_INTERRUPTS();
	if (is_type(node, "heading"))
		write_line(target, node, psprintf("%.*s ", level == NULL || level->kind != J_NUMBER ? 2
										  : Max(1, Min(6, (int) level->number)), "######"));
	else if (is_type(node, "paragraph"))
		write_line(target, node, "");
	else if (is_type(node, "codeBlock"))
		write_code(target, node);
	else if (is_type(node, "horizontalRule"))
		write_line(target, node, "---");
	else if (is_type(node, "table"))
		write_table(target, node);
	else if (is_type(node, "bulletList") || is_type(node, "orderedList"))
		write_list(target, node, is_type(node, "orderedList"));
	else if (is_type(node, "blockquote"))
		write_container(target, node, "> ", "> ");
	else if (is_type(node, "footnote"))
	{
		begin_block(target);
		write_label(target, node);
		appendStringInfoString(target->out, ": ");
		write_inline(target, node);
		end_inline(target);
		appendStringInfoChar(target->out, '\n');
	}
	else if (is_type(node, "chart") && attribute(node, "config") != NULL)
	{
		begin_block(target);
		chart_append_node(target->out, attribute_text(node, "id"), attribute(node, "config"));
		appendStringInfoChar(target->out, '\n');
	}
	else
		write_blocks(target, node);
}

static void
write_blocks(Target *target, const Json *node)
{
	const Json *content = json_member(node, "content");

	for (content = content != NULL && content->kind == J_ARRAY ? content->first : NULL;
		 content != NULL; content = content->next)
		write_block(target, content);
}

char *
import_prosemirror(const Json *doc)
{
	StringInfoData out;
	Target		target = {.out = &out, .rest = ""};

	initStringInfo(&out);
	if (doc == NULL || !is_type(doc, "doc"))
		return NULL;
	write_blocks(&target, doc);
	return out.data;
}
