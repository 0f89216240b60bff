/*
 * metric_label.c
 *		What readers call a metric, and how prose names it.
 *
 * Both come from the one catalogue, so that a metric never has two names in one memo:
 * "levered_irr" is IRR, variant levered, which is "Levered IRR" and in prose "levered IRR",
 * "leveraged internal rate of return" and so on.
 */
#include "metrics/metrics_internal.h"
#include "evidence/evidence.h"

#define X(id, name) name,
const char *const metric_role_names[] = {METRIC_ROLES(X)};
const char *const metric_context_names[] = {METRIC_CONTEXTS(X)};
const char *const metric_verdict_names[] = {METRIC_VERDICTS(X)};
#undef X

/* "going-in Cap Rate" */
static char *
name_of(const MetricKind *kind, const char *variant)
{
	char	   *words = pstrdup(variant);

	for (char *c = words; *c; c++)
		if (*c == '_')
			*c = strcmp(variant, "going_in") == 0 ? '-' : ' ';
	return psprintf("%s%s%s", words, words[0] != '\0' ? " " : "", kind->label);
}

char *
metric_name(const MetricFinding *finding)
{
	return name_of(finding->kind, finding->variant);
}

char *
canonical_name(const CanonicalMetric *canonical)
{
	return name_of(canonical->kind, canonical->variant);
}

typedef VEC(const char *) NameList;

/* "going_in" of cap_rate -> "Going-In Cap Rate" */
static char *
variant_label(const MetricKind *kind, const char *variant)
{
	char	   *title = title_from_key(variant);

	for (char *c = title; *c; c++)
		if (*c == ' ')
			*c = '-';
	return variant[0] == '\0' ? pstrdup(kind->label) : psprintf("%s %s", title, kind->label);
}

char *
canonical_label(const CanonicalMetric *canonical)
{
	return variant_label(canonical->kind, canonical->variant);
}

/* Do the metric and the memo not tell one variant from another, as the levered IRR from the IRR? */
static bool
is_same_variant(const Memo *memo, const MetricKind *kind, const char *a, const char *b)
{
	return strcmp(a, b) == 0 || ((a[0] == '\0' || b[0] == '\0') &&
		goes_without_saying(kind, a[0] == '\0' ? b : a) &&
		metric_canonical(memo, kind, a) == metric_canonical(memo, kind, b));
}

/* All that prose calls a metric: its spellings behind those of the variant; of any, when NULL. */
static void
add_names(const Memo *memo, const MetricKind *kind, const char *variant, NameList *names)
{
	const MetricCatalog *catalog = catalog_of(memo);
	NameList	variants = {NULL, 0, 0};

	for (int i = 0; i < catalog->nphrases; i++)
		if (catalog->phrases[i].class == CLASS_variant && (variant == NULL ||
			is_same_variant(memo, kind, variant, catalog->phrases[i].value)))
			*VEC_PUSH(&variants) = catalog->phrases[i].text;
	for (int i = 0; i < catalog->nphrases; i++)
	{
		const MetricPhrase *name = &catalog->phrases[i];

		if (name->class != CLASS_metric || &catalog->kinds[name->kind] != kind)
			continue;
		if (variant == NULL || is_same_variant(memo, kind, variant, ""))
			*VEC_PUSH(names) = name->text;
		for (int j = 0; j < variants.count; j++)
			*VEC_PUSH(names) = psprintf("%s %s", variants.items[j], name->text);
	}
}

/* NOI is a metric that notes speak of, though no prose is checked for it. */
static bool
is_noi(const char *metric)
{
	return pg_strcasecmp(metric, "noi") == 0;
}

bool
metric_is_known(const Memo *memo, const char *metric)
{
	return metric_kind_find(memo, metric, NULL) != NULL || is_noi(metric);
}

const char *
metric_label(const Memo *memo, const char *metric)
{
	const char *variant;
	const MetricKind *kind = metric_kind_find(memo, metric, &variant);

	return kind != NULL ? variant_label(kind, variant) : is_noi(metric) ? "NOI" :
		title_from_key(metric);
}

const char *const *
metric_spellings(const Memo *memo, const char *metric)
{
	const char *variant;
	const MetricKind *kind = metric_kind_find(memo, metric, &variant);
	NameList	names = {NULL, 0, 0};

	*VEC_PUSH(&names) = metric_label(memo, metric);
	if (kind != NULL)
		add_names(memo, kind, variant, &names);
	else if (is_noi(metric))
		*VEC_PUSH(&names) = "net operating income";
	*VEC_PUSH(&names) = NULL;
	return names.items;
}

/* Those of the catalogue as built in are made once a process. */
const PhraseIndex *
metric_cousins(const Memo *memo)
{
	static PhraseIndex *built_in = NULL;
	MemoryContext before = CurrentMemoryContext;
	PhraseIndex *index = memo->catalog == NULL ? built_in : NULL;
	NameList	names = {NULL, 0, 0};
	const MetricKind *kind;

	if (index != NULL)
		return index;
	for (int i = 0; (kind = metric_kind_at(memo, i)) != NULL; i++)
		add_names(memo, kind, NULL, &names);
	*VEC_PUSH(&names) = "NOI";
	*VEC_PUSH(&names) = "net operating income";
	if (memo->catalog == NULL)
		MemoryContextSwitchTo(TopMemoryContext);
	index = phrase_index(NULL);
	for (int i = 0; i < names.count; i++)
		(void) phrase_add(index, names.items[i]);
	MemoryContextSwitchTo(before);
	if (memo->catalog == NULL)
		built_in = index;
	return index;
}
