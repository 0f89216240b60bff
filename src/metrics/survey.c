/*
 * survey.c
 *		One pass over a body, before any of it is read: where it may name a metric, and which.
 *
 * A word of the text is looked at only where a set of bits says that its letters are those of
 * a name's first word.  In "The loan carries a DSCR of 1.35x" these are "loan", behind which
 * no "to value" stands, and "DSCR".  Sentences that name no metric are not read.
 */
#include "metrics/metrics_internal.h"

/* Is the next word or number the phrase's second one, as in "year 1 NOI"? */
static bool
goes_on(TokenReader reader, const MetricPhrase *phrase)
{
	Token		token = {.kind = TOKEN_SIGN};

	if (phrase->nkeys == 1)
		return true;
	while (token.kind == TOKEN_SIGN)
		if (!token_next(&reader, &token))
			return false;
	return token.key == phrase->keys[1] || token_stem(reader.text, &token) == phrase->keys[1];
}

/* Notes that a name may begin with a word of the body, behind which the reader is: may one? */
static bool
note_name(MetricCheck *check, const MetricCatalog *catalog, uint64 key, const TokenReader *reader)
{
	bool		found = false;

	for (int at = catalog->slots[key % SLOTS]; at >= 0; at = catalog->phrases[at].next)
		if (catalog->phrases[at].keys[0] == key && is_name_class(catalog->phrases[at].class))
		{
			found |= goes_on(*reader, &catalog->phrases[at]);
			if (catalog->phrases[at].class == CLASS_metric)
				check->said[catalog->phrases[at].kind] = true;
		}
	return found;
}

/* Steps over words that begin no name. */
static inline void
skip_words(const MetricCatalog *catalog, TokenReader *reader)
{
	const char *text = reader->text;
	int			len = reader->len;
	int			pos = reader->pos;

	while (pos < len && (text[pos] & 0x80) == 0)
	{
		int			end = pos + 1;

		if (is_letter(text[pos]) && (end == len ||
			(catalog->pairs[text[pos] & 31] >> (text[end] & 31) & 1) == 0))
			while (end < len && is_letter(text[end]))
				end++;
		else if (is_letter(text[pos]))
		{
			int			start = word_start(text, pos, len, &end);

			if ((catalog->starts[start / 64] >> start % 64 & 1) != 0)
				break;
		}
		pos = end;
	}
	reader->pos = pos;
}

bool
survey_names(MetricCheck *check)
{
	const MetricCatalog *catalog = catalog_of(check->memo);
	TokenReader reader = {check->prose->text, check->prose->len, 0};
	Token		token;

	if (check->said != NULL)
		return check->named.count > 0;
	check->said = palloc0(catalog->nkinds);
	for (int i = 1; skip_words(catalog, &reader), word_next(&reader, &token); i++)
	{
		if (i % 4096 == 0)
			CHECK_FOR_INTERRUPTS();
		if (note_name(check, catalog, token.key, &reader) ||
			note_name(check, catalog, token_stem(reader.text, &token), &reader))
			*VEC_PUSH(&check->named) = token.start;
	}
	return check->named.count > 0;
}

bool
names_metric(const MetricCheck *check, int start, int end)
{
	int			low;

	LOWER_BOUND(low, check->named.count, i, check->named.items[i] < start);
	return low < check->named.count && check->named.items[low] < end;
}

bool
body_says(const MetricCheck *check, int kind)
{
	const MetricCatalog *catalog = catalog_of(check->memo);

	return check->said != NULL && (check->said[kind] ||
		(strcmp(catalog->kinds[kind].key, "equity_multiple") == 0 && check->said[0]));
}
