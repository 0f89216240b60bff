/*
 * chart_type.c
 *		What a config says of all its points: its type, its unit, the names of its series.
 */
#include "drawing/drawing.h"

const ChartType chart_types[] = {
#define CHART_TYPE(name, shape, draw, traits) {#name, shape, traits},
#include "drawing/charttypelist.def"
#undef CHART_TYPE
	{NULL}
};

const ChartType *
chart_type(const Json *config)
{
	const Json *name = json_member(config, "type");

	for (const ChartType *type = chart_types; type->name != NULL; type++)
		if (name != NULL && name->kind == J_STRING && slice_equal(name->text, slice_of(type->name)))
			return type;
	return NULL;
}

Slice
chart_series_name(const Json *series, int index)
{
	Slice		name = json_text(series, "name");

	return name.len > 0 ? name : slice_of(psprintf("Series %d", index + 1));
}

Unit
unit_of(const Json *config)
{
	Unit		unit = {UNIT_PLAIN, NULL, {"", 0}};
	Slice		name = json_text(config, "unit");

	if (slice_is_word(name, "percent|%|pct|percentage"))
		unit.kind = UNIT_PERCENT;
	else if (slice_is_word(name, "multiple|x|times"))
		unit.kind = UNIT_MULTIPLE;
	else if (slice_is_word(name, "usd|$|us$|dollar|dollars"))
		unit.currency = "$";
	else if (slice_is_word(name, "eur|\xE2\x82\xAC|euro|euros"))
		unit.currency = "\xE2\x82\xAC";
	else if (slice_is_word(name, "gbp|\xC2\xA3|pounds"))
		unit.currency = "\xC2\xA3";
	else
		unit.other = name;
	if (unit.currency != NULL)
		unit.kind = UNIT_CURRENCY;
	return unit;
}

Slice
unit_title(const Unit *unit, Slice text)
{
	Slice		other = unit->other;

	if (other.len == 0 ||
		(text.len == other.len && pg_strncasecmp(text.data, other.data, text.len) == 0))
		return text;
	if (text.len == 0)
		return other;
	return slice_of(psprintf("%.*s (%.*s)", text.len, text.data, other.len, other.data));
}
