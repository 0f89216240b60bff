/*
 * extension.c
 *		What markers are to the reader of Markdown, which knows none itself.
 *
 * At the '[' of "rose [SRC:1]." prose_parse(, &marker_extension) asks match(), and makes no link of
 *what is a marker; at the start of a line "[SRC:1]: Rent Roll" is a source line, for the text
 * behind it refers and says nothing more.
 */
#include "markers/markers.h"

const MarkdownExtension marker_extension = {
	.match = marker_match,
	.match_superscript = marker_match_superscript,
	.cites = marker_cites,
	.opens_line = marker_opens_line,
	.has_blank = marker_has_blank,
	.next_label = marker_next_label,
	.refers = text_refers,
};
