/*
 * html_element.c
 *		What all parts of a page are written with: text, destinations, titles, badges,
 *		bars, tables.
 *
 * What could be read as markup is escaped; what a page has no place for (control characters
 * and such) becomes U+FFFD.  So
 *
 *		html_print(writer, "<a href=\"#%ps%d\">%t</a>", 3, slice_of("Rent & roll"))
 *
 * is <a href="#memo-42-s3">Rent &amp; roll</a>.
 */
#include "output/output_internal.h"

/* --------------------------------------------------------------- destinations */

static bool
has_prefix(Slice text, const char *prefix)
{
	int			len = (int) strlen(prefix);

	return text.len > len && pg_strncasecmp(text.data, prefix, len) == 0;
}

bool
link_is_safe(Slice url)
{
	return has_prefix(url, "http://") || has_prefix(url, "https://") || has_prefix(url, "mailto:");
}

void
html_target(StringInfo out, Slice url)
{
	for (int i = 0, start = 0; i <= url.len; i++)
		if (i == url.len || strchr(" \t\n", url.data[i]) != NULL)
		{
			html_escape(out, (Slice) {url.data + start, i - start});
			if (i < url.len)
				appendStringInfoString(out, "%20");
			start = i + 1;
		}
}

bool
image_is_safe(Slice url)
{
	static const char *const prefixes[] = {"data:image/png;base64,", "data:image/jpeg;base64,",
										   "data:image/gif;base64,", "data:image/webp;base64,"};

	for (int i = 0; i < (int) lengthof(prefixes); i++)
	{
		int			len = (int) strlen(prefixes[i]);

		if (!has_prefix(url, prefixes[i]))
			continue;
		while (len < url.len &&
			   (isalnum((unsigned char) url.data[len]) || strchr("+/=", url.data[len]) != NULL))
			len++;
		return len == url.len;
	}
	return false;
}

/* -------------------------------------------------------------------- text */

/* What is written for the character at a byte, NULL = itself.  No page has controls, what is
 * no character, and the two that turn the direction of all that follows. */
static const char *
instead_of(Slice text, int pos, int *width)
{
	unsigned char c = text.data[pos];
	uint32		code;

	*width = 1;
	switch (c)
	{
		case '&':
			return "&amp;";
		case '<':
			return "&lt;";
		case '>':
			return "&gt;";
		case '"':
			return "&quot;";
		case '\'':
			return "&#39;";
		case '\t': case '\n':
			return NULL;
	}
	if (c >= ' ' && c < 127)
		return NULL;
	code = utf8_decode(text.data, text.len, pos, width);
	return code < 0xA0 || code == 0x202D || code == 0x202E || (code >= 0xFDD0 && code <= 0xFDEF) ||
		(code & 0xFFFE) == 0xFFFE ? "\xEF\xBF\xBD" : NULL;
}

void
html_escape(StringInfo out, Slice text)
{
	int			copied = 0;

	for (int i = 0, width; i < text.len; i += width)
	{
		const char *instead = instead_of(text, i, &width);

		if (instead == NULL)
			continue;
		CHECK_FOR_INTERRUPTS();
		appendBinaryStringInfo(out, text.data + copied, i - copied);
		appendStringInfoString(out, instead);
		copied = i + width;
	}
	appendBinaryStringInfo(out, text.data + copied, text.len - copied);
}

void
html_print(HtmlWriter *writer, const char *format,...)
{
	StringInfo	out = writer->out;
	va_list		args;

	va_start(args, format);
	for (const char *next; (next = strchr(format, '%')) != NULL; format = next + 2)
	{
		appendBinaryStringInfo(out, format, (int) (next - format));
		switch (next[1])
		{
			case 'p':
				appendStringInfoString(out, writer->prefix);
				break;
			case 'd':
				append_int(out, va_arg(args, int));
				break;
			case 's':
				appendStringInfoString(out, va_arg(args, const char *));
				break;
			case 'e':
				html_escape(out, slice_of(va_arg(args, const char *)));
				break;
			case 't':
				html_escape(out, va_arg(args, Slice));
				break;
			default:
				appendStringInfoChar(out, next[1]);
		}
	}
	va_end(args);
	appendStringInfoString(out, format);
}

bool
html_is_blank(const char *text, int len)
{
	for (int i = 0; i < len; i++)
		if (strchr(" \t\r\n", text[i]) == NULL)
			return false;
	return true;
}

/* ----------------------------------------------------------------- elements */

void
html_title(StringInfo out, Slice title, const char *instead)
{
	int			start = out->len;

	while (title.len > 0 && html_is_blank(title.data, 1))
		title.data++, title.len--;
	while (title.len > 0 && html_is_blank(title.data + title.len - 1, 1))
		title.len--;
	html_escape(out, title.len > 0 ? title : slice_of(instead));
	for (int i = start; i < out->len; i++)
		if (out->data[i] == '\n' || out->data[i] == '\t')
			out->data[i] = ' ';
}

void
html_section_title(HtmlWriter *writer, int section)
{
	html_title(writer->out, writer->page->memo.sections[section].title,
			   psprintf("Section %d", section + 1));
}

void
html_unfound(HtmlWriter *writer, const char *before, ShownQuote quote, const char *behind)
{
	if (quote.misses_figure)
		html_print(writer, "%s%s" UNFOUND "%s%t%s", before,
				   quote.missing.len > 0 && quote.missing.data[0] == '"' ? "quotation" : "figure",
				   quote.missing.len > 0 ? ": " : "", quote.missing, behind);
}

void
html_badge(StringInfo out, const char *kind, const char *text)
{
	appendStringInfo(out, " <span class=\"badge %s\">%s</span>", kind, text);
}

void
html_bar(StringInfo out, int from, int to, int then)
{
	appendStringInfo(out, "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\""
					 " aria-hidden=\"true\" focusable=\"false\">"
					 "<rect x=\"%d\" width=\"%d\" height=\"8\"/>", from, to - from);
	if (then > to)
		appendStringInfo(out, "<rect class=\"rest\" x=\"%d\" width=\"%d\" height=\"8\"/>", to,
						 then - to);
	appendStringInfoString(out, "</svg>");
}

/* The elements of the whole page are the scope itself. */
static bool
is_page_selector(const char *selector, int len)
{
	return (len == 5 && strncmp(selector, ":root", 5) == 0) ||
		   (len == 4 && (strncmp(selector, "html", 4) == 0 || strncmp(selector, "body", 4) == 0));
}

void
html_scoped_style(StringInfo out, const char *css, const char *class)
{
	while (*css != '\0')
	{
		int			len;

		css += strspn(css, " \n");
		len = (int) strcspn(css, "{}");
		if (css[0] == '@' || css[0] == '}')
		{
			appendBinaryStringInfo(out, css, len + (css[len] != '\0'));
			appendStringInfoChar(out, '\n');
			css += len + (css[len] != '\0');
			continue;
		}
		for (int i = 0, end; i < len; i = end + 1)
		{
			i += (int) strspn(css + i, " \n");
			end = i + Min((int) strcspn(css + i, ","), len - i);
			while (end > i && css[end - 1] == ' ')
				end--;
			appendStringInfo(out, i == 0 ? ".%s" : ",.%s", class);
			if (!is_page_selector(css + i, end - i))
				appendStringInfo(out, " %.*s", end - i, css + i);
			end += (int) strspn(css + end, " ");
		}
		css += len;
		len = (int) strcspn(css, "}");
		appendBinaryStringInfo(out, css, len + (css[len] != '\0'));
		css += len + (css[len] != '\0');
	}
}

void
html_open_table(HtmlWriter *writer, Slice title)
{
	html_print(writer,
			   "<section class=\"wide\" tabindex=\"0\" aria-label=\"Table %d%s%t\">\n<table>\n",
			   ++writer->ntables, title.len > 0 ? ": " : "", title);
}

void
html_close_table(HtmlWriter *writer)
{
	html_print(writer, "</table>\n</section>\n");
}
