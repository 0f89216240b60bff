/*
 * metric.c
 *		The catalogue of metrics, canonical values, and the check of a body.
 *
 * metric_check() goes over a body's sentences once.  Only those that name a
 * metric are read as tokens (metric_token.c); there metrics and numbers are
 * found and linked (metric_link.c) and it is told what kind of assertion each
 * is (metric_context.c).  For example, with IRR 18.5 as the canonical value,
 *
 *		The levered IRR is 12.0%, falling to 9% in the downside case.
 *
 * has the findings 12.0 (point, headline: a violation) and 9 (point, scenario:
 * for review, never corrected).  Tables are read cell by cell (metric_table.c).
 */
#include "metric_internal.h"

#include "port/pg_bitutils.h"
#include "port/pg_bswap.h"
#include "utils/memutils.h"

static const MetricKind built_in_kinds[] = {
#define METRIC(key, field, label, unit, least, most) {#key, field, label, unit, least, most},
#include "metriclist.h"
#undef METRIC
};

enum
{
#define METRIC(key, field, label, unit, least, most) KIND_##key,
#include "metriclist.h"
#undef METRIC
	NBUILT_IN
};

static const struct
{
	int			kind;
	const char *words;
	SpellingRule rule;
}			built_in_spellings[] = {
#define METRIC_SPELLING(key, words, rule) {KIND_##key, words, rule},
#include "metriclist.h"
#undef METRIC_SPELLING
};

static const struct
{
	const char *words;
	const char *variant;
}			modifiers[] = {
#define METRIC_MODIFIER(words, variant) {words, variant},
#include "metriclist.h"
#undef METRIC_MODIFIER
};

/* --------------------------------------------------------------- catalogue */

/* May a spelling begin with these letters, in any case? */
static inline bool
may_begin(const MetricCatalog *catalog, char first, char second, char third)
{
	return (catalog->prefixes[(first & 31) << 5 | (second & 31)] >> (third & 31) & 1) != 0;
}

static void
add_spelling(MetricCatalog *catalog, const char *words, int kind, SpellingRule rule)
{
	Spelling   *spelling = &catalog->spellings[catalog->nspellings];
	const char *blank = strchr(words, ' ');
	uint32		slot;

	*spelling = (Spelling) {words, (int) strlen(words), blank != NULL ? (int) (blank - words) : (int) strlen(words), kind, rule, -1};
	if (spelling->len < 2)
		return;
	slot = word_hash(words, spelling->first_len) % SPELLING_SLOTS;
	spelling->next = catalog->slots[slot];
	catalog->slots[slot] = (short) catalog->nspellings++;
	for (int third = 0; third < 32; third++)
		if (spelling->first_len < 3 || third == (words[2] & 31))
			catalog->prefixes[(words[0] & 31) << 5 | (words[1] & 31)] |= UINT32_C(1) << third;
}

static MetricCatalog *
create_catalog(int more_kinds, int more_spellings)
{
	MetricCatalog *catalog = palloc0(sizeof(MetricCatalog));

	catalog->kinds = palloc0(sizeof(MetricKind) * (NBUILT_IN + more_kinds));
	memcpy(catalog->kinds, built_in_kinds, sizeof(built_in_kinds));
	catalog->nkinds = NBUILT_IN;
	catalog->spellings = palloc0(sizeof(Spelling) * (lengthof(built_in_spellings) + more_spellings));
	memset(catalog->slots, 0xFF, sizeof(catalog->slots));
	for (int i = 0; i < (int) lengthof(built_in_spellings); i++)
		add_spelling(catalog, built_in_spellings[i].words, built_in_spellings[i].kind, built_in_spellings[i].rule);
	return catalog;
}

/* The catalogue as built in is made once a process. */
static MetricCatalog *
built_in_catalog(void)
{
	static MetricCatalog *catalog = NULL;

	if (catalog == NULL)
	{
		MemoryContext before = MemoryContextSwitchTo(TopMemoryContext);

		catalog = create_catalog(0, 0);
		MemoryContextSwitchTo(before);
	}
	return catalog;
}

static const MetricCatalog *
catalog_of(const Memo *memo)
{
	return memo->catalog != NULL ? memo->catalog : built_in_catalog();
}

const MetricKind *
metric_kind_at(const Memo *memo, int index)
{
	const MetricCatalog *catalog = catalog_of(memo);

	return index < catalog->nkinds ? &catalog->kinds[index] : NULL;
}

/* "Cap-Rate  (Exit)" -> "cap rate exit": how names and spellings compare. */
static char *
folded_name(const char *name, int len)
{
	char	   *folded = palloc(len + 1);
	int			count = 0;

	for (int i = 0; i < len; i++)
	{
		unsigned char c = name[i];

		if (isalnum(c) || c >= 0x80)
			folded[count++] = (char) pg_ascii_tolower(c);
		else if (count > 0 && folded[count - 1] != ' ' && c != '\'')
			folded[count++] = ' ';
	}
	while (count > 0 && folded[count - 1] == ' ')
		count--;
	folded[count] = '\0';
	return folded;
}

#define MAX_KINDS		1000	/* rows of memocite.metric_kind that count */
#define MAX_SPELLINGS	20000

void
metric_catalog_add(Memo *memo, const char *key, const char *label, const char *unit, const char *spellings)
{
	int			kind = 0;

	if (memo->catalog == NULL)
		memo->catalog = create_catalog(MAX_KINDS, MAX_SPELLINGS);
	while (kind < memo->catalog->nkinds && strcmp(memo->catalog->kinds[kind].key, key) != 0)
		kind++;
	if (kind == memo->catalog->nkinds)
	{
		if (kind == NBUILT_IN + MAX_KINDS)
			return;
		memo->catalog->nkinds++;
		memo->catalog->kinds[kind] = (MetricKind) {key, NULL, label, unit, PG_INT32_MIN, PG_INT32_MAX};
	}
	memo->catalog->kinds[kind].label = label;
	memo->catalog->kinds[kind].unit = unit;
	for (const char *at = spellings; at != NULL && *at != '\0';)
	{
		int			len = (int) strcspn(at, "\n");

		if (memo->catalog->nspellings < (int) lengthof(built_in_spellings) + MAX_SPELLINGS)
			add_spelling(memo->catalog, folded_name(at, len), kind, ANYWHERE);
		at = at[len] == '\n' ? at + len + 1 : NULL;
	}
}

/* ------------------------------------------------------ spellings in tokens */

/* Do tokens from index on read as the words?  The last may be a plural. */
static bool
words_at(const Reading *reading, const char *words, int index, int *last)
{
	for (;;)
	{
		int			len = (int) strcspn(words, " ");
		const Token *token;
		int			width;

		if (index >= reading->tokens.count)
			return false;
		token = &reading->tokens.items[index];
		width = token->end - token->start;
		if (token->kind != TOKEN_WORD || width < len || width > len + 1 ||
			pg_strncasecmp(words, reading->prose->text + token->start, len) != 0)
			return false;
		if (width == len + 1 && (words[len] != '\0' || (reading->prose->text[token->end - 1] | 32) != 's'))
			return false;
		if (words[len] == '\0')
		{
			*last = index;
			return true;
		}
		words += len + 1;
		index++;
	}
}

int
spelling_at(const Reading *reading, int index, int *last)
{
	const MetricCatalog *catalog = reading->catalog;
	const Token *token = &reading->tokens.items[index];
	const char *word = reading->prose->text + token->start;
	int			width = token->end - token->start;
	int			best = -1;
	int			end;

	if (token->kind != TOKEN_WORD || width < 2 || !may_begin(catalog, word[0], word[1], width > 2 ? word[2] : ' '))
		return -1;
	for (int plural = 0; plural < 2 && width > plural; plural++)
		for (int i = catalog->slots[word_hash(word, width - plural) % SPELLING_SLOTS]; i >= 0; i = catalog->spellings[i].next)
			if (words_at(reading, catalog->spellings[i].words, index, &end) && (best < 0 || end > *last))
			{
				best = i;
				*last = end;
			}
	return best;
}

const char *
modifier_at(const Reading *reading, int index, int *last)
{
	const char *variant = NULL;
	int			end;

	for (int i = 0; i < (int) lengthof(modifiers); i++)
		if (words_at(reading, modifiers[i].words, index, &end) && (variant == NULL || end > *last))
		{
			variant = modifiers[i].variant;
			*last = end;
		}
	return variant;
}

/* The modifier whose last word is token index; NULL when none. */
const char *
modifier_before(const Reading *reading, int index, int *first)
{
	int			last;
	const char *variant;

	for (int back = 1; back >= 0; back--)
		if (index - back >= 0 && (variant = modifier_at(reading, index - back, &last)) != NULL && last == index)
		{
			*first = index - back;
			return variant;
		}
	return NULL;
}

/* Bytes of the words at pos, when they read as the spelling in any markup. */
static bool
spelling_matches(const Spelling *spelling, const char *text, int pos, int end)
{
	for (int i = 0; i < spelling->len; i++)
	{
		if (spelling->words[i] == ' ')
		{
			int			gap = pos;

			while (gap < end && gap - pos < 16 && !isalnum((unsigned char) text[gap]))
			{
				if (text[gap++] == '[')
					return true;	/* a marker may stand between */
			}
			if (gap == pos)
				return false;
			pos = gap;
		}
		else if (pos < end && pg_ascii_tolower((unsigned char) text[pos]) == (unsigned char) spelling->words[i])
			pos++;
		else
			return pos < end && text[pos] == '[' && i > 0;
	}
	if (pos < end && (text[pos] | 32) == 's')
		pos++;
	return pos >= end || !isalnum((unsigned char) text[pos]);
}

#define EACH_BYTE	UINT64CONST(0x0101010101010101)

/* The high bits of those of eight bytes that are ASCII letters. */
static inline uint64
letters_of(uint64 bytes)
{
	uint64		folded = (bytes | 0x20 * EACH_BYTE) & (0x7F * EACH_BYTE);
	uint64		from_a = folded + (0x80 - 'a') * EACH_BYTE;
	uint64		above_z = folded + (0x7F - 'z') * EACH_BYTE;

	return from_a & ~above_z & ~bytes & (0x80 * EACH_BYTE);
}

/* Does a spelling begin at the first letter of a word? */
static bool
names_metric(const MetricCatalog *catalog, const char *text, int pos, int end)
{
	int			len = 2;

	if (pos + 2 > end || !may_begin(catalog, text[pos], text[pos + 1], pos + 2 < end ? text[pos + 2] : ' '))
		return false;
	while (pos + len < end && isalnum((unsigned char) text[pos + len]))
		len++;
	for (int plural = 0; plural < 2; plural++)
		for (int i = catalog->slots[word_hash(text + pos, len - plural) % SPELLING_SLOTS]; i >= 0; i = catalog->spellings[i].next)
			if (spelling_matches(&catalog->spellings[i], text, pos, end))
				return true;
	return false;
}

/*
 * The first byte from start on where the text may name a metric, end when there
 * is none.  Every section is looked through, so this goes by eight bytes, and
 * looks only at words whose first three letters begin some spelling.
 */
static int
next_spelling(const MetricCatalog *catalog, const char *text, int start, int end)
{
	uint64		before = 0;		/* 0x80: the byte before is a letter */

	for (int pos = start; pos < end; pos += 8)
	{
		uint64		bytes = 0;
		uint64		letters;
		uint64		begins;

		memcpy(&bytes, text + pos, Min(8, end - pos));
#ifdef WORDS_BIGENDIAN
		bytes = pg_bswap64(bytes);
#endif
		letters = letters_of(bytes);
		begins = letters & ~(letters << 8 | before);
		before = letters >> 56;
		for (; begins != 0; begins &= begins - 1)
		{
			int			at = pos + pg_rightmost_one_pos64(begins) / 8;

			if (names_metric(catalog, text, at, end))
				return at;
		}
	}
	return end;
}

/* May [start, end) name a metric?  Asked in the order of the text, so that each
 * byte is looked at once. */
bool
spelling_in(MetricCheck *check, int start, int end)
{
	if (check->next_spelling < start)
		check->next_spelling = next_spelling(catalog_of(check->memo), check->prose->text, start, check->prose->len);
	return check->next_spelling < end;
}

/* ----------------------------------------------------------------- decimals */

bool
decimal_parse(const char *text, Decimal *value)
{
	bool		is_negative = *text == '-';
	int			whole = 0;

	*value = (Decimal) {0, 0};
	text += is_negative;
	if (!isdigit((unsigned char) *text))
		return false;			/* NaN, Infinity */
	for (; isdigit((unsigned char) *text); text++)
	{
		whole += whole > 0 || *text != '0';
		if (whole > 9)
			return false;
		value->digits = value->digits * 10 + (*text - '0');
	}
	if (*text == '.')
		for (text++; isdigit((unsigned char) *text) && value->scale < 9; text++, value->scale++)
			value->digits = value->digits * 10 + (*text - '0');
	if (is_negative)
		value->digits = -value->digits;
	return true;
}

char *
decimal_text(Decimal value)
{
	char		digits[32];
	int			len;
	int			whole;

	snprintf(digits, sizeof(digits), "%0*lld", value.scale + 1, (long long) (value.digits < 0 ? -value.digits : value.digits));
	len = (int) strlen(digits);
	whole = len - value.scale;
	return psprintf("%s%.*s%s%s", value.digits < 0 ? "-" : "", whole, digits,
					value.scale > 0 ? "." : "", digits + whole);
}

static int64
power_of_ten(int exponent)
{
	int64		power = 1;

	while (exponent-- > 0)
		power *= 10;
	return power;
}

/* Halves away from zero, as numeric rounds. */
Decimal
decimal_round(Decimal value, int scale)
{
	int64		unit;
	int64		size;

	if (scale >= value.scale)
		return (Decimal) {value.digits * power_of_ten(scale - value.scale), scale};
	unit = power_of_ten(value.scale - scale);
	size = value.digits < 0 ? -value.digits : value.digits;
	size = (size + unit / 2) / unit;
	return (Decimal) {value.digits < 0 ? -size : size, scale};
}

int
decimal_compare(Decimal a, Decimal b)
{
	int			scale = Max(a.scale, b.scale);
	int64		x = a.digits * power_of_ten(scale - a.scale);
	int64		y = b.digits * power_of_ten(scale - b.scale);

	return x < y ? -1 : x > y;
}

/* --------------------------------------------------------- canonical values */

/* "levered" out of "levered", or of several joined by "_". */
static const char *
join_variants(const char *first, const char *more)
{
	if (first[0] == '\0' || strcmp(first, more) == 0)
		return more;
	return more[0] == '\0' ? first : psprintf("%s_%s", first, more);
}

const MetricKind *
metric_kind_find(Memo *memo, const char *name, const char **variant)
{
	const MetricCatalog *catalog = catalog_of(memo);
	int			len = (int) strlen(name);
	const char *found_variant = "";
	const MetricKind *kind = NULL;
	Prose	   *prose;
	Reading		reading = {.catalog = catalog};
	char	   *folded;

	if (variant != NULL)
		*variant = "";
	for (int i = 0; i < catalog->nkinds; i++)
		if (pg_strcasecmp(catalog->kinds[i].key, name) == 0 || pg_strcasecmp(catalog->kinds[i].label, name) == 0 ||
			(catalog->kinds[i].field != NULL && pg_strcasecmp(catalog->kinds[i].field, name) == 0))
			return &catalog->kinds[i];
	if (len == 0 || len > 200)
		return NULL;
	folded = folded_name(name, len);
	prose = prose_parse(folded, (int) strlen(folded));
	if (prose->blocks.count != 1)
		return NULL;
	reading.prose = prose;
	reading.block = prose->blocks.items;
	reading.end = prose->len;
	reading_tokens(&reading);
	for (int i = 0, last; i < reading.tokens.count; i = last + 1)
	{
		const char *modifier = modifier_at(&reading, i, &last);
		int			spelling;

		if (modifier != NULL)
			found_variant = join_variants(found_variant, modifier);
		else if ((spelling = spelling_at(&reading, i, &last)) >= 0 && kind == NULL)
			kind = &catalog->kinds[catalog->spellings[spelling].kind];
		else
			return NULL;
	}
	if (kind != NULL && variant != NULL)
		*variant = found_variant;
	return kind;
}

/* A row of memocite.metric; what names no metric of the catalogue is left out. */
void
metric_add(Memo *memo, const char *name, const char *variant, const char *value, const char *unit)
{
	const char *own = "";
	const MetricKind *kind = metric_kind_find(memo, name, &own);
	CanonicalMetric *metric;

	if (kind == NULL)
		return;
	metric = palloc0(sizeof(CanonicalMetric));
	metric->kind = kind;
	metric->variant = variant[0] != '\0' ? variant : own;
	metric->text = value;
	metric->has_value = value != NULL && (unit == NULL || strcmp(unit, kind->unit) == 0) &&
		decimal_parse(value, &metric->value);
	*VEC_PUSH(&memo->metrics) = metric;
}

/* The value of the variant; an unmodified one is '' or the only one there is. */
const CanonicalMetric *
metric_canonical(const Memo *memo, const MetricKind *kind, const char *variant)
{
	const CanonicalMetric *only = NULL;
	int			count = 0;

	for (int i = 0; i < memo->metrics.count; i++)
	{
		const CanonicalMetric *metric = memo->metrics.items[i];

		if (metric->kind != kind)
			continue;
		if (strcmp(metric->variant, variant) == 0)
			return metric->has_value ? metric : NULL;
		only = metric;
		count++;
	}
	return variant[0] == '\0' && count == 1 && only->has_value ? only : NULL;
}

/* ------------------------------------------------------------------ findings */

#define X(id, name) name,
static const char *const role_names[] = {METRIC_ROLES(X)};
static const char *const context_names[] = {METRIC_CONTEXTS(X)};
static const char *const verdict_names[] = {METRIC_VERDICTS(X)};
#undef X

const char *
metric_role_name(MetricRole role)
{
	return role_names[role];
}

const char *
metric_context_name(MetricContext context)
{
	return context_names[context];
}

const char *
metric_verdict_name(MetricVerdict verdict)
{
	return verdict_names[verdict];
}

/* "levered IRR", "going-in Cap Rate" */
char *
metric_name(const MetricFinding *finding)
{
	char	   *variant = pstrdup(finding->variant);

	for (char *c = variant; *c; c++)
		if (*c == '_')
			*c = c - variant == 5 && strcmp(variant, "going_in") == 0 ? '-' : ' ';
	return psprintf("%s%s%s", variant, variant[0] != '\0' ? " " : "", finding->kind->label);
}

void
reading_init(Reading *reading, MetricCheck *check, const TextBlock *block, int start, int end)
{
	memset(reading, 0, sizeof(*reading));
	reading->catalog = catalog_of(check->memo);
	reading->prose = check->prose;
	reading->block = block;
	reading->start = start;
	reading->end = end;
	reading->check = check;
}

/* A heading or line that is a metric's name alone: its value is what follows. */
typedef struct Label
{
	const MetricKind *kind;
	const char *variant;
} Label;

static void
take_label(Reading *reading, Label *label)
{
	Mention    *mention;
	Group	   *group;

	if (label->kind != NULL && reading->groups.count > 0 && reading->groups.items[0].mention < 0 &&
		reading->groups.items[0].first == 0)
	{
		mention = VEC_PUSH(&reading->mentions);
		*mention = (Mention) {.kind = label->kind, .variant = label->variant, .first = -1, .last = -1, .next = -1};
		group = &reading->groups.items[0];
		if (unit_fits(mention, reading, group) && group->last + 1 == reading->tokens.count)
			group->mention = reading->mentions.count - 1;
	}
	label->kind = NULL;
	if (reading->is_list_end)
	{
		mention = &reading->mentions.items[reading->mentions.count - 1];
		*label = (Label) {mention->kind, mention->variant};
	}
}

static void
check_sentence(MetricCheck *check, const TextBlock *block, const Sentence *sentence, Label *label)
{
	Reading		reading;

	reading_init(&reading, check, block, sentence->start, sentence->end);
	reading_tokens(&reading);
	reading_mentions(&reading);
	reading_groups(&reading);
	reading_link(&reading);
	take_label(&reading, label);
	reading_findings(check, &reading, sentence->start, sentence->end);
}

static void
check_block(MetricCheck *check, TextBlock *block, Label *label)
{
	Sentence   *sentences;

	if (label->kind == NULL && !spelling_in(check, block->start, block->end))
		return;
	if (block->kind == BLOCK_TABLE)
	{
		label->kind = NULL;
		check_table(check, block);
		return;
	}
	sentences = prose_sentences(check->prose, block);
	for (int i = 0; i < block->nsentences; i++)
	{
		/* the array may move while other blocks are split, but not here */
		Sentence	sentence = sentences[i];

		CHECK_FOR_INTERRUPTS();
		if (label->kind != NULL || spelling_in(check, sentence.start, sentence.end))
			check_sentence(check, block, &sentence, label);
	}
}

/* Does the body say the words, of which byte number rare is a rare one? */
static bool
body_says(const Prose *prose, const char *words, int rare)
{
	int			len = (int) strlen(words);

	for (int upper = 0; upper < 2; upper++)
	{
		int			letter = upper ? pg_toupper((unsigned char) words[rare]) : words[rare];
		const char *end = prose->text + prose->len;
		const char *hit = prose->text;

		for (; hit < end && (hit = memchr(hit, letter, end - hit)) != NULL; hit++)
			if (hit - prose->text >= rare && end - hit >= len - rare && pg_strncasecmp(hit - rare, words, len) == 0)
				return true;
	}
	return false;
}

bool
check_says_equity_multiple(MetricCheck *check)
{
	if (check->says_equity_multiple == 0)
		check->says_equity_multiple = body_says(check->prose, "equity multiple", 1) ? 1 : -1;
	return check->says_equity_multiple > 0;
}

bool
check_says_incidence(MetricCheck *check)
{
	if (check->says_incidence == 0)
		check->says_incidence = body_says(check->prose, "incidence", 4) ? 1 : -1;
	return check->says_incidence > 0;
}

void
metric_check(MetricCheck *check)
{
	Label		label = {NULL, NULL};

	check->next_spelling = -1;
	if (!spelling_in(check, 0, check->prose->len))
		return;
	for (int i = 0; i < check->prose->blocks.count && i < check->end_block; i++)
	{
		TextBlock  *block = &check->prose->blocks.items[i];

		CHECK_FOR_INTERRUPTS();
		if ((block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_HEADING || block->kind == BLOCK_TABLE) &&
			block->note_def < 0)
			check_block(check, block, &label);
		else
			label.kind = NULL;
	}
	judge_findings(check);
}
