/*
 * api_html.c
 *		SQL-callable: memo_html.
 */
#include "server/server_internal.h"
#include "render/render.h"
#include "output/output.h"
#include "store/store.h"

#include "fmgr.h"

PG_FUNCTION_INFO_V1(memo_html);

Datum
memo_html(PG_FUNCTION_ARGS)
{
	int64		deal_id = deal_argument(fcinfo);
	int			revision = revision_argument(fcinfo, 1, "the latest");
	bool		has_vega = choice_argument(fcinfo, 2, "charts", "table", "vega");
	Call		call;
	MemoPage   *page;
	StringInfoData out;

	check_encoding();
	call = open_call();
	page = store_load_page(deal_id, revision);
	page->has_vega = has_vega;
	initStringInfo(&out);
	html_page(page, &out);
	PG_RETURN_DATUM(close_call_text(&call, &out));
}
