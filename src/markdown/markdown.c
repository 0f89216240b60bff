/*
 * markdown.c
 *		The only user of md4c: a real Markdown parse, as a list of events.
 *
 * md4c is a push parser on malloc: an error thrown out of one of its callbacks
 * would leak all it holds.  So no callback can throw.  Callbacks only record,
 * into memory asked for with MCXT_ALLOC_NO_OOM; when that fails, or a cancel
 * is pending, they return STOP (negative: md4c goes on after some positive ones,
 * and may return 0 all the same), md4c frees everything and returns, and what
 * has to be thrown is thrown from here.  Readers walk the finished list and
 * may do in that loop whatever they like.
 *
 * "a [b](c)" becomes
 *		ENTER_BLOCK document, ENTER_BLOCK paragraph, TEXT "a " at 0,
 *		ENTER_SPAN link, TEXT "b" at 3, LEAVE_SPAN link,
 *		LEAVE_BLOCK paragraph, LEAVE_BLOCK document
 * and a byte that no text event covers (brackets, destinations, fences, link
 * definitions) is syntax.
 *
 * md4c sees a copy in which some brackets are masked, '[' by '{' and ']' by
 * '}': both are punctuation, so all but links stays as it is, and events refer
 * to the input by offset.  (For marks in rows of tables see markdown_table.c, in
 * bare URLs markdown_url.c, for tildes markdown_tilde.c, for indented lines
 * markdown_indent.c.)
 * - [^label] with MARKDOWN_FOOTNOTES, else md4c (which knows no footnotes) can
 *   make a link of it.
 * - All brackets in a run of more than LONG_BLOCK lines without a blank one, or
 *   with more than MANY_BRACKETS.  For each pair of brackets md4c 0.4.8 walks the
 *   lines of its block: 200,000 lines "x[a] y" take 9 seconds in which nothing
 *   can cancel it; a million of "[" take 70 ms.
 * Likewise <h2> to <h6> are <h1>, and <!doctype is <!Doctype.
 *
 * md4c can be stopped only where it calls back, after it has analysed a block's
 * text, and the lines of the whole input before that.  What can be in a block is
 * analysed at 50 MB a second or more (a megabyte of "*a **b" or "& ": 20 ms),
 * lines at 200.
 */
#include "markdown/markdown_internal.h"

#include <md4c.h>


StaticAssertDecl((int) MARKDOWN_CELL == (int) MD_BLOCK_TD, "blocks in md4c's order");
StaticAssertDecl((int) MARKDOWN_STRIKE == (int) MD_SPAN_DEL, "spans in md4c's order");
StaticAssertDecl((int) MARKDOWN_HTML == (int) MD_TEXT_HTML, "texts in md4c's order");

/* Why a callback made md4c stop. */
typedef enum StopReason
{
	STOP_NOT,
	STOP_INTERRUPT,
	STOP_MEMORY
} StopReason;

#define STOP	(-1)			/* what a callback returns then */

#define LONG_BLOCK	4096		/* lines */
#define MANY_BRACKETS	100000

/*
 * Bytes of destinations and titles for each byte of input.  Every use of a link
 * definition has its own: without a limit a megabyte of [a] and one long
 * definition are gigabytes, for us and for whoever writes them.
 */
#define ATTRIBUTE_BYTES_RATIO	16
#define LEAST_ATTRIBUTE_BYTES	100000

typedef struct Recorder
{
	Markdown   *markdown;
	char	   *masked;			/* what md4c sees: the input, and a line end */
	int			masked_len;
	bool		keep_attributes;
	int64		attribute_bytes;	/* that may still be recorded */
	StopReason	stop;
} Recorder;

static char *mask_brackets(const char *text, int len, bool footnotes);
static int	record_enter_block(MD_BLOCKTYPE type, void *detail, void *userdata);
static int	record_leave_block(MD_BLOCKTYPE type, void *detail, void *userdata);
static int	record_enter_span(MD_SPANTYPE type, void *detail, void *userdata);
static int	record_leave_span(MD_SPANTYPE type, void *detail, void *userdata);
static int	record_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size,
						void *userdata);

static unsigned
parser_flags(int flags)
{
	unsigned	result = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH;

	if (flags & MARKDOWN_TASKS)
		result |= MD_FLAG_TASKLISTS;
	if (flags & MARKDOWN_NO_HTML)
		result |= MD_FLAG_NOHTML;
	return result;
}

static void
out_of_memory(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_OUT_OF_MEMORY),
			 errmsg("out of memory"),
			 errdetail("Failed while reading Markdown.")));
}

/* Runs md4c once; false when a pending interrupt stopped it. */
static bool
run_parser(Recorder *recorder, const MD_PARSER *parser)
{
	Markdown   *markdown = recorder->markdown;

	recorder->stop = STOP_NOT;
	recorder->attribute_bytes = (int64) markdown->len * ATTRIBUTE_BYTES_RATIO + LEAST_ATTRIBUTE_BYTES;
	markdown->events.count = 0;
	markdown->attributes.count = 0;
	markdown->parts.count = 0;
	if (md_parse(recorder->masked, recorder->masked_len, parser, recorder) == 0 && recorder->stop == STOP_NOT)
		return true;
	if (recorder->stop != STOP_INTERRUPT)
		out_of_memory();
	return false;
}

Markdown *
markdown_parse(const char *text, int len, int flags)
{
	MD_PARSER	parser = {
		.flags = parser_flags(flags),
		.enter_block = record_enter_block,
		.leave_block = record_leave_block,
		.enter_span = record_enter_span,
		.leave_span = record_leave_span,
		.text = record_text
	};
	Recorder	recorder = {0};

	recorder.markdown = palloc0(sizeof(Markdown));
	recorder.markdown->text = text;
	recorder.markdown->len = len;
	recorder.masked = mask_brackets(text, len, (flags & MARKDOWN_FOOTNOTES) != 0);
	/* to md4c "<!--" begins HTML only where its line ends */
	recorder.masked_len = len > 0 && text[len - 1] != '\n' ? len + 1 : len;
	markdown_mask_indents(recorder.markdown, recorder.masked);
	markdown_mask_tables(recorder.markdown, recorder.masked);
	markdown_mask_tildes((Slice) {text, len}, recorder.masked);
	if (flags & MARKDOWN_AUTOLINKS)
		markdown_mask_urls((Slice) {text, len}, recorder.masked);
	recorder.keep_attributes = (flags & MARKDOWN_ATTRIBUTES) != 0;
	/* An interrupt that turns out not to throw costs one more parse. */
	while (!run_parser(&recorder, &parser))
		CHECK_FOR_INTERRUPTS();
	pfree(recorder.masked);
	CHECK_FOR_INTERRUPTS();
	if (flags & MARKDOWN_AUTOLINKS)
		markdown_link_urls(recorder.markdown);
	return recorder.markdown;
}

void
markdown_free(Markdown *markdown)
{
	if (markdown->events.items)
		pfree(markdown->events.items);
	if (markdown->attributes.items)
		pfree(markdown->attributes.items);
	if (markdown->parts.items)
		pfree(markdown->parts.items);
	if (markdown->bars.items)
		pfree(markdown->bars.items);
	if (markdown->code_lines.items)
		pfree(markdown->code_lines.items);
	if (markdown->html_lines.items)
		pfree(markdown->html_lines.items);
	pfree(markdown);
}

/* ------------------------------------------------------------ the mask */

static bool
is_blank_line(const char *text, int start, int end)
{
	while (start < end && strchr(" \t\r", text[start]))
		start++;
	return start == end;
}

/* Byte after [^label], which has no blank and no bracket; 0 when it is none. */
static int
footnote_label_end(const char *text, int len, int pos)
{
	int			i = pos + 2;

	if (pos + 1 >= len || text[pos + 1] != '^')
		return 0;
	while (i < len && i < pos + 1000 && strchr(" \t\r\n[\\", text[i]) == NULL &&
		   text[i] != ']')
		i++;
	return i < len && text[i] == ']' && i > pos + 2 ? i + 1 : 0;
}

static void
mask_footnotes(const char *text, int len, char *masked)
{
	for (int i = 0; i < len; i++)
	{
		int			end;

		if (text[i] == '\\')
			i++;
		else if (text[i] == '[' && (end = footnote_label_end(text, len, i)) > 0)
		{
			masked[i] = '{';
			masked[end - 1] = '}';
			i = end - 1;
		}
	}
}

static void
mask_all(char *masked, int start, int end)
{
	for (int i = start; i < end; i++)
	{
		if (masked[i] == '[')
			masked[i] = '{';
		else if (masked[i] == ']')
			masked[i] = '}';
	}
}

static int
count_brackets(const char *masked, int start, int end)
{
	int			count = 0;

	for (int i = start; i < end; i++)
		count += masked[i] == '[' || masked[i] == ']';
	return count;
}

static void
mask_long_blocks(const char *text, int len, char *masked)
{
	int			block_start = 0;
	int			nlines = 0;
	int			nbrackets = 0;

	for (int start = 0; start < len;)
	{
		const char *newline = memchr(text + start, '\n', len - start);
		int			end = newline ? (int) (newline - text) : len;

		CHECK_FOR_INTERRUPTS();
		if (is_blank_line(text, start, end))
		{
			if (nlines > LONG_BLOCK || nbrackets > MANY_BRACKETS)
				mask_all(masked, block_start, start);
			block_start = end;
			nlines = nbrackets = 0;
		}
		else
		{
			nlines++;
			nbrackets += count_brackets(masked, start, end);
		}
		start = end + 1;
	}
	if (nlines > LONG_BLOCK || nbrackets > MANY_BRACKETS)
		mask_all(masked, block_start, len);
}

/* Of a run of '&' or '<' only the last can begin something; md4c takes its time
 * for each. */
static void
mask_runs(const char *text, int len, char *masked)
{
	for (int i = 1; i + 1 < len; i++)
		if ((text[i] == '&' || text[i] == '<') && text[i - 1] == text[i] && text[i + 1] == text[i])
			masked[i] = '{';
}

/* md4c 0.4.8 knows <h1> as the start of an HTML block and none of the lower ones, and
 * <!D but not <!d. */
static void
mask_html_starts(const char *text, int len, char *masked)
{
	const char *end = text + len;

	for (const char *tag = text; tag < end && (tag = memchr(tag, '<', end - tag)) != NULL; tag++)
	{
		const char *name = tag + 1 + (end - tag > 1 && tag[1] == '/');

		if (end - name > 1 && (name[0] == 'h' || name[0] == 'H') && name[1] >= '2' && name[1] <= '6')
			masked[name + 1 - text] = '1';
		else if (end - tag > 2 && tag[1] == '!')
			masked[tag + 2 - text] = pg_ascii_toupper((unsigned char) tag[2]);
	}
}

/* The copy that md4c sees. */
static char *
mask_brackets(const char *text, int len, bool footnotes)
{
	char	   *masked = palloc_extended((Size) len + 1, MCXT_ALLOC_HUGE);

	if (len > 0)
		memcpy(masked, text, len);
	masked[len] = '\n';
	if (footnotes)
		mask_footnotes(text, len, masked);
	mask_long_blocks(text, len, masked);
	mask_runs(text, len, masked);
	mask_html_starts(text, len, masked);
	return masked;
}

/* ------------------------------------------- recording: nothing may throw */

/* Only what CHECK_FOR_INTERRUPTS would really throw for. */
static bool
is_cancelled(void)
{
	return unlikely(InterruptPending) &&
		(QueryCancelPending || ProcDiePending) && INTERRUPTS_CAN_BE_PROCESSED();
}

/* vec_grow that returns NULL instead of an error; the old items stay. */
static void *
record_grow(void *items, int count, int *room, Size size)
{
	int			want = *room > 0 ? *room * 2 : 64;
	void	   *grown;

	if (count < *room)
		return items;
	if (*room > PG_INT32_MAX / 2)
		return NULL;
	grown = palloc_extended(want * size, MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
	if (grown == NULL)
		return NULL;
	if (items)
	{
		memcpy(grown, items, count * size);
		pfree(items);
	}
	*room = want;
	return grown;
}

/* A new zeroed element, or NULL with recorder->stop set. */
#define RECORD_PUSH(recorder, vec, element) \
	do { \
		void	   *grown_ = record_grow((vec)->items, (vec)->count, \
										 &(vec)->room, sizeof(*(vec)->items)); \
		(element) = NULL; \
		if (grown_ == NULL) \
			(recorder)->stop = STOP_MEMORY; \
		else \
		{ \
			(vec)->items = grown_; \
			(element) = &(vec)->items[(vec)->count++]; \
			memset((element), 0, sizeof(*(element))); \
		} \
	} while (0)

/* The next event, or NULL when md4c has to stop. */
static MarkdownEvent *
record_event(Recorder *recorder, MarkdownEventKind kind, int type)
{
	MarkdownEvent *event;

	if (is_cancelled())
	{
		recorder->stop = STOP_INTERRUPT;
		return NULL;
	}
	RECORD_PUSH(recorder, &recorder->markdown->events, event);
	if (event == NULL)
		return NULL;
	event->kind = kind;
	event->type = type;
	event->start = -1;
	event->attribute = -1;
	return event;
}

/* Offset in the input, -1 for md4c's own strings (line ends, indentation). */
static int
input_offset(const Recorder *recorder, const char *text, MD_SIZE size)
{
	uintptr_t	at = (uintptr_t) text;
	uintptr_t	start = (uintptr_t) recorder->masked;

	if (at < start || at + size > start + recorder->markdown->len)
		return -1;
	return (int) (at - start);
}

/*
 * md4c keeps an attribute's bytes for the callback only when it had to build
 * them: those are copied.
 */
static const char *
keep_bytes(Recorder *recorder, const char *text, MD_SIZE size)
{
	int			start = input_offset(recorder, text, size);
	char	   *copy;

	if (size == 0)
		return "";
	if (start >= 0)
		return recorder->markdown->text + start;
	copy = palloc_extended(size, MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
	if (copy == NULL)
		recorder->stop = STOP_MEMORY;
	else
		for (MD_SIZE i = 0; i < size; i++)
			copy[i] = text[i] == MASKED_TILDE ? '~' : text[i] == MASKED_INDENT ? ' ' : text[i];
	return copy;
}

static bool
record_attribute(Recorder *recorder, const MD_ATTRIBUTE *source)
{
	Markdown   *markdown = recorder->markdown;
	MarkdownAttribute *attribute;
	const char *bytes = keep_bytes(recorder, source->text, source->size);

	if (bytes == NULL)
		return false;
	RECORD_PUSH(recorder, &markdown->attributes, attribute);
	if (attribute == NULL)
		return false;
	attribute->first = markdown->parts.count;
	for (int i = 0; source->size > 0 && source->substr_offsets[i] < source->size; i++)
	{
		MarkdownPart *part;

		RECORD_PUSH(recorder, &markdown->parts, part);
		if (part == NULL)
			return false;
		part->text.data = bytes + source->substr_offsets[i];
		part->text.len = source->substr_offsets[i + 1] - source->substr_offsets[i];
		part->is_entity = source->substr_types[i] == MD_TEXT_ENTITY;
		attribute->count++;
	}
	return true;
}

/* Records target and title of the last event, when they are wanted; nothing, as
 * of a link without a destination, when there have been too many. */
static int
record_attributes(Recorder *recorder, const MD_ATTRIBUTE *target,
				  const MD_ATTRIBUTE *title)
{
	Markdown   *markdown = recorder->markdown;

	if (!recorder->keep_attributes)
		return 0;
	recorder->attribute_bytes -= target->size + title->size;
	if (recorder->attribute_bytes < 0)
		return 0;
	markdown->events.items[markdown->events.count - 1].attribute =
		markdown->attributes.count;
	return record_attribute(recorder, target) &&
		record_attribute(recorder, title) ? 0 : STOP;
}

static int
record_enter_block(MD_BLOCKTYPE type, void *detail, void *userdata)
{
	Recorder   *recorder = userdata;
	MarkdownEvent *event = record_event(recorder, MARKDOWN_ENTER_BLOCK, type);

	if (event == NULL)
		return STOP;
	if (type == MD_BLOCK_UL)
		event->is_tight = ((MD_BLOCK_UL_DETAIL *) detail)->is_tight;
	else if (type == MD_BLOCK_OL)
	{
		event->is_tight = ((MD_BLOCK_OL_DETAIL *) detail)->is_tight;
		event->number = ((MD_BLOCK_OL_DETAIL *) detail)->start;
	}
	else if (type == MD_BLOCK_LI && ((MD_BLOCK_LI_DETAIL *) detail)->is_task)
		event->number = ((MD_BLOCK_LI_DETAIL *) detail)->task_mark;
	else if (type == MD_BLOCK_H)
		event->number = ((MD_BLOCK_H_DETAIL *) detail)->level;
	else if (type == MD_BLOCK_TABLE)
		event->number = ((MD_BLOCK_TABLE_DETAIL *) detail)->col_count;
	else if (type == MD_BLOCK_TH || type == MD_BLOCK_TD)
		event->number = ((MD_BLOCK_TD_DETAIL *) detail)->align;
	else if (type == MD_BLOCK_CODE)
	{
		MD_BLOCK_CODE_DETAIL *code = detail;

		event->number = code->fence_char;
		return record_attributes(recorder, &code->info, &code->lang);
	}
	return 0;
}

static int
record_leave_block(MD_BLOCKTYPE type, void *detail pg_attribute_unused(), void *userdata)
{
	return record_event(userdata, MARKDOWN_LEAVE_BLOCK, type) ? 0 : STOP;
}

static int
record_enter_span(MD_SPANTYPE type, void *detail, void *userdata)
{
	Recorder   *recorder = userdata;

	if (record_event(recorder, MARKDOWN_ENTER_SPAN, type) == NULL)
		return STOP;
	if (type == MD_SPAN_A)
	{
		MD_SPAN_A_DETAIL *link = detail;

		return record_attributes(recorder, &link->href, &link->title);
	}
	if (type == MD_SPAN_IMG)
	{
		MD_SPAN_IMG_DETAIL *image = detail;

		return record_attributes(recorder, &image->src, &image->title);
	}
	return 0;
}

static int
record_leave_span(MD_SPANTYPE type, void *detail pg_attribute_unused(), void *userdata)
{
	return record_event(userdata, MARKDOWN_LEAVE_SPAN, type) ? 0 : STOP;
}

/*
 * md4c does not tell an autolink from a link.  Right before the first text of
 * a link there is its '[' (or a mark inside the label), of an autolink its '<'
 * (a '<' in a label is text itself, or raw HTML).
 */
static bool
starts_autolink(const Markdown *markdown, const MarkdownEvent *event, int start)
{
	if (event->kind != MARKDOWN_ENTER_SPAN || event->type != MARKDOWN_LINK)
		return false;
	return start > 0 && markdown->text[start - 1] == '<';
}

/*
 * A masked blank before the back-ticks that end a code span: md4c has recorded the
 * line end before it, and has not stripped a blank at the span's start for it.
 */
static void
strip_code_span(Markdown *markdown)
{
	MarkdownEvent *events = markdown->events.items;
	int			last = markdown->events.count - 1;
	int			first = last;

	while (first > 0 && events[first - 1].kind == MARKDOWN_TEXT)
		first--;
	if (first == 0 || first >= last)
		return;					/* of blanks only */
	if (events[first].start < 0)	/* a line end: md4c 0.5 tells of that at the start, too */
	{
		if (first + 1 == last)
			return;
		memmove(&events[first], &events[first + 1], sizeof(MarkdownEvent) * (last - first - 1));
		markdown->events.count -= 2;
		return;
	}
	if (events[first].len > 1 && events[first].data[0] == ' ')
	{
		events[first].start++;
		events[first].data++;
		events[first].len--;
	}
	else if (strchr(" \t\n\r", markdown->text[events[first].start - 1]) == NULL)
		return;
	markdown->events.count--;
}

static int
record_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *userdata)
{
	Recorder   *recorder = userdata;
	Markdown   *markdown = recorder->markdown;
	int			start = input_offset(recorder, text, size);
	MarkdownEvent *event;

	if (type == MD_TEXT_NORMAL && markdown->events.count > 0)
	{
		event = &markdown->events.items[markdown->events.count - 1];
		event->is_autolink = starts_autolink(markdown, event, start);
	}
	if (size > 0 && *text == MASKED_INDENT)
	{
		text++;
		start++;
		if (--size == 0)
		{
			if (type == MD_TEXT_CODE)
				strip_code_span(markdown);
			return 0;
		}
	}
	event = record_event(recorder, MARKDOWN_TEXT, type);
	if (event == NULL)
		return STOP;
	event->start = start;
	event->len = size;
	event->data = start >= 0 ? markdown->text + start : text;
	return 0;
}
