/*
 * contrast.c
 *		Do two texts that share their words say different things?
 *
 * "Rents rose by 4%" and "Rents fell by 4%" share the number and half of their words,
 * "Tenant A" and "Tenant B" of a rent roll all but a letter: neither is evidence of
 * the other.  A text denies or it does not, says one or the other of two opposites,
 * and speaks of things by letter or number.  Who says both opposites ("rents rose by 4%
 * while vacancy fell") says of each number what stands nearer to it.
 */
#include "evidence/evidence_internal.h"

#define LONGEST_ROMAN	4			/* letters of a number, "viii" */
#define MOST_THINGS		16			/* of a text that are compared */

/* --------------------------------------------------------------- opposites */

/* Sides are in pairs: of opposites one is even, and the other follows. */
typedef struct SideWord
{
	const char *word;
	int			side;
} SideWord;

static const SideWord side_words[] = {
#include "evidence/opposites.inc"
};

static int
compare_side_words(const void *key, const void *entry)
{
	const Slice *word = key;
	const char *other = ((const SideWord *) entry)->word;
	int			order = strncmp(word->data, other, word->len);

	return order != 0 ? order : -(other[word->len] != '\0');
}

/* The opposites of sides, a bit each. */
static uint64
opposites(uint64 sides)
{
	return (sides & UINT64_C(0x5555555555555555)) << 1 |
		   (sides & UINT64_C(0xAAAAAAAAAAAAAAAA)) >> 1;
}

/* ----------------------------------------------------------------- denials */

/* "No issues were found" is no evidence of "Issues were found".  Does the word from
 * start to end deny? */
static bool
word_denies(Slice text, int start, int end)
{
	static const char *const words[] = {"cannot", "neither", "never",	"no",	  "none",
										"nor",	  "not",	 "nothing", "without"};

	if (slice_in((Slice) {text.data + start, end - start}, words, lengthof(words)))
		return true;
	/* "weren't", also with a curly apostrophe, which is a letter here */
	if (text.data[end - 1] == 'n' && end + 1 < text.len && text.data[end] == '\'' &&
		text.data[end + 1] == 't')
		return true;
	return end - start > 5 && memcmp(text.data + end - 5, "n\xE2\x80\x99t", 5) == 0;
}

/* ------------------------------------------------------------- identifiers */

/* The letter or number that tells one thing of a kind from another, "tenant a",
 * "building 12", "phase iii", behind a noun at pos; its length, 0 = none. */
static int
identifier_at(Slice text, int pos)
{
	const char *word = text.data + pos;
	int			len = 0;

	while (pos + len < text.len && is_word_byte(word[len]))
		len++;
	if (len == 1 || (len == 2 && is_digit(word[0]) && is_digit(word[1])) ||
		(len <= LONGEST_ROMAN && (int) strspn(word, "ivx") == len))
		return len;
	return 0;
}

static const char *const nouns[] = {
#include "evidence/identified.inc"
};

/* "Tenant A occupies 312,000 square feet" is no evidence of Tenant B's.  Is a thing
 * of one text none of the other, which has another of its kind? */
static bool
names_another(const Contrast *one, const Contrast *other)
{
	for (int i = 0; i < one->things.count; i++)
	{
		Slice		noun = one->things.items[i].noun;
		bool		has_any = false;
		bool		has_same = false;

		for (int j = 0; j < other->things.count; j++)
		{
			if (!slice_equal(other->things.items[j].noun, noun))
				continue;
			has_any = true;
			for (int k = 0; k < one->things.count; k++)
				has_same |= slice_equal(one->things.items[k].noun, noun) &&
							slice_equal(one->things.items[k].id, other->things.items[j].id);
		}
		if (has_any && !has_same)
			return true;
	}
	return false;
}

/* ---------------------------------------------------------------- contrast */

/* The side that the word at pos says, -1 = none, and *end, where it ends. */
static int
side_at(Slice text, int pos, int *end)
{
	Slice		word = {text.data + pos, 0};
	const SideWord *found;

	while (pos + word.len < text.len && is_word_byte(word.data[word.len]))
		word.len++;
	*end = pos + word.len;
	found = bsearch(&word, side_words, lengthof(side_words), sizeof(SideWord), compare_side_words);
	return found == NULL ? -1 : found->side;
}

Contrast *
contrast_read(Slice folded)
{
	Contrast   *contrast = palloc0(sizeof(Contrast));
	uint64		sides = 0;

	contrast->text = folded;
	for (int pos = 0, end; pos < folded.len; pos = end + 1)
	{
		int			side = side_at(folded, pos, &end);
		int			len;

		if (end == pos)
			continue;
		contrast->denies |= word_denies(folded, pos, end);
		if (contrast->things.count < MOST_THINGS &&
			slice_in((Slice) {folded.data + pos, end - pos}, nouns, lengthof(nouns)) &&
			end + 1 < folded.len && folded.data[end] == ' ' &&
			(len = identifier_at(folded, end + 1)) > 0)
			*VEC_PUSH(&contrast->things) = (Thing) {{folded.data + pos, end - pos},
													{folded.data + end + 1, len}};
		if (side >= 0)
			sides |= UINT64_C(1) << side;
	}
	contrast->sides = sides & ~opposites(sides);
	contrast->both = sides & opposites(sides);
	return contrast;
}

/* ------------------------------------------------------- both opposites said */

#define MAX_NUMBERS		16		/* that are compared */

/* Which of a side and its opposite a text that has both says of what stands at pos: the
 * last one before it, else the first behind. */
static int
side_near(Slice text, int side, int pos)
{
	int			near = -1;

	for (int at = 0, end; at < text.len && (at < pos || near < 0); at = end + 1)
	{
		int			said = side_at(text, at, &end);

		if (said >= 0 && said / 2 == side / 2)
			near = said;
	}
	return near;
}

/* The number of a text from pos on; len 0 = none. */
static Slice
next_number(Slice text, int pos)
{
	int			end;

	while (pos < text.len && !is_digit(text.data[pos]))
		pos++;
	for (end = pos; end < text.len; end++)
		if (!is_digit(text.data[end]) &&
			!(end + 1 < text.len && strchr(".,", text.data[end]) != NULL &&
			  is_digit(text.data[end + 1])))
			break;
	return (Slice) {text.data + pos, end - pos};
}

/*
 * "The levered IRR is 14.2%, the unlevered one 8.7%" is no evidence of an unlevered
 * IRR of 14.2%.  Does a text with both opposites say the other one of each number for
 * which the first text says one side?
 */
static bool
says_of_others(const Contrast *one, const Contrast *both, int side)
{
	Slice		number = {one->text.data, 0};
	int			matches = 0;

	for (int i = 0; i < MAX_NUMBERS; i++)
	{
		Slice		other = {both->text.data, 0};

		number = next_number(one->text, (int) (number.data - one->text.data) + number.len);
		if (number.len == 0)
			break;
		while ((other = next_number(both->text, (int) (other.data - both->text.data) + other.len))
				   .len > 0)
			if (slice_equal(number, other) &&
				(side_near(both->text, side, (int) (other.data - both->text.data)) == side ||
				 ++matches == MAX_NUMBERS))
				return false;
	}
	return matches > 0;
}

static bool
contradicts_both(const Contrast *one, const Contrast *both)
{
	uint64		sides = one->sides & both->both;

	for (int side = 0; sides != 0; side++, sides >>= 1)
		if ((sides & 1) != 0 && says_of_others(one, both, side))
			return true;
	return false;
}

bool
contrasts_differ(const Contrast *one, const Contrast *other)
{
	return (one->sides & opposites(other->sides)) != 0 ||
		contradicts_both(one, other) || contradicts_both(other, one) ||
		names_another(one, other);
}
