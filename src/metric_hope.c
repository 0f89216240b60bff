/*
 * metric_hope.c
 *		May a metric stand in a plain statement?  By the bytes beside it.
 *
 * Who asks only for violations need not read what can hold none: most metrics of
 * a text have a word beside them that no plain statement has (metric_plain.c).
 *
 *		Lenders size to a DSCR of 1.25x			"Lenders": not read on
 */
#include "metric_internal.h"

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

/* Is there between words nothing that could begin another statement, or end
 * ordinary text? */
static inline bool
is_within_statement(char c)
{
	return c == ' ' || c == ',' || c == '-' || c == '%';
}

#define NUMBER_REACH	30			/* bytes before a metric that may have its number */

/* "a 12% levered IRR exceeds": does a number stand before the metric? */
static bool
has_number_before(const char *text, int start)
{
	for (int i = start - 1; i >= 0 && i >= start - NUMBER_REACH; i--)
		if (isdigit((unsigned char) text[i]))
			return true;
	return false;
}

#define MENTION_REACH	300		/* bytes: a text of metrics alone is not read once for each */

/*
 * May the metric named at start stand in a plain statement?  Looks at the words
 * on both sides as far as they are in its statement for sure: most metrics of a
 * text are found to be no headline before it is split into sentences.
 */
bool
mention_may_be_plain(MetricCheck *check, int start, int end)
{
	const char *text = check->prose->text;
	int			begin = Max(0, start - MENTION_REACH);
	int			pos = start;
	WordVerdict verdict = WORD_MAY_BE_PLAIN;
	bool		has_number = has_number_before(text, start);

	end = Min(end, start + MENTION_REACH);
	while (pos < end && verdict == WORD_MAY_BE_PLAIN)
	{
		int			word = pos;

		while (pos < end && is_letter(text[pos]))
			pos++;
		if (pos > word)
		{
			if (pos == end || (unsigned char) text[pos] >= 0x80 || isdigit((unsigned char) text[pos]))
				break;
			verdict = word_verdict(check, text + word, pos - word, word_hashes(text + word, pos - word), has_number);
			if (has_number && says_of_number(text + word, pos - word))
				verdict = WORD_TURNS;
		}
		else if (text[pos] == ',' && has_number)
			break;				/* a limit or the main clause may follow */
		else if (is_within_statement(text[pos]))
			pos++;
		else if ((pos = number_end(text, word, end)) == word)
			break;
		else
			has_number = true;
	}
	if (verdict == WORD_IS_NOT_PLAIN)
		return false;
	for (pos = start, verdict = WORD_MAY_BE_PLAIN; pos > begin && verdict == WORD_MAY_BE_PLAIN;)
	{
		int			word_end = pos;

		while (pos > begin && is_letter(text[pos - 1]))
			pos--;
		if (pos < word_end)
		{
			if (pos > 0 && (pos == begin || (!is_within_statement(text[pos - 1]) && strchr("\r\n.;:!?", text[pos - 1]) == NULL)))
				break;
			verdict = word_verdict(check, text + pos, word_end - pos, word_hashes(text + pos, word_end - pos), true);
		}
		else if (is_within_statement(text[pos - 1]))
			pos--;
		else
			break;
	}
	return verdict != WORD_IS_NOT_PLAIN;
}
