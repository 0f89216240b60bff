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
	bool		is_open;		/* text stands behind the last mark of a block */
	int			top;			/* level of the first heading, 0 = none yet: all may have moved */
} Plain;

/* Ends what is written of a block, and begins another with a mark or goes on with that around. */
static void
append_block(Plain *plain, char mark)
{
	StringInfo	out = &plain->text;

	strip_end(out);
	if (plain->is_open)
		appendStringInfoChar(out, plain->has_form ? '\n' : ' ');
	plain->is_open = false;
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

static void
append_visible(Plain *plain, const MarkdownEvent *event)
{
	StringInfo	out = &plain->text;
	int			start = out->len;

	if (event->type == MARKDOWN_HTML && !plain->has_html)
		return;
	plain->is_open = true;
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
			append_block(plain, blocks[event->type]);
			if (event->type == MARKDOWN_HTML_BLOCK && plain->has_html)
				appendBinaryStringInfo(&plain->text, event->data, event->len);
			if (event->type == MARKDOWN_HEADING && plain->has_form)
			{
				plain->top = plain->top == 0 ? event->number : plain->top;
				appendStringInfoChar(&plain->text, (char) ('6' + event->number - plain->top));
			}
			break;
		case MARKDOWN_LEAVE_BLOCK:
			append_block(plain, '\0');
			break;
		case MARKDOWN_ENTER_SPAN:
		case MARKDOWN_LEAVE_SPAN:
			if (!plain->has_form)
				break;
			plain->is_open = true;
			appendStringInfoChar(&plain->text, spans[event->type]);
			if (event->kind == MARKDOWN_ENTER_SPAN && event->target.data != NULL)
				markdown_append_target(&plain->text, event);
			break;
		case MARKDOWN_TEXT:
			append_visible(plain, event);
			break;
	}
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
