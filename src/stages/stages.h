/*
 * stages.h
 *		The 36 stages of the footnote pipeline, in the order of stagelist.def.
 *
 * Example: stage 6.6 numbers the notes 1..N by first appearance.
 *
 * Owns: each stage its scratch, no longer than it runs.
 * Never knows: SQL.  A stage is void stageN_name(Memo *memo).
 */
#ifndef STAGES_STAGES_H
#define STAGES_STAGES_H

#include "base/base.h"
#include "markdown/markdown.h"
#include "markers/markers.h"
#include "memo/memo.h"

/* ------------------------------------------------------------ scan.c */

/* Parses the sections' bodies and makes a citation of each evidence marker. */
extern void scan_sections(Memo *memo);

#define STAGE(label, name, function, needs, checkpoint, description) \
	extern void function(Memo *memo);
#include "stages/stagelist.def"
#undef STAGE
typedef struct Stage
{
	const char *label;
	const char *name;
	void		(*run) (Memo *memo);
	const char *needs;
	const char *checkpoint;
	const char *description;
} Stage;

#define NSTAGES		36

/* What stage 0e decided for one host of a shared id; memo_collisions(). */
typedef struct Collision
{
	int64		src_id;
	int			section;
	Identity	identity;		/* doc NULL = unknown */
	const char *decision;		/* "kept", "shared", "remapped" */
	int64		new_id;
} Collision;

/* What stages keep of a memo. */
typedef struct StageWork
{
	VEC(Collision) collisions;	/* of stage 0e */
	struct InsightPhrases *insight_phrases;	/* by insight: what it is looked for by */
	VEC(struct MetricConflict) conflicts;	/* of stage 4.6: by metric, later section */
} StageWork;

/* -------------------------------------------------------- pipeline.c */

extern const Stage stages[NSTAGES];
extern const char *stage_group(const Stage *stage);
/* Runs the stages in their order, with a count of citations before, between and after. */
extern void run_stages(Memo *memo);

/* ------------------------------------------------------------ grade.c */

/* When agents scored nothing but 0, sections are scored by their content. */
extern void score_sections(Memo *memo);

/* Grades from the final counts. */
extern void compute_grades(Memo *memo);

/* ------------------------------------------------------------ whole.c */

/* Tells of sections whose claims nothing uses, and of texts that are no section. */
extern void check_sections(Memo *memo);

/* ------------------------------------------------------- normalize.c */

typedef struct IdMap
{
	int64		from;			/* ascending */
	int64		to;
} IdMap;

/* The new id of an id, itself when it keeps it. */
extern int64 id_mapped(const IdMap *map, int nmap, int64 id);

/* Appends a body with src markers and repaired near misses as [SRC:n], canonical markers stripped;
 * where memo is set that of a scanned section, with its new ids alone: ranges are written out, and
 * what a marker says of the place in its source stays. */
extern void markers_rewrite(const Memo *memo, const Section *section, const Prose *prose,
							const IdMap *map, int nmap, StringInfo out);

#endif							/* STAGES_STAGES_H */
