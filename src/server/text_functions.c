/*
 * text_functions.c
 *		SQL-callable functions on text, and what is built in: memo_markers,
 *		memo_normalize, memo_sentences, memo_address, memo_stages, memo_context_problem.
 */
#include "server/server_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "markers/markers.h"
#include "memo/memo.h"
#include "notes/notes.h"
#include "sources/sources.h"
#include "stages/stages.h"

PG_FUNCTION_INFO_V1(memo_markers);
PG_FUNCTION_INFO_V1(memo_normalize);
PG_FUNCTION_INFO_V1(memo_sentences);
PG_FUNCTION_INFO_V1(memo_address);
PG_FUNCTION_INFO_V1(memo_stages);
PG_FUNCTION_INFO_V1(memo_context_problem);

static const char *const zone_names[] = {
#define X(id, name) name,
	ZONE_KINDS(X)
#undef X
};

Datum
memo_markers(PG_FUNCTION_ARGS)
{
	Slice		body = body_argument(fcinfo, 0);
	Rows		rows = open_rows(fcinfo);
	Prose	   *prose = body_parse(body.data, body.len);
	int			pos = 0;
	int			chars = 0;

	for (int i = 0; i < prose->markers.count; i++)
	{
		Marker	   *marker = &prose->markers.items[i];
		TextBlock  *block = &prose->blocks.items[marker->block];

		chars += utf8_length(body.data + pos, marker->start - pos);
		pos = marker->start;
		put_int(&rows, i + 1, 1);
		put_text(&rows, marker_kind_name(marker->kind));
		put_slice(&rows, marker->value);
		put_id(&rows, marker->id, 0);
		put_int(&rows, chars, 0);
		put_int(&rows, utf8_length(body.data + marker->start, marker->len), 0);
		put_text(&rows, zone_names[prose_zone_at(prose, block, marker->start)]);
		put_int(&rows, marker->block, 0);
		put_int(&rows, prose_sentence_at(prose, block, marker->start), 0);
		end_row(&rows);
	}
	return (Datum) 0;
}

Datum
memo_normalize(PG_FUNCTION_ARGS)
{
	Slice		body = body_argument(fcinfo, 0);
	StringInfoData out;

	initStringInfo(&out);
	markers_rewrite(NULL, NULL, body_parse(body.data, body.len), NULL, 0, &out);
	PG_RETURN_DATUM(slice_text((Slice) {out.data, out.len}));
}

/* An address without what makes no difference: scheme, "www.", fragment, tracking. */
Datum
memo_address(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(slice_text(address_normal(body_argument(fcinfo, 0))));
}

/* The sentence that a byte belongs to; empty when it is in none. */
static Slice
sentence_at(Prose *prose, int pos)
{
	TextBlock  *block;
	Sentence   *sentence;
	int			low;

	LOWER_BOUND(low, prose->blocks.count, i, prose->blocks.items[i].start <= pos);
	if (low == 0)
		return (Slice) {"", 0};
	block = &prose->blocks.items[low - 1];
	if (prose_sentence_at(prose, block, pos) < 0)
		return (Slice) {"", 0};
	sentence = &prose_sentences(prose, block)[prose_sentence_at(prose, block, pos)];
	return (Slice) {prose->text + sentence->start, sentence->end - sentence->start};
}

Datum
memo_sentences(PG_FUNCTION_ARGS)
{
	Slice		body = body_argument(fcinfo, 0);
	Prose	   *prose = prose_parse(body.data, body.len, &marker_extension);
	Datum	   *places;
	bool	   *nulls;
	int			count;
	int			at = 0;			/* bytes and characters of the body so far */
	int			characters = 0;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), INT4OID, 4, true, TYPALIGN_INT, &places, &nulls,
					  &count);
	for (int i = 0; i < count; i++)
	{
		int			place = nulls[i] ? 0 : Max(DatumGetInt32(places[i]), 0);

		CHECK_FOR_INTERRUPTS();
		if (place < characters)
			at = characters = 0;
		for (; at < body.len && characters < place; characters++)
			at += char_length(body.data[at]);
		places[i] = slice_text(sentence_at(prose, at));
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(places, count, TEXTOID, -1, false, TYPALIGN_INT));
}

Datum
memo_stages(PG_FUNCTION_ARGS)
{
	Rows		rows = open_rows(fcinfo);

	for (int i = 0; i < NSTAGES; i++)
	{
		const Stage *stage = &stages[i];

		put_int(&rows, i + 1, 1);
		put_text(&rows, stage->label);
		put_text(&rows, stage_group(stage));
		put_text(&rows, stage->name);
		put_text(&rows, stage->needs);
		put_text(&rows, stage->checkpoint);
		put_text(&rows, stage->description);
		end_row(&rows);
	}
	return (Datum) 0;
}

Datum
memo_context_problem(PG_FUNCTION_ARGS)
{
	char	   *unread;
	Json	   *context = jsonb_read(PG_GETARG_DATUM(0), MAX_DETAIL_BYTES, MAX_DETAIL_DEPTH,
									 &unread);
	char	   *problem = context == NULL ? psprintf("context %s", unread)
		: insight_context_problem(context);

	if (problem == NULL)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(text_datum(problem));
}
