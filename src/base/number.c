/*
 * number.c
 *		The one reader of numbers.
 *
 * number_read reads from left to right.  "-$4.2 million" is
 *   1. a sign: "-", where no word or digit is glued to it ("13-15%" has none);
 *   2. a currency: a symbol or a code ("USD 4.2M");
 *   3. digits with thousands and decimals, or a fraction ("5 1/2", "5¼"), or words
 *      ("fourteen and a half", only with a unit behind them);
 *   4. a scale: glued letters (k, M, bn) or a word (million);
 *   5. a unit: "%", "x", "bps", ":1" or a word, then what is counted ("12 units").
 * Its value is in the unit it writes: 4200000 dollars, place 5.
 */
#include "base/base.h"

#define MOST_DIGITS		18		/* that an int64 holds */
#define MOST_DECIMALS	9
#define MARK			'\x01'	/* what a reader puts for marks: "**12.0**%" */
#define MOST_WORD		12		/* bytes of a word of numbers */

typedef enum NumberWordClass
{
	CLASS_count,
	CLASS_currency,
	CLASS_scale,
	CLASS_unit,
	CLASS_value
} NumberWordClass;

typedef struct NumberWord
{
	NumberWordClass class;
	const char *phrase;
	int			value;
} NumberWord;

static const NumberWord number_words[] = {
#include "base/numbers.inc"
};

/* ------------------------------------------------------------------- words */

static inline char
byte_at(const char *text, int len, int pos)
{
	return pos < len ? text[pos] : ' ';
}

/* Where the run of letters at pos ends; not far beyond the longest word we know. */
static int
letters_end(const char *text, int len, int pos)
{
	int			end = pos;

	while (end < len && end - pos <= MOST_WORD && is_letter(text[end]))
		end++;
	return end;
}

/* Has the class a word with that first letter?  Spares most look-ups. */
static bool
may_begin(NumberWordClass class, char letter)
{
	static uint32 letters[CLASS_value + 1];

	if (letters[class] == 0)
		for (int i = 0; i < (int) lengthof(number_words); i++)
			letters[number_words[i].class] |= UINT32_C(1) << (number_words[i].phrase[0] & 31);
	return (letters[class] >> (letter & 31) & 1) != 0;
}

/* The entry of a class that is a run of letters, or that and the next, the longest; NULL
 * when none is.  *end is where it ends. */
static const NumberWord *
word_at(const char *text, int len, int pos, NumberWordClass class, int *end)
{
	char		phrase[2 * MOST_WORD + 4];
	int			word_end;
	const NumberWord *found = NULL;
	int			low;

	if (pos >= len || !may_begin(class, text[pos]))
		return NULL;
	word_end = letters_end(text, len, pos);
	if (word_end == pos || word_end - pos > MOST_WORD || word_begins(text, len, word_end))
		return NULL;
	for (int i = 0; i < word_end - pos; i++)
		phrase[i] = text[pos + i] | 32;
	phrase[word_end - pos] = '\0';
	LOWER_BOUND(low, (int) lengthof(number_words), i,
				number_words[i].phrase[0] != phrase[0] ? number_words[i].phrase[0] < phrase[0]
				: strcmp(number_words[i].phrase, phrase) < 0);
	for (; low < (int) lengthof(number_words) &&
		strncmp(number_words[low].phrase, phrase, word_end - pos) == 0; low++)
	{
		const char *rest = number_words[low].phrase + (word_end - pos);
		int			more = word_end + 1;

		if (number_words[low].class != class || (*rest != '\0' && *rest != ' '))
			continue;
		if (*rest == ' ')
		{
			int			rest_len = (int) strlen(++rest);

			if ((byte_at(text, len, word_end) != ' ' && byte_at(text, len, word_end) != '-') ||
				letters_end(text, len, more) - more != rest_len ||
					pg_strncasecmp(text + more, rest, rest_len) != 0)
				continue;
			more += rest_len;
		}
		else
			more = word_end;
		found = &number_words[low];
		*end = more;
	}
	return found;
}

/* The same behind at most a few blanks or one hyphen. */
static const NumberWord *
word_behind(const char *text, int len, int pos, NumberWordClass class, int *end)
{
	int			at = pos;

	if (byte_at(text, len, at) == '-')
		at++;
	else
		while (at < len && at - pos < 8 && (is_space(text[at]) || text[at] == MARK))
			at++;
	return word_at(text, len, at, class, end);
}

int
number_word(const char *text, int len, int pos, int *end)
{
	const NumberWord *word = word_at(text, len, pos, CLASS_value, end);
	const NumberWord *ones;
	int			next;

	if (word == NULL || word->value < 20 || byte_at(text, len, *end) == '\n' ||
		(ones = word_behind(text, len, *end, CLASS_value, &next)) == NULL ||
		ones->value == 0 || ones->value >= 10)
		return word == NULL ? -1 : word->value;
	*end = next;
	return word->value + ones->value;
}

/* ------------------------------------------------------- signs, currencies */

static const struct
{
	const char *bytes;
	int			currency;
}			currency_signs[] = {
	{"$", 0}, {"US$", 0}, {"\xE2\x82\xAC", 1}, {"\xC2\xA3", 2}, {"\xC2\xA5", 3},
		{"\xE2\x82\xAA", 7}, {"\xE2\x82\xB9", 8}, {"Rs.", 8}, {"Rs", 8},
};

static inline int
take_bytes(const char *text, int len, int pos, const char *bytes)
{
	int			width;

	if (byte_at(text, len, pos) != bytes[0])
		return 0;
	width = (int) strlen(bytes);
	return pos + width <= len && memcmp(text + pos, bytes, width) == 0 ? width : 0;
}

/* A sign glued to what follows it; "13-15%", "2019-24" and "mid-2024" have none. */
static int
read_sign(const char *text, int len, int pos, Number *number)
{
	static const char *const signs[] = {"-", "+", "\xE2\x88\x92", "\xE2\x80\x93", "\xC2\xB1"};

	for (int i = 0; i < (int) lengthof(signs); i++)
	{
		int			width = take_bytes(text, len, pos, signs[i]);

		if (width == 0)
			continue;
		if (number->start == pos && pos > 0 && (is_word_byte(text[pos - 1]) ||
			strchr(")]%.'\"", text[pos - 1]) != NULL))
			return pos;
		number->sign = i == 1 || i == 4 ? '+' : '-';
		return pos + width;
	}
	return pos;
}

static int
read_currency(const char *text, int len, int pos, Number *number)
{
	const NumberWord *word;
	int			end;

	if (byte_at(text, len, pos) == '\\' && byte_at(text, len, pos + 1) == '$')
		pos++;
	for (int i = 0; i < (int) lengthof(currency_signs); i++)
	{
		int			width = take_bytes(text, len, pos, currency_signs[i].bytes);

		if (width == 0)
			continue;
		number->unit = NUMBER_CURRENCY;
		number->currency = currency_signs[i].currency;
		pos += width;
		return pos + (byte_at(text, len, pos) == ' ' && is_digit(byte_at(text, len, pos + 1)));
	}
	/* "USD 4.2M", "EUR4.2M" */
	end = letters_end(text, len, pos);
	if (end - pos != 3 || !is_digit(byte_at(text, len, end + (byte_at(text, len, end) == ' '))))
		return pos;
	if (word_ends(text, pos))
		return pos;
	word = word_at(text, end, pos, CLASS_currency, &end);
	if (word == NULL)
		return pos;
	number->unit = NUMBER_CURRENCY;
	number->currency = word->value;
	return end + (byte_at(text, len, end) == ' ');
}

/* ------------------------------------------------------------------- words */

/* "sixty-five", "eighteen and a half", "one point three five": where the words end, pos
 * when there are none. */
static int
read_words(const char *text, int len, int pos, Number *number)
{
	static const struct
	{
		const char *words;
		int			digits;
		int			scale;
	}			halves[] = {
		{" and a half", 5, 1}, {" and one half", 5, 1}, {" and a quarter", 25, 2},
			{" and three quarters", 75, 2},
	};
	int			end, next;
	int			value = number_word(text, len, pos, &end);
	const NumberWord *more;

	if (value < 0)
		return pos;
	number->value = (Decimal) {value, 0};
	for (int i = 0; i < (int) lengthof(halves); i++)
	{
		int			width = (int) strlen(halves[i].words);

		if (end + width <= len && pg_strncasecmp(text + end, halves[i].words, width) == 0)
		{
			number->value.digits =
				number->value.digits * power_of_ten(halves[i].scale) + halves[i].digits;
			number->value.scale = halves[i].scale;
			end += width;
			break;
		}
	}
	if (end + 6 <= len && pg_strncasecmp(text + end, " point", 6) == 0)
		for (next = end + 6; (more = word_behind(text, len, next, CLASS_value, &next)) != NULL &&
			 more->value < 10 && number->value.scale < 4; end = next)
			number->value = (Decimal) {number->value.digits * 10 + more->value,
				number->value.scale + 1};
	number->place = -number->value.scale;
	number->is_spelled = true;
	return end;
}

/* ------------------------------------------------------------ scale, unit */

/* "4.2億", "420万" */
static int
wide_scale(const char *text, int len, int pos, int *power)
{
	static const struct
	{
		const char *bytes;
		int			power;
	}			signs[] = {
		{"\xE7\x99\xBE\xE4\xB8\x87", 6}, {"\xE5\x8D\x83", 3}, {"\xE4\xB8\x87", 4},
			{"\xE5\x84\x84", 8}, {"\xE4\xBA\xBF", 8}, {"\xE5\x85\x86", 12},
	};

	for (int i = 0; i < (int) lengthof(signs); i++)
	{
		int			width = take_bytes(text, len, pos, signs[i].bytes);

		*power = signs[i].power;
		if (width > 0)
			return width;
	}
	return 0;
}

static void
scale_by(Number *number, int power)
{
	if (number->value.digits / power_of_ten(MOST_DIGITS - power) != 0)
		number->unit = NUMBER_OTHER;
	else
		number->value = decimal_shift(number->value, power);
	number->power = power;
	number->place += power;
}

static int
read_scale(const char *text, int len, int pos, Number *number)
{
	int			end;
	int			power;
	int			width = (unsigned char) byte_at(text, len, pos) < 0xE4 ? 0
		: wide_scale(text, len, pos, &power);
	char		first = (char) (byte_at(text, len, pos + (byte_at(text, len, pos) == ' ')) | 32);
	const NumberWord *word = is_letter(first) && strchr("kmbtlc", first) == NULL ? NULL :
		word_behind(text, len, pos, CLASS_scale, &end);

	if (width > 0)
	{
		scale_by(number, power);
		return pos + width;
	}
	if (word == NULL)
		return pos;
	if (strlen(word->phrase) <= 2 && !is_letter(text[pos]) && number->unit != NUMBER_CURRENCY)
		return pos;
	scale_by(number, word->value);
	/* "4,2 Mio. EUR" */
	return end + (byte_at(text, len, end) == '.' && byte_at(text, len, end + 1) == ' ' &&
				  strlen(word->phrase) == 3);
}

/* "1.35:1", "1.25 to 1.0", "1.3-to-1" */
static int
read_to_one(const char *text, int len, int pos)
{
	static const char *const ties[] = {":1", ": 1", " to 1", "-to-1"};

	for (int i = 0; i < (int) lengthof(ties); i++)
	{
		int			width = take_bytes(text, len, pos, ties[i]);
		int			end = pos + width;

		if (width == 0)
			continue;
		if (byte_at(text, len, end) == '.' && byte_at(text, len, end + 1) == '0')
			for (end++; byte_at(text, len, end) == '0';)
				end++;
		if (byte_at(text, len, end) == 'x' && end > pos + width)
			end++;
		if (!is_word_byte(byte_at(text, len, end)) && byte_at(text, len, end) != '%' &&
			!(byte_at(text, len, end) == '.' && is_digit(byte_at(text, len, end + 1))))
			return end;
	}
	return pos;
}

/* "4.2%", "1.5×", "3 €", "4,2 M€": the byte behind a sign, pos when there is none. */
static int
sign_behind(const char *text, int len, int pos, Number *number)
{
	static const struct
	{
		const char *bytes;
		NumberUnit	unit;
		int			currency;
		int			power;
	}			signs[] = {
		{"%", NUMBER_PERCENT, 0, 0}, {"\\%", NUMBER_PERCENT, 0, 0},
		{"\xEF\xBC\x85", NUMBER_PERCENT, 0, 0}, {"\xC3\x97", NUMBER_MULTIPLE, 0, 0},
		{"\xE2\x82\xAC", NUMBER_CURRENCY, 1, 0}, {"\xE5\x86\x86", NUMBER_CURRENCY, 3, 0},
		{"\xE5\x85\x83", NUMBER_CURRENCY, 9, 0}, {"k\xE2\x82\xAC", NUMBER_CURRENCY, 1, 3},
		{"K\xE2\x82\xAC", NUMBER_CURRENCY, 1, 3}, {"T\xE2\x82\xAC", NUMBER_CURRENCY, 1, 3},
		{"M\xE2\x82\xAC", NUMBER_CURRENCY, 1, 6}, {"m\xE2\x82\xAC", NUMBER_CURRENCY, 1, 6},
		{"Md\xE2\x82\xAC", NUMBER_CURRENCY, 1, 9},
	};

	for (int i = 0; i < (int) lengthof(signs); i++)
	{
		int			width = take_bytes(text, len, pos, signs[i].bytes);

		if (width == 0 || (signs[i].unit == NUMBER_CURRENCY &&
						   is_digit(byte_at(text, len, pos + width))))
			continue;			/* "3 €5" */
		number->unit = signs[i].unit;
		if (signs[i].unit == NUMBER_CURRENCY)
			number->currency = signs[i].currency;
		if (signs[i].power > 0 && number->power == 0)
			scale_by(number, signs[i].power);
		return pos + width;
	}
	return pos;
}

static int
read_unit(const char *text, int len, int pos, Number *number)
{
	const NumberWord *word;
	int			end;
	int			blanks = 0;

	while (blanks < 8 && pos + blanks < len && (is_space(text[pos + blanks]) ||
		text[pos + blanks] == MARK))
		blanks++;
	if ((end = sign_behind(text, len, pos + blanks, number)) > pos + blanks)
		return end;
	word = word_behind(text, len, pos, CLASS_unit, &end);
	if (word == NULL && (word = word_behind(text, len, pos, CLASS_currency, &end)) != NULL)
	{
		number->unit = NUMBER_CURRENCY;
		number->currency = word->value;
		return end;
	}
	if (word == NULL)
	{
		if (number->value.scale > 0 && number->power == 0 &&
			(end = read_to_one(text, len, pos)) > pos)
		{
			number->unit = NUMBER_MULTIPLE;
			return end;
		}
		return pos;
	}
	if (word->value == NUMBER_MULTIPLE &&
		is_digit(byte_at(text, len, end + (blanks > 0 && byte_at(text, len, end) == ' '))))
		return pos;				/* "2 x 4", "2x4", "three times 5%"; not "1.25x 1.31x" */
	if (word->value == NUMBER_OTHER && blanks > 0)
		return pos;
	number->unit = word->value;
	return end;
}

/* "Units 312", and below it "Year Built 1998": the word is of the next row. */
static bool
begins_row(const char *text, int pos, int word)
{
	return isupper((unsigned char) text[word]) && memchr(text + pos, '\n', word - pos) != NULL;
}

/* What the number is, by what it is tied to: "8/10", "3Q24", "10-year", "24h", "12 units". */
static void
read_counted(const char *text, int len, Number *number)
{
	int			pos = number->end;
	int			end;
	int			start = pos + (byte_at(text, len, pos) == '-');
	const NumberWord *word;

	if (byte_at(text, len, pos) == '/' && is_digit(byte_at(text, len, pos + 1)))
		number->unit = NUMBER_OTHER;
	else if (is_letter(byte_at(text, len, start)) &&
		pg_strncasecmp(text + start, "to-", Min(3, len - start)) != 0 &&
			 (start == pos || pg_strncasecmp(text + start, "cap", Min(3, len - start)) != 0))
	{
		bool		has_digit = false;

		for (end = start; word_begins(text, len, end); end += char_length(text[end]))
			has_digit |= is_digit(text[end]);
		number->unit = has_digit ? NUMBER_OTHER : NUMBER_COUNT;
		number->counted = (Slice) {text + start, end - start};
	}
	else if ((word = word_behind(text, len, pos, CLASS_count, &end)) != NULL &&
			 !begins_row(text, pos, end - (int) strlen(word->phrase)))
	{
		number->unit = NUMBER_COUNT;
		number->counted = (Slice) {text + end - strlen(word->phrase), (int) strlen(word->phrase)};
	}
	else if (number->value.scale == 0 && number->power == 0 && !number->has_thousands &&
		number->sign == 0 &&
			 number->value.digits >= 1900 && number->value.digits < 2100)
		number->unit = NUMBER_YEAR;
}

bool
number_read(const char *text, int len, int pos, Number *number)
{
	unsigned char first = (unsigned char) byte_at(text, len, pos);
	bool		is_bracketed;

	*number = (Number) {.start = pos, .digits = pos};
	if (is_letter(first))
	{
		if (word_ends(text, pos))
			return false;
		number->digits_end = read_words(text, len, pos, number);
		if (number->digits_end > pos)
		{
			number->end = number->scale_end = read_scale(text, len, number->digits_end, number);
			number->end = read_unit(text, len, number->end, number);
			return number->end > number->digits_end;
		}
	}
	is_bracketed = first == '(';	/* "(4.2)%": a negative number, as accountants write it */
	number->digits = read_sign(text, len, pos + is_bracketed, number);
	number->digits = read_currency(text, len, number->digits, number);
	if (number->sign == 0 && number->digits > pos)
		number->digits = read_sign(text, len, number->digits, number);
	number->digits_end = number_digits(text, len, number->digits, number);
	if (number->digits_end == number->digits)
		return false;
	number->end = number->digits_end;
	if (is_bracketed)
	{
		if (byte_at(text, len, number->end) != ')' || byte_at(text, len, number->end + 1) != '%')
			return false;
		number->end++;
		number->sign = '-';
	}
	if (number->unit != NUMBER_OTHER)
		number->end = read_scale(text, len, number->end, number);
	number->scale_end = number->end;
	if (number->unit == NUMBER_NONE)
		number->end = read_unit(text, len, number->end, number);
	if (number->unit == NUMBER_NONE)
		read_counted(text, len, number);
	if (number->has_comma && number->power == 0 &&
		(number->unit == NUMBER_NONE || number->unit == NUMBER_COUNT ||
		 number->unit == NUMBER_YEAR))
		number->unit = NUMBER_OTHER;	/* "5,25" may be two numbers */
	number->has_plus = byte_at(text, len, number->end) == '+';
	if (number->sign == '-')
		number->value.digits = -number->value.digits;
	return true;
}
