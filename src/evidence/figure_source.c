/*
 * figure_source.c
 *		The numbers of an evidence text, in which figures are looked for.
 *
 * "NOI of $3.9M, up from $3.75M" gives two runs of dollars: those whose last digit is a
 * hundred thousand (39) and ten thousand (375).  The figure $3.9M is in the first; $4M,
 * of a coarser last place, is 39 rounded; $4.2M is in none, and $3.9M, beside "NOI" as
 * well, is what is nearest.  A figure is looked for once in each run, by bisection.
 */
#include "evidence/evidence_internal.h"

/* What is compared with what: plain numbers, counts and years are one kind. */
enum
{
	KIND_RATIO,					/* of a number beside a word only: without a unit, with decimals */
	KIND_PLAIN,
	KIND_PERCENT,
	KIND_MULTIPLE,
	KIND_CURRENCY				/* and the currency's number */
};

typedef struct Entry
{
	int			kind;
	int			place;			/* power of ten of the last digit */
	int64		value;			/* in units of that */
	char		counted;		/* first letter of what is counted, 0 = not said */
} Entry;

/* A number beside a word. */
typedef struct Beside
{
	uint64		key;
	int			kind;
	int			mention;
} Beside;

/* Entries of one kind and place, ordered by value. */
typedef struct Run
{
	int			first;
	int			end;
} Run;

struct FigureSource
{
	const char *text;
	bool		has_commas;		/* it has decimals behind commas: "4,2" is 4.2, "4.200" is 4200 */
	Mentions	mentions;
				VEC(Entry) entries;
				VEC(Run) runs;
				VEC(Beside) beside;
};

#define MOST_DIGITS		18
#define AMOUNT '$' /* in place of what is counted: spreadsheets leave the currency out */
#define MOST_EQUALS		64		/* numbers of a run that one figure is compared with */
#define MOST_NEAREST	120		/* bytes that are shown of the evidence */

static int
kind_of(const Number *number)
{
	switch (number->unit)
	{
		case NUMBER_PERCENT:
		case NUMBER_POINTS:
		case NUMBER_BPS:
			return KIND_PERCENT;
		case NUMBER_MULTIPLE:
			return KIND_MULTIPLE;
		case NUMBER_CURRENCY:
			return KIND_CURRENCY + number->currency;
		default:
			return KIND_PLAIN;
	}
}

/* False for what is compared with nothing. */
static bool
entry_of(const Number *number, Entry *entry)
{
	int			exponent;

	if (number->unit == NUMBER_OTHER)
		return false;
	entry->kind = kind_of(number);
	entry->place = number->place - (number->unit == NUMBER_BPS ? 2 : 0);
	entry->counted = 0;
	if (number->counted.len > 0)
		entry->counted = (char) pg_ascii_tolower((unsigned char) number->counted.data[0]);
	exponent = number->place + number->value.scale;
	if (exponent > MOST_DIGITS || exponent < -MOST_DIGITS)
		return false;
	if (exponent < 0 && number->value.digits > power_of_ten(MOST_DIGITS + exponent))
		return false;
	entry->value = exponent >= 0 ? number->value.digits / power_of_ten(exponent)
		: number->value.digits * power_of_ten(-exponent);
	return true;
}

/* ----------------------------------------------------------------- making */

static int
compare_entries(const void *a, const void *b)
{
	const Entry *x = a;
	const Entry *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return x->counted - y->counted;
}

static int
compare_beside(const void *a, const void *b)
{
	const Beside *x = a;
	const Beside *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->mention < y->mention ? -1 : x->mention > y->mention;
}

static void
add_beside(FigureSource *source, Slice word, int kind, int mention)
{
	if (word.len > 0)
		*VEC_PUSH(&source->beside) = (Beside) {head_key(word), kind, mention};
}

/* Years also stand in dates and names: "2024-05-06", "FY2024". */
static void
add_years(FigureSource *source, Slice text)
{
	for (int i = 0; i + 4 <= text.len; i++)
	{
		int			end = i;
		int64		year;

		while (end < text.len && is_digit(text.data[end]))
			end++;
		year = end - i == 4 ? whole_number((Slice) {text.data + i, 4}, 2099) : -1;
		if (year >= 1900)
			*VEC_PUSH(&source->entries) = (Entry) {KIND_PLAIN, 0, year, 0};
		i = end;
	}
}

/* A text counts in words, too: "three studies" has the figure 3. */
static void
add_word(FigureSource *source, Slice text, const Token *token, int *end)
{
	int			number;

	if (token->start < *end || strchr("tfsen", text.data[token->start] | 32) == NULL)
		return;
	number = number_word(text.data, text.len, token->start, end);
	if (number > 1)
		*VEC_PUSH(&source->entries) = (Entry) {KIND_PLAIN, 0, number, 0};
}

/* The words of its row's label say what a bare fraction or ratio is, and a bare number of a row. */
static void
add_labels(FigureSource *source, const TableReader *table)
{
	int			index = source->mentions.count - 1;
	const Mention *mention = &source->mentions.items[index];
	const Slice *heads = table->columns[Min(table->column, MOST_COLUMNS - 1)].words;

	if (mention->number.unit != NUMBER_NONE ||
		(mention->number.place >= 0 && (mention->is_name || !mention->in_table)))
		return;					/* "LTV 65"; but "DSCR 1.25" */
	add_beside(source, mention->before, KIND_RATIO, index);
	for (int i = 0; i < table->nlabel; i++)
		add_beside(source, table->label[i], KIND_RATIO, index);
	for (int i = 0; i < MOST_HEAD; i++)
		add_beside(source, heads[i], KIND_RATIO, index);
}

static void
add_entry(FigureSource *source, const Number *number)
{
	Entry		entry;

	if (entry_of(number, &entry))
		*VEC_PUSH(&source->entries) = entry;
}

static bool
is_amount(const Number *number)
{
	return number->power == 0 &&
		(number->unit == NUMBER_NONE || number->unit == NUMBER_CURRENCY ||
		 number->unit == NUMBER_COUNT || number->unit == NUMBER_YEAR);
}

/* "4.200", which may be 4200 where decimals stand behind commas. */
static bool
is_thousands(const Number *number)
{
	return is_amount(number) && number->place == -3 && !number->has_comma;
}

static void
add_scaled(FigureSource *source, Number number, int power)
{
	if (number.value.digits >= power_of_ten(MOST_DIGITS - power))
		return;
	number = number_scaled(number, power);
	add_entry(source, &number);
}

/* Adds a number as it stands, and as its table says that it is read. */
static void
add_mention(FigureSource *source, int index)
{
	const Mention *mention = &source->mentions.items[index];
	Number		number = mention->number;
	if (number.unit == NUMBER_OTHER && !(number.has_comma && source->has_commas))
		return;
	if (number.unit == NUMBER_OTHER)
		number.unit = NUMBER_NONE;
	add_entry(source, &number);
	if (source->has_commas && is_thousands(&number))
		add_scaled(source, number, 3);
	if (mention->power > 0 && is_amount(&number))
	{
		add_scaled(source, number, mention->power);
		if (is_thousands(&number))
			add_scaled(source, number, mention->power + 3);
	}
	if (number.unit == NUMBER_NONE && mention->unit != NUMBER_NONE)
	{
		number.unit = mention->unit;
		add_entry(source, &number);
		if (number.unit == NUMBER_PERCENT && number.place < -1)
			add_scaled(source, number, 2);	/* 0.0525 under "%" */
	}
	if (number.unit == NUMBER_YEAR || mention->is_name)
		return;
	add_beside(source, mention->before, kind_of(&number), index);
	add_beside(source, mention->after[0], kind_of(&number), index);
	add_beside(source, mention->after[1], kind_of(&number), index);
}

static void
sort_entries(FigureSource *source)
{
	Entry	   *entries = source->entries.items;
	int			kept = 0;

	if (source->entries.count > 0)
		qsort(entries, source->entries.count, sizeof(Entry), compare_entries);
	if (source->beside.count > 0)
		qsort(source->beside.items, source->beside.count, sizeof(Beside), compare_beside);
	for (int i = 0; i < source->entries.count; i++)
	{
		if (kept > 0 && compare_entries(&entries[kept - 1], &entries[i]) == 0)
			continue;
		if (kept == 0 || entries[kept - 1].kind != entries[i].kind ||
			entries[kept - 1].place != entries[i].place)
			VEC_PUSH(&source->runs)->first = kept;
		entries[kept++] = entries[i];
		source->runs.items[source->runs.count - 1].end = kept;
	}
	source->entries.count = kept;
}

FigureSource *
figure_source(Slice text)
{
	FigureSource *source = palloc0(sizeof(FigureSource));
	Slice		read = table_fields(text);
	MentionReader reader = {.text = read.data, .len = read.len, .out = &source->mentions};
	TableReader table = {.leads = true};
	TokenReader tokens = {read.data, read.len, 0};
	Token		token;
	int			end = 0;

	source->text = read.data;
	while (token_next(&tokens, &token))
	{
		mention_take(&reader, &token);
		table_take(&table, &token, &reader);
		if (token.kind == TOKEN_WORD)
			add_word(source, read, &token, &end);
		if (token.kind == TOKEN_NUMBER)
			add_labels(source, &table);
		if (token.kind == TOKEN_NUMBER || (token.kind == TOKEN_WORD && token.has_digit))
			add_years(source, (Slice) {read.data + token.start, token.end - token.start});
	}
	for (int i = 0; i < source->mentions.count && !source->has_commas; i++)
		source->has_commas = source->mentions.items[i].number.has_comma &&
			source->mentions.items[i].number.unit != NUMBER_OTHER;
	for (int i = 0; i < source->mentions.count; i++)
		add_mention(source, i);
	sort_entries(source);
	return source;
}

/* --------------------------------------------------------------- looking up */

/* How entries of one place, [first, end) by value, compare with a figure: one that differs by
 * at most half a unit of the coarser last place supports it when that is the figure's place, or
 * both are the same value. */
static FigureVerdict
entries_verdict(const Entry *entries, int first, int end, const Entry *figure)
{
	int			finer = figure->place - entries[first].place;	/* than the figure, in digits */
	int128		own;			/* the figure, twice in units of the finer place */
	int128		half;
	int128		unit;			/* of the entries, in the same */
	int			low;
	FigureVerdict verdict = FIGURE_MISSING;

	if (finer > MOST_DIGITS || finer < -MOST_DIGITS)
		return verdict;
	unit = 2 * (finer >= 0 ? 1 : (int128) power_of_ten(-finer));
	own = 2 * (int128) figure->value * (finer >= 0 ? power_of_ten(finer) : 1);
	half = power_of_ten(Max(finer, -finer));
	LOWER_BOUND(low, end - first, i, entries[first + i].value * unit < own - half);
	for (int i = first + low; i < Min(end, first + low + MOST_EQUALS); i++)
	{
		if (entries[i].value * unit > own + half)
			break;
		if (entries[i].counted != 0 && figure->counted != 0 &&
			entries[i].counted != figure->counted)
			continue;
		if (finer >= 0 || entries[i].value * unit == own)
			return FIGURE_SUPPORTED;
		verdict = FIGURE_COARSER;
	}
	return verdict;
}

static FigureVerdict
entry_verdict(const Number *number, const Entry *figure)
{
	Entry		entry;

	if (!entry_of(number, &entry))
		return FIGURE_MISSING;
	entry.counted = 0;
	return entries_verdict(&entry, 0, 1, figure);
}

/* Does a bare number beside one of the figure's words stand for it?  0.0525 for 5.25 %, 5.25
 * too; 1.25 for 1.25x. */
static FigureVerdict
ratio_verdict(const FigureSource *source, const Mention *mention, const Entry *figure)
{
	const Beside *beside = source->beside.items;
	FigureVerdict best = FIGURE_MISSING;
	Slice		words[3] = {mention->before, mention->after[0], mention->after[1]};

	for (int w = 0; w < (int) lengthof(words); w++)
	{
		Beside		wanted = {head_key(words[w]), KIND_RATIO, 0};
		int			low;

		if (wanted.key == 0)
			continue;
		LOWER_BOUND(low, source->beside.count, i, compare_beside(&beside[i], &wanted) < 0);
		for (int i = low; i < Min(source->beside.count, low + MOST_EQUALS) &&
			 beside[i].key == wanted.key && beside[i].kind == KIND_RATIO; i++)
		{
			Number		number = source->mentions.items[beside[i].mention].number;

			best = Min(best, entry_verdict(&number, figure));
			if (figure->kind != KIND_PERCENT || number.place >= 0)
				continue;
			number = number_scaled(number, 2);
			best = Min(best, entry_verdict(&number, figure));
		}
	}
	return best;
}

static FigureVerdict
number_verdict(const FigureSource *source, const Mention *mention)
{
	Entry		figure;
	bool		is_year = mention->number.unit == NUMBER_YEAR;
	char		counted;
	FigureVerdict best = FIGURE_MISSING;

	if (!entry_of(&mention->number, &figure))
		return best;
	counted = figure.counted;
	for (int i = 0; i < source->runs.count && best != FIGURE_SUPPORTED; i++)
	{
		const Run  *run = &source->runs.items[i];
		const Entry *first = &source->entries.items[run->first];
		bool		is_bare = figure.kind >= KIND_CURRENCY && first->kind == KIND_PLAIN &&
			first->place <= figure.place;	/* "7" is not "$6.61" */

		if ((first->kind != figure.kind && !is_bare) || (is_year && first->place > 0))
			continue;
		figure.counted = is_bare ? AMOUNT : counted;
		best = Min(best, entries_verdict(source->entries.items, run->first, run->end, &figure));
	}
	if (best != FIGURE_SUPPORTED && (figure.kind == KIND_PERCENT || figure.kind == KIND_MULTIPLE))
		best = Min(best, ratio_verdict(source, mention, &figure));
	return best;
}

FigureVerdict
source_verdict(const FigureSource *source, const Mention *mention)
{
	FigureVerdict verdict = number_verdict(source, mention);
	Mention		other = *mention;

	if (verdict == FIGURE_SUPPORTED || !source->has_commas || !is_thousands(&mention->number))
		return verdict;
	other.number = number_scaled(mention->number, 3);
	return Min(verdict, number_verdict(source, &other));
}

/* A number of the evidence with the word beside it. */
static Slice
shown_mention(const FigureSource *source, const Mention *mention, uint64 key)
{
	const Number *number = &mention->number;
	int			start = number->start;
	int			end = number->end;

	if (number->counted.len > 0)
		end = (int) (number->counted.data - source->text) + number->counted.len;
	if (mention->before.len > 0 && head_key(mention->before) == key)
		start = (int) (mention->before.data - source->text);
	else
		for (int i = 0; i < 2 && end < start + MOST_NEAREST; i++)
			if (mention->after[i].len > 0)
				end = (int) (mention->after[i].data - source->text) + mention->after[i].len;
	if (end - start > MOST_NEAREST)
		return (Slice) {source->text + number->start, number->end - number->start};
	return (Slice) {source->text + start, end - start};
}

void
source_nearest(const FigureSource *source, Figure *figure)
{
	const Mention *mention = &figure->mention;
	Entry		entry;
	const Beside *beside = source->beside.items;
	Slice		words[3] = {mention->before, mention->after[0], mention->after[1]};

	if (figure->nearest.len > 0 || mention->number.unit == NUMBER_YEAR ||
		!entry_of(&mention->number, &entry))
		return;
	for (int k = 0; k < (int) lengthof(words) && figure->nearest.len == 0; k++)
	{
		Beside		wanted = {head_key(words[k]), entry.kind, 0};
		const Mention *found;
		int			low;

		if (wanted.key == 0)
			continue;
		LOWER_BOUND(low, source->beside.count, i, compare_beside(&beside[i], &wanted) < 0);
		if (low == source->beside.count || beside[low].key != wanted.key ||
			beside[low].kind != entry.kind)
			continue;
		found = &source->mentions.items[beside[low].mention];
		figure->nearest = shown_mention(source, found, wanted.key);
		figure->is_contradicted = k == 0 && !found->in_table &&
			head_key(found->before) == wanted.key;
	}
}
