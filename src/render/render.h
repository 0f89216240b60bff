/*
 * render.h
 *		A finished Memo as text: sections, definitions, tables of sources, the whole memo.
 *
 * Example: a body, its cuts, edits and references go once into one buffer, with the edit
 * script that gives the agent's body back.
 *
 * Owns: the finished memo that it returns (FinishedMemo).
 * Never knows: SQL, HTML.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include "base/base.h"
#include "memo/memo.h"

/* ---------------------------------------------------------- render.c */

/* Writes each section's rendered body, its changes and reference offsets. */
extern void render_sections(Memo *memo);

/* "[[offset, removed, inserted, stage], ...]": a section's changes as stored. */
extern void changes_json(const Section *section, StringInfo out);

typedef struct FinishedSection
{
	Slice		title;
	Slice		body;
} FinishedSection;

/* The quote of a reference's own place, and what is to be said with it. */
typedef struct ShownQuote
{
	Slice		text;			/* as the claim has it; data NULL = none */
	bool		is_verified;	/* found in a passage; else no passage of its document is stored */
	bool		misses_figure;	/* a figure of its sentence is in none of its evidence */
} ShownQuote;

typedef struct FinishedNote
{
	Slice		definition;
	Slice		key;
	Slice		cluster;		/* name of its document; NULL = an agent's own note */
	const char *kind;
	const char *doc_id;			/* NULL = none */
	int			page;			/* 0 = none */
	const char *locator;
	Slice		source;			/* the definition without its quotes */
	Slice	   *quotes;			/* of the definition, as it has them */
	int			nquotes;
	const ShownQuote *shown;	/* of its references in reading order; NULL = none has any, */
	int			nshown;			/* or it is not known which has (a revision before 0.3.0) */
	const int  *confidences;	/* thousandths of its references in reading order, */
	int			nconfidences;	/* -1 = NULL; a single one is that of all; none: NULL */
} FinishedNote;

/* What a memo's Markdown is made of, and how: bold document sub-headings over
 * the definitions, a label of its own for each reference. */
typedef struct FinishedMemo
{
	const char *title;			/* the deal's name, "Memo" when that is blank */
	FinishedSection *sections;
	int			nsections;
	FinishedNote *notes;
	int			nnotes;
	Slice		tail;
	int			weak;			/* confidence below which references have a mark */
	bool		marks_unchecked;	/* quotes that were not checked are marked: others were */
	bool		is_clustered;
	bool		has_unique_labels;
} FinishedMemo;

#define WEAK_MARK	"\xE2\x80\xA0"	/* a dagger behind a reference */
/* Where a marker was all that kept the text around it from meaning something
 * else, a zero-width space, which every renderer takes for text, stays. */
#define INERT	"&#8203;"

/* --------------------------------------------------------- compose.c */

extern void compose_markdown(const FinishedMemo *memo, StringInfo out);
/* Documents come first, then notes of ours, then the agents' own. */
typedef enum ClusterRank
{
	CLUSTER_DOCUMENT,
	CLUSTER_INSIGHT,
	CLUSTER_AGENT
} ClusterRank;

/* A note and the cluster that it is in. */
typedef struct ClusterEntry
{
	ClusterRank rank;
	Slice		cluster;		/* document; empty for the other ranks */
	int			first;			/* number of its first note */
	int			number;
} ClusterEntry;

/* All notes by cluster; documents in the order of their first note. */
extern ClusterEntry *note_clusters(const FinishedMemo *memo);

/* What stands above a cluster: plain text. */
extern Slice cluster_title(const ClusterEntry *entry);

/* The comment that ends a memo: what its references are bound to. */
#define COMMENT_OPEN "<!-- memocite "

/* --------------------------------------------------------- binding.c */

/* Has one of the note's references a confidence that is marked? */
extern bool note_is_weak(const FinishedMemo *memo, const FinishedNote *note);

/* The quotes that end a source's definition, from the blank before the first one's " on
 * (len 0 = none); false when the definition does not begin with its source. */
extern bool definition_quotes(Slice definition, const Identity *identity, Slice *quotes);

/* Takes a quote and the mark behind it off their front: up to the nth " that may end it,
 * from 0; false when there is none. */
extern bool quote_take(Slice *quotes, int nth, Slice *quote, bool *is_marked);

/* Eight hexadecimal digits that an edited quote does not have. */
extern void quote_hash(Slice quote, char *hash);

/* ---------------------------------------------------------- rollup.c */

/* The rollups of stage 5; they write to the notes and to memo->tail. */
extern void render_clusters(Memo *memo);

/* ------------------------------------------------------ definition.c */

extern void render_definitions(Memo *memo);
/* ---------------------------------------------------------- rollup.c */

extern void render_sources_consulted(Memo *memo);
extern void render_data_source_notes(Memo *memo);
/* ------------------------------------------------------ definition.c */

/* What a kept reference shows of its claim's quote (definition.c). */
extern ShownQuote citation_quote(const Citation *citation);

/* Appends document with page or locator: what a definition begins with. */
extern void append_source_name(StringInfo out, const Identity *identity);

/* ---------------------------------------------------------- rollup.c */

/* Appends text with what Markdown would read as syntax escaped, on one line. */
extern void append_escaped(StringInfo out, const char *text, int len);

typedef struct StoredMemo StoredMemo;

/* -------------------------------------------------------- finished.c */

/* The parts of a memo, layout plain and shared labels. */
extern FinishedMemo finished_from_memo(Memo *memo);

extern FinishedMemo finished_from_store(const StoredMemo *memo);
typedef struct StoredRevision
{
	int			revision;		/* 0 = none */
	uint8		input_sha256[32];
	char	   *report;			/* JSON text */
	char	   *as_of;			/* ISO date */
} StoredRevision;

/* A stored revision for reading: memo_markdown and memo_verify. */
typedef struct StoredSection
{
	char	   *section_key;
	char	   *title;
	char	   *body;
	Change	   *changes;		/* READ_EDITS */
	int			nchanges;
	char	   *agent_body;		/* today's, NULL when gone */
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
	char	   *stale_since;	/* when its document was ingested, NULL = not stale */
	char	   *source_type;
	char	   *ingested;		/* the day, NULL = not known */
	int32		ingested_day;	/* the same as a DateADT */
} StoredNote;

typedef struct StoredCitation
{
	char	   *section_key;
	char	   *origin;
	char	   *marker;
	char	   *fate;
	char	   *how;
	int			marker_offset;	/* -1 = none */
	int			note_number;	/* 0 = none */
	int			final_offset;	/* -1 = none */
	char	   *doc_id;
	int			page;			/* 0 = none */
	char	   *locator;
	char	   *quote;
	bool		shows_quote;	/* it is shown, as verified or */
	bool		is_unchecked;	/* not checked */
	int			confidence;		/* 0 .. 1000, -1 = NULL */
} StoredCitation;

struct StoredMemo
{
	int			revision;
	char	   *name;
	char	   *tail;
	int			weak;			/* confidence below which references have a mark */
	int			quotes_per_note;
	StoredSection *sections;
	int			nsections;
	StoredNote *notes;
	int			nnotes;
	StoredCitation *citations;	/* READ_LEDGER */
	int			ncitations;
};

/* How well a section is cited. */
typedef struct PageGrade
{
	char		letter;			/* 0 = too short for one */
	int			words;
	int			citations;
	int			budget;			/* citations asked for, 0 = none */
} PageGrade;

/* One of the counts between the stages. */
typedef struct PageCheckpoint
{
	const char *name;
	int			open;			/* markers without a decision so far */
	int			live;			/* citations in the text */
	int			notes;
} PageCheckpoint;

/* A question of the committee. */
typedef struct PageQuestion
{
	const char *key;
	const char *question;
	bool		is_critical;
				VEC(const char *) chart_ids;	/* of charts that answer it */
} PageQuestion;

/* All that the page is made of. */
typedef struct MemoPage
{
	FinishedMemo memo;
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
	PageGrade  *grades;			/* by section */
	bool	   *is_stale;		/* by note: its source is old */
	bool	   *is_verified;	/* by note: its quote was found in the source */
				VEC(PageCheckpoint) checkpoints;
				VEC(PageQuestion) questions;
	bool		has_vega;		/* charts as Vega-Lite specs */
} MemoPage;

/* What the comment at the end of a memo of ours says of a note. */
typedef struct NoteBinding
{
	char	   *key;
	char	   *kind;			/* source, agent, rescue, ... */
	char	   *doc_id;			/* NULL = none */
	int			page;			/* 0 = none */
	char	   *locator;
	int		   *confidences;	/* thousandths of its references in reading order, */
	int			nconfidences;	/* -1 = NULL; a single one is that of all */
	char	  **hashes;			/* of its quotes; "?1f0c22ab" is one that was not checked */
	int			nhashes;
	int		   *quote_numbers;	/* of each reference: which quote it has, from 1; 0 = none, -1 = */
	int			nquote_numbers;	/* one that is not printed; none when there is no list */
	Slice		definition;		/* filled by the import, as what is below */
				VEC(Slice) others;	/* of labels "3-2", in memos with unique ones */
	bool		is_editors;		/* something else by now: a footnote of the editor's */
	Slice		label;			/* that an editor gave it, len 0 = its number */
} NoteBinding;

typedef struct ImportBinding
{
	NoteBinding *notes;			/* by number - 1; behind them those with a label */
	int			nnotes;
	int			tail;			/* sections behind the agents' */
	int			weak;			/* confidence below which a reference has a mark */
} ImportBinding;

#endif							/* RENDER_RENDER_H */
