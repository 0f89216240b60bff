/*
 * sources.c
 *		Text -> the document and place that it names; id -> claim.
 */
#include "unit.h"

static const char *const cases[][2] = {
	/* the example of sources.h */
	{"Rent Roll, p. 4", "rr 4"},

	{"rent roll", "rr 0"},
	{"om.pdf, page 12", "om 12"},
	{"Offering Memorandum (p. 3)", "om 3"},
	{"The Rent Roll says that rents rose", NULL},
	{"Appraisal, p. 4", NULL},
	{"Not in the Rent Roll", NULL},
	{"See the Rent Roll (May 2026), p. 4.", "rr 4"},
	{"Rent Roll p. 4", "rr 4"},
	{"Rent Roll (rr.xlsx), Summary!C14", "rr 0"},
	{"Rent Roll, unaudited draft", NULL},
	{"p. 7 of the Offering Memorandum", NULL},
	{"Offering Memorandum, p. 3: \"Rents grew\"", "om 3"},
	{"Rent Roll, two tenants behind on rent", NULL},
	{"Rent Roll 2025", NULL},
	{"Rent Roll; Offering Memorandum", NULL},	/* two */
};

static const char *
named(const Memo *memo, const char *text)
{
	Identity	identity = {0};

	return name_find(name_index(memo), slice_of(text), &identity) ?
		psprintf("%s %d", identity.doc->doc_id, identity.page) : NULL;
}

void
unit_tests(void)
{
	Memo	   *memo = unit_finished("Rents rose 4% a year [SRC:2]. Vacancy fell to 6.1% [SRC:12].");
	bool		is_ambiguous;
	Claim	   *claim = claim_for_id(memo, &memo->sections[0], 1, NULL, &is_ambiguous);

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], named(memo, cases[i][0]), cases[i][1]);
	ok("id 1 means the section's claim", claim != NULL && claim->src_id == 1 && claim->identity.page == 3);
	ok("id 5 means none", claim_for_id(memo, &memo->sections[0], 5, NULL, &is_ambiguous) == NULL);
	ok("of two claims with an id the one of its sentence",
	   memo->citations.items[1].claim != NULL && strcmp(memo->citations.items[1].claim->text, "Vacancy fell to 6.1%") == 0);
}
