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
#include "notes/notes.h"

/* What stages keep of a section. */
typedef struct SectionWork
{
	bool		needs_rescue;	/* stage 0b: it has words, and no citation */
	bool		is_searched;	/* it had no citation, and evidence for some was looked for */
	bool		misses_budget;	/* stage 2.5 found no evidence for its budget */
} SectionWork;

/* ------------------------------------------------- stage6_renumber.c */

/* Source references of a section that stages 6 and 6.2 will leave; at least
 * enough when there are more.  first: by note, all NULL. */
extern int	section_lasting_sources(Memo *memo, Section *section, int enough, Citation **first);

/* ---------------------------------------------------- chart_source.c */

#define MAX_MARKERS 1000000		/* citations of one deal */

/* Stage 1: the sources of charts are citations; stage 2: a claim that only a chart cites is
 * cited, too; stage 6: of those of a chart each note stays once.  first: by note, all NULL before
 * and after. */
extern void cite_chart_sources(Memo *memo);
extern void settle_chart_claims(Memo *memo);
extern void merge_chart_sources(Memo *memo, Citation **first);

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
