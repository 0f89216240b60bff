/*
 * chart_value.c
 *		Is one value of a ChartConfig what it should be?
 *
 * Each check says at most one thing about its value, and where that is:
 *
 *		{"x": "Q1", "y": "12"}		/series/0/data/2/y	is "12", no number
 *		{"x": " ", "y": 12}			/series/0/data/2/x	is blank
 */
#include "charts/charts_internal.h"

const Path	chart_root = {NULL, "", {NULL, 0}, 0};

/* A JSON Pointer, from the root down. */
static void
append_path(StringInfo out, const Path *path)
{
	if (path->parent == NULL)
		return;
	append_path(out, path->parent);
	appendStringInfoChar(out, '/');
	if (path->key != NULL)
		appendStringInfoString(out, path->key);
	else if (path->name.data == NULL)
		append_int(out, path->index);
	for (int i = 0; i < path->name.len; i++)
	{
		if (path->name.data[i] == '~' || path->name.data[i] == '/')
			appendStringInfoString(out, path->name.data[i] == '~' ? "~0" : "~1");
		else
			appendStringInfoChar(out, path->name.data[i]);
	}
}

void
chart_add_problem(Checker *checker, const char *gate, const Path *path, const char *problem)
{
	ChartProblem *found = VEC_PUSH(checker->problems);
	StringInfoData text;

	initStringInfo(&text);
	append_path(&text, path);
	found->gate = gate;
	found->path = text.data;
	found->problem = pstrdup(problem);
}

const char *
chart_quoted(Slice text)
{
	int			len = utf8_clip(text, 40);

	return psprintf("\"%.*s%s\"", len, text.data, len < text.len ? "..." : "");
}

const char *
chart_kind_name(const Json *value)
{
	static const char *const names[] = {"null", "a boolean", "a number",
										"text", "an array",	 "an object"};

	return names[value->kind];
}

bool
chart_is_not(Checker *checker, const Path *path, const Json *value, JsonKind wanted)
{
	static const char *const names[] = {
		[J_BOOL] = "no boolean",[J_NUMBER] = "no number",[J_STRING] = "no text",
		[J_ARRAY] = "no array",[J_OBJECT] = "no object",
	};

	if (value != NULL && value->kind == wanted)
		return false;
	if (value == NULL)
		chart_add_problem(checker, "schema", path, "is missing");
	else if (value->kind == J_NULL)
		chart_add_problem(checker, "schema", path, "is null");
	else
		chart_add_problem(
			checker, "schema", path,
			psprintf("is %s, %s",
					 value->kind == J_STRING ? chart_quoted(value->text) : chart_kind_name(value),
					 names[wanted]));
	return true;
}

bool
chart_is_not_finite(Slice text)
{
	text = json_trim(text);
	if (text.len > 0 && (text.data[0] == '-' || text.data[0] == '+'))
		text.data++, text.len--;
	return chart_is_word(text, "nan|inf|infinity");
}

bool
chart_check_number(Checker *checker, const Path *path, const Json *value)
{
	if (value != NULL && value->kind == J_STRING && chart_is_not_finite(value->text))
	{
		chart_add_problem(checker, "schema", path,
						  psprintf("is %s, no finite number", chart_quoted(value->text)));
		return false;
	}
	return !chart_is_not(checker, path, value, J_NUMBER) && value->is_finite;
}

void
chart_check_label(Checker *checker, const Path *path, const Json *value)
{
	if (value != NULL && value->kind == J_NUMBER)
		return;
	if (chart_is_not(checker, path, value, J_STRING))
		return;
	if (json_trim(value->text).len == 0)
		chart_add_problem(checker, "schema", path, "is blank");
	else if (chart_is_not_finite(value->text))
		chart_add_problem(checker, "schema", path,
						  psprintf("is %s, no finite number", chart_quoted(value->text)));
}

void
chart_check_text(Checker *checker, const Path *parent, const Json *object, const char *key)
{
	const Json *value = json_optional(object, key);

	if (value != NULL)
		(void) chart_is_not(checker, &(Path) {parent, key, {NULL, 0}, 0}, value, J_STRING);
}

void
chart_check_choice(Checker *checker, const Path *path, const Json *value, const char *allowed)
{
	if (chart_is_not(checker, path, value, J_STRING))
		return;
	for (const char *word = allowed; *word != '\0';
		 word += strcspn(word, "|"), word += *word == '|')
		if (slice_equal(value->text, (Slice) {word, (int) strcspn(word, "|")}))
			return;
	chart_add_problem(checker, "schema", path,
					  psprintf("is %s, not one of %s", chart_quoted(value->text), allowed));
}
