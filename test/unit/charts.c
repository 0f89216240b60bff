/*
 * charts.c
 *		Config -> its first problem; a chart -> its node and back.
 */
#include "unit.h"
#include "charts/charts.h"

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
	Problems	problems = {0};

	chart_check(read_config(config), NULL, &problems);
	return problems.count == 0 ? "none" : psprintf("%s %s", problems.items[0].gate, problems.items[0].path);
}

void
unit_tests(void)
{
	StringInfoData out;
	Slice		id;
	Slice		config;

	for (int i = 0; i < (int) lengthof(cases); i++)
		is(cases[i][0], first_problem(cases[i][0]), cases[i][1]);

	initStringInfo(&out);
	chart_append_node(&out, slice_of("a\"b"), read_config(CHART("bar", POINTS("{\"x\":\"<a>\",\"y\":1}"))));
	ok("a node is read as it was written", chart_read_node((Slice) {out.data, out.len}, &id, &config) &&
	   slice_equal(id, slice_of("a\"b")) && slice_equal(config, slice_of(CHART("bar", POINTS("{\"x\":\"<a>\",\"y\":1}")))));
}
