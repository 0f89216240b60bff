/*
 * verify_reading.c
 *		Reads a stored text: what each byte is, and where references are.
 *
 * The reader's events (markdown/walk.c) give one byte of knowledge a byte: for
 *		NOI of `x`[^1] rose
 * that is TTTTTTTscsTTTTTTTTT (Text, code, syntax).  A reference, or a marker that
 * was left behind, is then a bracket in T; an opaque zone a run of c.
 */
#include "audit/audit_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"

/* What the bytes are to the reader, while its events go by. */
typedef struct Classifier
{
	Reading    *reading;
	MemoryContext keep;			/* where its blocks are */
	int			images;			/* open images */
	bool		is_link;
	bool		is_autolink;
	bool		is_heading;
	bool		is_html_block;
	int			zone_end;		/* code or HTML that the next event goes on with, -1 = none */
	int			depth;			/* open quotes and items */
	int			leaf;			/* MarkdownBlock that is open in these, */
	int			level;			/* that of a heading, */
	bool		is_filed;		/* and whether the reading has it */
} Classifier;

static ByteClass
text_class(const Classifier *state, MarkdownText type)
{
	if (state->images > 0 || state->is_autolink)
		return BYTE_OPAQUE;
	if (type == MARKDOWN_CODE)
		return BYTE_CODE;
	return type == MARKDOWN_HTML ? BYTE_HTML : BYTE_TEXT;
}

static void
classify_text(Classifier *state, const MarkdownEvent *event)
{
	uint8	   *bytes = state->reading->bytes;
	ByteClass	class = text_class(state, event->type);
	int			start = event->start;

	if (start < 0 || event->len == 0)
		return;					/* made line ends in code and HTML */
	if (class != BYTE_CODE && class != BYTE_HTML)
	{
		memset(bytes + start,
			   class | (state->is_heading ? BYTE_HEADING : 0) | (state->is_link ? BYTE_LABEL : 0),
			   event->len);
		state->zone_end = -1;
		return;
	}
	/* Neighbouring inline tags are zones of their own. */
	if (class == BYTE_HTML && !state->is_html_block && event->data[0] == '<')
		state->zone_end = -1;
	if (state->zone_end < 0)
	{
		memset(bytes + start, class, event->len);
		bytes[start] |= BYTE_LABEL;
	}
	else						/* and what is between its lines */
		memset(bytes + state->zone_end, class, start + event->len - state->zone_end);
	state->zone_end = start + event->len;
}

static bool
is_leaf(int type)
{
	return type == MARKDOWN_HEADING || type == MARKDOWN_CODE_BLOCK || type == MARKDOWN_TABLE ||
		type == MARKDOWN_HTML_BLOCK || type == MARKDOWN_PARAGRAPH;
}

/* Files the block of a text event: the open leaf, else, in an item of a tight list, a paragraph. */
static void
file_block(Classifier *state, const MarkdownEvent *event)
{
	Reading    *reading = state->reading;
	MemoryContext before = MemoryContextSwitchTo(state->keep);

	if (event->start >= 0 && event->len > 0)	/* no made line end in code or HTML */
	{
		if (!state->is_filed)
			*VEC_PUSH(&reading->blocks) = (BlockReading) {state->leaf, state->level, state->depth,
				event->start, -1};
		state->is_filed = true;
		reading->blocks.items[reading->blocks.count - 1].end = event->start + event->len;
	}
	MemoryContextSwitchTo(before);
}

/* A block begins or ends: what is open behind that. */
static void
follow_blocks(Classifier *state, const MarkdownEvent *event)
{
	bool		is_enter = event->kind == MARKDOWN_ENTER_BLOCK;

	if (event->type == MARKDOWN_QUOTE || event->type == MARKDOWN_ITEM)
		state->depth += is_enter ? 1 : -1;
	else if (!is_leaf(event->type) && state->leaf == MARKDOWN_TABLE)
		return;					/* a row or cell */
	state->leaf = is_enter && is_leaf(event->type) ? event->type : MARKDOWN_PARAGRAPH;
	state->level = state->leaf == MARKDOWN_HEADING ? event->number : 0;
	state->is_filed = false;
}

static void
classify(void *data, const MarkdownEvent *event)
{
	Classifier *state = data;
	MarkdownEventKind kind = event->kind;
	bool		is_span = kind == MARKDOWN_ENTER_SPAN || kind == MARKDOWN_LEAVE_SPAN;
	bool		is_enter = kind == MARKDOWN_ENTER_BLOCK || kind == MARKDOWN_ENTER_SPAN;

	if (kind == MARKDOWN_TEXT)
	{
		classify_text(state, event);
		file_block(state, event);
		return;
	}
	state->zone_end = -1;
	if (!is_span)
		follow_blocks(state, event);
	if (is_span && event->type == MARKDOWN_IMAGE)
		state->images += is_enter ? 1 : -1;
	else if (is_span && event->type == MARKDOWN_LINK)
	{
		state->is_link = is_enter;
		state->is_autolink = is_enter && event->is_autolink;
	}
	else if (!is_span && event->type == MARKDOWN_HEADING)
		state->is_heading = is_enter;
	else if (!is_span && event->type == MARKDOWN_HTML_BLOCK)
		state->is_html_block = is_enter;
	else if (kind == MARKDOWN_LEAVE_BLOCK && event->start >= 0)
		state->reading->bytes[event->start] |= BYTE_BAR;
}

/* Is the byte of a quote mark or of a list's marker?  Those are syntax; that of
 * "in 2020. [^1]" is not. */
static bool
is_container(const Reading *reading, int pos)
{
	const char *at = reading->text.data + pos;

	if (class_at(reading, pos) != BYTE_SYNTAX)
		return false;
	return *at == '>' || is_digit(*at) || (strchr("-*+.)", *at) != NULL && is_blank(at[1]));
}

bool
at_line_start(const Reading *reading, int pos, bool containers)
{
	const char *text = reading->text.data;
	int			end = pos;

	while (pos > 0 && (is_blank(text[pos - 1]) || (containers && is_container(reading, pos - 1))))
		pos--;
	return (pos == 0 || text[pos - 1] == '\n' || text[pos - 1] == '\r') &&
		(containers || end - pos <= 3);
}

/* Does a colon follow the bracket that closes the one at pos, on its line?
 * "[^1]" below "[label]:" is that definition's destination. */
static bool
is_defined(Slice text, int pos)
{
	while (pos < text.len && text.data[pos] != ']' && text.data[pos] != '\n')
		pos++;
	return pos + 1 < text.len && text.data[pos] == ']' && text.data[pos + 1] == ':';
}

/*
 * Not in an opaque zone, not escaped, not in a link destination.  The bracket of a
 * link label is syntax before text; a definition can be syntax altogether.
 */
bool
is_prose_bracket(const Reading *reading, int pos)
{
	ByteClass	class = class_at(reading, pos);

	if (class > BYTE_TEXT || (pos > 0 && reading->text.data[pos - 1] == '\\' &&
							  class_at(reading, pos - 1) == BYTE_SYNTAX))
		return false;
	return class == BYTE_TEXT || class_at(reading, pos + 1) == BYTE_TEXT ||
		(at_line_start(reading, pos, true) && is_defined(reading->text, pos));
}

int
line_end(Slice text, int pos)
{
	const char *newline = memchr(text.data + pos, '\n', text.len - pos);

	return newline ? (int) (newline - text.data) : text.len;
}

static void
find_references(Reading *reading)
{
	Slice		text = reading->text;
	const char *bracket;

	for (int pos = 0; pos < text.len; pos++)
	{
		Reference	found;

		CHECK_FOR_INTERRUPTS();
		bracket = memchr(text.data + pos, '[', text.len - pos);
		if (bracket == NULL)
			break;
		pos = found.start = bracket - text.data;
		if (!read_label(text, pos, &found.number, &found.end) || !is_prose_bracket(reading, pos))
			continue;
		if (found.end < text.len && text.data[found.end] == ':' &&
			at_line_start(reading, pos, false))
		{
			*VEC_PUSH(&reading->definitions) = found;
			pos = line_end(text, pos) - 1;	/* what is in it, another rule says */
			continue;
		}
		*VEC_PUSH(&reading->references) = found;
		reading->bytes[pos] |= BYTE_REFERENCE;
		pos = found.end - 1;
	}
}

static bool
is_char_start(char c)
{
	return ((unsigned char) c & 0xC0) != 0x80;
}

static void
index_chars(Reading *reading)
{
	Slice		text = reading->text;

	reading->index = palloc0((Size) (text.len / INDEX_STEP + 1) * sizeof(int));
	for (int pos = 0; pos < text.len; pos++)
	{
		if (!is_char_start(text.data[pos]))
			continue;
		if (reading->nchars % INDEX_STEP == 0)
			reading->index[reading->nchars / INDEX_STEP] = pos;
		reading->nchars++;
	}
}

int
byte_of_char(const Reading *reading, int offset)
{
	int			pos;

	if (offset < 0 || offset > reading->nchars)
		return -1;
	if (offset == reading->nchars)
		return reading->text.len;
	pos = reading->index[offset / INDEX_STEP];
	for (int i = offset % INDEX_STEP; i > 0; i--)
		for (pos++; !is_char_start(reading->text.data[pos]);)
			pos++;
	return pos;
}

Reading *
read_text(Slice text, bool is_agents)
{
	Reading    *reading = palloc0(sizeof(Reading));
	MemoryContext context =
		AllocSetContextCreate(CurrentMemoryContext, "memocite text", ALLOCSET_DEFAULT_SIZES);
	MemoryContext before;
	Classifier	state = {.reading = reading, .keep = CurrentMemoryContext, .zone_end = -1,
		.leaf = MARKDOWN_PARAGRAPH};

	reading->text = text;
	reading->bytes = palloc0((Size) text.len + 1);
	before = MemoryContextSwitchTo(context);
	if (is_agents)
		prose_walk(prose_parse_as_prose(text.data, text.len, &marker_extension), 0,
				   classify, &state);
	else
		markdown_walk(text, MARKDOWN_FOOTNOTES, classify, &state);
	MemoryContextSwitchTo(before);
	MemoryContextDelete(context);
	index_chars(reading);
	if (!is_agents)
		find_references(reading);
	return reading;
}
