/*
 * metric_catalog.c
 *		The catalogue of metrics: what is built in, what rows of
 *		memocite.metric_kind add, and where a text or a name speaks of one.
 *
 * Spellings are looked up by the hash of their first word; a bit for each hash of
 * its first four letters spares most words that.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "memo/memo.h"

#include "port/pg_bitutils.h"
#include "port/pg_bswap.h"

static const MetricKind built_in_kinds[] = {
#define METRIC(key, field, label, unit, least, most) {#key, field, label, unit, least, most},
#include "metrics/metriclist.def"
#undef METRIC
};

enum
{
#define METRIC(key, field, label, unit, least, most) KIND_##key,
#include "metrics/metriclist.def"
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
#include "metrics/metriclist.def"
#undef METRIC_SPELLING
};

static const struct
{
	const char *words;
	const char *variant;
}			modifiers[] = {
#define METRIC_MODIFIER(words, variant) {words, variant},
#include "metrics/metriclist.def"
#undef METRIC_MODIFIER
};

/* --------------------------------------------------------------- catalogue */

/* The bit of the first four letters of a word, in any case, the first in the low
 * byte; of a word that has only count letters, or letters before another byte,
 * of those. */
static inline uint32
begin_bit(uint32 letters, int count)
{
	static const uint32 masks[] = {0, 0xFF, 0xFFFF, 0xFFFFFF, PG_UINT32_MAX};

	return ((letters | 0x20202020) & masks[count]) * UINT32_C(2654435769) >> (32 - BEGIN_WIDTH);
}

/* Up to four bytes, the first in the low one. */
static inline uint32
bytes_at(const char *text, int count)
{
	uint32		bytes = 0;

	memcpy(&bytes, text, count);
#ifdef WORDS_BIGENDIAN
	bytes = pg_bswap32(bytes);
#endif
	return bytes;
}

static void
set_begin(MetricCatalog *catalog, const char *letters, int count)
{
	uint32		bit = begin_bit(bytes_at(letters, count), count);

	catalog->begins[bit / 32] |= UINT32_C(1) << bit % 32;
}

/* How a spelling begins, the plural of a short word, too. */
static void
add_begin(MetricCatalog *catalog, const Spelling *spelling)
{
	char		letters[4];
	int			count = 0;

	for (; count < 4 && count < spelling->first_len && is_letter(spelling->words[count]); count++)
		letters[count] = spelling->words[count];
	set_begin(catalog, letters, count);
	if (count < 4 && count == spelling->first_len)
	{
		letters[count] = 's';
		set_begin(catalog, letters, count + 1);
	}
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
	add_begin(catalog, spelling);
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

const MetricCatalog *
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

#define MAX_KINDS		200	/* rows of memocite.metric_kind that count */
#define MAX_SPELLINGS	2000

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
		if (token->initial != words[0] || width < len || width > len + 1 ||
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
	int			best = -1;
	int			end;

	if (token->initial == 0 || token->end - token->start < 2)
		return -1;
	for (int plural = 0; plural < 2; plural++)
		for (int i = catalog->slots[(plural ? token->hash.stem : token->hash.whole) % SPELLING_SLOTS]; i >= 0; i = catalog->spellings[i].next)
			if (words_at(reading, catalog->spellings[i].words, index, &end) && (best < 0 || end > *last))
			{
				best = i;
				*last = end;
			}
	return best;
}

/* Does a modifier begin with the word, or its plural be one?  Most do not. */
static inline bool
may_be_modifier(const Token *token, const char *word)
{
	int			len = token->end - token->start;

	if (token->initial == 0 || len < 2)
		return false;
	return (token->word->lists & LIST_MODIFIER) != 0 ||
		((word[len - 1] | 32) == 's' && (word_find(word, len - 1, token->hash.stem)->lists & LIST_MODIFIER) != 0);
}

const char *
modifier_at(const Reading *reading, int index, int *last)
{
	const char *variant = NULL;
	const Token *token = token_at(reading, index);
	int			end;

	if (!may_be_modifier(token, reading->prose->text + token->start))
		return NULL;
	for (int i = 0; i < (int) lengthof(modifiers); i++)
		if (modifiers[i].words[0] == token->initial && words_at(reading, modifiers[i].words, index, &end) && (variant == NULL || end > *last))
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

/* Does a spelling begin at the first letter of a word? */
static bool
names_metric(const MetricCheck *check, const MetricCatalog *catalog, int pos, int end)
{
	const char *text = check->prose->text;
	int			len = 2;
	WordHash	hash;

	if (pos + 2 > end)
		return false;
	while (pos + len < end && is_alnum((unsigned char) text[pos + len]))
		len++;
	hash = word_hashes(text + pos, len);
	for (int plural = 0; plural < 2; plural++)
		for (int i = catalog->slots[(plural ? hash.stem : hash.whole) % SPELLING_SLOTS]; i >= 0; i = catalog->spellings[i].next)
			if (spelling_matches(&catalog->spellings[i], text, pos, end))
				return true;
	return false;
}

/* The high bits of those of eight bytes that are ASCII letters. */
static inline uint64
letters_of(uint64 bytes)
{
	uint64		folded = (bytes | 0x20 * EACH_BYTE) & (0x7F * EACH_BYTE);
	uint64		from_a = folded + (0x80 - 'a') * EACH_BYTE;
	uint64		above_z = folded + (0x7F - 'z') * EACH_BYTE;

	return from_a & ~above_z & ~bytes & (0x80 * EACH_BYTE);
}

/* A bit for each of eight bytes that is an ASCII letter. */
static inline uint64
letter_bits(const char *text, int len)
{
	uint64		bytes = 0;

	memcpy(&bytes, text, len);
#ifdef WORDS_BIGENDIAN
	bytes = pg_bswap64(bytes);
#endif
	/* the multiplication gathers the eight high bits in the top byte */
	return (letters_of(bytes) >> 7) * UINT64CONST(0x0102040810204080) >> 56;
}

/* The same for up to 64 bytes. */
static inline uint64
letters_at(const char *text, int len)
{
	uint64		letters = 0;
	int			i = 0;

	for (; i + 8 <= len; i += 8)
		letters |= letter_bits(text + i, 8) << i;
	return i < len ? letters | letter_bits(text + i, len - i) << i : letters;
}

/* Does a spelling begin with the letters at text[pos]?  Bit number bit and those
 * above it tell, as far as they go, which bytes are letters. */
static inline bool
may_begin(const MetricCatalog *catalog, const char *text, int pos, int end, uint64 letters, int bit)
{
	int			count = 0;
	uint32		hash;

	if (bit <= 60 && pos + 4 <= end)
		hash = begin_bit(bytes_at(text + pos, 4), pg_rightmost_one_pos64(~(letters >> bit) | 16));
	else
	{
		while (count < 4 && pos + count < end && is_letter(text[pos + count]))
			count++;
		hash = begin_bit(bytes_at(text + pos, count), count);
	}
	return (catalog->begins[hash / 32] >> hash % 32 & 1) != 0;
}

/*
 * The first byte from start on where the text may name a metric, end when there
 * is none.  Every section is looked through, so this goes by 64 bytes, and looks
 * only at words whose first four letters begin some spelling.
 */
static int
next_spelling(MetricCheck *check, int start, int end)
{
	const MetricCatalog *catalog = catalog_of(check->memo);
	const char *text = check->prose->text;
	uint64		before = 0;		/* the byte before is a letter */

	for (int pos = start; pos < end; pos += 64)
	{
		uint64		letters = letters_at(text + pos, Min(64, end - pos));
		uint64		begins = letters & ~(letters << 1 | before);

		before = letters >> 63;
		for (; begins != 0; begins &= begins - 1)
		{
			int			bit = pg_rightmost_one_pos64(begins);
			int			at = pos + bit;

			if (may_begin(catalog, text, at, end, letters, bit) && names_metric(check, catalog, at, end))
				return at;
		}
	}
	return end;
}

/* "levered" out of "levered", or of several joined by "_". */
const char *
join_variants(const char *first, const char *more)
{
	if (first[0] == '\0' || strcmp(first, more) == 0)
		return more;
	return more[0] == '\0' ? first : psprintf("%s_%s", first, more);
}

const MetricKind *
metric_kind_find(const Memo *memo, const char *name, const char **variant)
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
	prose = prose_parse(folded, (int) strlen(folded), &marker_extension);
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

/* May [start, end) name a metric?  Asked in the order of the text, so that each
 * byte is looked at once. */
bool
spelling_in(MetricCheck *check, int start, int end)
{
	if (check->next_spelling < start)
		check->next_spelling = next_spelling(check, start, check->prose->len);
	return check->next_spelling < end;
}
