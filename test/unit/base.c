/*
 * base.c
 *		Slices, growing arrays, characters, JSON.
 */
#include "unit.h"

/* Text -> the same JSON without blanks; NULL = it is none. */
static const char *const json_cases[][2] = {
	{"{\"type\": \"bar\", \"series\": [ ]}", "{\"type\":\"bar\",\"series\":[]}"},
	{" [1, -2.50, 1e3, true, null] ", "[1,-2.50,1e3,true,null]"},	/* numbers keep their digits */
	{"\"a\\u00e9\\n\"", "\"a\xC3\xA9\\u000a\""},
	{"[0.10, 12345678901234567890, 1e400, {\"1\": \"2.0\"}]", "[0.10,12345678901234567890,1e400,{\"1\":\"2.0\"}]"},
	{"\"a \\\" 1.50\"", "\"a \\\" 1.50\""},	/* no number in a string */
	{"[01]", NULL},
	{"[1.]", NULL},
	{"[-]", NULL},
	{"[1 2]", NULL},
	{"{\"a\":1,\"a\":2}", NULL},
	{"\"\\u0000\"", NULL},
	{"[1,]", NULL},
	{"{\"a\":1} x", NULL},
	{"\"\\ud800\"", NULL},		/* half a character */
	{"[[[[1]]]]", NULL},		/* deeper than 3 */
	{"", NULL},
};

static const char *
json_again(const char *text)
{
	StringInfoData out;
	Json	   *value = json_parse(slice_of(text), 3);

	initStringInfo(&out);
	if (value == NULL)
		return NULL;
	json_append(&out, value);
	return text_of(&out);
}

/* Text -> its first number: value, unit, place, and what of the text it is. */
static const char *const number_cases[][2] = {
	{"-$4.2 million rose", "-4200000 5 5 [-$4.2 million]"},
	{"14.2%", "14.2 1 -1 [14.2%]"},
	{"14.2 percent", "14.2 1 -1 [14.2 percent]"},
	{"14.2-per cent", "14.2 1 -1 [14.2-per cent]"},
	{"1,250bps", "1250 3 0 [1,250bps]"},
	{"50 basis points", "50 3 0 [50 basis points]"},
	{"+2 percentage points", "2 2 0 [+2 percentage points]"},
	{"1.35x", "1.35 4 -2 [1.35x]"},
	{"1.35:1.00", "1.35 4 -2 [1.35:1.00]"},
	{"1.25 to 1.0 of", "1.25 4 -2 [1.25 to 1.0]"},
	{"2 x 4", "2 0 0 [2]"},
	{"1.25x 1.31x", "1.25 4 -2 [1.25x]"},
	/* dashes, quotation marks and raised digits are no letters of a word */
	{"$4.2 million\xE2\x80\x94" "up 5%", "4200000 5 5 [$4.2 million]"},
	{"1.20x\xE2\x80\x93" "1.30x", "1.20 4 -2 [1.20x]"},
	{"5 percent\xE2\x80\x9D of", "5 1 0 [5 percent]"},
	{"EUR 4.2M\xC2\xB9", "4200000 5 5 [EUR 4.2M]"},
	{"5 millioni\xC3\xA8me", "5 0 0 [5]"},
	{"EUR4.20M", "4200000 5 4 [EUR4.20M]"},
	{"usd 950k", "950000 5 3 [usd 950k]"},
	{"1.2bn euros", "1200000000 5 8 [1.2bn euros]"},
	{"5 1/2%", "5.5 1 -1 [5 1/2%]"},
	{"(4.2)%", "-4.2 1 -1 [(4.2)%]"},
	{"fourteen percent", "14 1 0 [fourteen percent]"},
	{"Eighteen and a half percent", "18.5 1 -1 [Eighteen and a half percent]"},
	{"sixty-five percent", "65 1 0 [sixty-five percent]"},
	{"one point three five times", "1.35 4 -2 [one point three five times]"},
	{"two million dollars", "2000000 5 6 [two million dollars]"},
	{"two of the", NULL},
	{"12 units", "12 6 0 [12]"},
	{"10-year", "10 6 0 [10]"},
	{"12\nunits", "12 6 0 [12]"},
	{"1998\nUnits", "1998 7 0 [1998]"},
	{"2024", "2024 7 0 [2024]"},
	{"12/31/2024", "12 8 0 [12]"},
	{"3rd", "3 8 0 [3rd]"},
	{"3Q24", "3 8 0 [3]"},
	{"4Q 2023", "4 8 0 [4Q]"},
	{"1.2.3", "1.2 8 -1 [1.2.3]"},
	{"1234567890123456789", "0 8 0 [1234567890123456789]"},
	{"4,200,000", "4200000 0 0 [4,200,000]"},
	{"4.200.000,5 m", "4200000.5 8 -1 [4.200.000,5]"},
	{"4.200,5 m", "4200.5 8 -1 [4.200,5]"}, {"4.200,500 m", "4.200 8 -3 [4.200,500]"},
	{"4'200'000", "4200000 0 0 [4'200'000]"},
	{"4\xE2\x80\xAF" "200\xC2\xA0" "000 EUR", "4200000 5 0 [4\xE2\x80\xAF" "200\xC2\xA0" "000 EUR]"},
	{"4,2 Mio. EUR", "4200000 5 5 [4,2 Mio. EUR]"},
	{"12,5 %", "12.5 1 -1 [12,5 %]"},
	{"3,75 Mrd. \xE2\x82\xAC.", "3750000000 5 7 [3,75 Mrd. \xE2\x82\xAC]"},
	{"420\xE4\xB8\x87\xE5\x86\x86", "4200000 5 4 [420\xE4\xB8\x87\xE5\x86\x86]"},
	{"4.2\xE5\x84\x84", "420000000 0 7 [4.2\xE5\x84\x84]"},
	{"5,25 and", "5.25 8 -2 [5,25]"},
	{"1,250,5", "1250 8 0 [1,250,5]"},
	{"-x", NULL},
};

static const char *
number_of(const char *text)
{
	Number		number;

	if (!number_read(text, strlen(text), 0, &number))
		return NULL;
	return psprintf("%s %d %d [%.*s]", decimal_text(number.value), number.unit, number.place,
					number.end - number.start, text + number.start);
}

static bool
agree(const char *a, const char *b)
{
	Number		x;
	Number		y;

	return number_read(a, strlen(a), 0, &x) && number_read(b, strlen(b), 0, &y) && number_agrees(&x, &y);
}

/* Characters of a text, and its first one in lower case. */
static const struct
{
	const char *text;
	int			length;
	uint32		lower;
	bool		is_word;
}			characters[] = {
	{"NOI", 3, 'n', true},
	{"\xC3\x84rger", 5, 0xE4, true},	/* Ä */
	{"\xE2\x82\xAC" "5", 2, 0x20AC, false}, /* the euro sign */
	{"\xE2\x80\x94", 1, 0x2014, false}, /* a dash */
	{"\xF0\x9D\x9F\x8F", 1, 0x1D7CF, true}, /* a digit beyond 16 bits */
};

static void
number_tests(void)
{
	Decimal		value;

	for (int i = 0; i < (int) lengthof(number_cases); i++)
		is(number_cases[i][0], number_of(number_cases[i][0]), number_cases[i][1]);
	ok("a scale is one of the number's", agree("$4.2M", "$4,200,000") && agree("$4.2M", "$4,187,300"));
	ok("half a unit of the coarser last place", agree("14%", "14.4%") && !agree("14%", "14.6%") && !agree("14.0%", "14.1%"));
	ok("basis points are percents", agree("150 bps", "1.5%") && !agree("150 bps", "1.5x"));
	ok("other currencies differ", !agree("$4.2M", "EUR 4.2M"));
	ok("a decimal keeps its digits", decimal_parse("-12.50", &value) && value.digits == -1250 && value.scale == 2);
	ok("a whole number has digits alone, at most so many", whole_number(slice_of("0123"), 999) == 123 && whole_number(slice_of(""), 9) == -1 &&
	   whole_number(slice_of("12"), 11) == -1 && whole_number(slice_of("5"), 0) == -1 && whole_number(slice_of("-1"), 9) == -1);
	is("and is rounded half away from zero", decimal_text(decimal_round((Decimal) {125, 2}, 1)), "1.3");
	is("and to thousands", decimal_text(decimal_round((Decimal) {4187300, 0}, -3)), "4187000");
}

static const Field element_shape[] = {
	{"doc_id", FIELD_TEXT, "tag", NULL, 0, NULL}, OPTIONAL("tag", FIELD_TEXT), END_OF_SHAPE
};
static const Field shape[] = {
	REQUIRED("x", FIELD_LABEL), OPTIONAL("y", FIELD_AMOUNT), OPTIONAL("n", FIELD_COUNT),
	OPTIONAL("share", FIELD_SHARE), OPTIONAL("day", FIELD_DATE), OPTIONAL("is", FIELD_BOOL),
	OPTIONAL("any", FIELD_SCALAR), {"kind", FIELD_TEXT, NULL, NULL, 0, "bar|line"},
	{"values", FIELD_LIST, NULL, element_shape, 2, NULL}, END_OF_SHAPE
};

/* An object -> what its shape tells, in order. */
static const char *const shaped[][2] = {
	{"{\"x\":1}", ""},
	{"{\"x\":\"a\",\"y\":0,\"n\":3,\"share\":1,\"day\":\"2026-06-30T12:00\",\"is\":true,\"any\":[],\"kind\":\"line\"}",
	"/any is an array, no number or text"},
	/* what the shape lacks is left alone, null is as good as missing where a member may be */
	{"{\"x\":\"a\",\"y\":null,\"else\":{}}", ""},
	{"{}", "/x is missing"},
	{"{\"x\":null}", "/x is null"},
	{"[]", " is an array, no object"},
	{"{\"x\":\" \"}", "/x is blank"},
	{"{\"x\":\"-Inf\"}", "/x is \"-Inf\", no finite number"},
	{"{\"x\":1,\"y\":-1,\"n\":1.5,\"share\":2,\"day\":\"30.6.2026\",\"is\":0,\"kind\":\"pie\"}",
	"/y is negative; /n is 1.5, no whole number from 0; /share is not from 0 to 1;"
	" /day is \"30.6.2026\", no date such as 2026-06-30; /is is a number, no boolean; /kind is \"pie\", not one of bar|line"},
	{"{\"x\":1,\"y\":\"12\"}", "/y is \"12\", no number"},
	{"{\"x\":1,\"values\":[{\"tag\":\"OM\"}]}", "/values has 1 element, needs 2"},
	{"{\"x\":1,\"values\":[{\"doc_id\":\"\"},{},3]}",
	"/values/1/doc_id is missing; /values/2 is a number, no object"},
};

static const char *
shape_problems(const char *text)
{
	Problems	problems = {0};
	StringInfoData out;

	initStringInfo(&out);
	shape_check(shape, &problems, &path_root, json_parse(slice_of(text), 8));
	for (int i = 0; i < problems.count; i++)
		appendStringInfo(&out, "%s%s %s", i == 0 ? "" : "; ", problems.items[i].path, problems.items[i].problem);
	return text_of(&out);
}

void
unit_tests(void)
{
	struct
	{
					VEC(int) numbers;
	}			vec = {{NULL, 0, 0}};
	Slice		rest = slice_of("Rent Roll");
	Slice		texts[] = {slice_of("b"), slice_of("a"), slice_of("b")};
	bool		all_zero = true;
	int		   *classes;
	int			nclasses;

	/* the examples of base.h */
	for (int i = 0; i < 1000; i++)
	{
		int		   *added = VEC_PUSH(&vec.numbers);

		all_zero &= *added == 0;
		*added = i + 1;
	}
	ok("VEC_PUSH gives a new, zeroed element", all_zero && vec.numbers.count == 1000);
	ok("VEC_PUSH keeps those before", vec.numbers.items[0] == 1 && vec.numbers.items[999] == 1000);
	ok("slice_of() borrows nine bytes", rest.len == 9);

	ok("slice_take() takes what is there", slice_take(&rest, "Rent ") && slice_equal(rest, slice_of("Roll")));
	ok("slice_take() leaves what is not", !slice_take(&rest, "Rolls") && rest.len == 4);
	ok("slice_compare() puts the shorter first",
	   slice_compare(slice_of("ab"), slice_of("abc")) < 0 && slice_compare(slice_of("b"), slice_of("abc")) > 0);

	classes = slice_classes(texts, 3, &nclasses);
	ok("slice_classes() numbers texts as they first come",
	   nclasses == 2 && classes[0] == 0 && classes[1] == 1 && classes[2] == 0);

	for (int i = 0; i < (int) lengthof(characters); i++)
	{
		int			width;
		uint32		code = utf8_decode(characters[i].text, strlen(characters[i].text), 0, &width);

		ok(psprintf("%s: so many characters", characters[i].text),
		   utf8_length(characters[i].text, strlen(characters[i].text)) == characters[i].length);
		ok(psprintf("%s: lower case", characters[i].text), lower_of(code) == characters[i].lower);
		ok(psprintf("%s: of a word?", characters[i].text), is_word_letter(code) == characters[i].is_word);
		ok(psprintf("%s: width", characters[i].text), width == char_length(characters[i].text[0]));
	}
	ok("U+00A0 is a blank, U+200B is none", is_unicode_blank(0xA0) && !is_unicode_blank(0x200B));

	for (int i = 0; i < (int) lengthof(json_cases); i++)
		is(psprintf("JSON %s", json_cases[i][0]), json_again(json_cases[i][0]), json_cases[i][1]);
	for (int i = 0; i < (int) lengthof(shaped); i++)
		is(psprintf("shape of %s", shaped[i][0]), shape_problems(shaped[i][0]), shaped[i][1]);
	number_tests();
}
