/*
 * notes.h
 *		What an agent wrote about its sources: footnotes, source lines, lists, table notes.
 *
 * Example: of a section "NOI rose [SRC:3].\n\n[SRC:3]: Rent Roll, p. 4" the last line leaves the
 * text and makes [SRC:3] a citation of the Rent Roll.
 *
 * Owns: SectionNotes, from the scan of a body to the end of the stages.
 * Never knows: where a reference will stand, what a note's definition looks like.
 */
#ifndef NOTES_NOTES_H
#define NOTES_NOTES_H

#include "base/base.h"
#include "memo/memo.h"

/* A source that an agent's source line gives an id of its section. */
typedef struct Candidate
{
	int64		src_id;
	int			list;			/* -1 = a source line */
	bool		is_addressed;	/* by the document's address: no claim says otherwise */
	Identity	identity;
} Candidate;

/* What an agent wrote about the sources of a section. */
typedef struct SectionNotes
{
	struct SourceLists *lists;	/* of the body */
				VEC(Candidate) candidates;	/* made by stage 1: by src_id */
	bool		reads_table_notes;	/* a superscript was met: */
				VEC(struct TableNote) table_notes;	/* by table and id */
	int			other_notes;	/* section_has_other_notes(): -1 = no, 0 = not looked yet */
} SectionNotes;

/* ------------------------------------------------------------ list.c */

/* Is a block a heading or bold line that titles a list of sources, and no more? */
extern bool block_titles_sources(const Prose *prose, const TextBlock *block);

/* ----------------------------------------------------- mark_source.c */

/* prose_parse(), with the blocks of lists of sources marked, and "[1]" a marker where a list says
 * what it is. */
extern Prose *body_parse(const char *text, int len);

/* How many items its lists have. */
extern int	section_count_items(const Section *section);

/* The index + 1 of the list's item that "[^1]" means where nothing defines it, 0 = none. */
extern int	section_item_of(const Section *section, const Marker *marker);

/* What a mark names or leads to. */
typedef struct MarkedSource
{
	Identity	identity;		/* doc NULL: numbers, or nothing */
	const char *passage_id;		/* NULL = none */
	int64		block_id;		/* -1 = none */
	int			anchor;			/* the byte where its reference stands, and what is marked stays;
								 * -1 = where the mark does */
} MarkedSource;

extern MarkedSource section_link(const Section *section, const Marker *marker);

/* How many numbers a numbered marker has; the nth, and the index + 1 of its item, 0 = a claim
 * has it. */
extern int	section_count_numbers(const Section *section, const Marker *marker);
extern int	section_number(const Section *section, const Marker *marker, int nth, int *item);

/* ---------------------------------------------------------- report.c */

/* The lists of sources of a report, in bytes of its text: from a title to the last entry. */
typedef struct ReportList
{
	int			start;
	int			end;
	Slice		title;			/* the line */
	int			first_entry;
	int			nentries;
} ReportList;

typedef struct ReportEntry
{
	int			list;
	int			start;			/* its lines, */
	int			end;
	Slice		text;			/* and what they say behind its number */
} ReportEntry;

/* A place of the text that uses an entry. */
typedef struct EntryUse
{
	int			pos;
	int			entry;
} EntryUse;

typedef struct ReportSources
{
				VEC(ReportList) lists;
				VEC(ReportEntry) entries;
				VEC(EntryUse) uses;
} ReportSources;

extern ReportSources report_sources(const char *text, int len);

/* ---------------------------------------------------------- settle.c */

/* Parses a section's body, and settles which lines "[SRC:n]: ..." leave the text and which items
 * of its lists of sources do. */
extern void section_settle_sources(Memo *memo, Section *section);



/* Does the section say what a superscript is: a line under its table, else a
 * claim?  Notes which line; a superscript that has one has no id. */
extern bool superscript_is_defined(const Memo *memo, Section *section, Marker *marker);

/* Stage 1.5: superscripts in table cells become the sources that their section defines. */
extern void superscripts_resolve(Memo *memo);

/* ------------------------------------------------------ table_note.c */

/* Settles which notes leave, and tells the body so.  For when all markers are scanned. */
extern void table_notes_settle(Section *section);

/* ---------------------------------------------------------- unread.c */

/* Reports what looks like a citation in a scanned section and is none that is read. */
extern void report_unread_citations(Memo *memo, const Section *section);

/* ------------------------------------------------------------ take.c */

/* Stage 1: what the section says of its sources leaves the text and becomes evidence. */
extern void section_take_notes(Memo *memo, Section *section);

/* What a list or source line says of the id of a citation, NULL = nothing, or several things. */
extern const Candidate *candidate_for(const Memo *memo, const Citation *citation);

/* ------------------------------------------------------- note_text.c */

/* What stays where lines leave from before pos: "---" or "===" behind them
 * must not underline the paragraph above, so a blank line does. */
extern const char *keeps_apart(const Prose *prose, int pos);

#endif							/* NOTES_NOTES_H */
