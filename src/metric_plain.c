/*
 * metric_plain.c
 *		Is a number a plain assertion of this deal's headline?
 *
 * Only such a number may be rewritten, and only a sentence that gives positive
 * evidence is plain: each of its words is known to be harmless (metricplain.h)
 * and each of its numbers belongs to a metric.  A word that is not of the list,
 * a condition, a date, another party or another quantity leaves the number for
 * review:
 *
 *		The levered IRR is 14.2%.				plain
 *		At a 6% exit cap the levered IRR is 14.2%.	"at", and what follows it
 *		Fannie's quote came at 1.25x DSCR.		words that are not of the list
 *
 * A sentence is read in statements, cut at semicolons and at "while" and "but";
 * what follows a statement that is not plain is not plain either.
 */
#include "metric_internal.h"

static const char *const plain_words[] = {
#define PLAIN(word) word,
#include "metricplain.h"
#undef PLAIN
};

static int
compare_words(const void *a, const void *b)
{
	return strcmp((const char *) a, *(const char *const *) b);
}

static bool
is_plain_word(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	char		word[16];
	int			len = token->end - token->start;

	if (len >= (int) sizeof(word))
		return false;
	for (int i = 0; i < len; i++)
		word[i] = pg_ascii_tolower((unsigned char) reading->prose->text[token->start + i]);
	word[len] = '\0';
	return bsearch(word, plain_words, lengthof(plain_words), sizeof(plain_words[0]), compare_words) != NULL;
}

static bool
is_any(const Reading *reading, int index, const char *const *words)
{
	for (; *words != NULL; words++)
		if (token_is(reading, index, *words))
			return true;
	return false;
}

static bool
is_linked(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);

	return token->group >= 0 && reading->groups.items[token->group].mention >= 0;
}

static int
skip_articles(const Reading *reading, int index)
{
	static const char *const articles[] = {"a", "an", "the", "our", NULL};

	while (is_any(reading, index, articles))
		index++;
	return index;
}

/* The last token of a modifier that stands beside a metric or number of its
 * own; -1 when none does. */
static int
modifier_end(const Reading *reading, int index)
{
	int			last;
	const Token *next;

	if (modifier_at(reading, index, &last) == NULL)
		return -1;
	next = token_at(reading, last + 1);
	if (next->inside >= 0 || next->kind == TOKEN_CLOSE || token_is(reading, last + 1, "basis") ||
		is_linked(reading, index - 1) || modifier_end(reading, last + 1) >= 0)
		return last;
	return has_words(next, W_AND) || next->kind == TOKEN_SLASH ? last : -1;
}

/* "at 14.2%" behind the metric that has it. */
static bool
links_value(const Reading *reading, int index)
{
	int			number = skip_fill(reading, index + 1);

	return is_linked(reading, number) &&
		reading->mentions.items[reading->groups.items[token_at(reading, number)->group].mention].last < index;
}

/* The last token of a phrase that says nothing of a case or time; -1 when the
 * preposition at index begins another. */
static int
phrase_end(const Reading *reading, int index)
{
	static const char *const whom[] = {"investors", "equity", "deal", "project", "property", "investment", "asset", "transaction", "loan", NULL};
	static const char *const expecting[] = {"pencils", "equates", "out", "comes", "expected", "projected", "forecast", "forecasted", "estimated", "anticipated", NULL};
	int			noun = skip_articles(reading, index + 1);
	int			last;

	if (token_is(reading, index, "at"))
		return links_value(reading, index) ? index : token_is(reading, index + 1, "closing") ? index + 1 : -1;
	if (token_is(reading, index, "in"))
	{
		if (token_at(reading, index)->is_joined || token_is(reading, index - 1, "comes"))
			return index;
		if (token_is(reading, noun, "base") && token_is(reading, noun + 1, "case"))
			return noun + 1;
		return token_is(reading, noun, "total") ? noun : -1;
	}
	if (token_is(reading, index, "by") && token_is(reading, noun, "noi"))
		return noun;
	if (token_is(reading, index, "over") && token_is(reading, noun, "hold"))
		return token_is(reading, noun + 1, "period") ? noun + 1 : noun;
	if (token_is(reading, index, "on"))
	{
		if (modifier_at(reading, noun, &last) != NULL && token_is(reading, last + 1, "basis"))
			return last + 1;
		return modifier_at(reading, noun, &last) != NULL && token_is(reading, last + 1, "loan") ? last + 1 :
			token_is(reading, noun, "loan") ? noun : -1;
	}
	if (token_is(reading, index, "to") && is_any(reading, index - 1, expecting))
		return token_is(reading, index + 1, "reach") ? index + 1 : index;
	if ((token_is(reading, index, "to") || token_is(reading, index, "for")) && is_any(reading, noun, whom))
		return noun;
	return -1;
}

/* Mathematics: a dollar sign before no amount, or a command of TeX. */
static bool
has_formula(const Reading *reading)
{
	const char *text = reading->prose->text;

	for (int i = reading->start; i < reading->end; i++)
	{
		unsigned char next = i + 1 < reading->end ? (unsigned char) text[i + 1] : ' ';

		if ((text[i] == '$' && !isdigit(next)) || (text[i] == '\\' && (isalpha(next) || next == '(' || next == '[')))
			return true;
	}
	return false;
}

/* The last token of what at index may stand in a plain statement, else -1. */
static int
plain_end(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	int			last;

	if (token->inside >= 0)
		return index;
	switch (token->kind)
	{
		case TOKEN_NUMBER:
			return is_linked(reading, index) ? index : -1;
		case TOKEN_PERCENT:
		case TOKEN_COMMA:
		case TOKEN_COLON:
		case TOKEN_DASH:
		case TOKEN_SLASH:
		case TOKEN_OPEN:
		case TOKEN_CLOSE:
			return index;
		case TOKEN_WORD:
			if ((last = modifier_end(reading, index)) >= 0 || (last = phrase_end(reading, index)) >= 0)
				return last;
			return is_plain_word(reading, index) ? index : -1;
		default:
			return -1;
	}
}

/* Does the token end a statement? */
static bool
ends_statement(const Reading *reading, int index)
{
	static const char *const contrasts[] = {"while", "whereas", "but", NULL};

	return token_at(reading, index)->kind == TOKEN_SEMICOLON || is_any(reading, index, contrasts);
}

/* Is there anything but plain words in the sentence? */
bool
reading_is_plain(const Reading *reading)
{
	for (int i = 0; i < reading->tokens.count; i++)
		if ((i = plain_end(reading, i)) < 0)
			return false;
	return !has_formula(reading);
}

/* For each linked group: is it asserted plainly? */
void
reading_plain(const Reading *reading, bool *plain)
{
	bool		is_plain = !reading->is_set_aside && !has_formula(reading);

	for (int i = 0; i < reading->tokens.count && is_plain; i++)
		is_plain = !has_words(token_at(reading, i), W_IF);
	for (int from = 0, to; from < reading->tokens.count && is_plain; from = to + 1)
	{
		CHECK_FOR_INTERRUPTS();
		for (to = from; to < reading->tokens.count && !ends_statement(reading, to); to++)
			;
		for (int i = from; i < to && is_plain; i++)
			is_plain = (i = plain_end(reading, i)) >= 0;
		for (int i = from; i < to && is_plain; i++)
			if (token_at(reading, i)->group >= 0)
				plain[token_at(reading, i)->group] = reading->groups.items[token_at(reading, i)->group].shape == GROUP_SINGLE;
	}
}
