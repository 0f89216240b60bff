/*
 * marker.h
 *		The marker: what the block reader files, and who tells it where one stands.
 *
 * markdown.h includes it; nobody else does.  Example: in "NOI rose [SRC:12]." the extension's
 * match() finds kind, start, len and id 12, and prose_parse() adds block, line and cell;
 * placement decides `leaves` and what follows it.
 */
#ifndef MARKDOWN_MARKER_H
#define MARKDOWN_MARKER_H

#include "base/base.h"

/* The kinds of the grammar; the names are what memo_markers() prints.  A new kind or
 * prefix needs its pattern in markers/marker.c, audit/verify_marker.c's own reading of it,
 * and a case in test/unit/markers.c and audit.c: else `make unit` does not build, or
 * test/scripts/lint_lists.pl refuses it. */
#define MARKER_KINDS(X) \
	X(MARKER_SRC, "src") \
	X(MARKER_SRC_VARIANT, "src_variant") \
	X(MARKER_SOURCE_TAG, "source_tag") \
	X(MARKER_TABLE_TAG, "table_tag") \
	X(MARKER_LEGACY_TAG, "legacy_tag") \
	X(MARKER_CANONICAL, "canonical") \
	X(MARKER_VERIFIED, "verified") \
	X(MARKER_NOTE_REF, "note_ref") \
	X(MARKER_NOTE_DEF, "note_def") \
	X(MARKER_NUMERIC, "numeric") \
	X(MARKER_SOURCE_LINE, "source_line") \
	X(MARKER_SUPERSCRIPT, "superscript") \
	X(MARKER_CHART_ANCHOR, "chart_anchor") \
	X(MARKER_UNRECOGNIZED, "unrecognized") \
	X(MARKER_BRACKET, "bracket")

typedef enum MarkerKind
{
#define X(id, name) id,
	MARKER_KINDS(X)
#undef X
	MARKER_NKINDS
} MarkerKind;

/*
 * One token of the grammar.  The scanner fills the first part (what it is),
 * prose_parse the second (where it stands).
 */
typedef struct Marker
{
	MarkerKind	kind;
	int			start;
	int			len;			/* bytes, with a link destination that follows */
	int			block;			/* index into prose->blocks */
	int64		id;				/* src, table_tag, superscript; -1 = none */
	Slice		value;			/* what is between prefix and bracket: "12", "A", label */
	int			line;			/* index into prose->lines */
	int			cell;			/* table cell in its row, 0-based; -1 outside tables */
	int			link_end;		/* byte after the link whose label it stands in; 0 = none */
	int			source;			/* superscript: 1 + index of its table note, else 0 */

	bool		is_escaped;		/* \[SRC:12\], \[SRC:1, 2\], \[SOURCE-A\], \[CoStar\] */
	bool		leaves;			/* a citation or stripped: it is cut from the text */
	bool		opens_sentence;	/* that is not the first: once prose_sentences() was asked */
} Marker;

/*
 * What markers are: the reader of blocks and zones knows none itself.  A caller of
 * prose_parse() passes it, and it stays with the document for who splits its sentences.
 */
struct Prose;
typedef struct MarkdownExtension
{
	/* See marker_match() and marker_match_superscript(). */
	bool		(*match) (const char *text, int end, int pos, bool at_line_start, Marker *marker);
	bool		(*match_superscript) (const char *text, int cell_start, int cell_end, int behind,
									  int pos, Marker *marker);
	bool		(*cites) (const Marker *marker);
	bool		(*opens_line) (const struct Prose *prose, const Marker *marker);
	bool		(*has_blank) (const Marker *marker);
	bool		(*next_label) (Slice *rest, Slice *label);
	bool		(*refers) (Slice text); /* to a source, and says nothing more */
} MarkdownExtension;

#endif							/* MARKDOWN_MARKER_H */
