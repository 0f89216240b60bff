/*
 * memocite.h
 *		The one header of memocite, in the order of the data:
 *		text -> markers and structure -> memo -> stages -> rendered memo.
 *
 * Offsets are bytes into the agent's body and counts are ints unless a comment
 * says characters: a body is at most 16 MB.  Everything is palloc'ed in the
 * memory context of one finalize and never freed singly.
 */
#ifndef MEMOCITE_H
#define MEMOCITE_H

#ifdef FRONTEND					/* the engine without a server: test/fuzz */
#include "postgres_fe.h"
#define CHECK_FOR_INTERRUPTS() ((void) 0)
typedef uintptr_t Datum;
/* Nobody is there to catch an error: it ends the process. */
#define ERROR "error"
#define elog(level, ...) (fprintf(stderr, "%s: ", level), fprintf(stderr, __VA_ARGS__), abort())
#define ereport(level, ...) (fprintf(stderr, "%s in %s()\n", level, __func__), abort())
#else
#include "postgres.h"
#include "fmgr.h"
#include "miscadmin.h"
#if PG_VERSION_NUM >= 160000
#include "varatt.h"				/* part of postgres.h before */
#endif
#endif
#include "lib/stringinfo.h"

#include <limits.h>

#define MEMOCITE_VERSION	"0.3.0"
#define MAX_SECTION_BYTES	(16 * 1024 * 1024)
#define STORE_VERSION		3		/* layout of the tables that memo_init() makes */

/* A borrowed run of bytes: never NUL-terminated, never owned. */
typedef struct Slice
{
	const char *data;
	int			len;
} Slice;

/* A growing array: VEC_PUSH returns the address of a new zeroed element. */
#define VEC(type) struct { type *items; int count; int room; }
#define VEC_PUSH(vec) \
	((vec)->items = vec_grow((vec)->items, (vec)->count, &(vec)->room, \
							 sizeof(*(vec)->items)), \
	 &(vec)->items[(vec)->count++])

/* Room for one more element of size bytes, the new one zeroed (memo.c). */
extern void *vec_grow(void *items, int count, int *room, Size size);

/* An array that may pass a gigabyte, not zeroed (memo.c). */
extern void *palloc_array_huge(Size count, Size size);

/* ---------------------------------------------------------------- regex.c */

typedef struct Regex Regex;

/* Compiles pattern once for the process (UTF, UCP, JIT); fixed patterns only. */
extern Regex *regex_compile(const char *pattern);

/*
 * Matches at text[pos] and nowhere else, seeing no byte at or after end.
 * Returns the end of the match or -1; *mark is the (*MARK:x) passed, group[2*i]
 * and group[2*i+1] the offsets of group i, -1 when unset.
 */
extern int	regex_match_at(Regex *regex, const char *text, int end, int pos,
						   const char **mark, int *group, int ngroups);
extern bool regex_has_jit(void);

/* --------------------------------------------------------------- marker.c */

/* The kinds of the grammar; the names are what memo_markers() prints. */
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
/* Does a marker begin its line or cell? */
typedef enum MarkerLead
{
	LEAD_NONE,
	LEAD_LINE,					/* yes: its reference goes to a sentence's end */
	LEAD_JOINED,				/* and the line before goes on behind it */
	LEAD_CELL					/* it fills its cell: its reference stays there */
} MarkerLead;

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
	int			source;			/* superscript: 1 + index into section->superscripts, else 0 */

	bool		is_escaped;		/* \[SRC:12\], \[SRC:1, 2\], \[SOURCE-A\], \[CoStar\] */
	bool		leaves;			/* a citation or stripped: it is cut from the text */
	bool		is_label;		/* a lead that says where the rest is from: "[SRC:1]: Rents rose" */
	bool		opens_sentence;	/* that is not the first: once prose_sentences() was asked */
	bool		cites_own;		/* a lead whose reference went to the sentence that it begins */
	MarkerLead	lead;			/* see place_lead.c, as separator: what stood before it */
	const char *separator;		/* in a lead, NULL = none */
	int			wrap_before;	/* bytes of emphasis or brackets around markers alone, */
	int			wrap_after;		/* which are cut along: "**[SRC:1]**" */
} Marker;

/*
 * The first of count things of a text, which are in its order, that is not before a byte.
 * Who asks goes through the text: *near is what was found last, and looked at first.
 */
static inline int
first_from(const void *things, int count, int pos, bool (*is_before) (const void *things, int index, int pos), int *near)
{
	int			low = *near;
	int			high = count;

	if (low > 0 && !is_before(things, low - 1, pos))
		low = 0;
	for (int steps = 0; steps < 4 && low < high && is_before(things, low, pos); steps++)
		low++;
	while (low < high && is_before(things, low, pos))
	{
		int			middle = low + (high - low) / 2;

		if (is_before(things, middle, pos))
			low = middle + 1;
		else
			high = middle;
	}
	return *near = low;
}

/* What is cut with a marker. */
static inline int
marker_cut_start(const Marker *marker)
{
	return marker->start - marker->wrap_before;
}

static inline int
marker_cut_end(const Marker *marker)
{
	return marker->start + marker->len + marker->wrap_after;
}

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

/* Does a marker refer to a source or a footnote, and is it none that an editor escaped? */
extern bool marker_cites(const Marker *marker);

/* Has the value of a marker blanks, as of "[^1, ^2]"? */
extern bool marker_has_blank(const Marker *marker);

/* Takes the next label off a group of them, "1, ^2"; false when there is none. */
extern bool marker_next_label(Slice *rest, Slice *label);

/* marker_match() for a run of superscript digits (0xC2, 0xE2) in a cell's text;
 * behind is the end of the superscript before it in the cell, -1 = none. */
extern bool marker_match_superscript(const char *text, int cell_start, int cell_end,
									 int behind, int pos, Marker *marker);

extern bool is_length_unit(Slice word);	/* behind it ² and ³ are exponents */

/* Is the superscript at pos an exponent: "m²", with the word not before start; "10³"? */
extern bool superscript_is_unit(const char *text, int start, int pos, int64 id);
extern bool superscript_is_power(const char *text, int pos);

/* Does it open its line with a colon behind it, "[SRC:3]: Rents rose"? */
struct Prose;
extern bool marker_opens_line(const struct Prose *prose, const Marker *marker);

/* The byte after a run of superscript digits at pos, and its number; pos when
 * there is none. */
extern int	marker_superscript_end(const char *text, int end, int pos, int64 *id);
extern const char *marker_kind_name(MarkerKind kind);

/* Does a text only list two markers, with separators, "&", "and" or "or" between them? */
extern bool joins_markers(Slice between, const char *separators);

/* ----------------------------------------------------------- marker_ids.c */

#define MAX_SRC_ID		2147483647

/* What a src, src_variant or source_tag marker names in the order written; of a range
 * both ends. */
typedef struct MarkerIds
{
	int64	   *ids;			/* -1 = a document's tag */
	Slice	   *tags;			/* A of SOURCE-A; len 0 = an id */
	int		   *pages;			/* 4 of [SRC:12, p. 4]; 0 = none */
	Slice	   *hints;			/* where in the source: "p. 4", "Table 2"; len 0 = nothing said */
	int			count;
	char	   *joints;			/* '-': the id before up to this one, to be expanded by the caller; */
	bool		has_joint;		/* '/': both, where both have claims; 0 = told apart from it */
} MarkerIds;
extern void marker_ids_init(MarkerIds *out, int room);

/* False when the marker has none, or they can be read in two ways. */
extern bool marker_ids(const Marker *marker, MarkerIds *out);

/* Does a marker name a document by its tag? */
extern bool marker_names_tag(const Marker *marker);

/* ------------------------------------------------------------ normalize.c */

typedef struct IdMap
{
	int64		from;			/* ascending */
	int64		to;
} IdMap;

struct Prose;
struct Memo;
struct Section;

/* The new id of an id, itself when it keeps it. */
extern int64 id_mapped(const IdMap *map, int nmap, int64 id);

/* Appends the body with src markers and repaired near misses as [SRC:n],
 * canonical markers stripped. */
extern void normalize_body(const struct Prose *prose, StringInfo out);

/* The same for a scanned section whose ids change: ranges are written out, and
 * what a marker says of the place in its source stays. */
extern void renumber_body(const struct Memo *memo, const struct Section *section, const IdMap *map, int nmap,
						  StringInfo out);

/* ---------------------------------------------------------------- prose.c */

typedef enum BlockKind
{
	BLOCK_PARAGRAPH,
	BLOCK_HEADING,
	BLOCK_TABLE,				/* header, delimiter and body rows: one line each */
	BLOCK_CODE,					/* fenced or indented */
	BLOCK_HTML,
	BLOCK_RULE,					/* thematic break */
	BLOCK_LINK_DEF,				/* [label]: destination "title" */
	BLOCK_SOURCE_LINE,			/* [SRC:n]: text, with its lazy lines */
	BLOCK_CHART_ANCHOR			/* [CHART:id] on a line of its own */
} BlockKind;

/*
 * The content of one line of a block: from after container prefixes (quote
 * marks, list markers, indentation) to before trailing blanks and line end.
 */
typedef struct Line
{
	int			start;
	int			end;
} Line;

#define CODE_INDENT		4			/* columns before a line that make it code */

/* A leaf block.  [start, end) covers its whole source lines, line ends too. */
typedef struct TextBlock
{
	BlockKind	kind;
	int			level;			/* heading 1..6 */
	bool		is_setext;
	bool		is_fenced;		/* code */
	bool		is_open;		/* fence, comment, <pre>... that nothing closes */
	bool		starts_item;	/* first block of a list item */
	bool		in_quote;
	int			depth;			/* open containers (quotes, items) around it */
	int			start;
	int			end;
	int			first_line;		/* prose->lines[first_line .. first_line + nlines) */
	int			nlines;
	int			first_marker;	/* prose->markers of this block */
	int			nmarkers;
	int			note_def;		/* index into prose->note_defs, -1 = none */
	int			columns;		/* table: what a row has beyond them is not shown */
	int			markers_at;		/* fenced: markers behind the closing fence, 0 = none */
	const char *closer;			/* is_open: what closes it ("```", "-->") */
	int			first_sentence;	/* prose->sentences, when nsentences > 0; */
	int			nsentences;		/* -1 = not split yet, see prose_sentences */
	bool		is_measured;	/* has_prose is known, see place.c */
	bool		has_prose;
} TextBlock;

/* Zones: where inline syntax is.  Opaque but for ZONE_LINK_LABEL. */
#define ZONE_KINDS(X) \
	X(ZONE_PROSE, "prose") \
	X(ZONE_CODE_SPAN, "code_span") \
	X(ZONE_LINK_DEST, "link_destination") \
	X(ZONE_LINK_LABEL, "link_label") \
	X(ZONE_IMAGE, "image") \
	X(ZONE_AUTOLINK, "autolink") \
	X(ZONE_HTML, "html") \
	X(ZONE_CODE_BLOCK, "code_block") \
	X(ZONE_HTML_BLOCK, "html_block") \
	X(ZONE_HEADING, "heading") \
	X(ZONE_TABLE, "table")

typedef enum ZoneKind
{
#define X(id, name) id,
	ZONE_KINDS(X)
#undef X
	ZONE_NKINDS
} ZoneKind;

/* An inline zone [start, end); sorted by start, never overlapping but that a
 * label may contain others. */
typedef struct Zone
{
	ZoneKind	kind;
	int			start;
	int			end;
} Zone;

/* An agent's footnote definition, a container of blocks. */
typedef struct NoteDef
{
	Slice		label;
	int			start;			/* first byte of its first line */
	int			end;			/* after the line end of its last block */
	int			content;		/* first byte after "[^label]:" and blanks */
	int			first_block;
	int			nblocks;
} NoteDef;

/* A link reference definition, and a use of a label ([x], [x][], [t][x]). */
typedef struct LinkDef
{
	Slice		label;
	Slice		dest;			/* destination and title, as written */
	int			block;
} LinkDef;

typedef struct LinkUse
{
	Slice		label;
	int			def;			/* which definition it means */
	bool		is_shortcut;	/* [x]: its text shows, so renaming gives [x][new] */
	int			end;			/* byte after the use's last bracket */
	int			renamed_at;		/* where its new label is written, */
	int			renamed_len;	/* in place of so many bytes; */
	const char *renamed;		/* NULL = the label stays */
} LinkUse;

typedef struct Sentence
{
	int			start;			/* first byte that is no blank */
	int			end;			/* after its closing punctuation, quotes, brackets */
} Sentence;

typedef struct Prose
{
	const char *text;
	int			len;
	bool		is_ascii;
				VEC(TextBlock) blocks;
				VEC(Line) lines;
				VEC(Zone) zones;
				VEC(Marker) markers;	/* in the order of the text */
	int			near_marker;	/* the one that place_gap() found last */
				VEC(NoteDef) note_defs;
	Slice	   *note_labels;	/* of these, sorted, once one was looked for */
				VEC(LinkDef) link_defs;
				VEC(LinkUse) link_uses;
				VEC(Sentence) sentences;
				VEC(Line) leaving;	/* sources of superscripts: they leave the text */
				VEC(int) escapes;	/* bytes that need a backslash before them, or a marker comes to be */
} Prose;

/* Reads a body once: blocks, zones and markers.  Linear, cancellable. */
extern Prose *prose_parse(const char *text, int len);

/* The same, but just the lines of these extents, ascending, are source lines. */
extern Prose *prose_parse_lines(const char *text, int len, const Line *source_lines, int count);

/* A label of a link or footnote as it compares: lower case, runs of blanks as one. */
extern char *label_fold(Slice label);

/* Splits a block (paragraph, heading, table) into sentences, once; returns
 * prose->sentences.items + block->first_sentence.  In a table a cell is one. */
extern Sentence *prose_sentences(Prose *prose, TextBlock *block);

/* Steps through the cells of a table row: *pos is -1 at first. */
extern bool prose_next_cell(const Prose *prose, const Line *row, int *pos, Line *cell);

/* The cell of a table row, from 0; false when the row has fewer. */
extern bool prose_table_cell(const Prose *prose, const Line *row, int index, Line *cell);

/* Can a stage place a reference in the block: paragraph or table of the text? */
static inline bool
block_takes_notes(const TextBlock *block)
{
	return (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_TABLE) && block->note_def < 0;
}

/* Index of the sentence of the block that the byte belongs to; a place after
 * a full stop belongs to the sentence before. -1 when the block has none. */
extern int	prose_sentence_at(Prose *prose, TextBlock *block, int pos);

/* Words of a block after markers, zones and link destinations are left out;
 * 0 for code, tables, headings, definitions. */
extern int	prose_block_words(const Prose *prose, const TextBlock *block);

/* The block that begins a model-written source list, which goes on to the end
 * of the body; -1 when there is none (prose_sources.c). */
extern int	prose_source_block(const Prose *prose);

/* Is a block such a list's title, or does it begin with one?  Does a line look like an entry's? */
extern bool prose_is_source_title(const Prose *prose, const TextBlock *block);
extern bool prose_is_entry_line(const Prose *prose, const Line *line);

#define MOST_NUMBERS	10000	/* of entries: four digits */

/* Which numbers the text before a list refers to in forms that nobody reads, "[1]"; the
 * array is the caller's. */
extern bool *prose_numbers_referred(const Prose *prose, int heading);

/* The number of the entry that begins at a line of such a block, "[1] Rent Roll" or
 * "1. Rent Roll", and the byte where its text does; -1 when it has none. */
extern int	prose_entry_number(const Prose *prose, const TextBlock *block, int line_no, int *content);

/* Words of the whole body (chapter 3); a source list is left out. */
extern int	prose_words(const Prose *prose);

/* Innermost zone at a byte of a block: zone name for memo_markers(). */
extern ZoneKind prose_zone_at(const Prose *prose, const TextBlock *block, int pos);

/* Characters in a run of valid UTF-8 bytes. */
extern int	utf8_length(const char *text, int len);

/* --------------------------------------------------------------- policy.c */

typedef struct Policy
{
#define POLICY_BOOL(key, preset, meaning) bool key;
#define POLICY_INT(key, preset, least, most, meaning) int key;
#define POLICY_CHOICE(key, preset, allowed, meaning) const char *key;
#include "policylist.h"
#undef POLICY_BOOL
#undef POLICY_INT
#undef POLICY_CHOICE
} Policy;

extern void policy_init(Policy *policy);

/*
 * Sets one key from its JSON type ("number", "boolean", "string") and text.
 * Returns NULL, else what is wrong, in words for the user.
 */
extern char *policy_set(Policy *policy, const char *key, const char *type, const char *value);

/* Appends the policy as a JSON object, keys in the order of the list. */
extern void policy_json(const Policy *policy, StringInfo out);

/* ----------------------------------------------------------------- memo.c */

typedef struct Document
{
	char	   *doc_id;
	int			doc_id_len;
	char	   *title;			/* NULL when none; document_name() is what to show */
	char	   *name;			/* with what tells it from others of its title; NULL = title will do */
	char	   *path;
	char	   *source_type;
	char	   *tag;
	char	   *ingested_on;	/* ISO date, NULL when unknown */
	int32		ingested_day;	/* the same as a DateADT */
	bool		is_stale;		/* ingested long before the memo's date */
	int64		src_id;			/* deal-wide id, -1 = none */
	int			index;			/* in C order of doc_id */
	int			nrefs;			/* references of the finished memo */
	bool		is_fetched;		/* memo->contents has what is stored of it; */
	bool		has_passages;	/* there are some */
} Document;

/* What makes two markers the same source; page 0 and locator NULL = none.  A locator
 * beside a page says the page, too: "p. 40, Table 5". */
typedef struct Identity
{
	Document   *doc;
	int			page;
	const char *locator;
} Identity;

/* Whether all claims of the deal with an id name one source. */
typedef enum Agreement
{
	AGREEMENT_UNKNOWN,
	AGREEMENT_YES,
	AGREEMENT_NO
} Agreement;

typedef struct Claim
{
	unsigned char claim_id[16];
	int			section;		/* index into memo->sections */
	int64		src_id;			/* -1 = none */
	char	   *text;
	Identity	identity;
	char	   *locator;		/* also where it does not count, NULL = none */
	char	   *passage_id;
	char	   *passage;		/* its content, once load_claim_passages was asked; NULL = none */
	int64		block_id;		/* -1 = none */
	char	   *quote;
	const char *quote_level;	/* that found it in the passage, "unmatched"; NULL = not checked */
	bool		quote_verified; /* found, and not inside a longer number */
	bool		quote_unchecked;	/* no passage of its document is stored */
	int			passage_page;	/* of the passage that it quotes, 0 = not known */
	bool		is_whole;		/* locator '': the document as such, whatever its sentence cites */
	char	   *source_type;
	int			confidence;		/* thousandths, -1 = NULL */
	const char *outcome;
	const char *reason;
	Slice		sentence;
	float		score;			/* of the evidence when injected, -1 = none */
	struct Note *note;			/* of stage 2, before consolidation */
	struct ClaimGroup *group;	/* the first of several with its id: see claim.c */
	Agreement	agreement;		/* the first of its id in the deal: asked once */
} Claim;

static inline bool
claim_quotes(const Claim *claim)
{
	return claim->quote != NULL && claim->quote[0] != '\0';
}

typedef struct Passage
{
	char	   *passage_id;
	int64		src_id;
	Identity	identity;
	Slice		content;		/* only in memo->contents */
} Passage;

typedef struct SrcRange
{
	int64		first_id;
	int64		last_id;
} SrcRange;

/* A row of the model-intelligence context; the columns of memocite.insight. */
typedef enum InsightKind
{
	INSIGHT_IC_NOTE,
	INSIGHT_MODEL_WARNING,
	INSIGHT_SOURCE_CONFLICT,
	INSIGHT_LINEAGE,
	NINSIGHT_KINDS
} InsightKind;

/* One value of a source conflict. */
typedef struct ConflictValue
{
	const char *value;
	bool		is_number;
	char	   *unit;			/* NULL = none, as are the texts below */
	char	   *source_type;
	char	   *doc_id;
	char	   *ingested_on;
	int			precedence;
	int			index;			/* as written */
} ConflictValue;

/* One assumption that a metric rests on. */
typedef struct Assumption
{
	char	   *label;
	char	   *cell;
	char	   *value;
	double		influence;		/* NaN = unknown */
	int			index;
} Assumption;

typedef struct Insight
{
	InsightKind kind;
	char	   *section_key;	/* NULL: the first section that fits */
	int			section;		/* its index, -1 = NULL or unknown */
	char	   *anchor;
	char	   *metric;
	double		influence;		/* NaN = unknown */
	char	   *message;
	char	   *detail;			/* as text, for order and hash */
	char	   *author;			/* of an analyst's note, NULL = unknown, as are these: */
	char	   *date;
	char	   *severity;
	char	   *cell;			/* where in the model */
	char	   *label;			/* the metric's name in the model */
	int			depth;			/* of the formula chain, -1 = unknown */
	int			total;			/* assumptions of the model, listed or not; 0 = unknown */
	ConflictValue *values;
	int			nvalues;
	Assumption *assumptions;
	int			nassumptions;
	struct InsightPhrases *phrases; /* names of its metric, see stage2_insights.c */
} Insight;

/* A change of a section's text outside markers, in bytes of the agent's body. */
typedef struct Edit
{
	int			start;
	int			removed;		/* bytes */
	const char *inserted;
	const char *stage;
	bool		comes_first;	/* inserted before a reference of the same place */
	int			order;			/* among those at one place: below 0 first */
	int			nth;			/* of the section's edits, as they were made */
} Edit;

/* What the render wrote: applied from last to first it gives the body back. */
typedef struct Change
{
	int			offset;			/* characters in the rendered body */
	Slice		removed;
	Slice		inserted;
	const char *stage;
	int			start;			/* byte of inserted in the rendered body, while it is written */
} Change;

/* Stage 4.95: how well a section is cited. */
typedef struct Grade
{
	int			words;
	int			citations;		/* live source citations */
	float		density;		/* per 250 words */
	float		stripped;		/* share of its marker citations that no source stood behind */
	char		letter;			/* 'A' to 'D', 0 = too short to grade */
	int			budget;			/* citations it should have, 0 = none asked */
} Grade;

/* "¹ Rent Roll, p. 3": what a line under a table says of a superscript in it. */
typedef struct SuperscriptSource
{
	int			table;			/* block of the table */
	int64		id;
	int			block;			/* block of the line */
	int			line;			/* that it is on, with others maybe */
	int			start;			/* what leaves: it, and lines that continue it; */
	int			end;
	int			outer_start;	/* when all of its line are used the line as a whole, */
	int			outer_end;
	int			title_start;	/* of its block, the line "Notes:" before too; -1 = none */
	bool		is_first;		/* of its line */
	bool		is_last;
	int			list;			/* behind its first superscript */
	int64		first_id;		/* of "¹, ² Model" */
	bool		is_shared;		/* it is another one than that */
	int			content;		/* the text behind the superscript */
	int			content_end;

	bool		is_used;		/* something refers to it */
	bool		leaves;			/* and nothing that stays text shows its superscript, too */

	/* made by stage 1.5 of those */
	int			reference;		/* first citation that does, -1 = none */
	int			anchor;			/* of that */
	char	   *text;
	Identity	identity;
	bool		is_markers;		/* it says nothing but markers */
	int			first_citation; /* of the markers in it, -1 = none */
	int			last_citation;
	struct Note *note;
} SuperscriptSource;

/* An entry of a section's source list. */
typedef struct SourceEntry
{
	int64		id;				/* that it says what is, -1 = none */
	int			number;			/* of "[1]" or "1.", -1 = none */
	bool		is_marked;		/* a marker says the id */
	bool		is_cited;		/* the text has a marker with it */
	int			page;			/* that its own marker says, 0 = none, */
	Slice		place;
	Slice		text;			/* of the body, without the marker */
	Slice		whole;			/* with all of its markers */
} SourceEntry;

/* What a source line or entry says of an id that is no document's name: an agent's note. */
typedef struct SaidId
{
	int64		id;
	Slice		text;			/* of the body */
	bool		is_listed;		/* in the source list */
} SaidId;

/* digits / 10^scale; what a canonical value has beyond nine decimals is cut. */
typedef struct Decimal
{
	int64		digits;
	int			scale;
} Decimal;

/* A number of a section that was corrected before the stages. */
typedef struct MetricCorrection
{
	char	   *name;			/* "levered IRR" */
	char	   *old_text;		/* "12.0%" */
	char	   *new_text;
	Line		sentence;
	Decimal		old;
	const struct MetricKind *kind;
	const char *unit;
} MetricCorrection;

/* What is near a block, see place_block.c. */
typedef struct NearProse
{
	int			before;			/* the nearest blocks with prose, -1 = none */
	int			behind;
	int			headings;		/* up to here, with the block itself */
} NearProse;

/* From one sentence of a block, the nearest that can carry a reference. */
typedef struct NearSentence
{
	const TextBlock *block;
	int			from;
	int			found;
} NearSentence;

typedef struct Section
{
	char	   *section_key;
	char	   *title;
	Slice		body;
	int			position;
	int			index;
	bool		is_global;		/* id_scope: ids are deal-wide */
	double		score;			/* the agent's, or recomputed; NaN = none */
	uint8		body_sha256[32];
	Prose	   *prose;
	int			words;			/* -1 = not counted yet */
	int			first_claim;	/* memo->claims, ordered by section then src_id */
	int			nclaims;
	int			first_citation; /* memo->citations of the agent's markers */
	int			ncitations;
	bool		needs_rescue;
	bool		is_searched;	/* it had no citation, and evidence for some was looked for */
	NearProse  *near_prose;		/* one a block */
	NearSentence near_sentence[2];	/* the last ones found backwards and forwards */
	const Line *shown_row;		/* a table row with more cells than columns, and where */
	int			shown_end;		/* the text of its last shown cell ends; see place.c */
	int			source_block;	/* first block of the model's source list, INT_MAX = none */
	bool		keeps_sources;	/* it stays as text, for this entry: */
	Slice		kept_for;
				VEC(SourceEntry) entries;	/* of the list, in order */
				VEC(SaidId) said;	/* made by stage 1 */
	struct Evidence *evidence;	/* see match.c; NULL = not indexed yet */
	bool		has_superscripts;	/* some were met, and their sources read: */
				VEC(SuperscriptSource) superscripts;	/* by table and id */
				VEC(int64) listed;	/* superscripts that text outside of data cells lists */
				VEC(Edit) edits;
				VEC(int) placed;	/* citations that stages added, any order */
	struct MetricCheck *metrics;	/* what it says of metrics; NULL = the deal has none */
				VEC(MetricCorrection) corrections;
	int			first_chart;	/* memo->charts, ordered by section then chart_id */
	int			ncharts;

	/* made by render */
	StringInfoData rendered;
	uint8		rendered_sha256[32];
				VEC(Change) changes;
	int			live;			/* references in the rendered text */
	Grade		grade;
	bool		misses_budget;	/* stage 2.5 found no evidence for its budget */
	bool		needs_check;	/* more was cut than markers amid prose: read it back */
} Section;

typedef enum NoteKind
{
	NOTE_SOURCE,
	NOTE_AGENT,
	NOTE_RESCUE,
	NOTE_INSIGHT				/* a text of ours: origin says which kind */
} NoteKind;

typedef struct Note
{
	NoteKind	kind;
	Identity	identity;		/* source and rescue */
	char	   *agent_text;		/* agent: the definition, flattened */
	int			section;		/* agent: whose note it is */
	const char *origin;			/* insight: "ic_note", ...: the kind that readers see */
	char	   *text;			/* insight: the definition, plain text */
	struct Note *merged_into;	/* alias table: follow note_resolve() */
	int			number;			/* 1..N after renumber, 0 = not cited */
	int			nrefs;
	int			nweak;			/* of these, marked as weak */
	int			confidence;		/* thousandths: of its most confident reference, -1 = NULL */
	int			first_section;
	int			cluster;		/* its document's place in the order of first notes, from 1 */
	int			seen_in;		/* stage 6: the last group it was cited in, */
	struct Citation *seen_by;	/* by this reference */
	int			counted_at;		/* the last checkpoint that counted it */
	uint64		key;			/* stable identity across revisions */
	const Claim **quoted;		/* whose quotes its definition has; NULL = none */
	int			nquoted;
	char	   *definition;
} Note;

/* One occurrence of evidence: a row of the ledger.  What most stages look at
 * comes first, in 64 bytes. */
typedef struct Citation
{
	int			section;
	int			marker;			/* index into prose->markers, -1 = placed by a stage */
	Note	   *note;
	int64		global_id;		/* after collision remap, -1 = none */
	int64		src_id;			/* as written, -1 = none */
	Claim	   *claim;
	int			anchor;			/* byte in the agent's body where its reference stands, */
	int			order;			/* and among those there: its index, or that of the one it stands for */
	int			part;			/* of a group, 1-based; 0 when alone */
	int			confidence;
	bool		is_removed;
	bool		is_resolved;	/* identity (or note) is set */
	bool		is_weak;		/* stage 6.4: its reference gets a dagger */
	int			marker_offset;	/* characters in the agent's body, -1 = none */
	int			final_offset;	/* characters in the rendered body, -1 = none */
	int			parts;
	Identity	identity;
	Slice		tag;			/* A of [SOURCE-A], len 0 = none */
	Slice		place;			/* where in its source the marker says that it is, len 0 = nothing said */
	int64		provisional_id; /* of stage 0a */
	const char *passage_id;
	int64		block_id;
	const char *origin;			/* "marker", "claim", "rescue" */
	int			first_inner;	/* citations that its definition was replaced by; */
	int			last_inner;		/* none when this is less */
	float		score;			/* -1 = none */
	const char *matched;		/* numbers that the evidence shares with the sentence */
	const char *how;
	const char *stage;			/* label that decided the fate */
} Citation;

/* Two sections that say a metric differently (stage 4.6); "later" is in the
 * reading order. */
typedef struct MetricConflict
{
	const struct MetricKind *kind;
	const char *variant;
	int			other_section;	/* the nearest before that does */
	int			later_section;
	const char *other_value;	/* as it will be read: "18.5%" */
	const char *later_value;
	Line		sentence;		/* of the later section's number, in the agent's body */
} MetricConflict;

typedef enum EventCode
{
#define EVENT(code, severity, meaning) EVENT_##code,
#include "eventlist.h"
#undef EVENT
	NEVENTS
} EventCode;

typedef struct Event
{
	EventCode	code;
	const char *stage;
	int			section;		/* -1 = the memo */
	char	   *subject;
	char	   *detail;			/* a JSON object */
} Event;

/* Something that stage 5 decided to say; rendered after the last stage. */
typedef struct Memo Memo;
typedef void (*MemoRollup) (Memo *memo);

#define NCHECKPOINTS	9
typedef struct Checkpoint
{
	const char *name;
	const char *stage;
	int			open;			/* evidence markers still undecided */
	int			live;			/* citations kept so far */
	int			notes;
	int			insights;
} Checkpoint;

/* A source that an agent's source line gives an id of its section. */
typedef struct Candidate
{
	int			section;
	int64		src_id;
	Identity	identity;
} Candidate;

/* What stage 0e decided for one host of a shared id; memo_collisions(). */
typedef struct Collision
{
	int64		src_id;
	int			section;
	Identity	identity;		/* doc NULL = unknown */
	const char *decision;		/* "kept", "shared", "remapped" */
	int64		new_id;
} Collision;

/* A candidate chart, and what became of it. */
typedef struct Chart
{
	char	   *chart_id;
	int			section;
	struct Json *config;		/* NULL: not read, unread says why */
	char	   *unread;
	double		confidence;		/* NaN = none */
	char	   *family;
	int			after_paragraph;	/* -1 = none */
	uint8		sha256[32];		/* of the config as stored */

	/* made by charts_select */
	double		rank_confidence;
	char	   *question;		/* folded, to compare */
	bool		is_protected;	/* answers a critical question */
	int			rank;			/* among the valid ones of its section; 0 = none */
	int			at;				/* byte of the body where it would stand */
	int			anchor;			/* index of its [CHART:id] line's marker, -1 = none */
	int			stretch;		/* which policy chart_words of the section */
	bool		is_dropped;
	const char *gate;
	char	   *reason;
	int			position;		/* among the section's inserted ones, 0 = none */
	char	   *node;			/* what was inserted */
} Chart;

/* What an investment committee asks; charts whose ids match answer it. */
typedef struct DecisionQuestion
{
	const char *key;
	const char *question;
	bool		is_critical;
				VEC(Slice) chart_ids;	/* ids, or patterns that end in '*' */
} DecisionQuestion;

struct Memo
{
	int64		deal_id;
	char	   *name;
	char	   *primary_doc_id;
	char		as_of[16];		/* ISO date */
	int32		as_of_day;		/* the same as a DateADT */
	Policy		policy;

	Section    *sections;		/* in reading order */
	int			nsections;
	Document   *documents;		/* by doc_id in C order */
	int			ndocuments;
	Claim	   *claims;			/* by section, src_id, doc_id, page, passage_id, text */
	int			nclaims;
	Passage    *passages;		/* those with a src_id, ordered by it */
	int			npassages;
	bool		has_passages;
	uint8		passages_sha256[32];
	Passage    *contents;		/* once fetched: passages of documents, by passage_id */
	int			ncontents;
	/* The passages of documents, wanted by index, in any order; NULL = there is no store. */
	void		(*fetch_passages) (Memo *memo, const bool *wanted, Passage **passages, int *npassages);
	int			nquoted;		/* claims with a quote */
	/* The passages that claims name, by passage_id; sorts the claims likewise.
	 * From the store, NULL = there is none. */
	void		(*fetch_quoted) (Memo *memo, struct Claim **claims, int count, Passage **passages, int *npassages);
	SrcRange   *ranges;
	int			nranges;
	Insight    *insights;		/* by kind, and as a stage takes them: see load_insight.c */
	int			ninsights;
	bool		has_insights;	/* the deal has rows to load */
	bool		has_insight_places; /* stage 2.7 to 2.9 looked for their places */
	struct AnchorIndex *anchors;	/* see anchor.c; NULL = not made yet */
	Chart	   *charts;			/* by section, then chart_id */
	int			ncharts;
	bool		has_charts;
	DecisionQuestion *questions;
	int			nquestions;
	bool		has_own_questions;	/* rows override or extend the built-in ones */

				VEC(Citation) citations;	/* agents' markers in reading order, then placed ones */
				VEC(Note *) notes;
				VEC(Event) events;
				VEC(Collision) collisions;
				VEC(Candidate) candidates;	/* by section, src_id after stage 1 */
	struct NameIndex *names;	/* of its documents, see memo_names() */
	Checkpoint	checkpoints[NCHECKPOINTS];
	int			ncheckpoints;
	Note	  **numbered;		/* after renumber: numbered[n - 1] */
	Note	  **clustered;		/* the same by document, see render_clusters */
	int			nnumbered;
	const char *stage;			/* label of the running stage */
	Note	  **note_table;		/* by identity, see note_for */
	uint32		note_mask;
	int			note_entries;
	int			ngroups;		/* of references, counted by stage 6 */
	Claim	  **by_src_id;		/* all claims by src_id, made when first needed */
	Document  **docs_by_src_id; /* all documents likewise */
				VEC(MemoRollup) rollups;	/* what to render after the last stage */
	int			(*order_rollups) (MemoRollup a, MemoRollup b);
	struct ExactName *exact;	/* tags, paths and file names, see name_exact.c */
	int			nexact;
	bool		knows_pdf;		/* something of the deal is of type PDF */
	bool		has_verified_quotes;	/* among those that references show, after render_definitions */
	bool		has_unchecked_quotes;
	bool		has_excess_markers; /* more than the limit: the rest are text */
	bool		is_flawed;
	bool		is_uncited;		/* these are set last, see status.c: */
	int			nmarked;		/* citations by agents' markers, */
	int			nlost;			/* of these, without a source; */
	char	   *notice;			/* that too many are, NULL = they are not */
	uint8		input_sha256[32];
	Datum		queue_requests; /* bigint[] of queue rows seen while loading */
	bool		has_requests;
	StringInfoData tail;		/* rendered rollups: sources consulted, notes on data */

	StringInfoData metric_input;	/* rows that the next two come from, for the hash */
	struct MetricCatalog *catalog;	/* NULL = as built in, see metric.c */
				VEC(struct CanonicalMetric *) metrics;
				VEC(MetricConflict) conflicts;	/* by metric, later section after stage 4.6 */
};

extern Memo *memo_create(int64 deal_id);

extern Document *memo_document(const Memo *memo, const char *doc_id, int len);
extern bool identity_equal(const Identity *a, const Identity *b);
extern uint64 identity_hash(const Identity *identity);

extern char *note_key_text(uint64 key);
extern const char *note_kind_name(const Note *note);

/* The key of a note of this kind that cites the identity. */
extern uint64 source_note_key(NoteKind kind, const Identity *identity);

/* The key of the note that note_for_text() makes. */
extern uint64 text_note_key(const char *origin, const char *text);
extern Note *note_create(Memo *memo, NoteKind kind, const Identity *identity);
extern Note *note_create_agent(Memo *memo, int section, char *text);
extern Note *note_resolve(Note *note);

/* The note that says just this text, of a kind that readers see ("ic_note"). */
extern Note *note_for_text(Memo *memo, const char *origin, const char *text);

/* The note of an identity, made when there is none yet.  note_enter puts an
 * existing note in that table and returns the one that stands for it. */
extern Note *note_for(Memo *memo, NoteKind kind, const Identity *identity);
extern Note *note_enter(Memo *memo, Note *note);

/* Cited, but no note yet; and cited in one. */
static inline bool
citation_is_open(const Citation *citation)
{
	return !citation->is_removed && citation->note == NULL;
}

static inline bool
citation_is_live(const Citation *citation)
{
	return !citation->is_removed && citation->note != NULL;
}

/* status.c: was a marker's citation removed for want of a source or of prose? */
extern bool citation_lost_source(const Citation *citation);

/* "2 unrecognized, 70 unresolved" */
extern char *memo_lost_reasons(const Memo *memo);

/* After the stages and the rendering: what status, report and page say. */
extern void memo_set_status(Memo *memo);

/* Every status that holds but final, the first is memo_status(); returns how many. */
#define MOST_REASONS	2
extern int	memo_reasons(const Memo *memo, const char **reasons);
extern const char *memo_status(const Memo *memo);

extern Marker *citation_marker(const Memo *memo, const Citation *citation);
extern void citation_remove(Memo *memo, Citation *citation, const char *how);

/* An event says how many citations of a section went for a reason; none for 0. */
extern void citations_removed(Memo *memo, int section, const char *how, int count);
extern void citation_set_source(Citation *citation, const Identity *identity, Claim *claim);
extern Citation *citation_create(Memo *memo, int section, const char *origin);
extern Citation *citation_add(Memo *memo, int section, const char *origin, int anchor);

extern void section_edit(Memo *memo, Section *section, int start, int removed,
						 const char *inserted);
extern int	section_words(Section *section);
extern bool section_is_cited(const Memo *memo, const Section *section);

/* The block whose lines hold a byte of the body. */
extern TextBlock *section_block_at(const Section *section, int pos);

/* Live citations of a section ordered by anchor; insight notes after sources.
 * The array is the caller's. */
extern Citation **section_references(const Memo *memo, const Section *section, int *count);

/* Adds an event; detail is printf-like JSON, NULL = "{}". */
extern void memo_event(Memo *memo, EventCode code, int section, Slice subject,
					   const char *detail,...) pg_attribute_printf(5, 6);
extern const char *insight_kind_name(InsightKind kind);
extern const char *event_name(EventCode code);
extern const char *event_severity(EventCode code);

/* "executive_summary" -> "Executive Summary" */
extern char *title_from_key(const char *key);

/* Has a name or title more than blanks, which the memo would not show?  NULL has not. */
extern bool name_shows(const char *name);

extern Slice slice_of(const char *text);
extern bool slice_equal(Slice a, Slice b);

/* By bytes, below 0 when a comes first. */
extern int	slice_compare(Slice a, Slice b);

/* Takes a fixed text off the front; false when it is not there. */
extern bool slice_take(Slice *slice, const char *expected);

/* Is it one of the texts of a list that is sorted by bytes? */
extern bool slice_in(Slice slice, const char *const *sorted, int count);
extern char *slice_copy(Slice slice);

/* ---------------------------------------------------------------- order.c */

/* Brings rows into the order that stages expect: documents before the rest, sections
 * before claims, whose pages and places in the sections are settled then. */
extern void order_documents(Memo *memo);
extern void order_sections(Memo *memo);
extern void order_claims(Memo *memo);
extern void order_insights(Memo *memo);

/* A page below 1 is an event, and none. */
extern void check_page(Memo *memo, Identity *identity, int section);

/* ---------------------------------------------------------------- claim.c */

/* What the locator of a claim whose page is read says: '' the whole document, beside a
 * page more of the place. */
extern void claim_read_locator(Claim *claim);

/* Where the section's claims with an id begin; they are ordered by src_id. */
extern int	section_claim_position(const Memo *memo, const Section *section, int64 id);

/* The claim of the section with that id: the one whose text matches the
 * marker's sentence, else the lowest page (*is_ambiguous); NULL when none.
 * citation: its marker, and the page that it names as a hint; may be NULL. */
extern Claim *claim_for_id(Memo *memo, Section *section, int64 id, const Citation *citation,
						   bool *is_ambiguous);

/* Does the id lie in a reserved range?  Ranges are ordered, never overlapping. */
extern bool id_is_reserved(const Memo *memo, int64 id);

/* The first passage that has the id itself, or of a greater one; passages are ordered by
 * src_id. */
extern int	passage_position(const Memo *memo, int64 id);

/* Are the ids of a section with this id_scope (NULL = as the policy says) deal-wide? */
extern bool scope_is_global(const Memo *memo, const char *id_scope);

/* Is the id the same in all sections: reserved, or global by section or policy? */
extern bool id_is_deal_wide(const Memo *memo, const Section *section, int64 id);

/* ----------------------------------------------------------------- scan.c */

/* Makes ranges the ids in them; false when not every one has a claim: models
 * also write "[SRC:12-3]" for chunk 3 of source 12. */
extern bool section_expand_ranges(const Memo *memo, const Section *section, MarkerIds *ids);

/* Parses the sections' bodies and makes a citation of each evidence marker. */
extern void memo_scan(Memo *memo);

/* --------------------------------------------------------- marker_place.c */

/* The place that a marker says, for a source without one: the page that it names (0 =
 * none) and the locator. */
extern void identity_take_place(Identity *identity, int named, Slice place);

/* A source that says no place is cited at the page that the marker names (0 = none),
 * else at its place; that the marker names another one than its source is told of. */
extern void citation_settle_place(Memo *memo, Citation *citation, int named);

/* ---------------------------------------------------------- place_block.c */

static inline bool
is_line_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Length of the blank that ends at pos, NBSP included; 0 = none. */
extern int	blank_before(const char *text, int start, int pos);

/* pos before the blanks that end there, NBSP included, but not before start. */
extern int	skip_blanks_back(const char *text, int start, int pos);

/* Has the block anything but blanks, markers and emphasis marks? */
extern bool block_has_prose(const Section *section, TextBlock *block);

/* The nearest block with prose behind or before one, -1 when there is none. */
extern int	block_near(Section *section, const TextBlock *block, bool behind);

/* Does a heading part a block from the prose before it, and none from that behind? */
extern bool block_is_headed(Section *section, const TextBlock *block);

/* End of a block's first or last sentence, in a table of the first body cell;
 * -1 when no reference can stand there. */
extern int	block_anchor(Section *section, int index, bool last);

/* The first sentence that can carry a reference, from one on, forwards or
 * (step -1) backwards; nsentences or -1 when none can. */
extern int	nearest_sentence(Section *section, TextBlock *block, int index, int step);

/* End of the last sentence of the section's prose, tables maybe left out; -1 when it has none. */
extern int	place_at_end(Section *section, bool in_tables);

/* End of the sentence, before markers that follow it. */
extern int	sentence_anchor(const Section *section, const Sentence *sentence);

/* ---------------------------------------------------------------- place.c */

/* Decides where the references of a section's markers will stand: sets each
 * citation's anchor, removes those that no prose can carry. */
extern void place_markers(Memo *memo, Section *section);

/* Does the marker stand in what leaves the text: an agent's definition, source
 * line or source list? */
extern bool is_definition_part(const Section *section, const Marker *marker);

/* The character at text[pos]; *width is its bytes. */
extern uint32 utf8_decode(const char *text, int len, int pos, int *width);

/* A letter or digit of any script, no punctuation, currency or operator? */
extern bool is_word_letter(uint32 c);

/* Bytes of a character by its first one. */
static inline int
char_length(char c)
{
	unsigned char b = c;

	return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

/* Start of the character that ends at pos. */
extern int	char_before(const char *text, int pos);

/* Is the character there closing punctuation, which references go behind? */
extern bool place_is_closing(const char *text, int pos);

/* Where the text of a line begins: behind the box of a task item or the number
 * signs of a heading. */
extern int	line_text_start(const char *text, const TextBlock *block, const Line *line);

/* The first byte from one anchor to another that is no blank, comma or leaving
 * marker; the other when there is none, and both are one reference cluster. */
extern int	place_gap(const Section *section, int from, int to);

/* ----------------------------------------------------------- place_lead.c */

typedef struct BracketPair
{
	const char *open;
	const char *close;
} BracketPair;

/* Finds the markers that lines and cells begin with, and what goes with them. */
extern void place_leads(Section *section);

/* Is there nothing but what lists markers, "," or " and ", and blanks? */
extern bool only_separators(const char *text, int from, int to);

/* Does a backslash from start on escape what is at pos? */
extern bool follows_backslash(const char *text, int start, int pos);

/* The bracket that opens before pos and blanks there, at *open, with the backslash
 * that escapes it; NULL = none. */
extern const BracketPair *pair_before(const char *text, int start, int pos, int *open);

/* Behind the bracket that closes it at pos, or behind blanks; -1 = none. */
extern int	pair_close(const BracketPair *bracket, const char *text, int pos, int end);

/* --------------------------------------------------------- place_credit.c */

/* Takes what only credits the markers from first on, "(Source: [SRC:1])"; returns the
 * last one, or first when nothing does. */
extern int	place_credit(Section *section, const Line *line, int first);

/* ---------------------------------------------------------------- shown.c */

/* Does the byte stand in a line that leaves the text? */
extern bool prose_leaves(const Prose *prose, int pos);

/* Will readers see the sentence, and a reference at its end? */
extern bool sentence_is_shown(Section *section, const TextBlock *block, const Sentence *sentence);

/* Where the text of a row's last shown cell ends, -1 when the row is short. */
extern int	section_shown_end(Section *section, const TextBlock *block, const Line *row);

/* ----------------------------------------------------------------- fold.c */

/* The simple lower case of a code point by Unicode, whatever the locale. */
extern uint32 lower_of(uint32 code);

/* ---------------------------------------------------------------- token.c */

/* Is there a letter or digit of any script at pos? */
extern bool word_begins(const char *text, int len, int pos);

typedef struct TokenReader
{
	const char *text;
	int			len;
	int			pos;
} TokenReader;

typedef struct EvidenceToken
{
	uint64		key;
	int			start;
	bool		is_number;		/* or a word with a digit in it */
} EvidenceToken;

/* The next content word (3 letters or more, no stop word) or number. */
extern bool next_token(TokenReader *tokens, EvidenceToken *token);

/* The numbers of a text as it writes them: "4.2 million, 12%"; NULL = none. */
extern char *numbers_in(Slice text);

/* --------------------------------------------------------------- lookup.c */

/* The distinct words and numbers of a folded text (append_folded). */
typedef struct TokenSet
{
				VEC(EvidenceToken) items;
	int			words;
	int			numbers;
} TokenSet;
extern TokenSet token_set(const char *folded, int len);
extern void token_set_free(TokenSet *set);

/* Texts by word and number; the first that is added is text 0.  None can be
 * added after the first look-up. */
typedef struct TokenIndex TokenIndex;
extern TokenIndex *token_index_create(void);
extern void token_index_add(TokenIndex *index, const char *folded, int len);
extern void token_index_keys(const TokenIndex *index, void (*visit) (void *argument, uint64 key), void *argument);

/* The texts with all numbers of a query and at least so many of its words: the
 * only look-up of its index at a time. */
typedef struct Lookup
{
	TokenIndex *index;
	int			words;			/* of the query */
	int			numbers;
	int			least;
	int64		steps;
	bool		is_cut;			/* too many texts came into question */
	int			term;			/* of the query, whose texts are looked at; */
	int			end;			/* those before this are */
	int			at;
} Lookup;
extern void lookup_start(Lookup *lookup, TokenIndex *index, const TokenSet *query, int least);

/* From now on a text needs so many words. */
extern void lookup_raise(Lookup *lookup, int least);

/* The next text that may do, in no order; -1 = none, or is_cut. */
extern int	lookup_next(Lookup *lookup);

/* The words that it shares; -1 when it does not do, or is_cut. */
extern int	lookup_words(Lookup *lookup, int text);

/* ------------------------------------------------------------- distinct.c */

/* Sentences, and the one passage of all that shares a number (but no year) or a run of 8
 * words with each of them.  Texts are folded. */
typedef struct DistinctIndex DistinctIndex;
extern DistinctIndex *distinct_create(void);

/* Sentences are numbered from 0. */
extern void distinct_add_sentence(DistinctIndex *index, Slice folded);

/* Has any of them a number or a run? */
extern bool distinct_wants_passages(const DistinctIndex *index);
extern void distinct_read(DistinctIndex *index, const Passage *passages, int npassages);

/* The passage of a sentence, which has all its numbers, and the share of its words and
 * numbers that are there; -1 = none. */
extern int	distinct_passage(const DistinctIndex *index, int sentence, float *score);

/* The numbers of a sentence that are no years, as it writes them; NULL = none. */
extern char *distinct_numbers(Slice text);

/* --------------------------------------------------------------- stance.c */

/* What a folded text says that another with its words may say otherwise. */
typedef struct Stance
{
	const char *text;			/* folded, not copied */
	int			len;
	bool		is_read;
	bool		denies;
	bool		identifies;		/* names a thing by letter or number: "tenant b" */
	uint64		sides;			/* of opposites, those said without the other */
	uint64		both;			/* those said with the other */
} Stance;
extern Stance stance_read(const char *folded, int len);

/* Does one say "rose" and the other "fell", or speak of another tenant, building or
 * phase?  Whether they deny is not compared. */
extern bool stances_differ(const Stance *one, const Stance *other);

/* ---------------------------------------------------------------- match.c */

/* Index of a claim's sentence: finds where a text is supported. */
typedef struct Evidence Evidence;
extern Evidence *evidence_index(Section *section);

typedef struct EvidenceMatch
{
	int			block;			/* index into prose->blocks, -1 = none */
	int			sentence;		/* in the block */
	float		score;			/* 1 = literal, else share of content words */
	const char *reason;			/* NULL, "ambiguous", "not_found" */
} EvidenceMatch;
extern EvidenceMatch evidence_find(Evidence *evidence, const Memo *memo, const char *text);

/*
 * The other way: looks for the texts with all numbers of an indexed sentence
 * and policy match_overlap_percent of its content words.  False when it says
 * too little for that: a sentence without a number needs budget_match_words.
 */
extern void token_index_add_text(TokenIndex *texts, Slice text);
extern bool evidence_lookup(const Evidence *evidence, int index, const Policy *policy, TokenIndex *texts,
							Lookup *lookup);

/* Does the sentence of a text that shares most words deny what this one says, or differ
 * from it (stance.c)?  False of long texts. */
extern bool evidence_contradicts(Evidence *evidence, int index, Slice text);

/* Where an indexed sentence is: its block, and which of the block's. */
extern void evidence_place(const Evidence *evidence, int index, int *block, int *sentence);

/* Does an indexed sentence say something else than a text of that stance? */
extern bool evidence_differs(Evidence *evidence, int index, const Stance *stance);

/* The folded text of an indexed sentence, without markers. */
extern Slice evidence_text(const Evidence *evidence, int index);

/* Visits the keys of all words and numbers of the indexed sentences. */
extern void evidence_keys(const Evidence *evidence, void (*visit) (void *argument, uint64 key), void *argument);

/* How many sentences are indexed; which is sentence n of a block, -1 = none. */
extern int	evidence_size(const Evidence *evidence);
extern int	evidence_locate(const Evidence *evidence, int block, int sentence);

/* Lower case ASCII, runs of blanks as one: how literal matches compare. */
extern void append_folded(StringInfo out, const char *text, int len);

static inline bool
is_word_byte(unsigned char c)
{
	return isalnum(c) || c >= 0x80;
}

/* --------------------------------------------------------------- anchor.c */

/* The words and numbers of all sections, by section. */
typedef struct AnchorIndex AnchorIndex;
extern AnchorIndex *anchor_index(Memo *memo);

/* The sections, ascending, of which one may support an anchor: no other can.
 * Returns how many. */
extern int	anchor_sections(const AnchorIndex *index, const Memo *memo, const char *anchor, int **sections);

/* ------------------------------------------------------------- document.c */

/* What to call a document: its title, with what tells it from others; else its path
 * or id. */
extern const char *document_name(const Document *doc);

/* Gives documents of one title names that tell them apart. */
extern void tell_documents_apart(Memo *memo);

/* The file's name of a path; NULL when there is none. */
extern const char *file_name(const char *path);

/* A text in lower case (ASCII) with single blanks. */
extern char *folded_copy(const char *text);

/* ---------------------------------------------------------------- refer.c */

/*
 * Is the text a reference and nothing more?  name is that of the document in it,
 * doc_id its id, len 0 = none known.  Where it begins with the name, so many words may
 * stand behind it that neither say where nor belong to a part that does.
 */
extern bool text_refers(Slice text, Slice name, Slice doc_id, int most_unplaced);

/* --------------------------------------------------------------- entity.c */

/* A text of Markdown without its escapes and character references: "T\_12 &amp; T&amp;I". */
extern char *markdown_unescape(Slice text);

/* -------------------------------------------------------------- locator.c */

/* The page that folded text says at this very place, "p. 12", "pages 3-4", "seite 12"; 0 = none. */
extern int	page_at(const char *text);

/* The same, or "at 12" with nothing but a place behind it. */
extern int	page_said_at(const char *text);

/* The page behind a name in folded text, "Rent Roll at 13", or anywhere in it; 0 = none. */
extern int	locator_page(const char *text, int behind);

/* "Summary!C14": the cell of a workbook, without the (folded) name of that before it;
 * NULL when the text has none. */
extern char *locator_cell(Slice text, Slice name);

/*
 * What stands behind the (folded) name that a text begins with, as a place in the
 * document: "sales comparison approach".  NULL when the text begins otherwise, nothing
 * sets it off, or it is more than plain words.
 */
extern char *locator_behind(Slice text, Slice name);

/* The byte after the (folded) name that a text begins with, quoted or emphasized, -1 = it does not. */
extern int	locator_name_end(Slice text, Slice name);

/* --------------------------------------------------------- locator_part.c */

#define LONGEST_PLACE	120			/* bytes beside a name */

/* What a text, and its plain copy, says of the place beside the (folded) name and the page,
 * 0 = none: "Section 3.2", "p. 40, Table 5", "pp. 12–14".  NULL when it says no more.  Names
 * are all that the document and the deal have, folded, up to a NULL: no place. */
extern char *locator_part(Slice text, Slice plain, Slice name, int page, const char *const *names);

/* Does folded text begin with a word that names a piece of a document: "table 5", "§3.2"? */
extern bool locator_names_piece(const char *text);

/* A page, the last of its range or 0, and a place on it or "" as a locator; NULL when
 * that is only the page. */
extern char *locator_beside_page(int page, int last_page, const char *place);

/* Does a locator count, as it does without a page and where it says the page and more? */
extern bool locator_counts(int page, const char *locator);

/* The locator beside a page of a text that begins with it, "pages 12-14; Table 5" is
 * "pp. 12–14, Table 5"; NULL when it says another page or nothing else. */
extern char *locator_of_page(int page, const char *text);

/* ----------------------------------------------------------------- name.c */

/* Documents by what agents call them: title, doc_id, path, file name. */
typedef struct NameIndex NameIndex;
extern NameIndex *name_index(const Memo *memo);

/* Is a word, in lower case, one that references are made of: "see", "page"? */
extern bool word_refers(Slice word);

/* Does it say something, as verbs and pronouns do? */
extern bool word_speaks(Slice word);

/* Does it tell one version of a document from another: "draft", "amended"? */
extern bool word_tells_version(Slice word);

/* Is it a day's, month's or year's number in a text that goes on behind it? */
extern bool word_is_date(Slice word);

/* The byte after a quotation that begins at pos; pos when none does. */
extern int	quotation_end(Slice text, int pos);

/* Is a run of non-blanks a URL, path or file name? */
extern bool token_is_address(const char *token, int len);

/* "Contradicted by", "Not in": does a text say that what it is beside is no source? */
extern bool text_denies_source(const char *text);

/* The one document that a text refers to, with page ("p. 12") or locator
 * ("Summary!C14", "sales comparison approach"); false when it names none or several, or
 * says more.  is_closed: also when that is no page or piece of it. */
extern bool name_find(const NameIndex *names, Slice text, bool is_closed, Identity *identity);

/* Has a text that names sources more to say than their notes will, "May 2026" or a quotation?
 * is_closed: dates and versions are no more. */
extern bool name_leaves_out(const NameIndex *names, Slice text, bool is_closed, const Identity *identities, int count);

/* ----------------------------------------------------------- name_exact.c */

/* The document whose tag, doc_id or path is exactly this, else the one whose path ends
 * with this file name; NULL when none or several. */
extern Document *name_exact(Memo *memo, Slice text, bool *is_ambiguous);

/* The document with this tag, in any case; *is_ambiguous: several have it, and the one
 * that has it in this case is returned, if any. */
extern Document *name_tagged(Memo *memo, Slice tag, bool *is_ambiguous);
/* --------------------------------------------------------------- unread.c */

/* Tells of what looks like a citation in a scanned section and is none that is read.
 * *names: made when it is needed, for all sections; NULL at first. */
extern void tell_unread(Memo *memo, const Section *section, NameIndex **names);

/* ---------------------------------------------------------------- quote.c */

/* Looks for the quotes of claims in their passages, before the stages: the
 * level that found each; an event and less confidence for those not found. */
extern void verify_quotes(Memo *memo);

/* Sees to it that memo->contents has the passages of some documents, wanted by index. */
extern void need_passages(Memo *memo, const bool *wanted);

/* ----------------------------------------------------- stage6_renumber.c */

/* Source references of a section that stages 6 and 6.2 will leave; at least
 * enough when there are more. */
extern int	section_lasting_sources(Memo *memo, Section *section, int enough);

/* ---------------------------------- metric.c, metric_*.c: canonical metrics */

/* A metric of the catalogue: metriclist.h, overridden by memocite.metric_kind. */
typedef struct MetricKind
{
	const char *key;			/* "irr" */
	const char *field;			/* in a structured output; NULL = not one of the six */
	const char *label;			/* what readers see: "IRR" */
	const char *unit;			/* "percent", "multiple", "usd" */
	int			least;			/* range in a structured output */
	int			most;
} MetricKind;

typedef struct MetricCatalog MetricCatalog;

/* A canonical value; has_value is false for NULL and what is no finite number. */
typedef struct CanonicalMetric
{
	const MetricKind *kind;
	const char *variant;		/* "" = the unmodified one */
	bool		has_value;
	Decimal		value;
	const char *text;			/* as stored */
	int			number;			/* among the deal's, from 0 */
} CanonicalMetric;

#define METRIC_ROLES(X) \
	X(ROLE_POINT, "point") X(ROLE_RANGE_LOW, "range_low") X(ROLE_RANGE_HIGH, "range_high") \
	X(ROLE_BOUND, "bound") X(ROLE_PRIOR, "prior")
#define METRIC_CONTEXTS(X) \
	X(CONTEXT_HEADLINE, "headline") X(CONTEXT_SCENARIO, "scenario") X(CONTEXT_COMPARISON, "comparison") \
	X(CONTEXT_MARKET, "market") X(CONTEXT_THRESHOLD, "threshold") X(CONTEXT_HISTORICAL, "historical")
#define METRIC_VERDICTS(X) \
	X(VERDICT_OK, "ok") X(VERDICT_VIOLATION, "violation") X(VERDICT_REVIEW, "review") \
	X(VERDICT_NO_CANONICAL, "no_canonical")

#define X(id, name) id,
typedef enum MetricRole
{
	METRIC_ROLES(X)
} MetricRole;
typedef enum MetricContext
{
	METRIC_CONTEXTS(X)
} MetricContext;
typedef enum MetricVerdict
{
	METRIC_VERDICTS(X)
} MetricVerdict;
#undef X

/* One number that the prose says of a metric. */
typedef struct MetricFinding
{
	const MetricKind *kind;
	const char *variant;
	MetricRole	role;
	Decimal		found;			/* percent points or a multiple; as written when a fraction */
	const char *unit;			/* "percent", "multiple", "fraction" */
	const CanonicalMetric *canonical;	/* NULL = none */
	int			start;			/* bytes of the body: the number with its unit */
	int			end;
	int			number_end;		/* of the number alone */
	Line		sentence;		/* in a table the row */
	bool		in_table;
	bool		is_row_value;	/* "| Levered IRR | 16.4% |": its row's only number, of the first cell's metric */
	bool		in_list;
	int			passage;		/* of its list or paragraph, counted */
	bool		may_be_negative;	/* "(5.0%)" */
	bool		is_approximate; /* "about 18%" */
	bool		is_plain;		/* asserted in so plain words that it may be corrected */
	bool		is_target;		/* "target IRR of 15%": the headline, unless the text around gives that, too */
	bool		is_scale_slip;	/* a hundred times the canonical value, or a hundredth */
	bool		is_rewritable;	/* a violation that is corrected */
	bool		anchored;
	bool		is_bps;			/* written in basis points */
	bool		is_spelled;		/* in words */
	bool		has_thousands;
	MetricContext context;
	MetricVerdict verdict;
} MetricFinding;

/* What the body as a whole may say. */
typedef enum BodyWord
{
	SAYS_EQUITY_MULTIPLE,
	SAYS_INCIDENCE,				/* of incidence-rate ratios */
	SAYS_DSCR,
	SAYS_DEBT_SERVICE,
	SAYS_LTV,
	SAYS_LOAN_TO_VALUE,
	SAYS_LOAN_TO_COST,
	NBODYWORDS
} BodyWord;

/* The findings of one body, in the order of the text. */
typedef struct MetricCheck
{
	Memo	   *memo;			/* catalogue, canonical values, policy, claims */
	const Section *section;		/* whose claims count as evidence; NULL = all of the deal */
	Prose	   *prose;
	int			passage;		/* lists and paragraphs counted so far */
	int			next_spelling;	/* byte where the next metric may be named */
	int			end_block;		/* blocks from here on are a source list */
	int8		says[NBODYWORDS]; /* the body does: 1 yes, -1 no, 0 not looked yet */
	int			right_passage;	/* passage that gave the canonical value */
	uint64		right_metrics;	/* of these metrics: a bit for the number of each */
	Size		evidence_bytes; /* of quotes and passages that have been read */
	int			note_marks;		/* marks that lines begin with (metric_note.c), 0 = not looked yet */
				VEC(MetricFinding) findings;
} MetricCheck;

/* The metric that a label, key, field or spelling means ("Levered IRR:",
 * "levered_irr", "IRR"), NULL when none; *variant is its modifiers', "" = none.
 * variant may be NULL. */
extern const MetricKind *metric_kind_find(const Memo *memo, const char *name, const char **variant);

/* An error unless a canonical value is finite and, of a built-in metric, in its
 * unit (NULL = any) and range (api_metric.c). */
extern void check_metric_value(const char *name, Datum value, const char *unit);

/* An error where a built-in percent is so small that it is meant as a fraction. */
extern void check_metric_fraction(const char *name, Datum value);

/* An error unless numbers of a metric kind's unit are read. */
extern void check_metric_unit(const char *name, const char *unit);

/* The key of a built-in metric whose case may differ, else the name itself. */
extern const char *metric_key(const char *name);

extern bool is_restoring;		/* rows are as they were stored (memocite.c) */

extern void metric_catalog_add(Memo *memo, const char *key, const char *label, const char *unit,
							   const char *spellings);
extern void metric_add(Memo *memo, const char *name, const char *variant, const char *value, const char *unit);
extern const CanonicalMetric *metric_canonical(const Memo *memo, const MetricKind *kind, const char *variant);
extern bool metric_has_variant(const Memo *memo, const MetricKind *kind, const char *variant);

/* Is the number the canonical value, rounded to the decimals that it shows? */
extern bool metric_equals(const CanonicalMetric *canonical, Decimal number);
extern const MetricKind *metric_kind_at(const Memo *memo, int index);	/* NULL = past the last */

/* Finds what a body says of metrics.  Linear in the text.  judge_findings says
 * the verdicts again, when more claims are known. */
extern void metric_check(MetricCheck *check);
extern void judge_findings(MetricCheck *check);
extern bool metric_has_violation(const MetricCheck *check);
extern bool metric_has_rewritable(const MetricCheck *check);

/* Is it a headline that diverges, a violation or for review? */
extern bool metric_diverges(const MetricFinding *finding);

extern const char *metric_role_name(MetricRole role);
extern const char *metric_context_name(MetricContext context);
extern const char *metric_verdict_name(MetricVerdict verdict);
extern char *metric_name(const MetricFinding *finding);	/* "levered IRR" */

extern bool decimal_parse(const char *text, Decimal *value);
extern char *decimal_text(Decimal value);
extern Decimal decimal_round(Decimal value, int scale);
extern int	decimal_compare(Decimal a, Decimal b);

/* What a violation is corrected to: what replaces the bytes from start to the
 * number's end, and the note on the old value with the place where it goes. */
typedef struct Correction
{
	char	   *number;
	int			start;
	char	   *replacement;	/* the number, with the article before it that suits it */
	const char *note;			/* empty where one stands already */
	char	   *old;			/* as written, with its unit */
	int			note_at;
} Correction;
extern Decimal corrected_value(const MetricFinding *finding);
extern void metric_correction(const Prose *prose, const MetricFinding *finding, Correction *correction);

/* Corrects the violations of all sections, as edits (chapter 4, step 2). */
extern void correct_metrics(Memo *memo);

/* Removes citations of corrected numbers that rest on the old one. */
extern void remove_contradicting_citations(Memo *memo);

/* The finding's sentence, or at most so many bytes of it around the number. */
extern Slice finding_sentence(const Prose *prose, const MetricFinding *finding, int most);

/* "...must be 18.5%": words for the model that wrote the section; appends nothing
 * when there is no violation.  What an earlier reason asked of the same metric and
 * value is not asked again but goes to kept; if only_kept, what it says it had kept. */
extern void metric_reasons(const MetricCheck *check, const char *asked, bool only_kept, StringInfo out, StringInfo kept);

/* -------------------------------------------------------- stage7_verify.c */

/* Reads the rendered sections back; one that lost a reference is a flaw. */
extern void check_rendered(Memo *memo);

/* ----------------------------------------------------- stage1_aggregate.c */

/* What stays where lines leave from before pos: "---" or "===" behind them
 * must not underline the paragraph above, so a blank line does. */
extern const char *keeps_apart(const Prose *prose, int pos);

/* ---------------------------------------------------------- stage1_text.c */

/* Text of a definition or legend: bytes of the body and the markers in them. */
typedef struct NoteText
{
	const Section *section;
	int			from;
	int			to;
	int			first_marker;
	int			nmarkers;
	int			words;			/* of what is left, counted by text_without_markers() */
} NoteText;

/* That text on one line, without those of the markers that leave; the second
 * with the labels that its links have in the memo. */
extern char *text_without_markers(NoteText *text);
extern char *text_for_memo(NoteText *text);

/* --------------------------------------------------------- source_entry.c */

/* Reads the entries of the source list that begins at a block. */
extern void source_entries_read(const Memo *memo, Section *section, int first);

/* Does a text of the body say anything beside markers? */
extern bool section_says(const Section *section, Slice text);

/* -------------------------------------------------------- source_settle.c */

/* Parses a section's body, and settles which lines "[SRC:n]: ..." leave the text and whether its
 * source list does. */
extern void section_settle_sources(Memo *memo, Section *section);

/* The names of the deal's documents, made when they are first needed. */
extern NameIndex *memo_names(Memo *memo);

/* The first marker at or behind a byte. */
extern int	first_marker_from(const Prose *prose, int pos);

/* The ids of a marker of the contract's form, or of a near miss that policy lets be
 * repaired; false when it is none. */
extern bool section_marker_ids(const Memo *memo, const Section *section, const Marker *marker, MarkerIds *ids);

/* Does a claim, or the deal, say what an id is? */
extern bool id_is_decided(const Memo *memo, const Section *section, int64 id);

/* Does a text name another document than each claim of the section with an id does? */
extern bool entry_contradicts(Memo *memo, const Section *section, int64 id, Slice text, const Claim **claim, Identity *named);

/* ---------------------------------------------------- stage1_definition.c */

/* The section's own footnote definitions become citations and notes, as does what its
 * source lines and list say of ids. */
extern void take_definitions(Memo *memo, Section *section);

/* Citations of a run of markers; both -1 when there are none. */
extern void citations_of_markers(const Memo *memo, const Section *section, int first_marker,
								 int nmarkers, int *first, int *last);

/* Is a definition, of so many words beside its markers, nothing but these?  Then they
 * take its place. */
extern bool is_only_markers(const char *text, int words, int first_citation);

/* The only marker of such a definition is at the page beside it: "[SOURCE-A], p. 12".
 * Returns that page, 0 when there is none or the marker says one. */
extern int	take_marker_page(Memo *memo, const char *text, int first_citation, int last_citation);
/* An event when a text that leaves says more than the notes of the sources that it names. */
extern void tell_shortened(Memo *memo, const Section *section, Slice text, const Identity *identities, int count);

/* Places the citations from first to last once more, where citation place stands. */
extern void repeat_citations(Memo *memo, const char *origin, int first, int last, int place);

/* --------------------------------------------------------------- legend.c */

/* Reads what the section says of superscripts: its legends and what it lists. */
extern void legend_read(Section *section);

/* Index of the first source of that id under the table, -1 when it has none. */
extern int	legend_find(const Section *section, int table, int64 id);

/* Does text that is no data cell begin with or list the superscript? */
extern bool legend_lists(const Section *section, int64 id);

/* Finds the lines of sources that leave: something refers to them, and nothing that
 * stays text shows their superscript.  For when all markers are scanned. */
extern void legend_settle(Section *section);

/* --------------------------------------------------- stage1_superscripts.c */

/* Does the section say what a superscript is: a line under its table, else a
 * claim?  Notes which line; a superscript that has one has no id. */
extern bool superscript_is_defined(const Memo *memo, Section *section, Marker *marker);

/* ----------------------------------------------------- stage1_structure.c */

/* Makes link labels unique where sections define one differently.  Part of stage 1. */
extern void rename_link_labels(Memo *memo);

/* Makes bodies fit to stand in one memo: open blocks closed, headings below
 * the section's own.  Part of stage 1. */
extern void structure_sections(Memo *memo);

/* --------------------------------------------------------------- phrase.c */

/* A name that is looked for in all sections at once: words, whatever stands
 * between them, in one sentence. */
typedef struct PhrasePlace
{
	int			section;
	int			block;
	int			sentence;		/* in the block */
} PhrasePlace;

typedef struct Phrase
{
	uint64		key;
	bool		owns_words;		/* no shorter phrase is looked for in it */
				VEC(PhrasePlace) places;	/* in reading order */
} Phrase;

typedef struct PhraseIndex PhraseIndex;
extern PhraseIndex *phrase_index(void);

/* The phrase of a text, NULL when it has no word or too many. */
extern Phrase *phrase_add(PhraseIndex *index, const char *text, bool owns_words);

/* Finds the places of all phrases, in one walk over the memo. */
extern void phrase_search(PhraseIndex *index, Memo *memo);

/* Do two texts have the same words? */
extern bool phrase_equal(const char *a, const char *b);

/* --------------------------------------------------------- metric_label.c */

/* Is it a metric of the catalogue, or one that notes speak of? */
extern bool metric_is_known(const Memo *memo, const char *metric);

/* What readers see for a metric's key; never NULL. */
extern const char *metric_label(const Memo *memo, const char *metric);

/* How prose names a metric: its label first; ends with NULL. */
extern const char *const *metric_spellings(const Memo *memo, const char *metric);

/* All names of all metrics and variants; ends with NULL. */
extern const char *const *metric_cousins(const Memo *memo);

/* -------------------------------------------------------- insight_text.c */

/* What the note of an insight says, as plain text; the caller's. */
extern char *insight_text(const Memo *memo, const Insight *insight);

/* Has it values that are all the same, so that there is no conflict? */
extern bool insight_is_settled(const Insight *insight);

/* ----------------------------------------------------- stage2_insights.c */

/* A note of ours at a place of a section: its text is plain, and origin is the
 * kind that ledger and note show.  No source: exempt from cap, budget, density
 * and grade, and behind the sources of its cluster. */
extern Citation *insight_note_add(Memo *memo, int section, int anchor, const char *origin,
								  const char *text);

/* ------------------------------------------------------- stage2_uncited.c */

/* Looks for evidence for the sections without a citation that it has not seen yet. */
extern void cite_uncited(Memo *memo);

/* ------------------------------------------------------------- pipeline.c */

#define STAGE(label, name, function, needs, checkpoint, description) \
	extern void function(Memo *memo);
#include "stagelist.h"
#undef STAGE

typedef struct Stage
{
	const char *label;
	const char *name;
	void		(*run) (Memo *memo);
	const char *needs;
	const char *checkpoint;
	const char *description;
} Stage;

#define NSTAGES		36
extern const Stage stages[NSTAGES];
extern const char *stage_group(const Stage *stage);
extern void pipeline_run(Memo *memo);

/* --------------------------------------------------------- chart_select.c */

/* The built-in questions, in their order; returns how many. */
extern int	questions_built_in(DecisionQuestion **questions);
extern bool question_has_chart(const DecisionQuestion *question, const Chart *chart);

/* Decides about each candidate of a section: is_dropped with gate and reason,
 * rank, at.  Bodies are scanned. */
extern void charts_select(Memo *memo, Section *section, int max_charts);

/* ---------------------------------------------------------- chart_place.c */

/* Sets at, anchor and stretch of a section's charts; returns how many
 * stretches its text has. */
extern int	charts_locate(Memo *memo, Section *section, Chart **charts, int count);

#define CHARTS	"charts"		/* the label of what follows the stages */

/* After the stages: selects charts and makes the edits that insert them. */
extern void place_charts(Memo *memo);

/* After rendering: a chart that is not in the text was not inserted. */
extern void check_charts(Memo *memo);

/* Does an inserted chart answer the question? */
extern bool question_is_covered(const Memo *memo, const DecisionQuestion *question);

/* --------------------------------------------------------------- render.c */

/* Writes each section's rendered body, its changes and reference offsets. */
extern void render_sections(Memo *memo);

/* "[[offset, removed, inserted, stage], ...]": a section's changes as stored. */
extern void changes_json(const Section *section, StringInfo out);
extern void sha256(const char *data, Size len, uint8 *digest);

/* -------------------------------------------------------------- compose.c */

typedef struct FinishedSection
{
	Slice		title;
	Slice		body;
} FinishedSection;

/* The quote of a reference's own place. */
typedef struct ShownQuote
{
	Slice		text;			/* as the claim has it; data NULL = none */
	bool		is_verified;	/* found in a passage; else no passage of its document is stored */
} ShownQuote;

typedef struct FinishedNote
{
	Slice		definition;
	Slice		key;
	Slice		cluster;		/* name of its document; NULL = an agent's own note */
	const char *kind;
	const char *doc_id;			/* NULL = none */
	int			page;			/* 0 = none */
	const char *locator;
	Slice		source;			/* the definition without its quotes */
	Slice	   *quotes;			/* of the definition, as it has them */
	int			nquotes;
	const ShownQuote *shown;	/* of its references in reading order; NULL = none has any, */
	int			nshown;			/* or it is not known which has (a revision before 0.3.0) */
	const int  *confidences;	/* thousandths of its references in reading order, */
	int			nconfidences;	/* -1 = NULL; a single one is that of all; none: NULL */
} FinishedNote;

/* What a memo's Markdown is made of, and how: bold document sub-headings over
 * the definitions, a label of its own for each reference. */
typedef struct FinishedMemo
{
	const char *title;			/* the deal's name, "Memo" when that is blank */
	FinishedSection *sections;
	int			nsections;
	FinishedNote *notes;
	int			nnotes;
	Slice		tail;
	int			weak;			/* confidence below which references have a mark */
	bool		marks_unchecked;	/* quotes that were not checked are marked: others were */
	bool		is_clustered;
	bool		has_unique_labels;
} FinishedMemo;

#define WEAK_MARK	"\xE2\x80\xA0"	/* a dagger behind a reference */

/* Where a marker was all that kept the text around it from meaning something
 * else, a zero-width space, which every renderer takes for text, stays. */
#define INERT	"&#8203;"

extern void compose_markdown(const FinishedMemo *memo, StringInfo out);

/* The ProseMirror document, a jsonb (prosemirror.c). */
extern Datum compose_prosemirror(const FinishedMemo *memo);

/* Documents come first, then notes of ours, then the agents' own. */
typedef enum ClusterRank
{
	CLUSTER_DOCUMENT,
	CLUSTER_INSIGHT,
	CLUSTER_AGENT
} ClusterRank;

/* A note and the cluster that it is in. */
typedef struct ClusterEntry
{
	ClusterRank rank;
	Slice		cluster;		/* document; empty for the other ranks */
	int			first;			/* number of its first note */
	int			number;
} ClusterEntry;

/* All notes by cluster; documents in the order of their first note. */
extern ClusterEntry *note_clusters(const FinishedMemo *memo);

/* What stands above a cluster: plain text. */
extern Slice cluster_title(const ClusterEntry *entry);

/* -------------------------------------------------------------- binding.c */

/* The comment that ends a memo: what its references are bound to. */
#define COMMENT_OPEN "<!-- memocite "
extern void compose_comment(const FinishedMemo *memo, StringInfo out);

/* Has one of the note's references a confidence that is marked? */
extern bool note_is_weak(const FinishedMemo *memo, const FinishedNote *note);

/* The quotes that end a source's definition, from the blank before the first one's " on
 * (len 0 = none); false when the definition does not begin with its source. */
extern bool definition_quotes(Slice definition, const Identity *identity, Slice *quotes);

/* Takes a quote and the mark behind it off their front: up to the nth " that may end it,
 * from 0; false when there is none. */
extern bool quote_take(Slice *quotes, int nth, Slice *quote, bool *is_marked);

/* Eight hexadecimal digits that an edited quote does not have. */
extern void quote_hash(Slice quote, char *hash);

/* --------------------------------------------------------------- rollup.c */

/* The rollups of stage 5; they write to the notes and to memo->tail. */
extern void render_clusters(Memo *memo);
extern void render_definitions(Memo *memo);
extern void render_sources_consulted(Memo *memo);
extern void render_data_source_notes(Memo *memo);

/* What a kept reference shows of its claim's quote (definition.c). */
extern ShownQuote citation_quote(const Citation *citation);

#define UNCHECKED_MARK	" (not checked)"

/* Appends a quote as definitions have it, and maybe the mark behind it (definition.c). */
extern void append_quote(StringInfo out, Slice quote, bool is_marked);

/* Appends document with page or locator: what a definition begins with. */
extern void append_source_name(StringInfo out, const Identity *identity);

/* ---------------------------------------------------------------- grade.c */

/* Citations that a section of so many words should have; 0 = none asked. */
extern int	citation_budget(const Policy *policy, int words);

/* The rollup of stage 4.95: grades from the final counts. */
extern void compute_grades(Memo *memo);

/* When agents scored nothing but 0, sections are scored by their content. */
extern void score_sections(Memo *memo);

/* --------------------------------------------------------------- report.c */

/* Builds the members of the report's object that come from the Memo (json.h). */
struct JsonBuild;
extern void build_report(const Memo *memo, struct JsonBuild *build);

/* Appends text with what Markdown would read as syntax escaped, on one line. */
extern void append_escaped(StringInfo out, const char *text, int len);
extern void append_int(StringInfo out, int number);
extern void append_json_string(StringInfo out, const char *text, int len);

/* -------------------------------------------------------------- columns.c */

/* The columns of revision_detail, in the order of detaillist.h. */
typedef enum DetailColumn
{
#define DETAIL(name, type) DETAIL_##name,
#include "detaillist.h"
#undef DETAIL
	NDETAILS
} DetailColumn;

/* Fills values and nulls (' ' or 'n') of all columns from a finished Memo. */
extern void detail_columns(const Memo *memo, Datum *values, char *nulls);
extern Datum text_datum(const char *text);
extern Datum text_array_datum(Datum *items, int count);	/* text[] */

/* ------------------------------------------------------------- finished.c */

typedef struct StoredMemo StoredMemo;

/* The parts of a memo, layout plain and shared labels. */
extern FinishedMemo finished_from_memo(Memo *memo);
extern FinishedMemo finished_from_store(const StoredMemo *memo);

/* --------------------------------------------------------- insight_json.c */

/* What is wrong with the detail of an insight of that kind, with the path of
 * it, in words for the user; NULL when nothing is. */
extern char *insight_detail_problem(InsightKind kind, Datum detail);

/* The same for what memo_load_context takes. */
extern char *insight_context_problem(Datum context);

/* Does a detail name its metric? */
extern bool insight_has_label(Datum detail);

/* The kind of a name such as "ic_note"; NINSIGHT_KINDS when there is none. */
extern InsightKind insight_kind(const char *name);

/* Fills the members of an insight that come from its detail. */
extern void insight_read_detail(Insight *insight, Datum detail);

/* ---------------------------------------------------------------- store.c */

/* Connects to SPI, makes sure that the store is there and fixes search_path;
 * store_close takes what store_open returned, and ends that. */
extern int	store_open(void);
extern void store_close(int level);

/* An error unless the store has this library's version. */
extern void store_check_version(void);

/* Locks the deal's row until the transaction ends; an error when there is none. */
extern void store_lock(int64 deal_id);

/* A memo of no deal with what the metrics of all have in common: catalogue, and
 * the policy for all deals. */
extern Memo *store_load_metric_kinds(void);

/* Names in memocite.metric that nobody knows, as text[]. */
extern Datum store_unknown_metrics(void);

/* The deal's metrics, name and policy, without the rest; NULL when it has no
 * metrics, and none is wanted without.  Where it is likely to have some, they are
 * loaded at once; else it is first looked whether there are any, which is cheap. */
extern Memo *store_load_metrics(const Memo *common, int64 deal_id, bool without, bool is_likely);

/* The claims of one section, and what of the deal the ids of its text name, into a Memo
 * that has only metrics. */
extern void store_load_evidence(Memo *memo, Section *section, const Prose *prose);

/* What agents wrote besides the bodies; sections in the order of store_load. */
typedef struct WrittenSection
{
	Datum		structured;		/* jsonb */
	bool		has_structured;
	bool		is_partial;
	char	   *retry_reason;	/* NULL = none */
} WrittenSection;
extern WrittenSection *store_load_written(const Memo *memo);

/* Checks a structured output; the fields that it has in the catalogue's order,
 * then unknown ones. */
typedef struct StructuredField
{
	const char *metric;
	Datum		structured;		/* numeric */
	bool		has_structured;
	const CanonicalMetric *canonical;
	Datum		distance;		/* numeric, from the canonical value; the delta is a share of its size */
	Datum		size;
	bool		has_delta;
	const char *verdict;		/* "ok", "retry", "not_comparable", "invalid" */
	const char *field;
} StructuredField;
extern StructuredField *check_structured(Memo *memo, Datum structured, int *count);

/* What a section must be written again for, and what of it was asked once and is not
 * asked again; "" when nothing. */
typedef struct RetryReason
{
	char	   *asks;
	char	   *kept;
	bool		has_structured; /* the structured output is among what is asked */
} RetryReason;

/* stored is the row's last reason, NULL when there is none: a violation that it names
 * is kept; one that it only asks for is not, if is_now, for then the row is not yet
 * written again. */
extern RetryReason metric_retry_reason(MetricCheck *check, Datum *structured, const char *stored, bool is_now);

/* The words that a trigger stores: what is asked, and what is kept. */
extern char *retry_reason_text(const RetryReason *reason);

/* Has a stored reason words of metric_retry_reason?  It may be NULL. */
extern bool has_metric_reason(const char *reason);

/* Takes the words of metric_retry_reason out of a stored reason; NULL when
 * nothing of the caller's own is left. */
extern char *own_retry_reason(const char *reason);

/* A section that is shorter in a call than stored, in characters. */
typedef struct ShorterSection
{
	char	   *section_key;
	int			stored;
	int			given;
	bool		is_refused;		/* the call is unscored: the stored text stays */
} ShorterSection;

/* Writes the sections of a call into the table; returns those that are much shorter. */
extern int	store_upsert_sections(int64 deal_id, Datum sections, ShorterSection **shorter);
extern void tell_shorter_section(Memo *memo, const ShorterSection *section);

/* Loads the deal in the active snapshot; input_sha256 is that of all it read. */
extern Memo *store_load(int64 deal_id, int32 as_of_day);

/* The same with a given policy instead of the deal's; NULL = the deal's. */
extern Memo *store_load_with(int64 deal_id, int32 as_of_day, const Policy *policy);

typedef struct StoredRevision
{
	int			revision;		/* 0 = none */
	uint8		input_sha256[32];
	char	   *report;			/* JSON text */
	char	   *as_of;			/* ISO date */
} StoredRevision;
extern void store_latest(int64 deal_id, StoredRevision *latest);

/* The policy in force; an error when there is no such deal. */
extern void store_load_policy(int64 deal_id, Policy *policy);

/* The report of a revision as JSON, 0 = the latest; an error when there is none. */
extern char *store_report(int64 deal_id, int revision);

/* The questions in force; has_rows: the catalogue's rows are read, too. */
extern int	store_questions(DecisionQuestion **questions, bool has_rows);

/* Saves a finished memo as the next revision. */
extern void store_save(Memo *memo, int revision, Datum report);

/* Takes the requests that were seen by store_load out of the queue. */
extern void store_dequeue(Memo *memo);

/* Puts a deal in the queue for this transaction. */
extern bool store_enqueue(int64 deal_id);

/* Position of a section key: catalogue, else built in, else 1000. */
extern int	store_section_position(const char *section_key);

/* What section_kind calls a section; NULL when it says nothing. */
extern char *store_section_title(const char *section_key);

/* Applies {"key": value, ...} to a policy; an error when it is not valid. */
extern void store_apply_policy(Policy *policy, Datum settings);

/* "2026-06-30" of a DateADT. */
extern char *iso_date(int32 day);

/* A stored revision for reading: memo_markdown and memo_verify. */
typedef struct StoredSection
{
	char	   *section_key;
	char	   *title;
	char	   *body;
	Change	   *changes;		/* READ_EDITS */
	int			nchanges;
	char	   *agent_body;		/* today's, NULL when gone */
	uint8		body_sha256[32];
	uint8		agent_sha256[32];
} StoredSection;

typedef struct StoredNote
{
	char	   *key;
	char	   *kind;
	char	   *definition;
	int			refs;
	char	   *doc_name;		/* NULL: an agent's own note */
	char	   *doc_id;
	int			page;			/* 0 = none */
	char	   *locator;
	int			confidence;		/* greatest of its references, -1 = NULL */
	int		   *confidences;	/* of each reference in reading order, NULL = not read */
	ShownQuote *shown;			/* likewise */
	char	   *stale_since;	/* when its document was ingested, NULL = not stale */
	char	   *source_type;
	char	   *ingested;		/* the day, NULL = not known */
	int32		ingested_day;	/* the same as a DateADT */
} StoredNote;

typedef struct StoredCitation
{
	char	   *section_key;
	char	   *origin;
	char	   *marker;
	char	   *fate;
	char	   *how;
	int			marker_offset;	/* -1 = none */
	int			note_number;	/* 0 = none */
	int			final_offset;	/* -1 = none */
	char	   *doc_id;
	int			page;			/* 0 = none */
	char	   *locator;
	char	   *quote;
	bool		shows_quote;	/* it is shown, as verified or */
	bool		is_unchecked;	/* not checked */
	int			confidence;		/* 0 .. 1000, -1 = NULL */
} StoredCitation;

struct StoredMemo
{
	int			revision;
	char	   *name;
	char	   *tail;
	int			weak;			/* confidence below which references have a mark */
	int			quotes_per_note;
	StoredSection *sections;
	int			nsections;
	StoredNote *notes;
	int			nnotes;
	StoredCitation *citations;	/* READ_LEDGER */
	int			ncitations;
};

/* How much of a stored revision is read. */
typedef enum ReadDepth
{
	READ_TEXT,
	READ_LEDGER,				/* and the citations */
	READ_EDITS					/* and the edit scripts */
} ReadDepth;

/* revision 0 = the latest; an error when there is none. */
extern StoredMemo *store_load_revision(int64 deal_id, int revision, ReadDepth depth);

/* The stored revision before one; an error when there is none. */
extern int	store_revision_before(int64 deal_id, int revision);

/* Makes a revision again (0 = the latest) and says whether all is byte-equal to
 * what was stored; an error when the inputs have changed (replay.c). */
extern bool store_replay(int64 deal_id, int revision);

/* Writes new bodies and claim ids of memo_resolve_collisions back. */
extern void store_write_back(Memo *memo, Datum keys, Datum bodies, Datum claim_ids, Datum src_ids);

#ifndef FRONTEND
/* ------------------------------------------------------------------ api.c */

/* Contexts whose memory is kept from call to call; the caller empties them. */
typedef enum KeptContext
{
	KEPT_FINALIZE,
	KEPT_TRIGGER,
	NKEPT_CONTEXTS
} KeptContext;
extern MemoryContext kept_context(KeptContext which);

/* A body argument, of the size that a section may have (api_text.c). */
extern Slice body_argument(FunctionCallInfo fcinfo, int number);

/* An error unless the database's encoding is UTF8. */
extern void check_encoding(void);

/* A jsonb of its text. */
extern Datum jsonb_datum(const char *text);

/* An error when an argument is NULL. */
extern void check_argument(FunctionCallInfo fcinfo, int number, const char *name);

/* Arguments deal_id and revision of a reading function; 0 = the latest. */
extern int	revision_argument(FunctionCallInfo fcinfo);

/* A text argument that is one of two words; true for the second. */
extern bool choice_argument(FunctionCallInfo fcinfo, int number, const char *name, const char *usual, const char *other);

/* A copy of a result in a context that outlives SPI. */
extern Datum result_datum(Datum value, MemoryContext context);
extern Datum result_text(StringInfo text, MemoryContext context);

/* ------------------------------------------------------------- api_warn.c */

/* Warnings of a memo that was just made; revision: where it is kept, 0 = nowhere. */
extern void warn_of_memo(const Memo *memo, int revision);

/* ------------------------------------------------------------- memocite.c */

extern bool notify_enabled;		/* memocite.notify */
extern char *worker_databases;	/* memocite.databases */
extern int	worker_count;		/* memocite.workers */
extern int	worker_debounce;	/* memocite.debounce, ms */
extern int	worker_idle_timeout;	/* memocite.idle_timeout, ms */
extern bool is_preloaded;		/* by shared_preload_libraries */

/*
 * What our own statements run with, until AtEOXact_GUC(true, the level that this
 * returns).  Operators are pg_catalog's whatever the caller's search_path says.
 * Plans are kept, so each goes by an index, also when it is made while the tables
 * are small: they grow.  (A catalogue that is read whole looks so dear then that
 * the server would compile the plan.)  A function's SET would cost a trigger 3 us
 * a row.
 */
extern int	settings_open(void);

/* Defines them, once a process. */
extern void settings_define(void);

/* ------------------------------------------------------------ api_queue.c */

/* Forgets that this transaction enqueued the deal. */
extern void queue_forget(int64 deal_id);

/* -------------------------------------------------------- worker_shared.c */

/* Before a transaction that may have to wake the worker at its end. */
extern void worker_prepare_wake(void);

/* Tells the worker of this database, if there is one, that a deal waits. */
extern void worker_wake(bool is_prepared);
#endif							/* FRONTEND */

#endif							/* MEMOCITE_H */
