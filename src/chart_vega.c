#include "chart.h"
void
chart_append_vega(StringInfo out, const Json *config)
{
	(void) config;
	appendStringInfoString(out, "{}");
}
