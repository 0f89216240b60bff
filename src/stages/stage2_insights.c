/*
 * stage2_insights.c
 *		Stages 2.7 to 2.9: the model-intelligence context becomes notes.
 *
 * An insight has a text of its own and cites no document.  It stands at the
 * sentence that its anchor supports, by the rules of a claim, else at the first
 * sentence that names its metric.  For the lineage of levered_irr without an
 * anchor the phrases "Equity IRR" (the model's label) and "Levered IRR" (the
 * metric's) are looked for; in
 *
 *		The levered IRR of 18.5% clears the hurdle. [^7]
 *
 * the note is "Assumption lineage: Levered IRR is driven by ...".
 */
#include "stages/stages_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "placement/placement.h"
#include "metrics/metrics.h"

#include <math.h>

#define MAX_PHRASES	64			/* names of one metric */
#define MAX_SUBJECT	200			/* bytes of an event's subject */

/* What an insight without an anchor is looked for by, most telling first. */
typedef struct InsightPhrases
{
	Phrase	   *items[MAX_PHRASES];
	int			count;
} InsightPhrases;

typedef struct Place
{
	int			section;		/* -1 = none */
	int			block;			/* -1 = the section's end */
	int			anchor;
	float		score;
	const char *how;
	const char *reason;			/* why there is none */
} Place;

/* Assumption lineages so far, by section. */
typedef struct Lineages
{
	int		   *count;
	bool	  **taken;			/* paragraphs that have one, NULL = none has */
} Lineages;

/* --------------------------------------------------------------- one note */

Citation *
insight_note_add(Memo *memo, int section, int anchor, const char *origin, const char *text)
{
	Note	   *note = note_for_text(memo, origin, text);
	Citation   *citation = citation_add(memo, section, origin, anchor);

	citation->is_resolved = true;
	citation->note = note;
	return citation;
}

/* ----------------------------------------------------------------- places */

static void
add_phrase(PhraseIndex *index, InsightPhrases *phrases, const char *text)
{
	Phrase	   *phrase = text == NULL ? NULL : phrase_add(index, text);

	if (phrase != NULL && phrases->count < MAX_PHRASES)
		phrases->items[phrases->count++] = phrase;
}

static void
add_names(PhraseIndex *index, InsightPhrases *phrases, const Memo *memo, const Insight *insight)
{
	add_phrase(index, phrases, insight->label);
	for (const char *const *name = metric_spellings(memo, insight->metric); *name != NULL; name++)
		add_phrase(index, phrases, *name);
}

static bool
is_same(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Finds where the metrics of all insights without an anchor are named. */
static void
find_metrics(Memo *memo)
{
	PhraseIndex *index;
	KeyMap		first_of = {0};	/* by metric: the first insight of it, from 1 */
	InsightPhrases *all;

	if (memo->work->insight_phrases != NULL)
		return;
	all = memo->work->insight_phrases = palloc0(sizeof(InsightPhrases) * memo->ninsights);
	/* so that an exit cap rate is not taken for the cap rate */
	index = phrase_index(metric_cousins(memo));
	for (int i = 0; i < memo->ninsights; i++)
	{
		const Insight *insight = &memo->insights[i];
		int		   *first;

		if (insight->anchor != NULL)
			continue;
		if (insight->metric == NULL)
		{
			add_phrase(index, &all[i], insight->label);
			continue;
		}
		first = keymap_at(&first_of, slice_hash(slice_of(insight->metric), 0));
		if (*first > 0 && is_same(memo->insights[*first - 1].metric, insight->metric) &&
			is_same(memo->insights[*first - 1].label, insight->label))
			all[i] = all[*first - 1];
		else
			add_names(index, &all[i], memo, insight);
		*first = i + 1;
	}
	phrase_search(index, memo);
}

static Place
place_at_sentence(Section *section, const EvidenceSentence *sentence, float score, const char *how)
{
	int			anchor = sentence_anchor(section, &sentence->place);

	return (Place) {section->index, sentence->block, anchor, score, how, NULL};
}

static Place
no_place(const char *reason)
{
	return (Place) {-1, -1, -1, -1, NULL, reason};
}

static Place
place_by_anchor_in(Memo *memo, int section_index, const char *anchor)
{
	Section    *section = &memo->sections[section_index];
	EvidenceMatch match = evidence_find(section, anchor);

	return match.reason != NULL ? no_place(match.reason)
		: place_at_sentence(section, match.sentence, match.score, "anchor");
}

/* In the first section that supports the anchor for certain. */
static Place
place_by_anchor(Memo *memo, const Insight *insight)
{
	Place		place = no_place("not_found");

	if (insight->section >= 0)
		return place_by_anchor_in(memo, insight->section, insight->anchor);
	for (int i = 0; i < memo->nsections; i++)
	{
		Place		here = place_by_anchor_in(memo, i, insight->anchor);

		CHECK_FOR_INTERRUPTS();
		if (here.section >= 0)
			return here;
		if (strcmp(here.reason, "not_found") != 0)
			place = here;
	}
	return place;
}

/* The first sentence that names the metric, in a paragraph that is not taken. */
static Place
place_by_metric(Memo *memo, const Insight *insight, const InsightPhrases *phrases,
				const Lineages *lineages)
{
	int			section = insight->section;
	const char *reason = "not_found";

	for (int i = 0; i < phrases->count && section < 0; i++)
		if (phrases->items[i]->places.count > 0)	/* the first section that names it */
			section = phrases->items[i]->places.items[0].section;
	for (int i = 0; i < phrases->count && section >= 0; i++)
	{
		const Phrase *phrase = phrases->items[i];
		int			low;

		LOWER_BOUND(low, phrase->places.count, j, phrase->places.items[j].section < section);
		for (; low < phrase->places.count && phrase->places.items[low].section == section; low++)
		{
			const PhrasePlace *place = &phrase->places.items[low];

			if (lineages == NULL || lineages->taken[section] == NULL ||
				!lineages->taken[section][place->sentence->block])
				return place_at_sentence(&memo->sections[section], place->sentence, 1, "metric");
			reason = "paragraph_taken";
		}
	}
	return no_place(reason);
}

static Place
place_insight(Memo *memo, const Insight *insight, const Lineages *lineages)
{
	const InsightPhrases *phrases = &memo->work->insight_phrases[insight - memo->insights];
	int			anchor;

	if (insight->section_key != NULL && insight->section < 0)
		return no_place("no_section");
	if (insight->anchor != NULL)
		return place_by_anchor(memo, insight);
	if (phrases->count > 0)
		return place_by_metric(memo, insight, phrases, lineages);
	if (insight->section < 0)
		return no_place("no_anchor");
	anchor = place_at_end(&memo->sections[insight->section], true);	/* it is about all of it */
	return anchor < 0 ? no_place("no_prose")
		: (Place) {insight->section, -1, anchor, -1, "section", NULL};
}

/* ----------------------------------------------------------------- stages */

static void
report_insight(Memo *memo, EventCode code, const Insight *insight, const char *reason)
{
	Slice		subject = slice_of(insight->metric != NULL ? insight->metric
								   : insight->anchor != NULL ? insight->anchor
								   : insight->message != NULL ? insight->message
								   : insight->label != NULL ? insight->label : "");

	subject.len = utf8_clip(subject, MAX_SUBJECT);
	memo_event(memo, code, insight->section, subject, "{\"kind\":\"%s\",\"reason\":\"%s\"}",
			   insight_kind_name(insight->kind), reason);
}

static void
add_insight(Memo *memo, const Insight *insight, const Place *place)
{
	Citation   *citation = insight_note_add(memo, place->section, place->anchor,
											insight_kind_name(insight->kind),
											insight_text(memo, insight));

	citation->how = place->how;
	citation->score = place->score;
}

/* The insights of one kind: memo->insights[*first] and on; returns how many. */
static int
insights_of(Memo *memo, InsightKind kind, int *first)
{
	int			end;

	*first = 0;
	while (*first < memo->ninsights && memo->insights[*first].kind != kind)
		(*first)++;
	for (end = *first; end < memo->ninsights && memo->insights[end].kind == kind;)
		end++;
	if (end == *first)
		memo_event(memo, EVENT_noop, -1, (Slice) {NULL, 0}, "{\"needs\":\"insights\"}");
	else
		find_metrics(memo);
	return end - *first;
}

static void
inject_kind(Memo *memo, InsightKind kind)
{
	int			first;
	int			count = insights_of(memo, kind, &first);

	for (int i = first; i < first + count; i++)
	{
		Place		place;

		CHECK_FOR_INTERRUPTS();
		if (insight_is_settled(&memo->insights[i]))
		{
			report_insight(memo, EVENT_insight_left_out, &memo->insights[i], "values_agree");
			continue;
		}
		place = place_insight(memo, &memo->insights[i], NULL);
		if (place.section < 0)
			report_insight(memo, EVENT_insight_unplaced, &memo->insights[i], place.reason);
		else
			add_insight(memo, &memo->insights[i], &place);
	}
}

/* Stage 2.7: ic_notes. */
void
stage2_ic_notes(Memo *memo)
{
	inject_kind(memo, INSIGHT_IC_NOTE);
}

/* Stage 2.8: model_warnings. */
void
stage2_model_warnings(Memo *memo)
{
	inject_kind(memo, INSIGHT_MODEL_WARNING);
}

/* Stage 2.85: source_conflicts. */
void
stage2_source_conflicts(Memo *memo)
{
	inject_kind(memo, INSIGHT_SOURCE_CONFLICT);
}

#define LINEAGES_PER_SECTION	8

/* Why the lineage is not shown at its place, NULL when it is. */
static const char *
why_left_out(const Lineages *lineages, const Place *place)
{
	if (place->section < 0)
		return strcmp(place->reason, "paragraph_taken") == 0 ? place->reason : NULL;
	if (lineages->count[place->section] >= LINEAGES_PER_SECTION)
		return "section_full";
	if (place->block >= 0 && lineages->taken[place->section] != NULL &&
		lineages->taken[place->section][place->block])
		return "paragraph_taken";
	return NULL;
}

/* Stage 2.9: assumption_lineage, most influential first (see order_insights()). */
void
stage2_assumption_lineage(Memo *memo)
{
	Lineages	lineages = {palloc0(sizeof(int) * (memo->nsections + 1)),
	palloc0(sizeof(bool *) * (memo->nsections + 1))};
	int			first;
	int			count = insights_of(memo, INSIGHT_LINEAGE, &first);

	for (int i = first; i < first + count; i++)
	{
		const Insight *insight = &memo->insights[i];
		const char *reason = "influence";
		Place		place = {.section = -1};

		CHECK_FOR_INTERRUPTS();
		if (insight->influence * 100 >= memo->policy.lineage_influence_percent)
		{
			place = place_insight(memo, insight, &lineages);
			reason = why_left_out(&lineages, &place);
		}
		if (reason != NULL)
			report_insight(memo, EVENT_insight_left_out, insight, reason);
		else if (place.section < 0)
			report_insight(memo, EVENT_insight_unplaced, insight, place.reason);
		else
		{
			add_insight(memo, insight, &place);
			lineages.count[place.section]++;
			if (lineages.taken[place.section] == NULL)
				lineages.taken[place.section] =
					palloc0(memo->sections[place.section].prose->blocks.count + 1);
			if (place.block >= 0)
				lineages.taken[place.section][place.block] = true;
		}
	}
}
