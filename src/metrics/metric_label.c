/*
 * metric_label.c
 *		What readers call a metric, and how prose names it.
 *
 * Both come from the one catalogue, so that a metric never has two names in one memo:
 * "levered_irr" is IRR, variant levered, which is "Levered IRR" and in prose "levered IRR",
 * "leveraged internal rate of return" and so on.
 */
#include "metrics/metrics_internal.h"

/* Metrics that notes speak of, though no prose is checked for them. */
static const struct
{
	const char *key;
	const char *label;
	const char *words;
}			named[] = {
	{"noi", "NOI", "net operating income"},
};

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

/* All that prose calls a metric: its spellings behind those of the variant. */
static void
add_names(const Memo *memo, const MetricKind *kind, const char *variant, NameList *names)
{
	const char *words;
	const char *before;

	for (int i = 0; (words = next_phrase(memo, CLASS_metric, (int) (kind - metric_kind_at(memo,
		0)), NULL, &i)) != NULL;)
	{
		if (variant[0] == '\0')
			*VEC_PUSH(names) = words;
		for (int j = 0; variant[0] != '\0' &&
			(before = next_phrase(memo, CLASS_variant, -1, variant, &j)) != NULL;)
			*VEC_PUSH(names) = psprintf("%s %s", before, words);
	}
}

/* The variant that metric and memo do not tell from the plain one, NULL = none. */
static const char *
plain_variant(const Memo *memo, const MetricKind *kind)
{
	static const char *const variants[] = {"levered", "project", "going_in", "senior"};

	for (int i = 0; i < (int) lengthof(variants); i++)
		if (goes_without_saying(kind, variants[i]) &&
			metric_canonical(memo, kind, variants[i]) == metric_canonical(memo, kind, ""))
			return variants[i];
	return NULL;
}

/* What else the metric may be called: "levered IRR" of the IRR, and the other way round. */
static void
add_other_names(const Memo *memo, const MetricKind *kind, const char *variant, NameList *names)
{
	const char *plain = plain_variant(memo, kind);

	if (variant[0] == '\0' && plain != NULL)
		add_names(memo, kind, plain, names);
	else if (variant[0] != '\0' && goes_without_saying(kind, variant) &&
			 metric_canonical(memo, kind, variant) == metric_canonical(memo, kind, ""))
		add_names(memo, kind, "", names);
}

/* Index of a metric that only notes speak of, -1 = none. */
static int
find_named(const char *metric)
{
	for (int i = 0; i < (int) lengthof(named); i++)
		if (pg_strcasecmp(named[i].key, metric) == 0 || pg_strcasecmp(named[i].label, metric) == 0)
			return i;
	return -1;
}

bool
metric_is_known(const Memo *memo, const char *metric)
{
	return metric_kind_find(memo, metric, NULL) != NULL || find_named(metric) >= 0;
}

const char *
metric_label(const Memo *memo, const char *metric)
{
	const char *variant;
	const MetricKind *kind = metric_kind_find(memo, metric, &variant);
	int			only_named = kind == NULL ? find_named(metric) : -1;

	return kind != NULL ? variant_label(kind, variant) :
		only_named >= 0 ? named[only_named].label : title_from_key(metric);
}

const char *const *
metric_spellings(const Memo *memo, const char *metric)
{
	const char *variant;
	const MetricKind *kind = metric_kind_find(memo, metric, &variant);
	NameList	names = {NULL, 0, 0};
	int			only_named = kind == NULL ? find_named(metric) : -1;

	if (kind != NULL)
	{
		*VEC_PUSH(&names) = variant_label(kind, variant);
		add_names(memo, kind, variant, &names);
		add_other_names(memo, kind, variant, &names);
	}
	if (only_named >= 0)
	{
		*VEC_PUSH(&names) = named[only_named].label;
		*VEC_PUSH(&names) = named[only_named].words;
	}
	if (names.count == 0)
		*VEC_PUSH(&names) = title_from_key(metric);
	*VEC_PUSH(&names) = NULL;
	return names.items;
}

const char *const *
metric_cousins(const Memo *memo)
{
	NameList	names = {NULL, 0, 0};
	const MetricKind *kind;
	const char *value;

	for (int i = 0; (kind = metric_kind_at(memo, i)) != NULL; i++)
	{
		add_names(memo, kind, "", &names);
		for (int j = 0; (value = next_variant(memo, &j)) != NULL;)
			add_names(memo, kind, value, &names);
	}
	for (int i = 0; i < (int) lengthof(named); i++)
	{
		*VEC_PUSH(&names) = named[i].label;
		*VEC_PUSH(&names) = named[i].words;
	}
	*VEC_PUSH(&names) = NULL;
	return names.items;
}
