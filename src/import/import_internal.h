/*
 * import_internal.h
 *		What the files of import/ share with nobody else: parts, definitions, references.
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
	int			start;			/* bytes of the text */
	int			end;
	const NoteDef *note;		/* one of these */
	const LinkDef *link;
	Slice		plain;			/* what a note's says */
	int			first;			/* the document's first one of the label */
	int			used_by;		/* last part + 1 that was seen to use the label */
	bool		is_home;		/* the section it stands in uses it */
	bool		is_copied;		/* another one does */
	int			number;			/* the note of the base that it is, 0 = a footnote of its own */
	bool		is_agents;		/* it is an agent's note, and stays one */
	bool		is_general;		/* a general source, which finalize makes again */
	struct Definition *shared;	/* it is a copy of, "[^4-2]" of "[^4]"; NULL = of none */
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
	const StoredSection *base;	/* that of the revision; NULL = none */
	bool		is_dropped;
	bool		is_unedited;	/* it says what the base says */
				VEC(const Definition *) copies;
	StringInfoData sources;		/* entries of lists that stand elsewhere; data NULL = none */
	int			last_list;		/* of the last of these, + 1 */
} Part;

/* What a reference in the text is. */
typedef struct NoteMention
{
	Slice		label;
	Definition *definition;		/* NULL = it has none */
	int			number;			/* the note of the base that it is, 0 = none */
	const StoredCitation *row;	/* of the ledger, NULL = none */
} NoteMention;

#define NTAIL	3
extern const char *const tail_names[NTAIL];

struct Import
{
	const Memo *deal;
	const ImportBase *base;
	MemoryContext context;		/* of the prose, until the bodies are written */
	Prose	   *prose;
	const TextBlock *comment_block;
	Slice		comment;
	bool		is_ours;		/* it has the comment, or our chapters behind the sections */
	bool		is_renumbered;	/* a note has another label than the base's */
				VEC(const char *) left_out; /* told of with the first section */
				VEC(Part) parts;
				VEC(Definition) definitions;	/* of notes, then of links */
	KeyMap		labels;			/* of these, from 1 */
	int64		copied;			/* bytes of definitions copied to sections */
	int			nbound;			/* references that have a source or definition, and that lack it */
	int			nunbound;
	KeyMap		document_names; /* of the deal, from 1 */
	KeyMap		titles;			/* its sections by title, the first of each from 1 */
	KeyMap		said;			/* notes of the base by what their definitions say, -1 = several */
	KeyMap		keys;			/* and by their keys */
	KeyMap		rows;			/* of the ledger by note and words before or section, from 1 */
	KeyMap		met;			/* how often the text has each of these keys */
	KeyMap		assigned;		/* twice the row of a label by its byte, and 1 where words agree */
	KeyMap		charts;			/* of the deal by id, title and caption, from 1 */
	KeyMap		standing;		/* those that the text has */
	int64		last_id;		/* ids above are free in deal and text */
	KeyMap		ids;			/* of claims by what they say */
	ImportResult result;
	bool		makes_documents;	/* of entries with an address */
				VEC(Line) cuts;	/* of lists of sources that went to other parts */
};

/* ----------------------------------------------------------- plain.c */

/* What a text of Markdown says, on one line; and with the marks of its form, and HTML. */
extern Slice plain_text(Slice markdown);
extern Slice plain_form(Slice markdown, bool has_html);

/* ----------------------------------------------------------- shape.c */

/* The text as it was meant: headings at their levels, references as we write them. */
extern Slice shape_text(Import *import, const Prose *prose);

/* ---------------------------------------------------------- parts.c */

/* Is the marker one that cites, or would in an agent's text? */
extern bool is_evidence(const Marker *marker);

extern char *heading_title(const Prose *prose, const TextBlock *block);

/* Cuts the text into parts. */
extern void split_parts(Import *import);

/* The part that a byte of the text belongs to, -1 = none. */
extern int	part_at(const Import *import, int pos);

/* Tells of something with a part, or of what is in none with the first. */
extern void tell_part(Import *import, int part, const char *problem);
extern void tell_left_out(Import *import, Slice text);

extern uint64 title_key(const char *title);

/* Which stored section a title means; the others' keys. */
extern void match_titles(Import *import);
extern void name_sections(Import *import);

/* ------------------------------------------------------------ tail.c */

extern bool is_sources_table(const Import *import, const Prose *prose, const TextBlock *block);

/* Drops what a memo of ours has beside the agents' sections. */
extern void drop_tail(Import *import);

/* ----------------------------------------------------- definitions.c */

/* A definition as it is written, without the end that finalize gives agents' notes. */
extern Slice definition_text(const Import *import, const Definition *definition);

extern void collect_definitions(Import *import);

/* Finds out which note of the base each definition is. */
extern void bind_definitions(Import *import);

/* The number that a label has in the base: "3", "3-2" or its key; 0 = none. */
extern int	labelled_number(const Import *import, Slice label);

/* An error when definitions and entries grow too much, copied to each section that uses them. */
extern void count_copied(Import *import, int bytes);

/* The definition of a label, sigil "^" of a note, that a part uses: its own, else the
 * document's first; NULL = none. */
extern Definition *definition_of(const Import *import, int part, const char *sigil, Slice label);

/* Finds out which definitions each section needs that it does not have. */
extern void distribute_definitions(Import *import);

/* ---------------------------------------------------------- report.c */

/* Gives each part the entries that it uses of lists in others, and makes documents of entries. */
extern void report_spread(Import *import);

/* --------------------------------------------------------- ledger.c */

/* Gives each reference its row of the ledger. */
extern void assign_rows(Import *import);

/* Takes the next label off a marker of a part. */
extern bool next_reference(Import *import, int part, Slice *rest, NoteMention *reference);

/* Finds out which claims and ids the deal has. */
extern void open_claims(Import *import);

/* What stands for a marker that refers to notes; NULL when it stays as it is.  *end is the
 * byte behind it, and behind the weak mark. */
extern const char *bind_marker(Import *import, int part, const Marker *marker, int *end);

/* The byte behind a marker and its weak mark. */
extern int	marker_end(const Prose *prose, const Marker *marker);

/* ---------------------------------------------------------- charts.c */

/* Finds the deal's charts by id, title and caption. */
extern void name_charts(Import *import);

/* How many blocks from one on are a chart of the deal or the base, with its data and source;
 * 0 = none.  *id is its id, "" of one that the deal does not have. */
extern int	chart_blocks(Import *import, const Prose *prose, int block, Slice *id);

/* ---------------------------------------------------------- bodies.c */

/* Writes the bodies, with the definitions that they need; parts without text are dropped. */
extern void write_bodies(Import *import);

/* Counts words and references of each section as it will be read. */
extern void measure_bodies(Import *import);

#endif							/* IMPORT_INTERNAL_H */
