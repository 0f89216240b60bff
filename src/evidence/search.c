/*
 * search.c
 *		Where do many quotes stand in many texts?  In time linear in all of them.
 *
 * The quotes are one automaton (Aho and Corasick's): a tree of their bytes, in which
 * each node knows the longest other one that ends as it does.  With the quotes "noi
 * rose" and "rose 3%", the text "noi rose 3%" goes down the first to its end, and on
 * at the second's node for "rose".  No byte of a text is looked at twice, however
 * many quotes there are and however much alike.
 */
#include "evidence/evidence_internal.h"

#define MOST_REFUSALS	16		/* places of a quote in a text that its caller may refuse */

typedef struct SearchNode
{
	int			fail;			/* the longest other node that ends as this one does */
	int			shorter;		/* the nearest on that way where quotes end, 0 = none */
	int			pattern;		/* the first quote that ends here, -1 = none */
	int			seen;			/* the last text in which it was met; */
	int			refusals;		/* and refused there */
} SearchNode;

typedef struct TextSearch
{
	VEC(SearchNode) nodes;		/* the first is the root */
	KeyMap		edges;			/* the node behind one, by that and the byte */
	int			root[256];		/* where most bytes lead from: the root's own edges */
	int		   *next;			/* by quote: another one with the same text, -1 = none */
	Sought	   *sought;
	SoughtPlaceOf place_of;		/* the caller's, */
	void	   *argument;
	const Passage *passage;		/* that is searched, */
	StringInfo	text;			/* folded */
	int			ntexts;
} TextSearch;

/* A quote while its nodes are made. */
typedef struct Growing
{
	Slice		text;
	int			number;
	int			node;
} Growing;

static inline uint64
edge_key(int node, unsigned char byte)
{
	return (uint64) node << 8 | byte;
}

/* The node behind one for a byte, 0 = none. */
static inline int
find_child(const TextSearch *search, int node, unsigned char byte)
{
	return node == 0 ? search->root[byte] : keymap_get(&search->edges, edge_key(node, byte));
}

/* Where a text goes on with a byte: at the longest node that ends it. */
static inline int
step(const TextSearch *search, int node, unsigned char byte)
{
	int			child = find_child(search, node, byte);

	while (child == 0 && node > 0)
	{
		node = search->nodes.items[node].fail;
		child = find_child(search, node, byte);
	}
	return child;
}

/* Makes the node for the next byte of a quote, when none has made it; all nodes that
 * are nearer to the root are there. */
static void
grow(TextSearch *search, Growing *growing, int depth)
{
	unsigned char byte = (unsigned char) growing->text.data[depth];
	int			parent = growing->node;
	int			child = find_child(search, parent, byte);

	if (child == 0)
	{
		int			fail = parent == 0 ? 0 : step(search, search->nodes.items[parent].fail, byte);
		SearchNode *node = VEC_PUSH(&search->nodes);

		child = search->nodes.count - 1;
		node->fail = fail;
		node->shorter =
			search->nodes.items[fail].pattern >= 0 ? fail : search->nodes.items[fail].shorter;
		node->pattern = -1;
		if (parent == 0)
			search->root[byte] = child;
		else
			*keymap_at(&search->edges, edge_key(parent, byte)) = child;
	}
	growing->node = child;
	if (growing->text.len == depth + 1)
	{
		search->next[growing->number] = search->nodes.items[child].pattern;
		search->nodes.items[child].pattern = growing->number;
	}
}

/* Longest first: those that still grow at a depth are the first ones. */
static int
compare_lengths(const void *a, const void *b)
{
	const Growing *x = a;
	const Growing *y = b;

	if (x->text.len != y->text.len)
		return x->text.len > y->text.len ? -1 : 1;
	return y->number - x->number;	/* of equal ones, the first is found first */
}

/* All quotes grow by a byte at a time, so that the nodes a new one falls back to are there. */
static void
make_tree(TextSearch *search, int count)
{
	Growing    *growing = palloc_array_huge(count + 1, sizeof(Growing));
	int			ngrowing = count;

	VEC_PUSH(&search->nodes)->pattern = -1;
	search->next = palloc_array_huge(count + 1, sizeof(int));
	for (int i = 0; i < count; i++)
		growing[i] = (Growing) {search->sought[i].text, i, 0};
	qsort(growing, count, sizeof(Growing), compare_lengths);
	for (int depth = 0; ngrowing > 0; depth++)
	{
		while (ngrowing > 0 && growing[ngrowing - 1].text.len <= depth)
			ngrowing--;
		CHECK_FOR_INTERRUPTS();
		for (int i = 0; i < ngrowing; i++)
			grow(search, &growing[i], depth);
	}
	pfree(growing);
}

/* Takes a place where a quote ends; false where it cuts a number: another one may do. */
static bool
take_place(TextSearch *search, Sought *sought, int end)
{
	bool		cuts = is_inside_number(search->text, end - sought->text.len) ||
		is_inside_number(search->text, end);
	SoughtPlace	place = sought->place == PLACE_OWN ? PLACE_NONE :
		search->place_of(search->argument, sought, search->passage);

	if (cuts)
		place = place == PLACE_OWN && sought->takes_cut ? PLACE_CUT : PLACE_NONE;
	if (place > sought->place)
	{
		sought->place = place;
		sought->passage = search->passage;
		sought->is_several = false;
	}
	else if (place == PLACE_ELSEWHERE && place == sought->place)
		sought->is_several |= sought->passage->identity.page != search->passage->identity.page;
	return !cuts;
}

/* Takes the quotes that end at a byte, but those that the text has shown before. */
static void
take_found(TextSearch *search, int node, int end)
{
	for (; node > 0; node = search->nodes.items[node].shorter)
	{
		SearchNode *at = &search->nodes.items[node];
		bool		is_taken = true;

		if (at->seen == search->ntexts)
			return;				/* and so were all shorter ones */
		for (int i = at->pattern; i >= 0; i = search->next[i])
			is_taken &= take_place(search, &search->sought[i], end);
		if (is_taken || ++at->refusals % MOST_REFUSALS == 0)
			at->seen = search->ntexts;
	}
}

static void
search_text(TextSearch *search)
{
	int			node = 0;

	search->ntexts++;
	for (int i = 0; i < search->text->len; i++)
	{
		const SearchNode *at;

		if ((i & 0xFFFF) == 0)
			CHECK_FOR_INTERRUPTS();
		node = step(search, node, (unsigned char) search->text->data[i]);
		at = &search->nodes.items[node];
		if (node > 0 && (at->pattern >= 0 || at->shorter > 0))
			take_found(search, at->pattern >= 0 ? node : at->shorter, i + 1);
	}
}

void
search_passages(Memo *memo, Sought *sought, int count, const bool *is_wanted,
				SoughtPlaceOf place_of, void *argument)
{
	TextSearch search = {.sought = sought, .place_of = place_of, .argument = argument};
	QuoteLevel	level = quote_level_of(slice_of(memo->policy.quote_level));

	make_tree(&search, count);
	for (int i = 0; i < memo->contents.count; i++)
	{
		Fold		folded;

		CHECK_FOR_INTERRUPTS();
		search.passage = &memo->contents.items[i];
		if (!is_wanted[search.passage->identity.doc->index] ||
			search.passage->content.len > MAX_SECTION_BYTES)
			continue;
		fold_text(search.passage->content, level, &folded);
		search.text = &folded.text;
		search_text(&search);
		fold_free(&folded);
	}
}
