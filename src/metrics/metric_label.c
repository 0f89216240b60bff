/*
 * metric_label.c
 *		What readers call a metric, and how prose names it.
 *
 * Both come from the one catalogue (metriclist.h and memocite.metric_kind), so
 * that a metric never has two names in one memo: "levered_irr" is IRR, variant
 * levered, which is "Levered IRR" and in prose "levered IRR", "leveraged
 * internal rate of return" and so on.
 */
#include "metrics/metrics_internal.h"
#include "memo/memo.h"

static const struct
{
	const char *words;
	const char *variant;
}			modifiers[] = {
#define METRIC_MODIFIER(words, variant) {words, variant},
#include "metrics/metriclist.def"
#undef METRIC_MODIFIER
};

/* Metrics that notes speak of, though no prose is checked for them. */
static const struct
{
	const char *key;
	const char *label;
	const char *words;
}			named[] = {
#define METRIC_NAMED(key, label, words) {key, label, words},
#include "metrics/metriclist.def"
#undef METRIC_NAMED
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

/* All that prose calls a metric: its spellings behind those of the variant. */
static void
add_names(const MetricCatalog *catalog, int kind, const char *variant, NameList *names)
{
	for (int i = 0; i < catalog->nspellings; i++)
	{
		const Spelling *spelling = &catalog->spellings[i];

		if (spelling->kind != kind || (spelling->rule != ANYWHERE && spelling->rule != UPPER))
			continue;
		if (variant[0] == '\0')
			*VEC_PUSH(names) = spelling->words;
		for (int j = 0; j < (int) lengthof(modifiers) && variant[0] != '\0'; j++)
			if (strcmp(modifiers[j].variant, variant) == 0)
				*VEC_PUSH(names) = psprintf("%s %s", modifiers[j].words, spelling->words);
	}
}

/* Is the variant the plain metric, too? A levered IRR is the IRR where the deal has one
 * value for both, or none for either. */
static bool
is_plain_too(const Memo *memo, const MetricKind *kind, const char *variant)
{
	return goes_without_saying(kind, variant) &&
		metric_canonical(memo, kind, variant) == metric_canonical(memo, kind, "");
}

/* What else the metric may be called: "levered IRR" of the IRR, and the other way round. */
static void
add_other_names(const Memo *memo, const MetricKind *kind, const char *variant, NameList *names)
{
	const MetricCatalog *catalog = catalog_of(memo);

	if (variant[0] != '\0')
	{
		if (is_plain_too(memo, kind, variant))
			add_names(catalog, (int) (kind - catalog->kinds), "", names);
		return;
	}
	for (int i = 0; i < (int) lengthof(modifiers); i++)
		if ((i == 0 || strcmp(modifiers[i].variant, modifiers[i - 1].variant) != 0) &&
			is_plain_too(memo, kind, modifiers[i].variant))
			add_names(catalog, (int) (kind - catalog->kinds), modifiers[i].variant, names);
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
	return metric_spellings(memo, metric)[0];
}

const char *const *
metric_spellings(const Memo *memo, const char *metric)
{
	const MetricCatalog *catalog = catalog_of(memo);
	const char *variant;
	const MetricKind *kind = metric_kind_find(memo, metric, &variant);
	NameList	names = {NULL, 0, 0};
	int			only_named = kind == NULL ? find_named(metric) : -1;

	if (kind != NULL)
	{
		*VEC_PUSH(&names) = variant_label(kind, variant);
		add_names(catalog, (int) (kind - catalog->kinds), variant, &names);
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
	const MetricCatalog *catalog = catalog_of(memo);
	NameList	names = {NULL, 0, 0};

	for (int i = 0; i < catalog->nkinds; i++)
	{
		add_names(catalog, i, "", &names);
		for (int j = 0; j < (int) lengthof(modifiers); j++)
			if (j == 0 || strcmp(modifiers[j].variant, modifiers[j - 1].variant) != 0)
				add_names(catalog, i, modifiers[j].variant, &names);
	}
	for (int i = 0; i < (int) lengthof(named); i++)
	{
		*VEC_PUSH(&names) = named[i].label;
		*VEC_PUSH(&names) = named[i].words;
	}
	*VEC_PUSH(&names) = NULL;
	return names.items;
}
