/*
 * markers.c
 *		The grammar: a text -> the kind of the marker that it begins with, and its ids.
 */
#include "unit.h"
#include "notes/notes.h"

/* At least one a kind, which the first column of this list makes sure. */
static const char *const kinds[][2] = {
	[MARKER_SRC] = {"[SRC: 12]", "src [SRC: 12] 12"},
	[MARKER_SRC_VARIANT] = {"[SRC:1, p. 4; SRC:2]", "src_variant [SRC:1, p. 4; SRC:2] 1 (p. 4) 2"},	/* markers.h */
	[MARKER_SOURCE_TAG] = {"[SOURCE-A]", "source_tag [SOURCE-A] A"},
	[MARKER_TABLE_TAG] = {"[TABLE-3]", "table_tag [TABLE-3]"},
	[MARKER_LEGACY_TAG] = {"[CoStar]", "legacy_tag [CoStar]"},
	[MARKER_CANONICAL] = {"[CANONICAL: irr=18]x", "canonical [CANONICAL: irr=18]"},
	[MARKER_VERIFIED] = {"[VERIFIED: corrected from 4% per source data]", "verified [VERIFIED: corrected from 4% per source data]"},
	[MARKER_NOTE_REF] = {"[^1]", "note_ref [^1]"},
	[MARKER_NOTE_DEF] = {"[^1]: Rent Roll", "note_def [^1]"},
	[MARKER_NUMERIC] = {"Rents rose [2].\n\n## Sources\n1. Rent Roll\n2. Appraisal\n", "numeric [2] 2"},
	[MARKER_SOURCE_LINE] = {"[SRC:7]: Rent Roll", "source_line [SRC:7]"},
	[MARKER_SUPERSCRIPT] = {"4\xC2\xB9", "superscript \xC2\xB9"},
	[MARKER_CHART_ANCHOR] = {"[CHART:rents]", "chart_anchor [CHART:rents]"},
	[MARKER_UNRECOGNIZED] = {"[SRC:abc]", "unrecognized [SRC:abc]"},
	[MARKER_BRACKET] = {"[SOURCE of funds]", "bracket [SOURCE of funds]"},
};
StaticAssertDecl(lengthof(kinds) == MARKER_NKINDS, "each kind of marker has a case in test/unit/markers.c");

static const char *const cases[][2] = {
	{"[SRC:1,2]", "src_variant [SRC:1,2] 1 2"},
	{"[SRC:3-5]", "src_variant [SRC:3-5] 3 -5"},
	{"[src 4]", "src_variant [src 4] 4"},
	{"\xE3\x80\x90SRC:1\xE3\x80\x91", "src_variant \xE3\x80\x90SRC:1\xE3\x80\x91 1"},
	{"[SOURCE-A, SRC:1]", "src_variant [SOURCE-A, SRC:1] A 1"},
	{"\\[SRC:12\\]", "src \\[SRC:12\\] 12"},
	{"[SRC:0]", "unrecognized [SRC:0]"},
	{"[SRC:99999999999999999999]", "unrecognized [SRC:99999999999999999999]"},
	/* near misses, tags, what is none */
	{"[SRC:1, 2]", "src_variant [SRC:1, 2] 1 2"},
	{"[SRC:1, SRC:2]", "src_variant [SRC:1, SRC:2] 1 2"},
	{"[SRC:1; SRC:2]", "src_variant [SRC:1; SRC:2] 1 2"},
	{"[SRC:1 and 2]", "src_variant [SRC:1 and 2] 1 2"},
	{"[SRC:12, p. 4]", "src_variant [SRC:12, p. 4] 12 (p. 4)"},
	{"[SRC:1-3]", "src_variant [SRC:1-3] 1 -3"},
	{"[SRC:2-2]", "src_variant [SRC:2-2] 2 -2"},
	{"[SRC:1/2]", "src_variant [SRC:1/2] 1 2"},
	{"[SRC:1+2]", "src_variant [SRC:1+2] 1 2"},
	{"[SRC:1,]", "src_variant [SRC:1,] 1"},
	{"[SRC:1, SOURCE-A]", "src_variant [SRC:1, SOURCE-A] 1 A"},
	{"[SRC 3]", "src_variant [SRC 3] 3"},
	{"[SRC-3]", "src_variant [SRC-3] 3"},
	{"[SRC#3]", "src_variant [SRC#3] 3"},
	{"[SRC :3]", "src_variant [SRC :3] 3"},
	{"[SRC:3 ]", "src_variant [SRC:3 ] 3"},
	{"[ SRC:3]", "src_variant [ SRC:3] 3"},
	{"[src:3]", "src_variant [src:3] 3"},
	{"[Src:3]", "src_variant [Src:3] 3"},
	{"［SRC：３］", "src_variant ［SRC：３］ 3"},
	{"[SOURCE-A, SOURCE-B]", "source_tag [SOURCE-A, SOURCE-B] A B"},
	{"[SOURCE-A, p. 4]", "source_tag [SOURCE-A, p. 4] A (p. 4)"},
	{"[SOURCE-a]", "source_tag [SOURCE-a] a"},
	{"[Excel]", "legacy_tag [Excel]"},
	{"[PDF]", "legacy_tag [PDF]"},
	{"[CANONICAL: a]", "canonical [CANONICAL: a]"},
	{"[REF:9b]", "unrecognized [REF:9b]"},
	{"[CITATION NEEDED]", "unrecognized [CITATION NEEDED]"},
	{"[SRC:-1]", "unrecognized [SRC:-1]"},
	{"[SRC:2147483648]", "unrecognized [SRC:2147483648]"},
	{"[SOURCE DOCUMENTS]", "bracket [SOURCE DOCUMENTS]"},
	{"[SRC:1, which the sponsor disputes]", "bracket [SRC:1, which the sponsor disputes]"},
	{"[^ 1 ]", "note_ref [^ 1 ]"},
	{"[^]", NULL},
	{"[^ ]", NULL},
	{"[sic]", NULL},
	{"[2024 rent roll]", NULL},
	{"[10-K]", NULL},
	{"[x]", NULL},
	{"[a][b]", NULL},
	{"\\[x]", NULL},
	{"\\[SRC:12]", "src \\[SRC:12] 12"},
	{"[1]", NULL},				/* Markdown's */
	{"[SRC:1", NULL},
	{"[see text]", NULL},
};

/* a text -> the locator of the places in it */
static const char *const places[][2] = {
	{"p. 40, Table 5", "p. 40, Table 5"},
	{"Table 5 on p. 40", "p. 40, Table 5"},
	{"pages 12-14", "pp. 12\xE2\x80\x93" "14"},
	{"Section 3.2(a)", "Section 3.2(a)"},
	{"tab \"Unit Mix\", row 14", "tab Unit Mix, row 14"},
	{"Summary!C14", "Summary!C14"},
	{"Exhibit B", "Exhibit B"},
	{"p. 12", NULL},
	{"in 2025", NULL},
	{"sales comparison approach", NULL},
};

/* The first marker of a body that only its list of sources makes one. */
static const char *
described_numeric(const char *text)
{
	Prose	   *prose = body_parse(text, strlen(text));
	Marker	   *marker = prose->markers.items;

	return prose->markers.count == 0 ? NULL :
		psprintf("%s %.*s %.*s", marker_kind_name(marker->kind), marker->len, text + marker->start,
				 marker->value.len, marker->value.data);
}

static const char *
described(const char *text)
{
	int			len = strlen(text);
	Marker		marker = {0};
	MarkerIds	ids;
	StringInfoData out;

	if ((unsigned char) text[1] == 0xC2 ? !marker_match_superscript(text, 0, len, -1, 1, &marker) :
		!marker_match(text, len, 0, true, &marker))
		return NULL;
	initStringInfo(&out);
	appendStringInfo(&out, "%s %.*s", marker_kind_name(marker.kind), marker.len, text + marker.start);
	if (marker.kind > MARKER_SOURCE_TAG || !marker_ids(&marker, &ids))
		return text_of(&out);
	for (int i = 0; i < ids.count; i++)
	{
		appendStringInfoString(&out, i > 0 && ids.joints[i] == '-' ? " -" : " ");
		if (ids.ids[i] < 0)
			appendStringInfo(&out, "%.*s", ids.tags[i].len, ids.tags[i].data);
		else
			appendStringInfo(&out, "%d", (int) ids.ids[i]);
		if (ids.hints[i].len > 0)
			appendStringInfo(&out, " (%.*s)", ids.hints[i].len, ids.hints[i].data);
	}
	return text_of(&out);
}

void
unit_tests(void)
{
	for (int i = 0; i < MARKER_NKINDS; i++)
		is(psprintf("%s: %s", marker_kind_name(i), kinds[i][0]), 
		   i == MARKER_NUMERIC ? described_numeric(kinds[i][0]) : described(kinds[i][0]), kinds[i][1]);
	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], described(cases[i][0]), cases[i][1]);
	ok("\"p. 12\" is page 12", page_at(slice_of("p. 12"), 0) == 12);
	for (int i = 0; i < (int) lengthof(places); i++)
	{
		SourcePlace place = places_of(slice_of(places[i][0]));

		is(places[i][0], place_locator(&place), places[i][1]);
	}
}
