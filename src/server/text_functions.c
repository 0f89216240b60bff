/*
 * text_functions.c
 *		SQL-callable functions on text, and what is built in: memo_markers,
 *		memo_normalize, memo_sentence, memo_address, memo_stages, memo_context_problem.
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
PG_FUNCTION_INFO_V1(memo_sentence);
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
	normalize_body(body_parse(body.data, body.len), &out);
	PG_RETURN_DATUM(slice_text((Slice) {out.data, out.len}));
}

/* An address without what makes no difference: scheme, "www.", fragment, tracking. */
Datum
memo_address(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(slice_text(address_normal(body_argument(fcinfo, 0))));
}

/* The sentence that a place belongs to, NULL when it is in none. */
Datum
memo_sentence(PG_FUNCTION_ARGS)
{
	Slice		body = body_argument(fcinfo, 0);
	Prose	   *prose = prose_parse(body.data, body.len, &marker_extension);
	int			pos = utf8_clip(body, Max(PG_GETARG_INT32(1), 0));
	TextBlock  *block;
	Sentence   *sentence;
	int			low;

	LOWER_BOUND(low, prose->blocks.count, i, prose->blocks.items[i].start <= pos);
	if (low == 0)
		PG_RETURN_NULL();
	block = &prose->blocks.items[low - 1];
	if (prose_sentence_at(prose, block, pos) < 0)
		PG_RETURN_NULL();
	sentence = &prose_sentences(prose, block)[prose_sentence_at(prose, block, pos)];
	PG_RETURN_DATUM(slice_text((Slice) {body.data + sentence->start,
										sentence->end - sentence->start}));
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
