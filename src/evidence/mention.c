/*
 * mention.c
 *		The numbers of a text with the words beside them, for figures and evidence alike.
 *
 * "NOI rose to $4-5 million in Phase 2 (2023)" has
 *   1. $4 and 5 million: ends of a range are of one kind, so both are millions of dollars;
 *      what they are of is the word before them that is no verb: NOI.
 *   2. 2 and 2023, which are no figures: a plain number behind a capital word or a label
 *      ("page") is a name, a year in brackets is the date of what is cited.
 */
#include "evidence/evidence_internal.h"

static const struct
{
	const char *word;
	int			said;
}			words[] = {
#include "evidence/figure_words.inc"
};

#define LONGEST_WORD	15		/* bytes */
#define MOST_TIE		8		/* bytes between the ends of a range */
#define MOST_GROUPS		3		/* of three digits behind the first */
#define MOST_JOINED		INT64CONST(1000000000000)
#define MOST_LIST_ITEM	30		/* "(12)" is an item's number, "(120)" is none */

/* Has the list a word with that first byte and length?  Spares most look-ups. */
static bool
may_be_listed(Slice word)
{
	static uint16 lengths[256];

	if (lengths[(unsigned char) words[0].word[0]] == 0)
		for (int i = 0; i < (int) lengthof(words); i++)
			lengths[(unsigned char) words[i].word[0]] |= 1 << strlen(words[i].word);
	return word.len > 0 && word.len <= LONGEST_WORD &&
		(lengths[(unsigned char) ascii_lower(*word.data)] >> word.len & 1) != 0;
}

/* What a word says of numbers. */
static int
said_by(Slice word)
{
	char		folded[LONGEST_WORD + 1];
	int			low;

	if (!may_be_listed(word))
		return SAID_NOTHING;
	for (int i = 0; i < word.len; i++)
		folded[i] = ascii_lower(word.data[i]);
	folded[word.len] = '\0';
	LOWER_BOUND(low, (int) lengthof(words), i, strcmp(words[i].word, folded) < 0);
	return low < (int) lengthof(words) && strcmp(words[low].word, folded) == 0
		? words[low].said : SAID_NOTHING;
}

/* Was the last token a label? */
static bool
is_behind_label(const MentionReader *reader)
{
	return reader->word.len > 0 && reader->said == LABEL;
}

uint64
head_key(Slice word)
{
	if (word.len == 0)
		return 0;
	return word_key(word.data, word.len - (word.len > 3 && (word.data[word.len - 1] | 32) == 's'));
}

/* ------------------------------------------------------------------ names */

static bool
is_plain(const Number *number)
{
	return (number->unit == NUMBER_NONE || number->unit == NUMBER_YEAR) &&
		number->power == 0 && !number->has_thousands;
}

/* "31" of "12/31/2024", "30" of "10:30", "05" of "2024-05-06" */
static bool
is_date_part(const char *text, const Number *number)
{
	int			pos = number->digits;

	if (!is_plain(number) || number->place < 0 || number->start < pos)
		return false;
	return (text[pos] == '0' && number->digits_end > pos + 1) ||
		(pos > 1 && (text[pos - 1] == '/' || text[pos - 1] == ':') && is_digit(text[pos - 2]));
}

/* "3" of "GPT-3", not "6.0" of "5.5x-6.0x" */
static bool
is_tied(const MentionReader *reader, const Token *token)
{
	const Mentions *read = reader->out;

	return token->is_tied && (read->count < 2 ||
							  read->items[read->count - 2].number.end + 1 != token->number.digits);
}

/* Is it what a thing is called, an item's number, or a date of what is cited? */
static bool
is_name(const MentionReader *reader, const Token *token)
{
	const Number *number = &token->number;
	char		next = number->end < reader->len ? reader->text[number->end] : ' ';

	if (is_tied(reader, token) || number->unit == NUMBER_OTHER ||
		is_date_part(reader->text, number))
		return true;
	if (number->unit == NUMBER_YEAR)
		return reader->in_brackets;
	if (is_behind_label(reader))
		return is_plain(number) || number->unit == NUMBER_COUNT;
	if (!is_plain(number))
		return false;
	if (reader->word.len > 0 && isupper((unsigned char) reader->word.data[0]))
		return true;
	if (reader->sign == '[' || reader->sign == '^' || reader->sign == '#')
		return true;
	if (number->place != 0 || number->value.digits > MOST_LIST_ITEM)
		return false;
	return reader->goes_on ? next == ')' && reader->sign == '(' : next == ')' || next == '.';
}

/* ----------------------------------------------------------------- ranges */

/* Do only a dash, "to", "and" or "or" stand between two numbers? */
static bool
is_range(const char *text, int start, int end)
{
	static const char *const ties[] = {"-", "\xE2\x80\x93", "\xE2\x80\x94", "and", "or", "to"};
	Slice		between;

	while (start < end && is_space(text[start]))
		start++;
	while (end > start && is_space(text[end - 1]))
		end--;
	between = (Slice) {text + start, end - start};
	for (int i = 0; i < (int) lengthof(ties); i++)
		if (slice_equal(between, slice_of(ties[i])))
			return true;
	return false;
}

Number
number_scaled(Number number, int power)
{
	number.value = decimal_shift(number.value, power);
	number.place += power;
	number.power += power;
	if (number.unit == NUMBER_YEAR)
		number.unit = NUMBER_NONE;
	return number;
}

void
range_share_unit(Number *low, Number *high)
{
	if (low->unit == NUMBER_NONE && high->unit != NUMBER_NONE && high->unit != NUMBER_YEAR &&
		high->unit != NUMBER_OTHER)
	{
		low->unit = high->unit;
		low->currency = high->currency;
		low->counted = high->counted;
	}
	else if (low->unit == NUMBER_CURRENCY && high->unit == NUMBER_NONE &&
			 (high->power > 0 || low->power == 0))
	{
		high->unit = NUMBER_CURRENCY;
		high->currency = low->currency;
	}
	if (low->power == 0 && high->power > 0 && low->unit == high->unit &&
		low->value.digits < 1000 && low->value.scale < 4)
		*low = number_scaled(*low, high->power);
}

/* -------------------------------------------------------------- thousands */

/* Does the second stand one blank behind the first, as three digits that go on from it? */
static bool
goes_on(const char *text, const Number *first, const Number *second)
{
	return first->digits_end == first->end && first->value.scale == 0 &&
		first->value.digits < MOST_JOINED &&
		(!first->has_thousands || text[first->end - 4] == ' ') &&
		text[first->end] == ' ' && second->start == first->end + 1 &&
		second->digits == second->start && second->value.scale <= 2 &&
		second->digits_end - second->digits - (second->value.scale > 0) == 3 + second->value.scale;
}

/* "4 200 000 EUR", "EUR 4 200,50": adds what a number and those before it are together, when a
 * currency or unit says that they are one; they are names then. */
static void
add_joined(MentionReader *reader)
{
	Mention    *items = reader->out->items;
	int			last = reader->out->count - 1;
	int			first = last;
	Number		joined = items[last].number;
	Mention    *mention;

	if (joined.power > 0)
		return;
	while (first > 0 && last - first < MOST_GROUPS &&
		goes_on(reader->text, &items[first - 1].number, &items[first].number))
	{
		first--;
		joined.value.digits += items[first].number.value.digits *
			power_of_ten(3 * (last - first) + joined.value.scale);
	}
	if (first == last || (!items[first].number.has_thousands &&
		items[first].number.digits_end - items[first].number.digits > 3))
		return;
	joined.start = items[first].number.start;
	joined.digits = items[first].number.digits;
	joined.has_thousands = true;
	if (items[first].number.unit == NUMBER_CURRENCY)
	{
		joined.unit = NUMBER_CURRENCY;
		joined.currency = items[first].number.currency;
	}
	if (joined.unit == NUMBER_NONE || joined.unit == NUMBER_OTHER)
		return;
	for (int i = first; i <= last; i++)
		items[i].is_name = true;
	mention = VEC_PUSH(reader->out);
	*mention = reader->out->items[first];
	mention->number = joined;
	mention->is_name = false;
	reader->pending = joined.counted.len > 0 ? 0 : reader->out->count;
}

/* ---------------------------------------------------------------- reading */

static void
add_number(MentionReader *reader, const Token *token)
{
	Mention    *mention = VEC_PUSH(reader->out);
	Mention    *last = reader->out->count > 1 ? mention - 1 : NULL;
	bool		is_end;			/* of a range */

	mention->number = token->number;
	is_end = last != NULL && last->number.end < token->start &&
		token->start - last->number.end < MOST_TIE &&
		is_range(reader->text, last->number.end, token->start);
	mention->is_name = is_name(reader, token) ||
		(is_end && last->is_name && is_plain(&mention->number));	/* "Years 2-5" */
	mention->before = reader->head;
	if (mention->number.value.digits < 0)
		mention->number.value.digits = -mention->number.value.digits;
	if (is_end && !mention->is_name && !last->is_name)
	{
		range_share_unit(&last->number, &mention->number);
		mention->before = last->before;
	}
	reader->pending = mention->number.counted.len > 0 ? 0 : reader->out->count;
}

static void
take_word(MentionReader *reader, const Token *token)
{
	Slice		word = {reader->text + token->start, token->end - token->start};

	reader->said = said_by(word);
	if ((reader->said == SAID_NOTHING || reader->said > VERB) &&
		token_is_content(reader->text, token))
	{
		reader->head = word;
		if (reader->pending > 0)
		{
			Mention    *waiting = &reader->out->items[reader->pending - 1];

			waiting->after[waiting->after[0].len > 0] = word;
			if (waiting->after[1].len > 0)
				reader->pending = 0;
		}
	}
	/* the first word of a sentence has a capital letter, whatever it is */
	if (!reader->goes_on && reader->said != LABEL)
		word.len = 0;
	reader->word = word;
	reader->goes_on = true;
}

static void
take_sign(MentionReader *reader, const Token *token)
{
	uint32		sign = token->sign;
	bool		ends_row = sign == '\n' && (reader->sign == '\n' || reader->sign == '|');
	bool		ends_sentence = sign == '.' || sign == ';' || sign == '!' || sign == '?' ||
		ends_row;				/* or a paragraph */

	if (sign == '.' && is_behind_label(reader))
		return;					/* "p. 4" */
	if (sign == '(')
		reader->in_brackets = true;
	if (sign == ')' || ends_row)
		reader->in_brackets = false;	/* not at "(Lee et al., 2021; Ng, 2019)" */
	if (ends_sentence)
	{
		reader->head = (Slice) {NULL, 0};
		reader->goes_on = false;
	}
	if (sign != '*' && sign != '_')
		reader->word = (Slice) {NULL, 0};
	if (sign != '\n' && sign != '*')
		reader->pending = 0;
	reader->sign = sign;
}

void
mention_take(MentionReader *reader, const Token *token)
{
	if ((reader->out->count & 0xFF) == 0)
		CHECK_FOR_INTERRUPTS();
	if (token->kind == TOKEN_SIGN)
	{
		take_sign(reader, token);
		return;
	}
	if (token->kind == TOKEN_WORD)
		take_word(reader, token);
	else
	{
		add_number(reader, token);
		add_joined(reader);
		reader->head = reader->word = (Slice) {NULL, 0};
		reader->goes_on = true;
	}
	reader->sign = 0;
}

void
mentions_read(MentionReader *reader, int start, int end)
{
	TokenReader tokens = {reader->text, end, start};
	Token		token;

	while (token_next(&tokens, &token))
		mention_take(reader, &token);
}
