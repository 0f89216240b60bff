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

/* Where a noun stands in front of an identifier, from pos on; -1 = nowhere. */
static int
find_identified(Slice text, const char *noun, int pos)
{
	int			size = (int) strlen(noun);
	const char *at;

	while (pos < text.len && (at = memmem(text.data + pos, text.len - pos, noun, size)) != NULL)
	{
		int			behind = (int) (at - text.data) + size;

		if ((at == text.data || !is_word_byte(at[-1])) && behind < text.len &&
			text.data[behind] == ' ' && identifier_at(text, behind + 1) > 0)
			return behind + 1;
		pos = (int) (at - text.data) + 1;
	}
	return -1;
}

static const char *const nouns[] = {
#include "evidence/identified.inc"
};

static bool
has_identifier(Slice text)
{
	for (int i = 0; i < (int) lengthof(nouns); i++)
		if (find_identified(text, nouns[i], 0) >= 0)
			return true;
	return false;
}

/* "Tenant A occupies 312,000 square feet" is no evidence of Tenant B's.  Is a thing
 * of one folded text none of the other, which has another of its kind? */
static bool
names_another(Slice text, Slice other)
{
	for (int i = 0; i < (int) lengthof(nouns); i++)
	{
		int			at = find_identified(text, nouns[i], 0);
		bool		has_same = false;
		bool		has_any = false;

		for (int there = 0;
			 at >= 0 && !has_same && (there = find_identified(other, nouns[i], there)) >= 0;
			 there++)
		{
			int			size = identifier_at(other, there);

			has_any = true;
			for (int here = at; here >= 0 && !has_same;
				 here = find_identified(text, nouns[i], here))
				has_same = size == identifier_at(text, here) &&
						   memcmp(text.data + here, other.data + there, size) == 0;
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

		if (end > pos)
			contrast->denies |= word_denies(folded, pos, end);
		if (side >= 0)
			sides |= UINT64_C(1) << side;
	}
	contrast->sides = sides & ~opposites(sides);
	contrast->both = sides & opposites(sides);
	contrast->identifies = has_identifier(folded);
	return contrast;
}

/* ------------------------------------------------------- both opposites said */

/* How far is a number from a word, over the text between them?  Another clause is
 * farther than anything in its own. */
static int
distance(Slice between)
{
	static const char *const joints[] = {", ",	  "; ",		  ": ",	 " and ",	  " while ",
										 " but ", " versus ", " vs", " against ", " or "};
	int			clauses = 0;

	for (int i = 0; i < (int) lengthof(joints); i++)
		clauses += memmem(between.data, between.len, joints[i], strlen(joints[i])) != NULL;
	return between.len + (clauses > 0 ? 1000 : 0);
}

/* Do opposites share what follows, "levered/unlevered IRR of 14.2%/8.7%"?  Which
 * number is whose cannot be told then. */
static bool
shares_numbers(Slice between)
{
	static const char *const joints[] = {" & ", " and ", " or ", " to ", "/"};	/* sorted */

	return slice_in(between, joints, lengthof(joints));
}

/* So far around a number its sides are looked for, and for so many numbers. */
#define NEAR_BYTES		200
#define MAX_NUMBERS		16

/*
 * Of a side and its opposite, the one said nearer to the number from start to end
 * of a text that says both; -1 when that cannot be told.
 */
static int
nearer_side(const Contrast *both, int side, int start, int end)
{
	int			nearest = -1;
	int			least = 0;
	int			before = -1;	/* the word of the pair before this one */
	int			before_end = 0;
	int			pos = Max(start - NEAR_BYTES, 0);
	int			stop = Min(both->text.len, end + NEAR_BYTES);
	int			word_end;

	while (pos > 0 && pos < start && is_word_byte(both->text.data[pos - 1]))
		pos++;					/* a word's end is none */
	for (; pos < stop; pos = word_end + 1)
	{
		int			said = side_at(both->text, pos, &word_end);
		int			far;

		if (said < 0 || said / 2 != side / 2)
			continue;
		if (before >= 0 && before != said &&
			shares_numbers((Slice){both->text.data + before_end, pos - before_end}))
			return -1;
		before = said;
		before_end = word_end;
		far = pos < start ? distance((Slice) {both->text.data + word_end, start - word_end})
			: distance((Slice) {both->text.data + end, pos - end});
		if (nearest < 0 || far < least)
		{
			nearest = said;
			least = far;
		}
	}
	return nearest;
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

	if (memmem(both->text.data, both->text.len, "respectively", strlen("respectively")) != NULL)
		return false;
	for (int i = 0; i < MAX_NUMBERS; i++)
	{
		Slice		other = {both->text.data, 0};

		number = next_number(one->text, (int) (number.data - one->text.data) + number.len);
		if (number.len == 0)
			break;
		while ((other = next_number(both->text, (int) (other.data - both->text.data) + other.len))
				   .len > 0)
		{
			int			start = (int) (other.data - both->text.data);
			int			said;

			if (!slice_equal(number, other))
				continue;
			said = nearer_side(both, side, start, start + other.len);
			if (said < 0 || said == side || ++matches == MAX_NUMBERS)
				return false;
		}
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
		(one->identifies && other->identifies && names_another(one->text, other->text));
}
