/*
 * notes_internal.h
 *		What the files of notes/ share with nobody else.
 */
#ifndef NOTES_INTERNAL_H
#define NOTES_INTERNAL_H

#include "notes/notes.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"
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

/* ------------------------------------------------------- note_text.c */

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
/* --------------------------------------------------------- numeric.c */

/* Adds to a parsed body the markers "[1]" and "[1, 3]" that its own source list explains. */
extern void prose_read_numeric(Prose *prose);

/* ----------------------------------------------------------- entry.c */

/* The first marker at or behind a byte. */
extern int	first_marker_from(const Prose *prose, int pos);

/* The ids of a marker of the contract's form, or of a near miss that policy lets be
 * repaired; false when it is none. */
extern bool section_marker_ids(const Memo *memo, const Section *section, const Marker *marker,
							   MarkerIds *ids);

/* Reads the entries of the source list that begins at a block. */
extern void source_entries_read(const Memo *memo, Section *section, int first);

/* Does a text of the body say anything beside markers? */
extern bool section_says(const Section *section, Slice text);

/* Does a marker that cites stand in a text of the body? */
extern bool section_cites(const Section *section, Slice text);

/* Does a claim, or the deal, say what an id is? */
extern bool id_is_decided(const Memo *memo, const Section *section, int64 id);

/* ------------------------------------------------------------ take.c */

/* The first claim of an id, when a text names another document than all of its claims, which
 * count; NULL when it does not. */
extern const Claim *claim_contradicted(Memo *memo, const Section *section, int64 id, Slice text,
									   Identity *named);

/* ----------------------------------------------------- definitions.c */

/* The section's own footnote definitions become citations and notes, as does what its
 * source lines and list say of ids. */
extern void take_definitions(Memo *memo, Section *section);

/* ------------------------------------------------------- note_text.c */

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

/* ----------------------------------------------------- definitions.c */

/* An event when a text that leaves says more than the notes of the sources that it names. */
extern void report_shortened(Memo *memo, const Section *section, Slice text,
						   const Reference *references, int count);


/* ------------------------------------------------------ table_note.c */

/* Reads the section's table notes, by table and id. */
extern void table_notes_read(Section *section);

/* The note of a table for a raised digit, NULL when there is none. */
extern TableNote *table_note_find(const Section *section, int table, int64 id);

/* May the section say of a table's raised digits what is not read, "(1) Our estimate"? */
extern bool section_has_other_notes(Section *section);

#endif							/* NOTES_INTERNAL_H */
