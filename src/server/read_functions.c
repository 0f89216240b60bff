/*
 * read_functions.c
 *		SQL-callable functions that read what is stored: a finished memo as Markdown, HTML
 *		or ProseMirror, its report, the policy, whether the store is one of this library.
 */
#include "server/server_internal.h"
#include "memo/memo.h"
#include "render/render.h"
#include "output/output.h"

#include "catalog/pg_extension.h"
#include "commands/extension.h"
#include "storage/lmgr.h"

PG_FUNCTION_INFO_V1(memo_markdown);
PG_FUNCTION_INFO_V1(memo_html);
PG_FUNCTION_INFO_V1(memo_prosemirror);
PG_FUNCTION_INFO_V1(memo_check_store);
PG_FUNCTION_INFO_V1(memo_lock_deal);
PG_FUNCTION_INFO_V1(memo_lock_extension);
PG_FUNCTION_INFO_V1(memo_report);
PG_FUNCTION_INFO_V1(memo_policy);

Datum
memo_markdown(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	bool		is_clustered = choice_argument(fcinfo, 2, "layout", "plain", "clustered");
	bool		has_unique_labels = choice_argument(fcinfo, 3, "labels", "shared", "unique");
	bool		has_chart_tables = choice_argument(fcinfo, 4, "charts", "node", "table");
	Call		call;
	MemoView finished;
	StringInfoData out;

	call = open_call();
	finished = view_of_store(store_load_revision(deal_id, revision, READ_TEXT));
	finished.is_clustered = is_clustered;
	finished.has_unique_labels = has_unique_labels;
	finished.has_chart_tables = has_chart_tables;
	open_text(&call, &out);
	markdown_write(&finished, &out);
	PG_RETURN_DATUM(close_call_text(&call, &out));
}

Datum
memo_html(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	bool		has_chart_tables = choice_argument(fcinfo, 2, "charts", "svg", "table");
	bool		is_author = choice_argument(fcinfo, 3, "audience", "reader", "author");
	bool		is_fragment = !PG_ARGISNULL(4) && PG_GETARG_BOOL(4);
	Call		call;
	MemoPage   *page;
	StringInfoData out;

	call = open_call();
	page = store_load_page(deal_id, revision, is_author);
	page->is_fragment = is_fragment;
	page->has_chart_tables = has_chart_tables;
	open_text(&call, &out);
	html_page(page, &out);
	PG_RETURN_DATUM(close_call_text(&call, &out));
}

Datum
memo_prosemirror(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	JsonSink   *sink;
	MemoView finished;
	Call		call;

	call = open_call();
	finished = view_of_store(store_load_revision(deal_id, revision, READ_TEXT));
	sink = jsonb_sink(call.context);
	prosemirror_write(&finished, sink);
	PG_RETURN_DATUM(end_call(&call, jsonb_sink_datum(sink)));
}

Datum
memo_report(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	Call		call = open_call();

	PG_RETURN_DATUM(close_call(&call, jsonb_datum(store_report(deal_id, revision))));
}

Datum
memo_policy(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	Call		call = open_call();
	Policy		policy;
	StringInfoData out;

	initStringInfo(&out);
	store_load_policy(deal_id, &policy);
	policy_json(&policy, &out);
	PG_RETURN_DATUM(close_call_json(&call, &out));
}

/* --------------------------------------------------------------- the store */

Datum
memo_check_store(PG_FUNCTION_ARGS)
{
	store_close(store_open());
	PG_RETURN_VOID();
}

Datum
memo_lock_deal(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			level = store_open();

	store_lock(deal_id);
	store_close(level);
	PG_RETURN_VOID();
}

/* A lock that only this function and DROP EXTENSION wait for, to the transaction's end. */
Datum
memo_lock_extension(PG_FUNCTION_ARGS)
{
	PreventCommandDuringRecovery("memo_init()");
	LockDatabaseObject(ExtensionRelationId, get_extension_oid("memocite", false), 0,
					   ShareUpdateExclusiveLock);
	PG_RETURN_VOID();
}
