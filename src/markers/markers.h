/*
 * markers.h
 *		The one grammar of markers, of their ids and of places in a source.
 *
 * Example: "[SRC:1, p. 4; SRC:2]" is a near miss with the ids 1 and 2, and "p. 4" as
 * the place of the first.
 *
 * Owns: the patterns (compiled once a process).
 * Never knows: which ids have a source.
 */
#ifndef MARKERS_MARKERS_H
#define MARKERS_MARKERS_H

#include "base/base.h"
#include "markdown/markdown.h"

/* The kinds of the grammar: the name that memo_markers() prints, and what the reader of Markdown
 * makes of it.  A new kind or
 * prefix needs its pattern in markers/marker.c, audit/verify_marker.c's own reading of it,
 * and a case in test/unit/markers.c and audit.c: else `make unit` does not build, or
 * test/scripts/lint_lists.pl refuses it. */
#define MARKER_KINDS(X) \
	X(MARKER_SRC, "src", ROLE_CITES | ROLE_TAKES_TARGET) \
	X(MARKER_SRC_VARIANT, "src_variant", ROLE_CITES | ROLE_TAKES_TARGET) \
	X(MARKER_SOURCE_TAG, "source_tag", ROLE_CITES | ROLE_TAKES_TARGET) \
	X(MARKER_TABLE_TAG, "table_tag", ROLE_STAYS) \
	X(MARKER_LEGACY_TAG, "legacy_tag", ROLE_NAMES_SOURCE | ROLE_LABELS_LINK) \
	X(MARKER_CANONICAL, "canonical", 0) \
	X(MARKER_VERIFIED, "verified", ROLE_STAYS) \
	X(MARKER_NOTE_REF, "note_ref", ROLE_CITES | ROLE_REFERENCE) \
	X(MARKER_NOTE_DEF, "note_def", ROLE_NOTE) \
	X(MARKER_NUMERIC, "numeric", ROLE_CITES) \
	X(MARKER_SOURCE_LINE, "source_line", ROLE_SOURCE_LINE) \
	X(MARKER_SUPERSCRIPT, "superscript", ROLE_SUPERSCRIPT) \
	X(MARKER_CHART_ANCHOR, "chart_anchor", ROLE_CHART | ROLE_TAKES_TARGET) \
	X(MARKER_UNRECOGNIZED, "unrecognized", ROLE_NAMES_SOURCE | ROLE_TAKES_TARGET) \
	X(MARKER_BRACKET, "bracket", ROLE_STAYS)

typedef enum MarkerKind
{
#define X(kind, name, roles) kind,
	MARKER_KINDS(X)
#undef X
	MARKER_NKINDS
} MarkerKind;

/* ------------------------------------------------------- extension.c */

/* Where a marker was all that kept the text around it from meaning something
 * else, a zero-width space, which every renderer takes for text, stays. */
#define INERT	"&#8203;"

/* Passed to prose_parse() by all who read agents' text. */
extern const MarkdownExtension marker_extension;

/* By those who read a finished text: what stands in a fence is code. */
extern const MarkdownExtension finished_extension;

/* Does a marker refer to a source or a footnote, and is it none that an editor escaped? */
extern bool marker_cites(const Marker *marker);

/* ---------------------------------------------------------- marker.c */

/*
 * Recognizes one marker that starts at text[pos], seeing no byte at or after
 * end.  at_line_start: only blanks stand before it on its line (note_def,
 * source_line and chart_anchor need that).  Returns false when there is none;
 * else fills kind, start, len, id, value and is_escaped.
 *
 * Bytes that can start a marker: '[', '\\' (escaped form), 0xE3 and 0xEF (the
 * full-width brackets).  Superscripts are found by marker_match_superscript.
 */
extern bool marker_match(const char *text, int end, int pos,
						 bool at_line_start, Marker *marker);

/* Does a kind leave the text wherever it is found? */
static inline bool
marker_kind_leaves(MarkerKind kind)
{
	return kind == MARKER_SRC || kind == MARKER_SRC_VARIANT || kind == MARKER_SOURCE_TAG ||
		kind == MARKER_CANONICAL || kind == MARKER_NOTE_REF || kind == MARKER_CHART_ANCHOR ||
		kind == MARKER_UNRECOGNIZED;
}

/* marker_match() for a run of superscript digits (0xC2, 0xE2) in a cell's text;
 * behind is the end of the superscript before it in the cell, -1 = none. */
extern bool marker_match_superscript(const char *text, int cell_start, int cell_end,
									 int behind, int pos, Marker *marker);

/* Value of the superscript digit at text[pos], -1 when none; *len its bytes. */
extern int	superscript_digit(const char *text, int end, int pos, int *len);

extern bool is_length_unit(Slice word);	/* behind it ² and ³ are exponents */
/* Is the superscript at pos an exponent: "m²", with the word not before start; "10³", "ha⁻¹"? */
extern bool superscript_is_unit(const char *text, int start, int pos, int64 id);

extern bool superscript_is_power(const char *text, int pos);
extern bool marker_opens_line(const struct Prose *prose, const Marker *marker);
/* The byte after a run of superscript digits at pos, and its number; pos when
 * there is none. */
extern int	marker_superscript_end(const char *text, int end, int pos, int64 *id);

extern const char *marker_kind_name(MarkerKind kind);
/* Does a text only list two markers, with separators, "&", "and" or "or" between them? */
extern bool joins_markers(Slice between, const char *separators);

/* What a src, src_variant or source_tag marker names in the order written; of a range
 * both ends. */
typedef struct MarkerIds
{
	int64	   *ids;			/* -1 = a document's tag */
	Slice	   *tags;			/* A of SOURCE-A; len 0 = an id */
	int		   *pages;			/* 4 of [SRC:12, p. 4]; 0 = none */
	Slice	   *hints;			/* where in the source: "p. 4", "Table 2"; len 0 = nothing said */
	int			count;
	char *joints; /* '-': the id before up to this one, to be expanded by the caller; */
	bool		has_joint;		/* '/': both, where both have claims; 0 = told apart from it */
} MarkerIds;

/* Reads "[^n]" at text[pos]: n and the byte after it, or false. */
extern bool read_label(Slice text, int pos, int *number, int *end);

/* ------------------------------------------------------ marker_ids.c */

extern void marker_ids_init(MarkerIds *out, int room);
/* False when the marker has none, or they can be read in two ways. */
extern bool marker_ids(const Marker *marker, MarkerIds *out);

/* Does a marker name a document by its tag? */
extern bool marker_names_tag(const Marker *marker);

/* ----------------------------------------------------------- place.c */

/* What a word is for in a reference; several of these. */
enum
{
	WORD_PAGE = 1, WORD_PIECE = 2, WORD_LEAD = 4, WORD_MONTH = 8, WORD_DATE = 16
};

/* Bytes of the letters at pos, "seller's"; and what such a word is for, 0 = nothing. */
extern int	word_length(Slice text, int pos);
extern int	word_kinds(Slice text, int pos, int len);

/* The words of a kind as a pattern, "(?i:p|page|...)"; not "s", a page's only before a stop. */
extern char *place_words(int kind);

/* Where in a source; all zero = nothing is said. */
typedef struct SourcePlace
{
	int			page;			/* 0 = none */
	int			last_page;		/* of a range, 0 = none */
	StringInfoData pieces;		/* "Table 5, row 3"; data NULL = none */
} SourcePlace;

/* Adds the place at text[pos] to those before it; the byte after it, pos when there is none. */
extern int	place_read(Slice text, int pos, SourcePlace *place);

/* All places of a text, whatever stands between them. */
extern SourcePlace places_of(Slice text);

/* As it is printed, "pp. 12–14, Table 5"; NULL when it is a page alone, or nothing. */
extern char *place_locator(const SourcePlace *place);

/* The page that a text says at this very place, "p. 12", "pages 3-4", "S. 12"; 0 = none. */
extern int	page_at(Slice text, int pos);

/* A page, the last of its range or 0, and a place on it or "" as a locator; NULL when
 * that is only the page. */
extern char *locator_beside_page(int page, int last_page, const char *place);

/* Does a locator count, as it does without a page and where it says the page and more? */
extern bool locator_counts(int page, const char *locator);

/* The locator beside a page of a text that begins with it, "pages 12-14; Table 5" is
 * "pp. 12–14, Table 5"; NULL when it says another page or nothing else. */
extern char *locator_of_page(int page, const char *text);

/* The byte after a quotation that begins at pos, and our mark behind it; pos when none does. */
extern int	quotation_end(Slice text, int pos);

/* What stands behind a quotation that was not checked. */
#define UNCHECKED_MARK	" (not checked)"
#define RETURNED_MARK	" (as returned by the model's API)"

/* Is a run of non-blanks a URL, path or file name? */
extern bool token_is_address(const char *token, int len);

/* May a text be a reference whose names are not known: has it only names, by their capitals,
 * numbers, addresses and words of references, and no amount? */
extern bool text_refers(Slice text);

#endif							/* MARKERS_MARKERS_H */
