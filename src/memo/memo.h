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

/* ------------------------------------------------------- normalize.c */

/* Appends the body with src markers and repaired near misses as [SRC:n],
 * canonical markers stripped. */
extern void normalize_body(const struct Prose *prose, StringInfo out);

/* Something that stage 5 decided to say; rendered after the last stage. */
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
} Edit;

/* Stage 4.95: how well a section is cited. */
typedef struct Grade
{
	int			words;
	int			citations;		/* live source citations */
	float		density;		/* per 250 words */
	float		stripped;		/* share of its marker citations that no source stood behind */
	char		letter;			/* 'A' to 'D', 0 = too short to grade */
	int			budget;			/* citations it should have, 0 = none asked */
	int			figures;		/* numbers of its cited sentences that were looked for in evidence, */
	int			figures_supported;	/* and found */
} Grade;

/* A number of a section that was corrected before the stages. */
typedef struct MetricCorrection
{
	char	   *name;			/* "levered IRR" */
	char	   *old_text;		/* "12.0%" */
	char	   *new_text;
	Line		sentence;
	Decimal		old;
	const struct MetricKind *kind;
} MetricCorrection;

/* What is near a block, see place_block.c. */
typedef struct NearProse
{
	int			before;			/* the nearest blocks with prose, -1 = none */
	int			behind;
	int			headings;		/* up to here, with the block itself */
} NearProse;

/* From one sentence of a block, the nearest that can carry a reference. */
typedef struct NearSentence
{
	const TextBlock *block;
	int			from;
	int			found;
} NearSentence;

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

/* A new member that comes from its row belongs into hash_document() of store/, too, or a
 * changed memo is "unchanged" (test/scripts/lint_lists.pl). */
typedef struct Document
{
	char	   *doc_id;
	int			doc_id_len;
	char	   *title;			/* NULL when none; document_name() is what to show */
	char	   *name;			/* with what tells it from others of its title; NULL = title will do */
	char	   *path;
	char	   *source_type;
	char	   *tag;
	char	   *ingested_on;	/* ISO date, NULL when unknown */
	int32		ingested_day;	/* the same as a DateADT */
	bool		is_stale;		/* ingested long before the memo's date */
	int64		src_id;			/* deal-wide id, -1 = none */
	int			index;			/* in C order of doc_id */
	int			nrefs;			/* references of the finished memo */
	bool		is_fetched;		/* memo->contents has what is stored of it; */
	bool		has_passages;	/* there are some */
} Document;

/* What makes two markers the same source; page 0 and locator NULL = none.  A locator
 * beside a page says the page, too: "p. 40, Table 5". */
typedef struct Identity
{
	Document   *doc;
	int			page;
	const char *locator;
} Identity;

/* "¹ Rent Roll, p. 3": what a line under a table says of a superscript in it. */
typedef struct SuperscriptSource
{
	int			table;			/* block of the table */
	int64		id;
	int			block;			/* block of the line */
	int			line;			/* that it is on, with others maybe */
	int			start;			/* what leaves: it, and lines that continue it; */
	int			end;
	int			outer_start;	/* when all of its line are used the line as a whole, */
	int			outer_end;
	int			title_start;	/* of its block, the line "Notes:" before too; -1 = none */
	bool		is_first;		/* of its line */
	bool		is_last;
	int			list;			/* behind its first superscript */
	int64		first_id;		/* of "¹, ² Model" */
	bool		is_shared;		/* it is another one than that */
	int			content;		/* the text behind the superscript */
	int			content_end;

	bool		is_used;		/* something refers to it */
	bool		leaves;			/* and nothing that stays text shows its superscript, too */

	/* made by stage 1.5 of those */
	int			reference;		/* first citation that does, -1 = none */
	int			anchor;			/* of that */
	char	   *text;
	Identity	identity;
	bool		is_markers;		/* it says nothing but markers */
	int			first_citation; /* of the markers in it, -1 = none */
	int			last_citation;
	struct Note *note;
} SuperscriptSource;

typedef struct Section
{
	char	   *section_key;
	char	   *title;
	Slice		body;
	int			position;
	int			index;
	bool		is_global;		/* id_scope: ids are deal-wide */
	double		score;			/* the agent's, or recomputed; NaN = none */
	uint8		body_sha256[32];
	Prose	   *prose;
	int			words;			/* -1 = not counted yet */
	int			first_claim;	/* memo->claims, ordered by section then src_id */
	int			nclaims;
	int			first_citation; /* memo->citations of the agent's markers */
	int			ncitations;
	bool		needs_rescue;
	bool		is_searched;	/* it had no citation, and evidence for some was looked for */
	NearProse  *near_prose;		/* one a block */
	NearSentence near_sentence[2];	/* the last ones found backwards and forwards */
	const Line *shown_row;		/* a table row with more cells than columns, and where */
	int			shown_end;		/* the text of its last shown cell ends; see place.c */
	int			source_block;	/* first block of the model's source list, INT_MAX = none */
	bool		keeps_sources;	/* it stays as text, for this entry: */
	Slice		kept_for;
				VEC(SourceEntry) entries;	/* of the list, in order */
				VEC(SaidId) said;	/* made by stage 1 */
	struct Evidence *evidence;	/* see match.c; NULL = not indexed yet */
	bool		has_superscripts;	/* some were met, and their sources read: */
				VEC(SuperscriptSource) superscripts;	/* by table and id */
				VEC(int64) listed;	/* superscripts that text outside of data cells lists */
				VEC(Edit) edits;
				VEC(int) placed;	/* citations that stages added, any order */
	struct MetricCheck *metrics;	/* what it says of metrics; NULL = the deal has none */
				VEC(MetricCorrection) corrections;
	int			first_chart;	/* memo->charts, ordered by section then chart_id */
	int			ncharts;

	/* made by render */
	StringInfoData rendered;
	uint8		rendered_sha256[32];
				VEC(Change) changes;
	int			live;			/* references in the rendered text */
	Grade		grade;
	bool		misses_budget;	/* stage 2.5 found no evidence for its budget */
	bool		needs_check;	/* more was cut than markers amid prose: read it back */
} Section;

/* The same for a scanned section whose ids change: ranges are written out, and
 * what a marker says of the place in its source stays. */
extern void renumber_body(const Memo *memo, const Section *section, const IdMap *map, int nmap,
						  StringInfo out);

typedef struct Policy
{
#define POLICY_BOOL(key, preset, meaning) bool key;
#define POLICY_INT(key, preset, least, most, meaning) int key;
#define POLICY_CHOICE(key, preset, allowed, meaning) const char *key;
#include "memo/policylist.def"
#undef POLICY_BOOL
#undef POLICY_INT
#undef POLICY_CHOICE
} Policy;

/* ---------------------------------------------------------- policy.c */

extern void policy_init(Policy *policy);
/*
 * Sets one key from its JSON type ("number", "boolean", "string") and text.
 * Returns NULL, else what is wrong, in words for the user.
 */
extern char *policy_set(Policy *policy, const char *key, const char *type, const char *value);

/* Appends the policy as a JSON object, keys in the order of the list. */
extern void policy_json(const Policy *policy, StringInfo out);

/* Whether all claims of the deal with an id name one source. */
typedef enum Agreement
{
	AGREEMENT_UNKNOWN,
	AGREEMENT_YES,
	AGREEMENT_NO
} Agreement;

typedef struct Claim
{
	unsigned char claim_id[16];
	int			section;		/* index into memo->sections */
	int64		src_id;			/* -1 = none */
	char	   *text;
	Identity	identity;
	char	   *locator;		/* also where it does not count, NULL = none */
	char	   *passage_id;
	char	   *passage;		/* its content, once load_claim_passages was asked; NULL = none */
	int64		block_id;		/* -1 = none */
	char	   *quote;
	const char *quote_level;	/* that found it in the passage, "unmatched"; NULL = not checked */
	bool		quote_verified; /* found, and not inside a longer number */
	bool		quote_unchecked;	/* no passage of its document is stored */
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
	Agreement	agreement;		/* the first of its id in the deal: asked once */
} Claim;

static inline bool
claim_quotes(const Claim *claim)
{
	return claim->quote != NULL && claim->quote[0] != '\0';
}

typedef struct Passage
{
	char	   *passage_id;
	int64		src_id;
	Identity	identity;
	Slice		content;		/* only in memo->contents */
} Passage;

typedef struct SrcRange
{
	int64		first_id;
	int64		last_id;
} SrcRange;

/* A row of the model-intelligence context; the columns of memocite.insight. */
typedef enum InsightKind
{
	INSIGHT_IC_NOTE,
	INSIGHT_MODEL_WARNING,
	INSIGHT_SOURCE_CONFLICT,
	INSIGHT_LINEAGE,
	NINSIGHT_KINDS
} InsightKind;

/* One value of a source conflict. */
typedef struct ConflictValue
{
	const char *value;
	bool		is_number;
	char	   *unit;			/* NULL = none, as are the texts below */
	char	   *source_type;
	char	   *doc_id;
	char	   *ingested_on;
	int			precedence;
	int			index;			/* as written */
} ConflictValue;

/* One assumption that a metric rests on. */
typedef struct Assumption
{
	char	   *label;
	char	   *cell;
	char	   *value;
	double		influence;		/* NaN = unknown */
	int			index;
} Assumption;

typedef struct Insight
{
	InsightKind kind;
	char	   *section_key;	/* NULL: the first section that fits */
	int			section;		/* its index, -1 = NULL or unknown */
	char	   *anchor;
	char	   *metric;
	double		influence;		/* NaN = unknown */
	char	   *message;
	char	   *detail;			/* as text, for order and hash */
	char	   *author;			/* of an analyst's note, NULL = unknown, as are these: */
	char	   *date;
	char	   *severity;
	char	   *cell;			/* where in the model */
	char	   *label;			/* the metric's name in the model */
	int			depth;			/* of the formula chain, -1 = unknown */
	int			total;			/* assumptions of the model, listed or not; 0 = unknown */
	ConflictValue *values;
	int			nvalues;
	Assumption *assumptions;
	int			nassumptions;
	struct InsightPhrases *phrases; /* names of its metric, see stage2_insights.c */
} Insight;

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
	int			cluster;		/* its document's place in the order of first notes, from 1 */
	int			seen_in;		/* stage 6: the last group it was cited in, */
	struct Citation *seen_by;	/* by this reference */
	int			counted_at;		/* the last checkpoint that counted it */
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
	int			anchor;			/* byte in the agent's body where its reference stands, */
	int			order;			/* and among those there: its index, or that of the one it stands for */
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
	Slice		place;			/* where in its source the marker says that it is, len 0 = nothing said */
	int64		provisional_id; /* of stage 0a */
	const char *passage_id;
	int64		block_id;
	const char *origin;			/* "marker", "claim", "rescue" */
	int			first_inner;	/* citations that its definition was replaced by; */
	int			last_inner;		/* none when this is less */
	float		score;			/* -1 = none */
	const char *matched;		/* numbers that the evidence shares with the sentence */
	const char *how;
	const char *stage;			/* label that decided the fate */
	int			figures;		/* numbers counted for it that were looked for in evidence, */
	int			figures_supported;	/* and found */
} Citation;

/* Two sections that say a metric differently (stage 4.6); "later" is in the
 * reading order. */
typedef struct MetricConflict
{
	const struct MetricKind *kind;
	const char *variant;
	int			other_section;	/* the nearest before that does */
	int			later_section;
	const char *other_value;	/* as it will be read: "18.5%" */
	const char *later_value;
	Line		sentence;		/* of the later section's number, in the agent's body */
} MetricConflict;

typedef enum EventCode
{
#define EVENT(code, severity, meaning) EVENT_##code,
#include "memo/eventlist.def"
#undef EVENT
	NEVENTS
} EventCode;

typedef struct Event
{
	EventCode	code;
	bool		warns;			/* a WARNING, whatever its code is usually */
	const char *stage;
	int			section;		/* -1 = the memo */
	char	   *subject;
	char	   *detail;			/* a JSON object */
} Event;

/* What stages 4.95 to 5.8 decide to say, in the order in which it is written from the
 * final notes.  A new part needs its writer in write_appendix() (pipeline.c). */
typedef enum AppendixPart
{
	APPENDIX_GRADES,
	APPENDIX_CLUSTERS,
	APPENDIX_DEFINITIONS,
	APPENDIX_SOURCES,
	APPENDIX_DATA_NOTES,
	NAPPENDIX_PARTS
} AppendixPart;

#define NCHECKPOINTS	9
typedef struct Checkpoint
{
	const char *name;
	const char *stage;
	int			open;			/* evidence markers still undecided */
	int			live;			/* citations kept so far */
	int			notes;
	int			insights;
} Checkpoint;

/* A source that an agent's source line gives an id of its section. */
typedef struct Candidate
{
	int			section;
	int64		src_id;
	Identity	identity;
} Candidate;

/* What stage 0e decided for one host of a shared id; memo_collisions(). */
typedef struct Collision
{
	int64		src_id;
	int			section;
	Identity	identity;		/* doc NULL = unknown */
	const char *decision;		/* "kept", "shared", "remapped" */
	int64		new_id;
} Collision;

/* A candidate chart, and what became of it. */
typedef struct Chart
{
	char	   *chart_id;
	int			section;
	struct Json *config;		/* NULL: not read, unread says why */
	char	   *unread;
	double		confidence;		/* NaN = none */
	char	   *family;
	int			after_paragraph;	/* -1 = none */
	uint8		sha256[32];		/* of the config as stored */

	/* made by charts_select */
	double		rank_confidence;
	char	   *question;		/* folded, to compare */
	bool		is_protected;	/* answers a critical question */
	int			rank;			/* among the valid ones of its section; 0 = none */
	int			at;				/* byte of the body where it would stand */
	int			anchor;			/* index of its [CHART:id] line's marker, -1 = none */
	int			stretch;		/* which policy chart_words of the section */
	bool		is_dropped;
	const char *gate;
	char	   *reason;
	int			position;		/* among the section's inserted ones, 0 = none */
	char	   *node;			/* what was inserted */
} Chart;

/* What an investment committee asks; charts whose ids match answer it. */
typedef struct DecisionQuestion
{
	const char *key;
	const char *question;
	bool		is_critical;
				VEC(Slice) chart_ids;	/* ids, or patterns that end in '*' */
} DecisionQuestion;

struct Memo
{
	int64		deal_id;
	char	   *name;
	char	   *primary_doc_id;
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
	uint8		passages_sha256[32];
	Passage    *contents;		/* once fetched: passages of documents, by passage_id */
	int			ncontents;
	/* The passages of documents, wanted by index, in any order; NULL = there is no store. */
	void		(*fetch_passages) (Memo *memo, const bool *wanted, Passage **passages, int *npassages);
	int			nquoted;		/* claims with a quote */
	/* The passages that claims name, by passage_id; sorts the claims likewise.
	 * From the store, NULL = there is none. */
	void		(*fetch_quoted) (Memo *memo, struct Claim **claims, int count, Passage **passages, int *npassages);
	SrcRange   *ranges;
	int			nranges;
	Insight    *insights;		/* by kind, and as a stage takes them: see load_insight.c */
	int			ninsights;
	bool		has_insights;	/* the deal has rows to load */
	bool		has_insight_places; /* stage 2.7 to 2.9 looked for their places */
	struct AnchorIndex *anchors;	/* see anchor.c; NULL = not made yet */
	Chart	   *charts;			/* by section, then chart_id */
	int			ncharts;
	bool		has_charts;
	DecisionQuestion *questions;
	int			nquestions;
	bool		has_own_questions;	/* rows override or extend the built-in ones */

				VEC(Citation) citations;	/* agents' markers in reading order, then placed ones */
				VEC(Note *) notes;
				VEC(Event) events;
				VEC(Collision) collisions;
				VEC(Candidate) candidates;	/* by section, src_id after stage 1 */
	struct NameIndex *names;	/* of its documents, see memo_names() */
	Checkpoint	checkpoints[NCHECKPOINTS];
	int			ncheckpoints;
	Note	  **numbered;		/* after renumber: numbered[n - 1] */
	Note	  **clustered;		/* the same by document, see render_clusters */
	int			nnumbered;
	const char *stage;			/* label of the running stage */
	Note	  **note_table;		/* by identity, see note_for */
	uint32		note_mask;
	int			note_entries;
	int			ngroups;		/* of references, counted by stage 6 */
	Claim	  **by_src_id;		/* all claims by src_id, made when first needed */
	Document  **docs_by_src_id; /* all documents likewise */
	bool		appendix[NAPPENDIX_PARTS];	/* what to write after the last stage */
	struct ExactName *exact;	/* tags, paths and file names, see name_exact.c */
	int			nexact;
	bool		knows_pdf;		/* something of the deal is of type PDF */
	bool		has_verified_quotes;	/* among those that references show, after render_definitions */
	bool		has_unchecked_quotes;
	bool		has_excess_markers; /* more than the limit: the rest are text */
	bool		is_flawed;
	bool		is_uncited;		/* these are set last, see status.c: */
	int			nmarked;		/* citations by agents' markers, */
	int			nlost;			/* of these, without a source; */
	char	   *notice;			/* that too many are, NULL = they are not */
	uint8		input_sha256[32];
	Datum		queue_requests; /* bigint[] of queue rows seen while loading */
	bool		has_requests;
	StringInfoData tail;		/* the appendix: sources consulted, notes on data */

	StringInfoData metric_input;	/* rows that the next two come from, for the hash */
	struct MetricCatalog *catalog;	/* NULL = as built in, see metric.c */
				VEC(struct CanonicalMetric *) metrics;
				VEC(MetricConflict) conflicts;	/* by metric, later section after stage 4.6 */
};

/* ------------------------------------------------------------ memo.c */

extern Memo *memo_create(int64 deal_id);
extern Document *memo_document(const Memo *memo, const char *doc_id, int len);
extern bool identity_equal(const Identity *a, const Identity *b);
extern uint64 identity_hash(const Identity *identity);
extern char *note_key_text(uint64 key);
extern const char *note_kind_name(const Note *note);
/* The key of a note of this kind that cites the identity. */
extern uint64 source_note_key(NoteKind kind, const Identity *identity);

/* The key of the note that note_for_text() makes. */
extern uint64 text_note_key(const char *origin, const char *text);

extern Note *note_create(Memo *memo, NoteKind kind, const Identity *identity);
extern Note *note_create_agent(Memo *memo, int section, char *text);
extern Note *note_resolve(Note *note);
/* The note that says just this text, of a kind that readers see ("ic_note"). */
extern Note *note_for_text(Memo *memo, const char *origin, const char *text);

/* The note of an identity, made when there is none yet.  note_enter puts an
 * existing note in that table and returns the one that stands for it. */
extern Note *note_for(Memo *memo, NoteKind kind, const Identity *identity);

extern Note *note_enter(Memo *memo, Note *note);
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

extern Marker *citation_marker(const Memo *memo, const Citation *citation);
extern void citation_remove(Memo *memo, Citation *citation, const char *how);
/* An event says how many citations of a section went for a reason; none for 0. */
extern void citations_removed(Memo *memo, int section, const char *how, int count);

extern void citation_set_source(Citation *citation, const Identity *identity, Claim *claim);
extern Citation *citation_create(Memo *memo, int section, const char *origin);
extern Citation *citation_add(Memo *memo, int section, const char *origin, int anchor);
extern void section_edit(Memo *memo, Section *section, int start, int removed,
						 const char *inserted);
extern int	section_words(Section *section);
extern bool section_is_cited(const Memo *memo, const Section *section);
/* The block whose lines hold a byte of the body. */
extern TextBlock *section_block_at(const Section *section, int pos);

/* Live citations of a section ordered by anchor; insight notes after sources.
 * The array is the caller's. */
extern Citation **section_references(const Memo *memo, const Section *section, int *count);

/* Adds an event; detail is printf-like JSON, NULL = "{}". */
extern void memo_event(Memo *memo, EventCode code, int section, Slice subject,
					   const char *detail,...) pg_attribute_printf(5, 6);

extern const char *insight_kind_name(InsightKind kind);
extern const char *event_name(EventCode code);
/* Of its code, or WARNING. */
extern const char *event_severity(const Event *event);
/* "executive_summary" -> "Executive Summary" */
extern char *title_from_key(const char *key);

/* Has a name or title more than blanks, which the memo would not show?  NULL has not. */
extern bool name_shows(const char *name);

/* ----------------------------------------------------------- order.c */

/* Brings rows into the order that stages expect: documents before the rest, sections
 * before claims, whose pages and places in the sections are settled then. */
extern void order_documents(Memo *memo);

extern void order_sections(Memo *memo);
extern void order_claims(Memo *memo);
extern void order_insights(Memo *memo);
/* A page below 1 is an event, and none. */
extern void check_page(Memo *memo, Identity *identity, int section);

/* ------------------------------------------------------------- ids.c */

/* What the locator of a claim whose page is read says: '' the whole document, beside a
 * page more of the place. */
extern void claim_read_locator(Claim *claim);

/* Where the section's claims with an id begin; they are ordered by src_id. */
extern int	section_claim_position(const Memo *memo, const Section *section, int64 id);

/* Makes ranges the ids in them; false when not every one has a claim: models
 * also write "[SRC:12-3]" for chunk 3 of source 12. */
extern bool section_expand_ranges(const Memo *memo, const Section *section, MarkerIds *ids);


/* Does the id lie in a reserved range?  Ranges are ordered, never overlapping. */
extern bool id_is_reserved(const Memo *memo, int64 id);

/* The first passage that has the id itself, or of a greater one; passages are ordered by
 * src_id. */
extern int	passage_position(const Memo *memo, int64 id);

/* Are the ids of a section with this id_scope (NULL = as the policy says) deal-wide? */
extern bool scope_is_global(const Memo *memo, const char *id_scope);

/* Is the id the same in all sections: reserved, or global by section or policy? */
extern bool id_is_deal_wide(const Memo *memo, const Section *section, int64 id);

/* ---------------------------------------------------- marker_place.c */

/* The place that a marker says, for a source without one: the page that it names (0 =
 * none) and the locator. */
extern void identity_take_place(Identity *identity, int named, Slice place);

/* A source that says no place is cited at the page that the marker names (0 = none),
 * else at its place; that the marker names another one than its source is told of. */
extern void citation_settle_place(Memo *memo, Citation *citation, int named);

/* ----------------------------------------------------------- shown.c */

/* Will readers see the sentence, and a reference at its end? */
extern bool sentence_is_shown(Section *section, const TextBlock *block, const Sentence *sentence);

/* Where the text of a row's last shown cell ends, -1 when the row is short. */
extern int	section_shown_end(Section *section, const TextBlock *block, const Line *row);

/* -------------------------------------------------------- document.c */

/* What to call a document: its title, with what tells it from others; else its path
 * or id. */
extern const char *document_name(const Document *doc);

/* The file's name of a path; NULL when there is none. */
extern const char *file_name(const char *path);

/* ------------------------------------------------------ name_exact.c */

/* The document whose tag, doc_id or path is exactly this, else the one whose path ends
 * with this file name; NULL when none or several. */
extern Document *name_exact(Memo *memo, Slice text, bool *is_ambiguous);

/* The document with this tag, in any case; *is_ambiguous: several have it, and the one
 * that has it in this case is returned, if any. */
extern Document *name_tagged(Memo *memo, Slice tag, bool *is_ambiguous);

/* ---------------------------------------------------------- status.c */

/* Was a marker's citation removed for want of a source or of prose? */
extern bool citation_lost_source(const Citation *citation);

/* After the stages and the rendering: what status, report and page say. */
extern void memo_set_status(Memo *memo);

/* "2 unrecognized, 70 unresolved" */
extern char *memo_lost_reasons(const Memo *memo);

/* Every status that holds but final, the first is memo_status(); returns how many. */
#define MOST_REASONS	2

extern int	memo_reasons(const Memo *memo, const char **reasons);
extern const char *memo_status(const Memo *memo);

/* How the ids of passages begin that an import made to hold a quote. */
#define IMPORTED_PASSAGE	"memo_import:"

#endif							/* MEMO_MEMO_H */
