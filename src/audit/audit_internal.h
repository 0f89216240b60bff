/*
 * audit_internal.h
 *		What the files of audit/ share with nobody else: the readers of stored text.
 */
#ifndef AUDIT_INTERNAL_H
#define AUDIT_INTERNAL_H

#include "audit/audit.h"
#include "render/render.h"

#include "common/sha2.h"

typedef struct Diff
{
	const StoredMemo *from;
	const StoredMemo *to;
				VEC(DiffRow) rows;
} Diff;

/* ------------------------------------------------------------ diff.c */

/* diff.c */
extern DiffRow *diff_add_row(Diff *diff, const char *kind, const char *section_key,
							 const char *detail);

extern const char *diff_change(const char *from, const char *to);	/* "4 -> 5" */
/* diff_reference.c */

/* Kept citations by section and place: their markers tell references apart. */
typedef struct KeptCitations
{
	const StoredCitation **items;
	int			count;
} KeptCitations;

/* -------------------------------------------------- diff_reference.c */

extern KeptCitations kept_citations(const StoredMemo *memo);
typedef struct Ref Ref;

/* The references of a section. */
typedef struct RefList
{
	Ref		   *items;
	int			count;
				VEC(uint64) sentences;	/* hashes of all sentences of the section */
	uint64		prose;			/* hash of the section's text without references */
} RefList;

extern RefList references_read(const StoredMemo *memo, const StoredSection *section,
							   const KeptCitations *kept);
/* Adds a row for each reference that was swapped, removed or added. */
extern void references_compare(Diff *diff, const char *section_key, RefList *from, RefList *to);

/* Adds a row for each reference that is not paired: removed ones, or new ones. */
extern void references_add_rest(Diff *diff, const char *section_key, const RefList *list,
								bool is_new);

typedef enum ByteClass
{
	BYTE_SYNTAX,				/* in no text event */
	BYTE_TEXT,
	BYTE_OPAQUE,				/* alt text of an image, autolink */
	BYTE_CODE,
	BYTE_HTML
} ByteClass;

#define BYTE_CLASS		0x07
#define BYTE_HEADING	0x08
#define BYTE_REFERENCE	0x10	/* a reference starts here... */
#define BYTE_TAKEN		0x20	/* ...and a ledger row points at it */
#define BYTE_LABEL		0x40	/* text of a link */
#define BYTE_BAR		0x80	/* between the cells of a table */
#define INDEX_STEP		64		/* characters between entries of the index */
#define MAX_MARKER 300 /* bytes between brackets; nothing longer is a marker but CANONICAL */
#define MAX_NOTE		4000	/* and a footnote */
/* Code and HTML, from the first to the last byte. */
typedef struct OpaqueZone
{
	int			start;
	int			end;
	ByteClass	class;
} OpaqueZone;

/* [^n]; also the label of a definition. */
typedef struct Reference
{
	int			start;
	int			end;
	int			number;
} Reference;

typedef struct Reading
{
	Slice		text;
	uint8	   *bytes;			/* ByteClass and flags of each byte */
	int			nchars;
	int		   *index;			/* byte of every INDEX_STEPth character */
				VEC(OpaqueZone) zones;
				VEC(Reference) references;
				VEC(Reference) definitions;
} Reading;

/* A section, and its edit script in bytes. */
typedef struct SectionReading
{
	const StoredSection *row;
	Reading    *final;
	Reading    *agent;			/* NULL when the edits do not apply */
	const char *problem;		/* why not */
	int		   *final_at;		/* byte of each edit in both bodies */
	int		   *agent_at;
} SectionReading;

typedef struct Audit
{
	const StoredMemo *input;
	SectionReading *sections;
	Reading    *memo;
	int			nreferences;	/* in all sections */
} Audit;

typedef struct Fault
{
	int			count;
	char	   *first;
} Fault;

#define FAULT(fault, ...) \
	do { \
		if ((fault)->count++ == 0) \
			(fault)->first = psprintf(__VA_ARGS__); \
	} while (0)
/* Arguments for "section \"%.*s\"". */
#define KEY(section)	(int) strlen((section)->row->section_key), (section)->row->section_key

static inline bool
slice_says(Slice slice, const char *text)
{
	return slice.len == (int) strlen(text) && memcmp(slice.data, text, slice.len) == 0;
}

static inline bool
same_bytes(Slice a, Slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* ----------------------------------------------------- verify_read.c */

extern ByteClass class_at(const Reading *reading, int pos);
extern bool at_line_start(const Reading *reading, int pos, bool containers);
extern bool is_prose_bracket(const Reading *reading, int pos);
extern int line_end(Slice text, int pos);
extern int byte_of_char(const Reading *reading, int offset);
extern Reading *read_text(Slice text);
extern void read_section(SectionReading *section, const StoredSection *row);
/* --------------------------------------------------- verify_source.c */

extern bool take_text(Slice *markdown, Slice text);
extern bool take_digits(Slice *text, int least, int most);
extern void check_sources(Audit *audit, Fault *fault);
/* --------------------------------------------------- verify_rollup.c */

extern void check_rollups(Audit *audit, Fault *fault);
/* ------------------------------------------------------ verify_url.c */

extern void check_urls(SectionReading *section, Fault *fault);
/* --------------------------------------------------- verify_marker.c */

extern void check_markers(Audit *audit, Fault *fault);
/* ----------------------------------------------------- verify_zone.c */

extern void check_hash(Audit *audit, Fault *fault);
extern void check_edits(Audit *audit, Fault *fault);
extern void check_opaque(Audit *audit, Fault *fault);

#endif							/* AUDIT_INTERNAL_H */
