/*
 * charts.c
 *		Config -> its first problem; each type -> its drawing.
 */
#include "unit.h"
#include "charts/svg_internal.h"

#include <math.h>

#define CHART(type, series) "{\"type\":\"" type "\",\"title\":\"T\",\"series\":[" series "]}"
#define POINTS(points) "{\"name\":\"s\",\"data\":[" points "]}"

static const char *const cases[][2] = {
	/* the example of charts.h */
	{"{\"type\": \"bar\", \"series\": []}", "schema /series"},

	{"{\"type\":\"bars\",\"series\":[]}", "schema /type"},
	{CHART("bar", POINTS("{\"x\":\"a\",\"y\":\"b\"}")), "schema /series/0/data/0/y"},
	{CHART("pie", POINTS("{\"x\":\"a\",\"y\":-1},{\"x\":\"b\",\"y\":2}")), "schema /series/0/data/0/y"},
	{"[]", "schema "},
};

static Json *
read_config(const char *text)
{
	return json_parse(slice_of(text), MAX_CHART_DEPTH);
}

static const char *
first_problem(const char *config)
{
	ChartProblems problems = {NULL, 0, 0};

	chart_check(read_config(config), NULL, &problems);
	return problems.count == 0 ? "none" : psprintf("%s %s", problems.items[0].gate, problems.items[0].path);
}

/* A point that has what any type asks for. */
static const char point[] = "{\"x\":%d,\"y\":%d,\"value\":1,\"size\":2,\"start\":1,\"end\":2,\"low\":1,\"high\":3}";

static Json *
config_of(ChartType type)
{
	char	   *points = psprintf("%s,%s", psprintf(point, 5, 1), psprintf(point, 50, 2));

	return read_config(psprintf("{\"type\":\"%s\",\"title\":\"T\",\"series\":[{\"name\":\"s\","
								"\"kind\":\"bar\",\"axis\":\"left\",\"data\":[%s]}]}",
								chart_types[type].name, points));
}

static const char *
svg_of(ChartType type)
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

void
unit_tests(void)
{
	StringInfoData out;
	Slice		id;
	Slice		config;

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], first_problem(cases[i][0]), cases[i][1]);
	for (int i = 0; i < NCHART_TYPES; i++)
	{
		const char *svg = svg_of(i);

		ok(psprintf("%s: its drawing is whole, and the same each time", chart_types[i].name),
		   is_whole(svg) && strcmp(svg, svg_of(i)) == 0);
	}
	for (int i = 0; i < (int) lengthof(numbers); i++)
		is(numbers[i].written, number_written(&numbers[i].unit, numbers[i].number,
		   number_decimals(&numbers[i].unit, numbers[i].number)), numbers[i].written);
	for (int i = 0; i < (int) lengthof(scales); i++)
		is(psprintf("%g to %g", scales[i].least, scales[i].most), ticks_of(i), scales[i].ticks);

	initStringInfo(&out);
	chart_append_node(&out, slice_of("a\"b"), read_config(CHART("bar", POINTS("{\"x\":\"<a>\",\"y\":1}"))));
	ok("a node is read as it was written", chart_read_node((Slice) {out.data, out.len}, &id, &config) &&
	   slice_equal(id, slice_of("a\"b")) && slice_equal(config, slice_of(CHART("bar", POINTS("{\"x\":\"<a>\",\"y\":1}")))));
}
