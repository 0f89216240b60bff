/*
 * chart.c
 *		Is a ChartConfig valid?
 *
 * Two gates, in words for whoever built the chart: schema (can it be drawn?)
 * and usefulness (does it tell a reader something?).  All that is wrong is
 * said at once, each with the JSON Pointer of the value:
 *
 *		schema		/series/0/data/2/y	is null
 *		usefulness	/insightCaption		has 7 characters, needs 10
 *
 * chart_series.c checks points and series, base/shape.c single values.
 * memo_chart_schema() in sql/ says the same rules as JSON Schema, as far as it can.
 */
#include "charts/charts_internal.h"

/* Numbers anywhere that no double holds. */
static void
check_numbers(Checker *checker, const Path *path, const Json *value)
{
	int			index = 0;

	if (value->kind == J_NUMBER && !value->is_finite)
		shape_tell(checker->problems, path, "is beyond 1e300, or has too many decimals");
	if (value->kind != J_ARRAY && value->kind != J_OBJECT)
		return;
	CHECK_FOR_INTERRUPTS();
	for (const Json *child = value->first; child != NULL; child = child->next, index++)
		check_numbers(
			checker,
			&(Path){path, NULL, value->kind == J_OBJECT ? child->key : (Slice){NULL, 0}, index},
			child);
}

const char *
chart_id_problem(Slice id)
{
	for (int i = 0; i < id.len; i++)
		if (json_blank(id, i) > 0)
			return "has a blank";
		else if (id.data[i] == '[' || id.data[i] == ']')
			return "has a bracket, which no anchor can name";
	return id.len == 0 ? "is empty" : NULL;
}

static const Field config_shape[] = {
	OPTIONAL("title", FIELD_TEXT), OPTIONAL("xLabel", FIELD_TEXT), OPTIONAL("yLabel", FIELD_TEXT),
	OPTIONAL("unit", FIELD_TEXT), OPTIONAL("suggested_id", FIELD_TEXT),
	OPTIONAL("base", FIELD_NUMBER), OPTIONAL("confidence", FIELD_SHARE),
	OPTIONAL("sources", FIELD_LIST),
	END_OF_SHAPE
};

/* What stands beside type and series: texts, numbers, sources. */
static void
check_members(Checker *checker, const Json *config)
{
	const Json *sources = json_member(config, "sources");
	const Json *id = json_optional(config, "suggested_id");
	const char *problem;
	Path		path = PATH_MEMBER(&path_root, "sources");
	int			index = 0;

	shape_check(config_shape, checker->problems, &path_root, config);
	if (id != NULL && id->kind == J_STRING && (problem = chart_id_problem(id->text)) != NULL)
		shape_tell(checker->problems, &PATH_MEMBER(&path_root, "suggested_id"), problem);
	if (sources == NULL || sources->kind != J_ARRAY)
		return;
	for (const Json *source = sources->first; source != NULL; source = source->next, index++)
		if (source->kind != J_STRING && source->kind != J_NUMBER)
			shape_tell(checker->problems, &PATH_ELEMENT(&path, index),
					   psprintf("is %s, no source id or document", json_shown(source)));
}

/* Bytes of a character at pos that has no width, 0 = none is there. */
static int
invisible_len(Slice text, int pos)
{
	static const char *const signs[] = {"\xC2\xAD",		"\xE2\x80\x8B", "\xE2\x80\x8C",
										"\xE2\x80\x8D", "\xE2\x80\x8E", "\xE2\x80\x8F",
										"\xE2\x81\xA0"};

	for (int i = 0; i < (int) lengthof(signs); i++)
		if (pos >= 0 && text.len - pos >= (int) strlen(signs[i]) &&
			memcmp(text.data + pos, signs[i], strlen(signs[i])) == 0)
			return (int) strlen(signs[i]);
	return 0;
}

/* A text without the blanks, and what has no width, at its ends. */
static Slice
visible_text(Slice text)
{
	int			len;

	for (;;)
	{
		text = json_trim(text);
		if ((len = invisible_len(text, 0)) > 0)
			text.data += len, text.len -= len;
		else if (invisible_len(text, text.len - 3) == 3 || invisible_len(text, text.len - 2) == 2)
			text.len -= invisible_len(text, text.len - 3) == 3 ? 3 : 2;
		else
			return text;
	}
}

/* A text of so many characters that a reader needs. */
static void
check_useful(Checker *checker, const Json *config, const char *key, int least)
{
	const Json *value = json_member(config, key);
	Path		path = PATH_MEMBER(&path_root, key);
	Slice		text;
	int			length;

	if (value == NULL || value->kind != J_STRING)
	{
		shape_tell(checker->problems, &path,
				   value == NULL ? "is missing"
								 : psprintf("is %s, no text", json_shown(value)));
		return;
	}
	text = visible_text(value->text);
	length = utf8_length(text.data, text.len);
	if (length < least)
		shape_tell(
			checker->problems, &path,
			psprintf("has %d character%s, needs %d", length, length == 1 ? "" : "s", least));
}

/* "is \"pie3d\", but must be bar, ..." */
static const char *
no_type(const Json *type)
{
	StringInfoData names;

	initStringInfo(&names);
	for (const ChartType *known = chart_types; known->name != NULL; known++)
		appendStringInfo(&names, "%s%s", known == chart_types ? "" : "|", known->name);
	return psprintf("is %s, but must be %s", json_shown(type), words_sentence(names.data));
}

void
chart_check(const Json *config, const char *unread, Problems *problems)
{
	Checker		checker = {.problems = problems};
	const Json *type = json_member(config, "type");
	Path		path = PATH_MEMBER(&path_root, "type");

	problems->gate = "schema";
	if (config == NULL || config->kind != J_OBJECT)
	{
		shape_tell(problems, &path_root,
				   config == NULL ? unread : psprintf("is %s, no object", json_shown(config)));
		return;
	}
	checker.type = chart_type(config);	/* points of an unknown one are not checked */
	if (checker.type == NULL && shape_is(problems, &path, type, J_STRING))
		shape_tell(problems, &path, no_type(type));
	check_members(&checker, config);
	chart_check_series(&checker, config);
	check_numbers(&checker, &path_root, config);
	problems->gate = "usefulness";
	check_useful(&checker, config, "insightCaption", LEAST_CAPTION);
	check_useful(&checker, config, "decisionQuestion", LEAST_QUESTION);
}
