/*
 * metric_words.c
 *		The catalogue of metrics, and the classes of words (words/metrics.txt).
 *
 * Phrases are kept by the key of their first word.  Of "debt service coverage of 1.35x"
 * tag_items() finds that the first three words are the longest name, "of" is a link and a
 * level; merge_names() then makes one item of the name, with the variants before it or in
 * brackets behind it, and of "loan-to-value (LTV) ratio", too.  Rows of
 * memocite.metric_kind are kinds and phrases more.
 */
#include "metrics/metrics_internal.h"
#include "markers/markers.h"

#define MAX_KINDS		200		/* rows of memocite.metric_kind that count */
#define MAX_PHRASES		4000	/* of these rows */

static const MetricKind built_in_kinds[] = {
	{"irr", "target_irr_pct", "IRR", "percent", NUMBER_PERCENT, 0, -100, 1000},
	{"dscr", "dscr", "DSCR", "multiple", NUMBER_MULTIPLE, 0, 0, 100},
	{"ltv", "ltv_pct", "LTV", "percent", NUMBER_PERCENT, 0, 0, 1000},
	{"cap_rate", "cap_rate_pct", "Cap Rate", "percent", NUMBER_PERCENT, 0, 0, 100},
	{"debt_yield", "debt_yield_pct", "Debt Yield", "percent", NUMBER_PERCENT, 0, 0, 1000},
	{"equity_multiple", "equity_multiple", "Equity Multiple", "multiple", NUMBER_MULTIPLE, 0, 0,
		1000},
};

static const struct
{
	WordClass	class;
	const char *phrase;
	const char *value;
}			built_in_words[] = {
#include "metrics/metrics.inc"
};

/* --------------------------------------------------------------- catalogue */

static int
kind_index(const MetricCatalog *catalog, const char *key)
{
	for (int i = 0; i < catalog->nkinds; i++)
		if (pg_strcasecmp(catalog->kinds[i].key, key) == 0)
			return i;
	return -1;
}

/* Gives the class of a phrase that means nothing else to the same phrase of another class. */
static bool
is_known(MetricCatalog *catalog, const MetricPhrase *phrase)
{
	if (phrase->kind >= 0 || phrase->value != NULL || phrase->class == CLASS_veto)
		return false;
	for (int at = catalog->slots[phrase->keys[0] % SLOTS]; at >= 0; at = catalog->phrases[at].next)
	{
		MetricPhrase *other = &catalog->phrases[at];

		if (other->kind >= 0 || other->value != NULL || other->class == CLASS_veto ||
			other->nkeys != phrase->nkeys ||
			memcmp(other->keys, phrase->keys, sizeof(phrase->keys)) != 0)
			continue;
		other->tags |= phrase->tags;
		return true;
	}
	return false;
}

/* Adds a phrase; one without a word, or with too many, is none. */
static void
add_phrase(MetricCatalog *catalog, WordClass class, const char *text, int kind, const char *value)
{
	MetricPhrase *phrase = &catalog->phrases[catalog->nphrases];
	TokenReader reader = {text, (int) strlen(text), 0};
	Token		token;
	short	   *slot;

	*phrase = (MetricPhrase) {.class = class, .tags = TAG(class), .kind = kind, .text = text,
		.value = value};
	while (token_next(&reader, &token))
	{
		if (token.kind == TOKEN_SIGN)
			continue;
		if (phrase->nkeys == MOST_WORDS)
			return;
		phrase->keys[phrase->nkeys++] = token.key;
	}
	if (phrase->nkeys == 0 || is_known(catalog, phrase))
		return;
	slot = &catalog->slots[phrase->keys[0] % SLOTS];
	phrase->next = *slot;
	*slot = (short) catalog->nphrases++;
	if (is_name_class(class))
		word_starts_add(&catalog->starts, text);
}

static MetricCatalog *
create_catalog(int more_kinds, int more_phrases)
{
	MetricCatalog *catalog = palloc0(sizeof(MetricCatalog));

	catalog->kinds = palloc0(sizeof(MetricKind) * (lengthof(built_in_kinds) + more_kinds));
	memcpy(catalog->kinds, built_in_kinds, sizeof(built_in_kinds));
	catalog->nkinds = lengthof(built_in_kinds);
	catalog->phrases = palloc0(sizeof(MetricPhrase) *
		(lengthof(built_in_words) + more_phrases + 1));
	memset(catalog->slots, 0xFF, sizeof(catalog->slots));
	for (int i = 0; i < (int) lengthof(built_in_words); i++)
	{
		const char *value = built_in_words[i].value;

		add_phrase(catalog, built_in_words[i].class, built_in_words[i].phrase,
				   value == NULL ? -1 : kind_index(catalog, value), value);
	}
	return catalog;
}

/* The catalogue as built in is made once a process. */
const MetricCatalog *
catalog_of(const Memo *memo)
{
	static MetricCatalog *built_in = NULL;

	if (memo->catalog != NULL)
		return memo->catalog;
	if (built_in == NULL)
	{
		MemoryContext before = MemoryContextSwitchTo(TopMemoryContext);

		built_in = create_catalog(0, 0);
		MemoryContextSwitchTo(before);
	}
	return built_in;
}

const MetricKind *
metric_kind_at(const Memo *memo, int index)
{
	const MetricCatalog *catalog = catalog_of(memo);

	return index < catalog->nkinds ? &catalog->kinds[index] : NULL;
}

bool
metric_unit(const char *unit, NumberUnit *number_unit, int *currency)
{
	Number		number;
	char	   *amount;

	*currency = 0;
	*number_unit = strcmp(unit, "percent") == 0	   ? NUMBER_PERCENT
				   : strcmp(unit, "multiple") == 0 ? NUMBER_MULTIPLE
				   : strcmp(unit, "number") == 0   ? NUMBER_NONE
												   : NUMBER_OTHER;
	if (*number_unit != NUMBER_OTHER || strlen(unit) != 3)
		return *number_unit != NUMBER_OTHER;
	amount = psprintf("%s 1", unit);
	if (!number_read(amount, (int) strlen(amount), 0, &number) || number.unit != NUMBER_CURRENCY)
		return false;
	*number_unit = NUMBER_CURRENCY;
	*currency = number.currency;
	return true;
}

/* Lines of phrases of a class. */
static void
add_lines(MetricCatalog *catalog, WordClass class, const char *lines, int kind)
{
	for (const char *at = lines; at != NULL && *at != '\0';)
	{
		int			len = (int) strcspn(at, "\n");

		if (catalog->nphrases < (int) lengthof(built_in_words) + MAX_PHRASES)
			add_phrase(catalog, class, pnstrdup(at, len), kind, NULL);
		at = at[len] == '\n' ? at + len + 1 : NULL;
	}
}

void
metric_catalog_add(Memo *memo, const char *key, const char *label, const char *unit,
	const char *spellings,
				   const char *short_spellings, const char *not_near)
{
	MetricCatalog *catalog;
	int			kind;

	if (memo->catalog == NULL)
		memo->catalog = create_catalog(MAX_KINDS, MAX_PHRASES);
	catalog = memo->catalog;
	kind = kind_index(catalog, key);
	if (kind < 0)
	{
		if (catalog->nkinds == lengthof(built_in_kinds) + MAX_KINDS)
			return;
		kind = catalog->nkinds++;
		catalog->kinds[kind] = (MetricKind) {.key = key, .least = PG_INT32_MIN,
			.most = PG_INT32_MAX};
	}
	catalog->kinds[kind].label = label;
	catalog->kinds[kind].unit = unit;
	(void) metric_unit(unit, &catalog->kinds[kind].number_unit, &catalog->kinds[kind].currency);
	if (kind >= (int) lengthof(built_in_kinds))
		add_lines(catalog, CLASS_metric, label, kind);
	add_lines(catalog, CLASS_metric, spellings, kind);
	add_lines(catalog, CLASS_weak, short_spellings, kind);
	add_lines(catalog, CLASS_veto, not_near, kind);
}

/* ------------------------------------------------------------------ tagging */

/* Do the items from index on read as the phrase?  The last may be a plural. */
static inline bool
phrase_at(const Reading *reading, int index, const MetricPhrase *phrase)
{
	if (index + phrase->nkeys > reading->count)
		return false;
	for (int i = 0; i < phrase->nkeys; i++)
	{
		const Item *item = &reading->items[index + i];

		if (item->key != phrase->keys[i] && (i + 1 < phrase->nkeys ||
			item->stem != phrase->keys[i]))
			return false;
	}
	return true;
}

/* Gives the items what a phrase that was found there says. */
static void
tag_phrase(Reading *reading, const MetricCatalog *catalog, int index, const MetricPhrase *phrase)
{
	Item	   *item = &reading->items[index];

	for (int i = 0; i < phrase->nkeys; i++)
	{
		reading->items[index + i].tags |= phrase->tags;
		if (reading->items[index + i].kind == ITEM_NUMBER)
			reading->items[index + i].kind = ITEM_WORD;	/* "year 1" */
		if (phrase->class == CLASS_variant && (i == 0 || reading->items[index + i].variant == NULL))
			reading->items[index + i].variant = phrase->value;
		if (phrase->class == CLASS_veto)
			reading->items[index + i].metric =
				phrase->kind < 0 ? NULL : &catalog->kinds[phrase->kind];
	}
	if (is_name_class(phrase->class) && phrase->nkeys > item->name_len)
	{
		item->name_len = phrase->nkeys;
		item->name_kind = phrase->kind;
		item->is_weak = phrase->class != CLASS_metric;
		item->is_plural =
			reading->items[index + phrase->nkeys - 1].key != phrase->keys[phrase->nkeys - 1];
	}
}

/* Is it "upside" as a quality, "driven by operational upside", and no case? */
static bool
is_quality(const Reading *reading, int index)
{
	const Item *next = &reading->items[index + 1];

	return item_has(reading, index, TAG(CLASS_side)) && item_is(reading, index - 1, ITEM_WORD) &&
		   reading->items[index - 1].tags == 0 &&
		   !item_has(reading, index - 2, TAG(CLASS_article)) &&
		   !(item_is(reading, index + 1, ITEM_WORD) &&
			 (next->name_len > 0 || item_has(reading, index + 1, TAG(CLASS_filler) | CUES)));
}

void
tag_items(Reading *reading)
{
	const MetricCatalog *catalog = catalog_of(reading->check->memo);

	for (int i = 0; i < reading->count; i++)
	{
		const Item *item = &reading->items[i];

		if (item->kind != ITEM_WORD)
			continue;
		for (int at = catalog->slots[item->key % SLOTS]; at >= 0; at = catalog->phrases[at].next)
			if (phrase_at(reading, i, &catalog->phrases[at]))
				tag_phrase(reading, catalog, i, &catalog->phrases[at]);
		for (int at = item->stem == 0 ? -1 :
			catalog->slots[item->stem % SLOTS]; at >= 0; at = catalog->phrases[at].next)
			if (catalog->phrases[at].nkeys == 1 && catalog->phrases[at].keys[0] == item->stem)
				tag_phrase(reading, catalog, i, &catalog->phrases[at]);
	}
	for (int i = 0; i < reading->count; i++)
		if (reading->items[i].tags & TAG(CLASS_no_cue) || is_quality(reading, i))
			reading->items[i].tags &= ~CUES;
		else if (reading->items[i].kind == ITEM_NUMBER &&
				 reading->items[i].number.unit == NUMBER_YEAR &&
				 reading->items[i].number.value.digits < atoi(reading->check->memo->as_of))
			reading->items[i].tags |= TAG(CLASS_near_historical);	/* it is past */
}

/* ------------------------------------------------------------------- survey */

/* Is the next word or number the phrase's second one, as in "year 1 NOI"? */
static bool
goes_on(TokenReader reader, const MetricPhrase *phrase)
{
	Token		token = {.kind = TOKEN_SIGN};

	if (phrase->nkeys == 1)
		return true;
	while (token.kind == TOKEN_SIGN)
		if (!token_next(&reader, &token))
			return false;
	return token.key == phrase->keys[1] || token_stem(reader.text, &token) == phrase->keys[1];
}

/* Notes that a name may begin with a word of the body, behind which the reader is: may one? */
static bool
note_name(MetricCheck *check, const MetricCatalog *catalog, uint64 key, const TokenReader *reader)
{
	bool		found = false;

	for (int at = catalog->slots[key % SLOTS]; at >= 0; at = catalog->phrases[at].next)
		if (catalog->phrases[at].keys[0] == key && is_name_class(catalog->phrases[at].class))
		{
			found |= goes_on(*reader, &catalog->phrases[at]);
			if (catalog->phrases[at].class == CLASS_metric)
				check->said[catalog->phrases[at].kind] = true;
		}
	return found;
}

bool
survey_names(MetricCheck *check)
{
	const MetricCatalog *catalog = catalog_of(check->memo);
	TokenReader reader = {check->prose->text, check->prose->len, 0};
	Token		token;

	if (check->said != NULL)
		return check->named.count > 0;
	check->said = palloc0(catalog->nkinds);
	for (int i = 1; word_starts_next(&catalog->starts, &reader) && word_next(&reader, &token); i++)
	{
		if (i % 4096 == 0)
			CHECK_FOR_INTERRUPTS();
		if (note_name(check, catalog, token.key, &reader) ||
			note_name(check, catalog, token_stem(reader.text, &token), &reader))
			*VEC_PUSH(&check->named) = token.start;
	}
	return check->named.count > 0;
}

bool
names_metric(const MetricCheck *check, int start, int end)
{
	int			low;

	LOWER_BOUND(low, check->named.count, i, check->named.items[i] < start);
	return low < check->named.count && check->named.items[low] < end;
}

bool
body_says(const MetricCheck *check, int kind)
{
	const MetricCatalog *catalog = catalog_of(check->memo);

	return check->said != NULL && (check->said[kind] ||
		(strcmp(catalog->kinds[kind].key, "equity_multiple") == 0 && check->said[0]));
}

/* ---------------------------------------------------------- names by themselves */

const MetricKind *
metric_kind_find(const Memo *memo, const char *name, const char **variant)
{
	const MetricCatalog *catalog = catalog_of(memo);
	int			len = (int) strlen(name);
	MetricCheck check = {.memo = unconstify(Memo *, memo)};
	Reading		reading = {0};
	const MetricKind *kind = NULL;
	const char *found = "";
	char	   *text;

	if (variant != NULL)
		*variant = "";
	for (int i = 0; i < catalog->nkinds; i++)
		if (pg_strcasecmp(catalog->kinds[i].key, name) == 0 ||
			pg_strcasecmp(catalog->kinds[i].label, name) == 0 ||
			(catalog->kinds[i].field != NULL && pg_strcasecmp(catalog->kinds[i].field, name) == 0))
			return &catalog->kinds[i];
	if (len == 0 || len > 200)
		return NULL;
	text = pstrdup(name);
	for (char *c = text; *c != '\0'; c++)
		if (*c == '_')
			*c = ' ';
	(void) read_items(&reading, &check, text, 0, len);
	tag_items(&reading);
	for (int i = 0; i < reading.count; i++)
	{
		Item	   *item = &reading.items[i];

		if (item->kind == ITEM_SIGN)
			continue;
		if (item->kind == ITEM_WORD && item->name_len > 0 && kind == NULL && !item->is_weak)
		{
			kind = &catalog->kinds[item->name_kind];
			for (int j = 0; j < item->name_len; j++)
				found = item[j].variant != NULL ? item[j].variant : found;
			i += item->name_len - 1;
		}
		else if (item->variant != NULL)
			found = item->variant;
		else
			return NULL;
	}
	if (kind != NULL && variant != NULL)
		*variant = found;
	return kind;
}

void
metric_add(Memo *memo, const char *name, const char *variant, const char *value, const char *unit)
{
	const char *own = "";
	const MetricKind *kind = metric_kind_find(memo, name, &own);
	CanonicalMetric *metric;

	if (kind == NULL)
	{
		memo_event(memo, EVENT_metric_unread, -1, slice_of(name), NULL)->stage = "load";
		return;
	}
	metric = palloc0(sizeof(CanonicalMetric));
	metric->kind = kind;
	metric->variant = variant[0] != '\0' ? variant : own;
	metric->text = value;
	metric->has_value = value != NULL && (unit == NULL || strcmp(unit, kind->unit) == 0) &&
		decimal_parse(value, &metric->value);
	*VEC_PUSH(&memo->metrics) = metric;
}
