/*
 * lookup.c
 *		Which of many texts have all numbers and most words of a query?
 *
 * The texts are sentences of a section and the query is a claim, or they are
 * claims or passages and the query is a sentence.  They are indexed once by
 * word and number.  For "Rents rose 4% in Austin on strong demand", of which
 * a text must have the number and 3 of 5 words, only the texts with "4%" are
 * looked at.  Without a number it is those with one of the 3 rarest words: who
 * has 3 of 5 words cannot do without all of these.  Once a text with 4 is found,
 * no other is sought with less, and the third word's texts are not looked at.
 *
 * Thousands of queries that share their words with thousands of texts would
 * still take their product.  So a look-up has steps for a few hundred texts,
 * and all of an index together a stock of further ones in proportion to its
 * size; where both are used up the query's words are too common to tell texts
 * apart, and it is cut.
 */
#include "evidence/evidence_internal.h"
#include "language/language.h"

#define STEPS_PER_TOKEN		256	/* of a query: for at least so many texts */
#define STOCK_PER_POSTING	64

/* ------------------------------------------------------------------ tokens */

TokenSet
token_set(const char *folded, int len)
{
	TokenReader tokens = {folded, len, 0};
	EvidenceToken token;
	TokenSet	set = {{NULL, 0, 0}, 0, 0};
	uint32		mask = 63;
	int		   *slots;			/* hash table of indexes, + 1 */

	while (mask < (uint32) len)	/* a token and a blank take two bytes */
		mask = mask * 2 + 1;
	slots = palloc0(sizeof(int) * (mask + 1));
	while (next_token(&tokens, &token))
	{
		uint32		slot = token.key & mask;

		while (slots[slot] != 0 && set.items.items[slots[slot] - 1].key != token.key)
			slot = (slot + 1) & mask;
		if (slots[slot] != 0)
			continue;
		*VEC_PUSH(&set.items) = token;
		slots[slot] = set.items.count;
		if (token.is_number)
			set.numbers++;
		else
			set.words++;
	}
	pfree(slots);
	return set;
}

void
token_set_free(TokenSet *set)
{
	if (set->items.items != NULL)
		pfree(set->items.items);
}

/* ------------------------------------------------------------------- index */

/* A word or number, and the texts that have it. */
typedef struct Term
{
	uint64		key;
	int			last;			/* text that was noted last */
	int			count;
	int			first;			/* its texts, ascending: postings[first ...] */
} Term;

typedef struct Occurrence
{
	int			term;
	int			text;
} Occurrence;

/* A term of the query that is looked up; NULL = no text has it. */
typedef struct QueryTerm
{
	const Term *term;
	bool		is_number;
} QueryTerm;

struct TokenIndex
{
				VEC(Term) terms;
	int		   *slots;			/* of terms, + 1: open addressing, grown at half load */
	uint32		mask;
				VEC(Occurrence) occurrences;	/* by text; gone once the index is used */
	int		   *postings;		/* texts by term; NULL = not made yet */
	int			ntexts;
	int		   *seen;			/* by text: the last look-up that met it */
	int			nlookups;
	int64		stock;			/* steps that any look-up may take */
				VEC(QueryTerm) query;	/* of the look-up: numbers, then words, rarest first */
};

TokenIndex *
token_index_create(void)
{
	TokenIndex *index = palloc0(sizeof(TokenIndex));

	index->mask = 255;
	index->slots = palloc0(sizeof(int) * (index->mask + 1));
	return index;
}

static uint32
find_slot(const TokenIndex *index, uint64 key)
{
	uint32		slot = (uint32) key & index->mask;

	while (index->slots[slot] != 0 && index->terms.items[index->slots[slot] - 1].key != key)
		slot = (slot + 1) & index->mask;
	return slot;
}

static void
grow_slots(TokenIndex *index)
{
	pfree(index->slots);
	index->mask = index->mask * 2 + 1;
	index->slots = palloc_array_huge((Size) index->mask + 1, sizeof(int));
	memset(index->slots, 0, sizeof(int) * ((Size) index->mask + 1));
	for (int i = 0; i < index->terms.count; i++)
		index->slots[find_slot(index, index->terms.items[i].key)] = i + 1;
}

static Term *
term_for(TokenIndex *index, uint64 key)
{
	uint32		slot = find_slot(index, key);
	Term	   *term;

	if (index->slots[slot] != 0)
		return &index->terms.items[index->slots[slot] - 1];
	term = VEC_PUSH(&index->terms);
	term->key = key;
	term->last = -1;
	index->slots[slot] = index->terms.count;
	if ((uint32) index->terms.count * 2 > index->mask)
		grow_slots(index);
	return term;
}

void
token_index_add(TokenIndex *index, const char *folded, int len)
{
	TokenReader tokens = {folded, len, 0};
	EvidenceToken token;

	while (next_token(&tokens, &token))
	{
		Term	   *term = term_for(index, token.key);

		if (term->last == index->ntexts)
			continue;
		term->last = index->ntexts;
		term->count++;
		*VEC_PUSH(&index->occurrences) = (Occurrence) {(int) (term - index->terms.items), index->ntexts};
	}
	index->ntexts++;
}

void
token_index_keys(const TokenIndex *index, void (*visit) (void *argument, uint64 key), void *argument)
{
	for (int i = 0; i < index->terms.count; i++)
		visit(argument, index->terms.items[i].key);
}

/* After the last text: the occurrences by term, each term's by text. */
static void
make_postings(TokenIndex *index)
{
	int			first = 0;

	index->postings = palloc_array_huge(index->occurrences.count + 1, sizeof(int));
	for (int i = 0; i < index->terms.count; i++)
	{
		index->terms.items[i].first = first;
		first += index->terms.items[i].count;
		index->terms.items[i].count = 0;
	}
	for (int i = 0; i < index->occurrences.count; i++)
	{
		Term	   *term = &index->terms.items[index->occurrences.items[i].term];

		index->postings[term->first + term->count++] = index->occurrences.items[i].text;
	}
	index->stock = (int64) index->occurrences.count * STOCK_PER_POSTING;
	if (index->occurrences.items != NULL)
		pfree(index->occurrences.items);
	index->seen = palloc_array_huge(index->ntexts + 1, sizeof(int));
	memset(index->seen, 0, sizeof(int) * (index->ntexts + 1));
}

/* ----------------------------------------------------------------- look-up */

static int
term_count(const QueryTerm *query)
{
	return query->term == NULL ? 0 : query->term->count;
}

static int
compare_terms(const void *a, const void *b)
{
	const QueryTerm *x = a;
	const QueryTerm *y = b;

	if (x->is_number != y->is_number)
		return x->is_number ? -1 : 1;
	if (term_count(x) != term_count(y))
		return term_count(x) < term_count(y) ? -1 : 1;
	return x->term < y->term ? -1 : x->term > y->term;
}

static void
read_query(TokenIndex *index, const TokenSet *query)
{
	index->query.count = 0;
	for (int i = 0; i < query->items.count; i++)
	{
		const EvidenceToken *token = &query->items.items[i];
		int			term = index->slots[find_slot(index, token->key)];

		*VEC_PUSH(&index->query) = (QueryTerm) {term == 0 ? NULL : &index->terms.items[term - 1], token->is_number};
	}
	if (index->query.count > 0)
		qsort(index->query.items, index->query.count, sizeof(QueryTerm), compare_terms);
}

/* Which terms' texts are looked at: the rarest number's, or those of the
 * rarest words that no text with enough of them can lack. */
static void
choose_terms(Lookup *lookup)
{
	const QueryTerm *query = lookup->index->query.items;
	int			nwords = lookup->least < 1 ? 0 : Max(lookup->words - lookup->least + 1, 0);
	int64		texts = 0;

	for (int i = 0; i < nwords; i++)
		texts += term_count(&query[lookup->numbers + i]);
	lookup->term = lookup->numbers;
	lookup->end = lookup->numbers + nwords;
	if (lookup->numbers > 0 && (nwords == 0 || term_count(&query[0]) <= texts))
	{
		lookup->term = 0;
		lookup->end = 1;
	}
}

void
lookup_start(Lookup *lookup, TokenIndex *index, const TokenSet *query, int least)
{
	if (index->postings == NULL)
		make_postings(index);
	read_query(index, query);
	memset(lookup, 0, sizeof(*lookup));
	lookup->index = index;
	lookup->words = query->words;
	lookup->numbers = query->numbers;
	lookup->least = least;
	lookup->steps = (int64) query->items.count * STEPS_PER_TOKEN;
	index->nlookups++;
	choose_terms(lookup);
}

/* Takes a step of the look-up's own, else of the stock; false when cut. */
static bool
take_step(Lookup *lookup)
{
	if (lookup->steps > 0)
		lookup->steps--;
	else if (lookup->index->stock > 0)
		lookup->index->stock--;
	else
		lookup->is_cut = true;
	return !lookup->is_cut;
}

void
lookup_raise(Lookup *lookup, int least)
{
	lookup->least = least;
	if (least > lookup->words)
		lookup->end = 0;
	else if (lookup->term >= lookup->numbers)
		lookup->end = lookup->numbers + lookup->words - least + 1;
}

int
lookup_next(Lookup *lookup)
{
	TokenIndex *index = lookup->index;

	while (lookup->term < lookup->end)
	{
		const Term *term = index->query.items[lookup->term].term;
		int			text;

		if (term == NULL || lookup->at >= term->count)
		{
			lookup->term++;
			lookup->at = 0;
			continue;
		}
		if (!take_step(lookup))
			return -1;
		text = index->postings[term->first + lookup->at++];
		if (index->seen[text] == index->nlookups)
			continue;
		index->seen[text] = index->nlookups;
		return text;
	}
	return -1;
}

static bool
has_term(const TokenIndex *index, const Term *term, int text)
{
	const int  *texts = index->postings + (term == NULL ? 0 : term->first);
	int			low;

	LOWER_BOUND(low, term == NULL ? 0 : term->count, i, texts[i] < text);
	return term != NULL && low < term->count && texts[low] == text;
}

int
lookup_words(Lookup *lookup, int text)
{
	const QueryTerm *query = lookup->index->query.items;
	int			shared = 0;

	for (int i = 0; i < lookup->numbers; i++)
		if (!take_step(lookup) || !has_term(lookup->index, query[i].term, text))
			return -1;
	query += lookup->numbers;
	for (int i = 0; i < lookup->words; i++)
	{
		if (shared + lookup->words - i < lookup->least || !take_step(lookup))
			return -1;
		shared += has_term(lookup->index, query[i].term, text);
	}
	return shared < lookup->least ? -1 : shared;
}
