/*
 * markdown_tilde.c
 *		Which tildes strike text, for md4c, which takes nearly any two for that.
 *
 *		Vacancy (~5%) fell; rents (~3%) rose.	strikes nothing
 *		The ~~old~~ and the ~first~ price		strike
 *
 * To GFM a run of one or two tildes opens like an asterisk of emphasis when it is
 * left-flanking (CommonMark, chapter 6.2), closes when it is right-flanking, and
 * only the nearest opener counts, if it is as long.  All other runs are masked (see
 * markdown.c), and pairs within a pair, which strike nothing more: md4c would pair
 * them otherwise, and takes quadratic time for spans in each other.  Longer runs are
 * text or fences to md4c, too.
 */
#include "markdown/markdown_internal.h"

#include "mb/pg_wchar.h"

#define MOST_OPENERS	64		/* looked at for a run that closes */

typedef struct Run
{
	int			start;
	int			len;
	bool		opens;
	bool		closes;
	int			npairs;			/* of an opener: found before it */
} Run;

typedef struct Tildes
{
	char	   *masked;
				VEC(Run) open;
				VEC(Run) pairs;	/* of the block, two runs each, none in another */
} Tildes;

typedef enum Side
{
	SIDE_BLANK,
	SIDE_PUNCTUATION,
	SIDE_LETTER
} Side;

static Side
side_of(Slice text, int pos)
{
	const unsigned char *at = (const unsigned char *) text.data + pos;

	if (pos < 0 || pos >= text.len || is_unicode_blank(*at < 0x80 ? *at : utf8_to_unicode(at)))
		return SIDE_BLANK;
	return word_begins(text.data, text.len, pos) ? SIDE_LETTER : SIDE_PUNCTUATION;
}

static void
mask_run(Tildes *tildes, Run run)
{
	memset(tildes->masked + run.start, '{', run.len);
}

/* What is open, from an index on, closes nowhere. */
static void
mask_open(Tildes *tildes, int from)
{
	for (int i = from; i < tildes->open.count; i++)
		mask_run(tildes, tildes->open.items[i]);
	tildes->open.count = from;
}

/*
 * The opener that a closing run meets, -1 when there is none: the nearest, but, as
 * of emphasis, one of another length only where neither both opens and closes.
 */
static int
find_opener(const Tildes *tildes, Run run)
{
	for (int i = tildes->open.count - 1; i >= 0 && i >= tildes->open.count - MOST_OPENERS; i--)
		if (tildes->open.items[i].len == run.len || (!run.opens && !tildes->open.items[i].closes))
			return i;
	return -1;
}

/* An opener meets a run that closes; to cmark-gfm one of another length ends all
 * that are open. */
static void
close_pair(Tildes *tildes, int index, Run run)
{
	Run			opener = tildes->open.items[index];

	if (opener.len != run.len)
	{
		mask_open(tildes, 0);
		mask_run(tildes, run);
		return;
	}
	mask_open(tildes, index + 1);
	tildes->open.count--;
	while (tildes->pairs.count > opener.npairs)
		mask_run(tildes, tildes->pairs.items[--tildes->pairs.count]);
	*VEC_PUSH(&tildes->pairs) = opener;
	*VEC_PUSH(&tildes->pairs) = run;
}

/* "[a](https://x.y/~z?a&b)": md4c, which would pair it with one behind the link, may
 * make a copy of what it sees there. */
static bool
is_in_destination(Slice text, int pos)
{
	for (int i = pos - 1; i > 0 && i > pos - 256 && !isspace((unsigned char) text.data[i]); i--)
		if (text.data[i] == '(' && text.data[i - 1] == ']')
			return true;
	return false;
}

/* Does a block end before the line at pos, for all that can be told from it? */
static bool
begins_anew(Slice text, int pos)
{
	while (pos < text.len && (text.data[pos] == ' ' || text.data[pos] == '\t' || text.data[pos] == '\r'))
		pos++;
	return pos == text.len || isdigit((unsigned char) text.data[pos]) || strchr("\n-+*#>|", text.data[pos]) != NULL;
}

void
markdown_mask_tildes(Slice text, char *masked)
{
	Tildes		tildes = {.masked = masked};
	const char *end = text.data + text.len;
	const char *at = text.len == 0 ? NULL : memchr(text.data, '~', text.len);
	int			line = 0;		/* looked at so far for where blocks begin */

	while (at != NULL)
	{
		Run			run = {.start = (int) (at - text.data)};
		int			opener = -1;
		Side		before;
		Side		behind;
		const char *newline;

		CHECK_FOR_INTERRUPTS();
		while (at < end && *at == '~')
			at++;
		run.len = (int) (at - text.data) - run.start;
		at = at == end ? NULL : memchr(at, '~', end - at);
		if (run.len > 2 || (run.start > 0 && text.data[run.start - 1] == '\\'))
			continue;
		if (is_in_destination(text, run.start))
		{
			memset(masked + run.start, MASKED_TILDE, run.len);
			continue;
		}
		for (; (newline = memchr(text.data + line, '\n', run.start - line)) != NULL; line = (int) (newline - text.data) + 1)
			if (begins_anew(text, (int) (newline - text.data) + 1))
			{
				mask_open(&tildes, 0);
				tildes.pairs.count = 0;
			}
		before = run.start == 0 ? SIDE_BLANK : side_of(text, char_before(text.data, run.start));
		behind = side_of(text, run.start + run.len);
		run.npairs = tildes.pairs.count;
		run.opens = behind == SIDE_LETTER || (behind == SIDE_PUNCTUATION && before != SIDE_LETTER);
		run.closes = before == SIDE_LETTER || (before == SIDE_PUNCTUATION && behind != SIDE_LETTER);
		if (run.closes)
			opener = find_opener(&tildes, run);
		if (opener >= 0)
			close_pair(&tildes, opener, run);
		else if (run.opens)
			*VEC_PUSH(&tildes.open) = run;
		else
			mask_run(&tildes, run);
	}
	mask_open(&tildes, 0);
	if (tildes.open.items != NULL)
		pfree(tildes.open.items);
	if (tildes.pairs.items != NULL)
		pfree(tildes.pairs.items);
}
