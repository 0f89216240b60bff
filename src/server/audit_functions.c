/*
 * audit_functions.c
 *		SQL-callable functions that prove a finished memo, or compare two: memo_verify,
 *		memo_replay, memo_diff.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "audit/audit.h"

PG_FUNCTION_INFO_V1(memo_verify);
PG_FUNCTION_INFO_V1(memo_replay);
PG_FUNCTION_INFO_V1(memo_diff);

Datum
memo_verify(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	Rows		rows = open_rows(fcinfo);
	VerifyRule *rules;
	int			count;

	check_encoding();
	rows.level = store_open();
	verify_stored(store_load_revision(deal_id, revision, READ_EDITS), &rules, &count);
	for (int i = 0; i < count; i++)
	{
		put_text(&rows, rules[i].rule);
		put_bool(&rows, rules[i].ok);
		put_text(&rows, rules[i].detail);
		end_row(&rows);
	}
	return close_rows(&rows);
}

Datum
memo_replay(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	bool		is_equal;
	int			level;

	check_encoding();
	level = store_open();
	is_equal = store_replay(deal_id, revision);
	store_close(level);
	PG_RETURN_BOOL(is_equal);
}

Datum
memo_diff(PG_FUNCTION_ARGS)
{
	int			from_revision = revision_argument(fcinfo, 1, "the latest, or the one before");
	int			to_revision = revision_argument(fcinfo, 2, "the latest, or the one before");
	int64		deal_id = deal_argument(fcinfo);
	Rows		rows = open_rows(fcinfo);
	StoredMemo *to;
	StoredOutcome *outcomes;
	DiffRow    *diff;
	int			count;

	check_encoding();
	rows.level = store_open();
	to = store_load_revision(deal_id, to_revision, READ_TEXT);
	if (from_revision == 0)
		from_revision = store_revision_before(deal_id, to->revision);
	count = store_outcomes(deal_id, from_revision, to->revision, &outcomes);
	for (int i = 0; i < count; i++)
	{
		for (int j = 0; j < 5; j++)
			put_text(&rows, j == 0 ? outcomes[i].kind : NULL);
		put_text(&rows, outcomes[i].name);
		put_text(&rows, outcomes[i].from);
		put_text(&rows, outcomes[i].to);
		end_row(&rows);
	}
	count = memo_differences(store_load_revision(deal_id, from_revision, READ_TEXT), to, &diff);
	for (int i = 0; i < count; i++)
	{
		put_text(&rows, diff[i].kind);
		put_text(&rows, diff[i].note_key);
		put_int(&rows, diff[i].from_number, 1);
		put_int(&rows, diff[i].to_number, 1);
		put_text(&rows, diff[i].section_key);
		put_text(&rows, diff[i].detail);
		put_text(&rows, diff[i].from_text);
		put_text(&rows, diff[i].to_text);
		end_row(&rows);
	}
	return close_rows(&rows);
}
