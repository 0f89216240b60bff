/*
 * metric_number.c
 *		Numbers with units that are words, and numbers in words: one token each.
 *
 * "12.0 percent", "5 basis points", "1.25 to 1.0", "eighteen and a half percent"
 * become one number; the words alone ("two of the") stay words.
 */
#include "metric_internal.h"

/* 0 to 90 of a number word, -1 when the token is none. */
int
number_word(const Reading *reading, int index)
{
	return token_at(reading, index)->words == 0 ? token_at(reading, index)->word->number : -1;
}

/* "sixty-five", "eighteen and a half", "one point three five": tokens from
 * index on; returns the first token after them, index when there is none. */
static int
spelled_number(const Reading *reading, int index, Decimal *value)
{
	int			number = number_word(reading, index);
	int			next = index + 1;

	if (number < 0)
		return index;
	if (number >= 20 && number_word(reading, next) > 0 && number_word(reading, next) < 10)
		number += number_word(reading, next++);
	*value = (Decimal) {number, 0};
	if (token_is(reading, next, "point") && number_word(reading, next + 1) >= 0)
	{
		for (next++; number_word(reading, next) >= 0 && number_word(reading, next) < 10 && value->scale < 4; next++)
			*value = (Decimal) {value->digits * 10 + number_word(reading, next), value->scale + 1};
	}
	else if (token_is(reading, next, "and") && (token_is(reading, next + 1, "a") || token_is(reading, next + 1, "one")) &&
			 token_is(reading, next + 2, "half"))
	{
		*value = (Decimal) {number * 10 + 5, 1};
		next += 3;
	}
	else if (token_is(reading, next, "and") && (token_is(reading, next + 1, "a") || token_is(reading, next + 1, "one")) &&
			 token_is(reading, next + 2, "quarter"))
	{
		*value = (Decimal) {number * 100 + 25, 2};
		next += 3;
	}
	else if (token_is(reading, next, "and") && token_is(reading, next + 1, "three") && token_is(reading, next + 2, "quarters"))
	{
		*value = (Decimal) {number * 100 + 75, 2};
		next += 3;
	}
	return next;
}

/* The unit that tokens from index on spell out; *after is the token behind it. */
static NumberUnit
spelled_unit(const Reading *reading, int index, int *after)
{
	const Token *tokens = reading->tokens.items;

	*after = index + 1;
	if (index >= reading->tokens.count)
		return NUMBER_BARE;
	if (tokens[index].kind == TOKEN_PERCENT)
		return NUMBER_PERCENT;
	if (token_is(reading, index, "basis") && (token_is(reading, index + 1, "points") || token_is(reading, index + 1, "point")))
	{
		*after = index + 2;
		return NUMBER_BPS;
	}
	if (token_is(reading, index, "per") && token_is(reading, index + 1, "cent"))
	{
		*after = index + 2;
		return NUMBER_PERCENT;
	}
	if (tokens[index].kind != TOKEN_WORD || !(tokens[index].words & W_UNIT))
		return NUMBER_BARE;
	if (token_is(reading, index, "percentage"))
	{
		*after = index + 2;
		return NUMBER_POINTS;
	}
	if (token_is(reading, index, "percent") || token_is(reading, index, "pct"))
		return NUMBER_PERCENT;
	if (token_is(reading, index, "times"))
		return NUMBER_MULTIPLE;
	if (token_is(reading, index, "x"))
		return index + 1 < reading->tokens.count && tokens[index + 1].kind == TOKEN_NUMBER ? NUMBER_OTHER : NUMBER_MULTIPLE;
	if (token_is(reading, index, "bps") || token_is(reading, index, "bp"))
		return NUMBER_BPS;
	return token_is(reading, index, "point") || token_is(reading, index, "cent") ? NUMBER_BARE : NUMBER_POINTS;
}

/* "1.25 to 1.0" is a multiple. */
static bool
is_to_one(const Reading *reading, int index)
{
	const Token *one;

	if (!token_is(reading, index, "to") || index + 1 >= reading->tokens.count)
		return false;
	one = &reading->tokens.items[index + 1];
	return one->kind == TOKEN_NUMBER && one->unit == NUMBER_BARE && !one->is_signed &&
		one->value.digits == (one->value.scale == 0 ? 1 : one->value.scale == 1 ? 10 : one->value.scale == 2 ? 100 : -1);
}

/* "(4.2)%": a negative number, as accountants write it. */
static bool
is_in_brackets(const Reading *reading, int index)
{
	const Token *tokens = reading->tokens.items + index;

	return index + 3 < reading->tokens.count && tokens[0].kind == TOKEN_OPEN && tokens[1].kind == TOKEN_NUMBER && tokens[1].unit == NUMBER_BARE &&
		tokens[2].kind == TOKEN_CLOSE && tokens[3].kind == TOKEN_PERCENT && tokens[0].end == tokens[1].start &&
		tokens[1].end == tokens[2].start && tokens[2].end == tokens[3].start;
}

/* Makes one token of a number and the words of its unit; writes to *to. */
int
merge_number(const Reading *reading, int index, Token *to)
{
	int			after;
	NumberUnit	unit;
	const Token *tokens = reading->tokens.items;

	*to = tokens[index];
	if (is_in_brackets(reading, index))
	{
		*to = tokens[index + 1];
		to->start = tokens[index].start;
		to->end = tokens[index + 2].end;
		to->unit_end = tokens[index + 3].end;
		to->unit = NUMBER_PERCENT;
		to->value.digits = -to->value.digits;
		to->is_signed = true;
		return index + 4;
	}
	if (to->kind == TOKEN_WORD)
	{
		Decimal		value;
		int			next = spelled_number(reading, index, &value);

		if (next == index || (unit = spelled_unit(reading, next, &after)) == NUMBER_BARE)
			return index + 1;
		to->kind = TOKEN_NUMBER;
		to->initial = 0;
		to->word = &unknown_word;
		to->value = value;
		to->is_spelled = true;
		to->words = 0;
		to->end = tokens[next - 1].end;
		to->unit = unit;
		to->unit_end = tokens[Min(after, reading->tokens.count) - 1].end;
		return Min(after, reading->tokens.count);
	}
	if (to->kind != TOKEN_NUMBER || to->unit != NUMBER_BARE)
		return index + 1;
	if (is_to_one(reading, index + 1) && to->value.scale > 0)
	{
		to->unit = NUMBER_MULTIPLE;
		to->unit_end = tokens[index + 2].unit_end;
		return index + 3;
	}
	unit = spelled_unit(reading, index + 1, &after);
	if (unit == NUMBER_BARE)
		return index + 1;
	after = Min(after, reading->tokens.count);
	to->unit = unit;
	to->unit_end = tokens[after - 1].unit_end;
	return after;
}
