/*
 * contrast.c
 *		Do two texts that share their words say different things?
 *
 * "No mold was found" and "Mold was found" share all their words, "Tenant A" and "Tenant B"
 * of a rent roll all but a letter: neither is evidence of the other.  A text denies or it
 * does not, and speaks of things by letter or number.
 */
#include "evidence/evidence_internal.h"

#define LONGEST_ROMAN	4			/* letters of a number, "viii" */
#define MOST_THINGS		16			/* of a text that are compared */

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
bool
contrasts_differ(const Contrast *one, const Contrast *other)
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

Contrast *
contrast_read(Slice folded)
{
	Contrast   *contrast = palloc0(sizeof(Contrast));

	for (int pos = 0, end; pos < folded.len; pos = end + 1)
	{
		int			len;

		for (end = pos; end < folded.len && is_word_byte(folded.data[end]);)
			end++;
		if (end == pos)
			continue;
		contrast->denies |= word_denies(folded, pos, end);
		if (contrast->things.count < MOST_THINGS &&
			slice_in((Slice) {folded.data + pos, end - pos}, nouns, lengthof(nouns)) &&
			end + 1 < folded.len && folded.data[end] == ' ' &&
			(len = identifier_at(folded, end + 1)) > 0)
			*VEC_PUSH(&contrast->things) = (Thing) {{folded.data + pos, end - pos},
													{folded.data + end + 1, len}};
	}
	return contrast;
}
