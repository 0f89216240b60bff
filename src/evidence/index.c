/*
 * index.c
 *		Which of many texts have all numbers and most words of a query?
 *
 * The texts are sentences of a section and the query is a claim, or they are
 * claims or passages and the query is a sentence.  They are indexed
 * once by word and number.  For "Rents rose 4% in Austin on strong demand", of which
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

/* A word or number of the query; no term = no text has it. */
typedef struct QueryTerm
{
	const Term *term;
	uint64		key;
	bool		is_number;
	bool		is_year;
} QueryTerm;

struct TokenIndex
{
	VEC(Term) terms;
	KeyMap		numbers;		/* of terms, + 1 */
				VEC(Occurrence) occurrences;	/* by text; gone once the index is used */
	int		   *postings;		/* texts by term; NULL = not made yet */
	int			ntexts;
	int		   *seen;			/* by text: the last look-up that met it */
	int			nlookups;
	int64		stock;			/* steps that any look-up may take */

	/* of the last look-up: */
				VEC(QueryTerm) query;	/* numbers, then words, rarest first */
	int64		steps;			/* that it may take */
	int			least;			/* words that a text needs */
	int			term;			/* of the query, whose texts are looked at; */
	int			end;			/* those before this are */
	int			at;
};

/* ------------------------------------------------------------------- texts */

TokenIndex *
token_index_create(void)
{
	return palloc0(sizeof(TokenIndex));
}

/* The text that is being added has a word or number. */
static void
note_term(TokenIndex *index, uint64 key)
{
	int		   *number = keymap_at(&index->numbers, key);
	Term	   *term;

	if (*number == 0)
	{
		*VEC_PUSH(&index->terms) = (Term) {.key = key, .last = -1};
		*number = index->terms.count;
	}
	term = &index->terms.items[*number - 1];
	if (term->last == index->ntexts)
		return;
	term->last = index->ntexts;
	term->count++;
	*VEC_PUSH(&index->occurrences) = (Occurrence) {*number - 1, index->ntexts};
}

void
token_index_add(TokenIndex *index, Slice folded)
{
	TokenReader tokens = {folded.data, folded.len, 0};
	EvidenceToken token;

	while (next_token(&tokens, &token))
		note_term(index, token.key);
	index->ntexts++;
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

/* ------------------------------------------------------------------- query */

/* How many texts have a word or number of the query. */
static int
term_count(const QueryTerm *query)
{
	return query->term == NULL ? 0 : query->term->count;
}

/* Numbers first, then by how many texts have it. */
static int
compare_terms(const void *a, const void *b)
{
	const QueryTerm *x = a;
	const QueryTerm *y = b;

	if (x->is_number != y->is_number)
		return x->is_number ? -1 : 1;
	if (term_count(x) != term_count(y))
		return term_count(x) < term_count(y) ? -1 : 1;
	if (x->term != y->term)
		return x->term < y->term ? -1 : 1;
	return x->key < y->key ? -1 : x->key > y->key;
}

/* A word that the query has twice counts once: sorting brings both together. */
void
lookup_read(Lookup *lookup, TokenIndex *index, Slice folded)
{
	TokenReader tokens = {folded.data, folded.len, 0};
	EvidenceToken token;
	QueryTerm  *query;
	int			count = 0;

	if (index->postings == NULL)
		make_postings(index);
	*lookup = (Lookup) {.index = index};
	index->query.count = 0;
	while (next_token(&tokens, &token))
	{
		int			number = keymap_get(&index->numbers, token.key);

		*VEC_PUSH(&index->query) = (QueryTerm) {
			number == 0 ? NULL : &index->terms.items[number - 1], token.key, token.is_number,
			token.is_year
		};
	}
	query = index->query.items;
	if (index->query.count > 0)
		qsort(query, index->query.count, sizeof(QueryTerm), compare_terms);
	for (int i = 0; i < index->query.count; i++)
	{
		if (count > 0 && query[count - 1].key == query[i].key)
			continue;
		query[count++] = query[i];
		if (query[i].is_number)
			lookup->numbers++;
		else
			lookup->words++;
	}
	index->query.count = count;
}

/* Which terms' texts are looked at: the rarest number's, or those of the
 * rarest words that no text with enough of them can lack. */
void
lookup_start(Lookup *lookup, int least)
{
	TokenIndex *index = lookup->index;
	const QueryTerm *query = index->query.items;
	int			nwords = least < 1 ? 0 : Max(lookup->words - least + 1, 0);
	int64		texts = 0;

	index->least = least;
	index->steps = (int64) (lookup->words + lookup->numbers) * STEPS_PER_TOKEN;
	index->nlookups++;
	index->at = 0;
	for (int i = 0; i < nwords; i++)
		texts += term_count(&query[lookup->numbers + i]);
	index->term = lookup->numbers;
	index->end = lookup->numbers + nwords;
	if (lookup->numbers > 0 && (nwords == 0 || term_count(&query[0]) <= texts))
	{
		index->term = 0;
		index->end = 1;
	}
}

bool
lookup_support(Lookup *lookup, TokenIndex *texts, Slice folded)
{
	lookup_read(lookup, texts, folded);
	if (lookup->words == 0 || (lookup->numbers == 0 && lookup->words < 5))
		return false;
	lookup_start(lookup, SHARE_OF_WORDS(lookup->words));
	return true;
}

void
lookup_raise(Lookup *lookup, int least)
{
	TokenIndex *index = lookup->index;

	index->least = least;
	if (least > lookup->words)
		index->end = 0;
	else if (index->term >= lookup->numbers)
		index->end = lookup->numbers + lookup->words - least + 1;
}

/* ----------------------------------------------------------------- look-up */

/* Takes a step of the look-up's own, else of the stock; false when cut. */
static bool
take_step(Lookup *lookup)
{
	TokenIndex *index = lookup->index;

	if (index->steps > 0)
		index->steps--;
	else if (index->stock > 0)
		index->stock--;
	else
		lookup->is_cut = true;
	return !lookup->is_cut;
}

int
lookup_next(Lookup *lookup)
{
	TokenIndex *index = lookup->index;

	while (index->term < index->end)
	{
		const Term *term = index->query.items[index->term].term;
		int			text;

		if (term == NULL || index->at >= term->count)
		{
			index->term++;
			index->at = 0;
			continue;
		}
		if (!take_step(lookup))
			return -1;
		text = index->postings[term->first + index->at++];
		if (index->seen[text] == index->nlookups)
			continue;
		index->seen[text] = index->nlookups;
		return text;
	}
	return -1;
}

/* Has a text the term?  Its texts are ascending. */
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
	TokenIndex *index = lookup->index;
	const QueryTerm *query = index->query.items;
	int			shared = 0;

	for (int i = 0; i < lookup->numbers; i++)
		if (!take_step(lookup) || !has_term(index, query[i].term, text))
			return -1;
	query += lookup->numbers;
	for (int i = 0; i < lookup->words; i++)
	{
		if (shared + lookup->words - i < index->least || !take_step(lookup))
			return -1;
		shared += has_term(index, query[i].term, text);
	}
	return shared < index->least ? -1 : shared;
}

/* Its numbers lead there, and it has all of them. */
int
lookup_alone(Lookup *lookup, TokenIndex *texts, Slice folded)
{
	int			found = -1;

	lookup_read(lookup, texts, folded);
	lookup_start(lookup, 1);
	for (int i = 0; i < lookup->numbers; i++)
	{
		const QueryTerm *number = &texts->query.items[i];

		if (number->is_year || term_count(number) != 1)
			continue;
		if (found >= 0 && texts->postings[number->term->first] != found)
			return -1;
		found = texts->postings[number->term->first];
	}
	return found;
}
