/*
 * order.c
 *		The rows of a Memo in the order that its stages expect, wherever they come from.
 *
 * Documents and claims are looked up by binary search, sections stand in reading
 * order, insights as stages take them.  The random ids of rows count nowhere but
 * between rows that are equal in all that can matter: a memo is the same each time.
 */
#include "sources/sources.h"

#include <limits.h>
#include <math.h>

static int
compare_nullable(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

static int
compare_documents(const void *a, const void *b)
{
	return strcmp(((const Document *) a)->doc_id, ((const Document *) b)->doc_id);
}

void
order_documents(Memo *memo)
{
	qsort(memo->documents, memo->ndocuments, sizeof(Document), compare_documents);
	for (int i = 0; i < memo->ndocuments; i++)
		memo->documents[i].index = i;
	tell_documents_apart(memo);
}

static int
compare_sections(const void *a, const void *b)
{
	const Section *x = a;
	const Section *y = b;

	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	return strcmp(x->section_key, y->section_key);
}

void
order_sections(Memo *memo)
{
	qsort(memo->sections, memo->nsections, sizeof(Section), compare_sections);
	for (int i = 0; i < memo->nsections; i++)
		memo->sections[i].index = i;
}

void
check_page(Memo *memo, Identity *identity, int section)
{
	if (identity->page >= 0)
		return;
	memo_event(memo, EVENT_invalid_page, section, slice_of(identity->doc->doc_id),
			   "{\"page\":%d}", identity->page == INT_MIN ? 0 : identity->page);
	identity->page = 0;
}

void
claim_read_passage(Claim *claim)
{
	if (claim->passage_id == NULL ||
		strncmp(claim->passage_id, RETURNED_PASSAGE, strlen(RETURNED_PASSAGE)) != 0)
		return;
	claim->returned_id = claim->passage_id;
	claim->passage_id = NULL;
}

void
claim_read_locator(Claim *claim)
{
	if (claim->locator != NULL && claim->locator[0] == '\0')
	{
		claim->is_whole = true;
		claim->locator = NULL;
	}
	claim->identity.locator = claim->identity.page <= 0 || claim->locator == NULL ? claim->locator
		: locator_of_page(claim->identity.page, claim->locator);
}

/* By section, src_id, document, page, passage, text. */
static int
compare_claims(const void *a, const void *b)
{
	const Claim *x = *(Claim *const *) a;
	const Claim *y = *(Claim *const *) b;
	int			order;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->src_id != y->src_id)
		return x->src_id < y->src_id ? -1 : 1;
	if (x->identity.doc != y->identity.doc)
		return x->identity.doc < y->identity.doc ? -1 : 1;
	if (x->identity.page != y->identity.page)
		return x->identity.page < y->identity.page ? -1 : 1;
	if ((order = compare_nullable(x->passage_id, y->passage_id)) != 0 ||
		(order = compare_nullable(x->text, y->text)) != 0 ||
		(order = compare_nullable(x->quote, y->quote)) != 0)
		return order;
	return memcmp(x->claim_id, y->claim_id, sizeof(x->claim_id));
}

/* Sorts pointers, which are light, and then moves each claim once. */
static void
sort_claims(Memo *memo)
{
	Claim	  **order = palloc_array_huge(memo->nclaims + 1, sizeof(Claim *));
	Claim	   *sorted = palloc_array_huge(memo->nclaims + 1, sizeof(Claim));

	for (int i = 0; i < memo->nclaims; i++)
		order[i] = &memo->claims[i];
	qsort(order, memo->nclaims, sizeof(Claim *), compare_claims);
	for (int i = 0; i < memo->nclaims; i++)
		sorted[i] = *order[i];
	pfree(order);
	pfree(memo->claims);
	memo->claims = sorted;
}

void
order_claims(Memo *memo)
{
	sort_claims(memo);
	for (int i = 0; i < memo->nclaims; i++)
	{
		Section    *section = &memo->sections[memo->claims[i].section];

		check_page(memo, &memo->claims[i].identity, memo->claims[i].section);
		memo->nquoted += claim_quotes(&memo->claims[i]);
		if (section->claims.count++ == 0)
			section->claims.first = i;
	}
}

const char *
insight_kind_name(InsightKind kind)
{
	static const char *const names[] = {"ic_note", "model_warning", "source_conflict", "lineage"};

	return names[kind];
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
