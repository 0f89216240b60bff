/*
 * import_functions.c
 *		SQL-callable functions that write the sections of a deal from a finished memo:
 *		memo_import_markdown, memo_import_prosemirror, memo_restore.
 *
 * What they replace is a revision first.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "import/import.h"

#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(memo_import_markdown);
PG_FUNCTION_INFO_V1(memo_import_prosemirror);
PG_FUNCTION_INFO_V1(memo_restore);

/* What is to be replaced becomes a revision, unless it is one. */
static void
keep_current(int64 deal_id)
{
	PushActiveSnapshot(GetTransactionSnapshot());
	if (store_has_changed(deal_id))
		finalize_current(deal_id);
	PopActiveSnapshot();
}

/* ------------------------------------------------------------------ import */

/* A row for each section of the text: what it cites, and what could not be bound, with why. */
static void
return_import(Rows *rows, const ImportResult *result)
{
	for (int i = 0; i < result->sections.count; i++)
	{
		const ImportedSection *section = result->sections.items[i];
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

/* Takes a text in; the arguments from the third one are options. */
static Datum
import_text(FunctionCallInfo fcinfo, int64 deal_id, Slice text, bool makes_documents,
			bool is_forced)
{
	bool		dry_run = !PG_ARGISNULL(2) && PG_GETARG_BOOL(2);
	Rows		rows = open_store_rows(fcinfo);
	Memo	   *memo;
	Import	   *import;
	ImportBase	base;
	const ImportResult *result;

	if (slice_trim(text).len == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("the text is empty"),
						errhint("Pass what memo_markdown(deal_id) or an editor gives.")));
	store_lock(deal_id);
	if (!dry_run)
		keep_current(deal_id);
	PushActiveSnapshot(GetTransactionSnapshot());
	memo = store_load(deal_id, 0);
	import = import_open(memo, text);
	base = store_read_base(deal_id, import);
	result = import_run(import, &base, makes_documents);
	PopActiveSnapshot();
	/* a text that has our numbers and nothing behind them is likely the text of another deal */
	if (result->refusal != NULL && !dry_run && !is_forced)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("the text has %s", result->refusal),
						errhint("Is it of another deal, or were its footnotes lost? "
								"dry_run => true shows what there is; force => true writes it.")));
	if (!dry_run)
		store_write_import(result, deal_id);
	return_import(&rows, result);
	return close_rows(&rows);
}

static bool
is_set(FunctionCallInfo fcinfo, int number)
{
	return !PG_ARGISNULL(number) && PG_GETARG_BOOL(number);
}

Datum
memo_import_markdown(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);

	check_argument(fcinfo, 1, "markdown");
	return import_text(fcinfo, deal_id, datum_slice(PG_GETARG_DATUM(1)), is_set(fcinfo, 3),
					   is_set(fcinfo, 4));
}

#define MOST_DEPTH	256			/* of nodes in each other */

Datum
memo_import_prosemirror(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	char	   *problem = NULL;
	Json	   *doc;
	char	   *text;

	check_argument(fcinfo, 1, "doc");
	doc = jsonb_read(PG_GETARG_DATUM(1), MAX_SECTION_BYTES * 16, MOST_DEPTH, &problem);
	text = doc == NULL ? NULL : import_prosemirror(doc);
	if (text == NULL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("doc is no ProseMirror document"),
						errdetail("%s", problem != NULL ? problem
								  : "It is no object with type \"doc\" and content."),
						errhint("Pass editor.getJSON().")));
	return import_text(fcinfo, deal_id, slice_of(text), false, is_set(fcinfo, 3));
}

/* ----------------------------------------------------------------- restore */

Datum
memo_restore(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision;
	Rows		rows;
	RestoredSection *sections;
	int			count;

	check_argument(fcinfo, 1, "revision");
	revision = revision_argument(fcinfo, 1, "none here");
	rows = open_store_rows(fcinfo);
	store_lock(deal_id);
	keep_current(deal_id);
	PushActiveSnapshot(GetTransactionSnapshot());
	sections = store_restore(deal_id, revision, &count);
	PopActiveSnapshot();
	for (int i = 0; i < count; i++)
	{
		put_text(&rows, sections[i].section_key);
		put_text(&rows, sections[i].action);
		put_optional(&rows, sections[i].unknown_ids != 0, sections[i].unknown_ids);
		end_row(&rows);
	}
	return close_rows(&rows);
}
