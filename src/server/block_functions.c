/*
 * block_functions.c
 *		SQL-callable functions on blocks: prompts, citations of answers.
 *
 * memo_format_blocks shows a model <BLOCK id="BLOCK_CITE_ID_7"> with its content;
 * memo_cite_answer makes of the answer that names it a text with superscripts, and
 * the citations behind them.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "blocks/blocks.h"

#include <math.h>

#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(memo_format_blocks);
PG_FUNCTION_INFO_V1(memo_check_boxes);
PG_FUNCTION_INFO_V1(memo_cite_source);
PG_FUNCTION_INFO_V1(memo_cite_answer);
PG_FUNCTION_INFO_V1(memo_renumber_superscripts);

/* A row whose columns are a text and JSON arrays, which outlives SPI; second NULL = one array. */
static Datum
answer_row(FunctionCallInfo fcinfo, MemoryContext context, StringInfo text, StringInfo first,
		   StringInfo second)
{
	MemoryContext before = MemoryContextSwitchTo(context);
	Rows		row = {0};
	Datum		result;

	put_slice(&row, (Slice) {text->data, text->len});
	put_datum(&row, jsonb_datum(first->data));
	if (second != NULL)
		put_datum(&row, jsonb_datum(second->data));
	result = row_datum(fcinfo, &row);
	MemoryContextSwitchTo(before);
	return result;
}

/* --------------------------------------------------------------------- prompts */

Datum
memo_format_blocks(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	MemoryContext context = CurrentMemoryContext;
	const char *doc_id = PG_ARGISNULL(1) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(1));
	Datum		passage_ids = PG_ARGISNULL(2) ? 0 : PG_GETARG_DATUM(2);
	Policy		policy;
	StringInfoData prompt;
	StringInfoData table;
	SourceBlock **shown;
	int			nshown;
	int			nneed = 0;
	Datum		row;
	int			level;

	level = store_open();
	store_load_policy(deal_id, &policy);	/* is there such a deal? */
	for (int tries = 0;; tries++)
	{
		SourceBlock **need;
		int			count;
		SourceBlock *blocks = store_load_passage_blocks(deal_id, doc_id, passage_ids, &count);

		shown = blocks_to_show(blocks, count, &nshown, &need, &nneed);
		if (nneed == 0 || tries > 0)
			break;
		store_add_passage_blocks(deal_id, need, nneed);
	}
	initStringInfo(&prompt);
	initStringInfo(&table);
	format_blocks(shown, nshown, &prompt, &table);
	row = answer_row(fcinfo, context, &prompt, &table, NULL);
	store_close(level);
	PG_RETURN_DATUM(row);
}

Datum
memo_check_boxes(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_store_rows(fcinfo);
	SourceBlock *blocks;
	Policy		policy;
	int			count;

	store_load_policy(deal_id, &policy);
	blocks = store_load_boxes(deal_id, &count);
	for (int i = 0; i < count; i++)
	{
		const SourceBlock *block = &blocks[i];
		char	   *problem = box_problem(&block->box);

		CHECK_FOR_INTERRUPTS();
		if (problem == NULL)
			continue;
		put_id(&rows, block->block_id, PG_INT64_MIN);
		put_text(&rows, block->passage_id);
		put_text(&rows, block->doc_id);
		put_int(&rows, block->page, 1);
		put_optional(&rows, !isnan(block->box.left), Float8GetDatum(block->box.left));
		put_optional(&rows, !isnan(block->box.top), Float8GetDatum(block->box.top));
		put_optional(&rows, !isnan(block->box.width), Float8GetDatum(block->box.width));
		put_optional(&rows, !isnan(block->box.height), Float8GetDatum(block->box.height));
		put_text(&rows, problem);
		end_row(&rows);
	}
	return close_rows(&rows);
}

/* ------------------------------------------------------------------- citations */

Datum
memo_cite_source(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	BlockCitation citation = {.position = -1, .end_position = -1};
	PassageText content = {.text = {NULL, 0}};
	int64		id;
	Slice		name;
	int			count = 0;
	Policy		policy;
	StringInfoData out;
	Call		call;

	check_argument(fcinfo, 1, "block_id");
	check_argument(fcinfo, 2, "citation_number");
	citation.number = count_argument(fcinfo, 2, "citation_number", 1, 0,
									 "Citations are numbered from 1.");
	if (!PG_ARGISNULL(3))
		citation.cited_text = sized_argument(fcinfo, 3, "cited_text");
	call = open_call();
	store_load_policy(deal_id, &policy);
	name = sized_argument(fcinfo, 1, "block_id");
	id = block_id_of(name);
	if (id >= 0)
		citation.block = store_load_blocks(deal_id, &id, 1, &count);
	if (count == 0)
		ereport(ERROR, (errcode(ERRCODE_NO_DATA_FOUND),
						errmsg("deal " INT64_FORMAT " has no block \"%.*s\"", deal_id,
							   shown_part(name).len, name.data),
						errhint("Blocks are named \"" BLOCK_ID_PREFIX
								"7\", as memo_format_blocks() shows them.")));
	content.text = citation.block->content;
	if (citation.cited_text.data != NULL)
		citation.quote =
			quotation_at(citation.cited_text, 0, citation.cited_text.len, citation.cited_text.len);
	citation_check(&citation, &content, quote_level_of(slice_of(policy.quote_level)));
	initStringInfo(&out);
	append_block_citation(&citation, &out);
	PG_RETURN_DATUM(close_call_json(&call, &out));
}

static int
compare_ids(const void *a, const void *b)
{
	int64		x = *(const int64 *) a;
	int64		y = *(const int64 *) b;

	return x < y ? -1 : x > y;
}

/* The blocks that an answer names, each once; no query when it names none. */
static SourceBlock *
answer_blocks(int64 deal_id, const Answer *answer, int *count)
{
	int64	   *ids = palloc_array_huge(answer->cites.count + 1, sizeof(int64));
	int			nids = 0;
	int			distinct = 0;

	for (int i = 0; i < answer->cites.count; i++)
		if (answer->cites.items[i].block_id >= 0)
			ids[nids++] = answer->cites.items[i].block_id;
	qsort(ids, nids, sizeof(int64), compare_ids);
	for (int i = 0; i < nids; i++)
		if (i == 0 || ids[i] != ids[i - 1])
			ids[distinct++] = ids[i];
	*count = 0;
	return distinct == 0 ? NULL : store_load_blocks(deal_id, ids, distinct, count);
}

Datum
memo_cite_answer(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	MemoryContext context = CurrentMemoryContext;
	Answer	   *answer;
	SourceBlock *blocks;
	Policy		policy;
	int			nblocks;
	StringInfoData out;
	StringInfoData citations;
	StringInfoData unresolved;
	Datum		row;
	int			level;

	check_argument(fcinfo, 1, "answer");
	level = store_open();
	store_load_policy(deal_id, &policy);
	answer = answer_scan(sized_argument(fcinfo, 1, "answer"));
	blocks = answer_blocks(deal_id, answer, &nblocks);
	initStringInfo(&out);
	initStringInfo(&citations);
	initStringInfo(&unresolved);
	if (answer_write(answer, blocks, nblocks, NULL, 0, &policy, &out, &citations, &unresolved))
	{
		int			nothers;
		SourceBlock *others = store_load_document_blocks(PG_GETARG_INT64(0), blocks, nblocks,
														 &nothers);

		resetStringInfo(&out);
		resetStringInfo(&citations);
		resetStringInfo(&unresolved);
		answer_write(answer, blocks, nblocks, others, nothers, &policy,
					 &out, &citations, &unresolved);
	}
	row = answer_row(fcinfo, context, &out, &citations, &unresolved);
	store_close(level);
	PG_RETURN_DATUM(row);
}

/* ---------------------------------------------------------------- superscripts */

/* A citation of a call, with its old number and its place in the array. */
typedef struct NumberedCitation
{
	int			number;
	int			ord;
	JsonbValue	value;
} NumberedCitation;

/* By old number, then as they were given: what was equal stays in order. */
static int
compare_numbers(const void *a, const void *b)
{
	const NumberedCitation *x = a;
	const NumberedCitation *y = b;

	return x->number != y->number ? (x->number < y->number ? -1 : 1) : x->ord - y->ord;
}

/* citation_number of a citation: a whole number from 0. */
static int
citation_number(JsonbValue *citation, int ord)
{
	JsonbValue	number;
	Slice		text = {NULL, 0};
	int			value;

	if (jsonb_is_object(citation) &&
		jsonb_member(citation->val.binary.data, slice_of("citation_number"), &number) &&
		number.type == jbvNumeric)
		text = jsonb_text(&number);
	value = (int) whole_number(text, 999999999);
	if (value < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("citation %d has no citation_number", ord),
				 errdetail("It is a whole number from 0 to 999999999.")));
	return value;
}

/* The citations of a call by their numbers, each with its place among those given. */
static NumberedCitation *
read_citations(Jsonb *citations, int *count)
{
	NumberedCitation *result =
		palloc_array_huge(JB_ROOT_COUNT(citations) + 1, sizeof(NumberedCitation));
	JsonbIterator *at = NULL;
	JsonbValue	value;

	*count = 0;
	check_container(citations, false, "citations", "Pass [{\"citation_number\": 1, ...}, ...].");
	while (next_element(&at, citations, &value))
	{
		int			number = citation_number(&value, *count + 1);

		result[*count] = (NumberedCitation) {number, *count, value};
		(*count)++;
	}
	qsort(result, *count, sizeof(NumberedCitation), compare_numbers);
	return result;
}

/* Gives the citations their new numbers, those that the answer does not have
 * the next ones, and writes them in that order. */
static void
write_citations(NumberedCitation *citations, int count, Renumbering *numbers, StringInfo out)
{
	int			place = 0;

	for (int i = 0; i < count; i++)
	{
		while (numbers->numbers[place] < citations[i].number)
			place++;
		if (numbers->renumbered[place] == 0)
			numbers->renumbered[place] = ++numbers->last;
		citations[i].number = numbers->renumbered[place];
	}
	qsort(citations, count, sizeof(NumberedCitation), compare_numbers);
	appendStringInfoChar(out, '[');
	for (int i = 0; i < count; i++)
	{
		Datum number = jsonb_datum(psprintf("{\"citation_number\": %d}", citations[i].number));
		Datum		citation = JsonbPGetDatum(JsonbValueToJsonb(&citations[i].value));

		CHECK_FOR_INTERRUPTS();
		citation = DirectFunctionCall2(jsonb_concat, citation, number);
		appendStringInfo(out, "%s%s", i > 0 ? ", " : "",
						 DatumGetCString(DirectFunctionCall1(jsonb_out, citation)));
	}
	appendStringInfoChar(out, ']');
}

Datum
memo_renumber_superscripts(PG_FUNCTION_ARGS)
{
	Slice		answer;
	int			count;
	NumberedCitation *citations;
	Renumbering numbers = {0};
	StringInfoData out;
	StringInfoData list;
	StringInfoData unresolved;

	check_encoding();
	check_argument(fcinfo, 0, "answer");
	check_argument(fcinfo, 1, "citations");
	answer = sized_argument(fcinfo, 0, "answer");
	citations = read_citations(PG_GETARG_JSONB_P(1), &count);
	numbers.numbers = palloc_array_huge(count + 1, sizeof(int));
	numbers.renumbered = palloc_array_huge(count + 1, sizeof(int));
	memset(numbers.renumbered, 0, sizeof(int) * (count + 1));
	for (int i = 0; i < count; i++)
		if (i == 0 || citations[i].number != citations[i - 1].number)
			numbers.numbers[numbers.count++] = citations[i].number;
	initStringInfo(&out);
	initStringInfo(&list);
	initStringInfo(&unresolved);
	superscripts_renumber(answer, &numbers, &out, &unresolved);
	write_citations(citations, count, &numbers, &list);
	PG_RETURN_DATUM(answer_row(fcinfo, CurrentMemoryContext, &out, &list, &unresolved));
}
