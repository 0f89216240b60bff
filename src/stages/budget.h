/*
 * budget.h
 *		Evidence for sections that lack citations: what stage2_budget.c (those below
 *		their budget) and stage2_uncited.c (those without any) share.
 */
#ifndef BUDGET_H
#define BUDGET_H

#include "memocite.h"

/* The best evidence found for a sentence. */
typedef struct Support
{
	float		score;			/* 0 = none */
	const Identity *identity;
	Claim	   *claim;			/* one of these is set */
	const Passage *passage;
	bool		is_tie;			/* another identity is as good */
	bool		is_quoted;		/* the claim's quote stands in it word for word */
	bool		is_distinct;	/* no other passage has what it shares with the sentence */
	bool		is_closed;		/* the sentence cites something, or is no prose */
	int			block;
	int			sentence;
} Support;

/* A section below its budget. */
typedef struct Shortage
{
	Section    *section;
	int			budget;
	int			missing;
	Evidence   *evidence;
	Support    *supports;		/* by place of the sentence in evidence */
	int			nsupports;
	bool	   *cites;			/* by document: does the section rest on it? */
} Shortage;

typedef struct Budgets
{
	Memo	   *memo;
	Shortage   *items;
	int			count;
	const char *origin;
	int			placed;
	bool	   *wanted;			/* by document: does one of these rest on it? */
} Budgets;

/* ------------------------------------------------------- stage2_budget.c */

/* Indexes the section's sentences; those that cite something are closed. */
extern void open_shortage(Memo *memo, Shortage *shortage);

/* Looks for sentences that a claim without a place supports. */
extern void offer_claims(Budgets *budgets, Shortage *shortage);

/* Cites the best supported sentences of a section; a claim stands once. */
extern void place_best(Budgets *budgets, Shortage *shortage);

/* Does a section still lack citations? */
extern bool is_short(const Budgets *budgets);

/* Is there a claim that no marker placed and that says anything, or a passage? */
extern bool has_evidence(const Memo *memo, const Section *section);

/* The passages of the documents that claims and citations name. */
extern void need_cited_passages(Memo *memo);

#endif							/* BUDGET_H */
