/*
 * grade.c
 *		How well each section is cited: density, share of stripped markers,
 *		budget, and from these a letter; and a score of those that have none.
 *
 * 8 live source citations in 1,600 words are 1.25 per 250 words: an A; had more
 * than a tenth of its markers no source behind them, a B.
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

#include <math.h>

int
citation_budget(const Policy *policy, int words)
{
	if (words <= policy->budget_words)
		return 0;
	return Max(policy->budget_least, words / 250);
}

/* What the letter is made of, from the ledger. */
typedef struct Tally
{
	int			live;			/* live source citations */
	int			markers;
	int			stripped;		/* of the markers: no source stood behind them */
	bool		is_rescued;
} Tally;

static Tally *
tally_sections(const Memo *memo)
{
	Tally	   *tallies = palloc0(sizeof(Tally) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];
		Tally	   *tally = &tallies[citation->section];

		CHECK_FOR_INTERRUPTS();
		tally->markers += citation->marker >= 0;
		tally->stripped += citation->marker >= 0 && citation->is_removed && citation->how != NULL &&
			(strcmp(citation->how, "unresolved") == 0 ||
			 strcmp(citation->how, "unrecognized") == 0 ||
			 strcmp(citation->how, "no_single_document") == 0);
		if (!citation_is_live(citation))
			continue;
		tally->live += citation->note->kind == NOTE_SOURCE;
		tally->is_rescued |= citation->note->kind == NOTE_RESCUE;
	}
	return tallies;
}

static char
letter_of(const Grade *grade, const Tally *tally)
{
	float		percent = grade->density * 100;
	char		letter = percent >= 100 ? 'A' : percent >= 60 ? 'B' : percent >= 25 ? 'C' : 'D';

	if (grade->words < 50)
		return 0;
	if (tally->live == 0 || tally->is_rescued)
		return 'D';
	return grade->stripped * 100 > 10 && letter < 'D' ? letter + 1 : letter;
}

void
compute_grades(Memo *memo)
{
	Tally	   *tallies = tally_sections(memo);

	for (int i = 0; i < memo->nsections; i++)
	{
		Section    *section = &memo->sections[i];
		Grade	   *grade = &section->rendered.grade;

		grade->words = section_words(section);
		grade->citations = tallies[i].live;
		grade->density = grade->words > 0 ? tallies[i].live * 250.0f / grade->words : 0;
		grade->stripped =
			tallies[i].markers > 0 ? (float) tallies[i].stripped / tallies[i].markers : 0;
		grade->budget = citation_budget(&memo->policy, grade->words);
		grade->letter = letter_of(grade, &tallies[i]);
	}
	pfree(tallies);
}

/* ----------------------------------------------------------------- scores */

/* 0.4 for 500 words, 0.4 for a citation per 250 words, 0.2 for paragraphs. */
static double
content_score(Section *section)
{
	double		words = section_words(section);
	double		density = words > 0 ? section->citations.count * 250.0 / words : 0;
	bool		has_paragraphs = false;

	for (int i = 0; i < section->prose->blocks.count && !has_paragraphs; i++)
		has_paragraphs = section->prose->blocks.items[i].kind == BLOCK_PARAGRAPH;
	return 0.4 * Min(words / 500, 1) + 0.4 * Min(density, 1) + 0.2 * has_paragraphs;
}

void
score_sections(Memo *memo)
{
	bool		all_zero = true;
	bool		any = false;

	for (int i = 0; i < memo->nsections; i++)
	{
		any |= memo->sections[i].score == 0 && memo->sections[i].body.len > 0;
		all_zero &= isnan(memo->sections[i].score) || memo->sections[i].score == 0;
	}
	if (!any || !all_zero)
		return;
	for (int i = 0; i < memo->nsections; i++)
		memo->sections[i].score = content_score(&memo->sections[i]);
	memo_event(memo, EVENT_scores_recomputed, -1, (Slice){NULL, 0}, "{\"sections\":%d}",
			   memo->nsections);
}
