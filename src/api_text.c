/*
 * api_text.c
 *		SQL-callable functions on text, and what is built in: memo_markers,
 *		memo_normalize, memo_stages, memo_context_problem, memo_verify.
 */
#include "memocite.h"
#include "verify.h"

#include "fmgr.h"
#include "funcapi.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(memo_markers);
PG_FUNCTION_INFO_V1(memo_normalize);
PG_FUNCTION_INFO_V1(memo_stages);
PG_FUNCTION_INFO_V1(memo_context_problem);
PG_FUNCTION_INFO_V1(memo_verify);

/* A body argument, of the size that a section may have. */
Slice
body_argument(FunctionCallInfo fcinfo, int number)
{
	text	   *body = PG_GETARG_TEXT_PP(number);
	Slice		slice = {VARDATA_ANY(body), (int) VARSIZE_ANY_EXHDR(body)};

	check_encoding();
	if (slice.len > MAX_SECTION_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("body is too large"),
				 errdetail("It has %d bytes; the limit is %d.", slice.len, MAX_SECTION_BYTES)));
	return slice;
}

static const char *const zone_names[] = {
#define X(id, name) name,
	ZONE_KINDS(X)
#undef X
};

Datum
memo_markers(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Slice		body = body_argument(fcinfo, 0);
	Prose	   *prose;
	int			pos = 0;
	int			chars = 0;

	InitMaterializedSRF(fcinfo, 0);
	prose = prose_parse(body.data, body.len);
	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		TextBlock  *block = &prose->blocks.items[marker->block];
		int			sentence = prose_sentence_at(prose, block, marker->start);
		Datum		values[9];
		bool		nulls[9] = {false};

		CHECK_FOR_INTERRUPTS();
		chars += utf8_length(body.data + pos, marker->start - pos);
		pos = marker->start;
		values[0] = Int32GetDatum(i + 1);
		values[1] = CStringGetTextDatum(marker_kind_name(marker->kind));
		values[2] = PointerGetDatum(cstring_to_text_with_len(marker->value.data, marker->value.len));
		nulls[3] = marker->id < 0;
		values[3] = Int64GetDatum(marker->id);
		values[4] = Int32GetDatum(chars);
		values[5] = Int32GetDatum(utf8_length(body.data + marker->start, marker->len));
		values[6] = CStringGetTextDatum(zone_names[prose_zone_at(prose, block, marker->start)]);
		values[7] = Int32GetDatum(marker->block);
		nulls[8] = sentence < 0;
		values[8] = Int32GetDatum(sentence);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}

Datum
memo_normalize(PG_FUNCTION_ARGS)
{
	Slice		body = body_argument(fcinfo, 0);
	StringInfoData out;

	initStringInfo(&out);
	normalize_body(prose_parse(body.data, body.len), &out);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

Datum
memo_stages(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < NSTAGES; i++)
	{
		const Stage *stage = &stages[i];
		Datum		values[7];
		bool		nulls[7] = {false};

		values[0] = Int32GetDatum(i + 1);
		values[1] = CStringGetTextDatum(stage->label);
		values[2] = CStringGetTextDatum(stage_group(stage));
		values[3] = CStringGetTextDatum(stage->name);
		nulls[4] = stage->needs == NULL;
		values[4] = nulls[4] ? 0 : CStringGetTextDatum(stage->needs);
		nulls[5] = stage->checkpoint == NULL;
		values[5] = nulls[5] ? 0 : CStringGetTextDatum(stage->checkpoint);
		values[6] = CStringGetTextDatum(stage->description);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* ------------------------------------------------------------------ verify */

static VerifyEdits
verify_edits(const StoredSection *section)
{
	int			count = section->nchanges;
	int		   *offset = palloc_array_huge(count + 1, sizeof(int));
	Slice	   *removed = palloc_array_huge(count + 1, sizeof(Slice));
	Slice	   *inserted = palloc_array_huge(count + 1, sizeof(Slice));
	Slice	   *stage = palloc_array_huge(count + 1, sizeof(Slice));

	for (int i = 0; i < count; i++)
	{
		offset[i] = section->changes[i].offset;
		removed[i] = section->changes[i].removed;
		inserted[i] = section->changes[i].inserted;
		stage[i] = slice_of(section->changes[i].stage);
	}
	return (VerifyEdits) {count, offset, removed, inserted, stage};
}

/* Today's body only where it is still the one that was finalized. */
static void
verify_section(const StoredSection *stored, VerifySection *section)
{
	uint8		today[32];

	section->key = slice_of(stored->section_key);
	section->title = slice_of(stored->title);
	section->body = slice_of(stored->body);
	memcpy(section->body_sha256, stored->body_sha256, 32);
	memcpy(section->agent_sha256, stored->agent_sha256, 32);
	section->edits = verify_edits(stored);
	if (stored->agent_body == NULL)
		return;
	sha256(stored->agent_body, strlen(stored->agent_body), today);
	if (memcmp(today, stored->agent_sha256, 32) == 0)
		section->agent_body = slice_of(stored->agent_body);
}

static VerifyCitation *
verify_citations(const StoredMemo *memo)
{
	VerifyCitation *citations = palloc_array_huge(memo->ncitations + 1, sizeof(VerifyCitation));
	int			section = 0;

	for (int i = 0; i < memo->ncitations; i++)
	{
		const StoredCitation *stored = &memo->citations[i];
		const char *key = stored->section_key == NULL ? "" : stored->section_key;
		int			tries = 0;

		/* rows are in reading order, then placed ones: start where we were */
		while (tries < memo->nsections && strcmp(memo->sections[section].section_key, key) != 0)
		{
			section = (section + 1) % memo->nsections;
			tries++;
		}
		citations[i] = (VerifyCitation) {
			.section = tries < memo->nsections ? section : -1,
			.origin = slice_of(stored->origin),
			.fate = slice_of(stored->fate),
			.how = slice_of(stored->how),
			.marker = slice_of(stored->marker),
			.marker_offset = stored->marker_offset,
			.note_number = stored->note_number,
			.final_offset = stored->final_offset,
			.doc_id = slice_of(stored->doc_id),
			.page = stored->page,
			.locator = slice_of(stored->locator),
			.quote = slice_of(stored->quote),
			.confidence = stored->confidence,
		};
	}
	return citations;
}

static VerifyNote
verify_note(const StoredNote *stored)
{
	return (VerifyNote) {
		.definition = slice_of(stored->definition),
		.kind = slice_of(stored->kind),
		.refs = stored->refs,
		.doc_id = slice_of(stored->doc_id),
		.doc_name = slice_of(stored->doc_name),
		.source_type = slice_of(stored->source_type),
		.ingested = slice_of(stored->ingested),
		.ingested_day = stored->ingested_day,
		.page = stored->page,
		.locator = slice_of(stored->locator),
		.stale_since = slice_of(stored->stale_since),
	};
}

static void
verify_stored(const StoredMemo *memo, VerifyRule **rules, int *nrules)
{
	VerifySection *sections = palloc0(sizeof(VerifySection) * (memo->nsections + 1));
	VerifyNote *notes = palloc_array_huge(memo->nnotes + 1, sizeof(VerifyNote));
	FinishedMemo finished = finished_from_store(memo);
	StringInfoData markdown;
	VerifyInput input;

	initStringInfo(&markdown);
	compose_markdown(&finished, &markdown);
	for (int i = 0; i < memo->nsections; i++)
		verify_section(&memo->sections[i], &sections[i]);
	for (int i = 0; i < memo->nnotes; i++)
		notes[i] = verify_note(&memo->notes[i]);
	input = (VerifyInput) {
		.markdown = {markdown.data, markdown.len},
		.tail = slice_of(memo->tail),
		.nsections = memo->nsections,
		.sections = sections,
		.ncitations = memo->ncitations,
		.citations = verify_citations(memo),
		.nnotes = memo->nnotes,
		.notes = notes,
		.weak = memo->weak,
	};
	verify_memo(&input, rules, nrules);
}

Datum
memo_verify(PG_FUNCTION_ARGS)
{
	int			level;
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	VerifyRule *rules;
	int			count;

	check_encoding();
	InitMaterializedSRF(fcinfo, 0);
	level = store_open();
	verify_stored(store_load_revision(PG_GETARG_INT64(0), revision_argument(fcinfo), READ_EDITS), &rules, &count);
	for (int i = 0; i < count; i++)
	{
		Datum		values[3];
		bool		nulls[3] = {false};

		values[0] = CStringGetTextDatum(rules[i].rule);
		values[1] = BoolGetDatum(rules[i].ok);
		nulls[2] = rules[i].detail == NULL;
		values[2] = nulls[2] ? 0 : CStringGetTextDatum(rules[i].detail);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	store_close(level);
	return (Datum) 0;
}

Datum
memo_context_problem(PG_FUNCTION_ARGS)
{
	char	   *problem = insight_context_problem(PG_GETARG_DATUM(0));

	if (problem == NULL)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(text_datum(problem));
}
