/*
 * json.h
 *		The part of base.h that is about JSON; base.h includes it, nobody else.
 *
 * Example: json_number and all below of {"y": 1.10} is the text 1.10, the double 1.1.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

typedef enum JsonKind
{
	J_NULL,
	J_BOOL,
	J_NUMBER,
	J_STRING,
	J_ARRAY,
	J_OBJECT
} JsonKind;

/* A value; strings and keys borrow from what it was read from. */
typedef struct Json
{
	JsonKind	kind;
	bool		truth;
	bool		is_finite;		/* a number that a double can hold */
	double		number;
	Slice		text;			/* of a string; of a number as it is written */
	Slice		key;			/* of an object's member */
	int			count;			/* elements or members */
	struct Json *first;
	struct Json *next;
} Json;

/* ------------------------------------------------------------ json.c */

/*
 * Reads a text by jansson; numbers keep their digits, and tell by is_finite whether a double
 * holds them.  NULL when it is no JSON, jsonb would not take it (half a character, \u0000), an
 * object has a key twice, or it is nested deeper than max_depth.  Texts borrow from text.
 */
extern Json *json_parse(Slice text, int max_depth);

/* Makes a value the number that a text is. */
extern void json_set_number(Json *value, Slice text);

/* The member of an object; NULL when there is none, or value is no object or NULL. */
extern const Json *json_member(const Json *value, const char *key);

/* The same, NULL for JSON's null, too. */
extern const Json *json_optional(const Json *value, const char *key);

/* The member without blanks around it when it is a string with more than those, else {NULL, 0}. */
extern Slice json_text(const Json *value, const char *key);

/* Bytes of the blank at pos, 0 = there is none: the white space of ECMAScript, which JSON
 * Schema's \s means, is that of Unicode with U+FEFF and without U+0085. */
extern int	json_blank(Slice text, int pos);

/* Without such blanks around it. */
extern Slice json_trim(Slice text);

/* ----------------------------------------------------------- shape.c */

/* Where a value is: links on the stack, from the value up to the root. */
typedef struct Path
{
	const struct Path *parent;
	const char *key;			/* of a member; NULL: an element, */
	Slice		name;			/* or a member whose key is data */
	int			index;
} Path;

extern const Path path_root;
#define PATH_MEMBER(parent, key) ((Path) {(parent), (key), {NULL, 0}, 0})
#define PATH_ELEMENT(parent, index) ((Path) {(parent), NULL, {NULL, 0}, (index)})

typedef struct Problem
{
	const char *gate;			/* which of its checks a value fails, NULL where there is one */
	char	   *path;			/* JSON Pointer, "" = all of it */
	char	   *problem;
} Problem;

/* What is wrong, in the order in which it was found: a VEC. */
typedef struct Problems
{
	Problem    *items;
	int			count;
	int			room;
	const char *gate;			/* of those that are found now */
} Problems;

typedef enum FieldType
{
	FIELD_TEXT,
	FIELD_LABEL,				/* text with more than blanks, or a number */
	FIELD_SCALAR,				/* text, number or boolean */
	FIELD_NUMBER,
	FIELD_AMOUNT,				/* number from 0 */
	FIELD_COUNT,				/* whole number from 0 */
	FIELD_SHARE,				/* 0 to 1 */
	FIELD_BOOL,
	FIELD_DATE,					/* "2026-06-30", a time may follow */
	FIELD_LIST					/* of objects */
} FieldType;

/* A member of an object; a shape is an array of them. */
typedef struct Field
{
	const char *name;			/* NULL ends a shape */
	FieldType	type;
	const char *or_name;		/* required, unless this one is there; NULL = optional */
	const struct Field *elements;	/* shape of a list's objects; NULL = any values */
	int			least;			/* elements of a list */
	const char *allowed;		/* texts, "a|b|c"; NULL = any */
} Field;

#define OPTIONAL(name, type) {name, type, NULL, NULL, 0, NULL}
#define REQUIRED(name, type) {name, type, name, NULL, 0, NULL}
#define END_OF_SHAPE {NULL, FIELD_TEXT, NULL, NULL, 0, NULL}

/* Adds all that is wrong with an object; false when it is none. */
extern bool shape_check(const Field *shape, Problems *problems, const Path *path,
						const Json *object);

/* What checks of one's own ask of a value: false, and told, when it is missing, null, or of
 * another kind; a number that no double holds is told of by who asks. */
extern bool shape_is(Problems *problems, const Path *path, const Json *value, JsonKind wanted);
extern bool shape_is_number(Problems *problems, const Path *path, const Json *value);
extern void shape_tell(Problems *problems, const Path *path, const char *problem);

/* Is it a text for no finite number, as JSON without NaN writes it? */
extern bool json_is_not_finite(const Json *value);

/* A text in quotation marks, at most 40 bytes of it; of others the kind: "a number". */
extern const char *json_shown(const Json *value);

/* ------------------------------------------------------ json_write.c */

/*
 * Where JSON is written, part by part: who writes objects, keys and values in order need
 * not know what becomes of them, text (here) or jsonb (store/jsonb.c).  Texts are borrowed
 * until it is done.
 */
typedef struct JsonSink
{
	void		(*begin) (struct JsonSink *sink, JsonKind kind);	/* an array or object */
	void		(*end) (struct JsonSink *sink, JsonKind kind);
	void		(*key) (struct JsonSink *sink, Slice key);
	void		(*scalar) (struct JsonSink *sink, const Json *value);
} JsonSink;

#define sink_object(sink) (sink)->begin(sink, J_OBJECT)
#define sink_end_object(sink) (sink)->end(sink, J_OBJECT)
#define sink_array(sink) (sink)->begin(sink, J_ARRAY)
#define sink_end_array(sink) (sink)->end(sink, J_ARRAY)
#define sink_key(sink, name) (sink)->key(sink, slice_of(name))

/* A value with all that it has. */
extern void sink_value(JsonSink *sink, const Json *value);
extern void sink_string(JsonSink *sink, Slice text);
extern void sink_int(JsonSink *sink, int64 number);

/* A key and its value; thousandths round it to three decimals. */
extern void sink_member_int(JsonSink *sink, const char *key, int64 number);
extern void sink_member_text(JsonSink *sink, const char *key, const char *text);
extern void sink_member_thousandths(JsonSink *sink, const char *key, double number);
extern void sink_member_bool(JsonSink *sink, const char *key, bool truth);

/* A sink that appends text without blanks to out; the same value gives the same bytes. */
extern JsonSink *json_text_sink(StringInfo out);

/* A value as such a text. */
extern void json_append(StringInfo out, const Json *value);

/* A string in quotation marks. */
extern void append_json_string(StringInfo out, const char *text, int len);
extern char *json_quoted(Slice text);

#endif							/* BASE_JSON_H */
