/*
 * memo.h
 *		The Memo: sections, documents, claims, citations, notes, events, policy.
 *
 * Example: a body "NOI rose [SRC:1]." has one Citation; stages decide its source, note
 * and place, and the ledger is what has become of all Citations.
 *
 * Owns: all rows of one deal while it is finalized, in one memory context.
 * Never knows: SQL, where text is stored, how a page looks.
 */
#ifndef MEMO_MEMO_H
#define MEMO_MEMO_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/document.h"
#include "memo/event.h"
#include "memo/policy.h"

typedef struct Memo Memo;

/* What the render wrote: applied from last to first it gives the body back. */
typedef struct Change
{
	int			offset;			/* characters in the rendered body */
	Slice		removed;
	Slice		inserted;
	const char *stage;
	int			start;			/* byte of inserted in the rendered body, while it is written */
} Change;

/* A change of a section's text outside markers, in bytes of the agent's body. */
typedef struct Edit
{
	int			start;
	int			removed;		/* bytes */
	const char *inserted;
	const char *stage;
	bool		comes_first;	/* inserted before a reference of the same place */
	int			order;			/* among those at one place: below 0 first */
	int			nth;			/* of the section's edits, as they were made */
	struct Citation **cited;	/* whose references follow what is inserted, behind "Source:" */
	int			ncited;
	const char *behind;			/* what follows those */
} Edit;

/* Stage 4.95: how well a section is cited. */
typedef struct Grade
{
	int			words;
	int			references;		/* in the rendered text, notes of ours and charts' with them */
	int			citations;		/* live source citations */
	float		density;		/* per 250 words */
	float		stripped;		/* share of its marker citations that no source stood behind */
	char		letter;			/* 'A' to 'D', 0 = too short to grade */
	int			budget;			/* citations it should have, 0 = none asked */
	int figures; /* numbers of its cited sentences that were looked for in evidence, */
	int			figures_supported;	/* and found */
} Grade;

typedef struct Range			/* of an array: what is a section's */
{
	int			first;
	int			count;
} Range;

/* What placement/ and shown.c know of a section's places. */
typedef struct SectionPlaces
{
	VEC(struct Cluster) clusters;	/* of its markers that leave, see cluster.c */
	struct Nearness *near;		/* of its blocks, see place_block.c; NULL = not looked yet */
	const Line *shown_row;		/* the last row that section_shown_end() was asked for, */
	int			shown_end;		/* and what it said */
} SectionPlaces;

/* What is made of a section: its text, and how well that is cited. */
typedef struct Rendered
{
	StringInfoData text;
	uint8		sha256[32];
	VEC(Change) changes;
	Grade		grade;
} Rendered;

typedef struct Section
{
	char	   *section_key;
	char	   *title;
	Slice		body;
	int			position;
	int			index;
	bool		is_global;		/* id_scope: ids are deal-wide */
	bool		is_headline;	/* it speaks for the deal: section_kind.headline */
	double		score;			/* the agent's, or recomputed; NaN = none */
	uint8		body_sha256[32];
	Prose	   *prose;
	int			words, earlier_words;	/* -1 = not counted yet; the most of earlier revisions */
	Range		claims;			/* of memo->claims, ordered by section then src_id */
	Range		citations;		/* of memo->citations: the agent's markers */
	Range		charts;			/* of memo->charts, ordered by section then chart_id */
	SectionPlaces places;
	struct SectionNotes *notes;	/* what its agent wrote of its sources; NULL = not scanned */
	struct SectionWork *work;	/* what stages keep of it; NULL = not scanned */
	struct Evidence *evidence;	/* see match.c; NULL = not read yet */
				VEC(Edit) edits;
				VEC(int) placed;	/* citations that stages added, any order; charts' by chart */
	struct MetricCheck *metrics;	/* what it says of metrics; NULL = the deal has none */
				VEC(struct MetricCorrection) corrections;
	Rendered	rendered;
} Section;

/* What a new member needs stands at the head of store/input.c. */
typedef struct Claim
{
	unsigned char claim_id[16];
	int			section;		/* index into memo->sections */
	int64		src_id;			/* -1 = none */
	char	   *text;
	Identity	identity;
	char	   *locator;		/* also where it does not count, NULL = none */
	char	   *passage_id;
	int64		block_id;		/* -1 = none */
	char	   *quote;
	const struct FigureSource *figures; /* the numbers of its quote, once asked for */
	const char *quote_level;	/* that found it in the passage, "unmatched"; NULL = not checked */
	bool		quote_verified; /* found, and not inside a longer number */
	bool		quote_unchecked;	/* no passage of its document is stored */
	const char *returned_id;	/* passage of its quote as a model's API returned it */
	QuotePlace	found;
	int			passage_page;	/* of the passage that it quotes, 0 = not known */
	bool		is_whole;		/* locator '': the document as such, whatever its sentence cites */
	char	   *source_type;
	int			confidence;		/* thousandths, -1 = NULL */
	const char *outcome;
	const char *reason;
	Slice		sentence;
	float		score;			/* of the evidence when injected, -1 = none */
	struct Note *note;			/* of stage 2, before consolidation */
	struct ClaimGroup *group;	/* the first of several with its id: see claim.c */
} Claim;

static inline bool
claim_quotes(const Claim *claim)
{
	return claim->quote != NULL && claim->quote[0] != '\0';
}

/* Ids that are the same in all of the deal. */
typedef struct SrcRange
{
	int64		first_id;
	int64		last_id;
} SrcRange;

typedef enum NoteKind
{
	NOTE_SOURCE,
	NOTE_AGENT,
	NOTE_RESCUE,
	NOTE_INSIGHT				/* a text of ours: origin says which kind */
} NoteKind;

typedef struct Note
{
	NoteKind	kind;
	int			index;			/* in memo->notes */
	Identity	identity;		/* source and rescue */
	char	   *agent_text;		/* agent: the definition, flattened */
	int			section;		/* agent: whose note it is */
	const char *origin;			/* insight: "ic_note", ...: the kind that readers see */
	char	   *text;			/* insight: the definition, plain text */
	struct Note *merged_into;	/* alias table: follow note_resolve() */
	int			number;			/* 1..N after renumber, 0 = not cited */
	int			nrefs;
	int			nweak;			/* of these, marked as weak */
	int			confidence;		/* thousandths: of its most confident reference, -1 = NULL */
	int			first_section;
	uint64		key;			/* stable identity across revisions */
	const Claim **quoted;		/* whose quotes its definition has; NULL = none */
	int			nquoted;
	char	   *definition;
} Note;

/* One occurrence of evidence: a row of the ledger.  What most stages look at
 * comes first, in 64 bytes. */
typedef struct Citation
{
	int			section;
	int			marker;			/* index into prose->markers, -1 = placed by a stage */
	Note	   *note;
	int64		global_id;		/* after collision remap, -1 = none */
	int64		src_id;			/* as written, -1 = none */
	Claim	   *claim;
	int			chart;			/* where it stands among the section's, 0 = none: in the text */
	int			anchor;			/* byte in the agent's body where its reference stands, */
	int order; /* and among those there: its index, or that of the one it stands for */
	int			stands;			/* the byte where it is written, once places are settled */
	int			part;			/* of a group, 1-based; 0 when alone */
	int			confidence;
	bool		is_removed;
	bool		is_resolved;	/* identity (or note) is set */
	bool		is_weak;		/* stage 6.4: its reference gets a dagger */
	int			marker_offset;	/* characters in the agent's body, -1 = none */
	int			final_offset;	/* characters in the rendered body, -1 = none */
	int			parts;
	Identity	identity;
	Slice		tag;			/* A of [SOURCE-A], len 0 = none */
	Slice		written;		/* of a chart's source, as its config has it; len 0 = none */
	Slice place; /* where in its source the marker says that it is, len 0 = nothing said */
	int64		provisional_id; /* of stage 0a */
	const char *passage_id;
	int64		block_id;
	const char *origin;			/* "marker", "claim", "rescue" */
	int			item;			/* 1 + index of the list's item that it means, 0 = none */
	int			first_inner;	/* citations that its definition was replaced by; */
	int			last_inner;		/* none when this is less */
	float		score;			/* -1 = none */
	const char *matched;		/* numbers that the evidence shares with the sentence */
	const char *how;
	const char *stage;			/* label that decided the fate */
	int			figures;		/* numbers counted for it that were looked for in evidence, */
	int			figures_supported;	/* and found */
	QuotationFound quoted;
} Citation;

/* A part of the memo behind its sections: "Sources Consulted", and its table as Markdown. */
typedef struct TailPart
{
	const char *title;
	char	   *text;			/* whole lines */
} TailPart;

/* A headline that contradicts a canonical metric, as the page lists it. */
typedef struct Contradiction
{
	int			section;
	const char *name;			/* "levered IRR" */
	const char *written;		/* "12.0%" */
	const char *canonical;		/* "18.5%" */
	const char *note;			/* what stands beside it, NULL = it was corrected */
} Contradiction;

/* What has become of the memo; all but is_flawed is set last, see status.c. */
typedef struct Outcome
{
	bool		is_flawed;
	bool		is_uncited;
	int			holds[NHOLDS];	/* findings that hold the memo, by reason */
	int			nmarked;		/* citations by agents' markers, */
	int			nlost;			/* of these, without a source; */
	char	   *notice;			/* that too many are, NULL = they are not */
} Outcome;

struct Memo
{
	int64		deal_id;
	char	   *name, *primary_doc_id;
	char	   *expected_sections;	/* a key, or a JSON array of keys; NULL = none */
	char		as_of[16];		/* ISO date */
	int32		as_of_day;		/* the same as a DateADT */
	Policy		policy;

	Section    *sections;		/* in reading order */
	int			nsections;
	Document   *documents;		/* by doc_id in C order */
	int			ndocuments;
	Claim	   *claims;			/* by section, src_id, doc_id, page, passage_id, text */
	int			nclaims;
	Passage    *passages;		/* those with a src_id, ordered by it */
	int			npassages;
	bool		has_passages;
	PassageStore contents;
	FetchPassages *fetch_passages;	/* NULL = there is no store */
	int			nquoted;		/* claims with a quote */
				VEC(SrcRange) ranges;
	struct Insight *insights;		/* by kind, and as a stage takes them: see order_insights() */
	int			ninsights;
	struct Chart *charts;		/* by section, then chart_id */
	int			ncharts;
	struct DecisionQuestion *questions;
	int			nquestions;

				VEC(Citation) citations;	/* agents' markers in reading order, then placed ones */
				VEC(Note *) notes;
				VEC(Event) events;
	struct StageWork *work;		/* what stages keep of the memo; NULL = not scanned */
	struct NameIndex *names;	/* of its documents, see memo_names() */
				VEC(Checkpoint) checkpoints;
				VEC(Note *) numbered;	/* after renumber: the note n at n - 1 */
	const char *stage;			/* label of the running stage */
	Claim	  **by_src_id;		/* see claims_by_src_id(); NULL = not sorted yet */
	KeyMap		note_map;		/* index + 1 of notes by key, see note_enter() */
	bool has_verified_quotes; /* among those that references show, after render_definitions */
	bool		has_unchecked_quotes;
	Outcome		outcome;
	uint8		input_sha256[32];
				VEC(int64) requests;	/* rows of the queue that were seen while loading */
				VEC(TailPart) tail;	/* sources consulted, notes on data */

	struct MetricCatalog *catalog;	/* NULL = as built in */
				VEC(struct CanonicalMetric *) metrics;
				VEC(Contradiction) contradictions;	/* as they were found */
};

/* ------------------------------------------------------------ memo.c */
extern Memo *memo_create(int64 deal_id);

/* "flawed", "uncited" and each reason that holds the memo; returns how many.  The status is
 * the first of "flawed", "uncited", "held" and "final" that is true. */
#define MOST_REASONS	(2 + NHOLDS)
extern int	memo_reasons(const Memo *memo, const char **reasons);
extern const char *memo_status(const Memo *memo);

/* "executive_summary" -> "Executive Summary" */
extern char *title_from_key(const char *key);

/* The block whose lines hold a byte of the body; NULL when it has no block. */
extern TextBlock *section_block_at(const Section *section, int pos);

/* Replaces removed bytes of the body, which are no marker's; inserted is borrowed. */
extern void section_edit(Memo *memo, Section *section, int start, int removed,
						 const char *inserted);

/* Words of the text, with what stays of its lists of sources; counted once. */
extern int	section_words(Section *section);

/* Has it a citation, decided or not, that is no note of ours? */
extern bool section_is_cited(const Memo *memo, const Section *section);

/* The live citations of its text by anchor, insight notes behind sources; with those of its
 * charts, as a reader meets them.  The array is the caller's. */
extern Citation **section_references(const Memo *memo, const Section *section, int *count);
extern Citation **section_all_references(const Memo *memo, const Section *section, int *count);

/* Those of its text as they are written, once places are settled; with those of its charts. */
extern Citation **section_written_references(const Memo *memo, const Section *section,
											 bool with_charts, int *count);

/* ------------------------------------------------------------ note.c */

extern bool identity_equal(const Identity *a, const Identity *b);
extern uint64 identity_hash(const Identity *identity);

/* A new note of a source; of an agent's text, which is kept. */
extern Note *note_create(Memo *memo, NoteKind kind, const Identity *identity);
extern Note *note_create_agent(Memo *memo, int section, char *text);

/* The note of an identity, or that says just this text, made when there is none yet.
 * origin: the kind that readers see, "ic_note". */
extern Note *note_for(Memo *memo, NoteKind kind, const Identity *identity);
extern Note *note_for_text(Memo *memo, const char *origin, const char *text);

/* The note that stands for all with this one's identity: the first that was entered. */
extern Note *note_enter(Memo *memo, Note *note);

/* Follows merged_into; NULL is none. */
extern Note *note_resolve(Note *note);
extern const char *note_kind_name(const Note *note);

/* Keys: of a note that cites the identity, of one that note_for_text() makes; as text. */
extern uint64 source_note_key(NoteKind kind, const Identity *identity);
extern uint64 text_note_key(const char *origin, const char *text);
extern char *note_key_text(uint64 key);

/* ---------------------------------------------------------- ledger.c */

/* Cited, but no note yet; and cited in one. */
static inline bool
citation_is_open(const Citation *citation)
{
	return !citation->is_removed && citation->note == NULL;
}

static inline bool
citation_is_live(const Citation *citation)
{
	return !citation->is_removed && citation->note != NULL;
}

/* A new row of the ledger, with nothing known of it; the second is placed by a stage, the
 * third is of a chart. */
extern Citation *citation_create(Memo *memo, int section, const char *origin);
extern Citation *citation_add(Memo *memo, int section, const char *origin, int anchor);
extern Citation *citation_add_charted(Memo *memo, int section, int chart);

/* NULL when a stage placed it. */
extern Marker *citation_marker(const Memo *memo, const Citation *citation);

/* claim: whose confidence, passage and block it takes over, NULL = none. */
extern void citation_set_source(Citation *citation, const Identity *identity, Claim *claim);
extern void citation_remove(Memo *memo, Citation *citation, const char *how);

/* An event says how many citations of a section went for a reason; none for 0. */
extern void citations_removed(Memo *memo, int section, const char *how, int count);

/* ------------------------------------------------------------- ids.c */

/* Where the section's claims with an id begin, and the first of them; NULL = none. */
extern int	section_claim_position(const Memo *memo, const Section *section, int64 id);
extern Claim *section_claim(const Memo *memo, const Section *section, int64 id);

/* All claims of the deal by id, then as they stand; sorted once. */
extern Claim **claims_by_src_id(Memo *memo);

#define RANGE_WIDTH	20		/* ids at most that "[SRC:1-20]" expands to */

/* Makes ranges the ids in them; false when not every one has a claim: models also write
 * "[SRC:12-3]" for chunk 3 of source 12. */
extern bool section_expand_ranges(const Memo *memo, const Section *section, MarkerIds *ids);

/* The first passage that has the id, or of a greater one. */
extern int	passage_position(const Memo *memo, int64 id);

/* Is the id in a reserved range; the same in all sections, as it is, too, where its
 * section or the policy (id_scope NULL) says so? */
extern bool id_is_reserved(const Memo *memo, int64 id);
extern bool id_is_deal_wide(const Memo *memo, const Section *section, int64 id);
extern bool scope_is_global(const Memo *memo, const char *id_scope);

/* ----------------------------------------------------------- shown.c */

/* Will readers see the sentence, and a reference at its end? */
extern bool sentence_is_shown(Section *section, const TextBlock *block, const Sentence *sentence);

/* Where the text of a row's last shown cell ends, -1 when the row is short. */
extern int	section_shown_end(Section *section, const TextBlock *block, const Line *row);

#endif							/* MEMO_MEMO_H */
