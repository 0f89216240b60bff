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
	int			end;
	const Token *next;

	if (modifier_at(reading, index, &last) == NULL)
		return -1;
	/* "levered net IRR": those that a metric can have, no more */
	for (int i = 0; i < 3 && modifier_at(reading, last + 1, &end) != NULL; i++)
		last = end;
	next = token_at(reading, last + 1);
	if (next->inside >= 0 || next->kind == TOKEN_CLOSE || token_is(reading, last + 1, "basis") || is_linked(reading, index - 1))
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

/* "Investors expect", "equity models": another party's view. */
static bool
is_others_view(const Reading *reading, int index)
{
	static const char *const parties[] = {"investor", "investors", "equity", NULL};
	static const char *const views[] = {"expect", "expects", "model", "models", "underwrite", "underwrites", "project", "projects", "forecast", "forecasts", NULL};

	return is_any(reading, index, parties) && is_any(reading, index + 1, views);
}

/* "A good deal has an IRR of 20%", "A DSCR of 1.50x is healthy": of any deal. */
static bool
is_generic(const Reading *reading)
{
	static const char *const ours[] = {"expected", "projected", "forecast", "estimated", "anticipated", "underwritten", "modeled", "modelled", NULL};
	static const char *const verbs[] = {"is", "are", "has", "have", "represents", "remains", NULL};
	bool		has_verb = false;

	if (!token_is(reading, 0, "a") && !token_is(reading, 0, "an"))
		return false;
	for (int i = 1; i < reading->tokens.count; i++)
	{
		if (is_any(reading, i, ours))
			return false;
		has_verb |= is_any(reading, i, verbs);
	}
	return has_verb;
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
			if (token_is(reading, index, "case"))
				return token_is(reading, index - 1, "base") ? index : -1;
			if (token_is(reading, index, "here") || token_is(reading, index, "low") || token_is(reading, index, "high"))
				return index > 0 && (index + 1 == reading->tokens.count || token_at(reading, index + 1)->kind == TOKEN_CLOSE) ? index : -1;
			return is_plain_word(reading, index) && !is_others_view(reading, index) ? index : -1;
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

/* ---- the same by the bytes beside a metric, for those who read on only then */

/* Behind a number and its percent sign; pos when there is none. */
static int
number_end(const char *text, int pos, int end)
{
	if (!isdigit((unsigned char) text[pos]))
		return pos;
	while (pos < end && (isalnum((unsigned char) text[pos]) ||
						 (strchr(".,", text[pos]) != NULL && pos + 1 < end && isdigit((unsigned char) text[pos + 1]))))
		pos++;
	return pos < end && text[pos] == '%' ? pos + 1 : pos;
}

static inline bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Is there between words nothing that could begin another statement, or end
 * ordinary text? */
static inline bool
is_within_statement(char c)
{
	return c == ' ' || c == ',' || c == '-' || c == '%';
}

/* -1 = a word that no plain statement has, 0 = one that ends a statement, 1 = neither. */
static int
word_verdict(const MetricCatalog *catalog, const char *word, int len)
{
	if (!word_may_be_plain(catalog, word, len))
		return -1;
	return word_classes(word, len) & W_CONTRAST ? 0 : 1;
}

#define MENTION_REACH	300		/* bytes: a text of metrics alone is not read once for each */

/*
 * May the metric named at start stand in a plain statement?  Looks at the words
 * on both sides as far as they are in its statement for sure: most metrics of a
 * text are found to be no headline before it is split into sentences.
 */
bool
mention_may_be_plain(const MetricCatalog *catalog, const char *text, int start, int end)
{
	int			begin = Max(0, start - MENTION_REACH);
	int			pos = start;
	int			verdict = 1;

	end = Min(end, start + MENTION_REACH);
	while (pos < end && verdict > 0)
	{
		int			word = pos;

		while (pos < end && is_letter(text[pos]))
			pos++;
		if (pos > word)
		{
			if (pos == end || (unsigned char) text[pos] >= 0x80 || isdigit((unsigned char) text[pos]))
				break;
			verdict = word_verdict(catalog, text + word, pos - word);
		}
		else if (is_within_statement(text[pos]))
			pos++;
		else if ((pos = number_end(text, word, end)) == word)
			break;
	}
	if (verdict < 0)
		return false;
	for (pos = start, verdict = 1; pos > begin && verdict > 0;)
	{
		int			word_end = pos;

		while (pos > begin && is_letter(text[pos - 1]))
			pos--;
		if (pos < word_end)
		{
			if (pos > 0 && (pos == begin || (!is_within_statement(text[pos - 1]) && strchr("\r\n.;:!?", text[pos - 1]) == NULL)))
				break;
			verdict = word_verdict(catalog, text + pos, word_end - pos);
		}
		else if (is_within_statement(text[pos - 1]))
			pos--;
		else
			break;
	}
	return verdict >= 0;
}

/* ---- what it is that is not asserted plainly */

typedef struct Departure
{
	const char *word;
	MetricContext context;
} Departure;

static const Departure departures[] = {
#define DEPARTURE(word, context) {word, context},
#include "metricplain.h"
#undef DEPARTURE
};

/* Index into departures of the word, lengthof(departures) when it is none. */
static int
departure_of(const Reading *reading, int index)
{
	int			i = 0;

	if (token_at(reading, index)->kind == TOKEN_WORD)
		for (; i < (int) lengthof(departures); i++)
			if (token_is(reading, index, departures[i].word))
				return i;
	return (int) lengthof(departures);
}

/* "in year 4", "by 2031", "at a 4.75% exit cap": another time or price? */
static bool
sets_scene(const Reading *reading, int index)
{
	const Token *token = token_at(reading, index);
	const Token *next = token_at(reading, index + 1);
	int			number = skip_articles(reading, index + 1);

	if (token_is(reading, index, "year") && !token->is_joined)
		return next->kind == TOKEN_NUMBER;
	if (has_words(token, W_BY | W_PREP) && next->kind == TOKEN_NUMBER && next->value.scale == 0 && next->value.digits >= 2020 && next->value.digits < 2100)
		return true;
	if (token_is(reading, index, "with") && token_at(reading, number)->kind == TOKEN_NUMBER && !is_linked(reading, number))
		return true;
	return has_words(token, W_AT) && is_linked(reading, number) && !links_value(reading, index) &&
		strcmp(reading->mentions.items[reading->groups.items[token_at(reading, number)->group].mention].kind->key, "cap_rate") == 0 &&
		reading->groups.count > 1;
}

/* Words for a part or another loan: "Building B", "Phase II", "the existing loan". */
static bool
names_other(const Reading *reading, int index)
{
	static const char *const parts[] = {"building", "phase", "tower", "tranche", NULL};
	static const char *const debts[] = {"loan", "debt", "mortgage", "financing", "lender", NULL};
	const Token *next = token_at(reading, index + 1);

	if (is_any(reading, index, parts))
		return next->kind == TOKEN_NUMBER || (next->kind == TOKEN_WORD && next->is_upper);
	return token_is(reading, index, "existing") && is_any(reading, index + 1, debts);
}

/* "With a 10-year hold, the ...", "Were the tenant to leave": the sentence opens
 * with what it supposes. */
static bool
opens_with_condition(const Reading *reading)
{
	static const char *const openers[] = {"at", "with", "were", "under", "even", "to", "on", "should", "had", NULL};

	return is_any(reading, 0, openers);
}

/* The context of the numbers of a sentence that are not asserted plainly. */
static MetricContext
departure_context(const Reading *reading)
{
	int			first = (int) lengthof(departures);
	bool		is_scenario = opens_with_condition(reading);
	bool		is_other = false;

	for (int i = 0; i < reading->tokens.count; i++)
	{
		if (token_at(reading, i)->inside >= 0)
			continue;
		if (token_is(reading, i, "were") && i == 0)
			continue;
		first = Min(first, departure_of(reading, i));
		is_scenario |= has_words(token_at(reading, i), W_IF) || sets_scene(reading, i);
		is_other |= names_other(reading, i);
	}
	if (first < (int) lengthof(departures) && departures[first].context == CONTEXT_THRESHOLD)
		return CONTEXT_THRESHOLD;
	if (is_scenario)
		return CONTEXT_SCENARIO;
	if (first < (int) lengthof(departures))
		return departures[first].context;
	return is_other ? CONTEXT_COMPARISON : CONTEXT_HEADLINE;
}

/* What a heading, a lead-in or an earlier sentence says of the numbers to come:
 * under "Downside" nothing is this deal's headline. */
MetricContext
passage_context(MetricCheck *check, const TextBlock *block, int start, int end)
{
	Reading		reading;
	MetricContext context;

	reading_init(&reading, check, block, start, end);
	reading_tokens(&reading);
	context = words_context(&reading, 0, reading.tokens.count - 1);
	if (context == CONTEXT_HEADLINE)
		for (int i = 0; i < reading.tokens.count; i++)
			if (sets_scene(&reading, i) || has_words(token_at(&reading, i), W_SCENARIO))
				return CONTEXT_SCENARIO;
	return context;
}

/* The numbers that are not plain and have no context yet get the sentence's. */
static void
set_departures(const Reading *reading, const bool *plain, MetricContext *contexts)
{
	bool		is_known = false;
	MetricContext context = CONTEXT_HEADLINE;

	for (int i = 0; i < reading->groups.count; i++)
	{
		const Group *group = &reading->groups.items[i];

		if (plain[i] || group->mention < 0 || contexts[i] != CONTEXT_HEADLINE || group->shape != GROUP_SINGLE)
			continue;
		if (!is_known)
			context = departure_context(reading);
		if (!is_known && context == CONTEXT_HEADLINE)
			context = reading->aside;
		is_known = true;
		contexts[i] = context;
	}
}

/* For each linked group: is it asserted plainly?  What is not gets the context
 * that suits its sentence, unless it has one. */
void
reading_plain(const Reading *reading, bool *plain, MetricContext *contexts)
{
	bool		is_plain = !reading->is_set_aside && !has_formula(reading) && !is_generic(reading);

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
	set_departures(reading, plain, contexts);
}
