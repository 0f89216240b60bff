/*
 * words.c
 *		How many words a block or a body has.
 *
 * Markers, zones and link destinations are left out: "NOI[SRC:1] rose `x`." has two
 * words, for the full stop belongs to none but the one before a marker.
 */
#include "language/language_internal.h"
#include "markdown/markdown.h"

#include "port/pg_bswap.h"

/* Word starts in eight ASCII bytes; a byte above ' ' is of a word. */
static inline int
ascii_word_starts(uint64 bytes, bool *in_word)
{
	uint64		solid;
	uint64		starts;

#ifdef WORDS_BIGENDIAN
	bytes = pg_bswap64(bytes);
#endif
	solid = (bytes + 0x5F * EACH_BYTE) & (0x80 * EACH_BYTE);
	starts = solid & ~(solid << 8 | (uint64) (*in_word ? 0x80 : 0));
	*in_word = solid >> 63;
	return (int) (((starts >> 7) * EACH_BYTE) >> 56);
}

/* Counts runs of non-blanks; what is left out does not part a word.  Eight
 * bytes at a time where they are ASCII: a trigger counts every section. */
static int
plain_words(const char *text, int pos, int end, bool *in_word)
{
	int			count = 0;

	while (pos < end)
	{
		int			blank = 0;
		unsigned char c;

		for (; pos + 8 <= end && are_ascii(eight_bytes(text + pos)); pos += 8)
			count += ascii_word_starts(eight_bytes(text + pos), in_word);
		if (pos == end)
			break;
		c = text[pos];
		if (c <= ' ' || c >= 0xC2)
			blank = language_blank(text, end, pos);
		count += blank == 0 && !*in_word;
		*in_word = blank == 0;
		pos += Max(blank, 1);
	}
	return count;
}

/* Words between obstacles; a marker does not part "rose[SRC:1]." in two. */
static int
line_words(Splitter *s, int pos, int end)
{
	int			count = 0;
	bool		in_word = false;
	bool		is_marker;

	while (pos < end)
	{
		Line		obstacle = obstacle_next(s, pos, &is_marker);

		CHECK_FOR_INTERRUPTS();
		if (obstacle.start > pos)
			count += plain_words(s->text, pos, Min(end, obstacle.start), &in_word);
		pos = obstacle.start > pos ? Min(end, obstacle.start) : obstacle.end;
		/* "rose [SRC:1].": the stop belongs to the word before the marker */
		if (pos == obstacle.end && is_marker && pos < end &&
			strchr(".,;:!?)]\"'", s->text[pos]) != NULL)
			in_word = true;
	}
	return count;
}

int
prose_block_words(const Prose *prose, const TextBlock *block)
{
	Splitter	s = splitter_of(prose, block);
	int			count = 0;

	if (block->kind != BLOCK_PARAGRAPH || block->note_def >= 0)
		return 0;
	for (int i = 0; i < block->nlines; i++)
	{
		Line		line = prose->lines.items[block->first_line + i];

		if (prose->leaving.count > 0 && prose_leaves(prose, line.start))
			continue;
		count += line_words(&s, line.start, line.end);
	}
	return count;
}

int
prose_words(const Prose *prose)
{
	int			count = 0;

	for (int i = 0; i < prose->blocks.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!prose->blocks.items[i].is_listed)
			count += prose_block_words(prose, &prose->blocks.items[i]);
	}
	return count;
}
