/*
 * html_text.c
 *		The events of a finished text -> HTML.
 *
 * One walk; elements that turn out to be without content (a link or a heading
 * of nothing) are taken back.  All text goes through html_escape(), and of the
 * URLs only http, https and mailto, as pictures only data of pixel formats,
 * become attributes.
 *
 * A new mark (what stands in a line, as <del> for ~~old~~) needs
 *	markdown/	its MARKDOWN_ name in markdown.h; its delimiter in delimiters_add() of
 *				inline_token.c, CHAR_MARK of base/utf8.c; pair_up() of emphasis.c, and
 *				write_syntax() of inline_write.c, who emits it
 *	here		its tag in write_span(), its look in html_style.inc
 *	output/		MARK_ in output_internal.h, prosemirror.c, prosemirror_node.c
 *	others		append_escaped() of render/appendix.c, metrics/read.c, which read over it
 *	tests		test/unit/markdown.c, output.c; test/sql/html.sql, prosemirror.sql;
 *				docs/how-to/tiptap.md
 * A reference's mark (stale, low confidence) is html.c's, its look in html_style.inc.
 */
#include "output/output_internal.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "render/render.h"

#define MAX_HEADING		6
#define NO_EVENT		UINT8_MAX	/* none yet */

/* Where the walk is. */
typedef struct Walk
{
	HtmlWriter *writer;
	MarkdownEvent event;		/* the one that is written, */
	const MarkdownEvent *next;	/* and behind it, NULL = none */
	int			before;			/* kind of the one before it */
	int			skip;			/* bytes of the next text that are written already */
	int			images;			/* open ones: their text is the alt text */
	int			image_start;	/* of out: where the open image is, -1 = it is dropped */
	int			link_start;		/* of out: where the open link is, -1 = none */
	int			link_text;		/* and its text */
	int			heading_start;
	int			heading_text;
	int			outer_heading;	/* level of the one before the open one */
				VEC(int) waiting;	/* numbers of references in the open link */
	StringInfoData url;
	HtmlPlace	place;
	bool		is_sources;		/* the table of sources */
	int			column;			/* of the row, from 1 */
	bool		row_is_stale;
	bool		has_separator;	/* a comma goes before the next reference */
} Walk;

/* ---------------------------------------------------------------------- text */

/* "[VERIFIED: corrected from 12% per source data]": for readers a mark with that on hover. */
static void
write_correction(HtmlWriter *writer, Slice before, Slice text)
{
	Slice		what = {text.data + strlen("[VERIFIED: "), text.len - (int) strlen("[VERIFIED: ]")};

	if (writer->page->is_author)
	{
		html_print(writer, "%t<span class=\"badge verified\">%t</span>", before, text);
		return;
	}
	if (before.len > 0 && before.data[before.len - 1] == ' ')
		before.len--;
	else if (before.len == 0)
		strip_end(writer->out);
	html_print(writer,
			   "%t<sup class=\"ref\"><abbr class=\"corrected\" title=\"%t\">" CORRECTED_MARK
			   "</abbr></sup>",
			   before, what);
}

/* Appends a text in which [VERIFIED: ...] is marked as such. */
static void
write_prose(Walk *walk, Slice text)
{
	int			done = 0;

	for (int pos = 0; walk->images == 0 && pos < text.len; pos++)
	{
		const char *bracket = memmem(text.data + pos, text.len - pos, "[VERIFIED", 9);
		Marker		marker;

		if (bracket == NULL)
			break;
		pos = (int) (bracket - text.data);
		if (!marker_match(text.data, text.len, pos, false, &marker) ||
			marker.kind != MARKER_VERIFIED)
			continue;
		write_correction(walk->writer, (Slice) {text.data + done, pos - done},
						 (Slice) {text.data + pos, marker.len});
		done = pos + marker.len;
		pos = done - 1;
	}
	html_escape(walk->writer->out, (Slice) {text.data + done, text.len - done});
}

/* Notes that a source has: "1, 4" with links to them. */
static void
write_note_numbers(Walk *walk, Slice text)
{
	HtmlWriter *writer = walk->writer;

	for (int i = 0; i < text.len;)
	{
		int			end = past_digits(text.data, text.len, i);
		int			number = (int) whole_number((Slice) {text.data + i, end - i},
												writer->page->memo.nnotes);

		if (number >= 1)
		{
			html_print(writer, "<a href=\"#%pn%d\">%d</a>", number, number);
			walk->row_is_stale |= writer->page->memo.notes[number - 1].is_stale;
		}
		else
			html_escape(writer->out, (Slice) {text.data + i, Max(end - i, 1)});
		i = Max(end, i + 1);
	}
}

static void
write_text(Walk *walk, const MarkdownEvent *event)
{
	StringInfo	out = walk->writer->out;
	Slice		text = {event->data + walk->skip, event->len - walk->skip};
	StringInfoData decoded;

	walk->skip = 0;
	switch ((MarkdownText) event->type)
	{
		case MARKDOWN_HARD_BREAK:
		case MARKDOWN_SOFT_BREAK:
			if (walk->images == 0)
				strip_end(out);
			appendStringInfoString(out, walk->images > 0 ? " "
								   : event->type == MARKDOWN_HARD_BREAK ? "<br>\n" : "\n");
			break;
		case MARKDOWN_CODE:
			/* a blank that ends a line is written so that it is seen to be meant */
			if (event->data[0] == '\n' && out->len > 0 && is_blank(out->data[out->len - 1]))
			{
				char		blank = out->data[--out->len];

				appendStringInfo(out, "&#%d;", blank);
			}
			html_escape(out, (Slice) {event->data, event->len});
			break;
		case MARKDOWN_ENTITY:
			initStringInfo(&decoded);
			markdown_append_text(&decoded, event);
			html_escape(out, (Slice) {decoded.data, decoded.len});
			pfree(decoded.data);
			break;
		default:
			if (walk->is_sources && walk->column == 4)
				write_note_numbers(walk, text);
			else
				write_prose(walk, text);
	}
}

/* ---------------------------------------------------------------- references */

/* Is the nth reference to a note weak, and its mark next in the text? */
static bool
is_weak(const Walk *walk, const NoteRow *note, int nth)
{
	const MarkdownEvent *next = walk->next;
	int			confidence = note->nconfidences == 1 ? note->confidences[0]
		: nth <= note->nconfidences ? note->confidences[nth - 1] : -1;

	return confidence >= 0 && confidence < walk->writer->page->memo.weak && next != NULL &&
		   next->kind == MARKDOWN_TEXT && next->type == MARKDOWN_NORMAL &&
		   next->len >= (int) strlen(WEAK_MARK) &&
		   memcmp(next->data, WEAK_MARK, strlen(WEAK_MARK)) == 0;
}

#define LONGEST_QUOTE	320			/* bytes of a reference's own quote, in its preview */

ShownQuote
html_shown_quote(const NoteRow *note, int nth)
{
	if (note->shown == NULL || nth > note->nshown)
		return (ShownQuote) {.is_verified = false};
	return note->shown[nth - 1];
}

/* In a link, references wait until it ends: a link cannot hold another. */
static void
write_reference(Walk *walk, int number, bool follows)
{
	HtmlWriter *writer = walk->writer;
	int			nth;
	bool		weak;
	ShownQuote	quote;

	if (walk->link_start >= 0)
	{
		*VEC_PUSH(&walk->waiting) = number;
		return;
	}
	nth = ++writer->uses[number - 1];
	weak = walk->waiting.count == 0 && is_weak(walk, &writer->page->memo.notes[number - 1], nth);
	quote = html_shown_quote(&writer->page->memo.notes[number - 1], nth);
	html_print(writer,
			   "<sup class=\"ref%s<a id=\"%pr%d-%d\" href=\"#%pn%d\" role=\"doc-noteref\" "
			   "data-note=\"%s",
			   walk->has_separator ? "\">," : follows ? " next\">" : "\">", number, nth, number,
			   writer->previews[number - 1].data);
	if (quote.text.data != NULL)
		html_print(writer, " &quot;%t%s&quot;%e",
				   (Slice) {quote.text.data, utf8_clip(quote.text, LONGEST_QUOTE)},
				   quote.text.len > LONGEST_QUOTE ? "\xE2\x80\xA6" : "",
				   quote.is_returned ? RETURNED_MARK
				   : writer->page->memo.marks_unchecked && !quote.is_verified ? UNCHECKED_MARK
																			  : "");
	html_unfound(writer, " (", quote, ")");
	html_print(writer, "\">%d</a>%s", number,
			   weak ? "<abbr class=\"weak\" title=\"low confidence\">" WEAK_MARK "</abbr>" : "");
	html_unfound(writer, "<abbr class=\"unfound\" title=\"", quote, "\">" UNFOUND_MARK "</abbr>");
	html_print(writer, "</sup>");
	walk->skip = weak ? (int) strlen(WEAK_MARK) : 0;
	walk->has_separator = false;
}

/* --------------------------------------------------------------- links, images */

/* The target of a link or image, until the next one. */
static Slice
target(Walk *walk, const MarkdownEvent *event)
{
	resetStringInfo(&walk->url);
	markdown_append_target(&walk->url, event);
	return (Slice) {walk->url.data, walk->url.len};
}

static void
enter_link(Walk *walk, const MarkdownEvent *event)
{
	StringInfo	out = walk->writer->out;
	Slice		url = target(walk, event);

	if (walk->images > 0 || walk->link_start >= 0 || !link_is_safe(url))
		return;
	walk->link_start = out->len;
	appendStringInfoString(out, event->escapes == ESCAPES_ALL ? "<a href=\""
						   : "<a class=\"bare\" href=\"");
	html_target(out, url);
	appendStringInfoString(out, "\" rel=\"noopener noreferrer\">");
	walk->link_text = out->len;
}

static void
truncate_to(StringInfo out, int len)
{
	out->data[out->len = len] = '\0';
}

static void
leave_link(Walk *walk)
{
	StringInfo	out = walk->writer->out;

	if (walk->images > 0 || walk->link_start < 0)
		return;
	if (html_is_blank(out->data + walk->link_text, out->len - walk->link_text))
		truncate_to(out, walk->link_start);
	else
		appendStringInfoString(out, "</a>");
	walk->link_start = -1;
	for (int i = 0; i < walk->waiting.count; i++)
		write_reference(walk, walk->waiting.items[i], i > 0);
	walk->waiting.count = 0;
}

/* An image is its text, but for one whose pixels are in the memo. */
static void
enter_image(Walk *walk, const MarkdownEvent *event)
{
	StringInfo	out = walk->writer->out;
	Slice		url = target(walk, event);

	if (walk->images++ > 0)
		return;
	walk->image_start = -1;
	if (!image_is_safe(url))
		return;
	walk->image_start = out->len;
	appendStringInfoString(out, "<img src=\"");
	html_escape(out, url);
	appendStringInfoString(out, "\" alt=\"");
}

static void
write_span(Walk *walk, const MarkdownEvent *event, bool is_enter)
{
	static const char *const tags[] = {
		[MARKDOWN_EMPHASIS] = "em",
		[MARKDOWN_STRONG] = "strong",
		[MARKDOWN_CODE_SPAN] = "code",
		[MARKDOWN_STRIKE] = "del",
	};

	if (event->type == MARKDOWN_LINK && is_enter)
		enter_link(walk, event);
	else if (event->type == MARKDOWN_LINK)
		leave_link(walk);
	else if (event->type == MARKDOWN_IMAGE && is_enter)
		enter_image(walk, event);
	else if (event->type == MARKDOWN_IMAGE)
		appendStringInfoString(walk->writer->out,
							   --walk->images == 0 && walk->image_start >= 0 ? "\">" : "");
	else if (walk->images == 0)
		appendStringInfo(walk->writer->out, is_enter ? "<%s>" : "</%s>", tags[event->type]);
}

/* -------------------------------------------------------------------- blocks */

/* Levels never jump: what follows an h3 is at most an h4. */
static void
enter_heading(Walk *walk, int level)
{
	HtmlWriter *writer = walk->writer;

	level = Min(Max(level, 3), Min(writer->heading + 1, MAX_HEADING));
	walk->heading_start = writer->out->len;
	html_print(writer, "<h%d>", level);
	walk->heading_text = writer->out->len;
	walk->outer_heading = writer->heading;
	writer->heading = level;
}

static void
leave_heading(Walk *walk)
{
	HtmlWriter *writer = walk->writer;

	strip_end(writer->out);
	if (html_is_blank(writer->out->data + walk->heading_text,
					  writer->out->len - walk->heading_text))
	{
		truncate_to(writer->out, walk->heading_start);
		writer->heading = walk->outer_heading;
	}
	else
		appendStringInfo(writer->out, "</h%d>\n", writer->heading);
}

/* A header without text is no header: a <th> of nothing names nothing to who
 * hears the table read (axe-core: empty-table-header).  The name of a source heads
 * its row. */
static void
write_cell(Walk *walk, const MarkdownEvent *event, bool is_enter)
{
	static const char *const classes[] = {"", " class=\"left\"", " class=\"center\"",
										  " class=\"right\""};
	StringInfo	out = walk->writer->out;
	bool		is_header = event->type == MARKDOWN_HEADER_CELL;
	bool is_row_header = walk->is_sources && !is_header && walk->column == (is_enter ? 0 : 1);

	if (is_enter)
	{
		bool		is_empty = walk->next->kind == MARKDOWN_LEAVE_BLOCK;
		bool		is_date = walk->is_sources && !is_header && walk->column == 5;

		walk->column++;
		appendStringInfo(out,
						 is_header && !is_empty		  ? "<th scope=\"col\"%s>"
						 : is_row_header && !is_empty ? "<th scope=\"row\"%s>"
													  : "<td%s>",
						 is_date ? " class=\"date\"" : classes[event->number]);
		return;
	}
	if (walk->is_sources && !is_header && walk->column == 6 && walk->row_is_stale)
		html_badge(out, "stale", "stale");
	strip_end(out);
	appendStringInfoString(
		out,
		(is_header || is_row_header) && walk->before != MARKDOWN_ENTER_BLOCK ? "</th>" : "</td>");
}

/* Plain blocks: what opens and closes them. */
static const char *const block_tags[][2] = {
	[MARKDOWN_QUOTE] = {"<blockquote>\n", "</blockquote>\n"},
	[MARKDOWN_BULLET_LIST] = {"<ul>\n", "</ul>\n"},
	[MARKDOWN_ORDERED_LIST] = {NULL, "</ol>\n"},
	[MARKDOWN_ITEM] = {"<li>", "</li>\n"},
	[MARKDOWN_RULE] = {"<hr>\n", ""},
	[MARKDOWN_CODE_BLOCK] = {"<pre><code>", "</code></pre>\n"},
	[MARKDOWN_PARAGRAPH] = {"<p>", "</p>\n"},
	[MARKDOWN_TABLE_HEAD] = {"<thead>\n", "</thead>\n"},
	[MARKDOWN_TABLE_BODY] = {"<tbody>\n", "</tbody>\n"},
	[MARKDOWN_ROW] = {"<tr>", "</tr>\n"},
	[MARKDOWN_CELL] = {NULL, NULL},
};

static void
write_block(Walk *walk, const MarkdownEvent *event, bool is_enter)
{
	StringInfo	out = walk->writer->out;

	switch ((MarkdownBlock) event->type)
	{
		case MARKDOWN_DOCUMENT:
			break;
		case MARKDOWN_HEADING:
			if (is_enter)
				enter_heading(walk, event->number);
			else
				leave_heading(walk);
			break;
		case MARKDOWN_TABLE:
			if (is_enter)
				html_open_table(walk->writer, (Slice) {"", 0});
			else
				html_close_table(walk->writer);
			walk->is_sources = is_enter && walk->place == HTML_TAIL;
			break;
		case MARKDOWN_HEADER_CELL:
		case MARKDOWN_CELL:
			write_cell(walk, event, is_enter);
			break;
		case MARKDOWN_ORDERED_LIST:
			if (is_enter)
			{
				appendStringInfo(out, event->number == 1 ? "<ol>\n" : "<ol start=\"%d\">\n",
								 event->number);
				break;
			}
			/* FALLTHROUGH */
		default:
			walk->column = 0;
			walk->row_is_stale &= event->type != MARKDOWN_ROW;
			if (!is_enter && event->type != MARKDOWN_CODE_BLOCK)
				strip_end(out);
			appendStringInfoString(out, block_tags[event->type][is_enter ? 0 : 1]);
	}
}

/* ---------------------------------------------------------------------- walk */

static void
write_event(Walk *walk, const MarkdownEvent *event)
{
	StringInfo	plain = walk->writer->plain;

	if (plain != NULL && event->kind == MARKDOWN_TEXT && plain->len <= LONGEST_PREVIEW)
		markdown_append_text(plain, event);
	switch ((int) event->kind)
	{
		case MARKDOWN_TEXT:
			write_text(walk, event);
			break;
		case READER_REFERENCE:
			write_reference(walk, event->number,
							walk->before == READER_REFERENCE && walk->skip == 0);
			break;
		case READER_CHART:
			html_chart(walk->writer, event->target, event->title);
			break;
		case MARKDOWN_ENTER_SPAN:
		case MARKDOWN_LEAVE_SPAN:
			write_span(walk, event, event->kind == MARKDOWN_ENTER_SPAN);
			break;
		default:
			if (walk->place != HTML_LINE)
				write_block(walk, event, event->kind == MARKDOWN_ENTER_BLOCK);
	}
}

/* Writes the event before the next one, which its look may depend on; NULL behind the last. */
static void
write_before(void *data, const MarkdownEvent *next)
{
	Walk	   *walk = data;
	const MarkdownEvent *event = &walk->event;

	walk->next = next;
	if (event->kind == MARKDOWN_TEXT && event->type == MARKDOWN_NORMAL &&
		event->len == walk->skip + 1 && event->data[walk->skip] == ',' &&
		walk->before == READER_REFERENCE && next != NULL && next->kind == READER_REFERENCE)
	{
		/* the comma between two references is raised as they are */
		walk->skip = 0;
		walk->has_separator = true;
	}
	else if (walk->event.kind != NO_EVENT)
	{
		write_event(walk, &walk->event);
		walk->before = walk->event.kind;
	}
	if (next != NULL)
		walk->event = *next;
}

void
html_text(HtmlWriter *writer, ReaderText *text, HtmlPlace place)
{
	Walk		walk = {.writer = writer, .place = place, .link_start = -1, .event.kind = NO_EVENT};

	initStringInfo(&walk.url);
	reader_walk(text, write_before, &walk);
	write_before(&walk, NULL);
}
