/*
 * insight.c
 *		Rows of the model-intelligence context: their kinds, and their order.
 *
 * Lineages of influence 0.9 and 0.4 come in that order; of equals the one that names
 * its metric first by bytes.  Stages see the same order wherever rows come from.
 */
#include "sources/sources.h"

#include <math.h>

const char *
insight_kind_name(InsightKind kind)
{
	static const char *const names[] = {"ic_note", "model_warning", "source_conflict", "lineage"};

	return names[kind];
}

/* NULL first. */
static int
compare_nullable(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

/* By kind, then as stages take them: the most influential lineage first, then by
 * metric and message. */
static int
compare_insights(const void *a, const void *b)
{
	const Insight *x = a;
	const Insight *y = b;
	int			order;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->kind == INSIGHT_LINEAGE && x->influence != y->influence &&
		!(isnan(x->influence) && isnan(y->influence)))
		return isnan(y->influence) || x->influence > y->influence ? -1 : 1;
	if ((order = compare_nullable(x->metric, y->metric)) != 0 ||
		(order = compare_nullable(x->message, y->message)) != 0 ||
		(order = compare_nullable(x->section_key, y->section_key)) != 0 ||
		(order = compare_nullable(x->anchor, y->anchor)) != 0)
		return order;
	return compare_nullable(x->detail, y->detail);
}

void
order_insights(Memo *memo)
{
	qsort(memo->insights, memo->ninsights, sizeof(Insight), compare_insights);
}
