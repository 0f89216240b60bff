/*
 * language.c
 *		A block -> its sentences; a text -> its words and numbers.
 */
#include "unit.h"

static const char *const cases[][2] = {
	/* the example of language.h */
	{"NOI was $4.2M in No. 4. It rose.", "NOI was $4.2M in No. 4.|It rose."},

	{"Rents rose, e.g. in Q4. Vacancy fell!", "Rents rose, e.g. in Q4.|Vacancy fell!"},
	{"Mr. Smith of Acme Inc. signed. He left.", "Mr. Smith of Acme Inc. signed.|He left."},
	{"He said \"it rose.\" Then he left.", "He said \"it rose.\"|Then he left."},
	{"It rose [SRC:1]. It fell.", "It rose [SRC:1].|It fell."},
	{"Why? Because `a. B` says so.", "Why?|Because `a. B` says so."},
	{"Rents rose.[^1], [^2] NOI fell.[^1]; see it.", "Rents rose.|NOI fell.[^1]; see it."},
	{"one line\nand another", "one line\nand another"},
};

static const char *
sentences(const char *text)
{
	Prose	   *prose = prose_parse(text, strlen(text), &marker_extension);
	TextBlock  *block = &prose->blocks.items[0];
	Sentence   *found = prose_sentences(prose, block);
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < block->nsentences; i++)
		appendStringInfo(&out, "%s%.*s", i == 0 ? "" : "|", found[i].end - found[i].start, text + found[i].start);
	return text_of(&out);
}

/* Text -> what is between its quotation marks. */
static const char *const quoted[][2] = {
	{"He wrote: \"rents rose\" and \xE2\x80\x9C" "fell\xE2\x80\x9D.", "rents rose|fell"},
	{"\xE2\x80\x9EMieten stiegen\xE2\x80\x9C, \xC2\xAB les loyers \xC2\xBB, \xE3\x80\x8C\xE8\xB3\x83\xE6\x96\x99\xE3\x80\x8D", "Mieten stiegen| les loyers |\xE8\xB3\x83\xE6\x96\x99"},
	{"\xE2\x80\x98the tenants\xE2\x80\x99s roof\xE2\x80\x99 is 5\" wide", "the tenants\xE2\x80\x99s roof"},
	{"a \xE2\x80\x9Cnested \xE2\x80\x98one\xE2\x80\x99 here\xE2\x80\x9D", "nested \xE2\x80\x98one\xE2\x80\x99 here"},
	{"6\" by 8\" and \"open", ""},
	{"it says\xE2\x80\x94\"rents rose\"\xE2\x80\x94" "and \xE2\x80\x98" "fell\xE2\x80\x99\xE2\x80\x94" "in \xE2\x80\x98" "24\xE2\x80\x99", "rents rose|fell|24"},
};

static const char *
quotations(const char *text)
{
	QuotationReader reader = {.text = slice_of(text)};
	StringInfoData out;
	Line		inside;

	initStringInfo(&out);
	while (quotation_next(&reader, &inside))
		appendStringInfo(&out, "%s%.*s", out.len == 0 ? "" : "|", inside.end - inside.start, text + inside.start);
	return text_of(&out);
}

static int
words(const char *text)
{
	return prose_words(prose_parse(text, strlen(text), &marker_extension));
}

static int
tokens(const char *folded)
{
	TokenReader reader = {folded, strlen(folded), 0};
	EvidenceToken token;
	int			count = 0;

	while (next_token(&reader, &token))
		count += token.is_number ? 10 : 1;
	return count;
}

void
unit_tests(void)
{
	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], sentences(cases[i][0]), cases[i][1]);
	for (int i = 0; i < (int) lengthof(quoted); i++)
		is(quoted[i][0], quotations(quoted[i][0]), quoted[i][1]);
	ok("code and markers are no words", words("Rents rose [SRC:1] `x y z` by 4%.") == 4);
	ok("a heading has none", words("# Market\n\nRents rose.") == 2);
	is("numbers as they are written", numbers_in(slice_of("NOI of 4.2 million, up 12%.")), "4.2 million, 12%");
	is("no number", numbers_in(slice_of("NOI rose.")), NULL);
	ok("three content words and a number", tokens("the vacancy rate of the market was 6.1%") == 13);
}
