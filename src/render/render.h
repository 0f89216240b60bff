/*
 * render.h
 *		A finished Memo as text: sections, definitions, tables of sources, the whole memo.
 *
 * Example: a body, its cuts, edits and references go once into one buffer, with the edit
 * script that gives the agent's body back.
 *
 * Owns: the finished memo that it returns (MemoView), made of a Memo or of a stored revision.
 * Never knows: SQL, HTML.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include "base/base.h"
#include "memo/memo.h"
#include "charts/charts.h"

#define WEAK_MARK	"\xE2\x80\xA0"	/* a dagger behind a reference */

/* How the comment that ends a memo begins. */
#define COMMENT_OPEN "<!-- memocite "

/* The quote of a reference's own place, and what is to be said with it. */
typedef struct ShownQuote
{
	Slice		text;			/* as the claim has it; data NULL = none */
	bool		is_verified;	/* found in a passage; else no passage of its document is stored, */
	bool		is_returned;	/* or but what a model's API returned */
	bool		misses_figure;	/* a figure of its sentence is in none of its evidence */
	Slice		missing;		/* of a stored memo: which, with what the evidence has instead */
} ShownQuote;

/* ---------------------------------------------------------- render.c */

/* Writes each section's rendered body, its changes and reference offsets. */
extern void render_sections(Memo *memo);
/* "[[offset, removed, inserted, stage], ...]": a section's changes as stored. */
extern void changes_json(const Section *section, StringInfo out);

/* ------------------------------------------------------ definition.c */

/* Writes the definition of each numbered note. */
extern void render_definitions(Memo *memo);

/* What a kept reference shows of its claim's quote. */
extern ShownQuote citation_quote(const Citation *citation);

/* Appends document with page or locator: what a definition begins with, without its link. */
extern void append_source_name(StringInfo out, const Identity *identity);

/* -------------------------------------------------------- appendix.c */

/* Add to memo->tail, when they have something to say: "Sources Consulted" and
 * "Data Source Notes". */
extern void render_sources_consulted(Memo *memo);
extern void render_data_source_notes(Memo *memo);

/* How the notes name the mark of a corrected figure. */
#define CORRECTION_SHOWN	"\\[VERIFIED: corrected from N per source data\\]"

/* Appends the name of a document, a link where it has an address, to that page of a PDF. */
extern void append_document(StringInfo out, const Document *doc, int page);

/* Appends text with what Markdown would read as syntax escaped, on one line. */
extern void append_escaped(StringInfo out, const char *text, int len);

/* ------------------------------------------------------------ view.c */

/* A section of the finished memo. */
typedef struct SectionView
{
	Slice		title;
	Slice		body;
	Grade		grade;			/* of a page alone */
} SectionView;

/* A note of the finished memo. */
typedef struct NoteRow
{
	Slice		definition;		/* Markdown, one line */
	Slice		key;
	Slice		cluster;		/* name of its document; NULL = an agent's own note */
	const char *kind;
	int			page;			/* of a stored memo, 0 = none */
	Slice		source;			/* the definition without its quotes, */
	const ShownQuote **quotes;	/* which are the first distinct ones of shown */
	int			nquotes;
	const ShownQuote *shown;	/* of its references in reading order; NULL = none has any */
	int			nshown;
	const int  *confidences;	/* thousandths of its references in reading order, */
	int			nconfidences;	/* -1 = NULL; a single one is that of all; none: NULL */
	bool		is_stale;		/* of a page alone: its source is old, */
	bool		is_verified;	/* a quote that it shows was found in the source, */
	const char *passage_id;		/* the passage of its first reference that has one, */
	const char *box;			/* and where on the page: "0.1 0.2 0.5 0.03"; NULL = none */
} NoteRow;

/* What a memo's Markdown is made of, and how: bold document sub-headings over
 * the definitions, a label of its own for each reference. */
typedef struct MemoView
{
	const char *title;			/* the deal's name, "Memo" when that is blank */
	int64		deal_id;
	int			revision;		/* 0 = it is not stored */
	SectionView *sections;
	int			nsections;
	NoteRow *notes;
	int			nnotes;
	const TailPart *tail;
	int			ntail;
	int			weak;			/* confidence below which references have a mark */
	bool		marks_unchecked;	/* quotes that were not checked are marked: others were */
	bool		is_clustered;
	bool		has_unique_labels;
	bool		has_chart_tables;	/* charts are tables, not nodes */
} MemoView;

/* A stored revision for reading: memo_markdown and memo_verify. */
typedef struct StoredSection
{
	char	   *section_key;
	char	   *title;
	char	   *body;
	Change	   *changes;		/* READ_EDITS */
	int			nchanges;
	char	   *agent_body;		/* today's, NULL when gone; */
	char	   *agent_title;	/* and what it is called, NULL = by its key */
	int			position;		/* today's, INT_MIN = none */
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
} StoredNote;

typedef struct StoredCitation
{
	char	   *section_key;
	int			section;		/* its index, -1 = none; once it was verified */
	char	   *origin;
	char	   *marker;
	char	   *fate;
	char	   *how;
	int			marker_offset;	/* -1 = none */
	int			note_number;	/* 0 = none */
	int			final_offset;	/* -1 = none */
	char	   *doc_id;
	int			page;			/* 0 = none */
	int			confidence;		/* 0 .. 1000, -1 = NULL */
	int64		src_id;			/* -1 = none */
	char	   *quote;			/* both may be NULL */
	char	   *passage_id;
} StoredCitation;

typedef struct StoredMemo
{
	int64		deal_id;
	int			revision;
	char	   *name;
	TailPart   *tail;
	int			ntail;
	int			weak;			/* confidence below which references have a mark */
	int			quotes_per_note;	/* at most: policy */
	StoredSection *sections;
	int			nsections;
	StoredNote *notes;
	int			nnotes;
	StoredCitation *citations;	/* READ_EDITS */
	int			ncitations;
} StoredMemo;

/* The parts of a memo, layout plain and shared labels; texts are borrowed. */
extern MemoView view_of_memo(Memo *memo);

/* The same of a stored revision (READ_TEXT), with the documents of its clusters. */
extern MemoView view_of_store(const StoredMemo *memo);

/* Has one of the note's references a confidence that is marked? */
extern bool note_is_weak(const MemoView *memo, const NoteRow *note);

/* ------------------------------------------------------ agent_body.c */

/* What the agent wrote of a stored section (READ_EDITS). */
extern char *stored_agent_body(const StoredSection *section);

/* --------------------------------------------------- memo_markdown.c */

/* A body without the blank lines around it. */
extern Slice trim_lines(Slice body);

/* Appends the whole memo as Markdown (chapter 9), the trailer too. */
extern void markdown_write(const MemoView *memo, StringInfo out);

/* --------------------------------------------------------- trailer.c */

/* Sixteen hexadecimal digits of a memo's sections and definitions. */
extern void memo_hash(const MemoView *memo, char hash[17]);

/* "Levered IRR", "18.5", "percent" */
typedef struct PageMetric
{
	Slice		label;
	Slice		value;
	Slice		unit;
} PageMetric;

/* A citation that the text has no more, or that was judged. */
typedef struct ListedCitation
{
	int			section;		/* -1 = the memo has it no more */
	Slice		marker;			/* as it was written; the sentence that was judged */
	Slice		how;
	Slice		document;
} ListedCitation;

typedef VEC(ListedCitation) ListedCitations;

/* All that the page is made of. */
typedef struct MemoPage
{
	MemoView memo;
	int64		deal_id;
	int			revision;
	const char *status;			/* "final", "uncited", "flawed" */
	bool		is_flawed;
	bool		is_uncited;
	const char *notice;			/* "72 of 76 citations had no source", NULL = they had */
	const char *as_of;			/* "2026-06-30" */
	int			stale_days;
	int			citations;		/* rows of the ledger */
	int			kept;
	int			documents;
	int			cited;			/* of these */
				VEC(Checkpoint) checkpoints;
				VEC(DecisionQuestion) questions;	/* with the ids of charts that answer them */
				VEC(PageMetric) metrics;	/* canonical */
	ListedCitations removed;
	ListedCitations judged;
	bool		has_chart_tables;	/* instead of drawings */
	bool		is_author;		/* for the maker: grades, coverage, what was removed */
	bool		is_fragment;	/* an article for a page of another's */
} MemoPage;

#endif							/* RENDER_RENDER_H */
