/*
 * chart_source.c
 *		The sources of a chart's config become citations of its section (stage 1).
 *
 * With "sources": [3, "rent-roll"] they are two, the claim or source line with id 3 and the
 * document rent-roll, and below the chart stands
 *
 *		Source:[^7],[^8]
 *
 * An id means what it means in the section; what finds no source goes as markers do.
 */
#include "stages/stages_internal.h"
#include "charts/charts.h"

#define MOST_ID		INT64CONST(999999999999)

/* What one source names: a document by its doc_id, an id of the section, a document by tag, path
 * or file, else as a source line does: "Rent Roll, p. 4". */
static void
cite_source(Memo *memo, Chart *chart, const Json *source)
{
	Citation   *citation = citation_add_charted(memo, chart->section, INT_MAX);
	Document   *doc = source->kind != J_STRING ? NULL
		: memo_document(memo, source->text.data, source->text.len);
	Identity	identity = {NULL, 0, NULL};
	Reference	reference;
	bool		is_ambiguous;

	citation->written = source->text;
	*VEC_PUSH(&chart->cited) = memo->citations.count - 1;
	if (doc == NULL && (citation->src_id = whole_number(source->text, MOST_ID)) < 0)
		doc = name_exact(memo, source->text, &is_ambiguous);
	if (doc != NULL)
		identity.doc = doc;
	else if (citation->src_id < 0 &&
			 reference_list(memo_names(memo), source->text, &reference, 1) == 1)
		identity = reference.identity;
	if (identity.doc != NULL)
		citation_set_source(citation, &identity, NULL);
}

void
cite_chart_sources(Memo *memo)
{
	for (int i = 0; i < memo->ncharts; i++)
	{
		Chart	   *chart = &memo->charts[i];
		const Json *sources = chart->is_dropped ? NULL : json_optional(chart->config, "sources");

		for (const Json *source = sources == NULL ? NULL : sources->first; source != NULL;
			 source = source->next)
		{
			CHECK_FOR_INTERRUPTS();
			if (memo->citations.count < MAX_MARKERS)
				cite_source(memo, chart, source);
		}
	}
}

void
settle_chart_claims(Memo *memo)
{
	for (int i = 0; i < memo->ncharts; i++)
		for (int j = 0; j < memo->charts[i].cited.count; j++)
		{
			Claim	   *claim = memo->citations.items[memo->charts[i].cited.items[j]].claim;

			if (claim == NULL || strcmp(claim->outcome, "unplaced") != 0)
				continue;
			claim->outcome = "placed_by_marker";
			claim->reason = NULL;
		}
}

void
merge_chart_sources(Memo *memo, Citation **first)
{
	for (int i = 0; i < memo->ncharts; i++)
	{
		const int  *cited = memo->charts[i].cited.items;
		int			count = memo->charts[i].cited.count;

		for (int j = 0; j < count; j++)
		{
			Citation   *citation = &memo->citations.items[cited[j]];

			if (!citation_is_live(citation))
				continue;
			if (first[citation->note->index] != NULL)
				citation_remove(memo, citation, "duplicate");
			else
				first[citation->note->index] = citation;
		}
		for (int j = 0; j < count; j++)
			if (memo->citations.items[cited[j]].note != NULL)
				first[memo->citations.items[cited[j]].note->index] = NULL;
	}
}
