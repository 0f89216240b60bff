/*
 * metric_case.c
 *		Is a number one that the body gives the metric in another case?
 *
 *		| Scenario | IRR   |
 *		|----------|-------|
 *		| Base     | 18.5% |
 *		| Downside | 12.0% |
 *
 *		The IRR is 12.0%.				the downside's, so it is not corrected
 *
 * Other cases' are the numbers of scenarios and limits, those of a table that has
 * several of the metric, and of one that has the canonical value under any name.
 * All of a body's are collected once, when one of its numbers may be corrected.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"

typedef struct CaseNumber
{
	const char *key;			/* the metric's; of a table that is read as a whole, the unit */
	Decimal		value;
} CaseNumber;

typedef VEC(CaseNumber) CaseNumbers;

static int
compare_case_numbers(const void *a, const void *b)
{
	const CaseNumber *first = a;
	const CaseNumber *second = b;
	int			order = strcmp(first->key, second->key);

	return order != 0 ? order : decimal_compare(first->value, second->value);
}

static void
add_number(CaseNumbers *numbers, const char *key, Decimal value)
{
	*VEC_PUSH(numbers) = (CaseNumber) {key, value};
}

/* Findings [first, last) are of one table, list or paragraph: has it two values of
 * the metric? */
static bool
has_several(const MetricCheck *check, int first, int last, const MetricKind *kind)
{
	const MetricFinding *one = NULL;

	for (int i = first; i < last; i++)
	{
		const MetricFinding *finding = &check->findings.items[i];

		if (finding->kind != kind)
			continue;
		if (one != NULL && decimal_compare(one->found, finding->found) != 0)
			return true;
		one = finding;
	}
	return false;
}

static void
add_passage(const MetricCheck *check, int first, int last, CaseNumbers *numbers)
{
	const MetricKind *kind;

	for (int k = 0; (kind = metric_kind_at(check->memo, k)) != NULL; k++)
	{
		bool		has_cases = has_several(check, first, last, kind);

		for (int i = first; i < last; i++)
		{
			const MetricFinding *finding = &check->findings.items[i];
			MetricContext context = finding->context;

			if (finding->kind == kind &&
				(context == CONTEXT_SCENARIO || context == CONTEXT_THRESHOLD ||
				 (finding->in_table && (context != CONTEXT_HEADLINE || has_cases))))
				add_number(numbers, kind->key, finding->found);
		}
	}
}

static bool
has_number(const CaseNumbers *numbers, const char *key, Decimal value)
{
	CaseNumber	wanted = {key, value};

	return bsearch(&wanted, numbers->items, numbers->count, sizeof(CaseNumber), compare_case_numbers) != NULL;
}

/* "| Base | 18.5% | Downside | 12.0% |": a table that has a canonical value, whatever
 * it calls it, has other cases' beside it. */
static void
add_table(MetricCheck *check, const TextBlock *block, CaseNumbers *numbers)
{
	CaseNumbers own = {0};
	Reading		reading;

	reading_init(&reading, check, block, block->start, block->end);
	reading_tokens(&reading);
	for (int i = 0; i < reading.tokens.count; i++)
	{
		const Token *token = token_at(&reading, i);

		if (token->kind == TOKEN_NUMBER && (token->unit == NUMBER_PERCENT || token->unit == NUMBER_MULTIPLE))
			add_number(&own, token->unit == NUMBER_PERCENT ? "percent" : "multiple", token->value);
	}
	if (own.count == 0)
		return;
	qsort(own.items, own.count, sizeof(CaseNumber), compare_case_numbers);
	for (int i = 0; i < check->memo->metrics.count; i++)
	{
		const CanonicalMetric *metric = check->memo->metrics.items[i];

		if (!metric->has_value || !has_number(&own, metric->kind->unit, metric->value))
			continue;
		for (int j = 0; j < own.count; j++)
			if (unit_is(own.items[j].key, metric->kind->unit) && decimal_compare(own.items[j].value, metric->value) != 0)
				add_number(numbers, metric->kind->key, own.items[j].value);
	}
}

/* Violations whose number is another case's are not rewritten. */
void
keep_cases(MetricCheck *check)
{
	CaseNumbers numbers = {0};

	if (!metric_has_rewritable(check))
		return;
	for (int first = 0, last; first < check->findings.count; first = last)
	{
		CHECK_FOR_INTERRUPTS();
		for (last = first + 1; last < check->findings.count && check->findings.items[last].passage == check->findings.items[first].passage; last++)
			;
		add_passage(check, first, last, &numbers);
	}
	for (int i = 0; i < check->prose->blocks.count && i < check->end_block; i++)
		if (check->prose->blocks.items[i].kind == BLOCK_TABLE)
			add_table(check, &check->prose->blocks.items[i], &numbers);
	if (numbers.count == 0)
		return;
	qsort(numbers.items, numbers.count, sizeof(CaseNumber), compare_case_numbers);
	for (int i = 0; i < check->findings.count; i++)
	{
		MetricFinding *finding = &check->findings.items[i];

		if (finding->is_rewritable && has_number(&numbers, finding->kind->key, finding->found))
			finding->is_rewritable = false;
	}
}
