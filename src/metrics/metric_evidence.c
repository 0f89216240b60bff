/*
 * metric_evidence.c
 *		Has a quote or passage that very number?
 *
 * What is evidence is read with more favour than what is asserted, since a true
 * number must not be rewritten: of a number 12.0% all of these are
 *
 *		12 %		12,0 %		12-percent	12 to 14%	1,200 basis points	IRR (%): 12
 *		12.0 in year one		a word that is no unit says nothing of the number
 *		| IRR | 12 |			a cell whose row or column names the metric
 *
 * but not what is of another unit ("12.0 million", "12 years", "12.0x"), nor a bare
 * 12, which may be anything, nor the number of a page.
 */
#include "metrics/metrics_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"


typedef enum FigureUnit
{
	FIGURE_BARE,
	FIGURE_PERCENT,
	FIGURE_MULTIPLE,
	FIGURE_BPS,
	FIGURE_OTHER
} FigureUnit;

typedef struct EvidenceFigure
{
	int			start;
	int			end;			/* behind its digits */
	Decimal		value;
	bool		is_value;
	bool		has_comma;		/* "12,0" */
	bool		is_stated;		/* its unit stands right behind it */
	FigureUnit	unit;
} EvidenceFigure;

static const struct
{
	const char *bytes;
	FigureUnit	unit;
}			figure_signs[] = {
	{"%", FIGURE_PERCENT}, {"\xEF\xBC\x85", FIGURE_PERCENT}, {"\xEF\xB9\xAA", FIGURE_PERCENT}, {"\xC3\x97", FIGURE_MULTIPLE},
	{"$", FIGURE_OTHER}, {"\xE2\x82\xAC", FIGURE_OTHER}, {"\xC2\xA3", FIGURE_OTHER}, {"\xC2\xA5", FIGURE_OTHER},
	{"\xE2\x82\xAA", FIGURE_OTHER}, {"\xE2\x82\xB9", FIGURE_OTHER}, {"\xE2\x80\xB0", FIGURE_OTHER}, {"\xC2\xB0", FIGURE_OTHER},
};

static const char *const words_of_units[] = {
	[FIGURE_PERCENT] = " percent percents pct ",
	[FIGURE_MULTIPLE] = " x times ",
	[FIGURE_BPS] = " bps bp ",
	[FIGURE_OTHER] = " hundred thousand thousands million millions billion billions trillion k m mm mn mln mio bn bln b "
	"year years yr yrs month months mo mos week weeks day days hour hours minute minutes "
	"unit units acre acres sf sqft sq square psf feet foot ft mile miles meter meters metre metres km sqm "
	"dollar dollars cent cents usd eur gbp euro euros pounds point points pp ppt ppts pts percentage "
	"bed beds bedroom bedrooms room rooms key keys space spaces stall stalls story stories storey storeys floor floors "
	"building buildings property properties tenant tenants lease leases asset assets people households employees jobs am pm ",
};

/* A number behind one of these is that of a place or a day. */
static const char words_of_places[] = " page pages p pp pg section sections sec exhibit table figure fig chapter note "
	"item appendix schedule article annex lot suite no nr january february march april june july august september october "
	"november december ";

/* ------------------------------------------------------------------ reading */

static inline char
char_at(Slice text, int pos)
{
	return pos >= 0 && pos < text.len ? text.data[pos] : '\n';
}

/* Past blanks and emphasis; a line end is none. */
static int
skip_line_blanks(Slice text, int pos)
{
	int			len;

	for (;; pos += len)
	{
		char		c = char_at(text, pos);

		if (c == '\n' || c == '\r')
			return pos;
		len = c == '*' || c == '_' || c == '\\' ? 1 : json_blank(text, pos);
		if (len == 0)
			return pos;
	}
}

static int
word_end(Slice text, int pos)
{
	while (is_letter(char_at(text, pos)))
		pos++;
	return pos;
}

/* Is the word one of a list, in which each stands between blanks? */
static bool
is_word_of(Slice text, int start, int end, const char *list)
{
	int			len = end - start;

	if (list == NULL || len == 0 || len > 16)
		return false;
	for (const char *at = list; at != NULL; at = strchr(at + 1, ' '))
		if (pg_strncasecmp(at + 1, text.data + start, len) == 0 && at[1 + len] == ' ')
			return true;
	return false;
}

/* Digits with thousands; a comma before one or two of them is a decimal one. */
static void
read_digits(Slice text, int start, EvidenceFigure *figure)
{
	char		digits[64];
	int			count = 0;
	int			pos = start;
	bool		has_point = false;

	*figure = (EvidenceFigure) {.start = start};
	for (; count < (int) sizeof(digits) - 1; pos++)
	{
		char		c = char_at(text, pos);

		if (is_digit(c))
			digits[count++] = c;
		else if (!is_digit(char_at(text, pos + 1)) || has_point)
			break;
		else if (c == '.' || (c == ',' && char_at(text, start - 1) != ',' && !is_digit(char_at(text, pos + 3)) && pos - start <= 3 &&
							  (!is_digit(char_at(text, pos + 2)) || char_at(text, pos + 3) != ',')))
		{
			has_point = true;
			figure->has_comma = c == ',';
			digits[count++] = '.';
		}
		else if (c != ',' || !is_digit(char_at(text, pos + 2)) || !is_digit(char_at(text, pos + 3)))
			break;
	}
	digits[count] = '\0';
	/* "12.05.2026", "12.0.1": a day or the number of a paragraph */
	figure->is_value = decimal_parse(digits, &figure->value) && !is_digit(char_at(text, pos)) &&
		!(has_point && char_at(text, pos) == '.' && is_digit(char_at(text, pos + 1)));
	while (is_digit(char_at(text, pos)))
		pos++;
	figure->end = figure->is_value && !has_point ? read_fraction(&figure->value, text.data, pos, text.len) : pos;
}

/* -------------------------------------------------------------------- units */

static FigureUnit
sign_at(Slice text, int pos)
{
	for (int i = 0; i < (int) lengthof(figure_signs); i++)
	{
		int			len = (int) strlen(figure_signs[i].bytes);

		if (pos + len <= text.len && memcmp(text.data + pos, figure_signs[i].bytes, len) == 0)
			/* a currency's sign may be that of the number behind it */
			return figure_signs[i].unit == FIGURE_OTHER && is_digit(char_at(text, pos + len)) ? FIGURE_BARE : figure_signs[i].unit;
	}
	return FIGURE_BARE;
}

/* The unit that a word is; of two words "per cent" and "basis points". */
static FigureUnit
word_unit(Slice text, int start)
{
	int			end = word_end(text, start);
	int			next = skip_line_blanks(text, end);
	int			next_end = word_end(text, next);

	if (is_word_of(text, start, end, " basis "))
		return is_word_of(text, next, next_end, " point points ") ? FIGURE_BPS : FIGURE_BARE;
	if (is_word_of(text, start, end, " per "))
		return is_word_of(text, next, next_end, " cent ") ? FIGURE_PERCENT :
			is_word_of(text, next, next_end, " annum year ") ? FIGURE_BARE : FIGURE_OTHER;
	if (is_word_of(text, start, end, " x ") && is_digit(char_at(text, next)))
		return FIGURE_OTHER;	/* "12 x 14" */
	if (is_digit(char_at(text, end)))
		return FIGURE_BARE;		/* "sf2" and the like */
	for (int unit = FIGURE_PERCENT; unit <= FIGURE_OTHER; unit++)
		if (is_word_of(text, start, end, words_of_units[unit]))
			return unit;
	return FIGURE_BARE;
}

/* What is tied to the digits: "12.0M", "12-year", "1.20:1", "8/10". */
static FigureUnit
tied_unit(Slice text, int pos)
{
	char		next = char_at(text, pos + 1);
	FigureUnit	unit;

	switch (char_at(text, pos))
	{
		case ':':
			if (next == '1' && !is_digit(char_at(text, pos + 2)))
				return FIGURE_MULTIPLE;
			return is_digit(next) ? FIGURE_OTHER : FIGURE_BARE;
		case '/':
			if (!is_digit(next))
				return FIGURE_BARE;
			return text.data[pos + 1 + strspn(text.data + pos + 1, "0123456789")] == '.' ? FIGURE_BARE : FIGURE_OTHER;
		case '-':
			if (!is_letter(next) || is_word_of(text, pos + 1, word_end(text, pos + 1), " to "))
				return FIGURE_BARE;
			pos++;
			break;
		default:
			if (!is_letter(char_at(text, pos)))
				return FIGURE_BARE;
	}
	unit = word_unit(text, pos);
	return unit == FIGURE_BARE ? FIGURE_OTHER : unit;
}

/* The number that "to" or a dash leads to; -1 when there is none. */
static int
range_end(Slice text, int pos)
{
	static const char *const dashes[] = {"-to-", "to", "-", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\x91", "\xE2\x88\x92"};

	pos = skip_line_blanks(text, pos);
	for (int i = 0; i < (int) lengthof(dashes); i++)
	{
		int			len = (int) strlen(dashes[i]);

		if (pos + len > text.len || pg_strncasecmp(text.data + pos, dashes[i], len) != 0)
			continue;
		pos = skip_line_blanks(text, pos + len);
		return is_digit(char_at(text, pos)) ? pos : -1;
	}
	return -1;
}

static FigureUnit
unit_behind(Slice text, int pos)
{
	int			word = skip_line_blanks(text, pos);
	FigureUnit	unit = tied_unit(text, pos);

	if (unit == FIGURE_BARE)
		unit = sign_at(text, word);
	return unit == FIGURE_BARE && is_letter(char_at(text, word)) ? word_unit(text, word) : unit;
}

/* A unit that a line's end parts from its number; only the wanted one counts, for
 * the line may begin with anything. */
static FigureUnit
wrapped_unit(Slice text, int pos, FigureUnit wanted)
{
	int			next = skip_line_blanks(text, pos);
	FigureUnit	unit;

	if (char_at(text, next) == '\r')
		next++;
	if (next >= text.len || char_at(text, next) != '\n')
		return FIGURE_BARE;
	next = skip_line_blanks(text, next + 1);
	unit = sign_at(text, next);
	/* "Percent leased" and "x-axis" begin a line of their own */
	if (unit == FIGURE_BARE && char_at(text, next) >= 'a' && word_end(text, next) > next + 1)
		unit = word_unit(text, next);
	return unit == wanted || (unit == FIGURE_BPS && wanted == FIGURE_PERCENT) ? unit : FIGURE_BARE;
}

static void
read_unit(Slice text, EvidenceFigure *figure, FigureUnit wanted)
{
	int			high = range_end(text, figure->end);
	EvidenceFigure		other;

	figure->unit = unit_behind(text, figure->end);
	if (figure->unit == FIGURE_BARE)
		figure->unit = wrapped_unit(text, figure->end, wanted);
	figure->is_stated = figure->unit != FIGURE_BARE;
	if (figure->is_stated || high < 0)
		return;
	read_digits(text, high, &other);
	figure->unit = unit_behind(text, other.end);
	/* "1.20 to 1" */
	if (figure->unit == FIGURE_BARE && other.is_value && decimal_compare(other.value, (Decimal) {1, 0}) == 0)
		figure->unit = FIGURE_MULTIPLE;
	/* "DSCR 1.20 - 312 units" is no range */
	else if (figure->unit != wanted && other.value.scale != figure->value.scale)
		figure->unit = FIGURE_BARE;
}

/* ------------------------------------------------------------------- labels */

#define MAX_BACK	4096		/* bytes that are looked at before a number, */
#define MAX_LOOKS	64			/* and for how many bare ones of a text */

/* Is what precedes that of another thing: "$12.0", "page 12.0", "v12.0"? */
static bool
is_of_another(Slice text, int start)
{
	int			end = start;
	int			first;

	if (is_letter(char_at(text, start - 1)) || char_at(text, start - 1) == '#')
		return true;
	while (end > 0 && start - end < 8 && strchr(" .*\t", text.data[end - 1]) != NULL)
		end--;
	for (int i = 0; i < (int) lengthof(figure_signs); i++)
	{
		int			len = (int) strlen(figure_signs[i].bytes);

		if (figure_signs[i].unit == FIGURE_OTHER && end >= len && memcmp(text.data + end - len, figure_signs[i].bytes, len) == 0)
			return true;
	}
	for (first = end; first > 0 && end - first < 16 && is_letter(text.data[first - 1]);)
		first--;
	return is_word_of(text, first, end, words_of_places);
}

/* Ends the label with a unit, and not with a number that has it: "IRR (%)"? */
static bool
label_ends_with(Slice label, FigureUnit wanted)
{
	static const char *const percents[] = {"%", "\xEF\xBC\x85", "percent", "pct"};
	int			end = label.len;

	while (end > 0 && strchr(" \t:=|*_", label.data[end - 1]) != NULL)
		end--;
	if (wanted == FIGURE_MULTIPLE)
		return end >= 3 && pg_strncasecmp(label.data + end - 3, "(x)", 3) == 0;
	end -= end > 0 && label.data[end - 1] == ')';
	for (int i = 0; i < (int) lengthof(percents); i++)
	{
		int			before = end - (int) strlen(percents[i]);

		if (before < 0 || pg_strncasecmp(label.data + before, percents[i], end - before) != 0)
			continue;
		while (before > 0 && label.data[before - 1] == ' ')
			before--;
		return before == 0 || !is_digit(label.data[before - 1]);
	}
	return false;
}

/* Does a row's or column's header name the metric or its unit? */
static bool
header_tells(Slice header, const char *name, FigureUnit wanted)
{
	int			len = (int) strlen(name);

	for (int i = 0; len > 0 && i + len <= header.len; i++)
		if (pg_strncasecmp(header.data + i, name, len) == 0)
			return true;
	return label_ends_with(header, wanted);
}

static int
line_start(Slice text, int pos)
{
	int			least = Max(0, pos - MAX_BACK);

	while (pos > least && text.data[pos - 1] != '\n')
		pos--;
	return pos;
}

/* The cell of a line, counted by what stands before it. */
static Slice
cell_of_line(Slice line, int index, char separator)
{
	int			start = 0;
	int			end;

	for (; start < line.len && index > 0; start++)
		index -= line.data[start] == separator;
	for (end = start; end < line.len && line.data[end] != separator && line.data[end] != '\n' && line.data[end] != '\r';)
		end++;
	return (Slice) {line.data + start, index > 0 ? 0 : end - start};
}

/* A number that is all of a table's cell, which its row or column tells of. */
static bool
cell_tells(Slice text, const EvidenceFigure *figure, const char *name, FigureUnit wanted)
{
	int			row = line_start(text, figure->start);
	int			top = row;
	int			before = figure->start;
	int			index = 0;
	char		separator;
	char		behind = char_at(text, skip_line_blanks(text, figure->end));
	bool		has_lead = char_at(text, row) == '|';

	while (before > row && strchr(" *_", text.data[before - 1]) != NULL)
		before--;
	separator = before > row ? text.data[before - 1] : ' ';
	if ((separator != '|' && separator != '\t') ||
		(separator == '|' ? behind != '|' && behind != '\n' && behind != '\r' : is_letter(behind)))
		return false;
	for (int i = row; i < figure->start; i++)
		index += text.data[i] == separator;
	if (header_tells(cell_of_line((Slice) {text.data + row, figure->start - row}, has_lead ? 1 : 0, separator), name, wanted))
		return true;
	while (top > 0 && figure->start - top < MAX_BACK)
	{
		int			above = line_start(text, top - 1);

		if (memchr(text.data + above, separator, top - above) == NULL)
			break;
		top = above;
	}
	return top < row && header_tells(cell_of_line((Slice) {text.data + top, row - top}, index, separator), name, wanted);
}

/* Does what stands before a bare number tell its unit? */
static bool
label_tells(Slice text, const EvidenceFigure *figure, const char *name, FigureUnit wanted)
{
	int			row = line_start(text, figure->start);

	return label_ends_with((Slice) {text.data + row, figure->start - row}, wanted) || cell_tells(text, figure, name, wanted);
}

/* ------------------------------------------------------------------- claims */

/* Is the figure, which has that value, a number of the metric's unit? */
static bool
is_of_unit(Slice text, const EvidenceFigure *figure, const MetricKind *kind, FigureUnit wanted, int *looks)
{
	if (figure->unit != FIGURE_BARE && (figure->is_stated || !is_of_another(text, figure->start)))
		return figure->unit == wanted;
	if (is_of_another(text, figure->start))
		return false;
	if (figure->value.scale > 0 && !figure->has_comma)
		return true;
	return (*looks)++ < MAX_LOOKS && label_tells(text, figure, kind->label, wanted);
}

static bool
text_has_number(const char *content, Decimal number, const MetricKind *kind, const char *unit)
{
	Slice		text = {content, content == NULL ? 0 : (int) strlen(content)};
	FigureUnit	wanted = unit_is(unit, "multiple") ? FIGURE_MULTIPLE : FIGURE_PERCENT;
	EvidenceFigure		figure;
	int			looks = 0;

	number.digits = number.digits < 0 ? -number.digits : number.digits;
	for (int pos = 0; pos < text.len; pos++)
	{
		if (!is_digit(text.data[pos]))
			continue;
		CHECK_FOR_INTERRUPTS();
		read_digits(text, pos, &figure);
		pos = figure.end - 1;
		if (!figure.is_value)
			continue;
		if (decimal_compare(figure.value, number) == 0)
		{
			read_unit(text, &figure, wanted);
			if (unit_is(unit, "fraction") || is_of_unit(text, &figure, kind, wanted, &looks))
				return true;
		}
		if (wanted == FIGURE_PERCENT && figure.value.scale <= 2 &&
			decimal_compare((Decimal) {figure.value.digits, figure.value.scale + 2}, number) == 0)
		{
			read_unit(text, &figure, wanted);
			if (figure.unit == FIGURE_BPS)
				return true;
		}
	}
	return false;
}

bool
claim_has_number(const Claim *claim, Decimal number, const MetricKind *kind, const char *unit)
{
	return text_has_number(claim->quote, number, kind, unit) || text_has_number(claim->passage, number, kind, unit);
}

/* Was the claim's quote found in its passage, or is there none to look into?  Not
 * where it is still to be read. */
static bool
quote_stands(const Memo *memo, Claim *claim)
{
	PassageText passage = {.text = slice_of(claim->passage)};
	QuoteMatch	match = {.is_found = false};

	if (claim->quote_level != NULL)
		return claim->quote_verified;
	if (claim->passage == NULL)
		return claim->passage_id == NULL;
	if (passage.text.len <= MAX_SECTION_BYTES)
		match = quote_match(&passage, slice_of(claim->quote), quote_level_of(slice_of(memo->policy.quote_level)));
	passage_free(&passage);
	claim->quote_level = match.is_found ? quote_level_name(match.level) : "unmatched";
	claim->quote_verified = match.is_found && !match.cuts_number;
	return claim->quote_verified;
}

bool
claim_anchors_number(const Memo *memo, Claim *claim, Decimal number, const MetricKind *kind, const char *unit)
{
	return text_has_number(claim->passage, number, kind, unit) ||
		(text_has_number(claim->quote, number, kind, unit) && quote_stands(memo, claim));
}
