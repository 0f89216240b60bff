/*
 * blocks.c
 *		Answer -> with numbers, and the boxes that they cite.
 */
#include "unit.h"

#include "blocks/blocks.h"

#include <math.h>

static SourceBlock blocks[] = {
	{.block_id = 7, .passage_id = "p1", .doc_id = "om", .title = "Offering Memorandum", .page = 3,
		.box = {0.1, 0.2, 0.5, 0.05, false}, .confidence = -1, .content = {"NOI of 4.2 million", 18},
	.passage_content = {"NOI of 4.2 million", 18}},
	{.block_id = 9, .passage_id = "p1", .doc_id = "om", .title = "Offering Memorandum", .page = 4,
		.box = {NAN, NAN, NAN, NAN, false}, .confidence = -1, .content = {"Rents rose 4%", 13},
	.passage_content = {"Rents rose 4%", 13}},
};

static const char *const cases[][2] = {
	/* the example of blocks.h */
	{"NOI [ID: om](BLOCK_CITE_ID_7)", "NOI [1]"},

	{"Rents [ID: om](BLOCK_CITE_ID_9), NOI [ID: om](BLOCK_CITE_ID_7).", "Rents [1], NOI [2]."},
	{"NOI [ID: om](BLOCK_CITE_ID_7), NOI [ID: om](BLOCK_CITE_ID_7).", "NOI [1], NOI [2]."},
	{"No citation.", "No citation."},
};

static const char *
written(const char *answer, StringInfo citations, StringInfo unresolved)
{
	Policy		policy;
	StringInfoData out;

	policy_init(&policy);
	initStringInfo(&out);
	initStringInfo(citations);
	initStringInfo(unresolved);
	answer_write(answer_scan(slice_of(answer)), blocks, lengthof(blocks), NULL, 0, &policy, &out, citations, unresolved);
	return text_of(&out);
}

void
unit_tests(void)
{
	StringInfoData citations;
	StringInfoData unresolved;

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], written(cases[i][0], &citations, &unresolved), cases[i][1]);
	(void) written("NOI [ID: om](BLOCK_CITE_ID_7)", &citations, &unresolved);
	ok("the box of block 7", strstr(citations.data, "0.1") != NULL && strstr(citations.data, "\"p1\"") != NULL);
	is("nothing is unresolved", unresolved.data, "[]");
	(void) written("NOI [ID: om](BLOCK_CITE_ID_8)", &citations, &unresolved);
	ok("a block that there is not is", strstr(unresolved.data, "8") != NULL);
	ok("block ids", block_id_of(slice_of("BLOCK_CITE_ID_7")) == 7 && block_id_of(slice_of("7")) == 7 && block_id_of(slice_of("x")) == -1);
	ok("a box beyond the page", box_problem(&(Box) {1.1, 0.1, 0.5, 0.1, false}) != NULL && box_problem(&blocks[0].box) == NULL);
}
