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

#define SHORT_SCALE		2		/* "m", "bn": behind a currency only */

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

	if (line_end(text, 0) == text.len)
		return text;
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

/* The cell of the line that is read, of the column that it is in. */
static Cell *
cell_of(TableReader *table, Cell *cells)
{
	return &cells[Min(table->column, MOST_COLUMNS - 1)];
}

/* What a cell says, is of its line's numbers when the line is a row that has some. */
static void
say(TableReader *table, int power, NumberUnit unit)
{
	Cell	   *cell = cell_of(table, table->line);

	if (power > 0)
		cell->power = power;
	if (unit != NUMBER_NONE)
		cell->unit = unit;
	if (table->column <= 1)
		table->row = *cell;
	if (table->column == 0 && power > 0)
		table->scale = power;	/* no table */
}

/* A line without numbers: the words and units of its cells are of their columns, where several
 * have words; so are scales that differ, else one is of all that follows. */
static void
end_header(TableReader *table)
{
	int			power = 0;
	int			nwords = 0;
	bool		differ = false;

	for (int i = 0; i < MOST_COLUMNS; i++)
	{
		const Cell *cell = &table->line[i];

		differ |= cell->power > 0 && power > 0 && cell->power != power;
		power = Max(power, cell->power);
		nwords += cell->words[0].len > 0;
		if (i > 1 && cell->unit != NUMBER_NONE)
			table->columns[i].unit = cell->unit;
	}
	if (power > 0 && !differ)
		table->scale = power;
	for (int i = 0; i < MOST_COLUMNS; i++)
	{
		if (power > 0)
			table->columns[i].power = differ ? table->line[i].power : 0;
		if (nwords > 1)
			memcpy(table->columns[i].words, table->line[i].words, sizeof(table->line[i].words));
	}
}

static void
end_line(TableReader *table)
{
	if (table->column == 0 && table->was_row)
		memset(table->columns, 0, sizeof(table->columns));
	if (table->column > 0 && !table->has_numbers)
		end_header(table);
	memset(table->line, 0, sizeof(Cell) * Min(table->column + 1, MOST_COLUMNS));
	table->row = (Cell) {0};
	table->was_row = table->column > 0;
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
take_number(TableReader *table, const MentionReader *reader)
{
	Mention    *mention = &reader->out->items[reader->out->count - 1];
	const Cell *column = cell_of(table, table->columns);
	int			power = noughts(reader->text, &mention->number);

	if (power > 0)
	{
		mention->is_name = true;
		say(table, power, NUMBER_NONE);
		return;
	}
	mention->in_table = table->column > 0;
	mention->power = table->row.power > 0 ? table->row.power
		: column->power > 0 ? column->power : table->scale;
	mention->unit = table->row.unit != NUMBER_NONE ? table->row.unit : column->unit;
	if (mention->before.len == 0 && table->column > 0 && table->nlabel > 0)
		mention->before = table->label[table->nlabel - 1];
	table->has_numbers |= !mention->is_name && mention->number.unit != NUMBER_YEAR;
}

static void
take_word(TableReader *table, const Token *token, const MentionReader *reader)
{
	Slice		word = {reader->text + token->start, token->end - token->start};
	bool		is_short = word.len <= SHORT_SCALE;
	int			power = reader->said < LEAD ? reader->said : 0;

	if (table->short_power > 0 && reader->said == CURRENCY)
		say(table, table->short_power, NUMBER_NONE);	/* "(M EUR)" */
	table->short_power = table->leads && is_short ? power : 0;
	if (power > 0 &&
		(is_short ? table->is_currency : table->leads || (unsigned char) *word.data >= 0x80))
		say(table, power, NUMBER_NONE);
	else if (reader->said == PERCENT || reader->said == MULTIPLE)
		say(table, 0, reader->said == PERCENT ? NUMBER_PERCENT : NUMBER_MULTIPLE);
	else if (table->column <= 1 && table->nlabel < MOST_LABEL && reader->head.data == word.data)
		table->label[table->nlabel++] = word;
	if (table->column > 0 && reader->head.data == word.data)
	{
		Slice	   *words = cell_of(table, table->line)->words;

		words[words[0].len == 0 ? 0 : words[1].len == 0 ? 1 : 2] = word;
	}
	table->is_currency = reader->said == CURRENCY;
	table->leads = table->is_currency || reader->said == LEAD;
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
		say(table, 0, NUMBER_PERCENT);
	table->is_currency = sign == '$' || sign == 0x20AC || sign == 0xA3 || sign == 0xA5;
	if (table->is_currency && table->short_power > 0)
		say(table, table->short_power, NUMBER_NONE);	/* "in T€" */
	table->short_power = 0;
	table->leads |= table->is_currency || sign == '(' || sign == '[' || sign == ':' || sign == '|';
}

void
table_take(TableReader *table, const Token *token, const MentionReader *reader)
{
	if (token->kind == TOKEN_SIGN)
		take_sign(table, token->sign, reader->out);
	if (token->kind == TOKEN_WORD)
		take_word(table, token, reader);
	if (token->kind == TOKEN_NUMBER)
	{
		take_number(table, reader);
		table->leads = table->is_currency = false;
		table->short_power = 0;
	}
	if (token->kind != TOKEN_SIGN || token->sign != '|')
		table->before_bar = 0;
	table->last = token->kind == TOKEN_NUMBER ? reader->out->count : 0;
}
