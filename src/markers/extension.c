/*
 * extension.c
 *		What markers are to the reader of Markdown, which knows none itself.
 *
 * At the '[' of "rose [SRC:1]." prose_parse(..., &marker_extension) asks match(), and makes no
 * link of what is a marker; at the start of a line "[SRC:1]: Rent Roll" is a source line, for
 * the text behind it refers and says nothing more.
 */
#include "markers/markers.h"

static const uint16 roles[] = {
#define X(kind, name, roles) [kind] = roles,
	MARKER_KINDS(X)
#undef X
};

const MarkdownExtension marker_extension = {
	.roles = roles,
	.match = marker_match,
	.match_superscript = marker_match_superscript,
	.opens_line = marker_opens_line,
	.refers = text_refers,
};

bool
marker_cites(const Marker *marker)
{
	return (marker_extension.roles[marker->kind] & ROLE_CITES) != 0 && !marker->is_escaped;
}
