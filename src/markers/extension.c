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

#define LEAST_BLANKS	4		/* of a sentence */

/* Is a paragraph prose, and no line of a script? */
static bool
is_prose(const Prose *prose, const TextBlock *block)
{
	Slice		text = slice_trim((Slice) {prose->text + block->start, block->end - block->start});
	int			blanks = 0;

	for (int i = 0; i < text.len; i++)
		blanks += text.data[i] == ' ';
	return block->kind == BLOCK_PARAGRAPH && text.len > 0 &&
		!islower((unsigned char) text.data[0]) &&
		strchr(".!?:", text.data[text.len - 1]) != NULL && blanks >= LEAST_BLANKS;
}

/* Is what stands in a fence a section, and no code?  A script has "# comment", too, and who
 * shows how a marker is written cites beside it. */
static bool
is_section(const Prose *inside, bool says_markdown)
{
	int			start = inside->wrapping[0].end;
	int			end = inside->wrapping[1].end > 0 ? inside->wrapping[1].start : inside->len;
	bool		has_marker = false;
	bool		has_heading = false;
	bool		has_list = false;
	bool		has_prose = false;

	for (int i = 0; i < inside->markers.count; i++)
	{
		const Marker *marker = &inside->markers.items[i];

		if (marker_cites(marker) && (marker->start < start || marker->start > end))
			return false;		/* the sentence beside it is the section's own */
		has_marker |= marker_cites(marker);
	}
	for (int i = 0; i < inside->blocks.count; i++)
	{
		const TextBlock *block = &inside->blocks.items[i];

		if (block->start < start || block->start >= end)
			continue;
		has_heading |= block->kind == BLOCK_HEADING;
		has_list |= block->starts_item;
		has_prose |= is_prose(inside, block);
	}
	if (has_marker || (says_markdown && has_list))
		return true;
	return has_heading && (says_markdown || has_prose);
}

const MarkdownExtension marker_extension = {
	.roles = roles,
	.match = marker_match,
	.match_superscript = marker_match_superscript,
	.opens_line = marker_opens_line,
	.refers = text_refers,
	.unwraps = is_section,
};

const MarkdownExtension finished_extension = {
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
