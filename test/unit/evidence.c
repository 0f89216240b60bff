/*
 * evidence.c
 *		Quote and passage -> the strictest level that finds it; a text -> what it supports.
 */
#include "unit.h"
#include "evidence/evidence_internal.h"

/* One a level, which forgives more than the level before it: so it is found at no other. */
static const char *const levels[][2] = {
	[QUOTE_EXACT] = {"NOI of $4.2M", "In-place NOI of $4.2M"},
	[QUOTE_SPACE] = {"NOI  of\n$4.2M", "In-place NOI of $4.2M"},
	[QUOTE_CASE] = {"noi of $4.2m", "In-place NOI of $4.2M"},
	[QUOTE_TYPOGRAPHY] = {"the \"net\" income", "the \xE2\x80\x9Cnet\xE2\x80\x9D income"},
	[QUOTE_LINEWRAP] = {"multifamily units", "multi-\nfamily units"},
};
StaticAssertDecl(lengthof(levels) == NQUOTE_LEVELS, "each quote level has a case in test/unit/evidence.c");

/* Quote, passage -> level and place: what is no word at the quote's ends, Markdown in the passage. */
static const char *const typeset[][3] = {
	{"...NOI of $4.2M in the trailing...", "In-place NOI of $4.2M in the trailing year", "typography 9"},
	{"[\xE2\x80\xA6] NOI of $4.2M.", "NOI of $4.2M in the trailing year", "typography 0"},
	{"\xE2\x80\x9CNOI of $4.2M,\xE2\x80\x9D", "NOI of $4.2M in the trailing year", "typography 0"},
	{"...5% of rents", "a reserve of .5% of rents", "typography 14 cut"},
	{"net operating income of $4", "The **net operating income** of $4", "typography 6"},
	{"net_income is 2 * 3", "net_income is 2 * 3", "exact 0"},
	{"2 3", "2 * 3", "none"},
	{"23", "2*3", "none"},
	{"an over-involved buyer", "an over-**involved** buyer", "typography 0"},
	{"M&A fees were 5%", "M&amp;A&nbsp;fees were 5%", "typography 0"},
	{"e\xEF\xAC\x80" "ective rent", "effective rent", "typography 0"},
	{"AT&T", "AT&TX", "exact 0"},
};

static const char *
found(const char *quote, const char *text, QuoteLevel most)
{
	PassageText passage = {.text = slice_of(text)};
	QuoteMatch	match = quote_match(&passage, slice_of(quote), most);
	char	   *result = !match.is_found ? "none" :
		psprintf("%s %d%s", quote_level_name(match.level), match.start, match.cuts_number ? " cut" : "");

	passage_free(&passage);
	return result;
}

/* Body, text -> number of the sentence that it supports, and why none. */
static const char *const matches[][3] = {
	{"Rents rose 4% in 2025. Vacancy fell to 6.1%.", "Vacancy fell to 6.1%.", "1"},
	{"Rents rose 4% in 2025. Vacancy fell to 6.1%.", "The vacancy fell to 6.1%", "1"},
	{"Rents rose 4% in 2025. Vacancy fell to 6.1%.", "Vacancy fell to 7.3%.", "not_found"},
	{"Rents rose 4%. Rents rose 4%.", "Rents rose 4%.", "ambiguous"},
	{"Rents rose 4% [[SRC:1]](https://a.example/x) in 2025. Vacancy fell.\n@document d|D|https://a.example/x|web|||", "Rents rose 4% in 2025.", "0"},
};

static const char *
matched(const char *body, const char *text)
{
	Memo	   *memo = unit_finished(psprintf("@section risk||||\n%s", body));
	EvidenceMatch match = evidence_find(&memo->sections[0], text);

	return match.reason != NULL ? match.reason : psprintf("%d", match.sentence->number);
}

/* Text, evidence -> its figures: "-" behind those that are missing, "~" that are coarser, with what is nearest. */
static const char *const figures[][3] = {
	{"NOI is $4.2M on 312 units.", "NOI of $3.9M, a 312-unit complex.", "$4.2M - NOI of $3.9M; 312"},
	{"LTV of 65%, 150 bps, 1.25x", "65.3 percent, 1.5%, 1.25 times", "65%; 150 bps; 1.25x"},
	{"LTV of 66%, 16 bps, 1.26x", "65.3 percent, 1.5%, 1.25 times", "66% -; 16 bps -; 1.26x -"},
	{"Yields of 4-5%, $4-5 million", "from 4% to 5%, $4 million to $5 million", "4; 5%; $4; 5 million"},
	{"$4.2 million", "$4,200,000; $4.2 billion", "$4.2 million"},
	{"$4.2 billion", "$4,200,000 and EUR 4.2 billion", "$4.2 billion -"},
	{"$6.75 million", "Effective gross income 6,751,300", "$6.75 million"},
	{"$312", "312 units", "$312 -"},
	{"In 2024, 5 years", "FY2024; five months", "2024; 5"},
	{"5 years", "5 months", "5 -"},
	{"Section 3.2 of GPT-3 on p. 4 (Smith, 2023) in Phase 2", "", ""},
	{"pages 12-14, Years 2\xE2\x80\x93" "5 and Exhibits 3 and 4", "", ""},
	{"A 14.2% levered IRR", "The levered IRR is 12.1%.", "14.2% - IRR is 12.1%"},
	{"NOI rose to $4.2M", "Debt rose to $9M.", "$4.2M -"},
	{"$5M in 3Q24\xE2\x80\x94up from 4Q 2023", "$5 million", "$5M; 2023 -"},
	{"5.5x-6.0x, $5M-6M", "5.5x to 6.0x, $5 million to $6.0 million", "5.5x; 6.0x; $5M; 6M"},
	{"costs\xE2\x80\x94USD 5 million\xE2\x80\x94of five \xE2\x80\x9C" "fifteen percent\xE2\x80\x9D", "$5,000,000, 15%", "USD 5 million; fifteen percent"},
	{"loss of 1.9%", "scored \xE2\x88\x92\n1.9\n%", "1.9%"},
};

/* The same of tables and models. */
static const char *const tables[][3] = {
	{"NOI was $4.2 million", "Statement of operations (in thousands)\nNet operating income 4,200", "$4.2 million"},
	{"NOI was $4.2 million", "(in millions) NOI 4.2", "$4.2 million"},
	{"NOI was $4.2 million and $4.3 million", "| | 2024 |\n| | ($000s) |\n| NOI | $4,200 |", "$4.2 million; $4.3 million - NOI | $4,200"},
	{"$894 million, 12 assets, 54.5%, 2023", "| (Dollars in millions) | 2023 | Margin % |\n| Revenue | 894 | 54.5 |\n| Assets | 12 | |", "$894 million; 12; 54.5%; 2023"},
	{"$5 million, $5 billion, 1.2 million units", "| | Rent ($M) | Debt ($bn) |\n| A | 5 | 5 |\n| Units (in millions) | 1.2 | |", "$5 million; $5 billion; 1.2 million"},
	{"$5 billion", "| | Rent ($M) | Debt ($000s) |\n| A | 5 | 6 |", "$5 billion -"},
	{"A cap rate of 5.25%, LTV of 65%, 1.25x DSCR", "Cap rate 0.0525\nSenior LTV | 0.65\nDSCR: 1.25", "5.25%; 65%; 1.25x"},
	{"LTV of 65%, DSCR of 1.25x", "Senior LTV 0.65\nDSCR 1.25 1.31", "65%; 1.25x"},
	{"A yield of 5.25%", "Cap rate 0.0525", "5.25% -"},
	{"Rents rose 3% to 94.2%", "| Rents | 3 | % |\n| Occupancy (%) | 94.2 |", "3%; 94.2%"},
	{"14.2%, $4.25M, $4,200,000", "14%; $4.2 million", "14.2% ~; $4.25M ~; $4,200,000"},
	{"NOI was EUR 4.2 million on 4,200 units, 94.2% let", "Erl\xC3\xB6s 4,2 Mio. EUR, 4.200 Einheiten, 94,2 % vermietet", "EUR 4.2 million; 4,200; 94.2%"},
	{"4.200 Einheiten", "12,5 % von 4200", "4.200"},
	{"Umsatz 4,2 Mrd. \xE2\x82\xAC", "(in Mio. EUR) Umsatz | 4.200\nMarge | 12,5 %", "4,2 Mrd. \xE2\x82\xAC"},
	{"\xC2\xA5" "420 million", "\xE5\x96\xB6\xE6\xA5\xAD\xE5\x88\xA9\xE7\x9B\x8A 4.2\xE5\x84\x84\xE5\x86\x86", "\xC2\xA5" "420 million"},
	{"EUR 4.2 million of $4.2 million", "Rent is 4 200 000 EUR, or USD 4 200 000.", "EUR 4.2 million; $4.2 million"},
	{"Rent of 4 200 000 EUR, EUR 4 300 000,00", "EUR 4.2 million", "4 200 000 EUR; EUR 4 300 000,00 -"},
	{"$312,450", "Maple 312 450 520", "$312,450 -"},
	{"An LTV of 65% at 94.8% occupancy", "| Property | LTV | Occupancy |\n|---|---|---|\n| Maple | 0.65 | 0.948 |", "65%; 94.8%"},
	{"An LTV of 94.8%", "| Property | LTV | Occupancy |\n|---|---|---|\n| Maple | 0.65 | 0.948 |", "94.8% -"},
	{"4,2 Mio. EUR, 4,2 M\xE2\x82\xAC", "in TEUR\nMieterträge 4.200", "4,2 Mio. EUR; 4,2 M\xE2\x82\xAC"},
	{"EUR 1.2045 billion", "1.204,5 Mio. EUR", "EUR 1.2045 billion"},
	{"Rs 4.2 crore, INR 42 million, \xE2\x82\xB9" "12 lakh", "Rs. 42 million; (Rs mn)\nNOI 1.2", "Rs 4.2 crore; INR 42 million; \xE2\x82\xB9" "12 lakh"},
	{"EUR 5 million, EUR 5 billion", "| | Price (M EUR) | Debt (EUR bn) |\n| A | 5 | 5 |", "EUR 5 million; EUR 5 billion"},
	{"4,2 Mio. EUR, EUR 7.3 million", "in T\xE2\x82\xAC\nMieterträge 4.200\nSumme 7.300", "4,2 Mio. EUR; EUR 7.3 million"},
	{"EUR 4.2 million", "in EUR m\nNOI 4.2", "EUR 4.2 million"},
	{"NOI of $4.2 million, LTV of 65%, 94.8% occupancy", "property,noi_usd,ltv_pct,occupancy\nMaple,4200000,0.65,0.948\n\"Oak, B\",\"3,100\",0.5,0.9", "$4.2 million; 65%; 94.8%"},
	{"An LTV of 65%, 4.2 million", "Property\tLTV\tUnits\nMaple\t0.65\t4200000", "65%; 4.2 million"},
	{"312 units of 1998", "Units 312\nYear Built 1998\nUnits", "312; 1998"},
	{"1.25x, then 1.31x", "Year 1 2 3\nDSCR 1.25x 1.31x 1.40x", "1.25x; 1.31x"},
	{"4,200 and 3,900", "Revenue 4,200\nCosts 3,900", "4,200; 3,900"},
	{"INR 1.25 million, 12.5 lakh", "Rs 12,50,000; [12,50,000]", "INR 1.25 million; 12.5 lakh -"},
	{"Millions of people, 4 of them", "In millions of homes 4 people live.", "4"},
};

static const char *
looked_up(const char *text, const char *evidence)
{
	const FigureSource *source = figure_source(slice_of(evidence));
	FigureReference reference = {.sources = &source, .nsources = 1};
	Figures		found = {NULL, 0, 0};
	StringInfoData out;

	initStringInfo(&out);
	figures_read_text(slice_of(text), &reference, 1, &found);
	for (int i = 0; i < found.count; i++)
	{
		const Figure *figure = &found.items[i];

		appendStringInfo(&out, "%s%.*s%s", i > 0 ? "; " : "", figure->end - figure->start, text + figure->start,
						 figure->verdict == FIGURE_MISSING ? " -" : figure->verdict == FIGURE_COARSER ? " ~" : "");
		if (figure->nearest.len > 0)
			appendStringInfo(&out, " %.*s", figure->nearest.len, figure->nearest.data);
	}
	return out.data;
}

void
unit_tests(void)
{
	/* the example of evidence.h */
	is("the quote of another case and space", found("in-place  NOI", "In-place NOI of $4.2M", QUOTE_LINEWRAP), "case 0");

	for (int i = 0; i < NQUOTE_LEVELS; i++)
	{
		const char *name = quote_level_name(i);

		is(psprintf("%s forgives it", name), strtok(pstrdup(found(levels[i][0], levels[i][1], NQUOTE_LEVELS - 1)), " "), name);
		if (i > 0)
			is(psprintf("what is stricter than %s does not", name), found(levels[i][0], levels[i][1], i - 1), "none");
		ok(psprintf("%s is read", name), quote_level_of(slice_of(name)) == i);
	}
	ok("no such level", quote_level_of(slice_of("loose")) == -1);
	for (int i = 0; i < (int) lengthof(typeset); i++)
		is(typeset[i][0], found(typeset[i][0], typeset[i][1], QUOTE_LINEWRAP), typeset[i][2]);
	is("a quote that ends inside a number", found("NOI of 4", "NOI of 4.2 million", QUOTE_CASE), "exact 0 cut");
	is("a quote of blanks", found("  ", "a  b", QUOTE_LINEWRAP), "none");

	for (int i = 0; i < (int) lengthof(matches); i++)
		is(matches[i][1], matched(matches[i][0], matches[i][1]), matches[i][2]);
	for (int i = 0; i < (int) lengthof(figures); i++)
		is(figures[i][0], looked_up(figures[i][0], figures[i][1]), figures[i][2]);
	for (int i = 0; i < (int) lengthof(tables); i++)
		is(tables[i][0], looked_up(tables[i][0], tables[i][1]), tables[i][2]);
	ok("a denial", contrast_read(slice_of("vacancy did not fall"))->denies);
	ok("no denial", !contrast_read(slice_of("vacancy fell"))->denies);
}
