/*
 * survey.c
 *		One pass over a body, before any of it is read: where it may name a metric, and which.
 *
 * A word of the text is looked at only where a set of bits says that its letters are those of
 * a phrase's first word.  In "The loan carries a DSCR of 1.35x" these are "loan", behind which
 * no "to value" stands, and "DSCR".  Sentences that name no metric are not read: only what
 * they say of those behind them counts, "our base case", "in a downside".
 */
#include "metrics/metrics_internal.h"

static inline bool
has_start(const MetricCatalog *catalog, StartKind kind, int start)
{
	return (catalog->starts[kind][start / 64] >> start % 64 & 1) != 0;
}

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

/* Steps over words that do not start as one of some phrases. */
static inline void
skip_words(const MetricCatalog *catalog, StartKind kind, TokenReader *reader)
{
	const char *text = reader->text;
	int			len = reader->len;
	int			pos = reader->pos;

	while (pos < len && (text[pos] & 0x80) == 0)
	{
		int			end = pos + 1;

		if (is_letter(text[pos]))
		{
			if (has_start(catalog, kind, word_start(text, pos, len, &end)))
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
	for (int i = 1; skip_words(catalog, START_NAME, &reader), word_next(&reader, &token); i++)
	{
		if (i % 4096 == 0)
			CHECK_FOR_INTERRUPTS();
		if (note_name(check, catalog, token.key, &reader) ||
			note_name(check, catalog, token_stem(reader.text, &token), &reader))
			*VEC_PUSH(&check->named) = token.start;
	}
	return check->named.count > 0;
}

/* Reads the word that a text has right behind another; a key of 0 is none. */
static void
read_beside(TokenReader *reader, Token *token)
{
	int			pos = reader->pos;

	while (pos < reader->len && (is_space(reader->text[pos]) || reader->text[pos] == '-'))
		pos++;
	if (pos == reader->len || !is_letter(reader->text[pos]))
		token->key = 0;
	else
		(void) word_next(reader, token);
}

/* The class of the phrase of more than a word that begins with one, behind which the reader is:
 * CLASS_own or CLASS_cue_scenario; -1 = none. */
static int
lead_class(const MetricCatalog *catalog, TokenReader reader, const Token *first)
{
	uint64		keys[MOST_WORDS] = {first->key};
	uint64		stems[MOST_WORDS] = {token_stem(reader.text, first)};
	int			nread = 1;

	for (int i = 0; i < 2; i++)
	{
		uint64		key = i == 0 ? keys[0] : stems[0];

		for (int at = key == 0 ? -1 : catalog->slots[key % SLOTS]; at >= 0;
			at = catalog->phrases[at].next)
		{
			const MetricPhrase *phrase = &catalog->phrases[at];
			int			same = 1;

			if (phrase->keys[0] != key || !is_lead_class(phrase->class) ||
				(i == 1 && phrase->nkeys > 1))
				continue;
			for (; same < phrase->nkeys; same++)
			{
				Token		token;

				if (same == nread)
				{
					read_beside(&reader, &token);
					keys[nread] = token.key;
					stems[nread++] = token.key == 0 ? 0 : token_stem(reader.text, &token);
				}
				if (keys[same] != phrase->keys[same] && (same + 1 < phrase->nkeys ||
					stems[same] != phrase->keys[same]))
					break;
			}
			if (same == phrase->nkeys)
				return phrase->class;
		}
	}
	return -1;
}

/* Are less than so many tokens in [start, end)? */
static bool
has_fewer_tokens(const char *text, int start, int end, int most)
{
	TokenReader reader = {text, end, start};
	Token		token;

	while (most > 0 && token_next(&reader, &token))
		most--;
	return most > 0;
}

Lead
sentence_lead(const MetricCheck *check, const char *text, int start, int end)
{
	const MetricCatalog *catalog = catalog_of(check->memo);
	TokenReader reader = {text, end, start};
	Lead		lead = {false, false};
	Token		token;

	while (skip_words(catalog, START_LEAD, &reader), word_next(&reader, &token))
	{
		int			class = lead_class(catalog, reader, &token);

		lead.is_own |= class == CLASS_own;
		if (class == CLASS_cue_scenario && !lead.is_case)
			lead.is_case = has_fewer_tokens(text, start, token.start, MOST_FRONT);
	}
	return lead;
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
