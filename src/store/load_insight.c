/*
 * load_insight.c
 *		Rows of memocite.insight -> memo->insights, in the order of the stages.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include <math.h>

static int
compare_sections(const void *a, const void *b)
{
	return strcmp((*(Section *const *) a)->section_key, (*(Section *const *) b)->section_key);
}

/* NULL for a text of blanks alone, too. */
static char *
solid_column(int row, int number)
{
	char	   *text = text_column(row, number);

	return text == NULL || text[strspn(text, " \t\r\n")] == '\0' ? NULL : text;
}

static void
load_row(Memo *memo, Insight *insight, int row, Section **by_key)
{
	bool		is_null;
	Datum		influence = column(row, 5, &is_null);
	Section		wanted = {0};
	Section    *key = &wanted;
	Section   **found;

	insight->kind = insight_kind(text_column(row, 1));
	insight->section_key = solid_column(row, 2);
	insight->anchor = solid_column(row, 3);
	insight->metric = solid_column(row, 4);
	insight->influence = is_null ? NAN : DatumGetFloat8(influence);
	insight->message = solid_column(row, 6);
	insight->detail = json_column(row, 7);
	insight_read_detail(insight);
	wanted.section_key = insight->section_key;
	found = insight->section_key == NULL ? NULL
		: bsearch(&key, by_key, memo->nsections, sizeof(Section *), compare_sections);
	insight->section = found == NULL ? -1 : (*found)->index;
}

void
store_load_insights(Memo *memo, Datum *key)
{
	Section   **by_key = palloc(sizeof(Section *) * (memo->nsections + 1));

	memo->ninsights = statement_query(&stmt_load_insights, key);
	memo->insights = palloc_array_huge(memo->ninsights + 1, sizeof(Insight));
	memset(memo->insights, 0, sizeof(Insight) * (memo->ninsights + 1));
	for (int i = 0; i < memo->nsections; i++)
		by_key[i] = &memo->sections[i];
	qsort(by_key, memo->nsections, sizeof(Section *), compare_sections);
	for (int i = 0; i < memo->ninsights; i++)
		load_row(memo, &memo->insights[i], i, by_key);
	order_insights(memo);
}
