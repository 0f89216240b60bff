/*
 * stages_internal.h
 *		What the files of stages/ share with nobody else: stages 1 to 4.
 */
#ifndef STAGES_INTERNAL_H
#define STAGES_INTERNAL_H

#include "stages/stages.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "sources/sources.h"

/* What a source line or entry says of an id that is no document's name: an agent's note. */
typedef struct SaidId
{
	int64		id;
	Slice		text;			/* of the body */
	bool		is_listed;		/* in the source list */
} SaidId;

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

/* "¹ Rent Roll, p. 3": what a line under a table says of a raised digit in it. */
typedef struct TableNote
{
	int			table;			/* block of the table */
	int64		id;
	int			block;			/* that it is in */
	int			start;			/* what leaves: its lines; */
	int			end;
	int			content;		/* and the text behind the digit */
	int			content_end;
	bool		is_used;		/* something refers to it */
	bool		leaves;			/* and nothing that stays text shows its digit, too */

	/* made by stage 1.5 of those */
	int			reference;		/* first citation that does, -1 = none */
	int			anchor;			/* of that */
	char	   *text;
	Identity	identity;
	bool		is_markers;		/* it says nothing but markers */
	int			first_citation; /* of the markers in it, -1 = none */
	int			last_citation;
	struct Note *note;
} TableNote;

/* A source that an agent's source line gives an id of its section. */
typedef struct Candidate
{
	int64		src_id;
	Identity	identity;
} Candidate;

/* What stages keep of a section. */
typedef struct SectionWork
{
	bool		needs_rescue;	/* stage 0b: it has words, and no citation */
	bool		is_searched;	/* it had no citation, and evidence for some was looked for */
	bool		misses_budget;	/* stage 2.5 found no evidence for its budget */
	Slice		kept_for;		/* the entry for which its source list stays */
				VEC(SourceEntry) entries;	/* of the list, in order */
				VEC(SaidId) said;	/* made by stage 1, */
				VEC(Candidate) candidates;	/* as are these: by src_id */
	bool		reads_table_notes;	/* a superscript was met: */
				VEC(TableNote) table_notes;	/* by table and id */
	int			other_notes;	/* section_has_other_notes(): -1 = no, 0 = not looked yet */
} SectionWork;

/* ---------------------------------------------------------- unread.c */

/* Tells of what looks like a citation in a scanned section and is none that is read. */
extern void tell_unread(Memo *memo, const Section *section);

/* ------------------------------------------------- stage6_renumber.c */

/* Source references of a section that stages 6 and 6.2 will leave; at least
 * enough when there are more.  first: by note, all NULL. */
extern int	section_lasting_sources(Memo *memo, Section *section, int enough, Citation **first);

/* ----------------------------------------------------- stage1_text.c */

/* What stays where lines leave from before pos: "---" or "===" behind them
 * must not underline the paragraph above, so a blank line does. */
extern const char *keeps_apart(const Prose *prose, int pos);

/* Is there an en or em dash? */
extern bool dash_at(const char *text, int len);

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
/* ---------------------------------------------------- source_entry.c */

/* The first marker at or behind a byte. */
extern int	first_marker_from(const Prose *prose, int pos);

/* The ids of a marker of the contract's form, or of a near miss that policy lets be
 * repaired; false when it is none. */
extern bool section_marker_ids(const Memo *memo, const Section *section, const Marker *marker,
							   MarkerIds *ids);

/* A set of ids. */
static inline void
ids_add(KeyMap *ids, int64 id)
{
	*keymap_at(ids, (uint64) id) = 1;
}

static inline bool
ids_have(const KeyMap *ids, int64 id)
{
	return keymap_get(ids, (uint64) id) != 0;
}

/* Reads the entries of the source list that begins at a block. */
extern void source_entries_read(const Memo *memo, Section *section, int first);

/* Does a text of the body say anything beside markers? */
extern bool section_says(const Section *section, Slice text);

/* Does a marker that cites stand in a text of the body? */
extern bool section_cites(const Section *section, Slice text);

/* Does a claim, or the deal, say what an id is? */
extern bool id_is_decided(const Memo *memo, const Section *section, int64 id);

/* --------------------------------------------------- source_settle.c */

/* Parses a section's body, and settles which lines "[SRC:n]: ..." leave the text and whether its
 * source list does. */
extern void section_settle_sources(Memo *memo, Section *section);

/* ------------------------------------------------- stage1_aggregate.c */

/* The first claim of an id, when a text names another document than all of its claims, which
 * count; NULL when it does not. */
extern const Claim *claim_contradicted(Memo *memo, const Section *section, int64 id, Slice text,
									   Identity *named);

/* ----------------------------------------------- stage1_definitions.c */

/* The section's own footnote definitions become citations and notes, as does what its
 * source lines and list say of ids. */
extern void take_definitions(Memo *memo, Section *section);

/* ----------------------------------------------------- stage1_text.c */

/* Citations of a run of markers; both -1 when there are none. */
extern void citations_of_markers(const Memo *memo, const Section *section, int first_marker,
								 int nmarkers, int *first, int *last);

/* Is a definition, of so many words beside its markers, nothing but these?  Then they
 * take its place. */
extern bool is_only_markers(const char *text, int words, int first_citation);

/* The only marker of such a definition is at the page beside it, "[SOURCE-A], p. 12", where it
 * says none.  Does the text say more than that? */
extern bool take_marker_page(Memo *memo, const char *text, int first_citation, int last_citation);

/* Puts a citation where the reference of another stands, and among those there; and a new one. */
extern void put_in_place(const Memo *memo, Citation *citation, int place);
extern Citation *add_in_place(Memo *memo, const char *origin, int place);

/* Places the citations from first to last once more, where citation place stands. */
extern void repeat_citations(Memo *memo, const char *origin, int first, int last, int place);

/* ----------------------------------------------- stage1_definitions.c */

/* An event when a text that leaves says more than the notes of the sources that it names. */
extern void tell_shortened(Memo *memo, const Section *section, Slice text,
						   const Reference *references, int count);


/* ------------------------------------------------------ table_note.c */

/* Reads the section's table notes, by table and id. */
extern void table_notes_read(Section *section);

/* The note of a table for a raised digit, NULL when there is none. */
extern TableNote *table_note_find(const Section *section, int table, int64 id);

/* May the section say of a table's raised digits what is not read, "(1) Our estimate"? */
extern bool section_has_other_notes(Section *section);

/* Settles which notes leave, and tells the body so.  For when all markers are scanned. */
extern void table_notes_settle(Section *section);

/* --------------------------------------------- stage1_superscripts.c */

/* Does the section say what a superscript is: a line under its table, else a
 * claim?  Notes which line; a superscript that has one has no id. */
extern bool superscript_is_defined(const Memo *memo, Section *section, Marker *marker);

/* ---------------------------------------------------- chart_source.c */

#define MAX_MARKERS 1000000		/* citations of one deal */

/* Stage 1: the sources of charts are citations; stage 2: a claim that only a chart cites is
 * cited, too; stage 6: of those of a chart each note stays once.  first: by note, all NULL before
 * and after. */
extern void cite_chart_sources(Memo *memo);
extern void settle_chart_claims(Memo *memo);
extern void merge_chart_sources(Memo *memo, Citation **first);

/* ------------------------------------------------ stage1_structure.c */

/* Makes link labels unique where sections define one differently.  Part of stage 1. */
extern void rename_link_labels(Memo *memo);

/* Makes bodies fit to stand in one memo: open blocks closed, headings below
 * the section's own.  Part of stage 1. */
extern void structure_sections(Memo *memo);

/* ---------------------------------------------------- insight_text.c */

/* What the note of an insight says, as plain text; the caller's. */
extern char *insight_text(const Memo *memo, const Insight *insight);

/* Has it values that are all the same, so that there is no conflict? */
extern bool insight_is_settled(const Insight *insight);

/* ------------------------------------------------- stage2_insights.c */

/* A note of ours at a place of a section: its text is plain, and origin is the
 * kind that ledger and note show.  No source: exempt from cap, budget, density
 * and grade, and behind the sources of its cluster. */
extern Citation *insight_note_add(Memo *memo, int section, int anchor, const char *origin,
								  const char *text);

/* ----------------------------------------------------------- grade.c */

/* Citations that a section of so many words should have; 0 = none asked. */
extern int	citation_budget(const Policy *policy, int words);

/* --------------------------------------------------- stage2_budget.c */

/* Looks for evidence for the sections without a citation that it has not seen yet. */
extern void cite_uncited(Memo *memo);

/* A section that lacks citations. */
typedef struct Shortage
{
	Section    *section;
	int			budget;
	int			missing;

	/* of shortage.c: */
	EvidenceSentence *sentences;	/* of the section; */
	struct Support *supports;	/* and what supports each */
	int			nsupports;
	bool	   *cites;			/* by document: does the section rest on it? NULL = not looked */
} Shortage;

typedef struct Budgets
{
	Memo	   *memo;
	Shortage   *items;
	int			count;
	const char *origin;
	int			placed;			/* citations */
} Budgets;

/* -------------------------------------------------------- shortage.c */

/* Cites the sentences that claims without a place, then passages, support best; of sections
 * that cite nothing, by passages of all documents. */
extern void fill_shortages(Budgets *budgets, bool are_uncited);

#endif							/* STAGES_INTERNAL_H */
