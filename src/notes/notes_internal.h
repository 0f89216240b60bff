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

/* A list of sources: prose->blocks[first .. end), its title first. */
typedef struct SourceList
{
	int			part;			/* first block of the part that it governs */
	int			first;
	int			end;
	int			first_item;
	int			nitems;
	KeyMap		numbers;		/* 1 + index of its item with a number, -1 = they differ */
	bool		has_unread;		/* a mark that may mean a number of it is not read: */
	Slice		unread;			/* the first */
	bool		leaves;			/* all of it */
} SourceList;

/* What stands behind one bullet or number of a list, or on one line of it; what it says, and of
 * which id.  list -1: a source line. */
typedef struct SourceItem
{
	int			list;
	int			block;
	int			first_line;
	int			nlines;
	int			number;			/* of "[1]" or "1.", -1 = none */
	Line		written;		/* behind that */
	bool		begins_block;
	int			nids;			/* that markers in it have */
	int64		id;				/* that it says what is: of its one marker, or its number, where the
								 * text has a marker with it; -1 = none */
	bool		is_cited;		/* the text has a marker with it */
	int			page;			/* that its own marker says, 0 = none, */
	Slice		place;
	Slice		text;			/* of the body, without the marker */
	Identity	addressed;		/* the document whose address is in it; doc NULL = none */
	Reference	said;			/* the one reference that it is; the same */
	bool		is_said;		/* it is the agent's note of its id */
	bool		is_used;		/* a mark of the text has its number */
	bool		leaves;
	int			marker;			/* of a source line: its own; */
	bool		is_reference;	/* it refers to a document, or is an address, */
	bool		may_be_note;	/* or no sentence */
} SourceItem;

#define MOST_GROUPED	20		/* numbers of a mark */
#define RAISED_SPELLING	0		/* "rose.²"; the others are those of words/numbered.txt */
#define MOST_SPELLINGS	64
#define OPENING_TAG		"<cite "
#define CLOSING_TAG		"</cite>"
#define BLOCK_NAME		"BLOCK_CITE_ID_"

/* "[1, 3]" or another spelling of numbers in the text, or a link to a document. */
typedef struct NumberedMark
{
	int			start;
	int			end;
	int			block;
	int			line;
	int			cell;
	int			spelling;		/* RAISED_SPELLING, or 1 + index, see marks.c */
	Slice		inner;			/* "1, 3", "om-12" */
	bool		is_name;
	SourcePlace place;			/* that it says beside a name */
	int			closes;			/* the byte of its end tag, 0 = none */
	int			numbers[MOST_GROUPED];
	int			count;
	bool		opens_line;
	bool		is_label;		/* of a link */
	bool		is_doubtful;	/* raised where it may be anything */
	bool		is_told;		/* it looks like a citation even where nobody reads it */
	bool		may_be_listed;	/* a list or claims may say what it is, */
	bool		may_be_claimed;
	bool		is_listed;		/* and do */
	bool		is_claimed;
	bool		is_linked;		/* it names this document, or passage, or has its address; */
	Identity	linked;
	const char *passage_id;		/* NULL = none */
	int64		block_id;		/* 0 = none */
	bool		stays;			/* and its label says more */
} NumberedMark;

/* The lists of a body, in order, and the numbers that may mean their items. */
typedef struct SourceLists
{
				VEC(SourceList) lists;
				VEC(SourceItem) items;
				VEC(SourceItem) lines;	/* "[SRC:n]: ..." in the text */
				VEC(NumberedMark) marks;
	Slice		money;			/* title of a list of sources of money; len 0 = none */
} SourceLists;

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
} TableNote;

typedef enum DefinitionKind
{
	DEFINITION_DOCUMENT,
	DEFINITION_MARKERS,
	DEFINITION_NOTE
} DefinitionKind;

/* What a footnote, an item of a list or a line says of a label, number or id. */
typedef struct Definition
{
	Slice		written_label;
	char	   *label;			/* folded */
	int			start;			/* bytes of the body: its label, its text, its end */
	int			content;
	int			end;
	bool		is_duplicate;	/* says what the one before it of its label does, */
	bool		is_other;		/* or something else */
	bool		is_listed;		/* an entry of the source list, not alone its */
	int64		said_id;		/* the id that it is of, else 0 */
	const TableNote *table_note;	/* that it is, else NULL */
	DefinitionKind kind;
	Reference  *referred;		/* to the documents that it names */
	int			nreferred;
	bool		says_more;		/* than its markers */
	Note	   *note;
	char	   *text;			/* flattened, markers left out */
	int			first_citation; /* of the markers inside, -1 = none */
	int			last_citation;
	int			reference;		/* first citation that refers to it, -1 = none */
	int			nreferences;
	bool		is_visited;		/* place is being looked for, or found */
	int			place;			/* citation of the text that refers to it, -1 = none does */
} Definition;

/* Those of a section, while stage 1 reads them. */
typedef struct DefinitionWork
{
	Memo	   *memo;
	Section    *section;
				VEC(Definition) definitions;	/* by label */
	int			nknown;			/* of these, in order: all but what is just found */
	Definition **meant;			/* by each of the section's markers' citations; NULL = none */
	Definition **by_place;		/* the same by start, but for listed ones */
	int			nplaces;
} DefinitionWork;

/* ------------------------------------------------------- note_text.c */

/* Reads what a definition says: its text, markers and documents. */
extern void definition_read(DefinitionWork *work, Definition *definition);

/* The first marker at or behind a byte. */
static inline int
first_marker_from(const Prose *prose, int pos)
{
	int			low;

	LOWER_BOUND(low, prose->markers.count, i, prose->markers.items[i].start < pos);
	return low;
}

/* Is there an en or em dash? */
static inline bool
dash_at(const char *text, int len)
{
	return len > 2 &&
		   (memcmp(text, "\xE2\x80\x93", 3) == 0 || memcmp(text, "\xE2\x80\x94", 3) == 0);
}

/* ------------------------------------------------------------ list.c */

/* Finds the lists of a parsed body and their items, and marks its blocks. */
extern void source_lists_find(Prose *prose, SourceLists *lists);

/* Does a block begin with a title of sources, "Sources: [1] A; [2] B" as well? */
extern bool block_opens_sources(const Prose *prose, const TextBlock *block);

/* Is it the number of an item, or of its place where no item has one? */
extern bool source_list_may_say(const SourceList *list, int64 number);

/* The list that governs a block of the text, NULL = none; and its item with a number, NULL = none,
 * or several that differ. */
extern SourceList *source_list_governing(const SourceLists *lists, int block);
extern SourceItem *source_item_numbered(const SourceLists *lists, const SourceList *list,
										int64 number);

/* The item that a label of "[^1]" means, when no definition has it. */
extern SourceItem *source_item_labelled(const Section *section, const Marker *marker, Slice label);

/* The whole lines of an item. */
extern Line source_item_lines(const Prose *prose, const SourceItem *item);

/* ----------------------------------------------------- mark_source.c */

/* The same, and the numbers and names of the text that the lists, the section's claims or the
 * deal say become markers.  memo NULL: there are no claims. */
extern void source_lists_read(Memo *memo, const Section *section, Prose *prose, SourceLists *lists);

/* Takes the tags of "<cite source="om-12">NOI rose</cite>" out of the text. */
extern void cut_elements(Memo *memo, Section *section);

/* ----------------------------------------------------------- marks.c */

/* Finds the numbers and names of the text that may mean a source. */
extern void marks_find(const Memo *memo, const Prose *prose, SourceLists *lists);

/* The cell of a table's line that a byte is in, from 0; -1 in other blocks. */
extern int	table_cell_at(const Prose *prose, const TextBlock *block, int line_no, int pos);

/* ----------------------------------------------------------- links.c */

/* The byte behind closing punctuation at pos; a blank may stand before a stop or comma. */
extern int	past_closing(const char *text, int len, int pos);

/* Adds the links to documents of the deal to the marks. */
extern void links_find(Memo *memo, const Section *section, const Prose *prose,
					   SourceLists *lists);

/* ----------------------------------------------------------- entry.c */

/* The ids of a marker of the contract's form, or of a near miss that policy lets be
 * repaired; false when it is none. */
extern bool section_marker_ids(const Memo *memo, const Section *section, const Marker *marker,
							   MarkerIds *ids);

/* Reads what the items of the section's lists say; and to which document a text refers. */
extern void source_items_read(Memo *memo, Section *section);
extern void source_item_refer(Memo *memo, SourceItem *item);

/* The text of an item, with its markers. */
extern Slice source_item_text(const Section *section, const SourceItem *item);

/* Does a text of the body say anything beside markers? */
extern bool section_says(const Section *section, Slice text);

/* Does a marker that cites stand in a text of the body? */
extern bool section_cites(const Section *section, Slice text);

/* Does a claim, or the deal, say what an id is? */
extern bool id_is_decided(const Memo *memo, const Section *section, int64 id);

/* ----------------------------------------------------- definitions.c */

/* The section's own footnote definitions become citations and notes, as does what its
 * source lines and list say of ids; and what its table notes say of their digits.  anchors[i]: the
 * byte of the body where the first reference to note i stands, -1 = it has none. */
extern void take_definitions(Memo *memo, Section *section);
extern void take_table_notes(Memo *memo, Section *section, int *anchors);

/* ------------------------------------------------------- note_text.c */

/* Citations of a run of markers; both -1 when there are none. */
extern void citations_of_markers(const Memo *memo, const Section *section, int first_marker,
								 int nmarkers, int *first, int *last);

/* Puts a citation where the reference of another stands, and among those there; and a new one. */
extern void put_in_place(const Memo *memo, Citation *citation, int place);
extern Citation *add_in_place(Memo *memo, const char *origin, int place);

/* Places the citations from first to last once more, where citation place stands. */
extern void repeat_citations(Memo *memo, const char *origin, int first, int last, int place);

/* An event when a text that leaves says more than the notes of the sources that it names. */
extern void report_shortened(Memo *memo, const Section *section, Slice text,
						   const Reference *references, int count);

#endif							/* NOTES_INTERNAL_H */
