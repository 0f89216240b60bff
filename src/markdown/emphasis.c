/*
 * emphasis.c
 *		Which delimiters open and close: CommonMark's "process emphasis", with GFM's tildes.
 *
 * Of the runs "**", "*", "***" in "**b *c***" the last closes the second first, then the first
 * from the inside out: each pair is kept at its two runs, and inline_write.c writes them.
 */
#include "markdown/markdown_internal.h"

static void
unlink_delimiters(Walk *walk, int index)
{
	Delimiters *run = &walk->runs.items[index];

	if (run->before >= 0)
		walk->runs.items[run->before].behind = run->behind;
	if (run->behind >= 0)
		walk->runs.items[run->behind].before = run->before;
	if (walk->last == index)
		walk->last = run->before;
}

static int
left_of(const Delimiters *run)
{
	return run->end - run->start - run->nopening - run->nclosing;
}

static bool
can_pair(const Walk *walk, const Delimiters *opener, const Delimiters *closer)
{
	int			open_len = opener->end - opener->start;
	int			close_len = closer->end - closer->start;

	if (!opener->can_open || walk->text[opener->start] != walk->text[closer->start])
		return false;
	if (walk->text[closer->start] == '~' && open_len == close_len)
		return true;
	return !(opener->can_close || closer->can_open) ||
		(open_len + close_len) % 3 != 0 || (open_len % 3 == 0 && close_len % 3 == 0);
}

/* Pairs as many delimiters of both as a span takes. */
static void
pair_up(Walk *walk, Delimiters *opener, Delimiters *closer)
{
	bool		is_strike = walk->text[closer->start] == '~';
	int count = is_strike ? left_of(closer) : left_of(opener) >= 2 && left_of(closer) >= 2 ? 2 : 1;
	Pair pair = {is_strike	  ? MARKDOWN_STRIKE
				 : count == 2 ? MARKDOWN_STRONG
							  : MARKDOWN_EMPHASIS,
				 -1};

	opener->nopening += count;
	closer->nclosing += count;
	pair.next = opener->opens;
	opener->opens = walk->pairs.count;
	*VEC_PUSH(&walk->pairs) = pair;
	pair.next = -1;
	if (closer->last_close >= 0)
		walk->pairs.items[closer->last_close].next = walk->pairs.count;
	else
		closer->closes = walk->pairs.count;
	closer->last_close = walk->pairs.count;
	*VEC_PUSH(&walk->pairs) = pair;
}

#define STRIKE_BOTTOM	12

/* Below which no opener can be for such a closer: CommonMark's openers_bottom. */
static int *
bottom_of(const Walk *walk, int bottoms[14], const Delimiters *closer)
{
	int			len = closer->end - closer->start;
	char		c = walk->text[closer->start];

	return &bottoms[c == '~' ? STRIKE_BOTTOM + len - 1 : (c == '_' ? 6 : 0) + 3 * closer->can_open +
					len % 3];
}

/* The nearest delimiters before closer, and behind limit, that pair with it; -1 = none. */
static int
opener_of(Walk *walk, int closer, int bottom, int limit)
{
	Delimiters *runs = walk->runs.items;
	int			opener = runs[closer].before;

	while (opener != bottom && opener > limit && !can_pair(walk, &runs[opener], &runs[closer]))
		opener = runs[opener].before;
	return opener == bottom || opener <= limit ? -1 : opener;
}

/* Pairs the delimiters behind bottom, and forgets them. */
void
process_emphasis(Walk *walk, int bottom)
{
	Delimiters *runs = walk->runs.items;
	int			bottoms[14];
	int			closer = walk->last;

	if (walk->last == bottom)
		return;
	for (int i = 0; i < (int) lengthof(bottoms); i++)
		bottoms[i] = bottom;
	for (; runs[closer].before != bottom; closer = runs[closer].before)
		CHECK_FOR_INTERRUPTS();
	while (closer >= 0)
	{
		int		   *limit;
		int			opener;
		int			next = runs[closer].behind;

		CHECK_FOR_INTERRUPTS();
		if (!runs[closer].can_close)
		{
			closer = next;
			continue;
		}
		limit = bottom_of(walk, bottoms, &runs[closer]);
		opener = opener_of(walk, closer, bottom, *limit);
		if (opener < 0)
		{
			*limit = runs[closer].before;
			if (!runs[closer].can_open)
				unlink_delimiters(walk, closer);
			closer = next;
			continue;
		}
		if (walk->text[runs[closer].start] == '~' &&
			runs[closer].end - runs[closer].start != runs[opener].end - runs[opener].start)
		{
			/* to cmark-gfm tildes that meet others not as many let none that is open strike */
			bottoms[STRIKE_BOTTOM] = bottoms[STRIKE_BOTTOM + 1] = closer;
			unlink_delimiters(walk, closer);
			closer = next;
			continue;
		}
		pair_up(walk, &runs[opener], &runs[closer]);
		while (runs[closer].before != opener)
			unlink_delimiters(walk, runs[closer].before);
		if (left_of(&runs[opener]) == 0)
			unlink_delimiters(walk, opener);
		if (left_of(&runs[closer]) == 0)
		{
			next = runs[closer].behind;
			unlink_delimiters(walk, closer);
			closer = next;
		}
	}
	walk->last = bottom;
	if (bottom >= 0)
		runs[bottom].behind = -1;
}

