/*
 * audit_functions.c
 *		SQL-callable functions that prove a finished memo or take one in again:
 *		memo_verify, memo_replay, memo_diff, memo_import_markdown.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "evidence/evidence.h"
#include "audit/audit.h"
#include "import/import.h"

#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(memo_verify);
PG_FUNCTION_INFO_V1(memo_replay);
PG_FUNCTION_INFO_V1(memo_diff);
PG_FUNCTION_INFO_V1(memo_import_markdown);

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
	DiffRow    *diff;
	int			count;

	check_encoding();
	rows.level = store_open();
	to = store_load_revision(deal_id, to_revision, READ_TEXT);
	if (from_revision == 0)
		from_revision = store_revision_before(deal_id, to->revision);
	count = memo_differences(store_load_revision(deal_id, from_revision, READ_TEXT), to, &diff);
	for (int i = 0; i < count; i++)
	{
		put_text(&rows, diff[i].kind);
		put_text(&rows, diff[i].note_key);
		put_int(&rows, diff[i].from_number, 1);
		put_int(&rows, diff[i].to_number, 1);
		put_text(&rows, diff[i].section_key);
		put_text(&rows, diff[i].detail);
		end_row(&rows);
	}
	return close_rows(&rows);
}

/* ------------------------------------------------------------------ import */

/* A row for each section of the text: what it cites, and what could not be bound, with why. */
static void
return_import(Rows *rows, const Import *import)
{
	const ImportedSection **sections;
	int			count = import_sections(import, &sections);

	for (int i = 0; i < count; i++)
	{
		const ImportedSection *section = sections[i];
		Datum	   *unbound = palloc(sizeof(Datum) * (section->unbound.count + 1));

		for (int j = 0; j < section->unbound.count; j++)
			unbound[j] = text_datum(section->unbound.items[j]);
		put_text(rows, section->section_key);
		put_text(rows, section->title);
		put_int(rows, section->words, 0);
		put_int(rows, section->refs, 0);
		put_datum(rows, text_array_datum(unbound, section->unbound.count));
		end_row(rows);
	}
}

Datum
memo_import_markdown(PG_FUNCTION_ARGS)
{
	int64		deal_id;
	Rows		rows;
	Memo	   *memo;
	Import	   *import;

	check_encoding();
	deal_id = deal_argument(fcinfo);
	check_argument(fcinfo, 1, "markdown");
	rows = open_store_rows(fcinfo);
	store_lock(deal_id);
	PushActiveSnapshot(GetTransactionSnapshot());
	memo = store_load(deal_id, 0);
	if (memo->nquoted > 0)
		verify_quotes(memo);
	import = import_open(memo, datum_slice(PG_GETARG_DATUM(1)));
	import_run(import, store_read_binding(deal_id, import));
	PopActiveSnapshot();
	store_write_import(import, deal_id);
	return_import(&rows, import);
	return close_rows(&rows);
}
