/*
 * report.c
 *		What memo_finalize returns: counts with their denominators, the ledger's
 *		balance, warnings.
 */
#include "memocite.h"

#include <math.h>

/* 0.4 for 500 words, 0.4 for a citation per 250 words, 0.2 for paragraphs. */
static double
content_score(Section *section)
{
	double		words = section_words(section);
	double		density = words > 0 ? section->ncitations * 250.0 / words : 0;
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
	memo_event(memo, EVENT_scores_recomputed, -1, (Slice) {NULL, 0}, "{\"sections\":%d}", memo->nsections);
}

typedef struct LedgerCount
{
	int			rows;
	int			kept;
	int			placed;			/* rows that a stage added */
} LedgerCount;

static LedgerCount
count_ledger(const Memo *memo)
{
	LedgerCount count = {0, 0, 0};

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		CHECK_FOR_INTERRUPTS();
		count.rows++;
		count.kept += !citation->is_removed;
		count.placed += citation->marker < 0;
	}
	return count;
}

/* "removed": {"unresolved": 3, ...}, reasons in C order. */
static int
compare_how(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

static void
append_removed(const Memo *memo, StringInfo out)
{
	const char **how = palloc_array_huge(memo->citations.count + 1, sizeof(char *));
	int			count = 0;

	for (int i = 0; i < memo->citations.count; i++)
		if (memo->citations.items[i].is_removed)
			how[count++] = memo->citations.items[i].how;
	qsort(how, count, sizeof(char *), compare_how);
	appendStringInfoString(out, ",\"removed_by_reason\":{");
	for (int from = 0, to; from < count; from = to)
	{
		for (to = from + 1; to < count && strcmp(how[to], how[from]) == 0; to++)
			;
		appendStringInfo(out, "%s\"%s\":%d", from == 0 ? "" : ",", how[from], to - from);
	}
	appendStringInfoChar(out, '}');
	pfree(how);
}

static void
append_claims(const Memo *memo, StringInfo out)
{
	static const char *const outcomes[] = {"placed_by_marker", "injected", "already_cited", "unplaced"};

	appendStringInfo(out, ",\"claims\":{\"total\":%d", memo->nclaims);
	for (int i = 0; i < (int) lengthof(outcomes); i++)
	{
		int			count = 0;

		for (int j = 0; j < memo->nclaims; j++)
			count += memo->claims[j].outcome != NULL && strcmp(memo->claims[j].outcome, outcomes[i]) == 0;
		appendStringInfo(out, ",\"%s\":%d", outcomes[i], count);
	}
	appendStringInfoChar(out, '}');
}

/* Events of severity WARNING and ERROR by code, in the order of eventlist.h. */
static void
append_warnings(const Memo *memo, StringInfo out)
{
	int			counts[NEVENTS] = {0};
	bool		first = true;

	for (int i = 0; i < memo->events.count; i++)
		counts[memo->events.items[i].code]++;
	appendStringInfoString(out, ",\"warnings\":{");
	for (int i = 0; i < NEVENTS; i++)
	{
		if (counts[i] == 0 || strcmp(event_severity(i), "INFO") == 0)
			continue;
		appendStringInfo(out, "%s\"%s\":%d", first ? "" : ",", event_name(i), counts[i]);
		first = false;
	}
	appendStringInfoChar(out, '}');
}

static void
append_sections(const Memo *memo, StringInfo out)
{
	LedgerCount *counts = palloc0(sizeof(LedgerCount) * (memo->nsections + 1));

	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		counts[citation->section].rows++;
		counts[citation->section].kept += !citation->is_removed;
	}
	appendStringInfoString(out, ",\"sections\":[");
	for (int i = 0; i < memo->nsections; i++)
	{
		const Section *section = &memo->sections[i];

		appendStringInfo(out, "%s{\"section_key\":", i == 0 ? "" : ",");
		append_json_string(out, section->section_key, (int) strlen(section->section_key));
		appendStringInfo(out, ",\"citations\":%d,\"kept\":%d,\"removed\":%d",
						 counts[i].rows, counts[i].kept, counts[i].rows - counts[i].kept);
		if (section->grade.letter != 0)
			appendStringInfo(out, ",\"grade\":\"%c\"", section->grade.letter);
		if (!isnan(section->score))
			appendStringInfo(out, ",\"score\":%.3f", section->score);
		appendStringInfoChar(out, '}');
	}
	appendStringInfoChar(out, ']');
	pfree(counts);
}

/* Charts, and which of the committee's questions they answer. */
static void
append_charts(const Memo *memo, StringInfo out)
{
	int			inserted = 0;
	int			covered = 0;
	int			missing = 0;

	for (int i = 0; i < memo->ncharts; i++)
		inserted += memo->charts[i].position > 0;
	for (int i = 0; i < memo->nquestions; i++)
		covered += question_is_covered(memo, &memo->questions[i]);
	appendStringInfo(out, ",\"charts\":{\"total\":%d,\"inserted\":%d,\"dropped\":%d}",
					 memo->ncharts, inserted, memo->ncharts - inserted);
	appendStringInfo(out, ",\"coverage\":{\"questions\":%d,\"covered\":%d,\"missing_critical\":[",
					 memo->nquestions, covered);
	for (int i = 0; i < memo->nquestions; i++)
	{
		const DecisionQuestion *question = &memo->questions[i];

		if (!question->is_critical || question_is_covered(memo, question))
			continue;
		if (missing++ > 0)
			appendStringInfoChar(out, ',');
		append_json_string(out, question->key, (int) strlen(question->key));
	}
	appendStringInfoString(out, "]}");
}

void
report_json(const Memo *memo, const char *status, StringInfo out)
{
	LedgerCount all = count_ledger(memo);
	int			cited = 0;
	int			references = 0;

	for (int i = 0; i < memo->ndocuments; i++)
		cited += memo->documents[i].nrefs > 0;
	for (int i = 0; i < memo->nsections; i++)
		references += memo->sections[i].live;
	appendStringInfo(out, "\"status\":\"%s\",\"as_of\":\"%s\"", status, memo->as_of);
	appendStringInfo(out, ",\"citations\":{\"total\":%d,\"kept\":%d,\"removed\":%d,\"placed\":%d",
					 all.rows, all.kept, all.rows - all.kept, all.placed);
	append_removed(memo, out);
	appendStringInfo(out, "},\"ledger_balanced\":%s", all.kept == references ? "true" : "false");
	appendStringInfo(out, ",\"references\":%d,\"notes\":%d", references, memo->nnumbered);
	appendStringInfo(out, ",\"documents\":{\"total\":%d,\"cited\":%d}", memo->ndocuments, cited);
	append_claims(memo, out);
	append_sections(memo, out);
	append_charts(memo, out);
	append_warnings(memo, out);
}
