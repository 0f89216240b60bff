/*
 * shape.c
 *		Is a JSON object what a table of its members says?
 *
 * What is wrong is told with the value and, as a JSON Pointer, where it is.  A shape with a
 * number x and the list "values" of two objects at least:
 *
 *		{"x": "12", "values": [{}]}		/x			is "12", no number
 *										/values		has 1 element, needs 2
 *
 * Members that the table lacks are left alone, and so is null where a member may be missing.
 */
#include "base/base.h"

#include <math.h>

const Path	path_root = {NULL, NULL, {"", 0}, 0};

/* -------------------------------------------------------------------- telling */

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
		char		c = path->name.data[i];

		if (c == '~' || c == '/')
			appendStringInfoString(out, c == '~' ? "~0" : "~1");
		else
			appendStringInfoChar(out, c);
	}
}

void
shape_tell(Problems *problems, const Path *path, const char *problem)
{
	Problem    *found = VEC_PUSH(problems);
	StringInfoData text;

	initStringInfo(&text);
	append_path(&text, path);
	found->gate = problems->gate;
	found->path = text.data;
	found->problem = pstrdup(problem);
}

const char *
json_shown(const Json *value)
{
	static const char *const kinds[] = {"null", "a boolean", "a number",
										"text", "an array",	 "an object"};
	int			len = utf8_clip(value->text, 40);

	return value->kind != J_STRING
		? kinds[value->kind]
		: psprintf("\"%.*s%s\"", len, value->text.data, len < value->text.len ? "..." : "");
}

/* "is "12", no number" */
static void
tell_other(Problems *problems, const Path *path, const Json *value, const char *wanted)
{
	shape_tell(problems, path, value == NULL ? "is missing"
			   : value->kind == J_NULL ? "is null"
			   : psprintf("is %s, %s", json_shown(value), wanted));
}

/* ------------------------------------------------------------------- checking */

bool
shape_is(Problems *problems, const Path *path, const Json *value, JsonKind wanted)
{
	static const char *const names[] = {
		[J_BOOL] = "no boolean",[J_NUMBER] = "no number",[J_STRING] = "no text",
		[J_ARRAY] = "no array",[J_OBJECT] = "no object",
	};

	if (value != NULL && value->kind == wanted)
		return true;
	tell_other(problems, path, value, names[wanted]);
	return false;
}

bool
json_is_not_finite(const Json *value)
{
	Slice		text = value->kind == J_STRING ? json_trim(value->text) : (Slice) {"", 0};

	if (text.len > 0 && (text.data[0] == '-' || text.data[0] == '+'))
		text.data++, text.len--;
	return slice_is_word(text, "nan|inf|infinity");
}

bool
shape_is_number(Problems *problems, const Path *path, const Json *value)
{
	if (value != NULL && json_is_not_finite(value))
		tell_other(problems, path, value, "no finite number");
	else
		return shape_is(problems, path, value, J_NUMBER) && value->is_finite;
	return false;
}

static void
check_label(Problems *problems, const Path *path, const Json *value)
{
	if (value != NULL && value->kind == J_NUMBER)
		return;
	if (!shape_is(problems, path, value, J_STRING))
		return;
	if (json_trim(value->text).len == 0)
		shape_tell(problems, path, "is blank");
	else if (json_is_not_finite(value))
		tell_other(problems, path, value, "no finite number");
}

static void
check_text(const Field *field, Problems *problems, const Path *path, const Json *value)
{
	if (field->or_name == field->name && json_trim(value->text).len == 0)
		shape_tell(problems, path, "is empty");
	else if (field->allowed != NULL && !slice_among(value->text, field->allowed))
		tell_other(problems, path, value, psprintf("not one of %s", field->allowed));
}

static void
check_range(FieldType type, Problems *problems, const Path *path, const Json *value)
{
	double		number = value->is_finite ? value->number : INFINITY;

	if (type == FIELD_SHARE ? number < 0 || number > 1 : type == FIELD_AMOUNT && number < 0)
		shape_tell(problems, path, type == FIELD_SHARE ? "is not from 0 to 1" : "is negative");
	else if (type == FIELD_COUNT && (number < 0 || number > 1000000000 || number != floor(number)))
		shape_tell(problems, path, psprintf("is %.*s, no whole number from 0",
											utf8_clip(value->text, 40), value->text.data));
}

static void
check_value(const Field *field, Problems *problems, const Path *path, const Json *value)
{
	Slice		text = value->text;
	int			index = 0;

	switch (field->type)
	{
		case FIELD_LIST:
			if (!shape_is(problems, path, value, J_ARRAY))
				break;
			if (value->count < field->least)
				shape_tell(problems, path, psprintf("has %d element%s, needs %d", value->count,
													value->count == 1 ? "" : "s", field->least));
			for (const Json *element = value->first; element != NULL && field->elements != NULL;
				 element = element->next)
				shape_check(field->elements, problems, &PATH_ELEMENT(path, index++), element);
			break;
		case FIELD_DATE:		/* a day, which a time may follow */
			if (value->kind != J_STRING || text.len < 10 ||
				(text.len > 10 && strchr("T ", text.data[10]) == NULL) ||
				!is_iso_day((Slice) {text.data, 10}) || memcmp(text.data, "0000", 4) == 0)
				tell_other(problems, path, value, "no date such as 2026-06-30");
			break;
		case FIELD_SCALAR:
			if (value->kind == J_ARRAY || value->kind == J_OBJECT)
				tell_other(problems, path, value, "no number or text");
			else if (value->kind == J_STRING)
				check_text(field, problems, path, value);
			break;
		case FIELD_TEXT:
			if (shape_is(problems, path, value, J_STRING))
				check_text(field, problems, path, value);
			break;
		case FIELD_LABEL:
			check_label(problems, path, value);
			break;
		case FIELD_BOOL:
			(void) shape_is(problems, path, value, J_BOOL);
			break;
		case FIELD_NUMBER:
		case FIELD_AMOUNT:
		case FIELD_COUNT:
		case FIELD_SHARE:
			if (shape_is_number(problems, path, value))
				check_range(field->type, problems, path, value);
			break;
	}
}

bool
shape_check(const Field *shape, Problems *problems, const Path *path, const Json *object)
{
	CHECK_FOR_INTERRUPTS();
	if (!shape_is(problems, path, object, J_OBJECT))
		return false;
	for (const Field *field = shape; field->name != NULL; field++)
	{
		const Json *value = json_optional(object, field->name);
		Path		here = PATH_MEMBER(path, field->name);

		if (value != NULL)
			check_value(field, problems, &here, value);
		else if (field->or_name != NULL && json_optional(object, field->or_name) == NULL)
			tell_other(problems, &here, json_member(object, field->name), "");
	}
	return true;
}
