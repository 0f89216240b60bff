/*
 * table.c
 *		The scale and unit that a table's caption, header or label give to its numbers.
 *
 *		Statement of operations (in thousands)
 *		| Year | 2024 | Margin % |
 *		| Net operating income | 4,200 | 54.5 |
 *		| Units (in millions) | 1.2 | |
 *
 * 4,200 is 4.2 million, and 54.5 a percentage; 1.2 is 1.2 million.  A scale is a word of the
 * list behind "(", "in" or a currency, or "000"; never one behind a number.  In a line that has
 * numbers it is of these alone, where the line is a row of a table; in one without it is of the
 * column, when columns differ, else of all that follows.  Numbers keep what they are, too: who
 * says "except per share" is not read.
 */
#include "evidence/evidence_internal.h"

static const struct
{
	const char *word;
	int			power;
}			scales[] = {
#include "evidence/figure_scales.inc"
};

static const char *const leads[] = {
#include "evidence/figure_scale_leads.inc"
};

#define LONGEST_SCALE	12		/* bytes */
#define SHORT_SCALE		2		/* "m", "bn": behind a currency only */

static char *
folded_word(Slice word, char *room)
{
	for (int i = 0; i < word.len; i++)
		room[i] = ascii_lower(word.data[i]);
	room[word.len] = '\0';
	return room;
}

/* Does a scale begin with that byte?  Spares most look-ups. */
static bool
may_be_scale(char first)
{
	static uint8 firsts[256];

	if (!firsts[(unsigned char) scales[0].word[0]])
		for (int i = 0; i < (int) lengthof(scales); i++)
			firsts[(unsigned char) scales[i].word[0]] = 1;
	return firsts[(unsigned char) ascii_lower(first)] != 0;
}

int
scale_of(Slice word)
{
	char		room[LONGEST_SCALE + 1];
	int			low;

	if (word.len == 0 || word.len > LONGEST_SCALE || !may_be_scale(*word.data))
		return 0;
	folded_word(word, room);
	LOWER_BOUND(low, (int) lengthof(scales), i, strcmp(scales[i].word, room) < 0);
	return low < (int) lengthof(scales) && strcmp(scales[low].word, room) == 0
		? scales[low].power : 0;
}

/* How often a line's fields are parted, outside quotation marks; 0 where a blank follows, as in
 * a sentence.  What parts them becomes a bar in out, when it is not NULL. */
static int
part_fields(const char *text, int start, int end, char separator, char *out)
{
	bool		is_quoted = false;
	int			count = 0;

	for (int i = start; i < end; i++)
	{
		is_quoted ^= text[i] == '"';
		if (text[i] != separator || is_quoted)
			continue;
		if (separator != '\t' && i + 1 < end && text[i + 1] == ' ')
			return 0;
		count++;
		if (out != NULL)
			out[i] = '|';
	}
	return count == 1 && separator == '\t' && text[start] == '\t' ? 0 : count;
}

/* Does each field of a line begin with a letter? */
static bool
is_named(const char *text, int start, int end, char separator)
{
	for (int i = start; i < end; i++)
		if ((i == start || text[i - 1] == separator) && !is_letter(text[i]) &&
			text[i] != '"' && (unsigned char) text[i] < 0x80)
			return false;
	return true;
}

static int
line_end(Slice text, int start)
{
	const char *end = start < text.len ? memchr(text.data + start, '\n', text.len - start) : NULL;

	return end != NULL ? (int) (end - text.data) : text.len;
}

Slice
table_fields(Slice text)
{
	static const char separators[] = {'\t', ';', ','};
	char	   *copy = NULL;
	char		separator = 0;
	int			count = 0;

	for (int start = 0, end; start < text.len; start = end + 1)
	{
		int			next;

		end = line_end(text, start);
		next = line_end(text, end + 1);
		if (separator != 0 && part_fields(text.data, start, end, separator, NULL) != count)
			separator = 0;
		for (int i = 0; i < (int) lengthof(separators) && separator == 0; i++)
		{
			count = part_fields(text.data, start, end, separators[i], NULL);
			if (count > 0 && end < text.len &&
				count == part_fields(text.data, end + 1, next, separators[i], NULL) &&
				(i == 0 || is_named(text.data, start, end, separators[i])))
				separator = separators[i];
		}
		if (separator == 0)
			continue;
		if (copy == NULL)
			copy = memcpy(palloc(text.len), text.data, text.len);
		part_fields(text.data, start, end, separator, copy);
	}
	return copy != NULL ? (Slice) {copy, text.len} : text;
}

/* What a cell says, is of its line's numbers when the line is a row that has some. */
static void
say(TableReader *table, Said said)
{
	Said	   *cell = &table->cells[Min(table->column, MOST_COLUMNS - 1)];

	table->has_said = true;
	if (said.power > 0)
		cell->power = said.power;
	if (said.unit != NUMBER_NONE)
		cell->unit = said.unit;
	if (table->column <= 1)
		table->row = *cell;
	if (table->column == 0 && said.power > 0)
		table->caption.power = said.power;	/* no table */
}

/* A header: what its cells say is of their columns, or of all when none says otherwise. */
static void
end_header(TableReader *table)
{
	int			power = 0;
	bool		differ = false;

	table->has_columns = true;
	for (int i = 0; i < MOST_COLUMNS; i++)
	{
		if (table->cells[i].power > 0 && power > 0 && table->cells[i].power != power)
			differ = true;
		power = Max(power, table->cells[i].power);
		if (i > 1 && table->cells[i].unit != NUMBER_NONE)
			table->columns[i].unit = table->cells[i].unit;
	}
	if (power == 0)
		return;
	if (!differ)
		table->caption.power = power;
	for (int i = 0; i < MOST_COLUMNS; i++)
		table->columns[i].power = differ ? table->cells[i].power : 0;
}

static void
end_line(TableReader *table)
{
	bool		is_row = table->column > 0;

	if (table->nheads > 1 && !table->has_numbers)
		memcpy(table->heads, table->words, sizeof(table->heads));
	else if (!is_row && table->has_heads)
		memset(table->heads, 0, sizeof(table->heads));
	table->has_heads = is_row;
	if (table->nheads > 0)
		memset(table->words, 0, sizeof(table->words));
	table->nheads = 0;
	if (is_row && !table->has_numbers && table->has_said)
		end_header(table);
	if (!is_row && table->has_columns)
		memset(table->columns, 0, sizeof(table->columns));
	if (table->has_said)
		memset(table->cells, 0, sizeof(table->cells));
	table->has_columns &= is_row;
	table->has_said = false;
	table->row = (Said) {0};
	table->column = table->nlabel = 0;
	table->has_numbers = false;
	table->leads = true;
}

/* "000", "$000,000": three noughts are a thousand. */
static int
noughts(const char *text, const Number *number)
{
	int			count = 0;

	if (number->digits > 1 && text[number->digits - 1] == ' ' && is_digit(text[number->digits - 2]))
		return 0;				/* "4 200 000" */
	for (int i = number->digits; i < number->digits_end; i++)
	{
		if (text[i] == '0')
			count++;
		else if (text[i] != ',')
			return 0;
	}
	return count >= 3 && count % 3 == 0 ? count : 0;
}

static void
take_number(TableReader *table, Mentions *mentions)
{
	Mention    *mention = &mentions->items[mentions->count - 1];
	const Said *column = &table->columns[Min(table->column, MOST_COLUMNS - 1)];
	int			power = noughts(table->text, &mention->number);

	if (power > 0)
	{
		mention->is_name = true;
		say(table, (Said) {power, NUMBER_NONE});
		return;
	}
	mention->in_table = table->column > 0;
	mention->power = table->row.power > 0 ? table->row.power
		: column->power > 0 ? column->power : table->caption.power;
	mention->unit = table->row.unit != NUMBER_NONE ? table->row.unit : column->unit;
	if (mention->before.len == 0 && table->column > 0 && table->nlabel > 0)
		mention->before = table->label[table->nlabel - 1];
	table->has_numbers |= !mention->is_name && mention->number.unit != NUMBER_YEAR;
}

static void
take_word(TableReader *table, const Token *token)
{
	Slice		word = {table->text + token->start, token->end - token->start};
	int			power = scale_of(word);
	char		room[LONGEST_SCALE + 1];
	const char *folded = word.len > LONGEST_SCALE ? "" : folded_word(word, room);

	if (table->short_power > 0 && word.len == 3 &&
		slice_in(slice_of(folded), leads, lengthof(leads)))
		say(table, (Said) {table->short_power, NUMBER_NONE});	/* "(M EUR)" */
	table->short_power = table->leads && word.len <= SHORT_SCALE ? power : 0;
	if (power > 0 && (word.len <= SHORT_SCALE ? table->is_currency
					  : table->leads || (unsigned char) *word.data >= 0x80))
		say(table, (Said) {power, NUMBER_NONE});
	else if (strcmp(folded, "percent") == 0 || strcmp(folded, "percentage") == 0)
		say(table, (Said) {0, NUMBER_PERCENT});
	else if (strcmp(folded, "x") == 0)
		say(table, (Said) {0, NUMBER_MULTIPLE});
	else if (table->column <= 1 && table->nlabel < MOST_LABEL &&
			 token_is_content(table->text, token))
		table->label[table->nlabel++] = word;
	if (table->column > 0 && token_is_content(table->text, token))
	{
		Slice	   *words = table->words[Min(table->column, MOST_COLUMNS - 1)];

		table->nheads += words[0].len == 0;
		words[words[0].len == 0 ? 0 : words[1].len == 0 ? 1 : 2] = word;
	}
	table->leads = slice_in(slice_of(folded), leads, lengthof(leads));
	table->is_currency = table->leads && (word.len >= 3 || strcmp(folded, "rs") == 0);
}

static void
take_sign(TableReader *table, uint32 sign, Mentions *mentions)
{
	if (sign == '\n')
		end_line(table);
	if (sign == '|')
	{
		table->column++;
		table->before_bar = table->last;
	}
	else if (sign == '%' && table->before_bar > 0)
		mentions->items[table->before_bar - 1].unit = NUMBER_PERCENT;
	else if (sign == '%')
		say(table, (Said) {0, NUMBER_PERCENT});
	table->is_currency = sign == '$' || sign == 0x20AC || sign == 0xA3 || sign == 0xA5;
	if (table->is_currency && table->short_power > 0)
		say(table, (Said) {table->short_power, NUMBER_NONE});	/* "in T€" */
	table->short_power = 0;
	table->leads |= table->is_currency || sign == '(' || sign == '[' || sign == ':' || sign == '|';
}

void
table_take(TableReader *table, const Token *token, Mentions *mentions)
{
	if (token->kind == TOKEN_SIGN)
		take_sign(table, token->sign, mentions);
	if (token->kind == TOKEN_WORD)
		take_word(table, token);
	if (token->kind == TOKEN_NUMBER)
	{
		take_number(table, mentions);
		table->leads = table->is_currency = false;
		table->short_power = 0;
	}
	if (token->kind != TOKEN_SIGN || token->sign != '|')
		table->before_bar = 0;
	table->last = token->kind == TOKEN_NUMBER ? mentions->count : 0;
}
