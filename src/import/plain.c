/*
 * plain.c
 *		What a text of Markdown says, whatever tool wrote it.
 *
 * "Roofs  are\n**fine**\\." and "Roofs are __fine__." say the same: the visible text with
 * blanks as one, and in a form the marks of its blocks, emphasis and links, too.  A body is
 * compared in this form, a definition by its text alone.
 */
#include "import/import_internal.h"
#include "markdown/markdown.h"

typedef struct Plain
{
	StringInfoData text;
	bool		has_form;
	bool		has_html;		/* and HTML, as it is written */
	VEC(int)	levels;			/* bytes where the levels of headings stand */
} Plain;

/* A mark of the form; marks of blocks next to each other are one. */
static void
append_mark(Plain *plain, char mark, bool is_block)
{
	StringInfo	out = &plain->text;

	if (is_block && mark == '\0' && out->len > 1 && out->data[out->len - 2] == '\n' &&
		strchr("->|_", out->data[out->len - 1]) != NULL)
		return;					/* the paragraph of a loose item */
	while (is_block && out->len > 0 && strchr(" \n", out->data[out->len - 1]) != NULL)
		out->data[--out->len] = '\0';
	if (is_block && out->len > 0)
		appendStringInfoChar(out, plain->has_form ? '\n' : ' ');
	if (plain->has_form && mark != '\0')
		appendStringInfoChar(out, mark);
}

/* Blanks from a byte on as one. */
static void
fold_blanks(StringInfo out, int start)
{
	int			len = start;

	for (int i = start; i < out->len; i++)
		if (!is_space(out->data[i]))
			out->data[len++] = out->data[i];
		else if (len > 0 && !is_space(out->data[len - 1]))
			out->data[len++] = ' ';
	out->len = len;
	out->data[len] = '\0';
}

Slice
one_line(Slice text)
{
	StringInfoData out;

	initStringInfo(&out);
	appendBinaryStringInfo(&out, text.data, text.len);
	fold_blanks(&out, 0);
	return slice_trim((Slice) {out.data, out.len});
}

static void
append_visible(Plain *plain, const MarkdownEvent *event)
{
	StringInfo	out = &plain->text;
	int			start = out->len;

	if (event->type == MARKDOWN_HTML && !plain->has_html)
		return;
	if (event->type == MARKDOWN_HARD_BREAK || event->type == MARKDOWN_SOFT_BREAK)
		appendStringInfoChar(out, ' ');
	else
		markdown_append_text(out, event);
	fold_blanks(out, start);
}

static void
append_event(void *data, const MarkdownEvent *event)
{
	static const char spans[] = {
		[MARKDOWN_EMPHASIS] = '\1', [MARKDOWN_STRONG] = '\2', [MARKDOWN_LINK] = '\3',
		[MARKDOWN_IMAGE] = '\4', [MARKDOWN_CODE_SPAN] = '\5', [MARKDOWN_STRIKE] = '\6',
	};
	static const char blocks[MARKDOWN_CELL + 1] = {
		[MARKDOWN_QUOTE] = '>', [MARKDOWN_ITEM] = '-', [MARKDOWN_RULE] = '=',
		[MARKDOWN_HEADING] = '#', [MARKDOWN_CODE_BLOCK] = '`', [MARKDOWN_ROW] = '_',
		[MARKDOWN_CELL] = '|', [MARKDOWN_HEADER_CELL] = '|',
	};
	Plain	   *plain = data;

	switch ((MarkdownEventKind) event->kind)
	{
		case MARKDOWN_ENTER_BLOCK:
			append_mark(plain, blocks[event->type], true);
			if (event->type == MARKDOWN_HTML_BLOCK && plain->has_html)
				appendBinaryStringInfo(&plain->text, event->data, event->len);
			if (event->type == MARKDOWN_HEADING && plain->has_form)
			{
				*VEC_PUSH(&plain->levels) = plain->text.len;
				appendStringInfoChar(&plain->text, (char) ('0' + event->number));
			}
			break;
		case MARKDOWN_LEAVE_BLOCK:
			append_mark(plain, '\0', true);
			break;
		case MARKDOWN_ENTER_SPAN:
		case MARKDOWN_LEAVE_SPAN:
			append_mark(plain, spans[event->type], false);
			if (plain->has_form && event->kind == MARKDOWN_ENTER_SPAN && event->target.data != NULL)
				markdown_append_target(&plain->text, event);
			break;
		case MARKDOWN_TEXT:
			append_visible(plain, event);
			break;
	}
}

/* Levels of headings count from the highest one: all of them may have moved. */
static void
relate_levels(Plain *plain)
{
	char		highest = '9';

	for (int i = 0; i < plain->levels.count; i++)
		highest = Min(highest, plain->text.data[plain->levels.items[i]]);
	for (int i = 0; i < plain->levels.count; i++)
		plain->text.data[plain->levels.items[i]] -= highest - '0';
}

static Slice
plain_of(Slice markdown, bool has_form, bool has_html)
{
	MemoryContext scratch =		/* a parse is many times as large as its text */
		AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	MemoryContext before = MemoryContextSwitchTo(scratch);
	Plain		plain = {.has_form = has_form, .has_html = has_html};
	Slice		said;

	initStringInfo(&plain.text);
	markdown_walk(markdown, MARKDOWN_FOOTNOTES | (has_form ? MARKDOWN_AUTOLINKS : 0),
				  append_event, &plain);
	relate_levels(&plain);
	MemoryContextSwitchTo(before);
	said = slice_trim((Slice) {plain.text.data, plain.text.len});
	said.data = slice_copy(said);
	MemoryContextDelete(scratch);
	return said;
}

Slice
plain_text(Slice markdown)
{
	return plain_of(markdown, false, false);
}

Slice
plain_form(Slice markdown, bool has_html)
{
	return plain_of(markdown, true, has_html);
}
