/*
 * superscript.c
 *		Superscript citations of an answer, numbered by appearance.
 *
 * Citations 1, 2 and 12, "A² B¹² C²¹": the first run is 2 and becomes 1; 12 is
 * a citation and becomes 2; 21 is none, so it is 2 and 1: "A¹ B² C¹ ³", with a
 * blank between, for C¹³ would be another number.  The digits of no citation
 * stay as they are, and units too: ft², m³.
 */
#include "blocks/blocks.h"
#include "markers/markers.h"
#include "evidence/evidence.h"

/* UTF-8 of the digits 0 to 9. */
static const char *const digits[] = {
	"\xE2\x81\xB0", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3", "\xE2\x81\xB4",
	"\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9",
};

/* The place of a citation's old number, -1 when no citation has it. */
static int
find_number(const Renumbering *numbers, int64 number)
{
	int			low;

	LOWER_BOUND(low, numbers->count, i, numbers->numbers[i] < number);
	return low < numbers->count && numbers->numbers[low] == number ? low : -1;
}

/* Is ² or ³ at pos that of an area or a volume? */
static bool
is_unit(Slice text, int pos, int digit)
{
	int			start = pos;

	while (start > 0 && pos - start < 16 && is_word_byte(text.data[start - 1]))
		start--;
	return (digit == 2 || digit == 3) && is_length_unit((Slice) {text.data + start, pos - start});
}

/* Superscript digits that stand side by side. */
typedef struct Run
{
	int			start;
	int			end;
	int			ndigits;
	int64		value;			/* -1: no citation's number is so long */
	int			first;			/* its first digit */
} Run;

/* The run that begins at a byte. */
static Run
read_run(Slice text, int pos)
{
	Run			run = {.start = pos, .end = pos};
	int			len;
	int			digit;

	while ((digit = superscript_digit(text.data, text.len, run.end, &len)) >= 0)
	{
		if ((run.ndigits & 0xFFFF) == 0xFFFF)
			CHECK_FOR_INTERRUPTS();
		if (run.ndigits == 0)
			run.first = digit;
		run.value = run.value < 0 || run.ndigits >= 10 ? -1 : run.value * 10 + digit;
		run.ndigits++;
		run.end += len;
	}
	return run;
}

/* A citation's new number, which it gets where it is met first. */
static void
write_number(Renumbering *numbers, int place, StringInfo out)
{
	char	   *text;

	if (numbers->renumbered[place] == 0)
		numbers->renumbered[place] = ++numbers->last;
	text = psprintf("%d", numbers->renumbered[place]);
	for (char *c = text; *c != '\0'; c++)
		appendStringInfoString(out, digits[*c - '0']);
	pfree(text);
}

/* Tells of digits that are no citation's. */
static void
report(StringInfo unresolved, const char *data, int len, int position)
{
	if (unresolved->len > 1)
		appendStringInfoString(unresolved, ", ");
	appendStringInfoString(unresolved, "{\"superscript\": ");
	append_json_string(unresolved, data, len);
	appendStringInfo(unresolved, ", \"position\": %d}", position);
}

/* Each character of a run is a number of its own. */
static void
write_digits(Slice text, const Run *run, Renumbering *numbers, int position, StringInfo out,
			 StringInfo unresolved)
{
	bool		any = false;
	int			len;
	int			digit;

	for (int pos = run->start; pos < run->end && !any; pos += len)
	{
		digit = superscript_digit(text.data, text.len, pos, &len);
		any = find_number(numbers, digit) >= 0;
	}
	if (!any)
	{
		appendBinaryStringInfo(out, text.data + run->start, run->end - run->start);
		report(unresolved, text.data + run->start, run->end - run->start, position);
		return;
	}
	for (int pos = run->start; pos < run->end; pos += len, position++)
	{
		int			place;

		if ((position & 0xFFFF) == 0)
			CHECK_FOR_INTERRUPTS();
		digit = superscript_digit(text.data, text.len, pos, &len);
		place = find_number(numbers, digit);
		if (pos > run->start)
			appendStringInfoChar(out, ' ');
		if (place >= 0)
			write_number(numbers, place, out);
		else
		{
			appendBinaryStringInfo(out, text.data + pos, len);
			report(unresolved, text.data + pos, len, position);
		}
	}
}

void
superscripts_renumber(Slice answer, Renumbering *numbers, StringInfo out, StringInfo unresolved)
{
	int			pos = 0;
	int			chars = 0;

	appendStringInfoChar(unresolved, '[');
	while (pos < answer.len)
	{
		int			next = pos;
		int			len;
		int			place;
		Run			run;

		while (next < answer.len && superscript_digit(answer.data, answer.len, next, &len) < 0)
			next++;
		CHECK_FOR_INTERRUPTS();
		appendBinaryStringInfo(out, answer.data + pos, next - pos);
		chars += utf8_length(answer.data + pos, next - pos);
		if (next == answer.len)
			break;
		run = read_run(answer, next);
		place = run.value < 0 ? -1 : find_number(numbers, run.value);
		if (run.ndigits == 1 && is_unit(answer, next, run.first))
			appendBinaryStringInfo(out, answer.data + next, run.end - next);
		else if (place >= 0)
			write_number(numbers, place, out);
		else
			write_digits(answer, &run, numbers, chars, out, unresolved);
		chars += run.ndigits;
		pos = run.end;
	}
	appendStringInfoChar(unresolved, ']');
}
