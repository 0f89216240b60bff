/*
 * stages.c
 *		What each of the 36 stages does, and what it leaves alone: chapter 4's table.
 *
 * A rule begins with its stage's label, and each stage has one.
 */
#include "unit.h"

#define TEN(text) text text text text text text text text text text
#define WORDS_50	TEN("Costs rose in some years. ")

static const char deal[] =
"@policy rescue false\n"
"@document om|Offering Memorandum|om.pdf|pdf|A||\n"
"@document rr|Rent Roll|rr.xlsx|excel|B|77|\n"
"@document co|Market Report||costar|||\n"
"@section a||||\n";

static const MemoCase cases[] = {
	/* normalization */
	{"0a-strip deletes [CANONICAL: ...] and one blank before it",
		"NOI [CANONICAL: irr=18] rose [SRC:1].\n@claim 1|om|3",
		"NOI rose.[^1]", "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | canonical_stripped"},
	{"0a-strip leaves what is not closed, or code", "NOI [CANONICAL: irr=18 rose. `[CANONICAL: x]`",
		"NOI [CANONICAL: irr=18 rose. `[CANONICAL: x]`", "canonical_unclosed"},
	{"0b more than 50 words without a citation make a section a candidate, which 4.4 rescues",
		WORDS_50 "And fell.\n@policy rescue true\n@deal Maple Court|om",
		WORDS_50 "And fell.[^1]",
		"1 = Offering Memorandum. General source for this section; no passage was cited. | "
		"rescue -> 1 rescue | grade D | rescue_added"},
	{"0b 50 words do not", WORDS_50 "\n\n### End\n@policy rescue true\n@deal Maple Court|om",
		WORDS_50 "\n\n### End", "grade D"},
	{"0c [CoStar] is the claim of its section with that source type",
		"Vacancy fell [CoStar].\n@claim 1|co|7",
		"Vacancy fell.[^1]", "1 = Market Report, p. 7. | [CoStar] -> 1"},
	{"0c else the deal's only document of that type", "Rents rose [Excel].",
		"Rents rose.[^1]", "1 = Rent Roll. | [Excel] -> 1"},
	{"0c else it is left for 4.4", "Rents rose [CoStar].\n@document c2|Other||costar|||",
		"Rents rose.", "[CoStar] removed no_single_document @4.4 | ambiguous_tag | citation_removed"},
	{"0d [SOURCE-X] is the document with that tag, in any case; a place behind it is the citation's",
		"NOI rose [SOURCE-A]. Costs fell [SOURCE-b, p. 4].",
		"NOI rose.[^1] Costs fell.[^2]",
		"1 = Offering Memorandum. | 2 = Rent Roll, p. 4. | [SOURCE-A] -> 1 | [SOURCE-b, p. 4] -> 2"},
	{"0e all hosts of one identity keep an id",
		"A [SRC:1].\n@claim 1|om|3\n@section b||||\nB [SRC:1].\n@claim 1|om|3",
		"A.[^1] // B.[^1]", "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | [SRC:1] -> 1 | id_reuse"},
	{"0.5 a marker of a heading goes to the end of the first sentence below",
		"### NOI [SRC:1]\n\nNOI rose. Costs fell.\n@claim 1|om|3",
		"### NOI\n\nNOI rose.[^1] Costs fell.",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | marker_moved"},
	{"0.5 one inside a number goes behind it, one before closing punctuation behind that",
		"NOI of $4.[SRC:1]2M rose [SRC:1], too.\n@claim 1|om|3",
		"NOI of $4.2M[^1] rose,[^1] too.", "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | [SRC:1] -> 1"},
	{"0.5 where there is no prose it is removed", "### NOI [SRC:1]\n@claim 1|om|3",
		"### NOI", "[SRC:1] removed no_prose @0.5 | claim 1 unplaced not_cited | citation_removed | section_collapsed | uncited_claims"},
	/* aggregation */
	{"1 closes what a section leaves open, event", "NOI rose [SRC:1].\n\n```\nx\n@claim 1|om|3",
		"NOI rose.[^1]\n\n```\nx\n```",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | open_block_closed | section_collapsed"},
	{"1 shifts H1 and H2 below the section's own level, and drops its title",
		"# A\n\n# Rents\n\nRents rose.\n\n## More\n\nCosts\n---\n\nCosts fell.",
		"### Rents\n\nRents rose.\n\n#### More\n\n#### Costs\n\nCosts fell.",
		"heading_shifted | title_dropped"},
	{"1 leaves a body alone that has none of these", "### Rents\n\nRents rose.\n\n> Costs fell.\n\n- x\n",
		"### Rents\n\nRents rose.\n\n> Costs fell.\n\n- x", ""},
	{"1.5 a superscript of a table whose section defines it", "| a |\n|---|\n| 5%¹ |\n\n¹ Rent Roll",
		"| a |\n|---|\n| 5%[^1] |", "1 = Rent Roll. | ¹ -> 1 source_line"},
	/* injection */
	{"2 a claim whose id has a live marker is placed by it",
		"NOI rose [SRC:1]. NOI was 4.2 million in 2025.\n@claim 1|om|3||||NOI was 4.2 million in 2025.",
		"NOI rose.[^1] NOI was 4.2 million in 2025.", "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1"},
	{"2 others where the folded text stands in exactly one sentence",
		"Rents rose. NOI was 4.2 million in 2025.\n@claim 1|om|3||||noi was 4.2 million in 2025",
		"Rents rose. NOI was 4.2 million in 2025.[^1]",
		"1 = Offering Memorandum, p. 3. | claim -> 1 | claim 1 injected"},
	{"2 else at the unique best sentence with all its numbers and 60 % of its words",
		"Rents rose. In 2025 the NOI of the property was $4.2 million.\n"
		"@claim 1|om|3||||NOI was 4.2 million in 2025",
		"Rents rose. In 2025 the NOI of the property was $4.2 million.[^1]",
		"1 = Offering Memorandum, p. 3. | claim -> 1 | claim 1 injected"},
	{"2 without its numbers it is not found",
		"NOI was 4.3 million in 2025.\n@claim 1|om|3||||NOI was 4.2 million in 2025",
		"NOI was 4.3 million in 2025.", "claim 1 unplaced not_found | section_collapsed | uncited_claims"},
	{"2 two such sentences are ambiguous",
		"NOI was 4.2 million. NOI was 4.2 million. A [SRC:2].\n@claim 1|om|3||||NOI was 4.2 million\n"
		"@claim 2|rr|4",
		"NOI was 4.2 million. NOI was 4.2 million. A.[^1]",
		"1 = Rent Roll, p. 4. | [SRC:2] -> 1 | claim 1 unplaced ambiguous"},
	{"2 a sentence that cites the identity is already cited",
		"NOI was 4.2 million in 2025 [SRC:1].\n@claim 1|om|3\n"
		"@claim 2|om|3||||NOI was 4.2 million in 2025",
		"NOI was 4.2 million in 2025.[^1]",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | claim 2 already_cited"},
	{"2 a claim without claim_text is placed by its verified quote",
		"Rents rose. NOI was 4.2 million in 2025.\n@claim 1|om|3|||NOI was 4.2 million in 2025||p1\n"
		"@passage p1|om|3||In-place NOI was 4.2 million in 2025.",
		"Rents rose. NOI was 4.2 million in 2025.[^1]",
		"1 = Offering Memorandum, p. 3. \"NOI was 4.2 million in 2025\" | claim -> 1 | claim 1 injected"},
	{"2 of several claims of an id the one of the marker's sentence",
		"Vacancy fell to 6.1% [SRC:1].\n@claim 1|om|3||||Rents rose by 4%\n"
		"@claim 1|rr|4||||Vacancy fell to 6.1%",
		"Vacancy fell to 6.1%.[^1]",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 | claim 1 unplaced ambiguous_source"},
	{"2 else the lowest page, event", "NOI rose [SRC:1].\n@claim 1|om|9\n@claim 1|om|3",
		"NOI rose.[^1]",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | claim 1 unplaced ambiguous_source | "
		"ambiguous_source"},
	{"2.3 one note an identity: document, page; a locator only where there is no page",
		"A [SRC:1]. B [SRC:2]. C [SRC:3]. D [SRC:4].\n@claim 1|om|3\n@claim 2|om|3\n"
		"@claim 3|rr||Summary!C14\n@claim 4|rr||Summary!C15",
		"A.[^1] B.[^1] C.[^2] D.[^3]",
		"1 = Offering Memorandum, p. 3. | 2 = Rent Roll, Summary!C14. | 3 = Rent Roll, Summary!C15. | "
		"[SRC:1] -> 1 | [SRC:2] -> 1 | [SRC:3] -> 2 | [SRC:4] -> 3"},
	{"2.3 a page-less citation joins the page of its document that its sentence cites",
		"NOI rose [SRC:1] and fell [SOURCE-A]. Later [SOURCE-A].\n@claim 1|om|3",
		"NOI rose[^1] and fell.[^1] Later.[^2]",
		"1 = Offering Memorandum, p. 3. | 2 = Offering Memorandum. | [SRC:1] -> 1 | "
		"[SOURCE-A] -> 1 joined_page | [SOURCE-A] -> 2"},
	{"2.5 a section without a citation gets evidence that shares a number with one passage alone",
		"The units were 94.2% leased. The sponsor is new.\n"
		"@passage p1|om|3||The units were 94.2% leased in May.",
		"The units were 94.2% leased.[^1] The sponsor is new.",
		"1 = Offering Memorandum, p. 3. | budget -> 1"},
	{"2.5 never without evidence",
		"The units were 93.1% leased.\n@passage p1|om|3||The units were 94.2% leased in May.",
		"The units were 93.1% leased.", ""},
	{"2.5 a long section that lacks citations gets them from passages of its documents",
		"Rents rose [SRC:1]. The roof was replaced in 2019 by a licensed contractor. It is sound.\n"
		"@claim 1|om|3\n@policy budget_words 5\n"
		"@passage p1|om|30||In 2019 a licensed contractor replaced the roof.",
		"Rents rose.[^1] The roof was replaced in 2019 by a licensed contractor.[^2] It is sound.",
		"1 = Offering Memorandum, p. 3. | 2 = Offering Memorandum, p. 30. | [SRC:1] -> 1 | budget -> 2"},
	{"2.5 else an event", "Rents rose [SRC:1]. The roof is sound.\n@claim 1|om|3\n@policy budget_words 5",
		"Rents rose.[^1] The roof is sound.",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | budget_unmet"},
	{"2.7 analysts' notes are sidenotes where their anchor stands",
		"Rents rose. NOI was 4.2 million.\n@insight ic_note||NOI was 4.2 million||Ask the broker",
		"Rents rose. NOI was 4.2 million.[^1]", "1 = Analyst note: Ask the broker. | ic_note -> 1 anchor"},
	{"2.7 not found: an event", "Rents rose.\n@insight ic_note||NOI was 4.2 million||Ask the broker",
		"Rents rose.", "insight_unplaced"},
	{"2.8 model-quality red flags at the first sentence with the metric's label",
		"Rents rose. The DSCR is 1.25x. The DSCR holds.\n"
		"@insight model_warning|||dscr|Reserves are left out",
		"Rents rose. The DSCR is 1.25x.[^1] The DSCR holds.",
		"1 = Model warning: Reserves are left out. | model_warning -> 1 metric"},
	/* fallback and quality */
	{"4 an id of a reserved range is the deal's", "NOI rose [SRC:77].\n@range 70|79",
		"NOI rose.[^1]", "1 = Rent Roll. | [SRC:77] -> 1 deal_wide_id"},
	{"4 so is each with src_id_scope global: by all claims of the deal, a passage, a document",
		"A [SRC:5]. B [SRC:6]. C [SRC:77].\n@policy src_id_scope global\n@passage p1|om|9|6|x\n"
		"@section b||||\nB.\n@claim 5|co|2",
		"A.[^1] B.[^2] C.[^3] // B.",
		"1 = Market Report, p. 2. | 2 = Offering Memorandum, p. 9. | 3 = Rent Roll. | "
		"[SRC:5] -> 1 deal_wide_id | [SRC:6] -> 2 deal_wide_id | [SRC:77] -> 3 deal_wide_id | "
		"claim 5 unplaced not_cited | section_collapsed | uncited_claims"},
	{"4 or where the section says so",
		"@document rr|Rent Roll|||||\n@passage p1|rr|9|6|x\n@section a|||global|\nA [SRC:6].",
		"A.[^1]", "1 = Rent Roll, p. 9. | [SRC:6] -> 1 deal_wide_id"},
	{"4.2 else it is unresolved and removed; \"the only document\" is never a guess",
		"NOI rose [SRC:77], too [SRC:5].",
		"NOI rose, too.",
		"[SRC:77] removed unresolved @4.2 | [SRC:5] removed unresolved @4.2 | citation_removed | "
		"src_id_local"},
	{"4.4 what names exactly one source by tag, doc_id, path or file name becomes it",
		"A [DOC:rr]. B [REF:om.pdf]. C [DOC-12].",
		"A.[^1] B.[^2] C.",
		"1 = Rent Roll. | 2 = Offering Memorandum. | [DOC:rr] -> 1 named | [REF:om.pdf] -> 2 named | "
		"[DOC-12] removed unrecognized @4.4 | citation_removed"},
	{"4.4 [PDF] as a plain word stays, event",
		"@document d|Deed|||||\n@section a||||\nThe deed [PDF] is here.",
		"The deed [PDF] is here.", "plain_word_bracket"},
	{"4.4 a section whose every citation was removed is rescued: the one document of its claims",
		"NOI rose [SRC:9].\n@policy rescue true\n@claim 1|rr|4",
		"NOI rose.[^1]",
		"1 = Rent Roll. General source for this section; no passage was cited. | "
		"[SRC:9] removed unresolved @4.2 | rescue -> 1 rescue | claim 1 unplaced not_cited | "
		"citation_removed | rescue_added | section_collapsed | uncited_claims"},
	{"4.4 else the primary one, never in a table or heading",
		"NOI rose.\n\n| a |\n|---|\n| x [SRC:9] |\n\n### End\n@policy rescue true\n@deal Maple Court|om",
		"NOI rose.[^1]\n\n| a |\n|---|\n| x |\n\n### End",
		"1 = Offering Memorandum. General source for this section; no passage was cited. | "
		"[SRC:9] removed unresolved @4.2 | rescue -> 1 rescue | citation_removed | rescue_added"},
	{"4.4 else none, event", "NOI rose [SRC:9].\n@policy rescue true",
		"NOI rose.", "[SRC:9] removed unresolved @4.2 | citation_removed | rescue_impossible"},
	{"4.6 what is corrected is coherent",
		"The levered IRR is 18.5%.\n@section b||||\nThe levered IRR is 17.2%.\n"
		"@metric irr|levered|18.5|percent",
		"The levered IRR is 18.5%. // "
		"The levered IRR is 18.5% [VERIFIED: corrected from 17.2% per source data].", "metric_corrected"},
	{"4.7 a metric with two headline values has a note at the later one, naming the other section",
		"The levered IRR is 18.5%.\n@section b||||\nThe levered IRR is 17.2%.\n"
		"@metric dscr||1.25|multiple",
		"The levered IRR is 18.5%. // The levered IRR is 17.2%.[^1]",
		"1 = Inconsistent Levered IRR: 17.2% here, 18.5% in section \"A\". | coherence -> 1 | "
		"metric_incoherent"},
	{"4.9 a source ingested more than 180 days before: the definition says so, with the date",
		"A [SRC:1]. B [SRC:2]. C [SRC:3].\n@claim 1|d1\n@claim 2|d2\n@claim 3|om\n"
		"@document d1|Old|||||2025-12-31\n@document d2|New|||||2026-01-01",
		"A.[^1] B.[^2] C.[^3]",
		"1 = Old (ingested 2025-12-31; older than 180 days). | 2 = New. | 3 = Offering Memorandum. | "
		"[SRC:1] -> 1 | [SRC:2] -> 2 | [SRC:3] -> 3 | stale_source"},
	{"4.95 A from 1 citation in 250 words", WORDS_50 "A [SRC:1].\n@claim 1|om|3",
		WORDS_50 "A.[^1]", "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | grade A"},
	{"4.95 one lower when more than 10 % were removed", WORDS_50 "A [SRC:1]. B [SRC:9].\n@claim 1|om|3",
		WORDS_50 "A.[^1] B.",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | [SRC:9] removed unresolved @4.2 | grade B | "
		"citation_removed"},
	/* definitions */
	{"5 every distinct quote of its kept references in reading order",
		"A [SRC:1]. B [SRC:2]. C [SRC:1].\n@claim 1|om|3|||NOI of 4.2 million||p1\n"
		"@claim 2|om|3|||the units were leased||p1\n"
		"@passage p1|om|3||NOI of 4.2 million; the units were leased.",
		"A.[^1] B.[^1] C.[^1]",
		"1 = Offering Memorandum, p. 3. \"NOI of 4.2 million\" \"the units were leased\" | "
		"[SRC:1] -> 1 | [SRC:2] -> 1 | [SRC:1] -> 1"},
	{"5 a quote that was looked for and not found is not printed",
		"A [SRC:1].\n@claim 1|om|3||900|NOI of 9.9 million||p1\n@passage p1|om|3||NOI of 4.2 million.",
		"A.[^1]†",
		"1 = Offering Memorandum, p. 3. Low confidence. | [SRC:1] -> 1 | low_confidence | "
		"quote_unverified"},
	{"5 without a passage of its document it is printed, marked where others were checked",
		"A [SRC:1]. B [SRC:2].\n@claim 1|om|3|||NOI of 4.2 million||p1\n"
		"@claim 2|rr|4|||the units were leased\n@passage p1|om|3||NOI of 4.2 million.",
		"A.[^1] B.[^2]",
		"1 = Offering Memorandum, p. 3. \"NOI of 4.2 million\" | "
		"2 = Rent Roll, p. 4. \"the units were leased\" (not checked) | [SRC:1] -> 1 | [SRC:2] -> 2"},
	/* cleanup */
	{"6 the same note twice in one cluster: the first stays",
		"A [SRC:1][SRC:2][SRC:1]. B [SRC:1].\n@claim 1|om|3\n@claim 2|rr|4",
		"A.[^1],[^2] B.[^1]",
		"1 = Offering Memorandum, p. 3. | 2 = Rent Roll, p. 4. | [SRC:1] -> 1 | [SRC:2] -> 2 | "
		"[SRC:1] removed duplicate @6 | [SRC:1] -> 1"},
	{"6 a sentence may cite one source for two figures, a table cell not",
		"A [SRC:1] and B [SRC:1].\n\n| a |\n|---|\n| 4 [SRC:1] and 5 [SRC:1] |\n@claim 1|om|3",
		"A[^1] and B.[^1]\n\n| a |\n|---|\n| 4[^1] and 5 |",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | [SRC:1] -> 1 | [SRC:1] -> 1 | "
		"[SRC:1] removed duplicate @6"},
	{"6.2 at most three adjacent ones, the most confident in their order; NULL counts 0.5, ties leftmost",
		"A [SRC:1][SRC:2][SRC:3][SRC:4][SRC:5].\n@claim 1|om|1||400\n@claim 2|om|2||\n"
		"@claim 3|om|3||500\n@claim 4|om|4||900\n@claim 5|om|5||500",
		"A.[^1],[^2],[^3]",
		"1 = Offering Memorandum, p. 2. | 2 = Offering Memorandum, p. 3. | "
		"3 = Offering Memorandum, p. 4. | [SRC:1] removed capped @6.2 | [SRC:2] -> 1 | [SRC:3] -> 2 | "
		"[SRC:4] -> 3 | [SRC:5] removed capped @6.2"},
	{"6.2 notes of another kind are exempt and stand behind",
		"NOI was 4.2 million [SRC:1][SRC:2].\n@claim 1|om|1\n@claim 2|om|2\n@policy cluster_cap 1\n"
		"@insight ic_note||NOI was 4.2 million||Ask",
		"NOI was 4.2 million.[^1],[^2]",
		"1 = Offering Memorandum, p. 1. | 2 = Analyst note: Ask. | [SRC:1] -> 1 | "
		"[SRC:2] removed capped @6.2 | ic_note -> 2 anchor"},
	{"6.4 a reference whose own citation has confidence below 0.5 gets a dagger",
		"A [SRC:1]. B [SRC:2]. C [SRC:3].\n@claim 1|om|3||499\n@claim 2|om|3||500\n@claim 3|rr|4||",
		"A.[^1]† B.[^1] C.[^2]",
		"1 = Offering Memorandum, p. 3. | 2 = Rent Roll, p. 4. | [SRC:1] -> 1 | [SRC:2] -> 1 | "
		"[SRC:3] -> 2 | low_confidence"},
	{"6.6 1..N by first appearance in reading order: of sections by position, then key",
		"@document om|OM|||||\n@document rr|RR|||||\n@section b||2||\nB [SRC:1].\n@claim 1|om|3\n"
		"@section c||1||\nC [SRC:1].\n@claim 1|rr|4\n@section a||2||\nA [SRC:1].\n@claim 1|om|9",
		"C.[^1] // A.[^2] // B.[^3]",
		"1 = RR, p. 4. | 2 = OM, p. 9. | 3 = OM, p. 3. | [SRC:1] -> 1 | [SRC:1] -> 2 | [SRC:1] -> 3 | "
		"id_collision"},
	{"6.8 what fell below its budget gets new evidence, once",
		"### Returns\n\nThe levered IRR is 17.2%.\n\n### Leasing\n\nThe units were 94.2% leased in May.\n"
		"@metric irr|levered|18.5|percent\n@claim 1|om|8||||The levered IRR is 17.2%|p2\n"
		"@passage p2|om|8||An early model had 17.2% as its IRR.\n@policy budget_words 5\n"
		"@policy budget_least 1\n@passage p1|om|9||The units were 94.2% leased in May.",
		"### Returns\n\nThe levered IRR is 18.5% [VERIFIED: corrected from 17.2% per source data].\n\n"
		"### Leasing\n\nThe units were 94.2% leased in May.[^1]",
		"1 = Offering Memorandum, p. 9. | claim removed contradicts_correction @4.6 | reinject -> 1 | "
		"claim 1 injected | citation_removed | metric_corrected"},
};

/* What the chapters ask for and the engine does not do yet. */
static const MemoCase not_yet[] = {
	{"0e an id that is the deal's and means one source in all hosts is reused",
		"A [SRC:5].\n@policy src_id_scope global\n@section b||||\nB [SRC:5].\n@claim 5|co|2",
		"A.[^1] // B.[^1]",
		"1 = Market Report, p. 2. | [SRC:5] -> 1 deal_wide_id | [SRC:5] -> 1 | id_reuse", .pending = true},
	{"1 a body that is one fence is peeled",
		"```markdown\n### Rents\n\nRents rose [SRC:1].\n```\n@claim 1|om|3",
		"### Rents\n\nRents rose.[^1]", "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | fence_peeled"},
	{"4.7 a headline that contradicts the model and stays has a note",
		"The levered IRR is 17.2%.\n@metric irr|levered|18.5|percent\n@policy correct_metrics never",
		"The levered IRR is 17.2%.[^1]",
		"1 = This deal's model: levered IRR 18.5%. | conflict -> 1 | metric_violation"},
	{"4.7 without canonical metrics two headline values are an event, no note",
		"The levered IRR is 18.5%.\n@section b||||\nThe levered IRR is 17.2%.",
		"The levered IRR is 18.5%. // The levered IRR is 17.2%.", "metric_incoherent"},
};

/* ---------------------------------------------------- what is no row of these */

/* The id as written, of stage 0a, and of 0e, of each marker. */
static const char *
ids(Memo *memo)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < memo->citations.count; i++)
	{
		const Citation *citation = &memo->citations.items[i];

		appendStringInfo(&out, "%s%d %d %d", i > 0 ? ", " : "", (int) citation->src_id,
						 (int) citation->provisional_id, (int) citation->global_id);
	}
	return out.data;
}

/* Stages that say that they did nothing. */
static const char *
idle_stages(Memo *memo)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < memo->events.count; i++)
	{
		const Event *event = &memo->events.items[i];

		if (event->code == EVENT_noop || event->code == EVENT_section_headers_skipped)
			appendStringInfo(&out, "%s%s", out.len > 0 ? " " : "", event->stage);
	}
	return out.data;
}

/* Of the memo with sub-headings over its definitions a part, from one text to another. */
static const char *
memo_part(Memo *memo, const char *from, const char *to)
{
	MemoView	view = view_of_store(stored_memo(memo));
	StringInfoData out;
	char	   *start;

	view.is_clustered = true;
	initStringInfo(&out);
	markdown_write(&view, &out);
	start = strstr(out.data, from);
	return pnstrdup(start, strstr(start, to) - start);
}

static const char *
sources_table(Memo *memo)
{
	return memo_part(memo, "## Sources Consulted", "\n\n## Data Source Notes");
}

static const char *
data_notes(Memo *memo)
{
	return memo_part(memo, "## Data Source Notes", "\n\n## Footnotes");
}

/* All that is behind the heading. */
static const char *
definitions(Memo *memo)
{
	return memo_part(memo, "## Footnotes", "\n\n" COMMENT_OPEN);
}

static const char *
waterfall(Memo *memo)
{
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < memo->checkpoints.count; i++)
	{
		const Checkpoint *at = &memo->checkpoints.items[i];

		appendStringInfo(&out, "%s%s %d/%d/%d/%d", i > 0 ? "\n" : "", at->name, at->open, at->live, at->notes,
						 at->insights);
	}
	return out.data;
}

static const struct
{
	const char *rule;
	const char *body;
	const char *(*asked) (Memo *memo);
	const char *expected;
}			facts[] = {
	{"0a a section's ids are shifted behind those before it; those of reserved ranges stay",
		"A [SRC:1]. B [SRC:2].\n@section b||||\nC [SRC:1]. D [SRC:10].\n@section c||||\nE [SRC:30].\n"
		"@range 30|39", ids, "1 1 1, 2 2 2, 1 3 40, 10 12 10, 30 30 30"},
	{"0e the others get fresh ids above ids in text, claims, ranges",
		"A [SRC:1].\n@claim 1|om|3\n@section b||||\nB [SRC:1]. C [SRC:4].\n@claim 1|rr|4\n"
		"@section c||||\nD [SRC:1].\n@claim 1|om|3\n@claim 9|rr|4", ids, "1 1 1, 1 2 10, 4 5 4, 1 6 1"},
	{"3 is permanently skipped, and what has no context does nothing", "NOI rose [SRC:1].\n@claim 1|om|3",
		idle_stages, "2.7 2.8 2.85 2.9 3 4.7"},
	{"0c so do these without documents", "@section a||||\nNOI rose.", idle_stages,
		"0c 0d 2.7 2.8 2.85 2.9 3 4.7 4.9"},
	{"5.2 source types, legend of the marks used, documents not cited", "A [SRC:1].\n@claim 1|om|3||499",
		data_notes,
		"## Data Source Notes\n\n- PDF: 1 document, 1 reference.\n- 2 of 3 documents not cited.\n"
		"- † marks a reference whose own citation has a confidence below 0.50."},
	{"5.6 the table of cited documents: type, pages, note numbers, references",
		"A [SRC:1]. B [SRC:2].\n@claim 1|om|3\n@claim 2|om|4", sources_table,
		"## Sources Consulted\n\n| Document | Type | Pages | Notes | References | Ingested |\n"
		"| --- | --- | --- | --- | ---: | --- |\n| Offering Memorandum | PDF | 3, 4 | 1, 2 | 2 |  |"},
	{"5.4 definitions together, last in the memo",
		"A [SRC:1].\n@claim 1|om|3\n@section b||||\nB [SRC:1].\n@claim 1|om|4", definitions,
		"## Footnotes\n\n**Offering Memorandum**\n\n[^1]: Offering Memorandum, p. 3.\n\n"
		"[^2]: Offering Memorandum, p. 4."},
	{"5.8 each definition's document cluster",
		"A [SRC:1]. B [SRC:2]. C [SRC:3].\n@claim 1|om|3\n@claim 2|rr|4\n@claim 3|om|4", definitions,
		"## Footnotes\n\n**Offering Memorandum**\n\n[^1]: Offering Memorandum, p. 3.\n\n"
		"[^3]: Offering Memorandum, p. 4.\n\n**Rent Roll**\n\n[^2]: Rent Roll, p. 4."},
	{"a checkpoint counts markers still open, citations kept, notes, insight notes",
		"A [SRC:1][SRC:1]. B [SRC:9]. C is 4.2 million.\n@claim 1|om|3\n"
		"@insight ic_note||C is 4.2 million||Ask", waterfall,
		"pre_pipeline 3/0/0/0\nafter_stage_2_claim_injection 1/1/1/0\n"
		"after_stage_2.5_budget 1/1/1/0\nafter_stage_2.7_insights 1/2/2/1\n"
		"after_stage_2.8_model_warnings 1/2/2/1\nafter_stage_2.85_conflicts 1/2/2/1\n"
		"after_stage_2.9_lineage 1/2/2/1\nbefore_stage_6_dedup 0/2/2/1\nfinal 0/2/2/1"},
};

/* A memo with one insight of a kind that input.c does not write. */
static Memo *
with_insight(const char *body, InsightKind kind, const char *detail)
{
	Memo	   *memo = unit_deal(psprintf("%s%s", deal, body));

	memo->insights[0].kind = kind;
	memo->insights[0].detail = pstrdup(detail);
	insight_read_detail(&memo->insights[0]);
	engine_run(memo);
	return memo;
}

static const struct
{
	const char *rule;
	const char *body;
	InsightKind kind;
	const char *detail;
	const char *expected;
}			insights[] = {
	{"2.85 the values, the winner by precedence, the losers",
		"The DSCR is 1.25x.\n@insight ic_note|||dscr|", INSIGHT_SOURCE_CONFLICT,
		"{\"values\": [{\"value\": 1.2, \"doc_id\": \"om\"}, {\"value\": 1.25, \"doc_id\": \"rr\"}, "
		"{\"value\": 1.3, \"source_type\": \"user\"}]}",
		"1 = Source conflict on DSCR: User 1.3 (wins), Excel 1.25 (Rent Roll), "
		"PDF 1.2 (Offering Memorandum). | "
		"source_conflict -> 1 metric"},
	{"2.85 not where all agree", "The DSCR is 1.25x.\n@insight ic_note|||dscr|", INSIGHT_SOURCE_CONFLICT,
		"{\"values\": [{\"value\": 1.2, \"doc_id\": \"om\"}, {\"value\": 1.20, \"doc_id\": \"rr\"}]}",
		"insight_left_out"},
	{"2.9 which assumptions drive a metric, and how deep its formula chain is",
		"The levered IRR is 18.5%.\n@insight ic_note|||levered_irr|", INSIGHT_LINEAGE,
		"{\"depth\": 4, \"assumptions\": ["
		"{\"label\": \"Exit cap rate\", \"cell\": \"Exit!C4\", \"influence\": 0.9}, "
		"{\"label\": \"Fees\", \"influence\": 0.1}]}",
		"1 = Assumption lineage: Levered IRR is driven by Exit cap rate (Exit!C4, influence 0.90) "
		"and Fees (influence 0.10); formula chain 4 deep. | "
		"lineage -> 1 metric"},
	{"2.9 from influence 0.5 on", "The levered IRR is 18.5%.\n@insight ic_note|||levered_irr|",
		INSIGHT_LINEAGE, "{\"assumptions\": [{\"label\": \"Fees\", \"influence\": 0.4}]}",
		"insight_left_out"},
};

static void
run_stage(Memo *memo, const char *label)
{
	for (int i = 0; i < NSTAGES; i++)
		if (strcmp(stages[i].label, label) == 0)
		{
			memo->stage = stages[i].label;
			stages[i].run(memo);
		}
}

/* What 7 finds and 7.1 does in a memo that something broke. */
static void
broken_memos(void)
{
	Memo	   *memo = finished_behind(deal, "A [SRC:1].\n@claim 1|om|3");
	int			events = memo->events.count;

	run_stage(memo, "7");
	run_stage(memo, "7.1");
	ok("7 and 7.1 leave a good memo alone", memo->events.count == events && !memo->outcome.is_flawed);

	memo->numbered.items[0]->nrefs = 0;
	run_stage(memo, "7");
	is("7 each definition has a reference", shown_rest(memo),
	   "1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | definition_inconsistent");
	run_stage(memo, "7.1");
	ok("7.1 what it cannot repair makes the memo flawed", memo->outcome.is_flawed);

	memo = finished_behind(deal, "A [SRC:1]. B [SRC:2].\n@claim 1|om|3\n@claim 2|rr|4");
	memo->citations.items[0].note = NULL;
	run_stage(memo, "7");
	run_stage(memo, "7.1");
	is("7.1 takes a marker out that is still open", shown_rest(memo),
	   "1 = Rent Roll, p. 4. | [SRC:1] removed repaired @7.1 | [SRC:2] -> 1 | "
	   "ledger_unbalanced | open_marker | repaired");
}

/* What must hold of any text: claims are used, and a section is one. */
#define WORDS_40	TEN("Costs rose this year. ") "So be it."

static const MemoCase whole[] = {
	{"claims none of which was placed are told of", WORDS_40 "\n@claim 1|om|3\n@claim 2|rr|4", WORDS_40,
		"claim 1 unplaced not_cited | claim 2 unplaced not_cited | uncited_claims"},
	{"one that is placed is enough", WORDS_40 " NOI rose [SRC:1].\n@claim 1|om|3\n@claim 2|rr|4",
		WORDS_40 " NOI rose.[^1]",
		"1 = Offering Memorandum, p. 3. | [SRC:1] -> 1 | claim 2 unplaced not_cited"},
	{"the general source of a rescue uses none", WORDS_40 " NOI rose [SRC:9].\n@policy rescue true\n@claim 1|rr|",
		WORDS_40 " NOI rose.[^1]",
		"1 = Rent Roll. General source for this section; no passage was cited. | "
		"[SRC:9] removed unresolved @4.2 | rescue -> 1 rescue | claim 1 unplaced not_cited | "
		"citation_removed | rescue_added | uncited_claims"},
	{"a section without claims has none to use", WORDS_40, WORDS_40, ""},
	{"a list of its own without a reference is told of", WORDS_40 "\n\n## Sources\n\n- Colliers\n- JLL",
		WORDS_40 "\n\n### Sources\n\n- Colliers\n- JLL",
		"agent_sources_kept | heading_shifted | uncited_claims"},
	{"a section is not empty", " \n", "", "section_collapsed"},
	{"nor an excuse", "I\xE2\x80\x99" "m sorry, but I cannot access the sources.",
		"I\xE2\x80\x99" "m sorry, but I cannot access the sources.", "section_collapsed"},
	{"nor that nothing was found", "No relevant information was found in the provided documents.",
		"No relevant information was found in the provided documents.", "section_collapsed"},
	{"whatever markup is before it", "**Unfortunately, I** have no data.", "**Unfortunately, I** have no data.",
		"section_collapsed"},
	{"and whatever heading", "## Risk assessment\n\nI apologize, but no source was given.",
		"### Risk assessment\n\nI apologize, but no source was given.", "heading_shifted | section_collapsed"},
	{"nor a program's exception", "openai.RateLimitError: you exceeded your quota",
		"openai.RateLimitError: you exceeded your quota", "section_collapsed"},
	{"nor JSON in a fence", "```json\n{\"error\": \"rate limit\"}\n```", "```json\n{\"error\": \"rate limit\"}\n```",
		"section_collapsed"},
	{"an error's text needs what follows one", "Error 429: too many requests", "Error 429: too many requests",
		"section_collapsed"},
	{"which prose has not", "Error rates fell in all years.", "Error rates fell in all years.", ""},
	{"an excuse that is a long text is one no more", "I cannot agree. " WORDS_50 "And so on, year after year after year.",
		"I cannot agree. " WORDS_50 "And so on, year after year after year.", "grade D"},
	{"nor JSON", "{\"error\": \"rate limit exceeded\"}", "{\"error\": \"rate limit exceeded\"}",
		"section_collapsed"},
	{"it has 20 words or a reference where it has claims", "The price is fair.\n@claim 1|om|3", "The price is fair.",
		"claim 1 unplaced not_cited | section_collapsed | uncited_claims"},
	{"a short one without claims may be", "The price is fair.", "The price is fair.", ""},
	{"it is not cut off in a marker", "NOI rose [SRC:", "NOI rose [SRC:", "section_collapsed"},
	{"nor in a table row", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3",
		"section_collapsed"},
	{"one that ends amid a sentence is told of", WORDS_40 " And the sponsor", WORDS_40 " And the sponsor",
		"section_unfinished"},
	{"a list's last item is none", WORDS_40 "\n\n- the sponsor", WORDS_40 "\n\n- the sponsor", ""},
};

static bool
is_about(const char *rule, const char *label)
{
	size_t		len = strlen(label);

	return strncmp(rule, label, len) == 0 && rule[len] == ' ';
}

/* Each stage has a rule here. */
static void
all_stages(void)
{
	for (int i = 0; i < NSTAGES; i++)
	{
		bool		has_rule = stages[i].label[0] == '7';	/* broken_memos() */

		for (int j = 0; j < (int) lengthof(cases); j++)
			has_rule |= is_about(cases[j].rule, stages[i].label);
		for (int j = 0; j < (int) lengthof(facts); j++)
			has_rule |= is_about(facts[j].rule, stages[i].label);
		for (int j = 0; j < (int) lengthof(insights); j++)
			has_rule |= is_about(insights[j].rule, stages[i].label);
		if (!has_rule)
			is("each stage has a rule in test/unit/stages.c", stages[i].label, "one that has");
		for (int j = 0; j < i; j++)
			if (strcmp(stages[i].label, stages[j].label) == 0 ||
				strcmp(stages[i].name, stages[j].name) == 0)
				is("stages differ in label and name", stages[i].label, "another");
	}
}

void
unit_tests(void)
{
	/* the example of stages.h */
	is("notes are numbered by first appearance", unit_body("a [SRC:3]. b [SRC:1]. c [SRC:3]."),
	   "a.[^1] b.[^2] c.[^1]");

	all_stages();
	memo_cases(deal, cases, lengthof(cases));
	memo_cases(deal, not_yet, lengthof(not_yet));
	memo_cases(deal, whole, lengthof(whole));
	for (int i = 0; i < (int) lengthof(facts); i++)
		is(facts[i].rule, facts[i].asked(finished_behind(deal, facts[i].body)), facts[i].expected);
	for (int i = 0; i < (int) lengthof(insights); i++)
		is(insights[i].rule, shown_rest(with_insight(insights[i].body, insights[i].kind, insights[i].detail)),
		   insights[i].expected);
	broken_memos();
}
