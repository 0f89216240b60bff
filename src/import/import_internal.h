/*
 * import_internal.h
 *		What the files of import/ share with nobody else: parts, definitions, bindings.
 */
#ifndef IMPORT_INTERNAL_H
#define IMPORT_INTERNAL_H

#include "import/import.h"
#include "markdown/markdown.h"
#include "memo/memo.h"
#include "render/render.h"

/* A definition of a label, of a note or a link. */
typedef struct Definition
{
	const char *label;			/* folded; "^x" of a note, "x" of a link */
	int			start;			/* bytes of the text */
	int			end;
	const NoteDef *note;		/* one of these */
	const LinkDef *link;
	int			first;			/* the document's first one of the label */
	int			used_by;		/* last part + 1 that was seen to use the label */
	bool		is_home;		/* the section it stands in uses it */
	bool		is_copied;		/* another one does */
	int			number;			/* the note that it is, 0 = a footnote of its own */
	int			told_in;		/* last part + 1 that was told of it */
} Definition;

/* A run of the text that becomes a section. */
typedef struct Part
{
	ImportedSection section;
	int			heading;		/* index into prose->blocks, -1 = preamble */
	int			begin;			/* byte where its heading starts */
	int			start;			/* and where its text does */
	int			end;
	int			stored;			/* section of the deal that it replaces, -1 = none */
	bool		is_dropped;
				VEC(const Definition *) copies;
	StringInfoData sources;		/* entries of lists that stand elsewhere; data NULL = none */
	int			last_list;		/* of the last of these, + 1 */
} Part;

/* A claim that a note's references with one confidence and quote need. */
typedef struct Variant
{
	int			confidence;		/* thousandths, -1 = NULL */
	int			quote;			/* see claims.c */
	int64		src_id;			/* of claims that are made, 0 = none yet */
	int			part;			/* last part + 1 that used it */
	int64		part_src_id;	/* and the id of the claim there */
} Variant;

/* A quote of a note that its definition has. */
typedef struct BoundQuote
{
	Slice		text;			/* plain; data NULL = it has it not */
	uint64		key;			/* see quote_key() */
	bool		is_checked;
} BoundQuote;

/* What a NoteBinding, of the same index, is in this deal. */
typedef struct BoundNote
{
	Identity	identity;		/* doc NULL = it is not here */
	Slice		name;			/* of that, as a definition begins, without its full stop */
	BoundQuote *quotes;
	int			nquotes;
	int			total;			/* references in the text */
	int			nrefs;			/* of these, bound so far */
	bool		is_moved;		/* they are not those of the comment */
	bool		has_changed;	/* a quote of its definition is none of the comment's */
	int			told_in;
				VEC(Variant) variants;
} BoundNote;

struct Import
{
	const Memo *deal;
	MemoryContext context;		/* of the prose, until the bodies are written */
	Prose	   *prose;
	const TextBlock *comment_block;
	Slice		comment;
	ImportBinding *binding;
	bool		is_ours;		/* it has the comment, or definitions of the deal's notes */
	bool		is_renumbered;	/* a note has another label than the comment's */
				VEC(Part) parts;
				VEC(Definition) definitions;	/* by label, then place */
	int64		copied;			/* bytes of definitions copied to sections */
	KeyMap		names;			/* notes by what definitions say: see bind.c */
	BoundNote  *bound;			/* by number - 1 */
	int64		last_id;		/* ids above are free in deal and text */
	int			nvariants;		/* ids given beyond those of the notes */
	KeyMap		cited;			/* the deal's claims by section and place, from 1; */
	int		   *next_cited;		/* the next one there, 0 = none */
	KeyMap		quoted;			/* and those whose quotes stand in their passages */
				VEC(ImportedClaim) claims;
				VEC(ImportedDocument) documents;
	bool		makes_documents;	/* of entries with an address */
				VEC(Line) cuts;	/* of lists of sources that went to other parts */
	const char *primary_doc_id;
};

/* ---------------------------------------------------------- split.c */

/* Is the marker one that cites, or would in an agent's text? */
extern bool is_evidence(const Marker *marker);

/* Cuts the text into parts; drops what a memo of ours has beside the agents' sections. */
extern void split_parts(Import *import);
extern void drop_tail(Import *import);

/* The part that a byte of the text belongs to, -1 = none. */
extern int	part_at(const Import *import, int pos);

/* ----------------------------------------------------- definitions.c */

/* A definition as it is written, without the end that finalize gives agents' notes. */
extern Slice definition_text(const Import *import, const Definition *definition, bool *has_suffix);

extern void collect_definitions(Import *import);

/* The definition of a label, sigil "^" of a note, that a part uses: its own, else the
 * document's first; NULL = none. */
extern Definition *definition_of(const Import *import, int part, const char *sigil, Slice label);

/* Finds out which definitions each section needs that it does not have. */
extern void distribute_definitions(Import *import);

/* ---------------------------------------------------------- report.c */

/* Gives each part the entries that it uses of lists in others, and makes documents of entries. */
extern void report_spread(Import *import);

/* ------------------------------------------------------------ bind.c */

/* Finds out which note of the binding each definition is. */
extern void bind_definitions(Import *import);

/* The number of the comment's note that a label means, "3" or use 2 of it, "3-2"; 0 = none. */
extern int	labelled_number(const Import *import, Slice label, int *use);

/* A hash of a quote, however it is escaped and broken into lines. */
extern uint64 quote_key(Slice plain);

/* ---------------------------------------------------------- claims.c */

/* Finds out which claims and ids the deal has. */
extern void open_claims(Import *import);

/* The id with which a part cites a note with a confidence, for the note's next reference. */
extern int64 source_id(Import *import, int part, int number, int confidence);

/* ------------------------------------------------------ references.c */

/* Finds out whether the references to each note are those of the comment. */
extern void count_references(Import *import);

/* What stands for a marker that refers to notes; NULL when none of them is bound.  Takes
 * the weak mark behind it along: *end is the byte where it ends. */
extern const char *bind_marker(Import *import, int part, const Marker *marker, int *end);

/* ---------------------------------------------------------- bodies.c */

/* Binds the references and writes the bodies, with the definitions that they need; parts
 * without text are dropped. */
extern void write_bodies(Import *import);

/* Counts words and references of each section as it will be read. */
extern void measure_bodies(Import *import);

/* ----------------------------------------------------------- names.c */

/* Which stored section a title means; the others' keys. */
extern void match_titles(Import *import);
extern void name_sections(Import *import);

#endif							/* IMPORT_INTERNAL_H */
