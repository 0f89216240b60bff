/*
 * drawing.c
 *		Each type -> its drawing; config -> its table; numbers and ticks as they are written.
 */
#include "unit.h"
#include "drawing/drawing_internal.h"

#include <math.h>

/* A point that has what any type asks for. */
static const char point[] = "{\"x\":%d,\"y\":%d,\"value\":1,\"size\":2,\"start\":1,\"end\":2,\"low\":1,\"high\":3}";

static Json *
read_json(const char *text)
{
	return json_parse(slice_of(text), 32);
}

static Json *
config_of(const ChartType *type)
{
	char	   *points = psprintf("%s,%s", psprintf(point, 5, 1), psprintf(point, 50, 2));

	return read_json(psprintf("{\"type\":\"%s\",\"title\":\"T\",\"series\":[{\"name\":\"s\","
								"\"kind\":\"bar\",\"axis\":\"left\",\"data\":[%s]}]}",
								type->name, points));
}

static const char *
svg_of(const ChartType *type)
{
	StringInfoData out;

	initStringInfo(&out);
	chart_append_svg(&out, config_of(type), 640, true);
	return text_of(&out);
}

/* Is each element closed, and each length a number? */
static bool
is_whole(const char *svg)
{
	int			depth = 0;

	for (const char *c = svg; *c != '\0'; c++)
		if (*c == '<')
			depth += c[1] == '/' ? -1 : 1;
		else if (*c == '/' && c[1] == '>')
			depth--;
	return depth == 0 && strstr(svg, "nan") == NULL && strstr(svg, "inf") == NULL;
}

/* Numbers as readers write them. */
static const struct
{
	Unit		unit;
	double		number;
	const char *written;
}			numbers[] = {
	{{.kind = UNIT_PLAIN}, 1234.5, "1,234.5"},
	{{.kind = UNIT_PLAIN}, -1234567, "\xE2\x88\x92" "1.23M"},
	{{.kind = UNIT_PERCENT}, 4.25, "4.25%"},
	{{.kind = UNIT_MULTIPLE}, 1.5, "1.5x"},
	{{.kind = UNIT_CURRENCY, .currency = "$"}, 4390000.5, "$4.39M"},
	{{.kind = UNIT_CURRENCY, .currency = "$"}, 999.5, "$999.5"},
	{{.kind = UNIT_PLAIN}, -0.0, "0"},
};

/* Least and most -> the ticks of a scale with some five steps. */
static const struct
{
	Unit		unit;
	double		least;
	double		most;
	const char *ticks;
}			scales[] = {
	{{.kind = UNIT_PLAIN}, 0, 8.7, "0 2 4 6 8 10 "},
	{{.kind = UNIT_MULTIPLE}, 1.21, 1.42, "1.20x 1.25x 1.30x 1.35x 1.40x 1.45x "},
	{{.kind = UNIT_CURRENCY, .currency = "$"}, 0, 1.4e6, "$0 $200k $400k $600k $800k $1.0M $1.2M $1.4M "},
	{{.kind = UNIT_PERCENT}, -0.013, 0.02, "\xE2\x88\x92" "0.015% \xE2\x88\x92" "0.010% \xE2\x88\x92" "0.005% 0% 0.005% 0.010% 0.015% 0.020% "},
	{{.kind = UNIT_PLAIN}, 5, 5, "2 3 4 5 6 7 8 "},
};

static const char *
ticks_of(int i)
{
	StringInfoData out;
	Scale		scale;

	initStringInfo(&out);
	scale_fit(&scale, scales[i].least, scales[i].most, 5, false);
	for (double tick = scale.min; tick < scale.max + scale.step / 2; tick += scale.step)
		appendStringInfo(&out, "%s ", tick_written(&scales[i].unit, &scale,
												   fabs(tick) < scale.step / 1e6 ? 0 : tick));
	return text_of(&out);
}

/* A config -> its data; heads in brackets, "/" ends a row. */
static const struct
{
	const char *config;
	const char *table;
}			tables[] = {
	/* series of the same x share its rows; numbers as they were given, with their unit */
	{"{\"type\":\"bar\",\"unit\":\"usd\",\"series\":[{\"name\":\"A\",\"data\":[{\"x\":\"2026\",\"y\":4200000.5}]},"
	"{\"name\":\"B\",\"data\":[{\"x\":\"2026\",\"y\":-1}]}]}",
	"[Year] [A] [B] / [2026] $4,200,000.5 \xE2\x88\x92$1 /"},
	/* else each point is a row behind the name of its series */
	{"{\"type\":\"bar\",\"series\":[{\"data\":[{\"x\":\"a\",\"y\":1}]},{\"data\":[{\"x\":\"b\",\"y\":2}]}]}",
	"[Series] [Item] [Value] / [Series 1] [a] 1 / [Series 2] [b] 2 /"},
	/* slices have their share, steps their running total */
	{"{\"type\":\"pie\",\"series\":[{\"data\":[{\"x\":\"a\",\"y\":1},{\"x\":\"b\",\"y\":3}]}]}",
	"[Item] [Value] [Share] / [a] 1 25.0% / [b] 3 75.0% /"},
	{"{\"type\":\"waterfall\",\"series\":[{\"data\":[{\"x\":\"a\",\"y\":5},{\"x\":\"b\",\"y\":-2}]}]}",
	"[Item] [Value] [Running total] / [a] 5 5 / [b] \xE2\x88\x92" "2 3 /"},
	/* a heatmap's columns are its xs */
	{"{\"type\":\"heatmap\",\"unit\":\"bps\",\"series\":[{\"data\":[{\"x\":\"a\",\"y\":\"r\",\"value\":1},{\"x\":\"b\",\"y\":\"r\",\"value\":2}]}]}",
	"[Row] [a] [b] / [r] 1 bps 2 bps /"},
	/* what drivers move is the last row */
	{"{\"type\":\"tornado\",\"base\":2,\"series\":[{\"data\":[{\"x\":\"Rent\",\"low\":1,\"high\":3}]}]}",
	"[Driver] [Low] [High] / [Rent] 1 3 / [Base] 2 2 /"},
};

static const char *
table_of(const char *config)
{
	const ChartTable *table = chart_table(read_json(config));
	StringInfoData out;

	initStringInfo(&out);
	for (int i = 0; i < table->cells.count; i++)
	{
		const ChartCell *cell = &table->cells.items[i];

		appendStringInfo(&out, cell->is_head ? "[%.*s] " : "%.*s ", cell->text.len, cell->text.data);
		if ((i + 1) % table->ncolumns == 0)
			appendStringInfoString(&out, i + 1 < table->cells.count ? "/ " : "/");
	}
	return text_of(&out);
}

void
unit_tests(void)
{
	for (const ChartType *type = chart_types; type->name != NULL; type++)
	{
		const char *svg = svg_of(type);

		ok(psprintf("%s: its drawing is whole, and the same each time", type->name),
		   is_whole(svg) && strcmp(svg, svg_of(type)) == 0);
	}
	for (int i = 0; i < (int) lengthof(numbers); i++)
		is(numbers[i].written, number_written(&numbers[i].unit, numbers[i].number,
		   number_decimals(&numbers[i].unit, numbers[i].number)), numbers[i].written);
	for (int i = 0; i < (int) lengthof(scales); i++)
		is(psprintf("%g to %g", scales[i].least, scales[i].most), ticks_of(i), scales[i].ticks);
	for (int i = 0; i < (int) lengthof(tables); i++)
		is(tables[i].table, table_of(tables[i].config), tables[i].table);
}
