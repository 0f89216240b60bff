/*
 * load_insight.c
 *		Rows of memocite.insight -> memo->insights, in the order of the stages.
 */
#include "store/store_internal.h"
#include "memo/memo.h"

/* NULL for a text of blanks alone, too. */
static char *
solid_column(int row, int number)
{
	char	   *text = text_column(row, number);

	return text == NULL || text[strspn(text, " \t\r\n")] == '\0' ? NULL : text;
}

/* An insight of a section that is not there is one of none. */
static void
load_insight_row(Insight *insight, int row, KeyIndex *sections)
{
	insight->kind = insight_kind(text_column(row, 1));
	insight->section_key = solid_column(row, 2);
	insight->anchor = solid_column(row, 3);
	insight->metric = solid_column(row, 4);
	insight->influence = float_column(row, 5);
	insight->message = solid_column(row, 6);
	insight->detail = json_column(row, 7);
	insight_read_detail(insight);
	insight->section = key_at(sections, insight->section_key);
}

void
load_insight_rows(Memo *memo)
{
	KeyIndex   *sections = index_sections(memo);

	memo->ninsights = query_deal(&stmt_load_insights, memo->deal_id);
	memo->insights = zeroed_array(memo->ninsights + 1, sizeof(Insight));
	for (int i = 0; i < memo->ninsights; i++)
		load_insight_row(&memo->insights[i], i, sections);
	order_insights(memo);
}
