/*
 * emphasis.c
 *		Which delimiters open and close: CommonMark's "process emphasis", with GFM's tildes.
 *
 * Of the tokens "**", "b ", "*", "c", "***" the last closes the second first, then the first
 * from the inside out: each pair is kept at its two runs, and inline_write.c writes them.
 */
#include "markdown/inline_write.h"

static void
unlink_delimiters(InlineWalk *walk, int index)
{
	Token	   *token = &walk->tokens.items[index];

	if (token->before >= 0)
		walk->tokens.items[token->before].behind = token->behind;
	if (token->behind >= 0)
		walk->tokens.items[token->behind].before = token->before;
	if (walk->last == index)
		walk->last = token->before;
}

static int
left_of(const Token *token)
{
	return token->end - token->start - token->nopening - token->nclosing;
}

static bool
can_pair(const InlineWalk *walk, const Token *opener, const Token *closer)
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

/* Do tildes meet others that are not as many?  Then, to cmark-gfm, all that are open strike
 * nothing. */
static bool
is_mismatch(const InlineWalk *walk, const Token *opener, const Token *closer)
{
	return walk->text[closer->start] == '~' &&
		   closer->end - closer->start != opener->end - opener->start;
}

/* Pairs as many delimiters of both as a span takes. */
static void
pair_up(InlineWalk *walk, Token *opener, Token *closer)
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
bottom_of(const InlineWalk *walk, int bottoms[14], const Token *closer)
{
	int			len = closer->end - closer->start;

	switch (walk->text[closer->start])
	{
		case '*':
			return &bottoms[3 * closer->can_open + len % 3];
		case '_':
			return &bottoms[6 + 3 * closer->can_open + len % 3];
		default:
			return &bottoms[STRIKE_BOTTOM + len - 1];
	}
}

/* Pairs the delimiters behind bottom, and forgets them. */
void
process_emphasis(InlineWalk *walk, int bottom)
{
	Token	   *tokens = walk->tokens.items;
	int			bottoms[14];
	int			closer = walk->last;

	if (walk->last == bottom)
		return;
	for (int i = 0; i < (int) lengthof(bottoms); i++)
		bottoms[i] = bottom;
	while (tokens[closer].before != bottom)
		closer = tokens[closer].before;
	while (closer >= 0)
	{
		int		   *limit;
		int			opener;
		int			next = tokens[closer].behind;

		CHECK_FOR_INTERRUPTS();
		if (!tokens[closer].can_close)
		{
			closer = next;
			continue;
		}
		limit = bottom_of(walk, bottoms, &tokens[closer]);
		opener = tokens[closer].before;
		while (opener != bottom && opener > *limit &&
			   !can_pair(walk, &tokens[opener], &tokens[closer]))
			opener = tokens[opener].before;
		if (opener == bottom || opener <= *limit)
		{
			*limit = tokens[closer].before;
			if (!tokens[closer].can_open)
				unlink_delimiters(walk, closer);
			closer = next;
			continue;
		}
		if (is_mismatch(walk, &tokens[opener], &tokens[closer]))
		{
			bottoms[STRIKE_BOTTOM] = bottoms[STRIKE_BOTTOM + 1] = closer;
			unlink_delimiters(walk, closer);
			closer = next;
			continue;
		}
		pair_up(walk, &tokens[opener], &tokens[closer]);
		while (tokens[closer].before != opener)
			unlink_delimiters(walk, tokens[closer].before);
		if (left_of(&tokens[opener]) == 0)
			unlink_delimiters(walk, opener);
		if (left_of(&tokens[closer]) == 0)
		{
			next = tokens[closer].behind;
			unlink_delimiters(walk, closer);
			closer = next;
		}
	}
	walk->last = bottom;
	if (bottom >= 0)
		tokens[bottom].behind = -1;
}

