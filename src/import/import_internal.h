/*
 * import_internal.h
 *		What the files of import/ share with nobody else: definitions, bindings, claims.
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
	const char *label;			/* folded */
	int			start;			/* bytes of the text */
	int			end;
	int			first_block;	/* of a note: the blocks in it */
	int			nblocks;
	const LinkDef *link;		/* of a link */
	int			first;			/* the document's first one of the label */
	int			used_by;		/* last part + 1 that was seen to use the label */
	bool		is_used_at_home;	/* the section it stands in uses it */
	bool		is_copied;		/* another one does */
} Definition;

typedef struct DefinitionTable
{
	Definition *items;			/* by label, then place */
	int			count;
} DefinitionTable;

/* What a note is called, in a list sorted by name. */
typedef struct NoteName
{
	Slice		name;
	int			number;
} NoteName;

/* A run of the text that becomes a section. */
typedef struct Part
{
	ImportedSection section;
	int			heading;		/* index into prose->blocks, -1 = preamble */
	int			heading_markers;
	int			npins;			/* markers that only keep another in its place */
	int			begin;			/* byte where its heading starts */
	int			start;			/* and where its text does */
	int			end;
	int			stored;			/* section of the deal that it replaces, -1 = none */
	bool		is_dropped;
				VEC(const Definition *) copies;
				VEC(int) agent_notes;	/* numbers of agents' own notes it refers to */
} Part;

/* A run of the text that goes, with what comes in its place. */
typedef struct Cut
{
	int			start;
	int			end;
	const char *inserted;
	bool		is_definition;	/* that went to where it is used */
} Cut;

/* A claim that a note's references with one confidence and quote need. */
typedef struct Variant
{
	int			confidence;		/* thousandths, -1 = NULL */
	int			quote;			/* which of the note's, from 1; 0 = none, -1 = any */
	int64		src_id;			/* of claims that are made, 0 = none yet */
	int			part;			/* last part + 1 that used it */
	int64		part_src_id;	/* and the id of the claim there */
} Variant;

/* A quote of a note that its definition has. */
typedef struct BoundQuote
{
	Slice		text;			/* as the definition has it; data NULL = it was changed */
	bool		is_checked;
} BoundQuote;

/* A note of the text while its references are bound. */
typedef struct BoundNote
{
	Identity	identity;		/* doc NULL = it cannot be bound */
	const char *problem;		/* why; NULL = none */
	BoundQuote *quotes;			/* one a hash of the comment; NULL = none */
	int			total;			/* references in the text */
	bool		is_moved;		/* its references are not those of the comment's list */
	int			nrefs;			/* of those in the text, bound so far */
	int			reported_in;	/* last part + 1 that was told the problem */
	int			noted_in;		/* an agent's: last part + 1 that has it */
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
	NoteName   *labels;			/* of its notes that have one */
	int			nlabels;
				VEC(Part) parts;
	DefinitionTable notes;
	DefinitionTable links;
	int64		copied;			/* bytes of definitions copied to sections */
				VEC(Cut) cuts;
	int			cluster_start;	/* of the references that follow each other, while */
	int			cluster_end;	/* they are cut; where the cluster before ends, */
	int			last_end;		/* and the last reference */
	BoundNote  *bound;			/* by number - 1 */
	int64		last_id;		/* ids above are free in deal and text */
	int			nvariants;		/* ids given beyond those of the notes */
	int			stored_of;		/* part + 1 whose section's claims are sorted below */
	const Claim **stored;
	int			nstored;
	const Claim **quoted;		/* of all sections, by source; NULL = not sorted yet */
	int			nquoted;
				VEC(ImportedClaim) claims;
	const char *primary_doc_id;
};

#define AGENT_SUFFIX	" (agent's note, unverified)"

/* ----------------------------------------------------------- split.c */

/* Is the marker one that cites, or would in an agent's text? */
extern bool is_evidence(const Marker *marker);

/* Cuts the text into parts. */
extern void split_parts(Import *import);

/* Drops the parts that are the tail of a memo of ours. */
extern void drop_tail(Import *import);

/* The part that a byte of the text belongs to, -1 = none. */
extern int	part_at(const Import *import, int pos);

/* ----------------------------------------------------- definitions.c */

/* A definition without AGENT_SUFFIX, which finalize adds again. */
extern Slice import_without_suffix(Slice text);

/* A definition's text on one line. */
extern Slice definition_text(const Prose *prose, const NoteDef *def);

/* Takes the first quote off those of a definition, and its mark: which of the comment's
 * it is, -1 = none.  quote may be NULL. */
extern int	bound_quote(const NoteBinding *binding, Slice *quotes, BoundQuote *quote);

/* Order of NoteNames, for qsort; the first number that has a name, 0 = none. */
extern int	compare_note_names(const void *a, const void *b);
extern int	number_of(const NoteName *names, int count, Slice name);

/* Fills import->notes and import->links. */
extern void collect_definitions(Import *import);

/* First definition of a table at or after (label, start). */
extern int	definition_position(const DefinitionTable *table, const char *label, int start);

/* Number of a note of ours that a label means, "3" or "3-2" or an editor's; 0 = none. */
extern int	own_number(const Import *import, Slice label);

/* Finds out which definitions each section needs that it does not have. */
extern void distribute_definitions(Import *import);

/* ------------------------------------------------- import_renumber.c */

/* Gives each number, and each label that the comment does not have, the comment's note
 * that its definition is. */
extern void renumber_notes(Import *import);

/* ------------------------------------------------------------ bind.c */

/* Finds out what each note of ours is in this deal. */
extern void open_binding(Import *import);

/* The document that uncited sections get, NULL = none. */
extern const char *primary_document(const Import *import);

/* Does a weak mark stand at a byte of the text? */
extern bool has_weak_mark(const Import *import, int end);

/* Thousandths, -1 = none: below what the memo calls weak? */
extern bool is_weak_confidence(const Import *import, int confidence);

/* ---------------------------------------------------------- claims.c */

/* What stands for the next reference to a note; has_mark: a weak mark stands
 * behind it, *is_weak: it is ours. */
extern const char *bind_reference(Import *import, int part, int number, bool has_mark,
								  bool *is_weak);

/* ---------------------------------------------------------- bodies.c */

/* Binds the references and writes the bodies, with the definitions that they need; parts
 * without text are dropped. */
extern void write_bodies(Import *import);

/* Counts words and references of each section as it will be read. */
extern void measure_bodies(Import *import);

/* ----------------------------------------------------- import_name.c */

/* Which stored section a title means; the others' keys. */
extern void match_titles(Import *import);

extern void name_sections(Import *import);

#endif							/* IMPORT_INTERNAL_H */
