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
	int			level;
	MemoryContext context = CurrentMemoryContext;
	int			revision = revision_argument(fcinfo);
	bool		has_vega = choice_argument(fcinfo, 2, "charts", "table", "vega");
	MemoPage   *page;
	StringInfoData out;
	Datum		result;

	check_encoding();
	level = store_open();
	page = store_load_page(PG_GETARG_INT64(0), revision);
	page->has_vega = has_vega;
	initStringInfo(&out);
	html_page(page, &out);
	result = result_text(&out, context);
	store_close(level);
	PG_RETURN_DATUM(result);
}
