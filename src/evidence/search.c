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

struct TextSearch
{
	VEC(SearchNode) nodes;		/* the first is the root */
	KeyMap		edges;			/* the node behind one, by that and the byte */
	int			root[256];		/* where most bytes lead from: the root's own edges */
	int		   *next;			/* by quote: another one with the same text, -1 = none */
	int			ntexts;
};

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
TextSearch *
search_create(const Slice *patterns, int count)
{
	TextSearch *search = palloc0(sizeof(TextSearch));
	Growing    *growing = palloc_array_huge(count + 1, sizeof(Growing));
	int			ngrowing = count;

	VEC_PUSH(&search->nodes)->pattern = -1;
	search->next = palloc_array_huge(count + 1, sizeof(int));
	for (int i = 0; i < count; i++)
		growing[i] = (Growing) {patterns[i], i, 0};
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
	return search;
}

/* Tells of the quotes that end at a byte, but those that the text has shown before. */
static void
tell_found(TextSearch *search, int node, int end, SearchFound found, void *argument)
{
	for (; node > 0; node = search->nodes.items[node].shorter)
	{
		SearchNode *at = &search->nodes.items[node];
		bool		is_taken = true;

		if (at->seen == search->ntexts)
			return;				/* and so were all shorter ones */
		for (int i = at->pattern; i >= 0; i = search->next[i])
			is_taken &= found(argument, i, end);
		if (is_taken || ++at->refusals % MOST_REFUSALS == 0)
			at->seen = search->ntexts;
	}
}

void
search_run(TextSearch *search, Slice text, SearchFound found, void *argument)
{
	int			node = 0;

	search->ntexts++;
	for (int i = 0; i < text.len; i++)
	{
		if ((i & 0xFFFF) == 0)
			CHECK_FOR_INTERRUPTS();
		node = step(search, node, (unsigned char) text.data[i]);
		if (node > 0 &&
			(search->nodes.items[node].pattern >= 0 || search->nodes.items[node].shorter > 0))
			tell_found(search,
					   search->nodes.items[node].pattern >= 0 ? node
															  : search->nodes.items[node].shorter,
					   i + 1, found, argument);
	}
}
