/*
 * markdown_url.c
 *		Bare URLs and mail addresses become links: GFM's extended autolinks.
 *
 * md4c has an option for that, which reads on over the bar of a table's cell and
 * takes quadratic time (300,000 URLs in a paragraph: a minute without a
 * callback).  So it is off, and there are two passes, both linear:
 *
 * - before md4c, '*', '_' and '~' in a URL are masked (see markdown.c), for they
 *   are no emphasis there: "https://a.b/_x_/y";
 * - after it, the events of a text, "see https://a.b/?c=1&amp;d=2.", become
 *		TEXT "see ", ENTER_SPAN link, TEXT "https://a.b/?c=1", ENTITY "&amp;",
 *		TEXT "d=2", LEAVE_SPAN link, TEXT "."
 *
 * The rules are those of cmark-gfm, which links http:// and https:// behind
 * whatever is no letter, and www. behind a blank or one of "*_~(" only.  A URL
 * is of the decoded text, and a reference ("[^1]") ends it.  What looks like one
 * in code, links, images and HTML is left alone.  Unlike there, a blank of Unicode
 * ends a URL, and one does not go on over code and links behind it.
 */
#include "markdown/markdown_internal.h"

#define LONGEST_DOMAIN	255		/* bytes, as in DNS; bounds the work of a URL */

/* A URL or an address that was found. */
typedef struct Url
{
	int			start;
	int			domain;
	int			end;			/* of the domain, and at last of all of it */
	bool		is_address;
	const char *prefix;			/* of its destination */
} Url;

/* An event of the text that is searched: where it stands in it. */
typedef struct Piece
{
	int			event;
	int			start;
	bool		is_entity;
	bool		is_escaped;		/* its first character, by a backslash */
} Piece;

typedef struct Linker
{
	Markdown   *markdown;
				VEC(MarkdownEvent) events;	/* the new list */
	int			copied;			/* events that are in it */
	StringInfoData text;		/* of neighbouring text events, decoded */
				VEC(Piece) pieces;
	int			piece;			/* the first one that is not written */
	int			pos;			/* and the byte of the text */
	char		before;			/* the text's first byte; '\n' = it begins a line */
} Linker;

/* ----------------------------------------------------- the shape of a URL */

static bool
starts(Slice text, int pos, const char *what)
{
	int			len = (int) strlen(what);

	return len <= text.len - pos && memcmp(text.data + pos, what, len) == 0;
}

/* Byte behind the domain at pos, 0 when it is none: no underscore in the last
 * two of its parts. */
static int
domain_end(Slice text, int pos)
{
	int			limit = Min(text.len, pos + LONGEST_DOMAIN + 1);
	int			underscores = 0;
	int			underscores_before = 0;
	int			i;

	for (i = pos; i < limit; i++)
	{
		char		c = text.data[i];

		if (c == '.' && i > pos)
		{
			underscores_before = underscores;
			underscores = 0;
		}
		else if (c == '_' && i > pos)
			underscores++;
		else if (!is_alnum(c) && (c != '-' || i == pos) && (unsigned char) c < 0x80)
			break;
	}
	return i == pos || i > pos + LONGEST_DOMAIN || underscores + underscores_before > 0 ? 0 : i;
}

/* A control character, or a blank of Unicode (NBSP, U+2000 to U+200B, ...)? */
static bool
is_wide_space(Slice text, int pos)
{
	static const char *const blanks[] = {"\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF"};
	unsigned char c = text.data[pos];

	if (c < 0x80)
		return c <= ' ' || c == 0x7F;
	for (int i = 0; i < (int) lengthof(blanks); i++)
		if (starts(text, pos, blanks[i]))
			return true;
	return starts(text, pos, "\xE2\x80") && (unsigned char) text.data[pos + 2] <= 0x8B;
}

/* Where a URL ends that goes on at pos: before a blank, '<' or reference. */
static int
path_end(Slice text, int pos)
{
	while (pos < text.len && !is_wide_space(text, pos) && text.data[pos] != '<' &&
		   !(text.data[pos] == '[' && pos + 2 < text.len && text.data[pos + 1] == '^' && isdigit((unsigned char) text.data[pos + 2])))
		pos++;
	return pos;
}

static int
balance(char c)
{
	return c == '(' ? 1 : c == ')' ? -1 : 0;
}

/* Without the punctuation that ends the sentence instead, brackets that are not
 * open, and character references: one is the last of pieces (none: NULL) that
 * stands there. */
static int
trim_end(Slice text, int start, int end, const Piece *last)
{
	int			brackets = 0;

	for (int i = start; i < end; i++)
		brackets += balance(text.data[i]);
	while (end > start)
	{
		while (last != NULL && last->start >= end)
			last--;
		if (last != NULL && last->is_entity)
		{
			while (end > start && end > last->start)
				brackets -= balance(text.data[--end]);
			continue;
		}
		if (text.data[end - 1] == ')' ? brackets >= 0 : strchr("?!.,:*_~'\";", text.data[end - 1]) == NULL)
			break;
		brackets -= balance(text.data[--end]);
	}
	return end;
}

/* Start of the "http" or "https" before the colon at pos, not before floor; -1
 * when there is none. */
static int
scheme_start(Slice text, int floor, int pos)
{
	int			start = pos;

	while (start > floor && pos - start < 6 && is_letter(text.data[start - 1]))
		start--;
	return (pos - start == 4 && pg_strncasecmp(text.data + start, "http", 4) == 0) ||
		(pos - start == 5 && pg_strncasecmp(text.data + start, "https", 5) == 0) ? start : -1;
}

/* "https://example.com", its colon at pos */
static bool
read_url(Slice text, int floor, int pos, Url *url)
{
	if (!starts(text, pos, "://"))
		return false;
	url->prefix = "";
	url->is_address = false;
	url->start = scheme_start(text, floor, pos);
	url->domain = pos + 3;
	url->end = url->start < 0 ? 0 : domain_end(text, url->domain);
	return url->end > 0;
}

/* "www.example.com" at pos, behind a byte */
static bool
read_www(Slice text, int pos, char before, Url *url)
{
	if (!starts(text, pos, "www.") || (!is_space(before) && strchr("*_~(", before) == NULL))
		return false;
	url->prefix = "http://";
	url->is_address = false;
	url->start = pos;
	url->domain = pos + 4;
	url->end = domain_end(text, url->domain) == 0 ? 0 : domain_end(text, pos);
	return url->end > 0;
}

/* "name@example.com", its '@' at pos; with "mailto:" before it, or not */
static bool
read_address(Slice text, int floor, int pos, Url *url)
{
	int			start = pos;
	int			end = pos + 1;
	int			ndots = 0;

	while (start > floor && (is_alnum(text.data[start - 1]) || strchr(".+-_", text.data[start - 1]) != NULL))
		start--;
	for (; end < text.len; end++)
	{
		char		c = text.data[end];

		if (c == '.' && end + 1 < text.len && is_alnum(text.data[end + 1]))
			ndots++;
		else if (!is_alnum(c) && c != '-' && c != '_')
			break;
	}
	if (start == pos || ndots == 0 || !is_letter(text.data[end - 1]))
		return false;
	url->prefix = start - floor >= 7 && memcmp(text.data + start - 7, "mailto:", 7) == 0 ? "" : "mailto:";
	url->start = url->prefix[0] == '\0' ? start - 7 : start;
	url->domain = pos + 1;
	url->end = end;
	url->is_address = true;
	return true;
}

/* ----------------------------------------------------------- before md4c */

/* Does a link's destination begin here? */
static bool
is_destination(Slice text, int pos)
{
	if (pos > 0 && text.data[pos - 1] == '<')
		return true;
	while (pos > 0 && is_space(text.data[pos - 1]))
		pos--;
	return pos > 1 && strchr("(:", text.data[pos - 1]) != NULL && text.data[pos - 2] == ']';
}

/* Masks a URL, for which a bar or back-tick is an end; returns that. */
static int
mask_url(Slice text, const Url *url, char *masked)
{
	int			stop = url->end;
	int			end;

	while (stop < text.len && !is_space(text.data[stop]) && strchr("|`]<", text.data[stop]) == NULL)
		stop++;
	end = is_destination(text, url->start) ? 0 : trim_end(text, url->start, stop, NULL);
	for (int i = url->start; i < end; i++)
		if (strchr("*_~", text.data[i]) != NULL)
			masked[i] = '{';
	return stop;
}

void
markdown_mask_urls(Slice text, char *masked)
{
	Url			url;

	for (int pos = 0, done = 0; pos < text.len; pos++)
	{
		const char *colon = memmem(text.data + pos, text.len - pos, "://", 3);

		CHECK_FOR_INTERRUPTS();
		if (colon == NULL)
			break;
		pos = (int) (colon - text.data);
		if (read_url(text, done, pos, &url))
			pos = done = mask_url(text, &url, masked);
	}
	for (int pos = 0; pos < text.len; pos++)
	{
		const char *www = memmem(text.data + pos, text.len - pos, "www.", 4);

		CHECK_FOR_INTERRUPTS();
		if (www == NULL)
			break;
		pos = (int) (www - text.data);
		if (read_www(text, pos, pos > 0 ? text.data[pos - 1] : '\n', &url))
			pos = mask_url(text, &url, masked);
	}
}

/* ------------------------------------------------------------ after md4c */

/* The next URL in a piece, from a byte on; what it begins with is in one piece. */
static bool
find_url(const Linker *linker, int piece, int from, Url *url)
{
	Slice		text = {linker->text.data, linker->text.len};
	const Piece *this = &linker->pieces.items[piece];
	int			end = this[1].start;

	for (int pos = from; pos < end; pos++)
	{
		char		c = text.data[pos];

		if ((c != ':' && c != 'w' && c != '@') || (pos == this->start && this->is_escaped))
			continue;
		if ((c == ':' && end - pos > 2 && read_url(text, from, pos, url)) ||
			(c == 'w' && end - pos > 3 && read_www(text, pos, pos > 0 ? text.data[pos - 1] : linker->before, url)) ||
			(c == '@' && read_address(text, from, pos, url)))
			return true;
	}
	return false;
}

static MarkdownEvent *
push_event(Linker *linker, MarkdownEvent event)
{
	MarkdownEvent *pushed = VEC_PUSH(&linker->events);

	*pushed = event;
	return pushed;
}

/* Writes the text up to a byte; to a destination, too. */
static void
write_to(Linker *linker, int to, MarkdownAttribute *target)
{
	while (linker->pos < to)
	{
		const Piece *piece = &linker->pieces.items[linker->piece];
		MarkdownEvent event = linker->markdown->events.items[piece->event];
		int			end = Min(to, piece[1].start);

		if (event.type != MARKDOWN_ENTITY)
		{
			event.data += linker->pos - piece->start;
			event.start += event.start >= 0 ? linker->pos - piece->start : 0;
			event.len = end - linker->pos;
		}
		push_event(linker, event);
		if (target != NULL)
		{
			*VEC_PUSH(&linker->markdown->parts) = (MarkdownPart) {{event.data, event.len}, event.type == MARKDOWN_ENTITY};
			target->count++;
		}
		linker->pos = end;
		linker->piece += end == piece[1].start;
	}
}

static void
write_link(Linker *linker, const Url *url)
{
	Markdown   *markdown = linker->markdown;
	MarkdownEvent link = {.kind = MARKDOWN_ENTER_SPAN, .type = MARKDOWN_LINK, .start = -1, .attribute = markdown->attributes.count};
	MarkdownAttribute target = {markdown->parts.count, 1};

	write_to(linker, url->start, NULL);
	*VEC_PUSH(&markdown->parts) = (MarkdownPart) {{url->prefix, (int) strlen(url->prefix)}, false};
	push_event(linker, link);
	write_to(linker, url->end, &target);
	link.kind = MARKDOWN_LEAVE_SPAN;
	link.attribute = -1;
	push_event(linker, link);
	*VEC_PUSH(&markdown->attributes) = target;
	*VEC_PUSH(&markdown->attributes) = (MarkdownAttribute) {markdown->parts.count, 0};
}

/* Where a URL ends that begins in a piece. */
static int
url_end(const Linker *linker, const Url *url, int piece)
{
	Slice		text = {linker->text.data, linker->text.len};
	const Piece *pieces = linker->pieces.items;
	int			end = path_end(text, url->domain);

	while (pieces[piece + 1].start < end)
		piece++;
	return trim_end(text, url->start, end, &pieces[piece]);
}

/* Copies all events up to one. */
static void
copy_events(Linker *linker, int to)
{
	while (linker->copied < to)
		push_event(linker, linker->markdown->events.items[linker->copied++]);
}

/* Events first up to last are texts that follow each other. */
static void
gather_text(Linker *linker, int first, int last)
{
	const Markdown *markdown = linker->markdown;
	int			start = markdown->events.items[first].start;

	resetStringInfo(&linker->text);
	linker->pieces.count = 0;
	linker->piece = linker->pos = 0;
	for (int i = first; i < last; i++)
	{
		const MarkdownEvent *event = &markdown->events.items[i];
		const MarkdownEvent *before = event - 1;

		*VEC_PUSH(&linker->pieces) = (Piece) {i, linker->text.len, event->type == MARKDOWN_ENTITY,
			event->start > 0 && markdown->text[event->start - 1] == '\\' &&
			!(before->kind == MARKDOWN_TEXT && before->start + before->len == event->start)};
		markdown_append_text(&linker->text, event);
	}
	*VEC_PUSH(&linker->pieces) = (Piece) {last, linker->text.len, false, false};
	linker->before = start <= 0 || markdown->events.items[first - 1].kind == MARKDOWN_ENTER_BLOCK ||
		markdown->events.items[first - 1].kind == MARKDOWN_TEXT ? '\n' : markdown->text[start - 1];
}

/* The URLs of the texts first up to last. */
static void
link_text(Linker *linker, int first, int last)
{
	int			from = 0;

	gather_text(linker, first, last);
	for (int i = 0; i < last - first; i++)
	{
		Url			url;

		if (linker->pieces.items[i].is_entity)
			continue;
		from = Max(from, linker->pieces.items[i].start);
		while (find_url(linker, i, from, &url))
		{
			CHECK_FOR_INTERRUPTS();
			from = url.domain;
			if (!url.is_address)
				url.end = url_end(linker, &url, i);
			if (url.end <= url.domain)
				continue;
			copy_events(linker, first);
			from = url.end;
			write_link(linker, &url);
		}
	}
	if (linker->pos > 0)
	{
		write_to(linker, linker->text.len, NULL);
		linker->copied = last;
	}
}

static bool
is_linkable(const MarkdownEvent *event)
{
	return event->kind == MARKDOWN_TEXT && (event->type == MARKDOWN_NORMAL || event->type == MARKDOWN_ENTITY);
}

void
markdown_link_urls(Markdown *markdown)
{
	Linker		linker = {.markdown = markdown};
	int			closed = 0;		/* open links, images, code spans */

	if (markdown->len == 0 || (memmem(markdown->text, markdown->len, "://", 3) == NULL &&
							   memmem(markdown->text, markdown->len, "www.", 4) == NULL &&
							   memchr(markdown->text, '@', markdown->len) == NULL))
		return;
	initStringInfo(&linker.text);
	for (int i = 0; i < markdown->events.count; i++)
	{
		const MarkdownEvent *event = &markdown->events.items[i];
		bool		is_enter = event->kind == MARKDOWN_ENTER_SPAN;
		int			last = i;

		CHECK_FOR_INTERRUPTS();
		if ((is_enter || event->kind == MARKDOWN_LEAVE_SPAN) &&
			(event->type == MARKDOWN_LINK || event->type == MARKDOWN_IMAGE || event->type == MARKDOWN_CODE_SPAN))
			closed += is_enter ? 1 : -1;
		while (closed == 0 && last < markdown->events.count && is_linkable(&markdown->events.items[last]))
			last++;
		if (last == i)
			continue;
		link_text(&linker, i, last);
		i = last - 1;
	}
	if (linker.events.count > 0)
	{
		copy_events(&linker, markdown->events.count);
		pfree(markdown->events.items);
		markdown->events.items = linker.events.items;
		markdown->events.count = linker.events.count;
		markdown->events.room = linker.events.room;
	}
	if (linker.pieces.items)
		pfree(linker.pieces.items);
	pfree(linker.text.data);
}
