/*
 * load_section.c
 *		The rows of memocite.section -> the sections of a Memo, in reading order.
 *
 * A title is the row's, else that of section_kind, else made of the key:
 * "executive_summary" is "Executive Summary".
 */
#include "store/store_internal.h"
#include "memo/memo.h"

#include <math.h>

#include "utils/builtins.h"

#define UNPLACED		1000	/* position of a section that has none */
#define MAX_SCORE		1e6		/* beyond it, and NaN: not scored */

/* In thousandths, NaN = not scored. */
static double
score_column(int row, int number)
{
	bool		is_null;
	Datum		value = column(row, number, &is_null);
	double score =
		is_null ? NAN : DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value));

	/* as the report shows it: a replay has no other */
	return fabs(score) <= MAX_SCORE ? rint(score * 1000) / 1000 : NAN;
}

/* A body that came past the trigger may be too large: an error. */
static void
load_section_row(Memo *memo, Section *section, int row)
{
	section->section_key = text_column(row, 2);
	section->title = text_column(row, 3);
	section->position = int_column(row, 4, UNPLACED);
	section->body = slice_column(row, 6);
	section->is_global = scope_is_global(memo, text_column(row, 8));
	section->score = score_column(row, 11);
	sha256(section->body.data, section->body.len, section->body_sha256);
	if (section->body.len > MAX_SECTION_BYTES)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("section \"%s\" is too large", section->section_key),
						errdetail("It has %d bytes; the limit is %d.", section->body.len,
								  MAX_SECTION_BYTES)));
}

/* Titles of the sections' kinds, or made of their keys. */
static void
load_titles(Section **untitled, int count)
{
	Datum	   *keys = palloc(sizeof(Datum) * (count + 1));

	for (int i = 0; i < count; i++)
		keys[i] = text_datum(untitled[i]->section_key);
	QUERY(stmt_load_titles, text_array_datum(keys, count));
	for (int i = 0; i < count; i++)
	{
		untitled[i]->title = text_column(i, 1);
		if (!name_shows(untitled[i]->title))
			untitled[i]->title = title_from_key(untitled[i]->section_key);
	}
}

void
load_section_rows(Memo *memo)
{
	Section   **untitled;
	int			count = 0;

	memo->nsections = query_deal(&stmt_load_sections, memo->deal_id);
	memo->sections = palloc0(sizeof(Section) * (memo->nsections + 1));
	untitled = palloc(sizeof(Section *) * (memo->nsections + 1));
	for (int i = 0; i < memo->nsections; i++)
		load_section_row(memo, &memo->sections[i], i);
	order_sections(memo);
	for (int i = 0; i < memo->nsections; i++)
		if (!name_shows(memo->sections[i].title))
			untitled[count++] = &memo->sections[i];
	if (count > 0)
		load_titles(untitled, count);
}
