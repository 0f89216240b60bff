/*
 * audit_internal.h
 *		What the files of audit/ share with nobody else: the readers of stored text.
 */
#ifndef AUDIT_INTERNAL_H
#define AUDIT_INTERNAL_H

#include "audit/audit.h"
#include "render/render.h"

#include "common/sha2.h"

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
#define BYTE_TAKEN		0x20	/* ...and a ledger row points at it; or an edit took the byte */
#define BYTE_LABEL		0x40	/* text of a link; of code or HTML: its first byte */
#define BYTE_BAR		0x80	/* between the cells of a table */
#define INDEX_STEP		64		/* characters between entries of the index */

/* [^n]; also the label of a definition. */
typedef struct Reference
{
	int			start;
	int			end;
	int			number;
} Reference;

/* A leaf block and the extent of its text. */
typedef struct BlockReading
{
	int			type;			/* MarkdownBlock */
	int			level;			/* of a heading, else 0 */
	int			depth;			/* quotes and items around it */
	int			start;
	int			end;
} BlockReading;

typedef struct Reading
{
	Slice		text;
	uint8	   *bytes;			/* ByteClass and flags of each byte, and a 0 */
	int			nchars;
	int		   *index;			/* byte of every INDEX_STEPth character */
				VEC(BlockReading) blocks;
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

/* -------------------------------------------------- verify_reading.c */

static inline ByteClass
class_at(const Reading *reading, int pos)
{
	return reading->bytes[pos] & BYTE_CLASS;
}

/* Reads a finished text; or an agent's, whose markers and definitions are none. */
extern Reading *read_text(Slice text, bool is_agents);

/* Are there only blanks before pos on its line, and with containers their marks? */
extern bool at_line_start(const Reading *reading, int pos, bool containers);

/* Can a bracket at pos open a reference or a marker? */
extern bool is_prose_bracket(const Reading *reading, int pos);

/* Byte of the character at offset (nchars: the end), -1 when there is none. */
extern int	byte_of_char(const Reading *reading, int offset);

extern int	line_end(Slice text, int pos);

/* --------------------------------------------------- verify_marker.c */

/* How many evidence markers a text has; *first is the first one. */
extern int	count_markers(const Reading *reading, Slice *first);

/* ----------------------------------------------------- edit_script.c */

/* Reads a section, and the agent's body that its edit script gives. */
extern void read_section(SectionReading *section, const StoredSection *row);

extern void check_hash(SectionReading *section, Fault *fault);
extern void check_edits(SectionReading *section, Fault *fault);
extern void check_opaque(SectionReading *section, Fault *fault);
extern void check_structure(SectionReading *section, Fault *fault);

#endif							/* AUDIT_INTERNAL_H */
