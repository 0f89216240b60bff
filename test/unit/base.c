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
}
